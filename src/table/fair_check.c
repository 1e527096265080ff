#include "fair_check.h"

#include "bytes.h"
#include "fair.h"

static bool refuse_seat(struct why *why, uint32_t seats, const char *rest)
{
    struct text out = text_why(why);

    text_put(&out, "seat ");
    text_number(&out, bit_lowest(seats));
    text_put(&out, rest);
    return false;
}

/* A person who gave no nonce had no part in the luck; a nonce for a bot could be chosen by whoever knows the secret. */
static bool nonces_fit(const struct match *match, struct why *why)
{
    uint32_t without = match->people & ~match->fair.nonces, too_many = match->fair.nonces & ~match->people;

    if (without)
        return refuse_seat(why, without, " is a person's and has no nonce");
    if (too_many)
        return refuse_seat(why, too_many, " is no person's, but has a nonce: it could have been chosen");
    return true;
}

/* Scheme 2: what was revealed is what had been committed to. */
static bool seats_fit(const struct match_fair *fair, struct why *why)
{
    uint8_t commitment[FAIR_COMMITMENT];

    if (fair->scheme == 1)
        return true;
    if (fair->nonces != fair->commitments)
        return refuse_seat(why, fair->nonces ^ fair->commitments, " has a nonce or a commitment, but not both");
    for (FOR_BITS(seat, fair->nonces)) {
        fair_seat_commitment(fair->table, fair->attempt, (int)seat, fair->nonce[seat], commitment);
        if (memcmp(commitment, fair->committed[seat], sizeof commitment) != 0)
            return refuse_seat(why, BIT(seat), " has revealed another nonce than it had committed to");
    }
    return true;
}

static bool commitment_fits(const struct match_fair *fair, struct why *why)
{
    uint8_t commitment[FAIR_COMMITMENT];
    struct text out = text_why(why);

    if (fair->scheme == 1)
        fair_old_commitment(fair->secret, commitment);
    else
        fair_commitment(fair->table, fair->attempt, fair->secret, commitment);
    if (memcmp(commitment, fair->commitment, sizeof commitment) == 0)
        return true;
    text_put(&out, "the commitment does not fit the secret, whose commitment is ");
    text_bytes(&out, commitment, sizeof commitment);
    return false;
}

static bool refuse_draw(const struct match *match, const void *state, uint32_t index, move_t wanted, struct why *why)
{
    const struct game *game = match->deal.game;
    struct speech plain = speech_plain(game);
    struct text out = text_why(why);

    text_put(&out, "move ");
    text_unsigned(&out, index + 1);
    text_put(&out, " is '");
    phrase_put(&out, &plain, game->say(state, CHANCE, match->step[index].move));
    text_put(&out, "', but the secret and the nonces give '");
    phrase_put(&out, &plain, game->say(state, CHANCE, wanted));
    text_char(&out, '\'');
    return false;
}

/* The well by which the match must have been played. */
static void fair_of(struct fair *out, const struct match *match)
{
    const struct match_fair *fair = &match->fair;
    int seats = match->deal.setup.seats;

    if (fair->scheme == 1)
        fair_old_well(out, fair->secret, seats);
    else
        fair_well(out, fair->table, fair->attempt, fair->secret, seats);
    memcpy(out->nonce, fair->nonce, sizeof out->nonce);
    for (int seat = 0; seat < seats && fair->scheme == 2; seat++)
        if (!(fair->nonces & BIT(seat)))
            fair_bot_nonce(fair->table, fair->attempt, fair->secret, seat, out->nonce[seat]);
}

/* Goes through the match and counts the draws. */
static bool draws_fit(const struct match *match, uint32_t *draws, struct why *why)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = match->deal.game;
    uint32_t drawn[SOURCES_MAX] = {0};
    struct fair fair;

    fair_of(&fair, match);
    game->start(state, &match->deal.setup);
    *draws = 0;
    for (uint32_t i = 0; i < match->n; i++) {
        const struct step *step = &match->step[i];

        if (step->actor == CHANCE) {
            uint8_t source = game->source(state);
            struct luck luck = fair.well.at(&fair.well, source, drawn[source]++);
            move_t wanted = game_draw(game, state, luck_below(&luck, game_odds(game, state)));

            if (step->move != wanted)
                return refuse_draw(match, state, i, wanted, why);
            ++*draws;
        }
        game->apply(state, step->actor, step->move, NULL);
    }
    return true;
}

static void put_all_well(struct why *why, const struct match_fair *fair, uint32_t draws)
{
    struct text out = text_why(why);
    int nonces = bit_count(fair->nonces);

    if (draws > 1) {
        text_put(&out, "All ");
        text_unsigned(&out, draws);
        text_put(&out, " draws follow");
    } else {
        text_put(&out, draws == 1 ? "The only draw follows" : "No draw was made; it would follow");
    }
    text_put(&out, " from the secret and the ");
    text_put(&out, nonces == 1 ? "nonce of " : "nonces of ");
    text_number(&out, nonces);
    text_put(&out, nonces == 1 ? " seat; the commitment is " : " seats; the commitment is ");
    text_bytes(&out, fair->commitment, sizeof fair->commitment);
    if (fair->scheme == 1) {
        text_put(&out, " (the older scheme: whoever was ready last could try nonces)");
    } else {
        text_put(&out, ", of attempt ");
        text_unsigned(&out, fair->attempt);
        text_put(&out, " to start at table ");
        text_put(&out, fair->table);
    }
}

bool fair_check(const struct match *match, struct why *why)
{
    uint32_t draws;

    if (!commitment_fits(&match->fair, why) || !nonces_fit(match, why) || !seats_fit(&match->fair, why) ||
        !draws_fit(match, &draws, why))
        return false;
    put_all_well(why, &match->fair, draws);
    return true;
}
