/* names.h: how people call themselves: what may be in a name, and which two look the same to others. */
#ifndef WABE_NAMES_H
#define WABE_NAMES_H

#include <stdbool.h>

#include "../table/match.h"

enum { NAME_LOOKS_SIZE = 2 * NAME_SIZE };

/* What is wrong with a new name, as the rest of a sentence ("has characters that cannot be seen"); NULL: nothing.
 * Refused is what serves to look like somebody else: what cannot be seen, blanks of other kinds, letters that are
 * symbols, and letters of several scripts in one name; and what the table itself says of people: "(you)", "bot". */
const char *name_fault(const char *name);

/* What a name looks like: equal for two that can be mixed up. Without marks and strokes, in small letters, one letter
 * for those of several alphabets that are drawn alike, and for 0 and O, for 1, l, I and |, for rn and m. */
void name_looks(char out[NAME_LOOKS_SIZE], const char *name);

/* Whether two names are the same but for large and small letters, or look the same. */
bool names_alike(const char *a, const char *b);

#endif
