/* sitting.h: people and bots around one screen: what is to be shown next, to whose eyes, and who is asked.
 *
 * A front end asks for the cue, does what it says, tells what came of it, and asks again. It draws, waits and saves; it
 * decides nothing of this for itself. Terminals, line mode and pages do the same things in the same order by it.
 *
 *     for (;;) switch (sitting_next(s, &cue), cue.is) {
 *     case CUE_SHOW:    show the moves from .. to - 1 to the viewer, wait, sitting_shown()
 *     case CUE_CURTAIN: nothing of the table may be seen until the next person is there: sitting_taken()
 *     case CUE_ASK:     the viewer decides: sitting_play(), or sitting_undo(), sitting_redo()
 *     case CUE_PASS:    nothing else is possible, and the person wished to pass by itself: sitting_play() with PASS
 *     case CUE_BOT:     ask the bot on this seat: sitting_hear()
 *     case CUE_DUE:     all bots that answer together have decided: when it is due (bots/pace.h), sitting_answer()
 *     case CUE_OVER:    the match is over, or nobody can go on
 *     }
 *
 * CUE_WAIT is for one who sits elsewhere, before a screen of their own: others decide.
 */
#ifndef WABE_SITTING_H
#define WABE_SITTING_H

#include "turns.h"

struct sitting {
    struct match *match;
    int viewer;       /* whose eyes are on the screen: a seat, all people together, or where only bots play the
                         referee */
    bool handed;      /* between people with secrets: whether the viewer sits before it */
    int sits;         /* between people with secrets: who was there last and has no reason to leave: nobody else of
                         them has moved, no hand or round has ended for all to look at; or NOBODY */
    bool passes;      /* a wish: pass where sitting_may_pass() */
    uint16_t reads;   /* a wish: more lines at once stay until somebody has looked; 0: as many as there are go by */
    int last;         /* the person who moved last, or NOBODY */
    uint32_t asks_at; /* so many moves were made when somebody went back: there nobody passes by itself */
    uint32_t shown[VIEWERS_MAX]; /* moves that each has been shown */
    uint32_t bots, left;         /* who answer together, and those of them who have not decided; 0: nobody was asked */
    uint32_t bots_n;             /* moves that were made when they were asked */
    move_t answer[SEATS_MAX];
};

enum cue_kind {
#define CUES(X)                                                                                                        \
    X(SHOW, "show")                                                                                                    \
    X(CURTAIN, "curtain") X(ASK, "ask") X(PASS, "pass") X(BOT, "bot") X(DUE, "due") X(WAIT, "wait") X(OVER, "over")
#define CUE_ID(id, name) CUE_##id,
    CUES(CUE_ID) CUE_KINDS
#undef CUE_ID
};

struct cue {
    uint8_t is;
    int8_t viewer;     /* whose eyes look */
    int8_t seat;       /* who is asked, or comes to the screen; else NOBODY */
    int8_t changes;    /* of a curtain: who could still choose again, or take a move back; or NOBODY */
    uint32_t from, to; /* what is shown: these moves; otherwise both are the moves that have been shown */
    uint16_t lines;    /* that the viewer is told of them; at least one */
    bool over;         /* a hand or round has ended with them */
    bool hold;         /* it stays until somebody has looked */
    bool pause;        /* it stays for a moment; otherwise it is what came of the viewer's own move, and the viewer owes
                          the next one */
    uint32_t bots;     /* who answer together */
};

/* A match begins or goes on: what was dealt and played before is not shown again, and whoever moved last may take it
 * back as if nobody had left. */
void sitting_begin(struct sitting *s, struct match *match);

/* What is next. Asked again before anything was told, it says the same. */
void sitting_next(struct sitting *s, struct cue *out);

void sitting_shown(struct sitting *s, const struct cue *cue);
void sitting_taken(struct sitting *s);

/* A person, or a bot for whom it is done at once, moves. False with the reason and nothing changed, here and below; so
 * where chance would be next in a match that has its luck from outside: nobody could go on. */
bool sitting_play(struct sitting *s, int seat, uint32_t decision, move_t move, struct why *why);

/* What the bot has decided that was to be asked. */
bool sitting_hear(struct sitting *s, move_t move, struct why *why);
bool sitting_answer(struct sitting *s, struct why *why);

/* Whose move would be taken back: the viewer's, or of those who share a screen the last one's; NOBODY: nobody's. */
int sitting_undoer(const struct sitting *s);
bool sitting_may_undo(const struct sitting *s);
bool sitting_may_redo(const struct sitting *s);

/* Takes back a choice that lies face down, or the last move, or all from move number `index` on (not MATCH_LAST); makes
 * again what was taken back, and what bots answered. What comes of it is not shown move by move. Who sits before the
 * screen and is asked again then stays there. */
bool sitting_undo(struct sitting *s, uint32_t index, struct why *why);
bool sitting_redo(struct sitting *s, struct why *why);

/* Where the news of the viewer begin, of n moves that have been shown. */
uint32_t sitting_news(const struct sitting *s, uint32_t n);

/* ---- for any eyes, wherever they are: what a server tells, and what a page shows of a match that it does not play
 * ----
 *
 * It follows from what these eyes may know, so that it can be sent to them. */

/* Moves that all may know of: those of a sealed step count when it is over. */
uint32_t sitting_end(const struct match *match);

/* The cue that shows a viewer the next of the moves from .. end - 1 (at least one). Where it is told nothing of them,
 * .lines is 0 and nothing holds or pauses. */
void sitting_look(const struct match *match, int viewer, uint32_t from, uint32_t end, struct cue *out);

/* Whether a seat that is asked may pass without asking its person: nothing else is possible, nobody has gone back to
 * where it is asked, and no other person could tell by its haste what it holds: there is none, nothing is ever hidden,
 * or `unseen`, it is not seen when it passes. */
bool sitting_may_pass(const struct match *match, int seat, bool unseen);

/* Where the news of a viewer begin, of n moves: at its own last move (or with the step in which several chose unseen,
 * itself among them), or not too long ago. */
uint32_t sitting_news_of(const struct match *match, int viewer, uint32_t n);

#endif
