/* gnumies.c: The Gnumies, simultaneous bidding for party guests, 2 to 5 seats. Rules: docs/rules/gnumies.md.
 *
 * Party cards are turned up one by one. Everybody with cards plays one unseen, and the highest wins the guest, which
 * costs the card. Hands are the same for all but for the Luckynits that break ties, and can be worked out from
 * the discards, so everything is public but the order of the supply, the choices of the running step, and the
 * card that a Gnalli's owner has looked at and not yet placed.
 *
 * Unusual: most of the game happens in the apply of the last to choose, which reveals, awards and ends the round.
 * The supply is only how many of each kind are left: a card becomes that card when somebody sees it. Everything
 * that waits for such a card (turning up, looking, taking) is a phase in which chance acts; settle() plays on where
 * the supply is empty or has only one kind left.
 */
#include "game.h"

/* ---- components: what an owner of the box may want to correct ------------------------------------ */

/* The Gnumie cards: value, name, and the Luckynits on its red, violet, blue, yellow and gray card. Reconstructed, but
 * for red 10, yellow 10, violet 80 and blue 80, and for the names of 10, 80 and 90. Every value carries each of
 * 1 to 5 once. */
#define GNUMIES(X)                                                                                                     \
    X(10, "Celin", 1, 2, 3, 4, 5)                                                                                      \
    X(20, "Muffie", 5, 1, 2, 3, 4)                                                                                     \
    X(30, "Uzeboozle", 4, 5, 1, 2, 3)                                                                                  \
    X(40, "Frizzi", 3, 4, 5, 1, 2)                                                                                     \
    X(50, "Friggie", 2, 3, 4, 5, 1)                                                                                    \
    X(60, "DeeJay", 1, 2, 3, 4, 5)                                                                                     \
    X(70, "Gnibblegnum", 5, 1, 2, 3, 4)                                                                                \
    X(80, "Grampa Gnumsen", 4, 5, 1, 2, 3)                                                                             \
    X(90, "Vallygnum", 3, 4, 5, 1, 2)                                                                                  \
    X(100, "Gnum", 2, 3, 4, 5, 1)

/* The guests: value, name, how many. Which name has which value is reconstructed, but for 1, 6, 10 and 13. */
#define GUEST_CARDS(X)                                                                                                 \
    X(1, "Borsi", 4)                                                                                                   \
    X(2, "Dancemite", 4)                                                                                               \
    X(3, "Boggelor", 4)                                                                                                \
    X(4, "Divaletti", 4)                                                                                               \
    X(5, "Happy Herbie", 4)                                                                                            \
    X(6, "Dumbball", 4)                                                                                                \
    X(7, "Tootherus", 4)                                                                                               \
    X(8, "Jacknix", 4)                                                                                                 \
    X(9, "Trendi", 4)                                                                                                  \
    X(10, "Dimmling", 4)                                                                                               \
    X(11, "Placebo", 1)                                                                                                \
    X(12, "Yabbing", 1)                                                                                                \
    X(13, "Rapster", 1)                                                                                                \
    X(14, "Fogmunk", 1)                                                                                                \
    X(15, "Grovellor", 1)

#define AND_MORE(value, name, count) +count
enum { WULLAWAKIS = 7, COPICASTERS = 1, PARTY_CARDS = WULLAWAKIS + COPICASTERS GUEST_CARDS(AND_MORE) };

/* How many there are of a guest that there are several of. */
enum { ALIKE = 4 };

#define UNLIKE(value, name, count) +(count != ALIKE && count != 1)
_Static_assert((0 GUEST_CARDS(UNLIKE)) == 0, "the number that an option changes");
#undef UNLIKE

/* Points for a group of 2, 3, 4 or 5 alike; a single guest scores its value. */
static const uint8_t alike_points[] = {20, 50, 100, 150};

/* With no Wullawakis it is a gentler game; with ten more than every sixth party card is one, and hands go to them
 * rather than to guests. With more than four of a guest there could be six alike, for which the rules have no points;
 * with fewer than two only the Copicaster would make a group. */
enum { OPTION_WULLAWAKIS, OPTION_GUESTS, OPTIONS_N };
enum { WULLAWAKIS_MAX = 10, PARTY_MAX = PARTY_CARDS - WULLAWAKIS + WULLAWAKIS_MAX };

static const struct option options[] = {
    [OPTION_WULLAWAKIS] = OPTION_NUMBER("wullawakis", "Wullawakis in the supply", 0, WULLAWAKIS_MAX, WULLAWAKIS),
    [OPTION_GUESTS] = OPTION_NUMBER("guests", "Cards of each guest from 1 to 10", 2, ALIKE, ALIKE),
};

/* ---- things ---------------------------------------------------------------------------------- */

/* Cards of a hand: 0 is the 10, 9 the 100, and then the Gnalli. Kinds of party cards: 0 is the guest of value 1. */
enum { SEATS = 5, VALUES = 10, GNALLI = VALUES, HAND_CARDS };
enum { RED, VIOLET, BLUE, YELLOW, GRAY, BOX_COLOURS };
enum { GUESTS = 15, WULLAWAKI = GUESTS, COPICASTER, KINDS };

#define NUMBERS    (BIT(VALUES) - 1u)
#define WHOLE_HAND (BIT(HAND_CARDS) - 1u)

/* Things: the Gnumie cards colour by colour, the party cards, the two backs. */
enum { PARTY = BOX_COLOURS * HAND_CARDS, GNUMIE_BACK = PARTY + KINDS, PARTY_BACK, THINGS_N };

static const uint8_t luckynits[VALUES][BOX_COLOURS] = {
#define LUCKYNITS(value, name, red, violet, blue, yellow, gray) {red, violet, blue, yellow, gray},
    GNUMIES(LUCKYNITS)
#undef LUCKYNITS
};

static const uint8_t party_cards[KINDS] = {
#define HOW_MANY(value, name, count) count,
    GUEST_CARDS(HOW_MANY) WULLAWAKIS, COPICASTERS
#undef HOW_MANY
};

static const uint8_t box_colours[BOX_COLOURS] = {COLOUR_RED, COLOUR_VIOLET, COLOUR_BLUE, COLOUR_YELLOW, COLOUR_GRAY};

/* The mark of a Gnumie card shows what stands on it: colour, value and Luckynits. */
#define THING_OF(colour, card) ((colour) * HAND_CARDS + (card))
#define GNUMIE_CARD(colour, word, letter, value, luck)                                                                 \
    [THING_OF(colour, value / 10 - 1)] = {                                                                             \
        word " " #value, letter #value ":" #luck, THING_CARD, COLOUR_##colour, value, GNUMIE_BACK}
#define GNALLI_CARD(colour, word, letter)                                                                              \
    [THING_OF(colour, GNALLI)] = {word " Gnalli", letter "*", THING_CARD, COLOUR_##colour, NO_NUMBER, GNUMIE_BACK}
#define FIVE_CARDS(value, name, red, violet, blue, yellow, gray)                                                       \
    GNUMIE_CARD(RED, "red", "R", value, red), GNUMIE_CARD(VIOLET, "violet", "V", value, violet),                       \
        GNUMIE_CARD(BLUE, "blue", "B", value, blue), GNUMIE_CARD(YELLOW, "yellow", "Y", value, yellow),                \
        GNUMIE_CARD(GRAY, "gray", "G", value, gray),
#define GUEST_CARD(value, name, count)                                                                                 \
    [PARTY + value - 1] = {name " (" #value ")", #value, THING_CARD, COLOUR_NONE, value, PARTY_BACK},

static const struct thing things[THINGS_N] = {
    GNALLI_CARD(RED, "red", "R"),
    GNALLI_CARD(VIOLET, "violet", "V"),
    GNALLI_CARD(BLUE, "blue", "B"),
    GNALLI_CARD(YELLOW, "yellow", "Y"),
    GNALLI_CARD(GRAY, "gray", "G"),
    [PARTY + WULLAWAKI] = {"Wullawaki", "W", THING_CARD, COLOUR_NONE, NO_NUMBER, PARTY_BACK},
    [PARTY + COPICASTER] = {"Copicaster", "C", THING_CARD, COLOUR_NONE, NO_NUMBER, PARTY_BACK},
    [GNUMIE_BACK] = {"Gnumie card", "#", THING_CARD, COLOUR_NONE, NO_NUMBER, GNUMIE_BACK},
    [PARTY_BACK] = {"party card", "?", THING_CARD, COLOUR_NONE, NO_NUMBER, PARTY_BACK},
    GNUMIES(FIVE_CARDS) GUEST_CARDS(GUEST_CARD)};

/* The zones of the table. */
enum { Z_SUPPLY, Z_UP, Z_LOOKED, Z_ROOM, Z_HAND, Z_DISCARDS, Z_BOX, ZONES_N };

static const struct zone zones[] = {
    [Z_SUPPLY] = {"supply", ZONE_PILE, ROLE_DECK},    [Z_UP] = {"face-up", ZONE_PILE, ROLE_BOARD},
    [Z_LOOKED] = {"looked-at", ZONE_HAND, ROLE_HAND}, [Z_ROOM] = {"room", ZONE_HAND, ROLE_WON},
    [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND},        [Z_DISCARDS] = {"discards", ZONE_PILE, ROLE_DISCARD},
    [Z_BOX] = {"box", ZONE_BOX, ROLE_ASIDE},
};

/* Their places. */
enum { PLACE_SUPPLY, PLACE_UP, PLACE_LOOKED, PLACE_DISCARDS, PLACE_BOX, PLACE_ROOM, PLACE_HAND = PLACE_ROOM + SEATS };

/* ---- words ----------------------------------------------------------------------------------- */

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_COLOUR, "{colour} for {seat}")                                                                               \
    X(SAY_STARTS, "{seat} starts")                                                                                     \
    X(SAY_TURN_UP, "turn up {thing}")                                                                                  \
    X(SAY_LOOK, "show {thing} to {seat}")                                                                              \
    X(SAY_TAKE, "deal {thing} to {seat}")                                                                              \
    X(SAY_PLAY, "play {thing}")                                                                                        \
    X(SAY_KEEP, "keep the card")                                                                                       \
    X(SAY_GIVE, "give the card to {seat}")                                                                             \
    X(COLOUR_IS, "{seat} [have|has] the {colour} Gnumies")                                                             \
    X(STARTS, "{seat} [are|is] the starting seat")                                                                     \
    X(TURNED_UP, "round {n}, turned up: {thing}")                                                                      \
    X(SHOWS_GNALLI, "{seat} [have|has] only the Gnalli, [show|shows] it and [sit|sits] this round out")                \
    X(MEETS_WULLAWAKI, "{seat} [have|has] only the Gnalli, as others do, and [discard|discards] it for a party card")  \
    X(ALONE, "{seat} [have|has] no rival and [take|takes] the Wullawaki without playing a card")                       \
    X(NO_RIVALS, "nobody is left to contest the Wullawaki: it is removed")                                             \
    X(CHOOSES, "{seat} [choose|chooses] {thing}")                                                                      \
    X(PLAYS, "{seat} [play|plays] {thing}, {text}")                                                                    \
    X(PLAYS_GNALLI, "{seat} [play|plays] {thing}")                                                                     \
    X(TIE, "{n} cards tie, and {thing} has the most Luckynits: {n}")                                                   \
    X(WINS, "{seat} [win|wins] the {thing} and [discard|discards] {thing}")                                            \
    X(TAKES_BACK, "{seat} [take|takes] {thing} back")                                                                  \
    X(TAKE_BACK, "the others take their cards back")                                                                   \
    X(TAKES_WULLAWAKI, "{seat} [take|takes] the Wullawaki, and {thing} back")                                          \
    X(LOSES, "{seat} [discard|discards] {thing}")                                                                      \
    X(GNALLIS_RETURN, "{n} Gnallis were played: they return to hand, and nobody looks at a card")                      \
    X(ALL_GNALLIS, "all have played the Gnalli: they take it back and play again without it")                          \
    X(SITS_OUT, "{seat} [have|has] only the Gnalli and [sit|sits] out")                                                \
    X(ONLY_GNALLIS, "all have only the Gnalli: the {thing} is removed, and each discards the Gnalli for a party card") \
    X(NO_LOOK, "the supply is empty: {seat} [take|takes] the Gnalli back")                                             \
    X(LOOKS, "{seat} [look|looks] at the top card of the supply")                                                      \
    X(SEES, "{seat} [look|looks] at the top card of the supply: {thing}")                                              \
    X(SEES_WULLAWAKI, "{seat} [look|looks] at a Wullawaki, [keep|keeps] it and [take|takes] the Gnalli back")          \
    X(KEEPS, "{seat} [keep|keeps] the {thing} and [discard|discards] the Gnalli")                                      \
    X(GIVES, "{seat} [give|gives] the {thing} to {seat}")                                                              \
    X(GNALLI_BACK, "{seat} [take|takes] the Gnalli back")                                                              \
    X(FINISHED, "{seat} [are|is] finished")                                                                            \
    X(LAST, "only {seat} [have|has] cards left: {n} [card is|cards are] discarded, and as many party cards taken")     \
    X(TAKES, "{seat} [take|takes] the top card of the supply: {thing}")                                                \
    X(SUPPLY_EMPTY, "the supply is empty")                                                                             \
    X(GAME_OVER, "the game is over")                                                                                   \
    X(SUPPLY_TITLE, "the supply")                                                                                      \
    X(UP_TITLE, "face up")                                                                                             \
    X(LOOKED_TITLE, "looked at by {seat}")                                                                             \
    X(ROOM_TITLE, "{seat's} party room")                                                                               \
    X(HAND_TITLE, "{seat's} hand")                                                                                     \
    X(DISCARDS_TITLE, "discarded Gnumies")                                                                             \
    X(BOX_TITLE, "out of play")                                                                                        \
    X(NOTE_ROUND,                                                                                                      \
      "round {n}; {n} [card|cards] in the supply, {n} of them [a Wullawaki|Wullawakis]; starting seat: {seat}")        \
    X(NOTE_FINISHED, "{seat} [are|is] finished")                                                                       \
    X(NOTE_SITS_OUT, "{seat} [sit|sits] out, with only the Gnalli in hand")                                            \
    X(PROMPT_COLOURS, "the colours are drawn")                                                                         \
    X(PROMPT_STARTER, "the starting seat is drawn")                                                                    \
    X(PROMPT_TURN_UP, "the next party card is turned up")                                                              \
    X(PROMPT_LOOK, "{seat} [look|looks] at the top card of the supply")                                                \
    X(PROMPT_TAKE, "{seat} [take|takes] the top card of the supply")                                                   \
    X(YOU_GUEST, "play a card: the highest wins the {thing} and is spent, ties by Luckynits")                          \
    X(YOU_GUEST_AGAIN, "play again, but no Gnalli: the highest wins the {thing} and is spent")                         \
    X(THEY_CHOOSE, "whoever can play chooses a card")                                                                  \
    X(THEY_CHOOSE_AGAIN, "whoever can play chooses again")                                                             \
    X(PROMPT_GUEST, "{text}: the highest wins the {thing}, ties by Luckynits")                                         \
    X(PROMPT_COPICASTER, "{text}: the lowest wins the Copicaster, ties by Luckynits")                                  \
    X(PROMPT_WULLAWAKI, "{text}: the highest takes the Wullawaki, the others lose their card")                         \
    X(PROMPT_PLACE,                                                                                                    \
      "{seat} [give|gives] the card to an opponent, or [keep|keeps] it and [discard|discards] the Gnalli")             \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(SCORES, "{seat} [score|scores] {n} [point|points]")                                                              \
    X(LINE_LOWEST, "- the Wullawaki goes, and with it the lowest guest: {thing}")                                      \
    X(LINE_HIGHEST, "- two Wullawakis go, and with them the highest guest: {thing}")                                   \
    X(LINE_ALONE, "- {n} [Wullawaki goes|Wullawakis go], and there is no guest to go too")                             \
    X(LINE_BEST, "- {n} Wullawakis go, and with them {n} other [card|cards], as cheaply as can be:")                   \
    X(LINE_GONE, "- gone: {n} × {thing}")                                                                              \
    X(LINE_COPIES, "- the Copicaster becomes one more {thing}")                                                        \
    X(LINE_NO_COPY, "- the Copicaster has no guest to become: 0")                                                      \
    X(LINE_SINGLE, "- {thing}: {n}")                                                                                   \
    X(LINE_GROUP, "- {n} × {thing}: {n}")

/* What is said besides, after the names. */
#define MORE_TEXTS(X)                                                                                                  \
    X(YOU_COPICASTER, "play a card: the lowest wins the Copicaster and is spent, ties by Luckynits")                   \
    X(YOU_COPICASTER_AGAIN, "play again, but no Gnalli: the lowest wins the Copicaster and is spent")                  \
    X(YOU_WULLAWAKI, "play a card: the highest takes the Wullawaki and returns, the others are lost")                  \
    X(YOU_PLACE, "keep the {thing} at the cost of the Gnalli, or give it to an opponent")                              \
    X(GOAL_PARTY, "have the best party at the end: yours is worth {n}, the best other {n}")                            \
    X(GOAL_WIN, "win the {thing} with no more than it takes: {+n} [point|points] for your party now")                  \
    X(GOAL_LOWEST, "win the {thing} by the lowest card: {+n} [point|points] for your party now")                       \
    X(GOAL_LEAVE, "leave the {thing} to somebody else: {+n} [point|points] for your party now")                        \
    X(GOAL_WULLAWAKI, "spend a card that you can spare: the Wullawaki is {+n} [point|points] for your party now")      \
    X(GOAL_PLACE, "keep the {thing} for {+n} [point|points] now, or give it where it does you least harm")             \
    X(COUNT_ROUND, "round")                                                                                            \
    X(COUNT_WULLAWAKIS, "Wullawakis in the supply")                                                                    \
    X(COUNT_ROOM, "Wullawakis in the party room")                                                                      \
    X(ABOUT_GNUMIE, "a bid of {n} ({text}): the highest wins a guest, the lowest the Copicaster, and only the winning" \
                    " card is discarded; at a Wullawaki all but the highest are. {n} [Luckynit|Luckynits] for ties")   \
    X(ABOUT_GNALLI,                                                                                                    \
      "no bid, and not at a Wullawaki. The only one shown looks at the top of the supply: give that card"              \
      " away, or lose the Gnalli and keep it; a Wullawaki is kept and costs no Gnalli. Several do nothing")            \
    X(ABOUT_GUEST_2, "a guest for the highest bid, one of 2 alike: alone it scores {n}, two of them 20, and three,"    \
                     " with the Copicaster, 50")                                                                       \
    X(ABOUT_GUEST_3, "a guest for the highest bid, one of 3 alike: alone it scores {n}, two of them 20, three 50,"     \
                     " and four, with the Copicaster, 100")                                                            \
    X(ABOUT_GUEST_4, "a guest for the highest bid, one of 4 alike: alone it scores {n}, two of them 20, three 50,"     \
                     " four 100, and five, with the Copicaster, 150")                                                  \
    X(ABOUT_SINGLE, "a guest for the highest bid, the only one of its kind: it scores {n}, or 20 if the Copicaster"    \
                    " becomes a second one")                                                                           \
    X(ABOUT_WULLAWAKI, "goes to the highest bid, whose card returns; the other cards are lost. In the end one costs"   \
                       " your lowest guest, two your highest, three or more another card each")                        \
    X(ABOUT_COPICASTER, "goes to the lowest bid. In the end it becomes one more of the lowest guest that you still"    \
                        " have; without a guest it scores nothing")

enum {
#define TEXT_ID(id, words) T_##id,
    TEXTS(TEXT_ID) T_NAMES, /* of the Gnumies, by value */
    T_LAST_NAME = T_NAMES + VALUES - 1,
    MORE_TEXTS(TEXT_ID) TEXTS_N
#undef TEXT_ID
};

static const char *const texts[] = {
#define TEXT_WORDS(id, words)                              words,
#define NAME(value, name, red, violet, blue, yellow, gray) name,
    TEXTS(TEXT_WORDS) GNUMIES(NAME) MORE_TEXTS(TEXT_WORDS)
#undef NAME
#undef TEXT_WORDS
};

/* ---- state ----------------------------------------------------------------------------------- */

/* Up to TAKE it is chance that acts; from TURN_UP to TAKE by a card of the supply. */
enum phase { DRAW_COLOURS, DRAW_STARTER, TURN_UP, LOOK, TAKE, CHOOSE, PLACE, OVER };

struct state {
    uint16_t hand[SEATS];       /* sets of cards; what is not in hand is discarded */
    uint16_t allowed;           /* cards that may be played in this step */
    uint8_t room[SEATS][KINDS]; /* party cards won */
    uint8_t supply[KINDS];
    uint8_t left;          /* cards in the supply */
    uint8_t colour[SEATS]; /* from 1; 0: not drawn yet */
    uint8_t choice[SEATS]; /* sealed: a card, from 1; 0: not chosen yet */
    uint8_t takes[SEATS];  /* cards that each is still to take from the supply, in seat order from the starter */
    uint8_t playing;       /* the seats that play a card in this step */
    uint8_t chosen;        /* those of them that have chosen */
    uint8_t up;            /* the face-up party card, from 1; 0: none */
    uint8_t looker;        /* whose Gnalli it is that looks; 0 outside LOOK and PLACE */
    uint8_t looked;        /* the card looked at, from 1; 0: none */
    uint8_t removed;       /* a face-up card that nobody got, from 1; it ends the game, so there is only one */
    uint8_t phase, seats, starter, round;
};

_Static_assert(sizeof(struct state) == 140, "no padding");

static int up_kind(const struct state *s)
{
    return s->up - 1;
}

/* A card of this seat's hand as a thing. */
static int gnumie(const struct state *s, int seat, int card)
{
    return THING_OF(s->colour[seat] - 1, card);
}

static int luckynits_of(const struct state *s, int seat, int card)
{
    return luckynits[card][s->colour[seat] - 1];
}

static bool several(uint32_t seats)
{
    return (seats & (seats - 1)) != 0;
}

static uint32_t seats_with(const struct state *s, uint32_t cards)
{
    uint32_t seats = 0;

    for (int seat = 0; seat < s->seats; seat++)
        seats |= s->hand[seat] & cards ? BIT(seat) : 0;
    return seats;
}

static uint32_t seats_with_only_the_gnalli(const struct state *s)
{
    return seats_with(s, BIT(GNALLI)) & ~seats_with(s, NUMBERS);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* How many party cards there are of a kind. */
static int cards_of(const struct setup *setup, int kind)
{
    if (kind == WULLAWAKI)
        return option_number(&options[OPTION_WULLAWAKIS], setup->option[OPTION_WULLAWAKIS]);
    return party_cards[kind] == 1 ? 1 : option_number(&options[OPTION_GUESTS], setup->option[OPTION_GUESTS]);
}

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    *s = (struct state){.seats = setup->seats, .phase = DRAW_COLOURS};
    for (int kind = 0; kind < KINDS; kind++) {
        s->supply[kind] = (uint8_t)cards_of(setup, kind);
        s->left += s->supply[kind];
    }
    return NULL;
}

/* All five colours: those that nobody plays lie in the box. */
static void contents(const struct setup *setup, uint16_t count[])
{
    for (int thing = 0; thing < THINGS_N; thing++)
        count[thing] = thing < PARTY ? 1 : thing < GNUMIE_BACK ? (uint16_t)cards_of(setup, thing - PARTY) : 0;
}

static struct phrase about(const struct setup *setup, int thing)
{
    int card = thing % HAND_CARDS, kind = thing - PARTY;

    if (thing >= GNUMIE_BACK)
        return PHRASE(T_NONE);
    if (thing < PARTY)
        return card == GNALLI
                   ? PHRASE(T_ABOUT_GNALLI)
                   : PHRASE(T_ABOUT_GNUMIE, 10 * (card + 1), T_NAMES + card, luckynits[card][thing / HAND_CARDS]);
    if (kind >= GUESTS)
        return PHRASE(kind == WULLAWAKI ? T_ABOUT_WULLAWAKI : T_ABOUT_COPICASTER);
    return party_cards[kind] == 1 ? PHRASE(T_ABOUT_SINGLE, kind + 1)
                                  : PHRASE(T_ABOUT_GUEST_2 + cards_of(setup, kind) - 2, kind + 1);
}

static int colours_drawn(const struct state *s)
{
    int n = 0;

    while (n < s->seats && s->colour[n])
        n++;
    return n;
}

static uint32_t colours_left(const struct state *s)
{
    uint32_t left = BIT(BOX_COLOURS) - 1;

    for (int seat = 0; seat < colours_drawn(s); seat++)
        left &= ~BIT(s->colour[seat] - 1);
    return left;
}

static void draw_colour(struct state *s, int colour, struct facts *facts)
{
    int seat = colours_drawn(s);

    s->colour[seat] = (uint8_t)(colour + 1);
    s->hand[seat] = WHOLE_HAND;
    TELL(facts, EVERYBODY, 0, T_COLOUR_IS, seat, box_colours[colour]);
    for (int card = 0; card < HAND_CARDS && facts; card++)
        fact_transfer(facts, gnumie(s, seat, card), 1, PLACE_BOX, PLACE_HAND + seat);
    if (seat + 1 == s->seats)
        s->phase = DRAW_STARTER;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* A seat plays a card of its own colour, and keeps or gives the card looked at. */
enum {
    MOVE_CARD = 1,
    MOVE_KEEP = MOVE_CARD + HAND_CARDS,
    MOVE_GIVE,
    MOVE_PARTY = MOVE_GIVE + SEATS,
    MOVE_COLOUR = MOVE_PARTY + KINDS,
    MOVE_STARTER = MOVE_COLOUR + BOX_COLOURS,
    MOVES_N = MOVE_STARTER + SEATS
};

static uint32_t actors(const void *state)
{
    const struct state *s = state;

    switch (s->phase) {
    case CHOOSE:
        return s->playing & ~(uint32_t)s->chosen;
    case PLACE:
        return BIT(s->looker);
    case OVER:
        return 0;
    default:
        return BIT(CHANCE);
    }
}

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;
    int n = 0;

    if (s->phase == CHOOSE) {
        n = moves_of(s->hand[seat] & s->allowed, MOVE_CARD, out);
    } else {
        out[n++] = MOVE_KEEP;
        for (int to = 0; to < s->seats; to++)
            if (to != seat)
                out[n++] = (move_t)(MOVE_GIVE + to);
    }
    return n;
}

static int chance(const void *state, move_t out[], uint32_t weight[])
{
    const struct state *s = state;
    int n = 0;

    if (s->phase >= TURN_UP) {
        for (int kind = 0; kind < KINDS; kind++) {
            out[n] = (move_t)(MOVE_PARTY + kind);
            weight[n] = s->supply[kind];
            n += s->supply[kind] != 0;
        }
        return n;
    }
    for (FOR_BITS(i, s->phase == DRAW_COLOURS ? colours_left(s) : BIT(s->seats) - 1)) {
        out[n] = (move_t)((s->phase == DRAW_COLOURS ? MOVE_COLOUR : MOVE_STARTER) + i);
        weight[n++] = 1;
    }
    return n;
}

enum { SOURCE_COLOURS, SOURCE_STARTER, SOURCE_SUPPLY, SOURCES_N };

static uint8_t source(const void *state)
{
    const struct state *s = state;

    return s->phase == DRAW_COLOURS ? SOURCE_COLOURS : s->phase == DRAW_STARTER ? SOURCE_STARTER : SOURCE_SUPPLY;
}

static uint32_t odds(const void *state)
{
    const struct state *s = state;

    return s->phase >= TURN_UP        ? s->left
           : s->phase == DRAW_COLOURS ? (uint32_t)(BOX_COLOURS - colours_drawn(s))
                                      : s->seats;
}

/* The kind of card number r of the supply, sorted by kind. */
static int supply_nth(const struct state *s, uint32_t r)
{
    int kind = 0;

    while (r >= s->supply[kind])
        r -= s->supply[kind++];
    return kind;
}

static move_t draw(const void *state, uint32_t r)
{
    const struct state *s = state;

    return (move_t)(s->phase >= TURN_UP        ? MOVE_PARTY + supply_nth(s, r)
                    : s->phase == DRAW_COLOURS ? MOVE_COLOUR + bit_nth(colours_left(s), r)
                                               : MOVE_STARTER + (int)r);
}

/* ---- the end of a round ------------------------------------------------------------------------ */

/* What the last fact says of a card of a hand, and of a party card. */
static void tell_discard(const struct state *s, int seat, int card, struct facts *facts)
{
    fact_transfer(facts, gnumie(s, seat, card), 1, PLACE_HAND + seat, PLACE_DISCARDS);
}

static void tell_party(int kind, int from, int to, struct facts *facts)
{
    fact_transfer(facts, PARTY + kind, 1, from, to);
}

static void discard(struct state *s, int seat, int card, struct facts *facts)
{
    s->hand[seat] &= (uint16_t)~BIT(card);
    if (s->hand[seat] == 0)
        TELL(facts, EVERYBODY, 0, T_FINISHED, seat);
}

static void end_game(struct state *s, struct facts *facts)
{
    s->phase = OVER;
    TELL(facts, EVERYBODY, 0, T_GAME_OVER);
}

static void end_round(struct state *s, struct facts *facts)
{
    uint32_t in_play = seats_with(s, WHOLE_HAND);

    s->up = 0;
    if (in_play == 0) {
        end_game(s, facts);
    } else if (several(in_play)) {
        s->phase = TURN_UP;
    } else {
        int last = bit_lowest(in_play);

        s->takes[last] = (uint8_t)bit_count(s->hand[last]);
        TELL(facts, EVERYBODY, 0, T_LAST, last, s->takes[last]);
        for (FOR_BITS(card, facts ? s->hand[last] : 0))
            tell_discard(s, last, (int)card, facts);
        s->hand[last] = 0;
        s->phase = TAKE;
    }
}

/* ---- playing cards ----------------------------------------------------------------------------- */

static void ask(struct state *s, uint32_t seats, uint32_t allowed)
{
    s->playing = (uint8_t)seats;
    s->allowed = (uint16_t)allowed;
    s->phase = CHOOSE;
}

static void clear_choices(struct state *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        s->choice[seat] = 0;
    s->playing = s->chosen = 0;
    s->allowed = 0;
}

static void remove_up(struct state *s)
{
    s->removed = s->up;
    s->up = 0;
}

/* Each of these seats discards the Gnalli, its only card, and is to take a party card for it. */
static void trade_gnallis(struct state *s, uint32_t seats, struct facts *facts)
{
    for (FOR_BITS(seat, seats)) {
        discard(s, (int)seat, GNALLI, facts);
        s->takes[seat] = 1;
    }
    s->phase = TAKE;
}

/* Those who are left contest the face-up Wullawaki. */
static void contest(struct state *s, struct facts *facts)
{
    uint32_t rivals = seats_with(s, NUMBERS);

    for (FOR_BITS(seat, seats_with_only_the_gnalli(s)))
        TELL(facts, EVERYBODY, 0, T_SHOWS_GNALLI, (int)seat);
    if (several(rivals)) {
        ask(s, rivals, NUMBERS);
        return;
    }
    if (rivals == 0) {
        TELL(facts, EVERYBODY, 0, T_NO_RIVALS);
        tell_party(WULLAWAKI, PLACE_UP, PLACE_BOX, facts);
        remove_up(s);
    } else {
        int seat = bit_lowest(rivals);

        TELL(facts, EVERYBODY, 0, T_ALONE, seat);
        tell_party(WULLAWAKI, PLACE_UP, PLACE_ROOM + seat, facts);
        s->room[seat][WULLAWAKI]++;
    }
    end_round(s, facts);
}

static void turn_up(struct state *s, int kind, struct facts *facts)
{
    uint32_t gnallis;

    s->up = (uint8_t)(kind + 1);
    s->round++;
    TELL(facts, EVERYBODY, 0, T_TURNED_UP, s->round, PARTY + kind);
    tell_party(kind, PLACE_SUPPLY, PLACE_UP, facts);
    if (kind != WULLAWAKI) {
        ask(s, seats_with(s, WHOLE_HAND), WHOLE_HAND);
        return;
    }
    gnallis = seats_with_only_the_gnalli(s);
    if (several(gnallis)) {
        for (FOR_BITS(seat, gnallis)) {
            TELL(facts, EVERYBODY, 0, T_MEETS_WULLAWAKI, (int)seat);
            tell_discard(s, (int)seat, GNALLI, facts);
        }
        trade_gnallis(s, gnallis, facts);
    } else {
        contest(s, facts);
    }
}

/* Whose card takes the face-up card, of these seats, whose choices are no Gnallis. */
static int winner_of(const struct state *s, uint32_t seats)
{
    int winner = NOBODY, most = -1;

    for (FOR_BITS(seat, seats)) {
        int card = s->choice[seat] - 1;
        int height = up_kind(s) == COPICASTER ? VALUES - 1 - card : card;
        int strength = height * 8 + luckynits_of(s, (int)seat, card);

        if (strength > most) {
            most = strength;
            winner = (int)seat;
        }
    }
    return winner;
}

static void tell_tie(const struct state *s, uint32_t seats, int winner, struct facts *facts)
{
    int card = s->choice[winner] - 1, n = 0;

    for (FOR_BITS(seat, seats))
        n += s->choice[seat] == s->choice[winner];
    if (n > 1)
        TELL(facts, EVERYBODY, 0, T_TIE, n, gnumie(s, winner, card), luckynits_of(s, winner, card));
}

static void tell_returns(const struct state *s, uint32_t seats, struct facts *facts)
{
    if (several(seats)) {
        TELL(facts, EVERYBODY, 0, T_TAKE_BACK);
    } else if (seats) {
        int seat = bit_lowest(seats);

        TELL(facts, EVERYBODY, 0, T_TAKES_BACK, seat, gnumie(s, seat, s->choice[seat] - 1));
    }
}

/* The face-up card goes to one of these seats, and their cards are discarded or return. */
static void award(struct state *s, uint32_t seats, struct facts *facts)
{
    int winner = winner_of(s, seats), card = s->choice[winner] - 1;

    if (facts)
        tell_tie(s, seats, winner, facts);
    s->room[winner][up_kind(s)]++;
    if (up_kind(s) != WULLAWAKI) {
        TELL(facts, EVERYBODY, 0, T_WINS, winner, PARTY + up_kind(s), gnumie(s, winner, card));
        tell_party(up_kind(s), PLACE_UP, PLACE_ROOM + winner, facts);
        tell_discard(s, winner, card, facts);
        if (facts)
            tell_returns(s, seats & ~BIT(winner), facts);
        discard(s, winner, card, facts);
        return;
    }
    TELL(facts, EVERYBODY, 0, T_TAKES_WULLAWAKI, winner, gnumie(s, winner, card));
    tell_party(WULLAWAKI, PLACE_UP, PLACE_ROOM + winner, facts);
    for (FOR_BITS(seat, seats & ~BIT(winner))) {
        TELL(facts, EVERYBODY, 0, T_LOSES, (int)seat, gnumie(s, (int)seat, s->choice[seat] - 1));
        tell_discard(s, (int)seat, s->choice[seat] - 1, facts);
        discard(s, (int)seat, s->choice[seat] - 1, facts);
    }
}

static void replay(struct state *s, struct facts *facts)
{
    uint32_t gnallis = seats_with_only_the_gnalli(s), others = seats_with(s, NUMBERS);

    if (others == 0) {
        TELL(facts, EVERYBODY, 0, T_ONLY_GNALLIS, PARTY + up_kind(s));
        tell_party(up_kind(s), PLACE_UP, PLACE_BOX, facts);
        for (FOR_BITS(seat, facts ? gnallis : 0))
            tell_discard(s, (int)seat, GNALLI, facts);
        remove_up(s);
        trade_gnallis(s, gnallis, facts);
        return;
    }
    TELL(facts, EVERYBODY, 0, T_ALL_GNALLIS);
    for (FOR_BITS(seat, gnallis))
        TELL(facts, EVERYBODY, 0, T_SITS_OUT, (int)seat);
    ask(s, others, NUMBERS);
}

static void tell_cards(const struct state *s, struct facts *facts)
{
    for (FOR_BITS(seat, s->playing)) {
        int card = s->choice[seat] - 1;

        if (card == GNALLI)
            TELL(facts, EVERYBODY, FACT_REVEALS, T_PLAYS_GNALLI, (int)seat, gnumie(s, (int)seat, card));
        else
            TELL(facts, EVERYBODY, FACT_REVEALS, T_PLAYS, (int)seat, gnumie(s, (int)seat, card), T_NAMES + card);
    }
}

/* The last choice is in: show them all. */
static void reveal(struct state *s, struct facts *facts)
{
    uint32_t gnallis = 0, others;

    if (facts)
        tell_cards(s, facts);
    for (FOR_BITS(seat, s->playing))
        gnallis |= s->choice[seat] == GNALLI + 1 ? BIT(seat) : 0;
    others = s->playing & ~gnallis;
    if (others == 0) {
        clear_choices(s);
        replay(s, facts);
        return;
    }
    award(s, others, facts);
    clear_choices(s);
    if (gnallis == 0) {
        end_round(s, facts);
    } else if (several(gnallis)) {
        TELL(facts, EVERYBODY, 0, T_GNALLIS_RETURN, bit_count(gnallis));
        end_round(s, facts);
    } else {
        s->up = 0;
        s->looker = (uint8_t)bit_lowest(gnallis);
        s->phase = LOOK;
    }
}

static void choose(struct state *s, int seat, int card, struct facts *facts)
{
    TELL(facts, ONLY(seat), FACT_SILENT, T_CHOOSES, seat, gnumie(s, seat, card));
    s->choice[seat] = (uint8_t)(card + 1);
    s->chosen |= (uint8_t)BIT(seat);
    if (s->chosen == s->playing)
        reveal(s, facts);
}

static uint32_t sealed(const void *state)
{
    return ((const struct state *)state)->chosen;
}

static void reopen(void *state, uint32_t seats)
{
    struct state *s = state;

    for (FOR_BITS(seat, s->chosen & seats))
        s->choice[seat] = 0;
    s->chosen &= (uint8_t)~seats;
}

/* ---- the Gnalli -------------------------------------------------------------------------------- */

static void end_look(struct state *s, struct facts *facts)
{
    s->looker = s->looked = 0;
    end_round(s, facts);
}

static void look(struct state *s, int kind, struct facts *facts)
{
    if (kind == WULLAWAKI) {
        TELL(facts, EVERYBODY, 0, T_SEES_WULLAWAKI, s->looker);
        tell_party(WULLAWAKI, PLACE_SUPPLY, PLACE_ROOM + s->looker, facts);
        s->room[s->looker][WULLAWAKI]++;
        end_look(s, facts);
        return;
    }
    TELL(facts, ONLY(s->looker), 0, T_SEES, s->looker, PARTY + kind);
    tell_party(kind, PLACE_SUPPLY, PLACE_LOOKED, facts);
    TELL(facts, ALL_BUT(s->looker), 0, T_LOOKS, s->looker);
    fact_transfer(facts, PARTY_BACK, 1, PLACE_SUPPLY, PLACE_LOOKED);
    s->looked = (uint8_t)(kind + 1);
    s->phase = PLACE;
}

static void place(struct state *s, int to, struct facts *facts)
{
    int kind = s->looked - 1;

    s->room[to][kind]++;
    if (to == s->looker) {
        TELL(facts, EVERYBODY, FACT_REVEALS, T_KEEPS, to, PARTY + kind);
        tell_party(kind, PLACE_LOOKED, PLACE_ROOM + to, facts);
        tell_discard(s, to, GNALLI, facts);
        discard(s, to, GNALLI, facts);
    } else {
        TELL(facts, EVERYBODY, FACT_REVEALS, T_GIVES, s->looker, PARTY + kind, to);
        tell_party(kind, PLACE_LOOKED, PLACE_ROOM + to, facts);
        TELL(facts, EVERYBODY, 0, T_GNALLI_BACK, s->looker);
    }
    end_look(s, facts);
}

/* ---- taking cards ------------------------------------------------------------------------------ */

/* The seat that takes next, in seat order from the starting seat; NOBODY if all have taken. */
static int next_taker(const struct state *s)
{
    for (int i = 0; i < s->seats; i++) {
        int seat = s->starter + i < s->seats ? s->starter + i : s->starter + i - s->seats;

        if (s->takes[seat])
            return seat;
    }
    return NOBODY;
}

/* Cards are taken where a Wullawaki lies face up, which is contested then, or else at the end of the game. */
static void end_taking(struct state *s, struct facts *facts)
{
    for (int seat = 0; seat < s->seats; seat++)
        s->takes[seat] = 0;
    if (s->up)
        contest(s, facts);
    else
        end_game(s, facts);
}

static void take(struct state *s, int kind, struct facts *facts)
{
    int seat = next_taker(s);

    TELL(facts, EVERYBODY, 0, T_TAKES, seat, PARTY + kind);
    tell_party(kind, PLACE_SUPPLY, PLACE_ROOM + seat, facts);
    s->room[seat][kind]++;
    s->takes[seat]--;
    if (next_taker(s) == NOBODY)
        end_taking(s, facts);
}

/* ---- a card of the supply ------------------------------------------------------------------------ */

static void draw_card(struct state *s, int kind, struct facts *facts)
{
    s->supply[kind]--;
    s->left--;
    if (s->phase == TURN_UP)
        turn_up(s, kind, facts);
    else if (s->phase == LOOK)
        look(s, kind, facts);
    else
        take(s, kind, facts);
}

static void supply_is_empty(struct state *s, struct facts *facts)
{
    if (s->phase == LOOK) {
        TELL(facts, EVERYBODY, 0, T_NO_LOOK, s->looker);
        end_look(s, facts);
        return;
    }
    TELL(facts, EVERYBODY, 0, T_SUPPLY_EMPTY);
    if (s->phase == TURN_UP)
        end_game(s, facts);
    else
        end_taking(s, facts);
}

/* The only kind of card in the supply, which has cards; NOBODY if there are several. */
static int only_kind(const struct state *s)
{
    int kind;

    if (s->left > WULLAWAKIS_MAX) /* no kind has more cards than that */
        return NOBODY;
    kind = supply_nth(s, 0);
    return s->supply[kind] == s->left ? kind : NOBODY;
}

/* Play on while a card is due from the supply and it is empty, or has only one kind to give. */
static void settle(struct state *s, struct facts *facts)
{
    while (s->phase >= TURN_UP && s->phase <= TAKE) {
        if (s->left == 0) {
            supply_is_empty(s, facts);
        } else {
            int kind = only_kind(s);

            if (kind == NOBODY)
                return;
            draw_card(s, kind, facts);
        }
    }
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    switch (s->phase) {
    case DRAW_COLOURS:
        draw_colour(s, m - MOVE_COLOUR, facts);
        if (s->phase == DRAW_COLOURS && colours_drawn(s) == BOX_COLOURS - 1)
            draw_colour(s, bit_lowest(colours_left(s)), facts);
        return;
    case DRAW_STARTER:
        s->starter = (uint8_t)(m - MOVE_STARTER);
        s->phase = TURN_UP;
        TELL(facts, EVERYBODY, 0, T_STARTS, s->starter);
        return;
    case CHOOSE:
        choose(s, actor, m - MOVE_CARD, facts);
        break;
    case PLACE:
        place(s, m == MOVE_KEEP ? s->looker : m - MOVE_GIVE, facts);
        break;
    default:
        draw_card(s, m - MOVE_PARTY, facts);
        break;
    }
    settle(s, facts);
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* Only the card looked at: it may be any of the supply and itself, but no Wullawaki, which would have been shown. */
static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;
    int wullawakis = s->supply[WULLAWAKI];
    int kind;

    if (viewer == REFEREE || s->phase != PLACE || viewer == s->looker)
        return;
    s->supply[s->looked - 1]++;
    s->supply[WULLAWAKI] = 0;
    kind = supply_nth(s, luck_below(luck, (uint32_t)(s->left + 1 - wullawakis)));
    s->supply[WULLAWAKI] = (uint8_t)wullawakis;
    s->supply[kind]--;
    s->looked = (uint8_t)(kind + 1);
}

/* ---- scoring --------------------------------------------------------------------------------- */

/* What is left of a party room when the Wullawakis have gone, and what it scores. */
struct tally {
    uint8_t kept[KINDS]; /* without the Wullawakis */
    int copied;          /* the guest that the Copicaster becomes, or NOBODY */
    int points;
};

static int points_of(int guest, int n)
{
    return n == 0 ? 0 : n == 1 ? guest + 1 : alike_points[n - 2];
}

static int lowest_guest(const uint8_t cards[KINDS])
{
    int guest = 0;

    while (guest < GUESTS && cards[guest] == 0)
        guest++;
    return guest < GUESTS ? guest : NOBODY;
}

static int highest_guest(const uint8_t cards[KINDS])
{
    int guest = GUESTS - 1;

    while (guest >= 0 && cards[guest] == 0)
        guest--;
    return guest; /* NOBODY is -1 */
}

/* What the guests from some value up score at best when so many of them are discarded; -1: there are not so many. */
struct best {
    int points[GUESTS + 1][WULLAWAKIS_MAX + 1];
};

/* For so many and fewer. */
static void fill_best(const uint8_t cards[KINDS], int discards, struct best *best)
{
    for (int n = 0; n <= discards; n++)
        best->points[GUESTS][n] = n == 0 ? 0 : -1;
    for (int guest = GUESTS - 1; guest >= 0; guest--) {
        for (int n = 0; n <= discards; n++) {
            int most = -1;

            for (int gone = 0; gone <= cards[guest] && gone <= n; gone++) {
                int above = best->points[guest + 1][n - gone];
                int points = above + points_of(guest, cards[guest] - gone);

                if (above >= 0 && points > most)
                    most = points;
            }
            best->points[guest][n] = most;
        }
    }
}

/* What the Copicaster adds depends on the lowest guest that is left, so that is tried out: which it is, how many of it
 * stay, and whether the Copicaster stays. One guest at least does: the Copicaster could have gone in its place. */
struct plan {
    int points;
    int lowest, stay;   /* the lowest guest left; all below it are discarded */
    int copicaster;     /* whether it stays */
    int discards_above; /* guests above the lowest that are discarded */
};

static struct plan best_plan(const uint8_t cards[KINDS], int n, const struct best *best)
{
    struct plan plan = {.points = -1};

    for (int copicaster = 0; copicaster <= cards[COPICASTER]; copicaster++) {
        int guests = n - (cards[COPICASTER] - copicaster); /* to be discarded */

        for (int lowest = 0, below = 0; lowest < GUESTS && below <= guests; below += cards[lowest++]) {
            for (int stay = 1; stay <= cards[lowest]; stay++) {
                int above = guests - below - (cards[lowest] - stay), points;

                if (above < 0 || best->points[lowest + 1][above] < 0)
                    continue;
                points = points_of(lowest, stay + copicaster) + best->points[lowest + 1][above];
                if (points > plan.points)
                    plan = (struct plan){points, lowest, stay, copicaster, above};
            }
        }
    }
    return plan;
}

/* Discards n cards, fewer than there are, so that the rest scores most. */
static void discard_best(uint8_t cards[KINDS], int n)
{
    struct best best;
    struct plan plan;

    fill_best(cards, n, &best);
    plan = best_plan(cards, n, &best);
    for (int guest = 0; guest < plan.lowest; guest++)
        cards[guest] = 0;
    cards[plan.lowest] = (uint8_t)plan.stay;
    cards[COPICASTER] = (uint8_t)plan.copicaster;
    n = plan.discards_above;
    for (int guest = plan.lowest + 1; guest < GUESTS; guest++) {
        int gone = 0;

        while (best.points[guest + 1][n - gone] < 0 ||
               best.points[guest + 1][n - gone] + points_of(guest, cards[guest] - gone) != best.points[guest][n])
            gone++;
        cards[guest] = (uint8_t)(cards[guest] - gone);
        n -= gone;
    }
}

/* The Wullawakis go, and what they cost. */
static void pay_wullawakis(uint8_t cards[KINDS])
{
    int n = cards[WULLAWAKI], others = 0, guest = n == 1 ? lowest_guest(cards) : highest_guest(cards);

    cards[WULLAWAKI] = 0;
    if (n == 0)
        return;
    if (n <= 2) {
        if (guest != NOBODY)
            cards[guest]--;
        return;
    }
    for (int kind = 0; kind < KINDS; kind++)
        others += cards[kind];
    if (n < others)
        discard_best(cards, n);
    else
        for (int kind = 0; kind < KINDS; kind++)
            cards[kind] = 0;
}

static struct tally tally(const uint8_t room[KINDS])
{
    struct tally t = {.copied = NOBODY};

    for (int kind = 0; kind < KINDS; kind++)
        t.kept[kind] = room[kind];
    pay_wullawakis(t.kept);
    if (t.kept[COPICASTER])
        t.copied = lowest_guest(t.kept);
    for (int guest = 0; guest < GUESTS; guest++)
        t.points += points_of(guest, t.kept[guest] + (guest == t.copied));
    return t;
}

/* What one more card would change. */
static int points_gained(const uint8_t room[KINDS], int kind)
{
    uint8_t more[KINDS];

    for (int i = 0; i < KINDS; i++)
        more[i] = (uint8_t)(room[i] + (i == kind));
    return tally(more).points - tally(room).points;
}

static void explain_wullawakis(const uint8_t room[KINDS], const struct tally *t, int seat, struct result *out)
{
    int n = room[WULLAWAKI], gone = 0, gone_kind = NOBODY;

    if (n == 0)
        return;
    for (int kind = 0; kind < KINDS; kind++) {
        if (kind != WULLAWAKI && room[kind] > t->kept[kind]) {
            gone += room[kind] - t->kept[kind];
            gone_kind = kind;
        }
    }
    if (gone == 0) {
        result_line(out, seat, PHRASE(T_LINE_ALONE, n));
    } else if (n <= 2) {
        result_line(out, seat, PHRASE(n == 1 ? T_LINE_LOWEST : T_LINE_HIGHEST, PARTY + gone_kind));
    } else {
        result_line(out, seat, PHRASE(T_LINE_BEST, n, gone));
        for (int kind = 0; kind < KINDS; kind++)
            if (kind != WULLAWAKI && room[kind] > t->kept[kind])
                result_line(out, seat, PHRASE(T_LINE_GONE, room[kind] - t->kept[kind], PARTY + kind));
    }
}

static void explain(const uint8_t room[KINDS], const struct tally *t, int seat, struct result *out)
{
    result_line(out, seat, PHRASE(T_SCORES, seat, t->points));
    explain_wullawakis(room, t, seat, out);
    if (t->kept[COPICASTER])
        result_line(out, seat, t->copied == NOBODY ? PHRASE(T_LINE_NO_COPY) : PHRASE(T_LINE_COPIES, PARTY + t->copied));
    for (int guest = 0; guest < GUESTS; guest++) {
        int n = t->kept[guest] + (guest == t->copied);

        if (n == 1)
            result_line(out, seat, PHRASE(T_LINE_SINGLE, PARTY + guest, points_of(guest, n)));
        else if (n > 1)
            result_line(out, seat, PHRASE(T_LINE_GROUP, n, PARTY + guest, points_of(guest, n)));
    }
}

static void result(const void *state, struct result *out)
{
    const struct state *s = state;

    for (int seat = 0; seat < s->seats; seat++) {
        struct tally t = tally(s->room[seat]);

        out->score[seat] = t.points;
        explain(s->room[seat], &t, seat, out);
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

static void scene_supply(const struct state *s, int viewer, struct scene *out)
{
    scene_pile(out, &zones[Z_SUPPLY], NOBODY, PHRASE(T_SUPPLY_TITLE), PLACE_SUPPLY);
    scene_piece(out, PARTY_BACK, s->left, 0);
    scene_count(out, SCOPE_PLACE, s->supply[WULLAWAKI], NO_LIMIT, PHRASE(T_COUNT_WULLAWAKIS));
    scene_pile(out, &zones[Z_UP], NOBODY, PHRASE(T_UP_TITLE), PLACE_UP);
    if (s->up)
        scene_piece(out, PARTY + up_kind(s), 1, 0);
    if (s->looked) {
        bool known = viewer == s->looker || viewer == REFEREE;

        scene_pile(out, &zones[Z_LOOKED], s->looker, PHRASE(T_LOOKED_TITLE, s->looker), PLACE_LOOKED);
        scene_piece(out, known ? PARTY + s->looked - 1 : PARTY_BACK, 1, known ? PIECE_DOWN : 0);
    }
}

static void scene_seat(const struct state *s, int seat, struct scene *out)
{
    scene_pile(out, &zones[Z_ROOM], seat, PHRASE(T_ROOM_TITLE, seat), PLACE_ROOM + seat);
    for (int kind = 0; kind < KINDS; kind++)
        scene_piece(out, PARTY + kind, s->room[seat][kind], 0);
    scene_count_seat(out, seat, 0, s->room[seat][WULLAWAKI], NO_LIMIT, PHRASE(T_COUNT_ROOM));
    scene_pile(out, &zones[Z_HAND], seat, PHRASE(T_HAND_TITLE, seat), PLACE_HAND + seat);
    for (FOR_BITS(card, s->hand[seat]))
        scene_piece(out, gnumie(s, seat, (int)card), 1, 0);
}

/* The Gnumies played for good, and what has left the game: colours that nobody plays, a party card that nobody got. */
static void scene_rest(const struct state *s, struct scene *out)
{
    int unused = (BOX_COLOURS - colours_drawn(s)) * HAND_CARDS;

    scene_pile(out, &zones[Z_DISCARDS], NOBODY, PHRASE(T_DISCARDS_TITLE), PLACE_DISCARDS);
    for (int seat = 0; seat < colours_drawn(s); seat++)
        for (FOR_BITS(card, WHOLE_HAND & ~(uint32_t)s->hand[seat]))
            scene_piece(out, gnumie(s, seat, (int)card), 1, 0);
    if (unused == 0 && s->removed == 0)
        return;
    scene_pile(out, &zones[Z_BOX], NOBODY, PHRASE(T_BOX_TITLE), PLACE_BOX);
    scene_piece(out, GNUMIE_BACK, unused, 0);
    if (s->removed)
        scene_piece(out, PARTY + s->removed - 1, 1, 0);
}

static void scene_notes(const struct state *s, struct scene *out)
{
    if (s->round > 0) {
        scene_note(out, NOBODY, PHRASE(T_NOTE_ROUND, s->round, s->left, s->supply[WULLAWAKI], s->starter));
        scene_count(out, SCOPE_TABLE, s->round, NO_LIMIT, PHRASE(T_COUNT_ROUND));
    }
    if (s->phase < TURN_UP || s->phase == OVER)
        return;
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->hand[seat] == 0)
            scene_note(out, seat, PHRASE(T_NOTE_FINISHED, seat));
        else if (s->phase == CHOOSE && !(s->playing & BIT(seat)))
            scene_note(out, seat, PHRASE(T_NOTE_SITS_OUT, seat));
    }
}

/* Of those who choose a card, and of the others. */
static struct phrase choose_prompt(const struct state *s, bool you)
{
    int kind = up_kind(s);
    bool again = s->allowed == NUMBERS && kind != WULLAWAKI;
    int who = again ? T_THEY_CHOOSE_AGAIN : T_THEY_CHOOSE;

    switch (kind) {
    case WULLAWAKI:
        return you ? PHRASE(T_YOU_WULLAWAKI) : PHRASE(T_PROMPT_WULLAWAKI, who);
    case COPICASTER:
        return !you ? PHRASE(T_PROMPT_COPICASTER, who) : PHRASE(again ? T_YOU_COPICASTER_AGAIN : T_YOU_COPICASTER);
    default:
        return !you ? PHRASE(T_PROMPT_GUEST, who, PARTY + kind)
                    : PHRASE(again ? T_YOU_GUEST_AGAIN : T_YOU_GUEST, PARTY + kind);
    }
}

static struct phrase prompt(const struct state *s, int viewer)
{
    switch (s->phase) {
    case DRAW_COLOURS:
        return PHRASE(T_PROMPT_COLOURS);
    case DRAW_STARTER:
        return PHRASE(T_PROMPT_STARTER);
    case TURN_UP:
        return PHRASE(T_PROMPT_TURN_UP);
    case LOOK:
        return PHRASE(T_PROMPT_LOOK, s->looker);
    case TAKE:
        return PHRASE(T_PROMPT_TAKE, next_taker(s));
    case CHOOSE:
        return choose_prompt(s, s->playing & BIT(viewer));
    case PLACE:
        return viewer == s->looker ? PHRASE(T_YOU_PLACE, PARTY + s->looked - 1) : PHRASE(T_PROMPT_PLACE, s->looker);
    default:
        return PHRASE(T_PROMPT_OVER);
    }
}

/* What a seat that may win or place a card would make of it; else how it stands. */
static struct phrase goal(const struct state *s, int viewer, const int32_t score[])
{
    bool plays = s->phase == CHOOSE && s->playing & BIT(viewer), places = s->phase == PLACE && s->looker == viewer;
    int kind = plays ? up_kind(s) : s->looked - 1;
    int best = 0, gain;

    if (!plays && !places) {
        for (int seat = 0; seat < s->seats; seat++)
            best = seat != viewer && score[seat] > best ? score[seat] : best;
        return PHRASE(T_GOAL_PARTY, (int16_t)score[viewer], (int16_t)best);
    }
    gain = points_gained(s->room[viewer], kind);
    if (places)
        return PHRASE(T_GOAL_PLACE, PARTY + kind, (int16_t)gain);
    if (kind == WULLAWAKI && gain <= 0)
        return PHRASE(T_GOAL_WULLAWAKI, (int16_t)gain);
    return PHRASE(gain < 0             ? T_GOAL_LEAVE
                  : kind == COPICASTER ? T_GOAL_LOWEST
                                       : T_GOAL_WIN,
                  PARTY + kind, (int16_t)gain);
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene_supply(s, viewer, out);
    for (int seat = 0; seat < s->seats; seat++) {
        scene_seat(s, seat, out);
        out->score[seat] = tally(s->room[seat]).points; /* as if the game ended now */
    }
    out->scored = true;
    scene_rest(s, out);
    scene_notes(s, out);
    out->prompt = prompt(s, viewer);
    if (viewer < s->seats && s->phase != OVER)
        out->goal = goal(s, viewer, out->score);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    switch (s->phase) {
    case DRAW_COLOURS:
        return PHRASE(T_SAY_COLOUR, box_colours[m - MOVE_COLOUR], colours_drawn(s));
    case DRAW_STARTER:
        return PHRASE(T_SAY_STARTS, m - MOVE_STARTER);
    case TURN_UP:
        return PHRASE(T_SAY_TURN_UP, PARTY + m - MOVE_PARTY);
    case LOOK:
        return PHRASE(T_SAY_LOOK, PARTY + m - MOVE_PARTY, s->looker);
    case TAKE:
        return PHRASE(T_SAY_TAKE, PARTY + m - MOVE_PARTY, next_taker(s));
    case CHOOSE:
        return PHRASE(T_SAY_PLAY, gnumie(s, actor, m - MOVE_CARD));
    default:
        return m == MOVE_KEEP ? PHRASE(T_SAY_KEEP) : PHRASE(T_SAY_GIVE, m - MOVE_GIVE);
    }
}

static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;

    if (s->phase == CHOOSE)
        out[0] = (struct touch){(uint16_t)(PLACE_HAND + seat), (uint16_t)gnumie(s, seat, m - MOVE_CARD)};
    else
        out[0] = (struct touch){(uint16_t)(PLACE_ROOM + (m == MOVE_KEEP ? seat : m - MOVE_GIVE)), NOTHING};
    return 1;
}

/* ---- what bots are told ---------------------------------------------------------------------- */

/* In hundredths of a point: what a card in the hand will bring, the higher the more, and the Gnalli. */
enum { CARD_WORTH = 200, RANK_WORTH = 150, GNALLI_WORTH = 300, HOPE_WORTH = 7 };

static int32_t card_worth(int card)
{
    return card == GNALLI ? GNALLI_WORTH : CARD_WORTH + RANK_WORTH * card;
}

static int32_t hand_worth(uint32_t hand)
{
    int32_t worth = 0;

    for (FOR_BITS(card, hand))
        worth += card_worth((int)card);
    return worth;
}

/* What so many of a guest promise: more of it may come, the likelier the more cards there are to win it with. */
static int32_t hope(const struct state *s, int seat, int guest, int n)
{
    int32_t more = n ? points_of(guest, n + 1) - points_of(guest, n) : 0;

    return more * s->supply[guest] * bit_count(s->hand[seat]) * HOPE_WORTH / s->seats;
}

static int32_t hope_worth(const struct state *s, int seat)
{
    int32_t worth = 0;

    for (int guest = 0; guest < GUESTS; guest++)
        worth += hope(s, seat, guest, s->room[seat][guest]);
    return worth;
}

/* What one more card makes of a room. */
static int32_t gain_of(const struct state *s, int seat, int kind)
{
    int n = s->room[seat][kind];
    int32_t gain = 0;

    if (kind < GUESTS)
        gain = hope(s, seat, kind, n + 1) - hope(s, seat, kind, n);
    return gain + points_gained(s->room[seat], kind) * POINT;
}

enum { CERTAIN = 256 };

/* How often, of CERTAIN, this seat's sealed choice takes the face-up card, if the others play anything. */
static int32_t chance_to_take(const struct state *s, int seat)
{
    int card = s->choice[seat] - 1;
    int32_t chance = CERTAIN;

    for (FOR_BITS(other, s->playing & ~BIT(seat))) {
        uint32_t hand = s->hand[other] & NUMBERS;
        int n = bit_count(hand), higher = bit_count(hand >> card >> 1), equal = (int)(hand >> card & 1);
        int lower = n - higher - equal;

        if (n)
            chance = chance * (2 * (up_kind(s) == COPICASTER ? higher : lower) + equal) / (2 * n);
    }
    return chance;
}

/* What a sealed choice is likely to bring and to cost. What a Gnalli will find is not known, and it may come back. */
static int32_t choice_worth(const struct state *s, int seat)
{
    int card = s->choice[seat] - 1;
    int32_t chance, lost;

    if (card == GNALLI)
        return 0;
    chance = chance_to_take(s, seat);
    lost = up_kind(s) == WULLAWAKI ? CERTAIN - chance : chance;
    return (gain_of(s, seat, up_kind(s)) * chance - card_worth(card) * lost) / CERTAIN;
}

static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;
    int cards = 0;

    for (int seat = 0; seat < s->seats; seat++) {
        out[seat] = tally(s->room[seat]).points * POINT;
        if (s->phase == OVER)
            continue;
        out[seat] += hand_worth(s->hand[seat]) + hope_worth(s, seat);
        if (s->choice[seat])
            out[seat] += choice_worth(s, seat);
        cards += bit_count(s->hand[seat]);
    }
    return 2000 + 100 * cards;
}

const struct game game_gnumies = {
    .id = "gnumies",
    .title = "The Gnumies",
    .box = "The Gnumies",
    .blurb = "Bid for party guests all at once, and avoid the Wullawakis.",
    .seats_min = 2,
    .seats_max = SEATS,
    .minutes = 30,
    .sources = SOURCES_N,
    .flags = GAME_HIDDEN | GAME_SEALED,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = KINDS,
    .move_ids = MOVES_N,
    /* Four colours and the starting seat; a party card leaves the supply once; a round takes at least one of them,
     * and in it everybody plays twice at most (with a replay nobody looks at a card and places it). */
    .length_max = BOX_COLOURS + PARTY_MAX + PARTY_MAX * 2 * SEATS,
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
    .effort = 1500,
    .patience = 30,
};
