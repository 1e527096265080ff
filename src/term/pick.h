/* pick.h: making a move by touching: which things react next, and when a move is complete. Knows offers only, so it is
 * the same for all games. */
#ifndef WABE_PICK_H
#define WABE_PICK_H

#include "../table/view.h"

/* What has been touched so far for the running decision. */
struct pick {
    int n;
    struct touch touch[TOUCH_MAX];
};

enum { NO_OFFER = -1, PICKS_MAX = SCENE_PLACES + SCENE_PIECES };

struct choices {
    int touches, buttons;
    struct touch touch[PICKS_MAX]; /* that react next, each once, in the order of the offers */
    uint16_t button[MOVES_MAX];    /* offers that need no more touch */
};

void pick_choices(const struct view *view, const struct pick *pick, struct choices *out);

/* Touches something that reacts. Returns the offer that is decided by it (then nothing is picked any more), or
 * NO_OFFER: more is to be touched. */
int pick_touch(const struct view *view, struct pick *pick, struct touch touch);

/* The offer that would be decided by touching this next, or NO_OFFER. */
int pick_leads_to(const struct view *view, const struct pick *pick, struct touch touch);

/* Takes back the last touch; false if there is none. */
bool pick_back(struct pick *pick);

#endif
