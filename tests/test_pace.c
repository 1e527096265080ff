/* test_pace: when a bot answers follows from what everybody at the table knows, and from nothing else. Times are those
 * of a clock that the test has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/bots/pace.h"
#include "../src/table/turns.h"

/* ---- due ---------------------------------------------------------------------------------------- */

static void an_answer_is_given_at_a_multiple_of_the_period(void **unused)
{
    (void)unused;
    assert_int_equal(pace_due(1000, 1000, 300), 1300);
    assert_int_equal(pace_due(1000, 1001, 300), 1300);
    assert_int_equal(pace_due(1000, 1300, 300), 1300);
    assert_int_equal(pace_due(1000, 1301, 300), 1600);
    assert_int_equal(pace_due(1000, 10000, 300), 10000);
    assert_int_equal(pace_due(1000, 10001, 300), 10300);
    assert_int_equal(pace_due(1000, 900, 300), 1300); /* a clock that goes back does not matter */
    assert_int_equal(pace_due(1000, 5000, 0), 1000);
}

/* A machine on which each period is enough: so much is it taken to have thought. */
static void thinking_is_counted_by_periods(void **unused)
{
    uint32_t one = pace_cost(0, 500, 500);

    (void)unused;
    assert_true(one > 0 && one < 500);
    assert_int_equal(pace_cost(700, 700 + 3 * 500, 500), 3 * one);
    assert_true(pace_cost(0, 100, 100) > 0);
    assert_true(pace_cost(5, 5, 0) > 0);
}

/* ---- twins -------------------------------------------------------------------------------------- */

static const char *const levels[] = {"easy", "normal", "hard", "expert", "greedy", "ismcts:iterations=900,trees=3"};
enum { WORDS = sizeof levels / sizeof levels[0] };

static void words_for(struct match *match, int seat, int which)
{
    memset(match->bots[seat], 0, sizeof match->bots[seat]);
    strcpy(match->bots[seat], levels[which % WORDS]);
}

static uint32_t twins, chosen_twins, together_n;

/* Another world that this viewer cannot tell from the one of `match`: hidden things dealt anew, and in a step in which
 * several choose unseen other bots have chosen, or have not, and other things. False: the step is over in it. */
static bool make_twin(const struct match *match, int viewer, int bot, struct luck *luck, unsigned char *world)
{
    const struct game *game = match->deal.game;

    game_view(game, match->state, viewer, world);
    game->veil(world, viewer, luck);
    for (FOR_BITS(actor, game->actors(world) & ~match->people & ~BIT(bot))) {
        move_t list[MOVES_MAX];
        struct match there = *match;
        int n = game->moves(world, (int)actor, list);

        there.state = world;
        if (!(turn_together(&there, bot) & BIT(actor)) || luck_below(luck, 2))
            continue;
        game->apply(world, (int)actor, list[luck_below(luck, (uint32_t)n)], NULL);
        if (!(game->actors(world) & BIT(bot)))
            return false;
    }
    return (game->actors(world) & BIT(bot)) != 0;
}

/* Both worlds ask this bot at the same time; how long it thinks there may differ. */
static void compare(const struct match *match, int viewer, int bot, struct luck *luck)
{
    const struct game *game = match->deal.game;
    _Alignas(8) unsigned char world[STATE_MAX];
    struct match twin = *match;
    uint32_t period = pace_period(match, bot, NULL), tired = pace_period(match, bot, "easy");

    twin.state = world;
    if (!make_twin(match, viewer, bot, luck, world))
        return;
    twins += memcmp(world, match->state, game->state_size) != 0;
    chosen_twins += game_sealed(game, world) != game_sealed(game, match->state);
    together_n += bit_count(turn_together(match, bot)) > 1;
    assert_int_equal(turn_together(match, bot), turn_together(&twin, bot));
    assert_int_equal(pace_period(&twin, bot, NULL), period);
    assert_int_equal(pace_period(&twin, bot, "easy"), tired);
    assert_true(tired <= period);
    if (!(game->flags & (GAME_HIDDEN | GAME_SEALED))) {
        assert_int_equal(period, 0);
        return;
    }
    assert_true(period >= 100 && period % 50 == 0);
    for (int i = 0; i < 8; i++) {
        int64_t begun = 1000 + luck_below(luck, 100000), one = begun + luck_below(luck, period + 1),
                other = begun + luck_below(luck, period + 1);

        assert_int_equal(pace_due(begun, one, period), begun + period);
        assert_int_equal(pace_due(begun, other, period), begun + period);
    }
}

/* Random games of every game and set-up: one person on each seat in turn, and bots of all levels. */
static void twin_histories_have_the_same_due_times(void **unused)
{
    uint32_t all = 0;

    (void)unused;
    twins = chosen_twins = together_n = 0;
    for (int g = 0; games[g]; g++) {
        struct setup setup = {0};
        uint32_t looked = 0;

        for (int k = 0; game_next_setup(games[g], &setup); k++) {
            struct deal deal = {.game = games[g], .setup = setup, .seed = (uint64_t)k};
            void *memory = calloc(1, match_memory(games[g]));
            struct luck luck = luck_at(5, (uint32_t)k, (uint32_t)g);
            struct match match;

            assert_non_null(memory);
            match_start(&match, &deal, memory);
            match.people = setup.seats > 1 ? BIT(k % setup.seats) : 0;
            for (int seat = 0; seat < setup.seats; seat++)
                words_for(&match, seat, k + seat);
            match_settle(&match);
            for (uint32_t i = 0; !match_over(&match) && i < 300; i++) {
                int seat = turn_next(&match);
                move_t move[MOVES_MAX];
                struct why why;
                int n = match_moves(&match, seat, move);

                if (!(match.people & BIT(seat))) {
                    looked++;
                    compare(&match, SPECTATOR, seat, &luck);
                    for (FOR_BITS(viewer, match.people))
                        compare(&match, (int)viewer, seat, &luck);
                }
                assert_true(match_play(&match, seat, match.decision, move[luck_below(&luck, (uint32_t)n)], &why));
            }
            free(memory);
        }
        if (looked == 0)
            fail_msg("%s: no decision of a bot", games[g]->id);
        all += looked;
    }
    assert_true(all > 1000);
    assert_true(twins > 5000);
    assert_true(chosen_twins > 300);
    assert_true(together_n > 300);
}

/* ---- what it depends on --------------------------------------------------------------------------- */

static struct match match;
static void *memory;

static void begin(const char *id, uint32_t people, const char *words)
{
    struct deal deal;
    struct why why;

    free(memory);
    assert_true(deal_read(&deal, id, &why));
    memory = calloc(1, match_memory(deal.game));
    match_start(&match, &deal, memory);
    match.people = people;
    for (int seat = 0; seat < deal.setup.seats; seat++)
        strcpy(match.bots[seat], words);
    match_settle(&match);
}

static void who_searches_longer_answers_later(void **unused)
{
    static const char *const ids[] = {"pesky-gnomes:4#1", "oh-gnome:4#1", "brillig:2#1", "gnumies:3#1"};

    (void)unused;
    for (int i = 0; i < 4; i++) {
        uint32_t last = 0;

        for (int level = 0; level < LEVELS; level++) {
            begin(ids[i], 0, level_names[level]);
            assert_true(pace_period(&match, turn_next(&match), NULL) >= last);
            last = pace_period(&match, turn_next(&match), NULL);
            assert_int_equal(pace_period(&match, turn_next(&match), "easy"),
                             pace_period(&match, turn_next(&match), level_names[0]));
        }
        assert_true(last > 100);
    }
    begin("pesky-gnomes:4#1", 0, "");
    assert_int_equal(pace_period(&match, turn_next(&match), NULL), pace_period(&match, turn_next(&match), "normal"));
}

/* Gnumies: all bid at once. */
static void who_chooses_unseen_answers_with_the_others(void **unused)
{
    uint32_t period;
    move_t move[MOVES_MAX];
    struct why why;

    (void)unused;
    begin("gnumies:4#3", BIT(1), "hard");
    assert_int_equal(turn_together(&match, 0), BIT(0) | BIT(2) | BIT(3));
    period = pace_period(&match, 0, NULL);
    match_moves(&match, 0, move);
    assert_true(match_play(&match, 0, match.decision, move[0], &why));
    assert_int_equal(turn_together(&match, 2), BIT(0) | BIT(2) | BIT(3));
    assert_int_equal(pace_period(&match, 2, NULL), period);
    begin("gnumies:4#3", BIT(1) | BIT(2) | BIT(3), "hard");
    assert_true(pace_period(&match, 0, NULL) < period);
}

/* Pesky: a goal and then a token are one choice. */
static void a_choice_of_two_parts_is_one_answer(void **unused)
{
    struct luck luck = {3};
    int parts = 0, wholes = 0;

    (void)unused;
    begin("pesky-gnomes:3#2", 0, "easy");
    while (!match_over(&match)) {
        int seat = turn_next(&match);
        move_t move[MOVES_MAX], chosen;
        uint32_t decision = match.decision;
        struct why why;
        bool part;

        chosen = move[luck_below(&luck, (uint32_t)match_moves(&match, seat, move))];
        part = turn_is_part(&match, seat, chosen);
        assert_true(match_play(&match, seat, match.decision, chosen, &why));
        parts += part;
        wholes += !part;
        if (part) {
            assert_int_equal(match.decision, decision);
            assert_int_equal(turn_next(&match), seat);
        } else if (match.decision == decision) {
            assert_int_not_equal(turn_next(&match), seat);
        }
    }
    assert_true(parts > 0 && wholes > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_given_at_a_multiple_of_the_period),
        cmocka_unit_test(thinking_is_counted_by_periods),
        cmocka_unit_test(twin_histories_have_the_same_due_times),
        cmocka_unit_test(who_searches_longer_answers_later),
        cmocka_unit_test(who_chooses_unseen_answers_with_the_others),
        cmocka_unit_test(a_choice_of_two_parts_is_one_answer),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    free(memory);
    return failed;
}
