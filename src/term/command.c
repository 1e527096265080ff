/* command.c: `wabe play` and `wabe resume`. */
#define _POSIX_C_SOURCE 200809L

#include "term.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct wish {
    bool plain, auto_pass;
    uint64_t pace;
};

enum { PACE_MAX = 60000 };

bool must_be_plain(bool wished)
{
    const char *terminal = getenv("TERM");

    return wished || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !terminal || !*terminal ||
           strcmp(terminal, "dumb") == 0;
}

/* A record that cannot grow is an error like any other, from the first one on. */
static void hear_full_disk(void)
{
    signal(SIGXFSZ, SIG_IGN);
}

static struct play_options options_of(const struct wish *wish)
{
    uint32_t usual = must_be_plain(wish->plain) ? 0 : PACE_USUAL;

    return (struct play_options){wish->auto_pass, wish->pace == NOT_GIVEN ? usual : (uint32_t)wish->pace};
}

/* Plays and ends it. */
static int play(struct session *s, const struct wish *wish)
{
    struct play_options how = options_of(wish);
    int code = must_be_plain(wish->plain) ? play_plain(s, &how) : play_on_screen(s, &how);

    session_end(s);
    return code;
}

static int start(const struct command *command, const struct deal *deal, const struct player player[],
                 const struct wish *wish)
{
    static struct session s;
    struct why why;

    if (!session_start(&s, deal, player, &why))
        return cli_fail(command, FAILED, "%s", why.text);
    return play(&s, wish);
}

static int resume(const struct command *command, const char *path, const struct wish *wish)
{
    static struct session s;
    struct why why;

    if (!session_open(&s, path, &why))
        return cli_fail(command, FAILED, "%s: %s", path, why.text);
    return play(&s, wish);
}

/* ---- wabe play ------------------------------------------------------------------------------- */

/* The game from a name or an id, then who sits there, then the options over it. */
static bool read_table(const struct command *command, const char *word, const char *seats, struct deal_options *how,
                       struct deal *deal, struct player player[SEATS_MAX])
{
    char number[16];
    struct why why;
    int n;

    if (!deal_read(deal, word, &why)) {
        cli_fail(command, MISUSED, "%s", why.text);
        return false;
    }
    snprintf(number, sizeof number, "%d", deal->setup.seats);
    if (!players_read(player, &n, deal->game, seats ? seats : number, &why)) {
        cli_fail(command, MISUSED, "%s", why.text);
        return false;
    }
    how->seats = (uint64_t)n;
    if (!cli_deal(command, word, how, deal))
        return false;
    if (!how->seed && !strchr(word, '#'))
        deal->seed = session_seed();
    return true;
}

int command_play(const struct command *command, int argc, char **argv)
{
    struct wish wish = {.pace = NOT_GIVEN};
    struct deal_options how = {.seats = NOT_GIVEN};
    const char *seats = NULL, *file = NULL;
    const struct cli_option options[] = {
        {"seats", "WHO", "who sits there: you,hard,Rosa=easy,Tom; or their number (you, and bots)", WORD, &seats, 0, 0},
        {"set", "OPTION=VALUE", "choose a variant or house rule; may be repeated", WORDS, &how.set, 0, 0},
        {"seed", "S", "seed of the luck (a random one)", WORD, &how.seed, 0, 0},
        {"resume", "FILE", "go on with the game of a record", WORD, &file, 0, 0},
        {"plain", NULL, "line by line, for screen readers, pipes and scripts", FLAG, &wish.plain, 0, 0},
        {"auto-pass", NULL, "pass by itself where nothing else is possible", FLAG, &wish.auto_pass, 0, 0},
        {"pace", "MS", "how long a move of somebody else is shown (700), in milliseconds", NUMBER, &wish.pace, 0,
         PACE_MAX},
        {0},
    };
    struct words operands;
    struct player player[SEATS_MAX];
    struct deal deal;
    int code;

    if (!cli_read(command, options, argc, argv, 0, 1, &operands, &code))
        return code;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like any other */
    if (operands.n == 0 && (seats || how.seed || how.set.n))
        return cli_fail(command, MISUSED, "%s is about a game, and none is named",
                        seats      ? "--seats"
                        : how.seed ? "--seed"
                                   : "--set");
    if (file && operands.n)
        return cli_fail(command, MISUSED, "--resume FILE says what is played, so '%s' has no meaning with it",
                        operands.word[0]);
    hear_full_disk();
    if (file)
        return resume(command, file, &wish);
    if (operands.n == 1)
        return read_table(command, operands.word[0], seats, &how, &deal, player) ? start(command, &deal, player, &wish)
                                                                                 : MISUSED;
    if (!must_be_plain(wish.plain)) {
        struct play_options shown = options_of(&wish);

        return menu_on_screen(&shown);
    }
    return menu_plain(&deal, player) ? start(command, &deal, player, &wish) : DONE;
}

/* ---- wabe resume ----------------------------------------------------------------------------- */

enum { LISTED = 200 };

static int list(const struct saved saved[], int n)
{
    if (n == 0)
        printf("There are no saved games.\n");
    for (int i = 0; i < n; i++) {
        time_t when = (time_t)saved[i].when;
        struct tm local;
        char date[32];

        localtime_r(&when, &local);
        strftime(date, sizeof date, "%Y-%m-%d %H:%M", &local);
        printf("%3d  %s  %s", i + 1, date, saved[i].title);
        if (saved[i].wrong.text[0])
            printf(", cannot be opened: %s\n", saved[i].wrong.text);
        else
            printf(", %u %s%s\n", saved[i].moves, saved[i].moves == 1 ? "move" : "moves",
                   saved[i].over ? ", finished" : "");
    }
    return DONE;
}

/* A file by its name, or by its number in the list. */
static int resume_word(const struct command *command, const char *word, const struct saved saved[], int n,
                       const struct wish *wish)
{
    uint64_t number;

    if (access(word, F_OK) == 0 || !text_read_number(word, strlen(word), LISTED, &number))
        return resume(command, word, wish);
    if (number == 0 || number > (uint64_t)n)
        return cli_fail(command, FAILED, "there is no saved game with the number %s; --list lists them", word);
    return resume(command, saved[number - 1].path, wish);
}

/* There is nothing to go on with; perhaps there would be, if the rules were still the same. */
static int resume_nothing(const struct command *command, struct saved saved[])
{
    int n = store_list(saved, LISTED, false);

    for (int i = 0; i < n; i++)
        if (saved[i].wrong.text[0])
            return cli_fail(command, FAILED, "no unfinished game can be opened; '%s resume --list' says why",
                            cli_program());
    return cli_fail(command, FAILED, "there is no unfinished game; '%s play' begins one", cli_program());
}

int command_resume(const struct command *command, int argc, char **argv)
{
    struct wish wish = {.pace = NOT_GIVEN};
    bool wants_list = false;
    const struct cli_option options[] = {
        {"list", NULL, "list the saved games with their numbers", FLAG, &wants_list, 0, 0},
        {"plain", NULL, "line by line, for screen readers, pipes and scripts", FLAG, &wish.plain, 0, 0},
        {"auto-pass", NULL, "pass by itself where nothing else is possible", FLAG, &wish.auto_pass, 0, 0},
        {"pace", "MS", "how long a move of somebody else is shown (700), in milliseconds", NUMBER, &wish.pace, 0,
         PACE_MAX},
        {0},
    };
    struct words operands;
    struct saved *saved;
    int code, n;

    if (!cli_read(command, options, argc, argv, 0, 1, &operands, &code))
        return code;
    signal(SIGXFSZ, SIG_IGN);
    if (wants_list && operands.n)
        return cli_fail(command, MISUSED, "--list lists all games, so '%s' has no meaning with it", operands.word[0]);
    hear_full_disk();
    saved = need_memory(LISTED * sizeof *saved);
    n = store_list(saved, wants_list || operands.n ? LISTED : 1, !wants_list && operands.n == 0);
    if (wants_list)
        code = list(saved, n);
    else if (operands.n)
        code = resume_word(command, operands.word[0], saved, n, &wish);
    else if (n > 0)
        code = resume(command, saved[0].path, &wish);
    else
        code = resume_nothing(command, saved);
    free(saved);
    return code;
}
