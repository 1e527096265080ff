/* menu.h: what to play, with whom and how, asked on the screen. */
#ifndef WABE_MENU_H
#define WABE_MENU_H

#include "pager.h"
#include "session.h"

/* A table that is to be set up: what a person chose. */
struct plan {
    struct deal deal;
    bool seed_given; /* otherwise every match gets its own */
    struct player player[SEATS_MAX];
};

enum menu_end {
    MENU_QUIT,
    MENU_CLOSED,
    MENU_NEW,    /* the plan is made */
    MENU_RESUME, /* the record at `path` goes on */
    MENU_LOOK    /* the record at `path` is to be looked at */
};

enum menu_end menu_run(struct stage *stage, struct plan *plan, char path[4096]);

#endif
