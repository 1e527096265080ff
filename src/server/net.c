/* net.c: the loop: where it listens, who gets a connection, and what libwebsockets calls.
 *
 * One context with one service loop has all connections of the process. What libwebsockets decides by itself (a request
 * that is none, headers that are too long or come too slowly) ends the connection. */
#define _DEFAULT_SOURCE

#include "lines.h"

#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HEADER_PATIENCE = 10, /* seconds for all headers of a request */
    IDLE = 10,            /* seconds between two requests, and for the headers of the second */
    FILES_KEPT = 64,      /* for everything else */
    SOCKET_READS = 2048,  /* bytes at one go; each WebSocket has so much memory */
    TICK = 100000,        /* microseconds */
    TICKS_A_ROUND = 10,   /* until all lines have been looked at */
    FAREWELLS = 2,        /* seconds at the end */
    LINES_PER_BUSY =
        4, /* connections of an address for each request or WebSocket that it may have: browsers keep some open */
};

static const struct net_limits usual = {.connections_per_address = 64,
                                        .requests_per_minute = 120,
                                        .body_ms = 10 * 1000,
                                        .message = 8192,
                                        .messages_per_second = 20,
                                        .waiting = 1 << 20};

/* ---- what libwebsockets calls ----------------------------------------------------------------- */

static bool place_is_near(place_t place)
{
    char text[ADDRESS_TEXT];

    place_text(place, text);
    return strncmp(text, "127.", 4) == 0 || strcmp(text, "::") == 0; /* ::1 */
}

/* One who cannot be let in is told why, if that goes out at once. */
static int turn_away(struct net *net, int fd, const char *status, const char *sentence)
{
    char text[512];
    int n = snprintf(text, sizeof text,
                     "HTTP/1.1 %s\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 10\r\n"
                     "connection: close\r\ncontent-length: %zu\r\n\r\n%s",
                     status, strlen(sentence), sentence);

    if (recv(fd, net->room, sizeof net->room, MSG_DONTWAIT) >= 0 || errno == EAGAIN)
        send(fd, text, (size_t)n, MSG_DONTWAIT | MSG_NOSIGNAL);
    net->counts.refused_limit++;
    return 1;
}

static int filter(struct net *net, const struct lws_filter_network_conn_args *arrival)
{
    place_t place = place_of(&arrival->cli_addr);
    struct visitor *visitor = crowd_get(&net->crowd, place);

    if (net->leaving)
        return 1;
    if (net->used >= net->limits.connections || !visitor)
        return turn_away(net, arrival->accept_fd, "503 Service Unavailable",
                         "There are too many people here; try again in a while.\n");
    if (visitor->lines / LINES_PER_BUSY >= net->limits.connections_per_address &&
        !(net->trust_proxy && place_is_near(place)))
        return turn_away(net, arrival->accept_fd, "429 Too Many Requests",
                         "There are too many connections from your address; close some of them.\n");
    return 0;
}

static int arrive(struct net *net, struct lws *wsi)
{
    struct sockaddr_storage address = {0};
    socklen_t n = sizeof address;
    place_t place;

    if (getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&address, &n) != 0)
        return -1;
    place = place_of(&address);
    return line_open(net, wsi, place, place_is_near(place), lws_get_vhost(wsi) == net->metrics_vhost) ? 0 : -1;
}

static void wake(struct net *net)
{
    if (atomic_exchange(&net->woken, false) && net->hooks.wake)
        net->hooks.wake(net->hooks.self);
}

/* What has to do with a connection. */
static int line_callback(struct net *net, struct line *line, enum lws_callback_reasons reason, void *in, size_t n)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return http_hear(net, line, in);
    case LWS_CALLBACK_HTTP_BODY:
        return http_body(line, in, n);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return http_body_over(net, line);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_write(net, line);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: /* to a WebSocket; to h2c, or to what nobody knows */
        return strcasecmp(in, "websocket") == 0 ? socket_admit(net, line) : -1;
    case LWS_CALLBACK_ESTABLISHED:
        return socket_open(net, line);
    case LWS_CALLBACK_RECEIVE:
        return socket_hear(net, line, in, n);
    case LWS_CALLBACK_RECEIVE_PONG:
        socket_alive(line);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return socket_write(net, line);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
    case LWS_CALLBACK_CLOSED:
        socket_gone(net, line);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        line_close(net, line);
        return 0;
    default:
        return 0;
    }
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
    struct net *net = lws_context_user(lws_get_context(wsi));
    struct line *line;

    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return filter(net, user);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        return arrive(net, wsi);
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        wake(net);
        return 0;
    case LWS_CALLBACK_RAW_ADOPT: /* CONNECT */
    case LWS_CALLBACK_RAW_RX:
        return -1;
    case LWS_CALLBACK_HTTP:
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
    case LWS_CALLBACK_ESTABLISHED:
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_RECEIVE_PONG:
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY:
        line = lws_get_opaque_user_data(wsi);
        return line ? line_callback(net, line, reason, in, n) : 0;
    default:
        return 0;
    }
}

/* Some lines at each tick, so that none takes long. */
static void look_after(struct net *net, int64_t now)
{
    uint32_t n = net->slots / TICKS_A_ROUND + 1;

    for (uint32_t i = 0; i < n && net->slots > 0; i++) {
        struct line *line = net->lines[net->swept++ % net->slots];

        if (line && line->stage == LINE_SOCKET)
            socket_check(line, now);
        else if (line)
            http_late(net, line, now);
    }
}

static void tick(lws_sorted_usec_list_t *at)
{
    struct net *net = lws_container_of(at, struct net, tick);
    int64_t now = net_now();

    /* From when it was due, so that ten are a second; but what was missed is not made up for. */
    net->tick_due = net->tick_due + TICK > now ? net->tick_due + TICK : now + TICK;
    lws_sul_schedule(net->context, 0, at, tick, net->tick_due - now);
    look_after(net, now);
    crowd_sweep(&net->crowd, now);
    if (net->hooks.tick)
        net->hooks.tick(net->hooks.self);
}

static void ring(lws_sorted_usec_list_t *at)
{
    struct net *net = lws_container_of(at, struct net, alarm);

    net->alarm_due = 0;
    if (net->hooks.alarm)
        net->hooks.alarm(net->hooks.self);
}

void net_alarm(struct net *net, int64_t ms)
{
    int64_t now = net_now(), due = now + (ms > 0 ? ms : 1) * (SECOND / 1000);

    if (net->alarm_due > now && net->alarm_due <= due)
        return;
    net->alarm_due = due;
    lws_sul_schedule(net->context, 0, &net->alarm, ring, due - now);
}

/* ---- where it listens ------------------------------------------------------------------------- */

/* Of these, Server-Timing is the one that a page can read: so it knows at once that there is a server to meet at. */
static void headers_fill(struct net *net)
{
    const char *const all[][2] = {
        {"content-security-policy:", net->policy},
        {"x-content-type-options:", "nosniff"},
        {"referrer-policy:", "no-referrer"},
        {"cross-origin-opener-policy:", "same-origin"},
        {"cross-origin-resource-policy:", "same-origin"},
        {"permissions-policy:", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
        {"server-timing:", "wabe"},
    };
    enum { N = sizeof all / sizeof *all };
    _Static_assert(N <= sizeof net->headers / sizeof *net->headers, "too many headers");

    snprintf(net->policy, sizeof net->policy, "%s; frame-ancestors 'none'", site_policy);
    for (int i = 0; i < N; i++)
        net->headers[i] = (struct lws_protocol_vhost_options){
            .next = i + 1 < N ? &net->headers[i + 1] : NULL, .name = all[i][0], .value = all[i][1]};
}

static void why_not(struct why *why, const char *host, int port, const char *reason)
{
    snprintf(why->text, sizeof why->text, "cannot listen at port %d of '%.100s': %s", port, host, reason);
}

/* Finds out which address the host is, and whether the port can be had there, since libwebsockets would not say why
 * not. */
static bool address_find(const char *host, int port, char address[256], int *family, bool *busy, struct why *why)
{
    struct addrinfo wish = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV}, *found;
    char service[16];
    int failed, probe, on = 1;
    bool ok;

    snprintf(service, sizeof service, "%d", port);
    failed = getaddrinfo(host, service, &wish, &found);
    if (failed) {
        why_not(why, host, port, failed == EAI_SYSTEM ? strerror(errno) : gai_strerror(failed));
        return false;
    }
    *family = found->ai_family;
    failed = getnameinfo(found->ai_addr, found->ai_addrlen, address, 256, NULL, 0, NI_NUMERICHOST);
    probe = failed ? -1 : socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ok = probe >= 0 && setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
         bind(probe, found->ai_addr, found->ai_addrlen) == 0;
    if (!ok) {
        *busy = errno == EADDRINUSE;
        why_not(why, host, port, *busy ? "another program has it" : strerror(errno));
    }
    if (probe >= 0)
        close(probe);
    freeaddrinfo(found);
    return ok;
}

/* As many files as we may have. libwebsockets makes its tables for all of them, hence the bound. */
static uint32_t files_limit(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return 1024;
    files.rlim_cur = files.rlim_max < FILES_MAX ? files.rlim_max : FILES_MAX;
    setrlimit(RLIMIT_NOFILE, &files);
    return getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < FILES_MAX ? (uint32_t)files.rlim_cur : FILES_MAX;
}

static void limits_fill(struct net *net, const struct net_limits *wish)
{
    struct net_limits *limits = &net->limits;
    uint32_t files = files_limit(), most = files > 2 * FILES_KEPT ? files - FILES_KEPT : files / 2;

    *limits = *wish;
    if (!limits->connections || limits->connections > most)
        limits->connections = most;
    if (!limits->connections_per_address)
        limits->connections_per_address = usual.connections_per_address;
    if (!limits->requests_per_minute)
        limits->requests_per_minute = usual.requests_per_minute;
    if (!limits->body_ms)
        limits->body_ms = usual.body_ms;
    if (!limits->message)
        limits->message = usual.message;
    if (!limits->messages_per_second)
        limits->messages_per_second = usual.messages_per_second;
    if (!limits->waiting)
        limits->waiting = usual.waiting;
    net->requests_pace = (struct pace){60 * SECOND / limits->requests_per_minute, 60 * SECOND};
    net->messages_pace = (struct pace){SECOND / limits->messages_per_second, 4 * SECOND};
}

/* libwebsockets by itself asks the system about every connection whenever something happens on one of them; libev does
 * not. It has to be there as a plugin of libwebsockets: otherwise the server is slower with very many connections. */
static struct lws_context *context_make(struct net *net, struct lws_context_creation_info *info)
{
    struct lws_context *context = NULL;
    void *loops[1];

#ifdef LWS_WITH_LIBEV /* one that does not know of libev would not complain */
    net->loop = ev_loop_new(EVFLAG_AUTO);
#endif
    if (net->loop) {
        struct lws_context_creation_info with_loop = *info;

        loops[0] = net->loop;
        with_loop.options |= LWS_SERVER_OPTION_LIBEV;
        with_loop.foreign_loops = loops;
        lws_set_log_level(0, NULL);
        context = lws_create_context(&with_loop);
        lws_set_log_level(LLL_ERR, NULL);
    }
    if (context)
        return context;
    if (net->loop)
        ev_loop_destroy(net->loop);
    net->loop = NULL;
    return lws_create_context(info);
}

static struct lws_vhost *listen_at(struct net *net, const char *name, const char *address, int family, int port)
{
    /* The first name has blanks, so that no client can ask for it as a subprotocol. libwebsockets' own pings are off:
     * its list of times is walked through for each, which is too much with many WebSockets. */
    static const struct lws_protocols protocols[] = {{"all the rest", callback, 0, 0, 0, NULL, PIECE},
                                                     {"wabe.1", callback, 0, SOCKET_READS, 0, NULL, 64 * 1024},
                                                     {0}};
    static const lws_retry_bo_t no_pings = {0};
    struct lws_context_creation_info info = {
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (family == AF_INET ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
        .vhost_name = name,
        .port = port,
        .iface = address,
        .protocols = protocols,
        .headers = net->headers,
        .user = net,
        .retry_and_idle_policy = &no_pings,
        .max_http_header_data = REQUEST_MAX,
        .pt_serv_buf_size = HEADERS_MAX,
        .timeout_secs = PATIENCE,
        .timeout_secs_ah_idle = HEADER_PATIENCE,
        .keepalive_timeout = IDLE,
    };

    lws_set_log_level(LLL_ERR, NULL);
    if (!net->context)
        net->context = context_make(net, &info);
    return net->context ? lws_create_vhost(net->context, &info) : NULL;
}

static bool listen_for_pages(struct net *net, const struct net_settings *settings, bool *busy, struct why *why)
{
    const char *host = settings->host;

    if (!address_find(host, settings->port, net->address, &net->family, busy, why))
        return false;
    snprintf(net->host, sizeof net->host, "%s", host);
    net->names = (struct names){.host = net->host,
                                .address = net->address,
                                .any_address = strcmp(net->address, "0.0.0.0") == 0 || strcmp(net->address, "::") == 0,
                                .outside = net->public_host[0] ? net->public_host : NULL};
    net->vhost = listen_at(net, "pages", net->address, net->family, settings->port);
    if (!net->vhost)
        why_not(why, host, settings->port, "libwebsockets refuses");
    return net->vhost != NULL;
}

/* "127.0.0.1:9100" or "[::1]:9100". */
static bool listen_for_metrics(struct net *net, const char *where, struct why *why)
{
    const char *colon = strrchr(where, ':');
    char host[NI_MAXHOST], address[256];
    uint64_t port;
    bool busy;
    int family;
    size_t n = colon ? (size_t)(colon - where) : 0;

    if (n >= 2 && where[0] == '[' && where[n - 1] == ']') {
        where++;
        n -= 2;
    }
    if (n == 0 || n >= sizeof host || !text_read_number(colon + 1, strlen(colon + 1), 65535, &port)) {
        snprintf(why->text, sizeof why->text, "'%.100s' is not an address with a port, as 127.0.0.1:9100", where);
        return false;
    }
    memcpy(host, where, n);
    host[n] = 0;
    if (!address_find(host, (int)port, address, &family, &busy, why))
        return false;
    net->metrics_vhost = listen_at(net, "metrics", address, family, (int)port);
    if (!net->metrics_vhost)
        why_not(why, host, (int)port, "libwebsockets refuses");
    return net->metrics_vhost != NULL;
}

/* "https://games.example.org" is also the name that requests come with. */
static bool public_name_read(struct net *net, const char *name, struct why *why)
{
    const char *host = name ? strstr(name, "://") : NULL;
    size_t n;

    if (!name)
        return true;
    if (!host || (strncmp(name, "http://", 7) != 0 && strncmp(name, "https://", 8) != 0) || !host[3] ||
        strlen(name) >= sizeof net->public_name || host[3 + strcspn(host + 3, "/")] == '/') {
        snprintf(why->text, sizeof why->text, "'%.100s' is not a name as https://games.example.org", name);
        return false;
    }
    host += 3;
    n = *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    snprintf(net->public_name, sizeof net->public_name, "%s", name);
    snprintf(net->public_host, sizeof net->public_host, "%.*s", (int)n, host);
    return true;
}

struct net *net_open(const struct net_settings *settings, const struct net_hooks *hooks, bool *busy, struct why *why)
{
    struct net *net = calloc(1, sizeof *net);

    *busy = false;
    if (!net) {
        why_not(why, settings->host, settings->port, strerror(errno));
        return NULL;
    }
    if (hooks)
        net->hooks = *hooks;
    net->trust_proxy = settings->trust_proxy;
    limits_fill(net, &settings->limits);
    headers_fill(net);
    signal(SIGPIPE, SIG_IGN); /* a client that goes away is an error of its connection */
    signal(SIGXFSZ, SIG_IGN); /* and a file that may not grow any more one of what is written to it */
    net->scratch = malloc(net->limits.message + 1);
    net->by_fd = calloc(FILES_MAX, sizeof *net->by_fd);
    if (!net->scratch || !net->by_fd)
        why_not(why, settings->host, settings->port, strerror(errno));
    if (!net->scratch || !net->by_fd || !public_name_read(net, settings->public_name, why) ||
        !listen_for_pages(net, settings, busy, why) ||
        (settings->metrics && !listen_for_metrics(net, settings->metrics, why))) {
        net_close(net);
        return NULL;
    }
    net->tick_due = net_now() + TICK;
    lws_sul_schedule(net->context, 0, &net->tick, tick, TICK);
    lws_cancel_service(net->context); /* libev learns of times only when something has happened */
    return net;
}

int net_port(const struct net *net)
{
    return lws_get_vhost_listen_port(net->vhost);
}

bool net_is_public(const struct net *net)
{
    return strncmp(net->address, "127.", 4) != 0 && strcmp(net->address, "::1") != 0;
}

void net_link(const struct net *net, char out[NET_LINK_MAX])
{
    const char *host = !net->names.any_address ? net->address : net->family == AF_INET ? "127.0.0.1" : "::1";
    bool six = strchr(host, ':') != NULL;

    snprintf(out, NET_LINK_MAX, "http://%s%s%s:%d/", six ? "[" : "", host, six ? "]" : "", net_port(net));
}

const struct net_counts *net_counts(const struct net *net)
{
    return &net->counts;
}

/* ---- the loop --------------------------------------------------------------------------------- */

/* Whether somebody still gets an answer, or has not yet agreed to the end. */
static bool somebody_waits(const struct net *net)
{
    if (net->farewells > 0)
        return true;
    for (uint32_t i = 0; i < net->slots; i++)
        if (net->lines[i] && net->lines[i]->stage >= LINE_ASKED && net->lines[i]->stage <= LINE_SENDS)
            return true;
    return false;
}

/* Waits for something to happen, and does what follows. False if the loop broke down. */
static bool serve_once(struct net *net)
{
    if (!net->loop)
        return lws_service(net->context, 0) >= 0;
    ev_run(net->loop, EVRUN_ONCE);
    return true;
}

/* What waits goes out, then 1001; those who do not listen are left behind. */
static bool take_leave(struct net *net)
{
    int64_t end = net_now() + (int64_t)FAREWELLS * SECOND;

    net->leaving = true;
    for (uint32_t i = 0; i < net->slots; i++)
        if (net->lines[i])
            socket_leave(net->lines[i], 1001, "The server stops.");
    while (somebody_waits(net) && net_now() < end)
        if (!serve_once(net))
            return false;
    return true;
}

/* The hooks hear of nobody after this. */
static void forget_all(struct net *net)
{
    for (uint32_t i = 0; i < net->slots; i++)
        if (net->lines[i])
            net->lines[i]->stage = LINE_LEFT;
    for (uint32_t i = 0; i < net->slots; i++)
        if (net->lines[i])
            socket_gone(net, net->lines[i]);
}

bool net_run(struct net *net)
{
    bool ok = true;

    reads_begin(net);
    while (ok && !atomic_load(&net->stopped))
        ok = serve_once(net);
    ok = ok && take_leave(net);
    reads_end();
    forget_all(net);
    return ok;
}

void net_stop(struct net *net)
{
    atomic_store(&net->stopped, true);
    lws_cancel_service(net->context);
}

void net_wake(struct net *net)
{
    atomic_store(&net->woken, true);
    lws_cancel_service(net->context);
}

void net_close(struct net *net)
{
    lws_sul_cancel(&net->tick);
    lws_sul_cancel(&net->alarm);
    if (net->context)
        lws_context_destroy(net->context);
    if (net->loop)
        ev_loop_destroy(net->loop);
    crowd_end(&net->crowd);
    lines_end(net);
    free(net->scratch);
    free(net->by_fd);
    free(net);
}
