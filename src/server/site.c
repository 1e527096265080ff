/* site.c: finding and unpacking what the site has. */
#include "site.h"

#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST
#include <zlib.h>

const char site_is_missing[] = "this program was built without the pages for browsers; ./play builds it with them";

bool site_is_there(void)
{
    return site_assets[0].name != NULL;
}

const struct asset *site_find(const char *name)
{
    for (const struct asset *asset = site_assets; asset->name; asset++)
        if (strcmp(asset->name, name) == 0)
            return asset;
    return NULL;
}

unsigned char *site_unpack(const struct asset *asset)
{
    enum { GZIP = 16 };
    unsigned char *content = malloc(asset->size ? asset->size : 1);
    z_stream stream = {.next_in = asset->packed, .avail_in = (uInt)asset->packed_size};
    bool whole;

    if (!content)
        return NULL;
    stream.next_out = content;
    stream.avail_out = (uInt)asset->size;
    if (inflateInit2(&stream, MAX_WBITS + GZIP) != Z_OK) {
        free(content);
        return NULL;
    }
    whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    if (!whole) {
        free(content);
        return NULL;
    }
    return content;
}
