/* test_turns: whose decision is next among people and bots, whose eyes may look, where one stops to look, and what
 * lines of the log name. */
#include "help.h"

#include "../src/table/turns.h"
#include "../src/table/view.h"

static struct match match;
static void *memory;
static struct why why;

static void begin(const char *id, uint32_t people)
{
    struct deal deal;

    free(memory);
    assert_true(deal_read(&deal, id, &why));
    memory = calloc(1, match_memory(deal.game));
    match_start(&match, &deal, memory);
    match.people = people;
    match_settle(&match);
}

static uint32_t asked_now(void)
{
    return match.deal.game->actors(match.state);
}

static uint32_t face_down_now(void)
{
    return game_sealed(match.deal.game, match.state);
}

static void play(int seat, move_t move)
{
    assert_true(match_play(&match, seat, match.decision, move, &why));
}

/* Any legal move of whoever is next. */
static void play_any(struct luck *luck)
{
    move_t move[MOVES_MAX];
    int seat = turn_next(&match), n;

    assert_int_not_equal(seat, NOBODY);
    n = match_moves(&match, seat, move);
    assert_true(n > 0);
    play(seat, move[luck_below(luck, (uint32_t)n)]);
}

/* ---- who is next ----------------------------------------------------------------------------- */

static void where_several_choose_unseen_bots_come_first(void **unused)
{
    (void)unused;
    begin("gnumies:4#3", BIT(0) | BIT(2));
    assert_int_equal(turn_next(&match), 1);
    play_any(&(struct luck){5});
    assert_int_equal(turn_next(&match), 3);
    play_any(&(struct luck){5});
    assert_int_equal(turn_next(&match), 0);
    play_any(&(struct luck){5});
    assert_int_equal(turn_next(&match), 2);
}

/* The first seat has chosen and another bot has not: what the lowest of those who are left is makes no difference. */
static void bots_come_first_whatever_lies_face_down_already(void **unused)
{
    (void)unused;
    begin("gnumies:3#3", BIT(1));
    assert_int_equal(turn_next(&match), 0);
    play_any(&(struct luck){5});
    assert_int_equal(face_down_now(), BIT(0));
    assert_int_equal(turn_next(&match), 2);
}

/* Slithy: announcements are heard at once, so that those of bots come in their turn. */
static void where_all_hear_at_once_seats_come_in_their_order(void **unused)
{
    struct luck luck = {5};

    (void)unused;
    begin("slithy:4#3", BIT(0) | BIT(1));
    while (bit_count(asked_now()) < 3 || !(asked_now() & match.people)) {
        play_any(&luck);
        assert_int_equal(face_down_now(), 0);
    }
    for (uint32_t left = asked_now(); left; left &= left - 1) {
        assert_int_equal(turn_next(&match), bit_lowest(left));
        play_any(&luck);
    }
}

static void while_chance_is_to_act_nobody_is_next(void **unused)
{
    struct luck luck = {5};

    (void)unused;
    begin("mimsy:2#1", BIT(0));
    match_rewind(&match, 0);
    assert_int_equal(asked_now(), BIT(CHANCE));
    assert_int_equal(turn_next(&match), NOBODY);
    begin("mimsy:2#1", 0);
    while (!match_over(&match))
        play_any(&luck);
    assert_int_equal(turn_next(&match), NOBODY);
}

/* A record of a server is looked at, and nobody plays on in it. */
static void in_a_closed_match_nobody_is_next(void **unused)
{
    (void)unused;
    begin("gyre:2#1", BIT(0));
    assert_int_not_equal(turn_next(&match), NOBODY);
    match.fair.is = true;
    match.well = NULL;
    assert_int_equal(turn_next(&match), NOBODY);
}

/* What a bot plays would end the way back. */
static void bots_wait_while_something_can_be_done_again(void **unused)
{
    struct luck luck = {5};
    uint32_t from;

    (void)unused;
    begin("gnumies:3#3", BIT(1));
    from = match.n;
    for (int i = 0; i < 3; i++)
        play_any(&luck);
    match_rewind(&match, from);
    assert_int_equal(asked_now(), 7);
    assert_int_equal(turn_next(&match), 1); /* and no bot, on either side */
    assert_int_equal(turn_bots(&match), 0);
    while (match.n < match.known)
        assert_true(match_forward(&match));
    assert_true((asked_now() & 7) != 0);
    assert_int_not_equal(turn_next(&match), 1); /* bots first, as ever */
    assert_int_equal(turn_bots(&match), BIT(0) | BIT(2));
}

static void where_only_bots_are_asked_they_do_not_wait(void **unused)
{
    struct luck luck = {5};
    uint32_t from;
    int bot;

    (void)unused;
    begin("gyre:3#1", BIT(0));
    while (asked_now() & match.people)
        play_any(&luck);
    from = match.n;
    bot = bit_lowest(asked_now());
    play_any(&luck);
    match_rewind(&match, from);
    assert_int_equal(turn_next(&match), bot);
    assert_int_equal(turn_bots(&match), BIT(bot));
}

static void eyes_and_curtain_follow_from_who_sits_there(void **unused)
{
    (void)unused;
    begin("gnumies:3#1", 0);
    assert_int_equal(turn_viewer(&match), REFEREE); /* only bots: nothing to hide */
    assert_false(turn_has_curtain(&match));
    begin("gnumies:3#1", BIT(1));
    assert_int_equal(turn_viewer(&match), 1);
    assert_false(turn_has_curtain(&match));
    begin("gnumies:3#1", BIT(1) | BIT(2));
    assert_int_equal(turn_viewer(&match), SPECTATOR);
    assert_true(turn_has_curtain(&match));
    begin("gyre:3#1", BIT(0) | BIT(1) | BIT(2)); /* nothing hidden, nothing sealed */
    assert_false(turn_has_curtain(&match));
    begin("kuhn#1", BIT(0) | BIT(1)); /* hidden cards */
    assert_true(turn_has_curtain(&match));
    begin("goofspiel#1", BIT(0) | BIT(1)); /* sealed bids */
    assert_true(turn_has_curtain(&match));
}

/* ---- the luck of bots -------------------------------------------------------------------------- */

static void a_bots_luck_follows_from_the_deal(void **unused)
{
    uint64_t seed;

    (void)unused;
    begin("gyre:3#1", 0);
    seed = turn_seed(&match, 0);
    begin("gyre:3#1", 0);
    assert_true(turn_seed(&match, 0) == seed);
    match.deal.seed++;
    assert_true(turn_seed(&match, 0) != seed);
}

static void a_bots_luck_follows_from_the_moves_that_all_have_seen(void **unused)
{
    uint64_t seed[2];
    move_t move[MOVES_MAX];

    (void)unused;
    for (int i = 0; i < 2; i++) {
        int seat;

        begin("gyre:3#1", 0);
        seat = turn_next(&match);
        assert_true(match_moves(&match, seat, move) > 1);
        seed[i] = turn_seed(&match, 0);
        play(seat, move[i]);
        assert_true(turn_seed(&match, 0) != seed[i]);
        seed[i] = turn_seed(&match, 0);
    }
    assert_true(seed[0] != seed[1]);
}

/* In the third step, so that all have moved before. */
static void what_others_have_face_down_does_not_move_a_bots_luck(void **unused)
{
    struct luck luck = {5};
    uint64_t before;
    move_t move[MOVES_MAX];

    (void)unused;
    begin("gnumies:3#8", 0);
    while (asked_now() != 7 || face_down_now() || match.n < 20)
        play_any(&luck);
    before = turn_seed(&match, 2);
    assert_true(match_moves(&match, 0, move) > 1);
    play(0, move[0]);
    assert_true(turn_seed(&match, 2) == before);
    play(0, move[1]); /* another choice of the same seat */
    assert_true(turn_seed(&match, 2) == before);
    assert_true(turn_seed(&match, 1) != before);
}

/* Pesky Garden Gnomes: behind by enough, one keeps a goal and then a token. The second choice has luck of its own,
 * whatever the first was, for that lies face down. */
static void how_often_a_bot_has_chosen_in_a_step_moves_its_luck(void **unused)
{
    struct luck luck = {5};
    uint64_t seed[4];
    move_t move[MOVES_MAX];
    int seat;

    (void)unused;
    begin("pesky-gnomes:3#8", 0);
    while ((asked_now() & face_down_now()) == 0)
        play_any(&luck);
    seat = bit_lowest(asked_now() & face_down_now());
    seed[3] = turn_seed(&match, seat);
    assert_true(match_retract(&match, seat, &why));
    for (int any = 0; any < 3; any++)
        seed[any] = turn_seed(&match, any);
    assert_true(match_moves(&match, seat, move) > 1);
    for (int i = 0; i < 2; i++) {
        play(seat, move[i]);
        assert_true(turn_seed(&match, seat) == seed[3]);
        assert_true(match_retract(&match, seat, &why));
        assert_true(turn_seed(&match, seat) == seed[seat]);
    }
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < a; b++)
            assert_true(seed[a] != seed[b]);
}

static void what_was_taken_back_does_not_move_a_bots_luck(void **unused)
{
    uint64_t before;
    move_t move[MOVES_MAX];

    (void)unused;
    begin("gnumies:3#8", 0);
    before = turn_seed(&match, 1);
    assert_true(match_moves(&match, 1, move) > 0);
    play(1, move[0]);
    match_rewind(&match, match.n - 1);
    assert_true(match.n < match.known);
    assert_true(turn_seed(&match, 1) == before);
}

/* ---- where one stops ------------------------------------------------------------------------- */

static bool all_face_up(const struct view *view)
{
    const struct scene *scene = &view->scene;
    const struct scene_place *place = scene->place;
    const struct scene_piece *piece = scene->piece;

    for (int z = 0; z < scene->zones; z++) {
        for (int p = 0; p < scene->zone[z].places; p++, place++) {
            for (int i = 0; i < place->pieces; i++, piece++) {
                if (scene->zone[z].is->kind == ZONE_GRID && match.deal.game->things[piece->thing].back == piece->thing)
                    return false;
            }
        }
    }
    return true;
}

static void looks_go_through_a_match_and_skip_half_made_steps(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++) {
        char id[64];
        struct luck luck = {(uint64_t)i};
        uint32_t looks = 0;

        snprintf(id, sizeof id, "%s:%d#7", games[i]->id, games[i]->seats_max);
        begin(id, 0);
        while (turn_next(&match) != NOBODY && match.n < 400)
            play_any(&luck);
        for (uint32_t at = 0; at < match.n; looks++) {
            _Alignas(8) unsigned char state[STATE_MAX];
            bool over;
            uint32_t stop = turn_stop(&match, at, match.n, &over);

            assert_true(stop > at && stop <= match.n);
            if (stop < match.n) /* nobody looks while some have chosen and others have not */
                assert_int_equal(match_state_at(&match, stop, state), stop);
            if (at == 0 && match.step[0].actor == CHANCE) /* the first deal is the end of no hand */
                assert_false(over);
            for (uint32_t end = at + 1; end < stop; end++) /* what comes later is not there yet */
                assert_true(turn_stop(&match, at, end, &over) <= end);
            at = stop;
        }
        assert_true(looks > 0);
    }
}

/* Gnoming A Round: cards that nobody had turned up are turned up one by one and scored, and only then the next round is
 * dealt. */
static void a_round_that_is_over_lies_open(void **unused)
{
    static struct view view;
    struct luck luck = {11};
    int rounds = 0;

    (void)unused;
    begin("gnoming-a-round:3#4", 0);
    while (turn_next(&match) != NOBODY)
        play_any(&luck);
    for (uint32_t at = 0; at < match.n;) {
        bool over;

        at = turn_stop(&match, at, match.n, &over);
        if (!over)
            continue;
        rounds++;
        view_make_at(&view, &match, SPECTATOR, at);
        assert_true(all_face_up(&view));
    }
    assert_in_range(rounds, 2, 3); /* the last one ends the game */
}

/* ---- names ----------------------------------------------------------------------------------- */

static void bots_without_a_name_get_one(void **unused)
{
    (void)unused;
    begin("slithy:6#2", BIT(3));
    strcpy(match.names[1], "Clover");
    strcpy(match.names[2], "C");
    turn_name_bots(&match);
    assert_string_equal(match.names[1], "Clover");
    assert_string_equal(match.names[2], "C");
    assert_string_equal(match.names[3], "");
    assert_string_equal(match.names[6], ""); /* where nobody sits */
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < a; b++)
            assert_false(text_same(match.names[a], match.names[b]));
}

/* All seats, and the names of the garden are those of people already. */
static void names_are_free_whoever_sits_there(void **unused)
{
    char first[NAME_SIZE];

    (void)unused;
    begin("slithy:7#2", 0);
    turn_name_bots(&match);
    memcpy(first, match.names[0], sizeof first);
    begin("slithy:7#2", BIT(6));
    memcpy(match.names[6], first, sizeof first);
    turn_name_bots(&match);
    for (int a = 0; a < 7; a++) {
        assert_true(match.names[a][0]);
        for (int b = 0; b < a; b++)
            assert_false(text_same(match.names[a], match.names[b]));
    }
}

static void names_follow_from_the_seed(void **unused)
{
    char first[SEATS_MAX][NAME_SIZE];
    int others = 0;

    (void)unused;
    for (int i = 0; i < 2; i++) {
        begin("slithy:3#2", 0);
        turn_name_bots(&match);
        if (i)
            assert_memory_equal(match.names, first, sizeof first);
        memcpy(first, match.names, sizeof first);
    }
    for (int seed = 3; seed < 13; seed++) {
        char id[32];

        snprintf(id, sizeof id, "slithy:3#%d", seed);
        begin(id, 0);
        turn_name_bots(&match);
        others += memcmp(match.names, first, sizeof first) != 0;
    }
    assert_true(others > 0);
}

/* ---- what a line names ----------------------------------------------------------------------- */

static void lines_of_the_log_name_their_seat_and_things(void **unused)
{
    static char buffer[1 << 16];
    struct text out = text_in(buffer, sizeof buffer);
    uint32_t from;

    (void)unused;
    begin("gnumies:2#5", 0);
    strcpy(match.names[1], "Ben");
    from = match.n;
    for (int seat = 0; seat < 2; seat++) {
        move_t move;

        assert_true(match_read_move(&match, seat, seat ? "play violet 30" : "play yellow 80", &move, &why));
        assert_true(match_play(&match, seat, match.decision, move, &why));
    }
    match_log_json(&match, 0, from, match.n, &out);
    assert_non_null(strstr(buffer,
                           "\"text\":\"Ben plays violet 30, Uzeboozle\",\"seat\":1,\"things\":[{\"thing\":"
                           "\"violet 30\",\"mark\":\"V30:5\",\"kind\":\"card\",\"colour\":\"violet\",\"number\":30,"
                           "\"second\":\"5\",\"other\":true}]"));
    assert_non_null(strstr(buffer, "\"text\":\"You play yellow 80, Grampa Gnumsen\",\"seat\":0,"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_several_choose_unseen_bots_come_first),
        cmocka_unit_test(bots_come_first_whatever_lies_face_down_already),
        cmocka_unit_test(where_all_hear_at_once_seats_come_in_their_order),
        cmocka_unit_test(while_chance_is_to_act_nobody_is_next),
        cmocka_unit_test(in_a_closed_match_nobody_is_next),
        cmocka_unit_test(bots_wait_while_something_can_be_done_again),
        cmocka_unit_test(where_only_bots_are_asked_they_do_not_wait),
        cmocka_unit_test(eyes_and_curtain_follow_from_who_sits_there),
        cmocka_unit_test(a_bots_luck_follows_from_the_deal),
        cmocka_unit_test(a_bots_luck_follows_from_the_moves_that_all_have_seen),
        cmocka_unit_test(what_others_have_face_down_does_not_move_a_bots_luck),
        cmocka_unit_test(how_often_a_bot_has_chosen_in_a_step_moves_its_luck),
        cmocka_unit_test(what_was_taken_back_does_not_move_a_bots_luck),
        cmocka_unit_test(looks_go_through_a_match_and_skip_half_made_steps),
        cmocka_unit_test(a_round_that_is_over_lies_open),
        cmocka_unit_test(bots_without_a_name_get_one),
        cmocka_unit_test(names_are_free_whoever_sits_there),
        cmocka_unit_test(names_follow_from_the_seed),
        cmocka_unit_test(lines_of_the_log_name_their_seat_and_things),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    free(memory);
    return failed;
}
