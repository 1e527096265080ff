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
        return refuse_seat(why, too_many, " is no person's, but has a nonce");
    return true;
}

/* Scheme 2: what was revealed is what had been committed to. */
static bool seats_fit(const struct match_fair *fair, struct why *why)
{
    uint8_t commitment[FAIR_COMMITMENT];

    for (FOR_BITS(seat, fair->nonces | fair->commitments)) {
        fair_seat_commitment(fair->table, fair->attempt, (int)seat, fair->nonce[seat], commitment);
        if (fair->scheme == 2 && memcmp(commitment, fair->committed[seat], sizeof commitment) != 0)
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
    text_put(&out, "the commitment does not fit the secret");
    return false;
}

static bool refuse_draw(const struct match *match, const void *state, uint32_t index, move_t wanted, struct why *why)
{
    const struct game *game = match->deal.game;
    struct speech plain = speech_plain(game);
    struct text out = text_why(why);

    text_put(&out, "move ");
    text_unsigned(&out, index + 1);
    for (int i = 0; i < 2; i++) {
        text_put(&out, i == 0 ? " is '" : "', but the secret and the nonces give '");
        phrase_put(&out, &plain, game->say(state, CHANCE, i == 0 ? match->step[index].move : wanted));
    }
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
    struct match past = *match;
    struct fair fair;

    fair_of(&fair, match);
    past.well = &fair.well;
    past.state = state;
    memset(past.drawn, 0, sizeof past.drawn);
    game->start(state, &match->deal.setup);
    *draws = 0;
    for (uint32_t i = 0; i < match->n; i++) {
        const struct step *step = &match->step[i];

        if (step->actor == CHANCE) {
            move_t wanted = match_next_draw(&past);

            if (step->move != wanted)
                return refuse_draw(match, state, i, wanted, why);
            past.drawn[game->source(state)]++;
            ++*draws;
        }
        game->apply(state, step->actor, step->move, NULL);
    }
    return true;
}

static void put_all_well(struct why *why, const struct match_fair *fair, uint32_t draws)
{
    struct text out = text_why(why);

    text_put(&out, draws == 1 ? "The only" : "All ");
    if (draws != 1)
        text_unsigned(&out, draws);
    text_put(&out, draws == 1 ? " draw follows" : " draws follow");
    text_put(&out, " from the secret and the nonces of ");
    text_number(&out, bit_count(fair->nonces));
    text_put(&out, fair->nonces & (fair->nonces - 1) ? " seats" : " seat");
    text_put(&out, "; the commitment is ");
    text_bytes(&out, fair->commitment, sizeof fair->commitment);
    text_put(&out,
             fair->scheme == 1 ? " (the older scheme: whoever was ready last could try nonces)" : ", of attempt ");
    if (fair->scheme == 1)
        return;
    text_unsigned(&out, fair->attempt);
    text_put(&out, " to start at table ");
    text_put(&out, fair->table);
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
