/* sql_sqlite.c: the store in one file, by SQLite. The file may be open in several programs: they wait for each other.
 */
#define _POSIX_C_SOURCE 200809L

#include "sql.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../tools/tools.h"

enum { BUSY_MS = 5000, KEPT_LOG = 64 << 20 };

struct sqlite {
    struct sql sql;
    sqlite3 *file;
    sqlite3_stmt *row; /* the statement that runs */
    const char *text[SQL_STATEMENTS_MAX];
    sqlite3_stmt *statement[SQL_STATEMENTS_MAX];
    int statements;
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
    return at_once(s, "PRAGMA journal_mode = WAL") && at_once(s, "PRAGMA synchronous = FULL") &&
           at_once(s, "PRAGMA foreign_keys = ON") && at_once(s, limit);
}

struct sql *sqlite_open(const char *path, struct why *why)
{
    struct sqlite *s = need_memory(sizeof *s);
    bool ok = make_folders(path) && make_file(path);

    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow any more is an error of what is written to it */
    s->sql.driver = &driver;
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
