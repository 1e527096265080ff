#include "pager.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tools/tools.h"
#include "markdown.h"

enum { PAGE_COLUMNS = 100, HEADINGS_MAX = 200 };

static const char usual_keys[] = "Esc leaves   arrows and PgUp/PgDn scroll";

/* ---- pages --------------------------------------------------------------------------------------- */

struct page {
    const char *title, *keys, *more;
    const char *text;        /* lines, or */
    const struct game *game; /* its rules */
    struct cells cells;
    struct markdown_heading heading[HEADINGS_MAX];
    int headings;
    bool at_end;  /* the end is shown first */
    double blind; /* before this time keys are meant for something else */
};

/* Where the rest of a line that is too long begins: under its second column, if it has one ("Esc   let go") and there
 * is room for that. */
static int hanging(const char *line, int wide)
{
    int first = (int)strspn(line, " ");
    const char *gap = strstr(line + first, "  ");
    int second = gap ? (int)(gap - line) + (int)strspn(gap, " ") : 0;

    return gap && second <= wide / 4 ? second : first + 2;
}

/* Lays the page out for the width of the screen. */
static void lay_page(struct page *page, int columns)
{
    size_t size = page->game ? 0 : strlen(page->text);
    const char *text = page->game ? rules_page(page->game, &size) : page->text;
    int wide = columns < PAGE_COLUMNS ? columns : PAGE_COLUMNS, lines = 8;

    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    lines += (int)(4 * size / (size_t)wide);
    free(page->cells.at);
    page->cells = cells_in(need_memory(sizeof(struct cell) * (size_t)lines * (size_t)wide), wide, lines);
    if (page->game) {
        markdown_draw(text, size, &page->cells);
        page->headings = markdown_headings(text, size, wide, page->heading, HEADINGS_MAX);
        page->headings = page->headings < HEADINGS_MAX ? page->headings : HEADINGS_MAX;
        return;
    }
    for (int row = 0; *text; text += *text == '\n') {
        char line[2048];
        size_t n = strcspn(text, "\n");
        size_t blanks = strspn(text, " ");

        snprintf(line, sizeof line, "%.*s", (int)n, text);
        cells_at(&page->cells, row, 0);
        row = n == 0 ? row + 1
                     : cells_wrap(&page->cells, row, (int)(blanks < n ? blanks : 0), hanging(line, wide), wide,
                                  line + (blanks < n ? blanks : 0), (struct cell){0});
        text += n;
    }
}

/* The row of the next heading below or above. */
static int next_heading(const struct page *page, int from, int step)
{
    int best = from;

    for (int i = 0; i < page->headings; i++) {
        int row = page->heading[i].row;

        if (step > 0 && row > from && (best == from || row < best))
            best = row;
        if (step < 0 && row < from && (best == from || row > best))
            best = row;
    }
    return best;
}

/* Where the page is scrolled to by this key, or -1 if it is no such key. */
static int scroll_by(const struct page *page, uint32_t key, int from, int room)
{
    switch (key) {
    case KEY_ARROW_UP:
    case KEY_WHEEL_UP:
        return from - (key == KEY_WHEEL_UP ? 3 : 1) > 0 ? from - (key == KEY_WHEEL_UP ? 3 : 1) : 0;
    case KEY_ARROW_DOWN:
        return from + 1;
    case KEY_WHEEL_DOWN:
        return from + 3;
    case KEY_PAGE_UP:
        return from > room - 2 ? from - room + 2 : 0;
    case KEY_PAGE_DOWN:
    case ' ':
        return from + room - 2;
    case KEY_FIRST:
        return 0;
    case KEY_LAST:
        return page->cells.rows;
    case KEY_TAB_ON:
        return next_heading(page, from, 1);
    case KEY_TAB_BACK:
        return next_heading(page, from, -1);
    default:
        return -1;
    }
}

static enum page_end run_page(struct stage *stage, struct page *page, uint32_t *taken)
{
    int from = 0, columns = 0;

    for (;;) {
        int room = stage->screen.rows - 2, to;
        uint32_t key;

        if (columns != stage->screen.columns) {
            columns = stage->screen.columns;
            lay_page(page, columns);
            from = page->at_end ? page->cells.rows : from;
        }
        if (from > page->cells.rows - room)
            from = page->cells.rows > room ? page->cells.rows - room : 0;
        frame_page(stage->frame, page->title, &page->cells, from, page->keys, stage->screen.rows, columns);
        screen_show(&stage->screen, &stage->frame->cells);
        key = screen_key(&stage->screen, -1);
        if (seconds_now() < page->blind && key != KEY_CLOSED)
            continue;
        to = scroll_by(page, key, from, room);
        if (to >= 0)
            from = to;
        else if (key == KEY_CLOSED)
            return PAGE_CLOSED;
        else if (key < 0x80 && page->more && strchr(page->more, (int)key)) {
            *taken = key;
            return PAGE_KEY;
        } else if (key == KEY_ESCAPE || key == 'q')
            return PAGE_LEFT;
        else if (key == KEY_TAKE)
            return PAGE_TAKEN;
    }
}

enum page_end page_text(struct stage *stage, const char *title, const char *text, const char *keys, const char *more,
                        uint32_t *key)
{
    struct page page = {.title = title, .text = text, .keys = keys ? keys : usual_keys, .more = more};
    enum page_end end = run_page(stage, &page, key);

    free(page.cells.at);
    return end;
}

enum page_end page_wary(struct stage *stage, const char *title, const char *text, const char *keys, const char *more,
                        uint32_t *key, int blind_ms)
{
    struct page page = {
        .title = title, .text = text, .keys = keys, .more = more, .blind = seconds_now() + blind_ms / 1e3};
    enum page_end end = run_page(stage, &page, key);

    free(page.cells.at);
    return end;
}

void page_end_of(struct stage *stage, const char *title, const char *text)
{
    struct page page = {.title = title, .text = text, .keys = usual_keys, .at_end = true};
    uint32_t key;

    run_page(stage, &page, &key);
    free(page.cells.at);
}

enum page_end page_rules(struct stage *stage, const struct game *game)
{
    struct page page = {
        .title = game->title,
        .game = game,
        .keys = "Esc leaves   arrows and PgUp/PgDn scroll   Tab: next heading",
    };
    uint32_t key;
    enum page_end end = run_page(stage, &page, &key);

    free(page.cells.at);
    return end;
}

/* ---- a line ---------------------------------------------------------------------------------------- */

/* Puts a character behind the line as UTF-8, if there is room. */
static void append(char *line, size_t size, uint32_t c)
{
    struct text text = text_in(line + strlen(line), size - strlen(line));

    if (strlen(line) + 4 < size)
        text_rune(&text, c);
}

static void erase_last(char *line)
{
    size_t n = strlen(line);

    while (n > 0 && (line[n - 1] & 0xc0) == 0x80)
        n--;
    line[n > 0 ? n - 1 : 0] = 0;
}

void line_key(char *line, size_t size, uint32_t key)
{
    if (key == KEY_ERASE)
        erase_last(line);
    else if (key < KEY_NOTHING)
        append(line, size, key);
}

/* The line with its question in the last row but one; of a long line its end. */
static void draw_line(struct cells *cells, const char *question, const char *line)
{
    int row = cells->rows > 1 ? cells->rows - 2 : 0, column, room;

    for (int i = 0; i < cells->columns; i++)
        *cells_at(cells, row, i) = (struct cell){.c = ' '};
    column = cells_put(cells, row, 0, question, cells->columns, (struct cell){.ink = INK_PROMPT});
    room = cells->columns - column - 1;
    while (*line && text_width(line) > room)
        text_character(&line);
    column = cells_put(cells, row, column, line, room, (struct cell){.ink = INK_PLAIN});
    cells_put(cells, row, column, " ", 1, (struct cell){.ink = INK_PLAIN | MARK_FOCUS});
    if (row + 1 >= cells->rows)
        return;
    for (int i = 0; i < cells->columns; i++)
        *cells_at(cells, row + 1, i) = (struct cell){.c = ' '};
    cells_put(cells, row + 1, 0, "Enter takes it   Esc leaves", cells->columns, (struct cell){.ink = INK_KEYS});
}

bool ask_line(struct stage *stage, const char *question, char *line, size_t size)
{
    for (;;) {
        struct cells *cells = &stage->frame->cells, nothing = cells_in(NULL, stage->screen.columns, 0);
        uint32_t key;

        draw_line(cells, question, line);
        screen_show(&stage->screen, cells);
        key = screen_key(&stage->screen, -1);
        if (key == KEY_TAKE)
            return true;
        if (key == KEY_ESCAPE || key == KEY_CLOSED)
            return false;
        if (key == KEY_SIZE) /* what was there fits no more; what has been typed stays */
            frame_page(stage->frame, "", &nothing, 0, "Enter takes it   Esc leaves", stage->screen.rows,
                       stage->screen.columns);
        line_key(line, size, key);
    }
}
