/* gyre.c: Gyre, area control for 2 or 3 (Jabberwocky box). Rules: docs/rules/gyre.md.
 *
 * Fifteen Number cards in a grid with gems on them, and the three Jabberwocky cards on the spaces around it. In a turn
 * one moves along the ring (whiffles) and inhales gems, exhales them, resolves conflicts or flies. A card with enough
 * gems of its own colour and no others is flipped; whose cards are all face down wins.
 *
 * Unusual: the gems of one colour are one number, four bits for each card of the grid and the highest four for the
 * Jabberwocky card, so that resolving and flipping look at all cards at once. A face-down card never holds gems: they
 * left it when it was flipped, and every gem that comes moves on.
 */
#include "jabberwocky.h"
#include "pool.h"

enum { SEATS = 3, GRID_COLUMNS = 5, GRID_ROWS = 3, OWN_CARDS = NUMBERS - 1, TURNS_MAX = 1000 };

static const struct choice facedown_choices[] = {
    {"5", "The 5s begin face down"},           {"4", "Extended: the 4s begin face down"},
    {"3", "Extended: the 3s begin face down"}, {"2", "Extended: the 2s begin face down"},
    {"1", "Extended: the 1s begin face down"},
};
/* A colour has four cards to flip. One is the shortest game there can be: nothing is flipped before somebody moves. */
static const struct option options[] = {
    OPTION_CHOICE("facedown", "Cards that begin face down", facedown_choices),
    OPTION_NUMBER("cards", "Flipped cards that win", 1, OWN_CARDS, OWN_CARDS),
};

enum { Z_GRID, Z_DECK, Z_SUPPLY, ZONES_N };

static const struct zone zones[] = {
    [Z_GRID] = {"grid", ZONE_GRID, ROLE_BOARD},
    [Z_DECK] = {"deck", ZONE_PILE, ROLE_DECK},
    [Z_SUPPLY] = {"supply", ZONE_BOX, ROLE_SUPPLY},
};

static const struct thing things[] = {JABBERWOCKY_THINGS};

/* The spaces of the ring, clockwise: N is above the grid, E to the right of it, S below, W to the left, with the number
 * of the column or row. */
#define RING(X)                                                                                                        \
    X(N1, "N1")                                                                                                        \
    X(N2, "N2")                                                                                                        \
    X(N3, "N3")                                                                                                        \
    X(N4, "N4")                                                                                                        \
    X(N5, "N5")                                                                                                        \
    X(E1, "E1")                                                                                                        \
    X(E2, "E2")                                                                                                        \
    X(E3, "E3")                                                                                                        \
    X(S5, "S5")                                                                                                        \
    X(S4, "S4")                                                                                                        \
    X(S3, "S3")                                                                                                        \
    X(S2, "S2")                                                                                                        \
    X(S1, "S1")                                                                                                        \
    X(W3, "W3")                                                                                                        \
    X(W2, "W2")                                                                                                        \
    X(W1, "W1")

enum {
#define SPACE_ID(id, name) id,
    RING(SPACE_ID) SPACES
#undef SPACE_ID
};

/* The cards of the grid are counted from the upper left, row by row. Each space has a line, columns 1 to 5 or rows 1 to
 * 3, and in it so many cards, the nearest first. */
static const struct {
    uint8_t line, cards, card[GRID_COLUMNS];
} spaces[SPACES] = {
    [N1] = {0, 3, {0, 5, 10}},      [N2] = {1, 3, {1, 6, 11}},           [N3] = {2, 3, {2, 7, 12}},
    [N4] = {3, 3, {3, 8, 13}},      [N5] = {4, 3, {4, 9, 14}},           [E1] = {5, 5, {4, 3, 2, 1, 0}},
    [E2] = {6, 5, {9, 8, 7, 6, 5}}, [E3] = {7, 5, {14, 13, 12, 11, 10}}, [S5] = {4, 3, {14, 9, 4}},
    [S4] = {3, 3, {13, 8, 3}},      [S3] = {2, 3, {12, 7, 2}},           [S2] = {1, 3, {11, 6, 1}},
    [S1] = {0, 3, {10, 5, 0}},      [W3] = {7, 5, {10, 11, 12, 13, 14}}, [W2] = {6, 5, {5, 6, 7, 8, 9}},
    [W1] = {5, 5, {0, 1, 2, 3, 4}},
};

/* Places: the spaces of the ring from 0 on, then the cards of the grid. */
enum { PLACE_CARD = SPACES, PLACE_DECK = PLACE_CARD + NUMBER_CARDS, PLACE_SUPPLY };

/* Chance acts in the phases before CHOOSE, and each is a source of its own. */
enum phase { DRAW_COLOURS, DEAL, DRAW_STARTER, CHOOSE, WHIFFLE, ACT, FLY, OVER };

struct state {
    uint64_t gems[SUITS]; /* of each suit: four bits for each card of the grid, the highest for the Jabberwocky card */
    uint64_t own[SUITS];  /* the cards of each suit: all four bits set */
    uint64_t number;      /* the number of each card, 0 before it is dealt */
    uint64_t down;        /* the cards that lie face down: all four bits set */
    uint64_t pool;        /* the cards that are not dealt, `pooled` of them (pool.h) */
    uint8_t at[SUITS];    /* the spaces of the Jabberwocky cards */
    uint8_t phase, seats;
    uint8_t facedown; /* the number that begins face down */
    uint8_t first;    /* the suit of seat 0; the other seats have those that follow */
    uint8_t turn;     /* whose turn it is; when the game is over, who moved last */
    uint8_t suit;     /* the colour that is played in this turn */
    uint8_t pooled;
    uint16_t turns;   /* finished */
    uint16_t flipped; /* the turns that were finished when a card was last flipped; only bots ask */
    uint8_t fewer;    /* cards that win, less than OWN_CARDS by so many */
    uint8_t zero;
};

_Static_assert(sizeof(struct state) == 88, "no padding");

#define EACH_CARD 0x111111111111111u
#define GRID      0xfffffffffffffffu
#define HELD      0xf000000000000000u /* the gems on the Jabberwocky card */

enum { HELD_SHIFT = 60 };

static const uint64_t line_cards[GRID_COLUMNS + GRID_ROWS] = {
    0xf0000f0000fu, 0xf0000f0000fu << 4,      0xf0000f0000fu << 8,      0xf0000f0000fu << 12, 0xf0000f0000fu << 16,
    0xfffffu,       (uint64_t)0xfffffu << 20, (uint64_t)0xfffffu << 40,
};

static uint64_t card_bits(int card)
{
    return (uint64_t)15 << (4 * card);
}

/* How many gems: all the fours added up, which is at most 8 for one colour. */
static int gem_count(uint64_t gems)
{
    return (int)(gems * 0x1111111111111111u >> HELD_SHIFT);
}

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    RING(X)                                                                                                            \
    X(COLUMN_1, "column 1")                                                                                            \
    X(COLUMN_2, "column 2")                                                                                            \
    X(COLUMN_3, "column 3")                                                                                            \
    X(COLUMN_4, "column 4")                                                                                            \
    X(COLUMN_5, "column 5")                                                                                            \
    X(ROW_1, "row 1")                                                                                                  \
    X(ROW_2, "row 2")                                                                                                  \
    X(ROW_3, "row 3")                                                                                                  \
    X(SAY_COLOURS, "{seat} gets {colour}")                                                                             \
    X(SAY_DEAL, "deal {thing}")                                                                                        \
    X(SAY_STARTS, "{seat} starts")                                                                                     \
    X(SAY_OWN, "play {colour}")                                                                                        \
    X(SAY_NEUTRAL, "play neutral {colour}")                                                                            \
    X(SAY_WHIFFLE, "whiffle to {text}")                                                                                \
    X(SAY_INHALE, "inhale")                                                                                            \
    X(SAY_EXHALE, "exhale")                                                                                            \
    X(SAY_RESOLVE, "resolve")                                                                                          \
    X(SAY_FLY, "fly")                                                                                                  \
    X(SAY_FLY_TO, "fly to {text}")                                                                                     \
    X(HAS, "{seat} [have|has] the {thing}")                                                                            \
    X(NEUTRAL, "the {thing} is neutral")                                                                               \
    X(DEALT, "{thing} is dealt")                                                                                       \
    X(TURNED, "the {n}s are turned face down, and gems are laid on all other cards")                                   \
    X(PLACED, "the {thing} begins at {text}, next to {thing}")                                                         \
    X(STARTS, "{seat} [start|starts]")                                                                                 \
    X(PLAYS_OWN, "{seat} [take|takes] this turn as {colour}")                                                          \
    X(PLAYS_NEUTRAL, "{seat} [take|takes] this turn as {colour}, the neutral colour")                                  \
    X(WHIFFLES, "{seat} [whiffle|whiffles] the {thing} to {text}")                                                     \
    X(ONLY_WHIFFLE, "{seat} can only whiffle the {thing} to {text}")                                                   \
    X(BLOCKED, "the {thing} is blocked: {seat} [place|places] it at {text}")                                           \
    X(INHALES, "{seat} [inhale|inhales] in {text}: {n} {colour} [gem moves|gems move]")                                \
    X(INHALES_ONTO,                                                                                                    \
      "{seat} [inhale|inhales] in {text}: {n} {colour} [gem moves|gems move], {n} onto the Jabberwocky card")          \
    X(EXHALES, "{seat} [exhale|exhales] {n} {colour} [gem|gems] in {text}")                                            \
    X(EXHALES_LEFT, "{seat} [exhale|exhales] {n} {colour} [gem|gems] in {text}, and {n} [returns|return]")             \
    X(RESOLVES, "{seat} [resolve|resolves]")                                                                           \
    X(CONTROLS, "{colour} controls {thing}: {n} other [gem returns|gems return]")                                      \
    X(ONLY_FLY, "{seat} can only fly")                                                                                 \
    X(TAKES_OFF, "{seat} [take|takes] off with the {thing}")                                                           \
    X(FLIES, "{seat} [fly|flies] the {thing} to {text}")                                                               \
    X(FLIPPED, "{thing} is flipped, and {n} [gem returns|gems return]")                                                \
    X(WINS, "all cards of {colour} lie face down: {seat} [win|wins]")                                                  \
    X(LIMIT, "{n} turns are over and nobody has flipped all cards")                                                    \
    X(GRID_TITLE, "the grid")                                                                                          \
    X(DECK_TITLE, "the deck")                                                                                          \
    X(SUPPLY_TITLE, "not yet on the table")                                                                            \
    X(PROMPT_COLOURS, "the colours are drawn")                                                                         \
    X(PROMPT_DEAL, "the cards are dealt")                                                                              \
    X(PROMPT_STARTER, "the starting player is drawn")                                                                  \
    X(PROMPT_CHOOSE, "{seat} [play|plays] {colour}, [your|their] own colour, or {colour}, the neutral one")            \
    X(PROMPT_WHIFFLE, "{seat} [whiffle|whiffles] the {thing}")                                                         \
    X(PROMPT_BLOCKED, "the {thing} is blocked: {seat} [place|places] it on any other empty space")                     \
    X(PROMPT_ACT, "{seat} [take|takes] an action with the {thing}")                                                    \
    X(PROMPT_FLY, "{seat} [fly|flies] the {thing} to any other empty space")                                           \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(NOTE_TURN, "turn {n}")                                                                                           \
    X(NOTE_SEAT, "{seat} [have|has] {colour}: {n} of {n} cards flipped")                                               \
    X(NOTE_NEUTRAL, "{colour} is neutral: {n} of {n} cards flipped")                                                   \
    X(WON, "{seat} [win|wins]: all {colour} cards lie face down")                                                      \
    X(WON_MOVED, "{seat's} {colour} cards all lie face down too, but {seat} moved last")                               \
    X(WON_NEXT, "{seat's} {colour} cards all lie face down too, but {seat} [are|is] the next in turn")                 \
    X(MOST, "{n} turns are over and nobody has flipped all cards: whoever has flipped the most wins")                  \
    X(FLIPPED_CARDS, "{seat} [have|has] flipped {n} of {n} {colour} cards")                                            \
    X(WINS_FEWER, "{n} [card|cards] of {colour} [has|have] been flipped: {seat} [win|wins]")                           \
    X(LIMIT_FEWER, "{n} turns are over and nobody has flipped enough cards")                                           \
    X(WON_FEWER, "{seat} [win|wins]: {n} {colour} [card has|cards have] been flipped")                                 \
    X(WON_MOVED_FEWER, "{seat} [have|has] flipped enough {colour} cards too, but {seat} moved last")                   \
    X(WON_NEXT_FEWER, "{seat} [have|has] flipped enough {colour} cards too, but {seat} [are|is] the next in turn")     \
    X(MOST_FEWER, "{n} turns are over and nobody has flipped enough cards: whoever has flipped the most wins")         \
    X(GOAL_FIRST, "be the first with {n} flipped [card|cards] of your colour")                                         \
    X(GOAL_1, "flip {thing}: it needs {n} {colour} [gem|gems], no others")                                             \
    X(GOAL_2, "flip {thing} and {thing}: each needs its number of {colour} gems, no others")                           \
    X(GOAL_3, "flip {thing}, {thing} and {thing}: each needs its number of {colour} gems, no others")                  \
    X(GOAL_4, "flip {thing}, {thing}, {thing} and {thing}: each needs its number of {colour} gems, no others")         \
    X(GOAL_FEWER, "flip {n} more {colour} [card: it needs|cards: each needs] its number of {colour} gems, no others")  \
    X(COUNT_TURN, "turn")                                                                                              \
    X(COUNT_GEMS, "gems of its own colour")                                                                            \
    X(COUNT_FLIPPED, "flipped cards that count")                                                                       \
    X(COUNT_NEUTRAL, "neutral cards flipped")                                                                          \
    X(ABOUT_DOWN, "begins face down: nothing ever lies on it, and a gem that would stop here moves on")                \
    X(ABOUT_CARD, "flipped at the end of a turn if {n} {colour} [gem|gems] or more and no others lie on it; "          \
                  "whoever has {n} flipped [card|cards] of their own colour first wins")                               \
    X(ABOUT_JABBERWOCKY, "in a {colour} turn it whiffles along the ring, then inhales the {colour} gems of its line, " \
                         "exhales the gems on it, resolves or flies")                                                  \
    X(ABOUT_GEM,                                                                                                       \
      "only the {colour} Jabberwocky inhales and exhales it; more {colour} gems on a card than all others together "   \
      "control it, and whoever resolves sends the others home")                                                        \
    X(NOTE_LAST_TURNS, "turn {n} of at most {n}: then whoever has flipped the most wins")

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

enum { T_SPACE = T_N1, T_LINE = T_COLUMN_1 };

_Static_assert(T_ROW_1 - T_LINE == GRID_COLUMNS && T_ROW_3 - T_ROW_1 == GRID_ROWS - 1, "a text for each line");

/* Moves. Chance draws the suit of seat 0, then cards, then the starting seat. */
enum {
    MOVE_OWN = 1,
    MOVE_NEUTRAL,
    MOVE_INHALE,
    MOVE_EXHALE,
    MOVE_RESOLVE,
    MOVE_FLY,
    MOVE_SPACE, /* to whiffle or to fly to */
    MOVE_SUIT = MOVE_SPACE + SPACES,
    MOVE_CARD = MOVE_SUIT + SUITS,
    MOVE_SEAT = MOVE_CARD + NUMBER_CARDS,
    MOVES_N = MOVE_SEAT + SEATS
};

_Static_assert(T_SAY_EXHALE - T_SAY_INHALE == MOVE_EXHALE - MOVE_INHALE &&
                   T_SAY_RESOLVE - T_SAY_INHALE == MOVE_RESOLVE - MOVE_INHALE &&
                   T_SAY_FLY - T_SAY_INHALE == MOVE_FLY - MOVE_INHALE,
               "actions and their texts are in the same order");

/* ---- colours --------------------------------------------------------------------------------- */

/* The suit of a seat; with two seats, of "seat" 2: the neutral one. */
static int suit_of(const struct state *s, int seat)
{
    int suit = s->first + seat;

    return suit < SUITS ? suit : suit - SUITS;
}

static bool is_neutral(const struct state *s, int suit)
{
    return s->seats < SUITS && suit == suit_of(s, SUITS - 1);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    *s = (struct state){
        .seats = setup->seats,
        .facedown = (uint8_t)(NUMBERS - setup->option[0]),
        .fewer = (uint8_t)(OWN_CARDS - option_number(&options[1], setup->option[1])),
        .pool = POOL_NUMBER_CARDS,
        .pooled = NUMBER_CARDS,
    };
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    (void)setup;
    box_contents(count);
}

static struct phrase about(const struct setup *setup, int thing)
{
    int suit = thing % SUITS; /* of Jabberwocky cards and gems: both begin at a multiple of three */

    if (thing >= NUMBER_BACK)
        return PHRASE(T_NONE);
    if (thing >= GEM)
        return PHRASE(T_ABOUT_GEM, suit_colour(suit), suit_colour(suit));
    if (thing >= JABBERWOCKY_CARD)
        return PHRASE(T_ABOUT_JABBERWOCKY, suit_colour(suit), suit_colour(suit));
    if (card_number(thing) == NUMBERS - setup->option[0])
        return PHRASE(T_ABOUT_DOWN);
    return PHRASE(T_ABOUT_CARD, card_number(thing), suit_colour(card_suit(thing)),
                  option_number(&options[1], setup->option[1]));
}

static void draw_colours(struct state *s, int first, struct facts *facts)
{
    s->first = (uint8_t)first;
    s->phase = DEAL;
    for (int seat = 0; seat < s->seats; seat++)
        TELL(facts, EVERYBODY, 0, T_HAS, seat, JABBERWOCKY_CARD + suit_of(s, seat));
    if (s->seats < SUITS)
        TELL(facts, EVERYBODY, 0, T_NEUTRAL, JABBERWOCKY_CARD + suit_of(s, SUITS - 1));
}

/* Where the Jabberwocky card begins that begins next to this card of the grid: at a corner above or below it. The
 * three inside have no space. */
static const uint8_t home[NUMBER_CARDS] = {N1, N2, N3, N4, N5, W2, SPACES, SPACES, SPACES, E2, S1, S2, S3, S4, S5};

/* Next to the lowest face-up card that lies on the edge. A suit has four of them, and only three cards are inside. */
static void place_jabberwocky(struct state *s, int suit, struct facts *facts)
{
    int lowest = NUMBERS + 1, by = 0;

    for (int card = 0; card < NUMBER_CARDS; card++) {
        int number = (int)(s->number >> (4 * card) & 15);

        if ((s->own[suit] & ~s->down & card_bits(card)) && home[card] != SPACES && number < lowest) {
            lowest = number;
            by = card;
        }
    }
    s->at[suit] = home[by];
    TELL(facts, EVERYBODY, 0, T_PLACED, JABBERWOCKY_CARD + suit, T_SPACE + home[by], CARD(suit, lowest));
    fact_transfer(facts, JABBERWOCKY_CARD + suit, 1, PLACE_SUPPLY, home[by]);
}

/* The gems come when it is known which cards lie face down. */
static void tell_turned(const struct state *s, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, T_TURNED, s->facedown);
    for (int card = 0; card < NUMBER_CARDS; card++)
        for (int suit = 0; suit < SUITS; suit++)
            if (!((s->own[suit] | s->down) & card_bits(card)))
                fact_transfer(facts, GEM + suit, 1, PLACE_SUPPLY, PLACE_CARD + card);
}

static void begin(struct state *s, struct facts *facts)
{
    for (int card = 0; card < NUMBER_CARDS; card++)
        if ((s->number >> (4 * card) & 15) == s->facedown)
            s->down |= card_bits(card);
    if (facts)
        tell_turned(s, facts);
    for (int suit = 0; suit < SUITS; suit++) {
        s->gems[suit] = EACH_CARD & ~s->own[suit] & ~s->down;
        place_jabberwocky(s, suit, facts);
    }
    s->phase = DRAW_STARTER;
}

static void deal(struct state *s, int card, struct facts *facts)
{
    int position = NUMBER_CARDS - s->pooled;

    s->pool = pool_without(s->pool, card);
    s->pooled--;
    s->number |= (uint64_t)card_number(card) << (4 * position);
    s->own[card_suit(card)] |= card_bits(position);
    TELL(facts, EVERYBODY, FACT_SILENT, T_DEALT, card);
    fact_transfer(facts, card, 1, PLACE_DECK, PLACE_CARD + position);
}

/* ---- the ring -------------------------------------------------------------------------------- */

static uint32_t empty_spaces(const struct state *s)
{
    return 0xffff & ~(BIT(s->at[0]) | BIT(s->at[1]) | BIT(s->at[2]));
}

/* Where the Jabberwocky card can whiffle to along the ring. The two others cut it into two arcs, and it stands on one
 * of them. */
static uint32_t whiffle_ways(const struct state *s)
{
    uint32_t empty = empty_spaces(s), own = BIT(s->at[s->suit]), others = 0xffff & ~empty & ~own;
    uint32_t lower = others & (0 - others), higher = others ^ lower;
    uint32_t between = higher - lower; /* the lower one included, but it is not empty */

    return empty & (own & between ? between : ~between);
}

/* Where it may go: along the ring, or if it is blocked on both sides, anywhere. */
static uint32_t whiffle_spaces(const struct state *s)
{
    uint32_t along = whiffle_ways(s);

    return along ? along : empty_spaces(s);
}

/* ---- actions --------------------------------------------------------------------------------- */

static uint64_t line_of(const struct state *s)
{
    return line_cards[spaces[s->at[s->suit]].line];
}

/* The cards where a colour has more gems than the two others together: the highest of their four bits. A colour has 8
 * gems, so against 8 or more it has no chance; else both sides and their difference fit into four bits. */
static uint64_t controlled(uint64_t gems, uint64_t other, uint64_t third)
{
    const uint64_t sevens = 7 * EACH_CARD;
    uint64_t against = (other & sevens) + (third & sevens), more = gems + (~against & sevens);

    return more & ~(against | other | third) & 8 * EACH_CARD;
}

/* All four bits of the cards of which the highest is set. */
static uint64_t whole_cards(uint64_t highest)
{
    return (highest >> 3) * 15;
}

/* The gems of each suit that a resolve returns. */
struct returns {
    uint64_t gems[SUITS];
};

static struct returns resolvable(const struct state *s)
{
    uint64_t green = s->gems[0], yellow = s->gems[1], purple = s->gems[2];
    uint64_t by_green = controlled(green, yellow, purple), by_yellow = controlled(yellow, purple, green);
    uint64_t by_purple = controlled(purple, green, yellow);

    return (struct returns){{green & whole_cards(by_yellow | by_purple), yellow & whole_cards(by_green | by_purple),
                             purple & whole_cards(by_green | by_yellow)}};
}

static bool can_inhale(const struct state *s)
{
    return (s->gems[s->suit] & line_of(s)) != 0;
}

/* The first gem comes to lie on the nearest face-up card, if there is one. */
static bool can_exhale(const struct state *s)
{
    return (s->gems[s->suit] >= (uint64_t)1 << HELD_SHIFT) & ((line_of(s) & ~s->down) != 0);
}

static bool can_resolve(const struct state *s)
{
    struct returns r = resolvable(s);

    return (r.gems[0] | r.gems[1] | r.gems[2]) != 0;
}

/* All bits, or none where the card lies face down. */
static uint64_t if_up(const struct state *s, int card)
{
    return (s->down >> (4 * card) & 1) - 1;
}

/* Before it is done. A gem goes to the last face-up card before its own, or onto the Jabberwocky card. */
static void tell_inhale(const struct state *s, int onto, struct facts *facts)
{
    int at = s->at[s->suit], to = at;
    uint64_t gems = s->gems[s->suit];

    TELL(facts, EVERYBODY, 0, onto ? T_INHALES_ONTO : T_INHALES, s->turn, T_LINE + spaces[at].line,
         gem_count(gems & line_of(s)), suit_colour(s->suit), onto);
    for (int i = 0; i < spaces[at].cards; i++) {
        int card = spaces[at].card[i];

        fact_transfer(facts, GEM + s->suit, gem_count(gems & card_bits(card)), PLACE_CARD + card, to);
        to = if_up(s, card) ? PLACE_CARD + card : to;
    }
}

/* From the farthest card on, the gems of each are carried to the next face-up card, and in the end to the
 * Jabberwocky card. */
static void inhale(struct state *s, struct facts *facts)
{
    int at = s->at[s->suit];
    uint64_t before = s->gems[s->suit], gems = before & ~line_of(s), carried = 0;

    for (int i = spaces[at].cards - 1; i >= 0; i--) {
        int card = spaces[at].card[i];

        gems |= (carried & if_up(s, card)) << (4 * card);
        carried = (carried & ~if_up(s, card)) | (before >> (4 * card) & 15);
    }
    if (facts)
        tell_inhale(s, (int)carried, facts);
    s->gems[s->suit] = gems + (carried << HELD_SHIFT);
}

/* `left` of them do not stay on the grid: they come last, and never leave the Jabberwocky card. */
static void tell_exhale(const struct state *s, int held, int left, struct facts *facts)
{
    int at = s->at[s->suit];

    TELL(facts, EVERYBODY, 0, left ? T_EXHALES_LEFT : T_EXHALES, s->turn, held, suit_colour(s->suit),
         T_LINE + spaces[at].line, left);
    for (int i = 0; i < held - left; i++) {
        int to = i;

        while (!if_up(s, spaces[at].card[to]))
            to++;
        fact_transfer(facts, GEM + s->suit, 1, at, PLACE_CARD + spaces[at].card[to]);
    }
}

/* One gem for each card, the nearest first; those of face-down cards are carried on. What is left returns. */
static void exhale(struct state *s, struct facts *facts)
{
    int at = s->at[s->suit], cards = spaces[at].cards, held = (int)(s->gems[s->suit] >> HELD_SHIFT);
    uint64_t gems = s->gems[s->suit] & ~HELD, carried = 0, left = (uint64_t)(held > cards ? held - cards : 0);

    for (int i = 0; i < cards; i++) {
        int card = spaces[at].card[i];

        carried += i < held;
        gems += (carried & if_up(s, card)) << (4 * card);
        carried &= ~if_up(s, card);
    }
    left += carried;
    if (facts)
        tell_exhale(s, held, (int)left, facts);
    s->gems[s->suit] = gems | left << HELD_SHIFT;
}

static int card_at(const struct state *s, int position)
{
    int suit = s->own[0] & card_bits(position) ? 0 : s->own[1] & card_bits(position) ? 1 : 2;

    return CARD(suit, (int)(s->number >> (4 * position) & 15));
}

/* Gems of one suit from the grid to its Jabberwocky card. */
static void return_gems(struct state *s, int suit, uint64_t gems)
{
    s->gems[suit] += ((uint64_t)gem_count(gems) << HELD_SHIFT) - gems;
}

static void tell_resolve(const struct state *s, const struct returns *r, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, T_RESOLVES, s->turn);
    for (int position = 0; position < NUMBER_CARDS; position++) {
        int returned = 0, controller = 0;

        for (int suit = 0; suit < SUITS; suit++) {
            returned += gem_count(r->gems[suit] & card_bits(position));
            if (s->gems[suit] & ~r->gems[suit] & card_bits(position))
                controller = suit;
        }
        if (returned == 0)
            continue;
        TELL(facts, EVERYBODY, 0, T_CONTROLS, suit_colour(controller), card_at(s, position), returned);
        for (int suit = 0; suit < SUITS; suit++)
            fact_transfer(facts, GEM + suit, gem_count(r->gems[suit] & card_bits(position)), PLACE_CARD + position,
                          s->at[suit]);
    }
}

static void resolve(struct state *s, struct facts *facts)
{
    struct returns r = resolvable(s);

    if (facts)
        tell_resolve(s, &r, facts);
    for (int suit = 0; suit < SUITS; suit++)
        return_gems(s, suit, r.gems[suit]);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static uint32_t actors(const void *state)
{
    const struct state *s = state;

    return s->phase == OVER ? 0 : s->phase < CHOOSE ? BIT(CHANCE) : BIT(s->turn);
}

/* The moves to the members of each set of four spaces from one on, and their number. What stands after them is not
 * counted. */
#define MOVES_TO(a)                                                                                                    \
    {                                                                                                                  \
        {0},                                                                                                           \
        {a},                                                                                                           \
        {a + 1},                                                                                                       \
        {a, a + 1},                                                                                                    \
        {a + 2},                                                                                                       \
        {a, a + 2},                                                                                                    \
        {a + 1, a + 2},                                                                                                \
        {a, a + 1, a + 2},                                                                                             \
        {a + 3},                                                                                                       \
        {a, a + 3},                                                                                                    \
        {a + 1, a + 3},                                                                                                \
        {a, a + 1, a + 3},                                                                                             \
        {a + 2, a + 3},                                                                                                \
        {a, a + 2, a + 3},                                                                                             \
        {a + 1, a + 2, a + 3},                                                                                         \
        {a, a + 1, a + 2, a + 3},                                                                                      \
    }

static const move_t moves_to[SPACES / 4][16][4] = {MOVES_TO(MOVE_SPACE), MOVES_TO(MOVE_SPACE + 4),
                                                   MOVES_TO(MOVE_SPACE + 8), MOVES_TO(MOVE_SPACE + 12)};
static const uint8_t members_n[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;
    int n = 0;

    (void)seat;
    if (s->phase == CHOOSE) {
        out[n++] = MOVE_OWN;
        out[n++] = MOVE_NEUTRAL;
    } else if (s->phase == ACT) {
        out[n] = MOVE_INHALE;
        n += can_inhale(s);
        out[n] = MOVE_EXHALE;
        n += can_exhale(s);
        out[n] = MOVE_RESOLVE;
        n += can_resolve(s);
        out[n++] = MOVE_FLY;
    } else {
        uint32_t set = s->phase == WHIFFLE ? whiffle_spaces(s) : empty_spaces(s);

        for (int i = 0; i < SPACES / 4; i++, set >>= 4) { /* without a branch: four are written, the members count */
            const move_t *four = moves_to[i][set & 15];

            for (int k = 0; k < 4; k++)
                out[n + k] = four[k];
            n += members_n[set & 15];
        }
    }
    return n;
}

static uint32_t odds(const void *state)
{
    const struct state *s = state;

    return s->phase == DRAW_COLOURS ? SUITS : s->phase == DEAL ? s->pooled : s->seats;
}

static move_t draw(const void *state, uint32_t r)
{
    const struct state *s = state;

    return (move_t)(s->phase == DRAW_COLOURS ? MOVE_SUIT + (int)r
                    : s->phase == DEAL       ? MOVE_CARD + pool_nth(s->pool, r)
                                             : MOVE_SEAT + (int)r);
}

static int chance(const void *state, move_t out[], uint32_t weight[])
{
    uint32_t n = odds(state);

    for (uint32_t i = 0; i < n; i++) {
        out[i] = draw(state, i);
        weight[i] = 1;
    }
    return (int)n;
}

static uint8_t source(const void *state)
{
    return ((const struct state *)state)->phase;
}

/* ---- who wins -------------------------------------------------------------------------------- */

/* Cards flipped in play: one began face down. */
static int flipped_cards(const struct state *s, int suit)
{
    uint64_t down = s->own[suit] & s->down & EACH_CARD;

    return gem_count(down) - 1;
}

static int cards_to_win(const struct state *s)
{
    return OWN_CARDS - s->fewer;
}

static bool complete(const struct state *s, int seat)
{
    return flipped_cards(s, suit_of(s, seat)) >= cards_to_win(s);
}

/* More than it takes to win do not count: the winner has as many points as anybody. */
static int score_now(const struct state *s, int seat)
{
    int flipped = flipped_cards(s, suit_of(s, seat)), enough = cards_to_win(s);

    return flipped < enough ? flipped : enough;
}

/* Of the seats that have flipped enough cards, the one that moved, or else the next in turn; or nobody. */
static int winner(const struct state *s)
{
    int seat = s->turn;

    for (int i = 0; i < s->seats; i++, seat = left_of(seat, s->seats))
        if (complete(s, seat))
            return seat;
    return NOBODY;
}

/* ---- a turn ---------------------------------------------------------------------------------- */

/* The Jabberwocky card goes to a space, and the gems on it with it. */
static void tell_way(const struct state *s, int space, struct facts *facts)
{
    int from = s->at[s->suit];

    fact_transfer(facts, JABBERWOCKY_CARD + s->suit, 1, from, space);
    fact_transfer(facts, GEM + s->suit, (int)(s->gems[s->suit] >> HELD_SHIFT), from, space);
}

static void tell_whiffle(const struct state *s, int space, bool only, struct facts *facts)
{
    int jabberwocky = JABBERWOCKY_CARD + s->suit;

    if (whiffle_ways(s) == 0)
        TELL(facts, EVERYBODY, 0, T_BLOCKED, jabberwocky, s->turn, T_SPACE + space);
    else
        TELL(facts, EVERYBODY, 0, only ? T_ONLY_WHIFFLE : T_WHIFFLES, s->turn, jabberwocky, T_SPACE + space);
    tell_way(s, space, facts);
}

static void whiffle(struct state *s, int space, bool only, struct facts *facts)
{
    if (facts)
        tell_whiffle(s, space, only, facts);
    s->at[s->suit] = (uint8_t)space;
    s->phase = ACT;
    if (can_inhale(s) + can_exhale(s) > 0 || can_resolve(s))
        return;
    TELL(facts, EVERYBODY, 0, T_ONLY_FLY, s->turn);
    s->phase = FLY;
}

static void play_as(struct state *s, int suit, struct facts *facts)
{
    uint32_t set;

    s->suit = (uint8_t)suit;
    s->phase = WHIFFLE;
    set = whiffle_spaces(s);
    if ((set & (set - 1)) == 0)
        whiffle(s, bit_lowest(set), true, facts);
}

/* With two seats, the colour of this turn is a choice, unless the last one was neutral. */
static void begin_turn(struct state *s, bool may_be_neutral, struct facts *facts)
{
    s->suit = (uint8_t)suit_of(s, s->turn);
    if (s->seats < SUITS && may_be_neutral)
        s->phase = CHOOSE;
    else
        play_as(s, s->suit, facts);
}

/* The cards to flip: all four bits set. Those that lie face down have no gems, and every number is above 0. */
static uint64_t flippable(const struct state *s)
{
    uint64_t green = s->own[0], yellow = s->own[1], purple = s->own[2];
    uint64_t matching = (s->gems[0] & green) | (s->gems[1] & yellow) | (s->gems[2] & purple);
    uint64_t foreign = ((s->gems[0] & ~green) | (s->gems[1] & ~yellow) | (s->gems[2] & ~purple)) & GRID;
    uint64_t enough = (matching + 8 * EACH_CARD - s->number) >> 3 & EACH_CARD;

    foreign |= foreign >> 2;
    foreign |= foreign >> 1;
    return (enough & ~foreign) * 15;
}

static void flip(struct state *s, uint64_t cards, struct facts *facts)
{
    for (int position = 0; position < NUMBER_CARDS && facts; position++) {
        int card = card_at(s, position), suit = card_suit(card), gems = gem_count(s->gems[suit] & card_bits(position));

        if (!(cards & card_bits(position)))
            continue;
        TELL(facts, EVERYBODY, 0, T_FLIPPED, card, gems);
        fact_turn(facts, card, PLACE_CARD + position);
        fact_transfer(facts, GEM + suit, gems, PLACE_CARD + position, s->at[suit]);
    }
    for (int suit = 0; suit < SUITS; suit++)
        return_gems(s, suit, s->gems[suit] & cards);
    s->down |= cards;
    s->flipped = s->turns;
}

static void tell_winner(const struct state *s, int won, struct facts *facts)
{
    int colour = suit_colour(suit_of(s, won));

    if (s->fewer)
        TELL(facts, EVERYBODY, 0, T_WINS_FEWER, cards_to_win(s), colour, won);
    else
        TELL(facts, EVERYBODY, 0, T_WINS, colour, won);
}

static void end_turn(struct state *s, struct facts *facts)
{
    uint64_t cards = flippable(s);

    s->turns++;
    if (cards) {
        int won;

        flip(s, cards, facts);
        won = winner(s);
        if (won != NOBODY) {
            s->phase = OVER;
            tell_winner(s, won, facts);
            return;
        }
    }
    if (s->turns == TURNS_MAX) {
        s->phase = OVER;
        TELL(facts, EVERYBODY, 0, s->fewer ? T_LIMIT_FEWER : T_LIMIT, TURNS_MAX);
        return;
    }
    s->turn = (uint8_t)left_of(s->turn, s->seats);
    begin_turn(s, !is_neutral(s, s->suit), facts);
}

static void fly(struct state *s, int space, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, T_FLIES, s->turn, JABBERWOCKY_CARD + s->suit, T_SPACE + space);
    if (facts)
        tell_way(s, space, facts);
    s->at[s->suit] = (uint8_t)space;
    end_turn(s, facts);
}

static void act(struct state *s, move_t action, struct facts *facts)
{
    switch (action) {
    case MOVE_INHALE:
        inhale(s, facts);
        break;
    case MOVE_EXHALE:
        exhale(s, facts);
        break;
    case MOVE_RESOLVE:
        resolve(s, facts);
        break;
    default:
        TELL(facts, EVERYBODY, FACT_SILENT, T_TAKES_OFF, s->turn, JABBERWOCKY_CARD + s->suit);
        s->phase = FLY;
        return;
    }
    end_turn(s, facts);
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    (void)actor;
    switch (s->phase) {
    case DRAW_COLOURS:
        draw_colours(s, m - MOVE_SUIT, facts);
        break;
    case DEAL:
        deal(s, m - MOVE_CARD, facts);
        if (s->pooled == 1) {
            deal(s, pool_nth(s->pool, 0), facts);
            begin(s, facts);
        }
        break;
    case DRAW_STARTER:
        s->turn = (uint8_t)(m - MOVE_SEAT);
        TELL(facts, EVERYBODY, 0, T_STARTS, s->turn);
        begin_turn(s, true, facts);
        break;
    case CHOOSE:
        if (m == MOVE_OWN)
            TELL(facts, EVERYBODY, 0, T_PLAYS_OWN, s->turn, suit_colour(s->suit));
        else
            TELL(facts, EVERYBODY, 0, T_PLAYS_NEUTRAL, s->turn, suit_colour(suit_of(s, SUITS - 1)));
        play_as(s, m == MOVE_OWN ? s->suit : suit_of(s, SUITS - 1), facts);
        break;
    case WHIFFLE:
        whiffle(s, m - MOVE_SPACE, false, facts);
        break;
    case ACT:
        act(s, m, facts);
        break;
    default: /* FLY */
        fly(s, m - MOVE_SPACE, facts);
        break;
    }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* Nothing. */
static void veil(void *state, int viewer, struct luck *luck)
{
    (void)state;
    (void)viewer;
    (void)luck;
}

/* ---- the end --------------------------------------------------------------------------------- */

static struct phrase why_won(const struct state *s, int won)
{
    int colour = suit_colour(suit_of(s, won));

    return s->fewer ? PHRASE(T_WON_FEWER, won, cards_to_win(s), colour) : PHRASE(T_WON, won, colour);
}

/* Why a seat that has flipped enough cards has not won. */
static struct phrase why_not(const struct state *s, int seat, int won)
{
    int moved = s->fewer ? T_WON_MOVED_FEWER : T_WON_MOVED, next = s->fewer ? T_WON_NEXT_FEWER : T_WON_NEXT;

    return PHRASE(won == s->turn ? moved : next, seat, suit_colour(suit_of(s, seat)), won);
}

static void result(const void *state, struct result *out)
{
    const struct state *s = state;
    int won = winner(s);

    if (won == NOBODY) {
        result_line(out, NOBODY, PHRASE(s->fewer ? T_MOST_FEWER : T_MOST, TURNS_MAX));
    } else {
        out->tie[won][0] = 1;
        result_line(out, won, why_won(s, won));
    }
    for (int seat = 0; seat < s->seats; seat++) {
        int colour = suit_colour(suit_of(s, seat));

        out->score[seat] = score_now(s, seat);
        if (seat == won)
            continue;
        if (complete(s, seat))
            result_line(out, seat, why_not(s, seat, won));
        else
            result_line(out, seat, PHRASE(T_FLIPPED_CARDS, seat, out->score[seat], OWN_CARDS, colour));
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Coordinates in half cards: columns 1 to 5 and rows 1 to 3 of the grid with the ring around them. */
static void ring_xy(int space, int *x, int *y)
{
    *x = space <= N5 ? 2 + 2 * space : space <= E3 ? 12 : space <= S1 ? 10 - 2 * (space - S5) : 0;
    *y = space <= N5 ? 0 : space <= E3 ? 2 + 2 * (space - E1) : space <= S1 ? 8 : 6 - 2 * (space - W3);
}

static bool laid_out(const struct state *s)
{
    return s->phase >= DRAW_STARTER;
}

static void scene_card(const struct state *s, int position, struct scene *out)
{
    int card = card_at(s, position);
    bool down = s->down & card_bits(position);

    scene_piece(out, card, 1, down ? PIECE_DOWN : 0);
    for (int suit = 0; suit < SUITS; suit++)
        scene_piece(out, GEM + suit, gem_count(s->gems[suit] & card_bits(position)), 0);
    if (laid_out(s) && !down)
        scene_count(out, SCOPE_PLACE, gem_count(s->gems[card_suit(card)] & card_bits(position)), card_number(card),
                    PHRASE(T_COUNT_GEMS));
}

static void scene_grid(const struct state *s, struct scene *out)
{
    scene_zone(out, &zones[Z_GRID], NOBODY, PHRASE(T_GRID_TITLE));
    for (int space = 0; space < SPACES; space++) {
        int x, y;

        ring_xy(space, &x, &y);
        scene_place(out, space, x, y, PHRASE(T_SPACE + space));
        for (int suit = 0; suit < SUITS && laid_out(s); suit++) {
            if (s->at[suit] == space) {
                scene_piece(out, JABBERWOCKY_CARD + suit, 1, 0);
                scene_piece(out, GEM + suit, (int)(s->gems[suit] >> HELD_SHIFT), 0);
            }
        }
    }
    for (int position = 0; position < NUMBER_CARDS; position++) {
        scene_place(out, PLACE_CARD + position, 2 + position % GRID_COLUMNS * 2, 2 + position / GRID_COLUMNS * 2,
                    PHRASE(T_NONE));
        if (position < NUMBER_CARDS - s->pooled)
            scene_card(s, position, out);
    }
}

static void scene_supply(const struct state *s, struct scene *out)
{
    scene_pile(out, &zones[Z_DECK], NOBODY, PHRASE(T_DECK_TITLE), PLACE_DECK);
    scene_piece(out, NUMBER_BACK, s->pooled, 0);
    scene_pile(out, &zones[Z_SUPPLY], NOBODY, PHRASE(T_SUPPLY_TITLE), PLACE_SUPPLY);
    for (int suit = 0; suit < SUITS; suit++)
        scene_piece(out, JABBERWOCKY_CARD + suit, 1, 0);
    for (int suit = 0; suit < SUITS; suit++)
        scene_piece(out, GEM + suit, GEMS_OF_SUIT, 0);
}

static void scene_notes(const struct state *s, struct scene *out)
{
    int turn = s->turns + 1;

    if (s->phase >= CHOOSE && s->phase < OVER) {
        scene_note(out, NOBODY,
                   limit_in_sight(turn, TURNS_MAX) ? PHRASE(T_NOTE_LAST_TURNS, turn, TURNS_MAX)
                                                   : PHRASE(T_NOTE_TURN, turn));
        scene_count_far(out, turn, TURNS_MAX, PHRASE(T_COUNT_TURN));
    }
    if (!laid_out(s))
        return;
    for (int seat = 0; seat < s->seats; seat++) {
        int suit = suit_of(s, seat);

        scene_note(out, seat, PHRASE(T_NOTE_SEAT, seat, suit_colour(suit), flipped_cards(s, suit), OWN_CARDS));
        scene_count_seat(out, seat, COUNTER_SCORE, score_now(s, seat), cards_to_win(s), PHRASE(T_COUNT_FLIPPED));
    }
    if (s->seats < SUITS) {
        int suit = suit_of(s, SUITS - 1);

        scene_note(out, NOBODY, PHRASE(T_NOTE_NEUTRAL, suit_colour(suit), flipped_cards(s, suit), OWN_CARDS));
        scene_count(out, SCOPE_TABLE, flipped_cards(s, suit), OWN_CARDS, PHRASE(T_COUNT_NEUTRAL));
    }
}

/* The cards that a seat has yet to flip, by name where it needs them all. */
static struct phrase goal(const struct state *s, int seat)
{
    int suit = suit_of(s, seat), colour = suit_colour(suit), more = cards_to_win(s) - score_now(s, seat), n = 0;
    int card[NUMBERS] = {0};
    uint32_t up = 0;

    if (!laid_out(s))
        return PHRASE(T_GOAL_FIRST, cards_to_win(s));
    for (int position = 0; position < NUMBER_CARDS; position++)
        if (s->own[suit] & ~s->down & card_bits(position))
            up |= BIT(card_at(s, position));
    for (FOR_BITS(each, up))
        card[n++] = (int)each;
    return n != more ? PHRASE(T_GOAL_FEWER, more, colour, colour)
           : n == 1  ? PHRASE(T_GOAL_1, card[0], card_number(card[0]), colour)
           : n == 2  ? PHRASE(T_GOAL_2, card[0], card[1], colour)
           : n == 3  ? PHRASE(T_GOAL_3, card[0], card[1], card[2], colour)
                     : PHRASE(T_GOAL_4, card[0], card[1], card[2], card[3], colour);
}

static struct phrase prompt(const struct state *s)
{
    int jabberwocky = JABBERWOCKY_CARD + s->suit;

    switch (s->phase) {
    case DRAW_COLOURS:
        return PHRASE(T_PROMPT_COLOURS);
    case DEAL:
        return PHRASE(T_PROMPT_DEAL);
    case DRAW_STARTER:
        return PHRASE(T_PROMPT_STARTER);
    case CHOOSE:
        return PHRASE(T_PROMPT_CHOOSE, s->turn, suit_colour(s->suit), suit_colour(suit_of(s, SUITS - 1)));
    case WHIFFLE:
        return whiffle_ways(s) ? PHRASE(T_PROMPT_WHIFFLE, s->turn, jabberwocky)
                               : PHRASE(T_PROMPT_BLOCKED, jabberwocky, s->turn);
    case ACT:
        return PHRASE(T_PROMPT_ACT, s->turn, jabberwocky);
    case FLY:
        return PHRASE(T_PROMPT_FLY, s->turn, jabberwocky);
    default:
        return PHRASE(T_PROMPT_OVER);
    }
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    if (viewer < s->seats && s->phase != OVER)
        out->goal = goal(s, viewer);
    scene_notes(s, out);
    scene_grid(s, out);
    if (!laid_out(s))
        scene_supply(s, out);
    out->scored = laid_out(s);
    for (int seat = 0; seat < s->seats && laid_out(s); seat++)
        out->score[seat] = score_now(s, seat);
    out->prompt = prompt(s);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    (void)actor;
    switch (s->phase) {
    case DRAW_COLOURS:
        return PHRASE(T_SAY_COLOURS, 0, suit_colour(m - MOVE_SUIT));
    case DEAL:
        return PHRASE(T_SAY_DEAL, m - MOVE_CARD);
    case DRAW_STARTER:
        return PHRASE(T_SAY_STARTS, m - MOVE_SEAT);
    case CHOOSE:
        return m == MOVE_OWN ? PHRASE(T_SAY_OWN, suit_colour(s->suit))
                             : PHRASE(T_SAY_NEUTRAL, suit_colour(suit_of(s, SUITS - 1)));
    case WHIFFLE:
        return PHRASE(T_SAY_WHIFFLE, T_SPACE + m - MOVE_SPACE);
    case ACT:
        return PHRASE(T_SAY_INHALE + m - MOVE_INHALE);
    default:
        return PHRASE(T_SAY_FLY_TO, T_SPACE + m - MOVE_SPACE);
    }
}

/* A colour by its Jabberwocky card, a space by itself; actions are buttons. */
static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;
    int suit = m == MOVE_OWN ? s->suit : suit_of(s, SUITS - 1);

    (void)seat;
    if (s->phase == ACT)
        return 0;
    out[0] = s->phase == CHOOSE ? (struct touch){s->at[suit], (uint16_t)(JABBERWOCKY_CARD + suit)}
                                : (struct touch){(uint16_t)(m - MOVE_SPACE), NOTHING};
    return 1;
}

/* ---- what bots are told ---------------------------------------------------------------------- */

/* How near a card is to being flipped, in hundredths: */
enum {
    GEMS_THERE = 30,   /* if all gems of its own that it takes lie on it; in proportion if some do */
    WAY_FREE = 20,     /* if no other gem does, or a resolve would send them away */
    IN_THE_WAY = 5,    /* less for each gem that is wanting to that */
    READY_TO_LAND = 4, /* a gem on the Jabberwocky card is better than one anywhere in the grid */
};

/* With those of its cards that count: the lowest bit of each. Inline, because all simulations end here. */
static inline int32_t progress(const struct state *s, int suit, uint64_t up)
{
    uint64_t gems = s->gems[suit], others = s->gems[(suit + 1) % SUITS], third = s->gems[(suit + 2) % SUITS];
    int32_t sum = READY_TO_LAND * (int32_t)(gems >> HELD_SHIFT);

    for (; up; up &= up - 1) {
        int card = bit_lowest64(up), number = (int)(s->number >> card & 15), there = (int)(gems >> card & 15);
        int foreign = (int)(others >> card & 15) + (int)(third >> card & 15);

        if (foreign < GEMS_OF_SUIT) /* more can never be outnumbered */
            sum += GEMS_THERE * (there < number ? there : number) / number;
        sum += foreign == 0 || there > foreign ? WAY_FREE : -IN_THE_WAY * (foreign - there);
    }
    return sum;
}

static uint64_t cards_up(const struct state *s, int suit)
{
    return s->own[suit] & ~s->down & EACH_CARD;
}

/* Where fewer cards win: without those that are farthest from being flipped, as many as a seat can do without. */
static uint64_t nearest_cards(const struct state *s, int suit)
{
    uint64_t up = cards_up(s, suit);

    for (int i = 0; i < s->fewer; i++) {
        uint64_t farthest = 0;
        int32_t least = INT32_MAX;

        for (uint64_t left = up; left; left &= left - 1) {
            uint64_t card = left & (0 - left);
            int32_t near = progress(s, suit, card);

            farthest = near < least ? card : farthest;
            least = near < least ? near : least;
        }
        up &= ~farthest;
    }
    return up;
}

/* Gems of a suit on cards of others than this seat. */
static int obstacles(const struct state *s, int seat, int suit)
{
    int sum = 0;

    for (int other = 0; other < s->seats; other++)
        if (other != seat)
            sum += gem_count(s->gems[suit] & s->own[suit_of(s, other)]);
    return sum;
}

static bool alone_ahead(const struct state *s, int seat)
{
    int own = flipped_cards(s, suit_of(s, seat));

    for (int other = 0; other < s->seats; other++)
        if (other != seat && flipped_cards(s, suit_of(s, other)) >= own)
            return false;
    return true;
}

/* Players can block each other for ever: each has gems on a card of another, and whoever takes them away may lose. So
 * when no card has been flipped for a while, a seat's own gems in the way of others become a burden to it, in the end a
 * heavier one than defeat: they come home, where they are needed to win. Whoever is alone ahead would win by the limit
 * and waits longer; so do the neutral gems of two seats, for duels showed that to take them away as soon loses. */
enum {
    PATIENCE = 60, /* turns without a flip, for each other seat */
    PATIENCE_LONG = 300,
    BURDEN = 4, /* of a gem, for every turn after them, in hundredths of a point */
};

static int32_t contempt(const void *state, int seat)
{
    const struct state *s = state;
    int late = s->turns - s->flipped, patience = PATIENCE * (s->seats - 1), later = late - PATIENCE_LONG, sum = 0;

    if (late <= patience)
        return 0;
    late = alone_ahead(s, seat) ? later : late - patience;
    if (late > 0)
        sum += late * obstacles(s, seat, suit_of(s, seat));
    if (later > 0 && s->seats < SUITS)
        sum += later * obstacles(s, seat, suit_of(s, SUITS - 1));
    return BURDEN * sum;
}

static void add_up_seldom(const struct state *s, int32_t out[])
{
    for (int seat = 0; seat < s->seats; seat++) {
        int suit = suit_of(s, seat);

        out[seat] = score_now(s, seat) * POINT + (s->phase == OVER ? 0 : progress(s, suit, nearest_cards(s, suit)));
    }
}

static void add_up(const struct state *s, int32_t out[])
{
    if (s->phase == OVER || s->fewer) {
        add_up_seldom(s, out);
        return;
    }
    for (int seat = 0; seat < s->seats; seat++) {
        int suit = suit_of(s, seat);

        out[seat] = flipped_cards(s, suit) * POINT + progress(s, suit, cards_up(s, suit));
    }
}

/* The action that the position itself is best after for whose turn it is, and how it stands then. */
static move_t best_action(const struct state *s, struct luck *luck, int32_t out[])
{
    move_t list[MOVE_FLY - MOVE_INHALE + 1], best = MOVE_FLY;
    int n = moves(s, s->turn, list), at = luck ? (int)luck_below(luck, (uint32_t)n) : 0;
    int32_t most = INT32_MIN;

    for (int i = 0; i < n; i++, at = left_of(at, n)) { /* from anywhere on: the first of equals is chosen */
        struct state after = *s;
        int32_t points[SEATS], gain;

        if (list[at] != MOVE_FLY) /* which moves no gem */
            act(&after, list[at], NULL);
        add_up(&after, points);
        gain = 3 * points[s->turn];
        for (int seat = 0; seat < s->seats; seat++)
            gain -= points[seat];
        if (gain > most) {
            most = gain;
            best = list[at];
            for (int seat = 0; seat < s->seats; seat++)
                out[seat] = points[seat];
        }
    }
    return best;
}

/* Cards flipped, and how far the others are. Whoever has whiffled will act. */
static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;

    if (s->phase == ACT)
        best_action(s, NULL, out);
    else
        add_up(s, out);
    return 3 * POINT / 2;
}

/* Simulated players go anywhere, but there they do what is best at once. */
static move_t habit(const void *state, int seat, struct luck *luck)
{
    const struct state *s = state;
    move_t list[SPACES];
    int32_t points[SEATS];

    if (s->phase == ACT)
        return best_action(s, luck, points);
    return list[luck_below(luck, (uint32_t)moves(s, seat, list))];
}

enum {
    SETUP_MOVES = 1 + (NUMBER_CARDS - 1) + 1, /* colours, cards but the last, starting seat */
    TURN_MOVES = 4,                           /* colour, whiffle, action, where to fly */
};

const struct game game_gyre = {
    .id = "gyre",
    .title = "Gyre",
    .box = "Jabberwocky",
    .blurb = "Circle the grid, inhale and exhale gems, flip your cards.",
    .seats_min = 2,
    .seats_max = SEATS,
    .minutes = 20,
    .sources = DRAW_STARTER + 1,
    .version = 2,
    .state_size = sizeof(struct state),
    .moves_max = NUMBER_CARDS,
    .move_ids = MOVES_N,
    .length_max = SETUP_MOVES + TURNS_MAX * TURN_MOVES,
    .options = options,
    .options_n = sizeof options / sizeof options[0],
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
    .contempt = contempt,
    .reach = 12,
    .habit = habit,
    .effort = 450,
    .patience = 4,
};
