#include "map.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "../table/hash.h"

struct key key_of_number(uint64_t number)
{
    return (struct key){number, 0};
}

struct key key_of_text(const char *text)
{
    char bytes[16] = {0};
    struct key key;
    size_t n = strlen(text);

    memcpy(bytes, text, n < sizeof bytes ? n : sizeof bytes);
    memcpy(&key, bytes, sizeof key);
    return key;
}

/* Strangers choose some of the keys: which bucket that means must not be known to them. */
static size_t bucket_of(const struct map *map, struct key key)
{
    static uint64_t salt;

    while (salt == 0)
        randombytes_buf(&salt, sizeof salt);
    return (size_t)hash_bytes(salt, &key, sizeof key) & (map->buckets - 1);
}

struct node *map_find(const struct map *map, struct key key)
{
    struct node *node = map->buckets ? map->bucket[bucket_of(map, key)] : NULL;

    while (node && (node->key.a != key.a || node->key.b != key.b))
        node = node->next;
    return node;
}

static void put(struct map *map, struct node *node)
{
    struct node **at = &map->bucket[bucket_of(map, node->key)];

    node->next = *at;
    *at = node;
}

static int grow(struct map *map)
{
    struct map larger = {.buckets = map->buckets ? 2 * map->buckets : 64, .n = map->n};

    larger.bucket = calloc(larger.buckets, sizeof *larger.bucket);
    if (!larger.bucket)
        return -1;
    for (size_t i = 0; i < map->buckets; i++) {
        struct node *next;

        for (struct node *node = map->bucket[i]; node; node = next) {
            next = node->next;
            put(&larger, node);
        }
    }
    free(map->bucket);
    *map = larger;
    return 0;
}

int map_add(struct map *map, struct node *node)
{
    if (map->n >= map->buckets && grow(map) < 0)
        return -1;
    put(map, node);
    map->n++;
    return 0;
}

void map_remove(struct map *map, struct node *node)
{
    struct node **at = &map->bucket[bucket_of(map, node->key)];

    while (*at != node)
        at = &(*at)->next;
    *at = node->next;
    map->n--;
}

void map_end(struct map *map)
{
    free(map->bucket);
    *map = (struct map){0};
}

struct walk map_walk(const struct map *map)
{
    return (struct walk){.map = map};
}

struct node *walk_next(struct walk *walk)
{
    struct node *node = walk->next;

    while (!node && walk->bucket < walk->map->buckets)
        node = walk->map->bucket[walk->bucket++];
    walk->next = node ? node->next : NULL;
    return node;
}
