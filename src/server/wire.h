/* wire.h: what the server sends, as in docs/protocol.md. Each is one line of JSON and depends on nothing that its
 * reader may not know. */
#ifndef WABE_WIRE_H
#define WABE_WIRE_H

#include "../table/preview.h"
#include "room.h"

enum { WIRE_MAX = 1 << 20 };

/* ---- the match, for one viewer ---- */

/* What of a message is the view, with what its reader is to do and may do: two with the same show the same. */
struct wire_view {
    size_t from, to;
};

struct wire_turn {
    enum cue_kind cue;
    bool undo;
};

struct wire_turn wire_turn(const struct room *room, int viewer);

/* All of it. */
struct wire_view wire_now(struct text *out, const char *table, const struct match *match, int viewer,
                          struct wire_turn turn);

/* What happened after the first `from` moves that all may know of, up to the next moment to look at; *at becomes the
 * number of moves there. When nothing did, the table as it is. */
struct wire_view wire_step(struct text *out, const char *table, const struct match *match, int viewer,
                           struct wire_turn turn, uint32_t *at);

/* A moment of the past, as the answer to `look`. */
void wire_past(struct text *out, const char *id, const struct match *match, int viewer, uint32_t n);

/* What a move would do. */
void wire_preview(struct text *out, const char *id, const struct preview *preview);

/* ---- the table ---- */

struct watcher {
    uint32_t who;
    const char *name;
};

/* Who is there. */
struct presence {
    uint32_t seats;
    bool host;
    bool tired;                    /* the bots have used up their time for this hour, and play without thinking much */
    const struct watcher *watcher; /* those who look on */
    int watchers;
};

/* `left` is the last key, so that what stands before it can be compared; its place is returned. */
size_t wire_table(struct text *out, const struct room *room, const struct presence *presence, const char *person,
                  int64_t now);

/* ---- the rest ---- */

void wire_welcome(struct text *out, const struct store_person *me); /* NULL: a stranger */
void wire_me(struct text *out, const struct store_person *me);
void wire_done(struct text *out, const char *id, const char *table); /* table: "" for none */
void wire_no(struct text *out, const char *id, const struct refusal *no);
void wire_why(struct text *out, const struct refusal *no); /* of an HTTP request */
void wire_chat(struct text *out, const char *table, const struct store_line *lines, uint32_t n);
void wire_rows(struct text *out, const struct store_row *rows, uint32_t n, bool mine); /* [ROW,...] */

#endif
