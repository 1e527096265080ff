/* tools.h: what the commands of the program `wabe` share. */
#ifndef WABE_TOOLS_H
#define WABE_TOOLS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "../bots/bot.h"
#include "../table/match.h"

enum { DONE = 0, FAILED = 1, MISUSED = 2 }; /* exit codes */

/* ---- the command line ---- */

enum option_kind { FLAG, WORD, NUMBER, WORDS };

/* One option of a command. `to` is a bool, a const char *, a uint64_t or a struct words. */
struct cli_option {
    const char *name;  /* without the dashes */
    const char *value; /* what stands for its value in the help */
    const char *help;
    enum option_kind kind;
    void *to;
    uint64_t min, max; /* of a NUMBER */
};

enum { WORDS_MAX = 256 };

struct words {
    const char *word[WORDS_MAX];
    int n;
};

struct command {
    const char *name, *operands, *summary;
    const char *help; /* more, under the options */
    int (*run)(const struct command *command, int argc, char **argv);
};

extern const struct command commands[]; /* ends with an empty one */

/* Reads options and collects the other words, between least and most of them. False when the caller should
 * return *code: after --help, or after a mistake (which has been explained). */
bool cli_read(const struct command *command, const struct cli_option options[], int argc, char **argv, int least,
              int most, struct words *operands, int *code);

const char *cli_program(void); /* how the person calls the program */

/* One sentence on the standard error, after the command's name; returns the code. */
int cli_fail(const struct command *command, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A deal from what people type: a game's name or a whole game id, then --seats, --set and --seed over it. */
struct deal_options {
    uint64_t seats;   /* NOT_GIVEN where the id says it */
    const char *seed; /* or NULL, likewise */
    struct words set;
};
#define NOT_GIVEN UINT64_MAX
bool cli_deal(const struct command *command, const char *word, const struct deal_options *options, struct deal *out);

/* ---- files ---- */

/* A whole file, or the standard input for "-", with a zero byte behind it; NULL after explaining why not. */
char *read_whole(const struct command *command, const char *path, size_t *size);

/* The match of a record in a file, checked move by move; freed by free(). NULL after explaining why not. */
struct match *read_match(const struct command *command, const char *path);

void *need_memory(size_t n); /* or the program ends with a sentence */

/* On a terminal by a pager. */
void show_long(const char *text, size_t size);

/* The reasons of an answer as a table for whoever was asked, the best first, at most so many. */
enum { HINT_TEXT_MAX = 1 << 13, HINT_REASONS = 12 };
void hint_put(struct text *out, const struct match *match, const struct question *question, const struct answer *answer,
              int most);

double seconds_now(void);

/* A bar on the standard error, which must be a terminal, over the one before; last: it is wiped away. */
void show_progress(uint64_t done, uint64_t all, const char *what, double began, bool last);

/* The rules of a game as a page of Markdown, and its length. */
const char *rules_page(const struct game *game, size_t *size);

int command_games(const struct command *command, int argc, char **argv);
int command_rules(const struct command *command, int argc, char **argv);
int command_play(const struct command *command, int argc, char **argv);
int command_resume(const struct command *command, int argc, char **argv);
int command_arena(const struct command *command, int argc, char **argv);
int command_sim(const struct command *command, int argc, char **argv);
int command_hint(const struct command *command, int argc, char **argv);
int command_study(const struct command *command, int argc, char **argv);
int command_replay(const struct command *command, int argc, char **argv);
int command_bench(const struct command *command, int argc, char **argv);
int command_perft(const struct command *command, int argc, char **argv);
int command_serve(const struct command *command, int argc, char **argv);
int command_store(const struct command *command, int argc, char **argv);
int command_export_site(const struct command *command, int argc, char **argv);

#endif
