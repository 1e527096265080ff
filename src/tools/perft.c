/* perft.c: counting all histories to a depth, to compare implementations. */
#include "tools.h"

#include <string.h>

struct counts {
    uint64_t histories; /* sequences of exactly this many moves */
    uint64_t finished;  /* of which the game is over */
};

struct walk {
    const struct game *game;
    const uint64_t *seed; /* NULL: chance is counted like the moves of seats */
    unsigned deepest;
    struct counts counts; /* at the depth looked for */
};

static void copy(const struct game *game, unsigned char *to, const unsigned char *from)
{
    for (unsigned k = 0; k < game->state_size; k++)
        to[k] = from[k];
}

/* With a seed: chance falls, until a seat is asked or the game is over. `drawn` counts the draws of each source. */
static void fall(const struct walk *walk, void *state, uint32_t drawn[])
{
    const struct game *game = walk->game;

    while (game->actors(state) == BIT(CHANCE)) {
        uint8_t source = game->source(state);
        struct luck luck = luck_at(*walk->seed, source, drawn[source]++);

        game->apply(state, CHANCE, game_draw(game, state, luck_below(&luck, game_odds(game, state))), NULL);
    }
}

static void count(struct walk *walk, const void *state, unsigned depth, const uint32_t before[SOURCES_MAX])
{
    _Alignas(8) unsigned char next[STATE_MAX], here[STATE_MAX];
    const struct game *game = walk->game;
    uint32_t asked, drawn[SOURCES_MAX];
    move_t move[MOVES_MAX];
    int actor, n;

    copy(game, here, state);
    for (int i = 0; i < SOURCES_MAX; i++)
        drawn[i] = before[i];
    if (walk->seed)
        fall(walk, here, drawn);
    asked = game->actors(here);
    if (depth == walk->deepest) {
        walk->counts.histories++;
        walk->counts.finished += asked == 0;
        return;
    }
    if (asked == 0)
        return;
    actor = bit_lowest(asked);
    n = game_options(game, here, actor, move, NULL);
    for (int i = 0; i < n; i++) {
        copy(game, next, here);
        game->apply(next, actor, move[i], NULL);
        count(walk, next, depth + 1, drawn);
    }
}

enum { DEPTH_MAX = 64 };

int command_perft(const struct command *command, int argc, char **argv)
{
    struct deal_options how = {.seats = NOT_GIVEN};
    bool json = false;
    const struct cli_option options[] = {
        {"seats", "N", "how many seats (the fewest possible)", NUMBER, &how.seats, 1, DEAL_SEATS_MAX},
        {"set", "OPTION=VALUE", "choose a variant or house rule", WORDS, &how.set, 0, 0},
        {"seed", "S", "chance falls as in the game with this seed", WORD, &how.seed, 0, 0},
        {"json", NULL, "as JSON", FLAG, &json, 0, 0},
        {0},
    };
    _Alignas(8) unsigned char state[STATE_MAX];
    static const uint32_t nothing_drawn[SOURCES_MAX];
    struct words operands;
    struct deal deal;
    uint64_t depth;
    bool seeded;
    int code;

    if (!cli_read(command, options, argc, argv, 2, 2, &operands, &code))
        return code;
    if (!cli_deal(command, operands.word[0], &how, &deal))
        return MISUSED;
    if (!text_read_number(operands.word[1], text_length(operands.word[1]), DEPTH_MAX, &depth))
        return cli_fail(command, MISUSED, "the depth is a whole number up to %d, not '%s'", DEPTH_MAX,
                        operands.word[1]);
    seeded = how.seed || strchr(operands.word[0], '#');
    if (json)
        printf("[");
    else
        printf("%5s %20s %20s\n", "depth", "histories", "of them finished");
    deal.game->start(state, &deal.setup);
    for (unsigned d = 0; d <= depth; d++) {
        struct walk walk = {.game = deal.game, .seed = seeded ? &deal.seed : NULL, .deepest = d};

        fflush(stdout); /* the next depth may take long */
        count(&walk, state, 0, nothing_drawn);
        printf(json ? "%s{\"depth\":%u,\"histories\":%llu,\"finished\":%llu}" : "%s%5u %20llu %20llu\n",
               json && d > 0 ? "," : "", d, (unsigned long long)walk.counts.histories,
               (unsigned long long)walk.counts.finished);
    }
    if (json)
        printf("]\n");
    return DONE;
}
