/* luck.h: the generator of chance, small enough to read in one look.
 *
 * It is SplitMix64: the state is one 64-bit number that grows by a constant, and each word is that
 * number stirred. The same on every machine, native or wasm; the state is 8 bytes; no tables.
 *
 * Two ways to use it. In sequence: start with any state and ask for words (bots, random players,
 * redealing hidden cards). Indexed: luck_at(seed, source, k) is the luck of the k-th draw from one
 * source (a deck, a die, a bag) of a match, so that undoing a draw and drawing again gives the same
 * card, and two lines of play with the same seed have comparable luck. docs/record.md has the
 * formula for other programs.
 */
#ifndef WABE_LUCK_H
#define WABE_LUCK_H

#include <stdint.h>

struct luck {
    uint64_t state;
};

#define LUCK_STEP 0x9e3779b97f4a7c15u

static inline uint64_t luck_stir(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline uint64_t luck_word64(struct luck *luck)
{
    luck->state += LUCK_STEP;
    return luck_stir(luck->state);
}

static inline uint32_t luck_word(struct luck *luck)
{
    return (uint32_t)(luck_word64(luck) >> 32);
}

/* A whole number from 0 to n - 1, all equally likely: the high half of word * n, drawn again in the
 * few cases that would favour some results. n is at least 1. */
static inline uint32_t luck_below(struct luck *luck, uint32_t n)
{
    uint64_t wide = (uint64_t)luck_word(luck) * n;

    if ((uint32_t)wide < n) {
        uint32_t unfair = (0u - n) % n;

        while ((uint32_t)wide < unfair)
            wide = (uint64_t)luck_word(luck) * n;
    }
    return (uint32_t)(wide >> 32);
}

/* The luck of draw number `index` (from 0) of one source in a match with this seed. */
static inline struct luck luck_at(uint64_t seed, uint32_t source, uint32_t index)
{
    uint64_t stream = luck_stir(seed + LUCK_STEP * ((uint64_t)source + 1));

    return (struct luck){luck_stir(stream + LUCK_STEP * ((uint64_t)index + 1))};
}

#endif
