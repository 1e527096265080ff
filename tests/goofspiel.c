/* goofspiel.c: Goofspiel with four cards, for tests only: sealed bids and nothing else, so small that it can be solved
 * exactly (cfr.h). Whoever plays sealed choices well must mix them well, and this game says how well.
 *
 * The rules. Each of two has bids 1, 2, 3 and 4. The prizes 1, 2, 3 and 4 are played for in this order, which both
 * know. For each, both choose a bid unseen and show them together: the higher takes the prize, and of equal bids nobody
 * does. Bids are spent. The last ones are played by themselves. The score is the sum of one's prizes.
 *
 * With the two bids counted one after the other, seat 0 first, the tree has its published size, in any order of the
 * prizes: 1 + 4 decisions for the first prize, 16 * (1 + 3) for the second, 16 * 9 * (1 + 2) for the third, 501
 * altogether, and 16 * 9 * 4 = 576 ends. They rise because the other way round the first bid of the solution is simply
 * the highest, and there is less to mix.
 */
#include "../src/games/game.h"

/* ---- components ------------------------------------------------------------------------------ */

enum { SEATS = 2, CARDS = 4 };

/* Bid number n of a seat is thing CARDS * seat + n - 1; then the prizes. */
enum { PRIZE = SEATS * CARDS, THINGS_N = PRIZE + CARDS };

#define CARD(colour, name, mark, n) {name " " #n, mark #n, THING_CARD, colour, n, NO_BACK}
#define SUIT(colour, name, mark)                                                                                       \
    CARD(colour, name, mark, 1), CARD(colour, name, mark, 2), CARD(colour, name, mark, 3), CARD(colour, name, mark, 4)

static const struct thing things[] = {
    SUIT(COLOUR_RED, "red", "R"),
    SUIT(COLOUR_BLACK, "black", "B"),
    SUIT(COLOUR_GOLD, "prize", "P"),
};

enum { Z_TO_COME, Z_LOST, Z_HAND, Z_SPENT, Z_TAKEN, ZONES_N };

static const struct zone zones[] = {
    [Z_TO_COME] = {"to-come", ZONE_ROW, ROLE_SUPPLY}, [Z_LOST] = {"lost", ZONE_BOX, ROLE_ASIDE},
    [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND},        [Z_SPENT] = {"spent", ZONE_ROW, ROLE_DISCARD},
    [Z_TAKEN] = {"taken", ZONE_ROW, ROLE_WON},
};

enum { PLACE_TO_COME, PLACE_LOST, PLACE_HAND, PLACE_SPENT = PLACE_HAND + SEATS, PLACE_TAKEN = PLACE_SPENT + SEATS };

/* ---- words ----------------------------------------------------------------------------------- */

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_BID, "bid {n}")                                                                                              \
    X(CHOOSES, "{seat} [choose|chooses] {thing}")                                                                      \
    X(BIDS, "{seat} [bid|bids] {thing}")                                                                               \
    X(LEFT, "{seat} [have|has] {thing} left")                                                                          \
    X(TAKES, "{seat} [take|takes] {thing}")                                                                            \
    X(NOBODY_TAKES, "nobody takes {thing}")                                                                            \
    X(TO_COME_TITLE, "prizes to come")                                                                                 \
    X(LOST_TITLE, "nobody's prizes")                                                                                   \
    X(HAND_TITLE, "{seat's} hand")                                                                                     \
    X(SPENT_TITLE, "{seat's} bids so far")                                                                             \
    X(TAKEN_TITLE, "{seat's} prizes")                                                                                  \
    X(PROMPT_BID, "both bid for {thing}")                                                                              \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(PRIZES, "{seat} [have|has] prizes worth {n} [point|points]")                                                     \
    X(COUNT_POINTS, "points")                                                                                          \
    X(GOAL, "take the prizes that are worth most")                                                                     \
    X(ABOUT_BID, "a bid: the higher one takes the prize, equal bids lose it")                                          \
    X(ABOUT_PRIZE, "a prize, worth its number")

enum {
#define TEXT_ID(id, words) T_##id,
    TEXTS(TEXT_ID) TEXTS_N
#undef TEXT_ID
};

static const char *const texts[] = {
#define TEXT_WORDS(id, words) words,
    TEXTS(TEXT_WORDS)
#undef TEXT_WORDS
};

/* ---- state ----------------------------------------------------------------------------------- */

/* Rounds are counted from 0; round r is for prize r + 1. */
struct state {
    uint8_t bid[SEATS][CARDS]; /* of each round, 0: not chosen yet; those of the running one are sealed */
    uint8_t round;             /* CARDS: it is over */
    uint8_t zero[3];
};

_Static_assert(sizeof(struct state) == 12, "no padding");

/* ---- set-up ---------------------------------------------------------------------------------- */

static const char *start(void *state, const struct setup *setup)
{
    (void)setup;
    *(struct state *)state = (struct state){0};
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    (void)setup;
    for (int i = 0; i < THINGS_N; i++)
        count[i] = 1;
}

static struct phrase about(const struct setup *setup, int thing)
{
    (void)setup;
    return PHRASE(thing >= PRIZE ? T_ABOUT_PRIZE : T_ABOUT_BID);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Move n is to bid n; there is no passing. */
enum { MOVES_N = CARDS + 1 };

/* The bids that a seat has shown in the rounds before this one, as a set. */
static uint32_t spent(const struct state *s, int seat)
{
    uint32_t bids = 0;

    for (int round = 0; round < s->round; round++)
        bids |= BIT(s->bid[seat][round]);
    return bids;
}

static uint32_t hand(const struct state *s, int seat)
{
    return (BIT(MOVES_N) - BIT(1)) & ~spent(s, seat);
}

static uint32_t sealed(const void *state)
{
    const struct state *s = state;
    uint32_t seats = 0;

    for (int seat = 0; seat < SEATS && s->round < CARDS; seat++)
        seats |= s->bid[seat][s->round] ? BIT(seat) : 0;
    return seats;
}

static void reopen(void *state, uint32_t seats)
{
    struct state *s = state;

    for (int seat = 0; seat < SEATS; seat++)
        if (seats & BIT(seat))
            s->bid[seat][s->round] = 0;
}

static uint32_t actors(const void *state)
{
    const struct state *s = state;

    return s->round == CARDS ? 0 : (BIT(SEATS) - 1) & ~sealed(s);
}

static int moves(const void *state, int seat, move_t out[])
{
    return moves_of(hand(state, seat), 0, out);
}

/* ---- play ------------------------------------------------------------------------------------ */

static int thing_of_bid(int seat, int bid)
{
    return CARDS * seat + bid - 1;
}

/* Who takes the prize of a round that is over; NOBODY if the bids are equal. */
static int taker(const struct state *s, int round)
{
    int ahead = s->bid[0][round] - s->bid[1][round];

    return ahead > 0 ? 0 : ahead < 0 ? 1 : NOBODY;
}

/* `how` says in which words the bids are shown. */
static void show(struct state *s, int how, struct facts *facts)
{
    int winner = taker(s, s->round);

    for (int seat = 0; seat < SEATS; seat++) {
        int bid = thing_of_bid(seat, s->bid[seat][s->round]);

        TELL(facts, EVERYBODY, FACT_REVEALS, how, seat, bid);
        fact_transfer(facts, bid, 1, PLACE_HAND + seat, PLACE_SPENT + seat);
    }
    if (winner == NOBODY)
        TELL(facts, EVERYBODY, 0, T_NOBODY_TAKES, PRIZE + s->round);
    else
        TELL(facts, EVERYBODY, 0, T_TAKES, winner, PRIZE + s->round);
    fact_transfer(facts, PRIZE + s->round, 1, PLACE_TO_COME, winner == NOBODY ? PLACE_LOST : PLACE_TAKEN + winner);
    s->round++;
}

/* The last choice is in: both are shown, and if each has one bid left, those play themselves. */
static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    s->bid[actor][s->round] = (uint8_t)m;
    TELL(facts, ONLY(actor), FACT_SILENT, T_CHOOSES, actor, thing_of_bid(actor, m));
    if (actors(s) != 0)
        return;
    show(s, T_BIDS, facts);
    if (s->round < CARDS - 1)
        return;
    for (int seat = 0; seat < SEATS; seat++)
        s->bid[seat][s->round] = (uint8_t)bit_lowest(hand(s, seat));
    show(s, T_LEFT, facts);
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* Nothing but the sealed bids. */
static void veil(void *state, int viewer, struct luck *luck)
{
    (void)state;
    (void)viewer;
    (void)luck;
}

/* ---- the end --------------------------------------------------------------------------------- */

static int points(const struct state *s, int seat)
{
    int sum = 0;

    for (int round = 0; round < s->round; round++)
        sum += taker(s, round) == seat ? round + 1 : 0;
    return sum;
}

static void result(const void *state, struct result *out)
{
    for (int seat = 0; seat < SEATS; seat++) {
        out->score[seat] = points(state, seat);
        result_line(out, seat, PHRASE(T_PRIZES, seat, points(state, seat)));
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

/* The prizes that this seat has taken, or that nobody has. */
static void scene_prizes(const struct state *s, int seat, struct scene *out)
{
    for (int round = 0; round < s->round; round++)
        if (taker(s, round) == seat)
            scene_piece(out, PRIZE + round, 1, 0);
}

static void scene_seat(const struct state *s, int seat, struct scene *out)
{
    scene_pile(out, &zones[Z_HAND], seat, PHRASE(T_HAND_TITLE, seat), PLACE_HAND + seat);
    for (FOR_BITS(bid, hand(s, seat)))
        scene_piece(out, thing_of_bid(seat, (int)bid), 1, 0);
    scene_pile(out, &zones[Z_SPENT], seat, PHRASE(T_SPENT_TITLE, seat), PLACE_SPENT + seat);
    for (int round = 0; round < s->round; round++)
        scene_piece(out, thing_of_bid(seat, s->bid[seat][round]), 1, 0);
    scene_pile(out, &zones[Z_TAKEN], seat, PHRASE(T_TAKEN_TITLE, seat), PLACE_TAKEN + seat);
    scene_prizes(s, seat, out);
    out->score[seat] = points(s, seat);
    scene_count_seat(out, seat, COUNTER_SCORE, points(s, seat), NO_LIMIT, PHRASE(T_COUNT_POINTS));
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    if (viewer < SEATS && s->round < CARDS)
        out->goal = PHRASE(T_GOAL);
    scene_pile(out, &zones[Z_TO_COME], NOBODY, PHRASE(T_TO_COME_TITLE), PLACE_TO_COME);
    for (int round = s->round; round < CARDS; round++)
        scene_piece(out, PRIZE + round, 1, 0);
    scene_pile(out, &zones[Z_LOST], NOBODY, PHRASE(T_LOST_TITLE), PLACE_LOST);
    scene_prizes(s, NOBODY, out);
    for (int seat = 0; seat < SEATS; seat++)
        scene_seat(s, seat, out);
    out->scored = true;
    out->prompt = s->round < CARDS ? PHRASE(T_PROMPT_BID, PRIZE + s->round) : PHRASE(T_PROMPT_OVER);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    (void)state;
    (void)actor;
    return PHRASE(T_SAY_BID, m);
}

static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    (void)state;
    out[0] = (struct touch){(uint16_t)(PLACE_HAND + seat), (uint16_t)thing_of_bid(seat, m)};
    return 1;
}

const struct game game_goofspiel = {
    .id = "goofspiel",
    .title = "Goofspiel",
    .box = "none",
    .blurb = "Four sealed bids for four prizes; small enough to solve.",
    .seats_min = SEATS,
    .seats_max = SEATS,
    .minutes = 1,
    .flags = GAME_SEALED,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = CARDS,
    .move_ids = MOVES_N,
    .length_max = SEATS * (CARDS - 1),
    .things = things,
    .things_n = THINGS_N,
    .zones = zones,
    .zones_n = ZONES_N,
    .texts = texts,
    .texts_n = TEXTS_N,
    .start = start,
    .contents = contents,
    .about = about,
    .actors = actors,
    .moves = moves,
    .apply = apply,
    .sealed = sealed,
    .reopen = reopen,
    .veil = veil,
    .result = result,
    .scene = scene,
    .say = say,
    .touch = touch,
};
