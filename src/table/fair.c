#include "fair.h"

#include "blake2b.h"
#include "bytes.h"

/* What is hashed: a word that says what for, then bytes. */
struct message {
    uint8_t bytes[16 + FAIR_TABLE + 4 + SEATS_MAX * FAIR_NONCE + 8];
    size_t n;
};

static void put(struct message *message, const void *bytes, size_t n)
{
    memcpy(message->bytes + message->n, bytes, n);
    message->n += n;
}

static void put_number(struct message *message, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        message->bytes[message->n++] = (uint8_t)(number >> 8 * i);
}

static struct message message_of(const char *word)
{
    struct message message = {.n = 0};

    put(&message, word, text_length(word));
    return message;
}

/* Everything of an attempt is about that attempt at that table and no other. */
static struct message message_at(const char *word, const char *table, uint32_t attempt)
{
    struct message message = message_of(word);

    put(&message, table, FAIR_TABLE);
    put_number(&message, attempt);
    return message;
}

static void hash(uint8_t out[FAIR_COMMITMENT], const uint8_t *secret, const struct message *message)
{
    blake2b(out, FAIR_COMMITMENT, secret, secret ? FAIR_SECRET : 0, message->bytes, message->n);
}

/* The first 8 bytes of the hash by that key, little-endian. */
static uint64_t keyed(const uint8_t secret[FAIR_SECRET], const struct message *message)
{
    uint8_t bytes[FAIR_COMMITMENT];

    hash(bytes, secret, message);
    return bytes_word(bytes);
}

static struct luck fair_at(const struct well *self, uint32_t source, uint32_t index)
{
    const struct fair *fair = (const struct fair *)(const void *)self;
    struct message message = fair->scheme == 1 ? message_of("wabe luck 1")
                                               : message_at("wabe luck 2", fair->table, fair->attempt);

    put(&message, fair->nonce, (size_t)fair->seats * FAIR_NONCE);
    put_number(&message, source);
    put_number(&message, index);
    return (struct luck){keyed(fair->secret, &message)};
}

void fair_secret(const uint8_t thrown[FAIR_SECRET], const char *table, uint32_t attempt, uint8_t out[FAIR_SECRET])
{
    struct message message = message_at("wabe throw 2", table, attempt);

    hash(out, thrown, &message);
}

void fair_well(struct fair *out, const char *table, uint32_t attempt, const uint8_t secret[FAIR_SECRET], int seats)
{
    fair_old_well(out, secret, seats);
    out->scheme = 2;
    memcpy(out->table, table, FAIR_TABLE);
    out->attempt = attempt;
}

void fair_commitment(const char *table, uint32_t attempt, const uint8_t secret[FAIR_SECRET],
                     uint8_t out[FAIR_COMMITMENT])
{
    struct message message = message_at("wabe secret 2", table, attempt);

    put(&message, secret, FAIR_SECRET);
    hash(out, NULL, &message);
}

void fair_seat_commitment(const char *table, uint32_t attempt, int seat, const uint8_t nonce[FAIR_NONCE],
                          uint8_t out[FAIR_COMMITMENT])
{
    struct message message = message_at("wabe seat 2", table, attempt);

    put_number(&message, (uint32_t)seat);
    put(&message, nonce, FAIR_NONCE);
    hash(out, NULL, &message);
}

void fair_bot_nonce(const char *table, uint32_t attempt, const uint8_t secret[FAIR_SECRET], int seat,
                    uint8_t out[FAIR_NONCE])
{
    struct message message = message_at("wabe bot 2", table, attempt);
    uint8_t bytes[FAIR_COMMITMENT];

    put_number(&message, (uint32_t)seat);
    hash(bytes, secret, &message);
    memcpy(out, bytes, FAIR_NONCE);
}

void fair_old_well(struct fair *out, const uint8_t secret[FAIR_SECRET], int seats)
{
    memset(out, 0, sizeof *out);
    out->well.at = fair_at;
    out->scheme = 1;
    out->seats = seats;
    memcpy(out->secret, secret, FAIR_SECRET);
}

void fair_old_commitment(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_COMMITMENT])
{
    blake2b(out, FAIR_COMMITMENT, NULL, 0, secret, FAIR_SECRET);
}

uint64_t fair_seed(const uint8_t secret[FAIR_SECRET])
{
    struct message message = message_of("wabe bots 1");

    return keyed(secret, &message);
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
