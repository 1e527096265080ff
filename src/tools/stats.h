/* stats.h: what can be said after so many games. Everything is 95%. */
#ifndef WABE_STATS_H
#define WABE_STATS_H

#include <stddef.h>
#include <stdint.h>

struct interval {
    double low, high;
};

/* ---- quantiles ---- */

/* What Student's t with so many degrees of freedom stays below with probability p (from 0.5 to 1); infinite for none.
 */
double student_quantile(double p, double freedom);

/* The q-quantile (q from 0 to 1) of n values in ascending order, straight between neighbours; n is at least 1. */
double sorted_quantile(const double value[], size_t n, double q);

/* ---- means of independent observations, from their number, their sum and the sum of their squares ---- */

/* Student's interval; infinite for fewer than two observations. */
struct interval mean_interval(double n, double sum, double squares);

/* For observations from 0 to 1: Student's interval after two observations of 0 and two of 1 have been added (Agresti
 * and Coull's plus four, here also for parts of wins), so that it has a width and covers also where all observations
 * are alike. */
struct interval share_interval(double n, double sum, double squares);

/* ---- looking again and again ---- */

/* Observations from 0 to 1: so many of each value. */
struct tally {
    double value;
    uint64_t count;
};

/* The logarithm of what a bettor owns who began with 1 and bet, at fair odds for a mean of m, that the mean is above
 * (or below) it. Whoever is wrong about that owns on average never more than 1, so he ever comes to 1/a with
 * probability a at most, however often one looks (Ville). Nothing but the bounds 0 and 1 and that observations are
 * independent is assumed. Several bettors with bets of different sizes share the beginning, because the right one is
 * not known. */
double evidence_above(const struct tally tally[], int n, double m);
double evidence_below(const struct tally tally[], int n, double m);

/* Enough for the one direction: 1/40; for the two together 1/20. */
#define EVIDENCE_ENOUGH 3.6888794541139363 /* log 40 */

/* All means against which there is not enough evidence: with 95% the true one is in it at all times at once. */
struct interval sequence_interval(const struct tally tally[], int n);

/* ---- strength ---- */

/* 400 points are ten wins to one; infinite for 0 and 1. */
double elo_of_share(double share);

/* The model of Bradley and Terry after a round robin of n players with equally many games for each pair: player i wins
 * against j with the odds exp(strength[i] - strength[j]). won[i] is the sum of i's shares against the others. Strength
 * 0 is 0. Each player has won and lost something against every part of the others; otherwise what it finds is only
 * large. */
enum { PLAYERS_MAX = 8 };
void bradley_terry(int n, const double won[], double strength[]);

/* The standard errors of these strengths from the covariances of won[]: by the slope of the model, but with the scatter
 * that was seen, since games on the same deal are not independent. */
void bradley_terry_errors(int n, const double strength[], double covariance[PLAYERS_MAX][PLAYERS_MAX], double error[]);

#endif
