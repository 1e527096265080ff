/* event.h: one entry of a table's log, and how it is written down. The log is the table: room.c replays it. */
#ifndef WABE_EVENT_H
#define WABE_EVENT_H

#include "command.h"

/* X(name, word) */
/* clang-format off */
#define EVENTS(X) \
    X(CREATE, "create") X(CHANGE, "change") X(SIT, "sit") X(STAND, "stand") X(SEAT, "seat") \
    X(READY, "ready") X(MOVE, "move") X(HOLD, "hold") X(WINDOW, "window") X(RETRACT, "retract") \
    X(UNDO, "undo") X(RESIGN, "resign") X(VOTE, "vote") X(REPLACE, "replace") X(BACK, "back") \
    X(REMATCH, "rematch") X(MUTE, "mute") X(CLOSE, "close") X(REVEAL, "reveal") X(OFF, "off")
/* clang-format on */

#define ENUM_OF(name, word) EVENT_##name,
enum event_kind { EVENTS(ENUM_OF) };
#undef ENUM_OF

enum { EVENT_BODY_MAX = 16384, REASON_SIZE = 200 };

struct event {
    enum event_kind kind;
    int64_t at;
    char person[STORE_ID_SIZE], name[NAME_SIZE]; /* who did it; empty: a bot, the clock or the server */
    char id[COMMAND_ID_SIZE];                    /* of the command; empty if there was none */
    struct settings settings;                    /* create, change: all of them */
    uint16_t version;                            /* of the rules: create, and the event by which the game begins */
    uint8_t secret[FAIR_SECRET];                 /* create */
    char bots[SEATS_MAX][BOT_WORDS_SIZE];        /* create: seats that bots have from the beginning, in a rematch */
    int seat;
    int from;                            /* sit: the seat that the person leaves for it, or NOBODY */
    uint32_t asked;                      /* vote, replace: seats that have to agree to an end; 0: it ends nothing */
    bool on;                             /* ready, vote, mute */
    bool open;                           /* ready: by the scheme before, with an open nonce; only old logs have that */
    uint8_t nonce[FAIR_NONCE];           /* reveal; ready by the scheme before */
    uint8_t commitment[FAIR_COMMITMENT]; /* ready: to a nonce */
    char bot[BOT_WORDS_SIZE];            /* seat, replace */
    uint32_t decision;
    move_t move;
    char table[STORE_ID_SIZE]; /* rematch: the new one */
    char other[STORE_ID_SIZE]; /* mute: whom */
    char reason[REASON_SIZE];  /* close: a sentence */
    bool has_check;
    uint64_t check; /* fingerprint of the match after it, so that a replay that goes another way is noticed */
};

/* Without what the store keeps beside it (who, when). draws: what chance did after it, for people who read the log. */
void event_put(struct text *out, const struct event *event, const struct step *draws, uint32_t draws_n);
bool event_read(struct event *out, const struct store_event *from, struct why *why);

#endif
