/* about.h: what there is to know of the games before playing, as JSON: for the program and for pages alike. */
#ifndef WABE_ABOUT_H
#define WABE_ABOUT_H

#include "games.h"

enum { ABOUT_MAX = 1 << 16 };

/* An array with one object for each game, its options included. */
void about_games(struct text *out);

#endif
