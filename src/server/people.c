/* people.c: who is who: tokens, guests, accounts; and the requests of HTTP. Tokens and passphrases are kept as hashes
 * only. */
#define _POSIX_C_SOURCE 200809L

#include "hall_in.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../table/hash.h"
#include "../table/record.h"
#include "names.h"

enum { TOKEN_BYTES = 32, PASSPHRASE_LEAST = 8, PASSPHRASE_SIZE = 257, COOKIE_SIZE = 256, COOKIE_DAYS = 400 };
enum { MINUTE_US = 60 * 1000 * 1000, FORGETS_A_MINUTE = 10 };

/* ---- tokens ------------------------------------------------------------------------------------ */

static void token_hash(const char *token, char out[STORE_HASH_SIZE])
{
    uint8_t hash[32];

    crypto_generichash(hash, sizeof hash, (const uint8_t *)token, strlen(token), NULL, 0);
    fair_hex(out, hash, sizeof hash);
}

/* To know again which connections came with it. */
static uint64_t token_mark(const char hash[STORE_HASH_SIZE])
{
    return hash_bytes(HASH_START, hash, strlen(hash)) | 1;
}

static void token_new(char out[NET_TOKEN_SIZE])
{
    uint8_t bytes[TOKEN_BYTES];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(out, NET_TOKEN_SIZE, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* ---- peers ------------------------------------------------------------------------------------- */

static struct person *person_get(struct hall *hall, const struct store_person *who)
{
    struct person *person = (struct person *)map_find(&hall->people, key_of_text(who->id));

    if (!person) {
        person = calloc(1, sizeof *person);
        if (!person)
            return NULL;
        person->node.key = key_of_text(who->id);
        if (map_add(&hall->people, &person->node) < 0) {
            free(person);
            return NULL;
        }
    }
    person->who = *who;
    person->peers++;
    return person;
}

void people_leave(struct peer *peer)
{
    struct person *person = peer->person;

    peer->person = NULL;
    if (person)
        person->peers--;
}

/* Those of whom nobody is connected any more; what they said is remembered as long as it counts. */
void people_tick(struct hall *hall)
{
    struct walk walk = map_walk(&hall->people);
    struct person *person;

    crowd_sweep(&hall->forgetters, hall->steady * 1000);
    while ((person = (struct person *)walk_next(&walk)) != NULL) {
        if (person->peers > 0 || hall->steady - person->said_last < CHAT_SPAN)
            continue;
        map_remove(&hall->people, &person->node);
        free(person);
    }
}

static void peer_known(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct peer *peer = peer_find(hall, tag);

    if (!peer)
        return;
    if (answer->result == STORE_FAILED) {
        net_hang_up(hall->net, peer->id, 1013, "The store does not answer; try again.");
        return;
    }
    if (answer->result == STORE_OK)
        peer->person = person_get(hall, &answer->person);
    if (answer->result == STORE_OK && answer->person.account[0])
        brake_known(hall->brake, answer->person.account, peer->address, hall->steady);
    hall_welcome(hall, peer);
}

void people_open(struct hall *hall, struct peer *peer, const char *token)
{
    char hash[STORE_HASH_SIZE];

    if (!token[0]) {
        hall_welcome(hall, peer);
        return;
    }
    token_hash(token, hash);
    peer->token = token_mark(hash);
    store_find(hall->store, hash, hall->now, peer_known, hall, peer->id);
}

/* ---- requests ---------------------------------------------------------------------------------- */

/* One that needs more than a moment. */
struct request {
    struct request *next;
    peer_t peer;
    place_t place;
    bool safe;
    void (*go_on)(struct hall *hall, struct request *request); /* when it is known who asks */
    struct store_person who;                                   /* who asks; empty: a stranger */
    char token[NET_TOKEN_SIZE];                                /* of the cookie, or a new one */
    char address[NET_ADDRESS_SIZE];                            /* from where it comes */
    char name[NAME_SIZE], account[ACCOUNT_SIZE], passphrase[PASSPHRASE_SIZE];
    char new_one[PASSPHRASE_SIZE]; /* the new passphrase */
};

static struct request *request_new(struct hall *hall, peer_t peer, const struct net_request *from)
{
    struct request *request = calloc(1, sizeof *request);

    if (!request)
        return NULL;
    request->peer = peer;
    request->safe = from->safe ||
                    (hall->settings.net.public_name && text_starts(hall->settings.net.public_name, "https:"));
    place_read(from->address, &request->place);
    memcpy(request->token, from->token, sizeof request->token);
    memcpy(request->address, from->address, sizeof request->address);
    request->next = hall->requests;
    hall->requests = request;
    return request;
}

static void request_end(struct hall *hall, struct request *request)
{
    struct request **at = &hall->requests;

    while (*at != request)
        at = &(*at)->next;
    *at = request->next;
    sodium_memzero(request, sizeof *request);
    free(request);
}

static void reply_json(struct hall *hall, peer_t peer, int status, const struct text *body, const char *cookie)
{
    net_answer(hall->net, peer,
               &(struct net_reply){.status = status, .body = body->at, .body_n = body->used, .cookie = cookie});
}

void reply_refusal(struct hall *hall, peer_t peer, int status, enum why_code code, const char *sentence)
{
    struct refusal no = {.code = code};
    struct text out = hall_text(hall);

    snprintf(no.why.text, sizeof no.why.text, "%s", sentence);
    wire_why(&out, &no);
    reply_json(hall, peer, status, &out, NULL);
}

static void refuse_request(struct hall *hall, struct request *request, int status, enum why_code code,
                           const char *sentence)
{
    reply_refusal(hall, request->peer, status, code, sentence);
    request_end(hall, request);
}

static void refuse_for_now(struct hall *hall, struct request *request, int wait_seconds, const char *sentence)
{
    struct refusal no = {.code = CODE_LIMIT};
    struct text out = hall_text(hall);

    snprintf(no.why.text, sizeof no.why.text, "%s", sentence);
    wire_why(&out, &no);
    net_answer(hall->net, request->peer,
               &(struct net_reply){.status = 429, .body = out.at, .body_n = out.used, .retry_after = wait_seconds});
    request_end(hall, request);
}

static void store_is_down(struct hall *hall, struct request *request)
{
    hall->counts.store_failures++;
    refuse_request(hall, request, 503, CODE_BUSY, "The store does not answer; nothing has been done. Try again.");
}

/* Who one is now, with the cookie if it is new; cookie_days 0: it is to be forgotten, -1: it stays. */
static void reply_me(struct hall *hall, struct request *request, int cookie_days)
{
    struct text out = hall_text(hall);
    char cookie[COOKIE_SIZE];

    wire_me(&out, &request->who);
    snprintf(cookie, sizeof cookie, "wabe=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s",
             cookie_days > 0 ? request->token : "", cookie_days * 24 * 3600, request->safe ? "; Secure" : "");
    reply_json(hall, request->peer, 200, &out, cookie_days >= 0 ? cookie : NULL);
    request_end(hall, request);
}

/* Peers that are connected are called by the new name from now on. */
static void rename_here(struct hall *hall, const struct store_person *who)
{
    struct person *person = (struct person *)map_find(&hall->people, key_of_text(who->id));

    if (person)
        person->who = *who;
}

static void comes_in(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;

    if (answer->result != STORE_OK)
        store_is_down(hall, request);
    else
        reply_me(hall, request, COOKIE_DAYS);
}

static void renamed(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;

    if (answer->result != STORE_OK) {
        store_is_down(hall, request);
        return;
    }
    memcpy(request->who.name, request->name, sizeof request->name);
    rename_here(hall, &request->who);
    reply_me(hall, request, -1);
}

static void do_guest(struct hall *hall, struct request *request)
{
    char hash[STORE_HASH_SIZE];
    uint64_t tag = (uint64_t)(uintptr_t)request;

    if (request->who.id[0]) {
        store_rename(hall->store, request->who.id, request->name, renamed, hall, tag);
        return;
    }
    random_id(request->who.id);
    memcpy(request->who.name, request->name, sizeof request->name);
    token_new(request->token);
    token_hash(request->token, hash);
    store_guest(hall->store, &request->who, hash, hall->now, comes_in, hall, tag);
}

/* ---- accounts ---------------------------------------------------------------------------------- */

static const char too_many[] = "Too many passphrases are being checked at the moment; try again.";

/* A passphrase may be tried now; if not, the request is refused. */
static bool may_try(struct hall *hall, struct request *request)
{
    int wait = brake_take(hall->brake, request->account, request->address, hall->steady);
    struct refusal no = {.code = CODE_LIMIT};
    struct text out = hall_text(hall);

    if (wait == 0)
        return true;
    hall->counts.logins_refused++;
    hall_log(hall, "login", "braked=1 address=%s", request->address);
    snprintf(no.why.text, sizeof no.why.text,
             "There were too many wrong passphrases for this account: try again in %d %s.", wait,
             wait == 1 ? "second" : "seconds");
    wire_why(&out, &no);
    net_answer(hall->net, request->peer,
               &(struct net_reply){.status = 429, .body = out.at, .body_n = out.used, .retry_after = wait});
    request_end(hall, request);
    return false;
}

/* Nobody has looked at the passphrase. */
static void could_not_try(struct hall *hall, struct request *request)
{
    brake_give_back(hall->brake, request->account, request->address, hall->steady);
    refuse_request(hall, request, 503, CODE_BUSY, too_many);
}

/* The one that somebody has now is the only one: others may have read those from before. */
static void account_made(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;
    char news[64], person[STORE_ID_SIZE];

    if (answer->result == STORE_TAKEN) {
        refuse_request(hall, request, 409, CODE_STATE,
                       "An account with this name, or one that looks like it, exists already.");
        return;
    }
    if (answer->result != STORE_OK) {
        store_is_down(hall, request);
        return;
    }
    memcpy(request->who.account, request->account, sizeof request->account);
    memcpy(person, request->who.id, sizeof person);
    rename_here(hall, &request->who);
    brake_known(hall->brake, request->account, request->address, hall->steady);
    reply_me(hall, request, COOKIE_DAYS);
    hall_person_again(hall, person);
    snprintf(news, sizeof news, "again %s", person);
    store_announce(hall->store, news);
}

static void passphrase_hashed(void *self, uint64_t tag, bool ok, const char *hash)
{
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;
    char token[STORE_HASH_SIZE];

    if (!ok) {
        refuse_request(hall, request, 503, CODE_BUSY, too_many);
        return;
    }
    token_new(request->token);
    token_hash(request->token, token);
    store_account(hall->store, request->who.id, request->account, hash, token, hall->now, account_made, hall, tag);
}

/* As a sentence. Names of old accounts may have more in them: whoever logs in is not asked. */
static const char *account_fault(const char *account, struct why *why)
{
    snprintf(why->text, sizeof why->text, "The name of the account %s.", name_fault(account));
    return why->text;
}

static bool name_is_fine(const char *name, struct why *why)
{
    const char *fault = name_fault(name);

    if (fault)
        snprintf(why->text, sizeof why->text, "Your name %s.", fault);
    return !fault;
}

static void do_account(struct hall *hall, struct request *request)
{
    struct why why;

    if (!request->who.id[0])
        refuse_request(hall, request, 403, CODE_STRANGER, "Take a name first: a guest becomes an account.");
    else if (request->who.account[0])
        refuse_request(hall, request, 409, CODE_STATE, "You have an account already.");
    else if (name_fault(request->account))
        refuse_request(hall, request, 400, CODE_BAD, account_fault(request->account, &why));
    else if (!pool_hash(hall->pool, request->passphrase, NULL, passphrase_hashed, hall, (uint64_t)(uintptr_t)request))
        refuse_request(hall, request, 503, CODE_BUSY, too_many);
}

static void wrong_passphrase(struct hall *hall, struct request *request, const char *sentence)
{
    hall->counts.logins_refused++;
    hall_log(hall, "login", "refused=1 address=%s", request->address);
    refuse_request(hall, request, 403, CODE_STRANGER, sentence);
}

static void passphrase_checked(void *self, uint64_t tag, bool ok, const char *hash)
{
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;
    char token[STORE_HASH_SIZE];

    (void)hash;
    if (!ok || !request->who.id[0]) {
        wrong_passphrase(hall, request, "There is no account with this name and passphrase.");
        return;
    }
    brake_right(hall->brake, request->account, request->address, hall->steady);
    token_new(request->token);
    token_hash(request->token, token);
    store_token(hall->store, request->who.id, token, hall->now, comes_in, hall, tag);
}

/* A passphrase is checked in any case, so that the time does not tell whether there is such an account. */
static void account_found(void *self, uint64_t tag, const struct store_answer *answer)
{
    static const char nobodys[] =
        "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;
    bool found = answer->result == STORE_OK;

    if (answer->result != STORE_OK && answer->result != STORE_MISSING) {
        brake_give_back(hall->brake, request->account, request->address, hall->steady);
        store_is_down(hall, request);
        return;
    }
    request->who = found ? answer->person : (struct store_person){0};
    if (!pool_hash(hall->pool, request->passphrase, found ? answer->person.passphrase : nobodys, passphrase_checked,
                   hall, tag))
        could_not_try(hall, request);
}

static void do_login(struct hall *hall, struct request *request)
{
    if (may_try(hall, request))
        store_account_find(hall->store, request->account, account_found, hall, (uint64_t)(uintptr_t)request);
}

/* ---- another passphrase ---- */

static void old_one_checked(void *self, uint64_t tag, bool ok, const char *hash)
{
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;

    (void)hash;
    if (!ok) {
        wrong_passphrase(hall, request, "That is not the passphrase that you have now.");
        return;
    }
    brake_right(hall->brake, request->account, request->address, hall->steady);
    if (!pool_hash(hall->pool, request->new_one, NULL, passphrase_hashed, hall, tag))
        refuse_request(hall, request, 503, CODE_BUSY, too_many);
}

static void own_account_found(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;

    if (answer->result != STORE_OK || strcmp(answer->person.id, request->who.id) != 0) {
        brake_give_back(hall->brake, request->account, request->address, hall->steady);
        store_is_down(hall, request); /* or the account has just gone */
    } else if (!pool_hash(hall->pool, request->passphrase, answer->person.passphrase, old_one_checked, hall, tag)) {
        could_not_try(hall, request);
    }
}

static void do_passphrase(struct hall *hall, struct request *request)
{
    if (!request->who.account[0]) {
        refuse_request(hall, request, request->who.id[0] ? 409 : 403, request->who.id[0] ? CODE_STATE : CODE_STRANGER,
                       "Only who has an account has a passphrase.");
        return;
    }
    memcpy(request->account, request->who.account, sizeof request->account);
    if (may_try(hall, request))
        store_account_find(hall->store, request->account, own_account_found, hall, (uint64_t)(uintptr_t)request);
}

static void tell_gone(struct hall *hall, const char *person)
{
    char news[64];

    hall_person_gone(hall, person);
    snprintf(news, sizeof news, "gone %s", person);
    store_announce(hall->store, news);
}

/* Tables are read again, with "somebody" in them. */
static void traces_gone(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;

    if (answer->result == STORE_FAILED) { /* those that are left are found when it is opened again, or pruned */
        hall->counts.store_failures++;
        refuse_request(
            hall, request, 503, CODE_BUSY,
            "You are forgotten, and your account is gone. The store does not answer, so that your name and what "
            "you said may still be at tables for a while; the server removes them by itself.");
        return;
    }
    tell_gone(hall, request->who.id);
    request->who = (struct store_person){0};
    reply_me(hall, request, 0);
}

/* Before the traces are looked for nobody may make new ones. */
static void forgotten(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;

    if (answer->result == STORE_FAILED) {
        store_is_down(hall, request);
        return;
    }
    tell_gone(hall, request->who.id);
    store_forget_traces(hall->store, request->who.id, traces_gone, hall, tag);
}

static void hang_up_token(struct hall *hall, uint64_t mark)
{
    struct walk walk = map_walk(&hall->peers);
    struct peer *peer;

    while ((peer = (struct peer *)walk_next(&walk)) != NULL)
        if (peer->token == mark)
            net_hang_up(hall->net, peer->id, 1008, "You have logged out.");
}

static void logged_out(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;
    char hash[STORE_HASH_SIZE];

    if (answer->result == STORE_FAILED) {
        store_is_down(hall, request);
        return;
    }
    token_hash(request->token, hash);
    hang_up_token(hall, token_mark(hash));
    request->who = (struct store_person){0};
    reply_me(hall, request, 0);
}

static void do_logout(struct hall *hall, struct request *request)
{
    char hash[STORE_HASH_SIZE];

    token_hash(request->token, hash);
    store_token_drop(hall->store, hash, logged_out, hall, (uint64_t)(uintptr_t)request);
}

/* Much work for the store, whoever asks for it: so many from one address in a minute, and all of them at once if they
 * like. */
static bool may_forget(struct hall *hall, const struct request *request, int *wait_seconds)
{
    static const struct pace pace = {MINUTE_US / FORGETS_A_MINUTE, MINUTE_US};
    struct visitor *visitor = crowd_get(&hall->forgetters, request->place);

    *wait_seconds = 10;
    return visitor && pace_take(&pace, hall->steady * 1000, &visitor->due, wait_seconds);
}

static void do_forget(struct hall *hall, struct request *request)
{
    int wait_seconds;

    if (!request->who.id[0])
        reply_me(hall, request, 0);
    else if (!may_forget(hall, request, &wait_seconds))
        refuse_for_now(hall, request, wait_seconds,
                       "Too many people have been forgotten from your address in a minute; nothing has been done. Wait "
                       "a little.");
    else
        store_forget(hall->store, request->who.id, forgotten, hall, (uint64_t)(uintptr_t)request);
}

static void do_me(struct hall *hall, struct request *request)
{
    reply_me(hall, request, -1);
}

/* ---- records ----------------------------------------------------------------------------------- */

static void send_record(struct hall *hall, peer_t peer, struct room *room)
{
    size_t size = record_room(&room->match);
    char *memory = malloc(size), name[64];
    struct text out = text_in(memory, memory ? size : 0);

    if (!memory) {
        reply_refusal(hall, peer, 503, CODE_BUSY, "The server has no memory left; try again.");
        return;
    }
    room_record(room, &out);
    snprintf(name, sizeof name, "%.20s-%.8s.wabe", room->settings.deal.game->id, room->id);
    net_answer(
        hall->net, peer,
        &(struct net_reply){
            .status = 200, .type = "text/plain; charset=utf-8", .body = out.at, .body_n = out.used, .file_name = name});
    free(memory);
}

static void record_loaded(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct pending *pending = pending_take(hall, tag);
    struct room *room = malloc(sizeof *room);

    if (!room || answer->result == STORE_FAILED) {
        reply_refusal(hall, pending->peer, 503, CODE_BUSY, "The store does not answer; try again.");
    } else if (answer->result != STORE_OK) {
        reply_refusal(hall, pending->peer, 404, CODE_UNKNOWN, "There is no such table.");
    } else {
        room_init(room, pending->table);
        for (uint32_t i = 0; i < answer->events_n; i++)
            room_replay(room, &answer->events[i]);
        if (room->memory && (room->state == STORE_OVER || room->state == STORE_CLOSED))
            send_record(hall, pending->peer, room);
        else
            reply_refusal(hall, pending->peer, 409, CODE_STATE, "A record is there when the game is over.");
        room_end(room);
    }
    free(room);
    free(pending);
}

static void ask_record(struct hall *hall, peer_t peer, const char *id)
{
    struct pending *pending = pending_new(hall, peer, "", id);

    if (!pending)
        reply_refusal(hall, peer, 503, CODE_BUSY, "The server has no memory left; try again.");
    else
        store_load(hall->store, id, 0, record_loaded, hall, pending->node.key.a);
}

/* ---- what is asked ----------------------------------------------------------------------------- */

static void asker_found(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct hall *hall = self;
    struct request *request = (struct request *)(uintptr_t)tag;

    if (answer->result == STORE_FAILED) {
        store_is_down(hall, request);
        return;
    }
    if (answer->result == STORE_OK)
        request->who = answer->person;
    request->go_on(hall, request);
}

static void begin_request(struct hall *hall, struct request *request)
{
    char hash[STORE_HASH_SIZE];

    if (!request->token[0]) {
        request->go_on(hall, request);
        return;
    }
    token_hash(request->token, hash);
    store_find(hall->store, hash, hall->now, asker_found, hall, (uint64_t)(uintptr_t)request);
}

struct route {
    const char *path;
    bool posts, name, account, passphrases;
    void (*go_on)(struct hall *hall, struct request *request);
};

static const struct route routes[] = {
    {.path = "/api/1/me", .go_on = do_me},
    {.path = "/api/1/guest", .posts = true, .name = true, .go_on = do_guest},
    {.path = "/api/1/account", .posts = true, .account = true, .go_on = do_account},
    {.path = "/api/1/login", .posts = true, .account = true, .go_on = do_login},
    {.path = "/api/1/passphrase", .posts = true, .passphrases = true, .go_on = do_passphrase},
    {.path = "/api/1/logout", .posts = true, .go_on = do_logout},
    {.path = "/api/1/forget", .posts = true, .go_on = do_forget},
};

static bool read_body(struct request *request, const struct route *route, const struct net_request *from,
                      struct why *why)
{
    struct json_in in;

    if (!route->posts)
        return true;
    if (!json_in_open(&in, from->body, from->body_n, why))
        return false;
    if (route->name)
        json_in_text(&in, "name", request->name, sizeof request->name, 1);
    if (route->account) {
        json_in_text(&in, "account", request->account, sizeof request->account, 2);
        json_in_text(&in, "passphrase", request->passphrase, sizeof request->passphrase, PASSPHRASE_LEAST);
    }
    if (route->passphrases) {
        json_in_text(&in, "old", request->passphrase, sizeof request->passphrase, 1);
        json_in_text(&in, "new", request->new_one, sizeof request->new_one, PASSPHRASE_LEAST);
    }
    if (!in.failed && route->name && strspn(request->name, " \t") == strlen(request->name))
        json_in_fault(&in, "name", "is blank");
    return json_in_close(&in) && (!route->name || name_is_fine(request->name, why));
}

static void ask_route(struct hall *hall, peer_t peer, const struct net_request *from, const struct route *route)
{
    struct request *request;
    struct why why;

    if (route->posts != from->posts) {
        reply_refusal(hall, peer, 405, CODE_BAD, route->posts ? "That needs POST." : "That needs GET.");
        return;
    }
    request = request_new(hall, peer, from);
    if (!request) {
        reply_refusal(hall, peer, 503, CODE_BUSY, "The server has no memory left; try again.");
        return;
    }
    request->go_on = route->go_on;
    if (read_body(request, route, from, &why))
        begin_request(hall, request);
    else
        refuse_request(hall, request, 400, CODE_BAD, why.text);
}

static void ask_health(struct hall *hall, peer_t peer)
{
    bool ok = store_answers(hall->store);
    struct text out = hall_text(hall);

    text_put(&out, ok ? "{\"ok\":true}" : "{\"ok\":false}");
    reply_json(hall, peer, ok ? 200 : 503, &out, NULL);
}

void people_ask(struct hall *hall, peer_t peer, const struct net_request *request)
{
    static const char tables[] = "/api/1/tables/", record[] = "/record";
    const char *rest = request->path + strlen(tables);
    char id[STORE_ID_SIZE] = "";

    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (strcmp(request->path, routes[i].path) == 0) {
            ask_route(hall, peer, request, &routes[i]);
            return;
        }
    }
    if (!request->posts && strcmp(request->path, "/healthz") == 0) {
        ask_health(hall, peer);
        return;
    }
    if (!request->posts && strcmp(request->path, "/api/1/tables") == 0) {
        lobby_list(hall, peer);
        return;
    }
    if (!request->posts && strncmp(request->path, tables, strlen(tables)) == 0 &&
        strlen(rest) == STORE_ID_SIZE - 1 + strlen(record) && strcmp(rest + STORE_ID_SIZE - 1, record) == 0) {
        memcpy(id, rest, STORE_ID_SIZE - 1);
        if (table_id_ok(id)) {
            ask_record(hall, peer, id);
            return;
        }
    }
    reply_refusal(hall, peer, 404, CODE_UNKNOWN, "There is nothing here.");
}

void people_end(struct hall *hall)
{
    struct walk walk = map_walk(&hall->people);
    struct node *node;

    while (hall->requests)
        request_end(hall, hall->requests);
    crowd_end(&hall->forgetters);
    while ((node = walk_next(&walk)) != NULL)
        free(node);
    map_end(&hall->people);
}
