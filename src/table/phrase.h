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

/* Whom and what a phrase names: its first seat (or NOBODY), and its things in their order. Returns how many things. */
int phrase_names(const struct game *game, struct phrase phrase, int *seat, uint16_t things[PHRASE_ARGS]);

/* How many numbers it names, and the first of them. */
int phrase_numbers(const struct game *game, struct phrase phrase, int *first);

/* Whether it tells of a die that was rolled, and what that shows. */
bool phrase_die(const struct game *game, struct phrase phrase, int *pips);

/* Parts of what a phrase says, for those who lay it out. The number, of a text with just one; the whole as a sentence
 * with "…" for numbers and the forms for several, so that phrases that differ in a number have the same; what stands in
 * brackets at the end of the text; of a text that begins with a seat all but that. False: there is no such part. */
bool phrase_number_put(struct text *out, const struct speech *speech, struct phrase phrase);
void phrase_group_put(struct text *out, const struct speech *speech, struct phrase phrase);
bool phrase_tag_put(struct text *out, const struct speech *speech, struct phrase phrase);
bool phrase_own_put(struct text *out, const struct speech *speech, struct phrase phrase);

/* What stands on a thing, for those who draw it; a back has nothing of it. The sign, where that is not just its number:
 * a number with a plus, or the mark without the letter of its colour. The name on a card's face, without the brackets
 * at its end, where it says more than colour and number. A second number, "" if there is none. False: there is no such
 * thing. */
bool thing_sign_put(struct text *out, const struct thing *thing);
bool thing_title_put(struct text *out, const struct thing *thing);
const char *thing_second(const struct thing *thing);

/* What a thing is, as keys of an object in JSON: thing, mark, kind, and colour and number where it has them; back; what
 * stands on it: sign, title and second; and whether its back is another than the common one. */
void json_thing(struct text *out, const struct game *game, int thing);

void seat_put(struct text *out, const struct speech *speech, int seat);

/* A text is well made: placeholders are known, forms closed, no more arguments than there are. */
bool phrase_text_ok(const char *text);

const char *colour_name(int colour);

/* "0" .. "6", "chance", "spectator", "referee". */
const char *actor_word(int actor);

#endif
