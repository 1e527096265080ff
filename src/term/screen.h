/* screen.h: the terminal: shows pictures of characters, reads keys and the mouse. The only file that knows ncurses. */
#ifndef WABE_SCREEN_H
#define WABE_SCREEN_H

#include "../table/cells.h"

/* Keys that are no characters. */
enum key {
    KEY_NOTHING = 0x110000, /* the time is up */
    KEY_CLOSED,             /* the terminal is gone, or somebody asked the program to end */
    KEY_ARROW_UP,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_FIRST,
    KEY_LAST,
    KEY_TAKE, /* Enter */
    KEY_ESCAPE,
    KEY_TAB_ON,
    KEY_TAB_BACK,
    KEY_ERASE,
    KEY_SIZE,  /* the terminal has another size now */
    KEY_CLICK, /* the mouse: see click_row, click_column */
    KEY_POINT, /* likewise, its right button */
    KEY_WHEEL_UP,
    KEY_WHEEL_DOWN,
};

struct screen {
    int rows, columns;
    bool unicode, colours;
    int click_row, click_column;
};

/* Takes over the terminal. False with the reason if it cannot be done. */
bool screen_open(struct screen *screen, struct why *why);
void screen_close(void); /* may be called twice */

void screen_show(const struct screen *screen, const struct cells *cells);

/* The next key: a character, or one of the above. milliseconds: how long to wait; below 0: for ever. */
uint32_t screen_key(struct screen *screen, int milliseconds);

/* Whether KEY_CLOSED has come: everything is to be left. */
bool screen_ended(void);

#endif
