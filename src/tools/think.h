/* think.h: one decision of a bot with the threads and the clock of this machine. */
#ifndef WABE_THINK_H
#define WABE_THINK_H

#include "../bots/bot.h"

/* As bot_think, its trees in as many threads as there are cores. milliseconds: 0, or how long it may take; then the
 * trees grow until the time is up (and the answer depends on the machine), whatever the bot's iterations are. */
void think(const struct bot *bot, const struct question *question, uint32_t milliseconds, struct answer *out);

#endif
