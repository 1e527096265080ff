/* test_store WABE [POSTGRES.SH]: the same promises, kept by SQLite and by PostgreSQL. */
#define _DEFAULT_SOURCE

#include "help.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../src/server/sql.h"
#include "../src/server/store.h"

enum { KEPT = 400, HOUR = 3600 * 1000 };

static const int64_t noon = 1794787200000, day = 24 * HOUR;

static char folder[] = "/tmp/wabe-store-XXXXXX";
static const char *program, *postgres_script;
static char postgres_address[256];
static char where[400]; /* the store of this test, empty at its beginning */

/* ---- asking and waiting ---- */

/* What an answer said, since its own memory is gone afterwards. */
struct said {
    int calls;
    uint64_t tag;
    enum store_result result;
    bool leased;
    uint32_t n, events_n, lines_n, rows_n;
    struct store_person person;
    struct store_event events[KEPT];
    char bodies[KEPT][400];
    struct store_line lines[8];
    char words[8][40];
    struct store_row rows[8];
    char row[8][80];
};

static void note(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct said *said = self;

    said->calls++;
    said->tag = tag;
    said->result = answer->result;
    said->leased = answer->leased;
    said->n = answer->n;
    said->person = answer->person;
    said->events_n = answer->events_n;
    said->lines_n = answer->lines_n;
    said->rows_n = answer->rows_n;
    for (uint32_t i = 0; i < answer->events_n && i < KEPT; i++) {
        said->events[i] = answer->events[i];
        snprintf(said->bodies[i], sizeof said->bodies[i], "%s", answer->events[i].body);
    }
    for (uint32_t i = 0; i < answer->lines_n && i < 8; i++) {
        said->lines[i] = answer->lines[i];
        snprintf(said->words[i], sizeof said->words[i], "%s", answer->lines[i].text);
    }
    for (uint32_t i = 0; i < answer->rows_n && i < 8; i++) {
        said->rows[i] = answer->rows[i];
        snprintf(said->row[i], sizeof said->row[i], "%s", answer->rows[i].row);
    }
}

static struct said said; /* of the last question */

static const double hangs = 120; /* seconds after which a wait is called a hang: nothing else depends on it */

static double now_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void collect_until(struct store *store, const int *count, int n)
{
    double until = now_seconds() + hangs;

    while (*count < n) {
        if (now_seconds() > until)
            fail_msg("the store answers %d of %d", *count, n);
        store_collect(store);
        if (*count < n)
            usleep(200);
    }
}

static enum store_result answer_of(struct store *store)
{
    collect_until(store, &said.calls, 1);
    return said.result;
}

/* ASK(store, load, "t1", 0): store_load and its result. */
#define ASK(store, what, ...) (said.calls = 0, store_##what(store, __VA_ARGS__, note, &said, 0), answer_of(store))

static struct store *open_with(const struct store_hooks *hooks)
{
    struct why why;
    struct store *store = store_open(where, hooks, &why);

    if (!store)
        fail_msg("%s", why.text);
    return store;
}

static struct store *open_here(void)
{
    return open_with(NULL);
}

/* An event that anybody could have made. */
static struct store_append event(const char *table, uint32_t n, const char *body)
{
    struct store_append a = {.table = table, .event = {.n = n, .at = noon + n, .body = body}};

    a.head.state = STORE_PLAYING;
    a.head.wake = INT64_MAX;
    a.head.row = "{\"deal\":\"mimsy:2\"";
    return a;
}

static enum store_result append(struct store *store, const char *table, uint32_t n)
{
    struct store_append a = event(table, n, "body");

    return ASK(store, append, &a);
}

static enum store_result make(struct store *store, const char *table, enum store_state state, const char *person,
                              int64_t at)
{
    struct store_append a = event(table, 1, "made");

    a.event.at = at;
    a.head.state = state;
    snprintf(a.head.people[0], STORE_ID_SIZE, "%s", person);
    return ASK(store, append, &a);
}

static enum store_result make_guest(struct store *store, const char *id, const char *name, const char *token,
                                    int64_t at)
{
    struct store_person person = {0};

    snprintf(person.id, sizeof person.id, "%s", id);
    snprintf(person.name, sizeof person.name, "%s", name);
    return ASK(store, guest, &person, token, at);
}

static enum store_result say(struct store *store, const char *table, const char *person, const char *text, int64_t at)
{
    struct store_line line = {.at = at, .seat = NOBODY, .text = text};

    snprintf(line.person, sizeof line.person, "%s", person);
    snprintf(line.name, sizeof line.name, "Ann");
    return ASK(store, say, table, &line);
}

static enum store_result forget(struct store *store, const char *person)
{
    enum store_result result = ASK(store, forget, person);

    assert_int_equal(ASK(store, forget_traces, person), STORE_OK);
    return result;
}

/* SQL behind the store's back. */
static void by_hand(const char *statement)
{
    struct why why;
    struct sql *sql = sql_open(where, &why);

    assert_non_null(sql);
    if (!sql->driver->define(sql, statement))
        fail_msg("%s: %s", statement, sql->why.text);
    sql->driver->close(sql);
}

/* What `wabe store WORDS` prints about the store of this test; its exit code. */
static int tool(const char *words, char out[4096])
{
    char command[1024];
    FILE *pipe;
    size_t n;

    snprintf(command, sizeof command, "'%s' store %s --store '%s' 2>&1", program, words, where);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    n = fread(out, 1, 4095, pipe);
    out[n] = 0;
    return WEXITSTATUS(pclose(pipe));
}

static void take_number(void *self, struct sql *sql)
{
    *(int64_t *)self = sql->driver->number(sql, 0);
}

static int64_t number_by_hand(const char *question)
{
    struct why why;
    struct sql *sql = sql_open(where, &why);
    int64_t number = -1;

    assert_non_null(sql);
    if (!sql->driver->run(sql, question, NULL, 0, take_number, &number))
        fail_msg("%s: %s", question, sql->why.text);
    sql->driver->close(sql);
    return number;
}

/* ---- tables ---- */

static void test_what_is_appended_is_loaded(void **unused)
{
    struct store *store = open_here();
    struct store_append a = event("table1", 1, "{\"do\":\"create\"}");

    (void)unused;
    strcpy(a.event.person, "ann1");
    strcpy(a.event.name, "Ann \xc3\xa9");
    assert_int_equal(ASK(store, append, &a), STORE_OK);
    assert_int_equal(append(store, "table1", 2), STORE_OK);
    assert_int_equal(append(store, "table2", 1), STORE_OK);
    store_close(store);

    store = open_here();
    assert_int_equal(ASK(store, load, "table1", 0), STORE_OK);
    assert_int_equal(said.events_n, 2);
    assert_int_equal(said.events[0].n, 1);
    assert_int_equal(said.events[0].at, noon + 1);
    assert_string_equal(said.events[0].person, "ann1");
    assert_string_equal(said.events[0].name, "Ann \xc3\xa9");
    assert_string_equal(said.bodies[0], "{\"do\":\"create\"}");
    assert_int_equal(said.events[1].n, 2);
    assert_string_equal(said.events[1].person, "");
    assert_int_equal(ASK(store, load, "table1", 1), STORE_OK);
    assert_int_equal(said.events_n, 1);
    assert_int_equal(said.events[0].n, 2);
    assert_int_equal(ASK(store, load, "table1", 2), STORE_OK);
    assert_int_equal(said.events_n, 0);
    assert_int_equal(ASK(store, load, "nowhere", 0), STORE_MISSING);
    store_close(store);
}

static void test_numbers_have_no_gaps_and_no_doubles(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    assert_int_equal(append(store, "t", 2), STORE_MISSING);
    assert_int_equal(append(store, "t", 1), STORE_OK);
    assert_int_equal(append(store, "t", 1), STORE_CONFLICT);
    assert_int_equal(append(store, "t", 3), STORE_CONFLICT);
    assert_int_equal(append(store, "t", 2), STORE_OK);
    assert_int_equal(append(store, "t", 2), STORE_CONFLICT);
    ASK(store, load, "t", 0);
    assert_int_equal(said.events_n, 2);
    store_close(store);
}

struct order {
    int calls;
    enum store_result result[KEPT];
    bool in_order;
};

static void note_order(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct order *order = self;

    order->in_order = order->in_order && tag == (uint64_t)order->calls;
    order->result[order->calls++] = answer->result;
}

/* Reads between writes see what was asked before them. */
static void test_answers_come_in_the_order_of_the_calls(void **unused)
{
    struct store *store = open_here();
    struct order order = {.in_order = true};
    struct said last = {0};
    char table[8];

    (void)unused;
    for (uint64_t i = 0; i < 300; i++) {
        struct store_append a;

        snprintf(table, sizeof table, "t%d", (int)(i * 7 % 3));
        a = event(table, (uint32_t)(i / 3) + 1, "x");
        if (i == 150)
            store_load(store, "t0", 0, note, &last, 0);
        store_append(store, &a, note_order, &order, i);
    }
    collect_until(store, &order.calls, 300);
    assert_true(order.in_order);
    for (int i = 0; i < 300; i++)
        assert_int_equal(order.result[i], STORE_OK);
    assert_int_equal(last.calls, 1);
    assert_int_equal(last.events_n, 50);
    assert_int_equal(store_waiting(store), 0);
    assert_true(store_answers(store));
    store_close(store);
}

/* An event follows from the one before it: if that is another's, it must not be written either. */
static void test_what_follows_a_conflict_is_one_too(void **unused)
{
    struct store *one = open_here(), *two = open_here();
    struct order order = {.in_order = true};
    struct store_append second = event("t", 2, "mine"), third = event("t", 3, "mine"), fourth = event("t", 4, "mine");

    (void)unused;
    assert_int_equal(append(one, "t", 1), STORE_OK);
    assert_int_equal(append(two, "t", 2), STORE_OK);
    store_append(one, &second, note_order, &order, 0);
    store_append(one, &third, note_order, &order, 1);
    while (store_waiting(one) > 0)
        usleep(200);
    store_append(one, &third, note_order, &order, 2); /* in another transaction, but nothing has been said yet */
    while (store_waiting(one) > 0)
        usleep(200);
    collect_until(one, &order.calls, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(order.result[i], STORE_CONFLICT);
    ASK(one, load, "t", 0);
    assert_int_equal(said.events_n, 2);
    assert_string_equal(said.bodies[1], "body");
    assert_int_equal(ASK(one, append, &third), STORE_OK); /* now it knows */
    assert_int_equal(ASK(one, append, &fourth), STORE_OK);
    store_close(one);
    store_close(two);
}

static void test_closing_does_first_what_was_asked(void **unused)
{
    struct store *store = open_here();
    struct said none = {0};

    (void)unused;
    for (uint32_t n = 1; n <= 50; n++) {
        struct store_append a = event("t", n, "x");

        store_append(store, &a, note, &none, n);
    }
    store_close(store);
    assert_int_equal(none.calls, 0);
    store = open_here();
    ASK(store, load, "t", 0);
    assert_int_equal(said.events_n, 50);
    store_close(store);
}

static void test_one_node_runs_a_table(void **unused)
{
    struct store *one = open_here(), *two = open_here();
    struct store_append a = event("t", 1, "x");

    (void)unused;
    assert_string_not_equal(store_node(one), store_node(two));
    a.lease_until = noon + 1000;
    assert_int_equal(ASK(one, append, &a), STORE_OK);
    assert_true(said.leased);
    a.event.n = 2;
    a.event.at = noon + 500;
    a.lease_until = noon + 2000;
    ASK(two, append, &a);
    assert_false(said.leased); /* it is another's */
    a.event.n = 3;
    a.event.at = noon + 1000;
    ASK(two, append, &a);
    assert_true(said.leased); /* it was over */
    a.event.n = 4;
    ASK(one, append, &a);
    assert_false(said.leased);
    a.event.n = 5;
    a.lease_until = 0;
    ASK(two, append, &a);
    assert_false(said.leased); /* given back */
    a.event.n = 6;
    a.lease_until = noon + 3000;
    ASK(one, append, &a);
    assert_true(said.leased);
    store_close(one);
    store_close(two);
}

static void test_tables_whose_time_has_come_are_claimed_by_one_node(void **unused)
{
    struct store *one = open_here(), *two = open_here();
    struct store_append a = event("due", 1, "x");

    (void)unused;
    a.head.wake = noon;
    ASK(one, append, &a);
    a.table = "later";
    a.head.wake = noon + 5000;
    ASK(one, append, &a);
    a.table = "over";
    a.head.wake = noon;
    a.head.state = STORE_OVER;
    ASK(one, append, &a);
    assert_int_equal(ASK(one, claim, noon - 1, noon + 100, 10), STORE_OK);
    assert_int_equal(said.rows_n, 0);
    assert_int_equal(ASK(one, claim, noon, noon + 100, 10), STORE_OK);
    assert_int_equal(said.rows_n, 1);
    assert_string_equal(said.rows[0].table, "due");
    ASK(two, claim, noon + 50, noon + 200, 10);
    assert_int_equal(said.rows_n, 0);
    ASK(one, claim, noon + 50, noon + 150, 10); /* its own, again */
    assert_int_equal(said.rows_n, 1);
    ASK(two, claim, noon + 150, noon + 300, 10);
    assert_int_equal(said.rows_n, 1);
    ASK(two, claim, noon + 5000, noon + 6000, 1);
    assert_int_equal(said.rows_n, 1);
    assert_string_equal(said.rows[0].table, "due"); /* what waits longest */
    store_close(one);
    store_close(two);
}

/* All clocks go an hour back: what nodes have written is to come, and so is the end of their leases. */
static void test_a_clock_that_is_set_back_stops_no_table(void **unused)
{
    struct store *one = open_here(), *two = open_here();
    struct store_append a = event("bots", 1, "x");

    (void)unused;
    a.head.wake = a.event.at = noon;
    a.lease_until = noon + 10000;
    ASK(one, append, &a);
    assert_true(said.leased);
    a.table = "people"; /* nothing happens there by itself */
    a.head.wake = INT64_MAX;
    ASK(one, append, &a);
    ASK(two, claim, noon + 5000, noon + 15000, 10);
    assert_int_equal(said.rows_n, 0); /* the other node runs it */
    ASK(two, claim, noon - HOUR, noon - HOUR + 10000, 10);
    assert_int_equal(said.rows_n, 1);
    assert_string_equal(said.rows[0].table, "bots");
    ASK(one, claim, noon - HOUR + 5000, noon - HOUR + 15000, 10);
    assert_int_equal(said.rows_n, 0); /* now that one does */
    a.event.n = 2;
    a.event.at = noon - HOUR;
    a.lease_until = noon - HOUR + 10000;
    ASK(two, append, &a);
    assert_true(said.leased); /* as the clock goes now, the first node has none */
    store_close(one);
    store_close(two);
}

static void test_the_lobby_has_public_open_tables_newest_first(void **unused)
{
    static const struct {
        const char *id;
        enum store_state state;
        bool public_;
    } tables[] = {{"old", STORE_GATHERING, true},
                  {"secret", STORE_GATHERING, false},
                  {"over", STORE_OVER, true},
                  {"closed", STORE_CLOSED, true},
                  {"new", STORE_PLAYING, true}};
    struct store *store = open_here();

    (void)unused;
    for (int i = 0; i < 5; i++) {
        struct store_append a = event(tables[i].id, 1, "x");

        a.event.at = noon + i;
        a.head.state = tables[i].state;
        a.head.public_ = tables[i].public_;
        ASK(store, append, &a);
    }
    assert_int_equal(ASK(store, lobby, 10), STORE_OK);
    assert_int_equal(said.rows_n, 2);
    assert_string_equal(said.rows[0].table, "new");
    assert_int_equal(said.rows[0].state, STORE_PLAYING);
    assert_int_equal(said.rows[0].changed, noon + 4);
    assert_string_equal(said.row[0], "{\"deal\":\"mimsy:2\"");
    assert_string_equal(said.rows[1].table, "old");
    ASK(store, lobby, 1);
    assert_int_equal(said.rows_n, 1);
    store_close(store);
}

static void test_mine_are_those_i_sit_at_or_host(void **unused)
{
    struct store *store = open_here();
    struct store_append a = event("hosted", 1, "x");

    (void)unused;
    make(store, "over", STORE_OVER, "ann", noon + 9000);
    make(store, "bos", STORE_PLAYING, "bo", noon);
    strcpy(a.head.host, "ann");
    ASK(store, append, &a);
    a = event("seated", 1, "x");
    strcpy(a.head.people[2], "ann");
    strcpy(a.head.people[0], "bo");
    a.head.turns = 1;
    ASK(store, append, &a);
    assert_int_equal(ASK(store, mine, "ann", 10), STORE_OK);
    assert_int_equal(said.rows_n, 3);
    assert_string_equal(said.rows[2].table, "over"); /* behind the open ones */
    for (int i = 0; i < 3; i++)
        assert_false(said.rows[i].turn);
    a.event.n = 2;
    a.event.at = noon + 5000;
    a.head.turns = 1 << 2 | 1;
    ASK(store, append, &a);
    ASK(store, mine, "ann", 1);
    assert_int_equal(said.rows_n, 1);
    assert_string_equal(said.rows[0].table, "seated"); /* it waits for her */
    assert_true(said.rows[0].turn);
    a.event.n = 3;
    a.head.people[2][0] = 0;
    ASK(store, append, &a);
    ASK(store, mine, "ann", 10);
    assert_int_equal(said.rows_n, 2); /* who stands up has it no more */
    store_close(store);
}

static void test_a_host_has_so_many_open_tables(void **unused)
{
    struct store *store = open_here();
    struct store_append a = event("a", 1, "x");

    (void)unused;
    strcpy(a.head.host, "ann");
    a.most_hosted = 2;
    assert_int_equal(ASK(store, append, &a), STORE_OK);
    a.table = "b";
    assert_int_equal(ASK(store, append, &a), STORE_OK);
    a.table = "c";
    assert_int_equal(ASK(store, append, &a), STORE_FULL);
    assert_int_equal(ASK(store, load, "c", 0), STORE_MISSING);
    a.table = "b";
    a.event.n = 2;
    a.head.state = STORE_OVER;
    assert_int_equal(ASK(store, append, &a), STORE_OK);
    a.table = "c";
    a.event.n = 1;
    a.head.state = STORE_GATHERING;
    assert_int_equal(ASK(store, append, &a), STORE_OK);
    strcpy(a.head.host, "bo");
    a.table = "d";
    assert_int_equal(ASK(store, append, &a), STORE_OK);
    store_close(store);
}

static void test_idle_tables_are_found(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    make(store, "old", STORE_GATHERING, "ann", noon);
    make(store, "new", STORE_GATHERING, "ann", noon + HOUR);
    make(store, "play", STORE_PLAYING, "ann", noon);
    make(store, "talk", STORE_GATHERING, "ann", noon);
    say(store, "talk", "ann", "anybody?", noon + HOUR);
    assert_int_equal(ASK(store, idle, STORE_GATHERING, noon + HOUR, 10), STORE_OK);
    assert_int_equal(said.rows_n, 1);
    assert_string_equal(said.rows[0].table, "old");
    ASK(store, idle, STORE_PLAYING, noon + HOUR, 10);
    assert_int_equal(said.rows_n, 1);
    ASK(store, idle, STORE_GATHERING, noon, 10);
    assert_int_equal(said.rows_n, 0);
    store_close(store);
}

/* ---- talk ---- */

static void test_lines_are_numbered_and_the_last_ones_come(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    assert_int_equal(say(store, "t", "ann", "hello", noon), STORE_MISSING);
    assert_int_equal(ASK(store, lines, "t", 0, 5), STORE_MISSING);
    append(store, "t", 1);
    assert_int_equal(ASK(store, lines, "t", 0, 5), STORE_OK);
    for (uint32_t n = 1; n <= 5; n++) {
        char text[20];

        snprintf(text, sizeof text, "line '%u' \xe2\x80\xa6", n);
        assert_int_equal(say(store, "t", n == 5 ? "bo" : "ann", text, noon + n), STORE_OK);
        assert_int_equal(said.n, n);
    }
    ASK(store, lines, "t", 0, 3);
    assert_int_equal(said.lines_n, 3);
    assert_int_equal(said.lines[0].n, 3);
    assert_int_equal(said.lines[2].n, 5);
    assert_int_equal(said.lines[2].at, noon + 5);
    assert_int_equal(said.lines[2].seat, NOBODY);
    assert_string_equal(said.lines[2].person, "bo");
    assert_string_equal(said.lines[2].name, "Ann");
    assert_string_equal(said.words[2], "line '5' \xe2\x80\xa6");
    ASK(store, lines, "t", 4, 3);
    assert_int_equal(said.lines_n, 1);
    store_close(store);
}

/* ---- people ---- */

static void test_a_guest_is_found_by_the_token(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    assert_int_equal(make_guest(store, "p1", "Ann", "token1", noon), STORE_OK);
    assert_string_equal(said.person.id, "p1");
    assert_int_equal(ASK(store, find, "token1", noon), STORE_OK);
    assert_string_equal(said.person.id, "p1");
    assert_string_equal(said.person.name, "Ann");
    assert_string_equal(said.person.account, "");
    assert_int_equal(ASK(store, find, "token2", noon), STORE_MISSING);
    assert_int_equal(ASK(store, rename, "p1", "Anna"), STORE_OK);
    assert_int_equal(ASK(store, rename, "p2", "Anna"), STORE_MISSING);
    ASK(store, find, "token1", noon);
    assert_string_equal(said.person.name, "Anna");
    assert_int_equal(make_guest(store, "p1", "Thief", "token3", noon), STORE_CONFLICT);
    assert_int_equal(ASK(store, find, "token3", noon), STORE_MISSING);
    store_close(store);
}

static void test_accounts_are_unique_without_regard_to_case(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    make_guest(store, "p1", "Ann", "token1", noon);
    make_guest(store, "p2", "Bo", "token2", noon);
    assert_int_equal(ASK(store, account, "p1", "AnnA", "hash1", "key1", noon), STORE_OK);
    assert_int_equal(ASK(store, account, "p2", "aNNa", "hash2", "key2", noon), STORE_TAKEN);
    assert_int_equal(ASK(store, account, "p3", "cy", "hash3", "key3", noon), STORE_MISSING);
    assert_int_equal(ASK(store, account_find, "ANNa"), STORE_OK);
    assert_string_equal(said.person.id, "p1");
    assert_string_equal(said.person.name, "Ann");
    assert_string_equal(said.person.account, "AnnA");
    assert_string_equal(said.person.passphrase, "hash1");
    assert_int_equal(ASK(store, find, "token2", noon), STORE_OK); /* of the one who got none */
    assert_int_equal(ASK(store, find, "key2", noon), STORE_MISSING);
    assert_int_equal(ASK(store, find, "key1", noon), STORE_OK);
    assert_string_equal(said.person.account, "AnnA");
    assert_string_equal(said.person.passphrase, "");                                      /* nobody's business */
    assert_int_equal(ASK(store, account, "p1", "anna", "hash4", "key4", noon), STORE_OK); /* one's own may change */
    assert_int_equal(ASK(store, account, "p1", "annette", "hash5", "key5", noon), STORE_OK);
    assert_int_equal(ASK(store, account_find, "anna"), STORE_MISSING);
    assert_int_equal(ASK(store, account, "p2", "Anna", "hash2", "key6", noon), STORE_OK);
    ASK(store, find, "key5", noon);
    assert_string_equal(said.person.account, "annette");
    store_close(store);
}

/* Whoever had one of them, by whatever means, has none any more. */
static void test_an_account_ends_all_tokens_but_its_own(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    make_guest(store, "p1", "Ann", "token1", noon);
    make_guest(store, "p2", "Bo", "token2", noon);
    ASK(store, token, "p1", "token3", noon);
    assert_int_equal(ASK(store, account, "p1", "ann", "hash1", "token4", noon), STORE_OK);
    assert_int_equal(ASK(store, find, "token1", noon), STORE_MISSING);
    assert_int_equal(ASK(store, find, "token3", noon), STORE_MISSING);
    assert_int_equal(ASK(store, find, "token4", noon), STORE_OK);
    assert_string_equal(said.person.account, "ann");
    assert_int_equal(ASK(store, account, "p1", "ann", "hash2", "token5", noon), STORE_OK);
    assert_int_equal(ASK(store, find, "token4", noon), STORE_MISSING);
    assert_int_equal(ASK(store, find, "token5", noon), STORE_OK);
    ASK(store, account_find, "ann");
    assert_string_equal(said.person.passphrase, "hash2");
    assert_int_equal(ASK(store, find, "token2", noon), STORE_OK);
    store_close(store);
}

static void test_accounts_do_not_look_alike(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    make_guest(store, "p1", "Ann", "token1", noon);
    make_guest(store, "p2", "Bo", "token2", noon);
    assert_int_equal(ASK(store, account, "p1", "Ilse0", "hash1", "key7", noon), STORE_OK);
    assert_int_equal(ASK(store, account, "p2", "llseO", "hash2", "key8", noon), STORE_TAKEN);
    assert_int_equal(ASK(store, account, "p2", "\xd0\x86lse0", "hash2", "key9", noon), STORE_TAKEN); /* Cyrillic */
    assert_int_equal(ASK(store, account_find, "llseO"), STORE_MISSING); /* one logs in by the name only */
    assert_int_equal(ASK(store, account, "p1", "lIseO", "hash1", "key10", noon), STORE_OK); /* one's own may change */
    assert_int_equal(ASK(store, account, "p2", "Elsa0", "hash2", "key11", noon), STORE_OK);
    store_close(store);
}

static void test_a_person_has_several_tokens(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    make_guest(store, "p1", "Ann", "token1", noon);
    assert_int_equal(ASK(store, token, "p1", "token2", noon), STORE_OK);
    assert_int_equal(ASK(store, token, "p9", "token3", noon), STORE_MISSING);
    ASK(store, find, "token2", noon);
    assert_string_equal(said.person.id, "p1");
    assert_int_equal(ASK(store, token_drop, "token1"), STORE_OK);
    assert_int_equal(ASK(store, token_drop, "token1"), STORE_MISSING);
    assert_int_equal(ASK(store, find, "token1", noon), STORE_MISSING);
    assert_int_equal(ASK(store, find, "token2", noon), STORE_OK);
    store_close(store);
}

static void test_nothing_is_left_of_the_forgotten(void **unused)
{
    struct store *store = open_here();
    struct store_append a = event("t", 1, "x");

    (void)unused;
    make_guest(store, "p1", "Ann \"A\"", "token1", noon);
    ASK(store, account, "p1", "ann", "hash", "key12", noon);
    strcpy(a.event.person, "p1");
    strcpy(a.event.name, "Ann \"A\"");
    strcpy(a.head.host, "p1");
    strcpy(a.head.people[0], "p1");
    strcpy(a.head.people[1], "p2");
    a.head.public_ = true;
    a.head.row = "{\"seats\":[{\"name\":\"Ann \\\"A\\\"\"},{\"name\":\"Bo\"}]";
    ASK(store, append, &a);
    append(store, "t", 2);
    a.event.n = 3;
    ASK(store, append, &a);
    say(store, "t", "p1", "hello", noon);
    say(store, "t", "p2", "bye", noon);
    assert_int_equal(forget(store, "p1"), STORE_OK);
    assert_int_equal(forget(store, "p1"), STORE_MISSING);
    assert_int_equal(ASK(store, find, "key12", noon), STORE_MISSING);
    assert_int_equal(ASK(store, account_find, "ann"), STORE_MISSING);
    ASK(store, load, "t", 0);
    assert_int_equal(said.events_n, 3);
    assert_string_equal(said.events[0].person, "");
    assert_string_equal(said.events[0].name, "somebody");
    assert_string_equal(said.events[1].name, ""); /* of the clock */
    ASK(store, lines, "t", 0, 10);
    assert_int_equal(said.lines_n, 1);
    assert_int_equal(said.lines[0].n, 2);
    assert_string_equal(said.words[0], "bye");
    ASK(store, mine, "p1", 10);
    assert_int_equal(said.rows_n, 0);
    ASK(store, lobby, 10);
    assert_string_equal(said.row[0], "{\"seats\":[{\"name\":\"somebody\"},{\"name\":\"Bo\"}]");
    say(store, "t", "p2", "again", noon);
    assert_int_equal(said.n, 3); /* a number is never used again */
    store_close(store);
}

static void test_pruning_takes_old_guests_and_their_tables(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    make_guest(store, "old", "Old", "token1", noon);
    make_guest(store, "sits", "Sits", "token2", noon);
    make_guest(store, "member", "Member", "token3", noon);
    make_guest(store, "seen", "Seen", "token4", noon);
    ASK(store, account, "member", "member", "hash", "key13", noon);
    ASK(store, find, "token4", noon + 2 * day);
    make(store, "over1", STORE_OVER, "old", noon);
    make(store, "over2", STORE_OVER, "member", noon);
    make(store, "over3", STORE_CLOSED, "old", noon + 2 * day);
    make(store, "open", STORE_PLAYING, "sits", noon);
    assert_int_equal(ASK(store, prune, noon + day), STORE_OK);
    assert_int_equal(ASK(store, find, "token1", noon), STORE_MISSING);
    assert_int_equal(ASK(store, find, "token2", noon), STORE_OK);
    assert_int_equal(ASK(store, find, "key13", noon), STORE_OK);
    assert_int_equal(ASK(store, find, "token4", noon), STORE_OK);
    assert_int_equal(ASK(store, load, "over1", 0), STORE_MISSING);
    assert_int_equal(ASK(store, load, "over2", 0), STORE_OK);
    assert_int_equal(ASK(store, load, "over3", 0), STORE_OK);
    assert_int_equal(ASK(store, load, "open", 0), STORE_OK);
    store_close(store);
}

/* A visit is noted once a day only. */
static void test_guests_are_seen_once_a_day(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    make_guest(store, "p1", "Ann", "token1", noon);
    ASK(store, find, "token1", noon + day - 1);
    ASK(store, prune, noon + 1);
    assert_int_equal(ASK(store, find, "token1", noon + 1), STORE_MISSING);
    make_guest(store, "p2", "Bo", "token2", noon);
    ASK(store, find, "token2", noon + day);
    ASK(store, prune, noon + day);
    assert_int_equal(ASK(store, find, "token2", noon + 1), STORE_OK);
    store_close(store);
}

/* ---- what takes long goes step by step ---- */

/* What SQLite did in this process since `watched` was emptied: every kind of statement once, the most rows that one
 * transaction has written, and how often one began soon after the one before: less than four times as long after it as
 * that took, and less than a tenth of a second. */
enum { STATEMENTS_MAX = 100, LONG_STEP = 3 * 100 + 10 };

static struct {
    char *statement[STATEMENTS_MAX];
    int statements, before, most, commits;
    int longest; /* steps of SQLite's machine in one statement */
    int hasty;
    double began, ended;
} watched;

static pthread_mutex_t watching = PTHREAD_MUTEX_INITIALIZER; /* the store has a thread */

static int watch(unsigned what, void *unused, void *run, void *text)
{
    sqlite3_stmt *statement = run;
    const char *sql = sqlite3_sql(statement);
    int changes = sqlite3_total_changes(sqlite3_db_handle(statement)), i = 0;

    (void)unused, (void)text;
    pthread_mutex_lock(&watching);
    if (what == SQLITE_TRACE_PROFILE) {
        int steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1);

        if (strcmp(sql, "COMMIT") == 0)
            watched.ended = now_seconds();
        watched.longest = steps > watched.longest ? steps : watched.longest;
        pthread_mutex_unlock(&watching);
        return 0;
    }
    if (strncmp(sql, "BEGIN", 5) == 0) {
        double now = now_seconds(), rest = 12 * (watched.ended - watched.began);

        watched.hasty += now - watched.ended < (rest < 0.1 ? rest : 0.1);
        watched.began = now;
        watched.before = changes;
    }
    if (strcmp(sql, "COMMIT") == 0) {
        watched.commits++;
        if (changes - watched.before > watched.most)
            watched.most = changes - watched.before;
    }
    while (i < watched.statements && strcmp(watched.statement[i], sql) != 0)
        i++;
    if (i == watched.statements && i < STATEMENTS_MAX)
        watched.statement[watched.statements++] = strdup(sql);
    pthread_mutex_unlock(&watching);
    return 0;
}

static int watch_file(sqlite3 *file, char **why, const struct sqlite3_api_routines *api)
{
    (void)why, (void)api;
    return sqlite3_trace_v2(file, SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE, watch, NULL);
}

static void forget_watched(void)
{
    pthread_mutex_lock(&watching);
    for (int i = 0; i < watched.statements; i++)
        free(watched.statement[i]);
    memset(&watched, 0, sizeof watched);
    pthread_mutex_unlock(&watching);
}

static void stop_watching(void)
{
    sqlite3_reset_auto_extension();
    forget_watched();
}

static struct store *open_watched(void)
{
    struct store *store;

    sqlite3_auto_extension((void (*)(void))watch_file);
    store = open_here(); /* what it does then may take longer */
    forget_watched();
    return store;
}

/* Somebody who did and said much at many tables. */
static void leave_traces(struct store *store, const char *person, int tables, uint32_t events)
{
    struct said last = {0};
    int asked = 0;

    for (int i = 0; i < tables; i++) {
        char table[STORE_ID_SIZE];

        snprintf(table, sizeof table, "%.8s.%d", person, i);
        for (uint32_t n = 1; n <= events; n++, asked++) {
            struct store_append a = event(table, n, "x");

            a.event.at = noon;
            a.head.state = STORE_OVER;
            snprintf(a.event.person, sizeof a.event.person, "%s", person);
            snprintf(a.event.name, sizeof a.event.name, "Ann");
            snprintf(a.head.host, sizeof a.head.host, "%s", person);
            snprintf(a.head.people[0], STORE_ID_SIZE, "%s", person);
            a.head.row = "{\"seats\":[{\"name\":\"Ann\"}]";
            store_append(store, &a, note, &last, 0);
        }
        collect_until(store, &last.calls, asked);
        say(store, table, person, "hello", noon);
    }
}

/* No index may be missing, and none may be one that the database cannot use: a log is long. */
static void test_no_statement_looks_through_all_events(void **unused)
{
    struct store *store = open_watched();
    sqlite3 *file;

    (void)unused;
    make_guest(store, "p1", "Ann", "token1", noon);
    make_guest(store, "p2", "Bo", "token2", noon);
    ASK(store, account, "p2", "bo", "hash", "key14", noon);
    leave_traces(store, "p1", 2, 3);
    leave_traces(store, "p2", 2, 3);
    ASK(store, load, "p1.0", 0);
    ASK(store, lines, "p1.0", 0, 10);
    ASK(store, claim, noon, noon, 10);
    ASK(store, lobby, 10);
    ASK(store, mine, "p1", 10);
    ASK(store, idle, STORE_PLAYING, noon, 10);
    ASK(store, find, "token1", noon + 2 * day);
    ASK(store, rename, "p1", "Anna");
    ASK(store, account_find, "bo");
    ASK(store, token, "p1", "token3", noon);
    ASK(store, token_drop, "token3");
    forget(store, "p1");
    make_guest(store, "p3", "Cy", "token4", noon);
    leave_traces(store, "p3", 2, 3);
    ASK(store, prune, noon + day);
    assert_int_equal(ASK(store, load, "p3.0", 0), STORE_MISSING);
    store_close(store);

    assert_true(watched.statements > 30);
    assert_int_equal(sqlite3_open(where, &file), SQLITE_OK);
    for (int i = 0; i < watched.statements; i++) {
        char explain[2000];
        sqlite3_stmt *plan;

        snprintf(explain, sizeof explain, "EXPLAIN QUERY PLAN %s", watched.statement[i]);
        if (sqlite3_prepare_v2(file, explain, -1, &plan, NULL) != SQLITE_OK)
            fail_msg("%s: %s", explain, sqlite3_errmsg(file));
        while (sqlite3_step(plan) == SQLITE_ROW) {
            static const char *const tables[] = {"events", "lines", "seats", "tables", "people", "tokens", "accounts"};
            const char *detail = (const char *)sqlite3_column_text(plan, 3);

            for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
                char scan[40];

                snprintf(scan, sizeof scan, "SCAN %s", tables[t]);
                /* The lobby is an index of its own: it has nothing but what may be in the answer. */
                if (strncmp(detail, scan, strlen(scan)) == 0 && !strstr(detail, "USING INDEX tables_lobby"))
                    fail_msg("%s: %s", watched.statement[i], detail);
            }
        }
        sqlite3_finalize(plan);
    }
    sqlite3_close(file);
    stop_watching();
}

static void test_many_traces_are_removed_in_small_steps(void **unused)
{
    struct store *store = open_watched();
    char person[STORE_ID_SIZE];

    (void)unused;
    make_guest(store, "much", "Ann", "token", noon + 2 * day);
    leave_traces(store, "much", 30, 50);
    for (int i = 0; i < 45; i++) {
        char token[20];

        snprintf(person, sizeof person, "g%d", i);
        snprintf(token, sizeof token, "t%d", i);
        make_guest(store, person, "Bo", token, noon + i % 3);
        leave_traces(store, person, 2, 6);
    }
    watched.most = watched.commits = watched.hasty = 0;
    assert_int_equal(forget(store, "much"), STORE_OK);
    assert_true(watched.commits >= 1500 / 100);
    assert_in_range(watched.hasty, 0,
                    3); /* what was asked for, and the row that says that all is well, wait for none */
    assert_in_range(watched.most, 100, LONG_STEP);
    watched.most = watched.commits = 0;
    assert_int_equal(ASK(store, prune, noon + day), STORE_OK);
    assert_true(watched.commits >= 45 * 2 * 6 / 100);
    assert_in_range(watched.most, 20, LONG_STEP);
    for (int i = 0; i < 45; i++) {
        char table[20];

        snprintf(table, sizeof table, "g%d.1", i);
        assert_int_equal(ASK(store, load, table, 0), STORE_MISSING);
    }
    store_close(store);
    stop_watching();
}

/* Much was said at one table, and much was done: `lines` and `events` of them. */
static void make_long(struct store *store, const char *table, int lines, int events)
{
    static const char numbers[] = "WITH RECURSIVE c(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM c WHERE i < %d)";
    char all[200], statement[600];

    assert_int_equal(make(store, table, STORE_OVER, "guest", noon), STORE_OK);
    snprintf(all, sizeof all, numbers, 2, events);
    snprintf(statement, sizeof statement,
             "INSERT INTO events (room, n, at, person, name, body) %s SELECT '%s', i, 0, 'guest', 'Bo', 'x' FROM c"
             " WHERE i <= %d",
             all, table, events);
    by_hand(statement);
    snprintf(all, sizeof all, numbers, 1, lines);
    snprintf(statement, sizeof statement,
             "INSERT INTO lines (room, n, at, seat, person, name, words, command)"
             " %s SELECT '%s', i, 0, 0, 'guest', 'Bo', 'hello', 'c' || i FROM c",
             all, table);
    by_hand(statement);
    snprintf(statement, sizeof statement, "UPDATE tables SET length = %d, said = %d WHERE id = '%s'", events, lines,
             table);
    by_hand(statement);
}

/* On PostgreSQL each row that goes is noted, with its transaction. */
static void note_deletions(void)
{
    by_hand("CREATE TABLE went (transaction BIGINT)");
    by_hand("CREATE FUNCTION note_went() RETURNS trigger AS $$ BEGIN INSERT INTO went VALUES (txid_current());"
            " RETURN NULL; END $$ LANGUAGE plpgsql");
    by_hand("CREATE TRIGGER went AFTER DELETE ON lines FOR EACH ROW EXECUTE FUNCTION note_went()");
    by_hand("CREATE TRIGGER went AFTER DELETE ON events FOR EACH ROW EXECUTE FUNCTION note_went()");
    by_hand("CREATE TRIGGER went AFTER DELETE ON tables FOR EACH ROW EXECUTE FUNCTION note_went()");
}

/* However long it is: those who play elsewhere would wait for the whole of it. */
static void test_a_long_table_is_deleted_in_small_steps(void **unused)
{
    enum { LINES = 1500, EVENTS = 1000 };
    struct store *store = open_watched();
    bool shared = store_is_shared(store);

    (void)unused;
    make_long(store, "long", LINES, EVENTS);
    make_long(store, "talk", LINES, 1);
    make_long(store, "short", 3, 4);
    make_long(store, "kept", LINES, EVENTS);
    by_hand("UPDATE tables SET changed = changed + 1000 WHERE id = 'kept'");
    if (shared)
        note_deletions();
    watched.most = watched.commits = 0;
    assert_int_equal(ASK(store, prune, noon + 1), STORE_OK);
    if (shared) {
        assert_in_range(number_by_hand("SELECT max(n) FROM (SELECT count(*) AS n FROM went GROUP BY transaction) AS x"),
                        100, LONG_STEP);
        assert_int_equal(number_by_hand("SELECT count(*) FROM went"), 2 * LINES + EVENTS + 1 + 3 + 4 + 3);
    } else {
        assert_in_range(watched.most, 100, LONG_STEP);
        assert_true(watched.commits >= (2 * LINES + EVENTS) / 100);
    }
    assert_int_equal(number_by_hand("SELECT count(*) FROM tables"), 1);
    assert_int_equal(number_by_hand("SELECT count(*) FROM lines"), LINES);
    assert_int_equal(number_by_hand("SELECT count(*) FROM events"), EVENTS);
    assert_int_equal(ASK(store, lines, "kept", 0, 8), STORE_OK);
    assert_int_equal(said.lines_n, 8);
    store_close(store);
    stop_watching();
}

static _Noreturn void prune_for_ever(void)
{
    struct why why;
    struct store *store = store_open(where, NULL, &why);

    if (!store)
        _exit(1);
    store_prune(store, noon + 1, NULL, NULL, 0);
    for (;;)
        pause();
}

/* Until there are fewer lines than so many; then it is killed. */
static void prune_and_kill(int64_t lines)
{
    pid_t child;
    int status;

    fflush(NULL);
    child = fork();
    if (child == 0)
        prune_for_ever();
    for (double until = now_seconds() + hangs; number_by_hand("SELECT count(*) FROM lines") >= lines;)
        if (now_seconds() > until)
            fail_msg("nothing is deleted");
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
}

/* Half of a table is none: nobody finds it, and the rest goes when the store is open again. */
static void test_a_deletion_that_was_killed_goes_on(void **unused)
{
    struct store *store = open_here();
    int64_t left = 0;
    char out[4096];

    (void)unused;
    for (int lines = 5000; left == 0; lines *= 4) { /* it may have been too quick for the kill */
        make_long(store, "long", lines, 300);
        store_close(store);
        prune_and_kill(lines);
        left = number_by_hand("SELECT count(*) FROM lines");
        if (left == 0)
            store = open_here();
    }
    assert_int_equal(tool("check", out), 0);
    assert_non_null(strstr(out, " 0 tables and 0 events.\nAll is well."));
    assert_int_equal(tool("tables --all", out), 0);
    assert_non_null(strstr(out, "\n0 tables\n"));
    assert_int_equal(tool("close long", out), 1);
    store = open_here();
    assert_int_equal(ASK(store, load, "long", 0), STORE_MISSING);
    assert_int_equal(ASK(store, lines, "long", 0, 8), STORE_MISSING);
    assert_int_equal(say(store, "long", "guest", "hello?", noon), STORE_MISSING);
    assert_int_equal(append(store, "long", 301), STORE_MISSING);
    assert_int_equal(append(store, "long", 2), STORE_MISSING);
    assert_int_equal(ASK(store, mine, "guest", 10), STORE_OK);
    assert_int_equal(said.rows_n, 0);
    assert_int_equal(ASK(store, lobby, 10), STORE_OK);
    assert_int_equal(said.rows_n, 0);
    for (double until = now_seconds() + hangs; number_by_hand("SELECT count(*) FROM tables") > 0;)
        if (now_seconds() > until)
            fail_msg("the table stays");
    assert_int_equal(number_by_hand("SELECT count(*) FROM lines"), 0);
    assert_int_equal(number_by_hand("SELECT count(*) FROM events"), 0);
    assert_int_equal(append(store, "long", 1), STORE_OK);
    store_close(store);
}

static enum store_result say_once(struct store *store, const char *command)
{
    struct store_line line = {.at = noon, .seat = NOBODY, .text = "hello", .command = command};

    strcpy(line.person, "guest");
    return ASK(store, say, "t", &line);
}

/* A line that is said again is known among the last 64 of the table, and only those are looked at. */
static void test_a_line_is_known_again_among_the_last_ones(void **unused)
{
    enum { LINES = 5000 };
    struct store *store = open_watched();

    (void)unused;
    make_long(store, "t", LINES, 1);
    watched.longest = 0;
    assert_int_equal(say_once(store, "new"), STORE_OK);
    assert_int_equal(said.n, LINES + 1);
    assert_int_equal(say_once(store, "new"), STORE_OK);
    assert_int_equal(said.n, LINES + 1);
    assert_int_equal(say_once(store, "c4938"), STORE_OK); /* 64 lines: from 4938 to 5001 */
    assert_int_equal(said.n, 4938);
    assert_int_equal(say_once(store, "c4937"), STORE_OK);
    assert_int_equal(said.n, LINES + 2);
    if (!store_is_shared(store))
        assert_in_range(watched.longest, 64, LINES);
    store_close(store);
    stop_watching();
}

/* A move that was under way when its person was forgotten. */
static void test_traces_between_the_two_calls_are_found(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    make_guest(store, "p1", "Ann", "token", noon);
    assert_int_equal(ASK(store, forget, "p1"), STORE_OK);
    assert_int_equal(ASK(store, find, "token", noon), STORE_MISSING);
    leave_traces(store, "p1", 1, 3);
    assert_int_equal(ASK(store, forget_traces, "p1"), STORE_OK);
    ASK(store, load, "p1.0", 0);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(said.events[i].person, "");
        assert_string_equal(said.events[i].name, "somebody");
    }
    ASK(store, lines, "p1.0", 0, 10);
    assert_int_equal(said.lines_n, 0);
    store_close(store);
}

/* A move that is asked for after that does not wait for the end of it. */
static void test_moves_go_on_while_somebody_is_forgotten(void **unused)
{
    struct store *store = open_here();
    struct order order = {.in_order = true};
    struct store_append a = event("other", 1, "x");

    (void)unused;
    make_guest(store, "much", "Ann", "token", noon);
    leave_traces(store, "much", 10, 60);
    ASK(store, forget, "much");
    store_forget_traces(store, "much", note_order, &order, 1);
    store_append(store, &a, note_order, &order, 0);
    collect_until(store, &order.calls, 2);
    assert_true(order.in_order); /* the move first */
    assert_int_equal(order.result[0], STORE_OK);
    assert_int_equal(order.result[1], STORE_OK);
    assert_int_equal(ASK(store, load, "much.9", 0), STORE_OK);
    assert_int_equal(said.events_n, 60);
    for (int i = 0; i < 60; i++)
        assert_string_equal(said.events[i].name, "somebody");
    store_close(store);
}

/* Whoever was forgotten when the store was closed in the middle of it is forgotten when it is open again. */
static void test_forgetting_goes_on_when_the_store_is_opened_again(void **unused)
{
    struct store *store = open_here();
    struct said none = {0};

    (void)unused;
    make_guest(store, "much", "Ann", "token", noon);
    leave_traces(store, "much", 10, 60);
    store_forget(store, "much", note, &none, 0);
    store_forget_traces(store, "much", note, &none, 0);
    store_close(store);
    store = open_here();
    assert_int_equal(ASK(store, find, "token", noon), STORE_MISSING);
    for (double until = now_seconds() + hangs; now_seconds() < until;) {
        ASK(store, load, "much.9", 0);
        if (strcmp(said.events[59].name, "somebody") == 0)
            break;
    }
    for (int i = 0; i < 60; i++) {
        assert_string_equal(said.events[i].name, "somebody");
        assert_string_equal(said.events[i].person, "");
    }
    store_close(store);
}

/* The log of SQLite is copied into the file beside the transactions: it begins anew now and then, however much is
 * written. */
static void test_the_log_of_the_file_does_not_grow_for_ever(void **unused)
{
    enum { EVENTS = 4000, BODY = 16000, AT_ONCE = 100, MOST = 48 << 20 };
    struct store *store = open_here();
    char body[BODY + 1], path[sizeof where + 4];
    struct said last = {0};
    struct stat about;

    (void)unused;
    memset(body, 'x', BODY);
    body[BODY] = 0;
    for (uint32_t n = 1; n <= EVENTS; n++) {
        struct store_append a = event("t", n, body);

        store_append(store, &a, note, &last, 0);
        if (n % AT_ONCE == 0)
            collect_until(store, &last.calls, (int)n);
        assert_int_equal(last.result, STORE_OK);
    }
    snprintf(path, sizeof path, "%s-wal", where);
    assert_int_equal(stat(path, &about), 0);
    assert_in_range(about.st_size, 1, MOST); /* it does not become shorter */
    store_close(store);
    assert_int_equal(stat(where, &about), 0);
    assert_true(about.st_size > (off_t)EVENTS * BODY);
}

/* ---- versions ---- */

static void test_an_empty_database_is_brought_up_to_date(void **unused)
{
    struct store *store;

    (void)unused;
    by_hand("CREATE TABLE wabe (version BIGINT PRIMARY KEY)");
    store = open_here();
    assert_int_equal(append(store, "t", 1), STORE_OK);
    store_close(store);
    store = open_here(); /* and is not touched again */
    assert_int_equal(append(store, "t", 2), STORE_OK);
    store_close(store);
}

/* A store that version 1 has left. */
static void test_a_store_of_version_1_is_brought_up_to_date(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    make_guest(store, "p1", "Ann", "token1", noon);
    make_guest(store, "p2", "Bo", "token2", noon);
    make_guest(store, "p3", "Cy", "token3", noon);
    ASK(store, account, "p2", "bob", "hash2", "key15", noon);
    ASK(store, account, "p3", "  ", "hash3", "key16", noon); /* looks like nothing */
    leave_traces(store, "p1", 1, 3);
    store_close(store);
    by_hand("DROP TABLE forgotten");
    by_hand("DROP INDEX accounts_looks");
    by_hand("ALTER TABLE accounts DROP COLUMN looks");
    by_hand("DROP TABLE probes");
    by_hand("UPDATE wabe SET version = 1");
    store = open_here();
    assert_int_equal(ASK(store, account_find, "bob"), STORE_OK);
    assert_int_equal(ASK(store, account, "p1", "B0b", "hash1", "key17", noon), STORE_TAKEN);
    assert_int_equal(ASK(store, find, "token1", noon), STORE_OK);
    assert_int_equal(forget(store, "p1"), STORE_OK);
    ASK(store, load, "p1.0", 0);
    assert_int_equal(said.events_n, 3);
    assert_string_equal(said.events[2].name, "somebody");
    store_close(store);
}

static void test_a_newer_version_is_refused(void **unused)
{
    struct why why;

    (void)unused;
    store_close(open_here());
    by_hand("UPDATE wabe SET version = 77");
    assert_null(store_open(where, NULL, &why));
    assert_non_null(strstr(why.text, "newer"));
    assert_non_null(strstr(why.text, "77"));
}

/* ---- several at once ---- */

struct heard {
    int changed, announced;
    char table[STORE_ID_SIZE], text[80];
};

static void hear_changed(void *self, const char *table)
{
    struct heard *heard = self;

    heard->changed++;
    snprintf(heard->table, sizeof heard->table, "%s", table);
}

static void hear_announced(void *self, const char *text)
{
    struct heard *heard = self;

    heard->announced++;
    snprintf(heard->text, sizeof heard->text, "%s", text);
}

static void test_two_stores_see_each_others_tables(void **unused)
{
    struct heard first = {0}, second = {0};
    struct store *one = open_with(&(struct store_hooks){&first, NULL, hear_changed, hear_announced});
    struct store *two = open_with(&(struct store_hooks){&second, NULL, hear_changed, hear_announced});

    (void)unused;
    append(one, "t", 1);
    assert_int_equal(append(two, "t", 2), STORE_OK);
    assert_int_equal(append(one, "t", 2), STORE_CONFLICT);
    ASK(one, load, "t", 1);
    assert_int_equal(said.events_n, 1);
    store_announce(one, "say \"hello\" \\ to all");
    if (store_is_shared(one)) {
        collect_until(two, &second.announced, 1);
        collect_until(two, &second.changed, 1);
        collect_until(one, &first.changed, 1);
        assert_string_equal(second.table, "t");
        assert_string_equal(second.text, "say \"hello\" \\ to all");
        assert_int_equal(first.announced, 0); /* one's own is no news */
        assert_int_equal(second.changed, 1);
        assert_int_equal(first.changed, 1);
    }
    store_close(one);
    store_close(two);
}

/* Each of two nodes adds to the same tables what it can: every event is there once. */
static void note_by_tag(void *self, uint64_t tag, const struct store_answer *answer)
{
    struct order *order = self;

    order->result[tag] = answer->result;
    order->calls++;
}

static void test_two_stores_race(void **unused)
{
    enum { ROUNDS = 60 };
    struct store *stores[] = {open_here(), open_here()};
    int written = 0;

    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        struct order orders[2] = {{.in_order = true}, {.in_order = true}};

        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 4; k++) {
                char table[8];
                struct store_append a;

                snprintf(table, sizeof table, "t%d", i ? k : 3 - k);
                a = event(table, (uint32_t)round + 1, i ? "two" : "one");
                store_append(stores[i], &a, note_by_tag, &orders[i], (uint64_t)k);
            }
        }
        for (int i = 0; i < 2; i++)
            collect_until(stores[i], &orders[i].calls, 4);
        for (int k = 0; k < 4; k++) {
            assert_int_equal((orders[0].result[3 - k] == STORE_OK) + (orders[1].result[k] == STORE_OK), 1);
            assert_int_equal((orders[0].result[3 - k] == STORE_CONFLICT) + (orders[1].result[k] == STORE_CONFLICT), 1);
            written++;
        }
    }
    for (int k = 0; k < 4; k++) {
        char table[8];

        snprintf(table, sizeof table, "t%d", k);
        ASK(stores[0], load, table, 0);
        assert_int_equal(said.events_n, ROUNDS);
        written -= (int)said.events_n;
    }
    assert_int_equal(written, 0);
    store_close(stores[0]);
    store_close(stores[1]);
}

/* ---- kill -9 ---- */

static int acknowledged; /* where the child tells */

static void tell_number(void *self, uint64_t tag, const struct store_answer *answer)
{
    uint32_t n = (uint32_t)tag;

    (void)self;
    if (answer->result != STORE_OK || write(acknowledged, &n, sizeof n) != sizeof n)
        _exit(1);
}

static _Noreturn void append_for_ever(void)
{
    struct why why;
    struct store *store = store_open(where, NULL, &why);

    if (!store)
        _exit(1);
    for (uint32_t n = 1;; n++) {
        struct store_append a = event("t", n, "x");

        store_append(store, &a, tell_number, NULL, n);
        while (store_waiting(store) > 20)
            usleep(100);
        store_collect(store);
    }
}

static void test_what_was_acknowledged_survives_a_kill(void **unused)
{
    uint32_t n, last = 0;
    struct store *store;
    int ends[2], status;
    pid_t child;

    (void)unused;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    child = fork();
    if (child == 0) {
        acknowledged = ends[1];
        append_for_ever();
    }
    close(ends[1]);
    while (read(ends[0], &n, sizeof n) == sizeof n) {
        assert_int_equal(n, last + 1);
        last = n;
        if (n == 200)
            kill(child, SIGKILL);
    }
    close(ends[0]);
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    assert_true(last >= 200);
    store = open_here();
    assert_int_equal(ASK(store, load, "t", 0), STORE_OK);
    assert_true(said.events_n >= last);
    assert_int_equal(append(store, "t", said.events_n + 1), STORE_OK);
    store_close(store);
}

/* ---- wabe store ---- */

static void test_the_tool_lists_open_tables(void **unused)
{
    struct store *store = open_here(); /* and stays open: a server may run */
    char out[4096];

    (void)unused;
    append(store, "running", 1);
    append(store, "running", 2);
    make(store, "finished", STORE_OVER, "ann", noon);
    assert_int_equal(tool("tables", out), 0);
    assert_non_null(strstr(out, "\nrunning           playing    2026-11-16 00:00       2  mimsy:2\n1 table\n"));
    assert_int_equal(tool("tables --all", out), 0);
    assert_non_null(strstr(out, "finished          over "));
    assert_non_null(strstr(out, "\n2 tables\n"));
    store_close(store);
}

/* A table that can be replayed: Ann has made it, Bo sits down, and one who looks on is muted. */
static void make_real(struct store *store)
{
    static const char *const bodies[] = {"{\"is\":\"create\",\"version\":1,\"secret\":"
                                         "\"0101010101010101010101010101010101010101010101010101010101010101\","
                                         "\"seat\":0,\"bots\":[\"\",\"\"],\"deal\":\"gyre:2\"}",
                                         "{\"is\":\"sit\",\"seat\":1}", "{\"is\":\"mute\",\"other\":\"cy\",\"on\":1}"};

    for (uint32_t n = 1; n <= 3; n++) {
        struct store_append a = event("t", n, bodies[n - 1]);

        strcpy(a.event.person, n == 2 ? "bo1" : "ann1");
        strcpy(a.event.name, n == 2 ? "Bo" : "Ann");
        a.head.state = STORE_GATHERING;
        assert_int_equal(ASK(store, append, &a), STORE_OK);
    }
}

static void test_the_tool_finds_a_table_that_does_not_replay(void **unused)
{
    struct store *store = open_here();
    char out[4096];

    (void)unused;
    make_real(store);
    store_close(store);
    assert_int_equal(tool("check", out), 0);
    by_hand("UPDATE events SET body = '{\"is\":\"sit\",\"seat\":0}' WHERE n = 2");
    assert_int_equal(tool("check", out), 1);
    assert_non_null(strstr(out, "t: That seat is taken.\n"));
    assert_non_null(strstr(out, "1 of the tables are damaged"));
    assert_int_equal(tool("close t", out), 0); /* then all know */
    assert_int_equal(tool("check", out), 0);
}

static void test_who_is_forgotten_leaves_no_name_in_the_log(void **unused)
{
    struct store *store = open_here();
    char out[4096];

    (void)unused;
    make_guest(store, "ann1", "Ann", "token", noon);
    make_real(store);
    forget(store, "ann1");
    assert_int_equal(said.result, STORE_OK);
    ASK(store, load, "t", 0);
    assert_int_equal(said.events_n, 3);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(said.events[i].person, i == 1 ? "bo1" : "");
        assert_string_equal(said.events[i].name, i == 1 ? "Bo" : "somebody");
        assert_null(strstr(said.bodies[i], "Ann"));
        assert_null(strstr(said.bodies[i], "ann1"));
    }
    store_close(store);
    assert_int_equal(tool("check", out), 0); /* and it replays */
}

static void test_the_tool_closes_a_table(void **unused)
{
    struct store *store = open_here();
    char out[4096];

    (void)unused;
    make_real(store);
    store_close(store);
    assert_int_equal(tool("close other", out), 1);
    assert_non_null(strstr(out, "There is no such table."));
    assert_int_equal(tool("close", out), 2);
    assert_int_equal(tool("close t --why ''", out), 2);
    assert_int_equal(tool("close t --why 'The cellar is \"wet\".'", out), 0);
    assert_non_null(strstr(out, "The table t is closed.\n"));
    assert_int_equal(tool("close t", out), 1);
    assert_non_null(strstr(out, "The table is over already."));
    assert_int_equal(tool("check", out), 0);
    assert_non_null(strstr(out, "1 tables and 4 events.\nAll is well."));
    assert_int_equal(tool("tables --all", out), 0);
    assert_non_null(strstr(out, "t                 closed "));
    store = open_here();
    ASK(store, load, "t", 3);
    assert_int_equal(said.events_n, 1);
    assert_string_equal(said.bodies[0], "{\"is\":\"close\",\"reason\":\"The cellar is \\\"wet\\\".\"}");
    store_close(store);
}

static void test_the_tool_finds_a_missing_event(void **unused)
{
    struct store *store = open_here();
    char out[4096];

    (void)unused;
    make_real(store);
    assert_int_equal(tool("check", out), 0);
    assert_non_null(strstr(out, "version 3, 1 tables and 3 events.\nAll is well."));
    by_hand("DELETE FROM events WHERE n = 2");
    assert_int_equal(tool("check", out), 1);
    assert_non_null(strstr(out, "t: event 2 is missing"));
    by_hand("DELETE FROM events WHERE n = 3");
    assert_int_equal(tool("check", out), 1);
    assert_non_null(strstr(out, "t: it should have 3 events and has 1"));
    store_close(store);
}

static void test_a_backup_is_a_store(void **unused)
{
    struct store *store = open_here();
    char out[4096], words[100];

    (void)unused;
    append(store, "t", 1);
    snprintf(words, sizeof words, "backup %s/backup.db", folder);
    assert_int_equal(tool(words, out), 0);
    assert_int_equal(tool(words, out), 1); /* nothing is written over */
    assert_non_null(strstr(out, "File exists"));
    append(store, "t", 2);
    store_close(store);
    snprintf(where, sizeof where, "%s/backup.db", folder);
    store = open_here();
    ASK(store, load, "t", 0);
    assert_int_equal(said.events_n, 1);
    assert_int_equal(append(store, "t", 2), STORE_OK);
    store_close(store);
}

static void test_a_backup_of_postgres_is_for_its_own_tool(void **unused)
{
    char out[4096];

    (void)unused;
    store_close(open_here());
    assert_int_equal(tool("backup /nowhere/file", out), 1);
    assert_non_null(strstr(out, "use pg_dump"));
}

/* ---- one kind of database only ---- */

static void test_the_file_is_for_nobody_else(void **unused)
{
    struct stat about;
    struct why why;
    struct store *store;

    (void)unused;
    snprintf(where, sizeof where, "%s/deep/er/server.db", folder);
    umask(022);
    store = open_here();
    append(store, "t", 1);
    assert_int_equal(stat(where, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    strcat(where, "-wal");
    assert_int_equal(stat(where, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    snprintf(where, sizeof where, "%s/deep", folder);
    assert_int_equal(stat(where, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    store_close(store);
    assert_null(store_open(where, NULL, &why)); /* a folder */
    assert_non_null(strstr(why.text, "deep"));
}

static void test_another_file_is_refused(void **unused)
{
    struct why why;
    FILE *file = fopen(where, "w");

    (void)unused;
    for (int i = 0; i < 200; i++)
        fprintf(file, "This is a letter, not a database.\n");
    fclose(file);
    assert_null(store_open(where, NULL, &why));
    assert_non_null(strstr(why.text, "not a database"));
}

static void until_it_answers(const struct store *store, bool answers)
{
    double until = now_seconds() + hangs;

    while (store_answers(store) != answers) {
        if (now_seconds() > until)
            fail_msg("the store goes on to say %s", answers ? "that it fails" : "that all is well");
        usleep(1000);
    }
}

/* No file of this process may be larger than the log of the store is now, or as large as it likes. */
static void let_files_grow(bool grow)
{
    struct rlimit limit;
    struct stat about;
    char path[sizeof where + 4];

    snprintf(path, sizeof path, "%s-wal", where);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = grow ? limit.rlim_max : (rlim_t)about.st_size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* On a full disk reads still work: they say nothing about it. When there is room again the store finds out by itself.
 */
static void test_a_full_disk_is_told_until_something_was_written(void **unused)
{
    struct store *store = open_here();

    (void)unused;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(append(store, "t", 1), STORE_OK);
    assert_true(store_answers(store));
    let_files_grow(false);
    assert_int_equal(append(store, "t", 2), STORE_FAILED);
    for (int i = 0; i < 60; i++) {
        assert_int_equal(ASK(store, load, "t", 0), STORE_OK);
        assert_int_equal(ASK(store, claim, noon, noon, 10), STORE_OK); /* writes if there is something to claim */
        assert_false(store_answers(store));
    }
    let_files_grow(true);
    until_it_answers(store, true);
    assert_int_equal(append(store, "t", 2), STORE_OK);
    if (getenv("WABE_LONG")) { /* nobody asks for anything: that takes half a minute */
        let_files_grow(false);
        until_it_answers(store, false);
        let_files_grow(true);
        until_it_answers(store, true);
    }
    store_close(store);
}

/* One that the database refuses does not take the others in its transaction with it. */
static void test_a_bad_job_fails_alone(void **unused)
{
    struct store *store = open_here();
    struct order order = {.in_order = true};

    (void)unused;
    for (uint64_t i = 0; i < 9; i++) {
        char table[] = {(char)('a' + i), 0};
        struct store_append a = event(table, 1, i == 4 ? "not UTF-8: \xff" : "x");

        store_append(store, &a, note_order, &order, i);
    }
    collect_until(store, &order.calls, 9);
    for (int i = 0; i < 9; i++)
        assert_int_equal(order.result[i], i == 4 ? STORE_FAILED : STORE_OK);
    assert_int_equal(ASK(store, load, "e", 0), STORE_MISSING);
    store_close(store);
}

/* Somebody else holds a table: what is to be written there waits, in its order, and all other tables go on. */
static void test_a_locked_table_waits_alone(void **unused)
{
    struct store *store = open_here();
    struct order order = {.in_order = true};
    struct store_append t2 = event("t", 2, "x"), t3 = event("t", 3, "x"), u2 = event("u", 2, "x");
    struct store_line line = {.at = noon, .seat = NOBODY, .text = "hello"};
    struct why why;
    struct sql *other = sql_open(where, &why);

    (void)unused;
    assert_non_null(other);
    append(store, "t", 1);
    append(store, "u", 1);
    assert_true(other->driver->begin(other, SQL_WRITES));
    assert_true(other->driver->run(other, "SELECT 1 FROM tables WHERE id = 't' FOR UPDATE", NULL, 0, NULL, NULL));
    store_append(store, &t2, note_order, &order, 2);
    store_append(store, &t3, note_order, &order, 3);
    store_say(store, "t", &line, note_order, &order, 4);
    store_claim(store, noon, noon, 10, note_order, &order, 0);
    store_append(store, &u2, note_order, &order, 1);
    collect_until(store, &order.calls, 2);
    assert_true(order.in_order); /* the claim and the other table */
    assert_int_equal(order.result[1], STORE_OK);
    assert_true(store_answers(store));
    other->driver->rollback(other);
    collect_until(store, &order.calls, 5);
    assert_true(order.in_order);
    for (int i = 2; i < 5; i++)
        assert_int_equal(order.result[i], STORE_OK);
    other->driver->close(other);
    store_close(store);
}

/* Whether all of so many tables are gone. */
static void until_tables(int64_t n)
{
    for (double until = now_seconds() + hangs; number_by_hand("SELECT count(*) FROM tables") != n;)
        if (now_seconds() > until)
            fail_msg("there are not %d tables", (int)n);
}

/* Forgetting and pruning pass over a table that somebody else holds, and come back to it: nothing fails, and nobody
 * waits for it. */
static void test_a_locked_table_is_forgotten_and_pruned_later(void **unused)
{
    struct store *store = open_here();
    struct said forgot = {0}, pruned = {0};
    struct why why;
    struct sql *other = sql_open(where, &why);
    uint32_t moves = 1;

    (void)unused;
    assert_non_null(other);
    make_guest(store, "p1", "Ann", "token1", noon + 2 * day);
    leave_traces(store, "p1", 3, 120);
    make_guest(store, "g1", "Bo", "token2", noon);
    leave_traces(store, "g1", 3, 5);
    make_long(store, "long.1", 300, 5);
    make_long(store, "long.2", 300, 5);
    append(store, "t", 1);
    assert_true(other->driver->begin(other, SQL_WRITES));
    assert_true(other->driver->run(other, "SELECT 1 FROM tables WHERE id IN ('p1.0', 'g1.1', 'long.1') FOR UPDATE",
                                   NULL, 0, NULL, NULL));

    assert_int_equal(ASK(store, forget, "p1"), STORE_OK);
    store_forget_traces(store, "p1", note, &forgot, 0);
    for (double until = now_seconds() + hangs;
         number_by_hand("SELECT count(*) FROM events WHERE person = 'p1'") > 120;) {
        if (now_seconds() > until)
            fail_msg("nothing is forgotten");
        assert_int_equal(append(store, "t", ++moves), STORE_OK);
    }
    by_hand("UPDATE tables SET changed = changed + 864000000 WHERE id IN ('p1.1', 'p1.2')");
    store_prune(store, noon + 1, note, &pruned, 0);
    until_tables(3 + 1 + 1 + 1); /* of p1; that of g1 and the long one that are held; t */
    for (double until = now_seconds() + 3; now_seconds() < until;) /* longer than the database waits for a lock */
        assert_int_equal(append(store, "t", ++moves), STORE_OK);
    assert_true(store_answers(store));
    assert_int_equal(forgot.calls + pruned.calls, 0);
    assert_int_equal(ASK(store, load, "p1.0", 0), STORE_OK);
    assert_string_equal(said.events[0].name, "Ann");
    assert_int_equal(ASK(store, load, "p1.2", 0), STORE_OK);
    assert_string_equal(said.events[119].name, "somebody");

    other->driver->rollback(other);
    collect_until(store, &forgot.calls, 1);
    collect_until(store, &pruned.calls, 1);
    assert_int_equal(forgot.result, STORE_OK);
    assert_int_equal(pruned.result, STORE_OK);
    assert_true(store_answers(store));
    assert_int_equal(number_by_hand("SELECT count(*) FROM events WHERE person IN ('p1', 'g1')"), 0);
    assert_int_equal(number_by_hand("SELECT count(*) FROM lines"), 0);
    assert_int_equal(number_by_hand("SELECT count(*) FROM seats"), 0);
    assert_int_equal(number_by_hand("SELECT count(*) FROM forgotten"), 0);
    assert_int_equal(number_by_hand("SELECT count(*) FROM tables"), 3);
    other->driver->close(other);
    store_close(store);
}

static bool script(const char *what)
{
    char command[600];

    snprintf(command, sizeof command, "exec '%s' %s %s/pg >%s/said", postgres_script, what, folder, folder);
    return system(command) == 0;
}

static void test_the_store_comes_back_with_its_database(void **unused)
{
    struct heard heard = {0};
    struct store *store = open_with(&(struct store_hooks){&heard, NULL, hear_changed, NULL}), *other;
    struct store_append third = event("t", 3, "x");

    (void)unused;
    assert_int_equal(append(store, "t", 1), STORE_OK);
    assert_true(script("stop"));
    assert_int_equal(append(store, "t", 2), STORE_FAILED);
    assert_false(store_answers(store));
    assert_true(script("start"));
    assert_int_equal(append(store, "t", 2), STORE_OK);
    until_it_answers(store, true);
    other = open_here();
    third.event.at = (int64_t)time(NULL) * 1000; /* what was missed is found by the clock */
    assert_int_equal(ASK(other, append, &third), STORE_OK);
    while (strcmp(heard.table, "t") != 0) /* the ear is back too */
        collect_until(store, &heard.changed, heard.changed + 1);
    assert_true(script("stop")); /* a short pause is not noticed */
    assert_true(script("start"));
    assert_int_equal(append(store, "t", 4), STORE_OK);
    store_close(store);
    store_close(other);
}

static void test_no_database_is_a_sentence(void **unused)
{
    struct why why;

    (void)unused;
    assert_null(store_open("postgres:///x?host=/nowhere", NULL, &why));
    assert_non_null(strstr(why.text, "does not answer"));
}

/* ---- the frame ---- */

static int number; /* of the test */

static int fresh_file(void **unused)
{
    (void)unused;
    snprintf(where, sizeof where, "%s/%d.db", folder, ++number);
    return 0;
}

static int fresh_schema(void **unused)
{
    char statement[40];

    (void)unused;
    snprintf(where, sizeof where, "%s", postgres_address);
    snprintf(statement, sizeof statement, "CREATE SCHEMA test%d", ++number);
    by_hand(statement);
    snprintf(where, sizeof where, "%s&options=-csearch_path%%3Dtest%d", postgres_address, number);
    return 0;
}

static bool start_postgres(void)
{
    char path[64];
    FILE *file;
    bool ok = script("start");

    snprintf(path, sizeof path, "%s/said", folder);
    file = fopen(path, "r");
    ok = ok && file && fgets(postgres_address, sizeof postgres_address, file);
    if (file)
        fclose(file);
    postgres_address[strcspn(postgres_address, "\n")] = 0;
    return ok;
}

#define BOTH(name)                                                                                                     \
    {#name " (SQLite)", name, fresh_file, NULL, NULL},                                                                 \
    {                                                                                                                  \
        #name " (PostgreSQL)", name, fresh_schema, NULL, NULL                                                          \
    }
#define SQLITE(name)   {#name, name, fresh_file, NULL, NULL}
#define POSTGRES(name) {#name " (PostgreSQL)", name, fresh_schema, NULL, NULL}

int main(int argc, char **argv)
{
    const struct CMUnitTest all[] = {
        BOTH(test_what_is_appended_is_loaded),
        BOTH(test_numbers_have_no_gaps_and_no_doubles),
        BOTH(test_answers_come_in_the_order_of_the_calls),
        BOTH(test_what_follows_a_conflict_is_one_too),
        BOTH(test_closing_does_first_what_was_asked),
        BOTH(test_one_node_runs_a_table),
        BOTH(test_tables_whose_time_has_come_are_claimed_by_one_node),
        BOTH(test_a_clock_that_is_set_back_stops_no_table),
        BOTH(test_the_lobby_has_public_open_tables_newest_first),
        BOTH(test_mine_are_those_i_sit_at_or_host),
        BOTH(test_a_host_has_so_many_open_tables),
        BOTH(test_idle_tables_are_found),
        BOTH(test_lines_are_numbered_and_the_last_ones_come),
        BOTH(test_a_guest_is_found_by_the_token),
        BOTH(test_accounts_are_unique_without_regard_to_case),
        BOTH(test_accounts_do_not_look_alike),
        BOTH(test_an_account_ends_all_tokens_but_its_own),
        BOTH(test_a_person_has_several_tokens),
        BOTH(test_nothing_is_left_of_the_forgotten),
        BOTH(test_pruning_takes_old_guests_and_their_tables),
        BOTH(test_guests_are_seen_once_a_day),
        SQLITE(test_no_statement_looks_through_all_events),
        SQLITE(test_many_traces_are_removed_in_small_steps),
        BOTH(test_a_long_table_is_deleted_in_small_steps),
        BOTH(test_a_deletion_that_was_killed_goes_on),
        BOTH(test_a_line_is_known_again_among_the_last_ones),
        BOTH(test_traces_between_the_two_calls_are_found),
        BOTH(test_moves_go_on_while_somebody_is_forgotten),
        BOTH(test_forgetting_goes_on_when_the_store_is_opened_again),
        SQLITE(test_the_log_of_the_file_does_not_grow_for_ever),
        BOTH(test_an_empty_database_is_brought_up_to_date),
        BOTH(test_a_store_of_version_1_is_brought_up_to_date),
        BOTH(test_a_newer_version_is_refused),
        BOTH(test_two_stores_see_each_others_tables),
        BOTH(test_two_stores_race),
        BOTH(test_what_was_acknowledged_survives_a_kill),
        BOTH(test_the_tool_lists_open_tables),
        BOTH(test_the_tool_finds_a_table_that_does_not_replay),
        BOTH(test_the_tool_closes_a_table),
        BOTH(test_who_is_forgotten_leaves_no_name_in_the_log),
        BOTH(test_the_tool_finds_a_missing_event),
        SQLITE(test_a_backup_is_a_store),
        POSTGRES(test_a_backup_of_postgres_is_for_its_own_tool),
        SQLITE(test_the_file_is_for_nobody_else),
        SQLITE(test_another_file_is_refused),
        SQLITE(test_a_full_disk_is_told_until_something_was_written),
        POSTGRES(test_a_bad_job_fails_alone),
        POSTGRES(test_a_locked_table_waits_alone),
        POSTGRES(test_a_locked_table_is_forgotten_and_pruned_later),
        POSTGRES(test_no_database_is_a_sentence),
        POSTGRES(test_the_store_comes_back_with_its_database),
    };
    struct CMUnitTest tests[sizeof all / sizeof *all];
    char remove[64];
    int n = 0, failed;

    program = argc > 1 ? argv[1] : "wabe";
    postgres_script = argc > 2 ? argv[2] : NULL;
    if (!mkdtemp(folder) || chmod(folder, 0755) != 0 || (postgres_script && !start_postgres()))
        return 1;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (postgres_script || all[i].setup_func == fresh_file)
            tests[n++] = all[i];
    failed = _cmocka_run_group_tests("store", tests, (size_t)n, NULL, NULL);
    if (postgres_script)
        script("stop");
    snprintf(remove, sizeof remove, "rm -rf %s", folder);
    return system(remove) == 0 ? failed : 1;
}
