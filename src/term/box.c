#include "box.h"

#include <stdio.h>
#include <string.h>

/* Within its lines; between picture and words; words that are not too narrow beside a picture, nor too wide to read;
 * and rows below which it rather covers what it explains. */
enum { EDGE = 2, GAP = 2, WORDS_MIN = 26, WORDS_MAX = 84, ROWS_MIN = 8 };

static int max(int a, int b)
{
    return a > b ? a : b;
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

/* ---- what it says -------------------------------------------------------------------------------- */

/* A line of words, in as many rows as it needs. Returns the row after them; an empty line needs none. */
static int put_line(struct cells *out, int row, int width, const char *line, int ink)
{
    return *line ? cells_wrap(out, row, 0, 0, width, line, (struct cell){.ink = (uint8_t)ink}) : row;
}

/* Without a picture the mark, by which one finds it on the table, stands before the name. */
static void put_heading(struct text *out, const struct view *view, const struct sight *sight, bool pictured)
{
    if (!sight->piece) {
        sight_where(out, view, sight);
        return;
    }
    if (!pictured) {
        thing_mark(out, view->match->deal.game, sight->piece->thing, sight->piece->flags & PIECE_DOWN);
        text_char(out, ' ');
    }
    sight_name(out, view, sight);
}

/* All the words, in lines of this width. Returns how many. */
static int lay_words(struct cells *out, const struct view *view, const struct sight *sight, int width, bool pictured)
{
    char lines[SIGHT_TEXT_MAX], line[SIGHT_TEXT_MAX];
    struct text text = text_in(lines, sizeof lines);
    int row;

    put_heading(&text, view, sight, pictured);
    row = put_line(out, 0, width, lines, INK_STRONG);
    text = text_in(lines, sizeof lines);
    if (sight->piece) {
        sight_where(&text, view, sight);
        row = put_line(out, row, width, lines, INK_LABEL);
        text = text_in(lines, sizeof lines);
        thing_about(&text, view, sight->piece->thing);
    } else {
        text_put(&text, "Nothing lies here.");
    }
    row = put_line(out, row, width, lines, INK_PLAIN);
    text = text_in(lines, sizeof lines);
    sight_more(&text, view, sight);
    for (const char *at = lines; *at; at += *at == '\n') {
        size_t n = strcspn(at, "\n");

        snprintf(line, sizeof line, "%.*s", (int)n, at);
        row = put_line(out, row, width, line, INK_PLAIN);
        at += n;
    }
    return min(row, out->rows);
}

/* ---- where it stands ------------------------------------------------------------------------------- */

/* Puts so many rows under what it explains, or over it; where neither has the room, as many as there are on the better
 * side, or if these are too few, over it after all. */
static void place(struct box *box, const struct box_room *room, int rows)
{
    int below = room->bottom - max(room->row + room->rows, room->top), above = room->row - room->top;
    int all = room->bottom - room->top, beside = max(above, below);

    box->rows = rows <= beside ? rows : beside >= ROWS_MIN ? beside : min(rows, all);
    box->row = box->rows > below && box->rows <= above ? room->top : room->bottom - box->rows;
}

static void draw_frame(struct cells *screen, const struct box *box, bool unicode)
{
    static const uint32_t lines[2][6] = {{'=', '|', '+', '+', '+', '+'},
                                         {0x2550, 0x2551, 0x2554, 0x2557, 0x255a, 0x255d}};
    const uint32_t *line = lines[unicode];

    for (int i = 0; i < box->rows; i++) {
        for (int k = 0; k < box->columns; k++) {
            struct cell *cell = cells_at(screen, box->row + i, k);
            bool level = i == 0 || i + 1 == box->rows, side = k == 0 || k + 1 == box->columns;

            if (cell)
                *cell = (struct cell){.c = level && side ? line[2 + 2 * (i > 0) + (k > 0)]
                                           : level       ? line[0]
                                           : side        ? line[1]
                                                         : ' '};
        }
    }
}

/* What is out of sight, on its lower edge. */
static void draw_hidden(struct cells *screen, const struct box *box, bool unicode)
{
    char words[64];

    if (box->hidden == 0)
        return;
    snprintf(words, sizeof words, unicode ? " \u2191%d \u2193%d lines: PgUp PgDn " : " %d above, %d below: PgUp PgDn ",
             box->from, box->hidden - box->from);
    cells_put(screen, box->row + box->rows - 1, max(1, box->columns - text_width(words) - 2), words, box->columns - 2,
              (struct cell){.ink = INK_STRONG});
}

struct box box_draw(struct cells *screen, struct cells words, const struct view *view, const struct sight *sight,
                    struct box_room room, int from)
{
    struct box box = {.columns = room.columns};
    int inner = room.columns - 2 * EDGE, left = EDGE, width = min(inner - THING_COLUMNS - GAP, WORDS_MAX), lines, shown;
    bool pictured = sight->piece && width >= WORDS_MIN;

    if (pictured) {
        lines = lay_words(&words, view, sight, width, true);
        place(&box, &room, max(lines, THING_ROWS) + 2);
        pictured = box.rows >= THING_ROWS + 2;
    }
    if (!pictured) {
        words.rows = 0;
        lines = lay_words(&words, view, sight, min(inner, WORDS_MAX), false);
        place(&box, &room, lines + 2);
    }
    shown = min(lines, box.rows - 2);
    box.hidden = lines - shown;
    box.from = max(0, min(from, box.hidden));
    draw_frame(screen, &box, room.unicode);
    if (pictured) {
        thing_draw(screen, box.row + 1, EDGE, view->match->deal.game, sight->piece->thing,
                   sight->piece->flags & PIECE_DOWN, room.unicode);
        left += THING_COLUMNS + GAP;
    }
    for (int i = 0; i < shown; i++) {
        for (int k = 0; k < words.columns && left + k < box.columns - 1; k++) {
            struct cell *cell = cells_at(screen, box.row + 1 + i, left + k);

            if (cell && words.at[(box.from + i) * words.columns + k].c)
                *cell = words.at[(box.from + i) * words.columns + k];
        }
    }
    draw_hidden(screen, &box, room.unicode);
    return box;
}
