/* wabe.c: the program. It knows its commands; the commands know no game. */
#include "tools.h"

#include <string.h>

#include "config.h"

const struct command commands[] = {
    {"games", "", "list the games", NULL, command_games},
    {"rules", "GAME", "read the rules of a game", NULL, command_rules},
    {"sim", "GAME", "play random games",
     "GAME is a name or a whole game id, GAME:SEATS:OPTION=VALUE,...#SEED. Game number i of a\n"
     "run has the seed --seed + i, so that each can be played again by its id.\n"
     "docs/record.md and docs/trace.md describe the files.\n",
     command_sim},
    {"replay", "FILE", "check a record move by move and show it",
     "FILE is a record (docs/record.md), or - for the standard input. A record that breaks the\n"
     "rules or its own luck is refused with the line and the reason.\n",
     command_replay},
    {"bench", "[GAME...]", "measure how fast games are played",
     "Random complete games on one thread through the ordinary contract: legal moves are\n"
     "listed, one is chosen and made; set-up included. 'moves' counts the moves of seats and of\n"
     "chance, 'decisions' those of seats with two options or more. The calibration is a small\n"
     "program that never changes, measured in between: divide by it to compare machines. The\n"
     "fingerprint changes when the behaviour of a game on fixed seeds changes.\n",
     command_bench},
    {"perft", "GAME DEPTH", "count all histories to a depth",
     "Every sequence of moves, chance included, from the empty table on. Where several owe a\n"
     "decision at once, they are counted in the order of the seats.\n",
     command_perft},
    {0},
};

static void overview(FILE *out)
{
    fprintf(out,
            "Wabe %s: tabletop games, one C file each.\n\n"
            "  wabe COMMAND [...]          'wabe COMMAND --help' says more\n\n",
            WABE_VERSION);
    for (const struct command *c = commands; c->name; c++) {
        char left[40];

        snprintf(left, sizeof left, "%s %s", c->name, c->operands);
        fprintf(out, "  %-24s %s\n", left, c->summary);
    }
    fprintf(out, "\nThe games:\n\n");
    for (int i = 0; games[i]; i++)
        fprintf(out, "  %-16s %s\n", games[i]->id, games[i]->blurb);
    fprintf(out, "\nFor example: wabe rules %s; wabe sim %s --games 1000\n", games[0]->id, games[0]->id);
}

/* What was printed must have arrived: a full disk is a failure, not a success. */
static int finish(int code)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "wabe: the output could not be written\n");
        return FAILED;
    }
    return code;
}

int main(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        overview(stdout);
        return finish(DONE);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("wabe %s\n", WABE_VERSION);
        return finish(DONE);
    }
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(c->name, argv[1]) == 0)
            return finish(c->run(c, argc - 2, argv + 2));
    fprintf(stderr, "wabe: there is no command '%s'; 'wabe --help' lists them\n", argv[1]);
    return MISUSED;
}
