/* frame.h: the whole screen of a table as a picture of characters: who plays, the table, what has happened, what is
 * expected and what can be done. A pure function of what is shown; screen.h puts it on the terminal. */
#ifndef WABE_FRAME_H
#define WABE_FRAME_H

#include "../table/board.h"
#include "../table/preview.h"
#include "box.h"
#include "news.h"
#include "pick.h"

/* Beside its ink a cell of a screen may have marks, in the upper bits of `ink`. */
enum { INK_BITS = 0x1f, MARK_TOUCH = 0x20, MARK_FOCUS = 0x40, MARK_PICKED = 0x80 };
enum { INK_BAR = INKS, INK_KEYS, INK_PROMPT, INK_MESSAGE, INK_BUTTON };

enum { FRAME_ROWS_MIN = 12, FRAME_COLUMNS_MIN = 40 }; /* smaller screens are asked to grow */

/* Something that reacts: a touch on the board, or an offer as a button. */
struct target {
    struct touch touch;
    int offer; /* NO_OFFER: it is a touch */
    int row, column, rows, columns;
};

enum { TARGETS_MAX = BOARD_SPOTS + MOVES_MAX };

/* What is to be shown. */
struct desk {
    const struct view *view;
    const char *news;               /* lines: what has happened lately */
    const struct news_line *others; /* what each other player did last: kept in sight where not all news are; so many */
    int others_n;
    const char *log;     /* lines: all that has happened, for screens with room; may be NULL */
    const char *message; /* a sentence for the person, or NULL */
    const char *keys;    /* the last line */
    const char *status;  /* at the right end of the first line, or NULL */
    struct pick pick;
    int focus;       /* number of the target that Enter would take */
    int scroll;      /* first row of the table that is shown */
    bool follow;     /* scroll to the focus */
    bool asking;     /* the viewer is to decide: offers react */
    bool looking;    /* every piece and empty place can be focused, to be told what it is */
    bool explaining; /* in looking: what is focused is told in a box over the table; only things can be, and places of
                        which there is something to say */
    int lines;       /* the first line of the words in it that is shown */
    bool tall;       /* the news may take half the screen, over the lower part of the table */
    bool from_top;   /* of long news the beginning is shown, not the end */
    int suggested;   /* 1 + an offer: Enter takes the whole of it where the focus leads to it; 0: none */
    bool unicode;
    int small_rows, small_columns; /* of the screen on which framed cards once did not fit: they stay small on it */
    int arrangement;               /* of the table, kept while it fits */
    /* Of the screen with this number: the rows that the goal has had, kept so that the table does not move up and
     * down, and whether it is cut to one for the table's sake. */
    int goal_screen, goal_rows;
    bool goal_brief;
};

struct frame {
    struct cells cells;
    int targets;
    struct target target[TARGETS_MAX];
    int scroll, hidden; /* first row of the table shown; rows that are not shown */
    int table_rows;
    struct box box; /* rows == 0: there is none */
};

/* A frame has its own memory; NULL if there is none. */
struct frame *frame_new(void);
void frame_free(struct frame *frame);

/* Draws the desk for a screen of this size. desk->scroll, desk->focus and desk->lines are brought into their bounds,
 * and desk->small_... kept. */
void frame_draw(struct frame *out, struct desk *desk, int rows, int columns);

/* The target nearest in a direction, or the one that is focused if there is none. */
int frame_towards(const struct frame *frame, int focus, int down, int right);

/* The smallest target at this row and column of the screen, or -1. */
int frame_target_at(const struct frame *frame, int row, int column);

/* What the table shows at this row and column of the screen: a thing, or the place around it. False: nothing. */
bool frame_touch_at(struct frame *frame, int row, int column, struct touch *out);

/* Writes a page of cells into the middle of the screen from row `from` on, with a title and a line of keys. */
void frame_page(struct frame *out, const char *title, const struct cells *page, int from, const char *keys, int rows,
                int columns);

#endif
