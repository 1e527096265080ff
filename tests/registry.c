/* registry.c: the list of games for tests: all of them, the template and the small games that are only for tests. */
#include "../src/table/games.h"

#define GAME(name, id) extern const struct game game_##name;
#include "../src/games/games.def"
GAME(template, "template")
GAME(kuhn, "kuhn")
GAME(goofspiel, "goofspiel")
#undef GAME

const struct game *const games[] = {
#define GAME(name, id) &game_##name,
#include "../src/games/games.def"
    GAME(template, "template") GAME(kuhn, "kuhn") GAME(goofspiel, "goofspiel")
#undef GAME
        NULL,
};
