/* plain_menu.c: a game and its players by questions, one line each. */
#include "term.h"

#include <string.h>

enum { LINE_SIZE = 512 };

struct menu {
    struct deal deal;
    struct player player[SEATS_MAX];
};

/* Asks until there is an answer; 'rules' shows those of the game as soon as there is one. An empty answer is the
 * default. False: the person has left. */
static bool ask(const struct menu *menu, const char *question, char out[LINE_SIZE])
{
    for (;;) {
        if (!line_read(question, out, LINE_SIZE) || text_same(out, "quit") || text_same(out, "q"))
            return false;
        if (!text_same(out, "rules"))
            return true;
        if (menu->deal.game) {
            size_t size;
            const char *page = rules_page(menu->deal.game, &size);

            show_long(page, size);
        } else {
            printf("Choose a game first; then 'rules' shows its rules.\n");
        }
    }
}

/* A number from 1 to `most`, or 0. */
static int number_of(const char *words, int most)
{
    uint64_t number;

    return text_read_number(words, strlen(words), (uint64_t)most, &number) ? (int)number : 0;
}

static bool ask_game(struct menu *menu)
{
    char line[LINE_SIZE];
    struct why why;
    int n = 0, chosen;

    printf("Which game? 'quit' leaves; once there is a game, 'rules' shows its rules at any question.\n");
    for (; games[n]; n++)
        printf("%3d) %s: %s\n", n + 1, games[n]->title, games[n]->blurb);
    for (;;) {
        if (!ask(menu, "Game (number or name): ", line))
            return false;
        chosen = number_of(line, n);
        if (deal_read(&menu->deal, chosen ? games[chosen - 1]->id : line, &why)) {
            menu->deal.seed = strchr(line, '#') ? menu->deal.seed : session_seed();
            return true;
        }
        menu->deal.game = NULL;
        printf("%s.\n", why.text);
    }
}

static bool ask_seats(struct menu *menu)
{
    const struct game *game = menu->deal.game;
    char line[LINE_SIZE], question[64];

    if (game->seats_min == game->seats_max)
        return true;
    snprintf(question, sizeof question, "How many seats, %d to %d? (%d) ", game->seats_min, game->seats_max,
             menu->deal.setup.seats);
    for (;;) {
        int n;

        if (!ask(menu, question, line))
            return false;
        if (!*line)
            return true;
        n = number_of(line, game->seats_max);
        if (n >= game->seats_min) {
            menu->deal.setup.seats = (uint8_t)n;
            return true;
        }
        printf("%s is for %d to %d seats.\n", game->title, game->seats_min, game->seats_max);
    }
}

/* The players are read all together, so that no two have the same name. */
static bool ask_players(struct menu *menu)
{
    int seats = menu->deal.setup.seats, n;
    char words[SEATS_MAX * 128] = "", line[LINE_SIZE], question[96];
    struct text all = text_in(words, sizeof words);
    struct why why;

    printf("Who plays? 'you', a bot (easy, normal, hard, expert), or the name of another person.\n");
    for (int seat = 0; seat < seats; seat++) {
        size_t before = all.used;
        struct player one[SEATS_MAX];

        snprintf(question, sizeof question, "Seat %d: (%s) ", seat, seat == 0 ? "you" : "normal");
        if (!ask(menu, question, line))
            return false;
        text_put(&all, seat > 0 ? "," : "");
        text_put(&all, *line ? line : seat == 0 ? "you" : "normal");
        /* As if this were the last seat; that a game is for more seats is no mistake yet. */
        if (!all.full && !strchr(line, ',') &&
            (players_read(one, &n, menu->deal.game, words, &why) ||
             (n == seat + 1 && seat + 1 < menu->deal.game->seats_min)))
            continue;
        printf("%s.\n", all.full || strchr(line, ',') ? "That is too much for one seat" : why.text);
        all.used = before;
        words[before] = 0;
        all.full = false;
        seat--;
    }
    return players_read(menu->player, &n, menu->deal.game, words, &why);
}

static bool ask_option(struct menu *menu, int which)
{
    const struct option *option = &menu->deal.game->options[which];
    char line[LINE_SIZE], question[64], value[32];
    struct text text = text_in(value, sizeof value);
    struct why why;

    if (option->choices)
        printf("%s:\n", option->title);
    else
        printf("%s, from %d to %d:\n", option->title, option->least, option->greatest);
    for (int i = 0; i < option->choices_n; i++)
        printf("%3d) %s: %s\n", i + 1, option->choices[i].id, option->choices[i].title);
    option_value_put(&text, option, menu->deal.setup.option[which]);
    snprintf(question, sizeof question, "%.20s: (%.20s) ", option->id, value);
    for (;;) {
        int chosen;

        if (!ask(menu, question, line))
            return false;
        if (!*line)
            return true;
        chosen = number_of(line, option->choices_n);
        if (deal_set(&menu->deal, option->id, chosen ? option->choices[chosen - 1].id : line, &why))
            return true;
        printf("%s.\n", why.text);
    }
}

static bool ask_options(struct menu *menu)
{
    struct deal before = menu->deal;
    struct why why;

    for (;;) {
        for (int i = 0; i < menu->deal.game->options_n; i++)
            if (!ask_option(menu, i))
                return false;
        if (game_setup_ok(menu->deal.game, &menu->deal.setup, &why))
            return true;
        printf("%s.\n", why.text);
        menu->deal = before;
    }
}

static bool ask_seed(struct menu *menu)
{
    char line[LINE_SIZE], question[64];

    snprintf(question, sizeof question, "Seed: (%llu, a random one) ", (unsigned long long)menu->deal.seed);
    for (;;) {
        if (!ask(menu, question, line))
            return false;
        if (!*line || text_read_number(line, strlen(line), UINT64_MAX, &menu->deal.seed))
            return true;
        printf("A seed is a whole number from 0 to 18446744073709551615.\n");
    }
}

bool menu_plain(struct deal *deal, struct player player[SEATS_MAX])
{
    struct menu menu;

    memset(&menu, 0, sizeof menu);
    lines_begin();
    if (!ask_game(&menu) || !ask_seats(&menu) || !ask_players(&menu) || !ask_options(&menu) || !ask_seed(&menu)) {
        printf("\n");
        return false;
    }
    *deal = menu.deal;
    memcpy(player, menu.player, sizeof menu.player);
    return true;
}
