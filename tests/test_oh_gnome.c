/* test_oh_gnome: the box, gems, the trail, trade, drawing and the end of docs/rules/oh-gnome.md; brawls, answers and
 * what is hidden have a file of their own. The source is included, so that positions can be laid out directly. How gems
 * are changed and how gnomes move is worked out here a second time, from the words of the rules, and compared. */
#include "help.h"

#include "../src/games/oh_gnome.c"

/* ---- the tables of the rules ----------------------------------------------------------------- */

static const struct {
    const char *name;
    int copies, price;
    const char *business;
    int best;
} page_items[] = {
    {"Honey", 4, 4, "Cafe", 6},
    {"Field Mushrooms", 3, 3, "Cafe", 5},
    {"Blueberries", 3, 3, "Cafe", 5},
    {"Walnuts", 3, 3, "Pub", 5},
    {"Hazelnuts", 3, 3, "Pub", 5},
    {"Strawberries", 3, 3, "Cafe", 5},
    {"Juniper Berries", 3, 2, "Pub", 5},
    {"Blackberries", 3, 3, "Cafe", 5},
    {"Elderberries", 3, 3, "Pub", 5},
    {"Truffles", 3, 6, "Cafe", 8},
    {"Baby Field Mouse", 3, 5, "Depot", 7},
    {"Whittled Flute", 3, 5, "Pub", 7},
    {"Woven Basket", 3, 4, "Depot", 6},
    {"Flax", 3, 2, "Depot", 4},
    {"Bouquet of Wildflowers", 3, 3, "Cafe", 5},
    {"Small Deer Antler", 3, 5, "Depot", 8},
    {"Firewood", 3, 4, "Depot", 6},
};

enum { PAGE_ITEMS = sizeof page_items / sizeof page_items[0] };

/* `needs_brawls`: taken out without brawling; `remedy`: Cure Most Remedy helps. */
static const struct {
    const char *name;
    int colour, copies;
    bool needs_brawls, remedy;
} page_deeds[] = {
    {"Mining", COLOUR_PURPLE, 8, false, false},           {"Second Wind", COLOUR_PURPLE, 4, false, false},
    {"Shortcut", COLOUR_PURPLE, 3, false, false},         {"Light Fingers", COLOUR_PURPLE, 4, false, false},
    {"Change Places", COLOUR_PURPLE, 2, false, false},    {"Wrong Turn", COLOUR_PURPLE, 3, false, true},
    {"Long Nap", COLOUR_PURPLE, 2, false, true},          {"Nip of Gin", COLOUR_PURPLE, 2, true, false},
    {"Oh Gnome You Don't!", COLOUR_RED, 7, false, false}, {"Cure Most Remedy", COLOUR_RED, 4, false, false},
    {"Hornet Sting", COLOUR_RED, 3, false, true},         {"Thieving Magpie", COLOUR_RED, 2, false, true},
    {"Stinging Nettles", COLOUR_RED, 2, false, true},     {"Trip Wire", COLOUR_RED, 2, false, true},
    {"Dirty Trick", COLOUR_RED, 2, true, false},          {"Pull My Finger", COLOUR_RED, 2, true, false},
};

enum { PAGE_DEEDS = sizeof page_deeds / sizeof page_deeds[0], PAGE_CARDS = PAGE_ITEMS + PAGE_DEEDS };

static const char *const page_brawls[10] = {"Ear Flick", "Nose Tweak", "Hat Snatch", "Shin Kick", "Beard Tug",
                                            "Eye Poke",  "Toe Stomp",  "Belly Butt", "Head Lock", "Wedgie Yank"};

static const struct {
    const char *word, *name;
    int door;
} page_businesses[4] = {{"Cafe", "the Toadstool Cafe", 12},
                        {"Depot", "the Gnome Depot", 26},
                        {"Pub", "the Grub & Grog Pub", 40},
                        {"Cart", "the Tinker's Cart", 52}};

/* From the largest to the smallest. */
static const int page_gems[4] = {10, 5, 3, 1};
static const char *const page_gem_names[4] = {"gold gem", "red gem", "blue gem", "black gem"};

static const char *page_name(int card)
{
    return card < PAGE_ITEMS ? page_items[card].name : page_deeds[card - PAGE_ITEMS].name;
}

static int page_copies(int card, bool brawls)
{
    if (card < PAGE_ITEMS)
        return page_items[card].copies;
    return page_deeds[card - PAGE_ITEMS].needs_brawls && !brawls ? 0 : page_deeds[card - PAGE_ITEMS].copies;
}

/* ---- laying out positions -------------------------------------------------------------------- */

static int thing_named(const char *name)
{
    for (int thing = 0; thing < THINGS_N; thing++)
        if (strcmp(things[thing].name, name) == 0 || strcmp(things[thing].mark, name) == 0)
            return thing;
    fail_msg("there is no '%s'", name);
    return -1;
}

static const char *door_name(int stone)
{
    for (int i = 0; i < 4; i++)
        if (page_businesses[i].door == stone)
            return page_businesses[i].name;
    return NULL;
}

/* Every card of the page is in the draw pile, a hand, on a table, offered, waiting for answers or discarded. */
static void expect_whole_deck(const struct state *s)
{
    int in_pile = 0, in_hand[SEATS_MAX] = {0};

    for (int card = 0; card < PAGE_CARDS; card++) {
        int kind = thing_named(page_name(card)), n = pile_of(s->pile, kind);

        in_pile += n;
        for (int seat = 0; seat < s->seats; seat++) {
            in_hand[seat] += cards_of(&s->hand[seat], kind);
            n += cards_of(&s->hand[seat], kind);
            n += card < PAGE_ITEMS ? (int)(s->table[seat] >> 3 * kind & 7) : 0;
        }
        n += card < PAGE_ITEMS ? (int)(s->sale >> 3 * kind & 7) : 0;
        for (int i = 0; i < s->stack_n; i++)
            n += s->stack[i] == kind;
        assert_in_range(n, 0, page_copies(card, brawling(s)));
        assert_int_equal(n + discards_of(s, kind), page_copies(card, brawling(s)));
    }
    assert_int_equal(in_pile, s->pile_n);
    for (int seat = 0; seat < s->seats; seat++)
        assert_int_equal(in_hand[seat], s->hand_n[seat]);
}

static int find(const struct state *s, int actor, const char *words)
{
    return state_find(&game_oh_gnome, s, actor, words);
}

static bool can(const struct state *s, int actor, const char *words)
{
    return find(s, actor, words) >= 0;
}

/* The number of options of an actor; 0 if it is not asked. */
static int options_of(const struct state *s, int actor)
{
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    return !(actors(s) & BIT(actor)) ? 0 : actor == CHANCE ? chance(s, move, weight) : moves(s, actor, move);
}

static void act(struct state *s, int actor, const char *words)
{
    int move = find(s, actor, words);

    if (move < 0)
        fail_msg("%s cannot '%s' in phase %d", actor_word(actor), words, s->phase);
    apply(s, actor, (move_t)move, NULL);
    expect_whole_deck(s);
}

__attribute__((format(printf, 3, 4))) static void actf(struct state *s, int actor, const char *format, ...)
{
    char words[128];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    act(s, actor, words);
}

static void rolls(struct state *s, int number)
{
    actf(s, CHANCE, "roll %d", number);
}

static void draws(struct state *s, const char *name)
{
    actf(s, CHANCE, "draw %s", things[thing_named(name)].name);
}

/* The next word of a list such as "Ho MI", which is moved on; its thing. */
static int next_card(const char **list)
{
    char word[8];
    size_t length = strcspn(*list, " ");

    assert_in_range(length, 1, sizeof word - 1);
    memcpy(word, *list, length);
    word[length] = 0;
    *list += length + strspn(*list + length, " ");
    return thing_named(word);
}

static void from_pile(struct state *s, int kind)
{
    assert_true(kind < KINDS && pile_of(s->pile, kind) > 0);
    pile_add(s->pile, kind, -1);
    s->pile_n--;
}

/* Cards of the draw pile, by their marks, into a hand. */
static void give(struct state *s, int seat, const char *list)
{
    while (*list) {
        int kind = next_card(&list);

        from_pile(s, kind);
        cards_add(&s->hand[seat], kind, 1);
        s->hand_n[seat]++;
    }
}

/* Items of the draw pile, by their marks, on a table. */
static void lay(struct state *s, int seat, const char *list)
{
    while (*list) {
        int kind = next_card(&list);

        from_pile(s, kind);
        s->table[seat] += (uint64_t)1 << 3 * kind;
    }
}

static void expect_table(const struct state *s, int seat, const char *list)
{
    uint64_t items = 0;

    while (*list)
        items += (uint64_t)1 << 3 * next_card(&list);
    assert_int_equal(s->table[seat], items);
}

/* All cards in hands and on tables go back into the draw pile, and so do the discards. */
static void gather(struct state *s)
{
    for (int seat = 0; seat < s->seats; seat++) {
        s->hand[seat] = (struct cards){0, 0};
        s->hand_n[seat] = s->starting[seat] = 0;
        s->table[seat] = 0;
    }
    s->pile_n = 0;
    memset(s->pile, 0, sizeof s->pile);
    for (int card = 0; card < PAGE_CARDS; card++) {
        pile_add(s->pile, thing_named(page_name(card)), page_copies(card, brawling(s)));
        s->pile_n = (uint8_t)(s->pile_n + page_copies(card, brawling(s)));
    }
}

static uint16_t *pieces_of(struct state *s, int seat, int value)
{
    for (int i = 0; i < 4; i++)
        if (page_gems[i] == value)
            return &s->gems[seat][thing_named(page_gem_names[i]) - THING_PIECE];
    fail_msg("there is no piece of %d", value);
    return NULL;
}

/* Pieces by their values: "10 5 1 1". */
static void purse(struct state *s, int seat, const char *list)
{
    memset(s->gems[seat], 0, sizeof s->gems[seat]);
    while (*list) {
        char *end;
        long value = strtol(list, &end, 10);

        ++*pieces_of(s, seat, (int)value);
        list = end + strspn(end, " ");
    }
}

/* Likewise, the largest first. */
static const char *purse_words(const struct state *s, int seat)
{
    static char words[512];
    struct state copy = *s;
    int length = 0;

    words[0] = 0;
    for (int i = 0; i < 4; i++)
        for (int n = *pieces_of(&copy, seat, page_gems[i]); n > 0; n--)
            length += snprintf(words + length, sizeof words - (size_t)length, "%s%d", length ? " " : "", page_gems[i]);
    return words;
}

static int worth(const struct state *s, int seat)
{
    struct state copy = *s;
    int value = 0;

    for (int i = 0; i < 4; i++)
        value += page_gems[i] * *pieces_of(&copy, seat, page_gems[i]);
    return value;
}

#define expect_gems(s, seat, list) assert_string_equal(purse_words(s, seat), list)

static void put_on(struct state *s, int seat, int stone)
{
    s->place[seat] = (uint8_t)stone;
    s->inside &= (uint8_t)~BIT(seat);
}

static void put_in(struct state *s, int seat, const char *business)
{
    for (int i = 0; i < 4; i++)
        if (strcmp(page_businesses[i].word, business) == 0) {
            s->place[seat] = (uint8_t)page_businesses[i].door;
            s->inside |= (uint8_t)BIT(seat);
            return;
        }
    fail_msg("there is no business '%s'", business);
}

static void expect_on(const struct state *s, int seat, int stone)
{
    assert_int_equal(s->place[seat], stone);
    assert_false(s->inside & BIT(seat));
}

static void expect_in(const struct state *s, int seat, int door)
{
    assert_int_equal(s->place[seat], door);
    assert_true(s->inside & BIT(seat));
}

/* This seat is to roll. */
static void turn_of(struct state *s, int seat)
{
    s->turn = (uint8_t)seat;
    ask_chance(s, ROLL, DIE);
}

/* This seat has moved and is to play a card. */
static void play_of(struct state *s, int seat)
{
    s->turn = (uint8_t)seat;
    ask(s, PLAY, BIT(seat));
}

static bool to_roll(const struct state *s, int seat)
{
    return s->phase == ROLL && s->turn == seat && actors(s) == BIT(CHANCE);
}

/* All gnomes are at Start, without cards and gems, and seat 0 is to roll: "3", or "3:handlimit=on". */
static struct state table(const char *how)
{
    struct deal what;
    struct state s;
    struct why why;
    char id[80];

    snprintf(id, sizeof id, "oh-gnome:%s", how);
    if (!deal_read(&what, id, &why))
        fail_msg("%s: %s", id, why.text);
    assert_null(start(&s, &what.setup));
    while (s.phase == DEAL)
        apply(&s, CHANCE, draw(&s, 0), NULL);
    gather(&s);
    act(&s, CHANCE, "seat 0 starts");
    assert_true(to_roll(&s, 0));
    return s;
}

/* Seat 0 stands on this stone and is to roll; the other stands far away. */
static struct state alone_on(int stone)
{
    struct state s = table("2");

    put_on(&s, 0, stone);
    put_on(&s, 1, stone > 30 ? 2 : 60);
    return s;
}

/* The rest of a turn: no card, and any one is drawn. */
static void rest_of_turn(struct state *s)
{
    if (s->phase == PLAY)
        act(s, s->turn, "play no card");
    if (s->phase == DRAW_CARD)
        apply(s, CHANCE, draw(s, 0), NULL);
}

/* ---- the box --------------------------------------------------------------------------------- */

static void the_box_has_the_104_cards_of_the_page(void **unused)
{
    struct setup setup = {.seats = 3};
    uint16_t count[THINGS_N] = {0};
    int sum[3] = {0};

    (void)unused;
    contents(&setup, count);
    assert_int_equal(PAGE_CARDS, KINDS);
    for (int card = 0; card < PAGE_CARDS; card++) {
        int kind = thing_named(page_name(card));
        int colour = card < PAGE_ITEMS ? COLOUR_GREEN : page_deeds[card - PAGE_ITEMS].colour;

        assert_int_equal(count[kind], page_copies(card, true));
        assert_int_equal(things[kind].colour, colour);
        sum[colour == COLOUR_GREEN ? 0 : colour == COLOUR_PURPLE ? 1 : 2] += count[kind];
    }
    assert_int_equal(sum[0], 52);
    assert_int_equal(sum[1], 28);
    assert_int_equal(sum[2], 24);
}

static void every_gnome_has_the_brawl_cards_1_to_10(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 6; seats++) {
        struct setup setup = {.seats = (uint8_t)seats};
        uint16_t count[THINGS_N] = {0};

        contents(&setup, count);
        for (int i = 0; i < 10; i++) {
            char name[32];

            snprintf(name, sizeof name, "%s (%d)", page_brawls[i], i + 1);
            assert_int_equal(count[thing_named(name)], seats);
            assert_int_equal(things[thing_named(name)].number, i + 1);
        }
    }
}

static void the_gems_are_worth_1_3_5_and_10_and_the_mine_never_runs_out(void **unused)
{
    struct setup setup = {.seats = 6};
    uint16_t count[THINGS_N] = {0};

    (void)unused;
    contents(&setup, count);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(things[thing_named(page_gem_names[i])].number, page_gems[i]);
        assert_int_equal(count[thing_named(page_gem_names[i])], UNLIMITED);
    }
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static void expect_number(const struct option *option, const char *id, int least, int greatest, int number)
{
    assert_string_equal(option->id, id);
    assert_null(option->choices);
    assert_int_equal(option->least, least);
    assert_int_equal(option->greatest, greatest);
    assert_int_equal(option->number, number);
}

static void options_have_the_values_of_the_page(void **unused)
{
    static const char *const expected[][3] = {
        {"brawling", "on", "off"}, {"forfeit", "off", "on"}, {"handlimit", "off", "on"}, {"pubbrawl", "off", "on"}};

    (void)unused;
    assert_int_equal(game_oh_gnome.options_n, 8);
    for (int i = 0; i < 4; i++) {
        assert_string_equal(game_oh_gnome.options[i].id, expected[i][0]);
        assert_int_equal(game_oh_gnome.options[i].choices_n, 2);
        assert_string_equal(game_oh_gnome.options[i].choices[0].id, expected[i][1]);
        assert_string_equal(game_oh_gnome.options[i].choices[1].id, expected[i][2]);
    }
    expect_number(&game_oh_gnome.options[4], "cards", 1, 5, 2);
    expect_number(&game_oh_gnome.options[5], "first", 5, 20, 8);
    expect_number(&game_oh_gnome.options[6], "limit", 1, 8, 5);
    expect_number(&game_oh_gnome.options[7], "toll", 1, 10, 5);
    assert_int_equal(game_oh_gnome.seats_min, 2);
    assert_int_equal(game_oh_gnome.seats_max, 6);
}

static void house_rules_about_brawls_are_refused_without_brawling(void **unused)
{
    static const struct {
        const char *id;
        const char *named; /* in the sentence that refuses it */
    } cases[] = {
        {"oh-gnome:3:brawling=off,forfeit=on", "forfeit"},
        {"oh-gnome:3:brawling=off,pubbrawl=on", "pubbrawl"},
        {"oh-gnome:2:brawling=off,forfeit=on,handlimit=on,pubbrawl=on", "forfeit"},
        {"oh-gnome:3:brawling=off", NULL},
        {"oh-gnome:3:brawling=off,handlimit=on", NULL},
        {"oh-gnome:3:forfeit=on", NULL},
        {"oh-gnome:3:pubbrawl=on", NULL},
        {"oh-gnome:6:forfeit=on,handlimit=on,pubbrawl=on", NULL},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct deal what;
        struct why why = {0};

        assert_int_equal(deal_read(&what, cases[i].id, &why), cases[i].named == NULL);
        if (!cases[i].named)
            continue;
        assert_non_null(strstr(why.text, cases[i].named));
        assert_non_null(strstr(why.text, "brawling"));
    }
}

static void the_number_of_the_hand_limit_is_refused_without_that_rule(void **unused)
{
    static const char *const good[] = {"oh-gnome:2:limit=5", "oh-gnome:2:handlimit=on,limit=1",
                                       "oh-gnome:6:limit=8,handlimit=on",
                                       "oh-gnome:3:brawling=off,handlimit=on,limit=4"};
    static const char *const bad[] = {"oh-gnome:2:limit=1", "oh-gnome:6:handlimit=off,limit=8",
                                      "oh-gnome:3:brawling=off,limit=4"};
    struct deal what;
    struct why why;

    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(deal_read(&what, good[i], &why));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(deal_read(&what, bad[i], &why));
        assert_string_equal(why.text, "limit is the number of a house rule: it needs handlimit=on");
    }
}

static void two_green_cards_at_random_go_to_each_seat(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 6; seats++) {
        struct setup setup = {.seats = (uint8_t)seats};
        int left[PAGE_ITEMS];
        struct state s;

        for (int i = 0; i < PAGE_ITEMS; i++)
            left[i] = page_items[i].copies;
        assert_null(start(&s, &setup));
        for (int n = 0; n < 2 * seats; n++) {
            move_t move[MOVES_MAX];
            uint32_t weight[MOVES_MAX];
            int kinds = chance(&s, move, weight), given = (5 * n) % PAGE_ITEMS;

            /* Each green card in the pile is as likely as any other, and no purple or red one is. */
            assert_int_equal(kinds, PAGE_ITEMS);
            assert_int_equal(odds(&s), 52 - n);
            for (int i = 0; i < kinds; i++) {
                char words[64];

                snprintf(words, sizeof words, "deal %s to seat %d", page_items[i].name, n / 2);
                assert_int_equal(find(&s, CHANCE, words), move[i]);
                assert_int_equal(weight[i], left[i]);
            }
            actf(&s, CHANCE, "deal %s to seat %d", page_items[given].name, n / 2);
            left[given]--;
        }
        assert_int_equal(s.pile_n, 104 - 2 * seats);
        for (int seat = 0; seat < seats; seat++) {
            assert_int_equal(s.hand_n[seat], 2);
            assert_int_equal(s.hand[seat].deeds, 0);
            assert_int_equal(s.brawl_cards[seat], 1023);
            expect_gems(&s, seat, "");
            expect_table(&s, seat, "");
            expect_on(&s, seat, 0);
        }
        assert_int_equal(options_of(&s, CHANCE), seats); /* the starting seat */
    }
}

static void any_seat_may_start_and_turns_go_clockwise(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 6; seats++)
        for (int starter = 0; starter < seats; starter++) {
            struct setup setup = {.seats = (uint8_t)seats};
            struct state s;

            assert_null(start(&s, &setup));
            while (s.phase == DEAL)
                apply(&s, CHANCE, draw(&s, 1), NULL);
            actf(&s, CHANCE, "seat %d starts", starter);
            for (int n = 0; n < 2 * seats; n++) {
                assert_true(to_roll(&s, (starter + n) % seats));
                rolls(&s, 1);
                while (s.phase == CALL || s.phase == ANSWERS)
                    act(&s, bit_lowest(actors(&s)), s.phase == CALL ? "do not brawl" : "pass");
                rest_of_turn(&s);
            }
        }
}

static void without_brawling_three_kinds_of_cards_are_taken_out(void **unused)
{
    struct setup setup = {.seats = 3, .option = {1}};
    uint16_t count[THINGS_N] = {0};
    struct state s = table("3:brawling=off");
    int sum = 0;

    (void)unused;
    contents(&setup, count);
    assert_string_equal(game_oh_gnome.options[0].id, "brawling");
    for (int card = 0; card < PAGE_CARDS; card++) {
        assert_int_equal(count[thing_named(page_name(card))], page_copies(card, false));
        sum += count[thing_named(page_name(card))];
    }
    assert_int_equal(sum, 104 - 6);
    assert_int_equal(s.pile_n, 104 - 6);
    for (int i = 0; i < 10; i++)
        assert_int_equal(count[THING_BRAWL + i], 0);
    assert_int_equal(count[thing_named("Nip of Gin")], 0);
    assert_int_equal(count[thing_named("Dirty Trick")], 0);
    assert_int_equal(count[thing_named("Pull My Finger")], 0);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(s.brawl_cards[seat], 0);
    /* Nobody is asked for a brawl. */
    put_on(&s, 0, 3);
    put_on(&s, 1, 5);
    purse(&s, 0, "10");
    purse(&s, 1, "10");
    rolls(&s, 2);
    expect_on(&s, 0, 5);
    assert_int_equal(s.phase, DRAW_CARD);
}

/* ---- gems ------------------------------------------------------------------------------------ */

static void from_the_mine_come_the_largest_pieces(void **unused)
{
    static const char *const expected[7] = {"", "1", "1 1", "3", "3 1", "5", "5 1"};

    (void)unused;
    for (int n = 1; n <= 6; n++) {
        struct state s = table("2");

        put_on(&s, 0, 3);
        give(&s, 0, "MI");
        play_of(&s, 0);
        act(&s, 0, "play Mining");
        rolls(&s, n);
        expect_gems(&s, 0, expected[n]);
        expect_gems(&s, 1, "");
    }
}

/* A gem from the mine is added to those that are there: nothing is changed up. */
static void outside_a_business_nobody_changes_up(void **unused)
{
    struct state s = table("2");

    (void)unused;
    put_on(&s, 0, 3);
    purse(&s, 0, "5 3 3 1 1 1 1");
    give(&s, 0, "MI");
    play_of(&s, 0);
    act(&s, 0, "play Mining");
    rolls(&s, 4);
    expect_gems(&s, 0, "5 3 3 3 1 1 1 1 1");
    assert_int_equal(s.phase, DRAW_CARD);
}

/* What is left of these pieces when a Hornet Sting takes 3 of them, or the troll 5. */
static void stung(const char *before, const char *after)
{
    struct state s = table("2");

    put_on(&s, 0, 3);
    put_on(&s, 1, 9);
    purse(&s, 1, before);
    give(&s, 0, "HS");
    play_of(&s, 0);
    act(&s, 0, "play Hornet Sting on seat 1");
    expect_gems(&s, 1, after);
    expect_gems(&s, 0, "");
}

static void tolled(const char *before, const char *after)
{
    struct state s = alone_on(32);

    purse(&s, 0, before);
    rolls(&s, 1);
    act(&s, 0, "pay 5 gems and cross the bridge");
    expect_gems(&s, 0, after);
}

static void paying_takes_the_fewest_whole_pieces_larger_ones_first(void **unused)
{
    (void)unused;
    stung("3 1 1 1", "1 1 1");
    stung("5 3 1", "5 1");
    stung("5 1 1 1", "5");
    stung("10 1 1 1 1", "10 1");
    tolled("5 3 1 1", "3 1 1");
    tolled("10 3 1 1", "10");
    tolled("3 3 1 1 1", "3 1");
    tolled("3 1 1 1 1 1", "1 1 1");
    tolled("10 1 1 1 1 1", "10");
}

static void otherwise_the_smallest_piece_that_does_is_broken(void **unused)
{
    (void)unused;
    stung("5", "1 1");         /* 3 and 2 */
    stung("10", "5 1 1");      /* 3 and 7 */
    stung("10 5", "10 1 1");   /* not the gold one */
    stung("5 1", "1 1 1");     /* the black one stays: no whole pieces is the fewest */
    tolled("3 3", "1");        /* one whole, the other broken into 2 and 1 */
    tolled("3 3 1", "1 1");    /* likewise */
    tolled("10 3 1", "5 3 1"); /* breaking the blue one does not do */
    tolled("10 3 3", "10 1");  /* the smallest that does, not the fewest pieces */
    tolled("10", "5");
}

static void who_has_less_pays_what_there_is(void **unused)
{
    (void)unused;
    stung("1 1", "");
    stung("1", "");
    stung("3", "");
}

static void worked_example_17_gems_are_one_gold_one_red_two_black(void **unused)
{
    struct state s = alone_on(10);

    (void)unused;
    lay(&s, 0, "Ho Ho Bu"); /* 6 + 6 + 5 at the Cafe */
    rolls(&s, 2);
    act(&s, 0, "enter the Toadstool Cafe");
    act(&s, 0, "sell everything");
    expect_gems(&s, 0, "10 5 1 1");
    assert_true(to_roll(&s, 1)); /* changing up would change nothing */
}

static void worked_example_3_and_17_gems_change_up_to_two_gold(void **unused)
{
    struct state s = alone_on(10);

    (void)unused;
    purse(&s, 0, "3");
    lay(&s, 0, "Ho Ho Bu");
    rolls(&s, 2);
    act(&s, 0, "enter the Toadstool Cafe");
    act(&s, 0, "sell everything");
    expect_gems(&s, 0, "10 5 3 1 1");
    assert_int_equal(actors(&s), BIT(0));
    assert_int_equal(options_of(&s, 0), 2);
    act(&s, 0, "change up");
    expect_gems(&s, 0, "10 10");
    assert_true(to_roll(&s, 1));
}

/* ---- gems a second time ---------------------------------------------------------------------- */

/* Pieces of 10, 5, 3 and 1, the largest first. */
struct heap {
    int n[4];
};

static int heap_worth(struct heap heap)
{
    return 10 * heap.n[0] + 5 * heap.n[1] + 3 * heap.n[2] + heap.n[3];
}

static int heap_pieces(struct heap heap)
{
    return heap.n[0] + heap.n[1] + heap.n[2] + heap.n[3];
}

/* One after the other the largest piece that is not too much. */
static struct heap heap_of(int sum)
{
    struct heap heap = {{0}};

    while (sum > 0)
        for (int i = 0; i < 4; i++)
            if (page_gems[i] <= sum) {
                heap.n[i]++;
                sum -= page_gems[i];
                break;
            }
    return heap;
}

static struct heap heap_and(struct heap a, struct heap b)
{
    for (int i = 0; i < 4; i++)
        a.n[i] += b.n[i];
    return a;
}

static struct heap heap_less(struct heap a, struct heap b)
{
    for (int i = 0; i < 4; i++) {
        a.n[i] -= b.n[i];
        assert_true(a.n[i] >= 0);
    }
    return a;
}

/* A way to pay: whole pieces, and perhaps one that is broken, of which this part is paid. */
struct way {
    struct heap whole;
    int broken, part; /* the value of the broken piece, 0: none */
};

/* The preferences of the page, in their order: no piece is broken; a smaller one; fewer whole pieces; larger ones. */
static bool way_before(const struct way *a, const struct way *b)
{
    if (a->broken != b->broken)
        return a->broken < b->broken;
    if (heap_pieces(a->whole) != heap_pieces(b->whole))
        return heap_pieces(a->whole) < heap_pieces(b->whole);
    for (int i = 0; i < 4; i++)
        if (a->whole.n[i] != b->whole.n[i])
            return a->whole.n[i] > b->whole.n[i];
    return false;
}

/* Of all ways to pay this sum, which is there, the one to take. */
static struct way way_to_pay(struct heap purse_of, int sum)
{
    struct way best = {{{0}}, -1, 0}, way;

    for (int broken = -1; broken < 4; broken++) {
        struct heap whole = purse_of;

        if (broken >= 0 && whole.n[broken]-- == 0)
            continue;
        for (way.whole.n[0] = 0; way.whole.n[0] <= whole.n[0]; way.whole.n[0]++)
            for (way.whole.n[1] = 0; way.whole.n[1] <= whole.n[1]; way.whole.n[1]++)
                for (way.whole.n[2] = 0; way.whole.n[2] <= whole.n[2]; way.whole.n[2]++)
                    for (way.whole.n[3] = 0; way.whole.n[3] <= whole.n[3]; way.whole.n[3]++) {
                        way.broken = broken < 0 ? 0 : page_gems[broken];
                        way.part = sum - heap_worth(way.whole);
                        if (broken < 0 ? way.part != 0 : way.part <= 0 || way.part >= way.broken)
                            continue;
                        if (best.broken < 0 || way_before(&way, &best))
                            best = way;
                    }
    }
    assert_true(best.broken >= 0);
    return best;
}

/* What payer and payee have afterwards. */
static void heap_pay(struct heap *from, struct heap *to, int sum)
{
    struct way way;

    if (sum > heap_worth(*from))
        sum = heap_worth(*from);
    way = way_to_pay(*from, sum);
    *from = heap_less(*from, way.whole);
    *to = heap_and(*to, way.whole);
    if (!way.broken)
        return;
    *from = heap_less(*from, heap_of(way.broken)); /* the piece itself */
    *from = heap_and(*from, heap_of(way.broken - way.part));
    *to = heap_and(*to, heap_of(way.part));
}

static struct heap heap_in(const struct state *s, int seat)
{
    struct state copy = *s;
    struct heap heap;

    for (int i = 0; i < 4; i++)
        heap.n[i] = *pieces_of(&copy, seat, page_gems[i]);
    return heap;
}

static void put_heap(struct state *s, int seat, struct heap heap)
{
    for (int i = 0; i < 4; i++)
        *pieces_of(s, seat, page_gems[i]) = (uint16_t)heap.n[i];
}

/* Often none of a kind, seldom many. */
static struct heap random_heap(struct luck *luck, int most)
{
    struct heap heap;

    for (int i = 0; i < 4; i++)
        heap.n[i] = (int)luck_below(luck, 1 + luck_below(luck, (uint32_t)most + 1));
    return heap;
}

static void expect_heap(const struct state *s, int seat, struct heap heap)
{
    struct heap found = heap_in(s, seat);

    if (memcmp(&found, &heap, sizeof heap) != 0)
        fail_msg("seat %d has %d gold, %d red, %d blue, %d black; by the page %d, %d, %d, %d", seat, found.n[0],
                 found.n[1], found.n[2], found.n[3], heap.n[0], heap.n[1], heap.n[2], heap.n[3]);
}

/* Seat 0 brawls with seat 1, which has no brawl card left, for this sum (1 to 16: a brawl card and Dirty Tricks). */
static void brawl_for(struct state *s, int sum)
{
    int tricks_n = sum > 13 ? 2 : sum > 10 ? 1 : 0;

    s->brawl_cards[0] = 1023;
    s->brawl_cards[1] = 0;
    give(s, 0, tricks_n == 2 ? "DT DT" : tricks_n == 1 ? "DT" : "");
    turn_of(s, 0);
    put_on(s, 0, 4);
    put_on(s, 1, 5);
    apply(s, CHANCE, MOVE_DIE + 1, NULL);
    assert_int_equal(s->phase, CALL);
    apply(s, 0, MOVE_YES, NULL);
    apply(s, 1, PASS, NULL);
    if (s->phase == DODGES)
        apply(s, 0, PASS, NULL);
    assert_int_equal(s->phase, PICKS);
    apply(s, 0, (move_t)(MOVE_BRAWL + sum - 3 * tricks_n - 1), NULL);
    for (int i = 0; i < tricks_n; i++)
        apply(s, 0, (move_t)(MOVE_CARD + thing_named("Dirty Trick")), NULL);
    assert_true(s->phase == DRAW_CARD);
}

/* Every small purse, then random larger ones; every sum that a brawl can cost. */
static void paying_another_gnome_is_as_by_brute_force(void **unused)
{
    struct state laid = table("2");
    struct luck luck = {11};
    int broken = 0, whole = 0, short_of = 0;

    (void)unused;
    for (int i = 0; i < 30000; i++) {
        struct heap from, to = random_heap(&luck, 3);
        int sum = 1 + (int)luck_below(&luck, 16);
        struct state s = laid;

        if (i < 3 * 4 * 5 * 6 * 16) {
            from = (struct heap){{i % 3, i / 3 % 4, i / 12 % 5, i / 60 % 6}};
            sum = 1 + i / 360;
        } else {
            from = random_heap(&luck, 9);
        }
        if (heap_pieces(from) + heap_pieces(to) == 0)
            continue; /* nothing to brawl for */
        put_heap(&s, 1, from);
        put_heap(&s, 0, to);
        brawl_for(&s, sum);
        if (sum > heap_worth(from))
            short_of++;
        else if (way_to_pay(from, sum).broken)
            broken++;
        else
            whole++;
        heap_pay(&from, &to, sum);
        expect_heap(&s, 1, from);
        expect_heap(&s, 0, to);
    }
    assert_true(broken > 1000 && whole > 1000 && short_of > 1000);
}

/* A sting's 3, the troll's 5 and the two of stone 33 go to the mine. */
static void paying_the_mine_is_as_by_brute_force(void **unused)
{
    struct state laid = table("2");
    struct luck luck = {12};

    (void)unused;
    for (int i = 0; i < 10000; i++) {
        struct heap from = random_heap(&luck, 7), mine = {{0}};
        struct state s = laid;
        int sum;

        if (heap_pieces(from) == 0)
            continue;
        if (i % 3 == 0) { /* seat 1 is stung */
            sum = 3;
            put_on(&s, 0, 3);
            put_on(&s, 1, 9);
            put_heap(&s, 1, from);
            give(&s, 0, "HS");
            play_of(&s, 0);
            apply(&s, 0, (move_t)(MOVE_ON + SEATS * (thing_named("Hornet Sting") - ITEMS_N) + 1), NULL);
        } else { /* seat 1 goes on from 31, over the bridge or to 33 */
            sum = i % 3 == 1 ? 2 : 5;
            put_on(&s, 0, 3);
            put_on(&s, 1, 31);
            put_heap(&s, 1, from);
            turn_of(&s, 1);
            apply(&s, CHANCE, MOVE_DIE + 2, NULL);
            assert_int_equal(s.phase == AT_BRIDGE, heap_worth(from) >= 5);
            if (s.phase == AT_BRIDGE)
                apply(&s, 1, sum == 5 ? MOVE_YES : PASS, NULL);
            else
                sum = 2;
            expect_on(&s, 1, sum == 5 ? 36 : 33);
        }
        heap_pay(&from, &mine, sum);
        expect_heap(&s, 1, from);
    }
}

/* The way of all ways to have this value that has most gold, then most red, then most blue. */
static struct heap brute_change(int value)
{
    struct heap best = {{-1, 0, 0, 0}}, heap;

    for (heap.n[0] = 0; 10 * heap.n[0] <= value; heap.n[0]++)
        for (heap.n[1] = 0; 5 * heap.n[1] <= value; heap.n[1]++)
            for (heap.n[2] = 0; 3 * heap.n[2] <= value; heap.n[2]++) {
                heap.n[3] = 0;
                heap.n[3] = value - heap_worth(heap);
                if (heap.n[3] >= 0 && (heap.n[0] > best.n[0] || (heap.n[0] == best.n[0] && heap.n[1] > best.n[1]) ||
                                       (heap.n[0] == best.n[0] && heap.n[1] == best.n[1] && heap.n[2] > best.n[2])))
                    best = heap;
            }
    return best;
}

/* Also: it is asked only if it changes something. */
static void changing_up_is_as_by_brute_force(void **unused)
{
    struct state laid = alone_on(12);
    struct luck luck = {13};
    int asked = 0, not_asked = 0;

    (void)unused;
    for (int i = 0; i < 5000; i++) {
        struct heap before = random_heap(&luck, 4), after = brute_change(heap_worth(before));
        bool changes = memcmp(&before, &after, sizeof before) != 0, yes = luck_below(&luck, 2);
        struct state s = laid;

        put_heap(&s, 0, before);
        apply(&s, CHANCE, MOVE_DIE + 1, NULL);
        act(&s, 0, "enter the Toadstool Cafe");
        assert_int_equal(s.phase == CHANGE_UP, changes);
        if (changes)
            act(&s, 0, yes ? "change up" : "do not change up");
        assert_true(to_roll(&s, 1));
        expect_heap(&s, 0, changes && yes ? after : before);
        asked += changes;
        not_asked += !changes;
    }
    assert_true(asked > 500 && not_asked > 500);
}

/* ---- moving by the die ----------------------------------------------------------------------- */

static void a_gnome_moves_as_many_stones_as_it_rolls(void **unused)
{
    (void)unused;
    for (int n = 1; n <= 6; n++) {
        struct state s = table("2");

        assert_int_equal(options_of(&s, CHANCE), 6);
        rolls(&s, n);
        expect_on(&s, 0, n);
        expect_on(&s, 1, 0);
    }
}

static void an_exact_count_is_never_needed(void **unused)
{
    (void)unused;
    for (int stone = 55; stone <= 60; stone++)
        for (int n = 1; n <= 6; n++) {
            struct state s = alone_on(stone);

            rolls(&s, n);
            expect_on(&s, 0, stone + n < 61 ? stone + n : 61);
            assert_int_equal(s.finished[0], stone + n < 61 ? 0 : 1);
        }
}

/* From every stone before a door, and from the door itself, with every roll. */
static void a_door_may_be_entered_or_walked_past_in_passing_ending_and_starting(void **unused)
{
    (void)unused;
    for (int b = 0; b < 4; b++)
        for (int before = 0; before <= 6; before++)
            for (int n = 1; n <= 6; n++) {
                int door = page_businesses[b].door;
                struct state s = alone_on(door - before), in;

                rolls(&s, n);
                if (n < before) {
                    expect_on(&s, 0, door - before + n == 18 ? 23 : door - before + n);
                    assert_false(s.phase == AT_DOOR);
                    continue;
                }
                assert_int_equal(actors(&s), BIT(0));
                assert_int_equal(options_of(&s, 0), 2);
                in = s;
                actf(&in, 0, "enter %s", page_businesses[b].name);
                expect_in(&in, 0, door); /* the pips left are lost */
                assert_true(to_roll(&in, 1));
                actf(&s, 0, n > before ? "walk past %s" : "stay outside %s", page_businesses[b].name);
                expect_on(&s, 0, door + n - before == 18 ? 23 : door + n - before);
                assert_int_equal(s.phase, DRAW_CARD);
            }
}

static void no_other_stone_has_a_door(void **unused)
{
    (void)unused;
    for (int stone = 1; stone <= 60; stone++) {
        struct state s = alone_on(stone - 1);

        if (door_name(stone - 1))
            continue; /* it may be entered before the first step */
        rolls(&s, 1);
        assert_int_equal(s.phase == AT_DOOR, door_name(stone) != NULL);
    }
}

/* [R] It cannot be entered again on that move. */
static void a_business_is_left_by_the_next_stone(void **unused)
{
    (void)unused;
    for (int b = 0; b < 4; b++)
        for (int n = 1; n <= 6; n++) {
            int door = page_businesses[b].door;
            struct state s = alone_on(1);

            put_in(&s, 0, page_businesses[b].word);
            rolls(&s, n);
            expect_on(&s, 0, door + n == 18 ? 23 : door + n);
            assert_int_equal(s.phase, DRAW_CARD);
        }
}

static void a_business_may_be_entered_again_on_a_later_move(void **unused)
{
    struct state s = alone_on(1);

    (void)unused;
    put_in(&s, 0, "Cafe");
    put_on(&s, 1, 30);
    give(&s, 1, "WT");
    rolls(&s, 2);
    draws(&s, "Ho");
    rolls(&s, 1);
    act(&s, 1, "play Wrong Turn on seat 0");
    act(&s, 0, "pass");
    expect_on(&s, 0, 10);
    draws(&s, "Ho");
    rolls(&s, 5);
    act(&s, 0, "enter the Toadstool Cafe");
    expect_in(&s, 0, 12);
}

static void slug_slime_carries_from_18_to_23(void **unused)
{
    (void)unused;
    for (int n = 1; n <= 6; n++) {
        struct state s = alone_on(18 - n);

        rolls(&s, n);
        if (n == 6)
            act(&s, 0, "walk past the Toadstool Cafe");
        expect_on(&s, 0, 23);
    }
}

static void who_passes_the_slime_walks_the_long_way(void **unused)
{
    (void)unused;
    for (int stone = 13; stone <= 17; stone++)
        for (int n = 1; n <= 6; n++) {
            struct state s = alone_on(stone);

            rolls(&s, n);
            expect_on(&s, 0, stone + n == 18 ? 23 : stone + n);
        }
}

static void nobody_slides_back(void **unused)
{
    struct state s = alone_on(1);

    (void)unused;
    for (int stone = 19; stone <= 22; stone++) {
        s = alone_on(stone);
        rolls(&s, 23 - stone);
        expect_on(&s, 0, 23);
    }
    s = alone_on(17); /* slid to 23, and back from there stone by stone */
    rolls(&s, 1);
    draws(&s, "Ho");
    put_on(&s, 1, 30);
    give(&s, 1, "WT");
    rolls(&s, 1);
    act(&s, 1, "play Wrong Turn on seat 0");
    act(&s, 0, "pass");
    expect_on(&s, 0, 19);
}

static void who_slides_meets_the_gnomes_on_23(void **unused)
{
    struct state s = alone_on(15);

    (void)unused;
    put_on(&s, 1, 23);
    purse(&s, 1, "1");
    rolls(&s, 3);
    assert_int_equal(actors(&s), BIT(0) | BIT(1));
    assert_true(can(&s, 0, "brawl"));
}

/* ---- the Troll Bridge ------------------------------------------------------------------------ */

/* From 26 to 32 with every roll: who stops on 32 is not asked. The bridge costs a pip. */
static void the_troll_is_paid_5_gems_and_the_bridge_costs_one_pip(void **unused)
{
    (void)unused;
    for (int stone = 27; stone <= 32; stone++)
        for (int n = 1; n <= 6; n++) {
            struct state s = alone_on(stone), over;
            int left = n - (32 - stone); /* pips left on 32 */

            purse(&s, 0, "10 3");
            rolls(&s, n);
            if (left <= 0) {
                expect_on(&s, 0, stone + n);
                expect_gems(&s, 0, "10 3");
                continue;
            }
            assert_int_equal(actors(&s), BIT(0));
            assert_int_equal(options_of(&s, 0), 2);
            over = s;
            act(&over, 0, "pay 5 gems and cross the bridge");
            expect_gems(&over, 0, "5 3");
            if (36 + left - 1 >= 40)
                act(&over, 0, left == 5 ? "stay outside the Grub & Grog Pub" : "walk past the Grub & Grog Pub");
            expect_on(&over, 0, 36 + left - 1);
            act(&s, 0, "take the trail behind the bridge");
            expect_on(&s, 0, 32 + left);
            expect_gems(&s, 0, left == 1 ? "10 1" : "10 3"); /* stone 33 */
        }
}

static void with_fewer_than_5_gems_it_takes_the_trail(void **unused)
{
    static const struct {
        const char *gems;
        bool enough;
    } cases[] = {{"", false}, {"3 1", false}, {"1 1 1 1", false}, {"3", false},       {"3 1 1", true},
                 {"5", true}, {"10", true},   {"3 3", true},      {"1 1 1 1 1", true}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int stone = 30; stone <= 32; stone++) {
            struct state s = alone_on(stone);

            purse(&s, 0, cases[i].gems);
            rolls(&s, 36 - stone);
            assert_int_equal(s.phase == AT_BRIDGE, cases[i].enough);
            if (cases[i].enough)
                continue;
            expect_on(&s, 0, 36);
            expect_gems(&s, 0, cases[i].gems);
        }
}

static void behind_the_bridge_nothing_is_paid_and_nothing_asked(void **unused)
{
    (void)unused;
    for (int stone = 33; stone <= 35; stone++) {
        struct state s = alone_on(stone);

        purse(&s, 0, "10 10");
        lay(&s, 0, "Ho Fx");
        rolls(&s, 4);
        expect_on(&s, 0, stone + 4); /* 37, 38, 39 */
        expect_gems(&s, 0, "10 10");
        expect_table(&s, 0, "Ho Fx");
    }
}

/* The stones behind the bridge do nothing to whoever passes. */
static void passing_33_to_35_costs_nothing(void **unused)
{
    struct state s = alone_on(32);

    (void)unused;
    purse(&s, 0, "3 1");
    lay(&s, 0, "Ho Fx");
    give(&s, 0, "Wa Wa Hz Hz");
    rolls(&s, 4);
    expect_on(&s, 0, 36);
    expect_gems(&s, 0, "3 1");
    expect_table(&s, 0, "Ho Fx");
    assert_int_equal(s.hand_n[0], 4);
    assert_int_equal(s.phase, PLAY);
}

/* The ways to come to a stone behind the bridge: by the die, forwards, backwards, by changing places (both ways round)
 * and by a nip of gin. Who comes is seat 0; the gems, table and hand are to be laid before. Another gnome, where the
 * card needs one, has nothing, and stays out of any brawl there. */
enum { BY_DIE, BY_SECOND_WIND, BY_SHORTCUT, BY_WRONG_TURN, BY_OWN_CHANGE, BY_ANOTHERS_CHANGE, BY_GIN, WAYS_TO_COME };

static void say_no_to_all(struct state *s)
{
    while (s->phase == CALL || s->phase == ANSWERS)
        act(s, bit_lowest(actors(s)), s->phase == CALL ? "do not brawl" : "pass");
}

static void come_to(struct state *s, int stone, int how)
{
    static const char *const card[WAYS_TO_COME] = {"", "SW", "SC", "WT", "CP", "CP", "NG"};

    put_on(s, 0, 30);
    put_on(s, 1, 2);
    if (how == BY_DIE) {
        put_on(s, 0, stone - 1);
        turn_of(s, 0);
        rolls(s, 1);
        if (s->phase == AT_BRIDGE)
            act(s, 0, "take the trail behind the bridge");
        return;
    }
    give(s, how == BY_WRONG_TURN || how == BY_ANOTHERS_CHANGE ? 1 : 0, card[how]);
    play_of(s, how == BY_WRONG_TURN || how == BY_ANOTHERS_CHANGE ? 1 : 0);
    switch (how) {
    case BY_SECOND_WIND:
        act(s, 0, "play Second Wind");
        rolls(s, stone - 30);
        break;
    case BY_SHORTCUT:
        put_on(s, 0, 31);
        act(s, 0, "play Shortcut");
        actf(s, 0, "move on %d stones", stone - 31);
        break;
    case BY_WRONG_TURN:
        put_on(s, 0, stone + 4);
        act(s, 1, "play Wrong Turn on seat 0");
        say_no_to_all(s);
        break;
    case BY_OWN_CHANGE:
        put_on(s, 1, stone);
        act(s, 0, "play Change Places on seat 1");
        break;
    case BY_ANOTHERS_CHANGE:
        put_on(s, 1, stone);
        act(s, 1, "play Change Places on seat 0");
        say_no_to_all(s);
        break;
    default:
        put_on(s, 0, stone + 2);
        put_on(s, 1, stone);
        act(s, 0, "play Nip of Gin on seat 1");
        break;
    }
}

static void on_33_two_gems_are_lost_however_one_came(void **unused)
{
    static const char *const gems[][2] = {{"10 1 1", "10"}, {"5", "3"}, {"1", ""}, {"", ""}, {"3 1", "1 1"}};

    (void)unused;
    for (int how = 0; how < WAYS_TO_COME; how++)
        for (size_t i = 0; i < sizeof gems / sizeof gems[0]; i++) {
            struct state s = table("2");

            purse(&s, 0, gems[i][0]);
            come_to(&s, 33, how);
            expect_on(&s, 0, 33);
            expect_gems(&s, 0, gems[i][1]);
        }
}

static void on_34_one_tabled_item_of_ones_choice_is_discarded_however_one_came(void **unused)
{
    (void)unused;
    for (int how = 0; how < WAYS_TO_COME; how++) {
        struct state s = table("2"), nothing = s, single = s, alike = s;

        lay(&s, 0, "Ho Fx Tr Tr");
        lay(&s, 1, "Wa");
        come_to(&s, 34, how);
        expect_on(&s, 0, 34);
        assert_int_equal(actors(&s), BIT(0));
        assert_int_equal(options_of(&s, 0), 3);
        assert_true(can(&s, 0, "discard Honey") && can(&s, 0, "discard Flax"));
        act(&s, 0, "discard Truffles");
        expect_table(&s, 0, "Ho Fx Tr");
        expect_table(&s, 1, "Wa");
        assert_int_equal(discards_of(&s, thing_named("Truffles")), 1);
        /* Nothing to choose, or nothing to lose: the turn goes on. */
        lay(&single, 0, "Tr");
        come_to(&single, 34, how);
        expect_table(&single, 0, "");
        assert_true(single.phase == DRAW_CARD);
        lay(&alike, 0, "Ho Ho");
        come_to(&alike, 34, how);
        expect_table(&alike, 0, "Ho");
        assert_true(alike.phase == DRAW_CARD);
        come_to(&nothing, 34, how);
        expect_on(&nothing, 0, 34);
        assert_true(nothing.phase == DRAW_CARD);
    }
}

static void on_35_half_of_the_hand_is_lost_at_random_however_one_came(void **unused)
{
    static const char *const hands[8] = {
        "", "Wa", "Wa Hz", "Wa Wa Hz", "Wa Wa Hz Ho", "Wa Wa Hz Ho MI", "Wa Wa Hz Ho MI MI", "Wa Wa Hz Ho MI MI Fx"};

    (void)unused;
    for (int how = 0; how < WAYS_TO_COME; how++)
        for (int n = 0; n <= 7; n++) {
            struct state s = table("2");
            int lost = n / 2;

            give(&s, 0, hands[n]);
            come_to(&s, 35, how);
            expect_on(&s, 0, 35);
            assert_int_equal(s.hand_n[0], n);
            while (s.phase == LOSE_CARD) {
                move_t move[MOVES_MAX];
                uint32_t weight[MOVES_MAX];
                int kinds = chance(&s, move, weight), sum = 0;

                /* Each card in hand is as likely as any other. */
                for (int i = 0; i < kinds; i++) {
                    assert_int_equal(weight[i], cards_of(&s.hand[0], move[i] - MOVE_CARD));
                    sum += (int)weight[i];
                }
                assert_int_equal(sum, s.hand_n[0]);
                act(&s, CHANCE, can(&s, CHANCE, "lose Walnuts") ? "lose Walnuts" : "lose Hazelnuts");
                lost--;
            }
            assert_int_equal(lost, 0);
            assert_int_equal(s.hand_n[0], n - n / 2);
        }
}

static void the_stone_acts_before_any_brawl_there(void **unused)
{
    struct state s = table("2");

    (void)unused;
    /* Two gems lost, and nobody has gems any more: no brawl is offered. */
    put_on(&s, 0, 32);
    put_on(&s, 1, 33);
    purse(&s, 0, "1 1");
    rolls(&s, 1);
    expect_gems(&s, 0, "");
    assert_int_equal(s.phase, DRAW_CARD);
    s = table("2"); /* one is left */
    put_on(&s, 0, 32);
    put_on(&s, 1, 33);
    purse(&s, 0, "3");
    rolls(&s, 1);
    expect_gems(&s, 0, "1");
    assert_int_equal(actors(&s), BIT(0) | BIT(1));
    s = table("2"); /* the item is chosen, then the brawl is asked about */
    put_on(&s, 0, 32);
    put_on(&s, 1, 34);
    purse(&s, 1, "3");
    lay(&s, 0, "Ho Fx");
    rolls(&s, 2);
    assert_int_equal(actors(&s), BIT(0));
    act(&s, 0, "discard Flax");
    assert_int_equal(actors(&s), BIT(0) | BIT(1));
    assert_true(can(&s, 1, "brawl"));
    s = table("2"); /* half of the hand goes, then the brawl is asked about */
    put_on(&s, 0, 32);
    put_on(&s, 1, 35);
    purse(&s, 1, "3");
    give(&s, 0, "PF PF");
    rolls(&s, 3);
    act(&s, CHANCE, "lose Pull My Finger");
    assert_int_equal(actors(&s), BIT(0) | BIT(1));
}

/* ---- moved by cards -------------------------------------------------------------------------- */

static void second_wind_moves_on_by_the_die_and_shortcut_by_1_to_4(void **unused)
{
    (void)unused;
    for (int n = 1; n <= 6; n++) {
        struct state s = alone_on(3);

        give(&s, 0, "SW SC");
        play_of(&s, 0);
        act(&s, 0, "play Second Wind");
        assert_int_equal(options_of(&s, CHANCE), 6);
        rolls(&s, n);
        expect_on(&s, 0, 3 + n);
        assert_int_equal(s.phase, DRAW_CARD);
    }
    for (int n = 1; n <= 4; n++) {
        struct state s = alone_on(3);

        give(&s, 0, "SW SC");
        play_of(&s, 0);
        act(&s, 0, "play Shortcut");
        assert_int_equal(options_of(&s, 0), 4);
        actf(&s, 0, n == 1 ? "move on %d stone" : "move on %d stones", n);
        expect_on(&s, 0, 3 + n);
        assert_int_equal(s.phase, DRAW_CARD);
    }
}

/* [R] On the door's stone, past it, from it: it stays on the trail. The next roll may enter from there. */
static void a_gnome_moved_by_a_card_enters_no_business(void **unused)
{
    (void)unused;
    for (int b = 0; b < 4; b++)
        for (int from = page_businesses[b].door - 4; from <= page_businesses[b].door; from++)
            for (int n = 1; n <= 4; n++) {
                struct state s = alone_on(from);

                give(&s, 0, "SC");
                play_of(&s, 0);
                act(&s, 0, "play Shortcut");
                actf(&s, 0, n == 1 ? "move on %d stone" : "move on %d stones", n);
                assert_int_equal(s.phase, DRAW_CARD);
                expect_on(&s, 0, from + n);
                if (from + n != page_businesses[b].door)
                    continue;
                draws(&s, "Ho");
                turn_of(&s, 0);
                rolls(&s, 2);
                actf(&s, 0, "enter %s", page_businesses[b].name);
                expect_in(&s, 0, page_businesses[b].door);
            }
}

/* [R] However rich it is. */
static void a_gnome_moved_forwards_by_a_card_goes_behind_the_bridge(void **unused)
{
    (void)unused;
    for (int from = 27; from <= 32; from++)
        for (int n = 33 - from; n <= 6; n++) {
            struct state s = alone_on(from);

            purse(&s, 0, "10 1 1");
            give(&s, 0, "SW");
            play_of(&s, 0);
            act(&s, 0, "play Second Wind");
            rolls(&s, n);
            expect_on(&s, 0, from + n);
            expect_gems(&s, 0, from + n == 33 ? "10" : "10 1 1");
        }
}

static void slime_carries_whoever_a_card_puts_on_18(void **unused)
{
    struct state s = alone_on(15);

    (void)unused;
    give(&s, 0, "SC");
    play_of(&s, 0);
    act(&s, 0, "play Shortcut");
    act(&s, 0, "move on 3 stones");
    expect_on(&s, 0, 23);
    s = alone_on(13);
    give(&s, 0, "SW");
    play_of(&s, 0);
    act(&s, 0, "play Second Wind");
    rolls(&s, 5);
    expect_on(&s, 0, 23);
    s = alone_on(5); /* sent back on the slime: forwards it slides */
    put_on(&s, 1, 22);
    give(&s, 0, "WT");
    play_of(&s, 0);
    act(&s, 0, "play Wrong Turn on seat 1");
    expect_on(&s, 1, 23);
}

static void sent_back(struct state *s)
{
    gather(s);
    give(s, 1, "WT");
    put_on(s, 1, 2);
    play_of(s, 1);
    act(s, 1, "play Wrong Turn on seat 0");
    say_no_to_all(s);
}

static void wrong_turn_sends_back_4_stones(void **unused)
{
    (void)unused;
    for (int stone = 1; stone <= 60; stone++) {
        struct state s = alone_on(stone);

        sent_back(&s);
        expect_on(&s, 0, stone < 4 ? 0 : stone == 22 ? 23 : stone - 4);
        assert_int_equal(s.phase, DRAW_CARD);
        assert_int_equal(s.turn, 1);
    }
}

/* Back at Start it is not on the trail any more. */
static void past_stone_1_a_gnome_stands_at_start(void **unused)
{
    struct state s = alone_on(2);

    (void)unused;
    sent_back(&s);
    expect_on(&s, 0, 0);
    gather(&s);
    purse(&s, 0, "1");
    give(&s, 1, "WT CP LF NG TW LN SN HS");
    play_of(&s, 1);
    assert_false(can(&s, 1, "play Wrong Turn on seat 0"));
    assert_false(can(&s, 1, "play Change Places on seat 0"));
    assert_false(can(&s, 1, "play Light Fingers on seat 0"));
    assert_false(can(&s, 1, "play Nip of Gin on seat 0"));
    assert_true(can(&s, 1, "play Trip Wire on seat 0"));
    assert_true(can(&s, 1, "play Long Nap on seat 0"));
    assert_true(can(&s, 1, "play Stinging Nettles on seat 0"));
    assert_true(can(&s, 1, "play Hornet Sting on seat 0"));
    turn_of(&s, 0);
    rolls(&s, 1);
    expect_on(&s, 0, 1);
}

/* [R] */
static void over_the_bridge_back_from_36_to_32_is_one_step(void **unused)
{
    (void)unused;
    for (int n = 1; n <= 4; n++) { /* to 36, 37, 38, 39 */
        struct state s = alone_on(32);

        purse(&s, 0, "5 1");
        rolls(&s, n);
        act(&s, 0, "pay 5 gems and cross the bridge");
        expect_on(&s, 0, 35 + n);
        sent_back(&s);
        expect_on(&s, 0, 28 + n); /* 29, 30, 31, 32 */
        expect_gems(&s, 0, "1");
    }
}

static void behind_the_bridge_back_is_by_35(void **unused)
{
    struct state s = alone_on(32);

    (void)unused;
    purse(&s, 0, "10");
    rolls(&s, 5);
    act(&s, 0, "take the trail behind the bridge");
    expect_on(&s, 0, 37);
    sent_back(&s);
    expect_on(&s, 0, 33);
    expect_gems(&s, 0, "5 3"); /* however one came: 2 of a gold gem */
    s = alone_on(31);          /* poor */
    rolls(&s, 5);
    expect_on(&s, 0, 36);
    sent_back(&s);
    expect_on(&s, 0, 32);
    s = alone_on(32); /* by a card */
    purse(&s, 0, "10");
    give(&s, 0, "SW");
    play_of(&s, 0);
    act(&s, 0, "play Second Wind");
    rolls(&s, 6);
    expect_on(&s, 0, 38);
    sent_back(&s);
    expect_on(&s, 0, 34);
}

/* [R] Crossed, sent back, and on by the die: the troll wants 5 again; and the new way counts for the next way back. */
static void who_is_sent_back_before_the_bridge_pays_again(void **unused)
{
    struct state s = alone_on(32);

    (void)unused;
    purse(&s, 0, "10 10");
    rolls(&s, 2);
    act(&s, 0, "pay 5 gems and cross the bridge");
    sent_back(&s);
    expect_on(&s, 0, 30);
    turn_of(&s, 0);
    rolls(&s, 4);
    act(&s, 0, "pay 5 gems and cross the bridge");
    expect_on(&s, 0, 37);
    expect_gems(&s, 0, "10");
    sent_back(&s);
    expect_on(&s, 0, 30);
    turn_of(&s, 0);
    rolls(&s, 6);
    act(&s, 0, "take the trail behind the bridge");
    expect_on(&s, 0, 36);
    sent_back(&s);
    expect_on(&s, 0, 32);
}

/* [R] */
static void a_gnome_put_beyond_the_bridge_goes_back_by_35(void **unused)
{
    (void)unused;
    for (int stone = 36; stone <= 39; stone++) {
        struct state s = alone_on(31);

        put_on(&s, 1, stone); /* Change Places of its own */
        give(&s, 0, "CP");
        play_of(&s, 0);
        act(&s, 0, "play Change Places on seat 1");
        expect_on(&s, 0, stone);
        expect_on(&s, 1, 31);
        sent_back(&s);
        expect_on(&s, 0, stone - 4);

        s = alone_on(31); /* Change Places of the other */
        put_on(&s, 1, stone);
        give(&s, 1, "CP");
        play_of(&s, 1);
        act(&s, 1, "play Change Places on seat 0");
        expect_on(&s, 0, stone);
        sent_back(&s);
        expect_on(&s, 0, stone - 4);

        s = alone_on(stone - 6); /* Nip of Gin */
        put_on(&s, 1, stone);
        give(&s, 0, "NG");
        play_of(&s, 0);
        act(&s, 0, "play Nip of Gin on seat 1");
        expect_on(&s, 0, stone);
        sent_back(&s);
        expect_on(&s, 0, stone - 4);
    }
}

/* A gnome that crossed the bridge and changes places beyond it has still crossed it; the one that comes to its stone
 * keeps its own way too. Put back before the bridge, both have crossed nothing. */
static void changing_places_beyond_the_bridge_everybody_keeps_the_own_route(void **unused)
{
    struct state s = alone_on(32), before;

    (void)unused;
    purse(&s, 0, "5");
    rolls(&s, 1);
    act(&s, 0, "pay 5 gems and cross the bridge");
    put_on(&s, 1, 38); /* has walked behind the bridge */
    before = s;
    gather(&s);
    give(&s, 1, "CP WT");
    play_of(&s, 1);
    act(&s, 1, "play Change Places on seat 0");
    expect_on(&s, 0, 38);
    expect_on(&s, 1, 36);
    play_of(&s, 1);
    act(&s, 1, "play Wrong Turn on seat 0");
    expect_on(&s, 0, 31); /* 37, 36, 32, 31 */
    give(&s, 0, "WT");
    play_of(&s, 0);
    act(&s, 0, "play Wrong Turn on seat 1");
    expect_on(&s, 1, 32); /* 35, 34, 33, 32 */

    s = before; /* put before the bridge, and beyond it again, by Change Places */
    put_on(&s, 1, 20);
    gather(&s);
    give(&s, 1, "CP CP WT");
    play_of(&s, 1);
    act(&s, 1, "play Change Places on seat 0");
    expect_on(&s, 0, 20);
    play_of(&s, 1);
    act(&s, 1, "play Change Places on seat 0");
    expect_on(&s, 0, 36);
    play_of(&s, 1);
    act(&s, 1, "play Wrong Turn on seat 0");
    expect_on(&s, 0, 32); /* by 35, although it once crossed the bridge */
}

/* [R] */
static void past_stone_60_a_card_finishes(void **unused)
{
    struct state s = alone_on(58);

    (void)unused;
    give(&s, 0, "SW Ho");
    play_of(&s, 0);
    act(&s, 0, "play Second Wind");
    rolls(&s, 3);
    expect_on(&s, 0, 61);
    assert_int_equal(s.finished[0], 1);
    expect_gems(&s, 0, "5 3");
    assert_int_equal(s.hand_n[0], 0); /* and no card is drawn */
    assert_true(to_roll(&s, 1));
    s = alone_on(60);
    give(&s, 0, "SC");
    play_of(&s, 0);
    act(&s, 0, "play Shortcut");
    act(&s, 0, "move on 4 stones");
    assert_int_equal(s.finished[0], 1);
    s = alone_on(58); /* 60 is not the Finish */
    give(&s, 0, "SC");
    play_of(&s, 0);
    act(&s, 0, "play Shortcut");
    act(&s, 0, "move on 2 stones");
    expect_on(&s, 0, 60);
    assert_int_equal(s.finished[0], 0);
}

static void with_change_places_both_stones_act_the_active_gnome_first(void **unused)
{
    struct state s = table("2");

    (void)unused;
    put_on(&s, 0, 33);
    put_on(&s, 1, 34);
    purse(&s, 1, "3");
    lay(&s, 0, "Ho Fx");
    give(&s, 0, "CP");
    play_of(&s, 0);
    act(&s, 0, "play Change Places on seat 1");
    expect_on(&s, 0, 34);
    expect_on(&s, 1, 33);
    expect_gems(&s, 1, "3"); /* not yet */
    act(&s, 0, "discard Honey");
    expect_gems(&s, 1, "1");
    s = table("2"); /* the other way round */
    put_on(&s, 0, 34);
    put_on(&s, 1, 33);
    purse(&s, 0, "3");
    lay(&s, 1, "Ho Fx");
    give(&s, 0, "CP");
    play_of(&s, 0);
    act(&s, 0, "play Change Places on seat 1");
    expect_gems(&s, 0, "1");
    assert_int_equal(actors(&s), BIT(1));
    act(&s, 1, "discard Flax");
    expect_table(&s, 1, "Ho");
    assert_int_equal(s.phase, DRAW_CARD);
    assert_int_equal(s.turn, 0);
}

/* Who stands there already has not come. */
static void a_nip_of_gin_without_a_step_does_not_make_the_stone_act(void **unused)
{
    struct state s = table("2");

    (void)unused;
    put_on(&s, 0, 33);
    put_on(&s, 1, 33);
    purse(&s, 0, "3");
    purse(&s, 1, "3");
    give(&s, 0, "NG");
    play_of(&s, 0);
    act(&s, 0, "play Nip of Gin on seat 1");
    expect_gems(&s, 0, "3");
    expect_gems(&s, 1, "3");
    assert_int_equal(s.phase, PICKS); /* the brawl */
}

/* ---- missed turns and trip wires ------------------------------------------------------------- */

static void a_missed_turn_passes_to_the_next_gnome(void **unused)
{
    static const char *const cards[2][2] = {{"SN", "Stinging Nettles"}, {"LN", "Long Nap"}};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct state s = table("3");

        give(&s, 0, cards[i][0]);
        rolls(&s, 2);
        actf(&s, 0, "play %s on seat 1", cards[i][1]);
        draws(&s, "Ho");
        assert_true(to_roll(&s, 2));
        assert_int_equal(s.hand_n[1], 0); /* nothing is drawn */
        rolls(&s, 3);
        draws(&s, "Ho");
        assert_true(to_roll(&s, 0));
        rolls(&s, 2);
        act(&s, 0, "table Honey");
        draws(&s, "Ho");
        assert_true(to_roll(&s, 1)); /* one turn only */
        expect_on(&s, 1, 0);
    }
}

/* Two and one more: three turns in a row. */
static void missed_turns_add_up(void **unused)
{
    struct state s = table("3");

    (void)unused;
    for (int i = 0; i < 3; i++) {
        give(&s, 0, i == 1 ? "LN" : "SN");
        play_of(&s, 0);
        actf(&s, 0, "play %s on seat 1", i == 1 ? "Long Nap" : "Stinging Nettles");
    }
    rest_of_turn(&s);
    for (int missed = 0; missed < 3; missed++) {
        assert_true(to_roll(&s, 2));
        gather(&s);
        rolls(&s, 1);
        say_no_to_all(&s);
        rest_of_turn(&s);
        assert_true(to_roll(&s, 0));
        gather(&s);
        rolls(&s, 1);
        say_no_to_all(&s);
        rest_of_turn(&s);
    }
    assert_true(to_roll(&s, 1));
}

static int told(const struct facts *facts, int text, int seat)
{
    int n = 0;

    for (int i = 0; i < facts->n; i++)
        n += facts->fact[i].phrase.text == text && facts->fact[i].phrase.arg[0] == seat;
    return n;
}

/* The first finishes, and the other two miss 90 and 93 turns: 90 rounds pass at once. Seat 1 then rolls in round 192
 * of 200, for it was to begin its turn in round 102; and seat 2 still has 3 to miss. */
static void rounds_that_all_miss_are_told_at_once(void **unused)
{
    struct state s = table("3");
    struct facts heard = {0};

    (void)unused;
    put_on(&s, 0, 60);
    s.miss[1] = 90;
    s.miss[2] = 93;
    s.round = 101;
    apply(&s, CHANCE, (move_t)find(&s, CHANCE, "roll 1"), &heard);
    assert_true(to_roll(&s, 1));
    assert_int_equal(s.round, 191);
    assert_int_equal(s.miss[1], 0);
    assert_int_equal(s.miss[2], 3);
    assert_int_equal(heard.lost, 0);
    for (int seat = 1; seat < 3; seat++) {
        assert_int_equal(told(&heard, T_MISSES, seat), 0);
        assert_int_equal(told(&heard, T_MISSES_MORE, seat), 1);
    }
}

static void of_two_gnomes_the_other_then_has_two_turns_in_a_row(void **unused)
{
    struct state s = table("2");

    (void)unused;
    give(&s, 0, "SN");
    rolls(&s, 1);
    act(&s, 0, "play Stinging Nettles on seat 1");
    draws(&s, "Ho");
    assert_true(to_roll(&s, 0)); /* again */
}

/* In a business too; it stays inside. */
static void a_turn_can_be_missed_in_a_business(void **unused)
{
    struct state s = table("2");

    (void)unused;
    put_in(&s, 1, "Depot");
    give(&s, 0, "SN");
    rolls(&s, 1);
    act(&s, 0, "play Stinging Nettles on seat 1");
    draws(&s, "Ho");
    assert_true(to_roll(&s, 0));
    expect_in(&s, 1, 26);
    gather(&s);
    rolls(&s, 1);
    draws(&s, "Ho");
    assert_true(to_roll(&s, 1));
    rolls(&s, 1);
    expect_on(&s, 1, 27);
}

static void a_trip_wire_takes_3_off_the_next_roll_down_to_1(void **unused)
{
    (void)unused;
    for (int wires = 0; wires <= 2; wires++)
        for (int n = 1; n <= 6; n++) {
            struct state s = table("2");
            int pips = n - 3 * wires < 1 ? 1 : n - 3 * wires;

            put_on(&s, 0, 1);
            for (int i = 0; i < wires; i++) {
                give(&s, 0, "TW");
                play_of(&s, 0);
                act(&s, 0, "play Trip Wire on seat 1");
            }
            turn_of(&s, 1);
            rolls(&s, n);
            expect_on(&s, 1, pips);
            gather(&s); /* the next roll is a whole one again */
            put_on(&s, 1, 2);
            turn_of(&s, 1);
            rolls(&s, n);
            expect_on(&s, 1, 2 + n);
        }
}

/* It waits for the next roll to move: turns that are missed do not use it up, and it works on leaving a business. */
static void a_trip_wire_waits_for_the_next_roll_to_move(void **unused)
{
    struct state s = table("2");

    (void)unused;
    put_on(&s, 0, 1);
    put_in(&s, 1, "Cart");
    give(&s, 0, "TW");
    play_of(&s, 0);
    act(&s, 0, "play Trip Wire on seat 1");
    give(&s, 0, "SN");
    play_of(&s, 0);
    act(&s, 0, "play Stinging Nettles on seat 1");
    draws(&s, "Ho");
    assert_true(to_roll(&s, 0));
    gather(&s);
    rolls(&s, 6);
    draws(&s, "Ho");
    rolls(&s, 5);
    expect_on(&s, 1, 54);
}

/* ---- trade ----------------------------------------------------------------------------------- */

/* Each item at each business with fixed prices, one and all copies of it. */
static void items_fetch_their_price_and_the_higher_one_at_their_business(void **unused)
{
    (void)unused;
    for (int b = 0; b < 3; b++)
        for (int i = 0; i < PAGE_ITEMS; i++)
            for (int all = 0; all < 2; all++) {
                struct state s = alone_on(page_businesses[b].door);
                bool best = strcmp(page_items[i].business, page_businesses[b].word) == 0;
                int price = best ? page_items[i].best : page_items[i].price, n = page_items[i].copies;

                for (int k = 0; k < n; k++)
                    lay(&s, 0, things[thing_named(page_items[i].name)].mark);
                rolls(&s, 1);
                actf(&s, 0, "enter %s", page_businesses[b].name);
                if (all) {
                    act(&s, 0, "sell everything");
                } else {
                    actf(&s, 0, "sell %s for %d", page_items[i].name, price);
                    act(&s, 0, "sell no more");
                }
                assert_int_equal(worth(&s, 0), all ? n * price : price);
                assert_int_equal(s.table[0] != 0, !all);
                assert_int_equal(discards_of(&s, thing_named(page_items[i].name)), all ? n : 1);
                assert_true(to_roll(&s, 1));
            }
}

/* A sum of sums would come in smaller pieces. */
static void the_whole_sale_is_collected_as_one_sum(void **unused)
{
    struct state s = alone_on(40), twice;

    (void)unused;
    lay(&s, 0, "Wa Ju Fx Fu"); /* 5, 5, 2 and 7 at the Pub */
    rolls(&s, 1);
    act(&s, 0, "enter the Grub & Grog Pub");
    assert_int_equal(options_of(&s, 0), 6); /* nothing, everything, four items */
    act(&s, 0, "sell Walnuts for 5");
    expect_gems(&s, 0, ""); /* not yet */
    act(&s, 0, "sell Juniper Berries for 5");
    expect_gems(&s, 0, "");
    assert_true(can(&s, 0, "sell no more"));
    twice = s;
    act(&s, 0, "sell no more");
    expect_gems(&s, 0, "10");
    expect_table(&s, 0, "Fx Fu");
    assert_true(to_roll(&s, 1));
    act(&twice, 0, "sell everything"); /* the rest too, in the same sum */
    expect_gems(&twice, 0, "10 5 3 1");
    expect_table(&twice, 0, "");
}

static void one_may_sell_nothing(void **unused)
{
    struct state s = alone_on(26);

    (void)unused;
    lay(&s, 0, "Fx");
    rolls(&s, 1);
    act(&s, 0, "enter the Gnome Depot");
    assert_int_equal(options_of(&s, 0), 2); /* one card is everything */
    act(&s, 0, "sell nothing");
    expect_gems(&s, 0, "");
    expect_table(&s, 0, "Fx");
    assert_true(to_roll(&s, 1));
    expect_in(&s, 0, 26);
}

/* Only on entering: the next turn must roll and leave. */
static void who_is_in_a_business_must_leave_on_the_next_turn(void **unused)
{
    struct state s = alone_on(26);

    (void)unused;
    lay(&s, 0, "Fx");
    purse(&s, 0, "1 1 1");
    put_in(&s, 0, "Depot");
    assert_int_equal(actors(&s), BIT(CHANCE));
    rolls(&s, 2);
    expect_on(&s, 0, 28);
    expect_table(&s, 0, "Fx");
    expect_gems(&s, 0, "1 1 1");
}

/* The items are chosen first; then each is rolled for, and the sum of the rolls is paid at once. */
static void the_tinker_rolls_for_each_item(void **unused)
{
    struct state s = alone_on(50);

    (void)unused;
    lay(&s, 0, "Tr Fx Fx Ho");
    purse(&s, 0, "1");
    rolls(&s, 4);
    act(&s, 0, "enter the Tinker's Cart");
    act(&s, 0, "offer Flax");
    assert_int_equal(actors(&s), BIT(0));
    act(&s, 0, "offer Truffles");
    act(&s, 0, "offer Flax");
    expect_table(&s, 0, "Ho");
    assert_int_equal(discards_of(&s, thing_named("Flax")), 0);
    act(&s, 0, "offer no more");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(actors(&s), BIT(CHANCE));
        assert_int_equal(options_of(&s, CHANCE), 6);
        expect_gems(&s, 0, "1");
        rolls(&s, i == 0 ? 6 : i == 1 ? 1 : 2);
    }
    expect_gems(&s, 0, "5 3 1 1"); /* 9, and the 1 */
    assert_int_equal(discards_of(&s, thing_named("Flax")), 2);
    assert_int_equal(discards_of(&s, thing_named("Truffles")), 1);
    act(&s, 0, "change up");
    expect_gems(&s, 0, "10");
    expect_table(&s, 0, "Ho");
    assert_true(to_roll(&s, 1));
    expect_in(&s, 0, 52);
}

static void the_tinker_takes_everything_or_nothing_too(void **unused)
{
    struct state s = alone_on(52), none;

    (void)unused;
    lay(&s, 0, "Tr Fx");
    rolls(&s, 4);
    act(&s, 0, "enter the Tinker's Cart");
    none = s;
    act(&s, 0, "offer everything");
    rolls(&s, 1);
    rolls(&s, 1);
    expect_gems(&s, 0, "1 1");
    expect_table(&s, 0, "");
    act(&none, 0, "offer nothing");
    expect_gems(&none, 0, "");
    expect_table(&none, 0, "Tr Fx");
    assert_true(to_roll(&none, 1));
}

/* With nothing to sell one is not asked to; with nothing to change neither. */
static void changing_up_is_asked_only_if_it_changes_something(void **unused)
{
    static const struct {
        const char *before, *after; /* NULL: not asked */
    } cases[] = {{"", NULL},          {"10 5 3 1", NULL}, {"1 1", NULL},   {"3 1", NULL},
                 {"1 1 1", "3"},      {"3 3", "5 1"},     {"5 5", "10"},   {"3 1 1", "5"},
                 {"10 10 5 1", NULL}, {"3 3 3", "5 3 1"}, {"5 1 1", NULL}, {"5 3 1 1", "10"}};

    (void)unused;
    for (int b = 0; b < 4; b++)
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            struct state s = alone_on(page_businesses[b].door), keep;

            purse(&s, 0, cases[i].before);
            rolls(&s, 3);
            actf(&s, 0, "enter %s", page_businesses[b].name);
            if (!cases[i].after) {
                assert_true(to_roll(&s, 1));
                continue;
            }
            assert_int_equal(options_of(&s, 0), 2);
            keep = s;
            act(&s, 0, "change up");
            expect_gems(&s, 0, cases[i].after);
            assert_true(to_roll(&s, 1));
            act(&keep, 0, "do not change up");
            expect_gems(&keep, 0, cases[i].before);
            assert_true(to_roll(&keep, 1));
        }
}

/* Another gnome is inside already. */
static void in_a_business_no_card_is_played_or_drawn_and_nobody_brawls(void **unused)
{
    (void)unused;
    for (int b = 0; b < 4; b++) {
        struct state s = alone_on(page_businesses[b].door - 2);

        put_in(&s, 1, page_businesses[b].word);
        purse(&s, 0, "10");
        purse(&s, 1, "10");
        give(&s, 0, "MI Ho");
        rolls(&s, 2);
        actf(&s, 0, "enter %s", page_businesses[b].name);
        assert_true(to_roll(&s, 1));
        assert_int_equal(s.hand_n[0], 2);
        /* Who leaves plays and draws as ever. */
        rolls(&s, 3);
        draws(&s, "Fx");
        assert_true(to_roll(&s, 0));
        rolls(&s, 1);
        act(&s, 0, "play Mining");
        act(&s, 1, "pass");
        rolls(&s, 1);
        draws(&s, "Fx");
        assert_int_equal(s.hand_n[0], 2);
    }
}

/* On the door's stone but outside: on the trail, and not with those inside. */
static void outside_a_door_one_is_not_with_those_inside(void **unused)
{
    struct state s = alone_on(24);

    (void)unused;
    put_in(&s, 1, "Depot");
    purse(&s, 0, "10");
    purse(&s, 1, "10");
    rolls(&s, 2);
    act(&s, 0, "stay outside the Gnome Depot");
    assert_int_equal(s.phase, DRAW_CARD); /* no brawl is offered */
    give(&s, 0, "LF WT CP NG HS");
    play_of(&s, 0);
    assert_false(can(&s, 0, "play Light Fingers on seat 1"));
    assert_false(can(&s, 0, "play Wrong Turn on seat 1"));
    assert_false(can(&s, 0, "play Change Places on seat 1"));
    assert_false(can(&s, 0, "play Nip of Gin on seat 1"));
    assert_true(can(&s, 0, "play Hornet Sting on seat 1"));
}

/* ---- play and draw --------------------------------------------------------------------------- */

static void one_card_is_played_or_none_and_one_is_drawn(void **unused)
{
    struct state s = table("2"), none;

    (void)unused;
    give(&s, 0, "Ho Ho Fx MI");
    rolls(&s, 3);
    assert_int_equal(actors(&s), BIT(0));
    assert_int_equal(options_of(&s, 0), 4);
    none = s;
    act(&s, 0, "table Honey");
    expect_table(&s, 0, "Ho");
    assert_int_equal(actors(&s), BIT(CHANCE)); /* it cannot be answered, and there is no second card */
    draws(&s, "TW");
    assert_int_equal(s.hand_n[0], 4);
    assert_int_equal(cards_of(&s.hand[0], thing_named("Trip Wire")), 1);
    assert_int_equal(s.pile_n, 104 - 5);
    assert_true(to_roll(&s, 1));
    act(&none, 0, "play no card");
    draws(&none, "TW");
    assert_int_equal(none.hand_n[0], 5);
    assert_true(to_roll(&none, 1));
}

static void without_cards_in_hand_nobody_is_asked_for_one(void **unused)
{
    struct state s = table("2");

    (void)unused;
    rolls(&s, 3);
    assert_int_equal(actors(&s), BIT(CHANCE));
    draws(&s, "Ho");
    assert_int_equal(s.hand_n[0], 1);
}

static void purple_and_red_cards_are_discarded_after_use(void **unused)
{
    struct state s = table("2");

    (void)unused;
    give(&s, 0, "MI TW");
    rolls(&s, 3);
    act(&s, 0, "play Mining");
    rolls(&s, 2);
    assert_int_equal(discards_of(&s, thing_named("Mining")), 1);
    play_of(&s, 0);
    act(&s, 0, "play Trip Wire on seat 1");
    assert_int_equal(discards_of(&s, thing_named("Trip Wire")), 1);
}

/* Every card in the draw pile is as likely as any other. */
static void a_card_is_drawn_at_random(void **unused)
{
    struct state s = table("2");
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    (void)unused;
    give(&s, 1, "Ho Ho MI TW TW");
    rolls(&s, 3);
    assert_int_equal(chance(&s, move, weight), PAGE_CARDS - 1);
    assert_int_equal(odds(&s), 104 - 5);
    for (int card = 0, i = 0; card < PAGE_CARDS; card++) {
        int kind = thing_named(page_name(card)), gone = cards_of(&s.hand[1], kind);
        char words[64];

        snprintf(words, sizeof words, "draw %s", page_name(card));
        if (page_copies(card, true) == gone) {
            assert_false(can(&s, CHANCE, words));
            continue;
        }
        assert_int_equal(move[i], find(&s, CHANCE, words));
        assert_int_equal(weight[i++], page_copies(card, true) - gone);
    }
}

/* All cards that are still in the draw pile go to this hand. */
static void give_all(struct state *s, int seat)
{
    for (int kind = 0; kind < KINDS; kind++)
        while (pile_of(s->pile, kind) > 0)
            give(s, seat, things[kind].mark);
}

/* What lies on tables and in hands stays there; the card just played goes with the discards. */
static void the_discards_become_the_draw_pile_when_there_is_no_card_to_draw(void **unused)
{
    struct state s = table("3");

    (void)unused;
    lay(&s, 1, "Ho");
    give(&s, 0, "MI");
    give(&s, 2, "Fx");
    give_all(&s, 1);
    /* Two Walnuts are discarded. */
    cards_add(&s.hand[1], thing_named("Walnuts"), -2);
    s.hand_n[1] -= 2;
    assert_int_equal(s.pile_n, 0);
    rolls(&s, 3);
    assert_int_equal(s.pile_n, 0); /* not before a card must be drawn */
    act(&s, 0, "play Mining");
    say_no_to_all(&s);
    rolls(&s, 1);
    assert_int_equal(s.pile_n, 3);
    assert_int_equal(options_of(&s, CHANCE), 2);
    assert_true(can(&s, CHANCE, "draw Mining") && can(&s, CHANCE, "draw Walnuts"));
    draws(&s, "Wa");
    assert_int_equal(s.pile_n, 2);
    assert_int_equal(discards_of(&s, thing_named("Walnuts")), 0);
    expect_table(&s, 1, "Ho");
    assert_int_equal(s.hand_n[2], 1);
    assert_true(to_roll(&s, 1));
}

/* The last card is drawn; the discards wait for the next one who must draw. */
static void the_discards_are_not_shuffled_before_they_are_needed(void **unused)
{
    struct state s = table("2");

    (void)unused;
    give(&s, 0, "MI");
    from_pile(&s, thing_named("Honey"));
    give_all(&s, 1);
    pile_add(s.pile, thing_named("Honey"), 1);
    s.pile_n = 1;
    rolls(&s, 3);
    act(&s, 0, "play Mining");
    act(&s, 1, "pass");
    rolls(&s, 6);
    assert_int_equal(options_of(&s, CHANCE), 1);
    draws(&s, "Ho");
    assert_int_equal(s.pile_n, 0);
    assert_int_equal(discards_of(&s, thing_named("Mining")), 1);
    rolls(&s, 4);
    act(&s, 1, "play no card");
    assert_true(can(&s, CHANCE, "draw Mining"));
}

static void with_no_card_at_all_there_is_no_draw(void **unused)
{
    struct state s = table("2");

    (void)unused;
    give(&s, 0, "Ho Fx");
    give_all(&s, 1);
    rolls(&s, 3);
    act(&s, 0, "table Honey");
    assert_true(to_roll(&s, 1));
    assert_int_equal(s.hand_n[0], 1);
    assert_int_equal(s.pile_n, 0);
    rolls(&s, 4);
    act(&s, 1, "play no card");
    assert_true(to_roll(&s, 0));
}

static void a_seat_keeps_any_number_of_cards(void **unused)
{
    struct state s = table("2");

    (void)unused;
    put_in(&s, 0, "Cafe");
    give(&s, 0, "Ho Ho Fx Fx MI MI Wa Wa");
    rolls(&s, 1);
    act(&s, 0, "play no card");
    draws(&s, "Tr");
    assert_int_equal(s.hand_n[0], 9);
}

/* By words, at a table: what the others see of it. */
static void a_first_turn_in_words(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "oh-gnome:2");
    trial_do(&t, "chance", "deal Honey to seat 0");
    trial_do(&t, "chance", "deal Flax to seat 0");
    trial_do(&t, "chance", "deal Truffles to seat 1");
    trial_do(&t, "chance", "deal Truffles to seat 1");
    trial_do(&t, "chance", "seat 1 starts");
    trial_do(&t, "chance", "roll 4");
    assert_string_equal(trial_log(&t, "0"), "Seat 1 rolls 4\nSeat 1 stops on stone 4\n");
    assert_int_equal(trial_options(&t, "1"), 2); /* the same card twice is one option */
    trial_do(&t, "1", "table Truffles");
    assert_int_equal(trial_count(&t, "0", "Truffles"), 1);
    trial_do(&t, "chance", "draw Mining");
    assert_string_equal(trial_log(&t, "0"), "Seat 1 draws a card\n");
    assert_string_equal(trial_log(&t, "1"), "You draw Mining\n");
    assert_int_equal(trial_count(&t, "0", "Mining"), 0);
    assert_int_equal(trial_count(&t, "1", "Mining"), 1);
    trial_do(&t, "chance", "roll 6");
    trial_do(&t, "0", "table Honey");
    trial_do(&t, "chance", "draw Trip Wire");
    trial_do(&t, "chance", "roll 3");
    assert_true(trial_can(&t, "1", "play Mining"));
    trial_end(&t);
}

/* ---- the house rule of the hand limit -------------------------------------------------------- */

/* Before the roll that leaves, one after the other, cards of one's choice. */
static void handlimit_five_cards_at_most_on_leaving_a_business(void **unused)
{
    struct state s = table("2:handlimit=on");

    (void)unused;
    put_on(&s, 0, 10);
    put_on(&s, 1, 30);
    give(&s, 0, "Ho Ho Fx Fx MI MI Wa");
    rolls(&s, 2);
    act(&s, 0, "enter the Toadstool Cafe"); /* not on entering */
    assert_true(to_roll(&s, 1));
    rolls(&s, 1);
    draws(&s, "Ho");
    assert_int_equal(actors(&s), BIT(0));
    assert_int_equal(options_of(&s, 0), 4);
    act(&s, 0, "discard Walnuts");
    assert_int_equal(actors(&s), BIT(0));
    act(&s, 0, "discard Honey");
    assert_int_equal(s.hand_n[0], 5);
    assert_int_equal(discards_of(&s, thing_named("Walnuts")), 1);
    expect_in(&s, 0, 12);
    assert_true(to_roll(&s, 0));
    rolls(&s, 1);
    act(&s, 0, "play no card");
    draws(&s, "Fx");
    assert_int_equal(s.hand_n[0], 6);
}

static void handlimit_does_not_touch_five_cards_or_who_is_outside_or_misses_the_turn(void **unused)
{
    struct state s = table("2:handlimit=on");

    (void)unused;
    put_in(&s, 1, "Cafe"); /* five are allowed */
    give(&s, 1, "Ho Ho Fx Fx MI");
    rolls(&s, 1);
    draws(&s, "Tr");
    assert_true(to_roll(&s, 1));

    s = table("2:handlimit=on"); /* outside a door */
    put_on(&s, 1, 12);
    give(&s, 1, "Ho Ho Fx Fx MI MI Wa");
    rolls(&s, 1);
    draws(&s, "Tr");
    assert_true(to_roll(&s, 1));

    s = table("2:handlimit=on"); /* a missed turn leaves no business */
    put_in(&s, 1, "Cafe");
    give(&s, 1, "Ho Ho Fx Fx MI MI Wa");
    give(&s, 0, "SN");
    rolls(&s, 1);
    act(&s, 0, "play Stinging Nettles on seat 1");
    act(&s, 1, "pass");
    draws(&s, "Tr");
    assert_true(to_roll(&s, 0));
    assert_int_equal(s.hand_n[1], 7);
    rolls(&s, 1);
    act(&s, 0, "play no card");
    draws(&s, "Tr");
    assert_int_equal(actors(&s), BIT(1));
    assert_int_equal(options_of(&s, 1), 4);
}

/* ---- the end --------------------------------------------------------------------------------- */

static void bonuses_and_penalties_go_by_the_order_of_finishing(void **unused)
{
    static const char *const after[6] = {"10 5 3", "10 5", "10 1 1", "10", "5 3", "5 1"};
    struct state s = table("6");

    (void)unused;
    for (int seat = 0; seat < 6; seat++) {
        put_on(&s, seat, 60);
        purse(&s, seat, "10");
    }
    for (int i = 0; i < 6; i++) {
        int seat = (4 + i) % 6;

        if (i == 0)
            turn_of(&s, 4);
        assert_true(to_roll(&s, seat));
        rolls(&s, 1 + i);
        assert_int_equal(s.finished[seat], i + 1);
        expect_gems(&s, seat, after[i]);
    }
    assert_int_equal(actors(&s), 0);
}

/* First the bonus (pays what it has), then the items. */
static void a_penalty_is_paid_before_the_items_pay(void **unused)
{
    struct state s = table("6");

    (void)unused;
    for (int seat = 0; seat < 6; seat++)
        put_on(&s, seat, 60);
    purse(&s, 4, "1");
    lay(&s, 4, "Ho Fx"); /* 4 + 2 */
    lay(&s, 5, "Tr");
    for (int seat = 0; seat < 6; seat++)
        rolls(&s, 1);
    expect_gems(&s, 3, "");
    expect_gems(&s, 4, "3");
    expect_gems(&s, 5, "3");
}

static void tabled_items_pay_half_of_the_sum_rounded_down(void **unused)
{
    static const struct {
        const char *items;
        const char *after; /* with the bonus of 8: 5 and 3 */
    } cases[] = {
        {"", "5 3"},
        {"Fx", "5 3 1"},             /* 2 */
        {"Wa", "5 3 1"},             /* 3 */
        {"Wa Wa", "5 3 3"},          /* 6: not 1 + 1 */
        {"Wa Hz Bu", "5 3 3 1"},     /* 9 */
        {"Mo Fu An", "5 5 3 1 1"},   /* 15: 7 */
        {"Ho Ho Ho Ho", "5 5 3 3"},  /* 16: the price, not the best one */
        {"Tr Tr Tr An", "10 5 3 1"}, /* 23: 11 */
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct state s = alone_on(60);

        lay(&s, 0, cases[i].items);
        rolls(&s, 6);
        expect_gems(&s, 0, cases[i].after);
        expect_table(&s, 0, "");
        assert_int_equal(s.finished[0], 1);
    }
}

/* Every item has its plain price here. */
static void each_item_pays_half_of_its_price_at_the_finish(void **unused)
{
    (void)unused;
    for (int i = 0; i < PAGE_ITEMS; i++) {
        struct state s = alone_on(60);

        for (int k = 0; k < page_items[i].copies; k++)
            lay(&s, 0, things[thing_named(page_items[i].name)].mark);
        rolls(&s, 6);
        assert_int_equal(worth(&s, 0), 8 + page_items[i].copies * page_items[i].price / 2);
    }
}

static void who_finishes_discards_the_hand_and_plays_and_draws_nothing(void **unused)
{
    struct state s = alone_on(59);

    (void)unused;
    give(&s, 0, "MI MI Ho OG TW");
    lay(&s, 0, "Fx");
    rolls(&s, 2);
    assert_true(to_roll(&s, 1));
    assert_int_equal(s.hand_n[0], 0);
    assert_int_equal(discards_of(&s, thing_named("Mining")), 2);
    assert_int_equal(discards_of(&s, thing_named("Oh Gnome You Don't!")), 1);
    assert_int_equal(discards_of(&s, thing_named("Flax")), 1);
    expect_whole_deck(&s);
}

/* No card reaches it, it answers none, and its turns are passed over. */
static void a_finished_gnome_is_out_of_reach(void **unused)
{
    struct state s = table("3");

    (void)unused;
    put_on(&s, 0, 60);
    put_on(&s, 1, 59);
    put_on(&s, 2, 3);
    purse(&s, 0, "10 1");
    rolls(&s, 1);
    expect_on(&s, 0, 61);
    expect_gems(&s, 0, "10 5 3 1");
    give(&s, 1, "HS TM SN TW LF CP WT LN NG");
    assert_true(to_roll(&s, 1));
    rolls(&s, 1);
    for (int i = 0; i < PAGE_DEEDS; i++) {
        char words[64];

        snprintf(words, sizeof words, "play %s on seat 0", page_deeds[i].name);
        assert_false(can(&s, 1, words));
    }
    assert_true(can(&s, 1, "play Trip Wire on seat 2"));
    assert_false(can(&s, 1, "play Hornet Sting on seat 2")); /* no gems */
    act(&s, 1, "play Trip Wire on seat 2");
    assert_int_equal(actors(&s), BIT(CHANCE)); /* nobody is asked */
    draws(&s, "Ho");
    assert_true(to_roll(&s, 2));
    rolls(&s, 2);
    expect_on(&s, 2, 4);
    draws(&s, "Ho");
    assert_true(to_roll(&s, 1));
}

static void expect_ranks(const struct state *s, int seats, const char *ranks, const int *scores)
{
    struct result outcome;
    uint8_t rank[SEATS_MAX] = {0};

    assert_int_equal(actors(s), 0);
    memset(&outcome, 0, sizeof outcome);
    result(s, &outcome);
    game_ranks(&game_oh_gnome, seats, &outcome, rank);
    for (int seat = 0; seat < seats; seat++) {
        assert_int_equal(rank[seat], ranks[seat] - '0');
        assert_int_equal(outcome.score[seat], scores[seat]);
    }
}

/* The game ends when the last has finished. */
static void most_gem_value_wins_and_ties_go_to_the_earlier_finisher(void **unused)
{
    static const struct {
        const char *gems[4]; /* before the bonuses 8, 5, 2, 0 */
        const char *ranks;
        int scores[4];
    } cases[] = {
        {{"", "", "", ""}, "1234", {8, 5, 2, 0}},
        {{"1 1", "5", "5 3", "10"}, "1234", {10, 10, 10, 10}},
        {{"", "", "", "10"}, "2341", {8, 5, 2, 10}},
        {{"", "3", "10", "10 1 1"}, "3412", {8, 8, 12, 12}},
        {{"1", "5 1", "10 10", "10 1"}, "4213", {9, 11, 22, 11}},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct state s = table("4");

        for (int seat = 0; seat < 4; seat++) {
            put_on(&s, seat, 60);
            purse(&s, seat, cases[i].gems[seat]);
        }
        for (int seat = 0; seat < 4; seat++) {
            assert_int_not_equal(actors(&s), 0);
            rolls(&s, 3);
        }
        expect_ranks(&s, 4, cases[i].ranks, cases[i].scores);
    }
}

/* [R] Missed turns count. The starter plays one turn, then all miss 198 or 199: 200 are played in all. */
static void after_200_turns_of_each_seat_the_game_is_over(void **unused)
{
    static const int scores[3] = {5, 8, 2};
    struct state s = table("3");

    (void)unused;
    for (int seat = 0; seat < 3; seat++) /* turn 1 */
        s.miss[seat] = (uint8_t)(seat == 0 ? 198 : 199);
    put_on(&s, 0, 4);
    put_on(&s, 1, 44);
    put_on(&s, 2, 1);
    rolls(&s, 5);
    draws(&s, "Ho");
    assert_true(to_roll(&s, 0)); /* its 200th */
    rolls(&s, 1);
    act(&s, 0, "play no card");
    draws(&s, "Ho");
    assert_true(to_roll(&s, 1));
    rolls(&s, 1);
    draws(&s, "Ho");
    assert_true(to_roll(&s, 2));
    rolls(&s, 1);
    assert_int_equal(actors(&s), BIT(CHANCE));
    draws(&s, "Ho"); /* turns 200 of all: by their places 1, 0, 2 */
    expect_ranks(&s, 3, "213", scores);
}

/* The starter may be any seat, and may have finished. */
static void the_limit_counts_rounds_from_the_starter(void **unused)
{
    struct setup setup = {.seats = 3};
    struct state s;

    (void)unused;
    assert_null(start(&s, &setup));
    while (s.phase == DEAL)
        apply(&s, CHANCE, draw(&s, 0), NULL);
    gather(&s);
    act(&s, CHANCE, "seat 1 starts");
    put_on(&s, 1, 60);
    s.miss[2] = 199;
    s.miss[0] = 198;
    rolls(&s, 1);                /* turn 1 of seat 1, which finishes */
    assert_true(to_roll(&s, 0)); /* turn 199, after 199 missed ones of seat 2 */
    rolls(&s, 1);
    draws(&s, "Ho");
    assert_true(to_roll(&s, 2)); /* turn 200 */
    rolls(&s, 2);
    draws(&s, "Ho");
    assert_true(to_roll(&s, 0)); /* turn 200 */
    rolls(&s, 2);
    act(&s, 0, "play no card");
    draws(&s, "Ho");
    assert_int_equal(actors(&s), 0);
    assert_int_equal(s.finished[0], 2);
    assert_int_equal(s.finished[2], 3);
}

/* [R] The last turn is seat 5's: 5, 0, 1, ... go first among equals. A gnome in a business stands at its door's stone,
 * and one that has finished before keeps its place. They finish as ever: bonus, items, hand. */
static void at_the_limit_gnomes_finish_by_place_and_equals_in_order_from_the_active_one(void **unused)
{
    struct state s = table("6");

    (void)unused;
    put_on(&s, 0, 26);
    put_in(&s, 1, "Depot");
    put_on(&s, 2, 60);
    turn_of(&s, 2);
    rolls(&s, 1); /* the first to finish */
    put_on(&s, 3, 27);
    put_on(&s, 4, 25);
    put_on(&s, 5, 24);
    for (int seat = 0; seat < 6; seat++)
        purse(&s, seat, "10");
    lay(&s, 1, "Ho");
    give(&s, 3, "Fx");
    s.round = 199;
    turn_of(&s, 5);
    rolls(&s, 2);
    act(&s, 5, "stay outside the Gnome Depot");
    say_no_to_all(&s);
    draws(&s, "Tr");
    assert_int_equal(actors(&s), 0);
    assert_int_equal(s.finished[2], 1);
    assert_int_equal(s.finished[3], 2); /* 27 */
    assert_int_equal(s.finished[5], 3); /* 26, active */
    assert_int_equal(s.finished[0], 4); /* 26 */
    assert_int_equal(s.finished[1], 5); /* in the Depot: 26 */
    assert_int_equal(s.finished[4], 6);
    expect_gems(&s, 3, "10 5");
    expect_gems(&s, 5, "10 1 1");
    expect_gems(&s, 0, "10");
    expect_gems(&s, 1, "5 3 1 1"); /* 8, and half of 4 */
    expect_gems(&s, 4, "5 1");
    assert_int_equal(s.hand_n[3], 0);
    assert_int_equal(s.hand_n[5], 0);
}

/* The move with the most to tell is a sale in the last turn: 47 items and their sum, five turns missed, the end, and of
 * each seat that it finishes, its bonus (but number 4), its items (but the seller's), and all other cards of the deck
 * in hands of 11, 11, 11, 6, 6 and 7, five in a sentence. */
static void no_move_has_more_to_tell_than_can_be_told(void **unused)
{
    static const int hands[6] = {11, 11, 11, 6, 6, 7};
    struct state s = table("6");
    struct facts heard = {0};
    int seat = 0;

    (void)unused;
    for (int kind = 0, laid = 0; kind < ITEMS_N; kind++)
        for (; pile_of(s.pile, kind); laid++)
            lay(&s, laid < 47 ? 0 : laid - 46, things[kind].mark);
    for (int kind = ITEMS_N; kind < KINDS; kind++)
        while (pile_of(s.pile, kind)) {
            seat += s.hand_n[seat] == hands[seat];
            give(&s, seat, things[kind].mark);
        }
    assert_int_equal(s.pile_n, 0);
    for (seat = 1; seat < 6; seat++) {
        put_on(&s, seat, seat);
        s.miss[seat] = 1;
    }
    s.round = 199;
    put_on(&s, 0, 12);
    rolls(&s, 1);
    act(&s, 0, "enter the Toadstool Cafe");
    apply(&s, 0, (move_t)find(&s, 0, "sell everything"), &heard);
    assert_int_equal(actors(&s), 0);
    assert_int_equal(heard.lost, 0);
    assert_int_equal(heard.n, 47 + 1 + 5 + 1 + 6 + 5 + 5 + 3 + 3 + 3 + 2 + 2 + 2);
}

/* ---- moving a second time -------------------------------------------------------------------- */

/* A gnome here is the list of the stones it has come over, the last of which it stands on; going back is going back
 * along the list. */
struct hiker {
    int route[64], n;
    bool inside;
    int finished, miss, slow;
    int gems, items, cards; /* their value and numbers */
};

struct hike {
    struct hiker hiker[SEATS_MAX];
    int seats, finished, toll;
};

static int hiker_at(const struct hiker *h)
{
    return h->n ? h->route[h->n - 1] : 0;
}

static void hiker_steps_to(struct hiker *h, int stone)
{
    assert_in_range(h->n, 0, 63);
    h->route[h->n++] = stone;
}

static bool hiker_on_trail(const struct hiker *h)
{
    return !h->finished && !h->inside && h->n > 0;
}

/* Put on a stone by a card: what is beyond it on the list is undone, what is missing is as if it had walked. */
static void hiker_put_on(struct hiker *h, int stone)
{
    while (hiker_at(h) > stone)
        h->n--;
    while (hiker_at(h) < stone)
        hiker_steps_to(h, hiker_at(h) + 1);
}

static void hiker_finishes(struct hike *hike, struct hiker *h)
{
    static const int bonus[6] = {8, 5, 2, 0, -2, -4};
    int change = bonus[hike->finished++];

    h->finished = hike->finished;
    h->gems = h->gems + change < 0 ? 0 : h->gems + change;
    h->miss = h->slow = h->cards = 0;
    h->items = -1; /* paid for: the value is looked at elsewhere */
}

/* Comes to stand: slime, then the stones behind the bridge. */
static void hiker_stops(struct hiker *h)
{
    if (hiker_at(h) == 18)
        hiker_put_on(h, 23);
}

static void stone_acts(struct hiker *h)
{
    if (hiker_at(h) == 33)
        h->gems = h->gems < 2 ? 0 : h->gems - 2;
    if (hiker_at(h) == 34 && h->items)
        h->items--;
    if (hiker_at(h) == 35)
        h->cards -= h->cards / 2;
}

/* Whatever else is asked for, after a stone: items and cards that are lost, answers, brawls. The gems after a brawl are
 * taken as they are. */
static void answer_the_rest(struct hike *hike, struct state *s, struct luck *luck)
{
    bool brawl = false;

    for (;;) {
        int actor = actors(s) ? bit_lowest(actors(s)) : NOBODY, n;
        move_t move[MOVES_MAX];

        switch (s->phase) {
        case LOSE_CARD:
        case BRAWL_ROLL:
            apply(s, CHANCE, draw(s, luck_below(luck, odds(s))), NULL);
            continue;
        case CALL:
        case DODGES:
        case TRICKS:
        case ANSWERS:
            apply(s, actor, PASS, NULL);
            continue;
        case PICKS:
        case GIVE_UP_ITEM:
            brawl = brawl || s->phase == PICKS;
            n = moves(s, actor, move);
            apply(s, actor, move[luck_below(luck, (uint32_t)n)], NULL);
            continue;
        default:
            break;
        }
        break;
    }
    for (int seat = 0; brawl && seat < hike->seats; seat++)
        hike->hiker[seat].gems = worth(s, seat);
}

static void compare_hike(const struct hike *hike, const struct state *s)
{
    for (int seat = 0; seat < hike->seats; seat++) {
        const struct hiker *h = &hike->hiker[seat];
        int items = 0;

        if (s->place[seat] != hiker_at(h) && !h->finished)
            fail_msg("seat %d stands on %d; step by step it is %d", seat, s->place[seat], hiker_at(h));
        assert_int_equal(s->finished[seat], h->finished);
        assert_int_equal((s->inside >> seat & 1), h->inside);
        assert_int_equal(s->miss[seat], h->miss);
        assert_int_equal(s->slow[seat], h->slow);
        assert_int_equal(s->hand_n[seat], h->cards);
        for (int item = 0; item < PAGE_ITEMS; item++)
            items += (int)(s->table[seat] >> 3 * item & 7);
        assert_int_equal(items, h->items < 0 ? 0 : h->items);
        if (h->items >= 0)
            assert_int_equal(worth(s, seat), h->gems);
    }
}

/* The move by the die. False if the turn is over with it: in a business, or finished. */
static bool hike_by_die(struct hike *hike, struct state *s, int seat, struct luck *luck)
{
    struct hiker *h = &hike->hiker[seat];
    int rolled = 1 + (int)luck_below(luck, 6), pips = rolled - h->slow < 1 ? 1 : rolled - h->slow;
    bool no_door = h->inside;

    rolls(s, rolled);
    h->slow = 0;
    h->inside = false;
    for (;;) {
        if (door_name(hiker_at(h)) && !no_door) {
            char words[64];

            snprintf(words, sizeof words, "enter %s", door_name(hiker_at(h)));
            assert_int_equal(actors(s), BIT(seat));
            assert_true(can(s, seat, words));
            if (luck_below(luck, 2)) {
                act(s, seat, words);
                h->inside = true;
                return false;
            }
            actf(s, seat, "%s %s", pips ? "walk past" : "stay outside", door_name(hiker_at(h)));
        }
        no_door = false;
        if (pips-- == 0)
            break;
        if (hiker_at(h) == 32 && h->gems >= hike->toll) {
            assert_int_equal(actors(s), BIT(seat));
            if (luck_below(luck, 2)) {
                actf(s, seat, hike->toll == 1 ? "pay %d gem and cross the bridge" : "pay %d gems and cross the bridge",
                     hike->toll);
                h->gems -= hike->toll;
                hiker_steps_to(h, 36);
                continue;
            }
            act(s, seat, "take the trail behind the bridge");
        }
        if (hiker_at(h) == 60) {
            hiker_finishes(hike, h);
            return false;
        }
        hiker_steps_to(h, hiker_at(h) + 1);
    }
    hiker_stops(h);
    stone_acts(h);
    return true;
}

static void trade_by_chance(struct hike *hike, struct state *s, int seat, struct luck *luck)
{
    while (s->phase == SELL || s->phase == CHANGE_UP || s->phase == TINKER) {
        move_t move[MOVES_MAX];

        if (s->phase == TINKER) {
            apply(s, CHANCE, draw(s, luck_below(luck, 6)), NULL);
            continue;
        }
        apply(s, seat, move[luck_below(luck, (uint32_t)moves(s, seat, move))], NULL);
    }
    hike->hiker[seat].items = 0;
    for (int item = 0; item < PAGE_ITEMS; item++)
        hike->hiker[seat].items += (int)(s->table[seat] >> 3 * item & 7);
    hike->hiker[seat].gems = worth(s, seat);
}

/* The nearest other gnome on the trail, at most this far. */
static bool is_nearest(const struct hike *hike, int seat, int other)
{
    int way = abs(hiker_at(&hike->hiker[seat]) - hiker_at(&hike->hiker[other]));

    for (int third = 0; third < hike->seats; third++)
        if (third != seat && hiker_on_trail(&hike->hiker[third]) &&
            abs(hiker_at(&hike->hiker[seat]) - hiker_at(&hike->hiker[third])) < way)
            return false;
    return way <= 6;
}

/* Two gnomes on one stone, or three, with a gem among them. */
static bool gems_around(const struct hike *hike, int stone)
{
    for (int seat = 0; seat < hike->seats; seat++)
        if (hiker_on_trail(&hike->hiker[seat]) && hiker_at(&hike->hiker[seat]) == stone && hike->hiker[seat].gems)
            return true;
    return false;
}

/* Plays this card, whose name is given, on this seat if it needs one. Says whether it can be played. */
static bool hike_by_card(struct hike *hike, struct state *s, int seat, int other, const char *name, struct luck *luck)
{
    struct hiker *me = &hike->hiker[seat], *them = &hike->hiker[other];
    int n = 1 + (int)luck_below(luck, 6), short_n = 1 + (int)luck_below(luck, 4), from = hiker_at(me);
    bool second_wind = strcmp(name, "Second Wind") == 0, shortcut = strcmp(name, "Shortcut") == 0;
    bool wrong = strcmp(name, "Wrong Turn") == 0, change = strcmp(name, "Change Places") == 0;
    bool gin = strcmp(name, "Nip of Gin") == 0, wire = strcmp(name, "Trip Wire") == 0, possible;
    char words[64];

    snprintf(words, sizeof words, second_wind || shortcut ? "play %s" : "play %s on seat %d", name, other);
    possible = second_wind || shortcut ||
               (!them->finished && (wire || strcmp(name, "Long Nap") == 0 || hiker_on_trail(them)));
    if (change)
        possible = possible && hiker_at(me) != hiker_at(them);
    if (gin)
        possible = possible && is_nearest(hike, seat, other) &&
                   (hiker_at(me) != hiker_at(them) || gems_around(hike, hiker_at(me)));
    assert_int_equal(can(s, seat, words), possible);
    if (!possible)
        return false;
    act(s, seat, words);
    me->cards--;
    while (s->phase == ANSWERS)
        act(s, bit_lowest(actors(s)), "pass");
    if (second_wind || shortcut) {
        n = second_wind ? n : short_n;
        if (second_wind)
            rolls(s, n);
        else
            actf(s, seat, n == 1 ? "move on %d stone" : "move on %d stones", n);
        for (int i = 0; i < n && hiker_at(me) < 61; i++)
            hiker_steps_to(me, hiker_at(me) + 1);
        if (hiker_at(me) == 61) {
            hiker_finishes(hike, me);
            return true;
        }
        hiker_stops(me);
        stone_acts(me);
    } else if (wrong) {
        for (int i = 0; i < 4 && them->n > 0; i++)
            them->n--;
        hiker_stops(them);
        stone_acts(them);
    } else if (change) {
        hiker_put_on(me, hiker_at(them));
        hiker_put_on(them, from);
        stone_acts(me);
        stone_acts(them);
    } else if (gin) {
        hiker_put_on(me, hiker_at(them));
        if (hiker_at(me) != from)
            stone_acts(me);
    } else if (wire) {
        them->slow += 3;
    } else {
        them->miss++;
    }
    return true;
}

/* New cards, items and gems for all. The active seat gets the card. */
static void equip(struct hike *hike, struct state *s, int seat, const char *name, struct luck *luck)
{
    static const char *const fill[8] = {"Ho", "Fx", "Wa", "Tr", "Bu", "MI", "An", "Fi"};

    gather(s);
    give(s, seat, things[thing_named(name)].mark);
    for (int other = 0; other < hike->seats; other++) {
        struct hiker *h = &hike->hiker[other];

        s->brawl_cards[other] = 1023;
        h->cards = other == seat;
        h->items = 0;
        if (h->finished) {
            h->items = -1;
            continue;
        }
        if (luck_below(luck, 2))
            for (int n = (int)luck_below(luck, 5); n > 0; n--, h->cards++) {
                const char *card = fill[luck_below(luck, 8)];

                if (pile_of(s->pile, thing_named(card)) == 0)
                    card = "El";
                if (pile_of(s->pile, thing_named(card)) == 0)
                    break;
                give(s, other, card);
            }
        for (int n = (int)luck_below(luck, 3); n > 0 && pile_of(s->pile, thing_named("Bk")) > 0; n--, h->items++)
            lay(s, other, luck_below(luck, 2) && pile_of(s->pile, thing_named("Ju")) > 0 ? "Ju" : "Bk");
        put_heap(s, other, heap_of(luck_below(luck, 3) ? (int)luck_below(luck, 12) : 0));
        h->gems = worth(s, other);
    }
}

/* A gnome far along the trail, by the way over or behind the bridge, for positions that take long to come about. */
static void hike_from(struct hike *hike, struct state *s, int seats, int asked, struct luck *luck)
{
    char how[16];

    snprintf(how, sizeof how, "%d:toll=%d", seats, asked);
    *s = table(how);
    memset(hike, 0, sizeof *hike);
    hike->seats = seats;
    hike->toll = asked;
    for (int seat = 0; seat < seats; seat++) {
        int stone = (int)luck_below(luck, 45);

        while (hiker_at(&hike->hiker[seat]) < stone)
            hiker_steps_to(&hike->hiker[seat], hiker_at(&hike->hiker[seat]) + 1);
        hiker_stops(&hike->hiker[seat]);
        put_on(s, seat, hiker_at(&hike->hiker[seat]));
    }
}

static void random_hikes_go_as_step_by_step(void **unused)
{
    static const char *const cards[8] = {"Second Wind", "Shortcut",   "Wrong Turn", "Change Places",
                                         "Nip of Gin",  "Wrong Turn", "Trip Wire",  "Long Nap"};
    struct luck luck = {21};
    int played[8] = {0}, turns = 0;

    (void)unused;
    for (int game = 0; game < 1500; game++) {
        struct hike hike;
        struct state s;

        hike_from(&hike, &s, 2 + game % 5, game < 1000 ? 5 : 1 + game % 10, &luck);
        while (actors(&s) && s.round < 199) {
            uint32_t card = luck_below(&luck, 8);
            int seat = s.turn, other = (seat + 1 + (int)luck_below(&luck, (uint32_t)hike.seats - 1)) % hike.seats;
            int next = seat;

            assert_true(to_roll(&s, seat));
            equip(&hike, &s, seat, cards[card], &luck);
            if (hike_by_die(&hike, &s, seat, &luck)) {
                answer_the_rest(&hike, &s, &luck);
                assert_int_equal(s.phase, hike.hiker[seat].cards ? PLAY : DRAW_CARD);
                compare_hike(&hike, &s);
                /* It may be that the card itself was lost on stone 35. */
                if (cards_of(&s.hand[seat], thing_named(cards[card])) > 0 &&
                    hike_by_card(&hike, &s, seat, other, cards[card], &luck)) {
                    answer_the_rest(&hike, &s, &luck);
                    played[card]++;
                }
                if (!hike.hiker[seat].finished) {
                    if (s.phase == PLAY)
                        act(&s, seat, "play no card");
                    assert_int_equal(s.phase, DRAW_CARD);
                    compare_hike(&hike, &s);
                    apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
                    hike.hiker[seat].cards++;
                }
            } else if (hike.hiker[seat].inside) {
                trade_by_chance(&hike, &s, seat, &luck);
            }
            turns++;
            if (hike.finished == hike.seats)
                break;
            do {
                next = (next + 1) % hike.seats;
            } while (hike.hiker[next].finished || (hike.hiker[next].miss && hike.hiker[next].miss--));
            compare_hike(&hike, &s);
            assert_true(to_roll(&s, next));
        }
        if (hike.finished == hike.seats)
            assert_int_equal(actors(&s), 0);
    }
    for (int card = 0; card < 8; card++)
        assert_true(played[card] > 100);
    assert_true(turns > 30000);
}

/* ---- whole games ----------------------------------------------------------------------------- */

/* How often everything has come up. */
struct tally {
    int games, moves, turns;
    int played[PAGE_CARDS], cancelled[PAGE_CARDS], remedied[PAGE_CARDS]; /* items: tabled */
    int stone[61], entered[4], brawl[10];
    int text[TEXTS_N];
    int value[SEATS_MAX]; /* the gems of the running game, as they are told */
    int limit, toll;      /* of the running game */
    int card_of[THINGS_N];
};

/* What the log says about a move, counted; the gems of each seat are kept by it. */
static void tally_facts(struct tally *tally, const struct facts *facts)
{
    assert_int_equal(facts->lost, 0);
    for (int i = 0; i < facts->n; i++) {
        const struct phrase *said = &facts->fact[i].phrase;
        const int16_t *arg = said->arg;

        tally->text[said->text]++;
        switch (said->text) {
        case T_TABLES:
        case T_PLAYS:
        case T_PLAYS_ON:
            tally->played[tally->card_of[arg[1]]]++;
            break;
        case T_ANSWERS:
            tally->played[tally->card_of[arg[3]]]++;
            break;
        case T_CANCELLED:
            tally->cancelled[tally->card_of[arg[1]]]++;
            break;
        case T_REMEDIED:
            tally->remedied[tally->card_of[arg[1]]]++;
            break;
        case T_STOPS:
        case T_GOES_BACK:
        case T_SLIDES:
            tally->stone[arg[1]]++;
            break;
        case T_SWAPS:
            tally->stone[arg[3]]++;
            tally->stone[arg[2]]++;
            break;
        case T_JOINS:
            tally->stone[arg[2]]++;
            break;
        case T_ENTERS:
            tally->entered[arg[1] - T_AT]++;
            break;
        case T_BRAWLS_WITH:
            tally->brawl[things[arg[1]].number - 1]++;
            break;
        case T_COLLECTS:
        case T_GETS_BONUS:
        case T_HALF_PRICE:
            tally->value[arg[0]] += arg[1];
            break;
        case T_LOSES:
        case T_PAYS_PENALTY:
            tally->value[arg[0]] -= arg[1];
            break;
        case T_CROSSES:
            tally->value[arg[0]] -= arg[2];
            break;
        case T_PAYS:
            tally->value[arg[0]] -= arg[1];
            tally->value[arg[2]] += arg[1];
            break;
        case T_PAYS_SHORT:
            assert_int_equal(tally->value[arg[0]], arg[3]); /* all that it has */
            tally->value[arg[0]] -= arg[3];
            tally->value[arg[2]] += arg[3];
            break;
        case T_PAYS_NONE:
            assert_int_equal(tally->value[arg[0]], 0);
            break;
        case T_TAKES_PIECE:
            tally->value[arg[0]] += things[arg[1]].number;
            tally->value[arg[2]] -= things[arg[1]].number;
            break;
        default:
            break;
        }
    }
}

/* What must hold in every position. */
static void check_position(const struct state *s, const struct tally *tally)
{
    int active = s->turn, in_pile = 0, in_hand[SEATS_MAX] = {0}, finished = 0;

    for (int kind = 0; kind < KINDS; kind++) {
        int n = pile_of(s->pile, kind), card = tally->card_of[kind];

        in_pile += n;
        for (int seat = 0; seat < s->seats; seat++) {
            in_hand[seat] += cards_of(&s->hand[seat], kind);
            n += cards_of(&s->hand[seat], kind) + (card < PAGE_ITEMS ? (int)(s->table[seat] >> 3 * kind & 7) : 0);
        }
        assert_in_range(n, 0, page_copies(card, brawling(s)));
    }
    assert_int_equal(in_pile, s->pile_n);
    for (int seat = 0; seat < s->seats; seat++) {
        assert_int_equal(in_hand[seat], s->hand_n[seat]);
        assert_int_equal(tally->value[seat],
                         10 * s->gems[seat][3] + 5 * s->gems[seat][2] + 3 * s->gems[seat][1] + s->gems[seat][0]);
        assert_int_not_equal(s->place[seat], 18); /* nobody stands there */
        assert_int_equal(s->place[seat] == 61, s->finished[seat] != 0);
        assert_false((s->inside & BIT(seat)) && !door_name(s->place[seat]));
        finished += s->finished[seat] != 0;
        if (s->finished[seat])
            assert_true(s->hand_n[seat] == 0 && s->table[seat] == 0 && !(actors(s) & BIT(seat)));
    }
    assert_int_equal(s->order, finished);
    assert_int_equal(actors(s) == 0, finished == s->seats);
    switch (s->phase) {
    case PLAY: /* on the trail */
    case DRAW_CARD:
        assert_false(s->inside & BIT(active));
        assert_in_range(s->place[active], 1, 60);
        break;
    case SELL:
    case CHANGE_UP:
        assert_true(s->inside & BIT(active));
        break;
    case AT_BRIDGE:
        assert_int_equal(s->place[active], 32);
        assert_true(tally->value[active] >= tally->toll && s->pips > 0);
        break;
    case LIMIT:
        assert_true((s->inside & BIT(active)) && s->hand_n[active] > tally->limit);
        break;
    default:
        break;
    }
}

static void play_at_random(struct tally *tally, const struct setup *setup, struct luck *luck)
{
    static struct facts facts;
    struct state s;

    assert_null(start(&s, setup));
    memset(tally->value, 0, sizeof tally->value);
    tally->games++;
    while (actors(&s)) {
        uint32_t asked = actors(&s);
        int actor = bit_lowest(asked);

        for (uint32_t skip = luck_below(luck, (uint32_t)bit_count(asked)); skip > 0; skip--) {
            asked &= asked - 1;
            actor = bit_lowest(asked);
        }
        tally->turns += s.phase == ROLL;
        tally->moves++;
        facts_clear(&facts);
        if (actor == CHANCE) {
            apply(&s, CHANCE, draw(&s, luck_below(luck, odds(&s))), &facts);
        } else {
            move_t move[MOVES_MAX];

            apply(&s, actor, move[luck_below(luck, (uint32_t)moves(&s, actor, move))], &facts);
        }
        tally_facts(tally, &facts);
        check_position(&s, tally);
    }
}

/* What else is counted, by what the log says. */
static const struct {
    const char *what;
    int text;
} tally_others[] = {
    {"slides on the slime", T_SLIDES},
    {"crossings of the bridge", T_CROSSES},
    {"ways behind it", T_BEHIND},
    {"back at Start", T_GOES_TO_START},
    {"gems lost", T_LOSES},
    {"no gems to lose", T_NO_GEMS},
    {"items lost", T_DISCARDS_ITEM},
    {"no item to lose", T_NO_ITEM},
    {"halves of hands lost", T_LOSES_HALF},
    {"no half to lose", T_NO_HALF},
    {"doors passed", T_WALKS_PAST},
    {"doors not entered", T_STAYS_OUT},
    {"businesses left", T_LEAVES},
    {"sales", T_SELLS},
    {"barters", T_BARTERS},
    {"sales of nothing", T_SELLS_NONE},
    {"changes up", T_CHANGES},
    {"gems kept as they are", T_KEEPS},
    {"missed turns", T_MISSES},
    {"slow rolls", T_ROLLS_SLOW},
    {"slow rolls of 1", T_ROLLS_LEAST},
    {"shuffles", T_SHUFFLED},
    {"brawls called", T_CALLS},
    {"brawls not called", T_NOBODY_CALLS},
    {"brawls won", T_WINS_BRAWL},
    {"brawls tied", T_BRAWL_TIED},
    {"brawls rolled for", T_BRAWL_TOP},
    {"brawls without a card left", T_BRAWLS_BARE},
    {"short payments", T_PAYS_SHORT},
    {"payments of nothing", T_PAYS_NONE},
    {"forfeits", T_FORFEITS},
    {"discards for the hand limit", T_DISCARDS},
    {"penalties", T_PAYS_PENALTY},
    {"items paid at the finish", T_HALF_PRICE},
};

enum { TALLY_OTHERS = sizeof tally_others / sizeof tally_others[0] };

static void tally_print(const struct tally *tally)
{
    int least = 1;

    printf("# %d games, %d turns, %d moves\n", tally->games, tally->turns, tally->moves);
    for (int i = 0; i < PAGE_DEEDS; i++) {
        int card = PAGE_ITEMS + i;

        printf("# %-20s played %6d, cancelled %6d", page_deeds[i].name, tally->played[card], tally->cancelled[card]);
        printf(page_deeds[i].remedy ? ", remedied %6d\n" : "\n", tally->remedied[card]);
    }
    for (int stone = 1; stone <= 60; stone++)
        if (tally->stone[stone] < tally->stone[least])
            least = stone;
    printf("# least of the stones: %d, %d times; businesses %d %d %d %d times\n", least, tally->stone[least],
           tally->entered[0], tally->entered[1], tally->entered[2], tally->entered[3]);
    printf("# brawl cards:");
    for (int i = 0; i < 10; i++)
        printf(" %d", tally->brawl[i]);
    printf("\n");
    for (int i = 0; i < TALLY_OTHERS; i++)
        printf("%s%s %d%s", i % 4 ? ", " : "# ", tally_others[i].what, tally->text[tally_others[i].text],
               i % 4 == 3 || i + 1 == TALLY_OTHERS ? "\n" : "");
    fflush(stdout);
}

static const char *number_word(int number)
{
    static char word[8];

    snprintf(word, sizeof word, "%d", number);
    return word;
}

/* All options that can be played together, all numbers of seats: everything in the rules is used. With some limits and
 * tolls. */
static void in_random_games_everything_is_used(void **unused)
{
    static struct tally tally;
    struct luck luck = {31};

    (void)unused;
    for (int card = 0; card < PAGE_CARDS; card++)
        tally.card_of[thing_named(page_name(card))] = card;
    for (int game = 0; game < 20; game++)
        for (int seats = 2; seats <= 6; seats++)
            for (int rules = 0; rules < 16; rules++) {
                struct setup setup = {.seats = (uint8_t)seats};

                for (int option = 0; option < 4; option++)
                    setup.option[option] = (uint8_t)(rules >> option & 1);
                if ((rules & 1) && (rules & (2 | 8)))
                    continue; /* refused */
                tally.limit = (rules & 4) && game % 2 ? 1 + game % 8 : 5;
                tally.toll = game % 3 ? 5 : 1 + game % 10;
                assert_true(option_read(&options[6], number_word(tally.limit), &setup.option[6]));
                assert_true(option_read(&options[7], number_word(tally.toll), &setup.option[7]));
                play_at_random(&tally, &setup, &luck);
            }
    tally_print(&tally);

    assert_int_equal(tally.games, 20 * 5 * 10);
    for (int card = 0; card < PAGE_CARDS; card++) {
        assert_true(tally.played[card] > 0);
        assert_int_equal(tally.cancelled[card] > 0, card >= PAGE_ITEMS); /* any purple or red card */
        assert_int_equal(tally.remedied[card] > 0, card >= PAGE_ITEMS && page_deeds[card - PAGE_ITEMS].remedy);
    }
    for (int stone = 1; stone <= 60; stone++)
        assert_true(tally.stone[stone] > 0);
    assert_int_equal(tally.stone[18], tally.text[T_SLIDES]);
    for (int i = 0; i < 4; i++)
        assert_true(tally.entered[i] > 0);
    for (int i = 0; i < 10; i++)
        assert_true(tally.brawl[i] > 0);
    for (int i = 0; i < TALLY_OTHERS; i++)
        assert_true(tally.text[tally_others[i].text] > 0);
}

/* ---- what bots are told ---------------------------------------------------------------------- */

/* What this seat may expect, in hundredths of a gem. */
static int expects(const struct state *s, int seat)
{
    int32_t out[SEATS_MAX];

    assert_true(standing(s, out) >= 1);
    return out[seat];
}

/* What a seat does by habit, as words. */
static void expect_habit(const struct state *s, int seat, const char *words)
{
    struct luck luck = {1};
    int move = find(s, seat, words);

    assert_true(move >= 0);
    assert_int_equal(habit(s, seat, &luck), move);
}

static void at_the_end_the_standing_is_the_score_and_on_the_way_habits_are_legal(void **unused)
{
    struct luck luck = {77};

    (void)unused;
    for (int game = 0; game < 10; game++)
        for (int seats = 2; seats <= 6; seats++)
            for (int rules = 0; rules < 16; rules++) {
                struct setup setup = {.seats = (uint8_t)seats};
                struct state s;
                uint32_t asked;

                for (int option = 0; option < 4; option++)
                    setup.option[option] = (uint8_t)(rules >> option & 1);
                if (start(&s, &setup))
                    continue;
                while ((asked = actors(&s)) != 0) {
                    int actor = bit_lowest(asked);
                    move_t move = 0;

                    if (actor == CHANCE) {
                        move = draw(&s, luck_below(&luck, odds(&s)));
                    } else {
                        move_t list[MOVES_MAX];
                        int n = moves(&s, actor, list), found = 0;

                        move = habit(&s, actor, &luck);
                        for (int i = 0; i < n; i++)
                            found += list[i] == move;
                        assert_int_equal(found, 1);
                        if (luck_below(&luck, 3) == 0) /* and positions that habit does not lead to */
                            move = list[luck_below(&luck, (uint32_t)n)];
                    }
                    apply(&s, actor, move, NULL);
                }
                for (int seat = 0; seat < seats; seat++)
                    assert_int_equal(expects(&s, seat), 100 * worth(&s, seat));
            }
}

static void gems_items_and_cards_are_expected_to_be_worth_something(void **unused)
{
    struct state s = alone_on(20), with;
    int before = expects(&s, 0);

    (void)unused;
    with = s;
    purse(&with, 0, "5 1");
    assert_int_equal(expects(&with, 0), before + 600); /* a gem is a gem */
    with = s;
    lay(&with, 0, "An");
    assert_int_equal(expects(&with, 0), before + 800); /* what the Gnome Depot pays, which lies ahead */
    put_on(&with, 0, 30);
    put_on(&s, 0, 30);
    assert_int_equal(expects(&with, 0), expects(&s, 0) + 500); /* behind it, the price */
    put_on(&with, 0, 56);
    put_on(&s, 0, 56);
    assert_int_equal(expects(&with, 0), expects(&s, 0) + 250); /* at the finish, half of it */
    with = s = alone_on(20);
    give(&with, 0, "An");
    assert_true(expects(&with, 0) > before && expects(&with, 0) < before + 800);
    with = s;
    give(&with, 0, "MI");
    assert_true(expects(&with, 0) > before && expects(&with, 0) < before + 350);
    with = s;
    with.miss[0] = 1;
    assert_true(expects(&with, 0) <= before);
}

static void being_early_is_expected_to_bring_the_bonus(void **unused)
{
    struct state s = table("3");
    int first, second, third;

    (void)unused;
    put_on(&s, 0, 60);
    put_on(&s, 1, 40);
    put_on(&s, 2, 10);
    first = expects(&s, 0);
    put_on(&s, 1, 60);
    put_on(&s, 0, 40);
    put_on(&s, 2, 10);
    second = expects(&s, 1);
    assert_int_equal(first, second); /* whoever is ahead, by 20 stones and 30 */
    s.finished[1] = 1;
    s.order = 1;
    s.way &= (uint8_t)~BIT(1);
    put_on(&s, 1, FINISH);
    put_on(&s, 0, 60);
    third = expects(&s, 0);
    assert_int_equal(first - third, 800 - 500);
}

static void a_card_on_the_stack_counts_until_it_is_answered(void **unused)
{
    struct state s = table("2");
    int before;

    (void)unused;
    put_on(&s, 0, 20);
    put_on(&s, 1, 40);
    purse(&s, 1, "5 5");
    give(&s, 0, "HS");
    give(&s, 1, "CM Ho");
    play_of(&s, 0);
    before = expects(&s, 1);
    act(&s, 0, "play Hornet Sting on seat 1");
    assert_int_equal(expects(&s, 1), before - 300);
    expect_habit(&s, 1, "play Cure Most Remedy");
    act(&s, 1, "play Cure Most Remedy");
    assert_true(expects(&s, 1) > before - 100); /* the remedy itself is gone */
}

static void by_habit_the_best_item_is_tabled_and_sold_where_it_fetches_most(void **unused)
{
    struct state s = alone_on(20);

    (void)unused;
    give(&s, 0, "Fx An Ju TW");
    play_of(&s, 0);
    expect_habit(&s, 0, "table Small Deer Antler");
    gather(&s);
    lay(&s, 0, "An Fi Tr Wa");
    put_on(&s, 0, 24);
    turn_of(&s, 0);
    rolls(&s, 5);
    expect_habit(&s, 0, "enter the Gnome Depot");
    act(&s, 0, "enter the Gnome Depot");
    act(&s, 0, "sell Truffles for 6");
    act(&s, 0, "sell Firewood for 6");
    expect_habit(&s, 0, "sell Small Deer Antler for 8");
    act(&s, 0, "sell Small Deer Antler for 8");
    expect_habit(&s, 0, "sell no more"); /* the pub pays 5 for Walnuts, the depot 3 */
}

static void by_habit_nobody_pays_the_troll_or_goes_in_for_nothing(void **unused)
{
    static const char *const how[3] = {"2:toll=1", "2", "2:toll=10"};
    struct state s;

    (void)unused;
    for (int n = 0; n < 3; n++) {
        s = table(how[n]);
        put_on(&s, 0, 31);
        put_on(&s, 1, 2);
        purse(&s, 0, "10");
        turn_of(&s, 0);
        rolls(&s, 3);
        expect_habit(&s, 0, "take the trail behind the bridge");
    }
    s = alone_on(25);
    turn_of(&s, 0);
    rolls(&s, 1);
    expect_habit(&s, 0, "stay outside the Gnome Depot");
}

static void by_habit_the_largest_piece_is_taken_and_the_worst_item_given_up(void **unused)
{
    struct state s = table("2");

    (void)unused;
    put_on(&s, 0, 20);
    put_on(&s, 1, 38);
    purse(&s, 1, "10 5 3 1");
    give(&s, 0, "LF Fx");
    play_of(&s, 0);
    expect_habit(&s, 0, "play Light Fingers on seat 1");
    act(&s, 0, "play Light Fingers on seat 1");
    expect_habit(&s, 0, "take a red gem");
    s = alone_on(31);
    lay(&s, 0, "Ju Bu Fu");
    turn_of(&s, 0);
    rolls(&s, 3);
    expect_habit(&s, 0, "discard Blueberries"); /* the pub will pay 5 and 7 for the others */
}

static void by_habit_brawls_are_for_those_with_the_higher_card(void **unused)
{
    struct state s = table("2");

    (void)unused;
    put_on(&s, 0, 20);
    put_on(&s, 1, 23);
    purse(&s, 0, "5");
    purse(&s, 1, "5");
    s.brawl_cards[1] = BIT(8) | BIT(2); /* 9 and 3 */
    turn_of(&s, 0);
    rolls(&s, 3);
    expect_habit(&s, 0, "brawl");
    expect_habit(&s, 1, "do not brawl");
    act(&s, 0, "brawl");
    act(&s, 1, "do not brawl");
    expect_habit(&s, 0, "pick Wedgie Yank (10)");
    expect_habit(&s, 1, "pick Head Lock (9)");
    purse(&s, 1, "");
    expect_habit(&s, 1, "pick Hat Snatch (3)");
}

/* ---- numbers that can be changed ------------------------------------------------------------- */

/* The position before the first card is dealt. */
static struct state undealt(const char *id)
{
    struct deal what;
    struct state s;
    struct why why;

    if (!deal_read(&what, id, &why))
        fail_msg("%s: %s", id, why.text);
    assert_null(start(&s, &what.setup));
    return s;
}

static void everybody_starts_with_as_many_green_cards_as_was_agreed(void **unused)
{
    (void)unused;
    for (int cards = 1; cards <= 5; cards++)
        for (int seats = 2; seats <= 6; seats++) {
            char id[32];
            struct state s;
            int dealt = 0;

            snprintf(id, sizeof id, "oh-gnome:%d:cards=%d", seats, cards);
            s = undealt(id);
            for (; s.phase == DEAL; dealt++) {
                assert_int_equal(odds(&s), 52 - dealt); /* green ones only */
                apply(&s, CHANCE, draw(&s, (uint32_t)(7 * dealt) % odds(&s)), NULL);
            }
            assert_int_equal(dealt, cards * seats);
            assert_int_equal(s.pile_n, 104 - cards * seats);
            for (int seat = 0; seat < seats; seat++) {
                assert_int_equal(s.hand_n[seat], cards);
                assert_int_equal(s.hand[seat].deeds, 0);
            }
            assert_int_equal(options_of(&s, CHANCE), seats); /* the starting seat */
        }
}

/* A game that is played to its end by gnomes that go in nowhere and have nothing to sell. */
static void finish_in_order(struct state *s)
{
    for (int seat = 0; seat < s->seats; seat++) {
        put_on(s, seat, 60);
        purse(s, seat, "10");
    }
    for (int seat = 0; seat < s->seats; seat++)
        rolls(s, 1);
    assert_int_equal(actors(s), 0);
}

static void whoever_finishes_first_gets_what_was_agreed_and_the_others_what_they_always_get(void **unused)
{
    static const char *const how[3] = {"6:first=5", "6", "6:first=20"};
    static const int bonus[3] = {5, 8, 20};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct state s = table(how[i]);

        finish_in_order(&s);
        assert_int_equal(worth(&s, 0), 10 + bonus[i]);
        assert_int_equal(worth(&s, 1), 15);
        assert_int_equal(worth(&s, 2), 12);
        assert_int_equal(worth(&s, 3), 10);
        assert_int_equal(worth(&s, 4), 8);
        assert_int_equal(worth(&s, 5), 6);
    }
}

/* From a hand of nine: down to the number, one after the other, in whichever business; and as many as that are kept. */
static void whoever_leaves_a_business_discards_down_to_the_number_that_was_agreed(void **unused)
{
    static const char *const business[] = {"Cafe", "Depot", "Pub", "Cart"};

    (void)unused;
    for (int limit = 1; limit <= 8; limit++) {
        char how[32];
        struct state s;

        snprintf(how, sizeof how, "2:handlimit=on,limit=%d", limit);
        s = table(how);
        put_in(&s, 1, business[limit % 4]);
        give(&s, 1, "Ho Ho Fx Fx MI MI Wa Wa SW");
        rolls(&s, 1);
        draws(&s, "Tr");
        for (int left = 9; left > limit; left--) {
            assert_int_equal(s.hand_n[1], left);
            assert_int_equal(actors(&s), BIT(1));
            act(&s, 1,
                left > 7   ? "discard Flax"
                : left > 5 ? "discard Walnuts"
                : left > 3 ? "discard Honey"
                           : "discard Mining");
        }
        assert_int_equal(s.hand_n[1], limit);
        assert_true(to_roll(&s, 1));

        s = table(how); /* the number itself is allowed */
        put_in(&s, 1, business[limit % 4]);
        for (int n = 0; n < limit; n++)
            give(&s, 1, n < 4 ? "MI" : "OG");
        rolls(&s, 1);
        draws(&s, "Tr");
        assert_true(to_roll(&s, 1));
    }
}

/* From 32 with a roll of 1: who has the toll is asked and pays just that, who has a gem less is not asked and stops on
 * 33. */
static void the_bridge_costs_as_many_gems_as_was_agreed(void **unused)
{
    (void)unused;
    for (int asked = 1; asked <= 10; asked++) {
        char how[32], words[64];
        struct state s, poor, walks;

        snprintf(how, sizeof how, "2:toll=%d", asked);
        snprintf(words, sizeof words, "pay %d %s and cross the bridge", asked, asked == 1 ? "gem" : "gems");
        s = table(how);
        put_on(&s, 0, 32);
        put_on(&s, 1, 2);
        poor = s;
        for (int n = 0; n < asked; n++) {
            s.gems[0][BLACK_GEM]++;
            poor.gems[0][BLACK_GEM] += n > 0;
        }
        rolls(&poor, 1);
        expect_on(&poor, 0, 33);
        assert_int_equal(worth(&poor, 0), asked - 1 > 2 ? asked - 1 - 2 : 0); /* the stone takes two */
        rolls(&s, 1);
        assert_int_equal(options_of(&s, 0), 2);
        walks = s;
        act(&walks, 0, "take the trail behind the bridge");
        expect_on(&walks, 0, 33);
        act(&s, 0, words);
        expect_on(&s, 0, 36);
        assert_int_equal(worth(&s, 0), 0);
        purse(&s, 0, "10 10"); /* who comes back before the bridge is asked for the same again */
        put_on(&s, 0, 32);
        turn_of(&s, 0);
        rolls(&s, 2);
        act(&s, 0, words);
        assert_int_equal(worth(&s, 0), 20 - asked);
    }
}

/* At the least numbers, of which one speaks otherwise. */
static void the_least_limit_and_the_least_toll_in_words(void **unused)
{
    struct state s = table("2:handlimit=on,limit=1,toll=1");
    struct trial t;

    (void)unused;
    put_in(&s, 0, "Pub");
    put_on(&s, 1, 32);
    purse(&s, 1, "3");
    give(&s, 0, "Ho Fx MI");
    turn_of(&s, 1);
    trial_start(&t, "oh-gnome:2:handlimit=on,limit=1,toll=1");
    memcpy(t.match.state, &s, sizeof s);
    trial_do(&t, "chance", "roll 1");
    trial_do(&t, "1", "pay 1 gem and cross the bridge");
    memcpy(&s, t.match.state, sizeof s);
    trial_end(&t);
    expect_gems(&s, 1, "1 1");
    draws(&s, "Tr");
    trial_start(&t, "oh-gnome:2:handlimit=on,limit=1,toll=1");
    memcpy(t.match.state, &s, sizeof s);
    assert_string_equal(trial_prompt(&t, "1"), "Seat 0 discards down to 1 card before leaving the Grub & Grog Pub");
    assert_string_equal(trial_prompt(&t, "0"),
                        "Discard 2 more cards: nobody leaves the Grub & Grog Pub with more than 1 in hand");
    trial_end(&t);
}

/* ---- what the table says of itself ------------------------------------------------------------ */

static const struct scene *seen_by(const struct state *s, int viewer)
{
    static struct scene out;

    memset(&out, 0, sizeof out);
    scene(s, viewer, &out);
    assert_int_equal(out.lost, 0);
    return &out;
}

static const char *plain_words(struct phrase phrase)
{
    static char words[512];
    struct speech plain = speech_plain(&game_oh_gnome);
    struct text text = text_in(words, sizeof words);

    words[0] = 0;
    assert_true(phrase_put(&text, &plain, phrase));
    return words;
}

/* The counter with these words, of a seat, or of the table or a place (`of`); NULL: there is none. */
static const struct scene_counter *counted(const struct state *s, int viewer, int scope, int of, const char *words)
{
    const struct scene *table_seen = seen_by(s, viewer);

    for (int i = 0; i < table_seen->counters; i++) {
        const struct scene_counter *counter = &table_seen->counter[i];

        if (counter->scope == scope && counter->of == of && strcmp(plain_words(counter->words), words) == 0)
            return counter;
    }
    return NULL;
}

/* Everybody sees it, and those who only look too. */
static void expect_count(const struct state *s, int scope, int of, const char *words, int value, int limit)
{
    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++) {
        const struct scene_counter *counter;

        if (viewer >= s->seats && viewer < SPECTATOR)
            continue;
        counter = counted(s, viewer, scope, of, words);
        if (!counter)
            fail_msg("%s sees no counter '%s'", actor_word(viewer), words);
        assert_int_equal(counter->value, value);
        assert_int_equal(counter->limit, limit);
    }
}

static void expect_goal(const struct state *s, int seat, const char *words)
{
    assert_string_equal(plain_words(seen_by(s, seat)->goal), words);
}

/* As a viewer reads it, who is "you". */
static void expect_prompt(const struct state *s, int viewer, const char *words)
{
    char said[512] = "";
    struct speech speech = speech_plain(&game_oh_gnome);
    struct text text = text_in(said, sizeof said);

    speech.viewer = viewer;
    assert_true(phrase_put(&text, &speech, seen_by(s, viewer)->prompt));
    assert_string_equal(said, words);
}

static const char *first_note(const struct state *s)
{
    return plain_words(seen_by(s, SPECTATOR)->note[0].phrase);
}

/* The door of the Cafe is on 12. Who has nothing to sell nor to change up reads that; a roll that ends there leaves the
 * rest of the turn. */
static void at_a_door_one_reads_what_going_in_means(void **unused)
{
    static const char *const expected[2][2] = {
        {"enter the Toadstool Cafe, where you have nothing to sell, or stay outside",
         "enter the Toadstool Cafe, where you have nothing to sell, or walk on with 1 pip"},
        {"enter the Toadstool Cafe to trade, which ends your turn, or stay outside",
         "enter the Toadstool Cafe to trade, which ends your turn, or walk on with 1 pip"}};

    (void)unused;
    for (int how = 0; how < 3; how++)
        for (int pips = 0; pips < 2; pips++) {
            struct state s = alone_on(10);

            lay(&s, 0, how == 1 ? "Ho" : "");
            purse(&s, 0, how == 2 ? "1 1 1" : "3");
            rolls(&s, 2 + pips);
            expect_prompt(&s, 0, expected[how > 0][pips]);
            expect_prompt(&s, 1,
                          pips ? "seat 0 may enter the Toadstool Cafe; 1 pip left"
                               : "seat 0 may enter the Toadstool Cafe; 0 pips left");
        }
}

static void at_the_bridge_one_reads_both_ways_and_the_toll(void **unused)
{
    struct state s = table("2:toll=1");

    (void)unused;
    put_on(&s, 0, 32);
    purse(&s, 0, "1");
    rolls(&s, 1);
    expect_prompt(&s, 0, "pay 1 gem and cross, or take the trail behind, where stones hurt; 1 pip left");
    expect_prompt(&s, 1, "seat 0 pays the troll or takes the trail behind the bridge; 1 pip left");
    s = alone_on(30);
    purse(&s, 0, "10");
    rolls(&s, 5);
    expect_prompt(&s, 0, "pay 5 gems and cross, or take the trail behind, where stones hurt; 3 pips left");
}

static void in_a_business_one_reads_what_can_be_done_there(void **unused)
{
    struct state s = alone_on(39);

    (void)unused;
    lay(&s, 0, "Ho Fi");
    purse(&s, 0, "1 1 1");
    rolls(&s, 1);
    act(&s, 0, "enter the Grub & Grog Pub");
    expect_prompt(&s, 0, "sell tabled items in the Grub & Grog Pub, or keep them for later; 0 gems so far");
    act(&s, 0, "sell Honey for 4");
    expect_prompt(&s, 0, "sell tabled items in the Grub & Grog Pub, or keep them for later; 4 gems so far");
    expect_prompt(&s, 1, "seat 0 may sell tabled items at the Grub & Grog Pub; 4 gems so far");
    act(&s, 0, "sell no more");
    expect_prompt(&s, 0, "change up your gems into the largest pieces, or not: thieves leave gold alone");
    s = alone_on(51);
    lay(&s, 0, "Ho Fi");
    rolls(&s, 1);
    act(&s, 0, "enter the Tinker's Cart");
    expect_prompt(&s, 0, "offer tabled items to the tinker: afterwards the die says what each one brings");
}

/* What the own hand has for it; the others read no more than that a card may be played. */
static void before_the_card_of_the_turn_one_reads_what_the_hand_has_for_it(void **unused)
{
    static const struct {
        const char *hand, *words;
    } hands[] = {
        {"Ho MI", "play one card or none: a tabled item can be sold later, other cards act now"},
        {"Ho OG", "table one item or none: only what is tabled can be sold later"},
        {"MI OG", "play one card or none: it does what it says, unless somebody answers it"},
        {"HS", "none of your cards can be played now: go on without one"}, /* nobody has gems */
    };

    (void)unused;
    for (size_t i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        struct state s = alone_on(3);

        give(&s, 0, hands[i].hand);
        play_of(&s, 0);
        expect_prompt(&s, 0, hands[i].words);
        expect_prompt(&s, 1, "seat 0 may play one card");
        expect_prompt(&s, SPECTATOR, "seat 0 may play one card");
        expect_prompt(&s, REFEREE, "seat 0 may play one card");
    }
}

static void behind_the_bridge_one_reads_why_an_item_goes(void **unused)
{
    struct state s = alone_on(33);

    (void)unused;
    lay(&s, 0, "Ho Fi");
    rolls(&s, 1);
    expect_prompt(&s, 0, "discard one of your tabled items: stone 34 behind the bridge takes it");
    expect_prompt(&s, 1, "seat 0 chooses a tabled item to discard on stone 34");
}

static void the_table_counts_rounds_stones_and_what_awaits_gnomes(void **unused)
{
    struct state s = table("3");

    (void)unused;
    s.round = 7; /* completed ones */
    put_on(&s, 0, 20);
    put_in(&s, 1, "Depot");
    s.miss[1] = 2;
    s.slow[2] = 3;
    expect_count(&s, SCOPE_TABLE, 0, "round", 8, NO_LIMIT);
    assert_string_equal(first_note(&s), "round 8; it is seat 0's turn");
    s.round = 159;
    expect_count(&s, SCOPE_TABLE, 0, "round", 160, NO_LIMIT);
    s.round = 160; /* the last fifth begins */
    expect_count(&s, SCOPE_TABLE, 0, "round", 161, 200);
    assert_string_equal(first_note(&s),
                        "round 161 of at most 200, then all finish where they are; it is seat 0's turn");
    expect_count(&s, SCOPE_SEAT, 0, "stone", 20, 61);
    expect_count(&s, SCOPE_SEAT, 1, "stone", 26, 61);
    expect_count(&s, SCOPE_SEAT, 2, "stone", 0, 61);
    expect_count(&s, SCOPE_SEAT, 1, "turns to miss", 2, NO_LIMIT);
    expect_count(&s, SCOPE_SEAT, 2, "taken off the next roll", 3, NO_LIMIT);
    assert_null(counted(&s, 0, SCOPE_SEAT, 0, "turns to miss"));
    assert_null(counted(&s, 0, SCOPE_SEAT, 1, "taken off the next roll"));
    put_on(&s, 0, 60);
    rolls(&s, 4);
    expect_count(&s, SCOPE_SEAT, 0, "stone", 61, 61);
    expect_count(&s, SCOPE_SEAT, 0, "finished as number", 1, NO_LIMIT);
}

static void pips_sales_and_prices_are_counted(void **unused)
{
    int items = PLACE_SEAT + PART_TABLE;
    struct state s = alone_on(10);

    (void)unused;
    lay(&s, 0, "Ho Fi");
    expect_count(&s, SCOPE_PLACE, items, "prices of the items together", 4 + 4, NO_LIMIT);
    rolls(&s, 5);
    expect_count(&s, SCOPE_SEAT, 0, "pips left", 3, NO_LIMIT);
    act(&s, 0, "enter the Toadstool Cafe");
    assert_null(counted(&s, 0, SCOPE_SEAT, 0, "pips left"));
    expect_count(&s, SCOPE_SEAT, 0, "gems for this sale", 0, NO_LIMIT);
    act(&s, 0, "sell Honey for 6");
    expect_count(&s, SCOPE_SEAT, 0, "gems for this sale", 6, NO_LIMIT);
    expect_count(&s, SCOPE_PLACE, items, "prices of the items together", 4, NO_LIMIT);
}

/* The hand limit counts where it is played with: on the zone that shows the hand. */
static void cards_in_hand_are_counted_against_the_limit(void **unused)
{
    static const char *const how[3] = {"2:handlimit=on,limit=1", "2:handlimit=on", "2:handlimit=on,limit=8"};
    static const int limit[3] = {1, 5, 8};
    struct state without = table("2");
    const struct scene *out;

    (void)unused;
    for (int n = 0; n < 3; n++) {
        struct state s = table(how[n]);
        int hands = 0;

        give(&s, 0, "Ho Fi Fx");
        out = seen_by(&s, 1);
        for (int i = 0; i < out->counters; i++)
            if (out->counter[i].scope == SCOPE_ZONE) {
                const struct scene_zone *zone = &out->zone[out->counter[i].of];

                assert_string_equal(zone->is->id, "hand");
                assert_int_equal(out->counter[i].value, zone->owner == 0 ? 3 : 0);
                assert_int_equal(out->counter[i].limit, limit[n]);
                hands++;
            }
        assert_int_equal(hands, 2);
    }
    out = seen_by(&without, 1);
    for (int i = 0; i < out->counters; i++)
        assert_true(out->counter[i].scope != SCOPE_ZONE);
}

static void the_goal_is_to_be_the_richest(void **unused)
{
    struct state s = table("3");

    (void)unused;
    expect_goal(&s, 0, "be the richest at the end: table items, sell them on the way, finish early");
    put_on(&s, 0, 20);
    put_on(&s, 1, 30);
    put_on(&s, 2, 60);
    purse(&s, 0, "5 3");
    purse(&s, 1, "3");
    expect_goal(&s, 0, "be the richest at the end: 5 gems ahead of seat 1, 41 steps to the Finish");
    expect_goal(&s, 2, "be the richest at the end: 8 gems behind seat 0, 1 step to the Finish");
    lay(&s, 1, "Ho Ho");
    expect_goal(&s, 1, "be the richest at the end: 5 gems behind seat 0, 2 tabled items to sell");
    put_on(&s, 1, 53); /* no business is left */
    expect_goal(&s, 1, "be the richest at the end: 5 gems behind seat 0, 8 steps to the Finish");
    purse(&s, 1, "5 1 1 1");
    expect_goal(&s, 0, "be the richest at the end: seat 1 has as many gems, 41 steps to the Finish");
    turn_of(&s, 2);
    rolls(&s, 1);
    expect_goal(&s, 2, "be the richest with 8 gems: of the others seat 0 has the most, 8");
    assert_int_equal(seen_by(&s, SPECTATOR)->goal.text, NO_TEXT);
    assert_int_equal(seen_by(&s, REFEREE)->goal.text, NO_TEXT);
}

/* Whoever sees what the other holds would still read the same. */
static void goals_and_counters_tell_nothing_of_hands(void **unused)
{
    struct state s = table("2"), other;
    struct scene one;

    (void)unused;
    purse(&s, 0, "5");
    other = s;
    give(&s, 1, "Tr OG");
    give(&other, 1, "Fx MI");
    one = *seen_by(&s, 0);
    assert_int_equal(one.counters, seen_by(&other, 0)->counters);
    assert_memory_equal(one.counter, seen_by(&other, 0)->counter, sizeof one.counter);
    assert_memory_equal(&one.goal, &seen_by(&other, 0)->goal, sizeof one.goal);
}

/* ---- what goes where --------------------------------------------------------------------------- */

/* What was told of the last move. */
static struct facts latest;

static void hear(struct state *s, int actor, const char *words)
{
    int move = find(s, actor, words);

    if (move < 0)
        fail_msg("%s cannot '%s' in phase %d", actor_word(actor), words, s->phase);
    facts_clear(&latest);
    apply(s, actor, (move_t)move, &latest);
    assert_int_equal(latest.lost, 0);
    expect_whole_deck(s);
}

struct gone {
    const char *thing;
    int count, from, to;
};

/* All that a viewer was told of pieces, in this order. */
static void expect_gone(int viewer, const struct gone expected[], int n)
{
    int found = 0;

    for (int i = 0; i < latest.transfers; i++) {
        const struct transfer *transfer = &latest.transfer[i];

        if (!(latest.fact[transfer->fact].to & BIT(viewer)))
            continue;
        if (found == n)
            fail_msg("%s is told that %s goes from %d to %d", actor_word(viewer), things[transfer->thing].name,
                     transfer->from, transfer->to);
        assert_string_equal(things[transfer->thing].name, expected[found].thing);
        assert_int_equal(transfer->count, expected[found].count);
        assert_int_equal(transfer->from, expected[found].from);
        assert_int_equal(transfer->to, expected[found].to);
        found++;
    }
    assert_int_equal(found, n);
}

#define EXPECT_GONE(viewer, ...)                                                                                       \
    expect_gone(viewer, (const struct gone[]){__VA_ARGS__},                                                            \
                (int)(sizeof((const struct gone[]){__VA_ARGS__}) / sizeof(struct gone)))

/* Places by their names. */
static int in_business(const char *word)
{
    for (int i = 0; i < 4; i++)
        if (strcmp(page_businesses[i].word, word) == 0)
            return PLACE_BUSINESS + i;
    fail_msg("there is no business '%s'", word);
    return -1;
}

static int at_seat(int seat, int part)
{
    return PLACE_SEAT + PARTS * seat + part;
}

static void a_gnome_is_told_to_go_where_it_goes(void **unused)
{
    struct state s = alone_on(16);

    (void)unused;
    hear(&s, CHANCE, "roll 2");
    EXPECT_GONE(SPECTATOR, {"green gnome", 1, 16, 18}, {"green gnome", 1, 18, 23});
    s = alone_on(10);
    hear(&s, CHANCE, "roll 5");
    EXPECT_GONE(1, {"green gnome", 1, 10, 12});
    hear(&s, 0, "walk past the Toadstool Cafe");
    EXPECT_GONE(1, {"green gnome", 1, 12, 15});
    s = alone_on(12);
    hear(&s, CHANCE, "roll 5"); /* it is asked where it stands */
    expect_gone(1, NULL, 0);
    hear(&s, 0, "enter the Toadstool Cafe");
    EXPECT_GONE(1, {"green gnome", 1, 12, in_business("Cafe")});
    turn_of(&s, 0);
    hear(&s, CHANCE, "roll 1");
    EXPECT_GONE(1, {"green gnome", 1, in_business("Cafe"), 12}, {"green gnome", 1, 12, 13});
    s = alone_on(31);
    purse(&s, 0, "5");
    hear(&s, CHANCE, "roll 4");
    EXPECT_GONE(0, {"green gnome", 1, 31, 32});
    hear(&s, 0, "pay 5 gems and cross the bridge");
    EXPECT_GONE(0, {"red gem", 1, at_seat(0, PART_GEMS), PLACE_MINE}, {"green gnome", 1, 32, 36},
                {"green gnome", 1, 36, 38});
}

static void a_drawn_card_is_told_to_its_owner_and_its_back_to_the_others(void **unused)
{
    struct state s = table("2");

    (void)unused;
    rolls(&s, 3);
    hear(&s, CHANCE, "draw Truffles");
    EXPECT_GONE(0, {"Truffles", 1, PLACE_PILE, at_seat(0, PART_HAND)});
    EXPECT_GONE(1, {"card", 1, PLACE_PILE, at_seat(0, PART_HAND)});
    EXPECT_GONE(SPECTATOR, {"card", 1, PLACE_PILE, at_seat(0, PART_HAND)});
    EXPECT_GONE(REFEREE, {"Truffles", 1, PLACE_PILE, at_seat(0, PART_HAND)});
}

static void items_are_told_to_be_tabled_sold_and_offered(void **unused)
{
    struct state s = table("2");

    (void)unused;
    put_on(&s, 0, 11);
    give(&s, 0, "Ho");
    play_of(&s, 0);
    hear(&s, 0, "table Honey");
    EXPECT_GONE(1, {"Honey", 1, at_seat(0, PART_HAND), at_seat(0, PART_TABLE)});
    turn_of(&s, 0);
    rolls(&s, 1);
    act(&s, 0, "enter the Toadstool Cafe");
    hear(&s, 0, "sell Honey for 6");
    EXPECT_GONE(1, {"Honey", 1, at_seat(0, PART_TABLE), PLACE_DISCARDS},
                {"red gem", 1, PLACE_MINE, at_seat(0, PART_GEMS)}, {"black gem", 1, PLACE_MINE, at_seat(0, PART_GEMS)});
    s = alone_on(51);
    lay(&s, 0, "Fi Ho");
    rolls(&s, 1);
    act(&s, 0, "enter the Tinker's Cart");
    hear(&s, 0, "offer everything");
    EXPECT_GONE(1, {"Honey", 1, at_seat(0, PART_TABLE), PLACE_SALE},
                {"Firewood", 1, at_seat(0, PART_TABLE), PLACE_SALE});
    hear(&s, CHANCE, "roll 2");
    EXPECT_GONE(1, {"Honey", 1, PLACE_SALE, PLACE_DISCARDS});
}

static void at_the_finish_gnome_items_and_hand_are_told_to_go(void **unused)
{
    struct state s = alone_on(60);

    (void)unused;
    lay(&s, 0, "Ho Ho Fx");
    give(&s, 0, "MI OG");
    hear(&s, CHANCE, "roll 6");
    /* The bonus of 8, and half of 4 + 4 + 2. */
    EXPECT_GONE(1, {"green gnome", 1, 60, FINISH}, {"red gem", 1, PLACE_MINE, at_seat(0, PART_GEMS)},
                {"blue gem", 1, PLACE_MINE, at_seat(0, PART_GEMS)}, {"red gem", 1, PLACE_MINE, at_seat(0, PART_GEMS)},
                {"Honey", 2, at_seat(0, PART_TABLE), PLACE_DISCARDS},
                {"Flax", 1, at_seat(0, PART_TABLE), PLACE_DISCARDS},
                {"Mining", 1, at_seat(0, PART_HAND), PLACE_DISCARDS},
                {"Oh Gnome You Don't!", 1, at_seat(0, PART_HAND), PLACE_DISCARDS});
}

static void gems_that_are_changed_go_to_the_mine_and_come_from_there(void **unused)
{
    struct state s = alone_on(11);

    (void)unused;
    purse(&s, 0, "3 3 1 1 1 1");
    lay(&s, 0, "Ho");
    rolls(&s, 1);
    act(&s, 0, "enter the Toadstool Cafe");
    act(&s, 0, "sell Honey for 6");
    hear(&s, 0, "change up");
    /* 16 gems were a red piece, two blue ones and five black ones; they are a gold one, a red one and a black one. */
    EXPECT_GONE(1, {"black gem", 4, at_seat(0, PART_GEMS), PLACE_MINE},
                {"blue gem", 2, at_seat(0, PART_GEMS), PLACE_MINE}, {"gold gem", 1, PLACE_MINE, at_seat(0, PART_GEMS)});
}

static void a_shuffling_is_told_as_backs(void **unused)
{
    struct state s = table("2");

    (void)unused;
    memset(s.pile, 0, sizeof s.pile); /* all of it has been discarded */
    s.pile_n = 0;
    hear(&s, CHANCE, "roll 3"); /* there is no card to play: it comes to the draw at once */
    EXPECT_GONE(1, {"green gnome", 1, 0, 3}, {"card", 104, PLACE_DISCARDS, PLACE_PILE});
}

/* ---- all of it, in random games ---------------------------------------------------------------- */

enum { PLACES_N = PLACE_MINE + 1 };

static void count_places(const struct state *s, int viewer, int on[PLACES_N])
{
    const struct scene *out = seen_by(s, viewer);
    const struct scene_piece *piece = out->piece;

    memset(on, 0, PLACES_N * sizeof on[0]);
    for (int i = 0; i < out->places; i++)
        for (int k = 0; k < out->place[i].pieces; k++, piece++)
            on[out->place[i].id] += piece->count;
}

/* Gnomes, cards and gems go nowhere untold. The mine never runs out. */
static void every_card_gnome_and_gem_that_moves_is_told(void **unused)
{
    struct luck luck = {5};
    int gems_told = 0;

    (void)unused;
    for (int game = 0; game < 60; game++) {
        struct setup setup = {.seats = (uint8_t)(2 + game % 5), .option = {0, (uint8_t)(game % 2)}};
        static int before[PLACES_N], after[PLACES_N];
        struct state s;

        setup.option[2] = (uint8_t)(game / 2 % 2);
        setup.option[3] = (uint8_t)(game / 4 % 2);
        start(&s, &setup);
        while (s.phase == DEAL)
            apply(&s, CHANCE, draw(&s, luck_below(&luck, odds(&s))), NULL);
        count_places(&s, SPECTATOR, before);
        while (actors(&s)) {
            int actor = bit_lowest(actors(&s)), change[PLACES_N] = {0};
            move_t list[MOVES_MAX], move = 0;

            if (actor == CHANCE)
                move = draw(&s, luck_below(&luck, odds(&s)));
            else
                move = list[luck_below(&luck, (uint32_t)moves(&s, actor, list))];
            facts_clear(&latest);
            apply(&s, actor, move, &latest);
            count_places(&s, SPECTATOR, after);
            for (int i = 0; i < latest.transfers; i++)
                if (latest.fact[latest.transfer[i].fact].to & BIT(SPECTATOR)) {
                    change[latest.transfer[i].from] -= latest.transfer[i].count;
                    change[latest.transfer[i].to] += latest.transfer[i].count;
                }
            for (int place = 0; place < PLACE_MINE; place++) {
                gems_told += place >= PLACE_SEAT && (place - PLACE_SEAT) % PARTS == PART_GEMS && change[place] != 0;
                if (before[place] + change[place] != after[place])
                    fail_msg("game %d, phase %d: place %d has %d, %+d is told, and then it has %d", game, s.phase,
                             place, before[place], change[place], after[place]);
            }
            memcpy(before, after, sizeof before);
        }
    }
    assert_true(gems_told > 100);
}

/* ---- what things are ---------------------------------------------------------------------------- */

static const char *about_words(const char *thing, const struct setup *setup)
{
    return plain_words(about(setup, thing_named(thing)));
}

__attribute__((format(printf, 2, 3))) static void expect_about(const char *thing, const char *format, ...)
{
    static const struct setup setup = {.seats = 3};
    char words[128];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (!strstr(about_words(thing, &setup), words))
        fail_msg("'%s' should be part of: %s", words, about_words(thing, &setup));
}

static void items_say_what_they_fetch(void **unused)
{
    (void)unused;
    for (int i = 0; i < PAGE_ITEMS; i++)
        for (int b = 0; b < 4; b++)
            if (strcmp(page_businesses[b].word, page_items[i].business) == 0) {
                expect_about(page_items[i].name, "in a business for %d gems, in %s for %d", page_items[i].price,
                             page_businesses[b].name, page_items[i].best);
                expect_about(page_items[i].name, "table it");
                expect_about(page_items[i].name, "the tinker pays by the die");
            }
}

/* When a card may be played, and whether the remedy helps against it. */
static void purple_and_red_cards_say_when_they_are_played(void **unused)
{
    static const char *const any_time[] = {"Oh Gnome You Don't!", "Cure Most Remedy", "Dirty Trick", "Pull My Finger"};
    static const struct setup setup = {.seats = 3};

    (void)unused;
    for (int i = 0; i < PAGE_DEEDS; i++) {
        const char *name = page_deeds[i].name, *words = about_words(name, &setup);
        bool besides = false;

        for (int k = 0; k < 4; k++)
            besides = besides || strcmp(name, any_time[k]) == 0;
        assert_int_equal(strncmp(words, "the card of your turn", strlen("the card of your turn")) == 0, !besides);
        assert_int_equal(strstr(words, "besides the card of your turn") != NULL, besides);
        assert_int_equal(strstr(words, "Cure Most Remedy helps") != NULL, page_deeds[i].remedy);
        if (page_deeds[i].remedy)
            expect_about("Cure Most Remedy", "%s", name);
    }
}

static void purple_and_red_cards_say_what_they_do(void **unused)
{
    (void)unused;
    expect_about("Mining", "roll the die and take that many gems from the mine");
    expect_about("Second Wind", "roll the die and move on that many stones");
    expect_about("Shortcut", "move on 1 to 4 stones");
    expect_about("Light Fingers", "on the trail: take one of its gems");
    expect_about("Light Fingers", "Gold is safe");
    expect_about("Change Places", "change places");
    expect_about("Wrong Turn", "on the trail: it goes back 4 stones");
    expect_about("Long Nap", "it misses 1 turn");
    expect_about("Stinging Nettles", "it misses 1 turn");
    expect_about("Nip of Gin", "nearest gnome on the trail, at most 6 stones ahead or behind. A brawl follows");
    expect_about("Hornet Sting", "it loses 3 gems");
    expect_about("Thieving Magpie", "discards one of them, and you choose");
    expect_about("Trip Wire", "next roll to move counts 3 less, but at least 1");
    expect_about("Oh Gnome You Don't!", "cancels a purple or red card");
    expect_about("Oh Gnome You Don't!", "even another answer");
    expect_about("Cure Most Remedy", "you do not suffer it");
    expect_about("Dirty Trick", "when the brawl cards have been shown: adds 3");
    expect_about("Pull My Finger", "before brawl cards are picked: you are out of it");
}

/* Whoever comes to a stone by a card may brawl there; without brawling nobody says so. */
static void cards_that_move_a_gnome_say_that_a_brawl_may_follow(void **unused)
{
    static const char *const moving[] = {"Second Wind", "Shortcut", "Change Places", "Wrong Turn"};
    struct setup with = {.seats = 3}, without = {.seats = 3};

    (void)unused;
    without.option[0] = 1; /* brawling=off */
    for (int i = 0; i < PAGE_DEEDS; i++) {
        bool moves_gnome = false;

        for (int k = 0; k < 4; k++)
            moves_gnome = moves_gnome || strcmp(page_deeds[i].name, moving[k]) == 0;
        assert_int_equal(strstr(about_words(page_deeds[i].name, &with), ", and a brawl may follow") != NULL,
                         moves_gnome);
        if (moves_gnome)
            assert_null(strstr(about_words(page_deeds[i].name, &without), "brawl"));
    }
    expect_about("Shortcut", "The stone that you stop on acts on you, and a brawl may follow");
    assert_non_null(strstr(about_words("Wrong Turn", &without), "it goes back 4 stones the way it came"));
    assert_non_null(strstr(about_words("Wrong Turn", &without), "acts on it. Cure"));
}

static void brawl_cards_gems_and_gnomes_say_what_they_count(void **unused)
{
    struct setup setup = {.seats = 2};

    (void)unused;
    for (int i = 0; i < 10; i++) {
        char name[32];

        snprintf(name, sizeof name, "%s (%d)", page_brawls[i], i + 1);
        expect_about(name, "counts %d in one brawl", i + 1);
    }
    for (int i = 0; i < 4; i++)
        expect_about(page_gem_names[i], "worth %d %s", page_gems[i], page_gems[i] == 1 ? "gem." : "gems");
    expect_about("gold gem", "safe from Light Fingers");
    expect_about("white gnome", "after stone 60");
    expect_about("white gnome", "gets 8 gems");
    setup.option[5] = (uint8_t)(option_values(&options[5]) - 1); /* first=20 */
    assert_non_null(strstr(about_words("white gnome", &setup), "gets 20 gems"));
    assert_string_equal(about_words("card", &setup), "");
    assert_string_equal(about_words("brawl card", &setup), "");
}

/* ---- what is foreseen ------------------------------------------------------------------------ */

static void lay_match(struct trial *t, const char *id, const struct state *s)
{
    trial_start(t, id);
    memcpy(t->match.state, s, sizeof *s);
}

/* Honey brings 6 in the Toadstool Cafe, Field Mushrooms 5; then the turn is over, and the other gnome rolls. */
static void a_sale_is_foreseen_with_what_it_brings(void **unused)
{
    struct state s = table("2");
    struct trial t;
    const struct preview *p;
    char changes[128];

    (void)unused;
    put_in(&s, 0, "Cafe");
    lay(&s, 0, "Ho Mu");
    ask(&s, SELL, BIT(0));
    lay_match(&t, "oh-gnome:2", &s);
    p = trial_foresees(&t, 0, "sell everything",
                       "Score: you +11. You sell Honey for 6. You sell Field Mushrooms for 5. You take 11 gems from "
                       "the mine. Seat 1 rolls the die to move.");
    assert_int_equal(p->next, NEXT_CHANCE);
    snprintf(changes, sizeof changes, "score of seat 0 +11; Prices of the items together of place %d -7",
             part_of(0, PART_TABLE));
    assert_string_equal(trial_changes(&t, p), changes);
    trial_end(&t);
}

/* A tabled item is the card of the turn; then one is drawn, and nobody knows which. */
static void an_item_is_foreseen_on_the_table_and_the_card_to_be_drawn_is_not(void **unused)
{
    struct state s = table("2");
    struct trial t;
    const struct preview *p;
    char changes[128];

    (void)unused;
    put_on(&s, 0, 5);
    give(&s, 0, "Ho MI");
    play_of(&s, 0);
    lay_match(&t, "oh-gnome:2", &s);
    p = trial_foresees(&t, 0, "table Honey", "You table Honey. You draw a card.");
    assert_int_equal(p->next, NEXT_CHANCE);
    snprintf(changes, sizeof changes, "Prices of the items together of place %d +4", part_of(0, PART_TABLE));
    assert_string_equal(trial_changes(&t, p), changes);
    p = trial_foresees(&t, 0, "play no card", "You play no card. You draw a card.");
    assert_int_equal(p->next, NEXT_CHANCE);
    p = trial_foresees(&t, 0, "play Mining", "You play Mining. You roll the die for gems.");
    assert_int_equal(p->next, NEXT_CHANCE);
    trial_end(&t);
}

/* Where somebody has a card in hand, an answer may come, whatever the card is: so nothing that the attack does is
 * foreseen. Where nobody has, it takes effect at once. */
static void an_attack_is_foreseen_up_to_the_answers(void **unused)
{
    static const char *const hands[] = {"CM", "Ho", ""};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct state s = table("2");
        struct trial t;
        const struct preview *p;

        put_on(&s, 0, 5);
        put_on(&s, 1, 9);
        purse(&s, 1, "3 1");
        give(&s, 0, "HS");
        give(&s, 1, hands[i]);
        play_of(&s, 0);
        lay_match(&t, "oh-gnome:2", &s);
        p = trial_foresees(&t, 0, "play Hornet Sting on seat 1",
                           *hands[i] ? "You play Hornet Sting on seat 1."
                                     : "Score: seat 1 -3. You play Hornet Sting on seat 1. Seat 1 loses 3 gems to the "
                                       "mine. You draw a card.");
        assert_int_equal(p->next, *hands[i] ? NEXT_OTHER : NEXT_CHANCE);
        assert_string_equal(trial_changes(&t, p), *hands[i] ? "" : "score of seat 1 -3");
        trial_end(&t);
    }
}

/* Seat 0 has played a Hornet Sting on seat 1. */
static struct state after_sting(int seats)
{
    struct state s = table(seats == 2 ? "2" : "3");

    for (int seat = 0; seat < seats; seat++)
        put_on(&s, seat, 5 + 2 * seat);
    purse(&s, 1, "3 1");
    give(&s, 0, "HS Ho");
    give(&s, 1, "CM OG");
    if (seats == 3)
        give(&s, 2, "OG Ho");
    play_of(&s, 0);
    act(&s, 0, "play Hornet Sting on seat 1");
    return s;
}

/* Several are asked for an answer at the same time: one's own choice, and nothing of what the others do. */
static void of_answers_only_ones_own_choice_is_foreseen(void **unused)
{
    static const char *const others[] = {NULL, "pass", "play Oh Gnome You Don't!"};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct state s = after_sting(3);
        struct trial t;
        const struct preview *p;

        lay_match(&t, "oh-gnome:3", &s);
        if (others[i])
            trial_do(&t, "2", others[i]);
        p = trial_foresees(&t, 1, "play Cure Most Remedy", "You choose Cure Most Remedy.");
        assert_int_equal(p->next, NEXT_SEALED);
        p = trial_foresees(&t, 1, "pass", "You pass.");
        assert_int_equal(p->next, NEXT_SEALED);
        assert_string_equal(trial_changes(&t, p), "");
        trial_end(&t);
    }
}

/* Nobody else is asked: to pass is to suffer the card, and an answer can only be answered by the other one. */
static void a_lone_answer_is_foreseen(void **unused)
{
    struct state s = after_sting(2);
    struct trial t;
    const struct preview *p;

    (void)unused;
    lay_match(&t, "oh-gnome:2", &s);
    p = trial_foresees(&t, 1, "pass", "Score: you -3. You lose 3 gems to the mine. Seat 0 draws a card.");
    assert_int_equal(p->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, p), "score of seat 1 -3");
    p = trial_foresees(&t, 1, "play Cure Most Remedy", "You answer seat 0's Hornet Sting with Cure Most Remedy.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p), "");
    trial_end(&t);
}

/* From stone 58 a Shortcut leads beyond stone 60 with 3 stones or more. The first gets 8 gems, half of 6 for the
 * Truffles, and shows its hand; 2 stones only lead to stone 60. */
static void finishing_is_foreseen_with_its_bonus(void **unused)
{
    struct state s = table("2");
    struct trial t;
    const struct preview *p;
    char changes[256];

    (void)unused;
    put_on(&s, 0, 58);
    lay(&s, 0, "Tr");
    give(&s, 0, "SC Ho");
    play_of(&s, 0);
    act(&s, 0, "play Shortcut"); /* seat 1 has no card, and is not asked */
    lay_match(&t, "oh-gnome:2", &s);
    p = trial_foresees(
        &t, 0, "move on 3 stones",
        "Score: you +11. You move on 3 stones. You finish as number 1. You get a bonus of 8 gems. You get 3 gems for "
        "tabled items worth 6. You discard Honey. Stone +3. Seat 1 rolls the die to move.");
    assert_int_equal(p->next, NEXT_CHANCE);
    snprintf(changes, sizeof changes,
             "score of seat 0 +11; Stone of seat 0 +3; Finished as number of seat 0 is 1; Prices of the items together "
             "of place %d -6",
             part_of(0, PART_TABLE));
    assert_string_equal(trial_changes(&t, p), changes);
    p = trial_foresees(&t, 0, "move on 2 stones",
                       "You move on 2 stones. You stop on stone 60. Stone +2. You draw a card.");
    assert_int_equal(p->next, NEXT_CHANCE);
    assert_string_equal(trial_changes(&t, p), "Stone of seat 0 +2");
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_box_has_the_104_cards_of_the_page),
        cmocka_unit_test(every_gnome_has_the_brawl_cards_1_to_10),
        cmocka_unit_test(the_gems_are_worth_1_3_5_and_10_and_the_mine_never_runs_out),
        cmocka_unit_test(options_have_the_values_of_the_page),
        cmocka_unit_test(house_rules_about_brawls_are_refused_without_brawling),
        cmocka_unit_test(the_number_of_the_hand_limit_is_refused_without_that_rule),
        cmocka_unit_test(two_green_cards_at_random_go_to_each_seat),
        cmocka_unit_test(any_seat_may_start_and_turns_go_clockwise),
        cmocka_unit_test(without_brawling_three_kinds_of_cards_are_taken_out),
        cmocka_unit_test(from_the_mine_come_the_largest_pieces),
        cmocka_unit_test(outside_a_business_nobody_changes_up),
        cmocka_unit_test(paying_takes_the_fewest_whole_pieces_larger_ones_first),
        cmocka_unit_test(otherwise_the_smallest_piece_that_does_is_broken),
        cmocka_unit_test(who_has_less_pays_what_there_is),
        cmocka_unit_test(worked_example_17_gems_are_one_gold_one_red_two_black),
        cmocka_unit_test(worked_example_3_and_17_gems_change_up_to_two_gold),
        cmocka_unit_test(paying_another_gnome_is_as_by_brute_force),
        cmocka_unit_test(paying_the_mine_is_as_by_brute_force),
        cmocka_unit_test(changing_up_is_as_by_brute_force),
        cmocka_unit_test(a_gnome_moves_as_many_stones_as_it_rolls),
        cmocka_unit_test(an_exact_count_is_never_needed),
        cmocka_unit_test(a_door_may_be_entered_or_walked_past_in_passing_ending_and_starting),
        cmocka_unit_test(no_other_stone_has_a_door),
        cmocka_unit_test(a_business_is_left_by_the_next_stone),
        cmocka_unit_test(a_business_may_be_entered_again_on_a_later_move),
        cmocka_unit_test(slug_slime_carries_from_18_to_23),
        cmocka_unit_test(who_passes_the_slime_walks_the_long_way),
        cmocka_unit_test(nobody_slides_back),
        cmocka_unit_test(who_slides_meets_the_gnomes_on_23),
        cmocka_unit_test(the_troll_is_paid_5_gems_and_the_bridge_costs_one_pip),
        cmocka_unit_test(with_fewer_than_5_gems_it_takes_the_trail),
        cmocka_unit_test(behind_the_bridge_nothing_is_paid_and_nothing_asked),
        cmocka_unit_test(passing_33_to_35_costs_nothing),
        cmocka_unit_test(on_33_two_gems_are_lost_however_one_came),
        cmocka_unit_test(on_34_one_tabled_item_of_ones_choice_is_discarded_however_one_came),
        cmocka_unit_test(on_35_half_of_the_hand_is_lost_at_random_however_one_came),
        cmocka_unit_test(the_stone_acts_before_any_brawl_there),
        cmocka_unit_test(second_wind_moves_on_by_the_die_and_shortcut_by_1_to_4),
        cmocka_unit_test(a_gnome_moved_by_a_card_enters_no_business),
        cmocka_unit_test(a_gnome_moved_forwards_by_a_card_goes_behind_the_bridge),
        cmocka_unit_test(slime_carries_whoever_a_card_puts_on_18),
        cmocka_unit_test(wrong_turn_sends_back_4_stones),
        cmocka_unit_test(past_stone_1_a_gnome_stands_at_start),
        cmocka_unit_test(over_the_bridge_back_from_36_to_32_is_one_step),
        cmocka_unit_test(behind_the_bridge_back_is_by_35),
        cmocka_unit_test(who_is_sent_back_before_the_bridge_pays_again),
        cmocka_unit_test(a_gnome_put_beyond_the_bridge_goes_back_by_35),
        cmocka_unit_test(changing_places_beyond_the_bridge_everybody_keeps_the_own_route),
        cmocka_unit_test(past_stone_60_a_card_finishes),
        cmocka_unit_test(with_change_places_both_stones_act_the_active_gnome_first),
        cmocka_unit_test(a_nip_of_gin_without_a_step_does_not_make_the_stone_act),
        cmocka_unit_test(a_missed_turn_passes_to_the_next_gnome),
        cmocka_unit_test(missed_turns_add_up),
        cmocka_unit_test(rounds_that_all_miss_are_told_at_once),
        cmocka_unit_test(of_two_gnomes_the_other_then_has_two_turns_in_a_row),
        cmocka_unit_test(a_turn_can_be_missed_in_a_business),
        cmocka_unit_test(a_trip_wire_takes_3_off_the_next_roll_down_to_1),
        cmocka_unit_test(a_trip_wire_waits_for_the_next_roll_to_move),
        cmocka_unit_test(items_fetch_their_price_and_the_higher_one_at_their_business),
        cmocka_unit_test(the_whole_sale_is_collected_as_one_sum),
        cmocka_unit_test(one_may_sell_nothing),
        cmocka_unit_test(who_is_in_a_business_must_leave_on_the_next_turn),
        cmocka_unit_test(the_tinker_rolls_for_each_item),
        cmocka_unit_test(the_tinker_takes_everything_or_nothing_too),
        cmocka_unit_test(changing_up_is_asked_only_if_it_changes_something),
        cmocka_unit_test(in_a_business_no_card_is_played_or_drawn_and_nobody_brawls),
        cmocka_unit_test(outside_a_door_one_is_not_with_those_inside),
        cmocka_unit_test(one_card_is_played_or_none_and_one_is_drawn),
        cmocka_unit_test(without_cards_in_hand_nobody_is_asked_for_one),
        cmocka_unit_test(purple_and_red_cards_are_discarded_after_use),
        cmocka_unit_test(a_card_is_drawn_at_random),
        cmocka_unit_test(the_discards_become_the_draw_pile_when_there_is_no_card_to_draw),
        cmocka_unit_test(the_discards_are_not_shuffled_before_they_are_needed),
        cmocka_unit_test(with_no_card_at_all_there_is_no_draw),
        cmocka_unit_test(a_seat_keeps_any_number_of_cards),
        cmocka_unit_test(a_first_turn_in_words),
        cmocka_unit_test(handlimit_five_cards_at_most_on_leaving_a_business),
        cmocka_unit_test(handlimit_does_not_touch_five_cards_or_who_is_outside_or_misses_the_turn),
        cmocka_unit_test(bonuses_and_penalties_go_by_the_order_of_finishing),
        cmocka_unit_test(a_penalty_is_paid_before_the_items_pay),
        cmocka_unit_test(tabled_items_pay_half_of_the_sum_rounded_down),
        cmocka_unit_test(each_item_pays_half_of_its_price_at_the_finish),
        cmocka_unit_test(who_finishes_discards_the_hand_and_plays_and_draws_nothing),
        cmocka_unit_test(a_finished_gnome_is_out_of_reach),
        cmocka_unit_test(most_gem_value_wins_and_ties_go_to_the_earlier_finisher),
        cmocka_unit_test(after_200_turns_of_each_seat_the_game_is_over),
        cmocka_unit_test(the_limit_counts_rounds_from_the_starter),
        cmocka_unit_test(at_the_limit_gnomes_finish_by_place_and_equals_in_order_from_the_active_one),
        cmocka_unit_test(no_move_has_more_to_tell_than_can_be_told),
        cmocka_unit_test(random_hikes_go_as_step_by_step),
        cmocka_unit_test(in_random_games_everything_is_used),
        cmocka_unit_test(at_the_end_the_standing_is_the_score_and_on_the_way_habits_are_legal),
        cmocka_unit_test(gems_items_and_cards_are_expected_to_be_worth_something),
        cmocka_unit_test(being_early_is_expected_to_bring_the_bonus),
        cmocka_unit_test(a_card_on_the_stack_counts_until_it_is_answered),
        cmocka_unit_test(by_habit_the_best_item_is_tabled_and_sold_where_it_fetches_most),
        cmocka_unit_test(by_habit_nobody_pays_the_troll_or_goes_in_for_nothing),
        cmocka_unit_test(by_habit_the_largest_piece_is_taken_and_the_worst_item_given_up),
        cmocka_unit_test(by_habit_brawls_are_for_those_with_the_higher_card),
        cmocka_unit_test(everybody_starts_with_as_many_green_cards_as_was_agreed),
        cmocka_unit_test(whoever_finishes_first_gets_what_was_agreed_and_the_others_what_they_always_get),
        cmocka_unit_test(whoever_leaves_a_business_discards_down_to_the_number_that_was_agreed),
        cmocka_unit_test(the_bridge_costs_as_many_gems_as_was_agreed),
        cmocka_unit_test(the_least_limit_and_the_least_toll_in_words),
        cmocka_unit_test(at_a_door_one_reads_what_going_in_means),
        cmocka_unit_test(at_the_bridge_one_reads_both_ways_and_the_toll),
        cmocka_unit_test(in_a_business_one_reads_what_can_be_done_there),
        cmocka_unit_test(before_the_card_of_the_turn_one_reads_what_the_hand_has_for_it),
        cmocka_unit_test(behind_the_bridge_one_reads_why_an_item_goes),
        cmocka_unit_test(the_table_counts_rounds_stones_and_what_awaits_gnomes),
        cmocka_unit_test(pips_sales_and_prices_are_counted),
        cmocka_unit_test(cards_in_hand_are_counted_against_the_limit),
        cmocka_unit_test(the_goal_is_to_be_the_richest),
        cmocka_unit_test(goals_and_counters_tell_nothing_of_hands),
        cmocka_unit_test(a_gnome_is_told_to_go_where_it_goes),
        cmocka_unit_test(a_drawn_card_is_told_to_its_owner_and_its_back_to_the_others),
        cmocka_unit_test(items_are_told_to_be_tabled_sold_and_offered),
        cmocka_unit_test(at_the_finish_gnome_items_and_hand_are_told_to_go),
        cmocka_unit_test(gems_that_are_changed_go_to_the_mine_and_come_from_there),
        cmocka_unit_test(a_shuffling_is_told_as_backs),
        cmocka_unit_test(every_card_gnome_and_gem_that_moves_is_told),
        cmocka_unit_test(items_say_what_they_fetch),
        cmocka_unit_test(purple_and_red_cards_say_when_they_are_played),
        cmocka_unit_test(purple_and_red_cards_say_what_they_do),
        cmocka_unit_test(cards_that_move_a_gnome_say_that_a_brawl_may_follow),
        cmocka_unit_test(brawl_cards_gems_and_gnomes_say_what_they_count),
        cmocka_unit_test(a_sale_is_foreseen_with_what_it_brings),
        cmocka_unit_test(an_item_is_foreseen_on_the_table_and_the_card_to_be_drawn_is_not),
        cmocka_unit_test(an_attack_is_foreseen_up_to_the_answers),
        cmocka_unit_test(of_answers_only_ones_own_choice_is_foreseen),
        cmocka_unit_test(a_lone_answer_is_foreseen),
        cmocka_unit_test(finishing_is_foreseen_with_its_bonus),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
