#include "blake2b.h"

#include "../games/bits.h"
#include "bytes.h"

enum { BLOCK = 128, ROUNDS = 12 };

/* The first 64 bits behind the point of the square roots of the first eight primes. */
static const uint64_t start[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                                  0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/* Which words of a block a round mixes in: 16 numbers of four bits, the first one highest. Rounds 10 and 11 are 0 and 1
 * again. */
static const uint64_t order[10] = {0x0123456789abcdef, 0xea489fd61c02b753, 0xb8c052fdae367194, 0x7931dcbe265a40f8,
                                   0x905724afe1bc683d, 0x2c6a0b834d75fe19, 0xc51fed4a0763928b, 0xdb7ec13950f4862a,
                                   0x6fe9b308c2d714a5, 0xa2847615fb9e3cd0};

static uint64_t turned(uint64_t word, int bits)
{
    return word >> bits | word << (64 - bits);
}

/* One quarter: column or diagonal a, b, c, d of the square. */
static void mix(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = turned(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turned(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 63);
}

/* Takes a block into the state h; `done` bytes have come up to its end. */
static void compress(uint64_t h[8], const uint8_t block[BLOCK], uint64_t done, int last)
{
    uint64_t v[16], m[16];

    for (int i = 0; i < 16; i++) {
        m[i] = bytes_word(block + 8 * i);
        v[i] = i < 8 ? h[i] : start[i - 8];
    }
    v[12] ^= done;
    if (last)
        v[14] = ~v[14];
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t numbers = order[round % 10];

        for (int i = 0; i < 8; i++) {
            int turn = i / 4; /* first the columns, then the diagonals */
            uint64_t x = m[numbers >> 60], y = m[numbers >> 56 & 15];

            mix(v, i % 4, 4 + (i + turn) % 4, 8 + (i + 2 * turn) % 4, 12 + (i + 3 * turn) % 4, x, y);
            numbers <<= 8;
        }
    }
    for (int i = 0; i < 8; i++)
        h[i] ^= v[i] ^ v[i + 8];
}

void blake2b(uint8_t *out, size_t out_n, const uint8_t *key, size_t key_n, const uint8_t *bytes, size_t n)
{
    uint64_t h[8], done = 0;
    uint8_t block[BLOCK];
    size_t in_key = key_n > 0 ? BLOCK : 0, whole = in_key + n;

    memcpy(h, start, sizeof h);
    h[0] ^= 0x01010000 ^ key_n << 8 ^ out_n;
    do { /* the key fills the first block; nothing at all is one block of zeros */
        size_t part = whole - done < BLOCK ? whole - (size_t)done : BLOCK;

        memset(block, 0, sizeof block);
        if (done < in_key)
            memcpy(block, key, key_n);
        else if (part > 0)
            memcpy(block, bytes + (done - in_key), part);
        done += part;
        compress(h, block, done, done == whole);
    } while (done < whole);
    for (size_t i = 0; i < out_n; i++)
        out[i] = (uint8_t)(h[i / 8] >> 8 * (i % 8));
}
