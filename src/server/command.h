/* command.h: what a client asks for, read from a message of docs/protocol.md. */
#ifndef WABE_COMMAND_H
#define WABE_COMMAND_H

#include "../table/fair.h"
#include "settings.h"
#include "store.h"

enum { COMMAND_ID_SIZE = 41, CHAT_SIZE = 501 };

/* Why something is refused; the sentence is a whole one here. */
struct refusal {
    enum why_code code;
    struct why why;
};

/* X(name, word) */
/* clang-format off */
#define COMMANDS(X) \
    X(LOBBY, "lobby") X(CREATE, "create") X(WATCH, "watch") X(UNWATCH, "unwatch") \
    X(CHANGE, "change") X(SIT, "sit") X(STAND, "stand") X(SEAT, "seat") X(READY, "ready") \
    X(MOVE, "move") X(RETRACT, "retract") X(UNDO, "undo") X(RESIGN, "resign") X(VOTE, "vote") \
    X(REPLACE, "replace") X(BACK, "back") X(REMATCH, "rematch") X(CLOSE, "close") X(SAY, "say") \
    X(MUTE, "mute") X(LOOK, "look") X(REVEAL, "reveal") X(PREVIEW, "preview")
/* clang-format on */

#define ENUM_OF(name, word) DO_##name,
enum doing { COMMANDS(ENUM_OF) };
#undef ENUM_OF

struct order {
    enum doing doing;
    char id[COMMAND_ID_SIZE];
    char table[STORE_ID_SIZE];
    int seat;                                               /* NOBODY: not given */
    uint32_t who;                                           /* of mute: one who watches; 0: not given */
    bool watchers;                                          /* of mute: all who watch */
    bool on;                                                /* of lobby, ready, vote, mute */
    uint8_t commitment[FAIR_COMMITMENT], nonce[FAIR_NONCE]; /* of ready; of reveal */
    char bot[BOT_WORDS_SIZE];
    uint32_t decision, move, n;
    char text[CHAT_SIZE];
    json_t *settings; /* of create and change: the keys that are left; to be freed by command_end */
};

/* False with the reason; then `id` is what could be read of it. */
bool command_read(struct order *out, const char *text, size_t n, struct refusal *no);
void command_end(struct order *command);

/* The settings of create or change over those that are there. */
bool command_settings(const struct order *command, struct settings *settings, struct refusal *no);

/* The id of a table: 16 of these characters. */
bool table_id_ok(const char *id);

#endif
