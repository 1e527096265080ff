/* prose.h: the words of a paragraph, a heading or a cell of a table in Markdown, read without their markup and laid out
 * in lines. A part of markdown.c. */
#ifndef WABE_PROSE_H
#define WABE_PROSE_H

#include "../games/game.h"
#include "markdown.h"

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline int least(int a, int b)
{
    return a < b ? a : b;
}

static inline struct cell cell_of(uint32_t c, uint8_t ink)
{
    return (struct cell){.c = c, .ink = ink, .colour = COLOUR_NONE};
}

static inline void put(struct cells *out, int row, int column, struct cell cell)
{
    struct cell *at = cells_at(out, row, column);

    if (at)
        *at = cell;
    else
        out->lost++;
}

/* The character at *at, which moves on; '?' for what cannot be shown. */
uint32_t prose_character(const char *s, size_t *at, size_t to);

/* Reads a part of the source one character after the other, without its markup. Begun by prose_of; the caller may then
 * set quotes, table and ink. */
struct prose {
    const char *s;
    size_t from, at, to;
    int quotes;                 /* within so many; each line may begin with their marks */
    bool table;                 /* where a bar has a backslash before it, in code as well */
    uint8_t ink;                /* of what is not marked */
    char strong, stress;        /* the mark that began it, or 0 */
    size_t plain;               /* up to here marks are characters */
    size_t code_end;            /* in code: its closing backquotes */
    size_t ticks, code_ticks;   /* backquotes yet to be shown; how many there are at each end */
    size_t link_end, link_next; /* in a link: the end of its words, and of all of it */
};

struct prose prose_of(const char *s, size_t from, size_t to);

/* How wide the words are in one line, and the longest of them; both are counted up to MARKDOWN_COLUMNS_MAX. */
int prose_width(struct prose w, int *longest);

enum align { LEFT, CENTRE, RIGHT };

/* Draws all words from this row and column on, later lines from `left` to before `end`. Returns the row after the
 * last. */
int prose_flow(struct cells *out, struct prose w, int row, int column, int left, int end, enum align align);

#endif
