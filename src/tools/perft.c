/* perft.c: counting all histories to a depth, to compare implementations. */
#include "tools.h"

#include <stdlib.h>

struct counts {
    uint64_t histories; /* sequences of exactly this many moves */
    uint64_t finished;  /* of which the game is over */
};

static void count(const struct game *game, const void *state, unsigned depth, unsigned deepest, struct counts counts[])
{
    _Alignas(8) unsigned char next[STATE_MAX];
    uint32_t asked = game->actors(state);
    move_t move[MOVES_MAX];
    int actor, n;

    counts[depth].histories++;
    counts[depth].finished += asked == 0;
    if (depth == deepest || asked == 0)
        return;
    actor = bit_lowest(asked);
    n = game_options(game, state, actor, move, NULL);
    for (int i = 0; i < n; i++) {
        const unsigned char *from = state;

        for (unsigned k = 0; k < game->state_size; k++)
            next[k] = from[k];
        game->apply(next, actor, move[i], NULL);
        count(game, next, depth + 1, deepest, counts);
    }
}

enum { DEPTH_MAX = 64 };

int command_perft(const struct command *command, int argc, char **argv)
{
    struct deal_options how = {.seats = NOT_GIVEN};
    bool json = false;
    const struct cli_option options[] = {
        {"seats", "N", "how many seats (the fewest possible)", NUMBER, &how.seats, 1, SEATS_MAX},
        {"set", "OPTION=VALUE", "choose a variant or house rule", WORDS, &how.set, 0, 0},
        {"json", NULL, "as JSON", FLAG, &json, 0, 0},
        {0},
    };
    _Alignas(8) unsigned char state[STATE_MAX];
    struct counts counts[DEPTH_MAX + 1] = {{0, 0}};
    struct words operands;
    struct deal deal;
    uint64_t depth;
    int code;

    if (!cli_read(command, options, argc, argv, 2, 2, &operands, &code))
        return code;
    if (!cli_deal(command, operands.word[0], &how, &deal))
        return MISUSED;
    if (!text_read_number(operands.word[1], text_length(operands.word[1]), DEPTH_MAX, &depth))
        return cli_fail(command, MISUSED, "the depth is a whole number up to %d, not '%s'", DEPTH_MAX,
                        operands.word[1]);
    deal.game->start(state, &deal.setup);
    count(deal.game, state, 0, (unsigned)depth, counts);
    if (json)
        printf("[");
    else
        printf("%5s %20s %20s\n", "depth", "histories", "of them finished");
    for (unsigned d = 0; d <= depth; d++)
        printf(json ? "%s{\"depth\":%u,\"histories\":%llu,\"finished\":%llu}" : "%s%5u %20llu %20llu\n",
               json && d > 0 ? "," : "", d, (unsigned long long)counts[d].histories,
               (unsigned long long)counts[d].finished);
    if (json)
        printf("]\n");
    return DONE;
}
