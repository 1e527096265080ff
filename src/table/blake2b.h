/* blake2b.h: the hash BLAKE2b of RFC 7693, written for small messages and small code: browsers have none of their own
 * on pages that come by plain http. Draws are its hottest use, some hundred in a match. */
#ifndef WABE_BLAKE2B_H
#define WABE_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

enum { BLAKE2B_MAX = 64 }; /* bytes of a hash, and of a key */

/* The hash of n bytes, out_n bytes long (1 to BLAKE2B_MAX), by a key of key_n bytes (0: none). */
void blake2b(uint8_t *out, size_t out_n, const uint8_t *key, size_t key_n, const uint8_t *bytes, size_t n);

#endif
