/* exports.h: the mid-end for a page in a browser: numbers and text in shared memory, no imports.
 *
 * Text goes in by wabe_input(), where the page writes up to WABE_INPUT bytes ended by a zero byte, and comes out at
 * wabe_output(); functions that write text return its length. A match is a small number, its handle. What is refused
 * returns -1 (or false), and the output says why in a sentence.
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
bool EXPORT(wabe_redo)(int match, int seat);
bool EXPORT(wabe_may_undo)(int match, int seat); /* to before its own last move */

/* The next look at the moves from .. to - 1 (table/turns.h): twice the number of moves, and 1 more if a hand or round
 * ended there; -1 if there are no such moves. */
int EXPORT(wabe_stop)(int match, uint32_t from, uint32_t to);

/* Bots. Ask one (its name is in the input, as `wabe arena` takes it) for a seat that owes a decision, with a seed for
 * its luck; let it think for so many simulations as often as there is time (it tells how many are left, 0 when it has
 * thought enough); and read its answer with its reasons as JSON (src/bots/hint.h). One is asked at a time. */
bool EXPORT(wabe_ask)(int match, int seat, uint64_t seed);
uint64_t EXPORT(wabe_seed)(int match, int seat); /* the seed that a bot gets in play */
uint32_t EXPORT(wabe_think)(uint32_t simulations);
int EXPORT(wabe_answer)(void);

/* Bots among people (table/turns.h, bots/pace.h): the seats of those that answer together with this one, as bits;
 * whether a move is a part of its choice only; and when an answer is due that is there `taken` milliseconds after it
 * was asked for: so many after that. 0 where only bots play. */
uint32_t EXPORT(wabe_together)(int match, int seat);
bool EXPORT(wabe_is_part)(int match, int seat, uint32_t move);
uint32_t EXPORT(wabe_due)(int match, int seat, uint32_t taken);

/* After n moves; n = the length for the present. */
int EXPORT(wabe_view)(int match, int viewer, uint32_t n);
int EXPORT(wabe_log)(int match, int viewer, uint32_t from, uint32_t to);
int EXPORT(wabe_record)(int match);

/* Luck that can be checked (table/fair.h), for the record of a match on a server: whether it is what its proof gives,
 * with a sentence either way. */
bool EXPORT(wabe_verify)(int match);

/* The commitment of a seat to the nonce (32 digits) that stands in the input behind the 16 characters of the table, or
 * of the server to its secret (64 digits; the seat is -1): 64 digits, in the output. */
int EXPORT(wabe_commitment)(uint32_t attempt, int seat);

/* BLAKE2b-256 of the input, likewise. */
int EXPORT(wabe_digest)(void);

#endif
