/* schema.h: the tables of the database, and how those of older versions become those of today. */
#ifndef WABE_SCHEMA_H
#define WABE_SCHEMA_H

#include "sql.h"

/* Brings the schema up to date; false with a sentence, and nothing changed. */
bool schema_update(struct sql *sql, struct why *why);
int schema_version(void); /* of today */

#endif
