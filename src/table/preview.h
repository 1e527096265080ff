/* preview.h: what a move would do, as far as the one who could make it can know.
 *
 * The move is made in some worlds that its maker thinks possible: the view, in which the others' sealed choices are
 * taken back, redealt by `veil`, with the same seeds every time and never with the luck of the match. What is told
 * first in all of them, up to the first thing that brings something to light which the maker does not know, is what
 * will be told; where all worlds are one, the maker knows everything, and all of it is. Counters and scores that are
 * the same in all worlds after the move are promised, too, and what comes then (chance, a choice of others), which is
 * not looked into; where the game ends, who wins, if all scores and tie-breaks are the same in all of them. In a sealed
 * step that is one's own choice and nothing else. */
#ifndef WABE_PREVIEW_H
#define WABE_PREVIEW_H

#include "view.h"

/* What comes after the move, as far as it could be looked at. */
enum preview_next {
#define NEXTS(X)                                                                                                       \
    X(HIDDEN, "hidden") /* that depends on what is hidden */                                                           \
    X(SEALED, "sealed") /* it lies face down: what follows is up to what others choose unseen */                       \
    X(CHANCE, "chance") /* something is drawn, dealt or rolled */                                                      \
    X(OTHER, "other")   /* somebody else decides */                                                                    \
    X(OWN, "own")       /* the same seat decides again */                                                              \
    X(OVER, "over")
#define NEXT_ID(id, name) NEXT_##id,
    NEXTS(NEXT_ID) PREVIEW_NEXTS
#undef NEXT_ID
};

/* A counter that is another one then, has another limit, or was not there before; or the score of a seat, without
 * words, where no counter says it. */
struct preview_change {
    struct scene_counter counter;  /* as it is then; `of` is unused where it belongs to a zone */
    const struct scene_zone *zone; /* to which it belongs, or NULL */
    int32_t by;
    bool fresh; /* it was not there before: then `by` is 0 */
};

enum {
    PREVIEW_CHANGES = SCENE_COUNTERS + SEATS_MAX,
    PREVIEW_WORLDS = 12, /* that are looked at, by the luck of the seeds 0 .. 11 */
    PREVIEW_SURE = 300,  /* that are, for what comes after something hidden; so many have to be one for a maker who is
                            said to know everything */
};

struct preview {
    const struct match *match;
    int seat;
    move_t move;
    uint8_t next;       /* enum preview_next */
    bool reveals;       /* something hidden comes to light: what else is told depends on it */
    struct phrase then; /* where chance comes next: what is expected then; or NO_TEXT */
    struct facts facts; /* that the seat will be told, in order, with their transfers */
    uint16_t changes;
    struct preview_change change[PREVIEW_CHANGES];
    bool decided; /* the game is over then, and these are the ranks and scores */
    uint8_t rank[SEATS_MAX];
    struct result result;

    /* To work with. */
    bool known; /* all worlds are one */
    struct facts told;
    struct scene before, after, other;
    struct result ends;
};

/* Of a move that is on offer to this seat now. */
void preview_make(struct preview *out, const struct match *match, int seat, move_t move);

enum { PREVIEW_JSON_MAX = 1 << 15, PREVIEW_TEXT_MAX = 2048 };

/* JSON as in docs/scene.md; and in sentences, on one line: empty if there is nothing to say. */
void preview_json(const struct preview *preview, struct text *out);
void preview_text(const struct preview *preview, struct text *out);

#endif
