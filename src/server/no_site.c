/* no_site.c: instead of the table that scripts/site.py writes, in a build without the site. */
#include "site.h"

const struct asset site_assets[] = {{0}};
const char site_policy[] = "default-src 'none'";
