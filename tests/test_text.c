/* test_text: writing text, JSON and phrases. */
#include "help.h"

#include "../src/table/text.h"

static void numbers_are_written_in_full(void **unused)
{
    char memory[128];
    struct text out = text_in(memory, sizeof memory);

    (void)unused;
    text_number(&out, INT64_MIN);
    text_char(&out, ' ');
    text_unsigned(&out, UINT64_MAX);
    text_char(&out, ' ');
    text_number(&out, 0);
    text_char(&out, ' ');
    text_hex(&out, 0x0123456789abcdefu);
    assert_string_equal(memory, "-9223372036854775808 18446744073709551615 0 0123456789abcdef");
    assert_false(out.full);
}

static void what_finds_no_room_is_dropped_and_noted(void **unused)
{
    char memory[4];
    struct text out = text_in(memory, sizeof memory);

    (void)unused;
    text_put(&out, "abc");
    assert_false(out.full);
    text_put(&out, "d");
    assert_true(out.full);
    assert_string_equal(memory, "abc");
}

static void json_strings_are_escaped(void **unused)
{
    char memory[64];
    struct text out = text_in(memory, sizeof memory);

    (void)unused;
    json_quoted(&out, "a\"b\\c\n\x1f\xc3\xa9");
    assert_string_equal(memory, "\"a\\\"b\\\\c\\u000a\\u001f\xc3\xa9\"");
}

static void json_lists_have_commas_between(void **unused)
{
    char memory[64];
    struct text out = text_in(memory, sizeof memory);

    (void)unused;
    text_char(&out, '{');
    json_key_number(&out, "a", 1);
    json_key_string(&out, "b", "x");
    json_key_true(&out, "c");
    json_key_truth(&out, "d", false);
    text_char(&out, '}');
    assert_string_equal(memory, "{\"a\":1,\"b\":\"x\",\"c\":true,\"d\":false}");
}

static void words_compare_without_case_and_extra_blanks(void **unused)
{
    (void)unused;
    assert_true(text_same("take green 2", "  Take   GREEN 2 "));
    assert_false(text_same("take green 2", "take green2"));
    assert_false(text_same("take green 2", "take green 22"));
    assert_false(text_same("take", ""));
    assert_true(text_same("", "  \t"));
}

static void numbers_are_read_strictly(void **unused)
{
    uint64_t n = 7;

    (void)unused;
    assert_true(text_read_number("18446744073709551615", 20, UINT64_MAX, &n));
    assert_true(n == UINT64_MAX);
    assert_false(text_read_number("18446744073709551616", 20, UINT64_MAX, &n));
    assert_false(text_read_number("", 0, 9, &n));
    assert_false(text_read_number("-1", 2, 9, &n));
    assert_false(text_read_number("1x", 2, 99, &n));
    assert_false(text_read_number("10", 2, 9, &n));
    assert_false(text_read_number("9", 1, 5, &n));
    assert_false(text_read_number("007", 3, 7, &n));
    assert_true(text_read_number("0", 1, 7, &n));
    assert_int_equal(n, 0);
}

static void width_counts_characters(void **unused)
{
    (void)unused;
    assert_int_equal(text_width("na\xc3\xafve"), 5);
}

static void lines_are_utf8_without_controls(void **unused)
{
    static const char *const bad[] = {"\x1b[2J",       "\xff\xfe",     "\xc0\x9b[2J", /* an escape, too long */
                                      "\xc2\x9b",      "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                      "\342\200\256a", "caf\xe9",      "\xe2\x82",
                                      "a\nb",          "\x7f",         "\xf8\x88\x80\x80\x80"};

    (void)unused;
    assert_true(text_is_line("Ann"));
    assert_true(text_is_line("B\xc3\xa9la \xe2\x82\xac \xf0\x9f\x8e\xb2"));
    assert_true(text_is_line(""));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (text_is_line(bad[i]))
            fail_msg("line %zu is accepted", i);
}

/* ---- phrases --------------------------------------------------------------------------------- */

static const char *const words[] = {
    "",        "{seat} [play|plays] {n} [card|cards], {thing} first, on {seat's} {text}",
    "table",   "{+n} {colour}",
    "{thing}", "{n} of {n}"};
static const struct thing things_here[] = {{"green 3", "G3", THING_CARD, COLOUR_GREEN, 3, NO_BACK}};
static const struct game speaking = {
    .id = "speaking", .seats_max = 3, .texts = words, .texts_n = 6, .things = things_here, .things_n = 1};

static const char *say_to(int viewer, const char (*names)[NAME_SIZE], struct phrase phrase, bool *ok)
{
    static char memory[256];
    struct text out = text_in(memory, sizeof memory);
    struct speech speech = {&speaking, names, viewer};

    *ok = sentence_put(&out, &speech, phrase);
    return memory;
}

static void phrases_speak_to_the_viewer(void **unused)
{
    static const char names[SEATS_MAX][NAME_SIZE] = {"Ann", "Bob"};
    struct phrase phrase = PHRASE(1, 0, 1, 0, 1, 2);
    bool ok;

    (void)unused;
    assert_string_equal(say_to(0, names, phrase, &ok), "You play 1 card, green 3 first, on Bob's table");
    assert_true(ok);
    assert_string_equal(say_to(1, names, phrase, &ok), "Ann plays 1 card, green 3 first, on your table");
    assert_string_equal(say_to(SPECTATOR, NULL, PHRASE(1, 0, 2, 0, 2, 2), &ok),
                        "Seat 0 plays 2 cards, green 3 first, on seat 2's table");
    assert_string_equal(say_to(0, NULL, PHRASE(3, -4, COLOUR_VIOLET), &ok), "-4 violet");
    assert_string_equal(say_to(0, NULL, PHRASE(3, 4, COLOUR_GRAY), &ok), "+4 gray");
}

static void phrases_that_do_not_fit_are_noticed(void **unused)
{
    bool ok;

    (void)unused;
    say_to(0, NULL, PHRASE(4, 7), &ok);
    assert_false(ok);
    say_to(0, NULL, PHRASE(9), &ok);
    assert_false(ok);
    say_to(0, NULL, PHRASE(3, 1, 99), &ok);
    assert_false(ok);
}

/* 0 would be the first seat, the first thing, no colour or a number like any other. */
static void phrases_with_too_few_arguments_are_noticed(void **unused)
{
    bool ok;

    (void)unused;
    assert_string_equal(say_to(1, NULL, PHRASE(1), &ok), "? plays ? cards, ? first, on ? ?");
    assert_false(ok);
    assert_string_equal(say_to(0, NULL, PHRASE(3, 4), &ok), "+4 ?");
    assert_false(ok);
    assert_string_equal(say_to(0, NULL, PHRASE(3), &ok), "? ?");
    assert_false(ok);
    assert_string_equal(say_to(0, NULL, PHRASE(2, 1, 2, 3, 4, 5, 6), &ok), "Table"); /* too many do no harm */
    assert_true(ok);
}

/* As a line of the log: the number alone where there is one, of things none. */
static void a_line_that_names_just_one_number_has_it_by_itself(void **unused)
{
    static const struct {
        struct phrase phrase;
        const char *end;
    } lines[] = {
        {PHRASE(1, 0, 6, 0, 1, 2), "}],\"counts\":true,\"number\":6}"},
        {PHRASE(3, -4, COLOUR_GRAY), "\"-4 gray\",\"counts\":true,\"number\":-4}"},
        {PHRASE(3, 0, COLOUR_GRAY), "\"0 gray\",\"counts\":true,\"number\":0}"},
        {PHRASE(5, 2, 3), "\"2 of 3\",\"counts\":true}"},
        {PHRASE(2), "\"text\":\"Table\"}"},
        {PHRASE(4, 0), "\"colour\":\"green\",\"number\":3}]}"},
    };
    struct speech speech = speech_plain(&speaking);

    (void)unused;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        static struct facts facts;
        char memory[512];
        struct text out = text_in(memory, sizeof memory);
        size_t length = strlen(lines[i].end);

        facts_clear(&facts);
        fact_add(&facts, EVERYBODY, 0, lines[i].phrase);
        fact_json(&out, &speech, 1, &facts, 0);
        assert_true(out.used > length);
        assert_string_equal(memory + out.used - length, lines[i].end);
    }
}

static void texts_are_checked(void **unused)
{
    (void)unused;
    assert_true(phrase_text_ok("{seat} [play|plays]"));
    assert_false(phrase_text_ok("[play|plays] {seat}")); /* a form before anything it could agree with */
    assert_false(phrase_text_ok("{seat} [play"));
    assert_false(phrase_text_ok("{seat} [play]"));
    assert_false(phrase_text_ok("{sea}"));
    assert_false(phrase_text_ok("{n}{n}{n}{n}{n}{n}{n}"));
    assert_false(phrase_text_ok("a]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_in_full),
        cmocka_unit_test(what_finds_no_room_is_dropped_and_noted),
        cmocka_unit_test(json_strings_are_escaped),
        cmocka_unit_test(json_lists_have_commas_between),
        cmocka_unit_test(words_compare_without_case_and_extra_blanks),
        cmocka_unit_test(numbers_are_read_strictly),
        cmocka_unit_test(width_counts_characters),
        cmocka_unit_test(lines_are_utf8_without_controls),
        cmocka_unit_test(phrases_speak_to_the_viewer),
        cmocka_unit_test(phrases_that_do_not_fit_are_noticed),
        cmocka_unit_test(phrases_with_too_few_arguments_are_noticed),
        cmocka_unit_test(a_line_that_names_just_one_number_has_it_by_itself),
        cmocka_unit_test(texts_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
