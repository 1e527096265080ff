/* players.c: who sits at the table, from what people type. */
#define _POSIX_C_SOURCE 200809L

#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "../table/record.h"

static bool refuse(struct why *why, const char *before, const char *what, const char *after)
{
    struct text out = text_why(why);

    text_put(&out, before);
    text_part(&out, what, strnlen(what, 60));
    text_put(&out, after);
    return false;
}

/* Names begin with a capital, or with a letter that has none; so that a bot misspelt is not taken for a person. */
static bool is_name(const char *word)
{
    unsigned char first = (unsigned char)word[0];

    return (first >= 'A' && first <= 'Z') || first >= 0x80;
}

/* "trees=2": a setting of the bot before it. */
static bool is_setting(const char *word)
{
    while (*word == ' ')
        word++;
    return *word >= 'a' && *word <= 'z' && word[strcspn(word, "=,")] == '=';
}

/* The word at *at without blanks around it, into `out`; *at moves behind it and its comma. */
static bool next_word(const char **at, char out[], size_t size)
{
    const char *begin = *at, *end = begin + strcspn(begin, ",");

    while (*end == ',' && is_setting(end + 1))
        end += 1 + strcspn(end + 1, ",");
    *at = *end ? end + 1 : end;
    while (*begin == ' ')
        begin++;
    while (end > begin && end[-1] == ' ')
        end--;
    if ((size_t)(end - begin) >= size)
        return false;
    memcpy(out, begin, (size_t)(end - begin));
    out[end - begin] = 0;
    return true;
}

/* The name of the person's account, with a capital: others read it in logs, where "you" would be wrong. */
static void own_name(char out[NAME_SIZE])
{
    const char *const from[] = {getenv("USER"), getenv("LOGNAME"), "Guest"};

    for (int i = 0; i < 3; i++) {
        if (from[i] && record_name_ok(from[i], strlen(from[i]))) {
            struct text name = text_in(out, NAME_SIZE);

            text_put(&name, from[i]);
            text_capital(&name, 0);
            return;
        }
    }
}

static bool read_name(struct player *out, const char *name, size_t n, struct why *why)
{
    if (!record_name_ok(name, n))
        return refuse(why, "a name has at most 31 bytes (letters with accents take two or more) on one line, not '",
                      name, "'");
    memcpy(out->name, name, n);
    out->name[n] = 0;
    return true;
}

static bool read_bot(struct player *out, const struct game *game, const char *words, struct why *why)
{
    if (strlen(words) >= sizeof out->level)
        return refuse(why, "'", words, "' is too long for a bot");
    if (!bot_read(&out->bot, game, words, why))
        return false;
    for (size_t i = 0; i <= strlen(words); i++)
        out->level[i] = words[i] >= 'A' && words[i] <= 'Z' ? (char)(words[i] - 'A' + 'a') : words[i];
    return true;
}

static bool read_player(struct player *out, const struct game *game, const char *word, struct why *why)
{
    const char *equals = strchr(word, '=');
    struct why not_a_bot;

    memset(out, 0, sizeof *out);
    if (!*word)
        return refuse(why, "between two commas there is nobody; a seat is 'you', a bot or a name", "", "");
    if (text_same(word, "you")) {
        out->person = true;
        own_name(out->name);
        return true;
    }
    if (is_name(word) && equals)
        return read_name(out, word, (size_t)(equals - word), why) && read_bot(out, game, equals + 1, why);
    if (is_name(word) && read_bot(out, game, word, &not_a_bot))
        return refuse(why, "'", word,
                      "' is what a bot is called: in small letters it is the bot, and a person needs another name");
    if (read_bot(out, game, word, &not_a_bot))
        return true;
    if (text_starts(word, "ismcts:")) {
        *why = not_a_bot;
        return false;
    }
    if (!is_name(word))
        return refuse(why, "'", word,
                      "' is nobody: a seat is 'you', a bot (easy, normal, hard, expert, random, greedy), or the name "
                      "of a person, with a capital");
    out->person = true;
    return read_name(out, word, strlen(word), why);
}

static bool all_different(const struct player player[], int n, struct why *why)
{
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++)
            if (player[a].name[0] && text_same(player[a].name, player[b].name))
                return refuse(why, "two players are called ", player[a].name,
                              "; give everybody a name of their own, as in Rosa,Tom,hard");
    return true;
}

static bool number_fits(const struct game *game, int n, struct why *why)
{
    struct setup setup = {.seats = (uint8_t)n};

    return game_setup_ok(game, &setup, why);
}

/* A number of seats: you, and bots. */
static bool read_count(struct player out[SEATS_MAX], int n, const struct game *game, struct why *why)
{
    if (!number_fits(game, n, why))
        return false;
    for (int seat = 0; seat < n; seat++)
        if (!read_player(&out[seat], game, seat == 0 ? "you" : "normal", why))
            return false;
    return true;
}

bool players_read(struct player out[SEATS_MAX], int *n, const struct game *game, const char *words, struct why *why)
{
    char word[NAME_SIZE + BOT_TEXT_MAX];
    const char *at = words;
    uint64_t count;

    if (text_read_number(words, strlen(words), 99, &count)) {
        *n = (int)count;
        return read_count(out, *n, game, why);
    }
    *n = 0;
    do {
        if (*n == SEATS_MAX)
            return number_fits(game, SEATS_MAX + 1, why);
        if (!next_word(&at, word, sizeof word))
            return refuse(why, "'", words, "' has a word that is too long for a bot or a name");
        if (!read_player(&out[*n], game, word, why))
            return false;
        ++*n;
    } while (*at || at[-1] == ',');
    return number_fits(game, *n, why) && all_different(out, *n, why);
}
