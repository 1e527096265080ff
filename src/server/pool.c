#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 64, HASHES_MAX = 32, PASSPHRASE_SIZE = 257 };

struct task {
    struct task *next;
    void *self;
    /* A question ... */
    pool_thought *thought;
    struct bot bot;
    struct question question;
    char table[STORE_ID_SIZE];
    uint32_t decision;
    move_t move;
    /* ... or a passphrase. */
    pool_hashed *hashed;
    uint64_t tag;
    bool verify, ok;
    char passphrase[PASSPHRASE_SIZE], hash[SECRET_HASH_SIZE];
};

struct list {
    struct task *first, **end;
    uint32_t n;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t more, more_hashes;
    struct list questions, hashes, done;
    bool stops;
    int threads;
    pthread_t thread[THREADS_MAX + 1]; /* the last one hashes */
    void (*wake)(void *self);
    void *self;
};

static void list_init(struct list *list)
{
    *list = (struct list){.end = &list->first};
}

static void list_add(struct list *list, struct task *task)
{
    task->next = NULL;
    *list->end = task;
    list->end = &task->next;
    list->n++;
}

static struct task *list_take(struct list *list)
{
    struct task *task = list->first;

    if (!task)
        return NULL;
    list->first = task->next;
    if (!list->first)
        list->end = &list->first;
    list->n--;
    return task;
}

static void task_free(struct task *task)
{
    sodium_memzero(task->passphrase, sizeof task->passphrase);
    free(task);
}

/* Grows its trees one after the other; the answer is the same as that of any other way. */
static void think_alone(struct task *task, void **memory, size_t *room, struct answer *answer)
{
    size_t need = bot_memory(&task->bot, task->question.seats);

    if (*room < need) {
        free(*memory);
        *memory = malloc(need);
        *room = *memory ? need : 0;
    }
    if (!*memory) {
        move_t moves[MOVES_MAX]; /* without memory for a tree any move is better than none */

        task->question.game->moves(task->question.state, task->question.seat, moves);
        task->move = moves[0];
        return;
    }
    bot_think(&task->bot, &task->question, *memory, answer);
    task->move = answer->move;
}

static void hash_alone(struct task *task)
{
    size_t n = strlen(task->passphrase);

    if (task->verify)
        task->ok = crypto_pwhash_str_verify(task->hash, task->passphrase, n) == 0;
    else
        task->ok = crypto_pwhash_str(task->hash, task->passphrase, n, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                     crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* Waits for a task of a list; NULL: the pool stops. */
static struct task *next_task(struct pool *pool, struct list *list, pthread_cond_t *more)
{
    struct task *task = NULL;

    pthread_mutex_lock(&pool->lock);
    while (!pool->stops && !(task = list_take(list)))
        pthread_cond_wait(more, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return task;
}

static void hand_back(struct pool *pool, struct task *task)
{
    pthread_mutex_lock(&pool->lock);
    list_add(&pool->done, task);
    pthread_mutex_unlock(&pool->lock);
    pool->wake(pool->self);
}

static void *thinker(void *self)
{
    struct pool *pool = self;
    struct answer *answer = malloc(sizeof *answer);
    void *memory = NULL;
    size_t room = 0;
    struct task *task;

    while (answer && (task = next_task(pool, &pool->questions, &pool->more)) != NULL) {
        think_alone(task, &memory, &room, answer);
        hand_back(pool, task);
    }
    free(memory);
    free(answer);
    return NULL;
}

static void *hasher(void *self)
{
    struct pool *pool = self;
    struct task *task;

    while ((task = next_task(pool, &pool->hashes, &pool->more_hashes)) != NULL) {
        hash_alone(task);
        hand_back(pool, task);
    }
    return NULL;
}

struct pool *pool_open(int threads, void (*wake)(void *self), void *self)
{
    struct pool *pool = calloc(1, sizeof *pool);
    int wanted = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;

    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->more, NULL);
    pthread_cond_init(&pool->more_hashes, NULL);
    list_init(&pool->questions);
    list_init(&pool->hashes);
    list_init(&pool->done);
    pool->wake = wake;
    pool->self = self;
    for (int i = 0; i < wanted; i++)
        if (pthread_create(&pool->thread[pool->threads], NULL, thinker, pool) == 0)
            pool->threads++;
    if (pool->threads > 0 && pthread_create(&pool->thread[pool->threads], NULL, hasher, pool) == 0) {
        pool->threads++;
        return pool;
    }
    pool_close(pool);
    return NULL;
}

static void list_drop(struct list *list)
{
    struct task *task;

    while ((task = list_take(list)) != NULL)
        task_free(task);
}

void pool_close(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stops = true;
    pthread_cond_broadcast(&pool->more);
    pthread_cond_broadcast(&pool->more_hashes);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    list_drop(&pool->questions);
    list_drop(&pool->hashes);
    list_drop(&pool->done);
    pthread_cond_destroy(&pool->more);
    pthread_cond_destroy(&pool->more_hashes);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

void pool_collect(struct pool *pool)
{
    struct task *task;

    for (;;) {
        pthread_mutex_lock(&pool->lock);
        task = list_take(&pool->done);
        pthread_mutex_unlock(&pool->lock);
        if (!task)
            return;
        if (task->thought)
            task->thought(task->self, task->table, task->decision, task->question.seat, task->move);
        else
            task->hashed(task->self, task->tag, task->ok, task->hash);
        task_free(task);
    }
}

bool pool_think(struct pool *pool, const struct bot *bot, const struct question *question, const char *table,
                uint32_t decision, pool_thought *done, void *self)
{
    struct task *task = calloc(1, sizeof *task);

    if (!task)
        return false;
    task->thought = done;
    task->self = self;
    task->bot = *bot;
    task->question = *question;
    task->decision = decision;
    memcpy(task->table, table, sizeof task->table);
    pthread_mutex_lock(&pool->lock);
    list_add(&pool->questions, task);
    pthread_cond_signal(&pool->more);
    pthread_mutex_unlock(&pool->lock);
    return true;
}

bool pool_hash(struct pool *pool, const char *passphrase, const char *hash, pool_hashed *done, void *self, uint64_t tag)
{
    struct task *task;
    bool room;

    if (strlen(passphrase) >= PASSPHRASE_SIZE || (hash && strlen(hash) >= SECRET_HASH_SIZE))
        return false;
    task = calloc(1, sizeof *task);
    if (!task)
        return false;
    task->hashed = done;
    task->self = self;
    task->tag = tag;
    task->verify = hash != NULL;
    memcpy(task->passphrase, passphrase, strlen(passphrase) + 1);
    if (hash)
        memcpy(task->hash, hash, strlen(hash) + 1);
    pthread_mutex_lock(&pool->lock);
    room = pool->hashes.n < HASHES_MAX;
    if (room) {
        list_add(&pool->hashes, task);
        pthread_cond_signal(&pool->more_hashes);
    }
    pthread_mutex_unlock(&pool->lock);
    if (!room)
        task_free(task);
    return room;
}

uint32_t pool_waiting(struct pool *pool)
{
    uint32_t n;

    pthread_mutex_lock(&pool->lock);
    n = pool->questions.n;
    pthread_mutex_unlock(&pool->lock);
    return n;
}
