/* scene.h: a table as one viewer sees it, in table terms, without pixels.
 *
 * A scene is built in the order in which one would lay a table: a zone, its places, the pieces on each
 * place, then the next zone; links between places at any time. Coordinates are in half cards, x to the right and y
 * down, from the zone's own corner, so that a ring or a triangle can be drawn on a grid of characters as well as in a
 * browser. docs/scene.md describes the JSON form.
 */
#ifndef WABE_SCENE_H
#define WABE_SCENE_H

enum zone_kind {
#define ZONES(X)                                                                                                       \
    X(HAND, "hand")   /* one place, its pieces side by side */                                                         \
    X(ROW, "row")     /* places side by side */                                                                        \
    X(GRID, "grid")   /* places by their coordinates */                                                                \
    X(RING, "ring")   /* likewise, along a closed way */                                                               \
    X(TRAIL, "trail") /* likewise, along a way from first to last */                                                   \
    X(PILE, "pile")   /* one place, its pieces on each other */                                                        \
    X(BOX, "box")     /* one place, pieces out of play */
#define ZONE_ID(id, name) ZONE_##id,
    ZONES(ZONE_ID) ZONE_KINDS
#undef ZONE_ID
};

/* What leads from one place to another, besides the order of the places on a ring or a trail. */
enum link_kind {
#define LINKS(X)                                                                                                       \
    X(BRIDGE, "bridge") /* a second way between two places of a trail */                                               \
    X(SLIDE, "slide")   /* one way: whoever stops at the first comes to the second */
#define LINK_ID(id, name) LINK_##id,
    LINKS(LINK_ID) LINK_KINDS
#undef LINK_ID
};

enum {
    SCENE_ZONES = 48,
    SCENE_PLACES = 192,
    SCENE_PIECES = 384,
    SCENE_NOTES = 32,
    SCENE_LINKS = 8,
    TOUCH_MAX = 4,
    NOTHING = 0xffff,
};

enum { PIECE_DOWN = 1 /* lies face down, though this viewer knows what it is */ };

struct scene_zone {
    struct phrase title;
    uint8_t kind;
    int8_t owner; /* a seat or NOBODY */
    uint16_t places;
};

struct scene_place {
    struct phrase label; /* may be empty */
    uint16_t id;         /* the same place has the same id at all times and for all viewers */
    uint16_t pieces;
    int16_t x, y;
};

struct scene_piece {
    uint16_t thing; /* a back where the viewer does not know more */
    uint16_t count; /* equal pieces are one entry; UNLIMITED: they never run out */
    uint16_t flags;
};

struct scene_note {
    struct phrase phrase;
    int8_t seat; /* whom it is about, or NOBODY: the whole table */
};

struct scene_link {
    uint16_t from, to; /* ids of places */
    uint16_t kind;
};

/* A thing on a place, or the place itself (thing = NOTHING). */
struct touch {
    uint16_t place, thing;
};

struct scene {
    uint16_t zones, places, pieces, notes, links;
    uint16_t lost;        /* what found no room: the tests demand that it stays 0 */
    bool scored;          /* whether score[] means anything; when the game is over it is the score of the result */
    bool quiet;           /* a window for responses: nothing may be shown about who has answered */
    struct phrase prompt; /* what is expected, of the viewer or of somebody else */
    int32_t score[SEATS_MAX];
    struct scene_zone zone[SCENE_ZONES];
    struct scene_place place[SCENE_PLACES];
    struct scene_piece piece[SCENE_PIECES];
    struct scene_note note[SCENE_NOTES];
    struct scene_link link[SCENE_LINKS];
};

static inline void scene_zone(struct scene *out, enum zone_kind kind, int owner, struct phrase title)
{
    if (out->zones < SCENE_ZONES)
        out->zone[out->zones++] = (struct scene_zone){title, (uint8_t)kind, (int8_t)owner, 0};
    else
        out->lost++;
}

static inline void scene_place(struct scene *out, int id, int x, int y, struct phrase label)
{
    if (out->places < SCENE_PLACES && out->zones > 0) {
        out->place[out->places++] = (struct scene_place){label, (uint16_t)id, 0, (int16_t)x, (int16_t)y};
        out->zone[out->zones - 1].places++;
    } else {
        out->lost++;
    }
}

/* Nothing is added for a count of 0. */
static inline void scene_piece(struct scene *out, int thing, int count, int flags)
{
    if (count == 0)
        return;
    if (out->pieces < SCENE_PIECES && out->places > 0) {
        out->piece[out->pieces++] = (struct scene_piece){(uint16_t)thing, (uint16_t)count, (uint16_t)flags};
        out->place[out->places - 1].pieces++;
    } else {
        out->lost++;
    }
}

/* A hand or a pile: a zone with one place. */
static inline void scene_pile(struct scene *out, enum zone_kind kind, int owner, struct phrase title, int id)
{
    scene_zone(out, kind, owner, title);
    scene_place(out, id, 0, 0, (struct phrase){0});
}

static inline void scene_note(struct scene *out, int seat, struct phrase phrase)
{
    if (out->notes < SCENE_NOTES)
        out->note[out->notes++] = (struct scene_note){phrase, (int8_t)seat};
    else
        out->lost++;
}

/* `from` and `to` are ids of places, which may be laid before or after. */
static inline void scene_link(struct scene *out, int from, int to, enum link_kind kind)
{
    if (out->links < SCENE_LINKS)
        out->link[out->links++] = (struct scene_link){(uint16_t)from, (uint16_t)to, (uint16_t)kind};
    else
        out->lost++;
}

#endif
