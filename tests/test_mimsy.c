/* test_mimsy: every rule, ruling and example of docs/rules/mimsy.md. The source is included, so that
 * positions can be laid out directly. */
#include "help.h"

#include "../src/games/mimsy.c"

#define SEEN_GAME game_mimsy
#include "seen.h"

/* ---- laying out positions -------------------------------------------------------------------- */

/* The ring used here, from the first corner clockwise:
 * green 5, g1 y1 p1, yellow 5, g2 y2 p2, purple 5, g3 y3 p3 (advanced: the 4s in place of the 3s). */
static void lay_ring(struct state *s, int seats, bool advanced)
{
    struct setup setup = {.seats = (uint8_t)seats, .option = {advanced}};

    start(s, &setup);
    for (int position = 0; position < RING; position++)
        s->ring[position] = (uint8_t)(position % 4 == 0 ? CARD(position / 4, 5)
                                                        : CARD(position % 4 - 1,
                                                               position / 4 == 2 && advanced ? 4 : position / 4 + 1));
    s->laid = RING;
    s->pool = s->pooled = 0;
    s->phase = TAKE;
    for (int seat = 0; seat < seats; seat++) {
        s->goal[seat] = (uint8_t)(seat + 1); /* seat 0 green, 1 yellow, 2 purple */
        s->point[seat] = advanced ? (uint8_t)(seat + 1) : 0;
    }
}

static void put(struct state *s, int position, int green, int yellow, int purple)
{
    int n[SUITS] = {green, yellow, purple};

    for (int suit = 0; suit < SUITS; suit++) {
        s->gems[suit] &= ~((uint64_t)15 << (4 * position));
        s->gems[suit] |= (uint64_t)n[suit] << (4 * position);
    }
}

static void check(const struct state *s, int position, int green, int yellow, int purple)
{
    assert_int_equal(gems_at(s, 0, position), green);
    assert_int_equal(gems_at(s, 1, position), yellow);
    assert_int_equal(gems_at(s, 2, position), purple);
}

static void take_at(struct state *s, int position)
{
    move_t list[MOVES_MAX];
    int n = moves(s, s->turn, list), i = 0;

    while (i < n && list[i] != MOVE_POSITION + position)
        i++;
    assert_int_not_equal(i, n);
    apply(s, s->turn, (move_t)(MOVE_POSITION + position), NULL);
}

static void drop_suit(struct state *s, int suit)
{
    assert_int_equal(s->phase, DROP);
    assert_true(s->hand[suit] > 0);
    apply(s, s->turn, (move_t)(MOVE_SUIT + suit), NULL);
}

static int score_of(const struct state *s, int seat)
{
    struct result r = {0};

    assert_int_equal(actors(s), 0);
    result(s, &r);
    return r.score[seat];
}

static int rank_of(const struct state *s, int seat)
{
    struct result r = {0};
    uint8_t rank[SEATS_MAX];

    result(s, &r);
    game_ranks(&game_mimsy, s->seats, &r, rank);
    return rank[seat];
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static void set_up_by_words(struct trial *t, const char *id)
{
    static const char *const cards[] = {"green 1",  "yellow 1", "purple 1", "green 2",
                                        "yellow 2", "purple 2", "green 3",  "yellow 3"};
    char words[64];

    trial_start(t, id);
    trial_do(t, "chance", "deal the green Jabberwocky to seat 0");
    trial_do(t, "chance", "deal the yellow Jabberwocky to seat 1");
    trial_do(t, "chance", "lay green 5");
    trial_do(t, "chance", "lay yellow 5");
    for (int i = 0; i < 8; i++) {
        snprintf(words, sizeof words, "lay %s", cards[i]);
        trial_do(t, "chance", words);
    }
}

static void each_seat_gets_a_goal_in_secret(void **unused)
{
    struct trial t;

    (void)unused;
    set_up_by_words(&t, "mimsy:3");
    assert_int_equal(trial_count(&t, "0", "green Jabberwocky"), 1);
    assert_int_equal(trial_count(&t, "0", "yellow Jabberwocky"), 0);
    assert_int_equal(trial_count(&t, "0", "Jabberwocky card"), 2);
    assert_int_equal(trial_count(&t, "2", "purple Jabberwocky"), 1);
    assert_int_equal(trial_count(&t, "spectator", "Jabberwocky card"), 3);
    trial_end(&t);
}

static void with_two_seats_the_third_goal_is_set_aside_unseen(void **unused)
{
    struct trial t;

    (void)unused;
    set_up_by_words(&t, "mimsy:2");
    assert_int_equal(trial_count(&t, "referee", "purple Jabberwocky"), 0);
    assert_int_equal(trial_count(&t, "referee", "Jabberwocky card"), 1);
    trial_end(&t);
}

static void ring_is_a_triangle_of_goals_with_three_mimsy_cards_between(void **unused)
{
    struct trial t;
    const struct state *s;

    (void)unused;
    set_up_by_words(&t, "mimsy:3");
    s = (const struct state *)(const void *)t.match.state;
    for (int position = 0; position < RING; position++)
        assert_int_equal(card_number(s->ring[position]) == 5, position % 4 == 0);
    trial_end(&t);
}

static void gems_match_the_cards_they_lie_on(void **unused)
{
    struct trial t;
    const struct state *s;

    (void)unused;
    set_up_by_words(&t, "mimsy:3");
    s = (const struct state *)(const void *)t.match.state;
    for (int position = 0; position < RING; position++) {
        int card = s->ring[position], n = card_number(card) == 5 ? 0 : card_number(card);

        assert_int_equal(gems_at(s, card_suit(card), position), n);
        assert_int_equal(sum_at(s, position), n);
    }
    assert_int_equal(trial_count(&t, "referee", "green gem"), 6);
    trial_end(&t);
}

static void advanced_has_the_4s_and_seven_gems_of_each_colour(void **unused)
{
    struct setup setup = {3, {ADVANCED}};
    uint16_t count[JABBERWOCKY_THINGS_N];

    (void)unused;
    contents(&setup, count);
    for (int suit = 0; suit < SUITS; suit++) {
        assert_int_equal(count[GEM + suit], 7);
        for (int number = 1; number <= 5; number++)
            assert_int_equal(count[CARD(suit, number)], 1); /* the 3s as point cards */
    }
}

static void starting_seat_is_random(void **unused)
{
    struct trial t;

    (void)unused;
    set_up_by_words(&t, "mimsy:3");
    assert_int_equal(trial_options(&t, "chance"), 3);
    trial_do(&t, "chance", "seat 2 starts");
    assert_true(trial_asked(&t, "2"));
    assert_string_equal(trial_prompt(&t, "2"),
                        "Take the gems of a mimsy card: if the last meets its own colour there, you go on");
    assert_string_equal(trial_prompt(&t, "0"), "Seat 2 takes the gems of a mimsy card");
    assert_string_equal(trial_prompt(&t, "spectator"), "Seat 2 takes the gems of a mimsy card");
    trial_end(&t);
}

/* ---- a turn ---------------------------------------------------------------------------------- */

static void goal_cards_and_empty_cards_cannot_be_taken(void **unused)
{
    struct state s;
    move_t list[MOVES_MAX];

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 0, 1, 1, 1);
    put(&s, 1, 1, 0, 0);
    put(&s, 7, 0, 0, 2);
    assert_int_equal(moves(&s, 0, list), 2);
    assert_int_equal(list[0], MOVE_POSITION + 1);
    assert_int_equal(list[1], MOVE_POSITION + 7);
}

static void gems_fall_one_by_one_clockwise_goal_cards_included(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 2, 0, 3, 0);
    put(&s, 9, 1, 0, 0);
    put(&s, 10, 1, 0, 0);
    take_at(&s, 2); /* one colour: no choice */
    check(&s, 2, 0, 0, 0);
    check(&s, 3, 0, 1, 0);
    check(&s, 4, 0, 1, 0);
    check(&s, 5, 0, 1, 0);
    assert_int_equal(s.turn, 1);
}

static void player_chooses_the_order_of_the_colours(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 11, 1, 1, 1);
    put(&s, 6, 1, 0, 0);
    take_at(&s, 11);
    expect_prompt(&s, 0, "drop the next gem on green 5: choose its colour");
    expect_prompt(&s, 1, "seat 0 drops the next gem on green 5");
    drop_suit(&s, 2); /* purple onto the corner */
    expect_prompt(&s, 0, "drop the next gem on green 1: choose its colour");
    drop_suit(&s, 0); /* green; the last, yellow, falls by itself */
    check(&s, 0, 0, 0, 1);
    check(&s, 1, 1, 0, 0);
    check(&s, 2, 0, 1, 0);
    assert_int_equal(s.turn, 1);
    assert_int_equal(s.phase, TAKE);
}

static void last_gem_picks_up_its_colour_and_goes_on_from_the_next_card(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 1, 1, 0, 0);
    put(&s, 2, 2, 1, 0); /* green finds two green here; the yellow one stays */
    put(&s, 9, 0, 1, 0);
    take_at(&s, 1);
    check(&s, 1, 0, 0, 0);
    check(&s, 2, 0, 1, 0);
    check(&s, 3, 1, 0, 0);
    check(&s, 4, 1, 0, 0);
    check(&s, 5, 1, 0, 0);
    assert_int_equal(s.turn, 1);
}

static void pick_up_works_on_goal_cards_too(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 3, 0, 1, 0);
    put(&s, 4, 1, 3, 0);
    put(&s, 9, 1, 0, 0);
    put(&s, 10, 1, 0, 0);
    take_at(&s, 3);
    check(&s, 4, 1, 0, 0);
    for (int position = 5; position <= 8; position++)
        check(&s, position, 0, 1, 0);
}

static void only_the_last_gem_picks_up(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 1, 2, 0, 0);
    put(&s, 2, 2, 0, 0);
    put(&s, 9, 1, 0, 0);
    take_at(&s, 1);
    check(&s, 2, 3, 0, 0);
    check(&s, 3, 1, 0, 0);
    assert_int_equal(s.turn, 1);
}

/* [R] The card they came from is not skipped. */
static void a_hand_that_goes_round_falls_on_its_own_card_too(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, true);
    put(&s, 2, 6, 7, 0);
    put(&s, 5, 1, 0, 7);
    take_at(&s, 2);
    for (int i = 0; i < 7; i++)
        drop_suit(&s, 1);
    /* six green left, one colour: positions 10, 11, 0, 1, 2 and 3 */
    check(&s, 2, 1, 0, 0);
    check(&s, 3, 1, 1, 0);
    check(&s, 9, 0, 1, 0);
    check(&s, 1, 1, 0, 0);
}

static void a_single_card_to_take_is_taken_by_the_rules(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 1, 1, 0, 0);
    put(&s, 2, 0, 1, 0);
    take_at(&s, 1); /* green onto yellow's card: then 2 is the only card, and holds two colours */
    assert_int_equal(s.turn, 1);
    assert_int_equal(s.phase, DROP);
    assert_int_equal(s.hand[0] + s.hand[1], 2);
}

/* The page: enumeration finds at most 5 pick-ups in a chain, 6 in the advanced variant. Here: a long random
 * run never exceeds that. */
static int longest_chain(bool advanced)
{
    struct setup setup = {3, {advanced}};
    struct luck luck = {11};
    move_t list[MOVES_MAX];
    int longest = 0;

    for (int g = 0; g < 20000; g++) {
        struct state s;
        struct facts facts;

        start(&s, &setup);
        while (actors(&s)) {
            int chain = 0;

            facts_clear(&facts);
            if (actors(&s) == BIT(CHANCE))
                apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), &facts);
            else
                apply(&s, s.turn, list[luck_below(&luck, (uint32_t)moves(&s, s.turn, list))], &facts);
            for (int i = 0; i < facts.n; i++) {
                chain = facts.fact[i].phrase.text == T_PICKS_UP ? chain + 1
                        : facts.fact[i].phrase.text >= T_TAKES_ONE && facts.fact[i].phrase.text <= T_TAKES_THREE
                            ? 0
                            : chain;
                if (chain > longest)
                    longest = chain;
            }
        }
    }
    return longest;
}

static void chains_end_after_five_pick_ups_or_six(void **unused)
{
    (void)unused;
    assert_in_range(longest_chain(false), 1, 5);
    assert_in_range(longest_chain(true), 1, 6);
}

/* ---- the end --------------------------------------------------------------------------------- */

static void five_gems_on_a_goal_card_end_the_game_at_the_end_of_the_turn(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 0, 0, 4, 0);
    put(&s, 11, 1, 0, 1);
    put(&s, 6, 1, 0, 0);
    take_at(&s, 11);
    drop_suit(&s, 0); /* the fifth gem on green's goal; one gem is still in hand, and falls */
    assert_int_equal(s.phase, OVER);
    check(&s, 1, 0, 0, 1);
    assert_int_equal(score_of(&s, 0), 1);
    assert_int_equal(score_of(&s, 1), 0);
    assert_int_equal(rank_of(&s, 0), 1);
    assert_int_equal(rank_of(&s, 1), 2);
    assert_int_equal(rank_of(&s, 2), 2);
}

static void four_are_not_enough(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 0, 0, 3, 0);
    put(&s, 11, 1, 0, 0);
    put(&s, 6, 1, 0, 0);
    put(&s, 7, 1, 0, 0);
    take_at(&s, 11);
    assert_int_equal(s.phase, TAKE);
}

static void a_goal_that_loses_its_fifth_gem_by_a_pick_up_does_not_count(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 0, 2, 2, 0);
    put(&s, 11, 1, 0, 0); /* the fifth, but it picks up three green */
    put(&s, 6, 1, 0, 0);
    put(&s, 7, 1, 0, 0);
    take_at(&s, 11);
    check(&s, 0, 0, 2, 0);
    check(&s, 3, 1, 0, 0);
    assert_int_equal(s.phase, TAKE);
    assert_int_equal(s.full[0], 0);
}

static void of_two_full_goals_the_first_to_get_its_fifth_gem_wins(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 4, 0, 0, 4); /* yellow's goal: seat 1 */
    put(&s, 8, 0, 4, 0); /* purple's goal: seat 2 */
    put(&s, 3, 5, 0, 0); /* falls on 4, 5, 6, 7, 8 */
    put(&s, 10, 0, 1, 0);
    take_at(&s, 3);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(score_of(&s, 1), 1);
    assert_int_equal(score_of(&s, 2), 0);
}

/* [R] Counted from the last time that it went from 4 to 5. */
static void the_fifth_gem_counts_from_the_last_time_it_came(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 4, 2, 2, 0); /* yellow's goal, seat 1 */
    put(&s, 8, 0, 4, 0); /* purple's goal, seat 2 */
    put(&s, 7, 3, 0, 0);
    s.hand[0] = 1;
    s.at = 4;
    drop_all(&s, 0, NULL); /* the fifth gem for yellow, which picks up three green: no longer full */
    assert_int_equal(s.full[0], 0);
    drop_all(&s, 0, NULL); /* 5, 6, 7, where they find three more */
    drop_all(&s, 0, NULL); /* 8: the fifth for purple; 9, 10 and 11 */
    assert_int_equal(s.hand[0], 0);
    assert_int_equal(s.full[0], 3);
    for (int i = 0; i < 3; i++)
        drop(&s, 2, 4, 1); /* yellow is full again, after purple */
    assert_int_equal(s.full[1], 2);
    s.phase = OVER;
    assert_int_equal(score_of(&s, 2), 1);
    assert_int_equal(score_of(&s, 1), 0);
}

static void two_seats_a_full_goal_of_nobody_wins_for_the_mover(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 2, false);
    s.turn = 1;
    put(&s, 8, 0, 4, 0); /* purple belongs to nobody */
    put(&s, 7, 1, 0, 0);
    put(&s, 2, 1, 0, 0);
    take_at(&s, 7);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(score_of(&s, 1), 1);
    assert_int_equal(score_of(&s, 0), 0);
}

/* [R] Nobody's goal card takes part in the comparison. */
static void two_seats_nobodys_goal_that_is_full_first_wins_for_the_mover(void **unused)
{
    (void)unused;
    for (int mover = 0; mover < 2; mover++) {
        struct state s;

        lay_ring(&s, 2, false);
        s.turn = (uint8_t)mover;
        put(&s, 8, 0, 4, 0); /* nobody's, full first */
        put(&s, 0, 0, 4, 0); /* seat 0's, full later */
        put(&s, 7, 6, 0, 0); /* 8, 9, 10, 11, 0, 1 */
        put(&s, 2, 0, 1, 0);
        take_at(&s, 7);
        assert_int_equal(s.phase, OVER);
        assert_int_equal(sum_at(&s, 0), 5);
        assert_int_equal(score_of(&s, mover), 1);
        assert_int_equal(score_of(&s, 1 - mover), 0);
        assert_int_equal(rank_of(&s, mover), 1);
        assert_int_equal(rank_of(&s, 1 - mover), 2);
    }
}

static void two_seats_nobodys_goal_that_is_full_later_changes_nothing(void **unused)
{
    (void)unused;
    for (int mover = 0; mover < 2; mover++) {
        struct state s;

        lay_ring(&s, 2, false);
        s.turn = (uint8_t)mover;
        put(&s, 4, 0, 0, 4); /* seat 1's, full first */
        put(&s, 8, 0, 4, 0); /* nobody's, full later */
        put(&s, 3, 6, 0, 0); /* 4, 5, 6, 7, 8, 9 */
        put(&s, 10, 0, 1, 0);
        take_at(&s, 3);
        assert_int_equal(s.phase, OVER);
        assert_int_equal(sum_at(&s, 8), 5);
        assert_int_equal(score_of(&s, 1), 1);
        assert_int_equal(score_of(&s, 0), 0);
    }
}

/* [R] For nobody's goal card too the last time counts at which it went from 4 to 5. */
static void two_seats_nobodys_goal_that_is_emptied_and_full_again_is_later(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 2, false);
    s.turn = 1;
    put(&s, 8, 2, 2, 0); /* nobody's */
    put(&s, 0, 0, 4, 0); /* seat 0's */
    s.hand[0] = 1;
    s.at = 8;
    drop_all(&s, 0, NULL); /* the fifth gem for nobody's, which picks up three green: no longer full */
    assert_int_equal(s.full[0], 0);
    drop_all(&s, 0, NULL); /* 9, 10, 11 */
    assert_int_equal(s.hand[0], 0);
    drop(&s, 2, 0, 1); /* the fifth for seat 0's */
    for (int i = 0; i < 3; i++)
        drop(&s, 2, 8, 1); /* nobody's is full again, after it */
    assert_int_equal(s.full[0], 1);
    assert_int_equal(s.full[1], 3);
    s.phase = OVER;
    assert_int_equal(score_of(&s, 0), 1);
    assert_int_equal(score_of(&s, 1), 0);
}

/* All three goal cards are full: each of the three may have been first. */
static void two_seats_of_three_full_goals_the_first_decides(void **unused)
{
    static const int first[] = {8, 0, 4}, winner[] = {1, 0, 1}; /* nobody's (seat 1 moves), seat 0's, seat 1's */

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct state s;

        lay_ring(&s, 2, false);
        s.turn = 1;
        for (int goal = 0; goal < RING; goal += SIDE)
            put(&s, goal, 1, 0, 3);
        for (int goal = 0; goal < SUITS; goal++)
            drop(&s, 1, (first[i] + goal * SIDE) % RING, 1);
        s.phase = OVER;
        assert_int_equal(score_of(&s, winner[i]), 1);
        assert_int_equal(score_of(&s, 1 - winner[i]), 0);
    }
}

/* Random play of this deal, as `wabe sim` makes it. Purple 5, which nobody has, and then green 5, the goal of seat 1,
 * get their fifth gem in the last turn, which is that of seat 0. */
static void deal_900_is_won_by_the_mover(void **unused)
{
    static const char *const moves_made[][2] = {
        {"1", "take purple 2"}, {"0", "take green 3"},  {"1", "take green 1"},  {"0", "take yellow 1"},
        {"0", "drop green"},    {"1", "take yellow 2"}, {"0", "take purple 2"}, {"0", "drop yellow"},
        {"1", "take yellow 3"}, {"1", "drop purple"},   {"0", "take green 1"},  {"1", "take purple 3"},
        {"0", "take green 3"},  {"0", "drop purple"},   {"1", "take purple 1"}, {"0", "take yellow 1"},
        {"0", "drop yellow"},
    };
    struct trial t;
    uint8_t rank[SEATS_MAX];
    struct result r;

    (void)unused;
    trial_start(&t, "mimsy:2#900");
    t.match.well = &t.match.local.well;
    match_settle(&t.match);
    for (size_t i = 0; i < sizeof moves_made / sizeof *moves_made; i++)
        trial_do(&t, moves_made[i][0], moves_made[i][1]);
    r = trial_result(&t, rank);
    assert_int_equal(r.score[0], 1);
    assert_int_equal(r.score[1], 0);
    assert_int_equal(rank[0], 1);
    assert_int_equal(rank[1], 2);
    trial_end(&t);
}

/* In the last fifth of them. */
static void the_limit_of_300_turns_is_said_when_it_is_near(void **unused)
{
    struct state s;

    (void)unused;
    for (int advanced = 0; advanced < 2; advanced++) {
        lay_ring(&s, 3, advanced);
        s.turns = 239;
        expect_note(&s, 0, "turn 240");
        expect_counter(&s, 0, SCOPE_TABLE, 0, "turn", 240, NO_LIMIT);
        s.turns = 240;
        expect_note(&s, SPECTATOR, "turn 241 of at most 300: then nobody wins");
        expect_counter(&s, SPECTATOR, SCOPE_TABLE, 0, "turn", 241, 300);
        s.turns = 299;
        expect_note(&s, 1, "turn 300 of at most 300: then nobody wins");
    }
}

/* [R] After 300 turns the game is drawn. */
static void drawn_after_300_turns(void **unused)
{
    struct state s;

    (void)unused;
    for (int advanced = 0; advanced < 2; advanced++) {
        lay_ring(&s, 3, advanced);
        s.turns = 299;
        put(&s, 0, 1, 2, 1);
        put(&s, 1, 1, 0, 0);
        put(&s, 9, 1, 0, 0);
        take_at(&s, 1);
        assert_int_equal(s.phase, OVER);
        for (int seat = 0; seat < 3; seat++) {
            assert_int_equal(score_of(&s, seat), 0);
            assert_int_equal(rank_of(&s, seat), 1);
        }
    }
}

static void turn_300_is_played(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    s.turns = 298;
    put(&s, 1, 1, 0, 0);
    put(&s, 9, 1, 0, 0);
    put(&s, 10, 0, 1, 0);
    take_at(&s, 1);
    assert_int_equal(s.phase, TAKE);
}

static void a_goal_filled_on_turn_300_is_a_win(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    s.turns = 299;
    put(&s, 4, 0, 0, 4);
    put(&s, 3, 1, 0, 0);
    put(&s, 9, 1, 0, 0);
    take_at(&s, 3);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(score_of(&s, 1), 1);
    assert_int_equal(rank_of(&s, 0), 2);
}

static void play_goes_to_the_left_and_round_the_table(void **unused)
{
    struct state s;

    (void)unused;
    for (int seats = 2; seats <= 3; seats++) {
        lay_ring(&s, seats, false);
        put(&s, 1, 1, 0, 0);
        put(&s, 5, 0, 1, 0);
        put(&s, 9, 0, 0, 1);
        for (int turn = 0; turn < 5; turn++) {
            move_t list[MOVES_MAX];

            assert_int_equal(s.turn, turn % seats);
            assert_int_equal(actors(&s), BIT(turn % seats));
            moves(&s, s.turn, list);
            apply(&s, s.turn, list[0], NULL);
        }
    }
}

static void a_loser_whose_goal_is_full_too_shares_the_second_rank(void **unused)
{
    struct state s;
    struct result r = {0};

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 4, 0, 0, 4);
    put(&s, 8, 0, 4, 0);
    put(&s, 3, 5, 0, 0); /* fills 4, seat 1's, and then 8, seat 2's */
    put(&s, 10, 0, 1, 0);
    take_at(&s, 3);
    assert_int_equal(rank_of(&s, 1), 1);
    assert_int_equal(rank_of(&s, 0), 2);
    assert_int_equal(rank_of(&s, 2), 2);
    result(&s, &r);
    assert_int_equal(r.lines, 2);
    assert_int_equal(r.line[0].phrase.text, T_WON_BY);
    assert_int_equal(r.line[1].phrase.text, T_FULL_LATER);
}

static void the_result_says_which_full_goal_decides(void **unused)
{
    struct state s;
    struct result r = {0};

    (void)unused;
    lay_ring(&s, 2, false);
    s.turn = 1;
    put(&s, 8, 0, 4, 0);
    put(&s, 0, 0, 4, 0);
    put(&s, 7, 6, 0, 0); /* fills 8, nobody's, and then 0, seat 0's */
    put(&s, 2, 0, 1, 0);
    take_at(&s, 7);
    result(&s, &r);
    assert_int_equal(r.lines, 2);
    assert_int_equal(r.line[0].phrase.text, T_WON_MOVER);
    assert_int_equal(r.line[0].phrase.arg[0], 1);
    assert_int_equal(r.line[0].phrase.arg[1], CARD(2, 5));
    assert_int_equal(r.line[1].phrase.text, T_FULL_LATER);
    assert_int_equal(r.line[1].phrase.arg[0], 0);
    assert_int_equal(r.line[1].phrase.arg[1], CARD(0, 5));
    assert_int_equal(r.line[1].phrase.arg[2], CARD(2, 5));

    memset(&r, 0, sizeof r);
    lay_ring(&s, 2, false);
    put(&s, 4, 0, 0, 4);
    put(&s, 8, 0, 4, 0);
    put(&s, 3, 6, 0, 0); /* fills 4, seat 1's, and then 8, nobody's */
    put(&s, 10, 0, 1, 0);
    take_at(&s, 3);
    result(&s, &r);
    assert_int_equal(r.lines, 2);
    assert_int_equal(r.line[0].phrase.text, T_WON_BY);
    assert_int_equal(r.line[0].phrase.arg[0], 1);
    assert_int_equal(r.line[1].phrase.text, T_NOBODYS_LATER);
    assert_int_equal(r.line[1].phrase.arg[0], CARD(2, 5));
    assert_int_equal(r.line[1].phrase.arg[1], CARD(1, 5));
}

/* ---- advanced -------------------------------------------------------------------------------- */

static void advanced_scores_three_for_the_point_colour_and_one_for_others(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, true);
    s.point[0] = 3; /* seat 0: goal green, points for purple */
    s.point[1] = 2; /* seat 1: yellow, yellow */
    s.point[2] = 1; /* seat 2: purple, green */
    put(&s, 0, 2, 0, 2);
    put(&s, 4, 1, 2, 0);
    put(&s, 8, 1, 0, 0);
    put(&s, 11, 0, 1, 0); /* the fifth gem on green's goal */
    put(&s, 6, 1, 0, 0);
    s.turn = 1;
    take_at(&s, 11);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(score_of(&s, 0), 2 * 3 + 3); /* two purple, two green and a yellow */
    assert_int_equal(score_of(&s, 1), 2 * 3 + 1);
    assert_int_equal(score_of(&s, 2), 1 * 3);
    assert_int_equal(rank_of(&s, 0), 1);
    assert_int_equal(rank_of(&s, 1), 2);
    assert_int_equal(rank_of(&s, 2), 3);
}

/* [R] Going back from the last mover. */
static void advanced_tie_goes_to_the_tied_seat_that_moved_last(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, true);
    for (int seat = 0; seat < 3; seat++)
        s.point[seat] = (uint8_t)(seat + 1);
    s.turn = 1;
    s.phase = OVER;
    put(&s, 0, 0, 3, 2); /* seat 0: 5 others = 5 */
    put(&s, 4, 2, 1, 0); /* seat 1: 3 + 2 = 5 */
    put(&s, 8, 2, 0, 1); /* seat 2: 3 + 2 = 5 */
    s.full[0] = 1;
    assert_int_equal(score_of(&s, 0), 5);
    assert_int_equal(score_of(&s, 1), 5);
    assert_int_equal(score_of(&s, 2), 5);
    assert_int_equal(rank_of(&s, 1), 1); /* moved last */
    assert_int_equal(rank_of(&s, 0), 2); /* before that */
    assert_int_equal(rank_of(&s, 2), 3);
}

static void advanced_with_two_seats_scores_also_when_only_nobodys_goal_is_full(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 2, true); /* seat 0: goal and points green; seat 1: yellow */
    s.turn = 1;
    put(&s, 0, 2, 0, 1);
    put(&s, 4, 1, 1, 1);
    put(&s, 8, 0, 4, 0);
    put(&s, 7, 1, 0, 0); /* the fifth gem on purple, which is nobody's */
    put(&s, 2, 1, 0, 0);
    take_at(&s, 7);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(score_of(&s, 0), 2 * 3 + 1);
    assert_int_equal(score_of(&s, 1), 3 + 2);
    assert_int_equal(rank_of(&s, 0), 1);
}

/* The order in which goal cards became full decides nothing here. */
static void advanced_with_two_seats_scores_whichever_goal_is_full_first(void **unused)
{
    (void)unused;
    for (int mover = 0; mover < 2; mover++) {
        struct state s;

        lay_ring(&s, 2, true); /* seat 0: goal and points green; seat 1: yellow */
        s.turn = (uint8_t)mover;
        put(&s, 8, 0, 4, 0); /* nobody's, full first */
        put(&s, 0, 0, 4, 0); /* seat 0's, full later */
        put(&s, 4, 1, 1, 1);
        put(&s, 7, 6, 0, 0); /* 8, 9, 10, 11, 0, 1 */
        put(&s, 2, 0, 1, 0);
        take_at(&s, 7);
        assert_int_equal(s.phase, OVER);
        assert_int_equal(score_of(&s, 0), 3 + 4);
        assert_int_equal(score_of(&s, 1), 3 + 2);
        assert_int_equal(rank_of(&s, 0), 1);
        assert_int_equal(rank_of(&s, 1), 2);
    }
}

static void advanced_deals_a_point_card_to_each_in_secret_and_lays_the_4s(void **unused)
{
    struct trial t;
    const struct state *s;
    uint32_t laid = 0;

    (void)unused;
    trial_start(&t, "mimsy:2:variant=advanced#3");
    trial_do(&t, "chance", "deal the green Jabberwocky to seat 0");
    trial_do(&t, "chance", "deal the yellow Jabberwocky to seat 1");
    trial_do(&t, "chance", "deal purple 3 to seat 0");
    assert_string_equal(trial_log(&t, "0"), "Your secret point card is purple 3\n");
    assert_string_equal(trial_log(&t, "1"), "");
    trial_do(&t, "chance", "deal green 3 to seat 1");
    trial_luck(&t);
    assert_int_equal(trial_count(&t, "0", "purple 3"), 1);
    assert_int_equal(trial_count(&t, "0", "green 3"), 0);
    assert_int_equal(trial_count(&t, "1", "purple 3"), 0);
    assert_int_equal(trial_count(&t, "spectator", "purple 3"), 0);
    assert_int_equal(trial_count(&t, "spectator", "Number card"), 3); /* two point cards and the one set aside */
    s = (const struct state *)(const void *)t.match.state;
    for (int position = 0; position < RING; position++)
        laid |= BIT(s->ring[position]);
    assert_int_equal(laid, cards_of(1) | cards_of(2) | cards_of(4) | cards_of(5));
    trial_end(&t);
}

static void point_cards_are_shown_at_the_end(void **unused)
{
    struct state s;
    struct facts facts = {0};
    int told = 0;

    (void)unused;
    lay_ring(&s, 3, true);
    put(&s, 0, 0, 4, 0);
    put(&s, 11, 1, 0, 0);
    put(&s, 6, 1, 0, 0);
    apply(&s, 0, MOVE_POSITION + 11, &facts);
    for (int i = 0; i < facts.n; i++)
        told += facts.fact[i].phrase.text == T_POINT_WAS && facts.fact[i].to == EVERYBODY;
    assert_int_equal(told, 3);
}

static void the_log_says_what_is_taken(void **unused)
{
    struct state s;
    struct facts facts = {0};

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 9, 2, 0, 1);
    put(&s, 6, 1, 0, 0);
    apply(&s, 0, MOVE_POSITION + 9, &facts);
    assert_int_equal(facts.fact[0].phrase.text, T_TAKES_TWO);
    assert_int_equal(facts.fact[0].phrase.arg[1], 2);
    assert_int_equal(facts.fact[0].phrase.arg[2], GEM + 0);
    assert_int_equal(facts.fact[0].phrase.arg[3], 1);
    assert_int_equal(facts.fact[0].phrase.arg[4], GEM + 2);
}

/* ---- the end once more, from the rules page alone ---------------------------------------------- */

/* A second game, as plain as it can be: gems fall one by one, and the time is noted at which a goal card goes from 4 to
 * 5. It has its deal from a state, and from there on the moves alone. */
struct plain_game {
    int seats, advanced, turn, turns, at, clock, over;
    int card[RING], gem[RING][SUITS], hand[SUITS];
    int fifth[RING]; /* when */
};

static struct plain_game plain_of(const struct state *s)
{
    struct plain_game p = {.seats = s->seats, .advanced = s->advanced, .turn = s->turn};

    for (int i = 0; i < RING; i++) {
        p.card[i] = s->ring[i];
        if (card_number(p.card[i]) != 5)
            p.gem[i][card_suit(p.card[i])] = card_number(p.card[i]);
    }
    return p;
}

static int plain_on(const struct plain_game *p, int i)
{
    return p->gem[i][0] + p->gem[i][1] + p->gem[i][2];
}

static bool plain_is_full(const struct plain_game *p, int i)
{
    return card_number(p->card[i]) == 5 && plain_on(p, i) >= 5;
}

static void plain_take(struct plain_game *p, int i)
{
    memcpy(p->hand, p->gem[i], sizeof p->hand);
    memset(p->gem[i], 0, sizeof p->gem[i]);
    p->at = (i + 1) % RING;
}

static void plain_drop(struct plain_game *p, int suit)
{
    int i = p->at;

    p->hand[suit]--;
    p->gem[i][suit]++;
    p->clock++;
    if (plain_on(p, i) == 5)
        p->fifth[i] = p->clock;
    if (p->hand[0] + p->hand[1] + p->hand[2] == 0 && p->gem[i][suit] > 1) {
        p->hand[suit] = p->gem[i][suit];
        p->gem[i][suit] = 0;
    }
    p->at = (i + 1) % RING;
}

/* What needs no decision: the rest of a hand of one colour, the end of a turn, the only card that can be taken. */
static void plain_goes_on(struct plain_game *p)
{
    while (!p->over) {
        int colours = 0, suit = 0, cards = 0, card = 0;

        for (int i = 0; i < SUITS; i++)
            if (p->hand[i]) {
                colours++;
                suit = i;
            }
        if (colours > 1)
            return;
        if (colours == 1) {
            plain_drop(p, suit);
            continue;
        }
        p->turns++;
        for (int i = 0; i < RING; i++) {
            p->over |= plain_is_full(p, i) || p->turns == 300;
            if (card_number(p->card[i]) != 5 && plain_on(p, i)) {
                cards++;
                card = i;
            }
        }
        if (p->over)
            return;
        p->turn = (p->turn + 1) % p->seats;
        if (cards > 1)
            return;
        plain_take(p, card);
    }
}

/* Which goal card was full first, one that a seat has or nobody's, and whether it was alone. */
enum { END_DRAWN, END_OWNED_ALONE, END_NOBODYS_ALONE, END_OWNED_FIRST, END_NOBODYS_FIRST, ENDS };

/* Scores by the sentences of the page; goal and point: colours of the seats, from 1. Says which end it is. */
static int plain_score(const struct plain_game *p, const uint8_t goal[], const uint8_t point[], int score[SUITS])
{
    int first = -1, owner = p->turn, full = 0;
    bool owned = false;

    memset(score, 0, SUITS * sizeof *score);
    for (int i = 0; i < RING; i++)
        if (plain_is_full(p, i)) {
            full++;
            if (first < 0 || p->fifth[i] < p->fifth[first])
                first = i;
        }
    if (!full)
        return END_DRAWN;
    for (int seat = 0; seat < p->seats; seat++)
        for (int i = 0; i < RING; i++) {
            if (p->card[i] != CARD(goal[seat] - 1, 5))
                continue;
            if (p->advanced)
                score[seat] = plain_on(p, i) + 2 * p->gem[i][point[seat] - 1];
            if (i == first) {
                owned = true;
                owner = seat;
            }
        }
    if (!p->advanced)
        score[owner] = 1;
    return full == 1 ? (owned ? END_OWNED_ALONE : END_NOBODYS_ALONE) : owned ? END_OWNED_FIRST : END_NOBODYS_FIRST;
}

/* In the advanced variant whoever moved last goes before others with the same score; but a drawn game is drawn. */
static int plain_rank(const struct plain_game *p, const int score[], bool drawn, int seat)
{
    int rank = 1;

    for (int other = 0; other < p->seats; other++) {
        bool later = (p->turn - other + p->seats) % p->seats < (p->turn - seat + p->seats) % p->seats;

        rank += score[other] > score[seat] || (p->advanced && !drawn && score[other] == score[seat] && later);
    }
    return rank;
}

static void play_both(struct state *s, struct plain_game *p, struct luck *luck)
{
    move_t list[MOVES_MAX];

    while (actors(s)) {
        move_t move = list[luck_below(luck, (uint32_t)moves(s, s->turn, list))];

        assert_int_equal(s->turn, p->turn);
        if (s->phase == TAKE)
            plain_take(p, move - MOVE_POSITION);
        else
            plain_drop(p, move - MOVE_SUIT);
        plain_goes_on(p);
        apply(s, s->turn, move, NULL);
        assert_int_equal(s->phase == OVER, p->over);
    }
}

static void compare_ends(int seats, bool advanced, int games_played, int ends[ENDS])
{
    struct setup setup = {(uint8_t)seats, {advanced}};
    struct luck luck = {(uint64_t)(17 + 2 * seats + advanced)};

    for (int g = 0; g < games_played; g++) {
        int score[SUITS], end;
        int32_t standings[SUITS];
        struct state s;
        struct plain_game p;

        start(&s, &setup);
        while (actors(&s) == BIT(CHANCE))
            apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
        p = plain_of(&s);
        play_both(&s, &p, &luck);
        end = plain_score(&p, s.goal, s.point, score);
        ends[end]++;
        standing(&s, standings);
        for (int seat = 0; seat < seats; seat++) {
            assert_int_equal(score_of(&s, seat), score[seat]);
            assert_int_equal(rank_of(&s, seat), plain_rank(&p, score, end == END_DRAWN, seat));
            assert_int_equal(standings[seat], POINT * score[seat]);
        }
    }
}

static void random_games_end_as_the_page_says(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 3; seats++)
        for (int advanced = 0; advanced < 2; advanced++) {
            int ends[ENDS] = {0};

            compare_ends(seats, advanced, 40000, ends);
            assert_true(ends[END_OWNED_ALONE] > 1000);
            assert_true(ends[END_OWNED_FIRST] > 50);
            if (seats == 2) {
                assert_true(ends[END_NOBODYS_ALONE] > 1000);
                assert_true(ends[END_NOBODYS_FIRST] > 50);
            } else {
                assert_int_equal(ends[END_NOBODYS_ALONE] + ends[END_NOBODYS_FIRST], 0);
            }
        }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

static void goals_are_revealed_at_the_end(void **unused)
{
    struct state s;
    struct facts facts = {0};
    int told = 0;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 0, 0, 4, 0);
    put(&s, 11, 1, 0, 0);
    put(&s, 6, 1, 0, 0);
    apply(&s, 0, MOVE_POSITION + 11, &facts);
    for (int i = 0; i < facts.n; i++)
        if (facts.fact[i].phrase.text == T_GOAL_WAS) {
            assert_int_equal(facts.fact[i].to, EVERYBODY);
            assert_true(facts.fact[i].flags & FACT_REVEALS);
            told++;
        }
    assert_int_equal(told, 3);
}

/* ---- what bots are told ---------------------------------------------------------------------- */

static int32_t stands(const struct state *s, int seat)
{
    int32_t out[SUITS];

    standing(s, out);
    return out[seat];
}

static void the_fuller_the_own_goal_card_the_better(void **unused)
{
    (void)unused;
    for (int advanced = 0; advanced < 2; advanced++) {
        for (int gems = 0; gems < 4; gems++) {
            struct state s, fuller;

            lay_ring(&s, 3, advanced);
            put(&s, 0, gems, 0, 0); /* green's goal: seat 0 */
            put(&s, 4, 2, 0, 0);
            fuller = s;
            put(&fuller, 0, gems + 1, 0, 0);
            assert_true(stands(&fuller, 0) > stands(&s, 0));
            assert_true(stands(&fuller, 0) - stands(&fuller, 1) > stands(&s, 0) - stands(&s, 1));
        }
    }
}

static void gems_of_the_point_colour_count_three(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, true);
    put(&s, 0, 2, 1, 0); /* seat 0 has the green goal and the green point card */
    assert_int_equal(stands(&s, 0), (2 * 3 + 1) * POINT);
}

static void the_point_goes_to_whoever_wins(void **unused)
{
    struct state s;

    (void)unused;
    lay_ring(&s, 3, false);
    put(&s, 4, 0, 0, 4);
    put(&s, 8, 0, 4, 0);
    put(&s, 3, 5, 0, 0); /* falls on 4, 5, 6, 7, 8: yellow's goal is full first */
    put(&s, 10, 0, 1, 0);
    take_at(&s, 3);
    assert_int_equal(stands(&s, 0), 0);
    assert_int_equal(stands(&s, 1), POINT);
    assert_int_equal(stands(&s, 2), 0);

    lay_ring(&s, 2, false);
    put(&s, 8, 0, 4, 0); /* nobody's goal */
    put(&s, 7, 1, 0, 0);
    put(&s, 10, 0, 1, 0);
    s.turn = 1;
    take_at(&s, 7);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(stands(&s, 0), 0);
    assert_int_equal(stands(&s, 1), POINT);
}

/* In the middle of a turn: whoever would win if it ended so. */
static void a_goal_that_is_full_first_promises_the_point(void **unused)
{
    (void)unused;
    for (int mover = 0; mover < 2; mover++) {
        struct state s;

        lay_ring(&s, 2, false);
        s.turn = (uint8_t)mover;
        put(&s, 8, 0, 4, 0); /* nobody's */
        put(&s, 0, 0, 4, 0); /* seat 0's */
        put(&s, 7, 6, 1, 0); /* green on 8, 9, 10, 11 and 0; green and yellow are left */
        put(&s, 2, 0, 1, 0);
        take_at(&s, 7);
        for (int i = 0; i < 4; i++)
            drop_suit(&s, 0);
        assert_int_equal(s.full[1], 0); /* nobody's alone is full */
        assert_true(stands(&s, mover) > stands(&s, 1 - mover));
        drop_suit(&s, 0);
        assert_int_equal(s.full[1], 1); /* seat 0's too, but later */
        assert_int_equal(s.phase, DROP);
        assert_true(stands(&s, mover) > stands(&s, 1 - mover));
    }
}

/* ---- what is foreseen ------------------------------------------------------------------------ */

/* A match in which the ring above lies, without gems. */
static struct state *lay_match(struct trial *t, const char *id, int seats, bool advanced)
{
    struct state *s;

    trial_start(t, id);
    s = (struct state *)(void *)t->match.state;
    lay_ring(s, seats, advanced);
    return s;
}

/* All of the chain is known: each last gem that finds its like goes on from the next card. */
static void the_whole_chain_of_pick_ups_is_foreseen(void **unused)
{
    struct trial t;
    struct state *s = lay_match(&t, "mimsy:3", 3, false);
    const struct preview *p;

    (void)unused;
    put(s, 1, 1, 0, 0);
    put(s, 2, 2, 1, 0);
    put(s, 5, 1, 0, 0);
    put(s, 6, 0, 2, 0);
    p = trial_foresees(&t, 0, "take green 1",
                       "You take 1 × green gem from green 1. You drop a green gem on yellow 1. "
                       "You pick up 3 × green gem from yellow 1. You drop 3 × green gem, the last on green 2. "
                       "You pick up 2 × green gem from green 2. You drop 2 × green gem, the last on purple 2.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p), "Gems on the goal card of place 4 +1; Turn +1");
    trial_end(&t);
}

/* Which colour falls next is the player's choice: a gem at a time is foreseen. */
static void a_hand_of_several_colours_is_foreseen_up_to_the_next_choice(void **unused)
{
    struct trial t;
    struct state *s = lay_match(&t, "mimsy:3", 3, false);
    const struct preview *p;

    (void)unused;
    put(s, 11, 1, 1, 1);
    put(s, 2, 0, 1, 0);
    put(s, 6, 1, 0, 0);
    p = trial_foresees(&t, 0, "take purple 3", "You take 1 green, 1 yellow and 1 purple gems from purple 3.");
    assert_int_equal(p->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, p), "");
    trial_do(&t, "0", "take purple 3");
    p = trial_foresees(&t, 0, "drop purple", "You drop a purple gem on green 5.");
    assert_int_equal(p->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, p), "Gems on the goal card of place 0 +1");
    trial_do(&t, "0", "drop purple");
    p = trial_foresees(&t, 0, "drop green",
                       "You drop a green gem on green 1. You drop a yellow gem on yellow 1. "
                       "You pick up 2 × yellow gem from yellow 1. You drop 2 × yellow gem, the last on yellow 5.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p), "Gems on the goal card of place 4 +1; Turn +1");
    trial_end(&t);
}

/* The fifth gem ends the game; the goals of the others are shown then, and not before. */
static void the_fifth_gem_is_foreseen_to_end_the_game_but_not_whose_goal_it_is(void **unused)
{
    struct trial t;
    struct state *s = lay_match(&t, "mimsy:2", 2, false);
    const struct preview *p;

    (void)unused;
    for (int other = 2; other <= 3; other++) { /* seat 1's goal is yellow, or it is purple and yellow is nobody's */
        put(s, 0, 0, 4, 0);
        put(s, 4, 0, 0, 4);
        put(s, 3, 1, 0, 0);
        put(s, 11, 1, 0, 0);
        s->goal[1] = (uint8_t)other;
        p = trial_foresees(
            &t, 0, "take purple 3",
            "You win. You take 1 × green gem from purple 3. You drop a green gem on green 5. Green 5 holds 5 gems. The "
            "game is over, and the goals are shown. Then something hidden comes to light.");
        assert_true(p->reveals);
        assert_int_equal(p->next, NEXT_OVER);
        p = trial_foresees(&t, 0, "take purple 1",
                           "You take 1 × green gem from purple 1. You drop a green gem on yellow 5. "
                           "Yellow 5 holds 5 gems. The game is over, and the goals are shown. "
                           "Then something hidden comes to light.");
        assert_true(p->reveals);
        assert_int_equal(p->next, NEXT_OVER);
        assert_string_equal(trial_changes(&t, p), "Gems on the goal card of place 4 +1");
    }
    trial_end(&t);
}

/* A gem of the point colour counts 3, another one 1: for oneself; what it is worth for others is their secret. */
static void advanced_foresees_what_a_gem_is_worth_on_ones_own_goal_card(void **unused)
{
    struct trial t;
    struct state *s = lay_match(&t, "mimsy:3:variant=advanced", 3, true);
    const struct preview *p;

    (void)unused;
    put(s, 11, 1, 0, 0);
    put(s, 10, 0, 2, 0);
    put(s, 3, 0, 1, 0);
    p = trial_foresees(&t, 0, "take purple 4",
                       "Score: you +3. You take 1 × green gem from purple 4. You drop a green gem on green 5.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p),
                        "Points so far of seat 0 +3; Gems on the goal card of place 0 +1; Turn +1");
    p = trial_foresees(
        &t, 0, "take yellow 4",
        "Score: you +1. You take 2 × yellow gem from yellow 4. You drop 2 × yellow gem, the last on green 5.");
    assert_string_equal(trial_changes(&t, p),
                        "Points so far of seat 0 +1; Gems on the goal card of place 0 +1; Turn +1");
    p = trial_foresees(&t, 0, "take purple 1",
                       "You take 1 × yellow gem from purple 1. You drop a yellow gem on yellow 5.");
    assert_string_equal(trial_changes(&t, p), "Gems on the goal card of place 4 +1; Turn +1");
    trial_end(&t);
}

/* No turn begins with a goal card, but gems that lie there are picked up like others; the number of gems that ends the
 * game is the house rule's. */
static void things_say_what_they_do(void **unused)
{
    struct setup setup = {.seats = 3};

    (void)unused;
    expect_about(&setup, CARD(0, 5), "leaves with 5 gems or more wins for the holder of its colour");
    expect_about(&setup, CARD(0, 5), "its gems leave by pick-ups only");
    expect_about(&setup, CARD(1, 2), "take all its gems and drop them one by one on the cards that follow");
    expect_about(&setup, GEM, "finds gems of its colour");
    expect_about(&setup, JABBERWOCKY_CARD, "secret goal");
    assert_int_equal(about(&setup, JABBERWOCKY_BACK).text, NO_TEXT);
    setup.option[1] = 1; /* the least */
    expect_about(&setup, CARD(0, 5), "leaves with 3 gems or more wins for");
    setup.seats = 2;
    expect_about(&setup, CARD(0, 5), "or if nobody has it for whoever moved");
    setup.option[0] = ADVANCED;
    expect_about(&setup, CARD(0, 5), "leaves 3 gems or more on one; then all gems on each score for");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_say_what_they_do),
        cmocka_unit_test(each_seat_gets_a_goal_in_secret),
        cmocka_unit_test(with_two_seats_the_third_goal_is_set_aside_unseen),
        cmocka_unit_test(ring_is_a_triangle_of_goals_with_three_mimsy_cards_between),
        cmocka_unit_test(gems_match_the_cards_they_lie_on),
        cmocka_unit_test(advanced_has_the_4s_and_seven_gems_of_each_colour),
        cmocka_unit_test(starting_seat_is_random),
        cmocka_unit_test(goal_cards_and_empty_cards_cannot_be_taken),
        cmocka_unit_test(gems_fall_one_by_one_clockwise_goal_cards_included),
        cmocka_unit_test(player_chooses_the_order_of_the_colours),
        cmocka_unit_test(last_gem_picks_up_its_colour_and_goes_on_from_the_next_card),
        cmocka_unit_test(pick_up_works_on_goal_cards_too),
        cmocka_unit_test(only_the_last_gem_picks_up),
        cmocka_unit_test(a_hand_that_goes_round_falls_on_its_own_card_too),
        cmocka_unit_test(a_single_card_to_take_is_taken_by_the_rules),
        cmocka_unit_test(chains_end_after_five_pick_ups_or_six),
        cmocka_unit_test(five_gems_on_a_goal_card_end_the_game_at_the_end_of_the_turn),
        cmocka_unit_test(four_are_not_enough),
        cmocka_unit_test(a_goal_that_loses_its_fifth_gem_by_a_pick_up_does_not_count),
        cmocka_unit_test(of_two_full_goals_the_first_to_get_its_fifth_gem_wins),
        cmocka_unit_test(the_fifth_gem_counts_from_the_last_time_it_came),
        cmocka_unit_test(two_seats_a_full_goal_of_nobody_wins_for_the_mover),
        cmocka_unit_test(two_seats_nobodys_goal_that_is_full_first_wins_for_the_mover),
        cmocka_unit_test(two_seats_nobodys_goal_that_is_full_later_changes_nothing),
        cmocka_unit_test(two_seats_nobodys_goal_that_is_emptied_and_full_again_is_later),
        cmocka_unit_test(two_seats_of_three_full_goals_the_first_decides),
        cmocka_unit_test(deal_900_is_won_by_the_mover),
        cmocka_unit_test(the_limit_of_300_turns_is_said_when_it_is_near),
        cmocka_unit_test(drawn_after_300_turns),
        cmocka_unit_test(turn_300_is_played),
        cmocka_unit_test(a_goal_filled_on_turn_300_is_a_win),
        cmocka_unit_test(play_goes_to_the_left_and_round_the_table),
        cmocka_unit_test(a_loser_whose_goal_is_full_too_shares_the_second_rank),
        cmocka_unit_test(the_result_says_which_full_goal_decides),
        cmocka_unit_test(advanced_with_two_seats_scores_also_when_only_nobodys_goal_is_full),
        cmocka_unit_test(advanced_with_two_seats_scores_whichever_goal_is_full_first),
        cmocka_unit_test(random_games_end_as_the_page_says),
        cmocka_unit_test(advanced_deals_a_point_card_to_each_in_secret_and_lays_the_4s),
        cmocka_unit_test(point_cards_are_shown_at_the_end),
        cmocka_unit_test(the_log_says_what_is_taken),
        cmocka_unit_test(advanced_scores_three_for_the_point_colour_and_one_for_others),
        cmocka_unit_test(advanced_tie_goes_to_the_tied_seat_that_moved_last),
        cmocka_unit_test(goals_are_revealed_at_the_end),
        cmocka_unit_test(the_fuller_the_own_goal_card_the_better),
        cmocka_unit_test(gems_of_the_point_colour_count_three),
        cmocka_unit_test(the_point_goes_to_whoever_wins),
        cmocka_unit_test(a_goal_that_is_full_first_promises_the_point),
        cmocka_unit_test(the_whole_chain_of_pick_ups_is_foreseen),
        cmocka_unit_test(a_hand_of_several_colours_is_foreseen_up_to_the_next_choice),
        cmocka_unit_test(the_fifth_gem_is_foreseen_to_end_the_game_but_not_whose_goal_it_is),
        cmocka_unit_test(advanced_foresees_what_a_gem_is_worth_on_ones_own_goal_card),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
