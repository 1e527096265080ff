#include "cells.h"

#include "bytes.h"

struct cells cells_in(struct cell *memory, int columns, int rows_max)
{
    return (struct cells){memory, columns, rows_max, 0, 0};
}

struct cell *cells_at(struct cells *cells, int row, int column)
{
    size_t columns = (size_t)cells->columns;

    if (row < 0 || row >= cells->rows_max || column < 0 || column >= cells->columns)
        return NULL;
    if (row >= cells->rows) {
        size_t fresh = (size_t)(row + 1 - cells->rows);

        memset(cells->at + (size_t)cells->rows * columns, 0, fresh * columns * sizeof *cells->at);
        cells->rows = row + 1;
    }
    return cells->at + (size_t)row * columns + (size_t)column;
}

static void put(struct cells *cells, int row, int column, struct cell like, uint32_t c)
{
    struct cell *cell = cells_at(cells, row, column);

    like.c = c;
    if (cell)
        *cell = like;
    else
        cells->lost++;
}

int cells_put(struct cells *cells, int row, int column, const char *line, int width, struct cell like)
{
    while (*line) {
        uint32_t c = text_character(&line);
        int wide = c == TEXT_BAD ? 1 : rune_width(c);

        if (wide > width)
            break;
        if (wide > 0)
            put(cells, row, column, like, c == TEXT_BAD ? '?' : c);
        if (wide > 1)
            put(cells, row, column + 1, like, CELL_REST);
        column += wide;
        width -= wide;
    }
    return column;
}

/* What is left of a line after as much of it as so many columns hold. */
static const char *rest_after(const char *line, int width)
{
    while (*line) {
        const char *next = line;
        uint32_t c = text_character(&next);

        width -= c == TEXT_BAD ? 1 : rune_width(c);
        if (width < 0)
            break;
        line = next;
    }
    return line;
}

int cells_wrap(struct cells *cells, int row, int column, int indent, int end, const char *words, struct cell like)
{
    bool begun = false;

    while (*words) {
        char word[256]; /* longer than any word of a game or name */
        struct text text = text_in(word, sizeof word);
        const char *at = word;

        while (*words && *words != ' ' && text.used + 1 < sizeof word)
            text_char(&text, *words++);
        words += *words == ' ';
        column += begun;
        if (begun && column + text_width(word) > end) {
            row++;
            column = indent;
        }
        /* What is wider than a line goes on where the next begins. */
        while (text_width(at) > end - column && end > indent + 1) {
            cells_put(cells, row, column, at, end - column, like);
            at = rest_after(at, end - column);
            row++;
            column = indent;
        }
        column = cells_put(cells, row, column, at, text_width(at), like);
        begun = true;
    }
    return row + 1;
}

void cells_text(struct text *out, const struct cells *cells)
{
    for (int row = 0; row < cells->rows; row++) {
        const struct cell *at = cells->at + (size_t)row * (size_t)cells->columns;
        int end = cells->columns;

        while (end > 0 && (at[end - 1].c == 0 || at[end - 1].c == ' '))
            end--;
        for (int column = 0; column < end; column++)
            if (at[column].c != CELL_REST)
                text_rune(out, at[column].c ? at[column].c : ' ');
        text_char(out, '\n');
    }
}
