/* list.c: the commands that tell about the games: `wabe games` and `wabe rules`. */
#include "tools.h"

#include <strings.h>

#include "../table/about.h"

/* ---- wabe games ------------------------------------------------------------------------------ */

static void seats_of(char out[16], const struct game *game)
{
    if (game->seats_min == game->seats_max)
        snprintf(out, 16, "%d", game->seats_min);
    else
        snprintf(out, 16, "%d-%d", game->seats_min, game->seats_max);
}

static void print_table(void)
{
    for (int i = 0; games[i]; i++) {
        char seats[16];

        seats_of(seats, games[i]);
        printf("%-16s %s, %s %s, about %d %s\n%-16s %s\n", games[i]->id, games[i]->title, seats,
               games[i]->seats_max == 1 ? "seat" : "seats", games[i]->minutes,
               games[i]->minutes == 1 ? "minute" : "minutes", "", games[i]->blurb);
        for (int o = 0; o < games[i]->options_n; o++) {
            const struct option *option = &games[i]->options[o];
            char values[256];
            struct text text = text_in(values, sizeof values);

            option_put(&text, option);
            printf("%-16s %s", "", values);
            if (strcasecmp(option->id, option->title) != 0)
                printf(" (%s)", option->title);
            printf("\n");
        }
    }
}

static void print_markdown(void)
{
    printf("| game | id | box | seats | minutes | |\n|---|---|---|---|---|---|\n");
    for (int i = 0; games[i]; i++) {
        char seats[16];

        seats_of(seats, games[i]);
        printf("| [%s](docs/rules/%s.md) | `%s` | %s | %s | %d | %s |\n", games[i]->title, games[i]->id, games[i]->id,
               games[i]->box, seats, games[i]->minutes, games[i]->blurb);
    }
}

static void print_json(void)
{
    static char memory[ABOUT_MAX];
    struct text out = text_in(memory, sizeof memory);

    about_games(&out);
    puts(memory);
}

int command_games(const struct command *command, int argc, char **argv)
{
    bool json = false, markdown = false;
    const struct cli_option options[] = {
        {"json", NULL, "all that is known of them, as JSON", FLAG, &json, 0, 0},
        {"markdown", NULL, "the table that the README has", FLAG, &markdown, 0, 0},
        {0},
    };
    struct words operands;
    int code;

    if (!cli_read(command, options, argc, argv, 0, 0, &operands, &code))
        return code;
    if (json && markdown)
        return cli_fail(command, MISUSED, "--json and --markdown are two forms: choose one");
    if (json)
        print_json();
    else if (markdown)
        print_markdown();
    else
        print_table();
    return DONE;
}

/* ---- wabe rules ------------------------------------------------------------------------------ */

int command_rules(const struct command *command, int argc, char **argv)
{
    const struct cli_option options[] = {{0}};
    struct words operands;
    struct deal deal;
    struct why why;
    size_t size;
    const char *page;
    int code;

    if (!cli_read(command, options, argc, argv, 1, 1, &operands, &code))
        return code;
    if (!deal_read(&deal, operands.word[0], &why))
        return cli_fail(command, MISUSED, "%s", why.text);
    page = rules_page(deal.game, &size);
    show_long(page, size);
    return DONE;
}
