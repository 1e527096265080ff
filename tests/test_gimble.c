/* test_gimble: every rule, ruling and example of docs/rules/gimble.md. The source is included, so that positions can be
 * laid out directly. */
#include "help.h"

#include "../src/games/gimble.c"

/* ---- laying out positions -------------------------------------------------------------------- */

enum { GREEN, YELLOW, PURPLE };

#define G(n) BIT(CARD(GREEN, n))
#define Y(n) BIT(CARD(YELLOW, n))
#define P(n) BIT(CARD(PURPLE, n))

static struct state *state_of(const struct trial *t)
{
    return (struct state *)(void *)t->match.state;
}

static uint16_t gems(int green, int yellow, int purple)
{
    return (uint16_t)(green | yellow << 4 | purple << 8);
}

static void check_gems(uint32_t have, int green, int yellow, int purple)
{
    assert_int_equal(have & 15, green);
    assert_int_equal(have >> 4 & 15, yellow);
    assert_int_equal(have >> 8, purple);
}

/* Makes a move and returns what this viewer hears of it, also in a position that was laid out. */
static const char *hear(struct trial *t, const char *viewer, const char *actor, const char *words)
{
    static char out[4096];
    struct text text = text_in(out, sizeof out);
    struct speech speech = {&game_gimble, NULL, actor_of(viewer)};
    struct state s = *state_of(t);
    struct facts facts = {0};

    apply(&s, actor_of(actor), (move_t)trial_find(t, actor, words), &facts);
    trial_do(t, actor, words);
    for (int i = 0; i < facts.n; i++) {
        if (facts.fact[i].to & BIT(actor_of(viewer))) {
            assert_true(sentence_put(&text, &speech, facts.fact[i].phrase));
            text_char(&text, '\n');
        }
    }
    return out;
}

/* Wild cards in the order of the suits; three seats have 3 green 3 yellow 2 purple, 3 2 3 and 2 3 3 gems. */
static void deal_to_all(struct trial *t, int seats)
{
    trial_do(t, "chance", "deal the green Jabberwocky to seat 0");
    trial_do(t, "chance", "deal the yellow Jabberwocky to seat 1");
    if (seats == 3) {
        trial_do(t, "chance", "deal a green gem to seat 0");
        trial_do(t, "chance", "deal a yellow gem to seat 0");
        trial_do(t, "chance", "deal a green gem to seat 1");
        trial_do(t, "chance", "deal a purple gem to seat 1");
        trial_do(t, "chance", "deal a yellow gem to seat 2");
    }
}

/* Seat 0 starts; the display is green 1, green 2, green 3. */
static void begin_two(struct trial *t)
{
    trial_start(t, "gimble:2");
    deal_to_all(t, 2);
    trial_do(t, "chance", "seat 0 starts");
    trial_do(t, "chance", "lay green 1");
    trial_do(t, "chance", "lay green 2");
    trial_do(t, "chance", "lay green 3");
}

/* Seat 0 starts; the display is green 1, yellow 2, purple 3, green 4. */
static void begin_three(struct trial *t)
{
    trial_start(t, "gimble:3");
    deal_to_all(t, 3);
    trial_do(t, "chance", "seat 0 starts");
    trial_do(t, "chance", "lay green 1");
    trial_do(t, "chance", "lay yellow 2");
    trial_do(t, "chance", "lay purple 3");
    trial_do(t, "chance", "lay green 4");
}

/* The house rules that the positions below are laid out by: usually none. */
static const char *house_rules;

static struct setup setup_for(int seats)
{
    struct deal deal;
    struct why why;
    char id[64];

    snprintf(id, sizeof id, "gimble:%d%s%s", seats, house_rules ? ":" : "", house_rules ? house_rules : "");
    if (!deal_read(&deal, id, &why))
        fail_msg("%s: %s", id, why.text);
    return deal.setup;
}

/* A game of these seats that is over; seat 0 has opened the bidding in round 1. */
static struct state ended(int seats)
{
    struct setup setup = setup_for(seats);
    struct state s;

    start(&s, &setup);
    s.phase = OVER;
    s.pool = s.pooled = 0;
    for (int seat = 0; seat < seats; seat++) {
        s.gems[seat] = 0;
        s.wild[seat] = (uint8_t)(seat + 1);
    }
    return s;
}

/* One seat's hand at the end. */
static struct state holding(uint32_t hand, uint16_t with_gems, int wild_suit)
{
    struct state s = ended(2);

    s.hand[0] = (uint16_t)hand;
    s.gems[0] = with_gems;
    s.wild[0] = (uint8_t)(wild_suit + 1);
    s.wild[1] = (uint8_t)((wild_suit + 1) % 3 + 1);
    return s;
}

static void check_score(uint32_t hand, uint16_t with_gems, int wild_suit, int score, int wild)
{
    struct state s = holding(hand, with_gems, wild_suit);
    struct arrangement a = arrange(&s, 0);

    assert_int_equal(a.score, score);
    assert_int_equal(a.wild, wild);
}

/* What seat 0 reads of its own arrangement, lines ended by newlines. */
static const char *explained(const struct state *s)
{
    static char out[4096];
    struct text text = text_in(out, sizeof out);
    struct speech speech = {&game_gimble, NULL, 0};
    struct arrangement a = arrange(s, 0);
    struct phrase line[LINES_OF_SEAT];
    int n = explain(s, 0, &a, line);

    for (int i = 0; i < n; i++) {
        assert_true(sentence_put(&text, &speech, line[i]));
        text_char(&text, '\n');
    }
    return out;
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static void box_has_15_number_cards_3_jabberwocky_cards_and_8_gems_of_each_colour(void **unused)
{
    struct setup setup = {.seats = 2};
    uint16_t count[JABBERWOCKY_THINGS_N] = {0};

    (void)unused;
    contents(&setup, count);
    for (int i = 0; i < 18; i++)
        assert_int_equal(count[i], 1);
    for (int suit = 0; suit < 3; suit++)
        assert_int_equal(count[GEM + suit], 8);
    assert_int_equal(count[NUMBER_BACK] + count[JABBERWOCKY_BACK] + count[ANY_GEM], 0);
}

static void a_wild_card_is_told_to_its_owner_only(void **unused)
{
    struct setup setup = {.seats = 3};
    struct state s;
    struct facts facts = {0};

    (void)unused;
    start(&s, &setup);
    apply(&s, CHANCE, MOVE_SUIT + PURPLE, &facts);
    assert_int_equal(facts.n, 1);
    assert_int_equal(facts.fact[0].to, ONLY(0));
    /* The third card is no chance: it goes to seat 2 with the second. */
    apply(&s, CHANCE, MOVE_SUIT + GREEN, &facts);
    assert_int_equal(facts.n, 3);
    assert_int_equal(facts.fact[1].to, ONLY(1));
    assert_int_equal(facts.fact[2].to, ONLY(2));
    assert_int_equal(s.wild[0], PURPLE + 1);
    assert_int_equal(s.wild[1], GREEN + 1);
    assert_int_equal(s.wild[2], YELLOW + 1);
}

static void wild_cards_are_seen_by_their_owners_until_the_end(void **unused)
{
    struct trial t;

    (void)unused;
    begin_three(&t);
    assert_int_equal(trial_count(&t, "0", "green Jabberwocky"), 1);
    assert_int_equal(trial_count(&t, "0", "Jabberwocky card"), 2);
    assert_int_equal(trial_count(&t, "2", "purple Jabberwocky"), 1);
    assert_int_equal(trial_count(&t, "2", "green Jabberwocky"), 0);
    assert_int_equal(trial_count(&t, "spectator", "Jabberwocky card"), 3);
    assert_int_equal(trial_count(&t, "referee", "Jabberwocky card"), 0);
    trial_end(&t);
}

static void with_two_seats_the_third_wild_card_is_set_aside_unseen(void **unused)
{
    struct trial t;

    (void)unused;
    begin_two(&t);
    assert_int_equal(trial_count(&t, "referee", "green Jabberwocky"), 1);
    assert_int_equal(trial_count(&t, "referee", "yellow Jabberwocky"), 1);
    assert_int_equal(trial_count(&t, "referee", "Jabberwocky card"), 1);
    assert_int_equal(trial_count(&t, "0", "Jabberwocky card"), 2);
    trial_end(&t);
}

static void two_seats_have_four_gems_of_each_colour(void **unused)
{
    struct trial t;

    (void)unused;
    begin_two(&t);
    check_gems(state_of(&t)->gems[0], 4, 4, 4);
    check_gems(state_of(&t)->gems[1], 4, 4, 4);
    for (int i = 0; i < 3; i++)
        assert_int_equal(trial_count(&t, "1", things[GEM + i].name), 8);
    trial_end(&t);
}

static void three_seats_have_two_of_each_and_two_of_the_six_others(void **unused)
{
    struct trial t;
    move_t out[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    (void)unused;
    trial_start(&t, "gimble:3");
    trial_do(&t, "chance", "deal the green Jabberwocky to seat 0");
    trial_do(&t, "chance", "deal the yellow Jabberwocky to seat 1");
    for (int seat = 0; seat < 3; seat++)
        check_gems(state_of(&t)->gems[seat], 2, 2, 2);
    assert_int_equal(chance(state_of(&t), out, weight), 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(weight[i], 2);
    trial_do(&t, "chance", "deal a yellow gem to seat 0");
    assert_string_equal(trial_log(&t, "2"), "Seat 0 gets a yellow gem\n");
    assert_int_equal(chance(state_of(&t), out, weight), 3);
    assert_int_equal(weight[0], 2);
    assert_int_equal(weight[1], 1);
    assert_int_equal(weight[2], 2);
    trial_do(&t, "chance", "deal a green gem to seat 0");
    trial_do(&t, "chance", "deal a purple gem to seat 1");
    trial_do(&t, "chance", "deal a purple gem to seat 1");
    assert_int_equal(trial_options(&t, "chance"), 2);
    assert_false(trial_can(&t, "chance", "deal a purple gem to seat 2"));
    trial_do(&t, "chance", "deal a green gem to seat 2");
    /* The last gem is no chance. */
    assert_string_equal(trial_log(&t, "0"), "Seat 2 gets a green gem\nSeat 2 gets a yellow gem\n");
    check_gems(state_of(&t)->gems[0], 3, 3, 2);
    check_gems(state_of(&t)->gems[1], 2, 2, 4);
    check_gems(state_of(&t)->gems[2], 3, 3, 2);
    assert_true(trial_can(&t, "chance", "seat 0 starts"));
    trial_end(&t);
}

static void gems_of_one_colour_that_are_left_are_dealt_at_once(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gimble:3");
    trial_do(&t, "chance", "deal the green Jabberwocky to seat 0");
    trial_do(&t, "chance", "deal the yellow Jabberwocky to seat 1");
    trial_do(&t, "chance", "deal a green gem to seat 0");
    trial_do(&t, "chance", "deal a yellow gem to seat 0");
    trial_do(&t, "chance", "deal a yellow gem to seat 1");
    trial_do(&t, "chance", "deal a green gem to seat 1");
    assert_string_equal(trial_log(&t, "2"), "Seat 1 gets a green gem\nYou get a purple gem\nYou get a purple gem\n");
    check_gems(state_of(&t)->gems[2], 2, 2, 4);
    assert_true(trial_can(&t, "chance", "seat 2 starts"));
    trial_end(&t);
}

/* [R] Who goes first is a seat drawn at random, whatever mouths are like. */
static void the_starting_seat_is_drawn_at_random(void **unused)
{
    struct trial t;

    (void)unused;
    for (int seats = 2; seats <= 3; seats++) {
        trial_start(&t, seats == 2 ? "gimble:2" : "gimble:3");
        deal_to_all(&t, seats);
        assert_int_equal(trial_options(&t, "chance"), seats);
        trial_do(&t, "chance", "seat 1 starts");
        trial_luck(&t);
        assert_true(trial_asked(&t, "1"));
        assert_string_equal(trial_prompt(&t, "1"), "You open the bidding, with 0 or more");
        trial_end(&t);
    }
}

static void the_display_has_three_cards_of_two_seats_and_four_of_three(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gimble:2");
    deal_to_all(&t, 2);
    trial_do(&t, "chance", "seat 0 starts");
    assert_int_equal(trial_options(&t, "chance"), 15);
    trial_do(&t, "chance", "lay purple 5");
    assert_int_equal(trial_options(&t, "chance"), 14);
    assert_false(trial_can(&t, "chance", "lay purple 5"));
    trial_do(&t, "chance", "lay green 1");
    assert_false(trial_asked(&t, "0"));
    trial_do(&t, "chance", "lay yellow 3");
    assert_true(trial_asked(&t, "0"));
    assert_int_equal(state_of(&t)->pooled, 12);
    assert_int_equal(trial_count(&t, "0", "Number card"),
                     0); /* everybody knows what is in the deck, but not its order */
    trial_end(&t);
    begin_three(&t);
    assert_true(trial_asked(&t, "0"));
    assert_int_equal(state_of(&t)->pooled, 11);
    trial_end(&t);
}

/* ---- bid ------------------------------------------------------------------------------------- */

static void who_opens_must_bid_from_0_up_to_the_most_gems_of_a_colour(void **unused)
{
    struct trial t;

    (void)unused;
    begin_three(&t); /* seat 0: 3 3 2 */
    assert_int_equal(trial_options(&t, "0"), 4);
    assert_true(trial_can(&t, "0", "bid 0"));
    assert_true(trial_can(&t, "0", "bid 3"));
    assert_false(trial_can(&t, "0", "bid 4"));
    assert_false(trial_can(&t, "0", "pass"));
    trial_end(&t);
}

static void the_next_seat_bids_more_or_passes(void **unused)
{
    struct trial t;

    (void)unused;
    begin_two(&t);
    trial_do(&t, "0", "bid 2");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 bids 2\n");
    assert_true(trial_asked(&t, "1"));
    assert_string_equal(trial_prompt(&t, "1"), "You pass or bid more than 2");
    assert_int_equal(trial_options(&t, "1"), 3);
    assert_true(trial_can(&t, "1", "pass"));
    assert_false(trial_can(&t, "1", "bid 2"));
    assert_true(trial_can(&t, "1", "bid 3"));
    assert_true(trial_can(&t, "1", "bid 4"));
    trial_do(&t, "1", "bid 3");
    assert_true(trial_asked(&t, "0"));
    trial_do(&t, "0", "pass");
    assert_string_equal(trial_log(&t, "0"), "You pass\nSeat 1 wins the bidding with 3\n");
    assert_true(trial_asked(&t, "1"));
    trial_end(&t);
}

static void bidding_goes_clockwise_until_all_but_one_have_passed(void **unused)
{
    struct trial t;

    (void)unused;
    begin_three(&t);
    trial_do(&t, "0", "bid 0");
    trial_do(&t, "1", "bid 1");
    trial_do(&t, "2", "bid 2");
    assert_true(trial_asked(&t, "0"));
    trial_do(&t, "0", "pass");
    assert_true(trial_asked(&t, "1"));
    assert_int_equal(state_of(&t)->phase, BID);
    trial_do(&t, "1", "pass");
    assert_string_equal(trial_log(&t, "0"), "Seat 1 passes\nSeat 2 wins the bidding with 2\n");
    assert_int_equal(state_of(&t)->phase, PUT);
    assert_true(trial_asked(&t, "2"));
    trial_end(&t);
}

static void who_has_passed_is_out_of_this_auction(void **unused)
{
    struct trial t;

    (void)unused;
    begin_three(&t);
    trial_do(&t, "0", "bid 0");
    trial_do(&t, "1", "pass");
    trial_do(&t, "2", "bid 1");
    trial_do(&t, "0", "bid 2");
    assert_true(trial_asked(&t, "2")); /* seat 1 holds 3 gems of a colour and is not asked again */
    trial_do(&t, "2", "bid 3");
    assert_string_equal(trial_log(&t, "1"),
                        "Seat 2 bids 3\nSeat 0 passes, unable to bid more\nSeat 2 wins the bidding with 3\n");
    /* In the next round everybody bids again. */
    trial_do(&t, "2", "put 3 yellow gems on green 1");
    trial_do(&t, "2", "take green 4");
    trial_do(&t, "0", "take yellow 2");
    trial_do(&t, "1", "take purple 3");
    trial_luck(&t);
    assert_true(trial_asked(&t, "1"));
    trial_do(&t, "1", "bid 0");
    assert_true(trial_asked(&t, "2"));
    trial_do(&t, "2", "pass");
    assert_true(trial_asked(&t, "0"));
    trial_end(&t);
}

/* [R] Gems are public, so who cannot raise passes automatically. */
static void who_cannot_raise_passes_automatically(void **unused)
{
    struct trial t;

    (void)unused;
    begin_three(&t);
    state_of(&t)->gems[1] = gems(1, 1, 1);
    assert_string_equal(hear(&t, "2", "0", "bid 1"), "Seat 0 bids 1\nSeat 1 passes, unable to bid more\n");
    assert_true(trial_asked(&t, "2"));
    trial_end(&t);
    begin_two(&t);
    trial_do(&t, "0", "bid 4");
    assert_string_equal(trial_log(&t, "0"),
                        "You bid 4\nSeat 1 passes, unable to bid more\nYou win the bidding with 4\n");
    assert_true(trial_asked(&t, "0"));
    assert_int_equal(state_of(&t)->phase, PUT);
    trial_end(&t);
}

/* [R] An opener without gems opens with 0, and the others may raise. */
static void an_opener_without_gems_opens_with_0(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gimble:2");
    deal_to_all(&t, 2);
    trial_do(&t, "chance", "seat 0 starts");
    state_of(&t)->gems[0] = 0;
    trial_do(&t, "chance", "lay green 1");
    trial_do(&t, "chance", "lay green 2");
    assert_string_equal(hear(&t, "1", "chance", "lay green 3"),
                        "Green 3 comes into the display\nRound 1 of 7: seat 0 opens the bidding\n"
                        "Seat 0 has no gems and opens with 0\n");
    assert_true(trial_asked(&t, "1"));
    assert_int_equal(trial_options(&t, "1"), 5); /* pass, 1 to 4 */
    trial_do(&t, "1", "pass");
    assert_int_equal(state_of(&t)->phase, TAKE);
    assert_true(trial_asked(&t, "0"));
    trial_end(&t);
}

static void where_nobody_has_gems_the_opener_picks_first(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gimble:3");
    deal_to_all(&t, 3);
    trial_do(&t, "chance", "seat 2 starts");
    for (int seat = 0; seat < 3; seat++)
        state_of(&t)->gems[seat] = 0;
    trial_luck(&t);
    assert_int_equal(state_of(&t)->phase, TAKE);
    assert_true(trial_asked(&t, "2"));
    assert_int_equal(trial_options(&t, "2"), 4);
    trial_end(&t);
}

static void with_5_green_2_yellow_1_purple_the_highest_bid_is_5(void **unused)
{
    struct trial t;

    (void)unused;
    begin_three(&t);
    state_of(&t)->gems[0] = gems(5, 2, 1);
    assert_int_equal(trial_options(&t, "0"), 6);
    assert_true(trial_can(&t, "0", "bid 5"));
    assert_false(trial_can(&t, "0", "bid 6"));
    trial_end(&t);
}

/* A bid of 1 is payable in any colour, 2 in green or yellow, 3 to 5 in green only. */
static void a_bid_is_paid_in_gems_of_a_single_colour(void **unused)
{
    static const bool can[6][3] = {{0}, {1, 1, 1}, {1, 1, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    static const char *const colour[3] = {"green", "yellow", "purple"};
    struct trial t;

    (void)unused;
    for (int n = 1; n <= 5; n++) {
        char words[64];

        begin_three(&t);
        state_of(&t)->gems[0] = gems(5, 2, 1);
        state_of(&t)->gems[1] = state_of(&t)->gems[2] = 0;
        snprintf(words, sizeof words, "bid %d", n);
        trial_do(&t, "0", words);
        assert_int_equal(trial_options(&t, "0"), 4 * (can[n][0] + can[n][1] + can[n][2]));
        for (int suit = 0; suit < 3; suit++) {
            snprintf(words, sizeof words, "put %d %s gem%s on purple 3", n, colour[suit], n == 1 ? "" : "s");
            assert_int_equal(trial_can(&t, "0", words), can[n][suit]);
        }
        trial_end(&t);
    }
}

static void any_number_from_1_to_8_is_payable_exactly_where_there_are_as_many_gems(void **unused)
{
    (void)unused;
    for (int have = 0; have <= 8; have++)
        for (int bid_n = 1; bid_n <= 8; bid_n++)
            for (int suit = 0; suit < 3; suit++)
                for (int others = 0; others <= 8; others += 4) {
                    uint32_t all = 0;

                    for (int i = 0; i < 3; i++)
                        all |= (uint32_t)(i == suit ? have : others) << (4 * i);
                    assert_int_equal(payable(all, bid_n) >> (4 * suit + 3) & 1, have >= bid_n);
                }
}

static void a_bid_of_8_cannot_be_raised(void **unused)
{
    struct trial t;

    (void)unused;
    begin_two(&t);
    state_of(&t)->gems[0] = gems(8, 0, 0);
    state_of(&t)->gems[1] = gems(0, 8, 8);
    assert_int_equal(trial_options(&t, "0"), 9);
    trial_do(&t, "0", "bid 7");
    assert_int_equal(trial_options(&t, "1"), 2);
    assert_string_equal(hear(&t, "0", "1", "bid 8"),
                        "Seat 1 bids 8\nYou pass, unable to bid more\nSeat 1 wins the bidding with 8\n");
    assert_int_equal(trial_options(&t, "1"), 6);
    trial_do(&t, "1", "put 8 purple gems on green 2");
    check_gems(state_of(&t)->gems[1], 0, 8, 0);
    trial_do(&t, "1", "take green 1");
    trial_do(&t, "0", "take green 2");
    check_gems(state_of(&t)->gems[0], 8, 0, 8);
    trial_end(&t);
}

/* ---- pick ------------------------------------------------------------------------------------ */

static void the_winner_puts_the_bid_on_one_card_and_takes_a_different_one(void **unused)
{
    struct trial t;

    (void)unused;
    begin_two(&t);
    trial_do(&t, "0", "bid 3");
    trial_do(&t, "1", "pass");
    assert_string_equal(trial_prompt(&t, "0"), "You put 3 gems of one colour on a card");
    assert_int_equal(trial_options(&t, "0"), 9); /* three colours, three cards */
    trial_do(&t, "0", "put 3 yellow gems on green 2");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 puts 3 yellow gems on green 2\n");
    check_gems(state_of(&t)->gems[0], 4, 1, 4);
    assert_string_equal(trial_prompt(&t, "1"), "Seat 0 takes a card, but not green 2");
    assert_int_equal(trial_options(&t, "0"), 2);
    assert_true(trial_can(&t, "0", "take green 1"));
    assert_false(trial_can(&t, "0", "take green 2"));
    assert_true(trial_can(&t, "0", "take green 3"));
    trial_do(&t, "0", "take green 3");
    assert_int_equal(state_of(&t)->hand[0], G(3));
    check_gems(state_of(&t)->gems[0], 4, 1, 4);
    trial_end(&t);
}

static void the_others_take_a_card_with_its_gems_and_do_not_pay(void **unused)
{
    struct trial t;

    (void)unused;
    begin_two(&t);
    trial_do(&t, "0", "bid 3");
    trial_do(&t, "1", "pass");
    trial_do(&t, "0", "put 3 yellow gems on green 2");
    trial_do(&t, "0", "take green 3");
    assert_true(trial_asked(&t, "1"));
    assert_int_equal(trial_options(&t, "1"), 2);
    assert_string_equal(trial_prompt(&t, "1"), "You take a card");
    trial_do(&t, "1", "take green 2");
    assert_string_equal(trial_log(&t, "0"), "Seat 1 takes green 2 with 3 yellow gems\n");
    assert_int_equal(state_of(&t)->hand[1], G(2));
    check_gems(state_of(&t)->gems[1], 4, 7, 4);
    trial_end(&t);
}

/* [R] With a bid of 0 nothing is placed and any card may be taken. */
static void a_bid_of_0_puts_nothing_and_any_card_may_be_taken(void **unused)
{
    struct trial t;

    (void)unused;
    begin_three(&t);
    trial_do(&t, "0", "bid 0");
    trial_do(&t, "1", "pass");
    trial_do(&t, "2", "pass");
    assert_string_equal(trial_log(&t, "0"), "Seat 2 passes\nYou win the bidding with 0\n");
    assert_int_equal(trial_options(&t, "0"), 4);
    assert_string_equal(trial_prompt(&t, "0"), "You take a card");
    trial_do(&t, "0", "take green 1");
    assert_string_equal(trial_log(&t, "0"), "You take green 1\n");
    check_gems(state_of(&t)->gems[0], 3, 3, 2);
    trial_end(&t);
}

/* [R] Clockwise from the winner. */
static void the_others_pick_clockwise_from_the_winner(void **unused)
{
    struct trial t;

    (void)unused;
    begin_three(&t);
    trial_do(&t, "0", "bid 0");
    trial_do(&t, "1", "bid 1");
    trial_do(&t, "2", "pass");
    trial_do(&t, "0", "pass");
    trial_do(&t, "1", "put 1 purple gem on green 1");
    assert_int_equal(trial_options(&t, "1"), 3);
    trial_do(&t, "1", "take green 4");
    assert_true(trial_asked(&t, "2"));
    assert_int_equal(trial_options(&t, "2"), 3);
    trial_do(&t, "2", "take purple 3");
    assert_true(trial_asked(&t, "0"));
    assert_int_equal(trial_options(&t, "0"), 2);
    trial_do(&t, "0", "take green 1");
    assert_string_equal(trial_log(&t, "2"), "Seat 0 takes green 1 with 1 purple gem\n");
    check_gems(state_of(&t)->gems[0], 3, 3, 3);
    trial_end(&t);
}

static void the_card_left_over_stays_with_its_gems_and_the_display_is_refilled(void **unused)
{
    struct trial t;

    (void)unused;
    begin_two(&t);
    trial_do(&t, "0", "bid 2");
    trial_do(&t, "1", "pass");
    trial_do(&t, "0", "put 2 purple gems on green 2");
    trial_do(&t, "0", "take green 3");
    trial_do(&t, "1", "take green 1");
    assert_int_equal(trial_options(&t, "chance"), 12);
    trial_do(&t, "chance", "lay yellow 4");
    trial_do(&t, "chance", "lay yellow 5");
    assert_int_equal(state_of(&t)->pooled, 10);
    /* Seat 1 took the last card and opens. Gems of another colour join those that lie there. */
    assert_true(trial_asked(&t, "1"));
    trial_do(&t, "1", "bid 1");
    trial_do(&t, "0", "pass");
    trial_do(&t, "1", "put 1 green gem on green 2");
    trial_do(&t, "1", "take yellow 5");
    trial_do(&t, "0", "take green 2");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 takes green 2 with 1 green and 2 purple gems\n");
    check_gems(state_of(&t)->gems[0], 5, 4, 4);
    check_gems(state_of(&t)->gems[1], 3, 4, 4);
    trial_end(&t);
}

static void gems_of_all_colours_are_told_with_the_card(void **unused)
{
    struct trial t;

    (void)unused;
    begin_two(&t);
    state_of(&t)->on[1] = gems(1, 2, 3);
    trial_do(&t, "0", "bid 0");
    trial_do(&t, "1", "pass");
    assert_string_equal(hear(&t, "0", "0", "take green 2"),
                        "You take green 2 with 1 green, 2 yellow and 3 purple gems\n");
    check_gems(state_of(&t)->gems[0], 5, 6, 7);
    trial_end(&t);
}

static void who_took_the_last_card_starts_the_next_round(void **unused)
{
    struct trial t;

    (void)unused;
    for (int winner = 0; winner < 3; winner++) {
        static const char *const last[3] = {"2", "0", "1"};

        begin_three(&t);
        trial_do(&t, "0", "bid 0");
        for (int seat = 1; seat < 3; seat++)
            trial_do(&t, actor_word(seat), seat == winner ? "bid 1" : "pass");
        if (winner > 0) {
            trial_do(&t, "0", "pass");
            trial_do(&t, actor_word(winner), "put 1 green gem on green 1");
        }
        for (int i = 0; i < 3; i++)
            trial_do(&t, actor_word((winner + i) % 3),
                     i == 0   ? "take yellow 2"
                     : i == 1 ? "take purple 3"
                              : "take green 4");
        trial_luck(&t);
        assert_true(trial_asked(&t, last[winner]));
        assert_int_equal(state_of(&t)->phase, BID);
        trial_end(&t);
    }
}

/* Plays on to the next auction, at random but for what is asked here; counts what lies in the display. */
static void play_round(struct trial *t)
{
    struct why why;
    int round = round_now(state_of(t));

    while (!match_over(&t->match) && round_now(state_of(t)) == round && !trial_asked(t, "chance")) {
        int seat = state_of(t)->turn;
        move_t list[MOVES_MAX];
        int n = moves(state_of(t), seat, list);

        if (!match_force(&t->match, seat, list[luck_below(&t->luck, (uint32_t)n)], &why))
            fail_msg("%s", why.text);
    }
    trial_luck(t);
}

/* Cards in the display, in the deck and in each hand at the beginning of each round. */
static void two_seats_play_7_rounds_and_three_seats_5(void **unused)
{
    static const int deck[2][7] = {{12, 10, 8, 6, 4, 2, 0}, {11, 8, 5, 2, 0}};
    static const int display[2][7] = {{3, 3, 3, 3, 3, 3, 3}, {4, 4, 4, 4, 3}};
    struct trial t;
    char id[16];

    (void)unused;
    for (int seats = 2; seats <= 3; seats++) {
        int all = seats == 2 ? 7 : 5;

        for (int seed = 0; seed < 50; seed++) {
            snprintf(id, sizeof id, "gimble:%d#%d", seats, seed);
            trial_start(&t, id);
            trial_luck(&t);
            for (int round = 0; round < all; round++) {
                assert_false(match_over(&t.match));
                assert_int_equal(round_now(state_of(&t)), round + 1);
                assert_int_equal(state_of(&t)->pooled, deck[seats - 2][round]);
                assert_int_equal(bit_count(state_of(&t)->shown), display[seats - 2][round]);
                for (int seat = 0; seat < seats; seat++)
                    assert_int_equal(bit_count(state_of(&t)->hand[seat]), round);
                play_round(&t);
            }
            assert_true(match_over(&t.match));
            for (int seat = 0; seat < seats; seat++)
                assert_int_equal(bit_count(state_of(&t)->hand[seat]), all);
            assert_int_equal(bit_count(state_of(&t)->shown), seats == 2 ? 1 : 0);
            trial_end(&t);
        }
    }
}

/* Three seats before their fifth round: the display is purple 1 2 3, all other cards are in the hands. */
static void begin_last_round_of_three(struct trial *t)
{
    begin_three(t);
    *state_of(t) = (struct state){
        .hand = {G(1) | G(2) | G(3) | G(4), G(5) | Y(1) | Y(2) | Y(3), Y(4) | Y(5) | P(4) | P(5)},
        .gems = {gems(3, 3, 2), gems(3, 2, 3), gems(2, 3, 3)},
        .slot = {CARD(PURPLE, 1), CARD(PURPLE, 2), 0, CARD(PURPLE, 3)},
        .wild = {GREEN + 1, YELLOW + 1, PURPLE + 1},
        .phase = BID,
        .seats = 3,
        .turn = 1,
        .shown = 1 | 2 | 8,
        .in = 7,
    };
}

static void the_last_round_of_three_has_three_cards(void **unused)
{
    struct trial t;

    (void)unused;
    begin_last_round_of_three(&t);
    trial_do(&t, "1", "bid 2");
    trial_do(&t, "2", "pass");
    trial_do(&t, "0", "pass");
    assert_int_equal(trial_options(&t, "1"), 9);
    trial_do(&t, "1", "put 2 yellow gems on purple 2");
    assert_int_equal(trial_options(&t, "1"), 2);
    trial_do(&t, "1", "take purple 1");
    assert_int_equal(trial_options(&t, "2"), 2);
    /* The last card goes to seat 0 without asking, and the game is over. */
    assert_non_null(strstr(hear(&t, "0", "2", "take purple 3"),
                           "Seat 2 takes purple 3\nYou take purple 2 with 2 yellow gems\n"
                           "The deck is empty: the game is over, and the wild cards are shown\n"));
    assert_true(match_over(&t.match));
    assert_true(state_of(&t)->hand[0] & P(2));
    check_gems(state_of(&t)->gems[0], 3, 5, 2);
    trial_end(&t);
}

/* [R] The card left over at the end is out, with its gems. */
static void with_two_seats_the_last_card_is_out_with_its_gems(void **unused)
{
    struct trial t;
    uint8_t rank[SEATS_MAX];
    struct result with, without;

    (void)unused;
    begin_two(&t);
    *state_of(&t) = (struct state){
        .hand = {G(1) | G(2) | G(3) | G(4) | G(5) | Y(1), Y(2) | Y(3) | Y(4) | Y(5) | P(4) | P(5)},
        .gems = {gems(4, 4, 2), gems(4, 4, 2)},
        .on = {0, 0, gems(0, 0, 4)},
        .slot = {CARD(PURPLE, 1), CARD(PURPLE, 2), CARD(PURPLE, 3)},
        .wild = {GREEN + 1, YELLOW + 1},
        .phase = BID,
        .seats = 2,
        .shown = 7,
        .in = 3,
    };
    trial_do(&t, "0", "bid 0");
    trial_do(&t, "1", "pass");
    trial_do(&t, "0", "take purple 1");
    assert_non_null(strstr(hear(&t, "0", "1", "take purple 2"),
                           "Purple 3 stays in the display and is nobody's\nThe deck is empty"));
    assert_true(match_over(&t.match));
    check_gems(state_of(&t)->gems[0], 4, 4, 2);
    with = trial_result(&t, rank);
    state_of(&t)->on[2] = 0;
    state_of(&t)->shown = 0;
    without = trial_result(&t, rank);
    for (int seat = 0; seat < 2; seat++)
        assert_int_equal(with.score[seat], without.score[seat]);
    trial_end(&t);
}

/* ---- score, by hand -------------------------------------------------------------------------- */

static void three_or_more_consecutive_numbers_of_a_colour_are_worth_their_sum(void **unused)
{
    (void)unused;
    /* Purple 1 to 4 are 10; the green wild card pairs with green 5, which would cost 5. */
    check_score(P(1) | P(2) | P(3) | P(4) | G(5), 0, GREEN, 10 + 3, 5);
    /* The purple wild card as 5 makes the run 15. It could be a pair with the 1: 9 + 3. */
    check_score(P(1) | P(2) | P(3) | P(4), 0, PURPLE, 15, 5);
    /* Yellow 1 2 5 is no run: the wild card makes the 5 a pair. */
    check_score(Y(1) | Y(2) | Y(5), 0, GREEN, 3 - 1 - 2, 5);
    /* Two cards are no run, nor are colours mixed. */
    check_score(G(4) | G(5), 0, YELLOW, 3 - 4, 5);
    check_score(P(3) | Y(4) | Y(5), 0, GREEN, 3 - 3 - 4, 5);
}

static void two_to_seven_of_a_number_score_3_6_10_15_21_28(void **unused)
{
    (void)unused;
    check_score(G(3), 0, GREEN, 3, 3);
    check_score(G(3) | Y(3), 0, GREEN, 6, 3);
    check_score(G(3) | Y(3) | P(3), 0, GREEN, 10, 3);
    check_score(G(3) | Y(3) | P(3), gems(3, 0, 0), GREEN, 15, 3);
    check_score(G(3) | Y(3) | P(3), gems(3, 0, 3), GREEN, 21, 3);
    check_score(G(3) | Y(3) | P(3), gems(3, 3, 3), GREEN, 28, 3);
    check_score(0, gems(8, 8, 8), YELLOW, 10, 8);
}

/* Purple 3, green 3 and three green gems are three 3s: 6. The yellow 5 keeps the wild card busy. */
static void three_3s_score_6(void **unused)
{
    struct state s = holding(P(3) | G(3) | Y(5), gems(3, 0, 0), PURPLE);

    (void)unused;
    assert_string_equal(explained(&s), "Your wild card, the purple Jabberwocky, counts as 5\n"
                                       "You: three 3s, with gems: +6\n"
                                       "You: two 5s, with the wild card: +3\n"
                                       "You score 9\n");
}

/* Three purple and eight yellow gems are a purple 3 and a yellow 8, no green card, and cannot be split. */
static void gems_of_a_colour_are_one_card(void **unused)
{
    struct state s = holding(0, gems(0, 8, 3), GREEN);

    (void)unused;
    assert_int_equal(counted(&s, 0, GREEN), 0);
    assert_int_equal(counted(&s, 0, YELLOW), ONE_OF(8));
    assert_int_equal(counted(&s, 0, PURPLE), ONE_OF(3));
    assert_string_equal(explained(&s), "Your wild card, the green Jabberwocky, counts as 8\n"
                                       "You: two 8s, with gems and the wild card: +3\n"
                                       "You: left over 3 purple gems: -3\n"
                                       "You score 0\n");
}

static void cards_of_one_colour_and_number_are_duplicates_too(void **unused)
{
    (void)unused;
    /* Green 4, four green gems, and the green wild card. */
    check_score(G(4), gems(4, 0, 0), GREEN, 6, 4);
    /* A run has each number once: the second green 4 is left over, or the wild card makes it a pair. */
    check_score(G(3) | G(4) | G(5), gems(4, 0, 0), YELLOW, 12 + 3, 4);
}

/* Green 1 2 3 and 2 3 4 from green 1 to 4, two gems and the wild card. */
static void two_runs_of_a_colour_may_overlap(void **unused)
{
    struct state s = holding(G(1) | G(2) | G(3) | G(4), gems(2, 0, 0), GREEN);

    (void)unused;
    /* As one run 1 to 5 with the 2 left over it would be 13. */
    assert_string_equal(explained(&s), "Your wild card, the green Jabberwocky, counts as 3\n"
                                       "You: green run from 1 to 3: +6\n"
                                       "You: green run from 2 to 4, with gems and the wild card: +9\n"
                                       "You score 15\n");
}

static void each_card_counts_once(void **unused)
{
    (void)unused;
    /* Green 3 4 5 or three 3s: the run 12 and a pair of 3s, the wild card as one of them if there is need. */
    check_score(G(3) | G(4) | G(5) | Y(3) | P(3), 0, YELLOW, 12 + 6, 3);
    check_score(G(3) | G(4) | G(5) | Y(3) | P(3) | P(5), 0, YELLOW, 12 + 3 + 3, 5);
}

static void unused_cards_subtract_their_number_and_scores_may_be_negative(void **unused)
{
    struct state s = holding(G(1) | Y(2) | P(3) | G(4) | Y(5), gems(6, 7, 8), GREEN);

    (void)unused;
    assert_string_equal(explained(&s), "Your wild card, the green Jabberwocky, counts as 5\n"
                                       "You: green run from 4 to 6, with gems and the wild card: +15\n"
                                       "You: left over green 1, yellow 2, yellow 5 and 7 yellow gems: -15\n"
                                       "You: left over purple 3 and 8 purple gems: -11\n"
                                       "You score -11\n");
    /* Here only the 8 finds a partner: 3 - (1 + 2 + 3 + 4 + 5 + 6 + 7). */
    check_score(G(1) | Y(2) | P(3) | G(4) | Y(5), gems(7, 6, 8), PURPLE, 3 - 28, 8);
}

/* Alone with a higher card, which the wild card pairs with: what is left over is named as it lies there. */
static void cards_and_gems_left_over_are_told_apart(void **unused)
{
    static const char *const colour[3] = {"green", "yellow", "purple"};
    char words[96];

    (void)unused;
    for (int suit = 0; suit < 3; suit++) {
        int other = (suit + 1) % 3;

        for (int n = 1; n <= 7; n++) { /* with 8 gems of another colour */
            struct state s = holding(0, (uint16_t)(n << (4 * suit) | 8 << (4 * other)), (suit + 2) % 3);

            snprintf(words, sizeof words, "\nYou: left over %d %s gem%s: -%d\n", n, colour[suit], n == 1 ? "" : "s", n);
            assert_non_null(strstr(explained(&s), words));
            if (n > 5)
                continue;
            s = holding(BIT(CARD(suit, n)), (uint16_t)(8 << (4 * other)), (suit + 2) % 3);
            snprintf(words, sizeof words, "\nYou: left over %s %d: -%d\n", colour[suit], n, n);
            assert_non_null(strstr(explained(&s), words));
        }
    }
}

static void an_unused_wild_card_subtracts_1(void **unused)
{
    struct state s = holding(G(3) | G(4) | G(5), 0, YELLOW);

    (void)unused;
    /* As a yellow 3, 4 or 5 it would break the run. */
    assert_string_equal(explained(&s), "Your wild card, the yellow Jabberwocky, is unused: -1\n"
                                       "You: green run from 3 to 5: +12\n"
                                       "You score 11\n");
    check_score(0, 0, PURPLE, -1, 0);
}

static void the_wild_card_is_of_its_own_colour(void **unused)
{
    (void)unused;
    check_score(Y(3) | Y(4) | Y(5), 0, YELLOW, 18, 6);
    check_score(Y(3) | Y(4) | Y(5), gems(0, 7, 0), YELLOW, 25, 6);
    check_score(Y(5), gems(0, 7, 0), YELLOW, 18, 6);
    check_score(Y(5), gems(0, 7, 0), GREEN, 3 - 5, 7);
    check_score(G(5), gems(6, 0, 0), GREEN, 18, 7); /* with 4 it would be 15 */
    check_score(0, gems(7, 0, 0), GREEN, 3, 7);
}

/* The printed sample: purple 4 5 and three 1s and green 3 4 5, yellow 4 and two purple gems. The page's 28 has the wild
 * card as purple 3 in the run 2 3 4 5. Of the three 1s one is a card, for a hand has seven; the others are gems. */
static void the_printed_sample_is_worth_28(void **unused)
{
    struct state s = holding(P(4) | P(5) | P(1) | G(3) | G(4) | G(5) | Y(4), gems(1, 1, 2), PURPLE);

    (void)unused;
    assert_string_equal(explained(&s), "Your wild card, the purple Jabberwocky, counts as 3\n"
                                       "You: green run from 3 to 5: +12\n"
                                       "You: purple run from 2 to 5, with gems and the wild card: +14\n"
                                       "You: three 1s, with gems: +6\n"
                                       "You: left over yellow 4: -4\n"
                                       "You score 28\n");
    check_score(P(4) | P(5) | G(1) | G(3) | G(4) | G(5) | Y(4), gems(1, 1, 2), PURPLE, 14 + 6 + 12 - 4, 3);
    check_score(P(4) | P(5) | Y(1) | G(3) | G(4) | G(5) | Y(4), gems(1, 1, 2), PURPLE, 14 + 6 + 12 - 4, 3);
}

/* [R] Among arrangements with the highest score the lowest wild number. */
static void among_equal_scores_the_wild_card_has_the_lowest_number(void **unused)
{
    (void)unused;
    /* Pairs of 4s, of 6s and of 2s are there: a third of any of them is worth the same. */
    check_score(G(4) | Y(4) | G(2) | P(2), gems(6, 0, 6), YELLOW, 3 * 3 + 3, 2);
    /* Unused it counts as 1: two runs of three, and nothing to add. */
    check_score(G(3) | G(4) | G(5) | P(3) | P(4) | P(5), 0, YELLOW, 23, 0);
}

/* ---- house rules ----------------------------------------------------------------------------- */

/* Purple 1 to 4 are a run of four, and of five with the wild card; three or four do not do where five are needed. */
static void a_run_has_as_many_cards_as_the_house_wants(void **unused)
{
    (void)unused;
    house_rules = "run=4";
    check_score(P(1) | P(2) | P(3) | P(4) | G(5), 0, GREEN, 10 + 3, 5);
    check_score(Y(3) | Y(4) | Y(5), 0, YELLOW, 18, 6);
    check_score(P(1) | P(2) | P(3), 0, GREEN, 3 - 1 - 2, 3);
    house_rules = "run=5";
    check_score(P(1) | P(2) | P(3) | P(4) | P(5), 0, GREEN, 15 - 1, 0);
    check_score(P(1) | P(2) | P(3) | P(4), 0, PURPLE, 15, 5);
    check_score(P(1) | P(2) | P(3) | P(4), 0, GREEN, 3 - 1 - 2 - 3, 4);
    house_rules = NULL;
}

/* A wild card of 6 would make yellow 3 to 6; it pairs with what costs most instead where that is too high. */
static void a_wild_card_is_no_higher_than_the_house_wants(void **unused)
{
    (void)unused;
    check_score(Y(3) | Y(4) | Y(5), 0, YELLOW, 18, 6);
    house_rules = "wild=5";
    check_score(Y(3) | Y(4) | Y(5), 0, YELLOW, 14, 2);
    check_score(0, gems(8, 0, 0), GREEN, -8 - 1, 0);
    check_score(P(5), 0, GREEN, 3, 5);
    house_rules = "wild=8";
    check_score(0, gems(8, 0, 0), GREEN, 3, 8);
    house_rules = NULL;
}

static void the_house_rules_have_the_ranges_of_the_page(void **unused)
{
    static const struct {
        const char *id;
        int least, greatest, number;
    } page[] = {{"run", 3, 5, 3}, {"wild", 5, 8, 8}, {"gems", 4, 8, 8}};

    (void)unused;
    assert_int_equal(game_gimble.options_n, 3);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(game_gimble.options[i].id, page[i].id);
        assert_int_equal(game_gimble.options[i].least, page[i].least);
        assert_int_equal(game_gimble.options[i].greatest, page[i].greatest);
        assert_int_equal(game_gimble.options[i].number, page[i].number);
    }
}

/* The table of the page: so many of each colour, and so many of those that are mixed, for each of two or three. */
static const struct {
    int used, two, two_more, three, three_more;
} page_gems[] = {{8, 4, 0, 2, 2}, {7, 3, 1, 2, 1}, {6, 3, 0, 2, 0}, {5, 2, 1, 1, 2}, {4, 2, 0, 1, 1}};

/* The gems are dealt at random: each has what line i of the table says, and no gem is missing. */
static void check_beginning(int i, int seats, struct luck *luck)
{
    int used = page_gems[i].used, each = seats == 2 ? page_gems[i].two : page_gems[i].three;
    int more = seats == 2 ? page_gems[i].two_more : page_gems[i].three_more;
    int aside = seats == 2 && used % 2, sum[3] = {0}; /* one gem of three */
    uint16_t count[JABBERWOCKY_THINGS_N] = {0};
    struct setup setup = setup_for(seats);
    struct state s;

    assert_null(start(&s, &setup));
    while (s.phase < DRAW_STARTER)
        apply(&s, CHANCE, draw(&s, luck_below(luck, odds(&s))), NULL);
    for (int seat = 0; seat < seats; seat++) {
        int all = 0;

        for (int suit = 0; suit < 3; suit++) {
            int n = s.gems[seat] >> (4 * suit) & 15;

            assert_in_range(n, each, each + more);
            sum[suit] += n;
            all += n;
        }
        assert_int_equal(all, 3 * each + more);
    }
    assert_int_equal(sum[0] + sum[1] + sum[2], 3 * used - aside);
    contents(&setup, count);
    for (int suit = 0; suit < 3; suit++) {
        assert_int_equal(count[GEM + suit], used);
        assert_in_range(sum[suit], used - aside, used);
    }
}

static void everybody_begins_with_the_gems_of_the_page(void **unused)
{
    struct luck luck = {5};
    char rules[16];

    (void)unused;
    house_rules = rules;
    for (int i = 0; i < 5; i++) {
        snprintf(rules, sizeof rules, "gems=%d", page_gems[i].used);
        for (int times = 0; times < 400; times++)
            check_beginning(i, 2 + times % 2, &luck);
    }
    house_rules = NULL;
}

/* Of five of each colour two seats have two each; one of each colour is mixed, each gets one of these, and the third is
 * put aside, where it stays. */
static void a_gem_that_is_left_over_is_put_aside(void **unused)
{
    struct trial t;
    move_t out[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    (void)unused;
    trial_start(&t, "gimble:2:gems=5");
    trial_do(&t, "chance", "deal the green Jabberwocky to seat 0");
    trial_do(&t, "chance", "deal the yellow Jabberwocky to seat 1");
    assert_string_equal(trial_prompt(&t, "0"), "One more gem each is dealt");
    assert_int_equal(chance(state_of(&t), out, weight), 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(weight[i], 1);
    trial_do(&t, "chance", "deal a purple gem to seat 0");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 gets a purple gem\n");
    assert_int_equal(chance(state_of(&t), out, weight), 2);
    assert_false(trial_can(&t, "chance", "deal a purple gem to seat 1"));
    trial_do(&t, "chance", "deal a green gem to seat 1");
    assert_string_equal(trial_log(&t, "1"), "You get a green gem\nA yellow gem is left over and put aside\n");
    check_gems(state_of(&t)->gems[0], 2, 2, 3);
    check_gems(state_of(&t)->gems[1], 3, 2, 2);
    for (int i = 0; i < 3; i++)
        assert_int_equal(trial_count(&t, "spectator", things[GEM + i].name), 5);
    assert_non_null(strstr(trial_board(&t, "1"), "Set aside: [?J] y\n"));
    trial_do(&t, "chance", "seat 0 starts");
    trial_do(&t, "chance", "lay green 1");
    trial_do(&t, "chance", "lay green 2");
    trial_do(&t, "chance", "lay green 3");
    assert_int_equal(trial_options(&t, "0"), 4); /* 0 to 3 */
    trial_do(&t, "0", "bid 3");
    assert_string_equal(trial_prompt(&t, "0"), "You put 3 gems of one colour on a card"); /* nobody can bid more */
    trial_end(&t);
}

static void of_seven_gems_of_each_colour_three_seats_get_one_more_each(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gimble:3:gems=7");
    trial_do(&t, "chance", "deal the green Jabberwocky to seat 0");
    trial_do(&t, "chance", "deal the yellow Jabberwocky to seat 1");
    assert_string_equal(trial_prompt(&t, "0"), "One more gem each is dealt");
    trial_do(&t, "chance", "deal a yellow gem to seat 0");
    trial_do(&t, "chance", "deal a purple gem to seat 1");
    assert_string_equal(trial_log(&t, "0"), "Seat 1 gets a purple gem\nSeat 2 gets a green gem\n");
    check_gems(state_of(&t)->gems[0], 2, 3, 2);
    check_gems(state_of(&t)->gems[1], 2, 2, 3);
    check_gems(state_of(&t)->gems[2], 3, 2, 2);
    assert_true(trial_can(&t, "chance", "seat 2 starts"));
    trial_end(&t);
    trial_start(&t, "gimble:3:gems=6"); /* nothing is left to be mixed */
    trial_do(&t, "chance", "deal the green Jabberwocky to seat 0");
    trial_do(&t, "chance", "deal the yellow Jabberwocky to seat 1");
    assert_true(trial_can(&t, "chance", "seat 2 starts"));
    trial_end(&t);
    trial_start(&t, "gimble:3:gems=5");
    trial_do(&t, "chance", "deal the green Jabberwocky to seat 0");
    trial_do(&t, "chance", "deal the yellow Jabberwocky to seat 1");
    assert_string_equal(trial_prompt(&t, "0"), "Two more gems each are dealt");
    trial_end(&t);
}

/* ---- score, by trying everything ------------------------------------------------------------- */

/* The house rules for the naive score. */
static int naive_shortest = 3, naive_highest = 8;

/* The rules of scoring once more, naively: a list of cards, and every way to use the first one that is not used yet.
 * What was found for a set of used cards is kept, for patience. */
struct naive_card {
    int suit, number;
    bool wild;
};

enum { NAIVE_CARDS = 11, IMPOSSIBLE = -1000 };

struct naive_hand {
    int n;
    struct naive_card card[NAIVE_CARDS];
    bool has[3][9]; /* any card of this suit and number, used or not */
    bool known[1 << NAIVE_CARDS];
    int16_t score[1 << NAIVE_CARDS];
};

static int naive_score(struct naive_hand *h, unsigned used);

/* In a run from low to high; of equal cards any will do. */
static int naive_run(struct naive_hand *h, unsigned used, int first, int low, int high)
{
    int sum = 0;

    for (int number = low; number <= high; number++) {
        int found = number == h->card[first].number ? first : -1;

        for (int i = 0; i < h->n && found < 0; i++)
            if (!(used >> i & 1) && h->card[i].suit == h->card[first].suit && h->card[i].number == number)
                found = i;
        if (found < 0)
            return IMPOSSIBLE;
        used |= 1u << found;
        sum += number;
    }
    return sum + naive_score(h, used);
}

/* As a duplicate, together with any of the others of its number. */
static int naive_duplicates(struct naive_hand *h, unsigned used, int first)
{
    int other[NAIVE_CARDS], others = 0, best = IMPOSSIBLE;

    for (int i = first + 1; i < h->n; i++)
        if (!(used >> i & 1) && h->card[i].number == h->card[first].number)
            other[others++] = i;
    for (unsigned with = 1; with < 1u << others; with++) {
        unsigned now = used | 1u << first;
        int n = 1, score;

        for (int i = 0; i < others; i++) {
            if (with >> i & 1) {
                now |= 1u << other[i];
                n++;
            }
        }
        score = n * (n + 1) / 2 + naive_score(h, now); /* 3 6 10 15 21 28 */
        best = score > best ? score : best;
    }
    return best;
}

/* The best that can be made of the cards that are not used. A wild card with a number must be used. */
static int naive_score(struct naive_hand *h, unsigned used)
{
    int first = 0, best, score;

    while (first < h->n && used >> first & 1)
        first++;
    if (first == h->n)
        return 0;
    if (h->known[used])
        return h->score[used];
    best = h->card[first].wild ? IMPOSSIBLE : naive_score(h, used | 1u << first) - h->card[first].number;
    score = naive_duplicates(h, used, first);
    best = score > best ? score : best;
    for (int low = h->card[first].number; low >= 1 && h->has[h->card[first].suit][low]; low--) {
        for (int high = h->card[first].number; high <= 8 && h->has[h->card[first].suit][high]; high++) {
            score = high - low + 1 >= naive_shortest ? naive_run(h, used, first, low, high) : IMPOSSIBLE;
            best = score > best ? score : best;
        }
    }
    h->known[used] = true;
    h->score[used] = (int16_t)best;
    return best;
}

/* With the wild card as this number, or without it. */
static int naive_with_wild(const struct state *s, int seat, int number)
{
    static struct naive_hand h;

    h.n = 0;
    memset(h.known, 0, sizeof h.known);
    for (int card = 0; card < 15; card++)
        if (s->hand[seat] >> card & 1)
            h.card[h.n++] = (struct naive_card){card / 5, card % 5 + 1, false};
    for (int suit = 0; suit < 3; suit++)
        if (s->gems[seat] >> (4 * suit) & 15)
            h.card[h.n++] = (struct naive_card){suit, s->gems[seat] >> (4 * suit) & 15, false};
    if (number)
        h.card[h.n++] = (struct naive_card){s->wild[seat] - 1, number, true};
    memset(h.has, 0, sizeof h.has);
    for (int i = 0; i < h.n; i++)
        h.has[h.card[i].suit][h.card[i].number] = true;
    return naive_score(&h, 0) - (number == 0);
}

/* The highest score, and the lowest number of the wild card with it (unused = 1). */
static int naive_best(const struct state *s, int seat, int *wild)
{
    int best = naive_with_wild(s, seat, 0);

    *wild = 1;
    for (int number = 1; number <= naive_highest; number++) {
        int score = naive_with_wild(s, seat, number);

        if (score > best) {
            best = score;
            *wild = number;
        }
    }
    return best;
}

/* What a piece of an arrangement counts as. */
static struct naive_card card_of(const struct state *s, int seat, const struct arrangement *a, int thing)
{
    if (thing < 15)
        return (struct naive_card){thing / 5, thing % 5 + 1, false};
    if (thing < GEM)
        return (struct naive_card){thing - JABBERWOCKY_CARD, a->wild, true};
    return (struct naive_card){thing - GEM, s->gems[seat] >> (4 * (thing - GEM)) & 15, false};
}

/* A set is a run or duplicates as it says, and worth what it says. */
static void check_set(const struct state *s, int seat, const struct arrangement *a, const struct set *set)
{
    unsigned numbers = 0;
    int n = 0, sum = 0, lowest = 9, highest = 0;

    for (int thing = 0; thing < 21; thing++) {
        struct naive_card card;

        if (!(set->pieces >> thing & 1))
            continue;
        card = card_of(s, seat, a, thing);
        if (set->suit < SUITS)
            assert_int_equal(card.suit, set->suit);
        assert_in_range(card.number, 1, 8);
        numbers |= 1u << card.number;
        lowest = card.number < lowest ? card.number : lowest;
        highest = card.number > highest ? card.number : highest;
        sum += card.number;
        n++;
    }
    assert_int_equal(set->low, lowest);
    assert_int_equal(set->high, highest);
    if (set->suit < SUITS) {
        assert_true(n >= naive_shortest);
        assert_int_equal(highest - lowest + 1, n);
        assert_int_equal(bit_count(numbers), n);
        assert_int_equal(set->score, sum);
    } else {
        assert_in_range(n, 2, 7);
        assert_int_equal(lowest, highest);
        assert_int_equal(set->score, n * (n + 1) / 2);
    }
}

/* Every piece is in one set or left over; sets are sets; the score is the sum; the lines find room. */
static void check_legal(const struct state *s, int seat, const struct arrangement *a)
{
    uint32_t pieces = a->left;
    int score = 0;
    struct phrase line[LINES_OF_SEAT];

    assert_true(a->sets <= SETS_MAX);
    for (int i = 0; i < a->sets; i++) {
        check_set(s, seat, a, &a->set[i]);
        assert_int_equal(pieces & a->set[i].pieces, 0);
        pieces |= a->set[i].pieces;
        score += a->set[i].score;
    }
    for (int thing = 0; thing < 21; thing++) {
        bool held = thing < 15    ? s->hand[seat] >> thing & 1
                    : thing < GEM ? thing - 15 == s->wild[seat] - 1
                                  : (s->gems[seat] >> (4 * (thing - GEM)) & 15) != 0;

        assert_int_equal(pieces >> thing & 1, held);
    }
    assert_int_equal(a->left >> (JABBERWOCKY_CARD + s->wild[seat] - 1) & 1, a->wild == 0);
    pieces = 0;
    for (int thing = 0; thing < 21; thing++) {
        if (a->left >> thing & 1) {
            struct naive_card card = card_of(s, seat, a, thing);

            score -= card.wild ? 1 : card.number;
            pieces += card.wild ? 1 : (uint32_t)card.number;
        }
    }
    assert_int_equal(a->left_score, -(int)pieces);
    assert_int_equal(a->score, score);
    assert_in_range(explain(s, seat, a, line), 2, LINES_OF_SEAT);
}

static void check_best(const struct state *s, int seat)
{
    struct arrangement a = arrange(s, seat), again = arrange(s, seat);
    int wild, best = naive_best(s, seat, &wild);

    assert_int_equal(a.score, best);
    assert_int_equal(a.wild ? a.wild : 1, wild);
    check_legal(s, seat, &a);
    assert_memory_equal(&a, &again, sizeof a);
}

enum { HANDS = 35000 }; /* of each of the three kinds that follow */

static uint32_t random_cards(struct luck *luck, int n)
{
    uint32_t cards = 0;

    while (bit_count(cards) < n)
        cards |= BIT(luck_below(luck, 15));
    return cards;
}

/* As at the end of a game: five or seven cards, and gems as they are shared by chance. */
static void ordinary_hands_are_arranged_as_well_as_by_trying_everything(void **unused)
{
    struct luck luck = {1871};

    (void)unused;
    for (int i = 0; i < HANDS; i++) {
        int seats = 2 + i % 2, each[3] = {0};

        for (int suit = 0; suit < 3; suit++)
            for (int gem = 0; gem < 8; gem++)
                each[suit] += luck_below(&luck, (uint32_t)seats) == 0;
        {
            struct state s = holding(random_cards(&luck, seats == 2 ? 7 : 5), gems(each[0], each[1], each[2]),
                                     (int)luck_below(&luck, 3));

            check_best(&s, 0);
        }
    }
}

/* Any number of cards and gems, and many equal cards: gems in numbers of the hand. */
static void nasty_hands_are_arranged_as_well_as_by_trying_everything(void **unused)
{
    struct luck luck = {1872};

    (void)unused;
    for (int i = 0; i < HANDS; i++) {
        int n = (int)luck_below(&luck, 8), high = i % 2 ? 9 : 6;
        struct state s = holding(random_cards(&luck, n),
                                 gems((int)luck_below(&luck, (uint32_t)high), (int)luck_below(&luck, (uint32_t)high),
                                      (int)luck_below(&luck, (uint32_t)high)),
                                 (int)luck_below(&luck, 3));

        check_best(&s, 0);
    }
}

/* Two colours only, or one and a little: long and overlapping runs. */
static void hands_of_few_colours_are_arranged_as_well_as_by_trying_everything(void **unused)
{
    struct luck luck = {1873};

    (void)unused;
    for (int i = 0; i < HANDS; i++) {
        uint32_t two = i % 3 == 0 ? 0x3ffu : i % 3 == 1 ? 0x7fe0u : 0x7c1fu, hand = 0;

        while (bit_count(hand) < 7) {
            uint32_t card = luck_below(&luck, 15);

            hand |= BIT(card) & two;
        }
        {
            struct state s = holding(
                hand, gems((int)luck_below(&luck, 9), (int)luck_below(&luck, 9), (int)luck_below(&luck, 9)),
                (int)luck_below(&luck, 3));

            check_best(&s, 0);
        }
    }
}

/* Any cards, or all green ones and another, by all house rules. */
static void so_they_are_by_house_rules(void **unused)
{
    struct luck luck = {1874};

    (void)unused;
    for (naive_shortest = 3; naive_shortest <= 5; naive_shortest++) {
        for (naive_highest = 5; naive_highest <= 8; naive_highest++) {
            char rules[32];

            snprintf(rules, sizeof rules, "run=%d,wild=%d", naive_shortest, naive_highest);
            house_rules = rules;
            for (int i = 0; i < 2000; i++) {
                uint32_t hand = i % 2 ? random_cards(&luck, 7) : 0x1f | BIT(5 + luck_below(&luck, 10));
                struct state s = holding(
                    hand, gems((int)luck_below(&luck, 9), (int)luck_below(&luck, 9), (int)luck_below(&luck, 9)),
                    (int)luck_below(&luck, 3));

                check_best(&s, 0);
                assert_true(arrange(&s, 0).wild <= naive_highest);
            }
        }
    }
    naive_shortest = 3;
    naive_highest = 8;
    house_rules = NULL;
}

/* The sample as it is printed, the wild card as purple 6, is worth 27; and no other use of a 6 is worth more. */
static void the_printed_sample_with_the_wild_card_as_6_is_worth_27(void **unused)
{
    struct state s = holding(P(4) | P(5) | P(1) | G(3) | G(4) | G(5) | Y(4), gems(1, 1, 2), PURPLE);
    int wild;

    (void)unused;
    assert_int_equal(naive_with_wild(&s, 0, 6), (4 + 5 + 6) + 6 + (3 + 4 + 5) - 4 - 2);
    assert_int_equal(naive_best(&s, 0, &wild), 28);
    assert_int_equal(wild, 3);
}

static void the_table_of_ways_is_as_large_as_it_must_be(void **unused)
{
    struct way way[WAYS_MAX + 1];
    int most = 0;

    (void)unused;
    for (uint32_t hand = 0; hand < 32; hand++) {
        for (int gem = 0; gem <= 8; gem++) {
            for (int wild = 0; wild <= 8; wild++) {
                struct state s = holding(hand, gems(gem, 0, 0), GREEN);
                int n = ways_of(counted(&s, 0, GREEN) + (wild ? ONE_OF(wild) : 0), 3, way);

                most = n > most ? n : most;
            }
        }
    }
    assert_int_equal(most, WAYS_MAX);
}

/* ---- the end --------------------------------------------------------------------------------- */

static void check_ranks(const struct state *s, int a, int b, int c)
{
    struct result r = {0};
    uint8_t rank[SEATS_MAX];

    result(s, &r);
    game_ranks(&game_gimble, s->seats, &r, rank);
    assert_int_equal(rank[0], a);
    assert_int_equal(rank[1], b);
    if (s->seats == 3)
        assert_int_equal(rank[2], c);
}

/* The last line of the result, as a bystander reads it. */
static const char *last_line(const struct state *s)
{
    static char out[256];
    struct text text = text_in(out, sizeof out);
    struct speech speech = {&game_gimble, NULL, SPECTATOR};
    struct result r = {0};

    result(s, &r);
    sentence_put(&text, &speech, r.line[r.lines - 1].phrase);
    return out;
}

static void the_highest_score_wins(void **unused)
{
    struct state s = ended(3);

    (void)unused;
    s.hand[0] = (uint16_t)G(5);          /* 3 */
    s.hand[1] = (uint16_t)(Y(4) | P(4)); /* 6 */
    s.hand[2] = (uint16_t)(P(1) | Y(2)); /* 3 - 1 */
    check_ranks(&s, 2, 1, 3);
    assert_string_equal(last_line(&s), "Seat 2 scores 2");
}

static void a_tie_goes_to_the_lowest_wild_number(void **unused)
{
    struct state s = ended(2);

    (void)unused;
    s.hand[0] = (uint16_t)G(5);
    s.hand[1] = (uint16_t)Y(4);
    check_ranks(&s, 2, 1, 0);
    assert_string_equal(last_line(&s), "Seat 1 goes before seat 0, who also has 3: a lower wild number, 4 against 5");
    s.hand[1] |= (uint16_t)P(1); /* 3 - 1: the lower wild number does not help */
    check_ranks(&s, 1, 2, 0);
}

static void an_unused_wild_card_counts_as_1_in_a_tie(void **unused)
{
    struct state s = ended(2);

    (void)unused;
    s.wild[0] = YELLOW + 1;
    s.wild[1] = GREEN + 1;
    s.hand[0] = (uint16_t)(G(3) | G(4) | G(5));               /* 12 - 1 */
    s.hand[1] = (uint16_t)(Y(3) | Y(4) | Y(5) | P(4) | P(5)); /* 12 + 3 - 4 */
    check_ranks(&s, 1, 2, 0);
    assert_string_equal(last_line(&s), "Seat 0 goes before seat 1, who also has 11: a lower wild number, 1 against 5");
    /* Against a wild card that is used as 1 it is a tie. */
    s.hand[0] = (uint16_t)(G(3) | G(4) | G(5) | P(2) | P(3) | P(4)); /* 12 + 9 - 1 */
    s.hand[1] = (uint16_t)(Y(2) | Y(3) | Y(4) | Y(5) | G(1) | P(1)); /* 14 + 6 */
    check_ranks(&s, 1, 2, 0);
    s.first = 1;
    check_ranks(&s, 2, 1, 0);
    assert_string_equal(last_line(&s), "Seat 1 goes before seat 0, who also has 20: earlier in the bidding of round 1");
}

/* Equal scores and wild numbers: pairs of 4s, seat 0 with gems. */
static void then_to_the_fewest_gems_of_all_colours(void **unused)
{
    struct state s = ended(2);

    (void)unused;
    s.gems[0] = gems(0, 4, 0);
    s.hand[1] = (uint16_t)P(4);
    check_ranks(&s, 2, 1, 0);
    assert_string_equal(last_line(&s), "Seat 1 goes before seat 0, who also has 3: fewer gems, 0 against 4");
    s = ended(2);
    s.gems[0] = gems(1, 1, 4); /* a pair of 1s, and one of 4s with the wild card; seat 1 has the same in cards */
    s.hand[1] = (uint16_t)(G(1) | Y(1) | P(4));
    check_ranks(&s, 2, 1, 0);
    assert_string_equal(last_line(&s), "Seat 1 goes before seat 0, who also has 6: fewer gems, 0 against 6");
}

/* [R] Then who bids first in round 1: the starting seat, then clockwise. */
static void then_to_who_bids_first_in_round_1(void **unused)
{
    struct state s = ended(3);

    (void)unused;
    for (int seat = 0; seat < 3; seat++)
        s.hand[seat] = (uint16_t)BIT(CARD(seat, 5));
    check_ranks(&s, 1, 2, 3);
    assert_string_equal(last_line(&s), "Seat 1 goes before seat 2, who also has 3: earlier in the bidding of round 1");
    s.first = 1;
    check_ranks(&s, 3, 1, 2);
    s.first = 2;
    check_ranks(&s, 2, 3, 1);
    assert_string_equal(last_line(&s), "Seat 0 goes before seat 1, who also has 3: earlier in the bidding of round 1");
}

static void the_starting_seat_is_remembered_to_the_end(void **unused)
{
    struct trial t;

    (void)unused;
    for (int seed = 0; seed < 20; seed++) {
        char id[24];
        int starter;

        snprintf(id, sizeof id, "gimble:3#%d", seed);
        trial_start(&t, id);
        trial_luck(&t);
        starter = state_of(&t)->turn;
        while (!match_over(&t.match))
            play_round(&t);
        assert_int_equal(state_of(&t)->first, starter);
        trial_end(&t);
    }
}

static void at_the_end_wild_cards_are_shown_and_the_result_tells_arrangements(void **unused)
{
    struct trial t;
    struct state s;
    struct facts facts = {0};
    int reveals = 0;
    uint8_t rank[SEATS_MAX];
    struct result r;

    (void)unused;
    begin_last_round_of_three(&t);
    trial_do(&t, "1", "bid 0");
    trial_do(&t, "2", "pass");
    trial_do(&t, "0", "pass");
    trial_do(&t, "1", "take purple 1");
    assert_int_equal(trial_count(&t, "0", "Jabberwocky card"), 2);
    s = *state_of(&t);
    apply(&s, 2, MOVE_TAKE + 3, &facts);
    for (int i = 0; i < facts.n; i++) {
        assert_int_equal(facts.fact[i].to, EVERYBODY);
        reveals += facts.fact[i].flags == FACT_REVEALS;
    }
    assert_int_equal(reveals, 3);
    assert_string_equal(hear(&t, "0", "2", "take purple 3"),
                        "Seat 2 takes purple 3\nYou take purple 2\n"
                        "The deck is empty: the game is over, and the wild cards are shown\n"
                        "Your wild card is the green Jabberwocky\n"
                        "Seat 1's wild card is the yellow Jabberwocky\n"
                        "Seat 2's wild card is the purple Jabberwocky\n");
    assert_int_equal(trial_count(&t, "spectator", "Jabberwocky card"), 0);
    assert_int_equal(trial_count(&t, "1", "green Jabberwocky"), 1);
    /* Seat 0: green 1 to 4, purple 2, and 3 green, 3 yellow and 2 purple gems. The wild card as green 5: a run of 15, a
     * pair of 3s and a pair of 2s. */
    assert_non_null(strstr(trial_board(&t, "0"), "\nYour wild card, the green Jabberwocky, counts as 5\n"
                                                 "You: green run from 1 to 5, with the wild card: +15\n"
                                                 "You: two 2s, with gems: +3\n"
                                                 "You: two 3s, with gems: +3\n"
                                                 "You score 21\n"
                                                 "Seat 1's wild card, the yellow Jabberwocky, counts as "));
    r = trial_result(&t, rank);
    assert_int_equal(r.score[0], 21);
    assert_string_equal(trial_prompt(&t, "0"), "The game is over");
    trial_end(&t);
}

/* ---- the rules once more, naively ------------------------------------------------------------- */

/* A table in plain arrays, for games at random: who is asked for what, what they may do, and what comes of it. */
struct naive {
    int seats, turn, first, bid, leader, asked; /* bid: -1 before the first */
    bool out[3], placed;
    int gems[3][3], hand[3][15];
    int card[4], on[4][3]; /* the display: card + 1, or 0 */
    int barred, picked, deck;
};

enum { ASK_BID, ASK_PUT, ASK_TAKE, ASK_CARD, ASK_NOTHING };

static int naive_most(const struct naive *t, int seat)
{
    int most = 0;

    for (int suit = 0; suit < 3; suit++)
        most = t->gems[seat][suit] > most ? t->gems[seat][suit] : most;
    return most;
}

static int naive_display(const struct naive *t)
{
    int n = 0;

    for (int i = 0; i < 4; i++)
        n += t->card[i] != 0;
    return n;
}

static void naive_take(struct naive *t, int slot)
{
    t->hand[t->turn][t->card[slot] - 1] = 1;
    t->card[slot] = 0;
    for (int suit = 0; suit < 3; suit++) {
        t->gems[t->turn][suit] += t->on[slot][suit];
        t->on[slot][suit] = 0;
    }
    t->barred = -1;
    t->picked++;
}

/* After a bid or a pass. */
static void naive_auction(struct naive *t)
{
    int still = 0;

    for (int seat = 0; seat < t->seats; seat++)
        if (seat != t->leader && naive_most(t, seat) > t->bid && !t->out[seat])
            still++;
    if (still == 0) {
        t->turn = t->leader;
        t->asked = t->bid > 0 ? ASK_PUT : ASK_TAKE;
        return;
    }
    do
        t->turn = (t->turn + 1) % t->seats;
    while (t->turn == t->leader || t->out[t->turn] || naive_most(t, t->turn) <= t->bid);
    t->asked = ASK_BID;
}

static void naive_round(struct naive *t)
{
    t->bid = -1;
    t->leader = -1;
    t->picked = 0;
    t->barred = -1;
    for (int seat = 0; seat < 3; seat++)
        t->out[seat] = false;
    t->asked = ASK_BID;
    if (naive_most(t, t->turn) == 0) {
        t->bid = 0;
        t->leader = t->turn;
        naive_auction(t);
    }
}

/* After a card was taken. */
static void naive_picked(struct naive *t)
{
    while (t->picked < t->seats) {
        t->turn = (t->turn + 1) % t->seats;
        if (naive_display(t) > 1)
            return;
        for (int i = 0; i < 4; i++)
            if (t->card[i]) {
                naive_take(t, i);
                break;
            }
    }
    t->asked = t->deck > 0 ? ASK_CARD : ASK_NOTHING;
}

static void naive_lay(struct naive *t, int card)
{
    int slot = 0;

    while (t->card[slot])
        slot++;
    t->card[slot] = card + 1;
    t->deck--;
}

static int naive_moves(const struct naive *t, move_t out[])
{
    int n = 0;

    if (t->asked == ASK_BID) {
        if (t->bid >= 0)
            out[n++] = PASS;
        for (int bid_n = t->bid + 1; bid_n <= naive_most(t, t->turn); bid_n++)
            out[n++] = (move_t)(MOVE_BID + bid_n);
    }
    for (int suit = 0; suit < 3 && t->asked == ASK_PUT; suit++)
        for (int slot = 0; slot < 4; slot++)
            if (t->card[slot] && t->gems[t->turn][suit] >= t->bid)
                out[n++] = (move_t)(MOVE_PUT + suit * 4 + slot);
    for (int slot = 0; slot < 4 && t->asked == ASK_TAKE; slot++)
        if (t->card[slot] && slot != t->barred)
            out[n++] = (move_t)(MOVE_TAKE + slot);
    return n;
}

static void naive_do(struct naive *t, move_t m)
{
    if (t->asked == ASK_BID) {
        if (m == PASS) {
            t->out[t->turn] = true;
        } else {
            t->bid = m - MOVE_BID;
            t->leader = t->turn;
        }
        naive_auction(t);
    } else if (t->asked == ASK_PUT) {
        int suit = (m - MOVE_PUT) / 4, slot = (m - MOVE_PUT) % 4;

        t->gems[t->turn][suit] -= t->bid;
        t->on[slot][suit] += t->bid;
        t->barred = slot;
        t->asked = ASK_TAKE;
    } else {
        naive_take(t, m - MOVE_TAKE);
        naive_picked(t);
    }
}

static void compare(const struct state *s, const struct naive *t)
{
    move_t real[MOVES_MAX], naive_list[MOVES_MAX];
    int n;

    assert_int_equal(s->phase, t->asked == ASK_BID    ? BID
                               : t->asked == ASK_PUT  ? PUT
                               : t->asked == ASK_TAKE ? TAKE
                               : t->asked == ASK_CARD ? LAY
                                                      : OVER);
    for (int seat = 0; seat < t->seats; seat++) {
        check_gems(s->gems[seat], t->gems[seat][0], t->gems[seat][1], t->gems[seat][2]);
        for (int card = 0; card < 15; card++)
            assert_int_equal(s->hand[seat] >> card & 1, t->hand[seat][card]);
    }
    for (int slot = 0; slot < 4; slot++) {
        assert_int_equal(s->shown >> slot & 1, t->card[slot] != 0);
        if (t->card[slot])
            assert_int_equal(s->slot[slot], t->card[slot] - 1);
        check_gems(s->on[slot], t->on[slot][0], t->on[slot][1], t->on[slot][2]);
    }
    assert_int_equal(s->pooled, t->deck);
    if (t->asked == ASK_NOTHING)
        return;
    assert_int_equal(s->turn, t->turn);
    if (t->asked == ASK_CARD)
        return;
    n = naive_moves(t, naive_list);
    assert_int_equal(moves(s, s->turn, real), n);
    for (int i = 0; i < n; i++)
        assert_int_equal(real[i], naive_list[i]);
}

/* The cards that chance laid come back as they are; the rest is worked out here. */
static void follow_chance(struct state *s, struct naive *t, struct luck *luck)
{
    int size = t->seats + 1;

    while (t->asked == ASK_CARD && t->deck > 0 && naive_display(t) < size) {
        move_t m = draw(s, luck_below(luck, odds(s)));

        apply(s, CHANCE, m, NULL);
        naive_lay(t, m - MOVE_CARD);
        if (t->deck == 1 && naive_display(t) < size) {
            for (int card = 0; card < 15; card++) {
                bool elsewhere = false;

                for (int seat = 0; seat < t->seats; seat++)
                    elsewhere |= t->hand[seat][card] != 0;
                for (int slot = 0; slot < 4; slot++)
                    elsewhere |= t->card[slot] == card + 1;
                if (!elsewhere) {
                    naive_lay(t, card);
                    break;
                }
            }
        }
    }
    naive_round(t);
}

static void random_games_agree_with_a_naive_table(void **unused)
{
    struct luck luck = {27};

    (void)unused;
    for (int game = 0; game < 4000; game++) {
        struct setup setup = {.seats = (uint8_t)(2 + game % 2),
                              .option = {0, 0, (uint8_t)(game < 2000 ? 0 : game % 5)}};
        struct naive t = {.seats = setup.seats, .asked = ASK_CARD, .deck = 15, .barred = -1};
        struct state s;
        struct result r = {0};
        uint8_t rank[SEATS_MAX];

        start(&s, &setup);
        while (s.phase < LAY)
            apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
        t.turn = t.first = s.turn;
        for (int seat = 0; seat < 3; seat++)
            for (int suit = 0; suit < 3; suit++)
                t.gems[seat][suit] = s.gems[seat] >> (4 * suit) & 15;
        while (t.asked != ASK_NOTHING) {
            if (t.asked == ASK_CARD) {
                follow_chance(&s, &t, &luck);
            } else {
                move_t list[MOVES_MAX], m;
                int n = naive_moves(&t, list);

                /* Half of the games with high bids: gems pile up, and some have none. */
                m = list[game % 4 < 2 || t.asked != ASK_BID ? luck_below(&luck, (uint32_t)n) : (uint32_t)n - 1];
                assert_true(n > 1);
                apply(&s, s.turn, m, NULL);
                naive_do(&t, m);
            }
            compare(&s, &t);
        }
        assert_int_equal(s.first, t.first);
        assert_int_equal(actors(&s), 0);
        result(&s, &r);
        game_ranks(&game_gimble, s.seats, &r, rank);
        for (int seat = 0; seat < s.seats; seat++) {
            int wild;

            assert_int_equal(r.score[seat], naive_best(&s, seat, &wild));
            assert_int_equal(r.tie[seat][0], -wild);
            for (int other = 0; other < seat; other++)
                assert_int_not_equal(rank[seat], rank[other]); /* no rank is shared */
        }
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

static void gems_lie_under_their_card_and_the_paid_card_is_marked(void **unused)
{
    struct trial t;

    (void)unused;
    begin_two(&t);
    trial_do(&t, "0", "bid 3");
    trial_do(&t, "1", "pass");
    trial_do(&t, "0", "put 3 yellow gems on green 2");
    assert_non_null(strstr(trial_board(&t, "0"),
                           "The display:\n"
                           "        Paid\n"
                           "  [G1]  [G2]  [G3]\n"
                           "         3y\n"
                           "The deck, order unknown: (G4) (G5) (Y1) (Y2) (Y3) (Y4) (Y5) (P1) (P2) (P3) (P4)\n"
                           "    (P5)\n"
                           "Your cards and gems: (GJ) 4g y 4p\n"
                           "Seat 1's cards and gems: [?J] 4g 4y 4p\n"
                           "Set aside: [?J]\n"));
    trial_end(&t);
}

static void the_auction_is_noted(void **unused)
{
    struct trial t;

    (void)unused;
    begin_three(&t);
    assert_non_null(strstr(trial_board(&t, "1"), "Round 1 of 5: seat 0 opens the bidding\n"));
    trial_do(&t, "0", "bid 1");
    trial_do(&t, "1", "pass");
    assert_non_null(strstr(trial_board(&t, "1"), "Round 1 of 5: seat 0 leads the bidding with 1\nYou have passed\n"));
    trial_do(&t, "2", "pass");
    assert_non_null(strstr(trial_board(&t, "1"), "Round 1 of 5: seat 0 has won the bidding with 1\n"));
    assert_null(strstr(trial_board(&t, "1"), "passed"));
    trial_end(&t);
}

/* Seat 0 has the green wild card: with 4 gems of each colour it makes four 4s. */
static void everybody_sees_what_the_own_hand_would_score_and_no_other(void **unused)
{
    struct trial t;

    (void)unused;
    begin_two(&t);
    assert_non_null(strstr(trial_board(&t, "0"), "Your cards, gems and wild card would score 10 now\n"));
    assert_null(strstr(trial_board(&t, "0"), "Seat 1's cards, gems and wild card"));
    assert_null(strstr(trial_board(&t, "spectator"), "would score"));
    assert_non_null(strstr(trial_board(&t, "referee"), "Seat 1's cards, gems and wild card would score 10 now\n"));
    trial_end(&t);
}

static void at_the_end_the_hands_lie_in_sets(void **unused)
{
    struct trial t;

    (void)unused;
    begin_last_round_of_three(&t);
    trial_do(&t, "1", "bid 0");
    trial_do(&t, "2", "pass");
    trial_do(&t, "0", "pass");
    trial_do(&t, "1", "take purple 1");
    trial_do(&t, "2", "take purple 3");
    assert_non_null(strstr(trial_board(&t, "0"),
                           "Your sets: Run +15: [G1] [G2] [G3] [G4] [GJ]   Duplicates +3: [P2] 2p\n"
                           "    Duplicates +3: 3g 3y\n"));
    trial_end(&t);
}

/* Green 2 to 5 with gems as 2, yellow 4 to 6 with gems as 4 and the wild card as 6; and an unused wild card. */
static void runs_lie_in_the_order_of_their_numbers(void **unused)
{
    struct trial t;

    (void)unused;
    begin_two(&t);
    *state_of(&t) = holding(G(3) | G(4) | G(5) | P(1) | P(2) | P(3) | Y(5), gems(2, 4, 7), YELLOW);
    assert_non_null(strstr(trial_board(&t, "0"), "Your sets: Run +14: 2g [G3] [G4] [G5]   Run +15: 4y [Y5] [YJ]\n"
                                                 "    Run +6: [P1] [P2] [P3]   Left over -7: 7p\n"));
    *state_of(&t) = holding(G(3) | G(4) | G(5), 0, YELLOW);
    assert_non_null(strstr(trial_board(&t, "0"), "Your sets: Run +12: [G3] [G4] [G5]   Left over -1: [YJ]\n"));
    trial_end(&t);
}

static void gems_are_put_by_touching_them_and_a_card(void **unused)
{
    struct trial t;
    struct touch out[TOUCH_MAX];

    (void)unused;
    begin_two(&t);
    assert_int_equal(touch(state_of(&t), 0, MOVE_BID + 2, out), 0);
    trial_do(&t, "0", "bid 4");
    assert_int_equal(touch(state_of(&t), 0, (move_t)trial_find(&t, "0", "put 4 purple gems on green 3"), out), 2);
    assert_int_equal(out[0].place, PLACE_HAND);
    assert_int_equal(out[0].thing, GEM + PURPLE);
    assert_int_equal(out[1].place, 2);
    trial_do(&t, "0", "put 4 purple gems on green 3");
    assert_int_equal(touch(state_of(&t), 0, (move_t)trial_find(&t, "0", "take green 2"), out), 1);
    assert_int_equal(out[0].place, 1);
    trial_end(&t);
}

/* ---- what pages are told --------------------------------------------------------------------- */

static const char *words_of(struct phrase phrase, int viewer)
{
    static char words[256];
    struct speech speech = {&game_gimble, NULL, viewer};
    struct text text = text_in(words, sizeof words);

    assert_true(phrase_put(&text, &speech, phrase));
    return words;
}

/* Seat 0 has 3 green and 3 yellow gems, seat 1 has 3 green and 3 purple ones. */
static void round_and_bid_are_counted(void **unused)
{
    struct trial t;

    (void)unused;
    begin_three(&t);
    assert_int_equal(trial_counter(&t, "spectator", SCOPE_TABLE, 0, "round")->value, 1);
    assert_int_equal(trial_counter(&t, "spectator", SCOPE_TABLE, 0, "round")->limit, 5);
    assert_int_equal(trial_counter(&t, "2", SCOPE_SEAT, 0, "highest possible bid")->value, 3);
    assert_null(trial_counter(&t, "0", SCOPE_SEAT, 0, "bid"));
    trial_do(&t, "0", "bid 1");
    trial_do(&t, "1", "bid 3");
    assert_null(trial_counter(&t, "0", SCOPE_SEAT, 0, "bid"));
    assert_int_equal(trial_counter(&t, "0", SCOPE_SEAT, 1, "bid")->value, 3);
    trial_do(&t, "1", "put 3 green gems on yellow 2"); /* nobody can bid more */
    assert_int_equal(trial_counter(&t, "0", SCOPE_SEAT, 1, "highest possible bid")->value, 3);
    trial_end(&t);
}

/* Four 4s are 10 points, and only the owner of the wild card knows of one of them. */
static void each_counts_its_own_points_and_at_the_end_those_of_the_sets(void **unused)
{
    struct trial t;
    const struct scene_counter *own;

    (void)unused;
    begin_two(&t);
    own = trial_counter(&t, "0", SCOPE_SEAT, 0, "points now");
    assert_int_equal(own->value, 10);
    assert_int_equal(own->flags, COUNTER_SCORE);
    assert_null(trial_counter(&t, "0", SCOPE_SEAT, 1, "points now"));
    assert_null(trial_counter(&t, "spectator", SCOPE_SEAT, 0, "points now"));
    assert_int_equal(trial_counter(&t, "referee", SCOPE_SEAT, 1, "points now")->value, 10);
    *state_of(&t) = holding(G(3) | G(4) | G(5) | P(1) | P(2) | P(3) | Y(5), gems(2, 4, 7), YELLOW);
    assert_int_equal(trial_counter(&t, "1", SCOPE_PLACE, PLACE_SET, "points")->value, 2 + 3 + 4 + 5);
    assert_int_equal(trial_counter(&t, "1", SCOPE_PLACE, PLACE_SET + 1, "points")->value, 4 + 5 + 6);
    assert_int_equal(trial_counter(&t, "1", SCOPE_PLACE, PLACE_SET + SETS_MAX, "points")->value, -7);
    trial_end(&t);
}

/* Seat 0 holds four 4s, of which nothing is left over. With yellow 5 and purple 3 alone the wild card pairs the 5. */
static void the_goal_knows_the_own_wild_card_and_what_is_left_over(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gimble:2");
    assert_non_null(strstr(trial_goal(&t, "1"), "a wild card"));
    trial_end(&t);
    begin_two(&t);
    assert_non_null(strstr(trial_goal(&t, "0"), "green wild card; nothing is left over"));
    assert_non_null(strstr(trial_goal(&t, "1"), "yellow wild card"));
    assert_string_equal(trial_goal(&t, "spectator"), "");
    assert_string_equal(trial_goal(&t, "referee"), "");
    state_of(&t)->hand[0] = (uint16_t)(Y(5) | P(3));
    state_of(&t)->gems[0] = 0;
    assert_non_null(strstr(trial_goal(&t, "0"), "green wild card; what fits nowhere costs 3 now"));
    trial_end(&t);
}

/* What this move says of pieces. */
static struct facts facts_of(struct trial *t, const char *actor, const char *words)
{
    struct state s = *state_of(t);
    struct facts facts = {0};

    apply(&s, actor_of(actor), (move_t)trial_find(t, actor, words), &facts);
    trial_do(t, actor, words);
    return facts;
}

static bool goes(const struct facts *facts, int n, int thing, int count, int from, int to)
{
    const struct transfer *transfer = &facts->transfer[n];

    return n < facts->transfers && facts->fact[transfer->fact].to == EVERYBODY && transfer->thing == thing &&
           transfer->count == count && transfer->from == from && transfer->to == to;
}

static void cards_and_gems_go_where_the_words_say(void **unused)
{
    struct trial t;
    struct facts facts;

    (void)unused;
    begin_two(&t);
    trial_do(&t, "0", "bid 3");
    trial_do(&t, "1", "pass");
    facts = facts_of(&t, "0", "put 3 yellow gems on green 2");
    assert_int_equal(facts.transfers, 1);
    assert_true(goes(&facts, 0, GEM + YELLOW, 3, PLACE_HAND, 1));
    facts = facts_of(&t, "0", "take green 3");
    assert_int_equal(facts.transfers, 1);
    assert_true(goes(&facts, 0, CARD(GREEN, 3), 1, 2, PLACE_HAND));
    facts = facts_of(&t, "1", "take green 2");
    assert_int_equal(facts.transfers, 2);
    assert_true(goes(&facts, 0, CARD(GREEN, 2), 1, 1, PLACE_HAND + 1));
    assert_true(goes(&facts, 1, GEM + YELLOW, 3, 1, PLACE_HAND + 1));
    facts = facts_of(&t, "chance", "lay purple 5");
    assert_int_equal(facts.transfers, 1);
    assert_true(goes(&facts, 0, CARD(PURPLE, 5), 1, PLACE_DECK, 1));
    trial_end(&t);
    trial_start(&t, "gimble:3");
    trial_do(&t, "chance", "deal the green Jabberwocky to seat 0");
    trial_do(&t, "chance", "deal the yellow Jabberwocky to seat 1");
    facts = facts_of(&t, "chance", "deal a purple gem to seat 0");
    assert_int_equal(facts.transfers, 1);
    assert_true(goes(&facts, 0, GEM + PURPLE, 1, PLACE_SUPPLY, PLACE_HAND));
    trial_end(&t);
}

/* Seat 0 arranges green 1 to 4 with the wild card, purple 2 with two purple gems, and three green with three yellow
 * gems. */
static void at_the_end_all_goes_into_the_sets(void **unused)
{
    struct trial t;
    struct facts facts;

    (void)unused;
    begin_last_round_of_three(&t);
    trial_do(&t, "1", "bid 0");
    trial_do(&t, "2", "pass");
    trial_do(&t, "0", "pass");
    trial_do(&t, "1", "take purple 1");
    facts = facts_of(&t, "2", "take purple 3");
    assert_true(goes(&facts, 0, CARD(PURPLE, 3), 1, 3, PLACE_HAND + 2));
    assert_true(goes(&facts, 1, CARD(PURPLE, 2), 1, 1, PLACE_HAND));
    for (int i = 0; i < 4; i++)
        assert_true(goes(&facts, 2 + i, CARD(GREEN, 1 + i), 1, PLACE_HAND, PLACE_SET));
    assert_true(goes(&facts, 6, JABBERWOCKY_CARD + GREEN, 1, PLACE_HAND, PLACE_SET));
    assert_true(goes(&facts, 7, CARD(PURPLE, 2), 1, PLACE_HAND, PLACE_SET + 1));
    assert_true(goes(&facts, 8, GEM + PURPLE, 2, PLACE_HAND, PLACE_SET + 1));
    assert_true(goes(&facts, 9, GEM + GREEN, 3, PLACE_HAND, PLACE_SET + 2));
    assert_true(goes(&facts, 10, GEM + YELLOW, 3, PLACE_HAND, PLACE_SET + 2));
    trial_end(&t);
}

static const char *said_about(int thing)
{
    struct setup setup = setup_for(2);

    return words_of(about(&setup, thing), NOBODY);
}

static void cards_and_gems_say_what_they_do(void **unused)
{
    (void)unused;
    assert_non_null(strstr(said_about(CARD(YELLOW, 4)), "scores 4 in a run, 3 or more yellow numbers in a row"));
    assert_non_null(strstr(said_about(CARD(YELLOW, 4)), "or counts among duplicates"));
    assert_non_null(strstr(said_about(CARD(YELLOW, 4)), "costs 4"));
    assert_non_null(strstr(said_about(JABBERWOCKY_CARD + PURPLE), "purple and any number from 1 to 8"));
    assert_non_null(strstr(said_about(JABBERWOCKY_CARD + PURPLE), "costs 1"));
    assert_non_null(strstr(said_about(GEM + GREEN), "one green card"));
    assert_non_null(strstr(said_about(GEM + PURPLE), "its number is how many they are, and what it costs in no set"));
    assert_string_equal(said_about(JABBERWOCKY_BACK), "");
    house_rules = "run=5,wild=6";
    assert_non_null(strstr(said_about(CARD(GREEN, 1)), "5 or more green numbers"));
    assert_non_null(strstr(said_about(JABBERWOCKY_CARD), "from 1 to 6"));
    house_rules = NULL;
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* Seat 1 keeps its own wild card, and the other two are as likely as each other; a spectator knows none. */
static void others_wild_cards_are_redealt_evenly_and_nothing_else(void **unused)
{
    enum { TIMES = 6000 };
    struct trial t;
    struct luck luck = {5};
    int worlds[64] = {0}, mine[4] = {0};

    (void)unused;
    begin_three(&t);
    for (int i = 0; i < TIMES; i++) {
        struct state s = *state_of(&t);

        veil(&s, 1, &luck);
        assert_int_equal(s.wild[1], YELLOW + 1);
        assert_int_equal(s.wild[0] + s.wild[2], GREEN + 1 + PURPLE + 1);
        mine[s.wild[0]]++;
        veil(&s, SPECTATOR, &luck);
        worlds[s.wild[0] * 16 + s.wild[1] * 4 + s.wild[2] - 16]++;
        for (int seat = 0; seat < 3; seat++)
            s.wild[seat] = state_of(&t)->wild[seat];
        assert_memory_equal(&s, state_of(&t), sizeof s);
    }
    assert_in_range(mine[GREEN + 1], TIMES / 2 - 250, TIMES / 2 + 250); /* six standard deviations */
    assert_int_equal(mine[YELLOW + 1], 0);
    for (int a = 1; a <= 3; a++)
        for (int b = 1; b <= 3; b++)
            if (a != b)
                assert_in_range(worlds[a * 16 + b * 4 + (6 - a - b) - 16], TIMES / 6 - 180, TIMES / 6 + 180);
    trial_end(&t);
}

static void with_two_seats_the_other_may_hold_either_card(void **unused)
{
    struct trial t;
    struct luck luck = {6};
    int seen[4] = {0};

    (void)unused;
    begin_two(&t);
    for (int i = 0; i < 2000; i++) {
        struct state s = *state_of(&t);

        veil(&s, 0, &luck);
        assert_int_equal(s.wild[0], GREEN + 1);
        seen[s.wild[1]]++;
    }
    assert_in_range(seen[YELLOW + 1], 1000 - 135, 1000 + 135);
    assert_in_range(seen[PURPLE + 1], 1000 - 135, 1000 + 135);
    trial_end(&t);
}

static void nothing_is_redealt_for_the_referee_or_after_the_end(void **unused)
{
    struct trial t;
    struct luck luck = {7};
    struct state s;

    (void)unused;
    begin_three(&t);
    for (int i = 0; i < 20; i++) {
        s = *state_of(&t);
        veil(&s, REFEREE, &luck);
        assert_memory_equal(&s, state_of(&t), sizeof s);
        s.phase = OVER;
        veil(&s, SPECTATOR, &luck);
        assert_int_equal(s.wild[0], GREEN + 1);
        assert_int_equal(s.wild[1], YELLOW + 1);
    }
    trial_end(&t);
}

/* ---- what bots are told ---------------------------------------------------------------------- */

static void it_stands_as_the_hands_would_score_now(void **unused)
{
    struct state s = holding(P(4) | P(5) | P(1) | G(3) | G(4) | G(5) | Y(4), gems(1, 1, 2), PURPLE);
    int32_t out[SEATS] = {0};

    (void)unused;
    s.hand[1] = G(1) | Y(1);
    standing(&s, out); /* the printed sample; and three 1s with the wild card */
    assert_int_equal(out[0], 28 * POINT);
    assert_int_equal(out[1], 6 * POINT);
    s.phase = TAKE;
    standing(&s, out);
    assert_int_equal(out[0], 28 * POINT);
}

static void before_the_wild_cards_are_dealt_nobody_leads(void **unused)
{
    struct setup setup = {.seats = 3};
    struct state s;
    int32_t out[SEATS] = {0};

    (void)unused;
    start(&s, &setup);
    apply(&s, CHANCE, MOVE_SUIT, NULL);
    assert_true(standing(&s, out) >= 1);
    assert_int_equal(out[1], 0);
    assert_int_equal(out[2], 0);
}

/* ---- what is foreseen of a move ---------------------------------------------------------------- */

/* Four gems of each colour each: whoever bids four has won. */
static void winning_the_bidding_is_foreseen_where_nobody_can_raise(void **unused)
{
    const struct preview *preview;
    struct trial t;

    (void)unused;
    begin_two(&t);
    preview = trial_foresees(&t, 0, "bid 4",
                             "You bid 4. Seat 1 passes, unable to bid more. You win the bidding with 4.");
    assert_int_equal(preview->next, NEXT_OWN);
    preview = trial_foresees(&t, 0, "bid 3", "You bid 3.");
    assert_int_equal(preview->next, NEXT_OTHER);
    trial_end(&t);
}

/* Three 4s of gems and a wild 4 score 10, two and a wild one 6. Then seat 1 takes green 1 with four yellow gems: 10 for
 * four 4s become 3 for two 4s and 3 for the yellow 8 with a wild one, less 1. */
static void gems_that_are_put_and_taken_are_foreseen_with_what_they_are_worth(void **unused)
{
    const struct preview *preview;
    struct trial t;

    (void)unused;
    begin_two(&t);
    trial_do(&t, "0", "bid 4");
    preview = trial_foresees(&t, 0, "put 4 yellow gems on green 1", "Score: you -4. You put 4 yellow gems on green 1.");
    assert_int_equal(preview->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, preview), "Points now of seat 0 -4");
    trial_do(&t, "0", "put 4 yellow gems on green 1");
    preview = trial_foresees(&t, 0, "take green 2", "You take green 2.");
    assert_int_equal(preview->next, NEXT_OTHER);
    trial_do(&t, "0", "take green 2");
    preview = trial_foresees(
        &t, 1, "take green 1",
        "Score: you -5. You take green 1 with 4 yellow gems. Highest possible bid +4. The display is filled.");
    assert_int_equal(preview->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, preview),
                        "Points now of seat 1 -5; Round +1; Highest possible bid of seat 1 +4");
    trial_end(&t);
}

/* Each knows its own wild card, and not the other one: the result is open to the last. */
static void the_other_wild_card_is_not_foreseen_at_the_end(void **unused)
{
    const struct preview *preview;
    struct trial t;

    (void)unused;
    begin_two(&t);
    *state_of(&t) = (struct state){
        .hand = {G(1) | G(2) | G(3) | G(4) | G(5) | Y(1), Y(2) | Y(3) | Y(4) | Y(5) | P(4) | P(5)},
        .gems = {gems(4, 4, 2), gems(4, 4, 2)},
        .on = {0, 0, gems(0, 0, 4)},
        .slot = {CARD(PURPLE, 1), CARD(PURPLE, 2), CARD(PURPLE, 3)},
        .wild = {GREEN + 1, YELLOW + 1},
        .phase = BID,
        .seats = 2,
        .shown = 7,
        .in = 3,
    };
    trial_do(&t, "0", "bid 0");
    trial_do(&t, "1", "pass");
    trial_do(&t, "0", "take purple 1");
    preview = trial_foresees(
        &t, 1, "take purple 2",
        "Score: you 27. You take purple 2. Purple 3 stays in the display and is nobody's. The deck is empty: the game "
        "is over, and the wild cards are shown. Then something hidden comes to light.");
    assert_true(preview->reveals);
    assert_int_equal(preview->next, NEXT_OVER);
    /* Its own score it knows, with a gem card each of green 4, yellow 4 and purple 2: yellow 3 4 5, three 4s, three 2s,
     * purple 5 and the wild card as 5 are 12, 6, 6 and 3. Of the other hand's sets two are there with either wild card:
     * the 4s of gems, and the 1s. */
    assert_string_equal(
        trial_changes(&t, preview),
        "score of seat 1 is 27; Points of place 12 is 3; Points of place 13 is 3; Points of place 16 is 12; "
        "Points of place 17 is 6; Points of place 18 is 6; Points of place 19 is 3");
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_has_15_number_cards_3_jabberwocky_cards_and_8_gems_of_each_colour),
        cmocka_unit_test(a_wild_card_is_told_to_its_owner_only),
        cmocka_unit_test(wild_cards_are_seen_by_their_owners_until_the_end),
        cmocka_unit_test(with_two_seats_the_third_wild_card_is_set_aside_unseen),
        cmocka_unit_test(two_seats_have_four_gems_of_each_colour),
        cmocka_unit_test(three_seats_have_two_of_each_and_two_of_the_six_others),
        cmocka_unit_test(gems_of_one_colour_that_are_left_are_dealt_at_once),
        cmocka_unit_test(the_starting_seat_is_drawn_at_random),
        cmocka_unit_test(the_display_has_three_cards_of_two_seats_and_four_of_three),
        cmocka_unit_test(who_opens_must_bid_from_0_up_to_the_most_gems_of_a_colour),
        cmocka_unit_test(the_next_seat_bids_more_or_passes),
        cmocka_unit_test(bidding_goes_clockwise_until_all_but_one_have_passed),
        cmocka_unit_test(who_has_passed_is_out_of_this_auction),
        cmocka_unit_test(who_cannot_raise_passes_automatically),
        cmocka_unit_test(an_opener_without_gems_opens_with_0),
        cmocka_unit_test(where_nobody_has_gems_the_opener_picks_first),
        cmocka_unit_test(with_5_green_2_yellow_1_purple_the_highest_bid_is_5),
        cmocka_unit_test(a_bid_is_paid_in_gems_of_a_single_colour),
        cmocka_unit_test(any_number_from_1_to_8_is_payable_exactly_where_there_are_as_many_gems),
        cmocka_unit_test(a_bid_of_8_cannot_be_raised),
        cmocka_unit_test(the_winner_puts_the_bid_on_one_card_and_takes_a_different_one),
        cmocka_unit_test(the_others_take_a_card_with_its_gems_and_do_not_pay),
        cmocka_unit_test(a_bid_of_0_puts_nothing_and_any_card_may_be_taken),
        cmocka_unit_test(the_others_pick_clockwise_from_the_winner),
        cmocka_unit_test(the_card_left_over_stays_with_its_gems_and_the_display_is_refilled),
        cmocka_unit_test(gems_of_all_colours_are_told_with_the_card),
        cmocka_unit_test(who_took_the_last_card_starts_the_next_round),
        cmocka_unit_test(two_seats_play_7_rounds_and_three_seats_5),
        cmocka_unit_test(the_last_round_of_three_has_three_cards),
        cmocka_unit_test(with_two_seats_the_last_card_is_out_with_its_gems),
        cmocka_unit_test(three_or_more_consecutive_numbers_of_a_colour_are_worth_their_sum),
        cmocka_unit_test(two_to_seven_of_a_number_score_3_6_10_15_21_28),
        cmocka_unit_test(three_3s_score_6),
        cmocka_unit_test(gems_of_a_colour_are_one_card),
        cmocka_unit_test(cards_of_one_colour_and_number_are_duplicates_too),
        cmocka_unit_test(two_runs_of_a_colour_may_overlap),
        cmocka_unit_test(each_card_counts_once),
        cmocka_unit_test(unused_cards_subtract_their_number_and_scores_may_be_negative),
        cmocka_unit_test(cards_and_gems_left_over_are_told_apart),
        cmocka_unit_test(an_unused_wild_card_subtracts_1),
        cmocka_unit_test(the_wild_card_is_of_its_own_colour),
        cmocka_unit_test(the_printed_sample_is_worth_28),
        cmocka_unit_test(among_equal_scores_the_wild_card_has_the_lowest_number),
        cmocka_unit_test(a_run_has_as_many_cards_as_the_house_wants),
        cmocka_unit_test(a_wild_card_is_no_higher_than_the_house_wants),
        cmocka_unit_test(the_house_rules_have_the_ranges_of_the_page),
        cmocka_unit_test(everybody_begins_with_the_gems_of_the_page),
        cmocka_unit_test(a_gem_that_is_left_over_is_put_aside),
        cmocka_unit_test(of_seven_gems_of_each_colour_three_seats_get_one_more_each),
        cmocka_unit_test(ordinary_hands_are_arranged_as_well_as_by_trying_everything),
        cmocka_unit_test(nasty_hands_are_arranged_as_well_as_by_trying_everything),
        cmocka_unit_test(hands_of_few_colours_are_arranged_as_well_as_by_trying_everything),
        cmocka_unit_test(so_they_are_by_house_rules),
        cmocka_unit_test(the_printed_sample_with_the_wild_card_as_6_is_worth_27),
        cmocka_unit_test(the_table_of_ways_is_as_large_as_it_must_be),
        cmocka_unit_test(the_highest_score_wins),
        cmocka_unit_test(a_tie_goes_to_the_lowest_wild_number),
        cmocka_unit_test(an_unused_wild_card_counts_as_1_in_a_tie),
        cmocka_unit_test(then_to_the_fewest_gems_of_all_colours),
        cmocka_unit_test(then_to_who_bids_first_in_round_1),
        cmocka_unit_test(the_starting_seat_is_remembered_to_the_end),
        cmocka_unit_test(at_the_end_wild_cards_are_shown_and_the_result_tells_arrangements),
        cmocka_unit_test(random_games_agree_with_a_naive_table),
        cmocka_unit_test(gems_lie_under_their_card_and_the_paid_card_is_marked),
        cmocka_unit_test(the_auction_is_noted),
        cmocka_unit_test(everybody_sees_what_the_own_hand_would_score_and_no_other),
        cmocka_unit_test(at_the_end_the_hands_lie_in_sets),
        cmocka_unit_test(runs_lie_in_the_order_of_their_numbers),
        cmocka_unit_test(gems_are_put_by_touching_them_and_a_card),
        cmocka_unit_test(round_and_bid_are_counted),
        cmocka_unit_test(each_counts_its_own_points_and_at_the_end_those_of_the_sets),
        cmocka_unit_test(the_goal_knows_the_own_wild_card_and_what_is_left_over),
        cmocka_unit_test(cards_and_gems_go_where_the_words_say),
        cmocka_unit_test(at_the_end_all_goes_into_the_sets),
        cmocka_unit_test(cards_and_gems_say_what_they_do),
        cmocka_unit_test(others_wild_cards_are_redealt_evenly_and_nothing_else),
        cmocka_unit_test(with_two_seats_the_other_may_hold_either_card),
        cmocka_unit_test(nothing_is_redealt_for_the_referee_or_after_the_end),
        cmocka_unit_test(it_stands_as_the_hands_would_score_now),
        cmocka_unit_test(before_the_wild_cards_are_dealt_nobody_leads),
        cmocka_unit_test(winning_the_bidding_is_foreseen_where_nobody_can_raise),
        cmocka_unit_test(gems_that_are_put_and_taken_are_foreseen_with_what_they_are_worth),
        cmocka_unit_test(the_other_wild_card_is_not_foreseen_at_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
