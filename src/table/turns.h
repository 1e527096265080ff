/* turns.h: a match among people at one table and bots: whose decision is next, whose eyes may look, where one stops to
 * look. What every front end with people needs, and none has to work out for itself. */
#ifndef WABE_TURNS_H
#define WABE_TURNS_H

#include "match.h"

/* The bots that may decide now. While something undone can be done again, as long as nobody else has moved, they wait
 * for the people who are asked. */
uint32_t turn_bots(const struct match *match);

/* Whose decision is next, or NOBODY: the game is over or closed, or chance is to act. Where several choose unseen: the
 * bots first, for nobody can see it; then people by their seats. Where all hear at once: by the seats. */
int turn_next(const struct match *match);

/* The bots that answer together with this seat, which owes a decision of a bot: in a step in which several choose
 * unseen all bots of the step, those that have chosen already too; otherwise the seat alone. Everybody at the table
 * knows it. */
uint32_t turn_together(const struct match *match, int seat);

/* Whether this move of a seat that owes one is a part of a choice only: the seat still has to choose in the same step.
 * That of a bot is made at once, since nobody sees it, so that the other part can be thought about. */
bool turn_is_part(const struct match *match, int seat, move_t move);

/* Whether something has to be hidden between two people at the same screen. */
bool turn_has_curtain(const struct match *match);

/* Whose eyes those at the screen share: a person alone sees what is theirs, several what all may see; where only bots
 * play there is nothing to hide. */
int turn_viewer(const struct match *match);

/* Gives the bots without a name one each, different from all others at the table; which ones follows from the seed. */
void turn_name_bots(struct match *match);

/* The seed of the luck of a bot that is asked now; it follows from the deal and the moves that all have seen. */
uint64_t turn_seed(const struct match *match, int seat);

/* Where the next look at the table is, of the moves from .. end - 1 (at least one): after a move of a seat (of a step
 * in which several choose unseen: after the last of them) and what chance did then, but before chance clears away a
 * hand or round that is over (*over is set); and after what chance did at first. */
uint32_t turn_stop(const struct match *match, uint32_t from, uint32_t end, bool *over);

#endif
