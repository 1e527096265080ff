/* hash.h: 64-bit fingerprints of bytes, eight at a time. For telling states apart and for comparing builds, not for
 * secrets. */
#ifndef WABE_HASH_H
#define WABE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "../games/luck.h"

#define HASH_START 0x7761626521u

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;

    hash ^= n * LUCK_STEP;
    for (size_t done = 0; done < n; done += 8) {
        uint64_t word = 0;

        for (size_t i = 0; i < 8 && done + i < n; i++) /* the lowest byte first, on every machine */
            word |= (uint64_t)at[done + i] << (8 * i);
        hash = luck_stir(hash ^ word);
    }
    return hash;
}

#endif
