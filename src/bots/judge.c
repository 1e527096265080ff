#include "judge.h"

#include "../table/bytes.h"

/* Of the worth of an end, what belongs to the margin: enough to go on playing well when the game is decided, too little
 * to be worth a risk. */
#define MARGIN_SHARE 0.25

/* How far a seat is ahead as something like a chance to win: from 0 to 1, and 1 / seats where all are level, so that a
 * simulation that stopped early is worth as much as one that did not. */
static double chance_to_win(double ahead, int seats)
{
    double half = 0.5 + 0.5 * ahead / (1 + (ahead < 0 ? -ahead : ahead)); /* against one other */

    return half / (half + (seats - 1) * (1 - half));
}

static void read_result(const struct game *game, int seats, const void *state, struct result *result, uint8_t rank[])
{
    memset(result, 0, sizeof *result);
    game->result(state, result);
    game_ranks(game, seats, result, rank);
}

/* Each seat against the best of the others. */
static void value_margins(int seats, const int32_t points[], double spread, double value[])
{
    int best = 0;
    int32_t second;

    for (int seat = 1; seat < seats; seat++)
        if (points[seat] > points[best])
            best = seat;
    second = points[best == 0 ? 1 : 0];
    for (int seat = 0; seat < seats; seat++)
        if (seat != best && points[seat] > second)
            second = points[seat];
    for (int seat = 0; seat < seats; seat++)
        value[seat] = chance_to_win((points[seat] - (seat == best ? second : points[best])) / spread, seats);
}

/* Each seat against the mean of the others, in proportion. */
static void value_stakes(int seats, const int32_t points[], double spread, double value[])
{
    double sum = 0;

    for (int seat = 0; seat < seats; seat++)
        sum += points[seat];
    for (int seat = 0; seat < seats; seat++)
        value[seat] = 0.5 + (points[seat] - (sum - points[seat]) / (seats - 1)) / spread / 4;
}

/* The seats in the first place. Points decide it, and tie-breaks where they do not. */
static uint32_t winners(const struct game *game, int seats, const void *state, const int32_t points[])
{
    struct result result;
    uint8_t rank[SEATS_MAX];
    uint32_t first = 0;
    int32_t best = points[0];

    for (int seat = 1; seat < seats; seat++)
        if (points[seat] > best)
            best = points[seat];
    for (int seat = 0; seat < seats; seat++)
        first |= (uint32_t)(points[seat] == best) << seat;
    if ((first & (first - 1)) == 0)
        return first;
    read_result(game, seats, state, &result, rank);
    first = 0;
    for (int seat = 0; seat < seats; seat++)
        first |= (uint32_t)(rank[seat] == 1) << seat;
    return first;
}

/* Games that say nothing about how it stands: the score, and as the difference that matters the mean of all scores. */
static int32_t points_of_result(const struct game *game, int seats, const void *state, int32_t points[])
{
    struct result result;
    uint8_t rank[SEATS_MAX];
    int64_t sum = 0;

    read_result(game, seats, state, &result, rank);
    for (int seat = 0; seat < seats; seat++) {
        points[seat] = result.score[seat] * POINT;
        sum += points[seat] < 0 ? -points[seat] : points[seat];
    }
    return seats == 1 ? POINT : (int32_t)(sum / seats) + 1;
}

bool judge(const struct game *game, int seats, const void *state, int thinker, double value[SEATS_MAX])
{
    int32_t points[SEATS_MAX];
    bool over = game->actors(state) == 0;
    uint32_t first;
    double spread;

    if (!game->standing && !over)
        return false;
    spread = game->standing ? game->standing(state, points) : points_of_result(game, seats, state, points);
    if (game->flags & GAME_LOWEST_WINS)
        for (int seat = 0; seat < seats; seat++)
            points[seat] = -points[seat];
    if (!over && game->contempt)
        points[thinker] -= game->contempt(state, thinker);
    if (seats == 1) {
        value[0] = points[0] / spread;
        return true;
    }
    if (game->flags & GAME_STAKES) {
        value_stakes(seats, points, spread, value);
        return true;
    }
    value_margins(seats, points, spread, value);
    if (!over)
        return true;
    first = winners(game, seats, state, points);
    for (int seat = 0; seat < seats; seat++)
        value[seat] = MARGIN_SHARE * value[seat] + (1 - MARGIN_SHARE) * (first >> seat & 1) / (double)bit_count(first);
    return true;
}
