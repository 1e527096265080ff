/* test_oh_gnome_cards: the purple and red cards of docs/rules/oh-gnome.md, their answers, the brawls, and what is
 * hidden. (test_oh_gnome has the rest.) The source is included, so that positions can be laid out directly. What
 * viewers can know of the hands is worked out here a second time, from all that happened in the open. */
#include "help.h"

#include "../src/games/oh_gnome.c"

/* ---- laying out positions -------------------------------------------------------------------- */

/* A card or piece by its mark. */
static int thing_marked(const char *mark)
{
    for (int thing = 0; thing < THINGS_N; thing++)
        if (strcmp(things[thing].mark, mark) == 0)
            return thing;
    fail_msg("nothing has the mark '%s'", mark);
    return 0;
}

/* The next word of a list of marks, or false at its end. */
static bool next_mark(const char **list, int *thing)
{
    char mark[4];
    size_t length = strcspn(*list, " ");

    if (length == 0)
        return false;
    assert_in_range(length, 1, sizeof mark - 1);
    memcpy(mark, *list, length);
    mark[length] = 0;
    *thing = thing_marked(mark);
    *list += length + strspn(*list + length, " ");
    return true;
}

/* Everybody is at Start and has nothing, all cards are in the draw pile, and seat 0 is to roll. */
static struct state bare_with(int seats, int option)
{
    struct setup setup = {.seats = (uint8_t)seats};
    struct state s;

    if (option >= 0)
        setup.option[option] = 1;
    assert_null(start(&s, &setup));
    s.phase = ROLL;
    return s;
}

static struct state bare(int seats)
{
    return bare_with(seats, -1);
}

static void take_from_pile(struct state *s, int kind)
{
    assert_true(kind < KINDS && pile_of(s->pile, kind) > 0);
    pile_add(s->pile, kind, -1);
    s->pile_n--;
}

/* Cards for a hand, items for a table, pieces of gems: by their marks. */
static void give(struct state *s, int seat, const char *list)
{
    for (int kind; next_mark(&list, &kind);) {
        take_from_pile(s, kind);
        cards_add(&s->hand[seat], kind, 1);
        s->hand_n[seat]++;
    }
}

static void table_items(struct state *s, int seat, const char *list)
{
    for (int kind; next_mark(&list, &kind);) {
        take_from_pile(s, kind);
        s->table[seat] += (uint64_t)1 << 3 * kind;
    }
}

static void pocket(struct state *s, int seat, const char *list)
{
    for (int thing; next_mark(&list, &thing);) {
        assert_in_range(thing, THING_PIECE, THING_PIECE + PIECES_N - 1);
        s->gems[seat][thing - THING_PIECE]++;
    }
}

/* Cards that have been played before. */
static void discard(struct state *s, const char *list)
{
    for (int kind; next_mark(&list, &kind);)
        take_from_pile(s, kind);
}

static void stand(struct state *s, int seat, int stone)
{
    s->place[seat] = (uint8_t)stone;
}

static void put_inside(struct state *s, int seat, int stone)
{
    s->place[seat] = (uint8_t)stone;
    s->inside |= (uint8_t)BIT(seat);
}

static void put_in_finish(struct state *s, int seat)
{
    s->place[seat] = FINISH;
    s->finished[seat] = ++s->order;
    s->way &= (uint8_t)~BIT(seat);
}

/* The seat has moved and may play its card. */
static void may_play(struct state *s, int seat)
{
    s->turn = (uint8_t)seat;
    ask(s, PLAY, BIT(seat));
}

static void may_roll(struct state *s, int seat)
{
    s->turn = (uint8_t)seat;
    ask_chance(s, ROLL, DIE);
}

/* ---- playing by words ------------------------------------------------------------------------ */

/* What was told about the last move. */
static struct facts heard;

static int find(const struct state *s, int actor, const char *words)
{
    return state_find(&game_oh_gnome, s, actor, words);
}

static bool can(const struct state *s, int actor, const char *words)
{
    return find(s, actor, words) >= 0;
}

static void act(struct state *s, int actor, const char *words)
{
    int move = find(s, actor, words);

    if (move < 0)
        fail_msg("%s cannot '%s' in phase %d", actor_word(actor), words, s->phase);
    facts_clear(&heard);
    apply(s, actor, (move_t)move, &heard);
    assert_int_equal(heard.lost, 0);
}

static void rolls(struct state *s, int rolled)
{
    char words[16];

    snprintf(words, sizeof words, "roll %d", rolled);
    act(s, CHANCE, words);
}

static int options_n(const struct state *s, int seat)
{
    move_t move[MOVES_MAX];

    return moves(s, seat, move);
}

/* "play Hornet Sting on seat 1", in short. */
static const char *on_words(const char *mark, int target)
{
    static char words[64];

    snprintf(words, sizeof words, "play %s on seat %d", things[thing_marked(mark)].name, target);
    return words;
}

static void plays_on(struct state *s, const char *mark, int target)
{
    act(s, s->turn, on_words(mark, target));
}

static const char *play_words(const char *mark)
{
    static char words[64];

    snprintf(words, sizeof words, "play %s", things[thing_marked(mark)].name);
    return words;
}

/* As the card of the turn, or as an answer. */
static void plays(struct state *s, int seat, const char *mark)
{
    act(s, seat, play_words(mark));
}

static void all_say(struct state *s, const char *words)
{
    for (FOR_BITS(seat, actors(s)))
        act(s, (int)seat, words);
}

static void all_pass(struct state *s)
{
    all_say(s, "pass");
}

/* One seat answers, all others that are asked pass. */
static void answers_alone(struct state *s, int seat, const char *mark)
{
    uint32_t asked = actors(s);

    assert_true(asked & BIT(seat));
    plays(s, seat, mark);
    for (FOR_BITS(other, asked & ~BIT(seat)))
        act(s, (int)other, "pass");
}

/* Nobody answers, however often they are asked. */
static void no_answers(struct state *s)
{
    while (s->phase == ANSWERS)
        all_pass(s);
}

static void picks(struct state *s, int seat, int number)
{
    char words[64];

    snprintf(words, sizeof words, "pick %s", things[THING_BRAWL + number - 1].name);
    act(s, seat, words);
}

/* Everybody who is asked picks this brawl card, in the order of the seats; no Dirty Tricks. */
static void all_pick(struct state *s, int a, int b, int c)
{
    int number[3] = {a, b, c}, n = 0;

    assert_int_equal(s->phase, PICKS);
    for (FOR_BITS(seat, actors(s)))
        picks(s, (int)seat, number[n++]);
    if (s->phase == TRICKS)
        all_pass(s);
}

/* The seat draws its card next: nothing else is left of its turn. */
static void expect_draw(const struct state *s, int seat)
{
    assert_int_equal(actors(s), BIT(CHANCE));
    assert_int_equal(source(s), SOURCE_DECK);
    assert_int_equal(s->turn, seat);
}

static void expect_asked(const struct state *s, uint32_t seats)
{
    assert_int_equal(actors(s), seats);
}

/* ---- looking at the table -------------------------------------------------------------------- */

/* How many of a thing this viewer sees at a place. */
static int seen_at(const struct state *s, int viewer, int place, int thing)
{
    static struct scene out;
    int piece = 0, n = 0;

    memset(&out, 0, sizeof out);
    scene(s, viewer, &out);
    for (int i = 0; i < out.places; i++)
        for (int k = 0; k < out.place[i].pieces; k++, piece++)
            if (out.place[i].id == place && out.piece[piece].thing == thing)
                n += out.piece[piece].count;
    return n;
}

static int discarded(const struct state *s, const char *mark)
{
    return seen_at(s, SPECTATOR, PLACE_DISCARDS, thing_marked(mark));
}

static int held(const struct state *s, int seat, const char *mark)
{
    return seen_at(s, seat, PLACE_SEAT + PARTS * seat + PART_HAND, thing_marked(mark));
}

static int tabled(const struct state *s, int seat, const char *mark)
{
    return seen_at(s, SPECTATOR, PLACE_SEAT + PARTS * seat + PART_TABLE, thing_marked(mark));
}

static int wealth(const struct state *s, int seat)
{
    return s->gems[seat][BLACK_GEM] + 3 * s->gems[seat][BLUE_GEM] + 5 * s->gems[seat][RED_GEM] +
           10 * s->gems[seat][GOLD_GEM];
}

/* What a viewer is told of the last move, a sentence a line. */
static const char *told(int viewer)
{
    static char said[4096];
    struct speech plain = speech_plain(&game_oh_gnome);
    struct text text = text_in(said, sizeof said);

    for (int i = 0; i < heard.n; i++)
        if (heard.fact[i].to & BIT(viewer)) {
            phrase_put(&text, &plain, heard.fact[i].phrase);
            text_char(&text, '\n');
        }
    said[text.used] = 0;
    return said;
}

static void expect_told(int viewer, const char *words)
{
    if (!strstr(told(viewer), words))
        fail_msg("%s is not told '%s', but:\n%s", actor_word(viewer), words, told(viewer));
}

static int times_told(int viewer, const char *words)
{
    int n = 0;

    for (const char *at = told(viewer); (at = strstr(at, words)) != NULL; at++)
        n++;
    return n;
}

/* One sentence comes before another. */
static void expect_order(const char *first, const char *second)
{
    const char *all = told(SPECTATOR);

    expect_told(SPECTATOR, first);
    expect_told(SPECTATOR, second);
    assert_true(strstr(all, first) < strstr(all, second));
}

/* The seats that the active one may name with this card. */
static void expect_targets(const struct state *s, const char *mark, uint32_t seats)
{
    uint32_t found = 0;

    for (int seat = 0; seat < s->seats; seat++)
        found |= can(s, s->turn, on_words(mark, seat)) ? BIT(seat) : 0;
    assert_int_equal(found, seats);
}

/* What a viewer, who is "you", is asked for or told of the others. */
static void expect_prompt(const struct state *s, int viewer, const char *words)
{
    static struct scene out;
    char said[512] = "";
    struct speech speech = speech_plain(&game_oh_gnome);
    struct text text = text_in(said, sizeof said);

    memset(&out, 0, sizeof out);
    scene(s, viewer, &out);
    speech.viewer = viewer;
    assert_true(phrase_put(&text, &speech, out.prompt));
    assert_string_equal(said, words);
}

/* ---- purple and red cards, one after the other ----------------------------------------------- */

/* Three gnomes on the trail, far from each other and from everything; the others have a card that never fits. */
static struct state three(const char *hand)
{
    struct state s = bare(3);

    stand(&s, 0, 5);
    stand(&s, 1, 20);
    stand(&s, 2, 45);
    give(&s, 0, hand);
    give(&s, 1, "Fx");
    give(&s, 2, "Fx");
    may_play(&s, 0);
    return s;
}

static void mining_takes_as_many_gems_from_the_mine_as_are_rolled(void **unused)
{
    (void)unused;
    for (int rolled = 1; rolled <= 6; rolled++) {
        struct state s = three("MI");

        plays(&s, 0, "MI");
        no_answers(&s);
        assert_int_equal(wealth(&s, 0), 0);
        rolls(&s, rolled);
        assert_int_equal(wealth(&s, 0), rolled);
        /* In the largest pieces: 6 is a red and a black one. */
        assert_int_equal(s.gems[0][RED_GEM], rolled >= 5);
        assert_int_equal(s.gems[0][BLUE_GEM], rolled == 3 || rolled == 4);
        assert_int_equal(discarded(&s, "MI"), 1);
        expect_draw(&s, 0);
    }
}

static void second_wind_moves_on_as_many_stones_as_are_rolled(void **unused)
{
    (void)unused;
    for (int rolled = 1; rolled <= 6; rolled++) {
        struct state s = three("SW");

        plays(&s, 0, "SW");
        no_answers(&s);
        rolls(&s, rolled);
        assert_int_equal(s.place[0], 5 + rolled);
        assert_int_equal(discarded(&s, "SW"), 1);
        expect_draw(&s, 0);
    }
}

static void shortcut_moves_on_1_to_4_stones_chosen_when_it_takes_effect(void **unused)
{
    (void)unused;
    for (int steps = 1; steps <= 4; steps++) {
        struct state s = three("SC");
        char words[32];

        /* One way to play it: the steps are not named with the card. */
        assert_int_equal(options_n(&s, 0), 2);
        plays(&s, 0, "SC");
        expect_asked(&s, BIT(1) | BIT(2));
        no_answers(&s);
        expect_asked(&s, BIT(0));
        assert_int_equal(options_n(&s, 0), 4);
        assert_false(can(&s, 0, "pass"));
        snprintf(words, sizeof words, "move on %d %s", steps, steps == 1 ? "stone" : "stones");
        act(&s, 0, words);
        assert_int_equal(s.place[0], 5 + steps);
        assert_int_equal(discarded(&s, "SC"), 1);
        expect_draw(&s, 0);
    }
}

/* Played by seat 0 on stone 5 on seat 1 on stone 20, who has two gems and two items. `remedy`: helps. */
static void a_card_on_oneself_says_what_it_will_do(void **unused)
{
    static const struct {
        const char *mark, *words;
        bool remedy;
    } cards[] = {
        {"LF", "you lose a gem, but no gold,", false},
        {"CP", "you go to stone 5", false},
        {"WT", "you go back 4 stones", true},
        {"LN", "you miss 1 turn", true},
        {"HS", "you lose 2 gems", true},
        {"TM", "you lose a tabled item", true},
        {"SN", "you miss 1 turn", true},
        {"TW", "your next roll counts 3 less", true},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
        const char *name = things[thing_marked(cards[i].mark)].name;

        for (int holds = 0; holds < 3; holds++) {
            struct state s = three(cards[i].mark);
            char words[256];

            give(&s, 1, holds == 0 ? "MI" : holds == 1 ? "OG" : "CM");
            give(&s, 2, holds == 0 ? "OG" : "CM");
            table_items(&s, 1, "Ho Wa");
            pocket(&s, 1, "bk bk");
            plays_on(&s, cards[i].mark, 1);
            snprintf(words, sizeof words, "seat 0 plays %s on you: %s unless %s", name, cards[i].words,
                     holds == 1 || (holds == 2 && cards[i].remedy) ? "you answer" : "somebody answers");
            expect_prompt(&s, 1, words);
            snprintf(words, sizeof words, "seat 0 plays %s on seat 1: %s", name,
                     holds == 0 ? "answer to cancel it, or pass" : "pass, for you have no answer");
            expect_prompt(&s, 2, words);
            snprintf(words, sizeof words, "you played %s on seat 1: does anybody answer?", name);
            expect_prompt(&s, 0, words);
            snprintf(words, sizeof words, "seat 0 played %s on seat 1: does anybody answer?", name);
            expect_prompt(&s, SPECTATOR, words);
            expect_prompt(&s, REFEREE, words);
        }
    }
}

static void wrong_turn_near_start_and_gin_without_gems_promise_no_more_than_they_do(void **unused)
{
    struct state s = three("WT");

    (void)unused;
    stand(&s, 1, 2);
    plays_on(&s, "WT", 1);
    expect_prompt(&s, 1, "seat 0 plays Wrong Turn on you: you go back 2 stones unless somebody answers");
    for (int gems = 0; gems < 2; gems++) {
        s = three("NG");
        stand(&s, 1, 8);
        give(&s, 1, "OG");
        pocket(&s, 0, gems ? "bk" : "");
        plays_on(&s, "NG", 1);
        expect_prompt(&s, 1,
                      gems ? "seat 0 plays Nip of Gin on you: a brawl is coming unless you answer"
                           : "seat 0 plays Nip of Gin on you: answer to cancel it, or pass");
    }
}

/* Mining, which seat 1 cancels, and seat 2 could cancel that. */
static void an_answer_says_whose_card_it_undoes(void **unused)
{
    struct state s = three("MI OG");

    (void)unused;
    give(&s, 1, "OG");
    give(&s, 2, "OG");
    plays(&s, 0, "MI");
    expect_prompt(&s, 1, "seat 0 plays Mining: answer to cancel it, or pass");
    answers_alone(&s, 1, "OG");
    expect_prompt(&s, 0, "seat 1 stops your Mining with Oh Gnome You Don't!: answer to save it, or pass");
    expect_prompt(&s, 2, "seat 1 stops seat 0's Mining with Oh Gnome You Don't!: answer to save it, or pass");
    expect_prompt(&s, 1, "you played Oh Gnome You Don't! against seat 0's Mining: does anybody answer?");
    act(&s, 2, "pass");
    plays(&s, 0, "OG");
    expect_prompt(&s, 1,
                  "seat 0 stops your Oh Gnome You Don't! with Oh Gnome You Don't!: pass, for you have no answer");
}

static void what_is_chosen_when_a_card_takes_effect_says_why(void **unused)
{
    struct state s = three("SC");

    (void)unused;
    plays(&s, 0, "SC");
    no_answers(&s);
    expect_prompt(&s, 0, "move on 1 to 4 stones: only the one that you stop on can do something to you");
    expect_prompt(&s, 1, "seat 0 chooses how far to move on");
    s = three("LF");
    pocket(&s, 1, "bk bu");
    plays_on(&s, "LF", 1);
    no_answers(&s);
    expect_prompt(&s, 0, "take any gem from seat 1: only gold is safe from Light Fingers");
    expect_prompt(&s, 1, "seat 0 chooses a gem to take from you");
    s = three("TM");
    table_items(&s, 1, "Ho Wa");
    plays_on(&s, "TM", 1);
    no_answers(&s);
    expect_prompt(&s, 0, "choose the tabled item that seat 1 discards and so cannot sell");
    expect_prompt(&s, 1, "seat 0 chooses the tabled item that you discard");
    expect_prompt(&s, 2, "seat 0 chooses the tabled item that seat 1 discards");
}

/* A gnome in every situation: 0 active on stone 25, 1 at Start, 2 in the Depot, 3 on stone 30, 4 on stone 25 as well,
 * 5 finished. All have the same. */
static struct state everywhere(const char *hand, const char *gems, const char *items)
{
    struct state s = bare(6);

    stand(&s, 0, 25);
    put_inside(&s, 2, 26);
    stand(&s, 3, 30);
    stand(&s, 4, 25);
    put_in_finish(&s, 5);
    give(&s, 0, hand);
    for (int seat = 0; seat < 6; seat++)
        pocket(&s, seat, gems);
    for (int seat = 0; seat < 5; seat++)
        table_items(&s, seat, items);
    may_play(&s, 0);
    return s;
}

static void attacks_and_long_nap_also_reach_start_and_businesses(void **unused)
{
    static const char *const marks[] = {"HS", "TM", "SN", "TW", "LN"};
    const char *items[] = {"Fx", "Ho", "Ju", "Mu", "Tr"};

    (void)unused;
    for (int i = 0; i < 5; i++) {
        struct state s = everywhere(marks[i], "bk", "");

        for (int seat = 0; seat < 5; seat++)
            table_items(&s, seat, items[seat]);
        expect_targets(&s, marks[i], BIT(1) | BIT(2) | BIT(3) | BIT(4));
    }
}

static void light_fingers_change_places_and_wrong_turn_reach_the_trail_only(void **unused)
{
    struct state s = everywhere("LF CP WT", "bk", "");

    (void)unused;
    expect_targets(&s, "LF", BIT(3) | BIT(4));
    expect_targets(&s, "WT", BIT(3) | BIT(4));
    /* Who stands on the same stone has no place to change. */
    expect_targets(&s, "CP", BIT(3));
}

static void a_hornet_sting_needs_a_gem_whatever_its_colour(void **unused)
{
    struct state s = everywhere("HS", "", "");

    (void)unused;
    expect_targets(&s, "HS", 0);
    assert_int_equal(options_n(&s, 0), 1);
    pocket(&s, 1, "gd");
    pocket(&s, 2, "rd");
    pocket(&s, 3, "bu");
    pocket(&s, 4, "bk");
    pocket(&s, 5, "bk");
    pocket(&s, 0, "bk");
    expect_targets(&s, "HS", BIT(1) | BIT(2) | BIT(3) | BIT(4));
}

static void a_hornet_sting_costs_3_gems_or_what_there_is(void **unused)
{
    static const struct {
        const char *gems;
        int left;
    } rows[] = {{"bk", 0}, {"bk bk", 0}, {"bu", 0}, {"rd", 2}, {"gd", 7}, {"bk bu", 1}};

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct state s = three("HS");

        pocket(&s, 1, rows[i].gems);
        plays_on(&s, "HS", 1);
        no_answers(&s);
        assert_int_equal(wealth(&s, 1), rows[i].left);
        assert_int_equal(wealth(&s, 0), 0);
        assert_int_equal(discarded(&s, "HS"), 1);
        expect_draw(&s, 0);
    }
}

static void light_fingers_needs_a_piece_that_is_not_gold(void **unused)
{
    struct state s = everywhere("LF", "gd", "");

    (void)unused;
    expect_targets(&s, "LF", 0);
    pocket(&s, 1, "bk");
    pocket(&s, 2, "bk");
    pocket(&s, 3, "rd");
    pocket(&s, 5, "bk");
    expect_targets(&s, "LF", BIT(3));
}

static void light_fingers_takes_a_piece_of_ones_choice_when_it_takes_effect(void **unused)
{
    struct state s = three("LF");

    (void)unused;
    pocket(&s, 1, "bk bk bu rd gd");
    plays_on(&s, "LF", 1);
    no_answers(&s);
    expect_asked(&s, BIT(0));
    assert_int_equal(options_n(&s, 0), 3);
    assert_true(can(&s, 0, "take a black gem"));
    assert_true(can(&s, 0, "take a blue gem"));
    assert_false(can(&s, 0, "take a gold gem"));
    act(&s, 0, "take a red gem");
    assert_int_equal(s.gems[0][RED_GEM], 1);
    assert_int_equal(wealth(&s, 0), 5);
    assert_int_equal(s.gems[1][RED_GEM], 0);
    assert_int_equal(wealth(&s, 1), 15);
    expect_draw(&s, 0);
    /* [R] Where there is one kind of piece, nothing is asked. */
    s = three("LF");
    pocket(&s, 2, "bu bu gd");
    plays_on(&s, "LF", 2);
    no_answers(&s);
    assert_int_equal(s.gems[0][BLUE_GEM], 1);
    assert_int_equal(wealth(&s, 2), 13);
    expect_draw(&s, 0);
}

static void change_places_swaps_the_places(void **unused)
{
    struct state s = three("CP");

    (void)unused;
    plays_on(&s, "CP", 2);
    no_answers(&s);
    assert_int_equal(s.place[0], 45);
    assert_int_equal(s.place[2], 5);
    assert_int_equal(s.place[1], 20);
    assert_int_equal(discarded(&s, "CP"), 1);
    expect_draw(&s, 0);
}

static void wrong_turn_sends_back_4_stones_and_not_beyond_start(void **unused)
{
    (void)unused;
    for (int stone = 1; stone <= 60; stone++) {
        struct state s = three("WT");
        int to = stone > 4 ? stone - 4 : START;

        stand(&s, 1, stone);
        plays_on(&s, "WT", 1);
        no_answers(&s);
        /* Stone 18 is slug slime; the other troubles of stones take nothing from who has nothing. */
        assert_int_equal(s.place[1], to == 18 ? 23 : to);
        assert_int_equal(s.place[0], 5);
        expect_draw(&s, 0);
    }
}

/* Everybody rolls 1 and plays nothing, until it is this seat's roll or it has missed; returns whether it missed. */
static bool misses_next_turn(struct state *s, int seat)
{
    for (;;) {
        if (actors(s) == BIT(CHANCE)) {
            bool its_roll = s->phase == ROLL && s->turn == seat;

            heard.n = 0;
            apply(s, CHANCE, draw(s, 0), &heard);
            if (its_roll)
                return false;
            for (int i = 0; i < heard.n; i++)
                if (heard.fact[i].phrase.text == T_MISSES && heard.fact[i].phrase.arg[0] == seat)
                    return true;
        } else {
            act(s, bit_lowest(actors(s)), s->phase == PLAY ? "play no card" : "do not brawl");
        }
    }
}

static void long_nap_and_stinging_nettles_cost_the_next_turn_and_add_up(void **unused)
{
    static const char *const marks[] = {"LN", "SN"};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct state s = three(marks[i]);

        plays_on(&s, marks[i], 1);
        no_answers(&s);
        assert_int_equal(discarded(&s, marks[i]), 1);
        expect_draw(&s, 0);
        assert_true(misses_next_turn(&s, 1));
        assert_false(misses_next_turn(&s, 1));
        assert_false(misses_next_turn(&s, 2));
    }
    /* Two of them, by two seats: two turns. */
    struct state s = three("LN");

    give(&s, 1, "SN");
    plays_on(&s, "LN", 2);
    no_answers(&s);
    act(&s, CHANCE, "draw Honey");
    rolls(&s, 1);
    plays_on(&s, "SN", 2);
    no_answers(&s);
    assert_true(misses_next_turn(&s, 2));
    assert_true(misses_next_turn(&s, 2));
    assert_false(misses_next_turn(&s, 2));
}

static void thieving_magpie_needs_a_tabled_item(void **unused)
{
    struct state s = everywhere("TM", "bk", "");

    (void)unused;
    give(&s, 3, "Ho");
    expect_targets(&s, "TM", 0);
    table_items(&s, 0, "Fx");
    table_items(&s, 1, "Fx");
    table_items(&s, 2, "Ho");
    expect_targets(&s, "TM", BIT(1) | BIT(2));
}

static void thieving_magpie_takes_an_item_that_its_player_chooses(void **unused)
{
    struct state s = three("TM");

    (void)unused;
    table_items(&s, 1, "Ho Ho Fx");
    plays_on(&s, "TM", 1);
    no_answers(&s);
    expect_asked(&s, BIT(0));
    assert_int_equal(options_n(&s, 0), 2);
    assert_true(can(&s, 0, "discard Flax"));
    act(&s, 0, "discard Honey");
    assert_int_equal(tabled(&s, 1, "Ho"), 1);
    assert_int_equal(tabled(&s, 1, "Fx"), 1);
    assert_int_equal(discarded(&s, "Ho"), 1);
    assert_int_equal(discarded(&s, "TM"), 1);
    expect_draw(&s, 0);
    /* [R] One kind of item: nothing is asked. */
    s = three("TM");
    table_items(&s, 1, "Ho Ho");
    plays_on(&s, "TM", 1);
    no_answers(&s);
    assert_int_equal(tabled(&s, 1, "Ho"), 1);
    assert_int_equal(discarded(&s, "Ho"), 1);
    expect_draw(&s, 0);
}

static void trip_wires_take_3_each_off_the_next_roll_down_to_1(void **unused)
{
    static const int after_one[7] = {0, 1, 1, 1, 1, 2, 3};

    (void)unused;
    for (int rolled = 1; rolled <= 6; rolled++)
        for (int wires = 1; wires <= 2; wires++) {
            struct state s = three("TW TW");

            plays_on(&s, "TW", 1);
            no_answers(&s);
            if (wires == 2) {
                may_play(&s, 0);
                plays_on(&s, "TW", 1);
                no_answers(&s);
            }
            assert_int_equal(discarded(&s, "TW"), wires);
            act(&s, CHANCE, "draw Honey");
            assert_int_equal(s.turn, 1);
            rolls(&s, rolled);
            assert_int_equal(s.place[1], 20 + (wires == 1 ? after_one[rolled] : 1));
            /* Only the next roll. */
            may_roll(&s, 1);
            stand(&s, 1, 42);
            rolls(&s, rolled);
            assert_int_equal(s.place[1], 42 + rolled);
        }
}

static void nip_of_gin_names_the_nearest_gnome_on_the_trail_within_6(void **unused)
{
    (void)unused;
    for (int stone = 1; stone <= 60; stone++) {
        struct state s = bare(2);
        int way = stone > 30 ? stone - 30 : 30 - stone;

        stand(&s, 0, 30);
        stand(&s, 1, stone);
        give(&s, 0, "NG");
        pocket(&s, 1, "bk");
        may_play(&s, 0);
        expect_targets(&s, "NG", way <= 6 ? BIT(1) : 0);
    }
}

static void of_equally_near_gnomes_nip_of_gin_may_name_any(void **unused)
{
    struct state s = bare(6);

    (void)unused;
    give(&s, 0, "NG");
    stand(&s, 0, 25);
    stand(&s, 1, 21);
    stand(&s, 2, 29);
    stand(&s, 3, 30);
    stand(&s, 4, 29);
    put_inside(&s, 5, 26);
    may_play(&s, 0);
    /* The one in the Depot is nearer, but not on the trail. */
    expect_targets(&s, "NG", BIT(1) | BIT(2) | BIT(4));
    stand(&s, 3, 24);
    expect_targets(&s, "NG", BIT(3));
    /* On the same stone, 0 away: if somebody there has a gem. */
    stand(&s, 3, 25);
    expect_targets(&s, "NG", 0);
    pocket(&s, 0, "bk");
    expect_targets(&s, "NG", BIT(3));
    plays_on(&s, "NG", 3);
    no_answers(&s);
    assert_int_equal(s.place[0], 25);
    expect_asked(&s, BIT(0) | BIT(3));
    /* By the number of the stone: from 32 the far end of the bridge is 4 away, as stone 28 is. */
    s = bare(4);
    give(&s, 0, "NG");
    stand(&s, 0, 32);
    stand(&s, 1, 36);
    stand(&s, 2, 28);
    stand(&s, 3, 60);
    may_play(&s, 0);
    expect_targets(&s, "NG", BIT(1) | BIT(2));
    plays_on(&s, "NG", 1);
    no_answers(&s);
    assert_int_equal(s.place[0], 36);
    /* Gnomes at Start and in Finish are no neighbours. */
    s = bare(3);
    give(&s, 0, "NG");
    stand(&s, 0, 3);
    put_in_finish(&s, 2);
    may_play(&s, 0);
    expect_targets(&s, "NG", 0);
    stand(&s, 0, 59);
    expect_targets(&s, "NG", 0);
}

static void answers_and_cards_for_brawls_are_not_played_on_ones_own(void **unused)
{
    struct state s = three("OG CM DT PF");

    (void)unused;
    pocket(&s, 1, "bk");
    assert_int_equal(options_n(&s, 0), 1);
    assert_true(can(&s, 0, "play no card"));
}

/* ---- every kind cancelled, every kind remedied or not ---------------------------------------- */

/* Every purple and red card that is played on one's own turn. Whom it is played on is seat 1, if anybody. */
static const struct {
    const char *mark;
    bool aimed, remedied;
} own_cards[] = {
    {"MI", false, false}, {"SW", false, false}, {"SC", false, false}, {"LF", true, false},
    {"CP", true, false},  {"WT", true, true},   {"LN", true, true},   {"NG", true, false},
    {"HS", true, true},   {"TM", true, true},   {"SN", true, true},   {"TW", true, true},
};

enum { OWN_CARDS = sizeof own_cards / sizeof own_cards[0] };

/* A position in which each of them can be played, and on seat 2 too. */
static struct state fair_game(const char *hand)
{
    struct state s = bare(4);

    for (int seat = 0; seat < 4; seat++) {
        stand(&s, seat, 42 + seat);
        pocket(&s, seat, "bk bk rd");
    }
    stand(&s, 2, 41);
    table_items(&s, 1, "Ho Tr");
    table_items(&s, 2, "Fx Tr");
    give(&s, 0, hand);
    may_play(&s, 0);
    return s;
}

static void play_own(struct state *s, int i)
{
    if (own_cards[i].aimed)
        plays_on(s, own_cards[i].mark, 1);
    else
        plays(s, 0, own_cards[i].mark);
}

/* Nothing has happened to anybody: places, gems, items, turns and rolls are as they were. */
static void expect_nothing_done(const struct state *s, const struct state *before)
{
    assert_memory_equal(s->place, before->place, sizeof s->place);
    assert_memory_equal(s->gems, before->gems, sizeof s->gems);
    assert_memory_equal(s->table, before->table, sizeof s->table);
    assert_memory_equal(s->miss, before->miss, sizeof s->miss);
    assert_memory_equal(s->slow, before->slow, sizeof s->slow);
    assert_memory_equal(s->brawl_cards, before->brawl_cards, sizeof s->brawl_cards);
}

static void every_card_does_something_if_nobody_answers(void **unused)
{
    (void)unused;
    for (int i = 0; i < OWN_CARDS; i++) {
        struct state s = fair_game(own_cards[i].mark), before = s;

        give(&s, 3, "Fx");
        play_own(&s, i);
        no_answers(&s);
        if (s.phase == DRAW_CARD)
            assert_true(memcmp(s.place, before.place, sizeof s.place) || memcmp(s.gems, before.gems, sizeof s.gems) ||
                        memcmp(s.table, before.table, sizeof s.table) || memcmp(s.miss, before.miss, sizeof s.miss) ||
                        memcmp(s.slow, before.slow, sizeof s.slow));
        else
            assert_true(s.phase == DIG_ROLL || s.phase == HURRY_ROLL || s.phase == STEPS || s.phase == PIECE ||
                        s.phase == ROB_ITEM || s.phase == PICKS || s.phase == DODGES);
    }
}

static void oh_gnome_you_dont_cancels_every_purple_and_red_card(void **unused)
{
    (void)unused;
    for (int i = 0; i < OWN_CARDS; i++)
        for (int by = 1; by <= 3; by++) {
            struct state s = fair_game(own_cards[i].mark), before;

            give(&s, by, "OG");
            before = s;
            play_own(&s, i);
            expect_asked(&s, BIT(by));
            plays(&s, by, "OG");
            /* Nobody has a card left to answer with. */
            expect_draw(&s, 0);
            expect_nothing_done(&s, &before);
            assert_int_equal(discarded(&s, own_cards[i].mark), 1);
            assert_int_equal(discarded(&s, "OG"), 1);
            assert_int_equal(held(&s, by, "OG"), 0);
        }
}

static void cure_most_remedy_answers_six_cards_and_no_other(void **unused)
{
    int remedied = 0;

    (void)unused;
    for (int i = 0; i < OWN_CARDS; i++) {
        struct state s = fair_game(own_cards[i].mark), before;

        give(&s, 1, "CM");
        before = s;
        play_own(&s, i);
        expect_asked(&s, BIT(1));
        assert_int_equal(can(&s, 1, play_words("CM")), own_cards[i].remedied);
        if (!own_cards[i].remedied)
            continue;
        remedied++;
        plays(&s, 1, "CM");
        expect_draw(&s, 0);
        expect_nothing_done(&s, &before);
        assert_int_equal(discarded(&s, own_cards[i].mark), 1);
        assert_int_equal(discarded(&s, "CM"), 1);
    }
    assert_int_equal(remedied, 6);
}

static void only_the_victim_has_a_remedy(void **unused)
{
    (void)unused;
    for (int i = 0; i < OWN_CARDS; i++) {
        struct state s = fair_game(own_cards[i].mark);

        give(&s, 2, "CM");
        give(&s, 3, "CM OG");
        play_own(&s, i);
        expect_asked(&s, BIT(2) | BIT(3));
        assert_int_equal(options_n(&s, 2), 1);
        assert_int_equal(options_n(&s, 3), 2);
        assert_false(can(&s, 3, play_words("CM")));
    }
}

static void a_remedy_can_be_cancelled(void **unused)
{
    (void)unused;
    for (int i = 0; i < OWN_CARDS; i++) {
        struct state s = fair_game(own_cards[i].mark), before;

        if (!own_cards[i].remedied)
            continue;
        give(&s, 1, "CM");
        give(&s, 0, "OG");
        before = s;
        play_own(&s, i);
        expect_asked(&s, BIT(1));
        plays(&s, 1, "CM");
        expect_asked(&s, BIT(0));
        plays(&s, 0, "OG");
        if (s.phase == ROB_ITEM)
            act(&s, 0, "discard Honey");
        expect_draw(&s, 0);
        assert_true(memcmp(s.place, before.place, sizeof s.place) || memcmp(s.gems, before.gems, sizeof s.gems) ||
                    memcmp(s.table, before.table, sizeof s.table) || memcmp(s.miss, before.miss, sizeof s.miss) ||
                    memcmp(s.slow, before.slow, sizeof s.slow));
        assert_int_equal(discarded(&s, "CM"), 1);
        assert_int_equal(discarded(&s, "OG"), 1);
        assert_int_equal(discarded(&s, own_cards[i].mark), 1);
    }
}

/* ---- answers --------------------------------------------------------------------------------- */

static void everybody_else_on_the_way_with_a_card_is_asked(void **unused)
{
    struct state s = everywhere("MI OG", "bk", "");

    (void)unused;
    /* 1 at Start, 2 in a business, 3 on the trail and missing a turn, 4 without a card, 5 finished (whatever it has).
     */
    give(&s, 5, "OG");
    give(&s, 1, "Fx");
    give(&s, 2, "Ho");
    give(&s, 3, "CM");
    s.miss[3] = 1;
    plays(&s, 0, "MI");
    expect_asked(&s, BIT(1) | BIT(2) | BIT(3));
    /* Nothing fits, but they are asked: "pass" is all there is. */
    for (int seat = 1; seat <= 3; seat++) {
        assert_int_equal(options_n(&s, seat), 1);
        assert_true(can(&s, seat, "pass"));
    }
    all_pass(&s);
    rolls(&s, 1);
    expect_draw(&s, 0);
}

static void also_when_all_cards_that_would_fit_lie_in_the_open(void **unused)
{
    struct state s = three("MI");

    (void)unused;
    discard(&s, "OG OG OG OG OG OG OG CM CM CM CM");
    plays(&s, 0, "MI");
    expect_asked(&s, BIT(1) | BIT(2));
}

static void in_a_business_and_missing_a_turn_one_can_answer(void **unused)
{
    struct state s = everywhere("MI", "bk", "");

    (void)unused;
    give(&s, 2, "OG");
    s.miss[2] = 2;
    plays(&s, 0, "MI");
    plays(&s, 2, "OG");
    expect_draw(&s, 0);
    assert_int_equal(wealth(&s, 0), 1);
    assert_int_equal(s.miss[2], 2);
}

static void where_nobody_else_has_a_card_nobody_is_asked(void **unused)
{
    struct state s = everywhere("MI OG CM", "bk", "");

    (void)unused;
    plays(&s, 0, "MI");
    assert_int_equal(actors(&s), BIT(CHANCE));
    rolls(&s, 4);
    assert_int_equal(wealth(&s, 0), 5);
}

static void green_cards_are_not_answered(void **unused)
{
    struct state s = three("Ho");

    (void)unused;
    give(&s, 1, "OG");
    act(&s, 0, "table Honey");
    expect_draw(&s, 0);
    assert_int_equal(tabled(&s, 0, "Ho"), 1);
}

static void the_first_clockwise_from_the_active_gnome_takes_effect_and_others_keep_theirs(void **unused)
{
    (void)unused;
    for (int turn = 0; turn < 4; turn++)
        for (int answering = 1; answering < 16; answering++) {
            struct state s = bare(4);
            int first = NOBODY;

            if (answering & 1 << turn)
                continue;
            for (int seat = 0; seat < 4; seat++) {
                stand(&s, seat, 42 + seat);
                give(&s, seat, seat == turn ? "MI" : "OG");
            }
            for (int step = 3; step >= 1; step--)
                if (answering & 1 << (turn + step) % 4)
                    first = (turn + step) % 4;
            may_play(&s, turn);
            plays(&s, turn, "MI");
            for (int seat = 0; seat < 4; seat++)
                if (seat != turn)
                    act(&s, seat, answering & 1 << seat ? "play Oh Gnome You Don't!" : "pass");
            for (int seat = 0; seat < 4; seat++)
                assert_int_equal(held(&s, seat, "OG"), seat != turn && seat != first);
            /* Those who have a card left are asked about the answer; the active gnome has none. */
            expect_asked(&s, 15 & ~BIT(turn) & ~BIT(first));
            /* All hear of one answer only. */
            for (int viewer = 0; viewer < 4; viewer++)
                assert_int_equal(times_told(viewer, "Mining with Oh Gnome You Don't!"), 1);
            /* Who came too late is told so, alone. */
            for (int viewer = 0; viewer < 4; viewer++)
                assert_int_equal(times_told(viewer, "keeps Oh Gnome You Don't!"),
                                 viewer != first && (answering & 1 << viewer));
        }
}

static void an_answer_is_answered_by_the_active_gnome_first_if_it_does(void **unused)
{
    struct state s = bare(4);

    (void)unused;
    for (int seat = 0; seat < 4; seat++)
        stand(&s, seat, 42 + seat);
    give(&s, 2, "MI OG");
    give(&s, 0, "OG");
    give(&s, 1, "OG");
    give(&s, 3, "OG");
    may_play(&s, 2);
    plays(&s, 2, "MI");
    expect_asked(&s, BIT(0) | BIT(1) | BIT(3));
    answers_alone(&s, 0, "OG");
    /* All but the player of the answer, and so also the active gnome. */
    expect_asked(&s, BIT(1) | BIT(2) | BIT(3));
    plays(&s, 1, "OG");
    plays(&s, 2, "OG");
    plays(&s, 3, "OG");
    assert_int_equal(held(&s, 2, "OG"), 0);
    assert_int_equal(held(&s, 1, "OG") + held(&s, 3, "OG"), 2);
    /* Without it the first is seat 3: clockwise from 2. */
    expect_asked(&s, BIT(1) | BIT(3));
    plays(&s, 1, "OG");
    plays(&s, 3, "OG");
    assert_int_equal(held(&s, 1, "OG"), 1);
    assert_int_equal(held(&s, 3, "OG"), 0);
    expect_asked(&s, BIT(1));
}

static void hornet_sting_remedy_and_two_oh_gnomes_no_sting(void **unused)
{
    struct state s = three("HS");

    (void)unused;
    give(&s, 1, "CM OG");
    give(&s, 2, "OG");
    pocket(&s, 1, "rd");
    plays_on(&s, "HS", 1);
    answers_alone(&s, 1, "CM");
    answers_alone(&s, 2, "OG");
    answers_alone(&s, 1, "OG");
    no_answers(&s);
    assert_int_equal(wealth(&s, 1), 5);
    assert_int_equal(discarded(&s, "HS"), 1);
    assert_int_equal(discarded(&s, "CM"), 1);
    assert_int_equal(discarded(&s, "OG"), 2);
    expect_draw(&s, 0);
}

static void last_in_first_out_whatever_the_length(void **unused)
{
    (void)unused;
    /* So many Oh Gnomes in a row, by turns, on a sting or on its remedy: an odd number undoes what it began with. */
    for (int remedy = 0; remedy <= 1; remedy++)
        for (int n = 0; n <= 7; n++) {
            struct state s = three("HS");
            bool sting = remedy ? n % 2 == 1 : n % 2 == 0;

            give(&s, 1, remedy ? "CM" : "");
            for (int i = 0; i < n; i++)
                give(&s, i % 2 ? 1 : 2, "OG");
            pocket(&s, 1, "gd");
            plays_on(&s, "HS", 1);
            if (remedy)
                answers_alone(&s, 1, "CM");
            for (int i = 0; i < n; i++)
                answers_alone(&s, i % 2 ? 1 : 2, "OG");
            no_answers(&s);
            assert_int_equal(wealth(&s, 1), sting ? 7 : 10);
            assert_int_equal(discarded(&s, "OG"), n);
            assert_int_equal(discarded(&s, "HS"), 1);
            assert_int_equal(discarded(&s, "CM"), remedy);
            expect_draw(&s, 0);
        }
}

static void when_an_answer_is_undone_the_card_now_on_top_is_asked_about_again(void **unused)
{
    struct state s = three("HS OG");

    (void)unused;
    give(&s, 1, "CM CM");
    give(&s, 2, "OG");
    pocket(&s, 1, "rd");
    plays_on(&s, "HS", 1);
    answers_alone(&s, 1, "CM");
    answers_alone(&s, 0, "OG");
    /* About the Oh Gnome: seat 0 played it, the remedy is not on top. */
    expect_asked(&s, BIT(1) | BIT(2));
    assert_false(can(&s, 1, play_words("CM")));
    assert_true(can(&s, 2, play_words("OG")));
    all_pass(&s);
    /* The remedy is gone, and the sting is on top again: the victim has another one. */
    expect_asked(&s, BIT(1) | BIT(2));
    assert_true(can(&s, 1, play_words("CM")));
    answers_alone(&s, 1, "CM");
    all_pass(&s);
    assert_int_equal(wealth(&s, 1), 5);
    assert_int_equal(discarded(&s, "CM"), 2);
    expect_draw(&s, 0);
}

static void the_remedy_fits_only_while_the_card_is_on_top(void **unused)
{
    struct state s = three("HS OG");

    (void)unused;
    give(&s, 1, "CM");
    give(&s, 2, "OG");
    pocket(&s, 1, "rd");
    plays_on(&s, "HS", 1);
    answers_alone(&s, 2, "OG");
    expect_asked(&s, BIT(0) | BIT(1));
    assert_int_equal(options_n(&s, 1), 1);
    answers_alone(&s, 0, "OG");
    assert_int_equal(options_n(&s, 1), 1);
    all_pass(&s);
    /* Seat 2's answer is undone, and the sting on top again. */
    assert_true(can(&s, 1, play_words("CM")));
    answers_alone(&s, 1, "CM");
    no_answers(&s);
    assert_int_equal(wealth(&s, 1), 5);
}

static void an_answer_is_not_the_one_card_of_a_turn(void **unused)
{
    struct state s = three("MI");

    (void)unused;
    give(&s, 0, "OG");
    give(&s, 1, "OG MI");
    plays(&s, 0, "MI");
    answers_alone(&s, 1, "OG");
    /* The active gnome, too, answers besides its card. */
    answers_alone(&s, 0, "OG");
    no_answers(&s);
    rolls(&s, 2);
    assert_int_equal(wealth(&s, 0), 2);
    act(&s, CHANCE, "draw Honey");
    rolls(&s, 1);
    expect_asked(&s, BIT(1));
    assert_true(can(&s, 1, play_words("MI")));
}

static void one_card_a_turn_and_then_a_card_is_drawn(void **unused)
{
    struct state s = three("MI MI Ho");

    (void)unused;
    plays(&s, 0, "MI");
    no_answers(&s);
    rolls(&s, 2);
    expect_draw(&s, 0);
    act(&s, CHANCE, "draw Truffles");
    assert_int_equal(held(&s, 0, "Tr"), 1);
    assert_int_equal(s.turn, 1);
}

/* ---- windows --------------------------------------------------------------------------------- */

/* A match in this position. */
static void lay(struct trial *t, const struct state *s)
{
    char id[32];

    snprintf(id, sizeof id, "oh-gnome:%d", s->seats);
    trial_start(t, id);
    memcpy(t->match.state, s, sizeof *s);
}

static const char *json_of(struct trial *t, int viewer, char out[])
{
    static struct view view;
    struct text text = text_in(out, VIEW_JSON_MAX);

    view_make(&view, &t->match, viewer);
    view_json(&view, &text);
    out[text.used] = 0;
    return out;
}

/* In the window that is open each seat answers in turn with these words, and until the last has answered nobody else
 * sees that anything has changed. */
static void expect_quiet(const struct state *s, const char *const words[])
{
    static char before[VIEWERS_MAX][VIEW_JSON_MAX], after[VIEW_JSON_MAX];
    uint32_t asked = actors(s), waiting = asked;
    struct trial t;

    lay(&t, s);
    for (FOR_BITS(seat, asked)) {
        for (int viewer = 0; viewer <= SPECTATOR; viewer++)
            if (viewer < s->seats || viewer == SPECTATOR)
                assert_non_null(strstr(json_of(&t, viewer, before[viewer]), "\"quiet\":true"));
        trial_do(&t, actor_word((int)seat), words[seat]);
        waiting &= ~BIT(seat);
        for (int viewer = 0; viewer <= SPECTATOR && waiting; viewer++)
            if (viewer != (int)seat && (viewer < s->seats || viewer == SPECTATOR))
                assert_string_equal(json_of(&t, viewer, after), before[viewer]);
    }
    trial_end(&t);
}

/* Who has nothing that fits: its view says so, and nobody else's does. */
static void expect_only_pass(const struct state *s, uint32_t seats)
{
    static char out[VIEW_JSON_MAX];
    uint32_t found = 0, said = 0;
    struct trial t;

    lay(&t, s);
    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++) {
        static struct view view;

        if (viewer >= s->seats && viewer != SPECTATOR && viewer != REFEREE)
            continue;
        view_make(&view, &t.match, viewer);
        found |= view_only_pass(&view) ? BIT(viewer) : 0;
        said |= strstr(json_of(&t, viewer, out), "\"onlypass\":true") ? BIT(viewer) : 0;
    }
    trial_end(&t);
    assert_int_equal(found, seats);
    assert_int_equal(said, seats);
}

/* All gnomes are on stone 45 but the active one, who comes there with a roll of 2; what each of them has. */
static struct state meeting(int seats, int turn, const char *gems)
{
    struct state s = bare(seats);

    for (int seat = 0; seat < seats; seat++) {
        stand(&s, seat, seat == turn ? 43 : 45);
        pocket(&s, seat, gems);
    }
    may_roll(&s, turn);
    return s;
}

/* It has rolled and arrived, and one of them wants to brawl. */
static void called(struct state *s, int by)
{
    if (s->phase == ROLL)
        rolls(s, 2);
    for (FOR_BITS(seat, actors(s)))
        act(s, (int)seat, (int)seat == by ? "brawl" : "do not brawl");
}

static void nothing_is_shown_about_who_has_answered(void **unused)
{
    static const char *const words[] = {"pass", "play Oh Gnome You Don't!", "pass", "play Oh Gnome You Don't!"};
    struct state s = bare(4);

    (void)unused;
    for (int seat = 0; seat < 4; seat++)
        stand(&s, seat, 42 + seat);
    give(&s, 0, "MI");
    give(&s, 1, "OG");
    give(&s, 2, "CM");
    give(&s, 3, "OG Fx");
    may_play(&s, 0);
    plays(&s, 0, "MI");
    expect_only_pass(&s, BIT(2));
    expect_quiet(&s, words);
}

static void nor_in_the_windows_of_a_brawl(void **unused)
{
    static const char *const fingers[] = {"pass", "play Pull My Finger", "play Pull My Finger"};
    static const char *const adding[] = {"play Dirty Trick", "pass", "play Dirty Trick"};
    struct state s = meeting(4, 0, "rd");

    (void)unused;
    stand(&s, 3, 50);
    give(&s, 0, "Fx DT");
    give(&s, 1, "PF OG");
    give(&s, 2, "PF DT");
    give(&s, 3, "Fx");
    called(&s, 0);
    expect_asked(&s, BIT(0) | BIT(1) | BIT(2));
    expect_only_pass(&s, BIT(0));
    expect_quiet(&s, fingers);
    all_pass(&s);
    picks(&s, 0, 1);
    picks(&s, 1, 2);
    picks(&s, 2, 3);
    expect_asked(&s, BIT(0) | BIT(1) | BIT(2));
    expect_only_pass(&s, BIT(1));
    expect_quiet(&s, adding);
}

static void a_choice_in_a_window_is_told_to_its_maker_alone(void **unused)
{
    struct state s = three("MI");

    (void)unused;
    give(&s, 1, "OG");
    plays(&s, 0, "MI");
    plays(&s, 1, "OG");
    expect_told(1, "seat 1 chooses Oh Gnome You Don't!");
    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++)
        if (viewer != 1 && viewer != REFEREE)
            assert_string_equal(told(viewer), "");
    act(&s, 2, "pass");
    for (int viewer = 0; viewer < 3; viewer++)
        expect_told(viewer, "seat 1 answers seat 0's Mining with Oh Gnome You Don't!");
    /* Nobody hears that seat 2 passed, but seat 2. */
    assert_int_equal(times_told(0, "pass"), 0);
    assert_int_equal(times_told(1, "pass"), 0);
    assert_int_equal(times_told(SPECTATOR, "pass"), 0);
    assert_int_equal(times_told(2, "seat 2 passes"), 1);
}

static void an_answer_can_be_changed_until_the_last_is_in(void **unused)
{
    struct state s = three("MI");

    (void)unused;
    give(&s, 1, "OG");
    plays(&s, 0, "MI");
    plays(&s, 1, "OG");
    assert_int_equal(sealed(&s), BIT(1));
    reopen(&s, BIT(1));
    assert_int_equal(sealed(&s), 0);
    expect_asked(&s, BIT(1) | BIT(2));
    act(&s, 1, "pass");
    act(&s, 2, "pass");
    assert_int_equal(held(&s, 1, "OG"), 1);
    rolls(&s, 3);
    assert_int_equal(wealth(&s, 0), 3);
}

/* ---- brawls: when and where ------------------------------------------------------------------ */

static void a_brawl_is_offered_to_all_there_before_the_card_is_played(void **unused)
{
    struct state s = meeting(4, 0, "bk");

    (void)unused;
    stand(&s, 3, 46);
    give(&s, 0, "Fx");
    rolls(&s, 2);
    expect_asked(&s, BIT(0) | BIT(1) | BIT(2));
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(options_n(&s, seat), 2);
        assert_true(can(&s, seat, "brawl") && can(&s, seat, "do not brawl"));
    }
    all_say(&s, "do not brawl");
    expect_asked(&s, BIT(0));
    assert_true(can(&s, 0, "table Flax"));
    assert_int_equal(wealth(&s, 0), 1);
    assert_int_equal(bit_count(s.brawl_cards[0]), 10);
}

static void passing_a_gnome_is_no_meeting(void **unused)
{
    struct state s = meeting(2, 0, "bk");

    (void)unused;
    rolls(&s, 3);
    assert_int_equal(s.place[0], 46);
    expect_draw(&s, 0);
}

static void one_yes_is_enough_and_all_there_take_part(void **unused)
{
    (void)unused;
    for (int by = 0; by < 3; by++) {
        struct state s = meeting(3, 0, "bk");

        rolls(&s, 2);
        act(&s, 0, by == 0 ? "brawl" : "do not brawl");
        /* What seat 0 wants is not heard yet. */
        for (int viewer = 1; viewer <= SPECTATOR; viewer++)
            assert_string_equal(told(viewer), "");
        called(&s, by);
        for (int viewer = 0; viewer <= SPECTATOR; viewer++)
            assert_int_equal(times_told(viewer, "wants to brawl"), 1);
        /* No cards in hand: nobody can pull a finger. */
        expect_asked(&s, BIT(0) | BIT(1) | BIT(2));
        assert_int_equal(options_n(&s, by), 10);
        all_pick(&s, 1, 2, 3);
        assert_int_equal(wealth(&s, 2), 3);
    }
}

static void no_brawl_where_no_gnome_has_gems(void **unused)
{
    (void)unused;
    for (int rich = 0; rich < 4; rich++) {
        struct state s = meeting(4, 0, "");

        stand(&s, 3, 50);
        pocket(&s, rich, "bk");
        rolls(&s, 2);
        if (rich == 3)
            expect_draw(&s, 0);
        else
            expect_asked(&s, BIT(0) | BIT(1) | BIT(2));
    }
}

static void no_brawl_at_start(void **unused)
{
    struct state s = bare(3);

    (void)unused;
    stand(&s, 0, 30);
    stand(&s, 1, 2);
    pocket(&s, 1, "bk");
    pocket(&s, 2, "bk");
    give(&s, 0, "WT");
    may_play(&s, 0);
    plays_on(&s, "WT", 1);
    no_answers(&s);
    assert_int_equal(s.place[1], START);
    expect_draw(&s, 0);
}

static void no_brawl_in_a_business_nor_with_who_is_inside(void **unused)
{
    static const int doors[] = {12, 26, 40, 52};
    static const char *const names[] = {"the Toadstool Cafe", "the Gnome Depot", "the Grub & Grog Pub",
                                        "the Tinker's Cart"};

    (void)unused;
    for (int i = 0; i < 4; i++) {
        struct state s = bare(3), stays;
        char words[64];

        stand(&s, 0, doors[i] - 2);
        put_inside(&s, 1, doors[i]);
        for (int seat = 0; seat < 3; seat++)
            pocket(&s, seat, "bk");
        may_roll(&s, 0);
        rolls(&s, 2);
        stays = s;
        snprintf(words, sizeof words, "stay outside %s", names[i]);
        act(&stays, 0, words);
        expect_draw(&stays, 0);
        snprintf(words, sizeof words, "enter %s", names[i]);
        act(&s, 0, words);
        /* It has nothing to sell or to change: the next one rolls. */
        assert_int_equal(s.turn, 1);
        expect_asked(&s, BIT(CHANCE));
        assert_int_equal(s.inside, BIT(0) | BIT(1));
    }
}

static void whoever_slides_over_the_slime_meets_who_is_there(void **unused)
{
    struct state s = bare(3);

    (void)unused;
    stand(&s, 0, 15);
    stand(&s, 1, 23);
    stand(&s, 2, 24);
    pocket(&s, 1, "bk");
    may_roll(&s, 0);
    rolls(&s, 3);
    assert_int_equal(s.place[0], 23);
    expect_asked(&s, BIT(0) | BIT(1));
}

static void stones_act_before_a_brawl(void **unused)
{
    (void)unused;
    /* Stone 33 takes the last two gems of the one who comes; the other has none: nothing to brawl for. */
    for (int gems = 2; gems <= 3; gems++) {
        struct state s = bare(2);

        stand(&s, 0, 31);
        stand(&s, 1, 33);
        pocket(&s, 0, gems == 2 ? "bk bk" : "bk bk bk");
        may_roll(&s, 0);
        rolls(&s, 2);
        assert_int_equal(wealth(&s, 0), gems - 2);
        if (gems == 2)
            expect_draw(&s, 0);
        else
            expect_asked(&s, BIT(0) | BIT(1));
    }
}

static void a_brawl_is_offered_when_a_card_moves_a_gnome_too(void **unused)
{
    struct state s = meeting(3, 0, "bk");

    (void)unused;
    give(&s, 0, "SW SC WT");
    stand(&s, 2, 41);
    /* Second Wind. */
    may_play(&s, 0);
    plays(&s, 0, "SW");
    rolls(&s, 2);
    expect_asked(&s, BIT(0) | BIT(1));
    all_say(&s, "do not brawl");
    expect_draw(&s, 0);
    /* Shortcut. */
    stand(&s, 0, 43);
    may_play(&s, 0);
    plays(&s, 0, "SC");
    act(&s, 0, "move on 2 stones");
    expect_asked(&s, BIT(0) | BIT(1));
    all_say(&s, "do not brawl");
    expect_draw(&s, 0);
    /* Wrong Turn: the victim meets somebody, and the player of the card is not there. */
    may_play(&s, 0);
    stand(&s, 0, 50);
    plays_on(&s, "WT", 1);
    expect_asked(&s, BIT(1) | BIT(2));
    assert_int_equal(s.place[1], 41);
    called(&s, 2);
    all_pick(&s, 5, 1, 0);
    assert_int_equal(wealth(&s, 1), 2);
    expect_draw(&s, 0);
}

static void one_brawl_for_one_meeting(void **unused)
{
    struct state s = meeting(4, 0, "rd");

    (void)unused;
    stand(&s, 2, 40);
    stand(&s, 3, 10);
    give(&s, 0, "MI");
    rolls(&s, 2);
    all_say(&s, "do not brawl");
    /* Not again in this turn, ... */
    plays(&s, 0, "MI");
    rolls(&s, 1);
    act(&s, CHANCE, "draw Flax");
    /* ... nor while seat 1 misses its turn and the others come elsewhere; but when another gnome arrives, all there. */
    may_roll(&s, 3);
    rolls(&s, 1);
    expect_draw(&s, 3);
    may_roll(&s, 2);
    rolls(&s, 5);
    if (s.phase == AT_DOOR)
        act(&s, 2, "walk past the Grub & Grog Pub");
    expect_asked(&s, BIT(0) | BIT(1) | BIT(2));
    called(&s, 1);
    if (s.phase == DODGES)
        all_pass(&s);
    all_pick(&s, 4, 4, 4);
    /* After the brawl they still stand there. */
    expect_draw(&s, 2);
}

static void change_places_may_lead_to_two_brawls_its_own_first(void **unused)
{
    (void)unused;
    for (int brawls = 0; brawls < 4; brawls++) {
        struct state s = bare(5);

        stand(&s, 0, 50);
        stand(&s, 2, 50);
        stand(&s, 1, 45);
        stand(&s, 3, 45);
        stand(&s, 4, 55);
        for (int seat = 0; seat < 5; seat++)
            pocket(&s, seat, "gd");
        give(&s, 0, "CP");
        may_play(&s, 0);
        plays_on(&s, "CP", 1);
        expect_asked(&s, BIT(0) | BIT(3));
        all_say(&s, brawls & 1 ? "brawl" : "do not brawl");
        if (brawls & 1)
            all_pick(&s, 7, 10, 0);
        assert_int_equal(wealth(&s, 3), brawls & 1 ? 13 : 10);
        expect_asked(&s, BIT(1) | BIT(2));
        all_say(&s, brawls & 2 ? "brawl" : "do not brawl");
        if (brawls & 2)
            all_pick(&s, 9, 5, 0);
        assert_int_equal(wealth(&s, 1), brawls & 2 ? 14 : 10);
        expect_draw(&s, 0);
    }
}

static void with_change_places_both_stones_act_the_active_gnomes_first(void **unused)
{
    struct state s = three("CP");

    (void)unused;
    stand(&s, 0, 33);
    stand(&s, 1, 34);
    pocket(&s, 0, "rd");
    pocket(&s, 1, "rd");
    table_items(&s, 0, "Ho");
    table_items(&s, 1, "Tr");
    plays_on(&s, "CP", 1);
    no_answers(&s);
    assert_int_equal(wealth(&s, 0), 5);
    assert_int_equal(wealth(&s, 1), 3);
    assert_int_equal(tabled(&s, 0, "Ho"), 0);
    assert_int_equal(tabled(&s, 1, "Tr"), 1);
    expect_order("seat 0 discards the tabled Honey", "seat 1 loses 2 gems");
    expect_draw(&s, 0);
}

static void of_two_meetings_one_may_have_nothing_to_brawl_for(void **unused)
{
    struct state s = bare(4);

    (void)unused;
    stand(&s, 0, 50);
    stand(&s, 2, 50);
    stand(&s, 1, 45);
    stand(&s, 3, 45);
    pocket(&s, 2, "bk");
    give(&s, 0, "CP");
    may_play(&s, 0);
    plays_on(&s, "CP", 1);
    expect_asked(&s, BIT(1) | BIT(2));
    all_say(&s, "do not brawl");
    expect_draw(&s, 0);
}

static void after_nip_of_gin_a_brawl_follows_without_asking(void **unused)
{
    (void)unused;
    for (int stone = 43; stone <= 45; stone++) {
        struct state s = bare(4);

        stand(&s, 0, 45);
        stand(&s, 1, stone);
        stand(&s, 2, stone);
        stand(&s, 3, 55);
        pocket(&s, 2, "gd");
        give(&s, 0, "NG Fx");
        may_play(&s, 0);
        plays_on(&s, "NG", 1);
        assert_int_equal(s.place[0], stone);
        /* Who has a card may pull a finger; then all pick. */
        expect_asked(&s, BIT(0));
        act(&s, 0, "pass");
        expect_asked(&s, BIT(0) | BIT(1) | BIT(2));
        all_pick(&s, 9, 1, 5);
        assert_int_equal(wealth(&s, 0), 4);
        assert_int_equal(discarded(&s, "NG"), 1);
        expect_draw(&s, 0);
    }
}

static void nip_of_gin_without_gems_there_is_only_a_walk(void **unused)
{
    struct state s = bare(3);

    (void)unused;
    stand(&s, 0, 45);
    stand(&s, 1, 43);
    stand(&s, 2, 55);
    pocket(&s, 2, "gd");
    give(&s, 0, "NG");
    may_play(&s, 0);
    plays_on(&s, "NG", 1);
    assert_int_equal(s.place[0], 43);
    expect_draw(&s, 0);
}

/* ---- brawls: how ----------------------------------------------------------------------------- */

static void wedgie_yank_against_toe_stomp_costs_3(void **unused)
{
    (void)unused;
    for (int turn = 0; turn < 2; turn++) {
        struct state s = meeting(2, turn, "rd");

        called(&s, 0);
        act(&s, 0, "pick Wedgie Yank (10)");
        act(&s, 1, "pick Toe Stomp (7)");
        assert_int_equal(wealth(&s, 0), 8);
        assert_int_equal(wealth(&s, 1), 2);
        expect_draw(&s, turn);
    }
}

static void the_highest_collects_the_difference_or_what_there_is(void **unused)
{
    (void)unused;
    for (int a = 1; a <= 10; a++)
        for (int b = 1; b <= 10; b++) {
            struct state s = meeting(3, 0, "bk bu");
            int top = a > b ? a : b, paid[3];

            top = top > 5 ? top : 5;
            called(&s, 1);
            if ((a == b && a > 5) || (a == 5 && b < 5) || (b == 5 && a < 5))
                continue; /* a tie at the top has tests of its own */
            all_pick(&s, a, b, 5);
            if (a == 5 && b == 5) {
                assert_true(wealth(&s, 0) == 4 && wealth(&s, 1) == 4 && wealth(&s, 2) == 4);
                continue;
            }
            paid[0] = top - a < 4 ? top - a : 4;
            paid[1] = top - b < 4 ? top - b : 4;
            paid[2] = top - 5 < 4 ? top - 5 : 4;
            for (int seat = 0; seat < 3; seat++)
                assert_int_equal(wealth(&s, seat), 4 + (paid[seat] ? -paid[seat] : paid[0] + paid[1] + paid[2]));
            expect_draw(&s, 0);
        }
}

static void all_tied_nothing_happens(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 3; seats++) {
        struct state s = meeting(seats, 0, "rd");

        called(&s, 0);
        all_pick(&s, 6, 6, 6);
        for (int seat = 0; seat < seats; seat++) {
            assert_int_equal(wealth(&s, seat), 5);
            /* The brawl cards are used all the same. */
            assert_int_equal(bit_count(s.brawl_cards[seat]), 9);
        }
        expect_draw(&s, 0);
    }
}

static void of_a_tie_at_the_top_the_die_decides(void **unused)
{
    struct state s = meeting(4, 1, "gd");

    (void)unused;
    called(&s, 0);
    picks(&s, 0, 9);
    picks(&s, 1, 9);
    picks(&s, 2, 9);
    picks(&s, 3, 4);
    expect_asked(&s, BIT(CHANCE));
    /* Clockwise from the active gnome: 1, 2, 0. */
    rolls(&s, 2);
    expect_told(SPECTATOR, "seat 1 rolls 2");
    rolls(&s, 5);
    expect_told(SPECTATOR, "seat 2 rolls 5");
    rolls(&s, 5);
    expect_told(SPECTATOR, "seat 0 rolls 5");
    /* Only those who share the highest roll again. */
    rolls(&s, 1);
    expect_told(SPECTATOR, "seat 2 rolls 1");
    rolls(&s, 3);
    expect_told(SPECTATOR, "seat 0 rolls 3");
    /* It collects from all but those who were tied. */
    assert_int_equal(times_told(SPECTATOR, "pays"), 1);
    expect_told(SPECTATOR, "seat 3 pays 5 gems to seat 0");
    assert_int_equal(wealth(&s, 0), 15);
    assert_int_equal(wealth(&s, 1), 10);
    assert_int_equal(wealth(&s, 2), 10);
    assert_int_equal(wealth(&s, 3), 5);
    expect_draw(&s, 1);
}

static void after_three_rolls_the_first_clockwise_from_the_active_gnome_wins(void **unused)
{
    static const int winner[3] = {0, 1, 0}; /* by turn; the tied are 0 and 1 */

    (void)unused;
    for (int turn = 0; turn < 3; turn++)
        for (int deciding = 1; deciding <= 4; deciding++) {
            struct state s = meeting(3, turn, "gd");
            int first = winner[turn], second = 1 - first;

            called(&s, 0);
            all_pick(&s, 8, 8, 3);
            for (int roll_n = 1; roll_n <= 3; roll_n++) {
                expect_asked(&s, BIT(CHANCE));
                assert_int_equal(s.phase, BRAWL_ROLL);
                rolls(&s, 4);
                rolls(&s, roll_n == deciding ? 6 : 4);
                if (roll_n == deciding)
                    break;
            }
            expect_draw(&s, turn);
            assert_int_equal(wealth(&s, deciding == 4 ? first : second), 15);
            assert_int_equal(wealth(&s, deciding == 4 ? second : first), 10);
            assert_int_equal(wealth(&s, 2), 5);
        }
}

static void losers_pay_clockwise_from_the_active_gnome(void **unused)
{
    (void)unused;
    for (int turn = 0; turn < 4; turn++) {
        struct state s = meeting(4, turn, "gd");
        char first[32], second[32];
        int order[3], n = 0;

        called(&s, 0);
        picks(&s, 0, 5);
        picks(&s, 1, 10);
        picks(&s, 2, 4);
        picks(&s, 3, 3);
        for (int step = 0; step < 4; step++)
            if ((turn + step) % 4 != 1)
                order[n++] = (turn + step) % 4;
        for (int i = 0; i < 2; i++) {
            snprintf(first, sizeof first, "seat %d pays ", order[i]);
            snprintf(second, sizeof second, "seat %d pays ", order[i + 1]);
            expect_order(first, second);
        }
        assert_int_equal(wealth(&s, 1), 10 + 5 + 6 + 7);
    }
}

static void pull_my_finger_is_asked_of_all_there_until_all_pass(void **unused)
{
    struct state s = meeting(5, 1, "rd");

    (void)unused;
    stand(&s, 4, 50);
    give(&s, 0, "PF");
    give(&s, 1, "Fx");
    give(&s, 3, "PF Fx");
    give(&s, 4, "Fx");
    called(&s, 2);
    /* Seat 2 has no card in hand, seat 4 is elsewhere. */
    expect_asked(&s, BIT(0) | BIT(1) | BIT(3));
    assert_int_equal(options_n(&s, 0), 2);
    assert_int_equal(options_n(&s, 1), 1);
    plays(&s, 0, "PF");
    act(&s, 1, "pass");
    plays(&s, 3, "PF");
    /* Clockwise from seat 1 the first is seat 3; seat 0 keeps its card. The card can be answered by anybody. */
    assert_int_equal(held(&s, 0, "PF"), 1);
    assert_int_equal(held(&s, 3, "PF"), 0);
    expect_asked(&s, BIT(0) | BIT(1) | BIT(4));
    all_pass(&s);
    /* Asked again, without who is out of it. */
    expect_asked(&s, BIT(0) | BIT(1));
    all_pass(&s);
    expect_asked(&s, BIT(0) | BIT(1) | BIT(2));
    all_pick(&s, 1, 2, 8);
    assert_int_equal(wealth(&s, 3), 5);
    assert_int_equal(bit_count(s.brawl_cards[3]), 10);
    assert_int_equal(wealth(&s, 2), 5 + 5 + 5);
    assert_int_equal(discarded(&s, "PF"), 1);
}

static void with_fewer_than_two_left_there_is_no_brawl_and_no_brawl_card_is_used(void **unused)
{
    struct state s = meeting(3, 0, "rd"), two;

    (void)unused;
    give(&s, 0, "PF");
    give(&s, 1, "PF");
    give(&s, 2, "Fx");
    called(&s, 2);
    plays(&s, 0, "PF");
    plays(&s, 1, "PF");
    act(&s, 2, "pass");
    no_answers(&s);
    assert_int_equal(held(&s, 1, "PF"), 1);
    expect_asked(&s, BIT(1) | BIT(2));
    two = s;
    plays(&s, 1, "PF");
    act(&s, 2, "pass");
    no_answers(&s);
    expect_draw(&s, 0);
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(bit_count(s.brawl_cards[seat]), 10);
        assert_int_equal(wealth(&s, seat), 5);
    }
    all_pass(&two);
    expect_asked(&two, BIT(1) | BIT(2));
    all_pick(&two, 2, 1, 0);
    assert_int_equal(wealth(&two, 1), 6);
    assert_int_equal(wealth(&two, 0), 5);
}

static void pull_my_finger_cancelled_one_stays_in(void **unused)
{
    struct state s = meeting(3, 0, "rd");

    (void)unused;
    stand(&s, 2, 50);
    give(&s, 1, "PF PF");
    give(&s, 2, "OG CM");
    called(&s, 0);
    expect_asked(&s, BIT(1));
    plays(&s, 1, "PF");
    /* Who is elsewhere may answer the card; a remedy does not fit. */
    expect_asked(&s, BIT(2));
    assert_int_equal(options_n(&s, 2), 2);
    plays(&s, 2, "OG");
    no_answers(&s);
    assert_int_equal(discarded(&s, "PF"), 1);
    assert_int_equal(discarded(&s, "OG"), 1);
    /* Asked again: it has another one. */
    expect_asked(&s, BIT(1));
    act(&s, 1, "pass");
    expect_asked(&s, BIT(0) | BIT(1));
    all_pick(&s, 4, 2, 0);
    assert_int_equal(wealth(&s, 1), 3);
}

static void dirty_tricks_add_3_each_until_all_pass(void **unused)
{
    struct state s = meeting(3, 0, "gd");

    (void)unused;
    stand(&s, 2, 50);
    give(&s, 0, "DT DT");
    give(&s, 1, "Fx");
    give(&s, 2, "Fx");
    called(&s, 0);
    all_pass(&s);
    picks(&s, 0, 5);
    picks(&s, 1, 6);
    /* Only those who brawl are asked, after the cards are shown. */
    expect_asked(&s, BIT(0) | BIT(1));
    expect_told(SPECTATOR, "seat 0 brawls with Beard Tug (5)");
    answers_alone(&s, 0, "DT");
    expect_asked(&s, BIT(1) | BIT(2));
    all_pass(&s);
    expect_asked(&s, BIT(0) | BIT(1));
    answers_alone(&s, 0, "DT");
    all_pass(&s);
    /* Seat 0 has no card left. */
    expect_asked(&s, BIT(1));
    all_pass(&s);
    /* 5 + 3 + 3 against 6. */
    assert_int_equal(wealth(&s, 0), 15);
    assert_int_equal(wealth(&s, 1), 5);
    assert_int_equal(discarded(&s, "DT"), 2);
    expect_draw(&s, 0);
}

/* From the call to the last trick; those who are not asked read what the others do. */
static void in_a_brawl_one_reads_what_each_choice_decides(void **unused)
{
    struct state s = meeting(3, 0, "gd");
    int stone = s.place[1];
    char words[128];

    (void)unused;
    stand(&s, 2, 50);
    give(&s, 0, "PF DT");
    give(&s, 1, "Fx");
    give(&s, 2, "Fx");
    rolls(&s, 2);
    snprintf(words, sizeof words, "brawl or not: if one wants to, all on stone %d brawl for each other's gems", stone);
    expect_prompt(&s, 0, words);
    expect_prompt(&s, 1, words);
    snprintf(words, sizeof words, "gnomes meet on stone %d: they say whether they brawl", stone);
    expect_prompt(&s, 2, words);
    act(&s, 0, "brawl");
    act(&s, 1, "do not brawl");
    expect_prompt(&s, 0, "play Pull My Finger to stay out of the brawl, or pass to be in it");
    expect_prompt(&s, 1, "a brawl is called: pass, for no card of yours keeps you out of it");
    expect_prompt(&s, 2, "a brawl is called: does anybody there play Pull My Finger?");
    all_pass(&s);
    expect_prompt(&s, 1, "pick a brawl card: it is used up, and the highest wins the difference in gems");
    expect_prompt(&s, 2, "all in the brawl pick a brawl card");
    picks(&s, 0, 5);
    picks(&s, 1, 6);
    expect_prompt(&s, 0, "play Dirty Trick to bring your 5 to 8, or pass: the highest wins the brawl");
    expect_prompt(&s, 1, "the brawl cards are shown: pass, for no card of yours adds to your 6");
    expect_prompt(&s, 2, "the brawl cards are shown: does anybody there play Dirty Trick?");
}

static void dirty_tricks_of_both_sides_and_of_who_was_tied(void **unused)
{
    struct state s = meeting(3, 0, "gd");

    (void)unused;
    give(&s, 0, "DT");
    give(&s, 1, "DT");
    called(&s, 0);
    all_pass(&s);
    picks(&s, 0, 7);
    picks(&s, 1, 7);
    picks(&s, 2, 10);
    plays(&s, 0, "DT");
    plays(&s, 1, "DT");
    /* Seat 0 is the first; seat 1 keeps its card and could answer. */
    expect_asked(&s, BIT(1));
    all_pass(&s);
    assert_int_equal(held(&s, 1, "DT"), 1);
    /* 10, 7, 10: if seat 1 passes now, the die decides between 0 and 2. */
    struct state passes = s;

    all_pass(&passes);
    rolls(&passes, 1);
    rolls(&passes, 2);
    assert_int_equal(wealth(&passes, 2), 13);
    assert_int_equal(wealth(&passes, 0), 10);
    assert_int_equal(wealth(&passes, 1), 7);
    /* 10, 10, 10 is a tie of all. */
    plays(&s, 1, "DT");
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(wealth(&s, seat), 10);
    expect_draw(&s, 0);
}

static void a_dirty_trick_cancelled_adds_nothing(void **unused)
{
    struct state s = meeting(3, 0, "gd");

    (void)unused;
    stand(&s, 2, 50);
    give(&s, 0, "DT");
    give(&s, 1, "OG CM");
    called(&s, 0);
    all_pass(&s);
    picks(&s, 0, 5);
    picks(&s, 1, 6);
    answers_alone(&s, 0, "DT");
    expect_asked(&s, BIT(1));
    assert_int_equal(options_n(&s, 1), 2);
    plays(&s, 1, "OG");
    expect_asked(&s, BIT(1));
    act(&s, 1, "pass");
    assert_int_equal(wealth(&s, 0), 9);
    assert_int_equal(wealth(&s, 1), 11);
    assert_int_equal(discarded(&s, "DT"), 1);
    assert_int_equal(discarded(&s, "OG"), 1);
}

static void who_is_out_of_a_brawl_plays_no_dirty_trick(void **unused)
{
    struct state s = meeting(3, 0, "gd");

    (void)unused;
    give(&s, 0, "PF DT");
    called(&s, 1);
    plays(&s, 0, "PF");
    no_answers(&s);
    expect_asked(&s, BIT(1) | BIT(2));
    picks(&s, 1, 3);
    picks(&s, 2, 2);
    assert_int_equal(wealth(&s, 1), 11);
    expect_asked(&s, BIT(0));
    assert_true(can(&s, 0, "play no card"));
}

static void a_gnome_without_brawl_cards_counts_0(void **unused)
{
    struct state s = meeting(3, 0, "gd");

    (void)unused;
    s.brawl_cards[1] = 0;
    called(&s, 1);
    expect_asked(&s, BIT(0) | BIT(2));
    all_pick(&s, 2, 6, 0);
    assert_int_equal(wealth(&s, 0), 6);
    assert_int_equal(wealth(&s, 1), 4);
    assert_int_equal(wealth(&s, 2), 20);
    /* With nobody having one, all have 0. */
    s = meeting(2, 0, "gd");
    s.brawl_cards[0] = s.brawl_cards[1] = 0;
    called(&s, 1);
    assert_int_equal(wealth(&s, 0), 10);
    expect_draw(&s, 0);
    /* A Dirty Trick makes 3 of it. */
    s = meeting(2, 0, "gd");
    s.brawl_cards[0] = s.brawl_cards[1] = 0;
    give(&s, 1, "DT");
    called(&s, 1);
    act(&s, 1, "pass");
    plays(&s, 1, "DT");
    assert_int_equal(wealth(&s, 1), 13);
}

static void used_brawl_cards_are_gone_and_lie_face_down(void **unused)
{
    struct state s = meeting(2, 0, "gd");
    int place = PLACE_SEAT, five = THING_BRAWL + 4;

    (void)unused;
    called(&s, 0);
    picks(&s, 0, 5);
    picks(&s, 1, 6);
    for (int viewer = 0; viewer <= SPECTATOR; viewer += SPECTATOR / 2) {
        int backs = seen_at(&s, viewer, place + PART_USED, THING_BRAWL_BACK);

        assert_int_equal(backs, viewer == 0 ? 0 : 1);
        assert_int_equal(seen_at(&s, viewer, place + PART_USED, five), viewer == 0 ? 1 : 0);
        assert_int_equal(seen_at(&s, viewer, place + PART_BRAWL, THING_BRAWL_BACK), viewer == 0 ? 0 : 9);
    }
    /* The next time there are nine. */
    stand(&s, 0, 43);
    may_roll(&s, 0);
    called(&s, 0);
    assert_int_equal(options_n(&s, 0), 9);
    assert_false(can(&s, 0, "pick Beard Tug (5)"));
    assert_true(can(&s, 1, "pick Beard Tug (5)"));
    assert_false(can(&s, 1, "pick Eye Poke (6)"));
}

static void picks_are_sealed_and_shown_together(void **unused)
{
    static char before[VIEW_JSON_MAX], after[VIEW_JSON_MAX];
    struct state s = meeting(3, 0, "gd");
    struct trial t;

    (void)unused;
    called(&s, 0);
    picks(&s, 1, 4);
    expect_told(1, "seat 1 chooses Shin Kick (4)");
    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++)
        if (viewer != 1 && viewer != REFEREE)
            assert_string_equal(told(viewer), "");
    picks(&s, 0, 2);
    /* It may be changed until the last one is in. */
    reopen(&s, BIT(1));
    expect_asked(&s, BIT(1) | BIT(2));
    picks(&s, 1, 8);
    picks(&s, 2, 1);
    for (int viewer = 0; viewer <= SPECTATOR; viewer++) {
        expect_told(viewer, "seat 0 brawls with Nose Tweak (2)");
        expect_told(viewer, "seat 1 brawls with Belly Butt (8)");
        expect_told(viewer, "seat 2 brawls with Ear Flick (1)");
    }
    assert_int_equal(s.brawl_cards[1], 0x3ff & ~0x80);
    /* What seat 1 has picked changes nothing that the others see. */
    s = meeting(3, 0, "gd");
    called(&s, 0);
    for (int viewer = 0; viewer <= SPECTATOR; viewer += viewer == 2 ? SPECTATOR - 2 : 2)
        for (int number = 2; number <= 10; number++) {
            lay(&t, &s);
            trial_do(&t, "1", "pick Ear Flick (1)");
            json_of(&t, viewer, before);
            trial_end(&t);
            lay(&t, &s);
            char words[64];

            snprintf(words, sizeof words, "pick %s", things[THING_BRAWL + number - 1].name);
            trial_do(&t, "1", words);
            assert_string_equal(json_of(&t, viewer, after), before);
            trial_end(&t);
        }
}

static void without_brawling_there_are_no_brawls_and_no_cards_for_them(void **unused)
{
    struct state s = bare_with(3, BRAWLING);
    int cards = 0;

    (void)unused;
    for (int kind = 0; kind < KINDS; kind++)
        cards += pile_of(s.pile, kind);
    assert_int_equal(cards, 104 - 6);
    assert_int_equal(pile_of(s.pile, NIP_OF_GIN) + pile_of(s.pile, DIRTY_TRICK) + pile_of(s.pile, PULL_MY_FINGER), 0);
    assert_int_equal(seen_at(&s, 0, PLACE_SEAT + PART_BRAWL, THING_BRAWL), 0);
    assert_int_equal(seen_at(&s, 1, PLACE_SEAT + PART_BRAWL, THING_BRAWL_BACK), 0);
    stand(&s, 0, 43);
    stand(&s, 1, 45);
    stand(&s, 2, 50);
    pocket(&s, 0, "gd");
    pocket(&s, 1, "gd");
    give(&s, 0, "CP WT");
    may_roll(&s, 0);
    rolls(&s, 2);
    expect_asked(&s, BIT(0));
    assert_true(can(&s, 0, "play no card"));
    plays_on(&s, "CP", 2);
    expect_draw(&s, 0);
}

static void house_rules_about_brawls_need_brawling(void **unused)
{
    static const int rule[] = {FORFEIT_RULE, PUB_RULE};
    struct state s;

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct setup setup = {.seats = 2};
        const char *why;

        setup.option[rule[i]] = 1;
        assert_null(start(&s, &setup));
        setup.option[BRAWLING] = 1;
        why = start(&s, &setup);
        assert_non_null(why);
        assert_non_null(strstr(why, i == 0 ? "forfeit" : "pubbrawl"));
    }
}

/* ---- house rules ----------------------------------------------------------------------------- */

static struct state forfeit_meeting(bool on, const char *gems, const char *items)
{
    struct state s = bare_with(3, on ? FORFEIT_RULE : -1);

    for (int seat = 0; seat < 3; seat++)
        stand(&s, seat, seat == 0 ? 43 : 45);
    pocket(&s, 0, "gd");
    pocket(&s, 1, gems);
    pocket(&s, 2, "gd");
    table_items(&s, 1, items);
    may_roll(&s, 0);
    called(&s, 0);
    all_pick(&s, 9, 4, 8);
    return s;
}

static void with_forfeit_who_cannot_pay_in_full_also_gives_an_item(void **unused)
{
    struct state s = forfeit_meeting(true, "bu", "Ho Ho Tr");

    (void)unused;
    /* It owes 5 and has 3: the loser chooses the item. */
    expect_asked(&s, BIT(1));
    expect_prompt(&s, 1, "give seat 0 one of your tabled items: you could not pay for the brawl in full");
    expect_prompt(&s, 2, "seat 1 cannot pay in full and chooses an item for seat 0");
    assert_int_equal(options_n(&s, 1), 2);
    assert_true(can(&s, 1, "give Truffles"));
    act(&s, 1, "give Honey");
    assert_int_equal(wealth(&s, 1), 0);
    assert_int_equal(wealth(&s, 0), 10 + 3 + 1);
    assert_int_equal(wealth(&s, 2), 9);
    assert_int_equal(tabled(&s, 1, "Ho"), 1);
    assert_int_equal(tabled(&s, 1, "Tr"), 1);
    assert_int_equal(tabled(&s, 0, "Ho"), 1);
    expect_draw(&s, 0);
    /* Without any gems, too; one kind of item is not asked about. */
    s = forfeit_meeting(true, "", "Tr");
    assert_int_equal(tabled(&s, 0, "Tr"), 1);
    assert_int_equal(tabled(&s, 1, "Tr"), 0);
    expect_draw(&s, 0);
    /* Nothing to give. */
    s = forfeit_meeting(true, "bu", "");
    assert_int_equal(wealth(&s, 0), 14);
    expect_draw(&s, 0);
    /* Paid in full. */
    s = forfeit_meeting(true, "rd", "Ho Tr");
    assert_int_equal(wealth(&s, 1), 0);
    assert_int_equal(tabled(&s, 1, "Ho") + tabled(&s, 1, "Tr"), 2);
    expect_draw(&s, 0);
    /* Without the rule. */
    s = forfeit_meeting(false, "bu", "Ho Tr");
    assert_int_equal(wealth(&s, 1), 0);
    assert_int_equal(tabled(&s, 1, "Ho") + tabled(&s, 1, "Tr"), 2);
    expect_draw(&s, 0);
}

static struct state at_the_pub(bool on, int door)
{
    struct state s = bare_with(4, on ? PUB_RULE : -1);

    stand(&s, 0, door - 2);
    put_inside(&s, 1, door);
    stand(&s, 2, door);
    put_inside(&s, 3, door == 52 ? 12 : 52);
    table_items(&s, 0, "Ho");
    for (int seat = 1; seat < 4; seat++)
        pocket(&s, seat, "gd");
    may_roll(&s, 0);
    rolls(&s, 2);
    act(&s, 0,
        door == 40   ? "enter the Grub & Grog Pub"
        : door == 12 ? "enter the Toadstool Cafe"
        : door == 26 ? "enter the Gnome Depot"
                     : "enter the Tinker's Cart");
    return s;
}

static void with_pubbrawl_gnomes_brawl_in_the_pub_before_selling(void **unused)
{
    struct state s = at_the_pub(true, 40), no = s;

    (void)unused;
    /* With who is inside, not with who stands at the door. */
    expect_asked(&s, BIT(0) | BIT(1));
    expect_prompt(&s, 1, "brawl or not: if one wants to, all in the Grub & Grog Pub brawl for each other's gems");
    expect_prompt(&s, 2, "gnomes meet in the Grub & Grog Pub: they say whether they brawl");
    called(&s, 1);
    all_pick(&s, 8, 3, 0);
    assert_int_equal(wealth(&s, 0), 5);
    expect_asked(&s, BIT(0));
    act(&s, 0, "sell Honey for 4");
    assert_int_equal(wealth(&s, 0), 9);
    all_say(&no, "do not brawl");
    expect_asked(&no, BIT(0));
    assert_true(can(&no, 0, "sell Honey for 4"));
    /* In no other business, and not without the rule. */
    for (int door = 12; door <= 52; door++)
        if (door == 12 || door == 26 || door == 52) {
            s = at_the_pub(true, door);
            expect_asked(&s, BIT(0));
            assert_true(can(&s, 0, door == 52 ? "offer nothing" : "sell nothing"));
        }
    s = at_the_pub(false, 40);
    expect_asked(&s, BIT(0));
    assert_true(can(&s, 0, "sell nothing"));
}

/* ---- what is hidden -------------------------------------------------------------------------- */

static void what_is_dealt_and_drawn_is_told_to_its_owner_only(void **unused)
{
    struct setup setup = {.seats = 3};
    struct state s;

    (void)unused;
    start(&s, &setup);
    act(&s, CHANCE, "deal Honey to seat 0");
    expect_told(0, "seat 0 gets Honey");
    for (int viewer = 1; viewer <= SPECTATOR; viewer++)
        assert_string_equal(told(viewer), "");
    s = three("MI");
    act(&s, 0, "play no card");
    act(&s, CHANCE, "draw Truffles");
    expect_told(0, "seat 0 draws Truffles");
    for (int viewer = 1; viewer <= SPECTATOR; viewer++) {
        expect_told(viewer, "seat 0 draws a card");
        assert_int_equal(times_told(viewer, "Truffles"), 0);
    }
}

static void hands_and_brawl_cards_are_seen_by_their_owner_only(void **unused)
{
    static const int viewers[] = {0, 1, 2, SPECTATOR};
    struct state s = three("MI HS Ho");

    (void)unused;
    for (int i = 0; i < 4; i++) {
        int place = PLACE_SEAT + PART_HAND, own = viewers[i] == 0;

        assert_int_equal(seen_at(&s, viewers[i], place, thing_marked("?")), own ? 0 : 3);
        assert_int_equal(seen_at(&s, viewers[i], place, HORNET_STING), own);
        assert_int_equal(seen_at(&s, viewers[i], PLACE_SEAT + PART_BRAWL, THING_BRAWL_BACK), own ? 0 : 10);
        assert_int_equal(seen_at(&s, viewers[i], PLACE_SEAT + PART_BRAWL, THING_BRAWL + 9), own);
        /* The draw pile is a heap of backs for all. */
        assert_int_equal(seen_at(&s, viewers[i], PLACE_PILE, thing_marked("?")), 104 - 5);
    }
}

static void a_card_that_is_played_is_seen_by_all(void **unused)
{
    struct state s = three("HS");

    (void)unused;
    pocket(&s, 1, "rd");
    plays_on(&s, "HS", 1);
    for (int viewer = 0; viewer <= SPECTATOR; viewer++)
        expect_told(viewer, "seat 0 plays Hornet Sting on seat 1");
    assert_int_equal(seen_at(&s, 2, PLACE_STACK, HORNET_STING), 1);
    assert_int_equal(discarded(&s, "HS"), 0);
}

/* ---- what others may hold, worked out a second time ---------------------------------------------- */

/* All that happened in the open, in its order: who held how many cards when the discards were shuffled, and since then
 * who drew and who showed which card after how many draws. The hands at the shuffling are kept as well, for what a
 * viewer knows of its own, and because the cards of all others together are known by counting. */
enum { SHOWS_MAX = 300 };

struct past {
    int seats, starting /* cards of the start */, shuffles;
    int green_shown[SEATS]; /* before the first shuffling */
    int was_n[SEATS], was[SEATS][KINDS];
    int draws[SEATS];
    int shows[SEATS], shown[SEATS][SHOWS_MAX], draws_before[SEATS][SHOWS_MAX];
};

/* Cards only leave a hand in the open, and only come into it by a draw. Both never happen in one move, and the
 * discards are shuffled at the end of one. */
static void past_add(struct past *past, const struct state *before, const struct state *after)
{
    for (int seat = 0; seat < past->seats; seat++)
        for (int kind = 0; kind < KINDS; kind++) {
            int more = cards_of(&after->hand[seat], kind) - cards_of(&before->hand[seat], kind);

            if (more > 0)
                past->draws[seat]++;
            for (; more < 0; more++) {
                int n = past->shows[seat]++;

                assert_true(n < SHOWS_MAX);
                past->shown[seat][n] = kind;
                past->draws_before[seat][n] = past->draws[seat];
                past->green_shown[seat] += kind < ITEMS_N && past->shuffles == 0;
            }
        }
    if (after->pile_n <= before->pile_n)
        return;
    past->shuffles++;
    for (int seat = 0; seat < past->seats; seat++) {
        past->shows[seat] = past->draws[seat] = past->was_n[seat] = 0;
        for (int kind = 0; kind < KINDS; kind++) {
            past->was[seat][kind] = cards_of(&after->hand[seat], kind);
            past->was_n[seat] += past->was[seat][kind];
        }
    }
}

/* How many cards that a seat held at the first shuffling must have been green ones from the start. */
static int green_left(const struct past *past, int seat)
{
    return past->green_shown[seat] < past->starting ? past->starting - past->green_shown[seat] : 0;
}

/* Whether a world is possible, as a flow of new cards. They come from the kinds, as many of each as the new pile had
 * and the viewer did not draw, and go to cards that were shown or are in hand. A seat's cards are a chain in the order
 * in which they were shown, the hand last: no more new cards may flow past a point than had been drawn by then. */
enum { NODES_MAX = 2 + KINDS + SEATS * (SHOWS_MAX + 1), EDGES_MAX = KINDS + SEATS * (2 * SHOWS_MAX + KINDS + 1) };
enum { SPRING, SINK, FIRST_KIND };

struct net {
    int nodes, edges, wanted;
    int from[EDGES_MAX], to[EDGES_MAX], room[EDGES_MAX], flow[EDGES_MAX];
    int green_of[EDGES_MAX]; /* the seat whose green card this edge makes a new one; or NOBODY */
    int green_most[SEATS];   /* so many of its green cards can be new */
    int first[NODES_MAX], next_out[EDGES_MAX], next_in[EDGES_MAX], first_in[NODES_MAX];
    bool seen[NODES_MAX];
};

static void net_edge(struct net *net, int from, int to, int room, int green_of)
{
    int edge = net->edges++;

    assert_true(edge < EDGES_MAX && from < NODES_MAX && to < NODES_MAX);
    net->from[edge] = from;
    net->to[edge] = to;
    net->room[edge] = room;
    net->flow[edge] = 0;
    net->green_of[edge] = green_of;
    net->next_out[edge] = net->first[from];
    net->first[from] = edge;
    net->next_in[edge] = net->first_in[to];
    net->first_in[to] = edge;
}

static bool net_push(struct net *net, int node)
{
    if (node == SINK)
        return true;
    net->seen[node] = true;
    for (int edge = net->first[node]; edge >= 0; edge = net->next_out[edge])
        if (net->flow[edge] < net->room[edge] && !net->seen[net->to[edge]] && net_push(net, net->to[edge])) {
            net->flow[edge]++;
            return true;
        }
    for (int edge = net->first_in[node]; edge >= 0; edge = net->next_in[edge])
        if (net->flow[edge] > 0 && !net->seen[net->from[edge]] && net_push(net, net->from[edge])) {
            net->flow[edge]--;
            return true;
        }
    return false;
}

/* Finds a flow. Where a seat then has too few green cards that are old, one of those that are new has to be old: each
 * is tried. */
static bool net_solve(struct net *net)
{
    int green[SEATS] = {0}, flow[EDGES_MAX], pushed = 0, short_of = NOBODY;

    memset(net->flow, 0, (size_t)net->edges * sizeof net->flow[0]);
    do {
        memset(net->seen, 0, (size_t)net->nodes * sizeof net->seen[0]);
    } while (net_push(net, SPRING) && ++pushed);
    if (pushed < net->wanted)
        return false;
    for (int edge = 0; edge < net->edges; edge++)
        if (net->green_of[edge] != NOBODY)
            green[net->green_of[edge]] += net->flow[edge];
    for (int seat = 0; seat < SEATS; seat++)
        if (green[seat] > net->green_most[seat])
            short_of = seat;
    if (short_of == NOBODY)
        return true;
    memcpy(flow, net->flow, (size_t)net->edges * sizeof flow[0]);
    for (int edge = 0; edge < net->edges; edge++) {
        int room = net->room[edge];

        if (net->green_of[edge] != short_of || flow[edge] == 0)
            continue;
        net->room[edge] = flow[edge] - 1;
        if (net_solve(net))
            return true;
        net->room[edge] = room;
    }
    return false;
}

/* The chain of one seat, whose hand is this. */
static void net_seat(struct net *net, const struct past *past, int seat, const struct cards *hand, int kinds[])
{
    int green = 0, node;

    for (int i = 0; i < past->shows[seat]; i++) {
        int kind = past->shown[seat][i];

        node = net->nodes++;
        net_edge(net, FIRST_KIND + kind, node, 1, kind < ITEMS_N ? seat : NOBODY);
        net_edge(net, node, node + 1, past->draws_before[seat][i], NOBODY);
        kinds[kind]++;
        green += kind < ITEMS_N;
    }
    node = net->nodes++;
    for (int kind = 0; kind < KINDS; kind++) {
        int n = cards_of(hand, kind);

        net_edge(net, FIRST_KIND + kind, node, n, kind < ITEMS_N ? seat : NOBODY);
        kinds[kind] += n;
        green += kind < ITEMS_N ? n : 0;
    }
    net_edge(net, node, SINK, past->draws[seat], NOBODY);
    net->wanted += past->draws[seat];
    net->green_most[seat] = green - green_left(past, seat);
}

/* Whether a viewer who has seen all this would think these hands possible, after the first shuffling and before the
 * second. */
static bool possible(const struct past *past, int viewer, const struct state *world)
{
    static struct net net;
    int kinds[KINDS] = {0}, new_cards = 0;

    net.edges = net.wanted = 0;
    net.nodes = FIRST_KIND + KINDS;
    memset(net.first, -1, sizeof net.first);
    memset(net.first_in, -1, sizeof net.first_in);
    memset(net.green_most, 0, sizeof net.green_most);
    for (int seat = 0; seat < past->seats; seat++)
        if (seat != viewer)
            net_seat(&net, past, seat, &world->hand[seat], kinds);
    for (int kind = 0; kind < KINDS; kind++) {
        for (int seat = 0; seat < past->seats; seat++)
            kinds[kind] -= seat != viewer ? past->was[seat][kind] : 0;
        if (kinds[kind] < 0)
            return false; /* an old card is nowhere */
        new_cards += kinds[kind];
        net_edge(&net, SPRING, FIRST_KIND + kind, kinds[kind], NOBODY);
    }
    return new_cards == net.wanted && net_solve(&net);
}

/* Whatever is redealt: the own hand, the sizes of hands and pile, and all cards together stay. */
static bool same_table(const struct state *s, const struct state *world, int viewer)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int sum = pile_of(s->pile, kind) - pile_of(world->pile, kind);

        for (int seat = 0; seat < s->seats; seat++)
            sum += cards_of(&s->hand[seat], kind) - cards_of(&world->hand[seat], kind);
        if (sum != 0)
            return false;
    }
    for (int seat = 0; seat < s->seats; seat++) {
        int n = 0;

        for (int kind = 0; kind < KINDS; kind++)
            n += cards_of(&world->hand[seat], kind);
        if (n != s->hand_n[seat] || world->hand_n[seat] != s->hand_n[seat])
            return false;
        if (seat == viewer && memcmp(&world->hand[seat], &s->hand[seat], sizeof s->hand[seat]) != 0)
            return false;
    }
    return pile_size(world->pile, KINDS) == s->pile_n && world->pile_n == s->pile_n;
}

/* ---- redealing: what is kept, and how often what is dealt ------------------------------------ */

/* A game with so many cards for each at the start, in which so many of the draw pile have been discarded before the
 * first turn. */
static struct state thinned(int seats, int starting, int thin, struct luck *luck)
{
    struct setup setup = {.seats = (uint8_t)seats};
    char number[8];
    struct state s;

    snprintf(number, sizeof number, "%d", starting);
    assert_true(option_read(&options[4], number, &setup.option[4]));
    assert_null(start(&s, &setup));
    while (s.phase == DEAL)
        apply(&s, CHANCE, draw(&s, luck_below(luck, odds(&s))), NULL);
    for (int i = 0; i < thin; i++)
        take_from_pile(&s, pile_nth(s.pile, luck_below(luck, s.pile_n)));
    return s;
}

/* Chance and choices at random; `eager`: how often, in percent, passing is not considered. */
static void random_step(struct state *s, int eager, struct luck *luck)
{
    uint32_t asked = actors(s);
    move_t list[MOVES_MAX];

    if (asked == BIT(CHANCE)) {
        apply(s, CHANCE, draw(s, luck_below(luck, odds(s))), NULL);
    } else {
        int seat = bit_nth(asked, luck_below(luck, (uint32_t)bit_count(asked)));
        int n = moves(s, seat, list);
        int skip = n > 1 && list[0] == PASS && (int)luck_below(luck, 100) < eager;

        apply(s, seat, list[skip + (int)luck_below(luck, (uint32_t)(n - skip))], NULL);
    }
}

/* The position as this viewer would think of it, redealt. */
static struct state redealt(const struct state *s, int viewer, struct luck *luck)
{
    struct state world;

    game_view(&game_oh_gnome, s, viewer, &world);
    veil(&world, viewer, luck);
    return world;
}

static int viewer_number(int i, int seats)
{
    return i < seats ? i : SPECTATOR;
}

static int greens_in(const struct cards *hand)
{
    int n = 0;

    for (int kind = 0; kind < ITEMS_N; kind++)
        n += cards_of(hand, kind);
    return n;
}

static void before_the_first_shuffling_redeals_keep_the_green_cards_of_the_start(void **unused)
{
    int needed = 0;

    (void)unused;
    for (int seats = 2; seats <= 6; seats++)
        for (int game = 0; game < 12; game++) {
            struct luck luck = {(uint64_t)(100 * seats + game)};
            int starting = game < 6 ? 2 : game % 5 + 1;
            struct state s = thinned(seats, starting, 0, &luck), before;
            struct past past = {.seats = seats, .starting = starting};

            for (int step = 0; actors(&s) && past.shuffles == 0; step++) {
                for (int i = 0; i <= seats && step % 4 == 0; i++) {
                    int viewer = viewer_number(i, seats);
                    struct state world = redealt(&s, viewer, &luck);
                    struct luck luck_here = luck, luck_there = luck;
                    struct state here = redealt(&s, viewer, &luck_here), there = redealt(&world, viewer, &luck_there);

                    assert_true(same_table(&s, &world, viewer));
                    /* Who cannot tell them apart is dealt the same. */
                    assert_memory_equal(&here, &there, sizeof here);
                    for (int seat = 0; seat < seats; seat++) {
                        if (seat == viewer || s.finished[seat])
                            continue;
                        assert_true(greens_in(&world.hand[seat]) >= green_left(&past, seat));
                        needed += green_left(&past, seat) > 0;
                    }
                }
                before = s;
                random_step(&s, 30, &luck);
                past_add(&past, &before, &s);
            }
        }
    assert_true(needed > 10000);
}

/* A small position: cards that a viewer has not seen, in hands or in the draw pile. Without new cards it is one before
 * the first shuffling. */
struct small {
    const char *old, *new;
    int starting[3], olds[3], news[3]; /* for each seat; those from the start are among the old ones */
    int viewer;
};

enum { SMALL_CARDS = 10, SMALL_SLOTS = 12, SMALL_WORLDS = 1500 };

/* The places to be dealt to, in this order: those for cards from the start, those for old cards, those for new ones. */
struct slots {
    int cards, card[SMALL_CARDS], olds;
    int n, seat[SMALL_SLOTS], first[SMALL_SLOTS], last[SMALL_SLOTS];
    bool green[SMALL_SLOTS];
};

static void add_slots(struct slots *slots, int seat, int n, bool new, bool green)
{
    for (; n > 0; n--) {
        assert_true(slots->n < SMALL_SLOTS);
        slots->seat[slots->n] = seat;
        slots->first[slots->n] = new ? slots->olds : 0;
        slots->last[slots->n] = new ? slots->cards : slots->olds;
        slots->green[slots->n++] = green;
    }
}

static struct slots slots_of(const struct small *small)
{
    struct slots slots = {.n = 0};
    const char *list = small->old;

    while (next_mark(&list, &slots.card[slots.cards]))
        slots.olds = ++slots.cards;
    list = small->new;
    while (next_mark(&list, &slots.card[slots.cards]))
        slots.cards++;
    for (int seat = 0; seat < 3; seat++)
        add_slots(&slots, seat, small->starting[seat], false, true);
    for (int seat = 0; seat < 3; seat++)
        add_slots(&slots, seat, small->olds[seat] - small->starting[seat], false, false);
    for (int seat = 0; seat < 3; seat++)
        add_slots(&slots, seat, small->news[seat], true, false);
    return slots;
}

static struct {
    int n, got[SMALL_WORLDS];
    double share[SMALL_WORLDS];
    struct cards hand[SMALL_WORLDS][3];
} worlds;

static int world_of(const struct cards hand[3])
{
    for (int i = 0; i < worlds.n; i++)
        if (memcmp(worlds.hand[i], hand, sizeof worlds.hand[i]) == 0)
            return i;
    return -1;
}

/* Every card that fits into a place is equally likely, one place after the other. */
static void deal_every_way(const struct slots *slots, int at, uint32_t used, double share, struct cards hand[3])
{
    int fitting = 0;

    if (at == slots->n) {
        int i = world_of(hand);

        if (i < 0) {
            assert_true(worlds.n < SMALL_WORLDS);
            i = worlds.n++;
            memcpy(worlds.hand[i], hand, sizeof worlds.hand[i]);
            worlds.share[i] = worlds.got[i] = 0;
        }
        worlds.share[i] += share;
        return;
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i = slots->first[at]; i < slots->last[at]; i++) {
            if (used & BIT(i) || (slots->green[at] && slots->card[i] >= ITEMS_N))
                continue;
            if (pass == 0) {
                fitting++;
                continue;
            }
            cards_add(&hand[slots->seat[at]], slots->card[i], 1);
            deal_every_way(slots, at + 1, used | BIT(i), share / fitting, hand);
            cards_add(&hand[slots->seat[at]], slots->card[i], -1);
        }
    assert_true(fitting > 0);
}

/* The position with one of these worlds in it; a viewer at the table has Truffles. */
static struct state small_state(const struct small *small, const struct slots *slots, const struct cards hand[3])
{
    struct state s = bare(3);

    if (small->viewer < 3)
        give(&s, small->viewer, "Tr");
    memset(s.pile, 0, sizeof s.pile);
    for (int i = 0; i < slots->cards; i++)
        pile_add(s.pile, slots->card[i], 1);
    s.shuffled = *small->new != 0;
    for (int seat = 0; seat < 3; seat++) {
        if (seat == small->viewer)
            continue;
        s.hand[seat] = hand[seat];
        s.hand_n[seat] = (uint8_t)(small->olds[seat] + small->news[seat]);
        s.starting[seat] = (uint8_t)small->starting[seat];
        s.drawn[seat] = (uint8_t)small->news[seat];
        for (int kind = 0; kind < KINDS; kind++)
            pile_add(s.pile, kind, -cards_of(&hand[seat], kind));
    }
    s.pile_n = (uint8_t)pile_size(s.pile, KINDS);
    return s;
}

/* The old hands come first in a world: this is the first one that is dealt. */
static void set_was(struct state *s, const struct slots *slots)
{
    uint32_t used = 0;

    for (int at = 0; at < slots->n; at++)
        for (int i = slots->first[at]; i < slots->last[at]; i++)
            if (!(used & BIT(i)) && !(slots->green[at] && slots->card[i] >= ITEMS_N)) {
                used |= BIT(i);
                if (i < slots->olds && s->shuffled)
                    cards_add(&s->was[slots->seat[at]], slots->card[i], 1);
                break;
            }
}

static void small_positions_are_redealt_as_described(void **unused)
{
    static const struct small smalls[] = {
        {"Ho Ho Fx MI OG", "", {0, 1, 1}, {0, 2, 2}, {0, 0, 0}, 0},
        {"Ho Fx MI MI OG CM", "", {0, 0, 2}, {0, 2, 3}, {0, 0, 0}, 0},
        {"Ho Ho Fx Wa MI", "", {1, 1, 1}, {1, 2, 1}, {0, 0, 0}, SPECTATOR},
        {"MI MI OG HS HS", "", {0, 0, 0}, {2, 0, 2}, {0, 0, 0}, 1},
        {"Ho Fx MI", "Ho OG OG", {0, 1, 0}, {0, 2, 1}, {0, 1, 1}, 0},
        {"Ho Ho Fx MI", "Ho MI", {1, 0, 1}, {1, 2, 1}, {0, 0, 1}, SPECTATOR},
        {"Fx MI HS", "MI OG CM TW", {0, 0, 0}, {1, 0, 2}, {2, 0, 0}, 1},
    };
    enum { DEALS = 40000 };

    (void)unused;
    for (size_t k = 0; k < sizeof smalls / sizeof smalls[0]; k++) {
        struct slots slots = slots_of(&smalls[k]);
        struct cards hand[3] = {{0, 0}};
        struct luck luck = {k};
        struct state s;
        double chi = 0;

        worlds.n = 0;
        deal_every_way(&slots, 0, 0, 1, hand);
        assert_true(worlds.n > 5);
        s = small_state(&smalls[k], &slots, worlds.hand[0]);
        set_was(&s, &slots);
        for (int i = 0; i < DEALS; i++) {
            struct state world = s;
            int found;

            veil(&world, smalls[k].viewer, &luck);
            assert_true(same_table(&s, &world, smalls[k].viewer));
            if (smalls[k].viewer < 3)
                world.hand[smalls[k].viewer] = (struct cards){0, 0};
            found = world_of(world.hand);
            if (found < 0)
                fail_msg("small position %zu: a world that was not expected", k);
            worlds.got[found]++;
        }
        for (int i = 0; i < worlds.n; i++) {
            double expected = worlds.share[i] * DEALS, off = worlds.got[i] - expected;

            assert_true(expected > 5);
            chi += off * off / expected;
        }
        if (chi > chi_square_limit(worlds.n - 1))
            fail_msg("small position %zu: chi-square %f with %d worlds", k, chi, worlds.n);
    }
}

static void a_referee_knows_all_hands(void **unused)
{
    struct luck luck = {1};
    struct state s = thinned(4, 2, 30, &luck), world;

    (void)unused;
    for (int step = 0; step < 200; step++) {
        random_step(&s, 30, &luck);
        world = redealt(&s, REFEREE, &luck);
        assert_memory_equal(&world, &s, sizeof s);
    }
}

/* ---- redealing after a shuffling ------------------------------------------------------------- */

/* The same as possible(), by trying old and new for one card after the other: for few cards. */
struct trying {
    int n, seat[SMALL_SLOTS], kind[SMALL_SLOTS], most[SMALL_SLOTS]; /* as in struct past; the hand last */
    int old_left[KINDS], olds[SEATS], news[SEATS], greens[SEATS];
};

static bool try_ways(struct trying *t, int at)
{
    int seat, kind;
    bool ok = false;

    if (at == t->n) {
        for (int i = 0; i < SEATS; i++)
            if (t->olds[i] != 0 || t->greens[i] > 0)
                return false;
        for (int i = 0; i < KINDS; i++)
            if (t->old_left[i] != 0)
                return false;
        return true;
    }
    seat = t->seat[at];
    kind = t->kind[at];
    if (t->old_left[kind] > 0 && t->olds[seat] > 0) {
        t->old_left[kind]--;
        t->olds[seat]--;
        t->greens[seat] -= kind < ITEMS_N;
        ok = try_ways(t, at + 1);
        t->old_left[kind]++;
        t->olds[seat]++;
        t->greens[seat] += kind < ITEMS_N;
    }
    if (!ok && t->news[seat] < t->most[at]) {
        t->news[seat]++;
        ok = try_ways(t, at + 1);
        t->news[seat]--;
    }
    return ok;
}

static bool add_try(struct trying *t, int seat, int kind, int most)
{
    if (t->n == SMALL_SLOTS)
        return false;
    t->seat[t->n] = seat;
    t->kind[t->n] = kind;
    t->most[t->n++] = most;
    return true;
}

/* Lists the cards; false if they are too many. */
static bool list_tries(const struct past *past, int viewer, const struct state *world, struct trying *t)
{
    memset(t, 0, sizeof *t);
    for (int seat = 0; seat < past->seats; seat++) {
        if (seat == viewer)
            continue;
        t->olds[seat] = past->was_n[seat];
        t->greens[seat] = green_left(past, seat);
        for (int i = 0; i < past->shows[seat]; i++)
            if (!add_try(t, seat, past->shown[seat][i], past->draws_before[seat][i]))
                return false;
        for (int kind = 0; kind < KINDS; kind++) {
            t->old_left[kind] += past->was[seat][kind];
            for (int n = cards_of(&world->hand[seat], kind); n > 0; n--)
                if (!add_try(t, seat, kind, past->draws[seat]))
                    return false;
        }
    }
    return true;
}

/* All that this viewer has not seen, dealt without any thought. */
static struct state scrambled(const struct state *s, int viewer, struct luck *luck)
{
    struct state world = *s;

    for (int seat = 0; seat < s->seats; seat++)
        for (int kind = 0; kind < KINDS && seat != viewer; kind++)
            pile_add(world.pile, kind, cards_of(&s->hand[seat], kind));
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == viewer)
            continue;
        world.hand[seat] = (struct cards){0, 0};
        for (int n = s->hand_n[seat]; n > 0; n--) {
            int kind = pile_nth(world.pile, luck_below(luck, pile_size(world.pile, KINDS)));

            pile_add(world.pile, kind, -1);
            cards_add(&world.hand[seat], kind, 1);
        }
    }
    return world;
}

/* So that the next test can be trusted. */
static void possible_worlds_are_told_from_impossible_ones(void **unused)
{
    int yes = 0, no = 0;

    (void)unused;
    for (int game = 0; game < 1500; game++) {
        struct luck luck = {(uint64_t)game};
        int seats = 2 + game % 3;
        /* Almost no draw pile: the discards are shuffled in the first round, with the cards of the start in hand. */
        struct state s = thinned(seats, 2, 104 - 2 * seats - 1 - game % 4, &luck), before;
        struct past past = {.seats = seats, .starting = 2};
        struct trying t;

        for (int step = 0; actors(&s) && past.shuffles < 2 && step < 150; step++) {
            before = s;
            random_step(&s, 60, &luck);
            past_add(&past, &before, &s);
            if (past.shuffles != 1)
                continue;
            for (int i = 0; i <= seats; i++) {
                int viewer = viewer_number(i, seats);
                /* Half of the time the cards stay near where they were. */
                struct state world = scrambled(&s, viewer, &luck);

                if (luck_below(&luck, 2)) {
                    int other = (int)luck_below(&luck, (uint32_t)seats);

                    world = s;
                    if (other == viewer || s.hand_n[other] == 0 || s.pile_n == 0)
                        continue;
                    int out = hand_nth(&s.hand[other], luck_below(&luck, s.hand_n[other]));
                    int in = pile_nth(s.pile, luck_below(&luck, s.pile_n));

                    cards_add(&world.hand[other], out, -1);
                    cards_add(&world.hand[other], in, 1);
                }
                if (!list_tries(&past, viewer, &world, &t))
                    continue;
                bool is = possible(&past, viewer, &world);

                assert_int_equal(is, try_ways(&t, 0));
                yes += is;
                no += !is;
            }
        }
    }
    assert_true(yes > 1000 && no > 1000);
}

/* Returns how many redeals were looked at. */
static int check_redeals(int seats, int starting, int thin, int eager, int every, uint64_t seed)
{
    struct luck luck = {seed}, redeal = {~seed};
    struct state s = thinned(seats, starting, thin, &luck), before;
    struct past past = {.seats = seats, .starting = starting};
    int checked = 0;

    while (actors(&s)) {
        before = s;
        random_step(&s, eager, &luck);
        past_add(&past, &before, &s);
        if (past.shuffles == 0 || luck_below(&redeal, (uint32_t)every) != 0)
            continue;
        for (int i = 0; i <= seats; i++) {
            int viewer = viewer_number(i, seats), other = viewer_number((i + 1) % (seats + 1), seats);
            struct state world = redealt(&s, viewer, &redeal), again = redealt(&world, other, &redeal);
            struct luck luck_here = redeal, luck_there = redeal;
            struct state here = redealt(&s, viewer, &luck_here), there = redealt(&world, viewer, &luck_there);

            assert_true(same_table(&s, &world, viewer));
            /* A world can be looked at by somebody else in turn; and by the same viewer, who cannot tell it from the
             * real one. */
            assert_true(same_table(&world, &again, other));
            assert_memory_equal(&here, &there, sizeof here);
            if (past.shuffles > 1)
                continue;
            assert_true(possible(&past, viewer, &s));
            if (!possible(&past, viewer, &world))
                fail_msg("%d seats, %d cards, %d out, game %llu: an impossible world for %s", seats, starting, thin,
                         (unsigned long long)seed, actor_word(viewer));
            checked++;
        }
    }
    return checked;
}

static void after_a_shuffling_no_impossible_world_is_dealt(void **unused)
{
    static const struct {
        int thin, eager;
    } ways[] = {{40, 50}, {60, 90}, {70, 20}, {80, 50}, {86, 5}, {88, 20}};
    int checked = 0, whole = 0;

    (void)unused;
    for (int seats = 2; seats <= 6; seats++)
        for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++)
            for (int game = 0; game < 12; game++)
                checked += check_redeals(seats, 2, ways[way].thin, ways[way].eager, 5, (uint64_t)(game + 1000 * seats));
    assert_true(checked > 20000);
    /* Whole games, some of which last long enough. */
    for (int game = 0; game < 150; game++)
        whole += check_redeals(5 + game % 2, 2, 0, 0, 4, (uint64_t)game);
    assert_true(whole > 500);
}

/* The same where everybody starts with one green card, or with five: draw piles of the same sizes as above, which are
 * used up while many of them are still in hand. */
static void nor_with_other_numbers_of_cards_at_the_start(void **unused)
{
    static const struct {
        int left, eager;
    } ways[] = {{60, 50}, {30, 90}, {20, 20}, {10, 50}, {6, 5}, {4, 20}};
    static const int starting[2] = {1, 5};
    int checked = 0;

    (void)unused;
    for (int seats = 2; seats <= 6; seats++)
        for (int i = 0; i < 2; i++)
            for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++)
                for (int game = 0; game < 3; game++)
                    checked += check_redeals(seats, starting[i], 104 - starting[i] * seats - ways[way].left,
                                             ways[way].eager, 5, (uint64_t)(game + 1000 * seats));
    assert_true(checked > 8000);
}

/* ---- what the table says of cards and brawls --------------------------------------------------- */

/* What a viewer was told of pieces in the last move, a line for each: "HS 1: hand 0 > stack". */
static const char *gone(int viewer)
{
    static const char *const parts[PARTS] = {"gems", "table", "brawl", "used", "shown", "hand"};
    static char words[4096];
    int length = 0;

    words[0] = 0;
    for (int i = 0; i < heard.transfers; i++) {
        const struct transfer *transfer = &heard.transfer[i];
        char place[2][16];

        if (!(heard.fact[transfer->fact].to & BIT(viewer)))
            continue;
        for (int k = 0; k < 2; k++) {
            int at = k ? transfer->to : transfer->from;

            if (at == PLACE_MINE)
                snprintf(place[k], sizeof place[k], "mine");
            else if (at >= PLACE_SEAT)
                snprintf(place[k], sizeof place[k], "%s %d", parts[(at - PLACE_SEAT) % PARTS],
                         (at - PLACE_SEAT) / PARTS);
            else if (at < PLACE_BUSINESS)
                snprintf(place[k], sizeof place[k], "stone %d", at);
            else
                snprintf(place[k], sizeof place[k], "%s",
                         at == PLACE_STACK      ? "stack"
                         : at == PLACE_DISCARDS ? "discards"
                         : at == PLACE_PILE     ? "pile"
                                                : "business");
        }
        length += snprintf(words + length, sizeof words - (size_t)length, "%s %d: %s > %s\n",
                           things[transfer->thing].mark, transfer->count, place[0], place[1]);
    }
    return words;
}

#define expect_gone(viewer, words) assert_string_equal(gone(viewer), words)

/* Seat 0 stings seat 1, who has a remedy, which is not cancelled. */
static void a_card_and_its_answer_go_over_the_stack_to_the_discards(void **unused)
{
    struct state s = three("HS Ho");

    (void)unused;
    pocket(&s, 1, "rd");
    give(&s, 1, "CM");
    plays_on(&s, "HS", 1);
    expect_gone(2, "HS 1: hand 0 > stack\n");
    plays(&s, 1, "CM");
    expect_gone(1, ""); /* still sealed */
    act(&s, 2, "pass");
    expect_gone(SPECTATOR, "CM 1: hand 1 > stack\n");
    no_answers(&s);
    expect_gone(SPECTATOR, "CM 1: stack > discards\nHS 1: stack > discards\n");
}

static void a_card_that_takes_effect_is_told_to_be_discarded_with_what_it_does(void **unused)
{
    struct state s = three("WT");

    (void)unused;
    plays_on(&s, "WT", 1);
    no_answers(&s);
    expect_gone(SPECTATOR, "B 1: stone 20 > stone 16\nWT 1: stack > discards\n");
    s = three("CP");
    plays_on(&s, "CP", 2);
    no_answers(&s);
    expect_gone(0, "G 1: stone 5 > stone 45\nR 1: stone 45 > stone 5\nCP 1: stack > discards\n");
    s = three("LF");
    pocket(&s, 1, "bu");
    plays_on(&s, "LF", 1);
    no_answers(&s);
    expect_gone(0, "bu 1: gems 1 > gems 0\nLF 1: stack > discards\n");
    /* The die comes first: nothing is read aloud, but all see the card go. */
    s = three("MI");
    plays(&s, 0, "MI");
    no_answers(&s);
    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++)
        expect_gone(viewer, "MI 1: stack > discards\n");
    rolls(&s, 3);
    expect_gone(SPECTATOR, "bu 1: mine > gems 0\n");
}

/* Where nobody else has a card, the stack is never seen. */
static void a_card_that_nobody_can_answer_goes_over_the_stack_at_once(void **unused)
{
    struct state s = bare(2);

    (void)unused;
    stand(&s, 0, 5);
    stand(&s, 1, 20);
    give(&s, 0, "MI");
    may_play(&s, 0);
    plays(&s, 0, "MI");
    expect_gone(SPECTATOR, "MI 1: hand 0 > stack\nMI 1: stack > discards\n");
}

/* Seat 0 comes to seat 1 with the pieces of both, and wins by 3 in a brawl: what is told of it. */
static const char *brawl_by_3(const char *gems)
{
    struct state s = bare(2);

    stand(&s, 0, 4);
    stand(&s, 1, 6);
    pocket(&s, 1, gems);
    may_roll(&s, 0);
    rolls(&s, 2);
    all_say(&s, "brawl");
    all_pick(&s, 10, 7, 0);
    return gone(SPECTATOR);
}

static void pieces_are_told_to_go_to_the_winner_of_a_brawl(void **unused)
{
    (void)unused;
    assert_string_equal(brawl_by_3("bu rd"), "10 1: brawl 0 > shown 0\n7 1: brawl 1 > shown 1\n"
                                             "bu 1: gems 1 > gems 0\n"
                                             "10 1: shown 0 > used 0\n7 1: shown 1 > used 1\n");
    assert_string_equal(brawl_by_3("bk bk"), "10 1: brawl 0 > shown 0\n7 1: brawl 1 > shown 1\n"
                                             "bk 2: gems 1 > gems 0\n"
                                             "10 1: shown 0 > used 0\n7 1: shown 1 > used 1\n");
    /* A gold piece is broken with the mine: 3 for the winner, and 7 come back. */
    assert_string_equal(brawl_by_3("gd"), "10 1: brawl 0 > shown 0\n7 1: brawl 1 > shown 1\n"
                                          "gd 1: gems 1 > mine\nbu 1: mine > gems 0\n"
                                          "rd 1: mine > gems 1\nbk 2: mine > gems 1\n"
                                          "10 1: shown 0 > used 0\n7 1: shown 1 > used 1\n");
}

/* The number that a seat's counter with these words has, or -1. */
static int counter_of(const struct state *s, int viewer, int seat, int text)
{
    static struct scene out;

    memset(&out, 0, sizeof out);
    scene(s, viewer, &out);
    for (int i = 0; i < out.counters; i++)
        if (out.counter[i].scope == SCOPE_SEAT && out.counter[i].of == seat && out.counter[i].words.text == text)
            return out.counter[i].value;
    return -1;
}

static void in_a_brawl_its_numbers_are_counted_and_winning_is_the_goal(void **unused)
{
    struct state s = bare(3);
    static struct scene out;

    (void)unused;
    stand(&s, 0, 4);
    stand(&s, 1, 6);
    stand(&s, 2, 20);
    pocket(&s, 1, "rd");
    give(&s, 0, "DT");
    may_roll(&s, 0);
    rolls(&s, 2);
    all_say(&s, "brawl");
    all_pass(&s); /* no Pull My Finger */
    assert_int_equal(counter_of(&s, 2, 0, T_COUNT_BRAWL), -1);
    scene(&s, 0, &out);
    assert_int_equal(out.goal.text, T_GOAL_BRAWL);
    memset(&out, 0, sizeof out);
    scene(&s, 2, &out);
    assert_int_equal(out.goal.text, T_GOAL_STONE); /* it is not there */
    picks(&s, 0, 4);
    picks(&s, 1, 5);
    assert_int_equal(counter_of(&s, 2, 0, T_COUNT_BRAWL), 4);
    assert_int_equal(counter_of(&s, 2, 1, T_COUNT_BRAWL), 5);
    assert_int_equal(counter_of(&s, 2, 2, T_COUNT_BRAWL), -1);
    plays(&s, 0, "DT");
    expect_told(SPECTATOR, "seat 0 adds 3, which makes 7");
    assert_int_equal(counter_of(&s, SPECTATOR, 0, T_COUNT_BRAWL), -1); /* it is over: nobody has a card left */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mining_takes_as_many_gems_from_the_mine_as_are_rolled),
        cmocka_unit_test(second_wind_moves_on_as_many_stones_as_are_rolled),
        cmocka_unit_test(shortcut_moves_on_1_to_4_stones_chosen_when_it_takes_effect),
        cmocka_unit_test(a_card_on_oneself_says_what_it_will_do),
        cmocka_unit_test(wrong_turn_near_start_and_gin_without_gems_promise_no_more_than_they_do),
        cmocka_unit_test(an_answer_says_whose_card_it_undoes),
        cmocka_unit_test(what_is_chosen_when_a_card_takes_effect_says_why),
        cmocka_unit_test(attacks_and_long_nap_also_reach_start_and_businesses),
        cmocka_unit_test(light_fingers_change_places_and_wrong_turn_reach_the_trail_only),
        cmocka_unit_test(a_hornet_sting_needs_a_gem_whatever_its_colour),
        cmocka_unit_test(a_hornet_sting_costs_3_gems_or_what_there_is),
        cmocka_unit_test(light_fingers_needs_a_piece_that_is_not_gold),
        cmocka_unit_test(light_fingers_takes_a_piece_of_ones_choice_when_it_takes_effect),
        cmocka_unit_test(change_places_swaps_the_places),
        cmocka_unit_test(wrong_turn_sends_back_4_stones_and_not_beyond_start),
        cmocka_unit_test(long_nap_and_stinging_nettles_cost_the_next_turn_and_add_up),
        cmocka_unit_test(thieving_magpie_needs_a_tabled_item),
        cmocka_unit_test(thieving_magpie_takes_an_item_that_its_player_chooses),
        cmocka_unit_test(trip_wires_take_3_each_off_the_next_roll_down_to_1),
        cmocka_unit_test(nip_of_gin_names_the_nearest_gnome_on_the_trail_within_6),
        cmocka_unit_test(of_equally_near_gnomes_nip_of_gin_may_name_any),
        cmocka_unit_test(answers_and_cards_for_brawls_are_not_played_on_ones_own),
        cmocka_unit_test(every_card_does_something_if_nobody_answers),
        cmocka_unit_test(oh_gnome_you_dont_cancels_every_purple_and_red_card),
        cmocka_unit_test(cure_most_remedy_answers_six_cards_and_no_other),
        cmocka_unit_test(only_the_victim_has_a_remedy),
        cmocka_unit_test(a_remedy_can_be_cancelled),
        cmocka_unit_test(everybody_else_on_the_way_with_a_card_is_asked),
        cmocka_unit_test(also_when_all_cards_that_would_fit_lie_in_the_open),
        cmocka_unit_test(in_a_business_and_missing_a_turn_one_can_answer),
        cmocka_unit_test(where_nobody_else_has_a_card_nobody_is_asked),
        cmocka_unit_test(green_cards_are_not_answered),
        cmocka_unit_test(the_first_clockwise_from_the_active_gnome_takes_effect_and_others_keep_theirs),
        cmocka_unit_test(an_answer_is_answered_by_the_active_gnome_first_if_it_does),
        cmocka_unit_test(hornet_sting_remedy_and_two_oh_gnomes_no_sting),
        cmocka_unit_test(last_in_first_out_whatever_the_length),
        cmocka_unit_test(when_an_answer_is_undone_the_card_now_on_top_is_asked_about_again),
        cmocka_unit_test(the_remedy_fits_only_while_the_card_is_on_top),
        cmocka_unit_test(an_answer_is_not_the_one_card_of_a_turn),
        cmocka_unit_test(one_card_a_turn_and_then_a_card_is_drawn),
        cmocka_unit_test(nothing_is_shown_about_who_has_answered),
        cmocka_unit_test(nor_in_the_windows_of_a_brawl),
        cmocka_unit_test(a_choice_in_a_window_is_told_to_its_maker_alone),
        cmocka_unit_test(an_answer_can_be_changed_until_the_last_is_in),
        cmocka_unit_test(a_brawl_is_offered_to_all_there_before_the_card_is_played),
        cmocka_unit_test(passing_a_gnome_is_no_meeting),
        cmocka_unit_test(one_yes_is_enough_and_all_there_take_part),
        cmocka_unit_test(no_brawl_where_no_gnome_has_gems),
        cmocka_unit_test(no_brawl_at_start),
        cmocka_unit_test(no_brawl_in_a_business_nor_with_who_is_inside),
        cmocka_unit_test(whoever_slides_over_the_slime_meets_who_is_there),
        cmocka_unit_test(stones_act_before_a_brawl),
        cmocka_unit_test(a_brawl_is_offered_when_a_card_moves_a_gnome_too),
        cmocka_unit_test(one_brawl_for_one_meeting),
        cmocka_unit_test(change_places_may_lead_to_two_brawls_its_own_first),
        cmocka_unit_test(with_change_places_both_stones_act_the_active_gnomes_first),
        cmocka_unit_test(of_two_meetings_one_may_have_nothing_to_brawl_for),
        cmocka_unit_test(after_nip_of_gin_a_brawl_follows_without_asking),
        cmocka_unit_test(nip_of_gin_without_gems_there_is_only_a_walk),
        cmocka_unit_test(wedgie_yank_against_toe_stomp_costs_3),
        cmocka_unit_test(the_highest_collects_the_difference_or_what_there_is),
        cmocka_unit_test(all_tied_nothing_happens),
        cmocka_unit_test(of_a_tie_at_the_top_the_die_decides),
        cmocka_unit_test(after_three_rolls_the_first_clockwise_from_the_active_gnome_wins),
        cmocka_unit_test(losers_pay_clockwise_from_the_active_gnome),
        cmocka_unit_test(pull_my_finger_is_asked_of_all_there_until_all_pass),
        cmocka_unit_test(with_fewer_than_two_left_there_is_no_brawl_and_no_brawl_card_is_used),
        cmocka_unit_test(pull_my_finger_cancelled_one_stays_in),
        cmocka_unit_test(dirty_tricks_add_3_each_until_all_pass),
        cmocka_unit_test(in_a_brawl_one_reads_what_each_choice_decides),
        cmocka_unit_test(dirty_tricks_of_both_sides_and_of_who_was_tied),
        cmocka_unit_test(a_dirty_trick_cancelled_adds_nothing),
        cmocka_unit_test(who_is_out_of_a_brawl_plays_no_dirty_trick),
        cmocka_unit_test(a_gnome_without_brawl_cards_counts_0),
        cmocka_unit_test(used_brawl_cards_are_gone_and_lie_face_down),
        cmocka_unit_test(picks_are_sealed_and_shown_together),
        cmocka_unit_test(without_brawling_there_are_no_brawls_and_no_cards_for_them),
        cmocka_unit_test(house_rules_about_brawls_need_brawling),
        cmocka_unit_test(with_forfeit_who_cannot_pay_in_full_also_gives_an_item),
        cmocka_unit_test(with_pubbrawl_gnomes_brawl_in_the_pub_before_selling),
        cmocka_unit_test(what_is_dealt_and_drawn_is_told_to_its_owner_only),
        cmocka_unit_test(hands_and_brawl_cards_are_seen_by_their_owner_only),
        cmocka_unit_test(a_card_that_is_played_is_seen_by_all),
        cmocka_unit_test(before_the_first_shuffling_redeals_keep_the_green_cards_of_the_start),
        cmocka_unit_test(small_positions_are_redealt_as_described),
        cmocka_unit_test(a_referee_knows_all_hands),
        cmocka_unit_test(possible_worlds_are_told_from_impossible_ones),
        cmocka_unit_test(after_a_shuffling_no_impossible_world_is_dealt),
        cmocka_unit_test(nor_with_other_numbers_of_cards_at_the_start),
        cmocka_unit_test(a_card_and_its_answer_go_over_the_stack_to_the_discards),
        cmocka_unit_test(a_card_that_takes_effect_is_told_to_be_discarded_with_what_it_does),
        cmocka_unit_test(a_card_that_nobody_can_answer_goes_over_the_stack_at_once),
        cmocka_unit_test(pieces_are_told_to_go_to_the_winner_of_a_brawl),
        cmocka_unit_test(in_a_brawl_its_numbers_are_counted_and_winning_is_the_goal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
