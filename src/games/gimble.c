/* gimble.c: Gimble, rummy with gem auctions for 2 or 3 (Jabberwocky box). Rules: docs/rules/gimble.md.
 *
 * Bid gems for the first pick from an open display. The winning bid goes on a card that somebody will take with
 * its gems; what each holds at the end, gems and a secret wild card included, is arranged into runs and duplicates.
 *
 * Unusual: the gems of a seat or on a card are one number, four bits a suit, so that taking a card with its gems is
 * one addition. The deck has no order: the display is filled by drawing from the set of cards that nobody has seen.
 * The best arrangement is found exactly, by trying all runs for each number of the wild card (see best_plan). That
 * takes about 0.4 microseconds a hand and 3 for the worst ones, so all hands of a game cost about as much as playing it
 * at random; it is done only when somebody wants to know (result, scene, standing).
 */
#include "jabberwocky.h"
#include "pool.h"

enum {
    SEATS = 3,
    SLOTS = SEATS + 1, /* cards in the display: one more than seats */
    GEMS_LEAST = 4,    /* of each suit that are used */
    HIGHEST = 8,       /* the highest number that gems or the wild card can be */
    RUN_MIN = 3,       /* cards */
    ROUNDS_OF_TWO = 7, /* until the deck is empty */
    ROUNDS_OF_THREE = 5
};

static const struct thing things[] = {JABBERWOCKY_THINGS};

/* How gems are shared out. So many of each suit for each seat, and of those that are too few for one more of a suit
 * each, which are mixed, so many more for each: by seats, from 2 on, and by how many gems of each suit are not used. */
static const struct {
    uint8_t of_each, more;
} shares[2][GEMS_OF_SUIT - GEMS_LEAST + 1] = {
    {{4, 0}, {3, 1}, {3, 0}, {2, 1}, {2, 0}},
    {{2, 2}, {2, 1}, {2, 0}, {1, 2}, {1, 1}},
};
enum { MORE_GEMS = 2 * SEATS /* of all seats, at most */ };

/* Runs of two would fit three times into a colour, and best_plan tries two at once; a run of six takes more than the
 * Number cards of a colour. A wild card has a number that gems can have too, and all those of the Number cards. With
 * fewer gems most bids would be 0 or 1. */
enum { OPTION_RUN, OPTION_WILD, OPTION_GEMS, OPTIONS_N };

static const struct option options[] = {
    [OPTION_RUN] = OPTION_NUMBER("run", "Cards in the shortest run", RUN_MIN, NUMBERS, RUN_MIN),
    [OPTION_WILD] = OPTION_NUMBER("wild", "Highest number of a wild card", NUMBERS, HIGHEST, HIGHEST),
    [OPTION_GEMS] = OPTION_NUMBER("gems", "Gems of each colour", GEMS_LEAST, GEMS_OF_SUIT, GEMS_OF_SUIT),
};

enum { Z_DISPLAY, Z_DECK, Z_HAND, Z_SETS, Z_ASIDE, Z_SUPPLY, ZONES_N };

static const struct zone zones[] = {
    [Z_DISPLAY] = {"display", ZONE_GRID, ROLE_BOARD}, [Z_DECK] = {"deck", ZONE_PILE, ROLE_DECK},
    [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND},        [Z_SETS] = {"sets", ZONE_ROW, ROLE_WON},
    [Z_ASIDE] = {"aside", ZONE_BOX, ROLE_ASIDE},      [Z_SUPPLY] = {"supply", ZONE_BOX, ROLE_SUPPLY},
};

/* Places: the display from 0 on, then these. */
enum { PLACE_DECK = SLOTS, PLACE_ASIDE, PLACE_SUPPLY, PLACE_HAND, PLACE_SET = PLACE_HAND + SEATS /* see place_set */ };

/* Chance acts in the phases before BID, and each is a source of its own. */
enum phase { DEAL_WILDS, DEAL_GEMS, DRAW_STARTER, LAY, BID, PUT, TAKE, OVER };

struct state {
    uint64_t pool;        /* suits of wild cards while they are dealt, then the deck: `pooled` of them (pool.h) */
    uint16_t hand[SEATS]; /* sets of cards */
    uint16_t gems[SEATS]; /* heaps (jabberwocky.h) */
    uint16_t on[SLOTS];   /* gems on the cards of the display, likewise */
    uint8_t slot[SLOTS];  /* the cards of the display */
    uint8_t wild[SEATS];  /* suit + 1, or 0 before it is dealt */
    uint8_t phase, seats;
    uint8_t turn;  /* who is asked; while the display is filled, who opens the bidding */
    uint8_t first; /* who opened the bidding in round 1 */
    uint8_t pooled;
    uint8_t shown;  /* the slots that have a card */
    uint8_t least;  /* the lowest bid that may be said: 0, or one more than the bid that stands */
    uint8_t leader; /* whose bid that is */
    uint8_t in;     /* the seats that have not passed */
    uint8_t barred; /* the slot, as a set, where the winner of the auction has just put gems */
    uint8_t picks;  /* cards still to be taken in this round */
    uint8_t fewer;  /* gems of each suit that are not used */
    uint8_t sets;   /* cards of the shortest run beyond RUN_MIN, + 16 * HIGHEST less the highest wild number */
};

_Static_assert(sizeof(struct state) == 48, "no padding");

/* What may be left over: Number cards, and gems that count as one card. */
#define CARDS_OF(X, COLOUR, colour)                                                                                    \
    X(COLOUR##_1, colour " 1")                                                                                         \
    X(COLOUR##_2, colour " 2")                                                                                         \
    X(COLOUR##_3, colour " 3")                                                                                         \
    X(COLOUR##_4, colour " 4")                                                                                         \
    X(COLOUR##_5, colour " 5")

#define GEMS_OF(X, COLOUR, colour)                                                                                     \
    X(COLOUR##_GEM, "1 " colour " gem")                                                                                \
    X(COLOUR##_GEMS_2, "2 " colour " gems")                                                                            \
    X(COLOUR##_GEMS_3, "3 " colour " gems")                                                                            \
    X(COLOUR##_GEMS_4, "4 " colour " gems")                                                                            \
    X(COLOUR##_GEMS_5, "5 " colour " gems")                                                                            \
    X(COLOUR##_GEMS_6, "6 " colour " gems")                                                                            \
    X(COLOUR##_GEMS_7, "7 " colour " gems")                                                                            \
    X(COLOUR##_GEMS_8, "8 " colour " gems")

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_WILD, "deal the {thing} to {seat}")                                                                          \
    X(SAY_GEM, "deal a {thing} to {seat}")                                                                             \
    X(SAY_STARTS, "{seat} starts")                                                                                     \
    X(SAY_LAY, "lay {thing}")                                                                                          \
    X(SAY_PASS, "pass")                                                                                                \
    X(SAY_BID, "bid {n}")                                                                                              \
    X(SAY_PUT, "put {n} {colour} [gem|gems] on {thing}")                                                               \
    X(SAY_TAKE, "take {thing}")                                                                                        \
    X(WILD_IS, "{seat's} wild card is the {thing}")                                                                    \
    X(GETS_GEM, "{seat} [get|gets] a {thing}")                                                                         \
    X(GEM_OUT, "a {thing} is left over and put aside")                                                                 \
    X(STARTS, "{seat} [start|starts]")                                                                                 \
    X(LAID, "{thing} comes into the display")                                                                          \
    X(OPENS, "round {n} of {n}: {seat} [open|opens] the bidding")                                                      \
    X(BIDS, "{seat} [bid|bids] {n}")                                                                                   \
    X(BIDS_NOTHING, "{seat} [have|has] no gems and [open|opens] with 0")                                               \
    X(PASSES, "{seat} [pass|passes]")                                                                                  \
    X(CANNOT_RAISE, "{seat} [pass|passes], unable to bid more")                                                        \
    X(WINS, "{seat} [win|wins] the bidding with {n}")                                                                  \
    X(PUTS, "{seat} [put|puts] {n} {colour} [gem|gems] on {thing}")                                                    \
    X(TAKES, "{seat} [take|takes] {thing}")                                                                            \
    X(TAKES_ONE, "{seat} [take|takes] {thing} with {n} {colour} [gem|gems]")                                           \
    X(TAKES_TWO, "{seat} [take|takes] {thing} with {n} {colour} and {n} {colour} gems")                                \
    X(TAKES_THREE, "{seat} [take|takes] {thing} with {n} green, {n} yellow and {n} purple gems")                       \
    X(ENDED, "the deck is empty: the game is over, and the wild cards are shown")                                      \
    X(OUT, "{thing} stays in the display and is nobody's")                                                             \
    X(DISPLAY_TITLE, "the display")                                                                                    \
    X(BARRED_LABEL, "paid")                                                                                            \
    X(DECK_TITLE, "the deck, order unknown")                                                                           \
    X(HAND_TITLE, "{seat's} cards and gems")                                                                           \
    X(ASIDE_TITLE, "set aside")                                                                                        \
    X(SUPPLY_TITLE, "not yet dealt")                                                                                   \
    X(SETS_TITLE, "{seat's} sets")                                                                                     \
    X(RUN_LABEL, "run {+n}")                                                                                           \
    X(DUPLICATES_LABEL, "duplicates {+n}")                                                                             \
    X(LEFT_LABEL, "left over {n}")                                                                                     \
    X(PROMPT_WILDS, "the wild cards are dealt")                                                                        \
    X(PROMPT_GEM, "one more gem each is dealt")                                                                        \
    X(PROMPT_GEMS, "two more gems each are dealt")                                                                     \
    X(PROMPT_STARTER, "the starting player is drawn")                                                                  \
    X(PROMPT_LAY, "the display is filled")                                                                             \
    X(PROMPT_OPEN, "{seat} [open|opens] the bidding, with 0 or more")                                                  \
    X(PROMPT_BID, "{seat} [pass|passes] or [bid|bids] more than {n}")                                                  \
    X(PROMPT_PUT, "{seat} [put|puts] {n} [gem|gems] of one colour on a card")                                          \
    X(PROMPT_TAKE, "{seat} [take|takes] a card")                                                                       \
    X(PROMPT_TAKE_OTHER, "{seat} [take|takes] a card, but not {thing}")                                                \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(NOTE_LEADS, "round {n} of {n}: {seat} [lead|leads] the bidding with {n}")                                        \
    X(NOTE_WON, "round {n} of {n}: {seat} [have|has] won the bidding with {n}")                                        \
    X(NOTE_PASSED, "{seat} [have|has] passed")                                                                         \
    X(NOTE_WORTH, "{seat's} cards, gems and wild card would score {n} now")                                            \
    X(WILD_AS, "{seat's} wild card, the {thing}, counts as {n}")                                                       \
    X(WILD_UNUSED, "{seat's} wild card, the {thing}, is unused: -1")                                                   \
    X(RUN, "{seat}: {colour} run from {n} to {n}{text}: {+n}")                                                         \
    X(DUPLICATES, "{seat}: {text} {n}s{text}: {+n}")                                                                   \
    X(WITH_GEMS, ", with gems")                                                                                        \
    X(WITH_WILD, ", with the wild card")                                                                               \
    X(WITH_BOTH, ", with gems and the wild card")                                                                      \
    X(TWO, "two")                                                                                                      \
    X(THREE, "three")                                                                                                  \
    X(FOUR, "four")                                                                                                    \
    X(FIVE, "five")                                                                                                    \
    X(SIX, "six")                                                                                                      \
    X(SEVEN, "seven")                                                                                                  \
    X(LEFT_ONE, "{seat}: left over {text}: {n}")                                                                       \
    X(LEFT_TWO, "{seat}: left over {text} and {text}: {n}")                                                            \
    X(LEFT_THREE, "{seat}: left over {text}, {text} and {text}: {n}")                                                  \
    X(LEFT_FOUR, "{seat}: left over {text}, {text}, {text} and {text}: {n}")                                           \
    CARDS_OF(X, GREEN, "green")                                                                                        \
    CARDS_OF(X, YELLOW, "yellow")                                                                                      \
    CARDS_OF(X, PURPLE, "purple")                                                                                      \
    GEMS_OF(X, GREEN, "green")                                                                                         \
    GEMS_OF(X, YELLOW, "yellow")                                                                                       \
    GEMS_OF(X, PURPLE, "purple")                                                                                       \
    X(SCORES, "{seat} [score|scores] {n}")                                                                             \
    X(TIE_WILD, "{seat} [go|goes] before {seat}, who also [have|has] {n}: a lower wild number, {n} against {n}")       \
    X(TIE_GEMS, "{seat} [go|goes] before {seat}, who also [have|has] {n}: fewer gems, {n} against {n}")                \
    X(TIE_FIRST, "{seat} [go|goes] before {seat}, who also [have|has] {n}: earlier in the bidding of round 1")         \
    X(GOAL_UNKNOWN, "make runs and duplicates of cards, gems and a wild card")                                         \
    X(GOAL_LEFT, "make runs and duplicates with your {colour} wild card; what fits nowhere costs {n} now")             \
    X(GOAL_FITS, "make more of your runs and duplicates, with your {colour} wild card; nothing is left over now")      \
    X(COUNT_ROUND, "round")                                                                                            \
    X(COUNT_BID, "bid")                                                                                                \
    X(COUNT_MOST, "highest possible bid")                                                                              \
    X(COUNT_WORTH, "points now")                                                                                       \
    X(COUNT_SET, "points")                                                                                             \
    X(ABOUT_NUMBER,                                                                                                    \
      "taken with the gems on it; scores {n} in a run, {n} or more {colour} numbers in a row, or counts "              \
      "among duplicates, cards of one number in any colours; in neither it costs {n}")                                 \
    X(ABOUT_WILD, "a wild card, secret until the end, when it is {colour} and any number from 1 to {n}, whichever "    \
                  "scores most; in no set it costs 1")                                                                 \
    X(ABOUT_GEM, "bids are paid with gems of one colour, which go with the card they are put on; at the end all your " \
                 "{colour} gems are one {colour} card: its number is how many they are, and what it costs in no set")

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

_Static_assert(T_SEVEN - T_TWO == 2 * SUITS + 1 - 2, "a word for as many as can be alike");
_Static_assert(T_YELLOW_1 - T_GREEN_1 == NUMBERS && T_PURPLE_1 - T_GREEN_1 == 2 * NUMBERS, "a text for each card");
_Static_assert(T_YELLOW_GEM - T_GREEN_GEM == HIGHEST && T_PURPLE_GEM - T_GREEN_GEM == 2 * HIGHEST,
               "a text for each number of gems");

/* Moves. A seat bids, puts gems of a suit on a slot, takes from a slot (in words: the card that lies there). Chance
 * deals suits (wild cards, gems), draws the starting seat and lays cards. */
enum {
    MOVE_BID = 1,                           /* + the bid */
    MOVE_PUT = MOVE_BID + GEMS_OF_SUIT + 1, /* + suit * SLOTS + slot */
    MOVE_TAKE = MOVE_PUT + SUITS * SLOTS,
    MOVE_SUIT = MOVE_TAKE + SLOTS,
    MOVE_SEAT = MOVE_SUIT + SUITS,
    MOVE_CARD = MOVE_SEAT + SEATS,
    MOVES_N = MOVE_CARD + NUMBER_CARDS
};

/* ---- gems ------------------------------------------------------------------------------------ */

/* One gem of each suit; times n: n of each. */
#define EACH_SUIT 0x111u

static int all_gems(uint32_t gems)
{
    return gems_of(gems, 0) + gems_of(gems, 1) + gems_of(gems, 2);
}

/* The highest bid: a bid is paid in one suit. */
static int most_gems(uint32_t gems)
{
    int green = gems_of(gems, 0), yellow = gems_of(gems, 1), purple = gems_of(gems, 2);
    int most = green > yellow ? green : yellow;

    return most > purple ? most : purple;
}

/* The suits in which a bid of 1 or more can be paid: bit 3 of their four. There are 8 gems of a suit, so nothing
 * overflows into the next. */
static uint32_t payable(uint32_t gems, int bid)
{
    return (gems + EACH_SUIT * (uint32_t)(8 - bid)) & EACH_SUIT * 8;
}

/* ---- set-up ---------------------------------------------------------------------------------- */

#define POOL_SUITS 0x210u

static int shortest_run(const struct setup *setup)
{
    return option_number(&options[OPTION_RUN], setup->option[OPTION_RUN]);
}

static int highest_wild(const struct setup *setup)
{
    return option_number(&options[OPTION_WILD], setup->option[OPTION_WILD]);
}

static int gems_of_each(const struct setup *setup)
{
    return option_number(&options[OPTION_GEMS], setup->option[OPTION_GEMS]);
}

/* What each seat begins with. */
static int of_each_suit(const struct state *s)
{
    return shares[s->seats - 2][s->fewer].of_each;
}

static int more_gems(const struct state *s)
{
    return shares[s->seats - 2][s->fewer].more;
}

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    *s = (struct state){.seats = setup->seats,
                        .fewer = (uint8_t)(GEMS_OF_SUIT - gems_of_each(setup)),
                        .sets = (uint8_t)(shortest_run(setup) - RUN_MIN + 16 * (HIGHEST - highest_wild(setup))),
                        .phase = DEAL_WILDS,
                        .pool = POOL_SUITS,
                        .pooled = SUITS};
    for (int seat = 0; seat < s->seats; seat++)
        s->gems[seat] = (uint16_t)(EACH_SUIT * (uint32_t)of_each_suit(s));
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    box_contents(count);
    for (int suit = 0; suit < SUITS; suit++)
        count[GEM + suit] = (uint16_t)gems_of_each(setup);
}

static struct phrase about(const struct setup *setup, int thing)
{
    if (thing >= NUMBER_BACK)
        return PHRASE(T_NONE);
    if (thing >= GEM)
        return PHRASE(T_ABOUT_GEM, suit_colour(thing - GEM), suit_colour(thing - GEM));
    if (thing >= JABBERWOCKY_CARD)
        return PHRASE(T_ABOUT_WILD, suit_colour(thing - JABBERWOCKY_CARD), highest_wild(setup));
    return PHRASE(T_ABOUT_NUMBER, card_number(thing), shortest_run(setup), suit_colour(card_suit(thing)),
                  card_number(thing));
}

/* The slots of a full display. */
static uint32_t all_slots(const struct state *s)
{
    return BIT(s->seats + 1) - 1;
}

/* How many wild cards have been dealt: the seats get them in order. */
static int wilds_dealt(const struct state *s)
{
    return (s->wild[0] != 0) + (s->wild[1] != 0) + (s->wild[2] != 0);
}

/* The gems that nobody has, before any lie on cards. */
static uint32_t undealt_gems(const struct state *s)
{
    return EACH_SUIT * (uint32_t)(GEMS_OF_SUIT - s->fewer) - s->gems[0] - s->gems[1] - s->gems[2];
}

/* As long as they are dealt: three for one each, or six for two each, to one seat after the other. */
static int next_to_get_gem(const struct state *s)
{
    int more = more_gems(s), dealt = SUITS * more - all_gems(undealt_gems(s));

    return more == 2 ? dealt / 2 : dealt;
}

/* Each seat hears of its own wild card only, and two may go at once: no fact says all that leaves the supply. */
static void deal_wild(struct state *s, int suit, struct facts *facts)
{
    int seat = wilds_dealt(s);

    s->wild[seat] = (uint8_t)(suit + 1);
    s->pool = pool_without(s->pool, suit);
    s->pooled--;
    TELL(facts, ONLY(seat), 0, T_WILD_IS, seat, JABBERWOCKY_CARD + suit);
    if (seat + 1 < s->seats)
        return;
    s->phase = more_gems(s) ? DEAL_GEMS : DRAW_STARTER;
    s->pool = POOL_NUMBER_CARDS;
    s->pooled = NUMBER_CARDS;
}

/* With three seats the last wild card is the only one left. */
static void deal_wilds(struct state *s, int suit, struct facts *facts)
{
    deal_wild(s, suit, facts);
    if (s->phase == DEAL_WILDS && s->pooled == 1)
        deal_wild(s, pool_nth(s->pool, 0), facts);
}

/* One gem, where two seats get one of three each. */
static void put_aside(int suit, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, T_GEM_OUT, GEM + suit);
    fact_transfer(facts, GEM + suit, 1, PLACE_SUPPLY, PLACE_ASIDE);
}

/* As long as the gems left over are all of one suit, the next one is dealt too. */
static void deal_gems(struct state *s, int suit, struct facts *facts)
{
    for (;;) {
        uint32_t left;
        int seat = next_to_get_gem(s);

        s->gems[seat] = (uint16_t)(s->gems[seat] + BIT(4 * suit));
        TELL(facts, EVERYBODY, 0, T_GETS_GEM, seat, GEM + suit);
        fact_transfer(facts, GEM + suit, 1, PLACE_SUPPLY, PLACE_HAND + seat);
        left = undealt_gems(s);
        if (left == 0 || (s->seats == 2 && seat == 1)) {
            s->phase = DRAW_STARTER;
            if (left)
                put_aside(bit_lowest(left) / 4, facts);
            return;
        }
        suit = bit_lowest(left) / 4;
        if (left >> (4 * suit) > 15)
            return;
    }
}

static void draw_starter(struct state *s, int seat, struct facts *facts)
{
    s->turn = s->first = (uint8_t)seat;
    s->phase = LAY;
    TELL(facts, EVERYBODY, 0, T_STARTS, seat);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static uint32_t actors(const void *state)
{
    const struct state *s = state;

    return s->phase == OVER ? 0 : s->phase < BID ? BIT(CHANCE) : BIT(s->turn);
}

/* From which slots the seat whose turn it is may take: the winner of the auction not from where it put its gems. */
static uint32_t takeable(const struct state *s)
{
    return s->shown & ~(uint32_t)s->barred;
}

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;
    int n = 0;

    if (s->phase == BID) {
        int most = most_gems(s->gems[seat]);

        out[n] = PASS;
        n += s->least > 0; /* who opens must bid */
        for (int bid = s->least; bid <= most; bid++)
            out[n++] = (move_t)(MOVE_BID + bid);
    } else if (s->phase == PUT) {
        uint32_t suits = payable(s->gems[seat], s->least - 1);

        for (int suit = 0; suit < SUITS; suit++)
            if (suits >> (4 * suit) & 15)
                n += moves_of(s->shown, MOVE_PUT + suit * SLOTS, &out[n]);
    } else {
        n = moves_of(takeable(s), MOVE_TAKE, out);
    }
    return n;
}

static uint32_t odds(const void *state)
{
    const struct state *s = state;

    return s->phase == DEAL_GEMS      ? (uint32_t)all_gems(undealt_gems(s))
           : s->phase == DRAW_STARTER ? s->seats
                                      : s->pooled;
}

static move_t draw(const void *state, uint32_t r)
{
    const struct state *s = state;
    uint32_t left, green, yellow;

    switch (s->phase) {
    case LAY:
        return (move_t)(MOVE_CARD + pool_nth(s->pool, r));
    case DEAL_WILDS:
        return (move_t)(MOVE_SUIT + pool_nth(s->pool, r));
    case DRAW_STARTER:
        return (move_t)(MOVE_SEAT + r);
    default: /* DEAL_GEMS */
        left = undealt_gems(s);
        green = (uint32_t)gems_of(left, 0);
        yellow = (uint32_t)gems_of(left, 1);
        return (move_t)(MOVE_SUIT + (r >= green) + (r >= green + yellow));
    }
}

static int chance(const void *state, move_t out[], uint32_t weight[])
{
    uint32_t sum = odds(state);
    int n = 0;

    for (uint32_t r = 0; r < sum; r++) {
        move_t m = draw(state, r);

        if (n > 0 && out[n - 1] == m) { /* another gem of the same suit */
            weight[n - 1]++;
        } else {
            out[n] = m;
            weight[n++] = 1;
        }
    }
    return n;
}

static uint8_t source(const void *state)
{
    return ((const struct state *)state)->phase;
}

/* ---- bid ------------------------------------------------------------------------------------- */

static int rounds(const struct state *s)
{
    return s->seats == 2 ? ROUNDS_OF_TWO : ROUNDS_OF_THREE;
}

/* From 1 on. */
static int round_now(const struct state *s)
{
    return (NUMBER_CARDS - s->pooled - bit_count(s->shown)) / s->seats + 1;
}

static void bid(struct state *s, int n)
{
    s->leader = s->turn;
    s->least = (uint8_t)(n + 1);
}

/* All but the leader have passed. Who bid 0 pays nothing. */
static void win(struct state *s, struct facts *facts)
{
    s->phase = s->least > 1 ? PUT : TAKE;
    s->picks = s->seats;
    TELL(facts, EVERYBODY, 0, T_WINS, s->leader, s->least - 1);
}

/* The next seat that has not passed. Gems are public, so who cannot bid more passes at once. */
static void bid_on(struct state *s, struct facts *facts)
{
    for (;;) {
        do
            s->turn = (uint8_t)left_of(s->turn, s->seats);
        while (!(s->in >> s->turn & 1));
        if (s->turn == s->leader) {
            win(s, facts);
            return;
        }
        if (most_gems(s->gems[s->turn]) >= s->least)
            return;
        s->in &= (uint8_t)~BIT(s->turn);
        TELL(facts, EVERYBODY, 0, T_CANNOT_RAISE, s->turn);
    }
}

static void open_bidding(struct state *s, struct facts *facts)
{
    s->phase = BID;
    s->in = (uint8_t)(BIT(s->seats) - 1);
    TELL(facts, EVERYBODY, 0, T_OPENS, round_now(s), rounds(s), s->turn);
    if (s->gems[s->turn] == 0) {
        TELL(facts, EVERYBODY, 0, T_BIDS_NOTHING, s->turn);
        bid(s, 0);
        bid_on(s, facts);
    }
}

static void lay(struct state *s, int card, struct facts *facts)
{
    int slot = bit_lowest(all_slots(s) & ~(uint32_t)s->shown);

    s->slot[slot] = (uint8_t)card;
    s->shown |= (uint8_t)BIT(slot);
    s->pool = pool_without(s->pool, card);
    s->pooled--;
    TELL(facts, EVERYBODY, 0, T_LAID, card);
    fact_transfer(facts, card, 1, PLACE_DECK, slot);
}

/* Refill the display: the deck may be empty before it is full, and its last card is no chance. */
static void refill(struct state *s, int card, struct facts *facts)
{
    lay(s, card, facts);
    if (s->pooled == 1 && s->shown != all_slots(s))
        lay(s, pool_nth(s->pool, 0), facts);
    if (s->pooled == 0 || s->shown == all_slots(s))
        open_bidding(s, facts);
}

/* ---- pick ------------------------------------------------------------------------------------ */

static void put(struct state *s, int suit, int slot, struct facts *facts)
{
    int n = s->least - 1;
    uint32_t paid = (uint32_t)n << (4 * suit);

    s->gems[s->turn] = (uint16_t)(s->gems[s->turn] - paid);
    s->on[slot] = (uint16_t)(s->on[slot] + paid);
    s->barred = (uint8_t)BIT(slot);
    s->phase = TAKE;
    TELL(facts, EVERYBODY, 0, T_PUTS, s->turn, n, suit_colour(suit), s->slot[slot]);
    fact_transfer(facts, GEM + suit, n, PLACE_HAND + s->turn, slot);
}

static void tell_take(const struct state *s, int slot, struct facts *facts)
{
    int suit[SUITS], n[SUITS] = {0}, suits = 0, card = s->slot[slot];

    for (int i = 0; i < SUITS; i++) {
        if (gems_of(s->on[slot], i)) {
            suit[suits] = suit_colour(i);
            n[suits++] = gems_of(s->on[slot], i);
        }
    }
    if (suits == 0)
        TELL(facts, EVERYBODY, 0, T_TAKES, s->turn, card);
    else if (suits == 1)
        TELL(facts, EVERYBODY, 0, T_TAKES_ONE, s->turn, card, n[0], suit[0]);
    else if (suits == 2)
        TELL(facts, EVERYBODY, 0, T_TAKES_TWO, s->turn, card, n[0], suit[0], n[1], suit[1]);
    else
        TELL(facts, EVERYBODY, 0, T_TAKES_THREE, s->turn, card, n[0], n[1], n[2]);
    fact_transfer(facts, card, 1, slot, PLACE_HAND + s->turn);
    for (int i = 0; i < SUITS; i++)
        fact_transfer(facts, GEM + i, gems_of(s->on[slot], i), slot, PLACE_HAND + s->turn);
}

static void take(struct state *s, int slot)
{
    s->hand[s->turn] |= (uint16_t)BIT(s->slot[slot]);
    s->gems[s->turn] = (uint16_t)(s->gems[s->turn] + s->on[slot]);
    s->slot[slot] = 0;
    s->on[slot] = 0;
    s->shown &= (uint8_t)~BIT(slot);
    s->barred = 0;
    s->picks--;
}

/* What goes into which set when the wild card is known: with the arrangement, below. */
static void tell_sets(const struct state *s, int seat, struct facts *facts);

/* What is new to anybody: the wild cards. How they are arranged, the result explains. */
static void tell_end(const struct state *s, struct facts *facts)
{
    if (s->shown)
        TELL(facts, EVERYBODY, 0, T_OUT, s->slot[bit_lowest(s->shown)]);
    TELL(facts, EVERYBODY, 0, T_ENDED);
    for (int seat = 0; seat < s->seats; seat++) {
        TELL(facts, EVERYBODY, FACT_REVEALS, T_WILD_IS, seat, JABBERWOCKY_CARD + s->wild[seat] - 1);
        if (facts_transfers(facts))
            tell_sets(s, seat, facts);
    }
}

/* Whoever took the last card, whose turn it still is, starts the next round. */
static void end_round(struct state *s, struct facts *facts)
{
    s->least = s->leader = s->in = 0;
    if (s->pooled > 0) {
        s->phase = LAY;
        return;
    }
    s->phase = OVER;
    if (facts)
        tell_end(s, facts);
}

/* The others take a card each, clockwise; a single one goes to the last of them. */
static void pick_on(struct state *s, struct facts *facts)
{
    while (s->picks > 0) {
        s->turn = (uint8_t)left_of(s->turn, s->seats);
        if (s->shown & (s->shown - 1))
            return;
        if (facts)
            tell_take(s, bit_lowest(s->shown), facts);
        take(s, bit_lowest(s->shown));
    }
    end_round(s, facts);
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    (void)actor;
    switch (s->phase) {
    case DEAL_WILDS:
        deal_wilds(s, m - MOVE_SUIT, facts);
        break;
    case DEAL_GEMS:
        deal_gems(s, m - MOVE_SUIT, facts);
        break;
    case DRAW_STARTER:
        draw_starter(s, m - MOVE_SEAT, facts);
        break;
    case LAY:
        refill(s, m - MOVE_CARD, facts);
        break;
    case BID:
        if (m == PASS) {
            s->in &= (uint8_t)~BIT(s->turn);
            TELL(facts, EVERYBODY, 0, T_PASSES, s->turn);
        } else {
            bid(s, m - MOVE_BID);
            TELL(facts, EVERYBODY, 0, T_BIDS, s->turn, m - MOVE_BID);
        }
        bid_on(s, facts);
        break;
    case PUT:
        put(s, (m - MOVE_PUT) / SLOTS, (m - MOVE_PUT) % SLOTS, facts);
        break;
    default: /* TAKE */
        if (facts)
            tell_take(s, m - MOVE_TAKE, facts);
        take(s, m - MOVE_TAKE);
        pick_on(s, facts);
        break;
    }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* The others' wild cards are dealt again from those that the viewer does not see. The deck has no order. */
static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;
    uint32_t unseen = BIT(SUITS) - 1;
    int dealt = wilds_dealt(s);

    if (viewer == REFEREE || s->phase == OVER)
        return;
    if (viewer < dealt)
        unseen &= ~BIT(s->wild[viewer] - 1);
    for (int seat = 0; seat < dealt; seat++) {
        if (seat != viewer) {
            int suit = bit_nth(unseen, luck_below(luck, (uint32_t)bit_count(unseen)));

            s->wild[seat] = (uint8_t)(suit + 1);
            unseen &= ~BIT(suit);
        }
    }
    if (s->phase == DEAL_WILDS)
        s->pool = pool_of(unseen);
}

/* ---- score ----------------------------------------------------------------------------------- */

/* Cards are counted by number, four bits each: of one suit up to three (a Number card, gems, the wild card), of all
 * suits up to seven. */
#define ONE_OF(number) BIT(4 * ((number) - 1))

enum {
    SUIT_CARDS = NUMBERS + 2, /* the most of one suit: five Number cards, gems, the wild card */
    RUNS_AT_ONCE = SUIT_CARDS / RUN_MIN,
    RUNS_MAX = 15, /* to choose from, if the seven are consecutive */
    WAYS_MAX = 17  /* to make runs of them; the tests try all such cards */
};

_Static_assert(RUNS_AT_ONCE == 2, "ways_of makes one run or two");

struct run {
    uint32_t cards;
    uint8_t low, high, score;
};

/* All runs of so many cards or more that the cards of one suit have, their number. */
static int runs_of(uint32_t cards, int shortest, struct run out[RUNS_MAX])
{
    uint32_t any = (cards | cards >> 1) & 0x11111111u; /* numbers that are there, once or more */
    uint32_t starts = any & any >> 4 & any >> 8;
    int n = 0;

    for (FOR_BITS(start, starts)) {
        int low = (int)start / 4 + 1, high = low + RUN_MIN - 1;
        uint32_t run = (ONE_OF(1) | ONE_OF(2) | ONE_OF(3)) << start;
        int score = 3 * low + 3;

        while (run) {
            out[n] = (struct run){run, (uint8_t)low, (uint8_t)high, (uint8_t)score};
            n += high - low + 1 >= shortest;
            score += ++high;
            run = high <= HIGHEST && (any & ONE_OF(high)) ? run | ONE_OF(high) : 0;
        }
    }
    return n;
}

/* A way to make runs of the cards of one suit. */
struct way {
    uint32_t cards; /* in its runs */
    int score, runs;
    struct run run[RUNS_AT_ONCE];
};

/* All ways, their number; the first is to make none. Two runs that join are not counted apart from the long one. */
static int ways_of(uint32_t cards, int shortest, struct way out[WAYS_MAX])
{
    struct run run[RUNS_MAX];
    int runs = runs_of(cards, shortest, run), n = 0;

    out[n++] = (struct way){0};
    for (int i = 0; i < runs; i++) {
        uint32_t rest = cards - run[i].cards;

        out[n++] = (struct way){run[i].cards, run[i].score, 1, {run[i]}};
        for (int k = i + 1; k < runs; k++)
            if (run[k].low != run[i].high + 1 && ((rest | rest >> 1) & run[k].cards) == run[k].cards)
                out[n++] = (struct way){run[i].cards + run[k].cards, run[i].score + run[k].score, 2, {run[i], run[k]}};
    }
    return n;
}

/* What cards in no run are worth, by number and count: one is left over and subtracts its number, more are
 * duplicates. To have them all in one set is always worth more than any other use of them. */
#define WORTH(number) {0, -(number), 3, 6, 10, 15, 21, 28}

static const int8_t worth[HIGHEST][8] = {WORTH(1), WORTH(2), WORTH(3), WORTH(4),
                                         WORTH(5), WORTH(6), WORTH(7), WORTH(8)};

static int score_rest(uint32_t cards)
{
    int score = 0;

    for (int i = 0; i < HIGHEST; i++)
        score += worth[i][cards >> (4 * i) & 7];
    return score;
}

/* How a hand is arranged: the wild card's number (0: unused), and the runs of each suit. The rest follows. */
struct plan {
    int score, wild;
    struct way way[SUITS];
};

/* The plan with these ways in the three suits, of all cards, if it is better than the best so far. */
static void consider(struct plan *best, int wild, const struct way *way[SUITS], uint32_t all)
{
    uint32_t rest = all - way[0]->cards - way[1]->cards - way[2]->cards;
    int score = way[0]->score + way[1]->score + way[2]->score + score_rest(rest) - (wild == 0);

    if (score > best->score)
        *best = (struct plan){score, wild, {*way[0], *way[1], *way[2]}};
}

/* The best of all plans, exactly: every number of the wild card, every way to make runs in each suit, and for each the
 * rest as duplicates. What is found first stays among equals, so the order decides: an unused wild card, then its
 * numbers from 1 up (so the lowest number wins, as the rules want it), then the order of ways_of. A wild card
 * with a number is never left over, because unused it costs less or has come first. */
static struct plan best_plan(const uint32_t cards[SUITS], int wild_suit, int highest, int shortest)
{
    struct way way[SUITS][WAYS_MAX];
    struct plan best = {.score = INT16_MIN};
    int ways[SUITS];

    for (int suit = 0; suit < SUITS; suit++)
        ways[suit] = ways_of(cards[suit], shortest, way[suit]);
    for (int wild = 0; wild <= highest; wild++) {
        uint32_t one = wild ? ONE_OF(wild) : 0, all = cards[0] + cards[1] + cards[2] + one;

        ways[wild_suit] = ways_of(cards[wild_suit] + one, shortest, way[wild_suit]);
        for (int i = 0; i < ways[0]; i++)
            for (int k = 0; k < ways[1]; k++)
                for (int l = 0; l < ways[2]; l++)
                    consider(&best, wild, (const struct way *[SUITS]){&way[0][i], &way[1][k], &way[2][l]}, all);
    }
    return best;
}

/* The cards of one suit that count at the end, without the wild card: Number cards, and gems as one card. */
static uint32_t counted(const struct state *s, int seat, int suit)
{
    uint32_t hand = (uint32_t)s->hand[seat] >> CARD(suit, 1), cards = 0;
    int gems = gems_of(s->gems[seat], suit);

    for (int number = 1; number <= NUMBERS; number++)
        cards |= (hand >> (number - 1) & 1) * ONE_OF(number);
    return cards + (gems ? ONE_OF(gems) : 0);
}

static struct plan plan_of(const struct state *s, int seat)
{
    uint32_t cards[SUITS];

    for (int suit = 0; suit < SUITS; suit++)
        cards[suit] = counted(s, seat, suit);
    return best_plan(cards, s->wild[seat] - 1, HIGHEST - s->sets / 16, RUN_MIN + s->sets % 16);
}

/* ---- the arrangement ------------------------------------------------------------------------- */

/* Pieces as a set of things: Number cards, wild cards, and gems, where one bit stands for all gems of a suit. */

struct set {
    uint32_t pieces;
    uint8_t suit; /* of a run; SUITS: duplicates */
    uint8_t low, high;
    int8_t score;
};

enum {
    CARDS_MAX = ROUNDS_OF_TWO + SUITS + 1,
    SETS_MAX = CARDS_MAX / 2,
    LEFT_IN_LINE = 4, /* cards named in one line */
    LINES_OF_SEAT = 1 + SETS_MAX + (HIGHEST + LEFT_IN_LINE - 1) / LEFT_IN_LINE + 1
};

_Static_assert(T_LEFT_FOUR - T_LEFT_ONE == LEFT_IN_LINE - 1, "a text for each number of cards in a line");

/* A plan as it lies on the table. */
struct arrangement {
    int score, wild, sets, left_score;
    struct set set[SETS_MAX];
    uint32_t left; /* the pieces left over, the wild card too if it is unused */
};

/* The pieces of a seat that count as this number of this suit. */
static uint32_t pieces_of(const struct state *s, int seat, int wild, int suit, int number)
{
    uint32_t pieces = number <= NUMBERS ? s->hand[seat] & BIT(CARD(suit, number)) : 0;

    if (s->wild[seat] == suit + 1 && wild == number)
        pieces |= BIT(JABBERWOCKY_CARD + suit);
    if (gems_of(s->gems[seat], suit) == number)
        pieces |= BIT(GEM + suit);
    return pieces;
}

static uint32_t all_pieces(const struct state *s, int seat)
{
    uint32_t pieces = s->hand[seat] | BIT(JABBERWOCKY_CARD + s->wild[seat] - 1);

    for (int suit = 0; suit < SUITS; suit++)
        if (gems_of(s->gems[seat], suit))
            pieces |= BIT(GEM + suit);
    return pieces;
}

static void lay_run(const struct state *s, int seat, int suit, const struct run *run, struct arrangement *out)
{
    struct set *set = &out->set[out->sets++];

    *set = (struct set){0, (uint8_t)suit, run->low, run->high, (int8_t)run->score};
    for (int number = run->low; number <= run->high; number++) { /* of equal cards a Number card goes first */
        int piece = bit_lowest(pieces_of(s, seat, out->wild, suit, number) & out->left);

        set->pieces |= BIT(piece);
        out->left &= ~BIT(piece);
    }
}

/* What is left of a number: duplicates, or a card left over. */
static void lay_rest(const struct state *s, int seat, int number, struct arrangement *out)
{
    uint32_t pieces = 0;

    for (int suit = 0; suit < SUITS; suit++)
        pieces |= pieces_of(s, seat, out->wild, suit, number) & out->left;
    if (bit_count(pieces) < 2) {
        out->left_score -= pieces ? number : 0;
        return;
    }
    out->left &= ~pieces;
    out->set[out->sets++] = (struct set){pieces, SUITS, (uint8_t)number, (uint8_t)number,
                                         worth[number - 1][bit_count(pieces)]};
}

static struct arrangement arrange(const struct state *s, int seat)
{
    struct plan plan = plan_of(s, seat);
    struct arrangement out = {.score = plan.score, .wild = plan.wild, .left = all_pieces(s, seat)};

    out.left_score = -(plan.wild == 0);
    for (int suit = 0; suit < SUITS; suit++)
        for (int i = 0; i < plan.way[suit].runs; i++)
            lay_run(s, seat, suit, &plan.way[suit].run[i], &out);
    for (int number = 1; number <= HIGHEST; number++)
        lay_rest(s, seat, number, &out);
    return out;
}

/* Where set number n of a seat lies; number SETS_MAX: what is left over. */
static int place_set(int seat, int n)
{
    return PLACE_SET + seat * (SETS_MAX + 1) + n;
}

static void tell_pieces(const struct state *s, int seat, uint32_t pieces, int to, struct facts *facts)
{
    for (FOR_BITS(thing, pieces)) {
        int count = thing < GEM ? 1 : gems_of(s->gems[seat], (int)thing - GEM);

        fact_transfer(facts, (int)thing, count, PLACE_HAND + seat, to);
    }
}

static void tell_sets(const struct state *s, int seat, struct facts *facts)
{
    struct arrangement a = arrange(s, seat);

    for (int i = 0; i < a.sets; i++)
        tell_pieces(s, seat, a.set[i].pieces, place_set(seat, i), facts);
    tell_pieces(s, seat, a.left, place_set(seat, SETS_MAX), facts);
}

static struct phrase say_set(int seat, const struct set *set)
{
    bool gems = set->pieces >> GEM != 0, wild = (set->pieces >> JABBERWOCKY_CARD & (BIT(SUITS) - 1)) != 0;
    int with = gems && wild ? T_WITH_BOTH : gems ? T_WITH_GEMS : wild ? T_WITH_WILD : T_NONE;

    return set->suit == SUITS
               ? PHRASE(T_DUPLICATES, seat, T_TWO + bit_count(set->pieces) - 2, set->low, with, set->score)
               : PHRASE(T_RUN, seat, suit_colour(set->suit), set->low, set->high, with, set->score);
}

/* The cards left over, a few to a line, and what they subtract. */
static int say_left(const struct state *s, int seat, const struct arrangement *a, struct phrase out[])
{
    int lines = 0, names = 0, score = 0;

    for (int suit = 0; suit < SUITS; suit++) {
        for (int number = 1; number <= HIGHEST; number++) {
            uint32_t piece = pieces_of(s, seat, a->wild, suit, number) & a->left;

            if (!piece)
                continue;
            if (names == 0)
                out[lines++] = PHRASE(T_NONE, seat);
            score -= number;
            out[lines - 1].text = (uint16_t)(T_LEFT_ONE + names++);
            out[lines - 1].arg[names] = (int16_t)(piece >> GEM ? T_GREEN_GEM + suit * HIGHEST + number - 1
                                                               : T_GREEN_1 + CARD(suit, number));
            out[lines - 1].arg[names + 1] = (int16_t)score;
            if (names == LEFT_IN_LINE)
                names = score = 0;
        }
    }
    return lines;
}

/* The arrangement of a seat in words, the wild card first and the score last; the number of lines. */
static int explain(const struct state *s, int seat, const struct arrangement *a, struct phrase out[LINES_OF_SEAT])
{
    int wild_card = JABBERWOCKY_CARD + s->wild[seat] - 1, n = 0;

    out[n++] = a->wild ? PHRASE(T_WILD_AS, seat, wild_card, a->wild) : PHRASE(T_WILD_UNUSED, seat, wild_card);
    for (int i = 0; i < a->sets; i++)
        out[n++] = say_set(seat, &a->set[i]);
    n += say_left(s, seat, a, &out[n]);
    out[n++] = PHRASE(T_SCORES, seat, a->score);
    return n;
}

/* ---- the end --------------------------------------------------------------------------------- */

static bool goes_before(const struct result *r, int a, int b)
{
    int tie = 0;

    if (a == b || r->score[a] != r->score[b])
        return r->score[a] > r->score[b];
    while (r->tie[a][tie] == r->tie[b][tie]) /* the last tie-break is never equal */
        tie++;
    return r->tie[a][tie] > r->tie[b][tie];
}

/* Why a seat goes before the next one with the same score. */
static void explain_tie(int a, int b, struct result *out)
{
    const int32_t *x = out->tie[a], *y = out->tie[b];
    int score = out->score[a];

    if (x[0] != y[0])
        result_line(out, a, PHRASE(T_TIE_WILD, a, b, score, -x[0], -y[0]));
    else if (x[1] != y[1])
        result_line(out, a, PHRASE(T_TIE_GEMS, a, b, score, -x[1], -y[1]));
    else
        result_line(out, a, PHRASE(T_TIE_FIRST, a, b, score));
}

static void result(const void *state, struct result *out)
{
    const struct state *s = state;
    int in_order[SEATS];

    for (int seat = 0; seat < s->seats; seat++) {
        struct arrangement a = arrange(s, seat);
        struct phrase line[LINES_OF_SEAT];
        int n = explain(s, seat, &a, line);

        out->score[seat] = a.score;
        out->tie[seat][0] = a.wild ? -a.wild : -1;
        out->tie[seat][1] = -all_gems(s->gems[seat]);
        out->tie[seat][2] = -((seat + s->seats - s->first) % s->seats);
        for (int i = 0; i < n; i++)
            result_line(out, seat, line[i]);
    }
    for (int seat = 0; seat < s->seats; seat++) {
        int before = 0;

        for (int other = 0; other < s->seats; other++)
            before += goes_before(out, other, seat);
        in_order[before] = seat;
    }
    for (int i = 1; i < s->seats; i++)
        if (out->score[in_order[i]] == out->score[in_order[i - 1]])
            explain_tie(in_order[i - 1], in_order[i], out);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void scene_display(const struct state *s, struct scene *out)
{
    scene_zone(out, &zones[Z_DISPLAY], NOBODY, PHRASE(T_DISPLAY_TITLE));
    for (int slot = 0; slot < s->seats + 1; slot++) {
        scene_place(out, slot, 2 * slot, 0, PHRASE(s->barred & BIT(slot) ? T_BARRED_LABEL : T_NONE));
        if (s->shown & BIT(slot))
            scene_piece(out, s->slot[slot], 1, 0);
        scene_heap(out, s->on[slot]);
    }
    scene_pile(out, &zones[Z_DECK], NOBODY, PHRASE(T_DECK_TITLE), PLACE_DECK);
    if (s->phase == DEAL_WILDS)
        scene_piece(out, NUMBER_BACK, NUMBER_CARDS, 0);
    for (uint32_t i = 0; i < s->pooled && s->phase != DEAL_WILDS; i++) /* known by subtraction */
        scene_piece(out, pool_nth(s->pool, i), 1, PIECE_DOWN);
}

static void scene_hand(const struct state *s, int viewer, int seat, struct scene *out)
{
    bool seen = seat == viewer || viewer == REFEREE;

    scene_pile(out, &zones[Z_HAND], seat, PHRASE(T_HAND_TITLE, seat), PLACE_HAND + seat);
    for (FOR_BITS(card, s->hand[seat]))
        scene_piece(out, (int)card, 1, 0);
    if (s->wild[seat])
        scene_piece(out, seen ? JABBERWOCKY_CARD + s->wild[seat] - 1 : JABBERWOCKY_BACK, 1, seen ? PIECE_DOWN : 0);
    scene_heap(out, s->gems[seat]);
}

/* In the order of their numbers, so that a run reads as one. */
static void scene_pieces(const struct state *s, int seat, const struct arrangement *a, uint32_t pieces,
                         struct scene *out)
{
    int wild = a->wild ? a->wild : 1; /* unused it counts as 1 */

    for (int number = 1; number <= HIGHEST; number++)
        for (int suit = 0; suit < SUITS; suit++)
            for (FOR_BITS(thing, pieces_of(s, seat, wild, suit, number) & pieces))
                scene_piece(out, (int)thing, thing < GEM ? 1 : number, 0);
}

/* At the end everything lies arranged. */
static void scene_sets(const struct state *s, int seat, struct scene *out)
{
    struct arrangement a = arrange(s, seat);

    scene_zone(out, &zones[Z_SETS], seat, PHRASE(T_SETS_TITLE, seat));
    for (int i = 0; i < a.sets; i++) {
        scene_place(out, place_set(seat, i), 2 * i, 0,
                    PHRASE(a.set[i].suit == SUITS ? T_DUPLICATES_LABEL : T_RUN_LABEL, a.set[i].score));
        scene_pieces(s, seat, &a, a.set[i].pieces, out);
        scene_count(out, SCOPE_PLACE, a.set[i].score, NO_LIMIT, PHRASE(T_COUNT_SET));
    }
    if (a.left) {
        scene_place(out, place_set(seat, SETS_MAX), 2 * a.sets, 0, PHRASE(T_LEFT_LABEL, a.left_score));
        scene_pieces(s, seat, &a, a.left, out);
        scene_count(out, SCOPE_PLACE, a.left_score, NO_LIMIT, PHRASE(T_COUNT_SET));
    }
    out->scored = true;
    out->score[seat] = a.score;
}

/* With two seats, a wild card and perhaps a gem. */
static void scene_aside(const struct state *s, struct scene *out)
{
    uint32_t left = undealt_gems(s) - s->on[0] - s->on[1] - s->on[2];

    scene_pile(out, &zones[Z_ASIDE], NOBODY, PHRASE(T_ASIDE_TITLE), PLACE_ASIDE);
    if (s->phase == OVER) /* known by subtraction */
        scene_piece(out, JABBERWOCKY_CARD + SUITS - (s->wild[0] - 1) - (s->wild[1] - 1), 1, PIECE_DOWN);
    else
        scene_piece(out, JABBERWOCKY_BACK, 1, 0);
    if (s->phase > DEAL_GEMS && more_gems(s))
        scene_heap(out, left);
}

/* What nobody has: not dealt yet, or set aside. */
static void scene_rest(const struct state *s, struct scene *out)
{
    if (s->phase <= DEAL_GEMS) {
        scene_pile(out, &zones[Z_SUPPLY], NOBODY, PHRASE(T_SUPPLY_TITLE), PLACE_SUPPLY);
        scene_piece(out, JABBERWOCKY_BACK, s->phase == DEAL_WILDS ? SUITS - wilds_dealt(s) : 0, 0);
        scene_heap(out, undealt_gems(s));
    }
    if (s->phase > DEAL_WILDS && s->seats == 2)
        scene_aside(s, out);
}

static void scene_notes(const struct state *s, int viewer, struct scene *out)
{
    int now = round_now(s), all = rounds(s);

    if (s->phase < LAY || s->phase == OVER)
        return;
    scene_note(out, NOBODY,
               s->phase > BID ? PHRASE(T_NOTE_WON, now, all, s->leader, s->least - 1)
               : s->least > 0 ? PHRASE(T_NOTE_LEADS, now, all, s->leader, s->least - 1)
                              : PHRASE(T_OPENS, now, all, s->turn));
    for (int seat = 0; seat < s->seats; seat++)
        if (s->phase == BID && !(s->in & BIT(seat)))
            scene_note(out, seat, PHRASE(T_NOTE_PASSED, seat));
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == viewer || viewer == REFEREE) {
            int score = plan_of(s, seat).score;

            scene_note(out, seat, PHRASE(T_NOTE_WORTH, seat, score));
            scene_count_seat(out, seat, COUNTER_SCORE, score, NO_LIMIT, PHRASE(T_COUNT_WORTH));
        }
    }
}

/* The round, the bid that stands, and how high each could go: gems are public. */
static void scene_counters(const struct state *s, struct scene *out)
{
    if (s->phase < LAY || s->phase == OVER)
        return;
    scene_count(out, SCOPE_TABLE, round_now(s), rounds(s), PHRASE(T_COUNT_ROUND));
    if (s->least > 0)
        scene_count_seat(out, s->leader, 0, s->least - 1, NO_LIMIT, PHRASE(T_COUNT_BID));
    for (int seat = 0; seat < s->seats; seat++)
        scene_count_seat(out, seat, 0, most_gems(s->gems[seat]), NO_LIMIT, PHRASE(T_COUNT_MOST));
}

static struct phrase goal(const struct state *s, int viewer)
{
    struct arrangement a;
    int colour;

    if (!s->wild[viewer])
        return PHRASE(T_GOAL_UNKNOWN);
    a = arrange(s, viewer);
    colour = suit_colour(s->wild[viewer] - 1);
    return a.left ? PHRASE(T_GOAL_LEFT, colour, -a.left_score) : PHRASE(T_GOAL_FITS, colour);
}

static struct phrase prompt(const struct state *s)
{
    switch (s->phase) {
    case DEAL_WILDS:
        return PHRASE(T_PROMPT_WILDS);
    case DEAL_GEMS:
        return PHRASE(more_gems(s) == 1 ? T_PROMPT_GEM : T_PROMPT_GEMS);
    case DRAW_STARTER:
        return PHRASE(T_PROMPT_STARTER);
    case LAY:
        return PHRASE(T_PROMPT_LAY);
    case BID:
        return s->least == 0 ? PHRASE(T_PROMPT_OPEN, s->turn) : PHRASE(T_PROMPT_BID, s->turn, s->least - 1);
    case PUT:
        return PHRASE(T_PROMPT_PUT, s->turn, s->least - 1);
    case TAKE:
        return s->barred ? PHRASE(T_PROMPT_TAKE_OTHER, s->turn, s->slot[bit_lowest(s->barred)])
                         : PHRASE(T_PROMPT_TAKE, s->turn);
    default:
        return PHRASE(T_PROMPT_OVER);
    }
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene_notes(s, viewer, out);
    scene_display(s, out);
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->phase == OVER)
            scene_sets(s, seat, out);
        else
            scene_hand(s, viewer, seat, out);
    }
    scene_rest(s, out);
    scene_counters(s, out);
    out->prompt = prompt(s);
    if (viewer < s->seats && s->phase != OVER)
        out->goal = goal(s, viewer);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    (void)actor;
    switch (s->phase) {
    case DEAL_WILDS:
        return PHRASE(T_SAY_WILD, JABBERWOCKY_CARD + m - MOVE_SUIT, wilds_dealt(s));
    case DEAL_GEMS:
        return PHRASE(T_SAY_GEM, GEM + m - MOVE_SUIT, next_to_get_gem(s));
    case DRAW_STARTER:
        return PHRASE(T_SAY_STARTS, m - MOVE_SEAT);
    case LAY:
        return PHRASE(T_SAY_LAY, m - MOVE_CARD);
    case BID:
        return m == PASS ? PHRASE(T_SAY_PASS) : PHRASE(T_SAY_BID, m - MOVE_BID);
    case PUT:
        return PHRASE(T_SAY_PUT, s->least - 1, suit_colour((m - MOVE_PUT) / SLOTS), s->slot[(m - MOVE_PUT) % SLOTS]);
    default:
        return PHRASE(T_SAY_TAKE, s->slot[m - MOVE_TAKE]);
    }
}

static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;

    switch (s->phase) {
    case BID:
        return 0;
    case PUT: /* the gems, then the card */
        out[0] = (struct touch){(uint16_t)(PLACE_HAND + seat), (uint16_t)(GEM + (m - MOVE_PUT) / SLOTS)};
        out[1] = (struct touch){(uint16_t)((m - MOVE_PUT) % SLOTS), NOTHING};
        return 2;
    default:
        out[0] = (struct touch){(uint16_t)(m - MOVE_TAKE), NOTHING};
        return 1;
    }
}

/* In a round at most every bid from 0 to 8 is said, and one seat passes (the other's pass follows from a bid of 8);
 * the winner puts gems, and all take a card. */
enum { SETUP_MOVES = SUITS + MORE_GEMS + 1, ROUND_MOVES = GEMS_OF_SUIT + 1 + 1 + 1 + SEATS };

/* ---- what bots are told ---------------------------------------------------------------------- */

/* What the cards, gems and wild card of each would score now: at the end that is the score. */
static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;

    for (int seat = 0; seat < s->seats; seat++)
        out[seat] = s->wild[seat] ? plan_of(s, seat).score * POINT : 0;
    return (8 + s->pooled) * POINT;
}

const struct game game_gimble = {
    .id = "gimble",
    .title = "Gimble",
    .box = "Jabberwocky",
    .blurb = "Bid gems for cards, and make runs and duplicates of both.",
    .seats_min = 2,
    .seats_max = SEATS,
    .minutes = 20,
    .sources = LAY + 1,
    .flags = GAME_HIDDEN,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = NUMBER_CARDS,
    .move_ids = MOVES_N,
    .length_max = SETUP_MOVES + NUMBER_CARDS + ROUNDS_OF_TWO * ROUND_MOVES,
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
    .effort = 600,
    .patience = 6,
};
