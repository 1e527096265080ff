/* fair.h: luck that nobody can choose and everybody can check: docs/protocol.md, "Luck that can be checked". */
#ifndef WABE_FAIR_H
#define WABE_FAIR_H

#include "match.h"

/* The well of a match on a server. All of it is plain bytes; `well.at` is set by fair_well. */
struct fair {
    struct well well;
    int scheme;                 /* 1: the nonces were open before the match; 2: commitments to them came first */
    char table[FAIR_TABLE + 1]; /* scheme 2: whose luck it is, and at which attempt to start */
    uint32_t attempt;
    uint8_t secret[FAIR_SECRET];
    uint8_t nonce[SEATS_MAX][FAIR_NONCE]; /* of bots: zeros in scheme 1, fair_bot_nonce in scheme 2 */
    int seats;
};

/* The secret of an attempt, which follows from what was thrown when the table was made. */
void fair_secret(const uint8_t thrown[FAIR_SECRET], const char *table, uint32_t attempt, uint8_t out[FAIR_SECRET]);

/* Without nonces, for one attempt of a table. */
void fair_well(struct fair *out, const char *table, uint32_t attempt, const uint8_t secret[FAIR_SECRET], int seats);

/* What the server shows before anybody commits; what a seat shows before anybody reveals. */
void fair_commitment(const char *table, uint32_t attempt, const uint8_t secret[FAIR_SECRET],
                     uint8_t out[FAIR_COMMITMENT]);
void fair_seat_commitment(const char *table, uint32_t attempt, int seat, const uint8_t nonce[FAIR_NONCE],
                          uint8_t out[FAIR_COMMITMENT]);

/* What a bot adds: the server has committed to it with its secret. */
void fair_bot_nonce(const char *table, uint32_t attempt, const uint8_t secret[FAIR_SECRET], int seat,
                    uint8_t out[FAIR_NONCE]);

/* Scheme 1, for matches that have begun by it. */
void fair_old_well(struct fair *out, const uint8_t secret[FAIR_SECRET], int seats);
void fair_old_commitment(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_COMMITMENT]);

/* A number for what is not to be guessed but is no draw: the seed of the bots. */
uint64_t fair_seed(const uint8_t secret[FAIR_SECRET]);

void fair_hex(char *out, const uint8_t *bytes, size_t n); /* 2 n digits and a zero */
bool fair_read_hex(uint8_t *out, size_t n, const char *text);

#endif
