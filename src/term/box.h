/* box.h: what lies somewhere on the table, large and in words, in a box that is laid over the screen. */
#ifndef WABE_BOX_H
#define WABE_BOX_H

#include "thing.h"

/* Where a box may stand: in the first so many columns, from row `top` to before `bottom`. It does not cover the rows of
 * what it explains, unless too little room would be left. */
struct box_room {
    int columns, top, bottom;
    int row, rows; /* of what it explains */
    bool unicode;
};

/* Where it stands, and which of its lines are shown. */
struct box {
    int row, rows, columns;
    int from, hidden; /* the first line shown; how many are not */
};

/* Draws it, with its line number `from` as the first one (or as far down as it goes). `words` is memory to lay them
 * out, as wide as the screen. */
struct box box_draw(struct cells *screen, struct cells words, const struct view *view, const struct sight *sight,
                    struct box_room room, int from);

#endif
