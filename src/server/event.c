#include "event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_OF(name, word) word,
static const char *const kind_words[] = {EVENTS(WORD_OF)};
#undef WORD_OF

static void put_hex(struct text *out, const char *key, const uint8_t *bytes, size_t n)
{
    char hex[2 * FAIR_SECRET + 1];

    fair_hex(hex, bytes, n);
    json_key_string(out, key, hex);
}

static void put_bots(struct text *out, const struct event *event)
{
    json_key(out, "bots");
    text_char(out, '[');
    for (int i = 0; i < event->settings.deal.setup.seats; i++) {
        json_comma(out);
        json_quoted(out, event->bots[i]);
    }
    text_char(out, ']');
}

enum { FIRST_VERSION = 1 }; /* of a game's rules, where none is named */

static void put_keys(struct text *out, const struct event *event)
{
    switch (event->kind) {
    case EVENT_CREATE:
        json_key_number(out, "version", event->version);
        put_hex(out, "secret", event->secret, FAIR_SECRET);
        json_key_number(out, "seat", event->seat);
        put_bots(out, event);
        settings_put(out, &event->settings);
        break;
    case EVENT_CHANGE:
        settings_put(out, &event->settings);
        break;
    case EVENT_REPLACE:
        json_key_number(out, "asked", event->asked);
        json_key_number(out, "seat", event->seat);
        json_key_string(out, "bot", event->bot);
        break;
    case EVENT_SEAT:
        json_key_number(out, "seat", event->seat);
        json_key_string(out, "bot", event->bot);
        break;
    case EVENT_READY:
        json_key_number(out, "seat", event->seat);
        if (event->on && event->open)
            put_hex(out, "nonce", event->nonce, FAIR_NONCE);
        else if (event->on)
            put_hex(out, "commitment", event->commitment, FAIR_COMMITMENT);
        break;
    case EVENT_REVEAL:
        json_key_number(out, "seat", event->seat);
        put_hex(out, "nonce", event->nonce, FAIR_NONCE);
        break;
    case EVENT_MOVE:
    case EVENT_HOLD:
        json_key_number(out, "seat", event->seat);
        json_key_number(out, "decision", event->decision);
        json_key_number(out, "move", event->move);
        break;
    case EVENT_VOTE:
        json_key_number(out, "asked", event->asked);
        json_key_number(out, "seat", event->seat);
        json_key_number(out, "on", event->on);
        break;
    case EVENT_REMATCH:
        json_key_string(out, "table", event->table);
        break;
    case EVENT_MUTE:
        json_key_string(out, "other", event->other);
        json_key_number(out, "on", event->on);
        break;
    case EVENT_CLOSE:
        json_key_string(out, "reason", event->reason);
        break;
    case EVENT_WINDOW:
    case EVENT_OFF:
        break;
    case EVENT_SIT:
        json_key_number(out, "seat", event->seat);
        if (event->from != NOBODY)
            json_key_number(out, "from", event->from);
        break;
    case EVENT_STAND:
    case EVENT_RETRACT:
    case EVENT_UNDO:
    case EVENT_RESIGN:
    case EVENT_BACK:
        json_key_number(out, "seat", event->seat);
        break;
    }
}

void event_put(struct text *out, const struct event *event, const struct step *draws, uint32_t draws_n)
{
    char check[24];

    text_char(out, '{');
    json_key_string(out, "is", kind_words[event->kind]);
    if (event->id[0])
        json_key_string(out, "id", event->id);
    put_keys(out, event);
    if (event->kind != EVENT_CREATE && event->version > FIRST_VERSION)
        json_key_number(out, "version", event->version);
    if (draws_n > 0) {
        json_key(out, "draws");
        text_char(out, '[');
        for (uint32_t i = 0; i < draws_n; i++) {
            json_comma(out);
            text_number(out, draws[i].move);
        }
        text_char(out, ']');
    }
    if (event->has_check) {
        snprintf(check, sizeof check, "%016llx", (unsigned long long)event->check);
        json_key_string(out, "check", check);
    }
    text_char(out, '}');
}

/* ---- reading --------------------------------------------------------------------------------- */

static void read_hex(struct json_in *in, const char *key, uint8_t *out, size_t n)
{
    char hex[2 * FAIR_SECRET + 1];

    json_in_text(in, key, hex, sizeof hex, 1);
    if (!in->failed && !fair_read_hex(out, n, hex))
        json_in_fault(in, key, "is not so many hexadecimal digits");
}

static void read_seat(struct json_in *in, const char *key, int *out)
{
    uint32_t seat;

    json_in_number(in, key, SEATS_MAX - 1, &seat);
    *out = (int)seat;
}

/* Empty: none. */
static void read_bot(struct json_in *in, char out[BOT_WORDS_SIZE])
{
    json_in_text(in, "bot", out, BOT_WORDS_SIZE, 0);
    if (out[0] && !settings_bot_ok(out))
        json_in_fault(in, "bot", "is no kind of bot");
}

static void read_flag(struct event *out, struct json_in *in)
{
    uint32_t on;

    json_in_number(in, "on", 1, &on);
    out->on = on == 1;
}

static void read_bots(struct event *out, struct json_in *in)
{
    json_t *list = json_object_get(in->object, "bots");

    if (json_array_size(list) > SEATS_MAX)
        json_in_fault(in, "bots", "has too many entries");
    for (size_t i = 0; i < json_array_size(list) && i < SEATS_MAX; i++) {
        const char *bot = json_string_value(json_array_get(list, i));

        if (!bot || (bot[0] && !settings_bot_ok(bot)))
            json_in_fault(in, "bots", "names a bot that there is not");
        else
            snprintf(out->bots[i], sizeof out->bots[i], "%s", bot);
    }
    json_object_del(in->object, "bots");
}

static void read_version(struct event *out, struct json_in *in)
{
    uint32_t version = FIRST_VERSION;

    if (json_in_has(in, "version"))
        json_in_number(in, "version", UINT16_MAX, &version);
    out->version = (uint16_t)version;
}

static void read_create(struct event *out, struct json_in *in)
{
    read_hex(in, "secret", out->secret, FAIR_SECRET);
    read_seat(in, "seat", &out->seat);
    read_bots(out, in);
    settings_default(&out->settings);
    if (!in->failed)
        settings_read(&out->settings, in, true);
}

static void read_move(struct event *out, struct json_in *in)
{
    uint32_t move;

    read_seat(in, "seat", &out->seat);
    json_in_number(in, "decision", UINT32_MAX, &out->decision);
    json_in_number(in, "move", UINT16_MAX, &move);
    out->move = (move_t)move;
}

static void read_keys(struct event *out, struct json_in *in)
{
    switch (out->kind) {
    case EVENT_CREATE:
        read_create(out, in);
        break;
    case EVENT_CHANGE:
        settings_default(&out->settings);
        settings_read(&out->settings, in, true);
        break;
    case EVENT_REPLACE:
        json_in_number(in, "asked", ALL_SEATS, &out->asked);
        read_seat(in, "seat", &out->seat);
        read_bot(in, out->bot);
        break;
    case EVENT_SEAT:
        read_seat(in, "seat", &out->seat);
        read_bot(in, out->bot);
        break;
    case EVENT_READY:
        read_seat(in, "seat", &out->seat);
        out->open = json_in_has(in, "nonce");
        out->on = out->open || json_in_has(in, "commitment");
        if (out->open)
            read_hex(in, "nonce", out->nonce, FAIR_NONCE);
        else if (out->on)
            read_hex(in, "commitment", out->commitment, FAIR_COMMITMENT);
        break;
    case EVENT_REVEAL:
        read_seat(in, "seat", &out->seat);
        read_hex(in, "nonce", out->nonce, FAIR_NONCE);
        break;
    case EVENT_MOVE:
    case EVENT_HOLD:
        read_move(out, in);
        break;
    case EVENT_VOTE:
        json_in_number(in, "asked", ALL_SEATS, &out->asked);
        read_seat(in, "seat", &out->seat);
        read_flag(out, in);
        break;
    case EVENT_REMATCH:
        json_in_text(in, "table", out->table, sizeof out->table, 1);
        break;
    case EVENT_MUTE:
        json_in_text(in, "other", out->other, sizeof out->other, 1);
        read_flag(out, in);
        break;
    case EVENT_CLOSE:
        json_in_text(in, "reason", out->reason, sizeof out->reason, 0);
        break;
    case EVENT_WINDOW:
    case EVENT_OFF:
        break;
    case EVENT_SIT:
        read_seat(in, "seat", &out->seat);
        if (json_in_has(in, "from"))
            read_seat(in, "from", &out->from);
        break;
    case EVENT_STAND:
    case EVENT_RETRACT:
    case EVENT_UNDO:
    case EVENT_RESIGN:
    case EVENT_BACK:
        read_seat(in, "seat", &out->seat);
        break;
    }
}

static void read_kind(struct event *out, struct json_in *in)
{
    char word[16];

    json_in_text(in, "is", word, sizeof word, 1);
    for (size_t i = 0; i < sizeof kind_words / sizeof *kind_words; i++) {
        if (strcmp(word, kind_words[i]) == 0) {
            out->kind = (enum event_kind)i;
            return;
        }
    }
    json_in_fault(in, "is", "is no kind of event");
}

bool event_read(struct event *out, const struct store_event *from, struct why *why)
{
    struct json_in in;
    char check[24];

    memset(out, 0, sizeof *out);
    out->seat = out->from = NOBODY;
    out->at = from->at;
    memcpy(out->person, from->person, sizeof out->person);
    memcpy(out->name, from->name, sizeof out->name);
    if (!json_in_open(&in, from->body, strlen(from->body), why))
        return false;
    read_kind(out, &in);
    if (json_in_has(&in, "id"))
        json_in_text(&in, "id", out->id, sizeof out->id, 1);
    json_object_del(in.object, "draws");
    out->has_check = json_in_has(&in, "check");
    if (out->has_check) {
        json_in_text(&in, "check", check, sizeof check, 16);
        out->check = strtoull(check, NULL, 16);
    }
    read_version(out, &in);
    if (!in.failed)
        read_keys(out, &in);
    return json_in_close(&in);
}
