/* hall_in.h: what the parts of the hall share: hall.c (connections and time), tables.c, talk.c (what peers hear),
 * people.c (who is who), lobby.c. */
#ifndef WABE_HALL_IN_H
#define WABE_HALL_IN_H

#include "bide.h"
#include "brake.h"
#include "crowd.h"
#include "hall.h"
#include "map.h"
#include "pool.h"
#include "wire.h"

enum {
    HELD_MAX = 8,            /* messages of a peer whose name is being looked up */
    QUEUE_MAX = 64,          /* commands that wait at a table */
    RETRIES = 8,             /* of a command when other nodes are quicker */
    LEASE = 10 * 1000,       /* milliseconds */
    AWAY = 120 * 1000,       /* after which one may be replaced */
    KEEP_LOADED = 30 * 1000, /* a table that nobody looks at */
    LOAD_AGAIN = 2000,       /* after the store has failed */
    CHAT_LINES = 5,
    CHAT_SPAN = 10 * 1000,
    CHAT_HISTORY = 100,
    SPARED_MAX = 16,
    LOBBY_PACE = 900, /* milliseconds between two lists for one peer */
    LOOKS = 50,       /* at the past, in a tick: each replays a match */
    PREVIEWS = 20,    /* for one peer, in such a span: each makes a move in several worlds */
    PREVIEWS_SPAN = 1000,
    LOBBY_TABLES = 100,
    MY_TABLES = 50,
    VIEWERS = SEATS_MAX + 1, /* seats, and those who look on */
    HOST_IS = SEATS_MAX,     /* the host among those who are there */
    ELSEWHERE = 25 * 1000,   /* so long an announcement of another node counts */
};

/* Somebody of whom at least one peer is connected here. */
struct person {
    struct node node;
    struct store_person who;
    uint32_t peers;
    int64_t said[CHAT_LINES]; /* steady: when; the oldest is overwritten */
    int64_t said_last;
    uint32_t lines;
    uint32_t news; /* counts what has changed at their tables */
};

struct held {
    struct held *next;
    size_t n;
    char text[];
};

struct peer {
    struct node node;
    peer_t id;
    struct person *person; /* NULL: a stranger */
    bool opening;          /* it is not known yet who it is */
    struct held *held;
    uint32_t held_n;
    struct table *table; /* that it watches */
    struct peer *next;   /* at the same table */
    uint32_t who;
    bool hears_talk;         /* it has been sent what was said before */
    uint64_t table_said;     /* fingerprint of the last message `table` */
    bool lobby, lobby_asked; /* it wants to hear of the lobby; its tables are being looked up */
    uint64_t lobby_said;     /* fingerprint of the last message `lobby` */
    bool lobby_stale;        /* something has changed for it */
    int64_t lobby_at;        /* steady: when its tables were looked up last */
    uint64_t token;          /* mark of the token that it came with */
    char address[NET_ADDRESS_SIZE];
    char wish[STORE_ID_SIZE]; /* the table that it asked to watch last; empty: none */
    uint32_t news;            /* of its person, that it has asked about */
    uint32_t bad;             /* messages that were none */
    uint32_t previews;        /* that it has asked for since: */
    int64_t previews_since;   /* steady */
};

/* Something that a table has to do, one after the other. */
struct errand {
    struct errand *next;
    peer_t peer;     /* to be answered; 0: nobody */
    bool is_command; /* or the event is ready */
    struct order command;
    struct actor actor;
    struct event event;
    int tries;
    uint32_t loads;     /* of the table, that had begun before it came */
    int64_t idle_since; /* closing a table that nobody has touched since; 0: in any case */
};

struct viewer {
    uint32_t shown;   /* moves that it has been told of */
    uint32_t rewound; /* as the room's */
    uint64_t said;    /* fingerprint of the last view; 0: none */
};

/* Where somebody was who is muted: whoever comes from there afterwards is not heard either. Not stored, as no address
 * is. */
struct silence {
    char person[STORE_ID_SIZE]; /* who is muted; empty: none */
    char address[NET_ADDRESS_SIZE];
    char spared[SPARED_MAX][STORE_ID_SIZE]; /* who sat there or was there already */
};

struct table {
    struct node node;
    struct room room;
    bool loading;
    uint32_t loads;                /* begun so far */
    bool writing;                  /* the first errand is being stored */
    bool dirty;                    /* the room is not what the log says: all of it has to be read again */
    bool whole;                    /* all of it is being read */
    bool renamed;                  /* likewise, and somebody has been forgotten */
    bool again;                    /* it has changed while it was being read */
    int64_t load_again;            /* steady, as all of these: the store failed: not before */
    enum store_state stored_state; /* before what is being stored */
    uint32_t stored_decision;      /* likewise */
    struct errand *first, **last;
    uint32_t waiting;
    struct peer *peers;
    bool presence_stale; /* who is there has changed: told at the next tick at which the room is what is stored */
    uint32_t whos;
    uint32_t lines;             /* said, that everybody here has heard */
    bool catching, catch_again; /* up with what was said at other nodes */
    struct silence *silence;    /* MUTED_MAX of them; NULL: none yet */
    struct viewer viewer[VIEWERS];
    int64_t touched, leased_until;
    int64_t timed, ahead; /* since when its decision runs, by the date, and the table's time before the steady clock */
    int64_t away_since[SEATS_MAX], host_away_since; /* 0: there */
    int64_t elsewhere[SEATS_MAX + 1]; /* so long they count as being at another node; the last: the host */
    bool tired;                       /* they have used up their time */
    bool thinking;                    /* a bot is asked */
    struct bide bide;                 /* when bots answer, and what is not due yet */
    uint32_t thought, thought_hour;   /* milliseconds that its bots are taken to have thought in this hour */
};

struct counts {
    uint64_t commands, refused, moves, bot_moves, chats, conflicts, store_failures, tables_made, logins_refused;
};

struct hall {
    struct hall_settings settings;
    struct net *net;
    struct store *store;
    struct pool *pool;
    struct brake *brake; /* of passphrases */
    struct map peers, people, tables, pending;
    uint64_t tags;
    struct counts counts;
    int64_t now;    /* milliseconds since 1970: a date, to be stored or shown; the clock may be set */
    int64_t steady; /* milliseconds of a clock that nobody sets, for all that lasts: never 0. Both are read once in a
                       while */
    int64_t next_second, next_hour, next_presence;
    bool lobby_stale, lobby_asked, claiming, pruning;
    uint32_t lobby_peers;     /* that want to hear of it */
    uint32_t looks;           /* at the past, since the last tick */
    char *lobby;              /* the public tables as JSON, newest */
    struct request *requests; /* of HTTP, under way */
    struct crowd forgetters;  /* where those come from who had themselves forgotten */
    char *room;               /* for messages: WIRE_MAX bytes */
};

/* Something that was asked of the store for a peer. */
struct pending {
    struct node node;
    peer_t peer;
    char id[COMMAND_ID_SIZE];
    char table[STORE_ID_SIZE];
    struct store_line line; /* that is being said */
    char text[CHAT_SIZE];
};

/* ---- hall.c ---- */
struct pending *pending_new(struct hall *hall, peer_t peer, const char *id,
                            const char *table);                /* or NULL; its key is the tag */
struct pending *pending_take(struct hall *hall, uint64_t tag); /* to be freed by free() */
void hall_log(const struct hall *hall, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct text hall_text(struct hall *hall);                                /* begins a message */
void peer_send(struct hall *hall, peer_t peer, const struct text *text); /* what does not fit is not sent */
struct peer *peer_find(const struct hall *hall, peer_t id);              /* or NULL */
void peer_no(struct hall *hall, peer_t peer, const char *id, enum why_code code, const char *sentence);
void hall_welcome(struct hall *hall, struct peer *peer); /* when it is known who it is */
void hall_person_gone(struct hall *hall, const char *id);
void hall_person_again(struct hall *hall, const char *id); /* has other tokens now: has to connect anew */
void random_id(char out[STORE_ID_SIZE]);

/* ---- tables.c ---- */
struct table *table_get(struct hall *hall, const char *id); /* begins to load it if need be; NULL: no memory */
void table_command(struct hall *hall, struct peer *peer, struct order *command);
void table_event(struct hall *hall, struct table *table, const struct event *event,
                 int64_t idle_since); /* of the clock or the server */
void table_create(struct hall *hall, struct peer *peer, struct order *command);
void table_leave(struct hall *hall, struct peer *peer);
void table_claimed(struct hall *hall, const char *id);
void table_changed(struct hall *hall, const char *id); /* by another node */
void table_announced(struct hall *hall, const char *text);
void tables_forget(struct hall *hall, const char *person);
int64_t table_time(const struct hall *hall, struct table *table); /* by which its decisions end; a date */
uint32_t table_elsewhere(const struct hall *hall, const struct table *table);
void tables_tick(struct hall *hall);
void tables_alarm(struct hall *hall); /* what bots have decided may be due */
void tables_presence(struct hall *hall);
void tables_end(struct hall *hall);

/* ---- talk.c ---- */
void talk_publish(struct hall *hall, struct table *table); /* the match, as far as it has changed, to each who looks */
void talk_table(struct hall *hall, struct table *table);   /* only who is there, and what is agreed */
void talk_table_to(struct hall *hall, struct table *table, struct peer *peer); /* the same, to one */
void talk_join(struct hall *hall, struct table *table, struct peer *peer);
bool talk_preview(struct hall *hall, const struct table *table, const struct peer *peer, int seat,
                  const struct order *command); /* false: that move cannot be made */
void talk_say(struct hall *hall, struct table *table, struct peer *peer, const struct order *command);
void talk_note_muted(struct table *table);                  /* where those are who are muted */
void talk_catch_up(struct hall *hall, struct table *table); /* with what was said at other nodes */
int talk_viewer(const struct table *table, const struct peer *peer);

/* ---- lobby.c ---- */
void lobby_stale_for(struct hall *hall, const struct room *room); /* those who sit there, and all if it is public */
void lobby_stale_for_person(struct hall *hall, const char *person);
void lobby_stale_for_all(struct hall *hall);
void lobby_tick(struct hall *hall);
void lobby_list(struct hall *hall, peer_t request); /* answers an HTTP request */

/* ---- people.c ---- */
void people_open(struct hall *hall, struct peer *peer, const char *token);
void people_leave(struct peer *peer);
void people_ask(struct hall *hall, peer_t peer, const struct net_request *request); /* HTTP */
void people_tick(struct hall *hall);
void people_end(struct hall *hall);
void reply_refusal(struct hall *hall, peer_t peer, int status, enum why_code code, const char *sentence);

#endif
