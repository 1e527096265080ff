/* play.c: a match on the screen: the decisions of people, and the whole from the deal to the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tools/think.h"
#include "explain.h"
#include "playing.h"
#include "type.h"

static const char table_keys[] = "arrows Enter  i explain  ? help  q quit  h hint  u undo  :type  l log  r rules";
static const char hint_keys[] = "Enter plays the hint   Esc: without it   arrows: something else   ? help";
static const char look_keys[] = "arrows look around   i explain   x or Esc: back to your move   ? help   q quit";

static const char help_text[] =
    "What can be touched is underlined or has a heavy frame; what Enter would take stands out, and the line under the "
    "prompt says what that would do. A move may need several touches: a card, then where it goes. Moves that touch "
    "nothing are buttons under the prompt.\n"
    "\n"
    "arrows         to the next thing that can be touched; Tab: to all in turn\n"
    "Enter, space   take it; so does a click\n"
    "Esc            let go of what was touched\n"
    ": or /         type a move, with a list of what fits; a digit, or a\n"
    "               letter that is not below, begins it at once\n"
    "PgUp, PgDn     scroll a table that is larger than the screen; or the wheel\n"
    "i              explain what stands out: a box has it large, with what it is\n"
    "               and does, and the arrows go on to all that lies on the table;\n"
    "               so does a click of the right button; i or Esc closes it\n"
    "x              examine: the arrows go over everything, which is then named\n"
    "               in a line\n"
    "\n"
    "h              hint: what a strong bot would do, and what it thinks of the\n"
    "               other moves; Enter then plays it\n"
    "u, U           undo, and do again what was undone\n"
    "l              log: all that has happened\n"
    "r              rules of the game\n"
    "s              save a copy of the record; the match itself is saved after\n"
    "               every move\n"
    "P              pause after the moves of others on and off\n"
    "A              pass by itself where nothing else is possible, on and off\n"
    "q              quit; 'wabe resume' goes on\n"
    "\n"
    "On the table: [G3] is a card, (G3) one that lies face down though you know it, [?] one of which you see the back; "
    "2g are two green gems, <A> is a pawn, |A| a token, {5} a die; x3 are three of them. * before a name: the table "
    "waits for this player.\n";

struct match *match_of(const struct play *p)
{
    return p->s->match;
}

struct sitting *sitting_of(const struct play *p)
{
    return &p->s->sitting;
}

/* ---- showing -------------------------------------------------------------------------------------- */

void say(struct play *p, const char *words)
{
    snprintf(p->message, sizeof p->message, "%s", words);
}

void say_why(struct play *p, const struct why *why)
{
    struct text out = text_in(p->message, sizeof p->message);

    text_put(&out, why->text);
    text_capital(&out, 0);
    text_put(&out, ".");
}

/* That something could not be saved is said once for each reason; the bar goes on saying it. */
static void tell_unsaved(struct play *p)
{
    if (strcmp(p->unsaved.text, p->s->unsaved.text) == 0)
        return;
    p->unsaved = p->s->unsaved;
    if (p->unsaved.text[0] && p->message[0] == 0)
        snprintf(p->message, sizeof p->message, "Not saved: %s. It is tried again after every move.", p->unsaved.text);
}

void draw_table_now(struct play *p)
{
    tell_unsaved(p);
    p->desk.view = p->view;
    p->desk.news = p->news;
    p->desk.others = p->others;
    p->desk.others_n = p->desk.tall ? 0 : p->others_n; /* a hint, and much news, have their place for themselves */
    p->desk.log = p->log;
    p->desk.message = p->message[0] ? p->message : NULL;
    p->desk.status = p->s->unsaved.text[0] ? "NOT SAVED" : NULL;
    p->desk.unicode = p->stage->screen.unicode;
    p->desk.suggested = p->hint + 1;
    frame_draw(p->stage->frame, &p->desk, p->stage->screen.rows, p->stage->screen.columns);
}

void show(struct play *p)
{
    draw_table_now(p);
    screen_show(&p->stage->screen, &p->stage->frame->cells);
}

void show_message(struct play *p)
{
    uint32_t key;

    page_text(p->stage, match_of(p)->deal.game->title, p->message, NULL, NULL, &key);
    p->message[0] = 0;
}

/* The keys, below what the viewer is doing: under the seats there may be no room for all of that. */
static void page_help(struct play *p)
{
    char words[sizeof help_text + 1024] = "Goal: ";
    struct text out = {words, sizeof words, strlen(words), false};
    uint32_t key;

    view_goal(p->view, SCENE_COUNTERS, &out);
    text_put(&out, "\n\n");
    if (p->view->scene.goal.text == NO_TEXT)
        out = text_in(words, sizeof words);
    text_put(&out, help_text);
    page_text(p->stage, "Help", words, NULL, NULL, &key);
}

bool open_page(struct play *p, uint32_t key)
{
    char title[DEAL_TEXT_MAX + 32] = "What has happened in ";
    struct text out = {title, sizeof title, strlen(title), false};

    switch (key) {
    case 'l':
        match_put_id(&out, match_of(p));
        page_end_of(p->stage, title, p->log);
        return true;
    case 'r':
        page_rules(p->stage, match_of(p)->deal.game);
        return true;
    case '?':
        page_help(p);
        return true;
    default:
        return false;
    }
}

void switch_pace(struct play *p)
{
    p->options->pace_ms = p->options->pace_ms ? 0 : p->pace;
    say(p, p->options->pace_ms ? "The moves of others are shown one by one." : "No pause after the moves of others.");
}

/* ---- a person's decision ------------------------------------------------------------------------------- */

static int distance(const struct target *a, const struct target *b)
{
    return 2 * abs(a->row - b->row) + abs(a->column - b->column);
}

/* Whether this target leads to this offer. */
static bool leads_to(const struct play *p, const struct target *target, int offer)
{
    const struct touch *next = &p->view->offer[offer].touch[p->desk.pick.n];

    if (target->offer != NO_OFFER)
        return target->offer == offer;
    return p->view->offer[offer].touches > p->desk.pick.n && next->place == target->touch.place &&
           next->thing == target->touch.thing;
}

/* Where the focus begins: at what was suggested; where others may be answered, at passing; else at what was taken last
 * or near it, if that was on the table. */
static void begin_focus(struct play *p)
{
    const struct frame *frame = p->stage->frame;
    int best = 0, wanted = p->hint;

    p->desk.focus = 0;
    p->desk.follow = true;
    draw_table_now(p);
    if (wanted == NO_HINT && p->view->scene.quiet && p->view->offers > 0 && p->view->offer[0].move == PASS)
        wanted = 0;
    for (int i = 0; i < frame->targets; i++) {
        const struct target *target = &frame->target[i];

        if (wanted != NO_HINT && leads_to(p, target, wanted)) {
            best = i;
            break;
        }
        if (wanted == NO_HINT && p->last.columns > 0 && target->offer == NO_OFFER &&
            distance(target, &p->last) < distance(&frame->target[best], &p->last))
            best = i;
    }
    p->desk.focus = best;
}

static void begin_decision(struct play *p)
{
    p->desk.pick.n = 0;
    p->desk.looking = p->desk.tall = p->desk.from_top = false;
    p->desk.asking = true;
    p->desk.keys = table_keys;
    p->hint = NO_HINT;
    begin_focus(p);
}

static bool play_offer(struct play *p, int offer)
{
    struct match *match = match_of(p);
    struct why why;

    if (!session_play(p->s, p->viewer, match->decision, p->view->offer[offer].move, &why)) {
        say_why(p, &why);
        return false;
    }
    p->desk.pick.n = 0;
    return true;
}

/* Takes the target that is focused. True when a move has been made. */
static bool take(struct play *p)
{
    const struct frame *frame = p->stage->frame;
    struct target target;
    int offer;

    if (p->desk.focus >= frame->targets || p->desk.looking)
        return false;
    target = frame->target[p->desk.focus];
    offer = target.offer;
    if (offer == NO_OFFER) {
        p->last = target;
        offer = pick_touch(p->view, &p->desk.pick, target.touch);
    } else {
        p->last.columns = 0;
    }
    if (offer != NO_OFFER)
        return play_offer(p, offer);
    begin_focus(p);
    return false;
}

/* True when the match stands elsewhere now. */
static bool undo(struct play *p, bool forward)
{
    struct why why;
    bool done;

    done = forward ? session_redo(p->s, &why) : session_undo(p->s, &why);
    if (!done) {
        say_why(p, &why);
        return false;
    }
    look_through(p, sitting_of(p)->viewer);
    say(p, forward ? "Done again." : sitting_may_redo(sitting_of(p)) ? "Taken back. U does it again." : "Taken back.");
    return true;
}

static void save_copy(struct play *p)
{
    char path[400] = "";
    struct why why;

    if (p->s->unsaved.text[0])
        session_save(p->s);
    if (!ask_line(p->stage, "Save a copy of the record as: ", path, sizeof path))
        return;
    if (path[0] == 0)
        say(p, "Nothing is saved: a copy needs a name.");
    else if (session_copy(p->s, path, &why))
        snprintf(p->message, sizeof p->message, "Saved as %s%s.", path[0] == '/' ? "" : "./", path);
    else
        say_why(p, &why);
}

/* The move first, then the figures and what they mean. Alone, a value is the expected score on a scale of the game. */
static void hint_words(struct text *out, const struct match *match, const struct question *question,
                       const struct answer *answer)
{
    enum { REASONS = 6 };
    struct speech speech = match_speech(match, question->seat);

    text_put(out, "A bot of the level hard, knowing what you know, would: ");
    phrase_put(out, &speech, question->game->say(question->state, question->seat, answer->move));
    text_char(out, '\n');
    hint_put(out, match, question, answer, REASONS);
    if (answer->simulations > 0)
        text_put(out, question->seats > 1 ? "value: 100 is a certain victory, 0 a certain defeat; visits: attempts\n"
                                          : "value: the higher, the higher the score; visits: attempts\n");
}

/* A strong bot's move with its reasons stands in place of the news, with the focus on it, until the next move or Esc.
 */
static void hint(struct play *p)
{
    static struct answer answer;
    struct text out = text_in(p->news, sizeof p->news);
    struct bot bot = hint_bot(match_of(p)->deal.game);
    struct question question;
    struct thinker *thinker;

    session_ask(p->s, p->viewer, &question);
    say(p, "Thinking ...");
    show(p);
    p->message[0] = 0;
    thinker = thinker_start(&bot, &question);
    while (thinker && !thinker_done(thinker) && screen_key(&p->stage->screen, 10) != KEY_CLOSED)
        ;
    if (thinker)
        thinker_finish(thinker, &answer);
    else
        think(&bot, &question, 0, &answer);
    p->news[0] = 0;
    hint_words(&out, match_of(p), &question, &answer);
    for (int i = 0; i < p->view->offers; i++)
        if (p->view->offer[i].move == answer.move)
            p->hint = i;
    p->desk.tall = p->desk.from_top = true;
    p->desk.pick.n = 0;
    p->desk.keys = hint_keys;
    begin_focus(p);
}

bool scroll_table(struct play *p, uint32_t key)
{
    int page = p->stage->frame->table_rows > 2 ? p->stage->frame->table_rows - 2 : 1;

    p->desk.follow = false;
    switch (key) {
    case KEY_PAGE_UP:
        p->desk.scroll -= page;
        return true;
    case KEY_PAGE_DOWN:
        p->desk.scroll += page;
        return true;
    case KEY_WHEEL_UP:
        p->desk.scroll -= 3;
        return true;
    case KEY_WHEEL_DOWN:
        p->desk.scroll += 3;
        return true;
    case KEY_FIRST:
        p->desk.scroll = 0;
        return true;
    case KEY_LAST:
        p->desk.scroll = BOARD_ROWS;
        return true;
    default:
        return false;
    }
}

/* Moves the focus; false if it is no such key. */
static bool move_focus(struct play *p, uint32_t key)
{
    bool moves = step_focus(p->stage->frame, &p->desk.focus, key);

    p->desk.follow = p->desk.follow || moves;
    return moves;
}

/* Lets go of what was touched, of looking around, or of a hint; true for a hint: the news come back. */
static bool let_go(struct play *p)
{
    bool hinted = p->hint != NO_HINT;

    if (p->desk.looking) {
        p->desk.looking = false;
        p->desk.keys = table_keys;
    } else if (!pick_back(&p->desk.pick)) {
        p->hint = NO_HINT;
    }
    begin_focus(p);
    return hinted && p->hint == NO_HINT;
}

bool may_quit(struct play *p)
{
    char words[640];
    uint32_t key;

    if (p->s->unsaved.text[0] == 0 || session_save(p->s))
        return true;
    snprintf(
        words, sizeof words,
        "The last moves are not on the disk: %s\n\nq quits all the same; the record is then printed on the terminal. "
        "Esc goes on, and s saves it elsewhere.",
        p->s->unsaved.text);
    switch (page_text(p->stage, "Not saved", words, "q quits   Esc goes on", "q", &key)) {
    case PAGE_KEY:
    case PAGE_CLOSED:
        return true;
    default:
        return false;
    }
}

enum decided { UNDECIDED, MOVED, QUITTING, CLOSED };

/* The keys of a decision that are words. */
static enum decided command_key(struct play *p, uint32_t key)
{
    switch (key) {
    case 'h':
        hint(p);
        break;
    case 'u':
    case 'U':
        return undo(p, key == 'U') ? MOVED : UNDECIDED;
    case 's':
        save_copy(p);
        break;
    case 'x':
        p->desk.looking = !p->desk.looking;
        p->desk.keys = p->desk.looking ? look_keys : table_keys;
        p->desk.focus = 0;
        break;
    case 'P':
        switch_pace(p);
        break;
    case 'A':
        sitting_of(p)->passes = p->options->auto_pass = !p->options->auto_pass;
        say(p, turn_has_curtain(p->s->match) ? "With several people at the keyboard everybody is asked."
               : p->options->auto_pass       ? "You pass by yourself where nothing else is possible."
                                             : "You are asked even where you can only pass.");
        break;
    case 'q':
        return may_quit(p) ? QUITTING : UNDECIDED;
    default:
        open_page(p, key);
        break;
    }
    return screen_ended() ? CLOSED : UNDECIDED;
}

/* Enter, space or a click. Just after others have moved they were meant for something else. */
static enum decided take_key(struct play *p, uint32_t key)
{
    int at = p->desk.focus;

    if (seconds_now() < p->wary) {
        say(p, "That came just as others had moved: look, then press it again.");
        return UNDECIDED;
    }
    if (key == KEY_CLICK)
        at = frame_target_at(p->stage->frame, p->stage->screen.click_row, p->stage->screen.click_column);
    if (at < 0)
        return UNDECIDED;
    p->desk.focus = at;
    if (p->hint != NO_HINT && at < p->stage->frame->targets && leads_to(p, &p->stage->frame->target[at], p->hint))
        return play_offer(p, p->hint) ? MOVED : UNDECIDED;
    return take(p) ? MOVED : UNDECIDED;
}

static enum decided key_pressed(struct play *p, uint32_t key)
{
    p->message[0] = key == KEY_NOTHING || key == KEY_SIZE ? p->message[0] : 0;
    if (key == 'i' || key == KEY_POINT) { /* what closes the box for something else does that */
        key = key == 'i' ? explain(p->stage, &p->desk) : explain_click(p->stage, &p->desk);
        draw_table_now(p);
    }
    if (key == KEY_CLOSED)
        return CLOSED;
    if (key == KEY_NOTHING || move_focus(p, key) || scroll_table(p, key))
        return UNDECIDED;
    if (key == KEY_TAKE || key == ' ' || key == KEY_CLICK)
        return take_key(p, key);
    if (key == KEY_ESCAPE || key == KEY_ERASE)
        return let_go(p) ? MOVED : UNDECIDED; /* the decision begins anew, with its news */
    if (key < 0x80 && !strchr("huUlr?sxPAq", (int)key)) {
        char begun[2] = {key == ':' || key == '/' ? 0 : (char)key, 0};
        int offer = p->stage->frame->targets ? type_move(p->stage, &p->desk, begun) : NO_OFFER;

        return offer >= 0 && play_offer(p, offer) ? MOVED : screen_ended() ? CLOSED : UNDECIDED;
    }
    return command_key(p, key);
}

static enum play_end person_decides(struct play *p)
{
    enum decided how = UNDECIDED;

    begin_decision(p);
    while (how == UNDECIDED) {
        if (text_width(p->message) > p->stage->screen.columns)
            show_message(p);
        show(p);
        how = key_pressed(p, screen_key(&p->stage->screen, -1));
    }
    p->desk.asking = false;
    return how == MOVED ? PLAY_AGAIN : how == CLOSED ? PLAY_CLOSED : PLAY_QUIT;
}

/* ---- the end ---------------------------------------------------------------------------------------- */

/* How it ended and why; then what the person wishes. */
static enum play_end show_end(struct play *p)
{
    enum play_end how;
    static char words[1 << 15];
    struct text out = text_in(words, sizeof words);
    uint32_t key = 0;

    words[0] = 0;
    view_result(p->view, &out);
    text_put(&out, p->s->unsaved.text[0] ? "\nThe record is NOT SAVED: " : "\nRecord: ");
    text_put(&out, p->s->unsaved.text[0] ? p->s->unsaved.text : p->s->path);
    text_put(&out, "\nGame id: ");
    match_put_id(&out, match_of(p));
    text_put(&out, "\n");
    if (p->options->pace_ms > 0) {
        how = hold(p, "The game is over: Enter shows how it ended");
        if (how != PLAY_AGAIN)
            return how;
    }
    for (;;) {
        switch (page_text(p->stage, "How it ended", words,
                          "n play again  b look at the moves  l log  r rules  s save  u undo  q quit", "nblrsuq",
                          &key)) {
        case PAGE_CLOSED:
            return PLAY_CLOSED;
        case PAGE_KEY:
            break;
        default:
            continue;
        }
        switch (key) {
        case 'n':
            if (p->s->unsaved.text[0] == 0 || session_save(p->s))
                return PLAY_AGAIN;
            say(p, "The record of this game is not on the disk, and would be lost: s saves it elsewhere; q quits, and "
                   "prints it on the terminal.");
            show_message(p);
            break;
        case 'b':
            browse_match(p->stage, match_of(p), p->viewer, false, match_of(p)->n);
            break;
        case 'u':
            if (undo(p, false))
                return PLAY_QUIT;
            show_message(p);
            break;
        case 'q':
            if (may_quit(p))
                return PLAY_QUIT;
            break;
        default:
            command_key(p, key);
            if (p->message[0])
                show_message(p);
            break;
        }
        if (screen_ended())
            return PLAY_CLOSED;
    }
}

/* ---- the whole match ---------------------------------------------------------------------------------- */

static enum play_end follow(struct play *p, const struct cue *cue)
{
    struct why why;

    switch (cue->is) {
    case CUE_SHOW:
        return show_moves(p, cue);
    case CUE_CURTAIN:
        return draw_curtain(p, cue);
    case CUE_PASS:
        return go_on(p, session_play(p->s, cue->seat, match_of(p)->decision, PASS, &why), &why);
    case CUE_BOT:
        return ask_bot(p, cue->seat);
    case CUE_DUE:
        return let_answer(p);
    default:
        look_again(p);
        return cue->is == CUE_ASK ? person_decides(p) : show_end(p);
    }
}

/* Until somebody leaves or wants another match: from one that is over they may go back. */
static enum play_end run(struct play *p)
{
    enum play_end how = PLAY_AGAIN;
    struct cue cue;

    do {
        sitting_next(sitting_of(p), &cue);
        look_through(p, cue.viewer);
        how = follow(p, &cue);
    } while (cue.is == CUE_OVER ? !match_over(match_of(p)) : how == PLAY_AGAIN);
    return how;
}

enum play_end play_match(struct stage *stage, struct session *s, struct play_options *options)
{
    struct play *p = need_memory(sizeof *p);
    enum play_end how;

    p->stage = stage;
    p->s = s;
    p->options = options;
    p->view = need_memory(sizeof *p->view);
    p->pace = options->pace_ms ? options->pace_ms : PACE_USUAL;
    p->hint = NO_HINT;
    p->viewer = s->sitting.viewer;
    s->sitting.passes = options->auto_pass;
    s->sitting.reads = READS;
    how = run(p);
    free(p->log);
    free(p->view);
    free(p);
    return how;
}
