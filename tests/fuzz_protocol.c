/* fuzz_protocol: any bytes as what a client sends and as what a log holds. The first byte says which: messages to a
 * small table, one a line, from whom the line's first character says; bodies of events, one a line; or a JSON object. A
 * table never crashes, a refused message changes nothing, and what was done is told by its log again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/server/room.h"
#include "../src/table/hash.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINE_MAX = 1024, EVENTS_MAX = 64 };

#define TABLE "k7q2m9xw3rbt5c4d"

static void check(bool ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "expected: %s\n", what);
        abort();
    }
}

/* The log as it grows. */
struct trial {
    struct room room, read;
    uint32_t n;
    int64_t now;
};

static uint64_t fingerprint(const struct room *room)
{
    uint64_t hash = hash_bytes(HASH_START, room, sizeof *room);

    return room->memory ? hash_bytes(hash, room->memory, match_memory(room->match.deal.game)) : hash;
}

static bool same(const struct room *a, const struct room *b)
{
    return a->state == b->state && a->events == b->events && a->since == b->since && a->held == b->held &&
           a->broken == b->broken && strcmp(a->host, b->host) == 0 && strcmp(a->reason, b->reason) == 0 &&
           memcmp(a->done, b->done, sizeof a->done) == 0 && memcmp(a->muted, b->muted, sizeof a->muted) == 0 &&
           a->hushed == b->hushed && !a->memory == !b->memory &&
           (!a->memory || (match_hash(&a->match) == match_hash(&b->match) && a->match.n == b->match.n &&
                           a->match.decision == b->match.decision && a->match.people == b->match.people));
}

static void apply(struct trial *t, struct event *event)
{
    static char body[EVENT_BODY_MAX];
    struct text out = text_in(body, sizeof body), row_text;
    struct store_event stored = {.n = t->n + 1, .at = event->at, .body = body};
    uint64_t before = fingerprint(&t->room);
    struct store_head head;
    struct refusal no;
    char row[ROW_MAX];

    if (!room_apply(&t->room, event, &out, &no)) {
        check(fingerprint(&t->room) == before, "a refused event that changes nothing");
        check(no.why.text[0] != 0, "a sentence");
        return;
    }
    check(!out.full, "room for the body");
    memcpy(stored.person, event->person, sizeof stored.person);
    memcpy(stored.name, event->name, sizeof stored.name);
    room_replay(&t->read, &stored);
    check(!t->read.broken, "a log that replays");
    check(same(&t->room, &t->read), "the same from the log");
    row_text = text_in(row, sizeof row);
    room_head(&t->room, &head, &row_text);
    check(!row_text.full, "room for the row");
    t->n++;
}

static struct actor actor_of(int who)
{
    struct actor actor = {.away = 0x7f, .host_away = who & 4};

    snprintf(actor.person, sizeof actor.person, "person%010d", who & 3);
    snprintf(actor.name, sizeof actor.name, "Name %d", who & 3);
    return actor;
}

static void obey(struct trial *t, const char *line)
{
    struct actor actor = actor_of(line[0]);
    struct refusal no = {0};
    struct order order;
    struct event event;

    if (!command_read(&order, line + 1, strlen(line + 1), &no)) {
        check(no.why.text[0] != 0, "a sentence");
    } else if (room_command(&t->room, &order, &actor, t->now, &event, &no)) {
        memcpy(event.table, event.kind == EVENT_REMATCH ? TABLE : "", event.kind == EVENT_REMATCH ? sizeof TABLE : 1);
        apply(t, &event);
    }
    command_end(&order);
}

/* Bots and the clock do what they have to. */
static void go_on(struct trial *t)
{
    struct event event;
    int seat = room_bot(&t->room);
    move_t move[MOVES_MAX];

    t->now += 997;
    if (room_clock(&t->room, t->now, &event)) {
        apply(t, &event);
    } else if (seat != NOBODY && match_moves(&t->room.match, seat, move) > 0) {
        room_bot_moves(&t->room, seat, move[0], t->now, &event);
        apply(t, &event);
    }
}

static void make(struct trial *t)
{
    static const char text[] = "{\"id\":\"c\",\"do\":\"create\",\"deal\":\"slithy:3\",\"clock\":30,\"window\":3}";
    uint8_t secret[FAIR_SECRET] = {1, 2, 3};
    struct actor actor = actor_of('0');
    struct refusal no;
    struct order order;
    struct event event;

    memset(t, 0, sizeof *t);
    room_init(&t->room, TABLE);
    room_init(&t->read, TABLE);
    check(command_read(&order, text, strlen(text), &no), "a command");
    check(room_create(&event, &order, &actor, t->now, secret, NULL, &no), "a table");
    command_end(&order);
    apply(t, &event);
}

static void messages(const char *text)
{
    static struct trial t;
    char line[LINE_MAX];

    make(&t);
    while (*text && t.n < EVENTS_MAX) {
        size_t n = strcspn(text, "\n");

        if (n > 1 && n < sizeof line) {
            memcpy(line, text, n);
            line[n] = 0;
            obey(&t, line);
            go_on(&t);
        }
        text += n + (text[n] != 0);
    }
    room_end(&t.room);
    room_end(&t.read);
}

static void bodies(const char *text)
{
    static struct room room;
    char line[LINE_MAX];
    uint32_t number = 0;

    room_init(&room, TABLE);
    while (*text && number < EVENTS_MAX) {
        size_t n = strcspn(text, "\n");
        struct store_event event = {.n = number + 1, .at = 1000, .person = "person0000000000", .body = line};
        char row[ROW_MAX];
        struct text out = text_in(row, sizeof row);
        struct store_head head;

        n = n < sizeof line ? n : sizeof line - 1;
        memcpy(line, text, n);
        line[n] = 0;
        room_replay(&room, &event);
        check(room.events == ++number, "all events counted");
        room_head(&room, &head, &out);
        text += n + (text[n] == '\n');
    }
    room_end(&room);
}

static void object(const char *text)
{
    struct json_in in, inner;
    char words[16];
    uint32_t number;
    struct why why = {""};
    bool truth;

    if (!json_in_open(&in, text, strlen(text), &why)) {
        check(why.text[0] != 0, "a sentence");
        return;
    }
    json_in_text(&in, "text", words, sizeof words, 1);
    json_in_number(&in, "number", 1000, &number);
    check(number <= 1000, "a number within its range");
    if (json_in_has(&in, "truth"))
        json_in_truth(&in, "truth", &truth);
    if (json_in_inner(&inner, &in, "inner")) {
        json_in_number(&inner, "number", 1, &number);
        json_in_close(&inner);
    }
    check(json_in_close(&in) || why.text[0] != 0, "a sentence");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text;

    if (size == 0)
        return 0;
    text = malloc(size);
    check(text, "memory");
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    if (data[0] == 'e')
        bodies(text);
    else if (data[0] == 'j')
        object(text);
    else
        messages(text);
    free(text);
    return 0;
}
