/* test_study: the arithmetic of studies against numbers from elsewhere, and what is noted of a game that is known move
 * by move. */
#include "help.h"

#include "../src/tools/plot.h"
#include "../src/tools/study_game.h"

#include "../src/games/template.c"

static void near(double a, double b, double by)
{
    if (!(a - b <= by && b - a <= by))
        fail_msg("%.6f is not %.6f", a, b);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

/* Newcombe, Statistics in Medicine 17 (1998), the four examples of his table I, method 3. */
static void shares_have_wilsons_interval(void **unused)
{
    static const double example[][4] = {
        {81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}};

    (void)unused;
    for (int i = 0; i < 4; i++) {
        struct estimate e = share_of(example[i][0], example[i][1]);

        near(e.low, example[i][2], 0.00006);
        near(e.high, example[i][3], 0.00006);
    }
    assert_false(share_of(0, 0).known);
    assert_true(share_of(1, 1).high == 1 && share_of(1, 1).low > 0.2);
}

/* 1 to 5: the mean is 3, the deviation the root of 2.5, and t with 4 degrees of freedom is 2.776445. */
static void means_have_students_interval(void **unused)
{
    struct estimate e = mean_of(5, 15, 55), one = mean_of(1, 7, 49);

    (void)unused;
    near(e.value, 3, 1e-12);
    near(e.high, 3 + 2.776445 * 0.7071068, 1e-5);
    near(e.low, 3 - 2.776445 * 0.7071068, 1e-5);
    assert_true(one.known && !one.interval && one.value == 7);
    assert_false(mean_of(0, 0, 0).known);
}

/* (1,2) (2,3) (3,3) (0,2): 6/10, and the residuals -0.2 0.2 1.2 -1.2 have the squares 2.96; t with 3 is 3.182446. */
static void ratios_are_sure_by_their_residuals(void **unused)
{
    struct ratio ratio = {0};
    struct estimate e;

    (void)unused;
    ratio_add(&ratio, 1, 2);
    ratio_add(&ratio, 2, 3);
    ratio_add(&ratio, 3, 3);
    ratio_add(&ratio, 0, 2);
    e = ratio_of(&ratio);
    near(e.value, 0.6, 1e-12);
    near(e.high, 0.6 + 0.632232, 1e-5);
}

/* One member of each group in every game is the paired t-test, where both groups scatter alike (squares of 10 about
 * their means 6 and 2): the differences 1 3 8 3 5 have the mean 4 and squares of 28 about it. */
static void contrasts_within_games_are_paired(void **unused)
{
    static const int64_t n[2] = {1, 1}, sum[5][2] = {{5, 4}, {4, 1}, {8, 0}, {6, 3}, {7, 2}};
    struct contrast contrast = {0};
    struct estimate e;
    double chance;

    (void)unused;
    for (int i = 0; i < 5; i++)
        contrast_add(&contrast, n, sum[i], sum[i][0] * sum[i][0] + sum[i][1] * sum[i][1]);
    e = contrast_of(&contrast, &chance);
    near(e.value, 4, 1e-12);
    near(e.high, 4 + 2.776445 * 1.183216, 1e-5);
    assert_true(chance == 1); /* five are too few to say more */
}

static const int64_t in_first[2] = {1, 0}, in_second[2] = {0, 1};

/* Groups that never meet: 2 4 6 (squares of 8) against 1 3 (squares of 2, taken as 4, since all five have 2 each). The
 * variance is (8/9 + 4/4) 5/4. */
static void contrasts_between_games_are_not(void **unused)
{
    struct contrast contrast = {0};
    struct estimate e;
    double chance;

    (void)unused;
    for (int64_t x = 2; x <= 6; x += 2)
        contrast_add(&contrast, in_first, (const int64_t[2]){x, 0}, x * x);
    for (int64_t x = 1; x <= 3; x += 2)
        contrast_add(&contrast, in_second, (const int64_t[2]){0, x}, x * x);
    e = contrast_of(&contrast, &chance);
    near(e.value, 2, 1e-12);
    near(e.high - e.value, 2.776445 * 1.536591, 1e-4);
}

/* Twice twenty games with deviations of 1000: the error of the difference is 1000 times the root of 0.1 * 40/39,
 * and 1.96 of that have a chance of 5%. */
static void chance_is_that_of_the_normal_distribution(void **unused)
{
    struct contrast contrast = {0};
    double chance;

    (void)unused;
    for (int i = 0; i < 20; i++) {
        int64_t a = (i % 2 ? 1000 : -1000) + 628, b = i % 2 ? 1000 : -1000;

        contrast_add(&contrast, in_first, (const int64_t[2]){a, 0}, a * a);
        contrast_add(&contrast, in_second, (const int64_t[2]){0, b}, b * b);
    }
    contrast_of(&contrast, &chance);
    near(chance, 0.05, 0.0005);
}

/* Of twenty that did it none won, of eighty that did not twenty: the error is at least that of a share of 20% or so,
 * not none for the twenty. Fisher's exact test of this table has 0.0105. */
static void luck_is_not_ruled_out_by_a_small_group_that_is_alike(void **unused)
{
    struct contrast contrast = {0};
    double chance;

    (void)unused;
    for (int i = 0; i < 20; i++)
        contrast_add(&contrast, in_first, (const int64_t[2]){0, 0}, 0);
    for (int i = 0; i < 80; i++)
        contrast_add(&contrast, in_second, (const int64_t[2]){0, i % 4 == 0}, i % 4 == 0);
    contrast_of(&contrast, &chance);
    assert_true(chance > 0.003 && chance < 0.03);
}

/* The fifteen values of Benjamini and Hochberg's own paper (1995): four stay. */
static void discoveries_are_those_of_benjamini_and_hochberg(void **unused)
{
    static const double p[] = {0.7590, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                               0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.0001, 1.0000};
    bool keep[15];

    (void)unused;
    assert_int_equal(keep_discoveries(p, 15, 0.05, keep), 4);
    assert_true(keep[13] && keep[1] && keep[2] && keep[3] && !keep[4]);
    assert_int_equal(keep_discoveries(p, 0, 0.05, keep), 0);
}

static void spreads_count_and_divide(void **unused)
{
    struct spread spread = {0};

    (void)unused;
    assert_int_equal(spread_quantile(&spread, 0.5), 0);
    assert_int_equal(spread_cell(&spread, 10), 1);
    for (int i = 100; i >= -100; i--)
        spread_add(&spread, i);
    spread_add(&spread, 7);
    assert_int_equal(spread.total, 202);
    assert_int_equal(spread.n, 201);
    assert_int_equal(spread_between(&spread, 5, 8), 5);
    assert_int_equal(spread_between(&spread, 101, 200), 0);
    assert_int_equal(spread_quantile(&spread, 0), -100);
    assert_int_equal(spread_quantile(&spread, 0.5), 0); /* 101 of 202 are not above 0 */
    assert_int_equal(spread_quantile(&spread, 1), 100);
    assert_int_equal(spread_cell(&spread, 26), 10);
    assert_int_equal(spread_cell(&spread, 300), 1);
    near(spread_mean(&spread).value, 7.0 / 202, 1e-12);
    spread_free(&spread);
}

/* ---- pictures -------------------------------------------------------------------------------- */

static void ticks_are_round_numbers(void **unused)
{
    (void)unused;
    near(plot_step(0, 100, 5), 20, 1e-12);
    near(plot_step(0, 0.34, 5), 0.1, 1e-12);
    near(plot_step(-3, 4, 5), 2, 1e-12);
    near(plot_step(3, 3, 5), 1, 1e-12);
}

static void what_has_a_meaning_in_html_is_escaped(void **unused)
{
    char text[64] = "";
    FILE *file = tmpfile();

    (void)unused;
    assert_non_null(file);
    html_put(file, "Grub & Grog <\"Pub\">");
    rewind(file);
    assert_non_null(fgets(text, sizeof text, file));
    assert_string_equal(text, "Grub &amp; Grog &lt;&quot;Pub&quot;&gt;");
    fclose(file);
}

/* ---- a game of Tumtum ------------------------------------------------------------------------ */

static int32_t rounds_taken(const void *state, int32_t out[])
{
    const struct state *s = state;

    for (int seat = 0; seat < s->seats; seat++)
        out[seat] = POINT * s->rounds[seat];
    return POINT;
}

static void decide(struct match *match, struct sheet *sheet, int seat, move_t move)
{
    struct answer answer = {.move = move, .n = 1};
    struct why why;

    sheet_watch(sheet, match, seat, &answer);
    if (!match_force(match, seat, move, &why))
        fail_msg("%s", why.text);
}

static const struct action *action_of(struct arm *arm, const char *words)
{
    const struct action *action = (const struct action *)(const void *)arm->actions.items;

    for (int i = 0; i < arm->actions.n; i++) {
        char put[64];
        struct text text = text_in(put, sizeof put);

        action_put(&text, arm->deal.game, &action[i].key);
        if (strcmp(put, words) == 0)
            return &action[i];
    }
    fail_msg("nobody could '%s'", words);
    return NULL;
}

/* Seat 0 has the 13 and the 1, seat 1 the 5 and the 4 and starts. Nobody looks. Seat 0 takes the first round with the
 * 13, seat 1 the second, where both have no choice any more; one round each, and seat 0 wins by the lowest card. */
static void play_tumtum(struct match *match, struct sheet *sheet)
{
    struct why why;

    for (int left = 4; left > 0; left--) {
        static const uint8_t cards[2][2] = {{13, 1}, {5, 4}};
        const struct state *s = (const struct state *)(const void *)match->state;
        int seat = next_to_deal(s);

        if (!match_force(match, CHANCE, (move_t)(MOVE_CARD + cards[seat][bit_count(s->hand[seat])] - 1), &why))
            fail_msg("%s", why.text);
    }
    assert_true(match_force(match, CHANCE, MOVE_SEAT + 1, &why));
    decide(match, sheet, 1, PASS);
    decide(match, sheet, 0, PASS);
    decide(match, sheet, 0, MOVE_CARD + 12);
    decide(match, sheet, 1, MOVE_CARD + 3);
    decide(match, sheet, 0, MOVE_CARD);
    decide(match, sheet, 1, MOVE_CARD + 4);
    assert_true(match_over(match));
}

static void a_game_is_noted_and_added(void **unused)
{
    struct game tumtum = game_template;
    struct deal deal_of = {.game = &tumtum, .setup = {.seats = 2}};
    struct arm arm = {.deal = deal_of, .actions = {.size = sizeof(struct action), .most = ACTIONS_MAX}};
    int64_t metric[METRICS];
    struct match match;
    struct sheet sheet;
    void *memory;

    (void)unused;
    tumtum.standing = rounds_taken;
    memory = calloc(1, match_memory(&tumtum));
    assert_non_null(memory);
    match_start(&match, &deal_of, memory);
    match.well = NULL;
    sheet_begin(&sheet);
    play_tumtum(&match, &sheet);
    sheet.score[0] = sheet.score[1] = 1;
    sheet.rank[0] = 1;
    sheet.rank[1] = 2;
    sheet_close(&sheet, &match);
    assert_int_equal(sheet.moves, 11);
    assert_int_equal(sheet.start, 1);
    assert_int_equal(sheet.judged, JUDGED_BY_STANDING);
    assert_int_equal(sheet.changes, 0);
    for (int i = 0; i < POINTS; i++) /* level until the ninth move, and again at the end */
        assert_int_equal(sheet.leads[i], i == 7 || i == 8 ? WHOLE : WHOLE / 2);

    arm_add(&arm, &sheet, metric);
    assert_int_equal(arm.wins[0], WHOLE);
    assert_int_equal(arm.wins[1], 0);
    assert_int_equal(arm.distance_wins[1], WHOLE); /* the winner sat one after the starting player */
    assert_int_equal(metric[METRIC_FIRST], WHOLE / 2);
    assert_int_equal(metric[METRIC_START], -WHOLE / 2);
    assert_int_equal(metric[METRIC_MARGIN], 0);
    assert_int_equal(metric[METRIC_DECISIONS], 4);
    assert_int_equal(metric[METRIC_SCORE], WHOLE);
    assert_int_equal(spread_between(&arm.options, 1, 1), 2);
    assert_int_equal(spread_between(&arm.options, 2, 2), 4);
    assert_int_equal(action_of(&arm, "look")->offers, 2);
    assert_int_equal(action_of(&arm, "look")->uses, 0);
    assert_int_equal(action_of(&arm, "pass")->uses, 2);
    assert_int_equal(action_of(&arm, "play ‹thing›")->offers, 2);
    assert_int_equal(action_of(&arm, "play ‹thing›")->uses, 2);
    assert_int_equal(action_of(&arm, "play card 13")->uses, 1);
    assert_int_equal(action_of(&arm, "play card 5")->contrast.n[1], 1); /* offered and not played, by a loser */
    assert_int_equal(action_of(&arm, "play card 13")->contrast.sum[0], WHOLE);
    sheet_free(&sheet);
    arm_free(&arm);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_have_wilsons_interval),
        cmocka_unit_test(means_have_students_interval),
        cmocka_unit_test(ratios_are_sure_by_their_residuals),
        cmocka_unit_test(contrasts_within_games_are_paired),
        cmocka_unit_test(contrasts_between_games_are_not),
        cmocka_unit_test(chance_is_that_of_the_normal_distribution),
        cmocka_unit_test(luck_is_not_ruled_out_by_a_small_group_that_is_alike),
        cmocka_unit_test(discoveries_are_those_of_benjamini_and_hochberg),
        cmocka_unit_test(spreads_count_and_divide),
        cmocka_unit_test(ticks_are_round_numbers),
        cmocka_unit_test(what_has_a_meaning_in_html_is_escaped),
        cmocka_unit_test(a_game_is_noted_and_added),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
