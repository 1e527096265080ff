/* list.c: the commands that tell about the games: `wabe games` and `wabe rules`. */
#define _POSIX_C_SOURCE 200809L

#include "tools.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

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
        printf("%-16s %s, %s %s, about %d minutes\n%-16s %s\n", games[i]->id, games[i]->title, seats,
               games[i]->seats_max == 1 ? "seat" : "seats", games[i]->minutes, "", games[i]->blurb);
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
    if (json)
        print_json();
    else if (markdown)
        print_markdown();
    else
        print_table();
    return DONE;
}

/* ---- wabe rules ------------------------------------------------------------------------------ */

/* Shows the page by a pager; false if there is none that works. */
static bool page_through(const char *page, size_t size)
{
    const char *pager = getenv("PAGER");
    FILE *out;
    int status;

    setenv("LESS", "FRX", 0);
    signal(SIGPIPE, SIG_IGN); /* who leaves the pager early has read enough */
    out = popen(pager && *pager ? pager : "less 2>/dev/null || more 2>/dev/null", "w");
    if (!out)
        return false;
    fwrite(page, 1, size, out);
    status = pclose(out);
    return status != -1 && WIFEXITED(status) && WEXITSTATUS(status) < 126; /* 126, 127: the shell could not start it */
}

int command_rules(const struct command *command, int argc, char **argv)
{
    const struct cli_option options[] = {{0}};
    const struct game *game;
    struct words operands;
    size_t size;
    const char *page;
    int code;

    if (!cli_read(command, options, argc, argv, 1, 1, &operands, &code))
        return code;
    game = game_by_id(operands.word[0]);
    if (!game)
        return cli_fail(command, MISUSED, "there is no game '%s'; 'wabe games' lists them", operands.word[0]);
    page = rules_page(game, &size);
    if (!isatty(STDOUT_FILENO) || !page_through(page, size))
        fwrite(page, 1, size, stdout);
    return DONE;
}
