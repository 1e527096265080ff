/* memory.c: the three functions that compilers and the mid-end expect of a C library. Compiled without built-ins,
 * so that the loops do not become calls of themselves. */
#include "../table/bytes.h"

void *memcpy(void *to, const void *from, size_t n)
{
    unsigned char *a = to;
    const unsigned char *b = from;

    while (n-- > 0)
        *a++ = *b++;
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    unsigned char *a = to;

    while (n-- > 0)
        *a++ = (unsigned char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;

    for (; n > 0; n--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}
