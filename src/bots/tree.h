/* tree.h: between the parts of the bots. */
#ifndef WABE_TREE_H
#define WABE_TREE_H

#include "bot.h"

/* Whether this seat, which owes a decision, chooses at once with others and unseen; any: one of its options. */
bool tree_together(const struct game *game, const void *state, int seat, move_t any);

#endif
