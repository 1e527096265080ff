/* sql_postgres.c: the store in PostgreSQL, for several nodes, by libpq.
 *
 * Nothing waits for ever: a statement that is not answered in time ends the connection. The next transaction makes a
 * new one, and is refused if that takes longer than a few seconds. News of other nodes come by LISTEN over a connection
 * and a thread of their own.
 */
#define _POSIX_C_SOURCE 200809L

#include "sql.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../tools/tools.h"

enum {
    VALUES_MAX = 16,
    DIGITS = 24,
    FIRST_PAUSE_MS = 50,
    LAST_PAUSE_MS = 2000,
    UNHEARD_MS = 60000, /* clocks of nodes differ, and transactions take a while */
    INT8_TYPE = 20,     /* PostgreSQL's own numbers for types */
    TEXT_TYPE = 25,
};

static const double answer_within = 8, connect_within = 3; /* seconds */

struct ear {
    pthread_t thread;
    PGconn *connection;
    sql_hear *hear;
    void *self;
    int stop[2]; /* a pipe: something in it ends the thread */
    bool listens;
};

struct postgres {
    struct sql sql;
    char *address;
    PGconn *connection; /* NULL: lost */
    PGresult *rows;
    int row;
    const char *text[SQL_STATEMENTS_MAX]; /* those that are prepared in this connection */
    int statements;
    struct ear ear;
};

/* ---- the connection ---- */

static void ignore_notice(void *self, const char *message)
{
    (void)self;
    (void)message;
}

/* What the address says goes over these. */
static PGconn *connect_to(const char *address)
{
    const char *const keys[] = {"connect_timeout",  "tcp_user_timeout", "keepalives_idle",
                                "application_name", "dbname",           NULL};
    const char *const values[] = {"3", "8000", "10", "wabe", address, NULL};

    PGconn *connection = PQconnectdbParams(keys, values, 1);

    PQsetNoticeProcessor(connection, ignore_notice, NULL);
    return connection;
}

static bool lose(struct postgres *p, const char *reason)
{
    sql_refused(&p->sql, "the database does not answer", reason);
    if (p->connection)
        PQfinish(p->connection);
    p->connection = NULL;
    p->statements = 0;
    p->sql.lost = true;
    return false;
}

/* The only result of what was sent, or NULL after the connection was lost. */
static PGresult *wait_for_result(struct postgres *p)
{
    double until = seconds_now() + answer_within;
    PGresult *result = NULL, *next;

    for (;;) {
        struct pollfd socket = {.fd = PQsocket(p->connection), .events = POLLIN};
        double left = until - seconds_now();

        while (!PQisBusy(p->connection)) {
            next = PQgetResult(p->connection);
            if (!next)
                break;
            PQclear(result);
            result = next;
        }
        if (!PQisBusy(p->connection))
            break;
        if (left <= 0 || poll(&socket, 1, (int)(left * 1000) + 1) == 0 || !PQconsumeInput(p->connection)) {
            PQclear(result);
            lose(p, left <= 0 ? "it takes too long" : PQerrorMessage(p->connection));
            return NULL;
        }
    }
    if (PQstatus(p->connection) == CONNECTION_BAD) {
        lose(p, PQerrorMessage(p->connection));
        PQclear(result);
        return NULL;
    }
    return result;
}

/* Whether what was sent has worked; its rows are then in p->rows. */
static bool answered(struct postgres *p, int sent)
{
    ExecStatusType status;

    if (!sent)
        return lose(p, PQerrorMessage(p->connection));
    PQclear(p->rows);
    p->rows = wait_for_result(p);
    if (!p->rows)
        return false;
    status = PQresultStatus(p->rows);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return true;
    return sql_refused(&p->sql, "the database refuses", PQresultErrorMessage(p->rows));
}

static bool at_once(struct postgres *p, const char *statement)
{
    return p->connection ? answered(p, PQsendQuery(p->connection, statement)) : lose(p, "the connection is lost");
}

/* A node that stops in the middle of something must not keep the others from their tables. */
static bool settle(struct postgres *p)
{
    return at_once(p, "SET statement_timeout = 6000; SET lock_timeout = 1000;"
                      " SET idle_in_transaction_session_timeout = 10000; SET client_min_messages = warning;"
                      " SET synchronous_commit = on");
}

static bool connect_once(struct postgres *p)
{
    p->connection = connect_to(p->address);
    if (PQstatus(p->connection) != CONNECTION_OK)
        return lose(p, PQerrorMessage(p->connection));
    p->sql.lost = false;
    return settle(p);
}

static void pause_for(int ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};

    nanosleep(&time, NULL);
}

static int longer(int pause)
{
    return pause * 2 < LAST_PAUSE_MS ? pause * 2 : LAST_PAUSE_MS;
}

static bool connected(struct postgres *p)
{
    double until = seconds_now() + connect_within;

    for (int pause = FIRST_PAUSE_MS; !p->connection && !connect_once(p); pause = longer(pause)) {
        if (seconds_now() + pause / 1000.0 > until)
            return false;
        pause_for(pause);
    }
    return true;
}

/* ---- statements ---- */

/* Its number, or -1. */
static int prepare(struct postgres *p, const char *text, const struct sql_value values[], int n)
{
    Oid types[VALUES_MAX];
    char name[DIGITS];

    for (int i = 0; i < p->statements; i++)
        if (p->text[i] == text)
            return i;
    if (p->statements == SQL_STATEMENTS_MAX || n > VALUES_MAX) {
        sql_refused(&p->sql, "the program is wrong", "too many statements");
        return -1;
    }
    for (int i = 0; i < n; i++)
        types[i] = values[i].text ? TEXT_TYPE : INT8_TYPE;
    snprintf(name, sizeof name, "s%d", p->statements);
    if (!answered(p, PQsendPrepare(p->connection, name, text, n, types)))
        return -1;
    p->text[p->statements] = text;
    return p->statements++;
}

static bool postgres_run(struct sql *sql, const char *text, const struct sql_value values[], int n, sql_row *row,
                         void *self)
{
    struct postgres *p = (struct postgres *)sql;
    const char *words[VALUES_MAX];
    char digits[VALUES_MAX][DIGITS], name[DIGITS];
    PGresult *rows;
    int number;

    if (!p->connection)
        return lose(p, "the connection is lost");
    number = prepare(p, text, values, n);
    if (number < 0)
        return false;
    for (int i = 0; i < n; i++) {
        snprintf(digits[i], sizeof digits[i], "%lld", (long long)values[i].number);
        words[i] = values[i].text ? values[i].text : digits[i];
    }
    snprintf(name, sizeof name, "s%d", number);
    if (!answered(p, PQsendQueryPrepared(p->connection, name, n, words, NULL, NULL, 0)))
        return false;
    rows = p->rows;
    sql->changed = strtoll(PQcmdTuples(rows), NULL, 10);
    for (p->row = 0; row && p->row < PQntuples(rows); p->row++)
        row(self, sql);
    return true;
}

static const char *postgres_text(struct sql *sql, int column)
{
    const struct postgres *p = (const struct postgres *)sql;

    return PQgetvalue(p->rows, p->row, column);
}

static int64_t postgres_number(struct sql *sql, int column)
{
    return strtoll(postgres_text(sql, column), NULL, 10);
}

static bool postgres_define(struct sql *sql, const char *statement)
{
    return at_once((struct postgres *)sql, statement);
}

/* ---- transactions ---- */

/* A connection that has died since the last time is noticed here, and another may do. All nodes that define something
 * take the same lock; its number means nothing. */
static bool postgres_begin(struct sql *sql, enum sql_purpose purpose)
{
    struct postgres *p = (struct postgres *)sql;

    const char *begin = purpose == SQL_READS ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN";

    if (!connected(p) || (!at_once(p, begin) && !(sql->lost && connected(p) && at_once(p, begin))))
        return false;
    return purpose != SQL_DEFINES || at_once(p, "SELECT pg_advisory_xact_lock(924680)");
}

static void postgres_rollback(struct sql *sql)
{
    struct postgres *p = (struct postgres *)sql;
    struct why why = sql->why; /* of what went wrong before */

    if (p->connection && !at_once(p, "ROLLBACK"))
        lose(p, "it cannot go back");
    sql->why = why;
}

/* A transaction in which something went wrong is rolled back by COMMIT, which is then no mistake. */
static bool postgres_commit(struct sql *sql)
{
    struct postgres *p = (struct postgres *)sql;

    if (!at_once(p, "COMMIT"))
        return false;
    return strcmp(PQcmdStatus(p->rows), "COMMIT") == 0 || sql_refused(sql, "the database refuses", "it rolled back");
}

/* ---- other nodes ---- */

/* A list of texts as PostgreSQL writes it: {"...","..."}. */
static char *array_of(const char *const payloads[], int n)
{
    size_t room = 3;
    char *array, *at;

    for (int i = 0; i < n; i++)
        room += 2 * strlen(payloads[i]) + 3;
    at = array = need_memory(room);
    *at++ = '{';
    for (int i = 0; i < n; i++) {
        if (i > 0)
            *at++ = ',';
        *at++ = '"';
        for (const char *c = payloads[i]; *c; c++) {
            if (*c == '"' || *c == '\\')
                *at++ = '\\';
            *at++ = *c;
        }
        *at++ = '"';
    }
    *at++ = '}';
    return array;
}

static bool postgres_tell(struct sql *sql, const char *const payloads[], int n)
{
    struct postgres *p = (struct postgres *)sql;
    char *array = array_of(payloads, n);
    const struct sql_value values[] = {{.text = array}};
    bool ok = connected(p) &&
              postgres_run(sql, "SELECT pg_notify('wabe', word) FROM unnest(CAST($1 AS text[])) AS word", values, 1,
                           NULL, NULL);

    free(array);
    return ok;
}

/* Waits at most so long, -1: for ever; false when the thread is to end. */
static bool ear_wait(const struct ear *ear, int socket, int ms)
{
    struct pollfd both[] = {{.fd = ear->stop[0], .events = POLLIN}, {.fd = socket, .events = POLLIN}};

    poll(both, socket < 0 ? 1 : 2, ms);
    return both[0].revents == 0;
}

/* After a gap: the tables that were written to meanwhile, by whomever. */
static void ear_catch_up(struct ear *ear, int64_t since)
{
    char digits[DIGITS];
    const char *const values[] = {digits};
    PGresult *rows;

    snprintf(digits, sizeof digits, "%lld", (long long)since);
    rows = PQexecParams(ear->connection, "SELECT 't ' || id || ' -' FROM tables WHERE changed >= $1", 1, NULL, values,
                        NULL, NULL, 0);
    for (int i = 0; i < PQntuples(rows); i++)
        ear->hear(ear->self, PQgetvalue(rows, i, 0));
    PQclear(rows);
}

static bool ear_connect(struct postgres *p)
{
    struct ear *ear = &p->ear;
    PGresult *result;
    bool ok;

    ear->connection = connect_to(p->address);
    result = PQexec(ear->connection, "LISTEN wabe");
    ok = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    return ok;
}

static int64_t wall_clock_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

/* Until there is a connection again; false when the thread is to end. */
static bool ear_reconnect(struct postgres *p)
{
    struct ear *ear = &p->ear;
    int64_t since = wall_clock_ms() - UNHEARD_MS;
    int pause = FIRST_PAUSE_MS;

    do {
        if (!ear_wait(ear, -1, pause))
            return false;
        PQfinish(ear->connection);
        pause = longer(pause);
    } while (!ear_connect(p));
    ear_catch_up(ear, since);
    return true;
}

static void *ear_work(void *self)
{
    struct postgres *p = self;
    struct ear *ear = &p->ear;

    for (;;) {
        PGnotify *notice;

        while ((notice = PQnotifies(ear->connection)) != NULL) {
            ear->hear(ear->self, notice->extra);
            PQfreemem(notice);
        }
        if (!ear_wait(ear, PQsocket(ear->connection), -1))
            return NULL;
        if (!PQconsumeInput(ear->connection) && !ear_reconnect(p))
            return NULL;
    }
}

static bool postgres_listen(struct sql *sql, sql_hear *hear, void *self)
{
    struct postgres *p = (struct postgres *)sql;
    struct ear *ear = &p->ear;

    ear->hear = hear;
    ear->self = self;
    if (!ear_connect(p)) {
        sql_refused(sql, "the database does not answer", PQerrorMessage(ear->connection));
    } else if (pipe(ear->stop) == 0) {
        fcntl(ear->stop[0], F_SETFD, FD_CLOEXEC);
        fcntl(ear->stop[1], F_SETFD, FD_CLOEXEC);
        ear->listens = pthread_create(&ear->thread, NULL, ear_work, p) == 0;
        if (!ear->listens) {
            close(ear->stop[0]);
            close(ear->stop[1]);
        }
    }
    if (!ear->listens)
        PQfinish(ear->connection);
    return ear->listens || sql_refused(sql, "nothing can be heard of other nodes", "the machine refuses");
}

static void ear_end(struct ear *ear)
{
    if (!ear->listens)
        return;
    while (write(ear->stop[1], "", 1) < 0 && errno == EINTR)
        ;
    pthread_join(ear->thread, NULL);
    close(ear->stop[0]);
    close(ear->stop[1]);
    PQfinish(ear->connection);
}

/* ---- opening and closing ---- */

static bool postgres_check(struct sql *sql)
{
    return at_once((struct postgres *)sql, "SELECT 1");
}

static bool postgres_backup(struct sql *sql, const char *path)
{
    (void)path;
    return sql_refused(sql, "PostgreSQL has its own way", "use pg_dump");
}

static void postgres_end(struct sql *sql)
{
    struct postgres *p = (struct postgres *)sql;

    ear_end(&p->ear);
    PQclear(p->rows);
    if (p->connection)
        PQfinish(p->connection);
    free(p->address);
    free(p);
}

static const struct sql_driver driver = {
    .is_shared = true,
    .close = postgres_end,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .run = postgres_run,
    .define = postgres_define,
    .text = postgres_text,
    .number = postgres_number,
    .listen = postgres_listen,
    .tell = postgres_tell,
    .check = postgres_check,
    .backup = postgres_backup,
};

struct sql *postgres_open(const char *address, struct why *why)
{
    struct postgres *p = need_memory(sizeof *p);

    p->sql.driver = &driver;
    p->address = need_memory(strlen(address) + 1);
    strcpy(p->address, address);
    if (connect_once(p))
        return &p->sql;
    *why = p->sql.why;
    postgres_end(&p->sql);
    return NULL;
}
