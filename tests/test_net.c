/* The server's loop as clients of all kinds meet it: a thread serves with hooks that echo, the test talks to it by
 * sockets. */
#define _DEFAULT_SOURCE

#include "help.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../src/server/net.h"

enum { ROOM = 1 << 16, LATE_MAX = 8, HANGS = 120 /* seconds after which a wait is called a hang */ };

/* ---- the server ---- */

struct server {
    struct net *net;
    pthread_t thread;
    int port;
    peer_t late[LATE_MAX];
    int late_n;
    atomic_int opened, gone, wakes, ticks, asked, alarms;
    bool wants_alarm; /* when it is woken */
    int64_t alarm_set;
};

static void answer(struct server *server, peer_t peer, const char *body)
{
    struct net_reply reply = {.status = 200, .body = body, .body_n = strlen(body)};

    net_answer(server->net, peer, &reply);
}

static void on_ask(void *self, peer_t peer, const struct net_request *request)
{
    struct server *server = self;
    char text[8192];
    struct net_reply other = {.status = 429,
                              .type = "text/plain",
                              .body = "a record",
                              .body_n = 8,
                              .cookie = "wabe=abc; HttpOnly",
                              .retry_after = 7,
                              .file_name = "a\"b.txt"};

    server->asked++;
    if (strcmp(request->path, "/api/1/late") == 0 && server->late_n < LATE_MAX) {
        server->late[server->late_n++] = peer;
        return;
    }
    if (strcmp(request->path, "/api/1/other") == 0) {
        net_answer(server->net, peer, &other);
        net_answer(server->net, peer, &other);
        return;
    }
    snprintf(text, sizeof text, "%s %s token=%s address=%s safe=%d body=%.*s", request->posts ? "POST" : "GET",
             request->path, request->token, request->address, request->safe, (int)request->body_n,
             request->body ? request->body : "");
    answer(server, peer, text);
}

static void on_open(void *self, peer_t peer, const struct net_request *request)
{
    struct server *server = self;
    char text[256];
    int n = snprintf(text, sizeof text, "hello %s", request->token);

    server->opened++;
    assert_true(net_send(server->net, peer, text, (size_t)n));
}

static void on_hear(void *self, peer_t peer, const char *text, size_t n)
{
    struct server *server = self;
    static char big[4000000];
    size_t size = strtoul(text + 4, NULL, 10);

    memset(big, 'x', sizeof big);
    if (strncmp(text, "big ", 4) == 0) {
        assert_true(net_send(server->net, peer, big, size));
    } else if (strncmp(text, "all ", 4) == 0) {
        for (size_t i = 0; i < size; i++)
            net_send(server->net, peer, big, 10000);
    } else if (strcmp(text, "bye") == 0) {
        net_send(server->net, peer, "first this", 10);
        net_hang_up(server->net, peer, 4001, "So long.");
        assert_false(net_send(server->net, peer, "too late", 8));
    } else {
        net_send(server->net, peer, text, n);
    }
}

static void on_gone(void *self, peer_t peer)
{
    struct server *server = self;

    assert_false(net_send(server->net, peer, "x", 1));
    server->gone++;
}

static int64_t clock_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void on_wake(void *self)
{
    struct server *server = self;

    server->wakes++;
    if (server->wants_alarm) {
        server->wants_alarm = false;
        server->alarm_set = clock_us();
        net_alarm(server->net, 3600000);
        net_alarm(server->net, 30);
        net_alarm(server->net, 7200000);
    }
    for (int i = 0; i < server->late_n; i++)
        answer(server, server->late[i], "at last");
    server->late_n = 0;
}

static void on_tick(void *self)
{
    struct server *server = self;

    server->ticks++;
}

/* The earliest one counts, and never comes too soon; then another one can be set. */
static void on_alarm(void *self)
{
    struct server *server = self;

    assert_true(clock_us() - server->alarm_set >= (server->alarms == 0 ? 30 : 35) * 1000);
    if (server->alarms++ == 0)
        net_alarm(server->net, 5);
}

static void on_metrics(void *self, struct text *out)
{
    struct server *server = self;

    text_put(out, "wabe_sockets ");
    text_unsigned(out, net_counts(server->net)->sockets);
    text_put(out, "\n");
}

static void *serve(void *self)
{
    struct server *server = self;

    return net_run(server->net) ? self : NULL;
}

/* False with the reason if it cannot listen. */
static bool try_begin(struct server *server, const struct net_settings *wish, struct why *why)
{
    struct net_settings settings = wish ? *wish : (struct net_settings){0};
    struct net_hooks hooks = {server, on_ask, on_open, on_hear, on_gone, on_wake, on_tick, on_metrics, on_alarm};
    bool busy;

    memset(server, 0, sizeof *server);
    settings.host = "127.0.0.1";
    server->net = net_open(&settings, &hooks, &busy, why);
    if (!server->net)
        return false;
    server->port = net_port(server->net);
    assert_int_equal(pthread_create(&server->thread, NULL, serve, server), 0);
    return true;
}

static void begin(struct server *server, const struct net_settings *wish)
{
    struct why why;

    if (!try_begin(server, wish, &why))
        fail_msg("%s", why.text);
}

static void end(struct server *server)
{
    void *result;

    net_stop(server->net);
    pthread_join(server->thread, &result);
    assert_non_null(result);
    net_close(server->net);
    assert_int_equal(server->opened, server->gone);
}

/* ---- a client ---- */

static int dial(int port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct timeval patience = {.tv_sec = HANGS};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    return fd;
}

static void put(int fd, const void *bytes, size_t n)
{
    while (n > 0) {
        ssize_t sent = send(fd, bytes, n, MSG_NOSIGNAL);

        if (sent <= 0)
            return;
        bytes = (const char *)bytes + sent;
        n -= (size_t)sent;
    }
}

static void put_text(int fd, const char *text)
{
    put(fd, text, strlen(text));
}

/* False if the server hung up before so many came. */
static bool take(int fd, void *out, size_t n)
{
    for (size_t have = 0; have < n;) {
        ssize_t got = recv(fd, (char *)out + have, n - have, 0);

        if (got < 0 && errno == EAGAIN)
            fail_msg("nothing comes");
        if (got <= 0)
            return false;
        have += (size_t)got;
    }
    return true;
}

/* One answer with its headers; returns the status, 0 if there was none. */
static int take_answer(int fd, char out[ROOM])
{
    size_t n = 0, body;
    const char *length;

    while (n < 4 || memcmp(out + n - 4, "\r\n\r\n", 4) != 0) {
        assert_true(n + 1 < ROOM);
        if (!take(fd, out + n, 1))
            return 0;
        out[++n] = 0;
    }
    length = strstr(out, "content-length: ");
    body = length ? strtoul(length + 16, NULL, 10) : 0;
    assert_true(n + body < ROOM && take(fd, out + n, body));
    out[n + body] = 0;
    return atoi(out + 9);
}

/* A whole exchange: the request's first line and headers without Host, and its body. */
static int ask(int port, const char *head, const char *body, char out[ROOM])
{
    int fd = dial(port), status;

    put_text(fd, head);
    put_text(fd, "\r\nHost: localhost\r\n\r\n");
    put_text(fd, body);
    status = take_answer(fd, out);
    close(fd);
    return status;
}

static int post(int port, const char *more, const char *body, char out[ROOM])
{
    char head[1024];

    snprintf(head, sizeof head, "POST /api/1/echo HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: %zu%s",
             strlen(body), more);
    return ask(port, head, body, out);
}

/* ---- a client with a WebSocket ---- */

#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"

static int upgrade(int fd, const char *path, const char *protocol, const char *more)
{
    char text[ROOM];

    snprintf(text, sizeof text,
             "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
             "Sec-WebSocket-Extensions: permessage-deflate\r\n" KEY "%s%s%s",
             path, protocol, more, "\r\n");
    put_text(fd, text);
    return take_answer(fd, text);
}

#define WABE_1 "Sec-WebSocket-Protocol: wabe.1\r\n"

enum { CONTINUED = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10, LAST = 0x80 };

static void put_frame(int fd, int first, const char *bytes, size_t n)
{
    static const unsigned char mask[4] = {1, 2, 3, 4};
    unsigned char head[14] = {(unsigned char)first};
    char *masked = malloc(n + 1);
    size_t size = 2;

    if (n < 126) {
        head[1] = (unsigned char)(0x80 | n);
    } else {
        assert_true(n < 65536);
        head[1] = 0x80 | 126;
        head[2] = (unsigned char)(n >> 8);
        head[3] = (unsigned char)n;
        size = 4;
    }
    memcpy(head + size, mask, 4);
    for (size_t i = 0; i < n; i++)
        masked[i] = (char)(bytes[i] ^ mask[i % 4]);
    put(fd, head, size + 4);
    put(fd, masked, n);
    free(masked);
}

static void put_message(int fd, const char *text)
{
    put_frame(fd, LAST | TEXT, text, strlen(text));
}

/* Returns the first byte, or -1 if the server hung up. A zero byte follows what came. */
static int take_frame(int fd, char *out, size_t room, size_t *n)
{
    unsigned char head[8];
    int first;

    if (!take(fd, head, 2))
        return -1;
    first = head[0];
    assert_false(head[1] & 0x80);
    *n = head[1];
    if (*n >= 126) {
        size_t more = *n == 126 ? 2 : 8;

        assert_true(take(fd, head, more));
        *n = 0;
        for (size_t i = 0; i < more; i++)
            *n = *n << 8 | head[i];
    }
    assert_true(*n < room);
    if (!take(fd, out, *n))
        return -1;
    out[*n] = 0;
    return first;
}

static void expect_message(int fd, const char *text)
{
    char got[ROOM];
    size_t n;

    assert_int_equal(take_frame(fd, got, sizeof got, &n), LAST | TEXT);
    assert_string_equal(got, text);
}

/* Answers the close frame, as one should, and waits for the end. */
static void check_close(int fd, int first, char got[ROOM], int code, const char *reason)
{
    size_t n;

    assert_int_equal(first, LAST | CLOSE);
    assert_int_equal((unsigned char)got[0] << 8 | (unsigned char)got[1], code);
    assert_string_equal(got + 2, reason);
    put_frame(fd, LAST | CLOSE, got, 2);
    assert_int_equal(take_frame(fd, got, ROOM, &n), -1);
    close(fd);
}

static void expect_close(int fd, int code, const char *reason)
{
    char got[ROOM];
    size_t n;

    check_close(fd, take_frame(fd, got, sizeof got, &n), got, code, reason);
}

static int join(int port)
{
    int fd = dial(port);

    assert_int_equal(upgrade(fd, "/api/1/socket", WABE_1, ""), 101);
    expect_message(fd, "hello ");
    return fd;
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void wait_for(atomic_int *what, int least)
{
    for (int i = 0; i < HANGS * 1000 && *what < least; i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    assert_true(*what >= least);
}

/* ---- requests ---- */

static void requests_get_to_the_hooks_and_back(void **unused)
{
    struct server server;
    char got[ROOM];

    (void)unused;
    begin(&server, NULL);
    assert_int_equal(ask(server.port, "GET /api/1/me?x=1 HTTP/1.1\r\nCookie: wabe=a-Z_9", "", got), 200);
    assert_non_null(strstr(got, "GET /api/1/me token=a-Z_9 address=127.0.0.1 safe=0 body="));
    assert_non_null(strstr(got, "content-type: application/json\r\n"));
    assert_non_null(strstr(got, "cache-control: no-store\r\n"));
    assert_non_null(strstr(got, "content-security-policy: "));
    assert_null(strstr(got, "no-cache"));
    assert_int_equal(ask(server.port, "GET /healthz HTTP/1.1", "", got), 200);
    assert_int_equal(ask(server.port, "GET /apis HTTP/1.1", "", got), 404);
    assert_non_null(strstr(got, "<!doctype html>"));
    assert_int_equal(post(server.port, "", "{\"name\":\"Ann\"}", got), 200);
    assert_non_null(strstr(got, "POST /api/1/echo token= address=127.0.0.1 safe=0 body={\"name\":\"Ann\"}"));
    assert_int_equal(post(server.port, "", "", got), 200);
    end(&server);
}

/* A client that goes away, or a file (the log, say) that may not grow any more: the system says it by a signal, too. */
static void what_cannot_be_written_does_not_end_it(void **unused)
{
    struct server server;
    char got[ROOM];

    (void)unused;
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    begin(&server, NULL);
    raise(SIGPIPE);
    raise(SIGXFSZ);
    assert_int_equal(ask(server.port, "GET /healthz HTTP/1.1", "", got), 200);
    end(&server);
}

static void a_reply_can_have_more(void **unused)
{
    struct server server;
    char got[ROOM];

    (void)unused;
    begin(&server, NULL);
    assert_int_equal(ask(server.port, "GET /api/1/other HTTP/1.1", "", got), 429);
    assert_non_null(strstr(got, "set-cookie: wabe=abc; HttpOnly\r\n"));
    assert_non_null(strstr(got, "retry-after: 7\r\n"));
    assert_non_null(strstr(got, "content-disposition: attachment; filename=\"a_b.txt\"\r\n"));
    assert_non_null(strstr(got, "content-type: text/plain\r\n"));
    assert_non_null(strstr(got, "\r\n\r\na record"));
    end(&server);
}

static void head_has_no_body(void **unused)
{
    struct server server;
    char got[ROOM];
    int fd;

    (void)unused;
    begin(&server, NULL);
    fd = dial(server.port);
    put_text(fd, "HEAD /api/1/other HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    memset(got, 0, sizeof got);
    while (strlen(got) + 1 < sizeof got && take(fd, got + strlen(got), 1))
        ;
    assert_non_null(strstr(got, "content-length: 8\r\n"));
    assert_string_equal(strstr(got, "\r\n\r\n"), "\r\n\r\n");
    close(fd);
    end(&server);
}

static void an_answer_may_be_late(void **unused)
{
    struct server server;
    char got[ROOM];
    int fd, gone;

    (void)unused;
    begin(&server, NULL);
    fd = dial(server.port);
    gone = dial(server.port);
    put_text(gone, "GET /api/1/late HTTP/1.1\r\nHost: localhost\r\n\r\n");
    put_text(fd, "POST /api/1/late HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                 "Content-Length: 2\r\n\r\n{");
    put_text(fd, "}GET /api/1/after HTTP/1.1\r\nHost: localhost\r\n\r\n");
    wait_for(&server.asked, 2);
    close(gone);
    net_wake(server.net);
    assert_int_equal(take_answer(fd, got), 200);
    assert_non_null(strstr(got, "\r\n\r\nat last"));
    assert_int_equal(take_answer(fd, got), 200);
    assert_non_null(strstr(got, "GET /api/1/after"));
    close(fd);
    end(&server);
}

static void requests_that_are_not_understood_are_refused(void **unused)
{
    static const struct {
        const char *head;
        int status;
    } all[] = {
        {"POST /api/1/x HTTP/1.1\r\nContent-Type: application/json", 411},
        {"POST /api/1/x HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked", 411},
        {"POST /api/1/x HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 4097", 413},
        {"POST /api/1/x HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 99999999999999999999", 413},
        {"POST /api/1/x HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: -1", 400},
        {"POST /api/1/x HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 2", 415},
        {"POST /api/1/x HTTP/1.1\r\nContent-Type: application/jsonp\r\nContent-Length: 2", 415},
        {"POST /api/1/x HTTP/1.1\r\nContent-Length: 2", 415},
        {"GET /api/1/x HTTP/1.1\r\nContent-Length: 2", 400},
        {"PUT /api/1/x HTTP/1.1\r\nContent-Length: 2", 405},
        {"DELETE /api/1/x HTTP/1.1", 405},
    };
    struct server server;
    char got[ROOM], body[4097];

    (void)unused;
    begin(&server, NULL);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int status = ask(server.port, all[i].head, "{}", got);

        if (status != all[i].status)
            fail_msg("%s: %d", all[i].head, status);
        assert_non_null(strstr(got, "\r\n\r\n{\"why\":\""));
        assert_non_null(strstr(got, ".\",\"code\":\"bad\"}\n"));
        assert_non_null(strstr(got, "x-content-type-options: nosniff\r\n"));
    }
    assert_int_equal(server.asked, 0);
    memset(body, 'x', 4096);
    body[4096] = 0;
    assert_int_equal(post(server.port, "", body, got), 200);
    assert_non_null(strstr(got, body));
    end(&server);
}

static void only_own_pages_may_post(void **unused)
{
    static const struct {
        const char *origin;
        int status;
    } all[] = {
        {"http://localhost", 200},          {"https://LOCALHOST", 200},
        {"https://games.example.org", 200}, {"http://games.example.org", 403},
        {"http://localhost:81", 403},       {"http://localhost.evil.example", 403},
        {"https://evil.example", 403},      {"ftp://localhost", 403},
        {"http:x://localhost", 403},        {"null", 403},
    };
    struct net_settings settings = {.public_name = "https://games.example.org"};
    struct server server;
    char got[ROOM], more[256];

    (void)unused;
    begin(&server, &settings);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int fd = dial(server.port);

        snprintf(more, sizeof more, "\r\nOrigin: %s", all[i].origin);
        assert_int_equal(post(server.port, more, "{}", got), all[i].status);
        snprintf(more, sizeof more, "Origin: %s\r\n", all[i].origin);
        assert_int_equal(upgrade(fd, "/api/1/socket", WABE_1, more), all[i].status == 200 ? 101 : 403);
        close(fd);
    }
    wait_for(&server.gone, server.opened);
    end(&server);
}

static void other_names_are_refused(void **unused)
{
    struct net_settings settings = {.public_name = "https://games.example.org"};
    struct server server;
    char got[ROOM];
    int fd;

    (void)unused;
    begin(&server, &settings);
    fd = dial(server.port);
    put_text(fd, "GET /api/1/me HTTP/1.1\r\nHost: games.example.org\r\n\r\n"
                 "GET / HTTP/1.1\r\nHost: games.example.org:443\r\n\r\n"
                 "GET /api/1/me HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    assert_int_equal(take_answer(fd, got), 200);
    assert_int_not_equal(take_answer(fd, got), 421);
    assert_int_equal(take_answer(fd, got), 421);
    close(fd);
    end(&server);
}

static void the_token_is_the_cookie_wabe(void **unused)
{
    static const struct {
        const char *cookies, *token;
    } all[] = {
        {"wabe=abc", "abc"},
        {"a=b; wabe=abc", "abc"},
        {"a=b;wabe=abc;c=d", "abc"},
        {"wabe=abc ; c=d", "abc"},
        {"xwabe=abc", ""},
        {"a=wabe=abc", ""},
        {"Wabe=abc", ""},
        {"wabe =abc", ""},
        {"wabe=", ""},
        {"wabe", ""},
        {"wabe=a.b", ""},
        {"wabe=\"abc\"", ""},
        {"wabe=a b", ""},
        {"wabe=0123456789012345678901234567890123456789012345678901234567890123",
         "0123456789012345678901234567890123456789012345678901234567890123"},
        {"wabe=01234567890123456789012345678901234567890123456789012345678901234", ""},
    };
    struct server server;
    char got[ROOM], head[512], wanted[128];

    (void)unused;
    begin(&server, NULL);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        snprintf(head, sizeof head, "GET /api/1/me HTTP/1.1\r\nCookie: %s", all[i].cookies);
        snprintf(wanted, sizeof wanted, " token=%s address=", all[i].token);
        assert_int_equal(ask(server.port, head, "", got), 200);
        if (!strstr(got, wanted))
            fail_msg("%s: %s", all[i].cookies, got);
    }
    end(&server);
}

static void a_proxy_on_this_machine_can_be_trusted(void **unused)
{
    static const struct {
        const char *headers, *wanted;
    } all[] = {
        {"\r\nX-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https", "address=192.0.2.7 safe=1"},
        {"\r\nX-Forwarded-For: 1.2.3.4, 2001:db8:1:2:3::5", "address=2001:db8:1:2:: safe=0"},
        {"\r\nX-Forwarded-For: ::ffff:192.0.2.8\r\nX-Forwarded-Proto: http", "address=192.0.2.8 safe=0"},
        {"\r\nX-Forwarded-For: nonsense", "address=127.0.0.1 safe=0"},
        {"", "address=127.0.0.1 safe=0"},
    };
    struct net_settings settings = {.trust_proxy = true};
    struct server server;
    char got[ROOM], head[512];

    (void)unused;
    begin(&server, &settings);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        snprintf(head, sizeof head, "GET /api/1/me HTTP/1.1%s", all[i].headers);
        assert_int_equal(ask(server.port, head, "", got), 200);
        if (!strstr(got, all[i].wanted))
            fail_msg("%s: %s", all[i].headers, got);
    }
    end(&server);
    begin(&server, NULL);
    snprintf(head, sizeof head, "GET /api/1/me HTTP/1.1%s", all[0].headers);
    assert_int_equal(ask(server.port, head, "", got), 200);
    assert_non_null(strstr(got, "address=127.0.0.1 safe=0"));
    end(&server);
}

static int free_port(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof at;
    int probe = socket(AF_INET, SOCK_STREAM, 0);

    assert_int_equal(bind(probe, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(getsockname(probe, (struct sockaddr *)&at, &n), 0);
    close(probe);
    return ntohs(at.sin_port);
}

static void the_other_address_has_the_metrics_only(void **unused)
{
    char got[ROOM], where[64];
    struct net_settings settings = {.metrics = where};
    struct server server;
    struct why why;
    int port, fd;

    (void)unused;
    do { /* another program may be quicker */
        port = free_port();
        snprintf(where, sizeof where, "127.0.0.1:%d", port);
    } while (!try_begin(&server, &settings, &why) && strstr(why.text, "another program has it"));
    assert_non_null(server.net);
    fd = join(server.port);
    assert_int_equal(ask(port, "GET /metrics HTTP/1.1", "", got), 200);
    assert_non_null(strstr(got, "\r\n\r\nwabe_sockets 1\n"));
    assert_non_null(strstr(got, "content-type: text/plain; version=0.0.4\r\n"));
    assert_int_equal(ask(port, "GET / HTTP/1.1", "", got), 404);
    assert_int_equal(ask(port, "GET /api/1/me HTTP/1.1", "", got), 404);
    assert_int_equal(ask(port, "POST /metrics HTTP/1.1\r\nContent-Length: 1", "x", got), 404);
    assert_int_equal(ask(server.port, "GET /metrics HTTP/1.1", "", got), 404);
    close(fd);
    fd = dial(port);
    assert_int_not_equal(upgrade(fd, "/api/1/socket", WABE_1, ""), 101);
    close(fd);
    end(&server);
}

/* ---- WebSockets ---- */

static void messages_come_back_whole(void **unused)
{
    static char big[4000000];
    struct server server;
    char text[8193];
    size_t n;
    int fd;

    (void)unused;
    begin(&server, NULL);
    fd = join(server.port);
    put_message(fd, "Räthsel");
    expect_message(fd, "Räthsel");
    put_message(fd, "");
    expect_message(fd, "");
    memset(text, 'y', 8192);
    text[8192] = 0;
    put_message(fd, text);
    expect_message(fd, text);
    put_frame(fd, TEXT, "one \xc3", 5);
    put_frame(fd, LAST | PING, "?", 1);
    put_frame(fd, CONTINUED, "\xa4 ", 2);
    put_frame(fd, LAST | CONTINUED, "two", 3);
    assert_int_equal(take_frame(fd, text, sizeof text, &n), LAST | PONG);
    assert_string_equal(text, "?");
    expect_message(fd, "one \xc3\xa4 two");
    put_message(fd, "big 3000000");
    assert_int_equal(take_frame(fd, big, sizeof big, &n), LAST | TEXT);
    assert_true(n == 3000000 && strspn(big, "x") == n);
    put_message(fd, "and on");
    expect_message(fd, "and on");
    put_frame(fd, LAST | CLOSE, "\x03\xe8", 2);
    assert_int_equal(take_frame(fd, text, sizeof text, &n), LAST | CLOSE);
    close(fd);
    wait_for(&server.gone, 1);
    end(&server);
}

static void the_cookie_comes_with_the_socket(void **unused)
{
    struct server server;
    int fd;

    (void)unused;
    begin(&server, NULL);
    fd = dial(server.port);
    assert_int_equal(
        upgrade(fd, "/api/1/socket", "Sec-WebSocket-Protocol: http, other, wabe.1\r\n", "Cookie: wabe=tok\r\n"), 101);
    expect_message(fd, "hello tok");
    close(fd);
    end(&server);
}

static void no_socket_without_a_reason(void **unused)
{
    static const struct {
        const char *path, *protocol;
        int status;
    } all[] = {
        {"/api/1/socket", "", 400},
        {"/api/1/socket", "Sec-WebSocket-Protocol: wabe.2\r\n", 400},
        {"/api/1/socket", "Sec-WebSocket-Protocol: wabe.11, http\r\n", 400},
        {"/api/1/sockets", WABE_1, 404},
        {"/", WABE_1, 404},
    };
    struct server server;
    int fd;

    (void)unused;
    begin(&server, NULL);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        fd = dial(server.port);
        assert_int_equal(upgrade(fd, all[i].path, all[i].protocol, ""), all[i].status);
        close(fd);
    }
    assert_int_equal(server.opened, 0);
    end(&server);
}

static void bad_messages_end_the_socket(void **unused)
{
    struct net_settings settings = {.limits = {.message = 100}};
    struct server server;
    char text[201];
    int fd;

    (void)unused;
    begin(&server, &settings);
    memset(text, 'y', sizeof text);
    fd = join(server.port);
    put_frame(fd, LAST | TEXT, text, 100);
    text[100] = 0;
    expect_message(fd, text);
    text[100] = 'y';
    put_frame(fd, LAST | TEXT, text, 101);
    expect_close(fd, 1009, "This message is too long.");
    fd = join(server.port);
    put_frame(fd, TEXT, text, 60);
    put_frame(fd, LAST | CONTINUED, text, 60);
    expect_close(fd, 1009, "This message is too long.");
    fd = join(server.port);
    put_frame(fd, LAST | BINARY, "x", 1);
    expect_close(fd, 1003, "Messages are text.");
    fd = join(server.port);
    put_frame(fd, LAST | TEXT, "\xff", 1);
    expect_close(fd, 1007, "This is not UTF-8.");
    fd = join(server.port);
    put_frame(fd, TEXT, "a\xc3", 2);
    put_frame(fd, LAST | CONTINUED, "", 0);
    expect_close(fd, 1007, "This is not UTF-8.");
    fd = join(server.port);
    put_frame(fd, LAST | TEXT, "\xed\xa0\x80", 3);
    expect_close(fd, 1007, "This is not UTF-8.");
    wait_for(&server.gone, 6);
    end(&server);
}

/* Eight may come at once, and two more for each second that passes: a busy machine may need some attempts. */
/* A frame as servers send it. */
static size_t unmasked(unsigned char out[], int first, const char *text)
{
    size_t n = strlen(text);

    out[0] = (unsigned char)first;
    out[1] = (unsigned char)n;
    memcpy(out + 2, text, n);
    return n + 2;
}

/* Of all kinds, in any pieces, and whatever comes before. */
static void frames_without_a_mask_end_the_socket(void **unused)
{
    static const int kinds[] = {LAST | TEXT, LAST | BINARY, TEXT, LAST | PING, LAST | PONG, LAST | CLOSE};
    struct server server;
    unsigned char frame[64];
    char got[ROOM];
    size_t n;
    int fd;

    (void)unused;
    begin(&server, NULL);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        fd = join(server.port);
        put_message(fd, "before");
        expect_message(fd, "before");
        put(fd, frame, unmasked(frame, kinds[i], "ab"));
        expect_close(fd, 1002, "Frames of a client have to be masked.");
    }
    fd = join(server.port); /* empty, and byte by byte */
    n = unmasked(frame, LAST | TEXT, "");
    for (size_t i = 0; i < n; i++)
        put(fd, frame + i, 1);
    assert_int_equal(take_frame(fd, got, sizeof got, &n), LAST | CLOSE);
    assert_int_equal((unsigned char)got[0] << 8 | (unsigned char)got[1], 1002);
    close(fd);
    fd = join(server.port); /* what came before in the same piece is heard */
    {
        unsigned char both[64] = {LAST | TEXT, 0x80 | 4, 0, 0, 0, 0, 'g', 'o', 'o', 'd'};

        put(fd, both, 10 + unmasked(both + 10, LAST | TEXT, "bad"));
    }
    expect_message(fd, "good");
    expect_close(fd, 1002, "Frames of a client have to be masked.");
    wait_for(&server.gone, server.opened);
    assert_int_equal(net_counts(server.net)->refused_bad, sizeof kinds / sizeof *kinds + 2);
    end(&server);
}

/* Frames may come early, in one piece with the request, and are looked at like others. */
static void frames_behind_the_request_are_looked_at(void **unused)
{
    static const char head[] = "GET /api/1/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                               "Upgrade: websocket\r\n" KEY WABE_1 "\r\n";
    static const char loose[] = "GET /api/1/socket HTTP/1.1\nHost: localhost\nConnection: Upgrade\n"
                                "Upgrade: websocket\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n"
                                "Sec-WebSocket-Version: 13\nSec-WebSocket-Protocol: wabe.1\n\n";
    static const char page[] = "GET /apis HTTP/1.1\r\nHost: localhost\r\n\r\n";
    static const struct {
        const char *first, *head;
    } all[] = {{"", head}, {"", loose}, {page, head}};
    struct server server;
    char got[ROOM], text[2048];

    (void)unused;
    begin(&server, NULL);
    for (size_t i = 0; i < 2 * sizeof all / sizeof *all; i++) {
        bool good = i % 2;
        int fd = dial(server.port), n = snprintf(text, sizeof text, "%s%s", all[i / 2].first, all[i / 2].head);
        unsigned char mask[] = {LAST | TEXT, 0x80 | 4, 0, 0, 0, 0, 'g', 'o', 'o', 'd'};

        if (good)
            memcpy(text + n, mask, sizeof mask);
        /* the end of a head within a frame is not one */
        n += good ? (int)sizeof mask : (int)unmasked((unsigned char *)text + n, LAST | TEXT, "b\r\n\r\n");
        put(fd, text, (size_t)n);
        if (all[i / 2].first[0])
            assert_int_equal(take_answer(fd, got), 404);
        assert_int_equal(take_answer(fd, got), 101);
        expect_message(fd, "hello ");
        if (good) {
            expect_message(fd, "good");
            close(fd);
        } else {
            expect_close(fd, 1002, "Frames of a client have to be masked.");
        }
    }
    wait_for(&server.gone, server.opened);
    end(&server);
}

static void who_talks_too_fast_is_hung_up_on(void **unused)
{
    enum { AT_ONCE = 20, MANY = 10000 };
    struct net_settings settings = {.limits = {.messages_per_second = 2}};
    struct server server;
    char got[ROOM];
    double began;
    size_t n;
    int fd, other, first = LAST | TEXT, heard = 0;

    (void)unused;
    begin(&server, &settings);
    other = join(server.port);
    fd = join(server.port);
    began = seconds();
    while (first == (LAST | TEXT) && heard < MANY) {
        for (int i = 0; i < AT_ONCE; i++)
            put_message(fd, "x");
        for (int i = 0; i < AT_ONCE && first == (LAST | TEXT); i++) {
            first = take_frame(fd, got, sizeof got, &n);
            heard += first == (LAST | TEXT);
        }
    }
    assert_true(heard >= 8 && heard <= 8 + 2 * (seconds() - began));
    check_close(fd, first, got, 1008, "These were too many messages in a short time.");
    put_message(other, "still here");
    expect_message(other, "still here");
    close(other);
    end(&server);
}

static void who_reads_too_slowly_is_hung_up_on(void **unused)
{
    struct net_settings settings = {.limits = {.waiting = 300000}};
    struct server server;
    char got[ROOM];
    int slow, other;
    size_t n;

    (void)unused;
    begin(&server, &settings);
    other = join(server.port);
    slow = join(server.port);
    put_message(other, "all 25");
    for (int i = 0; i < 25; i++)
        assert_int_equal(take_frame(other, got, sizeof got, &n), LAST | TEXT);
    for (int i = 0; i < 50 && server.gone == 0; i++)
        put_message(slow, "all 25");
    wait_for(&server.gone, 1);
    put_message(other, "still here");
    expect_message(other, "still here");
    while (take_frame(slow, got, sizeof got, &n) >= 0)
        ;
    assert_int_equal(server.gone, 1);
    close(slow);
    close(other);
    end(&server);
    begin(&server, &settings);
    other = join(server.port);
    put_message(other, "all 31");
    wait_for(&server.gone, 1);
    close(other);
    end(&server);
}

static void hanging_up_says_what_waits_first(void **unused)
{
    struct server server;
    int fd;

    (void)unused;
    begin(&server, NULL);
    fd = join(server.port);
    put_message(fd, "bye");
    expect_message(fd, "first this");
    expect_close(fd, 4001, "So long.");
    wait_for(&server.gone, 1);
    end(&server);
}

static void stopping_closes_the_sockets(void **unused)
{
    struct server server;
    int fd;

    (void)unused;
    begin(&server, NULL);
    fd = join(server.port);
    net_stop(server.net);
    expect_close(fd, 1001, "The server stops.");
    end(&server);
    assert_int_equal(server.gone, 1);
}

static void other_threads_can_wake_the_loop(void **unused)
{
    struct server server;

    (void)unused;
    begin(&server, NULL);
    for (int i = 1; i <= 3; i++) {
        net_wake(server.net);
        wait_for(&server.wakes, i);
    }
    wait_for(&server.ticks, 2);
    end(&server);
}

static void the_earliest_alarm_counts(void **unused)
{
    struct server server;

    (void)unused;
    begin(&server, NULL);
    server.wants_alarm = true;
    net_wake(server.net);
    wait_for(&server.alarms, 2);
    end(&server);
    assert_int_equal(server.alarms, 2);
}

/* ---- limits ---- */

/* Two may come at once, and one more for each half of a minute that passes. */
static void too_many_requests_have_to_wait(void **unused)
{
    struct net_settings settings = {.limits = {.requests_per_minute = 2}};
    struct server server;
    char got[ROOM];
    double began = seconds();
    int fd, wait, asked = 0;

    (void)unused;
    begin(&server, &settings);
    while (ask(server.port, "GET /api/1/me HTTP/1.1", "", got) == 200)
        asked++;
    assert_true(asked >= 2 && asked <= 2 + (seconds() - began) / 30);
    assert_int_equal(atoi(got + 9), 429);
    assert_non_null(strstr(got, "retry-after: "));
    wait = atoi(strstr(got, "retry-after: ") + 13);
    assert_true(wait > 0 && wait <= 30);
    assert_non_null(strstr(got, "\"code\":\"limit\""));
    fd = dial(server.port);
    assert_int_equal(upgrade(fd, "/api/1/socket", WABE_1, ""), 429);
    close(fd);
    assert_int_equal(ask(server.port, "GET /healthz HTTP/1.1", "", got), 200);
    end(&server);
}

static void too_many_sockets_of_an_address_are_refused(void **unused)
{
    struct net_settings settings = {.limits = {.connections_per_address = 2}};
    struct server server;
    char got[ROOM];
    int a, b, c;

    (void)unused;
    begin(&server, &settings);
    a = join(server.port);
    b = join(server.port);
    c = dial(server.port);
    assert_int_equal(upgrade(c, "/api/1/socket", WABE_1, ""), 429);
    close(c);
    assert_int_equal(ask(server.port, "GET /api/1/me HTTP/1.1", "", got), 429);
    put_message(a, "here");
    expect_message(a, "here");
    close(a);
    wait_for(&server.gone, 1);
    c = join(server.port);
    close(b);
    close(c);
    end(&server);
}

static void too_many_connections_are_turned_away(void **unused)
{
    struct net_settings settings = {.limits = {.connections = 3}};
    struct server server;
    char got[ROOM];
    int fd[4];

    (void)unused;
    begin(&server, &settings);
    for (int i = 0; i < 3; i++)
        fd[i] = join(server.port);
    assert_int_equal(ask(server.port, "GET / HTTP/1.1", "", got), 503);
    put_message(fd[0], "here");
    expect_message(fd[0], "here");
    for (int i = 0; i < 3; i++)
        close(fd[i]);
    end(&server);
    settings.limits = (struct net_limits){.connections_per_address = 1};
    begin(&server, &settings);
    for (int i = 0; i < 4; i++) {
        fd[i] = dial(server.port);
        put_text(fd[i], "GET /apis HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assert_int_equal(take_answer(fd[i], got), 404);
    }
    assert_int_equal(ask(server.port, "GET / HTTP/1.1", "", got), 429);
    for (int i = 0; i < 4; i++)
        close(fd[i]);
    end(&server);
}

/* What comes byte by byte is heard as long as it may be, and no longer: each byte buys no time. */
static void a_body_has_to_come_in_time(void **unused)
{
    struct net_settings settings = {.limits = {.body_ms = 300}};
    struct server server;
    char got[ROOM];
    double began = seconds();
    int fd, sent = 0;

    (void)unused;
    begin(&server, &settings);
    fd = dial(server.port);
    put_text(fd, "POST /api/1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                 "Content-Length: 4096\r\n\r\n");
    for (struct pollfd poller = {fd, POLLIN, 0}; poll(&poller, 1, 20) == 0; sent++) {
        assert_true(sent < 4000 && seconds() - began < HANGS);
        put_text(fd, "x");
    }
    assert_int_equal(take_answer(fd, got), 408);
    assert_non_null(strstr(got, "connection: close\r\n"));
    assert_non_null(strstr(got, "in time.\",\"code\":\"bad\"}\n"));
    assert_false(take(fd, got, 1));
    close(fd);
    assert_int_equal(server.asked, 0);
    assert_int_equal(post(server.port, "", "{}", got), 200);
    end(&server);
}

static void bad_settings_get_a_sentence(void **unused)
{
    static const struct {
        struct net_settings settings;
        const char *words;
    } all[] = {
        {{.host = "127.0.0.1", .public_name = "games.example.org"}, "is not a name as https://"},
        {{.host = "127.0.0.1", .public_name = "https://a/b"}, "is not a name as https://"},
        {{.host = "127.0.0.1", .metrics = "127.0.0.1"}, "is not an address with a port"},
        {{.host = "127.0.0.1", .metrics = "127.0.0.1:x"}, "is not an address with a port"},
        {{.host = "192.0.2.1"}, "cannot listen"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct why why = {""};
        bool busy;

        assert_null(net_open(&all[i].settings, NULL, &busy, &why));
        assert_non_null(strstr(why.text, all[i].words));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_get_to_the_hooks_and_back),
        cmocka_unit_test(what_cannot_be_written_does_not_end_it),
        cmocka_unit_test(a_reply_can_have_more),
        cmocka_unit_test(head_has_no_body),
        cmocka_unit_test(an_answer_may_be_late),
        cmocka_unit_test(requests_that_are_not_understood_are_refused),
        cmocka_unit_test(only_own_pages_may_post),
        cmocka_unit_test(other_names_are_refused),
        cmocka_unit_test(the_token_is_the_cookie_wabe),
        cmocka_unit_test(a_proxy_on_this_machine_can_be_trusted),
        cmocka_unit_test(the_other_address_has_the_metrics_only),
        cmocka_unit_test(messages_come_back_whole),
        cmocka_unit_test(the_cookie_comes_with_the_socket),
        cmocka_unit_test(no_socket_without_a_reason),
        cmocka_unit_test(bad_messages_end_the_socket),
        cmocka_unit_test(frames_without_a_mask_end_the_socket),
        cmocka_unit_test(frames_behind_the_request_are_looked_at),
        cmocka_unit_test(who_talks_too_fast_is_hung_up_on),
        cmocka_unit_test(who_reads_too_slowly_is_hung_up_on),
        cmocka_unit_test(hanging_up_says_what_waits_first),
        cmocka_unit_test(stopping_closes_the_sockets),
        cmocka_unit_test(other_threads_can_wake_the_loop),
        cmocka_unit_test(the_earliest_alarm_counts),
        cmocka_unit_test(too_many_requests_have_to_wait),
        cmocka_unit_test(too_many_sockets_of_an_address_are_refused),
        cmocka_unit_test(too_many_connections_are_turned_away),
        cmocka_unit_test(a_body_has_to_come_in_time),
        cmocka_unit_test(bad_settings_get_a_sentence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
