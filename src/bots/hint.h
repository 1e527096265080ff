/* hint.h: an answer and its reasons in words. */
#ifndef WABE_HINT_H
#define WABE_HINT_H

#include "bot.h"

enum { HINT_JSON_MAX = 1 << 17 };

/* {"seat":0,"move":5,"text":"play card 3","simulations":4000,"reasons":[{"move":5,"text":"...","visits":3100,
 * "value":0.5721,"weight":1.0000},...]}: the reasons in the order of hint_order. */
void hint_json(struct text *out, const struct question *question, const struct answer *answer);

/* The order in which people want to read the reasons: their indexes. First comes the move that the bot would make (of
 * several with weight it draws one), then those with the most weight, then by visits and value. */
void hint_order(const struct answer *answer, uint16_t order[]);

#endif
