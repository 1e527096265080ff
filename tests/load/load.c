/* load.c: `wabe-load`: many people at many tables of a server on this machine, to see how much it holds.
 *
 * Everybody is a guest with a WebSocket. Each table makes a move every so often, the tables one after the other, so
 * that the moves come evenly: one of those who are asked plays a random legal move. When a game is over they play
 * another. One thread does all of it, and its own work is part of the times that it measures.
 *
 * Of the JSON only what is needed is looked for: inside strings quotes are escaped, so that a key with its quotes is a
 * key. The keys looked for stand at one place of a message only. */
#define _GNU_SOURCE

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../../src/table/blake2b.h"
#include "line.h"

enum {
    AT_ONCE = 64, /* people who are on their way in */
    SET_UP = 300, /* seconds until all tables play, at most */
    DRAIN = 300,  /* seconds for the answers to the last moves, at most */
    EVENTS = 256,
    FILES_KEPT = 32,
    ID_SIZE = 17,
    NONE = -1,
    NONCE = 16,       /* bytes */
    SECOND = 1000000, /* all times are in microseconds */
};

enum doing { NOTHING, CREATE, WATCH, SIT, READY, REVEAL, MOVE, REMATCH };

static const char *const words[] = {"", "create", "watch", "sit", "ready", "reveal", "move", "rematch"};

struct player {
    struct line line;
    struct table *table;
    enum doing doing; /* a command that is not answered yet */
    uint32_t commands;
    int64_t asked_at;
    bool is_in;       /* has been welcomed */
    bool awaits_step; /* another at the table has moved */
    uint32_t decision;
    long move; /* a legal one, or NONE */
    int seat;
    bool asks;                             /* the server asks for nonces */
    uint32_t attempt, committed, revealed; /* to start: the running one, and those that this one has done that for */
    uint8_t nonce[NONCE];
};

struct table {
    char id[ID_SIZE];
    struct player *players;
    int in;
    bool again; /* not the first game: all have seats */
    bool playing, over;
    uint32_t decision; /* the newest that anybody has seen */
    int64_t moved_at;
};

struct samples {
    uint32_t *us;
    size_t n, room;
};

static struct settings {
    const char *server, *game;
    int players, tables, seats, pid;
    double seconds, every;
} settings = {.game = "pesky-gnomes", .tables = 2500, .seats = 4, .seconds = 60, .every = 2};

static struct run {
    struct sockaddr_storage address;
    socklen_t address_n;
    struct player *player;
    struct table *table;
    int poll, opened, arriving, sockets, playing;
    bool measuring;
    uint64_t luck, moves, refused, lost, strange, skipped, games;
    struct samples done, heard;
} run = {.luck = 88172645463325252u};

/* ---- small things ---------------------------------------------------------------------------------------------- */

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * SECOND + time.tv_nsec / 1000;
}

static uint64_t chance(void)
{
    run.luck ^= run.luck << 13;
    run.luck ^= run.luck >> 7;
    run.luck ^= run.luck << 17;
    return run.luck;
}

static void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

static void fail(const char *format, ...)
{
    va_list list;

    fprintf(stderr, "wabe-load: ");
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    exit(1);
}

static void *need(void *memory)
{
    if (!memory)
        fail("there is not enough memory");
    return memory;
}

static void sample(struct samples *samples, int64_t us)
{
    if (!run.measuring)
        return;
    if (samples->n == samples->room) {
        samples->room = samples->room ? 2 * samples->room : 1 << 16;
        samples->us = need(realloc(samples->us, samples->room * sizeof *samples->us));
    }
    samples->us[samples->n++] = (uint32_t)us;
}

/* What follows a key, or NULL. */
static const char *after(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    return at ? at + strlen(key) : NULL;
}

/* ---- commands -------------------------------------------------------------------------------------------------- */

static void lose(struct player *player, const char *why)
{
    if (player->line.file < 0)
        return;
    if (run.lost++ == 0)
        fprintf(stderr, "wabe-load: a connection is lost: %s\n", why);
    run.sockets -= player->line.is_socket;
    line_close(&player->line);
}

/* Which player, and the how manieth command: never used twice at a table. */
static void put_id(char out[40], const struct player *player)
{
    snprintf(out, 40, "%d-%u", (int)(player - run.player), player->commands);
}

static void put_hex(char *out, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

/* Throws a nonce, and puts the commitment to it, as docs/protocol.md has it. */
static void put_commitment(char *out, size_t size, struct player *player)
{
    uint8_t message[11 + ID_SIZE - 1 + 8 + NONCE] = "wabe seat 2", *at = message + 11, hash[32];
    char hex[2 * sizeof hash + 1];

    memcpy(at, player->table->id, ID_SIZE - 1);
    at += ID_SIZE - 1;
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(player->attempt >> 8 * i);
        at[4 + i] = (uint8_t)((uint32_t)player->seat >> 8 * i);
    }
    for (int i = 0; i < NONCE; i++)
        at[8 + i] = player->nonce[i] = (uint8_t)(chance() >> 32);
    blake2b(hash, sizeof hash, NULL, 0, message, sizeof message);
    put_hex(hex, hash, sizeof hash);
    player->committed = player->attempt;
    snprintf(out, size, ",\"ready\":true,\"commitment\":\"%s\"", hex);
}

static void put_nonce(char *out, size_t size, struct player *player)
{
    char hex[2 * NONCE + 1];

    put_hex(hex, player->nonce, NONCE);
    player->revealed = player->attempt;
    snprintf(out, size, ",\"nonce\":\"%s\"", hex);
}

static void command(struct player *player, enum doing doing)
{
    char text[SAY_MAX], id[40], rest[200] = "";

    player->doing = doing;
    player->commands++;
    player->asked_at = now();
    put_id(id, player);
    if (doing == CREATE)
        snprintf(rest, sizeof rest, ",\"deal\":\"%s:%d\"", settings.game, settings.seats);
    else if (doing == READY)
        put_commitment(rest, sizeof rest, player);
    else if (doing == REVEAL)
        put_nonce(rest, sizeof rest, player);
    else if (doing == MOVE)
        snprintf(rest, sizeof rest, ",\"decision\":%u,\"move\":%ld", player->decision, player->move);
    if (doing == CREATE)
        snprintf(text, sizeof text, "{\"do\":\"create\",\"id\":\"%s\"%s}", id, rest);
    else
        snprintf(text, sizeof text, "{\"do\":\"%s\",\"id\":\"%s\",\"table\":\"%s\"%s}", words[doing], id,
                 player->table->id, rest);
    if (!line_say(&player->line, text, (uint32_t)chance()))
        lose(player, "what is said does not go out");
}

static void new_table(struct table *table, const char *text)
{
    const char *id = after(text, "\"table\":\"");

    if (!id || strlen(id) < ID_SIZE)
        fail("a new table has no id: %.200s", text);
    memcpy(table->id, id, ID_SIZE - 1);
    table->playing = table->over = false;
    table->decision = 0;
    for (int i = 0; i < settings.seats; i++) {
        table->players[i].move = NONE;
        table->players[i].committed = table->players[i].revealed = 0;
        table->players[i].asks = false;
        table->players[i].awaits_step = false;
        command(&table->players[i], WATCH);
    }
}

/* What the luck wants next: a nonce, or a commitment to another one when a start was called off. */
static void answer_luck(struct player *player)
{
    if (player->doing != NOTHING || !player->committed)
        return;
    if (player->committed < player->attempt)
        command(player, READY);
    else if (player->asks && player->revealed < player->attempt)
        command(player, REVEAL);
}

static void done(struct player *player, const char *text)
{
    struct table *table = player->table;
    enum doing doing = player->doing;

    player->doing = NOTHING;
    switch (doing) {
    case CREATE:
    case REMATCH:
        table->again = doing == REMATCH;
        new_table(table, text);
        break;
    case WATCH:
        command(player, table->again || player == table->players ? READY : SIT);
        break;
    case SIT:
        command(player, READY);
        break;
    case MOVE:
        sample(&run.done, now() - player->asked_at);
        run.moves += run.measuring;
        break;
    case READY:
    case REVEAL:
        answer_luck(player);
        break;
    case NOTHING:
        break;
    }
}

/* ---- what the server says -------------------------------------------------------------------------------------- */

/* One of the moves on offer, each as likely as another; NONE if there is none, or if the choice has been made. */
static long pick_move(const char *text)
{
    const char *moves = after(text, "\"moves\":["), *at = moves;
    long picked = NONE;

    for (uint64_t n = 1; at && (at = after(at, "{\"move\":")) != NULL; n++)
        if (chance() % n == 0)
            picked = strtol(at, NULL, 10);
    return picked != NONE && strstr(moves, "\"chosen\":true") ? NONE : picked;
}

static void look(struct player *player, const char *text)
{
    struct table *table = player->table;
    const char *decision = after(text, "\"decision\":");

    if (player->awaits_step)
        sample(&run.heard, now() - table->moved_at);
    player->awaits_step = false;
    player->decision = decision ? (uint32_t)strtoul(decision, NULL, 10) : 0;
    player->move = decision ? pick_move(decision) : NONE;
    if (player->decision > table->decision)
        table->decision = player->decision;
    run.playing += !table->playing;
    table->playing = true;
    if (strstr(text, "\"result\":{"))
        table->over = true;
}

static void take_table(struct player *player, const char *text)
{
    const char *seat = after(text, "\"you\":{\"seat\":"), *attempt = after(text, "\"attempt\":");

    player->seat = seat ? (int)strtol(seat, NULL, 10) : 0;
    player->attempt = attempt ? (uint32_t)strtoul(attempt, NULL, 10) : 0;
    player->asks = strstr(text, "\"reveal\":true") != NULL;
    if (strstr(text, "\"state\":\"gathering\""))
        answer_luck(player);
}

static bool is_answer_to(const struct player *player, const char *text)
{
    const char *id = after(text, "\"id\":\"");
    char own[40];

    put_id(own, player);
    return player->doing != NOTHING && id && strncmp(id, own, strlen(own)) == 0 && id[strlen(own)] == '"';
}

static void heard(void *self, char *text, size_t n)
{
    struct player *player = self;
    char is[16];

    (void)n;
    if (sscanf(text, "{\"is\":\"%15[a-z]\"", is) != 1) {
        is[0] = 0;
    } else if (strcmp(is, "step") == 0 || strcmp(is, "now") == 0) {
        look(player, text);
        return;
    } else if (strcmp(is, "table") == 0) {
        take_table(player, text);
        return;
    } else if (strcmp(is, "chat") == 0) {
        return;
    } else if (strcmp(is, "done") == 0 && is_answer_to(player, text)) {
        done(player, text);
        return;
    } else if (strcmp(is, "no") == 0 && is_answer_to(player, text)) {
        if (run.refused++ == 0)
            fprintf(stderr, "wabe-load: refused: %.300s\n", text);
        player->doing = NOTHING;
        return;
    } else if (strcmp(is, "welcome") == 0 && !player->is_in) {
        player->is_in = true;
        run.arriving--;
        if (++player->table->in == settings.seats)
            command(player->table->players, CREATE);
        return;
    }
    if (run.strange++ == 0)
        fprintf(stderr, "wabe-load: not expected: %.300s\n", text);
}

/* ---- arriving -------------------------------------------------------------------------------------------------- */

static void answered(void *self, int status, const char *text)
{
    struct player *player = self;
    const char *cookie;
    char request[600];

    if (status == 101) {
        player->line.is_socket = true;
        run.sockets++;
        return;
    }
    cookie = strcasestr(text, "\nset-cookie:");
    if (status != 200 || !cookie)
        fail("nobody can become a guest there: %.300s", text);
    cookie += strlen("\nset-cookie:");
    snprintf(request, sizeof request,
             "GET /api/1/socket HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: d2FiZSB3YWJlIHdhYmUgdw==\r\n"
             "Sec-WebSocket-Protocol: wabe.1\r\nCookie: %.*s\r\n\r\n",
             settings.server, (int)strcspn(cookie, ";\r"), cookie);
    if (!line_send(&player->line, request, strlen(request)))
        lose(player, "the WebSocket cannot be asked for");
}

static const struct line_hooks hooks = {.answered = answered, .heard = heard};

static void arrive(struct player *player)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = player};
    char body[64], request[400];

    if (!line_open(&player->line, &run.address, run.address_n) ||
        epoll_ctl(run.poll, EPOLL_CTL_ADD, player->line.file, &event) != 0)
        fail("no connection to %s: %s", settings.server, strerror(errno));
    snprintf(body, sizeof body, "{\"name\":\"Guest %d\"}", (int)(player - run.player));
    snprintf(
        request, sizeof request,
        "POST /api/1/guest HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
        settings.server, strlen(body), body);
    if (!line_send(&player->line, request, strlen(request)))
        fail("%s takes no request", settings.server);
    run.arriving++;
    run.opened++;
}

/* ---- playing --------------------------------------------------------------------------------------------------- */

static void play(struct table *table)
{
    struct player *mover = NULL;
    uint64_t n = 0;

    for (int i = 0; i < settings.seats; i++) {
        struct player *player = &table->players[i];

        if (player->doing != NOTHING)
            n = UINT64_MAX;
        else if (n != UINT64_MAX && player->move != NONE && player->decision == table->decision && chance() % ++n == 0)
            mover = player;
    }
    if (n == UINT64_MAX || !mover) {
        run.skipped += run.measuring;
        return;
    }
    for (int i = 0; i < settings.seats; i++)
        table->players[i].awaits_step = &table->players[i] != mover;
    command(mover, MOVE);
    mover->move = NONE;
    table->moved_at = mover->asked_at;
}

static void take_turn(struct table *table)
{
    if (table->playing && table->over && table->players->doing == NOTHING) {
        run.games += run.measuring;
        run.playing--;
        table->playing = false;
        command(table->players, REMATCH);
    } else if (table->playing && !table->over) {
        play(table);
    } else {
        run.skipped += run.measuring;
    }
}

static void hear_for(int64_t us)
{
    struct epoll_event events[EVENTS];
    int n = epoll_wait(run.poll, events, EVENTS, us > 0 ? (int)((us + 999) / 1000) : 0);

    for (int i = 0; i < n; i++) {
        struct player *player = events[i].data.ptr;

        if (player->line.file >= 0 && !line_hear(&player->line, &hooks, player))
            lose(player, "the server has hung up");
    }
}

static void set_up(void)
{
    int64_t until = now() + (int64_t)SET_UP * SECOND;

    while (run.playing < settings.tables) {
        while (run.opened < settings.players && run.arriving < AT_ONCE)
            arrive(&run.player[run.opened]);
        hear_for(SECOND / 10);
        if (now() > until || run.lost || run.refused)
            fail("after a while %d of %d tables play", run.playing, settings.tables);
    }
}

static void play_on(void)
{
    int64_t began = now(), length = (int64_t)(settings.seconds * SECOND), at = 0;
    double gap = settings.every * SECOND / settings.tables;

    for (uint64_t turn = 0; at < length; at = now() - began) {
        int64_t due = (int64_t)((double)turn * gap);

        if (at >= due)
            take_turn(&run.table[turn++ % (uint64_t)settings.tables]);
        if (at < due || turn % 16 == 0)
            hear_for(due - at);
    }
}

static bool all_answered(void)
{
    for (int i = 0; i < settings.players; i++)
        if (run.player[i].doing != NOTHING && run.player[i].line.file >= 0)
            return false;
    return true;
}

static void wind_up(void)
{
    int64_t until = now() + (int64_t)DRAIN * SECOND;

    while (now() < until && !all_answered())
        hear_for(SECOND / 100);
    for (int i = 0; i < settings.players; i++)
        run.lost += run.player[i].doing != NOTHING;
}

/* ---- figures --------------------------------------------------------------------------------------------------- */

struct figures {
    int64_t at;
    double cpu, server_cpu; /* seconds */
    double server_rss;      /* bytes */
    uint64_t bytes;
};

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / SECOND;
}

/* The text of a file below /proc/PID; "" if there is none. */
static void read_proc(const char *name, char *out, size_t size)
{
    char path[64];
    FILE *file;
    size_t n = 0;

    snprintf(path, sizeof path, "/proc/%d/%s", settings.pid, name);
    file = settings.pid ? fopen(path, "r") : NULL;
    if (file) {
        n = fread(out, 1, size - 1, file);
        fclose(file);
    }
    out[n] = 0;
}

static struct figures figures(void)
{
    struct figures out = {.at = now()};
    struct rusage own;
    char text[1024];
    const char *stat;
    unsigned long user = 0, system = 0, pages = 0;

    getrusage(RUSAGE_SELF, &own);
    out.cpu = seconds_of(own.ru_utime) + seconds_of(own.ru_stime);
    for (int i = 0; i < settings.players; i++)
        out.bytes += run.player[i].line.bytes;
    read_proc("stat", text, sizeof text);
    stat = strrchr(text, ')'); /* the name of the program may have blanks */
    if (stat && sscanf(stat, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) == 2)
        out.server_cpu = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
    read_proc("statm", text, sizeof text);
    if (sscanf(text, "%*u %lu", &pages) == 1)
        out.server_rss = (double)pages * (double)sysconf(_SC_PAGESIZE);
    return out;
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return x < y ? -1 : x > y;
}

static void print_samples(const char *what, struct samples *samples)
{
    static const double parts[] = {0.5, 0.9, 0.99, 1};

    if (samples->n == 0)
        return;
    qsort(samples->us, samples->n, sizeof *samples->us, by_size);
    printf("%-25s", what);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t at = (size_t)(parts[i] * (double)(samples->n - 1));

        printf(" %s %.1f", i == 3 ? "max" : i == 0 ? "p50" : i == 1 ? "p90" : "p99", samples->us[at] / 1000.0);
    }
    printf(" ms\n");
}

static void report(const struct figures *start, const struct figures *from, const struct figures *to)
{
    double seconds = (double)(to->at - from->at) / SECOND, load = 0;

    getloadavg(&load, 1);
    printf("%-25s %s, %d seats\n", "game", settings.game, settings.seats);
    printf("%-25s %d\n", "connected sockets", run.sockets);
    printf("%-25s %d\n", "tables playing", run.playing);
    printf("%-25s %.1f s\n", "measured", seconds);
    printf("%-25s %llu\n", "moves acknowledged", (unsigned long long)run.moves);
    printf("%-25s %.1f\n", "moves per second", (double)run.moves / seconds);
    printf("%-25s %llu\n", "games over", (unsigned long long)run.games);
    printf("%-25s %llu\n", "turns skipped", (unsigned long long)run.skipped);
    print_samples("until done", &run.done);
    print_samples("until others have it", &run.heard);
    printf("%-25s %llu\n", "refused", (unsigned long long)run.refused);
    printf("%-25s %llu\n", "lost", (unsigned long long)run.lost);
    printf("%-25s %llu\n", "not expected", (unsigned long long)run.strange);
    printf("%-25s %.2f MB\n", "received per second", (double)(to->bytes - from->bytes) / seconds / 1e6);
    printf("%-25s %.2f s, %.0f %% of a core\n", "own CPU", to->cpu - from->cpu, 100 * (to->cpu - from->cpu) / seconds);
    if (settings.pid) {
        double cpu = to->server_cpu - from->server_cpu;

        printf("%-25s %.2f s, %.0f %% of a core\n", "server CPU", cpu, 100 * cpu / seconds);
        printf("%-25s %.1f MB, %.1f MB at the start\n", "server memory", to->server_rss / 1e6, start->server_rss / 1e6);
        printf("%-25s %.1f KB\n", "memory per connection", (to->server_rss - start->server_rss) / run.opened / 1e3);
    }
    printf("%-25s %.2f\n", "load average", load);
}

/* ---- the program ----------------------------------------------------------------------------------------------- */

static const char help[] =
    "wabe-load - many people at many tables of a server on this machine\n\n"
    "  --server ADDRESS:PORT  127.0.0.1:8080, say; no other machine\n"
    "  --tables NUMBER        2500\n"
    "  --players NUMBER       as many as the tables have seats\n"
    "  --seats NUMBER         at a table (4)\n"
    "  --game ID              pesky-gnomes\n"
    "  --seconds NUMBER       so long it is measured (60)\n"
    "  --every SECONDS        between two moves of a table (2)\n"
    "  --pid NUMBER           the server's, for its CPU and memory\n\n"
    "Start the server with --per-address 100000 --connections 30000 --requests 10000000 --messages 1000.\n"
    "Ends with 1 if a command was refused or lost.\n";

static void read_options(int argc, char **argv)
{
    static const struct option options[] = {{"server", 1, NULL, 's'},  {"tables", 1, NULL, 't'},
                                            {"players", 1, NULL, 'p'}, {"seats", 1, NULL, 'n'},
                                            {"game", 1, NULL, 'g'},    {"pid", 1, NULL, 'i'},
                                            {"seconds", 1, NULL, 'l'}, {"every", 1, NULL, 'e'},
                                            {"help", 0, NULL, 'h'},    {0}};
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 's':
            settings.server = optarg;
            break;
        case 'g':
            settings.game = optarg;
            break;
        case 't':
            settings.tables = atoi(optarg);
            break;
        case 'p':
            settings.players = atoi(optarg);
            break;
        case 'n':
            settings.seats = atoi(optarg);
            break;
        case 'i':
            settings.pid = atoi(optarg);
            break;
        case 'l':
            settings.seconds = atof(optarg);
            break;
        case 'e':
            settings.every = atof(optarg);
            break;
        case 'h':
            fputs(help, stdout);
            exit(0);
        default:
            fputs(help, stderr);
            exit(2);
        }
    }
}

static void check_options(void)
{
    struct rlimit files;

    if (settings.tables < 1 || settings.tables > 100000 || settings.seats < 2 || settings.seats > 7 ||
        !(settings.every >= 0.001 && settings.every <= 3600) || !(settings.seconds > 0 && settings.seconds <= 86400))
        fail("these numbers make no sense; see --help");
    if (settings.players == 0)
        settings.players = settings.tables * settings.seats;
    if (settings.players != settings.tables * settings.seats)
        fail("%d people do not fill %d tables for %d", settings.players, settings.tables, settings.seats);
    if (!settings.server || !line_address(settings.server, &run.address, &run.address_n))
        fail("--server is to be an address of this machine with a port, as 127.0.0.1:8080 or [::1]:8080");
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < (rlim_t)settings.players + FILES_KEPT)
        fail("only %llu files may be open here, too few for %d people", (unsigned long long)files.rlim_cur,
             settings.players);
}

int main(int argc, char **argv)
{
    struct figures start, from, to;

    read_options(argc, argv);
    check_options();
    run.player = need(calloc((size_t)settings.players, sizeof *run.player));
    run.table = need(calloc((size_t)settings.tables, sizeof *run.table));
    for (int i = 0; i < settings.players; i++) {
        run.player[i].line.file = -1;
        run.player[i].table = &run.table[i / settings.seats];
    }
    for (int i = 0; i < settings.tables; i++)
        run.table[i].players = &run.player[i * settings.seats];
    run.poll = epoll_create1(EPOLL_CLOEXEC);
    start = figures();
    set_up();
    run.measuring = true;
    from = figures();
    play_on();
    to = figures();
    wind_up();
    report(&start, &from, &to);
    for (int i = 0; i < settings.players; i++)
        line_close(&run.player[i].line);
    return run.refused || run.lost || run.strange;
}
