/* store_jobs.h: one thing that was asked of the store, and how the database does it. Inside the store only. */
#ifndef WABE_STORE_JOBS_H
#define WABE_STORE_JOBS_H

#include "sql.h"
#include "store.h"

struct job;

/* False if the database failed: then the transaction is to be rolled back. Everything else is in job->answer.result.
 * What would write many rows writes STEP_ROWS or a few more, and sets job->more: it is called again, in a transaction
 * of its own, when others have had their turn. It waits for no table that another program holds. */
typedef bool job_work(struct sql *sql, struct job *job);

enum { STEP_ROWS = 100 };

/* The kind of thing that a job of several steps looks at, and the last one it has looked at. */
struct place {
    int phase;
    int64_t at;
    char id[STORE_ID_SIZE];
};

/* How far it has come, and what it has passed over since another program holds a table: that is tried again later. */
struct progress {
    struct place here;
    char passed[STORE_ID_SIZE]; /* the last one who is to be forgotten and was passed over */
    struct place before_held;   /* where it was before the first table that was held */
    bool held;                  /* there was such a table */
    int rounds;                 /* so often it has been tried again */
};

struct job {
    struct job *next;
    job_work *work;
    enum sql_purpose purpose;
    bool tells; /* other nodes hear of it, if it worked: job->table was written */
    store_done *done;
    void *self;
    uint64_t tag;
    uint64_t number;  /* of the call */
    double asked;     /* seconds of a clock */
    const char *node; /* this one */

    /* The question; what a job does not need is empty. */
    const char *table, *person, *token, *account, *passphrase, *text;
    int64_t now, until;
    uint32_t after, most;
    enum store_state state;
    struct store_append append;
    struct store_line line;
    struct store_person guest;

    /* Of several steps: how far it was when this one began, and is when it has worked. */
    struct progress begun, reached;
    bool more;
    bool later;        /* more, but not at once: another program holds what is left */
    double not_before; /* seconds of a clock: no step until then */
    bool locked;       /* another program holds the table: nothing was written, and it is to be tried again */

    /* The answer; its lists are in memory of the job. */
    struct store_answer answer;
    struct store_event *events;
    struct store_line *lines;
    struct store_row *rows;
    uint32_t room;
    struct kept *kept;
};

struct job *job_new(void);
void job_free(struct job *job);
const char *job_keep(struct job *job, const char *text); /* a copy, as long as the job */
void job_clear(struct job *job);                         /* no answer yet, and nothing reached in this step */

job_work job_append, job_load, job_claim, job_lobby, job_mine, job_idle, job_say, job_lines, job_guest, job_find,
    job_rename, job_account, job_account_find, job_token, job_token_drop, job_forget, job_forget_traces, job_sweep,
    job_prune, job_probe, job_nothing;

#endif
