/* follow.c: what happens between the decisions of people: the moves of others one by one, so that one can follow; bots
 * that think; the curtain between two people. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tools/think.h"
#include "explain.h"
#include "playing.h"

static const char watch_keys[] = "any key: next   p pause on/off   i explain   l log   r rules   ? help   q quit";

enum { BLIND_MS = 400 }; /* so long after something has come up Enter was meant for what was there before */

/* ---- the moves of others ---------------------------------------------------------------------------- */

/* The whole log of the viewer up to n. */
static void make_log(struct play *p, uint32_t n)
{
    size_t room = (size_t)(n + 1) * LOG_MOVE_MAX;
    struct text out;

    if (p->log_size < room) {
        free(p->log);
        p->log = need_memory(room);
        p->log_size = room;
    }
    out = text_in(p->log, p->log_size);
    p->log[0] = 0;
    match_log(match_of(p), p->viewer, 0, n, false, &out);
}

static void make_news(struct play *p, uint32_t from, uint32_t n)
{
    struct text out = text_in(p->news, sizeof p->news);

    p->news[0] = 0;
    if (from < n)
        match_log(match_of(p), p->viewer, from, n, false, &out);
    p->others_n = news_of_others(match_of(p), p->viewer, n, p->others);
}

void look_through(struct play *p, int viewer)
{
    if (viewer == p->viewer)
        return;
    p->viewer = viewer;
    p->last.columns = 0;
    p->desk.pick.n = 0;
    p->desk.scroll = 0;
    p->hint = NO_HINT;
    p->message[0] = 0;
}

void look_again(struct play *p)
{
    p->desk.asking = p->desk.looking = false;
    view_make(p->view, match_of(p), p->viewer);
    make_log(p, p->view->n);
    make_news(p, sitting_news(sitting_of(p), p->view->n), p->view->n);
}

/* The keys that work while others play; *on: the pause is over. */
static enum play_end watch_key(struct play *p, uint32_t key, bool *on)
{
    *on = false;
    p->message[0] = key == KEY_NOTHING || key == KEY_SIZE ? p->message[0] : 0;
    if (key == 'i')
        key = explain(p->stage, &p->desk);
    else if (key == KEY_POINT)
        key = explain_click(p->stage, &p->desk);
    if (key == KEY_CLOSED)
        return PLAY_CLOSED;
    if (key == 'q')
        return may_quit(p) ? screen_ended() ? PLAY_CLOSED : PLAY_QUIT : PLAY_AGAIN;
    if (key == 'p' || key == 'P')
        switch_pace(p);
    else if (!open_page(p, key) && key != KEY_NOTHING && key != KEY_SIZE)
        *on = true;
    return screen_ended() ? PLAY_CLOSED : PLAY_AGAIN;
}

static enum play_end pause_for(struct play *p, double seconds)
{
    double until = seconds_now() + seconds;
    enum play_end how = PLAY_AGAIN;
    bool on = false;

    p->desk.keys = watch_keys;
    while (how == PLAY_AGAIN && !on && p->options->pace_ms > 0) {
        int left = (int)(1e3 * (until - seconds_now()));

        if (left <= 0)
            break;
        show(p);
        how = watch_key(p, screen_key(&p->stage->screen, left), &on);
    }
    p->wary = seconds_now() + BLIND_MS / 1e3;
    return how;
}

/* Only what is meant to goes on; every other key is answered. */
enum play_end hold(struct play *p, const char *keys)
{
    double blind = seconds_now() + BLIND_MS / 1e3;
    enum play_end how = PLAY_AGAIN;
    bool on = false;

    while (how == PLAY_AGAIN && !on) {
        uint32_t key;
        bool meant;

        p->desk.keys = keys;
        show(p);
        key = screen_key(&p->stage->screen, -1);
        if (scroll_table(p, key))
            continue;
        meant = key == KEY_TAKE || key == ' ' || key == KEY_CLICK;
        if (meant && seconds_now() < blind) {
            say(p, "That came just as this was shown: press Enter again to go on.");
            continue;
        }
        how = watch_key(p, key, &on);
        if (on && !meant) {
            on = false;
            say(p, key == 'u' ? "Look at this first: Enter goes on, and then u takes back." : "Enter goes on.");
        }
    }
    p->message[0] = 0;
    p->wary = seconds_now() + BLIND_MS / 1e3;
    return how;
}

/* Longer where more is to be read. The last moves are looked at when the game is over: then it waits anyway. */
enum play_end show_moves(struct play *p, const struct cue *cue)
{
    int lines = cue->lines <= READS ? cue->lines : 3 * READS;
    double seconds = p->options->pace_ms / 1e3 * (1 + lines) / 2;
    bool last = cue->to == match_of(p)->n && match_over(match_of(p)), much = cue->hold || cue->lines > READS;
    enum play_end how = PLAY_AGAIN;

    if (p->options->pace_ms > 0 && !last && (cue->hold || cue->pause)) {
        p->desk.asking = p->desk.looking = false;
        view_make_at(p->view, match_of(p), p->viewer, cue->to);
        make_log(p, cue->to);
        make_news(p, much ? cue->from : sitting_news(sitting_of(p), cue->to), cue->to);
        p->desk.tall = much;
        how = cue->hold ? hold(p, "Enter goes on   PgUp/PgDn scroll   l log   r rules   q quit")
                        : pause_for(p, seconds);
        p->desk.tall = false;
    }
    sitting_shown(sitting_of(p), cue);
    return how;
}

/* ---- bots --------------------------------------------------------------------------------------------- */

/* The keys that work meanwhile, until it is `until`, or until this bot has decided. */
static enum play_end watch_until(struct play *p, double until, const struct thinker *thinker)
{
    enum play_end how = PLAY_AGAIN;
    bool on;

    while (how == PLAY_AGAIN && (thinker ? !thinker_done(thinker) : seconds_now() < until)) {
        uint32_t key = screen_key(&p->stage->screen, 10);

        if (key == KEY_NOTHING)
            continue;
        how = watch_key(p, key, &on);
        show(p);
    }
    return how;
}

enum play_end go_on(struct play *p, bool done, const struct why *why)
{
    if (done)
        return PLAY_AGAIN;
    say_why(p, why);
    show_message(p);
    return PLAY_QUIT;
}

enum play_end ask_bot(struct play *p, int seat)
{
    static struct answer answer;
    const struct bot *bot = &p->s->player[seat].bot;
    struct question question;
    struct thinker *thinker;
    struct why why;
    enum play_end how = PLAY_AGAIN;

    if (p->asked == 0) {
        p->asked = seconds_now();
        p->desk.keys = watch_keys;
        look_again(p);
        show(p);
    }
    session_ask(p->s, seat, &question);
    thinker = thinker_start(bot, &question);
    if (thinker) {
        how = watch_until(p, 0, thinker);
        thinker_finish(thinker, &answer);
    } else {
        think(bot, &question, 0, &answer);
    }
    return how == PLAY_AGAIN ? go_on(p, session_hear(p->s, answer.move, &why), &why) : how;
}

/* No key makes them answer before it is due. */
enum play_end let_answer(struct play *p)
{
    enum play_end how = watch_until(p, session_due(p->s, p->asked, seconds_now()), NULL);
    struct why why;

    p->asked = 0;
    return how == PLAY_AGAIN ? go_on(p, session_answer(p->s, &why), &why) : how;
}

/* ---- the curtain ------------------------------------------------------------------------------------- */

/* Nothing of the table is on the screen until the next player sits before it. Keys that were still meant for the move
 * before it do not draw it. */
enum play_end draw_curtain(struct play *p, const struct cue *cue)
{
    const char *name = p->s->player[cue->seat].name, *title = match_of(p)->deal.game->title;
    char words[256], keys[128] = "Enter goes on   q quits";
    bool changes = cue->changes != NOBODY;
    struct why why;
    uint32_t key;
    enum page_end end;

    snprintf(words, sizeof words, "\n\nPass the keyboard to %s.\n\n%s presses Enter.\n", name, name);
    if (changes)
        snprintf(keys, sizeof keys, "Enter goes on   u: %s chooses again   q quits", p->s->player[cue->changes].name);
    end = page_wary(p->stage, title, words, keys, changes ? "qu" : "q", &key, BLIND_MS);
    if (end == PAGE_TAKEN)
        sitting_taken(sitting_of(p));
    else if (end == PAGE_KEY && key == 'u')
        return go_on(p, session_undo(p->s, &why), &why);
    else if (end == PAGE_KEY && may_quit(p))
        return screen_ended() ? PLAY_CLOSED : PLAY_QUIT;
    return end == PAGE_CLOSED ? PLAY_CLOSED : PLAY_AGAIN;
}
