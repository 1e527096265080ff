/* kuhn.c: Kuhn poker, for tests only: the smallest poker, whose solution has been known since 1950 (H. W. Kuhn, "A
 * simplified two-person poker", in Contributions to the Theory of Games I). Whoever plays hidden games well must play
 * this one well, and how well can be worked out exactly (cfr.h).
 *
 * The rules. A jack, a queen, a king. Both put a chip into the pot and get a card; the third stays unseen. Seat 0
 * checks or bets a chip, then seat 1. After a bet the other one folds or calls with a chip; if seat 1 is the one who
 * bets, seat 0 is asked once more. Whoever is left alone takes the pot and shows nothing, otherwise both show, and the
 * higher card takes it. The score is what was won or lost: 1 or 2 chips.
 *
 * The two cards are two draws, so that the tree has its published size: 1 + 3 chances, 6 * 4 decisions and 6 * 5 ends.
 */
#include "../src/games/game.h"

/* ---- components ------------------------------------------------------------------------------ */

enum { SEATS = 2, CARDS = 3, CHIPS = 2 /* of each seat: one for the pot, one to bet */ };

enum { BACK = CARDS, CHIP, THINGS_N };

static const struct thing things[] = {
    {"the jack", "J", THING_CARD, COLOUR_NONE, 11, BACK},
    {"the queen", "Q", THING_CARD, COLOUR_NONE, 12, BACK},
    {"the king", "K", THING_CARD, COLOUR_NONE, 13, BACK},
    {"card", "?", THING_CARD, COLOUR_NONE, NO_NUMBER, BACK},
    {"chip", "o", THING_TOKEN, COLOUR_NONE, NO_NUMBER, NO_BACK},
};

enum { Z_DECK, Z_POT, Z_HAND, Z_CHIPS, ZONES_N };

static const struct zone zones[] = {
    [Z_DECK] = {"deck", ZONE_PILE, ROLE_DECK},
    [Z_POT] = {"pot", ZONE_PILE, ROLE_PLAYED},
    [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND},
    [Z_CHIPS] = {"chips", ZONE_PILE, ROLE_TABLEAU},
};

enum { PLACE_DECK, PLACE_POT, PLACE_HAND, PLACE_CHIPS = PLACE_HAND + SEATS };

/* ---- words ----------------------------------------------------------------------------------- */

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(SAY_DEAL, "deal {thing} to {seat}")                                                                              \
    X(SAY_CHECK, "check")                                                                                              \
    X(SAY_BET, "bet")                                                                                                  \
    X(SAY_FOLD, "fold")                                                                                                \
    X(SAY_CALL, "call")                                                                                                \
    X(DEALT, "{seat} [get|gets] {thing}")                                                                              \
    X(DEALT_UNSEEN, "{seat} [get|gets] a card")                                                                        \
    X(CHECKS, "{seat} [check|checks]")                                                                                 \
    X(BETS, "{seat} [bet|bets] a chip")                                                                                \
    X(FOLDS, "{seat} [fold|folds]")                                                                                    \
    X(CALLS, "{seat} [call|calls]")                                                                                    \
    X(SHOWS, "{seat} [show|shows] {thing}")                                                                            \
    X(TAKES, "{seat} [take|takes] the pot and [win|wins] {n} [chip|chips]")                                            \
    X(LOSES, "{seat} [lose|loses] {n} [chip|chips]")                                                                   \
    X(DECK_TITLE, "the deck")                                                                                          \
    X(POT_TITLE, "the pot")                                                                                            \
    X(HAND_TITLE, "{seat's} card")                                                                                     \
    X(CHIPS_TITLE, "{seat's} chips")                                                                                   \
    X(PROMPT_DEAL, "the cards are dealt")                                                                              \
    X(PROMPT_BET, "{seat} [check or bet|checks or bets]")                                                              \
    X(PROMPT_ANSWER, "{seat} [fold or call|folds or calls]")                                                           \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(COUNT_POT, "chips in the pot")                                                                                   \
    X(GOAL, "win chips")                                                                                               \
    X(ABOUT_CARD, "the highest card takes the pot if nobody folds")                                                    \
    X(ABOUT_CHIP, "what is won and lost")

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

enum phase { DEAL, BET, ANSWER, OVER };

struct state {
    uint8_t card[SEATS];  /* from 1; 0: not dealt yet */
    uint8_t stake[SEATS]; /* chips in the pot */
    uint8_t phase, turn;
    uint8_t winner; /* once it is over */
    uint8_t shown;  /* whether both cards lie face up */
};

_Static_assert(sizeof(struct state) == 8, "no padding");

/* ---- set-up ---------------------------------------------------------------------------------- */

static const char *start(void *state, const struct setup *setup)
{
    (void)setup;
    *(struct state *)state = (struct state){.stake = {1, 1}, .phase = DEAL};
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    (void)setup;
    for (int card = 0; card < CARDS; card++)
        count[card] = 1;
    count[CHIP] = SEATS * CHIPS;
}

static struct phrase about(const struct setup *setup, int thing)
{
    (void)setup;
    return PHRASE(thing == CHIP ? T_ABOUT_CHIP : thing == BACK ? T_NONE : T_ABOUT_CARD);
}

static uint32_t undealt(const struct state *s)
{
    uint32_t cards = BIT(CARDS) - 1;

    for (int seat = 0; seat < SEATS; seat++)
        if (s->card[seat])
            cards &= ~BIT(s->card[seat] - 1);
    return cards;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* 0 is to check or fold, 1 to bet or call; then the cards that are dealt. */
enum { MOVE_CHIP = 1, MOVE_CARD, MOVES_N = MOVE_CARD + CARDS };

static uint32_t actors(const void *state)
{
    const struct state *s = state;

    return s->phase == DEAL ? BIT(CHANCE) : s->phase == OVER ? 0 : BIT(s->turn);
}

static int moves(const void *state, int seat, move_t out[])
{
    (void)state;
    (void)seat;
    out[0] = PASS;
    out[1] = MOVE_CHIP;
    return 2;
}

static int chance(const void *state, move_t out[], uint32_t weight[])
{
    int n = moves_of(undealt(state), MOVE_CARD, out);

    for (int i = 0; i < n; i++)
        weight[i] = 1;
    return n;
}

static uint8_t source(const void *state)
{
    (void)state;
    return 0;
}

/* ---- play ------------------------------------------------------------------------------------ */

static int next_to_deal(const struct state *s)
{
    return s->card[0] ? 1 : 0;
}

static void deal(struct state *s, int card, struct facts *facts)
{
    int seat = next_to_deal(s);

    s->card[seat] = (uint8_t)(card + 1);
    TELL(facts, ONLY(seat), FACT_SILENT, T_DEALT, seat, card);
    fact_transfer(facts, card, 1, PLACE_DECK, PLACE_HAND + seat);
    TELL(facts, ALL_BUT(seat), FACT_SILENT, T_DEALT_UNSEEN, seat);
    fact_transfer(facts, BACK, 1, PLACE_DECK, PLACE_HAND + seat);
    if (seat == SEATS - 1)
        s->phase = BET;
}

/* The loser's stake is what the winner wins. */
static int won(const struct state *s)
{
    return s->stake[left_of(s->winner, SEATS)];
}

static void take_pot(struct state *s, int winner, struct facts *facts)
{
    s->winner = (uint8_t)winner;
    s->phase = OVER;
    TELL(facts, EVERYBODY, 0, T_TAKES, winner, won(s));
    fact_transfer(facts, CHIP, s->stake[0] + s->stake[1], PLACE_POT, PLACE_CHIPS + winner);
}

static void show(struct state *s, struct facts *facts)
{
    s->shown = 1;
    for (int seat = 0; seat < SEATS; seat++) {
        TELL(facts, EVERYBODY, FACT_REVEALS, T_SHOWS, seat, s->card[seat] - 1);
        fact_turn(facts, s->card[seat] - 1, PLACE_HAND + seat);
    }
    take_pot(s, s->card[1] > s->card[0], facts);
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    if (s->phase == DEAL) {
        deal(s, m - MOVE_CARD, facts);
        return;
    }
    s->turn = (uint8_t)left_of(actor, SEATS);
    s->stake[actor] = (uint8_t)(s->stake[actor] + m);
    if (s->phase == BET) {
        TELL(facts, EVERYBODY, 0, m == PASS ? T_CHECKS : T_BETS, actor);
        fact_transfer(facts, CHIP, m, PLACE_CHIPS + actor, PLACE_POT);
        if (m == MOVE_CHIP)
            s->phase = ANSWER;
        else if (actor == SEATS - 1)
            show(s, facts);
    } else {
        TELL(facts, EVERYBODY, 0, m == PASS ? T_FOLDS : T_CALLS, actor);
        fact_transfer(facts, CHIP, m, PLACE_CHIPS + actor, PLACE_POT);
        if (m == MOVE_CHIP)
            show(s, facts);
        else
            take_pot(s, s->turn, facts);
    }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* Every card is drawn from the same three, and a bet tells nothing for sure: what the viewer does not see is uniform.
 */
static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;
    uint32_t unknown = BIT(CARDS) - 1;

    if (viewer == REFEREE || s->shown)
        return;
    if (viewer < SEATS && s->card[viewer])
        unknown &= ~BIT(s->card[viewer] - 1);
    for (int seat = 0; seat < SEATS; seat++) {
        int card;

        if (seat == viewer || !s->card[seat])
            continue;
        card = bit_nth(unknown, luck_below(luck, (uint32_t)bit_count(unknown)));
        unknown &= ~BIT(card);
        s->card[seat] = (uint8_t)(card + 1);
    }
}

/* ---- the end --------------------------------------------------------------------------------- */

static void result(const void *state, struct result *out)
{
    const struct state *s = state;
    int loser = left_of(s->winner, SEATS);

    out->score[s->winner] = won(s);
    out->score[loser] = -won(s);
    result_line(out, s->winner, PHRASE(T_TAKES, s->winner, won(s)));
    result_line(out, loser, PHRASE(T_LOSES, loser, won(s)));
}

/* ---- the table ------------------------------------------------------------------------------- */

static void scene_seat(const struct state *s, int viewer, int seat, struct scene *out)
{
    int pot = s->phase == OVER && s->winner == seat ? s->stake[0] + s->stake[1] : 0;

    scene_pile(out, &zones[Z_HAND], seat, PHRASE(T_HAND_TITLE, seat), PLACE_HAND + seat);
    if (s->card[seat])
        scene_piece(out, s->shown || viewer == seat || viewer == REFEREE ? s->card[seat] - 1 : BACK, 1, 0);
    scene_pile(out, &zones[Z_CHIPS], seat, PHRASE(T_CHIPS_TITLE, seat), PLACE_CHIPS + seat);
    scene_piece(out, CHIP, CHIPS - s->stake[seat] + pot, 0);
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene_pile(out, &zones[Z_DECK], NOBODY, PHRASE(T_DECK_TITLE), PLACE_DECK);
    scene_piece(out, BACK, bit_count(undealt(s)), 0);
    scene_pile(out, &zones[Z_POT], NOBODY, PHRASE(T_POT_TITLE), PLACE_POT);
    scene_piece(out, CHIP, s->phase == OVER ? 0 : s->stake[0] + s->stake[1], 0);
    scene_count(out, SCOPE_ZONE, s->phase == OVER ? 0 : s->stake[0] + s->stake[1], SEATS * CHIPS, PHRASE(T_COUNT_POT));
    for (int seat = 0; seat < SEATS; seat++)
        scene_seat(s, viewer, seat, out);
    if (viewer < SEATS && s->phase != OVER)
        out->goal = PHRASE(T_GOAL);
    out->prompt = s->phase == DEAL     ? PHRASE(T_PROMPT_DEAL)
                  : s->phase == BET    ? PHRASE(T_PROMPT_BET, s->turn)
                  : s->phase == ANSWER ? PHRASE(T_PROMPT_ANSWER, s->turn)
                                       : PHRASE(T_PROMPT_OVER);
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    (void)actor;
    if (s->phase == DEAL)
        return PHRASE(T_SAY_DEAL, m - MOVE_CARD, next_to_deal(s));
    if (s->phase == BET)
        return PHRASE(m == PASS ? T_SAY_CHECK : T_SAY_BET);
    return PHRASE(m == PASS ? T_SAY_FOLD : T_SAY_CALL);
}

/* A chip is moved by touching one's own. */
static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    (void)state;
    out[0] = (struct touch){(uint16_t)(PLACE_CHIPS + seat), CHIP};
    return m == PASS ? 0 : 1;
}

const struct game game_kuhn = {
    .id = "kuhn",
    .title = "Kuhn Poker",
    .box = "none",
    .blurb = "Three cards, one bet: the smallest poker, solved.",
    .seats_min = SEATS,
    .seats_max = SEATS,
    .minutes = 1,
    .sources = 1,
    .flags = GAME_HIDDEN | GAME_STAKES,
    .version = 1,
    .state_size = sizeof(struct state),
    .moves_max = CARDS,
    .move_ids = MOVES_N,
    .length_max = SEATS + 3, /* deal; check, bet, answer */
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
    .veil = veil,
    .result = result,
    .scene = scene,
    .say = say,
    .touch = touch,
};
