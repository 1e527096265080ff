/* store.c: files of records, and the folder where they are kept. */
#define _DEFAULT_SOURCE

#include "store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../table/record.h"

/* ---- files ----------------------------------------------------------------------------------- */

bool file_refused(struct why *why, const char *what, const char *path)
{
    enum { SHOWN = 120 };
    struct text out = text_why(why);
    const char *reason = strerror(errno);
    size_t n = strlen(path);

    text_put(&out, what);
    text_put(&out, " '");
    if (n > SHOWN) {
        path += n - SHOWN;
        while ((*path & 0xc0) == 0x80) /* not in the middle of a character */
            path++;
        text_put(&out, "...");
    }
    text_put(&out, path);
    text_put(&out, "': ");
    text_put(&out, reason);
    return false;
}

static bool write_all(int file, const char *text, size_t n)
{
    while (n > 0) {
        ssize_t done = write(file, text, n);

        if (done < 0 && errno != EINTR)
            return false;
        if (done > 0) {
            text += done;
            n -= (size_t)done;
        }
    }
    return fsync(file) == 0 || errno == EINVAL; /* EINVAL: what cannot be synchronised, as a pipe */
}

int file_write(const char *path, int flags, const char *text, size_t n, struct why *why)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);

    if (file < 0) {
        file_refused(why, "cannot write", path);
        return -1;
    }
    if (!write_all(file, text, n)) {
        file_refused(why, "cannot write", path);
        close(file);
        unlink(path);
        return -1;
    }
    return file;
}

/* The whole file, to be freed; NULL with errno. */
static char *read_all(int file, size_t *n)
{
    enum { LARGEST = 1 << 26 };
    size_t room = 1 << 14;
    char *text = malloc(room);
    ssize_t got;

    *n = 0;
    while (text && (got = read(file, text + *n, room - *n)) != 0) {
        char *more;

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || room >= LARGEST) {
            if (got > 0)
                errno = EFBIG;
            free(text);
            return NULL;
        }
        *n += (size_t)got;
        if (*n < room)
            continue;
        room *= 2;
        more = realloc(text, room);
        if (!more)
            free(text);
        text = more;
    }
    return text;
}

struct match *match_new(const struct game *game, void **memory)
{
    enum { MATCH = (sizeof(struct match) + 7) / 8 * 8 };
    char *block = calloc(1, MATCH + match_memory(game));

    *memory = block ? block + MATCH : NULL;
    return (struct match *)(void *)block;
}

struct match *file_match(int file, const char *path, const struct game **other, struct why *why)
{
    struct match *match = NULL;
    struct record_why reason;
    struct text out = text_why(why);
    struct deal deal;
    void *memory;
    size_t n;
    char *text = read_all(file, &n);
    bool ok;

    *other = NULL;
    if (!text) {
        file_refused(why, "cannot read", path);
        return NULL;
    }
    ok = record_deal(&deal, text, n, &reason);
    if (ok) {
        match = match_new(deal.game, &memory);
        if (!match) {
            free(text);
            text_put(&out, "there is not enough memory for this match");
            return NULL;
        }
        ok = record_load(match, text, n, memory, &reason);
    }
    free(text);
    if (ok)
        return match;
    *other = reason.other;
    text_put(&out, "line ");
    text_unsigned(&out, reason.line);
    text_put(&out, ": ");
    text_put(&out, reason.why.text);
    free(match);
    return NULL;
}

/* ---- the folder ------------------------------------------------------------------------------ */

enum { PATH_SIZE = 4096 };

/* Makes all folders of the path that are not there. */
static bool make_folders(char *path, struct why *why)
{
    for (char *slash = path + 1;; slash++) {
        char was = *slash;

        if (was != '/' && was != 0)
            continue;
        *slash = 0;
        if (mkdir(path, 0700) != 0 && errno != EEXIST) {
            file_refused(why, "cannot make the folder", path);
            *slash = was;
            return false;
        }
        *slash = was;
        if (was == 0)
            return true;
    }
}

bool store_folder(char out[PATH_SIZE], struct why *why)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct text sentence = text_why(why);
    int n;

    if (data && data[0] == '/') {
        n = snprintf(out, PATH_SIZE, "%s/wabe/games", data);
    } else if (home && home[0] == '/') {
        n = snprintf(out, PATH_SIZE, "%s/.local/share/wabe/games", home);
    } else {
        text_put(&sentence, "there is no folder for records: neither HOME nor XDG_DATA_HOME is set");
        return false;
    }
    if (n >= PATH_SIZE) {
        text_put(&sentence, "the name of the folder for records is too long");
        return false;
    }
    return make_folders(out, why);
}

bool store_reserve(char out[PATH_SIZE], const struct game *game, struct why *why)
{
    enum { SAME_MINUTE = 1000 };
    time_t now = time(NULL);
    struct tm local;
    char folder[PATH_SIZE], date[64];

    if (!store_folder(folder, why))
        return false;
    localtime_r(&now, &local);
    strftime(date, sizeof date, "%Y-%m-%d-%H%M", &local);
    for (int i = 1; i <= SAME_MINUTE; i++) {
        char number[16] = "";
        int n, file;

        if (i > 1)
            snprintf(number, sizeof number, "-%d", i);
        n = snprintf(out, PATH_SIZE, "%s/%s-%s%s.wabe", folder, date, game->id, number);
        file = n < PATH_SIZE ? open(out, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
        if (file >= 0) {
            close(file);
            return true;
        }
        if (n >= PATH_SIZE)
            errno = ENAMETOOLONG;
        if (errno != EEXIST)
            break;
    }
    return file_refused(why, "cannot write", out);
}

/* ---- the list -------------------------------------------------------------------------------- */

struct entry {
    char name[256];
    int64_t when, fraction;
};

static int newest_first(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    if (x->when != y->when)
        return x->when < y->when ? 1 : -1;
    if (x->fraction != y->fraction)
        return x->fraction < y->fraction ? 1 : -1;
    return strcmp(y->name, x->name);
}

static bool is_record_name(const char *name)
{
    size_t n = strlen(name);

    return n > 5 && n < 256 && name[0] != '.' && strcmp(name + n - 5, ".wabe") == 0;
}

/* All files of the folder that are called like records, to be freed; their number. */
static int read_folder(const char *folder, struct entry **out)
{
    DIR *dir = opendir(folder);
    struct dirent *item;
    int n = 0, room = 0;

    *out = NULL;
    while (dir && (item = readdir(dir)) != NULL) {
        struct stat info;
        struct entry *entry;

        if (!is_record_name(item->d_name) || fstatat(dirfd(dir), item->d_name, &info, 0) != 0 || !S_ISREG(info.st_mode))
            continue;
        if (n == room) {
            entry = realloc(*out, (size_t)(room = room ? 2 * room : 64) * sizeof *entry);
            if (!entry)
                break;
            *out = entry;
        }
        entry = &(*out)[n++];
        memcpy(entry->name, item->d_name, strlen(item->d_name) + 1);
        entry->when = info.st_mtim.tv_sec;
        entry->fraction = info.st_mtim.tv_nsec;
    }
    if (dir)
        closedir(dir);
    if (n > 1)
        qsort(*out, (size_t)n, sizeof **out, newest_first);
    return n;
}

/* "Mimsy, you with Clover and Thistle"; with several people or none, all by their names. */
static void put_title(char out[], size_t size, const struct match *match)
{
    int seats = match->deal.setup.seats, alone = bit_count(match->people) == 1 ? bit_lowest(match->people) : NOBODY;
    struct speech speech = match_speech(match, NOBODY);
    struct text text = text_in(out, size);
    int left = alone == NOBODY ? seats : seats - 1;

    text_put(&text, match->deal.game->title);
    text_put(&text, alone == NOBODY ? ", " : left ? ", you with " : ", you alone");
    for (int seat = 0; seat < seats; seat++) {
        if (seat == alone)
            continue;
        seat_put(&text, &speech, seat);
        left--;
        text_put(&text, left > 1 ? ", " : left == 1 ? " and " : "");
    }
    if (text.full) {
        text.used -= 3;
        while ((text.at[text.used] & 0xc0) == 0x80) /* not in the middle of a character */
            text.used--;
        text_put(&text, "...");
    }
}

static bool read_entry(struct saved *out, const char *folder, const struct entry *entry)
{
    const struct game *other;
    struct match *match;
    int n = snprintf(out->path, sizeof out->path, "%s/%s", folder, entry->name);
    int file = n < (int)sizeof out->path ? open(out->path, O_RDONLY | O_CLOEXEC) : -1;

    if (file < 0)
        return false;
    match = file_match(file, out->path, &other, &out->wrong);
    close(file);
    out->when = entry->when;
    if (!match && other) {
        snprintf(out->title, sizeof out->title, "%s", other->title);
        out->moves = 0;
        out->over = false;
        return true;
    }
    if (!match)
        return false;
    out->wrong.text[0] = 0;
    put_title(out->title, sizeof out->title, match);
    out->moves = match->n;
    out->over = match_over(match) || match_closed(match);
    free(match);
    return true;
}

int store_list(struct saved out[], int max, bool unfinished_only)
{
    char folder[PATH_SIZE];
    struct why why;
    struct entry *entry;
    int n, found = 0;

    if (!store_folder(folder, &why))
        return 0;
    n = read_folder(folder, &entry);
    for (int i = 0; i < n && found < max; i++)
        if (read_entry(&out[found], folder, &entry[i]) &&
            !(unfinished_only && (out[found].over || out[found].wrong.text[0])))
            found++;
    free(entry);
    return found;
}
