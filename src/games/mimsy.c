/* mimsy.c: Mimsy, a mancala race for 2 or 3 (Jabberwocky box). Rules: docs/rules/mimsy.md.
 *
 * A ring of twelve cards with gems on them: take the gems of a card, drop them one by one on the cards
 * that follow, and pick up again where the last one finds its like. Everybody has a secret goal card.
 *
 * Unusual: the gems of one colour on the whole ring are one number, four bits a card, so that dropping a
 * handful of one colour is one addition. The only decisions are which card to take and, while the hand
 * has several colours, which colour falls next; all the rest of a turn, the pick-ups included, follows
 * inside apply.
 */
#include "jabberwocky.h"
#include "pool.h"

enum { RING = 12, SIDE = 4, MIMSY_CARDS = 9, GOAL_FULL = 5, TURNS_MAX = 300, GEMS_MAX = 21 };

enum { ADVANCED = 1 };

static const struct choice variants[] = {
    {"basic", "Basic: whose goal card is full first wins"},
    {"advanced", "Advanced: the gems on your goal card score by a secret point card"},
};
/* With 6 gems to win there are still some to take when no goal card is full: 3 * 5 are fewer than there are. */
static const struct option options[] = {
    OPTION_CHOICE("variant", "Variant", variants),
    OPTION_NUMBER("gems", "Gems that fill a goal card", 3, 6, GOAL_FULL),
};

enum { Z_RING, Z_HAND, Z_SECRET, Z_ASIDE, Z_SUPPLY, ZONES_N };

static const struct zone zones[] = {
    [Z_RING] = {"ring", ZONE_RING, ROLE_BOARD},     [Z_HAND] = {"handful", ZONE_HAND, ROLE_PLAYED},
    [Z_SECRET] = {"secret", ZONE_HAND, ROLE_HAND},  [Z_ASIDE] = {"aside", ZONE_BOX, ROLE_ASIDE},
    [Z_SUPPLY] = {"supply", ZONE_BOX, ROLE_SUPPLY},
};

/* Places: the ring from 0 on, then these. */
enum { PLACE_HAND = RING, PLACE_ASIDE, PLACE_SUPPLY, PLACE_SECRET };

static const struct thing things[] = {JABBERWOCKY_THINGS};

enum phase { DEAL_GOALS, DEAL_POINTS, LAY_GOALS, LAY_MIMSY, DRAW_STARTER, TAKE, DROP, OVER };

struct state {
    uint64_t gems[SUITS]; /* of each suit: four bits for each position of the ring, at most 8 gems there */
    uint64_t pool;        /* what chance draws from now: suits, cards or seats, `pooled` of them */
    uint16_t turns;       /* finished */
    uint8_t phase, seats, advanced, turn;
    uint8_t pooled, laid; /* laid: cards in the ring */
    uint8_t ring[RING];   /* the cards, clockwise; goal cards at 0, 4 and 8 */
    uint8_t at;           /* the position where the next gem falls */
    uint8_t hand[SUITS];  /* gems of each suit in hand */
    uint8_t goal[SUITS];  /* of each seat: suit + 1, or 0 before it is dealt */
    uint8_t point[SUITS]; /* likewise, the point card (advanced) */
    uint8_t full[SUITS]; /* goals that are full: position / 4 + 1, in the order in which they got the last gem for it */
    int8_t more;         /* gems that fill a goal card, beyond GOAL_FULL */
    uint8_t zero[4];     /* the state has no padding */
};

_Static_assert(sizeof(struct state) % 8 == 0, "no padding at the end");

#define EACH_POSITION  0x111111111111u
#define GOAL_POSITIONS 0x000100010001u

static uint32_t cards_of(int number)
{
    return BIT(CARD(0, number)) | BIT(CARD(1, number)) | BIT(CARD(2, number));
}

static uint32_t mimsy_cards(bool advanced)
{
    return cards_of(1) | cards_of(2) | cards_of(advanced ? 4 : 3);
}

static int gems_of_suit(bool advanced)
{
    return 1 + 2 + (advanced ? 4 : 3);
}

static int goal_full(const struct state *s)
{
    return GOAL_FULL + s->more;
}

static int gems_at(const struct state *s, int suit, int position)
{
    return (int)(s->gems[suit] >> (4 * position) & 15);
}

static int sum_at(const struct state *s, int position)
{
    return gems_at(s, 0, position) + gems_at(s, 1, position) + gems_at(s, 2, position);
}

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_GOAL, "deal the {thing} to {seat}")                                                                          \
    X(SAY_POINT, "deal {thing} to {seat}")                                                                             \
    X(SAY_LAY, "lay {thing}")                                                                                          \
    X(SAY_STARTS, "{seat} starts")                                                                                     \
    X(SAY_TAKE, "take {thing}")                                                                                        \
    X(SAY_DROP, "drop {colour}")                                                                                       \
    X(GOAL_IS, "{seat's} secret goal is {colour}")                                                                     \
    X(POINT_IS, "{seat's} secret point card is {thing}")                                                               \
    X(LAID, "{thing} lies next in the ring")                                                                           \
    X(STARTS, "{seat} [start|starts]")                                                                                 \
    X(TAKES_ONE, "{seat} [take|takes] {n} × {thing} from {thing}")                                                     \
    X(TAKES_TWO, "{seat} [take|takes] {n} × {thing} and {n} × {thing} from {thing}")                                   \
    X(TAKES_THREE, "{seat} [take|takes] {n} green, {n} yellow and {n} purple gems from {thing}")                       \
    X(DROPS, "{seat} [drop|drops] a {thing} on {thing}")                                                               \
    X(DROPS_ALL, "{seat} [drop|drops] {n} × {thing}, the last on {thing}")                                             \
    X(PICKS_UP, "{seat} [pick|picks] up {n} × {thing} from {thing}")                                                   \
    X(FULL, "{thing} holds {n} gems")                                                                                  \
    X(ENDED, "the game is over, and the goals are shown")                                                              \
    X(DRAWN, "nobody has filled a goal card in {n} turns: the game is drawn")                                          \
    X(GOAL_WAS, "{seat's} goal was {colour}")                                                                          \
    X(POINT_WAS, "{seat's} point card was {thing}")                                                                    \
    X(RING_TITLE, "the ring")                                                                                          \
    X(GOAL_LABEL, "goal")                                                                                              \
    X(HAND_TITLE, "gems in {seat's} hand")                                                                             \
    X(SECRET_TITLE, "{seat's} secret cards")                                                                           \
    X(ASIDE_TITLE, "set aside")                                                                                        \
    X(SUPPLY_TITLE, "not yet on the table")                                                                            \
    X(PROMPT_DEAL, "the cards are dealt")                                                                              \
    X(PROMPT_TAKE, "{seat} [take|takes] the gems of a mimsy card")                                                     \
    X(PROMPT_YOU_TAKE, "take the gems of a mimsy card: if the last meets its own colour there, you go on")             \
    X(PROMPT_DROP, "{seat} [drop|drops] the next gem on {thing}")                                                      \
    X(PROMPT_YOU_DROP, "drop the next gem on {thing}: choose its colour")                                              \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(NOTE_TURN, "turn {n}")                                                                                           \
    X(NOTE_LAST_TURNS, "turn {n} of at most {n}: then nobody wins")                                                    \
    X(WON_BY, "{seat} [win|wins]: {seat's} goal card {thing} holds {n} gems")                                          \
    X(WON_MOVER, "{seat} [win|wins]: {thing} was full first, it is nobody's goal, and {seat} moved last")              \
    X(FULL_LATER, "{seat's} goal card {thing} is full too, but {thing} was full before")                               \
    X(NOBODYS_LATER, "{thing}, nobody's goal, is full too, but {thing} was full before")                               \
    X(SCORED, "{seat} [have|has] {n} × {thing} at 3 and {n} other [gem|gems] at 1 on {thing}: {n}")                    \
    X(GOAL_BASIC, "get {n} gems onto {thing}")                                                                         \
    X(GOAL_ADVANCED, "have gems on {thing}, best {colour} ones, when a goal card holds {n}")                           \
    X(GOAL_UNKNOWN, "bring gems to your goal card")                                                                    \
    X(COUNT_TURN, "turn")                                                                                              \
    X(COUNT_GEMS, "gems on the goal card")                                                                             \
    X(COUNT_POINTS, "points so far")                                                                                   \
    X(ABOUT_JABBERWOCKY, "its colour is the secret goal of whoever holds it")                                          \
    X(ABOUT_GOAL, "a goal card: its gems leave by pick-ups only. The first that a turn leaves with {n} gems or more "  \
                  "wins for the holder of its colour")                                                                 \
    X(ABOUT_GOAL_OF_TWO, "a goal card: its gems leave by pick-ups only. The first that a turn leaves with {n} gems "   \
                         "or more wins for the holder of its colour, or if nobody has it for whoever moved")           \
    X(ABOUT_GOAL_ADVANCED, "a goal card: its gems leave by pick-ups only. The game ends when a turn leaves {n} gems "  \
                           "or more on one; then all gems on each score for the holder of its colour")                 \
    X(ABOUT_MIMSY, "a mimsy card: on your turn take all its gems and drop them one by one on the cards that follow")   \
    X(ABOUT_POINT, "a point card: {colour} gems on the goal card of whoever holds it count 3 instead of 1")            \
    X(ABOUT_GEM,                                                                                                       \
      "where the last gem of a handful finds gems of its colour, all of that colour there are the next handful")

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

/* Moves. Chance deals suits, lays cards and draws the starting seat; a seat takes the gems at a position of the
 * ring (in words: of the card that lies there) or drops a suit. */
enum {
    MOVE_POSITION = 1,
    MOVE_SUIT = MOVE_POSITION + RING,
    MOVE_CARD = MOVE_SUIT + SUITS,
    MOVE_SEAT = MOVE_CARD + NUMBER_CARDS,
    MOVES_N = MOVE_SEAT + SUITS
};

/* ---- set-up ---------------------------------------------------------------------------------- */

/* What chance draws from, ready made: see pool.h. */
#define POOL_SUITS          0x210u
#define POOL_GOALS          0xe94u       /* the 5s */
#define POOL_MIMSY          0xcba765210u /* 1 2 3 */
#define POOL_MIMSY_ADVANCED 0xdba865310u /* 1 2 4 */

static void refill(struct state *s, uint64_t pool, int pooled)
{
    s->pool = pool;
    s->pooled = (uint8_t)pooled;
}

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    *s = (struct state){.seats = setup->seats,
                        .advanced = setup->option[0] == ADVANCED,
                        .more = (int8_t)(option_number(&options[1], setup->option[1]) - GOAL_FULL),
                        .phase = DEAL_GOALS};
    refill(s, POOL_SUITS, SUITS);
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    bool advanced = setup->option[0] == ADVANCED;
    uint32_t cards = cards_of(5) | mimsy_cards(advanced) | (advanced ? cards_of(3) : 0);

    for (int i = 0; i < JABBERWOCKY_THINGS_N; i++)
        count[i] = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        count[JABBERWOCKY_CARD + suit] = 1;
        count[GEM + suit] = (uint16_t)gems_of_suit(advanced);
    }
    for (FOR_BITS(card, cards))
        count[card] = 1;
}

static struct phrase about(const struct setup *setup, int thing)
{
    bool advanced = setup->option[0] == ADVANCED;

    if (thing >= NUMBER_CARDS)
        return PHRASE(thing < GEM ? T_ABOUT_JABBERWOCKY : thing < NUMBER_BACK ? T_ABOUT_GEM : T_NONE);
    if (card_number(thing) == 5)
        return PHRASE(advanced            ? T_ABOUT_GOAL_ADVANCED
                      : setup->seats == 2 ? T_ABOUT_GOAL_OF_TWO
                                          : T_ABOUT_GOAL,
                      option_number(&options[1], setup->option[1]));
    if (advanced && card_number(thing) == 3)
        return PHRASE(T_ABOUT_POINT, suit_colour(card_suit(thing)));
    return PHRASE(T_ABOUT_MIMSY);
}

/* How many seats have a secret card of this kind: they get them in order. */
static int dealt(const struct state *s, const uint8_t secret[])
{
    int n = 0;

    while (n < s->seats && secret[n])
        n++;
    return n;
}

/* The n-th card goes to the corners first, then between them. */
static int ring_position(int n)
{
    int between = n - SUITS;

    return n < SUITS ? n * SIDE : between / (SIDE - 1) * SIDE + 1 + between % (SIDE - 1);
}

static void lay(struct state *s, int card, struct facts *facts)
{
    int position = ring_position(s->laid++);

    s->ring[position] = (uint8_t)card;
    TELL(facts, EVERYBODY, FACT_SILENT, T_LAID, card);
    fact_transfer(facts, card, 1, PLACE_SUPPLY, position);
    if (s->phase == LAY_MIMSY) {
        s->gems[card_suit(card)] |= (uint64_t)card_number(card) << (4 * position);
        fact_transfer(facts, GEM + card_suit(card), card_number(card), PLACE_SUPPLY, position);
    }
}

static void deal_goal(struct state *s, int seat, int suit, struct facts *facts)
{
    s->goal[seat] = (uint8_t)(suit + 1);
    TELL(facts, ONLY(seat), 0, T_GOAL_IS, seat, suit_colour(suit));
}

static void deal_point(struct state *s, int seat, int suit, struct facts *facts)
{
    s->point[seat] = (uint8_t)(suit + 1);
    TELL(facts, ONLY(seat), 0, T_POINT_IS, seat, CARD(suit, 3));
}

static void begin_laying(struct state *s)
{
    s->phase = LAY_GOALS;
    refill(s, POOL_GOALS, SUITS);
}

/* One thing out of the pool to where it belongs; then the next thing to draw, if this was the last. */
static void hand_out(struct state *s, int drawn, struct facts *facts)
{
    s->pool = pool_without(s->pool, drawn);
    s->pooled--;
    switch (s->phase) {
    case DEAL_GOALS:
        deal_goal(s, SUITS - 1 - s->pooled, drawn, facts);
        if (s->goal[s->seats - 1] == 0)
            return;
        if (!s->advanced) {
            begin_laying(s);
        } else {
            s->phase = DEAL_POINTS;
            refill(s, POOL_SUITS, SUITS);
        }
        return;
    case DEAL_POINTS:
        deal_point(s, SUITS - 1 - s->pooled, drawn, facts);
        if (s->point[s->seats - 1] != 0)
            begin_laying(s);
        return;
    case LAY_GOALS:
        lay(s, drawn, facts);
        if (s->laid == SUITS) {
            s->phase = LAY_MIMSY;
            refill(s, s->advanced ? POOL_MIMSY_ADVANCED : POOL_MIMSY, MIMSY_CARDS);
        }
        return;
    case LAY_MIMSY:
        lay(s, drawn, facts);
        if (s->laid == RING) {
            s->phase = DRAW_STARTER;
            refill(s, s->seats == 2 ? 0x10 : 0x210, s->seats);
        }
        return;
    default: /* DRAW_STARTER */
        TELL(facts, EVERYBODY, 0, T_STARTS, drawn);
        s->turn = (uint8_t)drawn;
        s->phase = TAKE;
        s->pool = s->pooled = 0;
        return;
    }
}

/* ---- moves ----------------------------------------------------------------------------------- */

static uint32_t actors(const void *state)
{
    const struct state *s = state;

    return s->phase == OVER ? 0 : s->phase < TAKE ? BIT(CHANCE) : BIT(s->turn);
}

/* The positions of mimsy cards with gems, the lowest of four bits each. */
static uint64_t takeable(const struct state *s)
{
    uint64_t any = s->gems[0] | s->gems[1] | s->gems[2];

    any |= any >> 2;
    any |= any >> 1;
    return any & EACH_POSITION & ~(uint64_t)GOAL_POSITIONS;
}

static const uint8_t mimsy_positions[MIMSY_CARDS] = {1, 2, 3, 5, 6, 7, 9, 10, 11};

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;
    int n = 0;

    (void)seat;
    if (s->phase == TAKE) {
        uint64_t can = takeable(s);

        for (int i = 0; i < MIMSY_CARDS; i++) { /* without a branch: every card is written, those with gems count */
            out[n] = (move_t)(MOVE_POSITION + mimsy_positions[i]);
            n += can >> (4 * mimsy_positions[i]) & 1;
        }
    } else {
        for (int suit = 0; suit < SUITS; suit++) {
            out[n] = (move_t)(MOVE_SUIT + suit);
            n += s->hand[suit] != 0;
        }
    }
    return n;
}

/* What is added to a member of the pool to make the move. */
static int pool_base(const struct state *s)
{
    return s->phase <= DEAL_POINTS ? MOVE_SUIT : s->phase <= LAY_MIMSY ? MOVE_CARD : MOVE_SEAT;
}

static int chance(const void *state, move_t out[], uint32_t weight[])
{
    const struct state *s = state;

    for (uint32_t i = 0; i < s->pooled; i++) {
        out[i] = (move_t)(pool_base(s) + pool_nth(s->pool, i));
        weight[i] = 1;
    }
    return s->pooled;
}

static uint8_t source(const void *state)
{
    return ((const struct state *)state)->phase;
}

static uint32_t odds(const void *state)
{
    return ((const struct state *)state)->pooled;
}

static move_t draw(const void *state, uint32_t r)
{
    const struct state *s = state;

    return (move_t)(pool_base(s) + pool_nth(s->pool, r));
}

/* ---- a turn ---------------------------------------------------------------------------------- */

static void tell_take(const struct state *s, int position, struct facts *facts)
{
    int suit[SUITS], n[SUITS] = {0}, suits = 0, card = s->ring[position];

    for (int i = 0; i < SUITS; i++) {
        if (s->hand[i]) {
            suit[suits] = i;
            n[suits++] = s->hand[i];
        }
    }
    if (suits == 1)
        TELL(facts, EVERYBODY, 0, T_TAKES_ONE, s->turn, n[0], GEM + suit[0], card);
    else if (suits == 2)
        TELL(facts, EVERYBODY, 0, T_TAKES_TWO, s->turn, n[0], GEM + suit[0], n[1], GEM + suit[1], card);
    else
        TELL(facts, EVERYBODY, 0, T_TAKES_THREE, s->turn, n[0], n[1], n[2], card);
    for (int i = 0; i < suits; i++)
        fact_transfer(facts, GEM + suit[i], n[i], position, PLACE_HAND);
}

static void take(struct state *s, int position, struct facts *facts)
{
    for (int suit = 0; suit < SUITS; suit++) {
        s->hand[suit] = (uint8_t)gems_at(s, suit, position);
        s->gems[suit] &= ~((uint64_t)15 << (4 * position));
    }
    s->at = (uint8_t)(position + 1 == RING ? 0 : position + 1);
    if (facts)
        tell_take(s, position, facts);
}

/* Which goals are full: the highest bit of each 16. */
static uint64_t full_goals(const struct state *s)
{
    uint64_t each = GOAL_POSITIONS * 15u;
    uint64_t sums = (s->gems[0] & each) + (s->gems[1] & each) + (s->gems[2] & each);

    return (sums + (0x8000u - (uint64_t)goal_full(s)) * (uint64_t)GOAL_POSITIONS) & (uint64_t)GOAL_POSITIONS << 15;
}

/* Goals have become full, or are so no more by a pick-up. Those that got it stand behind those that had it
 * before, in the order in which this run of gems, from position `from` on, reached them. */
static void note_full(struct state *s, int from)
{
    uint64_t full = full_goals(s);
    int kept = 0, first = (from + SIDE - 1) / SIDE;

    for (int i = 0; i < SUITS && s->full[i]; i++) {
        int goal = s->full[i] - 1;

        if (full >> (16 * goal + 15) & 1) {
            s->full[kept++] = (uint8_t)(goal + 1);
            full &= ~((uint64_t)1 << (16 * goal + 15));
        }
    }
    for (int goal = first; goal < first + SUITS && full; goal++)
        if (full >> (16 * (goal % SUITS) + 15) & 1)
            s->full[kept++] = (uint8_t)(goal % SUITS + 1);
    while (kept < SUITS)
        s->full[kept++] = 0;
}

/* Gems of one suit, n of them, one on each position from `from` on, once around at most. */
static void drop(struct state *s, int suit, int from, int n)
{
    uint64_t ones = EACH_POSITION & (((uint64_t)1 << (4 * n)) - 1);

    s->gems[suit] += (ones << (4 * from) | ones >> (4 * (RING - from))) & EACH_POSITION;
    if (full_goals(s))
        note_full(s, from);
}

/* The first of them falls on `from`. */
static void tell_drops(const struct state *s, int suit, int n, int from, struct facts *facts)
{
    int last = (from + n - 1) % RING;

    if (n == 1)
        TELL(facts, EVERYBODY, 0, T_DROPS, s->turn, GEM + suit, s->ring[last]);
    else
        TELL(facts, EVERYBODY, 0, T_DROPS_ALL, s->turn, n, GEM + suit, s->ring[last]);
    for (int i = 0; i < n && facts_transfers(facts); i++)
        fact_transfer(facts, GEM + suit, 1, PLACE_HAND, (from + i) % RING);
}

/* Drop a hand of one suit to the end; where its last gem finds its like, they are the next hand. */
static void drop_all(struct state *s, int suit, struct facts *facts)
{
    int n = s->hand[suit], from = s->at, last = from + n - 1, found;

    last -= last >= RING ? RING : 0;
    drop(s, suit, from, n);
    s->at = (uint8_t)(last + 1 == RING ? 0 : last + 1);
    s->hand[suit] = 0;
    if (facts) /* first of all, for speed: how many gems fall cannot be foreseen */
        tell_drops(s, suit, n, from, facts);

    found = gems_at(s, suit, last);
    if (found < 2)
        return;
    TELL(facts, EVERYBODY, 0, T_PICKS_UP, s->turn, found, GEM + suit, s->ring[last]);
    fact_transfer(facts, GEM + suit, found, last, PLACE_HAND);
    s->hand[suit] = (uint8_t)found;
    s->gems[suit] &= ~((uint64_t)15 << (4 * last));
    if (s->full[0])
        note_full(s, last);
}

static void end_game(struct state *s, struct facts *facts)
{
    s->phase = OVER;
    if (!facts)
        return;
    for (int i = 0; i < SUITS && s->full[i]; i++) {
        int position = (s->full[i] - 1) * SIDE;

        TELL(facts, EVERYBODY, 0, T_FULL, s->ring[position], sum_at(s, position));
    }
    if (!s->full[0])
        TELL(facts, EVERYBODY, 0, T_DRAWN, TURNS_MAX);
    TELL(facts, EVERYBODY, 0, T_ENDED);
    for (int seat = 0; seat < s->seats; seat++) {
        TELL(facts, EVERYBODY, FACT_REVEALS, T_GOAL_WAS, seat, suit_colour(s->goal[seat] - 1));
        fact_turn(facts, JABBERWOCKY_CARD + s->goal[seat] - 1, PLACE_SECRET + seat);
        if (!s->advanced)
            continue;
        TELL(facts, EVERYBODY, FACT_REVEALS, T_POINT_WAS, seat, CARD(s->point[seat] - 1, 3));
        fact_turn(facts, CARD(s->point[seat] - 1, 3), PLACE_SECRET + seat);
    }
}

static void end_turn(struct state *s, struct facts *facts)
{
    s->turns++;
    s->at = 0;
    if (s->full[0] || s->turns == TURNS_MAX) {
        end_game(s, facts);
        return;
    }
    s->turn = (uint8_t)(s->turn + 1 == s->seats ? 0 : s->turn + 1);
    s->phase = TAKE;
}

/* With gems in hand: play on until somebody has a choice, or the game is over. */
static void play_on(struct state *s, struct facts *facts)
{
    for (;;) {
        int yellow = s->hand[1] != 0, purple = s->hand[2] != 0, suit = yellow + 2 * purple;
        uint64_t can;

        if ((s->hand[0] != 0) + yellow + purple > 1) {
            s->phase = DROP;
            return;
        }
        do {
            drop_all(s, suit, facts);
        } while (s->hand[suit]);
        end_turn(s, facts);
        if (s->phase == OVER)
            return;
        can = takeable(s);
        if (can & (can - 1))
            return;
        take(s, bit_lowest64(can) / 4, facts);
    }
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    (void)actor;
    if (s->phase < TAKE) {
        hand_out(s, m - pool_base(s), facts);
        if (s->pooled == 1 && s->phase < DRAW_STARTER)
            hand_out(s, pool_nth(s->pool, 0), facts);
        return;
    }
    if (s->phase == TAKE) {
        take(s, m - MOVE_POSITION, facts);
    } else {
        int suit = m - MOVE_SUIT;

        if (facts)
            tell_drops(s, suit, 1, s->at, facts);
        s->hand[suit]--;
        drop(s, suit, s->at, 1);
        s->at = (uint8_t)(s->at + 1 == RING ? 0 : s->at + 1);
    }
    play_on(s, facts);
}

/* ---- what is hidden -------------------------------------------------------------------------- */

static void redeal(struct state *s, uint8_t secret[], int viewer, enum phase dealing, struct luck *luck)
{
    uint32_t suits = BIT(SUITS) - 1;
    int n = dealt(s, secret);

    if (viewer < n)
        suits &= ~BIT(secret[viewer] - 1);
    for (int seat = 0; seat < n; seat++) {
        if (seat != viewer) {
            int suit = bit_nth(suits, luck_below(luck, (uint32_t)bit_count(suits)));

            secret[seat] = (uint8_t)(suit + 1);
            suits &= ~BIT(suit);
        }
    }
    if (s->phase == dealing)
        s->pool = pool_of(suits);
}

static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;

    if (viewer == REFEREE || s->phase == OVER)
        return;
    redeal(s, s->goal, viewer, DEAL_GOALS, luck);
    redeal(s, s->point, viewer, DEAL_POINTS, luck);
}

/* ---- the end --------------------------------------------------------------------------------- */

static int owner_of(const struct state *s, int card)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (s->goal[seat] == card_suit(card) + 1)
            return seat;
    return NOBODY;
}

/* Where a seat's goal card lies. */
static int goal_position(const struct state *s, int seat)
{
    int position = 0;

    while (s->ring[position] != CARD(s->goal[seat] - 1, 5))
        position += SIDE;
    return position;
}

/* Advanced: what the gems on the goal card are worth now. */
static int points_now(const struct state *s, int seat)
{
    int position = goal_position(s, seat);

    return sum_at(s, position) + 2 * gems_at(s, s->point[seat] - 1, position);
}

/* Who has won a basic game, some goal card being full: the one that was full first decides, and if it is
 * nobody's, the seat that has just moved wins. */
static int winner_of(const struct state *s)
{
    int owner = owner_of(s, s->ring[(s->full[0] - 1) * SIDE]);

    return owner == NOBODY ? s->turn : owner;
}

static void result_basic(const struct state *s, struct result *out)
{
    int decides, winner;

    if (!s->full[0])
        return;
    decides = (s->full[0] - 1) * SIDE;
    winner = winner_of(s);
    out->score[winner] = 1;
    result_line(out, winner,
                owner_of(s, s->ring[decides]) == NOBODY
                    ? PHRASE(T_WON_MOVER, winner, s->ring[decides], winner)
                    : PHRASE(T_WON_BY, winner, winner, s->ring[decides], sum_at(s, decides)));
    for (int i = 1; i < SUITS && s->full[i]; i++) {
        int card = s->ring[(s->full[i] - 1) * SIDE], owner = owner_of(s, card);

        if (owner == NOBODY)
            result_line(out, NOBODY, PHRASE(T_NOBODYS_LATER, card, s->ring[decides]));
        else
            result_line(out, owner, PHRASE(T_FULL_LATER, owner, card, s->ring[decides]));
    }
}

static void result_advanced(const struct state *s, struct result *out)
{
    if (!s->full[0])
        return;
    for (int seat = 0; seat < s->seats; seat++) {
        int suit = s->point[seat] - 1, position = goal_position(s, seat), of_suit, others;

        of_suit = gems_at(s, suit, position);
        others = sum_at(s, position) - of_suit;
        out->score[seat] = 3 * of_suit + others;
        out->tie[seat][0] = -((s->turn + s->seats - seat) % s->seats); /* who moved last goes before */
        result_line(out, seat,
                    PHRASE(T_SCORED, seat, of_suit, GEM + suit, others, s->ring[position], out->score[seat]));
    }
}

static void result(const void *state, struct result *out)
{
    const struct state *s = state;

    if (!s->full[0])
        result_line(out, NOBODY, PHRASE(T_DRAWN, TURNS_MAX));
    if (s->advanced)
        result_advanced(s, out);
    else
        result_basic(s, out);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* A triangle, clockwise from the top: four cards down the right, four along the bottom, four up the left. */
static void ring_xy(int i, int *x, int *y)
{
    *x = i <= 4 ? 4 + i : i <= 8 ? 8 - 2 * (i - 4) : i - 8;
    *y = i <= 4 ? 2 * i : i <= 8 ? 8 : 8 - 2 * (i - 8);
}

static void scene_ring(const struct state *s, struct scene *out)
{
    uint32_t laid = 0;

    for (int n = 0; n < s->laid; n++)
        laid |= BIT(ring_position(n));
    scene_zone(out, &zones[Z_RING], NOBODY, PHRASE(T_RING_TITLE));
    for (int i = 0; i < RING; i++) {
        int x, y;

        ring_xy(i, &x, &y);
        scene_place(out, i, x, y, PHRASE(i % SIDE == 0 ? T_GOAL_LABEL : T_NONE));
        if (!(laid & BIT(i)))
            continue;
        scene_piece(out, s->ring[i], 1, 0);
        for (int suit = 0; suit < SUITS; suit++)
            scene_piece(out, GEM + suit, gems_at(s, suit, i), 0);
        if (i % SIDE == 0)
            scene_count(out, SCOPE_PLACE, sum_at(s, i), goal_full(s), PHRASE(T_COUNT_GEMS));
    }
}

static void scene_secrets(const struct state *s, int viewer, struct scene *out)
{
    for (int seat = 0; seat < s->seats; seat++) {
        bool seen = seat == viewer || viewer == REFEREE || s->phase == OVER;

        scene_pile(out, &zones[Z_SECRET], seat, PHRASE(T_SECRET_TITLE, seat), PLACE_SECRET + seat);
        if (s->goal[seat])
            scene_piece(out, seen ? JABBERWOCKY_CARD + s->goal[seat] - 1 : JABBERWOCKY_BACK, 1, 0);
        if (s->point[seat])
            scene_piece(out, seen ? CARD(s->point[seat] - 1, 3) : NUMBER_BACK, 1, 0);
    }
}

/* What nobody has: set aside with two seats, or not dealt yet. */
static void scene_rest(const struct state *s, struct scene *out)
{
    int goals = SUITS - dealt(s, s->goal), points = s->advanced ? SUITS - dealt(s, s->point) : 0;

    if (s->phase > DEAL_POINTS && s->seats < SUITS) {
        scene_pile(out, &zones[Z_ASIDE], NOBODY, PHRASE(T_ASIDE_TITLE), PLACE_ASIDE);
        scene_piece(out, JABBERWOCKY_BACK, goals, 0);
        scene_piece(out, NUMBER_BACK, points, 0);
        goals = points = 0;
    }
    if (s->laid == RING)
        return;
    scene_pile(out, &zones[Z_SUPPLY], NOBODY, PHRASE(T_SUPPLY_TITLE), PLACE_SUPPLY);
    scene_piece(out, JABBERWOCKY_BACK, goals, 0);
    scene_piece(out, NUMBER_BACK, points + RING - s->laid, 0);
    for (int suit = 0; suit < SUITS; suit++) {
        int gems = gems_of_suit(s->advanced);

        for (int position = 0; position < RING; position++)
            gems -= gems_at(s, suit, position);
        scene_piece(out, GEM + suit, gems, 0);
    }
}

/* What a seat wants, and in the advanced variant what it has; the others learn it at the end. */
static void scene_aim(const struct state *s, int viewer, struct scene *out)
{
    for (int seat = 0; seat < s->seats && s->advanced && s->phase >= TAKE; seat++)
        if (seat == viewer || viewer == REFEREE || s->phase == OVER)
            scene_count_seat(out, seat, COUNTER_SCORE, s->phase == OVER && !s->full[0] ? 0 : points_now(s, seat),
                             NO_LIMIT, PHRASE(T_COUNT_POINTS));
    if (viewer >= s->seats || s->phase == OVER)
        return;
    if (!s->goal[viewer] || (s->advanced && !s->point[viewer]))
        out->goal = PHRASE(T_GOAL_UNKNOWN);
    else if (s->advanced)
        out->goal = PHRASE(T_GOAL_ADVANCED, CARD(s->goal[viewer] - 1, 5), suit_colour(s->point[viewer] - 1),
                           goal_full(s));
    else
        out->goal = PHRASE(T_GOAL_BASIC, goal_full(s), CARD(s->goal[viewer] - 1, 5));
}

static void scene_turn(const struct state *s, struct scene *out)
{
    int turn = s->turns + 1;

    if (s->phase < TAKE || s->phase == OVER)
        return;
    scene_note(out, NOBODY,
               limit_in_sight(turn, TURNS_MAX) ? PHRASE(T_NOTE_LAST_TURNS, turn, TURNS_MAX)
                                               : PHRASE(T_NOTE_TURN, turn));
    scene_count_far(out, turn, TURNS_MAX, PHRASE(T_COUNT_TURN));
}

static struct phrase prompt(const struct state *s, int viewer)
{
    bool you = viewer == s->turn;

    switch (s->phase) {
    case TAKE:
        return you ? PHRASE(T_PROMPT_YOU_TAKE) : PHRASE(T_PROMPT_TAKE, s->turn);
    case DROP:
        return you ? PHRASE(T_PROMPT_YOU_DROP, s->ring[s->at]) : PHRASE(T_PROMPT_DROP, s->turn, s->ring[s->at]);
    case OVER:
        return PHRASE(T_PROMPT_OVER);
    default:
        return PHRASE(T_PROMPT_DEAL);
    }
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene_aim(s, viewer, out);
    scene_ring(s, out);
    if (s->phase == DROP) {
        scene_pile(out, &zones[Z_HAND], s->turn, PHRASE(T_HAND_TITLE, s->turn), PLACE_HAND);
        for (int suit = 0; suit < SUITS; suit++)
            scene_piece(out, GEM + suit, s->hand[suit], 0);
    }
    scene_secrets(s, viewer, out);
    scene_rest(s, out);
    scene_turn(s, out);
    out->prompt = prompt(s, viewer);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    (void)actor;
    switch (s->phase) {
    case DEAL_GOALS:
        return PHRASE(T_SAY_GOAL, JABBERWOCKY_CARD + m - MOVE_SUIT, dealt(s, s->goal));
    case DEAL_POINTS:
        return PHRASE(T_SAY_POINT, CARD(m - MOVE_SUIT, 3), dealt(s, s->point));
    case LAY_GOALS:
    case LAY_MIMSY:
        return PHRASE(T_SAY_LAY, m - MOVE_CARD);
    case DRAW_STARTER:
        return PHRASE(T_SAY_STARTS, m - MOVE_SEAT);
    case TAKE:
        return PHRASE(T_SAY_TAKE, s->ring[m - MOVE_POSITION]);
    default:
        return PHRASE(T_SAY_DROP, suit_colour(m - MOVE_SUIT));
    }
}

static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;

    (void)seat;
    if (s->phase == DROP) {
        out[0] = (struct touch){PLACE_HAND, (uint16_t)(GEM + m - MOVE_SUIT)};
        return 1;
    }
    out[0] = (struct touch){(uint16_t)(m - MOVE_POSITION), NOTHING};
    return 1;
}

/* ---- what bots are told ---------------------------------------------------------------------- */

/* How near a goal card that lacks so many gems is to winning, against others; and a seat that wins if the turn ends so:
 * a goal card may be full for a while in a turn. */
enum { WINS_SO = 30 };
static const uint8_t nearness[] = {10, 10, 6, 4, 3, 2, 2};

/* Before the end of a basic game: the point, shared by how full the goal cards are. */
static void share_point(const struct state *s, int32_t out[])
{
    int sum = 0, winner = s->full[0] ? winner_of(s) : NOBODY;

    for (int seat = 0; seat < s->seats; seat++) {
        int lacks = goal_full(s) - sum_at(s, goal_position(s, seat));

        out[seat] = seat == winner ? WINS_SO : nearness[lacks > 0 ? lacks : 0];
        sum += out[seat];
    }
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] = out[seat] * POINT / sum;
}

static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;
    bool over = s->phase == OVER;

    if (s->phase > LAY_GOALS && !over && !s->advanced) {
        share_point(s, out);
        return POINT;
    }
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] = s->phase <= LAY_GOALS || (over && !s->full[0]) ? 0
                    : s->advanced                                  ? POINT * points_now(s, seat)
                                                                   : POINT * (winner_of(s) == seat);
    return s->advanced ? 4 * POINT : POINT;
}

const struct game game_mimsy = {
    .id = "mimsy",
    .title = "Mimsy",
    .box = "Jabberwocky",
    .blurb = "A mancala race around a ring of cards, with secret goals.",
    .seats_min = 2,
    .seats_max = 3,
    .minutes = 15,
    .sources = DRAW_STARTER + 1,
    .flags = GAME_HIDDEN,
    .version = 2,
    .state_size = sizeof(struct state),
    .moves_max = MIMSY_CARDS,
    .move_ids = MOVES_N,
    .length_max = 20 + TURNS_MAX * GEMS_MAX, /* a turn takes a card and chooses at most all but one of its gems */
    .options = options,
    .options_n = 2,
    .things = things,
    .things_n = JABBERWOCKY_THINGS_N,
    .zones = zones,
    .zones_n = ZONES_N,
    .texts = texts,
    .texts_n = TEXTS_N,
    .start = start,
    .contents = contents,
    .about = about,
    .actors = actors,
    .moves = moves,
    .chance = chance,
    .source = source,
    .odds = odds,
    .draw = draw,
    .apply = apply,
    .veil = veil,
    .result = result,
    .scene = scene,
    .say = say,
    .touch = touch,
    .standing = standing,
    .reach = 24, /* about as long as a game of good players; what random ones do later says nothing */
    .effort = 800,
    .patience = 6,
};
