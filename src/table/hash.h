/* hash.h: 64-bit fingerprints of bytes, eight at a time. For telling states apart and for comparing builds, not for
 * secrets. */
#ifndef WABE_HASH_H
#define WABE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "../games/bits.h"
#include "../games/luck.h"

#define HASH_START 0x7761626521u

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    uint64_t word = 0;
    size_t done = 0;

    hash ^= n * LUCK_STEP;
    for (; done + 8 <= n; done += 8)
        hash = luck_stir(hash ^ bytes_word(at + done));
    for (size_t i = 0; done + i < n; i++)
        word |= (uint64_t)at[done + i] << (8 * i);
    return done < n ? luck_stir(hash ^ word) : hash;
}

#endif
