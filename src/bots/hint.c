#include "hint.h"

#include "../table/phrase.h"

static bool before(const struct answer *answer, const struct reason *a, const struct reason *b)
{
    if ((a->move == answer->move) != (b->move == answer->move))
        return a->move == answer->move;
    if (a->weight != b->weight)
        return a->weight > b->weight;
    if (a->visits != b->visits)
        return a->visits > b->visits;
    return a->value > b->value;
}

void hint_order(const struct answer *answer, uint16_t order[])
{
    for (int i = 0; i < answer->n; i++) {
        int k = i;

        for (; k > 0 && before(answer, &answer->reason[i], &answer->reason[order[k - 1]]); k--)
            order[k] = order[k - 1];
        order[k] = (uint16_t)i;
    }
}

/* Four decimals: the same on every machine. */
static void put_decimal(struct text *out, double x)
{
    uint64_t n;

    if (x < 0) {
        text_char(out, '-');
        x = -x;
    }
    n = (uint64_t)(x * 10000 + 0.5);
    text_unsigned(out, n / 10000);
    text_char(out, '.');
    for (uint64_t unit = 1000; unit > 0; unit /= 10)
        text_char(out, (char)('0' + n / unit % 10));
}

static void put_move(struct text *out, const struct question *question, move_t move)
{
    struct speech plain = speech_plain(question->game);
    char words[256];
    struct text text = text_in(words, sizeof words);

    phrase_put(&text, &plain, question->game->say(question->state, question->seat, move));
    json_key_number(out, "move", move);
    json_key_string(out, "text", words);
}

void hint_json(struct text *out, const struct question *question, const struct answer *answer)
{
    uint16_t order[MOVES_MAX];

    hint_order(answer, order);
    text_char(out, '{');
    json_key_number(out, "seat", question->seat);
    put_move(out, question, answer->move);
    json_key_number(out, "simulations", answer->simulations);
    json_key(out, "reasons");
    text_char(out, '[');
    for (int i = 0; i < answer->n; i++) {
        const struct reason *reason = &answer->reason[order[i]];

        json_comma(out);
        text_char(out, '{');
        put_move(out, question, reason->move);
        json_key_number(out, "visits", reason->visits);
        json_key(out, "value");
        put_decimal(out, reason->value);
        json_key(out, "weight");
        put_decimal(out, reason->weight);
        text_char(out, '}');
    }
    text_put(out, "]}");
}
