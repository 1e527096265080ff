/* thinker.c: one decision of a bot in a thread of its own. */
#include "session.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "../tools/think.h"

struct thinker {
    struct bot bot;
    struct question question;
    struct answer answer;
    pthread_t thread;
    atomic_bool done;
};

static void *run(void *self)
{
    struct thinker *thinker = self;

    think(&thinker->bot, &thinker->question, 0, &thinker->answer);
    atomic_store(&thinker->done, true);
    return NULL;
}

struct thinker *thinker_start(const struct bot *bot, const struct question *question)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);

    if (!thinker)
        return NULL;
    thinker->bot = *bot;
    thinker->question = *question;
    if (pthread_create(&thinker->thread, NULL, run, thinker) != 0) {
        free(thinker);
        return NULL;
    }
    return thinker;
}

bool thinker_done(const struct thinker *thinker)
{
    return atomic_load(&thinker->done);
}

void thinker_finish(struct thinker *thinker, struct answer *out)
{
    pthread_join(thinker->thread, NULL);
    if (out)
        *out = thinker->answer;
    free(thinker);
}
