/* test_bide: when the bots of a table on the server answer, on a clock of the test's own. */
#include "room_help.h"

#include "../src/bots/pace.h"
#include "../src/server/bide.h"
#include "../src/table/turns.h"

static struct trial t;
static struct bide bide;
static int64_t steady; /* the time */

static void begin_table(const char *settings, int people, const char *bot)
{
    trial_make(&t, settings);
    for (int i = people; i < t.room.settings.deal.setup.seats; i++)
        assert_int_equal(askf(&t, ANN, "\"do\":\"seat\",\"seat\":%d,\"bot\":\"%s\"", i, bot), -1);
    for (int i = 1; i < people; i++)
        assert_done(&t, i, "\"do\":\"sit\"");
    for (int i = 0; i < people; i++)
        assert_int_equal(be_ready(&t, i), -1);
    reveal_all(&t);
    memset(&bide, 0, sizeof bide);
    steady = 5000;
}

/* What the hall does whenever it looks at the table. */
static void look(bool tired)
{
    if (bide_is_over(&bide, &t.room))
        bide_begin(&bide, &t.room, tired, steady);
}

static void make(const struct event *wanted)
{
    struct refusal no;
    struct event event;

    room_bot_moves(&t.room, wanted->seat, wanted->move, t.now, &event);
    assert_true(trial_apply(&t, &event, &no));
}

static move_t first_move(int seat)
{
    move_t move[MOVES_MAX];

    assert_true(match_moves(&t.room.match, seat, move) > 0);
    return move[0];
}

/* Until a bot is alone with the next decision. */
static int until_a_bot(struct luck *luck)
{
    while (room_bot(&t.room) == NOBODY || bit_count(asked_of_all(&t)) > 1)
        play_any(&t, luck);
    return room_bot(&t.room);
}

static void an_answer_waits_until_it_is_due(void **unused)
{
    struct luck luck = {1};
    struct event event;
    uint32_t period;
    int seat;

    (void)unused;
    begin_table("\"deal\":\"pesky-gnomes:3\"", 1, "hard");
    seat = until_a_bot(&luck);
    look(false);
    assert_int_equal(bide_ask(&bide, &t.room), seat);
    assert_false(bide_next(&bide, steady, &event));
    period = pace_period(&t.room.match, seat, NULL);
    assert_true(period >= 100);
    steady += 7;
    assert_true(bide_answer(&bide, &t.room, seat, first_move(seat), steady) > 0);
    assert_int_equal(bide_ask(&bide, &t.room), NOBODY);
    steady = 5000 + period - 1;
    look(false); /* nothing has happened */
    assert_false(bide_next(&bide, steady, &event));
    steady++;
    assert_true(bide_next(&bide, steady, &event));
    assert_int_equal(event.kind, EVENT_MOVE);
    assert_int_equal(event.seat, seat);
    assert_int_equal(event.move, first_move(seat));
    assert_int_equal(event.decision, t.room.match.decision);
    assert_false(bide_next(&bide, steady, &event)); /* once */
    trial_end(&t);
}

static void who_is_late_waits_for_the_next_multiple(void **unused)
{
    struct luck luck = {1};
    struct event event;
    int64_t period;
    uint32_t in_time, late;
    int seat;

    (void)unused;
    begin_table("\"deal\":\"pesky-gnomes:3\"", 1, "hard");
    seat = until_a_bot(&luck);
    look(false);
    period = bide.period;
    in_time = pace_cost(0, period, bide.period);
    steady += 2 * period + 1;
    late = bide_answer(&bide, &t.room, seat, first_move(seat), steady);
    assert_int_equal(late, 3 * in_time);
    assert_false(bide_next(&bide, 5000 + 3 * period - 1, &event));
    assert_true(bide_next(&bide, 5000 + 3 * period, &event));
    trial_end(&t);
}

/* Gnumies: all bid at once. None of the bots answers before the others. */
static void who_chooses_unseen_waits_for_the_other_bots(void **unused)
{
    struct event event;
    int64_t due;

    (void)unused;
    begin_table("\"deal\":\"gnumies:4\"", 1, "easy");
    look(false);
    for (int seat = 1; seat < 4; seat++) {
        assert_int_equal(bide_ask(&bide, &t.room), seat);
        assert_false(bide_next(&bide, steady + 100000, &event));
        steady += 20;
        bide_answer(&bide, &t.room, seat, first_move(seat), steady);
    }
    due = 5000 + pace_period(&t.room.match, 1, NULL);
    assert_int_equal(bide_ask(&bide, &t.room), NOBODY);
    for (int seat = 1; seat < 4; seat++) {
        assert_false(bide_next(&bide, due - 1, &event));
        assert_true(bide_next(&bide, due, &event));
        assert_int_equal(event.seat, seat);
        make(&event);
        assert_false(bide_is_over(&bide, &t.room)); /* nobody has seen anything */
    }
    assert_int_equal(bide_ask(&bide, &t.room), NOBODY);
    assert_int_equal(play_one(&t, 0, &(struct luck){3}), true);
    assert_true(bide_is_over(&bide, &t.room));
    trial_end(&t);
}

static void a_stand_in_thinks_from_when_it_stands_in(void **unused)
{
    struct refusal no;
    struct event event;
    int64_t period;

    (void)unused;
    begin_table("\"deal\":\"gnumies:3\",\"clock\":30", 2, "easy");
    look(false);
    bide_answer(&bide, &t.room, 2, first_move(2), steady + 3);
    t.now += 30011;
    steady += 30011;
    assert_true(room_clock(&t.room, t.now, &event));
    assert_true(trial_apply(&t, &event, &no));
    assert_int_equal(event.kind, EVENT_REPLACE);
    assert_true(bide_is_over(&bide, &t.room));
    look(false);
    period = bide.period;
    assert_int_equal(bide_ask(&bide, &t.room), 0); /* what the other has decided stays */
    bide_answer(&bide, &t.room, 0, first_move(0), steady + 5);
    assert_false(bide_next(&bide, steady + period - 1, &event));
    assert_true(bide_next(&bide, steady + period, &event));
    trial_end(&t);
}

static void whoever_takes_a_seat_back_is_not_answered_for(void **unused)
{
    struct refusal no;
    struct event event;

    (void)unused;
    begin_table("\"deal\":\"gnumies:3\",\"clock\":30", 2, "easy");
    t.now += 30011;
    assert_true(room_clock(&t.room, t.now, &event) && trial_apply(&t, &event, &no));
    look(false);
    bide_answer(&bide, &t.room, 0, first_move(0), steady);
    assert_done(&t, ANN, "\"do\":\"back\"");
    look(false);
    assert_int_equal(bide_ask(&bide, &t.room), 2);
    bide_answer(&bide, &t.room, 2, first_move(2), steady);
    assert_true(bide_next(&bide, steady + bide.period, &event));
    assert_int_equal(event.seat, 2);
    assert_false(bide_next(&bide, steady + bide.period, &event));
    trial_end(&t);
}

/* The table is read again, by this server or another one, in the middle of a decision. */
static void after_a_restart_it_begins_anew(void **unused)
{
    struct luck luck = {1};
    struct event event;
    int seat;

    (void)unused;
    begin_table("\"deal\":\"pesky-gnomes:3\"", 1, "hard");
    seat = until_a_bot(&luck);
    look(false);
    memset(&bide, 0, sizeof bide);
    steady = 77;
    look(false);
    assert_int_equal(bide_ask(&bide, &t.room), seat);
    bide_answer(&bide, &t.room, seat, first_move(seat), 80);
    assert_false(bide_next(&bide, 77 + (int64_t)bide.period - 1, &event));
    assert_true(bide_next(&bide, 77 + (int64_t)bide.period, &event));
    trial_end(&t);
}

static void tired_bots_answer_like_easy_ones(void **unused)
{
    struct luck luck = {1};
    int seat;

    (void)unused;
    begin_table("\"deal\":\"pesky-gnomes:3\"", 1, "expert");
    seat = until_a_bot(&luck);
    look(true);
    assert_true(bide.tired);
    assert_int_equal(bide.period, pace_period(&t.room.match, seat, "easy"));
    assert_true(bide.period < pace_period(&t.room.match, seat, NULL));
    trial_end(&t);
}

/* Oh Gnome: what bots answer shows at the end of the window only. */
static void in_a_window_of_fixed_length_nothing_waits(void **unused)
{
    struct luck luck = {1};
    struct event event;

    (void)unused;
    begin_table("\"deal\":\"oh-gnome:3\",\"window\":5", 1, "expert");
    while (!room_in_window(&t.room) || room_bot(&t.room) == NOBODY)
        play_any(&t, &luck);
    look(false);
    assert_int_equal(bide.period, 0);
    while (bide_ask(&bide, &t.room) != NOBODY) {
        int seat = bide_ask(&bide, &t.room);

        bide_answer(&bide, &t.room, seat, first_move(seat), ++steady);
    }
    assert_true(bide_next(&bide, steady, &event));
    trial_end(&t);
}

/* ---- twins ---------------------------------------------------------------------------------------- */

enum { MOMENTS = 150, MANY_EVENTS = 1200 };

/* A whole match of one person with bots, or its beginning: when bots answered. The person answers at fixed times; how
 * long bots think is anything below the period. */
static int play_times(const char *settings, uint64_t thinking, int64_t moments[MOMENTS])
{
    struct luck luck = {11}, thoughts = {thinking};
    int n = 0;

    begin_table(settings, 1, "hard");
    for (int i = 0; i < MANY_EVENTS && n < MOMENTS && t.room.state == STORE_PLAYING; i++) {
        struct event event;
        move_t move[MOVES_MAX];
        int seat;

        look(false);
        while ((seat = bide_ask(&bide, &t.room)) != NOBODY) {
            move_t chosen = move[luck_below(&luck, (uint32_t)match_moves(&t.room.match, seat, move))];
            int64_t left = bide.since + bide.period - steady;

            steady += left > 0 ? luck_below(&thoughts, (uint32_t)left / 4 + 1) : 0;
            if (turn_is_part(&t.room.match, seat, chosen))
                make(&(struct event){.seat = seat, .move = chosen});
            else
                bide_answer(&bide, &t.room, seat, chosen, steady);
        }
        if (bide.ready) {
            steady = bide.due;
            while (n < MOMENTS && bide_next(&bide, steady, &event)) {
                make(&event);
                moments[n++] = steady;
            }
        } else if (room_turns(&t.room)) {
            steady = bide.since + 4000;
            t.now += 4000;
            assert_true(play_one(&t, bit_lowest(room_turns(&t.room)), &luck));
        }
    }
    trial_end(&t);
    return n;
}

static void when_bots_answer_does_not_depend_on_how_long_they_think(void **unused)
{
    int looked = 0, answers = 0;

    (void)unused;
    for (int g = 0; games[g]; g++) {
        int64_t one[MOMENTS], other[MOMENTS];
        char settings[128];
        int n;

        if (games[g]->seats_max < 2 || !(games[g]->flags & (GAME_HIDDEN | GAME_SEALED)))
            continue;
        snprintf(settings, sizeof settings, "\"deal\":\"%s:%d\"", games[g]->id, games[g]->seats_max);
        n = play_times(settings, 21, one);
        assert_true(n > 0);
        assert_int_equal(play_times(settings, 22, other), n);
        assert_memory_equal(one, other, (size_t)n * sizeof one[0]);
        looked++;
        answers += n;
    }
    assert_true(looked >= 10 && answers > 10 * looked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_waits_until_it_is_due),
        cmocka_unit_test(who_is_late_waits_for_the_next_multiple),
        cmocka_unit_test(who_chooses_unseen_waits_for_the_other_bots),
        cmocka_unit_test(a_stand_in_thinks_from_when_it_stands_in),
        cmocka_unit_test(whoever_takes_a_seat_back_is_not_answered_for),
        cmocka_unit_test(after_a_restart_it_begins_anew),
        cmocka_unit_test(tired_bots_answer_like_easy_ones),
        cmocka_unit_test(in_a_window_of_fixed_length_nothing_waits),
        cmocka_unit_test(when_bots_answer_does_not_depend_on_how_long_they_think),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
