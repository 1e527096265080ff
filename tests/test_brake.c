/* test_brake: how often a passphrase may be tried, on a clock of the test's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "../src/server/brake.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND };

static void some_mistakes_cost_nothing_then_one_waits_longer_and_longer(void **unused)
{
    struct brake *brake = brake_new();
    int64_t now = 1;

    (void)unused;
    for (int i = 0; i < 5; i++)
        assert_int_equal(brake_take(brake, "ann", "10.0.0.1", now), 0);
    for (int wait = 1; wait <= 15 * 60; wait = 2 * wait) {
        assert_int_equal(brake_take(brake, "ANN", "10.0.0.1", now), wait);
        assert_int_equal(brake_take(brake, "ann", "10.0.0.1", now + wait * SECOND - 1), 1);
        now += wait * SECOND;
        assert_int_equal(brake_take(brake, "ann", "10.0.0.1", now), 0);
    }
    assert_int_equal(brake_take(brake, "ann", "10.0.0.1", now), 15 * 60); /* it grows no further */
    assert_int_equal(brake_take(brake, "bo", "10.0.0.1", now), 0);        /* nobody else is held up */
    assert_int_equal(brake_take(brake, "ann", "10.0.0.2", now), 0);
    assert_int_equal(brake_take(brake, "ann", "10.0.0.1", now + HOUR), 0); /* and it is forgotten */
    assert_int_equal(brake_take(brake, "ann", "10.0.0.1", now + HOUR), 0);
    brake_free(brake);
}

/* Wrong ones from so many places that none is slow. */
static void many_places_together_are_slow_too(void **unused)
{
    struct brake *brake = brake_new();
    char place[32];
    int tried = 0;

    (void)unused;
    for (int i = 0; i < 3600; i++) { /* each second from another place */
        snprintf(place, sizeof place, "10.0.%d.%d", i / 256, i % 256);
        tried += brake_take(brake, "ann", place, (int64_t)i * SECOND) == 0;
    }
    assert_true(tried >= 20 && tried <= 20 + 6 + 60);
    brake_free(brake);
}

/* Where the account has been used, its owner gets in whatever others do. */
static void nobody_locks_the_owner_out(void **unused)
{
    struct brake *brake = brake_new();
    char place[32];

    (void)unused;
    assert_int_equal(brake_take(brake, "ann", "192.0.2.1", 1), 0);
    brake_right(brake, "ann", "192.0.2.1", 1);
    brake_known(brake, "ann", "192.0.2.2", 1);
    for (int i = 0; i < 1000; i++) {
        snprintf(place, sizeof place, "10.0.%d.%d", i / 256, i % 256);
        brake_take(brake, "ann", place, 2);
    }
    assert_true(brake_take(brake, "ann", "192.0.2.3", 2) > 0); /* a new place has to wait */
    assert_int_equal(brake_take(brake, "ann", "192.0.2.1", 2), 0);
    assert_int_equal(brake_take(brake, "ann", "192.0.2.2", 2), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(brake_take(brake, "ann", "192.0.2.1", 2), 0);
    assert_int_equal(brake_take(brake, "ann", "192.0.2.1", 2), 1); /* but who is near the owner is slow as anybody */
    brake_free(brake);
}

static void what_was_right_or_not_looked_at_does_not_count(void **unused)
{
    struct brake *brake = brake_new();

    (void)unused;
    for (int i = 0; i < 200; i++) {
        assert_int_equal(brake_take(brake, "ann", "10.0.0.1", 1), 0);
        if (i < 100)
            brake_give_back(brake, "ann", "10.0.0.1", 1);
        else
            brake_right(brake, "ann", "10.0.0.1", 1);
    }
    assert_int_equal(brake_take(brake, "ann", "10.0.0.9", 1), 0);
    brake_free(brake);
}

/* The memory is fixed: names that are nobody's do not push out one that was tried often. */
static void a_crowd_of_names_makes_nothing_forgotten(void **unused)
{
    struct brake *brake = brake_new();
    char name[32];

    (void)unused;
    for (int i = 0; i < 8; i++)
        brake_take(brake, "ann", "10.0.0.1", (int64_t)i * HOUR / 60);
    assert_true(brake_take(brake, "ann", "10.0.0.1", 8 * HOUR / 60 - HOUR / 60) > 0);
    for (int i = 0; i < 200000; i++) {
        snprintf(name, sizeof name, "name%d", i);
        brake_take(brake, name, "10.0.0.2", 8 * HOUR / 60 - HOUR / 60);
    }
    assert_true(brake_take(brake, "ann", "10.0.0.1", 8 * HOUR / 60 - HOUR / 60) > 0);
    brake_free(brake);
}

/* Nor do many accounts that are used: what is tried has room beside them. */
static void a_crowd_of_owners_makes_nothing_forgotten(void **unused)
{
    struct brake *brake = brake_new();
    char name[32];

    (void)unused;
    for (int i = 0; i < 200000; i++) {
        snprintf(name, sizeof name, "owner%d", i);
        brake_known(brake, name, "192.0.2.1", 1);
    }
    for (int i = 0; i < 5; i++)
        assert_int_equal(brake_take(brake, "ann", "10.0.0.1", 2), 0);
    for (int i = 0; i < 200000; i++) {
        snprintf(name, sizeof name, "name%d", i);
        brake_take(brake, name, "10.0.0.2", 2);
    }
    assert_true(brake_take(brake, "ann", "10.0.0.1", 2) > 0);
    brake_free(brake);
}

/* A place is known for 30 days after it was used last. */
static void a_place_is_known_for_a_month(void **unused)
{
    enum { DAY = 24 };
    struct brake *brake = brake_new();
    int64_t now = 1, month = 30 * DAY * (int64_t)HOUR;
    char place[32];

    (void)unused;
    brake_known(brake, "ann", "192.0.2.1", now);
    brake_known(brake, "ann", "192.0.2.2", now + HOUR);
    now += month;
    for (int i = 0; i < 100; i++) {
        snprintf(place, sizeof place, "10.0.0.%d", i);
        brake_take(brake, "ann", place, now);
    }
    assert_true(brake_take(brake, "ann", "192.0.2.1", now) > 0);
    assert_int_equal(brake_take(brake, "ann", "192.0.2.2", now), 0);
    brake_free(brake);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(some_mistakes_cost_nothing_then_one_waits_longer_and_longer),
        cmocka_unit_test(many_places_together_are_slow_too),
        cmocka_unit_test(nobody_locks_the_owner_out),
        cmocka_unit_test(what_was_right_or_not_looked_at_does_not_count),
        cmocka_unit_test(a_crowd_of_names_makes_nothing_forgotten),
        cmocka_unit_test(a_crowd_of_owners_makes_nothing_forgotten),
        cmocka_unit_test(a_place_is_known_for_a_month),
    };

    return sodium_init() < 0 ? 1 : cmocka_run_group_tests_name("brake", tests, NULL, NULL);
}
