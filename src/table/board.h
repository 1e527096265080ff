/* board.h: the table of a view, drawn in characters: notes and zones, with what can be touched. One renderer for all
 * games; it knows zones, places and pieces only. */
#ifndef WABE_BOARD_H
#define WABE_BOARD_H

#include "cells.h"
#include "view.h"

struct board_look {
    int columns;  /* how wide it may be, at least 40 */
    int rows;     /* how high it should be if that is possible; 0: as high as it gets */
    bool framed;  /* cards are boxes of three lines with a frame, where they are otherwise [G3] */
    bool unicode; /* frames and ways by box-drawing characters instead of + - | */
    int before;   /* how the table was arranged before (board.arrangement): it stays so while it fits; 0 at first */
};

/* Something that one can touch: a place (thing == NOTHING) or a thing on it, and where it stands. A piece lies within
 * its place, and no two places overlap. Equal things on a place, one face up and one face down, are two spots. */
struct board_spot {
    uint16_t place, thing;
    int16_t row, column, rows, columns;
};

enum { BOARD_SPOTS = SCENE_PLACES + SCENE_PIECES, BOARD_ROWS = 200, BOARD_COLUMNS = 160 };

struct board {
    struct cells cells;
    int arrangement; /* which one was taken */
    int spots;
    struct board_spot spot[BOARD_SPOTS];
};

/* Draws notes and zones onto out->cells, which the caller has prepared with look->columns columns (or more), and lists
 * the spots of all places and pieces; whatever out->cells and out->spot held before is gone. Where `rows` asks for it,
 * maps do without the blank lines between their rows (a trail keeps them, for its ways and labels: what is empty shows
 * its label instead of a dot), short zones share a line, and if there is the width, maps stand at the left and the rest
 * at their right. If nothing fits, the lowest is drawn: the front end scrolls. A map that is wider than the columns is
 * drawn as a list of its places. */
void board_draw(const struct view *view, const struct board_look *look, struct board *out);

/* Whether every map can be drawn as one in so many columns; a wider one would become a list of its places. */
bool board_fits(const struct view *view, int columns);

#endif
