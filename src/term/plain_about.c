/* plain_about.c: what lies on the table, and what it is and does, line by line. */
#include <stdio.h>
#include <string.h>

#include "term.h"
#include "thing.h"

enum { LINES_SIZE = 8192 };

/* A paragraph, its later lines further in. */
static void tell(const char *words, int indent)
{
    char lines[LINES_SIZE];
    struct text out = text_in(lines, sizeof lines);

    text_pad(&out, ' ', indent);
    text_wrapped(&out, words, indent, indent + 4);
    printf("%s\n", lines);
}

/* "[G3] Green 3". */
static void put_title(struct text *out, const struct game *game, int thing, bool down)
{
    size_t from;

    thing_mark(out, game, thing, down);
    text_char(out, ' ');
    from = out->used;
    text_put(out, game->things[thing].name);
    text_capital(out, from);
}

/* Those of them that are this thing. Returns how many. */
static int sights_with(const struct view *view, int thing, struct sight out[SIGHTS_MAX])
{
    int all = sights_of(view, out), n = 0;

    for (int i = 0; i < all; i++)
        if (out[i].piece && out[i].piece->thing == thing)
            out[n++] = out[i];
    return n;
}

/* ---- one thing ------------------------------------------------------------------------------------ */

/* Where it is, and all that there is to say of it there. */
static void tell_sight(const struct view *view, const struct sight *sight)
{
    const char *name = view->match->deal.game->things[sight->piece->thing].name;
    char words[LINES_SIZE], full[256], more[SIGHT_TEXT_MAX];
    struct text out = text_in(words, sizeof words), whole = text_in(full, sizeof full);
    struct text rest = text_in(more, sizeof more);
    size_t from;

    sight_where(&out, view, sight);
    sight_name(&whole, view, sight);
    text_put(&out, full[strlen(name)] ? "," : "");
    text_put(&out, full + strlen(name)); /* " on green 3" */
    text_char(&out, '.');
    from = out.used;
    sight_more(&rest, view, sight);
    if (more[0])
        text_char(&out, ' ');
    text_put(&out, more);
    for (; from < out.used; from++)
        if (words[from] == '\n')
            words[from] = words[from + 1] ? ' ' : 0;
    tell(words, 2);
}

static void tell_thing(const struct view *view, int thing)
{
    static struct sight sight[SIGHTS_MAX];
    int n = sights_with(view, thing, sight);
    char words[LINES_SIZE];
    struct text out = text_in(words, sizeof words);

    put_title(&out, view->match->deal.game, thing, n == 1 && sight[0].piece->flags & PIECE_DOWN);
    printf("%s\n", words);
    out = text_in(words, sizeof words);
    thing_about(&out, view, thing);
    tell(words, 2);
    for (int i = 0; i < n; i++)
        tell_sight(view, &sight[i]);
    if (n == 0)
        printf("  Not to be seen on the table.\n");
}

/* ---- several -------------------------------------------------------------------------------------- */

/* In a line: what it is called, what it is and does, and where it is. */
static void tell_briefly(const struct view *view, int thing)
{
    static struct sight sight[SIGHTS_MAX];
    int n = sights_with(view, thing, sight);
    char words[LINES_SIZE];
    struct text out = text_in(words, sizeof words);

    put_title(&out, view->match->deal.game, thing, n == 1 && sight[0].piece->flags & PIECE_DOWN);
    text_put(&out, ": ");
    thing_about(&out, view, thing);
    text_char(&out, ' ');
    if (n == 0) {
        text_put(&out, "Not to be seen on the table");
    } else if (n == 1) {
        sight_where(&out, view, &sight[0]);
    } else {
        text_put(&out, "In ");
        text_number(&out, n);
        text_put(&out, " places");
    }
    text_char(&out, '.');
    tell(words, 0);
}

/* All that there is to see, in the order in which it lies there. */
static void tell_all(const struct view *view)
{
    static struct sight sight[SIGHTS_MAX];
    uint16_t thing[SIGHTS_MAX];
    bool told[THINGS_MAX] = {false};
    int all = sights_of(view, sight), n = 0;

    for (int i = 0; i < all; i++) {
        if (!sight[i].piece || told[sight[i].piece->thing])
            continue;
        told[sight[i].piece->thing] = true;
        thing[n++] = sight[i].piece->thing;
    }
    for (int i = 0; i < n; i++)
        tell_briefly(view, thing[i]);
    printf("%s", n ? "'about' and a name or a mark tells more of one thing.\n" : "Nothing lies on the table.\n");
}

/* "'red Gnalli', 'blue Gnalli', ...". */
static void put_names(struct text *out, const struct game *game, const uint16_t thing[], int n, int most)
{
    for (int i = 0; i < n && i < most; i++) {
        text_put(out, i ? ", '" : "'");
        text_put(out, game->things[thing[i]].name);
        text_char(out, '\'');
    }
    text_put(out, n > most ? ", ..." : ".");
}

/* ---- what somebody means -------------------------------------------------------------------------- */

/* Gems stand on the table with their number, "2g": without it. */
static int find_things(const struct game *game, const char *words, uint16_t found[THINGS_MAX])
{
    int n = things_that_fit(game, words, found);
    size_t digits = strspn(words, "0123456789");

    return n == 0 && digits > 0 && words[digits] ? things_that_fit(game, words + digits, found) : n;
}

void about_plain(const struct view *view, const char *words)
{
    enum { BRIEFLY = 8, NAMES = 8, NEAR = 3 };
    const struct game *game = view->match->deal.game;
    uint16_t found[THINGS_MAX];
    char line[LINES_SIZE];
    struct text out = text_in(line, sizeof line);
    int n = find_things(game, words, found);

    if (!*words) {
        tell_all(view);
    } else if (n == 1) {
        tell_thing(view, found[0]);
    } else if (n > 1 && n <= BRIEFLY) {
        for (int i = 0; i < n; i++)
            tell_briefly(view, found[i]);
    } else {
        text_char(&out, '\'');
        text_put(&out, words);
        text_put(&out, "' ");
        if (n > 0) {
            text_put(&out, "could be ");
            text_number(&out, n);
            text_put(&out, " things: ");
        } else {
            n = things_near(game, words, NEAR, found);
            text_put(&out, "is the name of nothing in this game");
            text_put(&out, n ? "; the nearest: " : "; 'about' alone tells of all that lies on the table.");
        }
        if (n > 0)
            put_names(&out, game, found, n, NAMES);
        tell(line, 0);
    }
}
