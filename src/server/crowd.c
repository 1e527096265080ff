/* crowd.c: a hash table of places with a bound. Looked into once a connection and once a request. */
#define _DEFAULT_SOURCE

#include "crowd.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum { SWEPT_AT_ONCE = 64 };

/* IPv4 addresses are among those of IPv6 that nobody comes from (multicast). */
static const place_t four = (place_t)0xff << 56;

static place_t place_four(const unsigned char bytes[4])
{
    return four | (place_t)bytes[0] << 24 | (place_t)bytes[1] << 16 | (place_t)bytes[2] << 8 | bytes[3];
}

static place_t place_six(const struct in6_addr *address)
{
    place_t place = 0;

    if (IN6_IS_ADDR_V4MAPPED(address))
        return place_four(address->s6_addr + 12);
    for (int i = 0; i < 8; i++)
        place = place << 8 | address->s6_addr[i];
    return place;
}

place_t place_of(const struct sockaddr_storage *address)
{
    struct sockaddr_in in;
    struct sockaddr_in6 in6;

    if (address->ss_family == AF_INET6) {
        memcpy(&in6, address, sizeof in6);
        return place_six(&in6.sin6_addr);
    }
    memcpy(&in, address, sizeof in);
    return place_four((const unsigned char *)&in.sin_addr);
}

bool place_read(const char *text, place_t *out)
{
    struct in6_addr six;
    unsigned char bytes[4];

    if (inet_pton(AF_INET, text, bytes) == 1)
        *out = place_four(bytes);
    else if (inet_pton(AF_INET6, text, &six) == 1)
        *out = place_six(&six);
    else
        return false;
    return true;
}

void place_text(place_t place, char out[ADDRESS_TEXT])
{
    bool is_four = place >> 32 == four >> 32;
    unsigned char bytes[16] = {0};

    if (is_four)
        place <<= 32;
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(place >> (56 - 8 * i));
    inet_ntop(is_four ? AF_INET : AF_INET6, bytes, out, ADDRESS_TEXT);
}

bool pace_take(const struct pace *pace, int64_t now, int64_t *due, int *wait_seconds)
{
    int64_t from = *due > now ? *due : now;
    int64_t over = from + pace->cost - now - pace->window;

    if (over > 0) {
        *wait_seconds = (int)((over + 999999) / 1000000);
        return false;
    }
    *due = from + pace->cost;
    return true;
}

static uint32_t list_of(place_t place)
{
    return (uint32_t)((place * 0x9e3779b97f4a7c15u) >> 50);
}

struct visitor *crowd_get(struct crowd *crowd, place_t place)
{
    struct visitor **list = &crowd->lists[list_of(place)], *visitor;

    for (visitor = *list; visitor; visitor = visitor->next)
        if (visitor->place == place)
            return visitor;
    visitor = crowd->n < CROWD_MAX ? calloc(1, sizeof *visitor) : NULL;
    if (!visitor)
        return NULL;
    *visitor = (struct visitor){.next = *list, .place = place};
    *list = visitor;
    crowd->n++;
    return visitor;
}

static void sweep(struct crowd *crowd, struct visitor **at, int64_t now)
{
    while (*at) {
        struct visitor *visitor = *at;

        if (visitor->lines || visitor->busy || visitor->due > now) {
            at = &visitor->next;
            continue;
        }
        *at = visitor->next;
        free(visitor);
        crowd->n--;
    }
}

void crowd_sweep(struct crowd *crowd, int64_t now)
{
    for (int i = 0; i < SWEPT_AT_ONCE; i++)
        sweep(crowd, &crowd->lists[crowd->swept++ % CROWD_LISTS], now);
}

void crowd_end(struct crowd *crowd)
{
    for (uint32_t i = 0; i < CROWD_LISTS; i++)
        while (crowd->lists[i]) {
            struct visitor *next = crowd->lists[i]->next;

            free(crowd->lists[i]);
            crowd->lists[i] = next;
        }
    crowd->n = 0;
}
