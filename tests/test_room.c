/* test_room: a table of the server by its commands (docs/protocol.md), without sockets, store or clock. */
#include "room_help.h"

#include "../src/table/fair_check.h"
#include "../src/table/record.h"

static int move_now(struct trial *t, int person)
{
    move_t move[MOVES_MAX];
    int seat = room_seat_of(&t->room, actors[person].person);

    assert_true(match_moves(&t->room.match, seat, move) > 0);
    return askf(t, person, "\"do\":\"move\",\"decision\":%u,\"move\":%u", t->room.match.decision, move[0]);
}

/* Who is asked alone. */
static int to_move(const struct trial *t)
{
    return bit_lowest(asked_of_all(t));
}

static bool clock_at(struct trial *t, int64_t now)
{
    struct event event;
    struct refusal no;

    t->now = now;
    if (!room_clock(&t->room, now, &event))
        return false;
    assert_true(trial_apply(t, &event, &no)); /* what is due can be done */
    return true;
}

static struct store_head head_of(const struct room *room)
{
    char row[ROW_MAX];
    struct text out = text_in(row, sizeof row);
    struct store_head head;

    room_head(room, &head, &out);
    assert_ptr_equal(head.row, row);
    head.row = NULL;
    return head;
}

/* ---- gathering ---- */

static void test_who_makes_a_table_is_host_and_sits(void **unused)
{
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:2\",\"public\":true,\"clock\":60,\"window\":5,\"undo\":false");
    assert_int_equal(t.room.state, STORE_GATHERING);
    assert_string_equal(t.room.host, actors[ANN].person);
    assert_string_equal(t.room.host_name, "Ann");
    assert_int_equal(room_seat_of(&t.room, actors[ANN].person), 0);
    assert_int_equal(room_seat_of(&t.room, actors[BO].person), NOBODY);
    assert_int_equal(room_seat_of(&t.room, ""), NOBODY);
    assert_true(t.room.settings.public_ && t.room.settings.watchers && t.room.settings.late_bot);
    assert_false(t.room.settings.undo);
    assert_int_equal(t.room.settings.clock, 60);
    assert_int_equal(room_deadline(&t.room), INT64_MAX);
    assert_int_equal(room_shown(&t.room), 0);
    trial_end(&t);
}

static void test_what_lists_and_clocks_know_of_a_table(void **unused)
{
    struct trial t;
    struct store_head head;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:3\",\"public\":true,\"late\":\"wait\",\"window\":5");
    assert_done(&t, BO, "\"do\":\"sit\",\"seat\":2");
    assert_done(&t, ANN, "\"do\":\"seat\",\"seat\":1,\"bot\":\"easy\"");
    head = head_of(&t.room);
    assert_int_equal(head.state, STORE_GATHERING);
    assert_true(head.public_);
    assert_string_equal(head.host, actors[ANN].person);
    assert_string_equal(head.people[0], actors[ANN].person);
    assert_string_equal(head.people[1], "");
    assert_string_equal(head.people[2], actors[BO].person);
    assert_int_equal(head.changed, t.room.changed);
    assert_int_equal(head.wake, INT64_MAX);
    assert_int_equal(head.turns, 0);
    trial_end(&t);
}

static void test_settings_that_cannot_be(void **unused)
{
    static const char *const bad[] = {"\"deal\":\"nothing\"",
                                      "\"deal\":\"gyre:2#5\"",
                                      "\"deal\":\"gyre:99\"",
                                      "\"deal\":5",
                                      "\"public\":true",
                                      "\"deal\":\"gyre:2\",\"clock\":29",
                                      "\"deal\":\"gyre:2\",\"clock\":1209601",
                                      "\"deal\":\"gyre:2\",\"clock\":-1",
                                      "\"deal\":\"gyre:2\",\"window\":61",
                                      "\"deal\":\"gyre:2\",\"late\":\"run\"",
                                      "\"deal\":\"gyre:2\",\"bot\":\"\"",
                                      "\"deal\":\"gyre:2\",\"bot\":\"godlike\"",
                                      "\"deal\":\"gyre:2\",\"undo\":1",
                                      "\"deal\":\"gyre:2\",\"hue\":1"};
    uint8_t secret[FAIR_SECRET] = {1};
    struct trial t;

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct refusal no = {.code = CODE_BUSY};
        char message[256];
        struct order order;
        struct event event;

        snprintf(message, sizeof message, "{\"id\":\"c1\",\"do\":\"create\",%s}", bad[i]);
        assert_true(command_read(&order, message, strlen(message), &no));
        assert_false(room_create(&event, &order, &actors[ANN], 1, secret, NULL, &no));
        assert_int_equal(no.code, CODE_BAD);
        assert_true(no.why.text[0] != 0);
        command_end(&order);
    }
    trial_make(&t, "\"deal\":\"gyre:2\"");
    assert_refused(&t, ANN, CODE_BAD, "\"do\":\"change\",\"clock\":5");
    assert_refused(&t, ANN, CODE_BAD, "\"do\":\"change\",\"hue\":5");
    trial_end(&t);
}

static void test_messages_that_are_none(void **unused)
{
    static const char *const bad[] = {
        "",
        "[]",
        "{}",
        "{\"do\":\"sit\"",
        "{\"do\":\"sit\",\"table\":\"" TABLE "\"}",
        "{\"id\":\"a b\",\"do\":\"sit\",\"table\":\"" TABLE "\"}",
        "{\"id\":\"c1\",\"do\":\"fly\",\"table\":\"" TABLE "\"}",
        "{\"id\":\"c1\",\"do\":\"sit\"}",
        "{\"id\":\"c1\",\"do\":\"sit\",\"table\":\"../../etc/passwd\"}",
        "{\"id\":\"c1\",\"id\":\"c2\",\"do\":\"sit\",\"table\":\"" TABLE "\"}",
        "{\"id\":\"c1\",\"do\":\"sit\",\"table\":\"" TABLE "\",\"seat\":7}",
        "{\"id\":\"c1\",\"do\":\"sit\",\"table\":\"" TABLE "\",\"seat\":1.0}",
        "{\"id\":\"c1\",\"do\":\"move\",\"table\":\"" TABLE "\",\"move\":1}",
        "{\"id\":\"c1\",\"do\":\"move\",\"table\":\"" TABLE "\",\"move\":65536,\"decision\":1}",
        "{\"id\":\"c1\",\"do\":\"stand\",\"table\":\"" TABLE "\",\"seat\":1}",
        "{\"id\":\"c1\",\"do\":\"ready\",\"table\":\"" TABLE "\",\"ready\":true}",
        "{\"id\":\"c1\",\"do\":\"ready\",\"table\":\"" TABLE "\",\"ready\":true,\"commitment\":\"0g\"}",
        "{\"id\":\"c1\",\"do\":\"reveal\",\"table\":\"" TABLE "\"}",
        "{\"id\":\"c1\",\"do\":\"reveal\",\"table\":\"" TABLE "\",\"nonce\":\"0g\"}",
        "{\"id\":\"c1\",\"do\":\"say\",\"table\":\"" TABLE "\",\"text\":\"a\\nb\"}"};

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct refusal no = {.code = CODE_BUSY};
        struct order order;

        assert_false(command_read(&order, bad[i], strlen(bad[i]), &no));
        assert_int_equal(no.code, CODE_BAD);
        assert_true(no.why.text[0] != 0);
        command_end(&order);
    }
}

static void test_sitting_down_and_standing_up(void **unused)
{
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:3\"");
    assert_done(&t, BO, "\"do\":\"sit\"");
    assert_int_equal(room_seat_of(&t.room, actors[BO].person), 1);
    assert_refused(&t, CY, CODE_STATE, "\"do\":\"sit\",\"seat\":1");
    assert_refused(&t, CY, CODE_STATE, "\"do\":\"sit\",\"seat\":3");
    assert_refused(&t, CY, CODE_STATE, "\"do\":\"stand\"");
    assert_done(&t, BO, "\"do\":\"sit\",\"seat\":2");
    assert_int_equal(room_seat_of(&t.room, actors[BO].person), 2);
    assert_int_equal(t.room.seat[1].is, SEAT_EMPTY);
    assert_done(&t, CY, "\"do\":\"sit\"");
    assert_refused(&t, DI, CODE_STATE, "\"do\":\"sit\"");
    assert_string_equal(t.said, "All seats are taken.");
    assert_done(&t, CY, "\"do\":\"stand\"");
    assert_int_equal(room_seat_of(&t.room, actors[CY].person), NOBODY);
    trial_end(&t);
}

static void test_names_are_unique(void **unused)
{
    struct trial t;
    struct actor other = actors[BO];
    struct order order = {.doing = DO_SIT, .seat = NOBODY, .id = "x"};
    struct refusal no;
    struct event event;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:3\"");
    snprintf(other.name, sizeof other.name, "ANN");
    assert_false(room_command(&t.room, &order, &other, t.now, &event, &no));
    assert_int_equal(no.code, CODE_NAME);
    trial_end(&t);
}

/* A name is what others know somebody by. */
static void test_names_do_not_look_alike(void **unused)
{
    struct trial t;
    struct refusal no;
    struct event event;
    struct order sit = {.doing = DO_SIT, .seat = NOBODY, .id = "x"};
    static const char *const alike[] = {"ANN", "\xd0\x90nn", "Ann\xe2\x80\x8b", "\xc3\x81nn"};
    struct actor other = {.person = "zed0000000000000"};

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:3\"");
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        snprintf(other.name, sizeof other.name, "%s", alike[i]);
        assert_false(room_command(&t.room, &sit, &other, t.now, &event, &no));
        assert_int_equal(no.code, CODE_NAME);
    }
    assert_done(&t, ANN, "\"do\":\"stand\""); /* nobody sits: she is still the host */
    assert_false(room_command(&t.room, &sit, &other, t.now, &event, &no));
    snprintf(other.name, sizeof other.name, "Anna");
    assert_true(room_command(&t.room, &sit, &other, t.now, &event, &no));
    assert_done(&t, ANN, "\"do\":\"sit\"");
    trial_end(&t);
}

static void test_the_host_passes_on(void **unused)
{
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:3\"");
    assert_done(&t, ANN, "\"do\":\"stand\"");
    assert_string_equal(t.room.host, actors[ANN].person); /* nobody else is there */
    assert_done(&t, ANN, "\"do\":\"sit\"");
    assert_done(&t, BO, "\"do\":\"sit\"");
    assert_refused(&t, BO, CODE_HOST, "\"do\":\"seat\",\"seat\":2,\"bot\":\"easy\"");
    assert_refused(&t, BO, CODE_HOST, "\"do\":\"change\",\"clock\":60");
    assert_refused(&t, BO, CODE_HOST, "\"do\":\"close\"");
    assert_refused(&t, BO, CODE_HOST, "\"do\":\"mute\",\"seat\":0,\"on\":true");
    t.host_away = true; /* only bots for people who are away can be asked for without the host */
    assert_refused(&t, BO, CODE_HOST, "\"do\":\"close\"");
    assert_refused(&t, BO, CODE_HOST, "\"do\":\"change\",\"clock\":60");
    assert_done(&t, ANN, "\"do\":\"stand\"");
    assert_string_equal(t.room.host, actors[BO].person);
    assert_string_equal(t.room.host_name, "Bo");
    assert_done(&t, BO, "\"do\":\"change\",\"clock\":60");
    assert_refused(&t, ANN, CODE_HOST, "\"do\":\"close\"");
    trial_end(&t);
}

static void test_bots_are_seated_by_the_host(void **unused)
{
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:3\"");
    assert_done(&t, BO, "\"do\":\"sit\"");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"seat\",\"seat\":1,\"bot\":\"hard\"");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"seat\",\"seat\":3,\"bot\":\"hard\"");
    assert_refused(&t, ANN, CODE_BAD, "\"do\":\"seat\",\"seat\":2,\"bot\":\"huge\"");
    assert_done(&t, ANN, "\"do\":\"seat\",\"seat\":2,\"bot\":\"hard\"");
    assert_int_equal(t.room.seat[2].is, SEAT_BOT);
    assert_string_equal(t.room.seat[2].bot, "hard");
    assert_done(&t, ANN, "\"do\":\"seat\",\"seat\":2,\"bot\":\"\"");
    assert_int_equal(t.room.seat[2].is, SEAT_EMPTY);
    assert_done(&t, ANN, "\"do\":\"seat\",\"seat\":1,\"bot\":\"\""); /* whoever sat there */
    assert_int_equal(room_seat_of(&t.room, actors[BO].person), NOBODY);
    trial_end(&t);
}

static void test_begins_when_all_are_ready(void **unused)
{
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:3\"");
    assert_refused(&t, BO, CODE_STATE, "\"do\":\"ready\",\"ready\":false");
    assert_done(&t, BO, "\"do\":\"sit\"");
    assert_done(&t, CY, "\"do\":\"sit\"");
    assert_int_equal(be_ready(&t, ANN), -1);
    assert_int_equal(be_ready(&t, BO), -1);
    assert_done(&t, BO, "\"do\":\"ready\",\"ready\":false");
    assert_int_equal(be_ready(&t, CY), -1);
    assert_int_equal(t.room.state, STORE_GATHERING);
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"resign\"");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"move\",\"decision\":1,\"move\":1");
    assert_int_equal(be_ready(&t, BO), -1);
    reveal_all(&t);
    assert_int_equal(t.room.match.people, 7);
    for (int i = 0; i < 3; i++)
        assert_int_equal(t.room.luck.nonce[i][FAIR_NONCE - 1], (1000 + i) & 255);
    assert_refused(&t, DI, CODE_STATE, "\"do\":\"sit\"");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"stand\"");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"close\"");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"change\",\"clock\":0");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"seat\",\"seat\":1,\"bot\":\"\"");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"ready\",\"ready\":false");
    trial_end(&t);
}

static void test_begins_with_the_last_bot(void **unused)
{
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:2\"");
    assert_int_equal(be_ready(&t, ANN), -1);
    assert_int_equal(t.room.state, STORE_GATHERING);
    assert_done(&t, ANN, "\"do\":\"seat\",\"seat\":1,\"bot\":\"easy\"");
    reveal_all(&t);
    assert_true(t.room.seat[1].name[0] != 0);
    trial_end(&t);
}

static void test_nobody_is_ready_after_a_change(void **unused)
{
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:3\"");
    assert_done(&t, BO, "\"do\":\"sit\"");
    assert_done(&t, CY, "\"do\":\"sit\"");
    assert_int_equal(be_ready(&t, ANN), -1);
    assert_int_equal(be_ready(&t, BO), -1);
    assert_done(&t, ANN, "\"do\":\"change\",\"deal\":\"gyre:2\"");
    assert_int_equal(room_seat_of(&t.room, actors[CY].person), NOBODY); /* there is no third seat any more */
    assert_int_equal(t.room.state, STORE_GATHERING);
    assert_false(t.room.seat[0].ready || t.room.seat[1].ready);
    assert_int_equal(be_ready(&t, ANN), -1);
    assert_int_equal(be_ready(&t, BO), -1);
    reveal_all(&t);
    trial_end(&t);
}

/* ---- luck that nobody can choose ---- */

/* attempt: 0 by the scheme before */
static void assert_fair_record(const struct trial *t, uint32_t attempt)
{
    size_t size = record_room(&t->room.match);
    char *text = malloc(size);
    struct text out = text_in(text, size);
    void *memory = calloc(1, match_memory(t->room.match.deal.game));
    struct record_why why;
    struct match match;

    assert_true(text && memory);
    room_record(&t->room, &out);
    assert_false(out.full);
    if (!record_load(&match, text, out.used, memory, &why))
        fail_msg("line %d: %s", (int)why.line, why.why.text);
    assert_int_equal(match.n, t->room.match.n);
    assert_int_equal(match.fair.attempt, attempt);
    if (!fair_check(&match, &why.why))
        fail_msg("%s", why.why.text);
    match.fair.nonce[0][3] ^= 1;
    assert_false(fair_check(&match, &why.why));
    free(text);
    free(memory);
}

/* The message `table` for this person; to be freed by json_decref. */
static json_t *told(const struct trial *t, int person)
{
    char text[8192];
    struct text out = text_in(text, sizeof text);
    struct presence presence = {0};
    json_t *table;

    wire_table(&out, &t->room, &presence, actors[person].person, t->now);
    table = json_loads(text, 0, NULL);
    assert_non_null(table);
    return table;
}

static const char *word_of(const json_t *object, const char *key, int seat)
{
    const json_t *value = json_object_get(object, key);

    return json_string_value(seat == NOBODY ? value : json_array_get(value, (size_t)seat));
}

/* Two people and a bot who are all ready. */
static void make_frozen(struct trial *t, const char *settings)
{
    trial_make(t, settings);
    assert_done(t, ANN, "\"do\":\"seat\",\"seat\":2,\"bot\":\"easy\"");
    assert_done(t, BO, "\"do\":\"sit\"");
    assert_int_equal(be_ready(t, ANN), -1);
    assert_int_equal(be_ready(t, BO), -1);
}

static void test_commitments_come_before_nonces(void **unused)
{
    char commitment[2][2 * FAIR_COMMITMENT + 1];
    json_t *table, *luck;
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:2\"");
    assert_done(&t, BO, "\"do\":\"sit\"");
    assert_int_equal(be_ready(&t, ANN), -1);
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"reveal\",\"nonce\":\"000000000000000000000000000003e8\"");
    assert_false(t.room.revealing);
    assert_replays(&t);
    assert_int_equal(be_ready(&t, BO), -1);
    assert_true(t.room.revealing && t.room.state == STORE_GATHERING);
    assert_replays(&t);

    table = told(&t, CY); /* all see all commitments, and no nonce and no secret */
    luck = json_object_get(table, "luck");
    for (int i = 0; i < 2; i++) {
        fair_hex(commitment[i], t.room.seat[i].commitment, FAIR_COMMITMENT);
        assert_string_equal(word_of(luck, "commitments", i), commitment[i]);
        assert_null(word_of(luck, "nonces", i));
    }
    assert_true(json_is_true(json_object_get(luck, "reveal")));
    assert_int_equal(json_integer_value(json_object_get(luck, "attempt")), 1);
    assert_int_equal(json_integer_value(json_object_get(table, "left")), REVEAL_TIME);
    assert_null(json_object_get(luck, "secret"));
    json_decref(table);

    assert_refused(&t, CY, CODE_STATE, "\"do\":\"reveal\",\"nonce\":\"000000000000000000000000000003e8\"");
    assert_int_equal(reveal(&t, BO, 1000), CODE_STATE); /* Ann's */
    assert_string_equal(t.said, "That nonce is not the one that you have committed yourself to.");
    assert_int_equal(reveal(&t, BO, 1001), -1);
    assert_int_equal(reveal(&t, BO, 1001), CODE_STATE);
    assert_replays(&t);
    table = told(&t, CY);
    luck = json_object_get(table, "luck");
    assert_null(word_of(luck, "nonces", 1)); /* Ann could still hold hers back */
    assert_true(json_is_true(json_object_get(json_array_get(json_object_get(table, "seats"), 1), "revealed")));
    json_decref(table);
    assert_int_equal(reveal(&t, ANN, 1000), -1);
    assert_int_equal(t.room.state, STORE_PLAYING);
    assert_replays(&t);
    table = told(&t, CY);
    luck = json_object_get(table, "luck");
    assert_string_equal(word_of(luck, "nonces", 1), "000000000000000000000000000003e9");
    assert_string_equal(word_of(luck, "commitments", 1), commitment[1]);
    assert_null(json_object_get(luck, "secret"));
    assert_null(json_object_get(luck, "reveal"));
    json_decref(table);
    trial_end(&t);
}

static void test_nothing_changes_between_commitment_and_nonce(void **unused)
{
    static const char *const asked[] = {"\"do\":\"change\",\"clock\":0",
                                        "\"do\":\"sit\",\"seat\":2",
                                        "\"do\":\"stand\"",
                                        "\"do\":\"seat\",\"seat\":2,\"bot\":\"\"",
                                        "\"do\":\"seat\",\"seat\":2,\"bot\":\"hard\"",
                                        "\"do\":\"ready\",\"ready\":false",
                                        "\"do\":\"close\""};
    struct store_head head;
    char row[ROW_MAX];
    struct text out = text_in(row, sizeof row);
    struct trial t;

    (void)unused;
    make_frozen(&t, "\"deal\":\"gyre:3\",\"late\":\"wait\"");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        assert_refused(&t, ANN, CODE_STATE, asked[i]);
        assert_string_equal(t.said, "The game is about to begin: nothing can be changed now.");
    }
    assert_int_equal(commit_to(&t, ANN, 5), CODE_STATE);
    room_head(&t.room, &head, &out); /* somebody has to look after its clock, whatever the settings say */
    assert_int_equal(head.state, STORE_PLAYING);
    assert_int_equal(head.wake, t.now + REVEAL_TIME);
    reveal_all(&t);
    trial_end(&t);
}

static void test_a_start_is_called_off_when_a_nonce_is_missing(void **unused)
{
    uint8_t secret[FAIR_SECRET], commitment[FAIR_COMMITMENT];
    char hex[2 * FAIR_SECRET + 1];
    struct event event;
    struct refusal no;
    struct trial t;
    json_t *table, *off;

    (void)unused;
    make_frozen(&t, "\"deal\":\"gyre:3\"");
    memcpy(secret, t.room.luck.secret, sizeof secret);
    memcpy(commitment, t.room.commitment, sizeof commitment);
    assert_int_equal(reveal(&t, BO, 1001), -1);
    t.now += REVEAL_TIME - 1;
    assert_false(room_clock(&t.room, t.now, &event));
    t.now++;
    assert_true(room_clock(&t.room, t.now, &event));
    assert_int_equal(event.kind, EVENT_OFF);
    assert_true(trial_apply(&t, &event, &no));
    assert_false(trial_apply(&t, &event, &no)); /* once */
    assert_false(t.room.revealing || t.room.seat[0].ready || t.room.seat[1].ready || t.room.seat[1].revealed);
    assert_int_equal(t.room.luck.attempt, 2);
    assert_memory_not_equal(t.room.luck.secret, secret, sizeof secret);
    assert_memory_not_equal(t.room.commitment, commitment, sizeof commitment);
    assert_int_equal(room_deadline(&t.room), INT64_MAX);
    assert_replays(&t);

    table = told(&t, CY); /* all see what was to be dealt, and who kept a nonce back */
    off = json_object_get(json_object_get(table, "luck"), "off");
    fair_hex(hex, secret, sizeof secret);
    assert_string_equal(word_of(off, "secret", NOBODY), hex);
    fair_hex(hex, commitment, sizeof commitment);
    assert_string_equal(word_of(off, "commitment", NOBODY), hex);
    assert_int_equal(json_integer_value(json_object_get(off, "attempt")), 1);
    assert_null(word_of(off, "nonces", 0));
    assert_string_equal(word_of(off, "nonces", 1), "000000000000000000000000000003e9");
    assert_non_null(word_of(off, "commitments", 0));
    assert_int_equal(json_array_size(json_object_get(off, "commitments")),
                     3); /* as they were shown: with the bot's null */
    assert_null(json_object_get(json_object_get(table, "luck"), "secret"));
    json_decref(table);

    assert_int_equal(reveal(&t, ANN, 1000), CODE_STATE); /* too late */
    assert_int_equal(be_ready(&t, ANN), -1);
    assert_int_equal(be_ready(&t, BO), -1);
    reveal_all(&t);
    assert_int_equal(t.room.luck.attempt, 2);
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":true");
    assert_done(&t, BO, "\"do\":\"vote\",\"end\":true");
    assert_fair_record(&t, 2);
    trial_end(&t);
}

/* The attack: Bo is ready last, has the whole store at hand, and wants the first draw to be 0 of 6. Returns what it
 * becomes. */
static uint32_t attack(uint32_t round, bool by_the_old_scheme)
{
    struct fair luck;
    struct luck first;
    struct trial t;
    uint32_t number = 0;

    trial_make(&t, "\"deal\":\"gyre:2\"");
    assert_done(&t, BO, "\"do\":\"sit\"");
    t.ids = (int)(1000 * round);
    assert_int_equal(commit_to(&t, ANN, 77777 * round + 5), -1);
    luck = t.room.luck; /* all that is known of it */
    luck.seats = 2;
    if (by_the_old_scheme) { /* in which Ann's nonce was open */
        fair_old_well(&luck, t.room.thrown, 2);
        luck.nonce[0][FAIR_NONCE - 1] = (uint8_t)round;
    }
    do {
        char digits[2 * FAIR_NONCE + 1];

        snprintf(digits, sizeof digits, "%032x", ++number);
        fair_read_hex(luck.nonce[1], FAIR_NONCE, digits);
        first = luck.well.at(&luck.well, 0, 0);
    } while (luck_below(&first, 6) != 0);
    if (!by_the_old_scheme) {
        assert_int_equal(commit_to(&t, BO, number), -1);
        assert_int_equal(reveal(&t, ANN, 77777 * round + 5), -1);
        for (uint32_t other = 1; other < 20; other++) /* now that Bo could reckon with Ann's */
            assert_true(other == number || reveal(&t, BO, other) == CODE_STATE);
        assert_int_equal(reveal(&t, BO, number), -1);
        luck = t.room.luck;
    }
    first = luck.well.at(&luck.well, 0, 0);
    trial_end(&t);
    return luck_below(&first, 6);
}

/* 600 tables: by the scheme before all of them are dealt as Bo wants, and now a sixth, within five standard deviations.
 */
static void test_whoever_is_ready_last_cannot_choose_the_luck(void **unused)
{
    int wanted = 0;

    (void)unused;
    for (uint32_t round = 1; round <= 20; round++)
        assert_int_equal(attack(round, true), 0);
    for (uint32_t round = 1; round <= 600; round++)
        wanted += attack(round, false) == 0;
    print_message("# %d of 600\n", wanted);
    assert_in_range(wanted, 55, 145);
}

static void test_clients_of_the_scheme_before_are_told(void **unused)
{
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:2\"");
    assert_refused(&t, ANN, CODE_BAD, "\"do\":\"ready\",\"ready\":true,\"nonce\":\"000000000000000000000000000003e8\"");
    assert_non_null(strstr(t.said, "This client is older than the server: load the page again"));
    trial_end(&t);
}

/* What a log from before the commitments says. */
static void replay_bodies(struct room *room, const char *const bodies[], uint32_t n)
{
    struct store_event event = {.at = 1000};

    for (uint32_t i = 0; i < n; i++) {
        int who = strstr(bodies[i], "\"seat\":1") && !strstr(bodies[i], "create") ? BO : ANN;

        event.n = room->events + 1;
        memcpy(event.person, actors[who].person, sizeof event.person);
        memcpy(event.name, actors[who].name, sizeof event.name);
        event.body = bodies[i];
        room_replay(room, &event);
        assert_false(room->broken);
    }
}

#define OLD_TABLE                                                                                                      \
    "{\"is\":\"create\",\"id\":\"first\",\"version\":1,\"secret\":"                                                    \
    "\"01080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da\",\"seat\":0,\"bots\":[\"\",\"\"],"            \
    "\"deal\":\"gyre:2\",\"public\":false,\"clock\":0,\"late\":\"bot\",\"bot\":\"normal\","                            \
    "\"window\":0,\"watchers\":true,\"undo\":true}",                                                                   \
        "{\"is\":\"sit\",\"seat\":1}", "{\"is\":\"ready\",\"seat\":0,\"nonce\":\"000000000000000000000000000003e8\"}"

static void test_a_match_that_began_by_the_scheme_before_goes_on(void **unused)
{
    static const char *const log[] = {OLD_TABLE,
                                      "{\"is\":\"ready\",\"seat\":1,\"nonce\":\"000000000000000000000000000003e9\"}"};
    struct trial t;

    (void)unused;
    memset(&t, 0, sizeof t);
    room_init(&t.room, TABLE);
    replay_bodies(&t.room, log, 4);
    assert_int_equal(t.room.state, STORE_PLAYING);
    assert_int_equal(t.room.luck.scheme, 1);
    t.room.state = STORE_OVER;
    assert_fair_record(&t, 0);
    room_end(&t.room);
}

static void test_a_table_that_gathered_by_the_scheme_before_begins_by_the_new_one(void **unused)
{
    static const char *const log[] = {OLD_TABLE, "{\"is\":\"stand\",\"seat\":1}"};
    struct event event = {.kind = EVENT_SEAT, .seat = 1, .from = NOBODY, .bot = "easy", .at = 2000};
    struct refusal no;
    struct trial t;
    json_t *table;

    (void)unused;
    memset(&t, 0, sizeof t);
    room_init(&t.room, TABLE);
    replay_bodies(&t.room, log, 4);
    table = told(&t, ANN);
    assert_true(json_is_false(json_object_get(json_array_get(json_object_get(table, "seats"), 0), "ready")));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(table, "luck"), "scheme")), 2);
    json_decref(table);
    memcpy(event.person, actors[ANN].person, sizeof event.person);
    assert_true(room_apply(&t.room, &event, NULL, &no)); /* the last seat is taken, but Ann has to be ready again */
    assert_int_equal(t.room.state, STORE_GATHERING);
    assert_false(t.room.revealing);
    room_init(&t.read, TABLE);
    replay_bodies(&t.read, log, 4);
    event.has_check = true; /* as a log from then has it if the match began by that */
    assert_true(room_apply(&t.read, &event, NULL, &no));
    assert_int_equal(t.read.state, STORE_PLAYING);
    assert_int_equal(t.read.luck.scheme, 1);
    room_end(&t.room);
    room_end(&t.read);
}

static void test_closing(void **unused)
{
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:2\"");
    assert_done(&t, ANN, "\"do\":\"close\"");
    assert_int_equal(t.room.state, STORE_CLOSED);
    assert_string_equal(t.room.reason, "The host has closed the table.");
    assert_int_equal(t.room.because, BECAUSE_HOST);
    assert_refused(&t, BO, CODE_STATE, "\"do\":\"sit\"");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"close\"");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"rematch\"");
    trial_end(&t);
}

/* What the log says of an event by somebody who has been forgotten, and by nobody. */
static void test_who_has_closed_a_table(void **unused)
{
    static const char *const names[] = {"somebody", ""};
    static const enum because because[] = {BECAUSE_HOST, BECAUSE_SERVER};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct refusal no;
        struct event event;
        struct trial t;

        trial_make(&t, "\"deal\":\"gyre:2\"");
        room_close("It is closed.", 5, &event);
        snprintf(event.name, sizeof event.name, "%s", names[i]);
        assert_true(trial_apply(&t, &event, &no));
        assert_int_equal(t.room.because, because[i]);
        trial_end(&t);
    }
}

static void test_muting(void **unused)
{
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:2\"");
    assert_done(&t, BO, "\"do\":\"sit\"");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"mute\",\"seat\":0,\"on\":true"); /* herself */
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"mute\",\"seat\":2,\"on\":true");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"mute\",\"who\":99,\"on\":true");
    assert_refused(&t, ANN, CODE_BAD, "\"do\":\"mute\",\"who\":3");
    assert_done(&t, ANN, "\"do\":\"mute\",\"seat\":1,\"on\":true");
    assert_done(&t, ANN, "\"do\":\"mute\",\"who\":3,\"on\":true"); /* Cy, who watches */
    assert_true(room_is_muted(&t.room, actors[BO].person));
    assert_true(room_is_muted(&t.room, actors[CY].person));
    assert_false(room_is_muted(&t.room, actors[DI].person));
    assert_false(room_is_muted(&t.room, "")); /* a stranger is not the empty line of the list */
    assert_done(&t, ANN, "\"do\":\"mute\",\"seat\":1,\"on\":false");
    assert_false(room_is_muted(&t.room, actors[BO].person));
    trial_end(&t);
}

static void test_all_who_look_on_can_be_muted(void **unused)
{
    struct trial t;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:3\"");
    assert_done(&t, BO, "\"do\":\"sit\"");
    assert_refused(&t, BO, CODE_HOST, "\"do\":\"mute\",\"watchers\":true,\"on\":true");
    assert_refused(&t, ANN, CODE_BAD, "\"do\":\"mute\",\"watchers\":false,\"on\":true");
    assert_refused(&t, ANN, CODE_BAD, "\"do\":\"mute\",\"watchers\":true,\"seat\":1,\"on\":true");
    assert_done(&t, ANN, "\"do\":\"mute\",\"watchers\":true,\"on\":true");
    assert_true(room_hushes(&t.room, actors[CY].person) && !room_is_muted(&t.room, actors[CY].person));
    assert_false(room_hushes(&t.room, actors[BO].person)); /* sits */
    assert_done(&t, ANN, "\"do\":\"stand\"");
    assert_true(room_hushes(&t.room, actors[ANN].person)); /* another one is host now */
    assert_done(&t, BO, "\"do\":\"mute\",\"watchers\":true,\"on\":false");
    assert_false(room_hushes(&t.room, actors[CY].person));
    trial_end(&t);
}

static void test_the_list_of_the_muted_is_finite(void **unused)
{
    struct trial t;
    struct order order = {.doing = DO_MUTE, .seat = NOBODY, .on = true, .id = "x"};
    struct refusal no;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:2\"");
    for (int i = 0; i < MUTED_MAX; i++) {
        snprintf(order.text, sizeof order.text, "x%015d", i);
        assert_true(trial_obey(&t, &order, ANN, &no));
    }
    assert_true(trial_obey(&t, &order, ANN, &no)); /* once more the same */
    snprintf(order.text, sizeof order.text, "y%015d", 0);
    assert_false(trial_obey(&t, &order, ANN, &no));
    assert_int_equal(no.code, CODE_LIMIT);
    trial_end(&t);
}

/* Sits down and stands up until that is refused; how often it was done. */
static uint32_t cannot_decide(struct trial *t, int person)
{
    uint32_t n = 0;
    int code;

    while ((code = ask(t, person, n % 2 ? "\"do\":\"stand\"" : "\"do\":\"sit\"")) == -1)
        n++;
    assert_int_equal(code, CODE_LIMIT);
    return n;
}

/* The numbers are those of docs/operate.md. */
static void test_guests_cannot_disarm_the_host(void **unused)
{
    struct trial *t = calloc(1, sizeof *t);
    uint32_t all = 1; /* the table was made */

    (void)unused;
    trial_make(t, "\"deal\":\"gyre:3\"");
    assert_int_equal(cannot_decide(t, BO), 500);
    assert_non_null(strstr(t->said, "You have changed your mind"));
    assert_done(t, CY, "\"do\":\"sit\""); /* others have their own share */
    assert_done(t, CY, "\"do\":\"stand\"");
    all += 502;
    for (int person = CY; person < PEOPLE; person++)
        all += cannot_decide(t, person);
    assert_int_equal(all, 2000);
    assert_non_null(strstr(t->said, "So much has been changed"));
    for (uint32_t i = 0; i < 2000; i += 4) { /* whatever they do, the host goes on */
        assert_done(t, ANN, "\"do\":\"seat\",\"seat\":1,\"bot\":\"\"");
        assert_done(t, ANN, "\"do\":\"seat\",\"seat\":1,\"bot\":\"easy\"");
        assert_int_equal(askf(t, ANN, "\"do\":\"change\",\"clock\":%u", 60 + i), -1);
        assert_done(t, ANN, "\"do\":\"change\",\"public\":true");
    }
    assert_refused(t, ANN, CODE_LIMIT, "\"do\":\"change\",\"public\":false"); /* by herself the log is bounded too */
    assert_int_equal(t->room.events, 4000);
    assert_done(t, ANN, "\"do\":\"close\"");
    trial_end(t);
    free(t);
}

/* A host who has used up everything leaves nothing behind for the next one. */
static void test_the_next_host_has_a_share_of_its_own(void **unused)
{
    struct trial *t = calloc(1, sizeof *t);
    uint32_t n = 0;

    (void)unused;
    trial_make(t, "\"deal\":\"gyre:3\"");
    assert_done(t, BO, "\"do\":\"sit\"");
    while (ask(t, ANN, "\"do\":\"change\",\"clock\":60") == -1)
        n++;
    assert_int_equal(n, 2000);
    assert_refused(t, ANN, CODE_LIMIT, "\"do\":\"seat\",\"seat\":1,\"bot\":\"\"");
    assert_done(t, ANN, "\"do\":\"stand\"");
    assert_string_equal(t->room.host, actors[BO].person);
    assert_done(t, CY, "\"do\":\"sit\"");
    assert_done(t, BO, "\"do\":\"mute\",\"seat\":0,\"on\":true");
    assert_done(t, BO, "\"do\":\"seat\",\"seat\":0,\"bot\":\"\"");
    assert_done(t, BO, "\"do\":\"change\",\"clock\":90");
    trial_end(t);
    free(t);
}

/* It is the same again, and does not bring the game on. */
static void test_nobody_is_ready_for_ever(void **unused)
{
    struct trial *t = calloc(1, sizeof *t);
    uint32_t n = 1; /* has made the table */
    int code;

    (void)unused;
    trial_make(t, "\"deal\":\"gyre:3\"");
    while ((code = be_ready(t, ANN)) == -1)
        n++;
    assert_int_equal(code, CODE_LIMIT);
    assert_int_equal(n, 500);
    trial_end(t);
    free(t);
}

/* ---- playing ---- */

static void test_moves_that_are_refused(void **unused)
{
    struct trial t;
    move_t move[MOVES_MAX];
    uint32_t decision;
    int mover, other;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:2\"", 2);
    mover = to_move(&t);
    other = 1 - mover;
    decision = t.room.match.decision;
    assert_true(match_moves(&t.room.match, mover, move) > 0);
    assert_int_equal(askf(&t, mover, "\"do\":\"move\",\"decision\":%u,\"move\":%u", decision + 1, move[0]), CODE_STALE);
    assert_int_equal(askf(&t, mover, "\"do\":\"move\",\"decision\":0,\"move\":%u", move[0]), CODE_STALE);
    assert_int_equal(askf(&t, mover, "\"do\":\"move\",\"decision\":%u,\"move\":65535", decision), CODE_RULE);
    assert_int_equal(askf(&t, other, "\"do\":\"move\",\"decision\":%u,\"move\":%u", decision, move[0]), CODE_RULE);
    assert_int_equal(askf(&t, CY, "\"do\":\"move\",\"decision\":%u,\"move\":%u", decision, move[0]), CODE_STATE);
    assert_int_equal(askf(&t, mover, "\"do\":\"retract\",\"decision\":%u", decision), CODE_RULE);
    assert_int_equal(askf(&t, mover, "\"do\":\"undo\",\"decision\":%u", decision), CODE_RULE);
    assert_refused(&t, mover, CODE_STATE, "\"do\":\"back\"");
    assert_refused(&t, mover, CODE_STATE, "\"do\":\"rematch\"");
    assert_refused(&t, CY, CODE_STATE, "\"do\":\"vote\",\"end\":true");
    assert_refused(&t, CY, CODE_STATE, "\"do\":\"resign\"");
    assert_int_equal(room_turns(&t.room), BIT(mover));
    assert_int_equal(room_bot(&t.room), NOBODY);
    assert_int_equal(askf(&t, mover, "\"do\":\"move\",\"decision\":%u,\"move\":%u", decision, move[0]), -1);
    assert_int_equal(askf(&t, mover, "\"do\":\"move\",\"decision\":%u,\"move\":%u", decision, move[0]), CODE_STALE);
    trial_end(&t);
}

static void test_undo_and_numbers_of_decisions(void **unused)
{
    struct trial t;
    uint32_t highest = 0;
    int mover;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:2\"", 2);
    for (int i = 0; i < 5; i++) {
        assert_true(t.room.match.decision > highest);
        highest = t.room.match.decision;
        mover = to_move(&t);
        assert_int_equal(move_now(&t, mover), -1);
        assert_true(t.room.match.decision > highest);
        highest = t.room.match.decision;
        assert_true(room_may_undo(&t.room, mover));
        assert_false(room_may_undo(&t.room, 1 - mover));
        assert_false(room_may_undo(&t.room, NOBODY));
        assert_int_equal(askf(&t, 1 - mover, "\"do\":\"undo\",\"decision\":%u", highest), CODE_RULE);
        assert_int_equal(askf(&t, mover, "\"do\":\"undo\",\"decision\":%u", highest - 1), CODE_STALE);
        assert_int_equal(askf(&t, mover, "\"do\":\"undo\",\"decision\":%u", highest), -1);
        assert_int_equal(t.room.rewound, i + 1);
        assert_int_equal(to_move(&t), mover);
    }
    trial_end(&t);
}

static void test_undo_only_where_it_is_agreed(void **unused)
{
    struct trial t;
    int mover;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:2\",\"undo\":false", 2);
    mover = to_move(&t);
    assert_int_equal(move_now(&t, mover), -1);
    assert_false(room_may_undo(&t.room, mover));
    assert_int_equal(askf(&t, mover, "\"do\":\"undo\",\"decision\":%u", t.room.match.decision), CODE_RULE);
    trial_end(&t);
}

/* One who plays against a bot alone may take back what he likes, but not where the bot stands in for a person. */
static void test_undo_minds_those_who_are_away(void **unused)
{
    struct trial t;
    struct luck luck = {1};
    int mover;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:2\"", 2);
    mover = to_move(&t);
    t.away = BIT(1 - mover);
    t.host_away = true;
    assert_int_equal(askf(&t, mover, "\"do\":\"replace\",\"seat\":%d", 1 - mover), -1);
    while (t.room.match.step[t.room.match.n - 1].actor != 1 - mover)
        play_any(&t, &luck);
    assert_false(room_may_undo(&t.room, mover));
    assert_int_equal(askf(&t, mover, "\"do\":\"undo\",\"decision\":%u", t.room.match.decision), CODE_RULE);
    trial_end(&t);
}

/* Plays at random until several choose unseen and at least two people are among them. */
static void play_to_sealed(struct trial *t, struct luck *luck)
{
    while (bit_count(asked_of_all(t)) < 2 || game_sealed(t->room.match.deal.game, t->room.match.state)) {
        assert_int_equal(t->room.state, STORE_PLAYING);
        play_any(t, luck);
    }
}

/* Bots and those who have resigned are nobody to mind. */
static void test_undo_when_one_plays_with_bots(void **unused)
{
    (void)unused;
    for (int gives_up = 0; gives_up < 2; gives_up++) {
        struct trial t;
        struct luck luck = {14};
        int ann, since = 0;

        if (!gives_up) {
            trial_make(&t, "\"deal\":\"gyre:2\"");
            assert_done(&t, ANN, "\"do\":\"sit\",\"seat\":1");
            assert_done(&t, ANN, "\"do\":\"seat\",\"seat\":0,\"bot\":\"easy\"");
            assert_int_equal(be_ready(&t, ANN), -1);
            reveal_all(&t);
        } else {
            trial_begin(&t, "\"deal\":\"gyre:3\"", 2);
            assert_done(&t, BO, "\"do\":\"resign\"");
        }
        ann = room_seat_of(&t.room, actors[ANN].person);
        for (bool moved = false; !moved || since == 0;) { /* Ann, and then somebody else */
            int mover = to_move(&t);

            assert_true(play_one(&t, mover, &luck));
            since = mover == ann ? 0 : since + 1;
            moved |= mover == ann;
        }
        assert_true(room_may_undo(&t.room, ann));
        assert_int_equal(askf(&t, ANN, "\"do\":\"undo\",\"decision\":%u", t.room.match.decision), -1);
        assert_int_equal(to_move(&t), ann);
        assert_int_equal(move_now(&t, ANN), -1);
        assert_true(room_may_undo(&t.room, ann));
        assert_done(&t, ANN, "\"do\":\"vote\",\"end\":true");
        assert_false(room_may_undo(&t.room, ann)); /* it is over */
        trial_end(&t);
    }
}

static void test_no_undo_for_who_does_not_play(void **unused)
{
    struct trial t;
    int mover;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\"", 3);
    mover = to_move(&t);
    assert_int_equal(move_now(&t, mover), -1);
    assert_true(room_may_undo(&t.room, mover));
    t.away = BIT(mover);
    t.host_away = true;
    assert_int_equal(askf(&t, (mover + 1) % 3, "\"do\":\"replace\",\"seat\":%d", mover), -1);
    assert_false(room_may_undo(&t.room, mover));
    assert_int_equal(askf(&t, mover, "\"do\":\"back\""), -1);
    assert_true(room_may_undo(&t.room, mover));
    assert_int_equal(askf(&t, DI, "\"do\":\"undo\",\"decision\":%u", t.room.match.decision), CODE_STATE);
    assert_string_equal(t.said, "Only those who play can do that; you look on.");
    trial_end(&t);
}

/* A move that all have seen is undone, if at all. */
static void test_only_what_lies_face_down_is_retracted(void **unused)
{
    struct trial t;
    int mover;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:2\"", 2);
    mover = to_move(&t);
    assert_int_equal(move_now(&t, mover), -1);
    assert_true(room_may_undo(&t.room, mover));
    assert_int_equal(askf(&t, mover, "\"do\":\"retract\",\"decision\":%u", t.room.match.decision), CODE_RULE);
    trial_end(&t);
}

/* By both commands; what all have seen stays. */
static void test_what_lies_face_down_is_taken_back_where_moves_are_not(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gnumies:3\",\"undo\":false", 3);
    for (int i = 0; i < 2; i++) {
        assert_false(room_may_undo(&t.room, BO));
        assert_int_equal(askf(&t, BO, "\"do\":\"undo\",\"decision\":%u", t.room.match.decision), CODE_RULE);
        assert_int_equal(move_now(&t, BO), -1);
        assert_true(room_may_undo(&t.room, BO));
        assert_int_equal(askf(&t, BO, "\"do\":\"%s\",\"decision\":%u", i ? "retract" : "undo", t.room.match.decision),
                         -1);
        assert_int_equal(asked_of_all(&t), 7);
    }
    trial_end(&t);
}

static void test_bots_do_not_wait_for_people_but_for_what_can_be_done_again(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gnumies:3\"", 1);
    assert_int_equal(room_people(&t.room), BIT(0));
    for (int bot = 1; bot < 3; bot++) {
        assert_int_equal(asked_of_all(&t) & 1, 1);
        assert_int_equal(room_bot(&t.room), bot);
        assert_int_equal(head_of(&t.room).wake, t.room.changed); /* at once */
        assert_true(play_one(&t, bot, &(struct luck){1}));
    }
    assert_int_equal(room_bot(&t.room), NOBODY);
    assert_int_equal(move_now(&t, ANN), -1);
    assert_int_equal(askf(&t, ANN, "\"do\":\"undo\",\"decision\":%u", t.room.match.decision), -1);
    assert_int_equal(asked_of_all(&t), 7);
    assert_int_equal(room_bot(&t.room), NOBODY);
    t.away = BIT(0); /* and now there is nobody who could do it again */
    assert_done(&t, ANN, "\"do\":\"replace\",\"seat\":0");
    assert_int_equal(room_bot(&t.room), 0);
    trial_end(&t);
}

static void test_a_choice_face_down_can_be_retracted(void **unused)
{
    struct trial t;
    struct luck luck = {2};
    uint32_t decision, shown;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gnumies:3\"", 3);
    play_to_sealed(&t, &luck);
    decision = t.room.match.decision;
    shown = room_shown(&t.room);
    assert_int_equal(askf(&t, ANN, "\"do\":\"retract\",\"decision\":%u", decision), CODE_RULE);
    assert_true(play_one(&t, ANN, &luck));
    assert_false(room_may_undo(&t.room, BO)); /* who has not chosen */
    assert_int_equal(room_shown(&t.room), shown);
    assert_int_equal(t.room.match.decision, decision);
    assert_int_equal(askf(&t, ANN, "\"do\":\"retract\",\"decision\":%u", decision + 1), CODE_STALE);
    assert_int_equal(askf(&t, BO, "\"do\":\"retract\",\"decision\":%u", decision), CODE_RULE);
    assert_int_equal(askf(&t, ANN, "\"do\":\"retract\",\"decision\":%u", decision), -1);
    assert_int_equal(t.room.match.decision, decision);
    assert_true(asked_of_all(&t) & BIT(ANN));
    assert_true(play_one(&t, ANN, &luck));
    assert_true(room_may_undo(&t.room, ANN)); /* which is the same here */
    assert_int_equal(askf(&t, ANN, "\"do\":\"undo\",\"decision\":%u", decision), -1);
    assert_int_equal(t.room.rewound, 0); /* nobody else is told */
    trial_end(&t);
}

static void test_resigning_with_two_seats(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:2\"", 2);
    assert_done(&t, BO, "\"do\":\"resign\"");
    assert_int_equal(t.room.state, STORE_OVER);
    assert_string_equal(t.room.reason, "Bo has resigned, and Ann wins.");
    assert_int_equal(t.room.because, BECAUSE_RESIGNED);
    assert_refused(&t, BO, CODE_STATE, "\"do\":\"resign\"");
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"vote\",\"end\":true");
    trial_end(&t);
}

static void test_resigning_with_three_seats(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\"", 3);
    assert_done(&t, CY, "\"do\":\"resign\"");
    assert_int_equal(t.room.state, STORE_PLAYING);
    assert_true(t.room.seat[2].resigned);
    assert_int_equal(t.room.match.people, 3);
    assert_int_equal(room_people(&t.room), 3);
    assert_refused(&t, CY, CODE_STATE, "\"do\":\"resign\"");
    assert_refused(&t, CY, CODE_STATE, "\"do\":\"back\"");
    assert_int_equal(askf(&t, CY, "\"do\":\"undo\",\"decision\":%u", t.room.match.decision), CODE_STATE);
    t.away = BIT(2);
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"replace\",\"seat\":2");
    assert_done(&t, ANN, "\"do\":\"resign\"");
    assert_int_equal(t.room.state, STORE_OVER);
    assert_string_equal(t.room.reason, "Ann has resigned, and Bo wins.");
    assert_int_equal(t.room.because, BECAUSE_RESIGNED);
    trial_end(&t);
}

static void test_bots_do_not_play_on_alone(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\"", 1);
    assert_done(&t, ANN, "\"do\":\"resign\"");
    assert_int_equal(t.room.state, STORE_OVER);
    assert_string_equal(t.room.reason, "Ann has resigned, and nobody is left to play.");
    assert_int_equal(t.room.because, BECAUSE_RESIGNED);
    trial_end(&t);
}

static void test_voting_for_the_end(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\"", 2);
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":true");
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":false");
    assert_done(&t, BO, "\"do\":\"vote\",\"end\":true");
    assert_int_equal(t.room.state, STORE_PLAYING);
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":true");
    assert_int_equal(t.room.state, STORE_OVER);
    assert_string_equal(t.room.reason, "The players have agreed to end the game.");
    assert_int_equal(t.room.because, BECAUSE_VOTE);
    trial_end(&t);
}

static void test_who_is_replaced_has_no_vote(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\"", 3);
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":true");
    t.away = BIT(2);
    assert_done(&t, ANN, "\"do\":\"replace\",\"seat\":2");
    assert_int_equal(t.room.state, STORE_PLAYING);
    assert_done(&t, CY, "\"do\":\"vote\",\"end\":false");
    assert_done(&t, BO, "\"do\":\"vote\",\"end\":true");
    assert_int_equal(t.room.state, STORE_OVER);
    trial_end(&t);
}

static void test_who_was_late_but_is_there_is_asked(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:2\"", 2);
    t.away = BIT(1);
    assert_done(&t, ANN, "\"do\":\"replace\",\"seat\":1");
    t.away = 0; /* Bo has come, and not taken the seat yet */
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":true");
    assert_int_equal(t.room.state, STORE_PLAYING);
    assert_done(&t, BO, "\"do\":\"vote\",\"end\":true");
    assert_int_equal(t.room.state, STORE_OVER);
    trial_end(&t);
}

static void test_who_has_a_stand_in_and_is_there_is_asked_whoever_else_is_away(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\"", 3);
    t.away = BIT(1);
    assert_done(&t, ANN, "\"do\":\"replace\",\"seat\":1");
    t.away = BIT(2); /* Bo has come, and Cy has gone, without a stand-in */
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":true");
    assert_done(&t, BO, "\"do\":\"vote\",\"end\":true");
    assert_int_equal(t.room.state, STORE_PLAYING);
    assert_done(&t, BO, "\"do\":\"vote\",\"end\":false");
    assert_done(&t, CY, "\"do\":\"vote\",\"end\":true");
    assert_int_equal(t.room.state, STORE_PLAYING);
    trial_end(&t);
}

static void test_who_has_resigned_has_no_vote(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\"", 3);
    assert_done(&t, ANN, "\"do\":\"resign\"");
    assert_done(&t, BO, "\"do\":\"vote\",\"end\":true");
    assert_done(&t, CY, "\"do\":\"vote\",\"end\":true");
    assert_int_equal(t.room.state, STORE_OVER);
    trial_end(&t);
}

/* Those who are there have voted already. */
static void test_a_stand_in_may_complete_the_vote(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\"", 3);
    assert_done(&t, BO, "\"do\":\"vote\",\"end\":true");
    assert_done(&t, CY, "\"do\":\"vote\",\"end\":true");
    t.host_away = true;
    t.away = BIT(0);
    assert_done(&t, BO, "\"do\":\"replace\",\"seat\":0");
    assert_int_equal(t.room.state, STORE_OVER);
    assert_string_equal(t.room.reason, "Those who are here have agreed to end the game.");
    assert_int_equal(t.room.because, BECAUSE_VOTE);
    assert_int_equal(room_turns(&t.room), 0); /* nobody is waited for any more */
    assert_int_equal(room_bot(&t.room), NOBODY);
    assert_int_equal(room_deadline(&t.room), INT64_MAX);
    assert_false(room_may_undo(&t.room, BO));
    trial_end(&t);
}

static void test_a_resignation_may_complete_the_vote(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\"", 3);
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":true");
    assert_done(&t, BO, "\"do\":\"vote\",\"end\":true");
    assert_done(&t, CY, "\"do\":\"resign\"");
    assert_int_equal(t.room.state, STORE_OVER);
    trial_end(&t);
}

static void test_a_bot_stands_in_and_the_person_comes_back(void **unused)
{
    struct trial t;
    int mover;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\",\"bot\":\"hard\",\"clock\":60", 3);
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"replace\",\"seat\":1"); /* who is there */
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"replace\",\"seat\":3");
    t.away = BIT(1) | BIT(0);
    assert_refused(&t, CY, CODE_HOST, "\"do\":\"replace\",\"seat\":1");
    t.host_away = true;
    assert_refused(&t, DI, CODE_HOST, "\"do\":\"replace\",\"seat\":1"); /* who only watches */
    assert_done(&t, CY, "\"do\":\"replace\",\"seat\":1");
    assert_done(&t, CY, "\"do\":\"replace\",\"seat\":0");
    assert_refused(&t, CY, CODE_STATE, "\"do\":\"replace\",\"seat\":0");
    assert_int_equal(room_people(&t.room), BIT(2));
    assert_int_equal(t.room.match.people, BIT(2));
    assert_string_equal(t.room.match.bots[1], "hard");
    mover = to_move(&t);
    assert_true(mover < 2);
    assert_int_equal(room_bot(&t.room), mover);
    assert_int_equal(room_turns(&t.room), 0);
    assert_int_equal(askf(&t, mover, "\"do\":\"move\",\"decision\":%u,\"move\":1", t.room.match.decision), CODE_STATE);
    t.now += 5000;
    assert_int_equal(askf(&t, mover, "\"do\":\"back\""), -1);
    assert_int_equal(room_bot(&t.room), NOBODY);
    assert_int_equal(room_turns(&t.room), BIT(mover));
    assert_int_equal(room_deadline(&t.room), t.now + 60000); /* the whole time once more */
    assert_string_equal(t.room.match.bots[mover], "");
    t.now += 5000;
    assert_int_equal(askf(&t, 1 - mover, "\"do\":\"back\""), -1);
    assert_int_equal(room_deadline(&t.room), t.now - 5000 + 60000); /* somebody else's time */
    assert_int_equal(move_now(&t, mover), -1);
    trial_end(&t);
}

/* ---- the clock ---- */

static void test_who_is_late_gets_a_bot(void **unused)
{
    struct trial t;
    int64_t began;
    int mover;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:2\",\"clock\":30,\"bot\":\"easy\"", 2);
    began = t.now;
    mover = to_move(&t);
    assert_int_equal(room_deadline(&t.room), began + 30000);
    assert_int_equal(head_of(&t.room).wake, began + 30000);
    assert_false(clock_at(&t, began + 29999));
    assert_true(clock_at(&t, began + 30000));
    assert_true(t.room.seat[mover].standin);
    assert_string_equal(t.room.seat[mover].bot, "easy");
    assert_int_equal(room_bot(&t.room), mover);
    assert_int_equal(room_deadline(&t.room), INT64_MAX);
    assert_false(clock_at(&t, began + 90000));
    trial_end(&t);
}

static void test_a_clock_that_waits(void **unused)
{
    struct trial t;
    struct store_head head;
    char row[ROW_MAX];
    struct text out = text_in(row, sizeof row);
    int mover;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:2\",\"clock\":30,\"late\":\"wait\"", 2);
    mover = to_move(&t);
    assert_false(clock_at(&t, t.now + 500000));
    room_head(&t.room, &head, &out);
    assert_int_equal(head.wake, INT64_MAX);
    assert_int_equal(head.turns, BIT(mover));
    assert_int_equal(move_now(&t, mover), -1);
    assert_int_equal(room_deadline(&t.room), t.now + 30000); /* of the next decision */
    trial_end(&t);
}

/* What all see of the clock does not tell who of several has chosen. */
static void test_the_clock_tells_nothing_of_choices_face_down(void **unused)
{
    struct trial t;
    struct luck luck = {3};
    int64_t before;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gnumies:3\",\"clock\":30", 2);
    play_to_sealed(&t, &luck);
    before = room_deadline(&t.room);
    assert_true(before < INT64_MAX);
    while (room_turns(&t.room)) {
        assert_int_equal(room_deadline(&t.room), before);
        assert_true(play_one(&t, bit_lowest(room_turns(&t.room)), &luck));
    }
    assert_int_equal(room_bot(&t.room), 2);
    assert_int_equal(room_deadline(&t.room), before);
    assert_false(clock_at(&t, before + 1)); /* and nobody is late */
    trial_end(&t);
}

/* Lists show when a table has changed: that somebody has chosen unseen is not told. */
static void test_lists_tell_nothing_of_choices_face_down(void **unused)
{
    struct trial t;
    struct luck luck = {3};
    int64_t before;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gnumies:3\"", 3);
    before = t.room.changed;
    assert_int_equal(before, t.now);
    t.now += 1000;
    assert_true(play_one(&t, ANN, &luck));
    assert_int_equal(t.room.changed, before);
    assert_int_equal(askf(&t, ANN, "\"do\":\"retract\",\"decision\":%u", t.room.match.decision), -1);
    assert_int_equal(t.room.changed, before);
    assert_true(play_one(&t, ANN, &luck));
    assert_int_equal(askf(&t, ANN, "\"do\":\"undo\",\"decision\":%u", t.room.match.decision), -1);
    assert_int_equal(t.room.changed, before);
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":true"); /* which all see */
    assert_int_equal(t.room.changed, t.now);
    t.now += 1000;
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(t.room.changed, t.now - 1000);
        assert_true(play_one(&t, seat, &luck));
    }
    assert_int_equal(t.room.changed, t.now); /* the last choice is in */
    assert_int_equal(t.room.since, t.now);
    trial_end(&t);
}

/* ---- windows ---- */

static bool is_quiet(const struct trial *t)
{
    static struct scene scene;

    memset(&scene, 0, sizeof scene);
    t->room.match.deal.game->scene(t->room.match.state, SPECTATOR, &scene);
    return scene.quiet;
}

/* A window in which so many people are asked, with nobody's answer yet. */
static void play_to_window(struct trial *t, int people, struct luck *luck)
{
    for (;;) {
        if (t->room.state == STORE_PLAYING && is_quiet(t) && bit_count(asked_of_all(t)) >= people &&
            !game_sealed(t->room.match.deal.game, t->room.match.state) && t->room.held == NOBODY)
            return;
        assert_int_equal(t->room.state, STORE_PLAYING);
        if (t->room.held != NOBODY)
            assert_true(clock_at(t, room_deadline(&t->room)));
        else
            play_any(t, luck);
    }
}

static void test_the_last_answer_waits_for_the_end_of_the_window(void **unused)
{
    struct trial t;
    struct luck luck = {4};
    uint32_t decision, n, shown;
    int64_t began;
    int last = NOBODY;

    (void)unused;
    trial_begin(&t, "\"deal\":\"oh-gnome:3\",\"window\":10,\"undo\":false", 3);
    play_to_window(&t, 2, &luck);
    decision = t.room.match.decision;
    shown = room_shown(&t.room);
    began = t.room.since;
    assert_int_equal(room_deadline(&t.room), began + 10000);
    while (room_turns(&t.room)) {
        last = bit_lowest(room_turns(&t.room));
        t.now += 1000;
        assert_true(play_one(&t, last, &luck));
        assert_true(t.room.changed < t.now); /* lists tell nobody who has answered */
        assert_int_equal(t.room.match.decision, decision);
        assert_int_equal(room_shown(&t.room), shown);
        assert_int_equal(room_deadline(&t.room), began + 10000);
    }
    assert_int_equal(t.event.kind, EVENT_HOLD);
    assert_int_equal(t.room.held, last);
    n = t.room.match.n;
    assert_true(play_one(&t, last, &luck)); /* another choice instead */
    assert_int_equal(t.room.match.n, n);
    assert_true(room_may_undo(&t.room, last));
    assert_int_equal(askf(&t, last, "\"do\":\"undo\",\"decision\":%u", decision), -1);
    assert_int_equal(t.room.held, NOBODY);
    assert_int_equal(room_turns(&t.room), BIT(last));
    assert_int_equal(askf(&t, last, "\"do\":\"move\",\"decision\":%u,\"move\":65535", decision), CODE_RULE);
    assert_true(play_one(&t, last, &luck));
    assert_int_equal(t.room.held, last);
    assert_false(clock_at(&t, began + 9999));
    assert_true(clock_at(&t, began + 10000));
    assert_int_equal(t.room.held, NOBODY);
    assert_true(t.room.match.decision > decision);
    assert_true(t.room.match.n > n);
    trial_end(&t);
}

/* A window in which two are asked, the second of whom has something else to say than to pass. */
static void play_to_answers(struct trial *t, struct luck *luck, int *first, int *second, move_t *answer)
{
    for (;;) {
        move_t move[MOVES_MAX];

        play_to_window(t, 2, luck);
        *first = bit_lowest(asked_of_all(t));
        *second = bit_lowest(asked_of_all(t) & ~BIT(*first));
        if (bit_count(asked_of_all(t)) == 2) {
            int n[2] = {match_moves(&t->room.match, *first, move), match_moves(&t->room.match, *second, move)};

            *answer = move[n[1] - 1];
            if (n[0] > 1 && n[1] > 1 && *answer != PASS)
                return;
        }
        assert_true(clock_at(t, room_deadline(&t->room)));
    }
}

static int answer_with(struct trial *t, int seat, move_t move)
{
    return askf(t, seat, "\"do\":\"move\",\"decision\":%u,\"move\":%u", t->room.match.decision, move);
}

static move_t last_move_of(const struct trial *t, int seat)
{
    move_t move[MOVES_MAX];

    return move[match_moves(&t->room.match, seat, move) - 1];
}

/* What a seat has answered in the step that began after `n` moves. */
static int answer_of(const struct trial *t, uint32_t n, int seat)
{
    while (n < t->room.match.n && t->room.match.step[n].actor != seat)
        n++;
    return n < t->room.match.n ? t->room.match.step[n].move : -1;
}

static void test_the_answer_that_was_held_counts(void **unused)
{
    struct trial t;
    struct luck luck = {15};
    int first, second;
    move_t answer;
    uint32_t n;

    (void)unused;
    trial_begin(&t, "\"deal\":\"oh-gnome:3\",\"window\":10", 3);
    play_to_answers(&t, &luck, &first, &second, &answer);
    n = t.room.match.n;
    assert_int_equal(answer_with(&t, first, PASS), -1);
    assert_int_equal(answer_with(&t, first, last_move_of(&t, first)), -1); /* another choice, while one is missing */
    assert_int_equal(answer_with(&t, first, PASS), -1);
    assert_int_equal(answer_with(&t, second, PASS), -1);
    assert_int_equal(answer_with(&t, second, answer), -1);
    assert_int_equal(t.room.held, second);
    assert_true(clock_at(&t, room_deadline(&t.room)));
    assert_int_equal(answer_of(&t, n, first), PASS);
    assert_int_equal(answer_of(&t, n, second), answer);
    trial_end(&t);
}

/* The answer of one was held, as the last, and then somebody else has taken one back. */
static void test_a_held_answer_stays_when_others_change_theirs(void **unused)
{
    struct trial t;
    struct luck luck = {15};
    int first, second;
    move_t answer, other;
    uint32_t n, decision;

    (void)unused;
    trial_begin(&t, "\"deal\":\"oh-gnome:3\",\"window\":10", 3);
    play_to_answers(&t, &luck, &first, &second, &answer);
    n = t.room.match.n;
    decision = t.room.match.decision;
    other = last_move_of(&t, first);
    assert_int_equal(answer_with(&t, second, answer), -1);
    assert_int_equal(answer_with(&t, first, other), -1);
    assert_int_equal(t.room.held, first);
    assert_int_equal(askf(&t, second, "\"do\":\"retract\",\"decision\":%u", decision), -1);
    assert_int_equal(room_turns(&t.room), BIT(second));
    assert_int_equal(answer_with(&t, second, answer), -1); /* once more, and it is not the last */
    assert_int_equal(t.event.kind, EVENT_MOVE);
    assert_int_equal(t.room.held, first);
    assert_int_equal(room_turns(&t.room), 0);
    assert_int_equal(askf(&t, second, "\"do\":\"retract\",\"decision\":%u", decision), -1);
    assert_int_equal(answer_with(&t, first, other), -1); /* nor is this: it lies there like any other */
    assert_int_equal(t.event.kind, EVENT_MOVE);
    assert_int_equal(t.room.held, NOBODY);
    assert_int_equal(askf(&t, first, "\"do\":\"retract\",\"decision\":%u", decision), -1);
    assert_int_equal(answer_with(&t, second, answer), -1);
    assert_int_equal(answer_with(&t, first, other), -1);
    assert_int_equal(askf(&t, second, "\"do\":\"retract\",\"decision\":%u", decision), -1);
    assert_int_equal(t.room.held, first);
    assert_true(clock_at(&t, room_deadline(&t.room))); /* the held one counts, and who took back passes */
    assert_int_equal(t.room.held, NOBODY);
    assert_int_equal(answer_of(&t, n, first), other);
    assert_int_equal(answer_of(&t, n, second), PASS);
    trial_end(&t);
}

/* What a person has answered and could still change is the bot's to answer now. */
static void test_a_stand_in_answers_for_itself(void **unused)
{
    struct trial t;
    struct luck luck = {15};
    int first, second;
    move_t answer;

    (void)unused;
    trial_begin(&t, "\"deal\":\"oh-gnome:3\",\"window\":10", 3);
    play_to_answers(&t, &luck, &first, &second, &answer);
    assert_int_equal(answer_with(&t, first, PASS), -1);
    assert_int_equal(answer_with(&t, second, answer), -1);
    assert_int_equal(t.room.held, second);
    t.host_away = true;
    t.away = BIT(first) | BIT(second);
    assert_int_equal(askf(&t, second, "\"do\":\"replace\",\"seat\":%d", first), -1);
    assert_int_equal(t.room.held, second); /* somebody else's */
    assert_int_equal(askf(&t, second, "\"do\":\"replace\",\"seat\":%d", second), -1);
    assert_int_equal(t.room.held, NOBODY);
    assert_int_equal(room_bot(&t.room), second);
    assert_true(play_one(&t, second, &luck));
    assert_int_equal(t.event.kind, EVENT_HOLD);
    assert_int_equal(t.room.held, second);
    assert_int_equal(room_bot(&t.room), NOBODY);
    trial_end(&t);
}

/* Somebody has answered, somebody else has not: only the latter passes. */
static void test_who_has_answered_does_not_pass(void **unused)
{
    struct trial t;
    struct luck luck = {15};
    int first, second;
    move_t answer;
    uint32_t n;

    (void)unused;
    trial_begin(&t, "\"deal\":\"oh-gnome:3\",\"window\":10", 3);
    play_to_answers(&t, &luck, &first, &second, &answer);
    n = t.room.match.n;
    answer = last_move_of(&t, first);
    assert_int_equal(answer_with(&t, first, answer), -1);
    assert_true(clock_at(&t, room_deadline(&t.room)));
    assert_int_equal(answer_of(&t, n, first), answer);
    assert_int_equal(answer_of(&t, n, second), PASS);
    trial_end(&t);
}

static void test_a_window_may_last_a_second(void **unused)
{
    struct trial t;
    struct luck luck = {5};
    struct store_head head;

    (void)unused;
    trial_begin(&t, "\"deal\":\"oh-gnome:3\",\"window\":1,\"late\":\"wait\"", 3);
    assert_int_equal(room_deadline(&t.room), INT64_MAX); /* a turn is no window */
    assert_int_equal(head_of(&t.room).wake, INT64_MAX);
    play_to_window(&t, 2, &luck);
    assert_int_equal(room_deadline(&t.room), t.room.since + 1000);
    head = head_of(&t.room);
    assert_int_equal(head.wake, t.room.since + 1000); /* also where nobody is ever late */
    trial_end(&t);
}

/* The clock of a window without a length: a stand-in would tell who has not answered, so those who have not pass. */
static void test_the_clock_of_a_window_tells_nobody_who_was_late(void **unused)
{
    struct trial t;
    struct luck luck = {16};
    uint32_t decision, n;
    int first, second;

    (void)unused;
    trial_begin(&t, "\"deal\":\"oh-gnome:3\",\"clock\":30", 3);
    play_to_window(&t, 2, &luck);
    decision = t.room.match.decision;
    n = t.room.match.n;
    first = bit_lowest(asked_of_all(&t));
    second = bit_lowest(asked_of_all(&t) & ~BIT(first));
    assert_int_equal(room_deadline(&t.room), t.room.since + 30000);
    assert_true(play_one(&t, second, &luck));
    assert_false(clock_at(&t, t.room.since + 29999));
    assert_true(clock_at(&t, t.room.since + 30000));
    assert_int_equal(t.event.kind, EVENT_WINDOW);
    assert_true(t.room.match.decision > decision);
    assert_int_equal(answer_of(&t, n, first), PASS);
    assert_int_equal(room_people(&t.room), 7);
    trial_end(&t);
}

/* Nor does coming back: the clock would begin again for one whose bot has not answered. */
static void test_nobody_comes_back_in_a_window_that_has_a_clock(void **unused)
{
    static const struct {
        const char *settings;
        int code;
    } tables[] = {{"\"deal\":\"oh-gnome:3\",\"clock\":30", CODE_STATE},
                  {"\"deal\":\"oh-gnome:3\"", -1},
                  {"\"deal\":\"oh-gnome:3\",\"clock\":30,\"window\":10", -1}};

    (void)unused;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct trial t;
        struct luck luck = {16};
        int seat;

        trial_begin(&t, tables[i].settings, 3);
        play_to_window(&t, 2, &luck);
        seat = bit_lowest(asked_of_all(&t));
        t.away = BIT(seat);
        assert_int_equal(askf(&t, ANN, "\"do\":\"replace\",\"seat\":%d", seat), -1);
        assert_int_equal(askf(&t, seat, "\"do\":\"back\""), tables[i].code);
        if (tables[i].code != -1) {
            assert_true(clock_at(&t, room_deadline(&t.room)));
            while (is_quiet(&t))
                play_any(&t, &luck);
            assert_int_equal(askf(&t, seat, "\"do\":\"back\""), -1);
        }
        trial_end(&t);
    }
}

/* A log may say anything. */
static void test_events_that_cannot_be_are_refused(void **unused)
{
    static const enum event_kind kinds[] = {EVENT_MOVE,   EVENT_HOLD, EVENT_WINDOW,  EVENT_RETRACT, EVENT_UNDO,
                                            EVENT_RESIGN, EVENT_VOTE, EVENT_REPLACE, EVENT_BACK};
    struct trial t, playing;
    struct luck luck = {15};
    struct refusal no;

    (void)unused;
    trial_make(&t, "\"deal\":\"oh-gnome:3\"");
    trial_begin(&playing, "\"deal\":\"oh-gnome:3\",\"window\":10", 3);
    play_to_window(&playing, 2, &luck);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct event event = {.kind = kinds[i], .at = t.now, .seat = 0, .from = NOBODY};

        assert_false(trial_apply(&t, &event, &no)); /* nothing is played yet */
        assert_int_equal(no.code, CODE_STATE);
        for (event.seat = -1; event.seat <= 3; event.seat += 4) { /* no such seats */
            event.decision = playing.room.match.decision;
            if (kinds[i] == EVENT_WINDOW)
                continue;
            assert_false(trial_apply(&playing, &event, &no));
            assert_int_equal(no.code, CODE_STATE);
        }
    }
    for (int i = 0; i < 2; i++) { /* an answer to something else, and one that there is not */
        struct event event = {.kind = EVENT_HOLD, .at = t.now, .seat = to_move(&playing), .from = NOBODY};

        event.decision = playing.room.match.decision - (i == 0);
        event.move = i == 0 ? PASS : UINT16_MAX;
        assert_false(trial_apply(&playing, &event, &no));
        assert_int_equal(no.code, i == 0 ? CODE_STALE : CODE_RULE);
    }
    trial_end(&t);
    trial_end(&playing);
}

static void test_who_does_not_answer_passes(void **unused)
{
    struct trial t;
    struct luck luck = {5};
    uint32_t decision, asked, n;

    (void)unused;
    trial_begin(&t, "\"deal\":\"oh-gnome:3\",\"window\":10,\"clock\":30", 3);
    play_to_window(&t, 2, &luck);
    decision = t.room.match.decision;
    asked = asked_of_all(&t);
    n = t.room.match.n;
    assert_true(clock_at(&t, t.room.since + 10000));
    assert_true(t.room.match.decision > decision);
    for (uint32_t left = asked; left; left &= left - 1, n++) {
        assert_int_equal(t.room.match.step[n].actor, bit_lowest(left));
        assert_int_equal(t.room.match.step[n].move, PASS);
    }
    assert_int_equal(room_people(&t.room), 7); /* and no bot plays for anybody */
    trial_end(&t);
}

/* No game has windows with choices of two halves yet: here all steps of one that has such choices are windows. */
static const struct game *loud;

static void scene_quiet(const void *state, int viewer, struct scene *out)
{
    loud->scene(state, viewer, out);
    out->quiet = true;
}

/* All steps at this table are windows from now on. */
static void make_quiet(struct trial *t, struct game *quiet)
{
    loud = t->room.settings.deal.game;
    *quiet = *loud;
    quiet->scene = scene_quiet;
    t->room.settings.deal.game = t->read.settings.deal.game = quiet;
}

static bool play_to_half_a_choice(struct trial *t, struct luck *luck)
{
    const struct match *match = &t->room.match;

    for (int i = 0; i < 200 && t->room.state == STORE_PLAYING; i++) {
        if (game_sealed(match->deal.game, match->state) & asked_of_all(t))
            return true;
        if (t->room.held != NOBODY)
            assert_true(clock_at(t, room_deadline(&t->room)));
        else
            play_any(t, luck);
    }
    return false;
}

static void assert_no_half_is_left(struct trial *t)
{
    const struct match *match = &t->room.match;
    int seat = bit_lowest(game_sealed(match->deal.game, match->state) & asked_of_all(t));
    uint32_t decision = match->decision, at = match->running;
    int64_t ends = room_deadline(&t->room);

    assert_true(clock_at(t, ends));
    while (at < match->n && match->step[at].actor != seat)
        at++;
    if (match->decision == decision) { /* one who cannot pass is asked once more */
        assert_int_equal(at, match->n);
        assert_true(asked_of_all(t) & BIT(seat));
        assert_int_equal(room_deadline(&t->room), ends + 10000);
    } else {
        assert_int_equal(match->step[at].move, PASS);
    }
}

static void test_half_a_choice_counts_as_none(void **unused)
{
    int seen = 0;

    (void)unused;
    for (int g = 0; games[g]; g++) {
        struct game quiet;
        struct luck luck = {10};
        char settings[64];
        struct trial t;

        if (!games[g]->sealed)
            continue;
        snprintf(settings, sizeof settings, "\"deal\":\"%s\",\"window\":10", games[g]->id);
        trial_begin(&t, settings, games[g]->seats_min);
        make_quiet(&t, &quiet);
        if (play_to_half_a_choice(&t, &luck)) {
            assert_no_half_is_left(&t);
            seen++;
        }
        trial_end(&t);
    }
    assert_true(seen > 0);
}

/* Nor has any game a window in which one cannot pass: there the others' answers wait for those who are asked on. */
static void test_who_cannot_pass_is_asked_on(void **unused)
{
    struct game quiet;
    struct trial t;
    struct luck luck = {17};
    int64_t ends;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gnumies:2\",\"window\":10", 2);
    make_quiet(&t, &quiet);
    assert_true(play_one(&t, ANN, &luck));
    assert_true(play_one(&t, BO, &luck));
    assert_int_equal(t.room.held, BO);
    assert_int_equal(askf(&t, ANN, "\"do\":\"retract\",\"decision\":%u", t.room.match.decision), -1);
    ends = room_deadline(&t.room);
    assert_true(clock_at(&t, ends));
    assert_int_equal(t.room.held, NOBODY); /* it lies there like any other */
    assert_int_equal(game_sealed(loud, t.room.match.state), BIT(BO));
    assert_int_equal(room_turns(&t.room), BIT(ANN));
    assert_int_equal(room_deadline(&t.room), ends + 10000);
    trial_end(&t);
}

static void test_a_held_answer_goes_with_its_window(void **unused)
{
    struct game quiet;
    struct trial t;
    struct luck luck = {17};

    (void)unused;
    trial_begin(&t, "\"deal\":\"gnumies:2\",\"window\":10", 1);
    make_quiet(&t, &quiet);
    for (int step = 0; step < 2; step++) {
        assert_int_equal(asked_of_all(&t), 3);
        assert_true(play_one(&t, ANN, &luck));
        assert_true(play_one(&t, 1, &luck));
        assert_int_equal(t.room.held, 1);
        if (step == 0)
            assert_true(clock_at(&t, room_deadline(&t.room)));
    }
    for (int i = 0; i < 2; i++) { /* Ann's choice, and then the step before */
        assert_int_equal(t.room.held, 1);
        assert_int_equal(askf(&t, ANN, "\"do\":\"undo\",\"decision\":%u", t.room.match.decision), -1);
    }
    assert_int_equal(t.room.held, NOBODY);
    trial_end(&t);
}

static void test_without_a_length_a_window_ends_with_the_last_answer(void **unused)
{
    struct trial t;
    struct luck luck = {6};
    uint32_t decision;

    (void)unused;
    trial_begin(&t, "\"deal\":\"oh-gnome:3\"", 3);
    play_to_window(&t, 2, &luck);
    decision = t.room.match.decision;
    assert_int_equal(room_deadline(&t.room), INT64_MAX);
    while (t.room.match.decision == decision)
        play_any(&t, &luck);
    assert_int_equal(t.event.kind, EVENT_MOVE);
    trial_end(&t);
}

/* Coming back to the table does not make a window longer. */
static void test_a_window_lasts_as_long_as_it_lasts(void **unused)
{
    struct trial t;
    struct luck luck = {7};
    int64_t ends;
    int seat;

    (void)unused;
    trial_begin(&t, "\"deal\":\"oh-gnome:3\",\"window\":10", 3);
    play_to_window(&t, 2, &luck);
    ends = room_deadline(&t.room);
    seat = bit_lowest(asked_of_all(&t));
    t.away = BIT(seat);
    assert_int_equal(askf(&t, ANN, "\"do\":\"replace\",\"seat\":%d", seat), -1);
    t.now += 3000;
    assert_int_equal(askf(&t, seat, "\"do\":\"back\""), -1);
    assert_int_equal(room_deadline(&t.room), ends);
    trial_end(&t);
}

/* ---- what is next ---- */

/* For the first three seats and whoever looks on. */
static void assert_cues(const struct trial *t, enum cue_kind ann, enum cue_kind bo, enum cue_kind cy)
{
    assert_int_equal(room_cue(&t->room, 0), ann);
    assert_int_equal(room_cue(&t->room, 1), bo);
    assert_int_equal(room_cue(&t->room, 2), cy);
    assert_int_equal(room_cue(&t->room, SPECTATOR), t->room.state == STORE_PLAYING ? CUE_WAIT : CUE_OVER);
}

static void test_who_owes_a_choice_is_asked_until_it_is_whole(void **unused)
{
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gnumies:3\"", 2);
    assert_cues(&t, CUE_ASK, CUE_ASK, CUE_WAIT);
    assert_int_equal(move_now(&t, BO), -1);
    assert_cues(&t, CUE_ASK, CUE_WAIT, CUE_WAIT);
    assert_int_equal(askf(&t, BO, "\"do\":\"undo\",\"decision\":%u", t.room.match.decision), -1);
    assert_cues(&t, CUE_ASK, CUE_ASK, CUE_WAIT);
    trial_end(&t);

    trial_begin(&t, "\"deal\":\"gnoming-a-round:3\"", 3); /* each turns up two */
    assert_int_equal(move_now(&t, BO), -1);
    assert_cues(&t, CUE_ASK, CUE_ASK, CUE_ASK);
    assert_true(room_may_undo(&t.room, BO));
    assert_int_equal(move_now(&t, BO), -1);
    assert_cues(&t, CUE_ASK, CUE_WAIT, CUE_ASK);
    trial_end(&t);
}

static void test_who_does_not_play_waits(void **unused)
{
    struct trial t;
    int mover, other;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\"", 3);
    mover = to_move(&t);
    other = (mover + 1) % 3;
    assert_int_equal(room_cue(&t.room, mover), CUE_ASK);
    assert_int_equal(room_cue(&t.room, other), CUE_WAIT);
    t.away = BIT(mover);
    t.host_away = true;
    assert_int_equal(askf(&t, other, "\"do\":\"replace\",\"seat\":%d", mover), -1);
    assert_cues(&t, CUE_WAIT, CUE_WAIT, CUE_WAIT);
    assert_int_equal(askf(&t, mover, "\"do\":\"back\""), -1);
    assert_int_equal(room_cue(&t.room, mover), CUE_ASK);
    assert_int_equal(askf(&t, mover, "\"do\":\"resign\""), -1);
    assert_cues(&t, CUE_WAIT, CUE_WAIT, CUE_WAIT);
    trial_end(&t);
}

static void test_it_is_over_whatever_has_ended_it(void **unused)
{
    static const char *const ends[] = {"played", "resigned", "agreed", "closed"};
    struct luck luck = {19};

    (void)unused;
    for (int i = 0; i < 4; i++) {
        struct refusal no;
        struct event event;
        struct trial t;

        trial_begin(&t, "\"deal\":\"gnumies:2\"", 2);
        while (i == 0 && t.room.state == STORE_PLAYING)
            play_any(&t, &luck);
        assert_int_equal(match_over(&t.room.match), i == 0);
        if (strcmp(ends[i], "resigned") == 0)
            assert_done(&t, ANN, "\"do\":\"resign\"");
        for (int person = 0; strcmp(ends[i], "agreed") == 0 && person < 2; person++)
            assert_done(&t, person, "\"do\":\"vote\",\"end\":true");
        if (strcmp(ends[i], "closed") == 0) {
            room_close("Nobody was there.", t.now, &event);
            assert_true(trial_apply(&t, &event, &no));
        }
        assert_cues(&t, CUE_OVER, CUE_OVER, CUE_OVER);
        trial_end(&t);
    }
}

static bool can_only_pass(const struct trial *t, bool quiet)
{
    move_t move[MOVES_MAX];

    return asked_of_all(t) & BIT(ANN) && is_quiet(t) == quiet && match_moves(&t->room.match, ANN, move) == 1 &&
           move[0] == PASS;
}

/* False if the match is over before. */
static bool play_to_pass(struct trial *t, bool quiet, struct luck *luck)
{
    while (t->room.state == STORE_PLAYING && !can_only_pass(t, quiet)) {
        if (t->room.held != NOBODY)
            assert_true(clock_at(t, room_deadline(&t->room)));
        else
            play_any(t, luck);
    }
    return t->room.state == STORE_PLAYING;
}

/* A table at which Ann can do nothing but pass, in a window or in a turn; that may take a few games. */
static void begin_with_pass(struct trial *t, const char *settings, int people, bool quiet, struct luck *luck)
{
    for (;;) {
        trial_begin(t, settings, people);
        if (play_to_pass(t, quiet, luck))
            return;
        trial_end(t);
    }
}

/* Passing at once tells others what one holds: not if nobody sees when one passes, nor if nobody is there. */
static void test_only_where_its_haste_tells_nothing_a_client_may_pass(void **unused)
{
    static const struct {
        const char *settings;
        int people;
        bool quiet, may;
    } cases[] = {
        {"\"deal\":\"oh-gnome:3\",\"window\":10", 2, true, true},   /* a window of fixed length */
        {"\"deal\":\"oh-gnome:3\",\"window\":10", 2, false, false}, /* a turn, where windows have a fixed length */
        {"\"deal\":\"oh-gnome:3\"", 2, true, false},                /* a window that ends with the last answer */
        {"\"deal\":\"oh-gnome:3\"", 2, false, false},
        {"\"deal\":\"oh-gnome:3\"", 1, true, true}, /* alone with bots */
        {"\"deal\":\"oh-gnome:3\"", 1, false, true},
    };
    struct luck luck = {20};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial t;

        begin_with_pass(&t, cases[i].settings, cases[i].people, cases[i].quiet, &luck);
        assert_int_equal(room_cue(&t.room, ANN), cases[i].may ? CUE_PASS : CUE_ASK);
        if (cases[i].people == 2) { /* who is away may be back before it is noticed, and who has resigned may not */
            t.away = BIT(1);
            assert_done(&t, ANN, "\"do\":\"replace\",\"seat\":1");
            assert_int_equal(room_cue(&t.room, ANN), cases[i].may ? CUE_PASS : CUE_ASK);
            assert_done(&t, BO, "\"do\":\"resign\"");
            assert_int_equal(room_cue(&t.room, ANN), CUE_PASS);
        }
        assert_int_equal(move_now(&t, ANN), -1);
        assert_int_not_equal(room_cue(&t.room, ANN), CUE_PASS);
        trial_end(&t);
    }
}

/* Otherwise nobody could go back to before it: alone with bots, and in a window of fixed length, until the decision is
 * over. */
static void test_who_takes_a_pass_back_is_asked(void **unused)
{
    static const char *const settings[] = {"\"deal\":\"oh-gnome:3\"", "\"deal\":\"oh-gnome:3\",\"window\":10"};
    struct luck luck = {24};

    (void)unused;
    for (int people = 1; people <= 2; people++) {
        struct trial t;

        begin_with_pass(&t, settings[people - 1], people, people == 2, &luck);
        for (int again = 0; again < 2; again++) {
            assert_int_equal(room_cue(&t.room, ANN), again ? CUE_ASK : CUE_PASS);
            assert_int_equal(move_now(&t, ANN), -1);
            assert_int_equal(askf(&t, ANN, "\"do\":\"undo\",\"decision\":%u", t.room.match.decision), -1);
        }
        assert_int_equal(room_cue(&t.room, ANN), CUE_ASK);
        if (people == 2) { /* in the next window the page may pass again */
            assert_int_equal(move_now(&t, ANN), -1);
            assert_true(clock_at(&t, room_deadline(&t.room)));
            assert_true(play_to_pass(&t, true, &luck));
            assert_int_equal(room_cue(&t.room, ANN), CUE_PASS);
        }
        trial_end(&t);
    }
}

/* The only one who is asked has answered, and it is held: there is nothing that the view could show of it. */
static void test_whose_answer_is_held_waits_and_may_take_it_back(void **unused)
{
    struct trial t;
    struct luck luck = {22};
    int seat;

    (void)unused;
    trial_begin(&t, "\"deal\":\"oh-gnome:2\",\"window\":10,\"undo\":false", 2);
    play_to_window(&t, 1, &luck);
    seat = to_move(&t);
    assert_int_equal(asked_of_all(&t), BIT(seat));
    assert_int_equal(move_now(&t, seat), -1);
    assert_int_equal(t.room.held, seat);
    assert_int_equal(room_cue(&t.room, seat), CUE_WAIT);
    assert_true(room_may_undo(&t.room, seat));
    trial_end(&t);
}

/* ---- what is remembered ---- */

static void test_the_last_64_commands_are_remembered(void **unused)
{
    struct trial t;
    char id[COMMAND_ID_SIZE];

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:2\"");
    assert_true(room_has_done(&t.room, actors[ANN].person, "first"));
    assert_false(room_has_done(&t.room, actors[BO].person, "first"));
    for (int i = 0; i < 100; i++) {
        snprintf(t.id, sizeof t.id, "n%d", i);
        assert_done(&t, ANN, "\"do\":\"change\",\"public\":true");
        for (int back = 0; back < ROOM_REMEMBERS && back <= i; back++) {
            snprintf(id, sizeof id, "n%d", i - back);
            assert_true(room_has_done(&t.room, actors[ANN].person, id));
            assert_true(room_has_done(&t.read, actors[ANN].person, id));
        }
    }
    assert_false(room_has_done(&t.room, actors[ANN].person, "n0"));
    snprintf(t.id, sizeof t.id, "refused");
    assert_refused(&t, BO, CODE_HOST, "\"do\":\"close\"");
    assert_false(room_has_done(&t.room, actors[BO].person, "refused"));
    snprintf(t.id, sizeof t.id, "x");
    assert_done(&t, ANN, "\"do\":\"change\",\"public\":true");
    assert_true(room_has_done(&t.room, actors[ANN].person, "x"));
    trial_end(&t);
}

/* Bots' moves are no commands: they push none of them out. */
static void test_bots_make_nobody_forget(void **unused)
{
    struct trial t;
    struct luck luck = {8};
    struct order order = {.doing = DO_VOTE, .seat = NOBODY, .id = "mine"};
    struct refusal no;
    uint32_t events;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gnumies:4\"", 1);
    t.away = BIT(0);
    assert_true(trial_obey(&t, &order, ANN, &no));
    assert_done(&t, ANN, "\"do\":\"replace\",\"seat\":0");
    events = t.room.events;
    while (t.room.events < events + ROOM_REMEMBERS - 2) /* the next command is 64 events later than that one */
        play_any(&t, &luck);
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":false");
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":false");
    assert_true(room_has_done(&t.room, actors[ANN].person, "mine"));
    trial_end(&t);
}

/* Two people, one of whom changed the seat and the other bears the same name now: "somebody". */
static void test_a_log_replays_when_people_are_forgotten(void **unused)
{
    static const char ann[] = "\"person\":\"ann0000000000000\",\"name\":\"Ann\"";
    struct trial t;
    struct luck luck = {9};
    struct room *room = calloc(1, sizeof *room);
    char body[EVENT_BODY_MAX], *at;

    (void)unused;
    trial_make(&t, "\"deal\":\"gyre:3\"");
    assert_done(&t, BO, "\"do\":\"sit\"");
    assert_done(&t, BO, "\"do\":\"sit\",\"seat\":2");
    assert_done(&t, CY, "\"do\":\"sit\"");
    for (int i = 0; i < 3; i++)
        assert_int_equal(be_ready(&t, i), -1);
    reveal_all(&t);
    for (int i = 0; i < 5; i++)
        play_any(&t, &luck);
    room_init(room, TABLE);
    for (uint32_t i = 0; i < t.n; i++) {
        struct store_event event = t.log[i];

        memset(event.person, 0, sizeof event.person);
        memset(event.name, 0, sizeof event.name);
        memcpy(event.name, "somebody", sizeof "somebody");
        snprintf(body, sizeof body, "%s", event.body);
        at = strstr(body, ann);
        if (at) { /* the store does so in the first event */
            snprintf(body, sizeof body, "%.*s\"person\":\"\",\"name\":\"somebody\"%s", (int)(at - body), event.body,
                     event.body + (at - body) + strlen(ann));
            event.body = body;
        }
        room_replay(room, &event);
    }
    assert_false(room->broken);
    assert_int_equal(room->match.n, t.room.match.n);
    assert_int_equal(match_hash(&room->match), match_hash(&t.room.match));
    assert_string_equal(room->seat[0].name, "somebody");
    room_end(room);
    free(room);
    trial_end(&t);
}

/* ---- after the game ---- */

static void test_a_rematch_carries_people_and_bots(void **unused)
{
    uint8_t secret[FAIR_SECRET] = {9};
    struct order order = {.doing = DO_REMATCH, .seat = NOBODY, .id = "again"};
    struct room *room = calloc(1, sizeof *room);
    struct refusal no;
    struct event event, sits;
    struct trial t;

    (void)unused;
    trial_begin(&t, "\"deal\":\"gyre:3\",\"clock\":45", 2);
    assert_refused(&t, BO, CODE_STATE, "\"do\":\"rematch\"");
    assert_done(&t, ANN, "\"do\":\"vote\",\"end\":true");
    assert_done(&t, BO, "\"do\":\"vote\",\"end\":true");
    assert_refused(&t, CY, CODE_STATE, "\"do\":\"rematch\"");
    assert_done(&t, BO, "\"do\":\"rematch\"");
    assert_string_equal(t.room.rematch, NEXT_ONE);
    assert_refused(&t, ANN, CODE_STATE, "\"do\":\"rematch\"");
    assert_true(room_create(&event, &order, &actors[BO], t.now, secret, &t.room, &no));
    room_init(room, NEXT_ONE);
    assert_true(room_apply(room, &event, NULL, &no));
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        assert_int_equal(room_sit_again(&t.room, seat, &event, &sits),
                         seat == 0); /* Bo has sat down, and seat 2 is a bot's */
        if (seat == 0)
            assert_true(room_apply(room, &sits, NULL, &no));
    }
    assert_string_equal(room->host, actors[BO].person);
    assert_int_equal(room->settings.clock, 45);
    assert_int_equal(room_seat_of(room, actors[ANN].person), 0);
    assert_int_equal(room_seat_of(room, actors[BO].person), 1);
    assert_int_equal(room->seat[2].is, SEAT_BOT);
    assert_string_equal(room->seat[2].bot, "easy");
    assert_false(room->seat[0].ready || room->seat[1].ready);
    room_end(room);
    free(room);
    trial_end(&t);
}

static void test_records_are_fair(void **unused)
{
    static const char *const games_here[] = {"slithy:3", "gnumies:3", "mimsy:3", "oh-gnome:3", "pesky-gnomes:3"};

    (void)unused;
    for (size_t g = 0; g < sizeof games_here / sizeof *games_here; g++) {
        struct luck luck = {g};
        char settings[64];
        struct trial t;

        snprintf(settings, sizeof settings, "\"deal\":\"%s\"", games_here[g]);
        trial_begin(&t, settings, 3);
        for (int i = 0; i < 4; i++)
            play_any(&t, &luck);
        t.away = BIT(1);
        assert_done(&t, ANN, "\"do\":\"replace\",\"seat\":1");
        assert_done(&t, CY, "\"do\":\"resign\"");
        while (t.room.state == STORE_PLAYING && (g > 0 || t.n < 30))
            play_any(&t, &luck);
        if (t.room.state == STORE_PLAYING) {
            assert_done(&t, BO, "\"do\":\"back\"");
            assert_done(&t, BO, "\"do\":\"resign\"");
        }
        assert_int_equal(t.room.state, STORE_OVER);
        assert_fair_record(&t, 1);
        trial_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_makes_a_table_is_host_and_sits),
        cmocka_unit_test(test_what_lists_and_clocks_know_of_a_table),
        cmocka_unit_test(test_settings_that_cannot_be),
        cmocka_unit_test(test_messages_that_are_none),
        cmocka_unit_test(test_sitting_down_and_standing_up),
        cmocka_unit_test(test_names_are_unique),
        cmocka_unit_test(test_names_do_not_look_alike),
        cmocka_unit_test(test_the_host_passes_on),
        cmocka_unit_test(test_bots_are_seated_by_the_host),
        cmocka_unit_test(test_begins_when_all_are_ready),
        cmocka_unit_test(test_begins_with_the_last_bot),
        cmocka_unit_test(test_nobody_is_ready_after_a_change),
        cmocka_unit_test(test_commitments_come_before_nonces),
        cmocka_unit_test(test_nothing_changes_between_commitment_and_nonce),
        cmocka_unit_test(test_a_start_is_called_off_when_a_nonce_is_missing),
        cmocka_unit_test(test_whoever_is_ready_last_cannot_choose_the_luck),
        cmocka_unit_test(test_clients_of_the_scheme_before_are_told),
        cmocka_unit_test(test_a_match_that_began_by_the_scheme_before_goes_on),
        cmocka_unit_test(test_a_table_that_gathered_by_the_scheme_before_begins_by_the_new_one),
        cmocka_unit_test(test_closing),
        cmocka_unit_test(test_who_has_closed_a_table),
        cmocka_unit_test(test_muting),
        cmocka_unit_test(test_all_who_look_on_can_be_muted),
        cmocka_unit_test(test_the_list_of_the_muted_is_finite),
        cmocka_unit_test(test_guests_cannot_disarm_the_host),
        cmocka_unit_test(test_the_next_host_has_a_share_of_its_own),
        cmocka_unit_test(test_nobody_is_ready_for_ever),
        cmocka_unit_test(test_moves_that_are_refused),
        cmocka_unit_test(test_undo_and_numbers_of_decisions),
        cmocka_unit_test(test_undo_only_where_it_is_agreed),
        cmocka_unit_test(test_undo_minds_those_who_are_away),
        cmocka_unit_test(test_undo_when_one_plays_with_bots),
        cmocka_unit_test(test_no_undo_for_who_does_not_play),
        cmocka_unit_test(test_only_what_lies_face_down_is_retracted),
        cmocka_unit_test(test_what_lies_face_down_is_taken_back_where_moves_are_not),
        cmocka_unit_test(test_bots_do_not_wait_for_people_but_for_what_can_be_done_again),
        cmocka_unit_test(test_a_choice_face_down_can_be_retracted),
        cmocka_unit_test(test_resigning_with_two_seats),
        cmocka_unit_test(test_resigning_with_three_seats),
        cmocka_unit_test(test_bots_do_not_play_on_alone),
        cmocka_unit_test(test_voting_for_the_end),
        cmocka_unit_test(test_who_is_replaced_has_no_vote),
        cmocka_unit_test(test_who_was_late_but_is_there_is_asked),
        cmocka_unit_test(test_who_has_a_stand_in_and_is_there_is_asked_whoever_else_is_away),
        cmocka_unit_test(test_who_has_resigned_has_no_vote),
        cmocka_unit_test(test_a_stand_in_may_complete_the_vote),
        cmocka_unit_test(test_a_resignation_may_complete_the_vote),
        cmocka_unit_test(test_a_bot_stands_in_and_the_person_comes_back),
        cmocka_unit_test(test_who_is_late_gets_a_bot),
        cmocka_unit_test(test_a_clock_that_waits),
        cmocka_unit_test(test_the_clock_tells_nothing_of_choices_face_down),
        cmocka_unit_test(test_lists_tell_nothing_of_choices_face_down),
        cmocka_unit_test(test_the_last_answer_waits_for_the_end_of_the_window),
        cmocka_unit_test(test_the_answer_that_was_held_counts),
        cmocka_unit_test(test_a_held_answer_stays_when_others_change_theirs),
        cmocka_unit_test(test_a_stand_in_answers_for_itself),
        cmocka_unit_test(test_who_has_answered_does_not_pass),
        cmocka_unit_test(test_a_window_may_last_a_second),
        cmocka_unit_test(test_the_clock_of_a_window_tells_nobody_who_was_late),
        cmocka_unit_test(test_nobody_comes_back_in_a_window_that_has_a_clock),
        cmocka_unit_test(test_events_that_cannot_be_are_refused),
        cmocka_unit_test(test_who_does_not_answer_passes),
        cmocka_unit_test(test_half_a_choice_counts_as_none),
        cmocka_unit_test(test_who_cannot_pass_is_asked_on),
        cmocka_unit_test(test_a_held_answer_goes_with_its_window),
        cmocka_unit_test(test_without_a_length_a_window_ends_with_the_last_answer),
        cmocka_unit_test(test_a_window_lasts_as_long_as_it_lasts),
        cmocka_unit_test(test_who_owes_a_choice_is_asked_until_it_is_whole),
        cmocka_unit_test(test_who_does_not_play_waits),
        cmocka_unit_test(test_it_is_over_whatever_has_ended_it),
        cmocka_unit_test(test_only_where_its_haste_tells_nothing_a_client_may_pass),
        cmocka_unit_test(test_who_takes_a_pass_back_is_asked),
        cmocka_unit_test(test_whose_answer_is_held_waits_and_may_take_it_back),
        cmocka_unit_test(test_the_last_64_commands_are_remembered),
        cmocka_unit_test(test_bots_make_nobody_forget),
        cmocka_unit_test(test_a_log_replays_when_people_are_forgotten),
        cmocka_unit_test(test_a_rematch_carries_people_and_bots),
        cmocka_unit_test(test_records_are_fair),
    };

    return cmocka_run_group_tests_name("room", tests, NULL, NULL);
}
