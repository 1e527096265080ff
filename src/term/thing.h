/* thing.h: what lies on a table, thing by thing: its name, where it is, and all that there is to say about it, in words
 * and as a large picture. Says no more than the view does. */
#ifndef WABE_THING_H
#define WABE_THING_H

#include "../table/cells.h"
#include "../table/view.h"

/* Equal pieces on a place, or a place with nothing on it (then `piece` is NULL). They are parts of their view. */
struct sight {
    const struct scene_zone *zone;
    const struct scene_place *place;
    const struct scene_piece *piece;
};

enum { SIGHTS_MAX = SCENE_PLACES + SCENE_PIECES };

/* All there is to see, in the order of the scene. Returns how many. */
int sights_of(const struct view *view, struct sight out[SIGHTS_MAX]);

/* What such a touch touches: of equal touches (a thing that lies there face up and face down) the one with this number,
 * from 0. False if nothing is there. */
bool sight_at(const struct view *view, struct touch touch, int which, struct sight *out);

/* "Yellow gem on green 3"; nothing for an empty place. And "The grid: A2", which may be nothing too. */
void sight_name(struct text *out, const struct view *view, const struct sight *sight);
void sight_where(struct text *out, const struct view *view, const struct sight *sight);

/* What a thing is and does, and how many there are if it is not the only one: also of one that lies nowhere. */
void thing_about(struct text *out, const struct view *view, int thing);

/* All else: how it lies there, how many, what lies with it, and what the counters of its place and zone say.
 * A line each. */
enum { SIGHT_TEXT_MAX = 4096 };
void sight_more(struct text *out, const struct view *view, const struct sight *sight);

/* As it stands on the board: "[G3]", "(G3)" face down, "g". */
void thing_mark(struct text *out, const struct game *game, int thing, bool down);

/* The thing, large, with all that stands on it: name, number or sign, second number, colour. */
enum { THING_ROWS = 7, THING_COLUMNS = 15 };
void thing_draw(struct cells *out, int row, int column, const struct game *game, int thing, bool down, bool unicode);

/* The things that somebody means by a mark, as it stands on the board or without its brackets, or by a name or a part
 * of one: all those that fit best. Returns how many. */
int things_that_fit(const struct game *game, const char *typed, uint16_t out[THINGS_MAX]);

/* The things with the names that are most like what was typed, the nearest first; none that are not like it. Returns
 * how many: at most `most`. */
int things_near(const struct game *game, const char *typed, int most, uint16_t out[]);

#endif
