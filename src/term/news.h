/* news.h: of what has happened, that by which one knows what each other player did last. */
#ifndef WABE_NEWS_H
#define WABE_NEWS_H

#include "../table/match.h"

/* A line of the log, and how far from its end it stands: 1 is the last one. */
struct news_line {
    char words[256];
    int back;
};

/* After n moves: for each seat but the viewer's the line in which it is told of its last move, if that is not too long
 * ago: in its words the first one since then that begins with that seat. Sorted, the oldest first. Returns how many. */
int news_of_others(const struct match *match, int viewer, uint32_t n, struct news_line out[SEATS_MAX]);

#endif
