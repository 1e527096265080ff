/* plot.h: pictures of numbers as SVG inside a page. Colours and letters come from the page's style sheet (plot_style),
 * so that they follow the reader's light or dark; every picture has a title and says in words what it shows. */
#ifndef WABE_PLOT_H
#define WABE_PLOT_H

#include <stdbool.h>
#include <stdio.h>

enum plot_unit { UNIT_PLAIN, UNIT_PERCENT };

struct plot {
    const char *id;    /* unique in the page */
    const char *title; /* what it shows, for those who see it too */
    const char *about; /* the same in a sentence for those who do not */
    const char *x;     /* what the axis measures, or NULL */
    enum plot_unit unit;
    double from, to; /* of the axis with the unit; widened to round numbers */
    bool marked;     /* a line at `mark`: what one would expect */
    double mark;
    const char *mark_label;
};

/* Tones are colours that people tell apart who do not see all of them. */
enum { TONE_MAIN, TONE_OTHER, TONE_THIRD, TONE_QUIET };

struct plot_row {
    const char *label;
    const char *said; /* the value in words, at the right */
    double value, low, high;
    bool interval;
    int tone;
};

/* One row each: a bar from 0 (or a dot, where `dots`), and the interval as a whisker. */
void plot_rows(FILE *out, const struct plot *plot, const struct plot_row row[], int n, bool dots);

struct plot_range {
    const char *label;
    double low, quarter, middle, three, high;
};

/* One row each: a line over nine tenths, a box over the middle half, a mark at the median. */
void plot_ranges(FILE *out, const struct plot *plot, const struct plot_range range[], int n);

struct plot_line {
    const char *label;
    const double *y, *low, *high; /* low and high may be NULL */
    int tone;
};

/* Points at 1/n, 2/n ... of a game. */
void plot_lines(FILE *out, const struct plot *plot, const struct plot_line line[], int lines, int n);

struct plot_cells {
    const char *label;    /* NULL if there is only one */
    const double *height; /* of each cell: the unit of the plot */
    int tone;
};

/* Cells from `first` on, each `width` wide; the first series as bars, a second one as an outline. */
void plot_histogram(FILE *out, const struct plot *plot, const struct plot_cells series[], int n_series, int cells,
                    double first, double width);

/* The distance of about `count` ticks: 1, 2 or 5 times a power of ten. */
double plot_step(double from, double to, int count);

void html_put(FILE *out, const char *text); /* escaped */

extern const char plot_style[];

#endif
