/* hall.h: the server: who is connected, the tables that somebody looks at, and everything that goes between them, the
 * store and the bots. */
#ifndef WABE_HALL_H
#define WABE_HALL_H

#include "net.h"

struct hall_settings {
    const char *store; /* a file or postgres://... */
    struct net_settings net;
    int threads;                /* for bots */
    uint32_t tables_per_person; /* open ones that one is the host of */
    uint32_t guest_days;        /* so long is kept what belongs to guests who do not come back */
    uint32_t think_seconds;     /* of the bots of one table in an hour; then they play without thinking much */
    bool log;                   /* a line for everything that happens, on the standard error */
};

struct hall;

struct hall *hall_open(const struct hall_settings *settings, bool *busy, struct why *why);
struct net *hall_net(struct hall *hall);
bool hall_run(struct hall *hall); /* until hall_stop, by a signal handler; false if the loop broke down */
void hall_stop(struct hall *hall);
void hall_close(struct hall *hall);

#endif
