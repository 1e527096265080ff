/* test_gnumies: every rule, ruling and example of docs/rules/gnumies.md. The source is included, so that
 * positions can be laid out directly. */
#include "help.h"

#include "../src/games/gnumies.c"

#define SEEN_GAME game_gnumies
#include "seen.h"

/* ---- laying out positions -------------------------------------------------------------------- */

/* Party cards are named here by their value, from 1 to 15, and these; cards of a hand by their value and STAR. */
enum { W = WULLAWAKI + 1, C = COPICASTER + 1, NONE = 0, STAR = 110 };

#define N(value) BIT((value) / 10 - 1)

/* Seat 0 has red, 1 violet, 2 blue, 3 yellow, 4 gray; all have whole hands, and seat 0 is the starting seat. */
static void lay(struct state *s, int seats)
{
    struct setup setup = {.seats = (uint8_t)seats};

    start(s, &setup);
    for (int seat = 0; seat < seats; seat++)
        draw_colour(s, seat, NULL);
    s->phase = TURN_UP;
}

/* The supply holds these cards and no others. */
static void stock(struct state *s, const int cards[])
{
    memset(s->supply, 0, sizeof s->supply);
    s->left = 0;
    for (int i = 0; cards[i] != NONE; i++) {
        s->supply[cards[i] - 1]++;
        s->left++;
    }
}

#define STOCK(s, ...) stock((s), (const int[]){__VA_ARGS__, NONE})

/* A card on top of the supply, and it is drawn for what the game waits for. */
static void drawn_for(struct state *s, enum phase phase, int card)
{
    assert_int_equal(s->phase, phase);
    s->supply[card - 1]++;
    s->left++;
    apply(s, CHANCE, (move_t)(MOVE_PARTY + card - 1), NULL);
}

static void turn(struct state *s, int card)
{
    drawn_for(s, TURN_UP, card);
}

static bool can(const struct state *s, int seat, int move)
{
    move_t list[MOVES_MAX];
    int n = actors(s) & BIT(seat) ? moves(s, seat, list) : 0;

    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

static bool can_play(const struct state *s, int seat, int value)
{
    return can(s, seat, MOVE_CARD + value / 10 - 1);
}

static void do_move(struct state *s, int seat, int move)
{
    assert_true(can(s, seat, move));
    apply(s, seat, (move_t)move, NULL);
}

static void play(struct state *s, int seat, int value)
{
    do_move(s, seat, MOVE_CARD + value / 10 - 1);
}

/* These values from seat 0 on; a seat that does not play has NONE. */
static void all_play(struct state *s, const int values[])
{
    for (int seat = 0; seat < s->seats; seat++)
        if (values[seat] != NONE)
            play(s, seat, values[seat]);
}

#define PLAY(s, ...) all_play((s), (const int[SEATS]){__VA_ARGS__})

static int party_card(const struct state *s, int seat, int card)
{
    return s->room[seat][card - 1];
}

static int party_size(const struct state *s, int seat)
{
    int n = 0;

    for (int kind = 0; kind < KINDS; kind++)
        n += s->room[seat][kind];
    return n;
}

/* A party room with these cards. */
static void furnish(struct state *s, int seat, const int cards[])
{
    memset(s->room[seat], 0, sizeof s->room[seat]);
    for (int i = 0; cards[i] != NONE; i++)
        s->room[seat][cards[i] - 1]++;
}

#define ROOM(s, seat, ...) furnish((s), (seat), (const int[]){__VA_ARGS__, NONE})

static int points(const int cards[])
{
    struct state s = {0};

    furnish(&s, 0, cards);
    return tally(s.room[0]).points;
}

#define POINTS(...) points((const int[]){__VA_ARGS__, NONE})

/* ---- components ------------------------------------------------------------------------------- */

/* Values as on the page: red 10 = 1, yellow 10 = 4, violet 80 = 5, blue 80 = 1. */
static void luckynits_of_the_four_documented_cards(void **unused)
{
    (void)unused;
    assert_int_equal(luckynits[0][RED], 1);
    assert_int_equal(luckynits[0][YELLOW], 4);
    assert_int_equal(luckynits[7][VIOLET], 5);
    assert_int_equal(luckynits[7][BLUE], 1);
}

static void each_value_carries_each_of_1_to_5_luckynits_once(void **unused)
{
    (void)unused;
    for (int card = 0; card < 10; card++) {
        uint32_t seen = 0;

        for (int colour = 0; colour < 5; colour++)
            seen |= BIT(luckynits[card][colour]);
        assert_int_equal(seen, BIT(1) | BIT(2) | BIT(3) | BIT(4) | BIT(5));
    }
}

/* With k = value / 10 - 1 and offsets red 0 to gray 4: ((offset - k) mod 5) + 1. */
static void luckynits_follow_the_reconstruction(void **unused)
{
    static const int order[] = {RED, VIOLET, BLUE, YELLOW, GRAY};

    (void)unused;
    for (int k = 0; k < 10; k++)
        for (int offset = 0; offset < 5; offset++)
            assert_int_equal(luckynits[k][order[offset]], (offset - k + 10) % 5 + 1);
}

static void the_mark_of_a_gnumie_card_shows_its_luckynits(void **unused)
{
    (void)unused;
    for (int colour = 0; colour < 5; colour++) {
        for (int card = 0; card < 10; card++) {
            char mark[16];

            snprintf(mark, sizeof mark, "%c%d:%d", "RVBYG"[colour], 10 * card + 10, luckynits[card][colour]);
            assert_string_equal(things[colour * 11 + card].mark, mark);
        }
    }
}

static void box_has_five_colours_of_eleven_and_53_party_cards(void **unused)
{
    static const int counts[] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1, 1, 7, 1};
    struct setup setup = {.seats = 3};
    uint16_t count[THINGS_N];
    int gnumies = 0, party = 0;

    (void)unused;
    contents(&setup, count);
    for (int thing = 0; thing < 55; thing++)
        gnumies += count[thing];
    for (int kind = 0; kind < 17; kind++) {
        assert_int_equal(count[PARTY + kind], counts[kind]);
        party += count[PARTY + kind];
    }
    assert_int_equal(gnumies, 55);
    assert_int_equal(party, 53);
}

static void names_are_those_of_the_page(void **unused)
{
    static const char *const gnumies[] = {"Celin",  "Muffie",      "Uzeboozle",      "Frizzi",    "Friggie",
                                          "DeeJay", "Gnibblegnum", "Grampa Gnumsen", "Vallygnum", "Gnum"};
    static const char *const guests[] = {"Borsi",    "Dancemite", "Boggelor", "Divaletti", "Happy Herbie",
                                         "Dumbball", "Tootherus", "Jacknix",  "Trendi",    "Dimmling",
                                         "Placebo",  "Yabbing",   "Rapster",  "Fogmunk",   "Grovellor"};

    (void)unused;
    for (int i = 0; i < 10; i++)
        assert_string_equal(texts[T_NAMES + i], gnumies[i]);
    for (int i = 0; i < 15; i++) {
        char name[32];

        snprintf(name, sizeof name, "%s (%d)", guests[i], i + 1);
        assert_string_equal(things[PARTY + i].name, name);
    }
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* [R] */
static void colours_are_drawn_at_random(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gnumies:2");
    assert_int_equal(trial_options(&t, "chance"), 5);
    trial_do(&t, "chance", "gray for seat 0");
    assert_int_equal(trial_options(&t, "chance"), 4);
    assert_false(trial_can(&t, "chance", "gray for seat 1"));
    trial_do(&t, "chance", "blue for seat 1");
    assert_int_equal(trial_options(&t, "chance"), 2);
    assert_true(trial_can(&t, "chance", "seat 1 starts"));
    trial_end(&t);
}

static void with_five_seats_the_last_colour_is_no_draw(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gnumies:5");
    trial_do(&t, "chance", "gray for seat 0");
    trial_do(&t, "chance", "blue for seat 1");
    trial_do(&t, "chance", "red for seat 2");
    trial_do(&t, "chance", "violet for seat 3");
    assert_string_equal(trial_log(&t, "4"), "Seat 3 has the violet Gnumies\nYou have the yellow Gnumies\n");
    assert_true(trial_can(&t, "chance", "seat 4 starts"));
    trial_end(&t);
}

static void each_seat_takes_the_eleven_cards_of_its_colour(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "gnumies:2");
    trial_do(&t, "chance", "gray for seat 0");
    trial_do(&t, "chance", "blue for seat 1");
    for (int value = 10; value <= 100; value += 10) {
        char name[16];

        snprintf(name, sizeof name, "gray %d", value);
        assert_int_equal(trial_count(&t, "0", name), 1);
        snprintf(name, sizeof name, "blue %d", value);
        assert_int_equal(trial_count(&t, "0", name), 1);
        snprintf(name, sizeof name, "red %d", value);
        assert_int_equal(trial_count(&t, "0", name), 0);
    }
    assert_int_equal(trial_count(&t, "0", "gray Gnalli"), 1);
    assert_int_equal(trial_count(&t, "0", "Gnumie card"), 33); /* the unused colours, in the box */
    trial_end(&t);
}

static void starting_seat_is_drawn(void **unused)
{
    struct trial t;
    struct state *s;

    (void)unused;
    trial_start(&t, "gnumies:3");
    trial_do(&t, "chance", "red for seat 0");
    trial_do(&t, "chance", "blue for seat 1");
    trial_do(&t, "chance", "gray for seat 2");
    assert_int_equal(trial_options(&t, "chance"), 3);
    trial_do(&t, "chance", "seat 2 starts");
    s = (struct state *)(void *)t.match.state;
    assert_int_equal(s->starter, 2);
    trial_end(&t);
}

/* ---- a round ---------------------------------------------------------------------------------- */

static void any_card_of_the_supply_may_be_on_top(void **unused)
{
    static const uint32_t counts[] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1, 1, 7, 1};
    struct state s;
    move_t list[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    (void)unused;
    lay(&s, 3);
    assert_int_equal(chance(&s, list, weight), 17);
    for (int kind = 0; kind < 17; kind++)
        assert_int_equal(weight[kind], counts[kind]);
    assert_int_equal(odds(&s), 53);
    turn(&s, 9);
    assert_int_equal(s.up, 9);
}

static void every_seat_with_cards_chooses_at_the_same_time(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 4);
    s.hand[2] = 0;
    turn(&s, 5);
    assert_int_equal(actors(&s), BIT(0) | BIT(1) | BIT(3));
    play(&s, 3, 20);
    assert_int_equal(actors(&s), BIT(0) | BIT(1));
    assert_int_equal(sealed(&s), BIT(3));
}

static void a_card_is_chosen_even_if_there_is_only_one(void **unused)
{
    struct state s;
    move_t list[MOVES_MAX];

    (void)unused;
    lay(&s, 3);
    s.hand[1] = N(70);
    turn(&s, 5);
    assert_true(actors(&s) & BIT(1));
    assert_int_equal(moves(&s, 1, list), 1);
    assert_true(can_play(&s, 1, 70));
}

static void a_choice_stays_in_hand_and_may_be_changed_until_all_have_chosen(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 2);
    turn(&s, 5);
    play(&s, 0, 30);
    assert_true(s.hand[0] & N(30));
    reopen(&s, BIT(0));
    assert_int_equal(actors(&s), BIT(0) | BIT(1));
    play(&s, 0, 40);
    play(&s, 1, 10);
    assert_int_equal(s.hand[0], WHOLE_HAND & ~N(40));
}

static void set_up_by_words(struct trial *t)
{
    trial_start(t, "gnumies:3");
    trial_do(t, "chance", "violet for seat 0");
    trial_do(t, "chance", "blue for seat 1");
    trial_do(t, "chance", "gray for seat 2");
    trial_do(t, "chance", "seat 0 starts");
}

static void choices_are_secret_until_the_last_is_in(void **unused)
{
    struct trial t;

    (void)unused;
    set_up_by_words(&t);
    trial_do(&t, "chance", "turn up Trendi (9)");
    trial_do(&t, "1", "play blue 80");
    assert_string_equal(trial_log(&t, "0"), "");
    assert_string_equal(trial_log(&t, "spectator"), "");
    trial_do(&t, "0", "play violet 80");
    trial_do(&t, "2", "play gray 20");
    assert_string_equal(trial_log(&t, "0"), "You play violet 80, Grampa Gnumsen\n"
                                            "Seat 1 plays blue 80, Grampa Gnumsen\n"
                                            "Seat 2 plays gray 20, Muffie\n"
                                            "2 cards tie, and violet 80 has the most Luckynits: 5\n"
                                            "You win the Trendi (9) and discard violet 80\n"
                                            "The others take their cards back\n");
    trial_end(&t);
}

static void guest_goes_to_the_highest_who_discards_and_the_others_take_back(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, 12);
    PLAY(&s, 50, 90, 70);
    assert_int_equal(party_card(&s, 1, 12), 1);
    assert_int_equal(party_size(&s, 0) + party_size(&s, 2), 0);
    assert_int_equal(s.hand[0], WHOLE_HAND);
    assert_int_equal(s.hand[1], WHOLE_HAND & ~N(90));
    assert_int_equal(s.hand[2], WHOLE_HAND);
    assert_int_equal(s.phase, TURN_UP);
    assert_int_equal(s.up, NONE);
}

/* The rulebook's own example: violet 80 has five Luckynits, blue 80 has one. */
static void tied_guest_goes_to_the_most_luckynits(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3); /* red, violet, blue */
    turn(&s, 12);
    PLAY(&s, 20, 80, 80);
    assert_int_equal(party_card(&s, 1, 12), 1);
    turn(&s, 11);
    PLAY(&s, 20, 30, 80);
    assert_int_equal(party_card(&s, 2, 11), 1); /* the blue 80 had come back */
}

static void a_tie_below_the_highest_does_not_matter(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, 12);
    PLAY(&s, 90, 80, 80);
    assert_int_equal(party_card(&s, 0, 12), 1);
}

static void copicaster_goes_to_the_lowest_who_discards(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, C);
    PLAY(&s, 50, 90, 40);
    assert_int_equal(party_card(&s, 2, C), 1);
    assert_int_equal(s.hand[0], WHOLE_HAND);
    assert_int_equal(s.hand[1], WHOLE_HAND);
    assert_int_equal(s.hand[2], WHOLE_HAND & ~N(40));
}

/* The rulebook's own example: yellow 10 has four Luckynits, red 10 has one. */
static void tied_copicaster_goes_to_the_most_luckynits(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 4);
    turn(&s, C);
    PLAY(&s, 10, 20, 30, 10);
    assert_int_equal(party_card(&s, 3, C), 1);
    assert_int_equal(s.hand[0], WHOLE_HAND);
    assert_int_equal(s.hand[3], WHOLE_HAND & ~N(10));
}

static void wullawaki_goes_to_the_highest_who_takes_back_and_the_others_discard(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, W);
    PLAY(&s, 50, 90, 70);
    assert_int_equal(party_card(&s, 1, W), 1);
    assert_int_equal(s.hand[0], WHOLE_HAND & ~N(50));
    assert_int_equal(s.hand[1], WHOLE_HAND);
    assert_int_equal(s.hand[2], WHOLE_HAND & ~N(70));
}

static void tied_wullawaki_goes_to_the_most_luckynits(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, W);
    PLAY(&s, 20, 80, 80); /* violet 80 has five, blue 80 one */
    assert_int_equal(party_card(&s, 1, W), 1);
    assert_int_equal(s.hand[1], WHOLE_HAND);
    assert_int_equal(s.hand[2], WHOLE_HAND & ~N(80));
}

static void gnalli_may_not_be_played_at_a_wullawaki(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, W);
    for (int seat = 0; seat < 3; seat++) {
        assert_false(can_play(&s, seat, STAR));
        assert_true(can_play(&s, seat, 100));
    }
    lay(&s, 3);
    turn(&s, C);
    assert_true(can_play(&s, 0, STAR));
}

static void party_cards_won_and_hands_lie_open(void **unused)
{
    struct trial t;

    (void)unused;
    set_up_by_words(&t);
    trial_do(&t, "chance", "turn up Trendi (9)");
    assert_int_equal(trial_count(&t, "spectator", "Trendi (9)"), 1);
    trial_do(&t, "0", "play violet 80");
    trial_do(&t, "1", "play blue 10");
    trial_do(&t, "2", "play gray 20");
    trial_do(&t, "chance", "turn up Wullawaki");
    assert_int_equal(trial_count(&t, "spectator", "Trendi (9)"), 1);
    assert_int_equal(trial_count(&t, "2", "Trendi (9)"), 1);
    for (int i = 0; i < 3; i++) {
        static const char *const viewers[] = {"0", "2", "spectator"};

        assert_int_equal(trial_count(&t, viewers[i], "violet 80"), 1); /* among the discards */
        assert_int_equal(trial_count(&t, viewers[i], "blue 10"), 1);   /* in hand */
        assert_int_equal(trial_count(&t, viewers[i], "party card"), 51);
    }
    trial_end(&t);
}

/* ---- the Gnalli ------------------------------------------------------------------------------- */

static void single_gnalli_does_not_compete_and_looks_after_the_award(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, 12);
    PLAY(&s, STAR, 20, 10);
    assert_int_equal(party_card(&s, 1, 12), 1);
    assert_int_equal(s.up, NONE);
    assert_int_equal(s.phase, LOOK);
    assert_int_equal(actors(&s), BIT(CHANCE));
    assert_int_equal(odds(&s), 53);
    drawn_for(&s, LOOK, 7);
    assert_int_equal(actors(&s), BIT(0));
}

static void single_gnalli_at_a_copicaster_does_not_compete_either(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 2);
    turn(&s, C);
    PLAY(&s, STAR, 100);
    assert_int_equal(party_card(&s, 1, C), 1);
    assert_int_equal(s.phase, LOOK);
}

static void the_card_looked_at_is_known_to_its_owner_alone_until_placed(void **unused)
{
    struct trial t;

    (void)unused;
    set_up_by_words(&t);
    trial_do(&t, "chance", "turn up Trendi (9)");
    trial_do(&t, "0", "play violet Gnalli");
    trial_do(&t, "1", "play blue 10");
    trial_do(&t, "2", "play gray 20");
    trial_do(&t, "chance", "show Rapster (13) to seat 0");
    assert_string_equal(trial_log(&t, "0"), "You look at the top card of the supply: Rapster (13)\n");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 looks at the top card of the supply\n");
    assert_int_equal(trial_count(&t, "0", "Rapster (13)"), 1);
    assert_int_equal(trial_count(&t, "referee", "Rapster (13)"), 1);
    assert_int_equal(trial_count(&t, "1", "Rapster (13)"), 0);
    assert_int_equal(trial_count(&t, "spectator", "Rapster (13)"), 0);
    assert_int_equal(trial_count(&t, "0", "party card"), 51);
    assert_int_equal(trial_count(&t, "1", "party card"), 52);
    trial_do(&t, "0", "give the card to seat 2");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 gives the Rapster (13) to seat 2\nSeat 0 takes the Gnalli back\n");
    assert_int_equal(trial_count(&t, "1", "Rapster (13)"), 1);
    trial_end(&t);
}

static void gnalli_owner_may_keep_or_give_to_any_opponent(void **unused)
{
    struct state s;
    move_t list[MOVES_MAX];

    (void)unused;
    lay(&s, 4);
    turn(&s, 12);
    PLAY(&s, 20, 30, STAR, 40);
    drawn_for(&s, LOOK, 7);
    assert_int_equal(moves(&s, 2, list), 4);
    assert_true(can(&s, 2, MOVE_KEEP));
    assert_true(can(&s, 2, MOVE_GIVE + 0));
    assert_true(can(&s, 2, MOVE_GIVE + 1));
    assert_false(can(&s, 2, MOVE_GIVE + 2));
    assert_true(can(&s, 2, MOVE_GIVE + 3));
}

static void a_card_given_lies_with_the_opponent_and_the_gnalli_returns(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, 12);
    PLAY(&s, STAR, 20, 10);
    drawn_for(&s, LOOK, 7);
    do_move(&s, 0, MOVE_GIVE + 2);
    assert_int_equal(party_card(&s, 2, 7), 1);
    assert_int_equal(s.hand[0], WHOLE_HAND);
    assert_int_equal(s.phase, TURN_UP);
}

/* [R] */
static void a_card_may_be_given_to_a_seat_without_cards(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    s.hand[2] = 0;
    turn(&s, 12);
    PLAY(&s, STAR, 20);
    drawn_for(&s, LOOK, 7);
    do_move(&s, 0, MOVE_GIVE + 2);
    assert_int_equal(party_card(&s, 2, 7), 1);
    assert_int_equal(s.hand[2], 0);
}

static void a_card_kept_costs_the_gnalli(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, 12);
    PLAY(&s, STAR, 20, 10);
    drawn_for(&s, LOOK, C);
    do_move(&s, 0, MOVE_KEEP);
    assert_int_equal(party_card(&s, 0, C), 1);
    assert_int_equal(s.hand[0], NUMBERS);
}

static void a_wullawaki_looked_at_is_kept_and_the_gnalli_returns(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, 12);
    PLAY(&s, STAR, 20, 10);
    drawn_for(&s, LOOK, W);
    assert_int_equal(party_card(&s, 0, W), 1);
    assert_int_equal(s.hand[0], WHOLE_HAND);
    assert_int_equal(s.phase, TURN_UP);
}

static void a_wullawaki_looked_at_goes_face_up_for_all(void **unused)
{
    struct trial t;

    (void)unused;
    set_up_by_words(&t);
    trial_do(&t, "chance", "turn up Trendi (9)");
    trial_do(&t, "0", "play violet Gnalli");
    trial_do(&t, "1", "play blue 10");
    trial_do(&t, "2", "play gray 20");
    trial_do(&t, "chance", "show Wullawaki to seat 0");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 looks at a Wullawaki, keeps it and takes the Gnalli back\n");
    assert_int_equal(trial_count(&t, "1", "Wullawaki"), 1);
    trial_end(&t);
}

static void with_an_empty_supply_the_gnalli_just_returns(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    STOCK(&s, NONE);
    turn(&s, 12);
    PLAY(&s, STAR, 20, 10);
    assert_int_equal(party_card(&s, 1, 12), 1);
    assert_int_equal(s.hand[0], WHOLE_HAND);
    assert_int_equal(party_size(&s, 0), 0);
    assert_int_equal(s.phase, OVER); /* and no party card can be turned up */
}

static void two_gnallis_but_not_all_return_and_nobody_looks(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 4);
    turn(&s, 12);
    PLAY(&s, STAR, 20, STAR, 10);
    assert_int_equal(party_card(&s, 1, 12), 1);
    assert_int_equal(s.hand[0], WHOLE_HAND);
    assert_int_equal(s.hand[1], WHOLE_HAND & ~N(20));
    assert_int_equal(s.hand[2], WHOLE_HAND);
    assert_int_equal(s.hand[3], WHOLE_HAND);
    assert_int_equal(s.phase, TURN_UP);
    assert_int_equal(s.left, 53);
}

static void three_gnallis_against_one_card_return_too(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 4);
    turn(&s, 12);
    PLAY(&s, STAR, STAR, STAR, 10);
    assert_int_equal(party_card(&s, 3, 12), 1);
    assert_int_equal(s.phase, TURN_UP);
    assert_int_equal(s.left, 53);
}

static void all_gnallis_return_and_all_play_again_without_it(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, 12);
    PLAY(&s, STAR, STAR, STAR);
    assert_int_equal(s.phase, CHOOSE);
    assert_int_equal(s.up, 12);
    assert_int_equal(actors(&s), BIT(0) | BIT(1) | BIT(2));
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(s.hand[seat], WHOLE_HAND);
        assert_false(can_play(&s, seat, STAR));
        assert_true(can_play(&s, seat, 10));
    }
    PLAY(&s, 30, 40, 20);
    assert_int_equal(party_card(&s, 1, 12), 1);
    assert_int_equal(s.hand[1], WHOLE_HAND & ~N(40));
    turn(&s, 11);
    assert_true(can_play(&s, 0, STAR)); /* only for that card */
}

static void in_a_replay_for_the_copicaster_the_lowest_wins(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 2);
    turn(&s, C);
    PLAY(&s, STAR, STAR);
    PLAY(&s, 30, 40);
    assert_int_equal(party_card(&s, 0, C), 1);
}

/* [R] */
static void a_seat_with_only_the_gnalli_sits_the_replay_out_and_keeps_it(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    s.hand[1] = BIT(GNALLI);
    turn(&s, 12);
    PLAY(&s, STAR, STAR, STAR);
    assert_int_equal(actors(&s), BIT(0) | BIT(2));
    PLAY(&s, 30, NONE, 20);
    assert_int_equal(party_card(&s, 0, 12), 1);
    assert_int_equal(s.hand[1], BIT(GNALLI));
    assert_int_equal(s.phase, TURN_UP);
}

/* [R] */
static void a_seat_that_replays_alone_still_plays_a_card(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    s.hand[0] = s.hand[2] = BIT(GNALLI);
    turn(&s, 12);
    PLAY(&s, STAR, STAR, STAR);
    assert_int_equal(actors(&s), BIT(1));
    assert_false(can_play(&s, 1, STAR));
    play(&s, 1, 70);
    assert_int_equal(party_card(&s, 1, 12), 1);
    assert_int_equal(s.hand[1], WHOLE_HAND & ~N(70));
    assert_int_equal(s.hand[0], BIT(GNALLI));
    assert_int_equal(s.hand[2], BIT(GNALLI));
    assert_int_equal(s.phase, TURN_UP);
}

static void a_lone_replay_with_one_card_is_asked_for_too(void **unused)
{
    struct state s;
    move_t list[MOVES_MAX];

    (void)unused;
    lay(&s, 2);
    s.hand[0] = BIT(GNALLI);
    s.hand[1] = BIT(GNALLI) | N(10);
    turn(&s, 12);
    PLAY(&s, STAR, STAR);
    assert_int_equal(actors(&s), BIT(1));
    assert_int_equal(moves(&s, 1, list), 1);
    play(&s, 1, 10);
    assert_int_equal(party_card(&s, 1, 12), 1);
    assert_int_equal(s.hand[1], BIT(GNALLI));
}

static void only_gnallis(struct state *s)
{
    lay(s, 3);
    for (int seat = 0; seat < 3; seat++)
        s->hand[seat] = BIT(GNALLI);
    s->starter = 1;
}

/* [R] Seat order from the starting seat; the face-up card is removed; the game ends. */
static void if_all_have_only_the_gnalli_each_takes_a_card_and_the_game_ends(void **unused)
{
    struct state s;

    (void)unused;
    only_gnallis(&s);
    turn(&s, 12);
    PLAY(&s, STAR, STAR, STAR);
    assert_int_equal(s.phase, TAKE);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(s.hand[seat], 0);
    drawn_for(&s, TAKE, 5);
    assert_int_equal(party_card(&s, 1, 5), 1);
    drawn_for(&s, TAKE, W);
    assert_int_equal(party_card(&s, 2, W), 1);
    drawn_for(&s, TAKE, 6);
    assert_int_equal(party_card(&s, 0, 6), 1);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(s.removed, 12);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(party_size(&s, seat), 1);
}

/* [R] As far as the supply lasts. */
static void if_all_have_only_the_gnalli_the_supply_may_run_out(void **unused)
{
    struct state s;

    (void)unused;
    only_gnallis(&s);
    STOCK(&s, 3, 4);
    turn(&s, 12);
    PLAY(&s, STAR, STAR, STAR);
    assert_int_equal(odds(&s), 2);
    apply(&s, CHANCE, MOVE_PARTY + 3 - 1, NULL); /* the 4 that is left is no draw */
    assert_int_equal(party_card(&s, 1, 3), 1);
    assert_int_equal(party_card(&s, 2, 4), 1);
    assert_int_equal(party_size(&s, 0), 0);
    assert_int_equal(s.phase, OVER);
}

/* ---- only the Gnalli when a Wullawaki is up ----------------------------------------------------- */

static void one_seat_with_only_the_gnalli_sits_a_wullawaki_out_and_keeps_it(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    s.hand[1] = BIT(GNALLI);
    turn(&s, W);
    assert_int_equal(actors(&s), BIT(0) | BIT(2));
    PLAY(&s, 30, NONE, 20);
    assert_int_equal(party_card(&s, 0, W), 1);
    assert_int_equal(s.hand[1], BIT(GNALLI));
    assert_int_equal(party_size(&s, 1), 0);
    assert_int_equal(s.hand[2], WHOLE_HAND & ~N(20));
}

static void the_seat_that_sits_a_wullawaki_out_shows_its_gnalli(void **unused)
{
    struct state s;
    struct facts facts = {0};
    int told = 0;

    (void)unused;
    lay(&s, 3);
    s.hand[1] = BIT(GNALLI);
    s.phase = TURN_UP;
    STOCK(&s, W, 1, 2);
    apply(&s, CHANCE, MOVE_PARTY + WULLAWAKI, &facts);
    for (int i = 0; i < facts.n; i++)
        if (facts.fact[i].phrase.text == T_SHOWS_GNALLI) {
            assert_int_equal(facts.fact[i].phrase.arg[0], 1);
            assert_int_equal(facts.fact[i].to, EVERYBODY);
            told++;
        }
    assert_int_equal(told, 1);
}

/* [R] Before cards are chosen, in seat order from the starting seat. */
static void two_seats_with_only_the_gnalli_trade_it_for_a_card_and_are_finished(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 4);
    s.hand[0] = s.hand[2] = BIT(GNALLI);
    s.starter = 1;
    turn(&s, W);
    assert_int_equal(s.phase, TAKE);
    drawn_for(&s, TAKE, 5); /* seat 2 comes before seat 0 */
    assert_int_equal(party_card(&s, 2, 5), 1);
    drawn_for(&s, TAKE, W);
    assert_int_equal(party_card(&s, 0, W), 1);
    assert_int_equal(s.hand[0], 0);
    assert_int_equal(s.hand[2], 0);
    assert_int_equal(actors(&s), BIT(1) | BIT(3)); /* who now contest it */
    PLAY(&s, NONE, 30, NONE, 20);
    assert_int_equal(party_card(&s, 1, W), 1);
    assert_int_equal(s.phase, TURN_UP);
}

/* [R] As far as the supply lasts. */
static void trading_the_gnalli_the_supply_may_run_out(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 5);
    s.hand[0] = s.hand[2] = s.hand[3] = BIT(GNALLI);
    s.starter = 3;
    STOCK(&s, 8);
    turn(&s, W);
    assert_int_equal(party_card(&s, 3, 8), 1);
    assert_int_equal(party_size(&s, 0) + party_size(&s, 2), 0);
    for (int seat = 0; seat < 5; seat++)
        assert_int_equal(s.hand[seat], seat == 1 || seat == 4 ? WHOLE_HAND : 0);
    assert_int_equal(actors(&s), BIT(1) | BIT(4));
}

/* [R] */
static void a_lone_contestant_takes_the_wullawaki_without_playing_a_card(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    s.hand[0] = 0;
    s.hand[1] = BIT(GNALLI);
    s.hand[2] = N(10) | N(20);
    turn(&s, W);
    assert_int_equal(party_card(&s, 2, W), 1);
    assert_int_equal(s.hand[1], BIT(GNALLI));
    assert_int_equal(s.hand[2], N(10) | N(20));
    assert_int_equal(s.phase, TURN_UP); /* both have cards: the game goes on */
}

/* [R] The others have traded their Gnallis, so that it is the last with cards, too. */
static void a_lone_contestant_may_be_the_last_with_cards(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    s.hand[0] = s.hand[1] = BIT(GNALLI);
    s.hand[2] = N(10);
    turn(&s, W);
    drawn_for(&s, TAKE, 5);
    drawn_for(&s, TAKE, 6);
    assert_int_equal(party_card(&s, 2, W), 1);
    assert_int_equal(s.hand[2], 0);
    drawn_for(&s, TAKE, 7);
    assert_int_equal(party_card(&s, 2, 7), 1);
    assert_int_equal(s.phase, OVER);
}

/* [R] */
static void a_wullawaki_that_nobody_is_left_to_contest_is_removed(void **unused)
{
    struct state s;

    (void)unused;
    only_gnallis(&s);
    turn(&s, W);
    drawn_for(&s, TAKE, 5);
    drawn_for(&s, TAKE, 6);
    drawn_for(&s, TAKE, 7);
    assert_int_equal(party_card(&s, 1, 5), 1);
    assert_int_equal(party_card(&s, 2, 6), 1);
    assert_int_equal(party_card(&s, 0, 7), 1);
    assert_int_equal(s.removed, W);
    assert_int_equal(s.phase, OVER);
}

/* ---- the end --------------------------------------------------------------------------------- */

static void a_seat_without_cards_is_finished_and_the_others_go_on(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    s.hand[0] = N(100);
    turn(&s, 12);
    PLAY(&s, 100, 20, 30);
    assert_int_equal(s.hand[0], 0);
    turn(&s, 11);
    assert_int_equal(actors(&s), BIT(1) | BIT(2));
}

/* [R] A Gnalli counts as a card. */
static void the_last_seat_discards_its_cards_and_takes_as_many(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 2);
    s.hand[0] = N(100);
    s.hand[1] = N(20) | N(30) | BIT(GNALLI);
    turn(&s, 12);
    PLAY(&s, 100, 20);
    assert_int_equal(s.hand[1], 0);
    drawn_for(&s, TAKE, 5);
    drawn_for(&s, TAKE, 5);
    assert_int_equal(s.phase, TAKE);
    drawn_for(&s, TAKE, W);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(party_card(&s, 1, 5), 2);
    assert_int_equal(party_card(&s, 1, W), 1);
    assert_int_equal(party_size(&s, 1), 3);
}

static void the_last_seat_takes_as_far_as_the_supply_lasts(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 2);
    s.hand[0] = N(100);
    STOCK(&s, 4, 4);
    turn(&s, 12);
    PLAY(&s, 100, 20);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(s.hand[1], 0);
    assert_int_equal(party_card(&s, 1, 4), 2);
    assert_int_equal(party_size(&s, 1), 2);
}

static void the_last_seat_discards_its_cards_even_if_the_supply_is_empty(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 2);
    s.hand[0] = N(100);
    STOCK(&s, NONE);
    turn(&s, 12);
    PLAY(&s, 100, 20);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(s.hand[1], 0);
    assert_int_equal(party_size(&s, 1), 0);
}

static void a_card_placed_or_taken_is_seen_by_all(void **unused)
{
    struct state s;
    struct facts facts = {0};
    int told = 0;

    (void)unused;
    lay(&s, 2);
    STOCK(&s, 5, 5, 6);
    turn(&s, 12);
    PLAY(&s, STAR, 100);
    apply(&s, CHANCE, MOVE_PARTY + 5 - 1, NULL);
    apply(&s, 0, MOVE_KEEP, &facts);
    for (int i = 0; i < facts.n; i++)
        told += facts.fact[i].phrase.text == T_KEEPS && facts.fact[i].to == EVERYBODY;
    lay(&s, 2);
    s.hand[0] = N(100);
    s.hand[1] = N(10) | N(20);
    STOCK(&s, 5, 6);
    turn(&s, 12);
    PLAY(&s, 100, 20);
    facts_clear(&facts);
    apply(&s, CHANCE, MOVE_PARTY + 5 - 1, &facts);
    for (int i = 0; i < facts.n; i++)
        told += facts.fact[i].phrase.text == T_TAKES && facts.fact[i].to == EVERYBODY;
    assert_int_equal(told, 3); /* kept, taken, and the last one taken by itself */
}

/* [R] */
static void the_game_ends_when_no_party_card_can_be_turned_up(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    STOCK(&s, NONE);
    turn(&s, 12);
    PLAY(&s, 100, 20, 30);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(actors(&s), 0);
    assert_int_equal(s.hand[1], WHOLE_HAND);
}

static void the_game_ends_when_nobody_has_cards(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 2);
    s.hand[0] = BIT(GNALLI);
    s.hand[1] = N(10);
    turn(&s, 12);
    PLAY(&s, STAR, 10);
    drawn_for(&s, LOOK, 7);
    do_move(&s, 0, MOVE_KEEP);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(s.left, 53);
    assert_int_equal(party_size(&s, 0), 1);
    assert_int_equal(party_size(&s, 1), 1);
}

static void a_supply_of_one_kind_is_no_draw(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 2);
    STOCK(&s, 9, 9);
    turn(&s, 12);
    PLAY(&s, 100, 20);
    assert_int_equal(s.phase, CHOOSE);
    assert_int_equal(s.up, 9);
    assert_int_equal(s.left, 1);
    PLAY(&s, STAR, 20); /* the look is no draw either */
    assert_int_equal(s.phase, PLACE);
    assert_int_equal(s.looked, 9);
    assert_int_equal(s.left, 0);
}

/* ---- what is hidden -------------------------------------------------------------------------- */

static void redealing_the_card_looked_at_never_makes_it_a_wullawaki(void **unused)
{
    struct state s, redealt;
    struct luck luck = {3};
    int seen[KINDS] = {0};

    (void)unused;
    lay(&s, 3);
    STOCK(&s, 5, 5, C, W, W, W, W);
    turn(&s, 12);
    PLAY(&s, STAR, 20, 10);
    drawn_for(&s, LOOK, 7);
    for (int i = 0; i < 4000; i++) {
        redealt = s;
        veil(&redealt, i % 2 ? 1 : SPECTATOR, &luck);
        seen[redealt.looked - 1]++;
        assert_int_equal(redealt.supply[WULLAWAKI], 4);
        assert_int_equal(redealt.supply[5 - 1] + (redealt.looked == 5), 2);
        assert_int_equal(redealt.supply[7 - 1] + (redealt.looked == 7), 1);
        assert_int_equal(redealt.supply[C - 1] + (redealt.looked == C), 1);
    }
    assert_in_range(seen[5 - 1], 1850, 2150); /* two of four; a deviation of 150 is nearly five sigma */
    assert_in_range(seen[7 - 1], 865, 1135);
    assert_in_range(seen[C - 1], 865, 1135);
    redealt = s;
    veil(&redealt, 0, &luck); /* its owner knows it */
    assert_memory_equal(&redealt, &s, sizeof s);
    veil(&redealt, REFEREE, &luck);
    assert_memory_equal(&redealt, &s, sizeof s);
}

/* ---- scoring --------------------------------------------------------------------------------- */

static void a_single_guest_scores_its_value(void **unused)
{
    (void)unused;
    for (int value = 1; value <= 15; value++)
        assert_int_equal(POINTS(value), value);
    assert_int_equal(POINTS(1, 7, 15), 1 + 7 + 15);
    assert_int_equal(POINTS(NONE), 0);
}

static void alike_score_20_50_100_and_150_whatever_their_value(void **unused)
{
    (void)unused;
    for (int value = 1; value <= 10; value++) {
        assert_int_equal(POINTS(value, value), 20);
        assert_int_equal(POINTS(value, value, value), 50);
        assert_int_equal(POINTS(value, value, value, value), 100);
        assert_int_equal(POINTS(value, value, value, value, C), 150);
    }
}

static void one_wullawaki_costs_the_lowest_guest(void **unused)
{
    (void)unused;
    assert_int_equal(POINTS(W, 3, 8, 15), 8 + 15);
    assert_int_equal(POINTS(W, 3, 3, 8), 3 + 8); /* one card of the pair */
    assert_int_equal(POINTS(W, 4), 0);
}

static void two_wullawakis_cost_the_highest_guest(void **unused)
{
    (void)unused;
    assert_int_equal(POINTS(W, W, 3, 8, 15), 3 + 8);
    assert_int_equal(POINTS(W, W, 3, 8, 8, 8), 3 + 20); /* one card of the three */
    assert_int_equal(POINTS(W, W, 4), 0);
}

static void three_wullawakis_cost_three_cards_chosen_best(void **unused)
{
    (void)unused;
    assert_int_equal(POINTS(W, W, W, 1, 2, 3, 4), 4);
    assert_int_equal(POINTS(W, W, W, 1, 1, 1, 13, 14, 15), 50);           /* 42 if the 1s went */
    assert_int_equal(POINTS(W, W, W, 2, 2, 15, 14, 13, 9), 15 + 14 + 13); /* a pair and the 15 would be 35 */
    assert_int_equal(POINTS(W, W, W, 2, 2, 12, 9, 8, 7), 20 + 12);        /* the three best singles would be 29 */
    assert_int_equal(POINTS(W, W, W, W, 5, 5, 5, 5, 9, 9, 9), 50);        /* three alike; two and one would be 29 */
    assert_int_equal(POINTS(W, W, W, W, W, W, W, 1, 2, 3, 4, 5, 6, 7, 8), 8);
}

/* [R] */
static void fewer_cards_than_the_wullawakis_cost_all_go(void **unused)
{
    (void)unused;
    assert_int_equal(POINTS(W, W, W, 15, 15), 0);
    assert_int_equal(POINTS(W, W, W, W, 15, 14, C), 0);
    assert_int_equal(POINTS(W, W, W, 13, 14, 15), 0);
    assert_int_equal(POINTS(W, W, W), 0);
    assert_int_equal(POINTS(W), 0);
    assert_int_equal(POINTS(W, W), 0);
}

/* [R] */
static void one_or_two_wullawakis_never_cost_the_copicaster(void **unused)
{
    struct state s = {0};

    (void)unused;
    ROOM(&s, 0, W, C);
    assert_int_equal(tally(s.room[0]).kept[COPICASTER], 1);
    ROOM(&s, 0, W, W, C);
    assert_int_equal(tally(s.room[0]).kept[COPICASTER], 1);
    assert_int_equal(POINTS(W, C), 0);
    assert_int_equal(POINTS(W, W, C), 0);
    assert_int_equal(POINTS(W, C, 9), 0);
    assert_int_equal(POINTS(W, W, C, 9), 0);
    assert_int_equal(POINTS(W, C, 8, 9), 20);
    assert_int_equal(POINTS(W, W, C, 8, 9), 20);
}

static void three_wullawakis_may_cost_the_copicaster(void **unused)
{
    (void)unused;
    assert_int_equal(POINTS(W, W, W, C, 13, 14, 15), 15); /* one card stays, and a Copicaster alone is worth 0 */
    assert_int_equal(POINTS(W, W, W, C, 12, 13, 14, 15), 14 + 15); /* with the Copicaster a pair, 20 */
    assert_int_equal(POINTS(W, W, W, C, 2, 3, 4, 5), 20);          /* here it stays */
}

static void copicaster_becomes_the_lowest_guest_that_is_left(void **unused)
{
    (void)unused;
    assert_int_equal(POINTS(C), 0);
    assert_int_equal(POINTS(C, 9), 20);
    assert_int_equal(POINTS(C, 3, 9, 9, 9), 20 + 50); /* the 3, though a 9 would score more */
    assert_int_equal(POINTS(C, W, 3, 9, 9, 9), 100);  /* the Wullawaki has taken the 3 */
    assert_int_equal(POINTS(C, 4, 4, 4, 4), 150);
}

/* Three Dancemites, Dumbball, two Trendis, Dimmling, Rapster, a Wullawaki and the Copicaster. */
static void worked_example_scores_99(void **unused)
{
    static const char *const lines[] = {"Seat 0 scores 99 points",
                                        "- the Wullawaki goes, and with it the lowest guest: Dancemite (2)",
                                        "- the Copicaster becomes one more Dancemite (2)",
                                        "- 3 × Dancemite (2): 50",
                                        "- Dumbball (6): 6",
                                        "- 2 × Trendi (9): 20",
                                        "- Dimmling (10): 10",
                                        "- Rapster (13): 13"};
    struct state s;
    struct result r = {0};
    struct speech plain = speech_plain(&game_gnumies);

    (void)unused;
    lay(&s, 2);
    s.phase = OVER;
    ROOM(&s, 0, 2, 2, 2, 6, 9, 9, 10, 13, W, C);
    result(&s, &r);
    assert_int_equal(r.score[0], 99);
    assert_int_equal(r.lines, 8 + 1);
    for (int i = 0; i < 8; i++) {
        char line[128];
        struct text text = text_in(line, sizeof line);

        sentence_put(&text, &plain, r.line[i].phrase);
        assert_string_equal(line, lines[i]);
        assert_int_equal(r.line[i].seat, 0);
    }
}

static void most_points_win_and_ties_are_shared(void **unused)
{
    struct state s;
    struct result r = {0};
    uint8_t rank[SEATS_MAX];

    (void)unused;
    lay(&s, 4);
    s.phase = OVER;
    ROOM(&s, 0, 9);
    ROOM(&s, 1, 5, 15);
    ROOM(&s, 2, 1, 1);
    ROOM(&s, 3, 14, 9, W);
    result(&s, &r);
    game_ranks(&game_gnumies, 4, &r, rank);
    assert_int_equal(r.score[1], 20);
    assert_int_equal(r.score[2], 20);
    assert_int_equal(rank[0], 4);
    assert_int_equal(rank[1], 1);
    assert_int_equal(rank[2], 1);
    assert_int_equal(rank[3], 3);
}

static void the_score_so_far_is_shown(void **unused)
{
    static struct scene shown;
    struct state s;

    (void)unused;
    lay(&s, 2);
    ROOM(&s, 0, 2, 2, 2, 6, 9, 9, 10, 13, W, C);
    scene(&s, 1, &shown);
    assert_true(shown.scored);
    assert_int_equal(shown.score[0], 99);
    assert_int_equal(shown.score[1], 0);
}

/* ---- scoring, a second time ---------------------------------------------------------------------- */

/* Scoring from the words of the rules, on a list of cards: guests by value, 0 for the Copicaster. */
static int naive_points(const int cards[], int n)
{
    static const int group[] = {0, 0, 20, 50, 100, 150};
    int count[16] = {0}, sum = 0;

    for (int i = 0; i < n; i++)
        count[cards[i]]++;
    for (int value = 1; value <= 15 && count[0]; value++) {
        if (count[value]) {
            count[value]++;
            break;
        }
    }
    for (int value = 1; value <= 15; value++)
        sum += count[value] == 1 ? value : group[count[value]];
    return sum;
}

static int naive_without(const int cards[], int n, int which)
{
    int kept[64], k = 0;

    for (int i = 0; i < n; i++)
        if (i != which)
            kept[k++] = cards[i];
    return naive_points(kept, k);
}

/* Every way to keep all but `gone` cards. */
static int naive_best(const int cards[], int n, int gone)
{
    int best = 0;

    for (uint32_t set = 0; n > gone && set < BIT(n); set++) {
        int kept[32], k = 0, sum;

        if (bit_count(set) != n - gone)
            continue;
        for (FOR_BITS(i, set))
            kept[k++] = cards[i];
        sum = naive_points(kept, k);
        best = sum > best ? sum : best;
    }
    return best;
}

static int naive_score(const int cards[], int n, int wullawakis)
{
    int lowest = -1, highest = -1;

    for (int i = 0; i < n; i++) {
        if (cards[i] > 0 && (lowest < 0 || cards[i] < cards[lowest]))
            lowest = i;
        if (cards[i] > 0 && (highest < 0 || cards[i] > cards[highest]))
            highest = i;
    }
    return wullawakis == 0   ? naive_points(cards, n)
           : wullawakis == 1 ? naive_without(cards, n, lowest)
           : wullawakis == 2 ? naive_without(cards, n, highest)
                             : naive_best(cards, n, wullawakis);
}

/* A random collection of up to `most` cards out of the box, without Wullawakis, from a few values or from all. */
static int random_cards(int cards[], int most, struct luck *luck)
{
    int box[64], n = 0, in_box = 0;
    uint32_t values = luck_below(luck, 3) ? luck_word(luck) & luck_word(luck) : luck_word(luck);

    for (int value = 0; value <= 15; value++)
        for (int i = 0; i < (value == 0 || value > 10 ? 1 : 4); i++)
            if (values & BIT(value))
                box[in_box++] = value;
    for (int left = (int)luck_below(luck, (uint32_t)most + 1); left > 0 && in_box > 0; left--) {
        int i = (int)luck_below(luck, (uint32_t)in_box);

        cards[n++] = box[i];
        box[i] = box[--in_box];
    }
    return n;
}

static void check_collection(int most, int wullawakis, struct luck *luck)
{
    uint8_t room[KINDS] = {0};
    int cards[64], n = random_cards(cards, most, luck), kept = 0, expected;
    struct tally t;

    for (int i = 0; i < n; i++)
        room[cards[i] ? cards[i] - 1 : COPICASTER]++;
    room[WULLAWAKI] = (uint8_t)wullawakis;
    t = tally(room);
    assert_int_equal(t.points, naive_score(cards, n, wullawakis));
    assert_int_equal(t.kept[WULLAWAKI], 0);
    for (int kind = 0; kind < WULLAWAKI; kind++)
        assert_true(t.kept[kind] <= room[kind]);
    for (int kind = 0; kind < KINDS; kind++)
        kept += t.kept[kind];
    expected = wullawakis == 0 ? n : wullawakis <= 2 ? n - (n > room[COPICASTER]) : n > wullawakis ? n - wullawakis : 0;
    assert_int_equal(kept, expected);
}

static void scoring_agrees_with_a_second_scorer_on_random_collections(void **unused)
{
    struct luck luck = {1};

    (void)unused;
    for (int i = 0; i < 30000; i++)
        check_collection(46, i % 3, &luck);
}

static void three_or_more_wullawakis_cost_least_by_trial_of_all_subsets(void **unused)
{
    struct luck luck = {2};

    (void)unused;
    for (int i = 0; i < 20000; i++)
        check_collection(9, 3 + i % 5, &luck);
    for (int i = 0; i < 4000; i++)
        check_collection(16, 3 + i % 5, &luck);
}

/* ---- whole games ----------------------------------------------------------------------------- */

/* Gnumie cards only ever leave a hand, party cards never disappear, and nobody is asked without cards. */
static void random_games_keep_all_cards(void **unused)
{
    struct luck luck = {9};
    move_t list[MOVES_MAX];

    (void)unused;
    for (int g = 0; g < 4000; g++) {
        struct setup setup = {.seats = (uint8_t)(2 + g % 4)};
        struct state s;
        uint32_t asked;

        start(&s, &setup);
        while ((asked = actors(&s)) != 0) {
            int cards = s.left + (s.up != 0) + (s.looked != 0) + (s.removed != 0), actor = bit_lowest(asked);

            for (int seat = 0; seat < s.seats; seat++)
                cards += party_size(&s, seat);
            assert_int_equal(cards, 53);
            assert_true(s.phase != CHOOSE || s.hand[actor] != 0);
            if (actor == CHANCE)
                apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
            else
                apply(&s, actor, list[luck_below(&luck, (uint32_t)moves(&s, actor, list))], NULL);
        }
        assert_true(s.left == 0 || seats_with(&s, WHOLE_HAND) == 0);
    }
}

/* ---- what bots are told ---------------------------------------------------------------------- */

static int32_t stands(const struct state *s, int seat)
{
    int32_t out[SEATS];

    assert_true(standing(s, out) >= 1);
    return out[seat];
}

static void guests_cards_and_hopes_are_worth_something(void **unused)
{
    struct state s, more;

    (void)unused;
    lay(&s, 3);
    ROOM(&s, 0, 4, 4, 9);
    ROOM(&s, 1, 4, 8, 9);
    ROOM(&s, 2, 4, 4, 9, W);
    assert_true(stands(&s, 0) > stands(&s, 1));
    assert_true(stands(&s, 0) > stands(&s, 2));

    more = s;
    more.hand[0] &= (uint16_t)~N(90);
    assert_true(stands(&more, 0) < stands(&s, 0));
    more.hand[0] = s.hand[0] & (uint16_t)~N(10);
    assert_true(stands(&more, 0) < stands(&s, 0));
    more = s;
    more.supply[4 - 1] = 0; /* no third one to come */
    assert_true(stands(&more, 0) < stands(&s, 0));
}

/* After the choice of seat 0, before the others have chosen. */
static int32_t stands_playing(const struct state *before, int value)
{
    struct state s = *before;

    play(&s, 0, value);
    assert_int_equal(s.phase, CHOOSE);
    return stands(&s, 0);
}

static void a_choice_is_worth_what_it_is_likely_to_win(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    ROOM(&s, 0, 7, 7, 7);
    turn(&s, 7); /* worth 50 more */
    assert_true(stands_playing(&s, 100) > stands_playing(&s, 10));

    lay(&s, 3);
    s.supply[1 - 1] = 0;
    turn(&s, 1); /* worth 1, and no other will come: a high card is too good for it */
    assert_true(stands_playing(&s, 10) > stands_playing(&s, 100));

    lay(&s, 3);
    ROOM(&s, 0, 2, 7, 7, 7, 7, W);
    turn(&s, W); /* the first costs the 2, the second one of the four 7s */
    assert_true(stands_playing(&s, 10) > stands_playing(&s, 100));

    lay(&s, 3);
    ROOM(&s, 0, 7, 7, 7);
    turn(&s, C); /* goes to the lowest */
    assert_true(stands_playing(&s, 10) > stands_playing(&s, 100));
}

static void the_standing_ends_as_the_score(void **unused)
{
    struct luck luck = {11};
    move_t list[MOVES_MAX];

    (void)unused;
    for (int g = 0; g < 1000; g++) {
        struct setup setup = {.seats = (uint8_t)(2 + g % 4)};
        struct state s;
        struct result r;
        uint32_t asked;

        start(&s, &setup);
        while ((asked = actors(&s)) != 0) {
            int actor = bit_lowest(asked);

            stands(&s, 0);
            if (actor == CHANCE)
                apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
            else
                apply(&s, actor, list[luck_below(&luck, (uint32_t)moves(&s, actor, list))], NULL);
        }
        memset(&r, 0, sizeof r);
        result(&s, &r);
        for (int seat = 0; seat < s.seats; seat++)
            assert_int_equal(stands(&s, seat), POINT * r.score[seat]);
    }
}

/* ---- what is shown ----------------------------------------------------------------------------- */

static void the_round_and_the_wullawakis_are_counted(void **unused)
{
    static const int viewers[] = {0, 2, SPECTATOR, REFEREE};
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, 5);
    for (int i = 0; i < 4; i++) {
        expect_counter(&s, viewers[i], SCOPE_TABLE, 0, "round", 1, NO_LIMIT);
        expect_counter(&s, viewers[i], SCOPE_PLACE, PLACE_SUPPLY, "Wullawakis in the supply", 7, NO_LIMIT);
    }
    PLAY(&s, 10, 20, 30);
    apply(&s, CHANCE, MOVE_PARTY + W - 1, NULL);
    expect_counter(&s, 1, SCOPE_TABLE, 0, "round", 2, NO_LIMIT);
    expect_counter(&s, 1, SCOPE_PLACE, PLACE_SUPPLY, "Wullawakis in the supply", 6, NO_LIMIT);
    PLAY(&s, 10, 90, 40);
    expect_counter(&s, 0, SCOPE_SEAT, 1, "Wullawakis in the party room", 1, NO_LIMIT);
    expect_counter(&s, 0, SCOPE_SEAT, 2, "Wullawakis in the party room", 0, NO_LIMIT);
}

/* Three Trendis are 50 instead of 20; another guest is the Copicaster's, 50 becomes 20 and 20. */
static void the_goal_says_what_the_card_in_question_is_worth(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 4);
    s.hand[3] = 0;
    ROOM(&s, 0, 9, 9);
    ROOM(&s, 2, 13);
    turn(&s, 9);
    expect_goal(&s, 0, "win the Trendi (9) with no more than it takes: +30 points for your party now");
    expect_goal(&s, 1, "win the Trendi (9) with no more than it takes: +9 points for your party now");
    expect_goal(&s, 3, "have the best party at the end: yours is worth 0, the best other 20");
    assert_int_equal(seen_by(&s, SPECTATOR)->goal.text, NO_TEXT);
    assert_int_equal(seen_by(&s, REFEREE)->goal.text, NO_TEXT);
    lay(&s, 2);
    ROOM(&s, 0, 3, 3, C);
    turn(&s, 1);
    expect_goal(&s, 0, "leave the Borsi (1) to somebody else: -10 points for your party now");
    expect_goal(&s, 1, "win the Borsi (1) with no more than it takes: +1 point for your party now");
    lay(&s, 2);
    ROOM(&s, 0, 3, 10);
    turn(&s, W);
    expect_goal(&s, 0, "spend a card that you can spare: the Wullawaki is -3 points for your party now");
    lay(&s, 2);
    ROOM(&s, 0, 3, 3);
    turn(&s, C);
    expect_goal(&s, 0, "win the Copicaster by the lowest card: +30 points for your party now");
}

/* Two cost the 15; three cost three cards of the owner's choice. */
static void a_third_wullawaki_may_be_worth_winning(void **unused)
{
    struct state s;

    (void)unused;
    assert_int_equal(POINTS(W, W, 15, 1, 2, 3), 1 + 2 + 3);
    assert_int_equal(POINTS(W, W, W, 15, 1, 2, 3), 15);
    lay(&s, 2);
    ROOM(&s, 0, W, W, 15, 1, 2, 3);
    turn(&s, W);
    expect_goal(&s, 0, "win the Wullawaki with no more than it takes: +9 points for your party now");
}

static void rounds_are_counted_from_the_first_card_turned_up(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 2);
    assert_int_equal(s.phase, TURN_UP);
    s.round = 0;
    assert_int_equal(seen_by(&s, 0)->notes, 0);
    turn(&s, 9);
    expect_counter(&s, 0, SCOPE_TABLE, 0, "round", 1, NO_LIMIT);
}

/* What to do and what it decides; the others read who does it. */
static void those_who_choose_read_what_the_cards_decide(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    s.hand[2] = 0;
    turn(&s, 15);
    for (int seat = 0; seat < 2; seat++)
        expect_prompt(&s, seat, "play a card: the highest wins the Grovellor (15) and is spent, ties by Luckynits");
    expect_prompt(&s, 2, "whoever can play chooses a card: the highest wins the Grovellor (15), ties by Luckynits");
    PLAY(&s, STAR, STAR, NONE);
    expect_prompt(&s, 1, "play again, but no Gnalli: the highest wins the Grovellor (15) and is spent");
    lay(&s, 2);
    turn(&s, C);
    expect_prompt(&s, 0, "play a card: the lowest wins the Copicaster and is spent, ties by Luckynits");
    PLAY(&s, STAR, STAR);
    expect_prompt(&s, 0, "play again, but no Gnalli: the lowest wins the Copicaster and is spent");
    expect_prompt(&s, SPECTATOR, "whoever can play chooses again: the lowest wins the Copicaster, ties by Luckynits");
    lay(&s, 2);
    turn(&s, W);
    expect_prompt(&s, 1, "play a card: the highest takes the Wullawaki and returns, the others are lost");
}

/* Whoever looks knows the card, the others do not. */
static void the_prompt_names_the_card_looked_at_to_its_owner_alone(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, 12);
    PLAY(&s, STAR, 20, 10);
    drawn_for(&s, LOOK, 8);
    expect_prompt(&s, 0, "keep the Jacknix (8) at the cost of the Gnalli, or give it to an opponent");
    expect_prompt(&s, 1, "seat 0 gives the card to an opponent, or keeps it and discards the Gnalli");
    expect_prompt(&s, SPECTATOR, "seat 0 gives the card to an opponent, or keeps it and discards the Gnalli");
}

static void the_goal_names_the_card_looked_at_to_its_owner_alone(void **unused)
{
    struct state s;

    (void)unused;
    lay(&s, 3);
    turn(&s, 12);
    PLAY(&s, STAR, 20, 10);
    drawn_for(&s, LOOK, 8);
    expect_goal(&s, 0, "keep the Jacknix (8) for +8 points now, or give it where it does you least harm");
    expect_goal(&s, 1, "have the best party at the end: yours is worth 12, the best other 0");
}

static void a_guest_won_goes_to_the_party_and_the_card_to_the_discards(void **unused)
{
    struct state s;
    struct facts facts = {0};

    (void)unused;
    lay(&s, 2);
    apply(&s, CHANCE, MOVE_PARTY + 9 - 1, &facts);
    EXPECT_GONE(&facts, SPECTATOR, {PARTY + 9 - 1, 1, PLACE_SUPPLY, PLACE_UP});
    play(&s, 0, 80);
    facts_clear(&facts);
    apply(&s, 1, MOVE_CARD + 3, &facts); /* violet 40 */
    EXPECT_GONE(&facts, 1, {PARTY + 9 - 1, 1, PLACE_UP, PLACE_ROOM + 0},
                {THING_OF(RED, 7), 1, PLACE_HAND + 0, PLACE_DISCARDS});
}

static void a_wullawaki_goes_to_the_highest_and_the_other_cards_to_the_discards(void **unused)
{
    struct state s;
    struct facts facts = {0};

    (void)unused;
    lay(&s, 3);
    turn(&s, W);
    play(&s, 0, 10);
    play(&s, 1, 100);
    apply(&s, 2, MOVE_CARD + 2, &facts); /* blue 30 */
    EXPECT_GONE(&facts, 0, {PARTY + WULLAWAKI, 1, PLACE_UP, PLACE_ROOM + 1},
                {THING_OF(RED, 0), 1, PLACE_HAND + 0, PLACE_DISCARDS},
                {THING_OF(BLUE, 2), 1, PLACE_HAND + 2, PLACE_DISCARDS});
}

static void the_card_looked_at_goes_face_down_to_others_and_face_up_when_placed(void **unused)
{
    struct state s;
    struct facts facts = {0};

    (void)unused;
    lay(&s, 2);
    turn(&s, 12);
    PLAY(&s, STAR, 20);
    apply(&s, CHANCE, MOVE_PARTY + 7 - 1, &facts);
    EXPECT_GONE(&facts, 0, {PARTY + 7 - 1, 1, PLACE_SUPPLY, PLACE_LOOKED});
    EXPECT_GONE(&facts, 1, {PARTY_BACK, 1, PLACE_SUPPLY, PLACE_LOOKED});
    facts_clear(&facts);
    apply(&s, 0, MOVE_KEEP, &facts);
    EXPECT_GONE(&facts, 1, {PARTY + 7 - 1, 1, PLACE_LOOKED, PLACE_ROOM + 0},
                {THING_OF(RED, GNALLI), 1, PLACE_HAND + 0, PLACE_DISCARDS});
}

static void the_last_cards_of_the_last_seat_go_to_the_discards(void **unused)
{
    struct state s;
    struct facts facts = {0};

    (void)unused;
    lay(&s, 2);
    s.hand[0] = N(100);
    s.hand[1] = N(10) | N(20);
    turn(&s, 12);
    play(&s, 0, 100);
    apply(&s, 1, MOVE_CARD, &facts);
    EXPECT_GONE(&facts, 0, {PARTY + 12 - 1, 1, PLACE_UP, PLACE_ROOM + 0},
                {THING_OF(RED, 9), 1, PLACE_HAND + 0, PLACE_DISCARDS},
                {THING_OF(VIOLET, 0), 1, PLACE_HAND + 1, PLACE_DISCARDS},
                {THING_OF(VIOLET, 1), 1, PLACE_HAND + 1, PLACE_DISCARDS});
}

static void the_cards_are_explained(void **unused)
{
    struct setup setup = {.seats = 3};

    (void)unused;
    expect_about(&setup, THING_OF(VIOLET, 7), "80 (Grampa Gnumsen)");
    expect_about(&setup, THING_OF(VIOLET, 7), "5 Luckynits");
    expect_about(&setup, THING_OF(RED, 0), "1 Luckynit ");
    expect_about(&setup, THING_OF(GRAY, GNALLI), "top of the supply");
    expect_about(&setup, THING_OF(GRAY, GNALLI), "a Wullawaki is kept and costs no Gnalli");
    expect_about(&setup, PARTY + 9 - 1, "scores 9, two of them 20, three 50, four 100");
    expect_about(&setup, PARTY + 13 - 1, "scores 13");
    expect_about(&setup, PARTY + WULLAWAKI, "your lowest guest, two your highest");
    expect_about(&setup, PARTY + COPICASTER, "lowest bid");
    expect_about(&setup, PARTY + COPICASTER, "lowest guest");
    assert_int_equal(about(&setup, PARTY_BACK).text, NO_TEXT);
    assert_int_equal(about(&setup, GNUMIE_BACK).text, NO_TEXT);
}

/* ---- house rules ------------------------------------------------------------------------------- */

/* The supply holds so many party cards, of guests, Wullawakis and the Copicaster; and so does the box. */
static void expect_supply(struct setup setup, int of_each_guest, int wullawakis)
{
    uint16_t count[THINGS_N];
    struct state s;

    assert_null(start(&s, &setup));
    contents(&setup, count);
    for (int kind = 0; kind < KINDS; kind++) {
        assert_int_equal(s.supply[kind], kind < 10 ? of_each_guest : kind == WULLAWAKI ? wullawakis : 1);
        assert_int_equal(count[PARTY + kind], s.supply[kind]);
    }
    assert_int_equal(s.left, 10 * of_each_guest + 5 + 1 + wullawakis);
}

static void there_may_be_no_wullawakis_or_ten(void **unused)
{
    struct trial t;

    (void)unused;
    expect_supply(with_number(3, OPTION_WULLAWAKIS, "7"), 4, 7);
    expect_supply(with_number(2, OPTION_WULLAWAKIS, "0"), 4, 0);
    expect_supply(with_number(5, OPTION_WULLAWAKIS, "10"), 4, 10);
    trial_start(&t, "gnumies:2:wullawakis=0");
    trial_do(&t, "chance", "gray for seat 0");
    trial_do(&t, "chance", "blue for seat 1");
    trial_do(&t, "chance", "seat 0 starts");
    assert_true(trial_can(&t, "chance", "turn up Copicaster"));
    assert_false(trial_can(&t, "chance", "turn up Wullawaki"));
    trial_end(&t);
}

/* Ten singles go, and the four Happy Herbies stay. */
static void ten_wullawakis_cost_ten_cards(void **unused)
{
    (void)unused;
    assert_int_equal(POINTS(W, W, W, W, W, W, W, W, W, W, 1, 2, 3, 4, 5, 5, 5, 5, 6, 7, 8, 9, 10, 11), 100);
    assert_int_equal(POINTS(W, W, W, W, W, W, W, W, W, W, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11), 0);
}

static void there_may_be_only_two_of_each_guest(void **unused)
{
    struct setup two = with_number(4, OPTION_GUESTS, "2"), three = with_number(4, OPTION_GUESTS, "3");

    (void)unused;
    expect_supply(with_number(4, OPTION_GUESTS, "4"), 4, 7);
    expect_supply(two, 2, 7);
    expect_about(&two, PARTY + 9 - 1, "one of 2 alike: alone it scores 9, two of them 20, and three, with the");
    expect_about(&two, PARTY + 9 - 1, "Copicaster, 50");
    expect_about(&three, PARTY + 9 - 1, "three 50, and four, with the Copicaster, 100");
}

/* ---- what is foreseen of a move ---------------------------------------------------------------- */

/* Whether the others have chosen or not, before and after: one's own choice is foreseen, and nothing of the winner. */
static void of_a_sealed_choice_only_the_choice_is_foreseen(void **unused)
{
    const struct preview *preview;
    struct trial t;

    (void)unused;
    set_up_by_words(&t);
    trial_do(&t, "chance", "turn up Trendi (9)");
    preview = trial_foresees(&t, 0, "play violet 100", "You choose violet 100.");
    assert_int_equal(preview->next, NEXT_SEALED);
    trial_do(&t, "1", "play blue 10");
    trial_do(&t, "2", "play gray 20");
    preview = trial_foresees(&t, 0, "play violet 100", "You choose violet 100.");
    assert_int_equal(preview->next, NEXT_SEALED);
    assert_string_equal(trial_changes(&t, preview), "");
    trial_end(&t);
}

/* Who looks at a card knows it, so where it goes is no secret to them; the next party card is. A second Trendi is worth
 * 20 instead of 9, and a first one 9. */
static void keeping_and_giving_the_card_looked_at_are_foreseen(void **unused)
{
    const struct preview *preview;
    struct trial t;

    (void)unused;
    set_up_by_words(&t);
    ((struct state *)(void *)t.match.state)->room[0][9 - 1] = 1;
    ((struct state *)(void *)t.match.state)->supply[9 - 1]--;
    ((struct state *)(void *)t.match.state)->left--;
    trial_do(&t, "chance", "turn up Borsi (1)");
    trial_do(&t, "0", "play violet Gnalli");
    trial_do(&t, "1", "play blue 10");
    trial_do(&t, "2", "play gray 20");
    trial_do(&t, "chance", "show Trendi (9) to seat 0");
    preview = trial_foresees(
        &t, 0, "keep the card",
        "Score: you +11. You keep the Trendi (9) and discard the Gnalli. The next party card is turned up.");
    assert_int_equal(preview->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, preview), "score of seat 0 +11");
    preview = trial_foresees(&t, 0, "give the card to seat 1",
                             "Score: seat 1 +9. You give the Trendi (9) to seat 1. You take the Gnalli back. The next "
                             "party card is turned up.");
    assert_int_equal(preview->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, preview), "score of seat 1 +9");
    trial_end(&t);
}

/* Seat 1 has won with its last card: after the Gnalli only seat 0 has cards, and takes a party card for each. Which
 * ones, nobody knows. */
static void the_last_cards_are_foreseen_but_not_what_is_taken_for_them(void **unused)
{
    const struct preview *preview;
    struct trial t;
    struct state s;

    (void)unused;
    lay(&s, 2);
    s.hand[0] = N(10) | N(20) | N(STAR);
    s.hand[1] = N(50);
    turn(&s, 5);
    PLAY(&s, STAR, 50);
    drawn_for(&s, LOOK, 7);
    trial_start(&t, "gnumies:2");
    memcpy(t.match.state, &s, sizeof s);
    preview = trial_foresees(
        &t, 0, "keep the card",
        "Score: you +7. You keep the Tootherus (7) and discard the Gnalli. Only you have cards left: 2 cards are "
        "discarded, and as many party cards taken. You take the top card of the supply.");
    assert_int_equal(preview->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, preview), "score of seat 0 +7");
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luckynits_of_the_four_documented_cards),
        cmocka_unit_test(each_value_carries_each_of_1_to_5_luckynits_once),
        cmocka_unit_test(luckynits_follow_the_reconstruction),
        cmocka_unit_test(the_mark_of_a_gnumie_card_shows_its_luckynits),
        cmocka_unit_test(box_has_five_colours_of_eleven_and_53_party_cards),
        cmocka_unit_test(names_are_those_of_the_page),
        cmocka_unit_test(colours_are_drawn_at_random),
        cmocka_unit_test(with_five_seats_the_last_colour_is_no_draw),
        cmocka_unit_test(each_seat_takes_the_eleven_cards_of_its_colour),
        cmocka_unit_test(starting_seat_is_drawn),
        cmocka_unit_test(any_card_of_the_supply_may_be_on_top),
        cmocka_unit_test(every_seat_with_cards_chooses_at_the_same_time),
        cmocka_unit_test(a_card_is_chosen_even_if_there_is_only_one),
        cmocka_unit_test(a_choice_stays_in_hand_and_may_be_changed_until_all_have_chosen),
        cmocka_unit_test(choices_are_secret_until_the_last_is_in),
        cmocka_unit_test(guest_goes_to_the_highest_who_discards_and_the_others_take_back),
        cmocka_unit_test(tied_guest_goes_to_the_most_luckynits),
        cmocka_unit_test(a_tie_below_the_highest_does_not_matter),
        cmocka_unit_test(copicaster_goes_to_the_lowest_who_discards),
        cmocka_unit_test(tied_copicaster_goes_to_the_most_luckynits),
        cmocka_unit_test(wullawaki_goes_to_the_highest_who_takes_back_and_the_others_discard),
        cmocka_unit_test(tied_wullawaki_goes_to_the_most_luckynits),
        cmocka_unit_test(gnalli_may_not_be_played_at_a_wullawaki),
        cmocka_unit_test(party_cards_won_and_hands_lie_open),
        cmocka_unit_test(single_gnalli_does_not_compete_and_looks_after_the_award),
        cmocka_unit_test(single_gnalli_at_a_copicaster_does_not_compete_either),
        cmocka_unit_test(the_card_looked_at_is_known_to_its_owner_alone_until_placed),
        cmocka_unit_test(gnalli_owner_may_keep_or_give_to_any_opponent),
        cmocka_unit_test(a_card_given_lies_with_the_opponent_and_the_gnalli_returns),
        cmocka_unit_test(a_card_may_be_given_to_a_seat_without_cards),
        cmocka_unit_test(a_card_kept_costs_the_gnalli),
        cmocka_unit_test(a_wullawaki_looked_at_is_kept_and_the_gnalli_returns),
        cmocka_unit_test(a_wullawaki_looked_at_goes_face_up_for_all),
        cmocka_unit_test(with_an_empty_supply_the_gnalli_just_returns),
        cmocka_unit_test(two_gnallis_but_not_all_return_and_nobody_looks),
        cmocka_unit_test(three_gnallis_against_one_card_return_too),
        cmocka_unit_test(all_gnallis_return_and_all_play_again_without_it),
        cmocka_unit_test(in_a_replay_for_the_copicaster_the_lowest_wins),
        cmocka_unit_test(a_seat_with_only_the_gnalli_sits_the_replay_out_and_keeps_it),
        cmocka_unit_test(a_seat_that_replays_alone_still_plays_a_card),
        cmocka_unit_test(a_lone_replay_with_one_card_is_asked_for_too),
        cmocka_unit_test(if_all_have_only_the_gnalli_each_takes_a_card_and_the_game_ends),
        cmocka_unit_test(if_all_have_only_the_gnalli_the_supply_may_run_out),
        cmocka_unit_test(one_seat_with_only_the_gnalli_sits_a_wullawaki_out_and_keeps_it),
        cmocka_unit_test(two_seats_with_only_the_gnalli_trade_it_for_a_card_and_are_finished),
        cmocka_unit_test(trading_the_gnalli_the_supply_may_run_out),
        cmocka_unit_test(a_lone_contestant_takes_the_wullawaki_without_playing_a_card),
        cmocka_unit_test(a_lone_contestant_may_be_the_last_with_cards),
        cmocka_unit_test(a_wullawaki_that_nobody_is_left_to_contest_is_removed),
        cmocka_unit_test(a_seat_without_cards_is_finished_and_the_others_go_on),
        cmocka_unit_test(the_last_seat_discards_its_cards_and_takes_as_many),
        cmocka_unit_test(the_last_seat_takes_as_far_as_the_supply_lasts),
        cmocka_unit_test(the_last_seat_discards_its_cards_even_if_the_supply_is_empty),
        cmocka_unit_test(a_card_placed_or_taken_is_seen_by_all),
        cmocka_unit_test(the_seat_that_sits_a_wullawaki_out_shows_its_gnalli),
        cmocka_unit_test(the_game_ends_when_no_party_card_can_be_turned_up),
        cmocka_unit_test(the_game_ends_when_nobody_has_cards),
        cmocka_unit_test(a_supply_of_one_kind_is_no_draw),
        cmocka_unit_test(redealing_the_card_looked_at_never_makes_it_a_wullawaki),
        cmocka_unit_test(a_single_guest_scores_its_value),
        cmocka_unit_test(alike_score_20_50_100_and_150_whatever_their_value),
        cmocka_unit_test(one_wullawaki_costs_the_lowest_guest),
        cmocka_unit_test(two_wullawakis_cost_the_highest_guest),
        cmocka_unit_test(three_wullawakis_cost_three_cards_chosen_best),
        cmocka_unit_test(fewer_cards_than_the_wullawakis_cost_all_go),
        cmocka_unit_test(one_or_two_wullawakis_never_cost_the_copicaster),
        cmocka_unit_test(three_wullawakis_may_cost_the_copicaster),
        cmocka_unit_test(copicaster_becomes_the_lowest_guest_that_is_left),
        cmocka_unit_test(worked_example_scores_99),
        cmocka_unit_test(most_points_win_and_ties_are_shared),
        cmocka_unit_test(the_score_so_far_is_shown),
        cmocka_unit_test(scoring_agrees_with_a_second_scorer_on_random_collections),
        cmocka_unit_test(three_or_more_wullawakis_cost_least_by_trial_of_all_subsets),
        cmocka_unit_test(random_games_keep_all_cards),
        cmocka_unit_test(guests_cards_and_hopes_are_worth_something),
        cmocka_unit_test(a_choice_is_worth_what_it_is_likely_to_win),
        cmocka_unit_test(the_standing_ends_as_the_score),
        cmocka_unit_test(the_round_and_the_wullawakis_are_counted),
        cmocka_unit_test(the_goal_says_what_the_card_in_question_is_worth),
        cmocka_unit_test(a_third_wullawaki_may_be_worth_winning),
        cmocka_unit_test(rounds_are_counted_from_the_first_card_turned_up),
        cmocka_unit_test(those_who_choose_read_what_the_cards_decide),
        cmocka_unit_test(the_prompt_names_the_card_looked_at_to_its_owner_alone),
        cmocka_unit_test(the_goal_names_the_card_looked_at_to_its_owner_alone),
        cmocka_unit_test(a_guest_won_goes_to_the_party_and_the_card_to_the_discards),
        cmocka_unit_test(a_wullawaki_goes_to_the_highest_and_the_other_cards_to_the_discards),
        cmocka_unit_test(the_card_looked_at_goes_face_down_to_others_and_face_up_when_placed),
        cmocka_unit_test(the_last_cards_of_the_last_seat_go_to_the_discards),
        cmocka_unit_test(the_cards_are_explained),
        cmocka_unit_test(there_may_be_no_wullawakis_or_ten),
        cmocka_unit_test(ten_wullawakis_cost_ten_cards),
        cmocka_unit_test(there_may_be_only_two_of_each_guest),
        cmocka_unit_test(of_a_sealed_choice_only_the_choice_is_foreseen),
        cmocka_unit_test(keeping_and_giving_the_card_looked_at_are_foreseen),
        cmocka_unit_test(the_last_cards_are_foreseen_but_not_what_is_taken_for_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
