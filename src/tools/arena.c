/* arena.c: `wabe arena`: bots against each other on the same deals. */
#define _POSIX_C_SOURCE 200809L

#include "arena.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the design ------------------------------------------------------------------------------ */

/* A pair at a table with an even number of seats sits alternately, ABAB and then BABA: two games, and each bot has had
 * every seat. With an odd number somebody has one seat more: ABABA in all five rotations, then BABAB. Exchanging the
 * two bots exchanges the games, so that equal bots win one half each, whatever the seats are worth. Alone, both play
 * the deal, and the better score wins it. */
static int games_of_deal(int seats)
{
    return seats % 2 == 0 || seats == 1 ? 2 : 2 * seats;
}

/* The place in the line-up ABAB... of the one who has this seat, which the rotations move along. */
static int place_of(int seat, int seats, int game)
{
    return (seat + seats - game % seats) % seats;
}

/* Which of the two it is. */
static int side_of(int place, int seats, int game)
{
    return (place + (seats % 2 == 1 && game >= seats)) % 2;
}

void arena_prepare(struct arena *arena)
{
    int seats = arena->deal.setup.seats;

    arena->pairs = 0;
    arena->deal_games = games_of_deal(seats);
    arena->full = WIN * (uint32_t)(seats == 1 ? 1 : arena->deal_games);
    arena->deals = (arena->games + (uint64_t)arena->deal_games - 1) / (uint64_t)arena->deal_games;
    for (int a = 0; a < arena->bots.n; a++) {
        for (int b = a + 1; b < arena->bots.n; b++) {
            arena->pair[arena->pairs][0] = (uint8_t)a;
            arena->pair[arena->pairs][1] = (uint8_t)b;
            arena->sums.pair[arena->pairs++].won = need_memory((arena->full + 1) * sizeof(uint64_t));
        }
    }
}

void arena_end(struct arena *arena)
{
    for (int i = 0; i < arena->pairs; i++)
        free(arena->sums.pair[i].won);
    arena->pairs = 0;
}

uint64_t arena_share(const struct arena *arena)
{
    return (arena->deals + arena->shards - 1 - arena->shard) / arena->shards;
}

/* ---- playing --------------------------------------------------------------------------------- */

struct arena_run {
    struct arena *arena;
    int workers;
    struct bout *bout;       /* of each worker */
    struct outcome *outcome; /* CREW_SLOTS of them, or those of a round */
    uint64_t first, step;    /* job i is deal first + i * step of this shard */
    bool bar;                /* on a terminal */
    double began, shown;
};

/* The games of one pair on one deal. */
static bool play_pair(const struct arena *arena, struct bout *bout, const struct deal *deal, const uint8_t pair[2],
                      struct pair_outcome *out)
{
    int seats = deal->setup.seats;

    for (int game = 0; game < arena->deal_games; game++) {
        const struct bot *player[SEATS_MAX];
        uint32_t voice[SEATS_MAX], winners = 0;
        int side[SEATS_MAX];
        struct result result;
        uint8_t rank[SEATS_MAX];

        for (int seat = 0; seat < seats; seat++) {
            int place = place_of(seat, seats, game);

            side[seat] = side_of(place, seats, game);
            player[seat] = &arena->bots.bot[pair[side[seat]]];
            voice[seat] = pair[side[seat]] * (uint32_t)SEATS_MAX + (uint32_t)place / 2;
        }
        if (!bout_play(bout, arena->command, deal, player, voice, NULL, NULL, &result, rank))
            return false;
        for (int seat = 0; seat < seats; seat++)
            winners += rank[seat] == 1;
        for (int seat = 0; seat < seats; seat++) {
            if (rank[seat] == 1 && side[seat] == 0)
                out->won += WIN / winners;
            out->score[side[seat]] += result.score[seat];
            out->decisions[side[seat]] += bout->decisions[seat];
            out->seconds[side[seat]] += bout->seconds[seat];
        }
    }
    return true;
}

/* A deal played alone by two bots, as if they had sat at one table. */
static void compare_solo(const struct game *game, const struct result alone[2], uint32_t *won)
{
    struct result both = {0};
    uint8_t rank[2];

    for (int side = 0; side < 2; side++) {
        both.score[side] = alone[side].score[0];
        memcpy(both.tie[side], alone[side].tie[0], sizeof both.tie[0]);
    }
    game_ranks(game, 2, &both, rank);
    *won = rank[0] > rank[1] ? 0 : rank[0] < rank[1] ? WIN : WIN / 2;
}

/* Alone, each bot plays the deal once for all its pairs. */
static bool play_solo(const struct arena *arena, struct bout *bout, const struct deal *deal, struct outcome *out)
{
    struct result result[BOTS_MAX];
    uint32_t decisions[BOTS_MAX];
    double seconds[BOTS_MAX];

    for (int i = 0; i < arena->bots.n; i++) {
        const struct bot *player = &arena->bots.bot[i];
        uint32_t voice = (uint32_t)(i * SEATS_MAX);
        uint8_t rank[SEATS_MAX];

        if (!bout_play(bout, arena->command, deal, &player, &voice, NULL, NULL, &result[i], rank))
            return false;
        decisions[i] = bout->decisions[0];
        seconds[i] = bout->seconds[0];
    }
    for (int i = 0; i < arena->pairs; i++) {
        struct pair_outcome *pair = &out->pair[i];
        struct result alone[2] = {result[arena->pair[i][0]], result[arena->pair[i][1]]};

        compare_solo(deal->game, alone, &pair->won);
        for (int side = 0; side < 2; side++) {
            pair->score[side] = alone[side].score[0];
            pair->decisions[side] = decisions[arena->pair[i][side]];
            pair->seconds[side] = seconds[arena->pair[i][side]];
        }
    }
    return true;
}

static bool play_deal(struct arena_run *run, int worker, uint64_t job, struct outcome *out)
{
    struct arena *arena = run->arena;
    struct deal deal = arena->deal;

    deal.seed += arena->shard + arena->shards * (run->first + job * run->step);
    memset(out, 0, sizeof *out);
    if (deal.setup.seats == 1)
        return play_solo(arena, &run->bout[worker], &deal, out);
    for (int i = 0; i < arena->pairs; i++)
        if (!play_pair(arena, &run->bout[worker], &deal, arena->pair[i], &out->pair[i]))
            return false;
    return true;
}

/* ---- adding up ------------------------------------------------------------------------------- */

static void add_outcome(struct arena *arena, const struct outcome *outcome)
{
    struct sums *sums = &arena->sums;
    int64_t score[BOTS_MAX] = {0};
    uint64_t won[BOTS_MAX] = {0};

    for (int i = 0; i < arena->pairs; i++) {
        const struct pair_outcome *pair = &outcome->pair[i];
        int64_t apart = (int64_t)pair->score[0] - pair->score[1];

        sums->pair[i].won[pair->won]++;
        sums->pair[i].apart += (uint64_t)(apart * apart);
        won[arena->pair[i][0]] += pair->won;
        won[arena->pair[i][1]] += arena->full - pair->won;
        for (int side = 0; side < 2; side++) {
            sums->pair[i].score[side] += pair->score[side];
            sums->pair[i].decisions[side] += pair->decisions[side];
            sums->pair[i].seconds[side] += pair->seconds[side];
            score[arena->pair[i][side]] += pair->score[side];
        }
    }
    for (int a = 0; a < arena->bots.n; a++) {
        assert(score[a] <= DEAL_SCORE_MAX && score[a] >= -DEAL_SCORE_MAX);
        sums->score_squares[a] += (uint64_t)(score[a] * score[a]);
        for (int b = 0; b < arena->bots.n; b++)
            sums->together[a][b] += won[a] * won[b];
    }
    sums->deals++;
}

/* A look costs more the more there is, and tells less: they become rarer. Which deals they follow depends on nothing
 * else, so that every run ends at the same one. */
static bool time_to_look(uint64_t deals)
{
    return deals % (1 + deals / 64) == 0;
}

/* False when nothing more needs to be played. */
static bool take_outcome(struct arena_run *run, const struct outcome *outcome)
{
    struct arena *arena = run->arena;

    add_outcome(arena, outcome);
    if (run->bar && seconds_now() - run->shown > 0.1) {
        run->shown = seconds_now();
        show_progress(arena->sums.deals, arena_share(arena), "deals", run->began, false);
    }
    return !(arena->until_sure && time_to_look(arena->sums.deals) && arena_sure(arena));
}

/* ---- alone, and by ranks --------------------------------------------------------------------- */

static bool work_slot(void *self, int worker, uint64_t job)
{
    struct arena_run *run = self;

    return play_deal(run, worker, job, &run->outcome[job % CREW_SLOTS]);
}

static bool slot_done(void *self, uint64_t job)
{
    struct arena_run *run = self;

    return take_outcome(run, &run->outcome[job % CREW_SLOTS]);
}

/* Each of these returns false if a match failed. */
static bool run_alone(struct arena_run *run)
{
    struct arena *arena = run->arena;
    bool failed;

    run->step = 1;
    run->outcome = need_memory(CREW_SLOTS * sizeof run->outcome[0]);
    failed = crew_run(run->workers, arena_share(arena), work_slot, slot_done, run) < arena_share(arena) &&
             !crew_interrupted() && !(arena->until_sure && arena_sure(arena));
    free(run->outcome);
    return !failed;
}

static bool work_round(void *self, int worker, uint64_t job)
{
    struct arena_run *run = self;

    return play_deal(run, worker, job, &run->outcome[job]);
}

static bool round_done(void *self, uint64_t job)
{
    (void)self;
    (void)job;
    return true;
}

/* Deals are played in rounds, number i of a round by rank i mod ranks; then every rank is told of all, and adds them up
 * in their order like a single process does. So all come to the same sums and stop at the same deal. */
static bool run_ranks(struct arena_run *run)
{
    struct arena *arena = run->arena;
    uint64_t share = arena_share(arena), ranks = (uint64_t)ranks_count(), rank = (uint64_t)ranks_number();
    uint64_t each = 4 * (uint64_t)run->workers;
    size_t size = each * sizeof run->outcome[0];
    struct outcome *all = need_memory(ranks * size);
    bool more = true, ok = true;

    run->outcome = need_memory(size);
    run->step = ranks;
    for (uint64_t base = 0; base < share && more && ok; base += ranks * each) {
        uint64_t left = share - base, mine = left > rank ? (left - rank + ranks - 1) / ranks : 0;

        mine = mine < each ? mine : each;
        run->first = base + rank;
        ok = ranks_all(crew_run(run->workers, mine, work_round, round_done, run) == mine);
        if (!ok)
            break;
        ranks_share(run->outcome, size, all);
        for (uint64_t i = 0; i < ranks * each && i < left && more; i++)
            more = take_outcome(run, &all[i % ranks * each + i / ranks]);
    }
    free(run->outcome);
    free(all);
    return ok || !ranks_all(!crew_interrupted());
}

static bool play_all(struct arena *arena, int workers)
{
    struct arena_run run = {.arena = arena, .workers = workers};
    bool ok;

    run.bar = ranks_number() == 0 && isatty(STDERR_FILENO);
    run.began = run.shown = seconds_now();
    run.bout = need_memory((size_t)workers * sizeof run.bout[0]);
    for (int i = 0; i < workers; i++)
        bout_begin(&run.bout[i], arena->deal.game, arena->bots.bot, arena->bots.n);
    ok = ranks_count() > 1 ? run_ranks(&run) : run_alone(&run);
    if (run.bar && run.shown > run.began)
        show_progress(arena->sums.deals, arena_share(arena), "deals", run.began, true);
    for (int i = 0; i < workers; i++)
        bout_end(&run.bout[i]);
    free(run.bout);
    arena->sums.seconds = seconds_now() - run.began;
    arena->interrupted = !ranks_all(!crew_interrupted());
    return ok;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* "2/8" */
static bool read_shard(struct arena *arena, const char *word)
{
    const char *slash = strchr(word, '/');

    if (slash && text_read_number(word, (size_t)(slash - word), UINT32_MAX, &arena->shard) &&
        text_read_number(slash + 1, strlen(slash + 1), WORDS_MAX - 1, &arena->shards) && arena->shard < arena->shards)
        return true;
    cli_fail(arena->command, MISUSED, "--shard is I/N, part I (from 0) of N parts (at most %d), not '%s'",
             WORDS_MAX - 1, word);
    return false;
}

static void print_result(const struct arena *arena, bool json, bool times)
{
    if (json)
        arena_json(arena, times);
    else
        arena_table(arena, times);
}

static int merge(struct arena *arena, const struct words *operands, bool json, bool times)
{
    int code = FAILED;

    if (operands->n < 2)
        return cli_fail(arena->command, MISUSED, "the files of the shards are missing");
    if (shards_merge(arena, operands->word + 1, operands->n - 1)) {
        print_result(arena, json, times);
        code = DONE;
    }
    arena_end(arena);
    return code;
}

static int play(struct arena *arena, int workers, bool sharded, bool json, bool times)
{
    int code;

    arena_prepare(arena);
    if (!play_all(arena, workers)) {
        arena_end(arena);
        return cli_fail(arena->command, FAILED, "a match could not be played to its end");
    }
    if (sharded)
        shard_write(arena);
    else
        print_result(arena, json, times);
    code = arena->interrupted ? 130 : DONE;
    arena_end(arena);
    return code;
}

static int arena_command(const struct command *command, int argc, char **argv)
{
    struct arena arena = {.command = command, .games = NOT_GIVEN, .margin = NO_MARGIN, .shards = 1};
    struct deal_options how = {.seats = NOT_GIVEN};
    uint64_t workers = ranks_count() > 1 ? 1 : (uint64_t)crew_size();
    const char *bots = NULL, *shard = NULL;
    bool json = false, no_times = false;
    const struct cli_option options[] = {
        {"bots", "A,B,...", "who plays: random, greedy, easy, normal, hard, expert, ismcts:iterations=N,trees=N", WORD,
         &bots, 0, 0},
        {"games", "N", "games of each pair (400), rounded up to whole deals", NUMBER, &arena.games, 1, ARENA_GAMES_MAX},
        {"seats", "N", "how many seats (the fewest possible)", NUMBER, &how.seats, 1, DEAL_SEATS_MAX},
        {"set", "OPTION=VALUE", "choose a variant or house rule; may be repeated", WORDS, &how.set, 0, 0},
        {"seed", "S", "seed of the first deal (0)", WORD, &how.seed, 0, 0},
        {"until-sure", NULL, "stop as soon as the question is decided for every pair", FLAG, &arena.until_sure, 0, 0},
        {"margin", "P", "ask instead whether the earlier bot is not worse than the later by more than P points", NUMBER,
         &arena.margin, 0, 49},
        {"threads", "N", "how many threads (all cores; with MPI 1)", NUMBER, &workers, 1, CREW_MAX},
        {"shard", "I/N", "play only part I (from 0) of N; the output is for 'arena merge'", WORD, &shard, 0, 0},
        {"json", NULL, "the result as JSON", FLAG, &json, 0, 0},
        {"no-times", NULL, "leave out all that was measured by a clock", FLAG, &no_times, 0, 0},
        {0},
    };
    struct words operands;
    int code;

    if (!cli_read(command, options, argc, argv, 1, WORDS_MAX, &operands, &code))
        return code;
    if (strcmp(operands.word[0], "merge") == 0) {
        if (bots || shard || arena.until_sure || arena.margin != NO_MARGIN || arena.games != NOT_GIVEN || how.seed ||
            how.set.n > 0 || how.seats != NOT_GIVEN)
            return cli_fail(command, MISUSED, "the files say what was played: merge takes only --json and --no-times");
        return merge(&arena, &operands, json, !no_times);
    }
    if (arena.games == NOT_GIVEN)
        arena.games = 400;
    if (operands.n > 1)
        return cli_fail(command, MISUSED, "'%s' is one word too many", operands.word[1]);
    if (!cli_deal(command, operands.word[0], &how, &arena.deal))
        return MISUSED;
    if (!bots)
        return cli_fail(command, MISUSED, "--bots says who plays, as in --bots normal,random");
    if (!bots_read(command, arena.deal.game, bots, &arena.bots) || (shard && !read_shard(&arena, shard)))
        return MISUSED;
    if (arena.bots.n < 2)
        return cli_fail(command, MISUSED, "it takes two bots to compare, as in --bots %s,random", arena.bots.name[0]);
    if (shard && arena.until_sure)
        return cli_fail(command, MISUSED, "--until-sure needs all deals in one run, and --shard divides them");
    return play(&arena, (int)workers, shard, json, !no_times);
}

int command_arena(const struct command *command, int argc, char **argv)
{
    int code;

    ranks_begin();
    code = arena_command(command, argc, argv);
    ranks_end();
    return code;
}
