/* answer.h: what a request gets. Knows no sockets. */
#ifndef WABE_ANSWER_H
#define WABE_ANSWER_H

#include <stdbool.h>

#include "site.h"

/* Under which names the server may be called. Others are refused: a page elsewhere could have its own name lead to this
 * machine, and would then read and do here what it likes (DNS rebinding). Addresses cannot be made to lead elsewhere.
 */
struct names {
    const char *host;    /* as the person gave it */
    const char *address; /* and what it stands for */
    bool any_address;    /* it stands for all addresses of the machine */
    const char *outside; /* the name that a proxy has for it, or NULL */
};

enum asking { ASKS_GET, ASKS_HEAD, ASKS_OTHERWISE };

/* Headers that are not there are "". */
struct request {
    enum asking asking;
    bool has_body;
    const char *path; /* decoded, without what follows a '?' */
    const char *host, *if_none_match, *accept_encoding;
};

struct answer {
    int status;                /* 200, 304, or a refusal */
    const struct asset *asset; /* of 200 and 304 */
    bool packed;               /* the client takes it by gzip */
    const char *sentence;      /* of a refusal: for the person */
    bool hang_up;              /* after it: what follows from this client cannot be understood */
};

/* Whether the header Host, a name or an address and perhaps a port, means this server; and what is said if not. */
bool host_is_meant(const char *header, const struct names *names);
extern const char host_is_not_meant[];

struct answer answer_to(const struct request *request, const struct names *names);

#endif
