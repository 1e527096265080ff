/* test_bots: bots play by the rules, know nothing that their seat does not know, and decide the same everywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/bots/bot.h"
#include "../src/bots/hint.h"
#include "../src/bots/judge.h"
#include "../src/bots/tree.h"
#include "../src/table/match.h"

static const char *const kinds[] = {"random", "greedy", "ismcts:iterations=40,noise=0", "ismcts:iterations=25,trees=3",
                                    "ismcts:iterations=10,noise=50"};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static struct bot bot_named(const struct game *game, const char *name)
{
    struct bot bot;
    struct why why;

    if (!bot_read(&bot, game, name, &why))
        fail_msg("%s", why.text);
    return bot;
}

/* Memory of exactly the size that is asked for, and dirty: a bot relies on nothing that it has not written. */
static void think(const struct bot *bot, const struct question *question, struct answer *out)
{
    void *memory = malloc(bot_memory(bot, question->seats));

    memset(memory, 0xa5, bot_memory(bot, question->seats));
    bot_think(bot, question, memory, out);
    free(memory);
}

static bool same_answer(const struct answer *a, const struct answer *b)
{
    if (a->move != b->move || a->n != b->n || a->simulations != b->simulations)
        return false;
    for (int i = 0; i < a->n; i++)
        if (a->reason[i].move != b->reason[i].move || a->reason[i].visits != b->reason[i].visits ||
            a->reason[i].value != b->reason[i].value || a->reason[i].weight != b->reason[i].weight)
            return false;
    return true;
}

/* ---- random games ----------------------------------------------------------------------------- */

typedef void look(const struct game *game, int seats, const void *state, int seat, uint32_t number);

/* Looks at some decisions of random games: every game, every number of seats, every option at some time. */
static void look_at_games(look *at, uint32_t every)
{
    for (int g = 0; games[g]; g++) {
        struct setup setup = {0};
        uint32_t seed = 0;
        int setups = 0;

        while (game_next_setup(games[g], &setup))
            setups++;
        memset(&setup, 0, sizeof setup);
        for (int k = 0; game_next_setup(games[g], &setup); k++) {
            _Alignas(8) unsigned char state[STATE_MAX];
            struct luck luck = luck_at(77, (uint32_t)k, seed++);
            uint32_t asked, number = luck_below(&luck, every);

            if (setups > 12 && k % 7 != 0)
                continue;
            games[g]->start(state, &setup);
            while ((asked = games[g]->actors(state)) != 0) {
                int actor = bit_nth(asked, luck_below(&luck, (uint32_t)bit_count(asked)));
                move_t list[MOVES_MAX];
                int n = game_options(games[g], state, actor, list, NULL);

                if (actor != CHANCE && number++ % every == 0)
                    at(games[g], setup.seats, state, actor, number);
                games[g]->apply(state, actor,
                                actor == CHANCE
                                    ? game_draw(games[g], state, luck_below(&luck, game_odds(games[g], state)))
                                    : list[luck_below(&luck, (uint32_t)n)],
                                NULL);
            }
        }
    }
}

static uint32_t forced;

/* A single option is thought about like several: that the answer came at once would tell what the seat holds. Where
 * only bots play it need not be, and it is the same answer. */
static void look_forced(const struct bot *bot, const struct question *question, const struct answer *answer)
{
    static struct answer quick;

    forced++;
    assert_true(bot->kind == BOT_RANDOM || answer->simulations > 0);
    assert_true(answer_forced(question, &quick));
    assert_int_equal(quick.move, answer->move);
    assert_int_equal(quick.simulations, 0);
    assert_true(quick.reason[0].weight == 1 && answer->reason[0].weight == 1);
}

static void look_legal(const struct game *game, int seats, const void *state, int seat, uint32_t number)
{
    static struct question question;
    static struct answer answer;
    struct bot bot = bot_named(game, kinds[number % KINDS]);
    double weight = 0;
    uint32_t visits = 0;

    question_make(&question, game, seats, state, seat, number);
    think(&bot, &question, &answer);
    assert_true(game_legal(game, state, seat, answer.move));
    for (int i = 0; i < answer.n; i++) {
        assert_true(game_legal(game, state, seat, answer.reason[i].move));
        assert_true(answer.reason[i].weight >= 0);
        weight += answer.reason[i].weight;
        visits += answer.reason[i].visits;
    }
    assert_true(weight > 0.999 && weight < 1.001);
    if (bot.kind == BOT_ISMCTS)
        assert_int_equal(answer.simulations, bot.iterations * bot.trees);
    if (bot.kind != BOT_RANDOM)
        assert_int_equal(visits, answer.simulations);
    if (answer.n == 1)
        look_forced(&bot, &question, &answer);
}

static void every_answer_is_legal_and_its_reasons_add_up(void **unused)
{
    (void)unused;
    forced = 0;
    look_at_games(look_legal, 13);
    assert_true(forced > 50);
}

/* ---- honesty ---------------------------------------------------------------------------------- */

static uint32_t twins, sealed_twins;

/* The real state, and another one that this seat cannot tell from it: hidden things dealt anew, and in a sealed step
 * the others have chosen, or have not. */
static void look_honest(const struct game *game, int seats, const void *state, int seat, uint32_t number)
{
    static struct question one, other;
    static struct answer answer, again;
    _Alignas(8) unsigned char world[STATE_MAX];
    struct bot bot = bot_named(game, kinds[number % KINDS]);
    struct luck luck = {number};
    uint32_t chosen = game_sealed(game, state);

    game_view(game, state, seat, world);
    game->veil(world, seat, &luck);
    for (FOR_BITS(actor, game->actors(world) & ~BIT(seat))) {
        move_t list[MOVES_MAX];
        int n = game->moves(world, (int)actor, list);

        /* One of several who choose unseen has been quicker; not the last one, which would end the step. */
        if (tree_together(game, world, (int)actor, list[0]) && luck_below(&luck, 2)) {
            game->apply(world, (int)actor, list[luck_below(&luck, (uint32_t)n)], NULL);
            if (!(game->actors(world) & BIT(seat)))
                return;
        }
    }
    twins += memcmp(world, state, game->state_size) != 0;
    sealed_twins += chosen != game_sealed(game, world);
    question_make(&one, game, seats, state, seat, number);
    question_make(&other, game, seats, world, seat, number);
    assert_memory_equal(one.state, other.state, game->state_size);
    think(&bot, &one, &answer);
    think(&bot, &other, &again);
    assert_true(same_answer(&answer, &again));
}

static void no_answer_depends_on_what_the_seat_does_not_know(void **unused)
{
    (void)unused;
    twins = sealed_twins = 0;
    look_at_games(look_honest, 11);
    assert_true(twins > 300);
    assert_true(sealed_twins > 20);
}

/* ---- the same everywhere ------------------------------------------------------------------------ */

static void look_again(const struct game *game, int seats, const void *state, int seat, uint32_t number)
{
    static struct question question;
    static struct answer answer, again;
    struct bot bot = bot_named(game, "ismcts:iterations=30,trees=3");
    void *tree[3];

    question_make(&question, game, seats, state, seat, number);
    think(&bot, &question, &answer);
    think(&bot, &question, &again);
    assert_true(same_answer(&answer, &again));
    /* The trees beside each other, in parts, as threads would do it. */
    for (int i = 0; i < 3; i++) {
        tree[i] = malloc(tree_memory(&bot, seats));
        tree_begin(tree[i], &bot, &question, i);
    }
    answer_begin(&again, &question);
    for (int i = 2; i >= 0; i--)
        tree_grow(tree[i], 11);
    for (int i = 0; i < 3; i++)
        tree_grow(tree[i], 19);
    for (int i = 0; i < 3; i++)
        answer_add(&again, tree[i]);
    answer_finish(&again, &bot, &question);
    assert_true(same_answer(&answer, &again));
    for (int i = 0; i < 3; i++)
        free(tree[i]);
}

static void the_same_question_and_seed_give_the_same_answer(void **unused)
{
    (void)unused;
    look_at_games(look_again, 37);
}

static uint32_t differing;

static void look_otherwise(const struct game *game, int seats, const void *state, int seat, uint32_t number)
{
    static struct question question;
    static struct answer answer, other;
    struct bot bot = bot_named(game, "ismcts:iterations=30");

    question_make(&question, game, seats, state, seat, number);
    think(&bot, &question, &answer);
    question_make(&question, game, seats, state, seat, number + 1000000);
    think(&bot, &question, &other);
    differing += !same_answer(&answer, &other);
}

static void another_seed_is_other_luck(void **unused)
{
    (void)unused;
    differing = 0;
    look_at_games(look_otherwise, 61);
    assert_true(differing > 50);
}

/* ---- a matrix ----------------------------------------------------------------------------------- */

/* Rock, paper, scissors, one round; who beats scissors with the rock gets `heavy` points, any other victory is worth 1.
 * Only what a search needs is there. */
struct rps {
    uint8_t choice[2], heavy, over;
};

static const char *rps_start(void *state, const struct setup *setup)
{
    *(struct rps *)state = (struct rps){.heavy = setup->option[0] ? 2 : 1};
    return NULL;
}

static uint32_t rps_actors(const void *state)
{
    const struct rps *s = state;

    return s->over ? 0 : (s->choice[0] ? 0 : 1u) | (s->choice[1] ? 0 : 2u);
}

static int rps_moves(const void *state, int seat, move_t out[])
{
    (void)state;
    (void)seat;
    for (int i = 0; i < 3; i++)
        out[i] = (move_t)(i + 1);
    return 3;
}

static void rps_apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct rps *s = state;

    (void)facts;
    s->choice[actor] = (uint8_t)m;
    s->over = s->choice[0] && s->choice[1];
}

static uint32_t rps_sealed(const void *state)
{
    const struct rps *s = state;

    return s->over ? 0 : (s->choice[0] ? 1u : 0) | (s->choice[1] ? 2u : 0);
}

static void rps_reopen(void *state, uint32_t seats)
{
    struct rps *s = state;

    for (FOR_BITS(seat, seats))
        s->choice[seat] = 0;
}

static void rps_veil(void *state, int viewer, struct luck *luck)
{
    (void)state;
    (void)viewer;
    (void)luck;
}

static int32_t rps_standing(const void *state, int32_t out[])
{
    const struct rps *s = state;

    out[0] = out[1] = 0;
    for (int seat = 0; s->over && seat < 2; seat++)
        if ((s->choice[seat] + 2) % 3 == s->choice[1 - seat] % 3) /* 1 beats 3, 2 beats 1, 3 beats 2 */
            out[seat] = POINT * (s->choice[seat] == 1 ? s->heavy : 1);
    return POINT;
}

static void rps_result(const void *state, struct result *out)
{
    int32_t points[2];

    rps_standing(state, points);
    out->score[0] = points[0] / POINT;
    out->score[1] = points[1] / POINT;
}

#define RPS(what)                                                                                                      \
    {.id = "rps",                                                                                                      \
     .seats_min = 2,                                                                                                   \
     .seats_max = 2,                                                                                                   \
     .flags = (what),                                                                                                  \
     .state_size = sizeof(struct rps),                                                                                 \
     .moves_max = 3,                                                                                                   \
     .move_ids = 4,                                                                                                    \
     .start = rps_start,                                                                                               \
     .actors = rps_actors,                                                                                             \
     .moves = rps_moves,                                                                                               \
     .apply = rps_apply,                                                                                               \
     .sealed = rps_sealed,                                                                                             \
     .reopen = rps_reopen,                                                                                             \
     .veil = rps_veil,                                                                                                 \
     .result = rps_result,                                                                                             \
     .standing = rps_standing}

/* For the win, and for the points. */
static const struct game rps = RPS(GAME_SEALED), rps_for_points = RPS(GAME_SEALED | GAME_STAKES);

/* How often each is played in so many decisions with different seeds. */
static void play_rps(const struct game *game, int heavy, int seat, double share[3])
{
    enum { TRIES = 400 };
    struct bot bot = bot_named(game, "ismcts:iterations=2000");
    static struct question question;
    static struct answer answer;
    struct rps state;

    rps_start(&state, &(struct setup){.seats = 2, .option = {(uint8_t)heavy}});
    memset(share, 0, 3 * sizeof share[0]);
    for (int i = 0; i < TRIES; i++) {
        question_make(&question, game, 2, &state, seat, (uint64_t)i);
        think(&bot, &question, &answer);
        share[answer.move - 1] += 1.0 / TRIES;
    }
}

static void who_chooses_unseen_is_not_predictable(void **unused)
{
    double share[3];

    (void)unused;
    for (int seat = 0; seat < 2; seat++) {
        play_rps(&rps, 0, seat, share);
        for (int i = 0; i < 3; i++) /* a third each; 400 tries have a deviation of 0.024 */
            assert_true(share[i] > 0.23 && share[i] < 0.43);
    }
}

/* Where the rock's victory is worth 2 and the others' are worth 1, the equilibrium is rock 1/4, paper 1/2, scissors
 * 1/4: whatever the other plays, it gains and loses the same. */
static void it_mixes_as_the_stakes_demand(void **unused)
{
    double share[3];

    (void)unused;
    for (int seat = 0; seat < 2; seat++) {
        play_rps(&rps_for_points, 1, seat, share);
        assert_true(share[0] > 0.15 && share[0] < 0.35);
        assert_true(share[1] > 0.40 && share[1] < 0.60);
        assert_true(share[2] > 0.15 && share[2] < 0.35);
    }
}

/* ---- what an end is worth ------------------------------------------------------------------------ */

static void a_win_is_worth_more_than_any_margin_and_a_tie_is_half_of_it(void **unused)
{
    struct rps narrow = {.heavy = 10, .over = 1, .choice = {2, 1}}, wide = {.heavy = 10, .over = 1, .choice = {1, 3}};
    struct rps equal = {.heavy = 10, .over = 1, .choice = {1, 1}};
    double a[SEATS_MAX], b[SEATS_MAX], c[SEATS_MAX];

    (void)unused;
    assert_true(judge(&rps, 2, &narrow, 0, a) && judge(&rps, 2, &wide, 0, b) && judge(&rps, 2, &equal, 0, c));
    assert_true(b[0] > a[0] && a[0] > 0.8 && b[0] < 1);
    assert_true(a[1] < 0.2 && b[1] < a[1] && b[1] > 0);
    assert_true(c[0] == 0.5 && c[1] == 0.5);
}

/* Seat 1 would rather be elsewhere, in its own eyes only, and not once it is over. */
static int32_t rps_contempt(const void *state, int seat)
{
    (void)state;
    return seat == 1 ? 3 * POINT : 0;
}

static void contempt_counts_for_who_thinks_and_before_the_end(void **unused)
{
    struct rps open = {.heavy = 10}, over = {.heavy = 10, .over = 1, .choice = {1, 1}};
    struct game contemptuous = rps;
    double plain[SEATS_MAX], by_0[SEATS_MAX], by_1[SEATS_MAX];

    (void)unused;
    contemptuous.contempt = rps_contempt;
    assert_true(judge(&rps, 2, &open, 1, plain) && judge(&contemptuous, 2, &open, 0, by_0) &&
                judge(&contemptuous, 2, &open, 1, by_1));
    assert_true(by_0[0] == plain[0] && by_0[1] == plain[1]);
    assert_true(by_1[1] < plain[1] && by_1[0] > plain[0]);
    assert_true(judge(&contemptuous, 2, &over, 1, by_1) && by_1[0] == 0.5 && by_1[1] == 0.5);
}

/* ---- names -------------------------------------------------------------------------------------- */

static void bots_are_read_from_words_and_written_as_such(void **unused)
{
    static const struct {
        const char *text, *says;
    } wrong[] = {
        {"", "there is no bot ''"},
        {"clever", "there is no bot 'clever'"},
        {"ismcts:", "nothing that can be said"},
        {"ismcts:iterations", "nothing that can be said"},
        {"ismcts:depth=3", "'depth=3'"},
        {"ismcts:iterations=0", "iterations of a bot is a number from 1"},
        {"ismcts:iterations=1000001", "to 1000000"},
        {"ismcts:trees=17", "trees of a bot is a number from 1 to 16"},
        {"ismcts:noise=101", "from 0 to 100"},
        {"ismcts:iterations=5,", "nothing that can be said"},
        {"ismcts:iterations=5 ,trees=2", "iterations of a bot"},
    };
    struct bot bot, again;
    struct why why;
    char text[BOT_TEXT_MAX];

    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(bot_read(&bot, games[0], wrong[i].text, &why));
        assert_non_null(strstr(why.text, wrong[i].says));
    }
    for (int g = 0; games[g]; g++) {
        for (int level = 0; level < LEVELS; level++) {
            struct text out = text_in(text, sizeof text);

            assert_true(bot_read(&bot, games[g], level_names[level], &why));
            bot_put(&out, &bot);
            assert_false(out.full);
            assert_true(bot_read(&again, games[g], text, &why));
            assert_memory_equal(&bot, &again, sizeof bot);
        }
    }
    assert_true(bot_read(&bot, games[0], "ismcts:trees=2,iterations=9,noise=7", &why));
    assert_int_equal(bot.trees, 2);
    assert_int_equal(bot.iterations, 9);
    assert_int_equal(bot.noise, 7);
}

/* Each level thinks more than the one before, and only the first one blunders. */
static void levels_ascend(void **unused)
{
    (void)unused;
    for (int g = 0; games[g]; g++) {
        for (int level = 1; level < LEVELS; level++) {
            struct bot lower = bot_level(games[g], level - 1), higher = bot_level(games[g], level);

            assert_true(higher.iterations * higher.trees > lower.iterations * lower.trees);
            assert_true(higher.noise <= lower.noise);
        }
        assert_true(bot_level(games[g], 0).noise > 0);
        assert_int_equal(bot_level(games[g], 1).noise, 0);
    }
}

static void hints_are_in_the_order_of_their_weight(void **unused)
{
    static struct answer answer = {.n = 4,
                                   .reason = {{.move = 1, .visits = 5, .value = 0.9},
                                              {.move = 2, .visits = 7, .weight = 0.4},
                                              {.move = 3, .visits = 5, .value = 0.95},
                                              {.move = 4, .visits = 1, .weight = 0.6}}};
    uint16_t order[MOVES_MAX];

    (void)unused;
    hint_order(&answer, order);
    assert_int_equal(order[0], 3);
    assert_int_equal(order[1], 1);
    assert_int_equal(order[2], 2);
    assert_int_equal(order[3], 0);
    answer.move = 2; /* drawn, though another one has more weight: the list begins with what is named */
    hint_order(&answer, order);
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 3);
    assert_int_equal(order[2], 2);
    assert_int_equal(order[3], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_is_legal_and_its_reasons_add_up),
        cmocka_unit_test(no_answer_depends_on_what_the_seat_does_not_know),
        cmocka_unit_test(the_same_question_and_seed_give_the_same_answer),
        cmocka_unit_test(another_seed_is_other_luck),
        cmocka_unit_test(who_chooses_unseen_is_not_predictable),
        cmocka_unit_test(it_mixes_as_the_stakes_demand),
        cmocka_unit_test(a_win_is_worth_more_than_any_margin_and_a_tie_is_half_of_it),
        cmocka_unit_test(contempt_counts_for_who_thinks_and_before_the_end),
        cmocka_unit_test(bots_are_read_from_words_and_written_as_such),
        cmocka_unit_test(levels_ascend),
        cmocka_unit_test(hints_are_in_the_order_of_their_weight),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
