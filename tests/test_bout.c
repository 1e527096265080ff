/* Matches of bots, and crews that play many. */
#include "help.h"

#include <signal.h>

#include "../src/tools/bout.h"

static const struct command nobody = {.name = "test"};

/* ---- matches ---- */

struct heard {
    uint64_t hash;
    uint32_t seats;
};

static void hear(void *self, const struct match *match, int seat, const struct answer *answer)
{
    struct heard *heard = self;

    assert_true(match->deal.game->actors(match->state) & BIT(seat));
    assert_true(game_legal(match->deal.game, match->state, seat, answer->move));
    heard->hash = heard->hash * 31 + answer->move;
    heard->seats |= BIT(seat);
}

/* One match of random bots; returns the hash of its last state. */
static uint64_t play(const char *id, const uint32_t voice[], struct heard *heard)
{
    const struct bot *player[SEATS_MAX];
    struct bot bot;
    static struct bout bout;
    struct deal deal;
    struct result result;
    struct why why;
    uint8_t rank[SEATS_MAX];
    uint64_t last;

    assert_true(deal_read(&deal, id, &why));
    assert_true(bot_read(&bot, deal.game, "random", &why));
    for (int seat = 0; seat < SEATS_MAX; seat++)
        player[seat] = &bot;
    bout_begin(&bout, deal.game, &bot, 1);
    assert_true(bout_play(&bout, &nobody, &deal, player, voice, hear, heard, &result, rank));
    assert_true(match_over(&bout.match));
    for (int seat = 0; seat < deal.setup.seats; seat++)
        assert_true(bout.decisions[seat] > 0 && rank[seat] >= 1 && rank[seat] <= deal.setup.seats);
    last = match_hash(&bout.match);
    bout_end(&bout);
    return last;
}

static void a_match_follows_from_its_deal_and_voices(void **unused)
{
    static const char *const ids[] = {"mimsy:3#5", "slithy:7#1", "pesky-gnomes:4#2", "gnumies:5#9"};
    const uint32_t one[SEATS_MAX] = {0, 1, 2, 3, 4, 5, 6}, other[SEATS_MAX] = {7, 1, 2, 3, 4, 5, 6};

    (void)unused;
    for (int i = 0; i < 4; i++) {
        struct heard first = {0}, again = {0}, different = {0};

        assert_true(play(ids[i], one, &first) == play(ids[i], one, &again));
        play(ids[i], other, &different);
        assert_true(first.hash == again.hash && first.hash != different.hash);
        assert_true(bit_count(first.seats) == ids[i][strcspn(ids[i], ":") + 1] - '0');
    }
}

/* ---- lists of bots ---- */

static void settings_after_a_comma_belong_to_the_bot_before(void **unused)
{
    struct bots bots;

    (void)unused;
    assert_true(bots_read(&nobody, games[0], "random,ismcts:iterations=7,trees=2,easy, greedy", &bots));
    assert_int_equal(bots.n, 4);
    assert_string_equal(bots.name[0], "random");
    assert_string_equal(bots.name[1], "ismcts:iterations=7,trees=2");
    assert_string_equal(bots.name[2], "easy");
    assert_string_equal(bots.name[3], "greedy");
    assert_int_equal(bots.bot[1].iterations, 7);
    assert_int_equal(bots.bot[1].trees, 2);
    assert_true(bots_read(&nobody, games[0], "ismcts:iterations=7,trees=2,ismcts:iterations=9", &bots));
    assert_int_equal(bots.n, 2);
}

static void lists_that_are_none_are_refused(void **unused)
{
    struct bots bots;

    (void)unused;
    assert_false(bots_read(&nobody, games[0], "", &bots));
    assert_false(bots_read(&nobody, games[0], "random,", &bots));
    assert_false(bots_read(&nobody, games[0], ",random", &bots));
    assert_false(bots_read(&nobody, games[0], "random,,random", &bots));
    assert_false(bots_read(&nobody, games[0], "trees=2", &bots));
    assert_false(bots_read(&nobody, games[0], "random,random,random,random,random,random,random,random,random", &bots));
    assert_false(bots_read(&nobody, games[0],
                           "ismcts:iterations=0000000000000000000000000000000000000000000000000000000000000001",
                           &bots));
}

/* ---- crews ---- */

struct ledger {
    uint64_t slot[CREW_SLOTS];
    uint64_t reported, sum, stop, fail;
    int worker_seen[CREW_MAX];
};

/* Some jobs take much longer than others. */
static bool square(void *self, int worker, uint64_t job)
{
    struct ledger *ledger = self;
    struct luck luck = {job};
    uint64_t busy = luck_below(&luck, 8) == 0 ? 20000 : 20, sum = 0;

    for (uint64_t i = 0; i < busy; i++)
        sum += luck_word(&luck) & 0;
    ledger->worker_seen[worker] = 1;
    ledger->slot[job % CREW_SLOTS] = job * job + sum;
    return job != ledger->fail;
}

static bool in_order(void *self, uint64_t job)
{
    struct ledger *ledger = self;

    assert_true(job == ledger->reported);
    assert_true(ledger->slot[job % CREW_SLOTS] == job * job);
    ledger->reported++;
    ledger->sum = ledger->sum * 3 + job;
    return job != ledger->stop;
}

static void jobs_are_reported_in_their_order_by_any_number_of_workers(void **unused)
{
    uint64_t sum = 0;

    (void)unused;
    for (int workers = 1; workers <= 8; workers++) {
        struct ledger ledger = {.stop = UINT64_MAX, .fail = UINT64_MAX};

        assert_int_equal(crew_run(workers, 5000, square, in_order, &ledger), 5000);
        assert_int_equal(ledger.reported, 5000);
        assert_true(workers == 1 || ledger.sum == sum);
        sum = ledger.sum;
    }
    assert_true(crew_size() >= 1 && crew_size() <= CREW_MAX);
}

static void a_crew_ends_where_it_is_told_to(void **unused)
{
    (void)unused;
    for (int workers = 1; workers <= 4; workers++) {
        struct ledger ledger = {.stop = 1234, .fail = UINT64_MAX}, none = {.stop = UINT64_MAX, .fail = UINT64_MAX};

        assert_int_equal(crew_run(workers, 5000, square, in_order, &ledger), 1235);
        assert_int_equal(crew_run(workers, 0, square, in_order, &none), 0);
    }
}

static void a_job_that_fails_ends_all(void **unused)
{
    (void)unused;
    for (int workers = 1; workers <= 4; workers++) {
        struct ledger ledger = {.stop = UINT64_MAX, .fail = 700};

        assert_true(crew_run(workers, 5000, square, in_order, &ledger) <= 700);
    }
}

static bool interrupt_at_100(void *self, uint64_t job)
{
    if (job == 100)
        raise(SIGINT);
    return in_order(self, job);
}

/* The last test: an interrupt is never forgotten. */
static void an_interrupt_ends_all_and_keeps_what_is_done(void **unused)
{
    struct ledger ledger = {.stop = UINT64_MAX, .fail = UINT64_MAX};
    uint64_t n;

    (void)unused;
    assert_false(crew_interrupted());
    n = crew_run(3, 1000000, square, interrupt_at_100, &ledger);
    assert_true(n == ledger.reported && n >= 101 && n < 1000000);
    assert_true(crew_interrupted());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_follows_from_its_deal_and_voices),
        cmocka_unit_test(settings_after_a_comma_belong_to_the_bot_before),
        cmocka_unit_test(lists_that_are_none_are_refused),
        cmocka_unit_test(jobs_are_reported_in_their_order_by_any_number_of_workers),
        cmocka_unit_test(a_crew_ends_where_it_is_told_to),
        cmocka_unit_test(a_job_that_fails_ends_all),
        cmocka_unit_test(an_interrupt_ends_all_and_keeps_what_is_done),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
