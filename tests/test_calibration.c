/* test_calibration: two small games with published solutions, and the solver that measures how far a policy is from the
 * best there is (cfr.h). Chips and probabilities in comments are worked out by hand. */
#include "help.h"

#include "../src/bots/bot.h"
#include "cfr.h"

#include "kuhn.c"

extern const struct game game_goofspiel, game_template;

enum { JACK, QUEEN, KING };

static struct why why;

static struct cfr *open_game(const struct game *game, enum cfr_aim aim)
{
    struct cfr *cfr = cfr_open(game, &(struct setup){.seats = 2}, aim, 10000, &why);

    if (!cfr)
        fail_msg("%s: %s", game->id, why.text);
    return cfr;
}

static struct cfr_worth worth_of(const struct cfr *cfr, cfr_policy *policy, void *self)
{
    struct cfr_worth worth;

    if (!cfr_worth(cfr, policy, self, &worth, &why))
        fail_msg("%s", why.text);
    return worth;
}

static void assert_near(double x, double expected, double tolerance)
{
    if (!(x >= expected - tolerance && x <= expected + tolerance))
        fail_msg("%.9f is not %.9f, not within %g", x, expected, tolerance);
}

#define EXACT 1e-12 /* but for rounding */

/* ---- sizes ----------------------------------------------------------------------------------- */

/* One root and three second cards; six deals with four decisions (open; after a check; after a bet; after check and
 * bet) and five ends (check check; check bet fold; check bet call; bet fold; bet call). A seat knows its card, one of
 * three, and is asked in two situations. */
static void kuhn_has_its_published_size(void **unused)
{
    struct cfr *cfr = open_game(&game_kuhn, CFR_POINTS);
    struct cfr_size size = cfr_size(cfr);

    (void)unused;
    assert_int_equal(size.chances, 4);
    assert_int_equal(size.decisions, 24);
    assert_int_equal(size.ends, 30);
    assert_int_equal(size.sets[0], 6);
    assert_int_equal(size.sets[1], 6);
    cfr_close(cfr);
}

/* Nodes: see the top of goofspiel.c. Both seats know the same before each bid, namely all bids shown so far: 1, then
 * 16, then 16 * 9 histories. If seat 1 knew what seat 0 has just bid, it would have 4 + 48 + 432 sets. */
static void goofspiel_has_its_published_size(void **unused)
{
    struct cfr *cfr = open_game(&game_goofspiel, CFR_POINTS);
    struct cfr_size size = cfr_size(cfr);

    (void)unused;
    assert_int_equal(size.chances, 0);
    assert_int_equal(size.decisions, 501);
    assert_int_equal(size.ends, 576);
    assert_int_equal(size.sets[0], 1 + 16 + 16 * 9);
    assert_int_equal(size.sets[1], 1 + 16 + 16 * 9);
    cfr_close(cfr);
}

/* ---- policies for Kuhn poker ------------------------------------------------------------------- */

/* How often a chip goes into the pot: by seat, whether somebody has bet, and the own card. */
struct chips {
    double often[2][2][CARDS];
};

static double *often(struct chips *chips, const struct cfr_asked *asked)
{
    const struct state *s = asked->view;

    return &chips->often[asked->seat][s->phase == ANSWER][s->card[asked->seat] - 1];
}

static void by_chips(void *self, const struct cfr_asked *asked, double probability[])
{
    assert_int_equal(asked->n, 2);
    assert_int_equal(asked->move[1], MOVE_CHIP);
    probability[1] = *often(self, asked);
    probability[0] = 1 - probability[1];
}

static struct chips always(double often_all)
{
    struct chips chips;

    for (int seat = 0; seat < 2; seat++)
        for (int phase = 0; phase < 2; phase++)
            for (int card = 0; card < CARDS; card++)
                chips.often[seat][phase][card] = often_all;
    return chips;
}

/* The equilibria that Kuhn found: one for each alpha from 0 to 1/3. Seat 0 bets alpha of its jacks, no queen and
 * 3 alpha of its kings, and calls with alpha + 1/3 of its queens and all kings. Seat 1 bets a third of its jacks and
 * all kings, and calls with a third of its queens and all kings. */
static struct chips kuhns(double alpha)
{
    return (struct chips){{{{alpha, 0, 3 * alpha}, {0, alpha + 1.0 / 3, 1}}, {{1.0 / 3, 0, 1}, {0, 1.0 / 3, 1}}}};
}

static void kuhns_equilibria_lose_an_eighteenth_and_nothing_can_be_taken_from_them(void **unused)
{
    struct cfr *cfr = open_game(&game_kuhn, CFR_POINTS);

    (void)unused;
    for (int i = 0; i <= 4; i++) {
        struct chips chips = kuhns(i / 12.0);
        struct cfr_worth worth = worth_of(cfr, by_chips, &chips);

        assert_near(worth.value, -1.0 / 18, EXACT);
        assert_near(worth.best[0], -1.0 / 18, EXACT);
        assert_near(worth.best[1], 1.0 / 18, EXACT);
        assert_near(worth.exploitability, 0, EXACT);
    }
    cfr_close(cfr);
}

/* alpha = 0, but seat 0 folds its queens, so that it calls with the king only. Seat 1 with the jack bets: the queen
 * folds, the king calls, (1 - 2) / 2 = -1/2 (a check loses 1). With the queen it checks: 0 on average (a bet wins 1
 * from the jack and loses 2 to the king). With the king it wins 1. (-1/2 + 0 + 1) / 3 = 1/6, where 1/18 would be fair.
 * Against seat 1 the best answer still loses 1/18: half of 1/6 - 1/18 is 1/18. */
static void one_wrong_fold_costs_what_it_costs(void **unused)
{
    struct cfr *cfr = open_game(&game_kuhn, CFR_POINTS);
    struct chips chips = kuhns(0);
    struct cfr_worth worth;

    (void)unused;
    chips.often[0][1][QUEEN] = 0;
    worth = worth_of(cfr, by_chips, &chips);
    assert_near(worth.best[0], -1.0 / 18, EXACT);
    assert_near(worth.best[1], 1.0 / 6, EXACT);
    assert_near(worth.exploitability, 1.0 / 18, EXACT);
    cfr_close(cfr);
}

/* Both bet and call whatever they have: 2 chips to the higher card, 0 on average. Against that, either seat does best
 * to lose 1 with the jack (check or not, it folds to the bet), to go along with the queen (2 - 2) / 2, and to win 2
 * with the king: (-1 + 0 + 2) / 3. Who saw the other's card would fold the queen to the king and get 1/2. */
static void always_betting_can_be_taken_a_third_of_a_chip(void **unused)
{
    struct cfr *cfr = open_game(&game_kuhn, CFR_POINTS);
    struct chips chips = always(1);
    struct cfr_worth worth = worth_of(cfr, by_chips, &chips);

    (void)unused;
    assert_near(worth.value, 0, EXACT);
    assert_near(worth.best[0], 1.0 / 3, EXACT);
    assert_near(worth.best[1], 1.0 / 3, EXACT);
    assert_near(worth.exploitability, 1.0 / 3, EXACT);
    cfr_close(cfr);
}

/* The same where only winning counts: folding a jack saves nothing, and nothing can be taken. */
static void always_betting_is_no_mistake_where_chips_do_not_count(void **unused)
{
    struct cfr *cfr = open_game(&game_kuhn, CFR_WIN);
    struct chips chips = always(1);
    struct cfr_worth worth = worth_of(cfr, by_chips, &chips);

    (void)unused;
    assert_near(worth.value, 0, EXACT);
    assert_near(worth.exploitability, 0, EXACT);
    /* And who never puts a chip in loses every game to one who does. */
    chips = always(0);
    assert_near(worth_of(cfr, by_chips, &chips).exploitability, 1, EXACT);
    cfr_close(cfr);
}

/* Any bet wins the ante. */
static void never_betting_can_be_taken_a_chip(void **unused)
{
    struct cfr *cfr = open_game(&game_kuhn, CFR_POINTS);
    struct chips chips = always(0);
    struct cfr_worth worth = worth_of(cfr, by_chips, &chips);

    (void)unused;
    assert_near(worth.value, 0, EXACT);
    assert_near(worth.best[0], 1, EXACT);
    assert_near(worth.best[1], 1, EXACT);
    cfr_close(cfr);
}

/* The policy before any round of solving is uniform. Cards cancel out, and what is left is folds: seat 0 wins 1 in a
 * quarter of the games (bet, fold) and loses 1 in an eighth (check, bet, fold).
 * Seat 0's best: bet. The jack (1 - 2) / 2, the queen (1 + 0) / 2, the king (1 + 2) / 2: 3/2 / 3 = 1/2.
 * Seat 1's best: after a bet -1, 0, 2; after a check it bets, (1 - 2) / 2, (1 + 0) / 2, (1 + 2) / 2; both are equally
 * likely: (-3/4 + 1/4 + 7/4) / 3 = 5/12. Together 11/12, as published for uniform play. */
static void uniform_play_is_measured_as_published(void **unused)
{
    struct cfr *cfr = open_game(&game_kuhn, CFR_POINTS);
    struct cfr_worth worth = worth_of(cfr, cfr_average, cfr);

    (void)unused;
    assert_near(worth.value, 1.0 / 8, EXACT);
    assert_near(worth.best[0], 1.0 / 2, EXACT);
    assert_near(worth.best[1], 5.0 / 12, EXACT);
    assert_near(worth.exploitability, 11.0 / 24, EXACT);
    cfr_close(cfr);
}

/* The best answer, found by trying all: a seat has 2^6 ways to play without dice. */
static void the_best_answer_is_the_best_of_all(void **unused)
{
    struct cfr *cfr = open_game(&game_kuhn, CFR_POINTS);
    struct luck luck = {18};

    (void)unused;
    for (int trial = 0; trial < 30; trial++) {
        struct chips chips = always(0);
        struct cfr_worth worth;

        for (uint32_t i = 0; i < 12; i++) {
            struct cfr_asked asked = cfr_ask(cfr, i);

            *often(&chips, &asked) = luck_below(&luck, 8) / 7.0;
        }
        worth = worth_of(cfr, by_chips, &chips);
        for (int seat = 0; seat < 2; seat++) {
            double best = -3;

            for (uint32_t pure = 0; pure < 64; pure++) {
                struct chips answer = chips;
                double value;

                for (uint32_t i = 0; i < 6; i++)
                    answer.often[seat][i / 3][i % 3] = pure >> i & 1;
                value = worth_of(cfr, by_chips, &answer).value * (seat == 0 ? 1 : -1);
                best = value > best ? value : best;
            }
            assert_near(worth.best[seat], best, EXACT);
        }
    }
    cfr_close(cfr);
}

/* ---- solutions ------------------------------------------------------------------------------- */

static double solved_often(struct cfr *cfr, int seat, enum phase phase, int card)
{
    struct cfr_size size = cfr_size(cfr);

    for (uint32_t i = 0; i < size.sets[0] + size.sets[1]; i++) {
        struct cfr_asked asked = cfr_ask(cfr, i);
        const struct state *s = asked.view;
        double probability[2];

        if (asked.seat != seat || s->phase != phase || s->card[seat] != card + 1)
            continue;
        cfr_average(cfr, &asked, probability);
        return probability[1];
    }
    fail_msg("no information set of seat %d has card %d", seat, card);
    return 0;
}

/* What is 0 or 1 in every equilibrium is nearly so in the average; what seat 1 must mix is a third; and seat 0's
 * numbers hang together by some alpha. */
static void kuhn_is_solved(void **unused)
{
    struct cfr *cfr = open_game(&game_kuhn, CFR_POINTS);
    struct cfr_worth worth;
    double alpha;

    (void)unused;
    cfr_solve(cfr, 2000);
    worth = worth_of(cfr, cfr_average, cfr);
    assert_near(worth.value, -1.0 / 18, 0.001);
    assert_near(worth.exploitability, 0, 0.001);

    alpha = solved_often(cfr, 0, BET, JACK);
    assert_near(alpha, 1.0 / 6, 1.0 / 6 + 0.01);
    assert_near(solved_often(cfr, 0, BET, QUEEN), 0, 0.01);
    assert_near(solved_often(cfr, 0, BET, KING), 3 * alpha, 0.03);
    assert_near(solved_often(cfr, 0, ANSWER, JACK), 0, 0.01);
    assert_near(solved_often(cfr, 0, ANSWER, QUEEN), alpha + 1.0 / 3, 0.02);
    assert_near(solved_often(cfr, 0, ANSWER, KING), 1, 0.01);
    assert_near(solved_often(cfr, 1, BET, JACK), 1.0 / 3, 0.02);
    assert_near(solved_often(cfr, 1, BET, QUEEN), 0, 0.01);
    assert_near(solved_often(cfr, 1, BET, KING), 1, 0.01);
    assert_near(solved_often(cfr, 1, ANSWER, JACK), 0, 0.01);
    assert_near(solved_often(cfr, 1, ANSWER, QUEEN), 1.0 / 3, 0.02);
    assert_near(solved_often(cfr, 1, ANSWER, KING), 1, 0.01);
    cfr_close(cfr);
}

/* The seats are alike, so it is worth 0, in points and in wins. */
static void goofspiel_is_solved(void **unused)
{
    (void)unused;
    for (int aim = CFR_POINTS; aim <= CFR_WIN; aim++) {
        struct cfr *cfr = open_game(&game_goofspiel, (enum cfr_aim)aim);
        double before = worth_of(cfr, cfr_average, cfr).exploitability;
        struct cfr_worth worth;

        cfr_solve(cfr, 1000);
        worth = worth_of(cfr, cfr_average, cfr);
        assert_near(worth.value, 0, 0.001);
        assert_near(worth.exploitability, 0, 0.002);
        assert_true(before > 0.1);
        cfr_close(cfr);
    }
}

/* The lowest bid for the lowest prize. */
static void lowest_bid(void *self, const struct cfr_asked *asked, double probability[])
{
    (void)self;
    for (int i = 0; i < asked->n; i++)
        probability[i] = i == 0;
}

/* 1, 2, 3, 4 on both sides: nobody takes anything. Against it, bids 2, 3, 4, 1 take the 1, the 2 and the 3 and leave
 * the 4: 6 to 4. More is not possible: the 4 cannot be won, and who keeps a 4 to tie for it has 1, 2 and 3 against 1, 2
 * and 3, of which the best is to tie throughout, or 2, 3, 1: 3 to 3. Half of the difference is 1. It is also a win, as
 * far as winning goes. */
static void bidding_what_a_prize_is_worth_loses(void **unused)
{
    (void)unused;
    for (int aim = CFR_POINTS; aim <= CFR_WIN; aim++) {
        struct cfr *cfr = open_game(&game_goofspiel, (enum cfr_aim)aim);
        struct cfr_worth worth = worth_of(cfr, lowest_bid, NULL);

        assert_near(worth.value, 0, EXACT);
        assert_near(worth.best[0], 1, EXACT);
        assert_near(worth.best[1], 1, EXACT);
        assert_near(worth.exploitability, 1, EXACT);
        cfr_close(cfr);
    }
}

/* ---- questions and refusals -------------------------------------------------------------------- */

static void a_question_comes_with_the_way_to_it(void **unused)
{
    static const struct game *const both[] = {&game_kuhn, &game_goofspiel};

    (void)unused;
    for (int g = 0; g < 2; g++) {
        struct cfr *cfr = open_game(both[g], CFR_POINTS);
        struct cfr_size size = cfr_size(cfr);
        void *memory = calloc(1, match_memory(both[g]));

        assert_non_null(memory);
        for (uint32_t i = 0; i < size.sets[0] + size.sets[1]; i++) {
            _Alignas(8) unsigned char view[STATE_MAX];
            struct cfr_asked asked = cfr_ask(cfr, i);
            struct deal deal = {both[g], {.seats = 2}, 0};
            move_t move[MOVES_MAX];
            struct match match;

            assert_int_equal(asked.set, i);
            match_start(&match, &deal, memory);
            for (uint32_t k = 0; k < asked.history_n; k++)
                if (!match_force(&match, asked.history[k].actor, asked.history[k].move, &why))
                    fail_msg("%s", why.text);
            game_view(both[g], match.state, asked.seat, view);
            assert_memory_equal(view, asked.view, both[g]->state_size);
            assert_int_equal(match_moves(&match, asked.seat, move), asked.n);
            assert_memory_equal(move, asked.move, (size_t)asked.n * sizeof *move);
        }
        free(memory);
        cfr_close(cfr);
    }
}

/* Kuhn poker where nobody is told the own card. */
static void apply_blind(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, actor == CHANCE ? NULL : facts);
}

/* With cards that nobody has seen a seat is only asked in two situations; a call wins or loses 2 alike and a fold loses
 * 1, so always betting and calling is right. */
static void what_a_seat_is_not_told_it_does_not_know(void **unused)
{
    struct game blind = game_kuhn;
    struct chips chips = always(1);
    struct cfr *cfr;
    struct cfr_worth worth;

    (void)unused;
    blind.apply = apply_blind;
    cfr = open_game(&blind, CFR_POINTS);
    assert_int_equal(cfr_size(cfr).decisions, 24);
    assert_int_equal(cfr_size(cfr).sets[0], 2);
    assert_int_equal(cfr_size(cfr).sets[1], 2);
    worth = worth_of(cfr, by_chips, &chips);
    assert_near(worth.value, 0, EXACT);
    assert_near(worth.exploitability, 0, EXACT);
    cfr_close(cfr);
}

static int moves_by_card(const void *state, int seat, move_t out[])
{
    const struct state *s = state;

    return moves(state, seat, out) - (s->card[seat] == JACK + 1);
}

static void positions_that_look_alike_must_have_the_same_moves(void **unused)
{
    struct game wrong = game_kuhn;

    (void)unused;
    wrong.moves = moves_by_card;
    cfr_close(open_game(&wrong, CFR_POINTS));
    wrong.apply = apply_blind;
    assert_null(cfr_open(&wrong, &(struct setup){.seats = 2}, CFR_POINTS, 10000, &why));
    assert_string_equal(why.text, "kuhn: seat 0 cannot tell two positions apart and has different moves there");
}

static void what_cannot_be_solved_is_refused(void **unused)
{
    struct setup two = {.seats = 2}, three = {.seats = 3};
    struct cfr *cfr = cfr_open(&game_kuhn, &two, CFR_POINTS, 4 + 24 + 30, &why);

    (void)unused;
    assert_non_null(cfr);
    cfr_close(cfr);
    assert_null(cfr_open(&game_kuhn, &two, CFR_POINTS, 4 + 24 + 30 - 1, &why));
    assert_string_equal(why.text, "the tree of kuhn has more than 57 nodes");
    assert_null(cfr_open(&game_kuhn, &three, CFR_POINTS, 10000, &why));
    assert_string_equal(why.text, "Kuhn Poker is for 2 seats, not 3");
    assert_null(cfr_open(&game_template, &three, CFR_POINTS, 10000, &why));
    assert_string_equal(why.text, "only games for two are solved, and these are 3 seats");
}

/* Each option with the probability at `self`. */
static void flat(void *self, const struct cfr_asked *asked, double probability[])
{
    for (int i = 0; i < asked->n; i++)
        probability[i] = *(const double *)self;
}

static void probabilities_that_are_none_are_refused(void **unused)
{
    struct cfr *cfr = open_game(&game_kuhn, CFR_POINTS);
    struct chips chips = kuhns(0);
    struct cfr_worth worth;
    double each = 0.5;

    (void)unused;
    assert_true(cfr_worth(cfr, flat, &each, &worth, &why));
    each = 0.6;
    assert_false(cfr_worth(cfr, flat, &each, &worth, &why));
    assert_string_equal(why.text, "the policy writes no probabilities for information set 0 (sum 1.2)");
    each = 0;
    assert_false(cfr_worth(cfr, flat, &each, &worth, &why));
    each = strtod("nan", NULL);
    assert_false(cfr_worth(cfr, flat, &each, &worth, &why));
    chips.often[1][1][KING] = 1.25; /* and -0.25 */
    assert_false(cfr_worth(cfr, by_chips, &chips, &worth, &why));
    assert_non_null(strstr(why.text, "(sum 1)"));
    cfr_close(cfr);
}

/* ---- how far the bot is from it ----------------------------------------------------------------- */

struct asker {
    const struct game *game;
    struct bot bot;
    void *memory;
    int tries;
};

/* What the bot plays on average over the seeds of its luck. */
static void by_bot(void *self, const struct cfr_asked *asked, double probability[])
{
    const struct asker *asker = self;
    static struct question question;
    static struct answer answer;

    for (int i = 0; i < asked->n; i++)
        probability[i] = 0;
    for (int seed = 0; seed < asker->tries; seed++) {
        question_make(&question, asker->game, 2, asked->view, asked->seat, (uint64_t)seed);
        bot_think(&asker->bot, &question, asker->memory, &answer);
        for (int i = 0; i < asked->n; i++)
            probability[i] += answer.reason[i].weight / asker->tries;
    }
}

static double bots_exploitability(const struct game *game, enum cfr_aim aim, uint32_t iterations, int tries)
{
    struct cfr *cfr = cfr_open(game, &(struct setup){.seats = 2}, aim, 100000, &why);
    struct asker asker = {game, {.kind = BOT_ISMCTS, .trees = 1, .iterations = iterations}, NULL, tries};
    struct cfr_worth worth;

    asker.memory = malloc(bot_memory(&asker.bot, 2));
    worth = worth_of(cfr, by_bot, &asker);
    print_message(
        "# %s: a perfect opponent takes %.4f from ismcts with %u iterations; against itself seat 0 gets %.4f\n",
        game->id, worth.exploitability, iterations, worth.value);
    free(asker.memory);
    cfr_close(cfr);
    return worth.exploitability;
}

/* docs/bots.md has the figures. Uniform play loses 11/24 of a chip (above); the bot must lose less than half of that,
 * and less the more it thinks. It does not reach 0: where a seat chooses alone it plays one move and does not bluff in
 * proportion. */
static void the_bot_is_not_far_from_the_equilibrium_of_kuhn(void **unused)
{
    double few, more, many;

    (void)unused;
    few = bots_exploitability(&game_kuhn, CFR_POINTS, 10, 20);
    more = bots_exploitability(&game_kuhn, CFR_POINTS, 100, 20);
    many = bots_exploitability(&game_kuhn, CFR_POINTS, 4000, 20);
    assert_true(few < 11.0 / 24 && more < 11.0 / 24);
    assert_true(many < 11.0 / 48 && many < few && many < more);
}

/* Bidding uniformly loses most games to the best answer (0.79 on a scale from -1 to 1); the bot learns to mix. */
static void the_bot_is_close_to_the_equilibrium_of_goofspiel(void **unused)
{
    double none, some, more;

    (void)unused;
    none = bots_exploitability(&game_goofspiel, CFR_WIN, 1, 1);
    some = bots_exploitability(&game_goofspiel, CFR_WIN, 100, 10);
    more = bots_exploitability(&game_goofspiel, CFR_WIN, 1000, 10);
    assert_true(none > 0.7);
    assert_true(some < none && more < some);
    assert_true(more < 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kuhn_has_its_published_size),
        cmocka_unit_test(goofspiel_has_its_published_size),
        cmocka_unit_test(kuhns_equilibria_lose_an_eighteenth_and_nothing_can_be_taken_from_them),
        cmocka_unit_test(one_wrong_fold_costs_what_it_costs),
        cmocka_unit_test(always_betting_can_be_taken_a_third_of_a_chip),
        cmocka_unit_test(always_betting_is_no_mistake_where_chips_do_not_count),
        cmocka_unit_test(never_betting_can_be_taken_a_chip),
        cmocka_unit_test(uniform_play_is_measured_as_published),
        cmocka_unit_test(the_best_answer_is_the_best_of_all),
        cmocka_unit_test(kuhn_is_solved),
        cmocka_unit_test(goofspiel_is_solved),
        cmocka_unit_test(bidding_what_a_prize_is_worth_loses),
        cmocka_unit_test(a_question_comes_with_the_way_to_it),
        cmocka_unit_test(what_a_seat_is_not_told_it_does_not_know),
        cmocka_unit_test(positions_that_look_alike_must_have_the_same_moves),
        cmocka_unit_test(what_cannot_be_solved_is_refused),
        cmocka_unit_test(probabilities_that_are_none_are_refused),
        cmocka_unit_test(the_bot_is_not_far_from_the_equilibrium_of_kuhn),
        cmocka_unit_test(the_bot_is_close_to_the_equilibrium_of_goofspiel),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
