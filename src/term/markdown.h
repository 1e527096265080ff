/* markdown.h: pages of Markdown (the rules, docs/rules) drawn as a picture of characters. Words are laid out anew for
 * the width; headings, tables, lists, quotes and blocks of code are kept apart. Backquotes stay, since a move that
 * somebody should type has to stand out in plain text as well; links are shown by their words. */
#ifndef WABE_MARKDOWN_H
#define WABE_MARKDOWN_H

#include "../table/cells.h"

enum { MARKDOWN_COLUMNS_MIN = 40, MARKDOWN_COLUMNS_MAX = 160 };

/* Draws a page from row 0 on, in out->columns columns (a wider picture is used up to the maximum). Any bytes will do:
 * what is not Markdown is text, and what is not text is shown as '?'. Returns how many rows the page has, also where
 * the picture has fewer. */
int markdown_draw(const char *text, size_t n, struct cells *out);

struct markdown_heading {
    int row, level; /* level 1 is the title of the page */
};

/* The headings of the page as it is drawn in so many columns. Returns how many there are; only the first `max` are
 * written. */
int markdown_headings(const char *text, size_t n, int columns, struct markdown_heading out[], int max);

#endif
