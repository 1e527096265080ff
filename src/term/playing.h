/* playing.h: what play.c (decisions of people) and follow.c (all that happens between them) share. */
#ifndef WABE_PLAYING_H
#define WABE_PLAYING_H

#include "play.h"

enum { NEWS_SIZE = 1 << 14, NO_HINT = -1, READS = 3 }; /* lines that can be read in passing */

struct play {
    struct stage *stage;
    struct session *s;
    struct play_options *options;
    uint32_t pace; /* when it is switched on */
    struct view *view;
    struct desk desk;
    int viewer;         /* through whose eyes the table is seen */
    double asked;       /* when the bots were that answer together; 0: none has been */
    double wary;        /* before this time Enter is not meant for the decision that has just come up */
    struct target last; /* what was taken last, to begin near it; columns == 0: nothing */
    int hint;           /* the offer that was suggested, or NO_HINT */
    struct why unsaved; /* what the person has been told about saving */
    char news[NEWS_SIZE], message[512];
    struct news_line others[SEATS_MAX];
    int others_n;
    char *log;
    size_t log_size;
};

struct match *match_of(const struct play *p);
struct sitting *sitting_of(const struct play *p);

/* ---- showing ---- */

void say(struct play *p, const char *words);
void say_why(struct play *p, const struct why *why); /* a reason as a sentence */
void draw_table_now(struct play *p);
void show(struct play *p);
void show_message(struct play *p); /* on a page of its own: where there is no line for it, or it does not fit */

/* Pages over the table: l, r and ?. False if it is no such key. */
bool open_page(struct play *p, uint32_t key);

/* Whether the person may leave: yes, unless the last moves are in memory only and they think better of it. */
bool may_quit(struct play *p);

void switch_pace(struct play *p);

/* Scrolls the table by keys that do that; false for others. */
bool scroll_table(struct play *p, uint32_t key);

/* ---- between decisions; PLAY_AGAIN: the match goes on ---- */

/* Other eyes, or the same: what the person before did last, or was advised to do, is nothing for the next one. */
void look_through(struct play *p, int viewer);

/* The table, the log and the news as they are now. */
void look_again(struct play *p);

/* Does what such a cue says. */
enum play_end show_moves(struct play *p, const struct cue *cue);
enum play_end draw_curtain(struct play *p, const struct cue *cue);
enum play_end ask_bot(struct play *p, int seat);
enum play_end let_answer(struct play *p);

/* Waits until somebody has looked at the table. */
enum play_end hold(struct play *p, const char *keys);

/* PLAY_AGAIN if it was done; otherwise the reason is shown, and that is the end. */
enum play_end go_on(struct play *p, bool done, const struct why *why);

#endif
