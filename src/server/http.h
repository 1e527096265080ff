/* http.h: the server's one loop, and the only way to libwebsockets. */
#ifndef WABE_HTTP_H
#define WABE_HTTP_H

#include <stdbool.h>

#include "../table/text.h"

struct http;

enum { HTTP_LINK_MAX = 320 };

/* Listens at this port (0: any that is free) of this host, a name or an address. NULL with the reason; *busy: another
 * program has the port. One at a time. */
struct http *http_open(const char *host, int port, bool *busy, struct why *why);

int http_port(const struct http *http);

/* How to get there; whether others than this machine can. */
void http_link(const struct http *http, char out[HTTP_LINK_MAX]);
bool http_is_public(const struct http *http);

/* Answers until http_stop is called, by a signal handler or another thread. False if the loop broke down. */
bool http_run(struct http *http);
void http_stop(struct http *http);

void http_close(struct http *http);

#endif
