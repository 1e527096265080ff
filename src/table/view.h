/* view.h: all that one viewer may see of a match at one moment: the scene, what is asked of whom, and the
 * moves on offer with what one would touch to make them. Front ends read this and nothing else. */
#ifndef WABE_VIEW_H
#define WABE_VIEW_H

#include "match.h"

struct offer {
    move_t move;
    bool chosen; /* it lies face down, and may still be changed */
    uint8_t touches;
    struct phrase phrase;
    struct touch touch[TOUCH_MAX];
};

/* A sealed choice of the running step that the viewer may know: its own, or any for the referee. */
struct face_down {
    struct phrase phrase;
    int8_t seat;
};

enum { FACE_DOWN_MAX = 4 * SEATS_MAX };

struct view {
    const struct match *match;
    int viewer;
    uint32_t n;       /* moves made at this moment; those of a sealed step count when it is over */
    uint32_t asked;   /* the actors of this step */
    uint32_t waiting; /* those of them who have not chosen yet; all of them during a quiet window */
    bool present;     /* not a moment of the past */
    bool over;
    struct scene scene;
    struct result result; /* when over */
    uint8_t rank[SEATS_MAX];
    uint16_t face_downs;
    struct face_down face_down[FACE_DOWN_MAX];
    uint16_t offers;
    struct offer offer[MOVES_MAX];
};

/* The match as it stands, or after its first n moves (then what could be done is on offer, but there is no decision to
 * send it with). */
void view_make(struct view *out, const struct match *match, int viewer);
void view_make_at(struct view *out, const struct match *match, int viewer, uint32_t n);

enum { VIEW_JSON_MAX = 1 << 17, VIEW_TEXT_MAX = 1 << 15 };

enum { SCENE_VERSION = 2 }; /* of the JSON; grows when a reader would have to be changed (docs/scene.md) */

/* JSON as in docs/scene.md, on one line. */
void view_json(const struct view *view, struct text *out);

/* What a counter belongs to, "on" and more, as JSON; `zone` where it is one. */
void counter_json(struct text *out, const struct scene_counter *counter, const struct scene_zone *zone);

/* Only the part that a game describes: for traces. */
void view_scene_json(const struct view *view, struct text *out);

/* A board in plain characters, at most 80 wide where the game keeps within it, with the prompt, and the
 * moves on offer with numbers from 1 if `with_moves`. */
void view_text(const struct view *view, bool with_moves, struct text *out);

/* How it ended, when it is over: line by line, then the seats by their ranks. */
void view_result(const struct view *view, struct text *out);

/* "*Ann (you): 3": a seat, with a star if the table waits for it; its name in at most so many columns (0: whole). */
void view_seat(const struct view *view, int seat, int columns, struct text *out);

/* "Gems on the goal card: 3 of 5". */
void view_counter(const struct view *view, const struct scene_counter *counter, struct text *out);

/* What the viewer tries to do, if it has a goal, and how it stands: "Get 5 gems onto yellow 5. Gems on the goal card:
 * 3 of 5." At most so many counters: of the place of the one thing that the goal names, then those of the viewer that
 * have a limit or are its score. Returns how many there are. */
int view_goal(const struct view *view, int counters, struct text *out);

/* "You have chosen: play green 3": a sealed choice. */
void view_face_down(const struct view *view, int i, struct text *out);

/* A zone with coordinates: grid, ring or trail. */
bool view_is_map(const struct scene_zone *zone);

/* Whether the labels of all places of a map are a letter for the column and a digit for the row, as B3 is: they may
 * stand once, at its edges. */
bool view_is_chessboard(const struct view *view, const struct scene_zone *zone, const struct scene_place *place);

/* Only pass is possible: a front end may pass for a person who wishes so. */
bool view_only_pass(const struct view *view);

#endif
