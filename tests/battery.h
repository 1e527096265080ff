/* battery.h: what must hold for every game (docs/design.md, "What must always hold"), written once over the
 * contract. Each point plays random games and looks for a fault; test_battery runs all points over all
 * games, test_planted checks that they find what they are for. */
#ifndef WABE_BATTERY_H
#define WABE_BATTERY_H

#include "../src/server/wire.h"
#include "../src/table/preview.h"

/* How much to do. */
struct effort {
    int seats;   /* setups with more seats are left out */
    int games;   /* random games for each setup */
    int twins;   /* twin histories for each game and viewer */
    int beliefs; /* games for each setup on which the redealing is compared with the truth */
    int worlds;  /* the most worlds that are enumerated for that */
    int samples; /* redeals drawn for each comparison */
    int closely; /* moves of a game that are looked at one by one */
};

extern const struct effort effort_quick, effort_short, effort_long;

/* Makes previews: preview_make, or in test_planted something else. */
extern void (*previews)(struct preview *out, const struct match *match, int seat, move_t move);

struct fault {
    char text[2048];      /* what is wrong, and how to come there: the id with the seed, and the number of the move */
    char record[1 << 20]; /* the match up to there as a record (docs/record.md); empty where the fault is in no match */
};

/* The greatest numbers seen: they prove the named limits and are printed by test_battery. */
struct marks {
    uint32_t length, moves, facts, transfers, zones, places, pieces, notes, counters, links, lines, touches, words,
        beliefs;
    uint32_t flags;                                       /* GAME_ flags that were seen to be true */
    uint32_t setups[SEATS_MAX + 1], asked[SEATS_MAX + 1]; /* by the number of seats: setups played, and actors asked */
};

struct point {
    int number; /* in docs/design.md */
    const char *title;
    bool (*run)(const struct game *game, const struct setup *setup, const struct effort *effort, struct marks *marks,
                struct fault *fault);
};

extern const struct point battery[];
extern const int battery_n;

/* What the server sends; planted faults put others in their places. */
struct wires {
    struct wire_view (*now)(struct text *out, const char *table, const struct match *match, int viewer,
                            struct wire_turn turn);
    struct wire_view (*step)(struct text *out, const char *table, const struct match *match, int viewer,
                             struct wire_turn turn, uint32_t *at);
    struct wire_turn (*turn)(const struct room *room, int viewer);
};

extern struct wires wires;

/* Runs one point over all setups. `listed` is the game's id in the list of games. The first point begins with the
 * game's table and calls nothing of the game before that is in order: where it fails, no other point may be run. */
bool battery_run(const struct point *point, const struct game *game, const char *listed, const struct effort *effort,
                 struct marks *marks, struct fault *fault);

#endif
