/* room_help.h: a table of the server without the server: commands go in as messages, and events come out in a log.
 *
 *     struct trial t;
 *     trial_make(&t, "\"deal\":\"slithy:3\"");       ann is the host and sits on seat 0
 *     assert_done(&t, BO, "\"do\":\"sit\"");
 *     assert_refused(&t, CY, CODE_STATE, "\"do\":\"stand\"");
 *     trial_end(&t);
 *
 * A refused command must leave every byte of the room as it is; an event that is read from the log must do what it did
 * when it happened. Both are looked at each time. */
#ifndef WABE_ROOM_HELP_H
#define WABE_ROOM_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/server/wire.h"

enum { ANN, BO, CY, DI, ED, FAY, GUS, HAL, PEOPLE };

static const struct actor actors[PEOPLE] = {
    {"ann0000000000000", "Ann", false, 0}, {"bo00000000000000", "Bo", false, 0},  {"cy00000000000000", "Cy", false, 0},
    {"di00000000000000", "Di", false, 0},  {"ed00000000000000", "Ed", false, 0},  {"fay0000000000000", "Fay", false, 0},
    {"gus0000000000000", "Gus", false, 0}, {"hal0000000000000", "Hal", false, 0},
};

#define TABLE    "k7q2m9xw3rbt5c4d"
#define NEXT_ONE "aaaabbbbccccdddd"

enum { LOG_MAX = 8192 };

struct trial {
    struct room room, read; /* as it happened, and as it is read from the log */
    struct store_event log[LOG_MAX];
    uint32_t n;
    int64_t now;
    bool host_away;
    uint32_t away;
    int ids;
    char id[COMMAND_ID_SIZE]; /* if not empty: of the next command */
    char said[256];           /* why the last one was refused */
    struct event event;       /* the last one */
};

/* ---- equal rooms ---- */

static inline void assert_same_settings(const struct settings *a, const struct settings *b)
{
    char one[1024], two[1024];
    struct text out_one = text_in(one, sizeof one), out_two = text_in(two, sizeof two);

    settings_put(&out_one, a);
    settings_put(&out_two, b);
    assert_string_equal(one, two);
}

static inline void assert_same_seat(const struct room_seat *a, const struct room_seat *b)
{
    assert_int_equal(a->is, b->is);
    assert_string_equal(a->person, b->person);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->bot, b->bot);
    assert_true(a->ready == b->ready && a->standin == b->standin);
    assert_true(a->resigned == b->resigned && a->ends == b->ends);
    assert_true(a->revealed == b->revealed && a->was_ready == b->was_ready);
    assert_memory_equal(a->commitment, b->commitment, sizeof a->commitment);
}

static inline void assert_same_match(const struct match *a, const struct match *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->known, b->known);
    assert_int_equal(a->running, b->running);
    assert_int_equal(a->decision, b->decision);
    assert_int_equal(a->people, b->people);
    assert_int_equal(a->takebacks, b->takebacks);
    assert_memory_equal(a->drawn, b->drawn, sizeof a->drawn);
    assert_memory_equal(a->names, b->names, sizeof a->names);
    for (int i = 0; i < SEATS_MAX; i++)
        assert_string_equal(a->bots[i], b->bots[i]);
    if (a->known > 0)
        assert_memory_equal(a->step, b->step, a->known * sizeof *a->step);
    assert_memory_equal(a->state, b->state, a->deal.game->state_size);
}

static inline void assert_same_room(const struct room *a, const struct room *b)
{
    assert_string_equal(a->id, b->id);
    assert_int_equal(a->state, b->state);
    assert_int_equal(a->events, b->events);
    assert_int_equal(a->created, b->created);
    assert_int_equal(a->changed, b->changed);
    assert_same_settings(&a->settings, &b->settings);
    assert_string_equal(a->host, b->host);
    assert_string_equal(a->host_name, b->host_name);
    for (int i = 0; i < SEATS_MAX; i++)
        assert_same_seat(&a->seat[i], &b->seat[i]);
    assert_memory_equal(a->commitment, b->commitment, sizeof a->commitment);
    assert_memory_equal(a->thrown, b->thrown, sizeof a->thrown);
    assert_int_equal(a->revealing, b->revealing);
    assert_memory_equal(&a->off, &b->off, sizeof a->off);
    assert_int_equal(a->off_seats, b->off_seats);
    assert_int_equal(a->luck.scheme, b->luck.scheme);
    assert_int_equal(a->luck.attempt, b->luck.attempt);
    assert_string_equal(a->luck.table, b->luck.table);
    assert_memory_equal(a->luck.secret, b->luck.secret, sizeof a->luck.secret);
    assert_memory_equal(a->luck.nonce, b->luck.nonce, sizeof a->luck.nonce);
    assert_int_equal(a->luck.seats, b->luck.seats);
    assert_string_equal(a->reason, b->reason);
    assert_string_equal(a->rematch, b->rematch);
    assert_memory_equal(a->muted, b->muted, sizeof a->muted);
    assert_int_equal(a->hushed, b->hushed);
    assert_memory_equal(a->spender, b->spender, sizeof a->spender);
    assert_int_equal(a->by_hosts, b->by_hosts);
    assert_memory_equal(a->done, b->done, sizeof a->done);
    assert_int_equal(a->done_n, b->done_n);
    assert_int_equal(a->broken, b->broken);
    assert_int_equal(a->since, b->since);
    assert_int_equal(a->decision, b->decision);
    assert_int_equal(a->rewound, b->rewound);
    assert_int_equal(a->held, b->held);
    assert_int_equal(a->held_move, b->held_move);
    assert_int_equal(a->memory != NULL, b->memory != NULL);
    assert_int_equal(a->version, b->version);
    if (a->memory)
        assert_same_match(&a->match, &b->match);
}

/* All bytes of a room, to find out whether one has changed. */
struct copy {
    struct room room;
    void *memory;
};

static inline size_t copy_size(const struct room *room)
{
    return match_memory(room->settings.deal.game);
}

static inline struct copy *copy_new(const struct room *room)
{
    struct copy *copy = malloc(sizeof *copy);

    assert_non_null(copy);
    memcpy(&copy->room, room, sizeof *room);
    copy->memory = room->memory ? malloc(copy_size(room)) : NULL;
    if (room->memory)
        memcpy(copy->memory, room->memory, copy_size(room));
    return copy;
}

static inline void assert_unchanged(const struct copy *copy, const struct room *room)
{
    assert_memory_equal(&copy->room, room, sizeof *room);
    if (room->memory)
        assert_memory_equal(copy->memory, room->memory, copy_size(room));
}

static inline void copy_end(struct copy *copy)
{
    free(copy->memory);
    free(copy);
}

/* ---- doing something ---- */

static inline void assert_replays(struct trial *t)
{
    struct room *room = malloc(sizeof *room);
    struct why why;

    assert_non_null(room);
    room_init(room, TABLE);
    for (uint32_t i = 0; i < t->n; i++)
        room_replay(room, &t->log[i]);
    assert_same_room(&t->room, room);
    assert_false(room->broken);
    assert_true(room_check(TABLE, t->log, t->n, &why));
    room_end(room);
    free(room);
}

static inline void assert_is_object(const char *text)
{
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

    assert_true(json_is_object(object));
    json_decref(object);
}

/* It can be listed and shown, whatever has happened. */
static inline void assert_can_be_told(const struct room *room)
{
    char row[ROW_MAX + 2], table[8192];
    struct text row_text = text_in(row, ROW_MAX), table_text = text_in(table, sizeof table);
    struct presence presence = {.seats = 3, .host = true};
    struct store_head head;

    room_head(room, &head, &row_text);
    assert_false(row_text.full);
    memcpy(row + strlen(row), "}", 2);
    assert_is_object(row);
    wire_table(&table_text, room, &presence, actors[BO].person, room->changed);
    assert_is_object(table);
}

static inline char *keep_text(const char *text)
{
    char *kept = malloc(strlen(text) + 1);

    assert_non_null(kept);
    return strcpy(kept, text);
}

/* Applies what room_command, room_clock or room_bot_moves gave. */
static inline bool trial_apply(struct trial *t, struct event *event, struct refusal *no)
{
    char body[EVENT_BODY_MAX];
    struct text out = text_in(body, sizeof body);
    struct copy *before = copy_new(&t->room);
    bool ok = room_apply(&t->room, event, &out, no);

    if (!ok) {
        assert_unchanged(before, &t->room);
    } else {
        struct store_event *stored = &t->log[t->n++];

        assert_true(t->n < LOG_MAX);
        assert_false(out.full);
        *stored = (struct store_event){.n = t->room.events, .at = event->at, .body = keep_text(body)};
        memcpy(stored->person, event->person, sizeof stored->person);
        memcpy(stored->name, event->name, sizeof stored->name);
        room_replay(&t->read, stored);
        assert_same_room(&t->room, &t->read);
        assert_can_be_told(&t->room);
    }
    t->event = *event;
    copy_end(before);
    return ok;
}

/* What the hall does with a command. */
static inline bool trial_obey(struct trial *t, struct order *order, int person, struct refusal *no)
{
    struct actor actor = actors[person];
    struct event event;
    struct copy *before = copy_new(&t->room);
    bool ok;

    actor.host_away = t->host_away;
    actor.away = t->away;
    if (order->doing == DO_MUTE && order->seat == NOBODY && order->who > 0 && order->who <= PEOPLE)
        memcpy(order->text, actors[order->who - 1].person, STORE_ID_SIZE);
    ok = room_command(&t->room, order, &actor, t->now, &event, no);
    assert_unchanged(before, &t->room);
    copy_end(before);
    if (ok && event.kind == EVENT_REMATCH)
        memcpy(event.table, NEXT_ONE, sizeof event.table);
    return ok && trial_apply(t, &event, no);
}

/* A message without its id and its table; -1 if it is done, or the code. */
static inline int ask(struct trial *t, int person, const char *keys)
{
    char message[2048];
    struct refusal no = {0};
    struct order order;
    bool ok;

    if (!t->id[0])
        snprintf(t->id, sizeof t->id, "c%d", ++t->ids);
    snprintf(message, sizeof message, "{\"id\":\"%s\",\"table\":\"%s\",%s}", t->id, TABLE, keys);
    t->id[0] = 0;
    ok = command_read(&order, message, strlen(message), &no) && trial_obey(t, &order, person, &no);
    command_end(&order);
    snprintf(t->said, sizeof t->said, "%s", ok ? "" : no.why.text);
    assert_true(ok || (no.why.text[0] && no.why.text[strlen(no.why.text) - 1] == '.'));
    return ok ? -1 : (int)no.code;
}

#define assert_done(t, person, keys)          assert_int_equal(ask(t, person, keys), -1)
#define assert_refused(t, person, code, keys) assert_int_equal(ask(t, person, keys), code)

static inline int askf(struct trial *t, int person, const char *format, ...) __attribute__((format(printf, 3, 4)));

static inline int askf(struct trial *t, int person, const char *format, ...)
{
    char keys[1024];
    va_list args;

    va_start(args, format);
    vsnprintf(keys, sizeof keys, format, args);
    va_end(args);
    return ask(t, person, keys);
}

/* Ann makes it. */
static inline void trial_make(struct trial *t, const char *settings)
{
    uint8_t secret[FAIR_SECRET];
    char message[1024];
    struct refusal no;
    struct order order;
    struct event event;

    memset(t, 0, sizeof *t);
    t->now = 1794787200000;
    room_init(&t->room, TABLE);
    room_init(&t->read, TABLE);
    for (int i = 0; i < FAIR_SECRET; i++)
        secret[i] = (uint8_t)(i * 7 + 1);
    snprintf(message, sizeof message, "{\"id\":\"first\",\"do\":\"create\",%s}", settings);
    if (!command_read(&order, message, strlen(message), &no) ||
        !room_create(&event, &order, &actors[ANN], t->now, secret, NULL, &no))
        fail_msg("%s: %s", settings, no.why.text);
    command_end(&order);
    t->room.settings = event.settings; /* so that it can be compared before it is there */
    assert_true(trial_apply(t, &event, &no));
}

static inline void trial_end(struct trial *t)
{
    assert_replays(t);
    room_end(&t->room);
    room_end(&t->read);
    for (uint32_t i = 0; i < t->n; i++)
        free((char *)(uintptr_t)t->log[i].body);
}

/* Commits to a nonce, and reveals one later; that of each person ends in this number. */
static inline int commit_to(struct trial *t, int person, uint32_t number)
{
    uint8_t nonce[FAIR_NONCE], hash[FAIR_COMMITMENT];
    char digits[2 * FAIR_NONCE + 1], hex[2 * FAIR_COMMITMENT + 1];
    int seat = room_seat_of(&t->room, actors[person].person);

    snprintf(digits, sizeof digits, "%032x", number);
    fair_read_hex(nonce, sizeof nonce, digits);
    fair_seat_commitment(t->room.id, t->room.luck.attempt, seat, nonce, hash);
    fair_hex(hex, hash, sizeof hash);
    return askf(t, person, "\"do\":\"ready\",\"ready\":true,\"commitment\":\"%s\"", hex);
}

static inline int reveal(struct trial *t, int person, uint32_t number)
{
    return askf(t, person, "\"do\":\"reveal\",\"nonce\":\"%032x\"", number);
}

static inline int be_ready(struct trial *t, int person)
{
    return commit_to(t, person, 1000 + (uint32_t)person);
}

/* All who sit here reveal their nonces, and the game begins. */
static inline void reveal_all(struct trial *t)
{
    assert_true(t->room.revealing);
    for (int person = 0; person < PEOPLE && t->room.revealing; person++)
        if (room_seat_of(&t->room, actors[person].person) != NOBODY)
            assert_int_equal(reveal(t, person, 1000 + (uint32_t)person), -1);
    assert_int_equal(t->room.state, STORE_PLAYING);
}

/* People on the first seats, easy bots on the others, and the game has begun. */
static inline void trial_begin(struct trial *t, const char *settings, int people)
{
    trial_make(t, settings);
    for (int i = people; i < t->room.settings.deal.setup.seats; i++)
        assert_int_equal(askf(t, ANN, "\"do\":\"seat\",\"seat\":%d,\"bot\":\"easy\"", i), -1);
    for (int i = 1; i < people; i++)
        assert_done(t, i, "\"do\":\"sit\"");
    for (int i = 0; i < people; i++)
        assert_int_equal(be_ready(t, i), -1);
    reveal_all(t);
}

/* ---- random play ---- */

static inline uint32_t asked_of_all(const struct trial *t)
{
    return t->room.match.deal.game->actors(t->room.match.state);
}

/* A legal move of one who is asked, by whoever plays there. */
static inline bool play_one(struct trial *t, int seat, struct luck *luck)
{
    move_t move[MOVES_MAX];
    int n = match_moves(&t->room.match, seat, move), person = 0;
    struct refusal no;
    struct event event;

    if (n == 0)
        return false;
    if (t->room.match.people & BIT(seat)) {
        while (strcmp(actors[person].person, t->room.seat[seat].person) != 0)
            person++;
        return askf(t, person, "\"do\":\"move\",\"decision\":%u,\"move\":%u", t->room.match.decision,
                    move[luck_below(luck, (uint32_t)n)]) == -1;
    }
    room_bot_moves(&t->room, seat, move[luck_below(luck, (uint32_t)n)], t->now, &event);
    return trial_apply(t, &event, &no);
}

/* Somebody moves: one of those who are asked. */
static inline void play_any(struct trial *t, struct luck *luck)
{
    uint32_t asked = asked_of_all(t);

    t->now += 10;
    if (t->room.held != NOBODY && asked != BIT(t->room.held))
        asked &= ~BIT(t->room.held);
    assert_true(play_one(t, bit_nth(asked, luck_below(luck, (uint32_t)bit_count(asked))), luck));
}

#endif
