/* play.h: a match on the screen. */
#ifndef WABE_PLAY_H
#define WABE_PLAY_H

#include "pager.h"
#include "term.h"

enum play_end {
    PLAY_QUIT,   /* the person is done */
    PLAY_CLOSED, /* the terminal is gone, or Ctrl-C */
    PLAY_AGAIN   /* another match of the same kind is wished */
};

enum play_end play_match(struct stage *stage, struct session *s, struct play_options *options);

/* A record, move by move, first after n moves as this viewer sees it; fixed: and nobody else. */
enum play_end browse_match(struct stage *stage, const struct match *match, int viewer, bool fixed, uint32_t n);

#endif
