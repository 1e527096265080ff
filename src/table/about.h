/* about.h: what there is to know of the games before playing, as JSON: for the program and for pages alike. */
#ifndef WABE_ABOUT_H
#define WABE_ABOUT_H

#include "games.h"

enum { ABOUT_JSON_MAX = 1 << 16 };

/* An array with one object for each game, its options included. */
void about_games(struct text *out);

/* An array with one object for each thing of a game: a piece as in docs/scene.md, and what is said about it in this
 * setup, if anything. */
void about_things(struct text *out, const struct game *game, const struct setup *setup);

#endif
