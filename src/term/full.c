/* full.c: the whole screen from the menu to the last farewell. */
#include "term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "menu.h"
#include "play.h"

static bool open_stage(struct stage *stage, struct why *why)
{
    stage->frame = frame_new();
    if (!stage->frame) {
        snprintf(why->text, sizeof why->text, "there is not enough memory for the screen");
        return false;
    }
    if (screen_open(&stage->screen, why))
        return true;
    frame_free(stage->frame);
    return false;
}

static void close_stage(struct stage *stage)
{
    screen_close();
    frame_free(stage->frame);
}

/* Match after match at the same table. Who leaves the screen finds the last record named there. */
static enum play_end play_on(struct stage *stage, struct session *s, const struct play_options *how)
{
    struct play_options options = *how;
    enum play_end end;
    struct why why;
    uint32_t key;

    while ((end = play_match(stage, s, &options)) == PLAY_AGAIN) {
        if (!session_again(s, session_seed(), &why)) {
            page_text(stage, "Another game", why.text, NULL, NULL, &key);
            return PLAY_QUIT;
        }
    }
    return end;
}

int play_on_screen(struct session *s, const struct play_options *how)
{
    struct stage stage;
    struct why why;

    if (!open_stage(&stage, &why)) {
        fprintf(stderr, "wabe: %s\n", why.text);
        return FAILED;
    }
    play_on(&stage, s, how);
    close_stage(&stage);
    say_farewell(s);
    return DONE;
}

/* ---- from the menu ------------------------------------------------------------------------------- */

static void explain(struct stage *stage, const char *title, const char *words)
{
    uint32_t key;

    page_text(stage, title, words, NULL, NULL, &key);
}

/* A record is looked at, without being played on. While a match is not over, secrets stay secrets. */
static enum play_end look(struct stage *stage, const char *path)
{
    struct session s;
    struct why why;
    enum play_end end = PLAY_QUIT;
    bool secret;

    if (!session_look(&s, path, &why)) {
        explain(stage, "This record cannot be shown", why.text);
        return screen_ended() ? PLAY_CLOSED : PLAY_QUIT;
    }
    secret = !match_over(s.match) && !match_closed(s.match);
    end = browse_match(stage, s.match, turn_viewer(s.match), secret, s.match->n);
    session_end(&s);
    return end;
}

/* Plays what the menu says; back to the menu unless the terminal is closed. */
static enum play_end play_choice(struct stage *stage, enum menu_end choice, const struct plan *plan, const char *path,
                                 const struct play_options *how)
{
    struct session s;
    struct deal deal = plan->deal;
    struct why why;
    enum play_end end;

    if (!plan->seed_given)
        deal.seed = session_seed();
    if (!(choice == MENU_NEW ? session_start(&s, &deal, plan->player, &why) : session_open(&s, path, &why))) {
        explain(stage, "This cannot be played", why.text);
        return screen_ended() ? PLAY_CLOSED : PLAY_QUIT;
    }
    end = play_on(stage, &s, how);
    if (end == PLAY_CLOSED || s.unsaved.text[0]) {
        screen_close();
        say_farewell(&s);
        end = PLAY_CLOSED;
    }
    session_end(&s);
    return end;
}

int menu_on_screen(const struct play_options *how)
{
    struct plan *plan = need_memory(sizeof *plan);
    char *path = need_memory(4096);
    struct stage stage;
    struct why why;
    enum play_end end = PLAY_QUIT;
    enum menu_end choice;
    int code = DONE;

    if (!open_stage(&stage, &why)) {
        fprintf(stderr, "wabe: %s\n", why.text);
        code = FAILED;
    } else {
        while (end != PLAY_CLOSED) {
            choice = menu_run(&stage, plan, path);
            if (choice == MENU_QUIT || choice == MENU_CLOSED)
                break;
            end = choice == MENU_LOOK ? look(&stage, path) : play_choice(&stage, choice, plan, path, how);
        }
        close_stage(&stage);
    }
    free(path);
    free(plan);
    return code;
}

int browse_on_screen(const struct match *match, int viewer, uint32_t n)
{
    struct stage stage;
    struct why why;

    if (!open_stage(&stage, &why)) {
        fprintf(stderr, "wabe: %s\n", why.text);
        return FAILED;
    }
    browse_match(&stage, match, viewer, false, n);
    close_stage(&stage);
    return DONE;
}
