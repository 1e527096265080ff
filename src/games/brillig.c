/* brillig.c: Brillig, bidding for 2 (Jabberwocky box). Rules: docs/rules/brillig.md.
 *
 * Four rounds (option: fewer). In each, both play a card unseen to decide who puts the piles of gems on the three
 * Jabberwocky cards, and another to collect the gems of its colour from the card of its colour. Whoever collects
 * nothing looks into the bonus deck and secretly exchanges the card just played for one of it.
 *
 * Unusual: what people know of the bonus deck. Whoever looks into it knows where every card is: the table and
 * the own hand are seen, the rest is in the other hand. So at any time the seat that looked last knows all,
 * and the other knows the deck as it was before the first of those takes (`base`) and all cards shown since.
 * Every take has three options, so all histories of unseen takes that fit what was shown are equally
 * likely, and veil draws one of them. All the cards that were played are kept in their order for that.
 */
#include "jabberwocky.h"
#include "pool.h"

enum {
    SEATS = 2,
    ROUNDS = 4, /* unless the option says fewer */
    ROUNDS_MIN = 2,
    DEALT = 6,                    /* cards to each hand */
    PILES = 3,                    /* in the row of a round, one for each Jabberwocky card */
    GEMS = SUITS * GEMS_OF_SUIT,  /* in the box */
    BONUS_CARDS = 3,              /* in the bonus deck, always */
    TAKES_MAX = ROUNDS * SEATS,   /* both seats collect nothing in every round */
    KEPT_MAX = DEALT - 1,         /* cards left in a hand at the end, if each collection card was exchanged */
    UNSURE_MIN = BONUS_CARDS,     /* if any: one taken, and the deck but for the card put in last */
    UNSURE_MAX = BONUS_CARDS + 2, /* cards that a seat cannot place: the deck before, and all put in but the last */
};

static const struct thing things[] = {JABBERWOCKY_THINGS};

/* Two rounds: one with piles that are drawn, and the last. Four: all rounds but the last take two of the six cards that
 * everybody has. */
static const struct option options[] = {OPTION_NUMBER("rounds", "Rounds in a game", ROUNDS_MIN, ROUNDS, ROUNDS)};

enum { Z_JABBERWOCKY, Z_ROW, Z_BONUS = Z_ROW + ROUNDS, Z_COLLECTED, Z_ASSIGNED, Z_HAND, Z_DECK, Z_SUPPLY, ZONES_N };

static const struct zone zones[] = {
    [Z_JABBERWOCKY] = {"jabberwocky", ZONE_ROW, ROLE_BOARD},
    [Z_ROW] = {"row-1", ZONE_ROW, ROLE_SUPPLY},
    [Z_ROW + 1] = {"row-2", ZONE_ROW, ROLE_SUPPLY},
    [Z_ROW + 2] = {"row-3", ZONE_ROW, ROLE_SUPPLY},
    [Z_ROW + 3] = {"row-4", ZONE_ROW, ROLE_SUPPLY},
    [Z_BONUS] = {"bonus", ZONE_PILE, ROLE_DECK},
    [Z_COLLECTED] = {"collected", ZONE_ROW, ROLE_WON},
    [Z_ASSIGNED] = {"assigned", ZONE_ROW, ROLE_TABLEAU},
    [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND},
    [Z_DECK] = {"deck", ZONE_PILE, ROLE_DECK},
    [Z_SUPPLY] = {"supply", ZONE_PILE, ROLE_SUPPLY},
};

/* Their places. */
enum {
    PLACE_JABBERWOCKY,
    PLACE_PILE = PLACE_JABBERWOCKY + SUITS,
    PLACE_BONUS = PLACE_PILE + ROUNDS * PILES,
    PLACE_HAND,
    PLACE_ASSIGNED = PLACE_HAND + SEATS,
    PLACE_COLLECTED = PLACE_ASSIGNED + SEATS, /* + seat * ROUNDS + round */
    PLACE_DECK = PLACE_COLLECTED + SEATS * ROUNDS,
    PLACE_SUPPLY
};

/* The 5s are the bonus deck, all others are dealt. */
#define FIVES       (BIT(CARD(0, 5)) | BIT(CARD(1, 5)) | BIT(CARD(2, 5)))
#define OTHERS      (ALL_NUMBER_CARDS & ~FIVES)
#define POOL_OTHERS 0xdcba87653210u /* the same for pool.h */

/* The higher number first; equal numbers: green, yellow, purple. Of two cards the one with the greater value here. */
static const uint8_t higher_first[NUMBER_CARDS] = {3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13};

/* The lower number first; equal numbers: green, yellow, purple. Of two cards the one with the smaller value here. */
static const uint8_t lower_first[NUMBER_CARDS] = {1, 4, 7, 10, 13, 2, 5, 8, 11, 14, 3, 6, 9, 12, 15};

/* ASSIGN and COLLECT: both choose a card. FIRST and SECOND: the piles are put on the Jabberwocky cards. */
enum phase { DEAL, GEMS_DRAWN, ASSIGN, FIRST, SECOND, COLLECT, BONUS, OVER };

/* Gems are heaps (jabberwocky.h), but for those that are collected: they are of one suit, and counted. */
struct state {
    uint64_t pool;                    /* the cards not dealt yet (pool.h) */
    uint16_t hand[SEATS];             /* sets of cards */
    uint16_t bonus;                   /* the bonus deck */
    uint16_t base;                    /* the bonus deck as it was when `looked` looked for the first time in a row */
    uint16_t pile[ROUNDS * PILES];    /* gems, row by row; that of the last round is empty before */
    uint16_t on[SUITS];               /* gems on each Jabberwocky card */
    uint16_t supply;                  /* gems not drawn yet */
    uint8_t assigned[ROUNDS][SEATS];  /* the assignment cards, from 1; 0: not played yet */
    uint8_t collected[ROUNDS][SEATS]; /* the collection cards likewise, also those that are in the bonus deck now */
    uint8_t gems[ROUNDS][SEATS];      /* collected with them */
    uint8_t choice[SEATS];            /* sealed: a card, from 1; 0: not chosen yet */
    uint8_t phase, round;             /* rounds from 0 */
    uint8_t pooled;                   /* cards or gems that chance draws from */
    uint8_t turn;                     /* who puts piles or takes a bonus card */
    uint8_t pile_put, put_on;         /* by the first player, while the second is asked */
    uint8_t both;                     /* the other seat takes a bonus card after this one */
    uint8_t looked;                   /* the seat that looked into the bonus deck last (0 before anybody has) */
    uint8_t fewer;                    /* rounds than ROUNDS */
    uint8_t zero[5];
};

_Static_assert(sizeof(struct state) == 88, "no padding");

static int rounds(const struct state *s)
{
    return ROUNDS - s->fewer;
}

static bool last_round(const struct state *s)
{
    return s->round == rounds(s) - 1;
}

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_DEAL, "deal {thing} to {seat}")                                                                              \
    X(SAY_GEM, "draw a {thing}")                                                                                       \
    X(SAY_PLAY, "play {thing}")                                                                                        \
    X(SAY_PUT, "put pile {n} on {colour}")                                                                             \
    X(SAY_PUT_BOTH, "put pile {n} on {colour} and pile {n} on {colour}")                                               \
    X(SAY_TAKE, "take {thing}")                                                                                        \
    X(GETS, "{seat} [get|gets] {thing}")                                                                               \
    X(DRAWN, "a {thing} goes to pile {n} of round {n}")                                                                \
    X(CHOOSES, "{seat} [choose|chooses] {thing}")                                                                      \
    X(ASSIGNS, "{seat} [play|plays] {thing} to assign")                                                                \
    X(GOES_FIRST, "{seat} [go|goes] first")                                                                            \
    X(PUTS, "{seat} [put|puts] pile {n} on the {thing}")                                                               \
    X(COLLECTS, "{seat} [play|plays] {thing} to collect")                                                              \
    X(COLLECTED, "{seat} [collect|collects] {n} {colour} [gem|gems]")                                                  \
    X(NONE_THERE, "{seat} [collect|collects] nothing: there is no {thing} on the {thing}")                             \
    X(NOT_LOWEST, "{seat} [collect|collects] nothing: {seat's} {thing} is lower")                                      \
    X(LOOKS, "{seat} [look|looks] into the bonus deck: {thing}, {thing} and {thing}")                                  \
    X(TAKES, "{seat} [take|takes] {thing} and [put|puts] {thing} into the bonus deck")                                 \
    X(TAKES_ONE, "{seat} [take|takes] a bonus card and [put|puts] {thing} into the bonus deck")                        \
    X(LAST_PILES, "what is left on the Jabberwocky cards is picked up as the piles of round {n}")                      \
    X(TAKE_BACK, "both take their assignment cards back into hand")                                                    \
    X(KEEPS_1, "{seat} [have|has] {thing} left in hand")                                                               \
    X(KEEPS_2, "{seat} [have|has] {thing} and {thing} left in hand")                                                   \
    X(KEEPS_3, "{seat} [have|has] {thing}, {thing} and {thing} left in hand")                                          \
    X(KEEPS_4, "{seat} [have|has] {thing}, {thing}, {thing} and {thing} left in hand")                                 \
    X(KEEPS_5, "{seat} [have|has] {thing}, {thing}, {thing}, {thing} and {thing} left in hand")                        \
    X(JABBERWOCKY_TITLE, "Jabberwocky cards")                                                                          \
    X(ROW_TITLE, "round {n}")                                                                                          \
    X(PILE_LABEL, "pile {n}")                                                                                          \
    X(BONUS_TITLE, "the bonus deck")                                                                                   \
    X(HAND_TITLE, "{seat's} hand")                                                                                     \
    X(ASSIGNED_TITLE, "{seat's} assignment cards")                                                                     \
    X(COLLECTED_TITLE, "{seat's} collection cards")                                                                    \
    X(DECK_TITLE, "not yet dealt")                                                                                     \
    X(SUPPLY_TITLE, "not yet drawn")                                                                                   \
    X(NOTE_ROUND, "round {n} of {n}")                                                                                  \
    X(UNSURE_3, "in the bonus deck or in {seat's} hand: {thing}, {thing}, {thing}")                                    \
    X(UNSURE_4, "in the bonus deck or in {seat's} hand: {thing}, {thing}, {thing}, {thing}")                           \
    X(UNSURE_5, "in the bonus deck or in {seat's} hand: {thing}, {thing}, {thing}, {thing}, {thing}")                  \
    X(PROMPT_DEAL, "the cards are dealt")                                                                              \
    X(PROMPT_GEMS, "the gems are drawn")                                                                               \
    X(PROMPT_ASSIGN, "both choose an assignment card: the higher number goes first")                                   \
    X(PROMPT_FIRST, "{seat} [put|puts] one pile on a Jabberwocky card")                                                \
    X(PROMPT_SECOND, "{seat} [put|puts] the other two piles on the other two Jabberwocky cards")                       \
    X(PROMPT_COLLECT, "both choose a collection card: in the same colour only the lower number collects")              \
    X(PROMPT_BONUS, "{seat} [take|takes] a bonus card and [put|puts] {thing} into the bonus deck")                     \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(SCORED, "{seat} [have|has] {n} [gem|gems] on {thing}: {n}")                                                      \
    X(SCORED_NOTHING, "{seat} [have|has] collected no gems: 0")                                                        \
    X(TIE, "the totals are equal: {seat} [win|wins] by the highest card left in hand, {thing} against {thing}")        \
    X(GOAL_POINTS, "score most points: a gem counts the number of the card that you collect it with")                  \
    X(GOAL_ASSIGN, "bring gems onto the Jabberwocky of their colour, for a high card of yours to collect")             \
    X(GOAL_COLLECT, "collect for many points: {n} green, {n} yellow and {n} purple gems lie on their own colour")      \
    X(GOAL_BONUS, "take a card that will collect more in the rounds to come")                                          \
    X(GOAL_BEHIND, "make up {n} [point|points] on {seat} in the last round")                                           \
    X(GOAL_AHEAD, "keep your lead of {n} [point|points] over {seat} in the last round")                                \
    X(GOAL_LEVEL, "score more than {seat} in the last round; if equal, the highest card left in hand wins")            \
    X(GOAL_TIE, "have the highest card left in hand: the totals are equal, so it decides")                             \
    X(GOAL_SETTLED, "nothing: the totals are final, and only a bonus card is still taken")                             \
    X(COUNT_ROUND, "round")                                                                                            \
    X(COUNT_POINTS, "points of the card")                                                                              \
    X(ABOUT_LOWEST, "to assign, the higher number goes first, and this is the lowest; to collect, it takes the "       \
                    "{colour} gems from the {thing}, worth 1 each, whatever card the other plays")                     \
    X(ABOUT_NUMBER, "to assign, the higher number goes first; to collect, it takes the {colour} gems from the "        \
                    "{thing}, worth {n} each, unless the other collects with a lower {colour} card")                   \
    X(ABOUT_BONUS,                                                                                                     \
      "begins in the bonus deck; to assign, the higher number goes first; to collect, it takes the {colour} gems "     \
      "from the {thing}, worth {n} each, unless the other collects with a lower {colour} card")                        \
    X(ABOUT_JABBERWOCKY, "piles of gems are put on it and stay; a {colour} collection card takes the {colour} gems "   \
                         "that lie here, and no others")                                                               \
    X(ABOUT_GEM, "a {colour} card can collect it when it lies on the {thing}; it is then worth the number of that "    \
                 "card")

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

_Static_assert(1 + KEPT_MAX <= PHRASE_ARGS && 1 + UNSURE_MAX <= PHRASE_ARGS, "a seat and its cards are a phrase");
_Static_assert(KEPT_MAX == 1 + T_KEEPS_5 - T_KEEPS_1 && UNSURE_MAX == UNSURE_MIN + T_UNSURE_5 - T_UNSURE_3,
               "as many texts");

/* A phrase about a seat and a set of cards; `text` is the one for a single card, those for more follow it. */
static struct phrase phrase_of_cards(int text, int seat, uint32_t cards)
{
    struct phrase phrase = PHRASE(text + bit_count(cards) - 1, seat);
    int n = 1;

    for (FOR_BITS(card, cards))
        phrase.arg[n++] = (int16_t)card;
    return phrase;
}

/* Moves. A card is dealt, played or taken; chance draws gems; a pile is put on a Jabberwocky card. The second player's
 * move is where the lower of the two remaining piles goes: the other goes to the card that is left. */
enum {
    MOVE_CARD = 1,
    MOVE_GEM = MOVE_CARD + NUMBER_CARDS,
    MOVE_PUT = MOVE_GEM + SUITS, /* + pile * SUITS + suit */
    MOVES_N = MOVE_PUT + PILES * SUITS
};

/* ---- set-up ---------------------------------------------------------------------------------- */

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    *s = (struct state){.pool = POOL_OTHERS,
                        .pooled = SEATS * DEALT,
                        .bonus = FIVES,
                        .base = FIVES,
                        .supply = 0x888,
                        .fewer = (uint8_t)(ROUNDS - option_number(&options[0], setup->option[0])),
                        .phase = DEAL};
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    (void)setup;
    box_contents(count);
}

static struct phrase about(const struct setup *setup, int thing)
{
    int suit, number;

    (void)setup;
    if (thing >= NUMBER_BACK)
        return PHRASE(T_NONE);
    if (thing >= GEM)
        return PHRASE(T_ABOUT_GEM, suit_colour(thing - GEM), JABBERWOCKY_CARD + thing - GEM);
    if (thing >= JABBERWOCKY_CARD) {
        int colour = suit_colour(thing - JABBERWOCKY_CARD);

        return PHRASE(T_ABOUT_JABBERWOCKY, colour, colour);
    }
    suit = card_suit(thing);
    number = card_number(thing);
    if (number == 1)
        return PHRASE(T_ABOUT_LOWEST, suit_colour(suit), JABBERWOCKY_CARD + suit);
    return PHRASE(number == NUMBERS ? T_ABOUT_BONUS : T_ABOUT_NUMBER, suit_colour(suit), JABBERWOCKY_CARD + suit,
                  number, suit_colour(suit));
}

/* Each seat hears of its own cards only, so no fact could say all that leaves the deck: they say nothing of it. */
static void deal(struct state *s, int card, struct facts *facts)
{
    s->hand[0] |= (uint16_t)BIT(card);
    TELL(facts, ONLY(0), FACT_SILENT, T_GETS, 0, card);
    s->pool = pool_without(s->pool, card);
    if (--s->pooled > DEALT)
        return;
    s->hand[1] = (uint16_t)(OTHERS & ~(uint32_t)s->hand[0]); /* seat 1 has all the others */
    for (FOR_BITS(other, s->hand[1]))
        TELL(facts, ONLY(1), FACT_SILENT, T_GETS, 1, (int)other);
    s->pool = 0;
    s->pooled = GEMS;
    s->phase = GEMS_DRAWN;
}

/* The pile that each gem belongs to: three times three, three times three, three times two; in a game of three rounds
 * six times four, and of two three times eight. */
static const uint8_t pile_of_gem[][GEMS] = {
    {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8},
    {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5},
    {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2},
};

static void draw_gem(struct state *s, int suit, struct facts *facts)
{
    int pile = pile_of_gem[s->fewer][GEMS - s->pooled--];

    s->supply = (uint16_t)(s->supply - BIT(4 * suit));
    s->pile[pile] = (uint16_t)(s->pile[pile] + BIT(4 * suit));
    TELL(facts, EVERYBODY, FACT_SILENT, T_DRAWN, GEM + suit, pile % PILES + 1, pile / PILES + 1);
    fact_transfer(facts, GEM + suit, 1, PLACE_SUPPLY, PLACE_PILE + pile);
}

/* Gems of a single colour are not drawn: they go where they must. */
static void draw_gems(struct state *s, int suit, struct facts *facts)
{
    draw_gem(s, suit, facts);
    for (int last = 0; last < SUITS; last++)
        if (gems_of(s->supply, last) == s->pooled)
            while (s->pooled > 0)
                draw_gem(s, last, facts);
    if (s->pooled == 0)
        s->phase = ASSIGN;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static uint32_t actors(const void *state)
{
    const struct state *s = state;

    switch (s->phase) {
    case DEAL:
    case GEMS_DRAWN:
        return BIT(CHANCE);
    case ASSIGN:
    case COLLECT:
        return (s->choice[0] == 0) | (uint32_t)(s->choice[1] == 0) << 1;
    case OVER:
        return 0;
    default:
        return BIT(s->turn);
    }
}

/* The lower one of three piles or suits without this one. */
static int lower_of_others(int one)
{
    return one == 0;
}

/* The third one of three. */
static int third(int one, int another)
{
    return 3 - one - another;
}

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;
    int n = 0;

    if (s->phase == FIRST) {
        for (; n < PILES * SUITS; n++)
            out[n] = (move_t)(MOVE_PUT + n);
    } else if (s->phase == SECOND) {
        int pile = lower_of_others(s->pile_put), suit = lower_of_others(s->put_on);

        out[n++] = (move_t)(MOVE_PUT + pile * SUITS + suit);
        out[n++] = (move_t)(MOVE_PUT + pile * SUITS + third(s->put_on, suit));
    } else {
        n = moves_of(s->phase == BONUS ? s->bonus : s->hand[seat], MOVE_CARD, out);
    }
    return n;
}

static uint32_t odds(const void *state)
{
    return ((const struct state *)state)->pooled;
}

static move_t draw(const void *state, uint32_t r)
{
    const struct state *s = state;
    uint32_t green, yellow;

    if (s->phase == DEAL)
        return (move_t)(MOVE_CARD + pool_nth(s->pool, r));
    green = (uint32_t)gems_of(s->supply, 0);
    yellow = (uint32_t)gems_of(s->supply, 1);
    return (move_t)(MOVE_GEM + (r >= green) + (r >= green + yellow));
}

static int chance(const void *state, move_t out[], uint32_t weight[])
{
    const struct state *s = state;
    int n = 0;

    if (s->phase == DEAL) {
        for (; n < s->pooled; n++) {
            out[n] = (move_t)(MOVE_CARD + pool_nth(s->pool, (uint32_t)n));
            weight[n] = 1;
        }
        return n;
    }
    for (int suit = 0; suit < SUITS; suit++) {
        out[n] = (move_t)(MOVE_GEM + suit);
        weight[n] = (uint32_t)gems_of(s->supply, suit);
        n += weight[n] > 0;
    }
    return n;
}

enum { SOURCE_CARDS, SOURCE_GEMS, SOURCES };

static uint8_t source(const void *state)
{
    return ((const struct state *)state)->phase == DEAL ? SOURCE_CARDS : SOURCE_GEMS;
}

/* ---- assign ---------------------------------------------------------------------------------- */

/* Gems of all colours go from a place to another. */
static void tell_heap(struct facts *facts, uint32_t heap, int from, int to)
{
    for (int suit = 0; suit < SUITS && facts_transfers(facts); suit++)
        fact_transfer(facts, GEM + suit, gems_of(heap, suit), from, to);
}

static int place_collected(const struct state *s, int seat)
{
    return PLACE_COLLECTED + seat * ROUNDS + s->round;
}

/* The choices become cards on the table. */
static void play_choices(struct state *s, uint8_t played[SEATS], int text, struct facts *facts)
{
    for (int seat = 0; seat < SEATS; seat++) {
        played[seat] = s->choice[seat];
        s->hand[seat] &= (uint16_t)~BIT(played[seat] - 1);
        s->choice[seat] = 0;
        TELL(facts, EVERYBODY, FACT_REVEALS, text, seat, played[seat] - 1);
        fact_transfer(facts, played[seat] - 1, 1, PLACE_HAND + seat,
                      text == T_ASSIGNS ? PLACE_ASSIGNED + seat : place_collected(s, seat));
    }
}

static void reveal_assignment(struct state *s, struct facts *facts)
{
    uint8_t *card = s->assigned[s->round];

    play_choices(s, card, T_ASSIGNS, facts);
    s->turn = higher_first[card[1] - 1] > higher_first[card[0] - 1];
    s->phase = FIRST;
    TELL(facts, EVERYBODY, 0, T_GOES_FIRST, s->turn);
}

static void tell_put(const struct state *s, int pile, int suit, struct facts *facts)
{
    int number = s->round * PILES + pile;

    TELL(facts, EVERYBODY, 0, T_PUTS, s->turn, pile + 1, JABBERWOCKY_CARD + suit);
    tell_heap(facts, s->pile[number], PLACE_PILE + number, PLACE_JABBERWOCKY + suit);
}

static void put(struct state *s, int pile, int suit)
{
    uint16_t *heap = &s->pile[s->round * PILES + pile];

    s->on[suit] = (uint16_t)(s->on[suit] + *heap);
    *heap = 0;
}

static void put_first(struct state *s, int pile, int suit, struct facts *facts)
{
    if (facts)
        tell_put(s, pile, suit, facts);
    put(s, pile, suit);
    s->pile_put = (uint8_t)pile;
    s->put_on = (uint8_t)suit;
    s->turn ^= 1;
    s->phase = SECOND;
}

static void put_second(struct state *s, int pile, int suit, struct facts *facts)
{
    int other = third(s->pile_put, pile), other_suit = third(s->put_on, suit);

    if (facts) {
        tell_put(s, pile, suit, facts);
        tell_put(s, other, other_suit, facts);
    }
    put(s, pile, suit);
    put(s, other, other_suit);
    s->pile_put = s->put_on = s->turn = 0;
    s->phase = COLLECT;
}

/* ---- from round to round --------------------------------------------------------------------- */

/* The cards left in hand are shown, for a tie is decided by them; so everybody knows where every card is. */
static void end(struct state *s, struct facts *facts)
{
    s->base = s->bonus;
    s->turn = 0;
    s->phase = OVER;
    if (facts)
        for (int seat = 0; seat < SEATS; seat++)
            fact_add(facts, EVERYBODY, FACT_REVEALS, phrase_of_cards(T_KEEPS_1, seat, s->hand[seat]));
}

/* The last round is about to begin: what lies on the Jabberwocky cards are its piles. */
static void tell_last_round(const struct state *s, struct facts *facts)
{
    int row = PLACE_PILE + s->round * PILES;

    TELL(facts, EVERYBODY, 0, T_LAST_PILES, rounds(s));
    for (int suit = 0; suit < SUITS; suit++)
        tell_heap(facts, s->on[suit], PLACE_JABBERWOCKY + suit, row + suit);
    TELL(facts, EVERYBODY, 0, T_TAKE_BACK);
    for (int seat = 0; seat < SEATS && facts_transfers(facts); seat++)
        for (int round = 0; round < s->round; round++)
            fact_transfer(facts, s->assigned[round][seat] - 1, 1, PLACE_ASSIGNED + seat, PLACE_HAND + seat);
}

/* The next round, or the end. Before the last round the gems are picked up and the assignment cards go back. */
static void next_round(struct state *s, struct facts *facts)
{
    if (last_round(s)) {
        end(s, facts);
        return;
    }
    s->round++;
    s->turn = 0;
    s->phase = ASSIGN;
    if (!last_round(s))
        return;
    if (facts)
        tell_last_round(s, facts);
    for (int suit = 0; suit < SUITS; suit++) {
        s->pile[s->round * PILES + suit] = s->on[suit];
        s->on[suit] = 0;
    }
    for (int seat = 0; seat < SEATS; seat++)
        for (int round = 0; round < s->round; round++)
            s->hand[seat] |= (uint16_t)BIT(s->assigned[round][seat] - 1);
}

/* ---- bonus ----------------------------------------------------------------------------------- */

/* This seat takes a bonus card: it looks into the deck before. */
static void look(struct state *s, int seat, struct facts *facts)
{
    s->turn = (uint8_t)seat;
    s->phase = BONUS;
    if (s->looked != seat) {
        s->looked = (uint8_t)seat;
        s->base = s->bonus;
    }
    TELL(facts, ONLY(seat), FACT_REVEALS, T_LOOKS, seat, bit_nth(s->bonus, 0), bit_nth(s->bonus, 1),
         bit_nth(s->bonus, 2));
}

static void take_bonus(struct state *s, int card, struct facts *facts)
{
    int seat = s->turn, played = s->collected[s->round][seat] - 1;

    TELL(facts, ONLY(seat), 0, T_TAKES, seat, card, played);
    fact_transfer(facts, card, 1, PLACE_BONUS, PLACE_HAND + seat);
    fact_transfer(facts, played, 1, place_collected(s, seat), PLACE_BONUS);
    TELL(facts, ALL_BUT(seat), 0, T_TAKES_ONE, seat, played);
    fact_transfer(facts, NUMBER_BACK, 1, PLACE_BONUS, PLACE_HAND + seat);
    fact_transfer(facts, played, 1, place_collected(s, seat), PLACE_BONUS);
    s->hand[seat] |= (uint16_t)BIT(card);
    s->bonus = (uint16_t)((s->bonus & ~BIT(card)) | BIT(played));
    if (s->both) {
        s->both = 0;
        look(s, seat ^ 1, facts);
    } else {
        next_round(s, facts);
    }
}

/* ---- collect --------------------------------------------------------------------------------- */

/* Of two collection cards from 1, the seat whose card goes first. */
static int lower_card(const uint8_t card[SEATS])
{
    return lower_first[card[1] - 1] < lower_first[card[0] - 1];
}

static void collect(struct state *s, int seat, struct facts *facts)
{
    int card = s->collected[s->round][seat] - 1, suit = card_suit(card), n = gems_of(s->on[suit], suit);

    s->gems[s->round][seat] = (uint8_t)n;
    s->on[suit] &= (uint16_t)~(15u << (4 * suit));
    if (n > 0)
        TELL(facts, EVERYBODY, 0, T_COLLECTED, seat, n, suit_colour(suit));
    else
        TELL(facts, EVERYBODY, 0, T_NONE_THERE, seat, GEM + suit, JABBERWOCKY_CARD + suit);
    fact_transfer(facts, GEM + suit, n, PLACE_JABBERWOCKY + suit, place_collected(s, seat));
}

static void reveal_collection(struct state *s, struct facts *facts)
{
    uint8_t *card = s->collected[s->round], *gems = s->gems[s->round];
    int lower;

    play_choices(s, card, T_COLLECTS, facts);
    lower = lower_card(card);
    collect(s, lower, facts);
    if (card_suit(card[0] - 1) != card_suit(card[1] - 1))
        collect(s, lower ^ 1, facts);
    else
        TELL(facts, EVERYBODY, 0, T_NOT_LOWEST, lower ^ 1, lower, card[lower] - 1);
    if (gems[0] && gems[1]) {
        next_round(s, facts);
        return;
    }
    s->both = !gems[0] && !gems[1];
    look(s, gems[lower] ? lower ^ 1 : lower, facts);
}

/* ---- both choose ------------------------------------------------------------------------------ */

static void choose(struct state *s, int seat, int card, struct facts *facts)
{
    s->choice[seat] = (uint8_t)(card + 1);
    TELL(facts, ONLY(seat), FACT_SILENT, T_CHOOSES, seat, card);
    if (s->choice[seat ^ 1] == 0)
        return;
    if (s->phase == ASSIGN)
        reveal_assignment(s, facts);
    else
        reveal_collection(s, facts);
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    switch (s->phase) {
    case DEAL:
        deal(s, m - MOVE_CARD, facts);
        break;
    case GEMS_DRAWN:
        draw_gems(s, m - MOVE_GEM, facts);
        break;
    case FIRST:
        put_first(s, (m - MOVE_PUT) / SUITS, (m - MOVE_PUT) % SUITS, facts);
        break;
    case SECOND:
        put_second(s, (m - MOVE_PUT) / SUITS, (m - MOVE_PUT) % SUITS, facts);
        break;
    case BONUS:
        take_bonus(s, m - MOVE_CARD, facts);
        break;
    default: /* ASSIGN, COLLECT */
        choose(s, actor, m - MOVE_CARD, facts);
        break;
    }
}

static uint32_t sealed(const void *state)
{
    const struct state *s = state;

    return (s->choice[0] != 0) | (uint32_t)(s->choice[1] != 0) << 1;
}

static void reopen(void *state, uint32_t seats)
{
    struct state *s = state;

    for (int seat = 0; seat < SEATS; seat++)
        if (seats & BIT(seat))
            s->choice[seat] = 0;
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* What happened to the cards since a viewer knew where all of them were, or since the deal: a seat showed a card
 * from its hand, looked into the bonus deck, or took an unseen card out of it and put this one in. */
struct event {
    enum { SHOWS, LOOKS, TAKES } what;
    int seat, card;
};

struct story {
    int from, n;           /* the events that matter are from here on; n: of all */
    int takes;             /* among those that matter */
    uint32_t bonus;        /* the bonus deck before them */
    int looked;            /* and who had looked into it last */
    uint32_t dealt[SEATS]; /* the cards that each seat was seen to have been dealt */
    uint32_t put_in;       /* all cards that were put into the bonus deck */
    struct event event[ROUNDS * 4 * SEATS];
};

static void happens(struct story *story, int what, int seat, int card)
{
    story->event[story->n].what = what;
    story->event[story->n].seat = seat;
    story->event[story->n++].card = card;
}

static void happens_show(struct story *story, int seat, int card)
{
    uint32_t known = story->dealt[0] | story->dealt[1];

    happens(story, SHOWS, seat, card);
    story->dealt[seat] |= BIT(card) & OTHERS & ~known;
}

static void happens_take(struct story *story, int seat, int card)
{
    happens(story, TAKES, seat, card);
    story->put_in |= BIT(card);
}

/* The seat that was given the n-th turn to take a bonus card in this round, or NOBODY. */
static int taker(const struct state *s, int round, int n)
{
    int seat = lower_card(s->collected[round]) ^ n;

    return s->gems[round][seat] ? NOBODY : seat;
}

static void happens_round(struct story *story, const struct state *s, int round)
{
    bool now = s->phase == BONUS && round == s->round;

    if (s->assigned[round][0] == 0)
        return;
    for (int seat = 0; seat < SEATS; seat++)
        happens_show(story, seat, s->assigned[round][seat] - 1);
    if (s->collected[round][0] == 0)
        return;
    for (int seat = 0; seat < SEATS; seat++)
        happens_show(story, seat, s->collected[round][seat] - 1);
    for (int n = 0; n < SEATS; n++) {
        int seat = taker(s, round, n);

        if (seat == NOBODY)
            continue;
        happens(story, LOOKS, seat, 0);
        if (now && seat == s->turn)
            return;
        happens_take(story, seat, s->collected[round][seat] - 1);
    }
}

/* The story as this viewer knows it. A seat knew all when it took its last bonus card, or after the deal. */
static void tell_story(struct story *story, const struct state *s, int viewer)
{
    *story = (struct story){.bonus = FIVES};
    for (int round = 0; round <= s->round; round++)
        happens_round(story, s, round);
    for (int i = 0; i < story->n; i++) {
        if (story->event[i].what != TAKES)
            continue;
        story->takes++;
        if (story->event[i].seat == viewer) {
            story->from = i + 1;
            story->takes = 0;
        }
    }
    if (viewer != SPECTATOR) {
        story->bonus = s->base;
        story->looked = s->looked;
    }
}

/* One way in which the unseen takes may have gone. */
struct guess {
    uint32_t bonus, base;  /* as in the state, now */
    uint32_t taken[SEATS]; /* the cards that each seat got out of the bonus deck and did not put back */
};

static const uint32_t power_of_3[TAKES_MAX + 1] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};

/* The ways are numbered: the digits of `way` to the base 3 say which card was taken, the first take being the highest
 * digit. Returns the number of the first way after this one that may be possible, and whether this one is: nobody shows
 * a card that is in the bonus deck or in the other hand. */
static uint32_t follow(const struct story *story, uint32_t way, struct guess *g, bool *possible)
{
    int looked = story->looked, left = story->takes;

    *g = (struct guess){story->bonus, story->bonus, {0, 0}};
    for (int i = story->from; i < story->n; i++) {
        const struct event *e = &story->event[i];
        uint32_t card = BIT(e->card);

        if (e->what == SHOWS) {
            *possible = !((g->bonus | g->taken[e->seat ^ 1]) & card);
            if (!*possible)
                return (way / power_of_3[left] + 1) * power_of_3[left];
        } else if (e->what == LOOKS) {
            g->base = looked == e->seat ? g->base : g->bonus;
            looked = e->seat;
        } else {
            uint32_t taken = BIT(bit_nth(g->bonus, way / power_of_3[--left] % 3));

            g->bonus ^= taken | card;
            g->taken[e->seat] = (g->taken[e->seat] & ~card) | taken;
        }
    }
    *possible = true;
    return way + 1;
}

/* A possible way, all equally likely. */
static void draw_way(const struct story *story, struct luck *luck, struct guess *g)
{
    uint32_t ways = 0, number;
    bool possible;

    for (uint32_t way = 0; way < power_of_3[story->takes];) {
        way = follow(story, way, g, &possible);
        ways += possible;
    }
    number = luck_below(luck, ways) + 1;
    for (uint32_t way = 0; number > 0 && way < power_of_3[story->takes];) {
        way = follow(story, way, g, &possible);
        number -= possible;
    }
}

/* All cards that are not on the table. */
static uint32_t held(const struct state *s)
{
    return (uint32_t)s->hand[0] | s->hand[1] | s->bonus;
}

/* What a bystander knows of a hand if the takes went like this: taken cards, and assignment cards that went back. */
static uint32_t seen_in_hand(const struct state *s, const struct story *story, const struct guess *g, int seat)
{
    return held(s) & (g->taken[seat] | (story->dealt[seat] & ~story->put_in));
}

/* The cards that were dealt and never shown. */
static uint32_t never_shown(const struct story *story)
{
    return OTHERS & ~story->dealt[0] & ~story->dealt[1];
}

/* n cards of a set at random. */
static uint32_t random_cards(uint32_t set, int n, struct luck *luck)
{
    uint64_t pool = pool_of(set);

    return pool_deal(&pool, (uint32_t)bit_count(set), n, luck);
}

static void veil_for_spectator(struct state *s, struct luck *luck)
{
    struct story story;
    struct guess g;
    uint32_t dealt[SEATS], unseen;

    tell_story(&story, s, SPECTATOR);
    draw_way(&story, luck, &g);
    unseen = never_shown(&story);
    dealt[0] = random_cards(unseen, DEALT - bit_count(story.dealt[0]), luck);
    dealt[1] = unseen & ~dealt[0];
    for (int seat = 0; seat < SEATS; seat++)
        dealt[seat] |= seen_in_hand(s, &story, &g, seat);
    for (int seat = 0; seat < SEATS; seat++)
        s->hand[seat] = (uint16_t)dealt[seat];
    s->bonus = (uint16_t)g.bonus;
    s->base = (uint16_t)g.base;
}

/* For the seat that did not look last: what it cannot see is in the bonus deck or in the other hand. */
static void veil_for_seat(struct state *s, int seat, struct luck *luck)
{
    struct story story;
    struct guess g;
    uint32_t unseen = held(s) & ~(uint32_t)s->hand[seat];

    tell_story(&story, s, seat);
    draw_way(&story, luck, &g);
    s->bonus = (uint16_t)g.bonus;
    s->hand[seat ^ 1] = (uint16_t)(unseen & ~g.bonus);
}

static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;

    if (viewer == REFEREE || s->phase == OVER)
        return;
    if (s->phase == DEAL) {
        if (viewer != 0) {
            s->hand[0] = (uint16_t)random_cards(OTHERS, SEATS * DEALT - s->pooled, luck);
            s->pool = pool_of(OTHERS & ~(uint32_t)s->hand[0]);
        }
    } else if (viewer == SPECTATOR) {
        veil_for_spectator(s, luck);
    } else if (viewer != s->looked) {
        veil_for_seat(s, viewer, luck);
    }
}

/* What a viewer is sure of. */
struct sure {
    uint32_t hand[SEATS], bonus;
    uint32_t unsure; /* cards that may be in the bonus deck or not */
};

static struct sure sure_of(const struct state *s, int viewer)
{
    struct sure sure = {{s->hand[0], s->hand[1]}, s->bonus, 0};
    struct story story;
    uint32_t taken[SEATS] = {OTHERS | FIVES, OTHERS | FIVES}, maybe = 0;

    if (viewer == REFEREE || s->phase == OVER || (viewer == s->looked && s->phase != DEAL))
        return sure;
    for (int seat = 0; seat < SEATS; seat++)
        sure.hand[seat] = seat == viewer ? s->hand[seat] : 0;
    if (s->phase == DEAL)
        return sure;
    tell_story(&story, s, viewer);
    sure.bonus = OTHERS | FIVES;
    for (uint32_t way = 0; way < power_of_3[story.takes];) {
        struct guess g;
        bool possible;

        way = follow(&story, way, &g, &possible);
        if (!possible)
            continue;
        maybe |= g.bonus;
        sure.bonus &= g.bonus;
        taken[0] &= g.taken[0];
        taken[1] &= g.taken[1];
    }
    sure.unsure = maybe & ~sure.bonus;
    if (viewer != SPECTATOR) {
        sure.hand[viewer ^ 1] = held(s) & ~(uint32_t)s->hand[viewer] & ~maybe;
        return sure;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        struct guess g = {.taken = {taken[0], taken[1]}};

        sure.hand[seat] = seen_in_hand(s, &story, &g, seat);
        if (bit_count(story.dealt[seat ^ 1]) == DEALT) /* all that the other was dealt has been seen */
            sure.hand[seat] |= never_shown(&story);
    }
    return sure;
}

/* ---- the end --------------------------------------------------------------------------------- */

static int points(const struct state *s, int seat)
{
    int sum = 0;

    for (int round = 0; round < ROUNDS; round++)
        if (s->gems[round][seat])
            sum += s->gems[round][seat] * card_number(s->collected[round][seat] - 1);
    return sum;
}

static int highest_left(const struct state *s, int seat)
{
    int highest = bit_lowest(s->hand[seat]);

    for (FOR_BITS(card, s->hand[seat]))
        highest = higher_first[card] > higher_first[highest] ? (int)card : highest;
    return highest;
}

static void result_of_seat(const struct state *s, int seat, struct result *out)
{
    out->score[seat] = points(s, seat);
    out->tie[seat][0] = higher_first[highest_left(s, seat)];
    for (int round = 0; round < ROUNDS; round++) {
        int gems = s->gems[round][seat], card = s->collected[round][seat] - 1;

        if (gems)
            result_line(out, seat, PHRASE(T_SCORED, seat, gems, card, gems * card_number(card)));
    }
    if (out->score[seat] == 0)
        result_line(out, seat, PHRASE(T_SCORED_NOTHING, seat));
}

static void result(const void *state, struct result *out)
{
    const struct state *s = state;

    for (int seat = 0; seat < SEATS; seat++)
        result_of_seat(s, seat, out);
    if (out->score[0] == out->score[1]) {
        int winner = out->tie[1][0] > out->tie[0][0];

        result_line(out, NOBODY, PHRASE(T_TIE, winner, highest_left(s, winner), highest_left(s, winner ^ 1)));
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

/* The Jabberwocky cards, and the rows of this round and of those to come. */
static void scene_middle(const struct state *s, struct scene *out)
{
    int last = last_round(s) ? s->round : rounds(s) - 2; /* its row is laid when it begins */
    bool row_put = s->phase >= COLLECT;

    scene_zone(out, &zones[Z_JABBERWOCKY], NOBODY, PHRASE(T_JABBERWOCKY_TITLE));
    for (int suit = 0; suit < SUITS; suit++) {
        scene_place(out, PLACE_JABBERWOCKY + suit, 2 * suit, 0, PHRASE(T_NONE));
        scene_piece(out, JABBERWOCKY_CARD + suit, 1, 0);
        scene_heap(out, s->on[suit]);
    }
    for (int round = s->round + row_put; round <= last; round++) {
        scene_zone(out, &zones[Z_ROW + round], NOBODY, PHRASE(T_ROW_TITLE, round + 1));
        for (int pile = 0; pile < PILES; pile++) {
            if (s->phase == SECOND && round == s->round && pile == s->pile_put)
                continue;
            scene_place(out, PLACE_PILE + round * PILES + pile, 2 * pile, 0, PHRASE(T_PILE_LABEL, pile + 1));
            scene_heap(out, s->pile[round * PILES + pile]);
        }
    }
}

/* Cards of which the viewer knows some: those are seen as they lie, of the others only backs. */
static void scene_cards(struct scene *out, uint32_t cards, uint32_t known, int flags)
{
    for (FOR_BITS(card, known))
        scene_piece(out, (int)card, 1, flags);
    scene_piece(out, NUMBER_BACK, bit_count(cards & ~known), 0);
}

/* Whether a collection card still lies before its owner, with gems or because the bonus card is not taken yet. */
static bool lies_collected(const struct state *s, int seat, int round)
{
    bool waits = s->phase == BONUS && round == s->round && (seat == s->turn || s->both);

    return s->collected[round][seat] && (s->gems[round][seat] || waits);
}

static void scene_collected(const struct state *s, int seat, struct scene *out)
{
    bool any = false;

    for (int round = 0; round < ROUNDS; round++) {
        int card = s->collected[round][seat] - 1, gems = s->gems[round][seat];

        if (!lies_collected(s, seat, round))
            continue;
        if (!any)
            scene_zone(out, &zones[Z_COLLECTED], seat, PHRASE(T_COLLECTED_TITLE, seat));
        any = true;
        scene_place(out, PLACE_COLLECTED + seat * ROUNDS + round, 2 * round, 0, PHRASE(T_NONE));
        scene_piece(out, card, 1, 0);
        scene_piece(out, GEM + card_suit(card), gems, 0);
        scene_count(out, SCOPE_PLACE, gems * card_number(card), NO_LIMIT, PHRASE(T_COUNT_POINTS));
    }
}

/* The assignment cards lie there until the last round. */
static void scene_assigned(const struct state *s, int seat, struct scene *out)
{
    int from = last_round(s) ? s->round : 0;

    if (s->assigned[from][seat] == 0)
        return;
    scene_pile(out, &zones[Z_ASSIGNED], seat, PHRASE(T_ASSIGNED_TITLE, seat), PLACE_ASSIGNED + seat);
    for (int round = from; round < ROUNDS; round++)
        if (s->assigned[round][seat])
            scene_piece(out, s->assigned[round][seat] - 1, 1, 0);
}

static void scene_seat(const struct state *s, int viewer, const struct sure *sure, int seat, struct scene *out)
{
    bool open = viewer == seat || viewer == REFEREE || s->phase == OVER;

    scene_collected(s, seat, out);
    scene_assigned(s, seat, out);
    scene_pile(out, &zones[Z_HAND], seat, PHRASE(T_HAND_TITLE, seat), PLACE_HAND + seat);
    scene_cards(out, s->hand[seat], sure->hand[seat], open ? 0 : PIECE_DOWN);
    out->score[seat] = points(s, seat);
}

static struct phrase prompt(const struct state *s)
{
    switch (s->phase) {
    case DEAL:
        return PHRASE(T_PROMPT_DEAL);
    case GEMS_DRAWN:
        return PHRASE(T_PROMPT_GEMS);
    case ASSIGN:
        return PHRASE(T_PROMPT_ASSIGN);
    case FIRST:
        return PHRASE(T_PROMPT_FIRST, s->turn);
    case SECOND:
        return PHRASE(T_PROMPT_SECOND, s->turn);
    case COLLECT:
        return PHRASE(T_PROMPT_COLLECT);
    case BONUS:
        return PHRASE(T_PROMPT_BONUS, s->turn, s->collected[s->round][s->turn] - 1);
    default:
        return PHRASE(T_PROMPT_OVER);
    }
}

/* What a seat wants in the last round: the totals are public. */
static struct phrase goal_of_last(const struct state *s, int viewer)
{
    int lead = points(s, viewer) - points(s, viewer ^ 1);

    return s->phase == BONUS ? PHRASE(lead == 0 ? T_GOAL_TIE : T_GOAL_SETTLED)
           : lead > 0        ? PHRASE(T_GOAL_AHEAD, lead, viewer ^ 1)
           : lead < 0        ? PHRASE(T_GOAL_BEHIND, -lead, viewer ^ 1)
                             : PHRASE(T_GOAL_LEVEL, viewer ^ 1);
}

static struct phrase goal(const struct state *s, int viewer)
{
    if (s->phase < ASSIGN)
        return PHRASE(T_GOAL_POINTS);
    if (last_round(s))
        return goal_of_last(s, viewer);
    if (s->phase == COLLECT)
        return PHRASE(T_GOAL_COLLECT, gems_of(s->on[0], 0), gems_of(s->on[1], 1), gems_of(s->on[2], 2));
    return PHRASE(s->phase == BONUS && s->turn == viewer ? T_GOAL_BONUS : T_GOAL_ASSIGN);
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;
    struct sure sure = sure_of(s, viewer);
    bool looks = s->phase == BONUS && viewer == s->turn;

    scene_note(out, NOBODY, PHRASE(T_NOTE_ROUND, s->round + 1, rounds(s)));
    scene_count(out, SCOPE_TABLE, s->round + 1, rounds(s), PHRASE(T_COUNT_ROUND));
    if (viewer < SEATS && sure.unsure)
        scene_note(out, viewer ^ 1, phrase_of_cards(T_UNSURE_3 - UNSURE_MIN + 1, viewer ^ 1, sure.unsure));
    scene_middle(s, out);
    scene_pile(out, &zones[Z_BONUS], NOBODY, PHRASE(T_BONUS_TITLE), PLACE_BONUS);
    scene_cards(out, s->bonus, sure.bonus, looks ? 0 : PIECE_DOWN);
    for (int seat = 0; seat < SEATS; seat++)
        scene_seat(s, viewer, &sure, seat, out);
    if (s->phase == DEAL) {
        scene_pile(out, &zones[Z_DECK], NOBODY, PHRASE(T_DECK_TITLE), PLACE_DECK);
        scene_piece(out, NUMBER_BACK, s->pooled, 0);
    }
    if (s->supply) {
        scene_pile(out, &zones[Z_SUPPLY], NOBODY, PHRASE(T_SUPPLY_TITLE), PLACE_SUPPLY);
        scene_heap(out, s->supply);
    }
    out->scored = true;
    out->prompt = prompt(s);
    if (viewer < SEATS && s->phase != OVER)
        out->goal = goal(s, viewer);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;
    int pile = (m - MOVE_PUT) / SUITS, suit = (m - MOVE_PUT) % SUITS;

    (void)actor;
    switch (s->phase) {
    case DEAL:
        return PHRASE(T_SAY_DEAL, m - MOVE_CARD, 0);
    case GEMS_DRAWN:
        return PHRASE(T_SAY_GEM, GEM + m - MOVE_GEM);
    case FIRST:
        return PHRASE(T_SAY_PUT, pile + 1, suit_colour(suit));
    case SECOND:
        return PHRASE(T_SAY_PUT_BOTH, pile + 1, suit_colour(suit), third(s->pile_put, pile) + 1,
                      suit_colour(third(s->put_on, suit)));
    case BONUS:
        return PHRASE(T_SAY_TAKE, m - MOVE_CARD);
    default: /* ASSIGN, COLLECT */
        return PHRASE(T_SAY_PLAY, m - MOVE_CARD);
    }
}

static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;
    int row = PLACE_PILE + s->round * PILES, pile = (m - MOVE_PUT) / SUITS, suit = (m - MOVE_PUT) % SUITS;

    if (s->phase != FIRST && s->phase != SECOND) {
        out[0] = (struct touch){(uint16_t)(s->phase == BONUS ? PLACE_BONUS : PLACE_HAND + seat),
                                (uint16_t)(m - MOVE_CARD)};
        return 1;
    }
    out[0] = (struct touch){(uint16_t)(row + pile), NOTHING};
    out[1] = (struct touch){(uint16_t)(PLACE_JABBERWOCKY + suit), NOTHING};
    if (s->phase == FIRST)
        return 2;
    out[2] = (struct touch){(uint16_t)(row + third(s->pile_put, pile)), NOTHING};
    out[3] = (struct touch){(uint16_t)(PLACE_JABBERWOCKY + third(s->put_on, suit)), NOTHING};
    return 4;
}

/* Two choices, two turns to put piles, two choices and two bonus cards. */
enum { ROUND_MOVES = 2 * SEATS + 2 + SEATS };

/* ---- what bots are told ---------------------------------------------------------------------- */

/* What a card will probably collect, in hundredths of a point: a lower one of its suit in the other hand may beat it.
 */
static int expected_of_card(const struct state *s, int seat, int card)
{
    int suit = card_suit(card), all = gems_of(s->on[suit], suit) * card_number(card) * POINT;
    uint32_t lower = s->hand[seat ^ 1] & (BIT(card) - BIT(CARD(suit, 1)));

    return lower ? all * 2 / 3 : all;
}

/* What this round's collection card will bring: the one that is chosen, or the best that is left. */
static int expected_now(const struct state *s, int seat)
{
    uint32_t chosen = s->choice[seat] ? BIT(s->choice[seat] - 1) : 0;
    uint32_t cards = s->phase == COLLECT && chosen ? chosen : s->hand[seat] & ~chosen;
    int best = 0;

    for (FOR_BITS(card, cards)) {
        int brings = expected_of_card(s, seat, (int)card);

        best = brings > best ? brings : best;
    }
    return best;
}

/* What the cards will bring in later rounds, high ones more; earlier assignment cards come back. Those of this round
 * count as spent, so that a low one is spent. */
static int expected_later(const struct state *s, int seat)
{
    uint32_t cards = s->hand[seat];
    int sum = 0;

    if (s->choice[seat])
        cards &= ~BIT(s->choice[seat] - 1);
    for (int round = 0; round < s->round && s->assigned[round][seat]; round++)
        cards |= BIT(s->assigned[round][seat] - 1);
    for (FOR_BITS(card, cards))
        sum += card_number((int)card);
    return sum * POINT / 2;
}

static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;

    for (int seat = 0; seat < SEATS; seat++) {
        out[seat] = points(s, seat) * POINT;
        if (s->phase != BONUS && s->phase != OVER)
            out[seat] += expected_now(s, seat);
        if (!last_round(s))
            out[seat] += expected_later(s, seat);
    }
    return (s->phase == OVER ? 8 : 4 + 3 * (rounds(s) - s->round)) * POINT;
}

/* A round: simulations of one round and a look at what is left see more than twice as many plays as those to the end,
 * where players at random collect next to nothing. */
static uint32_t stage(const void *state)
{
    const struct state *s = state;

    return s->phase == OVER ? ROUNDS : s->round;
}

const struct game game_brillig = {
    .id = "brillig",
    .title = "Brillig",
    .box = "Jabberwocky",
    .blurb = "Bid for the gems, or for a better card.",
    .seats_min = SEATS,
    .seats_max = SEATS,
    .minutes = 15,
    .sources = SOURCES,
    .flags = GAME_HIDDEN | GAME_SEALED,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = SEATS * DEALT,
    .move_ids = MOVES_N,
    .length_max = DEALT + GEMS - 1 + ROUNDS * ROUND_MOVES,
    .options = options,
    .options_n = 1,
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
    .sealed = sealed,
    .reopen = reopen,
    .veil = veil,
    .result = result,
    .scene = scene,
    .say = say,
    .touch = touch,
    .standing = standing,
    .stage = stage,
    .effort = 300,
    .patience = 1,
};
