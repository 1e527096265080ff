/* test_brillig: every rule, ruling and example of docs/rules/brillig.md. The source is included, so that positions can
 * be laid out directly. What viewers can know of the bonus deck is worked out here a second time, by trying every deal
 * and every take that fits what they saw. */
#include "help.h"

#include "../src/games/brillig.c"

enum { GREEN, YELLOW, PURPLE };

#define G(n) CARD(GREEN, n)
#define Y(n) CARD(YELLOW, n)
#define P(n) CARD(PURPLE, n)

static const struct state *state_of(const struct trial *t)
{
    return (const struct state *)(const void *)t->match.state;
}

/* ---- playing by words ------------------------------------------------------------------------ */

static const char *const colour_word[] = {"green", "yellow", "purple"};

/* "G3" as the words have it. */
static const char *card_word(const char *mark)
{
    static char word[4][16];
    static int next;

    next = (next + 1) % 4;
    snprintf(word[next], sizeof word[next], "%s %c",
             colour_word[mark[0] == 'G'   ? GREEN
                         : mark[0] == 'Y' ? YELLOW
                                          : PURPLE],
             mark[1]);
    return word[next];
}

/* Seat 0 gets these cards ("G1 G2 ..."), seat 1 the others. */
static void deal_hands(struct trial *t, const char *cards)
{
    char words[64];

    for (; *cards; cards += cards[2] ? 3 : 2) {
        snprintf(words, sizeof words, "deal %s to seat 0", card_word(cards));
        trial_do(t, "chance", words);
    }
}

/* The gems as letters, in the order in which they go to the piles. */
static void draw_all(struct trial *t, const char *gems)
{
    char words[64];

    for (; *gems && trial_asked(t, "chance"); gems++) {
        snprintf(words, sizeof words, "draw a %s gem",
                 colour_word[*gems == 'g'   ? GREEN
                             : *gems == 'y' ? YELLOW
                                            : PURPLE]);
        trial_do(t, "chance", words);
    }
}

/* In every row pile 1 is all green, pile 2 all yellow and pile 3 all purple, so that it is easy to say who collects. */
#define SORTED "gggyyypppgggyyypppggyypp"

/* The set-up is done, and both are asked for an assignment card. */
static void begin(struct trial *t, const char *hand, const char *gems)
{
    trial_start(t, "brillig");
    deal_hands(t, hand);
    draw_all(t, gems);
    assert_int_equal(state_of(t)->phase, ASSIGN);
}

static void plays(struct trial *t, const char *seat, const char *card)
{
    char words[64];

    snprintf(words, sizeof words, "play %s", card_word(card));
    trial_do(t, seat, words);
}

static void takes(struct trial *t, const char *seat, const char *card)
{
    char words[64];

    snprintf(words, sizeof words, "take %s", card_word(card));
    trial_do(t, seat, words);
}

static bool can_take(struct trial *t, const char *seat, const char *card)
{
    char words[64];

    snprintf(words, sizeof words, "take %s", card_word(card));
    return trial_can(t, seat, words);
}

/* Both play these assignment cards, and the piles go to the colours named by three letters. */
static void assigns(struct trial *t, const char *card0, const char *card1, const char *to)
{
    const char *colour[3];
    char words[96];
    int first;

    for (int i = 0; i < 3; i++)
        colour[i] = colour_word[to[i] == 'g' ? GREEN : to[i] == 'y' ? YELLOW : PURPLE];
    plays(t, "0", card0);
    plays(t, "1", card1);
    first = trial_asked(t, "0") ? 0 : 1;
    snprintf(words, sizeof words, "put pile 1 on %s", colour[0]);
    trial_do(t, first == 0 ? "0" : "1", words);
    snprintf(words, sizeof words, "put pile 2 on %s and pile 3 on %s", colour[1], colour[2]);
    trial_do(t, first == 0 ? "1" : "0", words);
}

static void collects(struct trial *t, const char *card0, const char *card1)
{
    plays(t, "0", card0);
    plays(t, "1", card1);
}

static bool told(struct trial *t, const char *viewer, const char *words)
{
    return strstr(trial_log(t, viewer), words) != NULL;
}

static bool has(const struct trial *t, int seat, int card)
{
    return state_of(t)->hand[seat] >> card & 1;
}

static struct setup setup_of(const char *id)
{
    struct deal deal;
    struct why why;

    if (!deal_read(&deal, id, &why))
        fail_msg("%s: %s", id, why.text);
    return deal.setup;
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static void box_has_15_number_cards_3_jabberwocky_cards_and_24_gems(void **unused)
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
    assert_int_equal(game_brillig.seats_min, 2);
    assert_int_equal(game_brillig.seats_max, 2);
}

static void the_5s_are_the_bonus_deck_and_the_others_are_dealt_six_to_each(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "brillig");
    assert_int_equal(trial_options(&t, "chance"), 12);
    for (int suit = 0; suit < 3; suit++) {
        char words[64];

        snprintf(words, sizeof words, "deal %s 5 to seat 0", colour_word[suit]);
        assert_false(trial_can(&t, "chance", words));
    }
    deal_hands(&t, "G1 Y2 P4 G3 P1");
    assert_int_equal(trial_options(&t, "chance"), 7);
    assert_false(trial_can(&t, "chance", "deal purple 1 to seat 0"));
    trial_do(&t, "chance", "deal purple 2 to seat 0");
    assert_int_equal(state_of(&t)->hand[0], BIT(G(1)) | BIT(Y(2)) | BIT(P(4)) | BIT(G(3)) | BIT(P(1)) | BIT(P(2)));
    assert_int_equal(state_of(&t)->hand[1], BIT(G(2)) | BIT(G(4)) | BIT(Y(1)) | BIT(Y(3)) | BIT(Y(4)) | BIT(P(3)));
    assert_int_equal(state_of(&t)->bonus, BIT(G(5)) | BIT(Y(5)) | BIT(P(5)));
    trial_end(&t);
}

static void each_seat_knows_both_hands_from_the_start_and_a_spectator_none(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "brillig");
    deal_hands(&t, "G1 G2 G3 G4 Y1");
    assert_int_equal(trial_count(&t, "0", "Number card"), 7); /* not yet dealt */
    assert_int_equal(trial_count(&t, "1", "Number card"), 12);
    deal_hands(&t, "Y2");
    assert_int_equal(trial_count(&t, "0", "Number card"), 0);
    assert_int_equal(trial_count(&t, "1", "Number card"), 0);
    assert_int_equal(trial_count(&t, "spectator", "Number card"), 12);
    assert_int_equal(trial_count(&t, "spectator", "green 5"), 1);
    trial_end(&t);
}

static void dealt_cards_are_told_to_their_owners_only(void **unused)
{
    struct setup setup = {.seats = 2};
    struct state s;
    int to_1 = 0;

    (void)unused;
    start(&s, &setup);
    for (int i = 0; i < 6; i++) {
        struct facts facts = {0};

        apply(&s, CHANCE, draw(&s, 0), &facts);
        assert_int_equal(facts.fact[0].to, ONLY(0));
        for (int k = 1; k < facts.n; k++) {
            assert_int_equal(facts.fact[k].to, ONLY(1));
            to_1++;
        }
    }
    assert_int_equal(to_1, 6);
}

static void piles_have_three_three_and_two_gems(void **unused)
{
    struct trial t;
    int sum[3] = {0};

    (void)unused;
    trial_start(&t, "brillig#3");
    trial_luck(&t);
    for (int round = 0; round < 3; round++)
        for (int pile = 0; pile < 3; pile++) {
            int n = 0;

            for (int suit = 0; suit < 3; suit++) {
                int gems = state_of(&t)->pile[round * 3 + pile] >> (4 * suit) & 15;

                n += gems;
                sum[suit] += gems;
            }
            assert_int_equal(n, round < 2 ? 3 : 2);
        }
    for (int suit = 0; suit < 3; suit++)
        assert_int_equal(sum[suit], 8);
    trial_end(&t);
}

static void gems_are_drawn_by_how_many_are_left_into_one_pile_after_the_other(void **unused)
{
    struct trial t;
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    (void)unused;
    trial_start(&t, "brillig");
    deal_hands(&t, "G1 G2 G3 G4 Y1 Y2");
    draw_all(&t, "ggyp");
    assert_int_equal(game_options(trial_game(&t), t.match.state, CHANCE, move, weight), 3);
    assert_int_equal(weight[0], 6);
    assert_int_equal(weight[1], 7);
    assert_int_equal(weight[2], 7);
    assert_int_equal(state_of(&t)->pile[0], 0x012);
    assert_int_equal(state_of(&t)->pile[1], 0x100);
    draw_all(&t, "gggggg");
    assert_int_equal(trial_options(&t, "chance"), 2);
    assert_int_equal(trial_count(&t, "spectator", "yellow gem"), 8);
    trial_end(&t);
}

static void gems_of_one_colour_go_where_they_must(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "brillig");
    deal_hands(&t, "G1 G2 G3 G4 Y1 Y2");
    draw_all(&t, "ggggggggyyyyyyy");
    assert_true(trial_asked(&t, "chance"));
    draw_all(&t, "y"); /* eight purple ones are left: two more for round 2, and the whole of round 3 */
    assert_false(trial_asked(&t, "chance"));
    assert_int_equal(state_of(&t)->pile[5], 0x210);
    for (int pile = 6; pile < 9; pile++)
        assert_int_equal(state_of(&t)->pile[pile], 0x200);
    assert_int_equal(state_of(&t)->supply, 0);
    trial_end(&t);
}

static void all_piles_are_seen_by_everybody_from_the_start(void **unused)
{
    static const char *const viewers[] = {"0", "1", "spectator"};
    struct trial t;
    static struct view view;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    for (int i = 0; i < 3; i++) {
        int gems = 0;

        view_make(&view, &t.match, actor_of(viewers[i]));
        for (int k = 0; k < view.scene.pieces; k++)
            gems += view.scene.piece[k].thing >= GEM && view.scene.piece[k].thing < GEM + 3 ? view.scene.piece[k].count
                                                                                            : 0;
        assert_int_equal(gems, 24);
    }
    trial_end(&t);
}

/* ---- assign ---------------------------------------------------------------------------------- */

static void both_choose_at_once_in_any_order_and_may_change_their_minds(void **unused)
{
    struct trial t;
    struct why why;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assert_true(trial_asked(&t, "0") && trial_asked(&t, "1"));
    assert_int_equal(trial_options(&t, "0"), 6);
    plays(&t, "1", "P4");
    assert_true(trial_asked(&t, "0"));
    assert_false(trial_asked(&t, "1"));
    assert_true(match_retract(&t.match, 1, &why));
    plays(&t, "1", "P3");
    plays(&t, "0", "G4");
    assert_int_equal(state_of(&t)->assigned[0][0], G(4) + 1);
    assert_int_equal(state_of(&t)->assigned[0][1], P(3) + 1);
    trial_end(&t);
}

static void a_choice_is_unknown_until_both_are_in(void **unused)
{
    struct setup setup = {.seats = 2};
    struct facts facts = {0};
    struct state s;

    (void)unused;
    start(&s, &setup);
    s.hand[0] = BIT(G(1)) | BIT(G(2));
    s.hand[1] = BIT(P(1)) | BIT(P(2));
    s.phase = ASSIGN;
    apply(&s, 1, MOVE_CARD + P(2), &facts);
    assert_int_equal(facts.n, 1);
    assert_int_equal(facts.fact[0].to, ONLY(1));
    assert_int_equal(facts.fact[0].flags, FACT_SILENT);
    assert_int_equal(s.hand[1], BIT(P(1)) | BIT(P(2)));
    facts_clear(&facts);
    apply(&s, 0, MOVE_CARD + G(1), &facts);
    assert_int_equal(facts.fact[1].to, EVERYBODY);
    assert_int_equal(facts.fact[1].flags, FACT_REVEALS);
    assert_int_equal(facts.fact[2].to, EVERYBODY);
}

/* Round 1 with these two cards chosen to assign: who goes first. */
static int goes_first(int card0, int card1)
{
    struct setup setup = {.seats = 2};
    struct state s;

    start(&s, &setup);
    s.hand[0] = (uint16_t)BIT(card0);
    s.hand[1] = (uint16_t)BIT(card1);
    s.phase = ASSIGN;
    apply(&s, 0, (move_t)(MOVE_CARD + card0), NULL);
    apply(&s, 1, (move_t)(MOVE_CARD + card1), NULL);
    assert_int_equal(s.phase, FIRST);
    return s.turn;
}

static void the_higher_number_goes_first_then_green_yellow_purple(void **unused)
{
    (void)unused;
    assert_int_equal(goes_first(G(4), P(2)), 0);
    assert_int_equal(goes_first(P(2), G(4)), 1);
    assert_int_equal(goes_first(G(3), Y(3)), 0);
    assert_int_equal(goes_first(Y(3), G(3)), 1);
    assert_int_equal(goes_first(P(3), Y(3)), 1);
    assert_int_equal(goes_first(G(1), P(1)), 0);
    for (int a = 0; a < 15; a++)
        for (int b = 0; b < 15; b++) {
            int number_a = a % 5, number_b = b % 5;

            if (a != b)
                assert_int_equal(goes_first(a, b), number_a > number_b || (number_a == number_b && a < b) ? 0 : 1);
        }
}

static void first_player_puts_any_pile_on_any_card(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    plays(&t, "0", "G4");
    plays(&t, "1", "P2");
    assert_false(trial_asked(&t, "1"));
    assert_int_equal(trial_options(&t, "0"), 9);
    for (int pile = 1; pile <= 3; pile++)
        for (int suit = 0; suit < 3; suit++) {
            char words[64];

            snprintf(words, sizeof words, "put pile %d on %s", pile, colour_word[suit]);
            assert_true(trial_can(&t, "0", words));
        }
    trial_end(&t);
}

/* The example of the rules: green 4 against purple 2. */
static void the_other_player_puts_the_other_piles_on_the_other_cards(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    plays(&t, "0", "G4");
    plays(&t, "1", "P2");
    assert_true(told(&t, "1", "Seat 0 goes first"));
    trial_do(&t, "0", "put pile 2 on purple");
    assert_false(trial_asked(&t, "0"));
    assert_int_equal(trial_options(&t, "1"), 2);
    assert_true(trial_can(&t, "1", "put pile 1 on green and pile 3 on yellow"));
    trial_do(&t, "1", "put pile 1 on yellow and pile 3 on green");
    assert_int_equal(state_of(&t)->on[GREEN], 0x300);
    assert_int_equal(state_of(&t)->on[YELLOW], 0x003);
    assert_int_equal(state_of(&t)->on[PURPLE], 0x030);
    assert_true(trial_asked(&t, "0") && trial_asked(&t, "1"));
    trial_end(&t);
}

/* Whichever the first player takes and wherever it goes, the second has the two ways that are left. */
static void each_jabberwocky_card_gets_one_pile(void **unused)
{
    (void)unused;
    for (int first = 0; first < 9; first++)
        for (int second = 0; second < 2; second++) {
            struct setup setup = {.seats = 2};
            struct state s;
            move_t list[MOVES_MAX];

            start(&s, &setup);
            for (int pile = 0; pile < 3; pile++)
                s.pile[pile] = (uint16_t)(pile + 1); /* so many green gems */
            s.phase = FIRST;
            s.turn = 1;
            assert_int_equal(moves(&s, 1, list), 9);
            apply(&s, 1, list[first], NULL);
            assert_int_equal(s.on[first % 3], first / 3 + 1);
            assert_int_equal(actors(&s), BIT(0));
            assert_int_equal(moves(&s, 0, list), 2);
            assert_true(list[0] < list[1]);
            apply(&s, 0, list[second], NULL);
            assert_int_equal(BIT(s.on[0]) | BIT(s.on[1]) | BIT(s.on[2]), 1 << 1 | 1 << 2 | 1 << 3);
            assert_int_equal(s.on[first % 3], first / 3 + 1);
            assert_int_equal(s.pile[0] | s.pile[1] | s.pile[2], 0);
            assert_int_equal(s.phase, COLLECT);
        }
}

static void the_two_ways_of_the_second_player_differ(void **unused)
{
    (void)unused;
    for (int first = 0; first < 9; first++) {
        uint16_t lower[2];

        for (int second = 0; second < 2; second++) {
            struct setup setup = {.seats = 2};
            struct state s;
            move_t list[MOVES_MAX];

            start(&s, &setup);
            for (int pile = 0; pile < 3; pile++)
                s.pile[pile] = (uint16_t)(pile + 1);
            s.phase = FIRST;
            apply(&s, 0, (move_t)(MOVE_PUT + first), NULL);
            moves(&s, 1, list);
            apply(&s, 1, list[second], NULL);
            lower[second] = s.on[first % 3 == 0 ? 1 : 0];
        }
        assert_int_not_equal(lower[0], lower[1]);
    }
}

static void piles_alike_are_separate_options(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", "gypgypgypgypgypgypgypgyp");
    plays(&t, "0", "G4");
    plays(&t, "1", "P2");
    assert_int_equal(trial_options(&t, "0"), 9);
    trial_do(&t, "0", "put pile 1 on green");
    assert_int_equal(trial_options(&t, "1"), 2);
    trial_end(&t);
}

static void new_gems_join_those_that_lie_there(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(&t, "G4", "P2", "ypg");
    collects(&t, "G1", "P1");
    takes(&t, "0", "G5");
    takes(&t, "1", "Y5");
    assigns(&t, "G3", "P3", "ygp");
    assert_int_equal(state_of(&t)->on[GREEN], 0x330);
    assert_int_equal(state_of(&t)->on[YELLOW], 0x006);
    assert_int_equal(state_of(&t)->on[PURPLE], 0x330);
    trial_end(&t);
}

static void assignment_cards_stay_face_up_before_their_owners(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(&t, "G4", "P2", "gyp");
    assert_false(has(&t, 0, G(4)));
    assert_false(trial_can(&t, "0", "play green 4"));
    assert_int_equal(trial_options(&t, "0"), 5);
    assert_int_equal(trial_count(&t, "spectator", "green 4"), 1);
    assert_int_equal(trial_count(&t, "spectator", "purple 2"), 1);
    trial_end(&t);
}

/* ---- collect --------------------------------------------------------------------------------- */

/* The collection of round 1 with these gems on the Jabberwocky cards. */
static struct state collection(uint16_t green, uint16_t yellow, uint16_t purple, int card0, int card1)
{
    struct setup setup = {.seats = 2};
    struct state s;

    start(&s, &setup);
    s.on[GREEN] = green;
    s.on[YELLOW] = yellow;
    s.on[PURPLE] = purple;
    s.hand[0] = (uint16_t)(BIT(card0));
    s.hand[1] = (uint16_t)(BIT(card1));
    s.supply = 0;
    s.phase = COLLECT;
    apply(&s, 1, (move_t)(MOVE_CARD + card1), NULL);
    apply(&s, 0, (move_t)(MOVE_CARD + card0), NULL);
    return s;
}

/* The example of the rules: purple 1 and yellow 2. */
static void each_takes_the_gems_of_its_colour_from_the_card_of_its_colour(void **unused)
{
    struct state s = collection(0x111, 0x123, 0x312, P(1), Y(2));

    (void)unused;
    assert_int_equal(s.gems[0][0], 3);
    assert_int_equal(s.gems[0][1], 2);
    assert_int_equal(s.on[GREEN], 0x111);
    assert_int_equal(s.on[YELLOW], 0x103);
    assert_int_equal(s.on[PURPLE], 0x012);
    assert_int_equal(s.collected[0][0], P(1) + 1);
    assert_int_equal(s.collected[0][1], Y(2) + 1);
    assert_int_equal(s.hand[0] | s.hand[1], 0);
    assert_int_equal(s.phase, ASSIGN);
    assert_int_equal(s.round, 1);
    assert_int_equal(points(&s, 0), 3);
    assert_int_equal(points(&s, 1), 4);
}

static void green_gems_are_collected_too(void **unused)
{
    struct state s = collection(0x115, 0, 0x800, G(4), P(3));

    (void)unused;
    assert_int_equal(s.gems[0][0], 5);
    assert_int_equal(s.gems[0][1], 8);
    assert_int_equal(s.on[GREEN], 0x110);
    assert_int_equal(s.on[PURPLE], 0);
}

static void in_the_same_colour_only_the_lower_number_collects(void **unused)
{
    struct state s = collection(0x003, 0x232, 0x111, Y(3), Y(2));

    (void)unused;
    assert_int_equal(s.gems[0][0], 0);
    assert_int_equal(s.gems[0][1], 3);
    assert_int_equal(s.on[YELLOW], 0x202);
    assert_int_equal(s.phase, BONUS); /* and the other takes a bonus card */
    assert_int_equal(s.turn, 0);
    assert_int_equal(s.both, 0);
    s = collection(0x003, 0x232, 0x111, Y(1), Y(5));
    assert_int_equal(s.gems[0][0], 3);
    assert_int_equal(s.gems[0][1], 0);
    assert_int_equal(s.turn, 1);
}

static void without_a_gem_to_collect_there_is_a_bonus_card(void **unused)
{
    struct state s = collection(0x770, 0x080, 0x111, G(1), Y(4));

    (void)unused;
    assert_int_equal(s.gems[0][0], 0);
    assert_int_equal(s.gems[0][1], 8);
    assert_int_equal(s.phase, BONUS);
    assert_int_equal(actors(&s), BIT(0));
    assert_int_equal(s.both, 0);
    s = collection(0x003, 0x232, 0x111, G(1), Y(5));
    assert_int_equal(s.phase, ASSIGN);
}

static void in_the_same_colour_without_gems_both_take_a_bonus_card(void **unused)
{
    struct state s = collection(0x770, 0x080, 0x111, G(4), G(2));

    (void)unused;
    assert_int_equal(s.phase, BONUS);
    assert_int_equal(actors(&s), BIT(1));
    assert_int_equal(s.both, 1);
}

static void what_is_collected_is_told_to_all(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(&t, "G4", "P2", "gyp");
    collects(&t, "G1", "P1");
    assert_string_equal(trial_log(&t, "spectator"), "Seat 0 plays green 1 to collect\n"
                                                    "Seat 1 plays purple 1 to collect\n"
                                                    "Seat 0 collects 3 green gems\n"
                                                    "Seat 1 collects 3 purple gems\n");
    assert_int_equal(trial_count(&t, "1", "green gem"), 8);
    assigns(&t, "G2", "P3", "gpy");
    collects(&t, "Y1", "Y3");
    assert_true(told(&t, "1", "Seat 0 collects 3 yellow gems"));
    assert_true(told(&t, "1", "You collect nothing: seat 0's yellow 1 is lower"));
    takes(&t, "1", "G5");
    assigns(&t, "Y2", "P4", "ypg");
    collects(&t, "G3", "Y4");
    assert_true(told(&t, "0", "You collect 3 green gems"));
    assert_true(told(&t, "1", "You collect nothing: there is no yellow gem on the yellow Jabberwocky"));
    trial_end(&t);
}

/* ---- bonus ----------------------------------------------------------------------------------- */

static void the_taker_looks_takes_one_of_three_and_puts_the_played_card_in(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(&t, "G4", "P2", "gpy");
    collects(&t, "G1", "Y4");
    assert_true(told(&t, "1", "You look into the bonus deck: green 5, yellow 5 and purple 5"));
    assert_false(told(&t, "0", "bonus deck"));
    assert_false(told(&t, "spectator", "bonus deck"));
    assert_true(told(&t, "referee", "Seat 1 looks into the bonus deck: green 5, yellow 5 and purple 5"));
    assert_true(trial_asked(&t, "1"));
    assert_false(trial_asked(&t, "0"));
    assert_int_equal(trial_options(&t, "1"), 3); /* no way to do without */
    assert_true(can_take(&t, "1", "G5") && can_take(&t, "1", "Y5") && can_take(&t, "1", "P5"));
    takes(&t, "1", "Y5");
    assert_string_equal(trial_log(&t, "1"), "You take yellow 5 and put yellow 4 into the bonus deck\n");
    assert_string_equal(trial_log(&t, "0"), "Seat 1 takes a bonus card and puts yellow 4 into the bonus deck\n");
    assert_string_equal(trial_log(&t, "spectator"),
                        "Seat 1 takes a bonus card and puts yellow 4 into the bonus deck\n");
    assert_string_equal(trial_log(&t, "referee"), "Seat 1 takes yellow 5 and puts yellow 4 into the bonus deck\n");
    assert_true(has(&t, 1, Y(5)));
    assert_false(has(&t, 1, Y(4)));
    assert_int_equal(state_of(&t)->bonus, BIT(G(5)) | BIT(P(5)) | BIT(Y(4)));
    assert_int_equal(state_of(&t)->round, 1);
    trial_end(&t);
}

/* Of two who collected nothing, with these cards: who takes first. */
static int takes_first(int card0, int card1)
{
    struct state s = collection(0, 0, 0, card0, card1);

    assert_int_equal(s.phase, BONUS);
    assert_int_equal(s.both, 1);
    return s.turn;
}

static void the_lower_number_takes_first_then_green_yellow_purple(void **unused)
{
    (void)unused;
    assert_int_equal(takes_first(G(4), P(2)), 1);
    assert_int_equal(takes_first(G(3), Y(3)), 0);
    assert_int_equal(takes_first(P(3), Y(3)), 1);
    assert_int_equal(takes_first(P(1), G(1)), 1);
    for (int a = 0; a < 15; a++)
        for (int b = 0; b < 15; b++) {
            int number_a = a % 5, number_b = b % 5;

            if (a != b)
                assert_int_equal(takes_first(a, b), number_a < number_b || (number_a == number_b && a < b) ? 0 : 1);
        }
}

static void the_second_taker_may_take_what_the_first_put_in(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(&t, "G4", "P2", "ypg");
    collects(&t, "G3", "Y3"); /* equal numbers: green first */
    assert_true(trial_asked(&t, "0"));
    assert_false(trial_asked(&t, "1"));
    assert_false(can_take(&t, "0", "G3"));
    takes(&t, "0", "G5");
    assert_true(told(&t, "1", "You look into the bonus deck: green 3, yellow 5 and purple 5"));
    assert_false(told(&t, "0", "look"));
    assert_true(trial_asked(&t, "1"));
    assert_false(trial_asked(&t, "0"));
    assert_false(can_take(&t, "1", "G5"));
    assert_false(can_take(&t, "1", "Y3"));
    takes(&t, "1", "G3");
    assert_true(has(&t, 1, G(3)));
    assert_int_equal(state_of(&t)->bonus, BIT(Y(3)) | BIT(Y(5)) | BIT(P(5)));
    assert_int_equal(state_of(&t)->round, 1);
    trial_end(&t);
}

static void a_look_cannot_be_taken_back(void **unused)
{
    struct state s = collection(0, 0, 0, G(1), Y(1));
    struct facts facts = {0};
    bool reveals = false;

    (void)unused;
    apply(&s, 0, MOVE_CARD + G(5), &facts);
    for (int i = 0; i < facts.n; i++) {
        if (facts.fact[i].phrase.text == T_LOOKS) {
            assert_int_equal(facts.fact[i].to, ONLY(1));
            reveals = facts.fact[i].flags & FACT_REVEALS;
        } else {
            assert_false(facts.fact[i].flags & FACT_REVEALS);
        }
    }
    assert_true(reveals);
}

/* ---- round 4 --------------------------------------------------------------------------------- */

/* Three rounds with four bonus cards. The comments say what lies on the Jabberwocky cards. */
static void three_rounds(struct trial *t)
{
    begin(t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(t, "G4", "P2", "gpy"); /* green 3 green, yellow 3 purple, purple 3 yellow */
    collects(t, "G1", "Y4");
    takes(t, "1", "Y5");
    assigns(t, "G3", "P3", "ygp"); /* green 3 yellow, yellow 3 purple 3 green, purple 3 yellow 3 purple */
    collects(t, "Y1", "P1");       /* seat 1 gets 3 purple */
    takes(t, "0", "G5");
    assigns(t, "G2", "P4", "ypg"); /* green 3 yellow 2 purple, yellow 3 purple 5 green, purple 5 yellow */
    collects(t, "Y2", "Y3");       /* no yellow gem on the yellow card: seat 0, then seat 1 */
    takes(t, "0", "P5");
    takes(t, "1", "Y2");
}

static void in_round_4_the_gems_on_the_cards_are_the_piles(void **unused)
{
    struct trial t;

    (void)unused;
    three_rounds(&t);
    assert_true(told(&t, "spectator", "is picked up as the piles of round 4"));
    assert_int_equal(state_of(&t)->round, 3);
    assert_int_equal(state_of(&t)->phase, ASSIGN);
    for (int suit = 0; suit < 3; suit++)
        assert_int_equal(state_of(&t)->on[suit], 0);
    assert_int_equal(state_of(&t)->pile[9], 0x230);
    assert_int_equal(state_of(&t)->pile[10], 0x305);
    assert_int_equal(state_of(&t)->pile[11], 0x050);
    trial_end(&t);
}

static void in_round_4_the_assignment_cards_are_in_hand_again(void **unused)
{
    struct trial t;

    (void)unused;
    three_rounds(&t);
    assert_int_equal(state_of(&t)->hand[0], BIT(G(4)) | BIT(G(3)) | BIT(G(2)) | BIT(G(5)) | BIT(P(5)));
    assert_int_equal(state_of(&t)->hand[1], BIT(P(2)) | BIT(P(3)) | BIT(P(4)) | BIT(Y(5)) | BIT(Y(2)));
    assert_int_equal(state_of(&t)->bonus, BIT(Y(1)) | BIT(Y(3)) | BIT(Y(4)));
    assert_int_equal(trial_options(&t, "0"), 5);
    trial_end(&t);
}

static void round_4_is_played_as_usual_and_has_its_bonus(void **unused)
{
    struct trial t;
    uint8_t rank[SEATS_MAX];
    struct result r;

    (void)unused;
    three_rounds(&t);
    assigns(&t, "G3", "Y5", "pgy"); /* the yellow ones of pile 3 on yellow, the green ones of pile 2 on green */
    assert_int_equal(state_of(&t)->on[YELLOW], 0x050);
    collects(&t, "P5", "Y2");
    assert_int_equal(state_of(&t)->phase, OVER);
    assert_int_equal(state_of(&t)->gems[3][0], 2);
    assert_int_equal(state_of(&t)->gems[3][1], 5);
    trial_end(&t);

    three_rounds(&t);
    assigns(&t, "G3", "Y5", "gpy");
    assert_int_equal(state_of(&t)->on[PURPLE], 0x305);
    collects(&t, "P5", "P2");
    assert_true(trial_asked(&t, "0")); /* seat 1 has the lower purple card */
    assert_false(trial_asked(&t, "1"));
    assert_int_equal(trial_options(&t, "0"), 3);
    takes(&t, "0", "Y4");
    assert_int_equal(state_of(&t)->phase, OVER);
    assert_int_equal(state_of(&t)->hand[0], BIT(G(4)) | BIT(G(2)) | BIT(G(5)) | BIT(Y(4)));
    assert_int_equal(state_of(&t)->bonus, BIT(Y(1)) | BIT(Y(3)) | BIT(P(5)));
    r = trial_result(&t, rank);
    assert_int_equal(r.score[0], 3 * 1);
    assert_int_equal(r.score[1], 3 * 1 + 3 * 2);
    assert_int_equal(rank[0], 2);
    assert_int_equal(rank[1], 1);
    trial_end(&t);
}

/* All gems collected before: three empty piles, and the players put them all the same. */
static void an_empty_pile_is_a_pile(void **unused)
{
    struct setup setup = {.seats = 2};
    struct state s;
    move_t list[MOVES_MAX];

    (void)unused;
    start(&s, &setup);
    s.phase = COLLECT;
    s.round = 2;
    for (int round = 0; round < 3; round++) {
        s.assigned[round][0] = (uint8_t)(G(round + 1) + 1);
        s.assigned[round][1] = (uint8_t)(P(round + 1) + 1);
    }
    s.on[GREEN] = 0x001;
    s.on[YELLOW] = 0x010;
    s.hand[0] = BIT(G(4));
    s.hand[1] = BIT(Y(4));
    apply(&s, 0, MOVE_CARD + G(4), NULL);
    apply(&s, 1, MOVE_CARD + Y(4), NULL);
    assert_int_equal(s.round, 3);
    assert_int_equal(s.pile[9] | s.pile[10] | s.pile[11], 0);
    apply(&s, 0, MOVE_CARD + G(3), NULL);
    apply(&s, 1, MOVE_CARD + P(2), NULL);
    assert_int_equal(moves(&s, 0, list), 9);
    apply(&s, 0, list[4], NULL);
    assert_int_equal(moves(&s, 1, list), 2);
    apply(&s, 1, list[1], NULL);
    assert_int_equal(s.phase, COLLECT);
    apply(&s, 0, MOVE_CARD + G(1), NULL);
    apply(&s, 1, MOVE_CARD + P(1), NULL);
    assert_int_equal(s.phase, BONUS);
    assert_int_equal(s.both, 1);
}

/* ---- a single card --------------------------------------------------------------------------- */

static void a_single_card_is_chosen_like_any_other(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 P1", SORTED);
    assigns(&t, "G4", "P2", "gyp");
    collects(&t, "G1", "P3");
    assigns(&t, "G3", "P4", "gyp");
    collects(&t, "G2", "Y2");
    assigns(&t, "Y1", "Y3", "gyp");
    assert_int_equal(trial_options(&t, "0"), 1);
    assert_true(trial_asked(&t, "0") && trial_asked(&t, "1"));
    plays(&t, "0", "P1");
    assert_true(trial_asked(&t, "1"));
    plays(&t, "1", "Y4");
    assert_int_equal(state_of(&t)->round, 3);
    trial_end(&t);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* A game that is over; the gems and cards of each seat are given by the test. */
static struct state over(void)
{
    struct setup setup = {.seats = 2};
    struct state s;

    start(&s, &setup);
    s.phase = OVER;
    s.round = 3;
    s.supply = 0;
    s.hand[0] = BIT(G(1));
    s.hand[1] = BIT(P(1));
    return s;
}

static void lay_collected(struct state *s, int seat, int round, int card, int gems)
{
    s->collected[round][seat] = (uint8_t)(card + 1);
    s->gems[round][seat] = (uint8_t)gems;
}

static int winner_of(const struct state *s)
{
    struct result r = {0};
    uint8_t rank[SEATS_MAX];

    result(s, &r);
    game_ranks(&game_brillig, 2, &r, rank);
    assert_int_equal(rank[0] + rank[1], 3);
    return rank[0] == 1 ? 0 : 1;
}

static const char *line_of(const struct result *r, int n)
{
    static char words[128];
    struct speech plain = speech_plain(&game_brillig);
    struct text text = text_in(words, sizeof words);

    phrase_put(&text, &plain, r->line[n].phrase);
    return words;
}

static void two_on_a_2_one_on_a_3_and_four_on_a_5_are_27(void **unused)
{
    struct state s = over();
    struct result r = {0};

    (void)unused;
    lay_collected(&s, 1, 0, Y(2), 2);
    lay_collected(&s, 1, 1, P(4), 0);
    lay_collected(&s, 1, 2, G(3), 1);
    lay_collected(&s, 1, 3, P(5), 4);
    lay_collected(&s, 0, 0, G(4), 6);
    result(&s, &r);
    assert_int_equal(r.score[1], 27);
    assert_int_equal(r.score[0], 24);
    assert_int_equal(winner_of(&s), 1);
    assert_int_equal(r.lines, 4); /* one card of seat 0, three of seat 1 */
    assert_string_equal(line_of(&r, 0), "seat 0 has 6 gems on green 4: 24");
    assert_string_equal(line_of(&r, 1), "seat 1 has 2 gems on yellow 2: 4");
    assert_string_equal(line_of(&r, 2), "seat 1 has 1 gem on green 3: 3");
    assert_string_equal(line_of(&r, 3), "seat 1 has 4 gems on purple 5: 20");
}

static void without_a_gem_there_are_no_points(void **unused)
{
    struct state s = over();
    struct result r = {0};

    (void)unused;
    lay_collected(&s, 0, 2, P(2), 3);
    result(&s, &r);
    assert_int_equal(r.score[0], 6);
    assert_int_equal(r.score[1], 0);
    assert_int_equal(r.lines, 2);
    assert_string_equal(line_of(&r, 1), "seat 1 has collected no gems: 0");
}

static void a_tie_goes_to_the_highest_card_left_in_hand(void **unused)
{
    struct state s = over();
    struct result r = {0};

    (void)unused;
    lay_collected(&s, 0, 0, G(3), 4);
    lay_collected(&s, 1, 1, Y(4), 3);
    assert_int_equal(winner_of(&s), 0); /* green 1 against purple 1 */
    s.hand[1] = BIT(P(1)) | BIT(P(2));
    assert_int_equal(winner_of(&s), 1);
    s.hand[0] = BIT(G(1)) | BIT(Y(2));
    assert_int_equal(winner_of(&s), 0); /* yellow before purple */
    s.hand[1] = BIT(G(2)) | BIT(P(1));
    assert_int_equal(winner_of(&s), 1); /* green before yellow */
    s.hand[0] = BIT(P(5));
    s.hand[1] = BIT(G(4)) | BIT(Y(4)) | BIT(P(4));
    assert_int_equal(winner_of(&s), 0);
    result(&s, &r);
    assert_int_equal(r.score[0], 12);
    assert_int_equal(r.score[1], 12);
    assert_int_equal(r.line[r.lines - 1].phrase.text, T_TIE);
    assert_int_equal(r.line[r.lines - 1].phrase.arg[0], 0);
    assert_int_equal(r.line[r.lines - 1].phrase.arg[1], P(5));
    assert_int_equal(r.line[r.lines - 1].phrase.arg[2], G(4));
}

/* Equal totals, and both collect nothing in round 4, seat 1 with the lower card. Without bonus cards yellow 4 would
 * beat green 2. */
static void the_bonus_cards_of_round_4_count_in_a_tie(void **unused)
{
    static const struct {
        int taken1, taken0, winner;
    } cases[] = {
        {P(5), G(5), 0}, /* green before purple */
        {P(5), Y(5), 0},
        {P(5), Y(1), 1}, /* seat 0 takes what seat 1 put in */
        {G(5), Y(5), 1},
    };

    (void)unused;
    for (int i = 0; i < 4; i++) {
        struct state s = over();

        lay_collected(&s, 0, 0, G(3), 4);
        lay_collected(&s, 1, 1, G(4), 3);
        s.phase = COLLECT;
        s.hand[0] = BIT(G(2)) | BIT(P(1));
        s.hand[1] = BIT(Y(4)) | BIT(Y(1));
        apply(&s, 0, MOVE_CARD + P(1), NULL);
        apply(&s, 1, MOVE_CARD + Y(1), NULL);
        assert_int_equal(actors(&s), BIT(1));
        apply(&s, 1, (move_t)(MOVE_CARD + cases[i].taken1), NULL);
        assert_int_equal(actors(&s), BIT(0));
        apply(&s, 0, (move_t)(MOVE_CARD + cases[i].taken0), NULL);
        assert_int_equal(s.phase, OVER);
        assert_int_equal(winner_of(&s), cases[i].winner);
    }
}

static void a_higher_total_wins_whatever_is_left_in_hand(void **unused)
{
    struct state s = over();

    (void)unused;
    lay_collected(&s, 0, 0, G(3), 4);
    lay_collected(&s, 1, 1, P(1), 8);
    s.hand[1] = BIT(G(5));
    assert_int_equal(winner_of(&s), 0);
}

static void the_last_assignment_card_is_no_hand_card(void **unused)
{
    struct state s = over();

    (void)unused;
    s.assigned[3][1] = G(5) + 1;
    s.hand[0] = BIT(P(2));
    s.hand[1] = BIT(P(1));
    assert_int_equal(winner_of(&s), 0);
}

static void every_pair_of_hands_has_one_winner(void **unused)
{
    (void)unused;
    for (int a = 0; a < 15; a++)
        for (int b = 0; b < 15; b++) {
            struct state s = over();

            if (a == b)
                continue;
            s.hand[0] = (uint16_t)BIT(a);
            s.hand[1] = (uint16_t)BIT(b);
            assert_int_equal(winner_of(&s), a % 5 > b % 5 || (a % 5 == b % 5 && a < b) ? 0 : 1);
        }
}

static void after_the_end_all_cards_are_known_to_all(void **unused)
{
    struct trial t;

    (void)unused;
    three_rounds(&t);
    assigns(&t, "G3", "Y5", "gpy");
    collects(&t, "P5", "P2");
    takes(&t, "0", "Y4");
    assert_true(told(&t, "spectator",
                     "Seat 0 has green 2, green 4, green 5 and yellow 4 left in hand\n"
                     "Seat 1 has yellow 2, purple 3 and purple 4 left in hand"));
    assert_int_equal(trial_count(&t, "spectator", "Number card"), 0);
    assert_int_equal(trial_count(&t, "1", "Number card"), 0);
    trial_end(&t);
}

/* ---- a second table -------------------------------------------------------------------------- */

/* Where a card is: in a hand (0, 1), in the bonus deck, before a seat after assigning or collecting, or not dealt. */
enum { IN_BONUS = 2, ASSIGNED_BY = 3, COLLECTED_BY = 5, NOT_DEALT = 7 };

/* What happened to the cards, for those who try to work out where they are. */
struct happening {
    char what; /* 'S' shown, 'L' looked, 'T' taken, 'R' assignment cards returned */
    int seat, card, to, put, bonus;
};

/* Brillig written a second time, plainly, and played by the words of the moves. */
struct naive {
    char step; /* 'd' deal, 'g' gems, 'a' assign, 'f' first, 's' second, 'c' collect, 'b' bonus, 'o' over */
    int where[15], dealt, drawn, bag[3], round, rounds;
    int pile[4][3][3], on[3][3], score[2], choice[2];
    int owing[2], turn; /* who still takes a bonus card */
    int first_deal, events;
    struct happening event[64];
};

static int set_of(const int where[15], int place)
{
    int set = 0;

    for (int card = 0; card < 15; card++)
        set |= (where[card] == place) << card;
    return set;
}

static void note(struct naive *t, char what, int seat, int card, int to, int put)
{
    assert_true(t->events < 64);
    t->event[t->events++] = (struct happening){what, seat, card, to, put, set_of(t->where, IN_BONUS)};
}

static void naive_start(struct naive *t, int of_rounds)
{
    *t = (struct naive){.step = 'd', .rounds = of_rounds, .bag = {8, 8, 8}, .choice = {-1, -1}};
    for (int card = 0; card < 15; card++)
        t->where[card] = card % 5 == 4 ? IN_BONUS : NOT_DEALT;
}

static int suit_in(const char *word)
{
    for (int suit = 0; suit < 3; suit++)
        if (strcmp(word, colour_word[suit]) == 0)
            return suit;
    fail_msg("%s is no colour", word);
    return -1;
}

static void naive_gem(struct naive *t, int suit)
{
    static const int size[5][9] = {[2] = {8, 8, 8}, [3] = {4, 4, 4, 4, 4, 4}, [4] = {3, 3, 3, 3, 3, 3, 2, 2, 2}};
    int n = t->drawn++, pile = 0;

    while (n >= size[t->rounds][pile])
        n -= size[t->rounds][pile++];
    t->pile[pile / 3][pile % 3][suit]++;
    t->bag[suit]--;
}

static void naive_put(struct naive *t, int pile, int suit)
{
    for (int colour = 0; colour < 3; colour++) {
        t->on[suit][colour] += t->pile[t->round][pile][colour];
        t->pile[t->round][pile][colour] = 0;
    }
}

static void naive_next_round(struct naive *t)
{
    t->round++;
    t->step = t->round == t->rounds ? 'o' : 'a';
    if (t->round != t->rounds - 1)
        return;
    memcpy(t->pile[t->round], t->on, sizeof t->on);
    memset(t->on, 0, sizeof t->on);
    for (int card = 0; card < 15; card++)
        if (t->where[card] == ASSIGNED_BY || t->where[card] == ASSIGNED_BY + 1)
            t->where[card] -= ASSIGNED_BY;
    note(t, 'R', 0, 0, 0, 0);
}

static void naive_ask_for_bonus(struct naive *t)
{
    int a = t->choice[0], b = t->choice[1], lower = a % 5 < b % 5 || (a % 5 == b % 5 && a < b) ? 0 : 1;

    if (!t->owing[0] && !t->owing[1]) {
        t->choice[0] = t->choice[1] = -1;
        naive_next_round(t);
        return;
    }
    t->step = 'b';
    t->turn = t->owing[lower] ? lower : 1 - lower;
    note(t, 'L', t->turn, 0, 0, 0);
}

static void naive_collect(struct naive *t)
{
    for (int seat = 0; seat < 2; seat++) {
        int card = t->choice[seat], other = t->choice[1 - seat], suit = card / 5, *gems = &t->on[suit][suit];

        t->owing[seat] = other / 5 == suit && other < card;
        if (t->owing[seat])
            continue;
        t->owing[seat] = *gems == 0;
        t->score[seat] += *gems * (card % 5 + 1);
        *gems = 0;
    }
    naive_ask_for_bonus(t);
}

static void naive_play(struct naive *t, int seat, int card)
{
    int to = t->step == 'a' ? ASSIGNED_BY : COLLECTED_BY;

    assert_int_equal(t->where[card], seat);
    t->choice[seat] = card;
    if (t->choice[1 - seat] < 0)
        return;
    for (int i = 0; i < 2; i++) {
        note(t, 'S', i, t->choice[i], to + i, 0);
        t->where[t->choice[i]] = to + i;
    }
    if (t->step == 'c') {
        naive_collect(t);
        return;
    }
    t->turn = t->choice[0] % 5 > t->choice[1] % 5 ||
                      (t->choice[0] % 5 == t->choice[1] % 5 && t->choice[0] < t->choice[1])
                  ? 0
                  : 1;
    t->choice[0] = t->choice[1] = -1;
    t->step = 'f';
}

static void naive_do(struct naive *t, int actor, const char *words)
{
    char a[16], b[16];
    int n, k;

    if (t->step == 'd' && sscanf(words, "deal %15s %d to seat 0", a, &n) == 2) {
        t->where[suit_in(a) * 5 + n - 1] = 0;
        if (++t->dealt < 6)
            return;
        for (int card = 0; card < 15; card++)
            t->where[card] = t->where[card] == NOT_DEALT ? 1 : t->where[card];
        t->first_deal = set_of(t->where, 0);
        t->step = 'g';
    } else if (t->step == 'g' && sscanf(words, "draw a %15s gem", a) == 1) {
        naive_gem(t, suit_in(a));
        for (int suit = 0; suit < 3; suit++)
            while (t->drawn < 24 && t->bag[suit] == 24 - t->drawn)
                naive_gem(t, suit);
        t->step = t->drawn == 24 ? 'a' : 'g';
    } else if ((t->step == 'a' || t->step == 'c') && sscanf(words, "play %15s %d", a, &n) == 2) {
        naive_play(t, actor, suit_in(a) * 5 + n - 1);
    } else if (t->step == 'f' && sscanf(words, "put pile %d on %15s", &n, a) == 2) {
        naive_put(t, n - 1, suit_in(a));
        t->turn = 1 - t->turn;
        t->step = 's';
    } else if (t->step == 's' && sscanf(words, "put pile %d on %15s and pile %d on %15s", &n, a, &k, b) == 4) {
        naive_put(t, n - 1, suit_in(a));
        naive_put(t, k - 1, suit_in(b));
        t->step = 'c';
    } else if (t->step == 'b' && sscanf(words, "take %15s %d", a, &n) == 2) {
        int card = suit_in(a) * 5 + n - 1;

        assert_int_equal(t->where[card], IN_BONUS);
        note(t, 'T', actor, card, 0, t->choice[actor]);
        t->where[card] = actor;
        t->where[t->choice[actor]] = IN_BONUS;
        t->owing[actor] = 0;
        naive_ask_for_bonus(t);
    } else {
        fail_msg("'%s' in step %c", words, t->step);
    }
}

static uint32_t naive_asked(const struct naive *t)
{
    switch (t->step) {
    case 'd':
    case 'g':
        return BIT(CHANCE);
    case 'a':
    case 'c':
        return (t->choice[0] < 0) | (uint32_t)(t->choice[1] < 0) << 1;
    case 'o':
        return 0;
    default:
        return BIT(t->turn);
    }
}

static int heap_of(const int gems[3])
{
    return gems[0] | gems[1] << 4 | gems[2] << 8;
}

static void naive_compare(const struct naive *t, const struct state *s)
{
    assert_int_equal(actors(s), naive_asked(t));
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(s->hand[seat], set_of(t->where, seat));
        assert_int_equal(points(s, seat), t->score[seat]);
    }
    assert_int_equal(s->bonus, set_of(t->where, IN_BONUS));
    assert_int_equal(bit_count(s->bonus), 3);
    assert_int_equal(heap_of(t->bag), s->supply);
    for (int suit = 0; suit < 3; suit++)
        assert_int_equal(s->on[suit], heap_of(t->on[suit]));
    for (int pile = 0; pile < 12; pile++)
        assert_int_equal(s->pile[pile], heap_of(t->pile[pile / 3][pile % 3]));
}

static void naive_compare_end(const struct naive *t, const struct state *s)
{
    struct result r = {0};
    uint8_t rank[SEATS_MAX];
    int best[2] = {-1, -1}, winner;

    for (int card = 0; card < 15; card++)
        if (t->where[card] < 2) {
            int *highest = &best[t->where[card]];

            if (*highest < 0 || card % 5 > *highest % 5)
                *highest = card;
        }
    assert_true(best[0] >= 0 && best[1] >= 0);
    winner = t->score[0] != t->score[1]   ? t->score[1] > t->score[0]
             : best[0] % 5 != best[1] % 5 ? best[1] % 5 > best[0] % 5
                                          : best[1] < best[0];
    result(s, &r);
    game_ranks(&game_brillig, 2, &r, rank);
    assert_int_equal(rank[winner], 1);
    assert_int_equal(rank[1 - winner], 2);
}

/* One random move of whoever is asked; false if the game is over. */
static bool random_move(struct state *s, struct naive *t, struct luck *luck)
{
    struct speech plain = speech_plain(&game_brillig);
    uint32_t asked = actors(s);
    move_t list[MOVES_MAX], move;
    char words[128];
    struct text text = text_in(words, sizeof words);
    int actor;

    if (asked == 0)
        return false;
    actor = bit_nth(asked, luck_below(luck, (uint32_t)bit_count(asked)));
    if (actor == CHANCE)
        move = draw(s, luck_below(luck, odds(s)));
    else
        move = list[luck_below(luck, (uint32_t)moves(s, actor, list))];
    phrase_put(&text, &plain, say(s, actor, move));
    apply(s, actor, move, NULL);
    naive_do(t, actor, words);
    return true;
}

static void random_games_agree_with_a_second_table_and_have_one_winner(void **unused)
{
    struct setup setup = {.seats = 2};
    struct luck luck = {1};
    int ties = 0;

    (void)unused;
    for (int game = 0; game < 3000; game++) {
        struct state s;
        struct naive t;

        start(&s, &setup);
        naive_start(&t, 4);
        while (random_move(&s, &t, &luck))
            naive_compare(&t, &s);
        naive_compare_end(&t, &s);
        ties += t.score[0] == t.score[1];
    }
    assert_true(ties > 50);
}

static void so_do_games_of_fewer_rounds(void **unused)
{
    struct luck luck = {5};

    (void)unused;
    for (int game = 0; game < 2000; game++) {
        struct setup setup = setup_of(game % 2 ? "brillig:2:rounds=2" : "brillig:2:rounds=3");
        struct state s;
        struct naive t;

        start(&s, &setup);
        naive_start(&t, game % 2 ? 2 : 3);
        while (random_move(&s, &t, &luck))
            naive_compare(&t, &s);
        naive_compare_end(&t, &s);
        assert_int_equal(t.round, t.rounds);
    }
}

static void a_shared_win_does_not_happen(void **unused)
{
    struct setup setup = {.seats = 2};
    struct luck luck = {2};
    int ties = 0;

    (void)unused;
    for (int game = 0; game < 60000; game++) {
        struct state s;
        struct result r = {0};
        move_t list[MOVES_MAX];
        uint32_t asked;

        start(&s, &setup);
        while ((asked = actors(&s)) != 0) {
            int actor = bit_lowest(asked);

            apply(&s, actor,
                  actor == CHANCE ? draw(&s, luck_below(&luck, odds(&s)))
                                  : list[luck_below(&luck, (uint32_t)moves(&s, actor, list))],
                  NULL);
        }
        result(&s, &r);
        if (r.score[0] == r.score[1]) {
            assert_int_not_equal(r.tie[0][0], r.tie[1][0]);
            ties++;
        }
    }
    assert_true(ties > 600);
}

/* ---- what can be known ------------------------------------------------------------------------ */

/* Everything that a viewer thinks possible, with the number of histories that lead there. All of them have the same
 * weight: every deal is equally likely and every take has three options. */
enum { WORLDS = 1 << 16 };

struct world {
    int hand[2], bonus, base, ways;
    size_t at; /* its slot */
};

struct worlds {
    int n, ways;
    struct world world[WORLDS];
    int slot[2 * WORLDS]; /* index + 1 */
};

static struct worlds worlds;

static struct world *world_of(int hand0, int hand1, int bonus, int base)
{
    uint64_t key = (uint64_t)hand0 | (uint64_t)hand1 << 15 | (uint64_t)bonus << 30 | (uint64_t)base << 45;
    size_t at = luck_stir(key) % (2 * WORLDS);

    for (; worlds.slot[at]; at = (at + 1) % (2 * WORLDS)) {
        struct world *w = &worlds.world[worlds.slot[at] - 1];

        if (w->hand[0] == hand0 && w->hand[1] == hand1 && w->bonus == bonus && w->base == base)
            return w;
    }
    assert_true(worlds.n < WORLDS);
    worlds.slot[at] = ++worlds.n;
    worlds.world[worlds.n - 1] = (struct world){{hand0, hand1}, bonus, base, 0, at};
    return &worlds.world[worlds.n - 1];
}

static void imagine(const struct naive *t, int i, const int was[15], int looked, int base, int viewer)
{
    int where[15];

    memcpy(where, was, sizeof where);
    for (; i < t->events; i++) {
        const struct happening *e = &t->event[i];
        int bonus = set_of(where, IN_BONUS);

        assert_int_equal(bit_count((uint32_t)bonus), 3);
        if (e->what == 'S') {
            if (where[e->card] != e->seat)
                return;
            where[e->card] = e->to;
        } else if (e->what == 'R') {
            for (int card = 0; card < 15; card++)
                if (where[card] == ASSIGNED_BY || where[card] == ASSIGNED_BY + 1)
                    where[card] -= ASSIGNED_BY;
        } else if (e->what == 'L') {
            if (e->seat == viewer && bonus != e->bonus)
                return;
            base = looked == e->seat ? base : bonus;
            looked = e->seat;
        } else {
            where[e->put] = IN_BONUS;
            for (int card = 0; card < 15; card++)
                if ((bonus >> card & 1) && (e->seat != viewer || card == e->card)) {
                    where[card] = e->seat;
                    imagine(t, i + 1, where, looked, base, viewer);
                    where[card] = IN_BONUS;
                }
            return;
        }
    }
    world_of(set_of(where, 0), set_of(where, 1), set_of(where, IN_BONUS), base)->ways++;
    worlds.ways++;
}

/* All that this viewer thinks possible after the deal. A seat knows the deal from its own cards. */
static void imagine_all(const struct naive *t, int viewer)
{
    int fives = 1 << 4 | 1 << 9 | 1 << 14;

    while (worlds.n > 0)
        worlds.slot[worlds.world[--worlds.n].at] = 0;
    worlds.ways = 0;
    for (int deal = viewer < 2 ? t->first_deal : 0; deal < 1 << 15; deal++) {
        int where[15];

        if (viewer < 2 && deal != t->first_deal)
            break;
        if ((deal & fives) || bit_count((uint32_t)deal) != 6)
            continue;
        for (int card = 0; card < 15; card++)
            where[card] = fives >> card & 1 ? IN_BONUS : deal >> card & 1 ? 0 : 1;
        imagine(t, 0, where, 0, fives, viewer);
    }
}

/* The luck whose next draw below n is r: the generator run backwards. */
static uint64_t unshift(uint64_t z, int by)
{
    uint64_t back = z;

    for (int i = by; i < 64; i += by)
        back = z ^ back >> by;
    return back;
}

static uint64_t divided(uint64_t z, uint64_t odd)
{
    uint64_t inverse = odd;

    for (int i = 0; i < 6; i++)
        inverse *= 2 - odd * inverse;
    return z * inverse;
}

static struct luck luck_for(int r, int n)
{
    uint64_t z = (((uint64_t)r << 32) + (1u << 31)) / (uint64_t)n << 32;
    struct luck luck, test;

    z = unshift(z, 31);
    z = unshift(divided(z, 0x94d049bb133111ebu), 27);
    z = unshift(divided(z, 0xbf58476d1ce4e5b9u), 30);
    luck.state = z - LUCK_STEP;
    test = luck;
    assert_int_equal(luck_below(&test, (uint32_t)n), r);
    return luck;
}

/* The redealt state is one of those imagined: its index. All the rest is as it was. */
static int index_of(const struct state *s, const struct state *dealt)
{
    struct state rest = *dealt;
    int before = worlds.n;
    struct world *w = world_of(dealt->hand[0], dealt->hand[1], dealt->bonus, dealt->base);

    assert_int_equal(worlds.n, before); /* nothing that cannot be */
    rest.hand[0] = s->hand[0];
    rest.hand[1] = s->hand[1];
    rest.bonus = s->bonus;
    rest.base = s->base;
    assert_memory_equal(&rest, s, sizeof rest);
    return (int)(w - worlds.world);
}

/* With the luck for each of the possible ways, each world comes up exactly as often as there are ways to it. */
static void check_exactly(const struct state *s, int viewer)
{
    static int counted[WORLDS];

    memset(counted, 0, (size_t)worlds.n * sizeof counted[0]);
    for (int r = 0; r < worlds.ways; r++) {
        struct luck luck = luck_for(r, worlds.ways);
        struct state dealt = *s;

        veil(&dealt, viewer, &luck);
        counted[index_of(s, &dealt)]++;
    }
    for (int i = 0; i < worlds.n; i++)
        assert_int_equal(counted[i], worlds.world[i].ways);
}

/* By chance, worlds come up by their shares: chi-square, in 64 heaps where there are many worlds. */
static void check_by_chance(const struct state *s, int viewer, int redeals, struct luck *luck)
{
    double expected[256] = {0}, counted[256] = {0}, rare = 0, rare_counted = 0, chi = 0;
    int heaps = worlds.n <= 256 ? worlds.n : 64, freedom = -1;

    for (int i = 0; i < worlds.n; i++)
        expected[i % heaps] += (double)worlds.world[i].ways / worlds.ways * redeals;
    for (int i = 0; i < redeals; i++) {
        struct state dealt = *s;

        veil(&dealt, viewer, luck);
        counted[index_of(s, &dealt) % heaps]++;
    }
    for (int i = 0; i < heaps; i++) {
        if (expected[i] < 8) { /* too rare to stand alone */
            rare += expected[i];
            rare_counted += counted[i];
            continue;
        }
        chi += (counted[i] - expected[i]) * (counted[i] - expected[i]) / expected[i];
        freedom++;
    }
    if (rare >= 8) {
        chi += (rare_counted - rare) * (rare_counted - rare) / rare;
        freedom++;
    }
    if (freedom < 1)
        return;
    assert_true(chi < chi_square_limit(freedom));
}

/* What is sure is what is so in every world, and the scene shows just that. */
static void check_sure(const struct state *s, int viewer)
{
    int hand[2] = {0x7fff, 0x7fff}, bonus = 0x7fff, ever = 0, backs = 0, shown = 0;
    struct sure sure = sure_of(s, viewer);
    static struct scene out;

    for (int i = 0; i < worlds.n; i++) {
        for (int seat = 0; seat < 2; seat++)
            hand[seat] &= worlds.world[i].hand[seat];
        bonus &= worlds.world[i].bonus;
        ever |= worlds.world[i].bonus;
    }
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(sure.hand[seat], hand[seat]);
        backs += bit_count(s->hand[seat]) - bit_count((uint32_t)hand[seat]);
    }
    assert_int_equal(sure.bonus, bonus);
    backs += 3 - bit_count((uint32_t)bonus);
    memset(&out, 0, sizeof out);
    scene(s, viewer, &out);
    for (int i = 0; i < out.pieces; i++)
        shown += out.piece[i].thing == NUMBER_BACK ? out.piece[i].count : 0;
    assert_int_equal(shown, backs);
    if (viewer < 2) {
        assert_int_equal(sure.unsure, ever & ~bonus);
        assert_true(sure.unsure == 0 || bit_count(sure.unsure) >= 3); /* else there is no text for it */
        assert_int_equal(out.notes, 1 + ((ever & ~bonus) != 0));
    }
}

static int takes_made(const struct naive *t)
{
    int n = 0;

    for (int i = 0; i < t->events; i++)
        n += t->event[i].what == 'T';
    return n;
}

/* Every position of random games, for both seats and the spectator, against all that is possible. */
static void redealing_is_exactly_what_can_be_known(void **unused)
{
    struct setup setup = {.seats = 2};
    struct luck luck = {3}, redeal = {4};
    int most_ways = 0, spectated = 0, alone = 0;

    (void)unused;
    for (int game = 0; game < 400; game++) {
        struct state s;
        struct naive t;

        start(&s, &setup);
        naive_start(&t, 4);
        while (random_move(&s, &t, &luck)) {
            if (t.step == 'd' || t.step == 'g' || t.step == 'o' || sealed(&s))
                continue;
            for (int seat = 0; seat < 2; seat++) {
                imagine_all(&t, seat);
                check_exactly(&s, seat);
                check_sure(&s, seat);
                most_ways = worlds.ways > most_ways ? worlds.ways : most_ways;
                alone += worlds.n == 1;
            }
            if (takes_made(&t) > 5 || game >= 150)
                continue;
            imagine_all(&t, SPECTATOR);
            check_sure(&s, SPECTATOR);
            if (worlds.n < 1500 && game < 30) {
                check_by_chance(&s, SPECTATOR, 6000, &redeal);
                spectated++;
            }
        }
    }
    assert_true(most_ways > 9);
    assert_true(spectated > 100);
    assert_true(alone > 1000);
}

static void in_fewer_rounds_too(void **unused)
{
    struct luck luck = {6};

    (void)unused;
    for (int game = 0; game < 200; game++) {
        struct setup setup = setup_of(game % 2 ? "brillig:2:rounds=2" : "brillig:2:rounds=3");
        struct state s;
        struct naive t;

        start(&s, &setup);
        naive_start(&t, game % 2 ? 2 : 3);
        while (random_move(&s, &t, &luck)) {
            if (t.step == 'd' || t.step == 'g' || t.step == 'o' || sealed(&s))
                continue;
            for (int seat = 0; seat < 2; seat++) {
                imagine_all(&t, seat);
                check_exactly(&s, seat);
                check_sure(&s, seat);
            }
            if (game < 40 && takes_made(&t) < 4) {
                imagine_all(&t, SPECTATOR);
                check_sure(&s, SPECTATOR);
            }
        }
    }
}

/* In how many of the possible ways this viewer finds these three cards in the bonus deck. All else must be as it was,
 * but for the other hand. */
static int ways_to(const struct trial *t, int viewer, int ways, int a, int b, int c)
{
    int n = 0;

    for (int r = 0; r < ways; r++) {
        struct luck luck = luck_for(r, ways);
        struct state dealt = *state_of(t);

        veil(&dealt, viewer, &luck);
        assert_int_equal(dealt.hand[viewer], state_of(t)->hand[viewer]);
        assert_int_equal(held(&dealt), held(state_of(t)));
        n += dealt.bonus == (BIT(a) | BIT(b) | BIT(c));
    }
    return n;
}

static void knows_all(const struct trial *t, int viewer)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct luck luck = {seed};
        struct state dealt = *state_of(t);

        veil(&dealt, viewer, &luck);
        assert_memory_equal(&dealt, state_of(t), sizeof dealt);
    }
}

/* Seat 0 collects green in every round; seat 1 collects nothing with yellow and purple. In round 1 it takes `card` and
 * puts yellow 3 in. */
static void seat_1_takes(struct trial *t, const char *card)
{
    begin(t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    knows_all(t, 0);
    knows_all(t, 1);
    assigns(t, "G4", "P1", "gpy");
    collects(t, "G1", "Y3");
    knows_all(t, 0); /* seat 1 has looked, but not yet taken anything */
    knows_all(t, 1);
    takes(t, "1", card);
}

static void after_one_take_each_of_the_three_is_equally_likely(void **unused)
{
    struct trial t;

    (void)unused;
    seat_1_takes(&t, "P5");
    knows_all(&t, 1);
    assert_int_equal(ways_to(&t, 0, 3, Y(3), G(5), Y(5)), 1);
    assert_int_equal(ways_to(&t, 0, 3, Y(3), G(5), P(5)), 1);
    assert_int_equal(ways_to(&t, 0, 3, Y(3), Y(5), P(5)), 1);
    trial_end(&t);
}

/* First one of three 5s, then one of two 5s and yellow 3: 9 ways. Three of them take yellow 3 back, and each pair of 5s
 * is left in one of them. In the other six each 5 is left alone in two. */
static void after_two_takes_of_one_seat_nine_ways_are_equally_likely(void **unused)
{
    struct trial t;

    (void)unused;
    seat_1_takes(&t, "P5");
    assigns(&t, "Y1", "P2", "gpy");
    collects(&t, "G2", "P3");
    takes(&t, "1", "Y3");
    knows_all(&t, 1);
    assert_int_equal(ways_to(&t, 0, 9, P(3), G(5), Y(5)), 1);
    assert_int_equal(ways_to(&t, 0, 9, P(3), G(5), P(5)), 1);
    assert_int_equal(ways_to(&t, 0, 9, P(3), Y(5), P(5)), 1);
    assert_int_equal(ways_to(&t, 0, 9, P(3), Y(3), G(5)), 2);
    assert_int_equal(ways_to(&t, 0, 9, P(3), Y(3), Y(5)), 2);
    assert_int_equal(ways_to(&t, 0, 9, P(3), Y(3), P(5)), 2);
    trial_end(&t);
}

/* The same once more: of the three 5s and yellow 3 and purple 3, which were put in before, two are in the deck. A pair
 * of 5s with purple 3 (1 way each) leaves a 5 and purple 3 twice, or the pair; a 5 with yellow 3 and purple 3 (2 ways
 * each) leaves any two of these three. */
static void after_three_takes_of_one_seat_there_are_27_ways(void **unused)
{
    struct trial t;

    (void)unused;
    seat_1_takes(&t, "P5");
    assigns(&t, "Y1", "P2", "gpy");
    collects(&t, "G2", "P3");
    takes(&t, "1", "Y3");
    assigns(&t, "Y2", "Y4", "gpy");
    collects(&t, "G3", "P4");
    takes(&t, "1", "G5");
    knows_all(&t, 1);
    assert_int_equal(state_of(&t)->round, 3);
    for (int five = 4; five < 15; five += 5) {
        assert_int_equal(ways_to(&t, 0, 27, P(4), P(3), five), 1 + 1 + 2);
        assert_int_equal(ways_to(&t, 0, 27, P(4), Y(3), five), 2);
        assert_int_equal(ways_to(&t, 0, 27, P(4), five, (five + 5) % 15), 1);
    }
    assert_int_equal(ways_to(&t, 0, 27, P(4), P(3), Y(3)), 2 + 2 + 2);
    assert_non_null(
        strstr(trial_board(&t, "0"), "In the bonus deck or in seat 1's hand: green 5, yellow 3, yellow 5, purple 3,"));
    assert_non_null(strstr(trial_board(&t, "0"), "The bonus deck: (P4) [?]x2\n"));
    assert_non_null(strstr(trial_board(&t, "0"), "Seat 1's hand: (Y4) (P1) (P2) [?]x3\n"));
    trial_end(&t);
}

static void a_taken_card_that_is_played_settles_the_take(void **unused)
{
    struct trial t;

    (void)unused;
    seat_1_takes(&t, "P5");
    assigns(&t, "Y1", "P5", "gpy");
    knows_all(&t, 0);
    collects(&t, "G2", "P3");
    takes(&t, "1", "G5");
    assert_int_equal(ways_to(&t, 0, 3, P(3), Y(5), Y(3)), 1);
    assert_int_equal(ways_to(&t, 0, 3, P(3), G(5), Y(3)), 1);
    assert_int_equal(ways_to(&t, 0, 3, P(3), G(5), Y(5)), 1);
    trial_end(&t);
}

/* Purple 5 is played after the second take. It was the first one taken (then the second was green 5, yellow 5 or yellow
 * 3), or the second (then the first was green 5 or yellow 5): 5 ways. */
static void a_card_played_after_two_takes_may_be_either_of_them(void **unused)
{
    struct trial t;

    (void)unused;
    seat_1_takes(&t, "P5");
    assigns(&t, "Y1", "P2", "gpy");
    collects(&t, "G2", "P3");
    takes(&t, "1", "G5");
    assigns(&t, "Y2", "P5", "gpy");
    assert_int_equal(ways_to(&t, 0, 5, P(3), Y(3), Y(5)), 2);
    assert_int_equal(ways_to(&t, 0, 5, P(3), Y(3), G(5)), 2);
    assert_int_equal(ways_to(&t, 0, 5, P(3), G(5), Y(5)), 1);
    trial_end(&t);
}

/* Yellow 3, once put in, is played again: it was the second take, and of the first nothing is known. */
static void a_card_put_in_and_played_again_was_taken_back(void **unused)
{
    struct trial t;

    (void)unused;
    seat_1_takes(&t, "G5");
    assigns(&t, "Y1", "P2", "gpy");
    collects(&t, "G2", "P3");
    takes(&t, "1", "Y3");
    assigns(&t, "Y2", "Y3", "gpy");
    assert_int_equal(ways_to(&t, 0, 3, P(3), G(5), Y(5)), 1);
    assert_int_equal(ways_to(&t, 0, 3, P(3), G(5), P(5)), 1);
    assert_int_equal(ways_to(&t, 0, 3, P(3), Y(5), P(5)), 1);
    trial_end(&t);
}

static void of_two_takers_in_one_round_the_second_knows_all(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(&t, "G4", "P2", "ypg");
    collects(&t, "G3", "Y3");
    takes(&t, "0", "G5");
    knows_all(&t, 0); /* seat 1 looks */
    knows_all(&t, 1);
    takes(&t, "1", "G3");
    knows_all(&t, 1);
    assert_int_equal(ways_to(&t, 0, 3, Y(3), Y(5), P(5)), 1);
    assert_int_equal(ways_to(&t, 0, 3, Y(3), G(3), P(5)), 1);
    assert_int_equal(ways_to(&t, 0, 3, Y(3), G(3), Y(5)), 1);
    /* Seat 0 plays green 5, which tells nothing new to anybody at the table. */
    assigns(&t, "G5", "P3", "gpy");
    knows_all(&t, 1);
    assert_int_equal(ways_to(&t, 0, 3, Y(3), Y(5), P(5)), 1);
    trial_end(&t);
}

static void a_look_tells_what_the_other_took_before(void **unused)
{
    struct trial t;

    (void)unused;
    seat_1_takes(&t, "P5");
    assigns(&t, "Y1", "P2", "pyg"); /* green on purple: nothing for seat 0 with green; yellow on yellow */
    collects(&t, "G2", "Y4");
    assert_true(told(&t, "0", "You look into the bonus deck: green 5, yellow 3 and yellow 5"));
    knows_all(&t, 0);
    knows_all(&t, 1);
    takes(&t, "0", "Y3");
    knows_all(&t, 0);
    assert_int_equal(ways_to(&t, 1, 3, G(2), G(5), Y(5)), 1);
    assert_int_equal(ways_to(&t, 1, 3, G(2), G(5), Y(3)), 1);
    assert_int_equal(ways_to(&t, 1, 3, G(2), Y(5), Y(3)), 1);
    trial_end(&t);
}

/* Assignment cards that went back into hand are known to be there. */
static void round_4_hands_are_known_by_what_was_shown(void **unused)
{
    struct trial t;

    (void)unused;
    seat_1_takes(&t, "P5");
    assigns(&t, "Y1", "P5", "gpy");
    collects(&t, "G2", "P3");
    takes(&t, "1", "G5");
    assigns(&t, "Y2", "G5", "gpy");
    knows_all(&t, 0);
    collects(&t, "G3", "P4");
    takes(&t, "1", "P3");
    assert_int_equal(state_of(&t)->round, 3);
    /* Seat 1 has purple 1, purple 5 and green 5 back; yellow 5, yellow 3 or purple 3 was taken from the deck. */
    assert_int_equal(ways_to(&t, 0, 3, P(4), Y(3), P(3)), 1);
    assert_int_equal(ways_to(&t, 0, 3, P(4), Y(3), Y(5)), 1);
    assert_int_equal(ways_to(&t, 0, 3, P(4), P(3), Y(5)), 1);
    assert_int_equal(sure_of(state_of(&t), 0).hand[1], BIT(P(1)) | BIT(P(5)) | BIT(G(5)) | BIT(P(2)) | BIT(Y(4)));
    /* All that seat 0 was dealt has been seen, so a bystander knows as much. */
    assert_int_equal(sure_of(state_of(&t), SPECTATOR).hand[1], sure_of(state_of(&t), 0).hand[1]);
    trial_end(&t);
}

/* A bystander has seen green 4, green 1, purple 1 and yellow 3, and that seat 1 put yellow 3 in. Of the eight other
 * cards from 1 to 4 seat 0 has four; seat 1 has four and one of the 5s: 70 deals and 3 takes, all alike. */
static void a_spectator_knows_only_what_was_shown(void **unused)
{
    enum { EACH = 60, ALIKE = 70 * 3 };
    static int counted[1 << 15][3];
    struct trial t;
    struct luck luck = {9};
    double chi = 0;
    int found = 0;

    (void)unused;
    seat_1_takes(&t, "P5");
    for (int k = 0; k < EACH * ALIKE; k++) {
        struct state dealt = *state_of(&t);
        int taken;

        veil(&dealt, SPECTATOR, &luck);
        assert_int_equal(bit_count(dealt.hand[0]), 4);
        assert_int_equal(bit_count(dealt.hand[1]), 5);
        assert_true(dealt.bonus >> Y(3) & 1);
        assert_int_equal(held(&dealt), held(state_of(&t)));
        assert_int_equal((dealt.hand[0] & dealt.hand[1]) | (dealt.bonus & (dealt.hand[0] | dealt.hand[1])), 0);
        assert_int_equal(dealt.base, FIVES);
        taken = dealt.hand[1] >> G(5) & 1 ? 0 : dealt.hand[1] >> Y(5) & 1 ? 1 : 2;
        assert_int_equal(dealt.hand[1] >> (5 * taken + 4) & 1, 1);
        found += counted[dealt.hand[0]][taken]++ == 0;
    }
    assert_int_equal(found, ALIKE);
    for (int hand = 0; hand < 1 << 15; hand++)
        for (int taken = 0; taken < 3; taken++)
            if (counted[hand][taken])
                chi += (counted[hand][taken] - EACH) * (double)(counted[hand][taken] - EACH) / EACH;
    assert_true(chi < chi_square_limit(ALIKE - 1));
    trial_end(&t);
}

static void redealing_keeps_the_hand_that_is_being_dealt_unknown_to_others(void **unused)
{
    struct trial t;
    int counted[15] = {0};
    struct luck luck = {4};

    (void)unused;
    trial_start(&t, "brillig");
    deal_hands(&t, "G1 G2 G3");
    knows_all(&t, 0);
    for (int k = 0; k < 4800; k++) {
        struct state dealt = *state_of(&t);

        veil(&dealt, k & 1 ? 1 : SPECTATOR, &luck);
        assert_int_equal(bit_count(dealt.hand[0]), 3);
        assert_int_equal(dealt.hand[0] & FIVES, 0);
        for (int card = 0; card < 15; card++)
            counted[card] += dealt.hand[0] >> card & 1;
        for (uint32_t i = 0; i < 9; i++)
            assert_false(dealt.hand[0] >> pool_nth(dealt.pool, i) & 1);
    }
    for (int card = 0; card < 15; card++)
        if (card % 5 != 4)
            assert_in_range(counted[card], 1200 - 150, 1200 + 150); /* five standard deviations of 30 */
    trial_end(&t);
}

static void redealing_for_the_referee_or_after_the_end_changes_nothing(void **unused)
{
    struct trial t;

    (void)unused;
    three_rounds(&t);
    knows_all(&t, REFEREE);
    assigns(&t, "G3", "Y5", "gpy");
    collects(&t, "P5", "P2");
    takes(&t, "0", "Y4");
    assert_int_equal(state_of(&t)->base, state_of(&t)->bonus);
    knows_all(&t, 0);
    knows_all(&t, 1);
    knows_all(&t, SPECTATOR);
    trial_end(&t);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void the_board_shows_what_is_sure_and_names_what_is_not(void **unused)
{
    struct trial t;

    (void)unused;
    seat_1_takes(&t, "P5");
    assert_non_null(
        strstr(trial_board(&t, "0"), "In the bonus deck or in seat 1's hand: green 5, yellow 5, purple 5\n"));
    assert_non_null(strstr(trial_board(&t, "0"), "The bonus deck: (Y3) [?]x2\n"));
    assert_non_null(strstr(trial_board(&t, "0"), "Seat 1's hand: (Y4) (P2) (P3) (P4) [?]\n"));
    assert_null(strstr(trial_board(&t, "1"), "In the bonus deck or"));
    assert_non_null(strstr(trial_board(&t, "1"), "The bonus deck: (G5) (Y3) (Y5)\n"));
    assert_non_null(strstr(trial_board(&t, "1"), "Your hand: [Y4] [P2] [P3] [P4] [P5]\n"));
    assert_non_null(strstr(trial_board(&t, "1"), "Seat 0's hand: (G2) (G3) (Y1) (Y2)\n"));
    assert_non_null(strstr(trial_board(&t, "spectator"), "The bonus deck: (Y3) [?]x2\n"));
    assert_non_null(strstr(trial_board(&t, "spectator"), "Seat 1's hand: [?]x5\n"));
    assert_non_null(strstr(trial_board(&t, "referee"), "Seat 1's hand: [Y4] [P2] [P3] [P4] [P5]\n"));
    trial_end(&t);
}

static void the_board_shows_piles_cards_and_gems(void **unused)
{
    struct trial t;

    (void)unused;
    seat_1_takes(&t, "P5");
    assert_non_null(strstr(trial_board(&t, "0"), "Jabberwocky cards: [GJ]   [YJ] 3p   [PJ] 3y\n"
                                                 "Round 2: Pile 1: 3g   Pile 2: 3y   Pile 3: 3p\n"
                                                 "Round 3: Pile 1: 2g   Pile 2: 2y   Pile 3: 2p\n"));
    assert_non_null(strstr(trial_board(&t, "0"), "Your collection cards: [G1] 3g\nYour assignment cards: [G4]\n"));
    assert_null(strstr(trial_board(&t, "0"), "Seat 1's collection cards"));
    assert_non_null(strstr(trial_board(&t, "0"), "Seat 0 (you): 3 "));
    trial_end(&t);
}

static void the_taker_sees_the_bonus_deck_and_the_card_still_played(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(&t, "G4", "P2", "ypg");
    collects(&t, "G3", "Y3");
    assert_non_null(strstr(trial_board(&t, "0"), "The bonus deck: [G5] [Y5] [P5]\n"));
    assert_non_null(strstr(trial_board(&t, "1"), "The bonus deck: (G5) (Y5) (P5)\n"));
    assert_non_null(strstr(trial_board(&t, "1"), "Your collection cards: [Y3]\n"));
    assert_non_null(strstr(trial_board(&t, "1"), "Seat 0's collection cards: [G3]\n"));
    takes(&t, "0", "G5");
    assert_non_null(strstr(trial_board(&t, "1"), "The bonus deck: [G3] [Y5] [P5]\n"));
    assert_null(strstr(trial_board(&t, "1"), "Seat 0's collection cards"));
    assert_non_null(strstr(trial_board(&t, "spectator"), "Seat 1's collection cards: [Y3]\n"));
    trial_end(&t);
}

static void in_round_4_only_its_own_row_and_assignment_cards_lie_there(void **unused)
{
    struct trial t;

    (void)unused;
    three_rounds(&t);
    assert_non_null(strstr(trial_board(&t, "0"), "Round 4: Pile 1: 3y 2p   Pile 2: 5g 3p   Pile 3: 5y\n"));
    assert_null(strstr(trial_board(&t, "0"), "assignment cards:"));
    plays(&t, "0", "G3");
    plays(&t, "1", "Y5");
    assert_non_null(strstr(trial_board(&t, "0"), "Your assignment cards: [G3]\n"));
    trial_do(&t, "1", "put pile 2 on green");
    assert_non_null(strstr(trial_board(&t, "0"), "Round 4: Pile 1: 3y 2p   Pile 3: 5y\n"));
    trial_end(&t);
}

static void piles_are_put_by_touching_them_and_the_cards_they_go_to(void **unused)
{
    struct trial t;
    struct touch out[TOUCH_MAX];

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    plays(&t, "0", "G4");
    plays(&t, "1", "P2");
    assert_int_equal(touch(t.match.state, 0, (move_t)trial_find(&t, "0", "put pile 2 on purple"), out), 2);
    assert_int_equal(out[0].place, PLACE_PILE + 1);
    assert_int_equal(out[1].place, PLACE_JABBERWOCKY + PURPLE);
    trial_do(&t, "0", "put pile 2 on purple");
    assert_int_equal(
        touch(t.match.state, 1, (move_t)trial_find(&t, "1", "put pile 1 on yellow and pile 3 on green"), out), 4);
    assert_int_equal(out[0].place, PLACE_PILE);
    assert_int_equal(out[1].place, PLACE_JABBERWOCKY + YELLOW);
    assert_int_equal(out[2].place, PLACE_PILE + 2);
    assert_int_equal(out[3].place, PLACE_JABBERWOCKY + GREEN);
    trial_end(&t);
}

/* ---- what pages are told --------------------------------------------------------------------- */

static const char *words_of(struct phrase phrase, int viewer)
{
    static char words[256];
    struct speech speech = {&game_brillig, NULL, viewer};
    struct text text = text_in(words, sizeof words);

    assert_true(phrase_put(&text, &speech, phrase));
    return words;
}

static void the_round_is_counted_against_all_rounds(void **unused)
{
    static const char *const viewers[] = {"0", "1", "spectator", "referee"};
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(trial_counter(&t, viewers[i], SCOPE_TABLE, 0, "round")->value, 1);
        assert_int_equal(trial_counter(&t, viewers[i], SCOPE_TABLE, 0, "round")->limit, 4);
    }
    trial_end(&t);
    three_rounds(&t);
    assert_int_equal(trial_counter(&t, "1", SCOPE_TABLE, 0, "round")->value, 4);
    trial_end(&t);
}

/* Three gems on a 2 are 6 points; a card that collected nothing has 0, and goes into the bonus deck. */
static void a_collection_card_counts_its_points(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(&t, "G4", "P2", "gpy");
    collects(&t, "G2", "Y4");
    assert_int_equal(trial_counter(&t, "spectator", SCOPE_PLACE, PLACE_COLLECTED, "points of the card")->value, 6);
    assert_int_equal(trial_counter(&t, "0", SCOPE_PLACE, PLACE_COLLECTED + 4, "points of the card")->value, 0);
    takes(&t, "1", "Y5");
    assert_int_equal(trial_counter(&t, "1", SCOPE_PLACE, PLACE_COLLECTED, "points of the card")->value, 6);
    assert_null(trial_counter(&t, "1", SCOPE_PLACE, PLACE_COLLECTED + 4, "points of the card"));
    trial_end(&t);
}

static void the_goal_says_what_there_is_to_collect(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assert_non_null(strstr(trial_goal(&t, "0"), "the Jabberwocky of their colour"));
    assigns(&t, "G4", "P2", "gpy");
    assert_non_null(strstr(trial_goal(&t, "0"), "3 green, 0 yellow and 0 purple gems lie on their own colour"));
    assert_string_equal(trial_goal(&t, "spectator"), "");
    assert_string_equal(trial_goal(&t, "referee"), "");
    collects(&t, "G1", "Y4");
    assert_non_null(strstr(trial_goal(&t, "1"), "take a card"));
    assert_null(strstr(trial_goal(&t, "0"), "take a card"));
    trial_end(&t);
}

/* 2 gems on a 4 against 1 on a 3. */
static void in_the_last_round_the_goal_says_how_far_it_is(void **unused)
{
    struct state s = over();

    (void)unused;
    s.phase = ASSIGN;
    assert_non_null(strstr(words_of(goal(&s, 0), 0), "score more than seat 1"));
    lay_collected(&s, 0, 0, G(4), 2);
    lay_collected(&s, 1, 1, P(3), 1);
    assert_string_equal(words_of(goal(&s, 0), 0), "keep your lead of 5 points over seat 1 in the last round");
    assert_string_equal(words_of(goal(&s, 1), 1), "make up 5 points on seat 0 in the last round");
    s.phase = BONUS; /* nothing is collected any more */
    assert_string_equal(words_of(goal(&s, 1), 1),
                        "nothing: the totals are final, and only a bonus card is still taken");
    s = over();
    s.phase = BONUS;
    assert_non_null(strstr(words_of(goal(&s, 1), 1), "have the highest card left in hand"));
}

/* What this move says of pieces. */
static struct facts facts_of(struct trial *t, const char *actor, const char *words)
{
    struct state s = *state_of(t);
    struct facts facts = {0};

    apply(&s, actor_of(actor), (move_t)trial_find(t, actor, words), &facts);
    trial_do(t, actor, words);
    return facts;
}

/* Whether number n of what a viewer hears to have come and gone is this. */
static bool goes(const struct facts *facts, int viewer, int n, int thing, int count, int from, int to)
{
    for (int i = 0; i < facts->transfers; i++) {
        const struct transfer *transfer = &facts->transfer[i];

        if ((facts->fact[transfer->fact].to & BIT(viewer)) && n-- == 0)
            return transfer->thing == thing && transfer->count == count && transfer->from == from && transfer->to == to;
    }
    return false;
}

static int all_that_goes(const struct facts *facts, int viewer)
{
    int n = 0;

    for (int i = 0; i < facts->transfers; i++)
        n += (facts->fact[facts->transfer[i].fact].to & BIT(viewer)) != 0;
    return n;
}

/* Two greens and a yellow one are the first pile. */
static void gems_go_from_the_pile_to_the_jabberwocky_card(void **unused)
{
    struct trial t;
    struct facts facts;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", "ggyyyppppgggyyypppggyygp");
    plays(&t, "0", "G4");
    facts = facts_of(&t, "1", "play purple 2");
    assert_int_equal(all_that_goes(&facts, SPECTATOR), 2);
    assert_true(goes(&facts, SPECTATOR, 0, G(4), 1, PLACE_HAND, PLACE_ASSIGNED));
    assert_true(goes(&facts, SPECTATOR, 1, P(2), 1, PLACE_HAND + 1, PLACE_ASSIGNED + 1));
    facts = facts_of(&t, "0", "put pile 1 on purple");
    assert_int_equal(all_that_goes(&facts, 1), 2);
    assert_true(goes(&facts, 1, 0, GEM + GREEN, 2, PLACE_PILE, PLACE_JABBERWOCKY + PURPLE));
    assert_true(goes(&facts, 1, 1, GEM + YELLOW, 1, PLACE_PILE, PLACE_JABBERWOCKY + PURPLE));
    trial_end(&t);
}

static void gems_go_to_the_collection_card(void **unused)
{
    struct trial t;
    struct facts facts;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(&t, "G4", "P2", "gpy");
    plays(&t, "0", "G1");
    facts = facts_of(&t, "1", "play yellow 4");
    assert_int_equal(all_that_goes(&facts, 0), 3);
    assert_true(goes(&facts, 0, 0, G(1), 1, PLACE_HAND, PLACE_COLLECTED));
    assert_true(goes(&facts, 0, 1, Y(4), 1, PLACE_HAND + 1, PLACE_COLLECTED + 4));
    assert_true(goes(&facts, 0, 2, GEM + GREEN, 3, PLACE_JABBERWOCKY, PLACE_COLLECTED));
    trial_end(&t);
}

/* The taker and the referee see the card, all others its back. */
static void a_bonus_card_goes_unseen(void **unused)
{
    struct trial t;
    struct facts facts;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(&t, "G4", "P2", "gpy");
    collects(&t, "G1", "Y4");
    facts = facts_of(&t, "1", "take purple 5");
    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++) {
        bool sees = viewer == 1 || viewer == REFEREE;

        if (viewer >= SEATS && viewer < SPECTATOR)
            continue;
        assert_int_equal(all_that_goes(&facts, viewer), 2);
        assert_true(goes(&facts, viewer, 0, sees ? P(5) : NUMBER_BACK, 1, PLACE_BONUS, PLACE_HAND + 1));
        assert_true(goes(&facts, viewer, 1, Y(4), 1, PLACE_COLLECTED + 4, PLACE_BONUS));
    }
    trial_end(&t);
}

/* three_rounds ends with 3 yellow 2 purple on green, 3 purple 5 green on yellow, 5 yellow on purple. */
static void before_the_last_round_gems_become_piles_and_cards_go_back(void **unused)
{
    struct trial t;
    struct facts facts = {0};
    struct state s;

    (void)unused;
    three_rounds(&t);
    match_state_at(&t.match, t.match.n - 1, &s);
    apply(&s, 1, t.match.step[t.match.n - 1].move, &facts);
    assert_int_equal(all_that_goes(&facts, 0), 2 + 5 + 6);
    assert_true(goes(&facts, 0, 2, GEM + YELLOW, 3, PLACE_JABBERWOCKY, PLACE_PILE + 9));
    assert_true(goes(&facts, 0, 3, GEM + PURPLE, 2, PLACE_JABBERWOCKY, PLACE_PILE + 9));
    assert_true(goes(&facts, 0, 6, GEM + YELLOW, 5, PLACE_JABBERWOCKY + 2, PLACE_PILE + 11));
    assert_true(goes(&facts, 0, 7, G(4), 1, PLACE_ASSIGNED, PLACE_HAND));
    assert_true(goes(&facts, 0, 12, P(4), 1, PLACE_ASSIGNED + 1, PLACE_HAND + 1));
    trial_end(&t);
}

static const char *said_about(int thing)
{
    struct setup setup = {.seats = 2};

    return words_of(about(&setup, thing), NOBODY);
}

static void cards_and_gems_say_what_they_do(void **unused)
{
    (void)unused;
    assert_non_null(strstr(said_about(Y(3)), "takes the yellow gems from the yellow Jabberwocky, worth 3 each"));
    assert_non_null(strstr(said_about(Y(3)), "unless the other collects with a lower yellow card"));
    assert_null(strstr(said_about(P(1)), "unless"));
    assert_non_null(strstr(said_about(G(5)), "bonus deck"));
    assert_non_null(strstr(said_about(G(5)), "worth 5 each"));
    assert_non_null(strstr(said_about(P(5)), "unless the other collects with a lower purple card"));
    for (int number = 1; number <= 5; number++) /* any of them may be used to assign */
        assert_non_null(strstr(said_about(Y(number)), "to assign, the higher number goes first"));
    assert_non_null(strstr(said_about(JABBERWOCKY_CARD + PURPLE), "purple gems"));
    assert_non_null(strstr(said_about(GEM + GREEN), "lies on the green Jabberwocky"));
    assert_string_equal(said_about(NUMBER_BACK), "");
}

/* ---- house rules ----------------------------------------------------------------------------- */

static void with_fewer_rounds_the_piles_are_larger(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "brillig:2:rounds=3#3");
    trial_luck(&t);
    for (int pile = 0; pile < 12; pile++)
        assert_int_equal(gems_of(state_of(&t)->pile[pile], 0) + gems_of(state_of(&t)->pile[pile], 1) +
                             gems_of(state_of(&t)->pile[pile], 2),
                         pile < 6 ? 4 : 0);
    trial_end(&t);
    trial_start(&t, "brillig:2:rounds=2#3");
    trial_luck(&t);
    for (int pile = 0; pile < 12; pile++)
        assert_int_equal(gems_of(state_of(&t)->pile[pile], 0) + gems_of(state_of(&t)->pile[pile], 1) +
                             gems_of(state_of(&t)->pile[pile], 2),
                         pile < 3 ? 8 : 0);
    assert_int_equal(trial_counter(&t, "0", SCOPE_TABLE, 0, "round")->limit, 2);
    trial_end(&t);
}

/* Two rounds: after round 1 comes what is otherwise round 4, and then the game is over. */
static void in_a_game_of_two_rounds_the_second_is_the_last(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "brillig:2:rounds=2");
    deal_hands(&t, "G1 G2 G3 G4 Y1 Y2");
    draw_all(&t, "ggggggggyyyyyyyypppppppp");
    assigns(&t, "G4", "P2", "gpy");
    collects(&t, "G2", "Y4");
    takes(&t, "1", "Y5");
    assert_true(told(&t, "0", "is picked up as the piles of round 2"));
    assert_true(told(&t, "0", "Both take their assignment cards back"));
    assert_true(has(&t, 0, G(4)) && has(&t, 1, P(2)));
    assert_non_null(strstr(trial_board(&t, "0"), "Round 2 of 2\n"));
    assert_non_null(strstr(trial_board(&t, "0"), "Pile 2: 8p   Pile 3: 8y\n"));
    assert_non_null(strstr(trial_goal(&t, "1"), "make up 16 points"));
    assigns(&t, "G4", "P2", "gpy"); /* the purple ones on purple, the yellow ones on yellow */
    collects(&t, "Y2", "P3");
    assert_int_equal(state_of(&t)->phase, OVER);
    assert_int_equal(points(state_of(&t), 0), 8 * 2 + 8 * 2);
    assert_int_equal(points(state_of(&t), 1), 8 * 3);
    trial_end(&t);
}

/* ---- what bots are told ---------------------------------------------------------------------- */

static int32_t stands(const struct state *s, int seat)
{
    int32_t out[SEATS];

    standing(s, out);
    return out[seat];
}

/* How it stands for seat 0, which has just chosen this card to collect with; seat 1 has yellow 1 and purple 5. */
static int32_t chosen_to_collect(int card)
{
    struct setup setup = {.seats = 2};
    struct state s;

    start(&s, &setup);
    s.on[GREEN] = 0x002;  /* two green gems */
    s.on[YELLOW] = 0x020; /* two yellow ones */
    s.on[PURPLE] = 0x012; /* no purple one */
    s.hand[0] = (uint16_t)(BIT(G(2)) | BIT(G(4)) | BIT(Y(4)) | BIT(P(4)));
    s.hand[1] = (uint16_t)(BIT(Y(1)) | BIT(P(5)));
    s.round = ROUNDS - 1;
    s.phase = COLLECT;
    apply(&s, 0, (move_t)(MOVE_CARD + card), NULL);
    return stands(&s, 0);
}

static void a_collection_is_gems_times_number_and_less_where_it_may_be_beaten(void **unused)
{
    (void)unused;
    assert_int_equal(chosen_to_collect(G(2)), 2 * 2 * POINT);
    assert_int_equal(chosen_to_collect(G(4)), 2 * 4 * POINT);
    assert_true(chosen_to_collect(Y(4)) < chosen_to_collect(G(4)));
    assert_true(chosen_to_collect(Y(4)) > chosen_to_collect(P(4)));
    assert_int_equal(chosen_to_collect(P(4)), 0);
}

static void of_the_bonus_cards_a_high_one_is_wanted(void **unused)
{
    struct state s = collection(0x000, 0x020, 0x000, G(1), Y(2)), low, high;

    (void)unused;
    assert_int_equal(s.phase, BONUS);
    s.bonus = (uint16_t)(BIT(P(1)) | BIT(Y(5)) | BIT(P(5)));
    low = high = s;
    apply(&low, 0, MOVE_CARD + P(1), NULL);
    apply(&high, 0, MOVE_CARD + P(5), NULL);
    assert_true(stands(&high, 0) > stands(&low, 0));
}

/* Assignment cards come back in round 4; at the end nothing but points counts. */
static void cards_count_until_the_last_round(void **unused)
{
    struct trial t;
    struct state s;

    (void)unused;
    begin(&t, "G1 G2 G3 Y1 Y2 Y3", SORTED);
    s = *state_of(&t);
    assert_int_equal(stands(&s, 0), (1 + 2 + 3 + 1 + 2 + 3) * POINT / 2);
    s.round = 1;
    s.hand[0] &= (uint16_t)~(BIT(G(3)) | BIT(G(1)));
    s.assigned[0][0] = G(3) + 1;
    s.collected[0][0] = G(1) + 1;
    s.gems[0][0] = 4;
    assert_int_equal(stands(&s, 0), 4 * POINT + (2 + 3 + 1 + 2 + 3) * POINT / 2);
    s.phase = OVER;
    s.round = ROUNDS - 1;
    assert_int_equal(stands(&s, 0), 4 * POINT);
    trial_end(&t);
}

static void a_stage_is_a_round(void **unused)
{
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 Y1 Y2 Y3", SORTED);
    assert_int_equal(stage(state_of(&t)), 0);
    assigns(&t, "G3", "P1", "gyp");
    collects(&t, "G1", "P2");
    assert_int_equal(stage(state_of(&t)), 1);
    trial_end(&t);
}

/* ---- what is foreseen of a move ---------------------------------------------------------------- */

/* Also when the other choice is in: who goes first is not foreseen. */
static void of_a_sealed_choice_only_the_choice_is_foreseen(void **unused)
{
    const struct preview *preview;
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    preview = trial_foresees(&t, 0, "play green 4", "You choose green 4.");
    assert_int_equal(preview->next, NEXT_SEALED);
    plays(&t, "1", "P2");
    preview = trial_foresees(&t, 0, "play green 4", "You choose green 4.");
    assert_int_equal(preview->next, NEXT_SEALED);
    assert_string_equal(trial_changes(&t, preview), "");
    trial_end(&t);
}

static void piles_are_foreseen_where_they_are_put(void **unused)
{
    const struct preview *preview;
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    plays(&t, "0", "G4");
    plays(&t, "1", "P2");
    preview = trial_foresees(&t, 0, "put pile 1 on green", "You put pile 1 on the green Jabberwocky.");
    assert_int_equal(preview->next, NEXT_OTHER);
    trial_do(&t, "0", "put pile 1 on green");
    preview = trial_foresees(&t, 1, "put pile 2 on purple and pile 3 on yellow",
                             "You put pile 2 on the purple Jabberwocky. You put pile 3 on the yellow Jabberwocky.");
    assert_int_equal(preview->next, NEXT_OWN); /* both choose a collection card */
    assert_string_equal(trial_changes(&t, preview), "");
    trial_end(&t);
}

/* Nothing yellow lies on the yellow card. Whoever takes a bonus card has looked, so it knows what it takes. */
static void a_bonus_card_is_foreseen_by_its_taker(void **unused)
{
    const struct preview *preview;
    struct trial t;

    (void)unused;
    begin(&t, "G1 G2 G3 G4 Y1 Y2", SORTED);
    assigns(&t, "G4", "P2", "gpy");
    collects(&t, "G1", "Y4");
    preview = trial_foresees(&t, 1, "take yellow 5", "You take yellow 5 and put yellow 4 into the bonus deck.");
    assert_int_equal(preview->next, NEXT_OWN);
    assert_string_equal(trial_changes(&t, preview), "Round +1");
    trial_end(&t);
}

/* After the last bonus card the hands are shown, and what the other has taken was unseen. */
/* Whoever takes a bonus card sees the deck, so that all cards that are not there, nor in the own hand, nor on the table
 * are in the other hand: what both have left is no secret to the taker. */
static void whoever_looks_into_the_bonus_deck_foresees_both_hands_at_the_end(void **unused)
{
    const struct preview *preview;
    struct trial t;

    (void)unused;
    three_rounds(&t);
    assigns(&t, "G3", "Y5", "gpy");
    collects(&t, "P5", "P2");
    preview = trial_foresees(
        &t, 0, "take yellow 4",
        "Seat 1 wins. You take yellow 4 and put purple 5 into the bonus deck. You have green 2, green 4, green 5 and "
        "yellow 4 left in hand. Seat 1 has yellow 2, purple 3 and purple 4 left in hand.");
    assert_int_equal(preview->next, NEXT_OVER);
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_has_15_number_cards_3_jabberwocky_cards_and_24_gems),
        cmocka_unit_test(the_5s_are_the_bonus_deck_and_the_others_are_dealt_six_to_each),
        cmocka_unit_test(each_seat_knows_both_hands_from_the_start_and_a_spectator_none),
        cmocka_unit_test(dealt_cards_are_told_to_their_owners_only),
        cmocka_unit_test(piles_have_three_three_and_two_gems),
        cmocka_unit_test(gems_are_drawn_by_how_many_are_left_into_one_pile_after_the_other),
        cmocka_unit_test(gems_of_one_colour_go_where_they_must),
        cmocka_unit_test(all_piles_are_seen_by_everybody_from_the_start),
        cmocka_unit_test(both_choose_at_once_in_any_order_and_may_change_their_minds),
        cmocka_unit_test(a_choice_is_unknown_until_both_are_in),
        cmocka_unit_test(the_higher_number_goes_first_then_green_yellow_purple),
        cmocka_unit_test(first_player_puts_any_pile_on_any_card),
        cmocka_unit_test(the_other_player_puts_the_other_piles_on_the_other_cards),
        cmocka_unit_test(each_jabberwocky_card_gets_one_pile),
        cmocka_unit_test(the_two_ways_of_the_second_player_differ),
        cmocka_unit_test(piles_alike_are_separate_options),
        cmocka_unit_test(new_gems_join_those_that_lie_there),
        cmocka_unit_test(assignment_cards_stay_face_up_before_their_owners),
        cmocka_unit_test(each_takes_the_gems_of_its_colour_from_the_card_of_its_colour),
        cmocka_unit_test(green_gems_are_collected_too),
        cmocka_unit_test(in_the_same_colour_only_the_lower_number_collects),
        cmocka_unit_test(without_a_gem_to_collect_there_is_a_bonus_card),
        cmocka_unit_test(in_the_same_colour_without_gems_both_take_a_bonus_card),
        cmocka_unit_test(what_is_collected_is_told_to_all),
        cmocka_unit_test(the_taker_looks_takes_one_of_three_and_puts_the_played_card_in),
        cmocka_unit_test(the_lower_number_takes_first_then_green_yellow_purple),
        cmocka_unit_test(the_second_taker_may_take_what_the_first_put_in),
        cmocka_unit_test(a_look_cannot_be_taken_back),
        cmocka_unit_test(in_round_4_the_gems_on_the_cards_are_the_piles),
        cmocka_unit_test(in_round_4_the_assignment_cards_are_in_hand_again),
        cmocka_unit_test(round_4_is_played_as_usual_and_has_its_bonus),
        cmocka_unit_test(an_empty_pile_is_a_pile),
        cmocka_unit_test(a_single_card_is_chosen_like_any_other),
        cmocka_unit_test(two_on_a_2_one_on_a_3_and_four_on_a_5_are_27),
        cmocka_unit_test(without_a_gem_there_are_no_points),
        cmocka_unit_test(a_tie_goes_to_the_highest_card_left_in_hand),
        cmocka_unit_test(the_bonus_cards_of_round_4_count_in_a_tie),
        cmocka_unit_test(a_higher_total_wins_whatever_is_left_in_hand),
        cmocka_unit_test(the_last_assignment_card_is_no_hand_card),
        cmocka_unit_test(every_pair_of_hands_has_one_winner),
        cmocka_unit_test(after_the_end_all_cards_are_known_to_all),
        cmocka_unit_test(random_games_agree_with_a_second_table_and_have_one_winner),
        cmocka_unit_test(so_do_games_of_fewer_rounds),
        cmocka_unit_test(a_shared_win_does_not_happen),
        cmocka_unit_test(redealing_is_exactly_what_can_be_known),
        cmocka_unit_test(in_fewer_rounds_too),
        cmocka_unit_test(after_one_take_each_of_the_three_is_equally_likely),
        cmocka_unit_test(after_two_takes_of_one_seat_nine_ways_are_equally_likely),
        cmocka_unit_test(after_three_takes_of_one_seat_there_are_27_ways),
        cmocka_unit_test(a_taken_card_that_is_played_settles_the_take),
        cmocka_unit_test(a_card_played_after_two_takes_may_be_either_of_them),
        cmocka_unit_test(a_card_put_in_and_played_again_was_taken_back),
        cmocka_unit_test(of_two_takers_in_one_round_the_second_knows_all),
        cmocka_unit_test(a_look_tells_what_the_other_took_before),
        cmocka_unit_test(round_4_hands_are_known_by_what_was_shown),
        cmocka_unit_test(a_spectator_knows_only_what_was_shown),
        cmocka_unit_test(redealing_keeps_the_hand_that_is_being_dealt_unknown_to_others),
        cmocka_unit_test(redealing_for_the_referee_or_after_the_end_changes_nothing),
        cmocka_unit_test(the_board_shows_what_is_sure_and_names_what_is_not),
        cmocka_unit_test(the_board_shows_piles_cards_and_gems),
        cmocka_unit_test(the_taker_sees_the_bonus_deck_and_the_card_still_played),
        cmocka_unit_test(in_round_4_only_its_own_row_and_assignment_cards_lie_there),
        cmocka_unit_test(piles_are_put_by_touching_them_and_the_cards_they_go_to),
        cmocka_unit_test(the_round_is_counted_against_all_rounds),
        cmocka_unit_test(a_collection_card_counts_its_points),
        cmocka_unit_test(the_goal_says_what_there_is_to_collect),
        cmocka_unit_test(in_the_last_round_the_goal_says_how_far_it_is),
        cmocka_unit_test(gems_go_from_the_pile_to_the_jabberwocky_card),
        cmocka_unit_test(gems_go_to_the_collection_card),
        cmocka_unit_test(a_bonus_card_goes_unseen),
        cmocka_unit_test(before_the_last_round_gems_become_piles_and_cards_go_back),
        cmocka_unit_test(cards_and_gems_say_what_they_do),
        cmocka_unit_test(with_fewer_rounds_the_piles_are_larger),
        cmocka_unit_test(in_a_game_of_two_rounds_the_second_is_the_last),
        cmocka_unit_test(a_collection_is_gems_times_number_and_less_where_it_may_be_beaten),
        cmocka_unit_test(of_the_bonus_cards_a_high_one_is_wanted),
        cmocka_unit_test(cards_count_until_the_last_round),
        cmocka_unit_test(a_stage_is_a_round),
        cmocka_unit_test(of_a_sealed_choice_only_the_choice_is_foreseen),
        cmocka_unit_test(piles_are_foreseen_where_they_are_put),
        cmocka_unit_test(a_bonus_card_is_foreseen_by_its_taker),
        cmocka_unit_test(whoever_looks_into_the_bonus_deck_foresees_both_hands_at_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
