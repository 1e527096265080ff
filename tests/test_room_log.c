/* test_room_log: whatever is done at a table, its log tells it again; and a log that was tampered with is noticed. */
#include "room_help.h"

#include "../src/table/record.h"

/* ---- random commands ---- */

static void put_random_text(struct text *out, struct luck *luck)
{
    static const char *const texts[] = {"\"\"",
                                        "\"easy\"",
                                        "\"expert\"",
                                        "5",
                                        "-1",
                                        "true",
                                        "false",
                                        "null",
                                        "[]",
                                        "{}",
                                        "1e9",
                                        "4294967295",
                                        "4294967296",
                                        "65536",
                                        "\"00112233445566778899aabbccddeeff\"",
                                        "\"\\u00e9\"",
                                        "\"gyre:2\"",
                                        "\"wait\"",
                                        "99999999999999999999"};

    text_put(out, texts[luck_below(luck, sizeof texts / sizeof *texts)]);
}

/* Any command with any keys. */
static void put_garbage(struct text *out, struct luck *luck)
{
    static const char *const words[] = {"change", "sit",    "stand", "seat",    "ready", "move",    "retract",
                                        "undo",   "resign", "vote",  "replace", "back",  "rematch", "close",
                                        "mute",   "look",   "say",   "fly",     "watch", "create",  "reveal"};
    static const char *const keys[] = {"seat",   "bot", "ready", "nonce",  "decision", "move",      "end",
                                       "on",     "who", "deal",  "window", "clock",    "late",      "public",
                                       "secret", "n",   "text",  "undo",   "watchers", "commitment"};
    uint32_t n = luck_below(luck, 4);

    text_put(out, "\"do\":\"");
    text_put(out, words[luck_below(luck, sizeof words / sizeof *words)]);
    text_put(out, "\"");
    for (uint32_t i = 0; i < n; i++) {
        text_put(out, ",\"");
        text_put(out, keys[luck_below(luck, sizeof keys / sizeof *keys)]);
        text_put(out, "\":");
        put_random_text(out, luck);
    }
}

static void ask_gathering(struct trial *t, struct luck *luck)
{
    int person = (int)luck_below(luck, PEOPLE), seat = (int)luck_below(luck, SEATS_MAX);
    const char *bot = luck_below(luck, 3) ? "easy" : "";

    if (t->room.revealing && luck_below(luck, 4)) {
        struct refusal no;
        struct event event;

        reveal(t, person, 1000 + (uint32_t)person - luck_below(luck, 9) / 8);
        t->now += luck_below(luck, 3000);
        if (room_clock(&t->room, t->now, &event))
            assert_true(trial_apply(t, &event, &no));
        return;
    }
    switch (luck_below(luck, 12)) {
    case 0:
        ask(t, person, "\"do\":\"stand\"");
        break;
    case 1:
        ask(t, person, "\"do\":\"ready\",\"ready\":false");
        break;
    case 2:
        askf(t, ANN, "\"do\":\"change\",\"clock\":%u", luck_below(luck, 80));
        break;
    case 3:
    case 4:
        askf(t, ANN, "\"do\":\"seat\",\"seat\":%d,\"bot\":\"%s\"", seat, bot);
        break;
    case 5:
    case 6:
        askf(t, person, "\"do\":\"sit\",\"seat\":%d", seat);
        break;
    case 7:
        ask(t, person, "\"do\":\"sit\"");
        break;
    default:
        be_ready(t, person);
        break;
    }
}

static void ask_playing(struct trial *t, struct luck *luck)
{
    int person = (int)luck_below(luck, PEOPLE), seat = room_seat_of(&t->room, actors[person].person);
    uint32_t decision = t->room.match.decision - luck_below(luck, 2);
    bool may_undo = room_may_undo(&t->room, seat), is_now = decision == t->room.match.decision;

    switch (luck_below(luck, 100)) {
    case 0:
        ask(t, person, "\"do\":\"resign\"");
        break;
    case 1:
        askf(t, person, "\"do\":\"vote\",\"end\":%s", luck_below(luck, 3) ? "false" : "true");
        break;
    case 2:
    case 3:
        askf(t, person, "\"do\":\"replace\",\"seat\":%u", luck_below(luck, SEATS_MAX));
        break;
    case 4:
    case 5:
    case 6:
        ask(t, person, "\"do\":\"back\"");
        break;
    case 7:
        askf(t, person, "\"do\":\"mute\",\"seat\":%u,\"on\":%s", luck_below(luck, SEATS_MAX),
             luck_below(luck, 2) ? "true" : "false");
        break;
    default:
        if (luck_below(luck, 2))
            assert_int_equal(askf(t, person, "\"do\":\"undo\",\"decision\":%u", decision) == -1, may_undo && is_now);
        else
            askf(t, person, "\"do\":\"retract\",\"decision\":%u", decision);
        break;
    }
}

static void let_time_pass(struct trial *t, struct luck *luck)
{
    struct refusal no;
    struct event event;

    t->now += 1000 * luck_below(luck, 30);
    if (room_clock(&t->room, t->now, &event))
        assert_true(trial_apply(t, &event, &no));
}

static void do_anything(struct trial *t, struct luck *luck)
{
    char keys[1024];
    struct text out = text_in(keys, sizeof keys);
    uint32_t what = luck_below(luck, 100);

    t->host_away = luck_below(luck, 2);
    t->away = luck_below(luck, 128);
    if (what < 10) {
        put_garbage(&out, luck);
        ask(t, (int)luck_below(luck, PEOPLE), keys);
    } else if (what < 14) {
        let_time_pass(t, luck);
    } else if (t->room.state == STORE_GATHERING) {
        ask_gathering(t, luck);
    } else if (t->room.state == STORE_PLAYING && what < 80) {
        if (t->room.held == NOBODY || asked_of_all(t) != BIT(t->room.held))
            play_any(t, luck);
        else
            let_time_pass(t, luck);
    } else if (t->room.state == STORE_PLAYING) {
        ask_playing(t, luck);
    } else {
        ask(t, (int)luck_below(luck, PEOPLE), luck_below(luck, 2) ? "\"do\":\"rematch\"" : "\"do\":\"close\"");
    }
}

static void anything_at(const struct game *game, int seats, uint32_t number)
{
    struct luck luck = luck_at(9, (uint32_t)seats, number);
    char settings[256];
    struct trial t;

    snprintf(settings, sizeof settings, "\"deal\":\"%s:%d\",\"window\":%u,\"clock\":%u,\"undo\":%s", game->id, seats,
             luck_below(&luck, 2) * 7, luck_below(&luck, 2) * 30, luck_below(&luck, 4) ? "true" : "false");
    trial_make(&t, settings);
    for (int i = 0; i < 500 && t.room.state <= STORE_PLAYING; i++) {
        uint32_t n = t.n;

        do_anything(&t, &luck);
        if (t.n > n && (t.n < 40 || t.n % 32 == 0))
            assert_replays(&t);
    }
    for (int i = 0; i < 10; i++)
        do_anything(&t, &luck);
    trial_end(&t);
}

static void test_a_log_tells_everything_again(void **unused)
{
    (void)unused;
    for (int g = 0; games[g]; g++)
        for (int seats = games[g]->seats_min; seats <= games[g]->seats_max; seats++)
            for (uint32_t i = 0; i < 2; i++)
                anything_at(games[g], seats, (uint32_t)g * 8 + i);
}

/* ---- a log that was tampered with ---- */

/* Reads a log in which one event has another body (NULL: it is not there); then a close. */
static bool reads_on(const struct trial *t, uint32_t changed, const char *body)
{
    struct room *room = malloc(sizeof *room);
    struct store_event close = {.n = t->n + 1, .at = t->now, .body = "{\"is\":\"close\",\"reason\":\"It is over.\"}"};
    bool broken;

    room_init(room, TABLE);
    for (uint32_t i = 0; i < t->n; i++) {
        struct store_event event = t->log[i];

        if (i == changed && !body)
            continue;
        if (i == changed)
            event.body = body;
        room_replay(room, &event);
        assert_int_equal(room->events, event.n);
        assert_can_be_told(room);
    }
    broken = room->broken;
    if (broken) {
        char sentence[REASON_SIZE];

        room_stuck_sentence(room, sentence);
        assert_true(room->damaged && strstr(sentence, "damaged") && !strstr(sentence, "rules"));
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
        struct copy *before = room->settings.deal.game ? copy_new(room) : NULL;
        struct store_event more = {.n = t->n + 1, .at = t->now, .body = "{\"is\":\"vote\",\"seat\":0,\"on\":1}"};

        room_replay(room, &more); /* is ignored, but counted */
        close.n++;
        if (before) {
            before->room.events++;
            assert_unchanged(before, room);
            copy_end(before);
        }
    }
    room_replay(room, &close);
    assert_int_equal(room->events, close.n);
    if (broken)
        assert_int_equal(room->state, STORE_CLOSED);
    room_end(room);
    free(room);
    return !broken;
}

/* Whether room_check finds it, too. */
static bool is_good(const struct trial *t, uint32_t changed, const char *body, bool then_closed)
{
    struct store_event *events = calloc(t->n + 1, sizeof *events);
    uint32_t n = 0;
    struct why why = {""};
    bool ok;

    for (uint32_t i = 0; i < t->n; i++) {
        if (i == changed && !body)
            continue;
        events[n] = t->log[i];
        if (i == changed)
            events[n].body = body;
        n++;
    }
    if (then_closed)
        events[n++] = (struct store_event){.n = t->n + 1, .body = "{\"is\":\"close\",\"reason\":\"x\"}"};
    ok = room_check(TABLE, events, n, &why);
    assert_true(ok || why.text[0]);
    free(events);
    return ok;
}

static void make_a_log(struct trial *t)
{
    struct luck luck = {11};

    trial_begin(t, "\"deal\":\"gnumies:3\"", 3);
    while (t->n < 30)
        play_any(t, &luck);
}

static void test_another_move_is_noticed(void **unused)
{
    struct trial t;
    int noticed = 0;

    (void)unused;
    make_a_log(&t);
    for (uint32_t i = 0; i < t.n; i++) {
        char body[EVENT_BODY_MAX], *at;

        snprintf(body, sizeof body, "%s", t.log[i].body);
        at = strstr(body, "\"move\":");
        if (!at)
            continue;
        at[7] = at[7] == '1' ? '2' : '1';
        assert_false(reads_on(&t, i, body));
        assert_false(is_good(&t, i, body, false));
        assert_true(is_good(&t, i, body, true)); /* a server has found it out */
        noticed++;
    }
    assert_true(noticed > 10);
    trial_end(&t);
}

static void test_another_check_is_noticed(void **unused)
{
    struct trial t;

    (void)unused;
    make_a_log(&t);
    for (uint32_t i = 0; i < t.n; i++) {
        char body[EVENT_BODY_MAX], *at;

        snprintf(body, sizeof body, "%s", t.log[i].body);
        at = strstr(body, "\"check\":\"");
        if (!at)
            continue;
        at[9] = at[9] == '0' ? '1' : '0';
        assert_false(reads_on(&t, i, body));
        assert_false(is_good(&t, i, body, false));
    }
    trial_end(&t);
}

static void test_a_dropped_event_is_noticed(void **unused)
{
    struct trial t;

    (void)unused;
    make_a_log(&t);
    for (uint32_t i = 0; i + 1 < t.n; i++) {
        assert_false(reads_on(&t, i, NULL));
        assert_false(is_good(&t, i, NULL, false));
    }
    trial_end(&t);
}

/* A game that there is no more, seats that there are not, and so on: not even the game is known then. */
static void test_a_table_that_cannot_be_made_again(void **unused)
{
    static const char *const bodies[] = {"", "{}", "{\"is\":\"create\"}", "{\"is\":\"close\",\"reason\":\"\"}",
                                         "{\"is\":\"move\",\"seat\":6,\"decision\":1,\"move\":1}"};
    char body[EVENT_BODY_MAX], *at;
    struct trial t;

    (void)unused;
    make_a_log(&t);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        assert_false(reads_on(&t, 0, bodies[i]));
    snprintf(body, sizeof body, "%s", t.log[0].body);
    at = strstr(body, "gnumies:3");
    assert_non_null(at);
    memcpy(at, "lost-game", 9);
    assert_false(reads_on(&t, 0, body));
    assert_false(is_good(&t, 0, body, false));
    trial_end(&t);
}

static void test_any_bytes_as_a_body(void **unused)
{
    struct luck luck = {12};
    struct trial t;

    (void)unused;
    make_a_log(&t);
    for (int i = 0; i < 3000; i++) {
        uint32_t at = luck_below(&luck, t.n), flips = 1 + luck_below(&luck, 3);
        char body[EVENT_BODY_MAX];
        size_t n;

        if (luck_below(&luck, 3) == 0) {
            n = luck_below(&luck, 60);
            for (size_t k = 0; k < n; k++)
                body[k] = (char)(1 + luck_below(&luck, 255));
            body[n] = 0;
            assert_false(reads_on(&t, at, body));
            continue;
        }
        snprintf(body, sizeof body, "%s", t.log[luck_below(&luck, t.n)].body); /* one of another moment */
        n = strlen(body);
        for (uint32_t k = 0; k < flips; k++)
            body[luck_below(&luck, (uint32_t)n)] = "0123456789\"{}[]:,abctrue"[luck_below(&luck, 24)];
        reads_on(&t, at, body);
    }
    trial_end(&t);
}

/* What a table does while its log is broken: nothing. */
static void test_a_broken_room_refuses_all(void **unused)
{
    struct trial t;
    struct luck luck = {13};

    (void)unused;
    make_a_log(&t);
    t.room.broken = true;
    for (int person = 0; person < 3; person++) {
        assert_refused(&t, person, CODE_STATE, "\"do\":\"resign\"");
        assert_refused(&t, person, CODE_STATE, "\"do\":\"vote\",\"end\":true");
    }
    t.room.broken = false;
    play_any(&t, &luck);
    trial_end(&t);
}

/* ---- a log of other rules ---- */

/* Mimsy has its second version of the rules, or a later one. */
static const char two_of_mimsy[] = "\"deal\":\"mimsy:2\"";

/* The body of an event as a program with the first version of the rules has written it: the table says that one, and
 * the event by which the game begins names none. */
static bool make_old(char body[EVENT_BODY_MAX], const struct store_event *event)
{
    char version[24], *at;
    int n = snprintf(version, sizeof version, ",\"version\":%u", game_by_id("mimsy")->version);

    snprintf(body, EVENT_BODY_MAX, "%s", event->body);
    at = strstr(body, version);
    if (!at)
        return false;
    memmove(at, at + n, strlen(at + n) + 1);
    if (event->n == 1) {
        memmove(at + strlen(",\"version\":1"), at, strlen(at) + 1);
        memcpy(at, ",\"version\":1", strlen(",\"version\":1"));
    }
    return true;
}

/* The same table, as if its match had begun by the first version of the rules. */
static void replay_old(struct room *room, const struct trial *t)
{
    int changed = 0;

    room_init(room, TABLE);
    for (uint32_t i = 0; i < t->n; i++) {
        struct store_event event = t->log[i];
        char body[EVENT_BODY_MAX];

        if (make_old(body, &event)) {
            event.body = body;
            changed++;
        }
        room_replay(room, &event);
        assert_can_be_told(room);
    }
    assert_int_equal(changed, 1 + (t->room.memory != NULL)); /* the first, and the one by which it begins */
    assert_false(room->broken);
}

/* What those who played are told. */
static void assert_mended(const struct room *room)
{
    char sentence[REASON_SIZE], wanted[REASON_SIZE];

    room_stuck_sentence(room, sentence);
    snprintf(wanted, sizeof wanted,
             "The rules of this game have been mended since, and this match no longer follows them: it is closed. "
             "Its record goes up to move %u.",
             room->match.n);
    assert_string_equal(sentence, wanted);
}

static void close_room(struct room *room)
{
    struct refusal no;
    struct event event;

    room_close("It is over.", 1, &event);
    assert_true(room_apply(room, &event, NULL, &no));
    assert_int_equal(room->state, STORE_CLOSED);
}

/* The record of a room is read by the rules of today; its last line. */
static const char *last_line_of_record(const struct room *room)
{
    static char text[1 << 16];
    struct text out = text_in(text, sizeof text);
    void *memory = calloc(1, match_memory(room->match.deal.game));
    struct record_why why;
    struct match match;
    char *line;

    room_record(room, &out);
    assert_true(out.used <= record_room(&room->match));
    if (!record_load(&match, text, out.used, memory, &why))
        fail_msg("line %u: %s", why.line, why.why.text);
    assert_int_equal(match.n, room->match.n);
    free(memory);
    text[out.used - 1] = 0;
    line = strrchr(text, '\n') + 1;
    return line;
}

static void test_a_match_begun_by_other_rules_is_closed_with_all_its_moves(void **unused)
{
    static struct room old;
    struct order resign = {.doing = DO_RESIGN, .seat = NOBODY};
    struct luck luck = {14};
    struct refusal no;
    struct event event;
    struct trial t;

    (void)unused;
    trial_begin(&t, two_of_mimsy, 2);
    for (int i = 0; i < 3; i++)
        play_any(&t, &luck);
    assert_false(room_is_stuck(&t.room));
    replay_old(&old, &t);
    assert_true(room_is_stuck(&old));
    assert_int_equal(old.match.n, t.room.match.n);
    assert_false(room_command(&old, &resign, &actors[ANN], t.now, &event, &no));
    assert_string_equal(no.why.text, "This match no longer follows the rules of its game: the table is being closed.");
    assert_mended(&old);
    close_room(&old);
    assert_false(room_is_stuck(&old));
    assert_string_equal(last_line_of_record(&old), "# This match was played by version 1 of the rules.");
    room_end(&old);
    trial_end(&t);
}

static void test_a_match_ended_by_other_rules_can_be_seen_and_says_so(void **unused)
{
    static struct room old;
    char wanted[REASON_SIZE];
    struct luck luck = {15};
    struct trial t;

    (void)unused;
    trial_begin(&t, two_of_mimsy, 2);
    while (t.room.state == STORE_PLAYING)
        play_any(&t, &luck);
    assert_string_equal(t.room.reason, "");
    replay_old(&old, &t);
    assert_int_equal(old.state, STORE_OVER);
    assert_false(room_is_stuck(&old));
    snprintf(wanted, sizeof wanted,
             "This match was played by version 1 of the rules. The result is that of version %u, and may have been "
             "another one.",
             game_by_id("mimsy")->version);
    assert_string_equal(old.reason, wanted);
    assert_int_equal(old.because, BECAUSE_RULES);
    assert_string_equal(last_line_of_record(&old), "# This match was played by version 1 of the rules.");
    assert_int_equal(strncmp(last_line_of_record(&t.room), "end ", 4), 0);
    room_end(&old);
    trial_end(&t);
}

/* By a vote, say: then no rules say who has won. */
static void test_a_match_of_other_rules_that_was_given_up_keeps_its_reason(void **unused)
{
    static struct room old;
    struct trial t;

    (void)unused;
    trial_begin(&t, two_of_mimsy, 2);
    assert_done(&t, BO, "\"do\":\"resign\"");
    replay_old(&old, &t);
    assert_int_equal(old.state, STORE_OVER);
    assert_string_equal(old.reason, "Bo has resigned, and Ann wins.");
    assert_int_equal(old.because, BECAUSE_RESIGNED);
    room_end(&old);
    trial_end(&t);
}

/* The table goes on, and the match begins by the rules of today, which the log says. */
static void test_a_table_made_before_the_rules_changed_goes_on(void **unused)
{
    static struct room old;
    struct trial t;

    (void)unused;
    trial_make(&t, two_of_mimsy);
    replay_old(&old, &t);
    assert_int_equal(old.state, STORE_GATHERING);
    assert_false(room_is_stuck(&old));
    assert_done(&t, BO, "\"do\":\"sit\"");
    assert_int_equal(be_ready(&t, ANN), -1);
    assert_int_equal(be_ready(&t, BO), -1);
    reveal_all(&t);
    for (uint32_t i = 1; i < t.n; i++)
        room_replay(&old, &t.log[i]);
    assert_int_equal(old.state, STORE_PLAYING);
    assert_false(room_is_stuck(&old));
    room_end(&old);
    trial_end(&t);
}

/* Programs that know only first versions read such a log as before. */
static void test_a_first_version_is_not_named_when_the_game_begins(void **unused)
{
    struct trial t;

    (void)unused;
    make_a_log(&t);
    assert_int_equal(t.room.version, 1);
    for (uint32_t i = 1; i < t.n; i++)
        assert_null(strstr(t.log[i].body, "\"version\""));
    trial_end(&t);
}

/* A room after all these events. */
static void replay_all(struct room *room, const struct store_event *events, uint32_t n)
{
    room_init(room, TABLE);
    for (uint32_t i = 0; i < n; i++)
        room_replay(room, &events[i]);
}

/* By other rules a match may have gone another way: that is no damage. */
static void test_a_log_of_other_rules_need_not_replay_but_can_be_read(void **unused)
{
    char first[EVENT_BODY_MAX], begins[EVENT_BODY_MAX], moves[EVENT_BODY_MAX];
    static struct room old;
    struct store_event *events;
    struct luck luck = {16};
    struct trial t;
    struct why why;
    uint32_t begun;
    char *check;

    (void)unused;
    trial_begin(&t, two_of_mimsy, 2);
    begun = t.n - 1;
    for (int i = 0; i < 3; i++)
        play_any(&t, &luck);
    events = calloc(t.n, sizeof *events);
    memcpy(events, t.log, t.n * sizeof *events);
    assert_true(make_old(first, &events[0]) && make_old(begins, &events[begun]));
    snprintf(moves, sizeof moves, "%s", events[begun + 1].body);
    check = strstr(moves, "\"check\":\"") + 9;
    *check = *check == '0' ? '1' : '0';
    events[0].body = first;
    events[begun + 1].body = moves;
    assert_false(room_check(TABLE, events, t.n, &why)); /* it has begun by the rules of today */
    events[begun].body = begins;
    assert_true(room_check(TABLE, events, t.n, &why));
    replay_all(&old, events, t.n);
    assert_true(room_is_stuck(&old) && old.broken && !old.damaged);
    assert_mended(&old);
    room_end(&old);
    *check = '"';
    assert_false(room_check(TABLE, events, t.n, &why));
    replay_all(&old, events, t.n);
    assert_true(room_is_stuck(&old) && old.damaged);
    room_end(&old);
    free(events);
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_log_tells_everything_again),
        cmocka_unit_test(test_another_move_is_noticed),
        cmocka_unit_test(test_another_check_is_noticed),
        cmocka_unit_test(test_a_dropped_event_is_noticed),
        cmocka_unit_test(test_a_table_that_cannot_be_made_again),
        cmocka_unit_test(test_any_bytes_as_a_body),
        cmocka_unit_test(test_a_broken_room_refuses_all),
        cmocka_unit_test(test_a_match_begun_by_other_rules_is_closed_with_all_its_moves),
        cmocka_unit_test(test_a_match_ended_by_other_rules_can_be_seen_and_says_so),
        cmocka_unit_test(test_a_match_of_other_rules_that_was_given_up_keeps_its_reason),
        cmocka_unit_test(test_a_table_made_before_the_rules_changed_goes_on),
        cmocka_unit_test(test_a_first_version_is_not_named_when_the_game_begins),
        cmocka_unit_test(test_a_log_of_other_rules_need_not_replay_but_can_be_read),
    };

    return cmocka_run_group_tests_name("room log", tests, NULL, NULL);
}
