/* brake.c: a hash table of fixed size. Where it is full, what counts least is forgotten: so a crowd of tries at names
 * that are nobody's does not make it forget those that were tried often. */
#include "brake.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "store.h"

enum { SETS = 8192, WAYS = 4, KNOWN_WAYS = WAYS / 2, HOUR = 60 * 60 * 1000, QUIET = HOUR };

static const int64_t known_for = 30 * 24 * (int64_t)HOUR;

/* So many wrong ones cost nothing; then one waits a second, two, four, ... up to `longest`. */
struct pace {
    uint32_t free;
    int longest;
};

static const struct pace of_place = {5, 15 * 60}, of_all = {20, 60};

struct entry {
    uint64_t key;  /* 0: none */
    int64_t last;  /* when it was tried, or was right */
    int64_t known; /* until then it is a place from where it was right; 0: it is none */
    uint32_t wrong;
};

struct brake {
    unsigned char secret[crypto_shorthash_KEYBYTES]; /* so that nobody chooses whom to push out */
    struct entry entry[SETS][WAYS];
};

struct brake *brake_new(void)
{
    struct brake *brake = calloc(1, sizeof *brake);

    if (brake)
        randombytes_buf(brake->secret, sizeof brake->secret);
    return brake;
}

void brake_free(struct brake *brake)
{
    free(brake);
}

static uint64_t key_of(const struct brake *brake, const char *account, const char *place)
{
    unsigned char text[ACCOUNT_SIZE + 64] = {0}, hash[crypto_shorthash_BYTES];
    uint64_t key;
    size_t n = 0;

    for (; account[n] && n < ACCOUNT_SIZE - 1; n++)
        text[n] = (unsigned char)(account[n] >= 'A' && account[n] <= 'Z' ? account[n] - 'A' + 'a' : account[n]);
    n++;
    for (size_t i = 0; place[i] && n < sizeof text; i++)
        text[n++] = (unsigned char)place[i];
    crypto_shorthash(hash, text, n, brake->secret);
    memcpy(&key, hash, sizeof key);
    return key | 1;
}

static bool is_known(const struct entry *entry, int64_t now)
{
    return entry->known > now;
}

static bool counts_less(const struct entry *a, const struct entry *b, int64_t now)
{
    if (!a->key || !b->key)
        return !a->key && b->key;
    if (is_known(a, now) != is_known(b, now))
        return is_known(b, now);
    return a->wrong != b->wrong ? a->wrong < b->wrong : a->last < b->last;
}

static struct entry *entry_get(struct brake *brake, const char *account, const char *place, int64_t now)
{
    uint64_t key = key_of(brake, account, place);
    struct entry *set = brake->entry[(key >> 1) % SETS], *least = set;

    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key) {
            if (now - set[i].last >= QUIET)
                set[i].wrong = 0;
            return &set[i];
        }
        if (counts_less(&set[i], least, now))
            least = &set[i];
    }
    *least = (struct entry){.key = key, .last = now};
    return least;
}

/* Seconds, from now on. */
static int wait_of(const struct entry *entry, const struct pace *pace, int64_t now)
{
    uint32_t over = entry->wrong < pace->free ? 0 : entry->wrong - pace->free + 1;
    int64_t wait = over == 0 ? 0 : over > 20 || 1 << (over - 1) > pace->longest ? pace->longest : 1 << (over - 1);
    int64_t left = entry->last + wait * 1000 - now;

    return over == 0 || left <= 0 ? 0 : (int)((left + 999) / 1000);
}

int brake_take(struct brake *brake, const char *account, const char *place, int64_t now)
{
    struct entry *all = entry_get(brake, account, "", now), *here = entry_get(brake, account, place, now);
    int wait = wait_of(here, &of_place, now), wide = is_known(here, now) ? 0 : wait_of(all, &of_all, now);

    if (wait > 0 || wide > 0)
        return wait > wide ? wait : wide;
    here->wrong++;
    here->last = now;
    if (all->key != here->key && !is_known(here, now)) {
        all->wrong++;
        all->last = now;
    }
    return 0;
}

static struct entry *entry_find(struct brake *brake, const char *account, const char *place)
{
    uint64_t key = key_of(brake, account, place);
    struct entry *set = brake->entry[(key >> 1) % SETS];

    for (int i = 0; i < WAYS; i++)
        if (set[i].key == key)
            return &set[i];
    return NULL;
}

void brake_give_back(struct brake *brake, const char *account, const char *place, int64_t now)
{
    struct entry *all = entry_find(brake, account, ""), *here = entry_find(brake, account, place);

    if (all && all->wrong > 0 && !(here && is_known(here, now)))
        all->wrong--;
    if (here && here->wrong > 0)
        here->wrong--;
}

/* However many accounts there are, half of a set is for what is tried: of the known ones the oldest is so no more. */
static void keep_few_known(struct entry set[WAYS], int64_t now)
{
    struct entry *oldest = NULL;
    int known = 0;

    for (int i = 0; i < WAYS; i++) {
        if (!set[i].key || !is_known(&set[i], now))
            continue;
        known++;
        if (!oldest || set[i].known < oldest->known)
            oldest = &set[i];
    }
    if (known > KNOWN_WAYS)
        oldest->known = 0;
}

void brake_known(struct brake *brake, const char *account, const char *place, int64_t now)
{
    struct entry *here = entry_get(brake, account, place, now);

    here->known = now + known_for;
    if (here->wrong == 0)
        here->last = now;
    keep_few_known(brake->entry[(here->key >> 1) % SETS], now);
}

/* What others have tried elsewhere stays counted. */
void brake_right(struct brake *brake, const char *account, const char *place, int64_t now)
{
    struct entry *here;

    brake_give_back(brake, account, place, now);
    here = entry_get(brake, account, place, now);
    here->wrong = 0;
    brake_known(brake, account, place, now);
}
