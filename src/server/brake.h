/* brake.h: how often one may try a passphrase. Wrong ones are counted for an account together with the place that they
 * came from, and for the account alone: one place is soon slow, and many together are too. Places from where the
 * account has been used within 30 days are not held up by the others, so that nobody can lock its owner out. Kept in
 * memory only, of a fixed size: where many accounts are used, those longest ago are not remembered. Knows no clock:
 * times are milliseconds of one that does not go back. */
#ifndef WABE_BRAKE_H
#define WABE_BRAKE_H

#include <stdint.h>

struct brake;

struct brake *brake_new(void); /* NULL: no memory */
void brake_free(struct brake *brake);

/* 0: it may be tried, and counts as wrong until brake_right says otherwise; or the seconds to wait. Names of accounts
 * are the same without regard to case. */
int brake_take(struct brake *brake, const char *account, const char *place, int64_t now);
void brake_give_back(struct brake *brake, const char *account, const char *place,
                     int64_t now); /* it was not looked at */
void brake_right(struct brake *brake, const char *account, const char *place, int64_t now);
void brake_known(struct brake *brake, const char *account, const char *place, int64_t now); /* it is used from there */

#endif
