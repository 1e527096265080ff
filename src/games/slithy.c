/* slithy.c: Slithy, negotiation for 3 to 7 (Jabberwocky box). Rules: docs/rules/slithy.md.
 *
 * One player a round deals: a purple card face up, a yellow one face down. The others announce, truly or not, how
 * many gems they play, then choose unseen. A group that plays as many as both cards together busts, and its gems
 * are the dealer's; otherwise each scores up to the purple number.
 *
 * Unusual: a turn has an open step (the announcements) and a sealed one (the amounts). The face-down yellow card is the
 * dealer's private choice and stays among the cards left until it is shown, so that nothing but `down` differs
 * between the worlds that the others think possible. What is counted for every seat is one 64-bit number with a
 * byte, a lane, for each seat, so that a group is added up, capped and scored in a few operations.
 */
#include "jabberwocky.h"

enum { SEATS_MIN = 3, SEATS = 7, GEMS = 24, GEMS_EACH_MAX = 12 };

/* ---- components: what an owner of the box may want to correct ------------------------------------ */

/* The numbers of the cards in play, for each number of seats. Reconstructed: the picture that showed them is lost. A
 * round has as many turns as there are purple cards, and one yellow card more, which is left over. */
static const struct {
    uint8_t purple, yellow;
} cards[SEATS + 1] = {
    [3] = {BIT(1) | BIT(2) | BIT(3) | BIT(4), BIT(1) | BIT(2) | BIT(3) | BIT(4) | BIT(5)},
    [4] = {BIT(1) | BIT(2) | BIT(3) | BIT(4), BIT(1) | BIT(2) | BIT(3) | BIT(4) | BIT(5)},
    [5] = {BIT(1) | BIT(2) | BIT(3), BIT(1) | BIT(2) | BIT(3) | BIT(4)},
    [6] = {BIT(1) | BIT(2) | BIT(3), BIT(1) | BIT(2) | BIT(3) | BIT(4)},
    [7] = {BIT(1) | BIT(2) | BIT(3), BIT(1) | BIT(2) | BIT(3) | BIT(4)},
};

/* ---- groups ---------------------------------------------------------------------------------- */

/* Those to the dealer's left and right, and the gems of each member; with three or four seats there is only one. Of
 * fewer gems than GEMS everybody gets the same part, rounded down. */
static const struct {
    uint8_t left, left_gems, right, right_gems;
} groups[SEATS + 1] = {
    [3] = {2, 12, 0, 0}, [4] = {3, 8, 0, 0}, [5] = {2, 6, 2, 6}, [6] = {2, 6, 3, 4}, [7] = {3, 4, 3, 4},
};

enum { EXTENDED = 1 };

static const struct choice variants[] = {
    {"basic", "Basic: everybody deals once"},
    {"extended", "Extended: everybody deals twice"},
};
/* The box has no more gems than GEMS. With half of them a group of seven seats has six, against cards that make 2 to 7:
 * with fewer it could hardly bust. */
static const struct option options[] = {
    OPTION_CHOICE("variant", "Variant", variants),
    OPTION_NUMBER("gems", "Gems that are handed out in a round", GEMS / 2, GEMS, GEMS),
};

enum { Z_BOX, Z_TRAP, Z_CARDS, Z_USED, Z_GROUP, Z_LEFT_GROUP, Z_RIGHT_GROUP, Z_SCORED, ZONES_N };

static const struct zone zones[] = {
    [Z_BOX] = {"box", ZONE_BOX, ROLE_SUPPLY},
    [Z_TRAP] = {"trap", ZONE_ROW, ROLE_PLAYED},
    [Z_CARDS] = {"cards", ZONE_HAND, ROLE_HAND},
    [Z_USED] = {"used", ZONE_PILE, ROLE_DISCARD},
    [Z_GROUP] = {"group", ZONE_ROW, ROLE_TABLEAU}, /* gems in hand, which all can see */
    [Z_LEFT_GROUP] = {"left-group", ZONE_ROW, ROLE_TABLEAU},
    [Z_RIGHT_GROUP] = {"right-group", ZONE_ROW, ROLE_TABLEAU},
    [Z_SCORED] = {"scored", ZONE_ROW, ROLE_WON},
};

enum { PLACE_BOX, PLACE_PURPLE, PLACE_YELLOW, PLACE_CARDS, PLACE_USED, PLACE_HAND, PLACE_SCORED = PLACE_HAND + SEATS };

static const struct thing things[] = {JABBERWOCKY_THINGS};

static int purple_card(int number)
{
    return CARD(2, number);
}

static int yellow_card(int number)
{
    return CARD(1, number);
}

/* ---- words ----------------------------------------------------------------------------------- */

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_DEALS, "{seat} deals first")                                                                                 \
    X(SAY_PURPLE, "play {thing}")                                                                                      \
    X(SAY_YELLOW, "put {thing} face down")                                                                             \
    X(SAY_NOTHING, "say nothing")                                                                                      \
    X(SAY_ANNOUNCE, "announce {n}")                                                                                    \
    X(SAY_PLAY, "play {n} [gem|gems]")                                                                                 \
    X(SAY_TAKE, "take the gems of {seat}")                                                                             \
    X(ROUND, "round {n} of {n}: {seat} [deal|deals]")                                                                  \
    X(PURPLE, "{seat} [play|plays] {thing}")                                                                           \
    X(YELLOW, "{seat} [put|puts] a yellow card face down")                                                             \
    X(YELLOW_IS, "{seat} [put|puts] {thing} face down")                                                                \
    X(SAYS_NOTHING, "{seat} [say|says] nothing")                                                                       \
    X(ANNOUNCES, "{seat} [announce|announces] {n}")                                                                    \
    X(CHOOSES, "{seat} [choose|chooses] to play {n} [gem|gems]")                                                       \
    X(PLAYS, "{seat} [play|plays] {n} [gem|gems]")                                                                     \
    X(SHOWS, "{seat} [turn|turns] up {thing}: with {thing} that is {n}")                                               \
    X(GROUP, "the group")                                                                                              \
    X(LEFT_GROUP, "the left group")                                                                                    \
    X(RIGHT_GROUP, "the right group")                                                                                  \
    X(BUSTS, "{text} has played {n} and busts: {seat} [score|scores] {n} [gem|gems]")                                  \
    X(HOLDS, "{text} has played {n} and does not bust: each scores up to {n} [gem|gems]")                              \
    X(PLAYED_NOTHING, "{text} has played nothing")                                                                     \
    X(RETURNS, "{seat} [score|scores] {n}, and {n} [gem returns|gems return] to hand")                                 \
    X(TAKES, "{seat} [take|takes] and [score|scores] {seat's} unplayed gems: {n}")                                     \
    X(LEFT_OVER, "{thing} was not played: all but {seat} add {n}")                                                     \
    X(RECORDED, "{seat} [score|scores] {n} in this round: {n} in all")                                                 \
    X(GAME_OVER, "the game is over")                                                                                   \
    X(BOX_TITLE, "cards and gems")                                                                                     \
    X(TABLE_TITLE, "on the table")                                                                                     \
    X(PURPLE_LABEL, "purple")                                                                                          \
    X(YELLOW_LABEL, "yellow")                                                                                          \
    X(CARDS_TITLE, "{seat's} cards")                                                                                   \
    X(USED_TITLE, "used")                                                                                              \
    X(SEAT_LABEL, "{seat}")                                                                                            \
    X(SILENT_LABEL, "{seat} (said nothing)")                                                                           \
    X(SAID_LABEL, "{seat} (said {n})")                                                                                 \
    X(SCORED_TITLE, "scored this round")                                                                               \
    X(NOTE_TURN, "round {n} of {n}, turn {n} of {n}: {seat} [deal|deals]")                                             \
    X(NOTE_ROUND, "round {n} of {n}, all turns played: {seat} dealt")                                                  \
    X(NOTE_BUST, "{thing} + {thing} = {n}: a group that plays as many or more busts")                                  \
    X(NOTE_BUST_2, "{thing} + yellow = {n} or {n}: a group that plays as many or more busts")                          \
    X(NOTE_BUST_3, "{thing} + yellow = {n}, {n} or {n}: a group that plays as many or more busts")                     \
    X(NOTE_BUST_4, "{thing} + yellow = {n}, {n}, {n} or {n}: a group that plays as many or more busts")                \
    X(NOTE_BUST_5, "{thing} + yellow = {n}, {n}, {n}, {n} or {n}: a group that plays as many or more busts")           \
    X(NOTE_LEFT_OVER, "{thing} was not played: all but {seat} will add {n}")                                           \
    X(PROMPT_FIRST, "the first dealer is drawn")                                                                       \
    X(PROMPT_PURPLE, "{seat} [play|plays] a purple card face up")                                                      \
    X(PROMPT_YOU_PURPLE, "play a purple card face up: the others can each score no more than its number")              \
    X(PROMPT_YELLOW, "{seat} [put|puts] a yellow card face down")                                                      \
    X(PROMPT_YOU_YELLOW, "put a yellow card face down: a group that plays its number + {n} or more busts")             \
    X(PROMPT_ANNOUNCE, "all but {seat} announce what they play, or say nothing; it binds nobody")                      \
    X(PROMPT_YOU_ANNOUNCE, "announce how many gems you play, true or not, or say nothing: it binds nobody")            \
    X(PROMPT_PLAY, "all but {seat} choose in secret how many gems they play")                                          \
    X(PROMPT_YOU_PLAY, "choose in secret what you play: you score up to {n} [gem|gems], a bust loses them all")        \
    X(PROMPT_YOU_PLAY_NONE, "choose in secret, as all do: you have no gems left, so you play 0")                       \
    X(PROMPT_TAKE, "{seat} [take|takes] the unplayed gems of one other player and [score|scores] them")                \
    X(PROMPT_YOU_TAKE, "take the unplayed gems of one other player: you score them, a point each")                     \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(TOTAL, "{seat} scored {n} as the dealer and {n} in the other rounds: {n}")                                       \
    X(TIE, "of those with {n}, whoever scored least as the dealer is ahead; equals share")                             \
    X(GOAL_GAME, "have the most points after {n} rounds")                                                              \
    X(GOAL_SET, "set a trap that the others run into, and score what they play")                                       \
    X(GOAL_LURE, "lure a group into playing {n} gems or more together: they are all yours then")                       \
    X(GOAL_TAKE, "score the most gems that anybody has left in hand")                                                  \
    X(GOAL_TURNS, "score your {n} [gem|gems] bit by bit in the {n} [turn that is|turns that are] left of this round")  \
    X(GOAL_BELOW, "score up to {n} [gem|gems] and keep {text} from busting: at {n} it may, at {n} it must")            \
    X(GOAL_NO_GEMS, "hope that a high yellow card is left over: you have no gems to score any more")                   \
    X(COUNT_ROUND, "round")                                                                                            \
    X(COUNT_TURN, "turn of the round")                                                                                 \
    X(COUNT_BUSTS, "gems that bust a group")                                                                           \
    X(COUNT_MAY_BUST, "gems that may bust a group")                                                                    \
    X(COUNT_MUST_BUST, "gems that surely bust a group")                                                                \
    X(COUNT_ANNOUNCED, "gems announced")                                                                               \
    X(COUNT_SCORED, "gems scored this round")                                                                          \
    X(COUNT_BONUS, "points that all but the dealer add")                                                               \
    X(ABOUT_PURPLE, "played face up by the dealer: who does not bust scores up to {n} [gem|gems] in this turn, "       \
                    "and a group busts at {n} plus the number of the yellow card")                                     \
    X(ABOUT_YELLOW, "put face down by the dealer: a group busts at {n} plus the number of the purple card; "           \
                    "if it is left over, all but the dealer add {n} [point|points] to their score")                    \
    X(ABOUT_GEM, "a point once it is scored: by its owner if the group does not bust, else by the dealer; "            \
                 "in hand at the end of the round it is worth nothing, or the dealer takes it")

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

_Static_assert(T_LEFT_GROUP - T_GROUP == Z_LEFT_GROUP - Z_GROUP && T_RIGHT_GROUP - T_GROUP == Z_RIGHT_GROUP - Z_GROUP,
               "groups have their names and their zones in the same order");
_Static_assert(T_NOTE_BUST_5 - T_NOTE_BUST_2 == NUMBERS - 2, "a text for each number of yellow cards from 2 on");

/* ---- state ----------------------------------------------------------------------------------- */

enum phase { DRAW_DEALER, PURPLE, YELLOW, ANNOUNCE, PLAY, TAKE, OVER };

struct state {
    uint64_t hand;    /* gems of each seat; amounts chosen and not yet shown are still here */
    uint64_t scored;  /* gems that each has scored in this round */
    uint64_t said;    /* announced in this turn: the number + 1, or 0 */
    uint64_t choice;  /* sealed: how many gems each plays; 0 before it is chosen */
    uint64_t total;   /* of the rounds that are over */
    uint64_t dealt;   /* the part of it scored as the dealer */
    uint8_t asked;    /* who owes a decision, as actors has it */
    uint8_t purples;  /* the numbers of the purple cards that the dealer still has */
    uint8_t yellows;  /* of the yellow cards not shown yet, the face-down one included */
    uint8_t up, down; /* the numbers of the cards of this turn; 0: none */
    uint8_t dealer;
    uint8_t round, rounds; /* from 0 on, and how many */
    uint8_t phase, seats;
    uint8_t fewer; /* gems that are not in play, of GEMS */
    uint8_t zero[5];
};

_Static_assert(sizeof(struct state) == 64, "no padding");

#define LANES(n) ((uint64_t)(n) * 0x0101010101010101u) /* the same number for each seat */

static uint64_t lane(int n, int seat)
{
    return (uint64_t)n << 8 * seat;
}

static int lane_of(uint64_t lanes, int seat)
{
    return (int)(lanes >> 8 * seat & 255);
}

/* Below 256. */
static int lanes_sum(uint64_t lanes)
{
    return (int)(lanes * LANES(1) >> 56);
}

/* Each number, or n where it is more; all are below 128. The highest bit of a lane stays set where nothing has to be
 * borrowed from it. */
static uint64_t lanes_min(uint64_t lanes, int n)
{
    uint64_t enough = ((lanes | LANES(128)) - LANES(n)) & LANES(128), most = (enough >> 7) * 255;

    return (lanes & ~most) | (LANES(n) & most);
}

/* All lanes of n seats from the one to the left of the dealer on, after `skip` of them. */
static uint64_t lanes_left(const struct state *s, int skip, int n)
{
    uint64_t seats = (((uint64_t)1 << 8 * n) - 1) << 8 * skip;
    int from = s->dealer + 1;

    return (seats << 8 * from | seats >> 8 * (s->seats - from)) & (((uint64_t)1 << 8 * s->seats) - 1);
}

static uint64_t left_group(const struct state *s)
{
    return lanes_left(s, 0, groups[s->seats].left);
}

static uint64_t right_group(const struct state *s)
{
    return lanes_left(s, groups[s->seats].left, groups[s->seats].right);
}

static uint32_t all_but_dealer(const struct state *s)
{
    return (BIT(s->seats) - 1) & ~BIT(s->dealer);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* What a member of a group gets who would get so many of all gems. */
static int share(int gems, int fewer)
{
    return gems * (GEMS - fewer) / GEMS;
}

/* What all get together; what cannot be shared is not used. */
static int gems_in_play(int seats, int fewer)
{
    return groups[seats].left * share(groups[seats].left_gems, fewer) +
           groups[seats].right * share(groups[seats].right_gems, fewer);
}

static int gems_fewer(const struct setup *setup)
{
    return GEMS - option_number(&options[1], setup->option[1]);
}

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;
    int passes = setup->option[0] == EXTENDED ? 2 : 1;

    *s = (struct state){.asked = BIT(CHANCE),
                        .purples = cards[setup->seats].purple,
                        .yellows = cards[setup->seats].yellow,
                        .rounds = (uint8_t)(passes * setup->seats),
                        .phase = DRAW_DEALER,
                        .seats = setup->seats,
                        .fewer = (uint8_t)gems_fewer(setup)};
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    for (FOR_BITS(number, cards[setup->seats].purple))
        count[purple_card((int)number)] = 1;
    for (FOR_BITS(number, cards[setup->seats].yellow))
        count[yellow_card((int)number)] = 1;
    count[ANY_GEM] = (uint16_t)gems_in_play(setup->seats, gems_fewer(setup));
}

static struct phrase about(const struct setup *setup, int thing)
{
    int number = thing < NUMBER_CARDS ? card_number(thing) : 0;

    if (thing == ANY_GEM)
        return PHRASE(T_ABOUT_GEM);
    if (number && thing == purple_card(number) && (cards[setup->seats].purple & BIT(number)))
        return PHRASE(T_ABOUT_PURPLE, number, number);
    if (number && thing == yellow_card(number) && (cards[setup->seats].yellow & BIT(number)))
        return PHRASE(T_ABOUT_YELLOW, number, number);
    return PHRASE(T_NONE);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* 0 is to say nothing. Chance draws the first dealer, and the dealer takes from a seat. */
enum {
    MOVE_ANNOUNCE = 1,
    MOVE_PLAY = MOVE_ANNOUNCE + GEMS_EACH_MAX + 1,
    MOVE_PURPLE = MOVE_PLAY + GEMS_EACH_MAX + 1, /* + number */
    MOVE_YELLOW = MOVE_PURPLE + NUMBERS,         /* + number */
    MOVE_SEAT = MOVE_YELLOW + NUMBERS + 1,
    MOVES_N = MOVE_SEAT + SEATS
};

static uint32_t actors(const void *state)
{
    return ((const struct state *)state)->asked;
}

/* Ascending from `first`, as many as anybody can need: a fixed length is quicker than the right one. */
enum { LISTED = 16 };

_Static_assert(LISTED >= GEMS_EACH_MAX + 2, "nothing, and every number of gems");

static void list_from(int first, move_t out[])
{
    for (int i = 0; i < LISTED; i++)
        out[i] = (move_t)(first + i);
}

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;

    switch (s->phase) {
    case ANNOUNCE:
        list_from(PASS, out);
        return lane_of(s->hand, seat) + 2;
    case PLAY:
        list_from(MOVE_PLAY, out);
        return lane_of(s->hand, seat) + 1;
    case PURPLE:
        return moves_of(s->purples, MOVE_PURPLE, out);
    case YELLOW:
        return moves_of(s->yellows, MOVE_YELLOW, out);
    default: /* TAKE */
        return moves_of(all_but_dealer(s), MOVE_SEAT, out);
    }
}

static int chance(const void *state, move_t out[], uint32_t weight[])
{
    const struct state *s = state;

    for (int seat = 0; seat < s->seats; seat++) {
        out[seat] = (move_t)(MOVE_SEAT + seat);
        weight[seat] = 1;
    }
    return s->seats;
}

static uint8_t source(const void *state)
{
    (void)state;
    return 0;
}

static uint32_t odds(const void *state)
{
    return ((const struct state *)state)->seats;
}

static move_t draw(const void *state, uint32_t r)
{
    (void)state;
    return (move_t)(MOVE_SEAT + r);
}

/* ---- the dealer's cards ---------------------------------------------------------------------- */

static void ask_dealer(struct state *s, enum phase phase)
{
    s->phase = (uint8_t)phase;
    s->asked = (uint8_t)BIT(s->dealer);
}

static void play_purple(struct state *s, int number, struct facts *facts)
{
    s->purples &= (uint8_t)~BIT(number);
    s->up = (uint8_t)number;
    s->phase = YELLOW;
    TELL(facts, EVERYBODY, 0, T_PURPLE, s->dealer, purple_card(number));
    fact_transfer(facts, purple_card(number), 1, PLACE_CARDS, PLACE_PURPLE);
}

/* The last purple card is no choice. */
static void begin_turn(struct state *s, struct facts *facts)
{
    ask_dealer(s, PURPLE);
    if (!(s->purples & (s->purples - 1)))
        play_purple(s, bit_lowest(s->purples), facts);
}

static void put_yellow(struct state *s, int number, struct facts *facts)
{
    s->down = (uint8_t)number;
    s->phase = ANNOUNCE;
    s->asked = (uint8_t)all_but_dealer(s);
    TELL(facts, ONLY(s->dealer), 0, T_YELLOW_IS, s->dealer, yellow_card(number));
    fact_transfer(facts, yellow_card(number), 1, PLACE_CARDS, PLACE_YELLOW);
    TELL(facts, ALL_BUT(s->dealer), 0, T_YELLOW, s->dealer);
    fact_transfer(facts, NUMBER_BACK, 1, PLACE_CARDS, PLACE_YELLOW);
}

/* What the round before has left goes back: the cards to those of the dealer, the gems into the box. */
static void tell_gathering(const struct state *s, struct facts *facts)
{
    bool first = s->phase == DRAW_DEALER;
    int from = first ? PLACE_BOX : PLACE_USED;
    uint32_t kept = first ? 0 : s->yellows; /* the one that was left over lies there */

    for (FOR_BITS(number, cards[s->seats].purple))
        fact_transfer(facts, purple_card((int)number), 1, from, PLACE_CARDS);
    for (FOR_BITS(number, cards[s->seats].yellow & ~kept))
        fact_transfer(facts, yellow_card((int)number), 1, from, PLACE_CARDS);
    for (int seat = 0; seat < s->seats; seat++) {
        fact_transfer(facts, ANY_GEM, lane_of(s->hand, seat), PLACE_HAND + seat, PLACE_BOX);
        fact_transfer(facts, ANY_GEM, lane_of(s->scored, seat), PLACE_SCORED + seat, PLACE_BOX);
    }
}

static void begin_round(struct state *s, int dealer, struct facts *facts)
{
    int left = share(groups[s->seats].left_gems, s->fewer), right = share(groups[s->seats].right_gems, s->fewer);

    TELL(facts, EVERYBODY, 0, T_ROUND, s->round + 1, s->rounds, dealer);
    if (facts_transfers(facts))
        tell_gathering(s, facts);
    s->dealer = (uint8_t)dealer;
    s->purples = cards[s->seats].purple;
    s->yellows = cards[s->seats].yellow;
    s->scored = 0;
    s->hand = (left_group(s) & LANES(left)) | (right_group(s) & LANES(right));
    for (int seat = 0; seat < s->seats && facts_transfers(facts); seat++)
        fact_transfer(facts, ANY_GEM, lane_of(s->hand, seat), PLACE_BOX, PLACE_HAND + seat);
    begin_turn(s, facts);
}

/* ---- announcements and amounts --------------------------------------------------------------- */

static void announce(struct state *s, int seat, move_t m, struct facts *facts)
{
    s->said |= lane(m, seat);
    s->asked &= (uint8_t)~BIT(seat);
    if (m == PASS)
        TELL(facts, EVERYBODY, 0, T_SAYS_NOTHING, seat);
    else
        TELL(facts, EVERYBODY, 0, T_ANNOUNCES, seat, m - MOVE_ANNOUNCE);
    if (s->asked == 0) {
        s->phase = PLAY;
        s->asked = (uint8_t)all_but_dealer(s);
    }
}

/* Gems out of hands: what each scores, or all of it for the dealer. */
static void tell_scored(const struct state *s, uint64_t gems, bool bust, struct facts *facts)
{
    for (int seat = 0; seat < s->seats && facts_transfers(facts); seat++)
        fact_transfer(facts, ANY_GEM, lane_of(gems, seat), PLACE_HAND + seat, PLACE_SCORED + (bust ? s->dealer : seat));
}

static void tell_group(const struct state *s, uint64_t group, int name, struct facts *facts)
{
    uint64_t played = s->choice & group, score = lanes_min(played, s->up);
    int sum = lanes_sum(played);

    if (sum == 0) {
        TELL(facts, EVERYBODY, FACT_REVEALS, T_PLAYED_NOTHING, name);
        return;
    }
    if (sum >= s->up + s->down) {
        TELL(facts, EVERYBODY, FACT_REVEALS, T_BUSTS, name, sum, s->dealer, sum);
        tell_scored(s, played, true, facts);
        return;
    }
    TELL(facts, EVERYBODY, FACT_REVEALS, T_HOLDS, name, sum, s->up);
    tell_scored(s, score, false, facts);
    for (int seat = 0; seat < s->seats; seat++) {
        int scores = lane_of(score, seat), excess = lane_of(played, seat) - scores;

        if (excess > 0)
            TELL(facts, EVERYBODY, FACT_REVEALS, T_RETURNS, seat, scores, excess);
    }
}

/* What all see and hear when the gems and then the yellow card are shown; in the end both cards are used. */
static void tell_reveal(const struct state *s, struct facts *facts)
{
    bool two = groups[s->seats].right != 0;

    for (int seat = 0; seat < s->seats; seat++)
        if (seat != s->dealer)
            TELL(facts, EVERYBODY, FACT_REVEALS, T_PLAYS, seat, lane_of(s->choice, seat));
    TELL(facts, EVERYBODY, FACT_REVEALS, T_SHOWS, s->dealer, yellow_card(s->down), purple_card(s->up), s->up + s->down);
    fact_turn(facts, yellow_card(s->down), PLACE_YELLOW);
    tell_group(s, left_group(s), two ? T_LEFT_GROUP : T_GROUP, facts);
    if (two)
        tell_group(s, right_group(s), T_RIGHT_GROUP, facts);
    fact_transfer(facts, purple_card(s->up), 1, PLACE_PURPLE, PLACE_USED);
    fact_transfer(facts, yellow_card(s->down), 1, PLACE_YELLOW, PLACE_USED);
}

/* A bust gives the dealer all that was played; otherwise the excess simply stays in hand. */
static void score_group(struct state *s, uint64_t group)
{
    uint64_t played = s->choice & group, score = lanes_min(played, s->up);
    int sum = lanes_sum(played);
    bool bust = sum >= s->up + s->down;

    s->hand -= bust ? played : score;
    s->scored += bust ? lane(sum, s->dealer) : score;
}

static void reveal(struct state *s, struct facts *facts)
{
    if (facts)
        tell_reveal(s, facts);
    score_group(s, left_group(s));
    score_group(s, right_group(s)); /* with one group nobody is in it, and nothing happens */
    s->said = s->choice = 0;
    s->yellows &= (uint8_t)~BIT(s->down);
    s->up = s->down = 0;
    if (s->purples)
        begin_turn(s, facts);
    else
        ask_dealer(s, TAKE);
}

static void choose(struct state *s, int seat, int amount, struct facts *facts)
{
    s->choice |= lane(amount, seat);
    s->asked &= (uint8_t)~BIT(seat);
    TELL(facts, ONLY(seat), FACT_SILENT, T_CHOOSES, seat, amount);
    if (s->asked == 0)
        reveal(s, facts);
}

static uint32_t sealed(const void *state)
{
    const struct state *s = state;

    return s->phase == PLAY ? all_but_dealer(s) & ~(uint32_t)s->asked : 0;
}

static void reopen(void *state, uint32_t seats)
{
    struct state *s = state;

    for (FOR_BITS(seat, sealed(s) & seats)) {
        s->choice &= ~lane(255, (int)seat);
        s->asked |= (uint8_t)BIT(seat);
    }
}

/* ---- the end of a round ---------------------------------------------------------------------- */

/* The yellow card that was not played, after the last turn. */
static int left_over(const struct state *s)
{
    return bit_lowest(s->yellows);
}

/* To the left; in a second pass back again, the last dealer first. */
static int next_dealer(const struct state *s)
{
    if (s->round == s->seats)
        return s->dealer;
    if (s->round < s->seats)
        return s->dealer + 1 == s->seats ? 0 : s->dealer + 1;
    return s->dealer == 0 ? s->seats - 1 : s->dealer - 1;
}

static void take(struct state *s, int from, struct facts *facts)
{
    int dealer = s->dealer, taken = lane_of(s->hand, from), bonus = left_over(s);
    uint64_t others = lanes_left(s, 0, s->seats - 1), points;

    s->hand -= lane(taken, from);
    s->scored += lane(taken, dealer);
    points = s->scored + (others & LANES(bonus));
    s->total += points;
    s->dealt += points & lane(255, dealer);
    TELL(facts, EVERYBODY, 0, T_TAKES, dealer, from, taken);
    fact_transfer(facts, ANY_GEM, taken, PLACE_HAND + from, PLACE_SCORED + dealer);
    TELL(facts, EVERYBODY, 0, T_LEFT_OVER, yellow_card(bonus), dealer, bonus);
    for (int seat = 0; facts && seat < s->seats; seat++)
        TELL(facts, EVERYBODY, 0, T_RECORDED, seat, lane_of(points, seat), lane_of(s->total, seat));
    s->round++;
    if (s->round < s->rounds) {
        begin_round(s, next_dealer(s), facts);
        return;
    }
    s->phase = OVER;
    s->asked = 0;
    TELL(facts, EVERYBODY, 0, T_GAME_OVER);
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    switch (s->phase) {
    case DRAW_DEALER:
        begin_round(s, m - MOVE_SEAT, facts);
        break;
    case PURPLE:
        play_purple(s, m - MOVE_PURPLE, facts);
        break;
    case YELLOW:
        put_yellow(s, m - MOVE_YELLOW, facts);
        break;
    case ANNOUNCE:
        announce(s, actor, m, facts);
        break;
    case PLAY:
        choose(s, actor, m - MOVE_PLAY, facts);
        break;
    default: /* TAKE */
        take(s, m - MOVE_SEAT, facts);
        break;
    }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

static bool knows_down(const struct state *s, int viewer)
{
    return viewer == REFEREE || viewer == s->dealer;
}

static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;

    if (s->down && !knows_down(s, viewer))
        s->down = (uint8_t)bit_nth(s->yellows, luck_below(luck, (uint32_t)bit_count(s->yellows)));
}

/* ---- the end --------------------------------------------------------------------------------- */

static void result(const void *state, struct result *out)
{
    const struct state *s = state;

    for (int seat = 0; seat < s->seats; seat++) {
        int total = lane_of(s->total, seat), dealt = lane_of(s->dealt, seat);

        out->score[seat] = total;
        out->tie[seat][0] = -dealt; /* the least goes first */
        result_line(out, seat, PHRASE(T_TOTAL, seat, dealt, total - dealt, total));
    }
    result_ties(out, s->seats, T_TIE);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void scene_purple(uint32_t numbers, struct scene *out)
{
    for (FOR_BITS(number, numbers))
        scene_piece(out, purple_card((int)number), 1, 0);
}

static void scene_yellow(uint32_t numbers, struct scene *out)
{
    for (FOR_BITS(number, numbers))
        scene_piece(out, yellow_card((int)number), 1, 0);
}

static void scene_box(const struct state *s, struct scene *out)
{
    scene_pile(out, &zones[Z_BOX], NOBODY, PHRASE(T_BOX_TITLE), PLACE_BOX);
    scene_purple(s->purples, out);
    scene_yellow(s->yellows, out);
    scene_piece(out, ANY_GEM, gems_in_play(s->seats, s->fewer), 0);
}

/* With how many gems a group busts, as far as a viewer knows: at least, and at most. */
static int may_bust(const struct state *s, int viewer)
{
    return s->up + (knows_down(s, viewer) ? s->down : bit_lowest(s->yellows));
}

static int must_bust(const struct state *s, int viewer)
{
    int highest = NUMBERS;

    while (!(s->yellows & BIT(highest)))
        highest--;
    return s->up + (knows_down(s, viewer) ? s->down : highest);
}

static void count_trap(const struct state *s, int viewer, struct scene *out)
{
    if (knows_down(s, viewer)) {
        scene_count(out, SCOPE_ZONE, s->up + s->down, NO_LIMIT, PHRASE(T_COUNT_BUSTS));
        return;
    }
    scene_count(out, SCOPE_ZONE, may_bust(s, viewer), NO_LIMIT, PHRASE(T_COUNT_MAY_BUST));
    scene_count(out, SCOPE_ZONE, must_bust(s, viewer), NO_LIMIT, PHRASE(T_COUNT_MUST_BUST));
}

/* Which yellow cards the dealer still holds is open, but for the one that lies face down. */
static void scene_cards(const struct state *s, int viewer, struct scene *out)
{
    bool seen = s->down == 0 || knows_down(s, viewer);
    uint32_t up = s->up ? BIT(s->up) : 0, down = s->down ? BIT(s->down) : 0;

    scene_zone(out, &zones[Z_TRAP], NOBODY, PHRASE(T_TABLE_TITLE));
    scene_place(out, PLACE_PURPLE, 0, 0, PHRASE(T_PURPLE_LABEL));
    scene_purple(up, out);
    scene_place(out, PLACE_YELLOW, 2, 0, PHRASE(T_YELLOW_LABEL));
    if (s->down)
        scene_piece(out, seen ? yellow_card(s->down) : NUMBER_BACK, 1, seen ? PIECE_DOWN : 0);
    if (s->down)
        count_trap(s, viewer, out);
    scene_pile(out, &zones[Z_CARDS], s->dealer, PHRASE(T_CARDS_TITLE, s->dealer), PLACE_CARDS);
    scene_purple(s->purples, out);
    if (seen)
        scene_yellow(s->yellows & ~down, out);
    else
        scene_piece(out, NUMBER_BACK, bit_count(s->yellows) - 1, 0);
    scene_pile(out, &zones[Z_USED], NOBODY, PHRASE(T_USED_TITLE), PLACE_USED);
    scene_purple(cards[s->seats].purple & ~(s->purples | up), out);
    scene_yellow(cards[s->seats].yellow & ~(uint32_t)s->yellows, out);
}

/* Whose gems these are, with what they announced. */
static struct phrase hand_label(const struct state *s, int seat)
{
    int said = lane_of(s->said, seat);
    bool heard = s->phase == PLAY || (s->phase == ANNOUNCE && !(s->asked & BIT(seat)));

    return !heard ? PHRASE(T_SEAT_LABEL, seat)
           : said ? PHRASE(T_SAID_LABEL, seat, said - MOVE_ANNOUNCE)
                  : PHRASE(T_SILENT_LABEL, seat);
}

static int announced(const struct state *s, int seat)
{
    int said = lane_of(s->said, seat);

    return said ? said - MOVE_ANNOUNCE : 0;
}

/* What each has announced in this turn stays beside it until the gems are shown; who said nothing has no such counter.
 */
static void count_announced(const struct state *s, struct scene *out)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (lane_of(s->said, seat))
            scene_count_seat(out, seat, 0, announced(s, seat), NO_LIMIT, PHRASE(T_COUNT_ANNOUNCED));
}

/* The members of a group, from the dealer's left on. What they announce is to stay below the trap. */
static void scene_group(const struct state *s, int skip, int members, int name, int viewer, struct scene *out)
{
    int sum = 0;

    scene_zone(out, &zones[Z_GROUP + name - T_GROUP], NOBODY, PHRASE(name));
    for (int i = 0; i < members; i++) {
        int seat = (s->dealer + 1 + skip + i) % s->seats;

        scene_place(out, PLACE_HAND + seat, 2 * i, 0, hand_label(s, seat));
        scene_piece(out, ANY_GEM, lane_of(s->hand, seat), 0);
        sum += announced(s, seat);
    }
    if (s->down)
        scene_count(out, SCOPE_ZONE, sum, may_bust(s, viewer), PHRASE(T_COUNT_ANNOUNCED));
}

static void scene_gems(const struct state *s, int viewer, struct scene *out)
{
    int left = groups[s->seats].left, right = groups[s->seats].right;

    scene_group(s, 0, left, right ? T_LEFT_GROUP : T_GROUP, viewer, out);
    if (right)
        scene_group(s, left, right, T_RIGHT_GROUP, viewer, out);
    scene_zone(out, &zones[Z_SCORED], NOBODY, PHRASE(T_SCORED_TITLE));
    for (int seat = 0; seat < s->seats; seat++) {
        scene_place(out, PLACE_SCORED + seat, 2 * seat, 0, PHRASE(T_SEAT_LABEL, seat));
        scene_piece(out, ANY_GEM, lane_of(s->scored, seat), 0);
        scene_count_seat(out, seat, 0, lane_of(s->scored, seat), NO_LIMIT, PHRASE(T_COUNT_SCORED));
    }
    count_announced(s, out);
}

/* From how many gems on a group busts, as far as the viewer knows. */
static void note_bust(const struct state *s, int viewer, struct scene *out)
{
    int sum[NUMBERS] = {0}, n = 0;

    if (knows_down(s, viewer)) {
        scene_note(out, NOBODY, PHRASE(T_NOTE_BUST, purple_card(s->up), yellow_card(s->down), s->up + s->down));
        return;
    }
    for (FOR_BITS(number, s->yellows))
        sum[n++] = s->up + (int)number;
    scene_note(out, NOBODY, PHRASE(T_NOTE_BUST_2 + n - 2, purple_card(s->up), sum[0], sum[1], sum[2], sum[3], sum[4]));
}

static int turns_of(const struct state *s)
{
    return bit_count(cards[s->seats].purple);
}

static int turns_played(const struct state *s)
{
    return bit_count(cards[s->seats].yellow & ~(uint32_t)s->yellows);
}

static void scene_notes(const struct state *s, int viewer, struct scene *out)
{
    int turns = turns_of(s), turn = turns_played(s) + 1, round = s->phase == OVER ? s->rounds : s->round + 1;

    scene_count(out, SCOPE_TABLE, round, s->rounds, PHRASE(T_COUNT_ROUND));
    if (s->phase >= TAKE) {
        scene_note(out, NOBODY, PHRASE(T_NOTE_ROUND, round, s->rounds, s->dealer));
    } else {
        scene_note(out, NOBODY, PHRASE(T_NOTE_TURN, round, s->rounds, turn, turns, s->dealer));
        scene_count(out, SCOPE_TABLE, turn, turns, PHRASE(T_COUNT_TURN));
    }
    if (s->phase == TAKE) {
        scene_note(out, NOBODY, PHRASE(T_NOTE_LEFT_OVER, yellow_card(left_over(s)), s->dealer, left_over(s)));
        scene_count(out, SCOPE_TABLE, left_over(s), NO_LIMIT, PHRASE(T_COUNT_BONUS));
    }
    if (s->down)
        note_bust(s, viewer, out);
}

/* The most that a seat can score in this turn if its group does not bust. */
static int scores_most(const struct state *s, int seat)
{
    int gems = lane_of(s->hand, seat);

    return gems < s->up ? gems : s->up;
}

/* Of a seat that has to choose. */
static struct phrase prompt_asked(const struct state *s, int seat)
{
    switch (s->phase) {
    case PURPLE:
        return PHRASE(T_PROMPT_YOU_PURPLE);
    case YELLOW:
        return PHRASE(T_PROMPT_YOU_YELLOW, s->up);
    case ANNOUNCE:
        return PHRASE(T_PROMPT_YOU_ANNOUNCE);
    case PLAY:
        return lane_of(s->hand, seat) ? PHRASE(T_PROMPT_YOU_PLAY, scores_most(s, seat))
                                      : PHRASE(T_PROMPT_YOU_PLAY_NONE);
    default: /* TAKE */
        return PHRASE(T_PROMPT_YOU_TAKE);
    }
}

static struct phrase prompt(const struct state *s)
{
    switch (s->phase) {
    case DRAW_DEALER:
        return PHRASE(T_PROMPT_FIRST);
    case PURPLE:
        return PHRASE(T_PROMPT_PURPLE, s->dealer);
    case YELLOW:
        return PHRASE(T_PROMPT_YELLOW, s->dealer);
    case ANNOUNCE:
        return PHRASE(T_PROMPT_ANNOUNCE, s->dealer);
    case PLAY:
        return PHRASE(T_PROMPT_PLAY, s->dealer);
    case TAKE:
        return PHRASE(T_PROMPT_TAKE, s->dealer);
    default:
        return PHRASE(T_PROMPT_OVER);
    }
}

static int group_name(const struct state *s, int seat)
{
    return groups[s->seats].right == 0 ? T_GROUP : lane_of(left_group(s), seat) ? T_LEFT_GROUP : T_RIGHT_GROUP;
}

/* Of a seat. Whoever deals wants a bust, the others not; and all want points. */
static struct phrase goal(const struct state *s, int seat)
{
    int gems = lane_of(s->hand, seat), least = may_bust(s, seat);

    if (s->phase == DRAW_DEALER)
        return PHRASE(T_GOAL_GAME, s->rounds);
    if (seat == s->dealer)
        return s->phase == TAKE ? PHRASE(T_GOAL_TAKE) : s->down ? PHRASE(T_GOAL_LURE, least) : PHRASE(T_GOAL_SET);
    if (s->phase == TAKE)
        return PHRASE(T_GOAL_GAME, s->rounds);
    if (gems == 0)
        return PHRASE(T_GOAL_NO_GEMS);
    if (s->down)
        return PHRASE(T_GOAL_BELOW, scores_most(s, seat), group_name(s, seat), least, must_bust(s, seat));
    return PHRASE(T_GOAL_TURNS, gems, turns_of(s) - turns_played(s));
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    if (viewer < s->seats && s->phase != OVER)
        out->goal = goal(s, viewer);
    if (s->phase == DRAW_DEALER) {
        scene_box(s, out);
    } else {
        scene_notes(s, viewer, out);
        scene_cards(s, viewer, out);
        scene_gems(s, viewer, out);
    }
    out->scored = true;
    for (int seat = 0; seat < s->seats; seat++)
        out->score[seat] = lane_of(s->total, seat);
    out->prompt = viewer < s->seats && (s->asked & BIT(viewer)) ? prompt_asked(s, viewer) : prompt(s);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    (void)actor;
    switch (s->phase) {
    case DRAW_DEALER:
        return PHRASE(T_SAY_DEALS, m - MOVE_SEAT);
    case PURPLE:
        return PHRASE(T_SAY_PURPLE, purple_card(m - MOVE_PURPLE));
    case YELLOW:
        return PHRASE(T_SAY_YELLOW, yellow_card(m - MOVE_YELLOW));
    case ANNOUNCE:
        return m == PASS ? PHRASE(T_SAY_NOTHING) : PHRASE(T_SAY_ANNOUNCE, m - MOVE_ANNOUNCE);
    case PLAY:
        return PHRASE(T_SAY_PLAY, m - MOVE_PLAY);
    default:
        return PHRASE(T_SAY_TAKE, m - MOVE_SEAT);
    }
}

/* Numbers of gems are buttons. */
static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;

    (void)seat;
    switch (s->phase) {
    case PURPLE:
        out[0] = (struct touch){PLACE_CARDS, (uint16_t)purple_card(m - MOVE_PURPLE)};
        return 1;
    case YELLOW:
        out[0] = (struct touch){PLACE_CARDS, (uint16_t)yellow_card(m - MOVE_YELLOW)};
        return 1;
    case TAKE:
        out[0] = (struct touch){(uint16_t)(PLACE_HAND + m - MOVE_SEAT), NOTHING};
        return 1;
    default:
        return 0;
    }
}

/* A round of seven seats twice around is the longest: three turns, each with two cards (the last purple one is not
 * asked for), six announcements and six amounts; and the gems that the dealer takes. */
enum { ROUND_MOVES = 3 * (2 + 2 * (SEATS - 1)) - 1 + 1 };

/* ---- what bots are told ---------------------------------------------------------------------- */

/* As seen in games between bots. Of the gems in hand before a turn, in hundredths: what their owners score in the end,
 * and what the dealer gets by busts and from the richest hand. And what a round is worth to its dealer beyond what it
 * is worth to the others. */
enum { OWNER_GETS = 35, DEALER_GETS = 55, DEALER_GAINS = 8 * POINT };

enum { CLEAR = 8 * POINT }; /* a difference that matters, at any time: a round can bring as much */

/* What a seat will probably play in this turn: what it has chosen, else what it has announced, else a fair part of a
 * trap that is not known. */
static int expected_play(const struct state *s, int seat, int fair)
{
    int said = lane_of(s->said, seat), hand = lane_of(s->hand, seat), n = said ? said - MOVE_ANNOUNCE : fair;

    if (s->phase == PLAY && !(s->asked & BIT(seat)))
        return lane_of(s->choice, seat);
    return n < hand ? n : hand;
}

/* This turn as it will probably end for one group. Returns the gems that are gone from hands then. */
static uint64_t expected_turn(const struct state *s, uint64_t group, int members, int32_t out[])
{
    int fair = (s->up + 2) / members, sum;
    uint64_t played = 0;

    for (int seat = 0; seat < s->seats; seat++)
        if (lane_of(group, seat))
            played |= lane(expected_play(s, seat, fair < s->up ? fair : s->up), seat);
    sum = lanes_sum(played);
    if (sum >= s->up + s->down) {
        out[s->dealer] += sum * POINT;
        return played;
    }
    played = lanes_min(played, s->up);
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] += lane_of(played, seat) * POINT;
    return played;
}

/* The rest of this round. */
static void expect_round(const struct state *s, int32_t out[])
{
    uint32_t yellows = s->yellows & ~BIT(s->down);
    uint64_t hand = s->hand;
    int bonus = 0, most = 0;

    if (s->down) {
        hand -= expected_turn(s, left_group(s), groups[s->seats].left, out);
        if (groups[s->seats].right)
            hand -= expected_turn(s, right_group(s), groups[s->seats].right, out);
    }
    for (FOR_BITS(number, yellows))
        bonus += (int)number * POINT;
    bonus /= bit_count(yellows);
    for (int seat = 0; seat < s->seats; seat++) {
        int gems = lane_of(hand, seat);

        most = gems > most ? gems : most;
        out[seat] += lane_of(s->scored, seat) * POINT;
        if (seat != s->dealer)
            out[seat] += bonus + (s->purples ? gems * OWNER_GETS * POINT / 100 : 0);
    }
    out[s->dealer] += s->purples ? lanes_sum(hand) * DEALER_GETS * POINT / 100 : most * POINT;
}

/* How often a seat will deal after this round. */
static int deals_to_come(const struct state *s, int seat)
{
    int ahead = seat - s->dealer + (seat < s->dealer ? s->seats : 0);

    if (s->round < s->seats)
        return (ahead > 0 && ahead < s->seats - s->round) + (s->rounds > s->seats);
    return ahead > 0 && s->seats - ahead < s->rounds - s->round;
}

static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;

    for (int seat = 0; seat < s->seats; seat++)
        out[seat] = lane_of(s->total, seat) * POINT;
    if (s->phase == OVER || s->phase == DRAW_DEALER)
        return CLEAR;
    expect_round(s, out);
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] += deals_to_come(s, seat) * share(DEALER_GAINS, s->fewer);
    return CLEAR;
}

/* A round: gems and cards are dealt anew after it. */
static uint32_t stage(const void *state)
{
    return ((const struct state *)state)->round;
}

/* Nobody plays more than can be scored, and the dealer takes what is most. Nobody talks: in simulations nobody listens.
 */
static move_t habit(const void *state, int seat, struct luck *luck)
{
    const struct state *s = state;
    int gems, most = s->dealer == 0;

    switch (s->phase) {
    case ANNOUNCE:
        return PASS;
    case PLAY:
        gems = lane_of(s->hand, seat);
        return (move_t)(MOVE_PLAY + (int)luck_below(luck, (uint32_t)(gems < s->up ? gems : s->up) + 1));
    case PURPLE:
        return (move_t)(MOVE_PURPLE + bit_nth(s->purples, luck_below(luck, (uint32_t)bit_count(s->purples))));
    case YELLOW:
        return (move_t)(MOVE_YELLOW + bit_nth(s->yellows, luck_below(luck, (uint32_t)bit_count(s->yellows))));
    default: /* TAKE; the dealer has nothing in hand */
        for (int other = 0; other < s->seats; other++)
            most = lane_of(s->hand, other) > lane_of(s->hand, most) ? other : most;
        return (move_t)(MOVE_SEAT + most);
    }
}

const struct game game_slithy = {
    .id = "slithy",
    .title = "Slithy",
    .box = "Jabberwocky",
    .blurb = "Agree how many gems to play, lie, and do not go bust.",
    .seats_min = SEATS_MIN,
    .seats_max = SEATS,
    .minutes = 20,
    .sources = 1,
    .flags = GAME_HIDDEN | GAME_SEALED | GAME_OPEN,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = GEMS_EACH_MAX + 2,
    .move_ids = MOVES_N,
    .length_max = 1 + 2 * SEATS * ROUND_MOVES,
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
    .sealed = sealed,
    .reopen = reopen,
    .veil = veil,
    .result = result,
    .scene = scene,
    .say = say,
    .touch = touch,
    .standing = standing,
    .stage = stage,
    .habit = habit,
    .effort = 200,
    .patience = 2,
};
