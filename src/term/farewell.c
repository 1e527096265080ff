/* farewell.c: the last words of a match, on the screen or line by line. */
#include "term.h"

#include <stdlib.h>

#include "../table/record.h"

void say_farewell(struct session *s)
{
    size_t room = record_room(s->match) + 1;
    char *memory;
    struct text out;

    if (s->unsaved.text[0] || s->file < 0)
        session_save(s);
    if (!s->unsaved.text[0]) {
        if (match_over(s->match))
            printf("The record of the game: %s\n", s->path);
        else
            printf("The game is saved in %s; '%s resume' goes on with it.\n", s->path, cli_program());
        return;
    }
    memory = need_memory(room);
    out = text_in(memory, room);
    record_put(&out, s->match);
    printf(
        "The game could not be saved: %s.\nThis is its record; put the lines below into a file, and '%s resume FILE' "
        "shows it or goes on with it:\n\n%s",
        s->unsaved.text, cli_program(), memory);
    free(memory);
}
