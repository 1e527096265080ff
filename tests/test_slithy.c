/* test_slithy: every rule, ruling and example of docs/rules/slithy.md. The source is included, so that positions can be
 * laid out directly. */
#include "help.h"

#include "../src/games/slithy.c"

#define SEEN_GAME game_slithy
#include "seen.h"

/* ---- a naive table: plain arrays and loops, to compare with ------------------------------------- */

struct naive {
    int seats, dealer, round, rounds, first;
    int hand[7], scored[7], total[7], dealt[7];
    bool purple[6], yellow[6]; /* by number: whether the dealer still has it */
    int up, down;
};

static int naive_turns(const struct naive *n)
{
    return n->seats <= 4 ? 4 : 3;
}

/* How many seats to the left of the dealer, from 1 on. */
static int naive_distance(const struct naive *n, int seat)
{
    int distance = 0;

    while ((n->dealer + distance) % n->seats != seat)
        distance++;
    return distance;
}

/* 0: the dealer; 1: the group to the left; 2: the group to the right. */
static int naive_group(const struct naive *n, int seat)
{
    static const int last_of_left[8] = {[3] = 2, [4] = 3, [5] = 2, [6] = 2, [7] = 3};
    int distance = naive_distance(n, seat);

    return distance == 0 ? 0 : distance <= last_of_left[n->seats] ? 1 : 2;
}

static void naive_deal(struct naive *n, int dealer)
{
    n->dealer = dealer;
    for (int seat = 0; seat < n->seats; seat++) {
        int group = naive_group(n, seat);

        n->scored[seat] = 0;
        n->hand[seat] = group == 0      ? 0
                        : n->seats == 3 ? 12
                        : n->seats == 4 ? 8
                        : n->seats == 5 ? 6
                        : n->seats == 7 ? 4
                        : group == 1    ? 6
                                        : 4;
    }
    for (int number = 1; number <= 5; number++) {
        n->purple[number] = number <= naive_turns(n);
        n->yellow[number] = number <= naive_turns(n) + 1;
    }
}

static void naive_start(struct naive *n, int seats, bool extended, int first)
{
    memset(n, 0, sizeof *n);
    n->seats = seats;
    n->rounds = extended ? 2 * seats : seats;
    n->first = first;
    naive_deal(n, first);
}

static void naive_reveal(struct naive *n, const int amount[7])
{
    for (int group = 1; group <= 2; group++) {
        int sum = 0;

        for (int seat = 0; seat < n->seats; seat++)
            if (naive_group(n, seat) == group)
                sum += amount[seat];
        for (int seat = 0; seat < n->seats; seat++) {
            if (naive_group(n, seat) != group)
                continue;
            for (int gem = 1; gem <= amount[seat]; gem++) { /* one by one */
                if (sum >= n->up + n->down) {
                    n->hand[seat]--;
                    n->scored[n->dealer]++;
                } else if (gem <= n->up) {
                    n->hand[seat]--;
                    n->scored[seat]++;
                }
            }
        }
    }
    n->purple[n->up] = n->yellow[n->down] = false;
    n->up = n->down = 0;
}

static int naive_dealer_of(const struct naive *n, int round)
{
    int steps = round < n->seats ? round : 2 * n->seats - 1 - round;

    return (n->first + steps) % n->seats;
}

static void naive_take(struct naive *n, int from)
{
    int bonus = 0;

    for (int number = 1; number <= 5; number++)
        if (n->yellow[number])
            bonus += number;
    n->scored[n->dealer] += n->hand[from];
    n->hand[from] = 0;
    for (int seat = 0; seat < n->seats; seat++)
        n->total[seat] += n->scored[seat] + (seat == n->dealer ? 0 : bonus);
    n->dealt[n->dealer] += n->scored[n->dealer];
    if (++n->round < n->rounds)
        naive_deal(n, naive_dealer_of(n, n->round));
}

static void naive_check(const struct naive *n, const struct state *s)
{
    int gems = 0;

    assert_int_equal(s->dealer, n->dealer);
    assert_int_equal(s->round, n->round);
    for (int seat = 0; seat < n->seats; seat++) {
        assert_int_equal(lane_of(s->hand, seat), n->hand[seat]);
        assert_int_equal(lane_of(s->scored, seat), n->scored[seat]);
        assert_int_equal(lane_of(s->total, seat), n->total[seat]);
        assert_int_equal(lane_of(s->dealt, seat), n->dealt[seat]);
        gems += n->hand[seat] + n->scored[seat];
    }
    assert_int_equal(gems, 24);
}

/* ---- laying out positions -------------------------------------------------------------------- */

static struct state begun(int seats, int variant, int dealer)
{
    struct setup setup = {.seats = (uint8_t)seats, .option = {(uint8_t)variant}};
    struct state s;

    start(&s, &setup);
    apply(&s, CHANCE, (move_t)(MOVE_SEAT + dealer), NULL);
    return s;
}

/* A legal move, made. */
static void make(struct state *s, int actor, int m)
{
    move_t list[MOVES_MAX];
    int n;

    assert_true(actors(s) & BIT(actor));
    n = moves(s, actor, list);
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            apply(s, actor, (move_t)m, NULL);
            return;
        }
    }
    fail_msg("seat %d cannot make move %d in phase %d", actor, m, s->phase);
}

static void deal_cards(struct state *s, int purple, int yellow)
{
    if (s->phase == PURPLE)
        make(s, s->dealer, MOVE_PURPLE + purple);
    assert_int_equal(s->up, purple);
    make(s, s->dealer, MOVE_YELLOW + yellow);
}

static void all_silent(struct state *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (seat != s->dealer)
            make(s, seat, PASS);
}

static void play_amounts(struct state *s, const int amount[7])
{
    int dealer = s->dealer;

    for (int seat = 0; seat < s->seats; seat++)
        if (seat != dealer)
            make(s, seat, MOVE_PLAY + amount[seat]);
}

/* A whole turn without announcements. */
static void turn(struct state *s, int purple, int yellow, const int amount[7])
{
    deal_cards(s, purple, yellow);
    all_silent(s);
    play_amounts(s, amount);
}

#define AMOUNTS(...) ((const int[7]){__VA_ARGS__})

static void check_lanes(uint64_t lanes, int seats, const int expected[7])
{
    for (int seat = 0; seat < seats; seat++)
        assert_int_equal(lane_of(lanes, seat), expected[seat]);
}

static const struct state *state_of(const struct trial *t)
{
    return (const struct state *)(const void *)t->match.state;
}

/* Three seats, and seat 0 deals. */
static void three(struct trial *t)
{
    trial_start(t, "slithy:3");
    trial_do(t, "chance", "seat 0 deals first");
}

/* Purple 3 and yellow 5 lie there; three seats, and seat 0 deals. */
static void three_and_five(struct trial *t)
{
    three(t);
    trial_do(t, "0", "play purple 3");
    trial_do(t, "0", "put yellow 5 face down");
}

static bool board_has(struct trial *t, const char *viewer, const char *words)
{
    return strstr(trial_board(t, viewer), words) != NULL;
}

/* ---- what is used ---------------------------------------------------------------------------- */

/* [C] */
static void cards_in_play_are_those_of_the_table(void **unused)
{
    (void)unused;
    for (int seats = 3; seats <= 7; seats++) {
        struct setup setup = {.seats = (uint8_t)seats};
        uint16_t count[JABBERWOCKY_THINGS_N] = {0};
        int purples = seats <= 4 ? 4 : 3, yellows = seats <= 4 ? 5 : 4;

        contents(&setup, count);
        for (int number = 1; number <= 5; number++) {
            assert_int_equal(count[CARD(0, number)], 0); /* green */
            assert_int_equal(count[CARD(1, number)], number <= yellows);
            assert_int_equal(count[CARD(2, number)], number <= purples);
        }
        for (int suit = 0; suit < SUITS; suit++) {
            assert_int_equal(count[JABBERWOCKY_CARD + suit], 0);
            assert_int_equal(count[GEM + suit], 0);
        }
        assert_int_equal(count[ANY_GEM], 24);
    }
}

/* The rules rely on it, whatever an owner of the box may correct. */
static void one_yellow_card_more_than_turns(void **unused)
{
    (void)unused;
    for (int seats = 3; seats <= 7; seats++) {
        assert_int_equal(bit_count(cards[seats].purple), seats <= 4 ? 4 : 3);
        assert_int_equal(bit_count(cards[seats].yellow), bit_count(cards[seats].purple) + 1);
    }
}

/* Points are kept in a byte for each seat. */
static void the_most_points_possible_fit(void **unused)
{
    (void)unused;
    for (int seats = 3; seats <= 7; seats++) {
        int most = groups[seats].left_gems > groups[seats].right_gems ? groups[seats].left_gems
                                                                      : groups[seats].right_gems;

        assert_in_range(most, 1, GEMS_EACH_MAX);
        assert_in_range(2 * 24 + 2 * (seats - 1) * (most + 5), 0, 255);
    }
}

/* ---- gems and groups ------------------------------------------------------------------------- */

/* [R] */
static void first_dealer_is_random(void **unused)
{
    struct trial t;

    (void)unused;
    for (int seats = 3; seats <= 7; seats++) {
        char id[16];

        snprintf(id, sizeof id, "slithy:%d", seats);
        trial_start(&t, id);
        assert_int_equal(trial_options(&t, "chance"), seats);
        assert_string_equal(trial_prompt(&t, "0"), "The first dealer is drawn");
        assert_int_equal(trial_count(&t, "spectator", "gem"), 24);
        trial_do(&t, "chance", "seat 2 deals first");
        assert_int_equal(state_of(&t)->dealer, 2);
        assert_true(trial_asked(&t, "2"));
        assert_string_equal(trial_prompt(&t, "2"),
                            "Play a purple card face up: the others can each score no more than its number");
        assert_string_equal(trial_prompt(&t, "1"), "Seat 2 plays a purple card face up");
        trial_end(&t);
    }
}

static void gems_of_each_from_the_dealers_left_on(void **unused)
{
    static const int gems[8][6] = {
        [3] = {12, 12}, [4] = {8, 8, 8}, [5] = {6, 6, 6, 6}, [6] = {6, 6, 4, 4, 4}, [7] = {4, 4, 4, 4, 4, 4},
    };

    (void)unused;
    for (int seats = 3; seats <= 7; seats++) {
        for (int dealer = 0; dealer < seats; dealer++) {
            struct state s = begun(seats, 0, dealer);

            assert_int_equal(lane_of(s.hand, dealer), 0);
            for (int i = 0; i < seats - 1; i++)
                assert_int_equal(lane_of(s.hand, (dealer + 1 + i) % seats), gems[seats][i]);
            assert_int_equal(lanes_sum(s.hand), 24);
            assert_true(s.scored == 0);
        }
    }
}

/* The groups as they are shown, against where one sits. */
static void groups_are_shown_by_where_one_sits(void **unused)
{
    static const int left[8] = {[3] = 2, [4] = 3, [5] = 2, [6] = 2, [7] = 3};

    (void)unused;
    for (int seats = 3; seats <= 7; seats++) {
        for (int dealer = 0; dealer < seats; dealer++) {
            struct state s = begun(seats, 0, dealer);
            static struct scene sc;
            int place = 0, shown = 0;

            memset(&sc, 0, sizeof sc);
            scene(&s, SPECTATOR, &sc);
            for (int z = 0; z < sc.zones; place += sc.zone[z++].places) {
                int title = sc.zone[z].title.text, skip = title == T_RIGHT_GROUP ? left[seats] : 0;

                if (title != T_GROUP && title != T_LEFT_GROUP && title != T_RIGHT_GROUP)
                    continue;
                shown++;
                assert_int_equal(title == T_GROUP, seats <= 4);
                assert_int_equal(sc.zone[z].places, skip ? seats - 1 - left[seats] : left[seats]);
                for (int i = 0; i < sc.zone[z].places; i++)
                    assert_int_equal(sc.place[place + i].id, PLACE_HAND + (dealer + 1 + skip + i) % seats);
            }
            assert_int_equal(shown, seats <= 4 ? 1 : 2);
        }
    }
}

/* ---- the dealer's cards ---------------------------------------------------------------------- */

static void purple_goes_face_up_and_yellow_face_down(void **unused)
{
    struct trial t;

    (void)unused;
    three(&t);
    assert_int_equal(trial_options(&t, "0"), 4);
    trial_do(&t, "0", "play purple 3");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 plays purple 3\n");
    assert_true(trial_asked(&t, "0"));
    assert_string_equal(trial_prompt(&t, "1"), "Seat 0 puts a yellow card face down");
    assert_int_equal(trial_options(&t, "0"), 5);
    trial_do(&t, "0", "put yellow 5 face down");
    assert_string_equal(trial_log(&t, "0"), "You put yellow 5 face down\n");
    assert_string_equal(trial_log(&t, "referee"), "Seat 0 puts yellow 5 face down\n");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 puts a yellow card face down\n");
    assert_string_equal(trial_log(&t, "spectator"), "Seat 0 puts a yellow card face down\n");
    assert_true(board_has(&t, "0", "On the table: Purple: [P3]   Yellow: (Y5)\n"));
    assert_true(board_has(&t, "0", "Your cards: [P1] [P2] [P4] [Y1] [Y2] [Y3] [Y4]\n"));
    assert_true(board_has(&t, "1", "On the table: Purple: [P3]   Yellow: [?]\n"));
    assert_true(board_has(&t, "1", "Seat 0's cards: [P1] [P2] [P4] [?]x4\n"));
    trial_end(&t);
}

static void each_card_is_played_once_in_a_round_and_stays_shown(void **unused)
{
    struct trial t;

    (void)unused;
    three_and_five(&t);
    for (const char *const *move = (const char *const[]){"say nothing", "play 0 gems", NULL}; *move; move++) {
        trial_do(&t, "1", *move);
        trial_do(&t, "2", *move);
    }
    assert_int_equal(trial_options(&t, "0"), 3);
    assert_false(trial_can(&t, "0", "play purple 3"));
    assert_true(board_has(&t, "1", "Used: [P3] [Y5]\n"));
    assert_true(board_has(&t, "1", "Seat 0's cards: [P1] [P2] [P4] [Y1] [Y2] [Y3] [Y4]\n"));
    trial_do(&t, "0", "play purple 1");
    assert_int_equal(trial_options(&t, "0"), 4);
    assert_false(trial_can(&t, "0", "put yellow 5 face down"));
    trial_end(&t);
}

static void last_purple_card_is_played_by_the_rules_and_two_yellow_are_left(void **unused)
{
    (void)unused;
    for (int seats = 3; seats <= 7; seats++) {
        struct state s = begun(seats, 0, 1);
        move_t list[MOVES_MAX];
        int turns = seats <= 4 ? 4 : 3;

        for (int i = 1; i < turns; i++) {
            assert_int_equal(s.phase, PURPLE);
            assert_int_equal(moves(&s, 1, list), turns + 1 - i);
            turn(&s, i, i, AMOUNTS(0));
        }
        assert_int_equal(s.phase, YELLOW);
        assert_int_equal(s.up, turns);
        assert_int_equal(actors(&s), BIT(1));
        assert_int_equal(moves(&s, 1, list), 2);
        assert_int_equal(list[0], MOVE_YELLOW + turns);
        assert_int_equal(list[1], MOVE_YELLOW + turns + 1);
        turn(&s, turns, turns, AMOUNTS(0));
        assert_int_equal(s.phase, TAKE);
    }
}

static void the_purple_card_played_by_the_rules_is_told(void **unused)
{
    struct state s = begun(3, 0, 0);
    struct facts facts = {0};

    (void)unused;
    turn(&s, 1, 1, AMOUNTS(0));
    turn(&s, 2, 2, AMOUNTS(0));
    deal_cards(&s, 4, 4);
    all_silent(&s);
    make(&s, 1, MOVE_PLAY);
    apply(&s, 2, MOVE_PLAY, &facts);
    assert_int_equal(facts.fact[facts.n - 1].phrase.text, T_PURPLE);
    assert_int_equal(facts.fact[facts.n - 1].phrase.arg[1], CARD(2, 3));
    assert_int_equal(facts.fact[facts.n - 1].to, EVERYBODY);
}

/* ---- announcements --------------------------------------------------------------------------- */

/* [R] From 0 up to the gems in hand, or a skip; in any order; heard by all at once. */
static void everybody_but_the_dealer_announces_in_any_order(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "slithy:4");
    trial_do(&t, "chance", "seat 1 deals first");
    trial_do(&t, "1", "play purple 2");
    trial_do(&t, "1", "put yellow 2 face down");
    assert_int_equal(actors(t.match.state), BIT(0) | BIT(2) | BIT(3));
    assert_int_equal(trial_options(&t, "3"), 10); /* nothing, or 0 to 8 */
    assert_true(trial_can(&t, "3", "say nothing"));
    assert_true(trial_can(&t, "3", "announce 0"));
    assert_true(trial_can(&t, "3", "announce 8"));
    assert_string_equal(trial_prompt(&t, "3"),
                        "Announce how many gems you play, true or not, or say nothing: it binds nobody");
    assert_string_equal(trial_prompt(&t, "1"), "All but you announce what they play, or say nothing; it binds nobody");
    trial_do(&t, "3", "announce 8");
    for (const char *const *viewer = (const char *const[]){"0", "1", "2", "spectator", "referee", NULL}; *viewer;
         viewer++)
        assert_string_equal(trial_log(&t, *viewer), "Seat 3 announces 8\n");
    assert_string_equal(trial_log(&t, "3"), "You announce 8\n");
    assert_string_equal(trial_prompt(&t, "3"),
                        "All but seat 1 announce what they play, or say nothing; it binds nobody");
    assert_int_equal(actors(t.match.state), BIT(0) | BIT(2));
    assert_true(board_has(&t, "0", "The group: Seat 2: 8*   Seat 3 (said 8): 8*   You: 8*\n"));
    trial_do(&t, "0", "say nothing");
    assert_string_equal(trial_log(&t, "2"), "Seat 0 says nothing\n");
    assert_int_equal(actors(t.match.state), BIT(2));
    assert_int_equal(sealed(t.match.state), 0);
    assert_true(board_has(&t, "2", "The group: You: 8*   Seat 3 (said 8): 8*   Seat 0 (said nothing): 8*\n"));
    trial_do(&t, "2", "announce 0");
    assert_true(board_has(&t, "1", "The group: Seat 2 (said 0): 8*   Seat 3 (said 8): 8*   Seat 0 (said nothing):"));
    assert_int_equal(actors(t.match.state), BIT(0) | BIT(2) | BIT(3)); /* now the amounts */
    assert_int_equal(state_of(&t)->phase, PLAY);
    trial_end(&t);
}

static void announcements_of_one_turn_are_one_decision(void **unused)
{
    struct trial t;
    uint32_t decision;

    (void)unused;
    three_and_five(&t);
    decision = t.match.decision;
    trial_do(&t, "2", "announce 1");
    assert_int_equal(t.match.decision, decision);
    trial_do(&t, "1", "announce 1");
    assert_int_equal(t.match.decision, decision + 1);
    trial_do(&t, "2", "play 1 gem");
    assert_int_equal(t.match.decision, decision + 1);
    trial_end(&t);
}

static void without_gems_one_announces_0_or_nothing(void **unused)
{
    struct state s = begun(3, 0, 0);
    move_t list[MOVES_MAX];

    (void)unused;
    turn(&s, 1, 1, AMOUNTS(0, 12, 1)); /* a bust: seat 1 has none left, and seat 2 has 11 */
    check_lanes(s.hand, 3, AMOUNTS(0, 0, 11));
    deal_cards(&s, 2, 2);
    assert_int_equal(moves(&s, 1, list), 2);
    assert_int_equal(list[0], PASS);
    assert_int_equal(list[1], MOVE_ANNOUNCE);
    assert_int_equal(moves(&s, 2, list), 13);
}

static void announcements_bind_nobody_and_change_nothing_else(void **unused)
{
    struct luck luck = {3};

    (void)unused;
    for (int seats = 3; seats <= 7; seats++) {
        for (int trials = 0; trials < 200; trials++) {
            struct state s = begun(seats, 0, (int)luck_below(&luck, (uint32_t)seats)), quiet, forgotten;
            int amount[7];

            deal_cards(&s, 1 + (int)luck_below(&luck, 3), 1 + (int)luck_below(&luck, 4));
            quiet = s;
            all_silent(&quiet);
            for (int seat = 0; seat < seats; seat++) {
                move_t list[MOVES_MAX];
                int most = lane_of(s.hand, seat);

                amount[seat] = (int)luck_below(&luck, (uint32_t)most + 1);
                if (seat == s.dealer)
                    continue;
                make(&s, seat, list[luck_below(&luck, (uint32_t)moves(&s, seat, list))]);
            }
            for (int seat = 0; seat < seats; seat++) {
                move_t list[MOVES_MAX];

                if (seat != s.dealer)
                    assert_int_equal(moves(&s, seat, list), lane_of(s.hand, seat) + 1);
            }
            forgotten = s;
            forgotten.said = 0;
            assert_memory_equal(&forgotten, &quiet, sizeof quiet);
            play_amounts(&s, amount);
            play_amounts(&quiet, amount);
            assert_memory_equal(&s, &quiet, sizeof s);
            assert_true(s.said == 0); /* forgotten with the turn */
        }
    }
}

/* ---- amounts --------------------------------------------------------------------------------- */

static void amounts_from_none_to_all_are_chosen_unseen(void **unused)
{
    struct trial t;
    static struct view view;
    static char first[1 << 16], second[1 << 16];

    (void)unused;
    three_and_five(&t);
    trial_do(&t, "1", "announce 3");
    trial_do(&t, "2", "announce 4");
    assert_int_equal(trial_options(&t, "1"), 13);
    assert_true(trial_can(&t, "1", "play 0 gems"));
    assert_true(trial_can(&t, "1", "play 12 gems"));
    assert_string_equal(trial_prompt(&t, "1"),
                        "Choose in secret what you play: you score up to 3 gems, a bust loses them all");
    assert_string_equal(trial_prompt(&t, "0"), "All but you choose in secret how many gems they play");
    for (const char *const *viewer = (const char *const[]){"0", "2", "spectator", NULL}; *viewer; viewer++) {
        for (int i = 0; i < 2; i++) {
            struct text text = text_in(i ? second : first, sizeof first);

            trial_do(&t, "1", i ? "play 1 gem" : "play 12 gems");
            assert_string_equal(trial_log(&t, *viewer), "");
            view_make(&view, &t.match, actor_of(*viewer));
            view_json(&view, &text);
            match_log(&t.match, actor_of(*viewer), 0, t.match.n, false, &text);
            assert_true(match_retract(&t.match, 1, &(struct why){""}));
        }
        assert_string_equal(first, second);
    }
    trial_end(&t);
}

static void a_choice_may_be_changed_until_the_last_is_in(void **unused)
{
    struct trial t;
    struct why why;

    (void)unused;
    three_and_five(&t);
    trial_do(&t, "1", "say nothing");
    trial_do(&t, "2", "say nothing");
    assert_true(match_play(&t.match, 2, t.match.decision, MOVE_PLAY + 12, &why));
    assert_int_equal(sealed(t.match.state), BIT(2));
    assert_true(match_play(&t.match, 2, t.match.decision, MOVE_PLAY + 4, &why));
    assert_int_equal(lane_of(state_of(&t)->choice, 2), 4);
    assert_int_equal(actors(t.match.state), BIT(1));
    check_lanes(state_of(&t)->hand, 3, AMOUNTS(0, 12, 12)); /* nothing has moved yet */
    assert_true(match_play(&t.match, 1, t.match.decision, MOVE_PLAY + 3, &why));
    check_lanes(state_of(&t)->scored, 3, AMOUNTS(0, 3, 3));
    assert_int_equal(sealed(t.match.state), 0);
    trial_end(&t);
}

/* [R] A secret choice is owed even with a single option. */
static void without_gems_one_is_still_asked_to_play_0(void **unused)
{
    struct state s = begun(3, 0, 0);
    move_t list[MOVES_MAX];

    (void)unused;
    turn(&s, 1, 1, AMOUNTS(0, 12, 12));
    check_lanes(s.scored, 3, AMOUNTS(24, 0, 0));
    deal_cards(&s, 2, 2);
    all_silent(&s);
    expect_prompt(&s, 1, "choose in secret, as all do: you have no gems left, so you play 0");
    assert_int_equal(actors(&s), BIT(1) | BIT(2));
    assert_int_equal(moves(&s, 1, list), 1);
    assert_int_equal(list[0], MOVE_PLAY);
    play_amounts(&s, AMOUNTS(0));
    assert_int_equal(s.phase, PURPLE);
}

static void a_choice_is_told_silently_to_its_maker_and_the_reveal_to_all(void **unused)
{
    struct state s = begun(3, 0, 0);
    struct facts facts = {0};

    (void)unused;
    deal_cards(&s, 3, 5);
    all_silent(&s);
    apply(&s, 2, MOVE_PLAY + 4, &facts);
    assert_int_equal(facts.n, 1);
    assert_int_equal(facts.fact[0].to, ONLY(2));
    assert_int_equal(facts.fact[0].flags, FACT_SILENT);
    facts_clear(&facts);
    apply(&s, 1, MOVE_PLAY + 3, &facts);
    assert_int_equal(facts.fact[0].to, ONLY(1));
    for (int i = 1; i < facts.n; i++) {
        assert_int_equal(facts.fact[i].to, EVERYBODY);
        assert_int_equal(facts.fact[i].flags, FACT_REVEALS);
    }
}

/* ---- the trap -------------------------------------------------------------------------------- */

/* The page's test fact, which is the rulebook's example. */
static void three_and_four_gems_stay_below_purple_3_and_yellow_5(void **unused)
{
    struct trial t;

    (void)unused;
    three_and_five(&t);
    trial_do(&t, "1", "announce 3");
    trial_do(&t, "2", "announce 3");
    trial_do(&t, "1", "play 3 gems");
    trial_do(&t, "2", "play 4 gems");
    check_lanes(state_of(&t)->scored, 3, AMOUNTS(0, 3, 3));
    check_lanes(state_of(&t)->hand, 3, AMOUNTS(0, 9, 9)); /* the fourth gem is back */
    assert_string_equal(trial_log(&t, "2"),
                        "Seat 1 plays 3 gems\nYou play 4 gems\nSeat 0 turns up yellow 5: with purple 3 that is 8\n"
                        "The group has played 7 and does not bust: each scores up to 3 gems\n"
                        "You score 3, and 1 gem returns to hand\n");
    assert_true(board_has(&t, "0", "The group: Seat 1: 9*   Seat 2: 9*\n"));
    assert_true(board_has(&t, "0", "Scored this round: You: .   Seat 1: 3*   Seat 2: 3*\n"));
    trial_end(&t);
}

static void one_gem_more_and_they_bust(void **unused)
{
    (void)unused;
    for (int who = 1; who <= 2; who++) {
        struct trial t;

        three_and_five(&t);
        trial_do(&t, "1", "say nothing");
        trial_do(&t, "2", "say nothing");
        trial_do(&t, "1", who == 1 ? "play 4 gems" : "play 3 gems");
        trial_do(&t, "2", who == 2 ? "play 5 gems" : "play 4 gems");
        check_lanes(state_of(&t)->scored, 3, AMOUNTS(8, 0, 0));
        check_lanes(state_of(&t)->hand, 3, AMOUNTS(0, who == 1 ? 8 : 9, who == 2 ? 7 : 8));
        assert_non_null(strstr(trial_log(&t, "1"), "The group has played 8 and busts: seat 0 scores 8 gems\n"));
        trial_end(&t);
    }
}

static void each_group_busts_for_itself(void **unused)
{
    struct state s = begun(5, 0, 3); /* seats 4 and 0 to the left, 1 and 2 to the right */

    (void)unused;
    turn(&s, 2, 3, AMOUNTS(2, 1, 3, 0, 3));
    check_lanes(s.scored, 5, AMOUNTS(0, 1, 2, 5, 0));
    check_lanes(s.hand, 5, AMOUNTS(4, 5, 4, 0, 3));
}

static void two_groups_together_do_not_bust(void **unused)
{
    struct state s = begun(7, 0, 6); /* seats 0 to 2 and 3 to 5 */

    (void)unused;
    turn(&s, 3, 4, AMOUNTS(4, 2, 0, 0, 3, 3));
    check_lanes(s.scored, 7, AMOUNTS(3, 2, 0, 0, 3, 3, 0));
    check_lanes(s.hand, 7, AMOUNTS(1, 2, 4, 4, 1, 1, 0));
}

static void groups_are_told_by_their_side(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "slithy:5");
    trial_do(&t, "chance", "seat 3 deals first");
    trial_do(&t, "3", "play purple 2");
    trial_do(&t, "3", "put yellow 3 face down");
    for (const char *const *seat = (const char *const[]){"2", "4", "0", "1", NULL}; *seat; seat++)
        trial_do(&t, *seat, "say nothing");
    trial_do(&t, "0", "play 2 gems");
    trial_do(&t, "1", "play 0 gems");
    trial_do(&t, "2", "play 0 gems");
    trial_do(&t, "4", "play 3 gems");
    assert_string_equal(trial_log(&t, "3"), "Seat 0 plays 2 gems\nSeat 1 plays 0 gems\nSeat 2 plays 0 gems\n"
                                            "Seat 4 plays 3 gems\nYou turn up yellow 3: with purple 2 that is 5\n"
                                            "The left group has played 5 and busts: you score 5 gems\n"
                                            "The right group has played nothing\n");
    trial_end(&t);
}

/* All amounts that can be chosen in the first turn of a round, with all cards, for every dealer. */
static void a_turn_agrees_with_the_naive_table_for_all_amounts(void **unused)
{
    (void)unused;
    for (int seats = 3; seats <= 7; seats++) {
        for (int dealer = 0; dealer < seats; dealer++) {
            struct naive n;
            int turns = seats <= 4 ? 4 : 3;

            naive_start(&n, seats, false, dealer);
            for (int cards_of_turn = 0; cards_of_turn < turns * (turns + 1); cards_of_turn++) {
                int purple = 1 + cards_of_turn % turns, yellow = 1 + cards_of_turn / turns, amount[7] = {0};
                struct state shown = begun(seats, 0, dealer);
                int seat;

                deal_cards(&shown, purple, yellow);
                all_silent(&shown);
                do {
                    struct naive after = n;
                    struct state s = shown;

                    for (seat = 0; seat < seats; seat++)
                        if (seat != dealer)
                            apply(&s, seat, (move_t)(MOVE_PLAY + amount[seat]), NULL);
                    after.up = purple;
                    after.down = yellow;
                    naive_reveal(&after, amount);
                    for (seat = 0; seat < seats; seat++)
                        if (lane_of(s.hand, seat) != after.hand[seat] || lane_of(s.scored, seat) != after.scored[seat])
                            naive_check(&after, &s); /* says what differs */
                    seat = 0;                        /* the next amounts, like a counter */
                    while (seat < seats && ++amount[seat] > n.hand[seat])
                        amount[seat++] = 0;
                } while (seat < seats);
            }
        }
    }
}

/* Every way to play a whole round with these few gems: all cards, all amounts, all seats to take from. How many ways.
 */
static uint32_t every_round(const struct state *s, const struct naive *n)
{
    move_t list[MOVES_MAX];
    uint32_t ways = 0;

    if (s->phase == PURPLE || s->phase == YELLOW) {
        int options_n = moves(s, s->dealer, list);

        for (int i = 0; i < options_n; i++) {
            struct state after = *s;

            apply(&after, s->dealer, list[i], NULL);
            ways += every_round(&after, n);
        }
    } else if (s->phase == ANNOUNCE) {
        int amount[7] = {0}, seat;
        struct state quiet = *s;

        all_silent(&quiet);
        do {
            struct state after = quiet;
            struct naive then = *n;

            for (seat = 0; seat < s->seats; seat++)
                if (seat != s->dealer)
                    apply(&after, seat, (move_t)(MOVE_PLAY + amount[seat]), NULL);
            then.up = s->up;
            then.down = s->down;
            naive_reveal(&then, amount);
            ways += every_round(&after, &then);
            seat = 0;
            while (seat < s->seats && ++amount[seat] > n->hand[seat])
                amount[seat++] = 0;
        } while (seat < s->seats);
    } else {
        for (int from = 0; from < s->seats; from++) {
            struct state after = *s;
            struct naive then = *n;

            if (from == s->dealer)
                continue;
            apply(&after, s->dealer, (move_t)(MOVE_SEAT + from), NULL);
            naive_take(&then, from);
            for (int seat = 0; seat < s->seats; seat++)
                if (lane_of(after.total, seat) != then.total[seat] || lane_of(after.dealt, seat) != then.dealt[seat])
                    naive_check(&then, &after);
            ways++;
        }
    }
    return ways;
}

static void a_whole_round_agrees_with_the_naive_table_for_few_gems(void **unused)
{
    struct state s = begun(3, 0, 2);
    struct naive n;

    (void)unused;
    naive_start(&n, 3, false, 2);
    s.hand = lane(1, 0) + lane(2, 1);
    n.hand[0] = 1;
    n.hand[1] = 2;
    assert_true(every_round(&s, &n) > 24 * 120 * 2);
    s = begun(5, 0, 1);
    naive_start(&n, 5, false, 1);
    s.hand = lane(1, 2) + lane(2, 3) + lane(1, 0); /* seat 4 has none */
    n.hand[2] = n.hand[0] = 1;
    n.hand[3] = 2;
    n.hand[4] = 0;
    assert_true(every_round(&s, &n) > 6 * 24 * 4);
}

/* ---- the end of a round ---------------------------------------------------------------------- */

static void the_dealer_scores_the_unplayed_gems_of_one_and_the_others_the_yellow_card(void **unused)
{
    struct trial t;
    static const char *const turns[3][2] = {{"play purple 1", "put yellow 1 face down"},
                                            {"play purple 2", "put yellow 2 face down"},
                                            {"play purple 3", "put yellow 3 face down"}};

    (void)unused;
    trial_start(&t, "slithy:4");
    trial_do(&t, "chance", "seat 3 deals first");
    for (int i = 0; i < 4; i++) {
        if (i < 3)
            trial_do(&t, "3", turns[i][0]);
        trial_do(&t, "3", i < 3 ? turns[i][1] : "put yellow 5 face down");
        for (const char *const *seat = (const char *const[]){"0", "1", "2", NULL}; *seat; seat++)
            trial_do(&t, *seat, "say nothing");
        /* Purple 1 and yellow 1: a bust with two; then seat 0 scores one gem a turn. */
        trial_do(&t, "0", i == 0 ? "play 2 gems" : "play 1 gem");
        trial_do(&t, "1", "play 0 gems");
        trial_do(&t, "2", i == 3 ? "play 7 gems" : "play 0 gems");
    }
    /* The last: purple 4 and yellow 5 are 9; eight were played, and seat 2 scored 4. */
    check_lanes(state_of(&t)->scored, 4, AMOUNTS(3, 0, 4, 2));
    check_lanes(state_of(&t)->hand, 4, AMOUNTS(3, 8, 4, 0));
    assert_int_equal(actors(t.match.state), BIT(3));
    assert_string_equal(trial_prompt(&t, "3"),
                        "Take the unplayed gems of one other player: you score them, a point each");
    assert_string_equal(trial_prompt(&t, "0"), "Seat 3 takes the unplayed gems of one other player and scores them");
    assert_true(board_has(&t, "0", "Yellow 4 was not played: all but seat 3 will add 4\n"));
    assert_int_equal(trial_options(&t, "3"), 3);
    trial_do(&t, "3", "take the gems of seat 1");
    check_lanes(state_of(&t)->total, 4, AMOUNTS(3 + 4, 0 + 4, 4 + 4, 2 + 8));
    check_lanes(state_of(&t)->dealt, 4, AMOUNTS(0, 0, 0, 10));
    assert_string_equal(trial_log(&t, "1"),
                        "Seat 3 takes and scores your unplayed gems: 8\nYellow 4 was not played: all but seat 3 add 4\n"
                        "Seat 0 scores 7 in this round: 7 in all\nYou score 4 in this round: 4 in all\n"
                        "Seat 2 scores 8 in this round: 8 in all\nSeat 3 scores 10 in this round: 10 in all\n"
                        "Round 2 of 4: seat 0 deals\n");
    /* The next round: gems anew, all cards back. */
    check_lanes(state_of(&t)->hand, 4, AMOUNTS(0, 8, 8, 8));
    assert_true(state_of(&t)->scored == 0);
    assert_true(board_has(&t, "0", "Your cards: [P1] [P2] [P3] [P4] [Y1] [Y2] [Y3] [Y4] [Y5]\n"));
    assert_true(board_has(&t, "0", "*Seat 0 (you): 7   Seat 1: 4   Seat 2: 8   Seat 3: 10\n"));
    trial_end(&t);
}

/* [R] Even one without gems, and even if nobody has any. */
static void the_dealer_may_take_from_somebody_without_gems(void **unused)
{
    struct state s = begun(3, 0, 0);
    move_t list[MOVES_MAX];

    (void)unused;
    turn(&s, 1, 1, AMOUNTS(0, 12, 12));
    turn(&s, 2, 2, AMOUNTS(0));
    turn(&s, 3, 3, AMOUNTS(0));
    turn(&s, 4, 4, AMOUNTS(0));
    assert_int_equal(s.phase, TAKE);
    assert_int_equal(moves(&s, 0, list), 2);
    assert_int_equal(list[0], MOVE_SEAT + 1);
    assert_int_equal(list[1], MOVE_SEAT + 2);
    make(&s, 0, MOVE_SEAT + 2);
    check_lanes(s.total, 3, AMOUNTS(24, 5, 5));
}

static void dealers_in_order(int seats, int variant, int first, int dealers[14])
{
    struct state s = begun(seats, variant, first);
    int turns = seats <= 4 ? 4 : 3, n = 0;

    while (s.phase != OVER) {
        assert_in_range(n, 0, 13);
        dealers[n++] = s.dealer;
        for (int i = 1; i <= turns; i++)
            turn(&s, i, i, AMOUNTS(0));
        make(&s, s.dealer, MOVE_SEAT + (s.dealer + 1) % seats);
    }
    assert_int_equal(actors(&s), 0);
    assert_int_equal(n, variant ? 2 * seats : seats);
}

static void every_seat_deals_once_to_the_left(void **unused)
{
    (void)unused;
    for (int seats = 3; seats <= 7; seats++) {
        for (int first = 0; first < seats; first++) {
            int dealers[14];

            dealers_in_order(seats, 0, first, dealers);
            for (int i = 0; i < seats; i++)
                assert_int_equal(dealers[i], (first + i) % seats);
        }
    }
}

/* [R] The second pass in reverse, the last dealer dealing again at once. */
static void extended_goes_back_the_way_it_came(void **unused)
{
    static const int three_from_1[] = {1, 2, 0, 0, 2, 1}, seven_from_4[] = {4, 5, 6, 0, 1, 2, 3, 3, 2, 1, 0, 6, 5, 4};
    int dealers[14];

    (void)unused;
    dealers_in_order(3, EXTENDED, 1, dealers);
    assert_memory_equal(dealers, three_from_1, sizeof three_from_1);
    dealers_in_order(7, EXTENDED, 4, dealers);
    assert_memory_equal(dealers, seven_from_4, sizeof seven_from_4);
    for (int seats = 3; seats <= 7; seats++) {
        for (int first = 0; first < seats; first++) {
            dealers_in_order(seats, EXTENDED, first, dealers);
            for (int i = 0; i < seats; i++) {
                assert_int_equal(dealers[i], (first + i) % seats);
                assert_int_equal(dealers[2 * seats - 1 - i], dealers[i]);
            }
        }
    }
}

/* ---- the end --------------------------------------------------------------------------------- */

/* The last decision of a game of three with these points so far; seat 2 deals, yellow 5 is left, nobody has gems and
 * nothing was scored in this round: seats 0 and 1 get 5 more. */
static struct state nearly_over(const int total[7], const int dealt[7])
{
    struct state s = begun(3, 0, 2);

    s.round = 2;
    s.phase = TAKE;
    s.purples = 0;
    s.yellows = BIT(5);
    s.hand = s.scored = 0;
    for (int seat = 0; seat < 3; seat++) {
        s.total += lane(total[seat], seat);
        s.dealt += lane(dealt[seat], seat);
    }
    return s;
}

static void check_ranks(struct state s, const int score[7], const int rank[7], int ties)
{
    struct result r = {0};
    uint8_t got[SEATS_MAX];

    make(&s, 2, MOVE_SEAT);
    assert_int_equal(actors(&s), 0);
    result(&s, &r);
    game_ranks(&game_slithy, s.seats, &r, got);
    for (int seat = 0; seat < s.seats; seat++) {
        assert_int_equal(r.score[seat], score[seat]);
        assert_int_equal(got[seat], rank[seat]);
    }
    assert_int_equal(r.lines, s.seats + ties);
    for (int i = 0; i < ties; i++)
        assert_int_equal(r.line[s.seats + i].phrase.text, T_TIE);
}

static void the_highest_total_wins(void **unused)
{
    (void)unused;
    check_ranks(nearly_over(AMOUNTS(20, 25, 29), AMOUNTS(9, 3, 0)), AMOUNTS(25, 30, 29), AMOUNTS(3, 1, 2), 0);
}

static void a_tie_goes_to_the_least_scored_as_the_dealer(void **unused)
{
    (void)unused;
    check_ranks(nearly_over(AMOUNTS(25, 25, 29), AMOUNTS(9, 8, 0)), AMOUNTS(30, 30, 29), AMOUNTS(2, 1, 3), 1);
    /* The dealer of the last round is compared by that very round. */
    check_ranks(nearly_over(AMOUNTS(25, 20, 30), AMOUNTS(1, 2, 0)), AMOUNTS(30, 25, 30), AMOUNTS(2, 3, 1), 1);
}

static void a_tie_that_is_still_equal_is_shared(void **unused)
{
    (void)unused;
    check_ranks(nearly_over(AMOUNTS(25, 25, 29), AMOUNTS(8, 8, 0)), AMOUNTS(30, 30, 29), AMOUNTS(1, 1, 3), 1);
}

static void lower_places_are_given_in_the_same_way(void **unused)
{
    (void)unused;
    check_ranks(nearly_over(AMOUNTS(10, 10, 30), AMOUNTS(4, 3, 0)), AMOUNTS(15, 15, 30), AMOUNTS(3, 2, 1), 1);
}

static void gems_taken_in_the_last_round_count_as_scored_by_the_dealer(void **unused)
{
    struct state s = nearly_over(AMOUNTS(25, 20, 24), AMOUNTS(5, 0, 0));

    (void)unused;
    s.hand = lane(6, 0);
    check_ranks(s, AMOUNTS(30, 25, 30), AMOUNTS(1, 3, 2), 1); /* 5 against 6 */
}

/* In the extended variant the sum of both own dealer rounds. */
static void extended_compares_both_dealer_rounds(void **unused)
{
    struct state s = begun(3, EXTENDED, 0);
    struct result r = {0};
    uint8_t rank[SEATS_MAX];

    (void)unused;
    while (s.phase != OVER) {
        int dealer = s.dealer, bust = s.round == 0 || s.round == 5 ? 2 : s.round == 1 || s.round == 4 ? 3 : 0;

        /* Seat 0 gets 2 + 2 by busts, seat 1 gets 3 + 3; what was busted comes from seat 2. */
        turn(&s, 1, 1, AMOUNTS(0, 0, bust));
        turn(&s, 2, 2, AMOUNTS(0));
        turn(&s, 3, 3, AMOUNTS(0));
        if (s.round == 0)
            turn(&s, 4, 4, AMOUNTS(0, 2, 0)); /* seat 1 scores 2 more beside, */
        else if (s.round == 1)
            turn(&s, 4, 4, AMOUNTS(4, 0, 0)); /* seat 0 scores 4 more */
        else
            turn(&s, 4, 4, AMOUNTS(0));
        s.hand = 0; /* nothing to take */
        make(&s, dealer, MOVE_SEAT + (dealer + 1) % 3);
    }
    /* Seat 0: 4 busts, 4, and 5 in four rounds; seat 1: 6, 2 and the same: equal, and seat 0 had less as the dealer. */
    result(&s, &r);
    game_ranks(&game_slithy, 3, &r, rank);
    assert_int_equal(r.score[0], 28);
    assert_int_equal(r.score[1], 28);
    assert_int_equal(r.tie[0][0], -4);
    assert_int_equal(r.tie[1][0], -6);
    assert_int_equal(rank[0], 1);
    assert_int_equal(rank[1], 2);
    assert_int_equal(r.score[2], 20);
    assert_int_equal(rank[2], 3);
}

static void the_result_tells_points_as_the_dealer_and_otherwise(void **unused)
{
    struct state s = nearly_over(AMOUNTS(20, 25, 29), AMOUNTS(9, 3, 0));
    struct result r = {0};

    (void)unused;
    make(&s, 2, MOVE_SEAT + 1);
    result(&s, &r);
    assert_int_equal(r.line[0].phrase.text, T_TOTAL);
    assert_int_equal(r.line[0].seat, 0);
    assert_int_equal(r.line[0].phrase.arg[1], 9);
    assert_int_equal(r.line[0].phrase.arg[2], 16);
    assert_int_equal(r.line[0].phrase.arg[3], 25);
}

/* ---- whole games ----------------------------------------------------------------------------- */

/* Lists are compared with the naive table too. */
static void check_list(const struct state *s, const struct naive *n, int seat)
{
    move_t list[MOVES_MAX], expected[MOVES_MAX];
    int listed = moves(s, seat, list), k = 0;

    switch (s->phase) {
    case PURPLE:
        for (int number = 1; number <= 5; number++)
            if (n->purple[number])
                expected[k++] = (move_t)(MOVE_PURPLE + number);
        break;
    case YELLOW:
        for (int number = 1; number <= 5; number++)
            if (n->yellow[number])
                expected[k++] = (move_t)(MOVE_YELLOW + number);
        break;
    case ANNOUNCE:
        expected[k++] = PASS;
        for (int gems = 0; gems <= n->hand[seat]; gems++)
            expected[k++] = (move_t)(MOVE_ANNOUNCE + gems);
        break;
    case PLAY:
        for (int gems = 0; gems <= n->hand[seat]; gems++)
            expected[k++] = (move_t)(MOVE_PLAY + gems);
        break;
    default:
        for (int other = 0; other < n->seats; other++)
            if (other != n->dealer)
                expected[k++] = (move_t)(MOVE_SEAT + other);
        break;
    }
    assert_int_equal(listed, k);
    assert_memory_equal(list, expected, sizeof list[0] * (size_t)k);
}

/* Random amounts bust nearly always: here they are often small. */
static move_t some_move(const struct state *s, int seat, struct luck *luck)
{
    move_t list[MOVES_MAX];
    uint32_t n = (uint32_t)moves(s, seat, list);

    if (s->phase == PLAY && luck_below(luck, 2) && n > 3)
        n = 3;
    return list[luck_below(luck, n)];
}

static void random_game(int seats, bool extended, struct luck *luck)
{
    int first = (int)luck_below(luck, (uint32_t)seats), amount[7] = {0};
    struct state s = begun(seats, extended ? EXTENDED : 0, first);
    struct naive n;

    naive_start(&n, seats, extended, first);
    while (s.phase != OVER) {
        uint32_t asked = actors(&s);
        int phase = s.phase, seat = bit_nth(asked, luck_below(luck, (uint32_t)bit_count(asked)));
        move_t m = some_move(&s, seat, luck);

        if (phase < ANNOUNCE || phase == TAKE)
            assert_int_equal(asked, BIT(n.dealer));
        else
            assert_false(asked & BIT(n.dealer));
        check_list(&s, &n, seat);
        if (phase == YELLOW) {
            n.up = s.up;
            n.down = m - MOVE_YELLOW;
        } else if (phase == PLAY) {
            amount[seat] = m - MOVE_PLAY;
        }
        apply(&s, seat, m, NULL);
        if (phase == PLAY && s.phase != PLAY) {
            naive_reveal(&n, amount);
            memset(amount, 0, sizeof amount);
        } else if (phase == TAKE) {
            naive_take(&n, m - MOVE_SEAT);
        }
        naive_check(&n, &s);
    }
    assert_int_equal(n.round, n.rounds);
}

static void random_games_agree_with_the_naive_table(void **unused)
{
    struct luck luck = {77};

    (void)unused;
    for (int seats = 3; seats <= 7; seats++)
        for (int i = 0; i < 400; i++)
            random_game(seats, i % 2, &luck);
}

/* ---- what is hidden and shown ------------------------------------------------------------------ */

static void the_others_know_with_how_many_gems_they_may_bust(void **unused)
{
    struct trial t;

    (void)unused;
    three_and_five(&t);
    assert_true(board_has(&t, "1", "Purple 3 + yellow = 4, 5, 6, 7 or 8: a group that plays as many or more busts\n"));
    assert_true(board_has(&t, "0", "Purple 3 + yellow 5 = 8: a group that plays as many or more busts\n"));
    assert_true(board_has(&t, "referee", "Purple 3 + yellow 5 = 8: a group"));
    assert_true(board_has(&t, "1", "Round 1 of 3, turn 1 of 4: seat 0 deals\n"));
    trial_end(&t);
}

static void the_last_turn_leaves_two_sums(void **unused)
{
    struct state s = begun(3, 0, 0);
    static struct scene sc;

    (void)unused;
    turn(&s, 1, 5, AMOUNTS(0));
    turn(&s, 2, 3, AMOUNTS(0));
    turn(&s, 3, 1, AMOUNTS(0));
    deal_cards(&s, 4, 2);
    memset(&sc, 0, sizeof sc);
    scene(&s, 1, &sc);
    assert_int_equal(sc.note[1].phrase.text, T_NOTE_BUST_2);
    assert_int_equal(sc.note[1].phrase.arg[0], CARD(2, 4));
    assert_int_equal(sc.note[1].phrase.arg[1], 6);
    assert_int_equal(sc.note[1].phrase.arg[2], 8);
    assert_int_equal(sc.note[0].phrase.arg[2], 4); /* turn 4 */
}

/* Every yellow card that is left, equally often; nothing else changes. */
static void redealing_draws_the_face_down_card_anew(void **unused)
{
    struct luck luck = {5};
    static const int viewers[] = {1, 2, SPECTATOR};

    (void)unused;
    for (int v = 0; v < 3; v++) {
        struct state s = begun(3, 0, 0);
        int seen[6] = {0};

        turn(&s, 1, 2, AMOUNTS(0));
        deal_cards(&s, 3, 4);
        for (int i = 0; i < 8000; i++) {
            struct state redealt = s;

            veil(&redealt, viewers[v], &luck);
            seen[redealt.down]++;
            redealt.down = s.down;
            assert_memory_equal(&redealt, &s, sizeof s);
        }
        assert_int_equal(seen[0] + seen[2], 0);
        for (int number = 1; number <= 5; number++)
            if (number != 2)
                assert_in_range(seen[number], 1800, 2200); /* 2000, more than five deviations either side */
    }
}

static void redealing_changes_nothing_for_the_dealer_and_where_nothing_lies_face_down(void **unused)
{
    struct state s = begun(3, 0, 0), before;
    struct luck luck = {5};

    (void)unused;
    for (int i = 0; i < 20; i++) {
        before = s;
        veil(&s, 1, &luck);
        assert_memory_equal(&s, &before, sizeof s);
    }
    deal_cards(&s, 3, 4);
    for (int i = 0; i < 20; i++) {
        before = s;
        veil(&s, 0, &luck);
        veil(&s, REFEREE, &luck);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

static void cards_and_gems_are_touched_where_they_lie_and_numbers_are_buttons(void **unused)
{
    struct state s = begun(3, 0, 0);
    struct touch touched[TOUCH_MAX];

    (void)unused;
    assert_int_equal(touch(&s, 0, MOVE_PURPLE + 2, touched), 1);
    assert_int_equal(touched[0].place, PLACE_CARDS);
    assert_int_equal(touched[0].thing, CARD(2, 2));
    make(&s, 0, MOVE_PURPLE + 2);
    assert_int_equal(touch(&s, 0, MOVE_YELLOW + 5, touched), 1);
    assert_int_equal(touched[0].thing, CARD(1, 5));
    make(&s, 0, MOVE_YELLOW + 5);
    assert_int_equal(touch(&s, 1, PASS, touched), 0);
    assert_int_equal(touch(&s, 1, MOVE_ANNOUNCE + 3, touched), 0);
    s = nearly_over(AMOUNTS(0), AMOUNTS(0));
    assert_int_equal(touch(&s, 2, MOVE_SEAT + 1, touched), 1);
    assert_int_equal(touched[0].place, PLACE_HAND + 1);
    assert_int_equal(touched[0].thing, NOTHING);
}

/* Where a row of places is too long for a line, it is not broken between a name and what lies there. */
static void a_name_stays_with_its_gems(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "slithy:7");
    trial_do(&t, "chance", "seat 0 deals first");
    for (int seat = 0; seat < 7; seat++)
        snprintf(t.match.names[seat], NAME_SIZE, "Humpty Dumpty %d", seat);
    assert_true(board_has(&t, "spectator",
                          "Scored this round: Humpty Dumpty 0: .   Humpty Dumpty 1: .   Humpty Dumpty 2: .\n"
                          "    Humpty Dumpty 3: .   Humpty Dumpty 4: .   Humpty Dumpty 5: .\n"
                          "    Humpty Dumpty 6: .\n"));
    assert_true(board_has(&t, "spectator",
                          "The left group: Humpty Dumpty 1: 4*   Humpty Dumpty 2: 4*   Humpty Dumpty 3: 4*\n"));
    trial_end(&t);
}

/* ---- what bots are told ---------------------------------------------------------------------- */

static int32_t stands(const struct state *s, int seat)
{
    int32_t out[SEATS];

    standing(s, out);
    return out[seat];
}

/* Three seats, seat 0 deals purple 3 and yellow 2: seat 1 has announced and chosen. */
static struct state chosen(int said, int amount)
{
    struct state s = begun(3, 0, 0);

    deal_cards(&s, 3, 2);
    make(&s, 1, MOVE_ANNOUNCE + said);
    make(&s, 2, MOVE_ANNOUNCE + 2);
    make(&s, 1, MOVE_PLAY + amount);
    return s;
}

static void gems_below_the_trap_are_good_for_their_owner_and_above_it_for_the_dealer(void **unused)
{
    struct state none = chosen(2, 0), two = chosen(2, 2), five = chosen(2, 5);

    (void)unused;
    assert_true(stands(&two, 1) > stands(&none, 1)); /* 2 and 2 are below 5 */
    assert_true(stands(&five, 1) < stands(&none, 1));
    assert_true(stands(&five, 0) > stands(&two, 0));
}

static void what_was_announced_is_believed_until_it_is_chosen(void **unused)
{
    struct state much = begun(3, 0, 0), little;

    (void)unused;
    deal_cards(&much, 3, 2);
    little = much;
    make(&much, 1, MOVE_ANNOUNCE + 9);
    make(&little, 1, MOVE_ANNOUNCE + 1);
    assert_true(stands(&much, 0) > stands(&little, 0));
    make(&much, 2, PASS);
    make(&little, 2, PASS);
    make(&much, 1, MOVE_PLAY + 1);
    make(&little, 1, MOVE_PLAY + 1);
    assert_int_equal(stands(&much, 0), stands(&little, 0));
}

/* Seat 1 deals the last round. 5 is left over, seat 2 has 12 gems and seat 0 has 11. */
static struct state last_take(void)
{
    struct state s = begun(3, 0, 1);

    s.round = 2;
    for (int number = 1; number <= 4; number++)
        turn(&s, number, number, AMOUNTS(number == 1));
    assert_int_equal(s.phase, TAKE);
    assert_int_equal(lane_of(s.hand, 2), 12);
    assert_int_equal(lane_of(s.hand, 0), 11);
    return s;
}

static void before_the_last_gems_are_taken_it_stands_as_if_most_were(void **unused)
{
    struct state s = last_take(), most = s;

    (void)unused;
    make(&most, 1, MOVE_SEAT + 2);
    assert_int_equal(most.phase, OVER);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(stands(&s, seat), stands(&most, seat));
    assert_int_equal(stands(&most, 0), (1 + 5) * POINT);
    assert_int_equal(stands(&most, 1), 12 * POINT);
    assert_int_equal(stands(&most, 2), 5 * POINT);
}

static void deals_to_come_agree_with_the_order_of_dealers(void **unused)
{
    (void)unused;
    for (int seats = 3; seats <= 7; seats++) {
        for (int extended = 0; extended < 2; extended++) {
            for (int first = 0; first < seats; first++) {
                struct state s = begun(seats, extended, first);
                struct naive n;

                naive_start(&n, seats, extended, first);
                for (int round = 0; round < n.rounds; round++) {
                    int to_come[7] = {0};

                    for (int later = round + 1; later < n.rounds; later++)
                        to_come[naive_dealer_of(&n, later)]++;
                    s.round = (uint8_t)round;
                    s.dealer = (uint8_t)naive_dealer_of(&n, round);
                    for (int seat = 0; seat < seats; seat++)
                        assert_int_equal(deals_to_come(&s, seat), to_come[seat]);
                }
            }
        }
    }
}

static void by_habit_nobody_plays_more_than_can_be_scored(void **unused)
{
    struct luck luck = {1};
    uint32_t seen = 0;

    (void)unused;
    for (int i = 0; i < 200; i++) {
        struct state s = begun(3, 0, 0);

        deal_cards(&s, 2, 5);
        all_silent(&s);
        seen |= BIT(habit(&s, 1, &luck) - MOVE_PLAY);
    }
    assert_int_equal(seen, BIT(0) | BIT(1) | BIT(2));
}

static void by_habit_the_dealer_takes_from_the_richest(void **unused)
{
    struct state s = last_take();
    struct luck luck = {1};

    (void)unused;
    assert_int_equal(habit(&s, 1, &luck), MOVE_SEAT + 2);
}

static void a_stage_is_a_round(void **unused)
{
    struct state s = begun(3, 0, 0);

    (void)unused;
    assert_int_equal(stage(&s), 0);
    s = last_take();
    assert_int_equal(stage(&s), 2);
}

/* ---- counters, goals, what moves, and words about things --------------------------------------- */

/* The zone with this id. */
static int zone_of(const struct scene *sc, const char *id)
{
    for (int i = 0; i < sc->zones; i++)
        if (strcmp(sc->zone[i].is->id, id) == 0)
            return i;
    fail_msg("there is no zone %s", id);
    return 0;
}

/* Purple 3 and yellow 5: the dealer knows that 8 bust, the others that it is 4 to 8. */
static void the_trap_is_counted_as_far_as_one_knows(void **unused)
{
    struct state s = begun(3, 0, 0);
    const struct scene *sc;

    (void)unused;
    deal_cards(&s, 3, 5);
    make(&s, 1, MOVE_ANNOUNCE + 2);
    for (int viewer = 1; viewer <= SPECTATOR; viewer++) {
        sc = seen_by(&s, viewer);
        assert_int_equal(counted(sc, SCOPE_ZONE, zone_of(sc, "trap"), PHRASE(T_COUNT_MAY_BUST), NO_LIMIT), 4);
        assert_int_equal(counted(sc, SCOPE_ZONE, zone_of(sc, "trap"), PHRASE(T_COUNT_MUST_BUST), NO_LIMIT), 8);
        assert_int_equal(counted(sc, SCOPE_ZONE, zone_of(sc, "group"), PHRASE(T_COUNT_ANNOUNCED), 4), 2);
    }
    for (int i = 0; i < 2; i++) {
        sc = seen_by(&s, i ? REFEREE : 0);
        assert_int_equal(counted(sc, SCOPE_ZONE, zone_of(sc, "trap"), PHRASE(T_COUNT_BUSTS), NO_LIMIT), 8);
        assert_int_equal(counted(sc, SCOPE_ZONE, zone_of(sc, "group"), PHRASE(T_COUNT_ANNOUNCED), 8), 2);
    }
    make(&s, 2, MOVE_ANNOUNCE + 3);
    sc = seen_by(&s, 1);
    assert_int_equal(counted(sc, SCOPE_ZONE, zone_of(sc, "group"), PHRASE(T_COUNT_ANNOUNCED), 4), 5);
}

static bool announced_is_counted(const struct state *s, int viewer, int seat)
{
    const struct scene *sc = seen_by(s, viewer);

    for (int i = 0; i < sc->counters; i++)
        if (sc->counter[i].scope == SCOPE_SEAT && sc->counter[i].of == seat &&
            sc->counter[i].words.text == T_COUNT_ANNOUNCED)
            return true;
    return false;
}

/* Seat 1 says 0, seat 2 nothing, seat 3 8: that stays while the gems are chosen, for all to compare, and not longer. */
static void what_each_has_announced_is_counted_until_the_gems_are_shown(void **unused)
{
    static const int viewers[] = {0, 1, 3, SPECTATOR, REFEREE};
    struct state s = begun(4, 0, 0);

    (void)unused;
    deal_cards(&s, 3, 5);
    make(&s, 3, MOVE_ANNOUNCE + 8);
    for (int i = 0; i < 5; i++) {
        expect_counter(&s, viewers[i], SCOPE_SEAT, 3, "gems announced", 8, NO_LIMIT);
        assert_false(announced_is_counted(&s, viewers[i], 1)); /* has not spoken yet */
    }
    make(&s, 1, MOVE_ANNOUNCE);
    make(&s, 2, PASS);
    assert_int_equal(s.phase, PLAY);
    make(&s, 1, MOVE_PLAY + 5);
    for (int i = 0; i < 5; i++) {
        expect_counter(&s, viewers[i], SCOPE_SEAT, 1, "gems announced", 0, NO_LIMIT);
        expect_counter(&s, viewers[i], SCOPE_SEAT, 3, "gems announced", 8, NO_LIMIT);
        assert_false(announced_is_counted(&s, viewers[i], 2));
        assert_false(announced_is_counted(&s, viewers[i], 0)); /* deals */
    }
    make(&s, 2, MOVE_PLAY);
    make(&s, 3, MOVE_PLAY);
    assert_int_equal(s.phase, PURPLE);
    for (int seat = 0; seat < 4; seat++)
        assert_false(announced_is_counted(&s, SPECTATOR, seat));
}

static void rounds_turns_and_scored_gems_are_counted(void **unused)
{
    struct state s = begun(4, EXTENDED, 1);
    const struct scene *sc = seen_by(&s, 0);

    (void)unused;
    assert_int_equal(counted(sc, SCOPE_TABLE, 0, PHRASE(T_COUNT_ROUND), 8), 1);
    assert_int_equal(counted(sc, SCOPE_TABLE, 0, PHRASE(T_COUNT_TURN), 4), 1);
    turn(&s, 3, 5, AMOUNTS(1, 0, 2, 0));
    sc = seen_by(&s, SPECTATOR);
    assert_int_equal(counted(sc, SCOPE_TABLE, 0, PHRASE(T_COUNT_TURN), 4), 2);
    assert_int_equal(counted(sc, SCOPE_SEAT, 0, PHRASE(T_COUNT_SCORED), NO_LIMIT), 1);
    assert_int_equal(counted(sc, SCOPE_SEAT, 2, PHRASE(T_COUNT_SCORED), NO_LIMIT), 2);
    turn(&s, 1, 1, AMOUNTS(2, 0, 2, 0)); /* a bust: four for the dealer */
    assert_int_equal(counted(seen_by(&s, 3), SCOPE_SEAT, 1, PHRASE(T_COUNT_SCORED), NO_LIMIT), 4);
    turn(&s, 2, 2, AMOUNTS(0));
    turn(&s, 4, 4, AMOUNTS(0));
    assert_int_equal(counted(seen_by(&s, 3), SCOPE_TABLE, 0, PHRASE(T_COUNT_BONUS), NO_LIMIT), 3);
    make(&s, 1, MOVE_SEAT + 3);
    assert_int_equal(counted(seen_by(&s, 3), SCOPE_TABLE, 0, PHRASE(T_COUNT_ROUND), 8), 2);
}

static void the_dealer_wants_a_bust_and_the_others_do_not(void **unused)
{
    struct setup setup = {.seats = 5};
    struct state s;

    (void)unused;
    start(&s, &setup);
    assert_string_equal(goal_words(&s, 3), "have the most points after 5 rounds");
    s = begun(5, 0, 0); /* seats 1 and 2 are the left group */
    assert_string_equal(goal_words(&s, 0), "set a trap that the others run into, and score what they play");
    assert_string_equal(goal_words(&s, 1), "score your 6 gems bit by bit in the 3 turns that are left of this round");
    deal_cards(&s, 2, 3);
    assert_string_equal(goal_words(&s, 0),
                        "lure a group into playing 5 gems or more together: they are all yours then");
    assert_string_equal(goal_words(&s, 1),
                        "score up to 2 gems and keep the left group from busting: at 3 it may, at 6 it must");
    assert_string_equal(goal_words(&s, 4),
                        "score up to 2 gems and keep the right group from busting: at 3 it may, at 6 it must");
    assert_string_equal(goal_words(&s, SPECTATOR), "");
    assert_string_equal(goal_words(&s, REFEREE), "");
    all_silent(&s);
    play_amounts(&s, AMOUNTS(0, 6, 0, 0, 0)); /* a bust that leaves seat 1 with nothing */
    assert_string_equal(goal_words(&s, 1),
                        "hope that a high yellow card is left over: you have no gems to score any more");
    turn(&s, 1, 4, AMOUNTS(0));
    turn(&s, 3, 2, AMOUNTS(0));
    assert_string_equal(goal_words(&s, 0), "score the most gems that anybody has left in hand");
    assert_string_equal(goal_words(&s, 2), "have the most points after 5 rounds");
}

static void the_yellow_card_moves_by_its_back_for_all_but_the_dealer(void **unused)
{
    struct state s = begun(3, 0, 1);
    struct facts facts = {0};

    (void)unused;
    apply(&s, 1, MOVE_PURPLE + 3, &facts);
    assert_int_equal(facts.transfers, 1);
    check_transfer(&facts, 0, purple_card(3), 1, PLACE_CARDS, PLACE_PURPLE);
    facts_clear(&facts);
    apply(&s, 1, MOVE_YELLOW + 5, &facts);
    assert_int_equal(facts.transfers, 2);
    check_transfer(&facts, 0, yellow_card(5), 1, PLACE_CARDS, PLACE_YELLOW);
    assert_int_equal(facts.fact[facts.transfer[0].fact].to, ONLY(1));
    check_transfer(&facts, 1, NUMBER_BACK, 1, PLACE_CARDS, PLACE_YELLOW);
    assert_int_equal(facts.fact[facts.transfer[1].fact].to, ALL_BUT(1));
}

/* Purple 3 and yellow 5; seats 1 and 2 play these amounts. */
static void reveal_of(int one, int two, struct facts *facts)
{
    struct state s = begun(3, 0, 0);

    deal_cards(&s, 3, 5);
    all_silent(&s);
    make(&s, 1, MOVE_PLAY + one);
    facts_clear(facts);
    apply(&s, 2, (move_t)(MOVE_PLAY + two), facts);
}

/* The example of the page, and with one gem more. */
static void gems_go_to_those_who_score_them_and_cards_are_used(void **unused)
{
    struct facts facts;

    (void)unused;
    reveal_of(3, 4, &facts);
    assert_int_equal(facts.transfers, 5);
    check_transfer(&facts, 0, yellow_card(5), 1, PLACE_YELLOW, PLACE_YELLOW); /* it is turned up there */
    assert_int_equal(text_of(&facts, 0), T_SHOWS);
    check_transfer(&facts, 1, ANY_GEM, 3, PLACE_HAND + 1, PLACE_SCORED + 1);
    check_transfer(&facts, 2, ANY_GEM, 3, PLACE_HAND + 2, PLACE_SCORED + 2);
    assert_int_equal(text_of(&facts, 1), T_HOLDS);
    check_transfer(&facts, 3, purple_card(3), 1, PLACE_PURPLE, PLACE_USED);
    check_transfer(&facts, 4, yellow_card(5), 1, PLACE_YELLOW, PLACE_USED);
    reveal_of(4, 4, &facts);
    check_transfer(&facts, 1, ANY_GEM, 4, PLACE_HAND + 1, PLACE_SCORED + 0);
    check_transfer(&facts, 2, ANY_GEM, 4, PLACE_HAND + 2, PLACE_SCORED + 0);
    assert_int_equal(text_of(&facts, 1), T_BUSTS);
}

/* Of a move, what came to a place less what went from there. */
static int net_of(const struct facts *facts, int place)
{
    int n = 0;

    for (int i = 0; i < facts->transfers; i++)
        n += (facts->transfer[i].to == place) * facts->transfer[i].count -
             (facts->transfer[i].from == place) * facts->transfer[i].count;
    return n;
}

static void gems_are_taken_and_then_handed_out_anew(void **unused)
{
    struct state s = begun(3, 0, 0);
    struct facts facts = {0};

    (void)unused;
    turn(&s, 3, 5, AMOUNTS(0, 2, 0)); /* seat 1 scores 2 */
    turn(&s, 1, 4, AMOUNTS(0));
    turn(&s, 2, 3, AMOUNTS(0));
    turn(&s, 4, 2, AMOUNTS(0));
    apply(&s, 0, MOVE_SEAT + 1, &facts);
    check_transfer(&facts, 0, ANY_GEM, 10, PLACE_HAND + 1, PLACE_SCORED + 0);
    assert_int_equal(text_of(&facts, 0), T_TAKES);
    assert_int_equal(text_of(&facts, 1), T_ROUND);
    assert_int_equal(net_of(&facts, PLACE_SCORED + 0), 0);
    assert_int_equal(net_of(&facts, PLACE_SCORED + 1), -2);
    assert_int_equal(net_of(&facts, PLACE_HAND + 0), 12);
    assert_int_equal(net_of(&facts, PLACE_HAND + 1), -10); /* it deals now */
    assert_int_equal(net_of(&facts, PLACE_HAND + 2), 0);
    assert_int_equal(net_of(&facts, PLACE_BOX), 0);
    assert_int_equal(net_of(&facts, PLACE_USED), -8);
    assert_int_equal(net_of(&facts, PLACE_CARDS), 8); /* yellow 1 was left over and is there */
}

static void things_are_explained(void **unused)
{
    struct setup setup = {.seats = 5};

    (void)unused;
    assert_true(says(&setup, purple_card(3), "who does not bust scores up to 3 gems in this turn"));
    assert_true(says(&setup, purple_card(1), "scores up to 1 gem in"));
    assert_true(says(&setup, yellow_card(4), "busts at 4 plus the number of the purple card"));
    assert_true(says(&setup, yellow_card(4), "add 4 points"));
    assert_true(says(&setup, ANY_GEM, "a point once it is scored"));
    assert_string_equal(words_of(about(&setup, purple_card(4)), SPECTATOR), ""); /* not in play with five */
    assert_string_equal(words_of(about(&setup, yellow_card(5)), SPECTATOR), "");
    setup.seats = 4;
    assert_true(says(&setup, purple_card(4), "4 gems"));
}

/* ---- house rules ------------------------------------------------------------------------------- */

/* What each has at the beginning, from the dealer's left on, by the tables of the page: the same part of it, rounded
 * down. */
static void gems_are_handed_out_as_the_house_rule_says(void **unused)
{
    static const struct {
        const char *id;
        int gems[7];
    } cases[] = {
        {"slithy:3:gems=12", {0, 6, 6}},
        {"slithy:4:gems=12", {0, 4, 4, 4}},
        {"slithy:5:gems=12", {0, 3, 3, 3, 3}},
        {"slithy:6:gems=12", {0, 3, 3, 2, 2, 2}},
        {"slithy:7:gems=12", {0, 2, 2, 2, 2, 2, 2}},
        {"slithy:4:gems=18", {0, 6, 6, 6}},
        {"slithy:6:gems=18", {0, 4, 4, 3, 3, 3}},
        {"slithy:7:gems=23", {0, 3, 3, 3, 3, 3, 3}},
        {"slithy:3:gems=24", {0, 12, 12}},
        {"slithy:7:gems=24", {0, 4, 4, 4, 4, 4, 4}},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct trial t;
        uint16_t count[JABBERWOCKY_THINGS_N] = {0};
        int sum = 0;

        trial_start(&t, cases[i].id);
        for (int seat = 0; seat < 7; seat++)
            sum += cases[i].gems[seat];
        contents(&t.match.deal.setup, count);
        assert_int_equal(count[ANY_GEM], sum);
        assert_int_equal(trial_count(&t, "0", "gem"), sum);
        trial_do(&t, "chance", "seat 0 deals first");
        check_lanes(state_of(&t)->hand, state_of(&t)->seats, cases[i].gems);
        trial_end(&t);
    }
}

/* The cards, the turns and the second round are as ever. */
static void fewer_gems_change_nothing_else(void **unused)
{
    struct state s = begun(3, 0, 0);

    (void)unused;
    s.fewer = 12;
    s.hand = lane(6, 1) | lane(6, 2);
    turn(&s, 1, 1, AMOUNTS(0, 1, 0));
    turn(&s, 2, 2, AMOUNTS(0, 2, 2)); /* a bust */
    turn(&s, 3, 3, AMOUNTS(0, 3, 0));
    turn(&s, 4, 4, AMOUNTS(0));
    check_lanes(s.scored, 3, AMOUNTS(4, 4, 0));
    make(&s, 0, MOVE_SEAT + 2);
    check_lanes(s.total, 3, AMOUNTS(4 + 4, 4 + 5, 5));
    check_lanes(s.hand, 3, AMOUNTS(6, 0, 6));
}

/* ---- what is foreseen ------------------------------------------------------------------------ */

/* The dealer knows which card goes face down; what is announced is heard, and nothing else happens. */
static void cards_and_announcements_are_foreseen_as_they_are(void **unused)
{
    struct trial t;
    const struct preview *p;

    (void)unused;
    three(&t);
    p = trial_foresees(&t, 0, "play purple 3", "You play purple 3.");
    assert_int_equal(p->next, NEXT_OWN); /* the yellow card is still to come */
    trial_do(&t, "0", "play purple 3");
    p = trial_foresees(&t, 0, "put yellow 5 face down", "You put yellow 5 face down.");
    assert_int_equal(p->next, NEXT_OTHER);
    trial_do(&t, "0", "put yellow 5 face down");
    p = trial_foresees(&t, 1, "announce 4", "You announce 4.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p), "Gems announced of group -1 +4; Gems announced of seat 1 is 4");
    trial_do(&t, "1", "announce 4");
    p = trial_foresees(&t, 2, "say nothing", "You say nothing.");
    assert_int_equal(p->next, NEXT_OWN); /* all have spoken: now the gems are chosen */
    assert_string_equal(trial_changes(&t, p), "");
    trial_end(&t);
}

/* Neither what others have chosen nor the face-down card: whether the group busts is open, also for whoever is last. */
static void of_gems_only_ones_own_choice_is_foreseen(void **unused)
{
    (void)unused;
    for (int other = 0; other <= 12; other += 4) {
        struct trial t;
        const struct preview *p;
        char words[64];

        three_and_five(&t);
        trial_do(&t, "1", "say nothing");
        trial_do(&t, "2", "announce 1");
        p = trial_foresees(&t, 1, "play 3 gems", "You choose to play 3 gems.");
        assert_int_equal(p->next, NEXT_SEALED);
        snprintf(words, sizeof words, "play %d gems", other);
        trial_do(&t, "2", words);
        p = trial_foresees(&t, 1, "play 3 gems", "You choose to play 3 gems.");
        assert_int_equal(p->next, NEXT_SEALED);
        assert_string_equal(trial_changes(&t, p), "");
        p = trial_foresees(&t, 1, "play 1 gem", "You choose to play 1 gem.");
        assert_int_equal(p->next, NEXT_SEALED);
        trial_end(&t);
    }
}

/* Seat 0 deals, and all four turns are over: purple 1 + yellow 1 with 1 gem; 2 + 2 with 2 and 2, a bust; 3 + 5 with 3
 * and 4, which is 3 for each; 4 + 3 with none. Seat 1 has scored 4 and has 6 left, seat 2 has scored 3 and has 7 left,
 * the dealer 4. Yellow 4 was not played. */
static struct state round_played(void)
{
    struct state s = begun(3, 0, 0);

    turn(&s, 1, 1, AMOUNTS(0, 1, 0));
    turn(&s, 2, 2, AMOUNTS(0, 2, 2));
    turn(&s, 3, 5, AMOUNTS(0, 3, 4));
    turn(&s, 4, 3, AMOUNTS(0, 0, 0));
    return s;
}

static void the_end_of_a_round_is_foreseen_with_all_points(void **unused)
{
    struct state s = round_played();
    struct trial t;
    const struct preview *p;

    (void)unused;
    trial_start(&t, "slithy:3");
    memcpy(t.match.state, &s, sizeof s);
    p = trial_foresees(
        &t, 0, "take the gems of seat 2",
        "Score: you +11, seat 1 +8, seat 2 +7. You take and score seat 2's unplayed gems: 7. Yellow 4 was not played: "
        "all but you add 4. You score 11 in this round: 11 in all. Seat 1 scores 8 in this round: 8 in all. Seat 2 "
        "scores 7 in this round: 7 in all. Round 2 of 3: seat 1 deals. Gems scored this round now 0.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(
        trial_changes(&t, p),
        "score of seat 0 +11; score of seat 1 +8; score of seat 2 +7; Round +1; Turn of the round is 1; "
        "Gems scored this round of seat 0 -4; Gems scored this round of seat 1 -4; "
        "Gems scored this round of seat 2 -3");
    trial_end(&t);
}

static void the_end_of_the_game_is_foreseen(void **unused)
{
    struct state s = round_played();
    struct trial t;
    const struct preview *p;

    (void)unused;
    s.round = 2; /* the third: everybody has dealt */
    trial_start(&t, "slithy:3");
    memcpy(t.match.state, &s, sizeof s);
    p = trial_foresees(
        &t, 0, "take the gems of seat 1",
        "You win. Score: you +10, seat 1 +8, seat 2 +7. You take and score seat 1's unplayed gems: 6. Yellow 4 was not "
        "played: all but you add 4. You score 10 in this round: 10 in all. Seat 1 scores 8 in this round: 8 in all. "
        "Seat 2 scores 7 in this round: 7 in all. The game is over. Gems scored this round +6.");
    assert_int_equal(p->next, NEXT_OVER);
    assert_string_equal(trial_changes(&t, p), "score of seat 0 +10; score of seat 1 +8; score of seat 2 +7; "
                                              "Gems scored this round of seat 0 +6");
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_in_play_are_those_of_the_table),
        cmocka_unit_test(one_yellow_card_more_than_turns),
        cmocka_unit_test(the_most_points_possible_fit),
        cmocka_unit_test(first_dealer_is_random),
        cmocka_unit_test(gems_of_each_from_the_dealers_left_on),
        cmocka_unit_test(groups_are_shown_by_where_one_sits),
        cmocka_unit_test(purple_goes_face_up_and_yellow_face_down),
        cmocka_unit_test(each_card_is_played_once_in_a_round_and_stays_shown),
        cmocka_unit_test(last_purple_card_is_played_by_the_rules_and_two_yellow_are_left),
        cmocka_unit_test(the_purple_card_played_by_the_rules_is_told),
        cmocka_unit_test(everybody_but_the_dealer_announces_in_any_order),
        cmocka_unit_test(announcements_of_one_turn_are_one_decision),
        cmocka_unit_test(without_gems_one_announces_0_or_nothing),
        cmocka_unit_test(announcements_bind_nobody_and_change_nothing_else),
        cmocka_unit_test(amounts_from_none_to_all_are_chosen_unseen),
        cmocka_unit_test(a_choice_may_be_changed_until_the_last_is_in),
        cmocka_unit_test(without_gems_one_is_still_asked_to_play_0),
        cmocka_unit_test(a_choice_is_told_silently_to_its_maker_and_the_reveal_to_all),
        cmocka_unit_test(three_and_four_gems_stay_below_purple_3_and_yellow_5),
        cmocka_unit_test(one_gem_more_and_they_bust),
        cmocka_unit_test(each_group_busts_for_itself),
        cmocka_unit_test(two_groups_together_do_not_bust),
        cmocka_unit_test(groups_are_told_by_their_side),
        cmocka_unit_test(a_turn_agrees_with_the_naive_table_for_all_amounts),
        cmocka_unit_test(a_whole_round_agrees_with_the_naive_table_for_few_gems),
        cmocka_unit_test(the_dealer_scores_the_unplayed_gems_of_one_and_the_others_the_yellow_card),
        cmocka_unit_test(the_dealer_may_take_from_somebody_without_gems),
        cmocka_unit_test(every_seat_deals_once_to_the_left),
        cmocka_unit_test(extended_goes_back_the_way_it_came),
        cmocka_unit_test(the_highest_total_wins),
        cmocka_unit_test(a_tie_goes_to_the_least_scored_as_the_dealer),
        cmocka_unit_test(a_tie_that_is_still_equal_is_shared),
        cmocka_unit_test(lower_places_are_given_in_the_same_way),
        cmocka_unit_test(gems_taken_in_the_last_round_count_as_scored_by_the_dealer),
        cmocka_unit_test(extended_compares_both_dealer_rounds),
        cmocka_unit_test(the_result_tells_points_as_the_dealer_and_otherwise),
        cmocka_unit_test(random_games_agree_with_the_naive_table),
        cmocka_unit_test(the_others_know_with_how_many_gems_they_may_bust),
        cmocka_unit_test(the_last_turn_leaves_two_sums),
        cmocka_unit_test(redealing_draws_the_face_down_card_anew),
        cmocka_unit_test(redealing_changes_nothing_for_the_dealer_and_where_nothing_lies_face_down),
        cmocka_unit_test(cards_and_gems_are_touched_where_they_lie_and_numbers_are_buttons),
        cmocka_unit_test(a_name_stays_with_its_gems),
        cmocka_unit_test(gems_below_the_trap_are_good_for_their_owner_and_above_it_for_the_dealer),
        cmocka_unit_test(what_was_announced_is_believed_until_it_is_chosen),
        cmocka_unit_test(before_the_last_gems_are_taken_it_stands_as_if_most_were),
        cmocka_unit_test(deals_to_come_agree_with_the_order_of_dealers),
        cmocka_unit_test(by_habit_nobody_plays_more_than_can_be_scored),
        cmocka_unit_test(by_habit_the_dealer_takes_from_the_richest),
        cmocka_unit_test(a_stage_is_a_round),
        cmocka_unit_test(the_trap_is_counted_as_far_as_one_knows),
        cmocka_unit_test(what_each_has_announced_is_counted_until_the_gems_are_shown),
        cmocka_unit_test(rounds_turns_and_scored_gems_are_counted),
        cmocka_unit_test(the_dealer_wants_a_bust_and_the_others_do_not),
        cmocka_unit_test(the_yellow_card_moves_by_its_back_for_all_but_the_dealer),
        cmocka_unit_test(gems_go_to_those_who_score_them_and_cards_are_used),
        cmocka_unit_test(gems_are_taken_and_then_handed_out_anew),
        cmocka_unit_test(things_are_explained),
        cmocka_unit_test(gems_are_handed_out_as_the_house_rule_says),
        cmocka_unit_test(fewer_gems_change_nothing_else),
        cmocka_unit_test(cards_and_announcements_are_foreseen_as_they_are),
        cmocka_unit_test(of_gems_only_ones_own_choice_is_foreseen),
        cmocka_unit_test(the_end_of_a_round_is_foreseen_with_all_points),
        cmocka_unit_test(the_end_of_the_game_is_foreseen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
