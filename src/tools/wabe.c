/* wabe.c: the program. It knows its commands; the commands know no game. */
#include "tools.h"

#include <string.h>

#include "config.h"

const struct command commands[] = {
    {"games", "", "list the games",
     "Below each game are its options, for --set and in ids: with their values, the usual one first, or with a range "
     "of "
     "numbers and the usual one in brackets.",
     command_games},
    {"rules", "GAME", "read the rules of a game",
     "In a terminal the page is as wide as that, up to 100 columns, and shown by a pager (PAGER); with NO_COLOR set it "
     "is plain text. Elsewhere it is plain text of 80 columns.",
     command_rules},
    {"play", "[GAME]", "play a game against bots and people",
     "GAME is a name (or the beginning of one) or a whole game id, GAME:SEATS:OPTION=VALUE,...#SEED; without it you "
     "are "
     "asked. --seats names who sits there, one for each seat: 'you', a bot (easy, normal, hard, expert, random, "
     "greedy), a bot with a name (Rosa=hard), or the name of another person at the same keyboard; a number alone is "
     "you and bots of the level normal. The game is saved after every move; 'resume' goes on with it. Where input or "
     "output is no terminal, --plain is taken by itself. docs/play.md says more.",
     command_play},
    {"resume", "[FILE]", "go on with a saved game",
     "FILE is a record (docs/record.md) or its number in --list; without it, the last game that is not over.",
     command_resume},
    {"serve", "", "play in a browser, alone and with friends",
     "Prints a link; behind it are all games. Alone, against bots and with several people at one screen they run in "
     "the "
     "page itself, and are kept by the browser. At tables that are shared over the network they run here, and are kept "
     "in the store; stopping and starting again loses nothing. Nobody but this machine gets in, unless --host says so: "
     "--host 0.0.0.0 is everybody in your network. How to run it for the world, with TLS: docs/operate.md.",
     command_serve},
    {"export-site", "DIR", "write the pages for browsers, for any web space",
     "The same pages as of 'serve', as files. They need no program behind them, and work in any folder of a web space "
     "that hands out files. DIR is made if it is not there.",
     command_export_site},
    {"store", "WHAT [FILE|ID]", "look after what the server keeps",
     "WHAT is 'backup', with the name of a new file for it; 'check', which looks for damage and replays every table; "
     "'close', with the id of a table; or 'tables', a list of "
     "those that are open, with --all of all. All of them may be used while the server runs. A backup is a store like "
     "any other: 'serve --store FILE' takes it. For PostgreSQL use pg_dump instead of 'backup'.",
     command_store},
    {"sim", "GAME", "play games at random, or by bots",
     "GAME is a name (or the beginning of one) or a whole game id, GAME:SEATS:OPTION=VALUE,...#SEED; 'games' lists "
     "names and options, and what is said by --seats, --set and --seed goes over the id. Game number i "
     "(from 0) of a run has the seed --seed + i, so that each can be played again by its id and "
     "--games 1. Files of --record are named after the ids. A shared first place counts as a "
     "part of a win; 95% is the error of the wins that one run in twenty exceeds. "
     "docs/record.md and docs/trace.md describe the files.",
     command_sim},
    {"arena", "GAME", "find out which of several bots is stronger",
     "GAME is as in sim. Every pair of bots plays the same deals (seeds --seed, --seed + 1 and so on). Of each deal "
     "they play "
     "two games, ABAB and BABA; with an odd number of seats ABA and BAB, each turned through all seats; so equal bots "
     "win "
     "50% each. Alone, both play the deal, and the better score wins it. A shared first place is a part of a win. "
     "Intervals "
     "are 95%, counted by deals, not by games, since the games of a deal depend on each other. Elo is by the model of "
     "Bradley and Terry, with 0 for the first bot. --until-sure tests by betting: however often one looks, the chance "
     "that a pair's "
     "verdict names the wrong bot, or that there is one between equals, is at most 5%, and the pair's interval (and "
     "between two bots, Elo) allows for it; the other intervals do not. It looks after every deal at first and stops "
     "after --games at the latest. --margin 3 asks whether the earlier bot wins more than 47% against the later. "
     "'arena merge FILE...' puts the outputs of all shards together. The result does not depend on threads, shards or "
     "ranks (built with -Dmpi=enabled: mpirun -n 8 wabe arena ...), but for the times.",
     command_arena},
    {"study", "GAME", "play many games between bots and write a report",
     "GAME is as for 'sim'. Writes one page for a browser with pictures, and a JSON file of the same name with all "
     "numbers: who wins, how long it takes, what wins, how early it is decided, whether skill pays. Game number i "
     "(from 0) has the seed --seed + i. Where bots differ, each sits one seat further in the next game. --vary plays "
     "every value of an option on the same seeds and compares them. Ctrl-C writes the page from the games that are "
     "over. The result does not depend on --threads. docs/study.md says how to read it.",
     command_study},
    {"replay", "FILE", "check a record move by move and show it",
     "FILE is a record (docs/record.md), or - for the standard input. A record that breaks the "
     "rules or its own luck is refused with the line and the reason. In a terminal the arrow keys step through it; "
     "--plain, --board and --json print it instead. --verify checks the luck of a match on a server (luck fair): the "
     "commitment and every draw must follow from the secret and the nonces in the record.",
     command_replay},
    {"hint", "FILE", "ask a bot what to do at some point of a record, and why",
     "FILE is a record (docs/record.md), or - for the standard input. The bot is told what the seat knows and nothing "
     "else. 'value' is what a move is worth to the seat: 100 a certain win, 0 a certain defeat, a little of it for the "
     "margin (in a game for one: the score to be expected, in units of what the game calls a difference that matters); "
     "'plays' how often the bot would play "
     "it; 'visits' the simulations that began with it. docs/bots.md says more.",
     command_hint},
    {"bench", "[GAME...]", "measure how fast games are played",
     "GAME is a name, for every number of seats with the default options, or an id for one set-up, "
     "as in mome:3:variant=extended. Random complete games on one thread through the ordinary contract: legal moves "
     "are "
     "listed, one is chosen and made; set-up included. 'moves' counts the moves of seats and of "
     "chance, 'decisions' those of seats with two options or more. The calibration is a small "
     "program that never changes, measured in between: divide by it to compare machines. The "
     "fingerprint changes when the behaviour of a game on fixed seeds changes. With --bots: simulations a second of "
     "one "
     "tree with the iterations of the level normal, at the first decision of a game and at 16 decisions all along a "
     "random game, and how long a decision of normal takes.",
     command_bench},
    {"perft", "GAME DEPTH", "count all histories to a depth",
     "Every sequence of moves, chance included, from the empty table on. With a seed (--seed, or "
     "a game id with #SEED) chance falls as the seed says, and only decisions of seats are moves. "
     "Where several owe a decision at once, they are counted in the order of the seats.",
     command_perft},
    {0},
};

static void overview(FILE *out)
{
    fprintf(out,
            "Wabe %s: tabletop games, one C file each.\n\n"
            "  %s COMMAND [...]          '%s COMMAND --help' says more\n\n",
            WABE_VERSION, cli_program(), cli_program());
    for (const struct command *c = commands; c->name; c++) {
        char left[40];

        snprintf(left, sizeof left, "%s %s", c->name, c->operands);
        fprintf(out, "  %-24s %s\n", left, c->summary);
    }
    fprintf(out, "\nThe games:\n\n");
    for (int i = 0; games[i]; i++)
        fprintf(out, "  %-16s %s\n", games[i]->id, games[i]->blurb);
    fprintf(out, "\nFor example: %s play %s; %s rules %s; %s sim %s --games 1000\n", cli_program(), games[0]->id,
            cli_program(), games[0]->id, cli_program(), games[0]->id);
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
    static char help[] = "--help";
    bool asks = argc >= 2 &&
                (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0);
    struct deal deal;
    struct why why;

    if (argc < 2 || (asks && argc == 2)) {
        overview(stdout);
        return finish(DONE);
    }
    if (asks) { /* help sim is sim --help */
        argv[1] = argv[2];
        argv[2] = help;
        argc = 3;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("wabe %s\n", WABE_VERSION);
        return finish(DONE);
    }
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(c->name, argv[1]) == 0)
            return finish(c->run(c, argc - 2, argv + 2));
    if (deal_read(&deal, argv[1], &why))
        fprintf(stderr,
                "wabe: '%s' is a game, and a command stands before it, as in '%s play %s'; '%s --help' lists them\n",
                argv[1], cli_program(), deal.game->id, cli_program());
    else
        fprintf(stderr, "wabe: there is no command '%s'; '%s --help' lists them\n", argv[1], cli_program());
    return MISUSED;
}
