/* tables.c: the tables that somebody looks at or whose time has come. Each does one thing after the other: a command is
 * checked, applied and stored before the next one is looked at, and nobody hears of it before it is stored. */
#define _POSIX_C_SOURCE 200809L

#include "hall_in.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../table/turns.h"

static void run(struct hall *hall, struct table *table);
static void load(struct hall *hall, struct table *table);

static void refuse(struct refusal *no, enum why_code code, const char *sentence)
{
    no->code = code;
    snprintf(no->why.text, sizeof no->why.text, "%s", sentence);
}

/* ---- errands ----------------------------------------------------------------------------------- */

static void errand_free(struct errand *errand)
{
    command_end(&errand->command);
    free(errand);
}

static void errand_drop(struct table *table)
{
    struct errand *errand = table->first;

    table->first = errand->next;
    if (!table->first)
        table->last = &table->first;
    table->waiting--;
    errand_free(errand);
}

static struct errand *errand_add(struct table *table)
{
    struct errand *errand = calloc(1, sizeof *errand);

    if (!errand)
        return NULL;
    *table->last = errand;
    table->last = &errand->next;
    table->waiting++;
    return errand;
}

static void answer_done(struct hall *hall, const struct errand *errand, const char *table)
{
    struct text out = hall_text(hall);

    if (!errand->peer)
        return;
    wire_done(&out, errand->command.id, table);
    peer_send(hall, errand->peer, &out);
}

static void answer_no(struct hall *hall, const struct errand *errand, const struct refusal *no)
{
    if (!errand->peer) {
        hall_log(hall, "refused", "code=%s", code_word(no->code));
        return;
    }
    peer_no(hall, errand->peer, errand->command.id, no->code, no->why.text);
}

/* ---- loading ----------------------------------------------------------------------------------- */

static void table_free(struct hall *hall, struct table *table)
{
    while (table->peers)
        table_leave(hall, table->peers);
    while (table->first)
        errand_drop(table);
    map_remove(&hall->tables, &table->node);
    room_end(&table->room);
    free(table->silence);
    free(table);
}

static void refuse_all(struct hall *hall, struct table *table, enum why_code code, const char *sentence)
{
    struct refusal no;

    refuse(&no, code, sentence);
    while (table->first) {
        answer_no(hall, table->first, &no);
        errand_drop(table);
    }
}

static const char store_fails[] = "The server cannot store anything at the moment; nothing has been done. Try again.";

static void loaded(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct table *table = (struct table *)(uintptr_t)tag;
    char id[STORE_ID_SIZE];

    table->loading = false;
    if (answer->result == STORE_MISSING) {
        refuse_all(hall, table, CODE_UNKNOWN, "There is no such table. It may have been deleted.");
        table_free(hall, table);
        return;
    }
    if (answer->result != STORE_OK) {
        hall->counts.store_failures++;
        table->dirty |= table->whole;
        table->load_again = hall->steady + LOAD_AGAIN;
        refuse_all(hall, table, CODE_BUSY, store_fails);
        return;
    }
    if (table->whole) {
        memcpy(id, table->room.id, sizeof id);
        room_end(&table->room);
        room_init(&table->room, id);
        for (int i = 0; table->renamed && i < VIEWERS; i++)
            table->viewer[i].said = 0; /* the whole log has other names */
        table->renamed = false;
    }
    for (uint32_t i = 0; i < answer->events_n; i++)
        room_replay(&table->room, &answer->events[i]);
    table->load_again = 0;
    if (table->dirty || table->again) {
        load(hall, table);
        return;
    }
    talk_note_muted(table);
    if (table->peers) {
        talk_publish(hall, table);
        talk_table(hall, table);
    }
    run(hall, table);
}

static void load(struct hall *hall, struct table *table)
{
    table->loading = true;
    table->loads++;
    table->whole = table->dirty;
    table->dirty = table->again = false;
    store_load(hall->store, table->room.id, table->whole ? 0 : table->room.events, loaded, hall,
               (uint64_t)(uintptr_t)table);
}

struct table *table_get(struct hall *hall, const char *id)
{
    struct table *table = (struct table *)map_find(&hall->tables, key_of_text(id));

    if (table) {
        if (table->load_again && !table->loading)
            load(hall, table);
        return table;
    }
    table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->node.key = key_of_text(id);
    table->last = &table->first;
    table->touched = table->host_away_since = hall->steady;
    for (int i = 0; i < SEATS_MAX; i++)
        table->away_since[i] = hall->steady;
    room_init(&table->room, id);
    if (map_add(&hall->tables, &table->node) < 0) {
        free(table);
        return NULL;
    }
    load(hall, table);
    return table;
}

/* ---- who is there ------------------------------------------------------------------------------ */

static bool is_here(const struct table *table, const char *person)
{
    for (const struct peer *peer = table->peers; peer; peer = peer->next)
        if (peer->person && strcmp(peer->person->who.id, person) == 0)
            return true;
    return false;
}

static void mark_away(struct hall *hall, struct table *table)
{
    for (int i = 0; i < SEATS_MAX; i++) {
        bool here = table->room.seat[i].is == SEAT_PERSON && is_here(table, table->room.seat[i].person);

        if (here)
            table->away_since[i] = 0;
        else if (!table->away_since[i])
            table->away_since[i] = hall->steady;
    }
    if (is_here(table, table->room.host))
        table->host_away_since = 0;
    else if (!table->host_away_since)
        table->host_away_since = hall->steady;
}

uint32_t table_elsewhere(const struct hall *hall, const struct table *table)
{
    uint32_t seats = 0;

    for (int i = 0; i < SEATS_MAX + 1; i++)
        if (hall->steady < table->elsewhere[i])
            seats |= BIT(i);
    return seats;
}

static void actor_fill(struct hall *hall, const struct table *table, struct actor *actor)
{
    uint32_t others = table_elsewhere(hall, table);

    actor->away = 0;
    for (int i = 0; i < SEATS_MAX; i++)
        if (table->away_since[i] && hall->steady - table->away_since[i] >= AWAY && !(others & BIT(i)))
            actor->away |= BIT(i);
    actor->host_away = table->host_away_since && hall->steady - table->host_away_since >= AWAY &&
                       !(others & BIT(HOST_IS));
}

/* ---- the clock of a table ---------------------------------------------------------------------- */

/* The time by which its decisions end. It is the date, but where the clock was set back since the decision began it
 * goes on as if it had not been; and it begins at that date, so that nobody has more than the whole time. */
int64_t table_time(const struct hall *hall, struct table *table)
{
    int64_t ahead = hall->now - hall->steady, since = table->room.since;

    if (table->timed != since) {
        table->timed = since;
        table->ahead = since - hall->steady;
    }
    if (table->ahead < ahead)
        table->ahead = ahead;
    return hall->steady + table->ahead;
}

static bool time_is_over(const struct hall *hall, struct table *table, struct event *out)
{
    bool over = room_clock(&table->room, table_time(hall, table), out);

    out->at = hall->now;
    return over;
}

/* ---- storing ----------------------------------------------------------------------------------- */

static void ask_bot(struct hall *hall, struct table *table, int seat);
static bool are_tired(struct hall *hall, struct table *table);

/* What has to happen at this table by itself. */
static void act(struct hall *hall, struct table *table)
{
    char sentence[REASON_SIZE];
    struct event event;
    int seat;

    if (table->loading || table->writing || table->first || table->load_again)
        return;
    if (room_is_stuck(&table->room)) {
        room_stuck_sentence(&table->room, sentence);
        room_close(sentence, hall->now, &event);
        table_event(hall, table, &event, 0);
        return;
    }
    if (hall->steady >= table->leased_until)
        return;
    if (time_is_over(hall, table, &event)) {
        table_event(hall, table, &event, 0);
        return;
    }
    if (bide_is_over(&table->bide, &table->room))
        bide_begin(&table->bide, &table->room, are_tired(hall, table), hall->steady);
    if (bide_next(&table->bide, hall->steady, &event)) {
        event.at = hall->now;
        table_event(hall, table, &event, 0);
        return;
    }
    if (bide_waits(&table->bide)) /* to the millisecond: a tick would tell how long ago the last one was */
        net_alarm(hall->net, table->bide.due - hall->steady);
    seat = bide_ask(&table->bide, &table->room);
    if (seat != NOBODY && !table->thinking)
        ask_bot(hall, table, seat);
}

static void log_state(const struct hall *hall, const struct table *table, enum store_state before)
{
    static const char *const words[] = {"gathering", "begun", "over", "closed"};

    if (table->room.state != before)
        hall_log(hall, words[table->room.state], "table=%.4s game=%s events=%u", table->room.id,
                 table->room.settings.deal.game->id, (unsigned)table->room.events);
}

static void count_stored(struct hall *hall, const struct errand *errand)
{
    if (errand->event.kind != EVENT_MOVE && errand->event.kind != EVENT_HOLD)
        return;
    if (errand->is_command)
        hall->counts.moves++;
    else
        hall->counts.bot_moves++;
}

/* Whether those at the table have to hear more than the match. */
static bool changes_table(const struct table *table, const struct event *event)
{
    bool plain = event->kind == EVENT_MOVE || event->kind == EVENT_HOLD || event->kind == EVENT_UNDO ||
                 event->kind == EVENT_RETRACT;

    return !plain || table->room.state != STORE_PLAYING || table->room.settings.clock || table->room.settings.window;
}

/* A choice that nobody sees, or an answer in a window, is news for nobody but its maker. */
static void tell_lobby(struct hall *hall, const struct table *table, const struct event *event)
{
    if (table->room.state == table->stored_state && table->room.state == STORE_PLAYING &&
        table->room.decision == table->stored_decision)
        lobby_stale_for_person(hall, event->person);
    else
        lobby_stale_for(hall, &table->room);
}

static void stored(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct table *table = (struct table *)(uintptr_t)tag;
    struct errand *errand = table->first;
    struct refusal no;

    table->writing = false;
    if (answer->result == STORE_OK) {
        if (answer->leased)
            table->leased_until = hall->steady + LEASE;
        log_state(hall, table, table->stored_state);
        count_stored(hall, errand);
        mark_away(hall, table);
        if (errand->event.kind == EVENT_MUTE)
            talk_note_muted(table);
        talk_publish(hall, table);
        if (changes_table(table, &errand->event))
            talk_table(hall, table);
        tell_lobby(hall, table, &errand->event);
        /* Last, so that whoever gets it has seen what came of it. */
        answer_done(hall, errand, errand->event.kind == EVENT_REMATCH ? errand->event.table : "");
        errand_drop(table);
        if (table->dirty)
            load(hall, table);
        else
            run(hall, table);
        return;
    }
    hall->counts.conflicts += answer->result == STORE_CONFLICT;
    hall->counts.store_failures += answer->result != STORE_CONFLICT;
    if (answer->result != STORE_CONFLICT || !errand->is_command || ++errand->tries > RETRIES) {
        refuse(&no, CODE_BUSY, store_fails);
        answer_no(hall, errand, &no);
        errand_drop(table);
    }
    table->dirty = true; /* what was applied here did not happen */
    load(hall, table);
}

static void append(struct hall *hall, const struct room *room, const struct event *event, const char *body,
                   store_done *done, uint64_t tag)
{
    char row[ROW_MAX];
    struct text row_text = text_in(row, sizeof row);
    struct store_append what = {.table = room->id,
                                .event = {.n = room->events, .at = event->at, .body = body},
                                .most_hosted = hall->settings.tables_per_person,
                                .lease_until = hall->now + LEASE};

    memcpy(what.event.person, event->person, sizeof event->person);
    memcpy(what.event.name, event->name, sizeof event->name);
    room_head(room, &what.head, &row_text);
    assert(!row_text.full);
    store_append(hall->store, &what, done, hall, tag);
}

/* Applies an event and has it stored. False if it is refused. */
static bool commit(struct hall *hall, struct table *table, struct event *event, struct refusal *no)
{
    static char body[EVENT_BODY_MAX];
    struct text out = text_in(body, sizeof body);

    table->stored_state = table->room.state;
    table->stored_decision = table->room.decision;
    if (!room_apply(&table->room, event, &out, no))
        return false;
    assert(!out.full);
    table->writing = true;
    append(hall, &table->room, event, body, stored, (uint64_t)(uintptr_t)table);
    return true;
}

/* ---- new tables -------------------------------------------------------------------------------- */

/* An id that follows from these two, so that the same command makes the same table; but nobody can guess it. */
static void id_from(char out[STORE_ID_SIZE], const char *a, const char *b)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    crypto_generichash_state state;
    uint8_t hash[64];

    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const uint8_t *)a, strlen(a) + 1);
    crypto_generichash_update(&state, (const uint8_t *)b, strlen(b) + 1);
    crypto_generichash_final(&state, hash, sizeof hash);
    for (int i = 0; i < STORE_ID_SIZE - 1; i++) {
        unsigned word = hash[2 * i] + 256u * hash[2 * i + 1];

        out[i] = letters[word % 36];
    }
    out[STORE_ID_SIZE - 1] = 0;
}

static void nothing_more(void *self, uint64_t tag, const struct store_answer *answer)
{
    (void)self;
    (void)tag;
    (void)answer;
}

/* Those who sat at the other table sit down here. */
static void seat_again(struct hall *hall, struct room *room, const struct event *create, const struct room *again)
{
    static char body[EVENT_BODY_MAX];
    struct event event;
    struct refusal no;
    struct text out;

    for (int i = 0; i < SEATS_MAX; i++) {
        out = text_in(body, sizeof body);
        if (room_sit_again(again, i, create, &event) && room_apply(room, &event, &out, &no))
            append(hall, room, &event, body, nothing_more, 0);
    }
}

/* Stores the first event of a table, and in a rematch those by which the others sit down; false if it is refused. */
static bool make_table(struct hall *hall, const char *id, struct event *event, const struct room *again,
                       store_done *done, uint64_t tag, struct refusal *no)
{
    static char body[EVENT_BODY_MAX];
    struct text out = text_in(body, sizeof body);
    struct room *room = malloc(sizeof *room);
    bool ok;

    if (!room) {
        refuse(no, CODE_BUSY, "The server has no memory for another table.");
        return false;
    }
    room_init(room, id);
    ok = room_apply(room, event, &out, no);
    assert(!out.full);
    if (ok) {
        append(hall, room, event, body, done, tag);
        if (again)
            seat_again(hall, room, event, again);
        lobby_stale_for(hall, room);
    }
    free(room);
    return ok;
}

static void created(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct pending *pending = pending_take(hall, tag);
    struct text out = hall_text(hall);

    if (answer->result == STORE_OK || answer->result == STORE_CONFLICT) {
        hall->counts.tables_made += answer->result == STORE_OK;
        hall_log(hall, "made", "table=%.4s", pending->table);
        wire_done(&out, pending->id, pending->table);
        peer_send(hall, pending->peer, &out);
    } else if (answer->result == STORE_FULL) {
        peer_no(hall, pending->peer, pending->id, CODE_LIMIT,
                "You are the host of as many open tables as anybody may have here. Close one first.");
    } else {
        hall->counts.store_failures++;
        peer_no(hall, pending->peer, pending->id, CODE_BUSY, store_fails);
    }
    free(pending);
}

void table_create(struct hall *hall, struct peer *peer, struct order *command)
{
    struct actor actor = {0};
    uint8_t secret[FAIR_SECRET];
    struct event event;
    struct refusal no;
    struct pending *pending;
    char id[STORE_ID_SIZE];

    memcpy(actor.person, peer->person->who.id, sizeof actor.person);
    memcpy(actor.name, peer->person->who.name, sizeof actor.name);
    randombytes_buf(secret, sizeof secret);
    id_from(id, actor.person, command->id);
    if (!room_create(&event, command, &actor, hall->now, secret, NULL, &no)) {
        peer_no(hall, peer->id, command->id, no.code, no.why.text);
        return;
    }
    pending = pending_new(hall, peer->id, command->id, id);
    if (!pending) {
        peer_no(hall, peer->id, command->id, CODE_BUSY, "The server has no memory for another table.");
        return;
    }
    if (!make_table(hall, id, &event, NULL, created, pending->node.key.a, &no)) {
        peer_no(hall, peer->id, command->id, no.code, no.why.text);
        free(pending_take(hall, pending->node.key.a));
    }
}

/* The new table exists: now the old one can name it. */
static void rematch_made(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct table *table = (struct table *)(uintptr_t)tag;
    struct refusal no;

    table->writing = false;
    if (answer->result == STORE_OK || answer->result == STORE_CONFLICT) {
        if (commit(hall, table, &table->first->event, &no))
            return;
    } else {
        refuse(&no, answer->result == STORE_FULL ? CODE_LIMIT : CODE_BUSY,
               answer->result == STORE_FULL ? "You are the host of as many open tables as anybody may have here."
                                            : store_fails);
    }
    answer_no(hall, table->first, &no);
    errand_drop(table);
    run(hall, table);
}

/* The same at every node and in every try, so that there is one rematch. Ids of people never leave the server: all that
 * is published of a match does not tell where it goes on. */
static void rematch_id(char out[STORE_ID_SIZE], const struct room *room)
{
    char people[SEATS_MAX * STORE_ID_SIZE], why[32];
    struct text text = text_in(people, sizeof people);

    for (int i = 0; i < SEATS_MAX; i++)
        text_put(&text, room->seat[i].person);
    snprintf(why, sizeof why, "rematch of %s", room->id);
    id_from(out, people, why);
}

static bool rematch(struct hall *hall, struct table *table, struct errand *errand, struct refusal *no)
{
    uint8_t secret[FAIR_SECRET];
    struct event event;

    rematch_id(errand->event.table, &table->room);
    randombytes_buf(secret, sizeof secret);
    if (!room_create(&event, &errand->command, &errand->actor, hall->now, secret, &table->room, no) ||
        !make_table(hall, errand->event.table, &event, &table->room, rematch_made, (uint64_t)(uintptr_t)table, no))
        return false;
    table->writing = true;
    return true;
}

/* ---- commands ---------------------------------------------------------------------------------- */

static void watch(struct hall *hall, struct table *table, struct errand *errand)
{
    struct peer *peer = peer_find(hall, errand->peer);

    if (!peer)
        return;
    if (strcmp(peer->wish, table->room.id) != 0) { /* it has gone on meanwhile */
        answer_done(hall, errand, "");
        return;
    }
    if (peer->table != table) {
        if (peer->table)
            table_leave(hall, peer);
        peer->table = table;
        peer->who = ++table->whos;
        peer->next = table->peers;
        table->peers = peer;
    }
    peer->hears_talk = false;
    peer->table_said = 0;
    mark_away(hall, table);
    table->presence_stale = true;
    talk_note_muted(table);
    talk_join(hall, table, peer);
    talk_table_to(hall, table, peer);
    talk_say(hall, table, peer, &errand->command); /* what was said before, and the answer */
}

static void unwatch(struct hall *hall, struct table *table, struct errand *errand)
{
    struct peer *peer = peer_find(hall, errand->peer);

    if (peer && peer->table == table)
        table_leave(hall, peer);
    answer_done(hall, errand, "");
}

static void say(struct hall *hall, struct table *table, struct errand *errand)
{
    struct peer *peer = peer_find(hall, errand->peer);

    if (peer)
        talk_say(hall, table, peer, &errand->command);
}

static bool look(struct hall *hall, struct table *table, struct errand *errand, struct refusal *no)
{
    struct peer *peer = peer_find(hall, errand->peer);
    struct text out = hall_text(hall);
    int viewer;

    if (!peer)
        return true;
    if (peer->table != table) { /* it has gone on to another one meanwhile */
        refuse(no, CODE_STATE, "Watch that table first.");
        return false;
    }
    viewer = talk_viewer(table, peer);
    if (viewer == NOBODY || !table->room.memory || errand->command.n > room_shown(&table->room)) {
        refuse(no, CODE_STATE, "There is no such moment to look at.");
        return false;
    }
    if (++hall->looks > LOOKS) {
        refuse(no, CODE_LIMIT, "Too many look at the past at this moment; try again.");
        return false;
    }
    wire_past(&out, errand->command.id, &table->room.match, viewer, errand->command.n);
    peer_send(hall, peer->id, &out);
    return true;
}

/* Whether this peer has asked for too many of late; if not, it is noted. */
static bool foresees_too_much(const struct hall *hall, struct peer *peer)
{
    if (hall->steady - peer->previews_since >= PREVIEWS_SPAN) {
        peer->previews_since = hall->steady;
        peer->previews = 0;
    }
    return ++peer->previews > PREVIEWS;
}

static bool preview(struct hall *hall, struct table *table, struct errand *errand, struct refusal *no)
{
    struct peer *peer = peer_find(hall, errand->peer);
    const struct room *room = &table->room;
    int seat = room_seat_of(room, errand->actor.person);

    if (!peer)
        return true;
    if (seat == NOBODY) {
        refuse(no, CODE_STATE, "Only those who play can do that; you look on.");
        return false;
    }
    if (room->state != STORE_PLAYING || errand->command.decision != room->match.decision) {
        refuse(no, CODE_STALE, "That was meant for another moment of the game; look again.");
        return false;
    }
    if (foresees_too_much(hall, peer)) {
        refuse(no, CODE_LIMIT, "That is too much at once: at most twenty previews in a second.");
        return false;
    }
    if (!talk_preview(hall, table, peer, seat, &errand->command)) {
        refuse(no, CODE_RULE, "The rules do not allow that move now.");
        return false;
    }
    return true;
}

/* Who is meant by a number of `looking`. */
static bool find_who(const struct table *table, struct order *command, struct refusal *no)
{
    for (const struct peer *peer = table->peers; peer; peer = peer->next) {
        if (peer->who != command->who || !peer->person)
            continue;
        memcpy(command->text, peer->person->who.id, STORE_ID_SIZE);
        return true;
    }
    refuse(no, CODE_STATE, "Nobody is here who could be muted by that number.");
    return false;
}

/* True if it waits for the store now. */
static bool do_command(struct hall *hall, struct table *table, struct errand *errand, struct refusal *no, bool *refused)
{
    struct order *command = &errand->command;

    *refused = false;
    if (room_has_done(&table->room, errand->actor.person, command->id)) {
        answer_done(hall, errand, command->doing == DO_REMATCH ? table->room.rematch : "");
        return false;
    }
    if (command->doing == DO_REMATCH && table->room.rematch[0]) {
        answer_done(hall, errand, table->room.rematch);
        return false;
    }
    actor_fill(hall, table, &errand->actor);
    *refused = (command->doing == DO_MUTE && command->seat == NOBODY && !command->watchers &&
                !find_who(table, command, no)) ||
               !room_command(&table->room, command, &errand->actor, hall->now, &errand->event, no);
    if (*refused)
        return false;
    *refused = command->doing == DO_REMATCH ? !rematch(hall, table, errand, no)
                                            : !commit(hall, table, &errand->event, no);
    return !*refused;
}

/* A bot's answer, if the question still stands. */
static bool do_bot_move(struct hall *hall, struct table *table, struct errand *errand)
{
    struct event wanted = errand->event;
    struct refusal no;

    if (table->room.state != STORE_PLAYING || wanted.decision != table->room.match.decision ||
        (table->room.match.people & BIT(wanted.seat)))
        return false;
    room_bot_moves(&table->room, wanted.seat, wanted.move, hall->now, &errand->event);
    return commit(hall, table, &errand->event, &no);
}

/* Whether other nodes may have written something that this errand's person has been told of, and that is not here yet:
 * what is read after it came has all of that. */
static bool may_be_behind(const struct hall *hall, const struct table *table, const struct errand *errand)
{
    return store_is_shared(hall->store) && table->loads == errand->loads;
}

/* Does the first errand. True if it waits for the store now. */
static bool do_errand(struct hall *hall, struct table *table)
{
    struct errand *errand = table->first;
    struct refusal no;
    bool refused = false, waits = false;

    if (!errand->is_command) {
        if (errand->event.kind == EVENT_MOVE)
            return do_bot_move(hall, table, errand);
        if (errand->idle_since && table->room.changed > errand->idle_since)
            return false;
        return commit(hall, table, &errand->event, &no);
    }
    if (errand->command.doing == DO_WATCH && may_be_behind(hall, table, errand)) {
        load(hall, table);
        return true;
    }
    switch (errand->command.doing) {
    case DO_WATCH:
        watch(hall, table, errand);
        break;
    case DO_UNWATCH:
        unwatch(hall, table, errand);
        break;
    case DO_SAY:
        say(hall, table, errand);
        break;
    case DO_LOOK:
        refused = !look(hall, table, errand, &no);
        break;
    case DO_PREVIEW:
        refused = !preview(hall, table, errand, &no);
        break;
    default:
        waits = do_command(hall, table, errand, &no, &refused);
        break;
    }
    if (refused && may_be_behind(hall, table, errand)) { /* it is judged by what there is now */
        load(hall, table);
        return true;
    }
    if (refused) {
        hall->counts.refused++;
        answer_no(hall, errand, &no);
    }
    return waits;
}

static void run(struct hall *hall, struct table *table)
{
    bool in_vain = false;

    table->touched = hall->steady;
    if (table->load_again && !table->loading && !table->writing) {
        load(hall, table); /* the room may hold what was never stored: nothing is answered by it */
        return;
    }
    while (!table->loading && !table->writing && table->first) {
        if (do_errand(hall, table))
            return;
        in_vain |= !table->first->is_command;
        errand_drop(table);
    }
    if (!in_vain) /* otherwise the next tick looks again */
        act(hall, table);
}

void table_event(struct hall *hall, struct table *table, const struct event *event, int64_t idle_since)
{
    struct errand *errand = errand_add(table);

    if (!errand)
        return;
    errand->event = *event;
    errand->idle_since = idle_since;
    if (table->waiting == 1)
        run(hall, table);
}

/* Whether this one has asked to watch, and the table has not come to that yet. */
static bool is_coming(const struct table *table, const struct peer *peer)
{
    for (const struct errand *errand = table->first; errand; errand = errand->next)
        if (errand->peer == peer->id && errand->command.doing == DO_WATCH)
            return true;
    return false;
}

void table_command(struct hall *hall, struct peer *peer, struct order *command)
{
    struct table *table = (struct table *)map_find(&hall->tables, key_of_text(command->table));
    uint32_t loads = table ? table->loads : 0;
    struct errand *errand;

    if (command->doing == DO_WATCH)
        table = table_get(hall, command->table);
    if (!table || (command->doing != DO_WATCH && peer->table != table && !is_coming(table, peer))) {
        peer_no(hall, peer->id, command->id, CODE_STATE, "Watch that table first.");
        return;
    }
    if (command->doing == DO_WATCH)
        memcpy(peer->wish, command->table, sizeof peer->wish);
    if (command->doing == DO_UNWATCH)
        peer->wish[0] = 0;
    errand = table->waiting < QUEUE_MAX ? errand_add(table) : NULL;
    if (!errand) {
        peer_no(hall, peer->id, command->id, CODE_LIMIT, "Too much is going on at this table; try again.");
        return;
    }
    errand->peer = peer->id;
    errand->is_command = true;
    errand->loads = loads;
    errand->command = *command;
    command->settings = NULL;
    if (peer->person) {
        memcpy(errand->actor.person, peer->person->who.id, sizeof errand->actor.person);
        memcpy(errand->actor.name, peer->person->who.name, sizeof errand->actor.name);
    }
    if (table->waiting == 1)
        run(hall, table);
}

void table_leave(struct hall *hall, struct peer *peer)
{
    struct table *table = peer->table;
    struct peer **at;

    if (!table)
        return;
    at = &table->peers;
    while (*at != peer)
        at = &(*at)->next;
    *at = peer->next;
    peer->table = NULL;
    peer->next = NULL;
    table->touched = hall->steady;
    table->presence_stale = true;
    mark_away(hall, table);
}

/* ---- bots -------------------------------------------------------------------------------------- */

/* A whole choice waits until it is due. */
static void thought(void *self, const char *id, uint32_t decision, int seat, move_t move)
{
    struct hall *hall = self;
    struct table *table = (struct table *)map_find(&hall->tables, key_of_text(id));
    struct event event = {.kind = EVENT_MOVE, .seat = seat, .move = move, .decision = decision};

    if (!table)
        return;
    table->thinking = false;
    if (decision == table->room.match.decision && room_bots(&table->room) & BIT(seat)) {
        if (turn_is_part(&table->room.match, seat, move)) {
            event.at = hall->now;
            table_event(hall, table, &event, 0);
            return;
        }
        table->thought += bide_answer(&table->bide, &table->room, seat, move, hall->steady);
    }
    act(hall, table);
}

/* Whether the bots of this table have thought so long in this hour that they have to be quick now. */
static bool are_tired(struct hall *hall, struct table *table)
{
    uint32_t hour = (uint32_t)(hall->steady / 3600000);
    bool tired;

    if (table->thought_hour != hour) {
        table->thought_hour = hour;
        table->thought = 0;
    }
    tired = table->thought / 1000 >= hall->settings.think_seconds;
    if (tired != table->tired) {
        table->tired = tired;
        talk_table(hall, table);
    }
    return tired;
}

static void ask_bot(struct hall *hall, struct table *table, int seat)
{
    const struct match *match = &table->room.match;
    const struct game *game = match->deal.game;
    struct question question;
    struct bot bot;
    struct why why;

    if (table->bide.tired || !bot_read(&bot, game, match->bots[seat], &why))
        bot = bot_level(game, 0);
    question_make(&question, game, match->deal.setup.seats, match->state, seat, turn_seed(match, seat));
    table->thinking = pool_think(hall->pool, &bot, &question, table->room.id, match->decision, thought, hall);
}

/* ---- time, and other nodes --------------------------------------------------------------------- */

void table_claimed(struct hall *hall, const char *id)
{
    struct table *table = table_get(hall, id);
    struct event event;

    if (!table)
        return;
    table->leased_until = hall->steady + LEASE;
    /* The store says that there is something to do: if there is not, the room is not what is stored. */
    if (table->loading || table->writing || room_bot(&table->room) != NOBODY || time_is_over(hall, table, &event))
        act(hall, table);
    else if (table->room.changed <= hall->now) /* otherwise it was claimed because the clock was set back */
        load(hall, table);
}

void table_changed(struct hall *hall, const char *id)
{
    struct table *table = (struct table *)map_find(&hall->tables, key_of_text(id));

    lobby_stale_for_all(hall);
    if (!table)
        return;
    if (table->loading)
        table->again = true; /* what is being read may be from before */
    else if (!table->writing)
        load(hall, table); /* while it writes, a conflict will tell */
}

void tables_presence(struct hall *hall)
{
    struct walk walk = map_walk(&hall->tables);
    struct table *table;

    while ((table = (struct table *)walk_next(&walk)) != NULL) {
        uint32_t here = table->host_away_since ? 0 : BIT(HOST_IS);
        char text[64];

        if (!table->peers)
            continue;
        for (int i = 0; i < SEATS_MAX; i++)
            here |= table->away_since[i] ? 0 : BIT(i);
        snprintf(text, sizeof text, "here %s %u", table->room.id, (unsigned)here);
        store_announce(hall->store, text);
        /* A message between nodes may be lost: look now and then. */
        if (!table->loading && !table->writing)
            load(hall, table);
        talk_catch_up(hall, table);
        table->presence_stale = true;
    }
}

void tables_forget(struct hall *hall, const char *person)
{
    struct walk walk = map_walk(&hall->tables);
    struct table *table;

    while ((table = (struct table *)walk_next(&walk)) != NULL) {
        if (table->room.events > 0 && !room_knows(&table->room, person))
            continue;
        table->dirty = table->renamed = true;
        if (!table->loading && !table->writing)
            load(hall, table);
    }
}

void table_announced(struct hall *hall, const char *text)
{
    char id[STORE_ID_SIZE];
    unsigned here;
    uint32_t before;
    struct table *table;

    if (sscanf(text, "said %16s", id) == 1) {
        table = (struct table *)map_find(&hall->tables, key_of_text(id));
        if (table)
            talk_catch_up(hall, table);
        return;
    }
    if (sscanf(text, "here %16s %u", id, &here) != 2)
        return;
    table = (struct table *)map_find(&hall->tables, key_of_text(id));
    if (!table)
        return;
    before = table_elsewhere(hall, table);
    for (int i = 0; i < SEATS_MAX + 1; i++)
        if (here & BIT(i))
            table->elsewhere[i] = hall->steady + ELSEWHERE;
    if (table_elsewhere(hall, table) != before)
        table->presence_stale = true;
}

void tables_tick(struct hall *hall)
{
    struct walk walk = map_walk(&hall->tables);
    struct table *table;

    while ((table = (struct table *)walk_next(&walk)) != NULL) {
        bool quiet = !table->loading && !table->writing && !table->first && !table->thinking;

        if (table->presence_stale && !table->loading && !table->writing && !table->dirty && !table->load_again)
            talk_table(hall, table);
        if (table->load_again && !table->loading && hall->steady >= table->load_again && table->peers)
            load(hall, table);
        else if (quiet && !table->peers && hall->steady - table->touched > KEEP_LOADED &&
                 hall->steady >= table->leased_until)
            table_free(hall, table);
        else if (quiet && hall->steady < table->leased_until)
            act(hall, table);
    }
}

void tables_alarm(struct hall *hall)
{
    struct walk walk = map_walk(&hall->tables);
    struct table *table;

    while ((table = (struct table *)walk_next(&walk)) != NULL)
        if (bide_waits(&table->bide))
            act(hall, table);
}

void tables_end(struct hall *hall)
{
    struct walk walk = map_walk(&hall->tables);
    struct node *node;

    while ((node = walk_next(&walk)) != NULL)
        table_free(hall, (struct table *)node);
    map_end(&hall->tables);
}
