/* bits.h: sets of up to 32 things (cards, seats, places) as the bits of a number, eight small numbers as its bytes. */
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

#define EACH_BYTE 0x0101010101010101u

/* Of eight bytes below 128, how many are not above n, which is below 128 too. With running sums (bytes * EACH_BYTE) it
 * finds the n-th of things that are counted by kind. */
static inline int bytes_not_above(uint64_t bytes, uint32_t n)
{
    uint64_t not_above = (((uint64_t)n | 0x80) * EACH_BYTE - bytes) >> 7 & EACH_BYTE;

    return (int)(not_above * EACH_BYTE >> 56);
}

/* Eight bytes as one number, the first one lowest on every machine; written out, compilers make one load of it. */
static inline uint64_t bytes_word(const uint8_t at[8])
{
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

/* Of eight bytes below 128, those that are not 0, as a set. */
static inline uint32_t bytes_set(uint64_t bytes)
{
    return (uint32_t)(((bytes + 0x7f * EACH_BYTE) >> 7 & EACH_BYTE) * 0x0102040810204080u >> 56);
}

/* for (FOR_BITS(i, set)) visits the members in ascending order. */
#define FOR_BITS(i, set)                                                                                               \
    uint32_t left_##i = (set), i = left_##i ? (uint32_t)bit_lowest(left_##i) : 0;                                      \
    left_##i;                                                                                                          \
    left_##i &= left_##i - 1, i = left_##i ? (uint32_t)bit_lowest(left_##i) : 0

#endif
