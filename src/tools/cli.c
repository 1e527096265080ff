#define _POSIX_C_SOURCE 200809L

#include "tools.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../table/record.h"

/* How the person calls the program: ./play tells its own name. */
const char *cli_program(void)
{
    const char *name = getenv("WABE_PROGRAM");

    return name && *name ? name : "wabe";
}

int cli_fail(const struct command *command, int code, const char *format, ...)
{
    va_list args;

    fflush(stdout);
    fprintf(stderr, "wabe %s: ", command->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    if (code == MISUSED)
        fprintf(stderr, "; see '%s %s --help'", cli_program(), command->name);
    fputc('\n', stderr);
    return code;
}

/* Words in lines of a terminal, from this column on. */
static void print_wrapped(const char *words, int column)
{
    char lines[2048];
    struct text out = text_in(lines, sizeof lines);

    text_wrapped(&out, words, column, column);
    puts(lines);
}

static void print_help(const struct command *command, const struct cli_option options[])
{
    printf("%s %s%s%s - %s\n", cli_program(), command->name, command->operands[0] ? " " : "", command->operands,
           command->summary);
    if (options[0].name)
        printf("\n");
    for (const struct cli_option *o = options; o->name; o++) {
        char left[64];

        snprintf(left, sizeof left, "--%s%s%s", o->name, o->kind == FLAG ? "" : " ", o->kind == FLAG ? "" : o->value);
        printf("  %-22s ", left);
        print_wrapped(o->help, 25);
    }
    if (command->help) {
        printf("\n");
        print_wrapped(command->help, 0);
    }
}

static const struct cli_option *find_option(const struct cli_option options[], const char *name, size_t n)
{
    for (const struct cli_option *o = options; o->name; o++)
        if (strlen(o->name) == n && memcmp(o->name, name, n) == 0)
            return o;
    return NULL;
}

static bool take_value(const struct command *command, const struct cli_option *o, const char *value)
{
    struct words *words = o->to;

    switch (o->kind) {
    case FLAG:
        *(bool *)o->to = true;
        return true;
    case WORD:
        *(const char **)o->to = value;
        return true;
    case NUMBER:
        if (text_read_number(value, strlen(value), o->max, o->to) && *(uint64_t *)o->to >= o->min)
            return true;
        cli_fail(command, MISUSED, "--%s is a whole number from %llu to %llu, not '%s'", o->name,
                 (unsigned long long)o->min, (unsigned long long)o->max, value);
        return false;
    default:
        if (words->n == WORDS_MAX) {
            cli_fail(command, MISUSED, "--%s is given too often", o->name);
            return false;
        }
        words->word[words->n++] = value;
        return true;
    }
}

bool cli_read(const struct command *command, const struct cli_option options[], int argc, char **argv, int least,
              int most, struct words *operands, int *code)
{
    bool only_operands = false;

    *code = MISUSED;
    operands->n = 0;
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i], *equals = strchr(word, '=');
        const struct cli_option *o;

        if (only_operands || word[0] != '-' || strcmp(word, "-") == 0) {
            if (operands->n == most) {
                cli_fail(command, MISUSED, "'%s' is one word too many", word);
                return false;
            }
            operands->word[operands->n++] = word;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            only_operands = true;
            continue;
        }
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            print_help(command, options);
            *code = DONE;
            return false;
        }
        o = strncmp(word, "--", 2) == 0
                ? find_option(options, word + 2, equals ? (size_t)(equals - word - 2) : strlen(word + 2))
                : NULL;
        if (!o) {
            cli_fail(command, MISUSED, "there is no option '%s'", word);
            return false;
        }
        if (o->kind == FLAG && equals) {
            cli_fail(command, MISUSED, "--%s takes no value", o->name);
            return false;
        }
        if (o->kind != FLAG && !equals && i + 1 == argc) {
            cli_fail(command, MISUSED, "--%s needs a value: %s", o->name, o->value);
            return false;
        }
        if (!take_value(command, o, o->kind == FLAG ? NULL : equals ? equals + 1 : argv[++i]))
            return false;
    }
    if (operands->n < least) {
        cli_fail(command, MISUSED, "something is missing: %s %s %s", cli_program(), command->name, command->operands);
        return false;
    }
    return true;
}

/* A plain name gets its default seats; a whole id is read as it is; the options go over it. */
bool cli_deal(const struct command *command, const char *word, const struct deal_options *options, struct deal *out)
{
    struct why why;

    if (!deal_read(out, word, &why)) {
        cli_fail(command, MISUSED, "%s", why.text);
        return false;
    }
    if (options->seats != NOT_GIVEN)
        out->setup.seats = (uint8_t)options->seats;
    if (options->seed && !text_read_number(options->seed, strlen(options->seed), UINT64_MAX, &out->seed)) {
        cli_fail(command, MISUSED, "--seed is a whole number from 0 to 18446744073709551615, not '%s'", options->seed);
        return false;
    }
    for (int i = 0; i < options->set.n; i++) {
        char name[64];
        const char *equals = strchr(options->set.word[i], '=');
        size_t length = equals ? (size_t)(equals - options->set.word[i]) + 1 : 0;

        if (!equals || equals - options->set.word[i] >= (int)sizeof name) {
            cli_fail(command, MISUSED, "--set takes option=value, not '%s'", options->set.word[i]);
            return false;
        }
        for (int k = 0; k < i; k++) {
            if (strncmp(options->set.word[k], options->set.word[i], length) == 0) {
                cli_fail(command, MISUSED, "--set %s and --set %s are said both", options->set.word[k],
                         options->set.word[i]);
                return false;
            }
        }
        snprintf(name, sizeof name, "%.*s", (int)(equals - options->set.word[i]), options->set.word[i]);
        if (!deal_set(out, name, equals + 1, &why)) {
            cli_fail(command, MISUSED, "%s", why.text);
            return false;
        }
    }
    if (!game_setup_ok(out->game, &out->setup, &why)) {
        cli_fail(command, MISUSED, "%s", why.text);
        return false;
    }
    return true;
}

/* ---- files ----------------------------------------------------------------------------------- */

enum { FILE_MAX = 1 << 26 };

void *need_memory(size_t n)
{
    void *memory = calloc(1, n ? n : 1);

    if (!memory) {
        fprintf(stderr, "wabe: there is not enough memory for this\n");
        exit(FAILED);
    }
    return memory;
}

char *read_whole(const struct command *command, const char *path, size_t *size)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    size_t room = 1 << 16, got;
    char *text;

    *size = 0;
    if (!file) {
        cli_fail(command, FAILED, "cannot open '%s': %s", path, strerror(errno));
        return NULL;
    }
    text = need_memory(room);
    while ((got = fread(text + *size, 1, room - *size - 1, file)) > 0) {
        *size += got;
        if (*size + 1 < room)
            continue;
        if (room > FILE_MAX) {
            cli_fail(command, FAILED, "'%s' is larger than any record", path);
            free(text);
            if (!standard)
                fclose(file);
            return NULL;
        }
        room *= 2;
        text = realloc(text, room);
        if (!text) {
            fprintf(stderr, "wabe: there is not enough memory for this\n");
            exit(FAILED);
        }
    }
    text[*size] = 0;
    if (ferror(file)) {
        cli_fail(command, FAILED, "cannot read '%s': %s", path, strerror(errno));
        free(text);
        text = NULL;
    }
    if (!standard)
        fclose(file);
    return text;
}

/* The match and, behind it, its memory: one block, so that one free ends both. */
struct match *read_match(const struct command *command, const char *path)
{
    enum { MATCH = (sizeof(struct match) + 7) / 8 * 8 };
    struct match *match = NULL;
    struct record_why why;
    struct deal deal;
    size_t size;
    char *text = read_whole(command, path, &size);

    if (!text)
        return NULL;
    if (record_deal(&deal, text, size, &why)) {
        match = need_memory(MATCH + match_memory(deal.game));
        if (!record_load(match, text, size, (char *)match + MATCH, &why)) {
            free(match);
            match = NULL;
        }
    }
    if (!match)
        cli_fail(command, FAILED, "%s: line %u: %s", path, why.line, why.why.text);
    free(text);
    return match;
}

/* ---- output ---------------------------------------------------------------------------------- */

static void do_nothing(int signal)
{
    (void)signal;
}

/* Shows the text by a pager; false if there is none that works. */
static bool page_through(const char *text, size_t size)
{
    const char *pager = getenv("PAGER");
    struct sigaction wait = {.sa_handler = do_nothing, .sa_flags = SA_RESTART}, before;
    FILE *out;
    int status = -1;

    setenv("LESS", "FRX", 0);
    signal(SIGPIPE, SIG_IGN);          /* who leaves the pager early has read enough */
    sigaction(SIGINT, &wait, &before); /* Ctrl-C is for the pager, which must not be left alone with the terminal */
    out = popen(pager && *pager ? pager : "less 2>/dev/null || more 2>/dev/null", "w");
    if (out) {
        fwrite(text, 1, size, out);
        status = pclose(out);
    }
    sigaction(SIGINT, &before, NULL);
    return status != -1 && WIFEXITED(status) && WEXITSTATUS(status) < 126; /* 126, 127: the shell could not start it */
}

void show_long(const char *text, size_t size)
{
    const char *terminal = getenv("TERM");
    bool able = terminal && *terminal && strcmp(terminal, "dumb") != 0;

    fflush(stdout);
    if (!isatty(STDOUT_FILENO) || !able || !page_through(text, size))
        fwrite(text, 1, size, stdout);
}

double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void show_progress(uint64_t done, uint64_t all, const char *what, double began, bool last)
{
    enum { WIDTH = 40 };
    int part = (int)(done * WIDTH / all);

    fprintf(stderr, "\r[");
    for (int i = 0; i < WIDTH; i++)
        fputc(i < part ? '=' : ' ', stderr);
    fprintf(stderr, "] %llu of %llu %s, %.1f s", (unsigned long long)done, (unsigned long long)all, what,
            seconds_now() - began);
    if (last)
        fprintf(stderr, "\r\033[K");
    fflush(stderr);
}
