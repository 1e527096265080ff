#include "thing.h"

#include <string.h>

enum { NAME_BYTES = 128 };

/* ---- what is there -------------------------------------------------------------------------------- */

int sights_of(const struct view *view, struct sight out[SIGHTS_MAX])
{
    const struct scene_place *place = view->scene.place;
    const struct scene_piece *piece = view->scene.piece;
    int n = 0;

    for (int z = 0; z < view->scene.zones; z++) {
        const struct scene_zone *zone = &view->scene.zone[z];

        for (int i = 0; i < zone->places; i++, place++) {
            if (place->pieces == 0)
                out[n++] = (struct sight){zone, place, NULL};
            for (int k = 0; k < place->pieces; k++)
                out[n++] = (struct sight){zone, place, piece++};
        }
    }
    return n;
}

bool sight_at(const struct view *view, struct touch touch, int which, struct sight *out)
{
    struct sight sight[SIGHTS_MAX];
    int n = sights_of(view, sight);

    for (int i = 0; i < n; i++) {
        int thing = sight[i].piece ? sight[i].piece->thing : NOTHING;

        if (sight[i].place->id != touch.place || (touch.thing != NOTHING && touch.thing != thing) || which-- > 0)
            continue;
        *out = sight[i];
        if (touch.thing == NOTHING)
            out->piece = NULL;
        return true;
    }
    return false;
}

static const struct thing *thing_of(const struct view *view, int thing)
{
    return &view->match->deal.game->things[thing];
}

/* The first piece of a place. */
static const struct scene_piece *pieces_of(const struct view *view, const struct scene_place *place)
{
    const struct scene_piece *piece = view->scene.piece;

    for (const struct scene_place *at = view->scene.place; at < place; at++)
        piece += at->pieces;
    return piece;
}

/* ---- in words ------------------------------------------------------------------------------------ */

/* The only card on a place, or NOTHING. */
static int card_at(const struct view *view, const struct scene_place *place)
{
    const struct scene_piece *piece = pieces_of(view, place);
    int card = NOTHING;

    for (int i = 0; i < place->pieces; i++) {
        if (thing_of(view, piece[i].thing)->kind != THING_CARD)
            continue;
        if (card != NOTHING)
            return NOTHING; /* other pieces lie beside them */
        card = piece[i].thing;
    }
    return card;
}

void sight_name(struct text *out, const struct view *view, const struct sight *sight)
{
    int card = card_at(view, sight->place);
    size_t from = out->used;

    if (!sight->piece)
        return;
    text_put(out, thing_of(view, sight->piece->thing)->name);
    if (thing_of(view, sight->piece->thing)->kind != THING_CARD && card != NOTHING) {
        text_put(out, " on ");
        text_put(out, thing_of(view, card)->name);
    }
    text_capital(out, from);
}

void sight_where(struct text *out, const struct view *view, const struct sight *sight)
{
    struct speech speech = match_speech(view->match, view->viewer);
    size_t from = out->used;

    if (sight->zone->title.text != NO_TEXT)
        sentence_put(out, &speech, sight->zone->title);
    if (sight->place->label.text == NO_TEXT)
        return;
    text_put(out, out->used > from ? ": " : "");
    sentence_put(out, &speech, sight->place->label);
}

/* How many there are, where that is not clear from looking at one. */
static void put_contents(struct text *out, const struct view *view, int thing)
{
    const struct game *game = view->match->deal.game;
    uint16_t count[THINGS_MAX] = {0};

    game->contents(&view->match->deal.setup, count);
    if (count[thing] == 0) {
        text_put(out, " It is not in this game.");
    } else if (game->things[thing].kind == THING_CARD && count[thing] > 1 && count[thing] != UNLIMITED) {
        text_put(out, " One of ");
        text_number(out, count[thing]);
        text_put(out, " in the game.");
    }
}

void thing_about(struct text *out, const struct view *view, int thing)
{
    const struct game *game = view->match->deal.game;
    struct speech speech = match_speech(view->match, view->viewer);
    struct phrase about = game->about(&view->match->deal.setup, thing);

    if (game->things[thing].back == thing) {
        text_put(out, "Only the back is to be seen.");
        return;
    }
    if (about.text != NO_TEXT) {
        sentence_put(out, &speech, about);
        text_put(out, ".");
    }
    put_contents(out, view, thing);
}

static void put_pieces(struct text *out, const struct view *view, const struct scene_piece *piece)
{
    if (piece->count != UNLIMITED) {
        text_number(out, piece->count);
        text_put(out, " × ");
    }
    text_put(out, thing_of(view, piece->thing)->name);
}

/* What lies there besides, of other kinds: gems on a card, but not that card for a gem, which is called after it. */
static void put_company(struct text *out, const struct view *view, const struct sight *sight)
{
    const struct scene_piece *piece = pieces_of(view, sight->place);
    int n = 0;

    for (int i = 0; sight->piece && i < sight->place->pieces; i++) {
        const struct thing *thing = thing_of(view, piece[i].thing);

        if (thing->kind == THING_CARD || thing->kind == thing_of(view, sight->piece->thing)->kind)
            continue;
        text_put(out, n++ ? ", " : "With it: ");
        put_pieces(out, view, &piece[i]);
    }
    text_put(out, n ? ".\n" : "");
}

static void put_counters(struct text *out, const struct view *view, const struct sight *sight)
{
    int zone = (int)(sight->zone - view->scene.zone);

    for (int i = 0; i < view->scene.counters; i++) {
        const struct scene_counter *counter = &view->scene.counter[i];

        if ((counter->scope != SCOPE_PLACE || counter->of != sight->place->id) &&
            (counter->scope != SCOPE_ZONE || counter->of != zone))
            continue;
        view_counter(view, counter, out);
        text_put(out, ".\n");
    }
}

void sight_more(struct text *out, const struct view *view, const struct sight *sight)
{
    const struct scene_piece *piece = sight->piece;

    if (piece && piece->flags & PIECE_DOWN)
        text_put(out, "It lies face down, and you know what it is.\n");
    if (piece && piece->count == UNLIMITED) {
        text_put(out, "They never run out.\n");
    } else if (piece && piece->count > 1) {
        text_number(out, piece->count);
        text_put(out, " of them lie here.\n");
    }
    put_company(out, view, sight);
    put_counters(out, view, sight);
}

void thing_mark(struct text *out, const struct game *game, int thing, bool down)
{
    static const char opening[] = "[\0<|{", closing[] = "]\0>|}";
    const struct thing *it = &game->things[thing];

    if (it->kind == THING_GEM) {
        text_put(out, it->mark);
        return;
    }
    text_char(out, down ? '(' : opening[it->kind]);
    text_put(out, it->mark);
    text_char(out, down ? ')' : closing[it->kind]);
}

/* ---- as a picture ---------------------------------------------------------------------------------- */

/* The lines of its edge: across, down, and the corners from the upper left one on. A card has square corners, all else
 * round ones. */
struct edge {
    uint32_t across, down, corner[4];
};

static struct edge edge_of(const struct game *game, int thing, bool down, bool unicode)
{
    bool card = game->things[thing].kind == THING_CARD;

    if (game->things[thing].back == thing)
        return unicode ? (struct edge){0x2591, 0x2591, {0x2591, 0x2591, 0x2591, 0x2591}}
                       : (struct edge){'#', '#', {'#', '#', '#', '#'}};
    if (!unicode)
        return card ? (struct edge){'-', '|', {'+', '+', '+', '+'}} : (struct edge){'-', '|', {'.', '.', '\'', '\''}};
    if (!card)
        return (struct edge){0x2500, 0x2502, {0x256d, 0x256e, 0x2570, 0x256f}};
    return (struct edge){down ? 0x254c : 0x2500, down ? 0x2506 : 0x2502, {0x250c, 0x2510, 0x2514, 0x2518}};
}

static void draw_edge(struct cells *out, int row, int column, struct edge edge, struct cell like)
{
    const int bottom = THING_ROWS - 1, right = THING_COLUMNS - 1;

    for (int i = 0; i <= bottom; i++) {
        for (int k = 0; k <= right; k++) {
            struct cell *cell = cells_at(out, row + i, column + k);
            bool level = i == 0 || i == bottom, side = k == 0 || k == right;

            if (!cell)
                continue;
            *cell = like;
            cell->c = level && side ? edge.corner[2 * (i > 0) + (k > 0)] : level ? edge.across : side ? edge.down : ' ';
        }
    }
}

/* Words in the middle of a thing, between its first and its last line, each line in the middle. */
static void draw_middle(struct cells *out, int row, int column, const char *words, struct cell like)
{
    enum { LINES = THING_ROWS - 4, WIDE = THING_COLUMNS - 2, DRAWN = 8 };
    struct cell memory[DRAWN * WIDE];
    struct cells lines = cells_in(memory, WIDE, DRAWN);
    int n = cells_wrap(&lines, 0, 0, 0, WIDE, words, like);

    n = n < LINES ? n : LINES;
    row += (LINES - n) / 2;
    for (int i = 0; i < n; i++) {
        int wide = WIDE;

        while (wide > 0 && memory[i * WIDE + wide - 1].c == 0)
            wide--;
        for (int k = 0; k < wide; k++) {
            struct cell *cell = cells_at(out, row + i, column + (WIDE - wide) / 2 + k);

            if (cell && memory[i * WIDE + k].c)
                *cell = memory[i * WIDE + k];
        }
    }
}

void thing_draw(struct cells *out, int row, int column, const struct game *game, int thing, bool down, bool unicode)
{
    const struct thing *it = &game->things[thing];
    struct cell like = {.ink = it->back == thing ? INK_BACK : down ? INK_DOWN : INK_PIECE, .colour = it->colour};
    char name[NAME_BYTES], number[NAME_BYTES];
    struct text title = text_in(name, sizeof name), sign = text_in(number, sizeof number);
    const char *second = thing_second(it);
    int foot = row + THING_ROWS - 2, wide = THING_COLUMNS - 4;

    draw_edge(out, row, column, edge_of(game, thing, down, unicode), like);
    if (it->back == thing || it->kind != THING_CARD || !thing_title_put(&title, it))
        text_put(&title, it->name);
    draw_middle(out, row + 2, column + 1, name, like);
    if (it->back == thing)
        return;
    if (!thing_sign_put(&sign, it) && it->number != NO_NUMBER)
        text_number(&sign, it->number);
    cells_put(out, row + 1, column + 2, number, wide, like);
    if (it->colour != COLOUR_NONE)
        cells_put(out, foot, column + 2, colour_name(it->colour), wide, like);
    cells_put(out, foot, column + 2 + wide - text_width(second), second, wide, like);
}

/* ---- what somebody means --------------------------------------------------------------------------- */

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Letters small, blanks single and none at the ends; without the brackets in which a mark stands. */
static void simplify(char out[NAME_BYTES], const char *words, bool mark)
{
    static const char brackets[] = "[](){}<>||";
    size_t n = 0;

    for (; *words && n + 1 < NAME_BYTES; words++)
        if (*words != ' ' || (n > 0 && out[n - 1] != ' '))
            out[n++] = mark ? *words : small(*words);
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = 0;
    for (size_t i = 0; mark && n > 2 && brackets[i]; i += 2) {
        if (out[0] != brackets[i] || out[n - 1] != brackets[i + 1])
            continue;
        memmove(out, out + 1, n - 2);
        out[n - 2] = 0;
        break;
    }
}

/* How a thing fits, from what says most to what says least. */
enum thing_fit { FITS_NOT_AT_ALL, FITS_PART, FITS_WORD, FITS_START, FITS_MARK, FITS_NAME, FITS_EXACTLY };

static bool is_mark(const struct thing *thing, const char *typed)
{
    size_t n = strcspn(thing->mark, ":");

    return text_same(thing->mark, typed) || (thing->mark[n] && strlen(typed) == n && text_starts(thing->mark, typed));
}

static enum thing_fit fit_of(const struct thing *thing, const char *mark, const char *words)
{
    char name[NAME_BYTES];
    const char *at;

    simplify(name, thing->name, false);
    at = strstr(name, words);
    if (strcmp(thing->mark, mark) == 0)
        return FITS_EXACTLY;
    if (strcmp(name, words) == 0)
        return FITS_NAME;
    if (is_mark(thing, mark))
        return FITS_MARK;
    for (; at; at = strstr(at + 1, words)) {
        if (at == name)
            return FITS_START;
        if (at[-1] == ' ')
            return FITS_WORD;
    }
    return strstr(name, words) ? FITS_PART : FITS_NOT_AT_ALL;
}

int things_that_fit(const struct game *game, const char *typed, uint16_t out[THINGS_MAX])
{
    char mark[NAME_BYTES], words[NAME_BYTES];
    enum thing_fit best = FITS_PART;
    int n = 0;

    simplify(mark, typed, true);
    simplify(words, mark, false);
    if (words[0] == 0)
        return 0;
    for (int i = 0; i < game->things_n; i++) {
        enum thing_fit fit = fit_of(&game->things[i], mark, words);

        if (fit > best)
            n = 0;
        if (fit < best)
            continue;
        best = fit;
        out[n++] = (uint16_t)i;
    }
    return n;
}

/* How many letters are to be changed, put in or left out to make one word of the other. */
static int difference(const char *a, const char *b)
{
    int row[NAME_BYTES];
    int n = (int)strlen(b);

    for (int k = 0; k <= n; k++)
        row[k] = k;
    for (int i = 0; a[i]; i++) {
        int corner = row[0];

        row[0] = i + 1;
        for (int k = 0; k < n; k++) {
            int change = corner + (a[i] != b[k]), least = row[k] < row[k + 1] ? row[k] + 1 : row[k + 1] + 1;

            corner = row[k + 1];
            row[k + 1] = change < least ? change : least;
        }
    }
    return row[n];
}

/* That of the whole name, or of one of its words and a little more. */
static int distance(const struct thing *thing, const char *words)
{
    char name[NAME_BYTES];
    int best;

    simplify(name, thing->name, false);
    best = difference(name, words);
    for (char *word = strtok(name, " "); word; word = strtok(NULL, " ")) {
        int one = difference(word, words) + 1;

        best = one < best ? one : best;
    }
    return best;
}

int things_near(const struct game *game, const char *typed, int most, uint16_t out[])
{
    char words[NAME_BYTES];
    int far[THINGS_MAX], n = 0, limit;

    simplify(words, typed, false);
    limit = 1 + (int)strlen(words) / 3;
    for (int i = 0; i < game->things_n; i++) {
        int here = distance(&game->things[i], words), at = n;

        while (at > 0 && far[at - 1] > here)
            at--;
        if (at == most || here > limit)
            continue;
        n += n < most;
        memmove(far + at + 1, far + at, sizeof *far * (size_t)(n - 1 - at));
        memmove(out + at + 1, out + at, sizeof *out * (size_t)(n - 1 - at));
        far[at] = here;
        out[at] = (uint16_t)i;
    }
    return n;
}
