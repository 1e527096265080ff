#include "figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats.h"
#include "tools.h"

#define Z95 1.959963984540054

/* ---- distributions --------------------------------------------------------------------------- */

/* Where the value is, or where it would be put. */
static int spread_find(const struct spread *spread, int64_t value)
{
    int low = 0, high = spread->n;

    while (low < high) {
        int middle = (low + high) / 2;

        if (spread->at[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void spread_add(struct spread *spread, int64_t value)
{
    int i = spread_find(spread, value);

    if (i == spread->n || spread->at[i].value != value) {
        if (spread->n == spread->room) {
            struct spread_count *larger;

            spread->room = spread->room ? spread->room * 2 : 32;
            larger = need_memory((size_t)spread->room * sizeof *larger);
            if (spread->n > 0)
                memcpy(larger, spread->at, (size_t)spread->n * sizeof *larger);
            free(spread->at);
            spread->at = larger;
        }
        memmove(spread->at + i + 1, spread->at + i, (size_t)(spread->n - i) * sizeof spread->at[0]);
        spread->at[i] = (struct spread_count){value, 0};
        spread->n++;
    }
    spread->at[i].count++;
    spread->total++;
}

void spread_free(struct spread *spread)
{
    free(spread->at);
    *spread = (struct spread){0};
}

uint64_t spread_between(const struct spread *spread, int64_t from, int64_t to)
{
    uint64_t count = 0;

    for (int i = spread_find(spread, from); i < spread->n && spread->at[i].value <= to; i++)
        count += spread->at[i].count;
    return count;
}

int64_t spread_quantile(const struct spread *spread, double part)
{
    double wanted = part * (double)spread->total;
    uint64_t seen = 0;

    for (int i = 0; i < spread->n; i++) {
        seen += spread->at[i].count;
        if ((double)seen >= wanted)
            return spread->at[i].value;
    }
    return 0;
}

struct estimate spread_mean(const struct spread *spread)
{
    double sum = 0, squares = 0;

    for (int i = 0; i < spread->n; i++) {
        double value = (double)spread->at[i].value, count = (double)spread->at[i].count;

        sum += value * count;
        squares += value * value * count;
    }
    return mean_of((double)spread->total, sum, squares);
}

double spread_deviation(const struct spread *spread)
{
    double mean = spread_mean(spread).value, sum = 0;

    for (int i = 0; i < spread->n; i++) {
        double apart_by = (double)spread->at[i].value - mean;

        sum += apart_by * apart_by * (double)spread->at[i].count;
    }
    return spread->total > 1 ? sqrt(sum / (double)(spread->total - 1)) : 0;
}

int64_t spread_cell(const struct spread *spread, int most)
{
    static const int64_t steps[] = {1, 2, 5};
    int64_t from, to;

    if (spread->n == 0)
        return 1;
    from = spread->at[0].value;
    to = spread->at[spread->n - 1].value;
    for (int64_t ten = 1;; ten *= 10)
        for (int i = 0; i < 3; i++)
            if ((to - from) / (ten * steps[i]) + 2 <= most)
                return ten * steps[i];
}

/* ---- intervals ------------------------------------------------------------------------------- */

struct estimate share_of(double wins, double n)
{
    double share, middle, half, shrink;

    if (n <= 0)
        return (struct estimate){0};
    share = wins / n;
    shrink = 1 + Z95 * Z95 / n;
    middle = (share + Z95 * Z95 / (2 * n)) / shrink;
    half = Z95 * sqrt(share * (1 - share) / n + Z95 * Z95 / (4 * n * n)) / shrink;
    return (struct estimate){share, share > 0 ? fmax(middle - half, 0) : 0, share < 1 ? fmin(middle + half, 1) : 1,
                             true, true};
}

struct estimate mean_of(double n, double sum, double squares)
{
    struct interval interval = mean_interval(n, sum, squares);

    if (n <= 0)
        return (struct estimate){0};
    if (n < 2)
        return (struct estimate){sum, sum, sum, true, false};
    return (struct estimate){sum / n, interval.low, interval.high, true, true};
}

struct estimate apart(struct estimate a, struct estimate b)
{
    double half = hypot((a.high - a.low) / 2, (b.high - b.low) / 2), value = a.value - b.value;

    return (struct estimate){value, value - half, value + half, a.known && b.known, a.interval && b.interval};
}

void ratio_add(struct ratio *ratio, int64_t a, int64_t b)
{
    ratio->n++;
    ratio->a += a;
    ratio->b += b;
    ratio->aa += a * a;
    ratio->ab += a * b;
    ratio->bb += b * b;
}

/* The residuals a - r b of the games tell how sure r is. */
struct estimate ratio_of(const struct ratio *ratio)
{
    double n = (double)ratio->n, b = (double)ratio->b, r, squares, half;

    if (ratio->b == 0)
        return (struct estimate){0};
    r = (double)ratio->a / b;
    if (ratio->n < 2)
        return (struct estimate){r, r, r, true, false};
    squares = fmax((double)ratio->aa - 2 * r * (double)ratio->ab + r * r * (double)ratio->bb, 0);
    half = student_quantile(0.975, n - 1) * sqrt(squares * n / (n - 1)) / b;
    return (struct estimate){r, r - half, r + half, true, true};
}

void contrast_add(struct contrast *contrast, const int64_t n[2], const int64_t sum[2], int64_t squares)
{
    contrast->games++;
    contrast->squares += squares;
    for (int i = 0; i < 2; i++) {
        contrast->n[i] += n[i];
        contrast->sum[i] += sum[i];
        contrast->nn[2 * i] += n[i] * n[i];
        contrast->ss[2 * i] += sum[i] * sum[i];
        contrast->ns[2 * i] += n[i] * sum[0];
        contrast->ns[2 * i + 1] += n[i] * sum[1];
    }
    contrast->nn[1] += n[0] * n[1];
    contrast->ss[1] += sum[0] * sum[1];
}

/* A game moves the difference by (s0 - m0 n0) / N0 - (s1 - m1 n1) / N1; the sum of the squares of that over all games
 * is its variance. A small group that is all alike by luck would look too sure: no group is taken to scatter less than
 * all members do. */
static double contrast_variance(const struct contrast *c, double m0, double m1)
{
    double n0 = (double)c->n[0], n1 = (double)c->n[1], matches = (double)c->games, own0, own1, both, scatter;

    own0 = (double)c->ss[0] - 2 * m0 * (double)c->ns[0] + m0 * m0 * (double)c->nn[0];
    own1 = (double)c->ss[2] - 2 * m1 * (double)c->ns[3] + m1 * m1 * (double)c->nn[2];
    both = (double)c->ss[1] - m1 * (double)c->ns[2] - m0 * (double)c->ns[1] + m0 * m1 * (double)c->nn[1];
    scatter = fmax((double)c->squares - n0 * m0 * m0 - n1 * m1 * m1, 0) / (n0 + n1);
    own0 = fmax(own0, n0 * scatter);
    own1 = fmax(own1, n1 * scatter);
    return fmax(own0 / (n0 * n0) + own1 / (n1 * n1) - 2 * both / (n0 * n1), 0) * matches / (matches - 1);
}

struct estimate contrast_of(const struct contrast *c, double *chance)
{
    struct estimate out = {0};
    double m0, m1, variance, half;

    *chance = 1;
    if (c->n[0] == 0 || c->n[1] == 0)
        return out;
    m0 = (double)c->sum[0] / (double)c->n[0];
    m1 = (double)c->sum[1] / (double)c->n[1];
    out = (struct estimate){m0 - m1, m0 - m1, m0 - m1, true, false};
    if (c->games < 2 || c->n[0] < 2 || c->n[1] < 2)
        return out;
    variance = contrast_variance(c, m0, m1);
    half = student_quantile(0.975, (double)c->games - 1) * sqrt(variance);
    out.low = out.value - half;
    out.high = out.value + half;
    out.interval = true;
    if (c->n[0] >= CONTRAST_LEAST && c->n[1] >= CONTRAST_LEAST && out.value != 0)
        *chance = variance > 0 ? erfc(fabs(out.value) / sqrt(2 * variance)) : 0;
    return out;
}

int keep_discoveries(const double chance[], int n, double rate, bool keep[])
{
    double limit = -1;
    int kept = 0;

    for (int i = 0; i < n; i++) {
        int rank = 0;

        for (int k = 0; k < n; k++)
            rank += chance[k] <= chance[i];
        if (chance[i] <= rate * rank / n && chance[i] > limit)
            limit = chance[i];
    }
    for (int i = 0; i < n; i++) {
        keep[i] = chance[i] <= limit;
        kept += keep[i];
    }
    return kept;
}
