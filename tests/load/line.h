/* line.h: one connection of a client: a request of HTTP, then a WebSocket. As much of both as a server on this machine
 * needs that answers as it should; whatever else it does is a lost connection. */
#ifndef WABE_LOAD_LINE_H
#define WABE_LOAD_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

struct line {
    int file;       /* -1: none */
    bool is_socket; /* a WebSocket; otherwise answers of HTTP come */
    char *kept;     /* what has come of a message that is not whole yet */
    size_t kept_n;
    uint64_t bytes; /* received */
};

struct line_hooks {
    /* The status and all of an answer; a message, which may be written to. */
    void (*answered)(void *self, int status, const char *text);
    void (*heard)(void *self, char *text, size_t n);
};

/* Numeric, and of this machine only: "127.0.0.1:8080", "[::1]:8080". False if it is not. */
bool line_address(const char *text, struct sockaddr_storage *out, socklen_t *n);

bool line_open(struct line *line, const struct sockaddr_storage *address, socklen_t n);
void line_close(struct line *line);
bool line_send(struct line *line, const char *bytes, size_t n);    /* as it is */
bool line_say(struct line *line, const char *text, uint32_t mask); /* as a message, of less than SAY_MAX bytes */
enum { SAY_MAX = 1000 };

/* Takes what has come. False if the connection is lost. */
bool line_hear(struct line *line, const struct line_hooks *hooks, void *self);

#endif
