/* fair_check.h: whether the luck of a record of the server is what its secret and nonces give. */
#ifndef WABE_FAIR_CHECK_H
#define WABE_FAIR_CHECK_H

#include "../table/match.h"

/* The match is of a record with 'luck fair'. Either way `why` gets a sentence: what was checked, or the first thing
 * that is wrong. */
bool fair_check(const struct match *match, struct why *why);

#endif
