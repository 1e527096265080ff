/* wide.h: whole numbers below 2^128 as two 64-bit words, for counting the ways in which hidden cards may lie. Rules
 * files have no 128-bit arithmetic, so the little that is needed is written out. */
#ifndef WABE_WIDE_H
#define WABE_WIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "luck.h"

struct wide {
    uint64_t high, low;
};

static inline struct wide wide_sum(struct wide a, struct wide b)
{
    uint64_t low = a.low + b.low;

    return (struct wide){a.high + b.high + (low < a.low), low};
}

/* a * b, by the halves of both. */
static inline struct wide wide_product(uint64_t a, uint64_t b)
{
    uint64_t a1 = a >> 32, a0 = (uint32_t)a, b1 = b >> 32, b0 = (uint32_t)b;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;

    return (struct wide){a1 * b1 + (middle >> 32) + (other >> 32), a * b};
}

static inline bool wide_less(struct wide a, struct wide b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

/* The least number of the form 2^k - 1 that is not below n. */
static inline uint64_t wide_mask(uint64_t n)
{
    for (int shift = 1; shift < 64; shift *= 2)
        n |= n >> shift;
    return n;
}

/* A whole number below n, all equally likely: as many bits as n has, drawn again while they are not below it, which is
 * at most once on average. n is at least 1. */
static inline struct wide wide_below(struct luck *luck, struct wide n)
{
    uint64_t high = wide_mask(n.high), low = n.high ? UINT64_MAX : wide_mask(n.low);
    struct wide drawn;

    do {
        drawn.high = high ? luck_word64(luck) & high : 0;
        drawn.low = luck_word64(luck) & low;
    } while (!wide_less(drawn, n));
    return drawn;
}

#endif
