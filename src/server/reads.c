/* reads.c: what libwebsockets reads from connections, on its way. Debian's libwebsockets obeys frames without a mask,
 * and neither says so nor can be told not to; a client that sends them is to be hung up on (RFC 6455, section 5.1),
 * since masks keep what a page sends from being taken for something else by what lies between. With a libwebsockets
 * that looks at masks by itself this file can go.
 *
 * It reads by recv(), and this program's recv() is the one below: the linker prefers a function of the program to that
 * of a shared library, also for calls from other libraries. In all other threads, and for all that is not a connection,
 * it is the usual one. */
#define _DEFAULT_SOURCE
#undef _FORTIFY_SOURCE

#include "lines.h"

#include <errno.h>
#include <sys/socket.h>

static _Thread_local struct net *serving; /* by this thread */

void reads_begin(struct net *net)
{
    serving = net;
}

void reads_end(void)
{
    serving = NULL;
}

/* The head of a request alone, if it has come, so that frames are never read together with it. */
static ssize_t read_head(struct line *line, unsigned char *bytes, size_t n, int flags)
{
    ssize_t seen = recvfrom(line->fd, bytes, n, flags | MSG_PEEK, NULL, NULL);

    if (seen <= 0)
        return seen;
    return recvfrom(line->fd, bytes, frames_head(&line->head_line, bytes, (size_t)seen), flags, NULL, NULL);
}

/* The answer to our close frame, with a mask. */
static bool is_farewell(const struct line *line, const unsigned char *bytes, size_t n)
{
    return line->stage == LINE_LEFT && n >= 2 && bytes[0] == 0x88 && bytes[1] & 0x80;
}

/* What comes before a frame without a mask is heard. What comes after its beginning is not, and the connection ends as
 * soon as it can be written to. */
static ssize_t read_frames(struct line *line, unsigned char *bytes, size_t n, int flags)
{
    ssize_t got = recvfrom(line->fd, bytes, n, flags, NULL, NULL);
    size_t heard;

    if (got <= 0)
        return got;
    if (line->unmasked && is_farewell(line, bytes, (size_t)got)) {
        line->unmasked = false;
        line->frames = (struct frames){0};
    }
    heard = line->unmasked ? 0 : frames_masked(&line->frames, bytes, (size_t)got);
    if (heard < (size_t)got && !line->unmasked) {
        line->unmasked = true;
        lws_callback_on_writable(line->wsi);
    }
    if (heard > 0)
        return (ssize_t)heard;
    errno = EAGAIN;
    return -1;
}

ssize_t recv(int fd, void *bytes, size_t n, int flags)
{
    struct line *line = serving && fd >= 0 && fd < FILES_MAX ? serving->by_fd[fd] : NULL;

    if (!line || flags & MSG_PEEK)
        return recvfrom(fd, bytes, n, flags, NULL, NULL);
    return line->stage < LINE_SOCKET ? read_head(line, bytes, n, flags) : read_frames(line, bytes, n, flags);
}
