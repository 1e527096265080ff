/* net.h: the server's one loop: HTTP and WebSockets by libwebsockets, which only this part knows. Everything here is
 * for the thread of the loop, but for net_wake and net_stop. */
#ifndef WABE_NET_H
#define WABE_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../table/text.h"

struct net;
typedef uint64_t peer_t; /* a connection or a request; a number is never used again */

enum { NET_LINK_MAX = 320, NET_TOKEN_SIZE = 65, NET_ADDRESS_SIZE = 64, NET_PATH_SIZE = 256 };

/* What the loop answers by itself: the pages, refusals of wrong hosts and origins, limits. The hooks get the rest. */
struct net_request {
    bool posts;                     /* POST with a JSON body; otherwise GET or HEAD */
    char path[NET_PATH_SIZE];       /* "/api/1/me", decoded */
    char token[NET_TOKEN_SIZE];     /* the value of the cookie `wabe`; "" */
    char address[NET_ADDRESS_SIZE]; /* where it comes from: for limits. Of an IPv6 address its first 64 bits */
    bool safe;                      /* came by TLS, as a trusted proxy says: cookies get Secure */
    const char *body;
    size_t body_n;
};

struct net_reply {
    int status;
    const char *type; /* "application/json"; NULL is that */
    const char *body;
    size_t body_n;
    const char *cookie;    /* the value of Set-Cookie, or NULL */
    int retry_after;       /* seconds; 0: none */
    const char *file_name; /* of a record that is downloaded; or NULL */
};

struct net_hooks {
    void *self;
    /* A request for /healthz or below /api/. To be answered by net_reply, now or later; it may be gone by then. */
    void (*ask)(void *self, peer_t peer, const struct net_request *request);
    /* A WebSocket is open; a whole message came; it is gone. */
    void (*open)(void *self, peer_t peer, const struct net_request *request);
    void (*hear)(void *self, peer_t peer, const char *text, size_t n);
    void (*gone)(void *self, peer_t peer);
    void (*wake)(void *self);                      /* after net_wake, from any thread, soon and at least once */
    void (*tick)(void *self);                      /* every 100 ms */
    void (*metrics)(void *self, struct text *out); /* Prometheus text, for the other address */
    void (*alarm)(void *self);                     /* when net_alarm said */
};

struct net_limits {
    uint32_t connections;             /* all; 0: the default */
    uint32_t connections_per_address; /* likewise; WebSockets and requests under way */
    uint32_t requests_per_minute;     /* of an address, below /api/ */
    uint32_t body_ms;                 /* milliseconds for the whole content of a request */
    uint32_t message;                 /* bytes from a client */
    uint32_t messages_per_second;     /* of a WebSocket on average; four times as many at once */
    uint32_t waiting;                 /* bytes that wait for a slow reader, before it is hung up on */
};

struct net_settings {
    const char *host;        /* a name or an address */
    int port;                /* 0: any that is free */
    const char *public_name; /* "https://games.example.org", behind a proxy; or NULL */
    bool trust_proxy;        /* X-Forwarded-For and X-Forwarded-Proto of a proxy on this machine count */
    const char *metrics;     /* "127.0.0.1:9100", or NULL */
    struct net_limits limits;
};

/* Counters for metrics; the loop counts. */
struct net_counts {
    uint64_t requests, opened, messages_in, messages_out, bytes_in, bytes_out;
    uint64_t refused_host, refused_origin, refused_limit, refused_bad, hung_up_slow;
    uint32_t sockets; /* open now */
};

/* NULL with the reason; *busy: another program has the port. */
struct net *net_open(const struct net_settings *settings, const struct net_hooks *hooks, bool *busy, struct why *why);
int net_port(const struct net *net);
void net_link(const struct net *net, char out[NET_LINK_MAX]);
bool net_is_public(const struct net *net);
const struct net_counts *net_counts(const struct net *net);

/* Answers until net_stop is called, by a signal handler or another thread. Then closes the WebSockets with 1001, says
 * what waits, and returns; all WebSockets are gone then. False if the loop broke down. */
bool net_run(struct net *net);
void net_stop(struct net *net);
void net_wake(struct net *net);

/* The hook `alarm` is called once in so many milliseconds; if it has been asked for sooner already, only then. */
void net_alarm(struct net *net, int64_t ms);
void net_close(struct net *net);

/* Queues one message. False if the peer is gone; a peer that reads too slowly is hung up on (its `gone` comes later).
 */
bool net_send(struct net *net, peer_t peer, const char *text, size_t n);
/* Ends a WebSocket, after what waits for it, with a close code and a reason of at most 120 bytes. */
void net_hang_up(struct net *net, peer_t peer, int code, const char *reason);
void net_answer(struct net *net, peer_t peer, const struct net_reply *reply);

#endif
