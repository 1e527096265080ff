#define _POSIX_C_SOURCE 200809L

#include "bout.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- one ------------------------------------------------------------------------------------- */

void bout_begin(struct bout *bout, const struct game *game, const struct bot bots[], int n)
{
    size_t most = 0;

    for (int i = 0; i < n; i++) {
        size_t size = bot_memory(&bots[i], game->seats_max);

        most = size > most ? size : most;
    }
    memset(bout, 0, sizeof *bout);
    bout->match_memory = need_memory(match_memory(game));
    bout->bot_memory = need_memory(most);
}

void bout_end(struct bout *bout)
{
    free(bout->match_memory);
    free(bout->bot_memory);
}

/* Sources of a bot's luck, far from those of any game's chance. */
#define VOICES 0x40000000u

void bout_ask(struct bout *bout, int seat, const struct bot *bot, uint32_t voice, uint32_t number)
{
    const struct deal *deal = &bout->match.deal;
    double began = seconds_now();

    question_make(&bout->question, deal->game, deal->setup.seats, bout->match.state, seat,
                  luck_at(deal->seed, VOICES + voice, number).state);
    if (!answer_forced(&bout->question, &bout->answer)) /* nobody waits for it who could learn something */
        bot_think(bot, &bout->question, bout->bot_memory, &bout->answer);
    bout->seconds[seat] += seconds_now() - began;
    bout->decisions[seat] += bout->answer.n > 1;
}

bool bout_play(struct bout *bout, const struct command *command, const struct deal *deal,
               const struct bot *const player[], const uint32_t voice[], bout_watch *watch, void *self,
               struct result *result, uint8_t rank[])
{
    struct match *match = &bout->match;
    uint32_t number[SEATS_MAX] = {0};
    struct why why;

    match_start(match, deal, bout->match_memory);
    memset(bout->decisions, 0, sizeof bout->decisions);
    memset(bout->seconds, 0, sizeof bout->seconds);
    for (match_settle(match); !match_over(match);) {
        int seat = bit_lowest(deal->game->actors(match->state));

        if (crew_interrupted())
            return false;
        bout_ask(bout, seat, player[seat], voice[seat], number[seat]++);
        if (watch)
            watch(self, match, seat, &bout->answer);
        if (!match_play(match, seat, match->decision, bout->answer.move, &why)) {
            cli_fail(command, FAILED, "seed %llu, move %u, seat %d: %s", (unsigned long long)deal->seed, match->n, seat,
                     why.text);
            return false;
        }
    }
    memset(result, 0, sizeof *result);
    deal->game->result(match->state, result);
    game_ranks(deal->game, deal->setup.seats, result, rank);
    return true;
}

/* ---- bots from what people type -------------------------------------------------------------- */

/* Where the bot that begins here ends: at the next comma whose part does not go on with its settings. */
static size_t bot_length(const char *list)
{
    size_t n = strcspn(list, ",");

    while (list[n] == ',') {
        size_t word = strcspn(list + n + 1, ":=,");

        if (list[n + 1 + word] != '=')
            break;
        n += 1 + strcspn(list + n + 1, ",");
    }
    return n;
}

bool bots_read(const struct command *command, const struct game *game, const char *list, struct bots *out)
{
    struct why why;

    out->n = 0;
    for (bool more = true; more; list++) {
        size_t n = bot_length(list), blank = strspn(list, " "), end = n;
        char *name = out->name[out->n];

        if (out->n == BOTS_MAX) {
            cli_fail(command, MISUSED, "--bots takes at most %d bots", BOTS_MAX);
            return false;
        }
        while (end > blank && list[end - 1] == ' ')
            end--;
        if (end <= blank || end - blank >= BOT_TEXT_MAX) {
            cli_fail(command, MISUSED, end <= blank ? "a name is missing in --bots" : "a name in --bots is too long");
            return false;
        }
        snprintf(name, BOT_TEXT_MAX, "%.*s", (int)(end - blank), list + blank);
        if (!bot_read(&out->bot[out->n++], game, name, &why)) {
            cli_fail(command, MISUSED, "%s", why.text);
            return false;
        }
        list += n;
        more = *list == ',';
    }
    return true;
}

/* ---- many ------------------------------------------------------------------------------------ */

static atomic_bool interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    atomic_store(&interrupted, true);
}

bool crew_interrupted(void)
{
    return atomic_load_explicit(&interrupted, memory_order_relaxed);
}

int crew_size(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores < 1 ? 1 : cores > CREW_MAX ? CREW_MAX : (int)cores;
}

struct crew {
    pthread_mutex_t lock;   /* of all that follows, but for what never changes */
    pthread_cond_t room;    /* a job was reported, or it is over */
    uint64_t next;          /* the first job that is not begun */
    uint64_t reported;      /* the first that is not reported */
    bool ready[CREW_SLOTS]; /* finished but not reported */
    bool over;              /* nothing is begun or reported any more */
    uint64_t jobs;
    crew_work *work;
    crew_done *done;
    void *self;
};

struct worker {
    struct crew *crew;
    int number;
    pthread_t thread;
};

/* Takes the next job; false when there is none. Called with the lock. */
static bool take(struct crew *crew, uint64_t *job)
{
    while (!crew->over && crew->next < crew->jobs && crew->next - crew->reported >= CREW_SLOTS)
        pthread_cond_wait(&crew->room, &crew->lock);
    if (crew_interrupted())
        crew->over = true;
    if (crew->over || crew->next == crew->jobs)
        return false;
    *job = crew->next++;
    return true;
}

/* Reports what is finished without a gap. Called with the lock, which is what makes it one thread at a time. */
static void report(struct crew *crew)
{
    while (!crew->over && crew->ready[crew->reported % CREW_SLOTS]) {
        crew->ready[crew->reported % CREW_SLOTS] = false;
        crew->over = !crew->done(crew->self, crew->reported);
        crew->reported++;
    }
}

static void *labour(void *self)
{
    struct worker *worker = self;
    struct crew *crew = worker->crew;
    uint64_t job;

    pthread_mutex_lock(&crew->lock);
    while (take(crew, &job)) {
        bool ok;

        pthread_mutex_unlock(&crew->lock);
        ok = crew->work(crew->self, worker->number, job);
        pthread_mutex_lock(&crew->lock);
        if (ok) {
            crew->ready[job % CREW_SLOTS] = true;
            report(crew);
        } else {
            crew->over = true;
        }
        pthread_cond_broadcast(&crew->room);
    }
    pthread_cond_broadcast(&crew->room);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* The caller is worker 0; where no more threads can be had, those that there are do all. */
uint64_t crew_run(int workers, uint64_t jobs, crew_work *work, crew_done *done, void *self)
{
    struct crew crew = {.jobs = jobs, .work = work, .done = done, .self = self};
    struct worker worker[CREW_MAX];
    struct sigaction action = {.sa_handler = on_interrupt}, before;
    int n = 1;

    assert(workers >= 1 && workers <= CREW_MAX);
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.room, NULL);
    sigaction(SIGINT, &action, &before);
    for (int i = 0; i < workers; i++)
        worker[i] = (struct worker){.crew = &crew, .number = i};
    while (n < workers && pthread_create(&worker[n].thread, NULL, labour, &worker[n]) == 0)
        n++;
    labour(&worker[0]);
    for (int i = 1; i < n; i++)
        pthread_join(worker[i].thread, NULL);
    sigaction(SIGINT, &before, NULL);
    pthread_cond_destroy(&crew.room);
    pthread_mutex_destroy(&crew.lock);
    return crew.reported;
}
