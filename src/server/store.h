/* store.h: what the server keeps: people, tables as logs of events, and talk. In an SQLite file, or in PostgreSQL for
 * several servers ("nodes").
 *
 * Every call returns at once. The work is done in a thread of the store, in the order of the calls; changes that wait
 * are made in one transaction and are durable when it is over. store_collect() then calls back in the caller's thread,
 * in the order of the calls. Two kinds of calls are overtaken: forgetting traces and pruning, which take many small
 * steps, and what is to be written to a table while another program holds it, with all that is asked of this table
 * after it. All texts are copied by a call; those of an answer are valid during the callback only. Times are
 * milliseconds since 1970, given by the caller.
 */
#ifndef WABE_SERVER_STORE_H
#define WABE_SERVER_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "../table/match.h"

enum { STORE_ID_SIZE = 17, STORE_HASH_SIZE = 65, ACCOUNT_SIZE = 32, SECRET_HASH_SIZE = 129, STORE_PATH_SIZE = 4096 };

enum store_result {
    STORE_OK,
    STORE_CONFLICT, /* an event with that number exists: another node was quicker; nothing was written */
    STORE_MISSING,  /* there is no such table, person, token, account */
    STORE_TAKEN,    /* the name of the account is another's */
    STORE_FULL,     /* the person is the host of as many open tables as are allowed */
    STORE_FAILED,   /* the disk or the database refuses; the store has reported it once on the standard error */
};

struct store_event {
    uint32_t n; /* from 1 */
    int64_t at;
    char person[STORE_ID_SIZE]; /* who did it; empty: a bot, the clock, the server, or somebody forgotten */
    char name[NAME_SIZE];       /* as the person was called then; "somebody" when forgotten */
    const char *body;
};

enum store_state { STORE_GATHERING, STORE_PLAYING, STORE_OVER, STORE_CLOSED };

/* What lists and leases need to know of a table; written with each event. */
struct store_head {
    enum store_state state;
    bool public_;
    char host[STORE_ID_SIZE];
    char people[SEATS_MAX][STORE_ID_SIZE]; /* who sits there; empty: nobody, or a bot */
    uint32_t turns;                        /* seats that the table waits for */
    int64_t wake;    /* when the table needs somebody without being asked: a bot to move, the clock; INT64_MAX: never */
    int64_t changed; /* as lists show it; 0: when the event was */
    const char *row; /* JSON of an object without its closing brace: the table in a list */
};

struct store_append {
    const char *table;
    struct store_event event; /* its number is the number of events so far plus 1; 1 makes the table */
    struct store_head head;
    uint32_t most_hosted; /* number 1 only: STORE_FULL if the host has that many that are gathering or being played; 0:
                             no limit */
    int64_t lease_until;  /* this node wants to run the bots and the clock of the table so long, if no other does */
};

struct store_person {
    char id[STORE_ID_SIZE]; /* random, and never told to anybody: ids of tables are made of it */
    char name[NAME_SIZE];
    char account[ACCOUNT_SIZE];        /* empty: a guest */
    char passphrase[SECRET_HASH_SIZE]; /* its hash; only in the answer of store_account_find */
};

struct store_line {
    uint32_t n;
    int64_t at;
    int seat; /* NOBODY: one who watched */
    char person[STORE_ID_SIZE];
    char name[NAME_SIZE];
    const char *text;
    const char *command; /* say: its id, so that it is not said twice; or NULL */
};

struct store_row {
    char table[STORE_ID_SIZE];
    enum store_state state;
    int64_t changed;
    bool turn; /* the table waits for the person whose list it is */
    const char *row;
};

struct store_answer {
    enum store_result result;
    bool leased;                /* append, claim: this node runs the table */
    uint32_t n;                 /* say: the line's number */
    struct store_person person; /* people */
    const struct store_event *events;
    uint32_t events_n;
    const struct store_line *lines;
    uint32_t lines_n;
    const struct store_row *rows;
    uint32_t rows_n;
};

typedef void store_done(void *self, uint64_t tag, const struct store_answer *answer);

struct store_hooks {
    void *self;
    void (*wake)(void *self); /* from the store's threads: call store_collect() soon */
    /* In store_collect: another node has written to this table, or announced something. */
    void (*changed)(void *self, const char *table);
    void (*announced)(void *self, const char *text);
};

struct store;

/* $XDG_DATA_HOME/wabe/server.db, or in ~/.local/share; false with a sentence. */
bool store_default_path(char out[STORE_PATH_SIZE], struct why *why);

/* where: the path of a file, made if it is not there, or postgres://... ; NULL with a sentence. A schema of an older
 * version is brought up to date; one of a newer version is refused. */
struct store *store_open(const char *where, const struct store_hooks *hooks, struct why *why);
void store_close(struct store *store); /* does first what was asked; calls nobody back */
void store_collect(struct store *store);
/* Whether it can write, as far as is known: since a failure it has written something that needs room, and nothing waits
 * too long. Now and then it writes a row of its own to know. */
bool store_answers(const struct store *store);
uint32_t store_waiting(const struct store *store);
const char *store_node(const struct store *store); /* random, of this process */
bool store_is_shared(const struct store *store);   /* with other nodes */

/* ---- tables ---- */

void store_append(struct store *store, const struct store_append *what, store_done *done, void *self, uint64_t tag);
/* The events after number `after`, all of them; STORE_MISSING if there is no such table. */
void store_load(struct store *store, const char *table, uint32_t after, store_done *done, void *self, uint64_t tag);
/* Tables in play whose time has come (wake <= now) and that no other node runs: this one runs them until then, for ten
 * seconds at most. So it does those that have a time and were changed later than now, by a clock that has been set back
 * since. rows have their ids, some of them twice. */
void store_claim(struct store *store, int64_t now, int64_t until, uint32_t most, store_done *done, void *self,
                 uint64_t tag);
void store_lobby(struct store *store, uint32_t most, store_done *done, void *self,
                 uint64_t tag); /* public and open, newest first */
void store_mine(struct store *store, const char *person, uint32_t most, store_done *done, void *self, uint64_t tag);
/* Tables that nobody has touched since, not over: for closing. rows have their ids. */
void store_idle(struct store *store, enum store_state state, int64_t since, uint32_t most, store_done *done, void *self,
                uint64_t tag);

/* ---- talk ---- */

void store_say(struct store *store, const char *table, const struct store_line *line, store_done *done, void *self,
               uint64_t tag);
void store_lines(struct store *store, const char *table, uint32_t after, uint32_t most, store_done *done, void *self,
                 uint64_t tag); /* the last ones */

/* ---- people ---- */

void store_guest(struct store *store, const struct store_person *person, const char *token_hash, int64_t now,
                 store_done *done, void *self, uint64_t tag);
void store_find(struct store *store, const char *token_hash, int64_t now, store_done *done, void *self,
                uint64_t tag); /* notes when it was seen, once a day */
void store_rename(struct store *store, const char *person, const char *name, store_done *done, void *self,
                  uint64_t tag);
/* The account of a person, new or with another name or passphrase. All tokens of the person go, and this one comes. */
void store_account(struct store *store, const char *person, const char *account, const char *passphrase_hash,
                   const char *token_hash, int64_t now, store_done *done, void *self, uint64_t tag);
void store_account_find(struct store *store, const char *account, store_done *done, void *self,
                        uint64_t tag); /* without regard to case */
void store_token(struct store *store, const char *person, const char *token_hash, int64_t now, store_done *done,
                 void *self, uint64_t tag);
void store_token_drop(struct store *store, const char *token_hash, store_done *done, void *self, uint64_t tag);
/* The person, tokens and account go, at once. */
void store_forget(struct store *store, const char *person, store_done *done, void *self, uint64_t tag);
/* Then the traces: in events the name becomes "somebody" and the id empty; what was said goes. Those that were left
 * before this call are found, so that one first sees to it that there will be no more. */
void store_forget_traces(struct store *store, const char *person, store_done *done, void *self, uint64_t tag);
/* Forgets guests not seen since, who sit at no open table; deletes tables over or closed before then at which no
 * account sat. */
void store_prune(struct store *store, int64_t since, store_done *done, void *self, uint64_t tag);

/* Tells the other nodes something short; nothing where there are none. */
void store_announce(struct store *store, const char *text);

#endif
