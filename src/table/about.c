#include "about.h"

#include "phrase.h"

/* A choice, and apart from each other the word and what explains it, where its title has both. */
static void json_choice(struct text *out, const struct choice *choice)
{
    char words[512];
    struct text part = text_in(words, sizeof words);
    size_t n = 0;

    json_comma(out);
    text_char(out, '{');
    json_key_string(out, "id", choice->id);
    json_key_string(out, "title", choice->title);
    while (choice->title[n] && !text_starts(choice->title + n, ": "))
        n++;
    if (choice->title[n]) {
        text_part(&part, choice->title, n);
        json_key_string(out, "name", words);
        part = text_in(words, sizeof words);
        text_put(&part, choice->title + n + 2);
        text_capital(&part, 0);
        json_key_string(out, "help", words);
    }
    text_char(out, '}');
}

static void json_option(struct text *out, const struct option *option)
{
    json_comma(out);
    text_char(out, '{');
    json_key_string(out, "id", option->id);
    json_key_string(out, "title", option->title);
    if (!option->choices) {
        json_key_number(out, "least", option->least);
        json_key_number(out, "greatest", option->greatest);
        json_key_number(out, "default", option->number);
        text_char(out, '}');
        return;
    }
    json_key(out, "values");
    text_char(out, '[');
    for (int i = 0; i < option->choices_n; i++)
        json_choice(out, &option->choices[i]);
    text_put(out, "]}");
}

static void about_game(struct text *out, const struct game *game)
{
    json_comma(out);
    text_put(out, "\n{");
    json_key_string(out, "id", game->id);
    json_key_string(out, "title", game->title);
    json_key_string(out, "box", game->box);
    json_key_string(out, "blurb", game->blurb);
    json_key(out, "seats");
    text_char(out, '[');
    text_number(out, game->seats_min);
    text_char(out, ',');
    text_number(out, game->seats_max);
    text_char(out, ']');
    json_key_number(out, "minutes", game->minutes);
    json_key_number(out, "version", game->version);
    json_key_number(out, "statebytes", game->state_size);
    json_key_number(out, "moveids", game->move_ids);
    json_key_number(out, "movesmax", game->moves_max);
    json_key_number(out, "lengthmax", game->length_max);
    json_key_truth(out, "hidden", game->flags & GAME_HIDDEN);
    json_key_truth(out, "sealed", game->flags & GAME_SEALED);
    json_key_truth(out, "open", game->flags & GAME_OPEN);
    json_key_truth(out, "lowestwins", game->flags & GAME_LOWEST_WINS);
    json_key(out, "options");
    text_char(out, '[');
    for (int k = 0; k < game->options_n; k++)
        json_option(out, &game->options[k]);
    text_put(out, "]}");
}

void about_games(struct text *out)
{
    text_char(out, '[');
    for (int i = 0; games[i]; i++)
        about_game(out, games[i]);
    text_put(out, "\n]");
}

void about_things(struct text *out, const struct game *game, const struct setup *setup)
{
    struct speech plain = speech_plain(game);

    text_char(out, '[');
    for (int thing = 0; thing < game->things_n; thing++) {
        struct phrase about = game->about(setup, thing);
        char words[512];
        struct text text = text_in(words, sizeof words);

        json_comma(out);
        text_char(out, '{');
        json_thing(out, game, thing);
        if (about.text != NO_TEXT) {
            sentence_put(&text, &plain, about);
            json_key_string(out, "about", words);
        }
        text_char(out, '}');
    }
    text_char(out, ']');
}
