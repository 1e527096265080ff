/* plain.c: a match line by line, for screen readers, pipes and scripts: what has happened, the table, the moves with
 * numbers, and an answer. */
#define _POSIX_C_SOURCE 200809L

#include "term.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "../table/view.h"
#include "../tools/think.h"
#include "typed.h"

enum { LINE_SIZE = 1024 };

struct plain {
    struct session *s;
    const struct play_options *how;
    bool fresh;        /* nothing has been told since the game began or went on */
    bool telling;      /* of what has happened since the last question, something has been told */
    double asked;      /* when the bots were that answer together; 0: none has been */
    char unsaved[256]; /* what has been said about saving */
    struct view view;  /* of whoever is asked, or was last */
};

static const struct match *match_of(const struct plain *p)
{
    return p->s->match;
}

static bool are_several(const struct plain *p)
{
    return bit_count(match_of(p)->people) > 1;
}

/* ---- telling --------------------------------------------------------------------------------- */

/* The lines of the log of some moves for this viewer. */
static void tell_news(struct plain *p, int viewer, uint32_t from, uint32_t to)
{
    size_t room = (to > from ? to - from : 0) * (size_t)LOG_MOVE_MAX + 1;
    char *memory = need_memory(room);
    struct text out = text_in(memory, room);

    p->fresh = false;
    if (from < to)
        match_log(match_of(p), viewer, from, to, false, &out);
    if (out.used > 0) {
        printf("%s%s", p->telling ? "" : "\n", memory);
        p->telling = true;
    }
    free(memory);
}

/* The goal of whoever is asked, with what says how it stands; then the table. */
static void tell_board(const struct plain *p)
{
    static char memory[VIEW_TEXT_MAX];
    char goal[1024] = "Goal: ";
    struct text out = text_in(memory, sizeof memory), words = {goal, sizeof goal, strlen(goal), false};

    if (p->view.scene.goal.text != NO_TEXT) {
        view_goal(&p->view, SCENE_COUNTERS, &words);
        text_wrapped(&out, goal, 0, 4);
        text_char(&out, '\n');
    }
    view_text(&p->view, true, &out);
    printf("\n%s", memory);
}

/* That something could not be saved is said once for each reason. */
static void tell_unsaved(struct plain *p)
{
    if (strcmp(p->unsaved, p->s->unsaved.text) == 0)
        return;
    if (p->s->unsaved.text[0])
        printf("The game is not saved: %s. Playing on is possible; it is tried again after every move.\n",
               p->s->unsaved.text);
    else
        printf("The game is saved again: %s\n", p->s->path);
    memcpy(p->unsaved, p->s->unsaved.text, sizeof p->unsaved);
}

static void print_name(const struct plain *p, int seat)
{
    struct speech speech = match_speech(match_of(p), NOBODY);
    char name[NAME_SIZE + 16];
    struct text out = text_in(name, sizeof name);

    seat_put(&out, &speech, seat);
    text_capital(&out, 0);
    fputs(name, stdout);
}

static void tell_seats(const struct plain *p)
{
    for (int seat = 0; seat < match_of(p)->deal.setup.seats; seat++) {
        const struct player *player = &p->s->player[seat];

        printf("Seat %d: ", seat);
        print_name(p, seat);
        if (player->person)
            printf("%s\n", seat == p->view.viewer ? ", you" : ", a person");
        else
            printf(", a bot (%s)\n", player->level);
    }
}

static void tell_log(const struct plain *p)
{
    size_t room = match_of(p)->n * (size_t)LOG_MOVE_MAX + 64;
    char *memory = need_memory(room);
    struct text out = text_in(memory, room);

    match_log(match_of(p), p->view.viewer, 0, p->view.n, true, &out);
    if (out.used == 0)
        text_put(&out, "Nothing has happened yet.\n");
    show_long(memory, out.used);
    free(memory);
}

static void tell_rules(const struct plain *p)
{
    size_t size;
    const char *page = rules_page(match_of(p)->deal.game, &size);

    show_long(page, size);
}

static void greet(const struct plain *p)
{
    char id[DEAL_TEXT_MAX];
    struct text out = text_in(id, sizeof id);

    match_put_id(&out, match_of(p));
    printf("%s: %s\n", match_of(p)->deal.game->title, id);
    tell_seats(p);
    if (match_of(p)->people)
        printf("Type the number of a move, or its words; 'help' lists what else can be typed.\n");
}

static void tell_help(void)
{
    printf("A move is made by its number or its words; the beginning of its words is enough where no other\n"
           "move has it. And:\n"
           "  help, ?     this list\n"
           "  board       the table and the moves once more\n"
           "  about, i    what lies on the table, and what each thing is and does; 'about NAME' or\n"
           "              'i MARK': of one thing, by its name, a part of it, or as the table shows it\n"
           "  hint, h     what a bot of the level hard would do, and why\n"
           "  undo, u     take your last move back; a choice that lies face down also while the keyboard is passed on\n"
           "  redo, U     make again what was taken back\n"
           "  log         all that has happened\n"
           "  seats       who plays\n"
           "  rules       the rules of the game\n"
           "  save FILE   a copy of the record (it is saved by itself after every move)\n"
           "  quit, q     leave; '%s resume' goes on with the game\n",
           cli_program());
}

/* ---- bots ------------------------------------------------------------------------------------ */

/* False when stopped while it thinks; its thread ends with the program then. */
static bool think_it_over(const struct bot *bot, const struct question *question, struct answer *out)
{
    enum { LONGEST = 20000000 };
    struct thinker *thinker = thinker_start(bot, question);
    struct timespec pause = {0, 50000};

    if (!thinker) {
        think(bot, question, 0, out);
        return !lines_stopped();
    }
    while (!thinker_done(thinker)) {
        if (lines_stopped())
            return false;
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < LONGEST)
            pause.tv_nsec *= 2;
    }
    thinker_finish(thinker, out);
    return true;
}

/* False when stopped meanwhile. */
static bool sleep_until(double until)
{
    const double longest = 0.02;

    for (double left; (left = until - seconds_now()) > 0 && !lines_stopped();)
        nanosleep(&(struct timespec){0, (long)(1e9 * (left < longest ? left : longest))}, NULL);
    return !lines_stopped();
}

static bool refused(const struct why *why)
{
    printf("The bot's move is refused: %s.\n", why->text);
    return false;
}

/* False when stopped meanwhile, here and below. */
static bool ask_bot(struct plain *p, int seat)
{
    static struct question question;
    static struct answer answer;
    struct why why;

    if (p->asked == 0)
        p->asked = seconds_now();
    session_ask(p->s, seat, &question);
    return think_it_over(&p->s->player[seat].bot, &question, &answer) &&
           (session_hear(p->s, answer.move, &why) || refused(&why));
}

static bool let_answer(struct plain *p)
{
    double due = session_due(p->s, p->asked, seconds_now());
    struct why why;

    p->asked = 0;
    return sleep_until(due) && (session_answer(p->s, &why) || refused(&why));
}

static bool tell_hint(const struct plain *p, int seat)
{
    static struct question question;
    static struct answer answer;
    struct speech plain = speech_plain(match_of(p)->deal.game);
    struct bot bot = hint_bot(match_of(p)->deal.game);
    char words[HINT_TEXT_MAX];
    struct text out = text_in(words, sizeof words);

    if (p->view.offers == 1) {
        printf("There is only one move.\n");
        return true;
    }
    session_ask(p->s, seat, &question);
    if (!think_it_over(&bot, &question, &answer))
        return false;
    phrase_put(&out, &plain, question.game->say(question.state, seat, answer.move));
    text_put(&out, "\n");
    hint_put(&out, match_of(p), &question, &answer, HINT_REASONS);
    printf("A bot of the level hard would: %s", words);
    return true;
}

/* ---- what people type ------------------------------------------------------------------------ */

static bool is_number(const char *words)
{
    return *words && words[strspn(words, "0123456789")] == 0;
}

/* The offer that is meant, or -1 after a sentence. */
static int find_move(const struct plain *p, const char *words)
{
    enum { SHOWN = 4 };
    char said[NOTATION_SIZE];
    uint16_t found[MOVES_MAX];
    int n;

    if (is_number(words)) {
        if (offer_by_number(&p->view, words) < 0)
            printf("The moves have the numbers 1 to %d.\n", p->view.offers);
        return offer_by_number(&p->view, words);
    }
    n = offers_that_fit(&p->view, words, FITS_BEGINNING, found);
    if (n == 1)
        return found[0];
    if (n == 0) {
        printf("'%s' is neither a move that is possible here nor a command; 'help' lists the commands.\n", words);
        return -1;
    }
    printf("'%s' could be %d moves:", words, n);
    for (int i = 0; i < n && i < SHOWN; i++) {
        offer_notation(said, &p->view, found[i]);
        printf("%s '%s'", i ? "," : "", said);
    }
    printf("%s\n", n > SHOWN ? ", ..." : ".");
    return -1;
}

/* ---- commands -------------------------------------------------------------------------------- */

enum next { ASK_AGAIN, MOVED, LEAVE };

static enum next after(bool done, const struct why *why)
{
    if (!done)
        printf("That is not possible: %s.\n", why->text);
    return done ? MOVED : ASK_AGAIN;
}

static enum next undo(struct plain *p)
{
    struct why why;
    bool done = session_undo(p->s, &why);

    if (done)
        printf(sitting_may_redo(&p->s->sitting) ? "The last move is taken back; 'redo' makes it again.\n"
                                                : "The choice is taken back.\n");
    return after(done, &why);
}

static enum next redo(struct plain *p)
{
    struct why why;

    return after(session_redo(p->s, &why), &why);
}

static enum next save_as(const struct plain *p, const char *file)
{
    struct why why;

    if (!*file)
        printf("After 'save' stands the name of a file.\n");
    else if (session_copy(p->s, file, &why))
        printf("The record is copied to '%s'.\n", file);
    else
        printf("Nothing is written: %s.\n", why.text);
    return ASK_AGAIN;
}

static bool is_command(const char *words, const char *name, const char *letter)
{
    return text_same(words, name) || (letter && text_same(words, letter));
}

/* What stands behind a command that takes something; NULL if it is not this command. */
static const char *after_word(const char *words, const char *name)
{
    size_t n = strlen(name);

    if (strncasecmp(words, name, n) != 0 || (words[n] && words[n] != ' ' && words[n] != '\t'))
        return NULL;
    return words + n + strspn(words + n, " \t");
}

/* Does what a command says; false if it is none. */
static bool obey(struct plain *p, int seat, const char *words, enum next *next)
{
    const char *file = after_word(words, "save"), *name = after_word(words, "about");

    name = name ? name : after_word(words, "i");
    *next = ASK_AGAIN;
    if (is_command(words, "help", "?"))
        tell_help();
    else if (is_command(words, "board", NULL))
        tell_board(p);
    else if (is_command(words, "seats", NULL))
        tell_seats(p);
    else if (is_command(words, "log", NULL))
        tell_log(p);
    else if (is_command(words, "rules", NULL))
        tell_rules(p);
    else if (is_command(words, "hint", "h"))
        *next = tell_hint(p, seat) ? ASK_AGAIN : LEAVE;
    else if (is_command(words, "redo", NULL) || strcmp(words, "U") == 0)
        *next = redo(p);
    else if (is_command(words, "undo", "u"))
        *next = undo(p);
    else if (is_command(words, "quit", "q"))
        *next = LEAVE;
    else if (name)
        about_plain(&p->view, name);
    else if (file)
        *next = save_as(p, file);
    else
        return false;
    return true;
}

/* ---- a decision ------------------------------------------------------------------------------ */

/* What the person before has seen goes out of sight before the next one looks; or before the last one chooses again.
 * False: they have left. */
static bool pass_keyboard(struct plain *p, const struct cue *cue)
{
    enum { LINES = 40 };
    const char *terminal = getenv("TERM");
    char line[LINE_SIZE];

    if (isatty(STDOUT_FILENO) && terminal && *terminal && strcmp(terminal, "dumb") != 0)
        printf("\033[H\033[2J\033[3J");
    else
        for (int i = 0; i < LINES; i++)
            putchar('\n');
    printf("Pass the keyboard to ");
    print_name(p, cue->seat);
    printf(", who presses Enter");
    if (cue->changes != NOBODY) {
        printf("; or 'undo', and ");
        print_name(p, cue->changes);
        printf(" chooses again");
    }
    if (!line_read(".", line, sizeof line) || is_command(line, "quit", "q"))
        return false;
    if (!is_command(line, "undo", "u"))
        sitting_taken(&p->s->sitting);
    else if (cue->changes != NOBODY)
        undo(p);
    else
        printf("Nobody has a choice here that could be taken back.\n");
    return true;
}

static bool pass(struct plain *p, int seat)
{
    struct why why;

    print_name(p, seat);
    printf(": nothing but passing is possible here.\n");
    return after(session_play(p->s, seat, match_of(p)->decision, PASS, &why), &why) == MOVED;
}

/* Where there are several people, the question says whom it is for. */
static bool ask(const struct plain *p, int seat, char out[LINE_SIZE])
{
    if (are_several(p))
        print_name(p, seat);
    return line_read("> ", out, LINE_SIZE);
}

/* One decision of a person; false: they have left. */
static bool decide(struct plain *p, int seat)
{
    char line[LINE_SIZE];
    uint16_t found[MOVES_MAX];
    enum next next;
    struct why why;
    int at;

    view_make(&p->view, match_of(p), seat);
    if (p->fresh || are_several(p))
        tell_news(p, seat, sitting_news(&p->s->sitting, p->view.n), p->view.n);
    p->telling = false;
    tell_board(p);
    tell_unsaved(p);
    for (;;) {
        if (!ask(p, seat, line))
            return false;
        if (!*line) {
            printf("Type the number of a move, its words, or 'help'.\n");
            continue;
        }
        at = -1;
        if (offers_that_fit(&p->view, line, FITS_WHOLE, found) > 0) {
            at = found[0];
        } else {
            if (obey(p, seat, line, &next)) {
                if (next == ASK_AGAIN)
                    continue;
                return next == MOVED;
            }
            at = find_move(p, line);
        }
        if (at < 0)
            continue;
        if (after(session_play(p->s, seat, match_of(p)->decision, p->view.offer[at].move, &why), &why) == MOVED)
            return true;
    }
}

/* ---- the whole match ------------------------------------------------------------------------- */

static void begin(struct plain *p)
{
    const struct match *match = match_of(p);

    p->fresh = true;
    p->telling = false;
    p->asked = 0;
    p->s->sitting.passes = p->how->auto_pass;
    p->view.viewer = bit_count(match->people) == 1 ? bit_lowest(match->people) : NOBODY;
    greet(p);
}

/* Several people are told at their questions: "you" is another one each time, and what only they may know is behind
 * the curtain. */
static bool show(struct plain *p, const struct cue *cue)
{
    uint32_t pace = match_of(p)->people ? 0 : p->how->pace_ms; /* bots play for whoever watches */

    if (!are_several(p))
        tell_news(p, cue->viewer, p->fresh ? sitting_news(&p->s->sitting, cue->from) : cue->from, cue->to);
    sitting_shown(&p->s->sitting, cue);
    fflush(stdout);
    return sleep_until(seconds_now() + pace / 1e3);
}

static bool follow(struct plain *p, const struct cue *cue)
{
    switch (cue->is) {
    case CUE_SHOW:
        return show(p, cue);
    case CUE_CURTAIN:
        return pass_keyboard(p, cue);
    case CUE_ASK:
        return decide(p, cue->seat);
    case CUE_PASS:
        return pass(p, cue->seat);
    case CUE_BOT:
        return ask_bot(p, cue->seat);
    default:
        return let_answer(p);
    }
}

/* False: whoever plays has left before the end. */
static bool play_on(struct plain *p)
{
    struct cue cue;

    for (sitting_next(&p->s->sitting, &cue); cue.is != CUE_OVER; sitting_next(&p->s->sitting, &cue))
        if (lines_stopped() || !follow(p, &cue))
            return false;
    return true;
}

/* One person sees it as theirs; several see it as all do. */
static void tell_end(struct plain *p)
{
    int viewer = p->s->sitting.viewer;
    uint32_t from = match_of(p)->n;

    view_make(&p->view, match_of(p), viewer);
    for (FOR_BITS(seat, are_several(p) ? match_of(p)->people : 0)) {
        uint32_t news = sitting_news_of(match_of(p), (int)seat, p->view.n);

        from = news < from ? news : from;
    }
    tell_news(p, viewer, from, p->view.n);
    p->telling = false;
    tell_board(p);
}

/* After the end. True: something is to be played. */
static bool ask_again(struct plain *p)
{
    uint32_t people = match_of(p)->people;
    char line[LINE_SIZE];
    struct why why;

    while (people && line_read("Another game at this table? (y/n, or log, undo) ", line, sizeof line)) {
        if (is_command(line, "y", "yes")) {
            if (after(session_again(p->s, session_seed(), &why), &why) == MOVED) {
                begin(p);
                return true;
            }
        } else if (is_command(line, "n", "no") || is_command(line, "quit", "q")) {
            return false;
        } else if (is_command(line, "log", NULL)) {
            tell_log(p);
        } else if (is_command(line, "undo", "u")) {
            if (undo(p) == MOVED)
                return true;
        } else {
            printf("The answer is y or n.\n");
        }
    }
    if (people)
        printf("\n");
    return false;
}

int play_plain(struct session *s, const struct play_options *how)
{
    struct plain *p = need_memory(sizeof *p);
    bool over;

    lines_begin();
    p->s = s;
    p->how = how;
    begin(p);
    do {
        tell_unsaved(p);
        over = play_on(p);
        if (over)
            tell_end(p);
        else
            printf("\n");
        say_farewell(s);
    } while (over && ask_again(p));
    free(p);
    return DONE;
}
