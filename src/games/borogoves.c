/* borogoves.c: Borogoves, map-making for 1 or 2 (Jabberwocky box). Rules: docs/rules/borogoves.md.
 *
 * One player, the cartographer, lays card after card to a map of at most 4 by 4; the other leads three tribes of
 * borogoves over it. With two seats the roles are exchanged for a second map; a solo player has both.
 *
 * Unusual: the square of 4 by 4 is not fixed in advance. All places that the map can ever reach lie on a grid of 6 by 7
 * around the first two cards, C4 and D4, and a card may lie wherever it is at most three columns and three rows away
 * from every other. The gems of one tribe on all cards and at home are one number, four bits each. An action is chosen
 * in up to four short steps: tribe and kind, card, destination, mix of gems.
 */
#include "jabberwocky.h"
#include "pool.h"

enum {
    SEATS = 2,
    TRIBE = GEMS_OF_SUIT, /* gems of each colour */
    FIRST_CARDS = 2,      /* the map begins with them */
    HAND = 2,             /* cards of the cartographer, with two seats */
    HAND_MAX = 4,
    TURNS = NUMBER_CARDS - FIRST_CARDS,
    HOME = NUMBER_CARDS, /* where gems start: counted like a sixteenth card */
    COLUMNS = 6,         /* A to F */
    ROWS = 7,            /* 1 to 7 */
    ROW_SIZE = 8,        /* a row is eight bits, so that steps to the side never reach another row */
    CELLS = ROWS * ROW_SIZE,
    FIRST_CELL = 3 * ROW_SIZE + 2, /* C4; the second card lies at its right */
    SPOTS_MAX = 13                 /* where a card may be laid: inside and around a ring of eight */
};

enum kind { MIGRATE, EXPLORE, SETTLE, KINDS };

/* What a solo score is called; a win from WIN on. */
enum { ALMOST = 38, WIN = 42, GOOD = 46, GREAT = 50, PERFECT = 54 };

/* With five gems a tribe can still migrate to a 5; the box has eight. A cartographer needs a card to play; with four,
 * the borogoves still act nine times before everybody knows the hand. */
enum { OPTION_GEMS, OPTION_CARDS, OPTIONS_N };

static const struct option options[] = {
    [OPTION_GEMS] = OPTION_NUMBER("gems", "Gems of each tribe", NUMBERS, TRIBE, TRIBE),
    [OPTION_CARDS] = OPTION_NUMBER("hand", "Cards in the cartographer's hand", 1, HAND_MAX, HAND),
};

enum { Z_MAP, Z_HOMES, Z_BOX, Z_DECK, Z_HAND, Z_TURNED_UP, ZONES_N };

static const struct zone zones[] = {
    [Z_MAP] = {"map", ZONE_GRID, ROLE_BOARD},  [Z_HOMES] = {"homes", ZONE_ROW, ROLE_SUPPLY},
    [Z_BOX] = {"box", ZONE_BOX, ROLE_ASIDE},   [Z_DECK] = {"deck", ZONE_PILE, ROLE_DECK},
    [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND}, [Z_TURNED_UP] = {"turned-up", ZONE_HAND, ROLE_PLAYED},
};

enum {
    PLACE_CELL,
    PLACE_HOME = PLACE_CELL + CELLS, /* + suit */
    PLACE_HAND = PLACE_HOME + SUITS, /* + seat */
    PLACE_DECK = PLACE_HAND + SEATS,
    PLACE_BOX
};

static const struct thing things[] = {JABBERWOCKY_THINGS};

/* Chance acts in the phases before PLAY. In SHUFFLE the first map still lies there for all to see. The phases of an
 * action's second step are ACT + 1 + kind. */
enum phase { DRAW_STARTER, DEAL, SHUFFLE, PLAY, ACT, MIGRATE_TO, EXPLORE_FROM, SETTLE_FROM, EXPLORE_TO, MIX, OVER };

struct state {
    uint64_t gems[SUITS];        /* of each tribe: four bits for each card, and HOME */
    uint64_t least;              /* four bits for each card of the map: the lowest number next to it */
    uint64_t map;                /* the cells with cards */
    uint64_t room;               /* the cells that are within reach of every card of the map */
    uint64_t pool;               /* the map deck, `pooled` cards (pool.h) */
    uint16_t near[NUMBER_CARDS]; /* the cards next to each card of the map */
    uint16_t placed;             /* the cards of the map */
    uint16_t hand;               /* the cartographer's; alone: the card that is turned up */
    uint16_t own[SEATS];         /* of the map that a seat has played: the cards with a gem of their colour */
    uint16_t exact[SEATS];       /* likewise, the cards with exactly as many gems as their number */
    uint16_t open;               /* what the borogoves may choose: actions, or cards and HOME; 0 if nothing */
    uint8_t card[CELLS];         /* what lies there, if it is in `map` */
    uint8_t phase, seats;
    uint8_t cartographer;
    uint8_t maps; /* begun */
    uint8_t pooled;
    uint8_t acted;           /* the tribes that have had their action */
    uint8_t tribe, from, to; /* of the action that is being chosen; 0 otherwise */
    int8_t more_gems;        /* of each tribe, beyond TRIBE, and */
    int8_t more_cards;       /* in the cartographer's hand, beyond HAND */
    uint8_t zero;
};

_Static_assert(sizeof(struct state) == 168, "no padding");

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(COLUMN_A, "A")                                                                                                   \
    X(COLUMN_B, "B")                                                                                                   \
    X(COLUMN_C, "C")                                                                                                   \
    X(COLUMN_D, "D")                                                                                                   \
    X(COLUMN_E, "E")                                                                                                   \
    X(COLUMN_F, "F")                                                                                                   \
    X(CELL, "{text}{n}")                                                                                               \
    X(SAY_STARTS, "{seat} starts as the cartographer")                                                                 \
    X(SAY_LAY, "lay {thing} at {text}{n}")                                                                             \
    X(SAY_DEAL, "deal {thing} to {seat}")                                                                              \
    X(SAY_TURN_UP, "turn up {thing}")                                                                                  \
    X(SAY_PLAY, "play {thing} at {text}{n}")                                                                           \
    X(SAY_MIGRATE, "migrate {colour}")                                                                                 \
    X(SAY_EXPLORE, "explore with {colour}")                                                                            \
    X(SAY_SETTLE, "settle {colour}")                                                                                   \
    X(SAY_TO, "to {thing}")                                                                                            \
    X(SAY_FROM, "from {thing}")                                                                                        \
    X(SAY_FROM_HOME, "from home")                                                                                      \
    X(SAY_MIX_G, "move {n} green")                                                                                     \
    X(SAY_MIX_Y, "move {n} yellow")                                                                                    \
    X(SAY_MIX_GY, "move {n} green and {n} yellow")                                                                     \
    X(SAY_MIX_P, "move {n} purple")                                                                                    \
    X(SAY_MIX_GP, "move {n} green and {n} purple")                                                                     \
    X(SAY_MIX_YP, "move {n} yellow and {n} purple")                                                                    \
    X(SAY_MIX_GYP, "move {n} green, {n} yellow and {n} purple")                                                        \
    X(STARTS, "{seat} [start|starts] as the cartographer")                                                             \
    X(LAID, "{thing} lies at {text}{n}")                                                                               \
    X(DEALT_UNSEEN, "{seat} [draw|draws] a card")                                                                      \
    X(DEALT, "{seat} [draw|draws] {thing}")                                                                            \
    X(TURNED_UP, "{thing} is turned up")                                                                               \
    X(PLAYS, "{seat} [play|plays] {thing} at {text}{n}")                                                               \
    X(DECK_EMPTY, "the map deck is empty: {n} borogove [turn is|turns are] left")                                      \
    X(CHOSE_MIGRATE, "the {colour} tribe will migrate")                                                                \
    X(CHOSE_EXPLORE, "the {colour} tribe will explore")                                                                \
    X(CHOSE_SETTLE, "the {colour} tribe will settle")                                                                  \
    X(CHOSE_FROM, "the {colour} tribe will explore from {thing}")                                                      \
    X(CHOSE_TO, "the {colour} tribe will explore from {thing} to {thing}")                                             \
    X(MIGRATED, "the {colour} tribe migrates: {n} [gem goes|gems go] from home to {thing}")                            \
    X(EXPLORED_G, "the {colour} tribe explores from {thing} to {thing}: {n} green")                                    \
    X(EXPLORED_Y, "the {colour} tribe explores from {thing} to {thing}: {n} yellow")                                   \
    X(EXPLORED_GY, "the {colour} tribe explores from {thing} to {thing}: {n} green and {n} yellow")                    \
    X(EXPLORED_P, "the {colour} tribe explores from {thing} to {thing}: {n} purple")                                   \
    X(EXPLORED_GP, "the {colour} tribe explores from {thing} to {thing}: {n} green and {n} purple")                    \
    X(EXPLORED_YP, "the {colour} tribe explores from {thing} to {thing}: {n} yellow and {n} purple")                   \
    X(EXPLORED_GYP, "the {colour} tribe explores from {thing} to {thing}: {n} green, {n} yellow and {n} purple")       \
    X(SETTLED, "the {colour} tribe settles: a gem on {thing} goes back to the box")                                    \
    X(SETTLED_HOME, "the {colour} tribe settles: a gem at home goes back to the box")                                  \
    X(SKIPPED, "no gems are left, and {seat} [take|takes] no action")                                                  \
    X(SCORES_BOTH, "{thing} scores {n} for its colour and 1 for its exact number")                                     \
    X(SCORES_OWN, "{thing} scores {n} for its colour")                                                                 \
    X(SCORES_EXACT, "{thing} scores 1 for its exact number")                                                           \
    X(SCORED, "the map is complete: {seat} [score|scores] {n} for colours and {n} for exact numbers, {n} in all")      \
    X(EXCHANGED, "the roles are exchanged: {seat} [are|is] the cartographer now")                                      \
    X(MAP_TITLE, "the map")                                                                                            \
    X(HOMES_TITLE, "homes")                                                                                            \
    X(BOX_TITLE, "back in the box")                                                                                    \
    X(DECK_TITLE, "the map deck, order unknown")                                                                       \
    X(HAND_TITLE, "{seat's} hand")                                                                                     \
    X(TURNED_UP_TITLE, "turned up")                                                                                    \
    X(PROMPT_STARTER, "the first cartographer is drawn")                                                               \
    X(PROMPT_FIRST, "the first two cards of the map are laid")                                                         \
    X(PROMPT_SHUFFLE, "the cards are shuffled for the second map")                                                     \
    X(PROMPT_DEAL, "{seat} [draw|draws] a card")                                                                       \
    X(PROMPT_TURN_UP, "the next card is turned up")                                                                    \
    X(PROMPT_PLAY, "{seat} [play|plays] a card next to another, within 4 by 4")                                        \
    X(PROMPT_ACT, "{seat} [choose|chooses] a tribe and its action")                                                    \
    X(PROMPT_MIGRATE_TO, "{seat} [choose|chooses] the card that the {colour} tribe migrates to")                       \
    X(PROMPT_EXPLORE_FROM, "{seat} [choose|chooses] the card that the {colour} tribe explores from")                   \
    X(PROMPT_EXPLORE_TO, "{seat} [choose|chooses] the card that the {colour} tribe goes to from {thing}")              \
    X(PROMPT_MIX, "{seat} [choose|chooses] the {n} gems that go from {thing} to {thing}, at least one {colour}")       \
    X(PROMPT_SETTLE_FROM, "{seat} [choose|chooses] the {colour} gem that goes back to the box")                        \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(NOTE_MAP, "map {n} of 2, turn {n} of {n}: {seat} [are|is] the cartographer, {seat} [lead|leads] the borogoves")  \
    X(NOTE_TURN, "turn {n} of {n}")                                                                                    \
    X(NOTE_WORTH, "the map is worth {n} now: {n} for colours and {n} for exact numbers")                               \
    X(NOTE_ACT_G, "still to act: green")                                                                               \
    X(NOTE_ACT_Y, "still to act: yellow")                                                                              \
    X(NOTE_ACT_GY, "still to act: green and yellow")                                                                   \
    X(NOTE_ACT_P, "still to act: purple")                                                                              \
    X(NOTE_ACT_GP, "still to act: green and purple")                                                                   \
    X(NOTE_ACT_YP, "still to act: yellow and purple")                                                                  \
    X(NOTE_ACT_GYP, "still to act: green, yellow and purple")                                                          \
    X(RESULT_OWN, "{seat} [have|has] {n} on green cards, {n} on yellow and {n} on purple ones: {n} for colours")       \
    X(RESULT_EXACT, "{seat} [have|has] {n} [card|cards] with the exact number of gems: {+n}, {n} in all")              \
    X(RESULT_LOST, "under 38: the borogoves need more practice, 42 or more is a win")                                  \
    X(RESULT_ALMOST, "38 or more: nearly, but only 42 is a win")                                                       \
    X(RESULT_WIN, "42 or more: a win, just so")                                                                        \
    X(RESULT_GOOD, "46 or more: a good win")                                                                           \
    X(RESULT_GREAT, "50 or more: a great win")                                                                         \
    X(RESULT_PERFECT, "54: a perfect map")                                                                             \
    X(GOAL_START, "score more with your borogoves than {seat} on the other map")                                       \
    X(GOAL_ALONE, "reach {n} points: gems on cards of their colour, as many as the number of the card")                \
    X(GOAL_SCORE, "score high: gems on cards of their colour, as many as the number of the card")                      \
    X(GOAL_BEAT, "beat {seat's} {n}: gems on cards of their colour, as many as the number")                            \
    X(GOAL_HINDER, "draw the map so that few gems of {seat} get onto cards of their colour")                           \
    X(GOAL_HOLD, "draw the map so that {seat} [score|scores] less than your {n}")                                      \
    X(GOAL_HOLD_AT_0, "draw the map so that {seat} [score|scores] nothing either")                                     \
    X(COUNT_MAP, "map")                                                                                                \
    X(COUNT_TURN, "turn")                                                                                              \
    X(COUNT_POINTS, "points")                                                                                          \
    X(COUNT_OWN, "points for colours")                                                                                 \
    X(COUNT_EXACT, "points for exact numbers")                                                                         \
    X(COUNT_GEMS, "gems on the card")                                                                                  \
    X(ABOUT_CARD, "on the map exactly {n} [gem migrates or explores|gems migrate or explore] to it at a time; at the " \
                  "end it scores {n} with a {colour} gem on it, and 1 more with exactly {n} [gem|gems] of any colour") \
    X(ABOUT_HOME, "the home of the {colour} tribe: its gems migrate from here to any card of the map, as many as the " \
                  "number of that card")                                                                               \
    X(ABOUT_GEM, "a borogove: the {colour} tribe takes one action a turn, to migrate, explore or settle; a {colour} "  \
                 "card scores its number if a gem like this is on it at the end")

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

/* Some texts are found by a number: a column, a kind of action, or a set of tribes as bits, which is not empty. */
#define KINDS_IN_ORDER(id)                                                                                             \
    (T_##id##_EXPLORE - T_##id##_MIGRATE == EXPLORE && T_##id##_SETTLE - T_##id##_MIGRATE == SETTLE)
#define SETS_IN_ORDER(id)                                                                                              \
    (T_##id##_Y - T_##id##_G == 1 && T_##id##_GY - T_##id##_G == 2 && T_##id##_P - T_##id##_G == 3 &&                  \
     T_##id##_GP - T_##id##_G == 4 && T_##id##_YP - T_##id##_G == 5 && T_##id##_GYP - T_##id##_G == 6)

_Static_assert(T_COLUMN_F - T_COLUMN_A == COLUMNS - 1, "a text for each column");
_Static_assert(KINDS_IN_ORDER(SAY) && KINDS_IN_ORDER(CHOSE), "a text for each kind");
_Static_assert(SETS_IN_ORDER(SAY_MIX) && SETS_IN_ORDER(EXPLORED) && SETS_IN_ORDER(NOTE_ACT), "a text for each set");

/* Moves. Chance draws the starting seat, then cards. A cartographer plays a card at a cell. The borogoves choose tribe
 * and kind, then cards (or HOME), then how many green and how many yellow gems go; the rest is purple. */
enum {
    MIX_SIZE = 8,
    MOVE_ACT = 1, /* + tribe * KINDS + kind */
    MOVE_CARD = MOVE_ACT + SUITS * KINDS,
    MOVE_MIX = MOVE_CARD + NUMBER_CARDS + 1, /* + green * MIX_SIZE + yellow */
    MOVE_SEAT = MOVE_MIX + (NUMBERS + 1) * MIX_SIZE,
    MOVE_PLAY = MOVE_SEAT + SEATS, /* + card * CELLS + cell */
    MOVES_N = MOVE_PLAY + NUMBER_CARDS * CELLS
};

/* ---- cards and gems -------------------------------------------------------------------------- */

#define CARDS_OF(number) (BIT(CARD(0, number)) | BIT(CARD(1, number)) | BIT(CARD(2, number)))

/* The cards that a number of gems is enough for. */
static const uint16_t cards_up_to[TRIBE + 1] = {
    0,
    CARDS_OF(1),
    CARDS_OF(1) | CARDS_OF(2),
    CARDS_OF(1) | CARDS_OF(2) | CARDS_OF(3),
    ALL_NUMBER_CARDS & ~CARDS_OF(5),
    ALL_NUMBER_CARDS,
    ALL_NUMBER_CARDS,
    ALL_NUMBER_CARDS,
    ALL_NUMBER_CARDS,
};

/* The seat that leads the borogoves: the other one, or the same alone. */
static int borogoves(const struct state *s)
{
    return s->cartographer ^ (s->seats - 1);
}

/* How many gems a tribe begins with. */
static int tribe_size(const struct state *s)
{
    return TRIBE + s->more_gems;
}

static int gems_at(const struct state *s, int tribe, int card)
{
    return (int)(s->gems[tribe] >> (4 * card) & 15);
}

static int sum_at(const struct state *s, int card)
{
    return gems_at(s, 0, card) + gems_at(s, 1, card) + gems_at(s, 2, card);
}

/* Gems that are back in the box. */
static int settled(const struct state *s, int tribe)
{
    int n = tribe_size(s);

    for (int card = 0; card <= HOME; card++)
        n -= gems_at(s, tribe, card);
    return n;
}

static void add_gems(struct state *s, int tribe, int card, int n)
{
    s->gems[tribe] += (uint64_t)n << (4 * card);
}

static void take_gems(struct state *s, int tribe, int card, int n)
{
    s->gems[tribe] -= (uint64_t)n << (4 * card);
}

/* ---- the map --------------------------------------------------------------------------------- */

#define EACH_ROW 0x01010101010101u

/* The columns and the rows within three of a column and of a row. */
static const uint8_t columns_near[COLUMNS] = {0x0f, 0x1f, 0x3f, 0x3f, 0x3e, 0x3c};
static const uint64_t rows_near[ROWS] = {
    0x000000ffffffffu, 0x0000ffffffffffu, 0x00ffffffffffffu, 0xffffffffffffffu,
    0xffffffffffff00u, 0xffffffffff0000u, 0xffffffff000000u,
};

static uint64_t cells_near(int cell)
{
    return columns_near[cell % ROW_SIZE] * EACH_ROW & rows_near[cell / ROW_SIZE];
}

static uint64_t cells_beside(uint64_t cells)
{
    return cells << 1 | cells >> 1 | cells << ROW_SIZE | cells >> ROW_SIZE;
}

/* The cells where a card may be laid: next to the map, and the map stays within 4 by 4. */
static uint64_t spots(const struct state *s)
{
    return cells_beside(s->map) & s->room & ~s->map;
}

static int least_beside(uint32_t cards)
{
    return bit_lowest(cards | cards >> NUMBERS | cards >> 2 * NUMBERS) + 1;
}

static void note_neighbour(struct state *s, int card, int other)
{
    s->near[card] |= (uint16_t)BIT(other);
    s->least &= ~((uint64_t)15 << (4 * card));
    s->least |= (uint64_t)least_beside(s->near[card]) << (4 * card);
}

static void place(struct state *s, int card, int cell)
{
    uint64_t at = (uint64_t)1 << cell;

    for (uint64_t left = cells_beside(at) & s->map; left; left &= left - 1) {
        int other = s->card[bit_lowest64(left)];

        note_neighbour(s, card, other);
        note_neighbour(s, other, card);
    }
    s->map |= at;
    s->room &= cells_near(cell);
    s->card[cell] = (uint8_t)card;
    s->placed |= (uint16_t)BIT(card);
}

static int cell_of(const struct state *s, int card)
{
    int cell = 0;

    while (!(s->map >> cell & 1) || s->card[cell] != card)
        cell++;
    return cell;
}

/* The place on the table of a card of the map, or of the home of a tribe. */
static int place_of(const struct state *s, int tribe, int card)
{
    return card == HOME ? PLACE_HOME + tribe : PLACE_CELL + cell_of(s, card);
}

static int turns_left(const struct state *s)
{
    return NUMBER_CARDS - bit_count(s->placed);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static void begin_map(struct state *s, int cartographer)
{
    uint64_t tribe = (uint64_t)tribe_size(s) << (4 * HOME);

    *s = (struct state){
        .gems = {tribe, tribe, tribe},
        .room = 0x3f * EACH_ROW,
        .pool = POOL_NUMBER_CARDS,
        .pooled = NUMBER_CARDS,
        .own = {s->own[0], s->own[1]},
        .exact = {s->exact[0], s->exact[1]},
        .phase = DEAL,
        .seats = s->seats,
        .cartographer = (uint8_t)cartographer,
        .maps = (uint8_t)(s->maps + 1),
        .more_gems = s->more_gems,
        .more_cards = s->more_cards,
    };
}

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    *s = (struct state){
        .seats = setup->seats,
        .more_gems = (int8_t)(option_number(&options[OPTION_GEMS], setup->option[OPTION_GEMS]) - TRIBE),
        .more_cards = (int8_t)(option_number(&options[OPTION_CARDS], setup->option[OPTION_CARDS]) - HAND),
    };
    begin_map(s, 0);
    if (s->seats > 1)
        s->phase = DRAW_STARTER;
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    box_contents(count);
    for (int tribe = 0; tribe < SUITS; tribe++)
        count[GEM + tribe] = (uint16_t)option_number(&options[OPTION_GEMS], setup->option[OPTION_GEMS]);
}

static struct phrase about(const struct setup *setup, int thing)
{
    (void)setup;
    if (thing < NUMBER_CARDS) {
        int number = card_number(thing);

        return PHRASE(T_ABOUT_CARD, number, number, suit_colour(card_suit(thing)), number);
    }
    if (thing < GEM)
        return PHRASE(T_ABOUT_HOME, suit_colour(thing - JABBERWOCKY_CARD));
    if (thing < NUMBER_BACK)
        return PHRASE(T_ABOUT_GEM, suit_colour(thing - GEM), suit_colour(thing - GEM));
    return PHRASE(T_NONE);
}

/* The cell of the next card from the deck, if it is one of the first two of a map. */
static int first_cell(const struct state *s)
{
    return s->phase == SHUFFLE ? FIRST_CELL : FIRST_CELL + bit_count(s->placed);
}

static bool deals_first(const struct state *s)
{
    return s->phase == SHUFFLE || s->pooled > TURNS;
}

#define CELL_WORDS(cell) T_COLUMN_A + (cell) % ROW_SIZE, (cell) / ROW_SIZE + 1

/* The cards of the first map go back to the deck, and all gems home. */
static void tell_cleared(const struct state *s, struct facts *facts)
{
    for (int card = 0; card < NUMBER_CARDS; card++) {
        int cell = PLACE_CELL + cell_of(s, card);

        for (int tribe = 0; tribe < SUITS; tribe++)
            fact_transfer(facts, GEM + tribe, gems_at(s, tribe, card), cell, PLACE_HOME + tribe);
        fact_transfer(facts, card, 1, cell, PLACE_DECK);
    }
    for (int tribe = 0; tribe < SUITS; tribe++)
        fact_transfer(facts, GEM + tribe, settled(s, tribe), PLACE_BOX, PLACE_HOME + tribe);
}

static void take_from_deck(struct state *s, int card)
{
    s->pool = pool_without(s->pool, card);
    s->pooled--;
}

/* One of the first two cards of a map lies on it. */
static void lay_first(struct state *s, int card, struct facts *facts)
{
    int cell = first_cell(s);

    TELL(facts, EVERYBODY, 0, T_LAID, card, CELL_WORDS(cell));
    if (s->phase == SHUFFLE) {
        if (facts)
            tell_cleared(s, facts);
        begin_map(s, 1 - s->cartographer);
    }
    fact_transfer(facts, card, 1, PLACE_DECK, PLACE_CELL + cell);
    take_from_deck(s, card);
    place(s, card, cell);
}

static void tell_taken_up(const struct state *s, int card, struct facts *facts)
{
    int hand = PLACE_HAND + s->cartographer;

    if (s->seats == 1) {
        TELL(facts, EVERYBODY, 0, T_TURNED_UP, card);
        fact_transfer(facts, card, 1, PLACE_DECK, hand);
    } else {
        TELL(facts, ONLY(s->cartographer), FACT_SILENT, T_DEALT, s->cartographer, card);
        fact_transfer(facts, card, 1, PLACE_DECK, hand);
        TELL(facts, ALL_BUT(s->cartographer), FACT_SILENT, T_DEALT_UNSEEN, s->cartographer);
        fact_transfer(facts, NUMBER_BACK, 1, PLACE_DECK, hand);
    }
    if (s->pooled == 0)
        TELL(facts, EVERYBODY, 0, T_DECK_EMPTY, turns_left(s) + (s->seats > 1));
}

/* A card comes from the deck to the cartographer's hand, or is turned up. */
static void take_up(struct state *s, int card, struct facts *facts)
{
    int first = TURNS - HAND - s->more_cards; /* cards in the deck when a hand is full for the first time */

    take_from_deck(s, card);
    s->hand |= (uint16_t)BIT(card);
    if (s->seats == 1)
        s->phase = PLAY;
    else if (s->pooled <= first)
        s->phase = s->pooled == first ? PLAY : ACT;
    if (facts)
        tell_taken_up(s, card, facts);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static uint32_t actors(const void *state)
{
    const struct state *s = state;
    uint32_t asked = BIT(s->phase == PLAY ? s->cartographer : borogoves(s));

    return s->phase < PLAY ? BIT(CHANCE) : s->phase == OVER ? 0 : asked;
}

#define EACH_CARD  0x1111111111111111u
#define EVEN_CARDS 0x0f0f0f0f0f0f0f0fu
#define TOP_BITS   0x8080808080808080u

/* The places where a tribe has gems: the lowest of the four bits of each. */
static uint64_t lived_in(uint64_t gems)
{
    gems |= gems >> 2;
    return (gems | gems >> 1) & EACH_CARD;
}

/* The cards with gems enough to explore from: as many as the lowest number next to them. The sums need more than four
 * bits, so even and odd cards are added up apart. HOME is no card to explore from. */
static uint64_t sending(const struct state *s)
{
    uint64_t even = 0, odd = 0;

    for (int tribe = 0; tribe < SUITS; tribe++) {
        even += s->gems[tribe] & EVEN_CARDS;
        odd += s->gems[tribe] >> 4 & EVEN_CARDS;
    }
    even = ((even | TOP_BITS) - (s->least & EVEN_CARDS)) & TOP_BITS;
    odd = ((odd | TOP_BITS) - (s->least >> 4 & EVEN_CARDS)) & TOP_BITS;
    return (even >> 7 | odd >> 3) & ~((uint64_t)15 << (4 * HOME));
}

/* Four bits a place become one. */
static uint32_t as_set(uint64_t places)
{
    places = (places | places >> 3) & 0x0303030303030303u;
    places = (places | places >> 6) & 0x000f000f000f000fu;
    places = (places | places >> 12) & 0x000000ff000000ffu;
    return (uint32_t)(places | places >> 24) & 0xffff;
}

/* The tribes that have gems and have not acted. */
static uint32_t idle(const struct state *s)
{
    uint32_t tribes = (uint32_t)(s->gems[0] != 0) | (uint32_t)(s->gems[1] != 0) << 1 | (uint32_t)(s->gems[2] != 0) << 2;

    return tribes & ~(uint32_t)s->acted;
}

/* All actions of a set of tribes. */
static const uint16_t actions_of[1 << SUITS] = {0, 0007, 0070, 0077, 0700, 0707, 0770, 0777};

/* What the tribes that have not acted can do: a bit for each tribe * KINDS + kind. */
static uint32_t open_actions(const struct state *s)
{
    uint64_t senders = sending(s);
    uint32_t set = 0;

    for (int tribe = 0; tribe < SUITS; tribe++) {
        uint64_t gems = s->gems[tribe];
        uint32_t kinds = (uint32_t)((s->placed & cards_up_to[gems >> (4 * HOME)]) != 0) << MIGRATE |
                         (uint32_t)((lived_in(gems) & senders) != 0) << EXPLORE | (uint32_t)(gems != 0) << SETTLE;

        set |= kinds << (tribe * KINDS);
    }
    return set & ~(uint32_t)actions_of[s->acted];
}

/* The cards, or HOME, that may be chosen for the action. */
static uint32_t choices(const struct state *s)
{
    uint64_t gems = s->gems[s->tribe];
    int sum;

    switch (s->phase) {
    case MIGRATE_TO:
        return s->placed & cards_up_to[gems >> (4 * HOME)];
    case EXPLORE_FROM:
        return as_set(lived_in(gems) & sending(s));
    case EXPLORE_TO:
        sum = sum_at(s, s->from);
        return s->near[s->from] & cards_up_to[sum > NUMBERS ? NUMBERS : sum];
    default: /* SETTLE_FROM */
        return as_set(lived_in(gems));
    }
}

/* The mixes of gems that may go from `from` to `to`, at least one of them of the acting tribe, as moves. */
static int mixes(const struct state *s, move_t out[])
{
    int n = card_number(s->to), have[SUITS], least[SUITS] = {0}, found = 0;

    least[s->tribe] = 1;
    for (int tribe = 0; tribe < SUITS; tribe++)
        have[tribe] = gems_at(s, tribe, s->from);
    for (int green = least[0]; green <= have[0] && green <= n; green++) {
        int rest = n - green, yellow = rest - have[2], most = rest - least[2];

        yellow = yellow > least[1] ? yellow : least[1];
        most = most < have[1] ? most : have[1];
        for (; yellow <= most; yellow++)
            out[found++] = (move_t)(MOVE_MIX + green * MIX_SIZE + yellow);
    }
    return found;
}

/* Whether there is more than one mix. One gem of the acting tribe goes anyhow; the others come from what is left. */
static bool mix_is_open(const struct state *s)
{
    int left[SUITS], others = card_number(s->to) - 1;

    for (int tribe = 0; tribe < SUITS; tribe++)
        left[tribe] = gems_at(s, tribe, s->from) - (tribe == s->tribe);
    return others > 0 && left[0] + left[1] + left[2] > others && (left[0] != 0) + (left[1] != 0) + (left[2] != 0) > 1;
}

/* The plays of the two lowest cards in hand, or of the only one. */
static int list_plays(const struct state *s, move_t out[])
{
    int first = bit_lowest(s->hand), second = s->hand & (s->hand - 1u), n = 0;

    for (uint64_t left = spots(s); left; left &= left - 1)
        out[n++] = (move_t)(MOVE_PLAY + first * CELLS + bit_lowest64(left));
    if (second == 0)
        return n;
    second = bit_lowest((uint32_t)second);
    for (int i = 0; i < n; i++)
        out[n + i] = (move_t)(out[i] + (second - first) * CELLS);
    return 2 * n;
}

/* The plays of a hand of more than two. */
static int list_more_plays(const struct state *s, move_t out[])
{
    uint32_t others = s->hand & (s->hand - 1u), more = others & (others - 1u);
    int all = list_plays(s, out), n = all / 2, first = bit_lowest(s->hand);

    for (FOR_BITS(card, more))
        for (int i = 0; i < n; i++)
            out[all++] = (move_t)(out[i] + ((int)card - first) * CELLS);
    return all;
}

/* All plays of the cartographer. */
static int plays(const struct state *s, move_t out[])
{
    return s->more_cards > 0 ? list_more_plays(s, out) : list_plays(s, out);
}

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;

    (void)seat;
    if (s->phase == PLAY)
        return plays(s, out);
    if (s->phase == MIX)
        return mixes(s, out);
    return moves_of(s->open, s->phase == ACT ? MOVE_ACT : MOVE_CARD, out);
}

static uint32_t odds(const void *state)
{
    const struct state *s = state;

    return s->phase == DRAW_STARTER ? SEATS : s->phase == SHUFFLE ? NUMBER_CARDS : s->pooled;
}

static move_t draw(const void *state, uint32_t r)
{
    const struct state *s = state;

    return (move_t)(s->phase == DRAW_STARTER ? MOVE_SEAT + (int)r
                    : s->phase == SHUFFLE    ? MOVE_CARD + (int)r
                                             : MOVE_CARD + pool_nth(s->pool, r));
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

enum { SOURCE_DECK, SOURCE_STARTER, SOURCES };

static uint8_t source(const void *state)
{
    return ((const struct state *)state)->phase == DRAW_STARTER ? SOURCE_STARTER : SOURCE_DECK;
}

/* ---- the cartographer ------------------------------------------------------------------------ */

static void play(struct state *s, int card, int cell, struct facts *facts)
{
    /* As long as there is a deck, nobody else knows the hand. */
    TELL(facts, EVERYBODY, s->seats > 1 && s->pooled ? FACT_REVEALS : 0, T_PLAYS, s->cartographer, card,
         CELL_WORDS(cell));
    fact_transfer(facts, card, 1, PLACE_HAND + s->cartographer, PLACE_CELL + cell);
    s->hand &= (uint16_t)~BIT(card);
    place(s, card, cell);
    s->phase = s->seats > 1 && s->pooled ? DEAL : ACT;
}

/* ---- the borogoves --------------------------------------------------------------------------- */

static void end_action(struct state *s)
{
    s->acted |= (uint8_t)BIT(s->tribe);
    s->tribe = s->from = s->to = 0;
    s->phase = ACT;
}

static void choose_action(struct state *s, int action)
{
    s->tribe = (uint8_t)(action / KINDS);
    s->phase = (uint8_t)(ACT + 1 + action % KINDS);
}

/* What has been chosen of an action whose next step is a choice as well; the action itself says all of it. */
static void tell_chosen(const struct state *s, struct facts *facts)
{
    int colour = suit_colour(s->tribe);

    if (s->phase == EXPLORE_TO)
        TELL(facts, EVERYBODY, FACT_SILENT, T_CHOSE_FROM, colour, s->from);
    else if (s->phase == MIX)
        TELL(facts, EVERYBODY, FACT_SILENT, T_CHOSE_TO, colour, s->from, s->to);
    else
        TELL(facts, EVERYBODY, FACT_SILENT, T_CHOSE_MIGRATE + s->phase - ACT - 1, colour);
}

static void tell_migrated(const struct state *s, int card, struct facts *facts)
{
    int n = card_number(card);

    TELL(facts, EVERYBODY, 0, T_MIGRATED, suit_colour(s->tribe), n, card);
    fact_transfer(facts, GEM + s->tribe, n, PLACE_HOME + s->tribe, place_of(s, s->tribe, card));
}

static void migrate(struct state *s, int card, struct facts *facts)
{
    int n = card_number(card);

    if (facts)
        tell_migrated(s, card, facts);
    take_gems(s, s->tribe, HOME, n);
    add_gems(s, s->tribe, card, n);
    end_action(s);
}

static void tell_settled(const struct state *s, int card, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, card == HOME ? T_SETTLED_HOME : T_SETTLED, suit_colour(s->tribe),
         card == HOME ? 0 : card);
    fact_transfer(facts, GEM + s->tribe, 1, place_of(s, s->tribe, card), PLACE_BOX);
}

static void settle(struct state *s, int card, struct facts *facts)
{
    if (facts)
        tell_settled(s, card, facts);
    take_gems(s, s->tribe, card, 1);
    end_action(s);
}

/* How many gems of each tribe a mix has. */
struct mix {
    int of[SUITS];
};

static struct mix mix_of(const struct state *s, move_t m)
{
    int green = (m - MOVE_MIX) / MIX_SIZE, yellow = (m - MOVE_MIX) % MIX_SIZE;

    return (struct mix){{green, yellow, card_number(s->to) - green - yellow}};
}

/* Fills in the numbers above 0 and says of which tribes they are. */
static int mix_words(const struct mix *mix, int16_t number[SUITS])
{
    int tribes = 0, n = 0;

    for (int tribe = 0; tribe < SUITS; tribe++) {
        if (mix->of[tribe]) {
            tribes |= 1 << tribe;
            number[n++] = (int16_t)mix->of[tribe];
        }
    }
    return tribes;
}

static void explore(struct state *s, move_t m, struct facts *facts)
{
    struct mix mix = mix_of(s, m);

    for (int tribe = 0; tribe < SUITS; tribe++) {
        take_gems(s, tribe, s->from, mix.of[tribe]);
        add_gems(s, tribe, s->to, mix.of[tribe]);
    }
    if (facts) {
        int16_t n[SUITS] = {0};
        int tribes = mix_words(&mix, n);

        TELL(facts, EVERYBODY, 0, T_EXPLORED_G + tribes - 1, suit_colour(s->tribe), s->from, s->to, n[0], n[1], n[2]);
        for (int tribe = 0; tribe < SUITS; tribe++)
            fact_transfer(facts, GEM + tribe, mix.of[tribe], place_of(s, tribe, s->from), place_of(s, tribe, s->to));
    }
    end_action(s);
}

/* A card, or HOME, is chosen for the action. */
static void choose_card(struct state *s, int card, struct facts *facts)
{
    switch (s->phase) {
    case MIGRATE_TO:
        migrate(s, card, facts);
        break;
    case SETTLE_FROM:
        settle(s, card, facts);
        break;
    case EXPLORE_FROM:
        s->from = (uint8_t)card;
        s->phase = EXPLORE_TO;
        break;
    default: /* EXPLORE_TO */
        s->to = (uint8_t)card;
        s->phase = MIX;
        break;
    }
}

/* ---- score ----------------------------------------------------------------------------------- */

/* What the map is worth: the cards with a gem of their colour, and those with exactly as many gems as their number. */
struct worth {
    uint16_t own, exact;
};

static struct worth worth(const struct state *s)
{
    struct worth w = {0, 0};

    for (int card = 0; card < NUMBER_CARDS; card++) {
        w.own |= (uint16_t)((gems_at(s, card_suit(card), card) != 0) << card);
        w.exact |= (uint16_t)((sum_at(s, card) == card_number(card)) << card);
    }
    return w;
}

/* The sum of the numbers of a set of cards. */
static int sum_of(uint32_t cards)
{
    int sum = 0;

    for (FOR_BITS(card, cards))
        sum += card_number((int)card);
    return sum;
}

/* What a seat has scored with its map. */
static int scored(const struct state *s, int seat)
{
    return sum_of(s->own[seat]) + bit_count(s->exact[seat]);
}

static void tell_score(const struct state *s, const struct worth *w, struct facts *facts)
{
    int own = sum_of(w->own), exact = bit_count(w->exact);

    for (FOR_BITS(card, w->own | w->exact)) {
        if (!(w->own & BIT(card)))
            TELL(facts, EVERYBODY, 0, T_SCORES_EXACT, (int)card);
        else
            TELL(facts, EVERYBODY, 0, w->exact & BIT(card) ? T_SCORES_BOTH : T_SCORES_OWN, (int)card,
                 card_number((int)card));
    }
    TELL(facts, EVERYBODY, 0, T_SCORED, borogoves(s), own, exact, own + exact);
    if (s->maps < s->seats)
        TELL(facts, EVERYBODY, 0, T_EXCHANGED, borogoves(s));
}

static void score(struct state *s, struct facts *facts)
{
    struct worth w = worth(s);

    s->own[borogoves(s)] = w.own;
    s->exact[borogoves(s)] = w.exact;
    if (facts)
        tell_score(s, &w, facts);
    s->phase = s->maps < s->seats ? SHUFFLE : OVER;
}

/* ---- a turn ---------------------------------------------------------------------------------- */

/* All tribes that have gems have acted. */
static void end_turn(struct state *s, struct facts *facts)
{
    if (s->acted == 0)
        TELL(facts, EVERYBODY, 0, T_SKIPPED, borogoves(s));
    s->acted = 0;
    if (s->placed == ALL_NUMBER_CARDS)
        score(s, facts);
    else
        s->phase = s->seats > 1 ? PLAY : DEAL;
}

/* Whether there is a choice, which is kept for moves(): it need not be worked out twice. */
static bool asks(struct state *s, uint32_t set)
{
    if ((set & (set - 1)) == 0)
        return false;
    s->open = (uint16_t)set;
    return true;
}

/* Plays single options until somebody has a choice, or the game is over. */
static void play_on(struct state *s, struct facts *facts)
{
    for (;;) {
        uint32_t set;
        move_t mix[NUMBERS * (NUMBERS + 1) / 2];

        switch (s->phase) {
        case DEAL:
            if (s->pooled != 1)
                return;
            take_up(s, pool_nth(s->pool, 0), facts);
            break;
        case ACT:
            set = open_actions(s);
            if (asks(s, set))
                return;
            if (set == 0) /* every tribe with gems can at least settle */
                end_turn(s, facts);
            else
                choose_action(s, bit_lowest(set));
            break;
        case MIGRATE_TO:
        case EXPLORE_FROM:
        case EXPLORE_TO:
        case SETTLE_FROM:
            set = choices(s);
            if (asks(s, set)) {
                tell_chosen(s, facts);
                return;
            }
            choose_card(s, bit_lowest(set), facts);
            break;
        case MIX:
            if (mix_is_open(s)) {
                tell_chosen(s, facts);
                return;
            }
            mixes(s, mix);
            explore(s, mix[0], facts);
            break;
        default:
            return;
        }
    }
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    (void)actor;
    s->open = 0;
    switch (s->phase) {
    case DRAW_STARTER:
        s->cartographer = (uint8_t)(m - MOVE_SEAT);
        s->phase = DEAL;
        TELL(facts, EVERYBODY, 0, T_STARTS, s->cartographer);
        return;
    case DEAL:
    case SHUFFLE:
        if (deals_first(s))
            lay_first(s, m - MOVE_CARD, facts);
        else
            take_up(s, m - MOVE_CARD, facts);
        break;
    case PLAY:
        play(s, (m - MOVE_PLAY) / CELLS, (m - MOVE_PLAY) % CELLS, facts);
        break;
    case ACT:
        choose_action(s, m - MOVE_ACT);
        break;
    case MIX:
        explore(s, m, facts);
        break;
    default:
        choose_card(s, m - MOVE_CARD, facts);
        break;
    }
    play_on(s, facts);
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* With two seats the cartographer's hand is dealt again from the cards that are not on the map. */
static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;
    int cards = bit_count(s->hand);

    if (viewer == REFEREE || viewer == s->cartographer || s->seats == 1 || cards == 0)
        return;
    s->pool = pool_of(ALL_NUMBER_CARDS & ~(uint32_t)s->placed);
    s->hand = (uint16_t)pool_deal(&s->pool, s->pooled + (uint32_t)cards, cards, luck);
}

/* ---- the end --------------------------------------------------------------------------------- */

static int grade(int score)
{
    return score >= PERFECT  ? T_RESULT_PERFECT
           : score >= GREAT  ? T_RESULT_GREAT
           : score >= GOOD   ? T_RESULT_GOOD
           : score >= WIN    ? T_RESULT_WIN
           : score >= ALMOST ? T_RESULT_ALMOST
                             : T_RESULT_LOST;
}

static void result(const void *state, struct result *out)
{
    const struct state *s = state;

    for (int seat = 0; seat < s->seats; seat++) {
        int own[SUITS], all = 0, exact = bit_count(s->exact[seat]);

        for (int suit = 0; suit < SUITS; suit++) {
            own[suit] = sum_of(s->own[seat] & (BIT(NUMBERS) - 1) << (NUMBERS * suit));
            all += own[suit];
        }
        out->score[seat] = all + exact;
        result_line(out, seat, PHRASE(T_RESULT_OWN, seat, own[0], own[1], own[2], all));
        result_line(out, seat, PHRASE(T_RESULT_EXACT, seat, exact, exact, all + exact));
    }
    if (s->seats == 1) {
        out->missed = out->score[0] < WIN;
        result_line(out, 0, PHRASE(grade(out->score[0])));
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

static bool complete(const struct state *s)
{
    return s->placed == ALL_NUMBER_CARDS;
}

/* The cards, and the spots where the next may be laid, with their names; coordinates from the corner of all that. */
static void scene_map(const struct state *s, struct scene *out)
{
    uint64_t open = complete(s) || s->map == 0 ? 0 : spots(s);
    int left = COLUMNS, top = ROWS;

    for (int cell = 0; cell < CELLS; cell++) {
        if ((s->map | open) >> cell & 1) {
            left = cell % ROW_SIZE < left ? cell % ROW_SIZE : left;
            top = cell / ROW_SIZE < top ? cell / ROW_SIZE : top;
        }
    }
    scene_zone(out, &zones[Z_MAP], NOBODY, PHRASE(T_MAP_TITLE));
    for (int cell = 0; cell < CELLS; cell++) {
        int x = 2 * (cell % ROW_SIZE - left), y = 2 * (cell / ROW_SIZE - top);

        if ((s->map | open) >> cell & 1)
            scene_place(out, PLACE_CELL + cell, x, y, PHRASE(T_CELL, CELL_WORDS(cell)));
        if (s->map >> cell & 1) {
            scene_piece(out, s->card[cell], 1, 0);
            for (int tribe = 0; tribe < SUITS; tribe++)
                scene_piece(out, GEM + tribe, gems_at(s, tribe, s->card[cell]), 0);
            scene_count(out, SCOPE_PLACE, sum_at(s, s->card[cell]), card_number(s->card[cell]), PHRASE(T_COUNT_GEMS));
        }
    }
}

static void scene_homes(const struct state *s, struct scene *out)
{
    scene_zone(out, &zones[Z_HOMES], s->phase == DRAW_STARTER ? NOBODY : borogoves(s), PHRASE(T_HOMES_TITLE));
    for (int tribe = 0; tribe < SUITS; tribe++) {
        scene_place(out, PLACE_HOME + tribe, 2 * tribe, 0, PHRASE(T_NONE));
        scene_piece(out, JABBERWOCKY_CARD + tribe, 1, 0);
        scene_piece(out, GEM + tribe, gems_at(s, tribe, HOME), 0);
    }
    scene_pile(out, &zones[Z_BOX], NOBODY, PHRASE(T_BOX_TITLE), PLACE_BOX);
    for (int tribe = 0; tribe < SUITS; tribe++)
        scene_piece(out, GEM + tribe, settled(s, tribe), 0);
}

static void scene_cards(const struct state *s, int viewer, struct scene *out)
{
    bool hand_seen = s->seats == 1 || viewer == s->cartographer || viewer == REFEREE;

    scene_pile(out, &zones[Z_DECK], NOBODY, PHRASE(T_DECK_TITLE), PLACE_DECK);
    if (hand_seen && s->phase != DRAW_STARTER && s->phase != SHUFFLE) { /* known by subtraction */
        for (uint32_t i = 0; i < s->pooled; i++)
            scene_piece(out, pool_nth(s->pool, i), 1, PIECE_DOWN);
    } else {
        scene_piece(out, NUMBER_BACK, s->pooled, 0);
    }
    if (s->phase == DRAW_STARTER)
        return;
    scene_pile(out, &zones[s->seats == 1 ? Z_TURNED_UP : Z_HAND], s->cartographer,
               s->seats == 1 ? PHRASE(T_TURNED_UP_TITLE) : PHRASE(T_HAND_TITLE, s->cartographer),
               PLACE_HAND + s->cartographer);
    if (hand_seen) {
        for (FOR_BITS(card, s->hand))
            scene_piece(out, (int)card, 1, 0);
    } else if (s->pooled == 0) { /* known by subtraction */
        for (FOR_BITS(card, s->hand))
            scene_piece(out, (int)card, 1, PIECE_DOWN);
    } else {
        scene_piece(out, NUMBER_BACK, bit_count(s->hand), 0);
    }
}

static void scene_notes(const struct state *s, struct scene *out)
{
    bool acting = s->phase >= ACT && s->phase < OVER;
    int left = turns_left(s);
    bool drawing = s->phase == DEAL && s->seats > 1 && left < TURNS; /* between the card of a turn and its actions */
    int turn = TURNS - left + (s->phase <= PLAY && !drawing && !complete(s));
    struct worth w = worth(s);

    if (s->map == 0 || left > TURNS)
        return;
    scene_note(out, NOBODY,
               s->seats == 1 ? PHRASE(T_NOTE_TURN, turn, TURNS)
                             : PHRASE(T_NOTE_MAP, s->maps, turn, TURNS, s->cartographer, borogoves(s)));
    if (s->seats > 1)
        scene_count(out, SCOPE_TABLE, s->maps, SEATS, PHRASE(T_COUNT_MAP));
    scene_count(out, SCOPE_TABLE, turn, TURNS, PHRASE(T_COUNT_TURN));
    if (s->pooled == 0 && !(complete(s) && !acting))
        scene_note(out, NOBODY, PHRASE(T_DECK_EMPTY, left + acting));
    if (s->phase != OVER)
        scene_note(out, NOBODY,
                   PHRASE(T_NOTE_WORTH, sum_of(w.own) + bit_count(w.exact), sum_of(w.own), bit_count(w.exact)));
    if (acting)
        scene_note(out, NOBODY, PHRASE(T_NOTE_ACT_G + (int)idle(s) - 1));
}

static struct phrase prompt(const struct state *s)
{
    int seat = borogoves(s), colour = suit_colour(s->tribe);

    switch (s->phase) {
    case DRAW_STARTER:
        return PHRASE(T_PROMPT_STARTER);
    case SHUFFLE:
        return PHRASE(T_PROMPT_SHUFFLE);
    case DEAL:
        return deals_first(s)  ? PHRASE(T_PROMPT_FIRST)
               : s->seats == 1 ? PHRASE(T_PROMPT_TURN_UP)
                               : PHRASE(T_PROMPT_DEAL, s->cartographer);
    case PLAY:
        return PHRASE(T_PROMPT_PLAY, s->cartographer);
    case ACT:
        return PHRASE(T_PROMPT_ACT, seat);
    case MIGRATE_TO:
        return PHRASE(T_PROMPT_MIGRATE_TO, seat, colour);
    case EXPLORE_FROM:
        return PHRASE(T_PROMPT_EXPLORE_FROM, seat, colour);
    case EXPLORE_TO:
        return PHRASE(T_PROMPT_EXPLORE_TO, seat, colour, s->from);
    case MIX:
        return PHRASE(T_PROMPT_MIX, seat, card_number(s->to), s->from, s->to, colour);
    case SETTLE_FROM:
        return PHRASE(T_PROMPT_SETTLE_FROM, seat, colour);
    default:
        return PHRASE(T_PROMPT_OVER);
    }
}

/* What a map can be worth at most, by how many gems a tribe lacks: all numbers make 45, with a gem on each card, and
 * what gems are left go where the fewest make a number exact. */
static const uint8_t best_map[TRIBE - NUMBERS + 1] = {PERFECT, 52, 51, 48};

/* The score alone where the next grade begins, if it can be reached; nobody aims at less than a win. */
static int next_grade(const struct state *s, int score)
{
    int next = score < WIN ? WIN : score < GOOD ? GOOD : score < GREAT ? GREAT : PERFECT;
    int best = best_map[-s->more_gems];

    return next < best ? next : best;
}

/* What a seat wants: as one of the two roles, and on the second map against what was scored on the first. In SHUFFLE
 * the roles are exchanged already, if not yet on the table. */
static struct phrase goal(const struct state *s, int seat)
{
    bool second = s->maps > 1 || s->phase == SHUFFLE;
    int other = 1 - seat, cartographer = s->phase == SHUFFLE ? borogoves(s) : s->cartographer;

    if (s->seats == 1) {
        struct worth w = worth(s);

        return PHRASE(T_GOAL_ALONE, next_grade(s, sum_of(w.own) + bit_count(w.exact)));
    }
    if (s->phase == DRAW_STARTER)
        return PHRASE(T_GOAL_START, other);
    if (seat == cartographer && !second)
        return PHRASE(T_GOAL_HINDER, other);
    if (seat == cartographer)
        return scored(s, seat) == 0 ? PHRASE(T_GOAL_HOLD_AT_0, other) : PHRASE(T_GOAL_HOLD, other, scored(s, seat));
    return second ? PHRASE(T_GOAL_BEAT, other, scored(s, other)) : PHRASE(T_GOAL_SCORE);
}

/* The points of each seat: of the map on the table, or of the one that it has played, or none yet. */
static void scene_points(const struct state *s, struct scene *out)
{
    out->scored = true;
    for (int seat = 0; seat < s->seats; seat++) {
        struct worth w = {s->own[seat], s->exact[seat]};

        if (seat == borogoves(s))
            w = worth(s);
        out->score[seat] = sum_of(w.own) + bit_count(w.exact);
        if (s->seats == 1)
            scene_count_seat(out, seat, COUNTER_SCORE, out->score[seat], WIN, PHRASE(T_COUNT_POINTS));
        scene_count_seat(out, seat, 0, sum_of(w.own), NO_LIMIT, PHRASE(T_COUNT_OWN));
        scene_count_seat(out, seat, 0, bit_count(w.exact), NO_LIMIT, PHRASE(T_COUNT_EXACT));
    }
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene_notes(s, out);
    scene_map(s, out);
    scene_homes(s, out);
    scene_cards(s, viewer, out);
    scene_points(s, out);
    if (viewer < s->seats && s->phase != OVER)
        out->goal = goal(s, viewer);
    out->prompt = prompt(s);
}

static struct phrase say_mix(const struct state *s, move_t m)
{
    struct mix mix = mix_of(s, m);
    int16_t n[SUITS] = {0};
    int tribes = mix_words(&mix, n);

    return PHRASE(T_SAY_MIX_G + tribes - 1, n[0], n[1], n[2]);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;
    int card = m - MOVE_CARD, cell;

    (void)actor;
    switch (s->phase) {
    case DRAW_STARTER:
        return PHRASE(T_SAY_STARTS, m - MOVE_SEAT);
    case DEAL:
    case SHUFFLE:
        return deals_first(s)  ? PHRASE(T_SAY_LAY, card, CELL_WORDS(first_cell(s)))
               : s->seats == 1 ? PHRASE(T_SAY_TURN_UP, card)
                               : PHRASE(T_SAY_DEAL, card, s->cartographer);
    case PLAY:
        cell = (m - MOVE_PLAY) % CELLS;
        return PHRASE(T_SAY_PLAY, (m - MOVE_PLAY) / CELLS, CELL_WORDS(cell));
    case ACT:
        return PHRASE(T_SAY_MIGRATE + (m - MOVE_ACT) % KINDS, suit_colour((m - MOVE_ACT) / KINDS));
    case MIX:
        return say_mix(s, m);
    case MIGRATE_TO:
    case EXPLORE_TO:
        return PHRASE(T_SAY_TO, card);
    default: /* EXPLORE_FROM, SETTLE_FROM */
        return card == HOME ? PHRASE(T_SAY_FROM_HOME) : PHRASE(T_SAY_FROM, card);
    }
}

/* A card of the hand and its spot, or the place of a card of the map; actions and mixes are buttons. */
static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;
    int card = m - MOVE_CARD;

    switch (s->phase) {
    case ACT:
    case MIX:
        return 0;
    case PLAY:
        out[0] = (struct touch){(uint16_t)(PLACE_HAND + seat), (uint16_t)((m - MOVE_PLAY) / CELLS)};
        out[1] = (struct touch){(uint16_t)(PLACE_CELL + (m - MOVE_PLAY) % CELLS), NOTHING};
        return 2;
    default:
        out[0] = (struct touch){(uint16_t)place_of(s, s->tribe, card), NOTHING};
        return 1;
    }
}

/* ---- what bots are told ---------------------------------------------------------------------- */

/* What is expected of a map before its end, in hundredths: */
enum {
    EXACT_NOW = 20,      /* of an exact number of gems, which will hardly stay so */
    WITHIN_REACH = 60,   /* of the number of a card that its tribe could go to with its next action */
    NOT_YET_LAID = 30,   /* of the number of a card that comes later, if there are gems enough at home for it */
    HARD_TO_REACH = 10,  /* of any other such card's */
    SETTLED = POINT / 2, /* a gem back in the box is missed */
    LAST_TURNS = 4,      /* each of them still brings: */
    TURN_ALONE = 6 * POINT,
    TURN_OF_TWO = 4 * POINT,
    MAP_OF_TWO = 34 * POINT, /* a whole map between equals, and */
    GEM_MORE = 6 * POINT     /* what a gem more or less for each tribe changes there */
};

/* The sum of the numbers of each set of cards of one suit. */
static const uint8_t sum_of_suit[BIT(NUMBERS)] = {0, 1, 2, 3, 3, 4, 5,  6,  4, 5,  6,  7,  7,  8,  9,  10,
                                                  5, 6, 7, 8, 8, 9, 10, 11, 9, 10, 11, 12, 12, 13, 14, 15};

/* How many cards have exactly as many gems as their number; even and odd cards apart, as in sending(). */
static int exact_cards(const struct state *s)
{
    const uint64_t numbers = 0x543215432154321u;
    uint64_t even = 0, odd = 0;

    for (int tribe = 0; tribe < SUITS; tribe++) {
        even += s->gems[tribe] & EVEN_CARDS;
        odd += s->gems[tribe] >> 4 & EVEN_CARDS & ~((uint64_t)15 << (4 * (HOME - 1)));
    }
    even = (TOP_BITS - (even ^ (numbers & EVEN_CARDS))) & TOP_BITS;
    odd = (TOP_BITS - (odd ^ (numbers >> 4 & EVEN_CARDS))) & TOP_BITS & ~((uint64_t)128 << (4 * (HOME - 1)));
    return (int)(((even >> 7) + (odd >> 7)) * EACH_BYTE >> 56);
}

/* What a tribe that will act again may hope for from a card of its own colour that it is not on. */
static int hope(const struct state *s, int tribe, uint32_t lived, int card)
{
    int number = card_number(card);
    bool migrates = (int)(s->gems[tribe] >> (4 * HOME)) >= number;

    if (!(s->placed & BIT(card)))
        return number * (migrates ? NOT_YET_LAID : HARD_TO_REACH);
    if (migrates)
        return number * WITHIN_REACH;
    for (FOR_BITS(from, s->near[card] & lived))
        if (sum_at(s, (int)from) >= number)
            return number * WITHIN_REACH;
    return 0;
}

/* What the map will be worth. */
static int32_t promise(const struct state *s)
{
    int left = turns_left(s);
    int32_t sum = exact_cards(s) * (left == 0 ? POINT : EXACT_NOW);

    sum += (left < LAST_TURNS ? left : LAST_TURNS) * (s->seats > 1 ? TURN_OF_TWO : TURN_ALONE);
    for (int tribe = 0; tribe < SUITS; tribe++) {
        uint32_t lived = as_set(lived_in(s->gems[tribe])), own = lived >> (NUMBERS * tribe) & (BIT(NUMBERS) - 1);
        uint64_t pairs = (s->gems[tribe] & EVEN_CARDS) + (s->gems[tribe] >> 4 & EVEN_CARDS);

        sum += sum_of_suit[own] * POINT - (tribe_size(s) - (int)(pairs * EACH_BYTE >> 56)) * SETTLED;
        if (left == 0 && (s->acted & BIT(tribe)))
            continue;
        for (FOR_BITS(i, ~own & (BIT(NUMBERS) - 1)))
            sum += hope(s, tribe, lived, NUMBERS * tribe + (int)i);
    }
    return sum;
}

/* An action, or what is left to choose of one, and what the map promises after it. */
struct action {
    int32_t points;
    move_t mix;
    uint8_t kind, from, to;
};

static void compare(struct action *best, const struct state *after, int kind, int from, int to, move_t mix)
{
    int32_t points = promise(after);

    if (points > best->points)
        *best = (struct action){points, mix, (uint8_t)kind, (uint8_t)from, (uint8_t)to};
}

static void compare_explores(struct action *best, struct state *s)
{
    uint32_t froms = s->phase >= EXPLORE_TO ? BIT(s->from) : as_set(lived_in(s->gems[s->tribe]) & sending(s));

    for (FOR_BITS(from, froms)) {
        int sum = sum_at(s, (int)from);
        uint32_t tos = s->near[from] & cards_up_to[sum > NUMBERS ? NUMBERS : sum];

        for (FOR_BITS(to, s->phase == MIX ? BIT(s->to) : tos)) {
            move_t mix[NUMBERS * (NUMBERS + 1) / 2];
            int n;

            s->from = (uint8_t)from;
            s->to = (uint8_t)to;
            n = mixes(s, mix);
            for (int i = 0; i < n; i++) {
                struct state after = *s;
                struct mix gems = mix_of(s, mix[i]);

                for (int tribe = 0; tribe < SUITS; tribe++) {
                    take_gems(&after, tribe, (int)from, gems.of[tribe]);
                    add_gems(&after, tribe, (int)to, gems.of[tribe]);
                }
                compare(best, &after, EXPLORE, (int)from, (int)to, mix[i]);
            }
        }
    }
}

/* The action of a tribe after which the map promises most: any one, or if it is being chosen, as it was begun. */
static struct action best_action(const struct state *s, int tribe)
{
    struct action best = {.points = INT32_MIN};
    struct state after = *s;
    uint64_t gems = s->gems[tribe];

    after.tribe = (uint8_t)tribe;
    after.acted |= (uint8_t)BIT(tribe);
    if (s->phase == ACT || s->phase >= EXPLORE_TO || s->phase == EXPLORE_FROM)
        compare_explores(&best, &after);
    if (s->phase == ACT || s->phase == MIGRATE_TO) {
        for (FOR_BITS(to, s->placed & cards_up_to[gems >> (4 * HOME)])) {
            after.gems[tribe] = gems;
            take_gems(&after, tribe, HOME, card_number((int)to));
            add_gems(&after, tribe, (int)to, card_number((int)to));
            compare(&best, &after, MIGRATE, HOME, (int)to, 0);
        }
    }
    if (s->phase == ACT || s->phase == SETTLE_FROM) {
        for (FOR_BITS(from, as_set(lived_in(gems)))) {
            after.gems[tribe] = gems;
            take_gems(&after, tribe, (int)from, 1);
            compare(&best, &after, SETTLE, (int)from, HOME, 0);
        }
    }
    return best;
}

/* In the middle of an action it counts how that ends best. */
static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;
    bool finished = s->phase == SHUFFLE || s->phase == OVER;

    if (s->seats > 1)
        out[s->cartographer] = s->maps > 1 ? scored(s, s->cartographer) * POINT : MAP_OF_TWO + s->more_gems * GEM_MORE;
    out[borogoves(s)] = finished         ? scored(s, borogoves(s)) * POINT
                        : s->phase > ACT ? best_action(s, s->tribe).points
                                         : promise(s);
    return 5 * POINT;
}

/* A map has nothing to do with the next. */
static uint32_t stage(const void *state)
{
    const struct state *s = state;

    return s->maps + (uint32_t)(s->phase == SHUFFLE);
}

/* Where the map promises the borogoves most, or least if they are the other player's. */
static move_t habit_of_cartographer(const struct state *s)
{
    move_t list[HAND_MAX * SPOTS_MAX], best = 0;
    int n = plays(s, list), sign = s->seats > 1 ? -1 : 1;
    int32_t most = INT32_MIN;

    for (int i = 0; i < n; i++) {
        struct state after = *s;
        int32_t points;

        place(&after, (list[i] - MOVE_PLAY) / CELLS, (list[i] - MOVE_PLAY) % CELLS);
        points = promise(&after) * sign;
        if (points > most) {
            most = points;
            best = list[i];
        }
    }
    return best;
}

/* Whatever promises most at once. Played at random a map comes to seven points, which says nothing about how good it
 * was. */
static move_t habit(const void *state, int seat, struct luck *luck)
{
    const struct state *s = state;
    struct action action;
    int tribe = s->tribe;

    (void)seat;
    if (s->phase == PLAY)
        return habit_of_cartographer(s);
    if (s->phase == ACT)
        tribe = bit_nth(idle(s), luck_below(luck, (uint32_t)bit_count(idle(s))));
    action = best_action(s, tribe);
    if (s->phase == ACT)
        return (move_t)(MOVE_ACT + tribe * KINDS + action.kind);
    if (s->phase == MIX)
        return action.mix;
    return (move_t)(MOVE_CARD + (s->phase == EXPLORE_FROM || s->phase == SETTLE_FROM ? action.from : action.to));
}

/* A map: every card but the last of the deck is drawn; a turn has a play and three actions of at most four steps. */
enum { MAP_MOVES = NUMBER_CARDS - 1 + TURNS * (1 + SUITS * 4) };

const struct game game_borogoves = {
    .id = "borogoves",
    .title = "Borogoves",
    .box = "Jabberwocky",
    .blurb = "Lead three tribes over a map that grows card by card.",
    .seats_min = 1,
    .seats_max = SEATS,
    .minutes = 20,
    .sources = SOURCES,
    .flags = GAME_HIDDEN,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = HAND_MAX * SPOTS_MAX,
    .move_ids = MOVES_N,
    .length_max = 1 + SEATS * MAP_MOVES,
    .options = options,
    .options_n = OPTIONS_N,
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
    .stage = stage,
    .habit = habit,
    .effort = 75,
    .patience = 14,
};
