/* lobby.c: lists of tables: the public ones, the same for all, and everybody's own. Asked of the store at most once a
 * second. */
#define _POSIX_C_SOURCE 200809L

#include "hall_in.h"

#include <stdlib.h>
#include <string.h>

#include "../table/hash.h"

/* For every move: all who are connected are too many to be looked at. */
void lobby_stale_for_person(struct hall *hall, const char *id)
{
    struct person *person = hall->lobby_peers > 0 ? (struct person *)map_find(&hall->people, key_of_text(id)) : NULL;

    if (person)
        person->news++;
}

void lobby_stale_for(struct hall *hall, const struct room *room)
{
    hall->lobby_stale |= room->settings.public_;
    lobby_stale_for_person(hall, room->host);
    for (int i = 0; i < SEATS_MAX; i++)
        if (room->seat[i].is == SEAT_PERSON)
            lobby_stale_for_person(hall, room->seat[i].person);
}

void lobby_stale_for_all(struct hall *hall)
{
    struct walk walk = map_walk(&hall->peers);
    struct peer *peer;

    hall->lobby_stale = true;
    while ((peer = (struct peer *)walk_next(&walk)) != NULL)
        peer->lobby_stale = true;
}

/* Only what is new: when a list was asked for may tell who has chosen. */
static void send_lobby(struct hall *hall, struct peer *peer, const struct store_answer *mine)
{
    struct text out = hall_text(hall);
    uint64_t said;

    text_put(&out, "{\"is\":\"lobby\",\"tables\":");
    text_put(&out, hall->lobby ? hall->lobby : "[]");
    text_put(&out, ",\"mine\":");
    wire_rows(&out, mine ? mine->rows : NULL, mine ? mine->rows_n : 0, true);
    text_char(&out, '}');
    said = hash_bytes(HASH_START, out.at, out.used) | 1;
    if (said != peer->lobby_said)
        peer_send(hall, peer->id, &out);
    peer->lobby_said = said;
}

static void mine_found(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct peer *peer = peer_find(hall, tag);

    if (!peer)
        return;
    peer->lobby_asked = false;
    if (answer->result != STORE_OK)
        peer->lobby_stale = true;
    else if (peer->lobby)
        send_lobby(hall, peer, answer);
}

static void ask_mine(struct hall *hall, struct peer *peer)
{
    if (peer->lobby_asked || hall->steady - peer->lobby_at < LOBBY_PACE)
        return;
    peer->lobby_at = hall->steady;
    peer->lobby_stale = false;
    peer->news = peer->person ? peer->person->news : 0;
    if (!peer->person) {
        send_lobby(hall, peer, NULL);
        return;
    }
    peer->lobby_asked = true;
    store_mine(hall->store, peer->person->who.id, MY_TABLES, mine_found, hall, peer->id);
}

static void keep_list(struct hall *hall, const struct store_answer *answer)
{
    struct text out = hall_text(hall);
    char *copy;

    wire_rows(&out, answer->rows, answer->rows_n, false);
    copy = out.full ? NULL : strdup(out.at);
    if (!copy)
        return;
    free(hall->lobby);
    hall->lobby = copy;
}

static void list_found(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct walk walk = map_walk(&hall->peers);
    struct peer *peer;

    (void)tag;
    hall->lobby_asked = false;
    if (answer->result != STORE_OK) {
        hall->lobby_stale = true;
        return;
    }
    keep_list(hall, answer);
    while ((peer = (struct peer *)walk_next(&walk)) != NULL)
        if (peer->lobby)
            peer->lobby_stale = true;
}

static bool is_stale(const struct peer *peer)
{
    return peer->lobby_stale || (peer->person && peer->news != peer->person->news);
}

void lobby_tick(struct hall *hall)
{
    struct walk walk = map_walk(&hall->peers);
    struct peer *peer;

    if (hall->lobby_peers == 0)
        return;
    if (hall->lobby_stale && !hall->lobby_asked) {
        hall->lobby_stale = false;
        hall->lobby_asked = true;
        store_lobby(hall->store, LOBBY_TABLES, list_found, hall, 0);
    }
    while ((peer = (struct peer *)walk_next(&walk)) != NULL)
        if (peer->lobby && is_stale(peer) && !hall->lobby_asked)
            ask_mine(hall, peer);
}

static void list_for_request(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct text out = hall_text(hall);
    struct net_reply reply = {.status = 200};

    if (answer->result != STORE_OK) {
        reply_refusal(hall, tag, 503, CODE_BUSY, "The store does not answer; try again.");
        return;
    }
    text_put(&out, "{\"tables\":");
    wire_rows(&out, answer->rows, answer->rows_n, false);
    text_char(&out, '}');
    reply.body = out.at;
    reply.body_n = out.used;
    net_answer(hall->net, tag, &reply);
}

void lobby_list(struct hall *hall, peer_t request)
{
    store_lobby(hall->store, LOBBY_TABLES, list_for_request, hall, request);
}
