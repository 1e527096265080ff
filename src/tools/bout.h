/* bout.h: matches between bots, and many of them side by side. */
#ifndef WABE_BOUT_H
#define WABE_BOUT_H

#include "tools.h"

#include "../bots/bot.h"

/* ---- one ---- */

/* What one worker needs to play matches of one game: allocated once, used for all its matches. */
struct bout {
    struct match match;
    void *match_memory;
    void *bot_memory;
    struct question question; /* the last one */
    struct answer answer;     /* to it */

    /* Of the last match, by seats: */
    uint32_t decisions[SEATS_MAX]; /* between several options */
    double seconds[SEATS_MAX];     /* of thinking */
};

/* Memory for matches of this game with any of these bots; freed by bout_end. */
void bout_begin(struct bout *bout, const struct game *game, const struct bot bots[], int n);
void bout_end(struct bout *bout);

/* The bot's answer for a seat that owes a decision in the bout's match, into bout->answer, by luck that follows from
 * the seed of the deal, the voice and the number of the decision among those of this voice. */
void bout_ask(struct bout *bout, int seat, const struct bot *bot, uint32_t voice, uint32_t number);

/* Called before each decision of a bot is played, with the state as it is (match->state), the seat and the answer.
 * NULL: nobody watches. */
typedef void bout_watch(void *self, const struct match *match, int seat, const struct answer *answer);

/* Plays one match to its end: seat i is played by *player[i]. The luck of the bots follows from the seed of the deal,
 * `voice[i]` and the number of the decision among those of this seat: a voice is a number that stays with a bot
 * wherever it sits, different for each seat of a match, so that its luck is the same whatever the others do. Returns
 * false if a move was refused, with a sentence on the standard error, or silently after an interrupt. */
bool bout_play(struct bout *bout, const struct command *command, const struct deal *deal,
               const struct bot *const player[], const uint32_t voice[], bout_watch *watch, void *self,
               struct result *result, uint8_t rank[]);

/* ---- bots from what people type ---- */

enum { BOTS_MAX = 8 };

struct bots {
    struct bot bot[BOTS_MAX];
    char name[BOTS_MAX][BOT_TEXT_MAX]; /* as typed */
    int n;
};

/* Reads "hard,ismcts:iterations=500,trees=2,random": names as bot_read takes them, between commas; a part with '='
 * before any ':' belongs to the bot before it. False after a sentence on the standard error. */
bool bots_read(const struct command *command, const struct game *game, const char *list, struct bots *out);

/* ---- many ---- */

enum {
    CREW_MAX = 64,   /* workers */
    CREW_SLOTS = 512 /* no more jobs are begun but not reported: job % CREW_SLOTS can be the place of its result */
};

/* Does job 0 .. jobs - 1 in `workers` threads: work(self, worker, job), begun in ascending order. False: it failed, and
 * everything ends. After each finished job, in the order of the jobs and by one thread at a time, done(self, job) is
 * called, so that what it adds up does not depend on the number of workers; when it returns false, no further job is
 * begun, and the results of those that run are not reported. An interrupt (Ctrl-C) ends it likewise, within a decision
 * of bout_play. Returns the number of jobs reported. */
typedef bool crew_work(void *self, int worker, uint64_t job);
typedef bool crew_done(void *self, uint64_t job);
uint64_t crew_run(int workers, uint64_t jobs, crew_work *work, crew_done *done, void *self);

bool crew_interrupted(void); /* whether there has been one */
int crew_size(void);         /* cores of this machine, at most CREW_MAX */

#endif
