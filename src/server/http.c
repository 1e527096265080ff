/* http.c: HTTP by libwebsockets: sockets, headers and bodies in, answers out. What is answered is answer.c's business.
 *
 * One context with one service loop, which later has all connections of the process. What libwebsockets decides by
 * itself (a request that is none, headers that are too long or come too slowly) ends the connection. */
#define _DEFAULT_SOURCE

#include "http.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <libwebsockets.h>

#include "answer.h"

enum {
    HEADERS_MAX = 4096,   /* of an answer */
    REQUEST_MAX = 16384,  /* of a request: browsers add the cookies of whatever else is on this machine */
    PAGE_MAX = 1024,      /* of a refusal */
    VALUE_MAX = 1024,     /* of a header that we read */
    PIECE = 16 * 1024,    /* of a body, at one go */
    PATIENCE = 20,        /* seconds for a piece */
    HEADER_PATIENCE = 10, /* seconds for all headers of a request */
    IDLE = 10,            /* seconds between two requests, and for the headers of the second */
    CONNECTIONS = 512,
};

struct http {
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct names names;
    char host[NI_MAXHOST], address[256]; /* an IPv6 address may name an interface too */
    int family;
    volatile sig_atomic_t stopped;
    char policy[1024];
    struct lws_protocol_vhost_options headers[8]; /* of every answer, libwebsockets' own included */
    unsigned char room[LWS_PRE + PIECE];
};

/* A connection: the body that is on its way. */
struct visit {
    const unsigned char *body;
    size_t size, sent;
    unsigned char *owned; /* the body, if it has to be freed */
};

static void visit_end(struct visit *visit)
{
    free(visit->owned);
    *visit = (struct visit){0};
}

/* ---- an answer ------------------------------------------------------------------------------- */

struct head {
    struct lws *wsi;
    unsigned char *start, *at, *end;
    bool failed;
};

static void head_status(struct head *head, int status)
{
    head->failed |= lws_add_http_header_status(head->wsi, (unsigned)status, &head->at, head->end) != 0;
}

static void head_put(struct head *head, enum lws_token_indexes name, const char *value)
{
    head->failed |= lws_add_http_header_by_token(head->wsi, name, (const unsigned char *)value, (int)strlen(value),
                                                 &head->at, head->end) != 0;
}

static void head_length(struct head *head, size_t n)
{
    head->failed |= lws_add_http_header_content_length(head->wsi, n, &head->at, head->end) != 0;
}

static int transaction_over(struct lws *wsi, struct visit *visit)
{
    visit_end(visit);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* The body goes out piece by piece, whenever the connection can take one. */
static int go_on(struct http *http, struct lws *wsi, struct visit *visit)
{
    size_t n = visit->size - visit->sent < PIECE ? visit->size - visit->sent : PIECE;
    bool last = visit->sent + n == visit->size;

    if (!visit->body)
        return 0;
    memcpy(http->room + LWS_PRE, visit->body + visit->sent, n);
    if (lws_write(wsi, http->room + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n)
        return -1;
    visit->sent += n;
    if (last)
        return transaction_over(wsi, visit);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
    lws_callback_on_writable(wsi);
    return 0;
}

/* A short page in one go with its headers, since after some refusals nothing more can be said. */
static int refuse(struct lws *wsi, struct visit *visit, const struct answer *answer, bool with_body)
{
    unsigned char room[LWS_PRE + HEADERS_MAX];
    struct head head = {wsi, room + LWS_PRE, room + LWS_PRE, room + sizeof room - PAGE_MAX, false};
    char page[PAGE_MAX];
    size_t n = (size_t)snprintf(page, sizeof page,
                                "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                                "<title>Wabe: %d</title>\n<h1>Wabe</h1>\n<p>%s</p>\n"
                                "<p><a href=\"/\">To the games</a></p>\n</html>\n",
                                answer->status, answer->sentence);
    int size;

    head_status(&head, answer->status);
    head_put(&head, WSI_TOKEN_HTTP_CONTENT_TYPE, "text/html; charset=utf-8");
    head_length(&head, n);
    if (answer->status == 405)
        head_put(&head, WSI_TOKEN_HTTP_ALLOW, "GET, HEAD");
    if (answer->hang_up)
        head_put(&head, WSI_TOKEN_CONNECTION, "close");
    if (head.failed || lws_finalize_http_header(wsi, &head.at, head.end) != 0)
        return -1;
    if (with_body) {
        memcpy(head.at, page, n);
        head.at += n;
    }
    size = (int)(head.at - head.start);
    if (lws_write(wsi, head.start, (size_t)size, LWS_WRITE_HTTP) < size || answer->hang_up)
        return -1;
    return transaction_over(wsi, visit);
}

/* A file of the site, or that the client has it. */
static int hand_out(struct lws *wsi, struct visit *visit, const struct answer *answer, bool with_body)
{
    const struct asset *asset = answer->asset;
    unsigned char room[LWS_PRE + HEADERS_MAX];
    struct head head = {wsi, room + LWS_PRE, room + LWS_PRE, room + sizeof room, false};

    visit->size = answer->packed ? asset->packed_size : asset->size;
    head_status(&head, answer->status);
    head_put(&head, WSI_TOKEN_HTTP_ETAG, asset->tag);
    head_put(&head, WSI_TOKEN_HTTP_VARY, "Accept-Encoding");
    if (answer->status == 200) {
        head_put(&head, WSI_TOKEN_HTTP_CONTENT_TYPE, asset->type);
        if (answer->packed)
            head_put(&head, WSI_TOKEN_HTTP_CONTENT_ENCODING, "gzip");
        head_length(&head, visit->size);
    }
    if (head.failed || lws_finalize_write_http_header(wsi, head.start, &head.at, head.end) != 0)
        return -1;
    if (!with_body || answer->status != 200 || visit->size == 0)
        return transaction_over(wsi, visit);
    if (!answer->packed)
        visit->owned = site_unpack(asset);
    visit->body = answer->packed ? asset->packed : visit->owned;
    if (!visit->body)
        return -1;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
    lws_callback_on_writable(wsi);
    return 0;
}

/* ---- a request ------------------------------------------------------------------------------- */

/* The value of a header, "" if it is not there; one that is too long says nothing that we know. */
static const char *header(struct lws *wsi, enum lws_token_indexes name, char out[VALUE_MAX])
{
    if (lws_hdr_copy(wsi, out, VALUE_MAX, name) < 0)
        out[0] = 0;
    return out;
}

static int hear(struct http *http, struct lws *wsi, struct visit *visit, const char *path)
{
    char host[VALUE_MAX], have[VALUE_MAX], accept[VALUE_MAX], length[VALUE_MAX];
    struct request request = {
        .asking = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI)    ? ASKS_GET
                  : lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) ? ASKS_HEAD
                                                                  : ASKS_OTHERWISE,
        .has_body = (*header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length) && strcmp(length, "0") != 0) ||
                    lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0,
        .path = path,
        .host = header(wsi, WSI_TOKEN_HOST, host),
        .if_none_match = header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, have),
        .accept_encoding = header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept),
    };
    struct answer answer = answer_to(&request, &http->names);

    visit_end(visit);
    if (answer.asset)
        return hand_out(wsi, visit, &answer, request.asking != ASKS_HEAD);
    return refuse(wsi, visit, &answer, request.asking != ASKS_HEAD);
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
    struct http *http = lws_context_user(lws_get_context(wsi));

    (void)n;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return hear(http, wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return go_on(http, wsi, user);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (user)
            visit_end(user);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:       /* to h2c, or to what nobody knows */
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* to a WebSocket */
    case LWS_CALLBACK_RAW_ADOPT:                  /* CONNECT */
    case LWS_CALLBACK_RAW_RX:
    case LWS_CALLBACK_HTTP_BODY:
        return -1;
    default:
        return 0;
    }
}

/* ---- the server ------------------------------------------------------------------------------ */

static void headers_fill(struct http *http)
{
    const char *const all[][2] = {
        {"content-security-policy:", http->policy},
        {"x-content-type-options:", "nosniff"},
        {"referrer-policy:", "no-referrer"},
        {"cross-origin-opener-policy:", "same-origin"},
        {"cross-origin-resource-policy:", "same-origin"},
        {"permissions-policy:", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
        {"cache-control:", "no-cache"}, /* is kept, but asked for each time; the tags make that short */
    };
    enum { N = sizeof all / sizeof *all };
    _Static_assert(N <= sizeof http->headers / sizeof *http->headers, "too many headers");

    snprintf(http->policy, sizeof http->policy, "%s; frame-ancestors 'none'", site_policy);
    for (int i = 0; i < N; i++)
        http->headers[i] = (struct lws_protocol_vhost_options){
            .next = i + 1 < N ? &http->headers[i + 1] : NULL, .name = all[i][0], .value = all[i][1]};
}

static void why_not(struct why *why, const char *host, int port, const char *reason)
{
    snprintf(why->text, sizeof why->text, "cannot listen at port %d of '%.100s': %s", port, host, reason);
}

/* Finds out which address the host is, and whether the port can be had there, since libwebsockets would not say why
 * not. */
static bool address_find(struct http *http, const char *host, int port, bool *busy, struct why *why)
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
    http->family = found->ai_family;
    failed = getnameinfo(found->ai_addr, found->ai_addrlen, http->address, sizeof http->address, NULL, 0,
                         NI_NUMERICHOST);
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

static bool listen_at(struct http *http, int port)
{
    static const struct lws_protocols protocols[] = {{"http", callback, sizeof(struct visit), 0, 0, NULL, 0}, {0}};
    struct lws_context_creation_info info = {
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (http->family == AF_INET ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
        .port = port,
        .iface = http->address,
        .protocols = protocols,
        .headers = http->headers,
        .user = http,
        .fd_limit_per_thread = CONNECTIONS,
        .max_http_header_data = REQUEST_MAX,
        .pt_serv_buf_size = HEADERS_MAX,
        .timeout_secs = PATIENCE,
        .timeout_secs_ah_idle = HEADER_PATIENCE,
        .keepalive_timeout = IDLE,
    };

    lws_set_log_level(LLL_ERR, NULL);
    http->context = lws_create_context(&info);
    if (!http->context)
        return false;
    http->vhost = lws_create_vhost(http->context, &info);
    return http->vhost != NULL;
}

struct http *http_open(const char *host, int port, bool *busy, struct why *why)
{
    struct http *http = calloc(1, sizeof *http);

    *busy = false;
    if (!http) {
        why_not(why, host, port, strerror(errno));
        return NULL;
    }
    if (!address_find(http, host, port, busy, why)) {
        free(http);
        return NULL;
    }
    snprintf(http->host, sizeof http->host, "%s", host);
    http->names = (struct names){http->host, http->address,
                                 strcmp(http->address, "0.0.0.0") == 0 || strcmp(http->address, "::") == 0};
    headers_fill(http);
    signal(SIGPIPE, SIG_IGN); /* a client that goes away is an error of its connection */
    if (!listen_at(http, port)) {
        why_not(why, host, port, "libwebsockets refuses");
        http_close(http);
        return NULL;
    }
    return http;
}

int http_port(const struct http *http)
{
    return lws_get_vhost_listen_port(http->vhost);
}

bool http_is_public(const struct http *http)
{
    return strncmp(http->address, "127.", 4) != 0 && strcmp(http->address, "::1") != 0;
}

void http_link(const struct http *http, char out[HTTP_LINK_MAX])
{
    const char *host = !http->names.any_address ? http->address : http->family == AF_INET ? "127.0.0.1" : "::1";
    bool six = strchr(host, ':') != NULL;

    snprintf(out, HTTP_LINK_MAX, "http://%s%s%s:%d/", six ? "[" : "", host, six ? "]" : "", http_port(http));
}

bool http_run(struct http *http)
{
    while (!http->stopped)
        if (lws_service(http->context, 0) < 0)
            return false;
    return true;
}

void http_stop(struct http *http)
{
    http->stopped = 1;
    lws_cancel_service(http->context);
}

void http_close(struct http *http)
{
    if (http->context)
        lws_context_destroy(http->context);
    free(http);
}
