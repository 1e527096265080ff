/* store.c: the queue of the store, and the thread that works it off.
 *
 * The thread takes all that waits, does it in one transaction, and lays the answers out for store_collect(): so the
 * disk is waited for once, however many have moved meanwhile. If something in the transaction fails, each job gets one
 * of its own, so that a bad one does not take the others with it.
 *
 * What would take long is done in steps, each of few rows and in a transaction of its own. Between two steps comes all
 * that has been asked for meanwhile, and a step is made when nothing else waits, or none was made for a while. Likewise
 * a table that another program holds is tried again and again, while all others go on; a step passes over it.
 *
 * Whether the store works is what its writes say: on a full disk reads still do. After a failure, and now and then, it
 * writes a row of its own, and only such a row ends a failure: it is larger than what a move writes, so that a disk
 * with room for a little is not called well.
 *
 * A caller may append to a table before it knows whether the append before has worked. If that has failed, those that
 * were asked for before the caller could know are stale and are conflicts too, whatever the table looks like by then.
 */
#define _POSIX_C_SOURCE 200809L

#include "store.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../tools/tools.h"
#include "schema.h"
#include "store_jobs.h"

enum { BATCH_MAX = 1024, ANNOUNCEMENT_MAX = 4000, TELL_AGAIN_MS = 500, TRY_AGAIN_MS = 20, STEP_AGAIN_MS = 5 };

static const double too_long = 5, locked_too_long = 10; /* seconds */
static const double probe_every = 30, probe_again = 1;  /* likewise: while all is well, and after a failure */
static const double step_after = 0.1, step_anyway = 1;  /* likewise: what is asked for, or a database that is behind
                                                            with its own work, may put off a step so long */
static const double held_again = 0.5;                   /* likewise: until a step looks again for what was held */
static const double step_rest = 12; /* so many times as long as a step took, none is made: the disk is the moves' */
enum { FILLER = 64 * 1024 };        /* bytes that have to find room after a failure */

struct queue {
    struct job *first, **end;
    uint32_t n;
};

/* Something another node said, or that the others are still to hear. */
struct news {
    struct news *next;
    char text[];
};

struct stale {
    char table[STORE_ID_SIZE];
    uint64_t failed; /* the number of the call that failed */
    uint64_t until;  /* calls before this one are stale; UINT64_MAX while the caller has not been told */
};

struct store {
    struct store_hooks hooks;
    char node[STORE_ID_SIZE];
    struct sql *sql; /* the thread's */
    pthread_t thread;

    pthread_mutex_t lock; /* over all up to the next empty line */
    pthread_cond_t more;
    struct queue asked, answered;
    struct queue locked; /* what waits for a table that another program holds */
    struct news *heard, **heard_end;
    struct stale *stale;
    uint32_t stale_n, stale_room;
    uint64_t calls;
    uint32_t running;     /* jobs in the batch of the thread */
    double running_since; /* when the oldest of them was asked for */
    bool failing, stops;

    struct queue steps; /* the thread's, as all that follows: jobs that go on */
    double next_probe, last_step, next_step;
    struct job *batch[BATCH_MAX], *failed[BATCH_MAX];
    const char *held[BATCH_MAX]; /* tables of this batch that another program holds */
    int held_n;
    struct news *to_tell, **to_tell_end;
};

/* ---- queues ---- */

static void queue_clear(struct queue *queue)
{
    queue->first = NULL;
    queue->end = &queue->first;
    queue->n = 0;
}

static void queue_add(struct queue *queue, struct job *job)
{
    job->next = NULL;
    *queue->end = job;
    queue->end = &job->next;
    queue->n++;
}

static struct job *queue_take(struct queue *queue)
{
    struct job *job = queue->first;

    if (job) {
        queue->first = job->next;
        queue->n--;
        if (!queue->first)
            queue->end = &queue->first;
    }
    return job;
}

static void free_jobs(struct job *job)
{
    for (struct job *next; job; job = next) {
        next = job->next;
        job_free(job);
    }
}

/* Returns the new end of the list. */
static struct news **news_add(struct news **end, const char *text)
{
    size_t n = strlen(text) + 1;
    struct news *news = need_memory(sizeof *news + n);

    memcpy(news->text, text, n);
    *end = news;
    return &news->next;
}

static void free_news(struct news *news)
{
    for (struct news *next; news; news = next) {
        next = news->next;
        free(news);
    }
}

static void wake(const struct store *store)
{
    if (store->hooks.wake)
        store->hooks.wake(store->hooks.self);
}

/* ---- what is stale ---- */

static void stale_add(struct store *store, const struct job *job)
{
    struct stale *entry;

    if (store->stale_n == store->stale_room) {
        uint32_t room = store->stale_room ? 2 * store->stale_room : 16;
        struct stale *larger = need_memory(room * sizeof *larger);

        if (store->stale_n)
            memcpy(larger, store->stale, store->stale_n * sizeof *larger);
        free(store->stale);
        store->stale = larger;
        store->stale_room = room;
    }
    entry = &store->stale[store->stale_n++];
    *entry = (struct stale){.failed = job->number, .until = UINT64_MAX};
    snprintf(entry->table, sizeof entry->table, "%s", job->table);
}

/* The caller is about to learn of this failure. */
static void stale_told(struct store *store, const struct job *job)
{
    for (uint32_t i = 0; i < store->stale_n; i++)
        if (store->stale[i].failed == job->number)
            store->stale[i].until = store->calls;
}

static void stale_drop(struct store *store, uint64_t first_call)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < store->stale_n; i++)
        if (store->stale[i].until > first_call)
            store->stale[kept++] = store->stale[i];
    store->stale_n = kept;
}

static bool is_append(const struct job *job)
{
    return job->work == job_append;
}

static bool is_stale(struct store *store, const struct job *job)
{
    bool found = false;

    pthread_mutex_lock(&store->lock);
    for (uint32_t i = 0; i < store->stale_n && !found; i++)
        found = job->number < store->stale[i].until && job->number > store->stale[i].failed &&
                strcmp(store->stale[i].table, job->table) == 0;
    pthread_mutex_unlock(&store->lock);
    return found;
}

/* ---- telling other nodes ---- */

static bool is_told_already(const struct store *store, const char *text)
{
    for (const struct news *news = store->to_tell; news; news = news->next)
        if (strcmp(news->text, text) == 0)
            return true;
    return false;
}

static void note_what_to_tell(struct store *store, const struct job *job)
{
    char text[ANNOUNCEMENT_MAX + 64];

    if (job->work == job_nothing)
        snprintf(text, sizeof text, "a %s %s", store->node, job->text);
    else if (job->tells && job->answer.result == STORE_OK)
        snprintf(text, sizeof text, "t %s %s", job->table, store->node);
    else
        return;
    if (!is_told_already(store, text))
        store->to_tell_end = news_add(store->to_tell_end, text);
}

/* What cannot be told now is told later. */
static void tell_others(struct store *store)
{
    enum { AT_ONCE = 256 };
    const char *payloads[AT_ONCE];

    while (store->to_tell) {
        struct news *rest = store->to_tell;
        int n = 0;

        for (; rest && n < AT_ONCE; rest = rest->next)
            payloads[n++] = rest->text;
        if (!store->sql->driver->tell(store->sql, payloads, n))
            return;
        while (store->to_tell != rest) {
            struct news *told = store->to_tell;

            store->to_tell = told->next;
            free(told);
        }
    }
    store->to_tell_end = &store->to_tell;
}

/* ---- hearing from them ---- */

/* "t TABLE NODE" or "a NODE text": whether it is another's; *what is the table or the text, to the end of *text. */
static bool is_news(const struct store *store, char *text, char **what)
{
    char *second = strchr(text, ' '), *third = second ? strchr(second + 1, ' ') : NULL;

    if (!third)
        return false;
    *third = 0;
    *what = text[0] == 't' ? second + 1 : third + 1;
    return strcmp(text[0] == 't' ? third + 1 : second + 1, store->node) != 0;
}

static void hear(void *self, const char *payload)
{
    struct store *store = self;

    pthread_mutex_lock(&store->lock);
    store->heard_end = news_add(store->heard_end, payload);
    pthread_mutex_unlock(&store->lock);
    wake(store);
}

static void pass_on(struct store *store, struct news *news)
{
    for (; news; news = news->next) {
        char *what;

        if (!is_news(store, news->text, &what))
            continue;
        if (news->text[0] == 't' && store->hooks.changed)
            store->hooks.changed(store->hooks.self, what);
        else if (news->text[0] == 'a' && store->hooks.announced)
            store->hooks.announced(store->hooks.self, what);
    }
}

/* ---- the thread ---- */

enum outcome { WORKED, BROKE, UNSURE }; /* broke: nothing was written */

static bool failed_before(struct job *const failed[], int n, const struct job *job)
{
    for (int i = 0; i < n; i++)
        if (strcmp(failed[i]->table, job->table) == 0)
            return true;
    return false;
}

static bool is_held(const struct store *store, const char *table)
{
    for (int i = 0; table && i < store->held_n; i++)
        if (strcmp(store->held[i], table) == 0)
            return true;
    return false;
}

/* What comes after it at the same table waits too; after a while it has failed. */
static void note_lock(struct store *store, struct job *job)
{
    if (seconds_now() - job->asked > locked_too_long) {
        job_clear(job);
        job->answer.result = STORE_FAILED;
    } else if (!is_held(store, job->table)) {
        store->held[store->held_n++] = job->table;
    }
}

/* The jobs of one transaction, one after the other. */
static bool work_through(struct store *store, struct job *jobs[], int n)
{
    struct job **failed = store->failed;
    int failed_n = 0;

    for (int i = 0; i < n; i++) {
        struct job *job = jobs[i];

        job_clear(job);
        if (is_held(store, job->table))
            job->locked = true;
        else if (is_append(job) && (failed_before(failed, failed_n, job) || is_stale(store, job)))
            job->answer.result = STORE_CONFLICT;
        else if (!job->work(store->sql, job))
            return false;
        if (job->locked)
            note_lock(store, job);
        if (is_append(job) && !job->locked && job->answer.result != STORE_OK)
            failed[failed_n++] = job;
    }
    return true;
}

static enum outcome attempt(struct store *store, struct job *jobs[], int n)
{
    const struct sql_driver *driver = store->sql->driver;
    enum sql_purpose purpose = SQL_READS;
    int held = store->held_n;

    for (int i = 0; i < n; i++)
        if (jobs[i]->purpose == SQL_WRITES)
            purpose = SQL_WRITES;
    if (!driver->begin(store->sql, purpose))
        return UNSURE;
    if (!work_through(store, jobs, n)) {
        store->held_n = held;
        driver->rollback(store->sql);
        return BROKE;
    }
    return driver->commit(store->sql) ? WORKED : UNSURE;
}

static void set_failing(struct store *store, bool failing)
{
    pthread_mutex_lock(&store->lock);
    store->failing = failing;
    pthread_mutex_unlock(&store->lock);
}

/* Reported when it begins, once; the next probe may end it. */
static void note_failure(struct store *store)
{
    if (!store->failing)
        fprintf(stderr, "wabe: the store fails: %s\n", store->sql->why.text);
    set_failing(store, true);
    store->next_probe = seconds_now() + probe_again;
}

static void do_jobs(struct store *store, struct job *jobs[], int n)
{
    enum outcome outcome = attempt(store, jobs, n);

    if (outcome == BROKE && !store->sql->lost && n > 1) {
        for (int i = 0; i < n; i++)
            do_jobs(store, &jobs[i], 1);
        return;
    }
    if (outcome == BROKE) /* other nodes were in the way, or the connection was cut: there may be another */
        outcome = attempt(store, jobs, n);
    for (int i = 0; i < n && outcome != WORKED; i++) {
        job_clear(jobs[i]);
        jobs[i]->answer.result = STORE_FAILED;
    }
    if (outcome != WORKED)
        note_failure(store);
}

/* Some of these letters, in an order that does not repeat soon: a database that packs its rows finds nothing to pack.
 */
static const char *filler(struct job *job)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char *text = need_memory(FILLER + 1);
    const char *kept;

    randombytes_buf(text, FILLER);
    for (int i = 0; i < FILLER; i++)
        text[i] = letters[(unsigned char)text[i] % 64];
    text[FILLER] = 0;
    kept = job_keep(job, text);
    free(text);
    return kept;
}

static void probe(struct store *store)
{
    struct job *job;

    if (seconds_now() < store->next_probe)
        return;
    job = job_new();
    job->work = job_probe;
    job->purpose = SQL_WRITES;
    job->node = store->node;
    job->text = store->failing ? filler(job) : "";
    store->next_probe = seconds_now() + probe_every;
    do_jobs(store, &job, 1);
    if (store->failing && job->answer.result == STORE_OK) {
        fprintf(stderr, "wabe: the store works again\n");
        set_failing(store, false);
    }
    job_free(job);
}

/* Nodes that take the same rows take them in the same order, and do not wait for each other in a circle. */
static int by_table(const void *a, const void *b)
{
    const struct job *x = *(struct job *const *)a, *y = *(struct job *const *)b;
    int order = strcmp(x->table, y->table);

    return order ? order : x->number < y->number ? -1 : 1;
}

static void sort_appends(struct job *jobs[], int n)
{
    for (int from = 0, to; from < n; from = to + 1) {
        for (to = from; to < n && is_append(jobs[to]); to++)
            ;
        qsort(jobs + from, (size_t)(to - from), sizeof *jobs, by_table);
    }
}

/* With the lock: the jobs of the next transaction. They stay in one list, in the order of the calls. */
static int take_batch(struct store *store, struct queue *list)
{
    struct job *job;
    int n = 0;

    queue_clear(list);
    store->held_n = 0;
    while (n < BATCH_MAX && ((job = queue_take(&store->locked)) != NULL || (job = queue_take(&store->asked)) != NULL)) {
        queue_add(list, job);
        store->batch[n++] = job;
    }
    store->running = (uint32_t)n;
    if (n > 0) {
        store->running_since = list->first->asked;
        stale_drop(store, list->first->number);
    }
    return n;
}

/* With the lock. What is to go on goes on from where it is now. */
static void lay_out(struct store *store, struct queue *list)
{
    struct job *job;

    while ((job = queue_take(list)) != NULL) {
        if (job->locked) {
            queue_add(&store->locked, job);
            continue;
        }
        if (job->more) {
            job->begun = job->reached;
            job->not_before = job->later ? seconds_now() + held_again : 0;
            queue_add(&store->steps, job);
            continue;
        }
        if (is_append(job) && job->answer.result != STORE_OK)
            stale_add(store, job);
        queue_add(&store->answered, job);
    }
    store->running = 0;
}

static bool has_due_step(const struct store *store)
{
    double now = store->steps.first ? seconds_now() : 0;

    for (const struct job *job = store->steps.first; job; job = job->next)
        if (job->not_before <= now)
            return true;
    return false;
}

/* The first whose time has come; the others keep their order. */
static struct job *take_due_step(struct store *store)
{
    double now = seconds_now();
    struct job *due = NULL;

    for (uint32_t n = store->steps.n; n > 0; n--) {
        struct job *job = queue_take(&store->steps);

        if (!due && job->not_before <= now)
            due = job;
        else
            queue_add(&store->steps, job);
    }
    return due;
}

/* Whether there is a step to be made and the database can well take it. */
static bool may_step(const struct store *store)
{
    const struct sql_driver *driver = store->sql->driver;

    return has_due_step(store) && !store->stops && seconds_now() >= store->next_step &&
           (!driver->is_behind || !driver->is_behind(store->sql) || seconds_now() - store->last_step > step_anyway);
}

static bool has_work(const struct store *store)
{
    return store->asked.first || may_step(store);
}

/* How long the thread may sleep. */
static double nap(const struct store *store)
{
    double until_probe = store->next_probe - seconds_now();
    double most = has_due_step(store)                         ? STEP_AGAIN_MS / 1e3
                  : store->locked.first || store->steps.first ? TRY_AGAIN_MS / 1e3
                  : store->to_tell                            ? TELL_AGAIN_MS / 1e3
                                                              : probe_every;

    return until_probe < 0 ? 0 : until_probe < most ? until_probe : most;
}

/* With the lock: until there is something to do; false when all is done and the store is to end. Steps that are left
 * are made when it is opened again. */
static bool wait_for_more(struct store *store)
{
    while (!has_work(store) && (!store->stops || store->locked.first)) {
        double seconds = nap(store);
        struct timespec soon;

        clock_gettime(CLOCK_MONOTONIC, &soon);
        soon.tv_sec += (time_t)seconds;
        soon.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
        soon.tv_sec += soon.tv_nsec / 1000000000L;
        soon.tv_nsec %= 1000000000L;
        if (pthread_cond_timedwait(&store->more, &store->lock, &soon) == ETIMEDOUT)
            return true;
    }
    return has_work(store);
}

/* One step of one job, of each in turn. */
static void make_step(struct store *store)
{
    struct job *job;
    struct queue list;
    bool answered, waits;
    double began, took;

    pthread_mutex_lock(&store->lock);
    waits = store->asked.first && seconds_now() - store->last_step < step_after;
    job = !waits && may_step(store) ? take_due_step(store) : NULL;
    pthread_mutex_unlock(&store->lock);
    if (!job)
        return;
    began = seconds_now();
    do_jobs(store, &job, 1);
    store->last_step = seconds_now();
    took = store->last_step - began;
    store->next_step = store->last_step + (step_rest * took < step_after ? step_rest * took : step_after);
    answered = !job->more;
    queue_clear(&list);
    queue_add(&list, job);
    pthread_mutex_lock(&store->lock);
    lay_out(store, &list);
    pthread_mutex_unlock(&store->lock);
    if (answered)
        wake(store);
}

static void *work(void *self)
{
    struct store *store = self;
    bool shared = store->sql->driver->is_shared;

    pthread_mutex_lock(&store->lock);
    while (wait_for_more(store)) {
        struct queue list;
        int n = take_batch(store, &list);

        pthread_mutex_unlock(&store->lock);
        if (shared)
            sort_appends(store->batch, n);
        if (n > 0)
            do_jobs(store, store->batch, n);
        for (struct job *job = list.first; job && shared; job = job->next)
            note_what_to_tell(store, job);
        pthread_mutex_lock(&store->lock);
        lay_out(store, &list);
        pthread_mutex_unlock(&store->lock);
        if (n > 0)
            wake(store);
        if (shared)
            tell_others(store);
        make_step(store);
        probe(store);
        pthread_mutex_lock(&store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

/* ---- opening and closing ---- */

static bool start(struct store *store, struct why *why)
{
    const struct sql_driver *driver = store->sql->driver;
    struct job *sweep = NULL;

    if (!schema_update(store->sql, why))
        return false;
    /* Whoever held leases in this file is gone; another process beside this one would only do things in vain. */
    if (!driver->is_shared &&
        !driver->run(store->sql, "UPDATE tables SET lease = 0 WHERE lease > 0", NULL, 0, NULL, NULL)) {
        *why = store->sql->why;
        return false;
    }
    if (driver->is_shared && !driver->listen(store->sql, hear, store)) {
        *why = store->sql->why;
        return false;
    }
    sweep = job_new();
    sweep->work = job_sweep; /* what was left when the store was closed */
    sweep->purpose = SQL_WRITES;
    queue_add(&store->steps, sweep);
    if (pthread_create(&store->thread, NULL, work, store) != 0) {
        struct text out = text_why(why);

        text_put(&out, "the machine gives no thread for the store");
        return false;
    }
    return true;
}

static void store_free(struct store *store)
{
    store->sql->driver->close(store->sql);
    free_jobs(store->asked.first);
    free_jobs(store->answered.first);
    free_jobs(store->locked.first);
    free_jobs(store->steps.first);
    free_news(store->heard);
    free_news(store->to_tell);
    free(store->stale);
    pthread_mutex_destroy(&store->lock);
    pthread_cond_destroy(&store->more);
    free(store);
}

struct store *store_open(const char *where, const struct store_hooks *hooks, struct why *why)
{
    struct text out = text_why(why);
    struct store *store;
    unsigned char random[(STORE_ID_SIZE - 1) / 2];
    pthread_condattr_t by_clock;
    struct sql *sql;

    if (sodium_init() < 0) {
        text_put(&out, "the machine gives no random numbers");
        return NULL;
    }
    sql = sql_open(where, why);
    if (!sql)
        return NULL;
    store = need_memory(sizeof *store);
    store->sql = sql;
    if (hooks)
        store->hooks = *hooks;
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(store->node, sizeof store->node, random, sizeof random);
    pthread_mutex_init(&store->lock, NULL);
    pthread_condattr_init(&by_clock);
    pthread_condattr_setclock(&by_clock, CLOCK_MONOTONIC); /* one that nobody sets */
    pthread_cond_init(&store->more, &by_clock);
    pthread_condattr_destroy(&by_clock);
    queue_clear(&store->asked);
    queue_clear(&store->answered);
    queue_clear(&store->locked);
    queue_clear(&store->steps);
    store->heard_end = &store->heard;
    store->to_tell_end = &store->to_tell;
    if (start(store, why))
        return store;
    store_free(store);
    return NULL;
}

void store_close(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    store->stops = true;
    pthread_cond_signal(&store->more);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->thread, NULL);
    store_free(store);
}

/* ---- the caller's side ---- */

void store_collect(struct store *store)
{
    struct news *news;
    struct job *list;

    pthread_mutex_lock(&store->lock);
    list = store->answered.first;
    queue_clear(&store->answered);
    news = store->heard;
    store->heard = NULL;
    store->heard_end = &store->heard;
    pthread_mutex_unlock(&store->lock);

    for (const struct job *job = list; job; job = job->next) {
        if (is_append(job) && job->answer.result != STORE_OK) {
            pthread_mutex_lock(&store->lock);
            stale_told(store, job);
            pthread_mutex_unlock(&store->lock);
        }
        if (job->done)
            job->done(job->self, job->tag, &job->answer);
    }
    pass_on(store, news);
    free_jobs(list);
    free_news(news);
}

/* Looking changes nothing that the caller could see, but the lock. */
static void lock_to_look(const struct store *store)
{
    pthread_mutex_lock((pthread_mutex_t *)(uintptr_t)&store->lock);
}

static void unlock_after_looking(const struct store *store)
{
    pthread_mutex_unlock((pthread_mutex_t *)(uintptr_t)&store->lock);
}

bool store_answers(const struct store *store)
{
    double now = seconds_now();
    bool ok;

    lock_to_look(store);
    ok = !store->failing && !(store->running && now - store->running_since > too_long) &&
         !(store->asked.first && now - store->asked.first->asked > too_long);
    unlock_after_looking(store);
    return ok;
}

uint32_t store_waiting(const struct store *store)
{
    uint32_t n;

    lock_to_look(store);
    n = store->asked.n + store->running + store->locked.n;
    unlock_after_looking(store);
    return n;
}

const char *store_node(const struct store *store)
{
    return store->node;
}

bool store_is_shared(const struct store *store)
{
    return store->sql->driver->is_shared;
}

/* ---- asking ---- */

static struct job *ask(const struct store *store, job_work *what, enum sql_purpose purpose, store_done *done,
                       void *self, uint64_t tag)
{
    struct job *job = job_new();

    job->work = what;
    job->purpose = purpose;
    job->done = done;
    job->self = self;
    job->tag = tag;
    job->node = store->node;
    return job;
}

static void post(struct store *store, struct job *job)
{
    job->asked = seconds_now();
    pthread_mutex_lock(&store->lock);
    job->number = store->calls++;
    queue_add(&store->asked, job);
    pthread_cond_signal(&store->more);
    pthread_mutex_unlock(&store->lock);
}

void store_append(struct store *store, const struct store_append *what, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_append, SQL_WRITES, done, self, tag);

    job->append = *what;
    job->append.table = job->table = job_keep(job, what->table);
    job->append.event.body = job_keep(job, what->event.body);
    job->append.head.row = job_keep(job, what->head.row);
    job->tells = true;
    post(store, job);
}

void store_load(struct store *store, const char *table, uint32_t after, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_load, SQL_READS, done, self, tag);

    job->table = job_keep(job, table);
    job->after = after;
    post(store, job);
}

void store_claim(struct store *store, int64_t now, int64_t until, uint32_t most, store_done *done, void *self,
                 uint64_t tag)
{
    struct job *job = ask(store, job_claim, SQL_WRITES, done, self, tag);

    job->now = now;
    job->until = until;
    job->most = most;
    post(store, job);
}

void store_lobby(struct store *store, uint32_t most, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_lobby, SQL_READS, done, self, tag);

    job->most = most;
    post(store, job);
}

void store_mine(struct store *store, const char *person, uint32_t most, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_mine, SQL_READS, done, self, tag);

    job->person = job_keep(job, person);
    job->most = most;
    post(store, job);
}

void store_idle(struct store *store, enum store_state state, int64_t since, uint32_t most, store_done *done, void *self,
                uint64_t tag)
{
    struct job *job = ask(store, job_idle, SQL_READS, done, self, tag);

    job->state = state;
    job->now = since;
    job->most = most;
    post(store, job);
}

void store_say(struct store *store, const char *table, const struct store_line *line, store_done *done, void *self,
               uint64_t tag)
{
    struct job *job = ask(store, job_say, SQL_WRITES, done, self, tag);

    job->table = job_keep(job, table);
    job->line = *line;
    job->line.text = job_keep(job, line->text);
    job->line.command = job_keep(job, line->command ? line->command : "");
    job->tells = true;
    post(store, job);
}

void store_lines(struct store *store, const char *table, uint32_t after, uint32_t most, store_done *done, void *self,
                 uint64_t tag)
{
    struct job *job = ask(store, job_lines, SQL_READS, done, self, tag);

    job->table = job_keep(job, table);
    job->after = after;
    job->most = most;
    post(store, job);
}

void store_guest(struct store *store, const struct store_person *person, const char *token_hash, int64_t now,
                 store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_guest, SQL_WRITES, done, self, tag);

    job->guest = *person;
    job->token = job_keep(job, token_hash);
    job->now = now;
    post(store, job);
}

void store_find(struct store *store, const char *token_hash, int64_t now, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_find, SQL_WRITES, done, self, tag);

    job->token = job_keep(job, token_hash);
    job->now = now;
    post(store, job);
}

void store_rename(struct store *store, const char *person, const char *name, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_rename, SQL_WRITES, done, self, tag);

    job->person = job_keep(job, person);
    job->text = job_keep(job, name);
    post(store, job);
}

void store_account(struct store *store, const char *person, const char *account, const char *passphrase_hash,
                   const char *token_hash, int64_t now, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_account, SQL_WRITES, done, self, tag);

    job->person = job_keep(job, person);
    job->account = job_keep(job, account);
    job->passphrase = job_keep(job, passphrase_hash);
    job->token = job_keep(job, token_hash);
    job->now = now;
    post(store, job);
}

void store_account_find(struct store *store, const char *account, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_account_find, SQL_READS, done, self, tag);

    job->account = job_keep(job, account);
    post(store, job);
}

void store_token(struct store *store, const char *person, const char *token_hash, int64_t now, store_done *done,
                 void *self, uint64_t tag)
{
    struct job *job = ask(store, job_token, SQL_WRITES, done, self, tag);

    job->person = job_keep(job, person);
    job->token = job_keep(job, token_hash);
    job->now = now;
    post(store, job);
}

void store_token_drop(struct store *store, const char *token_hash, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_token_drop, SQL_WRITES, done, self, tag);

    job->token = job_keep(job, token_hash);
    post(store, job);
}

void store_forget(struct store *store, const char *person, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_forget, SQL_WRITES, done, self, tag);

    job->person = job_keep(job, person);
    post(store, job);
}

void store_forget_traces(struct store *store, const char *person, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_forget_traces, SQL_WRITES, done, self, tag);

    job->person = job_keep(job, person);
    post(store, job);
}

void store_prune(struct store *store, int64_t since, store_done *done, void *self, uint64_t tag)
{
    struct job *job = ask(store, job_prune, SQL_WRITES, done, self, tag);

    job->now = since;
    post(store, job);
}

void store_announce(struct store *store, const char *text)
{
    struct job *job;

    assert(strlen(text) < ANNOUNCEMENT_MAX);
    if (!store_is_shared(store))
        return;
    job = ask(store, job_nothing, SQL_READS, NULL, NULL, 0);
    job->text = job_keep(job, text);
    post(store, job);
}

/* ---- where it is by default ---- */

bool store_default_path(char out[STORE_PATH_SIZE], struct why *why)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct text sentence = text_why(why), path = text_in(out, STORE_PATH_SIZE);

    if (data && data[0] == '/') {
        text_put(&path, data);
    } else if (home && *home) {
        text_put(&path, home);
        text_put(&path, "/.local/share");
    } else {
        text_put(&sentence, "there is no place for the store: neither HOME nor XDG_DATA_HOME is set; say --store FILE");
        return false;
    }
    text_put(&path, "/wabe/server.db");
    if (path.full)
        text_put(&sentence, "the path of the folder for data is too long");
    return !path.full;
}
