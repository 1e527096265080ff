/* judge.h: what the end of a game, or the place where a simulation stops, is worth to each seat. */
#ifndef WABE_JUDGE_H
#define WABE_JUDGE_H

#include "../table/games.h"

/* For each seat: at the end mostly whether it has won (a shared first place is a part of it) and a little by how much;
 * before the end, where the game can say how it stands, how far it is ahead. Between 0 and 1. Where the points
 * themselves are at stake: how many more than the others, in proportion. A seat that plays alone:
 * the score in units of the difference that matters. `thinker` is the seat that wants to know: its contempt counts.
 * False, with nothing written, if the game is not over and cannot say. */
bool judge(const struct game *game, int seats, const void *state, int thinker, double value[SEATS_MAX]);

#endif
