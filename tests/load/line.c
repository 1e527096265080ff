#define _GNU_SOURCE

#include "line.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = (1 << 20) + 4096, TEXT = 1, PING = 9, PONG = 10, FINAL = 0x80, MASKED = 0x80 };

/* ---- where to -------------------------------------------------------------------------------------------------- */

static bool is_near(const struct sockaddr_storage *address)
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)address;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;

    return address->ss_family == AF_INET ? ntohl(four->sin_addr.s_addr) >> 24 == 127
                                         : IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
}

bool line_address(const char *text, struct sockaddr_storage *out, socklen_t *n)
{
    struct sockaddr_in *four = (struct sockaddr_in *)out;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)out;
    const char *colon = strrchr(text, ':');
    char host[INET6_ADDRSTRLEN];
    size_t host_n = colon ? (size_t)(colon - text) : 0;
    bool bracketed = host_n > 2 && text[0] == '[' && text[host_n - 1] == ']';
    long port = colon ? strtol(colon + 1, NULL, 10) : 0;

    if (bracketed) {
        text++;
        host_n -= 2;
    }
    if (host_n == 0 || host_n >= sizeof host || port < 1 || port > 65535)
        return false;
    memcpy(host, text, host_n);
    host[host_n] = 0;
    memset(out, 0, sizeof *out);
    *n = bracketed ? sizeof *six : sizeof *four;
    out->ss_family = bracketed ? AF_INET6 : AF_INET;
    if (bracketed)
        six->sin6_port = htons((uint16_t)port);
    else
        four->sin_port = htons((uint16_t)port);
    return inet_pton(out->ss_family, host, bracketed ? (void *)&six->sin6_addr : (void *)&four->sin_addr) == 1 &&
           is_near(out);
}

bool line_open(struct line *line, const struct sockaddr_storage *address, socklen_t n)
{
    int on = 1;

    *line = (struct line){.file = socket(address->ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (line->file < 0)
        return false;
    setsockopt(line->file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(line->file, (const struct sockaddr *)address, n) == 0 && fcntl(line->file, F_SETFL, O_NONBLOCK) == 0)
        return true;
    line_close(line);
    return false;
}

void line_close(struct line *line)
{
    if (line->file >= 0)
        close(line->file);
    free(line->kept);
    line->file = -1;
    line->kept = NULL;
    line->kept_n = 0;
}

/* ---- out ------------------------------------------------------------------------------------------------------- */

/* What we say is short: if it does not fit, the server has not read for long. */
bool line_send(struct line *line, const char *bytes, size_t n)
{
    return line->file >= 0 && send(line->file, bytes, n, MSG_NOSIGNAL) == (ssize_t)n;
}

static bool send_frame(struct line *line, int kind, const char *text, size_t n, uint32_t mask)
{
    unsigned char frame[8 + SAY_MAX], *at = frame, key[4];

    if (n > SAY_MAX)
        return false;
    memcpy(key, &mask, sizeof key);
    *at++ = (unsigned char)(FINAL | kind);
    *at++ = (unsigned char)(MASKED | (n < 126 ? n : 126));
    if (n >= 126) {
        *at++ = (unsigned char)(n >> 8);
        *at++ = (unsigned char)n;
    }
    memcpy(at, key, sizeof key);
    at += sizeof key;
    for (size_t i = 0; i < n; i++)
        *at++ = (unsigned char)text[i] ^ key[i % sizeof key];
    return line_send(line, (const char *)frame, (size_t)(at - frame));
}

bool line_say(struct line *line, const char *text, uint32_t mask)
{
    return send_frame(line, TEXT, text, strlen(text), mask);
}

/* ---- in -------------------------------------------------------------------------------------------------------- */

/* How many bytes of an answer were taken: 0 if it is not whole, -1 if it is none. */
static long take_answer(const struct line_hooks *hooks, void *self, char *text, size_t n)
{
    char *end = memmem(text, n, "\r\n\r\n", 4), *length;
    size_t whole;
    int status;
    char after;

    if (!end)
        return n > LONGEST / 2 ? -1 : 0;
    *end = 0;
    if (sscanf(text, "HTTP/1.1 %d", &status) != 1)
        return -1;
    length = strcasestr(text, "\ncontent-length:");
    whole = (size_t)(end - text) + 4 + (length ? strtoul(length + 16, NULL, 10) : 0);
    if (whole > n) {
        *end = '\r';
        return whole > LONGEST / 2 ? -1 : 0;
    }
    *end = '\r';
    after = text[whole];
    text[whole] = 0;
    hooks->answered(self, status, text);
    text[whole] = after;
    return (long)whole;
}

/* The same of a frame. The server sends every message in one. */
static long take_frame(struct line *line, const struct line_hooks *hooks, void *self, char *bytes, size_t n)
{
    const unsigned char *head = (const unsigned char *)bytes;
    size_t size = 2, length;
    char after;

    if (n < 2)
        return 0;
    length = head[1];
    if (length == 126 || length == 127) {
        size_t more = length == 126 ? 2 : 8;

        if (n < 2 + more)
            return 0;
        for (length = 0; size < 2 + more; size++)
            length = length << 8 | head[size];
    }
    if (!(head[0] & FINAL) || length > LONGEST - 16)
        return -1;
    if (n < size + length)
        return 0;
    after = bytes[size + length];
    bytes[size + length] = 0;
    if (head[0] == (FINAL | TEXT))
        hooks->heard(self, bytes + size, length);
    else if (head[0] != (FINAL | PING) || !send_frame(line, PONG, bytes + size, length, 0))
        return -1;
    bytes[size + length] = after;
    return (long)(size + length);
}

static bool keep(struct line *line, const char *bytes, size_t n)
{
    free(line->kept);
    line->kept = n > 0 ? malloc(n) : NULL;
    line->kept_n = n;
    if (line->kept)
        memcpy(line->kept, bytes, n);
    return n == 0 || line->kept;
}

bool line_hear(struct line *line, const struct line_hooks *hooks, void *self)
{
    static char room[2 * LONGEST];
    size_t all = line->kept_n, used = 0;
    long taken = 1;
    ssize_t n;

    if (all > 0)
        memcpy(room, line->kept, all);
    n = recv(line->file, room + all, sizeof room - all - 1, 0);
    if (n <= 0)
        return n < 0 && errno == EAGAIN;
    line->bytes += (uint64_t)n;
    all += (size_t)n;
    while (taken > 0 && used < all && line->file >= 0) {
        taken = line->is_socket ? take_frame(line, hooks, self, room + used, all - used)
                                : take_answer(hooks, self, room + used, all - used);
        used += taken > 0 ? (size_t)taken : 0;
    }
    return taken >= 0 && line->file >= 0 && keep(line, room + used, all - used);
}
