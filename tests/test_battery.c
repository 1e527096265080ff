/* test_battery: all points of the battery for the games that are named, or for all of them; --help says how. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battery.h"

static const char usage[] =
    "test_battery [--quick | --long] [GAME...]\n"
    "\n"
    "All points of the battery (docs/design.md) for these games, without names for all of them, the template and\n"
    "those that are only for tests: every number of seats, every combination of options. Prints TAP.\n"
    "\n"
    "  --quick  less of everything; so does WABE_QUICK in the environment\n"
    "  --long   much more of everything; so does WABE_LONG\n"
    "\n"
    "A fault is told with the id of the game and the move, and the match up to there is written as a record into the\n"
    "folder of this program, or into the one that WABE_FAULTS names; `wabe replay FILE` shows it.\n";

/* The ids as games.def has them, in the order of games[]. */
static const char *const listed[] = {
#define GAME(name, id) id,
#include "../src/games/games.def"
    GAME(template, "template") GAME(kuhn, "kuhn") GAME(goofspiel, "goofspiel")
#undef GAME
};
enum { LISTED = sizeof listed / sizeof listed[0] };

static int number, failures;
static char folder[1024];

/* The folder for records: WABE_FAULTS, or where this program is. */
static void find_folder(const char *program)
{
    const char *wish = getenv("WABE_FAULTS"), *slash = strrchr(program, '/');

    if (wish)
        snprintf(folder, sizeof folder, "%s", wish);
    else
        snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - program) : 1, slash ? program : ".");
}

static void write_record(const char *id, int point, const char *record)
{
    char path[1200];
    FILE *file;
    bool ok;

    snprintf(path, sizeof path, "%s/%s-point%d.record", folder, id, point);
    file = fopen(path, "wb");
    ok = file && fputs(record, file) >= 0;
    ok = file && fclose(file) == 0 && ok;
    if (ok) {
        printf("#   its record: %s (wabe replay shows it)\n", path);
        return;
    }
    printf("#   its record cannot be written to %s; it is\n", path);
    while (*record) {
        size_t n = strcspn(record, "\n");

        printf("#   %.*s\n", (int)n, record);
        record += n + (record[n] == '\n');
    }
}

static void report(bool ok, const char *id, const struct point *point, const struct fault *fault)
{
    printf("%s %d - %s: %s\n", ok ? "ok" : "not ok", ++number, id, point->title);
    if (!ok) {
        printf("# %s\n", fault->text);
        if (fault->record[0])
            write_record(id, point->number, fault->record);
        failures++;
    }
    fflush(stdout);
}

static void run(int i, const struct effort *effort)
{
    static struct fault fault;
    const struct game *game = games[i];
    struct marks marks = {0};
    bool sound = true;

    for (int p = 0; p < battery_n; p++) {
        bool ok = false;

        /* Said before, so that one sees where a game hangs. */
        printf("# %s, point %d: %s\n", listed[i], battery[p].number, battery[p].title);
        fflush(stdout);
        if (sound) {
            ok = battery_run(&battery[p], game, listed[i], effort, &marks, &fault);
        } else {
            snprintf(fault.text, sizeof fault.text, "not run, because point 1 failed");
            fault.record[0] = 0;
        }
        report(ok, listed[i], &battery[p], &fault);
        sound = sound && (ok || p > 0);
    }
    if (sound)
        printf("# %s: state %u bytes; seen at most: %u moves long (of %u), %u options (of %u), %u facts (of %d), %u "
               "transfers (of %d), %u zones, %u places, %u pieces, %u notes, %u counters, %u links, %u result lines, "
               "%u touches, %u characters of a move, "
               "%u worlds\n",
               listed[i], game->state_size, marks.length, game->length_max, marks.moves, game->moves_max, marks.facts,
               FACTS_MAX, marks.transfers, TRANSFERS_MAX, marks.zones, marks.places, marks.pieces, marks.notes,
               marks.counters, marks.links, marks.lines, marks.touches, marks.words, marks.beliefs);
}

static int find_listed(const char *id)
{
    int i = 0;

    while (i < LISTED && strcmp(listed[i], id) != 0)
        i++;
    return i;
}

static int refuse(const char *id)
{
    fprintf(stderr, "test_battery: there is no game '%s'; there are", id);
    for (int i = 0; i < LISTED; i++)
        fprintf(stderr, " %s", listed[i]);
    fprintf(stderr, "\n");
    return 2;
}

int main(int argc, char **argv)
{
    const struct effort *effort = getenv("WABE_LONG")    ? &effort_long
                                  : getenv("WABE_QUICK") ? &effort_quick
                                                         : &effort_short;
    int named = 0;

    find_folder(argv[0]);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            printf("%s", usage);
            return 0;
        }
        if (strcmp(argv[i], "--long") == 0)
            effort = &effort_long;
        else if (strcmp(argv[i], "--quick") == 0)
            effort = &effort_quick;
        else if (find_listed(argv[i]) == LISTED)
            return refuse(argv[i]);
        else
            named++;
    }
    for (int i = 1; i < argc; i++)
        if (argv[i][0] != '-')
            run(find_listed(argv[i]), effort);
    for (int i = 0; i < LISTED && !named; i++)
        run(i, effort);
    printf("1..%d\n", number);
    return failures ? 1 : 0;
}
