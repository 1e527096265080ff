/* typed.h: which moves somebody means by what was typed: in notation, or as it is said at the table, with names. */
#ifndef WABE_TYPED_H
#define WABE_TYPED_H

#include "../table/view.h"

enum fit { FITS_NOT, FITS_INSIDE, FITS_BEGINNING, FITS_WHOLE };

enum { NOTATION_SIZE = 256 };

/* The notation of an offer. */
void offer_notation(char out[NOTATION_SIZE], const struct view *view, int offer);

/* The offers that fit at least so well, the best first. Returns how many. Letters count without case, runs of blanks as
 * one. */
int offers_that_fit(const struct view *view, const char *typed, enum fit least, uint16_t out[MOVES_MAX]);

/* The offer with the number (from 1) that was typed, or -1 if it is no such number. */
int offer_by_number(const struct view *view, const char *typed);

#endif
