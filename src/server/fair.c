#include "fair.h"

#include <sodium.h>
#include <string.h>

_Static_assert(FAIR_SECRET == crypto_generichash_KEYBYTES && FAIR_COMMITMENT == crypto_generichash_BYTES,
               "the secret is a key and the commitment a hash of BLAKE2b-256");

bool fair_ready(void)
{
    return sodium_init() >= 0;
}

/* The first 8 bytes of the hash by that key, little-endian. */
static uint64_t keyed(const uint8_t secret[FAIR_SECRET], const uint8_t *bytes, size_t n)
{
    uint8_t hash[crypto_generichash_BYTES];
    uint64_t out = 0;

    crypto_generichash(hash, sizeof hash, bytes, n, secret, FAIR_SECRET);
    for (int i = 7; i >= 0; i--)
        out = out << 8 | hash[i];
    return out;
}

static uint8_t *put_number(uint8_t *to, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        *to++ = (uint8_t)(number >> 8 * i);
    return to;
}

static struct luck fair_at(const struct well *self, uint32_t source, uint32_t index)
{
    static const char label[] = "wabe luck 1";
    const struct fair *fair = (const struct fair *)(const void *)self;
    size_t nonces = (size_t)fair->seats * FAIR_NONCE;
    uint8_t message[sizeof label - 1 + sizeof fair->nonce + 8], *end = message;

    memcpy(end, label, sizeof label - 1);
    end += sizeof label - 1;
    memcpy(end, fair->nonce, nonces);
    end = put_number(end + nonces, source);
    end = put_number(end, index);
    return (struct luck){keyed(fair->secret, message, (size_t)(end - message))};
}

void fair_well(struct fair *out, const uint8_t secret[FAIR_SECRET], int seats)
{
    *out = (struct fair){.well = {fair_at}, .seats = seats};
    memcpy(out->secret, secret, FAIR_SECRET);
}

void fair_commitment(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_COMMITMENT])
{
    crypto_generichash(out, FAIR_COMMITMENT, secret, FAIR_SECRET, NULL, 0);
}

uint64_t fair_seed(const uint8_t secret[FAIR_SECRET])
{
    static const char label[] = "wabe bots 1";

    return keyed(secret, (const uint8_t *)label, sizeof label - 1);
}

void fair_hex(char *out, const uint8_t *bytes, size_t n)
{
    struct text text = text_in(out, 2 * n + 1);

    text_bytes(&text, bytes, n);
}

bool fair_read_hex(uint8_t *out, size_t n, const char *text)
{
    return text_read_bytes(text, out, n);
}
