/* figures.h: the arithmetic of studies: distributions, intervals, differences. All sums are of whole numbers, so that
 * they do not depend on the order in which games are added. */
#ifndef WABE_FIGURES_H
#define WABE_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

/* A number that was estimated from games, and where the true one lies with 95%. */
struct estimate {
    double value, low, high;
    bool known;    /* there were games to estimate it from */
    bool interval; /* and enough of them for low and high */
};

/* ---- distributions ---- */

/* How often each whole number was seen. Memory grows with the different numbers, not with how many they are. */
struct spread {
    struct spread_count {
        int64_t value;
        uint64_t count;
    } *at; /* ascending */
    int n, room;
    uint64_t total;
};

void spread_add(struct spread *spread, int64_t value);
void spread_free(struct spread *spread);
uint64_t spread_between(const struct spread *spread, int64_t from, int64_t to); /* both included */

/* The smallest value that at least this part of the numbers does not exceed; 0 if there are none. */
int64_t spread_quantile(const struct spread *spread, double part);
struct estimate spread_mean(const struct spread *spread);
double spread_deviation(const struct spread *spread); /* of one number from the mean; 0 below two numbers */

/* The width of the cells of a histogram over these numbers: 1, 2, 5, 10, ... so that there are at most `most` cells. */
int64_t spread_cell(const struct spread *spread, int most);

/* ---- intervals ---- */

/* A share of `n` games by Wilson's interval, which is honest for few games and for shares near 0 and 1. Parts of a win
 * count as parts, and then the interval is rather too wide than too narrow. */
struct estimate share_of(double wins, double n);

/* A mean from the sum of n values and of their squares, by Student's t. */
struct estimate mean_of(double n, double sum, double squares);

/* The difference a - b of two means that were estimated from different games. */
struct estimate apart(struct estimate a, struct estimate b);

/* The sum of the first numbers over the sum of the second, where each game gives one pair. */
struct ratio {
    uint64_t n;
    int64_t a, b, aa, ab, bb;
};

void ratio_add(struct ratio *ratio, int64_t a, int64_t b);
struct estimate ratio_of(const struct ratio *ratio);

/* The mean of one group less the mean of another, where each game gives some members of both: members of one game are
 * not independent of each other (one wins because the other loses), games are. */
struct contrast {
    uint64_t games;
    int64_t n[2], sum[2];        /* members of each group, and what they add up to */
    int64_t squares;             /* of all members */
    int64_t nn[3], ns[4], ss[3]; /* sums of products over games: nn 00 01 11, ns 00 01 10 11, ss 00 01 11 */
};

enum { CONTRAST_LEAST = 20 }; /* members of each group, before anything is said about chance */

void contrast_add(struct contrast *contrast, const int64_t n[2], const int64_t sum[2], int64_t squares);

/* By how much group 0 is above group 1; *chance is how likely so great a difference would be if there were none: 1
 * where there are too few to say. */
struct estimate contrast_of(const struct contrast *contrast, double *chance);

/* Which of these findings stay when one in `rate` of those kept may be luck (Benjamini and Hochberg). Returns their
 * number. */
int keep_discoveries(const double chance[], int n, double rate, bool keep[]);

#endif
