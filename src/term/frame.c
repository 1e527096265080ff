#include "frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table that grows or shrinks by less than STEADY rows does not move what stands under it. */
enum { STEADY = 6 };

/* Rows for what Enter would do beyond the first one, where the table leaves them. */
enum { MORE_MESSAGE = 2 };

enum {
    SCREEN_ROWS = 300,
    SCREEN_COLUMNS = 500,
    PANEL_FROM = 112,
    SCRATCH_ROWS = 200,
    LABEL_SIZE = 300,
    NEWS_LINES = 256
};

/* The frame that people get, and what is needed only while drawing it. */
struct workshop {
    struct frame frame;
    struct cell screen[SCREEN_ROWS * SCREEN_COLUMNS];
    struct cell table[BOARD_ROWS * BOARD_COLUMNS];
    struct cell scratch[SCRATCH_ROWS * SCREEN_COLUMNS];
    struct board board;
    struct choices choices;
    struct preview preview;
};

struct frame *frame_new(void)
{
    struct workshop *shop = calloc(1, sizeof *shop);

    return shop ? &shop->frame : NULL;
}

void frame_free(struct frame *frame)
{
    free(frame);
}

static struct workshop *shop_of(struct frame *frame)
{
    return (struct workshop *)frame; /* the frame is its first member */
}

/* ---- lines ------------------------------------------------------------------------------------ */

struct cell_area {
    int row, column, rows, columns;
};

static int max(int a, int b)
{
    return a > b ? a : b;
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

static struct cell in(int ink)
{
    return (struct cell){.ink = (uint8_t)ink};
}

/* A whole row in one ink. */
static void fill(struct cells *cells, int row, int column, int end, int ink)
{
    for (; column < end; column++) {
        struct cell *cell = cells_at(cells, row, column);

        if (cell)
            *cell = (struct cell){.c = ' ', .ink = (uint8_t)ink};
    }
}

/* Copies rows from..to-1 of a picture onto the screen. */
static void copy_rows(struct cells *to, int row, int column, const struct cells *from, int first, int rows, int columns)
{
    for (int i = 0; i < rows && first + i < from->rows; i++) {
        for (int k = 0; k < columns && k < from->columns; k++) {
            struct cell *cell = cells_at(to, row + i, column + k);

            if (cell)
                *cell = from->at[(first + i) * from->columns + k];
        }
    }
}

/* Lines of text, each wrapped, into the scratch; the number of rows. Blank lines are kept. */
static int wrap_lines(struct workshop *shop, struct cells *out, const char *lines, int columns, int ink)
{
    char line[1024];
    int row = 0;

    *out = cells_in(shop->scratch, columns, SCRATCH_ROWS);
    while (*lines) {
        size_t n = strcspn(lines, "\n"), kept = n < sizeof line ? n : sizeof line - 1;

        memcpy(line, lines, kept);
        line[kept] = 0;
        if (row >= SCRATCH_ROWS - 6) { /* the last ones are wanted: begin again with what is left */
            *out = cells_in(shop->scratch, columns, SCRATCH_ROWS);
            row = 0;
        }
        row = cells_wrap(out, row, 0, 2, columns, line, in(ink));
        lines += n + (lines[n] == '\n');
    }
    return row;
}

/* ---- who plays --------------------------------------------------------------------------------- */

/* The title and, behind it, the seats, with names of at most so many columns. Returns the row after them; draws only if
 * `drawing`. */
static int lay_seats(struct frame *out, const struct desk *desk, int name, int columns, bool drawing)
{
    const struct view *view = desk->view;
    int status = desk->status ? text_width(desk->status) + 2 : 0, row = 0;
    int column = 3 + text_width(view->match->deal.game->title);

    for (int seat = 0; seat < view->match->deal.setup.seats; seat++) {
        bool waits = view->waiting & BIT(seat);
        char words[NAME_SIZE + 48];
        struct text text = text_in(words, sizeof words);

        view_seat(view, seat, name, &text);
        if (column + 1 + text_width(words) + (row == 0 ? status : 0) > columns) {
            row++;
            column = 1;
            if (drawing)
                fill(&out->cells, row, 0, columns, INK_BAR);
        }
        if (drawing)
            cells_put(&out->cells, row, column + !waits, words, columns - column - !waits, in(INK_BAR));
        column += !waits + text_width(words) + 2;
    }
    return row + 1;
}

/* Long names are shortened rather than taking rows from the table. */
static int draw_seats(struct frame *out, const struct desk *desk, int rows, int columns)
{
    static const int names[] = {NAME_SIZE, 16, 10, 6, 3};
    int most = rows <= 24 ? 2 : 3, i = 0;

    while (i + 1 < (int)(sizeof names / sizeof *names) && lay_seats(out, desk, names[i], columns, false) > most)
        i++;
    fill(&out->cells, 0, 0, columns, INK_BAR);
    cells_put(&out->cells, 0, 1, desk->view->match->deal.game->title, columns - 2, in(INK_BAR));
    if (desk->status && text_width(desk->status) + 2 < columns)
        cells_put(&out->cells, 0, columns - text_width(desk->status) - 1, desk->status, columns, in(INK_BAR));
    return lay_seats(out, desk, names[i], columns, true);
}

/* ---- targets ----------------------------------------------------------------------------------- */

static void add_target(struct frame *out, struct target target)
{
    if (out->targets < TARGETS_MAX)
        out->target[out->targets++] = target;
}

static int find_spot(const struct board *board, struct touch touch)
{
    for (int i = 0; i < board->spots; i++)
        if (board->spot[i].place == touch.place && board->spot[i].thing == touch.thing)
            return i;
    return -1;
}

static bool is_among(const struct touch touch[], int n, const struct board_spot *spot)
{
    for (int i = 0; i < n; i++)
        if (touch[i].place == spot->place && touch[i].thing == spot->thing)
            return true;
    return false;
}

/* A thing, or a place with nothing on it. */
static bool is_innermost(const struct board *board, int spot)
{
    for (int i = 0; board->spot[spot].thing == NOTHING && i < board->spots; i++)
        if (board->spot[i].place == board->spot[spot].place && board->spot[i].thing != NOTHING)
            return false;
    return true;
}

/* Whether a counter belongs to this place. */
static bool is_counted(const struct view *view, int place)
{
    for (int i = 0; i < view->scene.counters; i++)
        if (view->scene.counter[i].scope == SCOPE_PLACE && view->scene.counter[i].of == place)
            return true;
    return false;
}

/* What can be touched; in looking all that is there; what is explained, without empty places of which there is nothing
 * to say. */
static bool is_wanted(const struct workshop *shop, const struct desk *desk, int i)
{
    const struct board_spot *spot = &shop->board.spot[i];
    bool touched = is_among(shop->choices.touch, shop->choices.touches, spot);

    if (!desk->looking)
        return desk->asking && touched;
    return is_innermost(&shop->board, i) &&
           (!desk->explaining || spot->thing != NOTHING || touched || is_counted(desk->view, spot->place));
}

/* In reading order, at their places in the picture of the table. */
static void add_touches(struct workshop *shop, const struct desk *desk)
{
    for (int i = 0; i < shop->board.spots; i++) {
        const struct board_spot *spot = &shop->board.spot[i];

        if (is_wanted(shop, desk, i))
            add_target(&shop->frame,
                       (struct target){
                           {spot->place, spot->thing}, NO_OFFER, spot->row, spot->column, spot->rows, spot->columns});
    }
}

static void mark(struct cells *cells, const struct target *target, int bits)
{
    for (int row = target->row; row < target->row + target->rows; row++)
        for (int column = target->column; column < target->column + target->columns; column++) {
            struct cell *cell = row < cells->rows ? cells_at(cells, row, column) : NULL;

            if (cell && (cell->c || bits & MARK_FOCUS)) {
                cell->c = cell->c ? cell->c : ' ';
                cell->ink = (uint8_t)(cell->ink | bits);
            }
        }
}

/* ---- the table --------------------------------------------------------------------------------- */

/* Boxes if they fit, else the small cards; then these for the rest of the match, so that the table does not jump from
 * one look to the other. */
static void draw_board(struct workshop *shop, struct desk *desk, int rows, int columns)
{
    const struct cells *screen = &shop->frame.cells;
    struct board_look look = {.rows = rows > 0 ? rows : 1, .unicode = desk->unicode, .before = desk->arrangement};

    look.columns = columns < BOARD_COLUMNS ? columns : BOARD_COLUMNS;
    look.framed = desk->small_rows != screen->rows || desk->small_columns != screen->columns;
    if (look.framed) {
        shop->board.cells = cells_in(shop->table, look.columns, BOARD_ROWS);
        board_draw(desk->view, &look, &shop->board);
        if (shop->board.cells.rows <= rows && shop->board.cells.lost == 0) {
            desk->arrangement = shop->board.arrangement;
            return;
        }
        look.before = 0; /* the small cards begin anew */
    }
    desk->small_rows = screen->rows;
    desk->small_columns = screen->columns;
    look.framed = false;
    shop->board.cells = cells_in(shop->table, look.columns, BOARD_ROWS);
    board_draw(desk->view, &look, &shop->board);
    desk->arrangement = shop->board.arrangement;
}

static void mark_picked(struct workshop *shop, const struct desk *desk)
{
    for (int i = 0; i < desk->pick.n; i++) {
        int spot = find_spot(&shop->board, desk->pick.touch[i]);

        if (spot >= 0) {
            const struct board_spot *s = &shop->board.spot[spot];
            struct target target = {{0, 0}, NO_OFFER, s->row, s->column, s->rows, s->columns};

            mark(&shop->board.cells, &target, MARK_PICKED);
        }
    }
}

static void clamp_scroll(struct desk *desk, const struct target *focus, int rows, int all)
{
    if (desk->follow && focus) {
        if (focus->row + focus->rows > desk->scroll + rows)
            desk->scroll = focus->row + focus->rows - rows;
        if (focus->row < desk->scroll)
            desk->scroll = focus->row;
    }
    if (desk->scroll > all - rows)
        desk->scroll = all - rows;
    if (desk->scroll < 0)
        desk->scroll = 0;
}

/* What is out of sight, at the right end of the line under it. */
static void draw_more(struct frame *out, int row, int columns, const char *words)
{
    cells_put(&out->cells, row, columns - text_width(words) - 1, words, columns, in(INK_KEYS));
}

/* The line under the table. */
static void draw_line(struct frame *out, const struct desk *desk, int row, int columns)
{
    char words[64];
    int below = out->hidden - out->scroll;

    for (int i = 0; i < columns; i++)
        cells_put(&out->cells, row, i, desk->unicode ? "\u2500" : "-", 1, in(INK_WAY));
    if (out->hidden == 0)
        return;
    snprintf(words, sizeof words,
             desk->unicode ? " \u2191%d \u2193%d lines: PgUp PgDn " : " %d lines above, %d below: PgUp PgDn ",
             out->scroll, below);
    draw_more(out, row, columns, words);
}

/* The table from row `top` on in `rows` rows; its targets move to where they stand on the screen. */
static void draw_table(struct workshop *shop, struct desk *desk, int top, int rows, int columns)
{
    struct frame *out = &shop->frame;
    struct cells *cells = &shop->board.cells;
    const struct target *focus = NULL;
    int touches = 0;

    while (touches < out->targets && out->target[touches].offer == NO_OFFER)
        touches++;
    if (desk->focus < touches)
        focus = &out->target[desk->focus];
    for (int i = 0; i < touches && !desk->looking; i++)
        mark(cells, &out->target[i], MARK_TOUCH);
    mark_picked(shop, desk);
    if (focus)
        mark(cells, focus, MARK_FOCUS);
    clamp_scroll(desk, focus, rows, cells->rows);
    copy_rows(&out->cells, top, 0, cells, desk->scroll, rows, columns);
    out->scroll = desk->scroll;
    out->table_rows = rows;
    out->hidden = cells->rows > rows ? cells->rows - rows : 0;
    for (int i = 0; i < touches; i++)
        out->target[i].row += top - desk->scroll;
}

/* ---- what can be done --------------------------------------------------------------------------- */

static void offer_words(char out[LABEL_SIZE], const struct view *view, int offer)
{
    struct speech speech = match_speech(view->match, view->viewer);
    struct text text = text_in(out, LABEL_SIZE);

    sentence_put(&text, &speech, view->offer[offer].phrase);
}

/* What stands at a touch, in words: "yellow gem on green 3, The grid: A2". `which` of equal ones: see sight_at. */
static void touch_words(struct text *out, const struct view *view, struct touch touch, int which)
{
    size_t from = out->used;
    struct sight sight;

    if (!sight_at(view, touch, which, &sight))
        return;
    sight_name(out, view, &sight);
    if (out->used > from && (sight.zone->title.text != NO_TEXT || sight.place->label.text != NO_TEXT))
        text_put(out, ", ");
    sight_where(out, view, &sight);
}

/* Where few moves are possible, some of them buttons and some touches, all of them are buttons as well: nobody should
 * have to search the table for the other half of a question. */
static void add_buttons(struct choices *choices, const struct desk *desk)
{
    enum { FEW = 8 };

    if (desk->pick.n > 0 || choices->buttons == 0 || choices->touches == 0 || desk->view->offers > FEW)
        return;
    choices->buttons = desk->view->offers;
    for (int i = 0; i < choices->buttons; i++)
        choices->button[i] = (uint16_t)i;
}

/* Lays the buttons in lines of the scratch; their targets are at their places there. Returns the rows. */
static int lay_buttons(struct workshop *shop, struct cells *out, const struct desk *desk, int columns)
{
    int row = 0, column = 0;

    *out = cells_in(shop->scratch, columns, SCRATCH_ROWS);
    for (int i = 0; i < shop->choices.buttons; i++) {
        char label[LABEL_SIZE], words[LABEL_SIZE + 8];
        struct target target = {{0, 0}, shop->choices.button[i], 0, 0, 1, 0};
        int width;

        offer_words(label, desk->view, target.offer);
        snprintf(words, sizeof words, "[%s]%s", label, desk->view->offer[target.offer].chosen ? "*" : "");
        width = text_width(words) < columns ? text_width(words) : columns;
        if (column > 0 && column + 1 + width > columns) {
            row++;
            column = 0;
        }
        target.row = row;
        target.column = column > 0 ? column + 1 : 0;
        target.columns = width;
        column = cells_put(out, row, target.column, words, width, in(INK_BUTTON));
        add_target(&shop->frame, target);
    }
    return shop->choices.buttons ? row + 1 : 0;
}

/* Shows `rows` of the lines of buttons from screen row `top` on, the focused one among them. */
static void draw_buttons(struct workshop *shop, const struct desk *desk, struct cells *lines, int all, int top,
                         int rows, int columns)
{
    struct frame *out = &shop->frame;
    int first = 0, from = 0;

    while (from < out->targets && out->target[from].offer == NO_OFFER)
        from++;
    if (desk->focus >= from && desk->focus < out->targets) {
        const struct target *focus = &out->target[desk->focus];

        mark(lines, focus, MARK_FOCUS);
        if (focus->row >= rows)
            first = focus->row - rows + 1;
    }
    copy_rows(&out->cells, top, 0, lines, first, rows, columns);
    if (all > rows) {
        char words[48];

        snprintf(words, sizeof words, " %d more lines ", all - rows);
        draw_more(out, top - 1, columns, words);
    }
    for (int i = from; i < out->targets; i++) {
        struct target *target = &out->target[i];

        target->row -= first;
        if (target->row < 0 || target->row >= rows)
            target->rows = 0; /* out of sight: keys reach it, the mouse does not */
        target->row += top;
    }
}

/* Whether the focus leads to the offer that is suggested. */
static bool leads_to_suggested(const struct desk *desk, const struct target *focus)
{
    const struct offer *offer;

    if (desk->suggested == 0 || focus->offer != NO_OFFER)
        return desk->suggested > 0 && focus->offer == desk->suggested - 1;
    offer = &desk->view->offer[desk->suggested - 1];
    return offer->touches > desk->pick.n && offer->touch[desk->pick.n].place == focus->touch.place &&
           offer->touch[desk->pick.n].thing == focus->touch.thing;
}

/* What a thing is and does. */
static void thing_words(struct text *out, const struct view *view, int thing)
{
    const struct game *game = view->match->deal.game;
    struct speech speech = match_speech(view->match, view->viewer);
    struct phrase about = thing == NOTHING ? PHRASE(NO_TEXT) : game->about(&view->match->deal.setup, thing);

    if (about.text == NO_TEXT)
        return;
    text_put(out, ": ");
    phrase_put(out, &speech, about);
    text_char(out, '.');
}

/* What would come of it, as far as the viewer can know; where there is room for it. */
static void preview_words(struct text *out, struct preview *preview, const struct view *view, int offer)
{
    char words[PREVIEW_TEXT_MAX];
    struct text text = text_in(words, sizeof words);

    if (!view->present || !preview)
        return;
    preview_make(preview, view->match, view->viewer, view->offer[offer].move);
    preview_text(preview, &text);
    if (words[0]) {
        text_put(out, ". ");
        text_put(out, words);
    }
}

/* How many targets before this one are touched in the same way: a thing that lies there face up and face down. */
static int equals_before(const struct frame *frame, const struct target *target)
{
    int n = 0;

    for (const struct target *t = frame->target; t < target; t++)
        n += t->offer == NO_OFFER && t->touch.place == target->touch.place && t->touch.thing == target->touch.thing;
    return n;
}

/* What Enter would do, or in looking what stands there. */
static void focus_words(struct text *out, const struct frame *frame, const struct desk *desk,
                        const struct target *focus, struct preview *preview)
{
    char label[LABEL_SIZE];
    int offer = NO_OFFER;

    if (desk->looking) {
        touch_words(out, desk->view, focus->touch, equals_before(frame, focus));
        thing_words(out, desk->view, focus->touch.thing);
        return;
    }
    if (leads_to_suggested(desk, focus))
        offer = desk->suggested - 1;
    else
        offer = focus->offer != NO_OFFER ? focus->offer : pick_leads_to(desk->view, &desk->pick, focus->touch);
    text_put(out, "Enter: ");
    if (offer != NO_OFFER) {
        offer_words(label, desk->view, offer);
        text_put(out, label);
        preview_words(out, preview, desk->view, offer);
    } else {
        touch_words(out, desk->view, focus->touch, 0);
        text_put(out, ", and then more is to be chosen");
    }
}

static bool is_blank(struct cells *cells, int row, int column)
{
    uint32_t c = cells_at(cells, row, column)->c;

    return c == 0 || c == ' ';
}

/* The rows of the scratch that words take, up to what there is room for; the last one ends in dots where words are left
 * out, and never within a word. */
static int wrap_message(struct workshop *shop, struct cells *out, const char *words, int rows, int columns)
{
    int all = wrap_lines(shop, out, words, columns, INK_PLAIN), end = columns - 4;

    if (all <= rows)
        return all;
    while (end > 0 && !is_blank(out, rows - 1, end))
        end--;
    while (end > 0 && is_blank(out, rows - 1, end - 1))
        end--;
    for (int column = cells_put(out, rows - 1, end, " ...", 4, in(INK_PLAIN)); column < columns; column++)
        *cells_at(out, rows - 1, column) = (struct cell){0};
    return rows;
}

/* What the person should know, and what Enter would do: below it, or behind it if there is just one row. */
static void draw_message(struct workshop *shop, const struct desk *desk, int row, int rows, int columns)
{
    struct frame *out = &shop->frame;
    struct cells wrapped;
    char words[2 * LABEL_SIZE + PREVIEW_TEXT_MAX] = "";
    struct text text = text_in(words, sizeof words);
    const struct target *focus = desk->focus < out->targets ? &out->target[desk->focus] : NULL;
    int column = 0, above = desk->message && rows > 1;

    if (desk->message)
        column = cells_put(&out->cells, row, 0, desk->message, columns, in(INK_MESSAGE)) + 3;
    if (!focus || desk->explaining || (!desk->asking && !desk->looking))
        return;
    focus_words(&text, out, desk, focus, column == 0 || above ? &shop->preview : NULL);
    if (column == 0 || above)
        copy_rows(&out->cells, row + above, 0, &wrapped, 0, wrap_message(shop, &wrapped, words, rows - above, columns),
                  columns);
    else if (column + text_width(words) <= columns)
        cells_put(&out->cells, row, column, words, columns - column, in(INK_PLAIN));
}

/* ---- what the viewer is doing --------------------------------------------------------------------- */

enum { GOAL_SIZE = 1024 };

/* The goal with the first so many counters; *all: how many there are. */
static void goal_words(char out[GOAL_SIZE], const struct view *view, int counters, int *all)
{
    struct text text = text_in(out, GOAL_SIZE);

    text_put(&text, "Goal: ");
    *all = view_goal(view, counters, &text);
}

/* With as many of the counters as have room; the first one has it even where the goal is cut. */
static void draw_goal(struct workshop *shop, const struct desk *desk, int row, int rows, int columns)
{
    struct cells *screen = &shop->frame.cells, wrapped;
    char words[GOAL_SIZE], more[GOAL_SIZE];
    int all, counters = 0, column = 0;

    if (rows == 0)
        return;
    goal_words(words, desk->view, 0, &all);
    for (; counters < all; counters++) {
        goal_words(more, desk->view, counters + 1, &all);
        if (wrap_lines(shop, &wrapped, more, columns, INK_PLAIN) > rows)
            break;
        memcpy(words, more, sizeof words);
    }
    if (rows == 1 && counters == 0 && all > 0)
        column = text_width(more) - text_width(words);
    copy_rows(screen, row, 0, &wrapped, 0, wrap_message(shop, &wrapped, words, rows, columns - column),
              columns - column);
    if (column > 0)
        cells_put(screen, row, columns - column, more + strlen(words), column, in(INK_PLAIN));
}

/* How many rows the goal gets, below the seats: two are enough for that of every game on a screen of 80 columns. Small
 * screens have one for what fits, and very small ones none. */
static int goal_rows(struct workshop *shop, struct desk *desk, int rows, int columns)
{
    enum { MOST = 2, TWO_FROM = 20, ONE_FROM = 15 };
    struct cells wrapped;
    char words[GOAL_SIZE];
    int most, all, needed;

    if (desk->goal_screen != rows * SCREEN_COLUMNS + columns) {
        desk->goal_screen = rows * SCREEN_COLUMNS + columns;
        desk->goal_rows = desk->goal_brief = 0;
    }
    if (desk->view->scene.goal.text == NO_TEXT || rows < ONE_FROM)
        return 0;
    most = rows >= TWO_FROM && !desk->goal_brief ? MOST : 1;
    goal_words(words, desk->view, 1, &all);
    needed = wrap_lines(shop, &wrapped, words, columns, INK_PLAIN);
    desk->goal_rows = min(max(desk->goal_rows, needed), most);
    return desk->goal_rows;
}

/* ---- what has happened --------------------------------------------------------------------------- */

/* The first or the last `rows` rows of these lines; how many there are. */
static int draw_lines(struct workshop *shop, const char *lines, struct cell_area area, bool from_top, int ink)
{
    struct cells wrapped;
    int all = wrap_lines(shop, &wrapped, lines, area.columns, ink);

    copy_rows(&shop->frame.cells, area.row, area.column, &wrapped, all > area.rows && !from_top ? all - area.rows : 0,
              area.rows, area.columns);
    return all;
}

static void draw_panel(struct workshop *shop, const struct desk *desk, int top, int rows, int column, int columns)
{
    for (int row = top; row < top + rows; row++)
        cells_put(&shop->frame.cells, row, column, desk->unicode ? "\u2502" : "|", 1, in(INK_WAY));
    draw_lines(shop, desk->log, (struct cell_area){top, column + 2, rows, columns - column - 3}, false, INK_PLAIN);
}

/* A line of the news, or one from before them by which one knows what somebody else did last. */
struct line {
    const char *words;
    int length, rows;
    bool others, shown;
};

static struct line line_of(struct workshop *shop, const char *words, int columns)
{
    struct line line = {.words = words, .length = (int)strcspn(words, "\n")};
    struct cells wrapped;
    char copy[1024];

    snprintf(copy, sizeof copy, "%.*s", line.length, words);
    line.rows = wrap_lines(shop, &wrapped, copy, columns, INK_PLAIN);
    return line;
}

/* All of them, the oldest first. Returns how many; *before: those from before the news. */
static int list_news(struct workshop *shop, const struct desk *desk, int columns, struct line out[NEWS_LINES],
                     int *before)
{
    int lines = 0, n = 0;

    for (const char *at = desk->news; *at; at++)
        lines += *at == '\n';
    for (int i = 0; i < desk->others_n; i++) {
        if (desk->others[i].back <= lines)
            continue;
        out[n] = line_of(shop, desk->others[i].words, columns);
        out[n++].others = true;
    }
    *before = n;
    for (const char *at = desk->news; *at && n < NEWS_LINES; at += strcspn(at, "\n") + 1)
        out[n++] = line_of(shop, at, columns);
    for (int i = 0; i < desk->others_n; i++)
        if (desk->others[i].back <= lines && lines <= n - *before)
            out[n - desk->others[i].back].others = true;
    return n;
}

static void choose_line(struct line *line, int *rows)
{
    if (line->shown || line->rows > *rows)
        return;
    line->shown = true;
    *rows -= line->rows;
}

/* Chooses what is shown of them in so many rows: what others did last, the latest first, then as many of the last lines
 * of all as still fit. */
static void choose_news(struct line line[], int n, int rows)
{
    for (int i = n - 1; i >= 0; i--)
        if (line[i].others)
            choose_line(&line[i], &rows);
    for (int i = n - 1; i >= 0; i--) {
        choose_line(&line[i], &rows);
        if (!line[i].shown)
            break;
    }
}

/* Draws them; how many of the news are left out. */
static int draw_news(struct workshop *shop, const struct desk *desk, int row, int rows, int columns)
{
    struct line line[NEWS_LINES];
    int before, n = list_news(shop, desk, columns, line, &before), hidden = 0;

    choose_news(line, n, rows);
    for (int i = 0; i < n; i++) {
        struct cells wrapped;
        char words[1024];

        hidden += i >= before && !line[i].shown;
        if (!line[i].shown)
            continue;
        snprintf(words, sizeof words, "%.*s", line[i].length, line[i].words);
        wrap_lines(shop, &wrapped, words, columns, INK_PLAIN);
        copy_rows(&shop->frame.cells, row, 0, &wrapped, 0, line[i].rows, columns);
        row += line[i].rows;
    }
    return hidden;
}

/* How many rows the news need, or only what others did last. */
static int news_rows(struct workshop *shop, const struct desk *desk, int columns, bool others)
{
    struct line line[NEWS_LINES];
    int before, n = list_news(shop, desk, columns, line, &before), rows = 0;

    for (int i = 0; i < n; i++)
        rows += !others || line[i].others ? line[i].rows : 0;
    return rows;
}

/* ---- the whole ----------------------------------------------------------------------------------- */

static void prompt_words(char out[1024], const struct view *view)
{
    struct speech speech = match_speech(view->match, view->viewer);
    struct text text = text_in(out, 1024);

    if (view->over) {
        text_put(&text, "The game is over.");
        return;
    }
    sentence_put(&text, &speech, view->scene.prompt);
    for (int i = 0; i < view->face_downs; i++) {
        text_put(&text, "\n");
        view_face_down(view, i, &text);
    }
}

static void draw_small(struct frame *out, int rows, int columns)
{
    cells_put(&out->cells, rows / 2, 0, "Please make this window larger.", columns, in(INK_PROMPT));
}

/* Where everything stands. From the top: seats, goal, table, a line, news, prompt, buttons, message; the keys in the
 * last row. At the right, where there is room, the log. */
struct rows {
    int wide;                  /* columns left of the log */
    int seats;                 /* rows of the seats; then come those of the goal */
    int table;                 /* first row of the table */
    int line;                  /* under it */
    int news, prompt, buttons; /* how many rows each has */
    int others;                /* rows of the news that say what others did last */
    int message;               /* rows of the message, and of what Enter would do */
    int all_buttons;           /* rows that the buttons would need */
};

/* The table keeps a few rows, whatever else there is to say. */
static void leave_room(struct rows *at)
{
    enum { LEAST = 4 };

    for (; at->line - at->table < LEAST && at->news > 1; at->line++)
        at->news--;
    for (; at->line - at->table < LEAST && at->buttons > 1; at->line++)
        at->buttons--;
    for (; at->line - at->table < LEAST && at->prompt > 1; at->line++)
        at->prompt--;
    for (; at->line - at->table < LEAST && at->news > 0; at->line++)
        at->news--;
    for (; at->line - at->table < LEAST && at->table > at->seats; at->table--)
        ;
}

/* What Enter would do gets rows that are free, and some of many news: what is left of these tells what others did last,
 * but for the second row two or three of them are enough; the rest is in the log. The same wherever the focus is, so
 * that nothing jumps. */
static void share_message(struct rows *at, const struct desk *desk, int rows)
{
    enum { MOST = 1 + MORE_MESSAGE, NEWS = 2, MORE_NEWS = 3 };
    int free = rows - 2 - at->line - at->news - at->prompt - at->buttons;

    at->message = max(1, free < MOST ? free : MOST);
    for (; desk->asking && !desk->tall && at->message < MOST; at->message++) {
        if (at->news <= max(NEWS, at->message == 1 ? min(at->others, MORE_NEWS) : at->others))
            break;
        at->news--;
    }
}

/* How many rows the news get at least where the table does not fit: what others did last is to be in sight. */
static int least_news(const struct rows *at, int rows)
{
    enum { SMALL = 24, MOST = 3 };

    return at->news == 0 ? 0 : rows < SMALL ? 1 : max(1, min(at->others, MOST));
}

/* Draws the table as well, since its height decides where the rest stands: close under it, if the screen is higher,
 * with more of the news; with less of them, if the table then fits. How many news there are does not change its look:
 * they always have their rows while it is arranged, and long ones cover its lower part. */
static struct rows share_rows(struct workshop *shop, struct desk *desk, const char *prompt, int rows, int columns)
{
    struct cells wrapped, buttons;
    struct rows at;
    int most = rows <= 24 ? 3 : rows / 5, table, free, news, least;
    bool panel = desk->log && columns >= PANEL_FROM;

    at.wide = panel ? columns - columns / 3 : columns;
    at.seats = draw_seats(&shop->frame, desk, rows, columns);
    at.table = at.seats + goal_rows(shop, desk, rows, columns);
    at.prompt = wrap_lines(shop, &wrapped, prompt, at.wide, INK_PROMPT);
    at.prompt = at.prompt < 4 ? at.prompt : 4;
    at.all_buttons = lay_buttons(shop, &buttons, desk, at.wide);
    at.buttons = at.all_buttons < most ? at.all_buttons : most;
    at.news = panel ? 0 : rows <= 30 ? 3 : 6;
    at.line = rows - 3 - at.buttons - at.prompt - at.news;
    leave_room(&at);
    draw_board(shop, desk, at.line - at.table, at.wide - 1);

    table = (shop->board.cells.rows + MORE_MESSAGE + STEADY - 1) / STEADY * STEADY - MORE_MESSAGE;
    free = rows - 3 - at.buttons - at.prompt - at.table; /* for the table and the news */
    news = panel ? 0 : news_rows(shop, desk, at.wide, false);
    at.others = panel ? 0 : news_rows(shop, desk, at.wide, true);
    least = least_news(&at, rows);
    if (shop->board.cells.rows > free - at.news)
        table = shop->board.cells.rows <= free - (least > 0) ? shop->board.cells.rows : free - least;
    else if (table > free - news - MORE_MESSAGE)
        table = max(shop->board.cells.rows, free - news - MORE_MESSAGE);
    if (desk->tall)
        at.news = min(news_rows(shop, desk, at.wide, false), rows / 2);
    else
        at.news = min(news, max(free - table, 0));
    at.line = at.table + (table < free - at.news ? table : free - at.news);
    leave_room(&at);
    share_message(&at, desk, rows);
    if (at.table - at.seats > 1 && !desk->tall && shop->board.cells.rows == at.line - at.table + 1) {
        desk->goal_brief = true; /* the table has room where the goal is cut */
        return share_rows(shop, desk, prompt, rows, columns);
    }
    return at;
}

static void draw_under(struct workshop *shop, struct desk *desk, const struct rows *at, const char *prompt)
{
    int row = at->line + 1, hidden = 0;

    draw_line(&shop->frame, desk, at->line, at->wide);
    if (desk->from_top)
        draw_lines(shop, desk->news, (struct cell_area){row, 0, at->news, at->wide}, true, INK_PLAIN);
    else
        hidden = draw_news(shop, desk, row, at->news, at->wide);
    if (hidden > 0 && at->news > 0) {
        char words[48];

        snprintf(words, sizeof words, " l: %d more ", hidden);
        cells_put(&shop->frame.cells, at->line, 1, words, at->wide, in(INK_KEYS));
    }
    row += at->news;
    draw_lines(shop, prompt, (struct cell_area){row, 0, at->prompt, at->wide}, true, INK_PROMPT);
    row += at->prompt + at->buttons;
    draw_message(shop, desk, row, at->message, at->wide);
}

static void draw_keys(struct frame *out, const char *keys, int rows, int columns)
{
    fill(&out->cells, rows - 1, 0, columns, INK_KEYS);
    cells_put(&out->cells, rows - 1, 0, keys, columns, in(INK_KEYS));
}

/* An empty screen, not larger than there is memory. */
static void clear_screen(struct workshop *shop, int *rows, int *columns)
{
    *rows = *rows < SCREEN_ROWS ? *rows : SCREEN_ROWS;
    *columns = *columns < SCREEN_COLUMNS ? *columns : SCREEN_COLUMNS;
    shop->frame.cells = cells_in(shop->screen, *columns, *rows);
    cells_at(&shop->frame.cells, *rows - 1, 0);
    shop->frame.targets = 0;
    shop->frame.box = (struct box){0};
}

/* The thing that is focused, in a box above the keys and below the goal, unless the screen is too low to spare that. */
static void draw_explained(struct workshop *shop, struct desk *desk, const struct rows *at, int rows)
{
    enum { ENOUGH = 18 };
    struct frame *out = &shop->frame;
    const struct target *focus = &out->target[desk->focus];
    int columns = at->wide, top = rows - 1 - at->table >= ENOUGH ? at->table : 1;
    struct box_room room = {columns, top, rows - 1, focus->row, focus->rows, desk->unicode};
    struct sight sight;

    if (desk->focus >= out->targets || !sight_at(desk->view, focus->touch, equals_before(out, focus), &sight))
        return;
    out->box = box_draw(&out->cells, cells_in(shop->scratch, columns, SCRATCH_ROWS), desk->view, &sight, room,
                        desk->lines);
    desk->lines = out->box.from;
}

void frame_draw(struct frame *out, struct desk *desk, int rows, int columns)
{
    struct workshop *shop = shop_of(out);
    struct cells buttons;
    struct rows at;
    char prompt[1024];

    clear_screen(shop, &rows, &columns);
    if (rows < FRAME_ROWS_MIN || columns < FRAME_COLUMNS_MIN) {
        draw_small(out, rows, columns);
        return;
    }
    shop->choices.touches = shop->choices.buttons = 0;
    if (desk->asking)
        pick_choices(desk->view, &desk->pick, &shop->choices);
    if (desk->looking)
        shop->choices.buttons = 0;
    else if (desk->asking)
        add_buttons(&shop->choices, desk);
    prompt_words(prompt, desk->view);
    at = share_rows(shop, desk, prompt, rows, columns);
    out->targets = 0;
    add_touches(shop, desk);
    lay_buttons(shop, &buttons, desk, at.wide);
    if (desk->focus >= out->targets)
        desk->focus = out->targets ? out->targets - 1 : 0;
    draw_buttons(shop, desk, &buttons, at.all_buttons, at.line + 1 + at.news + at.prompt, at.buttons, at.wide);
    draw_goal(shop, desk, at.seats, at.table - at.seats, columns);
    draw_table(shop, desk, at.table, at.line - at.table, at.wide);
    if (at.wide < columns)
        draw_panel(shop, desk, at.table, rows - 1 - at.table, at.wide, columns);
    draw_under(shop, desk, &at, prompt);
    if (desk->explaining)
        draw_explained(shop, desk, &at, rows);
    draw_keys(out, desk->keys, rows, columns);
}

/* ---- moving the focus ----------------------------------------------------------------------------- */

/* Rows count double, for a character is about twice as high as wide. What lies straight ahead is nearest. */
int frame_towards(const struct frame *frame, int focus, int down, int right)
{
    const struct target *from = &frame->target[focus];
    int best = focus, least = 1 << 20;

    if (focus >= frame->targets)
        return focus;
    for (int i = 0; i < frame->targets; i++) {
        const struct target *to = &frame->target[i];
        int rows = 2 * to->row + to->rows - 2 * from->row - from->rows;
        int columns = (2 * to->column + to->columns - 2 * from->column - from->columns) / 2;
        int ahead = down ? down * rows : right * columns, aside = abs(down ? columns : rows);
        int far = down ? 2 * ahead + aside : ahead + 4 * aside;

        if (i == focus || ahead <= 0)
            continue;
        if (far < least) {
            least = far;
            best = i;
        }
    }
    return best;
}

int frame_target_at(const struct frame *frame, int row, int column)
{
    int best = -1, size = 1 << 20;

    for (int i = 0; i < frame->targets; i++) {
        const struct target *t = &frame->target[i];
        bool here = row >= t->row && row < t->row + t->rows && column >= t->column && column < t->column + t->columns;

        if (here && t->rows * t->columns < size) {
            best = i;
            size = t->rows * t->columns;
        }
    }
    return best;
}

bool frame_touch_at(struct frame *frame, int row, int column, struct touch *out)
{
    const struct workshop *shop = shop_of(frame);
    const struct cell *cell = row < frame->cells.rows ? cells_at(&frame->cells, row, column) : NULL;

    if (!cell || cell->spot == 0 || cell->spot > shop->board.spots)
        return false;
    *out = (struct touch){shop->board.spot[cell->spot - 1].place, shop->board.spot[cell->spot - 1].thing};
    return true;
}

/* ---- pages ------------------------------------------------------------------------------------------ */

void frame_page(struct frame *out, const char *title, const struct cells *page, int from, const char *keys, int rows,
                int columns)
{
    struct workshop *shop = shop_of(out);
    int margin, room;

    clear_screen(shop, &rows, &columns);
    margin = columns > page->columns ? (columns - page->columns) / 2 : 0;
    room = rows - 2;
    out->scroll = from;
    out->table_rows = room;
    out->hidden = page->rows > room ? page->rows - room : 0;
    fill(&out->cells, 0, 0, columns, INK_BAR);
    cells_put(&out->cells, 0, 1, title, columns - 2, in(INK_BAR));
    copy_rows(&out->cells, 1, margin, page, from, room, page->columns);
    draw_keys(out, keys, rows, columns);
    if (out->hidden) {
        char words[32];

        snprintf(words, sizeof words, " %d%% ", 100 * from / out->hidden);
        draw_more(out, 0, columns, words);
    }
}
