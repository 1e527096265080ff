/* socket.c: WebSockets: whole messages in, a queue out, and manners. */
#define _DEFAULT_SOURCE

#include "lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { KERNEL_ROOM = 128 * 1024, FAREWELL = 10 };

static const char socket_path[] = "/api/1/socket", subprotocol[] = "wabe.1";

/* ---- who gets in ------------------------------------------------------------------------------ */

/* Whether a list as "a, b" has this word. */
static bool has_word(const char *list, const char *word)
{
    while (*list) {
        size_t n;

        list += strspn(list, ", \t");
        n = strcspn(list, ", \t");
        if (n == strlen(word) && strncasecmp(list, word, n) == 0)
            return true;
        list += n;
    }
    return false;
}

static bool is_fine(struct net *net, struct lws *wsi, const char *path, struct refusal *refusal)
{
    char host[VALUE_MAX], protocols[VALUE_MAX], version[VALUE_MAX], connection[VALUE_MAX];

    *refusal = (struct refusal){.status = 400, .hang_up = true};
    if (!host_is_meant(header_value(wsi, WSI_TOKEN_HOST, host), &net->names)) {
        refusal->status = 421;
        refusal->sentence = host_is_not_meant;
        net->counts.refused_host++;
    } else if (!origin_is_own(net, wsi)) {
        refusal->status = 403;
        refusal->sentence = "A page of somebody else wants to connect.";
        net->counts.refused_origin++;
    } else if (strcmp(path, socket_path) != 0) {
        refusal->status = 404;
        refusal->sentence = "There is no WebSocket here; it is at /api/1/socket.";
    } else if (!has_word(header_value(wsi, WSI_TOKEN_PROTOCOL, protocols), subprotocol)) {
        refusal->sentence = "The WebSocket speaks the subprotocol wabe.1 only.";
    } else if (strcmp(header_value(wsi, WSI_TOKEN_VERSION, version), "13") != 0 ||
               lws_hdr_total_length(wsi, WSI_TOKEN_KEY) <= 0 ||
               !has_word(header_value(wsi, WSI_TOKEN_CONNECTION, connection), "upgrade")) {
        refusal->sentence = "This is not how a WebSocket is opened.";
    } else {
        return true;
    }
    net->counts.refused_bad += refusal->status != 421 && refusal->status != 403;
    return false;
}

/* Before libwebsockets has said yes: a refusal can still be an answer. */
int socket_admit(struct net *net, struct line *line)
{
    struct net_request request;
    struct refusal refusal;
    struct visitor *caller;
    char path[VALUE_MAX];

    http_end(line);
    net->counts.requests++;
    line->wants_no_body = false;
    if (line->for_metrics || !net->hooks.open)
        return -1;
    caller = request_read(net, line, header_value(line->wsi, WSI_TOKEN_GET_URI, path), &request);
    if (!http_may_come(net, caller, &refusal) || !is_fine(net, line->wsi, path, &refusal))
        return http_refuse(line, &refusal);
    return 0;
}

int socket_open(struct net *net, struct line *line)
{
    struct net_request request;
    struct visitor *caller = request_read(net, line, socket_path, &request);
    int room = KERNEL_ROOM;

    if (!caller)
        return -1;
    /* What the kernel may keep of a message for a reader far away. */
    setsockopt(lws_get_socket_fd(line->wsi), SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    line_charge(line, caller);
    line_name(net, line);
    line->stage = LINE_SOCKET;
    line->since = line->pinged = net_now();
    line->was_socket = line->is_told = true;
    net->counts.opened++;
    net->counts.sockets++;
    net->farewells++;
    net->hooks.open(net->hooks.self, line->peer, &request);
    if (net->leaving)
        socket_leave(line, 1001, "The server stops.");
    return 0;
}

void socket_gone(struct net *net, struct line *line)
{
    peer_t peer = line->peer;

    if (!line->is_told)
        return;
    line->is_told = false;
    line->stage = LINE_LEFT;
    line->peer = 0;
    net->counts.sockets--;
    if (net->hooks.gone)
        net->hooks.gone(net->hooks.self, peer);
}

void socket_end(struct line *line)
{
    while (line->first) {
        struct parcel *next = line->first->next;

        free(line->first);
        line->first = next;
    }
    line->last = &line->first;
    free(line->heard);
    free(line->reason);
    line->heard = line->reason = NULL;
}

/* ---- in --------------------------------------------------------------------------------------- */

/* With what waits before it. Whoever does not read that in time is not worth the wait. */
void socket_leave(struct line *line, int code, const char *reason)
{
    size_t n = strlen(reason) < REASON_MAX ? strlen(reason) : REASON_MAX;

    if (line->stage != LINE_SOCKET)
        return;
    line->stage = LINE_LEAVES;
    line->code = code;
    line->reason = malloc(n + 1);
    if (line->reason) {
        memcpy(line->reason, reason, n);
        line->reason[n] = 0;
    }
    free(line->heard);
    line->heard = NULL;
    lws_set_timeout(line->wsi, PENDING_TIMEOUT_CLOSE_SEND, FAREWELL);
    lws_callback_on_writable(line->wsi);
}

static bool is_utf8(const char *text, size_t n)
{
    const char *end = text + n;

    while (text < end)
        if (text_character(&text) == TEXT_BAD)
            return false;
    return true;
}

/* A whole message, with a zero byte after it. */
static void hear(struct net *net, struct line *line, const char *text, size_t n)
{
    int wait;

    if (!is_utf8(text, n)) {
        net->counts.refused_bad++;
        socket_leave(line, 1007, "This is not UTF-8.");
    } else if (!pace_take(&net->messages_pace, line->since, &line->message_due, &wait)) {
        net->counts.refused_limit++;
        socket_leave(line, 1008, "These were too many messages in a short time.");
    } else {
        net->counts.messages_in++;
        if (net->hooks.hear)
            net->hooks.hear(net->hooks.self, line->peer, text, n);
    }
}

/* A message usually comes in one piece; otherwise it is put together here. */
int socket_hear(struct net *net, struct line *line, const char *bytes, size_t n)
{
    bool first = lws_is_first_fragment(line->wsi), last = lws_is_final_fragment(line->wsi);
    char *message;

    if (line->stage != LINE_SOCKET)
        return 0;
    line->since = net_now();
    net->counts.bytes_in += n;
    if (lws_frame_is_binary(line->wsi)) {
        net->counts.refused_bad++;
        socket_leave(line, 1003, "Messages are text.");
        return 0;
    }
    if (line->heard_n + n + lws_remaining_packet_payload(line->wsi) > net->limits.message) {
        net->counts.refused_bad++;
        socket_leave(line, 1009, "This message is too long.");
        return 0;
    }
    if (!(first && last) && !line->heard)
        line->heard = malloc(net->limits.message + 1);
    message = line->heard ? line->heard : net->scratch;
    if (!message || (!(first && last) && !line->heard))
        return -1;
    if (n > 0)
        memcpy(message + line->heard_n, bytes, n);
    line->heard_n += n;
    if (!last)
        return 0;
    message[line->heard_n] = 0;
    n = line->heard_n;
    line->heard_n = 0;
    line->heard = NULL;
    hear(net, line, message, n);
    if (message != net->scratch)
        free(message);
    return 0;
}

/* ---- out -------------------------------------------------------------------------------------- */

/* One thing at a time; libwebsockets calls again when that is out, whole. */
int socket_write(struct net *net, struct line *line)
{
    struct parcel *parcel = line->first;

    if (line->unmasked && line->stage == LINE_SOCKET) {
        net->counts.refused_bad++;
        socket_leave(line, 1002, "Frames of a client have to be masked.");
    }
    if (line->stage != LINE_SOCKET && line->stage != LINE_LEAVES)
        return 0;
    if (line->ping) {
        unsigned char room[LWS_PRE + 4] = {0};

        line->ping = false;
        memcpy(room + LWS_PRE, "wabe", 4);
        if (lws_write(line->wsi, room + LWS_PRE, 4, LWS_WRITE_PING) < 0)
            return -1;
    } else if (parcel) {
        line->first = parcel->next;
        if (!line->first)
            line->last = &line->first;
        line->waiting -= parcel->n;
        if (lws_write(line->wsi, parcel->bytes + LWS_PRE, parcel->n, LWS_WRITE_TEXT) < (int)parcel->n) {
            free(parcel);
            return -1;
        }
        net->counts.messages_out++;
        net->counts.bytes_out += parcel->n;
        free(parcel);
    } else if (line->stage == LINE_LEAVES) {
        const char *reason = line->reason ? line->reason : "";

        lws_close_reason(line->wsi, (enum lws_close_status)line->code, (unsigned char *)line->reason, strlen(reason));
        socket_gone(net, line);
        return -1;
    }
    if (line->first || line->stage == LINE_LEAVES)
        lws_callback_on_writable(line->wsi);
    return 0;
}

bool net_send(struct net *net, peer_t peer, const char *text, size_t n)
{
    struct line *line = line_find(net, peer);
    struct parcel *parcel;

    if (!line || line->stage != LINE_SOCKET)
        return false;
    parcel = malloc(sizeof *parcel + LWS_PRE + n);
    if (!parcel || (line->waiting > 0 && line->waiting + n > net->limits.waiting)) {
        free(parcel);
        net->counts.hung_up_slow++;
        line->stage = LINE_LEFT;
        lws_set_timeout(line->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
        return true;
    }
    parcel->next = NULL;
    parcel->n = n;
    memcpy(parcel->bytes + LWS_PRE, text, n);
    *line->last = parcel;
    line->last = &parcel->next;
    line->waiting += n;
    lws_callback_on_writable(line->wsi);
    return true;
}

void net_hang_up(struct net *net, peer_t peer, int code, const char *reason)
{
    struct line *line = line_find(net, peer);

    if (line)
        socket_leave(line, code, reason);
}

/* ---- pings ------------------------------------------------------------------------------------ */

void socket_alive(struct line *line)
{
    line->since = net_now();
}

void socket_check(struct line *line, int64_t now)
{
    if (now - line->since >= (int64_t)SILENCE * SECOND) {
        line->stage = LINE_LEFT;
        lws_set_timeout(line->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    } else if (now - line->pinged >= (int64_t)PING_EVERY * SECOND) {
        line->pinged = now;
        line->ping = true;
        lws_callback_on_writable(line->wsi);
    }
}
