/* browse.c: a record on the screen, step by step, as any seat sees it or as the referee does. */
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tools/tools.h"
#include "explain.h"

enum { LEAP = 10 };

struct browser {
    struct stage *stage;
    const struct match *match;
    struct view view;
    struct desk desk;
    int viewer;
    bool fixed; /* through no other eyes */
    uint32_t n;
    char news[1 << 13], status[64];
    char *log;
    size_t log_size;
};

/* The seats, then the spectator and the referee, round and round. */
static int next_viewer(const struct match *match, int viewer)
{
    if (viewer == REFEREE)
        return 0;
    if (viewer == SPECTATOR)
        return REFEREE;
    return viewer + 1 < match->deal.setup.seats ? viewer + 1 : SPECTATOR;
}

static void put_status(struct browser *b)
{
    struct speech speech = match_speech(b->match, NOBODY);
    char who[NAME_SIZE + 8];
    struct text text = text_in(who, sizeof who);

    if (b->viewer < b->match->deal.setup.seats)
        seat_put(&text, &speech, b->viewer);
    else
        text_put(&text, actor_word(b->viewer));
    snprintf(b->status, sizeof b->status, "move %u of %u, as %s", b->n, b->match->n, who);
}

static void show(struct browser *b)
{
    struct text news = text_in(b->news, sizeof b->news), log = text_in(b->log, b->log_size);

    view_make_at(&b->view, b->match, b->viewer, b->n);
    b->news[0] = b->log[0] = 0;
    if (b->n > 0)
        match_log(b->match, b->viewer, b->n - 1, b->n, false, &news);
    match_log(b->match, b->viewer, 0, b->n, false, &log);
    put_status(b);
    b->desk = (struct desk){
        .view = &b->view,
        .news = b->news,
        .log = b->log,
        .status = b->status,
        .keys = b->fixed ? "left/right 1  up/down 10  Home End  g go to  i explain  l log  r rules  q leave"
                         : "left/right 1  up/down 10  g go to  v eyes  i explain  l log  r rules  q leave",
        .scroll = b->desk.scroll,
        .small_rows = b->desk.small_rows,
        .small_columns = b->desk.small_columns,
        .arrangement = b->desk.arrangement,
        .goal_screen = b->desk.goal_screen,
        .goal_rows = b->desk.goal_rows,
        .goal_brief = b->desk.goal_brief,
        .unicode = b->stage->screen.unicode,
    };
    frame_draw(b->stage->frame, &b->desk, b->stage->screen.rows, b->stage->screen.columns);
    screen_show(&b->stage->screen, &b->stage->frame->cells);
}

static void go_to(struct browser *b)
{
    char line[16] = "";
    uint64_t n;

    if (ask_line(b->stage, "Go to after move number: ", line, sizeof line) &&
        text_read_number(line, strlen(line), UINT32_MAX, &n))
        b->n = n < b->match->n ? (uint32_t)n : b->match->n;
}

/* False: the person leaves, or the terminal is closed. */
static bool key_pressed(struct browser *b, uint32_t key)
{
    const struct match *match = b->match;

    if (key == 'i')
        key = explain(b->stage, &b->desk);
    else if (key == KEY_POINT)
        key = explain_click(b->stage, &b->desk);
    switch (key) {
    case KEY_ARROW_LEFT:
        b->n -= b->n > 0;
        return true;
    case KEY_ARROW_RIGHT:
    case ' ':
        b->n += b->n < match->n;
        return true;
    case KEY_ARROW_UP:
        b->n -= b->n > LEAP ? LEAP : b->n;
        return true;
    case KEY_ARROW_DOWN:
        b->n += match->n - b->n > LEAP ? LEAP : match->n - b->n;
        return true;
    case KEY_FIRST:
        b->n = 0;
        return true;
    case KEY_LAST:
        b->n = match->n;
        return true;
    case KEY_PAGE_UP:
    case KEY_WHEEL_UP:
        b->desk.scroll -= 5;
        return true;
    case KEY_PAGE_DOWN:
    case KEY_WHEEL_DOWN:
        b->desk.scroll += 5;
        return true;
    case 'v':
    case KEY_TAB_ON:
        b->viewer = b->fixed ? b->viewer : next_viewer(match, b->viewer);
        return true;
    case 'g':
        go_to(b);
        return true;
    case 'l':
        page_end_of(b->stage, "What has happened", b->log);
        return !screen_ended();
    case 'r':
        return page_rules(b->stage, match->deal.game) != PAGE_CLOSED;
    case 'q':
    case KEY_ESCAPE:
    case KEY_CLOSED:
        return false;
    default:
        return true;
    }
}

enum play_end browse_match(struct stage *stage, const struct match *match, int viewer, bool fixed, uint32_t n)
{
    struct browser *b = need_memory(sizeof *b);
    uint32_t key;

    b->stage = stage;
    b->match = match;
    b->viewer = viewer;
    b->fixed = fixed;
    b->n = n;
    b->log_size = (size_t)(match->n + 1) * LOG_MOVE_MAX;
    b->log = need_memory(b->log_size);
    do {
        show(b);
        key = screen_key(&stage->screen, -1);
    } while (key_pressed(b, key));
    free(b->log);
    free(b);
    return screen_ended() ? PLAY_CLOSED : PLAY_QUIT;
}
