/* test_mome: every rule, ruling and example of docs/rules/mome.md. The source is included, so that positions can be
 * laid out directly. */
#include "help.h"

#include "../src/games/mome.c"

#define SEEN_GAME game_mome
#include "seen.h"

/* ---- laying out positions -------------------------------------------------------------------- */

enum { GREEN, YELLOW, PURPLE };

#define G(n) CARD(GREEN, n)
#define Y(n) CARD(YELLOW, n)
#define P(n) CARD(PURPLE, n)

/* The first round at the beginning of the build phase, with empty hands: the lead player is asked. */
static struct state laid_out(int seats, int lead, int target)
{
    struct setup setup = {.seats = (uint8_t)seats};
    struct state s;

    start(&s, &setup);
    s.phase = BUILD;
    s.lead = s.turn = s.starter = (uint8_t)lead;
    s.target = (uint8_t)target;
    return s;
}

static void give(struct state *s, int seat, int card)
{
    take_from_pool(s, seat, card);
}

/* Face up, without the rule of 6. */
static void lay(struct state *s, int bridge, int card)
{
    s->slot[bridge * complete(s) + s->size[bridge]++] = (uint8_t)card;
    s->up[bridge] |= (uint16_t)BIT(card);
    s->pool = pool_without(s->pool, card);
    s->pooled--;
    s->played++;
}

/* Only the sizes of bridges count for where one may play. */
static void sizes(struct state *s, int a, int b, int c, int d)
{
    int size[BRIDGES] = {a, b, c, d};

    for (int i = 0; i < villages(s); i++)
        s->size[i] = (uint8_t)size[i];
    s->played = (uint8_t)(a + b + c + d);
}

static bool can_play(const struct state *s, int card, int bridge)
{
    move_t list[MOVES_MAX];
    int n = moves(s, s->turn, list);

    for (int i = 0; i < n; i++)
        if (list[i] == MOVE_PLAY + card * BRIDGES + bridge)
            return true;
    return false;
}

static void play_card(struct state *s, int card, int bridge)
{
    assert_int_equal(s->phase, BUILD);
    assert_true(can_play(s, card, bridge));
    apply(s, s->turn, (move_t)(MOVE_PLAY + card * BRIDGES + bridge), NULL);
}

static bool lies_up(const struct state *s, int bridge, int card)
{
    return s->up[bridge] >> card & 1;
}

static bool lies_down(const struct state *s, int bridge, int card)
{
    for (int i = 0; i < s->size[bridge]; i++)
        if (s->slot[bridge * complete(s) + i] == card)
            return !lies_up(s, bridge, card);
    return false;
}

static void check_totals(const struct state *s, int seat, int green, int yellow, int purple)
{
    struct totals t = totals(s, seat);

    assert_int_equal(t.of[GREEN], green);
    assert_int_equal(t.of[YELLOW], yellow);
    assert_int_equal(t.of[PURPLE], purple);
}

static bool hits_with(const struct state *s, int seat, int target)
{
    struct totals t = totals(s, seat);

    return hits(&t, target);
}

static void check_gems(const struct state *s, int a, int b, int c, int d)
{
    assert_int_equal(s->gems[0], a);
    assert_int_equal(s->gems[1], b);
    assert_int_equal(s->gems[2], c);
    assert_int_equal(s->gems[3], d);
}

static int rank_of(const struct state *s, int seat)
{
    struct result r = {0};
    uint8_t rank[SEATS_MAX];

    assert_int_equal(actors(s), 0);
    result(s, &r);
    game_ranks(&game_mome, s->seats, &r, rank);
    assert_int_equal(r.score[seat], s->gems[seat]);
    return rank[seat];
}

static const struct state *state_of(const struct trial *t)
{
    return (const struct state *)(const void *)t->match.state;
}

static void deal_to(struct trial *t, int seat, const char *cards[], int n)
{
    char words[64];

    for (int i = 0; i < n; i++) {
        snprintf(words, sizeof words, "deal %s to seat %d", cards[i], seat);
        trial_do(t, "chance", words);
    }
}

/* Two seats; seat 0 has the green cards and yellow 1, seat 1 yellow 2 to 5, purple 1 and 2; purple 3 to 5 are the
 * centre. */
static void deal_for_two(struct trial *t)
{
    static const char *first[] = {"green 1", "green 2", "green 3", "green 4", "green 5", "yellow 1"};
    static const char *second[] = {"yellow 2", "yellow 3", "yellow 4", "yellow 5", "purple 1", "purple 2"};

    trial_start(t, "mome:2");
    trial_do(t, "chance", "seat 0 starts");
    deal_to(t, 0, first, 6);
    deal_to(t, 1, second, 6);
}

/* Four seats, seat 0 starts; seat 0 has green 1 to 3, seat 1 green 4 and 5 and yellow 1, seat 2 yellow 2 to 4, seat 3
 * yellow 5, purple 1 and 2. */
static void deal_for_four(struct trial *t)
{
    static const char *cards[4][3] = {{"green 1", "green 2", "green 3"},
                                      {"green 4", "green 5", "yellow 1"},
                                      {"yellow 2", "yellow 3", "yellow 4"},
                                      {"yellow 5", "purple 1", "purple 2"}};

    trial_start(t, "mome:4");
    trial_do(t, "chance", "seat 0 starts");
    for (int seat = 0; seat < 4; seat++)
        deal_to(t, seat, cards[seat], 3);
}

/* ---- deal ------------------------------------------------------------------------------------ */

static void deal_leaves_three_centre_cards_and_shares_the_rest_evenly(void **unused)
{
    static const int each[] = {[2] = 6, [3] = 4, [4] = 3};
    struct trial t;
    char id[16];

    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        snprintf(id, sizeof id, "mome:%d#1", seats);
        trial_start(&t, id);
        trial_luck(&t);
        assert_int_equal(state_of(&t)->phase, PLAN);
        for (int seat = 0; seat < seats; seat++)
            assert_int_equal(bit_count(state_of(&t)->hand[seat]), each[seats]);
        assert_int_equal(trial_count(&t, "spectator", "Number card"), 15);
        assert_int_equal(trial_count(&t, "0", "Number card"), 15 - each[seats]);
        assert_int_equal(trial_count(&t, "referee", "Number card"), 3); /* nobody knows the centre */
        trial_end(&t);
    }
}

static void all_15_cards_are_shuffled_and_any_may_come_first(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "mome:3");
    trial_do(&t, "chance", "seat 1 starts");
    assert_int_equal(trial_options(&t, "chance"), 15);
    trial_do(&t, "chance", "deal purple 5 to seat 0");
    assert_int_equal(trial_options(&t, "chance"), 14);
    assert_false(trial_can(&t, "chance", "deal purple 5 to seat 0"));
    trial_end(&t);
}

static void box_has_15_number_cards_3_jabberwocky_cards_and_gems_without_end(void **unused)
{
    struct setup setup = {.seats = 4};
    uint16_t count[JABBERWOCKY_THINGS_N];

    (void)unused;
    contents(&setup, count);
    for (int card = 0; card < 15; card++)
        assert_int_equal(count[card], 1);
    for (int suit = 0; suit < 3; suit++) {
        assert_int_equal(count[JABBERWOCKY_CARD + suit], 1);
        assert_int_equal(count[GEM + suit], 0);
    }
    assert_int_equal(count[ANY_GEM], UNLIMITED);
}

static void a_dealt_card_is_told_to_its_owner_only(void **unused)
{
    struct trial t;
    struct facts facts = {0};
    struct state s;

    (void)unused;
    trial_start(&t, "mome:3");
    trial_do(&t, "chance", "seat 1 starts");
    s = *state_of(&t);
    apply(&s, CHANCE, MOVE_CARD + Y(3), &facts);
    assert_int_equal(facts.n, 2);
    assert_int_equal(facts.fact[0].to, ONLY(0));
    assert_int_equal(facts.fact[0].flags, FACT_SILENT);
    assert_int_equal(facts.fact[1].to, ALL_BUT(0));
    assert_string_equal(words_of(facts.fact[1].phrase, SPECTATOR), "seat 0 gets a card");
    trial_end(&t);
}

/* ---- plan ------------------------------------------------------------------------------------ */

/* [R] "Whoever crossed a bridge most recently" is a seat drawn at random. */
static void first_round_starts_with_a_random_seat(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "mome:4");
    assert_int_equal(trial_options(&t, "chance"), 4);
    trial_do(&t, "chance", "seat 2 starts");
    trial_luck(&t);
    assert_true(trial_asked(&t, "2"));
    assert_string_equal(trial_prompt(&t, "2"), "You take a gem, draw a centre card or pass");
    assert_string_equal(trial_log(&t, "0"), "Round 1 is dealt, and seat 2 plans first\n");
    trial_end(&t);
}

static void taking_a_gem_makes_the_lead_player_who_names_the_target(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_four(&t);
    trial_do(&t, "0", "take a gem");
    assert_int_equal(state_of(&t)->gems[0], 1);
    assert_int_equal(bit_count(state_of(&t)->hand[0]), 3);
    assert_true(trial_asked(&t, "0"));
    assert_int_equal(trial_options(&t, "0"), 3);
    trial_do(&t, "0", "name purple");
    assert_int_equal(state_of(&t)->lead, 0);
    assert_int_equal(state_of(&t)->target, PURPLE);
    assert_string_equal(trial_log(&t, "3"), "Seat 0 names the target: purple\n");
    trial_end(&t);
}

static void drawing_a_centre_card_makes_the_lead_player_with_one_card_more(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_four(&t);
    trial_do(&t, "0", "draw a centre card");
    assert_int_equal(trial_options(&t, "chance"), 3); /* purple 3, 4 and 5 */
    trial_do(&t, "chance", "draw purple 4");
    assert_int_equal(state_of(&t)->gems[0], 0);
    assert_int_equal(bit_count(state_of(&t)->hand[0]), 4);
    assert_int_equal(state_of(&t)->pooled, 2);
    trial_do(&t, "0", "name yellow");
    assert_int_equal(state_of(&t)->lead, 0);
    assert_int_equal(state_of(&t)->target, YELLOW);
    trial_end(&t);
}

static void target_is_named_after_the_drawn_card_has_been_seen(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_four(&t);
    trial_do(&t, "0", "draw a centre card");
    assert_false(trial_asked(&t, "0"));
    trial_do(&t, "chance", "draw purple 3");
    assert_int_equal(trial_count(&t, "0", "purple 3"), 1);
    assert_true(trial_asked(&t, "0"));
    assert_true(trial_can(&t, "0", "name purple"));
    assert_string_equal(trial_prompt(&t, "0"), "You name the target colour");
    trial_end(&t);
}

static void passing_asks_the_next_seat_to_the_left(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "mome:3#9");
    trial_do(&t, "chance", "seat 2 starts");
    trial_luck(&t);
    trial_do(&t, "2", "pass");
    assert_true(trial_asked(&t, "0"));
    trial_do(&t, "0", "pass");
    assert_true(trial_asked(&t, "1"));
    trial_do(&t, "1", "take a gem");
    trial_do(&t, "1", "name green");
    assert_int_equal(state_of(&t)->lead, 1);
    assert_true(trial_asked(&t, "1"));
    trial_end(&t);
}

static void last_seat_in_turn_may_not_pass(void **unused)
{
    char id[16], seat[2];
    struct trial t;

    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        snprintf(id, sizeof id, "mome:%d#3", seats);
        trial_start(&t, id);
        trial_do(&t, "chance", "seat 1 starts");
        trial_luck(&t);
        for (int i = 1; i < seats; i++) {
            snprintf(seat, sizeof seat, "%d", i % seats);
            assert_int_equal(trial_options(&t, seat), 3);
            trial_do(&t, seat, "pass");
        }
        assert_true(trial_asked(&t, "0"));
        assert_false(trial_can(&t, "0", "pass"));
        assert_int_equal(trial_options(&t, "0"), 2);
        trial_end(&t);
    }
}

/* ---- villages and bridges -------------------------------------------------------------------- */

static void villages_stand_in_a_ring_with_a_neutral_third_for_two(void **unused)
{
    struct state s;

    (void)unused;
    s = laid_out(2, 0, GREEN);
    assert_int_equal(villages(&s), 3);
    s = laid_out(3, 0, GREEN);
    assert_int_equal(villages(&s), 3);
    s = laid_out(4, 0, GREEN);
    assert_int_equal(villages(&s), 4);
}

static void three_bridges_of_four_cards_or_four_of_three(void **unused)
{
    struct state s;

    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        s = laid_out(seats, 0, GREEN);
        give(&s, 0, G(1));
        give(&s, 0, G(2));
        assert_true(can_play(&s, G(1), 0));
        assert_true(can_play(&s, G(1), 1));
        assert_true(can_play(&s, G(1), 2));
        assert_int_equal(can_play(&s, G(1), 3), seats == 4);
        sizes(&s, seats == 4 ? 2 : 3, 0, 0, 0);
        assert_true(can_play(&s, G(1), 0)); /* one card short */
        sizes(&s, seats == 4 ? 3 : 4, 0, 0, 0);
        assert_false(can_play(&s, G(1), 0)); /* complete */
    }
}

/* Bridge i lies between village i and the next; all others but one's own have more cards than the smallest here. */
static void own_bridges_are_the_two_at_the_village(void **unused)
{
    struct state s;

    (void)unused;
    for (int seat = 0; seat < 3; seat++) {
        s = laid_out(3, seat, GREEN);
        give(&s, seat, G(1));
        for (int bridge = 0; bridge < 3; bridge++) {
            int size[3] = {0, 0, 0};

            size[bridge] = 2;
            sizes(&s, size[0], size[1], size[2], 0);
            assert_int_equal(can_play(&s, G(1), bridge), bridge == seat || (bridge + 1) % 3 == seat);
        }
    }
    for (int seat = 0; seat < 4; seat++) {
        s = laid_out(4, seat, GREEN);
        give(&s, seat, G(1));
        for (int bridge = 0; bridge < 4; bridge++) {
            int size[4] = {0, 0, 0, 0};

            size[bridge] = 2;
            sizes(&s, size[0], size[1], size[2], size[3]);
            assert_int_equal(can_play(&s, G(1), bridge), bridge == seat || (bridge + 1) % 4 == seat);
        }
    }
}

static void two_seats_share_a_bridge_and_each_has_one_to_the_neutral_village(void **unused)
{
    struct state s;

    (void)unused;
    for (int seat = 0; seat < 2; seat++) {
        s = laid_out(2, seat, GREEN);
        give(&s, seat, G(1));
        sizes(&s, 2, 0, 0, 0); /* 0-1 */
        assert_true(can_play(&s, G(1), 0));
        sizes(&s, 0, 2, 0, 0); /* 1-2 */
        assert_int_equal(can_play(&s, G(1), 1), seat == 1);
        sizes(&s, 0, 0, 2, 0); /* 2-0 */
        assert_int_equal(can_play(&s, G(1), 2), seat == 0);
    }
    s = laid_out(2, 0, GREEN);
    lay(&s, 0, G(5));
    lay(&s, 1, Y(4));
    lay(&s, 2, P(3));
    check_totals(&s, 0, 5, 0, 3);
    check_totals(&s, 1, 5, 4, 0);
}

/* The lead player's village is the Jabberwocky card of the target, face up; the neighbours' lie face down. */
static void villages_are_jabberwocky_cards(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    assert_int_equal(trial_count(&t, "1", "green Jabberwocky"), 1); /* still beside the table, to choose from */
    assert_int_equal(trial_count(&t, "1", "yellow Jabberwocky"), 1);
    trial_do(&t, "0", "take a gem");
    trial_do(&t, "0", "name yellow");
    assert_int_equal(trial_count(&t, "1", "yellow Jabberwocky"), 1);
    assert_int_equal(trial_count(&t, "referee", "green Jabberwocky"), 0);
    assert_int_equal(trial_count(&t, "1", "Jabberwocky card"), 2); /* seat 1's and the neutral one */
    trial_end(&t);
}

/* The first piece on a place; thing is NOTHING where there is none. */
static struct scene_piece piece_on(const struct state *s, int viewer, int place)
{
    static struct scene out;
    int piece = 0;

    memset(&out, 0, sizeof out);
    scene(s, viewer, &out);
    for (int i = 0; i < out.places; piece += out.place[i].pieces, i++)
        if (out.place[i].id == place && out.place[i].pieces > 0)
            return out.piece[piece];
    return (struct scene_piece){NOTHING, 0, 0};
}

static void with_four_a_centre_card_marks_the_fourth_village_unseen(void **unused)
{
    (void)unused;
    for (int lead = 0; lead < 4; lead++) {
        struct state s = laid_out(4, lead, PURPLE);
        int opposite = (lead + 2) % 4;

        for (int card = 0; card < 12; card++)
            give(&s, card / 3, card);
        for (int village = 0; village < 4; village++)
            assert_int_equal(piece_on(&s, REFEREE, PLACE_VILLAGE + village).thing,
                             village == lead       ? JABBERWOCKY_CARD + PURPLE
                             : village == opposite ? NUMBER_BACK
                                                   : JABBERWOCKY_BACK);
        assert_int_equal(piece_on(&s, REFEREE, PLACE_CENTRE).thing, NUMBER_BACK);
        assert_int_equal(piece_on(&s, REFEREE, PLACE_CENTRE).count, 2);
    }
}

/* ---- build ----------------------------------------------------------------------------------- */

static void lead_player_begins_and_turns_go_to_the_left(void **unused)
{
    struct state s = laid_out(4, 2, GREEN);

    (void)unused;
    for (int card = 0; card < 12; card++)
        give(&s, card / 3, card);
    assert_int_equal(actors(&s), BIT(2));
    play_card(&s, Y(2), 2);
    assert_int_equal(actors(&s), BIT(3));
    play_card(&s, Y(5), 3);
    assert_int_equal(actors(&s), BIT(0));
    play_card(&s, G(1), 0);
    assert_int_equal(actors(&s), BIT(1));
}

static void any_hand_card_goes_face_up_on_the_bridge(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_four(&t);
    trial_do(&t, "0", "take a gem");
    trial_do(&t, "0", "name green");
    assert_int_equal(trial_options(&t, "0"), 3 * 4);
    trial_do(&t, "0", "play green 2 on bridge 0-3");
    assert_int_equal(trial_count(&t, "spectator", "green 2"), 1);
    assert_int_equal(bit_count(state_of(&t)->hand[0]), 2);
    assert_true(lies_up(state_of(&t), 3, G(2)));
    assert_string_equal(trial_log(&t, "0"), "You play green 2 on bridge 0-3\n");
    trial_end(&t);
}

static void a_card_may_always_go_on_an_own_bridge(void **unused)
{
    struct state s = laid_out(3, 1, GREEN);

    (void)unused;
    give(&s, 1, G(1));
    sizes(&s, 3, 3, 0, 0);
    assert_true(can_play(&s, G(1), 0));
    assert_true(can_play(&s, G(1), 1));
    assert_true(can_play(&s, G(1), 2)); /* the smallest */
}

static void on_another_bridge_only_if_no_bridge_has_fewer_cards(void **unused)
{
    struct state s = laid_out(4, 0, GREEN); /* own: 0 and 3 */

    (void)unused;
    give(&s, 0, G(1));
    sizes(&s, 2, 1, 2, 2);
    assert_true(can_play(&s, G(1), 1)); /* the only smallest */
    assert_false(can_play(&s, G(1), 2));
    sizes(&s, 2, 1, 1, 2);
    assert_true(can_play(&s, G(1), 1)); /* tied for smallest */
    assert_true(can_play(&s, G(1), 2));
    sizes(&s, 1, 2, 2, 2);
    assert_false(can_play(&s, G(1), 1)); /* an own bridge is smaller */
    assert_false(can_play(&s, G(1), 2));
    sizes(&s, 3, 2, 1, 3);
    assert_false(can_play(&s, G(1), 1)); /* both own bridges are complete: still only the smallest */
    assert_true(can_play(&s, G(1), 2));
}

/* The example: Nicole leads; her right-hand bridge has 1 card, her left-hand bridge none. */
static void nicole_may_not_play_on_the_bridge_of_her_opponents(void **unused)
{
    struct state s = laid_out(3, 0, GREEN); /* Nicole is seat 0: bridge 0 on her left, 2 on her right */

    (void)unused;
    give(&s, 0, G(1));
    sizes(&s, 0, 1, 1, 0);
    assert_false(can_play(&s, G(1), 1));
    assert_true(can_play(&s, G(1), 0));
    assert_true(can_play(&s, G(1), 2));
    /* If both her bridges had 1 card: on one with 0 or 1, not on one with 2, 3 or 4. */
    for (int size = 0; size <= 4; size++) {
        sizes(&s, 1, size, 1, 0);
        assert_int_equal(can_play(&s, G(1), 1), size <= 1);
    }
}

/* [R] Least of all bridges: with both her bridges at 1, a bridge of 1 is closed while another has none. */
static void nicole_of_four_plays_on_the_empty_bridge_not_on_the_one_card_bridge(void **unused)
{
    struct state s = laid_out(4, 0, GREEN); /* own: 0 and 3 */

    (void)unused;
    give(&s, 0, G(1));
    sizes(&s, 1, 0, 1, 1);
    assert_true(can_play(&s, G(1), 1));
    assert_false(can_play(&s, G(1), 2));
}

static void twelve_cards_end_the_round_and_a_lead_who_drew_keeps_one(void **unused)
{
    struct setup setup = {.seats = 3};
    struct luck luck = {4};
    move_t list[MOVES_MAX];

    (void)unused;
    for (int g = 0; g < 50; g++) {
        struct state s, before;
        struct facts facts;
        int plays = 0;

        start(&s, &setup);
        while (s.phase < PLAN)
            apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
        apply(&s, s.turn, g % 2 ? MOVE_DRAW : MOVE_GEM, NULL);
        if (g % 2)
            apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
        apply(&s, s.turn, MOVE_SUIT, NULL);
        do {
            before = s;
            facts_clear(&facts);
            apply(&s, s.turn, list[luck_below(&luck, (uint32_t)moves(&s, s.turn, list))], &facts);
            for (int i = 0; i < facts.n; i++)
                plays += facts.fact[i].phrase.text == T_PLAYS;
        } while (s.phase == BUILD);
        assert_int_equal(plays, 12);
        assert_int_equal(s.phase, SHUFFLE);
        assert_int_equal(bit_count(before.hand[0] | before.hand[1] | before.hand[2]) + before.played, 12 + g % 2);
    }
}

/* ---- a single option is played by the rules --------------------------------------------------- */

static void a_last_card_with_one_place_to_go_is_played_by_the_rules(void **unused)
{
    struct state s = laid_out(2, 0, GREEN);
    struct facts facts = {0};

    (void)unused;
    lay(&s, 0, G(1));
    lay(&s, 0, G(2));
    lay(&s, 1, G(3));
    lay(&s, 1, G(4));
    lay(&s, 1, Y(1));
    lay(&s, 1, Y(2));
    lay(&s, 2, Y(4));
    lay(&s, 2, P(1));
    lay(&s, 2, P(2));
    give(&s, 0, P(5));
    give(&s, 1, Y(5));
    give(&s, 1, P(4));
    s.turn = 1;
    apply(&s, 1, MOVE_PLAY + Y(5) * BRIDGES + 0, &facts); /* seat 0 is asked: two bridges have room */
    assert_int_equal(s.played, 10);
    assert_int_equal(actors(&s), BIT(0));
    assert_int_equal(facts.n, 1);
    facts_clear(&facts);
    apply(&s, 0, MOVE_PLAY + P(5) * BRIDGES + 2, &facts); /* turned by purple 1; then purple 4 falls on bridge 0 */
    assert_int_equal(s.phase, SHUFFLE);
    assert_int_equal(facts.fact[0].phrase.text, T_PLAYS);
    assert_int_equal(facts.fact[1].phrase.text, T_TURNED);
    assert_int_equal(facts.fact[1].phrase.arg[0], P(5));
    assert_int_equal(facts.fact[2].phrase.text, T_PLAYS);
    assert_int_equal(facts.fact[2].phrase.arg[0], 1);
    assert_int_equal(facts.fact[2].phrase.arg[1], P(4));
    assert_int_equal(facts.fact[2].flags, FACT_REVEALS);
}

static void several_last_cards_are_played_by_the_rules(void **unused)
{
    struct state s = laid_out(4, 0, GREEN);

    (void)unused;
    for (int i = 0; i < 9; i++)
        lay(&s, i / 3, (int[]){G(1), G(2), Y(1), G(3), G(4), Y(2), P(1), P(2), Y(3)}[i]);
    give(&s, 1, Y(4));
    give(&s, 1, Y(5));
    give(&s, 2, P(3));
    give(&s, 3, P(4));
    s.turn = 1;
    play_card(&s, Y(5), 3);
    assert_int_equal(s.phase, SHUFFLE); /* purple 3 and 4 had only bridge 3 to go to */
}

static void a_lead_who_drew_chooses_the_last_card_though_one_bridge_is_left(void **unused)
{
    struct state s = laid_out(2, 0, GREEN);
    move_t list[MOVES_MAX];

    (void)unused;
    for (int i = 0; i < 9; i++)
        lay(&s, i < 4 ? 1 : i < 8 ? 2 : 0, (int[]){G(1), G(2), Y(1), Y(2), P(1), P(2), Y(3), G(4), P(4)}[i]);
    give(&s, 0, G(5));
    give(&s, 0, Y(5));
    give(&s, 1, P(5));
    give(&s, 1, Y(4));
    s.turn = 1;
    play_card(&s, P(5), 0);
    assert_int_equal(actors(&s), BIT(0));
    assert_int_equal(moves(&s, 0, list), 2);
    play_card(&s, Y(5), 0);
    assert_int_equal(s.phase, SHUFFLE);
}

/* ---- the rule of 6 --------------------------------------------------------------------------- */

/* A card is played by seat 0 on bridge 0, where the others lie; everybody has cards enough to go on. */
static struct state played_on(int card, int n, const int lying[])
{
    struct state s = laid_out(3, 0, GREEN);
    int others = 0;

    for (int i = 0; i < n; i++)
        lay(&s, 0, lying[i]);
    give(&s, 0, card);
    for (int c = 0; c < NUMBER_CARDS && others < 5; c++) {
        bool free = c != card;

        for (int i = 0; i < n; i++)
            free = free && c != lying[i];
        if (free)
            give(&s, others++ % 2 + 1, c);
    }
    play_card(&s, card, 0);
    return s;
}

static void green_2_on_green_4_turns_the_4(void **unused)
{
    struct state s = played_on(G(2), 1, (int[]){G(4)});

    (void)unused;
    assert_true(lies_down(&s, 0, G(4)));
    assert_true(lies_up(&s, 0, G(2)));
}

static void purple_5_on_purple_1_turns_the_5_that_was_played(void **unused)
{
    struct state s = played_on(P(5), 1, (int[]){P(1)});

    (void)unused;
    assert_true(lies_down(&s, 0, P(5)));
    assert_true(lies_up(&s, 0, P(1)));
}

static void yellow_3_on_purple_3_turns_the_purple_3(void **unused)
{
    struct state s = played_on(Y(3), 1, (int[]){P(3)});

    (void)unused;
    assert_true(lies_down(&s, 0, P(3)));
    assert_true(lies_up(&s, 0, Y(3)));
}

static void other_pairs_of_a_colour_turn_the_higher(void **unused)
{
    struct state s;

    (void)unused;
    s = played_on(G(4), 1, (int[]){G(2)});
    assert_true(lies_down(&s, 0, G(4)));
    s = played_on(Y(1), 1, (int[]){Y(5)});
    assert_true(lies_down(&s, 0, Y(5)));
    assert_true(lies_up(&s, 0, Y(1)));
}

static void six_in_two_colours_turns_nothing_except_threes(void **unused)
{
    struct state s = played_on(G(2), 2, (int[]){Y(4), P(4)});

    (void)unused;
    assert_true(lies_up(&s, 0, Y(4)));
    assert_true(lies_up(&s, 0, P(4)));
    assert_true(lies_up(&s, 0, G(2)));
}

static void each_card_of_the_colour_is_checked(void **unused)
{
    struct state s = played_on(G(2), 3, (int[]){G(1), G(3), G(4)});

    (void)unused;
    assert_true(lies_up(&s, 0, G(1)));
    assert_true(lies_up(&s, 0, G(3)));
    assert_true(lies_down(&s, 0, G(4)));
}

static void a_face_down_3_is_left_alone(void **unused)
{
    struct state s = laid_out(3, 0, GREEN);
    struct facts facts = {0};

    (void)unused;
    lay(&s, 0, G(3));
    give(&s, 0, Y(3));
    give(&s, 1, P(3));
    for (int i = 0; i < 4; i++)
        give(&s, i % 3, (int[]){G(1), G(2), Y(1), Y(2)}[i]);
    give(&s, 2, Y(4));
    lay(&s, 1, P(1));
    lay(&s, 2, P(2));
    play_card(&s, Y(3), 0);
    assert_true(lies_down(&s, 0, G(3)));
    assert_true(can_play(&s, P(3), 0));
    apply(&s, 1, MOVE_PLAY + P(3) * BRIDGES + 0, &facts);
    assert_true(lies_down(&s, 0, G(3)));
    assert_true(lies_down(&s, 0, Y(3)));
    assert_true(lies_up(&s, 0, P(3)));
    assert_int_equal(facts.n, 2); /* the play, and yellow 3 is turned: not green 3 again */
    assert_int_equal(facts.fact[1].phrase.arg[0], Y(3));
}

static void only_the_same_bridge_counts(void **unused)
{
    struct state s = laid_out(3, 0, GREEN);

    (void)unused;
    lay(&s, 1, G(4));
    lay(&s, 2, P(3));
    give(&s, 0, G(2));
    give(&s, 0, Y(3));
    give(&s, 1, Y(1));
    give(&s, 1, Y(2));
    play_card(&s, G(2), 0);
    assert_true(lies_up(&s, 1, G(4)));
    assert_true(lies_up(&s, 2, P(3)));
}

/* All ordered pairs, with the rule in its own words. */
static void rule_of_6_for_every_pair(void **unused)
{
    (void)unused;
    for (int first = 0; first < 15; first++) {
        for (int second = 0; second < 15; second++) {
            int a = first % 5 + 1, b = second % 5 + 1;
            bool same = first / 5 == second / 5, first_down, second_down;
            struct state s;

            if (first == second)
                continue;
            first_down = b == 3 ? a == 3 : same && a + b == 6 && a > b;
            second_down = b != 3 && same && a + b == 6 && b > a;
            s = played_on(second, 1, (int[]){first});
            assert_int_equal(lies_down(&s, 0, first), first_down);
            assert_int_equal(lies_down(&s, 0, second), second_down);
        }
    }
}

static void face_down_cards_count_for_the_size_only(void **unused)
{
    struct state s = played_on(G(2), 3, (int[]){G(4), Y(1), P(1)});

    (void)unused;
    assert_int_equal(s.size[0], 4); /* complete */
    check_totals(&s, 0, 2, 1, 1);
    s.turn = 0;
    give(&s, 0, P(5));
    assert_false(can_play(&s, P(5), 0));
}

/* ---- score ----------------------------------------------------------------------------------- */

/* The example: purple 3, green 1 and yellow 4 on the left-hand bridge, yellow 5, green 3 and green 4 on the other. */
static void tania_has_purple_3_green_8_and_yellow_9(void **unused)
{
    struct state s = laid_out(4, 0, YELLOW);

    (void)unused;
    lay(&s, 1, P(3)); /* Tania is seat 1: bridge 1 on her left, 0 on her right */
    lay(&s, 1, G(1));
    lay(&s, 1, Y(4));
    lay(&s, 0, Y(5));
    lay(&s, 0, G(3));
    lay(&s, 0, G(4));
    check_totals(&s, 1, 8, 9, 3);
    assert_true(hits_with(&s, 1, YELLOW));
    assert_false(hits_with(&s, 1, GREEN));
    assert_false(hits_with(&s, 1, PURPLE));
}

static void the_target_must_be_strictly_the_highest(void **unused)
{
    struct state s = laid_out(3, 0, GREEN);

    (void)unused;
    for (int suit = 0; suit < SUITS; suit++)
        assert_false(hits_with(&s, 0, suit)); /* all zero */
    lay(&s, 0, G(4));
    lay(&s, 2, Y(4));
    assert_false(hits_with(&s, 0, GREEN));
    assert_false(hits_with(&s, 0, YELLOW));
    lay(&s, 2, G(1));
    assert_true(hits_with(&s, 0, GREEN));
    lay(&s, 0, P(5));
    assert_false(hits_with(&s, 0, GREEN)); /* 5 green, 4 yellow, 5 purple */
    assert_false(hits_with(&s, 0, PURPLE));
}

/* A round of three, one card short: seat 2 has the last one. Lead is seat 0. Bridges 0: 0-1, 1: 1-2, 2: 2-0. */
static struct state last_card(int target, const int cards[11], int last, const int gems[3])
{
    struct state s = laid_out(3, 0, target);

    for (int i = 0; i < 11; i++)
        lay(&s, i / 4, cards[i]);
    give(&s, 2, last);
    s.turn = 1;
    for (int seat = 0; seat < 3; seat++)
        s.gems[seat] = (uint8_t)gems[seat];
    return s;
}

/* Bridge 0: G5 G3 Y1 Y2 = 8 green, 3 yellow. Bridge 1: Y3 Y4 P1 P2 = 7 yellow, 3 purple. Bridge 2: G1 P3 P4 and the
 * last, P5, turned by nothing: 1 green, 12 purple. Seat 0 (2 and 0): green 9, yellow 3, purple 12. Seat 1 (0 and 1):
 * green 8, yellow 10, purple 3. Seat 2 (1 and 2): green 1, yellow 7, purple 15. */
static const int round_cards[11] = {G(5), G(3), Y(1), Y(2), Y(3), Y(4), P(1), P(2), G(1), P(3), P(4)};

static void a_lead_who_misses_gives_a_gem_to_all_others(void **unused)
{
    struct state s = last_card(YELLOW, round_cards, P(5), (int[]){0, 0, 0});

    (void)unused;
    play_on(&s, NULL);
    check_gems(&s, 0, 2, 1, 0); /* seat 1 hits besides that */
    s = last_card(GREEN, round_cards, P(5), (int[]){0, 0, 0});
    play_on(&s, NULL);
    check_gems(&s, 0, 1, 1, 0); /* nobody hits */
}

static void a_lead_who_hits_with_another_takes_one_gem(void **unused)
{
    struct state s = last_card(PURPLE, round_cards, P(5), (int[]){0, 0, 0});

    (void)unused;
    play_on(&s, NULL);
    check_gems(&s, 1, 0, 1, 0); /* seats 0 and 2 hit */
}

/* Bridge 0 is now G5 G3 G2 Y2, bridge 1 Y3 Y4 Y5 P1, bridge 2 G1 P3 P4 and the last, Y1. Seat 0: green 11, yellow 3,
 * purple 7. Seat 1: green 10, yellow 14, purple 1. Seat 2: green 1, yellow 13, purple 8. */
static void a_lead_who_alone_hits_takes_two_gems(void **unused)
{
    static const int cards[11] = {G(5), G(3), G(2), Y(2), Y(3), Y(4), Y(5), P(1), G(1), P(3), P(4)};
    struct state s = last_card(GREEN, cards, Y(1), (int[]){0, 0, 0});

    (void)unused;
    play_on(&s, NULL);
    check_gems(&s, 2, 0, 0, 0);
}

static void totals_are_told_from_the_seat_left_of_the_lead(void **unused)
{
    struct state s = last_card(YELLOW, round_cards, P(5), (int[]){0, 0, 0});
    struct facts facts = {0};
    int order[4], n = 0;

    (void)unused;
    play_on(&s, &facts);
    for (int i = 0; i < facts.n; i++)
        if (facts.fact[i].phrase.text == T_HIT || facts.fact[i].phrase.text == T_MISSED)
            order[n++] = facts.fact[i].phrase.arg[0];
    assert_int_equal(n, 3);
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 2);
    assert_int_equal(order[2], 0);
}

/* Every way to hit or miss: what each seat takes in the score phase, counted from the words of the rules. Somebody
 * always takes one, which bounds the length of a game. */
static void every_round_brings_a_gem(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        struct state s = laid_out(seats, 0, GREEN); /* seat 0 leads */
        int most = 0;

        for (uint32_t hit = 0; hit < BIT(seats); hit++) {
            int gems = bit_count(hit);

            for (int seat = 0; seat < seats; seat++)
                gems += takes_another(&s, seat, hit);
            assert_true(gems >= 1);
            most = gems > most ? gems : most;
        }
        assert_int_equal(most, 2 * (seats - 1));
    }
    assert_int_equal(game_mome.length_max, 1 + (4 * 10 + 1) * (12 + 4 + 1 + 1 + 11));
}

/* A whole round of two by its words. */
static void a_round_of_two(void **unused)
{
    static const char *plays[][2] = {
        {"0", "play green 5 on bridge 0-2"},  {"1", "play yellow 5 on bridge 1-2"},
        {"0", "play green 4 on bridge 0-2"},  {"1", "play yellow 4 on bridge 1-2"},
        {"0", "play green 3 on bridge 0-2"},  {"1", "play yellow 3 on bridge 1-2"},
        {"0", "play yellow 1 on bridge 0-2"}, {"1", "play purple 1 on bridge 1-2"},
        {"0", "play green 2 on bridge 0-1"},  {"1", "play purple 2 on bridge 0-1"},
    };
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    trial_do(&t, "0", "take a gem");
    trial_do(&t, "0", "name green");
    for (int i = 0; i < 10; i++)
        trial_do(&t, plays[i][0], plays[i][1]);
    assert_string_equal(trial_log(&t, "spectator"), "Seat 1 plays purple 2 on bridge 0-1\n"
                                                    "Seat 0 plays green 1 on bridge 0-1\n"
                                                    "Seat 1 plays yellow 2 on bridge 0-1\n"
                                                    "Seat 1's bridges: green 3, yellow 14, purple 3. No hit\n"
                                                    "Seat 0's bridges: green 15, yellow 3, purple 2. A hit: a gem\n"
                                                    "Seat 0 takes a gem because nobody else hit\n"
                                                    "Seat 1 starts the next round\n");
    check_gems(state_of(&t), 3, 0, 0, 0);
    assert_int_equal(trial_options(&t, "chance"), 15); /* all cards are shuffled again */
    trial_do(&t, "chance", "deal green 1 to seat 0");
    trial_luck(&t);
    assert_true(trial_asked(&t, "1"));
    assert_string_equal(trial_log(&t, "1"), "Round 2 is dealt, and you plan first\n");
    trial_end(&t);
}

/* ---- the end --------------------------------------------------------------------------------- */

static void six_gems_at_the_end_of_a_round_end_the_game(void **unused)
{
    struct state s = last_card(PURPLE, round_cards, P(5), (int[]){5, 5, 4}); /* seats 0 and 2 take one */

    (void)unused;
    play_on(&s, NULL);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(rank_of(&s, 0), 1);
    assert_int_equal(rank_of(&s, 2), 2); /* 5 gems and 15 purple */
    assert_int_equal(rank_of(&s, 1), 3); /* 5 gems and 3 purple */
}

static void five_gems_do_not_end_the_game(void **unused)
{
    struct state s = last_card(PURPLE, round_cards, P(5), (int[]){4, 5, 4});

    (void)unused;
    play_on(&s, NULL);
    assert_int_equal(s.phase, SHUFFLE);
    check_gems(&s, 5, 5, 5, 0);
    apply(&s, CHANCE, MOVE_CARD + G(1), NULL);
    assert_int_equal(s.phase, DEAL);
    assert_int_equal(s.round, 2);
    check_gems(&s, 5, 5, 5, 0);
}

static void the_seat_left_of_the_lead_starts_the_next_round(void **unused)
{
    struct state s = last_card(PURPLE, round_cards, P(5), (int[]){0, 0, 0});

    (void)unused;
    s.starter = 1; /* seats 1 and 2 passed, seat 0 led */
    play_on(&s, NULL);
    apply(&s, CHANCE, MOVE_CARD + G(1), NULL);
    assert_int_equal(s.starter, 1);
    s = last_card(PURPLE, round_cards, P(5), (int[]){0, 0, 0});
    s.starter = 2; /* seat 2 passed */
    play_on(&s, NULL);
    apply(&s, CHANCE, MOVE_CARD + G(1), NULL);
    assert_int_equal(s.starter, 1);
}

static void a_sixth_gem_taken_in_the_plan_does_not_end_the_round(void **unused)
{
    struct state s = laid_out(3, 0, GREEN);

    (void)unused;
    for (int card = 0; card < 12; card++)
        give(&s, card / 4, card);
    s.phase = PLAN;
    s.gems[0] = 5;
    apply(&s, 0, MOVE_GEM, NULL);
    assert_int_equal(s.gems[0], 6);
    assert_int_equal(actors(&s), BIT(0));
    apply(&s, 0, MOVE_SUIT, NULL);
    assert_int_equal(s.phase, BUILD);
}

static void extended_variant_is_played_to_eleven(void **unused)
{
    struct trial t;
    struct state s = last_card(PURPLE, round_cards, P(5), (int[]){9, 0, 9});

    (void)unused;
    trial_start(&t, "mome:3:variant=extended");
    assert_int_equal(state_of(&t)->goal, 11);
    trial_end(&t);
    trial_start(&t, "mome:3");
    assert_int_equal(state_of(&t)->goal, 6);
    trial_end(&t);
    s.goal = 11;
    play_on(&s, NULL);
    assert_int_equal(s.phase, SHUFFLE); /* 10 each */
    s = last_card(PURPLE, round_cards, P(5), (int[]){10, 0, 9});
    s.goal = 11;
    play_on(&s, NULL);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(rank_of(&s, 0), 1);
}

static void most_gems_win(void **unused)
{
    struct state s = last_card(YELLOW, round_cards, P(5), (int[]){3, 5, 5}); /* 0, 2 and 1 gems */

    (void)unused;
    play_on(&s, NULL);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(rank_of(&s, 1), 1); /* 7 */
    assert_int_equal(rank_of(&s, 2), 2); /* 6 */
    assert_int_equal(rank_of(&s, 0), 3); /* 3 */
}

static void a_tie_goes_to_the_highest_target_total_of_that_round(void **unused)
{
    struct state s = last_card(PURPLE, round_cards, P(5), (int[]){5, 6, 5});

    (void)unused;
    play_on(&s, NULL); /* 6 each: purple 12, 3 and 15 */
    check_gems(&s, 6, 6, 6, 0);
    assert_int_equal(rank_of(&s, 2), 1);
    assert_int_equal(rank_of(&s, 0), 2);
    assert_int_equal(rank_of(&s, 1), 3);
}

static void a_tie_with_equal_target_totals_is_a_shared_win(void **unused)
{
    struct state s = laid_out(2, 0, GREEN);
    struct result r = {0};

    (void)unused;
    s.phase = OVER;
    s.gems[0] = s.gems[1] = 6;
    lay(&s, 1, G(1)); /* seat 1's */
    lay(&s, 1, G(4));
    lay(&s, 2, G(5)); /* seat 0's */
    lay(&s, 0, G(2)); /* both have it */
    assert_int_equal(rank_of(&s, 0), 1);
    assert_int_equal(rank_of(&s, 1), 1);
    result(&s, &r);
    assert_int_equal(r.tie[0][0], 7);
    assert_int_equal(r.tie[1][0], 7);
    assert_int_equal(r.line[r.lines - 1].phrase.text, T_TIE);
    assert_int_equal(r.line[r.lines - 1].phrase.arg[2], 7);
}

/* [R] The supply never runs out. Four seats with 5 gems each; the lead player takes one in the plan and misses; the
 * other three hit: 20 + 1 + 3 * 2 = 27. Bridges: 0: Y2 Y3 P5, 1: G5 G2 Y1, 2: G4 G3 P1, 3: Y4 P2 P3. Seat 0 (3 and 0):
 * green 0, yellow 9, purple 10. Seat 1 (0 and 1): 7, 6, 5. Seat 2 (1 and 2): 14, 1, 1. Seat 3 (2 and 3): 7, 4, 6. */
static void most_gems_possible_are_27(void **unused)
{
    static const int cards[4][3] = {{Y(2), Y(3)}, {G(5), G(2), Y(1)}, {G(4), G(3), P(1)}, {Y(4), P(2)}};
    struct state s = laid_out(4, 0, GREEN);
    int most = 0;

    (void)unused;
    s.phase = PLAN;
    for (int seat = 0; seat < 4; seat++)
        s.gems[seat] = 5;
    apply(&s, 0, MOVE_GEM, NULL);
    apply(&s, 0, MOVE_SUIT + GREEN, NULL);
    for (int bridge = 0; bridge < 4; bridge++)
        for (int i = 0; i < (bridge % 3 == 0 ? 2 : 3); i++)
            lay(&s, bridge, cards[bridge][i]);
    give(&s, 2, P(5));
    give(&s, 3, P(3));
    s.turn = 2;
    play_card(&s, P(5), 0); /* and purple 3 goes to bridge 3 by the rules */
    assert_int_equal(s.phase, OVER);
    check_totals(&s, 0, 0, 9, 10);
    check_totals(&s, 1, 7, 6, 5);
    check_totals(&s, 2, 14, 1, 1);
    check_totals(&s, 3, 7, 4, 6);
    check_gems(&s, 6, 7, 7, 7);
    assert_int_equal(rank_of(&s, 2), 1); /* 7 gems and 14 green */
    assert_int_equal(rank_of(&s, 1), 2);
    assert_int_equal(rank_of(&s, 3), 2);
    assert_int_equal(rank_of(&s, 0), 4);
    for (int seat = 0; seat < 4; seat++) {
        assert_int_equal(piece_on(&s, SPECTATOR, PLACE_GEMS + seat).thing, ANY_GEM);
        assert_int_equal(piece_on(&s, SPECTATOR, PLACE_GEMS + seat).count, seat == 0 ? 6 : 7);
    }
    /* No more is possible: 5 each before the last round, one in the plan, and every way to hit. */
    for (uint32_t hit = 0; hit < 16; hit++) {
        int gems = 4 * 5 + 1 + bit_count(hit);

        for (int seat = 0; seat < 4; seat++)
            gems += takes_another(&s, seat, hit);
        most = gems > most ? gems : most;
    }
    assert_int_equal(most, 27);
}

/* ---- the rules once more, naively ------------------------------------------------------------- */

/* Another table, kept by the words of the page: lists of cards and no sets. */
struct naive {
    int seats, bridges, room, lead, target, turn, played;
    int card[4][4], n[4];
    bool down[4][4];
    int hand[4][8], hand_n[4];
    int gems[4];
};

static int naive_number(int card)
{
    return card % 5 + 1;
}

static bool naive_own(const struct naive *t, int seat, int bridge)
{
    return seat == bridge || seat == (bridge + 1) % t->bridges;
}

static bool naive_open(const struct naive *t, int seat, int bridge)
{
    if (t->n[bridge] == t->room)
        return false;
    if (naive_own(t, seat, bridge))
        return true;
    for (int other = 0; other < t->bridges; other++)
        if (t->n[other] < t->n[bridge])
            return false;
    return true;
}

static int naive_options(const struct naive *t, int *card, int *bridge)
{
    int n = 0;

    for (int i = 0; i < t->hand_n[t->turn]; i++)
        for (int b = 0; b < t->bridges; b++)
            if (naive_open(t, t->turn, b)) {
                *card = t->hand[t->turn][i];
                *bridge = b;
                n++;
            }
    return n;
}

static void naive_play(struct naive *t, int card, int bridge)
{
    int *hand = t->hand[t->turn], at = 0, number = naive_number(card), me = t->n[bridge];

    while (hand[at] != card)
        at++;
    hand[at] = hand[--t->hand_n[t->turn]];
    t->card[bridge][me] = card;
    t->down[bridge][me] = false;
    t->n[bridge]++;
    t->played++;
    for (int i = 0; i < me; i++) {
        int other = naive_number(t->card[bridge][i]);

        if (t->down[bridge][i])
            continue;
        if (number == 3 && other == 3)
            t->down[bridge][i] = true;
        if (number != 3 && t->card[bridge][i] / 5 == card / 5 && number + other == 6)
            t->down[bridge][number > other ? me : i] = true;
    }
    t->turn = (t->turn + 1) % t->seats;
}

static bool naive_hit(const struct naive *t, int seat)
{
    int total[3] = {0};

    for (int b = 0; b < t->bridges; b++)
        for (int i = 0; i < t->n[b] && naive_own(t, seat, b); i++)
            if (!t->down[b][i])
                total[t->card[b][i] / 5] += naive_number(t->card[b][i]);
    for (int suit = 0; suit < 3; suit++)
        if (suit != t->target && total[suit] >= total[t->target])
            return false;
    return true;
}

static void naive_score(struct naive *t)
{
    bool others = false;

    for (int seat = 0; seat < t->seats; seat++) {
        t->gems[seat] += naive_hit(t, seat);
        others = others || (seat != t->lead && naive_hit(t, seat));
        if (seat != t->lead && !naive_hit(t, t->lead))
            t->gems[seat]++;
    }
    if (naive_hit(t, t->lead) && !others)
        t->gems[t->lead]++;
}

static void naive_take_over(struct naive *t, const struct state *s)
{
    *t = (struct naive){.seats = s->seats,
                        .bridges = s->seats == 4 ? 4 : 3,
                        .room = s->seats == 4 ? 3 : 4,
                        .lead = s->lead,
                        .target = s->target,
                        .turn = s->lead};
    for (int seat = 0; seat < s->seats; seat++) {
        t->gems[seat] = s->gems[seat];
        for (int card = 0; card < 15; card++)
            if (s->hand[seat] >> card & 1)
                t->hand[seat][t->hand_n[seat]++] = card;
    }
}

static void naive_compare(const struct naive *t, const struct state *s)
{
    move_t list[MOVES_MAX];
    int n = moves(s, s->turn, list), card, bridge;

    assert_int_equal(s->turn, t->turn);
    assert_int_equal(n, naive_options(t, &card, &bridge));
    for (int i = 0; i < n; i++) {
        bool held = false;

        for (int k = 0; k < t->hand_n[t->turn]; k++)
            held = held || t->hand[t->turn][k] == (list[i] - MOVE_PLAY) / BRIDGES;
        assert_true(held);
        assert_true(naive_open(t, t->turn, (list[i] - MOVE_PLAY) % BRIDGES));
    }
    for (int b = 0; b < t->bridges; b++) {
        assert_int_equal(s->size[b], t->n[b]);
        for (int i = 0; i < t->n[b]; i++)
            assert_int_equal(lies_down(s, b, t->card[b][i]), t->down[b][i]);
    }
}

static void random_games_agree_with_a_naive_table(void **unused)
{
    struct luck luck = {12};
    move_t list[MOVES_MAX];
    int rounds = 0;

    (void)unused;
    for (int g = 0; g < 3000; g++) {
        struct setup setup = {.seats = (uint8_t)(2 + g % 3), .option = {g % 2}};
        struct naive t = {0};
        struct state s;

        start(&s, &setup);
        while (actors(&s)) {
            move_t m = actors(&s) == BIT(CHANCE) ? draw(&s, luck_below(&luck, odds(&s)))
                                                 : list[luck_below(&luck, (uint32_t)moves(&s, s.turn, list))];
            bool target = s.phase == TARGET, build = s.phase == BUILD;
            int card, bridge;

            if (build)
                naive_compare(&t, &s);
            apply(&s, s.turn, m, NULL);
            if (target)
                naive_take_over(&t, &s);
            if (!build)
                continue;
            naive_play(&t, (m - MOVE_PLAY) / BRIDGES, (m - MOVE_PLAY) % BRIDGES);
            while (t.played < 12 && naive_options(&t, &card, &bridge) == 1)
                naive_play(&t, card, bridge);
            assert_int_equal(s.phase == BUILD, t.played < 12);
            if (t.played < 12)
                continue;
            naive_score(&t);
            rounds++;
            for (int seat = 0; seat < s.seats; seat++)
                assert_int_equal(s.gems[seat], t.gems[seat]);
            for (int seat = 0, most = 0; seat < s.seats; seat++) {
                most = t.gems[seat] > most ? t.gems[seat] : most;
                if (seat + 1 == s.seats)
                    assert_int_equal(s.phase == OVER, most >= (g % 2 ? 11 : 6));
            }
        }
    }
    assert_true(rounds > 3000);
}

/* ---- what is hidden -------------------------------------------------------------------------- */

static void hands_are_seen_by_their_owners_only(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    assert_int_equal(trial_count(&t, "0", "green 4"), 1);
    assert_int_equal(trial_count(&t, "1", "green 4"), 0);
    assert_int_equal(trial_count(&t, "spectator", "green 4"), 0);
    assert_int_equal(trial_count(&t, "referee", "green 4"), 1);
    assert_int_equal(trial_count(&t, "referee", "purple 3"), 0); /* in the centre */
    trial_end(&t);
}

static void a_drawn_centre_card_is_known_to_the_lead_only(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    trial_do(&t, "0", "draw a centre card");
    assert_string_equal(trial_log(&t, "1"), "Seat 0 draws a centre card and becomes the lead player\n");
    trial_do(&t, "chance", "draw purple 3");
    assert_string_equal(trial_log(&t, "0"), "You find purple 3 in the centre\n");
    assert_string_equal(trial_log(&t, "1"), "");
    assert_string_equal(trial_log(&t, "spectator"), "");
    assert_int_equal(trial_count(&t, "0", "purple 3"), 1);
    assert_int_equal(trial_count(&t, "1", "purple 3"), 0);
    trial_end(&t);
}

static void the_card_left_over_is_never_shown(void **unused)
{
    struct state s = last_card(PURPLE, round_cards, P(5), (int[]){5, 5, 4});
    struct facts facts = {0};

    (void)unused;
    give(&s, 0, G(2)); /* seat 0 led, and drew */
    play_on(&s, &facts);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(piece_on(&s, 0, PLACE_HAND).thing, G(2));
    assert_int_equal(piece_on(&s, 1, PLACE_HAND).thing, NUMBER_BACK);
    assert_int_equal(piece_on(&s, SPECTATOR, PLACE_HAND).thing, NUMBER_BACK);
    for (int i = 0; i < facts.n; i++) {
        int text = facts.fact[i].phrase.text;

        if (text == T_PLAYS || text == T_DREW || text == T_DEALT)
            assert_int_not_equal(facts.fact[i].phrase.arg[1], G(2));
        if (text == T_TURNED)
            assert_int_not_equal(facts.fact[i].phrase.arg[0], G(2));
    }
}

static void ties_are_explained_for_lower_places_too(void **unused)
{
    struct state s = laid_out(4, 0, GREEN);
    struct result r = {0};
    int explained = 0;

    (void)unused;
    s.phase = OVER;
    s.gems[0] = 6;
    s.gems[1] = s.gems[3] = 5;
    lay(&s, 0, G(5)); /* bridge 0-1: seats 0 and 1 */
    result(&s, &r);
    assert_int_equal(r.tie[1][0], 5);
    assert_int_equal(r.tie[3][0], 0);
    for (int i = 0; i < r.lines; i++)
        if (r.line[i].phrase.text == T_TIE) {
            assert_int_equal(r.line[i].phrase.arg[0], 5);
            assert_int_equal(r.line[i].phrase.arg[2], 5);
            explained++;
        }
    assert_int_equal(explained, 1);
}

static void cards_turned_face_down_stay_known_to_all(void **unused)
{
    struct state s = played_on(G(2), 1, (int[]){G(4)});

    (void)unused;
    assert_int_equal(piece_on(&s, SPECTATOR, PLACE_SLOT).thing, G(4));
    assert_int_equal(piece_on(&s, SPECTATOR, PLACE_SLOT).flags, PIECE_DOWN);
    assert_int_equal(piece_on(&s, SPECTATOR, PLACE_SLOT + 1).thing, G(2));
    assert_int_equal(piece_on(&s, SPECTATOR, PLACE_SLOT + 1).flags, 0);
}

/* Nobody would find out what the last cards did otherwise. */
static void complete_bridges_are_seen_until_the_next_round_is_dealt(void **unused)
{
    struct state s = last_card(PURPLE, round_cards, P(5), (int[]){0, 0, 0});
    move_t list[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    (void)unused;
    give(&s, 0, G(2)); /* left over */
    play_on(&s, NULL);
    assert_int_equal(actors(&s), BIT(CHANCE));
    for (int slot = 0; slot < 11; slot++)
        assert_int_equal(piece_on(&s, SPECTATOR, PLACE_SLOT + slot).thing, round_cards[slot]);
    assert_int_equal(piece_on(&s, SPECTATOR, PLACE_SLOT + 11).thing, P(5));
    assert_int_equal(piece_on(&s, 1, PLACE_HAND).thing, NUMBER_BACK);
    assert_int_equal(piece_on(&s, 1, PLACE_VILLAGE).thing, JABBERWOCKY_CARD + PURPLE);
    assert_int_equal(chance(&s, list, weight), 15); /* all are shuffled, the card left over too */
    apply(&s, CHANCE, MOVE_CARD + G(5), NULL);
    for (int slot = 0; slot < 12; slot++)
        assert_int_equal(piece_on(&s, SPECTATOR, PLACE_SLOT + slot).thing, NOTHING);
    assert_int_equal(s.hand[0], BIT(G(5)));
    assert_int_equal(s.pooled, 14);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Villages at the corners, and no place lies on another: coordinates are in half cards. */
static void villages_and_bridges_are_a_triangle_or_a_square(void **unused)
{
    static struct scene out;

    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        struct state s = laid_out(seats, 0, GREEN);
        int n = villages(&s) + 12;

        memset(&out, 0, sizeof out);
        scene(&s, SPECTATOR, &out);
        assert_int_equal(out.zone[0].is->kind, ZONE_RING);
        assert_int_equal(out.zone[0].places, n);
        for (int i = 0; i < n; i++) {
            const struct scene_place *a = &out.place[i], *b = &out.place[(i + 1) % n];

            assert_in_range(a->x, 0, 10);
            assert_in_range(a->y, 0, 10);
            assert_true(abs(a->x - b->x) <= 2 && abs(a->y - b->y) <= 2); /* side by side along the way */
            for (int k = 0; k < i; k++)
                assert_true(abs(a->x - out.place[k].x) >= 2 || abs(a->y - out.place[k].y) >= 2);
        }
    }
}

static void a_card_is_played_by_touching_it_and_the_next_free_place(void **unused)
{
    struct state s = laid_out(4, 1, GREEN);
    struct touch touched[TOUCH_MAX];

    (void)unused;
    lay(&s, 1, Y(1));
    give(&s, 1, P(4));
    assert_int_equal(touch(&s, 1, MOVE_PLAY + P(4) * BRIDGES + 1, touched), 2);
    assert_int_equal(touched[0].place, PLACE_HAND + 1);
    assert_int_equal(touched[0].thing, P(4));
    assert_int_equal(touched[1].place, PLACE_SLOT + 3 + 1); /* the second of bridge 1 */
    assert_int_equal(touched[1].thing, NOTHING);
}

static void totals_so_far_are_noted_while_bridges_are_built(void **unused)
{
    static struct scene out;
    struct state s = laid_out(3, 0, GREEN);

    (void)unused;
    lay(&s, 0, G(4));
    lay(&s, 2, P(5));
    memset(&out, 0, sizeof out);
    scene(&s, 1, &out);
    assert_int_equal(out.notes, 4);
    assert_int_equal(out.note[1].seat, 0); /* green 4, yellow 0, purple 5 */
    assert_int_equal(out.note[1].phrase.arg[1], 4);
    assert_int_equal(out.note[1].phrase.arg[2], 0);
    assert_int_equal(out.note[1].phrase.arg[3], 5);
    assert_int_equal(out.note[2].phrase.arg[3], 0); /* seat 1 has green 4 only */
}

/* ---- redealing what is hidden ------------------------------------------------------------------ */

/* A random position of four in the second round, in the build phase after `played` cards, with a lead who has drawn a
 * card; or, with played = 0, at the beginning of the plan. */
static struct state position_of_four(int played)
{
    struct setup setup = {.seats = 4};
    struct luck luck = {77};
    move_t list[MOVES_MAX];

    for (;;) {
        struct state s;

        start(&s, &setup);
        while (actors(&s)) {
            if (s.round == 2 && (played ? s.phase == BUILD && s.played == played && s.pooled == 2 : s.phase == PLAN))
                return s;
            if (actors(&s) == BIT(CHANCE))
                apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
            else
                apply(&s, s.turn, list[luck_below(&luck, (uint32_t)moves(&s, s.turn, list))], NULL);
        }
    }
}

/* The cards that a viewer has not seen, found card by card. */
static int unseen_by(const struct state *s, int viewer, int out[15])
{
    int n = 0;

    for (int card = 0; card < 15; card++) {
        bool seen = viewer < s->seats && (s->hand[viewer] >> card & 1);

        for (int bridge = 0; bridge < villages(s); bridge++)
            for (int i = 0; i < s->size[bridge]; i++)
                seen = seen || s->slot[bridge * complete(s) + i] == card;
        if (!seen)
            out[n++] = card;
    }
    return n;
}

/* Where a card is: a hand, 4 for the centre. It must be in one place only, and on no bridge. */
static int whereabouts(const struct state *s, int card)
{
    int where = NOBODY, found = 0;

    for (int seat = 0; seat < s->seats; seat++)
        if (s->hand[seat] >> card & 1) {
            where = seat;
            found++;
        }
    for (uint32_t i = 0; i < s->pooled; i++)
        if ((int)(s->pool >> (4 * i) & 15) == card) {
            where = SEATS;
            found++;
        }
    assert_int_equal(found, 1);
    return where;
}

/* All that the viewer can see is as before: everything but the others' hands and the centre, of which the sizes. */
static void check_consistent(const struct state *before, const struct state *after, int viewer)
{
    struct state a = *before, b = *after;

    for (int seat = 0; seat < a.seats; seat++) {
        assert_int_equal(bit_count(a.hand[seat]), bit_count(b.hand[seat]));
        if (seat != viewer)
            a.hand[seat] = b.hand[seat] = 0;
    }
    for (uint32_t i = 1; i < b.pooled; i++)
        assert_true((b.pool >> (4 * i) & 15) > (b.pool >> (4 * i - 4) & 15)); /* ascending: one form for one set */
    assert_int_equal(b.pool >> (4 * b.pooled), 0);
    a.pool = b.pool = 0;
    assert_memory_equal(&a, &b, sizeof a);
}

enum { REDEALS = 20000 };

/* Exactly, a card lies in each place by the share of the unseen cards that are there; two cards lie together in a hand
 * of h with chance h (h - 1) / n (n - 1). Chi-square with a level of one in a million: 23.93, 30.66 and 33.38 with 1, 3
 * and 4 degrees of freedom. */
static void check_fair(const struct state *s, int viewer)
{
    static int counted[15][SEATS + 1];
    struct luck luck = {(uint64_t)viewer + 1000u * s->played};
    int unseen[15], n = unseen_by(s, viewer, unseen), size[SEATS + 1], together = 0, hand = viewer == 0 ? 1 : 0;
    int places = 0;
    double pair, expected;

    memset(counted, 0, sizeof counted);
    for (int place = 0; place <= SEATS; place++) {
        size[place] = place == viewer ? 0 : place == SEATS ? s->pooled : bit_count(s->hand[place]);
        places += size[place] > 0;
    }
    for (int k = 0; k < REDEALS; k++) {
        struct state dealt = *s;

        veil(&dealt, viewer, &luck);
        check_consistent(s, &dealt, viewer);
        for (int i = 0; i < n; i++)
            counted[i][whereabouts(&dealt, unseen[i])]++;
        together += whereabouts(&dealt, unseen[0]) == hand && whereabouts(&dealt, unseen[n - 1]) == hand;
    }
    for (int i = 0; i < n; i++) {
        double chi = 0;

        for (int place = 0; place <= SEATS; place++) {
            if (size[place] == 0) {
                assert_int_equal(counted[i][place], 0);
                continue;
            }
            expected = (double)REDEALS * size[place] / n;
            chi += (counted[i][place] - expected) * (counted[i][place] - expected) / expected;
        }
        assert_true(chi < (places == 5 ? 33.38 : 30.66));
    }
    pair = (double)size[hand] * (size[hand] - 1) / (n * (n - 1.0));
    if (pair > 0) {
        expected = REDEALS * pair;
        assert_true((together - expected) * (together - expected) / (expected * (1 - pair)) < 23.93);
    }
}

static void redealing_for_four_is_consistent_and_uniform(void **unused)
{
    (void)unused;
    for (int played = 0; played <= 6; played += 3) {
        struct state s = position_of_four(played);

        assert_int_equal(s.played, played);
        for (int viewer = 0; viewer <= SPECTATOR; viewer++)
            if (viewer < 4 || viewer == SPECTATOR)
                check_fair(&s, viewer);
    }
}

/* Seven cards that a spectator has not seen, one in each hand: 7 * 6 * 5 * 4 worlds, all equally likely. */
static void redealing_gives_every_world_equally_often(void **unused)
{
    enum { EACH = 100, WORLDS = 7 * 6 * 5 * 4 };
    static int counted[15 * 15 * 15 * 15];
    struct state s = laid_out(4, 0, GREEN);
    struct luck luck = {8};
    double chi = 0;
    int worlds = 0;

    (void)unused;
    for (int i = 0; i < 8; i++)
        lay(&s, i / 2, 2 * i);
    for (int seat = 0; seat < 4; seat++)
        give(&s, seat, 2 * seat + 1);
    for (int k = 0; k < EACH * WORLDS; k++) {
        struct state dealt = s;
        int world = 0;

        veil(&dealt, SPECTATOR, &luck);
        for (int seat = 0; seat < 4; seat++)
            world = world * 15 + bit_lowest(dealt.hand[seat]);
        worlds += counted[world]++ == 0;
    }
    assert_int_equal(worlds, WORLDS);
    for (int i = 0; i < 15 * 15 * 15 * 15; i++)
        if (counted[i])
            chi += (counted[i] - EACH) * (double)(counted[i] - EACH) / EACH;
    assert_true(chi < WORLDS - 1 + 5 * 41); /* the standard deviation is the root of 2 * 839 */
}

static void redealing_for_the_referee_changes_nothing(void **unused)
{
    struct state s = position_of_four(3), dealt = s;
    struct luck luck = {1};

    (void)unused;
    veil(&dealt, REFEREE, &luck);
    assert_memory_equal(&s, &dealt, sizeof s);
}

/* The card left over at the end is still not known to the others. */
static void redealing_after_the_end_deals_the_card_left_over(void **unused)
{
    struct state s = last_card(PURPLE, round_cards, P(5), (int[]){5, 5, 4});
    struct luck luck = {1};
    int counted[15] = {0}, different = 0;

    (void)unused;
    give(&s, 0, G(2));
    play_on(&s, NULL);
    for (int k = 0; k < 300; k++) {
        struct state dealt = s;

        veil(&dealt, 1, &luck);
        check_consistent(&s, &dealt, 1);
        different += counted[bit_lowest(dealt.hand[0])]++ == 0;
        dealt = s;
        veil(&dealt, 0, &luck);
        assert_memory_equal(&s, &dealt, sizeof s);
    }
    assert_int_equal(different, 3); /* green 2, green 4, yellow 5 */
}

/* ---- what bots are told ---------------------------------------------------------------------- */

static int32_t stands(const struct state *s, int seat)
{
    int32_t out[SEATS];

    standing(s, out);
    return out[seat];
}

/* All cards in any order, without the rule of 6: what is expected then is what will be scored. */
static void with_nothing_left_to_build_the_round_stands_as_it_is_scored(void **unused)
{
    struct luck luck = {1};

    (void)unused;
    for (int game = 0; game < 3000; game++) {
        int seats = 2 + game % 3, played = 0;
        struct state s = laid_out(seats, game % seats, game % 5 % 3);
        uint64_t pool = POOL_NUMBER_CARDS;
        int32_t before[SEATS];

        while (played < PLAYED) {
            int card = pool_nth(pool, luck_below(&luck, (uint32_t)(NUMBER_CARDS - played)));

            pool = pool_without(pool, card);
            lay(&s, played++ / complete(&s), card);
        }
        standing(&s, before);
        score(&s, NULL);
        for (int seat = 0; seat < seats; seat++)
            assert_int_equal(before[seat], s.gems[seat] * POINT);
    }
}

static void the_target_colour_is_good_on_the_own_bridges_and_others_are_bad(void **unused)
{
    struct state s = laid_out(3, 0, GREEN), own = s, elsewhere = s, other = s;

    (void)unused;
    lay(&own, 0, G(5));       /* of seats 0 and 1 */
    lay(&elsewhere, 1, G(5)); /* of seats 1 and 2 */
    lay(&other, 0, Y(5));
    assert_true(stands(&own, 0) > stands(&elsewhere, 0));
    assert_true(stands(&own, 0) > stands(&other, 0));
    assert_true(stands(&elsewhere, 2) > stands(&own, 2));
}

static void the_lead_names_what_is_in_hand(void **unused)
{
    struct state green = laid_out(3, 0, GREEN), yellow = laid_out(3, 0, YELLOW);

    (void)unused;
    give(&green, 0, G(4));
    give(&green, 0, G(5));
    give(&green, 0, Y(1));
    yellow.hand[0] = green.hand[0];
    assert_true(stands(&green, 0) > stands(&yellow, 0));
}

static void a_stage_ends_when_the_round_is_scored(void **unused)
{
    struct state s = laid_out(3, 0, GREEN);

    (void)unused;
    assert_int_equal(stage(&s), 1);
    score(&s, NULL);
    assert_int_equal(s.phase, SHUFFLE);
    assert_int_equal(stage(&s), 2);
    apply(&s, CHANCE, MOVE_CARD, NULL);
    assert_int_equal(stage(&s), 2);
}

/* ---- counters, goals, what moves, and words about things --------------------------------------- */

/* Bridge 0-1 has green 4, bridge 0-2 purple 5, as in totals_so_far_are_noted_while_bridges_are_built. */
static void gems_and_totals_are_counted(void **unused)
{
    struct state s = laid_out(3, 0, GREEN);

    (void)unused;
    lay(&s, 0, G(4));
    lay(&s, 2, P(5));
    s.gems[1] = 4;
    for (int viewer = 0; viewer <= REFEREE; viewer++) {
        const struct scene *sc = seen_by(&s, viewer);

        assert_int_equal(counted(sc, SCOPE_TABLE, 0, PHRASE(T_COUNT_ROUND), NO_LIMIT), 1);
        assert_int_equal(counted(sc, SCOPE_SEAT, 0, PHRASE(T_COUNT_GEMS), 6), 0);
        assert_int_equal(counted(sc, SCOPE_SEAT, 1, PHRASE(T_COUNT_GEMS), 6), 4);
        assert_int_equal(counted(sc, SCOPE_SEAT, 0, PHRASE(T_COUNT_TOTAL, COLOUR_GREEN), NO_LIMIT), 4);
        assert_int_equal(counted(sc, SCOPE_SEAT, 0, PHRASE(T_COUNT_TOTAL, COLOUR_PURPLE), NO_LIMIT), 5);
        assert_int_equal(counted(sc, SCOPE_SEAT, 1, PHRASE(T_COUNT_TOTAL, COLOUR_GREEN), NO_LIMIT), 4);
        assert_int_equal(counted(sc, SCOPE_SEAT, 1, PHRASE(T_COUNT_TOTAL, COLOUR_PURPLE), NO_LIMIT), 0);
        assert_int_equal(counted(sc, SCOPE_SEAT, 2, PHRASE(T_COUNT_TOTAL, COLOUR_YELLOW), NO_LIMIT), 0);
    }
}

static void a_goal_is_gems_and_then_the_target(void **unused)
{
    struct trial t;

    (void)unused;
    deal_for_two(&t);
    assert_string_equal(goal_words(state_of(&t), 0), "win 6 more gems: 6 end the game, and the most win it");
    trial_do(&t, "0", "take a gem");
    assert_string_equal(goal_words(state_of(&t), 0),
                        "name a colour that you can make the highest on bridges 0-1 and 0-2 together");
    assert_string_equal(goal_words(state_of(&t), 1), "win 6 more gems: 6 end the game, and the most win it");
    trial_do(&t, "0", "name green");
    assert_string_equal(goal_words(state_of(&t), 0),
                        "make green the highest colour on bridges 0-1 and 0-2 together, best alone for 1 gem more");
    assert_string_equal(goal_words(state_of(&t), 1),
                        "make green the highest on bridges 0-1 and 1-2 together, or make the lead player miss");
    assert_string_equal(goal_words(state_of(&t), SPECTATOR), "");
    assert_string_equal(goal_words(state_of(&t), REFEREE), "");
    trial_end(&t);
}

static void a_gem_comes_from_the_supply(void **unused)
{
    struct trial t;
    struct facts facts = {0};
    struct state s;

    (void)unused;
    deal_for_four(&t);
    trial_do(&t, "0", "pass");
    s = *state_of(&t);
    apply(&s, 1, MOVE_GEM, &facts);
    assert_int_equal(facts.transfers, 1);
    check_transfer(&facts, 0, ANY_GEM, 1, PLACE_SUPPLY, PLACE_GEMS + 1);
    trial_end(&t);
}

/* Only the lead player learns which card it is: the others see a card go. */
static void a_centre_card_goes_to_the_hand_of_the_lead(void **unused)
{
    struct trial t;
    struct facts facts = {0};
    struct state s;

    (void)unused;
    deal_for_four(&t);
    trial_do(&t, "0", "draw a centre card");
    s = *state_of(&t);
    apply(&s, CHANCE, MOVE_CARD + P(4), &facts);
    assert_int_equal(facts.transfers, 2);
    check_transfer(&facts, 0, P(4), 1, PLACE_CENTRE, PLACE_HAND + 0);
    assert_int_equal(facts.fact[facts.transfer[0].fact].to, ONLY(0));
    check_transfer(&facts, 1, NUMBER_BACK, 1, PLACE_CENTRE, PLACE_HAND + 0);
    assert_int_equal(facts.fact[facts.transfer[1].fact].to, ALL_BUT(0));
    trial_end(&t);
}

/* With four, the village opposite the lead player is a card from the centre. */
static void village_cards_come_with_the_target(void **unused)
{
    struct trial t;
    struct facts facts = {0};
    struct state s;

    (void)unused;
    deal_for_four(&t);
    trial_do(&t, "0", "pass");
    trial_do(&t, "1", "take a gem");
    s = *state_of(&t);
    apply(&s, 1, MOVE_SUIT + PURPLE, &facts);
    assert_int_equal(facts.transfers, 4);
    check_transfer(&facts, 0, JABBERWOCKY_BACK, 1, PLACE_JABBERWOCKY, PLACE_VILLAGE + 0);
    check_transfer(&facts, 1, JABBERWOCKY_CARD + PURPLE, 1, PLACE_JABBERWOCKY, PLACE_VILLAGE + 1);
    check_transfer(&facts, 2, JABBERWOCKY_BACK, 1, PLACE_JABBERWOCKY, PLACE_VILLAGE + 2);
    check_transfer(&facts, 3, NUMBER_BACK, 1, PLACE_CENTRE, PLACE_VILLAGE + 3);
    trial_end(&t);
}

/* The card to its bridge, also where the rules play it; then the gems. */
static void cards_go_to_their_bridges_and_gems_to_whom_they_are_due(void **unused)
{
    struct state s = last_card(YELLOW, round_cards, P(5), (int[]){0, 0, 0});
    struct facts facts = {0};

    (void)unused;
    play_on(&s, &facts);
    assert_int_equal(facts.transfers, 4);
    check_transfer(&facts, 0, P(5), 1, PLACE_HAND + 2, PLACE_SLOT + 11);
    assert_int_equal(text_of(&facts, 0), T_PLAYS);
    check_transfer(&facts, 1, ANY_GEM, 1, PLACE_SUPPLY, PLACE_GEMS + 1); /* seat 1 hits */
    assert_int_equal(text_of(&facts, 1), T_HIT);
    check_transfer(&facts, 2, ANY_GEM, 1, PLACE_SUPPLY, PLACE_GEMS + 1); /* and the lead does not */
    check_transfer(&facts, 3, ANY_GEM, 1, PLACE_SUPPLY, PLACE_GEMS + 2);
    assert_int_equal(text_of(&facts, 3), T_LEAD_MISSED);
}

/* All cards become the deck before the first is dealt: 12 on the bridges and three village cards. */
static void the_table_is_swept_with_the_first_card_of_a_round(void **unused)
{
    struct state s = last_card(YELLOW, round_cards, P(5), (int[]){0, 0, 0});
    struct facts facts = {0};

    (void)unused;
    play_on(&s, NULL);
    apply(&s, CHANCE, MOVE_CARD + G(1), &facts);
    assert_int_equal(facts.transfers, 12 + 3 + 1 + 1);
    for (int slot = 0; slot < 12; slot++)
        check_transfer(&facts, slot, slot < 11 ? round_cards[slot] : P(5), 1, PLACE_SLOT + slot, PLACE_CENTRE);
    check_transfer(&facts, 12, JABBERWOCKY_CARD + YELLOW, 1, PLACE_VILLAGE, PLACE_JABBERWOCKY);
    check_transfer(&facts, 15, G(1), 1, PLACE_CENTRE, PLACE_HAND + 0);
    check_transfer(&facts, 16, NUMBER_BACK, 1, PLACE_CENTRE, PLACE_HAND + 0);
    for (int i = 0; i < 17; i++) /* all see the table cleared, and only who gets the card what it is */
        assert_int_equal(facts.fact[facts.transfer[i].fact].to, i < 15 ? EVERYBODY : i < 16 ? ONLY(0) : ALL_BUT(0));
}

static void things_are_explained(void **unused)
{
    struct setup setup = {.seats = 3};

    (void)unused;
    assert_true(says(&setup, G(2), "counts 2 for green"));
    assert_true(says(&setup, G(2), "meets a face-up green 4 on a bridge, green 4 is turned"));
    assert_true(says(&setup, P(5), "meets a face-up purple 1 on a bridge, purple 5 is turned"));
    assert_true(says(&setup, Y(3), "every other face-up 3"));
    assert_true(says(&setup, JABBERWOCKY_CARD + GREEN, "the target"));
    assert_true(says(&setup, ANY_GEM, "somebody has 6 ends the game"));
    setup.option[0] = 1;
    assert_true(says(&setup, ANY_GEM, "somebody has 11 ends the game"));
    assert_string_equal(words_of(about(&setup, JABBERWOCKY_BACK), SPECTATOR), "");
}

/* ---- house rules ------------------------------------------------------------------------------- */

static struct state begun_with(const char *id)
{
    struct trial t;
    struct state s;

    trial_start(&t, id);
    s = *state_of(&t);
    trial_end(&t);
    return s;
}

/* Seats 0 and 2 take a gem in this round. */
static void another_number_of_gems_ends_the_game(void **unused)
{
    static const int ends[] = {3, 4, 11};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct state s;
        char id[32];

        snprintf(id, sizeof id, "mome:3:gems=%d", ends[i]);
        assert_int_equal(begun_with(id).goal, ends[i]);
        s = last_card(PURPLE, round_cards, P(5), (int[]){ends[i] - 2, 0, 0});
        s.goal = (uint8_t)ends[i];
        play_on(&s, NULL);
        assert_int_equal(s.phase, SHUFFLE);
        s = last_card(PURPLE, round_cards, P(5), (int[]){ends[i] - 1, 0, 0});
        s.goal = (uint8_t)ends[i];
        play_on(&s, NULL);
        assert_int_equal(s.phase, OVER);
        assert_int_equal(rank_of(&s, 0), 1);
    }
}

static void the_extended_variant_has_its_own_number_of_gems(void **unused)
{
    struct deal deal;
    struct why why;

    (void)unused;
    assert_false(deal_read(&deal, "mome:3:variant=extended,gems=7", &why) &&
                 game_setup_ok(deal.game, &deal.setup, &why));
    assert_non_null(strstr(why.text, "variant=basic"));
    assert_int_equal(begun_with("mome:3:variant=extended,alone=3").goal, 11);
}

/* As in a_lead_who_alone_hits_takes_two_gems. */
static void a_lone_hit_is_worth_what_the_house_rule_says(void **unused)
{
    static const int cards[11] = {G(5), G(3), G(2), Y(2), Y(3), Y(4), Y(5), P(1), G(1), P(3), P(4)};

    (void)unused;
    for (int alone = 0; alone <= 3; alone++) {
        struct state s = last_card(GREEN, cards, Y(1), (int[]){0, 0, 0});
        struct facts facts = {0};
        char id[32];

        snprintf(id, sizeof id, "mome:3:alone=%d", alone);
        s.more = begun_with(id).more;
        assert_int_equal(s.more, alone - 1);
        play_on(&s, &facts);
        check_gems(&s, 1 + alone, 0, 0, 0);
        assert_int_equal(s.phase, SHUFFLE);
        assert_int_equal(facts.transfers, alone ? 3 : 2);
        if (alone)
            check_transfer(&facts, 2, ANY_GEM, alone, PLACE_SUPPLY, PLACE_GEMS + 0);
        if (alone > 1)
            assert_string_equal(words_of(facts.fact[facts.transfer[2].fact].phrase, SPECTATOR),
                                alone == 2 ? "seat 0 takes 2 gems because nobody else hit"
                                           : "seat 0 takes 3 gems because nobody else hit");
        apply(&s, CHANCE, MOVE_CARD, NULL);
        assert_int_equal(s.more, alone - 1); /* in the next round too */
    }
}

/* Nothing else changes, and every round brings a gem still. */
static void a_lone_hit_for_nothing_is_a_hit(void **unused)
{
    struct state s = last_card(PURPLE, round_cards, P(5), (int[]){0, 0, 0});

    (void)unused;
    s.more = -1;
    play_on(&s, NULL);
    check_gems(&s, 1, 0, 1, 0);
    s = last_card(YELLOW, round_cards, P(5), (int[]){0, 0, 0});
    s.more = -1;
    play_on(&s, NULL);
    check_gems(&s, 0, 2, 1, 0);
    s = laid_out(3, 1, GREEN);
    s.more = -1;
    assert_string_equal(goal_words(&s, 1), "make green the highest colour on bridges 0-1 and 1-2 together");
}

/* ---- what is foreseen ------------------------------------------------------------------------ */

static void lay_match(struct trial *t, const char *id, struct state s)
{
    trial_start(t, id);
    memcpy(t->match.state, &s, sizeof s);
}

/* Seat 0 builds: bridge 0-1 has green 4, purple 3 and green 3, bridge 0-2 purple 1. */
static struct state three_threes(void)
{
    struct state s = laid_out(3, 0, GREEN);

    lay(&s, 0, G(4));
    lay(&s, 0, P(3));
    lay(&s, 0, G(3));
    lay(&s, 1, Y(1));
    lay(&s, 2, P(1));
    give(&s, 0, G(2));
    give(&s, 0, P(5));
    give(&s, 0, Y(3));
    give(&s, 1, Y(2));
    give(&s, 1, P(2));
    give(&s, 2, Y(4));
    give(&s, 2, Y(5));
    return s;
}

static void the_rule_of_6_is_foreseen(void **unused)
{
    struct trial t;
    const struct preview *p;

    (void)unused;
    lay_match(&t, "mome:3", three_threes());
    p = trial_foresees(&t, 0, "play green 2 on bridge 0-1",
                       "You play green 2 on bridge 0-1. Green 4 is turned face down. Green on the two bridges -2.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p),
                        "Green on the two bridges of seat 0 -2; Green on the two bridges of seat 1 -2");
    p = trial_foresees(&t, 0, "play purple 5 on bridge 0-2",
                       "You play purple 5 on bridge 0-2. Purple 5 is turned face down.");
    assert_string_equal(trial_changes(&t, p), ""); /* the 5 itself: it never counts */
    p = trial_foresees(&t, 0, "play yellow 3 on bridge 0-1",
                       "You play yellow 3 on bridge 0-1. Green 3 is turned face down. Purple 3 is turned face down. "
                       "Green on the two bridges -3, yellow on the two bridges +3, purple on the two bridges -3.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p),
                        "Green on the two bridges of seat 0 -3; Yellow on the two bridges of seat 0 +3; "
                        "Purple on the two bridges of seat 0 -3; Green on the two bridges of seat 1 -3; "
                        "Yellow on the two bridges of seat 1 +3; Purple on the two bridges of seat 1 -3");
    trial_end(&t);
}

/* A gem is a point at once; a centre card is drawn first, and nobody knows which; then the target is named. */
static void a_gem_is_foreseen_and_a_centre_card_is_not(void **unused)
{
    struct trial t;
    const struct preview *p;

    (void)unused;
    deal_for_two(&t);
    p = trial_foresees(&t, 0, "take a gem", "Score: you +1. You take a gem and become the lead player.");
    assert_int_equal(p->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, p), "Gems of seat 0 +1");
    p = trial_foresees(&t, 0, "draw a centre card",
                       "You draw a centre card and become the lead player. A card is drawn from the centre.");
    assert_int_equal(p->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, p), "");
    p = trial_foresees(&t, 0, "pass", "You pass.");
    assert_int_equal(p->next, NEXT_OTHER);
    trial_do(&t, "0", "take a gem");
    p = trial_foresees(&t, 0, "name green", "You name the target: green.");
    assert_int_equal(p->next, NEXT_OWN); /* the lead player begins to build */
    trial_end(&t);
}

/* Where the last card of the round goes is known, but not which card it is: so the gems are not foreseen. */
static void the_last_card_of_another_is_not_foreseen_nor_the_gems_that_it_brings(void **unused)
{
    (void)unused;
    for (int last = 3; last <= 4; last++) {
        struct state s = laid_out(2, 0, GREEN);
        struct trial t;
        const struct preview *p;

        for (int i = 0; i < 10; i++)
            lay(&s, (int[]){0, 0, 0, 1, 1, 1, 1, 2, 2, 2}[i],
                (int[]){G(1), G(2), Y(5), G(3), G(4), Y(1), Y(2), Y(4), P(1), P(2)}[i]);
        give(&s, 0, P(5));
        give(&s, 1, P(last));
        lay_match(&t, "mome:2", s);
        p = trial_foresees(&t, 0, "play purple 5 on bridge 0-2",
                           "You play purple 5 on bridge 0-2. Purple 5 is turned face down. Then something hidden comes "
                           "to light. The cards are shuffled for the next round.");
        assert_true(p->reveals);
        assert_int_equal(p->next, NEXT_CHANCE); /* nobody can have enough gems yet */
        assert_string_equal(trial_changes(&t, p), "");
        trial_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deal_leaves_three_centre_cards_and_shares_the_rest_evenly),
        cmocka_unit_test(all_15_cards_are_shuffled_and_any_may_come_first),
        cmocka_unit_test(box_has_15_number_cards_3_jabberwocky_cards_and_gems_without_end),
        cmocka_unit_test(a_dealt_card_is_told_to_its_owner_only),
        cmocka_unit_test(first_round_starts_with_a_random_seat),
        cmocka_unit_test(taking_a_gem_makes_the_lead_player_who_names_the_target),
        cmocka_unit_test(drawing_a_centre_card_makes_the_lead_player_with_one_card_more),
        cmocka_unit_test(target_is_named_after_the_drawn_card_has_been_seen),
        cmocka_unit_test(passing_asks_the_next_seat_to_the_left),
        cmocka_unit_test(last_seat_in_turn_may_not_pass),
        cmocka_unit_test(villages_stand_in_a_ring_with_a_neutral_third_for_two),
        cmocka_unit_test(three_bridges_of_four_cards_or_four_of_three),
        cmocka_unit_test(own_bridges_are_the_two_at_the_village),
        cmocka_unit_test(two_seats_share_a_bridge_and_each_has_one_to_the_neutral_village),
        cmocka_unit_test(villages_are_jabberwocky_cards),
        cmocka_unit_test(with_four_a_centre_card_marks_the_fourth_village_unseen),
        cmocka_unit_test(lead_player_begins_and_turns_go_to_the_left),
        cmocka_unit_test(any_hand_card_goes_face_up_on_the_bridge),
        cmocka_unit_test(a_card_may_always_go_on_an_own_bridge),
        cmocka_unit_test(on_another_bridge_only_if_no_bridge_has_fewer_cards),
        cmocka_unit_test(nicole_may_not_play_on_the_bridge_of_her_opponents),
        cmocka_unit_test(nicole_of_four_plays_on_the_empty_bridge_not_on_the_one_card_bridge),
        cmocka_unit_test(twelve_cards_end_the_round_and_a_lead_who_drew_keeps_one),
        cmocka_unit_test(a_last_card_with_one_place_to_go_is_played_by_the_rules),
        cmocka_unit_test(several_last_cards_are_played_by_the_rules),
        cmocka_unit_test(a_lead_who_drew_chooses_the_last_card_though_one_bridge_is_left),
        cmocka_unit_test(green_2_on_green_4_turns_the_4),
        cmocka_unit_test(purple_5_on_purple_1_turns_the_5_that_was_played),
        cmocka_unit_test(yellow_3_on_purple_3_turns_the_purple_3),
        cmocka_unit_test(other_pairs_of_a_colour_turn_the_higher),
        cmocka_unit_test(six_in_two_colours_turns_nothing_except_threes),
        cmocka_unit_test(each_card_of_the_colour_is_checked),
        cmocka_unit_test(a_face_down_3_is_left_alone),
        cmocka_unit_test(only_the_same_bridge_counts),
        cmocka_unit_test(rule_of_6_for_every_pair),
        cmocka_unit_test(face_down_cards_count_for_the_size_only),
        cmocka_unit_test(tania_has_purple_3_green_8_and_yellow_9),
        cmocka_unit_test(the_target_must_be_strictly_the_highest),
        cmocka_unit_test(a_lead_who_misses_gives_a_gem_to_all_others),
        cmocka_unit_test(a_lead_who_hits_with_another_takes_one_gem),
        cmocka_unit_test(a_lead_who_alone_hits_takes_two_gems),
        cmocka_unit_test(totals_are_told_from_the_seat_left_of_the_lead),
        cmocka_unit_test(every_round_brings_a_gem),
        cmocka_unit_test(a_round_of_two),
        cmocka_unit_test(six_gems_at_the_end_of_a_round_end_the_game),
        cmocka_unit_test(five_gems_do_not_end_the_game),
        cmocka_unit_test(the_seat_left_of_the_lead_starts_the_next_round),
        cmocka_unit_test(a_sixth_gem_taken_in_the_plan_does_not_end_the_round),
        cmocka_unit_test(extended_variant_is_played_to_eleven),
        cmocka_unit_test(most_gems_win),
        cmocka_unit_test(a_tie_goes_to_the_highest_target_total_of_that_round),
        cmocka_unit_test(a_tie_with_equal_target_totals_is_a_shared_win),
        cmocka_unit_test(most_gems_possible_are_27),
        cmocka_unit_test(random_games_agree_with_a_naive_table),
        cmocka_unit_test(hands_are_seen_by_their_owners_only),
        cmocka_unit_test(a_drawn_centre_card_is_known_to_the_lead_only),
        cmocka_unit_test(the_card_left_over_is_never_shown),
        cmocka_unit_test(ties_are_explained_for_lower_places_too),
        cmocka_unit_test(cards_turned_face_down_stay_known_to_all),
        cmocka_unit_test(complete_bridges_are_seen_until_the_next_round_is_dealt),
        cmocka_unit_test(villages_and_bridges_are_a_triangle_or_a_square),
        cmocka_unit_test(a_card_is_played_by_touching_it_and_the_next_free_place),
        cmocka_unit_test(totals_so_far_are_noted_while_bridges_are_built),
        cmocka_unit_test(redealing_for_four_is_consistent_and_uniform),
        cmocka_unit_test(redealing_gives_every_world_equally_often),
        cmocka_unit_test(redealing_for_the_referee_changes_nothing),
        cmocka_unit_test(redealing_after_the_end_deals_the_card_left_over),
        cmocka_unit_test(with_nothing_left_to_build_the_round_stands_as_it_is_scored),
        cmocka_unit_test(the_target_colour_is_good_on_the_own_bridges_and_others_are_bad),
        cmocka_unit_test(the_lead_names_what_is_in_hand),
        cmocka_unit_test(a_stage_ends_when_the_round_is_scored),
        cmocka_unit_test(gems_and_totals_are_counted),
        cmocka_unit_test(a_goal_is_gems_and_then_the_target),
        cmocka_unit_test(a_gem_comes_from_the_supply),
        cmocka_unit_test(a_centre_card_goes_to_the_hand_of_the_lead),
        cmocka_unit_test(village_cards_come_with_the_target),
        cmocka_unit_test(cards_go_to_their_bridges_and_gems_to_whom_they_are_due),
        cmocka_unit_test(the_table_is_swept_with_the_first_card_of_a_round),
        cmocka_unit_test(things_are_explained),
        cmocka_unit_test(another_number_of_gems_ends_the_game),
        cmocka_unit_test(the_extended_variant_has_its_own_number_of_gems),
        cmocka_unit_test(a_lone_hit_is_worth_what_the_house_rule_says),
        cmocka_unit_test(a_lone_hit_for_nothing_is_a_hit),
        cmocka_unit_test(the_rule_of_6_is_foreseen),
        cmocka_unit_test(a_gem_is_foreseen_and_a_centre_card_is_not),
        cmocka_unit_test(the_last_card_of_another_is_not_foreseen_nor_the_gems_that_it_brings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
