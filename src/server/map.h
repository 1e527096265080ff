/* map.h: things found by a key of 16 bytes. A thing has a struct node first, and belongs to whoever made it. */
#ifndef WABE_MAP_H
#define WABE_MAP_H

#include <stddef.h>
#include <stdint.h>

struct key {
    uint64_t a, b;
};

struct node {
    struct node *next;
    struct key key;
};

struct map {
    struct node **bucket;
    size_t buckets, n;
};

struct key key_of_number(uint64_t number);
struct key key_of_text(const char *text); /* its first 16 bytes: ids have no more */

struct node *map_find(const struct map *map, struct key key);
int map_add(struct map *map, struct node *node); /* 0, or -1 if there is no memory */
void map_remove(struct map *map, struct node *node);
void map_end(struct map *map); /* the things are not touched */

/* All things, one after the other; each may be removed while it is looked at. Start with NULL. */
struct walk {
    const struct map *map;
    size_t bucket;
    struct node *next;
};
struct walk map_walk(const struct map *map);
struct node *walk_next(struct walk *walk);

#endif
