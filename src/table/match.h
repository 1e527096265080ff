/* match.h: a match is a deal and the list of its moves, chance included.
 *
 * Everything follows from that list: the state, undo, the record, the log of each viewer, the proof
 * that nobody cheated. The state is kept beside the list only to be quick; going back is playing the
 * list again from the start (a match is at most a few thousand moves, a millisecond).
 *
 * Memory: the caller gives match_memory() bytes once; nothing is allocated afterwards.
 */
#ifndef WABE_MATCH_H
#define WABE_MATCH_H

#include "deal.h"
#include "phrase.h"

/* Where chance comes from. `at` gives the luck of the index-th draw (from 0) of one source; what is drawn
 * is then a fair number below the sum of the weights. An implementation puts this struct first in
 * its own. */
struct well {
    struct luck (*at)(const struct well *self, uint32_t source, uint32_t index);
};

/* The local one: luck_at() of the deal's seed. */
struct well_local {
    struct well well;
    uint64_t seed;
};

/* What shows that the luck of a match on a server was fair (docs/protocol.md): known when the match has ended. */
enum { FAIR_SECRET = 32, FAIR_NONCE = 16, FAIR_COMMITMENT = 32, FAIR_TABLE = 16 };

struct match_fair {
    bool is;                    /* otherwise the rest says nothing */
    int scheme;                 /* 1 or 2 */
    char table[FAIR_TABLE + 1]; /* scheme 2: on which table, and at which attempt to start */
    uint32_t attempt;
    uint8_t commitment[FAIR_COMMITMENT];
    uint8_t secret[FAIR_SECRET];
    uint8_t nonce[SEATS_MAX][FAIR_NONCE];          /* zeros for bots */
    uint32_t nonces;                               /* the seats that have one */
    uint8_t committed[SEATS_MAX][FAIR_COMMITMENT]; /* scheme 2: the commitments of the seats to their nonces */
    uint32_t commitments;                          /* the seats that have one */
};

struct step {
    move_t move;
    uint8_t actor;
    uint8_t unused;
};

enum { BOT_WORDS_SIZE = 64 };

struct match {
    struct deal deal;
    const struct well *well; /* NULL: chance is given from outside, move by move */
    struct well_local local;
    struct match_fair fair;
    char names[SEATS_MAX][NAME_SIZE];
    char bots[SEATS_MAX][BOT_WORDS_SIZE]; /* the words for the bot on a seat, "hard"; empty: not known */
    uint32_t people;                      /* the seats that people play; the others are bots */
    uint32_t takebacks;                   /* how often somebody alone went back: such a match leaves the statistics */
    uint32_t decision; /* number of the running decision: the same for all who choose at once, never used again */

    uint32_t n;                  /* moves made */
    uint32_t known;              /* moves in the list: those from n on were undone and can be redone */
    uint32_t running;            /* where the moves of the running simultaneous step begin */
    uint32_t drawn[SOURCES_MAX]; /* draws so far from each source */
    struct step *step;
    unsigned char *state;
};

size_t match_memory(const struct game *game);

/* Sets up a match with local luck and no people, before the first chance move. The deal is one that
 * game_setup_ok accepts. memory: match_memory() bytes, aligned to 8. */
void match_start(struct match *match, const struct deal *deal, void *memory);

/* Lets chance act, by the well, until a seat owes a decision or the game is over. */
void match_settle(struct match *match);

bool match_over(const struct match *match);

/* Whether all its luck follows from the seed of its deal; otherwise that seed is nobody's business. */
bool match_has_seed(const struct match *match);

/* Whether this is the record of a match on a server: to be looked at, since nobody has the right to play on or to take
 * back. All that would change it is refused. */
bool match_closed(const struct match *match);

/* The moves that a seat may make now: of a decision that it owes, or once more those of a sealed choice
 * that it has made and may still change. */
int match_moves(const struct match *match, int seat, move_t out[]);

/* Play for a seat, checked; then chance acts. A sealed choice that is complete is replaced. False, with a
 * sentence and nothing changed, if the move is illegal or was meant for another decision. */
bool match_play(struct match *match, int seat, uint32_t decision, move_t move, struct why *why);

/* The move that these words name: the text of a legal move of that seat. Likewise false with a sentence. */
bool match_read_move(const struct match *match, int seat, const char *words, move_t *out, struct why *why);

/* Take back a sealed choice, or the half of one, before the step is over; and nothing else. */
bool match_retract(struct match *match, int seat, struct why *why);

/* One move of a seat or of chance, checked, and nothing after it: for records and tests. */
bool match_force(struct match *match, int actor, move_t move, struct why *why);

/* When chance is to act and there is a well: what it gives; and letting it act once. */
move_t match_next_draw(const struct match *match);
void match_chance(struct match *match);

/* ---- undo ---- */

/* Whether this seat may go back to the point before move number `index` (from 0); or (index = MATCH_LAST) may take back
 * its choice that lies face down, or else go back to before its own last move. A choice face down: always. Alone or
 * with bots only: anywhere. With other people: before its own last move, while no other person has moved (nor a bot,
 * where hands are hidden) and nothing random or hidden has come to light since. On success *index is the point; of a
 * choice face down that where its step begins, up to which all have seen it. Undo does it; where chance was to act at
 * that point, it acts again as before. */
#define MATCH_LAST UINT32_MAX
bool match_may_undo(const struct match *match, int seat, uint32_t *index, struct why *why);
bool match_undo(struct match *match, int seat, uint32_t index, struct why *why);

/* Make the next undone move again, and the chance moves that followed it. With other people only for the seat whose
 * move it is. */
bool match_may_redo(const struct match *match, int seat, struct why *why);
bool match_redo(struct match *match, int seat, struct why *why);

/* The same, whoever asks; false if there is nothing to do again. */
bool match_forward(struct match *match);

/* Go back to the first n moves, whatever the policy says; the rest can be redone. */
void match_rewind(struct match *match, uint32_t n);

/* ---- looking ---- */

/* The state after the first n moves, into memory of state_size bytes. Returns where the moves of the sealed step that
 * runs there begin; n if none runs. */
uint32_t match_state_at(const struct match *match, uint32_t n, void *out);

/* What was learned from the moves from .. to - 1, in order: one call for each move. */
typedef void match_hear(void *self, uint32_t index, const struct step *step, const struct facts *facts);
void match_tell(const struct match *match, uint32_t from, uint32_t to, match_hear *hear, void *self);

enum { LOG_MOVE_MAX = 4096 }; /* room for what is said about one move */

/* The lines of the log for a viewer, of the moves from .. to - 1, each ended by a newline; numbered: with the number
 * of its move (from 1) before the first line of each. */
void match_log(const struct match *match, int viewer, uint32_t from, uint32_t to, bool numbered, struct text *out);

/* The same as a JSON array of {"n":12,"text":"Ann plays green 3","seat":0,"things":[{"thing":"green 3",...}],"moved":
 * [{"thing":"green 3","count":1,"from":4,"to":9}]}: n is the number of moves made when it was said; seat is the first
 * that it names, things what it names, and moved what went where, if any. */
void match_log_json(const struct match *match, int viewer, uint32_t from, uint32_t to, struct text *out);

/* One of them; without n if the number is 0. */
void fact_json(struct text *out, const struct speech *speech, uint32_t number, const struct facts *facts, int fact);

/* The key of what a viewer knows: equal for equal sequences of facts. */
uint64_t facts_key(uint64_t key, const struct facts *facts, int viewer);

/* The id of its deal; without the seed where luck comes from outside. */
void match_put_id(struct text *out, const struct match *match);

uint64_t match_hash(const struct match *match); /* of the bytes of the state */

struct speech match_speech(const struct match *match, int viewer);

#endif
