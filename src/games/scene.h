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

/* What a zone is for, whatever the game. */
enum zone_role {
#define ROLES(X)                                                                                                       \
    X(BOARD, "board")     /* where the game is played: a ring, a map, a display that all take from */                  \
    X(HAND, "hand")       /* what a seat holds */                                                                      \
    X(TABLEAU, "tableau") /* what lies before a seat, in the open */                                                   \
    X(PLAYED, "played")   /* what is being played just now: a trick, cards that are turned up together */              \
    X(WON, "won")         /* what was won or scores */                                                                 \
    X(DECK, "deck")       /* cards that are drawn from */                                                              \
    X(SUPPLY, "supply")   /* pieces that come into play from there */                                                  \
    X(DISCARD, "discard") /* what was used, and may come back */                                                       \
    X(ASIDE, "aside")     /* out of the game */
#define ROLE_ID(id, name) ROLE_##id,
    ROLES(ROLE_ID) ZONE_ROLES
#undef ROLE_ID
};

/* A zone of a game: its table is all that a scene can have. Whoever designs a table names zones by id and owner, so
 * ids stay as they are; no scene has the same zone twice for the same owner. */
struct zone {
    const char *id; /* "ring": a-z, 0-9 and -, unique in the game */
    uint8_t kind, role;
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
    ZONES_MAX = 48, /* of a game */
    SCENE_ZONES = 48,
    SCENE_PLACES = 192,
    SCENE_PIECES = 384,
    SCENE_NOTES = 32,
    SCENE_COUNTERS = 48,
    SCENE_LINKS = 8,
    TOUCH_MAX = 4,
    NOTHING = 0xffff,
};

enum { PIECE_DOWN = 1 /* lies face down, though this viewer knows what it is */ };

struct scene_zone {
    struct phrase title;
    const struct zone *is; /* one of the game's */
    int8_t owner;          /* a seat or NOBODY */
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

/* What a counter belongs to. */
enum counter_scope {
#define SCOPES(X)                                                                                                      \
    X(TABLE, "table") /* all of it; `of` is 0 */                                                                       \
    X(SEAT, "seat")   /* `of` is the seat */                                                                           \
    X(ZONE, "zone")   /* the zone that was laid last */                                                                \
    X(PLACE, "place") /* the place that was laid last; `of` is its id */
#define SCOPE_ID(id, name) SCOPE_##id,
    SCOPES(SCOPE_ID) COUNTER_SCOPES
#undef SCOPE_ID
};

enum {
    COUNTER_SCORE = 1, /* of a seat: its score so far; when the game is over, that of the result */
    NO_LIMIT = INT32_MIN,
};

/* A value that changes in the course of the game, with words that name it and stay the same: "gems on the goal card", 3
 * of 5. What it belongs to and its words tell it from all others of a scene. Numbers that would have to be looked for
 * in a note belong here. */
struct scene_counter {
    struct phrase words;
    int32_t value, limit; /* the limit: where it ends, wins or breaks; or NO_LIMIT */
    uint16_t of;
    uint8_t scope, flags;
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
    uint16_t zones, places, pieces, notes, counters, links;
    uint16_t lost;        /* what found no room: the tests demand that it stays 0 */
    bool scored;          /* whether score[] means anything; when the game is over it is the score of the result */
    bool quiet;           /* a window for responses: nothing may be shown about who has answered */
    struct phrase prompt; /* of a viewer who is asked: what to do, and in a few words what it decides; of others: who
                             does what */
    struct phrase goal;   /* what the viewer tries to do, from what it knows; of seats, until the game is over */
    int32_t score[SEATS_MAX];
    struct scene_zone zone[SCENE_ZONES];
    struct scene_place place[SCENE_PLACES];
    struct scene_piece piece[SCENE_PIECES];
    struct scene_note note[SCENE_NOTES];
    struct scene_counter counter[SCENE_COUNTERS];
    struct scene_link link[SCENE_LINKS];
};

static inline void scene_zone(struct scene *out, const struct zone *zone, int owner, struct phrase title)
{
    if (out->zones < SCENE_ZONES)
        out->zone[out->zones++] = (struct scene_zone){title, zone, (int8_t)owner, 0};
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
static inline void scene_pile(struct scene *out, const struct zone *zone, int owner, struct phrase title, int id)
{
    scene_zone(out, zone, owner, title);
    scene_place(out, id, 0, 0, (struct phrase){0});
}

static inline void scene_note(struct scene *out, int seat, struct phrase phrase)
{
    if (out->notes < SCENE_NOTES)
        out->note[out->notes++] = (struct scene_note){phrase, (int8_t)seat};
    else
        out->lost++;
}

/* A counter of the table, or with SCOPE_ZONE and SCOPE_PLACE of what was laid last. */
static inline void scene_count(struct scene *out, enum counter_scope scope, int32_t value, int32_t limit,
                               struct phrase words)
{
    int of = scope == SCOPE_ZONE                   ? out->zones - 1
             : scope == SCOPE_PLACE && out->places ? out->place[out->places - 1].id
                                                   : 0;

    if (out->counters < SCENE_COUNTERS)
        out->counter[out->counters++] = (struct scene_counter){words, value, limit, (uint16_t)of, (uint8_t)scope, 0};
    else
        out->lost++;
}

/* A limit that the rules need and hardly a game comes to (after 300 turns nobody wins) is kept from view until it is in
 * sight: in its last fifth, at least for the last four. Notes name it from then on, and say what happens then. */
static inline bool limit_in_sight(int32_t value, int32_t limit)
{
    int32_t fifth = limit / 5;

    return limit - value < (fifth > 4 ? fifth : 4);
}

/* A counter of the table with such a limit. */
static inline void scene_count_far(struct scene *out, int32_t value, int32_t limit, struct phrase words)
{
    scene_count(out, SCOPE_TABLE, value, limit_in_sight(value, limit) ? limit : NO_LIMIT, words);
}

/* A counter of a seat; flags: 0 or COUNTER_SCORE. */
static inline void scene_count_seat(struct scene *out, int seat, int flags, int32_t value, int32_t limit,
                                    struct phrase words)
{
    if (out->counters < SCENE_COUNTERS)
        out->counter[out->counters++] = (struct scene_counter){words,          value,      limit,
                                                               (uint16_t)seat, SCOPE_SEAT, (uint8_t)flags};
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
