/* registry.c: the list of games for tests: all of them and the template. */
#include "../src/table/games.h"

#define GAME(name, id) extern const struct game game_##name;
#include "../src/games/games.def"
GAME(template, "template")
#undef GAME

const struct game *const games[] = {
#define GAME(name, id) &game_##name,
#include "../src/games/games.def"
    GAME(template, "template")
#undef GAME
        NULL,
};
