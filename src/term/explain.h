/* explain.h: going over what is on the screen by arrows, and the box that explains it. */
#ifndef WABE_EXPLAIN_H
#define WABE_EXPLAIN_H

#include "pager.h"

/* Moves the focus by the arrows and Tab; false if it is no such key. */
bool step_focus(const struct frame *frame, int *focus, uint32_t key);

/* Explains what lies on the table of this desk, which stays as it is: first what is focused, or what the move that is
 * focused touches or names; after a click what lies there. Goes on to others by arrows, Tab and the mouse. Returns a
 * key that was meant for something else, KEY_NOTHING if the person was done with it (Esc, i, Enter), or KEY_CLOSED. */
uint32_t explain(struct stage *stage, const struct desk *desk);
uint32_t explain_click(struct stage *stage, const struct desk *desk);

#endif
