/* playing.h: what play.c (decisions of people) and follow.c (all that happens between them) share. */
#ifndef WABE_PLAYING_H
#define WABE_PLAYING_H

#include "play.h"

enum { NEWS_SIZE = 1 << 14, NO_HINT = -1 };

struct play {
    struct stage *stage;
    struct session *s;
    struct play_options *options;
    uint32_t pace; /* when it is switched on */
    struct view *view;
    struct desk desk;
    int viewer;                 /* through whose eyes the table is seen */
    uint32_t seen[VIEWERS_MAX]; /* moves that each has been shown */
    double wary;                /* before this time Enter is not meant for the decision that has just come up */
    struct target last;         /* what was taken last, to begin near it; columns == 0: nothing */
    uint32_t asks_at;           /* the number of moves at which nobody passes by itself: an undo has led there */
    int hint;                   /* the offer that was suggested, or NO_HINT */
    struct why unsaved;         /* what the person has been told about saving */
    char news[NEWS_SIZE], message[512];
    char *log;
    size_t log_size;
};

struct match *match_of(const struct play *p);
bool is_person(const struct play *p, int seat);

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

/* Shows the moves that the viewer has not seen yet, each for a while. */
enum play_end catch_up(struct play *p);

/* Waits until somebody has looked at the table. */
enum play_end hold(struct play *p, const char *keys);

/* A bot's decision, with the table before everybody's eyes. */
enum play_end bot_decides(struct play *p, int seat);

/* The next decision is this person's: behind a curtain, if another one sat there. The viewer is another one still, if
 * the last to choose wants to choose again. */
enum play_end change_viewer(struct play *p, int seat);

#endif
