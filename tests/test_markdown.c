/* test_markdown: pages of Markdown as pictures of characters. */
#include "help.h"

#include "../src/term/markdown.h"
#include "../src/tools/tools.h"

enum { ROWS = 3000 };

static struct cell memory[ROWS * MARKDOWN_COLUMNS_MAX];
static char lines[ROWS * (MARKDOWN_COLUMNS_MAX * 4 + 1)];

static struct cells drawn(const char *text, size_t n, int columns)
{
    struct cells cells = cells_in(memory, columns, ROWS);
    struct text out = text_in(lines, sizeof lines);
    int rows = markdown_draw(text, n, &cells);

    assert_int_equal(cells.lost, 0);
    assert_in_range(rows, cells.rows, ROWS);
    cells_text(&out, &cells);
    assert_false(out.full);
    return cells;
}

/* What the source looks like in this many columns. */
static void looks(int columns, const char *source, const char *expected)
{
    drawn(source, strlen(source), columns);
    assert_string_equal(lines, expected);
}

/* The inks of row 0 as letters: Heading, Strong, Code, Faint, '.' plain; blanks are left out. */
static void inked(const char *source, const char *expected)
{
    struct cells cells = drawn(source, strlen(source), 80);
    char inks[81] = "", *at = inks;

    for (int i = 0; i < 80; i++)
        if (memory[i].c != 0 && memory[i].c != ' ')
            *at++ = memory[i].ink == INK_HEADING  ? 'H'
                    : memory[i].ink == INK_STRONG ? 'S'
                    : memory[i].ink == INK_CODE   ? 'C'
                    : memory[i].ink == INK_FAINT  ? 'F'
                                                  : '.';
    *at = 0;
    assert_true(cells.rows > 0);
    assert_string_equal(inks, expected);
}

static void paragraphs_are_laid_out_anew(void **unused)
{
    (void)unused;
    looks(40,
          "One two three four five\nsix seven eight nine ten\neleven.\n\n\n"
          "A second one.",
          "One two three four five six seven eight\n"
          "nine ten eleven.\n"
          "\n"
          "A second one.\n");
    looks(40, "A line  \nthat was ended", "A line\nthat was ended\n");
    looks(40, "windows\r\nlines\r\n\r\nhere", "windows lines\n\nhere\n");
    looks(40, "", "");
    looks(40, "\n \n\n", "");
}

static void a_word_that_is_too_long_goes_on_in_the_next_line(void **unused)
{
    (void)unused;
    looks(40, "a 123456789012345678901234567890123456789012345 b",
          "a\n1234567890123456789012345678901234567890\n12345 b\n");
}

static void headings_have_space_and_a_line(void **unused)
{
    struct markdown_heading at[2];
    const char *page = "# Title\nText\n## Part `x`\n### Small\n\nText\n#none\n";

    (void)unused;
    looks(40, page,
          "Title\n=====\n\n"
          "Text\n\n"
          "Part `x`\n--------\n\n"
          "Small\n\n"
          "Text #none\n");
    assert_int_equal(markdown_headings(page, strlen(page), 40, at, 2), 3);
    assert_int_equal(at[0].row, 0);
    assert_int_equal(at[0].level, 1);
    assert_int_equal(at[1].row, 5);
    assert_int_equal(at[1].level, 2);
    inked("## An *x*", "HHH");
}

static void marks_become_ink(void **unused)
{
    (void)unused;
    looks(80, "a **b** *c* ***d*** __e__ _f_ `g h` i", "a b c d e f `g h` i\n");
    inked("a **b** *c* ***d*** __e__ _f_ `g h` i", ".SSSSSFCCF.");
    inked("**a *b* c** d", "SSS.");
    inked("**No!** x", "SSS.");
    inked("*two\nlines* x", "SSSSSSSS.");
    inked("**Note:** `**x**` *y*.", "SSSSSFCCCCCFS.");
}

static void marks_without_a_partner_are_characters(void **unused)
{
    (void)unused;
    looks(80, "Ear Flick*", "Ear Flick*\n");
    looks(80, "2 * 3 * 4, **open, `tick, a_b_c [x] (y) ![z", "2 * 3 * 4, **open, `tick, a_b_c [x] (y) ![z\n");
    looks(80, "\\*no\\* \\` \\[a](b) \\n", "*no* ` [a](b) \\n\n");
    looks(80, "*a `b* c` d", "*a `b* c` d\n");
    looks(80, "`` a ` b `` c", "`` a ` b `` c\n");
}

static void links_are_shown_by_their_words(void **unused)
{
    (void)unused;
    looks(80, "See [the *scene*](scene.md) and [b](c(d)e), ![picture](x.png).", "See the scene and b, picture.\n");
    looks(80, "[`a](b)` c](d)", "`a](b)` c\n");
}

static void lists_have_hanging_indents(void **unused)
{
    (void)unused;
    looks(40,
          "Before:\n- one that is long enough for two lines of text\n- two\n  more\n\n"
          "10. ten\n11. eleven that is long enough for two lines\n"
          "    - inner\n\n    its own paragraph\n\nAfter\n",
          "Before:\n"
          "- one that is long enough for two lines\n"
          "  of text\n"
          "- two more\n"
          "\n"
          "10. ten\n"
          "11. eleven that is long enough for two\n"
          "    lines\n"
          "    - inner\n"
          "\n"
          "    its own paragraph\n"
          "\n"
          "After\n");
    inked("- a", "F.");
}

static void a_number_that_ends_a_sentence_begins_no_list(void **unused)
{
    (void)unused;
    looks(40, "- The sum is\n  7.\n- It was in\n  1998. That was long ago\n- x\n1998. y",
          "- The sum is 7.\n- It was in 1998. That was long ago\n- x\n1998. y\n");
}

static void code_is_kept_as_it_is(void **unused)
{
    (void)unused;
    looks(40, "Text\n```c\nint  x;\n\n  *y*\n```\nText\n\n    a    b\n      c\n\nEnd",
          "Text\n\n    int  x;\n\n      *y*\n\nText\n\n    a    b\n      c\n\nEnd\n");
    /* Wide code gets what room there is; what does not fit goes on. */
    looks(40, "```\n12345678901234567890123456789012345678\n```", "  12345678901234567890123456789012345678\n");
    looks(40, "    123456789012345678901234567890123456789 1234", "123456789012345678901234567890123456789\n1234\n");
    looks(40, "- x\n\n      y\n- ~~~\n  z\n  ~~~", "- x\n\n      y\n\n-     z\n");
    looks(40, "```\nnever ended", "    never ended\n");
    looks(40, "```\na\tb\n```", "    a   b\n");
    /* Of an item with nothing in its code the mark is seen. */
    looks(40, "- ```\n  ```\n- b", "-\n\n- b\n");
    looks(40, "- a\n  * ```c\n", "- a\n  *\n");
}

static void tables_have_aligned_columns(void **unused)
{
    (void)unused;
    looks(40,
          "| value | guest | `n` |\n|------:|-------|:---:|\n| 1 | Borsi | 4 |\n| 10 | *Dimmling* | 14 |\n|7|short|\n"
          "After",
          "value  guest     `n`\n"
          "-----  --------  ---\n"
          "    1  Borsi      4\n"
          "   10  Dimmling  14\n"
          "    7  short\n"
          "\n"
          "After\n");
    looks(40, "| | |\n|---|---|\n| a | `b \\| c` | d |\n", "a  `b | c` | d\n");
    inked("| a | `b` |\n|--|--|", "SFCF");
}

static void cells_of_tables_are_wrapped(void **unused)
{
    (void)unused;
    /* 40 columns less 4 and a gap of 2 leave 34 to the second column. */
    looks(40, "|card|what it does|\n|--|--|\n|Nap|You sleep for a turn and nobody can reach you.|\n|Gem|Nothing.|",
          "card  what it does\n"
          "----  ----------------------------------\n"
          "Nap   You sleep for a turn and nobody\n"
          "      can reach you.\n"
          "Gem   Nothing.\n");
}

static void words_of_a_head_are_broken_before_others(void **unused)
{
    (void)unused;
    /* 20 + 19 and a gap leave nothing to spare: the head's 21 letters lose one. */
    looks(40, "|abcdefghijklmnopqrstu|x|\n|--|--|\n|12345678901234567890|1234567890123456789|\n",
          "abcdefghijklmnopqrst x\nu\n"
          "-------------------- -------------------\n"
          "12345678901234567890 1234567890123456789\n");
}

static void what_only_looks_like_a_table_is_text(void **unused)
{
    (void)unused;
    looks(40, "a | b\n--- | --- | ---", "a | b --- | --- | ---\n");
    looks(40, "a | b", "a | b\n");
}

static void quotes_have_a_bar(void **unused)
{
    (void)unused;
    looks(40, "> One two three four five six seven eight\n> nine ten\nlazy\n>\n> - x\n\nAfter",
          "| One two three four five six seven\n"
          "| eight nine ten lazy\n"
          "|\n"
          "| - x\n"
          "\n"
          "After\n");
}

static void rules_go_from_side_to_side(void **unused)
{
    (void)unused;
    looks(40, "a\n\n---\n\n* * *\nb",
          "a\n\n----------------------------------------\n\n----------------------------------------\n\nb\n");
}

static void other_bytes_are_question_marks(void **unused)
{
    (void)unused;
    looks(40, "Gn\xc3\xbcmies \xff \xc3 \x1b[1m \xe2\x80\xae \x7f", "Gn\xc3\xbcmies ? ? ?[1m ? ?\n");
    drawn("a\0b", 3, 40);
    assert_string_equal(lines, "a?b\n");
    looks(40, "`\x01`\n\n    \x02", "`?`\n\n    ?\n");
}

static void a_picture_without_room_still_tells_the_rows(void **unused)
{
    struct cells cells = cells_in(memory, 40, 2);

    (void)unused;
    assert_int_equal(markdown_draw("# A\n\nb", 6, &cells), 4);
    assert_int_equal(cells.rows, 2);
    assert_int_equal(cells.lost, 1);
}

/* ---- the pages of the games ---- */

/* Letters and digits, in their order, without the info of fences. Returns how many. */
static size_t letters_of(const char *from, size_t n, char *out)
{
    size_t used = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)from[i];

        if (c >= 0x80 || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'))
            out[used++] = (char)c;
    }
    out[used] = 0;
    return used;
}

/* The page without its tables: lines that begin with a bar. */
static size_t without_tables(const char *page, size_t n, char *out)
{
    size_t used = 0;

    for (size_t i = 0; i < n;) {
        const char *newline = memchr(page + i, '\n', n - i);
        size_t length = newline ? (size_t)(newline - page) - i + 1 : n - i;

        if (page[i] != '|') {
            memcpy(out + used, page + i, length);
            used += length;
        }
        i += length;
    }
    return used;
}

static void no_line_is_longer(int columns)
{
    for (const char *line = lines; *line; line = strchr(line, '\n') + 1) {
        char one[MARKDOWN_COLUMNS_MAX * 4 + 1];

        snprintf(one, sizeof one, "%.*s", (int)(strchr(line, '\n') - line), line);
        assert_in_range(text_width(one), 0, columns);
    }
}

static char source[1 << 16], wanted[1 << 16], shown[1 << 16];

static void every_word_is_there_in_order(const char *page, size_t n, int columns)
{
    drawn(page, n, columns);
    no_line_is_longer(columns);
    assert_null(strstr(lines, "**"));
    letters_of(page, n, wanted);
    letters_of(lines, strlen(lines), shown);
    assert_string_equal(shown, wanted);
}

/* Cells of a narrow table stand beside each other, so that only the letters can be counted. */
static void every_letter_is_there(const char *page, size_t n, int columns)
{
    int count[256] = {0};

    drawn(page, n, columns);
    no_line_is_longer(columns);
    letters_of(page, n, wanted);
    letters_of(lines, strlen(lines), shown);
    for (const char *c = wanted; *c; c++)
        count[(unsigned char)*c]++;
    for (const char *c = shown; *c; c++)
        count[(unsigned char)*c]--;
    for (int i = 0; i < 256; i++)
        assert_int_equal(count[i], 0);
}

static void nothing_of_a_page_is_lost(void **unused)
{
    static const int widths[] = {40, 60, 80, 120};

    (void)unused;
    for (int i = 0; games[i]; i++) {
        size_t n, text;
        const char *page = rules_page(games[i], &n);

        assert_true(n > 1500 && n < sizeof source);
        text = without_tables(page, n, source);
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
            every_word_is_there_in_order(source, text, widths[k]);
            every_letter_is_there(page, n, widths[k]);
            if (widths[k] >= 80) /* the pages have no wider tables */
                every_word_is_there_in_order(page, n, widths[k]);
        }
    }
}

static void headings_of_a_page_are_where_they_are_told(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++) {
        struct markdown_heading at[64];
        size_t n;
        const char *page = rules_page(games[i], &n);
        struct cells cells = drawn(page, n, 60);
        int headings = markdown_headings(page, n, 60, at, 64), marks = 0;

        for (const char *line = page; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL)
            marks += line[0] == '#';
        assert_int_equal(headings, marks);
        assert_int_equal(at[0].level, 1);
        for (int k = 0; k < headings; k++) {
            assert_int_equal(cells_at(&cells, at[k].row, 0)->ink, INK_HEADING);
            assert_true(k == 0 || at[k].row > at[k - 1].row);
        }
    }
}

/* Random bytes of which most mean something, in every width: no row is lost, and it ends. */
static void any_bytes_will_do(void **unused)
{
    static const char marks[] = "**__``[]()!|||---:::###>>  \n\n\n\t\\12.abc \xc3\xbc\xff~~~```=+";
    struct luck luck = {7};

    (void)unused;
    for (int i = 0; i < 20000; i++) {
        char bytes[200];
        size_t n = luck_word(&luck) % sizeof bytes;

        for (size_t k = 0; k < n; k++)
            bytes[k] = marks[luck_word(&luck) % sizeof marks];
        drawn(bytes, n, MARKDOWN_COLUMNS_MIN + i % (MARKDOWN_COLUMNS_MAX - MARKDOWN_COLUMNS_MIN + 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paragraphs_are_laid_out_anew),
        cmocka_unit_test(a_word_that_is_too_long_goes_on_in_the_next_line),
        cmocka_unit_test(headings_have_space_and_a_line),
        cmocka_unit_test(marks_become_ink),
        cmocka_unit_test(marks_without_a_partner_are_characters),
        cmocka_unit_test(links_are_shown_by_their_words),
        cmocka_unit_test(lists_have_hanging_indents),
        cmocka_unit_test(a_number_that_ends_a_sentence_begins_no_list),
        cmocka_unit_test(code_is_kept_as_it_is),
        cmocka_unit_test(tables_have_aligned_columns),
        cmocka_unit_test(cells_of_tables_are_wrapped),
        cmocka_unit_test(words_of_a_head_are_broken_before_others),
        cmocka_unit_test(what_only_looks_like_a_table_is_text),
        cmocka_unit_test(quotes_have_a_bar),
        cmocka_unit_test(rules_go_from_side_to_side),
        cmocka_unit_test(other_bytes_are_question_marks),
        cmocka_unit_test(a_picture_without_room_still_tells_the_rows),
        cmocka_unit_test(nothing_of_a_page_is_lost),
        cmocka_unit_test(headings_of_a_page_are_where_they_are_told),
        cmocka_unit_test(any_bytes_will_do),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
