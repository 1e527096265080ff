#include "deal.h"

#include "bytes.h"

enum { WORD_MAX = 40 };

static bool is_one_of(char c, const char *set)
{
    while (*set && *set != c)
        set++;
    return *set != 0;
}

/* Copies the characters up to one of `stops` into word and returns where it stopped; NULL if the word is
 * empty or too long. */
static const char *word_until(const char *at, const char *stops, char word[WORD_MAX])
{
    size_t n = 0;

    while (*at && !is_one_of(*at, stops)) {
        if (n + 1 >= WORD_MAX)
            return NULL;
        word[n++] = *at++;
    }
    word[n] = 0;
    return n > 0 ? at : NULL;
}

static bool refuse(struct why *why, const char *before, const char *word, const char *after)
{
    struct text out = text_why(why);

    text_put(&out, before);
    text_put(&out, word);
    text_put(&out, after);
    return false;
}

static int option_index(const struct game *game, const char *id)
{
    int i = 0;

    while (i < game->options_n && !text_equal(game->options[i].id, id))
        i++;
    return i;
}

bool deal_set(struct deal *deal, const char *option, const char *value, struct why *why)
{
    struct text out = text_why(why);
    const struct game *game = deal->game;
    int i = option_index(game, option);

    if (i < game->options_n) {
        const struct option *o = &game->options[i];

        if (option_read(o, value, &deal->setup.option[i]))
            return true;
        text_put(&out, "option '");
        text_put(&out, option);
        text_put(&out, o->choices ? "' is one of" : "' is a whole number from ");
        if (!o->choices) {
            text_number(&out, o->least);
            text_put(&out, " to ");
            text_number(&out, o->greatest);
        }
        for (int k = 0; k < o->choices_n; k++) {
            text_char(&out, ' ');
            text_put(&out, o->choices[k].id);
        }
        return false;
    }
    text_put(&out, game->title);
    text_put(&out, game->options_n == 0 ? " has no options" : " has these options:");
    for (int k = 0; k < game->options_n; k++) {
        text_put(&out, k > 0 ? ", " : " ");
        option_put(&out, &game->options[k]);
    }
    return false;
}

/* Reads "variant=advanced,other=x" up to the '#' or the end. */
static const char *read_options(struct deal *out, const char *at, struct why *why)
{
    char option[WORD_MAX], value[WORD_MAX];
    uint32_t seen = 0;

    for (;;) {
        at = word_until(at, "=,:#", option);
        if (!at || *at != '=') {
            refuse(why, "after the game comes the number of seats, then options as option=value, separated by commas",
                   "", "");
            return NULL;
        }
        at = word_until(at + 1, "=,:#", value);
        if (!at) {
            refuse(why, "option '", option, "' needs a value after the '='");
            return NULL;
        }
        if (!deal_set(out, option, value, why))
            return NULL;
        if (seen & BIT(option_index(out->game, option))) {
            refuse(why, "option '", option, "' is given twice");
            return NULL;
        }
        seen |= BIT(option_index(out->game, option));
        if (*at != ',')
            return at;
        at++;
    }
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The next letter (as a small one) or digit of a name; anything else is passed over; 0 at the end. */
static char next_of_name(const char **at)
{
    for (; **at; (*at)++) {
        char c = **at >= 'A' && **at <= 'Z' ? (char)(**at + 'a' - 'A') : **at;

        if (is_digit(c) || (c >= 'a' && c <= 'z')) {
            (*at)++;
            return c;
        }
    }
    return 0;
}

/* How well a word names a game: 2 if it is the whole name, 1 if the name begins with it, else 0. */
static int names(const char *word, const char *name)
{
    char a = next_of_name(&word), b = next_of_name(&name);

    if (a == 0)
        return 0;
    while (a && a == b) {
        a = next_of_name(&word);
        b = next_of_name(&name);
    }
    return a ? 0 : b ? 1 : 2;
}

static int means(const char *word, const struct game *game)
{
    int by_id = names(word, game->id), by_title = names(word, game->title);

    return by_id > by_title ? by_id : by_title;
}

/* The game that somebody means by its id or title, written out or just begun, as long as no other fits as well. */
static const struct game *game_named(const char *word, struct why *why)
{
    const struct game *found = NULL;
    int best = 0, n = 0;
    struct text out = text_why(why);

    for (int i = 0; games[i]; i++) {
        int fit = means(word, games[i]);

        if (fit > best) {
            best = fit;
            n = 0;
        }
        if (fit > 0 && fit == best) {
            found = games[i];
            n++;
        }
    }
    if (n == 1)
        return found;
    text_put(&out, n ? "several games begin with '" : "there is no game '");
    text_put(&out, word);
    text_put(&out, n ? "':" : "'; there are");
    for (int i = 0; games[i]; i++) {
        if (means(word, games[i]) == best) {
            text_char(&out, ' ');
            text_put(&out, games[i]->id);
        }
    }
    return NULL;
}

bool deal_read(struct deal *out, const char *text, struct why *why)
{
    char word[WORD_MAX];
    uint64_t seats;
    const char *at = word_until(text, ":#", word);

    memset(out, 0, sizeof *out);
    if (!at)
        return refuse(why, "a game id is the game, the seats and the seed, as in ", games[0]->id, ":2#42");
    out->game = game_named(word, why);
    if (!out->game)
        return false;
    out->setup.seats = out->game->seats_min;
    if (*at == ':' && is_digit(at[1])) {
        at = word_until(at + 1, ":#", word);
        if (!at || !text_read_number(word, text_length(word), DEAL_SEATS_MAX, &seats))
            return refuse(why, "the seats in a game id are a number without zeros in front, as in ", games[0]->id,
                          ":2#42");
        out->setup.seats = (uint8_t)seats;
    }
    if (*at == ':') {
        at = read_options(out, at + 1, why);
        if (!at)
            return false;
    }
    if (*at == '#') {
        if (!text_read_number(at + 1, text_length(at + 1), UINT64_MAX, &out->seed))
            return refuse(
                why, "the seed after the '#' is a whole number from 0 to 18446744073709551615, without zeros in front",
                "", "");
    } else if (*at) {
        return refuse(why, "after the options of a game id comes only '#' and the seed", "", "");
    }
    return game_setup_ok(out->game, &out->setup, why);
}

void deal_put(struct text *out, const struct deal *deal)
{
    char before = ':';

    text_put(out, deal->game->id);
    text_char(out, ':');
    text_number(out, deal->setup.seats);
    for (int i = 0; i < deal->game->options_n; i++) {
        const struct option *option = &deal->game->options[i];

        if (deal->setup.option[i] == 0)
            continue;
        text_char(out, before);
        text_put(out, option->id);
        text_char(out, '=');
        option_value_put(out, option, deal->setup.option[i]);
        before = ',';
    }
    text_char(out, '#');
    text_unsigned(out, deal->seed);
}
