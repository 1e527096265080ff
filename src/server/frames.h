/* frames.h: whether the frames of a WebSocket have masks, as those of clients must (RFC 6455, section 5.1). Knows no
 * sockets. */
#ifndef WABE_FRAMES_H
#define WABE_FRAMES_H

#include <stddef.h>
#include <stdint.h>

/* How far one has come: in the head of a frame, or in what follows it. All zero at the beginning. */
struct frames {
    unsigned char head[14];
    unsigned n;    /* bytes of the head so far */
    uint64_t left; /* bytes of the frame that are still to come */
};

/* How many of these bytes come before the first frame that has no mask; n if all have one. */
size_t frames_masked(struct frames *frames, const unsigned char *bytes, size_t n);

/* How many of these bytes belong to the head of a request, with the empty line at its end; n if that is not there yet.
 * `line`: how much of the line has come; 0 at the beginning. */
size_t frames_head(unsigned *line, const unsigned char *bytes, size_t n);

#endif
