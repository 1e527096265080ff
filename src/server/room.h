/* room.h: a table on the server. Everything about it follows from its log of events: who sits where, what is agreed,
 * the match. Knows no sockets, no files and no clock; times come with the events.
 *
 * A command becomes an event, and an event changes the room, whether it has just happened or is read from the log:
 * there is no other way. A refused one changes nothing. */
#ifndef WABE_ROOM_H
#define WABE_ROOM_H

#include "../table/sitting.h"
#include "event.h"

/* A log is read from its beginning, so that it may not grow for ever: beside what brings the game on, so many events of
 * all people together, so many of one of them, and so many commands of a host. All grow with the moves that were made.
 * A host needs one command for somebody who sits down, so that guests cannot use up what the host needs. */
enum { EVENTS_SPARE = 2000, EVENTS_SHARE = EVENTS_SPARE / 4, EVENTS_HOST = EVENTS_SPARE, EVENTS_PER_MOVE = 8 };
enum { ROOM_REMEMBERS = 64, MUTED_MAX = 16, SPENDERS = 32 };
enum { REVEAL_TIME = 20 * 1000 /* milliseconds */ };

enum seat_is { SEAT_EMPTY, SEAT_PERSON, SEAT_BOT };

struct room_seat {
    enum seat_is is;
    char person[STORE_ID_SIZE], name[NAME_SIZE];
    char bot[BOT_WORDS_SIZE]; /* of a bot, or of one that stands in */
    bool ready;               /* has committed to a nonce */
    bool revealed;            /* and shown it */
    bool was_ready;           /* by the scheme before, which only old logs follow */
    bool standin, resigned, ends;
    uint8_t commitment[FAIR_COMMITMENT];
};

/* How many events somebody has caused, as anybody may, and as a host. */
struct spender {
    char person[STORE_ID_SIZE];
    uint32_t own, as_host;
};

/* The words are those of the protocol. */
enum because {
#define BECAUSES(X)                                                                                                    \
    X(NOTHING, "") X(HOST, "host") X(SERVER, "server") X(VOTE, "vote") X(RESIGNED, "resigned") X(RULES, "rules")
#define BECAUSE_OF(name, word) BECAUSE_##name,
    BECAUSES(BECAUSE_OF)
#undef BECAUSE_OF
};

struct room {
    char id[STORE_ID_SIZE];
    enum store_state state;
    uint32_t events;
    int64_t created, changed;
    struct settings settings;
    char host[STORE_ID_SIZE], host_name[NAME_SIZE];
    struct room_seat seat[SEATS_MAX];
    uint8_t thrown[FAIR_SECRET]; /* when it was made: the secrets of all attempts to start follow from it */
    uint8_t commitment[FAIR_COMMITMENT];
    struct fair luck;      /* of the running attempt */
    bool revealing;        /* all have committed: seats and settings are frozen since `since`, and nonces are awaited */
    struct match_fair off; /* the last start that was called off, at so many seats */
    int off_seats;
    enum because because;     /* why it is over or closed, if not by the end of the game */
    char reason[REASON_SIZE]; /* the same as a sentence */
    char rematch[STORE_ID_SIZE];
    char muted[MUTED_MAX][STORE_ID_SIZE];
    bool hushed;                   /* of those who look on only the host may speak */
    uint64_t done[ROOM_REMEMBERS]; /* fingerprints of the last commands */
    uint32_t done_n;               /* how many there were */
    struct spender spender[SPENDERS];
    uint32_t by_hosts; /* events that hosts have caused as such */
    bool broken;       /* the log no longer replays: the match is as far as it went */
    bool damaged;      /* that is not because the rules have been mended */

    void *memory;     /* of the match; NULL before it begins */
    uint16_t version; /* of the rules by which it has begun */
    struct match match;
    int64_t since;     /* when the running decision began, or the nonces were awaited */
    uint32_t decision; /* which one that is */
    uint32_t rewound;  /* how often the match went back */
    uint32_t again;    /* seats that have taken their choice back and choose again, in the decision `again_in`: they
                          are asked, even where passing is all that is possible */
    uint32_t again_in;
    int held; /* the seat whose answer ends the window when its time is over; NOBODY */
    move_t held_move;
};

/* Who asks, and what the hall knows of those who are there. */
struct actor {
    char person[STORE_ID_SIZE], name[NAME_SIZE];
    bool host_away; /* the host has been away for long */
    uint32_t away;  /* so have the people on these seats */
};

void room_init(struct room *room, const char *id);
void room_end(struct room *room); /* frees what it holds */

/* The event that makes a table. `again`: a rematch of that one, with its settings and bots; or NULL. */
bool room_create(struct event *out, const struct order *command, const struct actor *actor, int64_t at,
                 const uint8_t secret[FAIR_SECRET], const struct room *again, struct refusal *no);

/* The event by which one of those who sat at `again` sits at the table that this event makes; false: nobody else sat
 * there. */
bool room_sit_again(const struct room *again, int seat, const struct event *create, struct event *out);

/* The event that a command means; it is not applied yet. */
bool room_command(const struct room *room, const struct order *command, const struct actor *actor, int64_t at,
                  struct event *out, struct refusal *no);

/* A bot's decision; the end of a window; the clock of one who is late; a start that is called off because a nonce has
 * not come: likewise. */
void room_bot_moves(const struct room *room, int seat, move_t move, int64_t at, struct event *out);
bool room_clock(const struct room *room, int64_t now, struct event *out); /* false: nothing is due */

/* Closing a table from outside; the sentence is one line. */
void room_close(const char *sentence, int64_t at, struct event *out);

/* Applies it, and writes its body for the log (room for EVENT_BODY_MAX) unless `body` is NULL. */
bool room_apply(struct room *room, struct event *event, struct text *body, struct refusal *no);

/* One entry of the log. Never fails: a room whose log does not replay becomes `broken`. */
void room_replay(struct room *room, const struct store_event *event);

/* The whole log replays: for `wabe store check`. False with a sentence. */
bool room_check(const char *id, const struct store_event *events, uint32_t n, struct why *why);

/* Whether a command of this person with this id has been done. */
bool room_has_done(const struct room *room, const char *person, const char *id);

/* Whether the match cannot go on: its log no longer replays, or it has begun by another version of the rules. The table
 * is to be closed then. */
bool room_is_stuck(const struct room *room);
void room_stuck_sentence(const struct room *room, char out[REASON_SIZE]); /* with which it is closed */

/* What has been committed to and revealed so far, and the secret. */
void room_proof(const struct room *room, struct match_fair *out);

int room_seat_of(const struct room *room, const char *person); /* or NOBODY */
bool room_knows(const struct room *room, const char *person);  /* sits there, or is the host */
/* Whether the host, or another one who sits there, has this name or one that looks like it. */
bool room_has_namesake(const struct room *room, const char *person, const char *name);
bool room_is_muted(const struct room *room, const char *person);
bool room_hushes(const struct room *room, const char *person); /* looks on, where those who do so may not speak */
uint32_t room_people(const struct room *room);  /* seats of people who still play, and for whom no bot stands in */
uint32_t room_turns(const struct room *room);   /* seats of people that the table waits for */
uint32_t room_bots(const struct room *room);    /* seats of bots that are to move */
int room_bot(const struct room *room);          /* the first of them, or NOBODY */
bool room_in_window(const struct room *room);   /* a window for responses that has a fixed length */
int64_t room_deadline(const struct room *room); /* when the clock or the window is over; INT64_MAX: never */
bool room_may_undo(const struct room *room, int seat);
/* What is next for a viewer: CUE_ASK; CUE_PASS, which is the same, but passing may be done without asking; CUE_WAIT;
 * CUE_OVER, whatever has ended it. */
enum cue_kind room_cue(const struct room *room, int viewer);
uint32_t room_shown(const struct room *room); /* moves that all may know to have been made */

void room_head(const struct room *room, struct store_head *out,
               struct text *row); /* row: room for ROW_MAX, is kept by the caller */
enum { ROW_MAX = 2048 };

/* The record of a match that is over; record_room(&room->match) bytes. If another version of the rules has played it, a
 * last line says so: what is in it is checked by the rules of today. */
void room_record(const struct room *room, struct text *out);

#endif
