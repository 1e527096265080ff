/* hall.c: connections, time and counting; opens and closes the parts of the server. */
#define _POSIX_C_SOURCE 200809L

#include "hall_in.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BAD_MAX = 20, CLAIM_MOST = 256, SECOND = 1000, HOUR = 3600 * SECOND, PRESENCE = 10 * SECOND };
#define DAY (24 * (int64_t)HOUR)

static int64_t clock_ms(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void look_at_clocks(struct hall *hall)
{
    hall->now = clock_ms(CLOCK_REALTIME);
    hall->steady = HOUR + clock_ms(CLOCK_MONOTONIC); /* 0 was long ago, also on a machine that has just started */
}

/* A line of words key=value. Ids of tables are keys to them: none is written whole. */
void hall_log(const struct hall *hall, const char *event, const char *format, ...)
{
    char line[512], when[32];
    time_t seconds = (time_t)(hall->now / 1000);
    struct tm tm;
    va_list list;

    if (!hall->settings.log)
        return;
    gmtime_r(&seconds, &tm);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &tm);
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    fprintf(stderr, "%s %s %s\n", when, event, line);
}

void random_id(char out[STORE_ID_SIZE])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";

    for (int i = 0; i < STORE_ID_SIZE - 1; i++)
        out[i] = letters[randombytes_uniform(36)];
    out[STORE_ID_SIZE - 1] = 0;
}

/* ---- peers ------------------------------------------------------------------------------------- */

struct text hall_text(struct hall *hall)
{
    return text_in(hall->room, WIRE_MAX);
}

void peer_send(struct hall *hall, peer_t peer, const struct text *text)
{
    if (text->full) {
        hall_log(hall, "error", "what=\"a message is too long\"");
        return;
    }
    if (peer)
        net_send(hall->net, peer, text->at, text->used);
}

struct peer *peer_find(const struct hall *hall, peer_t id)
{
    return id ? (struct peer *)map_find(&hall->peers, key_of_number(id)) : NULL;
}

void peer_no(struct hall *hall, peer_t peer, const char *id, enum why_code code, const char *sentence)
{
    struct refusal no = {.code = code};
    struct text out = hall_text(hall);

    snprintf(no.why.text, sizeof no.why.text, "%s", sentence);
    wire_no(&out, id, &no);
    peer_send(hall, peer, &out);
    hall_log(hall, "refused", "peer=%llu code=%s", (unsigned long long)peer, code_word(code));
}

struct pending *pending_new(struct hall *hall, peer_t peer, const char *id, const char *table)
{
    struct pending *pending = calloc(1, sizeof *pending);

    if (!pending)
        return NULL;
    pending->node.key = key_of_number(++hall->tags);
    pending->peer = peer;
    snprintf(pending->id, sizeof pending->id, "%s", id);
    snprintf(pending->table, sizeof pending->table, "%s", table);
    if (map_add(&hall->pending, &pending->node) < 0) {
        free(pending);
        return NULL;
    }
    return pending;
}

struct pending *pending_take(struct hall *hall, uint64_t tag)
{
    struct node *node = map_find(&hall->pending, key_of_number(tag));

    map_remove(&hall->pending, node);
    return (struct pending *)node;
}

/* ---- messages ---------------------------------------------------------------------------------- */

static void heard_nonsense(struct hall *hall, struct peer *peer, const char *id, const struct refusal *no)
{
    peer_no(hall, peer->id, id, no->code, no->why.text);
    if (++peer->bad > BAD_MAX)
        net_hang_up(hall->net, peer->id, 1008, "Too many messages that are not of this protocol.");
}

static void do_lobby(struct hall *hall, struct peer *peer, const struct order *command)
{
    struct text out = hall_text(hall);

    hall->lobby_peers += command->on && !peer->lobby;
    hall->lobby_peers -= !command->on && peer->lobby;
    peer->lobby = peer->lobby_stale = command->on;
    peer->lobby_said = 0;
    if (!hall->lobby)
        hall->lobby_stale = true;
    wire_done(&out, command->id, "");
    peer_send(hall, peer->id, &out);
    lobby_tick(hall);
}

static void do_message(struct hall *hall, struct peer *peer, const char *text, size_t n)
{
    struct order command;
    struct refusal no;

    if (!command_read(&command, text, n, &no)) {
        hall->counts.refused++;
        heard_nonsense(hall, peer, command.id, &no);
        return;
    }
    hall->counts.commands++;
    if (command.doing == DO_LOBBY)
        do_lobby(hall, peer, &command);
    else if (!peer->person && command.doing != DO_WATCH && command.doing != DO_UNWATCH && command.doing != DO_LOOK)
        peer_no(hall, peer->id, command.id, CODE_STRANGER, "Say who you are first: take a name as a guest.");
    else if (command.doing == DO_CREATE)
        table_create(hall, peer, &command);
    else
        table_command(hall, peer, &command);
    command_end(&command);
}

void hall_welcome(struct hall *hall, struct peer *peer)
{
    struct text out = hall_text(hall);
    struct held *held, *in_order = NULL;

    peer->opening = false;
    wire_welcome(&out, peer->person ? &peer->person->who : NULL);
    peer_send(hall, peer->id, &out);
    while ((held = peer->held) != NULL) {
        peer->held = held->next;
        held->next = in_order;
        in_order = held;
    }
    while ((held = in_order) != NULL) {
        in_order = held->next;
        do_message(hall, peer, held->text, held->n);
        free(held);
    }
}

/* The person has been forgotten, here or at another node: what is connected has to come again, as a stranger. */
void hall_person_gone(struct hall *hall, const char *id)
{
    struct walk walk = map_walk(&hall->peers);
    struct peer *peer;

    while ((peer = (struct peer *)walk_next(&walk)) != NULL)
        if (peer->person && strcmp(peer->person->who.id, id) == 0)
            net_hang_up(hall->net, peer->id, 1008, "This person has been forgotten.");
    tables_forget(hall, id);
}

void hall_person_again(struct hall *hall, const char *id)
{
    struct walk walk = map_walk(&hall->peers);
    struct peer *peer;

    while ((peer = (struct peer *)walk_next(&walk)) != NULL)
        if (peer->person && strcmp(peer->person->who.id, id) == 0)
            net_hang_up(hall->net, peer->id, 1008, "Your key has changed.");
}

/* ---- what the net says ------------------------------------------------------------------------- */

static void on_ask(void *self, peer_t peer, const struct net_request *request)
{
    struct hall *hall = self;

    look_at_clocks(hall);
    people_ask(hall, peer, request);
}

static void on_open(void *self, peer_t id, const struct net_request *request)
{
    struct hall *hall = self;
    struct peer *peer = calloc(1, sizeof *peer);

    look_at_clocks(hall);
    if (peer) {
        peer->id = id;
        peer->node.key = key_of_number(id);
        peer->opening = true;
        memcpy(peer->address, request->address, sizeof peer->address);
    }
    if (!peer || map_add(&hall->peers, &peer->node) < 0) {
        free(peer);
        net_hang_up(hall->net, id, 1013, "The server has no memory for another connection.");
        return;
    }
    hall_log(hall, "opened", "peer=%llu address=%s", (unsigned long long)id, request->address);
    people_open(hall, peer, request->token);
}

static void on_hear(void *self, peer_t id, const char *text, size_t n)
{
    struct hall *hall = self;
    struct peer *peer = peer_find(hall, id);
    struct held *held;

    look_at_clocks(hall);
    if (!peer)
        return;
    if (!peer->opening) {
        do_message(hall, peer, text, n);
        return;
    }
    held = peer->held_n < HELD_MAX ? malloc(sizeof *held + n) : NULL;
    if (!held) {
        net_hang_up(hall->net, id, 1008, "Wait for the welcome.");
        return;
    }
    held->n = n;
    memcpy(held->text, text, n);
    held->next = peer->held;
    peer->held = held;
    peer->held_n++;
}

static void peer_free(struct hall *hall, struct peer *peer)
{
    struct held *held;

    hall->lobby_peers -= peer->lobby;
    table_leave(hall, peer);
    people_leave(peer);
    while ((held = peer->held) != NULL) {
        peer->held = held->next;
        free(held);
    }
    map_remove(&hall->peers, &peer->node);
    free(peer);
}

static void on_gone(void *self, peer_t id)
{
    struct hall *hall = self;
    struct peer *peer = peer_find(hall, id);

    look_at_clocks(hall);
    if (!peer)
        return;
    hall_log(hall, "gone", "peer=%llu", (unsigned long long)id);
    peer_free(hall, peer);
}

static void on_wake(void *self)
{
    struct hall *hall = self;

    look_at_clocks(hall);
    store_collect(hall->store);
    pool_collect(hall->pool);
}

/* ---- time -------------------------------------------------------------------------------------- */

static void claim(struct hall *hall);

static void claimed(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;

    (void)tag;
    hall->claiming = false;
    for (uint32_t i = 0; answer->result == STORE_OK && i < answer->rows_n; i++)
        table_claimed(hall, answer->rows[i].table);
}

static void claim(struct hall *hall)
{
    if (hall->claiming)
        return;
    hall->claiming = true;
    store_claim(hall->store, hall->now, hall->now + LEASE, CLAIM_MOST, claimed, hall, 0);
}

static void idle_found(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct event event = {.kind = EVENT_CLOSE};

    event.at = hall->now;
    snprintf(event.reason, sizeof event.reason, "Nobody has come for so long that the table was closed.");
    for (uint32_t i = 0; answer->result == STORE_OK && i < answer->rows_n; i++) {
        struct table *table = table_get(hall, answer->rows[i].table);

        if (table)
            table_event(hall, table, &event, (int64_t)tag);
    }
}

static void pruned(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;

    (void)tag;
    hall->pruning = false;
    hall_log(hall, "pruned", "result=%d", (int)answer->result);
}

static void close_idle(struct hall *hall, enum store_state state, int64_t since)
{
    store_idle(hall->store, state, since, CLAIM_MOST, idle_found, hall, (uint64_t)since);
}

/* What nobody needs any more. A prune may take longer than until the next one would begin. */
static void tidy(struct hall *hall)
{
    close_idle(hall, STORE_GATHERING, hall->now - DAY);
    close_idle(hall, STORE_PLAYING, hall->now - 60 * DAY);
    if (hall->pruning)
        return;
    hall->pruning = true;
    store_prune(hall->store, hall->now - hall->settings.guest_days * DAY, pruned, hall, 0);
}

static void on_tick(void *self)
{
    struct hall *hall = self;

    look_at_clocks(hall);
    hall->looks = 0;
    tables_tick(hall);
    if (hall->steady >= hall->next_second) {
        hall->next_second = hall->steady + SECOND;
        claim(hall);
        lobby_tick(hall);
        people_tick(hall);
    }
    if (store_is_shared(hall->store) && hall->steady >= hall->next_presence) {
        hall->next_presence = hall->steady + PRESENCE;
        tables_presence(hall);
        lobby_stale_for_all(hall);
    }
    if (hall->steady >= hall->next_hour) {
        hall->next_hour = hall->steady + HOUR;
        tidy(hall);
    }
}

static void on_alarm(void *self)
{
    look_at_clocks(self);
    tables_alarm(self);
}

static void on_changed(void *self, const char *table)
{
    table_changed(self, table);
}

static void on_announced(void *self, const char *text)
{
    char person[STORE_ID_SIZE];

    if (sscanf(text, "gone %16s", person) == 1)
        hall_person_gone(self, person);
    else if (sscanf(text, "again %16s", person) == 1)
        hall_person_again(self, person);
    else
        table_announced(self, text);
}

static void wake_net(void *self)
{
    struct hall *hall = self;

    if (hall->net)
        net_wake(hall->net);
}

/* ---- counting ---------------------------------------------------------------------------------- */

static void put_metric(struct text *out, const char *name, const char *kind, const char *help, uint64_t value)
{
    text_put(out, "# HELP wabe_");
    text_put(out, name);
    text_char(out, ' ');
    text_put(out, help);
    text_put(out, "\n# TYPE wabe_");
    text_put(out, name);
    text_char(out, ' ');
    text_put(out, kind);
    text_put(out, "\nwabe_");
    text_put(out, name);
    text_char(out, ' ');
    text_unsigned(out, value);
    text_char(out, '\n');
}

static void on_metrics(void *self, struct text *out)
{
    struct hall *hall = self;
    const struct net_counts *net = net_counts(hall->net);
    const struct counts *counts = &hall->counts;

    put_metric(out, "sockets", "gauge", "Open WebSockets.", net->sockets);
    put_metric(out, "people", "gauge", "People who are connected.", hall->people.n);
    put_metric(out, "tables_loaded", "gauge", "Tables in memory.", hall->tables.n);
    put_metric(out, "store_waiting", "gauge", "Things that wait for the store.", store_waiting(hall->store));
    put_metric(out, "store_answers", "gauge", "Whether the store answers.", store_answers(hall->store));
    put_metric(out, "bots_waiting", "gauge", "Decisions that wait for a thread.", pool_waiting(hall->pool));
    put_metric(out, "requests_total", "counter", "Requests of HTTP.", net->requests);
    put_metric(out, "sockets_opened_total", "counter", "WebSockets opened.", net->opened);
    put_metric(out, "messages_in_total", "counter", "Messages from clients.", net->messages_in);
    put_metric(out, "messages_out_total", "counter", "Messages to clients.", net->messages_out);
    put_metric(out, "bytes_in_total", "counter", "Bytes of messages from clients.", net->bytes_in);
    put_metric(out, "bytes_out_total", "counter", "Bytes of messages to clients.", net->bytes_out);
    put_metric(out, "commands_total", "counter", "Commands understood.", counts->commands);
    put_metric(out, "commands_refused_total", "counter", "Commands refused.", counts->refused);
    put_metric(out, "moves_total", "counter", "Moves of people stored.", counts->moves);
    put_metric(out, "bot_moves_total", "counter", "Moves of bots and the clock stored.", counts->bot_moves);
    put_metric(out, "chat_lines_total", "counter", "Lines said.", counts->chats);
    put_metric(out, "tables_made_total", "counter", "Tables made.", counts->tables_made);
    put_metric(out, "store_conflicts_total", "counter", "Events that another node was quicker with.",
               counts->conflicts);
    put_metric(out, "store_failures_total", "counter", "Things that the store could not do.", counts->store_failures);
    put_metric(out, "logins_refused_total", "counter", "Wrong names or passphrases.", counts->logins_refused);
    put_metric(out, "refused_host_total", "counter", "Requests under a wrong name.", net->refused_host);
    put_metric(out, "refused_origin_total", "counter", "Requests from pages elsewhere.", net->refused_origin);
    put_metric(out, "refused_limit_total", "counter", "Requests and messages above a limit.", net->refused_limit);
    put_metric(out, "refused_bad_total", "counter", "Requests and messages that were none.", net->refused_bad);
    put_metric(out, "hung_up_slow_total", "counter", "Readers that were too slow.", net->hung_up_slow);
}

/* ---- the whole --------------------------------------------------------------------------------- */

struct hall *hall_open(const struct hall_settings *settings, bool *busy, struct why *why)
{
    struct hall *hall = calloc(1, sizeof *hall);
    struct net_hooks net = {.self = hall,
                            .ask = on_ask,
                            .open = on_open,
                            .hear = on_hear,
                            .gone = on_gone,
                            .wake = on_wake,
                            .tick = on_tick,
                            .alarm = on_alarm,
                            .metrics = on_metrics};
    struct store_hooks store = {.self = hall, .wake = wake_net, .changed = on_changed, .announced = on_announced};

    *busy = false;
    snprintf(why->text, sizeof why->text, "there is not enough memory");
    if (!hall)
        return NULL;
    hall->settings = *settings;
    look_at_clocks(hall);
    hall->next_hour = hall->steady + 5 * SECOND;
    hall->room = malloc(WIRE_MAX);
    hall->brake = brake_new();
    if (sodium_init() < 0)
        snprintf(why->text, sizeof why->text, "this machine gives no random numbers");
    else if (hall->room && hall->brake)
        hall->store = store_open(settings->store, &store, why);
    if (hall->store)
        hall->net = net_open(&settings->net, &net, busy, why);
    if (hall->net)
        hall->pool = pool_open(settings->threads, wake_net, hall);
    if (hall->pool)
        return hall;
    hall_close(hall);
    return NULL;
}

struct net *hall_net(struct hall *hall)
{
    return hall->net;
}

bool hall_run(struct hall *hall)
{
    return net_run(hall->net);
}

void hall_stop(struct hall *hall)
{
    net_stop(hall->net);
}

void hall_close(struct hall *hall)
{
    struct walk walk;
    struct node *node;

    if (hall->pool)
        pool_close(hall->pool);
    if (hall->store)
        store_close(hall->store);
    walk = map_walk(&hall->peers);
    while ((node = walk_next(&walk)) != NULL) {
        struct peer *peer = (struct peer *)node;

        peer->table = NULL; /* nobody is told any more */
        while (peer->held) {
            struct held *held = peer->held;

            peer->held = held->next;
            free(held);
        }
        free(peer);
    }
    map_end(&hall->peers);
    walk = map_walk(&hall->tables);
    while ((node = walk_next(&walk)) != NULL)
        ((struct table *)node)->peers = NULL;
    tables_end(hall);
    people_end(hall);
    walk = map_walk(&hall->pending);
    while ((node = walk_next(&walk)) != NULL)
        free(node);
    map_end(&hall->pending);
    if (hall->net)
        net_close(hall->net);
    brake_free(hall->brake);
    free(hall->lobby);
    free(hall->room);
    free(hall);
}
