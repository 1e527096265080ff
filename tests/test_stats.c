/* What can be said after so many games: numbers from tables and from simulations with a fixed seed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../src/games/luck.h"
#include "../src/tools/stats.h"

#define assert_near(a, b, error) assert_true(fabs((a) - (b)) <= (error))

/* The table that is in every textbook. */
static void student_quantiles_are_those_of_the_table(void **unused)
{
    static const struct {
        double freedom, p, t;
    } table[] = {{1, 0.975, 12.706}, {2, 0.975, 4.303}, {4, 0.975, 2.776},      {10, 0.975, 2.228},  {30, 0.975, 2.042},
                 {5, 0.95, 2.015},   {9, 0.995, 3.250}, {100000, 0.975, 1.960}, {120, 0.975, 1.980}, {3, 0.9, 1.638}};

    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_near(student_quantile(table[i].p, table[i].freedom), table[i].t, 0.0006);
    assert_true(isinf(student_quantile(0.975, 0)));
}

static void quantiles_lie_straight_between_values(void **unused)
{
    static const double value[] = {1, 2, 4, 8, 16};

    (void)unused;
    assert_near(sorted_quantile(value, 5, 0), 1, 0);
    assert_near(sorted_quantile(value, 5, 1), 16, 0);
    assert_near(sorted_quantile(value, 5, 0.5), 4, 0);
    assert_near(sorted_quantile(value, 5, 0.625), 6, 1e-12);
    assert_near(sorted_quantile(value, 1, 0.3), 1, 0);
}

/* 1 2 3 4 5: mean 3, variance 2.5, t(4) 2.776: 3 +- 2.776 * 0.70711. */
static void mean_has_student_s_interval(void **unused)
{
    struct interval i = mean_interval(5, 15, 55);

    (void)unused;
    assert_near(i.low, 1.0368, 0.0005);
    assert_near(i.high, 4.9632, 0.0005);
    i = mean_interval(1, 7, 49);
    assert_true(isinf(i.low) && isinf(i.high));
}

/* 12 wins of 16 with plus four: 14 of 20 = 0.7, variance 0.21 * 20 / 19, t(15) 2.131: 0.7 +- 2.131 * 0.10513. */
static void share_is_counted_with_four_more(void **unused)
{
    struct interval i = share_interval(16, 12, 12);

    (void)unused;
    assert_near(i.low, 0.7 - 0.22406, 0.0005);
    assert_near(i.high, 0.7 + 0.22406, 0.0005);
}

static void share_of_all_or_nothing_has_a_width(void **unused)
{
    (void)unused;
    for (int n = 2; n <= 1000; n++) {
        struct interval none = share_interval(n, 0, 0), all = share_interval(n, n, n);

        /* No wins in n: the exact upper bound is 1 - 0.025^(1/n); plus four may be wider, and is not much narrower. */
        assert_true(none.low == 0 && none.high > 0.85 * (1 - pow(0.025, 1.0 / n)));
        assert_near(all.low, 1 - none.high, 1e-12);
        assert_true(all.high == 1);
    }
    assert_true(share_interval(100, 100, 100).low > 0.94);
    assert_true(share_interval(1, 1, 1).low == 0 && share_interval(0, 0, 0).high == 1);
}

/* A deal of two games: both won, one, none, by chance; one half of the deals goes 1:1 whoever plays. */
static double deal_value(struct luck *luck, uint32_t thousandths)
{
    if (luck_below(luck, 2))
        return 0.5;
    return ((luck_below(luck, 1000) < thousandths) + (luck_below(luck, 1000) < thousandths)) / 2.0;
}

static double coverage(uint32_t thousandths, int deals, uint64_t seed)
{
    enum { RUNS = 4000 };
    struct luck luck = {seed};
    double truth = 0.25 + thousandths / 2000.0;
    int inside = 0;

    for (int run = 0; run < RUNS; run++) {
        double sum = 0, squares = 0;
        struct interval i;

        for (int k = 0; k < deals; k++) {
            double x = deal_value(&luck, thousandths);

            sum += x;
            squares += x * x;
        }
        i = share_interval(deals, sum, squares);
        inside += i.low <= truth && truth <= i.high;
    }
    return (double)inside / RUNS;
}

/* 4000 runs have a standard error of 0.35%. */
static void share_interval_covers_as_often_as_it_says(void **unused)
{
    static const uint32_t shares[] = {500, 700, 900, 990};
    static const int deals[] = {10, 40, 200};

    (void)unused;
    for (int s = 0; s < 4; s++)
        for (int d = 0; d < 3; d++)
            assert_true(coverage(shares[s], deals[d], (uint64_t)(10 * s + d)) > 0.94);
}

/* Plain wins and losses, where the normal approximation is worst. */
static void share_interval_covers_rare_wins(void **unused)
{
    static const double p[] = {0.5, 0.2, 0.05, 0.01};
    static const int sizes[] = {5, 20, 100, 400};

    (void)unused;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 4; i++) {
            int n = sizes[i];
            double covered = 0, chance = pow(1 - p[k], n); /* of no win; then of one more each time, exactly */

            for (int wins = 0; wins <= n; wins++) {
                struct interval x = share_interval(n, wins, wins);

                if (x.low <= p[k] && p[k] <= x.high)
                    covered += chance;
                chance *= (n - wins) * p[k] / ((wins + 1) * (1 - p[k]));
            }
            assert_true(covered > 0.93);
        }
    }
}

/* Counted by hand: the ten stakes are 0.95 and 1/2 to 1/512; a win against m = 1/2 pays 1 + stake, a loss 1 - stake. */
static void bettors_own_what_they_won(void **unused)
{
    const struct tally wins[] = {{1, 3}, {0, 1}};
    double sum = 1.95 * 1.95 * 1.95 * 0.05;

    (void)unused;
    for (int i = 1; i < 10; i++) {
        double c = 1.0 / (1 << i);

        sum += (1 + c) * (1 + c) * (1 + c) * (1 - c);
    }
    assert_near(evidence_above(wins, 2, 0.5), log(sum / 10), 1e-12);
    assert_true(evidence_below(wins, 2, 0.5) < 0);
    assert_near(evidence_above(wins, 0, 0.5), 0, 1e-12);
}

/* Looks after every deal until it is decided; what was decided: above m 1, below -1, nothing 0. */
static int decide(struct luck *luck, uint32_t thousandths, double m, int deals, int *taken)
{
    struct tally tally[5] = {{0, 0}, {0.25, 0}, {0.5, 0}, {0.75, 0}, {1, 0}};

    for (*taken = 1; *taken <= deals; ++*taken) {
        tally[(int)(4 * deal_value(luck, thousandths))].count++;
        if (evidence_above(tally, 5, m) >= EVIDENCE_ENOUGH)
            return 1;
        if (evidence_below(tally, 5, m) >= EVIDENCE_ENOUGH)
            return -1;
    }
    return 0;
}

static void equal_players_are_seldom_told_apart_however_often_one_looks(void **unused)
{
    enum { RUNS = 1500 };
    struct luck luck = {1};
    int wrong = 0, taken;

    (void)unused;
    for (int run = 0; run < RUNS; run++)
        wrong += decide(&luck, 500, 0.5, 1000, &taken) != 0;
    assert_true(wrong <= RUNS * 5 / 100);
}

/* Exactly as weak as the margin allows not to be: true share 0.45, question 45%. */
static void margin_is_seldom_misjudged(void **unused)
{
    enum { RUNS = 1500 };
    struct luck luck = {2};
    int better = 0, worse = 0, taken;

    (void)unused;
    for (int run = 0; run < RUNS; run++) {
        int verdict = decide(&luck, 400, 0.45, 1000, &taken);

        better += verdict > 0;
        worse += verdict < 0;
    }
    assert_true(better <= RUNS / 40 && worse <= RUNS / 40);
}

/* True share 0.6: a fixed sample for a power of 80% would need (1.96 + 0.84)^2 * 0.0625 / 0.01 = 49 deals. */
static void stronger_player_is_found_soon_and_named_rightly(void **unused)
{
    enum { RUNS = 500 };
    struct luck luck = {3};
    int right = 0, wrong = 0, taken;
    double deals = 0;

    (void)unused;
    for (int run = 0; run < RUNS; run++) {
        int verdict = decide(&luck, 700, 0.5, 400, &taken);

        right += verdict > 0;
        wrong += verdict < 0;
        deals += taken;
    }
    assert_true(right > RUNS * 99 / 100 && wrong <= RUNS / 40);
    assert_true(deals / RUNS < 2 * 49);
}

/* The interval that holds at all times at once. */
static void sequence_interval_covers_at_all_times(void **unused)
{
    enum { RUNS = 200 };
    struct luck luck = {4};
    int missed = 0;

    (void)unused;
    for (int run = 0; run < RUNS; run++) {
        struct tally tally[5] = {{0, 0}, {0.25, 0}, {0.5, 0}, {0.75, 0}, {1, 0}};
        int out = 0;

        for (int deal = 1; deal <= 300; deal++) {
            struct interval i;

            tally[(int)(4 * deal_value(&luck, 700))].count++;
            if (deal % 10)
                continue;
            i = sequence_interval(tally, 5);
            out |= i.low > 0.6 || i.high < 0.6;
        }
        missed += out;
    }
    assert_true(missed <= RUNS * 5 / 100);
}

static void sequence_interval_of_all_or_nothing_has_a_width(void **unused)
{
    const struct tally all[] = {{1, 50}}, halves[] = {{0.5, 200}};
    struct interval i = sequence_interval(all, 1);

    (void)unused;
    assert_true(i.high == 1 && i.low > 0.85 && i.low < 0.95);
    i = sequence_interval(halves, 1);
    assert_true(i.low > 0.45 && i.low < 0.5 && fabs(i.low + i.high - 1) < 1e-9);
}

/* The table of the chess federation: 0.64 is 100 points, 0.76 is 200, 0.91 is 400. */
static void elo_of_shares(void **unused)
{
    (void)unused;
    assert_near(elo_of_share(0.5), 0, 1e-12);
    assert_near(elo_of_share(0.640065), 100, 0.01);
    assert_near(elo_of_share(0.759747), 200, 0.01);
    assert_near(elo_of_share(10.0 / 11), 400, 1e-9);
    assert_true(isinf(elo_of_share(1)) && isinf(elo_of_share(0)) && elo_of_share(0) < 0);
}

/* Shares that the model itself says give back its strengths. */
static void bradley_terry_finds_the_strengths(void **unused)
{
    static const double truth[] = {0, 1.5, -0.7, 6, 0.1};
    double won[5] = {0}, strength[5];

    (void)unused;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            won[i] += i != j ? 1 / (1 + exp(truth[j] - truth[i])) : 0;
    bradley_terry(5, won, strength);
    for (int i = 0; i < 5; i++)
        assert_near(strength[i], truth[i], 1e-9);
}

/* Two players, share 0.8, standard error 0.02: the logit has the error 0.02 / (0.8 * 0.2). Three equal players whose
 * pairs err independently by 0.01: the slope is 3/4 for what won[1] - won[0], variance 6 * 0.0001, says of their
 * difference. */
static void bradley_terry_errors_follow_from_the_scatter(void **unused)
{
    const double two[] = {0, -log(4)}, three[] = {0, 0, 0};
    double covariance[PLAYERS_MAX][PLAYERS_MAX] = {{0.0004, -0.0004}, {-0.0004, 0.0004}}, error[3];

    (void)unused;
    bradley_terry_errors(2, two, covariance, error);
    assert_near(error[1], 0.125, 1e-12);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            covariance[i][j] = i == j ? 0.0002 : -0.0001;
    bradley_terry_errors(3, three, covariance, error);
    assert_near(error[1], sqrt(0.0006) * 4 / 3, 1e-12);
    assert_near(error[2], error[1], 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(student_quantiles_are_those_of_the_table),
        cmocka_unit_test(quantiles_lie_straight_between_values),
        cmocka_unit_test(mean_has_student_s_interval),
        cmocka_unit_test(share_is_counted_with_four_more),
        cmocka_unit_test(share_of_all_or_nothing_has_a_width),
        cmocka_unit_test(share_interval_covers_as_often_as_it_says),
        cmocka_unit_test(share_interval_covers_rare_wins),
        cmocka_unit_test(bettors_own_what_they_won),
        cmocka_unit_test(equal_players_are_seldom_told_apart_however_often_one_looks),
        cmocka_unit_test(margin_is_seldom_misjudged),
        cmocka_unit_test(stronger_player_is_found_soon_and_named_rightly),
        cmocka_unit_test(sequence_interval_covers_at_all_times),
        cmocka_unit_test(sequence_interval_of_all_or_nothing_has_a_width),
        cmocka_unit_test(elo_of_shares),
        cmocka_unit_test(bradley_terry_finds_the_strengths),
        cmocka_unit_test(bradley_terry_errors_follow_from_the_scatter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
