/* bytes.h: the three functions of <string.h> that the mid-end needs, declared here because the browser
 * build has no C library (src/wasm/memory.c supplies them there). */
#ifndef WABE_BYTES_H
#define WABE_BYTES_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);

#endif
