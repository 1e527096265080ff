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

/* Any legal move of whoever is next. */
static void play_any(struct luck *luck)
{
    move_t move[MOVES_MAX];
    int seat = turn_next(&match), n;

    assert_int_not_equal(seat, NOBODY);
    n = match_moves(&match, seat, move);
    assert_true(n > 0);
    assert_true(match_play(&match, seat, match.decision, move[luck_below(luck, (uint32_t)n)], &why));
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
}

static void what_lies_face_down_does_not_move_a_bots_luck(void **unused)
{
    uint64_t before;
    move_t move[MOVES_MAX];

    (void)unused;
    begin("gnumies:3#8", 0);
    before = turn_seed(&match, 2);
    assert_true(match_moves(&match, 0, move) > 1);
    assert_true(match_play(&match, 0, match.decision, move[0], &why));
    assert_true(turn_seed(&match, 2) == before);
    assert_true(match_play(&match, 0, match.decision, move[1], &why)); /* another choice of the same seat */
    assert_true(turn_seed(&match, 2) == before);
    assert_true(turn_seed(&match, 1) != before);
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
                if (scene->zone[z].kind == ZONE_GRID && match.deal.game->things[piece->thing].back == piece->thing)
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
    begin("slithy:7#2", BIT(3));
    strcpy(match.names[0], "Clover");
    turn_name_bots(&match);
    assert_string_equal(match.names[0], "Clover");
    assert_string_equal(match.names[3], "");
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < a; b++)
            assert_false(text_same(match.names[a], match.names[b]));
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
                           "\"violet 30\",\"mark\":\"V30:5\",\"kind\":\"card\",\"colour\":\"violet\",\"number\":30}]"));
    assert_non_null(strstr(buffer, "\"text\":\"You play yellow 80, Grampa Gnumsen\",\"seat\":0,"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_several_choose_unseen_bots_come_first),
        cmocka_unit_test(eyes_and_curtain_follow_from_who_sits_there),
        cmocka_unit_test(what_lies_face_down_does_not_move_a_bots_luck),
        cmocka_unit_test(looks_go_through_a_match_and_skip_half_made_steps),
        cmocka_unit_test(a_round_that_is_over_lies_open),
        cmocka_unit_test(bots_without_a_name_get_one),
        cmocka_unit_test(lines_of_the_log_name_their_seat_and_things),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    free(memory);
    return failed;
}
