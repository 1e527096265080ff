/* oh_gnome.c: Oh Gnome You Don't!, a race with cards and brawls for 2 to 6 (Gut Bustin' Games). Rules:
 * docs/rules/oh-gnome.md.
 *
 * Gnomes walk a trail of sixty stones by the die, collect items and sell them in four businesses, and play cards on
 * each other, which can be answered, and the answers answered. Gnomes that meet may brawl with secret cards. The
 * richest wins, not the first.
 *
 * Unusual: a turn is a chain of steps that mostly need nobody, so the phases are of two sorts. Those up to
 * LAST_STEP are made by run(), one after the other, until a phase is reached in which chance or somebody acts.
 * Cards that wait for answers lie on a small stack. Cards are counts: three bits for each item, four for each other
 * card, bytes for the draw pile. The discards are whatever is nowhere else.
 *
 * What others may hold depends on where their cards came from: two green ones at the start, the rest from this draw
 * pile or, once the discards have been shuffled into a new one, from an earlier. veil() says how that is remembered.
 */
#include "game.h"

/* ---- components: what an owner of the box may want to correct ------------------------------------ */

/* The board and most of the deck are a reconstruction: names and some prices are documented, the rest is ours. */

/* The businesses: name, the stone at their door, the way of trade there. */
enum trade { PRICES, DICE, ROUGH /* prices, and a house rule allows brawls */ };

#define BUSINESSES(X)                                                                                                  \
    X(CAFE, "Toadstool Cafe", 12, PRICES)                                                                              \
    X(DEPOT, "Gnome Depot", 26, PRICES)                                                                                \
    X(PUB, "Grub & Grog Pub", 40, ROUGH)                                                                               \
    X(CART, "Tinker's Cart", 52, DICE)

/* The other stones that do something: stone, kind, number. */
enum stone_kind {
    PLAIN,
    DOOR,       /* to business number */
    SLIME,      /* whoever stops here slides to stone number */
    BRIDGE,     /* for the toll the next stone is stone number */
    LOSE_GEMS,  /* so many */
    LOSE_ITEM,  /* so many, of one's choice; more than one is not provided for */
    LOSE_CARDS, /* one of so many cards of the hand, at random */
};

#define STONES(X)                                                                                                      \
    X(18, SLIME, 23)                                                                                                   \
    X(32, BRIDGE, 36)                                                                                                  \
    X(33, LOSE_GEMS, 2)                                                                                                \
    X(34, LOSE_ITEM, 1)                                                                                                \
    X(35, LOSE_CARDS, 2)

enum { START = 0, FINISH = 61, TOLL = 5 };

/* How the trail winds on the board: from this stone on, x and y of the first stone in half cards, and where it goes. */
static const struct {
    uint8_t stone;
    int8_t x, y, dx;
} bends[] = {{1, 0, 0, 2},    {11, 18, 2, -2}, {21, 0, 4, 2},  {31, 18, 6, -2},
             {33, 16, 8, -2}, {36, 12, 6, -2}, {43, 0, 10, 2}, {53, 18, 12, -2}};

/* The items, all green: name, mark, copies, price, the business that pays more, its price. */
#define ITEMS(X)                                                                                                       \
    X(HONEY, "Honey", "Ho", 4, 4, CAFE, 6)                                                                             \
    X(FIELD_MUSHROOMS, "Field Mushrooms", "Mu", 3, 3, CAFE, 5)                                                         \
    X(BLUEBERRIES, "Blueberries", "Bu", 3, 3, CAFE, 5)                                                                 \
    X(WALNUTS, "Walnuts", "Wa", 3, 3, PUB, 5)                                                                          \
    X(HAZELNUTS, "Hazelnuts", "Hz", 3, 3, PUB, 5)                                                                      \
    X(STRAWBERRIES, "Strawberries", "St", 3, 3, CAFE, 5)                                                               \
    X(JUNIPER_BERRIES, "Juniper Berries", "Ju", 3, 2, PUB, 5)                                                          \
    X(BLACKBERRIES, "Blackberries", "Bk", 3, 3, CAFE, 5)                                                               \
    X(ELDERBERRIES, "Elderberries", "El", 3, 3, PUB, 5)                                                                \
    X(TRUFFLES, "Truffles", "Tr", 3, 6, CAFE, 8)                                                                       \
    X(BABY_FIELD_MOUSE, "Baby Field Mouse", "Mo", 3, 5, DEPOT, 7)                                                      \
    X(WHITTLED_FLUTE, "Whittled Flute", "Fu", 3, 5, PUB, 7)                                                            \
    X(WOVEN_BASKET, "Woven Basket", "Ba", 3, 4, DEPOT, 6)                                                              \
    X(FLAX, "Flax", "Fx", 3, 2, DEPOT, 4)                                                                              \
    X(WILDFLOWERS, "Bouquet of Wildflowers", "Wi", 3, 3, CAFE, 5)                                                      \
    X(DEER_ANTLER, "Small Deer Antler", "An", 3, 5, DEPOT, 8)                                                          \
    X(FIREWOOD, "Firewood", "Fi", 3, 4, DEPOT, 6)

/* What the other cards do, with the number that goes with it. From FILCH to SLOW they are played on somebody. */
enum effect {
    DIG,    /* roll the die, take that many gems from the mine */
    HURRY,  /* roll the die and move on that many stones */
    CUT,    /* move on up to number stones, no more than a die shows */
    FILCH,  /* take a piece, not gold, from a gnome on the trail */
    SWAP,   /* change places with a gnome on the trail */
    DETOUR, /* a gnome on the trail goes back number stones */
    NAP,    /* a gnome misses number turns */
    VISIT,  /* move to the nearest gnome on the trail, at most number stones away, and brawl */
    STING,  /* a gnome loses number gems */
    ROB,    /* a gnome discards number items (one), chosen by the player of the card */
    SLOW,   /* number is taken off a gnome's next roll */
    CANCEL, /* answers any purple or red card */
    REMEDY, /* answers a DETOUR, NAP, STING, ROB or SLOW against oneself */
    TRICK,  /* in a brawl: adds number */
    DODGE,  /* when a brawl is called: out of it */
};

/* The other cards: name, mark, colour, copies, effect, number. */
#define DEEDS(X)                                                                                                       \
    X(MINING, "Mining", "MI", PURPLE, 8, DIG, 0)                                                                       \
    X(SECOND_WIND, "Second Wind", "SW", PURPLE, 4, HURRY, 0)                                                           \
    X(SHORTCUT, "Shortcut", "SC", PURPLE, 3, CUT, 4)                                                                   \
    X(LIGHT_FINGERS, "Light Fingers", "LF", PURPLE, 4, FILCH, 1)                                                       \
    X(CHANGE_PLACES, "Change Places", "CP", PURPLE, 2, SWAP, 0)                                                        \
    X(WRONG_TURN, "Wrong Turn", "WT", PURPLE, 3, DETOUR, 4)                                                            \
    X(LONG_NAP, "Long Nap", "LN", PURPLE, 2, NAP, 1)                                                                   \
    X(NIP_OF_GIN, "Nip of Gin", "NG", PURPLE, 2, VISIT, 6)                                                             \
    X(OH_GNOME, "Oh Gnome You Don't!", "OG", RED, 7, CANCEL, 0)                                                        \
    X(CURE, "Cure Most Remedy", "CM", RED, 4, REMEDY, 0)                                                               \
    X(HORNET_STING, "Hornet Sting", "HS", RED, 3, STING, 3)                                                            \
    X(MAGPIE, "Thieving Magpie", "TM", RED, 2, ROB, 1)                                                                 \
    X(NETTLES, "Stinging Nettles", "SN", RED, 2, NAP, 1)                                                               \
    X(TRIP_WIRE, "Trip Wire", "TW", RED, 2, SLOW, 3)                                                                   \
    X(DIRTY_TRICK, "Dirty Trick", "DT", RED, 2, TRICK, 3)                                                              \
    X(PULL_MY_FINGER, "Pull My Finger", "PF", RED, 2, DODGE, 0)

/* The brawl cards that everybody has: number, title; numbered from 1 on. */
#define BRAWL_CARDS(X)                                                                                                 \
    X(1, "Ear Flick")                                                                                                  \
    X(2, "Nose Tweak")                                                                                                 \
    X(3, "Hat Snatch")                                                                                                 \
    X(4, "Shin Kick")                                                                                                  \
    X(5, "Beard Tug")                                                                                                  \
    X(6, "Eye Poke")                                                                                                   \
    X(7, "Toe Stomp")                                                                                                  \
    X(8, "Belly Butt")                                                                                                 \
    X(9, "Head Lock")                                                                                                  \
    X(10, "Wedgie Yank")

/* The pieces: name, mark, colour, value; from the smallest, worth 1, to the largest, which Light Fingers does not
 * reach. */
#define PIECES(X)                                                                                                      \
    X(BLACK_GEM, "black gem", "bk", BLACK, 1)                                                                          \
    X(BLUE_GEM, "blue gem", "bu", BLUE, 3)                                                                             \
    X(RED_GEM, "red gem", "rd", RED, 5)                                                                                \
    X(GOLD_GEM, "gold gem", "gd", GOLD, 10)

#define GNOMES(X)                                                                                                      \
    X(GREEN, "green gnome", "G")                                                                                       \
    X(BLUE, "blue gnome", "B")                                                                                         \
    X(RED, "red gnome", "R")                                                                                           \
    X(YELLOW, "yellow gnome", "Y")                                                                                     \
    X(PURPLE, "purple gnome", "P")                                                                                     \
    X(WHITE, "white gnome", "W")

enum { SEATS = 6, DIE = 6, STARTING_CARDS = 2, HAND_LIMIT = 5, ROUNDS_MAX = 200, BRAWL_ROLLS = 3 };

/* The first of these, for finishing first, can be changed by an option. */
enum { FIRST_BONUS = 8 };
static const int8_t finish_bonus[SEATS] = {FIRST_BONUS, 5, 2, 0, -2, -4};

/* ---- their numbers ------------------------------------------------------------------------------- */

/* A kind of card is its number in the tables: items, then the others. */
enum {
#define ITEM_ID(id, name, mark, copies, price, business, best)  id,
#define DEED_ID(id, name, mark, colour, copies, effect, number) id,
    ITEMS(ITEM_ID) ITEMS_N,
    BEFORE_DEEDS = ITEMS_N - 1,
    DEEDS(DEED_ID) KINDS,
#undef ITEM_ID
#undef DEED_ID
    DEEDS_N = KINDS - ITEMS_N
};

enum {
#define BUSINESS_ID(id, name, stone, trade) id,
    BUSINESSES(BUSINESS_ID) BUSINESSES_N
#undef BUSINESS_ID
};

enum {
#define PIECE_ID(id, name, mark, colour, value) id,
    PIECES(PIECE_ID) PIECES_N,
#undef PIECE_ID
    GOLD = PIECES_N - 1
};

#define BRAWL_ID(number, title) +1
enum { BRAWLS_N = 0 BRAWL_CARDS(BRAWL_ID) };
#undef BRAWL_ID

/* Things: the kinds of cards, their back, the brawl cards, their back, the pieces, the gnomes. */
enum {
    THING_BACK = KINDS,
    THING_BRAWL, /* + number - 1 */
    THING_BRAWL_BACK = THING_BRAWL + BRAWLS_N,
    THING_PIECE,
    THING_GNOME = THING_PIECE + PIECES_N,
    THINGS_N = THING_GNOME + SEATS
};

static const struct thing things[] = {
#define ITEM_THING(id, name, mark, copies, price, business, best)                                                      \
    {name, mark, THING_CARD, COLOUR_GREEN, price, THING_BACK},
#define DEED_THING(id, name, mark, colour, copies, effect, number)                                                     \
    {name, mark, THING_CARD, COLOUR_##colour, NO_NUMBER, THING_BACK},
#define BRAWL_THING(number, title)                 {title " (" #number ")", #number, THING_CARD, COLOUR_NONE, number, THING_BRAWL_BACK},
#define PIECE_THING(id, name, mark, colour, value) {name, mark, THING_GEM, COLOUR_##colour, value, NO_BACK},
#define GNOME_THING(colour, name, mark)            {name, mark, THING_PAWN, COLOUR_##colour, NO_NUMBER, NO_BACK},
    ITEMS(ITEM_THING) DEEDS(DEED_THING){"card", "?", THING_CARD, COLOUR_NONE, NO_NUMBER, THING_BACK},
    BRAWL_CARDS(BRAWL_THING){"brawl card", "?b", THING_CARD, COLOUR_NONE, NO_NUMBER, THING_BRAWL_BACK},
    PIECES(PIECE_THING) GNOMES(GNOME_THING)
#undef ITEM_THING
#undef DEED_THING
#undef BRAWL_THING
#undef PIECE_THING
#undef GNOME_THING
};

_Static_assert(sizeof things / sizeof things[0] == THINGS_N, "a thing for each");

static const uint8_t copies[KINDS] = {
#define ITEM_COPIES(id, name, mark, copies, price, business, best)  [id] = copies,
#define DEED_COPIES(id, name, mark, colour, copies, effect, number) [id] = copies,
    ITEMS(ITEM_COPIES) DEEDS(DEED_COPIES)
#undef ITEM_COPIES
#undef DEED_COPIES
};

#define ITEM_COUNT(id, name, mark, copies, price, business, best)  +copies
#define DEED_COUNT(id, name, mark, colour, copies, effect, number) +copies
#define ITEM_MANY(id, name, mark, copies, price, business, best)   +(copies > 7)
#define DEED_MANY(id, name, mark, colour, copies, effect, number)  +(copies > 15)
enum { DECK = 0 ITEMS(ITEM_COUNT) DEEDS(DEED_COUNT) };
_Static_assert((0 ITEMS(ITEM_MANY) DEEDS(DEED_MANY)) == 0 && 3 * ITEMS_N <= 64 && 4 * DEEDS_N <= 64 && DECK < 128,
               "three bits for an item, four for another card, sums of seven");
#undef ITEM_COUNT
#undef DEED_COUNT
#undef ITEM_MANY
#undef DEED_MANY

static const struct {
    uint8_t price, business, best;
} item_table[ITEMS_N] = {
#define ITEM_PRICES(id, name, mark, copies, price, business, best) [id] = {price, business, best},
    ITEMS(ITEM_PRICES)
#undef ITEM_PRICES
};

static const struct {
    uint8_t effect, number;
} deed_table[DEEDS_N] = {
#define DEED_EFFECT(id, name, mark, colour, copies, effect, number) [id - ITEMS_N] = {effect, number},
    DEEDS(DEED_EFFECT)
#undef DEED_EFFECT
};

static const struct {
    uint8_t stone, trade;
} businesses[BUSINESSES_N] = {
#define BUSINESS_ROW(id, name, stone, trade) [id] = {stone, trade},
    BUSINESSES(BUSINESS_ROW)
#undef BUSINESS_ROW
};

static const struct {
    uint8_t kind, number;
} trail[FINISH + 1] = {
#define DOOR_STONE(id, name, stone, trade) [stone] = {DOOR, id},
#define OTHER_STONE(stone, kind, number)   [stone] = {kind, number},
    BUSINESSES(DOOR_STONE) STONES(OTHER_STONE)
#undef DOOR_STONE
#undef OTHER_STONE
};

/* The stones where a gnome that moves by the die may have something to choose, and Finish: a bit each. */
#define DOOR_BIT(id, name, stone, trade) | (uint64_t)1 << (stone)
#define BRIDGE_BIT(stone, kind, number)  | (uint64_t)((kind) == BRIDGE) << (stone)
static const uint64_t crossroads = (uint64_t)1 << FINISH BUSINESSES(DOOR_BIT) STONES(BRIDGE_BIT);
#undef DOOR_BIT
#undef BRIDGE_BIT

#define BRIDGE_NEAR(stone, kind, number) +((kind) == BRIDGE ? (stone) : 0)
#define BRIDGE_FAR(stone, kind, number)  +((kind) == BRIDGE ? (number) : 0)
enum { BRIDGE_START = 0 STONES(BRIDGE_NEAR), BRIDGE_END = 0 STONES(BRIDGE_FAR) };
#undef BRIDGE_NEAR
#undef BRIDGE_FAR

#define BRIDGE_ONE(stone, kind, number)                         +((kind) == BRIDGE)
#define PIECE_ONE(id, name, mark, colour, value)                +((id) == BLACK_GEM && (value) == 1)
#define CUT_FAR(id, name, mark, colour, copies, effect, number) +((effect) == CUT && (number) > DIE)
_Static_assert(FINISH < 64, "crossroads has a bit for each stone");
_Static_assert((0 STONES(BRIDGE_ONE)) == 1, "a gnome remembers whether it crossed the bridge, not which one");
_Static_assert((0 PIECES(PIECE_ONE)) == 1 && PIECES_N == 4, "whole_pieces goes through three kinds; the rest is ones");
_Static_assert((0 DEEDS(CUT_FAR)) == 0, "steps are moves like those of the die");
_Static_assert(BRAWLS_N <= 16 && ROUNDS_MAX <= 255, "brawl cards are a set of 16 bits, rounds are a byte");
#undef BRIDGE_ONE
#undef PIECE_ONE
#undef CUT_FAR

static const uint8_t piece_value[PIECES_N] = {
#define PIECE_VALUE(id, name, mark, colour, value) [id] = value,
    PIECES(PIECE_VALUE)
#undef PIECE_VALUE
};

/* The rules that are on or off, then the numbers. */
enum {
    BRAWLING,
    FORFEIT_RULE,
    HAND_LIMIT_RULE,
    PUB_RULE,
    RULES_N,
    GREEN_CARDS = RULES_N,
    FOR_THE_FIRST,
    CARDS_KEPT,
    FOR_THE_TROLL,
    OPTIONS_N
};

static const struct choice brawling_choices[] = {{"on", "With brawl cards"}, {"off", "Without brawling"}};
static const struct choice forfeit_choices[] = {{"off", "Losers pay gems only"},
                                                {"on", "A loser who cannot pay in full also gives an item"}};
static const struct choice limit_choices[] = {{"off", "Any number of cards in hand"},
                                              {"on", "A hand limit on leaving a business"}};
static const struct choice pub_choices[] = {{"off", "No brawls in businesses"},
                                            {"on", "Brawls in the Grub & Grog Pub"}};

/* Nobody starts with more cards than the page's hand limit allows, nor without any. The first to finish gets no less
 * than the second; and with more than the greatest bonus, which is about half of what a gnome earns by trade, all would
 * just run. Of those who leave a business not one in a hundred has more than eight cards. The troll asks for no more
 * than a gold piece. */
enum {
    STARTING_LEAST = 1,
    STARTING_MOST = HAND_LIMIT,
    FIRST_LEAST = 5,
    FIRST_MOST = 20,
    LIMIT_LEAST = 1,
    LIMIT_MOST = 8,
    TOLL_LEAST = 1,
    TOLL_MOST = 10
};

static const struct option options[OPTIONS_N] = {
    [BRAWLING] = OPTION_CHOICE("brawling", "Brawling", brawling_choices),
    [FORFEIT_RULE] = OPTION_CHOICE("forfeit", "House rule: forfeit", forfeit_choices),
    [HAND_LIMIT_RULE] = OPTION_CHOICE("handlimit", "House rule: hand limit", limit_choices),
    [PUB_RULE] = OPTION_CHOICE("pubbrawl", "House rule: pub brawls", pub_choices),
    [GREEN_CARDS] = OPTION_NUMBER("cards", "House rule: green cards at the start", STARTING_LEAST, STARTING_MOST,
                                  STARTING_CARDS),
    [FOR_THE_FIRST] = OPTION_NUMBER("first", "House rule: gems for finishing first", FIRST_LEAST, FIRST_MOST,
                                    FIRST_BONUS),
    [CARDS_KEPT] = OPTION_NUMBER("limit", "House rule: cards that the hand limit allows", LIMIT_LEAST, LIMIT_MOST,
                                 HAND_LIMIT),
    [FOR_THE_TROLL] = OPTION_NUMBER("toll", "House rule: gems for crossing the Troll Bridge", TOLL_LEAST, TOLL_MOST,
                                    TOLL),
};

/* ---- where they lie ------------------------------------------------------------------------------ */

enum { Z_TRAIL, Z_ELSEWHERE, Z_DECK, Z_DISCARDS, Z_STACK, Z_SALE, Z_TABLEAU, Z_HAND, Z_MINE, ZONES_N };

static const struct zone zones[] = {
    [Z_TRAIL] = {"trail", ZONE_TRAIL, ROLE_BOARD},     [Z_ELSEWHERE] = {"elsewhere", ZONE_ROW, ROLE_BOARD},
    [Z_DECK] = {"deck", ZONE_PILE, ROLE_DECK},         [Z_DISCARDS] = {"discards", ZONE_PILE, ROLE_DISCARD},
    [Z_STACK] = {"stack", ZONE_ROW, ROLE_PLAYED},      [Z_SALE] = {"sale", ZONE_ROW, ROLE_PLAYED},
    [Z_TABLEAU] = {"tableau", ZONE_ROW, ROLE_TABLEAU}, [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND},
    [Z_MINE] = {"mine", ZONE_PILE, ROLE_SUPPLY},
};

/* Stones are places by their numbers, with Start and Finish; then the businesses; then what everybody has. */
enum { PART_GEMS, PART_TABLE, PART_BRAWL, PART_USED, PART_SHOWN, PART_HAND, PARTS };
enum {
    PLACE_BUSINESS = FINISH + 1,
    PLACE_PILE = PLACE_BUSINESS + BUSINESSES_N,
    PLACE_DISCARDS,
    PLACE_STACK,
    PLACE_SALE,
    PLACE_SEAT, /* + PARTS * seat + part */
    PLACE_MINE = PLACE_SEAT + PARTS * SEATS
};

static int part_of(int seat, int part)
{
    return PLACE_SEAT + PARTS * seat + part;
}

/* ---- cards as counts ----------------------------------------------------------------------------- */

struct cards {
    uint64_t items; /* three bits for each */
    uint64_t deeds; /* four bits for each */
};

#define EACH_ITEM ((uint64_t)0x1249249249249249)
#define EACH_DEED ((uint64_t)0x1111111111111111)

#define ONE_ITEM(item) ((uint64_t)1 << 3 * (item))

static int items_of(uint64_t items, int item)
{
    return (int)(items >> 3 * item & 7);
}

static int cards_of(const struct cards *cards, int kind)
{
    return kind < ITEMS_N ? items_of(cards->items, kind) : (int)(cards->deeds >> 4 * (kind - ITEMS_N) & 15);
}

/* One card of this kind, or -1 of them; without a branch, since kinds cannot be foreseen. */
static void cards_add(struct cards *cards, int kind, int n)
{
    int deed = kind - ITEMS_N, is_deed = deed >= 0;

    cards->items += (uint64_t)(int64_t)(n * !is_deed) << (3 * kind & 63);
    cards->deeds += (uint64_t)(int64_t)(n * is_deed) << (4 * deed & 63);
}

/* The lowest bit of each item, or of each other card, that is there at all. */
static uint64_t items_there(uint64_t items)
{
    return (items | items >> 1 | items >> 2) & EACH_ITEM;
}

static uint64_t deeds_there(uint64_t deeds)
{
    deeds |= deeds >> 2;
    return (deeds | deeds >> 1) & EACH_DEED;
}

/* The kinds among them as moves, ascending. How many there are cannot be foreseen, so four, or two, are written at a
 * time, and only what is there counts. */
#define BEYOND ((uint64_t)1 << 63)

static int item_moves(uint64_t items, int first, move_t out[])
{
    uint64_t there = items_there(items);
    int n = 0;

    do
        for (int i = 0; i < 4; i++) {
            out[n] = (move_t)(first + bit_lowest64(there | BEYOND) / 3);
            n += there != 0;
            there &= there - 1;
        }
    while (there);
    return n;
}

static int deed_moves(uint64_t there, int first, move_t out[])
{
    int n = 0;

    do
        for (int i = 0; i < 2; i++) {
            out[n] = (move_t)(first + ITEMS_N + bit_lowest64(there | BEYOND) / 4);
            n += there != 0;
            there &= there - 1;
        }
    while (there);
    return n;
}

static int card_moves(const struct cards *cards, int first, move_t out[])
{
    int n = item_moves(cards->items, first, out);

    return n + deed_moves(deeds_there(cards->deeds), first, out + n);
}

static bool several_items(uint64_t items)
{
    uint64_t there = items_there(items);

    return (there & (there - 1)) != 0;
}

static int lowest_item(uint64_t items)
{
    return bit_lowest64(items) / 3;
}

/* The draw pile, and other heaps that cards are drawn from at random: a byte for each kind. */
enum { PILE_WORDS = (KINDS + 7) / 8 };

static int pile_of(const uint64_t pile[], int kind)
{
    return (int)(pile[kind / 8] >> 8 * (kind % 8) & 255);
}

static void pile_add(uint64_t pile[], int kind, int n)
{
    pile[kind / 8] += (uint64_t)(int64_t)n << 8 * (kind % 8);
}

/* How many cards of kinds below this one there are; all of them for KINDS. */
static uint32_t pile_size(const uint64_t pile[], int below)
{
    uint64_t sum = 0;

    for (int word = 0; word < below / 8; word++)
        sum += pile[word] * EACH_BYTE >> 56;
    if (below % 8)
        sum += (pile[below / 8] & (((uint64_t)1 << 8 * (below % 8)) - 1)) * EACH_BYTE >> 56;
    return (uint32_t)sum;
}

/* Card number r of the pile, sorted; it has more than r. Without a branch, since this deals every card. */
static int pile_nth(const uint64_t pile[], uint32_t r)
{
    uint32_t before = 0, upto = 0;
    int word = 0;

    for (int i = 0; i < PILE_WORDS - 1; i++) {
        uint32_t not_there;

        upto += (uint32_t)(pile[i] * EACH_BYTE >> 56);
        not_there = r >= upto;
        word += (int)not_there;
        before = not_there ? upto : before;
    }
    return 8 * word + bytes_not_above(pile[word] * EACH_BYTE, r - before);
}

/* ---- words ----------------------------------------------------------------------------------- */

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_DEAL, "deal {thing} to {seat}")                                                                              \
    X(SAY_STARTS, "{seat} starts")                                                                                     \
    X(SAY_ROLL, "roll {n}")                                                                                            \
    X(SAY_DRAW, "draw {thing}")                                                                                        \
    X(SAY_LOSE, "lose {thing}")                                                                                        \
    X(SAY_ENTER, "enter {text}")                                                                                       \
    X(SAY_WALK_PAST, "walk past {text}")                                                                               \
    X(SAY_STAY_OUT, "stay outside {text}")                                                                             \
    X(SAY_PAY, "pay {n} [gem|gems] and cross the bridge")                                                              \
    X(SAY_BEHIND, "take the trail behind the bridge")                                                                  \
    X(SAY_SELL, "sell {thing} for {n}")                                                                                \
    X(SAY_SELL_ALL, "sell everything")                                                                                 \
    X(SAY_SELL_NONE, "sell nothing")                                                                                   \
    X(SAY_SELL_NO_MORE, "sell no more")                                                                                \
    X(SAY_OFFER, "offer {thing}")                                                                                      \
    X(SAY_OFFER_ALL, "offer everything")                                                                               \
    X(SAY_OFFER_NONE, "offer nothing")                                                                                 \
    X(SAY_OFFER_NO_MORE, "offer no more")                                                                              \
    X(SAY_CHANGE, "change up")                                                                                         \
    X(SAY_KEEP, "do not change up")                                                                                    \
    X(SAY_DISCARD, "discard {thing}")                                                                                  \
    X(SAY_GIVE, "give {thing}")                                                                                        \
    X(SAY_NO_CARD, "play no card")                                                                                     \
    X(SAY_TABLE, "table {thing}")                                                                                      \
    X(SAY_PLAY, "play {thing}")                                                                                        \
    X(SAY_PLAY_ON, "play {thing} on {seat}")                                                                           \
    X(SAY_STEPS, "move on {n} [stone|stones]")                                                                         \
    X(SAY_PIECE, "take a {thing}")                                                                                     \
    X(SAY_PASS, "pass")                                                                                                \
    X(SAY_NO_BRAWL, "do not brawl")                                                                                    \
    X(SAY_BRAWL, "brawl")                                                                                              \
    X(SAY_PICK, "pick {thing}")                                                                                        \
    X(DEALT, "{seat} [get|gets] {thing}")                                                                              \
    X(STARTS, "{seat} [start|starts]")                                                                                 \
    X(MISSES, "{seat} [miss|misses] this turn")                                                                        \
    X(MISSES_MORE, "{seat} [miss|misses] {n} turns")                                                                   \
    X(ROLLS, "{seat} [roll|rolls] {die}")                                                                              \
    X(ROLLS_SLOW, "{seat} [roll|rolls] {die}, less {n} for Trip Wire: {n}")                                            \
    X(ROLLS_LEAST, "{seat} [roll|rolls] {die}, less {n} for Trip Wire, but at least 1")                                \
    X(ROLLS_FOR, "{seat} [roll|rolls] {die} for {thing}")                                                              \
    X(STOPS, "{seat} [stop|stops] on stone {n}")                                                                       \
    X(SLIDES, "{seat} [slide|slides] over the slug slime to stone {n}")                                                \
    X(WALKS_PAST, "{seat} [walk|walks] past {text}")                                                                   \
    X(STAYS_OUT, "{seat} [stay|stays] outside {text}")                                                                 \
    X(ENTERS, "{seat} [enter|enters] {text}")                                                                          \
    X(LEAVES, "{seat} [leave|leaves] {text}")                                                                          \
    X(CROSSES, "{seat} [cross|crosses] the bridge to stone {n} for {n} [gem|gems]")                                    \
    X(BEHIND, "{seat} [take|takes] the trail behind the bridge")                                                       \
    X(CANNOT_PAY, "{seat} cannot pay the troll and [take|takes] the trail behind the bridge")                          \
    X(SELLS, "{seat} [sell|sells] {thing} for {n}")                                                                    \
    X(BARTERS, "{seat} [offer|offers] {thing} to the tinker")                                                          \
    X(SELLS_NONE, "{seat} [sell|sells] nothing")                                                                       \
    X(NOTHING_TO_SELL, "{seat} [have|has] nothing to sell")                                                            \
    X(OFFERS_NONE, "{seat} [offer|offers] nothing")                                                                    \
    X(COLLECTS, "{seat} [take|takes] {n} [gem|gems] from the mine")                                                    \
    X(CHANGES, "{seat} [change|changes] up: {n} gold, {n} red, {n} blue, {n} black")                                   \
    X(KEEPS, "{seat} [do|does] not change up")                                                                         \
    X(LOSES, "{seat} [lose|loses] {n} [gem|gems] to the mine")                                                         \
    X(NO_GEMS, "{seat} [have|has] no gems to lose")                                                                    \
    X(DISCARDS_ITEM, "{seat} [discard|discards] the tabled {thing}")                                                   \
    X(ROBS, "{seat} [have|has] {seat} discard {thing}")                                                                \
    X(NO_ITEM, "{seat} [have|has] no tabled item to lose")                                                             \
    X(TAKES_EFFECT, "{thing} takes effect")                                                                            \
    X(LOSES_HALF, "{seat} [lose|loses] {n} of {n} cards in hand, at random")                                           \
    X(NO_HALF, "{seat} [have|has] too few cards in hand to lose half of them")                                         \
    X(LOSES_CARD, "{seat} [lose|loses] {thing}")                                                                       \
    X(DISCARDS, "{seat} [discard|discards] {thing} before leaving")                                                    \
    X(NO_CARD, "{seat} [play|plays] no card")                                                                          \
    X(TABLES, "{seat} [table|tables] {thing}")                                                                         \
    X(PLAYS, "{seat} [play|plays] {thing}")                                                                            \
    X(PLAYS_ON, "{seat} [play|plays] {thing} on {seat}")                                                               \
    X(CHOOSES_PASS, "{seat} [pass|passes]")                                                                            \
    X(CHOOSES_CARD, "{seat} [choose|chooses] {thing}")                                                                 \
    X(CHOOSES_BRAWL, "{seat} [choose|chooses] to brawl")                                                               \
    X(CHOOSES_NO_BRAWL, "{seat} [choose|chooses] not to brawl")                                                        \
    X(ANSWERS, "{seat} [answer|answers] {seat's} {thing} with {thing}")                                                \
    X(TOO_LATE, "{seat} [keep|keeps] {thing}: {seat} [were|was] first")                                                \
    X(CANCELLED, "{seat's} {thing} is cancelled")                                                                      \
    X(REMEDIED, "{seat} [do|does] not suffer {thing}")                                                                 \
    X(MOVES_ON, "{seat} [move|moves] on {n} [stone|stones]")                                                           \
    X(TAKES_PIECE, "{seat} [take|takes] a {thing} from {seat}")                                                        \
    X(SWAPS, "{seat} and {seat} change places: now on stones {n} and {n}")                                             \
    X(GOES_BACK, "{seat} [go|goes] back to stone {n}")                                                                 \
    X(GOES_TO_START, "{seat} [go|goes] back to Start")                                                                 \
    X(WILL_MISS, "{seat} will miss [your|their] next turn")                                                            \
    X(WILL_MISS_MORE, "{seat} will miss [your|their] next {n} turns")                                                  \
    X(JOINS, "{seat} [join|joins] {seat} on stone {n}")                                                                \
    X(JOINS_HERE, "{seat} [start|starts] a brawl on stone {n}")                                                        \
    X(WILL_BE_SLOW, "{seat} will have {n} taken off the next roll")                                                    \
    X(CALLS, "{seat} [want|wants] to brawl")                                                                           \
    X(NOBODY_CALLS, "nobody wants to brawl")                                                                           \
    X(OUT_OF_BRAWL, "{seat} [are|is] out of the brawl")                                                                \
    X(NO_BRAWL, "fewer than two are left: there is no brawl")                                                          \
    X(NOTHING_TO_WIN, "nobody there has gems: there is no brawl")                                                      \
    X(BRAWLS_WITH, "{seat} [brawl|brawls] with {thing}")                                                               \
    X(BRAWLS_BARE, "{seat} [have|has] no brawl card left and [brawl|brawls] with 0")                                   \
    X(ADDS, "{seat} [add|adds] {n}, which makes {n}")                                                                  \
    X(BRAWL_TIED, "all have {n}: nothing happens")                                                                     \
    X(BRAWL_TOP, "the highest, {n}, is tied: the die decides")                                                         \
    X(ROLL_AGAIN, "the highest roll, {n}, is tied: they roll again")                                                   \
    X(ROLL_LAST, "still tied after {n} rolls: the first of them clockwise wins")                                       \
    X(WINS_BRAWL, "{seat} [win|wins] the brawl with {n}")                                                              \
    X(PAYS, "{seat} [pay|pays] {n} [gem|gems] to {seat}")                                                              \
    X(PAYS_SHORT, "{seat} [owe|owes] {n} [gem|gems] to {seat} but can pay only {n}")                                   \
    X(PAYS_NONE, "{seat} [owe|owes] {n} [gem|gems] to {seat} but can pay nothing")                                     \
    X(FORFEITS, "{seat} [forfeit|forfeits] {thing} to {seat}")                                                         \
    X(DRAWS, "{seat} [draw|draws] a card")                                                                             \
    X(DRAWS_CARD, "{seat} [draw|draws] {thing}")                                                                       \
    X(SHUFFLED, "the discards are shuffled into a new draw pile")                                                      \
    X(NO_DRAW, "there is no card to draw")                                                                             \
    X(TIME_UP, "{n} turns each are over: whoever is still on the way finishes by place")                               \
    X(FINISHES, "{seat} [finish|finishes] as number {n}")                                                              \
    X(GETS_BONUS, "{seat} [get|gets] a bonus of {n} gems")                                                             \
    X(PAYS_PENALTY, "{seat} [pay|pays] {n} [gem|gems] for being late")                                                 \
    X(NO_PENALTY, "{seat} [have|has] no gems to pay for being late")                                                   \
    X(HALF_PRICE, "{seat} [get|gets] {n} [gem|gems] for tabled items worth {n}")                                       \
    X(DISCARDS_1, "{seat} [discard|discards] {thing}")                                                                 \
    X(DISCARDS_2, "{seat} [discard|discards] {thing} and {thing}")                                                     \
    X(DISCARDS_3, "{seat} [discard|discards] {thing}, {thing} and {thing}")                                            \
    X(DISCARDS_4, "{seat} [discard|discards] {thing}, {thing}, {thing} and {thing}")                                   \
    X(DISCARDS_5, "{seat} [discard|discards] {thing}, {thing}, {thing}, {thing} and {thing}")                          \
    X(TRAIL_TITLE, "the trail (> door, ~ slug slime, = Troll Bridge, ! behind the bridge)")                            \
    X(LABEL_PLAIN, "{n}")                                                                                              \
    X(LABEL_DOOR, "{n}>")                                                                                              \
    X(LABEL_SLIME, "{n}~")                                                                                             \
    X(LABEL_BRIDGE, "{n}=")                                                                                            \
    X(LABEL_BAD, "{n}!")                                                                                               \
    X(OFF_TITLE, "elsewhere")                                                                                          \
    X(LABEL_START, "Start")                                                                                            \
    X(LABEL_FINISH, "Finish")                                                                                          \
    X(PILE_TITLE, "draw pile")                                                                                         \
    X(DISCARDS_TITLE, "discards")                                                                                      \
    X(STACK_TITLE, "played, not yet in effect")                                                                        \
    X(SALE_TITLE, "offered to the tinker")                                                                             \
    X(SEAT_TITLE, "{seat}, {thing}")                                                                                   \
    X(LABEL_GEMS, "gems")                                                                                              \
    X(LABEL_TABLE, "table")                                                                                            \
    X(LABEL_BRAWL, "brawl cards")                                                                                      \
    X(LABEL_USED, "used")                                                                                              \
    X(LABEL_SHOWN, "brawls with")                                                                                      \
    X(HAND_TITLE, "{seat's} hand")                                                                                     \
    X(NOTE_ROUND, "round {n}; it is {seat's} turn")                                                                    \
    X(NOTE_SLOW, "{seat} [have|has] {n} taken off the next roll")                                                      \
    X(NOTE_BRIDGED, "{seat} crossed the bridge and would go back over it")                                             \
    X(NOTE_FINISHED, "{seat} finished as number {n}")                                                                  \
    X(NOTE_BRAWL, "{seat} [are|is] in the brawl with {n}")                                                             \
    X(NOTE_IN_BRAWL, "{seat} [are|is] in the brawl")                                                                   \
    X(PROMPT_DEAL, "everybody gets {n} green [card|cards]")                                                            \
    X(PROMPT_STARTER, "the starting seat is drawn")                                                                    \
    X(PROMPT_ROLL, "{seat} [roll|rolls] the die to move")                                                              \
    X(PROMPT_TINKER, "{seat} [roll|rolls] the die for {thing}")                                                        \
    X(PROMPT_DIG, "{seat} [roll|rolls] the die for gems")                                                              \
    X(PROMPT_HURRY, "{seat} [roll|rolls] the die to move on")                                                          \
    X(PROMPT_BRAWL_ROLL, "{seat} [roll|rolls] the die for the brawl")                                                  \
    X(PROMPT_LOSE_CARDS, "{seat} [lose|loses] {n} [card|cards] from the hand at random")                               \
    X(PROMPT_DRAW, "{seat} [draw|draws] a card")                                                                       \
    X(PROMPT_LIMIT, "{seat} [discard|discards] down to {n} [card|cards] before leaving {text}")                        \
    X(PROMPT_DOOR, "{seat} may enter {text}; {n} [pip|pips] left")                                                     \
    X(PROMPT_TROLL, "{seat} [pay|pays] the troll or [take|takes] the trail behind the bridge; {n} [pip|pips] left")    \
    X(PROMPT_SELL, "{seat} may sell tabled items at {text}; {n} [gem|gems] so far")                                    \
    X(PROMPT_BARTER, "{seat} may offer tabled items to the tinker; the die decides for each")                          \
    X(PROMPT_CHANGE, "{seat} may change up all gems for larger ones")                                                  \
    X(PROMPT_LOSE_ITEM, "{seat} [choose|chooses] a tabled item to discard on stone {n}")                               \
    X(PROMPT_PLAY, "{seat} may play one card")                                                                         \
    X(PROMPT_STEPS, "{seat} [choose|chooses] how far to move on")                                                      \
    X(PROMPT_PIECE, "{seat} [choose|chooses] a gem to take from {seat}")                                               \
    X(PROMPT_ROB, "{seat} [choose|chooses] the tabled item that {seat} [discard|discards]")                            \
    X(PROMPT_FORFEIT, "{seat} cannot pay in full and [choose|chooses] an item for {seat}")                             \
    X(PROMPT_CALL, "gnomes meet on stone {n}: they say whether they brawl")                                            \
    X(PROMPT_CALL_IN, "gnomes meet in {text}: they say whether they brawl")                                            \
    X(PROMPT_DODGES, "a brawl is called: does anybody there play {thing}?")                                            \
    X(PROMPT_PICKS, "all in the brawl pick a brawl card")                                                              \
    X(PROMPT_TRICKS, "the brawl cards are shown: does anybody there play {thing}?")                                    \
    X(PROMPT_ANSWER, "{seat} played {thing}: does anybody answer?")                                                    \
    X(PROMPT_ANSWER_ON, "{seat} played {thing} on {seat}: does anybody answer?")                                       \
    X(PROMPT_ANSWER_CARD, "{seat} played {thing} against {seat's} {thing}: does anybody answer?")                      \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(RESULT, "{seat} [have|has] {n} [gem|gems] and finished as number {n}")                                           \
    X(RESULT_TIE, "of those with {n}, whoever finished earlier is ahead")

/* What a seat wants, what is counted, and what each thing does; last, so that the others keep their numbers. */
#define LATER_TEXTS(X)                                                                                                 \
    X(GOAL_START, "be the richest at the end: table items, sell them on the way, finish early")                        \
    X(GOAL_STONE, "be the richest at the end: {n} [gem|gems] {text} {seat}, {n} [step|steps] to the Finish")           \
    X(GOAL_ITEMS, "be the richest at the end: {n} [gem|gems] {text} {seat}, {n} tabled [item|items] to sell")          \
    X(GOAL_LEVEL, "be the richest at the end: {seat} has as many gems, {n} [step|steps] to the Finish")                \
    X(GOAL_FINISHED, "be the richest with {n} [gem|gems]: of the others {seat} has the most, {n}")                     \
    X(GOAL_BRAWL, "win the brawl: the highest gets from each of the others the difference in gems")                    \
    X(AHEAD_OF, "ahead of")                                                                                            \
    X(BEHIND_WHOM, "behind")                                                                                           \
    X(COUNT_ROUND, "round")                                                                                            \
    X(COUNT_PIPS, "pips left")                                                                                         \
    X(COUNT_TIE, "roll for the tie")                                                                                   \
    X(COUNT_STONE, "stone")                                                                                            \
    X(COUNT_FINISHED, "finished as number")                                                                            \
    X(COUNT_MISSES, "turns to miss")                                                                                   \
    X(COUNT_SLOW, "taken off the next roll")                                                                           \
    X(COUNT_BRAWL, "number in the brawl")                                                                              \
    X(COUNT_SALE, "gems for this sale")                                                                                \
    X(COUNT_LOSING, "cards still to lose")                                                                             \
    X(COUNT_PRICES, "prices of the items together")                                                                    \
    X(COUNT_HAND, "cards in hand")                                                                                     \
    X(ABOUT_ITEM,                                                                                                      \
      "an item: table it as the card of your turn, then sell it in a business for {n} gems, in {text} for {n}; "       \
      "the tinker pays by the die. Still tabled at your Finish, it pays half its price")                               \
    X(ABOUT_DIG,                                                                                                       \
      "the card of your turn: roll the die and take that many gems from the mine. Only an Oh Gnome You Don't! "        \
      "stops it")                                                                                                      \
    X(ABOUT_HURRY, "the card of your turn: roll the die and move on that many stones, past doors and behind the "      \
                   "Troll Bridge. The stone that you stop on acts on you{text}")                                       \
    X(ABOUT_CUT, "the card of your turn: move on 1 to {n} stones, as you like, past doors and behind the Troll "       \
                 "Bridge. The stone that you stop on acts on you{text}")                                               \
    X(ABOUT_FILCH,                                                                                                     \
      "the card of your turn, played on another gnome on the trail: take one of its gems, black, blue or red, of "     \
      "your choice. Gold is safe, and so is a gnome at Start or in a business")                                        \
    X(ABOUT_SWAP, "the card of your turn, played on a gnome on another stone of the trail: the two of you change "     \
                  "places. Both stones act, first yours{text}. A gnome at Start or in a business is safe")             \
    X(ABOUT_DETOUR, "the card of your turn, played on another gnome on the trail: it goes back {n} stones the way it " \
                    "came. The stone that it stops on acts on it{text}. Cure Most Remedy helps against this")          \
    X(THEN_BRAWL, ", and a brawl may follow")                                                                          \
    X(ABOUT_NAP, "the card of your turn, played on another gnome, also at Start or in a business: it misses {n} "      \
                 "[turn|turns]. Missed turns add up. Cure Most Remedy helps against this")                             \
    X(ABOUT_VISIT,                                                                                                     \
      "the card of your turn: go to the nearest gnome on the trail, at most {n} stones ahead or behind. A brawl "      \
      "follows there without anybody being asked, unless nobody there has gems")                                       \
    X(ABOUT_STING,                                                                                                     \
      "the card of your turn, played on another gnome with gems, wherever it is on its way: it loses {n} gems to "     \
      "the mine, or all that it has. Cure Most Remedy helps against this")                                             \
    X(ABOUT_ROB,                                                                                                       \
      "the card of your turn, played on another gnome with tabled items, wherever it is: it discards one of them, "    \
      "and you choose which. Cure Most Remedy helps against this")                                                     \
    X(ABOUT_SLOW,                                                                                                      \
      "the card of your turn, played on another gnome, also at Start or in a business: its next roll to move "         \
      "counts {n} less, but at least 1. Several add up. Cure Most Remedy helps against this")                          \
    X(ABOUT_CANCEL,                                                                                                    \
      "an answer, at any time and besides the card of your turn: cancels a purple or red card that somebody else "     \
      "has just played, even another answer. If several answer, the first clockwise does")                             \
    X(ABOUT_REMEDY,                                                                                                    \
      "an answer when Hornet Sting, Thieving Magpie, Stinging Nettles, Trip Wire, Wrong Turn or Long Nap is "          \
      "played on you: you do not suffer it. It may be played besides the card of your turn")                           \
    X(ABOUT_TRICK,                                                                                                     \
      "for a brawl that you are in, when the brawl cards have been shown: adds {n} to yours. Several add up. It "      \
      "is played besides the card of your turn, and Oh Gnome You Don't! cancels it")                                   \
    X(ABOUT_DODGE,                                                                                                     \
      "when a brawl is called where you are, before brawl cards are picked: you are out of it, unharmed. It is "       \
      "played besides the card of your turn, and Oh Gnome You Don't! cancels it")                                      \
    X(ABOUT_BRAWL,                                                                                                     \
      "counts {n} in one brawl: all there pick a card in secret, and the highest gets from each of the others "        \
      "the difference in gems. Used ones are out of the game")                                                         \
    X(ABOUT_PIECE,                                                                                                     \
      "a piece worth {n} [gem|gems]. The most gems win. Light Fingers can take it from a gnome on the trail; in a "    \
      "business all pieces can be changed up into larger ones")                                                        \
    X(ABOUT_GOLD,                                                                                                      \
      "a piece worth {n} gems, the largest. The most gems win. It is safe from Light Fingers; smaller pieces can "     \
      "be changed up into it in a business")                                                                           \
    X(ABOUT_GNOME,                                                                                                     \
      "a player's gnome: by the die it goes from stone to stone, and to the Finish after stone {n}. The first "        \
      "there gets {n} gems, but in the end it is the richest that wins")                                               \
    X(MINE_TITLE, "the mine")                                                                                          \
    X(NOTE_LAST_ROUNDS, "round {n} of at most {n}, then all finish where they are; it is {seat's} turn")               \
    X(YOU_LIMIT, "discard {n} more [card|cards]: nobody leaves {text} with more than {n} in hand")                     \
    X(YOU_DOOR, "enter {text} to trade, which ends your turn, or walk on with {n} [pip|pips]")                         \
    X(YOU_DOOR_STOP, "enter {text} to trade, which ends your turn, or stay outside")                                   \
    X(YOU_DOOR_IDLE, "enter {text}, where you have nothing to sell, or walk on with {n} [pip|pips]")                   \
    X(YOU_DOOR_IDLE_STOP, "enter {text}, where you have nothing to sell, or stay outside")                             \
    X(YOU_TROLL, "pay {n} [gem|gems] and cross, or take the trail behind, where stones hurt; {n} [pip|pips] left")     \
    X(YOU_SELL, "sell tabled items in {text}, or keep them for later; {n} [gem|gems] so far")                          \
    X(YOU_BARTER, "offer tabled items to the tinker: afterwards the die says what each one brings")                    \
    X(YOU_CHANGE, "change up your gems into the largest pieces, or not: thieves leave gold alone")                     \
    X(YOU_LOSE_ITEM, "discard one of your tabled items: stone {n} behind the bridge takes it")                         \
    X(YOU_PLAY_ITEM, "play one card or none: a tabled item can be sold later, other cards act now")                    \
    X(YOU_TABLE, "table one item or none: only what is tabled can be sold later")                                      \
    X(YOU_PLAY_DEED, "play one card or none: it does what it says, unless somebody answers it")                        \
    X(YOU_PLAY_NONE, "none of your cards can be played now: go on without one")                                        \
    X(YOU_STEPS, "move on 1 to {n} stones: only the one that you stop on can do something to you")                     \
    X(YOU_PIECE, "take any gem from {seat}: only gold is safe from {thing}")                                           \
    X(YOU_ROB, "choose the tabled item that {seat} discards and so cannot sell")                                       \
    X(YOU_FORFEIT, "give {seat} one of your tabled items: you could not pay for the brawl in full")                    \
    X(YOU_CALL, "brawl or not: if one wants to, all on stone {n} brawl for each other's gems")                         \
    X(YOU_CALL_IN, "brawl or not: if one wants to, all in {text} brawl for each other's gems")                         \
    X(YOU_DODGE, "play {thing} to stay out of the brawl, or pass to be in it")                                         \
    X(YOU_CANNOT_DODGE, "a brawl is called: pass, for no card of yours keeps you out of it")                           \
    X(YOU_PICK, "pick a brawl card: it is used up, and the highest wins the difference in gems")                       \
    X(YOU_TRICK, "play {thing} to bring your {n} to {n}, or pass: the highest wins the brawl")                         \
    X(YOU_CANNOT_TRICK, "the brawl cards are shown: pass, for no card of yours adds to your {n}")                      \
    X(YOU_ANSWER, "{seat} plays {thing}: answer to cancel it, or pass")                                                \
    X(YOU_ANSWER_ON, "{seat} plays {thing} on {seat}: answer to cancel it, or pass")                                   \
    X(YOU_ANSWER_CARD, "{seat} stops {seat's} {thing} with {thing}: answer to save it, or pass")                       \
    X(YOU_PASS, "{seat} plays {thing}: pass, for you have no answer")                                                  \
    X(YOU_PASS_ON, "{seat} plays {thing} on {seat}: pass, for you have no answer")                                     \
    X(YOU_PASS_CARD, "{seat} stops {seat's} {thing} with {thing}: pass, for you have no answer")                       \
    X(ON_YOU_FILCH, "{seat} plays {thing} on you: you lose a gem, but no gold, {text}")                                \
    X(ON_YOU_SWAP, "{seat} plays {thing} on you: you go to stone {n} {text}")                                          \
    X(ON_YOU_DETOUR, "{seat} plays {thing} on you: you go back {n} [stone|stones] {text}")                             \
    X(ON_YOU_NAP, "{seat} plays {thing} on you: you miss {n} [turn|turns] {text}")                                     \
    X(ON_YOU_VISIT, "{seat} plays {thing} on you: a brawl is coming {text}")                                           \
    X(ON_YOU_STING, "{seat} plays {thing} on you: you lose {n} [gem|gems] {text}")                                     \
    X(ON_YOU_ROB, "{seat} plays {thing} on you: you lose a tabled item {text}")                                        \
    X(ON_YOU_SLOW, "{seat} plays {thing} on you: your next roll counts {n} less {text}")                               \
    X(UNLESS_YOU, "unless you answer")                                                                                 \
    X(UNLESS_OTHERS, "unless somebody answers")

/* Between them, for each business, its name and its label on the board. */
enum {
#define TEXT_ID(id, words) T_##id,
    TEXTS(TEXT_ID) T_AT,
    T_LABEL_BUSINESS = T_AT + BUSINESSES_N,
    BEFORE_LATER = T_LABEL_BUSINESS + BUSINESSES_N - 1,
    LATER_TEXTS(TEXT_ID) TEXTS_N
#undef TEXT_ID
};

static const char *const texts[] = {
#define TEXT_WORDS(id, words)                  words,
#define BUSINESS_NAME(id, name, stone, trade)  "the " name,
#define BUSINESS_LABEL(id, name, stone, trade) #stone "> " name,
    TEXTS(TEXT_WORDS) BUSINESSES(BUSINESS_NAME) BUSINESSES(BUSINESS_LABEL) LATER_TEXTS(TEXT_WORDS)
#undef TEXT_WORDS
#undef BUSINESS_NAME
#undef BUSINESS_LABEL
};

/* ---- state ----------------------------------------------------------------------------------- */

/* Up to LAST_STEP the rules go on by themselves; up to LAST_CHANCE it is chance that acts; up to LAST_SINGLE one seat;
 * then several unseen. */
enum phase {
    NEXT_TURN,    /* the turn passes on */
    WALK,         /* the active gnome moves by the die, as long as nothing is to be chosen */
    ARRIVALS,     /* stones act on those who have arrived */
    MEETINGS,     /* then they may brawl with whom they meet */
    OPEN_SALE,    /* in a business */
    PAY_SALE,     /* what is for sale has been chosen */
    OPEN_CHANGE,  /* the sale is paid */
    OPEN_PLAY,    /* the card of the turn */
    OPEN_ANSWERS, /* the uppermost card of the stack may be answered */
    RESOLVE,      /* nobody does */
    TAKE_EFFECT,  /* it was the first one */
    OPEN_DODGES,  /* a brawl is called */
    OPEN_PICKS,   /* it takes place */
    OPEN_TRICKS,  /* the brawl cards are shown */
    JUDGE,        /* who has won it */
    COLLECT,      /* the winner is paid */
    OPEN_DRAW,    /* the last step of the turn */
    LAST_STEP = OPEN_DRAW,
    DEAL,
    DRAW_STARTER,
    ROLL,
    TINKER,
    DIG_ROLL,
    HURRY_ROLL,
    BRAWL_ROLL,
    LOSE_CARD,
    DRAW_CARD,
    LAST_CHANCE = DRAW_CARD,
    LIMIT,
    AT_DOOR,
    AT_BRIDGE,
    SELL,
    CHANGE_UP,
    GIVE_UP_ITEM,
    PLAY,
    STEPS,
    PIECE,
    ROB_ITEM,
    FORFEIT,
    LAST_SINGLE = FORFEIT,
    CALL,
    DODGES,
    PICKS,
    TRICKS,
    ANSWERS,
    OVER
};

/* One card, an answer to it that is no CANCEL, and all CANCELs: no more can wait for each other. */
#define CANCEL_COPIES(id, name, mark, colour, copies, effect, number) +(effect == CANCEL ? copies : 0)
enum { STACK = 2 + DEEDS(CANCEL_COPIES) };
#undef CANCEL_COPIES

/* So many bytes are looked at together. */
enum { EIGHT = 8 };

struct state {
    struct cards hand[SEATS];
    struct cards was[SEATS];   /* the hand at the last shuffling (see veil) */
    uint64_t table[SEATS];     /* tabled items, as in struct cards */
    uint64_t sale;             /* offered to the tinker, likewise */
    uint64_t pile[PILE_WORDS]; /* the draw pile */
    uint16_t gems[SEATS][PIECES_N];
    uint16_t brawl_cards[SEATS]; /* left, as a set: bit 0 is the 1 */
    uint16_t due;                /* gems for what has been sold in this sale */
    uint16_t shown[DECK];        /* the cards that have left hands since the last shuffling, in this order (see veil) */
    uint8_t hand_n[EIGHT];
    uint8_t starting[SEATS]; /* of the hand now, or at the last shuffling: can only be from the start (see veil) */
    uint8_t drawn[SEATS];    /* since the last shuffling */
    uint8_t place[EIGHT];    /* a stone, Start or Finish; in a business the stone at its door */
    uint8_t miss[SEATS];     /* turns to be missed */
    uint8_t slow[SEATS];     /* taken off the next roll */
    uint8_t finished[SEATS]; /* as which number; 0: on the way */
    uint8_t choice[SEATS];   /* unseen: the move + 1; 0: none */
    uint8_t picked[SEATS];   /* the brawl card shown in the running brawl; 0: none */
    uint8_t tricks[SEATS];   /* added to it */
    uint8_t stack[STACK];    /* cards waiting for answers, the last one uppermost */
    uint8_t stack_by[STACK]; /* who played them */
    uint8_t stack_n;
    uint8_t card, target; /* the card that is or was the first of them, and whom it was played on */
    uint8_t victim;       /* who may remedy the uppermost one, from 1; 0: nobody */
    uint8_t seats, phase, asked /* as actors has it */, turn;
    uint8_t starter, round; /* completed rounds of turns */
    uint8_t rules;          /* the options, a bit each */
    uint8_t order;          /* how many have finished */
    uint8_t way;            /* those that are still on the way, as a set */
    uint8_t odds;           /* as odds has it */
    uint8_t inside;         /* gnomes in a business, as a set */
    uint8_t bridged;        /* those that came beyond the bridge by crossing it */
    uint8_t pips;           /* left of the roll */
    uint8_t passed;         /* the door or bridge at the place of the active gnome has been decided on */
    uint8_t arrived[2];     /* who has just arrived, from 1; 0: nobody */
    uint8_t arrival;        /* the next of them that a stone acts on, or that may brawl */
    uint8_t after;          /* the phase that follows the arrival */
    uint8_t forced;         /* a brawl follows without asking */
    uint8_t losing;         /* cards still to be lost at random */
    uint8_t brawl;          /* who takes part in the running brawl, as a set */
    uint8_t tied;           /* who shared its highest card */
    uint8_t owing;          /* who still has to pay its winner */
    uint8_t winner;
    uint8_t rolling, leaders; /* who still rolls for it, who is ahead in this roll */
    uint8_t top, rolls;       /* the highest number of this roll, and its own number */
    uint8_t pile_n;
    uint8_t shuffled; /* whether the draw pile is not the first one */
    uint8_t shown_n;
    int8_t more_cards;                              /* at the start, beyond STARTING_CARDS */
    int8_t more_first;                              /* gems for finishing first, beyond FIRST_BONUS */
    int8_t more_kept;                               /* cards that the hand limit allows, beyond HAND_LIMIT */
    int8_t more_toll;                               /* gems, beyond TOLL */
    uint8_t zero[8 - (2 * (DECK + STACK) + 5) % 8]; /* eight bytes are full, whatever the sizes of shown and stack */
};

_Static_assert(offsetof(struct state, zero) + sizeof((struct state *)0)->zero == sizeof(struct state), "no padding");

/* ---- gems ------------------------------------------------------------------------------------ */

static int value_of(const uint16_t gems[PIECES_N])
{
    int value = 0;

    for (int piece = 0; piece < PIECES_N; piece++)
        value += gems[piece] * piece_value[piece];
    return value;
}

static bool has_gems(const struct state *s, int seat)
{
    int any = 0;

    for (int piece = 0; piece < PIECES_N; piece++)
        any |= s->gems[seat][piece];
    return any != 0;
}

/* A sum in the largest pieces, as it comes from the mine. */
static void largest_pieces(int sum, uint16_t out[PIECES_N])
{
    for (int piece = GOLD; piece >= 0; piece--) {
        out[piece] = (uint16_t)(sum / piece_value[piece]);
        sum %= piece_value[piece];
    }
}

/* The fact that was told last says it. */
static void add_from_mine(struct state *s, int seat, int sum, struct facts *facts)
{
    uint16_t pieces[PIECES_N];

    largest_pieces(sum, pieces);
    for (int piece = 0; piece < PIECES_N; piece++)
        s->gems[seat][piece] = (uint16_t)(s->gems[seat][piece] + pieces[piece]);
    for (int piece = GOLD; piece >= 0 && facts_transfers(facts); piece--)
        fact_transfer(facts, THING_PIECE + piece, pieces[piece], PLACE_MINE, part_of(seat, PART_GEMS));
}

static void collect(struct state *s, int seat, int sum, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, T_COLLECTS, seat, sum);
    add_from_mine(s, seat, sum, facts);
}

/* All gems in the largest pieces. Says whether that changes anything. */
static bool change_up(uint16_t gems[PIECES_N])
{
    uint16_t changed[PIECES_N];
    bool differs = false;

    largest_pieces(value_of(gems), changed);
    for (int piece = 0; piece < PIECES_N; piece++) {
        differs = differs || changed[piece] != gems[piece];
        gems[piece] = changed[piece];
    }
    return differs;
}

/* Whether whole pieces of these make exactly this sum; then the fewest, larger ones first. Returns their number, or a
 * large one. The smallest piece is worth 1. */
enum { CANNOT = 1000 };

static int whole_pieces(const uint16_t gems[PIECES_N], int sum, uint16_t out[PIECES_N])
{
    const int gold_worth = piece_value[GOLD_GEM], red_worth = piece_value[RED_GEM], blue_worth = piece_value[BLUE_GEM];
    int fewest = CANNOT;

    for (int gold = 0; gold <= gems[GOLD_GEM] && gold * gold_worth <= sum; gold++)
        for (int red = 0; red <= gems[RED_GEM] && gold * gold_worth + red * red_worth <= sum; red++) {
            int left = sum - gold * gold_worth - red * red_worth;

            for (int blue = 0; blue <= gems[BLUE_GEM] && blue * blue_worth <= left; blue++) {
                int black = left - blue * blue_worth, n = gold + red + blue + black;

                /* Of equally many the later ones have more of the larger ones. */
                if (black > gems[BLACK_GEM] || n > fewest)
                    continue;
                fewest = n;
                out[GOLD_GEM] = (uint16_t)gold;
                out[RED_GEM] = (uint16_t)red;
                out[BLUE_GEM] = (uint16_t)blue;
                out[BLACK_GEM] = (uint16_t)black;
            }
        }
    return fewest;
}

/* Takes a sum, which is there, out of these gems: whole pieces if they make it. Otherwise one piece is broken with the
 * mine, the smallest that does, and both its parts are in the largest pieces; whole pieces that go with it are the
 * fewest, larger ones first. They go to another seat, or to NOBODY: into the mine. The fact that was told last says it.
 */
static void pay(struct state *s, int seat, int sum, int to, struct facts *facts)
{
    uint16_t *gems = s->gems[seat], whole[PIECES_N], best[PIECES_N] = {0};
    int own = part_of(seat, PART_GEMS), theirs = to == NOBODY ? PLACE_MINE : part_of(to, PART_GEMS);
    int fewest = whole_pieces(gems, sum, best), broken = -1, part = 0;

    while (fewest == CANNOT) {
        broken++;
        if (gems[broken] == 0)
            continue;
        gems[broken]--;
        for (int paid = 1; paid < piece_value[broken] && paid <= sum; paid++) {
            int n = whole_pieces(gems, sum - paid, whole);

            /* Of equally many the larger ones make more, and were found with the smaller part. */
            if (n >= fewest)
                continue;
            fewest = n;
            part = paid;
            for (int piece = 0; piece < PIECES_N; piece++)
                best[piece] = whole[piece];
        }
        if (fewest == CANNOT)
            gems[broken]++;
    }
    for (int piece = 0; piece < PIECES_N; piece++) {
        gems[piece] = (uint16_t)(gems[piece] - best[piece]);
        if (to != NOBODY)
            s->gems[to][piece] = (uint16_t)(s->gems[to][piece] + best[piece]);
        fact_transfer(facts, THING_PIECE + piece, best[piece], own, theirs);
    }
    if (broken >= 0) {
        fact_transfer(facts, THING_PIECE + broken, 1, own, PLACE_MINE);
        if (to != NOBODY)
            add_from_mine(s, to, part, facts);
        add_from_mine(s, seat, piece_value[broken] - part, facts);
    }
}

/* What a seat can pay of a sum. */
static int payable(const struct state *s, int seat, int sum)
{
    int there = value_of(s->gems[seat]);

    return sum < there ? sum : there;
}

static void lose_gems(struct state *s, int seat, int sum, struct facts *facts)
{
    int lost = payable(s, seat, sum);

    if (lost > 0)
        TELL(facts, EVERYBODY, 0, T_LOSES, seat, lost);
    else
        TELL(facts, EVERYBODY, 0, T_NO_GEMS, seat);
    pay(s, seat, lost, NOBODY, facts);
}

/* ---- gnomes ---------------------------------------------------------------------------------- */

static bool brawling(const struct state *s)
{
    return !(s->rules & BIT(BRAWLING)); /* the first choice is on */
}

static uint32_t everybody(const struct state *s)
{
    return BIT(s->seats) - 1;
}

static uint32_t on_the_trail(const struct state *s)
{
    return bytes_set(bytes_word(s->place)) & s->way & ~(uint32_t)s->inside;
}

/* The gnomes where this one is: on the same stone, in the same business. */
static inline uint32_t company(const struct state *s, int seat)
{
    uint32_t elsewhere = bytes_set(bytes_word(s->place) ^ s->place[seat] * EACH_BYTE);

    return everybody(s) & ~elsewhere & (s->inside & BIT(seat) ? s->inside : ~(uint32_t)s->inside);
}

static bool any_gems(const struct state *s, uint32_t seats)
{
    for (FOR_BITS(seat, seats))
        if (has_gems(s, (int)seat))
            return true;
    return false;
}

static uint32_t with_cards(const struct state *s, uint32_t seats)
{
    return bytes_set(bytes_word(s->hand_n)) & seats;
}

/* The first of these seats clockwise from the active gnome, itself included; the set is not empty. */
static int first_clockwise(const struct state *s, uint32_t seats)
{
    uint32_t from = seats & ~(BIT(s->turn) - 1);

    return bit_lowest(from ? from : seats);
}

static int business_at(const struct state *s, int seat)
{
    return trail[s->place[seat]].number;
}

static int brawl_value(const struct state *s, int seat)
{
    return s->picked[seat] + s->tricks[seat];
}

/* Doors that this gnome has passed, or come out of; one that is selling has it still before itself. */
static int doors_behind(const struct state *s, int seat)
{
    int place = s->place[seat] + ((s->inside >> seat & 1) && !(s->phase == SELL && seat == s->turn)), doors = 0;

    for (int business = 0; business < BUSINESSES_N; business++)
        doors += businesses[business].stone < place;
    return doors;
}

/* The fact told last brought a gnome from this place to the stone where it is now, or to Start or the Finish. */
static void tell_way(const struct state *s, int seat, int from, struct facts *facts)
{
    if (facts && from != s->place[seat])
        fact_transfer(facts, THING_GNOME + seat, 1, from, s->place[seat]);
}

/* ---- cards ----------------------------------------------------------------------------------- */

static enum effect effect_of(int kind)
{
    return (enum effect)deed_table[kind - ITEMS_N].effect;
}

static int number_of(int kind)
{
    return deed_table[kind - ITEMS_N].number;
}

static bool needs_brawling(int kind)
{
    return kind >= ITEMS_N && (effect_of(kind) == VISIT || effect_of(kind) == TRICK || effect_of(kind) == DODGE);
}

static bool can_be_remedied(enum effect effect)
{
    return (BIT(STING) | BIT(ROB) | BIT(NAP) | BIT(SLOW) | BIT(DETOUR)) >> effect & 1;
}

static int copies_of(int kind, bool brawls)
{
    return needs_brawling(kind) && !brawls ? 0 : copies[kind];
}

/* What is remembered of a card that was shown: its kind, whose it was, and how many that seat had drawn. */
static int shown_kind(uint16_t shown)
{
    return shown & 63;
}

static int shown_by(uint16_t shown)
{
    return shown >> 6 & 7;
}

static int shown_draws(uint16_t shown)
{
    return shown >> 9;
}

_Static_assert(KINDS <= 64 && SEATS <= 8 && DECK < 128, "six bits, three and seven");

/* A card leaves a hand, and everybody sees it. Which of several cards it was, nobody else knows: it counts as one from
 * the start as long as it may be. After a shuffling the cards shown are remembered, but as long as the seat has not
 * drawn any, it is clear where they are from. */
static void show_card(struct state *s, int seat, int kind)
{
    cards_add(&s->hand[seat], kind, -1);
    s->hand_n[seat]--;
    if (s->drawn[seat]) {
        s->shown[s->shown_n++] = (uint16_t)(kind | seat << 6 | s->drawn[seat] << 9);
        return;
    }
    if (kind < ITEMS_N && s->starting[seat])
        s->starting[seat]--;
    if (s->shuffled)
        cards_add(&s->was[seat], kind, -1);
}

/* All of them at once. */
static void show_hand(struct state *s, int seat)
{
    struct cards *hand = &s->hand[seat];

    for (int kind = 0; s->drawn[seat] && s->hand_n[seat]; kind++)
        for (int n = cards_of(hand, kind); n > 0; n--)
            show_card(s, seat, kind);
    if (s->shuffled) {
        s->was[seat].items -= hand->items;
        s->was[seat].deeds -= hand->deeds;
    }
    *hand = (struct cards){0, 0};
    s->hand_n[seat] = 0;
    s->starting[seat] = s->drawn[seat] ? s->starting[seat] : 0;
}

/* How many of a kind lie in the discards: those that are nowhere else. */
static int discards_of(const struct state *s, int kind)
{
    int n = copies_of(kind, brawling(s)) - pile_of(s->pile, kind);

    for (int seat = 0; seat < s->seats; seat++) {
        n -= cards_of(&s->hand[seat], kind);
        if (kind < ITEMS_N)
            n -= items_of(s->table[seat], kind);
    }
    if (kind < ITEMS_N)
        n -= items_of(s->sale, kind);
    for (int i = 0; i < s->stack_n; i++)
        n -= s->stack[i] == kind;
    return n;
}

/* The discards become the draw pile. What everybody has in hand is from earlier piles from now on. */
static void shuffle(struct state *s, struct facts *facts)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int n = discards_of(s, kind);

        pile_add(s->pile, kind, n);
        s->pile_n = (uint8_t)(s->pile_n + n);
    }
    if (s->pile_n == 0)
        return;
    s->shuffled = 1;
    for (int i = 0; i < s->shown_n; i++) {
        int seat = shown_by(s->shown[i]);

        s->starting[seat] -= shown_kind(s->shown[i]) < ITEMS_N && s->starting[seat];
        s->shown[i] = 0;
    }
    s->shown_n = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        s->was[seat] = s->hand[seat];
        s->drawn[seat] = 0;
    }
    TELL(facts, EVERYBODY, 0, T_SHUFFLED);
    fact_transfer(facts, THING_BACK, s->pile_n, PLACE_DISCARDS, PLACE_PILE);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static void ask_chance(struct state *s, enum phase phase, uint32_t odds)
{
    s->phase = (uint8_t)phase;
    s->asked = BIT(CHANCE);
    s->odds = (uint8_t)odds;
}

static void ask(struct state *s, enum phase phase, uint32_t seats)
{
    s->phase = (uint8_t)phase;
    s->asked = (uint8_t)seats;
    s->odds = 0;
}

static int number_set(const struct setup *setup, int option)
{
    return option_number(&options[option], setup->option[option]);
}

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    if (setup->option[BRAWLING] && setup->option[FORFEIT_RULE])
        return "forfeit=on is a rule about brawls: it needs brawling=on";
    if (setup->option[BRAWLING] && setup->option[PUB_RULE])
        return "pubbrawl=on is a rule about brawls: it needs brawling=on";
    if (setup->option[CARDS_KEPT] && !setup->option[HAND_LIMIT_RULE])
        return "limit is the number of a house rule: it needs handlimit=on";
    *s = (struct state){.seats = setup->seats,
                        .way = (uint8_t)(BIT(setup->seats) - 1),
                        .more_cards = (int8_t)(number_set(setup, GREEN_CARDS) - STARTING_CARDS),
                        .more_first = (int8_t)(number_set(setup, FOR_THE_FIRST) - FIRST_BONUS),
                        .more_kept = (int8_t)(number_set(setup, CARDS_KEPT) - HAND_LIMIT),
                        .more_toll = (int8_t)(number_set(setup, FOR_THE_TROLL) - TOLL)};
    for (int option = 0; option < RULES_N; option++)
        s->rules |= (uint8_t)(setup->option[option] << option);
    for (int kind = 0; kind < KINDS; kind++) {
        int n = copies_of(kind, brawling(s));

        pile_add(s->pile, kind, n);
        s->pile_n = (uint8_t)(s->pile_n + n);
    }
    for (int seat = 0; seat < s->seats && brawling(s); seat++)
        s->brawl_cards[seat] = (1u << BRAWLS_N) - 1;
    ask_chance(s, DEAL, pile_size(s->pile, ITEMS_N));
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    bool brawls = setup->option[BRAWLING] == 0;

    for (int kind = 0; kind < KINDS; kind++)
        count[kind] = (uint16_t)copies_of(kind, brawls);
    for (int i = 0; i < BRAWLS_N && brawls; i++)
        count[THING_BRAWL + i] = setup->seats;
    for (int piece = 0; piece < PIECES_N; piece++)
        count[THING_PIECE + piece] = UNLIMITED;
    for (int seat = 0; seat < setup->seats; seat++)
        count[THING_GNOME + seat] = 1;
}

static const uint16_t about_effect[] = {
    [DIG] = T_ABOUT_DIG,       [HURRY] = T_ABOUT_HURRY,   [CUT] = T_ABOUT_CUT,     [FILCH] = T_ABOUT_FILCH,
    [SWAP] = T_ABOUT_SWAP,     [DETOUR] = T_ABOUT_DETOUR, [NAP] = T_ABOUT_NAP,     [VISIT] = T_ABOUT_VISIT,
    [STING] = T_ABOUT_STING,   [ROB] = T_ABOUT_ROB,       [SLOW] = T_ABOUT_SLOW,   [CANCEL] = T_ABOUT_CANCEL,
    [REMEDY] = T_ABOUT_REMEDY, [TRICK] = T_ABOUT_TRICK,   [DODGE] = T_ABOUT_DODGE,
};

static struct phrase about_deed(int kind, bool brawls)
{
    int words = about_effect[effect_of(kind)], number = number_of(kind), then = brawls ? T_THEN_BRAWL : T_NONE;

    switch (effect_of(kind)) {
    case HURRY:
    case SWAP:
        return PHRASE(words, then);
    case CUT:
    case DETOUR:
        return PHRASE(words, number, then);
    default:
        return PHRASE(words, number);
    }
}

static struct phrase about(const struct setup *setup, int thing)
{
    if (thing < ITEMS_N)
        return PHRASE(T_ABOUT_ITEM, item_table[thing].price, T_AT + item_table[thing].business, item_table[thing].best);
    if (thing < KINDS)
        return about_deed(thing, setup->option[BRAWLING] == 0);
    if (thing == THING_BACK || thing == THING_BRAWL_BACK)
        return PHRASE(T_NONE);
    if (thing < THING_BRAWL_BACK)
        return PHRASE(T_ABOUT_BRAWL, thing - THING_BRAWL + 1);
    if (thing < THING_GNOME)
        return PHRASE(thing == THING_PIECE + GOLD ? T_ABOUT_GOLD : T_ABOUT_PIECE, piece_value[thing - THING_PIECE]);
    return PHRASE(T_ABOUT_GNOME, FINISH - 1, number_set(setup, FOR_THE_FIRST));
}

static int starting_cards(const struct state *s)
{
    return STARTING_CARDS + s->more_cards;
}

/* On leaving a business, with the house rule. */
static int hand_limit(const struct state *s)
{
    return HAND_LIMIT + s->more_kept;
}

static int toll(const struct state *s)
{
    return TOLL + s->more_toll;
}

static int next_to_deal(const struct state *s)
{
    int seat = 0;

    while (s->hand_n[seat] == starting_cards(s))
        seat++;
    return seat;
}

static void deal(struct state *s, int kind, struct facts *facts)
{
    int seat = next_to_deal(s);

    pile_add(s->pile, kind, -1);
    s->pile_n--;
    cards_add(&s->hand[seat], kind, 1);
    s->hand_n[seat]++;
    s->starting[seat]++;
    TELL(facts, ONLY(seat), FACT_SILENT, T_DEALT, seat, kind);
    fact_transfer(facts, kind, 1, PLACE_PILE, part_of(seat, PART_HAND));
    s->odds--;
    if (s->hand_n[s->seats - 1] == starting_cards(s))
        ask_chance(s, DRAW_STARTER, s->seats);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* 0 is to pass, not to enter, not to pay, to sell no more, and the like. */
enum {
    MOVE_YES = 1,                             /* enter, pay, change up, brawl */
    MOVE_ALL,                                 /* sell everything */
    MOVE_CARD,                                /* + kind: table, play, answer with, sell, discard, give, draw */
    MOVE_ON = MOVE_CARD + KINDS,              /* + SEATS * deed + target */
    MOVE_DIE = MOVE_ON + SEATS * DEEDS_N - 1, /* + what is rolled, or steps */
    MOVE_PIECE = MOVE_DIE + DIE + 1,          /* + piece */
    MOVE_BRAWL = MOVE_PIECE + PIECES_N,       /* + number - 1 */
    MOVE_SEAT = MOVE_BRAWL + BRAWLS_N,
    MOVES_N = MOVE_SEAT + SEATS
};

_Static_assert(MOVES_N < 256, "a choice is kept as a byte, one higher");

static uint32_t actors(const void *state)
{
    return ((const struct state *)state)->asked;
}

static int distance(const struct state *s, int a, int b)
{
    int way = s->place[a] - s->place[b];

    return way < 0 ? -way : way;
}

/* The gnomes on the trail nearest to the active one, if they are not too far; and where nobody moves, somebody must
 * have gems to brawl for. */
static uint32_t nearest(const struct state *s, int most)
{
    uint32_t others = on_the_trail(s) & ~BIT(s->turn), near = 0;
    int least = most;

    for (FOR_BITS(other, others)) {
        int way = distance(s, s->turn, (int)other);

        if (way < least)
            near = 0;
        if (way <= least) {
            least = way;
            near |= BIT(other);
        }
    }
    return near && least == 0 && !any_gems(s, company(s, s->turn)) ? 0 : near;
}

static bool has_small_piece(const struct state *s, int seat)
{
    int any = 0;

    for (int piece = 0; piece < GOLD; piece++)
        any |= s->gems[seat][piece];
    return any != 0;
}

/* Whom the active seat may play a card on: somebody to whom it does something. */
static uint32_t targets(const struct state *s, enum effect effect, int number)
{
    uint32_t others = s->way & ~BIT(s->turn), set = 0;

    switch (effect) {
    case NAP:
    case SLOW:
        return others;
    case DETOUR:
        return others & on_the_trail(s);
    case SWAP:
        return others & on_the_trail(s) & ~company(s, s->turn);
    case VISIT:
        return nearest(s, number);
    case STING:
        for (FOR_BITS(seat, others))
            set |= has_gems(s, (int)seat) ? BIT(seat) : 0;
        return set;
    case ROB:
        for (FOR_BITS(seat, others))
            set |= s->table[seat] ? BIT(seat) : 0;
        return set;
    default: /* FILCH */
        for (FOR_BITS(seat, others & on_the_trail(s)))
            set |= has_small_piece(s, (int)seat) ? BIT(seat) : 0;
        return set;
    }
}

/* The deeds by what they do: the lowest bit of each. */
#define DEED_IF(condition, id) ((condition) ? (uint64_t)1 << 4 * (id - ITEMS_N) : 0)
#define IS_PLAIN(id, name, mark, colour, copies, effect, number)                                                       \
    | DEED_IF(effect == DIG || effect == HURRY || effect == CUT, id)
#define IS_AIMED(id, name, mark, colour, copies, effect, number)  | DEED_IF(effect >= FILCH && effect <= SLOW, id)
#define IS_CANCEL(id, name, mark, colour, copies, effect, number) | DEED_IF(effect == CANCEL, id)
#define IS_REMEDY(id, name, mark, colour, copies, effect, number) | DEED_IF(effect == REMEDY, id)
#define IS_TRICK(id, name, mark, colour, copies, effect, number)  | DEED_IF(effect == TRICK, id)
#define IS_DODGE(id, name, mark, colour, copies, effect, number)  | DEED_IF(effect == DODGE, id)
static const uint64_t plain_deeds = 0 DEEDS(IS_PLAIN), aimed_deeds = 0 DEEDS(IS_AIMED), cancels = 0 DEEDS(IS_CANCEL),
                      remedies = 0 DEEDS(IS_REMEDY), brawl_tricks = 0 DEEDS(IS_TRICK), dodges = 0 DEEDS(IS_DODGE);
#undef IS_PLAIN
#undef IS_AIMED
#undef IS_CANCEL
#undef IS_REMEDY
#undef IS_TRICK
#undef IS_DODGE
#undef DEED_IF

/* The card of one's own turn. */
static int play_moves(const struct state *s, move_t out[])
{
    uint64_t there = deeds_there(s->hand[s->turn].deeds);
    int n = 0;

    out[n++] = PASS;
    n += item_moves(s->hand[s->turn].items, MOVE_CARD, out + n);
    n += deed_moves(there & plain_deeds, MOVE_CARD, out + n);
    for (uint64_t aimed = there & aimed_deeds; aimed; aimed &= aimed - 1) {
        int deed = bit_lowest64(aimed) / 4;

        n += moves_of(targets(s, (enum effect)deed_table[deed].effect, deed_table[deed].number), MOVE_ON + SEATS * deed,
                      out + n);
    }
    return n;
}

/* What fits as an answer to the uppermost card. */
static uint64_t answers(const struct state *s, int seat)
{
    return cancels | (seat + 1 == s->victim ? remedies : 0);
}

static int window_moves(const struct state *s, int seat, uint64_t fitting, move_t out[])
{
    out[0] = PASS;
    return 1 + deed_moves(deeds_there(s->hand[seat].deeds) & fitting, MOVE_CARD, out + 1);
}

static int yes_or_no(move_t out[])
{
    out[0] = PASS;
    out[1] = MOVE_YES;
    return 2;
}

static int sell_moves(const struct state *s, move_t out[])
{
    uint64_t items = s->table[s->turn];
    int n = 0;

    out[n++] = PASS;
    /* One card is everything. */
    if (several_items(items) || items != items_there(items))
        out[n++] = MOVE_ALL;
    return n + item_moves(items, MOVE_CARD, out + n);
}

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;
    int n = 0;

    if (s->phase == PLAY) /* the decision of every turn, before the jump that is often foreseen wrongly */
        return play_moves(s, out);
    switch (s->phase) {
    case LIMIT:
        return card_moves(&s->hand[seat], MOVE_CARD, out);
    case SELL:
        return sell_moves(s, out);
    case GIVE_UP_ITEM:
    case FORFEIT:
        return item_moves(s->table[seat], MOVE_CARD, out);
    case ROB_ITEM:
        return item_moves(s->table[s->target], MOVE_CARD, out);
    case STEPS:
        for (; n < number_of(s->card); n++)
            out[n] = (move_t)(MOVE_DIE + 1 + n);
        return n;
    case PIECE:
        for (int piece = 0; piece < GOLD; piece++)
            if (s->gems[s->target][piece])
                out[n++] = (move_t)(MOVE_PIECE + piece);
        return n;
    case DODGES:
        return window_moves(s, seat, dodges, out);
    case PICKS:
        return moves_of(s->brawl_cards[seat], MOVE_BRAWL, out);
    case TRICKS:
        return window_moves(s, seat, brawl_tricks, out);
    case ANSWERS:
        return window_moves(s, seat, answers(s, seat), out);
    default: /* AT_DOOR, AT_BRIDGE, CHANGE_UP, CALL */
        return yes_or_no(out);
    }
}

/* ---- chance ---------------------------------------------------------------------------------- */

enum { SOURCE_DECK, SOURCE_DIE, SOURCE_HAND, SOURCE_STARTER, SOURCES_N };

static uint8_t source(const void *state)
{
    const struct state *s = state;

    switch (s->phase) {
    case DEAL:
    case DRAW_CARD:
        return SOURCE_DECK;
    case LOSE_CARD:
        return SOURCE_HAND;
    case DRAW_STARTER:
        return SOURCE_STARTER;
    default:
        return SOURCE_DIE;
    }
}

/* Whose hand loses a card: the one whose stone acts. */
static int loser(const struct state *s)
{
    return s->arrived[s->arrival] - 1;
}

static uint32_t odds(const void *state)
{
    return ((const struct state *)state)->odds;
}

/* Card number r of a hand, sorted. */
static int hand_nth(const struct cards *hand, uint32_t r)
{
    int kind = 0;

    for (uint32_t n; (n = (uint32_t)cards_of(hand, kind)) <= r; kind++)
        r -= n;
    return kind;
}

static move_t draw(const void *state, uint32_t r)
{
    const struct state *s = state;

    switch (s->phase) {
    case DEAL:
    case DRAW_CARD:
        return (move_t)(MOVE_CARD + pile_nth(s->pile, r));
    case LOSE_CARD:
        return (move_t)(MOVE_CARD + hand_nth(&s->hand[loser(s)], r));
    case DRAW_STARTER:
        return (move_t)(MOVE_SEAT + r);
    default:
        return (move_t)(MOVE_DIE + 1 + r);
    }
}

static int chance(const void *state, move_t out[], uint32_t weight[])
{
    const struct state *s = state;
    int n = 0, kinds = s->phase == DEAL ? ITEMS_N : KINDS;

    switch (s->phase) {
    case DEAL:
    case DRAW_CARD:
    case LOSE_CARD:
        for (int kind = 0; kind < kinds; kind++) {
            int there = s->phase == LOSE_CARD ? cards_of(&s->hand[loser(s)], kind) : pile_of(s->pile, kind);

            if (there == 0)
                continue;
            out[n] = (move_t)(MOVE_CARD + kind);
            weight[n++] = (uint32_t)there;
        }
        return n;
    default:
        for (; n < (int)odds(s); n++) {
            out[n] = draw(s, (uint32_t)n);
            weight[n] = 1;
        }
        return n;
    }
}

/* ---- the end of the trail -------------------------------------------------------------------- */

static int prices_of(uint64_t items)
{
    int sum = 0;

    for (uint64_t there = items_there(items); there; there &= there - 1) {
        int item = bit_lowest64(there) / 3;

        sum += item_table[item].price * items_of(items, item);
    }
    return sum;
}

/* The hand of a gnome that has finished, up to five cards a sentence. */
static void tell_cards(int seat, int16_t card[5], int n, struct facts *facts)
{
    for (int i = n; i < 5; i++)
        card[i] = 0;
    TELL(facts, EVERYBODY, FACT_REVEALS, T_DISCARDS_1 + n - 1, seat, card[0], card[1], card[2], card[3], card[4]);
    for (int i = 0; i < n; i++)
        fact_transfer(facts, card[i], 1, part_of(seat, PART_HAND), PLACE_DISCARDS);
}

static void tell_hand(const struct state *s, int seat, struct facts *facts)
{
    int16_t card[5];
    int n = 0;

    for (int kind = 0; kind < KINDS; kind++)
        for (int i = cards_of(&s->hand[seat], kind); i > 0; i--) {
            card[n++] = (int16_t)kind;
            if (n == 5) {
                tell_cards(seat, card, n, facts);
                n = 0;
            }
        }
    if (n > 0)
        tell_cards(seat, card, n, facts);
}

/* What is still tabled at the Finish. */
static void tell_items(const struct state *s, int seat, struct facts *facts)
{
    for (int item = 0; item < ITEMS_N; item++)
        fact_transfer(facts, item, items_of(s->table[seat], item), part_of(seat, PART_TABLE), PLACE_DISCARDS);
}

/* What a gnome gets, or pays, that finishes after so many others. */
static int bonus_after(const struct state *s, int others)
{
    return finish_bonus[others] + (others == 0) * s->more_first;
}

/* First the bonus for the order, then half of the prices of what is still tabled. */
static void finish(struct state *s, int seat, struct facts *facts)
{
    int from = s->inside >> seat & 1 ? PLACE_BUSINESS + business_at(s, seat) : s->place[seat];
    int bonus = bonus_after(s, s->order++), worth = prices_of(s->table[seat]);

    s->finished[seat] = s->order;
    s->way &= (uint8_t)~BIT(seat);
    s->place[seat] = FINISH;
    s->inside &= (uint8_t)~BIT(seat);
    s->bridged &= (uint8_t)~BIT(seat);
    s->miss[seat] = s->slow[seat] = 0;
    TELL(facts, EVERYBODY, 0, T_FINISHES, seat, s->order);
    tell_way(s, seat, from, facts);
    if (bonus > 0) {
        TELL(facts, EVERYBODY, 0, T_GETS_BONUS, seat, bonus);
        add_from_mine(s, seat, bonus, facts);
    } else if (bonus < 0) {
        int paid = payable(s, seat, -bonus);

        if (paid)
            TELL(facts, EVERYBODY, 0, T_PAYS_PENALTY, seat, paid);
        else
            TELL(facts, EVERYBODY, 0, T_NO_PENALTY, seat);
        pay(s, seat, paid, NOBODY, facts);
    }
    if (worth > 0) {
        TELL(facts, EVERYBODY, 0, T_HALF_PRICE, seat, worth / 2, worth);
        add_from_mine(s, seat, worth / 2, facts);
        if (facts)
            tell_items(s, seat, facts);
    }
    s->table[seat] = 0;
    if (facts)
        tell_hand(s, seat, facts);
    show_hand(s, seat);
}

/* Everybody has had as many turns as there may be: those still on the way finish by their places, equals in the order
 * of the seats from the active gnome. */
static void time_up(struct state *s, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, T_TIME_UP, ROUNDS_MAX);
    while (s->way) {
        uint32_t ahead = 0;
        int place = -1;

        for (FOR_BITS(seat, s->way)) {
            if (s->place[seat] > place)
                ahead = 0;
            if (s->place[seat] >= place) {
                place = s->place[seat];
                ahead |= BIT(seat);
            }
        }
        finish(s, first_clockwise(s, ahead), facts);
    }
}

/* ---- moving ---------------------------------------------------------------------------------- */

/* Slug slime carries on whoever stops on it. */
static void slide(struct state *s, int seat, struct facts *facts)
{
    int place = s->place[seat];

    if (trail[place].kind == SLIME) {
        s->place[seat] = trail[place].number;
        TELL(facts, EVERYBODY, 0, T_SLIDES, seat, s->place[seat]);
        tell_way(s, seat, place, facts);
    }
}

static void tell_stop(const struct state *s, int seat, int from, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, T_STOPS, seat, s->place[seat]);
    tell_way(s, seat, from, facts);
}

static void stop(struct state *s, int seat, int from, struct facts *facts)
{
    if (facts)
        tell_stop(s, seat, from, facts);
    slide(s, seat, facts);
}

/* The card of the turn. */
static void open_play(struct state *s)
{
    if (s->hand_n[s->turn])
        ask(s, PLAY, BIT(s->turn));
    else
        s->phase = OPEN_DRAW;
}

/* A gnome, or two of them, have come somewhere: stones act (ARRIVALS), then they may brawl (MEETINGS), then comes
 * `after`. */
static void come(struct state *s, int first, int second, enum phase phase, enum phase after)
{
    s->arrived[0] = (uint8_t)(first + 1);
    s->arrived[1] = (uint8_t)(second + 1);
    s->arrival = 0;
    s->after = (uint8_t)after;
    s->phase = (uint8_t)phase;
}

/* One gnome has. Mostly the stone does nothing and nobody is there, which is quickly seen. */
static void arrive(struct state *s, int seat, enum phase after)
{
    uint32_t there = company(s, seat);

    if (trail[s->place[seat]].kind < LOSE_GEMS && (there & (there - 1)) == 0)
        s->phase = (uint8_t)after;
    else
        come(s, seat, NOBODY, ARRIVALS, after);
}

/* Moved forwards by a card: no business, no bridge. */
static void move_on(struct state *s, int steps, struct facts *facts)
{
    int seat = s->turn, from = s->place[seat], place = from + steps;

    TELL(facts, EVERYBODY, 0, T_MOVES_ON, seat, steps);
    if (place >= FINISH) {
        finish(s, seat, facts);
        s->phase = NEXT_TURN;
        return;
    }
    s->place[seat] = (uint8_t)place;
    stop(s, seat, from, facts);
    arrive(s, seat, OPEN_DRAW);
}

/* Whoever is not beyond the bridge has not crossed it. */
static void forget_bridge(struct state *s, int seat)
{
    if (s->place[seat] < BRIDGE_END)
        s->bridged &= (uint8_t)~BIT(seat);
}

/* Sent back along its own route. */
static void move_back(struct state *s, int seat, int steps, struct facts *facts)
{
    int from = s->place[seat];

    for (; steps > 0 && s->place[seat] != START; steps--) {
        bool over = s->place[seat] == BRIDGE_END && (s->bridged & BIT(seat));

        s->place[seat] = (uint8_t)(over ? BRIDGE_START : s->place[seat] - 1);
    }
    forget_bridge(s, seat);
    if (s->place[seat] == START) {
        TELL(facts, EVERYBODY, 0, T_GOES_TO_START, seat);
        tell_way(s, seat, from, facts);
        s->phase = OPEN_DRAW;
        return;
    }
    TELL(facts, EVERYBODY, 0, T_GOES_BACK, seat, s->place[seat]);
    tell_way(s, seat, from, facts);
    slide(s, seat, facts);
    arrive(s, seat, OPEN_DRAW);
}

/* The active gnome and another change places. */
static void change_places(struct state *s, int other, struct facts *facts)
{
    int seat = s->turn;
    uint8_t place = s->place[seat];

    s->place[seat] = s->place[other];
    s->place[other] = place;
    forget_bridge(s, seat);
    forget_bridge(s, other);
    TELL(facts, EVERYBODY, 0, T_SWAPS, seat, other, s->place[seat], s->place[other]);
    tell_way(s, seat, s->place[other], facts);
    tell_way(s, other, s->place[seat], facts);
    come(s, seat, other, ARRIVALS, OPEN_DRAW);
}

/* The active gnome goes where another one stands, and a brawl follows; a stone acts only on whoever comes to it. */
static void visit(struct state *s, int other, struct facts *facts)
{
    int seat = s->turn, from = s->place[seat];
    bool moves_there = from != s->place[other];

    s->place[seat] = s->place[other];
    forget_bridge(s, seat);
    if (moves_there)
        TELL(facts, EVERYBODY, 0, T_JOINS, seat, other, s->place[seat]);
    else
        TELL(facts, EVERYBODY, 0, T_JOINS_HERE, seat, s->place[seat]);
    tell_way(s, seat, from, facts);
    come(s, seat, NOBODY, moves_there ? ARRIVALS : MEETINGS, OPEN_DRAW);
    s->forced = 1;
}

/* ---- a turn ---------------------------------------------------------------------------------- */

/* Rounds from this turn on in which all who are on the way miss their turns pass at once: there may be so many of them
 * that one by one they could not all be told. */
static void miss_rounds(struct state *s, struct facts *facts)
{
    int rounds = ROUNDS_MAX - 1 - s->round;

    for (FOR_BITS(seat, s->way))
        rounds = s->miss[seat] < rounds ? s->miss[seat] : rounds;
    if (rounds < 2)
        return;
    s->round = (uint8_t)(s->round + rounds);
    for (int n = 0, seat = s->turn; n < s->seats; n++, seat = left_of(seat, s->seats)) {
        if (!(s->way & BIT(seat)))
            continue;
        s->miss[seat] = (uint8_t)(s->miss[seat] - rounds);
        TELL(facts, EVERYBODY, 0, T_MISSES_MORE, seat, rounds);
    }
}

/* The active gnome rolls, unless it has to discard first or misses its turn. */
static void begin_turn(struct state *s, struct facts *facts)
{
    int seat = s->turn;

    if (s->miss[seat])
        miss_rounds(s, facts);
    if (s->miss[seat]) {
        s->miss[seat]--;
        TELL(facts, EVERYBODY, 0, T_MISSES, seat);
        s->phase = NEXT_TURN;
    } else if ((s->rules & BIT(HAND_LIMIT_RULE)) && (s->inside & BIT(seat)) && s->hand_n[seat] > hand_limit(s)) {
        ask(s, LIMIT, BIT(seat));
    } else {
        ask_chance(s, ROLL, DIE);
    }
}

/* The turn passes on to the next gnome that is still on the way. */
static void next_turn(struct state *s, struct facts *facts)
{
    int next = s->turn;

    if (s->order == s->seats) {
        ask(s, OVER, 0);
        return;
    }
    do {
        next = left_of(next, s->seats);
        s->round = (uint8_t)(s->round + (next == s->starter));
    } while (s->finished[next]);
    if (s->round >= ROUNDS_MAX) {
        time_up(s, facts);
        ask(s, OVER, 0);
        return;
    }
    s->turn = (uint8_t)next;
    s->card = s->target = s->victim = s->after = 0;
    begin_turn(s, facts);
}

/* Whether the active gnome has something to choose at this door or bridge. */
static bool chooses_way(struct state *s, int place, struct facts *facts)
{
    int seat = s->turn;

    if (trail[place].kind == DOOR) {
        ask(s, AT_DOOR, BIT(seat));
        return true;
    }
    if (s->pips == 0)
        return false;
    if (value_of(s->gems[seat]) >= toll(s)) {
        ask(s, AT_BRIDGE, BIT(seat));
        return true;
    }
    TELL(facts, EVERYBODY, 0, T_CANNOT_PAY, seat);
    return false;
}

/* On until there is something to choose or the pips are used up. */
static void walk(struct state *s, struct facts *facts)
{
    int seat = s->turn, from = s->place[seat];

    for (;;) {
        int place = s->place[seat], steps;

        if ((crossroads >> place & 1) && !s->passed && chooses_way(s, place, facts)) {
            tell_way(s, seat, from, facts);
            return;
        }
        if (s->pips == 0)
            break;
        steps = 1 + bit_lowest64(crossroads >> (place + 1));
        steps = steps < s->pips ? steps : s->pips;
        s->passed = 0;
        s->pips = (uint8_t)(s->pips - steps);
        s->place[seat] = (uint8_t)(place + steps);
        if (s->place[seat] == FINISH) {
            s->place[seat] = (uint8_t)from; /* where the table has it */
            finish(s, seat, facts);
            s->pips = 0;
            s->phase = NEXT_TURN;
            return;
        }
    }
    s->passed = 0;
    stop(s, seat, from, facts);
    arrive(s, seat, OPEN_PLAY);
    if (s->phase == OPEN_PLAY)
        open_play(s);
}

static void tell_roll(const struct state *s, int rolled, int slow, struct facts *facts)
{
    int seat = s->turn;

    if (slow && rolled > slow)
        TELL(facts, EVERYBODY, 0, T_ROLLS_SLOW, seat, rolled, slow, s->pips);
    else if (slow)
        TELL(facts, EVERYBODY, 0, T_ROLLS_LEAST, seat, rolled, slow);
    else
        TELL(facts, EVERYBODY, 0, T_ROLLS, seat, rolled);
    if (!s->passed)
        return;
    TELL(facts, EVERYBODY, 0, T_LEAVES, seat, T_AT + business_at(s, seat));
    tell_way(s, seat, PLACE_BUSINESS + business_at(s, seat), facts);
}

/* Whoever was in a business goes out by the next stone. */
static void roll(struct state *s, int rolled, struct facts *facts)
{
    int seat = s->turn, slow = s->slow[seat];

    s->pips = (uint8_t)(rolled > slow ? rolled - slow : 1);
    s->slow[seat] = 0;
    s->passed = s->inside >> seat & 1;
    if (facts)
        tell_roll(s, rolled, slow, facts);
    s->inside &= (uint8_t)~BIT(seat);
    walk(s, facts);
}

static void enter(struct state *s, struct facts *facts)
{
    int seat = s->turn, business = business_at(s, seat);

    TELL(facts, EVERYBODY, 0, T_ENTERS, seat, T_AT + business);
    fact_transfer(facts, THING_GNOME + seat, 1, s->place[seat], PLACE_BUSINESS + business);
    s->inside |= (uint8_t)BIT(seat);
    s->pips = 0;
    if (businesses[business].trade == ROUGH && (s->rules & BIT(PUB_RULE))) {
        come(s, seat, NOBODY, MEETINGS, OPEN_SALE);
    } else {
        s->phase = OPEN_SALE;
    }
}

static void decide_door(struct state *s, bool yes, struct facts *facts)
{
    if (yes) {
        enter(s, facts);
        return;
    }
    TELL(facts, EVERYBODY, 0, s->pips ? T_WALKS_PAST : T_STAYS_OUT, s->turn, T_AT + business_at(s, s->turn));
    s->passed = 1;
    s->phase = WALK;
}

static void decide_bridge(struct state *s, bool yes, struct facts *facts)
{
    int seat = s->turn;

    s->phase = WALK;
    if (!yes) {
        TELL(facts, EVERYBODY, 0, T_BEHIND, seat);
        s->passed = 1;
        return;
    }
    s->place[seat] = BRIDGE_END;
    s->bridged |= (uint8_t)BIT(seat);
    s->pips--;
    TELL(facts, EVERYBODY, 0, T_CROSSES, seat, BRIDGE_END, toll(s));
    pay(s, seat, toll(s), NOBODY, facts);
    tell_way(s, seat, BRIDGE_START, facts);
}

static void discard_item(struct state *s, int seat, int item, struct facts *facts)
{
    s->table[seat] -= ONE_ITEM(item);
    TELL(facts, EVERYBODY, 0, T_DISCARDS_ITEM, seat, item);
    fact_transfer(facts, item, 1, part_of(seat, PART_TABLE), PLACE_DISCARDS);
}

/* Where there is nothing to choose. */
static void lose_only_item(struct state *s, int seat, struct facts *facts)
{
    if (s->table[seat])
        discard_item(s, seat, lowest_item(s->table[seat]), facts);
    else
        TELL(facts, EVERYBODY, 0, T_NO_ITEM, seat);
}

/* Stones act on those who have come to stand on them, one after the other. */
static void stones_act(struct state *s, struct facts *facts)
{
    for (; s->arrival < 2 && s->arrived[s->arrival]; s->arrival++) {
        int seat = s->arrived[s->arrival] - 1, place = s->place[seat], number = trail[place].number;

        switch (trail[place].kind) {
        case LOSE_GEMS:
            lose_gems(s, seat, number, facts);
            break;
        case LOSE_ITEM:
            if (several_items(s->table[seat])) {
                ask(s, GIVE_UP_ITEM, BIT(seat));
                return;
            }
            lose_only_item(s, seat, facts);
            break;
        case LOSE_CARDS:
            s->losing = (uint8_t)(s->hand_n[seat] / number);
            if (s->losing) {
                TELL(facts, EVERYBODY, 0, T_LOSES_HALF, seat, s->losing, s->hand_n[seat]);
                ask_chance(s, LOSE_CARD, s->hand_n[seat]);
                return;
            }
            TELL(facts, EVERYBODY, 0, T_NO_HALF, seat);
            break;
        default:
            break;
        }
    }
    s->arrival = 0;
    s->phase = MEETINGS;
}

static void lose_card(struct state *s, int kind, struct facts *facts)
{
    int seat = loser(s);

    show_card(s, seat, kind);
    s->odds = s->hand_n[seat];
    TELL(facts, EVERYBODY, FACT_REVEALS, T_LOSES_CARD, seat, kind);
    fact_transfer(facts, kind, 1, part_of(seat, PART_HAND), PLACE_DISCARDS);
    if (--s->losing == 0) {
        s->arrival++;
        s->phase = ARRIVALS;
    }
}

/* ---- trade ----------------------------------------------------------------------------------- */

static int trade_here(const struct state *s)
{
    return businesses[business_at(s, s->turn)].trade;
}

static int price_here(const struct state *s, int item)
{
    return item_table[item].business == business_at(s, s->turn) ? item_table[item].best : item_table[item].price;
}

/* One item of the active gnome is sold. The tinker gets all of them before the first roll. */
static void sell_one(struct state *s, int item, struct facts *facts)
{
    s->table[s->turn] -= ONE_ITEM(item);
    if (trade_here(s) == DICE) {
        s->sale += ONE_ITEM(item);
        TELL(facts, EVERYBODY, 0, T_BARTERS, s->turn, item);
        fact_transfer(facts, item, 1, part_of(s->turn, PART_TABLE), PLACE_SALE);
    } else {
        s->due = (uint16_t)(s->due + price_here(s, item));
        TELL(facts, EVERYBODY, 0, T_SELLS, s->turn, item, price_here(s, item));
        fact_transfer(facts, item, 1, part_of(s->turn, PART_TABLE), PLACE_DISCARDS);
    }
}

static void sell(struct state *s, move_t m, struct facts *facts)
{
    if (m == MOVE_ALL)
        while (s->table[s->turn])
            sell_one(s, lowest_item(s->table[s->turn]), facts);
    else if (m != PASS)
        sell_one(s, m - MOVE_CARD, facts);
    else if (s->due == 0 && s->sale == 0)
        TELL(facts, EVERYBODY, 0, trade_here(s) == DICE ? T_OFFERS_NONE : T_SELLS_NONE, s->turn);
    s->phase = m == PASS || s->table[s->turn] == 0 ? PAY_SALE : SELL;
}

static void open_sale(struct state *s, struct facts *facts)
{
    if (s->table[s->turn]) {
        ask(s, SELL, BIT(s->turn));
    } else {
        TELL(facts, EVERYBODY, 0, T_NOTHING_TO_SELL, s->turn);
        s->phase = OPEN_CHANGE;
    }
}

/* All of it is collected as one sum. */
static void pay_sale(struct state *s, struct facts *facts)
{
    if (s->sale) {
        ask_chance(s, TINKER, DIE);
        return;
    }
    if (s->due)
        collect(s, s->turn, s->due, facts);
    s->due = 0;
    s->phase = OPEN_CHANGE;
}

static void roll_tinker(struct state *s, int rolled, struct facts *facts)
{
    int item = lowest_item(s->sale);

    s->sale -= ONE_ITEM(item);
    s->due = (uint16_t)(s->due + rolled);
    TELL(facts, EVERYBODY, 0, T_ROLLS_FOR, s->turn, rolled, item);
    fact_transfer(facts, item, 1, PLACE_SALE, PLACE_DISCARDS);
    s->phase = PAY_SALE;
}

static void open_change(struct state *s)
{
    uint16_t gems[PIECES_N];

    for (int piece = 0; piece < PIECES_N; piece++)
        gems[piece] = s->gems[s->turn][piece];
    if (change_up(gems))
        ask(s, CHANGE_UP, BIT(s->turn));
    else
        s->phase = NEXT_TURN;
}

static void decide_change(struct state *s, bool yes, struct facts *facts)
{
    uint16_t *gems = s->gems[s->turn], before[PIECES_N];
    int own = part_of(s->turn, PART_GEMS);

    s->phase = NEXT_TURN;
    if (yes) {
        for (int piece = 0; piece < PIECES_N; piece++)
            before[piece] = gems[piece];
        change_up(gems);
        TELL(facts, EVERYBODY, 0, T_CHANGES, s->turn, (int16_t)gems[GOLD_GEM], (int16_t)gems[RED_GEM],
             (int16_t)gems[BLUE_GEM], (int16_t)gems[BLACK_GEM]);
        for (int piece = 0; piece < PIECES_N; piece++) {
            int more = gems[piece] - before[piece];

            fact_transfer(facts, THING_PIECE + piece, more < 0 ? -more : more, more < 0 ? own : PLACE_MINE,
                          more < 0 ? PLACE_MINE : own);
        }
    } else {
        TELL(facts, EVERYBODY, 0, T_KEEPS, s->turn);
    }
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void open_draw(struct state *s, struct facts *facts)
{
    if (s->pile_n == 0)
        shuffle(s, facts);
    if (s->pile_n > 0) {
        ask_chance(s, DRAW_CARD, s->pile_n);
    } else {
        TELL(facts, EVERYBODY, 0, T_NO_DRAW);
        s->phase = NEXT_TURN;
    }
}

static void tell_draw(int seat, int kind, struct facts *facts)
{
    TELL(facts, ONLY(seat), 0, T_DRAWS_CARD, seat, kind);
    fact_transfer(facts, kind, 1, PLACE_PILE, part_of(seat, PART_HAND));
    TELL(facts, ALL_BUT(seat), 0, T_DRAWS, seat);
    fact_transfer(facts, THING_BACK, 1, PLACE_PILE, part_of(seat, PART_HAND));
}

static void draw_card(struct state *s, int kind, struct facts *facts)
{
    int seat = s->turn;

    pile_add(s->pile, kind, -1);
    s->pile_n--;
    cards_add(&s->hand[seat], kind, 1);
    s->hand_n[seat]++;
    s->drawn[seat] = (uint8_t)(s->drawn[seat] + s->shuffled);
    if (facts)
        tell_draw(seat, kind, facts);
    next_turn(s, facts);
}

/* ---- cards and answers ----------------------------------------------------------------------- */

/* A purple or red card is played, or answers the uppermost one. */
static void put_on_stack(struct state *s, int seat, int kind)
{
    show_card(s, seat, kind);
    s->stack[s->stack_n] = (uint8_t)kind;
    s->stack_by[s->stack_n++] = (uint8_t)seat;
    s->phase = OPEN_ANSWERS;
}

static void play(struct state *s, move_t m, struct facts *facts)
{
    int seat = s->turn, kind = m < MOVE_ON ? m - MOVE_CARD : ITEMS_N + (m - MOVE_ON) / SEATS;

    if (m == PASS) {
        TELL(facts, EVERYBODY, 0, T_NO_CARD, seat);
        open_draw(s, facts);
        return;
    }
    if (kind < ITEMS_N) {
        TELL(facts, EVERYBODY, FACT_REVEALS, T_TABLES, seat, kind);
        fact_transfer(facts, kind, 1, part_of(seat, PART_HAND), part_of(seat, PART_TABLE));
        show_card(s, seat, kind);
        s->table[seat] += ONE_ITEM(kind);
        open_draw(s, facts);
        return;
    }
    s->card = (uint8_t)kind;
    s->target = (uint8_t)(m < MOVE_ON ? seat : (m - MOVE_ON) % SEATS);
    if (m < MOVE_ON)
        TELL(facts, EVERYBODY, FACT_REVEALS, T_PLAYS, seat, kind);
    else
        TELL(facts, EVERYBODY, FACT_REVEALS, T_PLAYS_ON, seat, kind, s->target);
    fact_transfer(facts, kind, 1, part_of(seat, PART_HAND), PLACE_STACK);
    put_on_stack(s, seat, kind);
}

static uint32_t asked_for_answers(const struct state *s)
{
    return with_cards(s, s->way & ~BIT(s->stack_by[s->stack_n - 1]));
}

static void pop(struct state *s)
{
    s->stack_n--;
    s->stack[s->stack_n] = s->stack_by[s->stack_n] = 0;
}

/* The uppermost card takes effect. An answer undoes the card below it; then the one that is uppermost now is asked
 * about again. The first card does what it says. */
static void resolve(struct state *s, struct facts *facts)
{
    int top = s->stack_n - 1, undone = top - 1;

    if (top == 0) {
        pop(s);
        s->phase = TAKE_EFFECT;
        return;
    }
    if (effect_of(s->stack[top]) == REMEDY)
        TELL(facts, EVERYBODY, 0, T_REMEDIED, s->stack_by[top], s->stack[undone]);
    else
        TELL(facts, EVERYBODY, 0, T_CANCELLED, s->stack_by[undone], s->stack[undone]);
    fact_transfer(facts, s->stack[top], 1, PLACE_STACK, PLACE_DISCARDS);
    fact_transfer(facts, s->stack[undone], 1, PLACE_STACK, PLACE_DISCARDS);
    pop(s);
    pop(s);
    if (s->stack_n > 0)
        s->phase = OPEN_ANSWERS;
    else
        s->phase = effect_of(s->card) == DODGE ? OPEN_DODGES : effect_of(s->card) == TRICK ? OPEN_TRICKS : OPEN_DRAW;
}

static void open_answers(struct state *s)
{
    uint32_t seats = asked_for_answers(s);

    s->victim = (uint8_t)(s->stack_n == 1 && can_be_remedied(effect_of(s->card)) ? s->target + 1 : 0);
    if (seats)
        ask(s, ANSWERS, seats);
    else
        s->phase = RESOLVE;
}

/* ---- what cards do --------------------------------------------------------------------------- */

/* What is to come adds up, as far as it can make a difference. */
static uint8_t add_up(int before, int number)
{
    return (uint8_t)(before + number < ROUNDS_MAX ? before + number : ROUNDS_MAX);
}

static void miss_turns(struct state *s, int seat, int turns, struct facts *facts)
{
    s->miss[seat] = add_up(s->miss[seat], turns);
    if (s->miss[seat] == 1)
        TELL(facts, EVERYBODY, 0, T_WILL_MISS, seat);
    else
        TELL(facts, EVERYBODY, 0, T_WILL_MISS_MORE, seat, s->miss[seat]);
}

static void slow_down(struct state *s, int seat, int number, struct facts *facts)
{
    s->slow[seat] = add_up(s->slow[seat], number);
    TELL(facts, EVERYBODY, 0, T_WILL_BE_SLOW, seat, s->slow[seat]);
}

static void take_piece(struct state *s, int piece, struct facts *facts)
{
    s->gems[s->target][piece]--;
    s->gems[s->turn][piece]++;
    TELL(facts, EVERYBODY, 0, T_TAKES_PIECE, s->turn, THING_PIECE + piece, s->target);
    fact_transfer(facts, THING_PIECE + piece, 1, part_of(s->target, PART_GEMS), part_of(s->turn, PART_GEMS));
    s->phase = OPEN_DRAW;
}

/* A piece that is not gold, if there is only one kind of them; or -1. */
static int only_small_piece(const struct state *s, int seat)
{
    int found = -1;

    for (int piece = 0; piece < GOLD; piece++) {
        if (s->gems[seat][piece] && found >= 0)
            return -1;
        if (s->gems[seat][piece])
            found = piece;
    }
    return found;
}

static void rob(struct state *s, int item, struct facts *facts)
{
    s->table[s->target] -= ONE_ITEM(item);
    TELL(facts, EVERYBODY, 0, T_ROBS, s->turn, s->target, item);
    fact_transfer(facts, item, 1, part_of(s->target, PART_TABLE), PLACE_DISCARDS);
    s->phase = OPEN_DRAW;
}

static void do_deed(struct state *s, struct facts *facts)
{
    int number = number_of(s->card), target = s->target;

    s->phase = OPEN_DRAW;
    switch (effect_of(s->card)) {
    case DIG:
        ask_chance(s, DIG_ROLL, DIE);
        break;
    case HURRY:
        ask_chance(s, HURRY_ROLL, DIE);
        break;
    case CUT:
        ask(s, STEPS, BIT(s->turn));
        break;
    case FILCH:
        if (only_small_piece(s, target) >= 0)
            take_piece(s, only_small_piece(s, target), facts);
        else
            ask(s, PIECE, BIT(s->turn));
        break;
    case SWAP:
        change_places(s, target, facts);
        break;
    case DETOUR:
        move_back(s, target, number, facts);
        break;
    case NAP:
        miss_turns(s, target, number, facts);
        break;
    case VISIT:
        visit(s, target, facts);
        break;
    case STING:
        lose_gems(s, target, number, facts);
        break;
    case ROB:
        if (several_items(s->table[target]))
            ask(s, ROB_ITEM, BIT(s->turn));
        else
            rob(s, lowest_item(s->table[target]), facts);
        break;
    case SLOW:
        slow_down(s, target, number, facts);
        break;
    case TRICK:
        s->tricks[target] = (uint8_t)(s->tricks[target] + number);
        TELL(facts, EVERYBODY, 0, T_ADDS, target, number, brawl_value(s, target));
        s->phase = OPEN_TRICKS;
        break;
    default: /* DODGE; answers never come here */
        s->brawl &= (uint8_t)~BIT(target);
        TELL(facts, EVERYBODY, 0, T_OUT_OF_BRAWL, target);
        s->phase = OPEN_DODGES;
        break;
    }
}

/* The first card does what it says and is discarded. Where the die or a choice comes first, all have passed without a
 * word for everybody. */
static void take_effect(struct state *s, struct facts *facts)
{
    do_deed(s, facts);
    if (facts && (facts->n == 0 || facts->fact[facts->n - 1].to != EVERYBODY))
        TELL(facts, EVERYBODY, FACT_SILENT, T_TAKES_EFFECT, s->card);
    fact_transfer(facts, s->card, 1, PLACE_STACK, PLACE_DISCARDS);
}

/* ---- brawls ---------------------------------------------------------------------------------- */

/* Those who have arrived may brawl with whom they meet, one after the other; where nobody has gems there is nothing to
 * brawl for. */
static void meet(struct state *s, struct facts *facts)
{
    while (s->arrival < 2 && s->arrived[s->arrival]) {
        int seat = s->arrived[s->arrival++] - 1;
        uint32_t there = company(s, seat);

        if (!brawling(s) || bit_count(there) < 2 || !any_gems(s, there))
            continue;
        s->brawl = (uint8_t)there;
        if (s->forced)
            s->phase = OPEN_DODGES;
        else
            ask(s, CALL, there);
        s->forced = 0;
        return;
    }
    if (s->forced)
        TELL(facts, EVERYBODY, 0, T_NOTHING_TO_WIN);
    s->forced = 0;
    s->arrived[0] = s->arrived[1] = s->arrival = 0;
    s->phase = s->after;
}

/* The brawl cards that were shown are turned down. */
static void end_brawl(struct state *s, struct facts *facts)
{
    for (int seat = 0; seat < s->seats; seat++) {
        if (facts && s->picked[seat])
            fact_transfer(facts, THING_BRAWL + s->picked[seat] - 1, 1, part_of(seat, PART_SHOWN),
                          part_of(seat, PART_USED));
        s->picked[seat] = s->tricks[seat] = 0;
    }
    s->brawl = s->tied = s->owing = s->winner = s->leaders = s->rolling = s->top = s->rolls = 0;
    s->phase = MEETINGS;
}

static void open_dodges(struct state *s, struct facts *facts)
{
    uint32_t seats = with_cards(s, s->brawl);

    if (bit_count(s->brawl) < 2) {
        TELL(facts, EVERYBODY, 0, T_NO_BRAWL);
        end_brawl(s, facts);
    } else if (seats) {
        ask(s, DODGES, seats);
    } else {
        s->phase = OPEN_PICKS;
    }
}

static void open_picks(struct state *s, struct facts *facts)
{
    uint32_t seats = 0;

    for (FOR_BITS(seat, s->brawl))
        if (s->brawl_cards[seat])
            seats |= BIT(seat);
        else
            TELL(facts, EVERYBODY, 0, T_BRAWLS_BARE, (int16_t)seat);
    if (seats)
        ask(s, PICKS, seats);
    else
        s->phase = OPEN_TRICKS;
}

static void open_tricks(struct state *s)
{
    uint32_t seats = with_cards(s, s->brawl);

    if (seats)
        ask(s, TRICKS, seats);
    else
        s->phase = JUDGE;
}

/* The highest wins; a tie of all is nothing, and for another tie at the top the die is rolled. */
static void judge(struct state *s, struct facts *facts)
{
    int top = -1;

    for (FOR_BITS(seat, s->brawl)) {
        int value = brawl_value(s, (int)seat);

        if (value > top) {
            top = value;
            s->tied = 0;
        }
        if (value == top)
            s->tied |= (uint8_t)BIT(seat);
    }
    s->owing = s->brawl & (uint8_t)~s->tied;
    if (s->owing == 0) {
        TELL(facts, EVERYBODY, 0, T_BRAWL_TIED, top);
        end_brawl(s, facts);
    } else if (bit_count(s->tied) > 1) {
        TELL(facts, EVERYBODY, 0, T_BRAWL_TOP, top);
        s->rolling = s->tied;
        s->rolls = 1;
        ask_chance(s, BRAWL_ROLL, DIE);
    } else {
        s->winner = (uint8_t)bit_lowest(s->tied);
        TELL(facts, EVERYBODY, 0, T_WINS_BRAWL, s->winner, top);
        s->phase = COLLECT;
    }
}

/* The tied roll one after the other, clockwise from the active gnome; those who share the highest roll again. */
static void roll_in_brawl(struct state *s, int rolled, struct facts *facts)
{
    int seat = first_clockwise(s, s->rolling);

    TELL(facts, EVERYBODY, 0, T_ROLLS, seat, rolled);
    s->rolling &= (uint8_t)~BIT(seat);
    if (rolled > s->top) {
        s->top = (uint8_t)rolled;
        s->leaders = 0;
    }
    if (rolled == s->top)
        s->leaders |= (uint8_t)BIT(seat);
    if (s->rolling)
        return;
    if (bit_count(s->leaders) > 1 && s->rolls < BRAWL_ROLLS) {
        TELL(facts, EVERYBODY, 0, T_ROLL_AGAIN, s->top);
        s->rolling = s->leaders;
        s->leaders = s->top = 0;
        s->rolls++;
        return;
    }
    if (bit_count(s->leaders) > 1)
        TELL(facts, EVERYBODY, 0, T_ROLL_LAST, BRAWL_ROLLS);
    s->winner = (uint8_t)first_clockwise(s, s->leaders);
    TELL(facts, EVERYBODY, 0, T_WINS_BRAWL, s->winner, brawl_value(s, s->winner));
    s->phase = COLLECT;
}

static void forfeit(struct state *s, int seat, int item, struct facts *facts)
{
    s->table[seat] -= ONE_ITEM(item);
    s->table[s->winner] += ONE_ITEM(item);
    TELL(facts, EVERYBODY, 0, T_FORFEITS, seat, item, s->winner);
    fact_transfer(facts, item, 1, part_of(seat, PART_TABLE), part_of(s->winner, PART_TABLE));
}

/* A loser pays the winner of the brawl. Says whether in full. */
static bool pay_winner(struct state *s, int seat, struct facts *facts)
{
    int owed = brawl_value(s, s->winner) - brawl_value(s, seat), paid = payable(s, seat, owed);

    if (paid == owed)
        TELL(facts, EVERYBODY, 0, T_PAYS, seat, paid, s->winner);
    else if (paid)
        TELL(facts, EVERYBODY, 0, T_PAYS_SHORT, seat, owed, s->winner, paid);
    else
        TELL(facts, EVERYBODY, 0, T_PAYS_NONE, seat, owed, s->winner);
    pay(s, seat, paid, s->winner, facts);
    return paid == owed;
}

/* The losers pay the difference, or what they have, clockwise from the active gnome. */
static void collect_brawl(struct state *s, struct facts *facts)
{
    while (s->owing) {
        int seat = first_clockwise(s, s->owing);

        s->owing &= (uint8_t)~BIT(seat);
        if (pay_winner(s, seat, facts) || !(s->rules & BIT(FORFEIT_RULE)) || !s->table[seat])
            continue;
        if (several_items(s->table[seat])) {
            ask(s, FORFEIT, BIT(seat));
            return;
        }
        forfeit(s, seat, lowest_item(s->table[seat]), facts);
    }
    end_brawl(s, facts);
}

/* ---- play ------------------------------------------------------------------------------------ */

/* The rules go on by themselves until chance or a seat is to act. */
static void run(struct state *s, struct facts *facts)
{
    while (s->phase <= LAST_STEP)
        switch (s->phase) {
        case NEXT_TURN:
            next_turn(s, facts);
            break;
        case WALK:
            walk(s, facts);
            break;
        case ARRIVALS:
            stones_act(s, facts);
            break;
        case MEETINGS:
            meet(s, facts);
            break;
        case OPEN_SALE:
            open_sale(s, facts);
            break;
        case PAY_SALE:
            pay_sale(s, facts);
            break;
        case OPEN_CHANGE:
            open_change(s);
            break;
        case OPEN_PLAY:
            open_play(s);
            break;
        case OPEN_ANSWERS:
            open_answers(s);
            break;
        case RESOLVE:
            resolve(s, facts);
            break;
        case TAKE_EFFECT:
            take_effect(s, facts);
            break;
        case OPEN_DODGES:
            open_dodges(s, facts);
            break;
        case OPEN_PICKS:
            open_picks(s, facts);
            break;
        case OPEN_TRICKS:
            open_tricks(s);
            break;
        case JUDGE:
            judge(s, facts);
            break;
        case COLLECT:
            collect_brawl(s, facts);
            break;
        default: /* OPEN_DRAW */
            open_draw(s, facts);
            break;
        }
}

static void apply_chance(struct state *s, move_t m, struct facts *facts)
{
    int kind = m - MOVE_CARD, rolled = m - MOVE_DIE;

    /* The two of every turn. */
    if (s->phase == ROLL) {
        roll(s, rolled, facts);
        return;
    }
    if (s->phase == DRAW_CARD) {
        draw_card(s, kind, facts);
        return;
    }
    switch (s->phase) {
    case DEAL:
        deal(s, kind, facts);
        break;
    case DRAW_STARTER:
        s->turn = s->starter = (uint8_t)(m - MOVE_SEAT);
        TELL(facts, EVERYBODY, 0, T_STARTS, s->turn);
        begin_turn(s, facts);
        break;
    case TINKER:
        roll_tinker(s, rolled, facts);
        break;
    case DIG_ROLL:
        TELL(facts, EVERYBODY, 0, T_ROLLS, s->turn, rolled);
        collect(s, s->turn, rolled, facts);
        s->phase = OPEN_DRAW;
        break;
    case HURRY_ROLL:
        TELL(facts, EVERYBODY, 0, T_ROLLS, s->turn, rolled);
        move_on(s, rolled, facts);
        break;
    case BRAWL_ROLL:
        roll_in_brawl(s, rolled, facts);
        break;
    default: /* LOSE_CARD */
        lose_card(s, kind, facts);
        break;
    }
}

/* A choice that everybody hears at once. */
static void apply_single(struct state *s, int seat, move_t m, struct facts *facts)
{
    int kind = m - MOVE_CARD;

    if (s->phase == PLAY) {
        play(s, m, facts);
        return;
    }
    switch (s->phase) {
    case LIMIT:
        show_card(s, seat, kind);
        TELL(facts, EVERYBODY, FACT_REVEALS, T_DISCARDS, seat, kind);
        fact_transfer(facts, kind, 1, part_of(seat, PART_HAND), PLACE_DISCARDS);
        if (s->hand_n[seat] == hand_limit(s))
            ask_chance(s, ROLL, DIE);
        break;
    case AT_DOOR:
        decide_door(s, m == MOVE_YES, facts);
        break;
    case AT_BRIDGE:
        decide_bridge(s, m == MOVE_YES, facts);
        break;
    case SELL:
        sell(s, m, facts);
        break;
    case CHANGE_UP:
        decide_change(s, m == MOVE_YES, facts);
        break;
    case GIVE_UP_ITEM:
        discard_item(s, seat, kind, facts);
        s->arrival++;
        s->phase = ARRIVALS;
        break;
    case STEPS:
        move_on(s, m - MOVE_DIE, facts);
        break;
    case PIECE:
        take_piece(s, m - MOVE_PIECE, facts);
        break;
    case ROB_ITEM:
        rob(s, kind, facts);
        break;
    default: /* FORFEIT */
        forfeit(s, seat, kind, facts);
        s->phase = COLLECT;
        break;
    }
}

/* What a seat has chosen unseen is known to itself. */
static void tell_choice(const struct state *s, int seat, move_t m, struct facts *facts)
{
    if (s->phase == CALL)
        TELL(facts, ONLY(seat), FACT_SILENT, m == PASS ? T_CHOOSES_NO_BRAWL : T_CHOOSES_BRAWL, seat);
    else if (m == PASS)
        TELL(facts, ONLY(seat), FACT_SILENT, T_CHOOSES_PASS, seat);
    else
        TELL(facts, ONLY(seat), FACT_SILENT, T_CHOOSES_CARD, seat,
             s->phase == PICKS ? THING_BRAWL + m - MOVE_BRAWL : m - MOVE_CARD);
}

/* One yes is enough. */
static void close_call(struct state *s, struct facts *facts)
{
    s->phase = MEETINGS;
    for (FOR_BITS(seat, s->brawl)) {
        if (s->choice[seat] != MOVE_YES + 1)
            continue;
        TELL(facts, EVERYBODY, FACT_REVEALS, T_CALLS, (int16_t)seat);
        s->phase = OPEN_DODGES;
    }
    if (s->phase == MEETINGS) {
        TELL(facts, EVERYBODY, FACT_REVEALS, T_NOBODY_CALLS);
        s->brawl = 0;
    }
}

static void close_picks(struct state *s, struct facts *facts)
{
    for (FOR_BITS(seat, s->brawl)) {
        if (s->choice[seat] == 0)
            continue;
        s->picked[seat] = (uint8_t)(s->choice[seat] - MOVE_BRAWL);
        s->brawl_cards[seat] &= (uint16_t)~BIT(s->picked[seat] - 1);
        TELL(facts, EVERYBODY, FACT_REVEALS, T_BRAWLS_WITH, (int16_t)seat, THING_BRAWL + s->picked[seat] - 1);
        fact_transfer(facts, THING_BRAWL + s->picked[seat] - 1, 1, part_of((int)seat, PART_BRAWL),
                      part_of((int)seat, PART_SHOWN));
    }
    s->phase = OPEN_TRICKS;
}

/* A window closes: of those who play a card, the first clockwise from the active gnome does; the others keep theirs,
 * unseen. */
static void close_window(struct state *s, enum phase otherwise, struct facts *facts)
{
    uint32_t playing = 0;
    int seat, kind;

    for (int other = 0; other < s->seats; other++)
        playing |= (uint32_t)(s->choice[other] > PASS + 1) << other;
    if (playing == 0) {
        s->phase = (uint8_t)otherwise;
        return;
    }
    seat = first_clockwise(s, playing);
    kind = s->choice[seat] - 1 - MOVE_CARD;
    for (FOR_BITS(late, playing & ~BIT(seat)))
        TELL(facts, ONLY(late), 0, T_TOO_LATE, (int16_t)late, s->choice[late] - 1 - MOVE_CARD, seat);
    if (s->phase == ANSWERS) {
        TELL(facts, EVERYBODY, FACT_REVEALS, T_ANSWERS, seat, s->stack_by[s->stack_n - 1], s->stack[s->stack_n - 1],
             kind);
    } else {
        TELL(facts, EVERYBODY, FACT_REVEALS, T_PLAYS, seat, kind);
        s->card = (uint8_t)kind;
        s->target = (uint8_t)seat;
    }
    fact_transfer(facts, kind, 1, part_of(seat, PART_HAND), PLACE_STACK);
    put_on_stack(s, seat, kind);
}

static void apply_unseen(struct state *s, int seat, move_t m, struct facts *facts)
{
    if (facts)
        tell_choice(s, seat, m, facts);
    s->choice[seat] = (uint8_t)(m + 1);
    s->asked &= (uint8_t)~BIT(seat);
    if (s->asked)
        return;
    switch (s->phase) {
    case CALL:
        close_call(s, facts);
        break;
    case PICKS:
        close_picks(s, facts);
        break;
    case DODGES:
        close_window(s, OPEN_PICKS, facts);
        break;
    case TRICKS:
        close_window(s, JUDGE, facts);
        break;
    default: /* ANSWERS */
        close_window(s, RESOLVE, facts);
        break;
    }
    for (int other = 0; other < s->seats; other++)
        s->choice[other] = 0;
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    if (s->phase <= LAST_CHANCE)
        apply_chance(s, m, facts);
    else if (s->phase <= LAST_SINGLE)
        apply_single(s, actor, m, facts);
    else
        apply_unseen(s, actor, m, facts);
    run(s, facts);
}

static uint32_t sealed(const void *state)
{
    const struct state *s = state;
    uint32_t seats = 0;

    for (int seat = 0; seat < s->seats; seat++)
        seats |= s->choice[seat] ? BIT(seat) : 0;
    return seats;
}

static void reopen(void *state, uint32_t seats)
{
    struct state *s = state;

    for (int seat = 0; seat < s->seats; seat++)
        if (seats & BIT(seat)) {
            s->choice[seat] = 0;
            s->asked |= (uint8_t)BIT(seat);
        }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* What another hand may hold depends on where its cards are from. It cannot be told exactly without all that ever
 * happened, so this is remembered:
 *
 * Before the discards are first shuffled: how many cards of each hand can only be those it got at the start. They are
 * green; all others are any cards that have not been seen. A green card that is shown counts as one from the start as
 * long as there is one.
 *
 * Since the last shuffling: the hands at that time (was), how many of their cards can only be from the start, how many
 * cards each seat has drawn since, and which it has shown, in their order (what it showed before it drew any is taken
 * out of `was` at once). The old cards are known as a whole, and so are those that went into the new pile. So each card
 * shown was an old or a new one, and any choice that fits the numbers of old and new cards of each kind and each seat,
 * at each moment, is a world that is possible: the one with few new ones that is found from "all old" by augmenting
 * paths is taken. What the hands still hold is then dealt at random, old cards and new ones apart, those from the start
 * first. Before an earlier shuffling all piles count as one.
 */

/* Takes a card of a kind below this one at random. */
static int take_random(uint64_t heap[], int below, struct luck *luck)
{
    int kind = pile_nth(heap, luck_below(luck, pile_size(heap, below)));

    pile_add(heap, kind, -1);
    return kind;
}

static void deal_from(struct state *s, int seat, uint64_t heap[], int below, struct luck *luck)
{
    cards_add(&s->hand[seat], take_random(heap, below, luck), 1);
    s->hand_n[seat]++;
}

/* The cards of the start are dealt first, in the order of the seats, because only green ones will do. */
static void deal_starting(struct state *s, uint32_t seats, const uint8_t starting[], uint64_t heap[], struct luck *luck)
{
    for (FOR_BITS(seat, seats))
        for (int n = starting[seat]; n > 0 && pile_size(heap, ITEMS_N) > 0; n--)
            deal_from(s, (int)seat, heap, ITEMS_N, luck);
}

/* Which of the cards shown since the last shuffling were new: a flow of new cards from a hub to the kinds, from there
 * to the cards shown, from each of them to the next one of that seat, from the last to the seat, and back to the hub.
 * No more new cards may pass a card than the seat had drawn when it was shown. Edges: to each kind, to and from each
 * card, from each seat. */
enum {
    NODE_CARD = KINDS,
    NODE_SEAT = NODE_CARD + DECK,
    NODE_HUB = NODE_SEAT + SEATS,
    NODES,
    EDGE_CARD = KINDS,
    EDGE_NEXT = EDGE_CARD + DECK,
    EDGE_SEAT = EDGE_NEXT + DECK,
    EDGES = EDGE_SEAT + SEATS,
    /* Several times what was ever needed, where a first pile of ten cards left all cards of the start in hand. */
    TRIES_DEEP = 16,
    TRIES = 1000
};

struct flow {
    uint8_t from[EDGES], to[EDGES];
    uint8_t flow[EDGES], least[EDGES], most[EDGES];
    /* Of each seat: its old cards, those of them from the start; of its shown ones the old green and other ones. */
    uint8_t was[SEATS], starting[SEATS], old_green[SEATS], old_other[SEATS];
};

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void set_edge(struct flow *f, int edge, int from, int to, int least, int most)
{
    f->from[edge] = (uint8_t)from;
    f->to[edge] = (uint8_t)to;
    f->least[edge] = (uint8_t)larger(0, least);
    f->most[edge] = (uint8_t)most;
}

/* One more along this edge, and along a way from its end back to its start; or false. */
static bool one_more(struct flow *f, int edge)
{
    int16_t via[NODES] = {0}; /* the edge to this node + 1, negative if it is taken backwards */
    bool grows = true;

    via[f->to[edge]] = (int16_t)(edge + 1);
    while (grows && !via[f->from[edge]]) {
        grows = false;
        for (int e = 0; e < EDGES; e++) {
            if (f->flow[e] < f->most[e] && via[f->from[e]] && !via[f->to[e]])
                via[f->to[e]] = (int16_t)(e + 1);
            else if (f->flow[e] > f->least[e] && via[f->to[e]] && !via[f->from[e]])
                via[f->from[e]] = (int16_t)(-e - 1);
            else
                continue;
            grows = true;
        }
    }
    if (!via[f->from[edge]])
        return false;
    for (int node = f->from[edge]; node != f->to[edge];) {
        int e = via[node];

        f->flow[e > 0 ? e - 1 : -e - 1] += (uint8_t)(e > 0 ? 1 : -1);
        node = e > 0 ? f->from[e - 1] : f->to[-e - 1];
    }
    f->flow[edge]++;
    return true;
}

static int cards_n(const struct cards *cards)
{
    int n = 0;

    for (int kind = 0; kind < KINDS; kind++)
        n += cards_of(cards, kind);
    return n;
}

/* The edges for the cards that these seats have shown, given how many of each kind were old and new. */
static void lay_flow(const struct state *s, uint32_t seats, const uint64_t old[], const uint64_t fresh[],
                     struct flow *f)
{
    int shown[KINDS] = {0}, by[SEATS] = {0}, green[SEATS] = {0}, next[SEATS];

    *f = (struct flow){{0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}};
    for (int seat = 0; seat < SEATS; seat++)
        next[seat] = NODE_SEAT + seat;
    for (int i = s->shown_n - 1; i >= 0; i--) {
        int kind = shown_kind(s->shown[i]), seat = shown_by(s->shown[i]);

        if (!(seats & BIT(seat)))
            continue;
        set_edge(f, EDGE_CARD + i, kind, NODE_CARD + i, 0, 1);
        set_edge(f, EDGE_NEXT + i, NODE_CARD + i, next[seat], 0, shown_draws(s->shown[i]));
        next[seat] = NODE_CARD + i;
        shown[kind]++;
        by[seat]++;
        green[seat] += kind < ITEMS_N;
    }
    for (int kind = 0; kind < KINDS; kind++)
        set_edge(f, kind, NODE_HUB, kind, shown[kind] - pile_of(old, kind), pile_of(fresh, kind));
    for (FOR_BITS(seat, seats)) {
        f->was[seat] = (uint8_t)cards_n(&s->was[seat]);
        f->starting[seat] = s->starting[seat];
        set_edge(f, EDGE_SEAT + (int)seat, NODE_SEAT + (int)seat, NODE_HUB,
                 by[seat] - f->was[seat] + larger(0, s->starting[seat] - green[seat]), s->drawn[seat]);
    }
}

/* Counts the old cards among those shown. Returns how many green ones there are that nobody needs. */
static int count_old(const struct state *s, uint32_t seats, const uint64_t old[], struct flow *f)
{
    int spare = (int)pile_size(old, ITEMS_N);

    for (FOR_BITS(seat, seats))
        f->old_green[seat] = f->old_other[seat] = 0;
    for (int i = 0; i < s->shown_n; i++)
        if ((seats & BIT(shown_by(s->shown[i]))) && !f->flow[EDGE_CARD + i])
            (shown_kind(s->shown[i]) < ITEMS_N ? f->old_green : f->old_other)[shown_by(s->shown[i])]++;
    for (FOR_BITS(seat, seats))
        spare -= larger(f->old_green[seat], f->starting[seat]);
    return spare;
}

/* Whether the cards from the start can still be dealt. If not, old cards of other colours have taken their places in
 * some hand, or there are too few green ones: *card is one of those that take part in it and may be new, or -1. */
static bool start_fits(const struct state *s, uint32_t seats, const uint64_t old[], struct flow *f, int *card)
{
    int spare = count_old(s, seats, old, f);
    bool fits = spare >= 0;

    *card = -1;
    for (FOR_BITS(seat, seats))
        fits = fits && f->old_other[seat] + f->starting[seat] <= f->was[seat];
    for (int i = s->shown_n - 1; i >= 0 && !fits && *card < 0; i--) {
        int seat = shown_by(s->shown[i]);
        bool takes = shown_kind(s->shown[i]) < ITEMS_N ? spare < 0 && f->old_green[seat] > f->starting[seat]
                                                       : f->old_other[seat] + f->starting[seat] > f->was[seat];

        if (takes && f->flow[EDGE_CARD + i] < f->most[EDGE_CARD + i])
            *card = i;
    }
    return fits;
}

/* Finds the new ones among the cards that these seats have shown. Where the cards from the start do not fit, cards are
 * made new ones for good, going back where that leads nowhere. */
static void find_fresh(const struct state *s, uint32_t seats, const uint64_t old[], const uint64_t fresh[],
                       struct flow *f)
{
    struct flow before[TRIES_DEEP];
    uint8_t tried[TRIES_DEEP];
    int deep = 0, card;

    lay_flow(s, seats, old, fresh, f);
    for (int edge = 0; edge < EDGES; edge++)
        while (f->flow[edge] < f->least[edge] && one_more(f, edge))
            continue;
    for (int left = TRIES; !start_fits(s, seats, old, f, &card) && left > 0; left--) {
        if (card >= 0 && deep < TRIES_DEEP) {
            before[deep] = *f;
            tried[deep] = (uint8_t)card;
            if (one_more(f, EDGE_CARD + card)) {
                f->least[EDGE_CARD + card] = 1;
                deep++;
            } else {
                f->most[EDGE_CARD + card] = 0;
            }
        } else if (deep > 0) {
            *f = before[--deep];
            f->most[EDGE_CARD + tried[deep]] = 0;
        } else {
            break;
        }
    }
}

/* Deals the hands of these seats anew, from a heap of all cards that the viewer has not seen. */
static void redeal_shuffled(struct state *s, uint32_t seats, uint64_t heap[], struct luck *luck)
{
    uint64_t old[PILE_WORDS] = {0};
    struct flow f;

    for (int i = 0; i < s->shown_n; i++)
        if (seats & BIT(shown_by(s->shown[i])))
            pile_add(heap, shown_kind(s->shown[i]), 1);
    for (FOR_BITS(seat, seats))
        for (int kind = 0; kind < KINDS; kind++) {
            pile_add(old, kind, cards_of(&s->was[seat], kind));
            pile_add(heap, kind, -cards_of(&s->was[seat], kind));
        }
    find_fresh(s, seats, old, heap, &f);
    /* From now on only what has not been shown; in `was` the old ones of what has been. */
    for (FOR_BITS(seat, seats)) {
        int left = f.was[seat] - f.old_green[seat] - f.old_other[seat], need = f.starting[seat] - f.old_green[seat];

        s->was[seat] = (struct cards){0, 0};
        f.was[seat] = (uint8_t)left;
        f.starting[seat] = (uint8_t)(need < 0 ? 0 : need < left ? need : left);
    }
    for (int i = 0; i < s->shown_n; i++) {
        int kind = shown_kind(s->shown[i]), seat = shown_by(s->shown[i]);

        if (!(seats & BIT(seat)))
            continue;
        pile_add(f.flow[EDGE_CARD + i] ? heap : old, kind, -1);
        if (!f.flow[EDGE_CARD + i])
            cards_add(&s->was[seat], kind, 1);
    }
    deal_starting(s, seats, f.starting, old, luck);
    for (FOR_BITS(seat, seats)) {
        while (s->hand_n[seat] < f.was[seat])
            deal_from(s, (int)seat, old, KINDS, luck);
        for (int kind = 0; kind < KINDS; kind++)
            cards_add(&s->was[seat], kind, cards_of(&s->hand[seat], kind));
    }
    for (FOR_BITS(seat, seats))
        for (int n = s->drawn[seat] - f.flow[EDGE_SEAT + seat]; n > 0; n--)
            deal_from(s, (int)seat, heap, KINDS, luck);
}

static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;
    uint32_t seats = viewer < s->seats ? everybody(s) & ~BIT(viewer) : everybody(s);
    uint8_t size[SEATS];

    if (viewer == REFEREE)
        return;
    for (FOR_BITS(seat, seats)) {
        for (int kind = 0; kind < KINDS; kind++)
            pile_add(s->pile, kind, cards_of(&s->hand[seat], kind));
        size[seat] = s->hand_n[seat];
        s->hand[seat] = (struct cards){0, 0};
        s->hand_n[seat] = 0;
    }
    if (s->shuffled) {
        redeal_shuffled(s, seats, s->pile, luck);
        return;
    }
    deal_starting(s, seats, s->starting, s->pile, luck);
    for (FOR_BITS(seat, seats))
        while (s->hand_n[seat] < size[seat])
            deal_from(s, (int)seat, s->pile, KINDS, luck);
}

/* ---- the end --------------------------------------------------------------------------------- */

static void result(const void *state, struct result *out)
{
    const struct state *s = state;

    for (int number = 1; number <= s->seats; number++)
        for (int seat = 0; seat < s->seats; seat++) {
            if (s->finished[seat] != number)
                continue;
            out->score[seat] = value_of(s->gems[seat]);
            out->tie[seat][0] = -number; /* the earlier one goes first */
            result_line(out, seat, PHRASE(T_RESULT, seat, (int16_t)out->score[seat], number));
        }
    result_ties(out, s->seats, T_RESULT_TIE);
}

/* ---- the table ------------------------------------------------------------------------------- */

static struct phrase label_of(int stone)
{
    bool slid_to = false;

    for (int other = 1; other < FINISH; other++)
        slid_to = slid_to || (trail[other].kind == SLIME && trail[other].number == stone);
    switch (trail[stone].kind) {
    case DOOR:
        return PHRASE(T_LABEL_DOOR, stone);
    case SLIME:
        return PHRASE(T_LABEL_SLIME, stone);
    case BRIDGE:
        return PHRASE(T_LABEL_BRIDGE, stone);
    case PLAIN:
        return PHRASE(slid_to ? T_LABEL_SLIME : stone == BRIDGE_END ? T_LABEL_BRIDGE : T_LABEL_PLAIN, stone);
    default:
        return PHRASE(T_LABEL_BAD, stone);
    }
}

static void scene_gnomes(const struct state *s, int place, bool inside, struct scene *out)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (s->place[seat] == place && (s->inside >> seat & 1) == inside)
            scene_piece(out, THING_GNOME + seat, 1, 0);
}

static void scene_trail(const struct state *s, struct scene *out)
{
    int bend = 0, bends_n = (int)(sizeof bends / sizeof bends[0]);

    scene_zone(out, &zones[Z_TRAIL], NOBODY, PHRASE(T_TRAIL_TITLE));
    for (int stone = 1; stone < FINISH; stone++) {
        if (bend + 1 < bends_n && bends[bend + 1].stone == stone)
            bend++;
        scene_place(out, stone, bends[bend].x + bends[bend].dx * (stone - bends[bend].stone), bends[bend].y,
                    label_of(stone));
        scene_gnomes(s, stone, false, out);
        if (trail[stone].kind == SLIME || trail[stone].kind == BRIDGE)
            scene_link(out, stone, trail[stone].number, trail[stone].kind == SLIME ? LINK_SLIDE : LINK_BRIDGE);
    }
    scene_zone(out, &zones[Z_ELSEWHERE], NOBODY, PHRASE(T_OFF_TITLE));
    scene_place(out, START, 0, 0, PHRASE(T_LABEL_START));
    scene_gnomes(s, START, false, out);
    for (int business = 0; business < BUSINESSES_N; business++) {
        scene_place(out, PLACE_BUSINESS + business, 2 + 2 * business, 0, PHRASE(T_LABEL_BUSINESS + business));
        scene_gnomes(s, businesses[business].stone, true, out);
    }
    scene_place(out, FINISH, 2 + 2 * BUSINESSES_N, 0, PHRASE(T_LABEL_FINISH));
    scene_gnomes(s, FINISH, false, out);
}

static void scene_items(uint64_t items, struct scene *out)
{
    for (int item = 0; item < ITEMS_N; item++)
        scene_piece(out, item, items_of(items, item), 0);
}

static void scene_piles(const struct state *s, struct scene *out)
{
    scene_pile(out, &zones[Z_DECK], NOBODY, PHRASE(T_PILE_TITLE), PLACE_PILE);
    scene_piece(out, THING_BACK, s->pile_n, 0);
    scene_pile(out, &zones[Z_DISCARDS], NOBODY, PHRASE(T_DISCARDS_TITLE), PLACE_DISCARDS);
    for (int kind = 0; kind < KINDS; kind++)
        scene_piece(out, kind, discards_of(s, kind), 0);
    scene_pile(out, &zones[Z_MINE], NOBODY, PHRASE(T_MINE_TITLE), PLACE_MINE);
    for (int piece = GOLD; piece >= 0; piece--)
        scene_piece(out, THING_PIECE + piece, UNLIMITED, 0);
    if (s->stack_n) {
        scene_pile(out, &zones[Z_STACK], NOBODY, PHRASE(T_STACK_TITLE), PLACE_STACK);
        for (int i = 0; i < s->stack_n; i++)
            scene_piece(out, s->stack[i], 1, 0);
    }
    if (s->sale) {
        scene_pile(out, &zones[Z_SALE], NOBODY, PHRASE(T_SALE_TITLE), PLACE_SALE);
        scene_items(s->sale, out);
    }
}

/* Brawl cards: the owner knows them, used ones too; the others have seen those that were used, but they lie face down.
 */
static void scene_brawl_cards(const struct state *s, int viewer, int seat, struct scene *out)
{
    bool knows = viewer == seat || viewer == REFEREE;
    uint32_t left = s->brawl_cards[seat], shown = s->picked[seat] ? BIT(s->picked[seat] - 1) : 0;
    uint32_t used = (BIT(BRAWLS_N) - 1) & ~left & ~shown;
    int place = part_of(seat, 0);

    scene_place(out, place + PART_BRAWL, 4, 0, PHRASE(T_LABEL_BRAWL));
    for (FOR_BITS(card, knows ? left : 0))
        scene_piece(out, THING_BRAWL + (int)card, 1, 0);
    scene_piece(out, THING_BRAWL_BACK, knows ? 0 : bit_count(left), 0);
    if (used) {
        scene_place(out, place + PART_USED, 6, 0, PHRASE(T_LABEL_USED));
        for (FOR_BITS(card, knows ? used : 0))
            scene_piece(out, THING_BRAWL + (int)card, 1, PIECE_DOWN);
        scene_piece(out, THING_BRAWL_BACK, knows ? 0 : bit_count(used), 0);
    }
    if (shown) {
        scene_place(out, place + PART_SHOWN, 8, 0, PHRASE(T_LABEL_SHOWN));
        scene_piece(out, THING_BRAWL + s->picked[seat] - 1, 1, 0);
    }
}

static void scene_seat(const struct state *s, int viewer, int seat, struct scene *out)
{
    bool knows = viewer == seat || viewer == REFEREE;
    int place = part_of(seat, 0);

    scene_zone(out, &zones[Z_TABLEAU], seat, PHRASE(T_SEAT_TITLE, seat, THING_GNOME + seat));
    scene_place(out, place + PART_GEMS, 0, 0, PHRASE(T_LABEL_GEMS));
    for (int piece = GOLD; piece >= 0; piece--)
        scene_piece(out, THING_PIECE + piece, s->gems[seat][piece], 0);
    scene_place(out, place + PART_TABLE, 2, 0, PHRASE(T_LABEL_TABLE));
    scene_items(s->table[seat], out);
    scene_count(out, SCOPE_PLACE, prices_of(s->table[seat]), NO_LIMIT, PHRASE(T_COUNT_PRICES));
    if (brawling(s))
        scene_brawl_cards(s, viewer, seat, out);
    scene_pile(out, &zones[Z_HAND], seat, PHRASE(T_HAND_TITLE, seat), place + PART_HAND);
    for (int kind = 0; kind < KINDS; kind++)
        scene_piece(out, kind, knows ? cards_of(&s->hand[seat], kind) : 0, 0);
    scene_piece(out, THING_BACK, knows ? 0 : s->hand_n[seat], 0);
    if (s->rules & BIT(HAND_LIMIT_RULE))
        scene_count(out, SCOPE_ZONE, s->hand_n[seat], hand_limit(s), PHRASE(T_COUNT_HAND));
}

/* How far back a card can send a gnome. */
#define DETOUR_STEPS(id, name, mark, colour, copies, effect, number) +((effect) == DETOUR ? (number) : 0)
enum { DETOUR_MOST = 0 DEEDS(DETOUR_STEPS) };
#undef DETOUR_STEPS

static bool under_way(const struct state *s)
{
    return s->phase != DEAL && s->phase != DRAW_STARTER && s->phase != OVER;
}

/* Whether the brawl cards of the running brawl lie open. */
static bool brawl_shown(const struct state *s)
{
    bool shown = false;

    for (int seat = 0; seat < s->seats; seat++)
        shown = shown || s->picked[seat];
    return shown;
}

static void scene_notes(const struct state *s, struct scene *out)
{
    bool shown = brawl_shown(s);

    if (under_way(s))
        scene_note(out, NOBODY,
                   limit_in_sight(s->round + 1, ROUNDS_MAX)
                       ? PHRASE(T_NOTE_LAST_ROUNDS, s->round + 1, ROUNDS_MAX, s->turn)
                       : PHRASE(T_NOTE_ROUND, s->round + 1, s->turn));
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->finished[seat])
            scene_note(out, seat, PHRASE(T_NOTE_FINISHED, seat, s->finished[seat]));
        if (s->miss[seat] == 1)
            scene_note(out, seat, PHRASE(T_WILL_MISS, seat));
        else if (s->miss[seat])
            scene_note(out, seat, PHRASE(T_WILL_MISS_MORE, seat, s->miss[seat]));
        if (s->slow[seat])
            scene_note(out, seat, PHRASE(T_NOTE_SLOW, seat, s->slow[seat]));
        if ((s->bridged & BIT(seat)) && s->place[seat] < BRIDGE_END + DETOUR_MOST)
            scene_note(out, seat, PHRASE(T_NOTE_BRIDGED, seat));
        if (shown && (s->brawl & BIT(seat)))
            scene_note(out, seat, PHRASE(T_NOTE_BRAWL, seat, brawl_value(s, seat)));
        else if (s->phase != CALL && (s->brawl & BIT(seat)))
            scene_note(out, seat, PHRASE(T_NOTE_IN_BRAWL, seat));
    }
}

/* What counts in the running turn. */
static void count_turn(const struct state *s, struct scene *out)
{
    if (under_way(s))
        scene_count_far(out, s->round + 1, ROUNDS_MAX, PHRASE(T_COUNT_ROUND));
    if (s->phase == AT_DOOR || s->phase == AT_BRIDGE)
        scene_count_seat(out, s->turn, 0, s->pips, NO_LIMIT, PHRASE(T_COUNT_PIPS));
    if (s->phase == SELL || s->phase == TINKER)
        scene_count_seat(out, s->turn, 0, s->due, NO_LIMIT, PHRASE(T_COUNT_SALE));
    if (s->phase == LOSE_CARD)
        scene_count_seat(out, loser(s), 0, s->losing, NO_LIMIT, PHRASE(T_COUNT_LOSING));
    if (s->phase == BRAWL_ROLL)
        scene_count(out, SCOPE_TABLE, s->rolls, BRAWL_ROLLS, PHRASE(T_COUNT_TIE));
}

/* What counts for a gnome; what it has not is not counted. */
static void count_seat(const struct state *s, int seat, struct scene *out)
{
    scene_count_seat(out, seat, 0, s->place[seat], FINISH, PHRASE(T_COUNT_STONE));
    if (s->finished[seat])
        scene_count_seat(out, seat, 0, s->finished[seat], NO_LIMIT, PHRASE(T_COUNT_FINISHED));
    if (s->miss[seat])
        scene_count_seat(out, seat, 0, s->miss[seat], NO_LIMIT, PHRASE(T_COUNT_MISSES));
    if (s->slow[seat])
        scene_count_seat(out, seat, 0, s->slow[seat], NO_LIMIT, PHRASE(T_COUNT_SLOW));
    if (brawl_shown(s) && (s->brawl & BIT(seat)))
        scene_count_seat(out, seat, 0, brawl_value(s, seat), NO_LIMIT, PHRASE(T_COUNT_BRAWL));
}

static int items_n(uint64_t items)
{
    int n = 0;

    for (int item = 0; item < ITEMS_N; item++)
        n += items_of(items, item);
    return n;
}

/* How a gnome on the way stands against the richest other one, and what it can do about it. */
static struct phrase goal_on_the_way(const struct state *s, int seat, int other)
{
    int lead = value_of(s->gems[seat]) - value_of(s->gems[other]), items = items_n(s->table[seat]);
    int steps = FINISH - s->place[seat], whom = lead > 0 ? T_AHEAD_OF : T_BEHIND_WHOM;

    if (!any_gems(s, everybody(s)))
        return PHRASE(T_GOAL_START);
    if (lead == 0)
        return PHRASE(T_GOAL_LEVEL, other, steps);
    lead = lead < 0 ? -lead : lead;
    if (items && doors_behind(s, seat) < BUSINESSES_N)
        return PHRASE(T_GOAL_ITEMS, lead, whom, other, items);
    return PHRASE(T_GOAL_STONE, lead, whom, other, steps);
}

static struct phrase goal(const struct state *s, int seat)
{
    int richest = left_of(seat, s->seats);

    for (int other = 0; other < s->seats; other++)
        if (other != seat && value_of(s->gems[other]) > value_of(s->gems[richest]))
            richest = other;
    if (s->finished[seat])
        return PHRASE(T_GOAL_FINISHED, value_of(s->gems[seat]), richest, value_of(s->gems[richest]));
    if (s->phase != CALL && (s->brawl & BIT(seat)))
        return PHRASE(T_GOAL_BRAWL);
    return goal_on_the_way(s, seat, richest);
}

static struct phrase prompt_chance(const struct state *s)
{
    switch (s->phase) {
    case DEAL:
        return PHRASE(T_PROMPT_DEAL, starting_cards(s));
    case DRAW_STARTER:
        return PHRASE(T_PROMPT_STARTER);
    case ROLL:
        return PHRASE(T_PROMPT_ROLL, s->turn);
    case TINKER:
        return PHRASE(T_PROMPT_TINKER, s->turn, lowest_item(s->sale));
    case DIG_ROLL:
        return PHRASE(T_PROMPT_DIG, s->turn);
    case HURRY_ROLL:
        return PHRASE(T_PROMPT_HURRY, s->turn);
    case BRAWL_ROLL:
        return PHRASE(T_PROMPT_BRAWL_ROLL, first_clockwise(s, s->rolling));
    case LOSE_CARD:
        return PHRASE(T_PROMPT_LOSE_CARDS, loser(s), s->losing);
    default: /* DRAW_CARD */
        return PHRASE(T_PROMPT_DRAW, s->turn);
    }
}

static struct phrase prompt_answers(const struct state *s)
{
    int top = s->stack_n - 1;

    if (top == 0 && (aimed_deeds >> 4 * (s->stack[0] - ITEMS_N) & 1))
        return PHRASE(T_PROMPT_ANSWER_ON, s->stack_by[0], s->stack[0], s->target);
    if (top > 0)
        return PHRASE(T_PROMPT_ANSWER_CARD, s->stack_by[top], s->stack[top], s->stack_by[top - 1], s->stack[top - 1]);
    return PHRASE(T_PROMPT_ANSWER, s->stack_by[top], s->stack[top]);
}

/* Of a card played on this seat: what it will do. */
static struct phrase prompt_on_you(const struct state *s, int seat, bool can)
{
    int by = s->stack_by[0], card = s->stack[0], number = number_of(card), place = s->place[seat];
    int unless = can ? T_UNLESS_YOU : T_UNLESS_OTHERS;

    switch (effect_of(card)) {
    case SWAP:
        return PHRASE(T_ON_YOU_SWAP, by, card, s->place[by], unless);
    case DETOUR:
        return PHRASE(T_ON_YOU_DETOUR, by, card, place < number ? place : number, unless);
    case NAP:
        return PHRASE(T_ON_YOU_NAP, by, card, number, unless);
    case VISIT:
        return any_gems(s, company(s, seat) | BIT(by)) ? PHRASE(T_ON_YOU_VISIT, by, card, unless)
                                                       : PHRASE(can ? T_YOU_ANSWER_ON : T_YOU_PASS_ON, by, card, seat);
    case STING:
        return PHRASE(T_ON_YOU_STING, by, card, payable(s, seat, number), unless);
    case ROB:
        return PHRASE(T_ON_YOU_ROB, by, card, unless);
    case SLOW:
        return PHRASE(T_ON_YOU_SLOW, by, card, number, unless);
    default: /* FILCH */
        return PHRASE(T_ON_YOU_FILCH, by, card, unless);
    }
}

/* Of a seat that is asked for an answer: what one would do, or that it has none. */
static struct phrase prompt_answer(const struct state *s, int seat)
{
    int top = s->stack_n - 1, by = s->stack_by[top], card = s->stack[top];
    bool can = (deeds_there(s->hand[seat].deeds) & answers(s, seat)) != 0;

    if (top > 0)
        return PHRASE(can ? T_YOU_ANSWER_CARD : T_YOU_PASS_CARD, by, s->stack_by[top - 1], s->stack[top - 1], card);
    if (!(aimed_deeds >> 4 * (card - ITEMS_N) & 1))
        return PHRASE(can ? T_YOU_ANSWER : T_YOU_PASS, by, card);
    if (s->target == seat)
        return prompt_on_you(s, seat, can);
    return PHRASE(can ? T_YOU_ANSWER_ON : T_YOU_PASS_ON, by, card, s->target);
}

/* Of a seat that may play a card for a brawl; or has none. */
static struct phrase prompt_dodge(const struct state *s, int seat)
{
    uint64_t fitting = deeds_there(s->hand[seat].deeds) & dodges;

    return fitting ? PHRASE(T_YOU_DODGE, ITEMS_N + bit_lowest64(fitting) / 4) : PHRASE(T_YOU_CANNOT_DODGE);
}

static struct phrase prompt_trick(const struct state *s, int seat)
{
    uint64_t fitting = deeds_there(s->hand[seat].deeds) & brawl_tricks;
    int value = brawl_value(s, seat), card = ITEMS_N + bit_lowest64(fitting | BEYOND) / 4;

    return fitting ? PHRASE(T_YOU_TRICK, card, value, value + number_of(card)) : PHRASE(T_YOU_CANNOT_TRICK, value);
}

/* The card of the turn: what this hand has for it. */
static struct phrase prompt_card(const struct state *s)
{
    move_t list[MOVES_MAX];
    int n = play_moves(s, list);
    bool items = s->hand[s->turn].items != 0, deeds = n > 1 && list[n - 1] >= MOVE_CARD + ITEMS_N;

    return PHRASE(items ? (deeds ? T_YOU_PLAY_ITEM : T_YOU_TABLE) : deeds ? T_YOU_PLAY_DEED : T_YOU_PLAY_NONE);
}

static struct phrase prompt_door(const struct state *s)
{
    uint16_t gems[PIECES_N];
    int business = T_AT + business_at(s, s->turn);
    bool trades = s->table[s->turn] != 0;

    for (int piece = 0; piece < PIECES_N; piece++)
        gems[piece] = s->gems[s->turn][piece];
    trades = trades || change_up(gems);
    if (s->pips)
        return PHRASE(trades ? T_YOU_DOOR : T_YOU_DOOR_IDLE, business, s->pips);
    return PHRASE(trades ? T_YOU_DOOR_STOP : T_YOU_DOOR_IDLE_STOP, business);
}

/* Of a seat that has to choose: what, and why. */
static struct phrase prompt_asked(const struct state *s, int seat)
{
    int business = T_AT + business_at(s, seat);

    switch (s->phase) {
    case LIMIT:
        return PHRASE(T_YOU_LIMIT, s->hand_n[seat] - hand_limit(s), business, hand_limit(s));
    case AT_DOOR:
        return prompt_door(s);
    case AT_BRIDGE:
        return PHRASE(T_YOU_TROLL, toll(s), s->pips);
    case SELL:
        return trade_here(s) == DICE ? PHRASE(T_YOU_BARTER) : PHRASE(T_YOU_SELL, business, s->due);
    case CHANGE_UP:
        return PHRASE(T_YOU_CHANGE);
    case GIVE_UP_ITEM:
        return PHRASE(T_YOU_LOSE_ITEM, s->place[seat]);
    case PLAY:
        return prompt_card(s);
    case STEPS:
        return PHRASE(T_YOU_STEPS, number_of(s->card));
    case PIECE:
        return PHRASE(T_YOU_PIECE, s->target, s->card);
    case ROB_ITEM:
        return PHRASE(T_YOU_ROB, s->target);
    case FORFEIT:
        return PHRASE(T_YOU_FORFEIT, s->winner);
    case CALL:
        return s->inside & BIT(seat) ? PHRASE(T_YOU_CALL_IN, business) : PHRASE(T_YOU_CALL, s->place[seat]);
    case DODGES:
        return prompt_dodge(s, seat);
    case PICKS:
        return PHRASE(T_YOU_PICK);
    case TRICKS:
        return prompt_trick(s, seat);
    default: /* ANSWERS */
        return prompt_answer(s, seat);
    }
}

/* Of all others: who does what. */
static struct phrase prompt(const struct state *s)
{
    int seat = s->turn, business = T_AT + business_at(s, seat);

    switch (s->phase) {
    case LIMIT:
        return PHRASE(T_PROMPT_LIMIT, seat, hand_limit(s), business);
    case AT_DOOR:
        return PHRASE(T_PROMPT_DOOR, seat, business, s->pips);
    case AT_BRIDGE:
        return PHRASE(T_PROMPT_TROLL, seat, s->pips);
    case SELL:
        if (trade_here(s) == DICE)
            return PHRASE(T_PROMPT_BARTER, seat);
        return PHRASE(T_PROMPT_SELL, seat, business, s->due);
    case CHANGE_UP:
        return PHRASE(T_PROMPT_CHANGE, seat);
    case GIVE_UP_ITEM:
        return PHRASE(T_PROMPT_LOSE_ITEM, loser(s), s->place[loser(s)]);
    case PLAY:
        return PHRASE(T_PROMPT_PLAY, seat);
    case STEPS:
        return PHRASE(T_PROMPT_STEPS, seat);
    case PIECE:
        return PHRASE(T_PROMPT_PIECE, seat, s->target);
    case ROB_ITEM:
        return PHRASE(T_PROMPT_ROB, seat, s->target);
    case FORFEIT:
        return PHRASE(T_PROMPT_FORFEIT, bit_lowest(s->asked), s->winner);
    case CALL:
        seat = bit_lowest(s->brawl);
        if (s->inside & BIT(seat))
            return PHRASE(T_PROMPT_CALL_IN, T_AT + business_at(s, seat));
        return PHRASE(T_PROMPT_CALL, s->place[seat]);
    case DODGES:
        return PHRASE(T_PROMPT_DODGES, ITEMS_N + bit_lowest64(dodges) / 4);
    case PICKS:
        return PHRASE(T_PROMPT_PICKS);
    case TRICKS:
        return PHRASE(T_PROMPT_TRICKS, ITEMS_N + bit_lowest64(brawl_tricks) / 4);
    case ANSWERS:
        return prompt_answers(s);
    default: /* OVER */
        return PHRASE(T_PROMPT_OVER);
    }
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene_notes(s, out);
    count_turn(s, out);
    scene_trail(s, out);
    scene_piles(s, out);
    for (int seat = 0; seat < s->seats; seat++) {
        count_seat(s, seat, out);
        scene_seat(s, viewer, seat, out);
        out->score[seat] = value_of(s->gems[seat]);
    }
    out->scored = true;
    out->quiet = s->phase == DODGES || s->phase == TRICKS || s->phase == ANSWERS;
    out->prompt = s->phase <= LAST_CHANCE                         ? prompt_chance(s)
                  : viewer < s->seats && (s->asked & BIT(viewer)) ? prompt_asked(s, viewer)
                                                                  : prompt(s);
    if (viewer < s->seats && s->phase != OVER)
        out->goal = goal(s, viewer);
}

static struct phrase say_chance(const struct state *s, move_t m)
{
    switch (s->phase) {
    case DEAL:
        return PHRASE(T_SAY_DEAL, m - MOVE_CARD, next_to_deal(s));
    case DRAW_STARTER:
        return PHRASE(T_SAY_STARTS, m - MOVE_SEAT);
    case LOSE_CARD:
        return PHRASE(T_SAY_LOSE, m - MOVE_CARD);
    case DRAW_CARD:
        return PHRASE(T_SAY_DRAW, m - MOVE_CARD);
    default:
        return PHRASE(T_SAY_ROLL, m - MOVE_DIE);
    }
}

static struct phrase say_pass(const struct state *s)
{
    int business = T_AT + business_at(s, s->turn);

    switch (s->phase) {
    case AT_DOOR:
        return PHRASE(s->pips ? T_SAY_WALK_PAST : T_SAY_STAY_OUT, business);
    case AT_BRIDGE:
        return PHRASE(T_SAY_BEHIND);
    case SELL:
        if (trade_here(s) == DICE)
            return PHRASE(s->sale ? T_SAY_OFFER_NO_MORE : T_SAY_OFFER_NONE);
        return PHRASE(s->due ? T_SAY_SELL_NO_MORE : T_SAY_SELL_NONE);
    case CHANGE_UP:
        return PHRASE(T_SAY_KEEP);
    case PLAY:
        return PHRASE(T_SAY_NO_CARD);
    case CALL:
        return PHRASE(T_SAY_NO_BRAWL);
    default:
        return PHRASE(T_SAY_PASS);
    }
}

static struct phrase say_yes(const struct state *s)
{
    switch (s->phase) {
    case AT_DOOR:
        return PHRASE(T_SAY_ENTER, T_AT + business_at(s, s->turn));
    case AT_BRIDGE:
        return PHRASE(T_SAY_PAY, toll(s));
    case CHANGE_UP:
        return PHRASE(T_SAY_CHANGE);
    default: /* CALL */
        return PHRASE(T_SAY_BRAWL);
    }
}

static struct phrase say_card(const struct state *s, int kind)
{
    switch (s->phase) {
    case SELL:
        return trade_here(s) == DICE ? PHRASE(T_SAY_OFFER, kind) : PHRASE(T_SAY_SELL, kind, price_here(s, kind));
    case LIMIT:
    case GIVE_UP_ITEM:
    case ROB_ITEM:
        return PHRASE(T_SAY_DISCARD, kind);
    case FORFEIT:
        return PHRASE(T_SAY_GIVE, kind);
    default:
        return PHRASE(kind < ITEMS_N ? T_SAY_TABLE : T_SAY_PLAY, kind);
    }
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    if (actor == CHANCE)
        return say_chance(s, m);
    if (m == PASS)
        return say_pass(s);
    if (m == MOVE_YES)
        return say_yes(s);
    if (m == MOVE_ALL)
        return PHRASE(trade_here(s) == DICE ? T_SAY_OFFER_ALL : T_SAY_SELL_ALL);
    if (m < MOVE_ON)
        return say_card(s, m - MOVE_CARD);
    if (m <= MOVE_DIE)
        return PHRASE(T_SAY_PLAY_ON, ITEMS_N + (m - MOVE_ON) / SEATS, (m - MOVE_ON) % SEATS);
    if (m < MOVE_PIECE)
        return PHRASE(T_SAY_STEPS, m - MOVE_DIE);
    if (m < MOVE_BRAWL)
        return PHRASE(T_SAY_PIECE, THING_PIECE + m - MOVE_PIECE);
    return PHRASE(T_SAY_PICK, THING_BRAWL + m - MOVE_BRAWL);
}

/* Where the card lies that a move names. */
static int place_of_card(const struct state *s, int seat)
{
    switch (s->phase) {
    case SELL:
    case GIVE_UP_ITEM:
    case FORFEIT:
        return part_of(seat, PART_TABLE);
    case ROB_ITEM:
        return part_of(s->target, PART_TABLE);
    default:
        return part_of(seat, PART_HAND);
    }
}

/* Cards and gems where they lie; with a card for somebody also their gems; the door, and both ways on from the bridge.
 * All else is a button. */
static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;

    if (s->phase == AT_BRIDGE) {
        out[0] = (struct touch){m == PASS ? BRIDGE_START + 1 : BRIDGE_END, NOTHING};
        return 1;
    }
    if (s->phase == AT_DOOR && m == MOVE_YES) {
        out[0] = (struct touch){(uint16_t)(PLACE_BUSINESS + business_at(s, seat)), NOTHING};
        return 1;
    }
    if (m < MOVE_CARD || (m > MOVE_DIE && m < MOVE_PIECE))
        return 0;
    if (m < MOVE_ON) {
        out[0] = (struct touch){(uint16_t)place_of_card(s, seat), (uint16_t)(m - MOVE_CARD)};
        return 1;
    }
    if (m <= MOVE_DIE) {
        out[0] = (struct touch){(uint16_t)part_of(seat, PART_HAND), (uint16_t)(ITEMS_N + (m - MOVE_ON) / SEATS)};
        out[1] = (struct touch){(uint16_t)part_of((m - MOVE_ON) % SEATS, PART_GEMS), NOTHING};
        return 2;
    }
    if (m < MOVE_BRAWL)
        out[0] = (struct touch){(uint16_t)part_of(s->target, PART_GEMS), (uint16_t)(THING_PIECE + m - MOVE_PIECE)};
    else
        out[0] = (struct touch){(uint16_t)part_of(seat, PART_BRAWL), (uint16_t)(THING_BRAWL + m - MOVE_BRAWL)};
    return 1;
}

/* A brawl is at most: a call, picks and a window before and after them for each seat, the rolls, a forfeit of each but
 * the winner. A turn: a roll, two decisions of the walk or four in a business, three brawls and two stones, a card with
 * what is chosen for it, a drawn card. Each card is once dealt or drawn, and leaves a hand once: discarded, or tabled,
 * sold and rolled for, or played with a window of its own and one when it is undone or has undone another. */
enum {
    BRAWL_MOVES = 4 * SEATS + BRAWL_ROLLS * SEATS + SEATS - 1,
    TURN_MOVES = 1 + 4 + 3 * BRAWL_MOVES + 2 + 2 + 1,
    CARDS_MAX = STARTING_MOST * SEATS + ROUNDS_MAX * SEATS,
    CARD_MOVES = 2 + 3 * SEATS,
};

/* ---- what bots are told ---------------------------------------------------------------------- */

/* Whoever tables what it draws and sells it well gets about 45 gems. Turns are worth more than an early finish: a card
 * is drawn in most of them, and the hurried have fewer. So gnomes do well to dawdle, and cards that push others back
 * mostly help them. All values are in hundredths of a gem; they come from games of the habit below against itself. */
enum {
    A_ROLL = 350,         /* of the die, on average */
    A_DRAW = 200,         /* a card that is still to be drawn in this turn */
    PER_STONE = 45,       /* that is still to be walked, */
    PER_EARLY_STONE = 45, /* and so much more before the first door, where there is time for everything */
    A_TURN_LATE = 50,     /* what the others gain on whoever misses a turn */
    CLEAR_LEAD = 800,     /* at the end */
    PER_STONE_OPEN = 22,  /* by how much less is decided, for a stone that is still to be walked */

    ENVY = 60,             /* what is another's loss worth, of a hundred, if there is one other */
    WORTH_AN_ANSWER = 200, /* a harm that a card is spent on */
    SOLD_NEXT = 100,       /* how much rather an item is tabled that the next business pays best for */
    PER_PIP = 90,          /* of a roll that ends at a door: it is rolled again, with another card */
    A_VISIT = 400,         /* what has to be won by going in, */
    AN_EARLY_VISIT = 200,  /* and so much more at the first door: there will be others */
};

/* What an item fetches that is tabled where so many doors are behind. */
#define GREATER(a, b) ((a) > (b) ? (a) : (b))
#define SOLD_WHERE(doors, price, business, best)                                                                       \
    GREATER((doors) <= (business) ? POINT * (best)                                                                     \
            : (doors) < CART      ? POINT * (price)                                                                    \
                                  : POINT * (price) / 2,                                                                    \
            (doors) <= CART ? A_ROLL : 0)
static const uint16_t fetches[ITEMS_N][BUSINESSES_N + 1] = {
#define ITEM_WORTH(id, name, mark, copies, price, business, best)                                                      \
    [id] = {SOLD_WHERE(0, price, business, best), SOLD_WHERE(1, price, business, best),                                \
            SOLD_WHERE(2, price, business, best), SOLD_WHERE(3, price, business, best),                                \
            SOLD_WHERE(4, price, business, best)},
    ITEMS(ITEM_WORTH)
#undef ITEM_WORTH
};
#undef SOLD_WHERE
#undef GREATER
_Static_assert(CART == BUSINESSES_N - 1, "the tinker is the last one to buy, and pays by the die");

/* What the other cards are worth in hand. */
static const uint8_t kept_for[DEEDS_N] = {[MINING - ITEMS_N] = 200,        [LIGHT_FINGERS - ITEMS_N] = 180,
                                          [CHANGE_PLACES - ITEMS_N] = 100, [OH_GNOME - ITEMS_N] = 90,
                                          [CURE - ITEMS_N] = 40,           [DIRTY_TRICK - ITEMS_N] = 50};

static int worth_of(uint64_t items, int doors)
{
    int sum = 0;

    for (uint64_t there = items_there(items); there; there &= there - 1) {
        int item = bit_lowest64(there) / 3;

        sum += fetches[item][doors] * items_of(items, item);
    }
    return sum;
}

static int deeds_in_hand(uint64_t deeds)
{
    int sum = 0;

    for (uint64_t there = deeds_there(deeds); there; there &= there - 1) {
        int deed = bit_lowest64(there) / 4;

        sum += kept_for[deed] * (int)(deeds >> 4 * deed & 15);
    }
    return sum;
}

/* What the rest of the trail brings. */
static int still_to_come(int place)
{
    int early = businesses[0].stone - place;

    return PER_STONE * (FINISH - place) + PER_EARLY_STONE * (early > 0 ? early : 0);
}

/* What the highest brawl cards, once they are gone, will be missed for on the rest of the trail: nothing between two,
 * since both use them up. */
static int missing_cards(const struct state *s, int seat)
{
    int missing = 0;

    while (missing < BRAWLS_N && !(s->brawl_cards[seat] >> (BRAWLS_N - 1 - missing) & 1))
        missing++;
    return missing * (s->seats - 2) * (FINISH - s->place[seat]) * POINT / FINISH;
}

/* The bonus for finishing where so many are ahead, in parts of EVEN: between two numbers, what lies between them. */
enum { EVEN = 24 };

static int bonus_for(const struct state *s, int ahead)
{
    int number = ahead / EVEN, next = number + 1 < SEATS ? number + 1 : number, bonus = bonus_after(s, number);

    return POINT * bonus + POINT * (finish_bonus[next] - bonus) * (ahead % EVEN) / EVEN;
}

/* How many others finish before this gnome, in parts of EVEN: half a lead of EVEN stones is a sure thing. */
static int others_before(const struct state *s, int seat)
{
    int own = s->place[seat] - 4 * s->miss[seat] - s->slow[seat], ahead = 0;

    for (int other = 0; other < s->seats; other++) {
        int lead = s->place[other] - 4 * s->miss[other] - s->slow[other] - own + EVEN / 2;

        if (other == seat)
            continue;
        ahead += s->finished[other] || lead > EVEN ? EVEN : lead < 0 ? 0 : lead;
    }
    return ahead;
}

/* The most valuable and the least valuable of some items. */
static int best_item(uint64_t items, int doors)
{
    int best = lowest_item(items);

    for (uint64_t there = items_there(items); there; there &= there - 1) {
        int item = bit_lowest64(there) / 3;

        best = fetches[item][doors] > fetches[best][doors] ? item : best;
    }
    return best;
}

static int worst_item(uint64_t items, int doors)
{
    int worst = lowest_item(items);

    for (uint64_t there = items_there(items); there; there &= there - 1) {
        int item = bit_lowest64(there) / 3;

        worst = fetches[item][doors] < fetches[worst][doors] ? item : worst;
    }
    return worst;
}

/* The largest piece that Light Fingers reach, or -1. */
static int largest_small_piece(const struct state *s, int seat)
{
    int piece = GOLD - 1;

    while (piece >= 0 && !s->gems[seat][piece])
        piece--;
    return piece;
}

/* What a card does to whoever plays it, and to its target. */
struct change {
    int own, other;
};

static struct change change_by(const struct state *s, int kind, int by, int target)
{
    int number = number_of(kind), doors, gems, piece;

    switch (effect_of(kind)) {
    case DIG:
        return (struct change){A_ROLL, 0};
    case HURRY:
        return (struct change){-PER_STONE * A_ROLL / POINT, 0};
    case CUT:
        return (struct change){-PER_STONE, 0};
    case FILCH:
        piece = largest_small_piece(s, target);
        gems = piece < 0 ? 0 : POINT * piece_value[piece];
        return (struct change){gems, -gems};
    case SWAP:
        gems = still_to_come(s->place[target]) - still_to_come(s->place[by]);
        return (struct change){gems, -gems};
    case VISIT:
        return (struct change){still_to_come(s->place[target]) - still_to_come(s->place[by]), 0};
    case DETOUR:
        return (struct change){0, number * PER_STONE - A_TURN_LATE};
    case NAP:
        return (struct change){0, -A_TURN_LATE};
    case SLOW:
        return (struct change){0, number * PER_STONE - A_TURN_LATE};
    case STING:
        gems = value_of(s->gems[target]);
        return (struct change){0, -POINT * (gems < number ? gems : number)};
    case ROB:
        doors = doors_behind(s, target);
        return (struct change){0, s->table[target] ? -fetches[best_item(s->table[target], doors)][doors] : 0};
    case TRICK:
    case DODGE:
        return (struct change){A_ROLL, 0};
    default:
        return (struct change){0, 0};
    }
}

/* Whether the first card of the stack takes effect if nobody says anything more. */
static bool first_card_holds(const struct state *s)
{
    int answers = s->stack_n - 1;

    for (int seat = 0; seat < s->seats && s->phase == ANSWERS; seat++)
        if (s->choice[seat] > PASS + 1)
            return answers % 2 != 0;
    return answers % 2 == 0;
}

/* On the way: gems, what is tabled and in hand, the rest of the trail, and the bonus. */
static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;
    int stones = 0;

    for (int seat = 0; seat < s->seats; seat++) {
        int doors;

        out[seat] = POINT * value_of(s->gems[seat]);
        if (s->finished[seat])
            continue;
        doors = doors_behind(s, seat);
        stones += FINISH - s->place[seat];
        out[seat] += worth_of(s->table[seat], doors) + worth_of(s->hand[seat].items, doors) * 3 / 4 +
                     deeds_in_hand(s->hand[seat].deeds) + still_to_come(s->place[seat]) -
                     (brawling(s) ? missing_cards(s, seat) : 0) + bonus_for(s, others_before(s, seat));
    }
    if (s->phase == OVER)
        return CLEAR_LEAD;
    out[s->turn] += POINT * s->due + worth_of(s->sale, CART);
    if (s->phase > ROLL && (s->way & ~(uint32_t)s->inside & BIT(s->turn)))
        out[s->turn] += A_DRAW;
    if (s->stack_n && first_card_holds(s)) {
        struct change change = change_by(s, s->stack[0], s->stack_by[0], s->target);

        out[s->stack_by[0]] += change.own;
        out[s->target] += change.other;
    }
    return CLEAR_LEAD / 2 + PER_STONE_OPEN * stones / s->seats;
}

/* What a change is worth to a seat: the losses of others are shared with all who do not lose. */
static int interest(const struct state *s, int seat, int by, int target, struct change change)
{
    int harm = ENVY / (s->seats - 1);

    return change.own * (by == seat ? 100 : -harm) / 100 + change.other * (target == seat ? 100 : -harm) / 100;
}

/* The best item to table, or the best card to play. What the next business pays best for goes first. */
static move_t habit_play(const struct state *s, int seat)
{
    uint64_t there = deeds_there(s->hand[seat].deeds);
    int doors = doors_behind(s, seat), best = 0;
    move_t move = PASS;

    for (uint64_t items = items_there(s->hand[seat].items); items; items &= items - 1) {
        int item = bit_lowest64(items) / 3,
            gain = fetches[item][doors] + (item_table[item].business == doors ? SOLD_NEXT : 0);

        if (gain > best) {
            best = gain;
            move = (move_t)(MOVE_CARD + item);
        }
    }
    for (there &= plain_deeds | aimed_deeds; there; there &= there - 1) {
        int deed = bit_lowest64(there) / 4, kind = ITEMS_N + deed;
        bool aimed = aimed_deeds >> 4 * deed & 1;
        uint32_t whom = aimed ? targets(s, effect_of(kind), number_of(kind)) : BIT(seat);

        for (FOR_BITS(target, whom)) {
            int gain = interest(s, seat, seat, (int)target, change_by(s, kind, seat, (int)target));

            if (gain > best) {
                best = gain;
                move = (move_t)(aimed ? MOVE_ON + SEATS * deed + (int)target : MOVE_CARD + kind);
            }
        }
    }
    return move;
}

static int offered_here(const struct state *s, int item)
{
    return trade_here(s) == DICE ? A_ROLL : POINT * price_here(s, item);
}

/* In, if it is worth the card that is not drawn for it; what is left of the roll is walked later, with more cards. But
 * whoever has just reached the door plays and draws first, and goes in instead of the next roll. */
static move_t habit_door(const struct state *s, int seat)
{
    int doors = doors_behind(s, seat), gain = PER_PIP * s->pips;

    for (uint64_t there = items_there(s->table[seat]); there; there &= there - 1) {
        int item = bit_lowest64(there) / 3, more = offered_here(s, item) - fetches[item][doors + 1];

        gain += more > 0 ? more * items_of(s->table[seat], item) : 0;
    }
    return s->pips && gain > A_VISIT + AN_EARLY_VISIT * (doors == 0) ? MOVE_YES : PASS;
}

/* Whatever does not fetch more later. */
static move_t habit_sell(const struct state *s, int seat)
{
    uint64_t items = s->table[seat], keep = 0;
    int doors = doors_behind(s, seat), one = -1;

    for (uint64_t there = items_there(items); there; there &= there - 1) {
        int item = bit_lowest64(there) / 3;

        if (offered_here(s, item) >= fetches[item][doors + 1])
            one = item;
        else
            keep = there;
    }
    if (one < 0)
        return PASS;
    return (move_t)(keep || items == ONE_ITEM(one) ? MOVE_CARD + one : MOVE_ALL);
}

static move_t fitting_card(uint64_t there)
{
    return (move_t)(there ? MOVE_CARD + ITEMS_N + bit_lowest64(there) / 4 : PASS);
}

/* An answer to what hurts; a remedy rather than what could still help against anything. */
static move_t habit_answer(const struct state *s, int seat)
{
    uint64_t fitting = deeds_there(s->hand[seat].deeds) & answers(s, seat);
    int by = s->stack_by[0], hurts;

    if (!fitting)
        return PASS;
    hurts = -interest(s, seat, by, s->target, change_by(s, s->stack[0], by, s->target));
    if ((s->stack_n % 2 ? hurts : -hurts) < WORTH_AN_ANSWER)
        return PASS;
    return fitting_card(fitting & remedies ? fitting & remedies : fitting);
}

/* Whether a gnome in the brawl has a higher card left than all others there. Sets are in the order of their highest
 * members, unless these are the same. */
static bool has_highest(const struct state *s, int seat)
{
    int own = s->brawl_cards[seat];

    for (FOR_BITS(other, s->brawl & ~BIT(seat)))
        if (s->brawl_cards[other] > own || (s->brawl_cards[other] ^ own) <= s->brawl_cards[other])
            return false;
    return true;
}

/* The highest card, or the lowest where there is nothing to win or to lose. */
static move_t habit_pick(const struct state *s, int seat)
{
    int n = bit_count(s->brawl_cards[seat]);

    return (move_t)(MOVE_BRAWL +
                    bit_nth(s->brawl_cards[seat], has_gems(s, seat) || has_highest(s, seat) ? (uint32_t)n - 1 : 0));
}

/* Something of little use: a card that is played on others, or the cheapest item. */
static move_t habit_limit(const struct state *s, int seat)
{
    uint64_t there = deeds_there(s->hand[seat].deeds), useless = there;

    for (; useless && kept_for[bit_lowest64(useless) / 4]; useless &= useless - 1)
        ;
    if (useless || !s->hand[seat].items)
        return fitting_card(useless ? useless : there);
    return (move_t)(MOVE_CARD + worst_item(s->hand[seat].items, doors_behind(s, seat)));
}

static move_t habit(const void *state, int seat, struct luck *luck)
{
    const struct state *s = state;
    uint64_t deeds = deeds_there(s->hand[seat].deeds);

    (void)luck; /* the die and the draw pile are random enough */
    switch (s->phase) {
    case PLAY:
        return habit_play(s, seat);
    case LIMIT:
        return habit_limit(s, seat);
    case AT_DOOR:
        return habit_door(s, seat);
    case AT_BRIDGE: /* for one gem it would hardly matter, and any other toll is too high */
        return PASS;
    case SELL:
        return habit_sell(s, seat);
    case GIVE_UP_ITEM:
    case FORFEIT:
        return (move_t)(MOVE_CARD + worst_item(s->table[seat], doors_behind(s, seat)));
    case ROB_ITEM:
        return (move_t)(MOVE_CARD + best_item(s->table[s->target], doors_behind(s, s->target)));
    case STEPS:
        return (move_t)(MOVE_DIE + 1);
    case PIECE:
        return (move_t)(MOVE_PIECE + largest_small_piece(s, s->target));
    case CALL:
        return has_highest(s, seat) && any_gems(s, s->brawl & ~BIT(seat)) ? MOVE_YES : PASS;
    case PICKS:
        return habit_pick(s, seat);
    case DODGES:
        return has_highest(s, seat) || !has_gems(s, seat) ? PASS : fitting_card(deeds & dodges);
    case TRICKS:
        return fitting_card(deeds & brawl_tricks);
    case ANSWERS:
        return habit_answer(s, seat);
    default: /* CHANGE_UP */
        return MOVE_YES;
    }
}

const struct game game_oh_gnome = {
    .id = "oh-gnome",
    .title = "Oh Gnome You Don't!",
    .box = "Oh Gnome You Don't!",
    .blurb = "A race with trade, brawls and cards that interrupt cards.",
    .seats_min = 2,
    .seats_max = SEATS,
    .minutes = 90,
    .sources = SOURCES_N,
    .flags = GAME_HIDDEN | GAME_SEALED | GAME_FORCED_ASKED | GAME_LONG_MEMORY,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = 1 + ITEMS_N + DEEDS_N * (SEATS - 1),
    .move_ids = MOVES_N,
    .length_max = STARTING_MOST * SEATS + 1 + ROUNDS_MAX * SEATS * TURN_MOVES + CARDS_MAX * CARD_MOVES,
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
    .habit = habit,
    .reach = 20,
    .effort = 1000,
    .patience = 12,
};
