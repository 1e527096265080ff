/* study_game.h: what is noted down of one game of a study, until it is added to the others. */
#ifndef WABE_STUDY_GAME_H
#define WABE_STUDY_GAME_H

#include "study.h"

/* One decision. */
struct noted {
    uint32_t at; /* moves before it */
    uint16_t options;
    uint8_t seat;
    bool valued; /* the bot knows what it thinks of its chances: */
    double value;
};

struct sheet {
    struct noted *noted;
    uint32_t n, room;
    struct lookup actions;
    uint32_t decision; /* number of the last one, from 1 */
    int start;         /* the seat that made the first decision of its own, or NOBODY */

    /* When it is over: */
    uint32_t moves;
    int32_t score[SEATS_MAX];
    bool missed; /* alone, without winning */
    uint8_t rank[SEATS_MAX];
    uint8_t bot[SEATS_MAX]; /* which of the study's bots sat there */
    enum judged judged;
    int leads[POINTS]; /* how much of the lead the winners had, of WHOLE */
    int changes;
};

void sheet_begin(struct sheet *sheet);
void sheet_free(struct sheet *sheet);

bout_watch sheet_watch;                                           /* with the sheet as self */
void sheet_close(struct sheet *sheet, const struct match *match); /* when scores and ranks are there */

/* Adds a game to its set-up, and tells what is compared between set-ups. */
void arm_add(struct arm *arm, const struct sheet *sheet, int64_t metric[METRICS]);
void arm_free(struct arm *arm);

void sums_add(struct sums *sums, int64_t value);

#endif
