/* test_frame: the screen of a table, as a picture, in all games: what can be done can be reached and seen. */
#include "help.h"

#include "../src/term/frame.h"
#include "../src/term/pick.h"
#include "../src/term/typed.h"

static struct view view;
static struct frame *frame;
static struct desk desk;

static void set_desk(void)
{
    desk = (struct desk){
        .view = &view, .news = "Ann plays green 3\nBen passes\n", .keys = "keys", .asking = true, .follow = true};
}

/* The characters of a row, ASCII alone. */
static void row_text(int row, char out[512])
{
    int n = 0;

    for (; n < frame->cells.columns && n < 511; n++) {
        uint32_t c = frame->cells.at[row * frame->cells.columns + n].c;

        out[n] = c == 0 ? ' ' : c < 0x80 ? (char)c : '#';
    }
    out[n] = 0;
}

static bool shows(const char *words)
{
    char line[512];

    for (int row = 0; row < frame->cells.rows; row++) {
        row_text(row, line);
        if (strstr(line, words))
            return true;
    }
    return false;
}

static int count_marked(int bits)
{
    int n = 0;

    for (int i = 0; i < frame->cells.rows * frame->cells.columns; i++)
        n += (frame->cells.at[i].ink & bits) != 0;
    return n;
}

/* Whether all targets can be reached from the first one by arrows. */
static int reached_by_arrows(void)
{
    static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    static bool seen[TARGETS_MAX];
    static int queue[TARGETS_MAX];
    int n = 0;

    memset(seen, 0, sizeof seen);
    if (frame->targets == 0)
        return 0;
    seen[0] = true;
    queue[n++] = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++) {
            int to = frame_towards(frame, queue[i], ways[k][0], ways[k][1]);

            if (!seen[to]) {
                seen[to] = true;
                queue[n++] = to;
            }
        }
    }
    return n;
}

/* Every target can be focused, and is then in sight. */
static void check_sight(int rows, int columns)
{
    int n;

    frame_draw(frame, &desk, rows, columns);
    n = frame->targets;
    for (int i = 0; i < n; i++) {
        desk.focus = i;
        frame_draw(frame, &desk, rows, columns);
        assert_int_equal(frame->targets, n);
        assert_int_equal(desk.focus, i);
        assert_true(frame->target[i].rows > 0);
        assert_in_range(frame->target[i].row, 1, rows - 2);
        assert_true(count_marked(MARK_FOCUS) > 0);
    }
    desk.focus = 0;
}

static int target_of(struct touch touch)
{
    for (int i = 0; i < frame->targets; i++)
        if (frame->target[i].offer == NO_OFFER && frame->target[i].touch.place == touch.place &&
            frame->target[i].touch.thing == touch.thing)
            return i;
    return -1;
}

static bool is_button(int offer)
{
    for (int i = 0; i < frame->targets; i++)
        if (frame->target[i].offer == offer)
            return true;
    return false;
}

/* An offer can be made by touching what the screen offers, step by step. */
static void check_reach(int offer, int rows, int columns)
{
    int decided = NO_OFFER;

    desk.pick.n = 0;
    for (int i = 0; i <= view.offer[offer].touches; i++) {
        frame_draw(frame, &desk, rows, columns);
        if (is_button(offer)) {
            decided = offer;
            break;
        }
        assert_in_range(i, 0, view.offer[offer].touches - 1);
        assert_true(target_of(view.offer[offer].touch[i]) >= 0);
        decided = pick_touch(&view, &desk.pick, view.offer[offer].touch[i]);
        if (decided != NO_OFFER)
            break;
    }
    assert_int_equal(decided, offer);
    desk.pick.n = 0;
}

/* Few moves, some by touches and some by buttons, are all buttons. */
static void check_mixture(void)
{
    int buttons = 0;

    for (int i = 0; i < view.offers; i++)
        buttons += view.offer[i].touches == 0;
    if (buttons == 0 || buttons == view.offers || view.offers > 8)
        return;
    for (int i = 0; i < view.offers; i++)
        assert_true(is_button(i));
}

static void check_screen(int rows, int columns)
{
    set_desk();
    frame_draw(frame, &desk, rows, columns);
    assert_int_equal(frame->cells.lost, 0);
    assert_int_equal(frame->cells.rows, rows);
    assert_true(frame->targets > 0);
    if (reached_by_arrows() != frame->targets)
        fail_msg("%s, %d x %d: arrows reach %d of %d targets", view.match->deal.game->id, columns, rows,
                 reached_by_arrows(), frame->targets);
    check_mixture();
    assert_true(frame->table_rows >= 4);
    check_sight(rows, columns);
    for (int i = 0; i < view.offers; i++)
        check_reach(i, rows, columns);
}

/* ---- what is explained ------------------------------------------------------------------------------ */

enum { WORDS = 1 << 14 };

/* Adds words without blanks and what is not ASCII, so that it does not matter where lines end. */
static void add_words(char out[WORDS], const char *words)
{
    size_t n = strlen(out);

    for (; *words && n + 1 < WORDS; words++)
        if (*words > ' ' && *words < 0x7f)
            out[n++] = *words;
    out[n] = 0;
}

static void add_cells(char out[WORDS], const struct cells *cells, int row, int rows, int column, int end)
{
    for (int i = row; i < row + rows; i++) {
        for (int k = column; k < end; k++) {
            uint32_t c = cells->at[i * cells->columns + k].c;

            if (c < 0x80)
                add_words(out, (const char[]){(char)c, 0});
        }
    }
}

/* All that the box says of the thing that is focused, scrolled down to its end; without the picture. */
static void read_box(int rows, int columns, char out[WORDS])
{
    const struct box *box = &frame->box;

    out[0] = 0;
    for (desk.lines = 0;; desk.lines++) {
        int left = 2;

        frame_draw(frame, &desk, rows, columns);
        assert_in_range(box->rows, 3, rows - 2);
        assert_in_range(box->row, 1, rows - 1 - box->rows);
        assert_int_equal(desk.lines, box->from);
        if (strchr("+.#", (int)frame->cells.at[(box->row + 1) * columns + left].c))
            left += THING_COLUMNS;
        add_cells(out, &frame->cells, box->row + 1, box->from < box->hidden ? 1 : box->rows - 2, left,
                  box->columns - 1);
        if (box->from == box->hidden)
            return;
    }
}

static void check_said(const char *said, struct phrase phrase, const struct target *target)
{
    struct speech speech = match_speech(view.match, view.viewer);
    char words[1024], plain[WORDS] = "";
    struct text text = text_in(words, sizeof words);

    if (phrase.text == NO_TEXT)
        return;
    sentence_put(&text, &speech, phrase);
    add_words(plain, words);
    if (!strstr(said, plain))
        fail_msg("%s, place %d: '%s' is not said:\n%s", view.match->deal.game->id, target->touch.place, words, said);
}

/* Its name, where it lies, what it is and does, and the counters of its place and zone. */
static void check_thing(const struct target *target, const char *said)
{
    const struct game *game = view.match->deal.game;
    const struct scene_place *place = view.scene.place;
    char name[WORDS] = "";
    int z = 0, rest = view.scene.zone[0].places;

    for (; place->id != target->touch.place; place++)
        for (rest--; rest == 0;)
            rest = view.scene.zone[++z].places;
    check_said(said, view.scene.zone[z].title, target);
    check_said(said, place->label, target);
    for (int i = 0; i < view.scene.counters; i++) {
        const struct scene_counter *counter = &view.scene.counter[i];

        if ((counter->scope == SCOPE_PLACE && counter->of == place->id) ||
            (counter->scope == SCOPE_ZONE && counter->of == z))
            check_said(said, counter->words, target);
    }
    if (target->touch.thing == NOTHING)
        return;
    add_words(name, game->things[target->touch.thing].name + 1); /* it has a capital there */
    assert_non_null(strstr(said, name));
    check_said(said, game->about(&view.match->deal.setup, target->touch.thing), target);
    if (game->things[target->touch.thing].back == target->touch.thing)
        assert_non_null(strstr(said, "Onlytheback"));
}

/* Everything that can be seen, and nothing else, is explained: all of it can be read, and it is not covered while it
 * is. */
static void check_explained(int rows, int columns)
{
    static char said[WORDS];
    int pieces = 0, n;

    set_desk();
    desk.looking = desk.explaining = true;
    frame_draw(frame, &desk, rows, columns);
    n = frame->targets;
    for (int i = 0; i < n; i++)
        pieces += frame->target[i].touch.thing != NOTHING;
    assert_int_equal(pieces, view.scene.pieces);
    for (int i = 0; i < n; i++) {
        const struct target *target = &frame->target[i];
        const struct box *box = &frame->box;

        desk.focus = i;
        desk.follow = true;
        read_box(rows, columns, said);
        assert_int_equal(frame->targets, n);
        check_thing(target, said);
        if (rows >= 20 && target->row + target->rows > box->row && target->row < box->row + box->rows)
            fail_msg("%s, %d x %d: the box is over what it explains", view.match->deal.game->id, columns, rows);
        if (rows >= 24 && columns >= 80 && box->hidden > 0)
            fail_msg("%s: %d lines are out of sight:\n%s", view.match->deal.game->id, box->hidden, said);
    }
}

/* ---- in every game ---------------------------------------------------------------------------------- */

/* A random game; every now and then somebody who decides is looked at. */
static void play_through(const char *id, int often, void (*look)(int looks))
{
    static struct trial t;
    struct why why;
    int decisions = 0;

    trial_start(&t, id);
    t.match.well = &t.match.local.well;
    match_settle(&t.match);
    while (!match_over(&t.match)) {
        move_t moves[MOVES_MAX];
        uint32_t owe = t.match.deal.game->actors(t.match.state);
        int seat = bit_lowest(owe), n = match_moves(&t.match, seat, moves);

        if (decisions++ % often == 0) {
            view_make(&view, &t.match, seat);
            look(decisions / often);
        }
        assert_true(match_play(&t.match, seat, t.match.decision, moves[luck_below(&t.luck, (uint32_t)n)], &why));
    }
    trial_end(&t);
}

static void play_all(int often, int rarely, void (*look)(int looks))
{
    for (int i = 0; games[i]; i++) {
        for (int seats = games[i]->seats_min; seats <= games[i]->seats_max; seats++) {
            char id[64];

            snprintf(id, sizeof id, "%s:%d#%d", games[i]->id, seats, 7 * seats);
            play_through(id, seats == games[i]->seats_max ? often : rarely, look);
        }
    }
}

static void look_at_screens(int looks)
{
    check_screen(24, 80);
    if (looks % 3 != 0)
        return;
    check_screen(50, 132);
    check_screen(16, 60);
}

static void every_offer_can_be_seen_and_reached_in_every_game(void **unused)
{
    (void)unused;
    play_all(7, 23, look_at_screens);
}

static void look_at_explained(int looks)
{
    (void)looks;
    check_explained(24, 80);
    check_explained(20, 60);
    check_explained(12, 40);
}

static void everything_that_can_be_seen_is_explained_in_every_game(void **unused)
{
    (void)unused;
    play_all(59, 131, look_at_explained);
}

/* The goal below the seats, with the first of the counters that say how it stands. */
static void look_at_goal(int looks)
{
    char said[WORDS] = "", words[1024], plain[WORDS] = "Goal:";
    struct text text = text_in(words, sizeof words);

    (void)looks;
    set_desk();
    view_goal(&view, 1, &text);
    add_words(plain, words);
    frame_draw(frame, &desk, 60, 160);
    add_cells(said, &frame->cells, 0, 6, 0, 160);
    if (!strstr(said, plain))
        fail_msg("%s: '%s' is not there:\n%s", view.match->deal.game->id, words, said);
    said[0] = plain[12] = 0;
    frame_draw(frame, &desk, 24, 80);
    add_cells(said, &frame->cells, 0, 4, 0, 80);
    assert_non_null(strstr(said, plain));
}

static void the_goal_is_in_sight_in_every_game(void **unused)
{
    (void)unused;
    play_all(5, 5, look_at_goal);
}

/* ---- the template, by hand ------------------------------------------------------------------------ */

static struct trial trial;

static void begin(const char *id)
{
    trial_start(&trial, id);
    trial.match.well = &trial.match.local.well;
    match_settle(&trial.match);
    view_make(&view, &trial.match, bit_lowest(trial.match.deal.game->actors(trial.match.state)));
    set_desk();
}

static void the_screen_says_who_plays_and_what_is_expected(void **unused)
{
    (void)unused;
    begin("mimsy:3#1");
    strcpy(trial.match.names[view.viewer], "Ann");
    frame_draw(frame, &desk, 24, 80);
    assert_true(shows("*Ann (you)"));
    assert_true(shows("Mimsy"));
    assert_true(shows("Take the gems of a mimsy card: if the last meets its own colour there, you go on"));
    assert_true(shows("Ben passes"));
    assert_true(shows("Enter: Take"));
    assert_true(shows("keys"));
    trial_end(&trial);
}

static void what_enter_does_stands_below_a_message_where_there_is_room(void **unused)
{
    const char *words = "This is not possible now, and the sentence that says so takes all of the line.";

    (void)unused;
    begin("mimsy:3#1");
    desk.message = words;
    frame_draw(frame, &desk, 24, 80);
    assert_true(shows(words));
    assert_true(shows("Enter: Take"));
    frame_draw(frame, &desk, FRAME_ROWS_MIN, 80);
    assert_true(shows(words));
    assert_false(shows("Enter: Take"));
    trial_end(&trial);
}

static void a_message_leaves_room_for_what_enter_does(void **unused)
{
    (void)unused;
    begin("mimsy:3#1");
    desk.message = "Taken back.";
    frame_draw(frame, &desk, FRAME_ROWS_MIN, 80);
    assert_true(shows("Taken back.   Enter: Take"));
    trial_end(&trial);
}

/* The row that begins so. */
static int row_of(const char *words)
{
    char line[512];
    int row = -1;

    do {
        assert_in_range(++row, 0, frame->cells.rows - 2);
        row_text(row, line);
    } while (strncmp(line, words, strlen(words)) != 0);
    return row;
}

/* A long chain of drops and pick-ups, and the end of it. */
static void what_enter_does_goes_on_in_the_next_row(void **unused)
{
    static struct preview preview;
    char words[PREVIEW_TEXT_MAX], line[512];
    int looked = 0;

    (void)unused;
    begin("mimsy:2#4");
    for (int turn = 0; turn < 40 && !match_over(&trial.match); turn++) {
        struct why why;

        frame_draw(frame, &desk, 40, 80);
        for (int i = 0, n = frame->targets; i < n; i++) {
            struct text text = text_in(words, sizeof words);
            int offer;

            desk.focus = i;
            frame_draw(frame, &desk, 40, 80);
            offer = frame->target[i].offer;
            if (offer == NO_OFFER)
                offer = pick_leads_to(&view, &desk.pick, frame->target[i].touch);
            if (offer == NO_OFFER)
                continue;
            preview_make(&preview, &trial.match, view.viewer, view.offer[offer].move);
            preview_text(&preview, &text);
            if (text_width(words) < 80 || text_width(words) > 110)
                continue;
            row_text(row_of("Enter: ") + 1, line);
            if (!strstr(line, strrchr(words, ' ')))
                fail_msg("'%s' does not end in '%s'", words, line);
            looked++;
        }
        assert_true(match_play(&trial.match, view.viewer, trial.match.decision, view.offer[0].move, &why));
        if (!match_over(&trial.match))
            view_make(&view, &trial.match, bit_lowest(trial.match.deal.game->actors(trial.match.state)));
    }
    assert_true(looked > 0);
    trial_end(&trial);
}

/* How many rows what Enter does has: the last row of all is that of the keys. */
static int rows_of_enter(void)
{
    return frame->cells.rows - 1 - row_of("Enter: ");
}

/* On screens of this size these tables leave some rows. */
static void what_enter_does_has_three_rows_where_the_table_leaves_them(void **unused)
{
    static const char *const ids[] = {"gyre:2#1", "gyre:3#2", "bandersnatch#1", "brillig#1", "mome:2#1", "slithy:3#1"};

    (void)unused;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        begin(ids[i]);
        frame_draw(frame, &desk, 30, 100);
        if (rows_of_enter() < 3)
            fail_msg("%s: %d rows", ids[i], rows_of_enter());
        trial_end(&trial);
    }
}

static void of_many_news_two_stay_where_what_enter_does_needs_the_rows(void **unused)
{
    (void)unused;
    begin("mimsy:3#1");
    desk.news = "Ann plays green 1\nAnn plays green 2\nAnn plays green 3\nAnn plays green 4\n";
    frame_draw(frame, &desk, 24, 80);
    assert_int_equal(rows_of_enter(), 3);
    assert_true(shows("Ann plays green 3"));
    assert_true(shows("Ann plays green 4"));
    trial_end(&trial);
}

/* The rows of what Enter does, put together. */
static void enter_words(char out[2048])
{
    char line[512];

    out[0] = 0;
    for (int row = row_of("Enter: "); row < frame->cells.rows - 1; row++) {
        row_text(row, line);
        if (out[0])
            strcat(out, " ");
        strcat(out, line + strspn(line, " "));
    }
    while (out[0] && out[strlen(out) - 1] == ' ')
        out[strlen(out) - 1] = 0;
}

/* On a large screen all of it is there. */
static void what_enter_does_is_cut_between_words(void **unused)
{
    static const char *const ids[] = {"mome:2#1", "oh-gnome:2#1", "mimsy:2#4", "gyre:2#1"};
    static const char dots[] = " ...";
    char whole[2048], words[2048];
    int cut = 0;

    (void)unused;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        begin(ids[i]);
        for (int columns = 40; columns < 90; columns++) {
            size_t n;

            frame_draw(frame, &desk, 60, 200);
            enter_words(whole);
            frame_draw(frame, &desk, 14, columns);
            enter_words(words);
            n = strlen(words) - strlen(dots);
            if (strcmp(words + n, dots) != 0)
                continue;
            if (strncmp(whole, words, n) != 0 || whole[n] != ' ')
                fail_msg("%s, %d columns: '%s' of '%s'", ids[i], columns, words, whole);
            cut++;
        }
        trial_end(&trial);
    }
    assert_true(cut > 0);
}

/* A suggestion is taken whole, though it takes two touches: a card of the hand, then where it goes. */
static void enter_takes_the_whole_of_a_suggestion(void **unused)
{
    (void)unused;
    begin("bandersnatch:1#1");
    assert_int_equal(view.offer[0].touches, 2);
    frame_draw(frame, &desk, 24, 80);
    desk.focus = target_of(view.offer[0].touch[0]);
    frame_draw(frame, &desk, 24, 80);
    assert_true(shows("and then more is to be chosen"));
    desk.suggested = 1;
    frame_draw(frame, &desk, 24, 80);
    assert_false(shows("and then more is to be chosen"));
    assert_true(shows("Enter: Play"));
    trial_end(&trial);
}

/* The table is covered by long news, but not arranged anew for them. */
static void long_news_do_not_change_the_look_of_the_table(void **unused)
{
    int arrangement;

    (void)unused;
    begin("mimsy:3#1");
    frame_draw(frame, &desk, 36, 100);
    arrangement = desk.arrangement;
    assert_int_equal(desk.small_rows, 0);
    desk.tall = true;
    desk.news = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
    frame_draw(frame, &desk, 36, 100);
    assert_true(shows("12"));
    assert_int_equal(desk.small_rows, 0);
    assert_int_equal(desk.arrangement, arrangement);
    desk.from_top = true;
    desk.tall = false;
    frame_draw(frame, &desk, 20, 100);
    assert_false(shows("12"));
    trial_end(&trial);
}

static void nothing_reacts_while_others_decide(void **unused)
{
    (void)unused;
    begin("mimsy:3#1");
    desk.asking = false;
    frame_draw(frame, &desk, 24, 80);
    assert_int_equal(frame->targets, 0);
    assert_int_equal(count_marked(MARK_TOUCH | MARK_FOCUS), 0);
    trial_end(&trial);
}

/* In Bandersnatch a card of the hand is touched first, then the card of the field on which it goes. */
static void a_card_then_where_it_goes(void **unused)
{
    struct touch card;
    int first;

    (void)unused;
    begin("bandersnatch:1#1");
    frame_draw(frame, &desk, 24, 80);
    first = frame->targets;
    card = frame->target[0].touch;
    assert_int_equal(pick_touch(&view, &desk.pick, card), NO_OFFER);
    frame_draw(frame, &desk, 24, 80);
    assert_true(frame->targets > 0);
    assert_int_equal(target_of(card), -1);
    assert_true(count_marked(MARK_PICKED) > 0);
    assert_true(pick_back(&desk.pick));
    assert_false(pick_back(&desk.pick));
    frame_draw(frame, &desk, 24, 80);
    assert_int_equal(frame->targets, first);
    trial_end(&trial);
}

/* A place on which something lies is named with the thing. */
static void looking_goes_over_every_piece_and_empty_place(void **unused)
{
    int empty = 0;

    (void)unused;
    begin("mimsy:3#1");
    for (int i = 0; i < view.scene.places; i++)
        empty += view.scene.place[i].pieces == 0;
    desk.looking = true;
    frame_draw(frame, &desk, 24, 80);
    assert_int_equal(frame->targets, view.scene.pieces + empty);
    trial_end(&trial);
}

static void a_click_takes_the_innermost_target(void **unused)
{
    (void)unused;
    begin("mimsy:3#1");
    frame_draw(frame, &desk, 24, 80);
    for (int i = 0; i < frame->targets; i++) {
        const struct target *t = &frame->target[i];

        assert_int_equal(frame_target_at(frame, t->row, t->column + t->columns / 2), i);
    }
    assert_int_equal(frame_target_at(frame, 0, 0), -1);
    trial_end(&trial);
}

static void a_wide_screen_has_the_log_beside_the_table(void **unused)
{
    (void)unused;
    begin("mimsy:3#1");
    desk.log = "Long ago somebody did something.\n";
    frame_draw(frame, &desk, 24, 80);
    assert_false(shows("Long ago"));
    frame_draw(frame, &desk, 40, 132);
    assert_true(shows("Long ago"));
    trial_end(&trial);
}

static void long_names_leave_room_for_the_table(void **unused)
{
    (void)unused;
    begin("slithy:7#1");
    for (int seat = 0; seat < 7; seat++)
        snprintf(trial.match.names[seat], NAME_SIZE, "Bartholomew the %d. of Bath", seat + 1);
    frame_draw(frame, &desk, 12, 40);
    assert_true(frame->table_rows >= 4);
    assert_true(shows("Bar"));
    frame_draw(frame, &desk, 45, 160);
    assert_true(shows("Bartholomew the"));
    trial_end(&trial);
}

/* Each of these letters is two columns wide. */
static void wide_letters_take_two_columns(void **unused)
{
    struct cell memory[2 * 10];
    struct cells cells = cells_in(memory, 10, 2);
    char text[64];
    struct text out = text_in(text, sizeof text);

    (void)unused;
    assert_int_equal(text_width("\xe6\x9d\x8e\xe9\x9b\xb7!"), 5);
    assert_int_equal(cells_put(&cells, 0, 1, "\xe6\x9d\x8e\xe9\x9b\xb7!", 5, (struct cell){0}), 6);
    assert_int_equal(cells.at[1].c, 0x674e);
    assert_int_equal(cells.at[2].c, CELL_REST);
    assert_int_equal(cells.at[3].c, 0x96f7);
    assert_int_equal(cells.at[5].c, '!');
    /* Half of one is not put. */
    assert_int_equal(cells_put(&cells, 1, 0, "\xe6\x9d\x8e\xe9\x9b\xb7", 3, (struct cell){0}), 2);
    cells_text(&out, &cells);
    assert_string_equal(text, " \xe6\x9d\x8e\xe9\x9b\xb7!\n\xe6\x9d\x8e\n");
}

/* With a little less on it a table could be arranged more pleasantly; but nobody wants it to jump. */
static void a_table_keeps_its_arrangement_while_it_fits(void **unused)
{
    int crowded, alone;

    (void)unused;
    begin("mimsy:3#1");
    frame_draw(frame, &desk, 19, 80);
    frame_draw(frame, &desk, 19, 80); /* now with small cards from the beginning */
    crowded = desk.arrangement;
    view.scene.zones = 1; /* the ring alone */
    view.scene.notes = 0;
    frame_draw(frame, &desk, 19, 80);
    assert_int_equal(desk.arrangement, crowded);
    desk.arrangement = 0;
    frame_draw(frame, &desk, 19, 80);
    alone = desk.arrangement;
    assert_int_not_equal(alone, crowded);
    trial_end(&trial);
}

static void a_tiny_screen_asks_to_grow(void **unused)
{
    (void)unused;
    begin("mimsy:3#1");
    frame_draw(frame, &desk, 8, 60);
    assert_true(shows("larger"));
    assert_int_equal(frame->targets, 0);
    trial_end(&trial);
}

/* ---- what was typed --------------------------------------------------------------------------------- */

/* All moves of the first decision in Mimsy are "take COLOUR NUMBER". */
static void a_move_is_found_by_its_beginning_and_its_parts(void **unused)
{
    uint16_t found[MOVES_MAX];
    char words[NOTATION_SIZE];

    (void)unused;
    begin("mimsy:2#1");
    assert_int_equal(offers_that_fit(&view, "", FITS_BEGINNING, found), view.offers);
    for (int i = 0; i < view.offers; i++) {
        offer_notation(words, &view, i);
        assert_memory_equal(words, "take ", 5);
        assert_int_equal(offers_that_fit(&view, words, FITS_WHOLE, found), 1);
        assert_int_equal(found[0], i);
        assert_int_equal(offers_that_fit(&view, words + 5, FITS_BEGINNING, found), 0);
        assert_int_equal(offers_that_fit(&view, words + 5, FITS_INSIDE, found), 1);
        assert_int_equal(found[0], i);
    }
    assert_int_equal(offers_that_fit(&view, "  TAKE   GREEN", FITS_BEGINNING, found),
                     offers_that_fit(&view, "take green", FITS_BEGINNING, found));
    assert_int_equal(offers_that_fit(&view, "drop", FITS_INSIDE, found), 0);
    trial_end(&trial);
}

static void a_move_is_found_by_its_number(void **unused)
{
    (void)unused;
    begin("mimsy:2#1");
    assert_int_equal(offer_by_number(&view, "1"), 0);
    assert_int_equal(offer_by_number(&view, " 2"), 1);
    assert_int_equal(offer_by_number(&view, "0"), -1);
    assert_int_equal(offer_by_number(&view, "01"), -1);
    assert_int_equal(offer_by_number(&view, "513"), -1);
    assert_int_equal(offer_by_number(&view, "one"), -1);
    assert_int_equal(offer_by_number(&view, ""), -1);
    trial_end(&trial);
}

/* ---- things ----------------------------------------------------------------------------------------- */

/* All that stands on a thing, on its large picture: name or title, number or sign, second number, colour. */
static void the_picture_has_all_that_stands_on_a_thing(void **unused)
{
    struct cell memory[THING_ROWS * THING_COLUMNS];

    (void)unused;
    for (int i = 0; games[i]; i++) {
        for (int thing = 0; thing < games[i]->things_n; thing++) {
            const struct thing *it = &games[i]->things[thing];
            struct cells cells = cells_in(memory, THING_COLUMNS, THING_ROWS);
            char said[WORDS] = "", words[128] = "", plain[WORDS] = "";
            struct text text = text_in(words, sizeof words);
            bool back = it->back == thing;

            thing_draw(&cells, 0, 0, games[i], thing, false, false);
            assert_int_equal(cells.lost, 0);
            assert_int_equal(cells.rows, THING_ROWS);
            add_cells(said, &cells, 1, 1, 1, THING_COLUMNS - 1);
            if (!back && it->number != NO_NUMBER) {
                snprintf(words, sizeof words, it->mark[0] == '+' ? "%+d" : "%d", it->number);
                assert_string_equal(said, words);
            }
            said[0] = words[0] = 0;
            add_cells(said, &cells, 2, THING_ROWS - 4, 1, THING_COLUMNS - 1);
            if (back || it->kind != THING_CARD || !thing_title_put(&text, it))
                snprintf(words, sizeof words, "%s", it->name);
            add_words(plain, words);
            assert_string_equal(said, plain);
            said[0] = 0;
            add_cells(said, &cells, THING_ROWS - 2, 1, 1, THING_COLUMNS - 1);
            snprintf(words, sizeof words, "%s%s", it->colour == COLOUR_NONE ? "" : colour_name(it->colour),
                     thing_second(it));
            assert_string_equal(said, back ? "" : words);
        }
    }
}

static void check_meant(const char *id, const char *typed, const char *name)
{
    uint16_t found[THINGS_MAX];
    const struct game *game;

    begin(id);
    game = trial.match.deal.game;
    if (things_that_fit(game, typed, found) != 1 || strcmp(game->things[found[0]].name, name) != 0)
        fail_msg("%s: '%s' is not %s", id, typed, name);
    trial_end(&trial);
}

static void a_thing_is_meant_by_its_mark_or_its_name(void **unused)
{
    (void)unused;
    check_meant("mimsy:2#1", "[G3]", "green 3");
    check_meant("mimsy:2#1", "(g3)", "green 3");
    check_meant("mimsy:2#1", " Green   3 ", "green 3");
    check_meant("mimsy:2#1", "g", "green gem");
    check_meant("mimsy:2#1", "green j", "green Jabberwocky");
    check_meant("gnumies:2#1", "V40", "violet 40");
    check_meant("gnumies:2#1", "[V40:4]", "violet 40");
    check_meant("gnumies:2#1", "wulla", "Wullawaki");
    check_meant("oh-gnome:2#1", "honey", "Honey");
    check_meant("oh-gnome:2#1", "antler", "Small Deer Antler");
    check_meant("oh-gnome:2#1", "<G>", "green gnome");
    check_meant("gnoming-a-round:2#1", "-4", "-4");
}

static void names_like_what_was_typed_are_found(void **unused)
{
    uint16_t found[THINGS_MAX];
    const struct game *game;

    (void)unused;
    begin("oh-gnome:2#1");
    game = trial.match.deal.game;
    assert_int_equal(things_that_fit(game, "hony", found), 0);
    assert_in_range(things_near(game, "hony", 3, found), 1, 3);
    assert_string_equal(game->things[found[0]].name, "Honey");
    assert_in_range(things_near(game, "hazlnut", 3, found), 1, 3);
    assert_string_equal(game->things[found[0]].name, "Hazelnuts");
    assert_int_equal(things_near(game, "xyzzy", 3, found), 0);
    assert_int_equal(things_that_fit(game, "", found), 0);
    trial_end(&trial);
}

/* ---- what others did ------------------------------------------------------------------------------------ */

/* The first line that a move is told in. */
static void line_of_move(uint32_t move, int viewer, char out[LOG_MOVE_MAX])
{
    struct text text = text_in(out, LOG_MOVE_MAX);

    match_log(&trial.match, viewer, move, move + 1, false, &text);
    out[strcspn(out, "\n")] = 0;
}

/* Whoever plays the third card of a trick is told of the first and the second. */
static void what_others_did_last_is_known(void **unused)
{
    static char first[LOG_MOVE_MAX], second[LOG_MOVE_MAX];
    int looked = 0;

    (void)unused;
    begin("pesky-gnomes:3#1");
    for (int i = 0; i < 60; i++) {
        const struct match *match = &trial.match;
        int seat = bit_lowest(match->deal.game->actors(match->state));
        struct news_line line[SEATS_MAX];
        move_t move[MOVES_MAX];
        struct why why;

        match_moves(match, seat, move);
        if (match->n > 2) {
            line_of_move(match->n - 2, seat, first);
            line_of_move(match->n - 1, seat, second);
            if (strstr(first, " leads ") && strstr(second, " plays ")) {
                assert_int_equal(news_of_others(match, seat, match->n, line), 2);
                assert_string_equal(line[0].words, first);
                assert_string_equal(line[1].words, second);
                assert_int_equal(line[0].back, 2);
                assert_int_equal(line[1].back, 1);
                looked++;
            }
        }
        assert_true(match_play(&trial.match, seat, match->decision, move[0], &why));
    }
    assert_true(looked > 5);
    trial_end(&trial);
}

/* Of ten lines the first says what Ann did last, the fourth what Ben did. */
static void what_others_did_last_stays_among_many_news(void **unused)
{
    static const struct news_line others[] = {{"Ann plays green 1", 10}, {"Ben plays green 2", 7}};

    (void)unused;
    begin("mimsy:3#1");
    desk.news =
        "Ann plays green 1\nline 2\nline 3\nBen plays green 2\nline 5\nline 6\nline 7\nline 8\nline 9\nline 10\n";
    desk.others = others;
    desk.others_n = 2;
    frame_draw(frame, &desk, 24, 80);
    assert_true(shows("Ann plays green 1"));
    assert_true(shows("Ben plays green 2"));
    assert_true(shows("line 10"));
    assert_false(shows("line 2"));
    assert_true(shows("l: 7 more"));
    trial_end(&trial);
}

/* With as many rows as others, it is their moves that are shown. */
static void where_rows_are_few_the_moves_of_others_are_shown(void **unused)
{
    static const struct news_line others[] = {
        {"Ann plays green 1", 9}, {"Ben plays green 2", 8}, {"Cleo plays green 3", 7}};
    const char *news =
        "Ann plays green 1\nBen plays green 2\nCleo plays green 3\nline 4\nline 5\nline 6\nline 7\nline 8\n"
        "line 9\n";

    (void)unused;
    begin("mimsy:3#1");
    desk.news = news;
    desk.others = others;
    desk.others_n = 3;
    frame_draw(frame, &desk, 24, 80);
    for (int i = 0; i < 3; i++)
        assert_true(shows(others[i].words));
    desk.others_n = 0;
    frame_draw(frame, &desk, 24, 80);
    assert_false(shows("Ann plays green 1"));
    assert_true(shows("line 9"));
    trial_end(&trial);
}

/* It was told before the news begin. */
static void what_others_did_before_the_news_stands_above_them(void **unused)
{
    static const struct news_line others[] = {{"Ann plays green 1", 3}};

    (void)unused;
    begin("mimsy:3#1");
    desk.news = "You play green 4\nYou draw a card\n";
    desk.others = others;
    desk.others_n = 1;
    frame_draw(frame, &desk, 50, 80);
    assert_int_equal(row_of("Ann plays green 1") + 1, row_of("You play green 4"));
    assert_false(shows(" more "));
    trial_end(&trial);
}

static int make_frame(void **unused)
{
    (void)unused;
    frame = frame_new();
    return frame ? 0 : -1;
}

static int drop_frame(void **unused)
{
    (void)unused;
    frame_free(frame);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_screen_says_who_plays_and_what_is_expected),
        cmocka_unit_test(what_enter_does_stands_below_a_message_where_there_is_room),
        cmocka_unit_test(a_message_leaves_room_for_what_enter_does),
        cmocka_unit_test(what_enter_does_goes_on_in_the_next_row),
        cmocka_unit_test(what_enter_does_has_three_rows_where_the_table_leaves_them),
        cmocka_unit_test(of_many_news_two_stay_where_what_enter_does_needs_the_rows),
        cmocka_unit_test(what_enter_does_is_cut_between_words),
        cmocka_unit_test(enter_takes_the_whole_of_a_suggestion),
        cmocka_unit_test(long_news_do_not_change_the_look_of_the_table),
        cmocka_unit_test(nothing_reacts_while_others_decide),
        cmocka_unit_test(a_card_then_where_it_goes),
        cmocka_unit_test(looking_goes_over_every_piece_and_empty_place),
        cmocka_unit_test(a_click_takes_the_innermost_target),
        cmocka_unit_test(a_wide_screen_has_the_log_beside_the_table),
        cmocka_unit_test(long_names_leave_room_for_the_table),
        cmocka_unit_test(wide_letters_take_two_columns),
        cmocka_unit_test(a_table_keeps_its_arrangement_while_it_fits),
        cmocka_unit_test(a_tiny_screen_asks_to_grow),
        cmocka_unit_test(a_move_is_found_by_its_beginning_and_its_parts),
        cmocka_unit_test(a_move_is_found_by_its_number),
        cmocka_unit_test(every_offer_can_be_seen_and_reached_in_every_game),
        cmocka_unit_test(everything_that_can_be_seen_is_explained_in_every_game),
        cmocka_unit_test(the_goal_is_in_sight_in_every_game),
        cmocka_unit_test(the_picture_has_all_that_stands_on_a_thing),
        cmocka_unit_test(a_thing_is_meant_by_its_mark_or_its_name),
        cmocka_unit_test(names_like_what_was_typed_are_found),
        cmocka_unit_test(what_others_did_last_is_known),
        cmocka_unit_test(what_others_did_last_stays_among_many_news),
        cmocka_unit_test(where_rows_are_few_the_moves_of_others_are_shown),
        cmocka_unit_test(what_others_did_before_the_news_stands_above_them),
    };

    return cmocka_run_group_tests(tests, make_frame, drop_frame);
}
