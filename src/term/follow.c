/* follow.c: what happens between the decisions of people: the moves of others one by one, so that one can follow; bots
 * that think; the curtain between two people. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tools/think.h"
#include "playing.h"

static const char watch_keys[] = "any key: next   p pause on/off   l log   r rules   ? help   q quit";

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

/* The news; how many lines they are. */
static int make_news(struct play *p, uint32_t from, uint32_t n)
{
    struct text out = text_in(p->news, sizeof p->news);
    int lines = 0;

    p->news[0] = 0;
    if (from < n)
        match_log(match_of(p), p->viewer, from, n, false, &out);
    for (const char *at = p->news; *at; at++)
        lines += *at == '\n';
    return lines;
}

/* Where the news of the viewer begin: at its last move before n, or not too long ago. */
static uint32_t news_from(const struct play *p, uint32_t n)
{
    enum { LONG_AGO = 60 };
    uint32_t from = n;

    while (from > 0 && n - from < LONG_AGO && match_of(p)->step[from - 1].actor != p->viewer)
        from--;
    return from > 0 && match_of(p)->step[from - 1].actor == p->viewer ? from - 1 : from;
}

/* The keys that work while others play; *on: the pause is over. */
static enum play_end watch_key(struct play *p, uint32_t key, bool *on)
{
    p->message[0] = key == KEY_NOTHING || key == KEY_SIZE ? p->message[0] : 0;
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

enum play_end hold(struct play *p, const char *keys)
{
    double blind = seconds_now() + BLIND_MS / 1e3;
    enum play_end how = PLAY_AGAIN;
    bool on = false;

    while (how == PLAY_AGAIN && !on) {
        uint32_t key;

        p->desk.keys = keys;
        show(p);
        key = screen_key(&p->stage->screen, -1);
        if (scroll_table(p, key) || ((key == KEY_TAKE || key == ' ') && seconds_now() < blind))
            continue;
        how = watch_key(p, key, &on);
    }
    p->wary = seconds_now() + BLIND_MS / 1e3;
    return how;
}

enum { MANY = 4 }; /* lines that are too many to be read in passing */

/* Looks at the table after n moves; longer where more is to be read. The end of a hand or round waits for a key, and so
 * does much news, as when all turn up what they have chosen; unless only bots play. */
static enum play_end look(struct play *p, uint32_t from, uint32_t n, bool over)
{
    int lines = make_news(p, from, n);
    double seconds = p->options->pace_ms / 1e3 * (1 + (lines < MANY ? lines : MANY)) / 2;
    enum play_end how;

    view_make_at(p->view, match_of(p), p->viewer, n);
    make_log(p, n);
    p->desk.tall = over || lines >= MANY;
    if (!p->desk.tall)
        make_news(p, news_from(p, n), n);
    if (p->desk.tall && match_of(p)->people)
        how = hold(p, "Enter goes on   PgUp/PgDn scroll   l log   r rules   q quit");
    else
        how = pause_for(p, p->desk.tall ? 2 * seconds : seconds);
    p->desk.tall = false;
    return how;
}

enum play_end catch_up(struct play *p)
{
    const struct match *match = match_of(p);
    uint32_t *seen = &p->seen[p->viewer], end;
    enum play_end how = PLAY_AGAIN;

    view_make(p->view, match, p->viewer);
    end = p->view->n;
    p->desk.asking = p->desk.looking = false;
    while (how == PLAY_AGAIN && *seen < end) {
        uint32_t from = *seen;
        bool over, last;
        int lines;

        *seen = turn_stop(match, from, end, &over);
        lines = make_news(p, from, *seen);
        last = *seen == match->n && match_over(match); /* is looked at before the result */
        if (p->options->pace_ms == 0 || lines == 0 || last)
            continue;
        if (over || lines >= MANY || match->step[from].actor != p->viewer)
            how = look(p, from, *seen, over);
    }
    *seen = end < *seen ? end : *seen; /* after an undo */
    view_make(p->view, match, p->viewer);
    make_log(p, end);
    make_news(p, news_from(p, end), end);
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

static enum play_end one_thinks(struct play *p, int seat, struct answer *answer)
{
    const struct bot *bot = &p->s->player[seat].bot;
    struct question question;
    struct thinker *thinker;
    enum play_end how = PLAY_AGAIN;

    session_ask(p->s, seat, &question);
    thinker = thinker_start(bot, &question);
    if (!thinker) {
        think(bot, &question, 0, answer);
        return how;
    }
    how = watch_until(p, 0, thinker);
    thinker_finish(thinker, answer);
    return how;
}

/* No key makes them answer before it is due. */
enum play_end bot_decides(struct play *p, int seat)
{
    static struct answer answer;
    struct council council;
    struct why why;
    enum play_end how = PLAY_AGAIN;
    bool ok = true;

    council_begin(&council, p->s, seat, seconds_now());
    p->desk.keys = watch_keys;
    show(p);
    while (ok && how == PLAY_AGAIN && council_next(&council) != NOBODY) {
        how = one_thinks(p, council_next(&council), &answer);
        if (how == PLAY_AGAIN)
            ok = council_hear(&council, p->s, answer.move, &why);
    }
    if (ok && how == PLAY_AGAIN)
        how = watch_until(p, council_due(&council, p->s, seconds_now()), NULL);
    if (ok && how == PLAY_AGAIN)
        ok = council_play(&council, p->s, &why);
    if (!ok) {
        say_why(p, &why);
        show_message(p);
        return PLAY_QUIT;
    }
    return how;
}

/* ---- the curtain ------------------------------------------------------------------------------------- */

/* Whether the choice of whoever sat there last lies face down and may still be changed. */
static bool may_change(const struct play *p)
{
    return is_person(p, p->viewer) && game_sealed(match_of(p)->deal.game, match_of(p)->state) & BIT(p->viewer);
}

/* Takes that choice back: whoever made it is asked again, behind a curtain of their own. */
static bool change_choice(struct play *p)
{
    struct why why;

    if (!may_change(p) || !session_undo(p->s, p->viewer, MATCH_LAST, &why))
        return false;
    p->viewer = SPECTATOR;
    return true;
}

/* Nothing of the table is on the screen until the next player sits before it. Keys that were still meant for the move
 * before it do not draw it. True: the next player is there. */
static enum play_end draw_curtain(struct play *p, int seat, bool *there)
{
    const char *name = p->s->player[seat].name, *title = match_of(p)->deal.game->title;
    char words[256], keys[128] = "Enter goes on   q quits";
    uint32_t key;
    enum page_end end;

    snprintf(words, sizeof words, "\n\nPass the keyboard to %s.\n\n%s presses Enter.\n", name, name);
    if (may_change(p))
        snprintf(keys, sizeof keys, "Enter goes on   u: %s chooses again   q quits", p->s->player[p->viewer].name);
    for (*there = false; !*there;) {
        end = page_wary(p->stage, title, words, keys, "qu", &key, BLIND_MS);
        if (end == PAGE_CLOSED)
            return PLAY_CLOSED;
        if (end == PAGE_KEY && key == 'u' && change_choice(p))
            return PLAY_AGAIN;
        if (end == PAGE_KEY && key == 'q' && may_quit(p))
            return screen_ended() ? PLAY_CLOSED : PLAY_QUIT;
        *there = end == PAGE_TAKEN;
    }
    return PLAY_AGAIN;
}

/* What the person before did last, or was advised to do, is nothing for the next one. */
enum play_end change_viewer(struct play *p, int seat)
{
    enum play_end how = PLAY_AGAIN;
    bool there = true;

    if (seat == p->viewer)
        return PLAY_AGAIN;
    p->last.columns = 0;
    p->desk.pick.n = 0;
    p->hint = NO_HINT;
    p->message[0] = 0;
    if (turn_has_curtain(p->s->match))
        how = draw_curtain(p, seat, &there);
    else
        p->seen[seat] = p->seen[p->viewer]; /* they look at the same screen */
    if (there)
        p->viewer = seat;
    p->desk.scroll = 0;
    return how;
}
