/* sql.c: which database. */
#include "sql.h"

#include <string.h>

bool sql_is_address(const char *where)
{
    return strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0;
}

struct sql *sql_open(const char *where, struct why *why)
{
    return sql_is_address(where) ? postgres_open(where, why) : sqlite_open(where, why);
}

bool sql_refused(struct sql *sql, const char *what, const char *reason)
{
    struct text out = text_why(&sql->why);

    text_put(&out, what);
    text_put(&out, ": ");
    text_part(&out, reason, strcspn(reason, "\n"));
    return false;
}
