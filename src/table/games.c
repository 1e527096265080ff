#include "games.h"

#include "bytes.h"
#include "hash.h"

const struct game *game_by_id(const char *id)
{
    for (int i = 0; games[i]; i++)
        if (text_equal(games[i]->id, id))
            return games[i];
    return NULL;
}

uint32_t game_sealed(const struct game *game, const void *state)
{
    return game->sealed ? game->sealed(state) : 0;
}

void game_view(const struct game *game, const void *state, int viewer, void *out)
{
    uint32_t sealed = game_sealed(game, state);

    memcpy(out, state, game->state_size);
    if (sealed == 0 || viewer == REFEREE)
        return;
    if (game->actors(state) & BIT(viewer))
        sealed &= ~BIT(viewer);
    game->reopen(out, sealed);
}

uint64_t game_hash(const struct game *game, const void *state, uint64_t start)
{
    const unsigned char *at = state;
    size_t n = game->state_first ? game->state_first : game->state_size;

    for (size_t i = n; i < game->state_size; i++)
        if (at[i] != 0)
            n = game->state_size;
    return hash_bytes(start, state, n);
}

int game_options(const struct game *game, const void *state, int actor, move_t out[], uint32_t weight[])
{
    uint32_t unused[MOVES_MAX];

    if (!(game->actors(state) & BIT(actor)))
        return 0;
    if (actor == CHANCE)
        return game->chance(state, out, weight ? weight : unused);
    return game->moves(state, actor, out);
}

uint32_t game_odds(const struct game *game, const void *state)
{
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX], sum = 0;
    int n;

    if (game->odds)
        return game->odds(state);
    n = game->chance(state, move, weight);
    for (int i = 0; i < n; i++)
        sum += weight[i];
    return sum;
}

move_t game_draw(const struct game *game, const void *state, uint32_t r)
{
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX];
    int n, i = 0;

    if (game->draw)
        return game->draw(state, r);
    n = game->chance(state, move, weight);
    while (i < n - 1 && r >= weight[i])
        r -= weight[i++];
    return move[i];
}

bool game_legal(const struct game *game, const void *state, int actor, move_t move)
{
    move_t list[MOVES_MAX];
    int n = game_options(game, state, actor, list, NULL);

    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* Above 0 if seat a did better than seat b, 0 if they share a rank. */
static int better(const struct game *game, const struct result *result, int a, int b)
{
    int32_t x = result->score[a], y = result->score[b];

    if (x != y)
        return (x > y) != !!(game->flags & GAME_LOWEST_WINS) ? 1 : -1;
    for (int i = 0; i < TIES_MAX; i++)
        if (result->tie[a][i] != result->tie[b][i])
            return result->tie[a][i] > result->tie[b][i] ? 1 : -1;
    return 0;
}

void game_ranks(const struct game *game, int seats, const struct result *result, uint8_t rank[])
{
    for (int a = 0; a < seats; a++) {
        rank[a] = 1;
        for (int b = 0; b < seats; b++)
            rank[a] = (uint8_t)(rank[a] + (better(game, result, b, a) > 0));
    }
    if (seats == 1 && result->missed)
        rank[0] = 2;
}

void option_put(struct text *out, const struct option *option)
{
    text_put(out, option->id);
    for (int k = 0; k < option->choices_n; k++) {
        text_char(out, k > 0 ? '|' : '=');
        text_put(out, option->choices[k].id);
    }
    if (!option->choices) {
        text_char(out, '=');
        text_number(out, option->least);
        text_put(out, "..");
        text_number(out, option->greatest);
    }
}

void option_value_put(struct text *out, const struct option *option, int index)
{
    if (option->choices)
        text_put(out, option->choices[index].id);
    else
        text_number(out, option_number(option, index));
}

void option_title_put(struct text *out, const struct option *option, int index)
{
    if (option->choices)
        text_put(out, option->choices[index].title);
    else
        text_number(out, option_number(option, index));
}

void options_json(struct text *out, const struct game *game, const struct setup *setup)
{
    json_key(out, "options");
    text_char(out, '{');
    for (int i = 0; i < game->options_n; i++) {
        char value[64];
        struct text text = text_in(value, sizeof value);

        option_value_put(&text, &game->options[i], setup->option[i]);
        json_key_string(out, game->options[i].id, value);
    }
    text_char(out, '}');
}

bool option_read(const struct option *option, const char *words, uint8_t *index)
{
    char value[16];

    for (int i = 0; i < option_values(option); i++) {
        struct text text = text_in(value, sizeof value);

        if (!option->choices)
            option_value_put(&text, option, i);
        if (text_equal(option->choices ? option->choices[i].id : value, words)) {
            *index = (uint8_t)i;
            return true;
        }
    }
    return false;
}

uint8_t option_step(const struct option *option, uint8_t index, int by)
{
    int n = option_values(option), value = option_number(option, index) - option->least;

    if (option->choices)
        return (uint8_t)((index + by + n) % n);
    value = (value + by + n) % n + option->least;
    return (uint8_t)(value == option->number ? 0 : value - option->least + (value < option->number));
}

bool game_setup_ok(const struct game *game, const struct setup *setup, struct why *why)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    struct text out = text_why(why);
    const char *sentence;

    if (setup->seats < game->seats_min || setup->seats > game->seats_max) {
        text_put(&out, game->title);
        text_put(&out, " is for ");
        text_number(&out, game->seats_min);
        if (game->seats_max > game->seats_min) {
            text_put(&out, game->seats_max == game->seats_min + 1 ? " or " : " to ");
            text_number(&out, game->seats_max);
        }
        text_put(&out, game->seats_max == 1 ? " seat" : " seats");
        text_put(&out, ", not ");
        text_number(&out, setup->seats);
        return false;
    }
    for (int i = 0; i < OPTIONS_MAX; i++) {
        if (setup->option[i] >= (i < game->options_n ? option_values(&game->options[i]) : 1)) {
            text_put(&out, "that option has no such value");
            return false;
        }
    }
    sentence = game->start(state, setup);
    if (sentence)
        text_put(&out, sentence);
    return !sentence;
}

/* Counts up: the options that are choices as digits. False after the last combination, with the first one. */
static bool count_choices(const struct game *game, struct setup *setup)
{
    for (int i = 0; i < game->options_n && i < OPTIONS_MAX; i++) {
        if (!game->options[i].choices)
            continue;
        if (++setup->option[i] < game->options[i].choices_n)
            return true;
        setup->option[i] = 0;
    }
    return false;
}

/* Then the seats. */
static bool count_up(const struct game *game, struct setup *setup)
{
    if (setup->seats == 0) {
        setup->seats = game->seats_min;
        return true;
    }
    return count_choices(game, setup) || ++setup->seats <= game->seats_max;
}

bool game_next_setup(const struct game *game, struct setup *setup)
{
    struct why why;

    while (count_up(game, setup))
        if (game_setup_ok(game, setup, &why))
            return true;
    return false;
}

/* The end of the range of a number, or 0 if that is the default; `end` 0 is the least, 1 the greatest. */
static uint8_t extreme_of(const struct option *option, int end)
{
    int value = end ? option->greatest : option->least;

    return option->choices || value == option->number ? 0 : (uint8_t)(end ? option_values(option) - 1 : 1);
}

/* Choices for the extreme with this number: others each time, so that numbers meet all of them sooner or later. */
static void choose_for(const struct game *game, struct setup *setup, int number)
{
    for (int i = 0; i < game->options_n; i++)
        if (game->options[i].choices)
            setup->option[i] = (uint8_t)(number % game->options[i].choices_n);
}

/* Counts up: the ends of the numbers, one after the other, then the seats. */
static bool count_extremes(const struct game *game, struct setup *setup)
{
    int i = 0, next = 0;

    if (setup->seats == 0)
        setup->seats = game->seats_min;
    while (i < game->options_n && (game->options[i].choices || setup->option[i] == 0))
        i++;
    if (i < game->options_n) {
        next = 2 * i + (setup->option[i] == extreme_of(&game->options[i], 0) ? 1 : 2);
        setup->option[i] = 0;
    }
    for (; setup->seats <= game->seats_max; setup->seats++, next = 0) {
        for (; next < 2 * game->options_n; next++) {
            uint8_t end = extreme_of(&game->options[next / 2], next % 2);

            if (end == 0)
                continue;
            setup->option[next / 2] = end;
            choose_for(game, setup, setup->seats + next);
            return true;
        }
    }
    return false;
}

bool game_next_extreme(const struct game *game, struct setup *setup)
{
    struct why why;

    while (count_extremes(game, setup)) {
        if (game_setup_ok(game, setup, &why))
            return true;
        choose_for(game, setup, 0); /* the first choices that it can be played with */
        do
            if (game_setup_ok(game, setup, &why))
                return true;
        while (count_choices(game, setup));
    }
    return false;
}
