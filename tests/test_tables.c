/* test_tables FOLDER: tables that earlier versions of the program have written go on with this one, with every
 * fingerprint. test_tables FOLDER write: writes those that are missing: of a game that is new, or of one that has a new
 * version of its rules and of which somebody has deleted the file. A file that does not replay any more says that
 * tables on servers would be lost.
 *
 * A file has a line for each event of the log: when, who (id and name), and the body, with tabs between them. */
#include "room_help.h"

#include <errno.h>

#include "../src/table/games.h"

enum { EVENTS_MAX = 100, LINE_SIZE = EVENT_BODY_MAX + 200 };

static const char *folder;

static void put_path(char path[512], const char *id)
{
    snprintf(path, 512, "%s/%s.txt", folder, id);
}

/* ---- writing ---- */

/* All seats play at random, one after the other, for so many events or to the end. */
static void write_table(const struct game *game)
{
    struct luck luck = luck_at(5, game->seats_max, 0);
    char path[512], settings[80];
    static struct trial t;
    FILE *file;

    put_path(path, game->id);
    file = fopen(path, "wx"); /* not one that is there */
    if (!file && errno == EEXIST)
        return;
    if (!file)
        fail_msg("%s: %s", path, strerror(errno));
    snprintf(settings, sizeof settings, "\"deal\":\"%s:%d\"", game->id, game->seats_max);
    trial_begin(&t, settings, game->seats_max);
    while (t.n < EVENTS_MAX && t.room.state == STORE_PLAYING)
        play_any(&t, &luck);
    for (uint32_t i = 0; i < t.n; i++)
        fprintf(file, "%lld\t%s\t%s\t%s\n", (long long)t.log[i].at, t.log[i].person, t.log[i].name, t.log[i].body);
    assert_int_equal(fclose(file), 0);
    trial_end(&t);
}

static void tables_are_written(void **unused)
{
    (void)unused;
    for (int g = 0; games[g]; g++)
        write_table(games[g]);
}

/* ---- reading ---- */

static char *next_field(char **line)
{
    char *field = *line, *end = strpbrk(field, "\t\n");

    if (!end)
        fail_msg("a line is cut short: %.60s", field);
    *end = 0;
    *line = end + 1;
    return field;
}

static uint32_t read_table(const char *path, struct store_event events[EVENTS_MAX])
{
    char line[LINE_SIZE];
    uint32_t n = 0;
    FILE *file = fopen(path, "r");

    if (!file)
        fail_msg("%s is missing: ninja tables-new writes it", path);
    while (fgets(line, sizeof line, file)) {
        char *at = line;

        assert_true(n < EVENTS_MAX);
        events[n] = (struct store_event){.n = n + 1, .at = strtoll(next_field(&at), NULL, 10)};
        snprintf(events[n].person, sizeof events[n].person, "%s", next_field(&at));
        snprintf(events[n].name, sizeof events[n].name, "%s", next_field(&at));
        events[n].body = keep_text(next_field(&at));
        n++;
    }
    fclose(file);
    if (n == 0)
        fail_msg("%s is empty", path);
    return n;
}

/* A table on which nothing happens would go on whatever a game became. */
static void assert_was_played(const struct room *room, const struct game *game)
{
    assert_string_equal(room->settings.deal.game->id, game->id);
    assert_int_equal(room->settings.deal.setup.seats, game->seats_max);
    assert_true(room->state == STORE_PLAYING || room->state == STORE_OVER);
    assert_true(room->match.n >= 5);
}

static void goes_on(const struct game *game)
{
    struct store_event events[EVENTS_MAX];
    char path[512];
    struct room room;
    struct why why;
    uint32_t n;

    put_path(path, game->id);
    n = read_table(path, events);
    if (!room_check(TABLE, events, n, &why))
        fail_msg("%s: %s", path, why.text);
    room_init(&room, TABLE);
    for (uint32_t i = 0; i < n; i++) {
        room_replay(&room, &events[i]);
        if (room.broken)
            fail_msg("%s, event %u: it is of other rules than version %u of the game", path, i + 1, game->version);
    }
    assert_was_played(&room, game);
    room_end(&room);
    for (uint32_t i = 0; i < n; i++)
        free((char *)(uintptr_t)events[i].body);
}

static void tables_of_earlier_programs_go_on(void **unused)
{
    (void)unused;
    for (int g = 0; games[g]; g++)
        goes_on(games[g]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables_of_earlier_programs_go_on)},
                            writing[] = {cmocka_unit_test(tables_are_written)};

    if (argc < 2)
        return 2;
    folder = argv[1];
    if (argc > 2 && strcmp(argv[2], "write") == 0)
        return cmocka_run_group_tests(writing, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
