#include "turns.h"

#include "bytes.h"
#include "hash.h"

/* Of a step that waits for several: whether they choose unseen. The choice of one of them would lie face down then. */
static bool step_is_sealed(const struct match *match, int seat)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = match->deal.game;
    move_t move[MOVES_MAX];

    memcpy(state, match->state, game->state_size);
    game->moves(state, seat, move);
    game->apply(state, seat, move[0], NULL);
    return game_sealed(game, state) != 0;
}

uint32_t turn_bots(const struct match *match)
{
    uint32_t asked = match->deal.game->actors(match->state) & ~BIT(CHANCE);

    return match->n < match->known && asked & match->people ? 0 : asked & ~match->people;
}

int turn_next(const struct match *match)
{
    uint32_t asked = match->deal.game->actors(match->state) & ~BIT(CHANCE), bots = turn_bots(match);

    if (asked == 0 || match_closed(match))
        return NOBODY;
    if (!bots)
        return bit_lowest(asked & match->people);
    return bit_lowest(step_is_sealed(match, bit_lowest(asked)) ? bots : asked);
}

/* Looks at the step as it was when nobody had chosen. */
uint32_t turn_together(const struct match *match, int seat)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = match->deal.game;
    uint32_t chosen = game_sealed(game, match->state);

    if (!chosen && !step_is_sealed(match, seat))
        return BIT(seat);
    memcpy(state, match->state, game->state_size);
    if (chosen)
        game->reopen(state, chosen);
    return game->actors(state) & ~match->people;
}

bool turn_is_part(const struct match *match, int seat, move_t move)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = match->deal.game;

    memcpy(state, match->state, game->state_size);
    game->apply(state, seat, move, NULL);
    return (game_sealed(game, state) & game->actors(state) & BIT(seat)) != 0;
}

bool turn_has_curtain(const struct match *match)
{
    return bit_count(match->people) > 1 && (match->deal.game->flags & (GAME_HIDDEN | GAME_SEALED));
}

int turn_viewer(const struct match *match)
{
    return match->people == 0 ? REFEREE : bit_count(match->people) == 1 ? bit_lowest(match->people) : SPECTATOR;
}

/* What lies face down in the running step must not matter, but how many choices this seat has made in it. */
uint64_t turn_seed(const struct match *match, int seat)
{
    uint64_t seed = hash_bytes(match->deal.seed, match->step, match->running * sizeof match->step[0]);
    uint8_t own = (uint8_t)seat;

    for (uint32_t i = match->running; i < match->n; i++)
        if (match->step[i].actor == seat)
            own = (uint8_t)(own + SEATS_MAX);
    return hash_bytes(seed, &own, 1);
}

/* Which hand or round is being played after n moves; 0 in games that have none. */
static uint32_t stage_after(const struct match *match, uint32_t n)
{
    _Alignas(8) unsigned char state[STATE_MAX];

    if (!match->deal.game->stage)
        return 0;
    match_state_at(match, n, state);
    return match->deal.game->stage(state);
}

/* Whether the moves made so far end within a step in which several choose unseen. */
static bool is_running(const struct match *match, uint32_t n)
{
    _Alignas(8) unsigned char state[STATE_MAX];

    return match_state_at(match, n, state) < n;
}

uint32_t turn_stop(const struct match *match, uint32_t from, uint32_t end, bool *over)
{
    uint32_t stop = from + 1, stage = stage_after(match, from), last;

    *over = false;
    while (stop < end && is_running(match, stop))
        stop++;
    last = stop;
    while (stop < end && match->step[stop].actor == CHANCE)
        stop++;
    if (match->step[from].actor == CHANCE || stage == stage_after(match, stop))
        return stop;
    *over = true;
    while (stage_after(match, last) == stage) /* after `stop` it is another one */
        last++;
    return last;
}

/* ---- names for bots -------------------------------------------------------------------------- */

static const char *const garden[] = {"Bramble", "Clover", "Thistle", "Fern",   "Sorrel",  "Nettle",
                                     "Tansy",   "Yarrow", "Mallow",  "Teasel", "Bracken", "Campion",
                                     "Comfrey", "Sedge",  "Burdock", "Vetch"};

enum { GARDEN = sizeof garden / sizeof garden[0] };

#define NAME_LUCK 0xfffffffeu /* no source of chance has that number */

static bool is_taken(const struct match *match, const char *name)
{
    for (int seat = 0; seat < match->deal.setup.seats; seat++)
        if (text_same(match->names[seat], name))
            return true;
    return false;
}

/* There are more names than twice the seats, so that a free one is found. */
void turn_name_bots(struct match *match)
{
    struct luck luck = luck_at(match->deal.seed, NAME_LUCK, 0);

    for (int seat = 0; seat < match->deal.setup.seats; seat++) {
        uint32_t i = luck_below(&luck, GARDEN);

        if (match->people & BIT(seat) || match->names[seat][0])
            continue;
        while (is_taken(match, garden[i]))
            i = (i + 1) % GARDEN;
        memcpy(match->names[seat], garden[i], text_length(garden[i]) + 1);
    }
}
