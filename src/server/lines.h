/* lines.h: the parts of net.h's implementation, among themselves. A line is a TCP connection: it has requests one after
 * the other, or becomes a WebSocket. */
#ifndef WABE_LINES_H
#define WABE_LINES_H

#include <netdb.h>
#include <stdatomic.h>

#include <ev.h>
#include <libwebsockets.h>

#include "answer.h"
#include "crowd.h"
#include "frames.h"
#include "net.h"

enum {
    HEADERS_MAX = 4096,  /* of an answer */
    REQUEST_MAX = 16384, /* of a request: browsers add the cookies of whatever else is on this machine */
    BODY_MAX = 4096,     /* of a POST */
    VALUE_MAX = 1024,    /* of a header that we read */
    PIECE = 16 * 1024,   /* of a body, at one go */
    PATIENCE = 20,       /* seconds for a piece, and for an answer of the hooks */
    PING_EVERY = 30,     /* seconds */
    SILENCE = 75,        /* seconds without a sign of life */
    REASON_MAX = 120,    /* bytes of the reason of a close */
    SLOT_BITS = 17,
    FILES_MAX = 65536, /* open at once, which connections are */
};

enum stage {
    LINE_IDLE,
    LINE_BODY,     /* the body of a POST is on its way */
    LINE_ASKED,    /* the hooks have it */
    LINE_ANSWERED, /* they have answered */
    LINE_SENDS,    /* the body of the answer goes out */
    LINE_SOCKET,   /* a WebSocket */
    LINE_LEAVES,   /* what waits goes out, then the close frame; nothing is heard any more */
    LINE_LEFT,     /* closed, the rest is the business of libwebsockets */
};

/* A POST while its body comes. */
struct post {
    struct net_request request;
    size_t size;
    char body[BODY_MAX + 1];
};

/* What the hooks answered, until it can be written. */
struct letter {
    struct net_reply reply;
    char *type, *cookie, *file_name;
    unsigned char *body;
};

/* A message that waits, with the room before it that libwebsockets wants. */
struct parcel {
    struct parcel *next;
    size_t n;
    unsigned char bytes[];
};

struct line {
    struct lws *wsi;
    int fd;
    peer_t peer; /* of the request or the WebSocket; 0: none */
    uint32_t slot;
    enum stage stage;
    bool for_metrics, is_near, wants_no_body;
    bool hangs_up;            /* after the answer */
    bool was_socket, is_told; /* the hooks have been told of it, and not yet that it is gone */
    place_t place;            /* of the TCP connection */
    struct visitor *visitor;  /* of it; and of what is under way, which a proxy may tell: */
    struct visitor *caller;
    int64_t since; /* asked, or heard last; of a body: when its head was there */

    unsigned head_line; /* of requests, see frames_head */
    struct frames frames;
    bool unmasked; /* a frame had no mask: the end */

    struct post *post;
    struct letter *letter;
    const unsigned char *body;
    size_t size, sent;
    unsigned char *owned; /* the body, if it has to be freed */

    struct parcel *first, **last;
    size_t waiting; /* bytes, without the message that libwebsockets is writing */
    char *heard;    /* a message that has come in part */
    size_t heard_n;
    int64_t pinged, message_due;
    bool ping;
    int code;
    char *reason;
};

struct net {
    struct lws_context *context;
    struct ev_loop *loop; /* that drives it; NULL: its own */
    struct lws_vhost *vhost, *metrics_vhost;
    struct net_hooks hooks;
    struct net_limits limits;
    struct net_counts counts;
    struct pace requests_pace, messages_pace;
    bool trust_proxy, leaving;
    struct names names;
    char host[NI_MAXHOST], address[256]; /* an IPv6 address may name an interface too */
    char public_name[NET_LINK_MAX], public_host[NI_MAXHOST];
    int family;
    atomic_bool stopped, woken;
    char policy[1024];
    struct lws_protocol_vhost_options headers[8]; /* of every answer, libwebsockets' own included */
    lws_sorted_usec_list_t tick;
    int64_t tick_due;
    lws_sorted_usec_list_t alarm;
    int64_t alarm_due; /* 0: none is set */

    struct crowd crowd;
    struct line **lines; /* by slot */
    struct line **by_fd; /* FILES_MAX of them; NULL: no connection */
    uint32_t slots, used, swept;
    uint32_t farewells; /* WebSockets whose connections are still there, those that were closed included */
    uint32_t *free_slots, free_n;
    uint64_t serial;

    unsigned char room[LWS_PRE + PIECE];
    char cookies[REQUEST_MAX];
    char *scratch; /* a message, whole */
};

/* peers.c: lines by number. */
bool line_open(struct net *net, struct lws *wsi, place_t place, bool is_near, bool for_metrics);
void line_close(struct net *net, struct line *line);
void line_name(struct net *net, struct line *line);
struct line *line_find(struct net *net, peer_t peer);
void lines_end(struct net *net);
/* Counts the request or the WebSocket to its caller; over when the line is told so, or closes. */
void line_charge(struct line *line, struct visitor *caller);
void line_discharge(struct line *line);

/* reads.c: looks at what is read by this thread, in between. */
void reads_begin(struct net *net);
void reads_end(void);

/* request.c: what a request says. */
const char *header_value(struct lws *wsi, enum lws_token_indexes name, char out[VALUE_MAX]);
void token_read(const char *cookies, char out[NET_TOKEN_SIZE]);
struct visitor *request_read(struct net *net, struct line *line, const char *path, struct net_request *out);
bool origin_is_own(const struct net *net, struct lws *wsi);

/* http.c: requests and their answers. Those that return an int do so for libwebsockets: not 0 ends the connection. */
struct refusal {
    int status;
    const char *sentence;
    bool hang_up;
    int retry_after;
    const char *allow;
};

int http_hear(struct net *net, struct line *line, const char *path);
int http_body(struct line *line, const void *bytes, size_t n);
int http_body_over(struct net *net, struct line *line);
int http_write(struct net *net, struct line *line);
void http_end(struct line *line);
void http_late(struct net *net, struct line *line, int64_t now);
int http_refuse(struct line *line, const struct refusal *refusal);
/* What of an address is too much. False with the refusal. */
bool http_may_come(struct net *net, struct visitor *caller, struct refusal *refusal);

/* socket.c: WebSockets. */
int socket_admit(struct net *net, struct line *line);
int socket_open(struct net *net, struct line *line);
int socket_hear(struct net *net, struct line *line, const char *bytes, size_t n);
int socket_write(struct net *net, struct line *line);
void socket_alive(struct line *line);
void socket_check(struct line *line, int64_t now);
void socket_leave(struct line *line, int code, const char *reason);
void socket_gone(struct net *net, struct line *line);
void socket_end(struct line *line);

static inline int64_t net_now(void)
{
    return (int64_t)lws_now_usecs();
}

enum { SECOND = 1000000 };

#endif
