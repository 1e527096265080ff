#include "stats.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* ---- quantiles ------------------------------------------------------------------------------- */

/* The continued fraction of the incomplete beta function, by the method of Lentz; x below (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1), value;

    d = 1 / (fabs(d) < tiny ? tiny : d);
    value = d;
    for (int m = 1; m < 10000; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)), change;

        d = 1 / (1 + even * d);
        c = 1 + even / c;
        value *= c * d;
        d = 1 / (1 + odd * d);
        c = 1 + odd / c;
        change = c * d;
        value *= change;
        if (fabs(change - 1) < 1e-15)
            break;
    }
    return value;
}

/* The regularised incomplete beta function. */
static double beta_part(double a, double b, double x)
{
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));

    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/* How likely Student's t is above t, which is above 0. */
static double student_above(double t, double freedom)
{
    return beta_part(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;
}

double student_quantile(double p, double freedom)
{
    double low = 0, high = 1;

    if (freedom <= 0)
        return INFINITY;
    while (student_above(high, freedom) > 1 - p)
        high *= 2;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;

        if (student_above(middle, freedom) > 1 - p)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

double sorted_quantile(const double value[], size_t n, double q)
{
    double at = q * (double)(n - 1), part = at - floor(at);
    size_t i = (size_t)at;

    return i + 1 < n ? value[i] + part * (value[i + 1] - value[i]) : value[n - 1];
}

/* ---- means ----------------------------------------------------------------------------------- */

/* Half of the interval around the mean. */
static double half_width(double n, double sum, double squares, double freedom)
{
    double variance = (squares - sum * sum / n) / (n - 1);

    return student_quantile(0.975, freedom) * sqrt((variance > 0 ? variance : 0) / n);
}

struct interval mean_interval(double n, double sum, double squares)
{
    double half = n > 1 ? half_width(n, sum, squares, n - 1) : INFINITY;
    double mean = n > 0 ? sum / n : 0;

    return (struct interval){mean - half, mean + half};
}

struct interval share_interval(double n, double sum, double squares)
{
    double half = n > 1 ? half_width(n + 4, sum + 2, squares + 2, n - 1) : 1;
    double mean = (sum + 2) / (n + 4);

    return (struct interval){fmax(0, mean - half), fmin(1, mean + half)};
}

/* ---- looking again and again ----------------------------------------------------------------- */

/* The bettor with number i always stakes this part of what he owns. Small stakes are for small differences and many
 * games: the best stake is about the difference from m through the variance. */
enum { BETTORS = 10 };

static double stake(int i)
{
    return i == 0 ? 0.95 : ldexp(1, -i);
}

/* All bettors together, where values are counted from 0 up or from 1 down. */
static double evidence(const struct tally tally[], int n, double m, bool above)
{
    double owns[BETTORS], most = -INFINITY, sum = 0;
    double odds = 1 / (above ? m : 1 - m);

    for (int i = 0; i < BETTORS; i++) {
        owns[i] = 0;
        for (int k = 0; k < n; k++) {
            double value = above ? tally[k].value : 1 - tally[k].value;

            if (tally[k].count > 0)
                owns[i] += (double)tally[k].count * log1p(stake(i) * (value * odds - 1));
        }
        most = fmax(most, owns[i]);
    }
    for (int i = 0; i < BETTORS; i++)
        sum += exp(owns[i] - most);
    return most + log(sum / BETTORS);
}

double evidence_above(const struct tally tally[], int n, double m)
{
    return evidence(tally, n, m, true);
}

double evidence_below(const struct tally tally[], int n, double m)
{
    return evidence(tally, n, m, false);
}

/* The evidence that the mean is above m falls as m grows, for each value pays less: there is one bound, and it is found
 * by halving. */
static double bound(const struct tally tally[], int n, bool above)
{
    double out = above ? 0 : 1, in = above ? 1 : 0;

    for (int i = 0; i < 50; i++) {
        double middle = (out + in) / 2;

        if (evidence(tally, n, middle, above) >= EVIDENCE_ENOUGH)
            out = middle;
        else
            in = middle;
    }
    return out;
}

struct interval sequence_interval(const struct tally tally[], int n)
{
    return (struct interval){bound(tally, n, true), bound(tally, n, false)};
}

/* ---- strength -------------------------------------------------------------------------------- */

double elo_of_share(double share)
{
    return 400 * log10(share / (1 - share));
}

/* Solves a * x = b for the players 1 .. n - 1 by elimination; a is symmetric and definite, and is overwritten like b.
 */
static void solve(int n, double a[PLAYERS_MAX][PLAYERS_MAX], double b[])
{
    for (int i = 1; i < n; i++) {
        for (int k = i + 1; k < n; k++) {
            double factor = a[k][i] / a[i][i];

            for (int j = i; j < n; j++)
                a[k][j] -= factor * a[i][j];
            b[k] -= factor * b[i];
        }
    }
    for (int i = n - 1; i >= 1; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
}

static double chance(double difference)
{
    return 1 / (1 + exp(-difference));
}

/* How the shares of wins answer to the strengths. */
static void slope(int n, const double strength[], double out[PLAYERS_MAX][PLAYERS_MAX])
{
    memset(out, 0, sizeof(double[PLAYERS_MAX][PLAYERS_MAX]));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double p = chance(strength[i] - strength[j]);

            if (i != j) {
                out[i][i] += p * (1 - p);
                out[i][j] -= p * (1 - p);
            }
        }
    }
}

/* The likelihood has one summit; Newton's steps climb it, kept short where the slope is flat. */
void bradley_terry(int n, const double won[], double strength[])
{
    double a[PLAYERS_MAX][PLAYERS_MAX], step[PLAYERS_MAX];
    double longest = 1;

    memset(strength, 0, (size_t)n * sizeof strength[0]);
    for (int round = 0; round < 200 && longest > 1e-12; round++) {
        double scale;

        for (int i = 0; i < n; i++) {
            step[i] = won[i];
            for (int j = 0; j < n; j++)
                step[i] -= i != j ? chance(strength[i] - strength[j]) : 0;
        }
        slope(n, strength, a);
        solve(n, a, step);
        longest = 0;
        for (int i = 1; i < n; i++)
            longest = fmax(longest, fabs(step[i]));
        scale = longest > 1 ? 1 / longest : 1;
        for (int i = 1; i < n; i++)
            strength[i] += scale * step[i];
    }
}

/* The strengths are A * won to the first order, where A is the inverse of the slope: row i of A, then its scatter. */
void bradley_terry_errors(int n, const double strength[], double covariance[PLAYERS_MAX][PLAYERS_MAX], double error[])
{
    error[0] = 0;
    for (int i = 1; i < n; i++) {
        double a[PLAYERS_MAX][PLAYERS_MAX], row[PLAYERS_MAX] = {0}, variance = 0;

        row[i] = 1;
        slope(n, strength, a);
        solve(n, a, row);
        for (int j = 1; j < n; j++)
            for (int k = 1; k < n; k++)
                variance += row[j] * row[k] * covariance[j][k];
        error[i] = sqrt(variance > 0 ? variance : 0);
    }
}
