/* board.c: a view drawn in plain characters, for terminals, screen readers, logs and golden files. One
 * renderer for all games: it knows zones, places and pieces only.
 *
 * Cards stand in brackets, [G3]; face down but known, (G3); of others only the back, [?]. Gems are counts
 * and letters, 2g. */
#include "view.h"

#include "bytes.h"

enum { INDENT = 4, CANVAS_ROWS = 72, CANVAS_COLUMNS = 160, CELL_LINES = 3, CELL_SIZE = 64, LABEL_WIDTH = 10 };

/* ---- pieces ---------------------------------------------------------------------------------- */

static void put_piece(struct text *out, const struct game *game, const struct scene_piece *piece)
{
    static const char opening[] = "[*<|{", closing[] = "]*>|}";
    const struct thing *thing = &game->things[piece->thing];

    if (thing->kind == THING_GEM) {
        /* A lone mark without a colour says little. */
        if (piece->count != UNLIMITED && (piece->count > 1 || thing->colour == COLOUR_NONE))
            text_number(out, piece->count);
        text_put(out, thing->mark);
        return;
    }
    text_char(out, piece->flags & PIECE_DOWN ? '(' : opening[thing->kind]);
    text_put(out, thing->mark);
    text_char(out, piece->flags & PIECE_DOWN ? ')' : closing[thing->kind]);
    if (piece->count > 1) {
        text_char(out, 'x');
        text_number(out, piece->count);
    }
}

/* The pieces of a place, gems or all others or both. */
static void put_pieces(struct text *out, const struct game *game, const struct scene_piece *piece, int n, bool gems,
                       bool others)
{
    bool first = true;

    for (int i = 0; i < n; i++) {
        if (!(game->things[piece[i].thing].kind == THING_GEM ? gems : others))
            continue;
        if (!first)
            text_char(out, ' ');
        put_piece(out, game, &piece[i]);
        first = false;
    }
}

/* Whether the pieces of a place, gems aside, are several pawns that one character tells apart. */
static bool is_crowd(const struct game *game, const struct scene_piece *piece, int n)
{
    int pawns = 0;

    for (int i = 0; i < n; i++) {
        const struct thing *thing = &game->things[piece[i].thing];

        if (thing->kind == THING_GEM)
            continue;
        if (thing->kind != THING_PAWN || piece[i].count != 1 || piece[i].flags & PIECE_DOWN ||
            text_width(thing->mark) != 1)
            return false;
        pawns++;
    }
    return pawns > 1;
}

/* Without brackets, so that as many as there are seats fit in a cell of a map. */
static void put_crowd(struct text *out, const struct game *game, const struct scene_piece *piece, int n)
{
    for (int i = 0; i < n; i++)
        if (game->things[piece[i].thing].kind == THING_PAWN)
            text_put(out, game->things[piece[i].thing].mark);
}

static void put_label(struct text *out, const struct view *view, struct phrase label)
{
    struct speech speech = match_speech(view->match, view->viewer);

    if (label.text != NO_TEXT)
        sentence_put(out, &speech, label);
}

/* ---- a canvas for zones with coordinates ------------------------------------------------------ */

/* Rows are cleared when something is drawn below or on them, so that a small map costs little. */
struct canvas {
    int rows, end[CANVAS_ROWS];               /* columns used in each row */
    uint32_t at[CANVAS_ROWS][CANVAS_COLUMNS]; /* 0: empty */
};

static void put_character(struct text *out, uint32_t c)
{
    char bytes[4];
    size_t n = 0;

    if (c < 0x80) {
        text_char(out, (char)c);
        return;
    }
    if (c >= 0x10000) {
        bytes[n++] = (char)(0xf0 | c >> 18);
        bytes[n++] = (char)(0x80 | (c >> 12 & 0x3f));
    } else if (c >= 0x800) {
        bytes[n++] = (char)(0xe0 | c >> 12);
    }
    if (c >= 0x800)
        bytes[n++] = (char)(0x80 | (c >> 6 & 0x3f));
    else
        bytes[n++] = (char)(0xc0 | c >> 6);
    bytes[n++] = (char)(0x80 | (c & 0x3f));
    text_part(out, bytes, n);
}

/* Writes one character, if it is on the canvas. */
static void draw_character(struct canvas *canvas, int row, int column, uint32_t c)
{
    if (row < 0 || row >= CANVAS_ROWS || column < 0 || column >= CANVAS_COLUMNS)
        return;
    while (canvas->rows <= row)
        canvas->end[canvas->rows++] = 0;
    while (canvas->end[row] <= column)
        canvas->at[row][canvas->end[row]++] = 0;
    canvas->at[row][column] = c;
}

/* The same where nothing stands yet. */
static void draw_behind(struct canvas *canvas, int row, int column, uint32_t c)
{
    if (row >= 0 && row < canvas->rows && column >= 0 && column < canvas->end[row] && canvas->at[row][column])
        return;
    draw_character(canvas, row, column, c);
}

/* Writes a line from this column on, at most `width` characters of it. */
static void draw_from(struct canvas *canvas, int row, int column, const char *line, int width)
{
    for (int i = 0; i < width && *line; i++) {
        uint32_t c = text_character(&line);

        draw_character(canvas, row, column + i, c == TEXT_BAD ? '?' : c);
    }
}

/* The same with its middle at this column. */
static void draw(struct canvas *canvas, int row, int middle, const char *line, int width)
{
    int length = text_width(line);

    draw_from(canvas, row, middle - (length < width ? length : width) / 2, line, width);
}

static void put_canvas(struct text *out, const struct canvas *canvas)
{
    for (int row = 0; row < canvas->rows; row++) {
        for (int column = 0; column < canvas->end[row]; column++)
            put_character(out, canvas->at[row][column] ? canvas->at[row][column] : ' ');
        text_char(out, '\n');
    }
}

/* The lines of a place: its label, its cards and the like, its gems. */
static void cell_line(char line[CELL_SIZE], const struct view *view, const struct scene_place *place,
                      const struct scene_piece *piece, int which)
{
    const struct game *game = view->match->deal.game;
    struct text text = text_in(line, CELL_SIZE);

    if (which == 0)
        put_label(&text, view, place->label);
    else if (which == 1 && is_crowd(game, piece, place->pieces))
        put_crowd(&text, game, piece, place->pieces);
    else
        put_pieces(&text, game, piece, place->pieces, which == 2, which == 1);
    if (which == 1 && text.used == 0)
        text_char(&text, '.');
}

/* Where the lines of a zone's places go. Cards and gems have theirs in every row, so that the rows are alike; labels
 * only in rows that have some, where rows do not mesh with each other (as those of a ring at half steps do). Labels as
 * on a chessboard stand once, at the edges. */
struct layout {
    int width;
    bool labels, gems, meshed; /* somewhere */
    bool chessboard;
    bool tight; /* no line between the rows */
};

/* Whether all labels are a letter for the column and a digit for the row, as B3 is. */
static bool is_chessboard(const struct view *view, const struct scene_zone *zone, const struct scene_place *place)
{
    char label[SCENE_PLACES][2], line[CELL_SIZE];

    for (int i = 0; i < zone->places; i++) {
        cell_line(line, view, &place[i], NULL, 0);
        if (line[0] < 'A' || line[0] > 'Z' || line[1] < '1' || line[1] > '9' || line[2] != 0)
            return false;
        label[i][0] = line[0];
        label[i][1] = line[1];
        for (int k = 0; k < i; k++)
            if ((place[k].x == place[i].x) != (label[k][0] == label[i][0]) ||
                (place[k].y == place[i].y) != (label[k][1] == label[i][1]))
                return false;
    }
    return true;
}

static bool row_has_label(const struct scene_zone *zone, const struct scene_place *place, int y)
{
    for (int i = 0; i < zone->places; i++)
        if (place[i].y == y && place[i].label.text != NO_TEXT)
            return true;
    return false;
}

static struct layout lay_out(const struct view *view, const struct scene_zone *zone, const struct scene_place *place,
                             const struct scene_piece *piece)
{
    struct layout layout = {.width = 3};
    char line[CELL_SIZE];

    for (int i = 0; i < zone->places; piece += place[i].pieces, i++) {
        layout.meshed = layout.meshed || place[i].y % 2 != 0;
        for (int which = 0; which < CELL_LINES; which++) {
            int w;

            cell_line(line, view, &place[i], piece, which);
            w = text_width(line);
            if (which == 0 && w > LABEL_WIDTH)
                w = LABEL_WIDTH;
            if (w > layout.width)
                layout.width = w;
            layout.labels = layout.labels || (which == 0 && w > 0);
            layout.gems = layout.gems || (which == 2 && w > 0);
        }
    }
    layout.chessboard = !layout.meshed && is_chessboard(view, zone, place);
    return layout;
}

/* The line on which the cards at this y stand. */
static int cards_line(const struct layout *layout, const struct scene_zone *zone, const struct scene_place *place,
                      int y)
{
    int lines = 1 + layout->gems, line = 0;

    if (layout->chessboard)
        return 1 + y / 2 * (lines + !layout->tight);
    if (layout->meshed || !layout->labels)
        return layout->labels + y * (lines + layout->labels + 1) / 2;
    for (int row = 0; row < y; row += 2)
        line += lines + 1 + row_has_label(zone, place, row);
    return line + row_has_label(zone, place, y);
}

enum { MARGIN = 2, GAP_MAX = 6 }; /* left of a map and at least between maps side by side; at most between them */

/* Where the middle of a place is on a canvas. */
struct spot {
    int row, column;
};

/* A straight way between two places, behind all that stands there; any other is not drawn. */
static void draw_way(struct canvas *canvas, struct spot a, struct spot b, uint32_t across, uint32_t down)
{
    int step;

    if (a.row == b.row) {
        step = a.column < b.column ? 1 : -1;
        for (int column = a.column + step; column != b.column; column += step)
            draw_behind(canvas, a.row, column, across);
    } else if (a.column == b.column) {
        step = a.row < b.row ? 1 : -1;
        for (int row = a.row + step; row != b.row; row += step)
            draw_behind(canvas, row, a.column, down);
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
static void draw_trail(struct canvas *canvas, const struct scene *scene, const struct scene_zone *zone,
                       const struct scene_place *place, const struct spot *spot)
{
    static const unsigned char across[LINK_KINDS] = {[LINK_BRIDGE] = '=', [LINK_SLIDE] = '~'};
    static const unsigned char down[LINK_KINDS] = {[LINK_BRIDGE] = 'H', [LINK_SLIDE] = '~'};

    for (int i = 0; i < scene->links; i++) {
        const struct scene_link *link = &scene->link[i];
        int from = find_place(zone, place, link->from), to = find_place(zone, place, link->to);

        if (from >= 0 && to >= 0)
            draw_way(canvas, spot[from], spot[to], across[link->kind], down[link->kind]);
    }
    for (int i = 1; i < zone->places; i++)
        draw_way(canvas, spot[i - 1], spot[i], '-', '|');
}

static void draw_map(struct canvas *canvas, int row, int column, const struct view *view, const struct layout *layout,
                     const struct scene_zone *zone, const struct scene_place *place, const struct scene_piece *piece)
{
    struct spot spot[SCENE_PLACES];
    char line[CELL_SIZE];

    for (int i = 0; i < zone->places; piece += place[i].pieces, i++) {
        int middle = column + MARGIN + layout->width / 2 + place[i].x * (layout->width + 2) / 2;
        int top = row + cards_line(layout, zone, place, place[i].y) - 1;

        spot[i] = (struct spot){top + 1, middle};
        cell_line(line, view, &place[i], piece, 0);
        if (layout->chessboard) {
            draw_character(canvas, row, middle, (unsigned char)line[0]);
            draw_character(canvas, top + 1, column, (unsigned char)line[1]);
        } else {
            draw(canvas, top, middle, line, LABEL_WIDTH);
        }
        for (int which = 1; which < CELL_LINES; which++) {
            cell_line(line, view, &place[i], piece, which);
            draw(canvas, top + which, middle, line, layout->width);
        }
    }
    if (zone->kind == ZONE_TRAIL)
        draw_trail(canvas, &view->scene, zone, place, spot);
}

static int map_width(const struct layout *layout, const struct scene_zone *zone, const struct scene_place *place)
{
    int x = 0;

    for (int i = 0; i < zone->places; i++)
        x = place[i].x > x ? place[i].x : x;
    return MARGIN + layout->width + x * (layout->width + 2) / 2;
}

static void map_title(char line[2 * CELL_SIZE], const struct view *view, const struct scene_zone *zone)
{
    struct text text = text_in(line, 2 * CELL_SIZE);

    put_label(&text, view, zone->title);
    text_put(&text, text.used > 0 ? ":" : "");
}

static void put_map(struct text *out, const struct view *view, const struct scene_zone *zone,
                    const struct scene_place *place, const struct scene_piece *piece)
{
    struct layout layout = lay_out(view, zone, place, piece);
    struct canvas canvas;

    if (zone->title.text != NO_TEXT) {
        put_label(out, view, zone->title);
        text_put(out, ":\n");
    }
    canvas.rows = 0;
    draw_map(&canvas, 0, 0, view, &layout, zone, place, piece);
    put_canvas(out, &canvas);
}

/* Maps of seats, one for each, stand side by side under their titles: all equally wide, as many in a line as there is
 * room for, and about as many in each line; as far apart as fits. */
static void put_maps(struct text *out, const struct view *view, const struct scene_zone *zone, int n,
                     const struct scene_place *place, const struct scene_piece *piece)
{
    struct layout layout[SEATS_MAX];
    struct canvas canvas;
    const struct scene_place *p = place;
    const struct scene_piece *q = piece;
    char title[2 * CELL_SIZE];
    int cell = 0, width = 0, gap = GAP_MAX, abreast, lines;

    for (int i = 0; i < n; i++) {
        layout[i] = lay_out(view, &zone[i], p, q);
        cell = layout[i].width > cell ? layout[i].width : cell;
        for (int k = 0; k < zone[i].places; k++)
            q += (p++)->pieces;
    }
    for (int i = 0, at = 0; i < n; at += zone[i].places, i++) {
        int wide, titled;

        layout[i].width = cell;
        layout[i].tight = !layout[i].gems;
        wide = map_width(&layout[i], &zone[i], place + at);
        map_title(title, view, &zone[i]);
        titled = text_width(title);
        width = wide > width ? wide : width;
        width = titled > width ? titled : width;
    }
    abreast = (TEXT_COLUMNS + MARGIN) / (width + MARGIN);
    abreast = abreast > 1 ? abreast : 1;
    lines = (n + abreast - 1) / abreast;
    abreast = (n + lines - 1) / lines;
    while (gap > MARGIN && abreast * (width + gap) - gap > TEXT_COLUMNS)
        gap--;
    canvas.rows = 0;
    for (int i = 0; i < n; i++) {
        int column = i % abreast * (width + gap);

        map_title(title, view, &zone[i]);
        draw_from(&canvas, 0, column, title, TEXT_COLUMNS);
        draw_map(&canvas, 1, column, view, &layout[i], &zone[i], place, piece);
        for (int k = 0; k < zone[i].places; k++)
            piece += (place++)->pieces;
        if (i + 1 == n || (i + 1) % abreast == 0) {
            put_canvas(out, &canvas);
            canvas.rows = 0;
        }
    }
}

/* ---- zones in a line -------------------------------------------------------------------------- */

/* A word at the end of a line that began at `start`, after so many blanks, or of a new one. */
static void put_wrapped(struct text *out, size_t *start, int blanks, const char *word)
{
    if (text_width(out->at + *start) + blanks + text_width(word) > TEXT_COLUMNS) {
        text_char(out, '\n');
        *start = out->used;
        blanks = INDENT;
    }
    text_pad(out, ' ', blanks);
    text_put(out, word);
}

/* A label stays together with the first piece of its place. Returns the piece after the last. */
static const struct scene_piece *put_place(struct text *out, size_t *start, int blanks, const struct view *view,
                                           const struct scene_zone *zone, const struct scene_place *place,
                                           const struct scene_piece *piece)
{
    char label[CELL_SIZE], word[2 * CELL_SIZE];
    struct text name = text_in(label, sizeof label), text = text_in(word, sizeof word);

    put_label(&name, view, place->label);
    if (name.used > 0) {
        text_put(&text, label);
        text_put(&text, ": ");
    }
    for (int k = 0; k < place->pieces; k++, piece++) {
        put_piece(&text, view->match->deal.game, piece);
        put_wrapped(out, start, blanks, word);
        text = text_in(word, sizeof word);
        blanks = 1;
    }
    if (place->pieces == 0) {
        text_put(&text, zone->kind == ZONE_ROW ? "." : "-");
        put_wrapped(out, start, blanks, word);
    }
    return piece;
}

/* How wide it is on one line. */
static int place_width(const struct view *view, const struct scene_place *place, const struct scene_piece *piece)
{
    char words[2 * TEXT_COLUMNS];
    struct text text = text_in(words, sizeof words);

    put_label(&text, view, place->label);
    text_put(&text, text.used > 0 ? ": " : "");
    put_pieces(&text, view->match->deal.game, piece, place->pieces, true, true);
    text_put(&text, place->pieces ? "" : ".");
    return text.full ? 2 * TEXT_COLUMNS : text_width(words);
}

/* Places that are more than a piece each stand apart, and begin a line rather than being broken. */
static void put_line(struct text *out, const struct view *view, const struct scene_zone *zone,
                     const struct scene_place *place, const struct scene_piece *piece)
{
    size_t start = out->used;
    int apart = 1;

    for (int i = 0; i < zone->places; i++)
        if (place[i].pieces > 1 || place[i].label.text != NO_TEXT)
            apart = 3;
    put_label(out, view, zone->title);
    text_put(out, zone->places ? ":" : ": -");
    for (int i = 0; i < zone->places; i++) {
        int blanks = i == 0 ? 1 : apart, width = place_width(view, &place[i], piece);

        if (i > 0 && width <= TEXT_COLUMNS - INDENT && text_width(out->at + start) + blanks + width > TEXT_COLUMNS) {
            text_char(out, '\n');
            start = out->used;
            blanks = INDENT;
        }
        piece = put_place(out, &start, blanks, view, zone, &place[i], piece);
    }
    text_char(out, '\n');
}

static bool is_map(const struct scene_zone *zone)
{
    return zone->kind == ZONE_GRID || zone->kind == ZONE_RING || zone->kind == ZONE_TRAIL;
}

/* How many zones from this one on are maps of seats. */
static int maps_of_seats(const struct scene_zone *zone, int left)
{
    int n = 0;

    while (n < left && n < SEATS_MAX && is_map(&zone[n]) && zone[n].owner != NOBODY)
        n++;
    return n;
}

static void put_zones(struct text *out, const struct view *view)
{
    const struct scene *scene = &view->scene;
    const struct scene_place *place = scene->place;
    const struct scene_piece *piece = scene->piece;

    for (int z = 0, n; z < scene->zones; z += n) {
        const struct scene_zone *zone = &scene->zone[z];

        n = maps_of_seats(zone, scene->zones - z);
        if (n > 1) {
            put_maps(out, view, zone, n, place, piece);
        } else {
            n = 1;
            if (is_map(zone))
                put_map(out, view, zone, place, piece);
            else
                put_line(out, view, zone, place, piece);
        }
        for (int k = 0; k < n; k++)
            for (int i = 0; i < zone[k].places; i++)
                piece += (place++)->pieces;
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

static void put_seats(struct text *out, const struct view *view)
{
    struct speech speech = match_speech(view->match, NOBODY);
    size_t start = out->used;

    for (int seat = 0; seat < view->match->deal.setup.seats; seat++) {
        char words[NAME_SIZE + 32];
        struct text text = text_in(words, sizeof words);
        size_t from = 0;

        if (view->waiting & BIT(seat)) {
            text_char(&text, '*');
            from = 1;
        }
        seat_put(&text, &speech, seat);
        text_capital(&text, from);
        if (seat == view->viewer)
            text_put(&text, " (you)");
        if (view->scene.scored) {
            text_put(&text, ": ");
            text_number(&text, view->scene.score[seat]);
        }
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

static void put_notes(struct text *out, const struct view *view)
{
    for (int i = 0; i < view->scene.notes; i++)
        put_sentence(out, view, view->scene.note[i].phrase);
}

static void put_result(struct text *out, const struct view *view)
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
    struct speech plain = speech_plain(view->match->deal.game);
    char words[256];
    int width = 0, columns;

    for (int i = 0; i < view->offers; i++) {
        struct text text = text_in(words, sizeof words);

        phrase_put(&text, &plain, view->offer[i].phrase);
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
        phrase_put(&text, &plain, view->offer[i].phrase);
        text_put(out, words);
        if (!last)
            text_pad(out, ' ', width - text_width(words));
        else
            text_char(out, '\n');
    }
}

static void put_face_down(struct text *out, const struct view *view)
{
    struct speech speech = match_speech(view->match, view->viewer);

    for (int i = 0; i < view->face_downs; i++) {
        char words[1024];
        struct text text = text_in(words, sizeof words);

        seat_put(&text, &speech, view->face_down[i].seat);
        text_capital(&text, 0);
        text_put(&text, view->face_down[i].seat == view->viewer ? " have chosen: " : " has chosen: ");
        phrase_put(&text, &speech, view->face_down[i].phrase);
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
    put_notes(out, view);
    put_zones(out, view);
    if (view->over) {
        put_result(out, view);
        return;
    }
    put_sentence(out, view, view->scene.prompt);
    put_face_down(out, view);
    if (may_change(view))
        text_put(out, "You may change this until all have chosen.\n");
    if (with_moves)
        put_offers(out, view);
}
