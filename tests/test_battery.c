/* test_battery: all points of the battery for the games named on the command line (without names all of them,
 * and the template), every number of seats, every combination of options. --long, or WABE_LONG in the environment, does
 * much more. Prints TAP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battery.h"

static int number, failures;

static void report(bool ok, const struct game *game, const char *what, const char *fault)
{
    printf("%s %d - %s: %s\n", ok ? "ok" : "not ok", ++number, game->id, what);
    if (!ok) {
        printf("# %s\n", fault);
        failures++;
    }
    fflush(stdout);
}

static void run(const struct game *game, const struct effort *effort)
{
    static struct fault fault;
    struct marks marks = {0};
    uint32_t declared = game->flags & (GAME_HIDDEN | GAME_SEALED | GAME_OPEN);

    for (int p = 0; p < battery_n; p++) {
        struct setup setup = {0};
        int setups = 0;
        bool ok = true;

        while (ok && game_next_setup(game, &setup)) {
            ok = battery[p].run(game, &setup, effort, &marks, &fault);
            setups++;
        }
        if (ok && setups == 0) {
            ok = false;
            strcpy(fault.text, "the game accepts no setup");
        }
        report(ok, game, battery[p].title, fault.text);
    }
    report(declared == marks.flags, game, "its flags are all seen to be true", "a flag never showed");
    printf("# %s: state %u bytes; seen at most: %u moves long (of %u), %u options (of %u), %u facts (of %d), %u zones, "
           "%u places, %u pieces, %u notes, %u result lines, %u touches, %u characters of a move, %u worlds\n",
           game->id, game->state_size, marks.length, game->length_max, marks.moves, game->moves_max, marks.facts,
           FACTS_MAX, marks.zones, marks.places, marks.pieces, marks.notes, marks.lines, marks.touches, marks.words,
           marks.beliefs);
}

int main(int argc, char **argv)
{
    const struct effort *effort = getenv("WABE_LONG") ? &effort_long : &effort_short;
    int named = 0;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--long") == 0) {
            effort = &effort_long;
        } else if (game_by_id(argv[i])) {
            run(game_by_id(argv[i]), effort);
            named++;
        } else {
            fprintf(stderr, "test_battery: there is no game '%s'\n", argv[i]);
            return 2;
        }
    }
    for (int i = 0; games[i] && !named; i++)
        run(games[i], effort);
    printf("1..%d\n", number);
    return failures ? 1 : 0;
}
