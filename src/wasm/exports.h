/* exports.h: the mid-end for a page in a browser: numbers and text in shared memory, no imports.
 *
 * Text goes in by wabe_input(), where the page writes up to WABE_INPUT bytes ended by a zero byte, and comes out at
 * wabe_output(); functions that write text return its length. A match is a small number, its handle. What is refused
 * returns -1 (or false), and the output says why: {"code":"version","line":2,"game":"mimsy","seat":1,"why":"..."}. The
 * codes are those of table/text.h; `line` comes with records, `game` with "version": by which game's other rules it was
 * played; `seat`, where it is because of a seat; `why` is a sentence.
 *
 * The same file is compiled natively for the tests, which compare every byte.
 */
#ifndef WABE_EXPORTS_H
#define WABE_EXPORTS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__wasm__)
#define EXPORT(name) __attribute__((export_name(#name))) name
#else
#define EXPORT(name) name
#endif

enum { WABE_INPUT = 1 << 22, WABE_OUTPUT = 1 << 22, WABE_MATCHES = 16 };

char *EXPORT(wabe_input)(void);
const char *EXPORT(wabe_output)(void);

int EXPORT(wabe_games)(void);   /* the list of games, docs/scene.md */
int EXPORT(wabe_edition)(void); /* of rules and mid-end: with the same one a server says the same of a match */

/* A new match from the game id, or a loaded one from the record, in the input. */
int EXPORT(wabe_open)(void);
int EXPORT(wabe_load)(void);
void EXPORT(wabe_close)(int match);

/* The name in the input for a seat; the words for the bot on a seat; which seats people play, as bits; a name for every
 * bot that has none. */
bool EXPORT(wabe_name)(int match, int seat);
bool EXPORT(wabe_bot)(int match, int seat);
void EXPORT(wabe_people)(int match, uint32_t seats);
void EXPORT(wabe_name_bots)(int match);

/* What is played and by whom, and how it stands:
 * {"id":"mimsy:2#42","game":"mimsy","seats":2,"options":{"variant":"basic"},
 * "seed":"42","names":["Ann","Clover"],"bots":["","hard"],"people":[0],"takebacks":0,"n":13,"known":13,"over":false,
 * "closed":false,"next":0,"viewer":0,"curtain":false}. seed is null where luck does not come from one; known counts
 * undone moves that can be done again; closed: a record of a server, to be looked at only; next, viewer (8: spectator,
 * 9: referee) and curtain are those of table/turns.h, next being null when nobody can move. */
int EXPORT(wabe_about)(int match);

uint32_t EXPORT(wabe_length)(int match); /* moves made */
uint32_t EXPORT(wabe_decision)(int match);
bool EXPORT(wabe_over)(int match);
int EXPORT(wabe_actor)(int match, uint32_t index); /* who made move number `index`: a seat, or 7: chance */
uint64_t EXPORT(wabe_hash)(int match, uint32_t n); /* of the state after n moves */

bool EXPORT(wabe_play)(int match, int seat, uint32_t decision, uint32_t move);
int EXPORT(wabe_read_move)(int match, int seat); /* the move that the words in the input name */
bool EXPORT(wabe_retract)(int match, int seat);
bool EXPORT(wabe_undo)(int match, int seat, uint32_t index);
bool EXPORT(wabe_may_undo)(int match, int seat); /* to before its own last move */

/* People and bots around one screen (table/sitting.h); it begins with the first of these calls, when it is known who
 * plays where. `passes`: whether to pass where nothing else is possible. wabe_next says what is to be done:
 * {"is":"show","viewer":0,"seat":null,"changes":null,"from":13,"to":15,"n":16,"decision":17,"hold":false,"pause":true,
 * "bots":[],"undo":true,"redo":false,"news":12,"view":{...},"log":[...]}. `is` is one of the cues; `n` and `decision`:
 * how it stands, while up to `to` is shown (as long as they are the same, and nothing is taken back, what the viewer
 * sees is the same); `undo`, `redo`: whether there is a way back and forward; `news`: after how many moves those of the
 * viewer begin. With `show`, and only there, comes what the viewer sees and is told then.
 *
 * wabe_shown, wabe_taken: it was shown, the next person is there. wabe_choose: a person's move. wabe_hear: what the bot
 * has decided that was to be asked. wabe_answer_due: the bots' answers are due. wabe_back, wabe_forward: the way back
 * (index = 2^32 - 1: the choice face down, or the last move) and forward. */
void EXPORT(wabe_passes)(int match, bool passes);
int EXPORT(wabe_next)(int match);
void EXPORT(wabe_shown)(int match);
void EXPORT(wabe_taken)(int match);
bool EXPORT(wabe_choose)(int match, int seat, uint32_t decision, uint32_t move);
bool EXPORT(wabe_hear)(int match, uint32_t move);
bool EXPORT(wabe_answer_due)(int match);
bool EXPORT(wabe_back)(int match, uint32_t index);
bool EXPORT(wabe_forward)(int match);

/* What a viewer is shown next of the moves from .. to - 1 (sitting_look): {"to","lines","over","hold","pause","news"}.
 */
int EXPORT(wabe_look)(int match, int viewer, uint32_t from, uint32_t to);

/* Bots. Ask one (its name is in the input, as `wabe arena` takes it) for a seat that owes a decision, with a seed for
 * its luck; let it think for so many simulations as often as there is time (it tells how many are left, 0 when it has
 * thought enough); and read its answer with its reasons as JSON (src/bots/hint.h). One is asked at a time. */
bool EXPORT(wabe_ask)(int match, int seat, uint64_t seed);
uint64_t EXPORT(wabe_seed)(int match, int seat); /* the seed that a bot gets in play */
uint32_t EXPORT(wabe_think)(uint32_t simulations);
int EXPORT(wabe_answer)(void);

/* Bots among people (bots/pace.h): when an answer is due that is there `taken` milliseconds after it was asked for: so
 * many after that. 0 where only bots play. */
uint32_t EXPORT(wabe_due)(int match, int seat, uint32_t taken);

/* After n moves; n = the length for the present. */
int EXPORT(wabe_view)(int match, int viewer, uint32_t n);
int EXPORT(wabe_log)(int match, int viewer, uint32_t from, uint32_t to);
int EXPORT(wabe_record)(int match);

/* What a move on offer would do (table/preview.h); all things of the game, with what is said about each. */
int EXPORT(wabe_preview)(int match, int seat, uint32_t move);
int EXPORT(wabe_things)(int match);

/* Luck that can be checked (table/fair.h), for the record of a match on a server: whether it is what its proof gives,
 * with a sentence either way, and how many of the moves made are chance's: {"fits":true,"draws":31,"text":"..."}. */
int EXPORT(wabe_verify)(int match);

/* The commitment of a seat to the nonce (32 digits) that stands in the input behind the 16 characters of the table, or
 * of the server to its secret (64 digits; the seat is -1): 64 digits, in the output. */
int EXPORT(wabe_commitment)(uint32_t attempt, int seat);

/* BLAKE2b-256 of the input, likewise. */
int EXPORT(wabe_digest)(void);

#endif
