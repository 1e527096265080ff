/* test_deal: shareable game ids. */
#include "help.h"

static const char *read_back(const char *id)
{
    static char memory[DEAL_TEXT_MAX];
    struct text out = text_in(memory, sizeof memory);
    struct deal deal;
    struct why why = {""};

    if (!deal_read(&deal, id, &why)) {
        assert_true(why.text[0] != 0);
        text_put(&out, "refused: ");
        text_put(&out, why.text);
        return memory;
    }
    deal_put(&out, &deal);
    return memory;
}

static void ids_read_back_as_themselves(void **unused)
{
    (void)unused;
    assert_string_equal(read_back("mimsy:3:variant=advanced#42"), "mimsy:3:variant=advanced#42");
    assert_string_equal(read_back("template:4:hand=3#18446744073709551615"), "template:4:hand=3#18446744073709551615");
}

static void what_is_left_out_has_its_default(void **unused)
{
    (void)unused;
    assert_string_equal(read_back("mimsy"), "mimsy:2#0");
    assert_string_equal(read_back("mimsy#7"), "mimsy:2#7");
    assert_string_equal(read_back("mimsy:variant=advanced"), "mimsy:2:variant=advanced#0");
    assert_string_equal(read_back("mimsy:3:variant=basic#7"), "mimsy:3#7");
}

static void a_game_is_named_by_id_or_title_or_the_beginning_of_one(void **unused)
{
    (void)unused;
    assert_string_equal(read_back("The Gnumies:3#1"), "gnumies:3#1");
    assert_string_equal(read_back("the gnu"), "gnumies:2#0");
    assert_string_equal(read_back("MIMSY:3"), "mimsy:3#0");
    assert_string_equal(read_back("sl"), "slithy:3#0");
    assert_string_equal(read_back("m"), "refused: several games begin with 'm': mimsy mome");
    assert_string_equal(read_back("mi-m.s"), "mimsy:2#0");
}

static void wrong_ids_are_refused_with_a_sentence(void **unused)
{
    static const char *const wrong[] = {
        "",
        "nogame:3#1",
        "mimsy:",
        "mimsy:9#1",
        "mimsy:1#1",
        "mimsy:x#1",
        "mimsy:3:",
        "mimsy:3:#1",
        "mimsy:3:variant",
        "mimsy:3:variant=",
        "mimsy:3:variant=x",
        "mimsy:3:color=red",
        "mimsy:3#",
        "mimsy:3#-1",
        "mimsy:3#1x",
        "mimsy:3#18446744073709551616",
        "mimsy:3:variant=basic:x#1",
        "mimsy:3:variant=basic,#1",
        ":3#1",
        "#1",
        "mimsy 3",
        "mimsyx",
        "umsy",
        "!",
        "mimsy:300#1",
        "mimsy:03x",
        "mimsy:03#1",
        "mimsy:3#007",
        "mimsy:3:variant=basic,variant=advanced#1",
        "mimsy:3:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=b",
    };

    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (strncmp(read_back(wrong[i]), "refused: ", 9) != 0)
            fail_msg("'%s' is read as %s", wrong[i], read_back(wrong[i]));
    assert_string_equal(read_back("mimsy:9#1"), "refused: Mimsy is for 2 or 3 seats, not 9");
    assert_string_equal(read_back("mimsy:3:variant=x"), "refused: option 'variant' is one of basic advanced");
    assert_string_equal(read_back("mimsy:3:color=red"),
                        "refused: Mimsy has these options: variant=basic|advanced, gems=3..6");
}

static void all_setups_of_a_game_are_visited_once(void **unused)
{
    const struct game *game = game_by_id("template");
    struct setup setup = {0};
    int n = 0;

    (void)unused;
    while (game_next_setup(game, &setup))
        n++;
    assert_int_equal(n, 3); /* 2 to 4 seats; the number of cards has its default */
    game = game_by_id("mimsy");
    setup = (struct setup){0};
    for (n = 0; game_next_setup(game, &setup); n++)
        assert_int_equal(setup.option[1], 0);
    assert_int_equal(n, 2 * 2); /* 2 or 3 seats, two variants */
}

static void numbers_are_visited_at_their_ends(void **unused)
{
    const struct game *game = game_by_id("mimsy");
    struct setup setup = {0};
    int expected[] = {3, 6, 3, 6}, advanced[] = {0, 1, 1, 0}, n = 0; /* with both choices */

    (void)unused;
    for (; game_next_extreme(game, &setup); n++) {
        assert_true(n < 4);
        assert_int_equal(setup.seats, n < 2 ? 2 : 3);
        assert_int_equal(setup.option[0], advanced[n]);
        assert_int_equal(option_number(&game->options[1], setup.option[1]), expected[n]);
    }
    assert_int_equal(n, 4);
    game = game_by_id("template"); /* its least number of cards is the default */
    setup = (struct setup){0};
    for (n = 0; game_next_extreme(game, &setup); n++)
        assert_int_equal(option_number(&game->options[0], setup.option[0]), 3);
    assert_int_equal(n, 3);
}

/* The number of a rule that is usually off, which is refused without it. */
static void numbers_are_visited_with_the_choice_that_they_need(void **unused)
{
    const struct game *game = game_by_id("oh-gnome");
    struct setup setup = {0};
    int n = 0;

    (void)unused;
    assert_string_equal(game->options[2].id, "handlimit");
    assert_string_equal(game->options[6].id, "limit");
    while (game_next_extreme(game, &setup)) {
        if (setup.option[6] == 0)
            continue;
        assert_int_equal(setup.option[2], 1);
        assert_int_equal(option_number(&game->options[6], setup.option[6]), n++ % 2 ? 8 : 1);
    }
    assert_int_equal(n, 2 * 5); /* 2 to 6 seats */
}

static void numbers_are_written_and_read(void **unused)
{
    const struct option *gems = &game_by_id("mimsy")->options[1];
    uint8_t index = 0;

    (void)unused;
    assert_string_equal(read_back("mimsy:2:gems=3#1"), "mimsy:2:gems=3#1");
    assert_string_equal(read_back("mimsy:2:gems=6,variant=advanced#1"), "mimsy:2:variant=advanced,gems=6#1");
    assert_string_equal(read_back("mimsy:2:gems=5#1"), "mimsy:2#1");
    assert_string_equal(read_back("mimsy:2:gems=7#1"), "refused: option 'gems' is a whole number from 3 to 6");
    assert_string_equal(read_back("mimsy:2:gems=05#1"), "refused: option 'gems' is a whole number from 3 to 6");
    assert_string_equal(read_back("mimsy:2:gems=five#1"), "refused: option 'gems' is a whole number from 3 to 6");
    for (int expected = 6; expected != 5; expected = expected == 6 ? 3 : expected + 1) { /* round and round */
        index = option_step(gems, index, 1);
        assert_int_equal(option_number(gems, index), expected);
    }
    assert_int_equal(option_step(gems, index, 1), 0);
    assert_int_equal(option_number(gems, option_step(gems, 0, -1)), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_read_back_as_themselves),
        cmocka_unit_test(what_is_left_out_has_its_default),
        cmocka_unit_test(a_game_is_named_by_id_or_title_or_the_beginning_of_one),
        cmocka_unit_test(wrong_ids_are_refused_with_a_sentence),
        cmocka_unit_test(all_setups_of_a_game_are_visited_once),
        cmocka_unit_test(numbers_are_visited_at_their_ends),
        cmocka_unit_test(numbers_are_visited_with_the_choice_that_they_need),
        cmocka_unit_test(numbers_are_written_and_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
