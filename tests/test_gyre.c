/* test_gyre: every rule, ruling and example of docs/rules/gyre.md. The source is included, so that positions can be
 * laid out directly. A second implementation, below, plays on plain arrays gem by gem and step by step. */
#include "help.h"

#include "../src/games/gyre.c"

#define SEEN_GAME game_gyre
#include "seen.h"

/* ---- laying out positions -------------------------------------------------------------------- */

enum { GREEN, YELLOW, PURPLE };

static const char *const colour_word[] = {"green", "yellow", "purple"};

static int position_of(int row, int column)
{
    return (row - 1) * 5 + column - 1;
}

/* The set-up with row 1 green 1 to 5, row 2 yellow, row 3 purple; seat 0 is green and starts. */
static struct state laid_out_in_rows(int seats, int facedown)
{
    struct setup setup = {.seats = (uint8_t)seats, .option = {(uint8_t)(5 - facedown)}};
    struct state s;

    start(&s, &setup);
    apply(&s, CHANCE, MOVE_SUIT + GREEN, NULL);
    for (int card = 0; card < 14; card++)
        apply(&s, CHANCE, (move_t)(MOVE_CARD + card), NULL);
    apply(&s, CHANCE, MOVE_SEAT, NULL);
    return s;
}

/* The same, but all gems lie on the Jabberwocky cards. */
static struct state without_gems(int seats, int facedown)
{
    struct state s = laid_out_in_rows(seats, facedown);

    for (int suit = 0; suit < SUITS; suit++)
        s.gems[suit] = (uint64_t)8 << 60;
    return s;
}

/* Gems from the Jabberwocky cards to a card; rows and columns count from 1. */
static void put(struct state *s, int row, int column, int green, int yellow, int purple)
{
    int n[SUITS] = {green, yellow, purple};

    for (int suit = 0; suit < SUITS; suit++) {
        assert_true(s->gems[suit] >> 60 >= (uint64_t)n[suit]);
        s->gems[suit] -= (uint64_t)n[suit] << 60;
        s->gems[suit] += (uint64_t)n[suit] << (4 * position_of(row, column));
    }
}

static int gems_at(const struct state *s, int suit, int row, int column)
{
    return (int)(s->gems[suit] >> (4 * position_of(row, column)) & 15);
}

static int held(const struct state *s, int suit)
{
    return (int)(s->gems[suit] >> 60);
}

static void check(const struct state *s, int row, int column, int green, int yellow, int purple)
{
    assert_int_equal(gems_at(s, GREEN, row, column), green);
    assert_int_equal(gems_at(s, YELLOW, row, column), yellow);
    assert_int_equal(gems_at(s, PURPLE, row, column), purple);
}

static void check_line(const struct state *s, int suit, int row, int n1, int n2, int n3, int n4, int n5)
{
    int n[] = {n1, n2, n3, n4, n5};

    for (int column = 1; column <= 5; column++)
        assert_int_equal(gems_at(s, suit, row, column), n[column - 1]);
}

static void check_held(const struct state *s, int green, int yellow, int purple)
{
    assert_int_equal(held(s, GREEN), green);
    assert_int_equal(held(s, YELLOW), yellow);
    assert_int_equal(held(s, PURPLE), purple);
}

static bool is_down(const struct state *s, int row, int column)
{
    return s->down >> (4 * position_of(row, column)) & 1;
}

static void turn_down(struct state *s, int row, int column)
{
    s->down |= (uint64_t)15 << (4 * position_of(row, column));
}

static void stand(struct state *s, int green, int yellow, int purple)
{
    s->at[GREEN] = (uint8_t)green;
    s->at[YELLOW] = (uint8_t)yellow;
    s->at[PURPLE] = (uint8_t)purple;
}

static bool can(const struct state *s, move_t move)
{
    move_t list[MOVES_MAX];
    int n = moves(s, s->turn, list);

    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

static void play(struct state *s, move_t move)
{
    assert_true(can(s, move));
    apply(s, s->turn, move, NULL);
}

/* The turn of this seat, in this colour, right after the whiffle. */
static void after_whiffle(struct state *s, int seat, int suit)
{
    s->turn = (uint8_t)seat;
    s->suit = (uint8_t)suit;
    s->phase = ACT;
}

/* A turn that changes nothing by itself: fly somewhere. */
static void fly_somewhere(struct state *s)
{
    play(s, MOVE_FLY);
    apply(s, s->turn, (move_t)(MOVE_SPACE + bit_lowest(empty_spaces(s))), NULL);
}

static const struct state *state_of(const struct trial *t)
{
    return (const struct state *)(const void *)t->match.state;
}

static void deal_in_rows(struct trial *t)
{
    char words[32];

    for (int card = 0; card < 14; card++) {
        snprintf(words, sizeof words, "deal %s %d", colour_word[card / 5], card % 5 + 1);
        trial_do(t, "chance", words);
    }
}

/* ---- a second implementation ----------------------------------------------------------------- */

/* The table as a picture of 5 rows and 7 columns, from 0: the grid in the middle, the ring around it, the four corners
 * unused. On each card and with each Jabberwocky card lies a list of gems, by letters. */
struct plain {
    struct {
        int suit, number;
        bool down;
        char gems[32];
    } card[5][7];
    char held[3][32];
    int row[3], column[3];
};

static const char letters[] = "gyp";

static void add_gem(char gems[], char letter)
{
    size_t n = strlen(gems);

    gems[n] = letter;
    gems[n + 1] = 0;
}

static bool remove_gem(char gems[], char letter)
{
    char *at = strchr(gems, letter);

    if (!at)
        return false;
    memmove(at, at + 1, strlen(at));
    return true;
}

static int count_gems(const char gems[], char letter)
{
    int n = 0;

    for (; *gems; gems++)
        n += *gems == letter;
    return n;
}

static bool in_grid(int row, int column)
{
    return row >= 1 && row <= 3 && column >= 1 && column <= 5;
}

/* The place of a space by its name. */
static void locate(const char *name, int *row, int *column)
{
    int number = name[1] - '0';

    *row = name[0] == 'N' ? 0 : name[0] == 'S' ? 4 : number;
    *column = name[0] == 'W' ? 0 : name[0] == 'E' ? 6 : number;
}

static int space_at(int row, int column)
{
    for (int space = 0; space < SPACES; space++) {
        int r, c;

        locate(texts[T_SPACE + space], &r, &c);
        if (r == row && c == column)
            return space;
    }
    fail_msg("no space in row %d and column %d", row, column);
    return -1;
}

static void one_step(int *row, int *column, bool clockwise)
{
    static const int at[16][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 6}, {2, 6}, {3, 6},
                                  {4, 5}, {4, 4}, {4, 3}, {4, 2}, {4, 1}, {3, 0}, {2, 0}, {1, 0}};

    for (int i = 0; i < 16; i++) {
        if (at[i][0] == *row && at[i][1] == *column) {
            int next = (i + (clockwise ? 1 : 15)) % 16;

            *row = at[next][0];
            *column = at[next][1];
            return;
        }
    }
    fail_msg("row %d and column %d are not on the ring", *row, *column);
}

static bool occupied(const struct plain *p, int row, int column)
{
    for (int suit = 0; suit < 3; suit++)
        if (p->row[suit] == row && p->column[suit] == column)
            return true;
    return false;
}

/* A bit for each space of the game that may be whiffled to. */
static uint32_t plain_whiffle(const struct plain *p, int suit)
{
    uint32_t set = 0;

    for (int way = 0; way < 2; way++) {
        int row = p->row[suit], column = p->column[suit];

        for (one_step(&row, &column, way); !occupied(p, row, column); one_step(&row, &column, way))
            set |= BIT(space_at(row, column));
    }
    if (set != 0)
        return set;
    for (int space = 0; space < SPACES; space++) { /* blocked */
        int row, column;

        locate(texts[T_SPACE + space], &row, &column);
        if (!occupied(p, row, column))
            set |= BIT(space);
    }
    return set;
}

/* One step into the grid from where a Jabberwocky card stands. */
static void direction(const struct plain *p, int suit, int *down, int *right)
{
    *down = p->row[suit] == 0 ? 1 : p->row[suit] == 4 ? -1 : 0;
    *right = p->column[suit] == 0 ? 1 : p->column[suit] == 6 ? -1 : 0;
}

/* How many gems moved. */
static int plain_inhale(struct plain *p, int suit)
{
    int down, right, moved = 0;

    direction(p, suit, &down, &right);
    for (int r = p->row[suit] + down, c = p->column[suit] + right; in_grid(r, c); r += down, c += right) {
        while (remove_gem(p->card[r][c].gems, letters[suit])) {
            int row = r - down, column = c - right;

            while (in_grid(row, column) && p->card[row][column].down) {
                row -= down;
                column -= right;
            }
            add_gem(in_grid(row, column) ? p->card[row][column].gems : p->held[suit], letters[suit]);
            moved++;
        }
    }
    return moved;
}

/* How many gems are on the grid in the end that were not before. */
static int plain_exhale(struct plain *p, int suit)
{
    int down, right, n = count_gems(p->held[suit], letters[suit]), laid = 0;

    direction(p, suit, &down, &right);
    p->held[suit][0] = 0;
    for (int i = 1; i <= n; i++) {
        int row = p->row[suit] + i * down, column = p->column[suit] + i * right;

        while (in_grid(row, column) && p->card[row][column].down) {
            row += down;
            column += right;
        }
        add_gem(in_grid(row, column) ? p->card[row][column].gems : p->held[suit], letters[suit]);
        laid += in_grid(row, column);
    }
    return laid;
}

/* How many gems return. */
static int plain_resolve(struct plain *p)
{
    int returned = 0;

    for (int row = 1; row <= 3; row++) {
        for (int column = 1; column <= 5; column++) {
            char *gems = p->card[row][column].gems;

            for (int suit = 0; suit < 3; suit++) {
                if (2 * count_gems(gems, letters[suit]) <= (int)strlen(gems))
                    continue;
                for (int other = 0; other < 3; other++) {
                    while (other != suit && remove_gem(gems, letters[other])) {
                        add_gem(p->held[other], letters[other]);
                        returned++;
                    }
                }
            }
        }
    }
    return returned;
}

/* How many cards are flipped. */
static int plain_flip(struct plain *p)
{
    bool flips[5][7] = {{false}};
    int flipped = 0;

    for (int row = 1; row <= 3; row++) {
        for (int column = 1; column <= 5; column++) {
            int suit = p->card[row][column].suit;
            const char *gems = p->card[row][column].gems;

            flips[row][column] = !p->card[row][column].down && (int)strlen(gems) >= p->card[row][column].number &&
                                 strspn(gems, (char[]){letters[suit], 0}) == strlen(gems);
        }
    }
    for (int row = 1; row <= 3; row++) {
        for (int column = 1; column <= 5; column++) {
            int suit = p->card[row][column].suit;

            if (!flips[row][column])
                continue;
            p->card[row][column].down = true;
            while (remove_gem(p->card[row][column].gems, letters[suit]))
                add_gem(p->held[suit], letters[suit]);
            flipped++;
        }
    }
    return flipped;
}

static struct plain plain_of(const struct state *s)
{
    struct plain p;

    memset(&p, 0, sizeof p);
    for (int suit = 0; suit < 3; suit++) {
        locate(texts[T_SPACE + s->at[suit]], &p.row[suit], &p.column[suit]);
        for (int i = 0; i < held(s, suit); i++)
            add_gem(p.held[suit], letters[suit]);
    }
    for (int row = 1; row <= 3; row++) {
        for (int column = 1; column <= 5; column++) {
            int card = card_at(s, position_of(row, column));

            p.card[row][column].suit = card_suit(card);
            p.card[row][column].number = card_number(card);
            p.card[row][column].down = is_down(s, row, column);
            for (int suit = 0; suit < 3; suit++)
                for (int i = 0; i < gems_at(s, suit, row, column); i++)
                    add_gem(p.card[row][column].gems, letters[suit]);
        }
    }
    return p;
}

static void check_same(const struct state *s, const struct plain *p)
{
    for (int suit = 0; suit < 3; suit++) {
        assert_int_equal(held(s, suit), count_gems(p->held[suit], letters[suit]));
        assert_int_equal(s->at[suit], space_at(p->row[suit], p->column[suit]));
    }
    for (int row = 1; row <= 3; row++) {
        for (int column = 1; column <= 5; column++) {
            assert_int_equal(is_down(s, row, column), p->card[row][column].down);
            for (int suit = 0; suit < 3; suit++)
                assert_int_equal(gems_at(s, suit, row, column), count_gems(p->card[row][column].gems, letters[suit]));
        }
    }
}

/* Any deal, any cards face down but one of each colour at least, gems on any few face-up cards, so that they meet. */
static struct state random_board(struct luck *luck, int seats)
{
    struct setup setup = {.seats = (uint8_t)seats, .option = {(uint8_t)luck_below(luck, 5)}};
    struct state s;
    uint32_t downs = luck_below(luck, 10), crowd = 1 + luck_below(luck, 15), up = 0, spots = 0;

    start(&s, &setup);
    while (s.phase < CHOOSE)
        apply(&s, CHANCE, draw(&s, luck_below(luck, odds(&s))), NULL);
    for (uint32_t i = 0; i < downs; i++) {
        int card = (int)luck_below(luck, 15);

        for (int suit = 0; suit < SUITS; suit++)
            if ((s.own[suit] & card_bits(card)) && gem_count(s.own[suit] & ~s.down & EACH_CARD) > 1)
                s.down |= card_bits(card);
    }
    for (int card = 0; card < 15; card++)
        up |= s.down & card_bits(card) ? 0 : BIT(card);
    for (uint32_t i = 0; i < crowd; i++)
        spots |= BIT(bit_nth(up, luck_below(luck, (uint32_t)bit_count(up))));
    for (int suit = 0; suit < SUITS; suit++) {
        uint32_t in_hand = luck_below(luck, 9);

        s.gems[suit] = (uint64_t)in_hand << 60;
        for (uint32_t i = in_hand; i < 8; i++)
            s.gems[suit] += (uint64_t)1 << (4 * bit_nth(spots, luck_below(luck, (uint32_t)bit_count(spots))));
    }
    do {
        stand(&s, (int)luck_below(luck, 16), (int)luck_below(luck, 16), (int)luck_below(luck, 16));
    } while (bit_count(empty_spaces(&s)) != 13);
    s.turns = (uint16_t)luck_below(luck, 950);
    return s;
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* [R] Seat order green, yellow, purple, rotated at random; with two seats the third colour is neutral. */
static void colours_go_round_in_order_from_a_random_one(void **unused)
{
    struct trial t;
    char id[8], words[32];

    (void)unused;
    for (int seats = 2; seats <= 3; seats++) {
        for (int first = 0; first < 3; first++) {
            snprintf(id, sizeof id, "gyre:%d", seats);
            trial_start(&t, id);
            assert_int_equal(trial_options(&t, "chance"), 3);
            snprintf(words, sizeof words, "seat 0 gets %s", colour_word[first]);
            trial_do(&t, "chance", words);
            for (int seat = 0; seat < 3; seat++)
                assert_int_equal(suit_of(state_of(&t), seat), (first + seat) % 3);
            for (int suit = 0; suit < 3; suit++)
                assert_int_equal(is_neutral(state_of(&t), suit), seats == 2 && suit == (first + 2) % 3);
            trial_end(&t);
        }
    }
    trial_start(&t, "gyre:2");
    trial_do(&t, "chance", "seat 0 gets yellow");
    assert_string_equal(trial_log(&t, "1"),
                        "Seat 0 has the yellow Jabberwocky\nYou have the purple Jabberwocky\nThe green Jabberwocky is "
                        "neutral\n");
    trial_end(&t);
    trial_start(&t, "gyre:3");
    trial_do(&t, "chance", "seat 0 gets purple");
    assert_string_equal(trial_log(&t, "0"),
                        "You have the purple Jabberwocky\nSeat 1 has the green Jabberwocky\nSeat 2 has the yellow "
                        "Jabberwocky\n");
    trial_end(&t);
}

static void fifteen_cards_are_dealt_in_rows_and_the_last_is_no_draw(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gyre:3");
    trial_do(&t, "chance", "seat 0 gets green");
    assert_int_equal(trial_options(&t, "chance"), 15);
    trial_do(&t, "chance", "deal purple 4");
    assert_int_equal(trial_options(&t, "chance"), 14);
    assert_false(trial_can(&t, "chance", "deal purple 4"));
    assert_int_equal(card_at(state_of(&t), 0), CARD(PURPLE, 4));
    trial_end(&t);

    trial_start(&t, "gyre:3");
    trial_do(&t, "chance", "seat 0 gets green");
    deal_in_rows(&t);
    for (int card = 0; card < 15; card++)
        assert_int_equal(card_at(state_of(&t), card), card);
    assert_true(trial_can(&t, "chance", "seat 2 starts"));
    trial_end(&t);
}

static void box_has_15_number_cards_3_jabberwocky_cards_and_8_gems_a_colour(void **unused)
{
    struct setup setup = {.seats = 2};
    uint16_t count[JABBERWOCKY_THINGS_N] = {0};

    (void)unused;
    contents(&setup, count);
    for (int card = 0; card < 15; card++)
        assert_int_equal(count[card], 1);
    for (int suit = 0; suit < 3; suit++) {
        assert_int_equal(count[JABBERWOCKY_CARD + suit], 1);
        assert_int_equal(count[GEM + suit], 8);
    }
    assert_int_equal(count[ANY_GEM], 0);
}

/* The 5s, or by the option the 4s, 3s, 2s or 1s. */
static void one_number_begins_face_down(void **unused)
{
    struct luck luck = {3};

    (void)unused;
    for (int option = 0; option < 5; option++) {
        struct setup setup = {.seats = 3, .option = {(uint8_t)option}};
        struct state s;

        assert_int_equal(options[0].choices[option].id[0], '5' - option);
        start(&s, &setup);
        while (s.phase < DRAW_STARTER)
            apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
        for (int row = 1; row <= 3; row++)
            for (int column = 1; column <= 5; column++)
                assert_int_equal(is_down(&s, row, column),
                                 card_number(card_at(&s, position_of(row, column))) == 5 - option);
    }
}

static void each_face_up_card_begins_with_a_gem_of_each_other_colour(void **unused)
{
    struct luck luck = {4};

    (void)unused;
    for (int i = 0; i < 500; i++) {
        struct setup setup = {.seats = 2, .option = {(uint8_t)(i % 5)}};
        struct state s;
        int total[SUITS] = {0};

        start(&s, &setup);
        while (s.phase < DRAW_STARTER)
            apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
        for (int row = 1; row <= 3; row++) {
            for (int column = 1; column <= 5; column++) {
                int suit = card_suit(card_at(&s, position_of(row, column))), up = !is_down(&s, row, column);

                check(&s, row, column, up && suit != GREEN, up && suit != YELLOW, up && suit != PURPLE);
                for (int k = 0; k < SUITS; k++)
                    total[k] += gems_at(&s, k, row, column);
            }
        }
        check_held(&s, 0, 0, 0);
        for (int suit = 0; suit < SUITS; suit++)
            assert_int_equal(total[suit], 8);
    }
}

/* Every space is next to one card; a corner card has two spaces, another on the edge one, those inside none. */
static void sixteen_spaces_each_next_to_one_edge_card(void **unused)
{
    int next_to[15] = {0};

    (void)unused;
    assert_int_equal(SPACES, 16);
    for (int space = 0; space < SPACES; space++) {
        int row, column;

        locate(texts[T_SPACE + space], &row, &column);
        assert_int_equal(space_at(row, column), space); /* no name twice */
        row = row == 0 ? 1 : row == 4 ? 3 : row;
        column = column == 0 ? 1 : column == 6 ? 5 : column;
        assert_int_equal(spaces[space].card[0], position_of(row, column));
        next_to[position_of(row, column)]++;
    }
    for (int row = 1; row <= 3; row++)
        for (int column = 1; column <= 5; column++)
            assert_int_equal(next_to[position_of(row, column)], (row != 2) + (column == 1 || column == 5));
}

/* [R] The lowest face-up card of the colour on the edge; at a corner, above or below. */
static void jabberwocky_begins_at_its_lowest_face_up_card_on_the_edge(void **unused)
{
    struct luck luck = {5};
    int from_inside = 0, corners = 0;

    (void)unused;
    for (int i = 0; i < 3000; i++) {
        struct setup setup = {.seats = 3, .option = {(uint8_t)(i % 5)}};
        struct state s;
        struct plain p;

        start(&s, &setup);
        while (s.phase < DRAW_STARTER)
            apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
        assert_int_equal(bit_count(empty_spaces(&s)), 13); /* never two on one space */
        p = plain_of(&s);
        for (int suit = 0; suit < 3; suit++) {
            int at_row = 0, at_column = 0, at_number = 0;

            for (int number = 5; number >= 1; number--) {
                for (int row = 1; row <= 3; row++) {
                    for (int column = 1; column <= 5; column++) {
                        if (p.card[row][column].suit != suit || p.card[row][column].number != number ||
                            p.card[row][column].down)
                            continue;
                        if (row == 2 && column >= 2 && column <= 4) {
                            from_inside += number == 1;
                            continue;
                        }
                        at_row = row == 1 ? 0 : row == 3 ? 4 : 2;
                        at_column = row != 2 ? column : column == 1 ? 0 : 6;
                        at_number = number;
                    }
                }
            }
            assert_int_not_equal(at_number, 0);
            assert_int_equal(p.row[suit], at_row);
            assert_int_equal(p.column[suit], at_column);
            corners += at_row != 2 && (at_column == 1 || at_column == 5);
        }
    }
    assert_true(from_inside > 100 && corners > 100);
}

/* Three cards are inside, and a colour has four that lie face up: whichever four places they have, one is on the edge.
 */
static void four_cards_are_never_all_inside(void **unused)
{
    int choices = 0;

    (void)unused;
    for (uint32_t set = 0; set < BIT(15); set++) {
        bool edge = false;

        if (bit_count(set) != 4)
            continue;
        for (FOR_BITS(card, set))
            edge = edge || home[card] != SPACES;
        assert_true(edge);
        choices++;
    }
    assert_int_equal(choices, 1365); /* 15 over 4 */
}

static void corner_card_has_its_jabberwocky_above_or_below(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gyre:3");
    trial_do(&t, "chance", "seat 0 gets green");
    deal_in_rows(&t); /* green 1 upper left, yellow 1 in the middle of the left side, purple 1 lower left */
    assert_string_equal(trial_log(&t, "0"), "The 5s are turned face down, and gems are laid on all other cards\n"
                                            "The green Jabberwocky begins at N1, next to green 1\n"
                                            "The yellow Jabberwocky begins at W2, next to yellow 1\n"
                                            "The purple Jabberwocky begins at S1, next to purple 1\n");
    trial_end(&t);

    trial_start(&t, "gyre:3:facedown=1");
    trial_do(&t, "chance", "seat 0 gets green");
    deal_in_rows(&t); /* yellow 2 to 4 are inside: yellow 5 is the lowest on the edge */
    assert_string_equal(trial_log(&t, "0"), "The 1s are turned face down, and gems are laid on all other cards\n"
                                            "The green Jabberwocky begins at N2, next to green 2\n"
                                            "The yellow Jabberwocky begins at E2, next to yellow 5\n"
                                            "The purple Jabberwocky begins at S2, next to purple 2\n");
    trial_end(&t);
    assert_int_equal(home[position_of(1, 1)], N1);
    assert_int_equal(home[position_of(1, 5)], N5);
    assert_int_equal(home[position_of(3, 1)], S1);
    assert_int_equal(home[position_of(3, 5)], S5);
}

/* [R] The starting seat is random; play goes to the left. */
static void starting_seat_is_random_and_play_goes_to_the_left(void **unused)
{
    struct state s = laid_out_in_rows(3, 5);
    struct trial t;

    (void)unused;
    trial_start(&t, "gyre:3");
    trial_do(&t, "chance", "seat 0 gets green");
    deal_in_rows(&t);
    assert_int_equal(trial_options(&t, "chance"), 3);
    trial_do(&t, "chance", "seat 1 starts");
    assert_true(trial_asked(&t, "1"));
    assert_int_equal(state_of(&t)->suit, YELLOW);
    trial_end(&t);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(s.turn, i % 3);
        assert_int_equal(s.suit, i % 3);
        assert_int_equal(s.turns, i);
        s.phase = ACT;
        fly_somewhere(&s);
    }
}

/* ---- whiffle --------------------------------------------------------------------------------- */

static void whiffle_agrees_with_walking_for_every_position_of_the_three(void **unused)
{
    struct state s = laid_out_in_rows(3, 5);
    int positions = 0, blocked = 0, single = 0;

    (void)unused;
    for (int i = 0; i < 16 * 16 * 16; i++) {
        struct plain p;

        stand(&s, i % 16, i / 16 % 16, i / 256);
        if (bit_count(empty_spaces(&s)) != 13)
            continue;
        p = plain_of(&s);
        for (int suit = 0; suit < 3; suit++, positions++) {
            uint32_t walked = plain_whiffle(&p, suit), listed = 0;
            move_t list[MOVES_MAX];
            int n;

            s.suit = (uint8_t)suit;
            s.phase = WHIFFLE;
            n = moves(&s, suit, list);
            for (int k = 0; k < n; k++)
                listed |= BIT(list[k] - MOVE_SPACE);
            assert_int_equal(listed, walked);
            assert_int_equal(n, bit_count(walked));
            assert_false(walked & BIT(s.at[suit])); /* any distance above zero */
            blocked += whiffle_ways(&s) == 0;
            single += n == 1;
        }
    }
    assert_int_equal(positions, 3 * 16 * 15 * 14);
    assert_int_equal(blocked, 3 * 16 * 2);    /* one on either side, two ways to name them */
    assert_int_equal(single, 3 * 16 * 2 * 2); /* and one step more on one side */
}

static void whiffle_goes_either_way_up_to_the_next_jabberwocky(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gyre:3");
    trial_do(&t, "chance", "seat 0 gets green");
    deal_in_rows(&t); /* green at N1, yellow at W2, purple at S1 */
    trial_do(&t, "chance", "seat 0 starts");
    assert_string_equal(trial_prompt(&t, "0"), "You whiffle the green Jabberwocky");
    assert_int_equal(trial_options(&t, "0"), 12);
    assert_true(trial_can(&t, "0", "whiffle to W1"));
    assert_false(trial_can(&t, "0", "whiffle to W2"));
    assert_false(trial_can(&t, "0", "whiffle to W3"));
    assert_true(trial_can(&t, "0", "whiffle to S2"));
    assert_false(trial_can(&t, "0", "whiffle to S1"));
    assert_false(trial_can(&t, "0", "whiffle to N1"));
    trial_do(&t, "0", "whiffle to E3");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 whiffles the green Jabberwocky to E3\n");
    assert_int_equal(state_of(&t)->at[GREEN], E3);
    assert_string_equal(trial_prompt(&t, "0"), "You take an action with the green Jabberwocky");
    trial_end(&t);
}

static void blocked_on_both_sides_it_goes_to_any_other_empty_space(void **unused)
{
    struct state s = laid_out_in_rows(3, 5);
    struct facts facts = {0};
    struct scene view = {0};

    (void)unused;
    stand(&s, W1, N1, W2);
    assert_int_equal(whiffle_spaces(&s), empty_spaces(&s));
    for (int space = 0; space < SPACES; space++)
        assert_int_equal(can(&s, (move_t)(MOVE_SPACE + space)), space != W1 && space != N1 && space != W2);
    scene(&s, 0, &view);
    assert_int_equal(view.prompt.text, T_PROMPT_BLOCKED);
    apply(&s, 0, MOVE_SPACE + S3, &facts);
    assert_int_equal(facts.fact[0].phrase.text, T_BLOCKED);
    assert_int_equal(s.at[GREEN], S3);
    assert_int_equal(s.phase, ACT); /* the action follows as usual */
}

static void one_way_to_whiffle_is_taken_by_the_rules(void **unused)
{
    struct state s = laid_out_in_rows(3, 5);
    struct facts facts = {0};

    (void)unused;
    /* Green flies to S2; then yellow at S4 has one way: S3, between purple at S5 and green. */
    stand(&s, N1, S4, S5);
    after_whiffle(&s, 0, GREEN);
    play(&s, MOVE_FLY);
    apply(&s, 0, MOVE_SPACE + S2, &facts);
    assert_int_equal(s.turn, 1);
    assert_int_equal(s.at[YELLOW], S3);
    assert_int_equal(s.phase, ACT);
    assert_int_equal(facts.n, 2);
    assert_int_equal(facts.fact[1].phrase.text, T_ONLY_WHIFFLE);
    assert_int_equal(facts.fact[1].phrase.arg[2], T_SPACE + S3);
}

/* The same for whoever starts, and with two seats after the colour has been chosen. */
static void one_way_to_whiffle_is_taken_in_the_first_turn_too(void **unused)
{
    struct trial t;
    struct why why;

    (void)unused;
    for (int seats = 2; seats <= 3; seats++) {
        trial_start(&t, seats == 2 ? "gyre:2" : "gyre:3");
        trial_do(&t, "chance", "seat 0 gets green");
        trial_do(&t, "chance", "deal yellow 1"); /* yellow begins at N1 */
        trial_do(&t, "chance", "deal green 1");  /* green at N2 */
        trial_do(&t, "chance", "deal green 2");
        trial_do(&t, "chance", "deal purple 1"); /* and purple at N4: N3 is all that is left for green */
        while (state_of(&t)->phase == DEAL)
            assert_true(match_force(&t.match, CHANCE, draw(t.match.state, 0), &why));
        trial_do(&t, "chance", "seat 0 starts");
        if (seats == 2)
            trial_do(&t, "0", "play green");
        assert_string_equal(trial_log(&t, "0"), seats == 2
                                                    ? "You take this turn as green\n"
                                                      "You can only whiffle the green Jabberwocky to N3\n"
                                                    : "You start\nYou can only whiffle the green Jabberwocky to N3\n");
        assert_string_equal(trial_prompt(&t, "0"), "You take an action with the green Jabberwocky");
        assert_int_equal(state_of(&t)->at[GREEN], N3);
        assert_int_equal(state_of(&t)->turns, 0);
        trial_end(&t);
    }
}

/* ---- inhale ---------------------------------------------------------------------------------- */

static void above_or_below_is_the_column_and_beside_the_row(void **unused)
{
    char words[16];

    (void)unused;
    for (int space = 0; space < SPACES; space++) {
        const char *name = texts[T_SPACE + space];
        bool column = name[0] == 'N' || name[0] == 'S';

        assert_int_equal(spaces[space].cards, column ? 3 : 5);
        for (int i = 0; i < spaces[space].cards; i++) {
            int steps = name[0] == 'N' || name[0] == 'W' ? i : spaces[space].cards - 1 - i;
            int card = column ? steps * 5 + name[1] - '1' : (name[1] - '1') * 5 + steps;

            assert_int_equal(spaces[space].card[i], card);
            assert_true(line_cards[spaces[space].line] & card_bits(card));
        }
        assert_int_equal(gem_count(line_cards[spaces[space].line] & EACH_CARD), column ? 3 : 5);
        snprintf(words, sizeof words, "%s %c", column ? "column" : "row", name[1]);
        assert_string_equal(texts[T_LINE + spaces[space].line], words);
    }
}

static void inhale_moves_every_own_gem_of_the_line_one_card(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    put(&s, 2, 1, 1, 2, 0);
    put(&s, 2, 2, 2, 0, 0);
    put(&s, 2, 4, 3, 1, 1);
    put(&s, 1, 2, 1, 0, 0); /* another row */
    stand(&s, W2, N1, S1);
    after_whiffle(&s, 0, GREEN);
    play(&s, MOVE_INHALE);
    check_line(&s, GREEN, 2, 2, 0, 3, 0, 0);
    check_line(&s, YELLOW, 2, 2, 0, 0, 1, 0); /* only one's own */
    check_line(&s, PURPLE, 2, 0, 0, 0, 1, 0);
    check_line(&s, GREEN, 1, 0, 1, 0, 0, 0);
    check_held(&s, 2, 5, 7); /* the nearest card's gem is on the Jabberwocky card; one was there before */
}

static void inhale_goes_on_over_face_down_cards(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    turn_down(&s, 2, 3);
    turn_down(&s, 2, 2);
    put(&s, 2, 4, 2, 0, 0);
    put(&s, 2, 1, 1, 0, 0);
    stand(&s, W2, N1, S1);
    after_whiffle(&s, 0, GREEN);
    play(&s, MOVE_INHALE);
    check_line(&s, GREEN, 2, 2, 0, 0, 0, 0); /* from the fourth card over two onto the first, which was left empty */
    check_held(&s, 6, 8, 8);
    s = without_gems(3, 5);
    turn_down(&s, 2, 2);
    turn_down(&s, 2, 1);
    put(&s, 2, 3, 3, 0, 0);
    stand(&s, W2, N1, S1);
    after_whiffle(&s, 0, GREEN);
    play(&s, MOVE_INHALE);
    check_line(&s, GREEN, 2, 0, 0, 0, 0, 0); /* over both onto the Jabberwocky card */
    check_held(&s, 8, 8, 8);
}

static void inhale_needs_a_gem_of_the_colour_in_the_line(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    put(&s, 3, 3, 1, 0, 0);
    put(&s, 1, 1, 0, 1, 1);
    stand(&s, N3, W1, E1);
    after_whiffle(&s, 0, GREEN);
    assert_true(can(&s, MOVE_INHALE));
    s.at[GREEN] = W3;
    assert_true(can(&s, MOVE_INHALE));
    s.at[GREEN] = N1;
    assert_false(can(&s, MOVE_INHALE)); /* other colours' only */
    s.at[GREEN] = E2;
    assert_false(can(&s, MOVE_INHALE));
}

static void inhale_and_exhale_by_words(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gyre:3");
    trial_do(&t, "chance", "seat 0 gets green");
    deal_in_rows(&t);
    trial_do(&t, "chance", "seat 0 starts");
    trial_do(&t, "0", "whiffle to E3");
    assert_false(trial_can(&t, "0", "exhale"));
    trial_do(&t, "0", "inhale"); /* purple 5 lies face down next to it */
    assert_string_equal(trial_log(&t, "0"), "You inhale in row 3: 4 green gems move, 1 onto the Jabberwocky card\n");
    assert_int_equal(held(state_of(&t), GREEN), 1);
    trial_do(&t, "1", "whiffle to W1"); /* a row of green cards, with a yellow gem on each */
    trial_do(&t, "1", "inhale");
    trial_do(&t, "2", "whiffle to S2");
    trial_do(&t, "2", "inhale");
    assert_string_equal(trial_log(&t, "0"), "Seat 2 inhales in column 2: 2 purple gems move\n");
    trial_do(&t, "0", "whiffle to N4");
    trial_do(&t, "0", "exhale");
    assert_string_equal(trial_log(&t, "2"), "Seat 0 exhales 1 green gem in column 4\n");
    assert_int_equal(held(state_of(&t), GREEN), 0);
    assert_int_equal(gems_at(state_of(&t), GREEN, 1, 4), 1);
    trial_end(&t);
}

/* ---- exhale ---------------------------------------------------------------------------------- */

static void exhale_lays_one_gem_on_each_card_from_the_nearest(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    s.down = 0;
    put(&s, 1, 1, 5, 0, 0);
    put(&s, 2, 4, 0, 0, 1); /* others' gems stay */
    stand(&s, E2, N1, S1);
    after_whiffle(&s, 0, GREEN);
    play(&s, MOVE_EXHALE);
    check_line(&s, GREEN, 2, 0, 0, 1, 1, 1);
    check(&s, 2, 4, 1, 0, 1);
    check_held(&s, 5, 8, 7); /* green 1 was flipped, and its five gems are back */
    assert_true(is_down(&s, 1, 1));
}

static void exhale_moves_gems_on_from_face_down_cards(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    s.down = 0;
    turn_down(&s, 2, 1);
    turn_down(&s, 2, 3);
    turn_down(&s, 2, 4);
    put(&s, 1, 4, 5, 0, 1); /* three are held */
    stand(&s, W2, N1, S1);
    after_whiffle(&s, 0, GREEN);
    play(&s, MOVE_EXHALE);
    /* The first moves on to the second card, where the second lies already; the third passes two more. */
    check_line(&s, GREEN, 2, 0, 2, 0, 0, 1);
    check_held(&s, 0, 8, 7);
}

static void exhale_returns_what_would_leave_the_grid(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    s.down = 0;
    turn_down(&s, 3, 3); /* the farthest of column 3 */
    stand(&s, N3, N1, S3);
    after_whiffle(&s, 0, GREEN);
    play(&s, MOVE_EXHALE);
    check(&s, 1, 3, 1, 0, 0);
    check(&s, 2, 3, 1, 0, 0);
    check(&s, 3, 3, 0, 0, 0);
    check_held(&s, 6, 8, 8); /* also where another Jabberwocky card stands opposite */
}

static void exhale_needs_a_gem_that_ends_on_the_grid(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    stand(&s, W2, N1, S1);
    after_whiffle(&s, 0, GREEN);
    assert_true(can(&s, MOVE_EXHALE));
    put(&s, 1, 1, 8, 0, 0);
    assert_false(can(&s, MOVE_EXHALE)); /* none on the Jabberwocky card */
    s = without_gems(3, 5);
    put(&s, 1, 1, 7, 0, 0);
    stand(&s, W2, N1, S1);
    after_whiffle(&s, 0, GREEN);
    for (int column = 1; column <= 5; column++) {
        assert_true(can(&s, MOVE_EXHALE));
        turn_down(&s, 2, 6 - column);
    }
    assert_false(can(&s, MOVE_EXHALE)); /* all five lie face down */
}

static void exhale_says_how_many_return(void **unused)
{
    struct state s = without_gems(3, 5);
    struct facts facts = {0};

    (void)unused;
    stand(&s, N1, W1, E1);
    after_whiffle(&s, 0, GREEN);
    apply(&s, 0, MOVE_EXHALE, &facts);
    assert_int_equal(facts.fact[0].phrase.text, T_EXHALES_LEFT);
    assert_int_equal(facts.fact[0].phrase.arg[1], 8);
    assert_int_equal(facts.fact[0].phrase.arg[4], 5);
    facts_clear(&facts);
    s = without_gems(3, 5);
    put(&s, 2, 2, 6, 0, 0);
    stand(&s, N1, W1, E1);
    after_whiffle(&s, 0, GREEN);
    apply(&s, 0, MOVE_EXHALE, &facts);
    assert_int_equal(facts.fact[0].phrase.text, T_EXHALES);
    assert_int_equal(facts.fact[0].phrase.arg[1], 2);
}

/* ---- resolve --------------------------------------------------------------------------------- */

/* The three examples of the rules, all on the table at once. */
static void resolve_returns_all_but_the_controlling_colour(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    put(&s, 2, 1, 3, 1, 1); /* green has more than the others together */
    put(&s, 1, 2, 0, 3, 2); /* yellow */
    put(&s, 3, 4, 2, 1, 1); /* nobody: two against two */
    stand(&s, N3, W1, E1);
    after_whiffle(&s, 2, PURPLE);
    play(&s, MOVE_RESOLVE);
    check(&s, 2, 1, 3, 0, 0);
    check(&s, 1, 2, 0, 3, 0);
    check(&s, 3, 4, 2, 1, 1);
    check_held(&s, 3, 4, 7);
}

static void resolve_needs_a_gem_to_return(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    put(&s, 2, 1, 8, 0, 0); /* controlled, but nothing to return */
    put(&s, 1, 2, 0, 2, 2);
    stand(&s, N3, W1, E1);
    after_whiffle(&s, 0, GREEN);
    assert_false(can(&s, MOVE_RESOLVE));
    put(&s, 1, 2, 0, 1, 0);
    assert_true(can(&s, MOVE_RESOLVE));
}

/* Every number of gems of three colours that can lie on one card. */
static void control_is_more_than_all_others_together(void **unused)
{
    (void)unused;
    for (int i = 0; i < 9 * 9 * 9; i++) {
        int n[SUITS] = {i % 9, i / 9 % 9, i / 81}, total = n[0] + n[1] + n[2];
        bool controls = false;

        for (int card = 0; card < 15; card++) {
            struct state s = without_gems(3, 5);
            bool returned = false;

            s.down = 0;
            put(&s, card / 5 + 1, card % 5 + 1, n[0], n[1], n[2]);
            stand(&s, N3, W1, E1);
            after_whiffle(&s, 1, YELLOW);
            for (int suit = 0; suit < SUITS; suit++) {
                controls = n[suit] > total - n[suit];
                returned = returned || (controls && n[suit] < total);
            }
            assert_int_equal(can(&s, MOVE_RESOLVE), returned);
            resolve(&s, NULL);
            for (int suit = 0; suit < SUITS; suit++) {
                controls = n[suit] > total - n[suit];
                assert_int_equal(gems_at(&s, suit, card / 5 + 1, card % 5 + 1), controls || !returned ? n[suit] : 0);
                assert_int_equal(held(&s, suit), controls || !returned ? 8 - n[suit] : 8);
            }
        }
    }
}

static void log_of_a_resolve_names_each_controlled_card(void **unused)
{
    struct state s = without_gems(3, 5);
    struct facts facts = {0};

    (void)unused;
    put(&s, 2, 1, 3, 1, 1);
    put(&s, 1, 2, 0, 3, 2);
    put(&s, 3, 4, 2, 1, 1);
    put(&s, 3, 1, 0, 0, 1); /* and a flip: purple 1 */
    stand(&s, N3, W1, E1);
    after_whiffle(&s, 2, PURPLE);
    apply(&s, 2, MOVE_RESOLVE, &facts);
    assert_int_equal(facts.n, 4);
    assert_int_equal(facts.fact[0].phrase.text, T_RESOLVES);
    assert_int_equal(facts.fact[1].phrase.text, T_CONTROLS);
    assert_int_equal(facts.fact[1].phrase.arg[0], COLOUR_YELLOW);
    assert_int_equal(facts.fact[1].phrase.arg[1], CARD(GREEN, 2));
    assert_int_equal(facts.fact[1].phrase.arg[2], 2);
    assert_int_equal(facts.fact[2].phrase.arg[0], COLOUR_GREEN);
    assert_int_equal(facts.fact[2].phrase.arg[1], CARD(YELLOW, 1));
    assert_int_equal(facts.fact[2].phrase.arg[2], 2);
    assert_int_equal(facts.fact[3].phrase.text, T_FLIPPED);
    assert_int_equal(facts.fact[3].phrase.arg[0], CARD(PURPLE, 1));
    assert_int_equal(facts.fact[3].phrase.arg[1], 1);
}

/* ---- fly ------------------------------------------------------------------------------------- */

static void fly_is_one_action_and_then_goes_to_any_of_13_spaces(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gyre:3");
    trial_do(&t, "chance", "seat 0 gets green");
    deal_in_rows(&t); /* yellow at W2, purple at S1 */
    trial_do(&t, "chance", "seat 0 starts");
    trial_do(&t, "0", "whiffle to N3");
    assert_int_equal(trial_options(&t, "0"), 2); /* inhale and fly: nothing to exhale or resolve */
    trial_do(&t, "0", "fly");
    assert_string_equal(trial_prompt(&t, "1"), "Seat 0 flies the green Jabberwocky to any other empty space");
    assert_int_equal(trial_options(&t, "0"), 13);
    assert_true(trial_can(&t, "0", "fly to N1")); /* where the turn began */
    assert_true(trial_can(&t, "0", "fly to W3")); /* past the others */
    assert_false(trial_can(&t, "0", "fly to N3"));
    assert_false(trial_can(&t, "0", "fly to W2"));
    assert_false(trial_can(&t, "0", "fly to S1"));
    trial_do(&t, "0", "fly to N1");
    assert_string_equal(trial_log(&t, "0"), "You fly the green Jabberwocky to N1\n");
    assert_int_equal(state_of(&t)->at[GREEN], N1);
    assert_true(trial_asked(&t, "1"));
    trial_end(&t);
}

static void where_only_flying_is_left_the_rules_take_off(void **unused)
{
    struct state s = without_gems(3, 5);
    struct facts facts = {0};

    (void)unused;
    put(&s, 1, 1, 8, 0, 0); /* no gems to exhale, none in row 2, nothing to resolve; green 1 is not flipped yet */
    stand(&s, N2, N1, S1);
    s.phase = WHIFFLE;
    apply(&s, 0, MOVE_SPACE + E2, &facts);
    assert_int_equal(s.phase, FLY);
    assert_int_equal(facts.n, 2);
    assert_int_equal(facts.fact[1].phrase.text, T_ONLY_FLY);
    assert_true(can(&s, MOVE_SPACE + N2));
    assert_false(can(&s, MOVE_SPACE + E2));
}

/* ---- the second implementation agrees -------------------------------------------------------- */

/* Any board, any colour: the legal actions, and what each of them and the flips at the end of the turn do. */
static void actions_agree_with_moving_gem_by_gem(void **unused)
{
    struct luck luck = {7};
    int done[4] = {0}, flips = 0, several = 0, none = 0;

    (void)unused;
    for (int i = 0; i < 20000; i++) {
        const struct state board = random_board(&luck, 3);
        const struct plain before = plain_of(&board);

        for (int suit = 0; suit < 3; suit++) {
            bool any = false;

            for (int action = 0; action < 3; action++) {
                struct state s = board;
                struct plain p = before;
                int changed = action == 0   ? plain_inhale(&p, suit)
                              : action == 1 ? plain_exhale(&p, suit)
                                            : plain_resolve(&p);
                int flipped;

                after_whiffle(&s, suit, suit);
                assert_int_equal(can(&s, (move_t)(MOVE_INHALE + action)), changed > 0);
                any = any || changed > 0;
                assert_true(can(&s, MOVE_FLY));
                if (changed == 0)
                    continue;
                done[action]++;
                if (action == 0)
                    inhale(&s, NULL);
                else if (action == 1)
                    exhale(&s, NULL);
                else
                    resolve(&s, NULL);
                check_same(&s, &p);

                /* The same as a move, with the end of the turn; who comes next may whiffle by the rules. */
                s = board;
                after_whiffle(&s, suit, suit);
                flipped = plain_flip(&p);
                flips += flipped > 0;
                several += flipped > 1;
                play(&s, (move_t)(MOVE_INHALE + action));
                for (int k = 0; k < 3; k++)
                    locate(texts[T_SPACE + s.at[k]], &p.row[k], &p.column[k]);
                check_same(&s, &p);
            }
            none += !any;
        }
    }
    assert_true(done[0] > 1000 && done[1] > 1000 && done[2] > 1000 && flips > 1000 && several > 100 && none > 100);
}

/* After the whiffle: asked for an action, or in the air where nothing else is left. */
static void whiffle_leads_to_the_actions_that_are_left(void **unused)
{
    struct luck luck = {8};
    int alone = 0;

    (void)unused;
    for (int i = 0; i < 5000; i++) {
        struct state s = random_board(&luck, 3);
        int suit = (int)luck_below(&luck, 3), space;
        struct plain p, copy;
        bool any;

        s.turn = s.suit = (uint8_t)suit;
        s.phase = WHIFFLE;
        p = plain_of(&s);
        do {
            space = (int)luck_below(&luck, 16);
        } while (!(plain_whiffle(&p, suit) & BIT(space)));
        locate(texts[T_SPACE + space], &p.row[suit], &p.column[suit]);
        copy = p;
        any = plain_inhale(&copy, suit) > 0;
        copy = p;
        any = any || plain_exhale(&copy, suit) > 0;
        copy = p;
        any = any || plain_resolve(&copy) > 0;
        play(&s, (move_t)(MOVE_SPACE + space));
        check_same(&s, &p); /* a whiffle moves nothing else */
        assert_int_equal(s.phase, any ? ACT : FLY);
        assert_int_equal(s.turn, suit);
        alone += !any;
    }
    assert_true(alone > 100);
}

/* ---- flips ----------------------------------------------------------------------------------- */

/* Every number of gems on every card, with and without a gem of another colour. */
static void card_is_flipped_with_its_number_of_gems_and_no_others(void **unused)
{
    (void)unused;
    for (int card = 0; card < 15; card++) {
        for (int n = 0; n <= 8; n++) {
            for (int other = 0; other < 3; other++) {
                struct state s = without_gems(3, 5);
                int suit = card / 5, number = card % 5 + 1, row = suit + 1, gems[SUITS] = {0};
                bool flips;

                s.down &= ~card_bits(card); /* the 5s too */
                gems[suit] = n;
                gems[(suit + 1) % 3] = other == 1;
                gems[(suit + 2) % 3] = other == 2;
                put(&s, row, number, gems[0], gems[1], gems[2]);
                flips = n >= number && other == 0;
                after_whiffle(&s, 0, GREEN);
                fly_somewhere(&s);
                assert_int_equal(is_down(&s, row, number), flips);
                assert_int_equal(gems_at(&s, suit, row, number), flips ? 0 : n);
                assert_int_equal(held(&s, suit), flips ? 8 : 8 - n);
            }
        }
    }
}

static void other_colours_never_flip_a_card(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    put(&s, 1, 1, 0, 8, 0);
    put(&s, 3, 1, 8, 0, 0);
    after_whiffle(&s, 0, GREEN);
    fly_somewhere(&s);
    assert_false(is_down(&s, 1, 1));
    assert_false(is_down(&s, 3, 1));
}

static void all_cards_flip_at_once_whoever_moved(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    put(&s, 1, 1, 1, 0, 0);
    put(&s, 1, 4, 5, 0, 0); /* one more than needed */
    put(&s, 2, 3, 0, 3, 0);
    put(&s, 3, 2, 0, 0, 2);
    put(&s, 3, 3, 0, 1, 3); /* a yellow gem is on it */
    after_whiffle(&s, 1, YELLOW);
    fly_somewhere(&s);
    assert_true(is_down(&s, 1, 1) && is_down(&s, 1, 4) && is_down(&s, 2, 3) && is_down(&s, 3, 2));
    assert_false(is_down(&s, 3, 3));
    check_held(&s, 8, 7, 5);
    assert_int_equal(s.phase, WHIFFLE);
    assert_int_equal(s.turn, 2);
}

/* A flip comes with the end of the turn, not with the whiffle. */
static void cards_are_flipped_at_the_end_of_the_turn_only(void **unused)
{
    struct state s = without_gems(3, 5);

    (void)unused;
    put(&s, 1, 2, 2, 0, 0);
    stand(&s, W1, W2, S1);
    play(&s, MOVE_SPACE + N2);
    assert_false(is_down(&s, 1, 2));
    play(&s, MOVE_FLY);
    assert_false(is_down(&s, 1, 2));
    play(&s, MOVE_SPACE + N3);
    assert_true(is_down(&s, 1, 2));
}

static void face_down_cards_never_hold_gems(void **unused)
{
    struct luck luck = {9};

    (void)unused;
    for (int i = 0; i < 200; i++) {
        struct setup setup = {.seats = (uint8_t)(2 + i % 2), .option = {(uint8_t)(i % 5)}};
        struct state s;
        move_t list[MOVES_MAX];

        start(&s, &setup);
        while (actors(&s)) {
            if (s.phase < CHOOSE) {
                apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
                continue;
            }
            apply(&s, s.turn, list[luck_below(&luck, (uint32_t)moves(&s, s.turn, list))], NULL);
            for (int suit = 0; suit < SUITS; suit++) {
                assert_true((s.gems[suit] & s.down) == 0);
                assert_int_equal(gem_count(s.gems[suit]), 8);
            }
        }
    }
}

/* ---- two seats ------------------------------------------------------------------------------- */

static void two_seats_choose_between_their_own_and_the_neutral_colour(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gyre:2");
    trial_do(&t, "chance", "seat 0 gets yellow"); /* seat 1 purple; green is neutral */
    deal_in_rows(&t);
    trial_do(&t, "chance", "seat 1 starts");
    assert_string_equal(trial_prompt(&t, "1"), "You play purple, your own colour, or green, the neutral one");
    assert_string_equal(trial_prompt(&t, "0"), "Seat 1 plays purple, their own colour, or green, the neutral one");
    assert_int_equal(trial_options(&t, "1"), 2);
    trial_do(&t, "1", "play purple");
    assert_string_equal(trial_log(&t, "1"), "You take this turn as purple\n");
    trial_do(&t, "1", "whiffle to S3");
    trial_do(&t, "1", "inhale");
    assert_int_equal(held(state_of(&t), PURPLE), 0); /* purple 3 is next to it: purple gems on green 3 and yellow 3 */
    assert_int_equal(gems_at(state_of(&t), PURPLE, 3, 3), 1);

    trial_do(&t, "0", "play neutral green");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 takes this turn as green, the neutral colour\n");
    trial_do(&t, "0", "whiffle to N3");
    assert_int_equal(state_of(&t)->at[GREEN], N3);
    trial_do(&t, "0", "inhale"); /* green gems, not those of the seat */
    assert_int_equal(gems_at(state_of(&t), GREEN, 1, 3), 1);
    assert_int_equal(gems_at(state_of(&t), GREEN, 2, 3), 1);
    assert_int_equal(gems_at(state_of(&t), YELLOW, 1, 3), 1);

    /* Nobody may do so right after a neutral turn: purple is not a question. */
    assert_string_equal(trial_prompt(&t, "1"), "You whiffle the purple Jabberwocky");
    trial_do(&t, "1", "whiffle to S4");
    trial_do(&t, "1", "fly");
    trial_do(&t, "1", "fly to S3");
    assert_true(trial_can(&t, "0", "play neutral green")); /* but then again */
    trial_do(&t, "0", "play neutral green");
    trial_end(&t);
}

static void a_neutral_turn_is_flown_with_the_neutral_card(void **unused)
{
    struct state s = laid_out_in_rows(2, 5);

    (void)unused;
    assert_int_equal(s.phase, CHOOSE);
    play(&s, MOVE_NEUTRAL);
    assert_int_equal(s.suit, PURPLE);
    play(&s, MOVE_SPACE + S2);
    play(&s, MOVE_FLY);
    play(&s, MOVE_SPACE + E2);
    assert_int_equal(s.at[PURPLE], E2);
    assert_int_equal(s.at[GREEN], N1);
    assert_int_equal(s.turn, 1);
    assert_int_equal(s.phase, WHIFFLE);
    assert_int_equal(s.suit, YELLOW);
}

static void three_seats_are_never_asked_for_a_colour(void **unused)
{
    struct state s = laid_out_in_rows(3, 5);

    (void)unused;
    assert_int_equal(s.phase, WHIFFLE);
    for (int suit = 0; suit < SUITS; suit++)
        assert_false(is_neutral(&s, suit));
}

static void neutral_cards_flip_but_finishing_them_does_not_end_the_game(void **unused)
{
    struct state s = without_gems(2, 5);

    (void)unused;
    for (int column = 1; column <= 3; column++)
        turn_down(&s, 3, column);
    put(&s, 3, 4, 0, 0, 4);
    after_whiffle(&s, 0, PURPLE);
    fly_somewhere(&s);
    assert_true(is_down(&s, 3, 4));
    assert_int_equal(s.own[PURPLE] & ~s.down, 0);
    assert_int_equal(s.phase, WHIFFLE);
    assert_int_equal(s.turn, 1);
    after_whiffle(&s, 1, YELLOW);
    fly_somewhere(&s);
    assert_int_equal(s.phase, CHOOSE);
    play(&s, MOVE_NEUTRAL); /* and it may still be played */
    assert_int_equal(s.suit, PURPLE);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* One more card to flip for each suit of a set: it will be flipped at the end of this turn. */
static struct state nearly_complete(int seats, uint32_t suits, int mover, int played)
{
    struct state s = without_gems(seats, 5);

    for (int suit = 0; suit < SUITS; suit++) {
        for (int column = 1; column <= 3; column++)
            if (suits & BIT(suit))
                turn_down(&s, suit + 1, column);
        if (suits & BIT(suit))
            put(&s, suit + 1, 4, suit == 0 ? 4 : 0, suit == 1 ? 4 : 0, suit == 2 ? 4 : 0);
    }
    after_whiffle(&s, mover, played);
    return s;
}

static void check_ranks(const struct state *s, int a, int b, int c)
{
    struct result r = {0};
    uint8_t rank[SEATS_MAX];
    int expected[] = {a, b, c};

    assert_int_equal(actors(s), 0);
    result(s, &r);
    game_ranks(&game_gyre, s->seats, &r, rank);
    for (int seat = 0; seat < s->seats; seat++)
        assert_int_equal(rank[seat], expected[seat]);
}

static int score_of(const struct state *s, int seat)
{
    struct result r = {0};

    result(s, &r);
    return r.score[seat];
}

static void seat_with_all_cards_face_down_wins_whoever_moved(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 3; seats++) {
        for (int seat = 0; seat < seats; seat++) {
            for (int mover = 0; mover < seats; mover++) {
                struct state s = nearly_complete(seats, BIT(seat), mover, mover);

                fly_somewhere(&s);
                check_ranks(&s, seat == 0 ? 1 : 2, seat == 1 ? 1 : 2, seat == 2 ? 1 : 2);
                assert_int_equal(score_of(&s, seat), 4);
                assert_int_equal(score_of(&s, (seat + 1) % seats), 0);
            }
        }
    }
}

/* [R] The one who moved; if the mover is not among them, the next in turn order. The other has rank 2 with 4 cards. */
static void of_several_complete_the_mover_wins_or_else_the_next_in_turn(void **unused)
{
    static const struct {
        int suits, mover, winner;
    } cases[] = {
        {3, 0, 0}, {3, 1, 1}, {3, 2, 0}, {5, 0, 0}, {5, 1, 2}, {5, 2, 2},
        {6, 0, 1}, {6, 1, 1}, {6, 2, 2}, {7, 0, 0}, {7, 1, 1}, {7, 2, 2},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct state s = nearly_complete(3, (uint32_t)cases[i].suits, cases[i].mover, cases[i].mover);
        int rank[3];

        for (int seat = 0; seat < 3; seat++) /* the others by their cards: complete before the one that is not */
            rank[seat] = seat == cases[i].winner ? 1 : cases[i].suits >> seat & 1 ? 2 : 3;
        fly_somewhere(&s);
        check_ranks(&s, rank[0], rank[1], rank[2]);
        for (int seat = 0; seat < 3; seat++)
            assert_int_equal(score_of(&s, seat), cases[i].suits >> seat & 1 ? 4 : 0);
    }
}

/* In a neutral turn the mover is the seat that played it; the neutral colour never wins. */
static void after_a_neutral_turn_the_seat_that_played_it_is_the_mover(void **unused)
{
    (void)unused;
    for (int mover = 0; mover < 2; mover++) {
        struct state s = nearly_complete(2, 7, mover, PURPLE);

        fly_somewhere(&s);
        check_ranks(&s, mover == 0 ? 1 : 2, mover == 1 ? 1 : 2, 0);
        s = nearly_complete(2, BIT(GREEN) | BIT(PURPLE), mover, PURPLE);
        fly_somewhere(&s);
        check_ranks(&s, 1, 2, 0);
        s = nearly_complete(2, BIT(PURPLE), mover, PURPLE);
        fly_somewhere(&s);
        assert_int_not_equal(s.phase, OVER);
    }
}

static void the_end_is_explained(void **unused)
{
    struct state s = nearly_complete(3, 6, 0, GREEN);
    struct result r = {0};
    struct facts facts = {0};

    (void)unused;
    play(&s, MOVE_FLY);
    apply(&s, 0, MOVE_SPACE + E2, &facts);
    assert_int_equal(facts.n, 4); /* the flight, two cards, the win */
    assert_int_equal(facts.fact[1].phrase.text, T_FLIPPED);
    assert_int_equal(facts.fact[1].phrase.arg[0], CARD(YELLOW, 4));
    assert_int_equal(facts.fact[1].phrase.arg[1], 4);
    assert_int_equal(facts.fact[2].phrase.arg[0], CARD(PURPLE, 4));
    assert_int_equal(facts.fact[3].phrase.text, T_WINS);
    assert_int_equal(facts.fact[3].phrase.arg[0], COLOUR_YELLOW);
    assert_int_equal(facts.fact[3].phrase.arg[1], 1);
    result(&s, &r);
    assert_int_equal(r.lines, 3);
    assert_int_equal(r.line[0].phrase.text, T_WON);
    assert_int_equal(r.line[0].seat, 1);
    assert_int_equal(r.line[1].phrase.text, T_FLIPPED_CARDS);
    assert_int_equal(r.line[1].seat, 0);
    assert_int_equal(r.line[2].phrase.text, T_WON_NEXT);
    assert_int_equal(r.line[2].seat, 2);
    s = nearly_complete(3, 6, 2, PURPLE);
    fly_somewhere(&s);
    memset(&r, 0, sizeof r);
    result(&s, &r);
    assert_int_equal(r.line[0].seat, 2);
    assert_int_equal(r.line[2].phrase.text, T_WON_MOVED);
    assert_int_equal(r.line[2].seat, 1);
}

/* [R] 1,000 turns, counted together; then the most cards flipped, ties shared. Cards that began face down do not
 * count. */
static void after_1000_turns_the_most_flipped_cards_win(void **unused)
{
    static const struct {
        int flipped[3], rank[3];
    } cases[] = {
        {{2, 1, 0}, {1, 2, 3}}, {{0, 3, 3}, {3, 1, 1}}, {{1, 0, 1}, {1, 3, 1}},
        {{2, 2, 2}, {1, 1, 1}}, {{0, 0, 0}, {1, 1, 1}}, {{1, 1, 2}, {2, 2, 1}},
    };

    (void)unused;
    for (int facedown = 1; facedown <= 5; facedown++) {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            struct state s = without_gems(3, facedown);

            for (int suit = 0; suit < 3; suit++)
                for (int column = 1, left = cases[i].flipped[suit]; left > 0; column++) {
                    left -= column != facedown;
                    turn_down(&s, suit + 1, column);
                }
            s.turns = 998;
            after_whiffle(&s, 0, GREEN);
            fly_somewhere(&s);
            assert_int_not_equal(s.phase, OVER);
            after_whiffle(&s, 1, YELLOW);
            fly_somewhere(&s);
            check_ranks(&s, cases[i].rank[0], cases[i].rank[1], cases[i].rank[2]);
            for (int seat = 0; seat < 3; seat++)
                assert_int_equal(score_of(&s, seat), cases[i].flipped[seat]);
        }
    }
}

static void at_the_limit_the_neutral_colour_does_not_count(void **unused)
{
    struct state s = without_gems(2, 5);

    (void)unused;
    turn_down(&s, 3, 1);
    turn_down(&s, 3, 2); /* neutral: two */
    turn_down(&s, 2, 1); /* seat 1: one */
    s.turns = 999;
    after_whiffle(&s, 0, PURPLE);
    fly_somewhere(&s);
    check_ranks(&s, 2, 1, 0);
}

static void a_win_in_the_last_turn_is_a_win(void **unused)
{
    struct state s = nearly_complete(3, 6, 2, PURPLE);

    (void)unused;
    s.turns = 999;
    fly_somewhere(&s);
    check_ranks(&s, 3, 2, 1);
}

/* In a game of two where each turn asks for all it can: the colour, the whiffle, the action and where to fly. */
static void no_game_is_longer_than_its_bound(void **unused)
{
    struct state s = laid_out_in_rows(2, 5);
    uint32_t n = 16;

    (void)unused;
    while (actors(&s)) {
        move_t list[MOVES_MAX];
        int choices = moves(&s, s.turn, list), i = 0;
        struct state next;

        /* A whiffle after which there is a choice of actions; a flight after which there is one of whiffles. */
        do {
            assert_int_not_equal(i, choices);
            next = s;
            apply(&next, s.turn, s.phase == CHOOSE ? MOVE_OWN : s.phase == ACT ? MOVE_FLY : list[i++], NULL);
            if (s.phase == FLY && next.phase == CHOOSE) {
                struct state own = next;

                apply(&own, own.turn, MOVE_OWN, NULL);
                if (own.phase != WHIFFLE)
                    next.phase = ACT; /* not this one */
            }
        } while (next.phase != (s.phase == CHOOSE    ? WHIFFLE
                                : s.phase == WHIFFLE ? ACT
                                : s.phase == ACT     ? FLY
                                : s.turns == 999     ? OVER
                                                     : CHOOSE));
        s = next;
        n++;
    }
    assert_int_equal(n, 16 + 1000 * 4);
    assert_int_equal(game_gyre.length_max, n);
}

/* ---- purposeful play ------------------------------------------------------------------------- */

/* How good a position is for a suit: cards flipped, then gems on the way. */
static int worth(const struct state *s, int suit, struct luck *luck)
{
    int sum = (int)luck_below(luck, 4);

    for (int other = 0; other < SUITS; other++)
        sum += (other == suit ? 1000 : -300) * flipped_cards(s, other);
    for (int card = 0; card < 15; card++) {
        int number = card_number(card_at(s, card)), own = gem_count(s->gems[suit] & card_bits(card)), foreign = 0;

        if (!(s->own[suit] & card_bits(card)) || (s->down & card_bits(card)))
            continue;
        for (int other = 0; other < SUITS; other++)
            foreign += other == suit ? 0 : gem_count(s->gems[other] & card_bits(card));
        sum += 20 * (own < number ? own : number) - 15 * foreign + (own > foreign ? 10 : 0);
    }
    return sum + 4 * (int)(s->gems[suit] >> 60);
}

/* The first move of the best turn that can be played from here on, all its decisions tried. */
static move_t best_turn(const struct state *s, int suit, struct luck *luck)
{
    struct {
        struct state s;
        move_t first;
    } open[4096];
    int n = 1, best = -1000000;
    move_t first = 0;

    open[0].s = *s;
    open[0].first = 0;
    while (n > 0) {
        struct state from = open[--n].s;
        move_t begun = open[n].first, list[MOVES_MAX];
        int choices = moves(&from, from.turn, list);

        for (int i = 0; i < choices; i++) {
            struct state to = from;
            int value;

            apply(&to, to.turn, list[i], NULL);
            if (to.turns == s->turns) {
                assert_true(n < 4096);
                open[n].s = to;
                open[n++].first = begun ? begun : list[i];
                continue;
            }
            value = worth(&to, suit, luck) +
                    (to.phase == OVER && winner(&to) >= 0 && suit_of(&to, winner(&to)) == suit ? 100000 : 0);
            if (value > best) {
                best = value;
                first = begun ? begun : list[i];
            }
        }
    }
    return first;
}

/* Greedy players flip all their cards: games end by completion long before the limit. Now and then they make a random
 * move, so that they do not go round in circles. */
static void greedy_players_end_the_game(void **unused)
{
    int won_by_mover = 0;

    (void)unused;
    for (int i = 0; i < 60; i++) {
        struct luck luck = {100 + (uint64_t)i};
        struct setup setup = {.seats = (uint8_t)(2 + i % 2), .option = {(uint8_t)(i / 2 % 5)}};
        struct state s;
        struct result r = {0};
        uint8_t rank[SEATS_MAX];
        int complete_seats = 0, winners = 0;

        start(&s, &setup);
        while (actors(&s)) {
            move_t list[MOVES_MAX], move = 0;

            if (s.phase < CHOOSE)
                move = draw(&s, luck_below(&luck, odds(&s)));
            else if (luck_below(&luck, 6) == 0)
                move = list[luck_below(&luck, (uint32_t)moves(&s, s.turn, list))];
            else
                move = best_turn(&s, suit_of(&s, s.turn), &luck);
            apply(&s, s.phase < CHOOSE ? CHANCE : s.turn, move, NULL);
        }
        assert_in_range(s.turns, 4, 150);
        result(&s, &r);
        game_ranks(&game_gyre, s.seats, &r, rank);
        for (int seat = 0; seat < s.seats; seat++) {
            int suit = (s.first + seat) % 3, down = 0;

            for (int row = 1; row <= 3; row++)
                for (int column = 1; column <= 5; column++)
                    down += is_down(&s, row, column) && card_suit(card_at(&s, position_of(row, column))) == suit;
            assert_int_equal(r.score[seat], down - 1);
            complete_seats += down == 5;
            assert_true(rank[seat] > 1 || down == 5);
            winners += rank[seat] == 1;
        }
        assert_in_range(complete_seats, 1, s.seats);
        assert_int_equal(winners, 1);
        won_by_mover += rank[s.turn] == 1;
    }
    assert_true(won_by_mover > 0);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* One picture: the grid in the middle, the spaces around it where their names say. */
static void table_is_one_picture_of_grid_and_ring(void **unused)
{
    struct luck luck = {12};

    (void)unused;
    for (int i = 0; i < 50; i++) {
        static struct state s;
        struct scene view = {0};
        const struct scene_piece *piece = view.piece;

        s = random_board(&luck, 3);
        scene(&s, SPECTATOR, &view);
        assert_int_equal(view.zones, 1);
        assert_int_equal(view.zone[0].is->kind, ZONE_GRID);
        assert_int_equal(view.places, 16 + 15);
        for (int k = 0; k < view.places; piece += view.place[k].pieces, k++) {
            const struct scene_place *place = &view.place[k];
            int row = place->y / 2, column = place->x / 2;

            if (in_grid(row, column)) {
                assert_int_equal(place->label.text, T_NONE);
                assert_int_equal(place->id, PLACE_CARD + position_of(row, column));
                assert_int_equal(piece[0].thing, card_at(&s, position_of(row, column)));
                assert_int_equal(piece[0].flags, is_down(&s, row, column) ? PIECE_DOWN : 0);
            } else {
                assert_int_equal(place->id, space_at(row, column));
                assert_int_equal(place->label.text, T_SPACE + space_at(row, column));
                for (int suit = 0; suit < SUITS; suit++) {
                    if (s.at[suit] != place->id)
                        continue;
                    assert_int_equal(piece[0].thing, JABBERWOCKY_CARD + suit);
                    assert_int_equal(place->pieces, held(&s, suit) ? 2 : 1);
                }
            }
        }
    }
}

static void a_colour_is_touched_by_its_jabberwocky_and_a_space_by_itself(void **unused)
{
    struct state s = laid_out_in_rows(2, 5); /* green at N1, purple, the neutral one, at S1 */
    struct touch out[TOUCH_MAX];

    (void)unused;
    assert_int_equal(touch(&s, 0, MOVE_OWN, out), 1);
    assert_int_equal(out[0].place, N1);
    assert_int_equal(out[0].thing, JABBERWOCKY_CARD + GREEN);
    assert_int_equal(touch(&s, 0, MOVE_NEUTRAL, out), 1);
    assert_int_equal(out[0].place, S1);
    assert_int_equal(out[0].thing, JABBERWOCKY_CARD + PURPLE);
    play(&s, MOVE_OWN);
    assert_int_equal(touch(&s, 0, MOVE_SPACE + E2, out), 1);
    assert_int_equal(out[0].place, E2);
    assert_int_equal(out[0].thing, NOTHING);
    play(&s, MOVE_SPACE + E3);
    assert_int_equal(touch(&s, 0, MOVE_INHALE, out), 0);
}

static void notes_say_who_has_which_colour_and_how_far_they_are(void **unused)
{
    struct state s = without_gems(2, 4);
    struct scene view = {0};

    (void)unused;
    turn_down(&s, 2, 1);
    turn_down(&s, 3, 1);
    turn_down(&s, 3, 5);
    s.turns = 41;
    scene(&s, 0, &view);
    assert_true(view.scored);
    assert_int_equal(view.score[0], 0);
    assert_int_equal(view.score[1], 1);
    assert_int_equal(view.notes, 4);
    assert_int_equal(view.note[0].phrase.arg[0], 42);
    assert_int_equal(view.note[2].seat, 1);
    assert_int_equal(view.note[2].phrase.arg[1], COLOUR_YELLOW);
    assert_int_equal(view.note[2].phrase.arg[2], 1);
    assert_int_equal(view.note[3].phrase.text, T_NOTE_NEUTRAL);
    assert_int_equal(view.note[3].phrase.arg[0], COLOUR_PURPLE);
    assert_int_equal(view.note[3].phrase.arg[1], 2);
}

/* ---- what bots are told ---------------------------------------------------------------------- */

static int32_t expects(const struct state *s, int seat)
{
    int32_t out[SEATS_MAX];

    assert_true(standing(s, out) >= 1);
    return out[seat];
}

static void own_gems_bring_a_card_nearer_and_others_do_not(void **unused)
{
    struct state none = without_gems(3, 5), one, two, hindered, controlled_by_green;

    (void)unused;
    one = none;
    put(&one, 1, 3, 1, 0, 0);
    two = none;
    put(&two, 1, 3, 2, 0, 0);
    hindered = one;
    put(&hindered, 1, 3, 0, 1, 0);
    controlled_by_green = two;
    put(&controlled_by_green, 1, 3, 0, 1, 0);
    assert_true(expects(&none, 0) < expects(&one, 0));
    assert_true(expects(&one, 0) < expects(&two, 0));
    assert_true(expects(&hindered, 0) < expects(&one, 0));
    assert_true(expects(&hindered, 0) < expects(&controlled_by_green, 0));
    turn_down(&two, 1, 3);
    two.gems[GREEN] = (uint64_t)8 << 60;
    assert_true(expects(&controlled_by_green, 0) < expects(&two, 0));
}

/* Nobody minds at first that each blocks the other's 4. Later equals do, for each gem of their own that is in the way;
 * whoever is ahead would win by the limit, and does later. */
static void a_stand_off_is_endured_for_a_while_and_not_for_ever(void **unused)
{
    struct state equals = without_gems(2, 5), ahead;

    (void)unused;
    put(&equals, 1, 4, 0, 1, 4); /* one yellow gem on the green 4, four green ones on the yellow 4, and neutral ones */
    put(&equals, 2, 4, 4, 0, 4);
    ahead = equals;
    turn_down(&ahead, 1, 1);
    assert_int_equal(contempt(&equals, 0) + contempt(&equals, 1) + contempt(&ahead, 0) + contempt(&ahead, 1), 0);
    equals.turns = ahead.turns = 100;
    assert_true(contempt(&equals, 1) > 0);
    assert_int_equal(contempt(&equals, 0), 4 * contempt(&equals, 1));
    assert_int_equal(contempt(&ahead, 0), 0);
    assert_int_equal(contempt(&ahead, 1), contempt(&equals, 1));
    equals.turns = ahead.turns = 400;
    assert_true(contempt(&ahead, 0) > 0);
    assert_true(contempt(&equals, 0) > contempt(&ahead, 0));
    equals.flipped = ahead.flipped = 380; /* something has happened: all is well again */
    assert_int_equal(contempt(&equals, 0) + contempt(&equals, 1) + contempt(&ahead, 0) + contempt(&ahead, 1), 0);
}

/* Above green 1, with gems to exhale. */
static void a_card_that_can_be_flipped_now_is(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct luck luck = {seed};
        struct state s = without_gems(3, 5), before = s;

        stand(&s, N1, S3, S5);
        after_whiffle(&s, 0, GREEN);
        assert_int_equal(habit(&s, 0, &luck), MOVE_EXHALE);
        assert_true(expects(&s, 0) >= POINT);
        assert_true(expects(&s, 0) > expects(&before, 0));
    }
}

static void habit_is_legal_and_standing_ends_with_the_score(void **unused)
{
    (void)unused;
    for (int game = 0; game < 60; game++) {
        struct luck luck = luck_at((uint64_t)game, 0, 0);
        struct state s = laid_out_in_rows(2 + game % 2, 1 + game % 5);

        while (actors(&s))
            play(&s, habit(&s, s.turn, &luck));
        for (int seat = 0; seat < s.seats; seat++)
            assert_int_equal(expects(&s, seat), score_of(&s, seat) * POINT);
    }
}

/* ---- counters, goals, what moves, and words about things --------------------------------------- */

static void counters_say_the_turn_and_who_has_flipped_how_many(void **unused)
{
    struct state s = without_gems(2, 4);

    (void)unused;
    turn_down(&s, 2, 1);
    turn_down(&s, 3, 1);
    turn_down(&s, 3, 5);
    s.turns = 41;
    for (int viewer = 0; viewer <= REFEREE; viewer++) {
        const struct scene *sc = seen_by(&s, viewer);

        assert_int_equal(counted(sc, SCOPE_TABLE, 0, PHRASE(T_COUNT_TURN), NO_LIMIT), 42);
        assert_int_equal(counted(sc, SCOPE_SEAT, 0, PHRASE(T_COUNT_FLIPPED), 4), 0);
        assert_int_equal(counted(sc, SCOPE_SEAT, 1, PHRASE(T_COUNT_FLIPPED), 4), 1);
        assert_int_equal(counted(sc, SCOPE_TABLE, 0, PHRASE(T_COUNT_NEUTRAL), 4), 2);
    }
}

static void the_limit_of_1000_turns_is_said_when_it_is_near(void **unused)
{
    struct state s = without_gems(2, 4);

    (void)unused;
    s.turns = 799;
    expect_note(&s, 0, "turn 800");
    expect_counter(&s, 0, SCOPE_TABLE, 0, "turn", 800, NO_LIMIT);
    s.turns = 800;
    expect_note(&s, 1, "turn 801 of at most 1000: then whoever has flipped the most wins");
    expect_counter(&s, 1, SCOPE_TABLE, 0, "turn", 801, 1000);
}

/* Green 3 has two of its three; what else lies there does not count, and a card that is flipped wants no more. */
static void a_card_counts_the_gems_of_its_own_colour_up_to_its_number(void **unused)
{
    struct state s = without_gems(2, 4);
    const struct scene *sc;

    (void)unused;
    put(&s, 1, 3, 2, 1, 1);
    turn_down(&s, 2, 1);
    sc = seen_by(&s, SPECTATOR);
    assert_int_equal(counted(sc, SCOPE_PLACE, PLACE_CARD + 2, PHRASE(T_COUNT_GEMS), 3), 2);
    assert_int_equal(counted(sc, SCOPE_PLACE, PLACE_CARD + 1, PHRASE(T_COUNT_GEMS), 2), 0);
    for (int i = 0; i < sc->counters; i++)
        assert_false(sc->counter[i].scope == SCOPE_PLACE && sc->counter[i].of == PLACE_CARD + 5);
}

static void a_goal_names_the_cards_that_are_left(void **unused)
{
    struct setup setup = {.seats = 3};
    struct state s;

    (void)unused;
    start(&s, &setup);
    assert_string_equal(goal_words(&s, 2), "be the first with 4 flipped cards of your colour");
    s = laid_out_in_rows(3, 5);
    assert_string_equal(goal_words(&s, 0),
                        "flip green 1, green 2, green 3 and green 4: each needs its number of green gems, no others");
    turn_down(&s, 2, 1);
    assert_string_equal(goal_words(&s, 1),
                        "flip yellow 2, yellow 3 and yellow 4: each needs its number of yellow gems, no others");
    turn_down(&s, 2, 4);
    assert_string_equal(goal_words(&s, 1),
                        "flip yellow 2 and yellow 3: each needs its number of yellow gems, no others");
    turn_down(&s, 2, 3);
    assert_string_equal(goal_words(&s, 1), "flip yellow 2: it needs 2 yellow gems, no others");
    assert_string_equal(goal_words(&s, SPECTATOR), "");
    assert_string_equal(goal_words(&s, REFEREE), "");
}

/* The last two cards come from the deck, then 24 gems and three Jabberwocky cards. */
static void gems_and_jabberwocky_cards_come_when_the_cards_lie(void **unused)
{
    struct setup setup = {.seats = 3};
    struct facts facts = {0};
    struct state s;
    int gems[NUMBER_CARDS] = {0};

    (void)unused;
    start(&s, &setup);
    apply(&s, CHANCE, MOVE_SUIT, NULL);
    for (int card = 0; card < 13; card++)
        apply(&s, CHANCE, (move_t)(MOVE_CARD + card), NULL);
    apply(&s, CHANCE, MOVE_CARD + 14, &facts);
    assert_int_equal(facts.transfers, 2 + 24 + 3);
    check_transfer(&facts, 0, CARD(PURPLE, 5), 1, PLACE_DECK, PLACE_CARD + 13);
    check_transfer(&facts, 1, CARD(PURPLE, 4), 1, PLACE_DECK, PLACE_CARD + 14);
    for (int i = 2; i < 2 + 24; i++) {
        assert_int_equal(facts.transfer[i].from, PLACE_SUPPLY);
        assert_int_equal(facts.transfer[i].count, 1);
        gems[facts.transfer[i].to - PLACE_CARD]++;
    }
    for (int position = 0; position < NUMBER_CARDS; position++) /* columns 5, 5 and 4 lie face down */
        assert_int_equal(gems[position], position == 4 || position == 9 || position == 13 ? 0 : 2);
    check_transfer(&facts, 26, JABBERWOCKY_CARD + GREEN, 1, PLACE_SUPPLY, N1);
    assert_int_equal(text_of(&facts, 26), T_PLACED);
}

static void a_jabberwocky_card_takes_its_gems_along(void **unused)
{
    struct state s = without_gems(3, 5);
    struct facts facts = {0};

    (void)unused;
    stand(&s, W1, S1, S5);
    put(&s, 1, 1, 5, 0, 0);
    s.phase = WHIFFLE;
    apply(&s, 0, MOVE_SPACE + N2, &facts);
    assert_int_equal(facts.transfers, 2);
    check_transfer(&facts, 0, JABBERWOCKY_CARD + GREEN, 1, W1, N2);
    check_transfer(&facts, 1, GEM + GREEN, 3, W1, N2);
    facts_clear(&facts);
    play(&s, MOVE_FLY);
    apply(&s, 0, MOVE_SPACE + E3, &facts);
    check_transfer(&facts, 0, JABBERWOCKY_CARD + GREEN, 1, N2, E3);
    check_transfer(&facts, 1, GEM + GREEN, 3, N2, E3);
}

/* The example of the page: the first card of the row lies face down, and both gems come to the second. That is green 2,
 * which is flipped by them: it is turned over on its place, and they return. */
static void exhaled_gems_go_to_where_they_stay(void **unused)
{
    struct state s = without_gems(3, 5);
    struct facts facts = {0};

    (void)unused;
    put(&s, 3, 1, 6, 0, 0);
    turn_down(&s, 1, 1);
    stand(&s, W1, N3, S3);
    after_whiffle(&s, 0, GREEN);
    apply(&s, 0, MOVE_EXHALE, &facts);
    assert_int_equal(facts.transfers, 4);
    check_transfer(&facts, 0, GEM + GREEN, 1, W1, PLACE_CARD + position_of(1, 2));
    check_transfer(&facts, 1, GEM + GREEN, 1, W1, PLACE_CARD + position_of(1, 2));
    assert_int_equal(text_of(&facts, 1), T_EXHALES);
    check_transfer(&facts, 2, CARD(GREEN, 2), 1, PLACE_CARD + position_of(1, 2), PLACE_CARD + position_of(1, 2));
    assert_int_equal(text_of(&facts, 2), T_FLIPPED);
    check_transfer(&facts, 3, GEM + GREEN, 2, PLACE_CARD + position_of(1, 2), W1);
    assert_int_equal(text_of(&facts, 3), T_FLIPPED);
}

/* What would leave the grid does not move: eight gems, a column of three. */
static void exhaled_gems_that_return_do_not_move(void **unused)
{
    struct state s = without_gems(3, 5);
    struct facts facts = {0};

    (void)unused;
    stand(&s, N2, W1, E1);
    after_whiffle(&s, 0, GREEN);
    apply(&s, 0, MOVE_EXHALE, &facts);
    assert_int_equal(facts.transfers, 3);
    for (int row = 1; row <= 3; row++)
        check_transfer(&facts, row - 1, GEM + GREEN, 1, N2, PLACE_CARD + position_of(row, 2));
}

/* In row 1, from the right: column 5 lies face down, column 4 is next to the Jabberwocky card then. */
static void inhaled_gems_go_one_card_on_and_over_face_down_ones(void **unused)
{
    struct state s = without_gems(3, 5);
    struct facts facts = {0};

    (void)unused;
    put(&s, 1, 4, 2, 0, 0);
    put(&s, 1, 1, 1, 0, 0);
    put(&s, 1, 3, 3, 1, 0);
    turn_down(&s, 1, 2);
    stand(&s, E1, W2, W3);
    after_whiffle(&s, 0, GREEN);
    apply(&s, 0, MOVE_INHALE, &facts);
    assert_int_equal(facts.transfers, 3);
    check_transfer(&facts, 0, GEM + GREEN, 2, PLACE_CARD + position_of(1, 4), E1);
    check_transfer(&facts, 1, GEM + GREEN, 3, PLACE_CARD + position_of(1, 3), PLACE_CARD + position_of(1, 4));
    check_transfer(&facts, 2, GEM + GREEN, 1, PLACE_CARD + position_of(1, 1), PLACE_CARD + position_of(1, 3));
}

static void resolved_gems_go_to_their_jabberwocky_cards(void **unused)
{
    struct state s = without_gems(3, 5);
    struct facts facts = {0};

    (void)unused;
    put(&s, 2, 2, 3, 1, 1); /* green controls */
    put(&s, 3, 3, 2, 1, 1); /* nobody does */
    stand(&s, N1, W1, E1);
    after_whiffle(&s, 0, GREEN);
    apply(&s, 0, MOVE_RESOLVE, &facts);
    assert_int_equal(facts.transfers, 2);
    check_transfer(&facts, 0, GEM + YELLOW, 1, PLACE_CARD + position_of(2, 2), W1);
    check_transfer(&facts, 1, GEM + PURPLE, 1, PLACE_CARD + position_of(2, 2), E1);
    assert_int_equal(text_of(&facts, 0), T_CONTROLS);
}

static void things_are_explained(void **unused)
{
    struct setup setup = {.seats = 2};

    (void)unused;
    assert_true(says(&setup, CARD(GREEN, 3), "if 3 green gems or more and no others lie on it"));
    assert_true(says(&setup, CARD(GREEN, 1), "if 1 green gem or more"));
    assert_true(says(&setup, CARD(GREEN, 3), "4 flipped cards"));
    assert_true(says(&setup, CARD(YELLOW, 5), "begins face down"));
    assert_true(says(&setup, JABBERWOCKY_CARD + PURPLE, "inhales the purple gems of its line"));
    assert_true(says(&setup, GEM + YELLOW, "only the yellow Jabberwocky"));
    assert_string_equal(words_of(about(&setup, NUMBER_BACK), SPECTATOR), "");
    setup.option[0] = 1; /* the 4s begin face down */
    assert_true(says(&setup, CARD(YELLOW, 5), "if 5 yellow gems"));
    assert_true(says(&setup, CARD(YELLOW, 4), "begins face down"));
    setup.option[1] = 1; /* one flipped card wins */
    assert_true(says(&setup, CARD(GREEN, 3), "1 flipped card of"));
}

/* ---- house rules ------------------------------------------------------------------------------- */

static struct state to_win_with(int cards)
{
    struct state s = without_gems(3, 5);

    s.fewer = (uint8_t)(4 - cards);
    return s;
}

static void cards_are_read_from_the_option(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gyre:3:cards=1");
    assert_int_equal(cards_to_win(state_of(&t)), 1);
    trial_end(&t);
    trial_start(&t, "gyre:2:cards=3");
    assert_int_equal(cards_to_win(state_of(&t)), 3);
    trial_end(&t);
    trial_start(&t, "gyre:2:cards=4");
    assert_int_equal(cards_to_win(state_of(&t)), 4);
    assert_int_equal(state_of(&t)->fewer, 0);
    trial_end(&t);
}

/* So many cards are flipped, one after the other; the game is over with the last of them. */
static void the_game_ends_with_as_many_flipped_cards_as_the_house_rule_says(void **unused)
{
    (void)unused;
    for (int cards = 1; cards <= 4; cards++) {
        struct state s = to_win_with(cards);
        struct facts facts = {0};
        struct result r = {0};

        for (int column = 1; column <= cards; column++) {
            assert_int_not_equal(s.phase, OVER);
            assert_int_equal(counted(seen_by(&s, 0), SCOPE_SEAT, 0, PHRASE(T_COUNT_FLIPPED), cards), column - 1);
            put(&s, 1, column, column, 0, 0);
            after_whiffle(&s, 1, YELLOW);
            play(&s, MOVE_FLY);
            facts_clear(&facts);
            apply(&s, 1, (move_t)(MOVE_SPACE + bit_lowest(empty_spaces(&s))), &facts);
        }
        check_ranks(&s, 1, 2, 2);
        assert_int_equal(score_of(&s, 0), cards);
        assert_int_equal(expects(&s, 0), cards * POINT);
        assert_int_equal(facts.fact[facts.n - 1].phrase.text, cards < 4 ? T_WINS_FEWER : T_WINS);
        result(&s, &r);
        assert_int_equal(r.line[0].phrase.text, cards < 4 ? T_WON_FEWER : T_WON);
    }
}

/* Seat 0 moves and gets its second card; seat 1 gets its second and third at once, which does not count for more. */
static void more_cards_than_it_takes_do_not_count(void **unused)
{
    struct state s = to_win_with(2);
    struct result r = {0};

    (void)unused;
    turn_down(&s, 1, 1);
    turn_down(&s, 2, 1);
    put(&s, 1, 2, 2, 0, 0);
    put(&s, 2, 2, 0, 2, 0);
    put(&s, 2, 3, 0, 3, 0);
    after_whiffle(&s, 0, GREEN);
    fly_somewhere(&s);
    check_ranks(&s, 1, 2, 3);
    assert_int_equal(score_of(&s, 0), 2);
    assert_int_equal(score_of(&s, 1), 2);
    result(&s, &r);
    assert_int_equal(r.line[1].phrase.text, T_WON_MOVED_FEWER);
    assert_int_equal(r.line[2].phrase.text, T_FLIPPED_CARDS);
}

static void at_the_limit_of_a_short_game_the_most_flipped_cards_win(void **unused)
{
    struct state s = to_win_with(3);
    struct result r = {0};

    (void)unused;
    turn_down(&s, 2, 1);
    s.turns = 999;
    after_whiffle(&s, 0, GREEN);
    fly_somewhere(&s);
    check_ranks(&s, 2, 1, 2);
    result(&s, &r);
    assert_int_equal(r.line[0].phrase.text, T_MOST_FEWER);
}

static void a_goal_of_a_short_game_says_how_many_cards_are_left(void **unused)
{
    struct state s = to_win_with(2);

    (void)unused;
    assert_string_equal(goal_words(&s, 0), "flip 2 more green cards: each needs its number of green gems, no others");
    turn_down(&s, 1, 3);
    assert_string_equal(goal_words(&s, 0), "flip 1 more green card: it needs its number of green gems, no others");
}

/* Only as many cards as it takes count: those that are nearest. */
static void of_a_short_game_the_nearest_cards_are_looked_at(void **unused)
{
    struct state one = to_win_with(1), two = to_win_with(2);

    (void)unused;
    put(&one, 1, 4, 3, 0, 0);
    two.gems[GREEN] = one.gems[GREEN];
    assert_true(expects(&two, 0) > expects(&one, 0)); /* a free card more */
    put(&one, 1, 2, 0, 2, 0);
    put(&one, 1, 3, 0, 2, 0);
    assert_int_equal(expects(&one, 0), 4 * 5 + 30 * 3 / 4 + 20); /* five gems to land, three of four, no others */
}

/* ---- what is foreseen of a move ---------------------------------------------------------------- */

static void start_at(struct trial *t, const struct state *s)
{
    trial_start(t, s->seats == 2 ? "gyre:2" : "gyre:3");
    memcpy(t->match.state, s, sizeof *s);
}

/* Row 1 is green 1 to 5, and the 5 lies face down: of eight gems four stay on the grid. Green 1 has its one gem then.
 */
static void exhaling_is_foreseen_with_the_card_that_it_flips(void **unused)
{
    struct state s = without_gems(3, 5);
    const struct preview *preview;
    struct trial t;

    (void)unused;
    stand(&s, W1, N1, E3);
    after_whiffle(&s, 0, GREEN);
    start_at(&t, &s);
    preview = trial_foresees(
        &t, 0, "exhale",
        "Score: you +1. You exhale 8 green gems in row 1, and 4 return. Green 1 is flipped, and 1 gem returns.");
    assert_int_equal(preview->next, NEXT_OTHER);
    assert_string_equal(
        trial_changes(&t, preview),
        "Turn +1; Flipped cards that count of seat 0 +1; Gems of its own colour of place 17 +1; Gems of its own colour "
        "of place 18 +1; Gems of its own colour of place 19 +1"); /* green 2, 3 and 4 */
    trial_end(&t);
}

/* Two gems come one card nearer, to green 2, which has its number of them. */
static void inhaling_is_foreseen_with_the_card_that_it_flips(void **unused)
{
    struct state s = without_gems(3, 5);
    const struct preview *preview;
    struct trial t;

    (void)unused;
    stand(&s, W1, N1, E3);
    put(&s, 1, 3, 2, 0, 0);
    after_whiffle(&s, 0, GREEN);
    start_at(&t, &s);
    preview = trial_foresees(
        &t, 0, "inhale",
        "Score: you +1. You inhale in row 1: 2 green gems move. Green 2 is flipped, and 2 gems return.");
    assert_int_equal(preview->next, NEXT_OTHER);
    assert_string_equal(
        trial_changes(&t, preview),
        "Turn +1; Flipped cards that count of seat 0 +1; Gems of its own colour of place 18 -2"); /* green 3 */
    trial_end(&t);
}

/* Three green gems are more than a yellow and a purple one; as many of two colours are not. */
static void resolving_is_foreseen_card_by_card(void **unused)
{
    struct state s = without_gems(3, 5);
    const struct preview *preview;
    struct trial t;

    (void)unused;
    stand(&s, W1, N1, E3);
    put(&s, 2, 2, 3, 1, 1);
    put(&s, 3, 4, 1, 1, 0);
    after_whiffle(&s, 0, GREEN);
    start_at(&t, &s);
    preview = trial_foresees(&t, 0, "resolve", "You resolve. Green controls yellow 2: 2 other gems return.");
    assert_int_equal(preview->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, preview), "Turn +1; Gems of its own colour of place 22 -1"); /* yellow 2 */
    trial_end(&t);
}

/* Green 1 is the last green card that lies face up. */
static void the_win_is_foreseen(void **unused)
{
    struct state s = without_gems(3, 5);
    const struct preview *preview;
    struct trial t;

    (void)unused;
    stand(&s, W1, N1, E3);
    for (int column = 2; column <= 4; column++)
        turn_down(&s, 1, column);
    after_whiffle(&s, 0, GREEN);
    start_at(&t, &s);
    preview = trial_foresees(&t, 0, "exhale",
                             "You win. Score: you +1. You exhale 8 green gems in row 1, and 7 return. Green 1 is "
                             "flipped, and 1 gem returns. All cards of green lie face down: you win.");
    assert_int_equal(preview->next, NEXT_OVER);
    assert_string_equal(trial_changes(&t, preview), "Flipped cards that count of seat 0 +1");
    trial_end(&t);
}

/* Of a flight its first step, too; the destination is chosen then. */
static void a_choice_that_moves_nothing_yet_is_foreseen_as_such(void **unused)
{
    struct state s = without_gems(3, 5);
    const struct preview *preview;
    struct trial t;

    (void)unused;
    stand(&s, W1, N1, E3);
    after_whiffle(&s, 0, GREEN);
    start_at(&t, &s);
    preview = trial_foresees(&t, 0, "fly", "You take off with the green Jabberwocky.");
    assert_int_equal(preview->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, preview), "");
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_go_round_in_order_from_a_random_one),
        cmocka_unit_test(fifteen_cards_are_dealt_in_rows_and_the_last_is_no_draw),
        cmocka_unit_test(box_has_15_number_cards_3_jabberwocky_cards_and_8_gems_a_colour),
        cmocka_unit_test(one_number_begins_face_down),
        cmocka_unit_test(each_face_up_card_begins_with_a_gem_of_each_other_colour),
        cmocka_unit_test(sixteen_spaces_each_next_to_one_edge_card),
        cmocka_unit_test(jabberwocky_begins_at_its_lowest_face_up_card_on_the_edge),
        cmocka_unit_test(four_cards_are_never_all_inside),
        cmocka_unit_test(corner_card_has_its_jabberwocky_above_or_below),
        cmocka_unit_test(starting_seat_is_random_and_play_goes_to_the_left),
        cmocka_unit_test(whiffle_agrees_with_walking_for_every_position_of_the_three),
        cmocka_unit_test(whiffle_goes_either_way_up_to_the_next_jabberwocky),
        cmocka_unit_test(blocked_on_both_sides_it_goes_to_any_other_empty_space),
        cmocka_unit_test(one_way_to_whiffle_is_taken_by_the_rules),
        cmocka_unit_test(one_way_to_whiffle_is_taken_in_the_first_turn_too),
        cmocka_unit_test(above_or_below_is_the_column_and_beside_the_row),
        cmocka_unit_test(inhale_moves_every_own_gem_of_the_line_one_card),
        cmocka_unit_test(inhale_goes_on_over_face_down_cards),
        cmocka_unit_test(inhale_needs_a_gem_of_the_colour_in_the_line),
        cmocka_unit_test(inhale_and_exhale_by_words),
        cmocka_unit_test(exhale_lays_one_gem_on_each_card_from_the_nearest),
        cmocka_unit_test(exhale_moves_gems_on_from_face_down_cards),
        cmocka_unit_test(exhale_returns_what_would_leave_the_grid),
        cmocka_unit_test(exhale_needs_a_gem_that_ends_on_the_grid),
        cmocka_unit_test(exhale_says_how_many_return),
        cmocka_unit_test(resolve_returns_all_but_the_controlling_colour),
        cmocka_unit_test(resolve_needs_a_gem_to_return),
        cmocka_unit_test(control_is_more_than_all_others_together),
        cmocka_unit_test(log_of_a_resolve_names_each_controlled_card),
        cmocka_unit_test(fly_is_one_action_and_then_goes_to_any_of_13_spaces),
        cmocka_unit_test(where_only_flying_is_left_the_rules_take_off),
        cmocka_unit_test(actions_agree_with_moving_gem_by_gem),
        cmocka_unit_test(whiffle_leads_to_the_actions_that_are_left),
        cmocka_unit_test(card_is_flipped_with_its_number_of_gems_and_no_others),
        cmocka_unit_test(other_colours_never_flip_a_card),
        cmocka_unit_test(all_cards_flip_at_once_whoever_moved),
        cmocka_unit_test(cards_are_flipped_at_the_end_of_the_turn_only),
        cmocka_unit_test(face_down_cards_never_hold_gems),
        cmocka_unit_test(two_seats_choose_between_their_own_and_the_neutral_colour),
        cmocka_unit_test(a_neutral_turn_is_flown_with_the_neutral_card),
        cmocka_unit_test(three_seats_are_never_asked_for_a_colour),
        cmocka_unit_test(neutral_cards_flip_but_finishing_them_does_not_end_the_game),
        cmocka_unit_test(seat_with_all_cards_face_down_wins_whoever_moved),
        cmocka_unit_test(of_several_complete_the_mover_wins_or_else_the_next_in_turn),
        cmocka_unit_test(after_a_neutral_turn_the_seat_that_played_it_is_the_mover),
        cmocka_unit_test(the_end_is_explained),
        cmocka_unit_test(after_1000_turns_the_most_flipped_cards_win),
        cmocka_unit_test(at_the_limit_the_neutral_colour_does_not_count),
        cmocka_unit_test(a_win_in_the_last_turn_is_a_win),
        cmocka_unit_test(no_game_is_longer_than_its_bound),
        cmocka_unit_test(greedy_players_end_the_game),
        cmocka_unit_test(table_is_one_picture_of_grid_and_ring),
        cmocka_unit_test(a_colour_is_touched_by_its_jabberwocky_and_a_space_by_itself),
        cmocka_unit_test(notes_say_who_has_which_colour_and_how_far_they_are),
        cmocka_unit_test(own_gems_bring_a_card_nearer_and_others_do_not),
        cmocka_unit_test(a_stand_off_is_endured_for_a_while_and_not_for_ever),
        cmocka_unit_test(a_card_that_can_be_flipped_now_is),
        cmocka_unit_test(habit_is_legal_and_standing_ends_with_the_score),
        cmocka_unit_test(counters_say_the_turn_and_who_has_flipped_how_many),
        cmocka_unit_test(the_limit_of_1000_turns_is_said_when_it_is_near),
        cmocka_unit_test(a_card_counts_the_gems_of_its_own_colour_up_to_its_number),
        cmocka_unit_test(a_goal_names_the_cards_that_are_left),
        cmocka_unit_test(gems_and_jabberwocky_cards_come_when_the_cards_lie),
        cmocka_unit_test(a_jabberwocky_card_takes_its_gems_along),
        cmocka_unit_test(exhaled_gems_go_to_where_they_stay),
        cmocka_unit_test(exhaled_gems_that_return_do_not_move),
        cmocka_unit_test(inhaled_gems_go_one_card_on_and_over_face_down_ones),
        cmocka_unit_test(resolved_gems_go_to_their_jabberwocky_cards),
        cmocka_unit_test(things_are_explained),
        cmocka_unit_test(cards_are_read_from_the_option),
        cmocka_unit_test(the_game_ends_with_as_many_flipped_cards_as_the_house_rule_says),
        cmocka_unit_test(more_cards_than_it_takes_do_not_count),
        cmocka_unit_test(at_the_limit_of_a_short_game_the_most_flipped_cards_win),
        cmocka_unit_test(a_goal_of_a_short_game_says_how_many_cards_are_left),
        cmocka_unit_test(of_a_short_game_the_nearest_cards_are_looked_at),
        cmocka_unit_test(exhaling_is_foreseen_with_the_card_that_it_flips),
        cmocka_unit_test(inhaling_is_foreseen_with_the_card_that_it_flips),
        cmocka_unit_test(resolving_is_foreseen_card_by_card),
        cmocka_unit_test(the_win_is_foreseen),
        cmocka_unit_test(a_choice_that_moves_nothing_yet_is_foreseen_as_such),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
