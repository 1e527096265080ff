/* mome.c: Mome, bridge building for 2 to 4 (Jabberwocky box). Rules: docs/rules/mome.md.
 *
 * Villages in a ring, a bridge between each two neighbours. One player a round leads and names the target
 * colour; all play their cards on the bridges, and whose two bridges have most of that colour takes a gem.
 *
 * Unusual: the centre cards have no identity. The state keeps the set of cards that nobody has; the card
 * that a lead player draws from the centre is drawn from that set when it is drawn, and the others are
 * never known. Who may play where depends on the sizes of the bridges and hands, which all can see, so a
 * last card that has only one place to go is played by the rules.
 */
#include "jabberwocky.h"
#include "pool.h"

enum {
    SEATS = 4,
    CENTRE = 3,
    PLAYED = NUMBER_CARDS - CENTRE, /* cards dealt in a round, and cards on all its bridges */
    BRIDGES = 4,
    HAND_MAX = PLAYED / 2 + 1 /* two seats, and a card from the centre */
};

enum { BASIC_GEMS = 6, EXTENDED_GEMS = 11 }; /* whoever has them ends the game */

static const struct choice variants[] = {
    {"basic", "Basic: 6 gems end the game, or another number of your choice"},
    {"extended", "Extended: 11 gems end the game"},
};

enum { ALONE_GEMS = 1, ALONE_MOST = 3 };

/* A lead player who takes a gem in the plan and alone hits has 3 after the first round: fewer would end nearly every
 * game there. No game is longer than the extended one. With 3 more for a lone hit these are 5: another would be the end
 * of a basic game. */
static const struct option options[] = {
    OPTION_CHOICE("variant", "Variant", variants),
    OPTION_NUMBER("gems", "Gems that end a basic game", 3, EXTENDED_GEMS, BASIC_GEMS),
    OPTION_NUMBER("alone", "Gems more for a lead player who alone hits", 0, ALONE_MOST, ALONE_GEMS),
};

enum { Z_RING, Z_HAND, Z_GEMS, Z_CENTRE, Z_VILLAGES, ZONES_N };

static const struct zone zones[] = {
    [Z_RING] = {"ring", ZONE_RING, ROLE_BOARD},    [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND},
    [Z_GEMS] = {"gems", ZONE_ROW, ROLE_WON}, /* the supply is its first place */
    [Z_CENTRE] = {"centre", ZONE_PILE, ROLE_DECK}, [Z_VILLAGES] = {"villages", ZONE_PILE, ROLE_SUPPLY},
};

enum {
    PLACE_VILLAGE,
    PLACE_SLOT = PLACE_VILLAGE + BRIDGES,
    PLACE_HAND = PLACE_SLOT + PLAYED,
    PLACE_GEMS = PLACE_HAND + SEATS,
    PLACE_SUPPLY = PLACE_GEMS + SEATS,
    PLACE_CENTRE,
    PLACE_JABBERWOCKY
};

static const struct thing things[] = {JABBERWOCKY_THINGS};

/* The rule of 6, for each card: the cards that make 6 with it, and what is turned face down where one of them
 * lies face up on the bridge: the higher of the two, or all other 3s. */
#define THREES                  (BIT(CARD(0, 3)) | BIT(CARD(1, 3)) | BIT(CARD(2, 3)))
#define OTHER_THREES(suit)      (THREES & ~BIT(CARD(suit, 3)))
#define SIX(suit, with, turned) {BIT(CARD(suit, with)), BIT(CARD(suit, turned))}
#define SIXES(suit)                                                                                                    \
    SIX(suit, 5, 5), SIX(suit, 4, 4), {OTHER_THREES(suit), OTHER_THREES(suit)}, SIX(suit, 2, 4), SIX(suit, 1, 5)

static const struct {
    uint16_t with, turned;
} six[NUMBER_CARDS] = {SIXES(0), SIXES(1), SIXES(2)};

/* Chance acts in the phases before PLAN. In SHUFFLE the bridges of a round that is over still lie there for all to see:
 * the first card of the next round sweeps them away. */
enum phase { DRAW_STARTER, DEAL, DRAW_CENTRE, SHUFFLE, PLAN, TARGET, BUILD, OVER };

struct state {
    uint64_t pool;         /* the cards that nobody has, `pooled` of them: the deck, then the centre (pool.h) */
    uint16_t hand[SEATS];  /* sets of cards */
    uint16_t up[BRIDGES];  /* the cards that lie face up on each bridge */
    uint8_t slot[PLAYED];  /* the cards on the bridges as they came, bridge by bridge, face up or down */
    uint8_t size[BRIDGES]; /* cards on each bridge; with three bridges the fourth counts as complete */
    uint8_t gems[SEATS];
    uint8_t phase, seats, goal; /* goal: gems that end the game */
    uint8_t turn;               /* who is asked */
    uint8_t starter;            /* of this round */
    uint8_t lead, target;       /* seat and suit; 0 before they are known */
    uint8_t round;              /* from 1 on */
    uint8_t pooled;
    uint8_t played; /* cards on all bridges */
    int8_t more;    /* gems more for a lone hit, beyond ALONE_GEMS */
    uint8_t zero;
};

_Static_assert(sizeof(struct state) == 56, "no padding");

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_STARTS, "{seat} starts")                                                                                     \
    X(SAY_DEAL, "deal {thing} to {seat}")                                                                              \
    X(SAY_DRAW_CARD, "draw {thing}")                                                                                   \
    X(SAY_PASS, "pass")                                                                                                \
    X(SAY_GEM, "take a gem")                                                                                           \
    X(SAY_DRAW, "draw a centre card")                                                                                  \
    X(SAY_TARGET, "name {colour}")                                                                                     \
    X(SAY_PLAY, "play {thing} on bridge {n}-{n}")                                                                      \
    X(STARTS, "{seat} [start|starts]")                                                                                 \
    X(DEALT, "{seat} [get|gets] {thing}")                                                                              \
    X(DEALT_UNSEEN, "{seat} [get|gets] a card")                                                                        \
    X(GATHERED, "the cards are gathered and shuffled")                                                                 \
    X(DEALT_ALL, "round {n} is dealt, and {seat} [plan|plans] first")                                                  \
    X(PASSES, "{seat} [pass|passes]")                                                                                  \
    X(TAKES_GEM, "{seat} [take|takes] a gem and [become|becomes] the lead player")                                     \
    X(DRAWS, "{seat} [draw|draws] a centre card and [become|becomes] the lead player")                                 \
    X(DREW, "{seat} [find|finds] {thing} in the centre")                                                               \
    X(NAMES, "{seat} [name|names] the target: {colour}")                                                               \
    X(PLAYS, "{seat} [play|plays] {thing} on bridge {n}-{n}")                                                          \
    X(TURNED, "{thing} is turned face down")                                                                           \
    X(HIT, "{seat's} bridges: green {n}, yellow {n}, purple {n}. A hit: a gem")                                        \
    X(MISSED, "{seat's} bridges: green {n}, yellow {n}, purple {n}. No hit")                                           \
    X(LEAD_MISSED, "{seat} [take|takes] a gem because {seat} led and did not hit")                                     \
    X(HIT_ALONE, "{seat} [take|takes] a gem because nobody else hit")                                                  \
    X(STARTS_NEXT, "{seat} [start|starts] the next round")                                                             \
    X(ENDS, "{seat} [have|has] {n} gems: the game is over")                                                            \
    X(BRIDGES_TITLE, "villages and bridges")                                                                           \
    X(VILLAGE_LABEL, "{n}: {seat}")                                                                                    \
    X(NEUTRAL_LABEL, "{n}: nobody")                                                                                    \
    X(BRIDGE_LABEL, "{n}-{n}")                                                                                         \
    X(HAND_TITLE, "{seat's} hand")                                                                                     \
    X(GEMS_TITLE, "gems")                                                                                              \
    X(SUPPLY_LABEL, "supply (endless)")                                                                                \
    X(SEAT_LABEL, "{seat}")                                                                                            \
    X(DECK_TITLE, "the deck")                                                                                          \
    X(CENTRE_TITLE, "the centre")                                                                                      \
    X(JABBERWOCKY_TITLE, "for the villages")                                                                           \
    X(PROMPT_STARTER, "the starting player is drawn")                                                                  \
    X(PROMPT_DEAL, "the cards are dealt")                                                                              \
    X(PROMPT_SHUFFLE, "the cards are shuffled for the next round")                                                     \
    X(PROMPT_DRAW, "a card is drawn from the centre")                                                                  \
    X(PROMPT_PLAN, "{seat} [take|takes] a gem, [draw|draws] a centre card or [pass|passes]")                           \
    X(PROMPT_PLAN_LAST, "{seat} [take|takes] a gem or [draw|draws] a centre card: the last in turn cannot pass")       \
    X(PROMPT_TARGET, "{seat} [name|names] the target colour")                                                          \
    X(PROMPT_BUILD, "{seat} [play|plays] a card on one of [your|their] own bridges or on a smallest one")              \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(NOTE_ROUND, "round {n} of a game to {n} gems: {seat} [plan|plans] first")                                        \
    X(NOTE_LEAD, "round {n} of a game to {n} gems: {seat} [lead|leads]")                                               \
    X(NOTE_TARGET, "round {n} of a game to {n} gems: {seat} [lead|leads], the target is {colour}")                     \
    X(NOTE_TOTALS, "{seat's} bridges: green {n}, yellow {n}, purple {n}")                                              \
    X(LAST_ROUND, "in the last round, number {n}, {seat} led and the target was {colour}")                             \
    X(GEMS, "{seat} [have|has] {n} [gem|gems]")                                                                        \
    X(TIE, "of those with {n} [gem|gems], the most {colour} in the last round is ahead: {n}")                          \
    X(HIT_ALONE_MORE, "{seat} [take|takes] {n} gems because nobody else hit")                                          \
    X(GOAL_GEMS, "win {n} more [gem|gems]: {n} end the game, and the most win it")                                     \
    X(GOAL_NAME, "name a colour that you can make the highest on bridges {n}-{n} and {n}-{n} together")                \
    X(GOAL_HIT, "make {colour} the highest colour on bridges {n}-{n} and {n}-{n} together")                            \
    X(GOAL_ALONE,                                                                                                      \
      "make {colour} the highest colour on bridges {n}-{n} and {n}-{n} together, best alone for {n} [gem|gems] more")  \
    X(GOAL_FOIL, "make {colour} the highest on bridges {n}-{n} and {n}-{n} together, or make the lead player miss")    \
    X(COUNT_ROUND, "round")                                                                                            \
    X(COUNT_GEMS, "gems")                                                                                              \
    X(COUNT_TOTAL, "{colour} on the two bridges")                                                                      \
    X(ABOUT_PAIR, "counts {n} for {colour} at both ends of its bridge; where it meets a face-up {thing} on a bridge, " \
                  "{thing} is turned face down and counts nothing")                                                    \
    X(ABOUT_THREE,                                                                                                     \
      "counts 3 for {colour} at both ends of its bridge; when it is played, every other face-up 3 on that bridge "     \
      "is turned face down and counts nothing")                                                                        \
    X(ABOUT_JABBERWOCKY,                                                                                               \
      "marks a village; face up at the lead player's it shows the target: the colour that must be the highest "        \
      "on your two bridges together")                                                                                  \
    X(ABOUT_GEM_ALONE, "a point: taken in the plan, won by a hit ({n} more for a lead player who alone hits), and by " \
                       "all others if the lead player misses; "                                                        \
                       "a round after which somebody has {n} ends the game")                                           \
    X(ABOUT_GEM, "a point: taken in the plan, won by a hit, and by all others if the lead player misses; "             \
                 "a round after which somebody has {n} ends the game")

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

/* Moves. Chance draws the starting seat, then cards; a seat plans, names a suit, and plays cards on bridges. */
enum {
    MOVE_GEM = 1,
    MOVE_DRAW,
    MOVE_SUIT,
    MOVE_CARD = MOVE_SUIT + SUITS,
    MOVE_SEAT = MOVE_CARD + NUMBER_CARDS,
    MOVE_PLAY = MOVE_SEAT + SEATS, /* + card * BRIDGES + bridge */
    MOVES_N = MOVE_PLAY + NUMBER_CARDS * BRIDGES
};

/* ---- villages and bridges -------------------------------------------------------------------- */

/* Village and seat have the same number; with two seats village 2 is nobody's. Bridge i lies between village i and
 * the next in the ring. */

static int villages(const struct state *s)
{
    return s->seats == 4 ? 4 : 3;
}

/* How many cards complete a bridge. */
static int complete(const struct state *s)
{
    return s->seats == 4 ? 3 : 4;
}

/* A village has the bridge of its own number on its left, and this one on its right. */
static int bridge_before(const struct state *s, int village)
{
    return village == 0 ? villages(s) - 1 : village - 1;
}

/* Its two villages, the lower first. */
static int bridge_from(const struct state *s, int bridge)
{
    return bridge + 1 == villages(s) ? 0 : bridge;
}

static int bridge_to(const struct state *s, int bridge)
{
    return bridge + 1 == villages(s) ? bridge : bridge + 1;
}

/* Where a seat may play: its own bridges and those that no bridge is smaller than, if they are not complete. */
static uint32_t open_bridges(const struct state *s, int seat)
{
    uint32_t own = BIT(seat) | BIT(bridge_before(s, seat)), least = 0, incomplete = 0;
    int smallest = s->size[0];

    for (int i = 1; i < BRIDGES; i++)
        smallest = s->size[i] < smallest ? s->size[i] : smallest;
    for (int i = 0; i < BRIDGES; i++) {
        least |= (uint32_t)(s->size[i] == smallest) << i;
        incomplete |= (uint32_t)(s->size[i] < complete(s)) << i;
    }
    return (own | least) & incomplete;
}

/* The lead player's village is the Jabberwocky card of the target; with four, the one opposite is a centre card. */
static int village_card(const struct state *s, int village)
{
    return village == s->lead                          ? JABBERWOCKY_CARD + s->target
           : s->seats == 4 && (village ^ s->lead) == 2 ? NUMBER_BACK
                                                       : JABBERWOCKY_BACK;
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static void begin_round(struct state *s, int starter)
{
    *s = (struct state){
        .pool = POOL_NUMBER_CARDS,
        .pooled = NUMBER_CARDS,
        .size = {0, 0, 0, (uint8_t)(s->seats == 4 ? 0 : complete(s))},
        .gems = {s->gems[0], s->gems[1], s->gems[2], s->gems[3]},
        .phase = DEAL,
        .seats = s->seats,
        .goal = s->goal,
        .starter = (uint8_t)starter,
        .round = (uint8_t)(s->round + 1),
        .more = s->more,
    };
}

static int gems_to_end(const struct setup *setup)
{
    return setup->option[0] ? EXTENDED_GEMS : option_number(&options[1], setup->option[1]);
}

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    if (setup->option[0] && setup->option[1])
        return "gems is a rule for variant=basic: the extended game ends with 11";
    *s = (struct state){.seats = setup->seats,
                        .goal = (uint8_t)gems_to_end(setup),
                        .more = (int8_t)(option_number(&options[2], setup->option[2]) - ALONE_GEMS)};
    begin_round(s, 0);
    s->phase = DRAW_STARTER;
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    (void)setup;
    for (int i = 0; i < JABBERWOCKY_THINGS_N; i++)
        count[i] = i < GEM;
    count[ANY_GEM] = UNLIMITED;
}

static struct phrase about(const struct setup *setup, int thing)
{
    int suit = card_suit(thing), number = card_number(thing);
    int alone = option_number(&options[2], setup->option[2]);

    if (thing == ANY_GEM)
        return alone ? PHRASE(T_ABOUT_GEM_ALONE, alone, gems_to_end(setup)) : PHRASE(T_ABOUT_GEM, gems_to_end(setup));
    if (thing >= NUMBER_CARDS)
        return PHRASE(thing < GEM ? T_ABOUT_JABBERWOCKY : T_NONE);
    if (number == 3)
        return PHRASE(T_ABOUT_THREE, suit_colour(suit));
    return PHRASE(T_ABOUT_PAIR, number, suit_colour(suit), CARD(suit, 6 - number),
                  CARD(suit, number > 3 ? number : 6 - number));
}

/* Who gets the next card: one seat after the other gets its whole hand. */
static int next_to_deal(const struct state *s)
{
    return s->phase == SHUFFLE ? 0 : (NUMBER_CARDS - s->pooled) * s->seats / PLAYED;
}

static void take_from_pool(struct state *s, int seat, int card)
{
    s->hand[seat] |= (uint16_t)BIT(card);
    s->pool = pool_without(s->pool, card);
    s->pooled--;
}

/* The cards that mark the villages come from where they lie ready, or go back there. */
static void tell_villages(const struct state *s, bool come, struct facts *facts)
{
    for (int village = 0; village < villages(s); village++) {
        int card = village_card(s, village), place = PLACE_VILLAGE + village;
        int pile = card == NUMBER_BACK ? PLACE_CENTRE : PLACE_JABBERWOCKY;

        fact_transfer(facts, card, 1, come ? pile : place, come ? place : pile);
    }
}

/* All cards of the round before become the deck, the one that a lead player who drew has left unseen. */
static void tell_sweep(const struct state *s, struct facts *facts)
{
    for (int slot = 0; slot < PLAYED; slot++)
        fact_transfer(facts, s->slot[slot], 1, PLACE_SLOT + slot, PLACE_CENTRE);
    for (int seat = 0; seat < s->seats; seat++)
        fact_transfer(facts, NUMBER_BACK, bit_count(s->hand[seat]), PLACE_HAND + seat, PLACE_CENTRE);
    tell_villages(s, false, facts);
}

static void deal(struct state *s, int card, struct facts *facts)
{
    int seat = next_to_deal(s);

    if (s->phase == SHUFFLE) {
        TELL(facts, EVERYBODY, FACT_SILENT, T_GATHERED);
        if (facts)
            tell_sweep(s, facts);
        begin_round(s, left_of(s->lead, s->seats));
    }
    TELL(facts, ONLY(seat), FACT_SILENT, T_DEALT, seat, card);
    fact_transfer(facts, card, 1, PLACE_CENTRE, PLACE_HAND + seat);
    TELL(facts, ALL_BUT(seat), FACT_SILENT, T_DEALT_UNSEEN, seat);
    fact_transfer(facts, NUMBER_BACK, 1, PLACE_CENTRE, PLACE_HAND + seat);
    take_from_pool(s, seat, card);
    if (s->pooled > CENTRE)
        return;
    s->turn = s->starter;
    s->phase = PLAN;
    TELL(facts, EVERYBODY, 0, T_DEALT_ALL, s->round, s->starter);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static uint32_t actors(const void *state)
{
    const struct state *s = state;

    return s->phase == OVER ? 0 : s->phase < PLAN ? BIT(CHANCE) : BIT(s->turn);
}

static bool may_pass(const struct state *s)
{
    return left_of(s->turn, s->seats) != s->starter;
}

/* The members of each set of bridges; what stands after them is not counted. */
static const uint8_t bridges_of[1 << BRIDGES][BRIDGES] = {
    {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
    {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3},
};

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;
    int n = 0;

    if (s->phase == BUILD) {
        uint32_t open = open_bridges(s, seat);
        const uint8_t *bridge = bridges_of[open];
        int bridges = bit_count(open);

        for (FOR_BITS(card, s->hand[seat])) {
            for (int i = 0; i < BRIDGES; i++) /* all are written, the open ones count */
                out[n + i] = (move_t)(MOVE_PLAY + (int)card * BRIDGES + bridge[i]);
            n += bridges;
        }
    } else if (s->phase == PLAN) {
        out[n] = PASS;
        n += may_pass(s);
        out[n++] = MOVE_GEM;
        out[n++] = MOVE_DRAW;
    } else {
        for (int suit = 0; suit < SUITS; suit++)
            out[n++] = (move_t)(MOVE_SUIT + suit);
    }
    return n;
}

static uint32_t odds(const void *state)
{
    const struct state *s = state;

    return s->phase == DRAW_STARTER ? s->seats : s->phase == SHUFFLE ? NUMBER_CARDS : s->pooled;
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

/* The centre has luck of its own, so that the same deals follow whether or not somebody draws from it. */
enum { SOURCE_DECK, SOURCE_STARTER, SOURCE_CENTRE, SOURCES };

static uint8_t source(const void *state)
{
    const struct state *s = state;

    return s->phase == DRAW_STARTER ? SOURCE_STARTER : s->phase == DRAW_CENTRE ? SOURCE_CENTRE : SOURCE_DECK;
}

/* ---- plan ------------------------------------------------------------------------------------ */

static void plan(struct state *s, move_t m, struct facts *facts)
{
    if (m == PASS) {
        TELL(facts, EVERYBODY, 0, T_PASSES, s->turn);
        s->turn = (uint8_t)left_of(s->turn, s->seats);
        return;
    }
    s->lead = s->turn;
    if (m == MOVE_GEM) {
        TELL(facts, EVERYBODY, 0, T_TAKES_GEM, s->lead);
        fact_transfer(facts, ANY_GEM, 1, PLACE_SUPPLY, PLACE_GEMS + s->lead);
        s->gems[s->lead]++;
        s->phase = TARGET;
    } else {
        TELL(facts, EVERYBODY, 0, T_DRAWS, s->lead);
        s->phase = DRAW_CENTRE;
    }
}

static void draw_centre(struct state *s, int card, struct facts *facts)
{
    TELL(facts, ONLY(s->lead), 0, T_DREW, s->lead, card);
    fact_transfer(facts, card, 1, PLACE_CENTRE, PLACE_HAND + s->lead);
    TELL(facts, ALL_BUT(s->lead), FACT_SILENT, T_DEALT_UNSEEN, s->lead);
    fact_transfer(facts, NUMBER_BACK, 1, PLACE_CENTRE, PLACE_HAND + s->lead);
    take_from_pool(s, s->lead, card);
    s->phase = TARGET;
}

static void name_target(struct state *s, int suit, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, T_NAMES, s->lead, suit_colour(suit));
    s->target = (uint8_t)suit;
    s->phase = BUILD;
    if (facts)
        tell_villages(s, true, facts);
}

/* ---- the rule of 6 --------------------------------------------------------------------------- */

/* The card is the last on its bridge. */
static void tell_play(const struct state *s, int card, int bridge, uint32_t turned, uint16_t flags, struct facts *facts)
{
    int first = bridge * complete(s), slot = first + s->size[bridge] - 1;

    TELL(facts, EVERYBODY, flags, T_PLAYS, s->turn, card, bridge_from(s, bridge), bridge_to(s, bridge));
    fact_transfer(facts, card, 1, PLACE_HAND + s->turn, PLACE_SLOT + slot);
    for (FOR_BITS(other, facts ? turned : 0)) {
        TELL(facts, EVERYBODY, 0, T_TURNED, (int)other);
        for (int i = first; i < slot; i++)
            if (s->slot[i] == other)
                fact_turn(facts, (int)other, PLACE_SLOT + i);
    }
}

/* One card to a bridge. */
static void play(struct state *s, int card, int bridge, uint16_t flags, struct facts *facts)
{
    uint32_t up = s->up[bridge], turned = up & six[card].with ? six[card].turned : 0;

    s->hand[s->turn] &= (uint16_t)~BIT(card);
    s->slot[bridge * complete(s) + s->size[bridge]++] = (uint8_t)card;
    s->played++;
    up |= BIT(card);
    if (facts)
        tell_play(s, card, bridge, up & turned, flags, facts);
    s->up[bridge] = (uint16_t)(up & ~turned);
}

/* ---- score ----------------------------------------------------------------------------------- */

/* The sum of the numbers of a set of cards of one suit. */
static const uint8_t sum_of[1 << NUMBERS] = {
    0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10, 5, 6, 7, 8, 8, 9, 10, 11, 9, 10, 11, 12, 12, 13, 14, 15,
};

struct totals {
    int of[SUITS];
};

/* The same for cards of all suits. */
static int sum_of_suit(uint32_t cards, int suit)
{
    return sum_of[cards >> (NUMBERS * suit) & ((1 << NUMBERS) - 1)];
}

/* What a seat has of each colour on its two bridges. */
static struct totals totals(const struct state *s, int seat)
{
    int before = bridge_before(s, seat);
    struct totals t;

    for (int suit = 0; suit < SUITS; suit++)
        t.of[suit] = sum_of_suit(s->up[seat], suit) + sum_of_suit(s->up[before], suit);
    return t;
}

static bool hits(const struct totals *t, int target)
{
    int a = target == 0 ? 1 : 0, b = target == 2 ? 1 : 2; /* the other two */

    return (t->of[target] > t->of[a]) & (t->of[target] > t->of[b]);
}

/* What a lead player takes who alone hits, besides the gem for the hit. */
static int alone_gems(const struct state *s)
{
    return ALONE_GEMS + s->more;
}

/* How many gems besides that for a hit; `hit` are the seats that hit the target. */
static int takes_another(const struct state *s, int seat, uint32_t hit)
{
    return seat == s->lead ? (hit == BIT(s->lead)) * alone_gems(s) : !(hit & BIT(s->lead));
}

static struct phrase why_another(const struct state *s, int seat)
{
    return seat != s->lead ? PHRASE(T_LEAD_MISSED, seat, s->lead)
           : s->more == 0  ? PHRASE(T_HIT_ALONE, seat)
                           : PHRASE(T_HIT_ALONE_MORE, seat, alone_gems(s));
}

static void tell_end(const struct state *s, struct facts *facts)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (s->gems[seat] >= s->goal)
            TELL(facts, EVERYBODY, 0, T_ENDS, seat, s->gems[seat]);
}

static void score(struct state *s, struct facts *facts)
{
    uint32_t hit = 0;
    bool over = false;

    for (int i = 0, seat = s->lead; i < s->seats; i++) {
        struct totals t;

        seat = left_of(seat, s->seats);
        t = totals(s, seat);
        hit |= (uint32_t)hits(&t, s->target) << seat;
        TELL(facts, EVERYBODY, 0, hit & BIT(seat) ? T_HIT : T_MISSED, seat, t.of[0], t.of[1], t.of[2]);
        fact_transfer(facts, ANY_GEM, (int)(hit >> seat & 1), PLACE_SUPPLY, PLACE_GEMS + seat);
    }
    for (int i = 0, seat = s->lead; i < s->seats; i++) {
        int another;

        seat = left_of(seat, s->seats);
        another = takes_another(s, seat, hit);
        s->gems[seat] = (uint8_t)(s->gems[seat] + (int)(hit >> seat & 1) + another);
        over |= s->gems[seat] >= s->goal;
        if (facts && another)
            fact_add(facts, EVERYBODY, 0, why_another(s, seat));
        fact_transfer(facts, ANY_GEM, another, PLACE_SUPPLY, PLACE_GEMS + seat);
    }
    if (over) {
        s->phase = OVER;
        tell_end(s, facts);
        return;
    }
    s->phase = SHUFFLE;
    TELL(facts, EVERYBODY, 0, T_STARTS_NEXT, left_of(s->lead, s->seats));
}

/* ---- build ----------------------------------------------------------------------------------- */

/* The next seat's turn; a single card with a single place to go is played at once. */
static void play_on(struct state *s, struct facts *facts)
{
    for (;;) {
        uint32_t hand, open;

        if (s->played == PLAYED) {
            score(s, facts);
            return;
        }
        s->turn = (uint8_t)left_of(s->turn, s->seats);
        hand = s->hand[s->turn];
        if (hand & (hand - 1))
            return;
        open = open_bridges(s, s->turn);
        if (open & (open - 1))
            return;
        play(s, bit_lowest(hand), bit_lowest(open), FACT_REVEALS, facts);
    }
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    (void)actor;
    switch (s->phase) {
    case DRAW_STARTER:
        s->starter = (uint8_t)(m - MOVE_SEAT);
        s->phase = DEAL;
        TELL(facts, EVERYBODY, 0, T_STARTS, s->starter);
        break;
    case DEAL:
    case SHUFFLE:
        deal(s, m - MOVE_CARD, facts);
        break;
    case DRAW_CENTRE:
        draw_centre(s, m - MOVE_CARD, facts);
        break;
    case PLAN:
        plan(s, m, facts);
        break;
    case TARGET:
        name_target(s, m - MOVE_SUIT, facts);
        break;
    default: /* BUILD */
        play(s, (m - MOVE_PLAY) / BRIDGES, (m - MOVE_PLAY) % BRIDGES, 0, facts);
        play_on(s, facts);
        break;
    }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* All hands but the viewer's are dealt again from the cards that it has not seen; the rest nobody has. */
static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;
    uint32_t unseen = 0, unseen_n = s->pooled;

    if (viewer == REFEREE)
        return;
    for (uint32_t i = 0; i < s->pooled; i++)
        unseen |= BIT(pool_nth(s->pool, i));
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat != viewer) {
            unseen |= s->hand[seat];
            unseen_n += (uint32_t)bit_count(s->hand[seat]);
        }
    }
    s->pool = pool_of(unseen);
    for (int seat = 0; seat < s->seats; seat++) {
        int cards = bit_count(s->hand[seat]);

        if (seat == viewer)
            continue;
        s->hand[seat] = (uint16_t)pool_deal(&s->pool, unseen_n, cards, luck);
        unseen_n -= (uint32_t)cards;
    }
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Why those with as many gems as this seat stand in the order they do, said once for all of them. */
static void explain_tie(const struct state *s, int seat, struct result *out)
{
    int alike = 0, most = 0;

    for (int other = 0; other < s->seats; other++) {
        if (s->gems[other] != s->gems[seat])
            continue;
        if (other < seat)
            return;
        alike++;
        most = out->tie[other][0] > most ? out->tie[other][0] : most;
    }
    if (alike > 1)
        result_line(out, NOBODY, PHRASE(T_TIE, s->gems[seat], suit_colour(s->target), most));
}

static void result(const void *state, struct result *out)
{
    const struct state *s = state;
    uint32_t hit = 0;

    result_line(out, NOBODY, PHRASE(T_LAST_ROUND, s->round, s->lead, suit_colour(s->target)));
    for (int i = 0, seat = s->lead; i < s->seats; i++) {
        struct totals t;

        seat = left_of(seat, s->seats);
        t = totals(s, seat);
        hit |= (uint32_t)hits(&t, s->target) << seat;
        out->score[seat] = s->gems[seat];
        out->tie[seat][0] = t.of[s->target];
        result_line(out, seat, PHRASE(hit & BIT(seat) ? T_HIT : T_MISSED, seat, t.of[0], t.of[1], t.of[2]));
    }
    for (int i = 0, seat = s->lead; i < s->seats; i++) {
        seat = left_of(seat, s->seats);
        if (takes_another(s, seat, hit))
            result_line(out, seat, why_another(s, seat));
    }
    for (int seat = 0; seat < s->seats; seat++)
        result_line(out, seat, PHRASE(T_GEMS, seat, s->gems[seat]));
    for (int seat = 0; seat < s->seats; seat++)
        explain_tie(s, seat, out);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Where the villages are: a triangle with seat 0 at the top, or a square with seat 0 in the upper left corner. */
static const int8_t triangle[3][2] = {{5, 0}, {10, 10}, {0, 10}};
static const int8_t square[4][2] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}};

/* On the way from a village, at step 0, to the next, the places of the bridge are at step 1 and so on. */
static void ring_xy(const struct state *s, int from, int step, int *x, int *y)
{
    const int8_t(*corner)[2] = s->seats == 4 ? square : triangle;
    const int8_t *a = corner[from], *b = corner[(from + 1) % villages(s)];

    *x = a[0] + (b[0] - a[0]) * step / (complete(s) + 1);
    *y = a[1] + (b[1] - a[1]) * step / (complete(s) + 1);
}

/* Whether the villages stand. */
static bool settled(const struct state *s)
{
    return s->phase == SHUFFLE || s->phase >= BUILD;
}

static void scene_bridge(const struct state *s, int bridge, struct scene *out)
{
    for (int i = 0; i < complete(s); i++) {
        int slot = bridge * complete(s) + i, card = s->slot[slot], x, y;
        bool named = i == 1;

        ring_xy(s, bridge, i + 1, &x, &y);
        scene_place(out, PLACE_SLOT + slot, x, y,
                    named ? PHRASE(T_BRIDGE_LABEL, bridge_from(s, bridge), bridge_to(s, bridge)) : PHRASE(T_NONE));
        if (i < s->size[bridge])
            scene_piece(out, card, 1, s->up[bridge] & BIT(card) ? 0 : PIECE_DOWN);
    }
}

static void scene_ring(const struct state *s, struct scene *out)
{
    scene_zone(out, &zones[Z_RING], NOBODY, PHRASE(T_BRIDGES_TITLE));
    for (int village = 0; village < villages(s); village++) {
        int x, y;

        ring_xy(s, village, 0, &x, &y);
        scene_place(out, PLACE_VILLAGE + village, x, y,
                    village < s->seats ? PHRASE(T_VILLAGE_LABEL, village, village) : PHRASE(T_NEUTRAL_LABEL, village));
        if (settled(s))
            scene_piece(out, village_card(s, village), 1, 0);
        scene_bridge(s, village, out);
    }
}

static void scene_hands(const struct state *s, int viewer, struct scene *out)
{
    for (int seat = 0; seat < s->seats; seat++) {
        scene_pile(out, &zones[Z_HAND], seat, PHRASE(T_HAND_TITLE, seat), PLACE_HAND + seat);
        if (seat == viewer || viewer == REFEREE) {
            for (FOR_BITS(card, s->hand[seat]))
                scene_piece(out, (int)card, 1, 0);
        } else {
            scene_piece(out, NUMBER_BACK, bit_count(s->hand[seat]), 0);
        }
    }
}

static void scene_middle(const struct state *s, struct scene *out)
{
    bool dealing = s->phase <= DEAL, marked = settled(s) && s->seats == 4;

    scene_pile(out, &zones[Z_CENTRE], NOBODY, PHRASE(dealing ? T_DECK_TITLE : T_CENTRE_TITLE), PLACE_CENTRE);
    scene_piece(out, NUMBER_BACK, s->pooled - marked, 0);
    if (!settled(s)) {
        scene_pile(out, &zones[Z_VILLAGES], NOBODY, PHRASE(T_JABBERWOCKY_TITLE), PLACE_JABBERWOCKY);
        for (int suit = 0; suit < SUITS; suit++)
            scene_piece(out, JABBERWOCKY_CARD + suit, 1, 0);
    }
    scene_zone(out, &zones[Z_GEMS], NOBODY, PHRASE(T_GEMS_TITLE));
    scene_place(out, PLACE_SUPPLY, 0, 0, PHRASE(T_SUPPLY_LABEL));
    scene_piece(out, ANY_GEM, UNLIMITED, 0);
    for (int seat = 0; seat < s->seats; seat++) {
        scene_place(out, PLACE_GEMS + seat, 2 * seat + 2, 0, PHRASE(T_SEAT_LABEL, seat));
        scene_piece(out, ANY_GEM, s->gems[seat], 0);
        scene_count_seat(out, seat, COUNTER_SCORE, s->gems[seat], s->goal, PHRASE(T_COUNT_GEMS));
    }
}

static void scene_notes(const struct state *s, struct scene *out)
{
    bool led = s->phase == DRAW_CENTRE || s->phase == TARGET;

    if (s->phase == DRAW_STARTER)
        return;
    scene_count(out, SCOPE_TABLE, s->round, NO_LIMIT, PHRASE(T_COUNT_ROUND));
    scene_note(out, NOBODY,
               settled(s) ? PHRASE(T_NOTE_TARGET, s->round, s->goal, s->lead, suit_colour(s->target))
               : led      ? PHRASE(T_NOTE_LEAD, s->round, s->goal, s->lead)
                          : PHRASE(T_NOTE_ROUND, s->round, s->goal, s->starter));
    for (int seat = 0; seat < s->seats && settled(s) && s->phase != OVER; seat++) {
        struct totals t = totals(s, seat);

        scene_note(out, seat, PHRASE(T_NOTE_TOTALS, seat, t.of[0], t.of[1], t.of[2]));
        for (int suit = 0; suit < SUITS; suit++)
            scene_count_seat(out, seat, 0, t.of[suit], NO_LIMIT, PHRASE(T_COUNT_TOTAL, suit_colour(suit)));
    }
}

/* Of a seat: to hit the target, and before there is one, gems. */
static struct phrase goal(const struct state *s, int seat)
{
    int before = bridge_before(s, seat), low = before < seat ? before : seat, high = before + seat - low;
    int a = bridge_from(s, low), b = bridge_to(s, low), c = bridge_from(s, high), d = bridge_to(s, high);
    int colour = suit_colour(s->target);

    if (s->phase == TARGET && seat == s->lead)
        return PHRASE(T_GOAL_NAME, a, b, c, d);
    if (s->phase != BUILD)
        return PHRASE(T_GOAL_GEMS, s->goal - s->gems[seat], s->goal);
    return seat != s->lead      ? PHRASE(T_GOAL_FOIL, colour, a, b, c, d)
           : alone_gems(s) == 0 ? PHRASE(T_GOAL_HIT, colour, a, b, c, d)
                                : PHRASE(T_GOAL_ALONE, colour, a, b, c, d, alone_gems(s));
}

static struct phrase prompt(const struct state *s)
{
    switch (s->phase) {
    case DRAW_STARTER:
        return PHRASE(T_PROMPT_STARTER);
    case DEAL:
        return PHRASE(T_PROMPT_DEAL);
    case SHUFFLE:
        return PHRASE(T_PROMPT_SHUFFLE);
    case DRAW_CENTRE:
        return PHRASE(T_PROMPT_DRAW);
    case PLAN:
        return PHRASE(may_pass(s) ? T_PROMPT_PLAN : T_PROMPT_PLAN_LAST, s->turn);
    case TARGET:
        return PHRASE(T_PROMPT_TARGET, s->lead);
    case BUILD:
        return PHRASE(T_PROMPT_BUILD, s->turn);
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
    scene_ring(s, out);
    scene_middle(s, out);
    scene_hands(s, viewer, out);
    out->scored = true;
    for (int seat = 0; seat < s->seats; seat++)
        out->score[seat] = s->gems[seat];
    out->prompt = prompt(s);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;
    int bridge = (m - MOVE_PLAY) % BRIDGES;

    (void)actor;
    switch (s->phase) {
    case DRAW_STARTER:
        return PHRASE(T_SAY_STARTS, m - MOVE_SEAT);
    case DEAL:
    case SHUFFLE:
        return PHRASE(T_SAY_DEAL, m - MOVE_CARD, next_to_deal(s));
    case DRAW_CENTRE:
        return PHRASE(T_SAY_DRAW_CARD, m - MOVE_CARD);
    case PLAN:
        return PHRASE(m == PASS ? T_SAY_PASS : m == MOVE_GEM ? T_SAY_GEM : T_SAY_DRAW);
    case TARGET:
        return PHRASE(T_SAY_TARGET, suit_colour(m - MOVE_SUIT));
    default:
        return PHRASE(T_SAY_PLAY, (m - MOVE_PLAY) / BRIDGES, bridge_from(s, bridge), bridge_to(s, bridge));
    }
}

static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;
    int bridge = (m - MOVE_PLAY) % BRIDGES;

    switch (s->phase) {
    case PLAN:
        out[0] = m == MOVE_GEM ? (struct touch){PLACE_SUPPLY, ANY_GEM} : (struct touch){PLACE_CENTRE, NUMBER_BACK};
        return m == PASS ? 0 : 1;
    case TARGET:
        out[0] = (struct touch){PLACE_JABBERWOCKY, (uint16_t)(JABBERWOCKY_CARD + m - MOVE_SUIT)};
        return 1;
    default: /* BUILD: the card, then the next free place of the bridge */
        out[0] = (struct touch){(uint16_t)(PLACE_HAND + seat), (uint16_t)((m - MOVE_PLAY) / BRIDGES)};
        out[1] = (struct touch){(uint16_t)(PLACE_SLOT + bridge * complete(s) + s->size[bridge]), NOTHING};
        return 2;
    }
}

/* At least one gem is won in every round, by the lead player or, if the lead player does not hit, by the others. So the
 * round that ends the game comes at the latest when all have one gem less than its goal. */
enum {
    ROUNDS_MAX = SEATS * (EXTENDED_GEMS - 1) + 1,
    ROUND_MOVES = PLAYED + SEATS + 2 +
                  (PLAYED - 1) /* deal, plan, draw, target, build: the last card is never a choice */
};

/* ---- what bots are told ---------------------------------------------------------------------- */

/* How likely a seat hits the target, in hundredths: by how much that colour is ahead on its bridges, which says the
 * more the fewer cards are still to come there, and by what the seat has in hand to play. */
static int chance_to_hit(const struct state *s, int seat)
{
    struct totals t = totals(s, seat);
    int target = s->target, a = target == 0 ? 1 : 0, b = target == 2 ? 1 : 2, hand = s->hand[seat];
    int most = t.of[a] > t.of[b] ? t.of[a] : t.of[b], ahead = 2 * (t.of[target] - most) - 1;
    int to_come = 2 * complete(s) - s->size[seat] - s->size[bridge_before(s, seat)];

    if (to_come == 0)
        return ahead > 0 ? 100 : 0;
    ahead += 2 * sum_of_suit(hand, target) - sum_of_suit(hand, a) - sum_of_suit(hand, b);
    return 50 + 50 * ahead / ((ahead < 0 ? -ahead : ahead) + 3 * to_come);
}

/* Gems, and while bridges are built what this round will probably bring. */
static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;
    int most = 0;

    for (int seat = 0; seat < s->seats; seat++) {
        out[seat] = s->gems[seat] * POINT;
        most = s->gems[seat] > most ? s->gems[seat] : most;
    }
    if (s->phase == BUILD) {
        int alone = 100, lead_hits = chance_to_hit(s, s->lead);

        for (int seat = 0; seat < s->seats; seat++) {
            int hit = seat == s->lead ? lead_hits : chance_to_hit(s, seat);

            out[seat] += hit * POINT / 100;
            if (seat != s->lead) {
                out[seat] += (100 - lead_hits) * POINT / 100;
                alone = alone * (100 - hit) / 100;
            }
        }
        out[s->lead] += lead_hits * alone / 100 * POINT / 100 * alone_gems(s);
    }
    return most < s->goal ? POINT + POINT / 4 * (s->goal - most) : 2 * POINT;
}

/* A round, until its bridges have been scored: what comes after it is dealt anew. */
static uint32_t stage(const void *state)
{
    const struct state *s = state;

    return (uint32_t)s->round + (s->phase == SHUFFLE);
}

const struct game game_mome = {
    .id = "mome",
    .title = "Mome",
    .box = "Jabberwocky",
    .blurb = "Build bridges to your neighbours in the target colour.",
    .seats_min = 2,
    .seats_max = SEATS,
    .minutes = 20,
    .sources = SOURCES,
    .flags = GAME_HIDDEN,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = HAND_MAX * 3,
    .move_ids = MOVES_N,
    .length_max = 1 + ROUNDS_MAX * ROUND_MOVES,
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
    .stage = stage,
    .effort = 1000,
    .patience = 6,
};
