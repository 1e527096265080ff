/* test_bandersnatch: every rule, ruling and example of docs/rules/bandersnatch.md. The source is included, so that
 * positions can be laid out directly; a second, naive table at the end knows nothing of it but its words. */
#include "help.h"

#include "../src/games/bandersnatch.c"

#define G(number) CARD(0, number)
#define Y(number) CARD(1, number)
#define P(number) CARD(2, number)

enum { GAP = -1 };

/* A field, row by row. */
#define FIELD(...) ((const int[9]){__VA_ARGS__})

/* ---- laying out positions -------------------------------------------------------------------- */

/* A field and a hand. All other cards are in the deck. */
static struct state position(const int field[9], int hand, int other)
{
    struct setup setup = {.seats = 1};
    uint32_t deck = BIT(15) - 1;
    struct state s;

    start(&s, &setup);
    for (int cell = 0; cell < 9; cell++) {
        if (field[cell] == GAP)
            continue;
        s.card[cell] = (uint8_t)field[cell];
        s.field |= (uint16_t)BIT(cell);
        deck &= ~BIT(field[cell]);
    }
    s.hand = (uint16_t)(BIT(hand) | BIT(other));
    deck &= ~(uint32_t)s.hand;
    s.deck = pool_of(deck);
    s.decked = (uint8_t)bit_count(deck);
    s.phase = PLAY;
    return s;
}

/* Only these cards are in the deck, and these in the discard pile; what is left of them is in the box. */
static void stack(struct state *s, uint32_t deck, uint32_t discard)
{
    s->deck = pool_of(deck);
    s->decked = (uint8_t)bit_count(deck);
    s->discard = (uint16_t)discard;
}

/* Gems from the supply on a card. */
static void put(struct state *s, int cell, int green, int yellow, int purple)
{
    int n[SUITS] = {green, yellow, purple};

    for (int suit = 0; suit < SUITS; suit++) {
        assert_true(gems_of(s->supply, suit) >= n[suit]);
        s->supply = (uint16_t)(s->supply - (n[suit] << 4 * suit));
        s->gems[cell] = (uint16_t)(s->gems[cell] + (n[suit] << 4 * suit));
        if (n[suit])
            s->held |= BIT(suit * 9 + cell);
    }
}

/* So many gems are left in the supply; the others are out of the game. */
static void leave(struct state *s, int green, int yellow, int purple)
{
    s->supply = (uint16_t)(green | yellow << 4 | purple << 8);
}

static bool can(const struct state *s, int move)
{
    move_t list[MOVES_MAX];
    int n = actors(s) == BIT(0) ? moves(s, 0, list) : 0;

    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

static void do_move(struct state *s, int move)
{
    assert_true(can(s, move));
    apply(s, 0, (move_t)move, NULL);
}

static void play_on_cell(struct state *s, int card, int cell)
{
    assert_int_equal(s->phase, PLAY);
    do_move(s, MOVE_PLAY + card * 9 + cell);
}

static void remove_from(struct state *s, int suit, int cell)
{
    assert_int_equal(s->phase, REMOVE);
    do_move(s, MOVE_REMOVE + suit * 9 + cell);
}

static void capture_cell(struct state *s, int cell)
{
    assert_int_equal(s->phase, CAPTURE);
    do_move(s, MOVE_CAPTURE + cell);
}

static void draw_any(struct state *s)
{
    assert_int_equal(s->phase, DRAW);
    apply(s, CHANCE, draw(s, 0), NULL);
}

static void check_heap(uint32_t heap, int green, int yellow, int purple)
{
    assert_int_equal(heap & 15, green);
    assert_int_equal(heap >> 4 & 15, yellow);
    assert_int_equal(heap >> 8 & 15, purple);
}

static void check(const struct state *s, int cell, int green, int yellow, int purple)
{
    check_heap(s->gems[cell], green, yellow, purple);
}

/* What the table shows on a place. */
static int shown(const struct state *s, int place, int thing)
{
    static struct scene out;
    int piece = 0;

    memset(&out, 0, sizeof out);
    scene(s, 0, &out);
    for (int i = 0; i < out.places; i++)
        for (int k = 0; k < out.place[i].pieces; k++, piece++)
            if (out.place[i].id == place && out.piece[piece].thing == thing)
                return out.piece[piece].count;
    return 0;
}

static void check_out_of_the_game(const struct state *s, int green, int yellow, int purple)
{
    assert_int_equal(shown(s, PLACE_BOX, GEM), green);
    assert_int_equal(shown(s, PLACE_BOX, GEM + 1), yellow);
    assert_int_equal(shown(s, PLACE_BOX, GEM + 2), purple);
}

/* A field without any play that is special to it, for tests that use a few of its cells. The other cards are green 2,
 * yellow 2 and purple 1, 2, 3, 4. */
static const int plain_field[9] = {G(1), G(3), G(4), G(5), Y(1), Y(3), Y(4), Y(5), P(5)};

/* ---- set-up ---------------------------------------------------------------------------------- */

static void nine_cards_are_laid_and_two_drawn(void **unused)
{
    static const char *const laid[] = {"lay green 1",  "lay green 2",  "lay green 3",  "lay green 4", "lay green 5",
                                       "lay yellow 1", "lay yellow 2", "lay yellow 3", "lay yellow 4"};
    struct trial t;
    const struct state *s;

    (void)unused;
    trial_start(&t, "bandersnatch");
    s = (const struct state *)(const void *)t.match.state;
    for (int i = 0; i < 9; i++) {
        assert_int_equal(trial_options(&t, "chance"), 15 - i);
        assert_string_equal(trial_prompt(&t, "0"), "The field is laid");
        trial_do(&t, "chance", laid[i]);
    }
    assert_int_equal(trial_options(&t, "chance"), 6);
    assert_string_equal(trial_prompt(&t, "0"), "You draw a card");
    trial_do(&t, "chance", "draw purple 5");
    assert_string_equal(trial_log(&t, "0"), "You draw purple 5\n");
    assert_int_equal(trial_options(&t, "chance"), 5);
    trial_do(&t, "chance", "draw yellow 5");
    for (int cell = 0; cell < 9; cell++) {
        assert_int_equal(s->card[cell], cell); /* row by row as they came */
        check(s, cell, 0, 0, 0);
    }
    check_heap(s->supply, 8, 8, 8);
    assert_int_equal(s->hand, BIT(P(5)) | BIT(Y(5)));
    assert_int_equal(s->decked, 4);
    assert_true(trial_asked(&t, "0"));
    assert_int_equal(trial_options(&t, "0"), 18); /* two cards on nine */
    trial_end(&t);
}

static void any_card_comes_first_with_the_same_chance(void **unused)
{
    struct setup setup = {.seats = 1};
    struct state s;
    move_t list[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    (void)unused;
    start(&s, &setup);
    assert_int_equal(chance(&s, list, weight), 15);
    for (int card = 0; card < 15; card++) {
        assert_int_equal(list[card], MOVE_CARD + card);
        assert_int_equal(weight[card], 1);
    }
}

static void box_has_15_number_cards_3_jabberwocky_cards_and_8_gems_of_each_colour(void **unused)
{
    struct setup setup = {.seats = 1};
    uint16_t count[JABBERWOCKY_THINGS_N] = {0};
    int cards = 0, gems = 0;

    (void)unused;
    contents(&setup, count);
    for (int i = 0; i < JABBERWOCKY_THINGS_N; i++) {
        assert_int_equal(count[i], things[i].back == i || i == ANY_GEM ? 0 : things[i].kind == THING_GEM ? 8 : 1);
        cards += things[i].kind == THING_CARD ? count[i] : 0;
        gems += things[i].kind == THING_GEM ? count[i] : 0;
    }
    assert_int_equal(cards, 15 + 3);
    assert_int_equal(gems, 24);
}

/* ---- play ------------------------------------------------------------------------------------ */

static void a_hand_card_goes_on_an_empty_card_which_is_discarded(void **unused)
{
    struct state s = position(plain_field, P(2), Y(2));

    (void)unused;
    put(&s, 0, 1, 0, 0);
    play_on_cell(&s, P(2), 4);
    assert_int_equal(s.card[4], P(2));
    assert_int_equal(s.discard, BIT(Y(1)));
    assert_int_equal(s.hand, BIT(Y(2)));
}

static void busy_cards_cannot_be_replaced(void **unused)
{
    struct state s = position(plain_field, P(2), Y(2));
    move_t list[MOVES_MAX];

    (void)unused;
    put(&s, 0, 1, 0, 0);
    put(&s, 8, 0, 0, 1);
    assert_int_equal(moves(&s, 0, list), 2 * 7);
    for (int cell = 0; cell < 9; cell++) {
        assert_int_equal(can(&s, MOVE_PLAY + P(2) * 9 + cell), cell != 0 && cell != 8);
        assert_int_equal(can(&s, MOVE_PLAY + Y(2) * 9 + cell), cell != 0 && cell != 8);
    }
}

static void higher_of_the_same_colour_adds_the_difference(void **unused)
{
    struct state s = position(FIELD(G(1), G(3), G(4), Y(2), Y(1), Y(3), Y(4), Y(5), P(5)), G(5), P(1));

    (void)unused;
    play_on_cell(&s, G(5), 0);
    check(&s, 0, 4, 0, 0);
    check_heap(s.supply, 4, 8, 8);
    check_out_of_the_game(&s, 0, 0, 0);
}

static void higher_of_another_colour_adds_one_of_the_new_colour(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    play_on_cell(&s, P(4), 0); /* on green 1 */
    check(&s, 0, 0, 0, 1);
    check_heap(s.supply, 8, 8, 7);
}

static void lower_of_the_same_colour_removes_one(void **unused)
{
    struct state s = position(plain_field, P(1), Y(2));

    (void)unused;
    put(&s, 7, 0, 3, 0);
    play_on_cell(&s, P(1), 8); /* on purple 5 */
    check(&s, 7, 0, 2, 0);
    check(&s, 8, 0, 0, 0);
    check_out_of_the_game(&s, 0, 1, 0);
}

static void lower_of_another_colour_removes_the_difference(void **unused)
{
    struct state s = position(plain_field, G(2), Y(2));

    (void)unused;
    put(&s, 7, 0, 4, 0);
    play_on_cell(&s, G(2), 8); /* on purple 5 */
    check(&s, 7, 0, 1, 0);
    check(&s, 8, 0, 0, 0);
    check_out_of_the_game(&s, 0, 3, 0);
}

static void equal_adds_one_of_each_colour(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    play_on_cell(&s, P(4), 2); /* on green 4 */
    check(&s, 2, 1, 0, 1);
    check_heap(s.supply, 7, 8, 7);
}

/* The sixth cell: no card is twice in the box. Every pair, played on a field without gems, by the table of the page. */
static void play_table_for_every_pair(void **unused)
{
    int pairs = 0;

    (void)unused;
    for (int played = 0; played < 15; played++) {
        for (int old = 0; old < 15; old++) {
            int field[9], n = 1, suit = played / 5, number = played % 5 + 1, old_suit = old / 5,
                          old_number = old % 5 + 1;
            int added[3] = {0}, removed[3] = {0}, other;
            struct state s;

            if (played == old)
                continue;
            field[0] = old;
            for (int card = 0; n < 9; card++)
                if (card != old && card != played)
                    field[n++] = card;
            for (other = 14; other == old || other == played; other--)
                ;
            s = position(field, played, other);
            if (number > old_number)
                added[suit] = suit == old_suit ? number - old_number : 1;
            else if (number < old_number)
                removed[suit] = suit == old_suit ? 1 : old_number - number;
            else
                added[suit] = added[old_suit] = 1;
            play_on_cell(&s, played, 0);
            check(&s, 0, added[0], added[1], added[2]);
            check_out_of_the_game(&s, removed[0], removed[1], removed[2]);
            for (int i = 0; i < 3; i++)
                assert_int_equal(gems_of(s.supply, i), 8 - added[i] - removed[i]);
            assert_int_equal(s.phase, DRAW);
            pairs++;
        }
    }
    assert_int_equal(pairs, 15 * 14);
}

/* ---- adding ---------------------------------------------------------------------------------- */

static void purple_is_added_for_each_green_or_yellow_that_is_missing(void **unused)
{
    struct state s = position(FIELD(G(1), G(3), G(4), Y(1), Y(2), Y(3), Y(4), P(2), P(5)), G(5), Y(5));
    struct state yellow = s;

    (void)unused;
    leave(&s, 1, 5, 6);
    play_on_cell(&s, G(5), 0); /* four: one green is there */
    check(&s, 0, 1, 0, 3);
    check_heap(s.supply, 0, 5, 3);
    assert_int_equal(s.missing, 0);

    leave(&yellow, 8, 0, 6);
    play_on_cell(&yellow, Y(5), 3);
    check(&yellow, 3, 0, 0, 4);
    check_heap(yellow.supply, 8, 0, 2);
}

static void the_last_purple_gem_does_not_end_the_game(void **unused)
{
    struct state s = position(FIELD(G(1), G(3), G(4), Y(1), Y(2), Y(3), Y(4), P(1), P(5)), G(5), P(3));
    struct state own = s;

    (void)unused;
    leave(&s, 2, 5, 2);
    play_on_cell(&s, G(5), 0);
    check(&s, 0, 2, 0, 2);
    check_heap(s.supply, 0, 5, 0);
    draw_any(&s);
    assert_int_equal(s.phase, PLAY);

    leave(&own, 8, 8, 2);
    play_on_cell(&own, P(3), 7); /* two purple gems for a purple card */
    check(&own, 7, 0, 0, 2);
    draw_any(&own);
    assert_int_equal(own.phase, PLAY);
}

static void what_can_be_added_is_and_a_missing_purple_gem_ends_the_game(void **unused)
{
    struct state s = position(FIELD(G(1), G(3), G(4), Y(1), Y(2), Y(3), Y(4), P(1), P(5)), G(5), P(3));
    struct state own = s, none = s;

    (void)unused;
    leave(&s, 2, 5, 1);
    play_on_cell(&s, G(5), 0);
    check(&s, 0, 2, 0, 1);
    check_heap(s.supply, 0, 5, 0);
    assert_int_equal(actors(&s), 0);

    leave(&own, 8, 8, 1);
    play_on_cell(&own, P(3), 7);
    check(&own, 7, 0, 0, 1); /* no other colour stands in for purple */
    check_heap(own.supply, 8, 8, 0);
    assert_int_equal(actors(&own), 0);

    leave(&none, 0, 8, 0);
    play_on_cell(&none, G(5), 0);
    check(&none, 0, 0, 0, 0);
    assert_int_equal(actors(&none), 0);
}

/* An equal card of two colours: each of the two gems may be missing. */
static void equal_cards_take_a_purple_gem_for_either_colour(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2)), own, old, both, short_of_one;

    (void)unused;
    s.hand = (uint16_t)(BIT(G(2)) | BIT(Y(2)));
    s.card[0] = P(2);
    own = old = both = short_of_one = s;
    leave(&own, 0, 8, 8);
    play_on_cell(&own, G(2), 0); /* green 2 on purple 2: purple for green, and purple */
    check(&own, 0, 0, 0, 2);
    check_heap(own.supply, 0, 8, 6);

    old.card[0] = G(2);
    old.hand = (uint16_t)(BIT(P(2)) | BIT(Y(2)));
    leave(&old, 0, 8, 8);
    play_on_cell(&old, Y(2), 0); /* yellow 2 on green 2: yellow, and purple for green */
    check(&old, 0, 0, 1, 1);
    check_heap(old.supply, 0, 7, 7);

    both.card[0] = G(2);
    both.hand = (uint16_t)(BIT(P(2)) | BIT(Y(2)));
    leave(&both, 0, 0, 2);
    play_on_cell(&both, Y(2), 0);
    check(&both, 0, 0, 0, 2);
    assert_int_equal(both.phase, DRAW);

    short_of_one.card[0] = G(2);
    short_of_one.hand = (uint16_t)(BIT(P(2)) | BIT(Y(2)));
    leave(&short_of_one, 0, 0, 1);
    play_on_cell(&short_of_one, Y(2), 0);
    check(&short_of_one, 0, 0, 0, 1);
    assert_int_equal(actors(&short_of_one), 0);
}

/* ---- removing -------------------------------------------------------------------------------- */

/* The middle card has four neighbours; none of the corners is one. */
static void gems_are_removed_one_at_a_time_from_any_card_beside_in_any_colour(void **unused)
{
    struct state s = position(FIELD(G(1), G(3), G(4), G(5), Y(5), Y(3), Y(4), Y(2), P(5)), P(2), Y(1));
    move_t list[MOVES_MAX];

    (void)unused;
    put(&s, 0, 1, 0, 0); /* a corner */
    put(&s, 1, 1, 1, 0);
    put(&s, 3, 0, 0, 2);
    put(&s, 8, 0, 1, 0);       /* a corner */
    play_on_cell(&s, P(2), 4); /* on yellow 5: three */
    assert_int_equal(s.owed, 3);
    assert_int_equal(moves(&s, 0, list), 3);
    assert_int_equal(list[0], MOVE_REMOVE + 0 * 9 + 1);
    assert_int_equal(list[1], MOVE_REMOVE + 1 * 9 + 1);
    assert_int_equal(list[2], MOVE_REMOVE + 2 * 9 + 3);
    remove_from(&s, 2, 3);
    check(&s, 3, 0, 0, 1);
    assert_int_equal(moves(&s, 0, list), 3);
    remove_from(&s, 2, 3);
    check(&s, 3, 0, 0, 0); /* empty again */
    assert_int_equal(moves(&s, 0, list), 2);
    remove_from(&s, 1, 1);
    check(&s, 1, 1, 0, 0);
    check(&s, 0, 1, 0, 0);
    check(&s, 8, 0, 1, 0);
    check_out_of_the_game(&s, 0, 1, 2);
    check_heap(s.supply, 6, 6, 6);
    draw_any(&s);
    assert_true(can(&s, MOVE_PLAY + Y(1) * 9 + 3)); /* and can be replaced again */
}

static void neighbours_are_the_cards_above_below_left_and_right(void **unused)
{
    (void)unused;
    for (int cell = 0; cell < 9; cell++) {
        for (int other = 0; other < 9; other++) {
            int apart = abs(cell / 3 - other / 3) + abs(cell % 3 - other % 3);

            assert_int_equal(beside(BIT(cell)) >> other & 1, apart == 1);
        }
        assert_int_equal(beside(BIT(cell)) >> 9, 0);
    }
}

static void a_single_kind_of_gem_on_a_single_card_is_removed_by_the_rules(void **unused)
{
    struct state s = position(plain_field, P(2), Y(2)), two_cards = s;

    (void)unused;
    put(&s, 1, 3, 0, 0);
    play_on_cell(&s, P(2), 2); /* on green 4, beside 1 and 5: two */
    assert_int_equal(s.phase, DRAW);
    check(&s, 1, 1, 0, 0);

    put(&two_cards, 1, 3, 0, 0);
    put(&two_cards, 5, 1, 0, 0);
    play_on_cell(&two_cards, P(2), 2);
    remove_from(&two_cards, 0, 5); /* then only those on 1 are left */
    assert_int_equal(two_cards.phase, DRAW);
    check(&two_cards, 1, 2, 0, 0);
    check(&two_cards, 5, 0, 0, 0);
}

/* Though all of them have to go: the order is the player's. */
static void different_gems_are_chosen_even_where_all_are_removed(void **unused)
{
    struct state s = position(plain_field, P(2), Y(2));

    (void)unused;
    put(&s, 1, 1, 1, 0);
    play_on_cell(&s, P(2), 2); /* on green 4: two */
    assert_int_equal(s.phase, REMOVE);
    remove_from(&s, 1, 1);
    assert_int_equal(s.phase, DRAW); /* the last is no choice */
    check(&s, 1, 0, 0, 0);
    check_out_of_the_game(&s, 1, 1, 0);
}

/* [R] Adjacent gems go first, the supply pays the rest in the new card's colour. */
static void the_supply_pays_only_what_the_cards_beside_cannot(void **unused)
{
    struct state s = position(plain_field, G(2), Y(2));

    (void)unused;
    put(&s, 7, 0, 1, 0);
    play_on_cell(&s, G(2), 8); /* on purple 5: three */
    check(&s, 7, 0, 0, 0);
    check_heap(s.supply, 6, 7, 8);
    check_out_of_the_game(&s, 2, 1, 0);
    assert_int_equal(s.missing, 0);
}

static void purple_is_removed_for_each_green_or_yellow_that_is_missing(void **unused)
{
    struct state s = position(plain_field, G(2), Y(2));

    (void)unused;
    leave(&s, 1, 8, 2);
    play_on_cell(&s, G(2), 8);
    check_heap(s.supply, 0, 8, 0);
    draw_any(&s); /* [R] these were the last purple gems, and none was missing */
    assert_int_equal(s.phase, PLAY);
}

static void a_purple_gem_missing_for_a_removal_ends_the_game(void **unused)
{
    struct state s = position(plain_field, G(2), P(1)), own = s, beside_first = s;

    (void)unused;
    leave(&s, 1, 8, 1);
    play_on_cell(&s, G(2), 8);
    check_heap(s.supply, 0, 8, 0); /* what can be removed is */
    assert_int_equal(actors(&s), 0);

    leave(&own, 8, 8, 1);
    play_on_cell(&own, P(1), 7); /* on yellow 5: four */
    check_heap(own.supply, 8, 8, 0);
    assert_int_equal(actors(&own), 0);

    put(&beside_first, 7, 0, 3, 0);
    leave(&beside_first, 0, 0, 0);
    play_on_cell(&beside_first, G(2), 8); /* the cards beside pay all three */
    assert_int_equal(beside_first.missing, 0);
    draw_any(&beside_first);
    assert_int_equal(beside_first.phase, PLAY);
}

static void gems_on_diagonal_cards_are_not_there_to_remove(void **unused)
{
    struct state s = position(FIELD(G(1), G(3), G(4), G(5), Y(5), GAP, GAP, Y(2), P(5)), P(2), Y(1));

    (void)unused;
    put(&s, 0, 0, 0, 3); /* diagonal */
    play_on_cell(&s, P(2), 4);
    check(&s, 4, 0, 0, 0);
    check(&s, 0, 0, 0, 3);
    check_heap(s.supply, 8, 8, 8 - 3 - 3);
}

/* ---- capture --------------------------------------------------------------------------------- */

/* The example of the booklet: yellow 4 is adjacent only to purple 3 and purple 4, both busy. */
static void yellow_4_between_purple_3_and_purple_4_is_captured(void **unused)
{
    struct state s = position(FIELD(Y(4), P(1), G(1), P(4), G(2), G(3), Y(1), Y(2), Y(3)), P(3), G(5));

    (void)unused;
    put(&s, 0, 0, 2, 0);
    put(&s, 3, 0, 0, 1);
    play_on_cell(&s, P(3), 1);
    assert_int_equal(s.field, BIT(9) - 1 - BIT(0));
    check_heap(s.broiled, 0, 2, 0);
    assert_int_equal(s.discard, BIT(P(1)) | BIT(Y(4)));
    assert_int_equal(s.phase, DRAW);
}

static void a_busy_card_is_broiled_and_discarded_in_all_its_colours(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    put(&s, 0, 2, 1, 1);
    put(&s, 3, 0, 1, 0);
    play_on_cell(&s, P(4), 1); /* on green 3 */
    check_heap(s.broiled, 2, 1, 1);
    assert_int_equal(s.discard, BIT(G(3)) | BIT(G(1)));
    check(&s, 0, 0, 0, 0);
    assert_int_equal(shown(&s, PLACE_BROILED, GEM), 2);
    assert_int_equal(shown(&s, PLACE_BROILED + 1, GEM + 1), 1);
    assert_int_equal(shown(&s, PLACE_BROILED + 2, GEM + 2), 1);
}

static void an_empty_card_leaves_the_game(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    put(&s, 3, 0, 1, 0);
    play_on_cell(&s, P(4), 1);
    assert_int_equal(s.field & BIT(0), 0);
    assert_int_equal(s.discard, BIT(G(3)));
    check_heap(s.broiled, 0, 0, 0);
    assert_int_equal(shown(&s, PLACE_BOX, G(1)), 1);
    for (int i = 0; i < s.decked; i++)
        assert_int_not_equal(pool_nth(s.deck, (uint32_t)i), G(1));
}

static void the_card_played_this_turn_is_not_captured_this_turn(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    put(&s, 1, 1, 0, 0);
    put(&s, 3, 0, 1, 0);
    play_on_cell(&s, P(4), 0); /* the corner between them, on green 1 */
    assert_int_equal(s.field, BIT(9) - 1);
    check(&s, 0, 0, 0, 1);
    check_heap(s.broiled, 0, 0, 0);
}

/* [R] Also after a play that removes gems. Then the card played the turn before is captured. */
static void captures_follow_every_play(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    put(&s, 1, 1, 0, 0);
    put(&s, 3, 0, 1, 0);
    play_on_cell(&s, P(4), 0);
    draw_any(&s);
    play_on_cell(&s, Y(2), 7); /* on yellow 5: removes one, from the supply */
    check_out_of_the_game(&s, 0, 1, 0);
    assert_int_equal(s.field, BIT(9) - 1 - BIT(0));
    check_heap(s.broiled, 0, 0, 1);
    assert_true(s.discard & BIT(P(4)));
}

/* A removal can also save a card: its neighbour is empty before captures are looked for. */
static void removal_comes_before_capture(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    put(&s, 1, 1, 0, 0);
    put(&s, 3, 0, 1, 0);
    play_on_cell(&s, P(4), 0);
    draw_any(&s);
    play_on_cell(&s, Y(2), 2); /* on green 4, beside 1: two, one of them from the supply */
    check(&s, 1, 0, 0, 0);
    assert_int_equal(s.field, BIT(9) - 1);
    check(&s, 0, 0, 0, 1);
}

static void one_empty_neighbour_is_enough_to_be_safe(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    put(&s, 1, 1, 0, 0);
    put(&s, 3, 0, 1, 0);
    put(&s, 5, 0, 1, 0);
    put(&s, 4, 0, 0, 1);       /* the middle: 7 stays empty */
    play_on_cell(&s, P(4), 8); /* on purple 5: a removal, from 5 */
    check(&s, 5, 0, 0, 0);
    assert_true(s.field & BIT(4));
}

/* [R] A gap is not a neighbour. */
static void a_card_without_neighbours_is_not_captured(void **unused)
{
    struct state s = position(FIELD(G(1), GAP, G(4), GAP, Y(1), GAP, Y(4), Y(5), P(5)), P(4), Y(2));

    (void)unused;
    put(&s, 0, 1, 0, 0);
    put(&s, 2, 0, 1, 0);
    play_on_cell(&s, Y(2), 4); /* on yellow 1: adds one, and its neighbour 7 stays empty */
    assert_int_equal(s.field, BIT(0) | BIT(2) | BIT(4) | BIT(6) | BIT(7) | BIT(8));
    check_heap(s.broiled, 0, 0, 0);
}

static void a_gap_does_not_protect(void **unused)
{
    struct state s = position(FIELD(G(1), GAP, G(4), G(3), Y(1), GAP, Y(4), Y(5), P(5)), P(4), Y(2));

    (void)unused;
    put(&s, 0, 1, 0, 0);
    play_on_cell(&s, P(4), 3); /* the only neighbour of 0 */
    check_heap(s.broiled, 1, 0, 0);
    assert_int_equal(s.field & BIT(0), 0);
}

/* Two cards with busy neighbours only: either may be next, and both must be captured. */
static void the_player_chooses_which_capture_is_next_and_cannot_decline(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    put(&s, 3, 1, 0, 0);
    put(&s, 5, 0, 1, 0);
    play_on_cell(&s, P(4), 1); /* corners 0 and 2 are empty and surrounded */
    assert_int_equal(s.phase, CAPTURE);
    assert_true(can(&s, MOVE_CAPTURE + 0));
    assert_true(can(&s, MOVE_CAPTURE + 2));
    assert_false(can(&s, PASS));
    capture_cell(&s, 2); /* then 0 is the only one, and is captured by the rules */
    assert_int_equal(s.phase, DRAW);
    assert_int_equal(s.field, BIT(9) - 1 - BIT(0) - BIT(2));
}

/* Two busy neighbours that have only each other: the one that goes first saves the other. */
static void a_capture_may_save_another_card(void **unused)
{
    struct state s = position(FIELD(G(1), Y(1), GAP, GAP, GAP, GAP, Y(4), Y(5), P(5)), P(4), Y(2));

    (void)unused;
    put(&s, 0, 1, 0, 0);
    put(&s, 1, 0, 1, 0);
    play_on_cell(&s, P(4), 7); /* on yellow 5: removes one, from the supply */
    assert_int_equal(s.phase, CAPTURE);
    capture_cell(&s, 1);
    check_heap(s.broiled, 0, 1, 0);
    check(&s, 0, 1, 0, 0);
    assert_true(s.field & BIT(0));
    assert_int_equal(s.phase, DRAW);
}

/* The empty corner goes, and with it the only empty neighbour of the next card. */
static void a_capture_may_enable_another(void **unused)
{
    struct state s = position(FIELD(G(1), Y(1), Y(3), GAP, P(1), GAP, Y(4), Y(5), P(5)), P(4), Y(2));

    (void)unused;
    put(&s, 1, 0, 2, 0);
    put(&s, 2, 1, 0, 0);
    play_on_cell(&s, P(4), 4); /* 0 and 2 have the busy 1 beside them only; 1 has the empty 0 */
    assert_int_equal(s.phase, CAPTURE);
    assert_false(can(&s, MOVE_CAPTURE + 1));
    capture_cell(&s, 0);
    assert_true(can(&s, MOVE_CAPTURE + 1));
    assert_true(can(&s, MOVE_CAPTURE + 2));
    capture_cell(&s, 1); /* 2 is alone then, and safe */
    check_heap(s.broiled, 0, 2, 0);
    assert_int_equal(s.phase, DRAW);
    assert_int_equal(s.field, BIT(2) | BIT(4) | BIT(6) | BIT(7) | BIT(8));
}

static void single_captures_follow_each_other_by_the_rules(void **unused)
{
    struct state s = position(FIELD(G(1), Y(1), P(1), GAP, GAP, Y(3), GAP, GAP, P(5)), P(4), Y(2));

    (void)unused;
    put(&s, 1, 0, 2, 0);
    play_on_cell(&s, P(4), 2); /* 0 goes; then 1 has only the busy 2 beside it and goes; 5 has the empty 8 */
    assert_int_equal(s.phase, DRAW);
    assert_int_equal(s.field, BIT(2) | BIT(5) | BIT(8));
    check_heap(s.broiled, 0, 2, 0);
    assert_int_equal(s.discard, BIT(P(1)) | BIT(Y(1)));
}

/* ---- draw ------------------------------------------------------------------------------------ */

static void hand_is_drawn_up_to_two(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));
    move_t list[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    (void)unused;
    play_on_cell(&s, P(4), 0);
    assert_int_equal(actors(&s), BIT(CHANCE));
    assert_int_equal(chance(&s, list, weight), 4);
    assert_int_equal(list[0], MOVE_CARD + G(2));
    assert_int_equal(list[3], MOVE_CARD + P(3));
    apply(&s, CHANCE, MOVE_CARD + P(1), NULL);
    assert_int_equal(s.hand, BIT(Y(2)) | BIT(P(1)));
    assert_int_equal(s.decked, 3);
    assert_int_equal(actors(&s), BIT(0));
}

/* [R] Not when the last card is drawn, but when the next must be; with this turn's discards. */
static void discard_pile_becomes_the_deck_only_when_a_card_must_be_drawn(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));
    move_t list[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    (void)unused;
    stack(&s, BIT(G(2)), BIT(P(1)) | BIT(P(3)));
    put(&s, 3, 0, 1, 0);
    play_on_cell(&s, P(4), 4); /* the last card of the deck is drawn by the rules */
    assert_int_equal(s.phase, PLAY);
    assert_int_equal(s.hand, BIT(Y(2)) | BIT(G(2)));
    assert_int_equal(s.decked, 0);
    assert_int_equal(s.deck, 0);
    assert_int_equal(s.discard, BIT(P(1)) | BIT(P(3)) | BIT(Y(1)));
    put(&s, 0, 1, 0, 0);
    play_on_cell(&s, Y(2), 1); /* on green 3: removes one gem, and 0 is safe; the deck is empty now */
    remove_from(&s, 2, 4);
    assert_int_equal(s.phase, DRAW);
    assert_int_equal(s.discard, 0);
    assert_int_equal(chance(&s, list, weight), 4);
    assert_int_equal(list[0], MOVE_CARD + G(3));
    assert_int_equal(list[1], MOVE_CARD + Y(1));
    assert_int_equal(list[2], MOVE_CARD + P(1));
    assert_int_equal(list[3], MOVE_CARD + P(3));
}

static void captured_cards_are_shuffled_in_too(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    stack(&s, 0, 0);
    put(&s, 0, 2, 0, 0);
    put(&s, 3, 0, 1, 0);
    play_on_cell(&s, P(4), 1);
    assert_int_equal(s.phase, DRAW);
    assert_int_equal(s.decked, 2);
    assert_int_equal(s.deck, pool_of(BIT(G(3)) | BIT(G(1))));
    assert_int_equal(s.discard, 0);
}

/* The card that was replaced is the only one there is: it is drawn again at once. */
static void hand_can_always_be_refilled(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    stack(&s, 0, 0);
    play_on_cell(&s, P(4), 0);
    assert_int_equal(s.phase, PLAY);
    assert_int_equal(s.hand, BIT(Y(2)) | BIT(G(1)));
    assert_int_equal(s.decked, 0);
    assert_int_equal(s.discard, 0);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Captures are still made and chosen; then no card is drawn. */
static void a_missing_purple_gem_ends_the_game_after_the_captures_without_a_draw(void **unused)
{
    struct state s = position(FIELD(G(1), P(1), G(4), G(5), Y(1), Y(3), Y(4), Y(5), P(5)), P(4), Y(2));

    (void)unused;
    put(&s, 0, 2, 0, 0);
    put(&s, 2, 0, 1, 0);
    put(&s, 3, 0, 0, 1);
    put(&s, 5, 0, 0, 1);
    leave(&s, 6, 7, 1);
    play_on_cell(&s, P(4), 1); /* three purple gems, of which one is there */
    assert_int_equal(s.phase, CAPTURE);
    capture_cell(&s, 2);
    assert_int_equal(actors(&s), 0);
    check_heap(s.broiled, 2, 1, 0);
    assert_int_equal(s.hand, BIT(Y(2)));
    assert_int_equal(s.decked, 4);
    assert_int_equal(s.missing, 1);
}

static void nor_is_the_discard_pile_shuffled_at_the_end(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    stack(&s, 0, BIT(P(1)));
    leave(&s, 8, 8, 0);
    play_on_cell(&s, P(4), 0);
    assert_int_equal(actors(&s), 0);
    assert_int_equal(s.decked, 0);
    assert_int_equal(s.discard, BIT(P(1)) | BIT(G(1)));
}

/* The play before it is a whole turn, with its draw. */
static void the_game_ends_when_no_card_is_empty(void **unused)
{
    struct state s = position(FIELD(G(1), GAP, Y(3), GAP, GAP, GAP, Y(4), GAP, P(5)), P(4), Y(2));

    (void)unused;
    put(&s, 2, 0, 1, 0);
    put(&s, 6, 1, 0, 0);
    put(&s, 8, 0, 0, 1);
    play_on_cell(&s, P(4), 0);
    assert_int_equal(s.phase, DRAW);
    draw_any(&s);
    assert_int_equal(actors(&s), 0);
    assert_int_equal(s.missing, 0);
    assert_int_equal(bit_count(s.hand), 2);
}

static void one_empty_card_keeps_the_game_going(void **unused)
{
    struct state s = position(FIELD(G(1), GAP, Y(3), GAP, GAP, GAP, Y(4), GAP, P(5)), P(4), Y(2));

    (void)unused;
    put(&s, 2, 0, 1, 0);
    put(&s, 6, 1, 0, 0);
    play_on_cell(&s, P(4), 0);
    draw_any(&s);
    assert_int_equal(s.phase, PLAY);
    assert_true(can(&s, MOVE_PLAY + Y(2) * 9 + 8));
}

static void a_single_empty_card_left_is_played_on(void **unused)
{
    struct state s = position(FIELD(G(4), GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP), P(1), Y(2));

    (void)unused;
    play_on_cell(&s, P(1), 0); /* removes three from the supply and stays empty */
    check_heap(s.supply, 8, 8, 5);
    draw_any(&s);
    assert_int_equal(s.phase, PLAY);
    play_on_cell(&s, Y(2), 0); /* adds one: busy */
    draw_any(&s);
    assert_int_equal(actors(&s), 0);
}

/* ---- the score ------------------------------------------------------------------------------- */

static struct result result_of(const struct state *s)
{
    struct result r;

    memset(&r, 0, sizeof r);
    result(s, &r);
    assert_int_equal(r.lost, 0);
    return r;
}

static const char *line_of(const struct result *r, int line)
{
    static char words[256];
    struct speech speech = {&game_bandersnatch, NULL, 0};
    struct text text = text_in(words, sizeof words);

    assert_true(line < r->lines);
    assert_true(sentence_put(&text, &speech, r->line[line].phrase));
    return words;
}

/* A finished game with these gems broiled, and these on the field. */
static struct state finished(int green, int yellow, int purple, int field_green, int field_yellow, int field_purple)
{
    struct state s = position(FIELD(G(1), GAP, Y(3), GAP, GAP, GAP, Y(4), GAP, P(5)), P(4), Y(2));

    put(&s, 0, field_green, 0, 0);
    put(&s, 2, 0, field_yellow, 0);
    put(&s, 6, 0, 0, field_purple / 2);
    put(&s, 8, 0, 0, field_purple - field_purple / 2);
    s.broiled = (uint16_t)(green | yellow << 4 | purple << 8);
    s.supply = (uint16_t)(s.supply - s.broiled);
    s.phase = OVER;
    return s;
}

/* The worked example. */
static void example_field_0_and_broiled_9_make_9(void **unused)
{
    struct state s = finished(3, 4, 1, 1, 1, 3);
    struct result r = result_of(&s);

    (void)unused;
    assert_int_equal(r.score[0], 9);
    assert_true(r.missed);
    assert_int_equal(r.lines, 4);
    assert_string_equal(line_of(&r, 0), "No card of the field is empty: the game is over");
    assert_string_equal(line_of(&r, 1), "Broiled: 3 green at +2, 4 yellow at +1, 1 purple at -1, together 9");
    assert_string_equal(line_of(&r, 2), "On the field: 1 green at -2, 1 yellow at -1, 3 purple at +1, together 0");
    assert_string_equal(line_of(&r, 3), "9 points: almost a victory, which takes 10");
}

static void each_gem_scores_by_its_colour_and_place(void **unused)
{
    static const int points[6] = {2, 1, -1, -2, -1, 1};

    (void)unused;
    for (int i = 0; i < 6; i++) {
        struct state s = finished(i == 0, i == 1, i == 2, i == 3, i == 4, i == 5);

        assert_int_equal(result_of(&s).score[0], points[i]);
    }
}

static void gems_in_the_supply_and_out_of_the_game_count_nothing(void **unused)
{
    struct state s = finished(3, 0, 0, 0, 0, 1), none = s;

    (void)unused;
    leave(&none, 0, 0, 0);
    assert_int_equal(result_of(&s).score[0], 7);
    assert_int_equal(result_of(&none).score[0], 7);
}

/* [R] 4 belongs to the lowest grade; 10 and more are a victory, and only that is rank 1. */
static void grades_begin_at_5_10_15_20_and_32(void **unused)
{
    static const struct {
        int green, yellow, purple; /* purple on the field */
        int score;
        const char *words;
    } expected[] = {
        {0, 0, 0, 0, "0 points: not very good"},
        {0, 1, 0, 1, "1 point: not very good"},
        {2, 0, 0, 4, "4 points: not very good"},
        {2, 1, 0, 5, "5 points: almost a victory, which takes 10"},
        {4, 1, 0, 9, "9 points: almost a victory, which takes 10"},
        {5, 0, 0, 10, "10 points: a victory"},
        {7, 0, 0, 14, "14 points: a victory"},
        {7, 1, 0, 15, "15 points: a frumious victory"},
        {8, 3, 0, 19, "19 points: a frumious victory"},
        {8, 4, 0, 20, "20 points: a manxome victory"},
        {8, 8, 7, 31, "31 points: a manxome victory"},
        {8, 8, 8, 32, "32 points: a perfect Jabberwocky"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        struct state s = finished(expected[i].green, expected[i].yellow, 0, 0, 0, expected[i].purple);
        struct result r = result_of(&s);
        uint8_t rank[SEATS_MAX];

        assert_int_equal(r.score[0], expected[i].score);
        assert_string_equal(line_of(&r, 3), expected[i].words);
        assert_int_equal(r.missed, expected[i].score < 10);
        game_ranks(&game_bandersnatch, 1, &r, rank);
        assert_int_equal(rank[0], expected[i].score < 10 ? 2 : 1);
    }
}

static void the_worst_score_has_a_grade_too(void **unused)
{
    struct state s = finished(0, 0, 8, 8, 8, 0);
    struct result r = result_of(&s);

    (void)unused;
    assert_int_equal(r.score[0], -32);
    assert_string_equal(line_of(&r, 3), "-32 points: not very good");
}

static void result_says_that_a_purple_gem_was_missing(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));
    struct result r;

    (void)unused;
    leave(&s, 8, 8, 0);
    play_on_cell(&s, P(4), 0);
    r = result_of(&s);
    assert_string_equal(line_of(&r, 0), "A purple gem was needed and missing: the game is over");
}

/* ---- the table ------------------------------------------------------------------------------- */

static void score_so_far_is_shown(void **unused)
{
    static struct scene out;
    struct state s = finished(3, 4, 1, 1, 1, 3);
    struct speech speech = {&game_bandersnatch, NULL, 0};
    char words[256];
    struct text text = text_in(words, sizeof words);

    (void)unused;
    s.phase = PLAY;
    memset(&out, 0, sizeof out);
    scene(&s, 0, &out);
    assert_true(out.scored);
    assert_int_equal(out.score[0], 9);
    assert_int_equal(out.notes, 1);
    assert_true(sentence_put(&text, &speech, out.note[0].phrase));
    assert_string_equal(words, "Broiled 9 (green +2, yellow +1, purple -1), on the field 0 (the opposite)");
}

static void a_supply_without_purple_gems_is_warned_of(void **unused)
{
    static struct scene out;

    (void)unused;
    for (int purple = 0; purple < 2; purple++) {
        struct state s = position(plain_field, P(4), Y(2));

        leave(&s, 8, 8, purple);
        memset(&out, 0, sizeof out);
        scene(&s, 0, &out);
        assert_int_equal(out.notes, purple ? 1 : 2);
        if (!purple)
            assert_int_equal(out.note[1].phrase.text, T_NOTE_NO_PURPLE);
    }
}

static void last_turn_is_announced(void **unused)
{
    static struct scene out;
    struct state s = position(FIELD(G(1), P(1), G(4), G(5), Y(1), Y(3), Y(4), Y(5), P(5)), P(4), Y(2));

    (void)unused;
    put(&s, 3, 0, 0, 1);
    put(&s, 5, 0, 0, 1);
    leave(&s, 6, 7, 1);
    play_on_cell(&s, P(4), 1);
    memset(&out, 0, sizeof out);
    scene(&s, 0, &out);
    assert_int_equal(out.notes, 2);
    assert_int_equal(out.note[1].phrase.text, T_MISSING);
}

static void everybody_sees_the_same_and_the_deck_by_subtraction(void **unused)
{
    static struct scene seat, spectator;
    struct state s = position(plain_field, P(4), Y(2)), veiled = s;
    struct luck luck = {1};
    int down = 0;

    (void)unused;
    memset(&seat, 0, sizeof seat);
    memset(&spectator, 0, sizeof spectator);
    scene(&s, 0, &seat);
    scene(&s, SPECTATOR, &spectator);
    assert_int_equal(spectator.goal.text, NO_TEXT); /* who only looks on has none */
    spectator.goal = seat.goal;
    assert_memory_equal(&seat, &spectator, sizeof seat);
    for (int i = 0; i < seat.pieces; i++) {
        assert_true(seat.piece[i].thing < NUMBER_BACK);
        if (seat.piece[i].flags & PIECE_DOWN) {
            int card = seat.piece[i].thing;

            assert_true(card == G(2) || card == P(1) || card == P(2) || card == P(3));
            down++;
        }
    }
    assert_int_equal(down, 4);
    veil(&veiled, SPECTATOR, &luck);
    assert_memory_equal(&veiled, &s, sizeof s);
    assert_int_equal(game_bandersnatch.flags, 0);
}

static void field_is_a_square_of_places_with_gaps_and_the_new_card_marked(void **unused)
{
    static struct scene out;
    struct state s = position(FIELD(G(1), G(3), G(4), G(5), Y(5), GAP, Y(4), Y(2), P(5)), P(2), Y(1));

    (void)unused;
    put(&s, 1, 1, 1, 0);
    for (int turn = 0; turn < 2; turn++) {
        memset(&out, 0, sizeof out);
        scene(&s, 0, &out);
        assert_int_equal(out.zone[0].is->kind, ZONE_GRID);
        assert_int_equal(out.zone[0].places, 9);
        for (int cell = 0; cell < 9; cell++) {
            assert_int_equal(out.place[cell].x, cell % 3 * 2);
            assert_int_equal(out.place[cell].y, cell / 3 * 2);
            assert_int_equal(out.place[cell].pieces, cell == 5 ? 0 : cell == 1 ? 3 : 1);
            assert_int_equal(out.place[cell].label.text, turn == 1 && cell == 4 ? T_NEW_LABEL : T_NONE);
        }
        if (turn == 0)
            play_on_cell(&s, P(2), 4);
    }
}

static void moves_are_made_by_touching_cards_and_gems(void **unused)
{
    struct state s = position(plain_field, P(2), Y(2));
    struct touch touched[TOUCH_MAX];

    (void)unused;
    put(&s, 1, 1, 1, 0);
    assert_int_equal(touch(&s, 0, MOVE_PLAY + P(2) * 9 + 2, touched), 2);
    assert_int_equal(touched[0].place, PLACE_HAND);
    assert_int_equal(touched[0].thing, P(2));
    assert_int_equal(touched[1].place, 2);
    assert_int_equal(touched[1].thing, NOTHING);
    play_on_cell(&s, P(2), 2);
    assert_int_equal(touch(&s, 0, MOVE_REMOVE + 1 * 9 + 1, touched), 1);
    assert_int_equal(touched[0].place, 1);
    assert_int_equal(touched[0].thing, GEM + 1);
    s.phase = CAPTURE;
    assert_int_equal(touch(&s, 0, MOVE_CAPTURE + 7, touched), 1);
    assert_int_equal(touched[0].place, 7);
    assert_int_equal(touched[0].thing, NOTHING);
}

static const char *prompt_of(const struct state *s)
{
    static struct scene out;
    static char words[256];
    struct speech speech = {&game_bandersnatch, NULL, 0};
    struct text text = text_in(words, sizeof words);

    memset(&out, 0, sizeof out);
    scene(s, 0, &out);
    assert_true(sentence_put(&text, &speech, out.prompt));
    return words;
}

static void prompts_say_what_is_expected(void **unused)
{
    struct state s = position(FIELD(G(1), G(3), G(4), G(5), Y(5), Y(3), Y(4), Y(2), P(5)), P(2), Y(1));

    (void)unused;
    put(&s, 1, 1, 1, 0);
    put(&s, 7, 0, 0, 2);
    assert_string_equal(prompt_of(&s), "You play a card on an empty one: + adds gems, - removes gems");
    play_on_cell(&s, P(2), 4);
    assert_string_equal(prompt_of(&s), "You remove a gem beside purple 2: 3 to go");
    remove_from(&s, 0, 1);
    assert_string_equal(prompt_of(&s), "You remove a gem beside purple 2: 2 to go");
    s.phase = CAPTURE;
    assert_string_equal(prompt_of(&s), "You choose the card that is captured next");
    s.phase = OVER;
    assert_string_equal(prompt_of(&s), "The game is over");
}

/* What is told of a move, as its player reads it. */
static const char *told(struct state *s, int actor, int move)
{
    static char words[2048];
    static struct facts facts;
    struct speech speech = {&game_bandersnatch, NULL, 0};
    struct text text = text_in(words, sizeof words);

    memset(&facts, 0, sizeof facts);
    apply(s, actor, (move_t)move, &facts);
    assert_int_equal(facts.lost, 0);
    for (int i = 0; i < facts.n; i++) {
        assert_int_equal(facts.fact[i].to, EVERYBODY);
        assert_true(sentence_put(&text, &speech, facts.fact[i].phrase));
        text_char(&text, '\n');
    }
    return words;
}

static void log_tells_a_turn(void **unused)
{
    struct state s = position(FIELD(G(1), P(1), G(4), G(5), Y(1), Y(3), Y(4), Y(5), P(5)), P(4), Y(2));
    struct state last = s, paying, adding;

    (void)unused;
    put(&s, 0, 2, 1, 0);
    put(&s, 3, 0, 0, 1);
    put(&s, 5, 0, 0, 1);
    stack(&s, 0, BIT(P(3)));
    assert_string_equal(told(&s, 0, MOVE_PLAY + P(4) * 9 + 1), "You play purple 4 on purple 1, which is discarded\n"
                                                               "3 purple gems are added to purple 4\n");
    assert_string_equal(told(&s, 0, MOVE_CAPTURE + 0), "Green 1 is captured and discarded\n"
                                                       "2 green gems are broiled\n"
                                                       "1 yellow gem is broiled\n"
                                                       "Green 4 is captured empty and leaves the game\n"
                                                       "The deck is empty: the discard pile is shuffled, 3 cards\n");
    assert_string_equal(told(&s, CHANCE, MOVE_CARD + G(1)), "You draw green 1\n");

    leave(&last, 8, 8, 2);
    assert_string_equal(told(&last, 0, MOVE_PLAY + P(4) * 9 + 1),
                        "You play purple 4 on purple 1, which is discarded\n"
                        "2 purple gems are added to purple 4\n"
                        "A purple gem is missing: this turn is the last\n"
                        "A purple gem was needed and missing: the game is over\n");

    paying = position(plain_field, G(2), Y(2));
    put(&paying, 7, 0, 1, 0);
    leave(&paying, 1, 8, 8);
    assert_string_equal(told(&paying, 0, MOVE_PLAY + G(2) * 9 + 8),
                        "You play green 2 on purple 5, which is discarded\n"
                        "You remove a yellow gem from yellow 5\n"
                        "1 green gem is removed from the supply\n"
                        "1 purple gem is removed from the supply for want of green\n");

    adding = position(FIELD(G(1), G(3), G(4), Y(1), Y(2), Y(3), Y(4), P(1), P(5)), G(5), P(3));
    leave(&adding, 2, 8, 8);
    assert_string_equal(told(&adding, 0, MOVE_PLAY + G(5) * 9 + 0),
                        "You play green 5 on green 1, which is discarded\n"
                        "2 green gems are added to green 5\n"
                        "2 purple gems are added to green 5 for want of green\n");
}

/* What goes where: the thing, how many, from, to, in this order; the end is a thing of -1. */
static void check_carried(struct state *s, int actor, int move, const int expected[][4])
{
    static struct facts facts;
    int n = 0;

    facts_clear(&facts);
    apply(s, actor, (move_t)move, &facts);
    assert_int_equal(facts.lost, 0);
    for (; expected[n][0] >= 0; n++) {
        assert_true(n < facts.transfers);
        assert_int_equal(facts.transfer[n].thing, expected[n][0]);
        assert_int_equal(facts.transfer[n].count, expected[n][1]);
        assert_int_equal(facts.transfer[n].from, expected[n][2]);
        assert_int_equal(facts.transfer[n].to, expected[n][3]);
    }
    assert_int_equal(facts.transfers, n);
}

/* The same turn as above, piece by piece. */
static void pieces_of_a_turn_are_carried_where_the_words_say(void **unused)
{
    static const int played[][4] = {
        {P(4), 1, PLACE_HAND, 1}, {P(1), 1, 1, PLACE_DISCARD}, {GEM + 2, 3, PLACE_SUPPLY, 1}, {-1}};
    static const int captured[][4] = {
        {G(1), 1, 0, PLACE_DISCARD},
        {GEM, 2, 0, PLACE_BROILED},
        {GEM + 1, 1, 0, PLACE_BROILED + 1},
        {G(4), 1, 2, PLACE_BOX},
        {NUMBER_BACK, 3, PLACE_DISCARD, PLACE_DECK}, /* shuffled */
        {-1},
    };
    static const int drawn[][4] = {{G(1), 1, PLACE_DECK, PLACE_HAND}, {-1}};
    struct state s = position(FIELD(G(1), P(1), G(4), G(5), Y(1), Y(3), Y(4), Y(5), P(5)), P(4), Y(2));

    (void)unused;
    put(&s, 0, 2, 1, 0);
    put(&s, 3, 0, 0, 1);
    put(&s, 5, 0, 0, 1);
    stack(&s, 0, BIT(P(3)));
    check_carried(&s, 0, MOVE_PLAY + P(4) * 9 + 1, played);
    check_carried(&s, 0, MOVE_CAPTURE + 0, captured);
    check_carried(&s, CHANCE, MOVE_CARD + G(1), drawn);
}

static void removed_gems_are_carried_out_of_the_game(void **unused)
{
    static const int paid[][4] = {
        {G(2), 1, PLACE_HAND, 8},          {P(5), 1, 8, PLACE_DISCARD},           {GEM + 1, 1, 7, PLACE_BOX},
        {GEM, 1, PLACE_SUPPLY, PLACE_BOX}, {GEM + 2, 1, PLACE_SUPPLY, PLACE_BOX}, {-1},
    };
    struct state s = position(plain_field, G(2), Y(2));

    (void)unused;
    put(&s, 7, 0, 1, 0);
    leave(&s, 1, 8, 8);
    check_carried(&s, 0, MOVE_PLAY + G(2) * 9 + 8, paid);
}

/* Both gems of an equal card may be missing. */
static void missing_gem_is_told_once(void **unused)
{
    struct state s = position(plain_field, P(4), Y(2));

    (void)unused;
    leave(&s, 0, 8, 0);
    assert_string_equal(told(&s, 0, MOVE_PLAY + P(4) * 9 + 2), /* on green 4 */
                        "You play purple 4 on green 4, which is discarded\n"
                        "A purple gem is missing: this turn is the last\n"
                        "A purple gem was needed and missing: the game is over\n");
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
    struct speech speech = {&game_bandersnatch, NULL, 0};
    struct text text = text_in(words, sizeof words);

    assert_true(phrase_put(&text, &speech, phrase));
    return words;
}

/* The counter with these words, or NULL. */
static const struct scene_counter *counter(const struct scene *of, const char *words)
{
    for (int i = 0; i < of->counters; i++)
        if (strcmp(words_of(of->counter[i].words), words) == 0)
            return &of->counter[i];
    return NULL;
}

static void check_counter(const struct state *s, const char *words, int value, int limit)
{
    static const int viewers[] = {0, SPECTATOR, REFEREE};

    for (int i = 0; i < 3; i++) {
        const struct scene_counter *found = counter(seen_by(s, viewers[i]), words);

        assert_non_null(found);
        assert_int_equal(found->value, value);
        assert_int_equal(found->limit, limit);
    }
}

/* The worked example of the score, with four cards on the field, all of them busy. */
static void counters_are_the_score_its_parts_and_the_busy_cards(void **unused)
{
    struct state s = finished(3, 4, 1, 1, 1, 3);

    (void)unused;
    for (int over = 0; over < 2; over++) {
        s.phase = over ? OVER : PLAY;
        check_counter(&s, "points", 9, 10); /* 10 are a victory */
        check_counter(&s, "points for broiled gems", 9, NO_LIMIT);
        check_counter(&s, "points for gems on the field", 0, NO_LIMIT);
        check_counter(&s, "busy cards", 4, 4);
    }
    s = position(plain_field, P(4), Y(2));
    put(&s, 0, 1, 0, 0);
    put(&s, 8, 0, 1, 2);
    check_counter(&s, "points", -2 - 1 + 2, 10);
    check_counter(&s, "points for broiled gems", 0, NO_LIMIT);
    check_counter(&s, "points for gems on the field", -2 - 1 + 2, NO_LIMIT);
    check_counter(&s, "busy cards", 2, 9);
    check_counter(&s, "purple gems in the supply", 8 - 2, NO_LIMIT);
    assert_null(counter(seen_by(&s, 0), "gems to remove"));
}

static void a_counter_says_how_many_gems_are_still_to_be_removed(void **unused)
{
    struct state s = position(plain_field, G(2), Y(2));

    (void)unused;
    put(&s, 5, 0, 0, 2);
    put(&s, 7, 0, 4, 0);
    play_on_cell(&s, G(2), 8); /* on purple 5: three */
    check_counter(&s, "gems to remove", 3, NO_LIMIT);
    remove_from(&s, 2, 5);
    check_counter(&s, "gems to remove", 2, NO_LIMIT);
}

/* Green gems, each worth 2, are broiled until the score is so high. */
static void goal_is_a_victory_and_then_the_next_grade(void **unused)
{
    static const struct {
        int green, yellow, purple, next;
    } table[] = {{0, 0, 0, 10}, {4, 1, 0, 10}, {5, 0, 0, 15}, {7, 0, 0, 15},
                 {7, 1, 0, 20}, {8, 4, 0, 32}, {8, 8, 7, 32}};

    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct state s = finished(table[i].green, table[i].yellow, 0, 0, 0, table[i].purple);
        char begins[32];

        snprintf(begins, sizeof begins, "reach %d points, ", table[i].next);
        s.phase = PLAY;
        assert_memory_equal(words_of(seen_by(&s, 0)->goal), begins, strlen(begins));
        assert_int_equal(seen_by(&s, SPECTATOR)->goal.text, NO_TEXT);
        assert_int_equal(seen_by(&s, REFEREE)->goal.text, NO_TEXT);
        assert_int_equal(strstr(words_of(seen_by(&s, 0)->goal), "victory") != NULL, table[i].next == 10);
    }
}

static bool tells(int thing, const char *words)
{
    struct setup setup = {.seats = 1};

    return strstr(words_of(about(&setup, thing)), words) != NULL;
}

static void things_are_explained(void **unused)
{
    struct setup setup = {.seats = 1};

    (void)unused;
    for (int card = 0; card < 15; card++) {
        assert_true(tells(card, card < 5 ? "green gems" : card < 10 ? "yellow gems" : "purple gems"));
        assert_true(tells(card, "if lower") && tells(card, "captured"));
        assert_true(tells(card, "if equal, it gets one of its own and one of the old colour"));
    }
    assert_true(tells(GEM, "+2 broiled") && tells(GEM, "-2 on the field") && tells(GEM, "purple"));
    assert_true(tells(GEM + 1, "+1 broiled") && tells(GEM + 1, "-1 on the field") && tells(GEM + 1, "purple"));
    assert_true(tells(GEM + 2, "-1 broiled") && tells(GEM + 2, "+1 on the field") && tells(GEM + 2, "last"));
    assert_true(tells(JABBERWOCKY_CARD, "green") && tells(JABBERWOCKY_CARD + 2, "broiled"));
    assert_int_equal(about(&setup, NUMBER_BACK).text, NO_TEXT);
}

/* ---- house rules ----------------------------------------------------------------------------- */

static void hand_may_have_three_or_four_cards(void **unused)
{
    static const char *const ids[] = {"bandersnatch:1:hand=2", "bandersnatch:1:hand=3", "bandersnatch:1:hand=4"};
    struct trial t;

    (void)unused;
    for (int i = 0; i < 3; i++) {
        const struct state *s;

        trial_start(&t, ids[i]);
        s = (const struct state *)(const void *)t.match.state;
        trial_luck(&t);
        assert_int_equal(bit_count(s->hand), 2 + i);
        assert_int_equal(s->decked, 15 - 9 - 2 - i);
        assert_int_equal(trial_options(&t, "0"), (2 + i) * 9);
        check_heap(s->supply, 8, 8, 8);
        trial_end(&t);
    }
}

static void gems_may_be_as_few_as_four_of_a_colour(void **unused)
{
    struct state s;
    struct result r;
    struct trial t;

    (void)unused;
    trial_start(&t, "bandersnatch:1:gems=4");
    trial_luck(&t);
    s = *(const struct state *)(const void *)t.match.state;
    assert_int_equal(trial_count(&t, "0", "green gem"), 4);
    assert_int_equal(trial_count(&t, "0", "purple gem"), 4);
    assert_int_equal(trial_options(&t, "0"), 18);
    trial_end(&t);
    check_heap(s.supply, 4, 4, 4);
    leave(&s, 0, 0, 0);
    s.broiled = 0x044;
    for (int purple = 3; purple <= 4; purple++) { /* on the field: four is perfect */
        s.phase = PLAY;
        s.gems[0] = (uint16_t)(purple << 8);
        assert_string_equal(
            words_of(seen_by(&s, 0)->goal),
            purple == 3 ? "reach 16 points, the next grade: broil green and yellow gems, leave purple ones lying"
                        : "keep your 16 points: there are no more to be had");
        s.phase = OVER;
        r = result_of(&s);
        assert_string_equal(line_of(&r, 3),
                            purple == 3 ? "15 points: a frumious victory" : "16 points: a perfect Jabberwocky");
    }
}

/* ---- a second, naive table ------------------------------------------------------------------- */

/* Plain arrays and one gem at a time. It shares the words of the moves with the program, and nothing else. */
enum { IN_DECK, IN_HAND, ON_FIELD, DISCARDED, IN_BOX };

struct naive {
    int card[3][3]; /* GAP, or 0 to 14 */
    int gems[3][3][3];
    int supply[3], broiled[3], removed[3];
    int where[15]; /* is each card */
    int new_row, new_column, owed, laid;
    bool last;
    char asks; /* lay, draw, play, remove, capture, over: the first letter */
};

struct naive_option {
    char words[64];
    int card, row, column, colour;
};

/* What has happened in all games, so that nothing stays untested. */
struct seen {
    int added_purple, paid_purple, paid_last, added_last, chosen_removal, chosen_capture, chains, empty_captures,
        busy_captures, shuffles, single_draws, ended_missing, ended_full, removed_then_paid;
};

static const char *const naive_colours[3] = {"green", "yellow", "purple"};

static const char *naive_name(int card)
{
    static const char *const names[15] = {"green 1",  "green 2",  "green 3",  "green 4",  "green 5",
                                          "yellow 1", "yellow 2", "yellow 3", "yellow 4", "yellow 5",
                                          "purple 1", "purple 2", "purple 3", "purple 4", "purple 5"};

    return names[card];
}

static void naive_start(struct naive *t)
{
    memset(t, 0, sizeof *t);
    for (int row = 0; row < 3; row++) {
        t->supply[row] = 8;
        for (int column = 0; column < 3; column++)
            t->card[row][column] = GAP;
    }
    t->asks = 'l';
}

static int naive_cards(const struct naive *t, int where)
{
    int n = 0;

    for (int card = 0; card < 15; card++)
        n += t->where[card] == where;
    return n;
}

static int naive_gems(const struct naive *t, int row, int column)
{
    return t->gems[row][column][0] + t->gems[row][column][1] + t->gems[row][column][2];
}

static bool naive_card_at(const struct naive *t, int row, int column)
{
    return row >= 0 && row < 3 && column >= 0 && column < 3 && t->card[row][column] != GAP;
}

static const int naive_steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

static int naive_removals(const struct naive *t, struct naive_option list[])
{
    int n = 0;

    for (int i = 0; i < 4; i++) {
        int row = t->new_row + naive_steps[i][0], column = t->new_column + naive_steps[i][1];

        for (int colour = 0; colour < 3 && naive_card_at(t, row, column); colour++) {
            if (t->gems[row][column][colour] == 0)
                continue;
            list[n] = (struct naive_option){.row = row, .column = column, .colour = colour};
            snprintf(list[n].words, sizeof list[n].words, "remove a %s gem from %s", naive_colours[colour],
                     naive_name(t->card[row][column]));
            n++;
        }
    }
    return n;
}

static int naive_captures(const struct naive *t, struct naive_option list[])
{
    int n = 0;

    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            int neighbours = 0, busy = 0;

            if (!naive_card_at(t, row, column) || (row == t->new_row && column == t->new_column))
                continue;
            for (int i = 0; i < 4; i++) {
                int r = row + naive_steps[i][0], c = column + naive_steps[i][1];

                if (naive_card_at(t, r, c)) {
                    neighbours++;
                    busy += naive_gems(t, r, c) > 0;
                }
            }
            if (neighbours == 0 || busy < neighbours)
                continue;
            list[n] = (struct naive_option){.row = row, .column = column};
            snprintf(list[n].words, sizeof list[n].words, "capture %s", naive_name(t->card[row][column]));
            n++;
        }
    }
    return n;
}

static int naive_plays(const struct naive *t, struct naive_option list[])
{
    int n = 0;

    for (int card = 0; card < 15; card++) {
        for (int cell = 0; cell < 9; cell++) {
            int row = cell / 3, column = cell % 3, old = t->card[row][column];
            int more = card % 5 - old % 5, gems = 0;

            if (t->where[card] != IN_HAND || old == GAP || naive_gems(t, row, column) > 0)
                continue;
            if (more > 0)
                gems = card / 5 == old / 5 ? more : 1;
            if (more < 0)
                gems = card / 5 == old / 5 ? -1 : more;
            list[n] = (struct naive_option){.card = card, .row = row, .column = column};
            if (more == 0)
                snprintf(list[n].words, sizeof list[n].words, "play %s on %s (+1 +1)", naive_name(card),
                         naive_name(old));
            else
                snprintf(list[n].words, sizeof list[n].words, "play %s on %s (%+d)", naive_name(card), naive_name(old),
                         gems);
            n++;
        }
    }
    return n;
}

static int naive_options(const struct naive *t, struct naive_option list[])
{
    int n = 0;

    if (t->asks == 'p')
        return naive_plays(t, list);
    if (t->asks == 'r')
        return naive_removals(t, list);
    if (t->asks == 'c')
        return naive_captures(t, list);
    for (int card = 0; card < 15 && t->asks != 'o'; card++) {
        if (t->where[card] != IN_DECK)
            continue;
        list[n] = (struct naive_option){.card = card};
        snprintf(list[n].words, sizeof list[n].words, "%s %s", t->asks == 'l' ? "lay" : "draw", naive_name(card));
        n++;
    }
    return n;
}

/* A gem from the supply of this colour, or a purple one; its colour, or GAP if there is none. */
static int naive_take(struct naive *t, int colour)
{
    if (t->supply[colour] == 0)
        colour = 2;
    if (t->supply[colour] == 0) {
        t->last = true;
        return GAP;
    }
    t->supply[colour]--;
    return colour;
}

static void naive_add(struct naive *t, int colour, struct seen *seen)
{
    int taken = naive_take(t, colour);

    if (taken == GAP) {
        seen->added_last++;
        return;
    }
    t->gems[t->new_row][t->new_column][taken]++;
    seen->added_purple += taken != colour;
}

static void naive_remove(struct naive *t, const struct naive_option *o)
{
    t->gems[o->row][o->column][o->colour]--;
    t->removed[o->colour]++;
    t->owed--;
}

static void naive_pay(struct naive *t, struct seen *seen)
{
    int colour = t->card[t->new_row][t->new_column] / 5, taken = naive_take(t, colour);

    t->owed--;
    if (taken == GAP) {
        seen->paid_last++;
        return;
    }
    t->removed[taken]++;
    seen->paid_purple += taken != colour;
}

static void naive_capture(struct naive *t, const struct naive_option *o, struct seen *seen)
{
    bool busy = naive_gems(t, o->row, o->column) > 0;

    t->where[t->card[o->row][o->column]] = busy ? DISCARDED : IN_BOX;
    t->card[o->row][o->column] = GAP;
    for (int colour = 0; colour < 3; colour++) {
        t->broiled[colour] += t->gems[o->row][o->column][colour];
        t->gems[o->row][o->column][colour] = 0;
    }
    *(busy ? &seen->busy_captures : &seen->empty_captures) += 1;
}

static void naive_begin_turn(struct naive *t, struct seen *seen)
{
    struct naive_option list[MOVES_MAX];

    t->asks = 'p';
    if (naive_plays(t, list) > 0)
        return;
    t->asks = 'o';
    seen->ended_full++;
}

static void naive_end_turn(struct naive *t, struct seen *seen)
{
    if (t->last) {
        t->asks = 'o';
        seen->ended_missing++;
        return;
    }
    if (naive_cards(t, IN_DECK) == 0) {
        seen->shuffles++;
        for (int card = 0; card < 15; card++)
            if (t->where[card] == DISCARDED)
                t->where[card] = IN_DECK;
    }
    t->asks = 'd';
    if (naive_cards(t, IN_DECK) > 1)
        return;
    for (int card = 0; card < 15; card++)
        if (t->where[card] == IN_DECK)
            t->where[card] = IN_HAND;
    seen->single_draws++;
    naive_begin_turn(t, seen);
}

static void naive_settle(struct naive *t, struct seen *seen)
{
    struct naive_option list[MOVES_MAX];
    int n, chain = 0;

    while (t->owed > 0) {
        n = naive_removals(t, list);
        if (n > 1) {
            seen->chosen_removal++;
            t->asks = 'r';
            return;
        }
        if (n == 1) {
            naive_remove(t, &list[0]);
            seen->removed_then_paid += naive_removals(t, list) == 0 && t->owed > 0;
        } else {
            naive_pay(t, seen);
        }
    }
    while ((n = naive_captures(t, list)) > 0) {
        if (n > 1) {
            seen->chosen_capture++;
            t->asks = 'c';
            return;
        }
        naive_capture(t, &list[0], seen);
        seen->chains += ++chain == 2;
    }
    naive_end_turn(t, seen);
}

static void naive_play(struct naive *t, const struct naive_option *o, struct seen *seen)
{
    int old = t->card[o->row][o->column], played = o->card;

    t->where[old] = DISCARDED;
    t->where[played] = ON_FIELD;
    t->card[o->row][o->column] = played;
    t->new_row = o->row;
    t->new_column = o->column;
    if (played % 5 == old % 5) {
        naive_add(t, played / 5, seen);
        naive_add(t, old / 5, seen);
    } else if (played % 5 > old % 5 && played / 5 == old / 5) {
        for (int i = old % 5; i < played % 5; i++)
            naive_add(t, played / 5, seen);
    } else if (played % 5 > old % 5) {
        naive_add(t, played / 5, seen);
    } else {
        t->owed = played / 5 == old / 5 ? 1 : old % 5 - played % 5;
    }
    naive_settle(t, seen);
}

static void naive_do(struct naive *t, const struct naive_option *o, struct seen *seen)
{
    switch (t->asks) {
    case 'l':
        t->where[o->card] = ON_FIELD;
        t->card[t->laid / 3][t->laid % 3] = o->card;
        t->asks = ++t->laid == 9 ? 'd' : 'l';
        break;
    case 'd':
        t->where[o->card] = IN_HAND;
        if (naive_cards(t, IN_HAND) == 2)
            naive_begin_turn(t, seen);
        break;
    case 'p':
        naive_play(t, o, seen);
        break;
    case 'r':
        naive_remove(t, o);
        naive_settle(t, seen);
        break;
    default:
        naive_capture(t, o, seen);
        naive_settle(t, seen);
        break;
    }
}

static int naive_score(const struct naive *t)
{
    int score = 2 * t->broiled[0] + t->broiled[1] - t->broiled[2];

    for (int cell = 0; cell < 9; cell++) {
        const int *gems = t->gems[cell / 3][cell % 3];

        score += gems[2] - gems[1] - 2 * gems[0];
    }
    return score;
}

/* ---- the two tables compared ----------------------------------------------------------------- */

static void check_cards(const struct naive *t, uint32_t cards, int where)
{
    for (int card = 0; card < 15; card++)
        assert_int_equal(cards >> card & 1, t->where[card] == where);
}

/* Every card and gem, as the program's scene shows them, lies where the naive table has it. */
static void check_against(const struct naive *t, const struct state *s)
{
    static struct scene out;
    uint32_t cards[PLACE_BROILED + SUITS] = {0};
    int gems[PLACE_BROILED + SUITS][SUITS] = {0}, piece = 0;

    memset(&out, 0, sizeof out);
    scene(s, 0, &out);
    for (int i = 0; i < out.places; i++)
        for (int k = 0; k < out.place[i].pieces; k++, piece++) {
            int thing = out.piece[piece].thing, id = out.place[i].id;

            if (thing < 15)
                cards[id] |= BIT(thing);
            else if (thing >= GEM)
                gems[id][thing - GEM] += out.piece[piece].count;
        }
    check_cards(t, cards[PLACE_HAND], IN_HAND);
    check_cards(t, cards[PLACE_DECK], IN_DECK);
    check_cards(t, cards[PLACE_DISCARD], DISCARDED);
    check_cards(t, cards[PLACE_BOX], IN_BOX);
    for (int cell = 0; cell < 9; cell++)
        assert_int_equal(cards[cell], t->card[cell / 3][cell % 3] == GAP ? 0 : BIT(t->card[cell / 3][cell % 3]));
    for (int colour = 0; colour < 3; colour++) {
        for (int cell = 0; cell < 9; cell++)
            assert_int_equal(gems[cell][colour], t->gems[cell / 3][cell % 3][colour]);
        assert_int_equal(gems[PLACE_SUPPLY][colour], t->supply[colour]);
        assert_int_equal(gems[PLACE_BROILED + colour][colour], t->broiled[colour]);
        assert_int_equal(gems[PLACE_BOX][colour], t->removed[colour]);
    }
    assert_int_equal(out.score[0], naive_score(t));
    assert_int_equal(actors(s), t->asks == 'o' ? 0 : t->asks == 'l' || t->asks == 'd' ? BIT(CHANCE) : BIT(0));
}

static uint32_t naive_set(const struct naive *t, int where)
{
    uint32_t set = 0;

    for (int card = 0; card < 15; card++)
        set |= (uint32_t)(t->where[card] == where) << card;
    return set;
}

/* Equal positions are equal bytes, whatever went before: the state written down anew from the naive table is the same.
 */
static void check_bytes(const struct naive *t, const struct state *s)
{
    static const char letters[] = "ldprco";
    bool turn = t->asks == 'r' || t->asks == 'c';
    struct state anew = {
        .hand = (uint16_t)naive_set(t, IN_HAND),
        .discard = (uint16_t)naive_set(t, DISCARDED),
        .deck = pool_of(naive_set(t, IN_DECK)),
        .decked = (uint8_t)naive_cards(t, IN_DECK),
        .phase = (uint8_t)(strchr(letters, t->asks) - letters),
        .played = (uint8_t)(turn ? 3 * t->new_row + t->new_column : 0),
        .owed = (uint8_t)t->owed,
        .missing = t->last,
    };

    for (int colour = 0; colour < 3; colour++) {
        anew.supply = (uint16_t)(anew.supply | t->supply[colour] << 4 * colour);
        anew.broiled = (uint16_t)(anew.broiled | t->broiled[colour] << 4 * colour);
    }
    for (int cell = 0; cell < 9; cell++) {
        const int *gems = t->gems[cell / 3][cell % 3];

        if (t->card[cell / 3][cell % 3] == GAP)
            continue;
        anew.field |= (uint16_t)BIT(cell);
        anew.card[cell] = (uint8_t)t->card[cell / 3][cell % 3];
        anew.gems[cell] = (uint16_t)(gems[0] | gems[1] << 4 | gems[2] << 8);
        for (int colour = 0; colour < 3; colour++)
            anew.held |= (uint32_t)(gems[colour] > 0) << (colour * 9 + cell);
    }
    assert_memory_equal(&anew, s, sizeof anew);
}

/* Random players, adders, who prefer to add, and scrimpers, who prefer to move a single gem: they come into positions
 * that random players do not. */
enum { RANDOM, ADDER, SCRIMPER, STYLES };

static bool to_taste(const char *words, int style)
{
    return style == ADDER ? strchr(words, '+') != NULL : style == SCRIMPER ? strstr(words, "1)") != NULL : false;
}

/* Both have the same options, by their words; one of them is made at both tables. */
static void step_both(struct naive *t, struct state *s, int style, struct luck *luck, struct seen *seen)
{
    struct naive_option list[MOVES_MAX];
    struct speech plain = speech_plain(&game_bandersnatch);
    move_t move[MOVES_MAX];
    int actor = bit_lowest(actors(s)), n = game_options(&game_bandersnatch, s, actor, move, NULL);
    int same[MOVES_MAX] = {0}, chosen = (int)luck_below(luck, (uint32_t)n);

    assert_int_equal(n, naive_options(t, list));
    for (int i = 0; i < n; i++) {
        char words[64];
        struct text text = text_in(words, sizeof words);

        phrase_put(&text, &plain, say(s, actor, move[i]));
        for (same[i] = 0; same[i] < n && strcmp(list[same[i]].words, words) != 0; same[i]++)
            ;
        assert_true(same[i] < n);
        if (to_taste(words, style) && luck_below(luck, 2))
            chosen = i;
    }
    apply(s, actor, move[chosen], NULL);
    naive_do(t, &list[same[chosen]], seen);
}

static void random_games_agree_with_the_naive_table(void **unused)
{
    struct setup setup = {.seats = 1};
    struct luck luck = {3};
    struct seen seen = {0};

    (void)unused;
    for (int game = 0; game < 6000; game++) {
        struct naive t;
        struct state s;

        naive_start(&t);
        start(&s, &setup);
        check_against(&t, &s);
        while (actors(&s)) {
            step_both(&t, &s, game % STYLES, &luck, &seen);
            check_against(&t, &s);
            check_bytes(&t, &s);
        }
        assert_int_equal(result_of(&s).score[0], naive_score(&t));
        assert_int_equal(result_of(&s).line[0].phrase.text, t.last ? T_ENDED_MISSING : T_ENDED_FULL);
    }
    assert_true(seen.added_purple && seen.paid_purple && seen.added_last && seen.paid_last);
    assert_true(seen.chosen_removal && seen.chosen_capture && seen.chains && seen.removed_then_paid);
    assert_true(seen.empty_captures && seen.busy_captures && seen.shuffles && seen.single_draws);
    assert_true(seen.ended_missing && seen.ended_full);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static move_t random_move(const struct state *s, struct luck *luck)
{
    move_t list[MOVES_MAX];

    if (actors(s) == BIT(CHANCE))
        return draw(s, luck_below(luck, odds(s)));
    return list[luck_below(luck, (uint32_t)moves(s, 0, list))];
}

/* To the end at random; the score. */
static int play_out(struct state s, struct luck *luck)
{
    while (actors(&s))
        apply(&s, 0, random_move(&s, luck), NULL);
    return score(&s);
}

/* Whatever is played: no score is above 32, and every play but the last of a game brings gems nearer to the box. That
 * is what length_max rests on: with 2 for each gem in the supply and 1 for each on the field, the sum begins at 48 and
 * falls with every play that is not the last. */
static void no_game_is_above_32_or_too_long(void **unused)
{
    struct setup setup = {.seats = 1};
    struct luck luck = {5};

    (void)unused;
    assert_int_equal(game_bandersnatch.length_max, 9 + 4 + (24 + 24 + 1) + (24 + 24) + 24 + 8);
    for (int game = 0; game < 100000; game++) {
        struct state s;
        int length = 0, before = 49, plays = 0;

        start(&s, &setup);
        while (actors(&s)) {
            if (s.phase == PLAY) {
                int now = 0;

                for (int suit = 0; suit < SUITS; suit++) {
                    now += 2 * gems_of(s.supply, suit);
                    for (int cell = 0; cell < 9; cell++)
                        now += gems_of(s.gems[cell], suit);
                }
                assert_true(now < before);
                before = now;
                plays++;
            }
            apply(&s, 0, random_move(&s, &luck), NULL);
            length++;
        }
        assert_true(plays <= 49);
        assert_true(length <= (int)game_bandersnatch.length_max);
        assert_true(score(&s) <= 32 && score(&s) >= -32);
    }
}

/* Whatever is set: the hand is full at every play, no gem is lost, and no game is too long or above the perfect score.
 */
static void every_number_can_be_played_to_the_end(void **unused)
{
    struct luck luck = {11};

    (void)unused;
    for (int game = 0; game < 3 * 5 * 100; game++) {
        struct setup setup = {.seats = 1, .option = {(uint8_t)(game % 3), (uint8_t)(game / 3 % 5)}};
        int cards = option_number(&game_bandersnatch.options[0], setup.option[0]);
        int gems = option_number(&game_bandersnatch.options[1], setup.option[1]), length = 0;
        struct state s;

        start(&s, &setup);
        for (; actors(&s); length++) {
            bool chance_acts = actors(&s) == BIT(CHANCE);

            if (s.phase == PLAY)
                assert_int_equal(bit_count(s.hand), cards);
            check_heap(s.supply + s.broiled + gems_on_field(&s) +
                           (uint32_t)(shown(&s, PLACE_BOX, GEM) | shown(&s, PLACE_BOX, GEM + 1) << 4 |
                                      shown(&s, PLACE_BOX, GEM + 2) << 8),
                       gems, gems, gems);
            apply(&s, 0, chance_acts || game % 2 ? random_move(&s, &luck) : habit(&s, 0, &luck), NULL);
        }
        assert_true(length <= (int)game_bandersnatch.length_max);
        assert_true(score(&s) <= 4 * gems);
    }
}

/* Somebody who tries: of all options the one after which random play scores best. */
static int purposeful_game(struct luck *luck, int tries)
{
    struct setup setup = {.seats = 1};
    move_t list[MOVES_MAX];
    struct state s;

    start(&s, &setup);
    while (actors(&s)) {
        move_t best = 0;
        int best_sum = -1000000, n;

        if (actors(&s) == BIT(CHANCE)) {
            apply(&s, CHANCE, random_move(&s, luck), NULL);
            continue;
        }
        n = moves(&s, 0, list);
        for (int i = 0; i < n; i++) {
            int sum = 0;

            for (int k = 0; k < tries; k++) {
                struct state after = s;

                apply(&after, 0, list[i], NULL);
                sum += play_out(after, luck);
            }
            if (sum > best_sum) {
                best_sum = sum;
                best = list[i];
            }
        }
        apply(&s, 0, best, NULL);
    }
    return score(&s);
}

/* With these few tries it reaches 13 points on average, four victories in five games and 22 at best. */
static void a_purposeful_player_wins_but_not_above_32(void **unused)
{
    enum { GAMES = 40, TRIES = 20 };
    struct luck luck = {7};
    int victories = 0;

    (void)unused;
    for (int game = 0; game < GAMES; game++) {
        int reached = purposeful_game(&luck, TRIES);

        assert_true(reached <= 32);
        victories += reached >= 10;
    }
    assert_true(victories > GAMES / 2);
}

/* ---- what bots are told ---------------------------------------------------------------------- */

static int32_t expects(const struct state *s)
{
    int32_t points;

    assert_true(standing(s, &points) >= 1);
    return points;
}

/* How much more is expected with a green gem in the middle than with two that cancel each other, when some of the
 * cards beside it are busy in the same way. */
static int32_t worth_of_green_in_the_middle(const int field[9], int busy)
{
    static const int beside_it[] = {1, 3, 5, 7};
    struct state s = position(field, P(4), Y(2)), none;

    for (int i = 0; i < busy; i++)
        put(&s, beside_it[i], 0, 1, 1);
    none = s;
    put(&s, 4, 1, 0, 0);
    put(&none, 4, 0, 1, 1);
    return expects(&s) - expects(&none);
}

static void a_green_gem_promises_more_the_fewer_empty_cards_are_beside_it(void **unused)
{
    (void)unused;
    for (int busy = 1; busy <= 4; busy++)
        assert_true(worth_of_green_in_the_middle(plain_field, busy) >
                    worth_of_green_in_the_middle(plain_field, busy - 1));
    assert_int_equal(worth_of_green_in_the_middle(plain_field, 4), 2 * POINT);
}

static void gems_on_a_card_without_neighbours_will_stay(void **unused)
{
    (void)unused;
    assert_int_equal(worth_of_green_in_the_middle(FIELD(G(1), GAP, Y(3), GAP, P(1), GAP, Y(4), GAP, P(5)), 0),
                     -2 * POINT);
}

/* One of the two is broiled and the other stays: 2 - 1 or 1 - 2. */
static void habit_captures_what_is_worth_more(void **unused)
{
    struct state s = position(FIELD(G(1), Y(1), GAP, GAP, GAP, GAP, Y(4), Y(5), P(5)), P(4), Y(2));

    (void)unused;
    put(&s, 0, 1, 0, 0);
    put(&s, 1, 0, 1, 0);
    play_on_cell(&s, P(4), 7);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct luck luck = {seed};

        assert_int_equal(habit(&s, 0, &luck), MOVE_CAPTURE + 0);
    }
}

static void a_player_by_habit_wins_more_often_than_not(void **unused)
{
    enum { GAMES = 200 };
    struct luck luck = {3};
    int victories = 0;

    (void)unused;
    for (int game = 0; game < GAMES; game++) {
        struct setup setup = {.seats = 1};
        struct state s;

        start(&s, &setup);
        while (actors(&s)) {
            bool chance_acts = actors(&s) == BIT(CHANCE);
            move_t move = chance_acts ? random_move(&s, &luck) : habit(&s, 0, &luck);

            assert_true(chance_acts || can(&s, move));
            apply(&s, chance_acts ? CHANCE : 0, move, NULL);
        }
        assert_int_equal(expects(&s), score(&s) * POINT);
        victories += score(&s) >= 10;
    }
    assert_true(victories > GAMES / 2);
}

/* ---- what is foreseen of a move ---------------------------------------------------------------- */

static void start_at(struct trial *t, const struct state *s)
{
    trial_start(t, "bandersnatch");
    memcpy(t->match.state, s, sizeof *s);
}

/* Purple 4 on purple 1 adds three gems, and green 1 in the corner has no empty neighbour any more: green at 2 and
 * yellow at 1 are broiled, which had counted against the player, and the purple ones count for them. Which card is
 * drawn then nobody knows. */
static void a_capture_is_foreseen_with_its_points_but_not_the_card_drawn_then(void **unused)
{
    struct state s = position(FIELD(G(1), P(1), G(4), G(5), Y(1), Y(3), Y(4), Y(5), P(5)), P(4), Y(2));
    const struct preview *preview;
    struct trial t;

    (void)unused;
    put(&s, 0, 2, 1, 0);
    put(&s, 3, 0, 0, 1);
    start_at(&t, &s);
    preview = trial_foresees(
        &t, 0, "play purple 4 on purple 1 (+3)",
        "Score: you +13. You play purple 4 on purple 1, which is discarded. 3 purple gems are added to purple 4. Green "
        "1 is captured and discarded. 2 green gems are broiled. 1 yellow gem is broiled. Points for broiled gems +5, "
        "points for gems on the field +8. You draw a card.");
    assert_int_equal(preview->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, preview),
                        "Points of seat 0 +13; Points for broiled gems of seat 0 +5; Points for gems on the field of "
                        "seat 0 +8; Busy cards of field -1 of at most 8; Purple gems in the supply of supply -1 -3");
    trial_end(&t);
}

/* Of two captures the player chooses, and the other follows from it; an empty card leaves the game. */
static void captures_are_foreseen_up_to_the_choice_and_then_to_the_shuffling(void **unused)
{
    struct state s = position(FIELD(G(1), P(1), G(4), G(5), Y(1), Y(3), Y(4), Y(5), P(5)), P(4), Y(2));
    const struct preview *preview;
    struct trial t;

    (void)unused;
    put(&s, 0, 2, 1, 0);
    put(&s, 3, 0, 0, 1);
    put(&s, 5, 0, 0, 1);
    stack(&s, 0, BIT(P(3)));
    start_at(&t, &s);
    preview = trial_foresees(&t, 0, "play purple 4 on purple 1 (+3)",
                             "Score: you +3. You play purple 4 on purple 1, which is discarded. 3 purple gems are "
                             "added to purple 4. Points for gems on the field now 0.");
    assert_int_equal(preview->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, preview),
                        "Points of seat 0 +3; Points for gems on the field of seat 0 +3; Busy cards of field -1 +1; "
                        "Purple gems in the supply of supply -1 -3");
    trial_do(&t, "0", "play purple 4 on purple 1 (+3)");
    preview = trial_foresees(
        &t, 0, "capture green 1",
        "Score: you +10. Green 1 is captured and discarded. 2 green gems are broiled. 1 yellow gem is broiled. Green 4 "
        "is captured empty and leaves the game. The deck is empty: the discard pile is shuffled, 3 cards. Points for "
        "broiled gems +5, points for gems on the field +5. You draw a card.");
    assert_int_equal(preview->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, preview),
                        "Points of seat 0 +10; Points for broiled gems of seat 0 +5; Points for gems on the field of "
                        "seat 0 +5; Busy cards of field -1 -1");
    trial_end(&t);
}

/* Purple 2 on yellow 5 removes three gems, and the player chooses among those beside it. */
static void each_removal_is_foreseen_by_itself(void **unused)
{
    struct state s = position(plain_field, P(2), Y(2));
    const struct preview *preview;
    struct trial t;

    (void)unused;
    put(&s, 6, 1, 1, 0);
    put(&s, 8, 0, 0, 1);
    start_at(&t, &s);
    preview = trial_foresees(&t, 0, "play purple 2 on yellow 5 (-3)",
                             "You play purple 2 on yellow 5, which is discarded.");
    assert_int_equal(preview->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, preview), "Gems to remove of seat 0 is 3");
    trial_do(&t, "0", "play purple 2 on yellow 5 (-3)");
    preview = trial_foresees(
        &t, 0, "remove a green gem from yellow 4",
        "Score: you +2. You remove a green gem from yellow 4. Points for gems on the field now 0, gems to remove -1.");
    assert_int_equal(preview->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, preview),
                        "Points of seat 0 +2; Points for gems on the field of seat 0 +2; Gems to remove of seat 0 -1");
    trial_end(&t);
}

/* Three purple gems are needed and two are there: after the capture the game is over, and nothing is drawn. */
static void the_end_for_want_of_a_purple_gem_is_foreseen(void **unused)
{
    struct state s = position(FIELD(G(1), P(1), G(4), G(5), Y(1), Y(3), Y(4), Y(5), P(5)), P(4), Y(2));
    const struct preview *preview;
    struct trial t;

    (void)unused;
    put(&s, 0, 2, 1, 0);
    put(&s, 3, 0, 0, 1);
    leave(&s, 6, 7, 2);
    start_at(&t, &s);
    preview = trial_foresees(
        &t, 0, "play purple 4 on purple 1 (+3)",
        "Score: you +12. You play purple 4 on purple 1, which is discarded. 2 purple gems are added to purple 4. A "
        "purple gem is missing: this turn is the last. Green 1 is captured and discarded. 2 green gems are broiled. 1 "
        "yellow gem is broiled. A purple gem was needed and missing: the game is over. Points for broiled gems +5, "
        "points for gems on the field +7.");
    assert_int_equal(preview->next, NEXT_OVER);
    assert_string_equal(trial_changes(&t, preview),
                        "Points of seat 0 +12; Points for broiled gems of seat 0 +5; Points for gems on the field of "
                        "seat 0 +7; Busy cards of field -1 of at most 8; Purple gems in the supply of supply -1 -2");
    trial_end(&t);
}

/* By subtraction the player knows the only card that is left. */
static void the_last_card_of_the_deck_is_foreseen(void **unused)
{
    struct state s = position(plain_field, P(2), Y(2));
    const struct preview *preview;
    struct trial t;

    (void)unused;
    stack(&s, BIT(P(3)), 0);
    start_at(&t, &s);
    preview = trial_foresees(&t, 0, "play yellow 2 on yellow 1 (+1)",
                             "Score: you -1. You play yellow 2 on yellow 1, which is discarded. 1 yellow gem is added "
                             "to yellow 2. You draw purple 3. Points for gems on the field -1.");
    assert_int_equal(preview->next, NEXT_OWN);
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nine_cards_are_laid_and_two_drawn),
        cmocka_unit_test(any_card_comes_first_with_the_same_chance),
        cmocka_unit_test(box_has_15_number_cards_3_jabberwocky_cards_and_8_gems_of_each_colour),
        cmocka_unit_test(a_hand_card_goes_on_an_empty_card_which_is_discarded),
        cmocka_unit_test(busy_cards_cannot_be_replaced),
        cmocka_unit_test(higher_of_the_same_colour_adds_the_difference),
        cmocka_unit_test(higher_of_another_colour_adds_one_of_the_new_colour),
        cmocka_unit_test(lower_of_the_same_colour_removes_one),
        cmocka_unit_test(lower_of_another_colour_removes_the_difference),
        cmocka_unit_test(equal_adds_one_of_each_colour),
        cmocka_unit_test(play_table_for_every_pair),
        cmocka_unit_test(purple_is_added_for_each_green_or_yellow_that_is_missing),
        cmocka_unit_test(the_last_purple_gem_does_not_end_the_game),
        cmocka_unit_test(what_can_be_added_is_and_a_missing_purple_gem_ends_the_game),
        cmocka_unit_test(equal_cards_take_a_purple_gem_for_either_colour),
        cmocka_unit_test(gems_are_removed_one_at_a_time_from_any_card_beside_in_any_colour),
        cmocka_unit_test(neighbours_are_the_cards_above_below_left_and_right),
        cmocka_unit_test(a_single_kind_of_gem_on_a_single_card_is_removed_by_the_rules),
        cmocka_unit_test(different_gems_are_chosen_even_where_all_are_removed),
        cmocka_unit_test(the_supply_pays_only_what_the_cards_beside_cannot),
        cmocka_unit_test(purple_is_removed_for_each_green_or_yellow_that_is_missing),
        cmocka_unit_test(a_purple_gem_missing_for_a_removal_ends_the_game),
        cmocka_unit_test(gems_on_diagonal_cards_are_not_there_to_remove),
        cmocka_unit_test(yellow_4_between_purple_3_and_purple_4_is_captured),
        cmocka_unit_test(a_busy_card_is_broiled_and_discarded_in_all_its_colours),
        cmocka_unit_test(an_empty_card_leaves_the_game),
        cmocka_unit_test(the_card_played_this_turn_is_not_captured_this_turn),
        cmocka_unit_test(captures_follow_every_play),
        cmocka_unit_test(removal_comes_before_capture),
        cmocka_unit_test(one_empty_neighbour_is_enough_to_be_safe),
        cmocka_unit_test(a_card_without_neighbours_is_not_captured),
        cmocka_unit_test(a_gap_does_not_protect),
        cmocka_unit_test(the_player_chooses_which_capture_is_next_and_cannot_decline),
        cmocka_unit_test(a_capture_may_save_another_card),
        cmocka_unit_test(a_capture_may_enable_another),
        cmocka_unit_test(single_captures_follow_each_other_by_the_rules),
        cmocka_unit_test(hand_is_drawn_up_to_two),
        cmocka_unit_test(discard_pile_becomes_the_deck_only_when_a_card_must_be_drawn),
        cmocka_unit_test(captured_cards_are_shuffled_in_too),
        cmocka_unit_test(hand_can_always_be_refilled),
        cmocka_unit_test(a_missing_purple_gem_ends_the_game_after_the_captures_without_a_draw),
        cmocka_unit_test(nor_is_the_discard_pile_shuffled_at_the_end),
        cmocka_unit_test(the_game_ends_when_no_card_is_empty),
        cmocka_unit_test(one_empty_card_keeps_the_game_going),
        cmocka_unit_test(a_single_empty_card_left_is_played_on),
        cmocka_unit_test(example_field_0_and_broiled_9_make_9),
        cmocka_unit_test(each_gem_scores_by_its_colour_and_place),
        cmocka_unit_test(gems_in_the_supply_and_out_of_the_game_count_nothing),
        cmocka_unit_test(grades_begin_at_5_10_15_20_and_32),
        cmocka_unit_test(the_worst_score_has_a_grade_too),
        cmocka_unit_test(result_says_that_a_purple_gem_was_missing),
        cmocka_unit_test(score_so_far_is_shown),
        cmocka_unit_test(a_supply_without_purple_gems_is_warned_of),
        cmocka_unit_test(last_turn_is_announced),
        cmocka_unit_test(everybody_sees_the_same_and_the_deck_by_subtraction),
        cmocka_unit_test(field_is_a_square_of_places_with_gaps_and_the_new_card_marked),
        cmocka_unit_test(moves_are_made_by_touching_cards_and_gems),
        cmocka_unit_test(prompts_say_what_is_expected),
        cmocka_unit_test(log_tells_a_turn),
        cmocka_unit_test(pieces_of_a_turn_are_carried_where_the_words_say),
        cmocka_unit_test(removed_gems_are_carried_out_of_the_game),
        cmocka_unit_test(missing_gem_is_told_once),
        cmocka_unit_test(counters_are_the_score_its_parts_and_the_busy_cards),
        cmocka_unit_test(a_counter_says_how_many_gems_are_still_to_be_removed),
        cmocka_unit_test(goal_is_a_victory_and_then_the_next_grade),
        cmocka_unit_test(things_are_explained),
        cmocka_unit_test(hand_may_have_three_or_four_cards),
        cmocka_unit_test(gems_may_be_as_few_as_four_of_a_colour),
        cmocka_unit_test(random_games_agree_with_the_naive_table),
        cmocka_unit_test(no_game_is_above_32_or_too_long),
        cmocka_unit_test(every_number_can_be_played_to_the_end),
        cmocka_unit_test(a_purposeful_player_wins_but_not_above_32),
        cmocka_unit_test(a_green_gem_promises_more_the_fewer_empty_cards_are_beside_it),
        cmocka_unit_test(gems_on_a_card_without_neighbours_will_stay),
        cmocka_unit_test(habit_captures_what_is_worth_more),
        cmocka_unit_test(a_player_by_habit_wins_more_often_than_not),
        cmocka_unit_test(a_capture_is_foreseen_with_its_points_but_not_the_card_drawn_then),
        cmocka_unit_test(captures_are_foreseen_up_to_the_choice_and_then_to_the_shuffling),
        cmocka_unit_test(each_removal_is_foreseen_by_itself),
        cmocka_unit_test(the_end_for_want_of_a_purple_gem_is_foreseen),
        cmocka_unit_test(the_last_card_of_the_deck_is_foreseen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
