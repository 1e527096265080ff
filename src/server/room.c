#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../table/hash.h"
#include "../table/record.h"
#include "names.h"

void room_init(struct room *room, const char *id)
{
    memset(room, 0, sizeof *room);
    memcpy(room->id, id, sizeof room->id);
    settings_default(&room->settings);
    room->held = NOBODY;
}

void room_end(struct room *room)
{
    free(room->memory);
    room->memory = NULL;
}

static bool refuse(struct refusal *no, enum why_code code, const char *sentence)
{
    no->code = code;
    snprintf(no->why.text, sizeof no->why.text, "%s", sentence);
    return false;
}

static int seats_of(const struct room *room)
{
    return room->settings.deal.setup.seats;
}

/* ---- what there is to know -------------------------------------------------------------------- */

int room_seat_of(const struct room *room, const char *person)
{
    for (int i = 0; i < seats_of(room) && person[0]; i++)
        if (room->seat[i].is == SEAT_PERSON && strcmp(room->seat[i].person, person) == 0)
            return i;
    return NOBODY;
}

bool room_knows(const struct room *room, const char *person)
{
    return room_seat_of(room, person) != NOBODY || strcmp(room->host, person) == 0;
}

bool room_is_muted(const struct room *room, const char *person)
{
    for (int i = 0; i < MUTED_MAX && person[0]; i++)
        if (strcmp(room->muted[i], person) == 0)
            return true;
    return false;
}

bool room_has_namesake(const struct room *room, const char *person, const char *name)
{
    for (int i = 0; i < seats_of(room); i++)
        if (room->seat[i].is == SEAT_PERSON && strcmp(room->seat[i].person, person) != 0 &&
            names_alike(room->seat[i].name, name))
            return true;
    return strcmp(room->host, person) != 0 && names_alike(room->host_name, name);
}

bool room_hushes(const struct room *room, const char *person)
{
    return room->hushed && !room_knows(room, person);
}

/* Whether the match was played by other rules than there are now. */
static bool has_other_rules(const struct room *room)
{
    return room->memory && room->version != room->match.deal.game->version;
}

bool room_is_stuck(const struct room *room)
{
    return room->state <= STORE_PLAYING && (room->broken || has_other_rules(room));
}

void room_stuck_sentence(const struct room *room, char out[REASON_SIZE])
{
    const char *why = room->damaged
                          ? "The log of this table is damaged, or this program cannot read it: the table is closed."
                          : "The rules of this game have been mended since, and this match no longer follows them: it "
                            "is closed.";
    int n = snprintf(out, REASON_SIZE, "%s", why);

    if (room->memory)
        snprintf(out + n, (size_t)(REASON_SIZE - n), " Its record goes up to move %u.", (unsigned)room->match.n);
}

uint32_t room_people(const struct room *room)
{
    uint32_t people = 0;

    for (int i = 0; i < seats_of(room); i++)
        if (room->seat[i].is == SEAT_PERSON && !room->seat[i].resigned && !room->seat[i].standin)
            people |= BIT(i);
    return people;
}

/* Those of these seats whose answer is not held until the end of a window. */
static uint32_t not_held(const struct room *room, uint32_t seats)
{
    return room->held == NOBODY ? seats : seats & ~BIT(room->held);
}

uint32_t room_turns(const struct room *room)
{
    const struct match *match = &room->match;

    return room->state == STORE_PLAYING ? not_held(room, match->deal.game->actors(match->state) & match->people) : 0;
}

uint32_t room_bots(const struct room *room)
{
    return room->state == STORE_PLAYING ? not_held(room, turn_bots(&room->match)) : 0;
}

int room_bot(const struct room *room)
{
    uint32_t bots = room_bots(room);

    return bots ? bit_lowest(bots) : NOBODY;
}

/* A window for responses, in which nothing may tell who has answered. */
static bool is_quiet(const struct room *room)
{
    static _Thread_local struct scene scene;

    if (room->state != STORE_PLAYING)
        return false;
    memset(&scene, 0, sizeof scene);
    room->settings.deal.game->scene(room->match.state, SPECTATOR, &scene);
    return scene.quiet;
}

bool room_in_window(const struct room *room)
{
    return room->settings.window > 0 && is_quiet(room);
}

/* All see it: it must not depend on who of those who choose unseen has chosen. */
int64_t room_deadline(const struct room *room)
{
    const struct match *match = &room->match;

    if (room->revealing)
        return room->since + REVEAL_TIME;
    if (room->state != STORE_PLAYING)
        return INT64_MAX;
    if (room_in_window(room))
        return room->since + 1000 * (int64_t)room->settings.window;
    if (room->settings.clock > 0 &&
        (match->deal.game->actors(match->state) | game_sealed(match->deal.game, match->state)) & match->people)
        return room->since + 1000 * (int64_t)room->settings.clock;
    return INT64_MAX;
}

uint32_t room_shown(const struct room *room)
{
    return room->memory ? sitting_end(&room->match) : 0;
}

/* Those whom a move that is taken back could harm, or haste tell something: also people for whom a bot stands in. */
static uint32_t people_to_mind(const struct room *room)
{
    uint32_t people = 0;

    for (int i = 0; i < seats_of(room); i++)
        if (room->seat[i].is == SEAT_PERSON && !room->seat[i].resigned)
            people |= BIT(i);
    return people;
}

enum cue_kind room_cue(const struct room *room, int viewer)
{
    struct match match = room->match;

    if (room->state != STORE_PLAYING)
        return CUE_OVER;
    if (!(room_turns(room) & BIT(viewer)))
        return CUE_WAIT;
    if (room->again & BIT(viewer) && room->again_in == match.decision)
        return CUE_ASK;
    match.people = people_to_mind(room);
    return sitting_may_pass(&match, viewer, room_in_window(room)) ? CUE_PASS : CUE_ASK;
}

static uint64_t fingerprint(const char *person, const char *id)
{
    return hash_bytes(hash_bytes(HASH_START, person, strlen(person)), id, strlen(id)) | 1;
}

bool room_has_done(const struct room *room, const char *person, const char *id)
{
    uint64_t wanted = fingerprint(person, id);

    for (int i = 0; i < ROOM_REMEMBERS; i++)
        if (room->done[i] == wanted)
            return true;
    return false;
}

/* Who has to agree to an end: all people who have not given up, but for those who are away and have a stand-in. */
static uint32_t voters(const struct room *room, uint32_t away)
{
    uint32_t people = 0;

    for (int i = 0; i < seats_of(room); i++)
        if (room->seat[i].is == SEAT_PERSON && !room->seat[i].resigned && !(room->seat[i].standin && away & BIT(i)))
            people |= BIT(i);
    return people;
}

/* ---- who may ask for what ---------------------------------------------------------------------- */

static bool needs_host(const struct room *room, const struct actor *actor, struct refusal *no)
{
    return (actor->person[0] && strcmp(room->host, actor->person) == 0) ||
           refuse(no, CODE_HOST, "Only the host of the table can do that.");
}

static void begin_event(struct event *out, enum event_kind kind, const struct order *command, const struct actor *actor,
                        int64_t at)
{
    memset(out, 0, sizeof *out);
    out->kind = kind;
    out->at = at;
    out->seat = out->from = NOBODY;
    if (command)
        memcpy(out->id, command->id, sizeof out->id);
    if (actor) {
        memcpy(out->person, actor->person, sizeof out->person);
        memcpy(out->name, actor->name, sizeof out->name);
    }
}

bool room_create(struct event *out, const struct order *command, const struct actor *actor, int64_t at,
                 const uint8_t secret[FAIR_SECRET], const struct room *again, struct refusal *no)
{
    begin_event(out, EVENT_CREATE, command, actor, at);
    settings_default(&out->settings);
    if (again)
        out->settings = again->settings;
    else if (!command_settings(command, &out->settings, no))
        return false;
    memcpy(out->secret, secret, FAIR_SECRET);
    out->version = out->settings.deal.game->version;
    out->seat = again ? room_seat_of(again, actor->person) : 0;
    for (int i = 0; again && i < seats_of(again); i++)
        if (again->seat[i].is == SEAT_BOT)
            memcpy(out->bots[i], again->seat[i].bot, sizeof out->bots[i]);
    return true;
}

bool room_sit_again(const struct room *again, int seat, const struct event *create, struct event *out)
{
    begin_event(out, EVENT_SIT, NULL, NULL, create->at);
    out->seat = seat;
    if (seat >= seats_of(again) || again->seat[seat].is != SEAT_PERSON || !again->seat[seat].person[0] ||
        seat == create->seat)
        return false;
    memcpy(out->person, again->seat[seat].person, sizeof out->person);
    memcpy(out->name, again->seat[seat].name, sizeof out->name);
    return true;
}

/* Commands of one who sits, while the game is played. */
static bool needs_player(const struct room *room, int seat, struct refusal *no)
{
    if (room->state != STORE_PLAYING)
        return refuse(no, CODE_STATE, "No game is being played at this table now.");
    if (seat == NOBODY)
        return refuse(no, CODE_STATE, "Only those who play can do that; you look on.");
    if (room->seat[seat].resigned)
        return refuse(no, CODE_STATE, "You have resigned.");
    return true;
}

static bool needs_decision(const struct room *room, const struct order *command, int seat, struct refusal *no)
{
    if (!needs_player(room, seat, no))
        return false;
    if (room->seat[seat].standin)
        return refuse(no, CODE_STATE, "A bot plays for you at the moment: take your seat back first.");
    if (command->decision != room->match.decision)
        return refuse(no, CODE_STALE, "That was meant for another moment of the game; look again.");
    return true;
}

/* Once all have committed themselves, nothing may change that the luck could be chosen by. */
static bool needs_gathering(const struct room *room, struct refusal *no)
{
    if (room->state != STORE_GATHERING)
        return refuse(no, CODE_STATE, "The game has begun already.");
    return !room->revealing || refuse(no, CODE_STATE, "The game is about to begin: nothing can be changed now.");
}

/* The answer that would end a window before its time is held until then. */
static bool ends_step(const struct room *room, int seat, move_t move)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = room->settings.deal.game;

    memcpy(state, room->match.state, game->state_size);
    if (!game_legal(game, state, seat, move))
        return false; /* is refused later; or a choice is changed, and others are still asked */
    game->apply(state, seat, move, NULL);
    return game_sealed(game, state) == 0;
}

static void move_event(const struct room *room, struct event *out, int seat, move_t move, uint32_t decision)
{
    out->kind = room_in_window(room) && ends_step(room, seat, move) ? EVENT_HOLD : EVENT_MOVE;
    out->seat = seat;
    out->move = move;
    out->decision = decision;
}

/* Whom a mute means that is for all who watch: nobody has such an id. */
static const char all_watchers[] = "*";

static bool mute_event(const struct room *room, const struct order *command, struct event *out, struct refusal *no)
{
    if (command->watchers) {
        snprintf(out->other, sizeof out->other, "%s", all_watchers);
    } else if (command->seat != NOBODY) {
        if (command->seat >= seats_of(room) || room->seat[command->seat].is != SEAT_PERSON)
            return refuse(no, CODE_STATE, "Nobody sits there who could be muted.");
        memcpy(out->other, room->seat[command->seat].person, sizeof out->other);
    } else {
        snprintf(out->other, sizeof out->other, "%.16s", command->text); /* the hall knows who watches */
    }
    if (!out->other[0])
        return refuse(no, CODE_STATE, "Nobody is there who could be muted.");
    if (strcmp(out->other, room->host) == 0)
        return refuse(no, CODE_STATE, "The host cannot be muted.");
    return true;
}

/* ---- who has caused how much ---- */

/* What only a host does. */
static bool is_of_host(enum event_kind kind)
{
    return kind == EVENT_CHANGE || kind == EVENT_SEAT || kind == EVENT_MUTE;
}

static const struct spender *spender_of(const struct room *room, const char *person)
{
    static const struct spender nobody;

    for (int i = 0; i < SPENDERS; i++)
        if (strcmp(room->spender[i].person, person) == 0)
            return &room->spender[i];
    return &nobody;
}

/* One who has not been counted yet takes the place of the one who has caused least; never that of a host. */
static struct spender *spender_get(struct room *room, const char *person)
{
    struct spender *known = (struct spender *)(uintptr_t)spender_of(room, person), *least = NULL;

    if (known->person[0])
        return known;
    for (int i = 0; i < SPENDERS; i++) {
        struct spender *one = &room->spender[i];

        if (one->as_host == 0 && strcmp(one->person, room->host) != 0 && (!least || one->own < least->own))
            least = one;
    }
    if (least) {
        *least = (struct spender){0};
        memcpy(least->person, person, sizeof least->person);
    }
    return least;
}

static void count_event(struct room *room, const struct event *event)
{
    struct spender *spender = event->person[0] ? spender_get(room, event->person) : NULL;

    if (is_of_host(event->kind)) {
        room->by_hosts++;
        if (spender)
            spender->as_host++;
    } else if (spender) {
        spender->own++;
    }
}

/* What neither brings the game on nor to its end. */
static bool is_idle_talk(const struct room *room, const struct order *command, int seat)
{
    switch (command->doing) {
    case DO_MOVE:
        return seat != NOBODY && room->state == STORE_PLAYING &&
               !(room->match.deal.game->actors(room->match.state) & BIT(seat));
    case DO_READY:
        return !command->on || (seat != NOBODY && room->seat[seat].ready) || room->luck.attempt > 1;
    case DO_VOTE:
        return !command->on || (seat != NOBODY && room->seat[seat].ends);
    case DO_CHANGE:
    case DO_SIT:
    case DO_STAND:
    case DO_SEAT:
    case DO_RETRACT:
    case DO_UNDO:
    case DO_MUTE:
        return true;
    default:
        return false;
    }
}

/* Whether this person has caused too much, or all together have. */
static bool is_too_much(const struct room *room, const struct order *command, const struct actor *actor, int seat,
                        struct refusal *no)
{
    const struct spender *spender = spender_of(room, actor->person);
    uint32_t more = EVENTS_PER_MOVE * (room->memory ? room->match.n : 0);

    if (!is_idle_talk(room, command, seat))
        return false;
    if (command->doing == DO_CHANGE || command->doing == DO_SEAT || command->doing == DO_MUTE)
        return spender->as_host >= EVENTS_HOST + more &&
               !refuse(no, CODE_LIMIT, "You have changed so much at this table that nothing more can be changed.");
    if (spender->own >= EVENTS_SHARE + more)
        return !refuse(no, CODE_LIMIT,
                       "You have changed your mind so often at this table that it cannot be changed any more.");
    return room->events - room->by_hosts >= EVENTS_SPARE + more &&
           !refuse(no, CODE_LIMIT,
                   "So much has been changed at this table that nothing more can be changed or taken back.");
}

/* The first free seat, if none is named. */
static bool sit_event(const struct room *room, struct event *out, int old, struct refusal *no)
{
    out->from = old;
    for (int i = 0; i < seats_of(room) && out->seat == NOBODY; i++)
        if (room->seat[i].is == SEAT_EMPTY)
            out->seat = i;
    if (out->seat == NOBODY)
        return refuse(no, CODE_STATE, "All seats are taken.");
    if (room_has_namesake(room, out->person, out->name))
        return refuse(no, CODE_NAME,
                      "Somebody here has your name already, or one that looks like it: take another name first.");
    return true;
}

static bool replace_event(const struct room *room, const struct actor *actor, int asker, struct event *out,
                          struct refusal *no)
{
    bool plays = asker != NOBODY && !room->seat[asker].resigned;

    memcpy(out->bot, room->settings.bot, sizeof out->bot);
    if (room->state != STORE_PLAYING || out->seat < 0 || out->seat >= seats_of(room))
        return refuse(no, CODE_STATE, "There is no such seat in play.");
    out->asked = voters(room, actor->away) & ~BIT(out->seat);
    if (!(actor->host_away && plays) && !needs_host(room, actor, no))
        return false;
    return (actor->away & BIT(out->seat)) || refuse(no, CODE_STATE, "That person has not been away for two minutes.");
}

bool room_command(const struct room *room, const struct order *command, const struct actor *actor, int64_t at,
                  struct event *out, struct refusal *no)
{
    int seat = room_seat_of(room, actor->person);

    begin_event(out, EVENT_CREATE, command, actor, at);
    out->seat = command->seat;
    out->on = command->on;
    if (room->broken || room_is_stuck(room))
        return refuse(no, CODE_STATE,
                      room->damaged ? "The log of this table is damaged: the table is being closed."
                                    : "This match no longer follows the rules of its game: the table is being closed.");
    if (!actor->person[0])
        return refuse(no, CODE_STRANGER, "Say who you are before you take part.");
    if (is_too_much(room, command, actor, seat, no))
        return false;
    switch (command->doing) {
    case DO_CHANGE:
        out->kind = EVENT_CHANGE;
        out->settings = room->settings;
        return needs_gathering(room, no) && needs_host(room, actor, no) &&
               command_settings(command, &out->settings, no);
    case DO_SIT:
        out->kind = EVENT_SIT;
        return needs_gathering(room, no) && sit_event(room, out, seat, no);
    case DO_STAND:
        out->kind = EVENT_STAND;
        out->seat = seat;
        return needs_gathering(room, no) && (seat != NOBODY || refuse(no, CODE_STATE, "You do not sit at this table."));
    case DO_SEAT:
        out->kind = EVENT_SEAT;
        memcpy(out->bot, command->bot, sizeof out->bot);
        return needs_gathering(room, no) && needs_host(room, actor, no);
    case DO_READY:
        out->kind = EVENT_READY;
        out->seat = seat;
        memcpy(out->commitment, command->commitment, sizeof out->commitment);
        return needs_gathering(room, no) && (seat != NOBODY || refuse(no, CODE_STATE, "You do not sit at this table."));
    case DO_REVEAL:
        out->kind = EVENT_REVEAL;
        out->seat = seat;
        memcpy(out->nonce, command->nonce, sizeof out->nonce);
        return seat != NOBODY || refuse(no, CODE_STATE, "You do not sit at this table.");
    case DO_MOVE:
        if (!needs_decision(room, command, seat, no))
            return false;
        move_event(room, out, seat, (move_t)command->move, command->decision);
        return true;
    case DO_RETRACT:
    case DO_UNDO:
        out->kind = command->doing == DO_UNDO ? EVENT_UNDO : EVENT_RETRACT;
        out->seat = seat;
        return needs_decision(room, command, seat, no);
    case DO_RESIGN:
        out->kind = EVENT_RESIGN;
        out->seat = seat;
        return needs_player(room, seat, no);
    case DO_VOTE:
        out->kind = EVENT_VOTE;
        out->seat = seat;
        out->asked = voters(room, actor->away);
        return needs_player(room, seat, no);
    case DO_REPLACE:
        out->kind = EVENT_REPLACE;
        return replace_event(room, actor, seat, out, no);
    case DO_BACK:
        out->kind = EVENT_BACK;
        out->seat = seat;
        return needs_player(room, seat, no);
    case DO_CLOSE:
        out->kind = EVENT_CLOSE;
        snprintf(out->reason, sizeof out->reason, "The host has closed the table.");
        return needs_gathering(room, no) && needs_host(room, actor, no);
    case DO_MUTE:
        out->kind = EVENT_MUTE;
        return needs_host(room, actor, no) && mute_event(room, command, out, no);
    case DO_REMATCH:
        out->kind = EVENT_REMATCH;
        if (room->state != STORE_OVER)
            return refuse(no, CODE_STATE, "The game is not over yet.");
        return seat != NOBODY || refuse(no, CODE_STATE, "Only those who played can ask for a rematch.");
    default:
        return refuse(no, CODE_BAD, "That is no command for a table.");
    }
}

void room_bot_moves(const struct room *room, int seat, move_t move, int64_t at, struct event *out)
{
    begin_event(out, EVENT_MOVE, NULL, NULL, at);
    move_event(room, out, seat, move, room->match.decision);
}

bool room_clock(const struct room *room, int64_t now, struct event *out)
{
    if (now < room_deadline(room))
        return false;
    begin_event(out, room->revealing ? EVENT_OFF : EVENT_WINDOW, NULL, NULL, now);
    if (room->revealing || room_in_window(room))
        return true;
    if (!room->settings.late_bot || !room_turns(room))
        return false;
    if (is_quiet(room)) /* a stand-in would tell who has not answered */
        return true;
    out->kind = EVENT_REPLACE;
    out->seat = bit_lowest(room_turns(room));
    memcpy(out->bot, room->settings.bot, sizeof out->bot);
    return true;
}

void room_close(const char *sentence, int64_t at, struct event *out)
{
    begin_event(out, EVENT_CLOSE, NULL, NULL, at);
    snprintf(out->reason, sizeof out->reason, "%s", sentence);
}

/* ---- what events do ---------------------------------------------------------------------------- */

static void clear_seat(struct room *room, int seat)
{
    memset(&room->seat[seat], 0, sizeof room->seat[seat]);
    memset(room->luck.nonce[seat], 0, FAIR_NONCE);
}

static void nobody_is_ready(struct room *room)
{
    for (int i = 0; i < SEATS_MAX; i++) {
        room->seat[i].ready = room->seat[i].was_ready = room->seat[i].revealed = false;
        memset(room->seat[i].commitment, 0, FAIR_COMMITMENT);
    }
}

/* A new secret, and the server's commitment to it; nobody has committed to anything yet. */
static void new_attempt(struct room *room, uint32_t attempt)
{
    uint8_t secret[FAIR_SECRET];

    fair_secret(room->thrown, room->id, attempt, secret);
    fair_well(&room->luck, room->id, attempt, secret, SEATS_MAX);
    fair_commitment(room->id, attempt, secret, room->commitment);
    room->revealing = false;
    nobody_is_ready(room);
}

static void take_seat(struct room *room, int seat, const char *person, const char *name)
{
    struct room_seat *to = &room->seat[seat];

    clear_seat(room, seat);
    to->is = SEAT_PERSON;
    memcpy(to->person, person, sizeof to->person);
    memcpy(to->name, name, sizeof to->name);
}

static bool apply_create(struct room *room, const struct event *event, struct refusal *no)
{
    if (room->events > 0)
        return refuse(no, CODE_STATE, "The table has been made already.");
    if (event->seat < 0 || event->seat >= event->settings.deal.setup.seats)
        return refuse(no, CODE_STATE, "There is no such seat at this table.");
    room->state = STORE_GATHERING;
    room->created = event->at;
    room->settings = event->settings;
    memcpy(room->host, event->person, sizeof room->host);
    memcpy(room->host_name, event->name, sizeof room->host_name);
    memcpy(room->thrown, event->secret, sizeof room->thrown);
    new_attempt(room, 1);
    for (int i = 0; i < seats_of(room); i++) {
        if (!event->bots[i][0])
            continue;
        room->seat[i].is = SEAT_BOT;
        memcpy(room->seat[i].bot, event->bots[i], sizeof event->bots[i]);
    }
    take_seat(room, event->seat, event->person, event->name);
    return true;
}

static bool apply_change(struct room *room, const struct event *event, struct refusal *no)
{
    if (!needs_gathering(room, no))
        return false;
    room->settings = event->settings;
    for (int i = seats_of(room); i < SEATS_MAX; i++)
        clear_seat(room, i);
    nobody_is_ready(room);
    return true;
}

static bool gathering_seat(const struct room *room, int seat, struct refusal *no)
{
    if (!needs_gathering(room, no))
        return false;
    if (seat < 0 || seat >= seats_of(room))
        return refuse(no, CODE_STATE, "There is no such seat at this table.");
    return true;
}

/* Who sat where before stands in the event: the person may have been forgotten since. */
static bool apply_sit(struct room *room, const struct event *event, struct refusal *no)
{
    if (!gathering_seat(room, event->seat, no) || (event->from != NOBODY && !gathering_seat(room, event->from, no)))
        return false;
    if (room->seat[event->seat].is != SEAT_EMPTY)
        return refuse(no, CODE_STATE, "That seat is taken.");
    if (event->from != NOBODY)
        clear_seat(room, event->from);
    take_seat(room, event->seat, event->person, event->name);
    if (strcmp(event->person, room->host) == 0)
        memcpy(room->host_name, event->name, sizeof room->host_name);
    return true;
}

/* A host who leaves is followed by somebody who sits. */
static void pass_on_host(struct room *room)
{
    if (room_seat_of(room, room->host) != NOBODY)
        return;
    for (int i = 0; i < seats_of(room); i++) {
        if (room->seat[i].is != SEAT_PERSON)
            continue;
        memcpy(room->host, room->seat[i].person, sizeof room->host);
        memcpy(room->host_name, room->seat[i].name, sizeof room->host_name);
        return;
    }
}

static bool apply_stand(struct room *room, const struct event *event, struct refusal *no)
{
    if (!gathering_seat(room, event->seat, no))
        return false;
    clear_seat(room, event->seat);
    pass_on_host(room);
    return true;
}

/* Whether no seat is free, and all people are among these; `these` has at least one then. */
static bool are_all(const struct room *room, uint32_t these)
{
    for (int i = 0; i < seats_of(room); i++)
        if (room->seat[i].is == SEAT_EMPTY || (room->seat[i].is == SEAT_PERSON && !(these & BIT(i))))
            return false;
    return these != 0;
}

static uint32_t seats_with(const struct room *room, bool (*has)(const struct room_seat *seat))
{
    uint32_t seats = 0;

    for (int i = 0; i < seats_of(room); i++)
        if (room->seat[i].is == SEAT_PERSON && has(&room->seat[i]))
            seats |= BIT(i);
    return seats;
}

static bool is_ready(const struct room_seat *seat)
{
    return seat->ready;
}

static bool was_ready(const struct room_seat *seat)
{
    return seat->was_ready;
}

static bool has_revealed(const struct room_seat *seat)
{
    return seat->revealed;
}

/* By the luck that the room has. */
static bool begin(struct room *room, struct refusal *no)
{
    struct match *match = &room->match;
    struct deal deal = room->settings.deal;

    room->memory = calloc(1, match_memory(deal.game));
    if (!room->memory)
        return refuse(no, CODE_BUSY, "The server has no memory for another game.");
    deal.seed = fair_seed(room->luck.secret);
    match_start(match, &deal, room->memory);
    room->luck.seats = seats_of(room);
    match->well = &room->luck.well;
    for (int i = 0; i < seats_of(room); i++) {
        if (room->seat[i].is == SEAT_PERSON) {
            match->people |= BIT(i);
            memcpy(match->names[i], room->seat[i].name, sizeof match->names[i]);
        } else {
            memcpy(match->bots[i], room->seat[i].bot, sizeof match->bots[i]);
        }
    }
    turn_name_bots(match);
    for (int i = 0; i < seats_of(room); i++) {
        memcpy(room->seat[i].name, match->names[i], sizeof match->names[i]);
        room->seat[i].ready = room->seat[i].revealed = room->seat[i].is == SEAT_PERSON;
    }
    match_settle(match);
    room->state = STORE_PLAYING;
    room->revealing = false;
    return true;
}

/* By the scheme before: only a log from that time has a match that began so. */
static bool begin_old(struct room *room, struct refusal *no)
{
    struct fair luck = room->luck;

    fair_old_well(&room->luck, room->thrown, seats_of(room));
    memcpy(room->luck.nonce, luck.nonce, sizeof luck.nonce);
    if (begin(room, no)) {
        fair_old_commitment(room->thrown, room->commitment);
        return true;
    }
    room->luck = luck;
    return false;
}

/* If nothing is missing any more, the nonces are asked for. */
static void freeze_if_ready(struct room *room, int64_t at)
{
    if (!are_all(room, seats_with(room, is_ready)))
        return;
    room->revealing = true;
    room->since = at;
}

static bool apply_seat(struct room *room, const struct event *event, struct refusal *no)
{
    struct room_seat *seat, old;

    if (!gathering_seat(room, event->seat, no))
        return false;
    seat = &room->seat[event->seat];
    old = *seat;
    if (event->bot[0] && seat->is == SEAT_PERSON)
        return refuse(no, CODE_STATE, "Somebody sits there.");
    if (!event->bot[0]) {
        clear_seat(room, event->seat);
        return true;
    }
    *seat = (struct room_seat){.is = SEAT_BOT};
    memcpy(seat->bot, event->bot, sizeof event->bot);
    freeze_if_ready(room, event->at);
    if (!event->has_check || !are_all(room, seats_with(room, was_ready)) || begin_old(room, no))
        return true;
    *seat = old;
    return false;
}

/* A log of the scheme before: nonces were open, and the last one began the match. */
static bool apply_was_ready(struct room *room, const struct event *event, struct refusal *no)
{
    struct room_seat *seat = &room->seat[event->seat], old = *seat;
    uint8_t *nonce = room->luck.nonce[event->seat], old_nonce[FAIR_NONCE];

    memcpy(old_nonce, nonce, sizeof old_nonce);
    seat->was_ready = true;
    memcpy(nonce, event->nonce, FAIR_NONCE);
    if (!are_all(room, seats_with(room, was_ready)) || begin_old(room, no))
        return true;
    *seat = old;
    memcpy(nonce, old_nonce, sizeof old_nonce);
    return false;
}

static bool apply_ready(struct room *room, const struct event *event, struct refusal *no)
{
    struct room_seat *seat;

    if (!gathering_seat(room, event->seat, no))
        return false;
    seat = &room->seat[event->seat];
    if (seat->is != SEAT_PERSON)
        return refuse(no, CODE_STATE, "Nobody sits there.");
    if (event->open)
        return apply_was_ready(room, event, no);
    seat->was_ready = false;
    seat->ready = event->on;
    memcpy(seat->commitment, event->commitment, FAIR_COMMITMENT);
    memset(room->luck.nonce[event->seat], 0, FAIR_NONCE);
    freeze_if_ready(room, event->at);
    return true;
}

/* What bots add follows from the secret: it was settled before anybody committed to anything. */
static bool begin_revealed(struct room *room, struct refusal *no)
{
    struct fair luck = room->luck;

    for (int i = 0; i < seats_of(room); i++)
        if (room->seat[i].is == SEAT_BOT)
            fair_bot_nonce(room->id, room->luck.attempt, room->luck.secret, i, room->luck.nonce[i]);
    if (begin(room, no))
        return true;
    room->luck = luck;
    return false;
}

static bool apply_reveal(struct room *room, const struct event *event, struct refusal *no)
{
    uint8_t commitment[FAIR_COMMITMENT];
    struct room_seat *seat;

    if (!room->revealing)
        return refuse(no, CODE_STATE,
                      "Nonces are revealed when all have committed themselves, and not at another time.");
    if (event->seat < 0 || event->seat >= seats_of(room) || room->seat[event->seat].is != SEAT_PERSON)
        return refuse(no, CODE_STATE, "Nobody sits there.");
    seat = &room->seat[event->seat];
    if (seat->revealed)
        return refuse(no, CODE_STATE, "You have revealed your nonce already.");
    fair_seat_commitment(room->id, room->luck.attempt, event->seat, event->nonce, commitment);
    if (memcmp(commitment, seat->commitment, sizeof commitment) != 0)
        return refuse(no, CODE_STATE, "That nonce is not the one that you have committed yourself to.");
    seat->revealed = true;
    memcpy(room->luck.nonce[event->seat], event->nonce, FAIR_NONCE);
    if (!are_all(room, seats_with(room, has_revealed)) || begin_revealed(room, no))
        return true;
    seat->revealed = false;
    memset(room->luck.nonce[event->seat], 0, FAIR_NONCE);
    return false;
}

void room_proof(const struct room *room, struct match_fair *out)
{
    memset(out, 0, sizeof *out);
    out->is = true;
    out->scheme = room->luck.scheme;
    memcpy(out->table, room->luck.table, sizeof out->table);
    out->attempt = room->luck.attempt;
    memcpy(out->commitment, room->commitment, sizeof out->commitment);
    memcpy(out->secret, room->luck.secret, sizeof out->secret);
    for (int i = 0; i < seats_of(room); i++) {
        if (room->seat[i].is != SEAT_PERSON)
            continue;
        if (room->seat[i].revealed) {
            memcpy(out->nonce[i], room->luck.nonce[i], FAIR_NONCE);
            out->nonces |= BIT(i);
        }
        if (out->scheme == 2 && room->seat[i].ready) {
            memcpy(out->committed[i], room->seat[i].commitment, FAIR_COMMITMENT);
            out->commitments |= BIT(i);
        }
    }
}

/* A nonce has not come in time. Whoever kept it back may have known what it would have dealt: all see that now, and the
 * next attempt has nothing to do with this one. */
static bool apply_off(struct room *room, struct refusal *no)
{
    if (!room->revealing)
        return refuse(no, CODE_STATE, "No start is under way that could be called off.");
    room_proof(room, &room->off);
    room->off_seats = seats_of(room);
    new_attempt(room, room->luck.attempt + 1);
    return true;
}

/* ---- the game ---------------------------------------------------------------------------------- */

static bool playing_seat(const struct room *room, int seat, struct refusal *no)
{
    if (room->state != STORE_PLAYING)
        return refuse(no, CODE_STATE, "No game is being played at this table now.");
    if (seat < 0 || seat >= seats_of(room))
        return refuse(no, CODE_STATE, "There is no such seat at this table.");
    return true;
}

/* The match speaks in parts of sentences. */
static bool by_rules(bool ok, struct refusal *no)
{
    if (!ok) {
        no->code = no->why.code;
        why_sentence(&no->why);
    }
    return ok;
}

static bool apply_move(struct room *room, const struct event *event, struct refusal *no)
{
    if (!playing_seat(room, event->seat, no) ||
        !by_rules(match_play(&room->match, event->seat, event->decision, event->move, &no->why), no))
        return false;
    if (room->held == event->seat)
        room->held = NOBODY;
    return true;
}

static bool apply_hold(struct room *room, const struct event *event, struct refusal *no)
{
    if (!playing_seat(room, event->seat, no))
        return false;
    if (event->decision != room->match.decision)
        return refuse(no, CODE_STALE, "That was meant for another moment of the game; look again.");
    if (!game_legal(room->match.deal.game, room->match.state, event->seat, event->move))
        return refuse(no, CODE_RULE, "The rules do not allow that move now.");
    room->held = event->seat;
    room->held_move = event->move;
    return true;
}

/* The time of a window is over: whoever has not answered passes; a choice half made counts as none. */
static bool apply_window(struct room *room, const struct event *event, struct refusal *no)
{
    struct match *match = &room->match;
    uint32_t decision = match->decision, asked;
    struct why why;

    if (!playing_seat(room, 0, no))
        return false;
    asked = match->deal.game->actors(match->state) & ~BIT(CHANCE);
    for (int seat = 0; seat < seats_of(room) && match->decision == decision; seat++) {
        if (!(asked & BIT(seat)))
            continue;
        if (seat == room->held) {
            match_play(match, seat, decision, room->held_move, &why);
            continue;
        }
        if (game_sealed(match->deal.game, match->state) & BIT(seat))
            match_retract(match, seat, &why);
        match_play(match, seat, decision, PASS, &why);
    }
    room->held = NOBODY;
    if (match->decision == decision)
        room->since = event->at; /* one who cannot pass is asked on */
    return true;
}

/* What nobody has seen is taken back by the rules, a move where that was agreed. */
static bool may_go_back(const struct room *room, int seat, struct refusal *no)
{
    struct match match = room->match;
    uint32_t index = MATCH_LAST;
    bool may;

    if (room->held == seat)
        return true;
    match.people = people_to_mind(room);
    may = match_may_undo(&match, seat, &index, &no->why);
    if (!room->settings.undo && !(may && index >= room_shown(room)))
        return refuse(no, CODE_RULE, "At this table moves are not taken back.");
    return by_rules(may, no);
}

bool room_may_undo(const struct room *room, int seat)
{
    struct refusal no;

    return room->state == STORE_PLAYING && seat != NOBODY && room_people(room) & BIT(seat) &&
           may_go_back(room, seat, &no);
}

static bool take_back(struct room *room, const struct event *event, struct refusal *no)
{
    uint32_t shown = room_shown(room), people = room->match.people;
    bool ok;

    if (room->held == event->seat) {
        room->held = NOBODY;
        return true;
    }
    if (event->kind == EVENT_RETRACT)
        return by_rules(match_retract(&room->match, event->seat, &no->why), no);
    room->match.people = people_to_mind(room);
    ok = match_undo(&room->match, event->seat, MATCH_LAST, &no->why);
    room->match.people = people;
    room->rewound += room_shown(room) < shown; /* a choice that lay face down is nobody else's business */
    return by_rules(ok, no);
}

static bool apply_back_one(struct room *room, const struct event *event, struct refusal *no)
{
    if (!playing_seat(room, event->seat, no) || (event->kind == EVENT_UNDO && !may_go_back(room, event->seat, no)) ||
        !take_back(room, event, no))
        return false;
    if (room->again_in != room->match.decision)
        room->again = 0;
    room->again |= BIT(event->seat);
    room->again_in = room->match.decision;
    return true;
}

static void let_bot(struct room *room, int seat, const char *bot)
{
    memcpy(room->seat[seat].bot, bot, sizeof room->seat[seat].bot);
    memcpy(room->match.bots[seat], bot, sizeof room->match.bots[seat]);
    room->match.people &= ~BIT(seat);
    if (room->held == seat)
        room->held = NOBODY;
}

static void end_by_votes(struct room *room, uint32_t asked)
{
    for (int i = 0; i < seats_of(room); i++)
        if (asked & BIT(i) && !room->seat[i].ends)
            return;
    if (asked == 0)
        return;
    room->state = STORE_OVER;
    room->because = BECAUSE_VOTE;
    snprintf(room->reason, sizeof room->reason, "%s have agreed to end the game.",
             asked == voters(room, 0) ? "The players" : "Those who are here");
}

static bool apply_resign(struct room *room, const struct event *event, struct refusal *no)
{
    int left = 0, last = 0, people = 0;

    if (!playing_seat(room, event->seat, no))
        return false;
    if (room->seat[event->seat].is != SEAT_PERSON || room->seat[event->seat].resigned)
        return refuse(no, CODE_STATE, "Nobody plays there who could resign.");
    room->seat[event->seat].resigned = true;
    room->seat[event->seat].standin = false;
    for (int i = 0; i < seats_of(room); i++) {
        if (room->seat[i].resigned)
            continue;
        left++;
        last = i;
        people += room->seat[i].is == SEAT_PERSON;
    }
    if (left > 1 && people > 0) {
        let_bot(room, event->seat, room->settings.bot);
        end_by_votes(room, voters(room, 0));
        return true;
    }
    room->state = STORE_OVER;
    room->because = BECAUSE_RESIGNED;
    if (left == 1)
        snprintf(room->reason, sizeof room->reason, "%s has resigned, and %s wins.", room->seat[event->seat].name,
                 room->seat[last].name);
    else
        snprintf(room->reason, sizeof room->reason, "%s has resigned, and nobody is left to play.",
                 room->seat[event->seat].name);
    return true;
}

static bool apply_vote(struct room *room, const struct event *event, struct refusal *no)
{
    if (!playing_seat(room, event->seat, no))
        return false;
    room->seat[event->seat].ends = event->on;
    end_by_votes(room, event->asked);
    return true;
}

static bool apply_replace(struct room *room, const struct event *event, struct refusal *no)
{
    if (!playing_seat(room, event->seat, no))
        return false;
    if (!(room_people(room) & BIT(event->seat)))
        return refuse(no, CODE_STATE, "No person plays there.");
    room->seat[event->seat].standin = true;
    let_bot(room, event->seat, event->bot);
    end_by_votes(room, event->asked);
    return true;
}

static bool apply_back(struct room *room, const struct event *event, struct refusal *no)
{
    if (!playing_seat(room, event->seat, no))
        return false;
    if (!room->seat[event->seat].standin)
        return refuse(no, CODE_STATE, "No bot plays for you.");
    if (room->settings.clock > 0 && is_quiet(room) &&
        !room_in_window(room)) /* that the clock begins again would tell that the bot has not answered */
        return refuse(no, CODE_STATE, "The bot answers for you now: take your seat back when that is over.");
    room->seat[event->seat].standin = false;
    room->match.people |= BIT(event->seat);
    memset(room->match.bots[event->seat], 0, sizeof room->match.bots[event->seat]);
    if (room_turns(room) & BIT(event->seat) && !room_in_window(room))
        room->since = event->at; /* the clock begins again; a window lasts as long as it does */
    return true;
}

static bool apply_rematch(struct room *room, const struct event *event, struct refusal *no)
{
    if (room->state != STORE_OVER || room->rematch[0])
        return refuse(no, CODE_STATE, "There is a rematch already, or nothing to repeat.");
    memcpy(room->rematch, event->table, sizeof room->rematch);
    return true;
}

static bool apply_mute(struct room *room, const struct event *event, struct refusal *no)
{
    char(*free_one)[STORE_ID_SIZE] = NULL;

    if (strcmp(event->other, all_watchers) == 0) {
        room->hushed = event->on;
        return true;
    }
    for (int i = 0; i < MUTED_MAX; i++) {
        if (strcmp(room->muted[i], event->other) == 0)
            room->muted[i][0] = 0;
        if (!room->muted[i][0] && !free_one)
            free_one = &room->muted[i];
    }
    if (event->on && !free_one)
        return refuse(no, CODE_LIMIT, "So many are muted already that the list is full.");
    if (event->on)
        memcpy(*free_one, event->other, sizeof event->other);
    return true;
}

static bool apply_close(struct room *room, const struct event *event, struct refusal *no)
{
    if (room->state == STORE_OVER || room->state == STORE_CLOSED)
        return refuse(no, CODE_STATE, "The table is over already.");
    room->state = STORE_CLOSED;
    room->revealing = false;
    room->because = event->name[0] ? BECAUSE_HOST : BECAUSE_SERVER; /* "somebody", if the host has been forgotten */
    memcpy(room->reason, event->reason, sizeof room->reason);
    return true;
}

static bool apply_kind(struct room *room, const struct event *event, struct refusal *no)
{
    switch (event->kind) {
    case EVENT_CREATE:
        return apply_create(room, event, no);
    case EVENT_CHANGE:
        return apply_change(room, event, no);
    case EVENT_SIT:
        return apply_sit(room, event, no);
    case EVENT_STAND:
        return apply_stand(room, event, no);
    case EVENT_SEAT:
        return apply_seat(room, event, no);
    case EVENT_READY:
        return apply_ready(room, event, no);
    case EVENT_MOVE:
        return apply_move(room, event, no);
    case EVENT_HOLD:
        return apply_hold(room, event, no);
    case EVENT_WINDOW:
        return apply_window(room, event, no);
    case EVENT_RETRACT:
    case EVENT_UNDO:
        return apply_back_one(room, event, no);
    case EVENT_RESIGN:
        return apply_resign(room, event, no);
    case EVENT_VOTE:
        return apply_vote(room, event, no);
    case EVENT_REPLACE:
        return apply_replace(room, event, no);
    case EVENT_BACK:
        return apply_back(room, event, no);
    case EVENT_REMATCH:
        return apply_rematch(room, event, no);
    case EVENT_MUTE:
        return apply_mute(room, event, no);
    case EVENT_CLOSE:
        return apply_close(room, event, no);
    case EVENT_REVEAL:
        return apply_reveal(room, event, no);
    case EVENT_OFF:
        return apply_off(room, no);
    }
    return refuse(no, CODE_BAD, "That is no event.");
}

/* With the moves: two may lead to the same state. */
static uint64_t check_of(const struct room *room)
{
    const struct match *match = &room->match;
    uint32_t numbers[2] = {match->n, match->decision};
    uint64_t hash = hash_bytes(match_hash(match), numbers, sizeof numbers);

    return hash_bytes(hash, match->step, match->n * sizeof *match->step);
}

/* What every event leaves behind. */
static void note(struct room *room, const struct event *event)
{
    bool unseen = room->state == STORE_PLAYING && room->memory && room->match.decision == room->decision &&
                  (event->kind == EVENT_MOVE || event->kind == EVENT_HOLD || event->kind == EVENT_RETRACT ||
                   event->kind == EVENT_UNDO);

    room->events++;
    count_event(room, event);
    if (!unseen) /* lists show it: nobody is told when somebody has chosen */
        room->changed = event->at;
    if (event->id[0])
        room->done[room->done_n++ % ROOM_REMEMBERS] = fingerprint(event->person, event->id);
    if (room->state == STORE_PLAYING && match_over(&room->match)) {
        room->state = STORE_OVER;
        if (has_other_rules(room)) {
            room->because = BECAUSE_RULES;
            snprintf(room->reason, sizeof room->reason,
                     "This match was played by version %u of the rules. The result is that of version %u, and may have "
                     "been another one.",
                     room->version, room->match.deal.game->version);
        }
    }
    if (room->memory && room->match.decision != room->decision) {
        room->decision = room->match.decision;
        room->since = event->at;
        room->held = NOBODY;
    }
}

bool room_apply(struct room *room, struct event *event, struct text *body, struct refusal *no)
{
    uint32_t before = room->memory ? room->match.n : 0, draws = 0;
    bool had_begun = room->memory != NULL;

    if (event->kind != EVENT_CREATE && room->events == 0)
        return refuse(no, CODE_UNKNOWN, "There is no such table.");
    if (!apply_kind(room, event, no))
        return false;
    if (room->memory && !had_begun) {
        if (body)
            event->version = room->match.deal.game->version;
        room->version = event->version;
    }
    note(room, event);
    if (!body)
        return true;
    event->has_check = room->memory != NULL;
    if (event->has_check)
        event->check = check_of(room);
    while (room->memory && draws < room->match.n - (before < room->match.n ? before : room->match.n) &&
           room->match.step[room->match.n - 1 - draws].actor == CHANCE)
        draws++;
    event_put(body, event, room->memory ? room->match.step + room->match.n - draws : NULL, draws);
    return true;
}

/* ---- from the log ------------------------------------------------------------------------------ */

static bool replay(struct room *room, const struct store_event *from, struct why *why)
{
    struct event event;
    struct refusal no;

    if (from->n != room->events + 1) {
        snprintf(why->text, sizeof why->text, "event %u is missing", (unsigned)room->events + 1);
        return false;
    }
    if (!event_read(&event, from, why))
        return false;
    if (room->broken && event.kind != EVENT_CLOSE) {
        room->events++;
        return true;
    }
    if (!room_apply(room, &event, NULL, &no)) {
        *why = no.why;
        return false;
    }
    if (event.has_check && !room->broken && event.check != check_of(room)) {
        snprintf(why->text, sizeof why->text, "the match goes another way than when it was played");
        return false;
    }
    return true;
}

/* An event that does not replay: by other rules the match may well have gone another way, but it can be read. */
static bool is_damage(const struct room *room, const struct store_event *event)
{
    struct event readable;
    struct why why;

    return !has_other_rules(room) || !event_read(&readable, event, &why);
}

static bool replay_or_break(struct room *room, const struct store_event *event, struct why *why)
{
    if (replay(room, event, why))
        return true;
    room->damaged |= !room->broken && is_damage(room, event);
    room->broken = true;
    room->events = event->n;
    if (!room->settings.deal.game) { /* of a game that there is no more: any will do for a table that is closed */
        room->settings.deal.game = games[0];
        room->settings.deal.setup.seats = games[0]->seats_min;
    }
    return false;
}

void room_replay(struct room *room, const struct store_event *event)
{
    struct why why;

    replay_or_break(room, event, &why);
}

bool room_check(const char *id, const struct store_event *events, uint32_t n, struct why *why)
{
    struct room room;
    bool ok = true, found_out = false; /* a server has noticed it and closed the table */
    struct why fault;

    room_init(&room, id);
    for (uint32_t i = 0; i < n; i++) {
        bool was_open = room.state != STORE_CLOSED;

        if (!replay_or_break(&room, &events[i], &fault) && ok && is_damage(&room, &events[i])) {
            ok = false;
            *why = fault;
        } else if (!ok && was_open && room.state == STORE_CLOSED) {
            found_out = true;
        }
    }
    room_end(&room);
    return ok || found_out;
}

/* ---- for others -------------------------------------------------------------------------------- */

static void put_seat_row(struct text *out, const struct room_seat *seat)
{
    static const char *const words[] = {"empty", "person", "bot"};

    json_comma(out);
    text_char(out, '{');
    json_key_string(out, "is", words[seat->is]);
    if (seat->is != SEAT_EMPTY && seat->name[0])
        json_key_string(out, "name", seat->name);
    if (seat->is == SEAT_BOT)
        json_key_string(out, "bot", seat->bot);
    text_char(out, '}');
}

static void put_row(struct text *out, const struct room *room)
{
    static const char *const words[] = {"gathering", "playing", "over", "closed"};

    text_char(out, '{');
    json_key_string(out, "table", room->id);
    json_key_string(out, "state", words[room->state]);
    json_key_string(out, "game", settings_game(&room->settings));
    settings_put(out, &room->settings);
    json_key(out, "seats");
    text_char(out, '[');
    for (int i = 0; i < seats_of(room); i++)
        put_seat_row(out, &room->seat[i]);
    text_char(out, ']');
}

void room_head(const struct room *room, struct store_head *out, struct text *row)
{
    bool acts = room->settings.late_bot || room_in_window(room) || room->revealing; /* when the time is over */

    /* To the store a table whose nonces are awaited is in play: somebody has to look after its clock. */
    *out = (struct store_head){.state = room->revealing ? STORE_PLAYING : room->state,
                               .public_ = room->settings.public_};
    out->wake = acts ? room_deadline(room) : INT64_MAX;
    out->changed = room->changed;
    memcpy(out->host, room->host, sizeof out->host);
    for (int i = 0; i < seats_of(room); i++)
        if (room->seat[i].is == SEAT_PERSON)
            memcpy(out->people[i], room->seat[i].person, sizeof out->people[i]);
    out->turns = room_turns(room);
    if (room_bot(room) != NOBODY)
        out->wake = room->changed;
    put_row(row, room);
    out->row = row->at;
}

/* A seat that a person has played belongs to the person, whoever stood in. */
void room_record(const struct room *room, struct text *out)
{
    struct match match = room->match;

    room_proof(room, &match.fair);
    for (FOR_BITS(seat, match.fair.nonces))
        match.bots[seat][0] = 0;
    match.people = match.fair.nonces;
    record_put(out, &match);
    if (has_other_rules(room)) {
        text_put(out, "# This match was played by version ");
        text_unsigned(out, room->version);
        text_put(out, " of the rules.\n");
    }
}
