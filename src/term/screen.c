#include "screen.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "../games/game.h"
#include "frame.h"

static volatile sig_atomic_t ended; /* the signal that asked the program to end */
static bool open_now;

static void hear_signal(int number)
{
    ended = number;
}

static void hear_signals(void)
{
    struct sigaction action = {.sa_handler = hear_signal};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool screen_ended(void)
{
    return ended != 0;
}

/* ---- colours ------------------------------------------------------------------------------------- */

/* Pieces are dark or light letters on their own ground, so that they read alike on dark and light terminals. In 256
 * colours the grounds are chosen for colour-blind eyes too: they differ in lightness. Letters say the same. The focus
 * has a ground that no piece has: in reverse it would look like a white piece. */
struct paint {
    short ground, letters;           /* of 8 */
    short fine_ground, fine_letters; /* of 256 */
};

static const struct paint paints[COLOURS_N] = {
    [COLOUR_GREEN] = {COLOR_GREEN, COLOR_BLACK, 71, 16},     [COLOUR_YELLOW] = {COLOR_YELLOW, COLOR_BLACK, 221, 16},
    [COLOUR_PURPLE] = {COLOR_MAGENTA, COLOR_WHITE, 54, 231}, [COLOUR_RED] = {COLOR_RED, COLOR_WHITE, 160, 231},
    [COLOUR_VIOLET] = {COLOR_MAGENTA, COLOR_WHITE, 134, 16}, [COLOUR_BLUE] = {COLOR_BLUE, COLOR_WHITE, 25, 231},
    [COLOUR_GRAY] = {COLOR_WHITE, COLOR_BLACK, 247, 16},     [COLOUR_BLACK] = {COLOR_BLACK, COLOR_WHITE, 235, 231},
    [COLOUR_GOLD] = {COLOR_YELLOW, COLOR_BLACK, 178, 16},    [COLOUR_BROWN] = {COLOR_RED, COLOR_WHITE, 94, 231},
    [COLOUR_WHITE] = {COLOR_WHITE, COLOR_BLACK, 255, 16},
};

static const struct paint focus_paint = {COLOR_CYAN, COLOR_BLACK, 45, 16};

enum { FOCUS_PAIR = COLOURS_N };

static void mix_colours(void)
{
    bool fine = COLORS >= 256;

    init_pair(FOCUS_PAIR, fine ? focus_paint.fine_letters : focus_paint.letters,
              fine ? focus_paint.fine_ground : focus_paint.ground);
    for (int i = COLOUR_NONE + 1; i < COLOURS_N; i++) {
        init_pair((short)i, fine ? paints[i].fine_letters : paints[i].letters,
                  fine ? paints[i].fine_ground : paints[i].ground);
    }
}

/* The lines and shades of framed cards. */
static bool is_frame(uint32_t c)
{
    return c >= 0x2500 && c <= 0x259f;
}

/* Without colours everything is told by bold, underlined and reverse letters, and by the strokes of frames. */
static attr_t attributes(const struct screen *screen, const struct cell *cell, short *pair)
{
    static const attr_t inks[] = {
        [INK_TITLE] = A_BOLD,   [INK_LABEL] = A_DIM,   [INK_WAY] = A_DIM,
        [INK_DOWN] = A_DIM,     [INK_EMPTY] = A_DIM,   [INK_HEADING] = A_BOLD | A_UNDERLINE,
        [INK_STRONG] = A_BOLD,  [INK_CODE] = A_BOLD,   [INK_FAINT] = A_DIM,
        [INK_BAR] = A_REVERSE,  [INK_KEYS] = A_DIM,    [INK_PROMPT] = A_BOLD,
        [INK_MESSAGE] = A_BOLD, [INK_BUTTON] = A_BOLD,
    };
    int ink = cell->ink & INK_BITS;
    attr_t attr = inks[ink];

    *pair = 0;
    if (cell->colour != COLOUR_NONE && screen->colours && ink != INK_WAY) {
        *pair = cell->colour;
        attr &= ~A_DIM;
    }
    if (cell->ink & MARK_TOUCH)
        attr = (attr & ~A_DIM) | A_BOLD | (is_frame(cell->c) ? 0 : A_UNDERLINE);
    if (cell->ink & MARK_PICKED)
        attr |= A_STANDOUT | A_UNDERLINE;
    if (cell->ink & MARK_FOCUS) {
        *pair = screen->colours ? FOCUS_PAIR : 0;
        attr = A_BOLD | (screen->colours ? 0 : A_REVERSE);
    }
    return attr;
}

/* ---- opening and closing --------------------------------------------------------------------------- */

/* The terminal works even when nothing else does: its description is missing, say. */
bool screen_open(struct screen *screen, struct why *why)
{
    const char *plain = getenv("NO_COLOR");
    struct text text = text_why(why);

    setlocale(LC_CTYPE, "");
    if (!newterm(NULL, stdout, stdin)) {
        text_put(&text, "this terminal (TERM=");
        text_put(&text, getenv("TERM") ? getenv("TERM") : "");
        text_put(&text, ") is not known here; --plain needs nothing of it");
        return false;
    }
    open_now = true;
    cbreak(); /* Ctrl-C and Ctrl-Z stay signals */
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(50);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON3_PRESSED | BUTTON3_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED,
              NULL);
    mouseinterval(0);
    screen->colours = false;
    if (has_colors() && !(plain && *plain) && start_color() == OK && use_default_colors() == OK) {
        screen->colours = COLORS >= 8;
        if (screen->colours)
            mix_colours();
    }
    screen->unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    getmaxyx(stdscr, screen->rows, screen->columns);
    hear_signals();
    return true;
}

void screen_close(void)
{
    if (!open_now)
        return;
    open_now = false;
    endwin();
}

/* ---- showing ----------------------------------------------------------------------------------------- */

/* Lines under every row of a framed card would be hard to read, so what can be touched has a heavy frame instead. */
static uint32_t heavy(uint32_t c)
{
    static const char32_t light[] = U"─│┌┐└┘╌░", strong[] = U"━┃┏┓┗┛╍▒";

    for (int i = 0; light[i]; i++)
        if (light[i] == c)
            return strong[i];
    return c;
}

/* A character that is not as wide as we think would push the rest of its line away. */
static wchar_t showable(const struct screen *screen, const struct cell *cell)
{
    uint32_t c = cell->ink & (MARK_TOUCH | MARK_PICKED) ? heavy(cell->c) : cell->c;

    if (c == 0)
        return L' ';
    if (c >= 0x80 && (!screen->unicode || wcwidth((wchar_t)c) != rune_width(c)))
        return L'?';
    return (wchar_t)c;
}

void screen_show(const struct screen *screen, const struct cells *cells)
{
    erase();
    for (int row = 0; row < cells->rows && row < screen->rows; row++) {
        for (int column = 0; column < cells->columns && column < screen->columns; column++) {
            const struct cell *cell = &cells->at[row * cells->columns + column];
            wchar_t words[2] = {showable(screen, cell), 0};
            cchar_t shown;
            short pair;
            attr_t attr = attributes(screen, cell, &pair);

            if (cell->c == CELL_REST)
                continue;
            if (words[0] == L' ' && attr == 0 && pair == 0)
                continue;
            setcchar(&shown, words, attr, pair, NULL);
            mvadd_wch(row, column, &shown);
        }
    }
    refresh();
}

/* ---- keys ---------------------------------------------------------------------------------------------- */

static uint32_t mouse_key(struct screen *screen)
{
    MEVENT event;

    if (getmouse(&event) != OK)
        return KEY_NOTHING;
    screen->click_row = event.y;
    screen->click_column = event.x;
    if (event.bstate & BUTTON4_PRESSED)
        return KEY_WHEEL_UP;
    if (event.bstate & BUTTON5_PRESSED)
        return KEY_WHEEL_DOWN;
    if (event.bstate & (BUTTON3_PRESSED | BUTTON3_CLICKED))
        return KEY_POINT;
    return event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED) ? KEY_CLICK : KEY_NOTHING;
}

static uint32_t special_key(struct screen *screen, wint_t c)
{
    switch (c) {
    case KEY_UP:
        return KEY_ARROW_UP;
    case KEY_DOWN:
        return KEY_ARROW_DOWN;
    case KEY_LEFT:
        return KEY_ARROW_LEFT;
    case KEY_RIGHT:
        return KEY_ARROW_RIGHT;
    case KEY_PPAGE:
        return KEY_PAGE_UP;
    case KEY_NPAGE:
        return KEY_PAGE_DOWN;
    case KEY_HOME:
        return KEY_FIRST;
    case KEY_END:
        return KEY_LAST;
    case KEY_ENTER:
        return KEY_TAKE;
    case KEY_BTAB:
        return KEY_TAB_BACK;
    case KEY_BACKSPACE:
    case KEY_DC:
        return KEY_ERASE;
    case KEY_RESIZE:
        getmaxyx(stdscr, screen->rows, screen->columns);
        return KEY_SIZE;
    case KEY_MOUSE:
        return mouse_key(screen);
    default:
        return KEY_NOTHING;
    }
}

static uint32_t plain_key(wint_t c)
{
    switch (c) {
    case '\r':
    case '\n':
        return KEY_TAKE;
    case '\t':
        return KEY_TAB_ON;
    case 27:
        return KEY_ESCAPE;
    case 8:
    case 127:
        return KEY_ERASE;
    case 12:
        clearok(curscr, TRUE);
        return KEY_SIZE; /* Ctrl-L draws everything anew */
    default:
        return c >= ' ' ? (uint32_t)c : KEY_NOTHING;
    }
}

/* The wait is cut into pieces, so that a signal is heard soon even where reading goes on after it. */
uint32_t screen_key(struct screen *screen, int milliseconds)
{
    enum { PIECE = 200 };
    wint_t c;

    for (;;) {
        int wait = milliseconds < 0 || milliseconds > PIECE ? PIECE : milliseconds, got;

        if (ended)
            return KEY_CLOSED;
        timeout(wait);
        errno = 0;
        got = get_wch(&c);
        if (ended)
            return KEY_CLOSED;
        if (got == KEY_CODE_YES)
            return special_key(screen, c);
        if (got == OK)
            return plain_key(c);
        if (errno == EIO || errno == EBADF || !isatty(STDIN_FILENO)) { /* the terminal is gone without a word */
            ended = SIGHUP;
            return KEY_CLOSED;
        }
        if (milliseconds >= 0) {
            milliseconds -= wait;
            if (milliseconds <= 0)
                return KEY_NOTHING;
        }
    }
}
