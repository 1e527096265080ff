/* test_gnoming_a_round: every rule, ruling and example of docs/rules/gnoming-a-round.md. The source is included, so
 * that positions can be laid out directly. */
#include "help.h"

#include "../src/games/gnoming_a_round.c"

#define SEEN_GAME game_gnoming_a_round
#include "seen.h"

/* ---- laying out positions -------------------------------------------------------------------- */

/* A card by its name or mark; "?" is a face-down one. */
static int card_named(const char *word)
{
    for (int card = 0; card < THINGS_N; card++)
        if (strcmp(things[card].mark, word) == 0 || strcmp(things[card].name, word) == 0)
            return card;
    fail_msg("'%s' is no card", word);
    return 0;
}

/* The cards of a list such as "3 -2 H ?"; their number. */
static int read_cards(const char *list, int card[], int max)
{
    int n = 0;

    for (const char *at = list; *at;) {
        char word[16];
        size_t length = strcspn(at, " ");

        assert_in_range(length, 1, sizeof word - 1);
        assert_true(n < max);
        memcpy(word, at, length);
        word[length] = 0;
        card[n++] = card_named(word);
        at += length + strspn(at + length, " ");
    }
    return n;
}

static uint64_t grid_of(const char *list)
{
    int card[PLACES];
    uint64_t grid = 0;

    assert_int_equal(read_cards(list, card, PLACES), PLACES);
    for (int place = 0; place < PLACES; place++)
        grid |= (uint64_t)card[place] << 4 * place;
    return grid;
}

static void take_out(struct state *s, int card)
{
    assert_true(unseen_count(s->pool[0], card) > 0);
    s->pool[0] -= POOL_OF(card, 1);
}

/* Row by row, with "?" for face-down cards. */
static void lay_grid(struct state *s, int seat, const char *list)
{
    s->grid[seat] = grid_of(list);
    for (int place = 0; place < PLACES; place++)
        if (card_at(s->grid[seat], place))
            take_out(s, card_at(s->grid[seat], place));
}

/* From the bottom to the top; the cards come from the draw pile. */
static void lay_discards(struct state *s, int pile, const char *list)
{
    int card[64], n = *list ? read_cards(list, card, 64) : 0;

    for (int i = 0; i < n; i++) {
        take_out(s, card[i]);
        s->pile--;
        discard_on(s, pile, card[i]);
    }
}

/* Before the first turn of a round of seat 0: nothing lies in the open yet. */
static struct state bare(int seats)
{
    struct setup setup = {.seats = (uint8_t)seats};
    struct state s;

    start(&s, &setup);
    apply(&s, CHANCE, MOVE_SEAT, NULL);
    return s;
}

#define ALL_DOWN "? ? ? ? ? ? ? ? ?"

/* It is seat 0's turn, with this grid and these discards; the others have two 8s face up. */
static struct state table(int seats, const char *grid, const char *left, const char *right)
{
    struct state s = bare(seats);

    lay_grid(&s, 0, grid);
    for (int seat = 1; seat < seats; seat++)
        lay_grid(&s, seat, "8 8 ? ? ? ? ? ? ?");
    lay_discards(&s, LEFT, left);
    lay_discards(&s, RIGHT, right);
    begin_turn(&s, NULL);
    return s;
}

static int find(const struct state *s, int actor, const char *words)
{
    return state_find(&game_gnoming_a_round, s, actor, words);
}

static bool can(const struct state *s, int actor, const char *words)
{
    return find(s, actor, words) >= 0;
}

static void act(struct state *s, int actor, const char *words)
{
    int move = find(s, actor, words);

    if (move < 0)
        fail_msg("%s cannot '%s' in phase %d", actor_word(actor), words, s->phase);
    apply(s, actor, (move_t)move, NULL);
}

/* The seat whose turn it is draws this card from the draw pile. */
static void draws(struct state *s, const char *card)
{
    char words[64];

    if (s->phase == DRAW)
        act(s, s->turn, "draw from the draw pile");
    snprintf(words, sizeof words, "seat %d draws the %s", s->turn, things[card_named(card)].name);
    act(s, CHANCE, words);
}

/* The card from this place is turned over. */
static void turned_over(struct state *s, const char *place, const char *card)
{
    char words[64];

    snprintf(words, sizeof words, "the card from %s is the %s", place, things[card_named(card)].name);
    act(s, CHANCE, words);
}

static int options_n(const struct state *s, int seat)
{
    move_t move[MOVES_MAX];

    return moves(s, seat, move);
}

/* The places at which the card in hand can be put, such as "A1 C3". */
static void expect_places(const struct state *s, const char *verb, const char *places)
{
    char found[64] = "", words[64];

    for (int place = 0; place < PLACES; place++) {
        snprintf(words, sizeof words, "%s %s", verb, texts[T_PLACE + place]);
        if (!can(s, s->turn, words))
            continue;
        if (found[0])
            strcat(found, " ");
        strcat(found, texts[T_PLACE + place]);
    }
    assert_string_equal(found, places);
}

#define EVERY_PLACE "A1 B1 C1 A2 B2 C2 A3 B3 C3"

static bool can_discard(const struct state *s, const char *pile)
{
    char words[64];

    snprintf(words, sizeof words, "discard it on the %s pile", pile);
    return can(s, s->turn, words);
}

static void expect_grid(const struct state *s, int seat, const char *list)
{
    uint64_t grid = grid_of(list);

    for (int place = 0; place < PLACES; place++)
        assert_string_equal(things[card_at(s->grid[seat], place)].mark, things[card_at(grid, place)].mark);
}

static void expect_top(const struct state *s, int pile, const char *card, int cards)
{
    assert_int_equal(s->stacked[pile], cards);
    assert_string_equal(things[top_of(s, pile)].mark, card);
}

/* All pieces of the box are somewhere: in a pool, in the open, in hand or out of play. */
static void expect_whole_box(const struct state *s)
{
    int count[THINGS_N] = {0}, down = 0;

    for (int seat = 0; seat < s->seats; seat++)
        for (int place = 0; place < PLACES; place++)
            count[card_at(s->grid[seat], place)]++;
    down = count[FACE_DOWN] + (s->phase == TURN_OVER);
    count[FACE_DOWN] = 0;
    for (int pile = 0; pile < PILES; pile++)
        for (int n = 0; n < s->stacked[pile]; n++)
            count[discard_at(s, pile, n)]++;
    count[HAZARD] += s->gone;
    if (s->hand)
        count[s->hand]++;
    for (int card = 1; card < THINGS_N; card++) {
        count[card] += unseen_count(s->pool[0], card) + unseen_count(s->pool[1], card);
        assert_int_equal(count[card], box_cards[card]);
    }
    assert_int_equal(count[FACE_DOWN], 0);
    if (s->fresh) {
        assert_int_equal(unseen_size(s->pool[0]), down);
        assert_int_equal(unseen_size(s->pool[1]), s->pile);
    } else {
        assert_int_equal(unseen_size(s->pool[0]), down + s->pile);
        assert_int_equal(s->pool[1], 0);
    }
}

/* ---- the box --------------------------------------------------------------------------------- */

static void the_box_has_110_cards(void **unused)
{
    static const struct {
        const char *name;
        int count, points;
    } expected[] = {{"3", 14, 3},  {"4", 14, 4},  {"5", 14, 5},  {"6", 14, 6},  {"7", 13, 7},      {"8", 13, 8},
                    {"-1", 6, -1}, {"-2", 8, -2}, {"-3", 5, -3}, {"-4", 3, -4}, {"hazard", 3, 10}, {"mulligan", 3, 0}};
    struct setup setup = {.seats = 4};
    uint16_t count[THINGS_N] = {0};
    int sum = 0;

    (void)unused;
    contents(&setup, count);
    assert_int_equal(THINGS_N - 1, sizeof expected / sizeof expected[0]);
    for (int i = 0; i < THINGS_N - 1; i++) {
        int card = card_named(expected[i].name);

        assert_int_equal(count[card], expected[i].count);
        assert_int_equal(card_points[card], expected[i].points);
        sum += count[card];
    }
    assert_int_equal(sum, 110);
    assert_int_equal(count[FACE_DOWN], 0);
}

/* The pool of unseen cards against a plain list. */
static void a_pool_draws_each_of_its_cards(void **unused)
{
    struct luck luck = {1};

    (void)unused;
    for (int i = 0; i < 3000; i++) {
        int count[THINGS_N] = {0}, kinds = 0;
        uint64_t pool = 0;
        uint32_t r = 0;

        for (int card = 1; card < THINGS_N; card++) {
            if (luck_below(&luck, 3) == 0)
                continue;
            count[card] = (int)luck_below(&luck, (uint32_t)box_cards[card] + 1);
            kinds += count[card] > 0;
            pool += POOL_OF(card, count[card]);
        }
        for (int card = 1; card < THINGS_N; card++) {
            assert_int_equal(unseen_count(pool, card), count[card]);
            for (int k = 0; k < count[card]; k++)
                assert_int_equal(unseen_nth(pool, r++), card);
        }
        assert_int_equal(unseen_size(pool), r);
        if (pool)
            assert_int_equal(unseen_alike(pool), kinds == 1);
    }
    assert_int_equal(unseen_size(POOL_BOX), 110);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* [R] 2 to 7 seats. Nine cards each, the rest is the draw pile, two start the discard piles. */
static void everybody_gets_nine_cards_face_down(void **unused)
{
    (void)unused;
    assert_int_equal(game_gnoming_a_round.seats_min, 2);
    assert_int_equal(game_gnoming_a_round.seats_max, 7);
    for (int seats = 2; seats <= 7; seats++) {
        struct trial t;
        char id[32], words[64];

        snprintf(id, sizeof id, "gnoming-a-round:%d", seats);
        trial_start(&t, id);
        assert_int_equal(trial_options(&t, "chance"), seats); /* [R] the starting seat is drawn */
        snprintf(words, sizeof words, "seat %d starts", seats - 1);
        trial_do(&t, "chance", words);
        trial_do(&t, "chance", "turn up the 5 for a discard pile");
        trial_do(&t, "chance", "turn up the mulligan for a discard pile");
        assert_string_equal(trial_log(&t, "0"), "The mulligan starts the right discard pile\n");
        snprintf(words, sizeof words, "Draw pile: [?]x%d\n", 110 - 9 * seats - 2);
        for (int viewer = 0; viewer < seats; viewer++) { /* nobody looks, not even the owner */
            assert_non_null(strstr(trial_board(&t, actor_word(viewer)), words));
            assert_int_equal(trial_count(&t, actor_word(viewer), "card"), 108);
        }
        assert_non_null(strstr(trial_board(&t, "0"), "Discard piles: Left (1): [5]   Right (1): [M]\n"));
        trial_end(&t);
    }
}

/* [R] */
static void a_hazard_starts_no_discard_pile(void **unused)
{
    struct state s = bare(3);

    (void)unused;
    act(&s, CHANCE, "turn up the hazard for a discard pile");
    act(&s, CHANCE, "turn up the 8 for a discard pile");
    act(&s, CHANCE, "turn up the hazard for a discard pile");
    act(&s, CHANCE, "turn up the hazard for a discard pile");
    assert_false(can(&s, CHANCE, "turn up the hazard for a discard pile"));
    act(&s, CHANCE, "turn up the -4 for a discard pile");
    expect_top(&s, LEFT, "8", 1);
    expect_top(&s, RIGHT, "-4", 1);
    assert_int_equal(s.gone, 3);
    assert_int_equal(s.pile, 110 - 27 - 5);
    assert_int_equal(s.phase, SET_UP);
    expect_whole_box(&s);
}

/* All at once: nobody learns of another's choice before the last is in. */
static void each_seat_turns_up_two_cards_unseen(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gnoming-a-round:3");
    trial_do(&t, "chance", "seat 1 starts");
    trial_do(&t, "chance", "turn up the 5 for a discard pile");
    trial_do(&t, "chance", "turn up the 6 for a discard pile");
    for (int seat = 0; seat < 3; seat++)
        assert_true(trial_asked(&t, actor_word(seat)));
    assert_int_equal(trial_options(&t, "2"), 9);
    assert_string_equal(trial_prompt(&t, "2"), "Turn up two of your cards: which is the first?");
    trial_do(&t, "2", "turn up B2");
    assert_string_equal(trial_prompt(&t, "2"), "Turn up two of your cards: which is the second?");
    assert_int_equal(trial_options(&t, "2"), 8);
    assert_false(trial_can(&t, "2", "turn up B2"));
    trial_do(&t, "2", "turn up A1");
    assert_false(trial_asked(&t, "2"));
    assert_string_equal(trial_log(&t, "0"), "");
    trial_do(&t, "0", "turn up C3");
    trial_do(&t, "0", "turn up A1");
    trial_do(&t, "1", "turn up A1");
    trial_do(&t, "1", "turn up A2");
    trial_do(&t, "chance", "A1 of seat 0 is the hazard"); /* no effect */
    assert_string_equal(trial_log(&t, "1"), "Seat 0 turns up A1: hazard\n");
    trial_do(&t, "chance", "C3 of seat 0 is the mulligan");
    trial_do(&t, "chance", "A1 of seat 1 is the 3");
    trial_do(&t, "chance", "A2 of seat 1 is the 3");
    assert_string_equal(trial_log(&t, "1"), "You turn up A2: 3\n");
    trial_do(&t, "chance", "A1 of seat 2 is the -1");
    trial_do(&t, "chance", "B2 of seat 2 is the 8");
    assert_true(trial_asked(&t, "1"));
    assert_string_equal(trial_prompt(&t, "1"), "You draw from the draw pile or take the top card of a discard pile");
    assert_non_null(strstr(trial_board(&t, "0"),
                           "You:                    Seat 1:                 Seat 2:\n"
                           "    A     B     C           A     B     C           A     B     C\n"
                           "1  [H]   [?]   [?]      1  [3]   [?]   [?]      1 [-1]   [?]   [?]\n"
                           "2  [?]   [?]   [?]      2  [3]   [?]   [?]      2  [?]   [8]   [?]\n"
                           "3  [?]   [?]   [M]      3  [?]   [?]   [?]      3  [?]   [?]   [?]\n"));
    assert_int_equal(trial_count(&t, "0", "hazard"), 1);
    trial_end(&t);
}

/* A half-made choice can be taken back, and choosing again is as if it had not been. */
static void choices_can_be_changed_until_the_last_is_in(void **unused)
{
    struct state s = bare(2), once;

    (void)unused;
    act(&s, CHANCE, "turn up the 5 for a discard pile");
    act(&s, CHANCE, "turn up the 6 for a discard pile");
    once = s;
    act(&s, 0, "turn up A1");
    assert_int_equal(sealed(&s), BIT(0));
    assert_int_equal(actors(&s), BIT(0) | BIT(1));
    reopen(&s, BIT(0));
    assert_memory_equal(&s, &once, sizeof s);
    act(&s, 0, "turn up A1");
    act(&s, 0, "turn up B1");
    assert_int_equal(actors(&s), BIT(1));
    reopen(&s, BIT(0) | BIT(1));
    assert_memory_equal(&s, &once, sizeof s);
}

/* ---- draw and play --------------------------------------------------------------------------- */

static void a_card_comes_from_the_draw_pile_or_either_discard_pile(void **unused)
{
    struct state s = table(2, ALL_DOWN, "3 5", "6");

    (void)unused;
    assert_int_equal(options_n(&s, 0), 3);
    assert_true(can(&s, 0, "draw from the draw pile"));
    assert_true(can(&s, 0, "take the 5 from the left pile"));
    assert_true(can(&s, 0, "take the 6 from the right pile"));
    act(&s, 0, "take the 5 from the left pile");
    expect_top(&s, LEFT, "3", 1); /* what lay under it comes up */
    expect_top(&s, RIGHT, "6", 1);
}

/* [R] */
static void a_card_from_a_discard_pile_must_be_put_in_the_grid(void **unused)
{
    struct state s = table(2, "3 ? ? ? ? ? ? ? -2", "5", "6 4");

    (void)unused;
    act(&s, 0, "take the 4 from the right pile");
    expect_places(&s, "put it at", EVERY_PLACE);
    assert_int_equal(options_n(&s, 0), 9);
}

static void a_card_from_the_draw_pile_may_be_discarded(void **unused)
{
    struct state s = table(2, "3 ? ? ? ? ? ? ? -2", "5", "6");

    (void)unused;
    draws(&s, "8");
    expect_places(&s, "put it at", EVERY_PLACE);
    assert_true(can_discard(&s, "left"));
    assert_true(can_discard(&s, "right"));
    assert_int_equal(options_n(&s, 0), 11);
    act(&s, 0, "discard it on the right pile");
    expect_top(&s, RIGHT, "8", 2);
    expect_grid(&s, 0, "3 ? ? ? ? ? ? ? -2");
    assert_int_equal(actors(&s), BIT(1));
    expect_whole_box(&s);
}

static void only_its_drawer_sees_a_drawn_card(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gnoming-a-round:2");
    trial_do(&t, "chance", "seat 0 starts");
    trial_luck(&t);
    for (int seat = 0; seat < 2; seat++) {
        trial_do(&t, actor_word(seat), "turn up A1");
        trial_do(&t, actor_word(seat), "turn up B1");
    }
    trial_luck(&t);
    trial_do(&t, "0", "draw from the draw pile");
    trial_do(&t, "chance", "seat 0 draws the -4");
    assert_string_equal(trial_log(&t, "0"), "You draw the -4 from the draw pile\n");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 draws from the draw pile\n");
    assert_string_equal(trial_log(&t, "spectator"), "Seat 0 draws from the draw pile\n");
    assert_string_equal(trial_prompt(&t, "0"), "You drew the -4: put it in the grid or discard it");
    assert_string_equal(trial_prompt(&t, "1"), "Seat 0 puts the drawn card in their grid or discards it");
    assert_non_null(strstr(trial_board(&t, "0"), "Your card in hand: [-4]\n"));
    assert_non_null(strstr(trial_board(&t, "1"), "Seat 0's card in hand: [?]\n"));
    assert_non_null(strstr(trial_board(&t, "spectator"), "Seat 0's card in hand: [?]\n"));
    assert_non_null(strstr(trial_board(&t, "referee"), "Seat 0's card in hand: [-4]\n"));
    trial_do(&t, "0", "put it at C3");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 puts the -4 at C3 on a face-down card\n");
    assert_int_equal(trial_count(&t, "1", "card"), 110 - 2 - 4 - 1);
    trial_end(&t);
}

/* ---- bounce ---------------------------------------------------------------------------------- */

/* [R] */
static void a_card_replaced_face_up_never_bounces(void **unused)
{
    struct state s = table(2, "5 5 ? ? ? ? ? ? ?", "5", "6");

    (void)unused;
    act(&s, 0, "take the 5 from the left pile");
    act(&s, 0, "put it at A1"); /* a 5 in place of a 5, with another 5 beside */
    assert_int_equal(actors(&s), BIT(1));
    expect_top(&s, LEFT, "5", 1); /* the discard has started the empty pile again */
    expect_grid(&s, 0, "5 5 ? ? ? ? ? ? ?");
}

static void a_replaced_face_down_card_bounces_on_the_card_put_down(void **unused)
{
    struct state s = table(2, "3 -2 ? ? ? ? ? ? ?", "7", "6");

    (void)unused;
    draws(&s, "5");
    act(&s, 0, "put it at B2");
    turned_over(&s, "B2", "5");
    assert_int_equal(s.phase, BOUNCE);
    expect_places(&s, "bounce it to", "A1 B1 C1 A2 C2 A3 B3 C3"); /* not where it came from */
    assert_true(can_discard(&s, "left"));
    assert_true(can_discard(&s, "right"));
    assert_int_equal(options_n(&s, 0), 10);
    act(&s, 0, "bounce it to A1"); /* on a face-up card, which is discarded */
    expect_grid(&s, 0, "5 -2 ? ? 5 ? ? ? ?");
    assert_int_equal(s.phase, DISCARD);
    assert_int_equal(s.hand, POSITIVE_3);
    act(&s, 0, "discard it on the left pile");
    expect_top(&s, LEFT, "3", 2);
    assert_int_equal(actors(&s), BIT(1));
    expect_whole_box(&s);
}

static void a_replaced_face_down_card_bounces_on_another_face_up_card(void **unused)
{
    struct state s = table(2, "? ? ? ? ? ? ? ? 8", "7", "6");

    (void)unused;
    act(&s, 0, "take the 6 from the right pile");
    act(&s, 0, "put it at A1");
    turned_over(&s, "A1", "8");
    assert_int_equal(s.phase, BOUNCE);
    act(&s, 0, "discard it on the right pile"); /* it need not bounce; here the right pile is empty */
    expect_top(&s, RIGHT, "8", 1);
    expect_grid(&s, 0, "6 ? ? ? ? ? ? ? 8");
}

/* Another seat's card is no match, nor is a discard. */
static void only_face_up_cards_of_the_own_grid_match(void **unused)
{
    struct state s = table(2, "3 ? ? ? ? ? ? ? 4", "7 5", "6 3");

    (void)unused;
    act(&s, 0, "take the 5 from the left pile");
    act(&s, 0, "put it at B1");
    turned_over(&s, "B1", "8"); /* seat 1 has two of them */
    assert_int_equal(s.phase, DISCARD);
    s = table(2, "3 ? ? ? ? ? ? ? 4", "7 5", "6 3");
    act(&s, 0, "take the 5 from the left pile");
    act(&s, 0, "put it at B1");
    turned_over(&s, "B1", "7"); /* the left pile has one */
    assert_int_equal(s.phase, DISCARD);
}

/* Negative cards, mulligans and hazards never bounce; [R] a mulligan is no match. */
static void only_positive_cards_bounce(void **unused)
{
    static const char *const never[] = {"-1", "-2", "-3", "-4", "M"};
    static const char *const positive[] = {"3", "4", "5", "6", "7", "8"};

    (void)unused;
    for (int i = 0; i < 5; i++) {
        char grid[32];
        struct state s;

        snprintf(grid, sizeof grid, "%s ? ? ? ? ? ? ? 4", never[i]);
        s = table(2, grid, "7 5", "6");
        act(&s, 0, "take the 5 from the left pile");
        act(&s, 0, "put it at B1");
        turned_over(&s, "B1", never[i]);
        assert_int_equal(s.phase, DISCARD);
    }
    for (int i = 0; i < 6; i++) {
        struct state s = table(2, "M ? ? ? ? ? ? ? H", "7 -1", "6");

        act(&s, 0, "take the -1 from the left pile");
        act(&s, 0, "put it at B1");
        turned_over(&s, "B1", positive[i]);
        assert_int_equal(s.phase, DISCARD);
        s = table(2, "M ? ? ? ? ? ? ? H", "7", "6");
        draws(&s, positive[i]);
        act(&s, 0, "put it at B1");
        turned_over(&s, "B1", positive[i]);
        assert_int_equal(s.phase, BOUNCE);
    }
}

static void bounces_chain(void **unused)
{
    struct state s = table(2, "? ? ? ? ? ? ? ? ?", "7 4", "6");

    (void)unused;
    act(&s, 0, "take the 4 from the left pile");
    act(&s, 0, "put it at A1");
    turned_over(&s, "A1", "4");
    act(&s, 0, "bounce it to B1");
    turned_over(&s, "B1", "4");                                   /* equals both that are face up now */
    expect_places(&s, "bounce it to", "A1 C1 A2 B2 C2 A3 B3 C3"); /* where the first came from, too */
    act(&s, 0, "bounce it to C1");
    turned_over(&s, "C1", "4");
    act(&s, 0, "bounce it to A1"); /* on the face-up 4 that began it, which does not bounce */
    assert_int_equal(s.phase, DISCARD);
    expect_grid(&s, 0, "4 4 4 ? ? ? ? ? ?");
    act(&s, 0, "discard it on the left pile");
    expect_top(&s, LEFT, "4", 2);
    expect_whole_box(&s);
}

/* A bounced card that meets no match ends the chain: the last one turned over is discarded. */
static void a_chain_ends_without_a_match(void **unused)
{
    struct state s = table(2, "? ? ? ? ? ? ? ? 3", "7 4", "6");

    (void)unused;
    act(&s, 0, "take the 4 from the left pile");
    act(&s, 0, "put it at A1");
    turned_over(&s, "A1", "3");
    act(&s, 0, "bounce it to B1");
    turned_over(&s, "B1", "5");
    assert_int_equal(s.phase, DISCARD);
    expect_grid(&s, 0, "4 3 ? ? ? ? ? ? 3");
    s = table(2, "? ? ? ? ? ? ? ? 3", "7 4", "6");
    act(&s, 0, "take the 4 from the left pile");
    act(&s, 0, "put it at A1");
    turned_over(&s, "A1", "3");
    act(&s, 0, "bounce it to C3"); /* on its match, which is face up */
    assert_int_equal(s.phase, DISCARD);
    assert_int_equal(s.hand, POSITIVE_3);
    expect_grid(&s, 0, "4 ? ? ? ? ? ? ? 3");
}

/* ---- discard --------------------------------------------------------------------------------- */

static void a_discard_goes_on_either_pile(void **unused)
{
    struct state s = table(2, "8 ? ? ? ? ? ? ? ?", "5 5", "6 6");

    (void)unused;
    act(&s, 0, "take the 5 from the left pile");
    act(&s, 0, "put it at A1");
    assert_int_equal(options_n(&s, 0), 2);
    act(&s, 0, "discard it on the right pile");
    expect_top(&s, LEFT, "5", 1);
    expect_top(&s, RIGHT, "8", 3);
}

static void a_discard_must_start_an_empty_pile_again(void **unused)
{
    struct state s = table(2, "8 ? ? ? ? ? ? ? ?", "5", "6 6");

    (void)unused;
    act(&s, 0, "take the 5 from the left pile");
    act(&s, 0, "put it at A1"); /* one option only, which is not asked for */
    expect_top(&s, LEFT, "8", 1);
    expect_top(&s, RIGHT, "6", 2);
    assert_int_equal(actors(&s), BIT(1));
    /* A rejected card, too, and one that could bounce. */
    s = table(2, "8 ? ? ? ? ? ? ? ?", "5 5", "");
    draws(&s, "4");
    assert_false(can_discard(&s, "left"));
    assert_true(can_discard(&s, "right"));
    assert_int_equal(options_n(&s, 0), 10);
    act(&s, 0, "put it at B1");
    turned_over(&s, "B1", "8");
    assert_int_equal(options_n(&s, 0), 9);
    assert_true(can_discard(&s, "right"));
    act(&s, 0, "discard it on the right pile");
    expect_top(&s, RIGHT, "8", 1);
}

static void if_both_piles_are_empty_either_is_started(void **unused)
{
    struct state s = table(2, "8 ? ? ? ? ? ? ? ?", "5", "");

    (void)unused;
    assert_int_equal(options_n(&s, 0), 2);
    act(&s, 0, "take the 5 from the left pile");
    act(&s, 0, "put it at A1");
    assert_true(can_discard(&s, "left"));
    assert_true(can_discard(&s, "right"));
    act(&s, 0, "discard it on the right pile");
    expect_top(&s, RIGHT, "8", 1);
    assert_int_equal(s.stacked[LEFT], 0);
    /* With both empty there is nothing to take: the card comes from the draw pile without a question. */
    s = table(2, "8 ? ? ? ? ? ? ? ?", "", "");
    assert_int_equal(s.phase, DRAW_CARD);
    draws(&s, "3");
    assert_int_equal(options_n(&s, 0), 11);
}

/* ---- hazards --------------------------------------------------------------------------------- */

static void a_discarded_hazard_leaves_play_and_all_others_may_turn_a_card(void **unused)
{
    struct state s = table(4, "8 ? ? ? ? ? ? ? ?", "5", "6");

    (void)unused;
    draws(&s, "H");
    expect_places(&s, "put it at", EVERY_PLACE);
    assert_false(can_discard(&s, "left"));
    assert_int_equal(options_n(&s, 0), 10);
    act(&s, 0, "discard the hazard");
    assert_int_equal(s.gone, 1);
    assert_int_equal(actors(&s), BIT(1) | BIT(2) | BIT(3)); /* not who discarded it */
    assert_int_equal(options_n(&s, 1), 8);                  /* seven face-down cards, and none */
    assert_true(can(&s, 1, "turn up none"));
    assert_false(can(&s, 1, "turn up A1"));
    act(&s, 2, "turn up C3");
    assert_int_equal(sealed(&s), BIT(2));
    act(&s, 1, "turn up none");
    act(&s, 3, "turn up A2");
    assert_int_equal(sealed(&s), 0);
    act(&s, CHANCE, "C3 of seat 2 is the 5");
    act(&s, CHANCE, "A2 of seat 3 is the hazard"); /* [R] which has no effect */
    expect_grid(&s, 1, "8 8 ? ? ? ? ? ? ?");
    expect_grid(&s, 2, "8 8 ? ? ? ? ? ? 5");
    expect_grid(&s, 3, "8 8 ? H ? ? ? ? ?");
    assert_int_equal(actors(&s), BIT(1)); /* and the turn is over */
    assert_int_equal(s.gone, 1);
    expect_top(&s, LEFT, "5", 1);
    expect_top(&s, RIGHT, "6", 1);
    expect_whole_box(&s);
}

/* Face up in the grid, replaced by the drawn card or by one that bounces; or turned over. */
static void a_hazard_from_the_grid_has_the_same_effect(void **unused)
{
    struct state s = table(2, "H ? ? ? ? ? ? ? ?", "5", "6");

    (void)unused;
    act(&s, 0, "take the 5 from the left pile");
    act(&s, 0, "put it at A1");
    assert_int_equal(s.phase, HAZARD_STEP);
    assert_int_equal(actors(&s), BIT(1));
    assert_int_equal(s.gone, 1);
    assert_int_equal(s.stacked[LEFT], 0); /* it starts no pile */
    act(&s, 1, "turn up none");
    assert_int_equal(actors(&s), BIT(1));
    assert_int_equal(s.phase, DRAW);

    s = table(2, ALL_DOWN, "5", "6");
    act(&s, 0, "take the 5 from the left pile");
    act(&s, 0, "put it at A1");
    turned_over(&s, "A1", "H");
    assert_int_equal(s.phase, HAZARD_STEP);
    assert_int_equal(s.gone, 1);

    s = table(2, "H ? ? ? ? ? ? ? ?", "5", "6");
    act(&s, 0, "take the 5 from the left pile");
    act(&s, 0, "put it at B1");
    turned_over(&s, "B1", "5");
    act(&s, 0, "bounce it to A1");
    assert_int_equal(s.phase, HAZARD_STEP);
    expect_grid(&s, 0, "5 5 ? ? ? ? ? ? ?");
    expect_whole_box(&s);
}

static void a_drawn_hazard_may_be_put_in_the_grid(void **unused)
{
    struct state s = table(2, "8 ? ? ? ? ? ? ? ?", "5", "6");

    (void)unused;
    draws(&s, "H");
    act(&s, 0, "put it at A1");
    act(&s, 0, "discard it on the left pile");
    expect_grid(&s, 0, "H ? ? ? ? ? ? ? ?");
    assert_int_equal(s.gone, 0);
    assert_int_equal(s.phase, DRAW);
    assert_int_equal(actors(&s), BIT(1));
}

/* [R] Only seats with two face-down cards or more are asked: nobody turns the last one so. */
static void a_hazard_never_turns_the_last_face_down_card(void **unused)
{
    struct state s = table(4, "8 ? ? ? ? ? ? ? ?", "5", "6");

    (void)unused;
    s.grid[1] = grid_of("3 3 4 4 5 5 6 6 ?");
    s.grid[2] = grid_of("3 3 4 4 5 5 6 ? ?");
    s.grid[3] = grid_of("3 3 4 4 5 5 6 6 7");
    draws(&s, "H");
    act(&s, 0, "discard the hazard");
    assert_int_equal(actors(&s), BIT(2));
    assert_int_equal(options_n(&s, 2), 3);
    act(&s, 2, "turn up B3");
    act(&s, CHANCE, "B3 of seat 2 is the 4");
    assert_int_equal(s.out, 0);
    s = table(3, "8 ? ? ? ? ? ? ? ?", "5", "6");
    s.grid[1] = grid_of("3 3 4 4 5 5 6 6 ?");
    s.grid[2] = grid_of("3 3 4 4 5 5 6 6 ?");
    draws(&s, "H");
    act(&s, 0, "discard the hazard");
    assert_int_equal(s.phase, DRAW); /* nobody is asked */
    assert_int_equal(actors(&s), BIT(1));
    assert_int_equal(s.gone, 1);
}

/* [R] A hazard is out for the round, and back in the next one. */
static void a_hazard_comes_back_in_the_next_round(void **unused)
{
    struct state s = table(2, "8 ? ? ? ? ? ? ? ?", "5", "6");

    (void)unused;
    draws(&s, "H");
    act(&s, 0, "discard the hazard");
    act(&s, 1, "turn up none");
    assert_int_equal(unseen_count(s.pool[0], HAZARD), 2);
    s.grid[0] = s.grid[1] = grid_of("3 3 4 4 5 5 6 6 7");
    score_round(&s, NULL);
    assert_int_equal(s.round, 1);
    assert_int_equal(s.gone, 1); /* all still lies there to be looked at */
    act(&s, CHANCE, "turn up the 8 for a discard pile");
    assert_int_equal(s.gone, 0);
    assert_int_equal(unseen_count(s.pool[0], HAZARD), 3);
    expect_whole_box(&s);
}

/* ---- mulligans ------------------------------------------------------------------------------- */

static void the_first_mulligan_goes_anywhere(void **unused)
{
    struct state s = table(2, "8 ? ? ? ? ? ? ? ?", "5 M", "6");

    (void)unused;
    act(&s, 0, "take the mulligan from the left pile");
    expect_places(&s, "put it at", EVERY_PLACE);
    s = table(2, "8 ? ? ? ? ? ? ? ?", "5", "6");
    draws(&s, "M");
    expect_places(&s, "put it at", EVERY_PLACE);
    assert_int_equal(options_n(&s, 0), 11);
}

/* [R] With one face up, a drawn mulligan replaces it or is rejected. */
static void a_second_drawn_mulligan_replaces_the_first_or_is_rejected(void **unused)
{
    struct state s = table(2, "8 ? ? ? M ? ? ? ?", "5", "6");

    (void)unused;
    draws(&s, "M");
    expect_places(&s, "put it at", "B2");
    assert_true(can_discard(&s, "left"));
    assert_true(can_discard(&s, "right"));
    assert_int_equal(options_n(&s, 0), 3);
}

/* [R] One that is taken must replace it, which is not asked for. */
static void a_second_taken_mulligan_replaces_the_first(void **unused)
{
    struct state s = table(2, "8 ? ? ? M ? ? ? ?", "5 M", "6");

    (void)unused;
    assert_true(can(&s, 0, "take the mulligan from the left pile"));
    act(&s, 0, "take the mulligan from the left pile");
    assert_int_equal(s.phase, DISCARD);
    assert_int_equal(s.hand, MULLIGAN);
    expect_grid(&s, 0, "8 ? ? ? M ? ? ? ?");
    act(&s, 0, "discard it on the right pile");
    expect_top(&s, LEFT, "5", 1);
    expect_top(&s, RIGHT, "M", 2);
}

/* [R] None is no better than one: the only one may stay or go. */
static void one_mulligan_may_stay(void **unused)
{
    struct state s = table(2, "8 ? ? ? M ? ? ? ?", "5", "6");

    (void)unused;
    draws(&s, "7");
    expect_places(&s, "put it at", EVERY_PLACE);
    assert_int_equal(options_n(&s, 0), 11);
    s = table(2, "8 ? ? ? M ? ? ? ?", "5", "6");
    act(&s, 0, "take the 6 from the right pile");
    expect_places(&s, "put it at", EVERY_PLACE);
}

/* [R] Two that came up by a hazard or in the set-up: the next turn must replace one. */
static void one_of_two_mulligans_must_be_replaced(void **unused)
{
    struct state s = table(2, "M ? ? ? ? ? ? ? M", "5", "6");

    (void)unused;
    draws(&s, "7");
    expect_places(&s, "put it at", "A1 C3");
    assert_int_equal(options_n(&s, 0), 2); /* it cannot be rejected */
    s = table(2, "M ? ? ? ? ? ? ? M", "5", "6");
    act(&s, 0, "take the 5 from the left pile");
    expect_places(&s, "put it at", "A1 C3");
    act(&s, 0, "put it at C3");
    expect_top(&s, LEFT, "M", 1);
    /* The next card of the grid may then go anywhere again. */
    s.turn = 0;
    ask_turn(&s, DRAW);
    draws(&s, "7");
    assert_int_equal(options_n(&s, 0), 11);
}

/* [R] With two or more face up none may be taken from a discard pile; a drawn one leaves two at best. */
static void a_third_mulligan_cannot_be_taken(void **unused)
{
    struct state s = table(2, "M ? ? ? ? ? ? ? M", "5 M", "6");

    (void)unused;
    assert_false(can(&s, 0, "take the mulligan from the left pile"));
    assert_true(can(&s, 0, "take the 6 from the right pile"));
    assert_int_equal(options_n(&s, 0), 2);
    s = table(2, "M ? ? ? ? ? ? ? M", "5 M", "");
    assert_int_equal(s.phase, DRAW_CARD); /* only the draw pile is left */
    s = table(2, "M ? ? ? ? ? ? ? M", "5", "6");
    draws(&s, "M");
    expect_places(&s, "put it at", "A1 C3");
    assert_true(can_discard(&s, "left"));
    assert_true(can_discard(&s, "right"));
    assert_int_equal(options_n(&s, 0), 4);
    s = table(2, "M ? ? ? M ? ? ? M", "5", "6");
    draws(&s, "3");
    expect_places(&s, "put it at", "A1 B2 C3"); /* of three, one goes in each turn */
    assert_int_equal(options_n(&s, 0), 3);
}

/* [R] Judged when the drawn card is put down: what is turned over and what bounces is ignored. */
static void bounces_are_ignored_by_the_limit(void **unused)
{
    struct state s = table(2, "M ? ? ? ? ? ? ? 5", "5", "6");

    (void)unused;
    draws(&s, "4");
    act(&s, 0, "put it at B1");
    turned_over(&s, "B1", "M"); /* discarded, so one stays */
    assert_int_equal(s.phase, DISCARD);
    s = table(2, "M ? ? ? ? ? ? ? 5", "5", "6");
    draws(&s, "M");
    act(&s, 0, "discard it on the left pile");
    s = table(2, "? ? ? ? M ? ? ? 5", "5", "6");
    draws(&s, "4");
    act(&s, 0, "put it at B1");
    turned_over(&s, "B1", "5");
    expect_places(&s, "bounce it to", "A1 C1 A2 B2 C2 A3 B3 C3"); /* the only mulligan may go so */
    act(&s, 0, "bounce it to B2");
    assert_int_equal(s.hand, MULLIGAN);
    /* Two face up: one is replaced by the card put down, never by a bounce instead. */
    s = table(2, "M ? ? ? M ? ? ? 5", "5", "6");
    draws(&s, "5");
    expect_places(&s, "put it at", "A1 B2");
}

/* The limit by its definition, for every grid of mulligans, other cards and face-down ones: each way to play is tried,
 * and those are legal that leave the fewest, none counting as one. */
static void the_limit_is_what_its_definition_says(void **unused)
{
    static const int kind[3] = {FACE_DOWN, MULLIGAN, POSITIVE_5};

    (void)unused;
    for (int code = 0; code < 19683; code++) {
        int card[9], rest = code, up = 0;
        struct state s = bare(2);

        for (int place = 0; place < 9; place++, rest /= 3)
            card[place] = kind[rest % 3];
        for (int place = 0; place < 9; place++) {
            lay_card(&s, 0, place, card[place]);
            up += card[place] == MULLIGAN;
        }
        discard_on(&s, LEFT, POSITIVE_3);
        discard_on(&s, RIGHT, POSITIVE_3);
        for (int hand = 0; hand < 2; hand++) {
            for (int drawn = 0; drawn < 2; drawn++) {
                int after[10], best = 99;
                uint32_t legal = 0;

                for (int place = 0; place < 9; place++)
                    after[place] = up - (card[place] == MULLIGAN) + hand;
                after[9] = drawn ? up : 99; /* rejected */
                for (int way = 0; way < 10; way++) {
                    after[way] = after[way] < 1 ? 1 : after[way];
                    best = after[way] < best ? after[way] : best;
                }
                for (int way = 0; way < 10; way++)
                    legal |= after[way] != best ? 0 : way < 9 ? BIT(way) : ON_BOTH;
                s.hand = hand ? MULLIGAN : POSITIVE_8;
                s.drawn = (uint8_t)drawn;
                if (!drawn && hand && up >= 2)
                    continue; /* cannot be taken */
                assert_int_equal(plays(&s), legal);
            }
        }
    }
}

/* ---- an empty draw pile ---------------------------------------------------------------------- */

/* Seat 0's turn, with an empty draw pile: everything but the grids lies on the discard piles, 3 and 4 on top. */
static struct state run_out(int seats, const char *left_top)
{
    struct state s = bare(seats);

    for (int seat = 0; seat < seats; seat++)
        lay_grid(&s, seat, "8 -2 ? ? ? ? ? ? ?");
    take_out(&s, POSITIVE_4);
    if (*left_top)
        take_out(&s, card_named(left_top));
    for (int face_down_cards = 7 * seats; (int)unseen_size(s.pool[0]) > face_down_cards;) {
        int card = unseen_nth(s.pool[0], unseen_size(s.pool[0]) - 1);

        take_out(&s, card);
        if (card == HAZARD)
            s.gone++;
        else
            discard_on(&s, RIGHT, card);
    }
    if (*left_top)
        discard_on(&s, LEFT, card_named(left_top));
    discard_on(&s, RIGHT, POSITIVE_4);
    s.pile = 0;
    return s;
}

/* [R] */
static void an_empty_draw_pile_is_made_anew_from_the_discards(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 7; seats++) {
        struct state s = run_out(seats, "3");
        int right[THINGS_N] = {0}, cards = s.stacked[RIGHT] - 1;
        uint64_t face_downs = s.pool[0];

        for (int n = 0; n < cards; n++)
            right[discard_at(&s, RIGHT, n)]++;
        begin_turn(&s, NULL);
        expect_top(&s, LEFT, "3", 1); /* the top cards stay */
        expect_top(&s, RIGHT, "4", 1);
        assert_int_equal(s.pile, cards);
        assert_int_equal(cards, 110 - 9 * seats - 2 - s.gone);
        for (int card = 1; card < THINGS_N; card++)
            assert_int_equal(unseen_count(s.pool[1], card), right[card]);
        assert_int_equal(s.pool[0], face_downs); /* the face-down cards are what they were */
        expect_whole_box(&s);
        act(&s, 0, "draw from the draw pile");
        assert_int_equal(odds(&s), cards); /* drawn from the discards alone */
        draws(&s, "8");
        assert_int_equal(unseen_count(s.pool[1], POSITIVE_8), right[POSITIVE_8] - 1);
        assert_int_equal(s.pool[0], face_downs);
        act(&s, 0, "put it at C3");
        assert_int_equal(odds(&s), 7 * seats); /* turned over from the face-down cards alone */
        expect_whole_box(&s);
    }
}

static void everybody_is_told_of_a_new_draw_pile(void **unused)
{
    struct state s = run_out(3, "3");
    struct facts facts = {0};
    char line[128];
    struct text text = text_in(line, sizeof line);
    struct speech plain = speech_plain(&game_gnoming_a_round);

    (void)unused;
    begin_turn(&s, &facts);
    assert_int_equal(facts.n, 1);
    assert_int_equal(facts.fact[0].to, EVERYBODY);
    sentence_put(&text, &plain, facts.fact[0].phrase);
    assert_string_equal(line, /* 110 but for 27 in the grids, 3 hazards and 2 top cards */
                        "The draw pile is empty: 78 discards are shuffled and become the new one");
}

/* Settled here: a pile that is empty at that moment stays so, and the top card of the other stays. */
static void an_empty_discard_pile_stays_empty_when_the_draw_pile_is_made(void **unused)
{
    struct state s = run_out(3, "");
    int cards = s.stacked[RIGHT];

    (void)unused;
    begin_turn(&s, NULL);
    assert_int_equal(s.stacked[LEFT], 0);
    expect_top(&s, RIGHT, "4", 1);
    assert_int_equal(s.pile, cards - 1);
    assert_int_equal(options_n(&s, 0), 2);
}

/* It happens at the beginning of a turn, not when the last card is drawn; and the last card of a pile made of discards
 * can be worked out, so that chance has nothing to decide. */
static void the_draw_pile_is_made_when_a_turn_finds_it_empty(void **unused)
{
    struct state s = run_out(2, "3");

    (void)unused;
    begin_turn(&s, NULL);
    while (s.pile > 1) {
        move_t move[MOVES_MAX];
        uint32_t weight[MOVES_MAX];

        assert_int_equal(s.phase, DRAW);
        apply(&s, s.turn, MOVE_PILE, NULL);
        if (s.phase == DRAW_CARD) {
            chance(&s, move, weight);
            apply(&s, CHANCE, move[0], NULL);
        }
        if (can(&s, s.turn, "discard it on the left pile"))
            act(&s, s.turn, "discard it on the left pile");
        else
            fail();
        expect_whole_box(&s);
    }
    assert_int_equal(s.pile, 1);
    act(&s, s.turn, "draw from the draw pile");
    assert_int_equal(s.phase, PLAY); /* without a chance move */
    assert_int_equal(s.pile, 0);
    assert_int_equal(s.stacked[RIGHT], 1);
    act(&s, s.turn, "discard it on the right pile");
    assert_true(s.pile > 40); /* the next turn begins with a new pile */
    assert_int_equal(s.stacked[LEFT], 1);
    assert_int_equal(s.stacked[RIGHT], 1);
    expect_whole_box(&s);
}

/* ---- the end of the round -------------------------------------------------------------------- */

static void going_out_gives_everybody_else_one_more_turn(void **unused)
{
    struct state s = table(3, "3 3 4 4 5 5 6 6 ?", "5", "7");

    (void)unused;
    act(&s, 0, "take the 7 from the right pile");
    act(&s, 0, "put it at C3");
    assert_int_equal(s.out, 0); /* only at the end of the turn */
    turned_over(&s, "C3", "-1");
    assert_int_equal(s.out, 1);
    assert_int_equal(actors(&s), BIT(1));
    draws(&s, "4");
    act(&s, 1, "discard it on the left pile");
    assert_int_equal(actors(&s), BIT(2));
    draws(&s, "4");
    act(&s, 2, "discard it on the left pile");
    assert_int_equal(s.phase, TURN_REST); /* seat 0 has no turn any more */
    assert_int_equal(s.round, 0);
}

/* Whoever goes out in the last turns changes nothing. */
static void a_second_to_go_out_changes_nothing(void **unused)
{
    struct state s = table(2, "3 3 4 4 5 5 6 6 ?", "5", "7");

    (void)unused;
    s.grid[1] = grid_of("3 3 4 4 5 5 6 6 ?");
    act(&s, 0, "take the 7 from the right pile");
    act(&s, 0, "put it at C3");
    turned_over(&s, "C3", "-1");
    act(&s, 1, "take the 5 from the left pile");
    act(&s, 1, "put it at C3");
    assert_int_equal(s.out, 1);
    turned_over(&s, "C3", "8"); /* nothing is face down: the round is scored at once */
    assert_int_equal(s.round, 1);
    /* 36 each but for C3: seat 0 has 36 + 7 = 43, seat 1 36 + 5 = 41, so going out cost 5. */
    assert_int_equal(s.score[0][0], 43 + 5);
    assert_int_equal(s.score[0][1], 41);
}

/* [R] A hazard in the last turns still lets the others turn a card; who has gone out has none to turn. */
static void a_hazard_works_in_the_last_turns(void **unused)
{
    struct state s = table(3, "3 3 4 4 5 5 6 6 ?", "5", "7");

    (void)unused;
    act(&s, 0, "take the 7 from the right pile");
    act(&s, 0, "put it at C3");
    turned_over(&s, "C3", "H"); /* going out with a hazard */
    assert_int_equal(actors(&s), BIT(1) | BIT(2));
    assert_int_equal(s.out, 0);
    act(&s, 1, "turn up none");
    act(&s, 2, "turn up none");
    assert_int_equal(s.out, 1);
    draws(&s, "H");
    act(&s, 1, "discard the hazard");
    assert_int_equal(actors(&s), BIT(2));
    act(&s, 2, "turn up C3");
    act(&s, CHANCE, "C3 of seat 2 is the 3");
    assert_int_equal(actors(&s), BIT(2));
    assert_int_equal(s.phase, DRAW);
}

/* Hazards and bounces do not work when the rest is turned up. */
static void the_rest_is_turned_up_where_it_lies(void **unused)
{
    struct state s = table(2, "3 3 4 4 5 5 6 6 ?", "5", "7");

    (void)unused;
    s.grid[1] = grid_of("8 8 7 7 6 6 5 ? ?");
    act(&s, 0, "take the 7 from the right pile");
    act(&s, 0, "put it at C3");
    turned_over(&s, "C3", "-1");
    draws(&s, "4");
    act(&s, 1, "discard it on the left pile");
    act(&s, CHANCE, "B3 of seat 1 is the hazard");
    act(&s, CHANCE, "C3 of seat 1 is the 8"); /* equal to two face-up cards */
    assert_int_equal(s.round, 1);
    assert_int_equal(s.score[0][0], 43 - 5);
    assert_int_equal(s.score[0][1], 8 + 8 + 7 + 7 + 6 + 6 + 5 + 10 + 8);
}

/* [R] */
static void after_sixty_turns_each_the_round_is_over(void **unused)
{
    struct state s = table(3, "3 3 4 4 5 5 6 6 ?", "5", "7");

    (void)unused;
    for (int turn = 0; turn < 180; turn++) {
        assert_int_equal(s.round, 0);
        assert_int_equal(s.phase, DRAW);
        assert_int_equal(s.turn, turn % 3);
        act(&s, s.turn, "draw from the draw pile");
        while (s.phase == DRAW_CARD)
            apply(&s, CHANCE, draw(&s, 0), NULL);
        act(&s, s.turn, "discard it on the left pile");
    }
    assert_int_equal(s.phase, TURN_REST);
    act(&s, CHANCE, "C3 of seat 0 is the mulligan");
    while (s.phase == TURN_REST)
        apply(&s, CHANCE, draw(&s, 0), NULL);
    assert_int_equal(s.round, 1);
    assert_int_equal(s.score[0][0], -6 + 3 + 3 + 4 + 4 + 5 + 5); /* two 6s and a mulligan; no bonus and no penalty */
}

/* [R] Who goes out with the very last of the sixty turns still gives the others, all of them, one more. */
static void going_out_in_the_last_of_sixty_turns_counts(void **unused)
{
    struct state s = table(3, "3 3 4 4 5 5 6 6 ?", "5", "7");

    (void)unused;
    s.turns = 179;
    act(&s, 0, "take the 7 from the right pile");
    act(&s, 0, "put it at C3");
    turned_over(&s, "C3", "-1");
    assert_int_equal(s.out, 1);
    for (int seat = 1; seat < 3; seat++) {
        assert_int_equal(s.phase, DRAW);
        assert_int_equal(s.turn, seat);
        draws(&s, "4");
        act(&s, seat, "discard it on the left pile");
    }
    assert_int_equal(s.phase, TURN_REST);
}

/* A round begins as the first did: nothing of the one before is left but its score, neither who ended it nor how many
 * turns it had. */
static void a_round_leaves_nothing_behind_but_its_score(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 7; seats++) {
        struct luck luck = {(uint64_t)seats};
        struct state s = bare(seats), first = s, again;
        int ended = 0;

        for (int round = 1; round < ROUNDS; round++) {
            while (s.round < round) {
                int actor = bit_lowest(actors(&s));
                move_t move[MOVES_MAX];

                ended += s.out > 0;
                if (actor == CHANCE)
                    apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
                else
                    apply(&s, actor, move[luck_below(&luck, (uint32_t)moves(&s, actor, move))], NULL);
            }
            assert_int_equal(s.phase, ROUND_OVER);
            act(&s, CHANCE, "turn up the hazard for a discard pile"); /* which leaves play */
            first.round = (uint8_t)round;
            first.turn = (uint8_t)(round % seats);
            memcpy(first.score, s.score, sizeof s.score);
            again = first;
            again.pool[0] -= POOL_OF(HAZARD, 1);
            again.pile--;
            again.gone = 1;
            assert_memory_equal(&s, &again, sizeof s);
        }
        assert_true(ended > 0);
    }
}

/* [R] Each later round starts with the next seat. */
static void the_next_seat_starts_the_next_round(void **unused)
{
    (void)unused;
    for (int first = 0; first < 3; first++) {
        struct setup setup = {.seats = 3};
        struct state s;

        start(&s, &setup);
        apply(&s, CHANCE, (move_t)(MOVE_SEAT + first), NULL);
        for (int round = 0; round < 3; round++) {
            assert_int_equal(s.round, round);
            assert_int_equal(s.turn, (first + round) % 3);
            for (int seat = 0; seat < 3; seat++)
                s.grid[seat] = grid_of("3 3 4 4 5 5 6 6 7");
            score_round(&s, NULL);
            if (round < 2)
                act(&s, CHANCE, "turn up the 8 for a discard pile");
        }
        assert_int_equal(s.phase, OVER);
        assert_int_equal(actors(&s), 0);
    }
}

/* ---- the score of the round ------------------------------------------------------------------ */

/* The value on a card as people see it: 3 to 8, -1 to -4; two numbers of their own for the others. A face-down one is
 * worth nothing yet, and equal to none. */
enum { BRUTE_MULLIGAN = 99, BRUTE_HAZARD = 100 };

static int brute_value(int card)
{
    static const int value[] = {0, -4, -3, -2, -1, 3, 4, 5, 6, 7, 8, BRUTE_HAZARD, BRUTE_MULLIGAN};

    return value[card];
}

/* The best that this line gives as a set: tries every value for each of its mulligans. 1 if it is no set. */
static int brute_set(int a, int b, int c)
{
    int best = 1;

    if (a == BRUTE_MULLIGAN && b == BRUTE_MULLIGAN && c == BRUTE_MULLIGAN)
        return 0;
    for (int x = 3; x <= 8; x++)
        for (int y = 3; y <= 8; y++)
            for (int z = 3; z <= 8; z++) {
                if ((a != BRUTE_MULLIGAN && a != x) || (b != BRUTE_MULLIGAN && b != y) ||
                    (c != BRUTE_MULLIGAN && c != z))
                    continue;
                if (x == y && y == z && -x < best)
                    best = -x;
            }
    return best;
}

static const int brute_lines[6][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}};

/* The lowest score by trying every choice of lines that count as sets. */
static int brute_score(const int card[9])
{
    int value[9], set[6], best = 1000;

    for (int i = 0; i < 9; i++)
        value[i] = brute_value(card[i]);
    for (int l = 0; l < 6; l++)
        set[l] = brute_set(value[brute_lines[l][0]], value[brute_lines[l][1]], value[brute_lines[l][2]]);
    for (int chosen = 0; chosen < 64; chosen++) {
        bool used[9] = {false}, possible = true;
        int score = 0;

        for (int l = 0; l < 6; l++) {
            if (!(chosen >> l & 1))
                continue;
            possible = possible && set[l] <= 0;
            score += set[l];
            for (int i = 0; i < 3; i++)
                used[brute_lines[l][i]] = true;
        }
        for (int i = 0; i < 9; i++) {
            if (value[i] == BRUTE_HAZARD)
                score += 10;
            else if (value[i] != BRUTE_MULLIGAN && (value[i] < 0 || !used[i]))
                score += value[i];
        }
        if (possible && score < best)
            best = score;
    }
    return best;
}

static void compare_with_brute_force(const int card[9])
{
    uint64_t grid = 0;
    struct tally tally;

    for (int place = 0; place < 9; place++)
        grid |= (uint64_t)card[place] << 4 * place;
    tally = count_grid(grid);
    if (tally.score != brute_score(card))
        fail_msg("%s %s %s / %s %s %s / %s %s %s: %d, by brute force %d", things[card[0]].mark, things[card[1]].mark,
                 things[card[2]].mark, things[card[3]].mark, things[card[4]].mark, things[card[5]].mark,
                 things[card[6]].mark, things[card[7]].mark, things[card[8]].mark, tally.score, brute_score(card));
    assert_int_equal(tally.sets + tally.others + tally.negatives + tally.hazards, tally.score);
}

/* All 12 x 12 x 12 cards, and face-down ones, in every row and every column, beside cards that never make a set. */
static void every_line_is_scored_as_by_brute_force(void **unused)
{
    (void)unused;
    for (int line = 0; line < 6; line++)
        for (int a = 0; a < THINGS_N; a++)
            for (int b = 0; b < THINGS_N; b++)
                for (int c = 0; c < THINGS_N; c++) {
                    int card[9] = {NEGATIVE_1, NEGATIVE_1, NEGATIVE_1, NEGATIVE_1, NEGATIVE_1,
                                   NEGATIVE_1, NEGATIVE_1, NEGATIVE_1, NEGATIVE_1};

                    card[brute_lines[line][0]] = a;
                    card[brute_lines[line][1]] = b;
                    card[brute_lines[line][2]] = c;
                    compare_with_brute_force(card);
                }
}

/* Every grid of four cards that meet each other in all ways: two positive ones, mulligan, negative, hazard or
 * face-down. */
static void every_grid_of_few_cards_is_scored_as_by_brute_force(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        static const int spoiler[] = {NEGATIVE_4, HAZARD, FACE_DOWN};
        const int kind[4] = {POSITIVE_3, POSITIVE_8, MULLIGAN, spoiler[i]};

        for (int code = 0; code < 262144; code++) {
            int card[9];

            for (int place = 0; place < 9; place++)
                card[place] = kind[code >> 2 * place & 3];
            compare_with_brute_force(card);
        }
    }
}

/* Grids dealt from the box, and grids of a few kinds each. */
static void random_grids_are_scored_as_by_brute_force(void **unused)
{
    struct luck luck = {6};

    (void)unused;
    for (int i = 0; i < 200000; i++) {
        uint64_t pool = POOL_BOX;
        int few[3], card[9];

        for (int k = 0; k < 3; k++)
            few[k] = (int)luck_below(&luck, THINGS_N);
        for (int place = 0; place < 9; place++) {
            card[place] = i % 2 ? few[luck_below(&luck, 3)] : unseen_nth(pool, luck_below(&luck, unseen_size(pool)));
            pool -= i % 2 ? 0 : POOL_OF(card[place], 1);
        }
        compare_with_brute_force(card);
    }
}

static void expect_score(const char *grid, int score)
{
    assert_int_equal(count_grid(grid_of(grid)).score, score);
}

/* Worked out by hand from the rules. */
static void rows_and_columns_of_three_score_minus_their_value(void **unused)
{
    (void)unused;
    expect_score("5 5 5 3 4 6 7 8 3", -5 + 3 + 4 + 6 + 7 + 8 + 3); /* the example: a row of 5s */
    expect_score("6 3 4 6 4 3 6 5 7", -6 + 3 + 4 + 4 + 3 + 5 + 7); /* and a column of 6s */
    expect_score("5 5 5 5 3 4 5 6 7", -5 - 5 + 3 + 4 + 6 + 7);     /* a card serves its row and its column */
    expect_score("8 8 8 8 8 8 8 8 8", -6 * 8);
    expect_score("5 5 3 5 4 6 3 7 8", 5 + 5 + 3 + 5 + 4 + 6 + 3 + 7 + 8); /* a corner of three is no line */
    expect_score("5 3 4 3 5 6 7 8 5", 5 + 3 + 4 + 3 + 5 + 6 + 7 + 8 + 5); /* nor is a diagonal */
}

static void mulligans_stand_in_for_any_card(void **unused)
{
    (void)unused;
    expect_score("5 M 5 3 4 6 7 8 3", -5 + 3 + 4 + 6 + 7 + 8 + 3);
    expect_score("5 M 5 3 8 6 7 8 3", -5 - 8 + 3 + 6 + 7 + 3);        /* a 5 in its row, an 8 in its column */
    expect_score("M M 7 3 4 6 5 8 4", -7 + 3 + 4 + 6 + 5 + 8 + 4);    /* [R] two and a 7 are 7s; the columns are none */
    expect_score("M M M 3 4 6 5 8 7", 3 + 4 + 6 + 5 + 8 + 7);         /* [R] three are 0 */
    expect_score("M 3 4 5 6 7 8 3 4", 3 + 4 + 5 + 6 + 7 + 8 + 3 + 4); /* outside a set: 0 */
    expect_score("M M 7 3 4 7 3 4 7", -7 - 3 - 4 - 7);                /* every card in a set */
}

static void negative_cards_and_hazards_spoil_a_line(void **unused)
{
    (void)unused;
    expect_score("5 5 -2 3 4 6 7 8 3", 5 + 5 - 2 + 3 + 4 + 6 + 7 + 8 + 3);
    expect_score("-2 -2 -2 3 4 6 7 8 3", -6 + 3 + 4 + 6 + 7 + 8 + 3); /* matching or not, they count the same */
    expect_score("5 5 H 3 4 6 7 8 3", 5 + 5 + 10 + 3 + 4 + 6 + 7 + 8 + 3);
    expect_score("H H H M M -4 -4 -4 -3", 30 - 4 - 4 - 4 - 3);
    expect_score("5 M -2 3 4 6 7 8 3", 5 - 2 + 3 + 4 + 6 + 7 + 8 + 3);
    expect_score("-4 -4 -4 -3 -3 -3 -3 -3 -2", -29);
}

/* A round that seat `out` ended, with these grids; its score. */
static int score_of_out(int out, const char *mine, const char *left, const char *right)
{
    struct state s = bare(3);

    s.grid[out] = grid_of(mine);
    s.grid[(out + 1) % 3] = grid_of(left);
    s.grid[(out + 2) % 3] = grid_of(right);
    s.out = (uint8_t)(out + 1);
    score_round(&s, NULL);
    return s.score[0][out];
}

#define TWENTY      "-1 -1 -1 4 4 5 4 3 3" /* -3 + 23 */
#define TWENTY_ONE  "-1 -1 -1 4 4 5 4 3 4"
#define TWENTY_FIVE "-1 -1 -1 4 4 5 4 5 6"

static void ending_the_round_is_rewarded_or_punished(void **unused)
{
    (void)unused;
    for (int out = 0; out < 3; out++) {
        assert_int_equal(score_of_out(out, TWENTY, TWENTY_ONE, TWENTY_FIVE), 15);
        assert_int_equal(score_of_out(out, TWENTY, TWENTY_FIVE, TWENTY), 15); /* [R] ties included */
        assert_int_equal(score_of_out(out, TWENTY_ONE, TWENTY_FIVE, TWENTY), 26);
        assert_int_equal(score_of_out(out, TWENTY_ONE, TWENTY, TWENTY_FIVE), 26);
        assert_int_equal(score_of_out(out, TWENTY_FIVE, TWENTY, TWENTY), 30); /* 25 before, not 20 */
    }
}

/* A score is kept in a byte. */
static void the_worst_and_the_best_score_fit(void **unused)
{
    int worst = 3 * 10 + 6 * 8 + BONUS, best = -6 * 8 - BONUS;

    (void)unused;
    assert_in_range(worst, 0, INT8_MAX);
    assert_in_range(-best, 0, INT8_MAX);
    expect_score("H H H 8 8 7 8 8 7", 30 + 8 + 8 + 7 + 8 + 8 + 7);
}

/* The longest chain that one move sets off: the last answer to a hazard ends the round, and all cards that are face
 * down are known to be 3s, so that chance is not asked. 41 sets: six in each of six grids of one card, five in the
 * last. In any case there are at most 13 facts of the hazard, one for the end, 14 cards alike, 42 sets, seven
 * scores and the bonus. */
static void the_most_facts_of_a_move_find_room(void **unused)
{
    struct state s = bare(7);
    struct facts facts = {0};

    (void)unused;
    for (int seat = 0; seat < 5; seat++) /* 4s to 8s */
        s.grid[seat] = (uint64_t)(POSITIVE_4 + seat) * EACH_PLACE;
    s.grid[5] = grid_of("3 3 ? ? ? ? ? ? ?");
    s.grid[6] = grid_of("? ? M ? ? M M ? 4");
    s.pool[0] = POOL_OF(POSITIVE_3, 12);
    s.fresh = 1;
    s.out = 1;
    s.turn = 6;
    s.hand = HAZARD;
    ask_turn(&s, DISCARD);
    act(&s, 6, "discard the hazard");
    assert_int_equal(actors(&s), BIT(5));
    apply(&s, 5, PASS, &facts);
    assert_int_equal(s.round, 1);
    assert_int_equal(facts.lost, 0);
    assert_int_equal(facts.n, 3 + 1 + 12 + 41 + 7 + 1);
    assert_true(13 + 1 + 14 + 42 + 7 + 1 <= FACTS_MAX);
}

static void a_round_is_explained_line_by_line(void **unused)
{
    struct state s = bare(2);
    struct facts facts = {0};
    char log[1024];
    struct text text = text_in(log, sizeof log);
    struct speech plain = speech_plain(&game_gnoming_a_round);

    (void)unused;
    s.grid[0] = grid_of("5 M 5 3 8 6 7 8 -3");
    s.grid[1] = grid_of("H 3 4 3 5 6 7 8 5");
    s.out = 1;
    score_round(&s, &facts);
    for (int i = 0; i < facts.n; i++) {
        sentence_put(&text, &plain, facts.fact[i].phrase);
        text_char(&text, '\n');
    }
    assert_string_equal(log, "Seat 0's row 1 is a set of 5s: -5\n"
                             "Seat 0's column B is a set of 8s: -8\n"
                             "Seat 0 scores 0: sets -13, other positive cards 16, negative cards -3\n"
                             "Seat 1 scores 51: sets 0, other positive cards 41, negative cards 0, hazards 10\n"
                             "Seat 0 ended the round and nobody has less: 5 off, which makes -5\n");
}

/* Until the first card of the next round is turned. */
static void the_cards_that_were_scored_can_be_looked_at(void **unused)
{
    struct trial t;
    struct state *s;

    (void)unused;
    trial_start(&t, "gnoming-a-round:2");
    trial_do(&t, "chance", "seat 0 starts");
    s = (struct state *)t.match.state;
    s->grid[0] = grid_of("5 M 5 3 8 6 7 8 -3");
    s->grid[1] = grid_of("H 3 4 3 5 6 7 8 5");
    s->out = 1;
    score_round(s, NULL);
    assert_non_null(strstr(trial_board(&t, "1"), "Seat 0: -5   Seat 1 (you): 51\n"
                                                 "Round 1 of 3 is over: these are the cards that were scored\n"
                                                 "Seat 0 (-5):            You (51):\n"
                                                 "    A     B     C           A     B     C\n"
                                                 "1  [5]   [M]   [5]      1  [H]   [3]   [4]\n"
                                                 "2  [3]   [8]   [6]      2  [3]   [5]   [6]\n"
                                                 "3  [7]   [8]  [-3]      3  [7]   [8]   [5]\n"));
    trial_do(&t, "chance", "turn up the 8 for a discard pile");
    assert_non_null(strstr(trial_board(&t, "1"), "Round 2 of 3\n"));
    assert_null(strstr(trial_board(&t, "1"), "[M]"));
    trial_end(&t);
}

/* ---- the end of the game --------------------------------------------------------------------- */

/* The game is over with these scores in the three rounds. */
static void expect_ranks(int seats, const int8_t score[3][7], const int total[7], const int expected[7])
{
    struct setup setup = {.seats = (uint8_t)seats};
    struct result result;
    uint8_t rank[SEATS_MAX];
    struct state s;

    start(&s, &setup);
    memset(&result, 0, sizeof result);
    memcpy(s.score, score, sizeof s.score);
    s.round = 2;
    s.phase = OVER;
    s.asked = 0;
    game_gnoming_a_round.result(&s, &result);
    game_ranks(&game_gnoming_a_round, seats, &result, rank);
    for (int seat = 0; seat < seats; seat++) {
        assert_int_equal(result.score[seat], total[seat]);
        assert_int_equal(rank[seat], expected[seat]);
    }
}

static void the_lowest_total_wins(void **unused)
{
    (void)unused;
    expect_ranks(3, (const int8_t[3][7]){{10, 20, -5}, {0, 9, 40}, {30, 1, -3}}, (const int[7]){40, 30, 32},
                 (const int[7]){3, 1, 2});
}

static void a_tie_goes_to_the_lower_third_round_and_is_shared_then(void **unused)
{
    (void)unused;
    expect_ranks(3, (const int8_t[3][7]){{10, 20, 15}, {5, 5, 5}, {15, 5, 10}}, (const int[7]){30, 30, 30},
                 (const int[7]){3, 1, 2});
    expect_ranks(4, (const int8_t[3][7]){{20, 15, 0, 0}, {0, 5, 30, 20}, {10, 10, 1, 10}},
                 (const int[7]){30, 30, 31, 30}, (const int[7]){1, 1, 4, 1});
}

static void ties_are_explained(void **unused)
{
    struct setup setup = {.seats = 2};
    struct result result;
    struct state s;
    char line[128];
    struct text text = text_in(line, sizeof line);
    struct speech plain = speech_plain(&game_gnoming_a_round);

    (void)unused;
    start(&s, &setup);
    memset(&result, 0, sizeof result);
    s.score[0][0] = s.score[1][1] = 7;
    s.score[2][0] = s.score[2][1] = -3;
    s.round = 2;
    s.phase = OVER;
    s.asked = 0;
    game_gnoming_a_round.result(&s, &result);
    assert_int_equal(result.lines, 3);
    sentence_put(&text, &plain, result.line[0].phrase);
    assert_string_equal(line, "Seat 0: 7, 0 and -3 in the three rounds, 4 in all");
    text = text_in(line, sizeof line);
    sentence_put(&text, &plain, result.line[2].phrase);
    assert_string_equal(line, "Of those with 4, whoever has the lower third round is ahead; equals share");
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* A card drawn before the first shuffling may be any unseen card, one drawn later any of the new draw pile. */
static void veil_redraws_the_card_in_hand_from_where_it_came(void **unused)
{
    (void)unused;
    for (int later = 0; later < 2; later++) {
        struct state s = later ? run_out(3, "3") : table(3, "3 ? ? ? ? ? ? ? ?", "5", "6");
        int seen[THINGS_N] = {0}, samples = 20000;
        struct luck luck = {7};
        uint64_t from;

        if (later)
            begin_turn(&s, NULL);
        from = s.pool[later];
        draws(&s, "8");
        for (int i = 0; i < samples; i++) {
            struct state veiled = s;

            veil(&veiled, i % 2 ? 1 : SPECTATOR, &luck);
            seen[veiled.hand]++;
            expect_whole_box(&veiled);
            veiled.hand = s.hand;
            veiled.pool[later] = s.pool[later];
            assert_memory_equal(&veiled, &s, sizeof s);
        }
        for (int card = 1; card < THINGS_N; card++) {
            double expected = (double)samples * unseen_count(from, card) / unseen_size(from);

            assert_true(seen[card] <= expected * 1.15 + 30 && seen[card] >= expected * 0.85 - 30);
            assert_int_equal(seen[card] > 0, unseen_count(from, card) > 0);
        }
        for (int viewer = 0; viewer < VIEWERS_MAX; viewer++) {
            struct state veiled = s;

            if (viewer != 0 && viewer != REFEREE)
                continue;
            veil(&veiled, viewer, &luck);
            assert_memory_equal(&veiled, &s, sizeof s);
        }
    }
}

/* A card taken from a discard pile is known to all, and so is one turned over. */
static void what_was_seen_is_not_redrawn(void **unused)
{
    struct state s = table(2, "3 ? ? ? ? ? ? ? ?", "5", "6 6"), before;
    struct luck luck = {8};

    (void)unused;
    act(&s, 0, "take the 6 from the right pile");
    before = s;
    veil(&s, 1, &luck);
    assert_memory_equal(&before, &s, sizeof s);
    act(&s, 0, "put it at B1");
    turned_over(&s, "B1", "6");
    before = s;
    veil(&s, 1, &luck);
    assert_memory_equal(&before, &s, sizeof s);
}

/* The notes of a scene, one line each. */
static const char *notes_for(const struct state *s, int viewer)
{
    static char lines[512];
    static struct scene seen;
    struct text text = text_in(lines, sizeof lines);
    struct speech speech = {&game_gnoming_a_round, NULL, viewer};

    memset(&seen, 0, sizeof seen);
    scene(s, viewer, &seen);
    for (int i = 0; i < seen.notes; i++) {
        sentence_put(&text, &speech, seen.note[i].phrase);
        text_char(&text, '\n');
    }
    return lines;
}

/* Why a play is not allowed is said to whom it tells nothing new. */
static void the_limit_is_explained_to_those_who_know_the_card(void **unused)
{
    struct state s = table(2, "M ? ? ? ? ? ? ? 5", "5", "6");

    (void)unused;
    assert_string_equal(notes_for(&s, 0), "Round 1 of 3, turn 1; you started\n");
    draws(&s, "M");
    assert_string_equal(notes_for(&s, 0), "Round 1 of 3, turn 1; you started\n"
                                          "Only one mulligan may be face up: this one replaces it or is discarded\n");
    assert_string_equal(notes_for(&s, 1), "Round 1 of 3, turn 1; seat 0 started\n");
    s = table(2, "M ? ? ? ? ? ? ? M", "5", "6");
    assert_string_equal(notes_for(&s, 1), "Round 1 of 3, turn 1; seat 0 started\n"
                                          "Seat 0 has 2 mulligans face up: one must be replaced, none may be taken\n");
    draws(&s, "M");
    assert_string_equal(notes_for(&s, 1), "Round 1 of 3, turn 1; seat 0 started\n");
    assert_string_equal(notes_for(&s, 0),
                        "Round 1 of 3, turn 1; you started\n"
                        "Only one mulligan may be face up: this one replaces one of them or is discarded\n");
}

/* What this viewer is asked for, or told of the others. */
static const char *prompt_for(const struct state *s, int viewer)
{
    static char line[256];
    struct text text = text_in(line, sizeof line);
    struct speech speech = {&game_gnoming_a_round, NULL, viewer};

    sentence_put(&text, &speech, prompt(s, viewer));
    return line;
}

static void the_prompt_says_what_can_be_done_with_the_card(void **unused)
{
    struct state s = table(2, "8 ? ? ? ? ? ? ? ?", "5", "6");

    (void)unused;
    act(&s, 0, "take the 6 from the right pile");
    assert_string_equal(prompt_for(&s, 0), "You took the 6: put it in the grid");
    assert_string_equal(prompt_for(&s, 1), "Seat 0 took the 6 and puts it in their grid");
    s = table(2, "8 ? ? ? ? ? ? ? ?", "5", "6");
    draws(&s, "7");
    assert_string_equal(prompt_for(&s, 0), "You drew the 7: put it in the grid or discard it");
    assert_string_equal(prompt_for(&s, 1), "Seat 0 puts the drawn card in their grid or discards it");
    assert_string_equal(prompt_for(&s, REFEREE), "Seat 0 drew the 7 and puts it in their grid or discards it");
    s = table(2, "M ? ? ? ? ? ? ? M", "5", "6");
    draws(&s, "7"); /* which cannot be discarded; that is nothing that others may read off */
    assert_string_equal(prompt_for(&s, 0), "You drew the 7: put it in the grid");
    assert_string_equal(prompt_for(&s, 1), "Seat 0 puts the drawn card in their grid or discards it");
}

static void the_last_turns_are_announced(void **unused)
{
    struct state s = table(2, "3 3 4 4 5 5 6 6 ?", "5", "7");

    (void)unused;
    s.turns = 119;
    act(&s, 0, "take the 7 from the right pile");
    act(&s, 0, "put it at C3");
    turned_over(&s, "C3", "-1");
    assert_string_equal(notes_for(&s, 1), "Round 1 of 3\n"
                                          "Seat 0 has gone out: everybody else has one last turn\n");
}

/* ---- whole games ----------------------------------------------------------------------------- */

/* What must hold in every position, looked at without the tricks of the rules. */
static void check_position(const struct state *s)
{
    int grid[9], up = 0;

    if (s->phase == OVER)
        return;
    expect_whole_box(s);
    for (int place = 0; place < 9; place++) {
        grid[place] = card_at(s->grid[s->turn], place);
        up += grid[place] == MULLIGAN;
    }
    if (s->phase == DRAW) {
        assert_int_equal(options_n(s, s->turn),
                         1 + (s->stacked[LEFT] > 0 && !(up > 1 && top_of(s, LEFT) == MULLIGAN)) +
                             (s->stacked[RIGHT] > 0 && !(up > 1 && top_of(s, RIGHT) == MULLIGAN)));
        assert_true(s->pile > 0);
    }
    if (s->phase == BOUNCE) {
        int like = 0;

        for (int place = 0; place < 9; place++)
            like += grid[place] == s->hand;
        assert_true(like > 0);
        assert_in_range(brute_value(s->hand), 3, 8);
    }
    if (s->phase == DISCARD) {
        assert_int_not_equal(s->hand, HAZARD);
        assert_int_equal(s->stacked[LEFT] == 0, s->stacked[RIGHT] == 0);
    }
    if (s->phase == HAZARD_STEP) {
        for (int seat = 0; seat < s->seats; seat++) {
            int down = 0;

            for (int place = 0; place < 9; place++)
                down += card_at(s->grid[seat], place) == 0;
            assert_int_equal((s->asked | sealed(s)) >> seat & 1, seat != s->turn && down >= 2);
        }
    }
}

/* What every seat shows is counted as by brute force, until the round is scored. */
static void check_counters(const struct state *s)
{
    if (s->phase == ROUND_OVER || s->phase == OVER)
        return;
    for (int seat = 0; seat < s->seats; seat++) {
        int card[9], down = 0;

        for (int place = 0; place < 9; place++) {
            card[place] = card_at(s->grid[seat], place);
            down += card[place] == FACE_DOWN;
        }
        expect_counter(s, SPECTATOR, SCOPE_SEAT, seat, "points face up", brute_score(card), NO_LIMIT);
        expect_counter(s, SPECTATOR, SCOPE_SEAT, seat, "face-down cards", down, 0);
    }
}

static void random_games_keep_all_cards_and_count_what_is_seen(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 7; seats++) {
        struct luck luck = {(uint64_t)seats};
        int hazards = 0, shuffles = 0, outs = 0, bounced = 0;

        for (int game = 0; game < 40; game++) {
            struct setup setup = {.seats = (uint8_t)seats};
            struct state s;

            start(&s, &setup);
            while (actors(&s)) {
                int actor = bit_lowest(actors(&s)), before = s.phase, fresh = s.fresh;
                move_t move[MOVES_MAX];

                if (actor == CHANCE) {
                    apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
                } else {
                    uint32_t n = (uint32_t)moves(&s, actor, move), i = luck_below(&luck, n);

                    if (game % 2 && s.phase == DRAW)
                        i = 0; /* from the draw pile, to be rejected mostly, so that it runs out */
                    if (game % 2 && s.phase == PLAY && luck_below(&luck, 4))
                        i = n - 1;
                    apply(&s, actor, move[i], NULL);
                }
                check_position(&s);
                if (game < 4)
                    check_counters(&s);
                hazards += before != HAZARD_STEP && s.phase == HAZARD_STEP;
                shuffles += !fresh && s.fresh;
                outs += s.out && s.phase == TURN_REST;
                bounced += before == BOUNCE && s.phase == TURN_OVER;
            }
        }
        assert_true(hazards > 0 && outs > 0 && bounced > 0);
        assert_true(shuffles > 0);
    }
}

/* ---- what bots are told ---------------------------------------------------------------------- */

static int32_t stands(const struct state *s, int seat)
{
    int32_t out[SEATS];

    assert_true(standing(s, out) >= 1);
    return out[seat];
}

/* What seat 0 may expect with this grid, before it draws. */
static int32_t stands_with(const char *grid)
{
    struct state s = table(2, grid, "6", "7");

    return stands(&s, 0);
}

static move_t habit_of(const struct state *s)
{
    struct luck luck = {1};

    return habit(s, s->turn, &luck);
}

static void low_cards_sets_and_the_beginnings_of_sets_are_worth_something(void **unused)
{
    (void)unused;
    assert_true(stands_with("-4 3 ? ? ? ? ? ? ?") < stands_with("-3 3 ? ? ? ? ? ? ?"));
    assert_true(stands_with("-1 ? ? ? 3 ? ? ? ?") < stands_with("3 ? ? ? 3 ? ? ? ?"));
    assert_true(stands_with("3 ? ? ? 4 ? ? ? ?") < stands_with("3 ? ? ? H ? ? ? ?"));
    assert_true(stands_with("5 5 ? ? ? ? ? ? ?") < stands_with("5 ? ? ? 5 ? ? ? ?"));
    assert_true(stands_with("5 M ? ? ? ? ? ? ?") < stands_with("5 ? ? ? M ? ? ? ?"));
    assert_true(stands_with("5 5 5 ? ? ? ? ? ?") < stands_with("5 5 3 ? ? ? ? ? ?"));
    assert_true(stands_with("5 M 5 ? ? ? ? ? ?") < stands_with("5 -4 5 ? ? ? ? ? ?"));
    assert_true(stands_with("5 ? ? 5 ? ? 5 ? ?") == stands_with("5 5 5 ? ? ? ? ? ?"));
}

static void a_card_in_hand_is_worth_what_it_does_in_its_best_place(void **unused)
{
    struct state good = table(2, "5 5 ? ? ? ? ? ? ?", "6", "7"), bad = good;

    (void)unused;
    draws(&good, "5");
    draws(&bad, "8");
    assert_true(stands(&good, 0) < stands(&bad, 0));
    assert_int_equal(stands(&good, 1), stands(&bad, 1));
    act(&good, 0, "put it at C1");
    turned_over(&good, "C1", "3");
    act(&bad, 0, "put it at B1");
    assert_true(stands(&good, 0) < stands(&bad, 0));
}

static void habit_completes_a_set_and_rejects_what_is_of_no_use(void **unused)
{
    struct state s = table(2, "5 5 ? 3 4 6 -1 8 ?", "5", "7");

    (void)unused;
    assert_int_equal(habit_of(&s), find(&s, 0, "take the 5 from the left pile"));
    act(&s, 0, "take the 5 from the left pile");
    assert_int_equal(habit_of(&s), find(&s, 0, "put it at C1"));

    s = table(2, "5 5 ? ? ? ? ? ? 3", "7", "8");
    assert_int_equal(habit_of(&s), MOVE_PILE);
    draws(&s, "8");
    assert_in_range(habit_of(&s), MOVE_DISCARD + LEFT, MOVE_DISCARD + RIGHT);

    s = table(2, "5 5 ? ? ? ? ? ? 3", "7", "-4");
    assert_int_equal(habit_of(&s), find(&s, 0, "take the -4 from the right pile"));
}

/* Half of the games by habit, half at random; what habit says is legal in all positions, and it looks at no hidden
 * card. At the end the standing is the score. */
static void habit_is_legal_and_the_standing_ends_as_the_score(void **unused)
{
    (void)unused;
    for (int game = 0; game < 120; game++) {
        struct setup setup = {.seats = (uint8_t)(2 + game % 6)};
        struct luck luck = {(uint64_t)game};
        struct state s;
        struct result r;
        uint32_t asked;

        start(&s, &setup);
        while ((asked = actors(&s)) != 0) {
            int actor = bit_lowest(asked);
            move_t list[MOVES_MAX], move;

            stands(&s, 0);
            if (actor == CHANCE) {
                apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
                continue;
            }
            for (FOR_BITS(seat, asked)) {
                struct luck first = luck, second = luck;
                struct state view = s;

                move = habit(&s, (int)seat, &luck);
                assert_true(game_legal(&game_gnoming_a_round, &s, (int)seat, move));
                veil(&view, (int)seat, &first);
                assert_int_equal(habit(&view, (int)seat, &second), move);
            }
            if (game % 2)
                move = list[luck_below(&luck, (uint32_t)moves(&s, actor, list))];
            else
                move = habit(&s, actor, &luck);
            apply(&s, actor, move, NULL);
        }
        memset(&r, 0, sizeof r);
        result(&s, &r);
        for (int seat = 0; seat < s.seats; seat++)
            assert_int_equal(stands(&s, seat), POINT * r.score[seat]);
    }
}

static void a_stage_is_a_round(void **unused)
{
    struct state s = bare(2);

    (void)unused;
    assert_int_equal(stage(&s), 0);
    s.round = 2;
    assert_int_equal(stage(&s), 2);
}

/* ---- what is shown ----------------------------------------------------------------------------- */

static void the_limit_of_60_turns_is_said_when_it_is_near(void **unused)
{
    struct state s = table(3, "5 5 5 ? -2 ? ? ? ?", "4 6", "3");

    (void)unused;
    s.turns = 48 * 3 - 1;
    expect_note(&s, 0, "round 1 of 3, turn 48; you started");
    expect_counter(&s, 0, SCOPE_TABLE, 0, "turn", 48, NO_LIMIT);
    s.turns = 48 * 3;
    expect_note(&s, 1, "round 1 of 3, turn 49 of at most 60, then the round ends; seat 0 started");
    expect_counter(&s, 1, SCOPE_TABLE, 0, "turn", 49, 60);
}

/* Three 5s are -5, and a -2; the others show two 8s. */
static void the_round_the_piles_and_the_grids_are_counted(void **unused)
{
    static const int viewers[] = {0, 2, SPECTATOR, REFEREE};
    struct state s = table(3, "5 5 5 ? -2 ? ? ? ?", "4 6", "3");

    (void)unused;
    s.turns = 7;
    for (int i = 0; i < 4; i++) {
        expect_counter(&s, viewers[i], SCOPE_TABLE, 0, "round", 1, 3);
        expect_counter(&s, viewers[i], SCOPE_TABLE, 0, "turn", 3, NO_LIMIT);
        expect_counter(&s, viewers[i], SCOPE_PLACE, PLACE_DISCARDS + LEFT, "cards in this pile", 2, NO_LIMIT);
        expect_counter(&s, viewers[i], SCOPE_PLACE, PLACE_DISCARDS + RIGHT, "cards in this pile", 1, NO_LIMIT);
        expect_counter(&s, viewers[i], SCOPE_SEAT, 0, "points face up", -7, NO_LIMIT);
        expect_counter(&s, viewers[i], SCOPE_SEAT, 0, "face-down cards", 5, 0);
        expect_counter(&s, viewers[i], SCOPE_SEAT, 1, "points face up", 16, NO_LIMIT);
        expect_counter(&s, viewers[i], SCOPE_SEAT, 1, "face-down cards", 7, 0);
    }
    s = table(2, "M M ? ? ? ? ? ? ?", "4", "3");
    expect_counter(&s, 1, SCOPE_SEAT, 0, "mulligans face up", 2, 1);
}

/* A line is no set while one of its cards lies face down, wherever that is. */
static void face_down_cards_are_no_part_of_a_set(void **unused)
{
    static const struct {
        const char *grid, *goal;
        int points;
    } example[] = {
        {"? ? 4 ? ? 7 ? ? ?", "go out with few points: you show 11, with 7 cards still face down", 4 + 7},
        {"? 5 5 ? ? ? ? ? ?", "go out with few points: you show 10, with 7 cards still face down", 5 + 5},
        {"M ? 5 ? ? ? ? ? ?", "go out with few points: you show 5, with 7 cards still face down", 5},
        {"? ? ? 6 ? ? 6 ? ?", "go out with few points: you show 12, with 7 cards still face down", 6 + 6},
        {"? 3 ? ? 3 ? ? 3 ?", "go out with few points: you show -3, with 6 cards still face down", -3},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof example / sizeof example[0]; i++) {
        struct state s = table(2, example[i].grid, "4", "3");

        expect_counter(&s, 0, SCOPE_SEAT, 0, "points face up", example[i].points, NO_LIMIT);
        expect_goal(&s, 0, example[i].goal);
    }
}

static void the_scores_of_rounds_are_counted(void **unused)
{
    struct state s = bare(2);

    (void)unused;
    s.grid[0] = grid_of("5 M 5 3 8 6 7 8 -3");
    s.grid[1] = grid_of("H 3 4 3 5 6 7 8 5");
    s.out = 1;
    score_round(&s, NULL);
    expect_counter(&s, 1, SCOPE_TABLE, 0, "round", 1, 3);
    expect_counter(&s, 1, SCOPE_SEAT, 0, "score of round 1", -5, NO_LIMIT);
    expect_counter(&s, 1, SCOPE_SEAT, 1, "score of round 1", 51, NO_LIMIT);
    act(&s, CHANCE, "turn up the 8 for a discard pile");
    expect_counter(&s, 0, SCOPE_TABLE, 0, "round", 2, 3);
    expect_counter(&s, 0, SCOPE_SEAT, 1, "score of round 1", 51, NO_LIMIT);
    expect_counter(&s, 0, SCOPE_SEAT, 1, "face-down cards", 9, 0);
    expect_goal(&s, 0, "have the fewest points after 3 rounds: you have -5, the best other 51");
}

/* Seat 1 has gone out with 3 + 4 + 3 + 5 + 6 + 7 + 8 + 4 + 5 = 45; then it is seat 2's turn and seat 0's. */
static void the_goal_is_to_go_out_low_and_then_to_be_lower(void **unused)
{
    struct state s = table(3, "5 5 5 ? -2 ? ? ? ?", "4 6", "3");

    (void)unused;
    expect_goal(&s, 0, "go out with few points: you show -7, with 5 cards still face down");
    expect_goal(&s, 2, "go out with few points: you show 16, with 7 cards still face down");
    assert_int_equal(seen_by(&s, SPECTATOR)->goal.text, NO_TEXT);
    assert_int_equal(seen_by(&s, REFEREE)->goal.text, NO_TEXT);
    s.grid[1] = grid_of("3 4 3 5 6 7 8 4 5");
    s.out = 2;
    s.turn = 2;
    begin_turn(&s, NULL);
    expect_goal(&s, 0, "end your last turn below seat 1's 45 points: you show -7, with 5 face down");
    expect_goal(&s, 1, "be the lowest of this round with 45: 5 points less if you are, as many more if not");
    expect_goal(&s, 2, "end your last turn below seat 1's 45 points: you show 16, with 7 face down");
    s.turn = 0;
    begin_turn(&s, NULL);
    expect_goal(&s, 0, "end your last turn below seat 1's 45 points: you show -7, with 5 face down");
    expect_goal(&s, 2, "have the fewest points after 3 rounds: you have 0, the best other 0");
}

/* The place of a grid as the scene has it. */
static int grid_place(int seat, const char *name)
{
    for (int place = 0; place < PLACES; place++)
        if (strcmp(texts[T_PLACE + place], name) == 0)
            return PLACE_GRID + PLACES * seat + place;
    fail_msg("'%s' is no place", name);
    return 0;
}

/* Makes a move and keeps what is told of it. */
static void act_told(struct state *s, int actor, const char *words, struct facts *facts)
{
    int move = find(s, actor, words);

    assert_true(move >= 0);
    facts_clear(facts);
    apply(s, actor, (move_t)move, facts);
}

static void a_drawn_card_goes_face_down_to_others_and_then_into_the_grid(void **unused)
{
    struct state s = table(2, "8 8 ? ? ? ? ? ? ?", "4 6", "3");
    struct facts facts;

    (void)unused;
    act(&s, 0, "draw from the draw pile");
    act_told(&s, CHANCE, "seat 0 draws the 5", &facts);
    EXPECT_GONE(&facts, 0, {POSITIVE_5, 1, PLACE_DRAW, PLACE_HAND});
    EXPECT_GONE(&facts, 1, {FACE_DOWN, 1, PLACE_DRAW, PLACE_HAND});
    act_told(&s, 0, "put it at C1", &facts);
    EXPECT_GONE(&facts, 1, {POSITIVE_5, 1, PLACE_HAND, grid_place(0, "C1")},
                {FACE_DOWN, 1, grid_place(0, "C1"), PLACE_HAND});
    turned_over(&s, "C1", "7");
    act_told(&s, 0, "discard it on the left pile", &facts);
    EXPECT_GONE(&facts, 1, {POSITIVE_6, 1, PLACE_DISCARDS + LEFT, PLACE_BENEATH},
                {POSITIVE_7, 1, PLACE_HAND, PLACE_DISCARDS + LEFT});
}

static void a_card_taken_uncovers_the_one_beneath(void **unused)
{
    struct state s = table(2, "8 8 ? ? ? ? ? ? ?", "4 6", "3");
    struct facts facts;

    (void)unused;
    act_told(&s, 0, "take the 6 from the left pile", &facts);
    EXPECT_GONE(&facts, SPECTATOR, {POSITIVE_6, 1, PLACE_DISCARDS + LEFT, PLACE_HAND},
                {POSITIVE_4, 1, PLACE_BENEATH, PLACE_DISCARDS + LEFT});
    act_told(&s, 0, "put it at A1", &facts);
    EXPECT_GONE(&facts, SPECTATOR, {POSITIVE_6, 1, PLACE_HAND, grid_place(0, "A1")},
                {POSITIVE_8, 1, grid_place(0, "A1"), PLACE_HAND});
}

/* The pile that was emptied gets the discard at once. */
static void a_mulligan_taken_for_another_goes_all_the_way_at_once(void **unused)
{
    struct state s = table(2, "M ? ? ? ? ? ? ? ?", "M", "3");
    struct facts facts;

    (void)unused;
    act_told(&s, 0, "take the mulligan from the left pile", &facts);
    EXPECT_GONE(&facts, 1, {MULLIGAN, 1, PLACE_DISCARDS + LEFT, PLACE_HAND},
                {MULLIGAN, 1, PLACE_HAND, grid_place(0, "A1")}, {MULLIGAN, 1, grid_place(0, "A1"), PLACE_HAND},
                {MULLIGAN, 1, PLACE_HAND, PLACE_DISCARDS + LEFT});
}

static void a_hazard_goes_out_of_play_and_comes_back_with_the_discards(void **unused)
{
    struct state s = table(2, "8 8 ? ? ? ? ? ? ?", "4 6 7", "3");
    struct facts facts;
    struct gone gone[4 + 18 + 1] = {{POSITIVE_7, 1, PLACE_DISCARDS + LEFT, PLACE_DRAW},
                                    {POSITIVE_3, 1, PLACE_DISCARDS + RIGHT, PLACE_DRAW},
                                    {FACE_DOWN, 2, PLACE_BENEATH, PLACE_DRAW},
                                    {HAZARD, 1, PLACE_OUT, PLACE_DRAW}};

    (void)unused;
    draws(&s, "H");
    act_told(&s, 0, "discard the hazard", &facts);
    EXPECT_GONE(&facts, 1, {HAZARD, 1, PLACE_HAND, PLACE_OUT});
    s.grid[0] = grid_of("5 M 5 3 8 6 7 8 -3");
    s.grid[1] = grid_of("H 3 4 3 5 6 7 8 5");
    s.out = 1;
    score_round(&s, NULL);
    act_told(&s, CHANCE, "turn up the 8 for a discard pile", &facts);
    for (int place = 0; place < 18; place++) /* new cards, face down */
        gone[4 + place] = (struct gone){FACE_DOWN, 1, PLACE_GRID + place, PLACE_GRID + place};
    gone[22] = (struct gone){POSITIVE_8, 1, PLACE_DRAW, PLACE_DISCARDS + LEFT};
    expect_gone(&facts, 0, gone, 23);
}

static void nine_cards_go_to_each_grid(void **unused)
{
    struct setup setup = {.seats = 3};
    struct facts facts;
    struct state s;

    (void)unused;
    start(&s, &setup);
    act_told(&s, CHANCE, "seat 1 starts", &facts);
    assert_int_equal(facts.transfers, 27);
    for (int place = 0; place < 27; place++)
        check_transfer(&facts, place, FACE_DOWN, 1, PLACE_DRAW, PLACE_GRID + place);
}

/* A 5 is put on a face-down card, which shows itself in hand before it is left over. */
static void a_replaced_card_is_turned_over_in_hand(void **unused)
{
    struct state s = table(2, "8 8 ? ? ? ? ? ? ?", "4 6 7", "3");
    struct facts facts;

    (void)unused;
    draws(&s, "5");
    act(&s, 0, "put it at C1");
    act_told(&s, CHANCE, "the card from C1 is the 4", &facts);
    assert_true(facts.transfers > 0);
    check_transfer(&facts, 0, POSITIVE_4, 1, PLACE_HAND, PLACE_HAND);
}

static void the_cards_are_explained(void **unused)
{
    struct setup setup = {.seats = 3};

    (void)unused;
    expect_about(&setup, POSITIVE_5, "5 points");
    expect_about(&setup, POSITIVE_5, "score -5");
    expect_about(&setup, POSITIVE_5, "bounce");
    expect_about(&setup, NEGATIVE_3, "always counts -3");
    expect_about(&setup, HAZARD, "10 points");
    expect_about(&setup, HAZARD, "never the last one");
    expect_about(&setup, MULLIGAN, "any positive card");
    expect_about(&setup, MULLIGAN, "Only one");
    expect_about(&setup, MULLIGAN, "never bounces, and no card because of it");
    assert_int_equal(about(&setup, FACE_DOWN).text, NO_TEXT);
}

/* ---- house rules ------------------------------------------------------------------------------- */

/* A round of seat 0, who ends it with 0 points before the bonus, against 51: it ends with so many, and the game is over
 * after so many of them. */
static void expect_rounds(struct setup setup, int rounds, int score, int against)
{
    struct state s;

    start(&s, &setup);
    act(&s, CHANCE, "seat 0 starts");
    for (int round = 0; round < rounds; round++) {
        assert_int_equal(s.round, round);
        expect_counter(&s, 0, SCOPE_TABLE, 0, "round", round + 1, rounds);
        s.grid[0] = grid_of("5 M 5 3 8 6 7 8 -3");
        s.grid[1] = grid_of("H 3 4 3 5 6 7 8 5");
        s.out = round == 0 ? 1 : 2;
        score_round(&s, NULL);
        assert_int_equal(score_of(&s, round, round == 0 ? 0 : 1), round == 0 ? score : against);
        if (round + 1 < rounds)
            act(&s, CHANCE, "turn up the 8 for a discard pile");
    }
    assert_int_equal(s.phase, OVER);
    assert_int_equal(actors(&s), 0);
}

static struct setup with_rounds(int seats, int rounds)
{
    return with_number(seats, OPTION_ROUNDS, (const char[2]){(char)('0' + rounds)});
}

static void there_may_be_one_round_to_nine(void **unused)
{
    (void)unused;
    for (int rounds = 1; rounds <= 9; rounds++)
        expect_rounds(with_rounds(2, rounds), rounds, -5, 56);
}

/* Seat k has 10 k + 1 points in the first round, and one more in every round that follows. */
static int score_in(int seat, int round)
{
    return 10 * seat + round;
}

static int score_up_to(int seat, int rounds)
{
    return rounds * 10 * seat + rounds * (rounds + 1) / 2;
}

/* So many rounds have been scored so. */
static struct state scored(int seats, int rounds, int over)
{
    struct setup setup = with_rounds(seats, rounds);
    struct state s;

    start(&s, &setup);
    act(&s, CHANCE, "seat 0 starts");
    for (int round = 1; round <= over; round++) {
        score_round(&s, NULL); /* of empty grids: 0 */
        for (int seat = 0; seat < seats; seat++)
            scores_of(&s, round - 1)[seat] = (int8_t)score_in(seat, round);
        if (round < over)
            act(&s, CHANCE, "turn up the 8 for a discard pile");
    }
    return s;
}

/* 7 seats, 9 rounds: each round by itself, or where more than three are over the last two and what was before them,
 * within a turn as well, when the most is counted. */
static void the_scores_of_many_rounds_are_counted_in_few_counters(void **unused)
{
    (void)unused;
    for (int over = 1; over <= 9; over++) {
        for (int turn = 0; turn <= (over < 9); turn++) {
            struct state s = scored(7, 9, over);
            char words[32];

            if (turn) {
                act(&s, CHANCE, "turn up the 8 for a discard pile");
                act(&s, CHANCE, "turn up the 7 for a discard pile");
                for (int seat = 0; seat < 7; seat++)
                    s.grid[seat] = grid_of(seat < 3 ? "M ? ? ? ? ? ? ? ?" : "8 ? ? ? ? ? ? ? ?");
                begin_turn(&s, NULL);
            }
            for (int seat = 0; seat < 7; seat++) {
                for (int round = over > 3 ? over - 1 : 1; round <= over; round++) {
                    snprintf(words, sizeof words, "score of round %d", round);
                    expect_counter(&s, SPECTATOR, SCOPE_SEAT, seat, words, score_in(seat, round), NO_LIMIT);
                }
                snprintf(words, sizeof words, "score of rounds 1 to %d", over - 2);
                if (over > 3)
                    expect_counter(&s, SPECTATOR, SCOPE_SEAT, seat, words, score_up_to(seat, over - 2), NO_LIMIT);
                assert_int_equal(seen_by(&s, SPECTATOR)->score[seat], score_up_to(seat, over));
            }
            /* The round, both piles, and of each seat up to three for rounds; in a turn its number, two of each seat,
             * and the mulligans of three. */
            assert_int_equal(seen_by(&s, SPECTATOR)->counters, 3 + 7 * (over > 3 ? 3 : over) + turn * (1 + 14 + 3));
            assert_int_equal(seen_by(&s, SPECTATOR)->lost, 0);
        }
    }
}

static void grids_have_the_scores_of_the_last_three_rounds(void **unused)
{
    static const char *const title[] = {"seat 2",
                                        "seat 2 (21)",
                                        "seat 2 (21, 22)",
                                        "seat 2 (21, 22, 23)",
                                        "seat 2 (…, 22, 23, 24)",
                                        "seat 2 (…, 23, 24, 25)",
                                        "seat 2 (…, 24, 25, 26)",
                                        "seat 2 (…, 25, 26, 27)",
                                        "seat 2 (…, 26, 27, 28)",
                                        "seat 2 (…, 27, 28, 29)"};

    (void)unused;
    for (int over = 0; over <= 9; over++) {
        struct state s = scored(3, 9, over);

        assert_string_equal(words_of(seen_by(&s, SPECTATOR)->zone[2].title, SPECTATOR), title[over]);
    }
}

/* With the sums worked out by hand. */
static void the_end_of_a_long_game_names_the_score_of_every_round(void **unused)
{
    static const char *const first_five = "seat 1: 11, 12, 13, 14 and 15 in rounds 1 to 5";
    static const char *const total[] = {[4] = "seat 1: 11, 12, 13 and 14 in the four rounds, 50 in all",
                                        [5] = "seat 1: 65 in all five rounds",
                                        [6] = "seat 1: 16 in round 6, 81 in all",
                                        [7] = "seat 1: 16 and 17 in rounds 6 and 7, 98 in all",
                                        [8] = "seat 1: 16, 17 and 18 in rounds 6 to 8, 116 in all",
                                        [9] = "seat 1: 16, 17, 18 and 19 in rounds 6 to 9, 135 in all"};

    (void)unused;
    for (int rounds = 4; rounds <= 9; rounds++) {
        struct state s = scored(2, rounds, rounds);
        struct result out = {0};
        int line = rounds < 5 ? 1 : 2;

        assert_int_equal(s.phase, OVER);
        result(&s, &out);
        assert_int_equal(out.score[1], score_up_to(1, rounds));
        assert_int_equal(out.lines, 2 * line);
        if (rounds >= 5)
            assert_string_equal(words_of(out.line[line++].phrase, SPECTATOR), first_five);
        assert_string_equal(words_of(out.line[line].phrase, SPECTATOR), total[rounds]);
    }
}

/* 45 points each in 9 rounds, and the last one is lower for seat 1. */
static void the_last_round_decides_a_tie_of_a_long_game(void **unused)
{
    struct state s = scored(2, 9, 9);
    struct result out = {0};
    uint8_t rank[SEATS_MAX];

    (void)unused;
    for (int round = 0; round < 9; round++)
        scores_of(&s, round)[1] = (int8_t)(9 - round);
    result(&s, &out);
    game_ranks(&game_gnoming_a_round, 2, &out, rank);
    assert_int_equal(out.score[0], 45);
    assert_int_equal(out.score[1], 45);
    assert_int_equal(rank[0], 2);
    assert_int_equal(rank[1], 1);
    assert_string_equal(words_of(out.line[4].phrase, SPECTATOR),
                        "of those with 45, whoever has the lower last round is ahead; equals share");
}

static void ending_a_round_may_be_worth_nothing_or_ten(void **unused)
{
    (void)unused;
    expect_rounds(with_number(2, OPTION_BONUS, "0"), 3, 0, 51);
    expect_rounds(with_number(2, OPTION_BONUS, "10"), 3, -10, 61);
}

/* Without a bonus there is nobody to be lower than: who has gone out only waits, and the others end with few points. */
static void without_a_bonus_goals_speak_of_none(void **unused)
{
    struct setup setup = with_number(3, OPTION_BONUS, "0"), usual = {.seats = 3};
    struct state s = table(3, "5 5 5 ? -2 ? ? ? ?", "4 6", "3"), fresh;

    (void)unused;
    start(&fresh, &setup);
    s.bonus = fresh.bonus;
    expect_goal(&s, 2, "go out with few points: you show 16, with 7 cards still face down");
    s.grid[1] = grid_of("3 4 3 5 6 7 8 4 5"); /* 45 */
    s.out = 2;
    s.turn = 2;
    begin_turn(&s, NULL);
    expect_goal(&s, 0, "end the round with few points in your last turn: you show -7");
    expect_goal(&s, 1, "everybody else has one last turn: you have 45");
    expect_goal(&s, 2, "end the round with few points in your last turn: you show 16");
    s.turn = 0;
    begin_turn(&s, NULL);
    expect_goal(&s, 2, "have the fewest points after 3 rounds: you have 0, the best other 0");
    start(&fresh, &usual);
    s.bonus = fresh.bonus;
    expect_goal(&s, 1, "be the lowest of this round with 45: 5 points less if you are, as many more if not");
}

/* A bonus or penalty of nothing is not told, whether whoever ended the round is the lowest or not; one of 1 is. */
static void without_a_bonus_none_is_told(void **unused)
{
    (void)unused;
    for (int bonus = 0; bonus <= 1; bonus++)
        for (int out = 0; out < 2; out++) {
            struct setup setup = with_number(2, OPTION_BONUS, bonus ? "1" : "0");
            struct facts facts = {0};
            struct state s;
            int told = 0;

            start(&s, &setup);
            act(&s, CHANCE, "seat 0 starts");
            s.grid[0] = grid_of("5 M 5 3 8 6 7 8 -3"); /* 0 */
            s.grid[1] = grid_of("H 3 4 3 5 6 7 8 5");  /* 51 */
            s.out = (uint8_t)(out + 1);
            score_round(&s, &facts);
            for (int i = 0; i < facts.n; i++)
                told += facts.fact[i].phrase.text == T_LOWEST || facts.fact[i].phrase.text == T_NOT_LOWEST;
            assert_int_equal(told, bonus);
            assert_int_equal(s.score[0][0], out == 0 ? -bonus : 0);
            assert_int_equal(s.score[0][1], out == 1 ? 51 + bonus : 51);
        }
}

/* The last round decides a tie, whichever it is; the only one cannot. */
static void ties_of_short_games_are_explained(void **unused)
{
    struct setup one = with_number(2, OPTION_ROUNDS, "1"), two = with_number(2, OPTION_ROUNDS, "2");
    struct result result = {0};
    uint8_t rank[SEATS_MAX];
    struct state s;

    (void)unused;
    start(&s, &two);
    s.score[0][0] = s.score[1][1] = 7;
    s.round = 1;
    s.phase = OVER;
    game_gnoming_a_round.result(&s, &result);
    game_ranks(&game_gnoming_a_round, 2, &result, rank);
    assert_int_equal(rank[0], 1);
    assert_int_equal(rank[1], 2);
    assert_string_equal(words_of(result.line[0].phrase, SPECTATOR), "seat 0: 7 and 0 in the two rounds, 7 in all");
    assert_string_equal(words_of(result.line[2].phrase, SPECTATOR),
                        "of those with 7, whoever has the lower second round is ahead; equals share");
    start(&s, &one);
    memset(&result, 0, sizeof result);
    s.score[0][0] = s.score[0][1] = 7;
    s.phase = OVER;
    game_gnoming_a_round.result(&s, &result);
    game_ranks(&game_gnoming_a_round, 2, &result, rank);
    assert_int_equal(rank[1], 1);
    assert_string_equal(words_of(result.line[0].phrase, SPECTATOR), "seat 0: 7 in the only round");
    assert_string_equal(words_of(result.line[2].phrase, SPECTATOR), "those with 7 share their place");
}

/* ---- what is foreseen ------------------------------------------------------------------------ */

static void lay_match(struct trial *t, const char *id, const struct state *s)
{
    trial_start(t, id);
    memcpy(t->match.state, s, sizeof *s);
}

/* The top of a discard pile is known; of the draw pile nobody knows what comes. */
static void a_discard_taken_is_foreseen_and_a_card_from_the_draw_pile_is_not(void **unused)
{
    struct state s = table(3, "6 6 ? ? ? ? ? ? ?", "4 5", "-2");
    struct trial t;
    const struct preview *p;

    (void)unused;
    lay_match(&t, "gnoming-a-round:3", &s);
    p = trial_foresees(&t, 0, "draw from the draw pile", "You draw from the draw pile.");
    assert_int_equal(p->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, p), "");
    p = trial_foresees(&t, 0, "take the 5 from the left pile", "You take the 5 from the left pile.");
    assert_int_equal(p->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, p), "Cards in this pile of place 1 -1");
    trial_end(&t);
}

/* A drawn 6 in seat 0's hand: in place of the 8 it makes a set, three 6s, which are -6 instead of 6 + 8 + 6. On a
 * face-down card it adds 6, and what that card is remains to be seen. */
static void what_a_card_makes_of_the_grid_is_foreseen_but_no_face_down_card(void **unused)
{
    struct state s = table(3, "6 8 6 ? ? ? ? ? ?", "5", "4");
    struct trial t;
    const struct preview *p;

    (void)unused;
    draws(&s, "6");
    lay_match(&t, "gnoming-a-round:3", &s);
    p = trial_foresees(&t, 0, "put it at B1", "You put the 6 at B1 in place of the 8. Points face up -26.");
    assert_int_equal(p->next, NEXT_OWN); /* the 8 goes on the discard pile of one's choice */
    assert_string_equal(trial_changes(&t, p), "Points face up of seat 0 -26");
    p = trial_foresees(&t, 0, "put it at B2",
                       "You put the 6 at B2 on a face-down card. Points face up +6, face-down cards -1. The card from "
                       "B2 is turned over.");
    assert_int_equal(p->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, p), "Points face up of seat 0 +6; Face-down cards of seat 0 -1");
    p = trial_foresees(&t, 0, "discard it on the left pile", "You discard the 6 on the left pile.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p), "Cards in this pile of place 1 +1");
    trial_end(&t);
}

/* Row 1 and column A begin face down: two 3s, or a single one, are no set beside face-down cards. */
static void no_set_is_foreseen_of_face_down_cards(void **unused)
{
    struct state s = table(2, "? ? 3 7 3 -1 ? ? ?", "5", "4");
    struct trial t;
    const struct preview *p;

    (void)unused;
    draws(&s, "6");
    lay_match(&t, "gnoming-a-round:2", &s);
    p = trial_foresees(&t, 0, "put it at A1",
                       "You put the 6 at A1 on a face-down card. Points face up +6, face-down cards -1. The card from "
                       "A1 is turned over.");
    assert_string_equal(trial_changes(&t, p), "Points face up of seat 0 +6; Face-down cards of seat 0 -1");
    p = trial_foresees(&t, 0, "put it at A2", "You put the 6 at A2 in place of the 7. Points face up -1.");
    assert_string_equal(trial_changes(&t, p), "Points face up of seat 0 -1");
    trial_end(&t);
}

/* A 5 was put on a face-down card that is a 5, too: it may bounce to a face-up card or a face-down one. */
static void a_bounce_is_foreseen(void **unused)
{
    struct state s = table(3, "8 ? ? ? ? ? ? ? ?", "5", "4");
    struct trial t;
    const struct preview *p;

    (void)unused;
    draws(&s, "5");
    act(&s, 0, "put it at B1");
    turned_over(&s, "B1", "5");
    lay_match(&t, "gnoming-a-round:3", &s);
    p = trial_foresees(&t, 0, "bounce it to A1", "You bounce the 5 to A1 in place of the 8. Points face up -3.");
    assert_int_equal(p->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, p), "Points face up of seat 0 -3");
    p = trial_foresees(&t, 0, "bounce it to C1",
                       "You bounce the 5 to C1 on a face-down card. Points face up +5, face-down cards -1. The card "
                       "from C1 is turned over.");
    assert_int_equal(p->next, NEXT_CHANCE);
    trial_end(&t);
}

/* Drawn and discarded: it leaves play, and the others may turn up a card of theirs; in the grid it is 10 points. */
static void a_hazard_is_foreseen_with_what_others_may_do(void **unused)
{
    struct state s = table(3, "6 6 ? ? ? ? ? ? ?", "5", "4");
    struct trial t;
    const struct preview *p;

    (void)unused;
    draws(&s, "H");
    lay_match(&t, "gnoming-a-round:3", &s);
    p = trial_foresees(&t, 0, "discard the hazard", "You discard a hazard, which leaves play.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p), "");
    p = trial_foresees(&t, 0, "put it at A1", "You put the hazard at A1 in place of the 6. Points face up +4.");
    assert_string_equal(trial_changes(&t, p), "Points face up of seat 0 +4");
    trial_end(&t);
}

/* At the same time and blind: only one's own choice, whatever the others have chosen, and no card. */
static void of_cards_chosen_blind_only_the_own_choice_is_foreseen(void **unused)
{
    struct state s = bare(3);
    struct trial t;
    const struct preview *p;

    (void)unused;
    lay_discards(&s, LEFT, "5");
    act(&s, CHANCE, "turn up the 4 for a discard pile");
    for (int others = 0; others < 2; others++) {
        lay_match(&t, "gnoming-a-round:3", &s);
        if (others) {
            trial_do(&t, "1", "turn up C3");
            trial_do(&t, "1", "turn up B3");
            trial_do(&t, "2", "turn up A1");
            trial_do(&t, "2", "turn up A2");
        }
        p = trial_foresees(&t, 0, "turn up A1", "You choose A1.");
        assert_int_equal(p->next, NEXT_OWN);
        trial_do(&t, "0", "turn up A1");
        p = trial_foresees(&t, 0, "turn up B2", "You choose B2.");
        assert_int_equal(p->next, NEXT_SEALED);
        assert_string_equal(trial_changes(&t, p), "");
        trial_end(&t);
    }
}

/* With two at the table, only one may turn up a card after a hazard: that is done at once. */
static void a_card_turned_up_after_a_hazard_is_foreseen_up_to_what_it_is(void **unused)
{
    struct state s = table(2, "6 6 ? ? ? ? ? ? ?", "5", "4");
    struct trial t;
    const struct preview *p;

    (void)unused;
    draws(&s, "H");
    act(&s, 0, "discard the hazard");
    lay_match(&t, "gnoming-a-round:2", &s);
    p = trial_foresees(&t, 1, "turn up C1", "You choose C1. The chosen cards are turned up.");
    assert_int_equal(p->next, NEXT_CHANCE);
    p = trial_foresees(&t, 1, "turn up none", "You turn up no card.");
    assert_int_equal(p->next, NEXT_OWN); /* it is seat 1's turn */
    trial_end(&t);
}

static void going_out_is_foreseen(void **unused)
{
    struct state s = table(3, "6 6 5 5 4 4 -1 -1 8", "5", "4");
    struct trial t;
    const struct preview *p;

    (void)unused;
    draws(&s, "3");
    act(&s, 0, "put it at C3");
    lay_match(&t, "gnoming-a-round:3", &s);
    p = trial_foresees(&t, 0, "discard it on the right pile",
                       "You discard the 8 on the right pile. "
                       "You have no face-down card left: everybody else has one more turn.");
    assert_int_equal(p->next, NEXT_OTHER);
    trial_end(&t);
}

/* The last turn of a game of one round, and all cards lie face up. Seat 0 has a set of 5s, 28 in other cards and -1,
 * which are 22; seat 1 a set of 3s, 25 and -6, which are 16. Seat 0 ended the round, and seat 1 has less. */
static void the_end_of_a_round_is_foreseen_with_its_scores(void **unused)
{
    for (int rounds = 1; rounds <= 2; rounds++) {
        struct state s = bare(2);
        struct trial t;
        const struct preview *p;
        const char *words =
            "You discard the 8 on the left pile. Seat 0's row 1 is a set of 5s: -5. Seat 0 scores 22: sets -5, other "
            "positive cards 28, negative cards -1. Your column A is a set of 3s: -3. You score 16: sets -3, other "
            "positive cards 25, negative cards -6. Seat 0 ended the round and you have less: 5 more, which makes 27.";
        char more[512];

        lay_grid(&s, 0, "5 5 5 3 4 6 -1 7 8");
        lay_grid(&s, 1, "3 4 6 3 7 8 3 -2 8");
        lay_discards(&s, LEFT, "5");
        lay_discards(&s, RIGHT, "4");
        s.out = 1;
        s.turn = 1;
        s.turns = 1;
        s.rounds = (int8_t)(rounds - ROUNDS);
        begin_turn(&s, NULL);
        draws(&s, "-4");
        act(&s, 1, "put it at C3");
        lay_match(&t, rounds == 1 ? "gnoming-a-round:2:rounds=1" : "gnoming-a-round:2:rounds=2", &s);
        snprintf(more, sizeof more, "%sScore: seat 0 +27, you +16. %s%s", rounds == 1 ? "You win. " : "", words,
                 rounds == 1 ? "" : " The next round begins.");
        p = trial_foresees(&t, 1, "discard it on the left pile", more);
        assert_int_equal(p->next, rounds == 1 ? NEXT_OVER : NEXT_CHANCE);
        assert_string_equal(trial_changes(&t, p),
                            "score of seat 0 +27; score of seat 1 +16; Cards in this pile of place 1 +1; "
                            "Score of round 1 of seat 0 is 27; Score of round 1 of seat 1 is 16");
        trial_end(&t);
    }
    (void)unused;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_box_has_110_cards),
        cmocka_unit_test(a_pool_draws_each_of_its_cards),
        cmocka_unit_test(everybody_gets_nine_cards_face_down),
        cmocka_unit_test(a_hazard_starts_no_discard_pile),
        cmocka_unit_test(each_seat_turns_up_two_cards_unseen),
        cmocka_unit_test(choices_can_be_changed_until_the_last_is_in),
        cmocka_unit_test(a_card_comes_from_the_draw_pile_or_either_discard_pile),
        cmocka_unit_test(a_card_from_a_discard_pile_must_be_put_in_the_grid),
        cmocka_unit_test(a_card_from_the_draw_pile_may_be_discarded),
        cmocka_unit_test(only_its_drawer_sees_a_drawn_card),
        cmocka_unit_test(a_card_replaced_face_up_never_bounces),
        cmocka_unit_test(a_replaced_face_down_card_bounces_on_the_card_put_down),
        cmocka_unit_test(a_replaced_face_down_card_bounces_on_another_face_up_card),
        cmocka_unit_test(only_face_up_cards_of_the_own_grid_match),
        cmocka_unit_test(only_positive_cards_bounce),
        cmocka_unit_test(bounces_chain),
        cmocka_unit_test(a_chain_ends_without_a_match),
        cmocka_unit_test(a_discard_goes_on_either_pile),
        cmocka_unit_test(a_discard_must_start_an_empty_pile_again),
        cmocka_unit_test(if_both_piles_are_empty_either_is_started),
        cmocka_unit_test(a_discarded_hazard_leaves_play_and_all_others_may_turn_a_card),
        cmocka_unit_test(a_hazard_from_the_grid_has_the_same_effect),
        cmocka_unit_test(a_drawn_hazard_may_be_put_in_the_grid),
        cmocka_unit_test(a_hazard_never_turns_the_last_face_down_card),
        cmocka_unit_test(a_hazard_comes_back_in_the_next_round),
        cmocka_unit_test(the_first_mulligan_goes_anywhere),
        cmocka_unit_test(a_second_drawn_mulligan_replaces_the_first_or_is_rejected),
        cmocka_unit_test(a_second_taken_mulligan_replaces_the_first),
        cmocka_unit_test(one_mulligan_may_stay),
        cmocka_unit_test(one_of_two_mulligans_must_be_replaced),
        cmocka_unit_test(a_third_mulligan_cannot_be_taken),
        cmocka_unit_test(bounces_are_ignored_by_the_limit),
        cmocka_unit_test(the_limit_is_what_its_definition_says),
        cmocka_unit_test(an_empty_draw_pile_is_made_anew_from_the_discards),
        cmocka_unit_test(everybody_is_told_of_a_new_draw_pile),
        cmocka_unit_test(an_empty_discard_pile_stays_empty_when_the_draw_pile_is_made),
        cmocka_unit_test(the_draw_pile_is_made_when_a_turn_finds_it_empty),
        cmocka_unit_test(going_out_gives_everybody_else_one_more_turn),
        cmocka_unit_test(a_second_to_go_out_changes_nothing),
        cmocka_unit_test(a_hazard_works_in_the_last_turns),
        cmocka_unit_test(the_rest_is_turned_up_where_it_lies),
        cmocka_unit_test(after_sixty_turns_each_the_round_is_over),
        cmocka_unit_test(going_out_in_the_last_of_sixty_turns_counts),
        cmocka_unit_test(a_round_leaves_nothing_behind_but_its_score),
        cmocka_unit_test(the_next_seat_starts_the_next_round),
        cmocka_unit_test(every_line_is_scored_as_by_brute_force),
        cmocka_unit_test(every_grid_of_few_cards_is_scored_as_by_brute_force),
        cmocka_unit_test(random_grids_are_scored_as_by_brute_force),
        cmocka_unit_test(rows_and_columns_of_three_score_minus_their_value),
        cmocka_unit_test(mulligans_stand_in_for_any_card),
        cmocka_unit_test(negative_cards_and_hazards_spoil_a_line),
        cmocka_unit_test(ending_the_round_is_rewarded_or_punished),
        cmocka_unit_test(the_worst_and_the_best_score_fit),
        cmocka_unit_test(the_most_facts_of_a_move_find_room),
        cmocka_unit_test(a_round_is_explained_line_by_line),
        cmocka_unit_test(the_cards_that_were_scored_can_be_looked_at),
        cmocka_unit_test(the_lowest_total_wins),
        cmocka_unit_test(a_tie_goes_to_the_lower_third_round_and_is_shared_then),
        cmocka_unit_test(ties_are_explained),
        cmocka_unit_test(veil_redraws_the_card_in_hand_from_where_it_came),
        cmocka_unit_test(what_was_seen_is_not_redrawn),
        cmocka_unit_test(the_limit_is_explained_to_those_who_know_the_card),
        cmocka_unit_test(the_prompt_says_what_can_be_done_with_the_card),
        cmocka_unit_test(the_last_turns_are_announced),
        cmocka_unit_test(random_games_keep_all_cards_and_count_what_is_seen),
        cmocka_unit_test(low_cards_sets_and_the_beginnings_of_sets_are_worth_something),
        cmocka_unit_test(a_card_in_hand_is_worth_what_it_does_in_its_best_place),
        cmocka_unit_test(habit_completes_a_set_and_rejects_what_is_of_no_use),
        cmocka_unit_test(habit_is_legal_and_the_standing_ends_as_the_score),
        cmocka_unit_test(a_stage_is_a_round),
        cmocka_unit_test(the_limit_of_60_turns_is_said_when_it_is_near),
        cmocka_unit_test(the_round_the_piles_and_the_grids_are_counted),
        cmocka_unit_test(face_down_cards_are_no_part_of_a_set),
        cmocka_unit_test(the_scores_of_rounds_are_counted),
        cmocka_unit_test(the_goal_is_to_go_out_low_and_then_to_be_lower),
        cmocka_unit_test(a_drawn_card_goes_face_down_to_others_and_then_into_the_grid),
        cmocka_unit_test(a_card_taken_uncovers_the_one_beneath),
        cmocka_unit_test(a_mulligan_taken_for_another_goes_all_the_way_at_once),
        cmocka_unit_test(a_hazard_goes_out_of_play_and_comes_back_with_the_discards),
        cmocka_unit_test(nine_cards_go_to_each_grid),
        cmocka_unit_test(a_replaced_card_is_turned_over_in_hand),
        cmocka_unit_test(the_cards_are_explained),
        cmocka_unit_test(there_may_be_one_round_to_nine),
        cmocka_unit_test(the_scores_of_many_rounds_are_counted_in_few_counters),
        cmocka_unit_test(grids_have_the_scores_of_the_last_three_rounds),
        cmocka_unit_test(the_end_of_a_long_game_names_the_score_of_every_round),
        cmocka_unit_test(the_last_round_decides_a_tie_of_a_long_game),
        cmocka_unit_test(ending_a_round_may_be_worth_nothing_or_ten),
        cmocka_unit_test(without_a_bonus_goals_speak_of_none),
        cmocka_unit_test(without_a_bonus_none_is_told),
        cmocka_unit_test(ties_of_short_games_are_explained),
        cmocka_unit_test(a_discard_taken_is_foreseen_and_a_card_from_the_draw_pile_is_not),
        cmocka_unit_test(what_a_card_makes_of_the_grid_is_foreseen_but_no_face_down_card),
        cmocka_unit_test(no_set_is_foreseen_of_face_down_cards),
        cmocka_unit_test(a_bounce_is_foreseen),
        cmocka_unit_test(a_hazard_is_foreseen_with_what_others_may_do),
        cmocka_unit_test(of_cards_chosen_blind_only_the_own_choice_is_foreseen),
        cmocka_unit_test(a_card_turned_up_after_a_hazard_is_foreseen_up_to_what_it_is),
        cmocka_unit_test(going_out_is_foreseen),
        cmocka_unit_test(the_end_of_a_round_is_foreseen_with_its_scores),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
