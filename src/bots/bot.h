/* bot.h: players that are programs.
 *
 * A bot is asked a question: a state in which everything that its seat cannot know has been dealt anew, and every
 * sealed choice of the running step taken back. It is handed nothing else, so that it cannot cheat. It answers with a
 * move and, for whoever asks why, with its reasons. The same question, bot and seed give the same answer on every
 * machine, natively and in a browser.
 *
 * Memory: the caller gives bot_memory() bytes once for as many questions as it likes; nothing is allocated while
 * thinking. Needs no C library beyond memcpy and its like.
 */
#ifndef WABE_BOT_H
#define WABE_BOT_H

#include "../table/games.h"
#include "../table/text.h"

/* ---- who ------------------------------------------------------------------------------------- */

enum bot_kind {
    BOT_RANDOM, /* any legal move */
    BOT_GREEDY, /* the move after which the game's own judgement is best */
    BOT_ISMCTS  /* information-set Monte Carlo tree search */
};

enum {
    TREES_MAX = 16,
    ITERATIONS_MAX = 1000000,
    BOT_TEXT_MAX = 64,
};

struct bot {
    uint8_t kind;
    uint8_t trees;       /* that are searched beside each other, each with its own luck */
    uint8_t noise;       /* decisions in a hundred that are made at random */
    uint32_t iterations; /* simulations for each tree */
};

/* Reads "random", "greedy", "easy", "normal", "hard", "expert" (what these are depends on the game), or
 * "ismcts:iterations=N,trees=N,noise=N"; false, with the reason, if the text is anything else. */
bool bot_read(struct bot *out, const struct game *game, const char *text, struct why *why);

/* In words that bot_read takes: what a level is made of. */
void bot_put(struct text *out, const struct bot *bot);

/* The levels, from the weakest on. */
enum { LEVELS = 4 };
extern const char *const level_names[LEVELS];
struct bot bot_level(const struct game *game, int level);

/* ---- question and answer --------------------------------------------------------------------- */

struct question {
    const struct game *game;
    uint8_t seats, seat;
    uint64_t seed; /* of the bot's own luck */
    _Alignas(8) unsigned char state[STATE_MAX];
};

/* What this seat, which owes a decision, may be asked in this state. The only way from a state to a bot. */
void question_make(struct question *out, const struct game *game, int seats, const void *state, int seat,
                   uint64_t seed);

/* One of the options: */
struct reason {
    move_t move;
    uint32_t visits; /* simulations that began with it */
    double value;    /* what it was worth to the seat on average: about 1 a certain win, 0 a certain loss; in a solo
                        game the expected score in units of what the game calls a difference that matters */
    double weight;   /* how often the bot would play it, of 1 */
};

struct answer {
    move_t move;
    uint16_t n;           /* options, in the order of their numbers; only a search has looked at their values */
    uint32_t simulations; /* made for it */
    struct reason reason[MOVES_MAX];
};

size_t bot_memory(const struct bot *bot, int seats); /* at a table with so many seats or fewer */

/* memory: bot_memory() bytes, aligned to 8. */
void bot_think(const struct bot *bot, const struct question *question, void *memory, struct answer *out);

/* ---- the same in parts: for threads, and for budgets of time --------------------------------- */

/* bot_think is: answer_begin; if the bot grows trees, for each of them tree_begin, tree_grow by
 * bot->iterations and answer_add; answer_finish. Trees share nothing and can grow in different threads, for as long as
 * there is time; adding them in the order of their numbers gives the same answer as one after the other. */
size_t tree_memory(const struct bot *bot, int seats);
void tree_begin(void *memory, const struct bot *bot, const struct question *question, int number);
void tree_grow(void *memory, uint32_t simulations);

void answer_begin(struct answer *out, const struct question *question); /* its options */
void answer_add(struct answer *out, const void *tree);                  /* what a tree has learned about them */
void answer_finish(struct answer *out, const struct bot *bot, const struct question *question);

/* Whether trees are needed: for every bot that grows them, also where there is a single option. Whoever waits for the
 * answer would learn from a quick one that there was nothing to choose; where nobody does, see answer_forced. */
bool bot_needs_trees(const struct bot *bot);

/* For matches in which only bots play: the answer to a question with a single option, without thinking. False if there
 * are several. */
bool answer_forced(const struct question *question, struct answer *out);

#endif
