#include "wire.h"

#include <string.h>

#include "../table/view.h"
#include "config.h"
#include "edition.h"

static void begin(struct text *out, const char *is, const char *table)
{
    text_char(out, '{');
    json_key_string(out, "is", is);
    if (table[0])
        json_key_string(out, "table", table);
}

/* ---- the match --------------------------------------------------------------------------------- */

struct wire_turn wire_turn(const struct room *room, int viewer)
{
    return (struct wire_turn){room_cue(room, viewer), room_may_undo(room, viewer)};
}

/* A view is too large for the stack. */
static void put_view(struct text *out, const struct match *match, int viewer, uint32_t n, bool present)
{
    static _Thread_local struct view view;

    if (present)
        view_make(&view, match, viewer);
    else
        view_make_at(&view, match, viewer, n);
    json_key(out, "view");
    view_json(&view, out);
}

/* Before the last of several moments there is nothing to do. */
static struct wire_view put_turn(struct text *out, const struct match *match, int viewer, uint32_t n,
                                 const struct wire_turn *turn)
{
    static const char *const cues[CUE_KINDS] = {
#define CUE_WORD(id, name) name,
        CUES(CUE_WORD)
#undef CUE_WORD
    };
    struct wire_view part = {.from = out->used};

    json_key_string(out, "cue", cues[turn ? turn->cue : CUE_WAIT]);
    json_key_truth(out, "undo", turn && turn->undo);
    put_view(out, match, viewer, n, turn != NULL);
    part.to = out->used;
    return part;
}

static void put_log(struct text *out, const struct match *match, int viewer, uint32_t from, uint32_t to)
{
    json_key(out, "log");
    match_log_json(match, viewer, from, to, out);
}

struct wire_view wire_now(struct text *out, const char *table, const struct match *match, int viewer,
                          struct wire_turn turn)
{
    uint32_t end = sitting_end(match);
    struct wire_view part;

    begin(out, "now", table);
    json_key_number(out, "news", sitting_news_of(match, viewer, end));
    part = put_turn(out, match, viewer, end, &turn);
    put_log(out, match, viewer, 0, end);
    text_char(out, '}');
    return part;
}

struct wire_view wire_step(struct text *out, const char *table, const struct match *match, int viewer,
                           struct wire_turn turn, uint32_t *at)
{
    uint32_t end = sitting_end(match);
    struct cue cue = {.from = *at, .to = end};
    struct wire_view part;

    if (*at < end)
        sitting_look(match, viewer, *at, end, &cue);
    begin(out, "step", table);
    if (cue.over)
        json_key_true(out, "stop");
    if (cue.hold)
        json_key_true(out, "hold");
    if (cue.pause)
        json_key_true(out, "pause");
    json_key_number(out, "news", sitting_news_of(match, viewer, cue.to));
    part = put_turn(out, match, viewer, cue.to, cue.to == end ? &turn : NULL);
    put_log(out, match, viewer, cue.from, cue.to);
    text_char(out, '}');
    *at = cue.to;
    return part;
}

void wire_past(struct text *out, const char *id, const struct match *match, int viewer, uint32_t n)
{
    begin(out, "done", "");
    json_key_string(out, "id", id);
    put_view(out, match, viewer, n, false);
    text_char(out, '}');
}

void wire_preview(struct text *out, const char *id, const struct preview *preview)
{
    begin(out, "done", "");
    json_key_string(out, "id", id);
    json_key(out, "preview");
    preview_json(preview, out);
    text_char(out, '}');
}

/* ---- the table --------------------------------------------------------------------------------- */

static const char *const state_words[] = {"gathering", "playing", "over", "closed"};
static const char *const seat_words[] = {"empty", "person", "bot"};
static const char *const because_words[] = {
#define BECAUSE_WORD(name, word) word,
    BECAUSES(BECAUSE_WORD)
#undef BECAUSE_WORD
};

static void put_seat(struct text *out, const struct room *room, int i, bool here)
{
    const struct room_seat *seat = &room->seat[i];

    json_comma(out);
    text_char(out, '{');
    json_key_string(out, "is", seat_words[seat->is]);
    if (seat->name[0])
        json_key_string(out, "name", seat->name);
    if (seat->is == SEAT_BOT)
        json_key_string(out, "bot", seat->bot);
    if (seat->is == SEAT_PERSON) {
        json_key_truth(out, "here", here);
        json_key_truth(out, "ready", seat->ready);
        if (room->revealing && seat->revealed)
            json_key_true(out, "revealed");
        if (seat->standin)
            json_key_string(out, "standin", seat->bot);
        if (seat->resigned)
            json_key_true(out, "resigned");
        if (seat->ends)
            json_key_true(out, "ends");
        if (room_is_muted(room, seat->person))
            json_key_true(out, "muted");
    }
    text_char(out, '}');
}

static void put_hex(struct text *out, const uint8_t *bytes, size_t n)
{
    char hex[2 * FAIR_SECRET + 1];

    fair_hex(hex, bytes, n);
    json_quoted(out, hex);
}

/* A list with an entry for each seat: its bytes if it is among these, or null. */
static void put_list(struct text *out, const char *key, int seats, uint32_t these, const uint8_t *first, size_t n)
{
    json_key(out, key);
    text_char(out, '[');
    for (int i = 0; i < seats; i++) {
        json_comma(out);
        if (these & BIT(i))
            put_hex(out, first + (size_t)i * n, n);
        else
            text_put(out, "null");
    }
    text_char(out, ']');
}

/* Up to the secret, which is told when it cannot harm any more. */
static void put_proof(struct text *out, const struct match_fair *fair, int seats, bool with_secret)
{
    if (fair->scheme == 2)
        json_key_number(out, "attempt", fair->attempt);
    json_key(out, "commitment");
    put_hex(out, fair->commitment, FAIR_COMMITMENT);
    if (fair->scheme == 2)
        put_list(out, "commitments", seats, fair->commitments, fair->committed[0], FAIR_COMMITMENT);
    put_list(out, "nonces", seats, fair->nonces, fair->nonce[0], FAIR_NONCE);
    if (with_secret) {
        json_key(out, "secret");
        put_hex(out, fair->secret, FAIR_SECRET);
    }
}

static void put_luck(struct text *out, const struct room *room)
{
    int seats = room->settings.deal.setup.seats;
    struct match_fair fair;

    room_proof(room, &fair);
    if (room->revealing) /* nobody is to know more than others while one may still hold back */
        fair.nonces = 0;
    json_key(out, "luck");
    text_char(out, '{');
    json_key_number(out, "scheme", fair.scheme);
    put_proof(out, &fair, seats, room->state == STORE_OVER || room->state == STORE_CLOSED);
    if (room->revealing)
        json_key_true(out, "reveal");
    if (room->off.is) {
        json_key(out, "off");
        text_char(out, '{');
        put_proof(out, &room->off, room->off_seats, true);
        text_char(out, '}');
    }
    text_char(out, '}');
}

static void put_watchers(struct text *out, const struct presence *presence)
{
    json_key_number(out, "watching", presence->watchers);
    json_key(out, "looking");
    text_char(out, '[');
    for (int i = 0; i < presence->watchers; i++) {
        json_comma(out);
        text_char(out, '{');
        json_key_number(out, "who", presence->watcher[i].who);
        json_key_string(out, "name", presence->watcher[i].name);
        text_char(out, '}');
    }
    text_char(out, ']');
}

size_t wire_table(struct text *out, const struct room *room, const struct presence *presence, const char *person,
                  int64_t now)
{
    int64_t deadline = room_deadline(room);
    int seat = room_seat_of(room, person);
    size_t before_left;

    begin(out, "table", room->id);
    json_key_string(out, "state", state_words[room->state]);
    json_key_string(out, "game", settings_game(&room->settings));
    settings_put(out, &room->settings);
    json_key(out, "host");
    text_char(out, '{');
    json_key_string(out, "name", room->host_name);
    json_key_truth(out, "here", presence->host);
    text_char(out, '}');
    json_key(out, "you");
    text_put(out, "{\"seat\":");
    if (seat == NOBODY)
        text_put(out, "null");
    else
        text_number(out, seat);
    json_key_truth(out, "host", person[0] && strcmp(person, room->host) == 0);
    text_char(out, '}');
    json_key(out, "seats");
    text_char(out, '[');
    for (int i = 0; i < room->settings.deal.setup.seats; i++)
        put_seat(out, room, i, presence->seats & BIT(i));
    text_char(out, ']');
    put_watchers(out, presence);
    if (room->hushed)
        json_key_true(out, "hushed");
    put_luck(out, room);
    if (room->because) {
        json_key_string(out, "because", because_words[room->because]);
        json_key_string(out, "why", room->reason);
    }
    if (room->rematch[0])
        json_key_string(out, "rematch", room->rematch);
    if (presence->tired)
        json_key_true(out, "tired");
    before_left = out->used;
    json_key(out, "left");
    if (deadline == INT64_MAX)
        text_put(out, "null}");
    else {
        text_number(out, deadline > now ? deadline - now : 0);
        text_char(out, '}');
    }
    return before_left;
}

/* ---- the rest ---------------------------------------------------------------------------------- */

static void put_me(struct text *out, const struct store_person *me)
{
    json_key(out, "me");
    if (!me || !me->id[0]) {
        text_put(out, "null");
        return;
    }
    text_char(out, '{');
    json_key_string(out, "name", me->name);
    if (me->account[0]) {
        json_key_string(out, "account", me->account);
    } else {
        json_key(out, "account");
        text_put(out, "null");
    }
    text_char(out, '}');
}

void wire_welcome(struct text *out, const struct store_person *me)
{
    begin(out, "welcome", "");
    json_key_number(out, "protocol", 1);
    json_key_string(out, "program", WABE_VERSION);
    json_key_string(out, "edition", WABE_EDITION);
    put_me(out, me);
    text_char(out, '}');
}

void wire_me(struct text *out, const struct store_person *me)
{
    text_char(out, '{');
    put_me(out, me);
    text_char(out, '}');
}

void wire_done(struct text *out, const char *id, const char *table)
{
    begin(out, "done", table);
    json_key_string(out, "id", id);
    text_char(out, '}');
}

static void put_why(struct text *out, const struct refusal *no)
{
    json_key_string(out, "code", code_word(no->code));
    json_key_string(out, "why", no->why.text);
}

void wire_no(struct text *out, const char *id, const struct refusal *no)
{
    begin(out, "no", "");
    json_key_string(out, "id", id);
    put_why(out, no);
    text_char(out, '}');
}

void wire_why(struct text *out, const struct refusal *no)
{
    text_char(out, '{');
    put_why(out, no);
    text_char(out, '}');
}

void wire_chat(struct text *out, const char *table, const struct store_line *lines, uint32_t n)
{
    begin(out, "chat", table);
    json_key(out, "lines");
    text_char(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        json_comma(out);
        text_char(out, '{');
        json_key_number(out, "n", lines[i].n);
        json_key_string(out, "name", lines[i].name);
        json_key(out, "seat");
        if (lines[i].seat == NOBODY)
            text_put(out, "null");
        else
            text_number(out, lines[i].seat);
        json_key_string(out, "text", lines[i].text);
        json_key_number(out, "at", lines[i].at / 1000);
        text_char(out, '}');
    }
    text_put(out, "]}");
}

void wire_rows(struct text *out, const struct store_row *rows, uint32_t n, bool mine)
{
    text_char(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        json_comma(out);
        text_put(out, rows[i].row);
        if (mine)
            json_key_truth(out, "turn", rows[i].turn);
        json_key_number(out, "changed", rows[i].changed / 1000);
        text_char(out, '}');
    }
    text_char(out, ']');
}
