/* fair.h: luck that nobody can choose and everybody can check: docs/protocol.md, "Luck that can be checked". By
 * libsodium. */
#ifndef WABE_FAIR_H
#define WABE_FAIR_H

#include "../table/match.h"

/* The well of a match on a server. All of it is plain bytes; `well.at` is set by fair_well. */
struct fair {
    struct well well;
    uint8_t secret[FAIR_SECRET];
    uint8_t nonce[SEATS_MAX][FAIR_NONCE]; /* zeros for bots */
    int seats;
};

bool fair_ready(void); /* once, before all else: false if the machine gives no random numbers */
void fair_well(struct fair *out, const uint8_t secret[FAIR_SECRET], int seats);
void fair_commitment(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_COMMITMENT]);
/* A number for what is not to be guessed but is no draw: the seed of the bots. */
uint64_t fair_seed(const uint8_t secret[FAIR_SECRET]);

void fair_hex(char *out, const uint8_t *bytes, size_t n); /* 2 n digits and a zero */
bool fair_read_hex(uint8_t *out, size_t n, const char *text);

#endif
