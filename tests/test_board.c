/* test_board: a scene in characters, whatever the game. A toy has a card [A], a green gem g, a gem * without a colour,
 * some pawns, a red card [R7], a back [?], and a few words; each test lays a zone of it and says what the lines are. */
#include "help.h"

#include "../src/table/board.h"
#include "../src/table/games.h"

enum { CARD_A, GEM_G, GEM_ANY, PAWN_G, PAWN_LONG = PAWN_G + 6, CARD_R7, BACK, TOY_THINGS };
enum { NO_WORD, TITLE, LABEL, PROMPT, LONG, A1, B1, A2, B2, STONE, TURN, SLIME, BRIDGE, DANGER, TOY_TEXTS };

static const struct thing toy_things[TOY_THINGS] = {
    {"card", "A", THING_CARD, COLOUR_NONE, NO_NUMBER, NO_BACK},
    {"green gem", "g", THING_GEM, COLOUR_GREEN, NO_NUMBER, NO_BACK},
    {"gem", "*", THING_GEM, COLOUR_NONE, NO_NUMBER, NO_BACK},
    {"green gnome", "G", THING_PAWN, COLOUR_GREEN, NO_NUMBER, NO_BACK},
    {"blue gnome", "B", THING_PAWN, COLOUR_BLUE, NO_NUMBER, NO_BACK},
    {"red gnome", "R", THING_PAWN, COLOUR_RED, NO_NUMBER, NO_BACK},
    {"yellow gnome", "Y", THING_PAWN, COLOUR_YELLOW, NO_NUMBER, NO_BACK},
    {"purple gnome", "P", THING_PAWN, COLOUR_PURPLE, NO_NUMBER, NO_BACK},
    {"white gnome", "W", THING_PAWN, COLOUR_WHITE, NO_NUMBER, NO_BACK},
    {"slug", "Sl", THING_PAWN, COLOUR_NONE, NO_NUMBER, NO_BACK},
    {"red 7", "R7", THING_CARD, COLOUR_RED, 7, BACK},
    {"back", "?", THING_CARD, COLOUR_NONE, NO_NUMBER, BACK},
};
static const char *const toy_texts[TOY_TEXTS] = {
    "",     "row",  "one",  "end", "a choice with so many words that it does not stand on a single line of a board",
    "a1",   "b1",   "a2",   "b2",  "{n}",
    "{n}>", "{n}~", "{n}=", "{n}!"};

static struct view view;

/* A zone of each kind. */
static const struct zone zones[ZONE_KINDS] = {
#define ZONE_OF(id, name) {name, ZONE_##id, ROLE_BOARD},
    ZONES(ZONE_OF)
#undef ZONE_OF
};

static void lay_zone(enum zone_kind kind)
{
    memset(&view, 0, sizeof view);
    view.viewer = SPECTATOR;
    view.scene.prompt = PHRASE(PROMPT);
    scene_zone(&view.scene, &zones[kind], NOBODY, PHRASE(TITLE));
}

static void lay_place(int x, int y, int label)
{
    scene_place(&view.scene, view.scene.places, x, y, PHRASE(label));
}

/* Each card as a piece of its own, so that a place can be as wide as a test wants it. */
static void lay(int cards, int gems)
{
    for (int i = 0; i < cards; i++)
        scene_piece(&view.scene, CARD_A, 1, 0);
    scene_piece(&view.scene, GEM_G, gems, 0);
}

/* Puts the view on a match of the toy, which the caller ends and frees. */
static struct trial *start_toy(struct game *toy)
{
    struct trial *t = calloc(1, sizeof *t);

    assert_non_null(t);
    trial_start(t, "template:2");
    *toy = *t->match.deal.game;
    toy->things = toy_things;
    toy->things_n = TOY_THINGS;
    toy->texts = toy_texts;
    toy->texts_n = TOY_TEXTS;
    t->match.deal.game = toy;
    view.match = &t->match;
    return t;
}

/* All that stands between the line of the seats and the prompt, and after it. With moves on offer here there is no
 * prompt, because one of them is chosen. */
static void expect_lines_and_after(const char *lines, const char *after)
{
    struct game toy;
    struct trial *t = start_toy(&toy);
    struct text out = text_in(t->text, sizeof t->text);
    char expected[2048];

    view_text(&view, false, &out);
    snprintf(expected, sizeof expected, "Seat 0   Seat 1\n%s%s%s", lines, "End\n", after);
    assert_string_equal(t->text, expected);
    trial_end(t);
    free(t);
}

static void expect_lines(const char *lines)
{
    expect_lines_and_after(lines, "");
}

static void lay_pawns(int n)
{
    for (int i = 0; i < n; i++)
        scene_piece(&view.scene, PAWN_G + i, 1, 0);
}

#define FOUR_CARDS "[A] [A] [A] [A]"

static void only_rows_with_labels_have_a_line_for_them(void **unused)
{
    (void)unused;
    lay_zone(ZONE_GRID);
    lay_place(0, 0, LABEL);
    lay(1, 1);
    lay_place(2, 0, NO_WORD);
    lay(1, 0);
    lay_place(0, 2, NO_WORD);
    lay(1, 0);
    lay_place(2, 2, NO_WORD);
    lay_place(0, 4, LABEL);
    lay(1, 0);
    expect_lines("Row:\n"
                 "  One\n"
                 "  [A]  [A]\n"
                 "   g\n"
                 "\n"
                 "  [A]   .\n"
                 "\n"
                 "\n"
                 "  One\n"
                 "  [A]\n");
}

/* A row of cards that belongs to a seat. */
static void lay_map(int seat, int cards)
{
    scene_zone(&view.scene, &zones[ZONE_GRID], seat, PHRASE(TITLE));
    for (int i = 0; i < cards; i++) {
        lay_place(2 * i, 0, NO_WORD);
        lay(1, 0);
    }
}

static void maps_of_seats_stand_side_by_side(void **unused)
{
    (void)unused;
    lay_zone(ZONE_HAND);
    lay_place(0, 0, NO_WORD);
    lay_map(0, 2);
    lay_map(1, 2);
    expect_lines("Row: -\n"
                 "Row:            Row:\n"
                 "  [A]  [A]        [A]  [A]\n");
}

/* Four of them would fit beside each other, and of five it is not one that stands alone. */
static void maps_of_seats_are_spread_over_the_lines(void **unused)
{
    (void)unused;
    lay_zone(ZONE_HAND);
    lay_place(0, 0, NO_WORD);
    for (int seat = 0; seat < 5; seat++)
        lay_map(seat, 3);
    expect_lines("Row: -\n"
                 "Row:                 Row:                 Row:\n"
                 "  [A]  [A]  [A]        [A]  [A]  [A]        [A]  [A]  [A]\n"
                 "Row:                 Row:\n"
                 "  [A]  [A]  [A]        [A]  [A]  [A]\n");
    lay_zone(ZONE_HAND);
    lay_place(0, 0, NO_WORD);
    for (int seat = 0; seat < 4; seat++)
        lay_map(seat, 3);
    /* 4 * 15 and 3 * 6 are 78 columns. */
    expect_lines("Row: -\n"
                 "Row:                 Row:                 Row:                 Row:\n"
                 "  [A]  [A]  [A]        [A]  [A]  [A]        [A]  [A]  [A]        [A]  [A]  [A]\n");
}

/* Three of 25 columns leave room for gaps of two. */
static void maps_are_as_far_apart_as_fits(void **unused)
{
    (void)unused;
    lay_zone(ZONE_HAND);
    lay_place(0, 0, NO_WORD);
    for (int seat = 0; seat < 3; seat++)
        lay_map(seat, 5);
    expect_lines("Row: -\n"
                 "Row:                       Row:                       Row:\n"
                 "  [A]  [A]  [A]  [A]  [A]    [A]  [A]  [A]  [A]  [A]    [A]  [A]  [A]  [A]  [A]\n");
}

/* A label "a1" reads A1 on the board. */
static void labels_as_on_a_chessboard_stand_at_the_edges(void **unused)
{
    (void)unused;
    lay_zone(ZONE_GRID);
    for (int i = 0; i < 4; i++) {
        lay_place(i % 2 * 2, i / 2 * 2, A1 + i);
        lay(1, 0);
    }
    expect_lines("Row:\n"
                 "   A    B\n"
                 "1 [A]  [A]\n"
                 "\n"
                 "2 [A]  [A]\n");
    lay_zone(ZONE_HAND);
    lay_place(0, 0, NO_WORD);
    for (int seat = 0; seat < 2; seat++) {
        scene_zone(&view.scene, &zones[ZONE_GRID], seat, PHRASE(TITLE));
        for (int i = 0; i < 4; i++) {
            if (i == 1)
                continue;
            lay_place(i % 2 * 2, i / 2 * 2, A1 + i);
            lay(1, 0);
        }
    }
    expect_lines("Row: -\n"
                 "Row:            Row:\n"
                 "   A    B          A    B\n"
                 "1 [A]           1 [A]\n"
                 "2 [A]  [A]      2 [A]  [A]\n");
}

/* Here B1 stands in the column of A2. */
static void other_labels_stay_at_their_places(void **unused)
{
    (void)unused;
    lay_zone(ZONE_GRID);
    lay_place(0, 0, A1);
    lay(1, 0);
    lay_place(2, 0, B1);
    lay(1, 0);
    lay_place(2, 2, A2);
    lay(1, 0);
    expect_lines("Row:\n"
                 "  A1   B1\n"
                 "  [A]  [A]\n"
                 "\n"
                 "       A2\n"
                 "       [A]\n");
}

/* What fills the line alone stands alone, and a map of nobody does so always. */
static void wide_maps_stand_below_each_other(void **unused)
{
    (void)unused;
    lay_zone(ZONE_HAND);
    lay_place(0, 0, NO_WORD);
    lay_map(0, 8);
    lay_map(1, 8);
    lay_map(NOBODY, 1);
    lay_map(NOBODY, 1);
    expect_lines("Row: -\n"
                 "Row:\n"
                 "  [A]  [A]  [A]  [A]  [A]  [A]  [A]  [A]\n"
                 "Row:\n"
                 "  [A]  [A]  [A]  [A]  [A]  [A]  [A]  [A]\n"
                 "Row:\n"
                 "  [A]\n"
                 "Row:\n"
                 "  [A]\n");
}

static void rows_half_a_card_apart_mesh(void **unused)
{
    (void)unused;
    lay_zone(ZONE_RING);
    lay_place(0, 0, LABEL);
    lay(1, 0);
    lay_place(2, 1, LABEL);
    lay(1, 0);
    lay_place(0, 2, NO_WORD);
    lay(1, 0);
    expect_lines("Row:\n"
                 "  One\n"
                 "  [A]  One\n"
                 "       [A]\n"
                 "\n"
                 "  [A]\n");
}

static void several_pawns_on_a_place_of_a_map_stand_together(void **unused)
{
    static const enum zone_kind maps[] = {ZONE_GRID, ZONE_RING};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        lay_zone(maps[i]);
        for (int k = 0; k < 3; k++) {
            lay_place(2 * k, 0, NO_WORD);
            lay_pawns(k + 1);
        }
        lay(0, 2);
        expect_lines("Row:\n"
                     "  <G>  GB   GBR\n"
                     "            2g\n");
    }
    lay_zone(ZONE_GRID);
    lay_place(0, 0, NO_WORD);
    lay_pawns(6);
    lay_place(2, 0, NO_WORD);
    lay_pawns(1);
    expect_lines("Row:\n"
                 "  GBRYPW    <G>\n");
}

/* A card, a mark of two characters, two alike, one that lies: brackets keep such pieces apart. So they do in a row. */
static void other_company_keeps_its_brackets(void **unused)
{
    (void)unused;
    lay_zone(ZONE_GRID);
    lay_place(0, 0, NO_WORD);
    lay_pawns(2);
    lay(1, 0);
    expect_lines("Row:\n"
                 "  <G> <B> [A]\n");
    lay_zone(ZONE_GRID);
    lay_place(0, 0, NO_WORD);
    lay_pawns(1);
    scene_piece(&view.scene, PAWN_LONG, 1, 0);
    expect_lines("Row:\n"
                 "  <G> <Sl>\n");
    lay_zone(ZONE_GRID);
    lay_place(0, 0, NO_WORD);
    lay_pawns(2);
    view.scene.piece[0].count = 2;
    expect_lines("Row:\n"
                 "  <G>x2 <B>\n");
    view.scene.piece[0] = (struct scene_piece){PAWN_G, 1, PIECE_DOWN};
    expect_lines("Row:\n"
                 "  (G) <B>\n");
    lay_zone(ZONE_ROW);
    lay_place(0, 0, NO_WORD);
    lay_pawns(3);
    expect_lines("Row: <G> <B> <R>\n");
}

/* A trail that winds over a board, as that of a race: 60 stones in the order of their numbers, which are their ids.
 * Slime leads from 18 to 23, and a bridge from 32 to 36 over the three stones between. Lays the stones up to `last`,
 * and so many pawns on some of them. */
static void lay_stones(int last, const int pawns[])
{
    static const struct {
        int first, last, column, step, y;
    } rows[] = {
        {1, 10, 0, 1, 0},   {11, 20, 9, -1, 2}, {21, 30, 0, 1, 4},  {31, 32, 9, -1, 6},
        {33, 35, 8, -1, 8}, {36, 42, 6, -1, 6}, {43, 52, 0, 1, 10}, {53, 60, 9, -1, 12},
    };
    static const int labels[61] = {
        [12] = TURN, [18] = SLIME, [23] = SLIME, [32] = BRIDGE, [36] = BRIDGE, [33] = DANGER};

    lay_zone(ZONE_TRAIL);
    for (int row = 0, stone = 1; stone <= last; stone++) {
        row += stone > rows[row].last;
        scene_place(&view.scene, stone, 2 * (rows[row].column + (stone - rows[row].first) * rows[row].step),
                    rows[row].y, PHRASE(labels[stone] ? labels[stone] : STONE, (int16_t)stone));
        lay_pawns(pawns[stone]);
    }
}

static void a_trail_is_drawn_with_its_links(void **unused)
{
    static const int pawns[61] = {[1] = 3, [5] = 1, [34] = 2};

    (void)unused;
    lay_stones(60, pawns);
    scene_link(&view.scene, 18, 23, LINK_SLIDE);
    scene_link(&view.scene, 32, 36, LINK_BRIDGE);
    expect_lines("Row:\n"
                 "   1    2    3    4    5    6    7    8    9   10\n"
                 "  GBR---.----.----.---<G>---.----.----.----.----.\n"
                 "                                                |\n"
                 "  20   19   18~  17   16   15   14   13   12>  11\n"
                 "   .----.----.----.----.----.----.----.----.----.\n"
                 "   |         ~\n"
                 "  21   22   23~  24   25   26   27   28   29   30\n"
                 "   .----.----.----.----.----.----.----.----.----.\n"
                 "                                                |\n"
                 "  42   41   40   39   38   37   36=       32=  31\n"
                 "   .----.----.----.----.----.----.=========.----.\n"
                 "   |                             |         |\n"
                 "   |                            35   34   33!\n"
                 "   |                             .---GB----.\n"
                 "   |\n"
                 "  43   44   45   46   47   48   49   50   51   52\n"
                 "   .----.----.----.----.----.----.----.----.----.\n"
                 "                                                |\n"
                 "            60   59   58   57   56   55   54   53\n"
                 "             .----.----.----.----.----.----.----.\n");
}

/* 2 columns of margin, 10 of 6 and 9 gaps of 2 are 80. */
static void ten_stones_with_six_pawns_on_one_fill_the_line(void **unused)
{
    static const int pawns[61] = {[10] = 6, [19] = 5, [20] = 1};

    (void)unused;
    lay_stones(20, pawns);
    expect_lines("Row:\n"
                 "     1       2       3       4       5       6       7       8       9      10\n"
                 "     .-------.-------.-------.-------.-------.-------.-------.-------.----GBRYPW\n"
                 "                                                                             |\n"
                 "    20      19      18~     17      16      15      14      13      12>     11\n"
                 "    <G>----GBRYP-----.-------.-------.-------.-------.-------.-------.-------.\n");
}

/* The fourth place stands in the way of the bridge, and a gem and a label in that of the step to the fifth. A step that
 * is neither across nor down is not drawn, nor is such a link, nor one to another zone. */
static void ways_are_straight_and_behind_what_stands_there(void **unused)
{
    (void)unused;
    lay_zone(ZONE_TRAIL);
    lay_place(0, 0, NO_WORD);
    lay_place(4, 2, NO_WORD);
    lay_place(0, 4, NO_WORD);
    lay_place(2, 0, NO_WORD);
    lay(1, 2);
    lay_place(2, 4, LABEL);
    lay_place(4, 0, NO_WORD);
    lay_pawns(1);
    scene_zone(&view.scene, &zones[ZONE_ROW], NOBODY, PHRASE(TITLE));
    lay_place(0, 0, NO_WORD);
    scene_link(&view.scene, 0, 5, LINK_BRIDGE);
    scene_link(&view.scene, 1, 5, LINK_BRIDGE);
    scene_link(&view.scene, 4, 2, LINK_SLIDE);
    scene_link(&view.scene, 1, 3, LINK_SLIDE);
    scene_link(&view.scene, 0, 6, LINK_SLIDE);
    expect_lines("Row:\n"
                 "   .===[A]==<G>\n"
                 "       2g    H\n"
                 "        |    H\n"
                 "        |    .\n"
                 "        |\n"
                 "        |\n"
                 "       One\n"
                 "   .~~~~.\n"
                 "Row: .\n");
}

/* The first place is two lines above the board, the last five columns left of the second. */
static void a_way_is_drawn_as_far_as_it_is_on_the_board(void **unused)
{
    (void)unused;
    lay_zone(ZONE_TRAIL);
    lay_place(0, -2, NO_WORD);
    lay_place(0, 0, NO_WORD);
    lay_place(-2, 0, NO_WORD);
    expect_lines("Row:\n"
                 "---.\n");
}

static void only_trails_are_drawn_as_a_way(void **unused)
{
    static const enum zone_kind maps[] = {ZONE_GRID, ZONE_RING};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        lay_zone(maps[i]);
        for (int k = 0; k < 3; k++)
            lay_place(2 * k, 0, NO_WORD);
        expect_lines("Row:\n"
                     "   .    .    .\n");
    }
}

static void single_pieces_stand_close_and_heaps_apart(void **unused)
{
    (void)unused;
    lay_zone(ZONE_ROW);
    lay_place(0, 0, NO_WORD);
    lay(1, 0);
    lay_place(2, 0, NO_WORD);
    lay_place(4, 0, NO_WORD);
    lay(0, 2);
    expect_lines("Row: [A] . 2g\n");
    lay_place(6, 0, NO_WORD);
    lay(1, 1);
    expect_lines("Row: [A]   .   2g   [A] g\n");
    lay_zone(ZONE_ROW);
    lay_place(0, 0, LABEL);
    lay(1, 0);
    lay_place(2, 0, LABEL);
    expect_lines("Row: One: [A]   One: .\n");
    lay_zone(ZONE_HAND);
    lay_place(0, 0, NO_WORD);
    expect_lines("Row: -\n");
}

/* One green gem is g; a gem without a colour always has its number, unless there is no end of them. */
static void a_row_without_places_is_empty(void **unused)
{
    (void)unused;
    lay_zone(ZONE_ROW);
    expect_lines("Row: -\n");
}

static void gems_have_their_number(void **unused)
{
    static const int counts[] = {1, 2, UNLIMITED};

    (void)unused;
    lay_zone(ZONE_ROW);
    for (int i = 0; i < 3; i++) {
        lay_place(2 * i, 0, LABEL);
        scene_piece(&view.scene, GEM_ANY, counts[i], 0);
        scene_piece(&view.scene, GEM_G, i, 0);
    }
    expect_lines("Row: One: 1*   One: 2* g   One: * 2g\n");
}

/* The first heap and what is before it take 44 columns, three blanks and the second one 36 or 37. */
static void a_heap_begins_a_line_rather_than_being_broken(void **unused)
{
    (void)unused;
    lay_zone(ZONE_ROW);
    lay_place(0, 0, NO_WORD);
    lay(10, 0);
    lay_place(2, 0, NO_WORD);
    lay(8, 1);
    expect_lines("Row: " FOUR_CARDS " " FOUR_CARDS " [A] [A]   " FOUR_CARDS " " FOUR_CARDS " g\n");
    view.scene.piece[view.scene.pieces - 1].count = 2;
    expect_lines("Row: " FOUR_CARDS " " FOUR_CARDS " [A] [A]\n"
                 "    " FOUR_CARDS " " FOUR_CARDS " 2g\n");
}

/* 20 cards take 79 columns, more than the 76 of a line that is indented: wherever the heap begins, it is broken. */
static void a_heap_wider_than_a_line_is_broken_where_the_line_ends(void **unused)
{
    (void)unused;
    lay_zone(ZONE_ROW);
    lay_place(0, 0, NO_WORD);
    lay(1, 0);
    lay_place(2, 0, NO_WORD);
    lay(20, 0);
    expect_lines("Row: [A]   " FOUR_CARDS " " FOUR_CARDS " " FOUR_CARDS " " FOUR_CARDS " [A]\n"
                 "    [A] [A] [A]\n");
}

/* 17 cards after the title end in column 72: three blanks and the label would fit, but not a card with them. */
static void a_label_stays_with_its_first_piece(void **unused)
{
    (void)unused;
    lay_zone(ZONE_ROW);
    lay_place(0, 0, NO_WORD);
    lay(17, 0);
    lay_place(2, 0, LABEL);
    lay(20, 0);
    expect_lines("Row: " FOUR_CARDS " " FOUR_CARDS " " FOUR_CARDS " " FOUR_CARDS " [A]\n"
                 "    One: " FOUR_CARDS " " FOUR_CARDS " " FOUR_CARDS " " FOUR_CARDS " [A] [A]\n"
                 "    [A] [A]\n");
}

/* 74 characters stand on the first line, and "single" would end in column 81. */
static void a_sealed_choice_is_broken_where_the_line_ends(void **unused)
{
    (void)unused;
    lay_zone(ZONE_ROW);
    lay_place(0, 0, NO_WORD);
    lay(1, 0);
    view.viewer = REFEREE;
    view.face_down[view.face_downs++] = (struct face_down){PHRASE(LONG), 1};
    expect_lines_and_after("Row: [A]\n", "Seat 1 has chosen: a choice with so many words that it does not stand on a\n"
                                         "    single line of a board\n");
}

/* Under the prompt, which says what the choice was about; and where there is nothing else to choose, it cannot be. */
static void a_complete_choice_can_be_changed(void **unused)
{
    (void)unused;
    lay_zone(ZONE_ROW);
    lay_place(0, 0, NO_WORD);
    lay(1, 0);
    view.viewer = REFEREE;
    view.face_down[view.face_downs++] = (struct face_down){PHRASE(LABEL), 1};
    view.offer[view.offers++] = (struct offer){.chosen = true};
    expect_lines_and_after("Row: [A]\n", "Seat 1 has chosen: one\n");
    view.offer[view.offers++] = (struct offer){0};
    expect_lines_and_after("Row: [A]\n", "Seat 1 has chosen: one\nYou may change this until all have chosen.\n");
}

static void links_follow_the_zones_in_json(void **unused)
{
    struct game toy;
    struct trial *t;
    struct text out;

    (void)unused;
    lay_zone(ZONE_TRAIL);
    lay_place(0, 0, NO_WORD);
    lay_place(2, 0, NO_WORD);
    scene_link(&view.scene, 0, 1, LINK_BRIDGE);
    scene_link(&view.scene, 1, 0, LINK_SLIDE);
    t = start_toy(&toy);
    out = text_in(t->text, sizeof t->text);
    view_scene_json(&view, &out);
    assert_string_equal(
        t->text, "{\"scene\":2,\"prompt\":\"End\",\"notes\":[],\"zones\":[{\"id\":\"trail\",\"kind\":\"trail\","
                 "\"role\":\"board\","
                 "\"owner\":null,\"title\":\"Row\",\"places\":["
                 "{\"id\":0,\"x\":0,\"y\":0,\"pieces\":[]},{\"id\":1,\"x\":2,\"y\":0,\"pieces\":[]}]}],"
                 "\"links\":[{\"kind\":\"bridge\",\"from\":0,\"to\":1},{\"kind\":\"slide\",\"from\":1,\"to\":0}]}");
    trial_end(t);
    free(t);
}

/* ---- pictures --------------------------------------------------------------------------------- */

static struct board board;
static struct cell memory[BOARD_ROWS * BOARD_COLUMNS];

static const struct board_spot *find_spot(int place, int thing)
{
    for (int i = 0; i < board.spots; i++)
        if (board.spot[i].place == place && board.spot[i].thing == thing)
            return &board.spot[i];
    return NULL;
}

static int count_spots(int place, int thing)
{
    int n = 0;

    for (int i = 0; i < board.spots; i++)
        n += board.spot[i].place == place && board.spot[i].thing == thing;
    return n;
}

static bool overlap(const struct board_spot *a, const struct board_spot *b)
{
    return a->row < b->row + b->rows && b->row < a->row + a->rows && a->column < b->column + b->columns &&
           b->column < a->column + a->columns;
}

static bool within(const struct board_spot *a, const struct board_spot *b)
{
    return a->row >= b->row && a->column >= b->column && a->row + a->rows <= b->row + b->rows &&
           a->column + a->columns <= b->column + b->columns;
}

/* All that is on the table has its spots, as often as it is there. */
static void check_spots_of_scene(const struct scene *scene)
{
    const struct scene_piece *piece = scene->piece;

    assert_int_equal(board.spots, scene->places + scene->pieces);
    for (int i = 0; i < scene->places; i++) {
        const struct scene_place *place = &scene->place[i];

        assert_int_equal(count_spots(place->id, NOTHING), 1);
        for (int k = 0; k < place->pieces; k++) {
            int alike = 0;

            for (int other = 0; other < place->pieces; other++)
                alike += piece[other].thing == piece[k].thing;
            assert_int_equal(count_spots(place->id, piece[k].thing), alike);
        }
        piece += place->pieces;
    }
}

/* Rectangles are on the picture, those of pieces in that of their place, and those of places apart. */
static void check_rectangles(void)
{
    for (int i = 0; i < board.spots; i++) {
        const struct board_spot *spot = &board.spot[i], *place = find_spot(spot->place, NOTHING);

        assert_true(spot->rows > 0 && spot->columns > 0 && spot->row >= 0 && spot->column >= 0);
        assert_true(spot->row + spot->rows <= board.cells.rows);
        assert_true(spot->column + spot->columns <= board.cells.columns);
        assert_true(within(spot, place));
        for (int k = 0; spot == place && k < i; k++)
            assert_false(board.spot[k].thing == NOTHING && overlap(spot, &board.spot[k]));
    }
}

/* The characters of a spot lie in its rectangle, and every piece has some. */
static void check_characters(void)
{
    int characters[BOARD_SPOTS] = {0};

    for (int row = 0; row < board.cells.rows; row++)
        for (int column = 0; column < board.cells.columns; column++) {
            const struct cell *cell = cells_at(&board.cells, row, column);
            const struct board_spot at = {0, 0, (int16_t)row, (int16_t)column, 1, 1};

            assert_true(cell->spot <= board.spots && cell->ink < INKS);
            if (cell->spot == 0)
                continue;
            assert_int_not_equal(cell->c, 0);
            assert_true(within(&at, &board.spot[cell->spot - 1]));
            characters[cell->spot - 1]++;
        }
    for (int i = 0; i < board.spots; i++)
        assert_true(board.spot[i].thing == NOTHING || characters[i] > 0);
}

static void draw_board(const struct view *of, struct board_look look)
{
    board.cells = cells_in(memory, look.columns, BOARD_ROWS);
    memset(memory, 0xff, sizeof memory);
    board_draw(of, &look, &board);
    assert_int_equal(board.cells.lost, 0);
    check_spots_of_scene(&of->scene);
    check_rectangles();
    check_characters();
}

static void draw_toy(struct board_look look)
{
    struct game toy;
    struct trial *t = start_toy(&toy);

    draw_board(&view, look);
    trial_end(t);
    free(t);
}

static void expect_picture(struct board_look look, const char *lines)
{
    static char text[1 << 16];
    struct text out = text_in(text, sizeof text);

    draw_toy(look);
    cells_text(&out, &board.cells);
    assert_string_equal(text, lines);
}

static const struct board_look plain = {80, 0, false, false}, framed = {80, 0, true, false},
                               unicode = {80, 0, true, true}, narrow = {40, 0, false, false};

static void expect_rectangle(int place, int thing, int row, int column, int rows, int columns)
{
    const struct board_spot *spot = find_spot(place, thing);

    assert_non_null(spot);
    assert_int_equal(spot->row, row);
    assert_int_equal(spot->column, column);
    assert_int_equal(spot->rows, rows);
    assert_int_equal(spot->columns, columns);
}

static void expect_cell(int row, int column, uint32_t c, enum ink ink, enum colour colour, int thing)
{
    const struct cell *cell = cells_at(&board.cells, row, column);

    assert_int_equal(cell->c, c);
    assert_int_equal(cell->ink, ink);
    assert_int_equal(cell->colour, colour);
    if (thing < 0)
        assert_int_equal(cell->spot, 0);
    else
        assert_int_equal(board.spot[cell->spot - 1].thing, thing);
}

static void lay_hand(void)
{
    lay_zone(ZONE_HAND);
    lay_place(0, 0, NO_WORD);
    lay(1, 0);
    scene_piece(&view.scene, CARD_R7, 1, PIECE_DOWN);
    scene_piece(&view.scene, BACK, 3, 0);
    lay(0, 1);
}

static void cards_have_frames_that_tell_how_they_lie(void **unused)
{
    (void)unused;
    lay_hand();
    expect_picture(framed, "     +---+ +--+ #####\n"
                           "Row: | A | (R7) # ? #x3 g\n"
                           "     +---+ +--+ #####\n");
    expect_picture(unicode, "     ┌───┐ ┌╌╌┐ ░░░░░\n"
                            "Row: │ A │ (R7) ░ ? ░x3 g\n"
                            "     └───┘ └╌╌┘ ░░░░░\n");
    expect_picture(plain, "Row: [A] (R7) [?]x3 g\n");
}

static void spots_are_as_large_as_what_is_drawn(void **unused)
{
    (void)unused;
    lay_hand();
    draw_toy(framed);
    expect_rectangle(0, NOTHING, 0, 5, 3, 20);
    expect_rectangle(0, CARD_A, 0, 5, 3, 5);
    expect_rectangle(0, CARD_R7, 0, 11, 3, 4);
    expect_rectangle(0, BACK, 0, 16, 3, 7);
    expect_rectangle(0, GEM_G, 1, 24, 1, 1);
    lay_zone(ZONE_ROW);
    lay_place(0, 0, LABEL);
    lay(1, 1);
    lay_place(2, 0, LABEL);
    draw_toy(plain); /* Row: One: [A] g   One: . */
    expect_rectangle(0, NOTHING, 0, 5, 1, 10);
    expect_rectangle(0, CARD_A, 0, 10, 1, 3);
    expect_rectangle(1, NOTHING, 0, 18, 1, 6);
}

static void each_character_says_what_it_is(void **unused)
{
    (void)unused;
    lay_hand();
    draw_toy(framed);
    expect_cell(1, 0, 'R', INK_TITLE, COLOUR_NONE, -1);
    expect_cell(0, 5, '+', INK_PIECE, COLOUR_NONE, CARD_A);
    expect_cell(1, 7, 'A', INK_PIECE, COLOUR_NONE, CARD_A);
    expect_cell(1, 11, '(', INK_DOWN, COLOUR_RED, CARD_R7);
    expect_cell(1, 18, '?', INK_BACK, COLOUR_NONE, BACK);
    expect_cell(1, 22, '3', INK_BACK, COLOUR_NONE, BACK);
    expect_cell(1, 24, 'g', INK_PIECE, COLOUR_GREEN, GEM_G);
    lay_zone(ZONE_TRAIL);
    lay_place(0, 0, LABEL);
    lay_place(2, 0, NO_WORD);
    lay_pawns(2);
    scene_note(&view.scene, NOBODY, PHRASE(LABEL));
    scene_zone(&view.scene, &zones[ZONE_HAND], 0, PHRASE(TITLE));
    lay_place(0, 0, NO_WORD);
    expect_picture(plain, "One\n"
                          "Row:\n"
                          "  One\n"
                          "   .---GB\n"
                          "Row: -\n");
    expect_cell(0, 0, 'O', INK_PLAIN, COLOUR_NONE, -1);
    expect_cell(2, 2, 'O', INK_LABEL, COLOUR_NONE, NOTHING);
    expect_cell(3, 3, '.', INK_EMPTY, COLOUR_NONE, NOTHING);
    expect_cell(3, 4, '-', INK_WAY, COLOUR_NONE, -1);
    expect_cell(3, 7, 'G', INK_PIECE, COLOUR_GREEN, PAWN_G);
    expect_cell(3, 8, 'B', INK_PIECE, COLOUR_BLUE, PAWN_G + 1);
    expect_cell(4, 5, '-', INK_EMPTY, COLOUR_NONE, NOTHING);
}

/* After "Row: " six frames of five with blanks between them end in column 40. A line without cards is low. */
static void a_line_of_frames_is_broken_where_it_ends(void **unused)
{
    (void)unused;
    lay_zone(ZONE_ROW);
    for (int i = 0; i < 8; i++) {
        lay_place(2 * i, 0, NO_WORD);
        lay(i < 7, 0);
    }
    expect_picture((struct board_look){40, 0, true, false}, "     +---+ +---+ +---+ +---+ +---+ +---+\n"
                                                            "Row: | A | | A | | A | | A | | A | | A |\n"
                                                            "     +---+ +---+ +---+ +---+ +---+ +---+\n"
                                                            "    +---+\n"
                                                            "    | A | .\n"
                                                            "    +---+\n");
    lay_zone(ZONE_ROW);
    for (int i = 0; i < 7; i++) {
        lay_place(2 * i, 0, NO_WORD);
        lay(i < 6, 0);
    }
    expect_picture((struct board_look){40, 0, true, false}, "     +---+ +---+ +---+ +---+ +---+ +---+\n"
                                                            "Row: | A | | A | | A | | A | | A | | A |\n"
                                                            "     +---+ +---+ +---+ +---+ +---+ +---+\n"
                                                            "    .\n");
}

static void frames_stand_in_the_cells_of_a_map(void **unused)
{
    (void)unused;
    lay_zone(ZONE_GRID);
    lay_place(0, 0, LABEL);
    lay(1, 1);
    lay_place(2, 0, NO_WORD);
    lay_place(0, 2, NO_WORD);
    scene_piece(&view.scene, CARD_R7, 1, PIECE_DOWN);
    lay_place(2, 2, NO_WORD);
    scene_piece(&view.scene, BACK, 1, 0);
    expect_picture(framed, "Row:\n"
                           "   One\n"
                           "  +---+\n"
                           "  | A |    .\n"
                           "  +---+\n"
                           "    g\n"
                           "\n"
                           "  +--+   #####\n"
                           "  (R7)   # ? #\n"
                           "  +--+   #####\n");
    expect_rectangle(0, NOTHING, 1, 2, 5, 5);
    expect_rectangle(1, NOTHING, 3, 11, 1, 1);
}

static void rows_without_cards_stay_low(void **unused)
{
    static const int pawns[61] = {[1] = 3, [5] = 1};

    (void)unused;
    lay_zone(ZONE_GRID);
    for (int i = 0; i < 3; i++) {
        lay_place(0, 2 * i, NO_WORD);
        lay(i != 1, 0);
    }
    expect_picture(framed, "Row:\n"
                           "  +---+\n"
                           "  | A |\n"
                           "  +---+\n"
                           "\n"
                           "    .\n"
                           "\n"
                           "  +---+\n"
                           "  | A |\n"
                           "  +---+\n");
    lay_stones(20, pawns);
    expect_picture(framed, "Row:\n"
                           "   1    2    3    4    5    6    7    8    9   10\n"
                           "  GBR---.----.----.---<G>---.----.----.----.----.\n"
                           "                                                |\n"
                           "  20   19   18~  17   16   15   14   13   12>  11\n"
                           "   .----.----.----.----.----.----.----.----.----.\n");
}

/* The line that the ways down need is there; labels stand on it, or in place of the dots. */
static void a_tight_trail_has_its_labels_between_the_rows(void **unused)
{
    static const int pawns[61] = {[1] = 3, [5] = 1};

    (void)unused;
    lay_stones(20, pawns);
    expect_picture((struct board_look){80, 5, false, false}, "Row:\n"
                                                             "   1                   5\n"
                                                             "  GBR---2----3----4---<G>---6----7----8----9---10\n"
                                                             "                                                |\n"
                                                             "  20---19---18~--17---16---15---14---13---12>--11\n");
    expect_rectangle(5, NOTHING, 1, 22, 2, 3);
    expect_rectangle(18, NOTHING, 4, 12, 1, 3);
}

static void ways_are_lines_where_there_are_such_characters(void **unused)
{
    (void)unused;
    lay_zone(ZONE_TRAIL);
    lay_place(0, 0, NO_WORD);
    lay_place(2, 0, NO_WORD);
    lay_place(4, 0, NO_WORD);
    lay_place(4, 2, NO_WORD);
    lay_place(0, 2, NO_WORD);
    scene_link(&view.scene, 0, 4, LINK_BRIDGE);
    expect_picture(unicode, "Row:\n"
                            "   .────.────.\n"
                            "   ║         │\n"
                            "   .─────────.\n");
}

/* A map of `rows` rows and as many columns, and three hands. */
static void lay_map_and_hands(int rows, int columns)
{
    lay_zone(ZONE_GRID);
    for (int i = 0; i < rows * columns; i++) {
        lay_place(i % columns * 2, i / columns * 2, NO_WORD);
        lay(1, 0);
    }
    for (int i = 0; i < 3; i++) {
        scene_zone(&view.scene, &zones[ZONE_HAND], i, PHRASE(TITLE));
        lay_place(0, 0, NO_WORD);
        lay(1, 0);
    }
}

/* A title, four rows with three lines between them and three hands are 11 lines; without those between 8; with the
 * hands on one line 6; with the hands at the right 5. */
static void a_table_is_as_crowded_as_it_must_be(void **unused)
{
    static const char loose[] = "Row:\n  [A]\n\n  [A]\n\n  [A]\n\n  [A]\nRow: [A]\nRow: [A]\nRow: [A]\n";
    static const char beside[] = "Row:   Row: [A]\n  [A]  Row: [A]\n  [A]  Row: [A]\n  [A]\n  [A]\n";
    struct board_look look = {40, 0, false, false};

    (void)unused;
    lay_map_and_hands(4, 1);
    expect_picture(look, loose);
    look.rows = 11;
    expect_picture(look, loose);
    look.rows = 10;
    expect_picture(look, "Row:\n  [A]\n  [A]\n  [A]\n  [A]\nRow: [A]\nRow: [A]\nRow: [A]\n");
    look.rows = 7;
    expect_picture(look, "Row:\n  [A]\n  [A]\n  [A]\n  [A]\nRow: [A]    Row: [A]    Row: [A]\n");
    look.rows = 5;
    expect_picture(look, beside);
    look.rows = 3;
    expect_picture(look, beside);
}

/* 15 columns of the map and two between leave 23 of 40, and 63 of 80. */
static void what_is_beside_a_map_has_its_width(void **unused)
{
    struct board_look look = {40, 3, false, false};

    (void)unused;
    lay_map_and_hands(2, 3);
    expect_picture(look, "Row:\n"
                         "  [A]  [A]  [A]\n"
                         "  [A]  [A]  [A]\n"
                         "Row: [A]    Row: [A]    Row: [A]\n");
    look.columns = 80;
    expect_picture(look, "Row:             Row: [A]\n"
                         "  [A]  [A]  [A]  Row: [A]\n"
                         "  [A]  [A]  [A]  Row: [A]\n");
}

/* The title and a card take 8 columns, each further one 4. */
static void a_line_is_as_wide_as_the_picture(void **unused)
{
    static const int columns[] = {40, 80, 120}, first[] = {9, 19, 29}, rows[] = {4, 2, 2};

    (void)unused;
    lay_zone(ZONE_HAND);
    lay_place(0, 0, NO_WORD);
    lay(30, 0);
    for (int i = 0; i < 3; i++) {
        int above = 0;

        draw_toy((struct board_look){columns[i], 0, false, false});
        for (int k = 0; k < board.spots; k++)
            above += board.spot[k].thing == CARD_A && board.spot[k].row == 0;
        assert_int_equal(above, first[i]);
        assert_int_equal(board.cells.rows, rows[i]);
    }
}

static void notes_and_titles_are_broken_between_words(void **unused)
{
    (void)unused;
    lay_zone(ZONE_ROW);
    lay_place(0, 0, LONG);
    lay(2, 0);
    view.scene.zone[0].title = PHRASE(LONG);
    scene_note(&view.scene, NOBODY, PHRASE(LONG));
    expect_picture(narrow, "A choice with so many words that it does\n"
                           "    not stand on a single line of a\n"
                           "    board\n"
                           "A choice with so many words that it does\n"
                           "    not stand on a single line of a\n"
                           "    board:\n"
                           "    A choice with so many words that it\n"
                           "    does not stand on a single line of a\n"
                           "    board:\n"
                           "    [A] [A]\n");
}

/* Nine places need 45 columns, or 37 with one blank between them; eleven need 43 without a margin. */
static void a_map_that_is_too_wide_is_squeezed_or_listed(void **unused)
{
    (void)unused;
    lay_zone(ZONE_GRID);
    for (int i = 0; i < 9; i++) {
        lay_place(2 * i, 0, NO_WORD);
        lay(1, 0);
    }
    expect_picture(narrow, "Row:\n"
                           "  " FOUR_CARDS " " FOUR_CARDS " [A]\n");
    lay_place(18, 0, NO_WORD);
    lay(1, 0);
    lay_place(20, 0, NO_WORD);
    expect_picture(narrow, "Row: " FOUR_CARDS " " FOUR_CARDS " [A]\n"
                           "    [A] .\n");
}

/* Else its rectangle would have parts of its neighbours' in it. */
static void a_heap_wider_than_a_line_has_its_lines_alone(void **unused)
{
    (void)unused;
    lay_zone(ZONE_ROW);
    lay_place(0, 0, NO_WORD);
    lay(1, 0);
    lay_place(2, 0, NO_WORD);
    lay(10, 0);
    lay_place(4, 0, NO_WORD);
    lay(1, 0);
    expect_picture(narrow, "Row: [A]\n"
                           "    " FOUR_CARDS " " FOUR_CARDS " [A]\n"
                           "    [A]\n"
                           "    [A]\n");
}

static void a_picture_counts_what_it_loses(void **unused)
{
    struct cell few[3 * 4];
    struct cells cells = cells_in(few, 4, 3);
    struct cell like = {0, 7, INK_CODE, COLOUR_RED};
    char text[64];
    struct text out = text_in(text, sizeof text);

    (void)unused;
    memset(few, 0xff, sizeof few);
    assert_int_equal(cells_put(&cells, 1, 1, "ä  b", 3, like), 4);
    assert_int_equal(cells.rows, 2);
    assert_int_equal(cells.lost, 0);
    assert_int_equal(cells_at(&cells, 0, 3)->c, 0);
    assert_int_equal(cells_at(&cells, 1, 1)->c, 0xe4);
    assert_int_equal(cells_at(&cells, 1, 1)->spot, 7);
    assert_int_equal(cells_at(&cells, 1, 1)->ink, INK_CODE);
    assert_null(cells_at(&cells, 3, 0));
    assert_null(cells_at(&cells, 0, 4));
    cells_text(&out, &cells);
    assert_string_equal(text, "\n ä\n");
    cells_put(&cells, 0, 2, "abcd", 4, like);
    cells_put(&cells, 3, 0, "a", 1, like);
    assert_int_equal(cells.lost, 3);
}

static void words_wider_than_a_line_go_on_in_the_next(void **unused)
{
    struct cell few[5 * 6];
    struct cells cells = cells_in(few, 6, 5);
    char text[64];
    struct text out = text_in(text, sizeof text);

    (void)unused;
    assert_int_equal(cells_wrap(&cells, 0, 1, 2, 6, "a bc defghijkl m", (struct cell){0}), 4);
    cells_text(&out, &cells);
    assert_string_equal(text, " a bc\n  defg\n  hijk\n  l m\n");
    assert_int_equal(cells.lost, 0);
}

/* ---- every game ------------------------------------------------------------------------------- */

static void check_touches(void)
{
    for (int i = 0; i < view.offers; i++)
        for (int k = 0; k < view.offer[i].touches; k++)
            assert_non_null(find_spot(view.offer[i].touch[k].place, view.offer[i].touch[k].thing));
}

static void look_at(const struct match *match)
{
    static const struct board_look looks[] = {{80, 18, false, false},
                                              {80, 18, true, true},
                                              {120, 40, true, true},
                                              {40, 18, false, true},
                                              {40, 0, true, false}};

    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++) {
        if (viewer >= match->deal.setup.seats && viewer != SPECTATOR && viewer != REFEREE)
            continue;
        view_make(&view, match, viewer);
        for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
            draw_board(&view, looks[i]);
            check_touches();
        }
    }
}

static void play_and_look(const struct deal *deal)
{
    void *room = calloc(1, match_memory(deal->game));
    struct luck luck = {deal->seed};
    struct match match;
    struct why why;

    assert_non_null(room);
    match_start(&match, deal, room);
    match_settle(&match);
    for (int i = 0; i < 400 && !match_over(&match); i++) {
        uint32_t can = deal->game->actors(match.state);
        int seat = bit_nth(can, luck_below(&luck, (uint32_t)bit_count(can)));
        move_t move[MOVES_MAX];
        int n = match_moves(&match, seat, move);

        if (i % 17 == 0)
            look_at(&match);
        assert_true(match_play(&match, seat, match.decision, move[luck_below(&luck, (uint32_t)n)], &why));
    }
    look_at(&match);
    free(room);
}

/* For each number of seats the first setup. */
static void all_that_lies_on_the_table_can_be_touched(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++) {
        struct deal deal = {.game = games[i]};
        int seats = 0;

        while (game_next_setup(games[i], &deal.setup)) {
            if (deal.setup.seats == seats)
                continue;
            seats = deal.setup.seats;
            for (deal.seed = 1; deal.seed <= 2; deal.seed++)
                play_and_look(&deal);
        }
        assert_int_equal(seats, games[i]->seats_max);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_rows_with_labels_have_a_line_for_them),
        cmocka_unit_test(maps_of_seats_stand_side_by_side),
        cmocka_unit_test(maps_of_seats_are_spread_over_the_lines),
        cmocka_unit_test(maps_are_as_far_apart_as_fits),
        cmocka_unit_test(labels_as_on_a_chessboard_stand_at_the_edges),
        cmocka_unit_test(other_labels_stay_at_their_places),
        cmocka_unit_test(wide_maps_stand_below_each_other),
        cmocka_unit_test(rows_half_a_card_apart_mesh),
        cmocka_unit_test(several_pawns_on_a_place_of_a_map_stand_together),
        cmocka_unit_test(other_company_keeps_its_brackets),
        cmocka_unit_test(a_trail_is_drawn_with_its_links),
        cmocka_unit_test(ten_stones_with_six_pawns_on_one_fill_the_line),
        cmocka_unit_test(ways_are_straight_and_behind_what_stands_there),
        cmocka_unit_test(a_way_is_drawn_as_far_as_it_is_on_the_board),
        cmocka_unit_test(only_trails_are_drawn_as_a_way),
        cmocka_unit_test(single_pieces_stand_close_and_heaps_apart),
        cmocka_unit_test(a_row_without_places_is_empty),
        cmocka_unit_test(gems_have_their_number),
        cmocka_unit_test(a_heap_begins_a_line_rather_than_being_broken),
        cmocka_unit_test(a_heap_wider_than_a_line_is_broken_where_the_line_ends),
        cmocka_unit_test(a_label_stays_with_its_first_piece),
        cmocka_unit_test(a_sealed_choice_is_broken_where_the_line_ends),
        cmocka_unit_test(a_complete_choice_can_be_changed),
        cmocka_unit_test(links_follow_the_zones_in_json),
        cmocka_unit_test(cards_have_frames_that_tell_how_they_lie),
        cmocka_unit_test(spots_are_as_large_as_what_is_drawn),
        cmocka_unit_test(each_character_says_what_it_is),
        cmocka_unit_test(a_line_of_frames_is_broken_where_it_ends),
        cmocka_unit_test(frames_stand_in_the_cells_of_a_map),
        cmocka_unit_test(rows_without_cards_stay_low),
        cmocka_unit_test(a_tight_trail_has_its_labels_between_the_rows),
        cmocka_unit_test(ways_are_lines_where_there_are_such_characters),
        cmocka_unit_test(a_table_is_as_crowded_as_it_must_be),
        cmocka_unit_test(what_is_beside_a_map_has_its_width),
        cmocka_unit_test(a_line_is_as_wide_as_the_picture),
        cmocka_unit_test(notes_and_titles_are_broken_between_words),
        cmocka_unit_test(a_map_that_is_too_wide_is_squeezed_or_listed),
        cmocka_unit_test(a_heap_wider_than_a_line_has_its_lines_alone),
        cmocka_unit_test(a_picture_counts_what_it_loses),
        cmocka_unit_test(words_wider_than_a_line_go_on_in_the_next),
        cmocka_unit_test(all_that_lies_on_the_table_can_be_touched),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
