/* board.c: a view drawn in characters, for terminals, screen readers, logs and golden files. One renderer for all
 * games: it knows zones, places and pieces only.
 *
 * Cards stand in brackets, [G3]; face down but known, (G3); of others only the back, [?]; or in frames of three lines.
 * Gems are counts and letters, 2g. */
#include "board.h"

enum { INDENT = 4, CELL_SIZE = 64, LABEL_WIDTH = 10 };
enum { MARGIN = 2, GAP_MAX = 6 }; /* left of a map and at least between maps side by side; at most between them */
enum { FRAME_LINES = 3 };
enum { BESIDE = 2, RIGHT_MIN = 28 }; /* between maps and what stands at their right; how wide that is at least */
enum { PACKED = 4 };                 /* between zones on one line */

/* Where and how to draw: in the columns from `left` to before `right`. */
struct pen {
    const struct view *view;
    const struct game *game;
    struct speech speech;
    struct board *out;
    int left, right;
    bool framed, unicode, tight, packed;
    bool own_first;        /* zones stand in the order of turn_of */
    bool flowing;          /* a heap is broken where the line ends, and others follow it there: it needs no rectangle */
    bool cramped, listed;  /* a map was too wide: its places stand closer; it has become a list */
    uint16_t place, piece; /* the spots that are being drawn, 0: none */
    int edge, bottom;      /* after the last column and row that were drawn on */
    int needed;            /* after the last row of a map or of something of the viewer's own */
};

static struct pen pen_for(const struct view *view, struct board *out)
{
    return (struct pen){.view = view,
                        .game = view->match->deal.game,
                        .speech = match_speech(view->match, view->viewer),
                        .out = out,
                        .right = TEXT_COLUMNS};
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

/* ---- spots ------------------------------------------------------------------------------------ */

static uint16_t new_spot(struct pen *pen, int place, int thing)
{
    struct board *out = pen->out;

    if (out->spots == BOARD_SPOTS)
        return 0;
    out->spot[out->spots++] = (struct board_spot){(uint16_t)place, (uint16_t)thing, 0, 0, 0, 0};
    return (uint16_t)out->spots;
}

static void begin_place(struct pen *pen, const struct scene_place *place)
{
    pen->place = new_spot(pen, place->id, NOTHING);
}

/* A spot also covers these columns of a row, as far as they are on the picture. */
static void cover(struct pen *pen, uint16_t number, int row, int column, int end)
{
    struct board_spot *spot;
    int bottom, right;

    column = max(column, 0);
    end = min(end, pen->out->cells.columns);
    if (number == 0 || row < 0 || row >= pen->out->cells.rows_max || column >= end)
        return;
    spot = &pen->out->spot[number - 1];
    if (spot->rows == 0)
        *spot = (struct board_spot){spot->place,     spot->thing, (int16_t)row,
                                    (int16_t)column, 1,           (int16_t)(end - column)};
    bottom = max(spot->row + spot->rows, row + 1);
    right = max(spot->column + spot->columns, end);
    spot->row = (int16_t)min(spot->row, row);
    spot->column = (int16_t)min(spot->column, column);
    spot->rows = (int16_t)(bottom - spot->row);
    spot->columns = (int16_t)(right - spot->column);
}

/* ---- writing ---------------------------------------------------------------------------------- */

static struct cell like(const struct pen *pen, enum ink ink, int colour)
{
    return (struct cell){0, pen->piece ? pen->piece : pen->place, (uint8_t)ink, (uint8_t)colour};
}

static void drawn(struct pen *pen, int row, int column, int end)
{
    cover(pen, pen->place, row, column, end);
    cover(pen, pen->piece, row, column, end);
    pen->edge = max(pen->edge, end);
    pen->bottom = max(pen->bottom, row + 1);
}

/* Writes at most `width` characters of a line. Returns the column after them. */
static int put(struct pen *pen, int row, int column, const char *line, int width, enum ink ink, int colour)
{
    int end = cells_put(&pen->out->cells, row, column, line, width, like(pen, ink, colour));

    if (end > column)
        drawn(pen, row, column, end);
    return end;
}

/* Writes words in as many lines as they need. Returns the row after them. */
static int put_words(struct pen *pen, int row, int indent, const char *words, enum ink ink)
{
    int width = text_width(words), column = pen->left + indent, end;

    if (column + width <= pen->right) {
        put(pen, row, column, words, width, ink, COLOUR_NONE);
        return row + 1;
    }
    end = cells_wrap(&pen->out->cells, row, column, pen->left + INDENT, pen->right, words, like(pen, ink, COLOUR_NONE));
    for (; row < end; row++)
        drawn(pen, row, min(column, pen->left + INDENT), pen->right);
    return end;
}

static void put_label(struct text *out, const struct pen *pen, struct phrase label)
{
    if (label.text != NO_TEXT)
        sentence_put(out, &pen->speech, label);
}

/* ---- pieces ----------------------------------------------------------------------------------- */

static bool is_gem(const struct pen *pen, const struct scene_piece *piece)
{
    return pen->game->things[piece->thing].kind == THING_GEM;
}

static bool is_framed(const struct pen *pen, const struct scene_piece *piece)
{
    return pen->framed && pen->game->things[piece->thing].kind == THING_CARD;
}

static bool is_back(const struct pen *pen, const struct scene_piece *piece)
{
    return pen->game->things[piece->thing].back == piece->thing;
}

/* How many lines a row of these pieces takes. */
static int height(const struct pen *pen, const struct scene_piece *piece, int n)
{
    for (int i = 0; i < n; i++)
        if (is_framed(pen, &piece[i]))
            return FRAME_LINES;
    return 1;
}

static void put_count(struct text *out, const struct scene_piece *piece)
{
    if (piece->count > 1) {
        text_char(out, 'x');
        text_number(out, piece->count);
    }
}

/* A line of a framed card. Of a card face down the sides are round; that of a back is hatched. */
static void frame_line(struct text *out, const struct pen *pen, const struct scene_piece *piece, int line)
{
    static const char *const frame[2][3][FRAME_LINES][3] = {
        {{{"+", "-", "+"}, {"|", " ", "|"}, {"+", "-", "+"}},
         {{"+", "-", "+"}, {"(", " ", ")"}, {"+", "-", "+"}},
         {{"#", "#", "#"}, {"#", " ", "#"}, {"#", "#", "#"}}},
        {{{"┌", "─", "┐"}, {"│", " ", "│"}, {"└", "─", "┘"}},
         {{"┌", "╌", "┐"}, {"(", " ", ")"}, {"└", "╌", "┘"}},
         {{"░", "░", "░"}, {"░", " ", "░"}, {"░", "░", "░"}}},
    };
    const char *mark = pen->game->things[piece->thing].mark;
    const char *const *part = frame[pen->unicode][is_back(pen, piece) ? 2 : piece->flags & PIECE_DOWN ? 1 : 0][line];
    int width = text_width(mark), side = width == 1; /* a card is wider than one character */

    text_put(out, part[0]);
    for (int i = 0; line == 1 ? i < side : i < width + 2 * side; i++)
        text_put(out, part[1]);
    if (line == 1) {
        text_put(out, mark);
        text_pad(out, ' ', side);
    }
    text_put(out, part[2]);
    if (line == 1)
        put_count(out, piece);
}

/* Of a gem: a lone mark without a colour says little. */
static bool has_number(const struct scene_piece *piece, const struct thing *thing)
{
    return piece->count != UNLIMITED && (piece->count > 1 || thing->colour == COLOUR_NONE);
}

/* A piece on one line, or the middle line of one that is framed. */
static void piece_line(struct text *out, const struct pen *pen, const struct scene_piece *piece)
{
    static const char opening[] = "[*<|{", closing[] = "]*>|}";
    const struct thing *thing = &pen->game->things[piece->thing];

    if (is_framed(pen, piece)) {
        frame_line(out, pen, piece, 1);
        return;
    }
    if (thing->kind == THING_GEM) {
        if (has_number(piece, thing))
            text_number(out, piece->count);
        text_put(out, thing->mark);
        return;
    }
    text_char(out, piece->flags & PIECE_DOWN ? '(' : opening[thing->kind]);
    text_put(out, thing->mark);
    text_char(out, piece->flags & PIECE_DOWN ? ')' : closing[thing->kind]);
    put_count(out, piece);
}

static int digits(int n)
{
    int width = 1;

    for (; n >= 10; n /= 10)
        width++;
    return width;
}

/* The width of that line, which is needed more often than the line. */
static int piece_width(const struct pen *pen, const struct scene_piece *piece)
{
    const struct thing *thing = &pen->game->things[piece->thing];
    int width = text_width(thing->mark);

    if (thing->kind == THING_GEM)
        return width + (has_number(piece, thing) ? digits(piece->count) : 0);
    return width + 2 + (is_framed(pen, piece) && width == 1 ? 2 : 0) +
           (piece->count > 1 ? 1 + digits(piece->count) : 0);
}

static enum ink piece_ink(const struct pen *pen, const struct scene_piece *piece)
{
    return is_back(pen, piece) ? INK_BACK : piece->flags & PIECE_DOWN ? INK_DOWN : INK_PIECE;
}

/* Draws a piece in a row of `high` lines. Returns the column after it. */
static int draw_piece(struct pen *pen, int row, int high, int column, int place, const struct scene_piece *piece)
{
    enum ink ink = piece_ink(pen, piece);
    int colour = pen->game->things[piece->thing].colour, end;
    char line[2 * CELL_SIZE];
    struct text text = text_in(line, sizeof line);

    pen->piece = new_spot(pen, place, piece->thing);
    piece_line(&text, pen, piece);
    end = put(pen, row + high / 2, column, line, text_width(line), ink, colour);
    for (int i = 0; is_framed(pen, piece) && i < FRAME_LINES; i += 2) {
        text = text_in(line, sizeof line);
        frame_line(&text, pen, piece, i);
        put(pen, row + i, column, line, text_width(line), ink, colour);
    }
    pen->piece = 0;
    return end;
}

/* The pieces of a place that are gems, or all others: how wide they are side by side. */
static int pieces_width(const struct pen *pen, const struct scene_piece *piece, int n, bool gems)
{
    int width = 0;

    for (int i = 0; i < n; i++)
        if (is_gem(pen, &piece[i]) == gems)
            width += (width > 0) + piece_width(pen, &piece[i]);
    return width;
}

/* Whether the pieces of a place, gems aside, are several pawns that one character tells apart. */
static bool is_crowd(const struct pen *pen, const struct scene_piece *piece, int n)
{
    int pawns = 0;

    for (int i = 0; i < n; i++) {
        const struct thing *thing = &pen->game->things[piece[i].thing];

        if (thing->kind == THING_GEM)
            continue;
        if (thing->kind != THING_PAWN || piece[i].count != 1 || piece[i].flags & PIECE_DOWN ||
            text_width(thing->mark) != 1)
            return false;
        pawns++;
    }
    return pawns > 1;
}

/* The pawns of a crowd do without brackets, so that as many as there are seats fit in a cell of a map. */
static int crowd_width(const struct pen *pen, const struct scene_piece *piece, int n)
{
    int pawns = 0;

    for (int i = 0; i < n; i++)
        pawns += !is_gem(pen, &piece[i]);
    return pawns;
}

static void draw_crowd(struct pen *pen, int row, int column, const struct scene_place *place,
                       const struct scene_piece *piece)
{
    for (int i = 0; i < place->pieces; i++) {
        const struct thing *thing = &pen->game->things[piece[i].thing];

        if (thing->kind == THING_GEM)
            continue;
        pen->piece = new_spot(pen, place->id, piece[i].thing);
        column = put(pen, row, column, thing->mark, 1, INK_PIECE, thing->colour);
        pen->piece = 0;
    }
}

/* ---- zones with coordinates ------------------------------------------------------------------- */

/* Where the lines of a zone's places go: label, cards and the like, gems. Gems have theirs in every row, so that the
 * rows are alike; labels only in rows that have some, where rows do not mesh with each other (as those of a
 * ring at half steps do). Labels as on a chessboard stand once, at the edges. */
struct layout {
    int width, gap, margin;
    int high;                  /* lines of the cards, where they are highest */
    bool labels, gems, meshed; /* somewhere */
    bool chessboard;
    bool tight;  /* no line between the rows */
    bool merged; /* of a trail, which needs that line for its ways: labels stand on it, or for what is not there */
};

static void map_label(char line[CELL_SIZE], const struct pen *pen, const struct scene_place *place)
{
    struct text text = text_in(line, CELL_SIZE);

    put_label(&text, pen, place->label);
}

static bool row_has_label(const struct scene_zone *zone, const struct scene_place *place, int y)
{
    for (int i = 0; i < zone->places; i++)
        if (place[i].y == y && place[i].label.text != NO_TEXT)
            return true;
    return false;
}

static int others_width(const struct pen *pen, const struct scene_piece *piece, int n)
{
    return is_crowd(pen, piece, n) ? crowd_width(pen, piece, n) : pieces_width(pen, piece, n, false);
}

static struct layout lay_out(const struct pen *pen, const struct scene_zone *zone, const struct scene_place *place,
                             const struct scene_piece *piece)
{
    struct layout layout = {.width = 3, .gap = MARGIN, .margin = MARGIN, .high = 1};
    char line[CELL_SIZE];

    for (int i = 0; i < zone->places; piece += place[i].pieces, i++) {
        int n = place[i].pieces, label, gems;

        map_label(line, pen, &place[i]);
        label = min(text_width(line), LABEL_WIDTH);
        gems = pieces_width(pen, piece, n, true);
        layout.meshed = layout.meshed || place[i].y % 2 != 0;
        layout.labels = layout.labels || label > 0;
        layout.gems = layout.gems || gems > 0;
        layout.high = max(layout.high, height(pen, piece, n));
        layout.width = max(layout.width, max(max(label, gems), others_width(pen, piece, n)));
    }
    layout.chessboard = !layout.meshed && view_is_chessboard(pen->view, zone, place);
    layout.tight = pen->tight && zone->is->kind != ZONE_TRAIL;
    layout.merged = pen->tight && zone->is->kind == ZONE_TRAIL && layout.labels && !layout.meshed && !layout.chessboard;
    return layout;
}

/* How many lines the cards at this y take: rows without cards are low even if others have frames. */
static int row_height(const struct pen *pen, const struct scene_zone *zone, const struct scene_place *place,
                      const struct scene_piece *piece, int y)
{
    int high = 1;

    for (int i = 0; pen->framed && i < zone->places; piece += place[i].pieces, i++)
        if (place[i].y == y)
            high = max(high, height(pen, piece, place[i].pieces));
    return high;
}

/* The first line of the cards at this y. */
static int cards_line(const struct pen *pen, const struct layout *layout, const struct scene_zone *zone,
                      const struct scene_place *place, const struct scene_piece *piece, int y)
{
    bool shared = layout->chessboard || layout->merged; /* no row has a line for its own labels alone */
    int lines = layout->gems + !layout->tight, line = shared;

    if (layout->meshed || (layout->high == 1 && (shared || !layout->labels)))
        return layout->labels + y * (layout->high + lines + (layout->labels && !shared)) / 2;
    for (int row = 0; row < y; row += 2)
        line += row_height(pen, zone, place, piece, row) + lines + (!shared && row_has_label(zone, place, row));
    return line + (!shared && row_has_label(zone, place, y));
}

static int map_width(const struct layout *layout, const struct scene_zone *zone, const struct scene_place *place)
{
    int x = 0;

    for (int i = 0; i < zone->places; i++)
        x = max(x, place[i].x);
    return layout->margin + layout->width + x * (layout->width + layout->gap) / 2;
}

/* Moves the places closer together if they need it to fit; false if that is not enough. */
static bool squeeze(struct layout *layout, struct pen *pen, const struct scene_zone *zone,
                    const struct scene_place *place)
{
    int room = pen->right - pen->left;

    if (map_width(layout, zone, place) <= room)
        return true;
    pen->cramped = true;
    layout->gap = 1;
    if (map_width(layout, zone, place) > room && !layout->chessboard)
        layout->margin = 0;
    pen->listed = pen->listed || map_width(layout, zone, place) > room;
    return map_width(layout, zone, place) <= room;
}

/* Where the middle of a place is. */
struct middle {
    int row, column;
};

/* One character of a way, where nothing stands yet. */
static void draw_behind(struct pen *pen, int row, int column, uint32_t c)
{
    struct cell *cell = cells_at(&pen->out->cells, row, column);

    if (cell && cell->c == 0)
        *cell = (struct cell){c, 0, INK_WAY, COLOUR_NONE};
}

/* A straight way between two places, behind all that stands there; any other is not drawn. */
static void draw_way(struct pen *pen, struct middle a, struct middle b, uint32_t across, uint32_t down)
{
    int step;

    if (a.row == b.row) {
        step = a.column < b.column ? 1 : -1;
        for (int column = a.column + step; column != b.column; column += step)
            draw_behind(pen, a.row, column, across);
    } else if (a.column == b.column) {
        step = a.row < b.row ? 1 : -1;
        for (int row = a.row + step; row != b.row; row += step)
            draw_behind(pen, row, a.column, down);
    }
}

static int find_place(const struct scene_zone *zone, const struct scene_place *place, int id)
{
    for (int i = 0; i < zone->places; i++)
        if (place[i].id == id)
            return i;
    return -1;
}

/* Links come before the steps of the trail, which would hide a link along them. */
static void draw_trail(struct pen *pen, const struct scene_zone *zone, const struct scene_place *place,
                       const struct middle *middle)
{
    static const uint32_t across[2][LINK_KINDS] = {{[LINK_BRIDGE] = '=', [LINK_SLIDE] = '~'},
                                                   {[LINK_BRIDGE] = 0x2550, [LINK_SLIDE] = '~'}};
    static const uint32_t down[2][LINK_KINDS] = {{[LINK_BRIDGE] = 'H', [LINK_SLIDE] = '~'},
                                                 {[LINK_BRIDGE] = 0x2551, [LINK_SLIDE] = '~'}};
    const struct scene *scene = &pen->view->scene;

    for (int i = 0; i < scene->links; i++) {
        const struct scene_link *link = &scene->link[i];
        int from = find_place(zone, place, link->from), to = find_place(zone, place, link->to);

        if (from >= 0 && to >= 0)
            draw_way(pen, middle[from], middle[to], across[pen->unicode][link->kind], down[pen->unicode][link->kind]);
    }
    for (int i = 1; i < zone->places; i++)
        draw_way(pen, middle[i - 1], middle[i], pen->unicode ? 0x2500 : '-', pen->unicode ? 0x2502 : '|');
}

/* The letter over the column and the digit before the row belong to no place alone. */
static void draw_edges(struct pen *pen, int row, int column, struct middle middle, const char *label)
{
    put(pen, row, middle.column, label, 1, INK_LABEL, COLOUR_NONE);
    put(pen, middle.row, column, label + 1, 1, INK_LABEL, COLOUR_NONE);
}

/* A place of a map, its cards beginning in row `top`. */
static void draw_cell(struct pen *pen, int top, int high, int middle, bool merged, const char *label,
                      const struct scene_place *place, const struct scene_piece *piece)
{
    int n = place->pieces, others = others_width(pen, piece, n), gems = pieces_width(pen, piece, n, true);
    int width = min(text_width(label), LABEL_WIDTH), centre = top + high / 2;
    bool instead = merged && others == 0 && width > 0;

    begin_place(pen, place);
    put(pen, instead ? centre : top - 1, middle - width / 2, label, width, INK_LABEL, COLOUR_NONE);
    if (others == 0 && !instead)
        put(pen, centre, middle, ".", 1, INK_EMPTY, COLOUR_NONE);
    others = middle - others / 2;
    gems = middle - gems / 2;
    if (is_crowd(pen, piece, n))
        draw_crowd(pen, centre, others, place, piece);
    for (int i = 0; i < n; i++) {
        if (is_gem(pen, &piece[i]))
            gems = draw_piece(pen, top + high, 1, gems, place->id, &piece[i]) + 1;
        else if (!is_crowd(pen, piece, n))
            others = draw_piece(pen, top, high, others, place->id, &piece[i]) + 1;
    }
    pen->place = 0;
}

static void draw_map(struct pen *pen, int row, int column, const struct layout *layout, const struct scene_zone *zone,
                     const struct scene_place *place, const struct scene_piece *piece)
{
    struct middle middle[SCENE_PLACES];
    const struct scene_piece *on = piece;
    char label[CELL_SIZE];

    for (int i = 0; i < zone->places; on += place[i].pieces, i++) {
        int top = row + cards_line(pen, layout, zone, place, piece, place[i].y);
        int high = layout->meshed ? layout->high : row_height(pen, zone, place, piece, place[i].y);

        middle[i].row = top + high / 2;
        middle[i].column = column + layout->margin + layout->width / 2 + place[i].x * (layout->width + layout->gap) / 2;
        map_label(label, pen, &place[i]);
        if (layout->chessboard)
            draw_edges(pen, row, column, middle[i], label);
        draw_cell(pen, top, high, middle[i].column, layout->merged, layout->chessboard ? "" : label, &place[i], on);
    }
    if (zone->is->kind == ZONE_TRAIL)
        draw_trail(pen, zone, place, middle);
}

static void map_title(char line[2 * CELL_SIZE], const struct pen *pen, const struct scene_zone *zone)
{
    struct text text = text_in(line, 2 * CELL_SIZE);

    put_label(&text, pen, zone->title);
    text_put(&text, text.used > 0 ? ":" : "");
}

/* A block of the table: a zone, or several side by side, and where its places and pieces begin. */
struct block {
    const struct scene_zone *zone;
    const struct scene_place *place;
    const struct scene_piece *piece;
    int zones;
};

static struct block after_zone(struct block block)
{
    for (int i = 0; i < block.zone->places; i++)
        block.piece += (block.place++)->pieces;
    block.zone++;
    block.zones--;
    return block;
}

/* How maps stand side by side under their titles: all equally wide, as many in a line as there is room for, and about
 * as many in each line; as far apart as fits. */
struct abreast {
    struct layout layout[SEATS_MAX];
    int width, gap, n;
};

/* False if they are too wide for that. */
static bool lay_abreast(struct abreast *out, const struct pen *pen, struct block block)
{
    int cell = 0, room = pen->right - pen->left, n = block.zones, lines;
    struct block at = block;
    char title[2 * CELL_SIZE];

    for (int i = 0; i < n; i++, at = after_zone(at)) {
        out->layout[i] = lay_out(pen, at.zone, at.place, at.piece);
        cell = max(cell, out->layout[i].width);
    }
    out->width = 0;
    at = block;
    for (int i = 0; i < n; i++, at = after_zone(at)) {
        struct layout *layout = &out->layout[i];

        layout->width = cell;
        layout->tight = layout->tight || (layout->chessboard && !layout->gems);
        map_title(title, pen, at.zone);
        out->width = max(out->width, max(map_width(layout, at.zone, at.place), text_width(title)));
    }
    out->n = max((room + MARGIN) / (out->width + MARGIN), 1);
    lines = (n + out->n - 1) / out->n;
    out->n = (n + lines - 1) / lines;
    out->gap = GAP_MAX;
    while (out->gap > MARGIN && out->n * (out->width + out->gap) - out->gap > room)
        out->gap--;
    return out->width <= room;
}

static int draw_abreast(struct pen *pen, int row, const struct abreast *abreast, struct block block)
{
    int n = block.zones;

    for (int i = 0; i < n; i++, block = after_zone(block)) {
        int column = pen->left + i % abreast->n * (abreast->width + abreast->gap);
        char title[2 * CELL_SIZE];

        if (i > 0 && i % abreast->n == 0)
            row = pen->bottom;
        pen->bottom = max(pen->bottom, row + 1);
        map_title(title, pen, block.zone);
        put(pen, row, column, title, text_width(title), INK_TITLE, COLOUR_NONE);
        draw_map(pen, row + 1, column, &abreast->layout[i], block.zone, block.place, block.piece);
    }
    return pen->bottom;
}

/* ---- zones in a line -------------------------------------------------------------------------- */

/* Where the next piece goes: after so many blanks (0: it begins a line, or follows its label) in a line of so many
 * rows; and the pieces of the zone that are still to be drawn. */
struct flow {
    int row, column, high, blanks;
    const struct scene_piece *next, *end;
};

/* A line is low when no cards are left. */
static void begin_line(const struct pen *pen, struct flow *flow)
{
    flow->row += flow->high;
    flow->high = height(pen, flow->next, (int)(flow->end - flow->next));
    flow->column = pen->left + INDENT;
    flow->blanks = 0;
}

/* Something of this width stands at the end of this line, or of a new one. */
static void make_room(const struct pen *pen, struct flow *flow, int width)
{
    if (flow->blanks > 0 && flow->column + flow->blanks + width > pen->right)
        begin_line(pen, flow);
    flow->column += flow->blanks;
    flow->blanks = 0;
}

/* A label of a place in a line, with what separates it from the pieces. Returns its width. */
static int line_label(char line[2 * CELL_SIZE], const struct pen *pen, const struct scene_place *place)
{
    struct text text = text_in(line, 2 * CELL_SIZE);

    put_label(&text, pen, place->label);
    text_put(&text, text.used > 0 ? ": " : "");
    return text_width(line);
}

/* A label stays together with the first piece of its place, unless not even that fits on a line. */
static void draw_label(struct pen *pen, struct flow *flow, const char *label, int first)
{
    int width = text_width(label);

    if (pen->left + INDENT + width + first > pen->right && !pen->flowing) {
        if (flow->blanks > 0)
            begin_line(pen, flow);
        flow->row = put_words(pen, flow->row, INDENT, label, INK_LABEL);
        flow->column = pen->left + INDENT;
        return;
    }
    make_room(pen, flow, width + first);
    put(pen, flow->row + flow->high / 2, flow->column, label, width - 1, INK_LABEL, COLOUR_NONE);
    flow->column += width;
}

static void draw_place(struct pen *pen, struct flow *flow, const struct scene_zone *zone,
                       const struct scene_place *place)
{
    char label[2 * CELL_SIZE];

    begin_place(pen, place);
    if (line_label(label, pen, place) > 0)
        draw_label(pen, flow, label, place->pieces ? piece_width(pen, flow->next) : 1);
    for (int i = 0; i < place->pieces; i++, flow->next++) {
        make_room(pen, flow, piece_width(pen, flow->next));
        flow->column = draw_piece(pen, flow->row, flow->high, flow->column, place->id, flow->next);
        flow->blanks = 1;
    }
    if (place->pieces == 0) {
        const char *empty = zone->is->kind == ZONE_ROW || view_is_map(zone) ? "." : "-";

        make_room(pen, flow, 1);
        flow->column = put(pen, flow->row + flow->high / 2, flow->column, empty, 1, INK_EMPTY, COLOUR_NONE);
    }
    pen->place = 0;
}

/* How wide it is on one line. */
static int place_width(const struct pen *pen, const struct scene_place *place, const struct scene_piece *piece)
{
    char label[2 * CELL_SIZE];
    int width = line_label(label, pen, place) + (place->pieces ? place->pieces - 1 : 1);

    for (int i = 0; i < place->pieces; i++)
        width += piece_width(pen, &piece[i]);
    return width;
}

/* Between the places: those that are more than a piece each stand apart. */
static int places_apart(const struct scene_zone *zone, const struct scene_place *place)
{
    for (int i = 0; i < zone->places; i++)
        if (place[i].pieces > 1 || place[i].label.text != NO_TEXT)
            return 3;
    return 1;
}

static int line_title(char line[2 * CELL_SIZE], const struct pen *pen, const struct scene_zone *zone)
{
    struct text text = text_in(line, 2 * CELL_SIZE);

    put_label(&text, pen, zone->title);
    text_char(&text, ':');
    return text_width(line);
}

static int pieces_of(struct block block)
{
    int n = 0;

    for (int i = 0; i < block.zone->places; i++)
        n += block.place[i].pieces;
    return n;
}

static int line_height(const struct pen *pen, struct block block)
{
    return height(pen, block.piece, pieces_of(block));
}

/* How wide the whole zone is on one line. */
static int line_width(const struct pen *pen, struct block block)
{
    char title[2 * CELL_SIZE];
    int apart = places_apart(block.zone, block.place), width = line_title(title, pen, block.zone) + 1;

    for (int i = 0; i < block.zone->places; block.piece += block.place[i].pieces, i++)
        width += (i > 0 ? apart : 0) + place_width(pen, &block.place[i], block.piece);
    return width + (block.zone->places == 0);
}

/* The title stands before the first line, or above it if not even the first piece fits beside it. */
static struct flow draw_title(struct pen *pen, int row, int high, struct block block)
{
    struct flow flow = {row, pen->left, high, 1, block.piece, block.piece + pieces_of(block)};
    char title[2 * CELL_SIZE], label[2 * CELL_SIZE];
    int width = line_title(title, pen, block.zone), first = 0;

    if (high > 1 && block.zone->places > 0)
        first = 1 + line_label(label, pen, block.place) + (block.place->pieces ? piece_width(pen, block.piece) : 1);
    if (pen->left + width + first <= pen->right) {
        flow.column = put(pen, row + high / 2, pen->left, title, width, INK_TITLE, COLOUR_NONE);
    } else {
        flow.row = put_words(pen, row, 0, title, INK_TITLE);
        flow.column = pen->left + INDENT;
        flow.blanks = 0;
    }
    return flow;
}

/* Places begin a line rather than being broken. One that must be broken has its lines for itself, so that rectangles
 * do not overlap. Returns the row after the last. */
static int draw_line(struct pen *pen, int row, int high, struct block block)
{
    struct flow flow = draw_title(pen, row, high, block);
    int apart = places_apart(block.zone, block.place), room = pen->right - pen->left - INDENT;
    bool alone = false;

    if (block.zone->places == 0) {
        make_room(pen, &flow, 1);
        put(pen, flow.row + high / 2, flow.column, "-", 1, INK_EMPTY, COLOUR_NONE);
    }
    for (int i = 0; i < block.zone->places; i++) {
        const struct scene_place *place = &block.place[i];
        int width = place_width(pen, place, flow.next), first = pen->out->spots;
        bool fits = flow.column + apart + width <= pen->right;

        if (i > 0 && (alone || (!fits && (!pen->flowing || width <= room))))
            begin_line(pen, &flow);
        else if (i > 0)
            flow.blanks = apart;
        draw_place(pen, &flow, block.zone, place);
        alone = !pen->flowing && first < BOARD_SPOTS && pen->out->spot[first].rows > flow.high;
    }
    return flow.row + flow.high;
}

/* Zones that fit on one line together, all as high as the highest. */
static int draw_packed(struct pen *pen, int row, struct block block)
{
    int high = 1, left = pen->left, n = block.zones;
    struct block at = block;

    for (int i = 0; i < n; i++, at = after_zone(at))
        high = max(high, line_height(pen, at));
    for (int i = 0; i < n; i++, block = after_zone(block)) {
        draw_line(pen, row, high, block);
        pen->left += line_width(pen, block) + PACKED;
    }
    pen->left = left;
    return row + high;
}

/* ---- the table -------------------------------------------------------------------------------- */

/* All zones; what is left of them is given to first_block again. */
static struct block all_zones(const struct view *view)
{
    const struct scene *scene = &view->scene;

    return (struct block){scene->zone, scene->place, scene->piece, scene->zones};
}

/* Where room is scarce, what the others have comes last. */
enum { TURNS = 3 };

static int turn_of(const struct pen *pen, const struct scene_zone *zone)
{
    bool own = zone->owner == pen->view->viewer;

    if (!pen->own_first || view_is_map(zone))
        return 0;
    if (pen->left > 0) /* beside the maps, where what is shared has less to do with them */
        return own ? 0 : zone->owner == NOBODY ? 1 : 2;
    return zone->owner == NOBODY ? 0 : own ? 1 : 2;
}

/* How many zones in a line, from this one on, fit on one together. */
static int packable(const struct pen *pen, struct block rest)
{
    int turn = turn_of(pen, rest.zone);
    int width = -PACKED, n = 0;

    while (pen->packed && rest.zones > 0 && !view_is_map(rest.zone) && turn_of(pen, rest.zone) == turn) {
        width += PACKED + line_width(pen, rest);
        if (width > pen->right - pen->left)
            break;
        rest = after_zone(rest);
        n++;
    }
    return n;
}

/* Takes the next block off the rest: as many maps of seats as follow each other, zones that are packed, or one zone. */
static struct block first_block(const struct pen *pen, struct block *rest)
{
    struct block block = *rest;
    int n = 0;

    while (n < rest->zones && n < SEATS_MAX && view_is_map(&rest->zone[n]) && rest->zone[n].owner != NOBODY)
        n++;
    block.zones = max(max(n, packable(pen, *rest)), 1);
    for (int i = 0; i < block.zones; i++)
        *rest = after_zone(*rest);
    return block;
}

/* A map that is too wide becomes a list of its places. Returns the row after it. */
static int draw_zone(struct pen *pen, int row, struct block block)
{
    struct layout layout;
    char title[2 * CELL_SIZE];

    if (!view_is_map(block.zone))
        return draw_line(pen, row, line_height(pen, block), block);
    layout = lay_out(pen, block.zone, block.place, block.piece);
    if (!squeeze(&layout, pen, block.zone, block.place))
        return draw_line(pen, row, line_height(pen, block), block);
    pen->bottom = row;
    map_title(title, pen, block.zone);
    if (title[0])
        row = put_words(pen, row, 0, title, INK_TITLE);
    draw_map(pen, row, pen->left, &layout, block.zone, block.place, block.piece);
    return pen->bottom;
}

static int draw_block(struct pen *pen, int row, struct block block)
{
    struct abreast abreast;
    int n = block.zones;

    if (n == 1)
        return draw_zone(pen, row, block);
    if (!view_is_map(block.zone))
        return draw_packed(pen, row, block);
    pen->bottom = row;
    if (lay_abreast(&abreast, pen, block))
        return draw_abreast(pen, row, &abreast, block);
    for (int i = 0; i < n; i++, block = after_zone(block))
        row = draw_zone(pen, row, block);
    return row;
}

static int draw_note(struct pen *pen, int row, struct phrase note)
{
    char words[1024];
    struct text text = text_in(words, sizeof words);

    sentence_put(&text, &pen->speech, note);
    return put_words(pen, row, 0, words, INK_PLAIN);
}

/* Draws notes and the zones that are maps, or are none, below each other. */
static void draw_part(struct pen *pen, bool notes, bool maps, bool others)
{
    const struct scene *scene = &pen->view->scene;
    int row = 0;

    for (int i = 0; notes && i < scene->notes; i++)
        row = draw_note(pen, row, scene->note[i].phrase);
    for (int turn = 0; turn < TURNS; turn++) {
        struct block rest = all_zones(pen->view);

        while (rest.zones > 0) {
            struct block block = first_block(pen, &rest);

            if (!(view_is_map(block.zone) ? maps : others) || turn_of(pen, block.zone) != turn)
                continue;
            row = draw_block(pen, row, block);
            if (view_is_map(block.zone) || block.zone->owner == pen->view->viewer)
                pen->needed = max(pen->needed, row);
        }
    }
}

/* How the table is laid: with tight maps or not; short zones packed on one line or each on its own; all below each
 * other (beside = 0) or the maps in so many columns and the rest at their right. */
struct arrangement {
    bool tight, packed;
    int beside;
};

enum { TOO_HIGH = 1 << 20 };

/* How high a table is. */
struct rise {
    int rows, needed; /* all of it, what found no room being counted as rows; and what a person must see */
};

/* Draws the table so. */
static struct rise arrange(const struct view *view, const struct board_look *look, struct arrangement arrangement,
                           struct board *out)
{
    const struct rise impossible = {TOO_HIGH, TOO_HIGH};
    struct pen pen = pen_for(view, out);

    out->cells.rows = out->cells.lost = out->spots = 0;
    pen.framed = look->framed;
    pen.unicode = look->unicode;
    pen.tight = arrangement.tight;
    pen.packed = arrangement.packed;
    pen.own_first = arrangement.packed || arrangement.beside;
    pen.right = arrangement.beside ? arrangement.beside : look->columns;
    draw_part(&pen, !arrangement.beside, true, !arrangement.beside);
    if (arrangement.beside) {
        if (pen.edge == 0 || pen.listed || (pen.cramped && !arrangement.packed))
            return impossible;
        pen.left = pen.edge + BESIDE;
        pen.right = look->columns;
        if (pen.right - pen.left < RIGHT_MIN)
            return impossible;
        draw_part(&pen, true, false, true);
    }
    return (struct rise){out->cells.rows + out->cells.lost, pen.needed + out->cells.lost};
}

/* Which of two that do not fit is better: what a person must see should be high up, then all of it be low. */
static bool is_better(struct rise a, struct rise b)
{
    return a.needed != b.needed ? a.needed < b.needed : a.rows < b.rows;
}

/* From the most pleasant to the most crowded; the first that fits is taken, or the best. But how it was arranged before
 * comes first, so that a table does not change its look without need: if it fits, or where nothing does, if it is
 * almost as good. */
void board_draw(const struct view *view, const struct board_look *look, struct board *out)
{
    enum { ALMOST = 3 }; /* rows */
    const int widest = look->columns - BESIDE - RIGHT_MIN, half = look->columns / 2, third = look->columns / 3;
    const struct arrangement arrangements[] = {
        {false, false, 0},     {true, false, 0},     {false, false, widest}, {false, false, half},
        {false, false, third}, {false, true, 0},     {true, true, 0},        {true, false, widest},
        {true, false, half},   {true, false, third}, {false, true, widest},  {false, true, half},
        {false, true, third},  {true, true, widest}, {true, true, half},     {true, true, third},
    };
    int n = (int)(sizeof arrangements / sizeof *arrangements), before = look->before % n;
    struct rise old = arrange(view, look, arrangements[before], out), best = old;

    out->arrangement = before;
    if (look->rows > 0 && old.rows <= look->rows)
        return;
    for (int i = 0; i < n; i++) {
        struct rise rise = arrange(view, look, arrangements[i], out);

        if (look->rows == 0 || rise.rows <= look->rows) {
            out->arrangement = i;
            return;
        }
        if (is_better(rise, best) && (before == 0 || rise.needed + ALMOST <= old.needed)) {
            best = rise;
            out->arrangement = i;
        }
    }
    arrange(view, look, arrangements[out->arrangement], out);
}

bool board_fits(const struct view *view, int columns)
{
    struct board nothing = {.spots = 0};
    struct pen pen = pen_for(view, &nothing);

    pen.right = columns;
    for (struct block rest = all_zones(view); rest.zones > 0; rest = after_zone(rest)) {
        struct layout layout;

        if (!view_is_map(rest.zone))
            continue;
        layout = lay_out(&pen, rest.zone, rest.place, rest.piece);
        if (!squeeze(&layout, &pen, rest.zone, rest.place))
            return false;
    }
    return true;
}

/* ---- as plain text ---------------------------------------------------------------------------- */

enum { TEXT_ROWS = 72 }; /* of a block: a picture of the whole table would be large for a browser's stack */

static void put_cells(struct text *out, struct cells *cells)
{
    cells_text(out, cells);
    cells->rows = 0;
}

static void put_table(struct text *out, const struct view *view)
{
    struct cell memory[TEXT_ROWS * TEXT_COLUMNS];
    struct board board;
    struct pen pen = pen_for(view, &board);
    struct block rest = all_zones(view);

    board.cells = cells_in(memory, TEXT_COLUMNS, TEXT_ROWS);
    board.spots = 0;
    pen.flowing = true;
    for (int i = 0; i < view->scene.notes; i++) {
        draw_note(&pen, 0, view->scene.note[i].phrase);
        put_cells(out, &board.cells);
    }
    while (rest.zones > 0) {
        draw_block(&pen, 0, first_block(&pen, &rest));
        put_cells(out, &board.cells);
    }
}

static void put_sentence(struct text *out, const struct view *view, struct phrase phrase)
{
    struct speech speech = match_speech(view->match, view->viewer);
    char words[1024];
    struct text text = text_in(words, sizeof words);

    sentence_put(&text, &speech, phrase);
    text_wrapped(out, words, 0, INDENT);
    text_char(out, '\n');
}

/* ---- around the table ------------------------------------------------------------------------- */

void view_seat(const struct view *view, int seat, int columns, struct text *out)
{
    struct speech speech = match_speech(view->match, NOBODY);
    char name[NAME_SIZE + 16];
    struct text text = text_in(name, sizeof name);

    seat_put(&text, &speech, seat);
    text_capital(&text, 0);
    while (columns > 0 && text_width(name) > columns) {
        while (((unsigned char)name[text.used - 1] & 0xc0) == 0x80)
            text.used--;
        name[--text.used] = 0;
    }
    text_put(out, view->waiting & BIT(seat) ? "*" : "");
    text_put(out, name);
    if (seat == view->viewer)
        text_put(out, " (you)");
    if (view->scene.scored) {
        text_put(out, ": ");
        text_number(out, view->scene.score[seat]);
    }
}

void view_counter(const struct view *view, const struct scene_counter *counter, struct text *out)
{
    struct speech speech = match_speech(view->match, view->viewer);

    sentence_put(out, &speech, counter->words);
    text_put(out, ": ");
    text_number(out, counter->value);
    if (counter->limit == NO_LIMIT || counter->limit == 0) /* what ends at 0 is nothing "of 0" */
        return;
    text_put(out, " of ");
    text_number(out, counter->limit);
}

/* The place where the one thing lies that the goal names; NOTHING: it names none, or several. */
static int goal_place(const struct view *view)
{
    const struct scene_piece *piece = view->scene.piece;
    uint16_t things[PHRASE_ARGS];
    int seat, n = phrase_names(view->match->deal.game, view->scene.goal, &seat, things);

    for (int i = 0; n == 1 && i < view->scene.places; i++)
        for (int k = 0; k < view->scene.place[i].pieces; k++)
            if ((piece++)->thing == things[0])
                return view->scene.place[i].id;
    return NOTHING;
}

static bool tells_standing(const struct view *view, const struct scene_counter *counter, int place)
{
    bool ends = counter->limit != NO_LIMIT && counter->limit != 0;

    return (counter->scope == SCOPE_PLACE && counter->of == place) ||
           (counter->scope == SCOPE_SEAT && counter->of == view->viewer && (ends || counter->flags & COUNTER_SCORE));
}

int view_goal(const struct view *view, int counters, struct text *out)
{
    struct speech speech = match_speech(view->match, view->viewer);
    int place = goal_place(view), n = 0;

    if (view->scene.goal.text == NO_TEXT)
        return 0;
    sentence_put(out, &speech, view->scene.goal);
    text_char(out, '.');
    for (int i = 0; i < view->scene.counters; i++) {
        if (!tells_standing(view, &view->scene.counter[i], place))
            continue;
        if (n++ >= counters)
            continue;
        text_char(out, ' ');
        view_counter(view, &view->scene.counter[i], out);
        text_char(out, '.');
    }
    return n;
}

static void put_seats(struct text *out, const struct view *view)
{
    size_t start = out->used;

    for (int seat = 0; seat < view->match->deal.setup.seats; seat++) {
        char words[NAME_SIZE + 48];
        struct text text = text_in(words, sizeof words);

        view_seat(view, seat, 0, &text);
        if (out->used > start && text_width(out->at + start) + 3 + text_width(words) > TEXT_COLUMNS) {
            text_char(out, '\n');
            start = out->used;
        }
        if (out->used > start)
            text_put(out, "   ");
        text_put(out, words);
    }
    text_char(out, '\n');
}

void view_result(const struct view *view, struct text *out)
{
    struct speech speech = match_speech(view->match, view->viewer);
    int seats = view->match->deal.setup.seats;

    for (int i = 0; i < view->result.lines; i++)
        put_sentence(out, view, view->result.line[i].phrase);
    for (int rank = 1; rank <= seats; rank++) {
        int sharing = 0;

        for (int seat = 0; seat < seats; seat++)
            sharing += view->rank[seat] == rank;
        for (int seat = 0; seat < seats; seat++) {
            size_t from;

            if (view->rank[seat] != rank)
                continue;
            text_number(out, rank);
            text_put(out, ". ");
            from = out->used;
            seat_put(out, &speech, seat);
            text_capital(out, from);
            text_put(out, ": ");
            text_number(out, view->result.score[seat]);
            text_put(out, sharing > 1 ? ", shared\n" : "\n");
        }
    }
}

static void put_offers(struct text *out, const struct view *view)
{
    struct speech speech = match_speech(view->match, view->viewer);
    char words[256];
    int width = 0, columns;

    for (int i = 0; i < view->offers; i++) {
        struct text text = text_in(words, sizeof words);

        phrase_put(&text, &speech, view->offer[i].phrase);
        if (text_width(words) > width)
            width = text_width(words);
    }
    width += 8;
    columns = width < TEXT_COLUMNS ? TEXT_COLUMNS / width : 1;
    for (int i = 0; i < view->offers; i++) {
        struct text text = text_in(words, sizeof words);
        bool last = (i + 1) % columns == 0 || i + 1 == view->offers;

        text_put(&text, i + 1 < 10 ? "  " : i + 1 < 100 ? " " : "");
        text_number(&text, i + 1);
        text_put(&text, view->offer[i].chosen ? " *" : ") ");
        phrase_put(&text, &speech, view->offer[i].phrase);
        text_put(out, words);
        if (!last)
            text_pad(out, ' ', width - text_width(words));
        else
            text_char(out, '\n');
    }
}

void view_face_down(const struct view *view, int i, struct text *out)
{
    struct speech speech = match_speech(view->match, view->viewer);
    const struct face_down *choice = &view->face_down[i];
    size_t from = out->used;

    seat_put(out, &speech, choice->seat);
    text_capital(out, from);
    text_put(out, choice->seat == view->viewer ? " have chosen: " : " has chosen: ");
    phrase_put(out, &speech, choice->phrase);
}

static void put_face_down(struct text *out, const struct view *view)
{
    for (int i = 0; i < view->face_downs; i++) {
        char words[1024];
        struct text text = text_in(words, sizeof words);

        view_face_down(view, i, &text);
        text_wrapped(out, words, 0, INDENT);
        text_char(out, '\n');
    }
}

/* Whether the viewer's sealed choice is complete, so that it is on offer again and marked, and there is another. */
static bool may_change(const struct view *view)
{
    for (int i = 0; view->offers > 1 && i < view->offers; i++)
        if (view->offer[i].chosen)
            return true;
    return false;
}

void view_text(const struct view *view, bool with_moves, struct text *out)
{
    put_seats(out, view);
    put_table(out, view);
    if (view->over) {
        view_result(view, out);
        return;
    }
    put_sentence(out, view, view->scene.prompt);
    put_face_down(out, view);
    if (may_change(view))
        text_put(out, "You may change this until all have chosen.\n");
    if (with_moves)
        put_offers(out, view);
}
