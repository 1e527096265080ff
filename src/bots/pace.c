#include "pace.h"

#include "../table/turns.h"

enum {
    PATIENCE_DEFAULT = 8, /* for games that say nothing about it */
    LEAST = 100,          /* milliseconds: what a busy machine takes for anything */
    STEP = 50,            /* periods are multiples of it */
};

/* Milliseconds within which nearly all decisions of this bot are made. */
static uint64_t patience_with(const struct game *game, const char *words)
{
    uint64_t normal = bot_level(game, 1).iterations;
    uint64_t patience = game->patience ? game->patience : PATIENCE_DEFAULT;
    struct bot bot;
    struct why why;

    if (!words[0] || !bot_read(&bot, game, words, &why))
        bot = bot_level(game, 1);
    return bot_needs_trees(&bot) ? patience * bot.iterations * bot.trees / normal : 0;
}

uint32_t pace_period(const struct match *match, int seat, const char *as)
{
    const struct game *game = match->deal.game;
    uint64_t patience = 0;

    if (!(game->flags & (GAME_HIDDEN | GAME_SEALED)))
        return 0;
    for (FOR_BITS(bot, turn_together(match, seat)))
        patience += patience_with(game, as ? as : match->bots[bot]);
    return (uint32_t)((LEAST + patience + STEP / 2) / STEP * STEP);
}

int64_t pace_due(int64_t begun, int64_t now, uint32_t period)
{
    int64_t periods = period == 0 || now <= begun ? 1 : (now - begun + period - 1) / period;

    return begun + periods * period;
}

uint32_t pace_cost(int64_t begun, int64_t due, uint32_t period)
{
    int64_t periods = period ? (due - begun) / period : 1;

    return (uint32_t)(periods * (period > LEAST ? (period - LEAST) / 2 : 1));
}
