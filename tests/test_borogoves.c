/* test_borogoves: every rule, ruling and example of docs/rules/borogoves.md. The source is included, so that positions
 * can be laid out directly. */
#include "help.h"

#include "../src/games/borogoves.c"

/* ---- laying out positions -------------------------------------------------------------------- */

enum { GREEN, YELLOW, PURPLE };

#define G(n) CARD(GREEN, n)
#define Y(n) CARD(YELLOW, n)
#define P(n) CARD(PURPLE, n)

/* "C4" */
static int cell(const char *name)
{
    return (name[1] - '1') * ROW_SIZE + name[0] - 'A';
}

/* A map without cards; all gems are at home, and the borogoves have the turn. */
static struct state laid_out(int seats)
{
    struct setup setup = {.seats = (uint8_t)seats};
    struct state s;

    start(&s, &setup);
    s.phase = ACT;
    return s;
}

static void lay(struct state *s, int card, const char *at)
{
    s->pool = pool_without(s->pool, card);
    s->pooled--;
    place(s, card, cell(at));
}

/* Gems from home to a card, whatever its number. */
static void put(struct state *s, int card, int green, int yellow, int purple)
{
    int n[SUITS] = {green, yellow, purple};

    for (int tribe = 0; tribe < SUITS; tribe++) {
        assert_true(gems_at(s, tribe, HOME) >= n[tribe]);
        take_gems(s, tribe, HOME, n[tribe]);
        add_gems(s, tribe, card, n[tribe]);
    }
}

/* All gems of a tribe that are at home go to the box. */
static void leave_home(struct state *s, int tribe)
{
    take_gems(s, tribe, HOME, gems_at(s, tribe, HOME));
}

/* Positions that are laid out do not know yet which actions are open. */
static int list_options(const struct state *s, move_t list[])
{
    struct state now = *s;

    if (now.phase == ACT)
        now.open = (uint16_t)open_actions(s);
    return moves(&now, borogoves(s), list);
}

static bool on_offer(const struct state *s, move_t move)
{
    move_t list[MOVES_MAX];
    int n = list_options(s, list);

    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

static bool can_act(const struct state *s, int tribe, enum kind kind)
{
    assert_int_equal(s->phase, ACT);
    return on_offer(s, (move_t)(MOVE_ACT + tribe * KINDS + (int)kind));
}

static void choose(struct state *s, move_t move)
{
    assert_true(on_offer(s, move));
    apply(s, borogoves(s), move, NULL);
}

static void act(struct state *s, int tribe, enum kind kind)
{
    assert_int_equal(s->phase, ACT);
    choose(s, (move_t)(MOVE_ACT + tribe * KINDS + (int)kind));
}

static bool can_choose(const struct state *s, int card)
{
    return on_offer(s, (move_t)(MOVE_CARD + card));
}

static void choose_it(struct state *s, int card)
{
    choose(s, (move_t)(MOVE_CARD + card));
}

static int option_count(const struct state *s)
{
    move_t list[MOVES_MAX];

    return list_options(s, list);
}

static void check_gems(const struct state *s, int card, int green, int yellow, int purple)
{
    assert_int_equal(gems_at(s, GREEN, card), green);
    assert_int_equal(gems_at(s, YELLOW, card), yellow);
    assert_int_equal(gems_at(s, PURPLE, card), purple);
}

static int points(const struct state *s)
{
    struct worth w = worth(s);

    return sum_of(w.own) + bit_count(w.exact);
}

static const struct state *state_of(const struct trial *t)
{
    return (const struct state *)(const void *)t->match.state;
}

static void random_step(struct state *s, struct luck *luck)
{
    uint32_t asked = actors(s);
    move_t list[MOVES_MAX];

    if (asked == BIT(CHANCE)) {
        apply(s, CHANCE, draw(s, luck_below(luck, odds(s))), NULL);
    } else {
        int seat = bit_lowest(asked), n = moves(s, seat, list);

        apply(s, seat, list[luck_below(luck, (uint32_t)n)], NULL);
    }
}

/* Two seats; seat 1 is the first cartographer. The map begins with green 1 and yellow 2, and seat 1 holds purple 3 and
 * green 4. */
static void deal_for_two(struct trial *t)
{
    trial_start(t, "borogoves:2");
    trial_do(t, "chance", "seat 1 starts as the cartographer");
    trial_do(t, "chance", "lay green 1 at C4");
    trial_do(t, "chance", "lay yellow 2 at D4");
    trial_do(t, "chance", "deal purple 3 to seat 1");
    trial_do(t, "chance", "deal green 4 to seat 1");
}

static void random_move(struct trial *t)
{
    struct why why;
    int seat = bit_lowest(trial_game(t)->actors(t->match.state));
    move_t list[MOVES_MAX];
    int n = moves(t->match.state, seat, list);

    if (!match_force(&t->match, seat, list[luck_below(&t->luck, (uint32_t)n)], &why))
        fail_msg("%s", why.text);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static void box_has_15_number_cards_3_homes_and_8_gems_of_each_colour(void **unused)
{
    struct setup setup = {.seats = 1};
    uint16_t count[JABBERWOCKY_THINGS_N] = {0};

    (void)unused;
    contents(&setup, count);
    for (int thing = 0; thing < 18; thing++)
        assert_int_equal(count[thing], 1);
    for (int suit = 0; suit < 3; suit++)
        assert_int_equal(count[GEM + suit], 8);
    assert_int_equal(count[ANY_GEM], 0);
}

static void map_begins_with_two_cards_side_by_side(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "borogoves:1");
    assert_int_equal(trial_options(&t, "chance"), 15);
    trial_do(&t, "chance", "lay purple 5 at C4");
    assert_int_equal(trial_options(&t, "chance"), 14);
    assert_false(trial_can(&t, "chance", "lay purple 5 at D4"));
    trial_do(&t, "chance", "lay green 2 at D4");
    assert_int_equal(bit_count(state_of(&t)->placed), 2);
    assert_int_equal(state_of(&t)->near[P(5)], BIT(G(2)));
    assert_int_equal(state_of(&t)->near[G(2)], BIT(P(5)));
    assert_int_equal(trial_options(&t, "chance"), 13);
    trial_end(&t);
}

static void all_gems_start_at_home(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    check_gems(state_of(&t), HOME, 8, 8, 8);
    for (int card = 0; card < 15; card++)
        check_gems(state_of(&t), card, 0, 0, 0);
    assert_int_equal(trial_count(&t, "0", "green gem"), 8);
    assert_int_equal(trial_count(&t, "0", "purple Jabberwocky"), 1);
    trial_end(&t);
}

/* [R] The first cartographer is a seat drawn at random, whoever has looked at maps. */
static void starting_seat_is_the_first_cartographer(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "borogoves:2");
    assert_int_equal(trial_options(&t, "chance"), 2);
    trial_do(&t, "chance", "seat 0 starts as the cartographer");
    trial_luck(&t);
    assert_true(trial_asked(&t, "0"));
    assert_false(trial_asked(&t, "1"));
    trial_end(&t);
    deal_for_two(&t);
    assert_true(trial_asked(&t, "1"));
    assert_string_equal(trial_prompt(&t, "1"), "You play a card next to another, within 4 by 4");
    trial_end(&t);
}

static bool shows(struct trial *t, const char *viewer, const char *words)
{
    return strstr(trial_board(t, viewer), words) != NULL;
}

/* ---- the cartographer ------------------------------------------------------------------------ */

static void cartographer_draws_two_cards_that_nobody_else_sees(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    assert_string_equal(trial_log(&t, "0"), "");
    assert_int_equal(bit_count(state_of(&t)->hand), 2);
    assert_int_equal(state_of(&t)->pooled, 11);
    assert_int_equal(trial_count(&t, "1", "purple 3"), 1);
    assert_true(shows(&t, "1", "The map deck, order unknown: (G2) (G3) (G5)")); /* by subtraction */
    assert_int_equal(trial_count(&t, "1", "Number card"), 0);
    for (int viewer = 0; viewer < 2; viewer++) {
        const char *who = viewer ? "spectator" : "0";

        assert_int_equal(trial_count(&t, who, "purple 3"), 0);
        assert_int_equal(trial_count(&t, who, "green 4"), 0);
        assert_int_equal(trial_count(&t, who, "Number card"), 13);
    }
    trial_end(&t);
}

static void a_drawn_card_is_told_to_the_cartographer_only(void **unused)
{
    struct trial t;
    struct facts facts = {0};
    struct state s;

    (void)unused;
    deal_for_two(&t);
    trial_do(&t, "1", "play green 4 at D5");
    s = *state_of(&t);
    apply(&s, CHANCE, MOVE_CARD + Y(3), &facts);
    assert_int_equal(facts.n, 2);
    assert_int_equal(facts.fact[0].to, ONLY(1));
    assert_int_equal(facts.fact[0].flags, FACT_SILENT);
    assert_int_equal(facts.fact[1].to, ALL_BUT(1));
    assert_int_equal(facts.fact[1].phrase.arg[1], NO_ARG); /* and names no card */
    trial_end(&t);
}

static void cartographer_plays_either_card_and_draws_before_the_borogoves_act(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    assert_int_equal(trial_options(&t, "1"), 2 * 6); /* beside two cards there are six spots */
    assert_true(trial_can(&t, "1", "play purple 3 at B4"));
    trial_do(&t, "1", "play green 4 at D5");
    assert_string_equal(trial_log(&t, "0"), "Seat 1 plays green 4 at D5\n");
    assert_true(trial_asked(&t, "chance"));
    assert_int_equal(trial_options(&t, "chance"), 11);
    trial_do(&t, "chance", "deal green 5 to seat 1");
    assert_string_equal(trial_log(&t, "0"), "");
    assert_int_equal(state_of(&t)->hand, BIT(P(3)) | BIT(G(5)));
    assert_true(trial_asked(&t, "0"));
    assert_false(trial_asked(&t, "1"));
    trial_end(&t);
}

static void a_card_is_played_beside_another_but_not_diagonally(void **unused)
{
    struct trial t;
    static const char *const spots_of_two[] = {"C3", "D3", "B4", "E4", "C5", "D5"};
    char words[64];
    int found = 0;

    (void)unused;
    deal_for_two(&t);
    for (int i = 0; i < 6; i++) {
        snprintf(words, sizeof words, "play green 4 at %s", spots_of_two[i]);
        found += trial_can(&t, "1", words);
    }
    assert_int_equal(found, 6);
    assert_false(trial_can(&t, "1", "play green 4 at B3"));
    assert_false(trial_can(&t, "1", "play green 4 at A4"));
    trial_end(&t);
}

/* [R] The square is not fixed in advance: it closes as the map grows. */
static void square_of_4_by_4_is_not_fixed_in_advance(void **unused)
{
    struct state s = laid_out(1);

    (void)unused;
    lay(&s, G(1), "C4");
    lay(&s, G(2), "D4");
    lay(&s, G(3), "B4");
    assert_true(spots(&s) >> cell("A4") & 1); /* to either side */
    assert_true(spots(&s) >> cell("E4") & 1);
    lay(&s, G(4), "E4");
    assert_false(spots(&s) >> cell("A4") & 1); /* a row of four is the limit */
    assert_false(spots(&s) >> cell("F4") & 1);
    assert_true(spots(&s) >> cell("B3") & 1);
    lay(&s, Y(1), "B3");
    lay(&s, Y(2), "B2");
    assert_true(spots(&s) >> cell("B1") & 1);
    assert_true(spots(&s) >> cell("E5") & 1);
    lay(&s, Y(3), "E5");
    assert_false(spots(&s) >> cell("B1") & 1); /* nor may any two cards be further apart, in whatever rows */
    assert_false(spots(&s) >> cell("E6") & 1);
    assert_true(spots(&s) >> cell("C2") & 1);
}

/* ---- the same by brute force: placing -------------------------------------------------------- */

enum { FIELD = 16, SHIFT = 5 }; /* a field so large that no map comes near its edge */

struct field {
    bool card[FIELD][FIELD]; /* row, column */
};

static bool fits_in_4_by_4(const struct field *f)
{
    int top = FIELD, bottom = -1, left = FIELD, right = -1;

    for (int y = 0; y < FIELD; y++) {
        for (int x = 0; x < FIELD; x++) {
            if (f->card[y][x]) {
                top = y < top ? y : top;
                bottom = y > bottom ? y : bottom;
                left = x < left ? x : left;
                right = x > right ? x : right;
            }
        }
    }
    return bottom - top < 4 && right - left < 4;
}

static bool may_lay(const struct field *f, int y, int x)
{
    struct field with = *f;

    if (f->card[y][x] || !(f->card[y - 1][x] || f->card[y + 1][x] || f->card[y][x - 1] || f->card[y][x + 1]))
        return false;
    with.card[y][x] = true;
    return fits_in_4_by_4(&with);
}

/* Compares the spots of a map of these cells; returns how many there are. */
static int compare_spots(uint64_t cells)
{
    struct field f = {0};
    uint64_t room = 0x3f3f3f3f3f3f3f, open;
    struct state s = {0};
    int n = 0;

    for (int i = 0; i < CELLS; i++) {
        if (cells >> i & 1) {
            f.card[SHIFT + i / ROW_SIZE][SHIFT + i % ROW_SIZE] = true;
            room &= cells_near(i);
        }
    }
    s.map = cells;
    s.room = room;
    open = spots(&s);
    for (int y = 1; y < FIELD - 1; y++) {
        for (int x = 1; x < FIELD - 1; x++) {
            int row = y - SHIFT, column = x - SHIFT;
            bool inside = row >= 0 && row < ROWS && column >= 0 && column < COLUMNS, may = may_lay(&f, y, x);

            assert_int_equal(inside && open >> (row * ROW_SIZE + column) & 1, may);
            n += may;
        }
    }
    assert_int_equal(bit_count((uint32_t)open) + bit_count((uint32_t)(open >> 32)), n);
    return n;
}

static uint32_t grown(uint32_t set, uint32_t within)
{
    uint32_t side = (set & 0x7777u) << 1 | (set & 0xeeeeu) >> 1;

    return (set | side | set << 4 | set >> 4) & within;
}

static bool connected(uint32_t shape)
{
    uint32_t set = shape & (0u - shape);

    while (grown(set, shape) != set)
        set = grown(set, shape);
    return set == shape;
}

/* All connected shapes within 4 by 4 that have two cards side by side, which is where the map began. */
static void every_shape_of_a_map_has_the_spots_of_the_rule(void **unused)
{
    int most = 0, shapes = 0, fewest = 99;

    (void)unused;
    for (uint32_t shape = 1; shape < 0x8000u * 2; shape++) {
        uint32_t pairs = shape & (shape & 0xeeeeu) >> 1;
        int n, pair, row = 3, column = 2;
        uint64_t cells = 0;

        if (pairs == 0 || bit_count(shape) > 14 || !connected(shape))
            continue;
        pair = bit_lowest(pairs);
        for (FOR_BITS(i, shape))
            cells |= (uint64_t)1 << ((row + (int)i / 4 - pair / 4) * ROW_SIZE + column + (int)i % 4 - pair % 4);
        n = compare_spots(cells);
        most = n > most ? n : most;
        fewest = n < fewest ? n : fewest;
        shapes++;
    }
    assert_true(shapes > 10000);
    assert_int_equal(most, SPOTS_MAX);
    assert_int_equal(fewest, 2); /* so there is always a choice */
}

/* ---- thirteen turns -------------------------------------------------------------------------- */

static void deck_and_hand_run_down_and_thirteen_cards_are_played(void **unused)
{
    struct trial t;
    int turns = 0;

    (void)unused;
    deal_for_two(&t);
    while (state_of(&t)->maps == 1 && state_of(&t)->phase != SHUFFLE) {
        if (state_of(&t)->phase == PLAY) {
            turns++;
            assert_int_equal(bit_count(state_of(&t)->hand), turns == 13 ? 1 : 2);
            assert_int_equal(state_of(&t)->pooled, turns > 11 ? 0 : 12 - turns);
            random_move(&t);
            if (turns < 11) { /* the last card of the deck is drawn without a question */
                assert_int_equal(trial_options(&t, "chance"), 12 - turns);
                trial_luck(&t);
            } else {
                assert_false(trial_asked(&t, "chance") && state_of(&t)->phase == DEAL);
            }
        } else {
            random_move(&t);
        }
    }
    assert_int_equal(turns, 13);
    assert_int_equal(state_of(&t)->hand, 0);
    assert_int_equal(state_of(&t)->placed, ALL_NUMBER_CARDS);
    trial_end(&t);
}

static int turns_played(const struct trial *t)
{
    return bit_count(state_of(t)->placed) - 2;
}

/* Chance and seats at random until the deck is empty. */
static void until_deck_is_empty(struct trial *t)
{
    while (state_of(t)->pooled > 0) {
        if (trial_asked(t, "chance"))
            trial_luck(t);
        else
            random_move(t);
    }
}

static void everyone_is_told_when_the_deck_is_empty_three_turns_before_the_end(void **unused)
{
    struct trial t;
    int left = 3;

    (void)unused;
    deal_for_two(&t);
    until_deck_is_empty(&t);
    assert_int_equal(turns_played(&t), 11);
    for (int viewer = 0; viewer < 2; viewer++)
        assert_non_null(
            strstr(trial_log(&t, viewer ? "1" : "0"), "The map deck is empty: 3 borogove turns are left\n"));
    while (state_of(&t)->phase != SHUFFLE) {
        if (state_of(&t)->phase == PLAY)
            left--;
        assert_true(shows(&t, "spectator",
                          left == 3   ? "The map deck is empty: 3 borogove turns are left"
                          : left == 2 ? "The map deck is empty: 2 borogove turns are left"
                                      : "The map deck is empty: 1 borogove turn is left"));
        random_move(&t);
    }
    assert_int_equal(left, 1);
    assert_false(shows(&t, "0", "The map deck is empty"));
    trial_end(&t);
}

static void alone_the_deck_is_empty_one_turn_before_the_end(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "borogoves:1#5");
    until_deck_is_empty(&t);
    assert_int_equal(turns_played(&t), 12); /* the thirteenth card is turned up */
    assert_non_null(strstr(trial_log(&t, "0"), "The map deck is empty: 1 borogove turn is left\n"));
    assert_true(shows(&t, "0", "The map deck is empty: 1 borogove turn is left"));
    assert_int_equal(state_of(&t)->phase, PLAY);
    trial_end(&t);
}

static void alone_each_card_is_turned_up_and_placed(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "borogoves:1");
    trial_do(&t, "chance", "lay green 1 at C4");
    trial_do(&t, "chance", "lay yellow 2 at D4");
    trial_do(&t, "chance", "turn up purple 3");
    assert_string_equal(trial_log(&t, "spectator"), "Purple 3 is turned up\n");
    assert_int_equal(trial_count(&t, "spectator", "purple 3"), 1);
    assert_int_equal(trial_options(&t, "0"), 6); /* this card, and six spots */
    trial_do(&t, "0", "play purple 3 at C5");
    assert_true(trial_asked(&t, "0")); /* no card is drawn: the borogoves act */
    assert_int_equal(state_of(&t)->hand, 0);
    assert_int_equal(state_of(&t)->phase, ACT);
    trial_do(&t, "0", "settle green");
    trial_do(&t, "0", "settle yellow");
    trial_do(&t, "0", "settle purple");
    assert_int_equal(trial_options(&t, "chance"), 12);
    assert_true(trial_can(&t, "chance", "turn up purple 5"));
    trial_end(&t);
}

/* ---- the borogoves --------------------------------------------------------------------------- */

/* Green 4, yellow 1 and purple 2 in a row, green 3 below yellow 1. */
static struct state four_cards(int seats)
{
    struct state s = laid_out(seats);

    lay(&s, G(4), "C4");
    lay(&s, Y(1), "D4");
    lay(&s, P(2), "E4");
    lay(&s, G(3), "D5");
    return s;
}

static void tribes_act_in_any_order_each_once(void **unused)
{
    static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

    (void)unused;
    for (int i = 0; i < 6; i++) {
        struct state s = four_cards(2);

        for (int k = 0; k < 3; k++) {
            assert_int_equal(s.phase, ACT);
            for (int before = 0; before < k; before++)
                assert_false(can_act(&s, order[i][before], SETTLE));
            for (int after = k; after < 3; after++)
                assert_true(can_act(&s, order[i][after], SETTLE));
            act(&s, order[i][k], MIGRATE); /* actions can be repeated by other tribes, to the same card too */
            choose_it(&s, P(2));
        }
        assert_int_equal(s.phase, PLAY);
        check_gems(&s, P(2), 2, 2, 2);
        check_gems(&s, HOME, 6, 6, 6);
    }
}

static void migrating_moves_the_number_of_the_card_from_home_to_any_card(void **unused)
{
    struct state s = four_cards(2);

    (void)unused;
    put(&s, G(3), 0, 4, 3); /* whatever is on it */
    act(&s, GREEN, MIGRATE);
    assert_int_equal(option_count(&s), 4);
    choose_it(&s, G(3));
    check_gems(&s, G(3), 3, 4, 3);
    check_gems(&s, HOME, 5, 4, 5);
}

static void migrating_needs_as_many_at_home_as_the_number(void **unused)
{
    static const struct {
        int home, cards; /* how many of 4, 1, 2 and 3 can be reached */
    } table[] = {{8, 4}, {5, 4}, {4, 4}, {3, 3}, {2, 2}};
    struct state s;

    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        s = four_cards(2);
        take_gems(&s, YELLOW, HOME, 8 - table[i].home);
        act(&s, YELLOW, MIGRATE);
        assert_int_equal(option_count(&s), table[i].cards);
        assert_int_equal(can_choose(&s, G(4)), table[i].home >= 4);
        assert_int_equal(can_choose(&s, G(3)), table[i].home >= 3);
    }
    s = four_cards(2);
    put(&s, G(3), 0, 8, 0);
    assert_false(can_act(&s, YELLOW, MIGRATE));
    s = laid_out(2); /* without a low card on the map not even five are enough for some */
    lay(&s, G(5), "C4");
    lay(&s, Y(4), "D4");
    take_gems(&s, YELLOW, HOME, 5);
    assert_false(can_act(&s, YELLOW, MIGRATE));
    add_gems(&s, YELLOW, HOME, 2);
    assert_true(can_act(&s, YELLOW, MIGRATE));
    act(&s, YELLOW, MIGRATE); /* five: both cards */
    assert_int_equal(option_count(&s), 2);
}

static void migrating_to_the_only_card_is_played_by_the_rules(void **unused)
{
    struct state s = four_cards(2);

    (void)unused;
    take_gems(&s, PURPLE, HOME, 7);
    act(&s, PURPLE, MIGRATE);
    check_gems(&s, Y(1), 0, 0, 1);
    assert_int_equal(s.phase, ACT);
    assert_false(can_act(&s, PURPLE, SETTLE)); /* it has had its action */
}

static void exploring_moves_the_number_of_the_destination_to_an_adjacent_card(void **unused)
{
    struct state s = four_cards(2);

    (void)unused;
    put(&s, G(3), 5, 0, 0);
    act(&s, GREEN, EXPLORE); /* from green 3, its only card, to yellow 1, the only card beside it */
    check_gems(&s, G(3), 4, 0, 0);
    check_gems(&s, Y(1), 1, 0, 0);
    assert_int_equal(s.phase, ACT);
}

static void exploring_needs_enough_gems_on_the_first_card(void **unused)
{
    struct state s = four_cards(2);

    (void)unused;
    put(&s, Y(1), 1, 0, 1);
    act(&s, GREEN, EXPLORE); /* two gems are enough for purple 2 only; both go */
    check_gems(&s, Y(1), 0, 0, 0);
    check_gems(&s, P(2), 1, 0, 1);
    s = four_cards(2);
    put(&s, Y(1), 1, 0, 0);
    assert_false(can_act(&s, GREEN, EXPLORE));
    put(&s, Y(1), 0, 2, 0);
    act(&s, GREEN, EXPLORE);
    assert_int_equal(option_count(&s), 2);
    assert_true(can_choose(&s, P(2)));
    assert_true(can_choose(&s, G(3)));
    assert_false(can_choose(&s, G(4)));
    s = four_cards(2);
    put(&s, Y(1), 4, 0, 0);
    act(&s, GREEN, EXPLORE);
    assert_int_equal(option_count(&s), 3);
}

static void exploring_starts_only_where_the_tribe_is(void **unused)
{
    struct state s = four_cards(2);

    (void)unused;
    put(&s, G(3), 0, 3, 0);
    assert_false(can_act(&s, GREEN, EXPLORE));
    assert_true(can_act(&s, YELLOW, EXPLORE));
    put(&s, P(2), 1, 0, 0);
    put(&s, G(4), 1, 0, 0);
    act(&s, GREEN, EXPLORE);
    assert_int_equal(option_count(&s), 2);
    assert_false(can_choose(&s, G(3)));
    choose_it(&s, P(2));
    check_gems(&s, Y(1), 1, 0, 0);
    check_gems(&s, G(4), 1, 0, 0);
}

static void gems_at_home_do_not_explore(void **unused)
{
    struct state s = four_cards(2);

    (void)unused;
    for (int tribe = 0; tribe < SUITS; tribe++)
        assert_false(can_act(&s, tribe, EXPLORE));
}

static void exploring_is_not_diagonal(void **unused)
{
    struct state s = laid_out(2);

    (void)unused;
    lay(&s, G(5), "C4");
    lay(&s, Y(5), "D4");
    lay(&s, P(1), "D5"); /* diagonal to green 5 */
    put(&s, G(5), 4, 0, 0);
    assert_false(can_act(&s, GREEN, EXPLORE));
    put(&s, Y(5), 0, 1, 0);
    assert_true(can_act(&s, YELLOW, EXPLORE));
}

static void mix_is_of_the_players_choice_with_one_of_the_tribe(void **unused)
{
    struct state s = four_cards(2);

    (void)unused;
    put(&s, Y(1), 2, 2, 2);
    act(&s, YELLOW, EXPLORE);
    choose_it(&s, G(3)); /* three of two each, a yellow one among them: 1 + 1 + 1, or two and one of five kinds */
    assert_int_equal(s.phase, MIX);
    assert_int_equal(option_count(&s), 5);
    assert_true(on_offer(&s, MOVE_MIX + 2 * MIX_SIZE + 1));  /* green, green, yellow */
    assert_true(on_offer(&s, MOVE_MIX + 1 * MIX_SIZE + 2));  /* green, yellow, yellow */
    assert_true(on_offer(&s, MOVE_MIX + 1 * MIX_SIZE + 1));  /* one of each */
    assert_true(on_offer(&s, MOVE_MIX + 0 * MIX_SIZE + 1));  /* yellow, purple, purple */
    assert_true(on_offer(&s, MOVE_MIX + 0 * MIX_SIZE + 2));  /* yellow, yellow, purple */
    assert_false(on_offer(&s, MOVE_MIX + 2 * MIX_SIZE + 0)); /* green, green, purple */
    choose(&s, MOVE_MIX + 0 * MIX_SIZE + 1);
    check_gems(&s, Y(1), 2, 1, 0);
    check_gems(&s, G(3), 0, 1, 2);
}

static void mixes_read_as_words(void **unused)
{
    struct trial t;
    int alone = 0;

    (void)unused;
    trial_start(&t, "borogoves:1");
    trial_do(&t, "chance", "lay green 3 at C4");
    trial_do(&t, "chance", "lay yellow 2 at D4");
    trial_do(&t, "chance", "turn up purple 5");
    trial_do(&t, "0", "play purple 5 at B4");
    for (int i = 0; i < 3; i++) {
        static const char *const tribes[] = {"migrate green", "migrate yellow", "migrate purple"};

        trial_do(&t, "0", tribes[i]);
        trial_do(&t, "0", "to green 3");
    }
    trial_do(&t, "chance", "turn up purple 1");
    trial_do(&t, "0", "play purple 1 at D5");
    trial_do(&t, "0", "explore with purple");
    trial_do(&t, "0", "to purple 5"); /* from green 3 without a question */
    assert_string_equal(trial_prompt(&t, "0"),
                        "You choose the 5 gems that go from green 3 to purple 5, at least one purple");
    assert_true(trial_can(&t, "0", "move 3 green and 2 purple"));
    assert_true(trial_can(&t, "0", "move 2 yellow and 3 purple"));
    assert_false(trial_can(&t, "0", "move 3 green and 2 yellow"));
    for (int purple = 1; purple <= 3; purple++) /* counted: the others are at most three green and three yellow */
        for (int green = 0; green <= 3; green++)
            alone += 5 - purple - green >= 0 && 5 - purple - green <= 3;
    assert_int_equal(trial_options(&t, "0"), alone);
    trial_do(&t, "0", "move 1 green, 3 yellow and 1 purple");
    assert_string_equal(trial_log(&t, "0"),
                        "The purple tribe explores from green 3 to purple 5: 1 green, 3 yellow and 1 purple\n");
    check_gems(state_of(&t), P(5), 1, 3, 1);
    check_gems(state_of(&t), G(3), 2, 0, 2);
    trial_end(&t);
}

static void settling_removes_one_gem_from_home_or_any_card(void **unused)
{
    struct state s = four_cards(2), before;

    (void)unused;
    put(&s, P(2), 1, 0, 0);
    put(&s, G(3), 2, 3, 0);
    before = s;
    act(&s, GREEN, SETTLE);
    assert_int_equal(option_count(&s), 3);
    assert_false(can_choose(&s, Y(1)));
    choose_it(&s, HOME);
    check_gems(&s, HOME, 4, 5, 8);
    s = before;
    act(&s, GREEN, SETTLE);
    choose_it(&s, G(3));
    check_gems(&s, G(3), 1, 3, 0);
    check_gems(&s, HOME, 5, 5, 8);
    act(&s, PURPLE, SETTLE); /* only at home: no question */
    check_gems(&s, HOME, 5, 5, 7);
}

static void settling_is_allowed_when_other_actions_are_possible(void **unused)
{
    struct state s = four_cards(2);

    (void)unused;
    put(&s, G(3), 3, 0, 0);
    assert_true(can_act(&s, GREEN, MIGRATE));
    assert_true(can_act(&s, GREEN, EXPLORE));
    assert_true(can_act(&s, GREEN, SETTLE));
    assert_int_equal(option_count(&s), 3 + 2 + 2);
}

/* [R] */
static void a_tribe_without_gems_takes_no_action(void **unused)
{
    struct state s = four_cards(2);

    (void)unused;
    leave_home(&s, YELLOW);
    for (int kind = 0; kind < KINDS; kind++)
        assert_false(can_act(&s, YELLOW, (enum kind)kind));
    act(&s, GREEN, SETTLE);
    act(&s, PURPLE, SETTLE);
    assert_int_equal(s.phase, PLAY);
    assert_int_equal(s.acted, 0);
}

/* [R] */
static void a_turn_without_any_gems_is_skipped(void **unused)
{
    struct state s = four_cards(2);
    struct facts facts = {0};
    move_t last = (move_t)(MOVE_PLAY + Y(5) * CELLS + cell("D3"));

    (void)unused;
    for (int tribe = 0; tribe < SUITS; tribe++)
        leave_home(&s, tribe);
    s.phase = PLAY;
    s.pool = pool_without(pool_without(s.pool, Y(5)), P(5));
    s.hand = BIT(Y(5)) | BIT(P(5));
    s.pooled = 9;
    apply(&s, s.cartographer, last, &facts);
    assert_int_equal(s.phase, DEAL);
    apply(&s, CHANCE, MOVE_CARD + P(4), &facts);
    assert_int_equal(s.phase, PLAY);
    assert_int_equal(facts.fact[facts.n - 1].phrase.text, T_SKIPPED);
    assert_int_equal(facts.fact[facts.n - 1].to, EVERYBODY);
    assert_int_equal(facts.fact[facts.n - 1].phrase.arg[0], borogoves(&s));
}

static void a_whole_game_of_settling_goes_on_without_gems(void **unused)
{
    for (int seats = 1; seats <= 2; seats++) {
        struct setup setup = {.seats = (uint8_t)seats};
        struct luck luck = {7};
        struct result r = {0};
        struct state s;
        int turns = 0;

        (void)unused;
        start(&s, &setup);
        while (s.phase != OVER) {
            if (s.phase == ACT) {
                int tribe = bit_lowest(idle(&s));

                act(&s, tribe, SETTLE); /* always from home, so that nothing else is asked */
            } else {
                turns += s.phase == PLAY;
                random_step(&s, &luck);
            }
        }
        assert_int_equal(turns, 13 * seats);
        result(&s, &r);
        for (int seat = 0; seat < seats; seat++)
            assert_int_equal(r.score[seat], 0);
    }
}

static void a_single_action_is_played_by_the_rules(void **unused)
{
    struct state s = four_cards(2);

    (void)unused;
    leave_home(&s, GREEN);
    leave_home(&s, PURPLE);
    add_gems(&s, GREEN, Y(1), 1); /* one gem that cannot explore, for only yellow 1 is a 1 */
    act(&s, YELLOW, MIGRATE);
    choose_it(&s, G(4)); /* green can only settle, and only there */
    assert_int_equal(s.phase, PLAY);
    check_gems(&s, Y(1), 0, 0, 0);
    check_gems(&s, G(4), 0, 4, 0);
}

/* ---- the same by brute force: actions -------------------------------------------------------- */

struct position {
    int card[ROWS][COLUMNS]; /* or -1 */
    int gems[SUITS][NUMBER_CARDS + 1];
};

struct positions {
    int n;
    struct position at[4096];
};

static void read_position(const struct state *s, struct position *p)
{
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            int i = row * ROW_SIZE + column;

            p->card[row][column] = s->map >> i & 1 ? s->card[i] : -1;
        }
    }
    for (int tribe = 0; tribe < SUITS; tribe++)
        for (int card = 0; card <= NUMBER_CARDS; card++)
            p->gems[tribe][card] = (int)(s->gems[tribe] >> (4 * card) & 15);
}

static void keep(struct positions *list, const struct position *p)
{
    assert_true(list->n < 4096);
    list->at[list->n++] = *p;
}

/* All mixes, whether or not there are so many gems, are tried. */
static void explore_everyhow(const struct position *p, int tribe, int from, int to, struct positions *out)
{
    int number = to % 5 + 1;

    for (int green = 0; green <= 5; green++) {
        for (int yellow = 0; yellow <= 5; yellow++) {
            int n[SUITS] = {green, yellow, number - green - yellow};
            struct position after = *p;
            bool enough = n[2] >= 0 && n[tribe] >= 1;

            for (int i = 0; i < SUITS; i++) {
                enough = enough && p->gems[i][from] >= n[i];
                after.gems[i][from] -= n[i];
                after.gems[i][to] += n[i];
            }
            if (enough)
                keep(out, &after);
        }
    }
}

static void naive_actions(const struct position *p, int tribe, struct positions *out)
{
    static const int step[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

    out->n = 0;
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        int row = i / COLUMNS, column = i % COLUMNS, card = p->card[row][column];
        struct position after = *p;

        if (card < 0)
            continue;
        if (p->gems[tribe][HOME] >= card % 5 + 1) {
            after.gems[tribe][HOME] -= card % 5 + 1;
            after.gems[tribe][card] += card % 5 + 1;
            keep(out, &after);
        }
        for (int k = 0; k < 4; k++) {
            int r = row + step[k][0], c = column + step[k][1];

            if (r >= 0 && r < ROWS && c >= 0 && c < COLUMNS && p->card[r][c] >= 0)
                explore_everyhow(p, tribe, card, p->card[r][c], out);
        }
    }
    for (int place = 0; place <= HOME; place++) {
        struct position after = *p;

        if (p->gems[tribe][place] > 0) {
            after.gems[tribe][place]--;
            keep(out, &after);
        }
    }
}

/* What the program's own steps lead to; the tribe is the last to act, so that the turn is over then. */
static void program_actions(const struct state *s, int tribe, struct positions *out)
{
    struct {
        struct state state;
        int next, n;
        move_t list[MOVES_MAX];
    } way[5];
    int depth = 0;

    out->n = 0;
    way[0].state = *s;
    way[0].state.phase = ACT;
    way[0].state.acted = (uint8_t)(7 & ~(1 << tribe));
    play_on(&way[0].state, NULL);
    way[0].next = way[0].n = 0;
    if (way[0].state.phase != PLAY)
        way[0].n = moves(&way[0].state, borogoves(s), way[0].list);
    for (;;) {
        if (way[depth].state.phase == PLAY) {
            struct position after;

            read_position(&way[depth].state, &after);
            keep(out, &after);
        }
        while (depth >= 0 && way[depth].next == way[depth].n)
            depth--;
        if (depth < 0)
            return;
        assert_true(depth < 4);
        way[depth + 1].state = way[depth].state;
        apply(&way[depth + 1].state, borogoves(s), way[depth].list[way[depth].next++], NULL);
        depth++;
        way[depth].next = way[depth].n = 0;
        if (way[depth].state.phase != PLAY) {
            way[depth].n = moves(&way[depth].state, borogoves(s), way[depth].list);
            assert_true(way[depth].n >= 2);
        }
    }
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct position));
}

static int compare_actions(const struct state *s)
{
    static struct positions naive, program;
    struct position p;
    int n = 0;

    read_position(s, &p);
    for (int tribe = 0; tribe < SUITS; tribe++) {
        naive_actions(&p, tribe, &naive);
        if (s->gems[tribe] == 0) {
            assert_int_equal(naive.n, 0);
            continue;
        }
        program_actions(s, tribe, &program);
        assert_int_equal(naive.n, program.n);
        qsort(naive.at, (size_t)naive.n, sizeof naive.at[0], by_bytes);
        qsort(program.at, (size_t)program.n, sizeof program.at[0], by_bytes);
        assert_memory_equal(naive.at, program.at, (size_t)naive.n * sizeof naive.at[0]);
        for (int i = 1; i < naive.n; i++)
            assert_true(by_bytes(&naive.at[i - 1], &naive.at[i]) != 0);
        n += naive.n;
    }
    return n;
}

/* Gems anywhere on the map, more crowded than random play makes it. */
static void scatter(struct state *s, struct luck *luck)
{
    for (int tribe = 0; tribe < SUITS; tribe++) {
        uint32_t cards = s->placed & luck_below(luck, 1 << 15) & luck_below(luck, 1 << 15);

        s->gems[tribe] = 0;
        for (int gem = luck_below(luck, 3) == 0 ? (int)luck_below(luck, 9) : 8; gem > 0; gem--) {
            bool home = cards == 0 || luck_below(luck, 4) == 0;

            add_gems(s, tribe, home ? HOME : bit_nth(cards, luck_below(luck, (uint32_t)bit_count(cards))), 1);
        }
    }
}

static void actions_are_those_of_the_plain_reading_of_the_rules(void **unused)
{
    struct luck luck = {2026};
    int positions = 0, actions = 0;

    (void)unused;
    for (int game = 0; game < 150; game++) {
        struct setup setup = {.seats = 2};
        struct state s, crowded;

        start(&s, &setup);
        while (s.phase != OVER) {
            if (s.phase == PLAY && bit_count(s.placed) < 15) {
                actions += compare_actions(&s);
                crowded = s;
                scatter(&crowded, &luck);
                actions += compare_actions(&crowded);
                compare_spots(s.map);
                positions += 2;
            }
            random_step(&s, &luck);
        }
    }
    assert_int_equal(positions, 150 * 2 * 13 * 2);
    assert_true(actions > 100000);
}

/* With all three tribes still to act, each is offered what it can do. */
static void all_actions_of_all_idle_tribes_are_offered(void **unused)
{
    struct luck luck = {11};
    struct setup setup = {.seats = 1};
    struct state s;

    (void)unused;
    for (int game = 0; game < 200; game++) {
        start(&s, &setup);
        while (s.phase != OVER) {
            if (s.phase == ACT) {
                uint32_t open = open_actions(&s);

                for (int tribe = 0; tribe < SUITS; tribe++) {
                    struct state alone = s;
                    uint32_t its;

                    alone.acted = (uint8_t)(7 & ~(1 << tribe));
                    its = open_actions(&alone);
                    assert_int_equal(open >> (KINDS * tribe) & 7,
                                     s.acted >> tribe & 1 ? 0 : its >> (KINDS * tribe) & 7);
                }
                assert_int_equal(s.open, open);
                assert_int_equal(option_count(&s), bit_count(open));
            }
            random_step(&s, &luck);
        }
    }
}

/* ---- score ----------------------------------------------------------------------------------- */

/* All fifteen cards, row by row; where they lie means nothing for the score. */
static struct state full_map(int seats)
{
    static const char *const cells[] = {"B3", "C3", "D3", "E3", "B4", "C4", "D4", "E4",
                                        "B5", "C5", "D5", "E5", "B6", "C6", "D6"};
    struct state s = laid_out(seats);

    for (int card = 0; card < 15; card++)
        lay(&s, card, cells[card]);
    s.pool = 0;
    return s;
}

/* The example: a gem of its colour on yellow 4, purple 1, yellow 2, green 5, green 2, purple 5 and green 1; exactly
 * their number on yellow 4, purple 1, yellow 2, green 2, yellow 3, purple 2, green 1 and yellow 1. */
static struct state example(void)
{
    struct state s = full_map(1);

    put(&s, Y(4), 0, 2, 2);
    put(&s, P(1), 0, 0, 1);
    put(&s, Y(2), 1, 1, 0);
    put(&s, G(5), 1, 3, 0);
    put(&s, G(2), 1, 0, 1);
    put(&s, P(5), 0, 0, 2);
    put(&s, G(1), 1, 0, 0);
    put(&s, Y(3), 2, 0, 1);
    put(&s, P(2), 1, 1, 0);
    put(&s, Y(1), 1, 0, 0);
    put(&s, P(3), 0, 1, 0); /* neither */
    return s;
}

static void worked_example_scores_20_and_8(void **unused)
{
    struct state s = example();
    struct worth w = worth(&s);
    struct result r = {0};

    (void)unused;
    assert_int_equal(w.own, BIT(Y(4)) | BIT(P(1)) | BIT(Y(2)) | BIT(G(5)) | BIT(G(2)) | BIT(P(5)) | BIT(G(1)));
    assert_int_equal(w.exact,
                     BIT(Y(4)) | BIT(P(1)) | BIT(Y(2)) | BIT(G(2)) | BIT(Y(3)) | BIT(P(2)) | BIT(G(1)) | BIT(Y(1)));
    assert_int_equal(sum_of(w.own), 4 + 1 + 2 + 5 + 2 + 5 + 1);
    assert_int_equal(sum_of(w.own), 20);
    assert_int_equal(points(&s), 28);
    score(&s, NULL);
    assert_int_equal(s.phase, OVER);
    result(&s, &r);
    assert_int_equal(r.score[0], 28);
    assert_true(r.missed);
}

/* [R] Both parts are the borogove player's, not the cartographer's. */
static void exact_numbers_score_for_the_borogoves(void **unused)
{
    struct state s = example();
    struct result r = {0};

    (void)unused;
    s.seats = 2;
    s.cartographer = 0;
    s.maps = 2;
    score(&s, NULL);
    result(&s, &r);
    assert_int_equal(r.score[0], 0);
    assert_int_equal(r.score[1], 28);
}

static void a_card_needs_one_gem_of_its_colour_and_may_have_more(void **unused)
{
    struct state s = full_map(1);

    (void)unused;
    assert_int_equal(points(&s), 0);
    put(&s, G(5), 0, 1, 0);
    assert_int_equal(points(&s), 0);
    put(&s, G(5), 1, 0, 0);
    assert_int_equal(points(&s), 5);
    put(&s, G(5), 3, 0, 0); /* five gems of two colours */
    assert_int_equal(points(&s), 6);
    put(&s, G(5), 1, 0, 0);
    assert_int_equal(points(&s), 5);
    put(&s, Y(1), 0, 0, 1);
    assert_int_equal(points(&s), 6);
}

/* The greatest score, counted over how many gems may lie on each card: own colour needs one, exactness its number. With
 * fewer gems it is as the page says. */
static void no_distribution_of_24_gems_is_worth_more_than_54(void **unused)
{
    int best[25] = {0};

    (void)unused;
    for (int card = 0; card < 15; card++) {
        int number = card % 5 + 1;

        for (int gems = 24; gems > 0; gems--)
            for (int n = 1; n <= gems; n++) {
                int value = best[gems - n] + number + (n == number);

                best[gems] = value > best[gems] ? value : best[gems];
            }
    }
    assert_int_equal(best[24], 54);
    assert_int_equal(best[21], 52);
    assert_int_equal(best[18], 51);
    assert_int_equal(best[15], 48);
}

/* Alone, with the deck in a good order. In the first turn every tribe sends one gem to its 1; for eight turns these
 * gems wander between the 1s, so that nobody has to settle; and in the last four turns each tribe goes with five gems
 * to its 5, with four of them on to its 4, with three of those to its 3, and with two from home to its 2. */
static const char *const perfect_line[] = {
    "chance lay green 1 at C4",
    "chance lay yellow 1 at D4",
    "chance turn up purple 1",
    "play purple 1 at E4",
    "migrate green",
    "to green 1",
    "migrate yellow",
    "to yellow 1",
    "migrate purple",
    "to purple 1",
#define WANDER_OUT  "explore with yellow", "to purple 1", "explore with purple", "explore with green"
#define WANDER_BACK "explore with green", "to green 1", "explore with purple", "to purple 1", "explore with yellow"
    "chance turn up green 5",
    "play green 5 at C5",
    WANDER_OUT,
    "chance turn up green 4",
    "play green 4 at D5",
    WANDER_BACK,
    "chance turn up green 3",
    "play green 3 at E5",
    WANDER_OUT,
    "chance turn up yellow 5",
    "play yellow 5 at C6",
    WANDER_BACK,
    "chance turn up yellow 4",
    "play yellow 4 at D6",
    WANDER_OUT,
    "chance turn up yellow 3",
    "play yellow 3 at E6",
    WANDER_BACK,
    "chance turn up purple 5",
    "play purple 5 at C7",
    WANDER_OUT,
    "chance turn up purple 4",
    "play purple 4 at D7",
    WANDER_BACK,
    "chance turn up purple 3",
    "play purple 3 at E7",
    "migrate green",
    "to green 5",
    "migrate yellow",
    "to yellow 5",
    "migrate purple",
    "to purple 5",
    "chance turn up green 2",
    "play green 2 at B4",
    "explore with green",
    "from green 5",
    "to green 4",
    "explore with yellow",
    "from yellow 5",
    "to yellow 4",
    "explore with purple",
    "from purple 5",
    "to purple 4",
    "chance turn up yellow 2", /* purple 2, the last, is turned up without a question */
    "play yellow 2 at B5",
    "explore with green",
    "from green 4",
    "to green 3",
    "explore with yellow",
    "from yellow 4",
    "to yellow 3",
    "explore with purple",
    "from purple 4",
    "to purple 3",
    "play purple 2 at B6",
    "migrate green",
    "to green 2",
    "migrate yellow",
    "to yellow 2",
    "migrate purple",
    "to purple 2",
};

static void a_perfect_map_of_54_can_be_played(void **unused)
{
    struct trial t;
    struct result r;
    uint8_t rank[SEATS_MAX];

    (void)unused;
    trial_start(&t, "borogoves:1");
    for (size_t i = 0; i < sizeof perfect_line / sizeof perfect_line[0]; i++) {
        bool by_chance = strncmp(perfect_line[i], "chance ", 7) == 0;

        trial_do(&t, by_chance ? "chance" : "0", perfect_line[i] + (by_chance ? 7 : 0));
    }
    for (int suit = 0; suit < SUITS; suit++) {
        static const int gems[] = {1, 2, 3, 1, 1};

        for (int i = 0; i < NUMBERS; i++)
            for (int tribe = 0; tribe < SUITS; tribe++)
                assert_int_equal(gems_at(state_of(&t), tribe, CARD(suit, i + 1)), tribe == suit ? gems[i] : 0);
        assert_int_equal(gems_at(state_of(&t), suit, HOME), 0);
    }
    r = trial_result(&t, rank);
    assert_int_equal(r.score[0], 54);
    assert_int_equal(rank[0], 1);
    assert_false(r.missed);
    assert_true(shows(&t, "0", "54: a perfect map"));
    assert_true(shows(&t, "0", "You have 15 on green cards, 15 on yellow and 15 on purple ones: 45 for colours\n"));
    assert_true(shows(&t, "0", "You have 9 cards with the exact number of gems: +9, 54 in all\n"));
    trial_end(&t);
}

/* Chooses by trying: the option after which, chosen on at random, the map is worth most. */
static void greedy_step(struct state *s, struct luck *luck)
{
    move_t list[MOVES_MAX], best = 0;
    int n, most = -1;

    if (s->phase <= PLAY) {
        random_step(s, luck);
        return;
    }
    n = moves(s, borogoves(s), list);
    for (int i = 0; i < n; i++) {
        struct state after = *s;
        int value;

        apply(&after, borogoves(s), list[i], NULL);
        while (after.phase > ACT && after.phase < OVER)
            random_step(&after, luck);
        value = points(&after) * 4 + (int)luck_below(luck, 4);
        if (value > most) {
            most = value;
            best = list[i];
        }
    }
    apply(s, borogoves(s), best, NULL);
}

static void no_map_is_ever_worth_more_than_54(void **unused)
{
    struct luck luck = {54};
    int highest = 0;

    (void)unused;
    for (int game = 0; game < 12000; game++) {
        struct setup setup = {.seats = (uint8_t)(1 + game % 2)};
        bool greedy = game % 12 < 2;
        struct result r = {0};
        struct state s;

        start(&s, &setup);
        while (s.phase != OVER) {
            if (greedy)
                greedy_step(&s, &luck);
            else
                random_step(&s, &luck);
        }
        result(&s, &r);
        for (int seat = 0; seat < s.seats; seat++) {
            assert_true(r.score[seat] >= 0 && r.score[seat] <= 54);
            highest = r.score[seat] > highest ? r.score[seat] : highest;
        }
    }
    assert_true(highest > 20); /* the players were not all hopeless */
}

static void map_is_scored_after_the_actions_that_follow_the_last_card(void **unused)
{
    struct state s = example();
    struct facts facts = {0};

    (void)unused;
    leave_home(&s, YELLOW);
    leave_home(&s, PURPLE);
    s.acted = 7 & ~(1 << PURPLE);
    act(&s, PURPLE, SETTLE);
    assert_int_equal(s.phase, SETTLE_FROM);
    apply(&s, 0, MOVE_CARD + P(1), &facts); /* the last action costs purple 1 both its points */
    assert_int_equal(s.phase, OVER);
    assert_int_equal(points(&s), 26);
    assert_int_equal(facts.n, 11); /* the settling, nine cards that score, the sum */
    assert_int_equal(facts.fact[10].phrase.text, T_SCORED);
    assert_int_equal(facts.fact[10].phrase.arg[1], 19);
    assert_int_equal(facts.fact[10].phrase.arg[2], 7);
    assert_int_equal(facts.fact[10].phrase.arg[3], 26);
}

static void log_says_what_each_card_scores(void **unused)
{
    struct state s = example();
    struct facts facts = {0};
    int both = 0, own = 0, exact = 0;

    (void)unused;
    score(&s, &facts);
    for (int i = 0; i < facts.n; i++) {
        both += facts.fact[i].phrase.text == T_SCORES_BOTH;
        own += facts.fact[i].phrase.text == T_SCORES_OWN;
        exact += facts.fact[i].phrase.text == T_SCORES_EXACT;
        assert_int_equal(facts.fact[i].to, EVERYBODY);
    }
    assert_int_equal(both, 5);  /* yellow 4, purple 1, yellow 2, green 2, green 1 */
    assert_int_equal(own, 2);   /* green 5, purple 5 */
    assert_int_equal(exact, 3); /* yellow 3, purple 2, yellow 1 */
}

/* ---- two maps -------------------------------------------------------------------------------- */

static void play_to_the_second_map(struct trial *t)
{
    deal_for_two(t);
    while (state_of(t)->phase != SHUFFLE) {
        if (trial_asked(t, "chance"))
            trial_luck(t);
        else
            random_move(t);
        if (state_of(t)->phase == SHUFFLE)
            break;
    }
}

static void roles_are_exchanged_for_the_second_map(void **unused)
{
    struct trial t;
    int first;

    (void)unused;
    play_to_the_second_map(&t);
    first = points(state_of(&t));
    assert_non_null(strstr(trial_log(&t, "0"), "The roles are exchanged: you are the cartographer now\n"));
    assert_non_null(strstr(trial_log(&t, "0"), "The map is complete: you score ")); /* seat 1 has drawn it */
    assert_int_equal(trial_options(&t, "chance"), 15);                              /* all cards again */
    trial_do(&t, "chance", "lay purple 5 at C4");
    check_gems(state_of(&t), HOME, 8, 8, 8);
    assert_int_equal(bit_count(state_of(&t)->placed), 1);
    trial_do(&t, "chance", "lay green 2 at D4");
    trial_do(&t, "chance", "deal yellow 4 to seat 0");
    trial_do(&t, "chance", "deal yellow 5 to seat 0");
    assert_true(trial_asked(&t, "0"));
    trial_do(&t, "0", "play yellow 4 at C3");
    trial_luck(&t);
    assert_true(trial_asked(&t, "1"));
    assert_int_equal(sum_of(state_of(&t)->own[0]) + bit_count(state_of(&t)->exact[0]), first);
    trial_end(&t);
}

static void first_map_lies_there_until_the_second_begins(void **unused)
{
    struct trial t;

    (void)unused;
    play_to_the_second_map(&t);
    assert_int_equal(trial_count(&t, "0", "Number card"), 0);
    assert_int_equal(trial_count(&t, "0", "purple 5"), 1);
    assert_string_equal(trial_prompt(&t, "0"), "The cards are shuffled for the second map");
    trial_end(&t);
}

static void check_ranks(uint16_t own0, uint16_t own1, int rank0, int rank1)
{
    struct state s = full_map(2);
    struct result r = {0};
    uint8_t rank[SEATS_MAX];

    s.phase = OVER;
    s.own[0] = own0;
    s.own[1] = own1;
    result(&s, &r);
    game_ranks(&game_borogoves, 2, &r, rank);
    assert_int_equal(rank[0], rank0);
    assert_int_equal(rank[1], rank1);
}

/* [R] A tie is shared. */
static void higher_score_wins_and_a_tie_is_shared(void **unused)
{
    (void)unused;
    check_ranks(BIT(G(5)), BIT(Y(4)), 1, 2);
    check_ranks(BIT(G(3)), BIT(Y(4)), 2, 1);
    check_ranks(BIT(G(1)) | BIT(P(3)), BIT(Y(4)), 1, 1);
}

static void each_seat_is_cartographer_for_one_map_of_thirteen_turns(void **unused)
{
    struct luck luck = {3};

    (void)unused;
    for (int game = 0; game < 50; game++) {
        struct setup setup = {.seats = 2};
        int plays[2] = {0};
        struct state s;

        start(&s, &setup);
        while (s.phase != OVER) {
            if (s.phase == PLAY)
                plays[bit_lowest(actors(&s))]++;
            random_step(&s, &luck);
        }
        assert_int_equal(plays[0], 13);
        assert_int_equal(plays[1], 13);
    }
}

/* ---- alone ----------------------------------------------------------------------------------- */

static void grades_are_38_42_46_50_and_54(void **unused)
{
    static const struct {
        int score, text;
        bool win;
    } table[] = {
        {0, T_RESULT_LOST, false},    {37, T_RESULT_LOST, false},   {38, T_RESULT_ALMOST, false},
        {41, T_RESULT_ALMOST, false}, {42, T_RESULT_WIN, true},     {45, T_RESULT_WIN, true},
        {46, T_RESULT_GOOD, true},    {49, T_RESULT_GOOD, true},    {50, T_RESULT_GREAT, true},
        {53, T_RESULT_GREAT, true},   {54, T_RESULT_PERFECT, true},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct state s = full_map(1);
        struct result r = {0};
        uint8_t rank[SEATS_MAX];
        int missing = 54 - table[i].score;

        s.phase = OVER;
        s.own[0] = ALL_NUMBER_CARDS; /* 45 and 9, less what is missing */
        s.exact[0] = (uint16_t)(BIT(9) - 1);
        for (int card = 14; card >= 0; card--) {
            if (missing >= card_number(card)) {
                missing -= card_number(card);
                s.own[0] &= (uint16_t)~BIT(card);
            }
        }
        for (int card = 0; card < 9 && missing > 0; card++, missing--)
            s.exact[0] &= (uint16_t)~BIT(card);
        result(&s, &r);
        game_ranks(&game_borogoves, 1, &r, rank);
        assert_int_equal(r.score[0], table[i].score);
        assert_int_equal(r.missed, !table[i].win);
        assert_int_equal(rank[0], table[i].win ? 1 : 2);
        assert_int_equal(r.line[r.lines - 1].phrase.text, table[i].text);
    }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

static void redealing_gives_the_cartographer_any_two_unseen_cards(void **unused)
{
    struct trial t;
    struct luck luck = {1};
    int seen[NUMBER_CARDS] = {0}, n = 13000;

    (void)unused;
    deal_for_two(&t);
    for (int i = 0; i < n; i++) {
        struct state s = *state_of(&t);

        veil(&s, i % 2 ? 0 : SPECTATOR, &luck);
        assert_int_equal(bit_count(s.hand), 2);
        assert_int_equal(s.hand & s.placed, 0);
        assert_int_equal(s.pooled, 11);
        for (uint32_t k = 0; k < s.pooled; k++)
            assert_false(s.hand >> pool_nth(s.pool, k) & 1);
        for (FOR_BITS(card, s.hand))
            seen[card]++;
    }
    assert_int_equal(seen[G(1)] + seen[Y(2)], 0); /* on the map */
    for (int card = 0; card < 15; card++)
        if (card != G(1) && card != Y(2))
            assert_true(seen[card] > 1800 && seen[card] < 2200); /* 2000 expected, deviation 41 */
    trial_end(&t);
}

static void redealing_changes_nothing_for_the_cartographer_and_alone(void **unused)
{
    struct trial t;
    struct luck luck = {1};
    struct state s;

    (void)unused;
    deal_for_two(&t);
    s = *state_of(&t);
    veil(&s, 1, &luck);
    assert_memory_equal(&s, state_of(&t), sizeof s);
    veil(&s, REFEREE, &luck);
    assert_memory_equal(&s, state_of(&t), sizeof s);
    trial_end(&t);
    trial_start(&t, "borogoves:1#2");
    trial_luck(&t);
    s = *state_of(&t);
    assert_int_equal(s.phase, PLAY);
    veil(&s, SPECTATOR, &luck);
    assert_memory_equal(&s, state_of(&t), sizeof s);
    trial_end(&t);
}

static void hand_is_known_by_elimination_once_the_deck_is_empty(void **unused)
{
    struct trial t;
    struct luck luck = {1};

    (void)unused;
    deal_for_two(&t);
    until_deck_is_empty(&t);
    for (int i = 0; i < 20; i++) {
        struct state s = *state_of(&t);

        veil(&s, 0, &luck);
        assert_memory_equal(&s, state_of(&t), sizeof s);
    }
    trial_end(&t);
}

/* A card shown cannot be taken back into a secret hand; once all know the hand, it can. */
static void playing_from_a_secret_hand_reveals(void **unused)
{
    struct trial t;
    struct state s;
    struct facts facts = {0};
    move_t list[MOVES_MAX];

    (void)unused;
    deal_for_two(&t);
    s = *state_of(&t);
    moves(&s, 1, list);
    apply(&s, 1, list[0], &facts);
    assert_int_equal(facts.fact[0].flags, FACT_REVEALS);
    until_deck_is_empty(&t);
    while (state_of(&t)->phase != PLAY)
        random_move(&t);
    s = *state_of(&t);
    facts_clear(&facts);
    moves(&s, 1, list);
    apply(&s, 1, list[0], &facts);
    assert_int_equal(facts.fact[0].phrase.text, T_PLAYS);
    assert_int_equal(facts.fact[0].flags, 0);
    trial_end(&t);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Whoever counts the cards knows the hand once there is no deck; the table shows it then. */
static void hand_is_known_when_the_deck_is_empty(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    until_deck_is_empty(&t);
    assert_int_equal(bit_count(state_of(&t)->hand), 2);
    assert_int_equal(trial_count(&t, "0", "Number card"), 0);
    assert_int_equal(trial_count(&t, "spectator", "Number card"), 0);
    assert_true(shows(&t, "0", "Seat 1's hand: ("));
    trial_end(&t);
}

static void board_shows_the_map_and_the_spots_by_name(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    assert_true(shows(&t, "1", "Map 1 of 2, turn 1 of 13: you are the cartographer, seat 0 leads the borogoves"));
    assert_true(shows(&t, "1",
                      "The map:\n"
                      "    B     C     D     E\n"
                      "3         .     .\n"
                      "\n"
                      "4   .   [G1]  [Y2]    .\n"
                      "\n"
                      "5         .     .\n"));
    assert_true(shows(&t, "1", "Homes: [GJ] 8g   [YJ] 8y   [PJ] 8p\nBack in the box: -\n"));
    assert_true(shows(&t, "1", "Your hand: [G4] [P3]\n"));
    assert_true(shows(&t, "0", "Seat 1's hand: [?]x2\n"));
    trial_end(&t);
}

/* A turn is a card, the drawing of the next one, and the actions. */
static void notes_number_the_turn_from_its_card_to_its_last_action(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    assert_true(shows(&t, "1", "turn 1 of 13"));
    trial_do(&t, "1", "play green 4 at D5");
    assert_true(trial_asked(&t, "chance"));
    assert_true(shows(&t, "1", "turn 1 of 13"));
    trial_do(&t, "chance", "deal green 5 to seat 1");
    assert_true(shows(&t, "1", "turn 1 of 13"));
    trial_do(&t, "0", "settle green");
    trial_do(&t, "0", "settle yellow");
    assert_true(shows(&t, "1", "turn 1 of 13"));
    trial_do(&t, "0", "settle purple");
    assert_true(trial_asked(&t, "1"));
    assert_true(shows(&t, "1", "turn 2 of 13"));
    trial_end(&t);
    trial_start(&t, "borogoves:1");
    trial_do(&t, "chance", "lay green 1 at C4");
    trial_do(&t, "chance", "lay yellow 2 at D4");
    assert_true(shows(&t, "0", "Turn 1 of 13")); /* alone a turn begins with the card that is turned up */
    trial_do(&t, "chance", "turn up purple 3");
    assert_true(shows(&t, "0", "Turn 1 of 13"));
    trial_do(&t, "0", "play purple 3 at C5");
    assert_true(shows(&t, "0", "Turn 1 of 13"));
    trial_do(&t, "0", "settle green");
    trial_do(&t, "0", "settle yellow");
    trial_do(&t, "0", "settle purple");
    assert_true(trial_asked(&t, "chance"));
    assert_true(shows(&t, "0", "Turn 2 of 13"));
    trial_end(&t);
}

static void notes_say_who_has_still_to_act_and_what_the_map_is_worth(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    trial_do(&t, "1", "play green 4 at D5");
    trial_luck(&t);
    assert_true(shows(&t, "0", "Still to act: green, yellow and purple\n"));
    assert_int_equal(trial_options(&t, "0"), 6);
    trial_do(&t, "0", "migrate yellow");
    assert_string_equal(trial_prompt(&t, "0"), "You choose the card that the yellow tribe migrates to");
    trial_do(&t, "0", "to yellow 2");
    assert_string_equal(trial_log(&t, "1"), "The yellow tribe migrates: 2 gems go from home to yellow 2\n");
    assert_true(shows(&t, "0", "Still to act: green and purple\n"));
    assert_true(shows(&t, "0", "The map is worth 3 now: 2 for colours and 1 for exact numbers\n"));
    assert_true(shows(&t, "0", "*Seat 0 (you): 3   Seat 1: 0\n"));
    trial_end(&t);
}

/* ---- counters, goals and words about things --------------------------------------------------- */

static const struct scene *seen_by(const struct state *s, int viewer)
{
    static struct scene out;

    memset(&out, 0, sizeof out);
    scene(s, viewer, &out);
    assert_int_equal(out.lost, 0);
    return &out;
}

static const char *words_of(struct phrase phrase)
{
    static char words[512];
    struct speech plain = speech_plain(&game_borogoves);
    struct text text = text_in(words, sizeof words);

    assert_true(phrase_put(&text, &plain, phrase));
    return words;
}

/* A counter of the table (seat = NOBODY) or of a seat, as all who look at it see it. */
static void check_counter(const struct state *s, int seat, const char *words, int value, int limit)
{
    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++) {
        const struct scene *out = seen_by(s, viewer);
        int found = 0;

        if (viewer >= s->seats && viewer < SPECTATOR)
            continue;
        for (int i = 0; i < out->counters; i++) {
            const struct scene_counter *counter = &out->counter[i];

            if (counter->scope != (seat == NOBODY ? SCOPE_TABLE : SCOPE_SEAT) || (seat >= 0 && counter->of != seat) ||
                strcmp(words_of(counter->words), words) != 0)
                continue;
            assert_int_equal(counter->value, value);
            assert_int_equal(counter->limit, limit);
            found++;
        }
        assert_int_equal(found, 1);
    }
}

static void counters_are_map_turn_and_the_points_of_each_seat(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    check_counter(state_of(&t), NOBODY, "map", 1, 2);
    check_counter(state_of(&t), NOBODY, "turn", 1, 13);
    trial_do(&t, "1", "play green 4 at D5");
    trial_luck(&t);
    trial_do(&t, "0", "migrate yellow");
    trial_do(&t, "0", "to yellow 2");
    check_counter(state_of(&t), 0, "points for colours", 2, NO_LIMIT);
    check_counter(state_of(&t), 0, "points for exact numbers", 1, NO_LIMIT);
    check_counter(state_of(&t), 1, "points for colours", 0, NO_LIMIT);
    trial_do(&t, "0", "settle green");
    trial_do(&t, "0", "settle purple");
    check_counter(state_of(&t), NOBODY, "turn", 2, 13);
    trial_end(&t);
}

/* The worked example, 20 and 8. */
static void alone_the_points_count_up_to_a_win(void **unused)
{
    struct state s = example();

    (void)unused;
    check_counter(&s, 0, "points", 28, 42);
    check_counter(&s, 0, "points for colours", 20, NO_LIMIT);
    check_counter(&s, 0, "points for exact numbers", 8, NO_LIMIT);
    check_counter(&s, NOBODY, "turn", 13, 13);
    score(&s, NULL);
    check_counter(&s, 0, "points", 28, 42);
}

/* In the worked example eight cards hold exactly as many gems as their number. */
static void each_card_counts_its_gems_up_to_its_number(void **unused)
{
    struct state s = example();
    const struct scene *out = seen_by(&s, SPECTATOR);
    int cards = 0, exact = 0;

    (void)unused;
    for (int i = 0; i < out->counters; i++) {
        const struct scene_counter *counter = &out->counter[i];

        if (counter->scope != SCOPE_PLACE)
            continue;
        assert_string_equal(words_of(counter->words), "gems on the card");
        assert_int_equal(counter->limit, card_number(s.card[counter->of - PLACE_CELL]));
        cards++;
        exact += counter->value == counter->limit;
    }
    assert_int_equal(cards, 15);
    assert_int_equal(exact, 8);
}

/* Seat 0 leads the borogoves on the first map, which is worth 28. */
static void goals_of_two_depend_on_the_role_and_on_the_first_map(void **unused)
{
    struct setup setup = {.seats = 2};
    struct state s;

    (void)unused;
    start(&s, &setup);
    assert_string_equal(words_of(seen_by(&s, 1)->goal), "score more with your borogoves than seat 0 on the other map");
    s = example();
    s.seats = 2;
    s.cartographer = 1;
    assert_string_equal(words_of(seen_by(&s, 0)->goal),
                        "score high: gems on cards of their colour, as many as the number of the card");
    assert_string_equal(words_of(seen_by(&s, 1)->goal),
                        "draw the map so that few gems of seat 0 get onto cards of their colour");
    score(&s, NULL);
    for (int laid = 0; laid < 2; laid++) {
        assert_string_equal(words_of(seen_by(&s, 0)->goal), "draw the map so that seat 1 scores less than your 28");
        assert_string_equal(words_of(seen_by(&s, 1)->goal),
                            "beat seat 0's 28: gems on cards of their colour, as many as the number");
        assert_int_equal(seen_by(&s, SPECTATOR)->goal.text, NO_TEXT);
        assert_int_equal(seen_by(&s, REFEREE)->goal.text, NO_TEXT);
        apply(&s, CHANCE, MOVE_CARD + P(5), NULL);
    }
}

/* Nobody scores less than nothing: a tie is shared. */
static void after_a_map_without_points_the_goal_is_another_one(void **unused)
{
    struct state s = full_map(2);

    (void)unused;
    s.cartographer = 1;
    score(&s, NULL);
    assert_int_equal(scored(&s, 0), 0);
    assert_string_equal(words_of(seen_by(&s, 0)->goal), "draw the map so that seat 1 scores nothing either");
}

static void goal_alone_is_a_win_and_then_the_next_grade(void **unused)
{
    struct state s = example();

    (void)unused;
    assert_memory_equal(words_of(seen_by(&s, 0)->goal), "reach 42 points:", 16);
    s = full_map(1);
    for (int card = 0; card < 15; card++) /* 45, and 3 for the 1s */
        put(&s, card, card < 5, card >= 5 && card < 10, card >= 10);
    assert_int_equal(points(&s), 48);
    assert_memory_equal(words_of(seen_by(&s, 0)->goal), "reach 50 points:", 16);
    for (int tribe = 0; tribe < SUITS; tribe++)
        leave_home(&s, tribe);
    s.more_gems = -3; /* with five gems for each tribe there is nothing above */
    assert_memory_equal(words_of(seen_by(&s, 0)->goal), "reach 48 points:", 16);
}

static bool tells(int thing, const char *words)
{
    struct setup setup = {.seats = 2};

    return strstr(words_of(about(&setup, thing)), words) != NULL;
}

static void things_are_explained(void **unused)
{
    struct setup setup = {.seats = 2};

    (void)unused;
    assert_true(tells(Y(4), "exactly 4 gems") && tells(Y(4), "scores 4") && tells(Y(4), "yellow gem") &&
                tells(Y(4), "1 more"));
    assert_true(tells(P(1), "exactly 1 gem ") && tells(P(1), "scores 1 ") && tells(P(1), "purple gem"));
    for (int tribe = 0; tribe < SUITS; tribe++) {
        static const char *const colours[] = {"green", "yellow", "purple"};

        assert_true(tells(GEM + tribe, colours[tribe]) && tells(GEM + tribe, "one action"));
        assert_true(tells(JABBERWOCKY_CARD + tribe, colours[tribe]) && tells(JABBERWOCKY_CARD + tribe, "home"));
    }
    assert_int_equal(about(&setup, NUMBER_BACK).text, NO_TEXT);
}

/* ---- what goes where ------------------------------------------------------------------------- */

/* What a viewer is told of pieces: the thing, how many, from, to, in this order; the end is a thing of -1. */
static void check_carried(const struct facts *facts, int viewer, const int expected[][4])
{
    int n = 0;

    assert_int_equal(facts->lost, 0);
    for (int i = 0; i < facts->transfers; i++) {
        const struct transfer *transfer = &facts->transfer[i];

        if (!(facts->fact[transfer->fact].to & BIT(viewer)))
            continue;
        assert_int_equal(transfer->thing, expected[n][0]);
        assert_int_equal(transfer->count, expected[n][1]);
        assert_int_equal(transfer->from, expected[n][2]);
        assert_int_equal(transfer->to, expected[n][3]);
        n++;
    }
    assert_int_equal(expected[n][0], -1);
}

static void a_card_is_carried_from_the_hand_and_another_to_it(void **unused)
{
    const int hand = PLACE_HAND + 1, spot = PLACE_CELL + cell("D5");
    const int played[][4] = {{G(4), 1, hand, spot}, {-1}}, drawn[][4] = {{Y(3), 1, PLACE_DECK, hand}, {-1}},
              unseen[][4] = {{NUMBER_BACK, 1, PLACE_DECK, hand}, {-1}};
    struct facts facts = {0};
    struct trial t;
    struct state s;

    (void)unused;
    deal_for_two(&t);
    s = *state_of(&t);
    trial_end(&t);
    apply(&s, 1, (move_t)(MOVE_PLAY + G(4) * CELLS + cell("D5")), &facts);
    check_carried(&facts, 0, played);
    check_carried(&facts, 1, played);
    facts_clear(&facts);
    apply(&s, CHANCE, MOVE_CARD + Y(3), &facts);
    check_carried(&facts, 0, unseen);
    check_carried(&facts, 1, drawn);
}

/* The last card is drawn with the play before it, and whoever does not draw it sees its back. */
static void last_card_of_the_deck_is_carried_unseen(void **unused)
{
    struct facts facts = {0};
    struct trial t;
    struct state s;
    move_t list[MOVES_MAX];
    uint32_t held;

    (void)unused;
    deal_for_two(&t);
    while (state_of(&t)->pooled > 1 || state_of(&t)->phase != PLAY) {
        if (trial_asked(&t, "chance"))
            trial_luck(&t);
        else
            random_move(&t);
    }
    s = *state_of(&t);
    trial_end(&t);
    moves(&s, 1, list);
    held = s.hand;
    apply(&s, 1, list[0], &facts);
    assert_int_equal(s.pooled, 0);
    assert_int_equal(bit_count(s.hand & ~held), 1);
    for (int viewer = 0; viewer < 2; viewer++) {
        const int expected[][4] = {
            {(list[0] - MOVE_PLAY) / CELLS, 1, PLACE_HAND + 1, PLACE_CELL + (list[0] - MOVE_PLAY) % CELLS},
            {viewer == 1 ? bit_lowest(s.hand & ~held) : NUMBER_BACK, 1, PLACE_DECK, PLACE_HAND + 1},
            {-1},
        };

        check_carried(&facts, viewer, expected);
    }
}

static void gems_are_carried_by_every_action(void **unused)
{
    const int from = PLACE_CELL + cell("D4"), to = PLACE_CELL + cell("D5"); /* yellow 1 and green 3 */
    const int migrated[][4] = {{GEM + GREEN, 3, PLACE_HOME + GREEN, to}, {-1}};
    const int explored[][4] = {{GEM + YELLOW, 2, from, to}, {GEM + PURPLE, 1, from, to}, {-1}};
    const int settled_home[][4] = {{GEM + PURPLE, 1, PLACE_HOME + PURPLE, PLACE_BOX}, {-1}};
    const int settled_card[][4] = {{GEM + PURPLE, 1, from, PLACE_BOX}, {-1}};
    struct state s = four_cards(2), now;
    struct facts facts = {0};

    (void)unused;
    put(&s, Y(1), 0, 2, 2);
    now = s;
    act(&now, GREEN, MIGRATE);
    apply(&now, borogoves(&now), MOVE_CARD + G(3), &facts);
    check_carried(&facts, 0, migrated);
    now = s;
    act(&now, YELLOW, EXPLORE); /* only yellow 1 has yellow gems */
    choose_it(&now, G(3));
    facts_clear(&facts);
    apply(&now, borogoves(&now), MOVE_MIX + 0 * MIX_SIZE + 2, &facts);
    check_carried(&facts, SPECTATOR, explored);
    for (int home = 0; home < 2; home++) {
        now = s;
        act(&now, PURPLE, SETTLE);
        facts_clear(&facts);
        apply(&now, borogoves(&now), (move_t)(MOVE_CARD + (home ? HOME : Y(1))), &facts);
        check_carried(&facts, 1, home ? settled_home : settled_card);
    }
}

/* All cards of the first map go to the deck and all gems home, and the first card of the second comes from there. */
static void first_map_is_carried_away_by_the_first_card_of_the_second(void **unused)
{
    int cards = 0, home = 0, laid = 0;
    struct facts facts = {0};
    struct state s = example();

    (void)unused;
    s.seats = 2;
    for (int tribe = 0; tribe < SUITS; tribe++)
        leave_home(&s, tribe);
    score(&s, NULL);
    assert_int_equal(s.phase, SHUFFLE);
    apply(&s, CHANCE, MOVE_CARD + Y(2), &facts);
    assert_int_equal(facts.lost, 0);
    assert_int_equal(facts.n, 1);
    for (int i = 0; i < facts.transfers; i++) {
        const struct transfer *transfer = &facts.transfer[i];

        cards += transfer->to == PLACE_DECK ? transfer->count : 0;
        home += transfer->thing >= GEM && transfer->to == PLACE_HOME + transfer->thing - GEM ? transfer->count : 0;
        laid += transfer->from == PLACE_DECK && transfer->to == PLACE_CELL + cell("C4") && transfer->thing == Y(2);
    }
    assert_int_equal(cards, 15);
    assert_int_equal(home, 24);
    assert_int_equal(laid, 1);
}

/* ---- house rules ----------------------------------------------------------------------------- */

static void cartographer_may_hold_one_to_four_cards(void **unused)
{
    static const struct {
        const char *id, *told;
        int cards;
    } table[] = {
        {"borogoves:2:hand=1", "The map deck is empty: 2 borogove turns are left\n", 1},
        {"borogoves:2:hand=2", "The map deck is empty: 3 borogove turns are left\n", 2},
        {"borogoves:2:hand=4", "The map deck is empty: 5 borogove turns are left\n", 4},
    };
    struct trial t;

    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        trial_start(&t, table[i].id);
        trial_do(&t, "chance", "seat 1 starts as the cartographer");
        trial_luck(&t);
        assert_true(trial_asked(&t, "1"));
        assert_int_equal(bit_count(state_of(&t)->hand), table[i].cards);
        assert_int_equal(state_of(&t)->pooled, 13 - table[i].cards);
        assert_int_equal(trial_options(&t, "1"), table[i].cards * 6);
        check_gems(state_of(&t), HOME, 8, 8, 8);
        until_deck_is_empty(&t);
        assert_non_null(strstr(trial_log(&t, "0"), table[i].told));
        assert_int_equal(turns_played(&t), 13 - table[i].cards);
        trial_end(&t);
    }
}

static void alone_the_number_of_cards_in_hand_changes_nothing(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "borogoves:1:hand=4");
    trial_luck(&t);
    assert_int_equal(bit_count(state_of(&t)->hand), 1);
    assert_int_equal(trial_options(&t, "0"), 6);
    trial_end(&t);
}

static void tribes_may_have_five_to_eight_gems(void **unused)
{
    static const char *const ids[] = {"borogoves:2:gems=5", "borogoves:2:gems=6", "borogoves:2:gems=7",
                                      "borogoves:2:gems=8"};
    struct trial t;

    (void)unused;
    for (int i = 0; i < 4; i++) {
        trial_start(&t, ids[i]);
        trial_do(&t, "chance", "seat 1 starts as the cartographer");
        trial_luck(&t);
        assert_int_equal(bit_count(state_of(&t)->hand), 2);
        check_gems(state_of(&t), HOME, 5 + i, 5 + i, 5 + i);
        assert_int_equal(trial_count(&t, "0", "green gem"), 5 + i); /* none in the box */
        while (state_of(&t)->maps == 1) {
            if (trial_asked(&t, "chance"))
                trial_luck(&t);
            else
                random_move(&t);
        }
        check_gems(state_of(&t), HOME, 5 + i, 5 + i, 5 + i); /* on the second map too */
        assert_int_equal(trial_count(&t, "0", "purple gem"), 5 + i);
        trial_end(&t);
    }
}

/* Whatever is set: each seat lays thirteen cards on one map, and no map is worth more than the page says. */
static void every_number_can_be_played_to_the_end(void **unused)
{
    static const int best[] = {48, 51, 52, 54};
    struct luck luck = {17};

    (void)unused;
    for (int game = 0; game < 2 * 4 * 4 * 10; game++) {
        struct setup setup = {.seats = (uint8_t)(1 + game % 2),
                              .option = {(uint8_t)(game / 2 % 4), (uint8_t)(game / 8 % 4)}};
        int gems = option_number(&game_borogoves.options[0], setup.option[0]), plays[2] = {0}, length = 0;
        struct result r = {0};
        struct state s;

        start(&s, &setup);
        for (; actors(&s); length++) {
            int seat = bit_lowest(actors(&s));

            if (s.phase == PLAY)
                plays[seat]++;
            if (seat != CHANCE && game / 32 % 2)
                apply(&s, seat, habit(&s, seat, &luck), NULL);
            else
                random_step(&s, &luck);
        }
        result(&s, &r);
        assert_true(length <= (int)game_borogoves.length_max);
        for (int seat = 0; seat < s.seats; seat++) {
            assert_int_equal(plays[seat], 13);
            assert_true(r.score[seat] <= best[gems - 5]);
        }
    }
}

/* ---- what bots are told ---------------------------------------------------------------------- */

/* What is expected for the seat that leads the borogoves. */
static int32_t expects(const struct state *s)
{
    int32_t out[SEATS];

    assert_true(standing(s, out) >= 1);
    return out[borogoves(s)];
}

static void gems_on_their_colour_and_those_that_can_get_there_promise_points(void **unused)
{
    struct state away = four_cards(2), near = away, there = away;

    (void)unused;
    leave_home(&away, 1);
    leave_home(&away, 2);
    near = there = away;
    put(&away, P(2), 8, 0, 0);
    put(&near, Y(1), 8, 0, 0); /* beside green 4 and green 3 */
    put(&there, Y(1), 7, 0, 0);
    put(&there, G(4), 1, 0, 0);
    assert_true(expects(&away) < expects(&near));
    assert_true(expects(&near) < expects(&there));
}

static void a_gem_that_settles_is_missed(void **unused)
{
    struct state s = four_cards(2), less = s;

    (void)unused;
    take_gems(&less, 0, HOME, 1);
    assert_true(expects(&less) < expects(&s));
}

/* Green has its last action, with five gems on green 5. Beside it are green 4, yellow 1 and yellow 4. */
static void the_last_action_takes_what_there_is(void **unused)
{
    struct state s = laid_out(1);

    (void)unused;
    for (int i = 0; i < NUMBER_CARDS; i++) { /* four in a row, from green 4 on */
        char at[] = {(char)('A' + i % 4), (char)('1' + i / 4), 0};

        lay(&s, (G(4) + i) % NUMBER_CARDS, at);
    }
    put(&s, G(5), 5, 0, 0);
    for (int tribe = 0; tribe < SUITS; tribe++)
        leave_home(&s, tribe);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct luck luck = {seed};
        struct state now = s;

        while (actors(&now)) {
            now.open = now.phase == ACT ? (uint16_t)open_actions(&now) : now.open;
            choose(&now, habit(&now, 0, &luck));
        }
        assert_int_equal(points(&now), 5 + 4 + 1); /* four go to green 4, exactly its number */
    }
}

static void habit_is_legal_and_plays_a_good_map(void **unused)
{
    enum { GAMES = 50 };
    int sum = 0;

    (void)unused;
    for (int game = 0; game < 2 * GAMES; game++) {
        struct setup setup = {.seats = (uint8_t)(1 + game % 2)};
        struct luck luck = luck_at((uint64_t)game, 0, 0);
        struct result r = {0};
        int32_t out[SEATS];
        struct state s;

        start(&s, &setup);
        while (actors(&s)) {
            int seat = bit_lowest(actors(&s));
            move_t move = seat == CHANCE ? draw(&s, luck_below(&luck, odds(&s))) : habit(&s, seat, &luck);

            if (seat != CHANCE && s.phase != PLAY)
                assert_true(on_offer(&s, move));
            apply(&s, seat, move, NULL);
        }
        result(&s, &r);
        standing(&s, out);
        for (int seat = 0; seat < s.seats; seat++)
            assert_int_equal(out[seat], r.score[seat] * POINT);
        sum += s.seats == 1 ? r.score[0] : 0;
    }
    assert_true(sum > 38 * GAMES); /* nearly a win on average */
}

/* ---- what is foreseen of a move ---------------------------------------------------------------- */

/* The cartographer knows the own hand, but not the card that comes next. */
static void a_card_played_is_foreseen_and_not_the_card_drawn_then(void **unused)
{
    const struct preview *preview;
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    preview = trial_foresees(&t, 1, "play green 4 at D5", "You play green 4 at D5. You draw a card.");
    assert_int_equal(preview->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, preview), "Gems on the card of place 35 is 0");
    trial_end(&t);
}

/* Yellow 2 scores 2 with a yellow gem on it, and 1 for exactly two gems. */
static void an_action_is_foreseen_step_by_step_with_its_points(void **unused)
{
    const struct preview *preview;
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    trial_do(&t, "1", "play green 4 at D5");
    trial_luck(&t);
    preview = trial_foresees(&t, 0, "migrate yellow", "The yellow tribe will migrate.");
    assert_int_equal(preview->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, preview), "");
    trial_do(&t, "0", "migrate yellow");
    preview = trial_foresees(&t, 0, "to yellow 2",
                             "Score: you +3. The yellow tribe migrates: 2 gems go from home to yellow 2. Points for "
                             "colours +2, points for exact numbers +1.");
    assert_int_equal(preview->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, preview), "score of seat 0 +3; Gems on the card of place 27 +2; Points for "
                                                    "colours of seat 0 +2; Points for exact numbers of seat 0 +1");
    trial_do(&t, "0", "to yellow 2");
    trial_do(&t, "0", "settle green");
    preview = trial_foresees(&t, 0, "settle purple",
                             "The purple tribe settles: a gem at home goes back to the box."); /* there are no others */
    assert_int_equal(preview->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, preview), "Turn +1");
    trial_end(&t);
}

#define SCORED_LESS_PURPLE_1                                                                                           \
    "Score: you -2. The purple tribe settles: a gem on purple 1 goes back to the box. "                                \
    "Green 1 scores 1 for its colour and 1 for its exact number. "                                                     \
    "Green 2 scores 2 for its colour and 1 for its exact number. "                                                     \
    "Green 5 scores 5 for its colour. Yellow 1 scores 1 for its exact number. "                                        \
    "Yellow 2 scores 2 for its colour and 1 for its exact number. "                                                    \
    "Yellow 3 scores 1 for its exact number. Yellow 4 scores 4 for its colour and 1 for its exact number. "            \
    "Purple 2 scores 1 for its exact number. Purple 5 scores 5 for its colour. "                                       \
    "The map is complete: you score 19 for colours and 7 for exact numbers, 26 in all."

#define LESS_OF_EACH " Points for colours -1, points for exact numbers -1."

/* The example of 20 and 8, and the last action takes the only gem from purple 1: 1 less of each. Alone that is the end;
 * with two seats the second map follows. */
static void the_score_of_a_map_is_foreseen_with_the_last_action(void **unused)
{
    (void)unused;
    for (int seats = 1; seats <= 2; seats++) {
        struct state s = example();
        const struct preview *preview;
        struct trial t;

        leave_home(&s, YELLOW);
        leave_home(&s, PURPLE);
        s.seats = (uint8_t)seats;
        s.cartographer = (uint8_t)(seats - 1);
        s.acted = 7 & ~(1 << PURPLE);
        act(&s, PURPLE, SETTLE);
        trial_start(&t, seats == 1 ? "borogoves:1" : "borogoves:2");
        memcpy(t.match.state, &s, sizeof s);
        preview = trial_foresees(&t, 0, "from purple 1",
                                 seats == 1 ? SCORED_LESS_PURPLE_1 LESS_OF_EACH
                                            : SCORED_LESS_PURPLE_1
                                     " The roles are exchanged: you are the cartographer now." LESS_OF_EACH
                                     " The cards are shuffled for the second map.");
        assert_int_equal(preview->next, seats == 1 ? NEXT_OVER : NEXT_CHANCE);
        assert_string_equal(
            trial_changes(&t, preview),
            seats == 1 ? "Gems on the card of place 35 -1; "
                         "Points of seat 0 -2; Points for colours of seat 0 -1; "
                         "Points for exact numbers of seat 0 -1"
                       : "score of seat 0 -2; Gems on the card of place 35 -1; Points for colours of seat 0 -1; "
                         "Points for exact numbers of seat 0 -1");
        trial_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_has_15_number_cards_3_homes_and_8_gems_of_each_colour),
        cmocka_unit_test(map_begins_with_two_cards_side_by_side),
        cmocka_unit_test(all_gems_start_at_home),
        cmocka_unit_test(starting_seat_is_the_first_cartographer),
        cmocka_unit_test(cartographer_draws_two_cards_that_nobody_else_sees),
        cmocka_unit_test(a_drawn_card_is_told_to_the_cartographer_only),
        cmocka_unit_test(cartographer_plays_either_card_and_draws_before_the_borogoves_act),
        cmocka_unit_test(a_card_is_played_beside_another_but_not_diagonally),
        cmocka_unit_test(square_of_4_by_4_is_not_fixed_in_advance),
        cmocka_unit_test(every_shape_of_a_map_has_the_spots_of_the_rule),
        cmocka_unit_test(deck_and_hand_run_down_and_thirteen_cards_are_played),
        cmocka_unit_test(everyone_is_told_when_the_deck_is_empty_three_turns_before_the_end),
        cmocka_unit_test(alone_the_deck_is_empty_one_turn_before_the_end),
        cmocka_unit_test(alone_each_card_is_turned_up_and_placed),
        cmocka_unit_test(tribes_act_in_any_order_each_once),
        cmocka_unit_test(migrating_moves_the_number_of_the_card_from_home_to_any_card),
        cmocka_unit_test(migrating_needs_as_many_at_home_as_the_number),
        cmocka_unit_test(migrating_to_the_only_card_is_played_by_the_rules),
        cmocka_unit_test(exploring_moves_the_number_of_the_destination_to_an_adjacent_card),
        cmocka_unit_test(exploring_needs_enough_gems_on_the_first_card),
        cmocka_unit_test(exploring_starts_only_where_the_tribe_is),
        cmocka_unit_test(gems_at_home_do_not_explore),
        cmocka_unit_test(exploring_is_not_diagonal),
        cmocka_unit_test(mix_is_of_the_players_choice_with_one_of_the_tribe),
        cmocka_unit_test(mixes_read_as_words),
        cmocka_unit_test(settling_removes_one_gem_from_home_or_any_card),
        cmocka_unit_test(settling_is_allowed_when_other_actions_are_possible),
        cmocka_unit_test(a_tribe_without_gems_takes_no_action),
        cmocka_unit_test(a_turn_without_any_gems_is_skipped),
        cmocka_unit_test(a_whole_game_of_settling_goes_on_without_gems),
        cmocka_unit_test(a_single_action_is_played_by_the_rules),
        cmocka_unit_test(actions_are_those_of_the_plain_reading_of_the_rules),
        cmocka_unit_test(all_actions_of_all_idle_tribes_are_offered),
        cmocka_unit_test(worked_example_scores_20_and_8),
        cmocka_unit_test(exact_numbers_score_for_the_borogoves),
        cmocka_unit_test(a_card_needs_one_gem_of_its_colour_and_may_have_more),
        cmocka_unit_test(no_distribution_of_24_gems_is_worth_more_than_54),
        cmocka_unit_test(a_perfect_map_of_54_can_be_played),
        cmocka_unit_test(no_map_is_ever_worth_more_than_54),
        cmocka_unit_test(map_is_scored_after_the_actions_that_follow_the_last_card),
        cmocka_unit_test(log_says_what_each_card_scores),
        cmocka_unit_test(roles_are_exchanged_for_the_second_map),
        cmocka_unit_test(first_map_lies_there_until_the_second_begins),
        cmocka_unit_test(higher_score_wins_and_a_tie_is_shared),
        cmocka_unit_test(each_seat_is_cartographer_for_one_map_of_thirteen_turns),
        cmocka_unit_test(grades_are_38_42_46_50_and_54),
        cmocka_unit_test(redealing_gives_the_cartographer_any_two_unseen_cards),
        cmocka_unit_test(redealing_changes_nothing_for_the_cartographer_and_alone),
        cmocka_unit_test(hand_is_known_by_elimination_once_the_deck_is_empty),
        cmocka_unit_test(playing_from_a_secret_hand_reveals),
        cmocka_unit_test(hand_is_known_when_the_deck_is_empty),
        cmocka_unit_test(board_shows_the_map_and_the_spots_by_name),
        cmocka_unit_test(notes_number_the_turn_from_its_card_to_its_last_action),
        cmocka_unit_test(notes_say_who_has_still_to_act_and_what_the_map_is_worth),
        cmocka_unit_test(counters_are_map_turn_and_the_points_of_each_seat),
        cmocka_unit_test(alone_the_points_count_up_to_a_win),
        cmocka_unit_test(goals_of_two_depend_on_the_role_and_on_the_first_map),
        cmocka_unit_test(each_card_counts_its_gems_up_to_its_number),
        cmocka_unit_test(after_a_map_without_points_the_goal_is_another_one),
        cmocka_unit_test(goal_alone_is_a_win_and_then_the_next_grade),
        cmocka_unit_test(things_are_explained),
        cmocka_unit_test(a_card_is_carried_from_the_hand_and_another_to_it),
        cmocka_unit_test(last_card_of_the_deck_is_carried_unseen),
        cmocka_unit_test(gems_are_carried_by_every_action),
        cmocka_unit_test(first_map_is_carried_away_by_the_first_card_of_the_second),
        cmocka_unit_test(cartographer_may_hold_one_to_four_cards),
        cmocka_unit_test(alone_the_number_of_cards_in_hand_changes_nothing),
        cmocka_unit_test(tribes_may_have_five_to_eight_gems),
        cmocka_unit_test(every_number_can_be_played_to_the_end),
        cmocka_unit_test(gems_on_their_colour_and_those_that_can_get_there_promise_points),
        cmocka_unit_test(a_gem_that_settles_is_missed),
        cmocka_unit_test(the_last_action_takes_what_there_is),
        cmocka_unit_test(habit_is_legal_and_plays_a_good_map),
        cmocka_unit_test(a_card_played_is_foreseen_and_not_the_card_drawn_then),
        cmocka_unit_test(an_action_is_foreseen_step_by_step_with_its_points),
        cmocka_unit_test(the_score_of_a_map_is_foreseen_with_the_last_action),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
