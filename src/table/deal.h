/* deal.h: what is to be played, and its shareable name: "mimsy:3:variant=advanced#42". */
#ifndef WABE_DEAL_H
#define WABE_DEAL_H

#include "games.h"
#include "text.h"

struct deal {
    const struct game *game;
    struct setup setup;
    uint64_t seed;
};

/* Numbers of seats are read up to here, so that it is the game that refuses them, with its own range. */
enum { DEAL_TEXT_MAX = 160, DEAL_SEATS_MAX = 99 };

/* Reads GAME[:SEATS][:OPTION=VALUE,...][#SEED]. What is left out keeps its default: the fewest seats, the
 * first value of each option, seed 0. GAME is the game's id or title; case and punctuation do not matter, and a
 * beginning is enough where no other game has it. False, with the reason, if the text is anything else. */
bool deal_read(struct deal *out, const char *text, struct why *why);

/* Writes it; options at their default are left out, so that equal deals have equal names. */
void deal_put(struct text *out, const struct deal *deal);

/* Sets one option by its words; false with the reason. */
bool deal_set(struct deal *deal, const char *option, const char *value, struct why *why);

#endif
