/* request.c: what the headers of a request say: who comes from where, and whether our own pages sent them. */
#define _DEFAULT_SOURCE

#include "lines.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* The value of a header, "" if it is not there; one that is too long says nothing that we know. */
const char *header_value(struct lws *wsi, enum lws_token_indexes name, char out[VALUE_MAX])
{
    if (lws_hdr_copy(wsi, out, VALUE_MAX, name) < 0)
        out[0] = 0;
    return out;
}

/* The cookie `wabe`. A value that we cannot have given is none. */
void token_read(const char *cookies, char out[NET_TOKEN_SIZE])
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

    out[0] = 0;
    while (*cookies) {
        size_t n, value;

        cookies += strspn(cookies, "; \t");
        n = strcspn(cookies, ";");
        if (n >= 5 && strncmp(cookies, "wabe=", 5) == 0) {
            value = n - 5;
            while (value > 0 && isspace((unsigned char)cookies[5 + value - 1]))
                value--;
            if (value < NET_TOKEN_SIZE && strspn(cookies + 5, allowed) >= value) {
                memcpy(out, cookies + 5, value);
                out[value] = 0;
            }
            return;
        }
        cookies += n;
    }
}

/* The last in the list is the one that our own proxy wrote; those before it anybody may have written. */
static place_t place_by_proxy(struct line *line)
{
    char list[VALUE_MAX];
    const char *last = strrchr(header_value(line->wsi, WSI_TOKEN_X_FORWARDED_FOR, list), ',');
    place_t place;

    last = last ? last + 1 : list;
    last += strspn(last, " \t");
    return place_read(last, &place) ? place : line->place;
}

static bool safe_by_proxy(struct lws *wsi)
{
    static const char name[] = "x-forwarded-proto:";
    char value[16];

    return lws_hdr_custom_copy(wsi, value, sizeof value, name, (int)sizeof name - 1) > 0 &&
           strcasecmp(value, "https") == 0;
}

/* NULL if so many come that nobody can be counted any more. */
struct visitor *request_read(struct net *net, struct line *line, const char *path, struct net_request *out)
{
    bool by_proxy = net->trust_proxy && line->is_near;
    place_t place = by_proxy ? place_by_proxy(line) : line->place;

    *out = (struct net_request){.posts = lws_hdr_total_length(line->wsi, WSI_TOKEN_POST_URI) > 0,
                                .safe = by_proxy && safe_by_proxy(line->wsi)};
    if (strlen(path) < sizeof out->path)
        memcpy(out->path, path, strlen(path) + 1);
    if (lws_hdr_copy(line->wsi, net->cookies, sizeof net->cookies, WSI_TOKEN_HTTP_COOKIE) > 0)
        token_read(net->cookies, out->token);
    place_text(place, out->address);
    return crowd_get(&net->crowd, place);
}

/* Browsers say which page sent them. Other programs do not have to. */
bool origin_is_own(const struct net *net, struct lws *wsi)
{
    char origin[VALUE_MAX], host[VALUE_MAX];
    const char *rest;

    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return true;
    header_value(wsi, WSI_TOKEN_ORIGIN, origin);
    header_value(wsi, WSI_TOKEN_HOST, host);
    if (net->public_name[0] && strcasecmp(origin, net->public_name) == 0)
        return true;
    rest = strncasecmp(origin, "http://", 7) == 0    ? origin + 7
           : strncasecmp(origin, "https://", 8) == 0 ? origin + 8
                                                     : NULL;
    return rest && *host && strcasecmp(rest, host) == 0;
}
