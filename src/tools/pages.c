/* pages.c: the rules pages, docs/rules/<id>.md, inside the program. */
#include "tools/tools.h"

#include <string.h>

/* The assembler lays the file there with a zero byte behind it; -Wa,-I names the folder. (The build compiles a copy of
 * this file that is made anew when a page changes, since compilers do not see .incbin.) */
#define GAME(name, file)                                                                                               \
    extern const char page_##name[], page_##name##_end[];                                                              \
    __asm__(".pushsection .rodata\n"                                                                                   \
            ".global page_" #name "\npage_" #name ":\n.incbin \"docs/rules/" file ".md\"\n"                            \
            ".global page_" #name "_end\npage_" #name "_end:\n.byte 0\n.popsection\n");
#include "games/games.def"
#undef GAME

const char *rules_page(const struct game *game, size_t *size)
{
#define GAME(name, file)                                                                                               \
    if (strcmp(game->id, file) == 0) {                                                                                 \
        *size = (size_t)(page_##name##_end - page_##name);                                                             \
        return page_##name;                                                                                            \
    }
#include "games/games.def"
#undef GAME
    *size = 0;
    return "";
}
