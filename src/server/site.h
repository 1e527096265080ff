/* site.h: the pages for browsers, inside the program. scripts/site.py puts them together and writes the table. */
#ifndef WABE_SITE_H
#define WABE_SITE_H

#include <stdbool.h>
#include <stddef.h>

struct asset {
    const char *name;            /* relative, as in "rules/mimsy.md" */
    const char *type;            /* Content-Type */
    const char *tag;             /* ETag: follows from the content. Weak, since it is the same compressed and not. */
    const unsigned char *packed; /* by gzip */
    size_t packed_size, size;
};

extern const struct asset site_assets[]; /* ends with an empty one; in a build without the site there is no other */
extern const char site_policy[];         /* Content-Security-Policy, as the page itself has it */

bool site_is_there(void);
extern const char site_is_missing[]; /* the sentence about it */

const struct asset *site_find(const char *name); /* or NULL */

/* The content, to be freed by free(); NULL if there is no memory. */
unsigned char *site_unpack(const struct asset *asset);

#endif
