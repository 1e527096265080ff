/* serve.c: `wabe serve`. */
#define _POSIX_C_SOURCE 200809L

#include "../tools/tools.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include "http.h"
#include "site.h"

enum { USUAL_PORT = 8080, LAST_PORT = 8099 };

extern char **environ;

static struct http *serving; /* for the signal handler */

static void stop(int signal)
{
    (void)signal;
    http_stop(serving);
}

/* A second Ctrl-C ends the program at once. */
static void hear_signals(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* At the port that was asked for, or at the first free one of the usual ones. */
static struct http *open_somewhere(const char *host, uint64_t port, struct why *why)
{
    struct http *http = NULL;
    bool busy = true;

    if (port != NOT_GIVEN)
        return http_open(host, (int)port, &busy, why);
    for (int p = USUAL_PORT; p <= LAST_PORT && busy && !http; p++)
        http = http_open(host, p, &busy, why);
    return http;
}

/* What the browser says goes nowhere. */
static bool open_browser(const char *link)
{
    char program[] = "xdg-open", address[HTTP_LINK_MAX];
    char *arguments[] = {program, address, NULL};
    posix_spawn_file_actions_t files;
    bool ok;
    pid_t child;

    snprintf(address, sizeof address, "%s", link);
    signal(SIGCHLD, SIG_IGN); /* nobody waits for it */
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ok = posix_spawnp(&child, program, &files, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    return ok;
}

static void greet(bool moved, bool opens)
{
    char link[HTTP_LINK_MAX];

    http_link(serving, link);
    if (moved)
        printf("Another program has port %d, so this is another one.\n", USUAL_PORT);
    printf("Wabe is at %s\n", link);
    if (http_is_public(serving))
        printf("Whoever can reach this machine can open it too, under the address of the machine.\n");
    if (opens && !open_browser(link))
        printf("There is no xdg-open here: please open the link yourself.\n");
    printf("Ctrl-C stops it.\n");
    fflush(stdout);
}

int command_serve(const struct command *command, int argc, char **argv)
{
    const char *host = "127.0.0.1";
    uint64_t port = NOT_GIVEN;
    bool opens = false, ok;
    const struct cli_option options[] = {
        {"port", "NUMBER", "where to listen (8080, or the next that is free up to 8099); 0: any", NUMBER, &port, 0,
         65535},
        {"host", "ADDRESS", "of which address or name of this machine (127.0.0.1: nobody else gets in)", WORD, &host},
        {"open", NULL, "open it in the browser", FLAG, &opens},
        {0},
    };
    struct words operands;
    struct why why;
    int code;

    if (!cli_read(command, options, argc, argv, 0, 0, &operands, &code))
        return code;
    if (!site_is_there())
        return cli_fail(command, FAILED, "%s", site_is_missing);
    serving = open_somewhere(host, port, &why);
    if (!serving)
        return cli_fail(command, FAILED, "%s", why.text);
    hear_signals(stop);
    greet(port == NOT_GIVEN && http_port(serving) != USUAL_PORT, opens);
    ok = http_run(serving);
    hear_signals(SIG_DFL);
    http_close(serving);
    if (!ok)
        return cli_fail(command, FAILED, "the server broke down");
    printf("Wabe has stopped.\n");
    return DONE;
}
