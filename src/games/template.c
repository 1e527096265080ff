/* template.c: Tumtum, a whole game in miniature, to copy when a new game is written. It is not in the list
 * of games, but it is compiled every time and goes through the battery, so that it cannot rot.
 *
 * The rules. Cards 1 to 13. Everybody gets two cards in secret (option: three). From the starting seat on,
 * each may look at one card, taken at random, of the hand to its left. Then, as often as there are cards in
 * hand: all choose a card unseen and show them together, and the highest takes the round. Most rounds
 * win; among equals, whoever had the lowest card.
 *
 * It uses these parts of the contract: an option that is a number, chance, secret hands, cards that nobody knows (they
 * are never drawn, so they are not in the state), something seen that others do not know of, a public choice, a sealed
 * choice, a text inside a text, transfers, a tie-break, a scene with counters and a goal, words about things, help for
 * bots. It does without options that are choices, open steps, quick draws (odds and draw), notes, and stages.
 */
#include "game.h"

/* ---- components ------------------------------------------------------------------------------ */

enum { CARDS = 13, SEATS = 4, HAND_MIN = 2, HAND_MAX = 3 };

/* Things: card number n is thing n - 1; then the back. */
enum { BACK = CARDS, THINGS_N };

#define NUMBER_CARD(n) {"card " #n, #n, THING_CARD, COLOUR_NONE, n, BACK}

static const struct thing things[] = {
    NUMBER_CARD(1),  NUMBER_CARD(2),
    NUMBER_CARD(3),  NUMBER_CARD(4),
    NUMBER_CARD(5),  NUMBER_CARD(6),
    NUMBER_CARD(7),  NUMBER_CARD(8),
    NUMBER_CARD(9),  NUMBER_CARD(10),
    NUMBER_CARD(11), NUMBER_CARD(12),
    NUMBER_CARD(13), {"card", "?", THING_CARD, COLOUR_NONE, NO_NUMBER, BACK},
};

static const struct option options[] = {OPTION_NUMBER("hand", "Cards in hand", HAND_MIN, HAND_MAX, HAND_MIN)};

/* The zones of the table. */
enum { Z_DECK, Z_HAND, Z_PLAYED, ZONES_N };

static const struct zone zones[] = {
    [Z_DECK] = {"deck", ZONE_PILE, ROLE_DECK},
    [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND},
    [Z_PLAYED] = {"played", ZONE_ROW, ROLE_TABLEAU},
};

/* Their places. */
enum { PLACE_DECK, PLACE_HAND, PLACE_PLAYED = PLACE_HAND + SEATS };

/* ---- words ----------------------------------------------------------------------------------- */

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_DEAL, "deal {thing} to {seat}")                                                                              \
    X(SAY_STARTS, "{seat} starts")                                                                                     \
    X(SAY_LOOK, "look")                                                                                                \
    X(SAY_PASS, "pass")                                                                                                \
    X(SAY_SHOW, "show {thing}")                                                                                        \
    X(SAY_PLAY, "play {thing}")                                                                                        \
    X(DEALT, "{seat} [get|gets] {thing}")                                                                              \
    X(STARTS, "{seat} [start|starts]")                                                                                 \
    X(PASSES, "{seat} [do|does] not look")                                                                             \
    X(LOOKS, "{seat} [look|looks] at a card of {seat}")                                                                \
    X(SEES, "{seat} [see|sees] {thing} in the hand of {seat}")                                                         \
    X(CHOOSES, "{seat} [choose|chooses] {thing}")                                                                      \
    X(PLAYS, "{seat} [play|plays] {thing}")                                                                            \
    X(WINS, "{seat} [take|takes] the round")                                                                           \
    X(HAND_TITLE, "{seat's} hand")                                                                                     \
    X(PLAYED_TITLE, "played by {seat}")                                                                                \
    X(DECK_TITLE, "the deck")                                                                                          \
    X(PROMPT_DEAL, "the cards are dealt")                                                                              \
    X(PROMPT_LOOK, "{seat} may look at a card of {seat}")                                                              \
    X(PROMPT_PLAY, "all choose a card for the {text} round")                                                           \
    X(FIRST, "first")                                                                                                  \
    X(SECOND, "second")                                                                                                \
    X(THIRD, "third")                                                                                                  \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(ROUNDS, "{seat} [have|has] taken {n} [round|rounds]")                                                            \
    X(LOWEST, "{seat's} lowest card was {thing}")                                                                      \
    X(GOAL, "take most of the {n} rounds")                                                                             \
    X(COUNT_ROUNDS, "rounds taken")                                                                                    \
    X(ABOUT_CARD, "a card from 1 to 13: the highest that is shown takes the round")

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

enum phase { DEAL, DRAW_STARTER, LOOK, SHOW, PLAY, OVER };

struct state {
    uint16_t hand[SEATS];   /* sets of cards: bit 0 is the 1 */
    uint16_t played[SEATS]; /* face up in front of each */
    uint8_t seen[SEATS];    /* the card that each has looked at, from 1; 0: none */
    uint8_t choice[SEATS];  /* sealed, from 1; 0: not chosen yet */
    uint8_t rounds[SEATS];  /* taken by each */
    uint8_t phase, seats, cards, turn, asked;
    uint8_t zero[3];
};

_Static_assert(sizeof(struct state) == 36, "no padding");

/* ---- set-up ---------------------------------------------------------------------------------- */

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    *s = (struct state){
        .seats = setup->seats, .cards = (uint8_t)option_number(&options[0], setup->option[0]), .phase = DEAL};
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    (void)setup;
    for (int i = 0; i < THINGS_N; i++)
        count[i] = i < CARDS;
}

static struct phrase about(const struct setup *setup, int thing)
{
    (void)setup;
    return PHRASE(thing < CARDS ? T_ABOUT_CARD : T_NONE);
}

static uint32_t undealt(const struct state *s)
{
    uint32_t cards = BIT(CARDS) - 1;

    for (int seat = 0; seat < s->seats; seat++)
        cards &= ~(uint32_t)(s->hand[seat] | s->played[seat]);
    return cards;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* 0 is to pass, 1 to look; then the cards; then the starting seats. */
enum { MOVE_LOOK = 1, MOVE_CARD, MOVE_SEAT = MOVE_CARD + CARDS, MOVES_N = MOVE_SEAT + SEATS };

static uint32_t actors(const void *state)
{
    const struct state *s = state;
    uint32_t owing = 0;

    switch (s->phase) {
    case LOOK:
        return BIT(s->turn);
    case PLAY:
        for (int seat = 0; seat < s->seats; seat++)
            owing |= s->choice[seat] ? 0 : BIT(seat);
        return owing;
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

    if (s->phase == LOOK) {
        out[n++] = PASS;
        out[n++] = MOVE_LOOK;
    } else {
        n = moves_of(s->hand[seat], MOVE_CARD, out);
    }
    return n;
}

static int chance(const void *state, move_t out[], uint32_t weight[])
{
    const struct state *s = state;
    uint32_t set = s->phase == DEAL   ? undealt(s)
                   : s->phase == SHOW ? s->hand[left_of(s->turn, s->seats)]
                                      : BIT(s->seats) - 1;
    int base = s->phase == DRAW_STARTER ? MOVE_SEAT : MOVE_CARD, n = 0;

    for (FOR_BITS(i, set)) {
        out[n] = (move_t)(base + (int)i);
        weight[n++] = 1;
    }
    return n;
}

static uint8_t source(const void *state)
{
    const struct state *s = state;

    return s->phase == DEAL ? 0 : s->phase == DRAW_STARTER ? 1 : 2;
}

/* ---- play ------------------------------------------------------------------------------------ */

static int next_to_deal(const struct state *s)
{
    int seat = 0;

    while (bit_count(s->hand[seat]) == s->cards)
        seat++;
    return seat;
}

static void deal(struct state *s, int card, struct facts *facts)
{
    int seat = next_to_deal(s);

    s->hand[seat] |= (uint16_t)BIT(card);
    TELL(facts, ONLY(seat), FACT_SILENT, T_DEALT, seat, card);
    fact_transfer(facts, card, 1, PLACE_DECK, PLACE_HAND + seat);
    if (bit_count(s->hand[s->seats - 1]) == s->cards)
        s->phase = DRAW_STARTER;
}

static void next_to_look(struct state *s)
{
    s->turn = (uint8_t)left_of(s->turn, s->seats);
    s->phase = ++s->asked < s->seats ? LOOK : PLAY;
}

/* The last choice is in: show them all. */
static void reveal(struct state *s, struct facts *facts)
{
    int winner = 0;

    for (int seat = 0; seat < s->seats; seat++) {
        int card = s->choice[seat] - 1;

        TELL(facts, EVERYBODY, FACT_REVEALS, T_PLAYS, seat, card);
        fact_transfer(facts, card, 1, PLACE_HAND + seat, PLACE_PLAYED + seat);
        s->hand[seat] &= (uint16_t)~BIT(card);
        s->played[seat] |= (uint16_t)BIT(card);
        if (s->choice[seat] > s->choice[winner])
            winner = seat;
    }
    TELL(facts, EVERYBODY, 0, T_WINS, winner);
    s->rounds[winner]++;
    for (int seat = 0; seat < s->seats; seat++)
        s->choice[seat] = 0;
    if (s->hand[0] == 0)
        s->phase = OVER;
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    switch (s->phase) {
    case DEAL:
        deal(s, m - MOVE_CARD, facts);
        break;
    case DRAW_STARTER:
        s->turn = (uint8_t)(m - MOVE_SEAT);
        s->phase = LOOK;
        TELL(facts, EVERYBODY, 0, T_STARTS, s->turn);
        break;
    case LOOK:
        if (m == PASS) {
            TELL(facts, EVERYBODY, 0, T_PASSES, actor);
            next_to_look(s);
        } else {
            TELL(facts, EVERYBODY, 0, T_LOOKS, actor, left_of(actor, s->seats));
            s->phase = SHOW;
        }
        break;
    case SHOW:
        s->seen[s->turn] = (uint8_t)(m - MOVE_CARD + 1);
        TELL(facts, ONLY(s->turn), 0, T_SEES, s->turn, m - MOVE_CARD, left_of(s->turn, s->seats));
        next_to_look(s);
        break;
    default:
        s->choice[actor] = (uint8_t)(m - MOVE_CARD + 1);
        TELL(facts, ONLY(actor), FACT_SILENT, T_CHOOSES, actor, m - MOVE_CARD);
        if (actors(s) == 0)
            reveal(s, facts);
        break;
    }
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
        if (seats & BIT(seat))
            s->choice[seat] = 0;
}

/* ---- what is hidden -------------------------------------------------------------------------- */

static int random_card(uint32_t set, struct luck *luck)
{
    return bit_nth(set, luck_below(luck, (uint32_t)bit_count(set)));
}

static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;
    uint32_t unknown = BIT(CARDS) - 1;
    uint16_t known[SEATS] = {0};

    if (viewer == REFEREE)
        return;
    /* What the viewer knows: its own hand, what lies face up, and the card that it has looked at. */
    if (viewer < s->seats) {
        int left = left_of(viewer, s->seats);

        known[viewer] = s->hand[viewer];
        if (s->seen[viewer])
            known[left] |= (uint16_t)(BIT(s->seen[viewer] - 1) & s->hand[left]);
    }
    for (int seat = 0; seat < s->seats; seat++)
        unknown &= ~(uint32_t)(s->played[seat] | known[seat]);
    for (int seat = 0; seat < s->seats; seat++) {
        int cards = bit_count(s->hand[seat]);

        s->hand[seat] = known[seat];
        while (bit_count(s->hand[seat]) < cards) {
            int card = random_card(unknown, luck);

            s->hand[seat] |= (uint16_t)BIT(card);
            unknown &= ~BIT(card);
        }
    }
    /* What the others have looked at: any card that the hand to their left began with. */
    for (int seat = 0; seat < s->seats; seat++) {
        int left = left_of(seat, s->seats);

        if (seat != viewer && s->seen[seat])
            s->seen[seat] = (uint8_t)(random_card(s->hand[left] | s->played[left], luck) + 1);
    }
}

/* ---- the end --------------------------------------------------------------------------------- */

static void result(const void *state, struct result *out)
{
    const struct state *s = state;

    for (int seat = 0; seat < s->seats; seat++) {
        int lowest = bit_lowest(s->played[seat]);

        out->score[seat] = s->rounds[seat];
        out->tie[seat][0] = -lowest; /* higher is better */
        result_line(out, seat, PHRASE(T_ROUNDS, seat, s->rounds[seat]));
        result_line(out, seat, PHRASE(T_LOWEST, seat, lowest));
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

static void scene_hand(const struct state *s, int viewer, int seat, struct scene *out)
{
    uint32_t known = viewer == REFEREE || viewer == seat ? s->hand[seat] : 0;

    if (viewer < s->seats && s->seen[viewer] && left_of(viewer, s->seats) == seat)
        known |= BIT(s->seen[viewer] - 1) & s->hand[seat];
    scene_pile(out, &zones[Z_HAND], seat, PHRASE(T_HAND_TITLE, seat), PLACE_HAND + seat);
    for (FOR_BITS(card, known))
        scene_piece(out, (int)card, 1, 0);
    scene_piece(out, BACK, bit_count(s->hand[seat] & ~known), 0);
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene_pile(out, &zones[Z_DECK], NOBODY, PHRASE(T_DECK_TITLE), PLACE_DECK);
    scene_piece(out, BACK, bit_count(undealt(s)), 0);
    for (int seat = 0; seat < s->seats; seat++) {
        scene_hand(s, viewer, seat, out);
        scene_pile(out, &zones[Z_PLAYED], seat, PHRASE(T_PLAYED_TITLE, seat), PLACE_PLAYED + seat);
        for (FOR_BITS(card, s->played[seat]))
            scene_piece(out, (int)card, 1, 0);
        scene_count_seat(out, seat, COUNTER_SCORE, s->rounds[seat], s->cards, PHRASE(T_COUNT_ROUNDS));
        out->score[seat] = s->rounds[seat];
    }
    out->scored = true;
    if (viewer < s->seats && s->phase != OVER)
        out->goal = PHRASE(T_GOAL, s->cards);
    out->prompt = s->phase == LOOK   ? PHRASE(T_PROMPT_LOOK, s->turn, left_of(s->turn, s->seats))
                  : s->phase == PLAY ? PHRASE(T_PROMPT_PLAY, T_FIRST + bit_count(s->played[0]))
                  : s->phase == OVER ? PHRASE(T_PROMPT_OVER)
                                     : PHRASE(T_PROMPT_DEAL);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    (void)actor;
    switch (s->phase) {
    case DEAL:
        return PHRASE(T_SAY_DEAL, m - MOVE_CARD, next_to_deal(s));
    case DRAW_STARTER:
        return PHRASE(T_SAY_STARTS, m - MOVE_SEAT);
    case LOOK:
        return PHRASE(m == PASS ? T_SAY_PASS : T_SAY_LOOK);
    case SHOW:
        return PHRASE(T_SAY_SHOW, m - MOVE_CARD);
    default:
        return PHRASE(T_SAY_PLAY, m - MOVE_CARD);
    }
}

static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    const struct state *s = state;

    if (s->phase == LOOK) {
        out[0] = (struct touch){(uint16_t)(PLACE_HAND + left_of(seat, s->seats)), NOTHING};
        return m == PASS ? 0 : 1;
    }
    out[0] = (struct touch){(uint16_t)(PLACE_HAND + seat), (uint16_t)(m - MOVE_CARD)};
    return 1;
}

/* ---- for bots ---------------------------------------------------------------------------------- */

/* A round that is still to come is worth what a card is on average among those of the others: the more of the deck it
 * beats, the better. */
static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;

    for (int seat = 0; seat < s->seats; seat++) {
        out[seat] = s->rounds[seat] * POINT;
        for (FOR_BITS(card, s->hand[seat]))
            out[seat] += (int32_t)card * POINT / CARDS / s->seats;
    }
    return POINT;
}

/* To look costs nothing. */
static move_t habit(const void *state, int seat, struct luck *luck)
{
    const struct state *s = state;

    return s->phase == LOOK ? MOVE_LOOK : (move_t)(MOVE_CARD + random_card(s->hand[seat], luck));
}

const struct game game_template = {
    .id = "template",
    .title = "Tumtum",
    .box = "none",
    .blurb = "A game in miniature, to copy when a new game is written.",
    .seats_min = 2,
    .seats_max = SEATS,
    .minutes = 1,
    .sources = 3,
    .flags = GAME_HIDDEN | GAME_SEALED,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = CARDS,
    .move_ids = MOVES_N,
    .length_max = SEATS * HAND_MAX + 1 + SEATS * 2 + SEATS * HAND_MAX, /* deal, start, look, play */
    .options = options,
    .options_n = 1,
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
    .effort = 400,
    .patience = 2,
};
