/* session.h: a match between people at one keyboard and bots, kept safe on disk: after every move its record is written
 * whole, beside the old one, and takes its place. It knows nothing of screens. */
#ifndef WABE_SESSION_H
#define WABE_SESSION_H

#include "../bots/bot.h"
#include "../table/sitting.h"

struct player {
    bool person;
    struct bot bot;
    char level[BOT_TEXT_MAX]; /* the words for the bot: "hard" */
    char name[NAME_SIZE];
};

/* Who plays, from words: "you", a bot ("hard"), a bot with a name ("Rosa=hard"), or the name of a person, which begins
 * with a capital, with commas between them; or a number of seats alone: you, and bots of the level normal. "You" get
 * the name of your account. Bots without a name have none yet: session_start gives it. False with the reason. */
bool players_read(struct player out[SEATS_MAX], int *n, const struct game *game, const char *words, struct why *why);

struct session {
    struct match *match;
    struct sitting sitting; /* who is asked and what is shown; whoever plays asks it what is next */
    struct player player[SEATS_MAX];
    char path[4096];    /* of its record; empty while there is none */
    struct why unsaved; /* empty, or why the last moves are not on the disk */
    int file;           /* the record, locked, so that nobody else plays it; -1 while there is none */
};

/* A new match, chance having dealt, and its first record. False with the reason; nothing is to be freed then. (That the
 * record cannot be written is not a reason: see unsaved.) */
bool session_start(struct session *s, const struct deal *deal, const struct player player[], struct why *why);

/* The match of a record goes on, in that file. A seat that neither people nor a known bot played is played by `normal`.
 * Refused while another session has the file open, and where only chance could go on but the record has its luck from
 * outside (luck given), and for an unfinished match of a server. session_look is for looking only, and takes these too.
 */
bool session_open(struct session *s, const char *path, struct why *why);
bool session_look(struct session *s, const char *path, struct why *why);
void session_end(struct session *s); /* frees it; the record stays */

/* The same table plays again with another seed; the old record stays. False with the reason, and the old match is still
 * there. */
bool session_again(struct session *s, uint64_t seed, struct why *why);

uint64_t session_seed(void); /* a random one, short enough to be typed */

/* What the functions of `sitting` with the same names do; and then the record is written. */
bool session_play(struct session *s, int seat, uint32_t decision, move_t move, struct why *why);
bool session_hear(struct session *s, move_t move, struct why *why);
bool session_answer(struct session *s, struct why *why);
bool session_undo(struct session *s, struct why *why); /* the last move, or a choice that lies face down */
bool session_redo(struct session *s, struct why *why);

bool session_save(struct session *s); /* tries again what `unsaved` says has failed */
bool session_copy(const struct session *s, const char *path,
                  struct why *why); /* the record as another file, a new one */

/* ---- bots ---- */

/* Who gives hints: a bot of the level hard. */
struct bot hint_bot(const struct game *game);

/* What a bot on this seat would be asked now; its luck follows from the deal and the moves made. */
void session_ask(const struct session *s, int seat, struct question *out);

/* When bots answer (bots/pace.h) that were asked at `begun` and have decided by now; `now` itself where only bots play.
 * Both as seconds_now. */
double session_due(const struct session *s, double begun, double now);

/* Thinking in another thread, so that the keyboard stays alive. */
struct thinker;
struct thinker *thinker_start(const struct bot *bot,
                              const struct question *question); /* or NULL: no thread could be started */
bool thinker_done(const struct thinker *thinker);
void thinker_finish(struct thinker *thinker, struct answer *out); /* waits for it and frees it; out may be NULL */

/* ---- where records are kept ---- */

/* The folder for records: $XDG_DATA_HOME/wabe/games, or ~/.local/share/wabe/games; made if it is not there. */
bool store_folder(char out[4096], struct why *why);

struct saved {
    char path[4096];
    char title[80]; /* "Mimsy, you with Clover and Thistle" */
    int64_t when;   /* seconds since 1970 of its last move */
    uint32_t moves;
    bool over;
    struct why wrong; /* empty, or why it cannot be opened: another version of the rules has played it; then the title
                         is that of the game, and the moves are not known */
};

/* The newest records first, at most `max`; their number. Files that are no records are left out; unfinished_only: those
 * that cannot be opened too. */
int store_list(struct saved out[], int max, bool unfinished_only);

#endif
