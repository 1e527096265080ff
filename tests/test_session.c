/* test_session: who plays, and that nothing that was played is lost. */
#define _DEFAULT_SOURCE

#include "help.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/bots/pace.h"
#include "../src/table/record.h"
#include "../src/term/session.h"
#include "../src/tools/think.h"

static char folder[] = "/tmp/wabe-session-XXXXXX";

/* Every test begins with an empty folder for records. */
static int fresh_folder(void **unused)
{
    static int number;
    char path[64];

    (void)unused;
    snprintf(path, sizeof path, "%s/%d", folder, ++number);
    setenv("XDG_DATA_HOME", path, 1);
    setenv("USER", "ann", 1);
    return 0;
}

static const struct game *game_named(const char *id)
{
    const struct game *game = game_by_id(id);

    assert_non_null(game);
    return game;
}

static void start(struct session *s, const char *id, const char *words)
{
    struct player player[SEATS_MAX];
    struct deal deal;
    struct why why;
    int n;

    assert_true(deal_read(&deal, id, &why));
    if (!players_read(player, &n, deal.game, words, &why))
        fail_msg("%s", why.text);
    deal.setup.seats = (uint8_t)n;
    if (!session_start(s, &deal, player, &why))
        fail_msg("%s", why.text);
}

/* The first move of whoever is next. */
static void play_one(struct session *s)
{
    move_t move[MOVES_MAX];
    struct why why;
    int seat = turn_next(s->match);

    assert_true(seat != NOBODY);
    assert_true(match_moves(s->match, seat, move) > 0);
    if (!session_play(s, seat, s->match->decision, move[0], &why))
        fail_msg("%s", why.text);
}

static const char *read_text(const char *path)
{
    static char text[1 << 18];
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* The record on the disk is the match, move for move. */
static void assert_on_disk(const struct session *s)
{
    static char expected[1 << 18];
    struct text out = text_in(expected, sizeof expected);

    record_put(&out, s->match);
    assert_string_equal(read_text(s->path), expected);
    assert_string_equal(s->unsaved.text, "");
}

static int files_in(const char *path)
{
    DIR *dir = opendir(path);
    int n = 0;

    assert_non_null(dir);
    for (struct dirent *item; (item = readdir(dir)) != NULL;)
        n += item->d_name[0] != '.';
    closedir(dir);
    return n;
}

/* Its folder, without the name. */
static const char *dirname_of(const char *path)
{
    static char out[4096];

    snprintf(out, sizeof out, "%.*s", (int)(strrchr(path, '/') - path), path);
    return out;
}

/* ---- players --------------------------------------------------------------------------------- */

static void players_are_you_bots_and_names(void **unused)
{
    struct player player[SEATS_MAX];
    struct why why;
    int n;

    (void)unused;
    assert_true(players_read(player, &n, game_named("mimsy"), "you, hard,Rosa=easy", &why));
    assert_int_equal(n, 3);
    assert_true(player[0].person && !player[1].person && !player[2].person);
    assert_string_equal(player[0].name, "Ann"); /* the account, with a capital */
    assert_string_equal(player[1].level, "hard");
    assert_string_equal(player[1].name, "");
    assert_string_equal(player[2].level, "easy");
    assert_string_equal(player[2].name, "Rosa");

    assert_true(players_read(player, &n, game_named("mimsy"), "Tom,\xc3\x89lodie B.", &why));
    assert_true(n == 2 && player[0].person && player[1].person);
    assert_string_equal(player[1].name, "\xc3\x89lodie B.");

    assert_true(
        players_read(player, &n, game_named("mimsy"), "ismcts:iterations=9,trees=2,Rosa=ismcts:noise=5,you", &why));
    assert_int_equal(n, 3);
    assert_string_equal(player[0].level, "ismcts:iterations=9,trees=2");
    assert_true(player[0].bot.iterations == 9 && player[0].bot.trees == 2 && player[1].bot.noise == 5);
}

static void a_number_is_you_and_bots(void **unused)
{
    struct player player[SEATS_MAX];
    struct why why;
    int n;

    (void)unused;
    assert_true(players_read(player, &n, game_named("slithy"), "4", &why));
    assert_int_equal(n, 4);
    assert_true(player[0].person);
    for (int seat = 1; seat < 4; seat++)
        assert_string_equal(player[seat].level, "normal");
}

static void players_that_cannot_be_are_refused(void **unused)
{
    static const struct {
        const char *words, *said;
    } bad[] = {
        {"", "a seat is 'you', a bot or a name"},
        {"you,,hard", "a seat is 'you', a bot or a name"},
        {"you,", "a seat is 'you', a bot or a name"},
        {"you,hrad", "'hrad' is nobody"},
        {"you,Hard", "'Hard' is what a bot is called"},
        {"you,2", "'2' is nobody"},
        {"you", "Mimsy is for 2 or 3 seats, not 1"},
        {"7", "Mimsy is for 2 or 3 seats, not 7"},
        {"you,easy,easy,easy,easy,easy,easy,easy,easy", "Mimsy is for 2 or 3 seats, not 8"},
        {"Tom,Tom", "two players are called Tom"},
        {"Tom,TOM", "two players are called TOM"},
        {"you,Ann", "two players are called Ann"},
        {"you,you", "two players are called Ann"},
        {"Tom,Tom=hard", "two players are called Tom"},
        {"Rosa=hrad,you", "there is no bot 'hrad'"},
        {"Rosa=,you", "there is no bot ''"},
        {"=hard,you", "is nobody"},
        {"ismcts:trees=99,you", "trees"},
        {"A name that is longer than any name may be,you", "at most 31"},
        {"Tom\x1b[2J,you", "at most 31"},
    };
    struct player player[SEATS_MAX];
    struct why why;
    int n;

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (players_read(player, &n, game_named("mimsy"), bad[i].words, &why))
            fail_msg("'%s' is accepted", bad[i].words);
        if (!strstr(why.text, bad[i].said))
            fail_msg("'%s': %s", bad[i].words, why.text);
    }
}

static void bots_get_names_of_their_own_by_the_seed(void **unused)
{
    struct player player[SEATS_MAX];
    struct session s, again;
    struct why why;
    char first[NAME_SIZE] = "";
    bool other = false;
    int n;

    (void)unused;
    setenv("USER", "clover", 1);
    assert_true(players_read(player, &n, game_named("slithy"), "you,Fern=easy,hard,easy,easy,easy,easy", &why));
    for (uint64_t seed = 0; seed < 40; seed++) { /* each is two files that are synchronised */
        struct deal deal = {game_named("slithy"), {(uint8_t)n}, seed};

        assert_true(session_start(&s, &deal, player, &why));
        assert_true(session_start(&again, &deal, player, &why));
        assert_memory_equal(s.player, again.player, sizeof s.player);
        assert_memory_equal(s.match->names, again.match->names, sizeof s.match->names);
        for (int a = 0; a < n; a++) {
            const char *name = s.player[a].name;

            assert_true(record_name_ok(name, strlen(name)));
            assert_string_equal(name, s.match->names[a]);
            for (int b = 0; b < a; b++)
                assert_false(text_same(name, s.player[b].name));
        }
        assert_string_equal(s.player[0].name, "Clover");
        assert_string_equal(s.player[1].name, "Fern");
        if (seed == 0)
            strcpy(first, s.player[2].name);
        other = other || strcmp(s.player[2].name, first) != 0;
        session_end(&s);
        session_end(&again);
    }
    assert_true(other);
}

/* ---- records --------------------------------------------------------------------------------- */

static void every_move_is_on_the_disk_and_the_match_goes_on_from_there(void **unused)
{
    struct session s, again;
    char path[4096];
    uint64_t hash;
    struct why why;

    (void)unused;
    start(&s, "mimsy#7", "you,Rosa=easy,random");
    assert_on_disk(&s);
    assert_non_null(strstr(s.path, "-mimsy.wabe"));
    for (int i = 0; i < 12; i++) {
        play_one(&s);
        assert_on_disk(&s);
    }
    hash = match_hash(s.match);
    strcpy(path, s.path);
    session_end(&s);

    assert_true(session_open(&again, path, &why));
    assert_true(match_hash(again.match) == hash);
    assert_string_equal(again.path, path);
    assert_true(again.player[0].person && !again.player[1].person);
    assert_string_equal(again.player[0].name, "Ann");
    assert_string_equal(again.player[1].name, "Rosa");
    assert_string_equal(again.player[1].level, "easy");
    assert_string_equal(again.player[2].level, "random");
    assert_true(again.player[2].bot.kind == BOT_RANDOM);
    while (turn_next(again.match) != NOBODY)
        play_one(&again);
    assert_on_disk(&again);
    session_end(&again);
    assert_int_equal(files_in(dirname_of(path)), 1); /* nothing is left beside it */
}

static void two_games_in_one_minute_have_two_files(void **unused)
{
    struct session a, b;
    struct why why;

    (void)unused;
    start(&a, "mimsy#1", "2");
    start(&b, "mimsy#2", "2");
    assert_string_not_equal(a.path, b.path);
    assert_true(session_again(&b, 3, &why)); /* and a rematch has its own */
    assert_string_not_equal(a.path, b.path);
    assert_true(b.match->deal.seed == 3);
    assert_int_equal(files_in(dirname_of(a.path)), 3);
    session_end(&a);
    session_end(&b);
}

static void undo_and_redo_are_on_the_disk(void **unused)
{
    struct session s;
    struct why why;
    uint32_t n;

    (void)unused;
    start(&s, "mimsy#7", "you,random");
    while (turn_next(s.match) != 0)
        play_one(&s);
    n = s.match->n;
    assert_false(session_redo(&s, &why));
    play_one(&s);
    assert_true(session_undo(&s, &why));
    assert_int_equal(s.match->n, n);
    assert_on_disk(&s);
    assert_non_null(strstr(read_text(s.path), "\ntakebacks 1\n"));
    assert_true(session_redo(&s, &why));
    assert_true(s.match->n > n);
    assert_on_disk(&s);
    session_end(&s);
}

static void a_copy_never_overwrites(void **unused)
{
    struct session s;
    struct why why;
    char path[128];

    (void)unused;
    start(&s, "mimsy#7", "2");
    snprintf(path, sizeof path, "%s/copy.wabe", folder);
    assert_true(session_copy(&s, path, &why));
    assert_int_equal(chmod(path, 0600), 0);
    write_text(path, "something else");
    assert_false(session_copy(&s, path, &why));
    assert_non_null(strstr(why.text, "copy.wabe"));
    assert_string_equal(read_text(path), "something else");
    assert_false(session_copy(&s, "/dev/null/x.wabe", &why));
    assert_non_null(strstr(why.text, "Not a directory"));
    session_end(&s);
}

static void what_cannot_be_saved_is_said_and_saved_later(void **unused)
{
    struct session s;
    char good[128], data[64];

    (void)unused;
    snprintf(good, sizeof good, "%s", getenv("XDG_DATA_HOME"));
    snprintf(data, sizeof data, "%s/file", folder);
    write_text(data, "");
    setenv("XDG_DATA_HOME", data, 1); /* a file is no folder */
    start(&s, "mimsy#7", "2");
    assert_non_null(strstr(s.unsaved.text, data));
    assert_non_null(strstr(s.unsaved.text, "Not a directory"));
    assert_string_equal(s.path, "");
    play_one(&s); /* it goes on all the same */
    assert_false(session_save(&s));

    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    assert_false(session_save(&s));
    assert_non_null(strstr(s.unsaved.text, "HOME"));

    setenv("XDG_DATA_HOME", good, 1);
    assert_true(session_save(&s));
    assert_on_disk(&s);
    session_end(&s);
}

/* As on a full disk: no file may grow. */
static void the_old_record_stays_when_the_new_one_does_not_fit(void **unused)
{
    struct rlimit before, none;
    static char old[1 << 16];
    struct session s, first;

    (void)unused;
    signal(SIGXFSZ, SIG_IGN);
    start(&s, "mimsy#7", "2");
    strcpy(old, read_text(s.path));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    none = before;
    none.rlim_cur = 100;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    play_one(&s);
    start(&first, "mome#1", "2");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);

    assert_non_null(strstr(s.unsaved.text, "File too large"));
    assert_non_null(strstr(s.unsaved.text, "mimsy.wabe"));
    assert_string_equal(read_text(s.path), old);
    assert_non_null(strstr(first.unsaved.text, "File too large"));
    assert_string_equal(first.path, "");
    assert_int_equal(files_in(dirname_of(s.path)), 1); /* no half files */

    play_one(&s);
    assert_on_disk(&s);
    assert_true(session_save(&first));
    assert_on_disk(&first);
    session_end(&s);
    session_end(&first);
}

static void a_match_is_played_in_one_place_at_a_time(void **unused)
{
    struct session s, other;
    struct why why;
    char path[4096];

    (void)unused;
    start(&s, "mimsy#7", "2");
    strcpy(path, s.path);
    assert_false(session_open(&other, path, &why));
    assert_non_null(strstr(why.text, "another window"));
    play_one(&s);
    assert_false(session_open(&other, path, &why));
    session_end(&s);
    assert_true(session_open(&other, path, &why));
    assert_false(session_open(&s, path, &why));
    session_end(&other);
}

static void what_is_no_record_is_refused_with_the_line(void **unused)
{
    struct session s;
    struct why why;
    char path[64];

    (void)unused;
    snprintf(path, sizeof path, "%s/bad.wabe", folder);
    assert_false(session_open(&s, path, &why));
    assert_non_null(strstr(why.text, "No such file"));
    write_text(path, "wabe record 1\ngame chess 1\n");
    assert_false(session_open(&s, path, &why));
    assert_string_equal(why.text, "line 2: there is no game 'chess'");
    assert_false(session_open(&s, folder, &why));
}

static void unknown_bots_are_played_by_normal(void **unused)
{
    struct session s;
    struct why why;
    char path[64];

    (void)unused;
    snprintf(path, sizeof path, "%s/unknown.wabe", folder);
    write_text(
        path,
        "wabe record 1\ngame mimsy 2\nseats 3\nluck local 5\nname 1 Zoe\nbot 1 deep thought\npeople 0\nmoves\nend 0\n");
    assert_true(session_open(&s, path, &why));
    assert_string_equal(s.player[1].level, "normal");
    assert_string_equal(s.player[1].name, "Zoe");
    assert_string_equal(s.player[2].level, "normal");
    assert_true(s.player[2].bot.kind == BOT_ISMCTS);
    assert_true(turn_next(s.match) != NOBODY); /* chance has dealt */
    session_end(&s);
}

/* A record from a real table: it can go on as long as only people decide. */
static void luck_from_outside_goes_as_far_as_people_decide(void **unused)
{
    static char given[1 << 16];
    struct session s;
    struct why why;
    char path[64], *luck;
    move_t move[MOVES_MAX];

    (void)unused;
    snprintf(path, sizeof path, "%s/given.wabe", folder);
    write_text(path, "wabe record 1\ngame mimsy 2\nseats 2\nluck given\npeople 0 1\nmoves\nend 0\n");
    assert_false(session_open(&s, path, &why));
    assert_non_null(strstr(why.text, "chance is to act"));

    start(&s, "mimsy#7", "Tom,Rosa");
    strcpy(given, read_text(s.path));
    session_end(&s);
    luck = strstr(given, "luck local 7");
    memcpy(luck, "luck given  ", 12);
    write_text(path, given);
    assert_true(session_open(&s, path, &why));
    play_one(&s); /* Mimsy has no chance after the deal */
    assert_on_disk(&s);
    session_end(&s);

    /* In Gnoming A Round cards are turned and drawn: that is refused, and nothing has changed. */
    start(&s, "gnoming-a-round#7", "Tom,Rosa");
    strcpy(given, read_text(s.path));
    session_end(&s);
    luck = strstr(given, "luck local 7");
    memcpy(luck, "luck given  ", 12);
    write_text(path, given);
    assert_true(session_open(&s, path, &why));
    for (bool refused = false; !refused;) {
        uint64_t hash = match_hash(s.match);
        int seat = turn_next(s.match);

        assert_true(match_moves(s.match, seat, move) > 0);
        refused = !session_play(&s, seat, s.match->decision, move[0], &why);
        if (refused)
            assert_true(match_hash(s.match) == hash);
    }
    assert_non_null(strstr(why.text, "luck given"));
    session_end(&s);
}

/* What a server has ended is shown, and nobody goes on with it. */
static void an_unfinished_record_of_a_server_is_for_looking(void **unused)
{
    static char fair[1 << 16];
    const char *record;
    struct session s;
    struct why why;
    char path[64];
    const char *luck;

    (void)unused;
    snprintf(path, sizeof path, "%s/fair.wabe", folder);
    start(&s, "mimsy#7", "Tom,Rosa");
    record = read_text(s.path);
    luck = strstr(record, "luck local 7");
    snprintf(fair, sizeof fair, "%.*sluck fair %064d %064d%s", (int)(luck - record), record, 0, 0, luck + 12);
    session_end(&s);
    write_text(path, fair);
    assert_false(session_open(&s, path, &why));
    assert_non_null(strstr(why.text, "ended on a server"));
    assert_true(session_look(&s, path, &why));
    assert_true(match_closed(s.match) && s.match->n > 0);
    session_end(&s);
    assert_string_equal(read_text(path), fair);
}

static void set_time(const char *path, time_t when)
{
    struct timespec times[2] = {{when, 0}, {when, 0}};

    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void the_list_has_the_newest_first(void **unused)
{
    static struct saved saved[8];
    struct session s[4];
    struct why why;
    char path[4096 + 16], where[4096];

    (void)unused;
    assert_int_equal(store_list(saved, 8, false), 0);
    start(&s[0], "mimsy#1", "you,Rosa=easy,Tom=hard");
    start(&s[1], "bandersnatch#1", "you");
    start(&s[2], "mome#2", "Rosa,Tom,Zoe=easy");
    start(&s[3], "mimsy#3", "Rosa=random,Tom=random");
    while (turn_next(s[3].match) != NOBODY)
        play_one(&s[3]);
    set_time(s[0].path, 3000);
    set_time(s[1].path, 1000);
    set_time(s[2].path, 2000);
    set_time(s[3].path, 4000);
    assert_true(store_folder(where, &why));
    snprintf(path, sizeof path, "%s/junk.wabe", where);
    write_text(path, "no record");
    snprintf(path, sizeof path, "%s/notes.txt", where);
    write_text(path, "no record either");

    assert_int_equal(store_list(saved, 8, false), 4);
    assert_string_equal(saved[0].title, "Mimsy, Rosa and Tom");
    assert_true(saved[0].over && saved[0].moves == s[3].match->n && saved[0].when == 4000);
    assert_string_equal(saved[1].title, "Mimsy, you with Rosa and Tom");
    assert_string_equal(saved[1].path, s[0].path);
    assert_false(saved[1].over);
    assert_string_equal(saved[2].title, "Mome, Rosa, Tom and Zoe");
    assert_string_equal(saved[3].title, "Bandersnatch, you alone");
    assert_int_equal(store_list(saved, 8, true), 3);
    assert_int_equal(store_list(saved, 2, true), 2);
    assert_string_equal(saved[1].path, s[2].path);
    for (int i = 0; i < 4; i++)
        session_end(&s[i]);
}

static void replace_in_file(const char *path, const char *words, const char *others)
{
    static char record[1 << 16];
    FILE *file = fopen(path, "r");
    char *at;

    assert_non_null(file);
    record[fread(record, 1, sizeof record - 1, file)] = 0;
    fclose(file);
    at = strstr(record, words);
    assert_non_null(at);
    memcpy(at, others, strlen(others)); /* as long as what was there */
    write_text(path, record);
}

static void the_list_says_what_cannot_be_opened_and_why(void **unused)
{
    static struct saved saved[8];
    struct session s[2];

    (void)unused;
    start(&s[0], "mimsy#1", "you,easy");
    start(&s[1], "mome#2", "you,easy,easy");
    for (int i = 0; i < 2; i++)
        session_end(&s[i]);
    replace_in_file(s[0].path, "game mimsy 2\n", "game mimsy 1\n");
    set_time(s[0].path, 2000);
    set_time(s[1].path, 1000);
    assert_int_equal(store_list(saved, 8, false), 2);
    assert_string_equal(saved[0].path, s[0].path);
    assert_string_equal(saved[0].title, "Mimsy");
    assert_string_equal(saved[0].wrong.text,
                        "line 2: it was played by version 1 of the rules of Mimsy, and this program has version 2");
    assert_int_equal(saved[0].when, 2000);
    assert_string_equal(saved[1].path, s[1].path);
    assert_string_equal(saved[1].wrong.text, "");
    assert_int_equal(store_list(saved, 8, true), 1); /* what one can go on with */
    assert_string_equal(saved[0].path, s[1].path);
}

/* ---- whose turn, and bots -------------------------------------------------------------------- */

/* Slithy has both: announcements that all hear, by the seats, and gems that are chosen unseen. */
static void bots_choose_first_where_nobody_sees_it(void **unused)
{
    struct session s;
    bool open = false, sealed = false;

    (void)unused;
    start(&s, "slithy#4", "Rosa,easy,Tom");
    while (turn_next(s.match) != NOBODY) {
        const struct game *game = s.match->deal.game;
        uint32_t asked = game->actors(s.match->state);
        int next = turn_next(s.match);
        struct speech plain = speech_plain(game);
        move_t move[MOVES_MAX];
        char words[128];
        struct text text = text_in(words, sizeof words);

        assert_true(asked & BIT(next));
        match_moves(s.match, next, move);
        phrase_put(&text, &plain, game->say(s.match->state, next, move[0]));
        if (strcmp(words, "say nothing") == 0) { /* or announce a number */
            assert_int_equal(next, bit_lowest(asked));
            open = open || (asked & (asked - 1));
        } else if (asked & (asked - 1)) {
            assert_int_equal(next, asked & BIT(1) ? 1 : bit_lowest(asked));
            sealed = sealed || next == 1;
        }
        play_one(&s);
    }
    assert_true(open && sealed);
    session_end(&s);
}

/* Whatever they decide: the first of their moves. Who they are. */
static uint32_t decide_all(struct session *s)
{
    move_t move[MOVES_MAX];
    struct why why;
    struct cue cue;

    for (sitting_next(&s->sitting, &cue); cue.is == CUE_BOT || cue.is == CUE_SHOW; sitting_next(&s->sitting, &cue)) {
        sitting_shown(&s->sitting, &cue);
        if (cue.is == CUE_SHOW)
            continue;
        assert_true(match_moves(s->match, cue.seat, move) > 0);
        assert_true(session_hear(s, move[0], &why));
    }
    assert_int_equal(cue.is, CUE_DUE);
    return cue.bots;
}

static void assert_near(double a, double b)
{
    assert_true(a - b < 1e-6 && b - a < 1e-6);
}

/* Gnumies: all bid at once. */
static void bots_answer_together_when_it_is_due(void **unused)
{
    struct session s;
    struct why why;
    uint32_t decision;
    double period;

    (void)unused;
    start(&s, "gnumies:4#3", "hard,you,easy,easy");
    decision = s.match->decision;
    period = pace_period(s.match, 0, NULL) / 1e3;
    assert_true(period > 0.1);
    assert_int_equal(decide_all(&s), BIT(0) | BIT(2) | BIT(3));
    assert_int_equal(game_sealed(s.match->deal.game, s.match->state), 0); /* nothing is done yet */
    assert_near(session_due(&s, 50, 50.0005), 50 + period);
    assert_near(session_due(&s, 50, 50 + period / 2), 50 + period);
    assert_near(session_due(&s, 50, 50.01 + period), 50 + 2 * period);
    assert_true(session_answer(&s, &why));
    assert_on_disk(&s);
    assert_int_equal(game_sealed(s.match->deal.game, s.match->state), BIT(0) | BIT(2) | BIT(3));
    assert_int_equal(s.match->decision, decision);
    assert_int_equal(turn_next(s.match), 1);
    session_end(&s);
    start(&s, "gnumies:3#3", "hard,easy,easy");
    decide_all(&s);
    assert_near(session_due(&s, 50, 50.001), 50.001); /* nobody waits for it */
    session_end(&s);
}

/* Pesky: a goal and then a token are one answer. The bots play a whole game in this way. */
static void parts_of_a_choice_are_one_answer(void **unused)
{
    struct session s;
    uint32_t answers = 0;

    (void)unused;
    start(&s, "pesky-gnomes:3#2", "easy,easy,easy");
    while (!match_over(s.match)) {
        struct why why;

        answers += (uint32_t)bit_count(decide_all(&s));
        assert_on_disk(&s);
        if (!session_answer(&s, &why))
            fail_msg("%s", why.text);
    }
    assert_true(answers > 0 && answers < s.match->n);
    session_end(&s);
}

static void a_bot_asked_again_answers_the_same(void **unused)
{
    static struct question question, again;
    static struct answer answer, other;
    struct thinker *thinker;
    struct session s;
    struct bot bot;
    struct why why;

    (void)unused;
    start(&s, "mimsy#7", "you,easy");
    while (turn_next(s.match) != 0)
        play_one(&s);
    session_ask(&s, 0, &question);
    play_one(&s);
    assert_true(session_undo(&s, &why));
    session_ask(&s, 0, &again);
    assert_true(question.seed == again.seed);
    assert_memory_equal(question.state, again.state, s.match->deal.game->state_size);

    assert_true(bot_read(&bot, s.match->deal.game, "ismcts:iterations=50,trees=3", &why));
    think(&bot, &question, 0, &answer);
    thinker = thinker_start(&bot, &again);
    assert_non_null(thinker);
    while (!thinker_done(thinker))
        usleep(1000);
    thinker_finish(thinker, &other);
    assert_int_equal(other.move, answer.move);
    assert_int_equal(other.simulations, 150);
    thinker_finish(thinker_start(&bot, &again), NULL);
    session_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(players_are_you_bots_and_names, fresh_folder),
        cmocka_unit_test_setup(a_number_is_you_and_bots, fresh_folder),
        cmocka_unit_test_setup(players_that_cannot_be_are_refused, fresh_folder),
        cmocka_unit_test_setup(bots_get_names_of_their_own_by_the_seed, fresh_folder),
        cmocka_unit_test_setup(every_move_is_on_the_disk_and_the_match_goes_on_from_there, fresh_folder),
        cmocka_unit_test_setup(two_games_in_one_minute_have_two_files, fresh_folder),
        cmocka_unit_test_setup(undo_and_redo_are_on_the_disk, fresh_folder),
        cmocka_unit_test_setup(a_copy_never_overwrites, fresh_folder),
        cmocka_unit_test_setup(what_cannot_be_saved_is_said_and_saved_later, fresh_folder),
        cmocka_unit_test_setup(the_old_record_stays_when_the_new_one_does_not_fit, fresh_folder),
        cmocka_unit_test_setup(a_match_is_played_in_one_place_at_a_time, fresh_folder),
        cmocka_unit_test_setup(what_is_no_record_is_refused_with_the_line, fresh_folder),
        cmocka_unit_test_setup(unknown_bots_are_played_by_normal, fresh_folder),
        cmocka_unit_test_setup(luck_from_outside_goes_as_far_as_people_decide, fresh_folder),
        cmocka_unit_test_setup(an_unfinished_record_of_a_server_is_for_looking, fresh_folder),
        cmocka_unit_test_setup(the_list_has_the_newest_first, fresh_folder),
        cmocka_unit_test_setup(the_list_says_what_cannot_be_opened_and_why, fresh_folder),
        cmocka_unit_test_setup(bots_choose_first_where_nobody_sees_it, fresh_folder),
        cmocka_unit_test_setup(bots_answer_together_when_it_is_due, fresh_folder),
        cmocka_unit_test_setup(parts_of_a_choice_are_one_answer, fresh_folder),
        cmocka_unit_test_setup(a_bot_asked_again_answers_the_same, fresh_folder),
    };
    char command[64];
    int failed;

    if (!mkdtemp(folder))
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) == 0 ? failed : 1;
}
