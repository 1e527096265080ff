/* registry.c: the list of games, made from games.def. On its own, so that tests can bring their own list. */
#include "games.h"

#define GAME(name, id) extern const struct game game_##name;
#include "../games/games.def"
#undef GAME

const struct game *const games[] = {
#define GAME(name, id) &game_##name,
#include "../games/games.def"
#undef GAME
    NULL,
};
