/* term.h: how people play at a terminal: on the whole screen, or line by line. */
#ifndef WABE_TERM_H
#define WABE_TERM_H

#include "../tools/tools.h"
#include "session.h"

enum { PACE_USUAL = 700 }; /* milliseconds */

struct play_options {
    bool auto_pass;   /* pass by itself where nothing else is possible */
    uint32_t pace_ms; /* how long a move of somebody else is shown; line by line: only where bots play alone */
};

/* Whether a match must be shown line by line: it is wished, or this is no terminal with a screen. */
bool must_be_plain(bool wished);

/* Says where the record of a match lies and how to go on; or prints the record, if it could not be saved. */
void say_farewell(struct session *s);

/* ---- on the whole screen ---- */

/* Plays the match to its end, or until the person leaves. The caller ends the session, which may be another one by then
 * (a rematch). Exit codes. */
int play_on_screen(struct session *s, const struct play_options *how);

/* A game and its players are chosen, and played. */
int menu_on_screen(const struct play_options *how);

/* A record step by step, first after n moves as this viewer sees it. */
int browse_on_screen(const struct match *match, int viewer, uint32_t n);

/* ---- line by line: for screen readers, pipes and scripts ---- */

/* As play_on_screen. */
int play_plain(struct session *s, const struct play_options *how);

/* Asks for a game, its seats, players, options and seed. False: the person has left. */
bool menu_plain(struct deal *deal, struct player player[SEATS_MAX]);

/* Explains things that lie on the table of a view, in lines: the one that these words name, or without any words all
 * there is to see. */
struct view;
void about_plain(const struct view *view, const char *words);

/* ---- lines of input ---- */

/* From now on signals that would end the program (Ctrl-C) are only noted, and a reader that has gone is an error like
 * any other. */
void lines_begin(void);
bool lines_stopped(void); /* there was such a signal, or nobody reads the output any more */

/* Asks, and reads a line into `out`, without the blanks at its ends. What is no text, or too long, is refused with a
 * sentence and asked again. False at the end of the input or when stopped. */
bool line_read(const char *prompt, char out[], size_t size);

#endif
