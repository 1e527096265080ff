/* sql_sqlite.c: the store in one file, by SQLite. The file may be open in several programs: they wait for each other.
 *
 * What is written goes to the end of a log, and from there into the file some time later. SQLite would do that in the
 * transaction that makes the log long, which then takes as long as a hundred others. Here a thread with a connection of
 * its own copies the log, while transactions go on behind it. Once it has caught up, the log begins anew. If so much is
 * written that it never does, a transaction copies what is left, which is little.
 */
#define _POSIX_C_SOURCE 200809L

#include "sql.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../tools/tools.h"

enum { BUSY_MS = 5000, KEPT_LOG = 64 << 20, LOG_LONG = 1000, LOG_TOO_LONG = 8000 }; /* the last two in pages */

/* Copies the log. It is there from the first time that the log is long. */
struct copier {
    sqlite3 *file; /* the thread's; NULL: there is none */
    pthread_t thread;
    pthread_mutex_t lock; /* over all that follows */
    pthread_cond_t more, idle;
    bool wanted, copies, stops;
};

struct sqlite {
    struct sql sql;
    sqlite3 *file;
    sqlite3_stmt *row; /* the statement that runs */
    const char *text[SQL_STATEMENTS_MAX];
    sqlite3_stmt *statement[SQL_STATEMENTS_MAX];
    int statements;
    struct copier copier;
};

static bool refused(struct sqlite *s)
{
    return sql_refused(&s->sql, "the database refuses", sqlite3_errmsg(s->file));
}

/* ---- statements ---- */

static sqlite3_stmt *prepare(struct sqlite *s, const char *text)
{
    sqlite3_stmt *statement = NULL;

    for (int i = 0; i < s->statements; i++)
        if (s->text[i] == text)
            return s->statement[i];
    if (sqlite3_prepare_v3(s->file, text, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK ||
        s->statements == SQL_STATEMENTS_MAX) {
        sqlite3_finalize(statement);
        return NULL;
    }
    s->text[s->statements] = text;
    s->statement[s->statements++] = statement;
    return statement;
}

static void bind(sqlite3_stmt *statement, const struct sql_value values[], int n)
{
    for (int i = 0; i < n; i++) {
        if (values[i].text)
            sqlite3_bind_text(statement, i + 1, values[i].text, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(statement, i + 1, values[i].number);
    }
}

static bool sqlite_run(struct sql *sql, const char *text, const struct sql_value values[], int n, sql_row *row,
                       void *self)
{
    struct sqlite *s = (struct sqlite *)sql;
    int before = sqlite3_total_changes(s->file), code;

    s->row = prepare(s, text);
    if (!s->row)
        return refused(s);
    bind(s->row, values, n);
    while ((code = sqlite3_step(s->row)) == SQLITE_ROW)
        if (row)
            row(self, sql);
    sql->changed = sqlite3_total_changes(s->file) == before ? 0 : sqlite3_changes(s->file);
    if (code != SQLITE_DONE)
        refused(s);
    sqlite3_reset(s->row);
    sqlite3_clear_bindings(s->row);
    return code == SQLITE_DONE;
}

static const char *sqlite_text(struct sql *sql, int column)
{
    const char *text = (const char *)sqlite3_column_text(((struct sqlite *)sql)->row, column);

    return text ? text : "";
}

static int64_t sqlite_number(struct sql *sql, int column)
{
    return sqlite3_column_int64(((struct sqlite *)sql)->row, column);
}

static bool at_once(struct sqlite *s, const char *text)
{
    return sqlite3_exec(s->file, text, NULL, NULL, NULL) == SQLITE_OK || refused(s);
}

/* Columns hold what they say, and rows lie in the order of their keys. */
static bool sqlite_define(struct sql *sql, const char *statement)
{
    struct sqlite *s = (struct sqlite *)sql;
    char text[2048];
    struct text out = text_in(text, sizeof text);

    while (*statement) {
        bool number = strncmp(statement, "BIGINT", 6) == 0;

        text_part(&out, number ? "INTEGER" : statement, number ? 7 : 1);
        statement += number ? 6 : 1;
    }
    if (text_starts(text, "CREATE TABLE"))
        text_put(&out, " STRICT, WITHOUT ROWID");
    return at_once(s, text);
}

/* ---- transactions ---- */

static bool sqlite_begin(struct sql *sql, enum sql_purpose purpose)
{
    return at_once((struct sqlite *)sql, purpose == SQL_READS ? "BEGIN" : "BEGIN IMMEDIATE");
}

/* Some mistakes have ended the transaction by themselves. */
static void sqlite_rollback(struct sql *sql)
{
    struct sqlite *s = (struct sqlite *)sql;

    if (!sqlite3_get_autocommit(s->file))
        sqlite3_exec(s->file, "ROLLBACK", NULL, NULL, NULL);
}

static bool sqlite_commit(struct sql *sql)
{
    if (at_once((struct sqlite *)sql, "COMMIT"))
        return true;
    sqlite_rollback(sql);
    return false;
}

/* ---- the log ---- */

static void *copy_log(void *self)
{
    struct copier *copier = self;

    pthread_mutex_lock(&copier->lock);
    while (!copier->stops) {
        if (!copier->wanted) {
            pthread_cond_wait(&copier->more, &copier->lock);
            continue;
        }
        copier->wanted = false;
        copier->copies = true;
        pthread_mutex_unlock(&copier->lock);
        sqlite3_wal_checkpoint_v2(copier->file, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        pthread_mutex_lock(&copier->lock);
        copier->copies = false;
        pthread_cond_signal(&copier->idle);
    }
    pthread_mutex_unlock(&copier->lock);
    return NULL;
}

/* Without it the log is copied when it is too long. A connection knows of the log when it has read something. */
static void start_copier(struct sqlite *s)
{
    struct copier *copier = &s->copier;
    const char *path = sqlite3_db_filename(s->file, NULL);

    if (sqlite3_open_v2(path, &copier->file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX, NULL) == SQLITE_OK &&
        sqlite3_exec(copier->file, "SELECT 1 FROM sqlite_master LIMIT 1", NULL, NULL, NULL) == SQLITE_OK &&
        pthread_create(&copier->thread, NULL, copy_log, copier) == 0)
        return;
    sqlite3_close(copier->file);
    copier->file = NULL;
}

static void stop_copier(struct copier *copier)
{
    pthread_mutex_lock(&copier->lock);
    copier->stops = true;
    pthread_cond_signal(&copier->more);
    pthread_mutex_unlock(&copier->lock);
    if (copier->file) {
        pthread_join(copier->thread, NULL);
        sqlite3_close(copier->file);
    }
    pthread_mutex_destroy(&copier->lock);
    pthread_cond_destroy(&copier->more);
    pthread_cond_destroy(&copier->idle);
}

/* The rest of the log, while nothing else is written: then the next transaction begins it anew. The thread that copies
 * has to be through with what it does, for of two who copy at once SQLite sends one away. */
static void copy_now(struct copier *copier, sqlite3 *file, const char *name)
{
    pthread_mutex_lock(&copier->lock);
    copier->wanted = false;
    while (copier->copies)
        pthread_cond_wait(&copier->idle, &copier->lock);
    pthread_mutex_unlock(&copier->lock);
    sqlite3_wal_checkpoint_v2(file, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* After each transaction: so many pages are in the log. If copying fails, for want of room say, the next one asks for
 * it again. */
static int log_grows(void *self, sqlite3 *file, const char *name, int pages)
{
    struct sqlite *s = self;
    struct copier *copier = &s->copier;

    if (pages < LOG_LONG)
        return SQLITE_OK;
    if (!copier->file)
        start_copier(s);
    if (pages >= LOG_TOO_LONG)
        copy_now(copier, file, name);
    pthread_mutex_lock(&copier->lock);
    copier->wanted = copier->file != NULL;
    pthread_cond_signal(&copier->more);
    pthread_mutex_unlock(&copier->lock);
    return SQLITE_OK;
}

static bool sqlite_is_behind(struct sql *sql)
{
    struct copier *copier = &((struct sqlite *)sql)->copier;
    bool behind;

    pthread_mutex_lock(&copier->lock);
    behind = copier->wanted || copier->copies;
    pthread_mutex_unlock(&copier->lock);
    return behind;
}

/* ---- the file ---- */

static void first_complaint(void *self, struct sql *sql)
{
    char *complaint = self;

    if (!*complaint)
        snprintf(complaint, sizeof sql->why.text, "%s", sqlite_text(sql, 0));
}

static bool sqlite_check(struct sql *sql)
{
    char complaint[sizeof sql->why.text] = "";

    if (!sqlite_run(sql, "PRAGMA integrity_check", NULL, 0, first_complaint, complaint))
        return false;
    return strcmp(complaint, "ok") == 0 || sql_refused(sql, "the file is damaged", complaint);
}

static bool sqlite_backup(struct sql *sql, const char *path)
{
    const struct sql_value value = {.text = path};
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (file < 0)
        return sql_refused(sql, "cannot make that file", strerror(errno));
    close(file);
    if (sqlite_run(sql, "VACUUM INTO $1", &value, 1, NULL, NULL))
        return true;
    unlink(path);
    return false;
}

static void sqlite_end(struct sql *sql)
{
    struct sqlite *s = (struct sqlite *)sql;

    stop_copier(&s->copier);
    for (int i = 0; i < s->statements; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->file);
    free(s);
}

static const struct sql_driver driver = {
    .close = sqlite_end,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .run = sqlite_run,
    .define = sqlite_define,
    .text = sqlite_text,
    .number = sqlite_number,
    .check = sqlite_check,
    .backup = sqlite_backup,
    .is_behind = sqlite_is_behind,
};

/* The folders above the file, for nobody but us; false with errno. */
static bool make_folders(const char *path)
{
    char folder[PATH_MAX];

    if (snprintf(folder, sizeof folder, "%s", path) >= (int)sizeof folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(folder, 0700) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return true;
}

/* What SQLite makes beside the file gets the rights of the file. */
static bool make_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (file >= 0)
        close(file);
    return file >= 0;
}

static bool settle(struct sqlite *s)
{
    char limit[64];

    snprintf(limit, sizeof limit, "PRAGMA journal_size_limit = %d", (int)KEPT_LOG);
    sqlite3_busy_timeout(s->file, BUSY_MS);
    sqlite3_wal_hook(s->file, log_grows, s);
    return at_once(s, "PRAGMA journal_mode = WAL") && at_once(s, "PRAGMA synchronous = FULL") &&
           at_once(s, "PRAGMA foreign_keys = ON") && at_once(s, limit);
}

struct sql *sqlite_open(const char *path, struct why *why)
{
    struct sqlite *s = need_memory(sizeof *s);
    bool ok = make_folders(path) && make_file(path);

    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow any more is an error of what is written to it */
    s->sql.driver = &driver;
    pthread_mutex_init(&s->copier.lock, NULL);
    pthread_cond_init(&s->copier.more, NULL);
    pthread_cond_init(&s->copier.idle, NULL);
    if (!ok)
        sql_refused(&s->sql, path, strerror(errno));
    else if (sqlite3_open_v2(path, &s->file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX, NULL) != SQLITE_OK ||
             !settle(s))
        ok = sql_refused(&s->sql, path, s->file ? sqlite3_errmsg(s->file) : "there is not enough memory");
    if (ok)
        return &s->sql;
    *why = s->sql.why;
    sqlite_end(&s->sql);
    return NULL;
}
