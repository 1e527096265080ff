/* session.c: a match with its players and its file. */
#define _DEFAULT_SOURCE

#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../bots/pace.h"
#include "../table/hash.h"
#include "../table/record.h"
#include "store.h"

static const struct game *game_of(const struct session *s)
{
    return s->match->deal.game;
}

/* ---- saving ---------------------------------------------------------------------------------- */

/* The record as text, to be freed; NULL: no memory. */
static char *record_text(const struct match *match, size_t *n)
{
    size_t room = record_room(match) + 1;
    char *text = malloc(room);
    struct text out;

    if (!text)
        return NULL;
    out = text_in(text, room);
    record_put(&out, match);
    *n = out.used;
    return text;
}

/* That a name stands in its folder is on the disk only when the folder is. Where that is not possible, the file is. */
static void sync_folder(const char *path)
{
    char folder[4096];
    int file;

    memcpy(folder, path, strlen(path) + 1);
    file = open(dirname(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
}

/* The new record is written beside the old one and locked before it takes its place: so the old one is there until the
 * new one is whole, and there is no moment at which nobody has the lock. */
static bool replace(struct session *s, const char *text, size_t n, struct why *why)
{
    char beside[sizeof s->path + 8];
    int file;

    snprintf(beside, sizeof beside, "%s.part", s->path);
    file = file_write(beside, O_TRUNC, text, n, why);
    if (file < 0)
        return false;
    flock(file, LOCK_EX | LOCK_NB);
    if (rename(beside, s->path) != 0) {
        file_refused(why, "cannot write", s->path);
        close(file);
        unlink(beside);
        return false;
    }
    sync_folder(s->path);
    if (s->file >= 0)
        close(s->file);
    s->file = file;
    return true;
}

bool session_save(struct session *s)
{
    bool first = s->file < 0, reserved = false, ok;
    struct why why = {""};
    size_t n;
    char *text = record_text(s->match, &n);

    if (!text)
        ok = why_refuse(&why, CODE_LIMIT, "there is not enough memory to write the record");
    else
        ok = (!first || (reserved = store_reserve(s->path, game_of(s), &why))) && replace(s, text, n, &why);
    if (!ok && reserved)
        unlink(s->path);
    if (!ok && first)
        s->path[0] = 0;
    free(text);
    s->unsaved = ok ? (struct why){""} : why;
    return ok;
}

bool session_copy(const struct session *s, const char *path, struct why *why)
{
    size_t n;
    char *text = record_text(s->match, &n);
    int file;

    if (!text)
        return why_refuse(why, CODE_LIMIT, "there is not enough memory to write the record");
    file = file_write(path, O_EXCL, text, n, why);
    free(text);
    if (file >= 0)
        close(file);
    return file >= 0;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static void seat_players(struct session *s)
{
    s->match->people = 0;
    for (int seat = 0; seat < s->match->deal.setup.seats; seat++) {
        const struct player *player = &s->player[seat];

        memcpy(s->match->names[seat], player->name, NAME_SIZE);
        memset(s->match->bots[seat], 0, BOT_WORDS_SIZE);
        if (player->person)
            s->match->people |= BIT(seat);
        else
            memcpy(s->match->bots[seat], player->level, BOT_TEXT_MAX);
    }
}

bool session_start(struct session *s, const struct deal *deal, const struct player player[], struct why *why)
{
    _Static_assert((int)BOT_WORDS_SIZE == (int)BOT_TEXT_MAX, "a record has room for the words of a bot");
    void *memory;

    if (!game_setup_ok(deal->game, &deal->setup, why))
        return false;
    memset(s, 0, sizeof *s);
    s->file = -1;
    s->match = match_new(deal->game, &memory);
    if (!s->match)
        return why_refuse(why, CODE_LIMIT, "there is not enough memory for this match");
    match_start(s->match, deal, memory);
    memcpy(s->player, player, deal->setup.seats * sizeof s->player[0]);
    seat_players(s);
    turn_name_bots(s->match);
    for (int seat = 0; seat < deal->setup.seats; seat++)
        memcpy(s->player[seat].name, s->match->names[seat], NAME_SIZE);
    match_settle(s->match);
    sitting_begin(&s->sitting, s->match);
    session_save(s);
    return true;
}

/* Opens a record that nobody else plays; -1 with the reason. Whoever plays it puts new files in its place: what we have
 * locked must still be the one with the name. Without locks on this file system everybody may play. */
static int open_locked(const char *path, struct why *why)
{
    struct stat here, there;

    for (;;) {
        int file = open(path, O_RDONLY | O_CLOEXEC);

        if (file < 0) {
            file_refused(why, "cannot open", path);
            return -1;
        }
        if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            why_refuse(why, CODE_STATE,
                       "this game is being played in another window; it can be continued there, or here when it has "
                       "been left there");
            close(file);
            return -1;
        }
        if (fstat(file, &here) == 0 && stat(path, &there) == 0 && there.st_ino == here.st_ino &&
            there.st_dev == here.st_dev)
            return file;
        close(file);
    }
}

/* Who plays, as the record says. */
static void read_players(struct session *s)
{
    struct why why;

    for (int seat = 0; seat < s->match->deal.setup.seats; seat++) {
        struct player *player = &s->player[seat];

        memset(player, 0, sizeof *player);
        player->person = (s->match->people & BIT(seat)) != 0;
        memcpy(player->name, s->match->names[seat], NAME_SIZE);
        memcpy(player->level, s->match->bots[seat], BOT_TEXT_MAX);
        if (player->person || (player->level[0] && bot_read(&player->bot, game_of(s), player->level, &why)))
            continue;
        memcpy(player->level, "normal", sizeof "normal");
        bot_read(&player->bot, game_of(s), player->level, &why);
    }
}

static const char luck_from_outside[] =
    "here chance is to act, and this record has its luck from outside ('luck given'): nobody can go on with it";

static const char of_a_server[] =
    "this match was ended on a server: 'wabe replay' shows it, and nobody can go on with it";

bool session_look(struct session *s, const char *path, struct why *why)
{
    const struct game *other;
    char *real = realpath(path, NULL);

    memset(s, 0, sizeof *s);
    s->file = -1;
    if (real && strlen(real) >= sizeof s->path)
        errno = ENAMETOOLONG;
    if (!real || strlen(real) >= sizeof s->path) {
        file_refused(why, "cannot open", path);
        free(real);
        return false;
    }
    memcpy(s->path, real, strlen(real) + 1);
    free(real);
    s->file = open_locked(s->path, why);
    if (s->file < 0)
        return false;
    s->match = file_match(s->file, s->path, &other, why);
    if (!s->match) {
        session_end(s);
        return false;
    }
    read_players(s);
    seat_players(s);
    match_settle(s->match);
    sitting_begin(&s->sitting, s->match);
    return true;
}

bool session_open(struct session *s, const char *path, struct why *why)
{
    const char *stuck = NULL;

    if (!session_look(s, path, why))
        return false;
    if (match_closed(s->match) && !match_over(s->match))
        stuck = of_a_server;
    else if (game_of(s)->actors(s->match->state) == BIT(CHANCE))
        stuck = luck_from_outside;
    if (!stuck)
        return true;
    session_end(s);
    return why_refuse(why, CODE_STATE, stuck);
}

void session_end(struct session *s)
{
    if (s->file >= 0)
        close(s->file);
    s->file = -1;
    free(s->match);
    s->match = NULL;
}

bool session_again(struct session *s, uint64_t seed, struct why *why)
{
    struct deal deal = s->match->deal;
    struct session next;

    deal.seed = seed;
    if (!session_start(&next, &deal, s->player, why))
        return false;
    session_end(s);
    *s = next;
    return true;
}

uint64_t session_seed(void)
{
    enum { SEEDS = 1000000000 };
    uint64_t seed;

    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) {
        struct timespec now;

        clock_gettime(CLOCK_REALTIME, &now);
        seed = luck_stir((uint64_t)now.tv_sec ^ (uint64_t)now.tv_nsec << 32 ^ (uint64_t)getpid());
    }
    return seed % SEEDS;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Whatever was done is written. */
static bool kept(struct session *s, bool done)
{
    if (done)
        session_save(s);
    return done;
}

bool session_play(struct session *s, int seat, uint32_t decision, move_t move, struct why *why)
{
    return kept(s, sitting_play(&s->sitting, seat, decision, move, why));
}

bool session_hear(struct session *s, move_t move, struct why *why)
{
    uint32_t n = s->match->n;

    if (!sitting_hear(&s->sitting, move, why))
        return false;
    return s->match->n == n || kept(s, true);
}

bool session_answer(struct session *s, struct why *why)
{
    return kept(s, sitting_answer(&s->sitting, why));
}

bool session_undo(struct session *s, struct why *why)
{
    return kept(s, sitting_undo(&s->sitting, MATCH_LAST, why));
}

bool session_redo(struct session *s, struct why *why)
{
    return kept(s, sitting_redo(&s->sitting, why));
}

/* ---- bots ------------------------------------------------------------------------------------ */

struct bot hint_bot(const struct game *game)
{
    return bot_level(game, LEVELS - 2);
}

void session_ask(const struct session *s, int seat, struct question *out)
{
    question_make(out, game_of(s), s->match->deal.setup.seats, s->match->state, seat, turn_seed(s->match, seat));
}

double session_due(const struct session *s, double begun, double now)
{
    int64_t taken = (int64_t)(1e3 * (now - begun)) + 1;

    if (!s->match->people)
        return now;
    return begun + 1e-3 * (double)pace_due(0, taken, pace_period(s->match, bit_lowest(s->sitting.bots), NULL));
}
