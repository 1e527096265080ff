/* store.h: files of records: what session.c and store.c share. */
#ifndef WABE_STORE_H
#define WABE_STORE_H

#include "session.h"

/* "cannot open 'FILE': No such file or directory", by errno; false. A long path keeps its end. */
bool file_refused(struct why *why, const char *what, const char *path);

/* Writes a whole file and waits until it is on the disk; flags are those of open() beyond writing. Its descriptor, or
 * -1 with the reason; then there is no such file. */
int file_write(const char *path, int flags, const char *text, size_t n, struct why *why);

/* A match from an open file, one block of memory to be freed by free(); NULL with the reason. other: the game, if the
 * reason is that another version of its rules has played it, else NULL. */
struct match *file_match(int file, const char *path, const struct game **other, struct why *why);

/* The match and, behind it, its memory; NULL: there is none. */
struct match *match_new(const struct game *game, void **memory);

/* An empty file with a new name in the folder for records: the date, the time and the game. */
bool store_reserve(char out[4096], const struct game *game, struct why *why);

#endif
