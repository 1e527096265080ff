#define _POSIX_C_SOURCE 200809L

#include "think.h"

#include <pthread.h>
#include <stdlib.h>

#include "bout.h"

enum {
    SLICE = 32,   /* simulations between two looks at the clock */
    ROOM = 200000 /* simulations that a tree of unknown size has room for: about 100 MB, if they are ever made */
};

struct thinking {
    const struct bot *bot;
    int first, step; /* the trees of this thread */
    void **tree;
    double until; /* or 0 */
};

static void *grow(void *self)
{
    const struct thinking *t = self;

    if (t->until == 0) {
        for (int i = t->first; i < t->bot->trees; i += t->step)
            tree_grow(t->tree[i], t->bot->iterations);
        return NULL;
    }
    do {
        for (int i = t->first; i < t->bot->trees; i += t->step)
            tree_grow(t->tree[i], SLICE);
    } while (seconds_now() < t->until);
    return NULL;
}

/* What cannot have a thread of its own is done by this one. */
static void grow_all(const struct bot *bot, void *tree[], double until)
{
    int n = bot->trees < crew_size() ? bot->trees : crew_size();
    struct thinking part[TREES_MAX];
    pthread_t thread[TREES_MAX];
    bool started[TREES_MAX] = {false};

    for (int i = 0; i < n; i++) {
        part[i] = (struct thinking){bot, i, n, tree, until};
        started[i] = i > 0 && pthread_create(&thread[i], NULL, grow, &part[i]) == 0;
    }
    for (int i = 0; i < n; i++)
        if (!started[i])
            grow(&part[i]);
    for (int i = 0; i < n; i++)
        if (started[i])
            pthread_join(thread[i], NULL);
}

void think(const struct bot *bot, const struct question *question, uint32_t milliseconds, struct answer *out)
{
    double until = milliseconds ? seconds_now() + milliseconds / 1e3 : 0;
    struct bot room = *bot;
    void *tree[TREES_MAX];

    /* A tree that is full goes on learning without growing. */
    if (milliseconds)
        room.iterations = ROOM;
    answer_begin(out, question);
    if (bot_needs_trees(bot)) {
        for (int i = 0; i < bot->trees; i++) {
            tree[i] = need_memory(tree_memory(&room, question->seats));
            tree_begin(tree[i], &room, question, i);
        }
        grow_all(bot, tree, until);
        for (int i = 0; i < bot->trees; i++) {
            answer_add(out, tree[i]);
            free(tree[i]);
        }
    }
    answer_finish(out, bot, question);
}
