/* serve.c: `wabe serve`. */
#define _DEFAULT_SOURCE

#include "../tools/tools.h"

#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>

#include "hall.h"
#include "site.h"
#include "store.h"

enum { USUAL_PORT = 8080, LAST_PORT = 8099 };

extern char **environ;

static struct hall *serving; /* for the signal handler */

static void stop(int signal)
{
    (void)signal;
    hall_stop(serving);
}

/* A second Ctrl-C ends the program at once. */
static void hear_signals(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* At the port that was asked for, or at the first free one of the usual ones. */
static struct hall *open_somewhere(struct hall_settings *settings, uint64_t port, struct why *why)
{
    struct hall *hall = NULL;
    bool busy = true;

    settings->net.port = (int)port;
    if (port != NOT_GIVEN)
        return hall_open(settings, &busy, why);
    for (int p = USUAL_PORT; p <= LAST_PORT && busy && !hall; p++) {
        settings->net.port = p;
        hall = hall_open(settings, &busy, why);
    }
    return hall;
}

/* What the browser says goes nowhere. */
static bool open_browser(const char *link)
{
    char program[] = "xdg-open", address[NET_LINK_MAX];
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

/* The addresses by which others in the network find this machine. */
static void name_addresses(const struct net *net)
{
    struct ifaddrs *all;

    if (getifaddrs(&all) != 0)
        return;
    for (const struct ifaddrs *one = all; one; one = one->ifa_next) {
        char address[INET_ADDRSTRLEN];

        if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET || one->ifa_flags & IFF_LOOPBACK)
            continue;
        if (getnameinfo(one->ifa_addr, sizeof(struct sockaddr_in), address, sizeof address, NULL, 0, NI_NUMERICHOST) ==
            0)
            printf("Others in your network find it at http://%s:%d/\n", address, net_port(net));
    }
    freeifaddrs(all);
}

static void greet(const struct hall_settings *settings, bool moved, bool opens)
{
    struct net *net = hall_net(serving);
    char link[NET_LINK_MAX];

    net_link(net, link);
    if (moved)
        printf("Another program has port %d, so this is another one.\n", USUAL_PORT);
    printf("Wabe is at %s\n", link);
    if (settings->net.public_name)
        printf("Others find it at %s\n", settings->net.public_name);
    else if (net_is_public(net))
        printf("Whoever can reach this machine can play along, under the address of the machine.\n");
    if (!settings->net.public_name && strcmp(settings->net.host, "0.0.0.0") == 0)
        name_addresses(net);
    if (opens && !open_browser(link))
        printf("There is no xdg-open here: please open the link yourself.\n");
    printf("Ctrl-C stops it.\n");
    fflush(stdout);
}

/* Numbers as they are given; the settings are narrower. */
struct numbers {
    uint64_t port, threads, tables, days, think, connections, per_address, requests, messages;
};

static void settings_fill(struct hall_settings *settings, const struct numbers *numbers)
{
    settings->threads = (int)numbers->threads;
    settings->tables_per_person = (uint32_t)numbers->tables;
    settings->guest_days = (uint32_t)numbers->days;
    settings->think_seconds = (uint32_t)numbers->think;
    settings->net.limits.connections = (uint32_t)numbers->connections;
    settings->net.limits.connections_per_address = (uint32_t)numbers->per_address;
    settings->net.limits.requests_per_minute = (uint32_t)numbers->requests;
    settings->net.limits.messages_per_second = (uint32_t)numbers->messages;
}

/* All but one core: the loop and the store need little, but at once. */
static uint64_t spare_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores > 2 ? (uint64_t)cores - 1 : 1;
}

int command_serve(const struct command *command, int argc, char **argv)
{
    struct hall_settings settings = {.net.host = "127.0.0.1"};
    struct numbers numbers = {NOT_GIVEN, spare_cores(), 20, 90, 900, 0, 64, 120, 20};
    bool opens = false, ok;
    const struct cli_option options[] = {
        {"port", "NUMBER", "where to listen (8080, or the next that is free up to 8099); 0: any", NUMBER, &numbers.port,
         0, 65535},
        {"host", "ADDRESS", "address or name of this machine to listen at (127.0.0.1: nobody else gets in)", WORD,
         &settings.net.host},
        {"open", NULL, "open it in the browser", FLAG, &opens},
        {"store", "WHERE",
         "where people and tables are kept: a file, or postgres://... (wabe/server.db in "
         "$XDG_DATA_HOME or ~/.local/share)",
         WORD, &settings.store},
        {"public", "URL", "what others call it, with a proxy before it or by a name: https://games.example.org", WORD,
         &settings.net.public_name},
        {"behind-proxy", NULL, "a proxy on this machine says where requests come from, and whether by https", FLAG,
         &settings.net.trust_proxy},
        {"metrics", "ADDRESS:PORT", "serve figures for Prometheus there, at /metrics (nowhere)", WORD,
         &settings.net.metrics},
        {"log", NULL, "write a line for each connection, table and refusal to the standard error", FLAG, &settings.log},
        {"threads", "NUMBER", "for bots to think in (all cores but one)", NUMBER, &numbers.threads, 1, 64},
        {"tables", "NUMBER", "open tables that one person may be the host of (20)", NUMBER, &numbers.tables, 1, 100000},
        {"days", "NUMBER", "how long guests who do not come back, and games without accounts, are kept (90)", NUMBER,
         &numbers.days, 1, 36500},
        {"think", "SECONDS", "how long the bots of a table may think in an hour (900); then they play as easy ones",
         NUMBER, &numbers.think, 0, 3600},
        {"connections", "NUMBER", "how many there may be at once (as many files as the system allows)", NUMBER,
         &numbers.connections, 16, 1000000},
        {"per-address", "NUMBER", "how many of them may be busy for one address (64)", NUMBER, &numbers.per_address, 1,
         1000000},
        {"requests", "NUMBER", "requests to /api/ from one address in a minute (120)", NUMBER, &numbers.requests, 1,
         100000000},
        {"messages", "NUMBER", "messages of a connection in a second, on average (20)", NUMBER, &numbers.messages, 1,
         100000},
        {0},
    };
    char path[STORE_PATH_SIZE];
    struct words operands;
    struct why why;
    int code;

    if (!cli_read(command, options, argc, argv, 0, 0, &operands, &code))
        return code;
    if (!site_is_there())
        return cli_fail(command, FAILED, "%s", site_is_missing);
    if (!settings.store && !store_default_path(path, &why))
        return cli_fail(command, FAILED, "%s", why.text);
    if (!settings.store)
        settings.store = path;
    settings_fill(&settings, &numbers);
    serving = open_somewhere(&settings, numbers.port, &why);
    if (!serving)
        return cli_fail(command, FAILED, "%s", why.text);
    hear_signals(stop);
    greet(&settings, numbers.port == NOT_GIVEN && net_port(hall_net(serving)) != USUAL_PORT, opens);
    ok = hall_run(serving);
    hear_signals(SIG_DFL);
    hall_close(serving);
    if (!ok)
        return cli_fail(command, FAILED, "the server broke down");
    printf("Wabe has stopped.\n");
    return DONE;
}
