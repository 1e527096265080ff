/* store_tool.c: `wabe store`. It goes to the database itself, beside a server that runs. */
#define _POSIX_C_SOURCE 200809L

#include "../tools/tools.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "room.h"
#include "schema.h"
#include "store_jobs.h"

static const char *const state_names[] = {"gathering", "playing", "over", "closed"};

/* ---- tables ---- */

/* The words of a key in the row of a list; such words have no escapes where they are the server's own. */
static int find_words(const char *row, const char *key, const char **out)
{
    const char *at = strstr(row, key);

    if (!at)
        return 0;
    *out = at + strlen(key);
    return (int)strcspn(*out, "\"");
}

static void print_table(void *self, struct sql *sql)
{
    const struct sql_driver *driver = sql->driver;
    time_t changed = (time_t)(driver->number(sql, 2) / 1000);
    const char *deal = "";
    int n = find_words(driver->text(sql, 4), "\"deal\":\"", &deal);
    char date[32];
    struct tm utc;

    gmtime_r(&changed, &utc);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M", &utc);
    printf("%-16s  %-9s  %s  %6lld  %.*s\n", driver->text(sql, 0), state_names[driver->number(sql, 1) & 3], date,
           (long long)driver->number(sql, 3), n, deal);
    (*(int64_t *)self)++;
}

static int list_tables(const struct command *command, struct sql *sql, bool all)
{
    const struct sql_value values[] = {{.number = all ? STORE_CLOSED : STORE_PLAYING}};
    int64_t n = 0;

    printf("%-16s  %-9s  %-16s  %6s  %s\n", "table", "state", "changed (UTC)", "events", "game");
    if (!sql->driver->run(sql,
                          "SELECT id, state, changed, length, listed FROM tables WHERE state <= $1 ORDER BY changed",
                          values, 1, print_table, &n))
        return cli_fail(command, FAILED, "%s", sql->why.text);
    printf("%lld %s\n", (long long)n, n == 1 ? "table" : "tables");
    return DONE;
}

/* ---- check ---- */

struct check {
    uint64_t tables, events, damaged;
    int64_t length;
};

static void take_length(void *self, struct sql *sql)
{
    ((struct check *)self)->length = sql->driver->number(sql, 0);
}

/* What is wrong with the log of a table; false with a sentence. */
static bool log_is_good(const char *table, const struct store_event *events, uint32_t n, int64_t length,
                        struct why *why)
{
    struct text out = text_why(why);

    for (uint32_t i = 0; i < n; i++) {
        if (events[i].n == i + 1)
            continue;
        text_put(&out, "event ");
        text_unsigned(&out, i + 1);
        text_put(&out, " is missing");
        return false;
    }
    if (n == length)
        return room_check(table, events, n, why);
    text_put(&out, "it should have ");
    text_number(&out, length);
    text_put(&out, " events and has ");
    text_unsigned(&out, n);
    return false;
}

/* A table that a server has pruned meanwhile is no damage. */
static bool check_table(struct sql *sql, struct check *check, const char *table)
{
    const struct sql_value values[] = {{.text = table}};
    struct job *job = job_new();
    struct why why;
    bool ok;

    job->table = table;
    ok = sql->driver->begin(sql, SQL_READS);
    if (ok) {
        check->length = 0;
        ok = sql->driver->run(sql, "SELECT length FROM tables WHERE id = $1", values, 1, take_length, check) &&
             job_load(sql, job);
        sql->driver->rollback(sql);
    }
    if (ok && !log_is_good(table, job->events, job->answer.events_n, check->length, &why)) {
        printf("%s: %s\n", table, why.text);
        check->damaged++;
    }
    check->tables++;
    check->events += job->answer.events_n;
    job_free(job);
    return ok;
}

static bool check_tables(struct sql *sql, struct check *check)
{
    bool ok = true;

    for (enum store_state state = STORE_GATHERING; ok && state <= STORE_CLOSED; state++) {
        struct job *job = job_new();

        job->state = state;
        job->now = INT64_MAX;
        job->most = UINT32_MAX;
        ok = job_idle(sql, job);
        for (uint32_t i = 0; ok && i < job->answer.rows_n; i++)
            ok = check_table(sql, check, job->rows[i].table);
        job_free(job);
    }
    return ok;
}

static int check_all(const struct command *command, struct sql *sql)
{
    struct check check = {0};

    if (!sql->driver->check(sql) || !check_tables(sql, &check))
        return cli_fail(command, FAILED, "%s", sql->why.text);
    printf("The store has version %d, %llu tables and %llu events.\n", schema_version(),
           (unsigned long long)check.tables, (unsigned long long)check.events);
    if (check.damaged > 0)
        return cli_fail(command, FAILED, "%llu of the tables are damaged", (unsigned long long)check.damaged);
    printf("All is well.\n");
    return DONE;
}

/* ---- close ---- */

/* The event that closes the table as it is loaded; false with a sentence. */
static bool make_close(struct job *job, struct room *room, const char *sentence, struct text *body, struct text *row,
                       struct why *why)
{
    struct store_append *append = &job->append;
    int64_t now = 1000 * (int64_t)time(NULL);
    struct refusal no;
    struct event event;

    for (uint32_t i = 0; i < job->answer.events_n; i++)
        room_replay(room, &job->events[i]);
    room_close(sentence, now, &event);
    if (!room_apply(room, &event, body, &no)) {
        *why = no.why;
        return false;
    }
    *append = (struct store_append){
        .table = job->table, .event = {.n = room->events, .at = now, .body = body->at}, .lease_until = now};
    room_head(room, &append->head, row);
    return true;
}

/* In one transaction. False: the database has failed; otherwise `why` says what is wrong, if anything is. */
static bool append_close(struct sql *sql, struct job *job, const char *sentence, struct why *why)
{
    char body[EVENT_BODY_MAX], row[ROW_MAX];
    struct text body_text = text_in(body, sizeof body), row_text = text_in(row, sizeof row), out = text_why(why);
    struct room room;
    bool ok = job_load(sql, job);

    if (!ok || job->answer.result == STORE_MISSING) {
        text_put(&out, "There is no such table.");
        return ok;
    }
    room_init(&room, job->table);
    if (make_close(job, &room, sentence, &body_text, &row_text, why)) {
        ok = job_append(sql, job);
        if (job->answer.result != STORE_OK)
            text_put(&out, "Somebody has done something at the table at this moment; try again.");
    }
    room_end(&room);
    return ok;
}

/* A server that runs notices it when it writes to the table, or looks after it. */
static int close_table(const struct command *command, struct sql *sql, const char *table, const char *sentence)
{
    struct job *job = job_new();
    char id[STORE_ID_SIZE] = "";
    struct why why = {""};
    bool ok;

    snprintf(id, sizeof id, "%s", table);
    job->table = id;
    job->node = "store";
    ok = sql->driver->begin(sql, SQL_WRITES);
    if (ok) {
        ok = append_close(sql, job, sentence, &why);
        if (!ok || why.text[0])
            sql->driver->rollback(sql);
        else
            ok = sql->driver->commit(sql);
    }
    job_free(job);
    if (!ok || why.text[0])
        return cli_fail(command, FAILED, "%s", ok ? why.text : sql->why.text);
    printf("The table %s is closed.\n", id);
    return DONE;
}

/* ---- backup ---- */

static int back_up(const struct command *command, struct sql *sql, const char *path)
{
    if (!sql->driver->backup(sql, path))
        return cli_fail(command, FAILED, "%s", sql->why.text);
    printf("The store is now in %s too.\n", path);
    return DONE;
}

/* ---- the command ---- */

/* A store that is there already: looking makes none. */
static struct sql *open_store(const char *where, struct why *why)
{
    struct text out = text_why(why);
    struct sql *sql;

    if (!sql_is_address(where) && access(where, F_OK) != 0) {
        text_put(&out, "there is no store at ");
        text_put(&out, where);
        return NULL;
    }
    sql = sql_open(where, why);
    if (sql && !schema_update(sql, why)) {
        sql->driver->close(sql);
        return NULL;
    }
    return sql;
}

enum what { BACKUP, CHECK, CLOSE, TABLES, WHATS };

static const char *const what_words[WHATS] = {"backup", "check", "close", "tables"};

static enum what what_of(const char *word)
{
    enum what what = 0;

    while (what < WHATS && strcmp(word, what_words[what]) != 0)
        what++;
    return what;
}

/* Whether the words fit together; otherwise it is explained. */
static bool words_fit(const struct command *command, const struct words *operands, const char *sentence)
{
    enum what what = what_of(operands->word[0]);
    bool needs = what == BACKUP || what == CLOSE;

    if (what == WHATS)
        cli_fail(command, MISUSED, "'%s' is not one of backup, check, close and tables", operands->word[0]);
    else if (needs && operands->n < 2)
        cli_fail(command, MISUSED,
                 what == BACKUP ? "'backup' needs the name of a new file" : "'close' needs the id of a table");
    else if (!needs && operands->n > 1)
        cli_fail(command, MISUSED, "only 'backup' and 'close' take another word");
    else if (!text_is_line(sentence) || !sentence[0] || strlen(sentence) >= REASON_SIZE)
        cli_fail(command, MISUSED, "--why is one line of at most %d bytes", REASON_SIZE - 1);
    else
        return true;
    return false;
}

static int do_it(const struct command *command, const struct words *operands, struct sql *sql, bool all,
                 const char *sentence)
{
    switch (what_of(operands->word[0])) {
    case BACKUP:
        return back_up(command, sql, operands->word[1]);
    case CHECK:
        return check_all(command, sql);
    case CLOSE:
        return close_table(command, sql, operands->word[1], sentence);
    default:
        return list_tables(command, sql, all);
    }
}

int command_store(const struct command *command, int argc, char **argv)
{
    const char *where = NULL, *sentence = "Those who run this server have closed the table.";
    bool all = false;
    const struct cli_option options[] = {
        {"store", "WHERE", "a file, or postgres://...; the default is that of 'serve'", WORD, &where},
        {"all", NULL, "list tables that are over or closed, too", FLAG, &all},
        {"why", "TEXT", "what 'close' tells those who played", WORD, &sentence},
        {0},
    };
    char usual[STORE_PATH_SIZE];
    struct words operands;
    struct why why;
    struct sql *sql;
    int code;

    if (!cli_read(command, options, argc, argv, 1, 2, &operands, &code))
        return code;
    if (!words_fit(command, &operands, sentence))
        return MISUSED;
    if (!where) {
        if (!store_default_path(usual, &why))
            return cli_fail(command, FAILED, "%s", why.text);
        where = usual;
    }
    sql = open_store(where, &why);
    if (!sql)
        return cli_fail(command, FAILED, "%s", why.text);
    code = do_it(command, &operands, sql, all, sentence);
    sql->driver->close(sql);
    return code;
}
