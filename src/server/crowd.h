/* crowd.h: who comes from where, and how much of it is too much. Knows no sockets. */
#ifndef WABE_CROWD_H
#define WABE_CROWD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum { ADDRESS_TEXT = 64 };

/* Where somebody comes from: an IPv4 address, or the first 64 bits of an IPv6 address, which one household has for
 * itself. */
typedef uint64_t place_t;

place_t place_of(const struct sockaddr_storage *address);
bool place_read(const char *text, place_t *out);
void place_text(place_t place, char out[ADDRESS_TEXT]);

/* A pace: so many at once, then one after each `cost` microseconds. `due` is when the last of them would have been on
 * time. */
struct pace {
    int64_t cost, window;
};

bool pace_take(const struct pace *pace, int64_t now, int64_t *due, int *wait_seconds);

/* Stays where it is while somebody is there: connections, and requests and WebSockets under way. */
struct visitor {
    struct visitor *next;
    place_t place;
    uint32_t lines, busy;
    int64_t due;
};

/* All of them; those of whom there is nothing left to remember are forgotten bit by bit. */
enum { CROWD_LISTS = 16384, CROWD_MAX = 1 << 17 };
struct crowd {
    struct visitor *lists[CROWD_LISTS];
    uint32_t n, swept;
};

struct visitor *crowd_get(struct crowd *crowd, place_t place); /* NULL: there is no room for more */
void crowd_sweep(struct crowd *crowd, int64_t now);
void crowd_end(struct crowd *crowd);

#endif
