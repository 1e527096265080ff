/* pace.h: when a bot's answer is due.
 *
 * How long a bot thinks depends on what it holds: whoever sees when it answers could tell from the time alone that it
 * had a single card to play, or something to answer with. So an answer is not given when it is found but when it is
 * due, and that follows from what everybody at the table knows: the game, the levels of the bots, and the kind of step
 * (who chooses together). It never depends on options, on hands, or on how long the thinking took; only who comes too
 * late waits for the next multiple of the same time.
 *
 * For matches with people. Where only bots play, nobody is there whom the time could tell something, and nothing waits.
 */
#ifndef WABE_PACE_H
#define WABE_PACE_H

#include "../table/match.h"
#include "bot.h"

/* So many milliseconds after it was asked the bot on this seat answers, and with it all bots that choose unseen in the
 * same step. `as`: a level that all of them play by at the moment, or NULL: the words of each. 0: at once, in games
 * where nothing is hidden and nobody chooses unseen. */
uint32_t pace_period(const struct match *match, int seat, const char *as);

/* The moment at which an answer is given that was asked for at `begun` and is there at `now`: the first multiple of the
 * period after `begun` that is not over. */
int64_t pace_due(int64_t begun, int64_t now, uint32_t period);

/* What an answer that was due then counts for where thinking is limited, in milliseconds: what such bots think in so
 * many periods on an ordinary machine. The time that they did think would tell by and by what they had to think about.
 */
uint32_t pace_cost(int64_t begun, int64_t due, uint32_t period);

#endif
