/* hash.h: 64-bit fingerprints of bytes (FNV-1a, stirred at the end). For telling states apart and for
 * comparing builds, not for secrets. */
#ifndef WABE_HASH_H
#define WABE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "../games/luck.h"

#define HASH_START 0xcbf29ce484222325u

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < n; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return luck_stir(hash);
}

#endif
