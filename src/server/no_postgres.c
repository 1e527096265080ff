/* no_postgres.c: a program that was built without libpq. */
#include "sql.h"

struct sql *postgres_open(const char *address, struct why *why)
{
    struct text out = text_why(why);

    (void)address;
    text_put(&out, "this program was built without PostgreSQL: build it with -Dpostgres=enabled, which needs libpq");
    return NULL;
}
