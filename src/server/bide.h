/* bide.h: the bots of a table bide their time: what they have decided, until it is due (bots/pace.h). Knows no clock:
 * times are handed in, in milliseconds of one that nobody sets.
 *
 * It begins anew with every change that all at the table see: another decision, something heard, another level, a bot
 * that stands in or a person who is back. So the moment of an answer follows from what all have seen, also after a
 * restart and at another node, where it begins when the table is found. */
#ifndef WABE_BIDE_H
#define WABE_BIDE_H

#include "room.h"

struct bide {
    bool begun, tired;
    uint32_t decision, shown, people; /* as they were when it began */
    int64_t since;
    uint32_t period;
    uint32_t ready; /* seats whose bots have decided ... */
    move_t move[SEATS_MAX];
    bool complete; /* ... all that answer together, who do so at: */
    int64_t due;
};

/* Whether the table is another one for those who look at it than when it began. */
bool bide_is_over(const struct bide *bide, const struct room *room);

/* tired: all bots play as the easiest one. What bots have decided stays, if it was for the same decision. */
void bide_begin(struct bide *bide, const struct room *room, bool tired, int64_t now);

/* A bot that is to be asked now, or NOBODY: there is none, or the table waits until what was decided is due. */
int bide_ask(const struct bide *bide, const struct room *room);

/* A bot has made its whole choice. What that counts for where thinking is limited, in milliseconds. */
uint32_t bide_answer(struct bide *bide, const struct room *room, int seat, move_t move, int64_t now);

/* Whether all have decided, and the table waits until it is due. */
bool bide_waits(const struct bide *bide);

/* The next answer that is due, as a move that is to be made; false: none is. */
bool bide_next(struct bide *bide, int64_t now, struct event *out);

#endif
