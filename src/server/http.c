/* http.c: requests and answers. Pages are answer.c's business; what is below /api/ is checked here and handed to the
 * hooks. */
#define _DEFAULT_SOURCE

#include "lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PAGE_MAX = 1024 /* of a refusal */, METRICS_MAX = 256 * 1024 };

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

static void head_retry(struct head *head, int seconds)
{
    char text[16];

    snprintf(text, sizeof text, "%d", seconds);
    if (seconds > 0)
        head_put(head, WSI_TOKEN_HTTP_RETRY_AFTER, text);
}

static void letter_free(struct letter *letter)
{
    if (!letter)
        return;
    free(letter->type);
    free(letter->cookie);
    free(letter->file_name);
    free(letter->body);
    free(letter);
}

/* Forgets a request and its answer. */
void http_end(struct line *line)
{
    letter_free(line->letter);
    free(line->post);
    free(line->owned);
    line->letter = NULL;
    line->post = NULL;
    line->owned = NULL;
    line->body = NULL;
    line->size = line->sent = 0;
    line->peer = 0;
    line->stage = LINE_IDLE;
    line_discharge(line);
}

static int transaction_over(struct line *line)
{
    http_end(line);
    if (line->hangs_up)
        return -1;
    return lws_http_transaction_completed(line->wsi) ? -1 : 0;
}

/* The body goes out piece by piece, whenever the connection can take one. */
static int go_on(struct net *net, struct line *line)
{
    size_t n = line->size - line->sent < PIECE ? line->size - line->sent : PIECE;
    bool last = line->sent + n == line->size;

    memcpy(net->room + LWS_PRE, line->body + line->sent, n);
    if (lws_write(line->wsi, net->room + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n)
        return -1;
    line->sent += n;
    if (last)
        return transaction_over(line);
    lws_set_timeout(line->wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
    lws_callback_on_writable(line->wsi);
    return 0;
}

static int begin_body(struct line *line)
{
    if (line->wants_no_body || line->size == 0)
        return transaction_over(line);
    line->stage = LINE_SENDS;
    lws_set_timeout(line->wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
    lws_callback_on_writable(line->wsi);
    return 0;
}

/* A short page in one go with its headers, since after some refusals nothing more can be said. */
static int say(struct line *line, const struct refusal *refusal, const char *type, const char *cache, const char *page)
{
    unsigned char room[LWS_PRE + HEADERS_MAX];
    struct head head = {line->wsi, room + LWS_PRE, room + LWS_PRE, room + sizeof room - PAGE_MAX, false};
    size_t n = strlen(page);
    int size;

    head_status(&head, refusal->status);
    head_put(&head, WSI_TOKEN_HTTP_CONTENT_TYPE, type);
    head_put(&head, WSI_TOKEN_HTTP_CACHE_CONTROL, cache);
    head_length(&head, n);
    head_retry(&head, refusal->retry_after);
    if (refusal->allow)
        head_put(&head, WSI_TOKEN_HTTP_ALLOW, refusal->allow);
    if (refusal->hang_up)
        head_put(&head, WSI_TOKEN_CONNECTION, "close");
    if (head.failed || lws_finalize_http_header(line->wsi, &head.at, head.end) != 0)
        return -1;
    if (!line->wants_no_body) {
        memcpy(head.at, page, n);
        head.at += n;
    }
    size = (int)(head.at - head.start);
    if (lws_write(line->wsi, head.start, (size_t)size, LWS_WRITE_HTTP) < size || refusal->hang_up)
        return -1;
    return transaction_over(line);
}

static const char *code_of(int status)
{
    return status == 404 ? "unknown" : status == 429 ? "limit" : status == 503 ? "busy" : "bad";
}

static void refusal_write(struct text *out, int status, const char *sentence)
{
    text_char(out, '{');
    json_key_string(out, "why", sentence);
    json_key_string(out, "code", code_of(status));
    text_put(out, "}\n");
}

/* For programs. */
int http_refuse(struct line *line, const struct refusal *refusal)
{
    char page[PAGE_MAX];
    struct text out = text_in(page, sizeof page);

    refusal_write(&out, refusal->status, refusal->sentence);
    return say(line, refusal, "application/json", "no-store", page);
}

/* For people. */
static int refuse_page(struct line *line, const struct answer *answer)
{
    struct refusal refusal = {
        .status = answer->status, .hang_up = answer->hang_up, .allow = answer->status == 405 ? "GET, HEAD" : NULL};
    char page[PAGE_MAX];

    snprintf(page, sizeof page,
             "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
             "<title>Wabe: %d</title>\n<h1>Wabe</h1>\n<p>%s</p>\n"
             "<p><a href=\"/\">To the games</a></p>\n</html>\n",
             answer->status, answer->sentence);
    return say(line, &refusal, "text/html; charset=utf-8", "no-cache", page);
}

/* A file of the site, or that the client has it. It is kept, but asked for each time; the tags make that short. */
static int hand_out(struct line *line, const struct answer *answer)
{
    const struct asset *asset = answer->asset;
    unsigned char room[LWS_PRE + HEADERS_MAX];
    struct head head = {line->wsi, room + LWS_PRE, room + LWS_PRE, room + sizeof room, false};

    line->size = answer->packed ? asset->packed_size : asset->size;
    head_status(&head, answer->status);
    head_put(&head, WSI_TOKEN_HTTP_ETAG, asset->tag);
    head_put(&head, WSI_TOKEN_HTTP_VARY, "Accept-Encoding");
    head_put(&head, WSI_TOKEN_HTTP_CACHE_CONTROL, "no-cache");
    if (answer->status == 200) {
        head_put(&head, WSI_TOKEN_HTTP_CONTENT_TYPE, asset->type);
        if (answer->packed)
            head_put(&head, WSI_TOKEN_HTTP_CONTENT_ENCODING, "gzip");
        head_length(&head, line->size);
    }
    if (head.failed || lws_finalize_write_http_header(line->wsi, head.start, &head.at, head.end) != 0)
        return -1;
    if (answer->status != 200)
        line->size = 0;
    if (!answer->packed && line->size > 0 && !line->wants_no_body)
        line->owned = site_unpack(asset);
    line->body = answer->packed ? asset->packed : line->owned;
    if (!line->body && line->size > 0 && !line->wants_no_body)
        return -1;
    return begin_body(line);
}

/* ---- a request ------------------------------------------------------------------------------- */

static bool has_body(struct lws *wsi)
{
    char length[VALUE_MAX];

    return (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
            strcmp(header_value(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length), "0") != 0) ||
           lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
}

static enum asking asking(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI)    ? ASKS_GET
           : lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) ? ASKS_HEAD
                                                           : ASKS_OTHERWISE;
}

static int hear_page(struct net *net, struct line *line, const char *path)
{
    char host[VALUE_MAX], have[VALUE_MAX], accept[VALUE_MAX];
    struct request request = {
        .asking = asking(line->wsi),
        .has_body = has_body(line->wsi),
        .path = path,
        .host = header_value(line->wsi, WSI_TOKEN_HOST, host),
        .if_none_match = header_value(line->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, have),
        .accept_encoding = header_value(line->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept),
    };
    struct answer answer = answer_to(&request, &net->names);

    if (answer.status == 421)
        net->counts.refused_host++;
    return answer.asset ? hand_out(line, &answer) : refuse_page(line, &answer);
}

bool http_may_come(struct net *net, struct visitor *caller, struct refusal *refusal)
{
    *refusal = (struct refusal){.status = 429, .hang_up = true, .retry_after = 10};
    if (!caller)
        refusal->sentence = "There are too many people here; try again in a while.";
    else if (!pace_take(&net->requests_pace, net_now(), &caller->due, &refusal->retry_after))
        refusal->sentence = "These were too many requests in a minute; wait a little.";
    else if (caller->busy >= net->limits.connections_per_address)
        refusal->sentence = "There are too many connections from your address; close some of them.";
    else
        return true;
    net->counts.refused_limit++;
    return false;
}

/* What a POST has to be, apart from its content. */
static bool post_is_fine(struct lws *wsi, size_t *size, struct refusal *refusal)
{
    char value[VALUE_MAX];
    uint64_t n;
    size_t type;

    *refusal = (struct refusal){.status = 400, .hang_up = true};
    header_value(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, value);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 || !*value) {
        refusal->status = 411;
        refusal->sentence = "A request with content has to say how long it is.";
        return false;
    }
    if (value[strspn(value, "0123456789")]) {
        refusal->sentence = "The length of the content is no number.";
        return false;
    }
    if (!text_read_number(value, strlen(value), BODY_MAX, &n)) {
        refusal->status = 413;
        refusal->sentence = "The content of a request has at most 4096 bytes.";
        return false;
    }
    *size = (size_t)n;
    type = strcspn(header_value(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, value), "; \t");
    if (type != strlen("application/json") || strncasecmp(value, "application/json", type) != 0) {
        refusal->status = 415;
        refusal->sentence = "The content of a request has to be application/json.";
        return false;
    }
    return true;
}

/* Whether a request below /api/ is one that the hooks should hear of. */
static bool is_fine(struct net *net, struct line *line, const char *path, size_t *size, struct refusal *refusal)
{
    bool posts = lws_hdr_total_length(line->wsi, WSI_TOKEN_POST_URI) > 0;
    bool with_body = has_body(line->wsi);
    char host[VALUE_MAX];

    *refusal = (struct refusal){.hang_up = posts || with_body};
    if (!host_is_meant(header_value(line->wsi, WSI_TOKEN_HOST, host), &net->names)) {
        refusal->status = 421;
        refusal->sentence = host_is_not_meant;
        net->counts.refused_host++;
    } else if (posts && !origin_is_own(net, line->wsi)) {
        refusal->status = 403;
        refusal->sentence = "This was sent by a page of somebody else.";
        net->counts.refused_origin++;
    } else if (!posts && asking(line->wsi) == ASKS_OTHERWISE) {
        *refusal = (struct refusal){.status = 405,
                                    .sentence = "GET, HEAD and POST are all that is understood here.",
                                    .hang_up = true,
                                    .allow = "GET, HEAD, POST"};
    } else if (!posts && with_body) {
        refusal->status = 400;
        refusal->sentence = "Only a POST has content of its own.";
    } else if (strlen(path) >= NET_PATH_SIZE) {
        refusal->status = 404;
        refusal->sentence = "There is nothing here.";
    } else {
        return !posts || post_is_fine(line->wsi, size, refusal);
    }
    return false;
}

/* Until the hooks have answered nothing more is read: libwebsockets would not know what to do with it. */
static int ask(struct net *net, struct line *line, const struct net_request *request)
{
    line->stage = LINE_ASKED;
    line->since = net_now();
    line_name(net, line);
    lws_set_timeout(line->wsi, NO_PENDING_TIMEOUT, 0);
    lws_rx_flow_control(line->wsi, 0);
    net->counts.bytes_in += request->body_n;
    net->hooks.ask(net->hooks.self, line->peer, request);
    return 0;
}

static int hear_api(struct net *net, struct line *line, const char *path)
{
    struct net_request request;
    struct refusal refusal;
    struct visitor *caller = request_read(net, line, path, &request);
    size_t size = 0;

    if (strcmp(path, "/healthz") != 0 && !http_may_come(net, caller, &refusal))
        return http_refuse(line, &refusal);
    if (!is_fine(net, line, path, &size, &refusal)) {
        net->counts.refused_bad += refusal.status != 421 && refusal.status != 403;
        return http_refuse(line, &refusal);
    }
    if (caller)
        line_charge(line, caller);
    if (!request.posts)
        return ask(net, line, &request);
    line->post = calloc(1, sizeof *line->post);
    if (!line->post)
        return -1;
    line->post->request = request;
    line->post->size = size;
    line->since = net_now();
    line->stage = LINE_BODY;
    return 0;
}

int http_body(struct line *line, const void *bytes, size_t n)
{
    struct post *post = line->post;

    if (line->hangs_up)
        return 0; /* it comes too late */
    if (line->stage != LINE_BODY || n > post->size - post->request.body_n)
        return -1;
    if (n > 0)
        memcpy(post->body + post->request.body_n, bytes, n);
    post->request.body_n += n;
    return 0;
}

/* libwebsockets says so again when the next request comes early. */
int http_body_over(struct net *net, struct line *line)
{
    if (line->stage != LINE_BODY)
        return 0;
    line->post->request.body = line->post->body;
    return ask(net, line, &line->post->request);
}

/* Only the figures, to whoever can reach that address. */
static int hear_metrics(struct net *net, struct line *line, const char *path)
{
    unsigned char room[LWS_PRE + HEADERS_MAX];
    struct head head = {line->wsi, room + LWS_PRE, room + LWS_PRE, room + sizeof room, false};
    struct refusal nothing = {.status = 404, .sentence = "There is only /metrics here.", .hang_up = true};
    struct text out;

    if (asking(line->wsi) == ASKS_OTHERWISE || has_body(line->wsi) || strcmp(path, "/metrics") != 0)
        return http_refuse(line, &nothing);
    line->owned = malloc(METRICS_MAX);
    if (!line->owned)
        return -1;
    out = text_in((char *)line->owned, METRICS_MAX);
    if (net->hooks.metrics)
        net->hooks.metrics(net->hooks.self, &out);
    line->body = line->owned;
    line->size = out.used;
    head_status(&head, 200);
    head_put(&head, WSI_TOKEN_HTTP_CONTENT_TYPE, "text/plain; version=0.0.4");
    head_put(&head, WSI_TOKEN_HTTP_CACHE_CONTROL, "no-store");
    head_length(&head, line->size);
    if (head.failed || lws_finalize_write_http_header(line->wsi, head.start, &head.at, head.end) != 0)
        return -1;
    return begin_body(line);
}

int http_hear(struct net *net, struct line *line, const char *path)
{
    http_end(line);
    net->counts.requests++;
    line->wants_no_body = asking(line->wsi) == ASKS_HEAD;
    if (line->for_metrics)
        return hear_metrics(net, line, path);
    if (net->hooks.ask && (strcmp(path, "/healthz") == 0 || strncmp(path, "/api/", 5) == 0))
        return hear_api(net, line, path);
    return hear_page(net, line, path);
}

/* ---- the answer of the hooks ------------------------------------------------------------------ */

static int send_letter(struct net *net, struct line *line)
{
    const struct net_reply *reply = &line->letter->reply;
    unsigned char room[LWS_PRE + HEADERS_MAX];
    struct head head = {line->wsi, room + LWS_PRE, room + LWS_PRE, room + sizeof room, false};
    char name[256];

    head_status(&head, reply->status);
    head_put(&head, WSI_TOKEN_HTTP_CONTENT_TYPE, reply->type);
    head_put(&head, WSI_TOKEN_HTTP_CACHE_CONTROL, "no-store");
    if (reply->cookie)
        head_put(&head, WSI_TOKEN_HTTP_SET_COOKIE, reply->cookie);
    head_retry(&head, reply->retry_after);
    if (line->hangs_up)
        head_put(&head, WSI_TOKEN_CONNECTION, "close");
    if (reply->file_name) {
        snprintf(name, sizeof name, "attachment; filename=\"%s\"", reply->file_name);
        head_put(&head, WSI_TOKEN_HTTP_CONTENT_DISPOSITION, name);
    }
    head_length(&head, reply->body_n);
    if (head.failed || lws_finalize_write_http_header(line->wsi, head.start, &head.at, head.end) != 0)
        return -1;
    net->counts.bytes_out += reply->body_n;
    line->body = line->letter->body;
    line->size = reply->body_n;
    return begin_body(line);
}

int http_write(struct net *net, struct line *line)
{
    if (line->stage == LINE_ANSWERED)
        return send_letter(net, line);
    if (line->stage == LINE_SENDS)
        return go_on(net, line);
    return 0;
}

static bool copy_text(char **out, const char *text)
{
    *out = text ? strdup(text) : NULL;
    return *out || !text;
}

/* Its own copy of everything, since the hooks' memory may be gone by the time it is written. */
static struct letter *letter_new(const struct net_reply *reply)
{
    struct letter *letter = calloc(1, sizeof *letter);

    if (!letter)
        return NULL;
    letter->body = malloc(reply->body_n + 1);
    if (!letter->body || !copy_text(&letter->type, reply->type ? reply->type : "application/json") ||
        !copy_text(&letter->cookie, reply->cookie) || !copy_text(&letter->file_name, reply->file_name)) {
        letter_free(letter);
        return NULL;
    }
    if (reply->body_n > 0)
        memcpy(letter->body, reply->body, reply->body_n);
    for (char *c = letter->file_name; c && *c; c++)
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ')
            *c = '_';
    letter->reply = *reply;
    letter->reply.type = letter->type;
    letter->reply.cookie = letter->cookie;
    letter->reply.file_name = letter->file_name;
    return letter;
}

static void answer(struct line *line, const struct net_reply *reply)
{
    line->letter = letter_new(reply);
    line->stage = LINE_ANSWERED;
    lws_rx_flow_control(line->wsi, 1);
    lws_set_timeout(line->wsi, PENDING_TIMEOUT_HTTP_CONTENT, line->letter ? PATIENCE : LWS_TO_KILL_ASYNC);
    lws_callback_on_writable(line->wsi);
}

void net_answer(struct net *net, peer_t peer, const struct net_reply *reply)
{
    struct line *line = line_find(net, peer);

    if (!line || line->stage != LINE_ASKED)
        return;
    net->counts.refused_limit += reply->status == 429;
    answer(line, reply);
}

/* Nobody should wait for ever: whoever asks, for the hooks; we, for a body that comes byte by byte. */
void http_late(struct net *net, struct line *line, int64_t now)
{
    bool asks = line->stage == LINE_BODY;
    int64_t patience = asks ? (int64_t)net->limits.body_ms * (SECOND / 1000) : (int64_t)PATIENCE * SECOND;
    char page[PAGE_MAX];
    struct text out = text_in(page, sizeof page);
    struct net_reply reply = {.status = asks ? 408 : 503, .body = page, .retry_after = asks ? 0 : 5};

    if ((!asks && line->stage != LINE_ASKED) || now - line->since < patience)
        return;
    refusal_write(&out, reply.status,
                  asks ? "The content of the request has not come in time."
                       : "The server takes too long to answer; try again in a while.");
    reply.body_n = out.used;
    net->counts.refused_bad += asks;
    line->hangs_up = asks; /* what is still to come is not the next request */
    answer(line, &reply);
}
