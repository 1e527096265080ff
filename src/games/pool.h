/* pool.h: an ascending list of up to 16 different numbers below 16, four bits each in one 64-bit number: a
 * small deck that cards are drawn from at random. Reading the n-th, finding a member and taking it out
 * are a few shifts, without a loop or a branch, which is what makes dealing quick. The caller keeps
 * count; beyond it the number is zero. */
#ifndef WABE_POOL_H
#define WABE_POOL_H

#include "bits.h"
#include "luck.h"

static inline uint64_t pool_of(uint32_t set)
{
    uint64_t pool = 0;
    int n = 0;

    for (FOR_BITS(i, set))
        pool |= (uint64_t)i << (4 * n++);
    return pool;
}

static inline int pool_nth(uint64_t pool, uint32_t n)
{
    return (int)(pool >> (4 * n) & 15);
}

/* The pool without this member, which it has. The lowest four bits of `equal` that become zero by the
 * comparison are found by the borrow that they cause. */
static inline uint64_t pool_without(uint64_t pool, int member)
{
    uint64_t equal = pool ^ (uint64_t)member * 0x1111111111111111u;
    uint64_t found = (equal - 0x1111111111111111u) & ~equal & 0x8888888888888888u;
    uint64_t before = (found & (0 - found)) - 1; /* bits below the highest bit of the member */

    before >>= 3; /* bits below the member */
    return (pool & before) | (pool >> 4 & ~before);
}

/* Takes n members at random out of a pool that has `left` of them, and returns them as a set (bits.h). */
static inline uint32_t pool_deal(uint64_t *pool, uint32_t left, int n, struct luck *luck)
{
    uint32_t dealt = 0;

    for (; n > 0; n--) {
        int member = pool_nth(*pool, luck_below(luck, left--));

        dealt |= BIT(member);
        *pool = pool_without(*pool, member);
    }
    return dealt;
}

#endif
