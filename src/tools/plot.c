#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../table/text.h"

/* All measures are in units of the picture: as wide as a column of the page, half as large again as a phone. */
enum { WIDTH = 460, EDGE = 10, LETTER = 8, LABEL_MAX = 52, LABEL_BESIDE = 14, TICKS = 5 };

const char plot_style[] =
    "svg{display:block;width:100%;height:auto;overflow:visible}\n"
    "svg text{font:12.5px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:var(--ink);"
    "paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}\n"
    "svg .soft{fill:var(--soft)}\n"
    "svg .grid{stroke:var(--line);stroke-width:1}\n"
    "svg .axis{stroke:var(--soft);stroke-width:1}\n"
    "svg .mark{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:4 3}\n"
    "svg .whisker{stroke:var(--ink);stroke-width:1.5;fill:none}\n"
    "svg .t0{fill:var(--t0)} svg .t1{fill:var(--t1)} svg .t2{fill:var(--t2)} svg .t3{fill:var(--t3)}\n"
    "svg .l0{stroke:var(--t0)} svg .l1{stroke:var(--t1)} svg .l2{stroke:var(--t2)} svg .l3{stroke:var(--t3)}\n"
    "svg .curve{fill:none;stroke-width:2.5;stroke-linejoin:round} svg .l1.curve{stroke-dasharray:7 3}\n"
    "svg .band{opacity:.2}\n"
    "@media (max-width:34rem){svg text{font-size:14.5px}}\n";

void html_put(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

double plot_step(double from, double to, int count)
{
    double rough = (to - from) / count, ten;

    if (!(rough > 0))
        return 1;
    ten = pow(10, floor(log10(rough)));
    return rough <= ten ? ten : rough <= 2 * ten ? 2 * ten : rough <= 5 * ten ? 5 * ten : 10 * ten;
}

/* ---- scales ---------------------------------------------------------------------------------- */

/* Numbers from .. to lie on the picture from a to b. */
struct scale {
    double from, to, a, b, step;
};

/* Widened to whole ticks. */
static struct scale scale_make(double from, double to, double a, double b)
{
    struct scale scale = {from, to > from ? to : from + 1, a, b, 0};

    scale.step = plot_step(scale.from, scale.to, TICKS);
    scale.from = floor(scale.from / scale.step + 1e-9) * scale.step;
    scale.to = ceil(scale.to / scale.step - 1e-9) * scale.step;
    return scale;
}

static double scaled(const struct scale *scale, double value)
{
    double part = (value - scale->from) / (scale->to - scale->from);

    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return scale->a + part * (scale->b - scale->a);
}

static int ticks_of(const struct scale *scale)
{
    return (int)lround((scale->to - scale->from) / scale->step) + 1;
}

static void put_tick(FILE *out, enum plot_unit unit, double value, double step)
{
    double shown = unit == UNIT_PERCENT ? value * 100 : value, fine = unit == UNIT_PERCENT ? step * 100 : step;
    int digits = fine >= 0.999 ? 0 : (int)ceil(-log10(fine) - 1e-9);

    if (fabs(shown) < fine / 2)
        shown = 0;
    fprintf(out, "%s%.*f%s", shown < 0 ? "−" : "", digits, fabs(shown), unit == UNIT_PERCENT ? "%" : "");
}

/* ---- parts of pictures ----------------------------------------------------------------------- */

static void open_plot(FILE *out, const struct plot *plot, double height)
{
    fprintf(out, "<svg viewBox=\"0 0 %d %.0f\" role=\"img\" aria-labelledby=\"%s-t %s-d\">\n<title id=\"%s-t\">", WIDTH,
            height, plot->id, plot->id, plot->id);
    html_put(out, plot->title);
    fprintf(out, "</title><desc id=\"%s-d\">", plot->id);
    html_put(out, plot->about);
    fputs("</desc>\n", out);
}

static void put_words(FILE *out, double x, double y, const char *anchor, const char *class, const char *words)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor, class);
    html_put(out, words);
    fputs("</text>\n", out);
}

static void put_line(FILE *out, const char *class, double x1, double y1, double x2, double y2)
{
    fprintf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class, x1, y1, x2, y2);
}

/* At most LABEL_MAX characters. */
static const char *shortened(const char *label, char room[4 * LABEL_MAX + 8])
{
    const char *at = label;

    if (text_width(label) <= LABEL_MAX)
        return label;
    for (int i = 0; i < LABEL_MAX - 1; i++)
        text_character(&at);
    snprintf(room, 4 * LABEL_MAX + 8, "%.*s…", (int)(at - label), label);
    return room;
}

/* The numbers along the bottom, with lines up through the picture. */
static void put_axis_below(FILE *out, const struct plot *plot, const struct scale *scale, double top, double bottom)
{
    for (int i = 0; i < ticks_of(scale); i++) {
        double value = scale->from + i * scale->step, x = scaled(scale, value);

        put_line(out, "grid", x, top, x, bottom);
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" class=\"soft\">", x, bottom + 16);
        put_tick(out, plot->unit, value, scale->step);
        fputs("</text>\n", out);
    }
    if (plot->x)
        put_words(out, (scale->a + scale->b) / 2, bottom + 34, "middle", "soft", plot->x);
}

static void put_axis_left(FILE *out, const struct plot *plot, const struct scale *scale, double left, double right)
{
    for (int i = 0; i < ticks_of(scale); i++) {
        double value = scale->from + i * scale->step, y = scaled(scale, value);

        put_line(out, i == 0 ? "axis" : "grid", left, y, right, y);
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" class=\"soft\">", left - 6, y + 4);
        put_tick(out, plot->unit, value, scale->step);
        fputs("</text>\n", out);
    }
}

static void put_whisker(FILE *out, double x1, double x2, double y)
{
    fprintf(out, "<path class=\"whisker\" d=\"M%.1f %.1fv8M%.1f %.1fH%.1fM%.1f %.1fv8\"/>\n", x1, y - 4, x1, y, x2, x2,
            y - 4);
}

static void put_legend(FILE *out, const char *label, int number, int tone)
{
    double x = 44 + 190 * number;

    fprintf(out, "<rect class=\"t%d\" x=\"%.1f\" y=\"4\" width=\"11\" height=\"11\"/>\n", tone, x);
    put_words(out, x + 17, 14, "start", "soft", label);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Short labels stand beside their bars, long ones above them. */
struct rows {
    struct scale scale;
    bool beside;
    double top, pitch, bottom;
};

static struct rows rows_make(const struct plot *plot, int longest, int said, int n)
{
    struct rows rows = {.beside = longest <= LABEL_BESIDE, .top = plot->marked ? 22 : 6};

    rows.pitch = rows.beside ? 30 : 42;
    rows.bottom = rows.top + rows.pitch * n + 2;
    rows.scale = scale_make(plot->from, plot->to, rows.beside ? EDGE + LETTER * longest + 8 : EDGE + 8,
                            WIDTH - EDGE - 8 - (rows.beside ? LETTER * said : 0));
    return rows;
}

static void open_rows(FILE *out, const struct plot *plot, const struct rows *rows)
{
    open_plot(out, plot, rows->bottom + (plot->x ? 42 : 24));
    put_axis_below(out, plot, &rows->scale, rows->top, rows->bottom);
}

static void put_mark_down(FILE *out, const struct plot *plot, const struct rows *rows)
{
    double x, half;

    if (!plot->marked)
        return;
    x = scaled(&rows->scale, plot->mark);
    half = LETTER / 2.0 * text_width(plot->mark_label);
    put_line(out, "mark", x, rows->top - 4, x, rows->bottom);
    put_words(out, fmin(fmax(x, half), WIDTH - half), rows->top - 8, "middle", "soft", plot->mark_label);
}

/* Writes the label and returns the height of the middle of what is drawn for it. */
static double row_label(FILE *out, const struct rows *rows, int i, const char *label, const char *said)
{
    char room[4 * LABEL_MAX + 8];
    double top = rows->top + rows->pitch * i, middle = rows->beside ? top + rows->pitch / 2 : top + 28;
    double line = rows->beside ? middle + 4 : top + 14;

    put_words(out, EDGE, line, "start", "", shortened(label, room));
    if (said)
        put_words(out, WIDTH - EDGE, line, "end", "", said);
    return middle;
}

static int widest(const struct plot_row row[], int n, bool said)
{
    int most = 0;

    for (int i = 0; i < n; i++) {
        int width = text_width(said ? row[i].said : row[i].label);

        most = width > most ? width : most;
    }
    return most;
}

void plot_rows(FILE *out, const struct plot *plot, const struct plot_row row[], int n, bool dots)
{
    struct rows rows = rows_make(plot, widest(row, n, false), widest(row, n, true) + 1, n);

    open_rows(out, plot, &rows);
    if (dots) /* behind words and dots, but before bars */
        put_mark_down(out, plot, &rows);
    for (int i = 0; i < n; i++) {
        double y = row_label(out, &rows, i, row[i].label, row[i].said);
        double zero = scaled(&rows.scale, fmax(rows.scale.from, 0)), x = scaled(&rows.scale, row[i].value);

        if (!dots)
            fprintf(out, "<rect class=\"t%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>\n", row[i].tone,
                    fmin(zero, x), y - (rows.beside ? 9 : 6), fabs(x - zero), rows.beside ? 18 : 12);
        if (row[i].interval)
            put_whisker(out, scaled(&rows.scale, row[i].low), scaled(&rows.scale, row[i].high), y);
        if (dots)
            fprintf(out, "<circle class=\"t%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", row[i].tone, x, y);
    }
    if (!dots)
        put_mark_down(out, plot, &rows);
    fputs("</svg>\n", out);
}

void plot_ranges(FILE *out, const struct plot *plot, const struct plot_range range[], int n)
{
    int longest = 0;
    struct rows rows;

    for (int i = 0; i < n; i++)
        longest = text_width(range[i].label) > longest ? text_width(range[i].label) : longest;
    rows = rows_make(plot, longest, 0, n);
    open_rows(out, plot, &rows);
    for (int i = 0; i < n; i++) {
        double y = row_label(out, &rows, i, range[i].label, NULL), a = scaled(&rows.scale, range[i].quarter);
        double b = scaled(&rows.scale, range[i].three), m = scaled(&rows.scale, range[i].middle);

        put_whisker(out, scaled(&rows.scale, range[i].low), scaled(&rows.scale, range[i].high), y);
        fprintf(out, "<rect class=\"t0\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"14\"/>\n", a, y - 7,
                fmax(b - a, 1));
        fprintf(out, "<rect class=\"t1\" x=\"%.1f\" y=\"%.1f\" width=\"4\" height=\"20\"/>\n", m - 2, y - 10);
    }
    fputs("</svg>\n", out);
}

/* ---- along a game ---------------------------------------------------------------------------- */

enum { LEFT = 44, TOP = 24, TALL = 200 };

static void put_mark_across(FILE *out, const struct plot *plot, const struct scale *scale)
{
    double y;

    if (!plot->marked)
        return;
    y = scaled(scale, plot->mark);
    put_line(out, "mark", LEFT, y, WIDTH - EDGE, y);
    put_words(out, WIDTH - EDGE, y - 5, "end", "soft", plot->mark_label);
}

static void put_band(FILE *out, const struct plot_line *line, const struct scale *x, const struct scale *y, int n)
{
    fprintf(out, "<path class=\"band t%d\" d=\"", line->tone);
    for (int i = 0; i < n; i++)
        fprintf(out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', scaled(x, i + 1), scaled(y, line->high[i]));
    for (int i = n - 1; i >= 0; i--)
        fprintf(out, "L%.1f %.1f", scaled(x, i + 1), scaled(y, line->low[i]));
    fputs("Z\"/>\n", out);
}

void plot_lines(FILE *out, const struct plot *plot, const struct plot_line line[], int lines, int n)
{
    struct scale y = scale_make(plot->from, plot->to, TOP + TALL, TOP);
    struct scale x = {0, n, LEFT, WIDTH - EDGE - 8, 1};

    open_plot(out, plot, TOP + TALL + 42);
    put_axis_left(out, plot, &y, LEFT, WIDTH - EDGE);
    for (int i = 0; i <= n; i += 2) {
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" class=\"soft\">%d%%</text>\n", scaled(&x, i),
                TOP + TALL + 16, 100 * i / n);
    }
    if (plot->x)
        put_words(out, (LEFT + WIDTH) / 2.0, TOP + TALL + 34, "middle", "soft", plot->x);
    for (int k = 0; k < lines; k++) {
        if (line[k].low)
            put_band(out, &line[k], &x, &y, n);
        fprintf(out, "<polyline class=\"curve l%d\" points=\"", line[k].tone);
        for (int i = 0; i < n; i++)
            fprintf(out, "%s%.1f,%.1f", i ? " " : "", scaled(&x, i + 1), scaled(&y, line[k].y[i]));
        fputs("\"/>\n", out);
        for (int i = 0; i < n && k == 0; i++)
            fprintf(out, "<circle class=\"t%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>\n", line[k].tone, scaled(&x, i + 1),
                    scaled(&y, line[k].y[i]));
        if (lines > 1)
            put_legend(out, line[k].label, k, line[k].tone);
    }
    put_mark_across(out, plot, &y);
    fputs("</svg>\n", out);
}

/* ---- histograms ------------------------------------------------------------------------------ */

/* Below the cells: their first numbers where there is room. A cell of one number has it in its middle. */
static void put_cell_numbers(FILE *out, int cells, double first, double width, double each)
{
    double step = plot_step(0, width * cells, 8);
    double from = ceil(first / fmax(step, width) - 1e-9) * fmax(step, width);

    for (double value = from; value < first + width * cells - 1e-9; value += fmax(step, width)) {
        double x = LEFT + (value - first) / width * each + (width > 1 ? 0 : each / 2);

        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" class=\"soft\">%s%.0f</text>\n", x,
                TOP + TALL + 16, value < -0.5 ? "−" : "", fabs(value));
    }
}

static void put_outline(FILE *out, const struct plot_cells *series, const struct scale *y, int cells, double each)
{
    fprintf(out, "<path class=\"curve l%d\" d=\"M%d %.1f", series->tone, LEFT, scaled(y, 0));
    for (int i = 0; i < cells; i++)
        fprintf(out, "V%.1fH%.1f", scaled(y, series->height[i]), LEFT + each * (i + 1));
    fprintf(out, "V%.1f\"/>\n", scaled(y, 0));
}

void plot_histogram(FILE *out, const struct plot *plot, const struct plot_cells series[], int n_series, int cells,
                    double first, double width)
{
    double most = 0, each = (double)(WIDTH - EDGE - LEFT) / cells, gap = each > 6 ? 1.5 : 0.3;
    struct scale y;

    for (int k = 0; k < n_series; k++)
        for (int i = 0; i < cells; i++)
            most = fmax(most, series[k].height[i]);
    y = scale_make(0, most, TOP + TALL, TOP);
    open_plot(out, plot, TOP + TALL + 42);
    put_axis_left(out, plot, &y, LEFT, WIDTH - EDGE);
    for (int i = 0; i < cells; i++) {
        double top = scaled(&y, series[0].height[i]);

        if (series[0].height[i] > 0)
            fprintf(out, "<rect class=\"t%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", series[0].tone,
                    LEFT + each * i + gap / 2, top, each - gap, TOP + TALL - top);
    }
    for (int k = 1; k < n_series; k++)
        put_outline(out, &series[k], &y, cells, each);
    for (int k = 0; k < n_series && n_series > 1; k++)
        put_legend(out, series[k].label, k, series[k].tone);
    put_cell_numbers(out, cells, first, width, each);
    if (plot->x)
        put_words(out, (LEFT + WIDTH) / 2.0, TOP + TALL + 34, "middle", "soft", plot->x);
    fputs("</svg>\n", out);
}
