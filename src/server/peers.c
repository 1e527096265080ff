/* peers.c: the table of connections. A number is a slot and a serial number, so that finding a line is one look, and a
 * number of somebody who is gone finds nobody. */
#define _DEFAULT_SOURCE

#include "lines.h"

#include <stdlib.h>

static bool lines_grow(struct net *net)
{
    uint32_t slots = net->slots ? 2 * net->slots : 64;
    struct line **lines = realloc(net->lines, slots * sizeof *lines);
    uint32_t *free_slots;

    if (!lines)
        return false;
    net->lines = lines;
    free_slots = realloc(net->free_slots, slots * sizeof *free_slots);
    if (!free_slots)
        return false;
    net->free_slots = free_slots;
    for (uint32_t i = slots; i > net->slots; i--) {
        lines[i - 1] = NULL;
        net->free_slots[net->free_n++] = i - 1;
    }
    net->slots = slots;
    return true;
}

bool line_open(struct net *net, struct lws *wsi, place_t place, bool is_near, bool for_metrics)
{
    struct line *line = calloc(1, sizeof *line);
    struct visitor *visitor = crowd_get(&net->crowd, place);
    int fd = lws_get_socket_fd(wsi);

    if (!line || !visitor || fd < 0 || fd >= FILES_MAX ||
        (net->free_n == 0 && (net->slots >> SLOT_BITS || !lines_grow(net)))) {
        free(line);
        return false;
    }
    line->wsi = wsi;
    line->fd = fd;
    net->by_fd[fd] = line;
    line->place = place;
    line->is_near = is_near;
    line->for_metrics = for_metrics;
    line->visitor = visitor;
    line->last = &line->first;
    line->slot = net->free_slots[--net->free_n];
    net->lines[line->slot] = line;
    net->used++;
    visitor->lines++;
    lws_set_opaque_user_data(wsi, line);
    return true;
}

void line_close(struct net *net, struct line *line)
{
    socket_gone(net, line);
    http_end(line);
    socket_end(line);
    line_discharge(line);
    line->visitor->lines--;
    net->farewells -= line->was_socket;
    net->lines[line->slot] = NULL;
    if (net->by_fd[line->fd] == line) /* the file may be another's by now */
        net->by_fd[line->fd] = NULL;
    net->free_slots[net->free_n++] = line->slot;
    net->used--;
    lws_set_opaque_user_data(line->wsi, NULL);
    free(line);
}

void line_name(struct net *net, struct line *line)
{
    line->peer = ++net->serial << SLOT_BITS | line->slot;
}

struct line *line_find(struct net *net, peer_t peer)
{
    uint32_t slot = (uint32_t)(peer & ((1u << SLOT_BITS) - 1));
    struct line *line = slot < net->slots ? net->lines[slot] : NULL;

    return line && peer && line->peer == peer ? line : NULL;
}

void lines_end(struct net *net)
{
    free(net->lines);
    free(net->free_slots);
}

void line_charge(struct line *line, struct visitor *caller)
{
    line->caller = caller;
    caller->busy++;
}

void line_discharge(struct line *line)
{
    if (line->caller)
        line->caller->busy--;
    line->caller = NULL;
}
