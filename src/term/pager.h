/* pager.h: long texts on the screen, and short questions under the table. */
#ifndef WABE_PAGER_H
#define WABE_PAGER_H

#include "frame.h"
#include "screen.h"

/* What the parts of the screen share. */
struct stage {
    struct screen screen;
    struct frame *frame;
};

enum page_end { PAGE_LEFT, PAGE_TAKEN, PAGE_CLOSED, PAGE_KEY };

/* Shows lines of text until the person leaves (Esc, q), presses Enter or one of the characters in `more` (then *key is
 * it), or the terminal is closed. keys: what the last line says, or NULL for the usual. */
enum page_end page_text(struct stage *stage, const char *title, const char *text, const char *keys, const char *more,
                        uint32_t *key);

/* Likewise, but keys within so many milliseconds do nothing: they were meant for what was there before. */
enum page_end page_wary(struct stage *stage, const char *title, const char *text, const char *keys, const char *more,
                        uint32_t *key, int blind_ms);

/* Likewise, with the end of the text first. */
void page_end_of(struct stage *stage, const char *title, const char *text);

/* Likewise the rules of a game. */
enum page_end page_rules(struct stage *stage, const struct game *game);

/* A key changes the line: a character behind it, or the last one erased. */
void line_key(char *line, size_t size, uint32_t key);

/* Asks for a line under the picture that is shown; what stands in `line` can be edited. False if the person gave up or
 * the terminal is closed. */
bool ask_line(struct stage *stage, const char *question, char *line, size_t size);

#endif
