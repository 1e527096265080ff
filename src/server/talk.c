/* talk.c: what those at a table hear: the match as each may see it, who is there, and what is said. */
#include "hall_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../table/hash.h"
#include "../table/preview.h"

/* Players may want to be among themselves; when it is over, everybody may look. */
int talk_viewer(const struct table *table, const struct peer *peer)
{
    int seat = peer->person ? room_seat_of(&table->room, peer->person->who.id) : NOBODY;

    if (seat != NOBODY)
        return seat;
    return table->room.settings.watchers || table->room.state == STORE_OVER ? SPECTATOR : NOBODY;
}

static struct viewer *viewer_of(struct table *table, int viewer)
{
    return &table->viewer[viewer == SPECTATOR ? SEATS_MAX : viewer];
}

static uint64_t fingerprint(const struct text *text, struct wire_view part)
{
    return hash_bytes(HASH_START, text->at + part.from, part.to - part.from) | 1;
}

static void to_viewer(struct hall *hall, const struct table *table, int viewer, const struct text *text)
{
    for (const struct peer *peer = table->peers; peer; peer = peer->next)
        if (talk_viewer(table, peer) == viewer)
            peer_send(hall, peer->id, text);
}

/* The match as it looks to one whose answer is held until the end of a window: as if others were still choosing. */
struct held_match {
    struct match match;
    struct step kept;
    _Alignas(8) unsigned char state[STATE_MAX];
};

static const struct match *held_begin(const struct room *room, int viewer, struct held_match *held)
{
    const struct game *game = room->match.deal.game;
    uint32_t others = room->state == STORE_PLAYING ? game_sealed(game, room->match.state) & ~BIT(viewer) : 0;

    held->match.n = 0;
    if (room->held != viewer || !others)
        return &room->match;
    held->match = room->match;
    memcpy(held->state, room->match.state, game->state_size);
    held->match.state = held->state;
    game->reopen(held->state, others);
    game->apply(held->state, viewer, room->held_move, NULL);
    held->kept = held->match.step[held->match.n];
    held->match.step[held->match.n++] = (struct step){.actor = (uint8_t)viewer, .move = room->held_move};
    return &held->match;
}

static void held_end(const struct held_match *held)
{
    if (held->match.n)
        held->match.step[held->match.n - 1] = held->kept;
}

/* The whole match, to one peer or to all with these eyes. */
static void tell_all(struct hall *hall, struct table *table, int viewer, const struct peer *peer)
{
    struct viewer *told = viewer_of(table, viewer);
    struct text out = hall_text(hall);
    struct wire_turn turn = wire_turn(&table->room, viewer);
    struct held_match held;
    struct wire_view part = wire_now(&out, table->room.id, held_begin(&table->room, viewer, &held), viewer, turn);

    held_end(&held);
    told->said = fingerprint(&out, part);
    told->shown = room_shown(&table->room);
    told->rewound = table->room.rewound;
    if (peer)
        peer_send(hall, peer->id, &out);
    else
        to_viewer(hall, table, viewer, &out);
}

/* What is new; nothing if these eyes see no difference. */
static void tell_steps(struct hall *hall, struct table *table, int viewer)
{
    struct viewer *told = viewer_of(table, viewer);
    uint32_t end = room_shown(&table->room);
    struct wire_turn turn = wire_turn(&table->room, viewer);
    bool moved;

    do {
        struct text out = hall_text(hall);
        struct held_match held;
        struct wire_view part;
        uint64_t said;

        moved = told->shown < end;
        part = wire_step(&out, table->room.id, held_begin(&table->room, viewer, &held), viewer, turn, &told->shown);
        held_end(&held);
        said = fingerprint(&out, part);
        if (moved || said != told->said)
            to_viewer(hall, table, viewer, &out);
        told->said = said;
    } while (told->shown < end);
}

/* What a move would do, as far as this seat can know. False: it cannot be made. */
bool talk_preview(struct hall *hall, const struct table *table, const struct peer *peer, int seat,
                  const struct order *command)
{
    static struct preview preview; /* of the loop, which is one thread */
    struct text out = hall_text(hall);
    struct held_match held;
    const struct match *match = held_begin(&table->room, seat, &held);
    move_t move[MOVES_MAX];
    int n = match_moves(match, seat, move), i = 0;

    while (i < n && move[i] != command->move)
        i++;
    if (i < n) {
        preview_make(&preview, match, seat, move[i]);
        wire_preview(&out, command->id, &preview);
    }
    held_end(&held);
    if (i < n)
        peer_send(hall, peer->id, &out);
    return i < n;
}

void talk_publish(struct hall *hall, struct table *table)
{
    uint32_t viewers = 0;

    if (!table->room.memory)
        return;
    for (const struct peer *peer = table->peers; peer; peer = peer->next) {
        int viewer = talk_viewer(table, peer);

        if (viewer != NOBODY)
            viewers |= BIT(viewer);
    }
    for (int v = 0; v < VIEWERS; v++) {
        int viewer = v == SEATS_MAX ? SPECTATOR : v;
        struct viewer *told = &table->viewer[v];

        if (!(viewers & BIT(viewer)))
            told->said = 0;
        else if (told->said == 0 || told->rewound != table->room.rewound || told->shown > room_shown(&table->room))
            tell_all(hall, table, viewer, NULL);
        else
            tell_steps(hall, table, viewer);
    }
}

void talk_join(struct hall *hall, struct table *table, struct peer *peer)
{
    int viewer = talk_viewer(table, peer);

    if (table->room.memory && viewer != NOBODY)
        tell_all(hall, table, viewer, peer);
}

/* ---- the table --------------------------------------------------------------------------------- */

enum { LOOKING_MAX = 50 };

static bool is_first(const struct table *table, const struct peer *peer)
{
    for (const struct peer *other = table->peers; other != peer; other = other->next)
        if (other->person == peer->person)
            return false;
    return true;
}

static void presence_fill(struct hall *hall, const struct table *table, struct presence *out,
                          struct watcher looking[LOOKING_MAX])
{
    uint32_t others = table_elsewhere(hall, table);

    *out = (struct presence){
        .tired = table->tired, .watcher = looking, .host = !table->host_away_since || (others & BIT(HOST_IS))};
    for (int i = 0; i < SEATS_MAX; i++)
        if (!table->away_since[i] || (others & BIT(i)))
            out->seats |= BIT(i);
    for (const struct peer *peer = table->peers; peer && out->watchers < LOOKING_MAX; peer = peer->next) {
        if (peer->person && (room_seat_of(&table->room, peer->person->who.id) != NOBODY || !is_first(table, peer)))
            continue;
        looking[out->watchers++] = (struct watcher){peer->who, peer->person ? peer->person->who.name : "somebody"};
    }
}

static void tell_table(struct hall *hall, struct table *table, struct peer *peer, const struct presence *presence)
{
    struct text out = hall_text(hall);
    size_t part = wire_table(&out, &table->room, presence, peer->person ? peer->person->who.id : "",
                             table_time(hall, table));
    uint64_t said = hash_bytes(HASH_START + (uint64_t)room_deadline(&table->room), out.at, part) | 1;

    if (said != peer->table_said)
        peer_send(hall, peer->id, &out);
    peer->table_said = said;
}

void talk_table(struct hall *hall, struct table *table)
{
    struct watcher looking[LOOKING_MAX];
    struct presence presence;

    table->presence_stale = false;
    presence_fill(hall, table, &presence, looking);
    for (struct peer *peer = table->peers; peer; peer = peer->next)
        tell_table(hall, table, peer, &presence);
}

void talk_table_to(struct hall *hall, struct table *table, struct peer *peer)
{
    struct watcher looking[LOOKING_MAX];
    struct presence presence;

    presence_fill(hall, table, &presence, looking);
    tell_table(hall, table, peer, &presence);
}

/* ---- chat -------------------------------------------------------------------------------------- */

static void told_before(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct pending *pending = pending_take(hall, tag);
    struct peer *peer = peer_find(hall, pending->peer);
    struct text out = hall_text(hall);

    if (peer && peer->table && strcmp(peer->table->room.id, pending->table) == 0) {
        peer->hears_talk = true;
        if (answer->result == STORE_OK && answer->lines_n > 0) {
            if (!peer->table->lines)
                peer->table->lines = answer->lines[answer->lines_n - 1].n;
            wire_chat(&out, pending->table, answer->lines, answer->lines_n);
            peer_send(hall, peer->id, &out);
        }
    }
    out = hall_text(hall);
    wire_done(&out, pending->id, "");
    peer_send(hall, pending->peer, &out);
    free(pending);
}

static void broadcast(struct hall *hall, struct table *table, const struct store_line *lines, uint32_t n)
{
    struct text out = hall_text(hall);

    wire_chat(&out, table->room.id, lines, n);
    for (const struct peer *peer = table->peers; peer; peer = peer->next)
        if (peer->hears_talk)
            peer_send(hall, peer->id, &out);
    if (lines[n - 1].n > table->lines)
        table->lines = lines[n - 1].n;
}

static void said_elsewhere(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct pending *pending = pending_take(hall, tag);
    struct table *table = (struct table *)map_find(&hall->tables, key_of_text(pending->table));
    uint32_t heard = 0;

    if (table)
        table->catching = false;
    if (table && table->catch_again) {
        table->catch_again = false;
        talk_catch_up(hall, table);
    }
    if (answer->result != STORE_OK)
        table = NULL;
    while (table && heard < answer->lines_n && answer->lines[heard].n <= table->lines)
        heard++;
    if (table && heard < answer->lines_n)
        broadcast(hall, table, answer->lines + heard, answer->lines_n - heard);
    free(pending);
}

void talk_catch_up(struct hall *hall, struct table *table)
{
    struct pending *pending = table->peers && !table->catching ? pending_new(hall, 0, "", table->room.id) : NULL;

    table->catch_again |= table->catching;
    table->catching |= pending != NULL;
    if (pending)
        store_lines(hall->store, table->room.id, table->lines, CHAT_HISTORY, said_elsewhere, hall, pending->node.key.a);
}

static void said(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct pending *pending = pending_take(hall, tag);
    struct table *table = (struct table *)map_find(&hall->tables, key_of_text(pending->table));
    char news[64];

    if (answer->result == STORE_OK) {
        struct text out = hall_text(hall);

        hall->counts.chats += table && answer->n > table->lines; /* one that is said again is not counted */
        wire_done(&out, pending->id, "");
        peer_send(hall, pending->peer, &out);
        pending->line.n = answer->n;
        pending->line.text = pending->text;
        if (table && pending->line.n == table->lines + 1)
            broadcast(hall, table, &pending->line, 1);
        else if (table && pending->line.n > table->lines)
            talk_catch_up(hall, table); /* other nodes were quicker */
        snprintf(news, sizeof news, "said %s", pending->table);
        store_announce(hall->store, news);
    } else {
        hall->counts.store_failures++;
        peer_no(hall, pending->peer, pending->id, CODE_BUSY,
                "The server cannot store anything at the moment; try again.");
    }
    free(pending);
}

/* Whether this person has said too much of late; if not, it is noted. */
static bool says_too_much(struct hall *hall, struct person *person)
{
    int64_t *oldest = &person->said[person->lines % CHAT_LINES];

    if (hall->steady - *oldest < CHAT_SPAN)
        return true;
    *oldest = person->said_last = hall->steady;
    person->lines++;
    return false;
}

static bool refuse(struct refusal *no, enum why_code code, const char *sentence)
{
    no->code = code;
    snprintf(no->why.text, sizeof no->why.text, "%s", sentence);
    return false;
}

static bool is_spared(const struct silence *silence, const char *person)
{
    for (int i = 0; i < SPARED_MAX; i++)
        if (strcmp(silence->spared[i], person) == 0)
            return true;
    return false;
}

static void spare(struct silence *silence, const char *person)
{
    for (int i = 0; i < SPARED_MAX && person[0] && !is_spared(silence, person); i++) {
        if (silence->spared[i][0])
            continue;
        memcpy(silence->spared[i], person, sizeof silence->spared[i]);
        return;
    }
}

/* Others at the same address may be other people: those who are there when it is noted are heard as before. */
static void note_silence(struct table *table, const struct peer *muted)
{
    struct silence *free_one = NULL;

    if (!table->silence)
        table->silence = calloc(MUTED_MAX, sizeof *table->silence);
    if (!table->silence)
        return;
    for (int i = 0; i < MUTED_MAX; i++) {
        struct silence *one = &table->silence[i];

        if (strcmp(one->person, muted->person->who.id) == 0 && strcmp(one->address, muted->address) == 0)
            return;
        if (!one->person[0])
            free_one = one;
    }
    if (!free_one)
        return;
    memcpy(free_one->person, muted->person->who.id, sizeof free_one->person);
    memcpy(free_one->address, muted->address, sizeof free_one->address);
    spare(free_one, table->room.host);
    for (int i = 0; i < SEATS_MAX; i++)
        spare(free_one, table->room.seat[i].person);
    for (const struct peer *peer = table->peers; peer; peer = peer->next)
        if (peer->person && strcmp(peer->address, muted->address) == 0)
            spare(free_one, peer->person->who.id);
}

void talk_note_muted(struct table *table)
{
    for (int i = 0; i < MUTED_MAX && table->silence; i++)
        if (table->silence[i].person[0] && !room_is_muted(&table->room, table->silence[i].person))
            table->silence[i] = (struct silence){0};
    for (const struct peer *peer = table->peers; peer; peer = peer->next)
        if (peer->person && room_is_muted(&table->room, peer->person->who.id))
            note_silence(table, peer);
}

/* Comes from where somebody was muted, and has come since. */
static bool is_silenced(const struct table *table, const struct peer *peer)
{
    for (int i = 0; i < MUTED_MAX && table->silence; i++)
        if (table->silence[i].person[0] && strcmp(table->silence[i].address, peer->address) == 0 &&
            !is_spared(&table->silence[i], peer->person->who.id))
            return true;
    return false;
}

/* One who looks on must not speak as one of those who sit: names alone tell who says what. */
static bool may_say(struct hall *hall, const struct table *table, struct peer *peer, struct refusal *no)
{
    const struct room *room = &table->room;
    const struct store_person *who = peer->person ? &peer->person->who : NULL;

    if (!who)
        return refuse(no, CODE_STRANGER, "Say who you are before you say anything else.");
    if (room_is_muted(room, who->id))
        return refuse(no, CODE_LIMIT, "The host has muted you at this table.");
    if (room_hushes(room, who->id))
        return refuse(no, CODE_LIMIT, "The host has muted all who look on.");
    if (is_silenced(table, peer))
        return refuse(no, CODE_LIMIT,
                      "The host has muted somebody who came from your address, and you have come since.");
    if (room_seat_of(room, who->id) == NOBODY && room_has_namesake(room, who->id, who->name))
        return refuse(no, CODE_NAME,
                      "Somebody at this table has your name, or one that looks like it: take another name first.");
    if (says_too_much(hall, peer->person))
        return refuse(no, CODE_LIMIT, "That is too much at once: at most five lines in ten seconds.");
    return true;
}

void talk_say(struct hall *hall, struct table *table, struct peer *peer, const struct order *command)
{
    struct pending *pending = pending_new(hall, peer->id, command->id, table->room.id);
    struct refusal no;

    if (!pending) {
        peer_no(hall, peer->id, command->id, CODE_BUSY, "The server has no memory left; try again.");
        return;
    }
    if (command->doing == DO_WATCH) {
        store_lines(hall->store, table->room.id, 0, CHAT_HISTORY, told_before, hall, pending->node.key.a);
        return;
    }
    if (!may_say(hall, table, peer, &no)) {
        peer_no(hall, peer->id, command->id, no.code, no.why.text);
        free(pending_take(hall, pending->node.key.a));
        return;
    }
    memcpy(pending->text, command->text, sizeof pending->text);
    pending->line = (struct store_line){.at = hall->now, .seat = room_seat_of(&table->room, peer->person->who.id)};
    pending->line.text = pending->text;
    pending->line.command = pending->id;
    memcpy(pending->line.person, peer->person->who.id, sizeof pending->line.person);
    memcpy(pending->line.name, /* as the others know them at this table */
           pending->line.seat == NOBODY ? peer->person->who.name : table->room.seat[pending->line.seat].name,
           sizeof pending->line.name);
    store_say(hall->store, table->room.id, &pending->line, said, hall, pending->node.key.a);
}
