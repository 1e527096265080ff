/* cfr.h: small games for two, solved exactly over the contract: how big the tree is, what a policy is worth, how much a
 * perfect opponent would take from it, and a policy from which nobody takes anything.
 *
 * No game is known here. The tree is walked by actors, moves, chance and apply. What a seat knows is what it was told
 * and what it has done: an information set is the seat, the facts_key of all its facts, and its own moves. Where
 * several choose at once, the lower seat stands first in the tree; of a sealed choice the other is told nothing, so
 * its information set is the same whatever was chosen. (An open choice is heard by the other: such a step is solved as
 * if the lower seat always answered first.)
 *
 * Values are for seat 0, and seat 1 has the opposite. The solver is CFR+ (O. Tammelin, 2014): counterfactual regrets
 * that never fall below 0, the seats in turn, later rounds weighing more in the average.
 *
 *     struct why why;
 *     struct cfr_worth worth;
 *     struct cfr *cfr = cfr_open(&game_kuhn, &(struct setup){.seats = 2}, CFR_POINTS, 100000, &why);
 *
 *     cfr_worth(cfr, my_policy, my_self, &worth, &why);     any policy
 *     cfr_solve(cfr, 1000);
 *     cfr_worth(cfr, cfr_average, cfr, &worth, &why);       the solution
 *     cfr_close(cfr);
 */
#ifndef WABE_CFR_H
#define WABE_CFR_H

#include "../src/table/match.h"

struct cfr;

/* What seat 0 wants. */
enum cfr_aim {
    CFR_POINTS, /* half of the difference of the scores: what is won, where one wins what the other loses */
    CFR_WIN     /* 1 for the better rank, -1 for the worse, 0 for the same */
};

/* Works out the tree of a game for two from its start. NULL, with a sentence, if the setup is none for two, if the tree
 * has more than nodes_max nodes, or if two positions that a seat cannot tell apart give it different moves. */
struct cfr *cfr_open(const struct game *game, const struct setup *setup, enum cfr_aim aim, uint32_t nodes_max,
                     struct why *why);
void cfr_close(struct cfr *cfr); /* NULL: nothing */

struct cfr_size {
    uint32_t chances, decisions, ends; /* nodes */
    uint32_t sets[2];                  /* information sets of each seat */
};

struct cfr_size cfr_size(const struct cfr *cfr);

/* ---- policies -------------------------------------------------------------------------------- */

/* A question to a seat: an information set, and one of its positions, the first in the tree. What is in `view` beyond
 * the seat's knowledge is arbitrary: veil it. `history` leads there and holds what the seat does not know; it is for
 * those who need a match, and who look at it only through the seat's own views. All of it lives as long as the tree. */
struct cfr_asked {
    uint32_t set; /* its number, from 0 */
    int seat;
    uint64_t key;     /* of what the seat knows */
    const void *view; /* game_view for the seat; aligned to 8 */
    int n;
    const move_t *move; /* its n options, ascending */
    const struct step *history;
    uint32_t history_n;
};

/* Question number `set`, below the sum of cfr_size().sets. */
struct cfr_asked cfr_ask(const struct cfr *cfr, uint32_t set);

/* Writes the probability of each option. They are not negative and their sum is 1, up to rounding. */
typedef void cfr_policy(void *self, const struct cfr_asked *asked, double probability[]);

/* best: what each seat would get by the best answer to the other's policy, knowing only what it may know. */
struct cfr_worth {
    double value; /* what seat 0 gets where both follow the policy */
    double best[2];
    double exploitability; /* (best[0] + best[1]) / 2; 0 for an equilibrium and for nothing else */
};

/* What a policy for both seats is worth. It is asked once for each information set, in the order of their numbers.
 * False, with a sentence, if it does not write probabilities. */
bool cfr_worth(const struct cfr *cfr, cfr_policy *policy, void *self, struct cfr_worth *out, struct why *why);

/* ---- solving --------------------------------------------------------------------------------- */

/* So many rounds more of CFR+. */
void cfr_solve(struct cfr *cfr, uint32_t rounds);

/* A policy: the average of the rounds so far, uniform where there were none. self: the struct cfr. */
cfr_policy cfr_average;

#endif
