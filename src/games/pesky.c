/* pesky.c: Those Pesky Garden Gnomes, trick-taking for 3 to 5 seats. Rules: docs/rules/pesky-gnomes.md.
 *
 * Hands of ten tricks, or of fewer. Everybody has a secret goal and a bid; the second-highest bid names trump. What
 * counts is how near one comes to the goal: the difference, at most 10, is added to the score, and the lowest score
 * wins when somebody has more than 30.
 *
 * Unusual: cards are numbered suit by suit and rank by rank, and hands are sets of them, so that the cards that follow
 * suit are one AND, and of two cards of a suit the greater number wins. Whoever does not follow suit has shown a void
 * to everybody, and veil keeps to that: see "what is hidden".
 */
#include "game.h"
#include "wide.h"

/* ---- components: what an owner of the box may want to correct ------------------------------------ */

/* The cards of one suit: rank, points, and the points as they stand in the name and in the mark. Green has the ranks
 * to 5, yellow to 10, blue to 15, red to 20. The points are reconstructed, but for -7 and -3. */
#define RANKS_1_TO_5(X, ...)                                                                                           \
    X(__VA_ARGS__, 1, 0, "", "")                                                                                       \
    X(__VA_ARGS__, 2, 0, "", "")                                                                                       \
    X(__VA_ARGS__, 3, -3, " (-3)", ":-3")                                                                              \
    X(__VA_ARGS__, 4, 0, "", "")                                                                                       \
    X(__VA_ARGS__, 5, +3, " (+3)", ":+3")
#define RANKS_6_TO_10(X, ...)                                                                                          \
    X(__VA_ARGS__, 6, 0, "", "")                                                                                       \
    X(__VA_ARGS__, 7, -7, " (-7)", ":-7")                                                                              \
    X(__VA_ARGS__, 8, 0, "", "")                                                                                       \
    X(__VA_ARGS__, 9, 0, "", "")                                                                                       \
    X(__VA_ARGS__, 10, +7, " (+7)", ":+7")
#define RANKS_11_TO_15(X, ...)                                                                                         \
    X(__VA_ARGS__, 11, 0, "", "")                                                                                      \
    X(__VA_ARGS__, 12, 0, "", "")                                                                                      \
    X(__VA_ARGS__, 13, 0, "", "")                                                                                      \
    X(__VA_ARGS__, 14, 0, "", "")                                                                                      \
    X(__VA_ARGS__, 15, 0, "", "")
#define RANKS_16_TO_20(X, ...)                                                                                         \
    X(__VA_ARGS__, 16, 0, "", "")                                                                                      \
    X(__VA_ARGS__, 17, 0, "", "")                                                                                      \
    X(__VA_ARGS__, 18, 0, "", "")                                                                                      \
    X(__VA_ARGS__, 19, 0, "", "")                                                                                      \
    X(__VA_ARGS__, 20, 0, "", "")

/* The goal cards: what is compared with which number. From POINTS +10 on they are reconstructed. */
#define GOALS(X)                                                                                                       \
    X(POINTS, 0, "points 0")                                                                                           \
    X(POINTS, -10, "points -10")                                                                                       \
    X(HALF, 0, "half the cards")                                                                                       \
    X(YELLOW_AND_BLUE, 10, "10 yellow and blue cards")                                                                 \
    X(NO_GOAL, 0, "no goal")                                                                                           \
    X(POINTS, +10, "points +10")                                                                                       \
    X(POINTS, +5, "points +5")                                                                                         \
    X(POINTS, -5, "points -5")                                                                                         \
    X(RED, 10, "10 red cards")                                                                                         \
    X(CARDS, 0, "0 cards")

#define TOKENS(X) X(+1) X(+4) X(+6) X(+8) X(+11) X(-2) X(-6) X(-8) X(-9) X(-13)

enum {
    SEATS = 5,
    SEATS_LEAST = 3,
    DEALT = 10, /* cards to each seat, and tricks of a hand: the usual number, and the most for five seats */
    DEALT_LEAST = 4,
    DECIDE_AT = 10, /* from this score on one more goal card or one more bid token */
    BOTH_AT = 20,   /* and from this one on both */
    OVER_AT = 30,   /* a score above it ends the game */
    HANDS_MAX = 20,
    DIFFERENCE_MAX = 10,
};

/* A hand adds at most 10 to a score, so that from 10 on no score ends the game after its first hand. A hand adds about
 * 5: of a game to much more than 60, all hands would be played before a score ends it. There are no more hands than the
 * rules have, by which length_max goes. With fewer than 4 cards each, nobody of three seats could take the 10 cards
 * that two of the goals want. */
enum { OPTION_SCORE, OPTION_HANDS, OPTION_CARDS, OPTIONS_N };

static const struct option options[] = {
    [OPTION_SCORE] = OPTION_NUMBER("score", "Score that has to be passed to end the game", 10, 60, OVER_AT),
    [OPTION_HANDS] = OPTION_NUMBER("hands", "Hands in a game, at most", 1, HANDS_MAX, HANDS_MAX),
    [OPTION_CARDS] = OPTION_NUMBER("cards", "Cards dealt to each", DEALT_LEAST, DEALT, DEALT),
};

/* ---- things ---------------------------------------------------------------------------------- */

enum { GREEN, YELLOW, BLUE, RED, SUITS, NO_TRUMP = SUITS };

/* The first card of each suit; all cards are numbered by suit and rank. */
enum { GREEN_1, YELLOW_1 = GREEN_1 + 5, BLUE_1 = YELLOW_1 + 10, RED_1 = BLUE_1 + 15, CARDS = RED_1 + 20 };

#define CARD_BIT(card) ((uint64_t)1 << (card))
#define ALL_CARDS      (CARD_BIT(CARDS) - 1)

static const uint64_t suit_cards[SUITS] = {CARD_BIT(YELLOW_1) - 1, CARD_BIT(BLUE_1) - CARD_BIT(YELLOW_1),
                                           CARD_BIT(RED_1) - CARD_BIT(BLUE_1), CARD_BIT(CARDS) - CARD_BIT(RED_1)};

static const uint8_t suit_colour[SUITS] = {COLOUR_GREEN, COLOUR_YELLOW, COLOUR_BLUE, COLOUR_RED};

#define ALL_RANKS_OF(X)                                                                                                \
    RANKS_1_TO_5(X, GREEN, "green", "G")                                                                               \
    RANKS_1_TO_5(X, YELLOW, "yellow", "Y")                                                                             \
    RANKS_6_TO_10(X, YELLOW, "yellow", "Y")                                                                            \
    RANKS_1_TO_5(X, BLUE, "blue", "B")                                                                                 \
    RANKS_6_TO_10(X, BLUE, "blue", "B")                                                                                \
    RANKS_11_TO_15(X, BLUE, "blue", "B")                                                                               \
    RANKS_1_TO_5(X, RED, "red", "R")                                                                                   \
    RANKS_6_TO_10(X, RED, "red", "R")                                                                                  \
    RANKS_11_TO_15(X, RED, "red", "R")                                                                                 \
    RANKS_16_TO_20(X, RED, "red", "R")

static const int8_t card_points[CARDS] = {
#define POINTS_OF(suit, word, letter, rank, points, in_name, in_mark) points,
    ALL_RANKS_OF(POINTS_OF)
#undef POINTS_OF
};

static const uint8_t card_suit[CARDS] = {
#define SUIT_OF(suit, word, letter, rank, points, in_name, in_mark) suit,
    ALL_RANKS_OF(SUIT_OF)
#undef SUIT_OF
};

/* What a goal compares: the sum of points, no more than the bid, or the number of cards of some kind. */
enum goal_kind { GOAL_POINTS, GOAL_HALF, GOAL_YELLOW_AND_BLUE, GOAL_NO_GOAL, GOAL_RED, GOAL_CARDS };

static const struct {
    uint8_t kind;
    int8_t number;
} goals[] = {
#define GOAL(kind, number, name) {GOAL_##kind, number},
    GOALS(GOAL)
#undef GOAL
};

static const int8_t tokens[] = {
#define TOKEN(value) value,
    TOKENS(TOKEN)
#undef TOKEN
};

enum { PIECES = 10 }; /* goal cards, and as many bid tokens */

_Static_assert(sizeof goals / sizeof goals[0] == PIECES && sizeof tokens / sizeof tokens[0] == PIECES, "ten of each");

#define ALL_PIECES (BIT(PIECES) - 1u)

enum {
    THING_GOAL = CARDS,
    THING_BID = THING_GOAL + PIECES,
    CARD_BACK = THING_BID + PIECES,
    GOAL_BACK,
    BID_BACK,
    THINGS_N
};

static const struct thing things[] = {
#define CARD_THING(suit, word, letter, rank, points, in_name, in_mark)                                                 \
    {word " " #rank in_name, letter #rank in_mark, THING_CARD, COLOUR_##suit, rank, CARD_BACK},
#define GOAL_THING(kind, number, name) {name, name, THING_CARD, COLOUR_NONE, NO_NUMBER, GOAL_BACK},
#define BID_THING(value)               {"bid " #value, #value, THING_TOKEN, COLOUR_NONE, value, BID_BACK},
    ALL_RANKS_OF(CARD_THING) GOALS(GOAL_THING) TOKENS(BID_THING)
#undef CARD_THING
#undef GOAL_THING
#undef BID_THING
        {"card", "?", THING_CARD, COLOUR_NONE, NO_NUMBER, CARD_BACK},
    {"goal card", "?goal", THING_CARD, COLOUR_NONE, NO_NUMBER, GOAL_BACK},
    {"bid token", "?bid", THING_TOKEN, COLOUR_NONE, NO_NUMBER, BID_BACK},
};

/* The zones of the table: what lies before each seat, hands, what is not in play, and the trick. */
enum { Z_TABLEAU, Z_HAND, Z_SUPPLY, Z_TRICK, ZONES_N };

static const struct zone zones[] = {
    [Z_TABLEAU] = {"tableau", ZONE_ROW, ROLE_TABLEAU},
    [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND},
    [Z_SUPPLY] = {"supply", ZONE_ROW, ROLE_SUPPLY},
    [Z_TRICK] = {"trick", ZONE_ROW, ROLE_PLAYED},
};

/* Their places. */
enum {
    PLACE_TRICK,
    PLACE_HAND = PLACE_TRICK + SEATS,
    PLACE_BID = PLACE_HAND + SEATS,
    PLACE_GOAL = PLACE_BID + SEATS,
    PLACE_RETURNED = PLACE_GOAL + SEATS,
    PLACE_TAKEN = PLACE_RETURNED + SEATS,
    PLACE_DECK = PLACE_TAKEN + SEATS,
    PLACE_GOALS,
    PLACE_BIDS
};

/* ---- words ----------------------------------------------------------------------------------- */

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_DEAL, "deal {thing} to {seat}")                                                                              \
    X(SAY_GOAL, "goal for {seat}: {thing}")                                                                            \
    X(SAY_BID, "{thing} for {seat}")                                                                                   \
    X(SAY_NEITHER, "take neither")                                                                                     \
    X(SAY_MORE_GOAL, "take one more goal card")                                                                        \
    X(SAY_MORE_BID, "take one more bid token")                                                                         \
    X(SAY_KEEP_GOAL, "keep the goal: {thing}")                                                                         \
    X(SAY_KEEP_BID, "keep the {thing}")                                                                                \
    X(SAY_TRUMP, "name {colour} as trump")                                                                             \
    X(SAY_NO_TRUMP, "name no trump")                                                                                   \
    X(SAY_PLAY, "play {thing}")                                                                                        \
    X(GETS, "{seat} [get|gets] {thing}")                                                                               \
    X(GETS_UNSEEN, "{seat} [get|gets] a card")                                                                         \
    X(DRAWS_GOAL_UNSEEN, "{seat} [draw|draws] a goal card")                                                            \
    X(DRAWS_BID_UNSEEN, "{seat} [draw|draws] a bid token")                                                             \
    X(GATHERED, "all cards are gathered and shuffled")                                                                 \
    X(HAND_DEALT, "hand {n} is dealt")                                                                                 \
    X(TAKES_NEITHER, "{seat} [take|takes] neither one more goal card nor one more bid token")                          \
    X(TAKES_GOAL, "{seat} [take|takes] one more goal card")                                                            \
    X(TAKES_BID, "{seat} [take|takes] one more bid token")                                                             \
    X(DRAWS_GOAL, "{seat} [draw|draws] a goal card: {thing}")                                                          \
    X(DRAWS_BID, "{seat} [draw|draws] a bid token: {+n}")                                                              \
    X(KEEPS_GOAL, "{seat} [keep|keeps] the goal: {thing}")                                                             \
    X(KEEPS_BID, "{seat} [keep|keeps] the {thing}")                                                                    \
    X(BIDS, "{seat} [bid|bids] {+n}")                                                                                  \
    X(SECOND, "{seat} [have|has] the second-highest bid, {+n}")                                                        \
    X(TRUMP_IS, "{seat} [name|names] {colour} as trump")                                                               \
    X(TRUMP_NONE, "{seat} [name|names] no trump")                                                                      \
    X(LEADS, "{seat} [lead|leads] {thing}")                                                                            \
    X(PLAYS, "{seat} [play|plays] {thing}")                                                                            \
    X(WINS, "{seat} [win|wins] trick {n}")                                                                             \
    X(SCORES_POINTS, "{seat's} goal: {thing}. Points {+n}, bid {+n}: difference {n}; score {n}")                       \
    X(SCORES_HALF, "{seat's} goal: {thing}, which is {n}. Cards taken {n}: difference {n}; score {n}")                 \
    X(SCORES_CARDS, "{seat's} goal: {thing}. Taken {n}: difference {n}; score {n}")                                    \
    X(SCORES_NO_GOAL, "{seat's} goal: {thing}. Bid {+n}: difference {n}; score {n}")                                   \
    X(CAPPED_POINTS, "{seat's} goal: {thing}. Points {+n}, bid {+n}: difference {n}, counted as 10; score {n}")        \
    X(CAPPED_HALF, "{seat's} goal: {thing}, which is {n}. Cards taken {n}: difference {n}, counted as 10; score {n}")  \
    X(CAPPED_CARDS, "{seat's} goal: {thing}. Taken {n}: difference {n}, counted as 10; score {n}")                     \
    X(CAPPED_NO_GOAL, "{seat's} goal: {thing}. Bid {+n}: difference {n}, counted as 10; score {n}")                    \
    X(OVER_SCORE, "a score is over {n}: the game is over")                                                             \
    X(OVER_HANDS, "{n} [hand has|hands have] been played: the game is over")                                           \
    X(TRICK_TITLE, "trick {n}, trump {colour}")                                                                        \
    X(TRICK_NO_TRUMP_TITLE, "trick {n}, no trump")                                                                     \
    X(TRICK_WON_TITLE, "trick {n}, won by {seat}")                                                                     \
    X(HAND_TITLE, "{seat's} hand")                                                                                     \
    X(SEAT, "{seat}")                                                                                                  \
    X(BID_LABEL, "bid")                                                                                                \
    X(GOAL_LABEL, "goal")                                                                                              \
    X(RETURNED_LABEL, "returned")                                                                                      \
    X(TRICKS_LABEL, "{n} [trick|tricks]")                                                                              \
    X(UNUSED_TITLE, "not in play")                                                                                     \
    X(NOTE_HAND, "hand {n}")                                                                                           \
    X(NOTE_TRUMP, "hand {n}; {seat} named {colour} as trump")                                                          \
    X(NOTE_NO_TRUMP, "hand {n}; {seat} named no trump")                                                                \
    X(NOTE_LAST_HANDS, "hand {n} of at most {n}: then the lowest score wins")                                          \
    X(NOTE_LAST_TRUMP, "hand {n} of at most {n}, then the lowest score wins; {seat} named {colour} as trump")          \
    X(NOTE_LAST_NO_TRUMP, "hand {n} of at most {n}, then the lowest score wins; {seat} named no trump")                \
    X(PROMPT_DEAL, "the cards are dealt")                                                                              \
    X(PROMPT_HAND_OVER, "the hand is over, and the next one is dealt")                                                 \
    X(PROMPT_GOALS, "the goal cards are drawn")                                                                        \
    X(PROMPT_BIDS, "the bid tokens are drawn")                                                                         \
    X(PROMPT_YOU_DECIDE, "before you draw: take one more goal card, one more bid token or neither?")                   \
    X(PROMPT_DECIDE, "those with 10 to 19 points decide what to draw")                                                 \
    X(PROMPT_YOU_KEEP_GOAL, "you keep one goal card and return the other")                                             \
    X(PROMPT_YOU_KEEP_BID, "you keep one bid token and return the other")                                              \
    X(PROMPT_KEEP, "those with two goal cards or two bid tokens keep one of each")                                     \
    X(PROMPT_TRUMP, "{seat} [name|names] trump and [lead|leads] the first trick")                                      \
    X(PROMPT_LEAD, "{seat} [lead|leads]")                                                                              \
    X(PROMPT_PLAY, "{seat} [are|is] to play; {colour} was led")                                                        \
    X(PROMPT_FOLLOW, "follow suit: {colour} was led")                                                                  \
    X(PROMPT_VOID, "you have no {colour}: play any card")                                                              \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(COUNT_HAND, "hand")                                                                                              \
    X(COUNT_TRICK, "trick")                                                                                            \
    X(COUNT_SCORE, "score")                                                                                            \
    X(COUNT_TRICKS, "tricks taken")                                                                                    \
    X(COUNT_CARDS, "cards taken")                                                                                      \
    X(COUNT_ADDED, "added by this hand")                                                                               \
    X(AIM_SCORE, "have the lowest score when one is over {n}")                                                         \
    X(AIM_SCORE_OR_HAND, "have the lowest score when one is over {n}, or after hand {n}")                              \
    X(AIM_KEEP, "keep the goal and the bid that suit your cards best")                                                 \
    X(AIM_POINTS, "take cards worth {+n} points in all: your bid of {+n} makes that {+n}")                             \
    X(AIM_POINTS_AND_BID, "take cards that are worth {+n} points together with your bid")                              \
    X(AIM_HALF, "win exactly {n} of the {n} tricks: half the cards")                                                   \
    X(AIM_NEAR_HALF, "win exactly {n} of the {n} tricks: nearest to half the cards, {n}")                              \
    X(AIM_AROUND_HALF, "win {n} or {n} of the {n} tricks: half the cards, {n}, lies just between")                     \
    X(AIM_YELLOW_AND_BLUE, "take exactly {n} yellow and blue cards")                                                   \
    X(AIM_RED, "take exactly {n} red cards")                                                                           \
    X(AIM_NOTHING, "win no trick at all")                                                                              \
    X(AIM_BID, "get a bid near 0: your tricks do not count")                                                           \
    X(AIM_HINDER, "hinder the others: {n} will be added to your score, whatever you take")                             \
    X(ABOUT_CARD,                                                                                                      \
      "counts {+n} points for whoever takes it. Follow the suit led if you can. The highest trump wins the trick, or " \
      "else the highest card of that suit; {colour} goes up to {n}")                                                   \
    X(ABOUT_POINTS,                                                                                                    \
      "a secret goal: the points on the cards that you take and your bid make {+n} together. The difference, at most " \
      "{n}, is added to your score")                                                                                   \
    X(ABOUT_HALF, "a secret goal: take half of the cards dealt, {n} of them, which is {n} tricks. Each card more or "  \
                  "less adds 1 to "                                                                                    \
                  "your score, at most {n} in all")                                                                    \
    X(ABOUT_NEAR_HALF,                                                                                                 \
      "a secret goal: take half of the {n} cards dealt, rounded down: {n}. Nearest are {n} tricks, {n} cards. Each "   \
      "card more or less adds 1 to your score, at most {n} in all")                                                    \
    X(ABOUT_AROUND_HALF,                                                                                               \
      "a secret goal: take half of the {n} cards dealt: {n}, just between {n} and {n} tricks. Each card more or less " \
      "adds 1 to your score, at most {n} in all")                                                                      \
    X(ABOUT_YELLOW_AND_BLUE,                                                                                           \
      "a secret goal: take {n} cards of these two suits together. Each one more or less adds 1 to your score, at "     \
      "most {n} in all")                                                                                               \
    X(ABOUT_RED, "a secret goal: take {n} red cards. Each one more or less adds 1 to your score, at most {n} in all")  \
    X(ABOUT_NO_CARDS,                                                                                                  \
      "a secret goal: take no cards. Each card in your tricks adds 1 to your score, at most {n} in all")               \
    X(ABOUT_NO_GOAL, "what you take does not count: your bid without its sign, at most {n}, is added to your score")   \
    X(ABOUT_BID,                                                                                                       \
      "counts with the points of your cards if your goal is one of points. With no goal it alone counts, and adds {n}" \
      " to your score. The second-highest bid names trump and leads the first trick")

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

/* Chance acts in DEAL, DRAW_GOALS, DRAW_BIDS and HAND_OVER; DECIDE and KEEP are sealed. */
enum phase { DEAL, DECIDE, DRAW_GOALS, DRAW_BIDS, KEEP, TRUMP, PLAY, HAND_OVER, OVER };

/* The bid of a seat is open from TRUMP on; of a goal or bid that was returned only its owner knows. A trick
 * lies there until the next is led. All that belongs to one hand lies there, open, until the first card of the next is
 * dealt. */
struct state {
    uint64_t hand[SEATS];   /* sets of cards */
    uint64_t taken[SEATS];  /* the cards in the tricks of each */
    uint64_t deck;          /* the cards that are not dealt */
    uint16_t goals[SEATS];  /* sets: the goal cards drawn by each, ... */
    uint16_t bids[SEATS];   /* ... and the bid tokens */
    uint8_t goal[SEATS];    /* the one of them that is kept, from 1; 0: not yet */
    uint8_t bid[SEATS];     /* likewise */
    uint8_t decided[SEATS]; /* one more goal card, bid token or neither: the move + 1; 0: not yet, or not asked */
    uint8_t voids[SEATS];   /* the suits that each has shown not to have */
    uint8_t trick[SEATS];   /* the cards of the trick on the table, from 1; 0: not played yet */
    uint8_t score[SEATS];
    uint8_t phase, seats;
    uint8_t hands;     /* begun */
    uint8_t tricks;    /* finished in this hand */
    uint8_t turn;      /* who draws, names trump or plays */
    uint8_t asked;     /* the seats that still owe a choice in DECIDE and KEEP */
    uint8_t left;      /* what chance draws from: so many cards, goal cards or bid tokens */
    uint8_t due;       /* so many of them go to `turn` */
    uint8_t leader;    /* of the trick */
    uint8_t best;      /* the seat whose card wins the trick so far */
    uint8_t trump;     /* a suit, or NO_TRUMP */
    int8_t more_score; /* that a score may have before the game is over, beyond OVER_AT */
    int8_t more_hands; /* in a game, beyond HANDS_MAX */
    int8_t more_cards; /* to each seat, beyond DEALT */
};

_Static_assert(sizeof(struct state) == 152, "no padding");

/* A score above it ends the game. */
static int over_at(const struct state *s)
{
    return OVER_AT + s->more_score;
}

static int hands_most(const struct state *s)
{
    return HANDS_MAX + s->more_hands;
}

/* Cards to each seat, and tricks of a hand. */
static int cards_each(const struct state *s)
{
    return DEALT + s->more_cards;
}

static int cards_dealt(const struct state *s)
{
    return cards_each(s) * s->seats;
}

static int count_cards(uint64_t cards)
{
    return bit_count((uint32_t)cards) + bit_count((uint32_t)(cards >> 32));
}

/* Member number n of a set, in ascending order; the set has more than n members. First its byte is found, by the number
 * of members up to each byte, and then in the same way its bit, one byte for each bit. Without a branch, since this
 * deals every card. */
static int nth_card(uint64_t set, uint32_t n)
{
    uint64_t upto = set - (set >> 1 & 0x5555555555555555u), bits;
    int shift;

    upto = (upto & 0x3333333333333333u) + (upto >> 2 & 0x3333333333333333u);
    upto = ((upto + (upto >> 4)) & 0x0f0f0f0f0f0f0f0fu) * EACH_BYTE;
    shift = 8 * bytes_not_above(upto, n);
    n -= (uint32_t)(upto << 8 >> shift) & 255;
    bits = (set >> shift & 255) * EACH_BYTE & 0x8040201008040201u;
    bits = (bits + 0x7f7f7f7f7f7f7f7fu) >> 7 & EACH_BYTE;
    return shift + bytes_not_above(bits * EACH_BYTE, n);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static void begin_hand(struct state *s)
{
    uint8_t score[SEATS];

    for (int seat = 0; seat < SEATS; seat++)
        score[seat] = s->score[seat];
    *s = (struct state){.deck = ALL_CARDS,
                        .phase = DEAL,
                        .seats = s->seats,
                        .hands = (uint8_t)(s->hands + 1),
                        .left = CARDS,
                        .due = (uint8_t)cards_each(s),
                        .more_score = s->more_score,
                        .more_hands = s->more_hands,
                        .more_cards = s->more_cards};
    for (int seat = 0; seat < SEATS; seat++)
        s->score[seat] = score[seat];
}

static int number_of(const struct setup *setup, int option)
{
    return option_number(&options[option], setup->option[option]);
}

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    *s = (struct state){.seats = setup->seats,
                        .more_score = (int8_t)(number_of(setup, OPTION_SCORE) - OVER_AT),
                        .more_hands = (int8_t)(number_of(setup, OPTION_HANDS) - HANDS_MAX),
                        .more_cards = (int8_t)(number_of(setup, OPTION_CARDS) - DEALT)};
    begin_hand(s);
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    (void)setup;
    for (int thing = 0; thing < CARD_BACK; thing++)
        count[thing] = 1;
}

/* Half the cards is half of those dealt, rounded down. With an odd number for each it is no whole number of tricks: at
 * four seats it lies in the middle between two, and otherwise nearer to the lower one. */
static struct phrase about_half(int each, int seats)
{
    int dealt = each * seats, half = dealt / 2, tricks = each / 2;

    if (each % 2 == 0)
        return PHRASE(T_ABOUT_HALF, half, tricks, DIFFERENCE_MAX);
    if (dealt % 2 == 0)
        return PHRASE(T_ABOUT_AROUND_HALF, dealt, half, tricks, tricks + 1, DIFFERENCE_MAX);
    return PHRASE(T_ABOUT_NEAR_HALF, dealt, half, tricks, tricks * seats, DIFFERENCE_MAX);
}

static struct phrase about_goal(int goal, const struct setup *setup)
{
    int number = goals[goal].number;

    switch (goals[goal].kind) {
    case GOAL_POINTS:
        return PHRASE(T_ABOUT_POINTS, number, DIFFERENCE_MAX);
    case GOAL_HALF:
        return about_half(number_of(setup, OPTION_CARDS), setup->seats);
    case GOAL_YELLOW_AND_BLUE:
        return PHRASE(T_ABOUT_YELLOW_AND_BLUE, number, DIFFERENCE_MAX);
    case GOAL_NO_GOAL:
        return PHRASE(T_ABOUT_NO_GOAL, DIFFERENCE_MAX);
    case GOAL_RED:
        return PHRASE(T_ABOUT_RED, number, DIFFERENCE_MAX);
    default: /* GOAL_CARDS: none */
        return PHRASE(T_ABOUT_NO_CARDS, DIFFERENCE_MAX);
    }
}

/* What no goal and this bid add to the score. */
static int bid_alone(int bid)
{
    int without_sign = bid < 0 ? -bid : bid;

    return without_sign < DIFFERENCE_MAX ? without_sign : DIFFERENCE_MAX;
}

static struct phrase about(const struct setup *setup, int thing)
{
    if (thing >= CARD_BACK)
        return PHRASE(T_NONE);
    if (thing >= THING_BID)
        return PHRASE(T_ABOUT_BID, bid_alone(tokens[thing - THING_BID]));
    if (thing >= THING_GOAL)
        return about_goal(thing - THING_GOAL, setup);
    return PHRASE(T_ABOUT_CARD, card_points[thing], suit_colour[card_suit[thing]],
                  count_cards(suit_cards[card_suit[thing]]));
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* PASS is to take neither. Cards are dealt and played, goals and bids drawn and kept. */
enum {
    MOVE_MORE_GOAL = 1,
    MOVE_MORE_BID,
    MOVE_CARD,
    MOVE_GOAL = MOVE_CARD + CARDS,
    MOVE_BID = MOVE_GOAL + PIECES,
    MOVE_TRUMP = MOVE_BID + PIECES, /* a suit, or no trump */
    MOVES_N = MOVE_TRUMP + SUITS + 1
};

_Static_assert(T_SAY_MORE_GOAL - T_SAY_NEITHER == MOVE_MORE_GOAL && T_SAY_MORE_BID - T_SAY_NEITHER == MOVE_MORE_BID &&
                   T_TAKES_GOAL - T_TAKES_NEITHER == MOVE_MORE_GOAL && T_TAKES_BID - T_TAKES_NEITHER == MOVE_MORE_BID,
               "a text for each decision");

static uint32_t actors(const void *state)
{
    const struct state *s = state;

    switch (s->phase) {
    case PLAY:
    case TRUMP:
        return BIT(s->turn);
    case DECIDE:
    case KEEP:
        return s->asked;
    case OVER:
        return 0;
    default:
        return BIT(CHANCE);
    }
}

/* Whether the seat whose turn it is begins a trick: none has been begun, or the one on the table is complete. */
static bool leads(const struct state *s)
{
    return s->trick[s->turn] != 0 || s->trick[s->leader] == 0;
}

/* The suit that was led; a trick is running. */
static int led_suit(const struct state *s)
{
    return card_suit[s->trick[s->leader] - 1];
}

/* What this seat, whose turn it is, may play. */
static uint64_t playable(const struct state *s, int seat)
{
    uint64_t hand = s->hand[seat], following;

    if (leads(s))
        return hand;
    following = hand & suit_cards[led_suit(s)];
    return following ? following : hand;
}

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;
    int n = 0;

    switch (s->phase) {
    case PLAY:
        for (uint64_t cards = playable(s, seat); cards; cards &= cards - 1)
            out[n++] = (move_t)(MOVE_CARD + bit_lowest64(cards));
        return n;
    case DECIDE:
        out[n++] = PASS;
        out[n++] = MOVE_MORE_GOAL;
        out[n++] = MOVE_MORE_BID;
        return n;
    case KEEP:
        return s->goal[seat] == 0 ? moves_of(s->goals[seat], MOVE_GOAL, out) : moves_of(s->bids[seat], MOVE_BID, out);
    default: /* TRUMP */
        for (; n <= NO_TRUMP; n++)
            out[n] = (move_t)(MOVE_TRUMP + n);
        return n;
    }
}

/* What chance draws from, as a set. */
static uint64_t undrawn(const struct state *s)
{
    const uint16_t *drawn = s->phase == DRAW_GOALS ? s->goals : s->bids;

    if (s->phase == HAND_OVER)
        return ALL_CARDS;
    return s->phase == DEAL ? s->deck : ALL_PIECES & ~(uint32_t)(drawn[0] | drawn[1] | drawn[2] | drawn[3] | drawn[4]);
}

static int first_outcome(const struct state *s)
{
    return s->phase == DRAW_GOALS ? MOVE_GOAL : s->phase == DRAW_BIDS ? MOVE_BID : MOVE_CARD;
}

static uint32_t odds(const void *state)
{
    return ((const struct state *)state)->left;
}

static move_t draw(const void *state, uint32_t r)
{
    const struct state *s = state;

    return (move_t)(first_outcome(s) + nth_card(undrawn(s), r));
}

static int chance(const void *state, move_t out[], uint32_t weight[])
{
    const struct state *s = state;
    int n = 0;

    for (uint64_t set = undrawn(s); set; set &= set - 1) {
        out[n] = (move_t)(first_outcome(s) + bit_lowest64(set));
        weight[n++] = 1;
    }
    return n;
}

enum { SOURCE_CARDS, SOURCE_GOALS, SOURCE_BIDS, SOURCES_N };

static uint8_t source(const void *state)
{
    const struct state *s = state;

    return s->phase == DRAW_GOALS ? SOURCE_GOALS : s->phase == DRAW_BIDS ? SOURCE_BIDS : SOURCE_CARDS;
}

/* ---- goals and bids ------------------------------------------------------------------------------ */

/* The seats that decide what to take: those with 10 to 19 points. */
static uint32_t deciding(const struct state *s)
{
    uint32_t seats = 0;

    for (int seat = 0; seat < s->seats; seat++)
        seats |= s->score[seat] >= DECIDE_AT && s->score[seat] < BOTH_AT ? BIT(seat) : 0;
    return seats;
}

static int goals_due(const struct state *s, int seat)
{
    return s->score[seat] >= BOTH_AT || s->decided[seat] == MOVE_MORE_GOAL + 1 ? 2 : 1;
}

static int bids_due(const struct state *s, int seat)
{
    return s->score[seat] >= BOTH_AT || s->decided[seat] == MOVE_MORE_BID + 1 ? 2 : 1;
}

static void begin_goals(struct state *s)
{
    s->phase = DRAW_GOALS;
    s->left = PIECES;
    s->turn = 0;
    s->due = (uint8_t)goals_due(s, 0);
}

/* Whoever does not draw sees a back go. */
static void tell_unseen(int seat, int text, int back, int from, int to, struct facts *facts)
{
    TELL(facts, ALL_BUT(seat), FACT_SILENT, text, seat);
    fact_transfer(facts, back, 1, from, to + seat);
}

static void tell_deal(const struct state *s, int card, struct facts *facts)
{
    TELL(facts, ONLY(s->turn), FACT_SILENT, T_GETS, s->turn, card);
    fact_transfer(facts, card, 1, PLACE_DECK, PLACE_HAND + s->turn);
    tell_unseen(s->turn, T_GETS_UNSEEN, CARD_BACK, PLACE_DECK, PLACE_HAND, facts);
}

static void deal_card(struct state *s, int card, struct facts *facts)
{
    s->hand[s->turn] |= CARD_BIT(card);
    s->deck ^= CARD_BIT(card);
    s->left--;
    if (facts)
        tell_deal(s, card, facts);
    if (--s->due > 0)
        return;
    s->due = (uint8_t)cards_each(s);
    if (++s->turn < s->seats)
        return;
    TELL(facts, EVERYBODY, 0, T_HAND_DEALT, s->hands);
    s->turn = s->due = 0;
    s->phase = DECIDE;
    s->asked = (uint8_t)deciding(s);
    if (s->asked == 0)
        begin_goals(s);
}

/* What each has decided is news for all others. */
static void decide(struct state *s, int seat, move_t m, struct facts *facts)
{
    s->decided[seat] = (uint8_t)(m + 1);
    s->asked &= (uint8_t)~BIT(seat);
    TELL(facts, ONLY(seat), FACT_SILENT, T_TAKES_NEITHER + m, seat);
    if (s->asked)
        return;
    for (FOR_BITS(other, deciding(s))) {
        TELL(facts, ONLY(other), 0, T_TAKES_NEITHER + s->decided[other] - 1, (int)other);
        TELL(facts, ALL_BUT(other), FACT_REVEALS, T_TAKES_NEITHER + s->decided[other] - 1, (int)other);
    }
    begin_goals(s);
}

/* A single goal card is kept at once. */
static void draw_goal(struct state *s, int goal, struct facts *facts)
{
    int seat = s->turn;

    s->goals[seat] |= (uint16_t)BIT(goal);
    s->left--;
    TELL(facts, ONLY(seat), 0, T_DRAWS_GOAL, seat, THING_GOAL + goal);
    fact_transfer(facts, THING_GOAL + goal, 1, PLACE_GOALS, PLACE_GOAL + seat);
    tell_unseen(seat, T_DRAWS_GOAL_UNSEEN, GOAL_BACK, PLACE_GOALS, PLACE_GOAL, facts);
    if (--s->due > 0)
        return;
    if (goals_due(s, seat) == 1)
        s->goal[seat] = (uint8_t)(goal + 1);
    if (++s->turn < s->seats) {
        s->due = (uint8_t)goals_due(s, s->turn);
        return;
    }
    s->phase = DRAW_BIDS;
    s->left = PIECES;
    s->turn = 0;
    s->due = (uint8_t)bids_due(s, 0);
}

static int bid_of(const struct state *s, int seat)
{
    return tokens[s->bid[seat] - 1];
}

/* The seat with the second-highest of these bids, no two of which are equal. */
static int second_highest(const int bid[], int seats)
{
    int highest = bid[0] > bid[1] ? 0 : 1, second = 1 - highest;

    for (int seat = 2; seat < seats; seat++) {
        if (bid[seat] > bid[highest]) {
            second = highest;
            highest = seat;
        } else if (bid[seat] > bid[second]) {
            second = seat;
        }
    }
    return second;
}

/* Who names trump. */
static int trump_namer(const struct state *s)
{
    int bid[SEATS] = {0};

    for (int seat = 0; seat < s->seats; seat++)
        bid[seat] = bid_of(s, seat);
    return second_highest(bid, s->seats);
}

static void tell_bid_of_another(const struct state *s, int seat, struct facts *facts)
{
    TELL(facts, ALL_BUT(seat), FACT_REVEALS, T_BIDS, seat, bid_of(s, seat));
    fact_transfer(facts, GOAL_BACK, goals_due(s, seat) == 2, PLACE_GOAL + seat, PLACE_RETURNED + seat);
    fact_transfer(facts, BID_BACK, bids_due(s, seat) == 2, PLACE_BID + seat, PLACE_RETURNED + seat);
    fact_turn(facts, THING_BID + s->bid[seat] - 1, PLACE_BID + seat);
}

/* Everybody hears their own bid first, which is no news for them. */
static void reveal_bids(struct state *s, struct facts *facts)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (goals_due(s, seat) == 2)
            TELL(facts, ONLY(seat), 0, T_KEEPS_GOAL, seat, THING_GOAL + s->goal[seat] - 1);
    for (int seat = 0; seat < s->seats; seat++)
        TELL(facts, ONLY(seat), 0, T_BIDS, seat, bid_of(s, seat));
    for (int seat = 0; seat < s->seats && facts; seat++)
        tell_bid_of_another(s, seat, facts);
    s->phase = TRUMP;
    s->turn = (uint8_t)trump_namer(s);
    TELL(facts, EVERYBODY, FACT_REVEALS, T_SECOND, s->turn, bid_of(s, s->turn));
}

static void draw_bid(struct state *s, int bid, struct facts *facts)
{
    int seat = s->turn;

    s->bids[seat] |= (uint16_t)BIT(bid);
    s->left--;
    TELL(facts, ONLY(seat), 0, T_DRAWS_BID, seat, tokens[bid]);
    fact_transfer(facts, THING_BID + bid, 1, PLACE_BIDS, PLACE_BID + seat);
    tell_unseen(seat, T_DRAWS_BID_UNSEEN, BID_BACK, PLACE_BIDS, PLACE_BID, facts);
    if (--s->due > 0)
        return;
    if (bids_due(s, seat) == 1)
        s->bid[seat] = (uint8_t)(bid + 1);
    if (s->goal[seat] == 0 || s->bid[seat] == 0)
        s->asked |= (uint8_t)BIT(seat);
    if (++s->turn < s->seats) {
        s->due = (uint8_t)bids_due(s, s->turn);
        return;
    }
    s->phase = KEEP;
    s->left = s->turn = 0;
    if (s->asked == 0)
        reveal_bids(s, facts);
}

/* What is returned, of two. A choice that is complete but waits for the others can be changed: its maker sees both
 * pieces again, so that nothing is told then. */
static void tell_return(const struct state *s, int seat, move_t m, struct facts *facts)
{
    if (s->bid[seat] && s->asked != BIT(seat))
        return;
    if (m >= MOVE_BID)
        fact_transfer(facts, THING_BID + bit_lowest(s->bids[seat] & ~BIT(m - MOVE_BID)), 1, PLACE_BID + seat,
                      PLACE_RETURNED + seat);
    else
        fact_transfer(facts, THING_GOAL + bit_lowest(s->goals[seat] & ~BIT(m - MOVE_GOAL)), 1, PLACE_GOAL + seat,
                      PLACE_RETURNED + seat);
}

static void keep(struct state *s, int seat, move_t m, struct facts *facts)
{
    if (m >= MOVE_BID) {
        s->bid[seat] = (uint8_t)(m - MOVE_BID + 1);
        TELL(facts, ONLY(seat), FACT_SILENT, T_KEEPS_BID, seat, THING_BID + m - MOVE_BID);
    } else {
        s->goal[seat] = (uint8_t)(m - MOVE_GOAL + 1);
        TELL(facts, ONLY(seat), FACT_SILENT, T_KEEPS_GOAL, seat, THING_GOAL + m - MOVE_GOAL);
    }
    if (facts)
        tell_return(s, seat, m, facts);
    if (s->bid[seat] == 0)
        return;
    s->asked &= (uint8_t)~BIT(seat);
    if (s->asked == 0)
        reveal_bids(s, facts);
}

/* Whether this seat has chosen what it keeps: a single one was no choice. */
static bool chose_goal(const struct state *s, int seat)
{
    return s->goal[seat] != 0 && goals_due(s, seat) == 2;
}

static bool chose_bid(const struct state *s, int seat)
{
    return s->bid[seat] != 0 && bids_due(s, seat) == 2;
}

static uint32_t sealed(const void *state)
{
    const struct state *s = state;
    uint32_t seats = 0;

    if (s->phase == DECIDE)
        return deciding(s) & ~(uint32_t)s->asked;
    for (int seat = 0; s->phase == KEEP && seat < s->seats; seat++)
        seats |= chose_goal(s, seat) || chose_bid(s, seat) ? BIT(seat) : 0;
    return seats;
}

static void reopen(void *state, uint32_t seats)
{
    struct state *s = state;

    for (FOR_BITS(i, sealed(s) & seats)) {
        int seat = (int)i;

        s->asked |= (uint8_t)BIT(seat);
        if (s->phase == DECIDE)
            s->decided[seat] = 0;
        if (chose_goal(s, seat))
            s->goal[seat] = 0;
        if (chose_bid(s, seat))
            s->bid[seat] = 0;
    }
}

static void name_trump(struct state *s, int trump, struct facts *facts)
{
    if (trump == NO_TRUMP)
        TELL(facts, EVERYBODY, 0, T_TRUMP_NONE, s->turn);
    else
        TELL(facts, EVERYBODY, 0, T_TRUMP_IS, s->turn, suit_colour[trump]);
    s->trump = (uint8_t)trump;
    s->leader = s->turn;
    s->phase = PLAY;
}

/* ---- score of the hand --------------------------------------------------------------------------- */

static int points_of(uint64_t cards)
{
    int points = 0;

    for (; cards; cards &= cards - 1)
        points += card_points[bit_lowest64(cards)];
    return points;
}

/* What a goal card compares with its number, after a hand with these cards in the tricks taken; any bid. */
static int reached(int goal, uint64_t taken, int bid)
{
    switch (goals[goal].kind) {
    case GOAL_POINTS:
        return points_of(taken) + bid;
    case GOAL_NO_GOAL:
        return bid;
    case GOAL_YELLOW_AND_BLUE:
        return count_cards(taken & (suit_cards[YELLOW] | suit_cards[BLUE]));
    case GOAL_RED:
        return count_cards(taken & suit_cards[RED]);
    default: /* GOAL_HALF, GOAL_CARDS */
        return count_cards(taken);
    }
}

/* With so many cards dealt in all: half the cards is half of those, rounded down. */
static int goal_number(int goal, int dealt)
{
    return goals[goal].kind == GOAL_HALF ? dealt / 2 : goals[goal].number;
}

static int difference(int goal, uint64_t taken, int bid, int dealt)
{
    int apart = reached(goal, taken, bid) - goal_number(goal, dealt);

    return apart < 0 ? -apart : apart;
}

/* What is added to the score. */
static int hand_score(int goal, uint64_t taken, int bid, int dealt)
{
    int apart = difference(goal, taken, bid, dealt);

    return apart < DIFFERENCE_MAX ? apart : DIFFERENCE_MAX;
}

/* How the score of the hand came about, with the score that it leads to. */
static struct phrase explain(const struct state *s, int seat)
{
    int goal = s->goal[seat] - 1, thing = THING_GOAL + goal, bid = bid_of(s, seat), score = s->score[seat];
    int apart = difference(goal, s->taken[seat], bid, cards_dealt(s)),
        capped = apart > DIFFERENCE_MAX ? T_CAPPED_POINTS - T_SCORES_POINTS : 0;

    switch (goals[goal].kind) {
    case GOAL_POINTS:
        return PHRASE(T_SCORES_POINTS + capped, seat, thing, points_of(s->taken[seat]), bid, apart, score);
    case GOAL_HALF:
        return PHRASE(T_SCORES_HALF + capped, seat, thing, goal_number(goal, cards_dealt(s)),
                      count_cards(s->taken[seat]), apart, score);
    case GOAL_NO_GOAL:
        return PHRASE(T_SCORES_NO_GOAL + capped, seat, thing, bid, apart, score);
    default:
        return PHRASE(T_SCORES_CARDS + capped, seat, thing, reached(goal, s->taken[seat], bid), apart, score);
    }
}

static bool over_the_score(const struct state *s)
{
    bool over = false;

    for (int seat = 0; seat < s->seats; seat++)
        over = over || s->score[seat] > over_at(s);
    return over;
}

static struct phrase why_over(const struct state *s)
{
    return over_the_score(s) ? PHRASE(T_OVER_SCORE, over_at(s)) : PHRASE(T_OVER_HANDS, hands_most(s));
}

/* What was returned is of no interest any more. */
static void forget_returned(struct state *s)
{
    for (int seat = 0; seat < s->seats; seat++) {
        s->goals[seat] = (uint16_t)BIT(s->goal[seat] - 1);
        s->bids[seat] = (uint16_t)BIT(s->bid[seat] - 1);
    }
}

/* The cards of a seat's tricks that do not lie on the table as the last trick. */
static uint64_t put_away(const struct state *s, int seat)
{
    uint64_t cards = s->taken[seat];

    for (int other = 0; other < s->seats; other++)
        cards &= ~(s->trick[other] ? CARD_BIT(s->trick[other] - 1) : 0);
    return cards;
}

static void tell_score(const struct state *s, int seat, struct facts *facts)
{
    fact_add(facts, EVERYBODY, FACT_REVEALS, explain(s, seat));
    fact_turn(facts, THING_GOAL + s->goal[seat] - 1, PLACE_GOAL + seat);
    for (uint64_t cards = facts_transfers(facts) ? put_away(s, seat) : 0; cards; cards &= cards - 1)
        fact_turn(facts, bit_lowest64(cards), PLACE_TAKEN + seat);
    fact_transfer(facts, GOAL_BACK, bit_count(s->goals[seat]) - 1, PLACE_RETURNED + seat, PLACE_GOALS);
    fact_transfer(facts, BID_BACK, bit_count(s->bids[seat]) - 1, PLACE_RETURNED + seat, PLACE_BIDS);
}

/* With the first card of the next hand all that lies open after a hand goes. */
static void tell_gathered(const struct state *s, struct facts *facts)
{
    TELL(facts, EVERYBODY, FACT_SILENT, T_GATHERED);
    for (int seat = 0; seat < s->seats && facts_transfers(facts); seat++) {
        for (uint64_t cards = put_away(s, seat); cards; cards &= cards - 1)
            fact_transfer(facts, bit_lowest64(cards), 1, PLACE_TAKEN + seat, PLACE_DECK);
        fact_transfer(facts, s->trick[seat] - 1, 1, PLACE_TRICK + seat, PLACE_DECK);
        fact_transfer(facts, THING_GOAL + s->goal[seat] - 1, 1, PLACE_GOAL + seat, PLACE_GOALS);
        fact_transfer(facts, THING_BID + s->bid[seat] - 1, 1, PLACE_BID + seat, PLACE_BIDS);
    }
}

static void score_hand(struct state *s, struct facts *facts)
{
    for (int seat = 0; seat < s->seats; seat++) {
        s->score[seat] = (uint8_t)(s->score[seat] +
                                   hand_score(s->goal[seat] - 1, s->taken[seat], bid_of(s, seat), cards_dealt(s)));
        if (facts)
            tell_score(s, seat, facts);
    }
    forget_returned(s);
    if (over_the_score(s) || s->hands == hands_most(s)) {
        s->phase = OVER;
        if (facts)
            fact_add(facts, EVERYBODY, 0, why_over(s));
    } else {
        s->phase = HAND_OVER;
        s->left = CARDS;
        s->turn = 0;
    }
}

/* ---- tricks ---------------------------------------------------------------------------------- */

/* Before the seat whose turn it is plays this card. Whoever took the trick before leads, and puts its cards away, face
 * down. */
static void tell_card(const struct state *s, int card, struct facts *facts)
{
    int seat = s->turn;

    TELL(facts, EVERYBODY, FACT_REVEALS, leads(s) ? T_LEADS : T_PLAYS, seat, card);
    for (int other = 0; other < s->seats && s->trick[seat]; other++)
        fact_transfer(facts, CARD_BACK, 1, PLACE_TRICK + other, PLACE_TAKEN + seat);
    fact_transfer(facts, card, 1, PLACE_HAND + seat, PLACE_TRICK + seat);
}

/* The seat whose turn it is plays this card to the trick. Of a suit the greater number is the higher rank. */
static void play_card(struct state *s, int card)
{
    int seat = s->turn, suit = card_suit[card];

    if (s->trick[seat]) { /* the trick before is put away */
        for (int other = 0; other < s->seats; other++)
            s->trick[other] = 0;
        s->leader = (uint8_t)seat;
    }
    s->hand[seat] ^= CARD_BIT(card);
    s->trick[seat] = (uint8_t)(card + 1);
    s->turn = (uint8_t)left_of(seat, s->seats);
    if (seat == s->leader) {
        s->best = (uint8_t)seat;
    } else {
        int best = s->trick[s->best] - 1, led = led_suit(s);

        if (suit == card_suit[best] ? card > best : suit == s->trump)
            s->best = (uint8_t)seat;
        if (suit != led)
            s->voids[seat] |= (uint8_t)BIT(led);
    }
}

static void take_trick(struct state *s, struct facts *facts)
{
    for (int seat = 0; seat < s->seats; seat++)
        s->taken[s->best] |= CARD_BIT(s->trick[seat] - 1);
    s->turn = s->best;
    s->tricks++;
    TELL(facts, EVERYBODY, 0, T_WINS, s->best, s->tricks);
}

/* The last trick plays itself. */
static void play(struct state *s, int card, struct facts *facts)
{
    if (facts)
        tell_card(s, card, facts);
    play_card(s, card);
    if (s->turn != s->leader)
        return;
    take_trick(s, facts);
    if (s->tricks < cards_each(s) - 1)
        return;
    for (int i = 0; i < s->seats; i++) {
        card = bit_lowest64(s->hand[s->turn]);
        if (facts)
            tell_card(s, card, facts);
        play_card(s, card);
    }
    take_trick(s, facts);
    score_hand(s, facts);
}

/* A last card, goal card or bid token that must be the one is not drawn. */
static void apply_draw(struct state *s, move_t m, struct facts *facts)
{
    int drawn = m - first_outcome(s), phase;

    if (s->phase == HAND_OVER) {
        tell_gathered(s, facts);
        begin_hand(s);
    }
    phase = s->phase;
    for (;;) {
        if (phase == DEAL)
            deal_card(s, drawn, facts);
        else if (phase == DRAW_GOALS)
            draw_goal(s, drawn, facts);
        else
            draw_bid(s, drawn, facts);
        if (s->left != 1 || s->phase != phase)
            return;
        drawn = bit_lowest64(undrawn(s));
    }
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    switch (s->phase) {
    case PLAY:
        play(s, m - MOVE_CARD, facts);
        break;
    case DECIDE:
        decide(s, actor, m, facts);
        break;
    case KEEP:
        keep(s, actor, m, facts);
        break;
    case TRUMP:
        name_trump(s, m - MOVE_TRUMP, facts);
        break;
    default:
        apply_draw(s, m, facts);
        break;
    }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* The others' hands and the cards that were not dealt: every way to hand out the unseen cards is equally likely, as
 * long as nobody holds a suit that it has shown to be out of. Such a void counts only while there are unseen cards of
 * that suit. Seats with the same voids are a group: it gets its cards together, and they are shuffled within it. All
 * groups with a void are dealt to first. What is left goes anywhere, so that it does not matter which cards these are,
 * and a way to serve the groups weighs as much as any other: they are counted.
 *
 *   - The last group takes any cards of its suits: a binomial coefficient.
 *   - Of the last group but one it matters only how many cards it takes away from the last: a sum of a few products.
 *   - For every group before (which takes three different sets of voids, and so at least a trick and three cards) all
 *     ways to divide its cards by suits are gone through.
 *
 * How large the numbers can be follows from how many cards have been played before there can be so many groups; the
 * test works it out, for every number of seats and of cards dealt to each. The sum for the last two groups and the
 * product of the others' ways are below 2^64 each. For a spectator both together are not (with 8, 8 and 8 of 42 cards
 * for three groups), which is what wide.h is for. */
enum { GROUPS_MAX = SEATS, FREE_GROUPS = 2, DIGITS_MAX = (GROUPS_MAX - FREE_GROUPS) * (SUITS - 1) };

struct group {
    uint64_t may_hold; /* cards */
    uint8_t suits;     /* as a set, of those cards */
    uint8_t size;      /* cards in the hands together */
    uint8_t seats;     /* as a set */
};

/* Binomial coefficients. */
struct binomial {
    uint64_t of[CARDS + 1][CARDS + 1];
};

/* The sets of one to three suits. Groups with many voids have few ways to divide their cards, and come first. */
static const uint8_t void_sets[] = {7, 11, 13, 14, 3, 5, 6, 9, 10, 12, 1, 2, 4, 8};

/* Takes n members out of a set at random. */
static uint64_t take(uint64_t *set, int n, struct luck *luck)
{
    uint64_t taken = 0;
    int left = count_cards(*set);

    if (n == left) {
        taken = *set;
        *set = 0;
        return taken;
    }
    for (; n > 0; n--) {
        uint64_t card = CARD_BIT(nth_card(*set, luck_below(luck, (uint32_t)left--)));

        taken |= card;
        *set ^= card;
    }
    return taken;
}

static void fill_binomial(struct binomial *out, int most)
{
    for (int k = 0; k <= most; k++)
        out->of[0][k] = k == 0;
    for (int n = 1; n <= most; n++) {
        out->of[n][0] = 1;
        for (int k = 1; k <= most; k++)
            out->of[n][k] = out->of[n - 1][k - 1] + out->of[n - 1][k];
    }
}

/* The last two groups: of the unseen cards `shared` may go to both, `own` only to the one but last, and `last` to the
 * last one, shared ones included. */
struct pair {
    int shared, own, last;
    int size, last_size;
};

static int cards_of_suits(const uint8_t left[SUITS], uint32_t suits)
{
    int n = 0;

    for (FOR_BITS(suit, suits))
        n += left[suit];
    return n;
}

static struct pair pair_of(const struct group group[2], const uint8_t left[SUITS])
{
    return (struct pair){.shared = cards_of_suits(left, group[0].suits & group[1].suits),
                         .own = cards_of_suits(left, group[0].suits & ~(uint32_t)group[1].suits),
                         .last = cards_of_suits(left, group[1].suits),
                         .size = group[0].size,
                         .last_size = group[1].size};
}

/* The fewest and most shared cards that the first of the two can take. */
static int shared_least(const struct pair *pair)
{
    return pair->size > pair->own ? pair->size - pair->own : 0;
}

static int shared_most(const struct pair *pair)
{
    int most = pair->size < pair->shared ? pair->size : pair->shared, spare = pair->last - pair->last_size;

    return most < spare ? most : spare;
}

/* In how many ways the first takes so many of the shared cards, and the last its own. */
static uint64_t pair_ways(const struct binomial *c, const struct pair *pair, int shared)
{
    return c->of[pair->shared][shared] * c->of[pair->own][pair->size - shared] *
           c->of[pair->last - shared][pair->last_size];
}

static uint64_t all_pair_ways(const struct binomial *c, const struct pair *pair)
{
    uint64_t ways = 0;

    for (int shared = shared_least(pair); shared <= shared_most(pair); shared++)
        ways += pair_ways(c, pair, shared);
    return ways;
}

/* How the groups before the last two divide their cards by suits: a number for each group and each of its suits, gone
 * through like the digits of a counter. The number for the last suit of a group follows from the others. */
struct division {
    uint8_t left[SUITS]; /* unseen cards that are not given to these groups */
    uint8_t digits;
    uint8_t group[DIGITS_MAX], suit[DIGITS_MAX], cards[DIGITS_MAX];
    bool first[DIGITS_MAX], last[DIGITS_MAX]; /* suit of its group */
};

static void set_digits(struct division *d, const struct group group[], int groups)
{
    d->digits = 0;
    for (int g = 0; g < groups; g++) {
        for (FOR_BITS(suit, group[g].suits)) {
            d->group[d->digits] = (uint8_t)g;
            d->suit[d->digits] = (uint8_t)suit;
            d->first[d->digits] = (group[g].suits & (BIT(suit) - 1)) == 0;
            d->last[d->digits] = group[g].suits >> suit == 1;
            d->digits++;
        }
    }
}

/* Counts the ways of all groups, division by division. Stops at the division in which way number `stop` lies, and
 * leaves it in d; or goes through all of them if there are no more than that. */
static struct wide count_ways(const struct binomial *c, const struct group group[], int groups, struct wide stop,
                              struct division *d)
{
    uint64_t ways[DIGITS_MAX + 1] = {1}; /* of the digits before */
    uint8_t need[DIGITS_MAX + 1] = {0};  /* cards that the group still needs at this digit */
    struct wide sum = {0, 0};
    int at = 0;
    bool entering = true;

    for (;;) {
        if (at == d->digits) {
            struct pair pair = pair_of(group + groups - FREE_GROUPS, d->left);

            sum = wide_sum(sum, wide_product(ways[at], all_pair_ways(c, &pair)));
            if (at == 0 || wide_less(stop, sum))
                return sum;
            entering = false;
            at--;
        }
        if (entering) {
            need[at] = d->first[at] ? group[d->group[at]].size : (uint8_t)(need[at - 1] - d->cards[at - 1]);
            d->cards[at] = d->last[at] ? need[at] : 0;
        } else {
            d->left[d->suit[at]] = (uint8_t)(d->left[d->suit[at]] + d->cards[at]);
            d->cards[at]++;
        }
        entering = d->cards[at] <= need[at] && d->cards[at] <= d->left[d->suit[at]];
        if (entering) {
            ways[at + 1] = ways[at] * c->of[d->left[d->suit[at]]][d->cards[at]];
            d->left[d->suit[at]] = (uint8_t)(d->left[d->suit[at]] - d->cards[at]);
            at++;
        } else if (at-- == 0) {
            return sum;
        }
    }
}

/* The groups of seats with voids, in the order in which they are dealt to; their number. */
static int find_groups(const struct state *s, uint32_t seats, uint64_t unseen, struct group out[GROUPS_MAX])
{
    struct group by_voids[BIT(SUITS)] = {0};
    uint32_t there = 0;
    int n = 0;

    for (int suit = 0; suit < SUITS; suit++)
        there |= unseen & suit_cards[suit] ? BIT(suit) : 0;
    for (FOR_BITS(seat, seats)) {
        struct group *group = &by_voids[s->voids[seat] & there];

        group->seats |= (uint8_t)BIT(seat);
        group->size = (uint8_t)(group->size + count_cards(s->hand[seat]));
    }
    for (size_t i = 0; i < sizeof void_sets; i++) {
        struct group *group = &by_voids[void_sets[i]];

        if (group->size == 0)
            continue;
        group->suits = (uint8_t)(there & ~(uint32_t)void_sets[i]);
        for (FOR_BITS(suit, group->suits))
            group->may_hold |= unseen & suit_cards[suit];
        out[n++] = *group;
    }
    return n;
}

/* Takes n of these cards out of the unseen ones. */
static uint64_t take_of(uint64_t *unseen, uint64_t cards, int n, struct luck *luck)
{
    uint64_t among = *unseen & cards, taken = take(&among, n, luck);

    *unseen ^= taken;
    return taken;
}

/* The cards of all groups but the last. */
static void deal_to_groups(const struct group group[], int groups, uint64_t *unseen, uint64_t hold[], struct luck *luck)
{
    const struct group *last_two = group + groups - FREE_GROUPS;
    struct binomial c;
    struct division d;
    struct pair pair;
    uint64_t way;
    int shared;

    fill_binomial(&c, count_cards(*unseen));
    for (int suit = 0; suit < SUITS; suit++)
        d.left[suit] = (uint8_t)count_cards(*unseen & suit_cards[suit]);
    set_digits(&d, group, groups - FREE_GROUPS);
    if (d.digits > 0) {
        struct wide ways = count_ways(&c, group, groups, (struct wide){UINT64_MAX, UINT64_MAX}, &d);

        count_ways(&c, group, groups, wide_below(luck, ways), &d);
        for (int i = 0; i < d.digits; i++)
            hold[d.group[i]] |= take_of(unseen, suit_cards[d.suit[i]], d.cards[i], luck);
    }
    pair = pair_of(last_two, d.left);
    way = wide_below(luck, (struct wide){0, all_pair_ways(&c, &pair)}).low;
    for (shared = shared_least(&pair); way >= pair_ways(&c, &pair, shared); shared++)
        way -= pair_ways(&c, &pair, shared);
    hold[groups - FREE_GROUPS] = take_of(unseen, last_two[0].may_hold & last_two[1].may_hold, shared, luck) |
                                 take_of(unseen, last_two[0].may_hold & ~last_two[1].may_hold, pair.size - shared,
                                         luck);
}

static void share(struct state *s, uint32_t seats, uint64_t *cards, struct luck *luck)
{
    for (FOR_BITS(seat, seats))
        s->hand[seat] = take(cards, count_cards(s->hand[seat]), luck);
}

static void veil_cards(struct state *s, uint32_t others, struct luck *luck)
{
    struct group group[GROUPS_MAX];
    uint64_t unseen = s->deck, hold[GROUPS_MAX] = {0};
    int groups;

    for (FOR_BITS(seat, others))
        unseen |= s->hand[seat];
    groups = find_groups(s, others, unseen, group);
    if (groups >= FREE_GROUPS)
        deal_to_groups(group, groups, &unseen, hold, luck);
    if (groups > 0)
        hold[groups - 1] = take_of(&unseen, group[groups - 1].may_hold, group[groups - 1].size, luck);
    for (int g = 0; g < groups; g++) {
        share(s, group[g].seats, &hold[g], luck);
        others &= ~(uint32_t)group[g].seats;
    }
    share(s, others, &unseen, luck);
    s->deck = unseen;
}

/* Goal cards or bid tokens of the others: any that the viewer has not seen. `shown`: those that are kept lie open. */
static void veil_pieces(uint16_t drawn[SEATS], uint8_t kept[SEATS], uint32_t others, uint32_t seen, bool shown,
                        struct luck *luck)
{
    uint64_t unseen = ALL_PIECES & ~seen;

    for (FOR_BITS(seat, others))
        unseen &= ~(uint64_t)(shown ? BIT(kept[seat] - 1) : 0);
    for (FOR_BITS(seat, others)) {
        int n = bit_count(drawn[seat]);

        if (shown) {
            drawn[seat] = (uint16_t)(BIT(kept[seat] - 1) | take(&unseen, n - 1, luck));
        } else if (kept[seat]) {
            uint64_t keeps = take(&unseen, 1, luck);

            kept[seat] = (uint8_t)(bit_lowest64(keeps) + 1);
            drawn[seat] = (uint16_t)(keeps | take(&unseen, n - 1, luck));
        } else {
            drawn[seat] = (uint16_t)take(&unseen, n, luck);
        }
    }
}

static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;
    uint32_t others = (BIT(s->seats) - 1) & ~BIT(viewer);
    bool seated = viewer < s->seats;

    if (viewer == REFEREE || s->phase >= HAND_OVER)
        return;
    veil_cards(s, others, luck);
    veil_pieces(s->goals, s->goal, others, seated ? s->goals[viewer] : 0, false, luck);
    veil_pieces(s->bids, s->bid, others, seated ? s->bids[viewer] : 0, s->phase >= TRUMP, luck);
}

/* ---- the end --------------------------------------------------------------------------------- */

static void result(const void *state, struct result *out)
{
    const struct state *s = state;

    result_line(out, NOBODY, why_over(s));
    for (int seat = 0; seat < s->seats; seat++) {
        out->score[seat] = s->score[seat];
        result_line(out, seat, explain(s, seat));
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

static void scene_cards(uint64_t cards, int flags, struct scene *out)
{
    for (; cards; cards &= cards - 1)
        scene_piece(out, bit_lowest64(cards), 1, flags);
}

/* Goal cards or bid tokens: those that are known, and the backs of the others. */
static void scene_pieces(uint32_t set, bool known, int thing, int back, struct scene *out)
{
    if (!known)
        scene_piece(out, back, bit_count(set), 0);
    for (FOR_BITS(piece, known ? set : 0))
        scene_piece(out, thing + (int)piece, 1, 0);
}

static uint32_t kept_of(uint32_t drawn, int kept)
{
    return kept ? BIT(kept - 1) : drawn;
}

/* The number of the trick on the table: one that is complete, or the one that is running. */
static int trick_number(const struct state *s)
{
    return s->tricks + (s->trick[s->turn] == 0);
}

static int tricks_of(const struct state *s, int seat)
{
    return count_cards(s->taken[seat]) / s->seats;
}

/* The cards of the trick in the order of play, until the next is led. */
static void scene_trick(const struct state *s, struct scene *out)
{
    if (s->trick[s->turn])
        scene_zone(out, &zones[Z_TRICK], NOBODY, PHRASE(T_TRICK_WON_TITLE, trick_number(s), s->best));
    else if (s->trump == NO_TRUMP)
        scene_zone(out, &zones[Z_TRICK], NOBODY, PHRASE(T_TRICK_NO_TRUMP_TITLE, trick_number(s)));
    else
        scene_zone(out, &zones[Z_TRICK], NOBODY, PHRASE(T_TRICK_TITLE, trick_number(s), suit_colour[s->trump]));
    for (int i = 0; i < s->seats; i++) {
        int seat = (s->leader + i) % s->seats;

        if (s->trick[seat] == 0)
            continue;
        scene_place(out, PLACE_TRICK + seat, 2 * i, 0, PHRASE(T_SEAT, seat));
        scene_piece(out, s->trick[seat] - 1, 1, 0);
    }
}

/* The tricks that a seat has taken; the cards of the last one may still lie on the table. Face down: the referee knows
 * them. After the hand they are turned up. */
static void scene_tricks(const struct state *s, int viewer, int seat, struct scene *out)
{
    uint64_t cards = put_away(s, seat);

    scene_place(out, PLACE_TAKEN + seat, 2, 0, PHRASE(T_TRICKS_LABEL, tricks_of(s, seat)));
    if (s->phase >= HAND_OVER)
        scene_cards(cards, 0, out);
    else if (viewer == REFEREE)
        scene_cards(cards, PIECE_DOWN, out);
    else
        scene_piece(out, CARD_BACK, count_cards(cards), 0);
}

/* What lies before a seat: the bid, the tricks, the goal and what was returned. Tricks have no zone of their own: five
 * more lines would be too many for a terminal. */
static void scene_seat(const struct state *s, int viewer, int seat, struct scene *out)
{
    bool own = viewer == REFEREE || viewer == seat, shown = s->phase >= TRUMP, over = s->phase >= HAND_OVER;
    uint32_t bid = kept_of(s->bids[seat], s->bid[seat]), goal = kept_of(s->goals[seat], s->goal[seat]);
    uint32_t returned_goal = s->goals[seat] & ~goal, returned_bid = s->bids[seat] & ~bid;

    scene_zone(out, &zones[Z_TABLEAU], seat, PHRASE(T_SEAT, seat));
    scene_place(out, PLACE_BID + seat, 0, 0, PHRASE(T_BID_LABEL));
    scene_pieces(bid, own || shown, THING_BID, BID_BACK, out);
    if (s->phase >= PLAY)
        scene_tricks(s, viewer, seat, out);
    scene_place(out, PLACE_GOAL + seat, 4, 0, PHRASE(T_GOAL_LABEL));
    scene_pieces(goal, own || over, THING_GOAL, GOAL_BACK, out);
    if (returned_goal | returned_bid) {
        scene_place(out, PLACE_RETURNED + seat, 6, 0, PHRASE(T_RETURNED_LABEL));
        scene_pieces(returned_goal, own, THING_GOAL, GOAL_BACK, out);
        scene_pieces(returned_bid, own, THING_BID, BID_BACK, out);
    }
}

static void scene_hand(const struct state *s, int viewer, int seat, struct scene *out)
{
    scene_pile(out, &zones[Z_HAND], seat, PHRASE(T_HAND_TITLE, seat), PLACE_HAND + seat);
    if (viewer == REFEREE || viewer == seat)
        scene_cards(s->hand[seat], 0, out);
    else
        scene_piece(out, CARD_BACK, count_cards(s->hand[seat]), 0);
}

/* A heap of which only the backs are seen; an empty one is not there. */
static void scene_heap(int place, int x, int back, int n, struct scene *out)
{
    if (n == 0)
        return;
    scene_place(out, place, x, 0, PHRASE(T_NONE));
    scene_piece(out, back, n, 0);
}

static void scene_unused(const struct state *s, struct scene *out)
{
    int cards_left = count_cards(s->deck), goals_left = PIECES, bids_left = PIECES;

    for (int seat = 0; seat < s->seats; seat++) {
        goals_left -= bit_count(s->goals[seat]);
        bids_left -= bit_count(s->bids[seat]);
    }
    if (cards_left + goals_left + bids_left == 0)
        return;
    scene_zone(out, &zones[Z_SUPPLY], NOBODY, PHRASE(T_UNUSED_TITLE));
    scene_heap(PLACE_DECK, 0, CARD_BACK, cards_left, out);
    scene_heap(PLACE_GOALS, 2, GOAL_BACK, goals_left, out);
    scene_heap(PLACE_BIDS, 4, BID_BACK, bids_left, out);
}

static void scene_note_hand(const struct state *s, struct scene *out)
{
    int hand = s->hands, most = hands_most(s);
    bool last = s->phase != OVER && limit_in_sight(hand, most);

    if (s->phase < PLAY)
        scene_note(out, NOBODY, last ? PHRASE(T_NOTE_LAST_HANDS, hand, most) : PHRASE(T_NOTE_HAND, hand));
    else if (s->trump == NO_TRUMP)
        scene_note(out, NOBODY,
                   last ? PHRASE(T_NOTE_LAST_NO_TRUMP, hand, most, trump_namer(s))
                        : PHRASE(T_NOTE_NO_TRUMP, hand, trump_namer(s)));
    else
        scene_note(out, NOBODY,
                   last ? PHRASE(T_NOTE_LAST_TRUMP, hand, most, trump_namer(s), suit_colour[s->trump])
                        : PHRASE(T_NOTE_TRUMP, hand, trump_namer(s), suit_colour[s->trump]));
    for (int seat = 0; seat < s->seats && s->phase == HAND_OVER; seat++)
        scene_note(out, seat, explain(s, seat));
}

/* Of all cards taken a seat with such a goal wants just so many. Whoever knows it can count them, since tricks are
 * counted in the open; what is in them has to be remembered, and is not counted here. */
static void scene_count_cards(const struct state *s, int seat, struct scene *out)
{
    int goal = s->goal[seat] - 1, kind = goals[goal].kind;

    if (kind == GOAL_HALF || kind == GOAL_CARDS)
        scene_count_seat(out, seat, 0, count_cards(s->taken[seat]), goal_number(goal, cards_dealt(s)),
                         PHRASE(T_COUNT_CARDS));
}

static void scene_counts(const struct state *s, int viewer, struct scene *out)
{
    bool over = s->phase >= HAND_OVER;

    scene_count_far(out, s->hands, hands_most(s), PHRASE(T_COUNT_HAND));
    if (s->phase >= PLAY)
        scene_count(out, SCOPE_TABLE, trick_number(s), cards_each(s), PHRASE(T_COUNT_TRICK));
    for (int seat = 0; seat < s->seats; seat++) {
        scene_count_seat(out, seat, COUNTER_SCORE, s->score[seat], over_at(s), PHRASE(T_COUNT_SCORE));
        if (s->phase < PLAY)
            continue;
        scene_count_seat(out, seat, 0, tricks_of(s, seat), NO_LIMIT, PHRASE(T_COUNT_TRICKS));
        if (over || viewer == REFEREE || viewer == seat)
            scene_count_cards(s, seat, out);
        if (over)
            scene_count_seat(out, seat, 0,
                             hand_score(s->goal[seat] - 1, s->taken[seat], bid_of(s, seat), cards_dealt(s)),
                             DIFFERENCE_MAX, PHRASE(T_COUNT_ADDED));
    }
}

static struct phrase aim_at_half(int each, int seats)
{
    int half = each * seats / 2, tricks = each / 2;

    if (each % 2 == 0)
        return PHRASE(T_AIM_HALF, tricks, each);
    return seats % 2 ? PHRASE(T_AIM_NEAR_HALF, tricks, each, half)
                     : PHRASE(T_AIM_AROUND_HALF, tricks, tricks + 1, each, half);
}

/* What a seat with this goal does about it. */
static struct phrase aim_at(int goal, const struct state *s, int seat)
{
    int number = goals[goal].number;

    switch (goals[goal].kind) {
    case GOAL_POINTS:
        return s->bid[seat] ? PHRASE(T_AIM_POINTS, number - bid_of(s, seat), bid_of(s, seat), number)
                            : PHRASE(T_AIM_POINTS_AND_BID, number);
    case GOAL_NO_GOAL:
        return s->bid[seat] ? PHRASE(T_AIM_HINDER, bid_alone(bid_of(s, seat))) : PHRASE(T_AIM_BID);
    case GOAL_HALF:
        return aim_at_half(cards_each(s), s->seats);
    case GOAL_YELLOW_AND_BLUE:
        return PHRASE(T_AIM_YELLOW_AND_BLUE, number);
    case GOAL_RED:
        return PHRASE(T_AIM_RED, number);
    default: /* GOAL_CARDS: none */
        return PHRASE(T_AIM_NOTHING);
    }
}

static struct phrase aim(const struct state *s, int seat)
{
    if (s->phase >= HAND_OVER || s->goals[seat] == 0)
        return limit_in_sight(s->hands, hands_most(s)) ? PHRASE(T_AIM_SCORE_OR_HAND, over_at(s), hands_most(s))
                                                       : PHRASE(T_AIM_SCORE, over_at(s));
    return s->goal[seat] ? aim_at(s->goal[seat] - 1, s, seat) : PHRASE(T_AIM_KEEP);
}

static struct phrase prompt(const struct state *s, int viewer)
{
    bool you = viewer < s->seats && (actors(s) & BIT(viewer));

    switch (s->phase) {
    case DEAL:
        return PHRASE(T_PROMPT_DEAL);
    case DECIDE:
        return PHRASE(you ? T_PROMPT_YOU_DECIDE : T_PROMPT_DECIDE);
    case DRAW_GOALS:
        return PHRASE(T_PROMPT_GOALS);
    case DRAW_BIDS:
        return PHRASE(T_PROMPT_BIDS);
    case KEEP:
        return PHRASE(!you ? T_PROMPT_KEEP : s->goal[viewer] == 0 ? T_PROMPT_YOU_KEEP_GOAL : T_PROMPT_YOU_KEEP_BID);
    case TRUMP:
        return PHRASE(T_PROMPT_TRUMP, s->turn);
    case HAND_OVER:
        return PHRASE(T_PROMPT_HAND_OVER);
    case OVER:
        return PHRASE(T_PROMPT_OVER);
    default: /* PLAY */
        if (leads(s))
            return PHRASE(T_PROMPT_LEAD, s->turn);
        if (!you)
            return PHRASE(T_PROMPT_PLAY, s->turn, suit_colour[led_suit(s)]);
        return PHRASE(s->hand[viewer] & suit_cards[led_suit(s)] ? T_PROMPT_FOLLOW : T_PROMPT_VOID,
                      suit_colour[led_suit(s)]);
    }
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    bool held = s->phase < HAND_OVER;

    scene_note_hand(s, out);
    for (int seat = 0; seat < s->seats; seat++) {
        scene_seat(s, viewer, seat, out);
        if (held && seat != viewer)
            scene_hand(s, viewer, seat, out);
    }
    scene_unused(s, out);
    if (s->phase >= PLAY)
        scene_trick(s, out);
    if (held && viewer < s->seats)
        scene_hand(s, viewer, viewer, out);
    out->scored = true;
    for (int seat = 0; seat < s->seats; seat++)
        out->score[seat] = s->score[seat];
    scene_counts(s, viewer, out);
    if (viewer < s->seats && s->phase != OVER)
        out->goal = aim(s, viewer);
    out->prompt = prompt(s, viewer);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    (void)actor;
    switch (s->phase) {
    case DEAL:
    case HAND_OVER:
        return PHRASE(T_SAY_DEAL, m - MOVE_CARD, s->turn);
    case DECIDE:
        return PHRASE(T_SAY_NEITHER + m);
    case DRAW_GOALS:
        return PHRASE(T_SAY_GOAL, s->turn, THING_GOAL + m - MOVE_GOAL);
    case DRAW_BIDS:
        return PHRASE(T_SAY_BID, THING_BID + m - MOVE_BID, s->turn);
    case KEEP:
        return m >= MOVE_BID ? PHRASE(T_SAY_KEEP_BID, THING_BID + m - MOVE_BID)
                             : PHRASE(T_SAY_KEEP_GOAL, THING_GOAL + m - MOVE_GOAL);
    case TRUMP:
        return m - MOVE_TRUMP == NO_TRUMP ? PHRASE(T_SAY_NO_TRUMP) : PHRASE(T_SAY_TRUMP, suit_colour[m - MOVE_TRUMP]);
    default:
        return PHRASE(T_SAY_PLAY, m - MOVE_CARD);
    }
}

/* Suits for trump are buttons, and so is to take neither. */
static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;

    switch (s->phase) {
    case PLAY:
        out[0] = (struct touch){(uint16_t)(PLACE_HAND + seat), (uint16_t)(m - MOVE_CARD)};
        return 1;
    case KEEP:
        out[0] = m >= MOVE_BID ? (struct touch){(uint16_t)(PLACE_BID + seat), (uint16_t)(THING_BID + m - MOVE_BID)}
                               : (struct touch){(uint16_t)(PLACE_GOAL + seat), (uint16_t)(THING_GOAL + m - MOVE_GOAL)};
        return 1;
    case DECIDE:
        out[0] = (struct touch){m == MOVE_MORE_GOAL ? PLACE_GOALS : PLACE_BIDS, NOTHING};
        return m == PASS ? 0 : 1;
    default:
        return 0;
    }
}

/* ---- what bots are told ---------------------------------------------------------------------- */

/* Simulations end when a hand has been scored: the hands that follow are as good for one seat as for another, and would
 * only add noise. Those of a decision what to draw end when it is drawn: by how much two goal cards are better than one
 * is lost in how differently a hand can be played. */
static uint32_t stage(const void *state)
{
    const struct state *s = state;

    return 2u * s->hands + (s->phase >= KEEP) + (s->phase >= HAND_OVER);
}

/* What is added to a score, in hundredths, if what is compared with the goal comes out this far from it on average, and
 * varies by so much (a standard deviation). Where that is in reach of the goal, the mean difference of a normal
 * distribution, nearly. */
static int32_t expected_score(int32_t apart, int32_t varies)
{
    apart = apart < 0 ? -apart : apart;
    if (apart < 2 * varies)
        apart = varies * 4 / 5 + apart * apart * 3 / 10 / varies;
    return apart < DIFFERENCE_MAX * POINT ? apart : DIFFERENCE_MAX * POINT;
}

/* The roots of numbers of tricks, in tenths. */
static const uint8_t root_of_tricks[DEALT + 1] = {0, 10, 14, 17, 20, 22, 24, 26, 28, 30, 32};

/* Before anything is drawn: with two goal cards or bid tokens to choose from it goes better, and the more so the fewer
 * cards are dealt to each. This is the mean of the best prospect below over all draws. */
static int32_t prospect_of_draw(int goals_n, int bids_n, int each)
{
    int32_t fewer = DEALT - each;

    if (goals_n == 2)
        return bids_n == 2 ? 475 - 19 * fewer : 530 - 14 * fewer;
    return bids_n == 2 ? 570 - 10 * fewer : 655 - 7 * fewer;
}

/* A goal with a bid before the first of so many tricks. Points come out around 0. Cards can be had or not, but half of
 * them are much; the fewer are dealt, the less is missed of what goes by their number, and the more of 10. */
static int32_t prospect(int goal, int bid, int each)
{
    switch (goals[goal].kind) {
    case GOAL_POINTS:
        return expected_score((bid - goals[goal].number) * POINT, 550 * root_of_tricks[each] / root_of_tricks[DEALT]);
    case GOAL_NO_GOAL:
        return expected_score(bid * POINT, 0);
    case GOAL_HALF:
        return 7 * POINT * each / DEALT;
    case GOAL_CARDS:
        return 5 * POINT * each / DEALT;
    default:
        return DIFFERENCE_MAX * POINT - 5 * POINT * each / DEALT;
    }
}

/* The best of what a seat has kept or can still keep. */
static int32_t best_prospect(const struct state *s, int seat)
{
    uint32_t keeps_goal = s->goal[seat] ? BIT(s->goal[seat] - 1) : s->goals[seat];
    uint32_t keeps_bid = s->bid[seat] ? BIT(s->bid[seat] - 1) : s->bids[seat];
    int32_t best = DIFFERENCE_MAX * POINT;

    for (FOR_BITS(goal, keeps_goal)) {
        for (FOR_BITS(bid, keeps_bid)) {
            int32_t score = prospect((int)goal, tokens[bid], cards_each(s));

            best = score < best ? score : best;
        }
    }
    return best;
}

/* How much of the tricks to come a seat may take, in no unit: a card counts by how many cards of its suit that others
 * hold are higher, and trump twice. */
static int strength(const struct state *s, int seat)
{
    uint64_t others = 0;
    int sum = 1;

    for (int other = 0; other < s->seats; other++)
        others |= other == seat ? 0 : s->hand[other];
    for (uint64_t cards = s->hand[seat]; cards; cards &= cards - 1) {
        int card = bit_lowest64(cards), suit = card_suit[card];
        int higher = count_cards(others & suit_cards[suit] & ~(CARD_BIT(card) - 1));

        sum += (suit == s->trump ? 24 : 12) / (1 + higher);
    }
    return sum;
}

/* The cards of the trick that is running. */
static uint64_t cards_in_trick(const struct state *s)
{
    uint64_t cards = 0;

    for (int seat = 0; seat < s->seats && !leads(s); seat++)
        cards |= s->trick[seat] ? CARD_BIT(s->trick[seat] - 1) : 0;
    return cards;
}

/* How much what a goal compares may still vary, in hundredths: by the kind of the goal, times the root of the tricks to
 * come. */
static const uint8_t goal_varies[] = {
    [GOAL_POINTS] = 20, [GOAL_HALF] = 15, [GOAL_YELLOW_AND_BLUE] = 8, [GOAL_RED] = 8, [GOAL_CARDS] = 15};
/* Whether a seat that is still to play can win the trick that is running. */
static bool can_be_beaten(const struct state *s)
{
    int best = s->trick[s->best] - 1, suit = card_suit[best];
    uint64_t higher = suit_cards[suit] & ~(CARD_BIT(best) - 1);
    bool beaten = false;

    if (suit != s->trump && s->trump != NO_TRUMP)
        higher |= suit_cards[s->trump];
    for (int seat = s->turn; seat != s->leader; seat = left_of(seat, s->seats))
        beaten = beaten || (playable(s, seat) & higher);
    return beaten;
}

/* Adds what the tricks are expected to add to each score. Cards that are still held go to the seats by their strength,
 * and the trick on the table to who is winning it, but not much of it if somebody can still win it. */
static void expect_tricks(const struct state *s, int32_t out[])
{
    uint64_t trick = cards_in_trick(s), held = 0;
    int strengths[SEATS], sum = 0;

    for (int seat = 0; seat < s->seats; seat++) {
        strengths[seat] = strength(s, seat);
        sum += strengths[seat];
        held |= s->hand[seat];
    }
    for (int seat = 0; seat < s->seats; seat++) {
        int goal = s->goal[seat] - 1;
        int32_t apart = (reached(goal, s->taken[seat], bid_of(s, seat)) - goal_number(goal, cards_dealt(s))) * POINT;

        apart += reached(goal, held, 0) * POINT * strengths[seat] / sum;
        if (seat == s->best && trick)
            apart += reached(goal, trick, 0) * POINT / (can_be_beaten(s) ? 4 : 1);
        out[seat] += expected_score(apart, goal_varies[goals[goal].kind] * root_of_tricks[cards_each(s) - s->tricks]);
    }
}

/* Points so far and what is to be expected of the running hand. By how much the difference of two seats may change: a
 * hand changes it by about 5 points, a whole game by twice as much, and the hands that are left by no more than each of
 * them does. */
static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;
    int32_t most = 0, later, hands_left = hands_most(s) - s->hands;

    for (int seat = 0; seat < s->seats; seat++) {
        out[seat] = s->score[seat] * POINT;
        most = s->score[seat] > most ? s->score[seat] : most;
        if (s->phase < KEEP)
            out[seat] += prospect_of_draw(goals_due(s, seat), bids_due(s, seat), cards_each(s));
        else if (s->phase <= TRUMP)
            out[seat] += best_prospect(s, seat);
    }
    if (s->phase == PLAY)
        expect_tricks(s, out);
    later = most < over_at(s) ? (over_at(s) - most) * POINT / 6 : 0;
    return 5 * POINT + (later < hands_left * 5 * POINT ? later : hands_left * 5 * POINT);
}

/* Cards dealt, decisions, goal cards and bid tokens drawn and kept, trump, cards played. */
enum { HAND_MOVES = SEATS * DEALT + SEATS + 2 * PIECES + 2 * SEATS + 1 + SEATS * (DEALT - 1) };

const struct game game_pesky = {
    .id = "pesky-gnomes",
    .title = "Those Pesky Garden Gnomes",
    .box = "Those Pesky Garden Gnomes",
    .blurb = "Take just the tricks that your secret goal and bid need.",
    .seats_min = SEATS_LEAST,
    .seats_max = SEATS,
    .minutes = 45,
    .sources = SOURCES_N,
    .flags = GAME_HIDDEN | GAME_SEALED | GAME_LOWEST_WINS | GAME_FORCED_ASKED,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = CARDS,
    .move_ids = MOVES_N,
    .length_max = HANDS_MAX * HAND_MOVES,
    .options = options,
    .options_n = OPTIONS_N,
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
    .effort = 600,
    .patience = 9,
};
