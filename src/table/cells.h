/* cells.h: a picture made of characters. What draws says for every character what it is (its ink, the colour of the
 * piece, the spot that one would touch); what shows decides how that looks: as plain text, or in a terminal with
 * colours. Freestanding; memory is the caller's. */
#ifndef WABE_CELLS_H
#define WABE_CELLS_H

#include "text.h"

enum ink {
    INK_PLAIN,
    INK_TITLE,   /* of a zone */
    INK_LABEL,   /* of a place */
    INK_WAY,     /* between places, frames */
    INK_PIECE,   /* a piece face up */
    INK_DOWN,    /* one that lies face down, though the viewer knows it */
    INK_BACK,    /* one of which only the back is seen */
    INK_EMPTY,   /* a place with nothing on it */
    INK_HEADING, /* in texts: */
    INK_STRONG,
    INK_CODE,
    INK_FAINT,
    INKS
};

#define CELL_REST 0x110000u

struct cell {
    uint32_t c;     /* 0: nothing stands here; CELL_REST: the right half of the character before it */
    uint16_t spot;  /* of the board, counted from 1; 0: nothing to touch */
    uint8_t ink;    /* enum ink */
    uint8_t colour; /* enum colour of the piece, COLOUR_NONE for all else */
};

/* Rows are cleared when something is drawn on or below them, so that a small picture costs little. What does not fit
 * is dropped and counted. */
struct cells {
    struct cell *at; /* rows_max * columns */
    int columns, rows_max, rows, lost;
};

struct cells cells_in(struct cell *memory, int columns, int rows_max);

/* The cell at this row and column, rows up to it being there; NULL if it is off the picture. */
struct cell *cells_at(struct cells *cells, int row, int column);

/* Writes a line from this column on, as much of it as `width` columns hold, all alike `like` but for the character.
 * Returns the column after it. */
int cells_put(struct cells *cells, int row, int column, const char *line, int width, struct cell like);

/* Likewise words in lines from `column` to before `end`, later ones beginning at `indent`. Returns the row after the
 * last. */
int cells_wrap(struct cells *cells, int row, int column, int indent, int end, const char *words, struct cell like);

/* The characters alone, without blanks at the ends of lines. */
void cells_text(struct text *out, const struct cells *cells);

#endif
