/* schema.c: the database has the number of its version; each migration leads from one to the next, in one transaction
 * with the others. What has been released stays as it is: a change is a new migration at the end.
 *
 *   people    who has been here; seen: the day's first visit
 *   accounts  those who have a passphrase; folded: the name in small letters; looks: what it looks like (names.h)
 *   tokens    the cookies of people, as hashes
 *   tables    what lists and leases need to know; length: events so far; said: lines so far, those that are gone
 * included; turns: seats that the table waits for, as bits; seated: the people on the seats, and since which event;
 * state: as in store.h, or 4 while it is being deleted, with length 0
 *   seats     the same people, to be found by who they are
 *   events    the logs; a table is what its events say, all else here is for finding it
 *   lines     what was said
 *   probes    rows that say nothing: whether there is room for them says whether the store works
 *   forgotten people who are gone and whose traces at tables are still to be removed
 */
#include "schema.h"

#include <stdio.h>
#include <string.h>

#include "names.h"
#include "store.h"

static const char *const version_1[] = {
    "CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, seen BIGINT NOT NULL)",
    "CREATE INDEX people_seen ON people (seen)",
    "CREATE TABLE accounts (folded TEXT PRIMARY KEY, name TEXT NOT NULL, passphrase TEXT NOT NULL,"
    " person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE)",
    "CREATE INDEX accounts_person ON accounts (person)",
    "CREATE TABLE tokens (hash TEXT PRIMARY KEY, made BIGINT NOT NULL,"
    " person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE)",
    "CREATE INDEX tokens_person ON tokens (person)",
    "CREATE TABLE tables (id TEXT PRIMARY KEY, state BIGINT NOT NULL, public BIGINT NOT NULL, host TEXT NOT NULL,"
    " made BIGINT NOT NULL, changed BIGINT NOT NULL, wake BIGINT NOT NULL, node TEXT NOT NULL, lease BIGINT NOT NULL,"
    " length BIGINT NOT NULL, said BIGINT NOT NULL, turns BIGINT NOT NULL, seated TEXT NOT NULL,"
    " seated_at BIGINT NOT NULL, listed TEXT NOT NULL)",
    "CREATE INDEX tables_lobby ON tables (made) WHERE public = 1 AND state <= 1",
    "CREATE INDEX tables_idle ON tables (state, changed)",
    "CREATE INDEX tables_wake ON tables (wake) WHERE state = 1",
    "CREATE INDEX tables_host ON tables (host)",
    "CREATE TABLE seats (room TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat BIGINT NOT NULL,"
    " person TEXT NOT NULL, PRIMARY KEY (room, seat))",
    "CREATE INDEX seats_person ON seats (person)",
    "CREATE TABLE events (room TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, n BIGINT NOT NULL,"
    " at BIGINT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (room, n))",
    "CREATE INDEX events_person ON events (person) WHERE person <> ''",
    "CREATE TABLE lines (room TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, n BIGINT NOT NULL,"
    " at BIGINT NOT NULL, seat BIGINT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, words TEXT NOT NULL,"
    " command TEXT NOT NULL, PRIMARY KEY (room, n))",
    "CREATE INDEX lines_person ON lines (person)",
    NULL,
};

static const char *const version_2[] = {
    "CREATE TABLE forgotten (person TEXT PRIMARY KEY)",
    NULL,
};

static const char *const version_3[] = {
    "ALTER TABLE accounts ADD COLUMN looks TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX accounts_looks ON accounts (looks)",
    "CREATE TABLE probes (slot TEXT PRIMARY KEY, filler TEXT NOT NULL)",
    NULL,
};

static const char *const *const migrations[] = {version_1, version_2, version_3};

enum { VERSION = sizeof migrations / sizeof *migrations };

int schema_version(void)
{
    return VERSION;
}

static void take_number(void *self, struct sql *sql)
{
    *(int64_t *)self = sql->driver->number(sql, 0);
}

struct account {
    char folded[ACCOUNT_SIZE], looks[NAME_LOOKS_SIZE];
    bool any;
};

static void take_account(void *self, struct sql *sql)
{
    struct account *account = self;

    snprintf(account->folded, sizeof account->folded, "%s", sql->driver->text(sql, 0));
    name_looks(account->looks, sql->driver->text(sql, 1));
    account->any = true;
}

/* Of accounts from before version 3. */
static bool fill_looks(struct sql *sql)
{
    struct account account = {.any = true};
    char last[sizeof account.folded] = ""; /* what is asked for stays as it is while the answer comes */
    const struct sql_value after[] = {{.text = last}};
    const struct sql_value values[] = {{.text = account.looks}, {.text = account.folded}};

    while (account.any) {
        account.any = false;
        memcpy(last, account.folded, sizeof last);
        if (!sql->driver->run(sql, "SELECT folded, name FROM accounts WHERE folded > $1 ORDER BY folded LIMIT 1", after,
                              1, take_account, &account) ||
            !sql->driver->run(sql, "UPDATE accounts SET looks = $1 WHERE folded = $2", values, 2, NULL, NULL))
            return false;
    }
    return true;
}

static bool migrate(struct sql *sql, int64_t version)
{
    const struct sql_value now = {.number = VERSION};
    bool has_looks = version >= 3;

    for (; version < VERSION; version++)
        for (const char *const *statement = migrations[version]; *statement; statement++)
            if (!sql->driver->define(sql, *statement))
                return false;
    return (has_looks || fill_looks(sql)) && sql->driver->run(sql, "DELETE FROM wabe", NULL, 0, NULL, NULL) &&
           sql->driver->run(sql, "INSERT INTO wabe (version) VALUES ($1)", &now, 1, NULL, NULL);
}

static bool is_newer(struct sql *sql, int64_t version)
{
    struct text out = text_why(&sql->why);

    if (version <= VERSION)
        return false;
    text_put(&out, "the store was written by a newer Wabe: its version is ");
    text_number(&out, version);
    text_put(&out, ", and this program knows those up to ");
    text_number(&out, VERSION);
    return true;
}

bool schema_update(struct sql *sql, struct why *why)
{
    const struct sql_driver *driver = sql->driver;
    int64_t version = 0;
    bool ok = driver->begin(sql, SQL_DEFINES);

    if (ok) {
        ok = driver->define(sql, "CREATE TABLE IF NOT EXISTS wabe (version BIGINT PRIMARY KEY)") &&
             driver->run(sql, "SELECT version FROM wabe", NULL, 0, take_number, &version) && !is_newer(sql, version) &&
             (version == VERSION || migrate(sql, version));
        if (!ok)
            driver->rollback(sql);
        ok = ok && driver->commit(sql);
    }
    if (!ok)
        *why = sql->why;
    return ok;
}
