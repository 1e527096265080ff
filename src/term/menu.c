#include "menu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../tools/tools.h"

enum { LINE = 160, LINES_MAX_MENU = 64, SAVED_MAX = 200 };

/* ---- a list to choose from ------------------------------------------------------------------------- */

struct menu {
    const char *title, *keys;
    int n, chosen, shown; /* lines; rows for them on the screen */
    char line[SAVED_MAX + LINES_MAX_MENU][LINE];
    bool rest[SAVED_MAX + LINES_MAX_MENU]; /* cannot be chosen: a heading, a blank line */
    char below[4][256];                    /* about the chosen one */
};

static void add_line(struct menu *menu, bool rest, const char *words)
{
    snprintf(menu->line[menu->n], LINE, "%s", words);
    menu->rest[menu->n++] = rest;
}

/* A sentence in as many lines as it needs. */
static void put_below(struct menu *menu, const char *words)
{
    enum { WIDTH = 76 };

    memset(menu->below, 0, sizeof menu->below);
    for (int i = 0; i < 4 && *words; i++) {
        size_t n = strlen(words);

        for (n = n < WIDTH ? n : WIDTH; words[n] && n > 1 && words[n] != ' '; n--)
            ;
        snprintf(menu->below[i], sizeof menu->below[i], "%.*s", (int)n, words);
        words += n + (words[n] == ' ');
    }
}

static int step(const struct menu *menu, int from, int by)
{
    int at = from;

    do
        at += by;
    while (at >= 0 && at < menu->n && menu->rest[at]);
    return at >= 0 && at < menu->n ? at : from;
}

static void show_menu(struct stage *stage, struct menu *menu)
{
    enum { COLUMNS = 78 };
    int columns = stage->screen.columns < COLUMNS ? stage->screen.columns : COLUMNS, below = 0, room, first = 0;
    struct cell *memory = need_memory(sizeof *memory * (size_t)(menu->n + 1) * (size_t)columns);
    struct cells page = cells_in(memory, columns, menu->n + 1);

    for (int i = 0; i < menu->n; i++)
        cells_put(&page, i, 1, menu->line[i], columns - 2,
                  (struct cell){.ink = (uint8_t)(menu->rest[i]       ? INK_TITLE
                                                 : i == menu->chosen ? INK_PLAIN | MARK_FOCUS
                                                                     : INK_PLAIN)});
    while (below < 4 && menu->below[below][0])
        below++;
    room = stage->screen.rows - 2 - below - (below > 0);
    menu->shown = room;
    if (menu->chosen >= room)
        first = menu->chosen - room + 1;
    page.rows = page.rows - first > room ? first + room : page.rows;
    frame_page(stage->frame, menu->title, &page, first, menu->keys, stage->screen.rows, stage->screen.columns);
    stage->frame->scroll = first;
    for (int i = 0; i < below; i++)
        cells_put(&stage->frame->cells, stage->screen.rows - 1 - below + i, 1 + (stage->screen.columns - columns) / 2,
                  menu->below[i], columns - 2, (struct cell){.ink = INK_FAINT});
    screen_show(&stage->screen, &stage->frame->cells);
    free(memory);
}

/* Moves the choice; KEY_TAKE for a click on a line; otherwise the key itself. */
static uint32_t menu_key(struct stage *stage, struct menu *menu)
{
    uint32_t key = screen_key(&stage->screen, -1);
    int row;

    switch (key) {
    case KEY_ARROW_UP:
    case KEY_TAB_BACK:
    case KEY_WHEEL_UP:
        menu->chosen = step(menu, menu->chosen, -1);
        break;
    case KEY_ARROW_DOWN:
    case KEY_TAB_ON:
    case KEY_WHEEL_DOWN:
        menu->chosen = step(menu, menu->chosen, 1);
        break;
    case KEY_FIRST:
        menu->chosen = step(menu, -1, 1);
        break;
    case KEY_LAST:
        menu->chosen = step(menu, menu->n, -1);
        break;
    case KEY_CLICK:
        row = stage->screen.click_row - 1 + stage->frame->scroll;
        if (row < 0 || row >= menu->n || row >= stage->frame->scroll + menu->shown || menu->rest[row])
            return KEY_NOTHING;
        menu->chosen = row;
        return KEY_TAKE;
    default:
        break;
    }
    return key;
}

/* ---- setting up a table ------------------------------------------------------------------------------ */

enum { A_PERSON = 0, KINDS = LEVELS + 1 };

struct form {
    const struct game *game;
    struct setup setup;
    int kind[SEATS_MAX]; /* A_PERSON, or 1 + level */
    char name[SEATS_MAX][NAME_SIZE];
    char seed[24];
    struct menu menu;
    int seat_row, option_row, seed_row, start_row;
};

static void form_begin(struct form *form, const struct game *game)
{
    memset(form, 0, sizeof *form);
    form->game = game;
    form->setup.seats = game->seats_min;
    for (int seat = 1; seat < SEATS_MAX; seat++)
        form->kind[seat] = 2; /* normal */
    form->menu.title = game->title;
    form->menu.keys = "up/down a line  left/right change  Enter name, seed, start  r rules  Esc back";
}

static void seat_line(char out[LINE], const struct form *form, int seat)
{
    char who[64];

    if (form->kind[seat] == A_PERSON)
        snprintf(who, sizeof who, "%s",
                 form->name[seat][0] ? form->name[seat]
                 : seat == 0         ? "you"
                                     : "a person (Enter: name)");
    else
        snprintf(who, sizeof who, "%s%sbot, %s", form->name[seat], form->name[seat][0] ? ", " : "",
                 level_names[form->kind[seat] - 1]);
    snprintf(out, LINE, "Player %d     < %s >", seat + 1, who);
}

static void lay_form(struct form *form)
{
    struct menu *menu = &form->menu;
    char line[LINE], value[LINE / 2];
    struct text text;

    menu->n = 0;
    add_line(menu, true, form->game->blurb);
    add_line(menu, true, "");
    snprintf(line, sizeof line, "Seats        < %d >", form->setup.seats);
    add_line(menu, form->game->seats_min == form->game->seats_max, line);
    form->seat_row = menu->n;
    for (int seat = 0; seat < form->setup.seats; seat++) {
        seat_line(line, form, seat);
        add_line(menu, false, line);
    }
    form->option_row = menu->n;
    for (int i = 0; i < form->game->options_n; i++) {
        const struct option *option = &form->game->options[i];

        text = text_in(value, sizeof value);
        option_title_put(&text, option, form->setup.option[i]);
        snprintf(line, sizeof line, "%-12s < %s >", option->title, value);
        add_line(menu, false, line);
    }
    form->seed_row = menu->n;
    snprintf(line, sizeof line, "Seed         < %s >", form->seed[0] ? form->seed : "by chance");
    add_line(menu, false, line);
    add_line(menu, true, "");
    form->start_row = menu->n;
    add_line(menu, false, "Start");
    if (menu->chosen == 0 || menu->rest[menu->chosen])
        menu->chosen = form->start_row;
}

/* The value in the chosen line goes one on or back. */
static void change(struct form *form, int by)
{
    int row = form->menu.chosen;

    if (row == form->seat_row - 1) {
        int seats = form->setup.seats + by;

        if (seats >= form->game->seats_min && seats <= form->game->seats_max)
            form->setup.seats = (uint8_t)seats;
    } else if (row >= form->seat_row && row < form->option_row) {
        int *kind = &form->kind[row - form->seat_row];

        *kind = (*kind + by + KINDS) % KINDS;
    } else if (row >= form->option_row && row < form->seed_row) {
        const struct option *option = &form->game->options[row - form->option_row];
        uint8_t *value = &form->setup.option[row - form->option_row];

        *value = option_step(option, *value, by);
    }
}

/* Who sits there, in the words that players_read takes. */
static void form_words(char *out, size_t size, const struct form *form)
{
    struct text text = text_in(out, size);

    for (int seat = 0; seat < form->setup.seats; seat++) {
        const char *name = form->name[seat];

        text_put(&text, seat ? "," : "");
        if (form->kind[seat] == A_PERSON) {
            char number[16];

            snprintf(number, sizeof number, "Player %d", seat + 1);
            text_put(&text, name[0] ? name : seat == 0 ? "you" : number);
        } else {
            text_put(&text, name);
            text_put(&text, name[0] ? "=" : "");
            text_put(&text, level_names[form->kind[seat] - 1]);
        }
    }
}

/* The plan of the form; false with the reason if it cannot be played. */
static bool form_plan(const struct form *form, struct plan *plan, struct why *why)
{
    char words[SEATS_MAX * (NAME_SIZE + 16)];
    struct text text = text_why(why);
    int n;

    plan->deal = (struct deal){form->game, form->setup, 0};
    plan->seed_given = form->seed[0] != 0;
    if (plan->seed_given && !text_read_number(form->seed, strlen(form->seed), UINT64_MAX, &plan->deal.seed)) {
        text_put(&text, "The seed is a whole number, from 0 to 18446744073709551615.");
        return false;
    }
    for (int seat = 0; seat < form->setup.seats; seat++) {
        if (strpbrk(form->name[seat], ",=")) {
            text_put(&text, "A name has no comma and no equals sign.");
            return false;
        }
    }
    form_words(words, sizeof words, form);
    return game_setup_ok(form->game, &form->setup, why) && players_read(plan->player, &n, form->game, words, why);
}

static void edit(struct form *form, struct stage *stage)
{
    int row = form->menu.chosen;
    char line[NAME_SIZE], seed[sizeof form->seed];

    if (row >= form->seat_row && row < form->option_row) {
        snprintf(line, sizeof line, "%s", form->name[row - form->seat_row]);
        if (ask_line(stage, "Name: ", line, sizeof line)) {
            struct text name = text_in(form->name[row - form->seat_row], NAME_SIZE);

            text_put(&name, line);
            text_capital(&name, 0);
        }
    } else if (row == form->seed_row) {
        snprintf(seed, sizeof seed, "%s", form->seed);
        if (ask_line(stage, "Seed (empty: by chance): ", seed, sizeof seed))
            memcpy(form->seed, seed, sizeof seed);
    } else {
        change(form, 1);
    }
}

static enum menu_end set_up(struct stage *stage, const struct game *game, struct plan *plan)
{
    struct form *form = need_memory(sizeof *form);
    struct why why = {""};
    enum menu_end end = MENU_RESUME; /* stands for: still asking */

    form_begin(form, game);
    while (end == MENU_RESUME) {
        uint32_t key;

        lay_form(form);
        put_below(&form->menu, why.text);
        show_menu(stage, &form->menu);
        key = menu_key(stage, &form->menu);
        why.text[0] = 0;
        if (key == KEY_ARROW_LEFT || key == KEY_ARROW_RIGHT || key == ' ')
            change(form, key == KEY_ARROW_LEFT ? -1 : 1);
        else if (key == KEY_TAKE && form->menu.chosen != form->start_row)
            edit(form, stage);
        else if (key == KEY_TAKE && form_plan(form, plan, &why))
            end = MENU_NEW;
        else if (key == 'r' && page_rules(stage, game) == PAGE_CLOSED)
            end = MENU_CLOSED;
        else if (key == KEY_ESCAPE || key == 'q')
            end = MENU_QUIT;
        if (screen_ended())
            end = MENU_CLOSED;
    }
    free(form);
    return end;
}

/* ---- which game ----------------------------------------------------------------------------------------- */

static void saved_line(char out[LINE], const struct saved *saved)
{
    time_t when = (time_t)saved->when;
    struct tm *local = localtime(&when);
    char date[32] = "";

    if (local)
        strftime(date, sizeof date, "%d %b %H:%M", local);
    if (saved->wrong.text[0])
        snprintf(out, LINE, "%s  cannot be opened  %s", date, saved->title);
    else
        snprintf(out, LINE, "%s  %4u %s  %s%s", date, saved->moves, saved->moves == 1 ? "move " : "moves",
                 saved->over ? "finished  " : "", saved->title);
}

static enum menu_end choose_saved(struct stage *stage, char path[4096])
{
    struct saved *saved = need_memory(sizeof *saved * SAVED_MAX);
    struct menu *menu = need_memory(sizeof *menu);
    int n = store_list(saved, SAVED_MAX, false);
    enum menu_end end = MENU_QUIT;

    menu->title = "Saved games";
    menu->keys = "up/down choose   Enter goes on, or looks at a finished one   v look   Esc back";
    for (int i = 0; i < n; i++) {
        char line[LINE];

        saved_line(line, &saved[i]);
        add_line(menu, false, line);
    }
    if (n == 0)
        add_line(menu, true, "Nothing has been played yet.");
    for (bool asking = true; asking;) {
        uint32_t key;

        show_menu(stage, menu);
        key = menu_key(stage, menu);
        if ((key == KEY_TAKE || key == 'v') && n > 0) {
            snprintf(path, 4096, "%s", saved[menu->chosen].path);
            end = saved[menu->chosen].over || key == 'v' ? MENU_LOOK : MENU_RESUME;
            asking = false;
        } else if (key == KEY_ESCAPE || key == 'q' || key == KEY_CLOSED) {
            end = key == KEY_CLOSED ? MENU_CLOSED : MENU_QUIT;
            asking = false;
        }
    }
    free(menu);
    free(saved);
    return end;
}

static void about(struct menu *menu, const struct game *game)
{
    snprintf(menu->below[0], sizeof menu->below[0], "%s", game->blurb);
    if (game->seats_min == game->seats_max)
        snprintf(menu->below[1], sizeof menu->below[1], "%s; %d %s, about %d minutes", game->box, game->seats_min,
                 game->seats_min == 1 ? "seat" : "seats", game->minutes);
    else
        snprintf(menu->below[1], sizeof menu->below[1], "%s; %d to %d seats, about %d minutes", game->box,
                 game->seats_min, game->seats_max, game->minutes);
}

/* The lines of the first menu: the last unfinished match, the games, the saved ones. */
struct front {
    struct menu menu;
    struct saved last;
    int last_row, first_game, saved_row;
};

static void lay_front(struct front *front)
{
    struct menu *menu = &front->menu;
    char line[LINE], when[LINE];

    menu->n = 0;
    menu->title = "Wabe";
    menu->keys = "up/down choose   Enter takes   r rules   q quit";
    front->last_row = -1;
    if (store_list(&front->last, 1, true) == 1) {
        saved_line(when, &front->last);
        front->last_row = menu->n;
        snprintf(line, sizeof line, "Go on: %.*s", LINE - 8, when);
        add_line(menu, false, line);
    }
    front->saved_row = menu->n;
    add_line(menu, false, "Saved games ...");
    add_line(menu, true, "");
    front->first_game = menu->n;
    for (int i = 0; games[i]; i++)
        add_line(menu, false, games[i]->title);
    if (menu->chosen == 0)
        menu->chosen = front->last_row >= 0 ? front->last_row : front->first_game;
}

/* NULL: the chosen line is no game. */
static const struct game *chosen_game(const struct front *front)
{
    return front->menu.chosen >= front->first_game ? games[front->menu.chosen - front->first_game] : NULL;
}

enum menu_end menu_run(struct stage *stage, struct plan *plan, char path[4096])
{
    struct front *front = need_memory(sizeof *front);
    enum menu_end end = MENU_QUIT;

    lay_front(front);
    for (;;) {
        const struct game *game = chosen_game(front);
        uint32_t key;

        memset(front->menu.below, 0, sizeof front->menu.below);
        if (game)
            about(&front->menu, game);
        show_menu(stage, &front->menu);
        key = menu_key(stage, &front->menu);
        game = chosen_game(front); /* a click may have chosen another one */
        if (key == KEY_TAKE && game)
            end = set_up(stage, game, plan);
        else if (key == KEY_TAKE && front->menu.chosen == front->saved_row)
            end = choose_saved(stage, path);
        else if (key == KEY_TAKE) {
            snprintf(path, 4096, "%s", front->last.path);
            end = MENU_RESUME;
        } else if (key == 'r' && game)
            page_rules(stage, game);
        else if (key == 'q' || key == KEY_ESCAPE)
            break;
        if (screen_ended())
            end = MENU_CLOSED;
        if (end != MENU_QUIT)
            break;
    }
    free(front);
    return end;
}
