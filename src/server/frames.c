#include "frames.h"

#include <stdbool.h>

enum { MASKED = 0x80, MASK = 4 };

/* Of a head whose first two bytes are there. */
static unsigned size_of(const unsigned char head[])
{
    unsigned length = head[1] & ~MASKED;

    return 2 + (length == 127 ? 8 : length == 126 ? 2 : 0) + MASK;
}

static uint64_t length_of(const unsigned char head[])
{
    uint64_t length = 0;

    if (size_of(head) == 2 + MASK)
        return head[1] & ~MASKED;
    for (unsigned i = 2; i < size_of(head) - MASK; i++)
        length = length << 8 | head[i];
    return length;
}

size_t frames_masked(struct frames *frames, const unsigned char *bytes, size_t n)
{
    size_t at = 0, begun = 0; /* of the frame */

    while (at < n) {
        begun = frames->n == 0 ? at : begun;
        if (frames->left > 0) {
            size_t step = frames->left < n - at ? (size_t)frames->left : n - at;

            frames->left -= step;
            at += step;
            continue;
        }
        frames->head[frames->n++] = bytes[at++];
        if (frames->n == 2 && !(frames->head[1] & MASKED))
            return begun;
        if (frames->n >= 2 && frames->n == size_of(frames->head)) {
            frames->left = length_of(frames->head);
            frames->n = 0;
        }
    }
    return n;
}

/* A line that ends where it begins, with or without a carriage return: libwebsockets takes both. */
size_t frames_head(unsigned *line, const unsigned char *bytes, size_t n)
{
    for (size_t at = 0; at < n; at++) {
        bool empty = *line == 1 && bytes[at] == '\n';

        if (bytes[at] == '\n')
            *line = 1;
        else if (bytes[at] != '\r' || *line != 1)
            *line = 0;
        if (empty)
            return at + 1;
    }
    return n;
}
