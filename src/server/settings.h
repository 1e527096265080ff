/* settings.h: what is agreed at a table before the game begins. */
#ifndef WABE_SETTINGS_H
#define WABE_SETTINGS_H

#include "../table/deal.h"
#include "../table/match.h"
#include "json_in.h"

enum { CLOCK_LEAST = 30, CLOCK_MOST = 14 * 24 * 3600, WINDOW_MOST = 60 };

struct settings {
    struct deal deal;             /* without a seed */
    uint32_t clock;               /* seconds for a decision; 0: no clock */
    uint32_t window;              /* seconds that a window for responses lasts; 0: until all have answered */
    bool public_, watchers, undo; /* in the lobby; others may look on; moves may be taken back */
    bool late_bot;                /* a bot stands in for one whose time is over */
    char bot[BOT_WORDS_SIZE];     /* which one */
};

void settings_default(struct settings *out);

/* Reads over what is there those keys that are given. Without `deal` a new table would have no game: `whole` asks for
 * it. */
void settings_read(struct settings *settings, struct json_in *in, bool whole);

/* As keys of an object; `deal` first. */
void settings_put(struct text *out, const struct settings *settings);

/* The id of the game; "" at a table whose log does not even tell that. */
const char *settings_game(const struct settings *settings);

/* One of the four levels. */
bool settings_bot_ok(const char *words);

#endif
