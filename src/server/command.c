#include "command.h"

#include <stdio.h>
#include <string.h>

bool table_id_ok(const char *id)
{
    return strlen(id) == STORE_ID_SIZE - 1 && strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789") == STORE_ID_SIZE - 1;
}

static int doing_of(const char *word)
{
#define WORD_OF(name, text) text,
    static const char *const words[] = {COMMANDS(WORD_OF)};
#undef WORD_OF

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], word) == 0)
            return (int)i;
    return -1;
}

static void read_id(struct order *out, struct json_in *in)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

    json_in_text(in, "id", out->id, sizeof out->id, 1);
    if (strspn(out->id, allowed) != strlen(out->id)) {
        out->id[0] = 0;
        json_in_fault(in, "id", "has characters other than letters, digits, _ and -");
    }
}

static void read_seat(struct order *out, struct json_in *in)
{
    uint32_t seat;

    json_in_number(in, "seat", SEATS_MAX - 1, &seat);
    out->seat = (int)seat;
}

static void read_nonce(struct order *out, struct json_in *in)
{
    char hex[2 * FAIR_NONCE + 1];

    json_in_text(in, "nonce", hex, sizeof hex, 1);
    if (!in->failed && !fair_read_hex(out->nonce, FAIR_NONCE, hex))
        json_in_fault(in, "nonce", "is not 32 hexadecimal digits");
}

/* Clients of the scheme before show their nonce here, which anybody could answer. */
static void read_commitment(struct order *out, struct json_in *in)
{
    char hex[2 * FAIR_COMMITMENT + 1];

    if (json_in_has(in, "nonce")) {
        json_in_fault(in, "nonce",
                      "comes later, with 'reveal'; 'ready' has a 'commitment' to it. This client is older than the "
                      "server: load the page again, or get a newer program");
        return;
    }
    json_in_text(in, "commitment", hex, sizeof hex, 1);
    if (!in->failed && !fair_read_hex(out->commitment, FAIR_COMMITMENT, hex))
        json_in_fault(in, "commitment", "is not 64 hexadecimal digits");
}

static void read_bot(struct order *out, struct json_in *in)
{
    json_in_text(in, "bot", out->bot, sizeof out->bot, 0);
    if (out->bot[0] && !settings_bot_ok(out->bot))
        json_in_fault(in, "bot", "is \"easy\", \"normal\", \"hard\", \"expert\" or \"\"");
}

static void read_mute(struct order *out, struct json_in *in)
{
    if (json_in_has(in, "watchers")) {
        json_in_truth(in, "watchers", &out->watchers);
        if (!out->watchers)
            json_in_fault(in, "watchers", "is true, or not there");
    } else if (json_in_has(in, "seat")) {
        read_seat(out, in);
    } else {
        json_in_number(in, "who", UINT32_MAX, &out->who);
    }
    json_in_truth(in, "on", &out->on);
}

/* The keys that this command has besides do, id and table. */
static void read_keys(struct order *out, struct json_in *in)
{
    switch (out->doing) {
    case DO_LOBBY:
        json_in_truth(in, "on", &out->on);
        break;
    case DO_SIT:
        if (json_in_has(in, "seat"))
            read_seat(out, in);
        break;
    case DO_SEAT:
        read_seat(out, in);
        read_bot(out, in);
        break;
    case DO_READY:
        json_in_truth(in, "ready", &out->on);
        if (out->on)
            read_commitment(out, in);
        break;
    case DO_REVEAL:
        read_nonce(out, in);
        break;
    case DO_MOVE:
    case DO_PREVIEW:
        json_in_number(in, "move", UINT16_MAX, &out->move);
        json_in_number(in, "decision", UINT32_MAX, &out->decision);
        break;
    case DO_RETRACT:
    case DO_UNDO:
        json_in_number(in, "decision", UINT32_MAX, &out->decision);
        break;
    case DO_VOTE:
        json_in_truth(in, "end", &out->on);
        break;
    case DO_REPLACE:
        read_seat(out, in);
        break;
    case DO_SAY:
        json_in_text(in, "text", out->text, sizeof out->text, 1);
        break;
    case DO_MUTE:
        read_mute(out, in);
        break;
    case DO_LOOK:
        json_in_number(in, "n", UINT32_MAX, &out->n);
        break;
    default:
        break;
    }
}

/* What is left are settings, whose meaning depends on those that are there. */
static void keep_settings(struct order *out, struct json_in *in)
{
    if (!in->failed)
        out->settings = json_incref(in->object);
    json_decref(in->object);
    in->object = NULL;
}

bool command_read(struct order *out, const char *text, size_t n, struct refusal *no)
{
    struct json_in in;
    char word[16];
    int doing;

    *out = (struct order){.seat = NOBODY};
    no->code = CODE_BAD;
    if (!json_in_open(&in, text, n, &no->why))
        return false;
    read_id(out, &in);
    json_in_text(&in, "do", word, sizeof word, 1);
    doing = doing_of(word);
    if (doing < 0)
        json_in_fault(&in, "do", "is not a command");
    else
        out->doing = (enum doing)doing;
    if (!in.failed && out->doing != DO_LOBBY && out->doing != DO_CREATE) {
        json_in_text(&in, "table", out->table, sizeof out->table, 1);
        if (!in.failed && !table_id_ok(out->table))
            json_in_fault(&in, "table", "is not the id of a table");
    }
    if (!in.failed)
        read_keys(out, &in);
    if (in.failed || (out->doing != DO_CREATE && out->doing != DO_CHANGE))
        return json_in_close(&in) && !in.failed;
    keep_settings(out, &in);
    return true;
}

void command_end(struct order *command)
{
    json_decref(command->settings);
    command->settings = NULL;
}

bool command_settings(const struct order *command, struct settings *settings, struct refusal *no)
{
    struct json_in in = {.object = json_copy(command->settings), .why = &no->why};

    no->code = CODE_BAD;
    settings_read(settings, &in, command->doing == DO_CREATE);
    return json_in_close(&in);
}
