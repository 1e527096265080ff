/* answer.c: which file a request means, whether the client has it already, and why others are refused. */
#include "answer.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool is_address(const char *host)
{
    unsigned char address[sizeof(struct in6_addr)];
    size_t n = strlen(host);
    char inner[INET6_ADDRSTRLEN + 1];

    if (inet_pton(AF_INET, host, address) == 1)
        return true;
    if (n < 2 || n - 2 >= sizeof inner || host[0] != '[' || host[n - 1] != ']')
        return false;
    memcpy(inner, host + 1, n - 2);
    inner[n - 2] = 0;
    return inet_pton(AF_INET6, inner, address) == 1;
}

/* "[::1]:8080" and "[::1]" are both ::1. */
static bool is_called(const char *host, const char *name)
{
    size_t n = strlen(host);

    if (n >= 2 && host[0] == '[' && host[n - 1] == ']')
        return strlen(name) == n - 2 && strncasecmp(host + 1, name, n - 2) == 0;
    return strcasecmp(host, name) == 0;
}

const char host_is_not_meant[] = "Wabe does not go by this name. Open the link that it printed when it was started; "
                                 "'wabe serve --public http://NAME:PORT' gives it another name.";

bool host_is_meant(const char *header, const struct names *names)
{
    static const char *const own[] = {"localhost", "127.0.0.1", "::1"};
    const char *colon = strrchr(header, ':');
    char host[256];
    size_t n = strlen(header);

    if (colon && !strchr(colon, ']'))
        n = (size_t)(colon - header);
    if (n >= sizeof host)
        return false;
    memcpy(host, header, n);
    host[n] = 0;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (is_called(host, own[i]))
            return true;
    if (names->outside && is_called(host, names->outside))
        return true;
    return is_called(host, names->host) || is_called(host, names->address) || (names->any_address && is_address(host));
}

/* Whether a piece of Accept-Encoding, as "gzip;q=0.5", allows gzip; a weight of zero forbids it. */
static bool allows_gzip(const char *piece, size_t n)
{
    const char *weight = memchr(piece, ';', n);
    size_t name = weight ? (size_t)(weight - piece) : n;

    while (name > 0 && isspace((unsigned char)piece[name - 1]))
        name--;
    if (!(name == 4 && strncasecmp(piece, "gzip", 4) == 0) && !(name == 1 && *piece == '*'))
        return false;
    if (!weight)
        return true;
    for (const char *c = weight; c < piece + n; c++)
        if (*c >= '1' && *c <= '9')
            return true;
    return false;
}

static bool takes_gzip(const char *accept)
{
    while (*accept) {
        size_t n;

        accept += strspn(accept, ", \t");
        n = strcspn(accept, ",");
        if (n > 0 && allows_gzip(accept, n))
            return true;
        accept += n;
    }
    return false;
}

/* If-None-Match is a list of tags or a star. Whether they are weak makes no difference here. */
static bool has_already(const char *if_none_match, const struct asset *asset)
{
    const char *quoted = strchr(asset->tag, '"');

    return strcmp(if_none_match, "*") == 0 || strstr(if_none_match, quoted) != NULL;
}

static struct answer refusal(int status, bool hang_up, const char *sentence)
{
    return (struct answer){.status = status, .hang_up = hang_up, .sentence = sentence};
}

struct answer answer_to(const struct request *request, const struct names *names)
{
    const char *name = request->path + (*request->path == '/');
    struct answer answer = {.status = 200};

    if (request->asking == ASKS_OTHERWISE)
        return refusal(405, true, "Wabe only hands out its pages: GET and HEAD are all it understands.");
    if (request->has_body)
        return refusal(400, true, "A request for a page has no content of its own.");
    if (!host_is_meant(request->host, names))
        return refusal(421, false, host_is_not_meant);
    answer.asset = site_find(*name ? name : "index.html");
    if (!answer.asset)
        return refusal(404, false, "There is nothing here.");
    answer.packed = takes_gzip(request->accept_encoding);
    if (has_already(request->if_none_match, answer.asset))
        answer.status = 304;
    return answer;
}
