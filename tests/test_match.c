/* test_match: a match is a list of moves: playing, changing one's mind, undo and its policy, what each viewer reads.
 * Played with the template game (two cards each, a look, then sealed rounds). */
#include "help.h"

static struct match match;
static void *memory;
static struct why why;

static void begin(const char *id)
{
    struct deal deal;

    free(memory);
    assert_true(deal_read(&deal, id, &why));
    memory = calloc(1, match_memory(deal.game));
    match_start(&match, &deal, memory);
    match_settle(&match);
}

static bool play(int seat, const char *words)
{
    move_t move;

    return match_read_move(&match, seat, words, &move, &why) && match_play(&match, seat, match.decision, move, &why);
}

/* The seat whose turn it is. */
static int turn(void)
{
    return bit_lowest(match.deal.game->actors(match.state));
}

/* Plays the first move that this seat has. */
static void play_first(int seat)
{
    move_t move[MOVES_MAX];

    assert_true(match_moves(&match, seat, move) > 0);
    assert_true(match_play(&match, seat, match.decision, move[0], &why));
}

static void pass_all_looks(void)
{
    while (match_read_move(&match, turn(), "pass", &(move_t){0}, &why))
        assert_true(play(turn(), "pass"));
}

static void refused_with(const char *sentence)
{
    assert_string_equal(why.text, sentence);
}

/* ---- playing --------------------------------------------------------------------------------- */

static void chance_acts_until_a_seat_is_asked(void **unused)
{
    (void)unused;
    begin("template:3#5");
    assert_int_equal(match.n, 3 * 2 + 1); /* six cards and the starting seat */
    assert_int_equal(bit_count(match.deal.game->actors(match.state)), 1);
}

static void wrong_moves_are_refused_with_a_reason(void **unused)
{
    uint64_t before;
    int other;

    (void)unused;
    begin("template:2#5");
    before = match_hash(&match);
    other = 1 - turn();
    assert_false(play(other, "pass"));
    refused_with("it is not this seat's turn");
    assert_false(play(7, "pass"));
    refused_with("there is no such seat at this table");
    assert_false(play(turn(), "fly"));
    refused_with("'fly' is not a move here; one of the 2 is 'pass'");
    assert_false(match_play(&match, turn(), match.decision, 99, &why));
    refused_with("the rules do not allow that move now");
    assert_false(match_play(&match, turn(), match.decision - 1, PASS, &why));
    refused_with("that move was meant for another moment of the game; look again");
    assert_true(before == match_hash(&match));
}

static void after_the_end_nobody_moves(void **unused)
{
    (void)unused;
    begin("template:2#5");
    while (!match_over(&match))
        play_first(turn());
    assert_false(play(0, "pass"));
    refused_with("the game is over");
}

static void decision_number_is_one_for_all_who_choose_at_once(void **unused)
{
    uint32_t decision;

    (void)unused;
    begin("template:3#5");
    decision = match.decision;
    pass_all_looks();
    assert_true(match.decision > decision);
    decision = match.decision;
    play_first(2);
    assert_int_equal(match.decision, decision);
    play_first(0);
    assert_int_equal(match.decision, decision);
    play_first(1);
    assert_true(match.decision > decision);
}

static void decision_number_is_never_used_again(void **unused)
{
    uint32_t decision;

    (void)unused;
    begin("template:2#5");
    assert_true(play(turn(), "pass"));
    decision = match.decision;
    match_rewind(&match, match.n - 1);
    assert_true(match.decision > decision);
}

/* ---- sealed choices -------------------------------------------------------------------------- */

static void a_sealed_choice_can_be_changed_until_the_last_is_in(void **unused)
{
    move_t move[MOVES_MAX];
    uint32_t n;

    (void)unused;
    begin("template:2#5");
    pass_all_looks();
    n = match.n;
    assert_int_equal(match_moves(&match, 0, move), 2);
    assert_true(match_play(&match, 0, match.decision, move[0], &why));
    assert_true(match_play(&match, 0, match.decision, move[1], &why));
    assert_int_equal(match.n, n + 1);
    assert_int_equal(match.step[n].move, move[1]);
    assert_true(match_retract(&match, 0, &why));
    assert_int_equal(match.n, n);
    assert_false(match_retract(&match, 0, &why));
    refused_with("there is no hidden choice to take back");
    play_first(0);
    play_first(1);
    assert_false(match_retract(&match, 0, &why));
}

static void a_record_does_not_tell_who_chose_first(void **unused)
{
    move_t move[3];
    uint64_t hash[2];
    struct step step[2][3];

    (void)unused;
    for (int order = 0; order < 2; order++) {
        begin("template:3#5");
        pass_all_looks();
        for (int seat = 0; seat < 3; seat++) {
            move_t list[MOVES_MAX];

            match_moves(&match, seat, list);
            move[seat] = list[0];
        }
        for (int i = 0; i < 3; i++) {
            int seat = order ? 2 - i : i;

            assert_true(match_play(&match, seat, match.decision, move[seat], &why));
        }
        hash[order] = match_hash(&match);
        memcpy(step[order], match.step + match.n - 3, sizeof step[order]);
    }
    assert_true(hash[0] == hash[1]);
    assert_memory_equal(step[0], step[1], sizeof step[0]);
}

static void others_are_not_shown_a_sealed_choice(void **unused)
{
    static struct view before, after;
    static char a[VIEW_JSON_MAX], b[VIEW_JSON_MAX];
    struct text out;

    (void)unused;
    begin("template:3#5");
    pass_all_looks();
    view_make(&before, &match, 1);
    play_first(0);
    view_make(&after, &match, 1);
    out = text_in(a, sizeof a);
    view_json(&before, &out);
    out = text_in(b, sizeof b);
    view_json(&after, &out);
    /* the only difference is whom the table waits for */
    assert_non_null(strstr(a, "\"waiting\":[0,1,2]"));
    assert_non_null(strstr(b, "\"waiting\":[1,2]"));
    memmove(strstr(a, "\"waiting\":[") + 11, strstr(a, "\"waiting\":[") + 13,
            strlen(strstr(a, "\"waiting\":[") + 13) + 1);
    assert_string_equal(a, b);
}

static void a_sealed_choice_is_remembered_for_its_maker_and_the_referee(void **unused)
{
    static struct view view;
    static char board[VIEW_TEXT_MAX];
    struct text out = text_in(board, sizeof board);
    uint32_t n;

    (void)unused;
    begin("template:3#5");
    pass_all_looks();
    play_first(0);
    play_first(2);
    n = match.n;
    for (int past = 0; past < 2; past++) {
        /* When the step is over, its choices stand in the order of the seats, and two choices in are 0 and 1. */
        static const int viewers[] = {0, 1, 2, SPECTATOR, REFEREE}, known[2][5] = {{1, 0, 1, 0, 2}, {1, 1, 0, 0, 2}};

        for (int i = 0; i < 5; i++) {
            view_make_at(&view, &match, viewers[i], n);
            assert_int_equal(view.face_downs, known[past][i]);
        }
        play_first(1);
    }
    view_make_at(&view, &match, 0, n);
    view_text(&view, false, &out);
    assert_non_null(strstr(board, "\nYou have chosen: play card "));
}

static void own_sealed_choice_is_marked_and_the_others_still_on_offer(void **unused)
{
    static struct view view;

    (void)unused;
    begin("template:3#5");
    pass_all_looks();
    play_first(0);
    view_make(&view, &match, 0);
    assert_int_equal(view.offers, 2);
    assert_true(view.offer[0].chosen);
    assert_false(view.offer[1].chosen);
    assert_int_equal(view.asked, 7);
    assert_int_equal(view.waiting, 6);
}

/* ---- luck ------------------------------------------------------------------------------------ */

static void undoing_a_draw_and_drawing_again_gives_the_same(void **unused)
{
    uint64_t hash;
    uint32_t n;

    (void)unused;
    begin("template:3#77");
    n = match.n;
    assert_true(play(turn(), "look"));
    hash = match_hash(&match);
    match_rewind(&match, n);
    assert_true(play(turn(), "look"));
    assert_true(hash == match_hash(&match));
}

static void the_kth_draw_of_a_source_is_the_same_whatever_was_played(void **unused)
{
    move_t first, second;

    (void)unused;
    /* Whether or not the first seat looks, the deal was the same; and the first look of all, whoever makes it, has
     * the same luck: the same place in the hand that is looked at. */
    begin("template:2#9");
    assert_true(play(turn(), "look"));
    first = match.step[match.n - 1].move;
    begin("template:2#9");
    assert_true(play(turn(), "pass"));
    assert_true(play(turn(), "look"));
    second = match.step[match.n - 1].move;
    assert_int_not_equal(first, second); /* other hands */
    {
        struct luck luck = luck_at(9, 2, 0);
        uint32_t r = luck_below(&luck, 2);
        move_t list[MOVES_MAX];
        uint32_t weight[MOVES_MAX];

        match_rewind(&match, match.n - 1);
        assert_int_equal(match.deal.game->chance(match.state, list, weight), 2);
        assert_int_equal(list[r], second);
    }
}

/* ---- undo ------------------------------------------------------------------------------------ */

static void alone_one_may_go_back_to_any_point_and_the_match_is_marked(void **unused)
{
    uint32_t start;

    (void)unused;
    begin("template:2#5");
    match.people = BIT(0);
    start = match.n;
    while (!match_over(&match))
        play_first(turn());
    assert_int_equal(match.takebacks, 0);
    assert_true(match_undo(&match, 0, start, &why));
    assert_int_equal(match.n, start);
    assert_int_equal(match.takebacks, 1);
    while (match_forward(&match))
        ;
    assert_true(match_over(&match));
    assert_true(match_undo(&match, 0, MATCH_LAST, &why));
    assert_int_equal(match.takebacks, 2);
    assert_int_equal(match.deal.game->actors(match.state) & BIT(0), BIT(0));
    assert_false(match_undo(&match, 0, 1000, &why));
    refused_with("the game has not come that far");
}

static void a_new_move_forgets_what_was_undone(void **unused)
{
    (void)unused;
    begin("template:2#5");
    match.people = BIT(turn());
    assert_true(play(turn(), "pass"));
    assert_true(match_undo(&match, bit_lowest(match.people), MATCH_LAST, &why));
    assert_true(play(turn(), "look"));
    assert_false(match_redo(&match, 0, &why));
    refused_with("there is nothing to do again");
}

static void with_people_the_own_last_move_can_be_taken_back(void **unused)
{
    int seat;

    (void)unused;
    begin("template:2#5");
    match.people = 3;
    seat = turn();
    assert_false(match_undo(&match, seat, MATCH_LAST, &why));
    refused_with("there is no move of yours to take back");
    assert_true(play(seat, "pass"));
    assert_true(match_undo(&match, seat, MATCH_LAST, &why));
    assert_int_equal(turn(), seat);
    assert_int_equal(match.takebacks, 0); /* nothing was learned by it */
}

static void with_people_not_after_another_person_has_moved(void **unused)
{
    int seat;

    (void)unused;
    begin("template:2#5");
    match.people = 3;
    strcpy(match.names[0], "Ann");
    strcpy(match.names[1], "Bob");
    seat = turn();
    assert_true(play(seat, "pass"));
    assert_true(play(1 - seat, "pass"));
    assert_false(match_undo(&match, seat, MATCH_LAST, &why));
    refused_with(seat == 0 ? "Bob has moved since, so your move stays" : "Ann has moved since, so your move stays");
    assert_false(match_undo(&match, 1 - seat, 0, &why));
    refused_with("with other people at the table only your own last move can be taken back");
}

static void with_people_not_after_cards_have_fallen(void **unused)
{
    int seat;

    (void)unused;
    begin("template:2#5");
    match.people = 3;
    seat = turn();
    assert_true(play(seat, "look"));
    assert_false(match_undo(&match, seat, MATCH_LAST, &why));
    refused_with("cards or dice have fallen since, so your move stays");
}

static void with_people_not_after_a_reveal(void **unused)
{
    (void)unused;
    begin("template:2#5");
    match.people = 3;
    pass_all_looks();
    play_first(0);
    play_first(1);
    assert_false(match_undo(&match, 1, MATCH_LAST, &why));
    refused_with("something hidden has come to light since, so your move stays");
}

/* What a bot plays from a hidden hand was hidden before; where nothing is hidden, its move does not matter. */
static void a_bots_move_in_between_matters_where_hands_are_hidden(void **unused)
{
    struct game open = *game_by_id("template");
    int person;

    (void)unused;
    open.flags &= (uint16_t)~GAME_HIDDEN;
    for (int hidden = 0; hidden < 2; hidden++) {
        begin("template:3#5");
        if (!hidden)
            match.deal.game = &open;
        person = turn();
        match.people = BIT(person) | BIT((person + 2) % 3);
        assert_true(play(person, "pass"));
        assert_true(play(turn(), "pass")); /* a bot */
        assert_int_equal(match_undo(&match, person, MATCH_LAST, &why), !hidden);
        assert_int_equal(turn() == person, !hidden);
    }
}

static void only_who_took_a_move_back_makes_it_again(void **unused)
{
    int seat;

    (void)unused;
    begin("template:2#5");
    match.people = 3;
    seat = turn();
    assert_true(play(seat, "pass"));
    assert_true(match_undo(&match, seat, MATCH_LAST, &why));
    assert_false(match_redo(&match, 1 - seat, &why));
    refused_with("with other people at the table only who took a move back can make it again");
    assert_true(match_redo(&match, seat, &why));
    assert_int_equal(turn(), 1 - seat);
}

static void undo_does_not_tell_who_has_chosen(void **unused)
{
    int last;

    (void)unused;
    for (int chosen = 0; chosen < 2; chosen++) {
        begin("template:2#5");
        match.people = 3;
        pass_all_looks();
        last = match.step[match.n - 1].actor;
        if (chosen)
            play_first(1 - last);
        assert_false(match_undo(&match, last, MATCH_LAST, &why));
        refused_with("others are choosing at the same time, so your move stays");
    }
}

static void undo_is_for_seats_at_the_table(void **unused)
{
    static const int wrong[] = {-1, 2, CHANCE, SPECTATOR, 1000};

    (void)unused;
    begin("template:2#5");
    assert_true(play(turn(), "pass"));
    for (int i = 0; i < 5; i++) {
        assert_false(match_undo(&match, wrong[i], MATCH_LAST, &why));
        refused_with("there is no such seat at this table");
    }
}

static void a_match_is_never_longer_than_its_game_can_be(void **unused)
{
    struct game shorter = *game_by_id("template");

    (void)unused;
    begin("template:2#5");
    shorter.length_max = match.n + 1;
    match.deal.game = &shorter;
    assert_true(play(turn(), "pass"));
    assert_false(match_play(&match, turn(), match.decision, PASS, &why));
    refused_with("the match is longer than its game can be");
    assert_false(match_force(&match, turn(), PASS, &why));
    refused_with("the match is longer than its game can be");
}

/* Alone, and among people who are choosing too: where nothing else could be taken back. */
static void taking_back_a_sealed_choice_is_no_undo(void **unused)
{
    (void)unused;
    for (uint32_t people = 1; people <= 3; people += 2) {
        uint32_t index = MATCH_LAST;

        begin("template:2#5");
        match.people = people;
        pass_all_looks();
        play_first(0);
        assert_true(match_may_undo(&match, 0, &index, &why));
        assert_int_equal(index, match.running); /* nobody has seen it */
        index = MATCH_LAST;
        assert_false(match_may_undo(&match, 1, &index, &why)); /* who has not chosen */
        assert_true(match_undo(&match, 0, MATCH_LAST, &why));
        assert_int_equal(match.takebacks, 0);
        assert_int_equal(match.deal.game->actors(match.state), 3);
    }
}

/* ---- logs ------------------------------------------------------------------------------------ */

static void each_viewer_reads_its_own_log(void **unused)
{
    char log[4][512];
    int seat;

    (void)unused;
    begin("template:2#5");
    strcpy(match.names[0], "Ann");
    strcpy(match.names[1], "Bob");
    seat = turn();
    assert_true(play(seat, "look"));
    for (int i = 0; i < 4; i++) {
        struct text out = text_in(log[i], sizeof log[i]);

        match_log(&match, i < 2 ? i : i == 2 ? SPECTATOR : REFEREE, match.n - 2, match.n, false, &out);
    }
    assert_non_null(strstr(log[seat], "You look at a card of "));
    assert_non_null(strstr(log[seat], "You see card "));
    assert_non_null(strstr(log[1 - seat], seat == 0 ? "Ann looks at a card of you" : "Bob looks at a card of you"));
    assert_null(strstr(log[1 - seat], "see"));
    assert_null(strstr(log[2], "see"));
    assert_non_null(strstr(log[3], " sees card "));
}

static void keys_of_knowledge_differ_with_what_one_is_told(void **unused)
{
    struct facts one = {0}, other = {0};

    (void)unused;
    fact_add(&one, ONLY(0), 0, PHRASE(1, 2, 3));
    fact_add(&other, ONLY(0), 0, PHRASE(1, 2, 4));
    assert_true(facts_key(1, &one, 0) != facts_key(1, &other, 0));
    assert_true(facts_key(1, &one, 1) == facts_key(1, &other, 1));
    assert_true(facts_key(1, &one, REFEREE) != facts_key(1, &other, REFEREE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_acts_until_a_seat_is_asked),
        cmocka_unit_test(wrong_moves_are_refused_with_a_reason),
        cmocka_unit_test(after_the_end_nobody_moves),
        cmocka_unit_test(decision_number_is_one_for_all_who_choose_at_once),
        cmocka_unit_test(decision_number_is_never_used_again),
        cmocka_unit_test(a_sealed_choice_can_be_changed_until_the_last_is_in),
        cmocka_unit_test(a_record_does_not_tell_who_chose_first),
        cmocka_unit_test(others_are_not_shown_a_sealed_choice),
        cmocka_unit_test(a_sealed_choice_is_remembered_for_its_maker_and_the_referee),
        cmocka_unit_test(own_sealed_choice_is_marked_and_the_others_still_on_offer),
        cmocka_unit_test(undoing_a_draw_and_drawing_again_gives_the_same),
        cmocka_unit_test(the_kth_draw_of_a_source_is_the_same_whatever_was_played),
        cmocka_unit_test(alone_one_may_go_back_to_any_point_and_the_match_is_marked),
        cmocka_unit_test(a_new_move_forgets_what_was_undone),
        cmocka_unit_test(with_people_the_own_last_move_can_be_taken_back),
        cmocka_unit_test(with_people_not_after_another_person_has_moved),
        cmocka_unit_test(with_people_not_after_cards_have_fallen),
        cmocka_unit_test(with_people_not_after_a_reveal),
        cmocka_unit_test(a_bots_move_in_between_matters_where_hands_are_hidden),
        cmocka_unit_test(only_who_took_a_move_back_makes_it_again),
        cmocka_unit_test(undo_does_not_tell_who_has_chosen),
        cmocka_unit_test(undo_is_for_seats_at_the_table),
        cmocka_unit_test(a_match_is_never_longer_than_its_game_can_be),
        cmocka_unit_test(taking_back_a_sealed_choice_is_no_undo),
        cmocka_unit_test(each_viewer_reads_its_own_log),
        cmocka_unit_test(keys_of_knowledge_differ_with_what_one_is_told),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    free(memory);
    return failed;
}
