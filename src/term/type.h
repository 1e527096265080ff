/* type.h: typing a move, with a list of those that fit. */
#ifndef WABE_TYPE_H
#define WABE_TYPE_H

#include "../table/view.h"
#include "pager.h"

enum { TYPED_SIZE = 128 };

/* Asks for a move under the table of this desk; `begun` is typed already. The offer that was chosen, or NO_OFFER. */
int type_move(struct stage *stage, struct desk *desk, const char *begun);

#endif
