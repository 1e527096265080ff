/* bandersnatch.c: Bandersnatch, a puzzle for one (Jabberwocky box). Rules: docs/rules/bandersnatch.md.
 *
 * A field of three by three cards. A hand card replaces an empty card of the field, which adds or removes gems; cards
 * with busy neighbours only are captured, and the gems on them broiled.
 *
 * Unusual: nobody knows the order of the deck, and its contents everybody knows. So it is a set, a card is drawn from
 * it when it is drawn, and nothing is hidden from anybody. Gems that are together (the supply, the broiled ones, those
 * on a card) are one number, a heap. Captures are found for the whole field at once, with sets of cells as bits.
 */
#include "jabberwocky.h"
#include "pool.h"

enum {
    ROW = 3,
    CELLS = ROW * ROW,
    HAND = 2,
    HAND_MAX = 4,
    PURPLE = SUITS - 1 /* stands in for the others */
};

/* With one card in hand and one empty card on the field there would be nothing to choose. With four, two cards are left
 * in the deck to begin with, so that it is still open which one comes. The box has 8 gems of a colour; no play adds
 * more than 4 of one. */
enum { OPTION_CARDS, OPTION_GEMS, OPTIONS_N };

static const struct option options[] = {
    [OPTION_CARDS] = OPTION_NUMBER("hand", "Cards in hand", HAND, HAND_MAX, HAND),
    [OPTION_GEMS] = OPTION_NUMBER("gems", "Gems of each colour", NUMBERS - 1, GEMS_OF_SUIT, GEMS_OF_SUIT),
};

enum { Z_FIELD, Z_HAND, Z_DECK, Z_DISCARDS, Z_SUPPLY, Z_BROILED, Z_BOX, ZONES_N };

static const struct zone zones[] = {
    [Z_FIELD] = {"field", ZONE_GRID, ROLE_BOARD},    [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND},
    [Z_DECK] = {"deck", ZONE_PILE, ROLE_DECK},       [Z_DISCARDS] = {"discards", ZONE_PILE, ROLE_DISCARD},
    [Z_SUPPLY] = {"supply", ZONE_PILE, ROLE_SUPPLY}, [Z_BROILED] = {"broiled", ZONE_ROW, ROLE_WON},
    [Z_BOX] = {"box", ZONE_BOX, ROLE_ASIDE},
};

/* Places: the cells from 0 on, then these. */
enum {
    PLACE_HAND = CELLS,
    PLACE_DECK,
    PLACE_DISCARD,
    PLACE_SUPPLY,
    PLACE_BOX,
    PLACE_BROILED /* + suit */
};

static const struct thing things[] = {JABBERWOCKY_THINGS};

/* What a gem is worth where it is broiled; where it lies on the field at the end, the opposite. */
static const int8_t worth[SUITS] = {2, 1, -1};

/* Chance acts in the phases before PLAY. */
enum phase { LAY, DRAW, PLAY, REMOVE, CAPTURE, OVER };

/* A heap of n gems of one suit. */
#define HEAP(suit, n) ((uint32_t)(n) << (4 * (suit)))

struct state {
    uint64_t deck;          /* its cards, `decked` of them (pool.h) */
    uint32_t held;          /* which gems are on which card: bit suit * CELLS + cell where gems[] has one */
    uint16_t gems[CELLS];   /* the heap on each card of the field */
    uint16_t field;         /* the cells with a card; the others are gaps */
    uint16_t hand, discard; /* sets of cards */
    uint16_t supply, broiled;
    uint8_t card[CELLS]; /* of the field; 0 in a gap */
    uint8_t decked, phase;
    uint8_t played;    /* during a turn: the cell of the card played, and */
    uint8_t owed;      /* how many gems it still removes */
    uint8_t missing;   /* a purple gem was needed, and there was none: this turn is the last */
    int8_t more_cards; /* in hand, beyond HAND, and */
    int8_t more_gems;  /* of each colour, beyond GEMS_OF_SUIT */
};

_Static_assert(sizeof(struct state) == 56, "no padding");

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_LAY, "lay {thing}")                                                                                          \
    X(SAY_DRAW, "draw {thing}")                                                                                        \
    X(SAY_PLAY, "play {thing} on {thing} ({+n})")                                                                      \
    X(SAY_PLAY_EQUAL, "play {thing} on {thing} (+1 +1)")                                                               \
    X(SAY_REMOVE, "remove a {thing} from {thing}")                                                                     \
    X(SAY_CAPTURE, "capture {thing}")                                                                                  \
    X(LAID, "{thing} lies next on the field")                                                                          \
    X(DRAWS, "{seat} [draw|draws] {thing}")                                                                            \
    X(PLAYS, "{seat} [play|plays] {thing} on {thing}, which is discarded")                                             \
    X(ADDED, "{n} {colour} [gem is|gems are] added to {thing}")                                                        \
    X(ADDED_PURPLE, "{n} purple [gem is|gems are] added to {thing} for want of {colour}")                              \
    X(REMOVES, "{seat} [remove|removes] a {thing} from {thing}")                                                       \
    X(PAID, "{n} {colour} [gem is|gems are] removed from the supply")                                                  \
    X(PAID_PURPLE, "{n} purple [gem is|gems are] removed from the supply for want of {colour}")                        \
    X(MISSING, "a purple gem is missing: this turn is the last")                                                       \
    X(CAPTURED, "{thing} is captured and discarded")                                                                   \
    X(CAPTURED_EMPTY, "{thing} is captured empty and leaves the game")                                                 \
    X(BROILED, "{n} {colour} [gem is|gems are] broiled")                                                               \
    X(SHUFFLED, "the deck is empty: the discard pile is shuffled, {n} [card|cards]")                                   \
    X(ENDED_MISSING, "a purple gem was needed and missing: the game is over")                                          \
    X(ENDED_FULL, "no card of the field is empty: the game is over")                                                   \
    X(FIELD_TITLE, "the field")                                                                                        \
    X(NEW_LABEL, "new")                                                                                                \
    X(HAND_TITLE, "{seat's} hand")                                                                                     \
    X(DECK_TITLE, "the deck, order unknown")                                                                           \
    X(DISCARD_TITLE, "discard pile")                                                                                   \
    X(SUPPLY_TITLE, "supply")                                                                                          \
    X(BROILED_TITLE, "broiled")                                                                                        \
    X(BOX_TITLE, "out of the game")                                                                                    \
    X(PROMPT_LAY, "the field is laid")                                                                                 \
    X(PROMPT_DRAW, "{seat} [draw|draws] a card")                                                                       \
    X(PROMPT_PLAY, "{seat} [play|plays] a card on an empty one: + adds gems, - removes gems")                          \
    X(PROMPT_REMOVE, "{seat} [remove|removes] a gem beside {thing}: {n} to go")                                        \
    X(PROMPT_CAPTURE, "{seat} [choose|chooses] the card that is captured next")                                        \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(NOTE_NO_PURPLE, "no purple gem is left in the supply: the turn that needs one is the last")                      \
    X(NOTE_SCORE, "broiled {n} (green +2, yellow +1, purple -1), on the field {n} (the opposite)")                     \
    X(SCORE_BROILED, "broiled: {n} green at +2, {n} yellow at +1, {n} purple at -1, together {n}")                     \
    X(SCORE_FIELD, "on the field: {n} green at -2, {n} yellow at -1, {n} purple at +1, together {n}")                  \
    X(GRADE_LOW, "{n} [point|points]: not very good")                                                                  \
    X(GRADE_ALMOST, "{n} points: almost a victory, which takes 10")                                                    \
    X(GRADE_VICTORY, "{n} points: a victory")                                                                          \
    X(GRADE_FRUMIOUS, "{n} points: a frumious victory")                                                                \
    X(GRADE_MANXOME, "{n} points: a manxome victory")                                                                  \
    X(GRADE_PERFECT, "{n} points: a perfect Jabberwocky")                                                              \
    X(GOAL_VICTORY, "reach {n} points, a victory: broil green and yellow gems, leave purple ones on the field")        \
    X(GOAL_GRADE, "reach {n} points, the next grade: broil green and yellow gems, leave purple ones lying")            \
    X(GOAL_PERFECT, "keep your {n} points: there are no more to be had")                                               \
    X(COUNT_POINTS, "points")                                                                                          \
    X(COUNT_BROILED, "points for broiled gems")                                                                        \
    X(COUNT_FIELD, "points for gems on the field")                                                                     \
    X(COUNT_BUSY, "busy cards")                                                                                        \
    X(COUNT_PURPLE, "purple gems in the supply")                                                                       \
    X(COUNT_OWED, "gems to remove")                                                                                    \
    X(ABOUT_CARD,                                                                                                      \
      "play it on an empty card: if higher, it gets {colour} gems; if lower, gems beside it are removed; "             \
      "if equal, it gets one of its own and one of the old colour. It is captured once all neighbours have gems")      \
    X(ABOUT_JABBERWOCKY, "holds the {colour} gems that are broiled: those of captured cards, {+n} each")               \
    X(ABOUT_GEM, "each is worth {+n} broiled and {+n} on the field at the end; where the supply has none left, a "     \
                 "purple gem is taken instead")                                                                        \
    X(ABOUT_PURPLE, "each is worth {+n} broiled and {+n} on the field at the end; it stands in for other gems that "   \
                    "are missing, and if one is needed and none is left, that turn is the last")

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

enum { VICTORY = 10 };

/* Each grade from this score on; above them is the perfect score. */
static const struct {
    int8_t from;
    uint8_t text;
} grades[] = {
    {20, T_GRADE_MANXOME}, {15, T_GRADE_FRUMIOUS}, {VICTORY, T_GRADE_VICTORY}, {5, T_GRADE_ALMOST}, {-128, T_GRADE_LOW},
};

enum { GRADES = sizeof grades / sizeof grades[0] };

/* Moves. Chance lays and draws cards; the player plays a card on a cell, removes a gem or captures a card. */
enum {
    MOVE_CARD = 1,
    MOVE_REMOVE = MOVE_CARD + NUMBER_CARDS, /* + suit * CELLS + cell */
    MOVE_CAPTURE = MOVE_REMOVE + SUITS * CELLS,
    MOVE_PLAY = MOVE_CAPTURE + CELLS, /* + card * CELLS + cell */
    MOVES_N = MOVE_PLAY + NUMBER_CARDS * CELLS
};

/* ---- the field ------------------------------------------------------------------------------- */

/* Cells are 0 to 8, row by row. These are those of the left and of the right column. */
#define LEFT  (BIT(0) | BIT(3) | BIT(6))
#define RIGHT (BIT(2) | BIT(5) | BIT(8))

/* All cells beside one of these, orthogonally. */
static uint32_t beside(uint32_t cells)
{
    return (cells << ROW | cells >> ROW | (cells & ~RIGHT) << 1 | (cells & ~LEFT) >> 1) & (BIT(CELLS) - 1);
}

static uint32_t busy_cells(const struct state *s)
{
    return (s->held | s->held >> CELLS | s->held >> 2 * CELLS) & (BIT(CELLS) - 1);
}

static uint32_t empty_cells(const struct state *s)
{
    return s->field & ~busy_cells(s);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static int cards_in_hand(const struct state *s)
{
    return HAND + s->more_cards;
}

static int gems_of_each(const struct state *s)
{
    return GEMS_OF_SUIT + s->more_gems;
}

static uint32_t all_gems(const struct state *s)
{
    return (HEAP(0, 1) | HEAP(1, 1) | HEAP(2, 1)) * (uint32_t)gems_of_each(s);
}

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    *s = (struct state){
        .deck = POOL_NUMBER_CARDS,
        .decked = NUMBER_CARDS,
        .phase = LAY,
        .more_cards = (int8_t)(option_number(&options[OPTION_CARDS], setup->option[OPTION_CARDS]) - HAND),
        .more_gems = (int8_t)(option_number(&options[OPTION_GEMS], setup->option[OPTION_GEMS]) - GEMS_OF_SUIT),
    };
    s->supply = (uint16_t)all_gems(s);
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    box_contents(count);
    for (int suit = 0; suit < SUITS; suit++)
        count[GEM + suit] = (uint16_t)option_number(&options[OPTION_GEMS], setup->option[OPTION_GEMS]);
}

static struct phrase about(const struct setup *setup, int thing)
{
    (void)setup;
    if (thing < NUMBER_CARDS)
        return PHRASE(T_ABOUT_CARD, suit_colour(card_suit(thing)));
    if (thing < GEM)
        return PHRASE(T_ABOUT_JABBERWOCKY, suit_colour(thing - JABBERWOCKY_CARD), worth[thing - JABBERWOCKY_CARD]);
    if (thing < NUMBER_BACK)
        return PHRASE(thing == GEM + PURPLE ? T_ABOUT_PURPLE : T_ABOUT_GEM, worth[thing - GEM], -worth[thing - GEM]);
    return PHRASE(T_NONE);
}

static void take_from_deck(struct state *s, int card)
{
    s->deck = pool_without(s->deck, card);
    s->decked--;
}

static void lay(struct state *s, int card, struct facts *facts)
{
    int cell = NUMBER_CARDS - s->decked;

    take_from_deck(s, card);
    s->card[cell] = (uint8_t)card;
    s->field |= (uint16_t)BIT(cell);
    TELL(facts, EVERYBODY, FACT_SILENT, T_LAID, card);
    fact_transfer(facts, card, 1, PLACE_DECK, cell);
    if (cell + 1 == CELLS)
        s->phase = DRAW;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static uint32_t actors(const void *state)
{
    const struct state *s = state;

    return s->phase == OVER ? 0 : s->phase < PLAY ? BIT(CHANCE) : BIT(0);
}

/* The gems that the card just played can remove: on the cards beside it. As bits of `held`. */
static uint32_t removable(const struct state *s)
{
    uint32_t cells = beside(BIT(s->played));

    return s->held & (cells | cells << CELLS | cells << 2 * CELLS);
}

/* The cards, but for the one just played, that have a neighbour and busy ones only. */
static uint32_t capturable(const struct state *s)
{
    return s->field & ~BIT(s->played) & beside(busy_cells(s)) & ~beside(empty_cells(s));
}

/* The plays of the two lowest cards in hand. */
static int play_moves(const struct state *s, move_t out[])
{
    uint32_t empty = empty_cells(s);
    int lower = bit_lowest(s->hand), higher = bit_lowest(s->hand & (s->hand - 1u)), n = 0;

    for (int cell = 0; cell < CELLS; cell++) { /* without a branch: every cell is written, the empty ones count */
        out[n] = (move_t)(MOVE_PLAY + lower * CELLS + cell);
        n += empty >> cell & 1;
    }
    for (int i = 0; i < n; i++)
        out[n + i] = (move_t)(out[i] + (higher - lower) * CELLS);
    return 2 * n;
}

/* The plays of a hand of more than two. */
static int more_play_moves(const struct state *s, move_t out[])
{
    uint32_t others = s->hand & (s->hand - 1u);
    int all = play_moves(s, out), n = all / 2, lowest = bit_lowest(s->hand);

    for (FOR_BITS(card, others & (others - 1)))
        for (int i = 0; i < n; i++)
            out[all++] = (move_t)(out[i] + ((int)card - lowest) * CELLS);
    return all;
}

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;

    (void)seat;
    if (s->phase == PLAY)
        return s->more_cards ? more_play_moves(s, out) : play_moves(s, out);
    if (s->phase == REMOVE)
        return moves_of(removable(s), MOVE_REMOVE, out);
    return moves_of(capturable(s), MOVE_CAPTURE, out);
}

static uint32_t odds(const void *state)
{
    return ((const struct state *)state)->decked;
}

static move_t draw(const void *state, uint32_t r)
{
    return (move_t)(MOVE_CARD + pool_nth(((const struct state *)state)->deck, r));
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
    (void)state;
    return 0;
}

/* ---- play ------------------------------------------------------------------------------------ */

/* How many gems a card adds when it replaces another, or, below 0, removes:
 *
 *              same colour      other colour
 *     higher   the difference   1
 *     lower    -1               the difference
 *     equal    -                2, one of each colour */
static int effect(int card, int old)
{
    int difference = card_number(card) - card_number(old);
    bool same = card_suit(card) == card_suit(old);

    return difference == 0 ? 2 : difference > 0 ? (same ? difference : 1) : (same ? -1 : difference);
}

/* Gems of one suit from the supply, purple ones for those that are not there. */
static uint32_t take(struct state *s, int suit, int n)
{
    int of_suit = gems_of(s->supply, suit), purple;

    of_suit = of_suit < n ? of_suit : n;
    s->supply = (uint16_t)(s->supply - HEAP(suit, of_suit));
    n -= of_suit;
    purple = gems_of(s->supply, PURPLE);
    purple = purple < n ? purple : n;
    s->supply = (uint16_t)(s->supply - HEAP(PURPLE, purple));
    s->missing |= n > purple;
    return HEAP(suit, of_suit) + HEAP(PURPLE, purple);
}

/* What was taken for gems of a suit from the supply: onto the card of a cell, or out of the game (cell = NOTHING). */
static void tell_taken(const struct state *s, int suit, uint32_t taken, int cell, struct facts *facts)
{
    int of_suit = gems_of(taken, suit), purple = suit == PURPLE ? 0 : gems_of(taken, PURPLE);
    int colour = suit_colour(suit), to = cell == NOTHING ? PLACE_BOX : cell;

    if (of_suit) {
        if (cell == NOTHING)
            TELL(facts, EVERYBODY, 0, T_PAID, of_suit, colour);
        else
            TELL(facts, EVERYBODY, 0, T_ADDED, of_suit, colour, s->card[cell]);
        fact_transfer(facts, GEM + suit, of_suit, PLACE_SUPPLY, to);
    }
    if (purple) {
        if (cell == NOTHING)
            TELL(facts, EVERYBODY, 0, T_PAID_PURPLE, purple, colour);
        else
            TELL(facts, EVERYBODY, 0, T_ADDED_PURPLE, purple, s->card[cell], colour);
        fact_transfer(facts, GEM + PURPLE, purple, PLACE_SUPPLY, to);
    }
}

static void add(struct state *s, int cell, int suit, int n, struct facts *facts)
{
    uint32_t taken = take(s, suit, n);

    s->gems[cell] = (uint16_t)(s->gems[cell] + taken);
    s->held |= (uint32_t)(gems_of(taken, suit) > 0) << (suit * CELLS + cell);
    s->held |= (uint32_t)(gems_of(taken, PURPLE) > 0) << (PURPLE * CELLS + cell);
    if (facts)
        tell_taken(s, suit, taken, cell, facts);
}

static void tell_play(int card, int old, int cell, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, T_PLAYS, 0, card, old);
    fact_transfer(facts, card, 1, PLACE_HAND, cell);
    fact_transfer(facts, old, 1, cell, PLACE_DISCARD);
}

static void play(struct state *s, int card, int cell, struct facts *facts)
{
    int old = s->card[cell], gems = effect(card, old);

    if (facts)
        tell_play(card, old, cell, facts);
    s->hand &= (uint16_t)~BIT(card);
    s->discard |= (uint16_t)BIT(old);
    s->card[cell] = (uint8_t)card;
    s->played = (uint8_t)cell;
    if (gems < 0) {
        s->owed = (uint8_t)-gems;
    } else if (card_number(card) == card_number(old)) {
        add(s, cell, card_suit(card), 1, facts);
        add(s, cell, card_suit(old), 1, facts);
    } else {
        add(s, cell, card_suit(card), gems, facts);
    }
}

/* The gem with this bit of `held` leaves the game. */
static void remove_gem(struct state *s, int gem, struct facts *facts)
{
    int suit = gem / CELLS, cell = gem % CELLS;

    TELL(facts, EVERYBODY, 0, T_REMOVES, 0, GEM + suit, s->card[cell]);
    fact_transfer(facts, GEM + suit, 1, cell, PLACE_BOX);
    s->gems[cell] = (uint16_t)(s->gems[cell] - HEAP(suit, 1));
    if (gems_of(s->gems[cell], suit) == 0)
        s->held &= ~BIT(gem);
    s->owed--;
}

/* Removes what is owed until there is a choice. The supply pays what the cards beside cannot. Then all gems of the play
 * are moved, and it is said once if any was missing. */
static void remove_on(struct state *s, struct facts *facts)
{
    while (s->owed) {
        uint32_t can = removable(s);

        if (can & (can - 1)) {
            s->phase = REMOVE;
            return;
        }
        if (can) {
            remove_gem(s, bit_lowest(can), facts);
        } else {
            int suit = card_suit(s->card[s->played]);
            uint32_t taken = take(s, suit, s->owed);

            if (facts)
                tell_taken(s, suit, taken, NOTHING, facts);
            s->owed = 0;
        }
    }
    if (s->missing)
        TELL(facts, EVERYBODY, 0, T_MISSING);
    s->phase = CAPTURE;
}

/* ---- capture --------------------------------------------------------------------------------- */

static void tell_capture(const struct state *s, int cell, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, s->gems[cell] ? T_CAPTURED : T_CAPTURED_EMPTY, s->card[cell]);
    fact_transfer(facts, s->card[cell], 1, cell, s->gems[cell] ? PLACE_DISCARD : PLACE_BOX);
    for (int suit = 0; suit < SUITS; suit++) {
        int n = gems_of(s->gems[cell], suit);

        if (n == 0)
            continue;
        TELL(facts, EVERYBODY, 0, T_BROILED, n, suit_colour(suit));
        fact_transfer(facts, GEM + suit, n, cell, PLACE_BROILED + suit);
    }
}

/* A busy card goes to the discard pile; an empty one to the box, which has the cards that are nowhere else. */
static void capture(struct state *s, int cell, struct facts *facts)
{
    if (facts)
        tell_capture(s, cell, facts);
    s->discard |= (uint16_t)((s->gems[cell] ? 1u : 0u) << s->card[cell]);
    s->broiled = (uint16_t)(s->broiled + s->gems[cell]);
    s->gems[cell] = 0;
    s->held &= ~(BIT(cell) | BIT(cell + CELLS) | BIT(cell + 2 * CELLS));
    s->card[cell] = 0;
    s->field &= (uint16_t)~BIT(cell);
}

/* ---- draw ------------------------------------------------------------------------------------ */

/* A play is due. */
static void begin_turn(struct state *s, struct facts *facts)
{
    if (empty_cells(s)) {
        s->phase = PLAY;
        return;
    }
    s->phase = OVER;
    TELL(facts, EVERYBODY, 0, T_ENDED_FULL);
}

static void tell_draw(int card, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, T_DRAWS, 0, card);
    fact_transfer(facts, card, 1, PLACE_DECK, PLACE_HAND);
}

static void draw_card(struct state *s, int card, struct facts *facts)
{
    take_from_deck(s, card);
    s->hand |= (uint16_t)BIT(card);
    if (facts)
        tell_draw(card, facts);
    /* Two cards need not be counted. */
    if ((s->hand & (s->hand - 1)) && (s->more_cards == 0 || bit_count(s->hand) == cards_in_hand(s)))
        begin_turn(s, facts);
}

/* After the captures. The discard pile is never empty here: it has the card that was replaced, at least. */
static void end_turn(struct state *s, struct facts *facts)
{
    s->played = 0;
    if (s->missing) {
        s->phase = OVER;
        TELL(facts, EVERYBODY, 0, T_ENDED_MISSING);
        return;
    }
    if (s->decked == 0) {
        s->deck = pool_of(s->discard);
        s->decked = (uint8_t)bit_count(s->discard);
        s->discard = 0;
        TELL(facts, EVERYBODY, 0, T_SHUFFLED, s->decked);
        fact_transfer(facts, NUMBER_BACK, s->decked, PLACE_DISCARD, PLACE_DECK);
    }
    s->phase = DRAW;
    if (s->decked == 1)
        draw_card(s, pool_nth(s->deck, 0), facts);
}

/* Captures until there is a choice, or the turn is over. */
static void capture_on(struct state *s, struct facts *facts)
{
    uint32_t can;

    while ((can = capturable(s)) != 0) {
        if (can & (can - 1))
            return;
        capture(s, bit_lowest(can), facts);
    }
    end_turn(s, facts);
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    (void)actor;
    switch (s->phase) {
    case LAY:
        lay(s, m - MOVE_CARD, facts);
        return;
    case DRAW:
        draw_card(s, m - MOVE_CARD, facts);
        return;
    case PLAY:
        play(s, (m - MOVE_PLAY) / CELLS, (m - MOVE_PLAY) % CELLS, facts);
        remove_on(s, facts);
        break;
    case REMOVE:
        remove_gem(s, m - MOVE_REMOVE, facts);
        remove_on(s, facts);
        break;
    default: /* CAPTURE */
        capture(s, m - MOVE_CAPTURE, facts);
        break;
    }
    if (s->phase == CAPTURE)
        capture_on(s, facts);
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* Nothing that anybody knows. */
static void veil(void *state, int viewer, struct luck *luck)
{
    (void)state;
    (void)viewer;
    (void)luck;
}

/* ---- the end --------------------------------------------------------------------------------- */

static uint32_t gems_on_field(const struct state *s)
{
    uint32_t heap = 0;

    for (int cell = 0; cell < CELLS; cell++)
        heap += s->gems[cell];
    return heap;
}

static int value(uint32_t heap)
{
    int sum = 0;

    for (int suit = 0; suit < SUITS; suit++)
        sum += worth[suit] * gems_of(heap, suit);
    return sum;
}

static int score(const struct state *s)
{
    return value(s->broiled) - value(gems_on_field(s));
}

/* Every green and yellow gem broiled, every purple one on the field. */
static int perfect_score(const struct state *s)
{
    return (worth[0] + worth[1] - worth[PURPLE]) * gems_of_each(s);
}

static int grade_of(const struct state *s, int points)
{
    int grade = 0;

    if (points >= perfect_score(s))
        return T_GRADE_PERFECT;
    while (points < grades[grade].from)
        grade++;
    return grades[grade].text;
}

/* The score where the next grade begins; nobody aims at less than a victory. */
static int next_grade(const struct state *s)
{
    int next = perfect_score(s), points = score(s);

    for (int i = 0; i < GRADES; i++)
        if (grades[i].from >= VICTORY && grades[i].from > points && grades[i].from < next)
            next = grades[i].from;
    return next;
}

static struct phrase broiled_phrase(const struct state *s)
{
    uint32_t broiled = s->broiled;

    return PHRASE(T_SCORE_BROILED, gems_of(broiled, 0), gems_of(broiled, 1), gems_of(broiled, 2), value(broiled));
}

static struct phrase field_phrase(const struct state *s)
{
    uint32_t left = gems_on_field(s);

    return PHRASE(T_SCORE_FIELD, gems_of(left, 0), gems_of(left, 1), gems_of(left, 2), -value(left));
}

static void result(const void *state, struct result *out)
{
    const struct state *s = state;
    int points = score(s);

    out->score[0] = points;
    out->missed = points < VICTORY;
    result_line(out, NOBODY, PHRASE(s->missing ? T_ENDED_MISSING : T_ENDED_FULL));
    result_line(out, 0, broiled_phrase(s));
    result_line(out, 0, field_phrase(s));
    result_line(out, 0, PHRASE(grade_of(s, points), points));
}

/* ---- the table ------------------------------------------------------------------------------- */

static void scene_cards(struct scene *out, uint32_t cards, int flags)
{
    for (FOR_BITS(card, cards))
        scene_piece(out, (int)card, 1, flags);
}

static void scene_field(const struct state *s, struct scene *out)
{
    bool turn = s->phase == REMOVE || s->phase == CAPTURE;

    scene_zone(out, &zones[Z_FIELD], NOBODY, PHRASE(T_FIELD_TITLE));
    if (s->phase != LAY) /* the game ends when all are */
        scene_count(out, SCOPE_ZONE, bit_count(busy_cells(s)), bit_count(s->field), PHRASE(T_COUNT_BUSY));
    for (int cell = 0; cell < CELLS; cell++) {
        scene_place(out, cell, 2 * (cell % ROW), 2 * (cell / ROW),
                    PHRASE(turn && cell == s->played ? T_NEW_LABEL : T_NONE));
        if (s->field & BIT(cell))
            scene_piece(out, s->card[cell], 1, 0);
        scene_heap(out, s->gems[cell]);
    }
}

/* A Jabberwocky card for each colour, with its broiled gems. */
static void scene_broiled(const struct state *s, struct scene *out)
{
    scene_zone(out, &zones[Z_BROILED], NOBODY, PHRASE(T_BROILED_TITLE));
    for (int suit = 0; suit < SUITS; suit++) {
        scene_place(out, PLACE_BROILED + suit, 2 * suit, 0, PHRASE(T_NONE));
        scene_piece(out, JABBERWOCKY_CARD + suit, 1, 0);
        scene_piece(out, GEM + suit, gems_of(s->broiled, suit), 0);
    }
}

/* The deck's cards are known by subtraction, so they are shown, face down; the box has all the rest. */
static void scene_cards_and_gems(const struct state *s, struct scene *out)
{
    uint32_t deck = 0, box = ALL_NUMBER_CARDS;

    for (uint32_t i = 0; i < s->decked; i++)
        deck |= BIT(pool_nth(s->deck, i));
    box &= ~(deck | s->hand | s->discard);
    for (FOR_BITS(cell, s->field))
        box &= ~BIT(s->card[cell]);

    scene_pile(out, &zones[Z_HAND], 0, PHRASE(T_HAND_TITLE, 0), PLACE_HAND);
    scene_cards(out, s->hand, 0);
    scene_pile(out, &zones[Z_DECK], NOBODY, PHRASE(T_DECK_TITLE), PLACE_DECK);
    scene_cards(out, deck, PIECE_DOWN);
    scene_pile(out, &zones[Z_DISCARDS], NOBODY, PHRASE(T_DISCARD_TITLE), PLACE_DISCARD);
    scene_cards(out, s->discard, 0);
    scene_pile(out, &zones[Z_SUPPLY], NOBODY, PHRASE(T_SUPPLY_TITLE), PLACE_SUPPLY);
    scene_count(out, SCOPE_ZONE, gems_of(s->supply, PURPLE), NO_LIMIT, PHRASE(T_COUNT_PURPLE));
    scene_heap(out, s->supply);
    scene_broiled(s, out);
    scene_pile(out, &zones[Z_BOX], NOBODY, PHRASE(T_BOX_TITLE), PLACE_BOX);
    scene_cards(out, box, 0);
    scene_heap(out, all_gems(s) - s->supply - s->broiled - gems_on_field(s));
}

static struct phrase prompt(const struct state *s)
{
    switch (s->phase) {
    case LAY:
        return PHRASE(T_PROMPT_LAY);
    case DRAW:
        return PHRASE(T_PROMPT_DRAW, 0);
    case PLAY:
        return PHRASE(T_PROMPT_PLAY, 0);
    case REMOVE:
        return PHRASE(T_PROMPT_REMOVE, 0, s->card[s->played], s->owed);
    case CAPTURE:
        return PHRASE(T_PROMPT_CAPTURE, 0);
    default:
        return PHRASE(T_PROMPT_OVER);
    }
}

/* The score and its parts, and what the player wants. */
static void scene_aim(const struct state *s, int viewer, struct scene *out)
{
    scene_count_seat(out, 0, COUNTER_SCORE, score(s), VICTORY, PHRASE(T_COUNT_POINTS));
    scene_count_seat(out, 0, 0, value(s->broiled), NO_LIMIT, PHRASE(T_COUNT_BROILED));
    scene_count_seat(out, 0, 0, -value(gems_on_field(s)), NO_LIMIT, PHRASE(T_COUNT_FIELD));
    if (s->phase == REMOVE)
        scene_count_seat(out, 0, 0, s->owed, NO_LIMIT, PHRASE(T_COUNT_OWED));
    if (viewer == 0 && s->phase != OVER)
        out->goal = PHRASE(score(s) < VICTORY            ? T_GOAL_VICTORY
                           : score(s) < perfect_score(s) ? T_GOAL_GRADE
                                                         : T_GOAL_PERFECT,
                           next_grade(s));
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene_aim(s, viewer, out);
    if (s->phase >= PLAY && s->phase < OVER) {
        scene_note(out, 0, PHRASE(T_NOTE_SCORE, value(s->broiled), -value(gems_on_field(s))));
        if (gems_of(s->supply, PURPLE) == 0)
            scene_note(out, NOBODY, PHRASE(s->missing ? T_MISSING : T_NOTE_NO_PURPLE));
    }
    scene_field(s, out);
    scene_cards_and_gems(s, out);
    out->scored = true;
    out->score[0] = score(s);
    out->prompt = prompt(s);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;
    int card = (m - MOVE_PLAY) / CELLS, cell = (m - MOVE_PLAY) % CELLS, gem = m - MOVE_REMOVE;

    (void)actor;
    switch (s->phase) {
    case LAY:
        return PHRASE(T_SAY_LAY, m - MOVE_CARD);
    case DRAW:
        return PHRASE(T_SAY_DRAW, m - MOVE_CARD);
    case PLAY:
        if (card_number(card) == card_number(s->card[cell]))
            return PHRASE(T_SAY_PLAY_EQUAL, card, s->card[cell]);
        return PHRASE(T_SAY_PLAY, card, s->card[cell], effect(card, s->card[cell]));
    case REMOVE:
        return PHRASE(T_SAY_REMOVE, GEM + gem / CELLS, s->card[gem % CELLS]);
    default:
        return PHRASE(T_SAY_CAPTURE, s->card[m - MOVE_CAPTURE]);
    }
}

static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;

    (void)seat;
    switch (s->phase) {
    case PLAY:
        out[0] = (struct touch){PLACE_HAND, (uint16_t)((m - MOVE_PLAY) / CELLS)};
        out[1] = (struct touch){(uint16_t)((m - MOVE_PLAY) % CELLS), NOTHING};
        return 2;
    case REMOVE:
        out[0] = (struct touch){(uint16_t)((m - MOVE_REMOVE) % CELLS), (uint16_t)(GEM + (m - MOVE_REMOVE) / CELLS)};
        return 1;
    default: /* CAPTURE */
        out[0] = (struct touch){(uint16_t)(m - MOVE_CAPTURE), NOTHING};
        return 1;
    }
}

/* ---- what bots are told ---------------------------------------------------------------------- */

/* What becomes of a gem on the field, by the number of empty cards beside its own: how much of its worth when broiled
 * is to be expected, in hundredths. The more cards must still become busy, the more likely it lies there to the end. */
static const int8_t prospects[] = {100, 50, 20, -10, -20};

/* An empty card is a place for a play, and most plays bring something. */
enum { OPPORTUNITY = POINT };

static int32_t expected(const struct state *s)
{
    uint32_t busy = busy_cells(s), empty = s->field & ~busy;
    int32_t sum = value(s->broiled) * POINT + bit_count(empty) * OPPORTUNITY;

    for (FOR_BITS(cell, busy)) {
        uint32_t neighbours = beside(BIT(cell)) & s->field;

        /* A card with gaps all around stays. */
        sum += value(s->gems[cell]) * (neighbours ? prospects[bit_count(neighbours & empty)] : -POINT);
    }
    return sum;
}

/* The grades are five points apart and more. */
static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;

    out[0] = s->phase == OVER ? score(s) * POINT : expected(s);
    return 5 * POINT;
}

/* Whatever promises most at once. Played at random the field is soon spoilt, and a search that ends in such games would
 * rather end its own early. */
static move_t habit(const void *state, int seat, struct luck *luck)
{
    move_t list[HAND_MAX * CELLS], best = 0;
    int n = moves(state, seat, list), at = (int)luck_below(luck, (uint32_t)n);
    int32_t most = INT32_MIN;

    for (int i = 0; i < n; i++, at = left_of(at, n)) { /* from anywhere on: the first of equals is chosen */
        struct state next = *(const struct state *)state;
        int32_t points;

        apply(&next, seat, list[at], NULL);
        standing(&next, &points);
        if (points > most) {
            most = points;
            best = list[at];
        }
    }
    return best;
}

/* Why games are not longer. A play that moves no gem needs a missing one, so it is the last. Any other adds a gem, from
 * the supply to the field, or removes one out of the game, and neither happens to a gem twice: at most 24 plays add, 24
 * remove, and one more moves none and draws no card. A gem is chosen for removal once at most. A captured card leaves
 * the field for good, and the card just played stays. */
enum {
    GEMS = SUITS * GEMS_OF_SUIT,
    PLAYS_MAX = GEMS + GEMS + 1,
    LENGTH_MAX = CELLS + HAND_MAX + PLAYS_MAX + (PLAYS_MAX - 1) /* draws */ + GEMS + (CELLS - 1)
};

const struct game game_bandersnatch = {
    .id = "bandersnatch",
    .title = "Bandersnatch",
    .box = "Jabberwocky",
    .blurb = "A puzzle: surround gems to broil them, but not the purple.",
    .seats_min = 1,
    .seats_max = 1,
    .minutes = 15,
    .sources = 1,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = HAND_MAX * CELLS,
    .move_ids = MOVES_N,
    .length_max = LENGTH_MAX,
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
    .habit = habit,
    .effort = 750,
    .patience = 12,
};
