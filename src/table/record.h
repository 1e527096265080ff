/* record.h: a match as a text file: a header and one line a move, chance included. docs/record.md is the
 * description for people and other programs. */
#ifndef WABE_RECORD_H
#define WABE_RECORD_H

#include "match.h"

enum { RECORD_FORMAT = 1, MOVE_TEXT_MAX = 96 };

struct record_why {
    uint32_t line; /* from 1 */
    struct why why;
    const struct game *other; /* the game, if the reason is that another version of its rules has played it; or NULL */
};

/* The deal that a record is of, so that the caller can provide match_memory() for its game. */
bool record_deal(struct deal *out, const char *text, size_t n, struct record_why *why);

/* Reads the whole record, checking every move by the rules, every draw by the luck that the header names (that of a
 * server only for being possible: fair_check.h does the rest), and the result. False with the line and the
 * reason; the match is not to be used then. */
bool record_load(struct match *match, const char *text, size_t n, void *memory, struct record_why *why);

/* Writes it; record_room() bytes are enough. */
size_t record_room(const struct match *match);
void record_put(struct text *out, const struct match *match);

/* Whether this can be a player's name: 1 to NAME_SIZE - 1 bytes of text on one line; the words for a bot: likewise,
 * below BOT_WORDS_SIZE. */
bool record_name_ok(const char *name, size_t n);
bool record_bot_ok(const char *words, size_t n);

#endif
