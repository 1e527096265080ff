/* arena.h: which of these bots is stronger, and how sure that is.
 *
 * The unit of everything is the deal: one seed, played by a pair of bots in several games so that both have sat
 * everywhere with the same luck. Games of one deal depend on each other; deals do not.
 *
 * All that is added up from deals is whole numbers (a win is cut into WIN parts, because first places are shared), so
 * that threads, shards and ranks give the same sums in whatever order they come. Only times are not.
 */
#ifndef WABE_ARENA_H
#define WABE_ARENA_H

#include "bout.h"
#include "stats.h"

enum {
    PAIRS_MAX = BOTS_MAX * (BOTS_MAX - 1) / 2,
    WIN = 420,                 /* divided by 1 to 7 winners */
    ARENA_GAMES_MAX = 10000000 /* for a pair: keeps the sums of squares below 2^63, */
};
#define DEAL_SCORE_MAX 1000000 /* as long as no bot scores more points on one deal */

/* What one deal was worth to a pair of bots, the first and the second. */
struct pair_outcome {
    uint32_t won; /* by the first, of arena.full */
    uint32_t decisions[2];
    int32_t score[2];
    double seconds[2];
};

struct outcome {
    struct pair_outcome pair[PAIRS_MAX];
};

struct pair_sums {
    uint64_t *won; /* deals in which the first won so much, from 0 to arena.full */
    int64_t score[2];
    uint64_t apart; /* squares of the difference of their scores */
    uint64_t decisions[2];
    double seconds[2];
};

struct sums {
    uint64_t deals;
    struct pair_sums pair[PAIRS_MAX];
    uint64_t score_squares[BOTS_MAX];      /* of a bot's scores on a deal, all its pairs together */
    uint64_t together[BOTS_MAX][BOTS_MAX]; /* products of what two bots won on a deal, likewise */
    double seconds;                        /* from beginning to end */
};

#define NO_MARGIN UINT64_MAX

struct arena {
    const struct command *command;

    /* The question. */
    struct deal deal; /* the first one; the others have the next seeds */
    struct bots bots;
    uint64_t games;  /* asked for, for each pair */
    uint64_t margin; /* points that the first of a pair may be worse, or NO_MARGIN */
    bool until_sure;
    uint64_t shard, shards; /* deal number i is played if i mod shards is shard */

    /* What follows from it: arena_prepare. */
    int pairs;
    uint8_t pair[PAIRS_MAX][2];
    int deal_games; /* of a pair on a deal */
    uint32_t full;  /* all that can be won on a deal */
    uint64_t deals; /* of all shards together */

    struct sums sums;
    bool interrupted;
};

void arena_prepare(struct arena *arena);         /* gets memory, which arena_end frees */
void arena_end(struct arena *arena);             /* also of one that is not prepared, or has ended */
uint64_t arena_share(const struct arena *arena); /* deals of this shard */

/* ---- results ---- */

/* Whether there is evidence enough for every pair (--until-sure). */
bool arena_sure(const struct arena *arena);

void arena_json(const struct arena *arena, bool times);
void arena_table(const struct arena *arena, bool times);

/* ---- shards ---- */

void shard_write(const struct arena *arena);

/* Reads the files of all shards of one question into the arena. False after a sentence. */
bool shards_merge(struct arena *arena, const char *const path[], int n);

/* ---- ranks: processes that MPI has started; without it there is one ---- */

void ranks_begin(void);
void ranks_end(void);
int ranks_number(void); /* of this one: 0 is the one that speaks */
int ranks_count(void);
bool ranks_all(bool mine); /* whether it is true for all */

/* Collects `size` bytes of each rank, in the order of the ranks, for all. */
void ranks_share(const void *mine, size_t size, void *all);

#endif
