/* sql.h: as much of a database as the store needs, over SQLite or PostgreSQL. Both take the same statements: parameters
 * are $1, $2, ... in the order in which they first appear; columns are TEXT or 64-bit numbers (BIGINT in statements
 * that define something).
 *
 * Every function that returns a bool puts a sentence into sql->why when it returns false. A connection is for one
 * thread at a time.
 */
#ifndef WABE_SQL_H
#define WABE_SQL_H

#include <stdbool.h>
#include <stdint.h>

#include "../table/text.h"

enum { SQL_STATEMENTS_MAX = 96 }; /* kept prepared, in each connection */

struct sql_value {
    const char *text; /* NULL: it is the number */
    int64_t number;
};

struct sql {
    const struct sql_driver *driver;
    int64_t changed; /* rows that the last statement wrote */
    bool lost;       /* what went wrong last was that the database was not there; begin() looks for it again */
    struct why why;
};

typedef void sql_row(void *self, struct sql *sql);       /* columns by text() and number(), from 0 */
typedef void sql_hear(void *self, const char *payload);  /* in a thread of the driver */
enum sql_purpose { SQL_READS, SQL_WRITES, SQL_DEFINES }; /* defines: nobody else does so at the same time */

struct sql_driver {
    bool is_shared; /* other machines may write too; listen and tell are there */
    void (*close)(struct sql *sql);
    bool (*begin)(struct sql *sql, enum sql_purpose purpose);
    bool (*commit)(struct sql *sql); /* false: nothing was written, but where the connection is lost nobody can know */
    void (*rollback)(struct sql *sql);
    /* The statement is a constant: it is prepared once and known by its address. After false there must be a rollback.
     */
    bool (*run)(struct sql *sql, const char *statement, const struct sql_value values[], int n, sql_row *row,
                void *self);
    bool (*define)(struct sql *sql, const char *statement);
    const char *(*text)(struct sql *sql, int column);
    int64_t (*number)(struct sql *sql, int column);
    bool (*listen)(struct sql *sql, sql_hear *hear, void *self); /* once, until it is closed */
    bool (*tell)(struct sql *sql, const char *const payloads[], int n);
    bool (*check)(struct sql *sql);                    /* the database's own look at itself */
    bool (*backup)(struct sql *sql, const char *path); /* into a new file, while others write */
    bool (*is_behind)(struct sql *sql);                /* what has no hurry should wait a little; NULL: never */
};

/* postgres://... or the path of a file; NULL with a sentence. */
struct sql *sql_open(const char *where, struct why *why);
bool sql_is_address(const char *where); /* not a path */
struct sql *sqlite_open(const char *path, struct why *why);
struct sql *postgres_open(const char *address, struct why *why);

bool sql_refused(struct sql *sql, const char *what, const char *reason); /* "WHAT: REASON", its first line; false */

#endif
