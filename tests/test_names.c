/* test_names: what may be in a name, and which two are mixed up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../src/server/names.h"

static void names_of_all_the_world_are_fine(void **unused)
{
    static const char *const all[] = {
        "Ann",
        "Ann 2",
        "O'Neill-\xc3\x96zt\xc3\xbcrk",
        "Zo\xc3\xab",
        "\xc5\x81ukasz",
        "Nguy\xe1\xbb\x85n",
        "Zoe\xcc\x88" /* decomposed */,
        "\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0" /* Anna, Cyrillic */,
        "\xce\x9d\xce\xaf\xce\xba\xce\xbf\xcf\x82" /* Nikos, Greek */,
        "\xe5\xb1\xb1\xe7\x94\xb0 Taro" /* Han and Latin */,
        "\xe3\x81\x95\xe3\x81\x8f\xe3\x82\xa2" /* Hiragana and Katakana */,
        "\xeb\xaf\xbc\xec\xa4\x80" /* Hangul */,
        "\xd9\x85\xd8\xb1\xd9\x8a\xd9\x85" /* Arabic */,
        "\xd7\xa9\xd7\xa8\xd7\x94" /* Hebrew */,
        "\xe0\xa4\xb0\xe0\xa4\xbe\xe0\xa4\xae" /* Devanagari */,
        "Ann \xe2\x9d\xa4\xef\xb8\x8f" /* a heart, as a picture */,
        "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80" /* a woman joined with a rocket */,
        "\xf0\x9f\x87\xab\xf0\x9f\x87\xae" /* a flag */,
        "*_+~!?",
        "42",
        "Ann_the_1st",
        "M\xc2\xaa Jos\xc3\xa9",
    };

    (void)unused;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (name_fault(all[i]))
            fail_msg("%s %s", all[i], name_fault(all[i]));
}

static void what_serves_to_look_like_others_is_refused(void **unused)
{
    static const struct {
        const char *name, *why;
    } all[] = {
        {"Ann\xe2\x80\x8b", "seen"},     /* zero width space */
        {"A\xe2\x80\x8dnn", "seen"},     /* zero width joiner */
        {"A\xe2\x80\x8cnn", "seen"},     /* zero width non-joiner */
        {"Ann\xef\xbb\xbf", "seen"},     /* byte order mark */
        {"Ann\xe2\x81\xa0", "seen"},     /* word joiner */
        {"A\xc2\xadnn", "seen"},         /* soft hyphen */
        {"\xe3\x85\xa4", "seen"},        /* Hangul filler */
        {"Ann\xef\xb8\x8f", "seen"},     /* variation selector after a letter */
        {"Ann\xf3\xa0\x81\xa1", "seen"}, /* tag */
        {"\xe2\xa0\x80", "seen"},        /* braille without dots */
        {"\xee\x80\x80", "seen"},        /* private */
        {"Ann\xc2\xa0", "blank"},
        {"A\xe2\x80\x89nn", "blank"},
        {"\xd0\x90nn", "alphabets"},            /* Cyrillic A, Latin nn */
        {"Bob\xd0\xbe", "alphabets"},           /* the last o */
        {"\xce\x91nn", "alphabets"},            /* Greek A */
        {"\xd0\x90\xce\xbd", "alphabets"},      /* Cyrillic and Greek */
        {"\xe1\x8e\xaann", "alphabets"},        /* Cherokee A */
        {"Ann \xd5\xb8", "alphabets"},          /* Armenian, in another word */
        {"\xe5\xb1\xb1 \xd0\xb0", "alphabets"}, /* Han and Cyrillic */
        {"\xe5\xb1\xb1"
         "a\xd0\xb0",
         "alphabets"},                     /* Han, Latin and Cyrillic */
        {"\xf0\x9d\x90\x80nn", "symbols"}, /* mathematical bold A */
        {"\xe2\x92\xb6nn", "symbols"},     /* A in a circle */
        {"\xe1\xb4\x80nn", "symbols"},     /* small capital A */
        {"A\xcc\x80\xcc\x81\xcc\x82nn", "marks"},
        {"\xcc\x80nn", "marks"},
        {"Ann (you)", "brackets"},
        {"Ann \xef\xbc\x88you\xef\xbc\x89", "brackets"}, /* wide ones */
        {"Ann [host]", "brackets"},
        {"Normal bot", "bot"},
        {"B0T", "bot"},
        {"Hard  \xd0\x92\xd0\xbe\xd1\x82", "alphabets"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *fault = name_fault(all[i].name);

        if (!fault || !strstr(fault, all[i].why))
            fail_msg("'%s' %s, not %s", all[i].name, fault ? fault : "is fine", all[i].why);
    }
}

static void alike_is_what_can_be_mixed_up(void **unused)
{
    static const char *const all[][2] = {
        {"Ann", "ann"},
        {"Ann", " ANN "},
        {"Ann Lee", "ann  lee"},
        {"Ann", "\xd0\x90nn"},                           /* a name from before: Cyrillic A */
        {"Ann", "Ann\xe2\x80\x8b"},                      /* likewise: zero width space */
        {"Ann", "\xef\xbc\xa1\xef\xbd\x8e\xef\xbd\x8e"}, /* wide letters */
        {"Zo\xc3\xab", "Zoe\xcc\x88"},                   /* composed and not */
        {"Zo\xc3\xab", "Zoe"},                           /* and without dots */
        {"Bob", "B0b"},
        {"Lil", "Li1"},
        {"Ilse", "llse"},
        {"Ilse", "|lse"},
        {"Bernd", "Bemd"},
        {"Ewa", "Evva"},
        {"Cop", "\xd0\xa1\xd0\xbe\xd1\x80"}, /* all in Cyrillic */
        {"ANNA", "\xd0\x90NN\xd0\x90"},
        {"TOM", "\xce\xa4\xce\x9f\xce\x9c"},                                      /* all in Greek */
        {"\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0", "\xd0\xb0\xd0\xbd\xd0\xbd\xd0\xb0"}, /* Cyrillic, small */
        {"\xce\x9d\xce\xaf\xce\xba\xce\xbf\xcf\x82", "\xce\xbd\xce\xaf\xce\xba\xce\xbf\xcf\x82"},
        {"\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80", "\xf0\x9f\x91\xa9\xf0\x9f\x9a\x80"},
    };
    static const char *const others[][2] = {
        {"Ann", "Anna"},
        {"Ann", "An n"},
        {"Ali", "All"},
        {"Bo", "Bob"},
        {"Cy", "Cyd"},
        {"1", "2"},
        {"Ann", "\xd0\x90\xd0\xbd\xd0\xbd"}, /* Cyrillic n looks like an H */
        {"\xe5\xb1\xb1", "\xe5\xb7\x9d"},
        {"Ann", ""},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!names_alike(all[i][0], all[i][1]) || !names_alike(all[i][1], all[i][0]))
            fail_msg("%s and %s", all[i][0], all[i][1]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (names_alike(others[i][0], others[i][1]) || names_alike(others[i][1], others[i][0]))
            fail_msg("%s and %s", others[i][0], others[i][1]);
}

/* Any bytes at all: they fit, and are alike to themselves. */
static void looks_always_fit(void **unused)
{
    uint32_t state = 1;

    (void)unused;
    for (int i = 0; i < 20000; i++) {
        char name[NAME_SIZE], looks[NAME_LOOKS_SIZE];

        for (int k = 0; k < NAME_SIZE - 1; k++) {
            state = state * 1664525 + 1013904223;
            name[k] = (char)(1 + (state >> 24) % 255);
        }
        name[NAME_SIZE - 1] = 0;
        name_fault(name);
        name_looks(looks, name);
        assert_true(strlen(looks) < NAME_LOOKS_SIZE);
        assert_true(names_alike(name, name));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_all_the_world_are_fine),
        cmocka_unit_test(what_serves_to_look_like_others_is_refused),
        cmocka_unit_test(alike_is_what_can_be_mixed_up),
        cmocka_unit_test(looks_always_fit),
    };

    return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
