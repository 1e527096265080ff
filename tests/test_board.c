/* test_board: a scene in characters, whatever the game. A toy has a card [A], a green gem g, a gem * without a colour,
 * some pawns, and a few words; each test lays a zone of it and says what the lines are. */
#include "help.h"

enum { CARD_A, GEM_G, GEM_ANY, PAWN_G, PAWN_LONG = PAWN_G + 6, TOY_THINGS };
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
};
static const char *const toy_texts[TOY_TEXTS] = {
    "",     "row",  "one",  "end", "a choice with so many words that it does not stand on a single line of a board",
    "a1",   "b1",   "a2",   "b2",  "{n}",
    "{n}>", "{n}~", "{n}=", "{n}!"};

static struct view view;

static void lay_zone(enum zone_kind kind)
{
    memset(&view, 0, sizeof view);
    view.viewer = SPECTATOR;
    view.scene.prompt = PHRASE(PROMPT);
    scene_zone(&view.scene, kind, NOBODY, PHRASE(TITLE));
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
    scene_zone(&view.scene, ZONE_GRID, seat, PHRASE(TITLE));
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
        scene_zone(&view.scene, ZONE_GRID, seat, PHRASE(TITLE));
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
    scene_zone(&view.scene, ZONE_ROW, NOBODY, PHRASE(TITLE));
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
        t->text,
        "{\"prompt\":\"End\",\"notes\":[],\"zones\":[{\"kind\":\"trail\",\"owner\":null,\"title\":\"Row\",\"places\":["
        "{\"id\":0,\"x\":0,\"y\":0,\"pieces\":[]},{\"id\":1,\"x\":2,\"y\":0,\"pieces\":[]}]}],"
        "\"links\":[{\"kind\":\"bridge\",\"from\":0,\"to\":1},{\"kind\":\"slide\",\"from\":1,\"to\":0}]}");
    trial_end(t);
    free(t);
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
