/* games.h: the list of games, and what follows for any game from the contract alone. */
#ifndef WABE_GAMES_H
#define WABE_GAMES_H

#include "../games/game.h"
#include "text.h"

/* All games in the order of games.def, then NULL. */
extern const struct game *const games[];

const struct game *game_by_id(const char *id); /* or NULL */

/* Seats that have chosen in the running sealed step; 0 in games that have none. */
uint32_t game_sealed(const struct game *game, const void *state);

/* What a viewer may be told of this state: a copy in which the sealed choices of the running step are
 * taken back: the others' always, the viewer's own once it is complete (so that it can be changed; a
 * choice half made is still needed to make the other half). The referee's copy has them all. */
void game_view(const struct game *game, const void *state, int viewer, void *out);

/* A fingerprint of the state. Servers store it with every event, so it lasts: see state_first. */
uint64_t game_hash(const struct game *game, const void *state, uint64_t start);

/* Chance: the sum of the weights, and the outcome at r. By the game's draw or by its list. */
uint32_t game_odds(const struct game *game, const void *state);
move_t game_draw(const struct game *game, const void *state, uint32_t r);

/* Whether `move` is among the options of this actor (a seat that owes, or CHANCE when it is due). */
bool game_legal(const struct game *game, const void *state, int actor, move_t move);

/* All options of this actor: legal moves or outcomes. weight may be NULL. */
int game_options(const struct game *game, const void *state, int actor, move_t out[], uint32_t weight[]);

/* Ranks from scores and tie-breaks: 1 is best, equals share (1, 1, 3). */
void game_ranks(const struct game *game, int seats, const struct result *result, uint8_t rank[]);

/* An option with its values, "variant=basic|extended" or "gems=3..8". */
void option_put(struct text *out, const struct option *option);

/* One of its values: as it is written, "extended" or "6"; and as it is explained. */
void option_value_put(struct text *out, const struct option *option, int index);
void option_title_put(struct text *out, const struct option *option, int index);

/* The options of a setup as a JSON object, under "options". */
void options_json(struct text *out, const struct game *game, const struct setup *setup);

/* The value that is written so; false if it has none. */
bool option_read(const struct option *option, const char *words, uint8_t *index);

/* The next value by size, or the one before (by is 1 or -1), round and round. */
uint8_t option_step(const struct option *option, uint8_t index, int by);

/* Whether the seats and options are in range and the game accepts them. */
bool game_setup_ok(const struct game *game, const struct setup *setup, struct why *why);

/* The next combination of seats and options that the game accepts, in a fixed order; false after the
 * last. Start with a zeroed setup. Numbers are at their default; or, with game_next_extreme, one number is at its least
 * or greatest value, and the choices are others from one setup to the next. */
bool game_next_setup(const struct game *game, struct setup *setup);
bool game_next_extreme(const struct game *game, struct setup *setup);

#endif
