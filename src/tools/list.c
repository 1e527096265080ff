/* list.c: the commands that tell about the games: `wabe games` and `wabe rules`. */
#define _POSIX_C_SOURCE 200809L

#include "tools.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../table/about.h"
#include "../term/markdown.h"

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
            if (!option->choices)
                printf(" [%d]", option->number);
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
    static char memory[ABOUT_JSON_MAX];
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

enum { PAGE_COLUMNS_MAX = 100 }; /* longer lines are hard to read */

static int page_columns(void)
{
    struct winsize size;

    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return TEXT_COLUMNS;
    if (size.ws_col < MARKDOWN_COLUMNS_MIN)
        return MARKDOWN_COLUMNS_MIN;
    return size.ws_col < PAGE_COLUMNS_MAX ? size.ws_col : PAGE_COLUMNS_MAX;
}

/* Whether the terminal and the pager show bold letters and the like, and the person wants them. */
static bool inks_wanted(void)
{
    const char *terminal = getenv("TERM"), *plain = getenv("NO_COLOR"), *less = getenv("LESS");

    return isatty(STDOUT_FILENO) && terminal && *terminal && strcmp(terminal, "dumb") != 0 && !(plain && *plain) &&
           (!less || strchr(less, 'R'));
}

static const char *ink_begins(int ink)
{
    switch (ink) {
    case INK_HEADING:
    case INK_STRONG:
        return "\033[1m";
    case INK_CODE:
        return "\033[36m";
    case INK_FAINT:
        return "\033[2m";
    default:
        return "";
    }
}

static bool is_blank(const struct cell *cell)
{
    return cell->c == 0 || cell->c == ' ';
}

/* A row word by word, each in its ink: a pager may begin anywhere, and blanks have none. */
static void put_inked(struct text *out, struct cell *row, int columns)
{
    for (int at = 0, end, blanks = 0; at < columns; at = end) {
        const char *ink = ink_begins(row[at].ink);
        struct cells word;

        end = at + 1;
        if (is_blank(&row[at])) {
            blanks++;
            continue;
        }
        while (end < columns && !is_blank(&row[end]) && row[end].ink == row[at].ink)
            end++;
        word = (struct cells){row + at, end - at, 1, 1, 0};
        text_pad(out, ' ', blanks);
        blanks = 0;
        text_put(out, ink);
        cells_text(out, &word);
        out->at[--out->used] = 0; /* the end of its line */
        text_put(out, *ink ? "\033[0m" : "");
    }
    text_char(out, '\n');
}

static void show_page(const char *page, size_t size)
{
    enum { INKED_MAX = 16 }; /* bytes of a character with its ink */
    int columns = page_columns();
    struct cells nowhere = cells_in(NULL, columns, 0), cells;
    int rows = markdown_draw(page, size, &nowhere);
    size_t area = (size_t)rows * (size_t)columns, room = (area + (size_t)rows) * INKED_MAX + 1;
    struct cell *drawn = need_memory(area * sizeof *drawn);
    char *memory = need_memory(room);
    struct text out = text_in(memory, room);

    cells = cells_in(drawn, columns, rows);
    markdown_draw(page, size, &cells);
    if (inks_wanted())
        for (int row = 0; row < cells.rows; row++)
            put_inked(&out, drawn + row * columns, columns);
    else
        cells_text(&out, &cells);
    show_long(memory, out.used);
    free(memory);
    free(drawn);
}

int command_rules(const struct command *command, int argc, char **argv)
{
    bool markdown = false;
    const struct cli_option options[] = {
        {"markdown", NULL, "the page as it is in docs/rules", FLAG, &markdown, 0, 0},
        {0},
    };
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
    if (markdown)
        show_long(page, size);
    else
        show_page(page, size);
    return DONE;
}
