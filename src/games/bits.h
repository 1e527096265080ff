/* bits.h: sets of up to 32 things (cards, seats, places) as the bits of one number. */
#ifndef WABE_BITS_H
#define WABE_BITS_H

#include <stdint.h>

#define BIT(i) (1u << (i))

static inline int bit_count(uint32_t set)
{
    set = set - ((set >> 1) & 0x55555555u);
    set = (set & 0x33333333u) + ((set >> 2) & 0x33333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0fu;
    return (int)((set * 0x01010101u) >> 24);
}

/* The lowest member; the set is not empty. These two are the only places that ask the compiler for more
 * than C11 has, with plain versions for compilers that do not offer it. */
static inline int bit_lowest(uint32_t set)
{
#if defined(__GNUC__)
    return __builtin_ctz(set);
#else
    return bit_count((set & (0u - set)) - 1);
#endif
}

static inline int bit_lowest64(uint64_t set)
{
#if defined(__GNUC__)
    return __builtin_ctzll(set);
#else
    return (uint32_t)set ? bit_lowest((uint32_t)set) : 32 + bit_lowest((uint32_t)(set >> 32));
#endif
}

/* Member number n (from 0) in ascending order; the set has more than n members. */
static inline int bit_nth(uint32_t set, uint32_t n)
{
    while (n-- > 0)
        set &= set - 1;
    return bit_lowest(set);
}

/* for (FOR_BITS(i, set)) visits the members in ascending order. */
#define FOR_BITS(i, set)                                                                                               \
    uint32_t left_##i = (set), i = left_##i ? (uint32_t)bit_lowest(left_##i) : 0;                                      \
    left_##i;                                                                                                          \
    left_##i &= left_##i - 1, i = left_##i ? (uint32_t)bit_lowest(left_##i) : 0

#endif
