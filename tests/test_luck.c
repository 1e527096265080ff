/* test_luck: the generator of chance and the small sets it draws from. */
#include "help.h"

#include <math.h>

#include "../src/games/pool.h"

/* The published sequence of SplitMix64 from the state 1234567. */
static void words_are_those_of_splitmix64(void **unused)
{
    static const uint64_t published[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                         4593380528125082431u, 16408922859458223821u};
    struct luck luck = {1234567};

    (void)unused;
    for (int i = 0; i < 5; i++)
        assert_true(luck_word64(&luck) == published[i]);
}

/* The formula of docs/record.md, written a second time. */
static void indexed_luck_follows_the_documented_formula(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 3; seed++)
        for (uint32_t source = 0; source < 3; source++)
            for (uint32_t index = 0; index < 3; index++) {
                struct luck a = {seed + 0x9e3779b97f4a7c15u * source};
                struct luck b = {luck_word64(&a) + 0x9e3779b97f4a7c15u * index};

                assert_true(luck_word64(&b) == luck_at(seed, source, index).state);
            }
}

static double chi_square(uint32_t n, struct luck (*at)(uint32_t))
{
    enum { DRAWS = 60000 };
    uint32_t counted[64] = {0};
    double chi = 0, expected = (double)DRAWS / n;

    for (uint32_t i = 0; i < DRAWS; i++) {
        struct luck luck = at(i);
        uint32_t drawn = luck_below(&luck, n);

        assert_true(drawn < n);
        counted[drawn]++;
    }
    for (uint32_t i = 0; i < n; i++)
        chi += (counted[i] - expected) * (counted[i] - expected) / expected;
    return chi;
}

static struct luck by_index(uint32_t i)
{
    return luck_at(42, 3, i);
}

static struct luck by_seed(uint32_t i)
{
    return luck_at(i, 0, 0);
}

static struct luck by_source(uint32_t i)
{
    return luck_at(42, i, 0);
}

/* Mean n - 1, variance 2 (n - 1): five standard deviations. */
static void draws_are_uniform_in_index_seed_and_source(void **unused)
{
    static const uint32_t sizes[] = {2, 3, 6, 13, 15, 53, 64};

    (void)unused;
    for (int i = 0; i < 7; i++) {
        double limit = sizes[i] - 1 + 5 * sqrt(2.0 * (sizes[i] - 1));

        assert_true(chi_square(sizes[i], by_index) < limit);
        assert_true(chi_square(sizes[i], by_seed) < limit);
        assert_true(chi_square(sizes[i], by_source) < limit);
    }
}

/* With n = 3 * 2^30, taking the remainder of a 32-bit word would make the lowest quarter twice as likely. */
static void there_is_no_bias_for_large_numbers(void **unused)
{
    struct luck luck = {5};
    uint32_t n = 3u << 30, low = 0, draws = 40000;

    (void)unused;
    for (uint32_t i = 0; i < draws; i++)
        low += luck_below(&luck, n) < n / 3;
    assert_true(fabs(low - draws / 3.0) < 5 * sqrt(draws * 2.0 / 9));
}

static void one_of_one_is_nothing_to_decide(void **unused)
{
    struct luck luck = {5};

    (void)unused;
    for (int i = 0; i < 100; i++)
        assert_int_equal(luck_below(&luck, 1), 0);
}

static void sets_count_and_find_their_members(void **unused)
{
    struct luck luck = {8};

    (void)unused;
    for (int round = 0; round < 2000; round++) {
        uint32_t set = luck_word(&luck) & luck_word(&luck), n = 0;

        for (int i = 0; i < 32; i++)
            if (set >> i & 1)
                assert_int_equal(bit_nth(set, n++), i);
        assert_int_equal(bit_count(set), n);
        n = 0;
        for (FOR_BITS(i, set))
            assert_int_equal(bit_nth(set, n++), i);
        assert_int_equal(bit_count(set), n);
    }
    assert_int_equal(bit_lowest64((uint64_t)1 << 40), 40);
    assert_int_equal(bit_lowest64(6), 1);
}

static void pools_give_and_lose_their_members(void **unused)
{
    struct luck luck = {9};

    (void)unused;
    for (int round = 0; round < 2000; round++) {
        uint32_t set = luck_word(&luck) & 0xffff;
        uint64_t pool = pool_of(set);

        while (set) {
            uint32_t n = (uint32_t)bit_count(set), k = luck_below(&luck, n);
            int member = pool_nth(pool, k);

            assert_int_equal(member, bit_nth(set, k));
            pool = pool_without(pool, member);
            set &= ~BIT(member);
            assert_true(pool == pool_of(set));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_those_of_splitmix64),
        cmocka_unit_test(indexed_luck_follows_the_documented_formula),
        cmocka_unit_test(draws_are_uniform_in_index_seed_and_source),
        cmocka_unit_test(there_is_no_bias_for_large_numbers),
        cmocka_unit_test(one_of_one_is_nothing_to_decide),
        cmocka_unit_test(sets_count_and_find_their_members),
        cmocka_unit_test(pools_give_and_lose_their_members),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
