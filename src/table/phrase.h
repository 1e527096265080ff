/* phrase.h: turning a game's phrases into words, for one reader. */
#ifndef WABE_PHRASE_H
#define WABE_PHRASE_H

#include "../games/game.h"
#include "text.h"

enum { NAME_SIZE = 32 };

/* Who speaks of what to whom. */
struct speech {
    const struct game *game;
    const char (*names)[NAME_SIZE]; /* NULL, or an empty name: "seat 0", "seat 1", ... */
    int viewer;                     /* the seat that is "you", or anything else for nobody */
};

/* Notation: the same for everybody, as records have it. */
struct speech speech_plain(const struct game *game);

/* False if the phrase does not fit its game (the words are written as well as may be). */
bool phrase_put(struct text *out, const struct speech *speech, struct phrase phrase);

/* The same with a capital at the start. */
bool sentence_put(struct text *out, const struct speech *speech, struct phrase phrase);

void seat_put(struct text *out, const struct speech *speech, int seat);

/* A text is well made: placeholders are known, forms closed, no more arguments than there are. */
bool phrase_text_ok(const char *text);

const char *colour_name(int colour);

/* "0" .. "6", "chance", "spectator", "referee". */
const char *actor_word(int actor);

#endif
