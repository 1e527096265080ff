/* test_pesky: every rule, ruling and example of docs/rules/pesky-gnomes.md. The source is included, so that positions
 * can be laid out directly. Whole games are played beside a second, naive table; and what viewers can know of the cards
 * is worked out here a second time, from the cards that were played, by trying every way to deal the others. */
#include "help.h"

#include "../src/games/wide.h"

/* The luck of veil can be put on a tape: then each choice is made in every possible way, one after the other, and the
 * exact probability of every redeal is known. */
enum { TAPE_MAX = 64 };

static struct {
    bool on;
    int n, at;
    uint32_t choice[TAPE_MAX], of[TAPE_MAX];
} tape;

static uint32_t tape_below(struct luck *luck, uint32_t n)
{
    if (!tape.on)
        return luck_below(luck, n);
    if (tape.at == tape.n) {
        assert_true(tape.n < TAPE_MAX);
        tape.choice[tape.n] = 0;
        tape.of[tape.n++] = n;
    }
    assert_int_equal(tape.of[tape.at], n);
    return tape.choice[tape.at++];
}

static struct wide tape_wide_below(struct luck *luck, struct wide n)
{
    if (!tape.on)
        return wide_below(luck, n);
    assert_true(n.high == 0 && n.low <= UINT32_MAX);
    return (struct wide){0, tape_below(luck, (uint32_t)n.low)};
}

static void tape_start(void)
{
    tape.on = true;
    tape.n = tape.at = 0;
}

static double tape_probability(void)
{
    double p = 1;

    for (int i = 0; i < tape.n; i++)
        p /= tape.of[i];
    return p;
}

/* To the next way of choosing; false after the last. */
static bool tape_next(void)
{
    assert_int_equal(tape.at, tape.n);
    tape.at = 0;
    while (tape.n > 0 && ++tape.choice[tape.n - 1] == tape.of[tape.n - 1])
        tape.n--;
    tape.on = tape.n > 0;
    return tape.on;
}

#define luck_below tape_below
#define wide_below tape_wide_below
#include "../src/games/pesky.c"
#undef luck_below
#undef wide_below

static const struct state *state_of(const struct trial *t)
{
    return (const struct state *)(const void *)t->match.state;
}

/* ---- words for cards ------------------------------------------------------------------------- */

static const char *const suit_word[4] = {"green", "yellow", "blue", "red"};
static const int suit_ranks[4] = {5, 10, 15, 20}, suit_first[4] = {0, 5, 15, 30};

static int suit_of(int card)
{
    return card < 5 ? 0 : card < 15 ? 1 : card < 30 ? 2 : 3;
}

static int rank_of(int card)
{
    return card - suit_first[suit_of(card)] + 1;
}

/* [C]: every 3 is worth -3, every 5 +3, every 7 -7, every 10 +7. */
static int points_on(int rank)
{
    return rank == 3 ? -3 : rank == 5 ? 3 : rank == 7 ? -7 : rank == 10 ? 7 : 0;
}

/* The next card of a list as "G3 B12", which is moved on. */
static int next_card(const char **list)
{
    int suit = **list == 'G' ? 0 : **list == 'Y' ? 1 : **list == 'B' ? 2 : 3, rank = 0;

    for (++*list; **list >= '0' && **list <= '9'; ++*list)
        rank = 10 * rank + **list - '0';
    while (**list == ' ')
        ++*list;
    assert_in_range(rank, 1, suit_ranks[suit]);
    return suit_first[suit] + rank - 1;
}

static int C(const char *mark)
{
    return next_card(&mark);
}

static uint64_t cards(const char *list)
{
    uint64_t set = 0;

    while (*list)
        set |= (uint64_t)1 << next_card(&list);
    return set;
}

/* "blue 7 (-7)" */
static const char *card_word(int card)
{
    static char word[24];
    int points = points_on(rank_of(card));

    if (points)
        snprintf(word, sizeof word, "%s %d (%+d)", suit_word[suit_of(card)], rank_of(card), points);
    else
        snprintf(word, sizeof word, "%s %d", suit_word[suit_of(card)], rank_of(card));
    return word;
}

static const char *seat_word(int seat)
{
    static const char *const words[5] = {"0", "1", "2", "3", "4"};

    return words[seat];
}

static int goal_called(const char *name)
{
    for (int goal = 0; goal < 10; goal++)
        if (strcmp(things[THING_GOAL + goal].name, name) == 0)
            return goal;
    fail_msg("there is no goal '%s'", name);
    return -1;
}

static int token_of(int value)
{
    for (int token = 0; token < 10; token++)
        if (tokens[token] == value)
            return token;
    fail_msg("there is no bid token %d", value);
    return -1;
}

/* ---- playing by words ------------------------------------------------------------------------ */

/* The first hand of a match: the cards, goals and bids of the seats. Where no cards are named, the lowest that nobody
 * is to get. */
struct plan {
    const char *hand[5], *goal[5];
    int bid[5];
};

static void deal_hands(struct trial *t, const struct plan *plan)
{
    uint64_t wanted = 0, dealt = 0;
    char words[64];

    for (int seat = 0; seat < t->match.deal.setup.seats; seat++)
        wanted |= plan->hand[seat] ? cards(plan->hand[seat]) : 0;
    for (int seat = 0; seat < t->match.deal.setup.seats; seat++) {
        uint64_t hand = plan->hand[seat] ? cards(plan->hand[seat]) : 0;

        for (int card = 0; card < 50 && count_cards(hand) < 10; card++)
            if (!((wanted | dealt) >> card & 1))
                hand |= (uint64_t)1 << card;
        for (int card = 0; card < 50; card++) {
            if (!(hand >> card & 1))
                continue;
            dealt |= (uint64_t)1 << card;
            if (count_cards(dealt) == 50)
                continue; /* the last one is not drawn */
            snprintf(words, sizeof words, "deal %s to seat %d", card_word(card), seat);
            trial_do(t, "chance", words);
        }
    }
}

static void draw_goals_and_bids(struct trial *t, const struct plan *plan)
{
    char words[64];

    for (int seat = 0; seat < t->match.deal.setup.seats; seat++) {
        snprintf(words, sizeof words, "goal for seat %d: %s", seat, plan->goal[seat]);
        trial_do(t, "chance", words);
    }
    for (int seat = 0; seat < t->match.deal.setup.seats; seat++) {
        snprintf(words, sizeof words, "bid %+d for seat %d", plan->bid[seat], seat);
        trial_do(t, "chance", words);
    }
}

static void begin(struct trial *t, const char *id, const struct plan *plan)
{
    trial_start(t, id);
    deal_hands(t, plan);
    draw_goals_and_bids(t, plan);
}

static void plays(struct trial *t, int seat, const char *card)
{
    char words[64];

    snprintf(words, sizeof words, "play %s", card_word(C(card)));
    trial_do(t, seat_word(seat), words);
}

static bool can_play(struct trial *t, int seat, const char *card)
{
    char words[64];

    snprintf(words, sizeof words, "play %s", card_word(C(card)));
    return trial_can(t, seat_word(seat), words);
}

/* These cards are played, from this seat on. */
static void trick(struct trial *t, int leader, const char *list)
{
    for (int seat = leader; *list; seat = (seat + 1) % t->match.deal.setup.seats) {
        char words[64];

        snprintf(words, sizeof words, "play %s", card_word(next_card(&list)));
        trial_do(t, seat_word(seat), words);
    }
}

static bool told(struct trial *t, const char *viewer, const char *words)
{
    return strstr(trial_log(t, viewer), words) != NULL;
}

static bool shows(struct trial *t, const char *viewer, const char *words)
{
    return strstr(trial_board(t, viewer), words) != NULL;
}

/* ---- positions laid out ----------------------------------------------------------------------- */

/* The beginning of a hand with these scores. */
static struct state with_scores(int seats, const int score[])
{
    struct setup setup = {.seats = (uint8_t)seats};
    struct state s;

    start(&s, &setup);
    for (int seat = 0; seat < seats; seat++)
        s.score[seat] = (uint8_t)score[seat];
    return s;
}

/* Chance draws whatever comes first until a seat is asked. */
static void draw_all(struct state *s)
{
    while (actors(s) == BIT(CHANCE))
        apply(s, CHANCE, draw(s, 0), NULL);
}

/* Chance and choices at random. */
static void random_step(struct state *s, struct luck *luck)
{
    uint32_t asked = actors(s);
    move_t list[MOVES_MAX];

    if (asked == BIT(CHANCE)) {
        apply(s, CHANCE, draw(s, luck_below(luck, odds(s))), NULL);
    } else {
        int seat = bit_nth(asked, luck_below(luck, (uint32_t)bit_count(asked)));

        apply(s, seat, list[luck_below(luck, (uint32_t)moves(s, seat, list))], NULL);
    }
}

/* A hand that is being played, with nothing in the hands yet; goals and bids are the first ones of the box. */
static struct state playing(int seats, int trump, int leader)
{
    struct setup setup = {.seats = (uint8_t)seats};
    struct state s;

    start(&s, &setup);
    s.phase = PLAY;
    s.trump = (uint8_t)trump;
    s.turn = s.leader = (uint8_t)leader;
    s.left = s.due = 0;
    for (int seat = 0; seat < seats; seat++) {
        s.goal[seat] = (uint8_t)(seat + 1);
        s.goals[seat] = (uint16_t)BIT(seat);
        s.bid[seat] = (uint8_t)(seat + 1);
        s.bids[seat] = (uint16_t)BIT(seat);
    }
    return s;
}

static void give(struct state *s, int seat, const char *list)
{
    s->hand[seat] = cards(list);
    s->deck &= ~s->hand[seat];
}

/* ---- the box --------------------------------------------------------------------------------- */

static void box_has_50_cards_10_goal_cards_and_10_bid_tokens(void **unused)
{
    static const int bids[10] = {1, 4, 6, 8, 11, -2, -6, -8, -9, -13};
    struct setup setup = {.seats = 3};
    uint16_t count[THINGS_N] = {0};
    int n = 0;

    (void)unused;
    contents(&setup, count);
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 1; rank <= suit_ranks[suit]; rank++, n++) {
            assert_int_equal(count[n], 1);
            assert_string_equal(things[n].name, card_word(n));
            assert_int_equal(things[n].number, rank);
            assert_int_equal(card_suit[n], suit);
        }
    assert_int_equal(n, 50);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(count[THING_GOAL + i], 1);
        assert_int_equal(count[THING_BID + i], 1);
        assert_int_equal(things[THING_BID + token_of(bids[i])].number, bids[i]);
    }
    assert_int_equal(count[CARD_BACK] + count[GOAL_BACK] + count[BID_BACK], 0);
    assert_int_equal(game_pesky.seats_min, 3);
    assert_int_equal(game_pesky.seats_max, 5);
}

static void fourteen_cards_have_points_and_their_sum_is_0(void **unused)
{
    int scoring = 0, sum = 0;

    (void)unused;
    for (int card = 0; card < 50; card++) {
        assert_int_equal(card_points[card], points_on(rank_of(card)));
        scoring += card_points[card] != 0;
        sum += card_points[card];
    }
    assert_int_equal(scoring, 14);
    assert_int_equal(sum, 0);
    assert_string_equal(things[C("B7")].mark, "B7:-7");
    assert_string_equal(things[C("R10")].mark, "R10:+7");
    assert_string_equal(things[C("R20")].mark, "R20");
}

/* ---- dealing --------------------------------------------------------------------------------- */

static void each_gets_ten_cards_and_the_others_stay_unseen(void **unused)
{
    static const int unseen[6] = {[3] = 20, [4] = 10, [5] = 0};

    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        struct state s = with_scores(seats, (int[5]){0});
        uint64_t all = s.deck;
        int draws = 0;

        for (; s.phase == DEAL; draws++)
            apply(&s, CHANCE, draw(&s, odds(&s) - 1), NULL);
        assert_int_equal(draws, seats == 5 ? 49 : 10 * seats); /* the fiftieth card must be the one that is left */
        for (int seat = 0; seat < seats; seat++) {
            assert_int_equal(count_cards(s.hand[seat]), 10);
            assert_int_equal(s.hand[seat] & ~all, 0);
            all &= ~s.hand[seat];
        }
        assert_int_equal(count_cards(all), unseen[seats]);
        assert_true(s.deck == all);
    }
}

static void every_card_is_equally_likely(void **unused)
{
    struct state s = with_scores(4, (int[5]){0});
    move_t out[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    (void)unused;
    for (int n = 50; s.phase == DEAL; n--) {
        assert_int_equal(chance(&s, out, weight), n);
        for (int i = 0; i < n; i++)
            assert_int_equal(weight[i], 1);
        apply(&s, CHANCE, out[n / 3], NULL);
    }
}

static void only_the_owner_is_told_its_cards_goal_and_bid(void **unused)
{
    struct state s = with_scores(3, (int[5]){0});

    (void)unused;
    while (actors(&s) == BIT(CHANCE)) {
        struct facts facts = {0};
        int seat = s.turn;

        apply(&s, CHANCE, draw(&s, 1), &facts);
        assert_int_equal(facts.fact[0].to, ONLY(seat));
        assert_int_equal(facts.fact[1].to, ALL_BUT(seat)); /* that something was drawn, and not what */
        assert_int_equal(facts.fact[1].phrase.arg[1], NO_ARG);
        if (s.phase != TRUMP)
            for (int k = 2; k < facts.n; k++)
                assert_int_equal(facts.fact[k].phrase.text, T_HAND_DEALT);
    }
}

/* ---- goals and bids -------------------------------------------------------------------------- */

static void below_10_one_goal_card_and_one_bid_token_and_nobody_is_asked(void **unused)
{
    struct state s = with_scores(5, (int[5]){0, 9, 3, 5, 9});

    (void)unused;
    draw_all(&s);
    assert_int_equal(s.phase, TRUMP);
    for (int seat = 0; seat < 5; seat++) {
        assert_int_equal(bit_count(s.goals[seat]), 1);
        assert_int_equal(s.goals[seat], BIT(s.goal[seat] - 1));
        assert_int_equal(bit_count(s.bids[seat]), 1);
        assert_int_equal(s.bids[seat], BIT(s.bid[seat] - 1));
    }
}

static void from_10_to_19_a_seat_decides_before_it_sees_a_goal_or_bid(void **unused)
{
    struct state s = with_scores(5, (int[5]){9, 10, 19, 20, 30});
    move_t list[MOVES_MAX];

    (void)unused;
    draw_all(&s);
    assert_int_equal(s.phase, DECIDE);
    assert_int_equal(actors(&s), BIT(1) | BIT(2));
    for (int seat = 0; seat < 5; seat++) {
        assert_int_equal(count_cards(s.hand[seat]), 10);
        assert_int_equal(s.goals[seat] | s.bids[seat], 0);
    }
    assert_int_equal(moves(&s, 1, list), 3);
    assert_int_equal(list[0], PASS);
    assert_int_equal(list[1], MOVE_MORE_GOAL);
    assert_int_equal(list[2], MOVE_MORE_BID);
}

/* [R]: all at once, unseen, and public in the end. */
static void decisions_are_sealed_until_the_last_and_then_told_to_all(void **unused)
{
    struct state s = with_scores(4, (int[5]){10, 3, 12, 14});
    struct facts facts = {0};

    (void)unused;
    draw_all(&s);
    apply(&s, 2, MOVE_MORE_BID, &facts);
    assert_int_equal(facts.n, 1);
    assert_int_equal(facts.fact[0].to, ONLY(2));
    assert_int_equal(facts.fact[0].flags, FACT_SILENT);
    assert_int_equal(facts.fact[0].phrase.text, T_TAKES_BID);
    assert_int_equal(actors(&s), BIT(0) | BIT(3));
    assert_int_equal(sealed(&s), BIT(2));
    reopen(&s, BIT(2));
    assert_int_equal(actors(&s), BIT(0) | BIT(2) | BIT(3));
    assert_int_equal(sealed(&s), 0);
    apply(&s, 2, PASS, &facts);
    apply(&s, 0, MOVE_MORE_GOAL, &facts);
    facts_clear(&facts);
    apply(&s, 3, MOVE_MORE_BID, &facts);
    assert_int_equal(facts.n, 1 + 2 * 3);
    for (int k = 1; k < facts.n; k += 2) { /* for whoever decided it is no news */
        static const int seat[3] = {0, 2, 3}, text[3] = {T_TAKES_GOAL, T_TAKES_NEITHER, T_TAKES_BID};

        for (int i = k; i <= k + 1; i++) {
            assert_int_equal(facts.fact[i].to, i == k ? ONLY(seat[k / 2]) : ALL_BUT(seat[k / 2]));
            assert_int_equal(facts.fact[i].flags, i == k ? 0 : FACT_REVEALS);
            assert_int_equal(facts.fact[i].phrase.text, text[k / 2]);
            assert_int_equal(facts.fact[i].phrase.arg[0], seat[k / 2]);
        }
    }
    assert_int_equal(s.phase, DRAW_GOALS);
    assert_int_equal(sealed(&s), 0);
}

static void what_was_decided_is_what_is_drawn(void **unused)
{
    struct state s = with_scores(5, (int[5]){10, 19, 15, 20, 0});

    (void)unused;
    draw_all(&s);
    apply(&s, 0, PASS, NULL);
    apply(&s, 1, MOVE_MORE_GOAL, NULL);
    apply(&s, 2, MOVE_MORE_BID, NULL);
    draw_all(&s);
    assert_int_equal(s.phase, KEEP);
    assert_int_equal(bit_count(s.goals[0]) * 10 + bit_count(s.bids[0]), 11);
    assert_int_equal(bit_count(s.goals[1]) * 10 + bit_count(s.bids[1]), 21);
    assert_int_equal(bit_count(s.goals[2]) * 10 + bit_count(s.bids[2]), 12);
    assert_int_equal(bit_count(s.goals[3]) * 10 + bit_count(s.bids[3]), 22);
    assert_int_equal(bit_count(s.goals[4]) * 10 + bit_count(s.bids[4]), 11);
    assert_int_equal(s.goals[0] | s.goals[1] | s.goals[2] | s.goals[3] | s.goals[4], BIT(7) - 1);
    assert_int_equal(s.bids[0] | s.bids[1] | s.bids[2] | s.bids[3] | s.bids[4], BIT(7) - 1);
    assert_int_equal(actors(&s), BIT(1) | BIT(2) | BIT(3)); /* who has something to choose */
}

/* [R]: the goal first, then the bid, without waiting for the others. */
static void all_keep_at_once_goal_first_then_bid(void **unused)
{
    struct state s = with_scores(4, (int[5]){20, 25, 0, 11});
    struct facts facts = {0};
    move_t list[MOVES_MAX];
    int kept, told_goals = 0, bids = 0;

    (void)unused;
    draw_all(&s);
    apply(&s, 3, MOVE_MORE_BID, NULL);
    draw_all(&s);
    assert_int_equal(actors(&s), BIT(0) | BIT(1) | BIT(3));
    assert_int_equal(moves(&s, 0, list), 2);
    assert_in_range(list[0], MOVE_GOAL, MOVE_BID - 1);
    assert_in_range(list[1], MOVE_GOAL, MOVE_BID - 1);
    apply(&s, 0, list[1], &facts);
    kept = list[1] - MOVE_GOAL;
    assert_int_equal(facts.n, 1);
    assert_int_equal(facts.fact[0].to, ONLY(0));
    assert_int_equal(facts.fact[0].flags, FACT_SILENT);
    assert_int_equal(actors(&s), BIT(0) | BIT(1) | BIT(3));
    assert_int_equal(sealed(&s), BIT(0));
    assert_int_equal(moves(&s, 0, list), 2);
    assert_in_range(list[0], MOVE_BID, MOVE_TRUMP - 1);
    assert_int_equal(moves(&s, 3, list), 2); /* has one goal card: only bids */
    assert_in_range(list[0], MOVE_BID, MOVE_TRUMP - 1);
    apply(&s, 3, list[0], &facts);
    assert_int_equal(actors(&s), BIT(0) | BIT(1));
    moves(&s, 0, list);
    apply(&s, 0, list[0], &facts);
    assert_int_equal(actors(&s), BIT(1));
    assert_int_equal(sealed(&s), BIT(0) | BIT(3));
    for (int k = 0; k < facts.n; k++)
        assert_true(facts.fact[k].to == ONLY(0) || facts.fact[k].to == ONLY(3));
    moves(&s, 1, list);
    apply(&s, 1, list[0], NULL);
    moves(&s, 1, list);
    facts_clear(&facts);
    apply(&s, 1, list[1], &facts);
    assert_int_equal(s.phase, TRUMP);
    assert_int_equal(s.goal[0], kept + 1);
    for (int k = 0; k < facts.n; k++) {
        const struct fact *fact = &facts.fact[k];

        if (fact->phrase.text == T_KEEPS_GOAL || fact->phrase.text == T_KEEPS_BID)
            assert_int_equal(fact->to, ONLY(fact->phrase.arg[0])); /* the own choice, and who had two goals reads it */
        else if (fact->phrase.text == T_BIDS)                      /* one's own is no news */
            assert_int_equal(fact->to, fact->flags ? ALL_BUT(fact->phrase.arg[0]) : ONLY(fact->phrase.arg[0]));
        else
            assert_int_equal(fact->to, EVERYBODY);
        told_goals += fact->phrase.text == T_KEEPS_GOAL;
        bids += fact->phrase.text == T_BIDS;
    }
    assert_int_equal(bids, 2 * 4);
    for (int seat = 0; seat < 4; seat++)
        told_goals -= goals_due(&s, seat) == 2;
    assert_int_equal(told_goals, 0);
}

static void a_change_of_mind_gives_the_whole_choice_back_and_no_more(void **unused)
{
    struct state s = with_scores(3, (int[5]){20, 10, 20}), before;
    move_t list[MOVES_MAX];

    (void)unused;
    draw_all(&s);
    apply(&s, 1, MOVE_MORE_GOAL, NULL);
    draw_all(&s);
    before = s;
    for (int seat = 0; seat < 2; seat++)
        while (actors(&s) & BIT(seat)) {
            moves(&s, seat, list);
            apply(&s, seat, list[1], NULL);
        }
    assert_int_equal(sealed(&s), BIT(0) | BIT(1));
    assert_int_not_equal(s.bid[1], 0); /* the single one was never a choice */
    reopen(&s, BIT(0) | BIT(1) | BIT(2));
    assert_memory_equal(&s, &before, sizeof s);
}

static void from_20_on_two_of_each_without_a_decision(void **unused)
{
    struct state s = with_scores(3, (int[5]){20, 30, 0});

    (void)unused;
    draw_all(&s);
    assert_int_equal(s.phase, KEEP);
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(bit_count(s.goals[seat]), 2);
        assert_int_equal(bit_count(s.bids[seat]), 2);
    }
}

static void five_seats_with_two_of_each_use_all_goal_cards_and_bid_tokens(void **unused)
{
    struct state s = with_scores(5, (int[5]){20, 21, 25, 29, 30});
    int draws = 0;

    (void)unused;
    while (s.phase == DEAL)
        apply(&s, CHANCE, draw(&s, 0), NULL);
    for (; actors(&s) == BIT(CHANCE); draws++) {
        move_t out[MOVES_MAX];
        uint32_t weight[MOVES_MAX];

        assert_true(chance(&s, out, weight) > 1);
        apply(&s, CHANCE, draw(&s, odds(&s) - 1), NULL);
    }
    assert_int_equal(draws, 18); /* the last of each must be the one that is left */
    assert_int_equal(s.goals[0] | s.goals[1] | s.goals[2] | s.goals[3] | s.goals[4], BIT(10) - 1);
    assert_int_equal(s.bids[0] | s.bids[1] | s.bids[2] | s.bids[3] | s.bids[4], BIT(10) - 1);
    assert_int_equal(actors(&s), BIT(5) - 1);
}

/* [R]: what is returned stays unseen, and out of this hand. */
static void what_is_returned_is_known_to_its_owner_only(void **unused)
{
    static struct scene seen;
    struct state s = with_scores(3, (int[5]){20, 0, 0});
    move_t list[MOVES_MAX];
    int goal, bid;

    (void)unused;
    draw_all(&s);
    moves(&s, 0, list);
    goal = list[1] - MOVE_GOAL;
    apply(&s, 0, list[0], NULL);
    moves(&s, 0, list);
    bid = list[1] - MOVE_BID;
    apply(&s, 0, list[0], NULL);
    assert_int_equal(s.phase, TRUMP);
    for (int viewer = 0; viewer <= SPECTATOR; viewer++) {
        int goals_seen = 0, bids_seen = 0;

        if (viewer >= 3 && viewer < SPECTATOR)
            continue;
        memset(&seen, 0, sizeof seen);
        scene(&s, viewer, &seen);
        for (int i = 0; i < seen.pieces; i++) {
            goals_seen += seen.piece[i].thing == THING_GOAL + goal;
            bids_seen += seen.piece[i].thing == THING_BID + bid;
        }
        assert_int_equal(goals_seen, viewer == 0);
        assert_int_equal(bids_seen, viewer == 0);
    }
}

static void goals_are_secret_and_bids_are_revealed_together(void **unused)
{
    static const struct plan plan = {.goal = {"no goal", "points 0", "10 red cards"}, .bid = {4, -9, 11}};
    struct trial t;

    (void)unused;
    begin(&t, "pesky-gnomes:3", &plan);
    assert_true(shows(&t, "0", "Goal: [no goal]"));
    assert_true(shows(&t, "1", "Goal: [points 0]"));
    assert_false(shows(&t, "1", "no goal"));
    assert_false(shows(&t, "0", "10 red"));
    assert_int_equal(trial_count(&t, "spectator", "goal card"), 10);
    assert_int_equal(trial_count(&t, "0", "goal card"), 9);
    assert_true(told(&t, "1", "Seat 0 bids +4\n"));
    assert_true(told(&t, "spectator", "Seat 1 bids -9\n"));
    assert_true(told(&t, "0", "Seat 2 bids +11\nYou have the second-highest bid, +4\n"));
    trial_end(&t);
}

static void a_bid_is_unseen_until_all_have_one(void **unused)
{
    static const struct plan plan = {.goal = {"no goal", "points 0", "10 red cards"}, .bid = {4, -9, 11}};
    struct trial t;

    (void)unused;
    trial_start(&t, "pesky-gnomes:3");
    deal_hands(&t, &plan);
    trial_do(&t, "chance", "goal for seat 0: no goal");
    trial_do(&t, "chance", "goal for seat 1: points 0");
    trial_do(&t, "chance", "goal for seat 2: 10 red cards");
    trial_do(&t, "chance", "bid +4 for seat 0");
    assert_true(told(&t, "0", "You draw a bid token: +4"));
    assert_string_equal(trial_log(&t, "1"), "");
    assert_int_equal(trial_count(&t, "0", "bid token"), 9);
    assert_int_equal(trial_count(&t, "1", "bid token"), 10);
    trial_end(&t);
}

/* ---- trump ----------------------------------------------------------------------------------- */

/* The test fact: bids -1 +4 -6 +1 -11, the +1 names trump. */
static void the_second_highest_bid_names_trump(void **unused)
{
    (void)unused;
    assert_int_equal(second_highest((int[]){-1, 4, -6, 1, -11}, 5), 3);
    assert_int_equal(second_highest((int[]){-13, -9, -8}, 3), 1);
    assert_int_equal(second_highest((int[]){11, 8, -2}, 3), 1);
    for (int a = 0; a < 10; a++)
        for (int b = 0; b < 10; b++)
            for (int c = 0; c < 10; c++)
                for (int d = 0; d < 10; d++) {
                    int bid[4] = {tokens[a], tokens[b], tokens[c], tokens[d]}, seat, above = 0;

                    if (a == b || a == c || a == d || b == c || b == d || c == d)
                        continue;
                    seat = second_highest(bid, 4);
                    for (int other = 0; other < 4; other++)
                        above += bid[other] > bid[seat];
                    assert_int_equal(above, 1);
                }
}

static void the_namer_chooses_a_suit_or_none_and_leads(void **unused)
{
    static const struct plan plan = {.goal = {"no goal", "points 0", "10 red cards", "0 cards", "half the cards"},
                                     .bid = {-2, 4, -6, 1, -13}};
    static const char *const words[5] = {"name green as trump", "name yellow as trump", "name blue as trump",
                                         "name red as trump", "name no trump"};
    static const char *const title[5] = {"\nTrick 1, trump green: -\n", "\nTrick 1, trump yellow: -\n",
                                         "\nTrick 1, trump blue: -\n", "\nTrick 1, trump red: -\n",
                                         "\nTrick 1, no trump: -\n"};

    (void)unused;
    for (int trump = 0; trump < 5; trump++) {
        struct trial t;

        begin(&t, "pesky-gnomes:5", &plan);
        assert_true(trial_asked(&t, "3"));
        assert_int_equal(trial_options(&t, "3"), 5);
        for (int i = 0; i < 5; i++)
            assert_true(trial_can(&t, "3", words[i]));
        trial_do(&t, "3", words[trump]);
        assert_int_equal(state_of(&t)->trump, trump);
        assert_true(trial_asked(&t, "3"));
        assert_int_equal(trial_options(&t, "3"), 10);
        assert_true(shows(&t, "0", title[trump]));
        trial_end(&t);
    }
}

/* ---- tricks ---------------------------------------------------------------------------------- */

static void follow_suit_if_you_can_otherwise_play_anything(void **unused)
{
    static const struct plan plan = {
        .hand = {"G1 G2 G3 Y1 Y2 Y3 B1 B2 B3 B4", "G4 G5 Y4 Y5 B5 B6 B7 B8 B9 B10", "R1 R2 R3 R4 R5 R6 R7 R8 R9 Y10"},
        .goal = {"no goal", "points 0", "10 red cards"},
        .bid = {4, -9, 11}};
    struct trial t;

    (void)unused;
    begin(&t, "pesky-gnomes:3", &plan);
    trial_do(&t, "0", "name no trump");
    plays(&t, 0, "G2");
    assert_int_equal(trial_options(&t, "1"), 2);
    assert_true(can_play(&t, 1, "G4") && can_play(&t, 1, "G5"));
    assert_string_equal(trial_prompt(&t, "1"), "Follow suit: green was led");
    plays(&t, 1, "G5");
    assert_int_equal(trial_options(&t, "2"), 10); /* has no green */
    assert_string_equal(trial_prompt(&t, "2"), "You have no green: play any card");
    assert_string_equal(trial_prompt(&t, "0"), "Seat 2 is to play; green was led");
    plays(&t, 2, "R9");
    assert_true(told(&t, "0", "Seat 2 plays red 9\nSeat 1 wins trick 1\n"));
    assert_true(trial_asked(&t, "1"));
    assert_int_equal(trial_options(&t, "1"), 9);
    trial_end(&t);
}

/* [R]: a single card that may be played is asked for, except in the tenth trick. */
static void a_forced_card_is_a_decision_and_the_tenth_trick_plays_itself(void **unused)
{
    struct state s = playing(3, NO_TRUMP, 0);
    struct facts facts = {0};
    move_t list[MOVES_MAX];

    (void)unused;
    give(&s, 0, "Y1 B1");
    give(&s, 1, "Y9 R4");
    give(&s, 2, "Y2 G1");
    s.tricks = 8;
    apply(&s, 0, (move_t)(MOVE_CARD + C("Y1")), NULL);
    assert_int_equal(actors(&s), BIT(1));
    assert_int_equal(moves(&s, 1, list), 1);
    apply(&s, 1, (move_t)(MOVE_CARD + C("Y9")), NULL);
    assert_int_equal(actors(&s), BIT(2));
    assert_int_equal(moves(&s, 2, list), 1);
    apply(&s, 2, list[0], &facts);
    assert_int_equal(s.phase, HAND_OVER);
    assert_int_equal(facts.fact[1].phrase.text, T_WINS);
    assert_int_equal(facts.fact[1].phrase.arg[0], 1);
    assert_int_equal(facts.fact[2].phrase.text, T_LEADS); /* red 4, then the others in turn */
    assert_int_equal(facts.fact[2].phrase.arg[1], C("R4"));
    assert_int_equal(facts.fact[3].phrase.arg[1], C("G1"));
    assert_int_equal(facts.fact[4].phrase.arg[1], C("B1"));
    assert_int_equal(facts.fact[5].phrase.text, T_WINS);
    assert_int_equal(facts.fact[5].phrase.arg[0], 1);
    assert_int_equal(facts.fact[5].phrase.arg[1], 10);
    for (int k = 0; k < 5; k++)
        if (k != 1)
            assert_int_equal(facts.fact[k].flags, FACT_REVEALS);
}

/* Who wins when seat 1 leads and these cards are played, clockwise from there. */
static int winner_of(int trump, const char *list)
{
    struct state s = playing(4, trump, 1);

    s.tricks = 2;
    for (int i = 0; i < 4; i++) {
        int seat = (1 + i) % 4, card = next_card(&list);

        s.hand[seat] = (uint64_t)1 << card | (uint64_t)1 << C("G1"); /* one card stays in hand */
        assert_int_equal(actors(&s), BIT(seat));
        apply(&s, seat, (move_t)(MOVE_CARD + card), NULL);
    }
    assert_int_equal(actors(&s), BIT(s.turn));
    assert_int_equal(s.tricks, 3);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(count_cards(s.taken[seat]), seat == s.turn ? 4 : 0);
    return s.turn;
}

static void the_highest_of_the_suit_led_or_the_highest_trump_wins(void **unused)
{
    (void)unused;
    assert_int_equal(winner_of(NO_TRUMP, "B3 B9 B15 B4"), 3);
    assert_int_equal(winner_of(NO_TRUMP, "B3 B9 R20 B4"), 2);
    assert_int_equal(winner_of(NO_TRUMP, "B1 Y10 R20 G5"), 1);
    assert_int_equal(winner_of(RED, "B15 R1 B14 B13"), 2);
    assert_int_equal(winner_of(RED, "B15 R1 B14 R2"), 0);
    assert_int_equal(winner_of(RED, "B15 R3 B14 R2"), 2);
    assert_int_equal(winner_of(GREEN, "B15 R20 G2 Y10"), 3);
    assert_int_equal(winner_of(GREEN, "G2 R20 G3 Y10"), 3);
    assert_int_equal(winner_of(YELLOW, "Y2 R20 G3 Y1"), 1);
    assert_int_equal(winner_of(BLUE, "Y2 Y10 R3 R20"), 2);
    assert_int_equal(winner_of(BLUE, "R7 B1 R20 B2"), 0);
}

/* Against the words of the rules. */
static void all_tricks_of_three_cards_have_the_right_winner(void **unused)
{
    (void)unused;
    for (int i = 0; i < 5 * 3 * 50 * 50 * 50; i++) {
        struct state s = playing(3, i % 5, i / 5 % 3);
        int card[3] = {i / 15 % 50, i / 15 / 50 % 50, i / 15 / 50 / 50}, leader = s.leader, best = -1;

        if (card[0] == card[1] || card[1] == card[2] || card[0] == card[2])
            continue;
        for (int seat = 0; seat < 3; seat++)
            s.hand[seat] = (uint64_t)1 << card[seat];
        for (int k = 0; k < 3; k++)
            apply(&s, (leader + k) % 3, (move_t)(MOVE_CARD + card[(leader + k) % 3]), NULL);
        for (int wanted = s.trump, twice = 0; twice < 2 && best < 0; twice++, wanted = suit_of(card[leader]))
            for (int seat = 0; seat < 3; seat++)
                if (suit_of(card[seat]) == wanted && (best < 0 || rank_of(card[seat]) > rank_of(card[best])))
                    best = seat;
        assert_int_equal(s.turn, best);
    }
}

/* [R]: tricks lie face down, only their number is seen. */
static void the_board_counts_tricks_and_shows_no_card_of_them(void **unused)
{
    static const struct plan plan = {
        .hand = {"G1 G2 G3 Y1 Y2 Y3 B1 B2 B3 B4", "G4 G5 Y4 Y5 B5 B6 B7 B8 B9 B10", "R1 R2 R3 R4 R5 R6 R7 R8 R9 Y10"},
        .goal = {"no goal", "points 0", "10 red cards"},
        .bid = {4, -9, 11}};
    static const char *const viewers[] = {"0", "1", "2", "spectator", "referee"};
    struct trial t;

    (void)unused;
    begin(&t, "pesky-gnomes:3", &plan);
    trial_do(&t, "0", "name red as trump");
    trick(&t, 0, "B4 B7 R7");
    trick(&t, 2, "R9 B3");
    for (int i = 0; i < 5; i++) {
        bool referee = i == 4; /* who sees all */

        assert_int_equal(trial_count(&t, viewers[i], "blue 4"), referee);
        assert_int_equal(trial_count(&t, viewers[i], "blue 7 (-7)"), referee);
        assert_int_equal(trial_count(&t, viewers[i], "red 7 (-7)"), referee);
        assert_int_equal(trial_count(&t, viewers[i], "red 9"), 1);
        assert_true(shows(&t, viewers[i], referee ? "1 trick: (B4) (B7:-7) (R7:-7)" : "1 trick: [?]x3"));
    }
    assert_true(shows(&t, "0", "\nTrick 2, trump red: Seat 2: [R9]   You: [B3:-3]\n"));
    assert_true(shows(&t, "0", "\nHand 1; you named red as trump\n"));
    assert_true(shows(&t, "0", "\nYour hand: [G1] [G2] [G3:-3] [Y1] [Y2] [Y3:-3] [B1] [B2]\n"));
    assert_true(shows(&t, "0", "\nSeat 2: Bid: |+11|   1 trick: [?]x3   Goal: [?goal]\nSeat 2's hand: [?]x8\n"));
    assert_true(shows(&t, "0", "\nYou: Bid: |+4|   0 tricks: .   Goal: [no goal]\n"));
    assert_true(shows(&t, "0", "\nNot in play: [?]x20 [?goal]x7 |?bid|x7\n"));
    trial_end(&t);
}

static void a_trick_lies_on_the_table_until_the_next_is_led(void **unused)
{
    static const struct plan plan = {
        .hand = {"G1 G2 G3 Y1 Y2 Y3 B1 B2 B3 B4", "G4 G5 Y4 Y5 B5 B6 B7 B8 B9 B10", "R1 R2 R3 R4 R5 R6 R7 R8 R9 Y10"},
        .goal = {"no goal", "points 0", "10 red cards"},
        .bid = {4, -9, 11}};
    struct trial t;

    (void)unused;
    begin(&t, "pesky-gnomes:3", &plan);
    trial_do(&t, "0", "name red as trump");
    trick(&t, 0, "B4 B7 R7");
    assert_true(shows(&t, "1", "\nTrick 1, won by seat 2: Seat 0: [B4]   You: [B7:-7]   Seat 2: [R7:-7]\n"));
    assert_true(shows(&t, "1", "\nSeat 2: Bid: |+11|   1 trick: .   Goal: [?goal]\nSeat 2's hand: [?]x9\n"));
    assert_string_equal(trial_prompt(&t, "1"), "Seat 2 leads");
    plays(&t, 2, "Y10");
    assert_true(shows(&t, "1", "\nTrick 2, trump red: Seat 2: [Y10:+7]\n"));
    assert_true(shows(&t, "1", "\nSeat 2: Bid: |+11|   1 trick: [?]x3   Goal: [?goal]\nSeat 2's hand: [?]x8\n"));
    trial_end(&t);
}

/* Five seats get all cards, and with two of each all goal cards and bid tokens too. */
static void the_board_shows_no_empty_heaps(void **unused)
{
    static const struct plan plan = {.goal = {"no goal", "points 0", "10 red cards", "0 cards", "half the cards"},
                                     .bid = {-2, 4, -6, 1, -13}};
    static struct scene seen;
    struct state s = with_scores(5, (int[5]){20, 21, 25, 29, 30});
    struct trial t;

    (void)unused;
    begin(&t, "pesky-gnomes:5", &plan);
    assert_true(shows(&t, "0", "\nNot in play: [?goal]x5 |?bid|x5\n"));
    trial_end(&t);
    draw_all(&s);
    scene(&s, SPECTATOR, &seen);
    assert_int_equal(s.phase, KEEP);
    for (int i = 0; i < seen.zones; i++)
        assert_int_not_equal(seen.zone[i].title.text, T_UNUSED_TITLE);
}

/* ---- score of the hand ----------------------------------------------------------------------- */

static int scores(const char *goal, const char *taken, int bid, int seats)
{
    return hand_score(goal_called(goal), cards(taken), bid, 10 * seats);
}

#define ALL_YELLOW "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 "
#define ALL_BLUE   "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 B13 B14 B15 "

/* The test facts, with bids that the box does not have. */
static void examples_of_the_rules(void **unused)
{
    (void)unused;
    assert_int_equal(scores("points 0", "B7 B8", -1, 5), 8);
    assert_int_equal(scores("points -10", "Y7 R3 R12", +4, 5), 4);
    assert_int_equal(scores("10 yellow and blue cards", "", -6, 5), 10);
    assert_int_equal(scores("half the cards", ALL_YELLOW ALL_BLUE, +1, 5), 0);
    assert_int_equal(scores("no goal", "Y7", -11, 5), 10);
    /* And those of our own page. */
    assert_int_equal(scores("points 0", "R7", -2, 5), 9);
    assert_int_equal(difference(goal_called("no goal"), 0, -13, 30), 13);
    assert_int_equal(scores("no goal", "", -13, 3), 10);
}

static void point_goals_compare_points_and_bid_with_the_goal(void **unused)
{
    static const struct {
        const char *name;
        int number;
    } goal[5] = {{"points 0", 0}, {"points -10", -10}, {"points +10", 10}, {"points +5", 5}, {"points -5", -5}};
    static const struct {
        const char *taken;
        int points;
    } pile[6] = {{"", 0},        {"G3 Y3", -6},          {"Y5 R10 B1 B2", 10},
                 {"Y7 B7", -14}, {"R7 R10 G3 G5 R1", 0}, {"B10 R10 Y10", 21}};

    (void)unused;
    for (int g = 0; g < 5; g++)
        for (int p = 0; p < 6; p++)
            for (int bid = -20; bid <= 20; bid++) {
                int apart = abs(pile[p].points + bid - goal[g].number);

                assert_int_equal(scores(goal[g].name, pile[p].taken, bid, 4), apart < 10 ? apart : 10);
            }
}

/* [R]: the bid is ignored. */
static void card_goals_count_such_cards(void **unused)
{
    static const int bids[3] = {-13, 0, 11};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(scores("10 yellow and blue cards", "Y1 Y2 B1 B2 B3 G1 R4", bids[i], 3), 5);
        assert_int_equal(scores("10 yellow and blue cards", ALL_YELLOW, bids[i], 3), 0);
        assert_int_equal(scores("10 yellow and blue cards", ALL_YELLOW "B1 B7", bids[i], 3), 2);
        assert_int_equal(scores("10 yellow and blue cards", ALL_BLUE "Y1", bids[i], 3), 6);
        assert_int_equal(scores("10 red cards", "R1 R2 R20 B4 G1", bids[i], 4), 7);
        assert_int_equal(scores("10 red cards", ALL_YELLOW, bids[i], 4), 10);
        assert_int_equal(scores("10 red cards", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", bids[i], 4), 3);
        assert_int_equal(scores("0 cards", "", bids[i], 5), 0);
        assert_int_equal(scores("0 cards", "R1 G3 B2 B4 B5", bids[i], 5), 5);
        assert_int_equal(scores("0 cards", ALL_BLUE, bids[i], 5), 10);
    }
}

/* [R]: half of the cards dealt. */
static void half_the_cards_is_five_for_each_seat(void **unused)
{
    (void)unused;
    assert_int_equal(scores("half the cards", ALL_BLUE, -13, 3), 0);
    assert_int_equal(scores("half the cards", ALL_BLUE, 4, 4), 5);
    assert_int_equal(scores("half the cards", ALL_BLUE, 4, 5), 10);
    assert_int_equal(scores("half the cards", ALL_BLUE "G1 G2 G3 G4 G5", 4, 4), 0);
    assert_int_equal(scores("half the cards", ALL_YELLOW "G1 G2", 4, 3), 3);
    assert_int_equal(scores("half the cards", "", 4, 3), 10);
}

static void no_goal_is_the_bid_without_its_sign(void **unused)
{
    (void)unused;
    for (int bid = -15; bid <= 15; bid++) {
        int apart = abs(bid);

        assert_int_equal(scores("no goal", "", bid, 3), apart < 10 ? apart : 10);
        assert_int_equal(scores("no goal", "Y7 B7 R20", bid, 5), apart < 10 ? apart : 10);
    }
}

/* Eight tricks of five are over: seat 0 has taken these cards and so on. Of trick 9 the last card is still to be
 * played, by seat 4; it wins that trick with red 19, and the last one with red 20. */
static struct state last_card(const char *const taken[5], const char *const goal[5], const int bid[5])
{
    static const char *const hand[5] = {"R1 R6", "R2 R8", "R4 R9", "R11 R12", "R19 R20"};
    struct state s = playing(5, NO_TRUMP, 0);

    for (int seat = 0; seat < 5; seat++) {
        s.taken[seat] = cards(taken[seat]);
        s.deck &= ~s.taken[seat];
        give(&s, seat, hand[seat]);
        s.goal[seat] = (uint8_t)(goal_called(goal[seat]) + 1);
        s.goals[seat] = (uint16_t)BIT(s.goal[seat] - 1);
        s.bid[seat] = (uint8_t)(token_of(bid[seat]) + 1);
        s.bids[seat] = (uint16_t)BIT(s.bid[seat] - 1);
    }
    s.tricks = 8;
    for (int seat = 0; seat < 4; seat++)
        apply(&s, seat, (move_t)(MOVE_CARD + C(hand[seat])), NULL);
    return s;
}

/* Like the example at the table: 8 for -7 -1 against 0 would be bid -1, which the box does not have. */
static const char *const example_taken[5] = {"B7 B1 B2 Y1 Y2", "Y7 R3 G1 G2 B3 B4 B5 B6 B8 B9", "", "", ""};
static const char *const example_goal[5] = {"points 0", "points -10", "10 yellow and blue cards", "half the cards",
                                            "no goal"};
static const int example_bid[5] = {-2, 4, -6, 1, -13};

static const char *line_of(const struct facts *facts, int text, int seat)
{
    static char line[256];
    struct speech plain = speech_plain(&game_pesky);

    for (int k = 0; k < facts->n; k++) {
        struct text out = text_in(line, sizeof line);

        if (facts->fact[k].phrase.text != text || (seat >= 0 && facts->fact[k].phrase.arg[0] != seat))
            continue;
        sentence_put(&out, &plain, facts->fact[k].phrase);
        assert_int_equal(facts->fact[k].to, EVERYBODY);
        return line;
    }
    return "not told";
}

static void differences_are_added_and_explained_to_all(void **unused)
{
    struct state s = last_card(example_taken, example_goal, example_bid);
    struct facts facts = {0};

    (void)unused;
    s.score[0] = 3;
    s.score[4] = 20;
    apply(&s, 4, (move_t)(MOVE_CARD + C("R19")), &facts);
    /* Seat 0: -7 and -2. Seat 1: -7 -3 -3 +3 and +4 make -6. Seat 3: nothing of 25. Seat 4 has 13, of which 10 count.
     */
    assert_string_equal(line_of(&facts, T_SCORES_POINTS, 0), "Seat 0's goal: points 0. Points -7, bid -2: difference "
                                                             "9; score 12");
    assert_string_equal(line_of(&facts, T_SCORES_POINTS, 1), "Seat 1's goal: points -10. Points -10, bid +4: "
                                                             "difference 4; score 4");
    assert_string_equal(line_of(&facts, T_SCORES_CARDS, 2), "Seat 2's goal: 10 yellow and blue cards. Taken 0: "
                                                            "difference 10; score 10");
    assert_string_equal(line_of(&facts, T_CAPPED_HALF, 3), "Seat 3's goal: half the cards, which is 25. Cards taken 0: "
                                                           "difference 25, counted as 10; score 10");
    assert_string_equal(line_of(&facts, T_CAPPED_NO_GOAL, 4), "Seat 4's goal: no goal. Bid -13: difference 13, counted "
                                                              "as 10; score 30");
    assert_int_equal(s.score[0], 12);
    assert_int_equal(s.score[1], 4);
    assert_int_equal(s.score[2], 10);
    assert_int_equal(s.score[3], 10);
    assert_int_equal(s.score[4], 30);
}

static void the_next_hand_begins_with_everything_shuffled(void **unused)
{
    struct state s = last_card(example_taken, example_goal, example_bid), fresh;

    (void)unused;
    s.score[4] = 20; /* 30 in the end: not over 30 */
    apply(&s, 4, (move_t)(MOVE_CARD + C("R19")), NULL);
    assert_int_equal(s.phase, HAND_OVER);
    assert_int_equal(actors(&s), BIT(CHANCE));
    assert_int_equal(odds(&s), 50);
    apply(&s, CHANCE, (move_t)(MOVE_CARD + C("B8")), NULL);
    fresh = with_scores(5, (int[5]){9, 4, 10, 10, 30});
    fresh.hands = 2;
    apply(&fresh, CHANCE, (move_t)(MOVE_CARD + C("B8")), NULL);
    assert_memory_equal(&s, &fresh, sizeof s);
}

/* Goals, tricks and how they were scored lie open until the next hand is dealt, and what was returned does not. */
static void the_hand_that_was_scored_can_be_looked_at(void **unused)
{
    static const struct plan plan = {.goal = {"no goal", "points 0", "10 red cards"}, .bid = {4, -9, 11}};
    struct trial t;
    struct state *s;

    (void)unused;
    begin(&t, "pesky-gnomes:3", &plan);
    trial_do(&t, "0", "name no trump");
    s = (struct state *)t.match.state;
    s->hand[0] = s->hand[1] = s->hand[2] = 0;
    s->deck = ALL_CARDS;
    s->tricks = 8;
    give(s, 0, "B7 R1");
    give(s, 1, "B8 R2");
    give(s, 2, "B9 R3");
    s->goals[1] |= (uint16_t)BIT(3); /* returned */
    trick(&t, 0, "B7 B8 B9");
    assert_true(shows(&t, "1",
                      "Seat 0: 4   Seat 1 (you): 9   Seat 2: 7\n"
                      "Hand 1; seat 0 named no trump\n"
                      "Seat 0's goal: no goal. Bid +4: difference 4; score 4\n"
                      "Your goal: points 0. Points 0, bid -9: difference 9; score 9\n"
                      "Seat 2's goal: 10 red cards. Taken 3: difference 7; score 7\n"));
    assert_true(shows(&t, "1", "\nSeat 2: Bid: |+11|   2 tricks: [B7:-7] [B8] [B9]   Goal: [10 red cards]\n"));
    assert_true(shows(&t, "1", "\nTrick 10, won by seat 2: Seat 2: [R3:-3]   Seat 0: [R1]   You: [R2]\n"));
    assert_int_equal(trial_count(&t, "1", "10 yellow and blue cards"), 0);
    trial_end(&t);
}

/* ---- the end --------------------------------------------------------------------------------- */

static void a_score_over_30_ends_the_game(void **unused)
{
    struct state s = last_card(example_taken, example_goal, example_bid);
    struct facts facts = {0};
    struct result out = {0};

    (void)unused;
    s.score[4] = 21;
    apply(&s, 4, (move_t)(MOVE_CARD + C("R19")), &facts);
    assert_int_equal(s.phase, OVER);
    assert_int_equal(actors(&s), 0);
    assert_string_equal(line_of(&facts, T_OVER_SCORE, -1), "A score is over 30: the game is over");
    result(&s, &out);
    assert_int_equal(out.score[0], 9);
    assert_int_equal(out.score[1], 4);
    assert_int_equal(out.score[4], 31);
    assert_int_equal(out.lines, 6);
    assert_int_equal(out.line[1].phrase.text, T_SCORES_POINTS);
}

/* [R]. */
static void after_20_hands_the_game_is_over(void **unused)
{
    for (int hands = 18; hands <= 20; hands++) {
        struct state s = last_card(example_taken, example_goal, example_bid);
        struct facts facts = {0};

        s.hands = (uint8_t)hands;
        apply(&s, 4, (move_t)(MOVE_CARD + C("R19")), &facts);
        assert_int_equal(s.phase, hands == 20 ? OVER : HAND_OVER);
        if (hands == 20)
            assert_string_equal(line_of(&facts, T_OVER_HANDS, -1), "20 hands have been played: the game is over");
    }
    (void)unused;
}

static void the_lowest_score_wins_and_ties_share(void **unused)
{
    struct state s = last_card(example_taken, example_goal, example_bid);
    struct result out = {0};
    uint8_t rank[SEATS_MAX] = {0};

    (void)unused;
    s.score[0] = 5; /* 14, 14, 20, 33 and 14 */
    s.score[1] = 10;
    s.score[2] = 10;
    s.score[3] = 23;
    s.score[4] = 4;
    apply(&s, 4, (move_t)(MOVE_CARD + C("R19")), NULL);
    assert_int_equal(s.phase, OVER);
    result(&s, &out);
    game_ranks(&game_pesky, 5, &out, rank);
    assert_memory_equal(rank, ((uint8_t[]){1, 1, 4, 5, 1}), 5);
}

static void when_the_game_is_over_all_goals_are_open(void **unused)
{
    static struct scene seen;
    struct state s = last_card(example_taken, example_goal, example_bid);
    int goals_seen = 0;

    (void)unused;
    s.score[4] = 21;
    s.goals[0] |= (uint16_t)BIT(goal_called("0 cards")); /* returned */
    s.bids[0] |= (uint16_t)BIT(token_of(11));
    apply(&s, 4, (move_t)(MOVE_CARD + C("R19")), NULL);
    /* What was returned is forgotten: nobody but its owner knew it. */
    assert_int_equal(s.goals[0], BIT(goal_called("points 0")));
    assert_int_equal(s.bids[0], BIT(token_of(-2)));
    scene(&s, SPECTATOR, &seen);
    for (int i = 0; i < seen.pieces; i++) {
        goals_seen += seen.piece[i].thing >= THING_GOAL && seen.piece[i].thing < THING_BID;
        assert_int_not_equal(seen.piece[i].thing, THING_GOAL + goal_called("0 cards"));
    }
    assert_int_equal(goals_seen, 5);
    for (int viewer = 0; viewer <= REFEREE; viewer++) {
        struct state redealt = s;
        struct luck luck = {3};

        veil(&redealt, viewer, &luck);
        assert_memory_equal(&redealt, &s, sizeof s);
    }
}

/* ---- a second table: whole games, with plain arrays ---------------------------------------------- */

enum { IN_DECK = -1, PLAYED = -2 };

struct naive {
    int over_at, hands_most; /* a score above the one or so many hands end the game */
    int cards;               /* to each */
    int seats, hands, trump, leader, tricks, turn;
    int score[5], goal[5][2], bid[5][2], goals[5], bids[5], kept_goal[5], kept_bid[5], extra[5];
    int where[50];    /* the seat that holds it */
    int taken_by[50]; /* the seat, or -1 */
    int in_trick[5];  /* the card, or -1 */
    char step;        /* d: deal, x: decide, g: goals, b: bids, k: keep, t: trump, p: play, o: over */
    int drawn;
};

static void naive_hand(struct naive *n)
{
    n->hands++;
    n->step = 'd';
    n->drawn = n->tricks = 0;
    for (int card = 0; card < 50; card++) {
        n->where[card] = IN_DECK;
        n->taken_by[card] = -1;
    }
    for (int seat = 0; seat < 5; seat++) {
        n->goals[seat] = n->bids[seat] = n->extra[seat] = 0;
        n->kept_goal[seat] = n->kept_bid[seat] = n->in_trick[seat] = -1;
    }
}

static int naive_held(const struct naive *n, int seat, int suit)
{
    int held = 0;

    for (int card = 0; card < 50; card++)
        held += n->where[card] == seat && (suit < 0 || suit_of(card) == suit);
    return held;
}

static int naive_wanted(const struct naive *n, int seat, char kind)
{
    return 1 + (n->score[seat] >= 20 || (n->score[seat] >= 10 && n->extra[seat] == kind));
}

static bool naive_owes(const struct naive *n, int seat)
{
    switch (n->step) {
    case 'x':
        return n->score[seat] >= 10 && n->score[seat] < 20 && n->extra[seat] == 0;
    case 'k':
        return n->kept_goal[seat] < 0 || n->kept_bid[seat] < 0;
    case 't':
    case 'p':
        return n->turn == seat;
    default:
        return false;
    }
}

static bool naive_anybody_owes(const struct naive *n)
{
    for (int seat = 0; seat < n->seats; seat++)
        if (naive_owes(n, seat))
            return true;
    return false;
}

static void naive_reveal_bids(struct naive *n)
{
    n->step = 't';
    for (int seat = 0; seat < n->seats; seat++) {
        int above = 0;

        for (int other = 0; other < n->seats; other++)
            above += tokens[n->kept_bid[other]] > tokens[n->kept_bid[seat]];
        if (above == 1)
            n->turn = seat;
    }
}

/* Seat by seat: who gets the next one; or the next step begins. */
static int naive_next_to_draw(const struct naive *n)
{
    for (int seat = 0; seat < n->seats; seat++) {
        if (n->step == 'd' && naive_held(n, seat, -1) < n->cards)
            return seat;
        if (n->step == 'g' && n->goals[seat] < naive_wanted(n, seat, 'g'))
            return seat;
        if (n->step == 'b' && n->bids[seat] < naive_wanted(n, seat, 'b'))
            return seat;
    }
    return -1;
}

static void naive_after_draw(struct naive *n)
{
    if (naive_next_to_draw(n) >= 0)
        return;
    n->drawn = 0;
    if (n->step == 'd') {
        n->step = 'x';
        if (!naive_anybody_owes(n))
            n->step = 'g';
    } else if (n->step == 'g') {
        n->step = 'b';
    } else {
        n->step = 'k';
        for (int seat = 0; seat < n->seats; seat++) {
            n->kept_goal[seat] = n->goals[seat] == 1 ? n->goal[seat][0] : -1;
            n->kept_bid[seat] = n->bids[seat] == 1 ? n->bid[seat][0] : -1;
        }
        if (!naive_anybody_owes(n))
            naive_reveal_bids(n);
    }
}

static void naive_draw(struct naive *n, int what)
{
    int seat = naive_next_to_draw(n);

    n->drawn++;
    if (n->step == 'd')
        n->where[what] = seat;
    else if (n->step == 'g')
        n->goal[seat][n->goals[seat]++] = what;
    else
        n->bid[seat][n->bids[seat]++] = what;
    naive_after_draw(n);
}

static void naive_score(struct naive *n)
{
    bool over = n->hands == n->hands_most;

    for (int seat = 0; seat < n->seats; seat++) {
        int points = 0, all = 0, red = 0, yellow_and_blue = 0, bid = tokens[n->kept_bid[seat]], apart;
        const char *goal = things[THING_GOAL + n->kept_goal[seat]].name;

        for (int card = 0; card < 50; card++) {
            if (n->taken_by[card] != seat)
                continue;
            all++;
            points += points_on(rank_of(card));
            red += suit_of(card) == 3;
            yellow_and_blue += suit_of(card) == 1 || suit_of(card) == 2;
        }
        if (strncmp(goal, "points ", 7) == 0)
            apart = points + bid - atoi(goal + 7);
        else if (strcmp(goal, "half the cards") == 0)
            apart = all - n->cards * n->seats / 2;
        else if (strcmp(goal, "10 yellow and blue cards") == 0)
            apart = yellow_and_blue - 10;
        else if (strcmp(goal, "10 red cards") == 0)
            apart = red - 10;
        else if (strcmp(goal, "0 cards") == 0)
            apart = all;
        else
            apart = bid;
        n->score[seat] += abs(apart) > 10 ? 10 : abs(apart);
        over = over || n->score[seat] > n->over_at;
    }
    if (over)
        n->step = 'o';
    else
        naive_hand(n);
}

static bool naive_may_play(const struct naive *n, int seat, int card)
{
    int led = n->in_trick[n->leader] < 0 ? -1 : suit_of(n->in_trick[n->leader]);

    return n->where[card] == seat && (led < 0 || suit_of(card) == led || naive_held(n, seat, led) == 0);
}

static void naive_play(struct naive *n, int card)
{
    int winner = n->leader;

    n->where[card] = PLAYED;
    n->in_trick[n->turn] = card;
    n->turn = (n->turn + 1) % n->seats;
    if (n->turn != n->leader)
        return;
    for (int seat = 0; seat < n->seats; seat++) {
        int a = n->in_trick[seat], b = n->in_trick[winner];
        bool trump_a = suit_of(a) == n->trump, trump_b = suit_of(b) == n->trump;

        if (trump_a != trump_b ? trump_a : suit_of(a) == suit_of(b) && rank_of(a) > rank_of(b))
            winner = seat;
    }
    for (int seat = 0; seat < n->seats; seat++) {
        n->taken_by[n->in_trick[seat]] = winner;
        n->in_trick[seat] = -1;
    }
    n->leader = n->turn = winner;
    n->tricks++;
}

static void naive_move(struct naive *n, int seat, move_t m)
{
    switch (n->step) {
    case 'x':
        n->extra[seat] = m == MOVE_MORE_GOAL ? 'g' : m == MOVE_MORE_BID ? 'b' : 'n';
        if (!naive_anybody_owes(n))
            n->step = 'g';
        break;
    case 'k':
        if (m < MOVE_BID)
            n->kept_goal[seat] = m - MOVE_GOAL;
        else
            n->kept_bid[seat] = m - MOVE_BID;
        if (!naive_anybody_owes(n))
            naive_reveal_bids(n);
        break;
    case 't':
        n->trump = m - MOVE_TRUMP;
        n->leader = n->turn;
        n->step = 'p';
        break;
    default:
        naive_play(n, m - MOVE_CARD);
        while (n->tricks == n->cards - 1)
            for (int card = 0; card < 50; card++)
                if (n->where[card] == n->turn) {
                    naive_play(n, card);
                    break;
                }
        if (n->tricks == n->cards)
            naive_score(n);
        break;
    }
}

/* What a seat may do, against the list of the program. */
static void check_moves(const struct naive *n, int seat, const move_t list[], int count)
{
    int expected = 0;

    if (n->step == 'x') {
        assert_int_equal(count, 3);
    } else if (n->step == 't') {
        assert_int_equal(count, 5);
    } else if (n->step == 'k') {
        assert_int_equal(count, 2);
        for (int i = 0; i < 2; i++) {
            int what = list[i] - (n->kept_goal[seat] < 0 ? MOVE_GOAL : MOVE_BID);
            const int *drawn = n->kept_goal[seat] < 0 ? n->goal[seat] : n->bid[seat];

            assert_true(what == drawn[0] || what == drawn[1]);
        }
    } else {
        for (int card = 0; card < 50; card++)
            if (naive_may_play(n, seat, card))
                assert_int_equal(list[expected++], MOVE_CARD + card);
        assert_int_equal(count, expected);
    }
}

static void check_table(const struct naive *n, const struct state *s)
{
    static const char steps[] = {'d', 'x', 'g', 'b', 'k', 't', 'p', 'd', 'o'};
    bool over = s->phase >= HAND_OVER; /* the hand still lies there */

    assert_int_equal(n->step, steps[s->phase]);
    assert_int_equal(n->hands, s->hands + (s->phase == HAND_OVER));
    for (int seat = 0; seat < n->seats; seat++) {
        assert_int_equal(n->score[seat], s->score[seat]);
        for (int card = 0; card < 50 && !over; card++) {
            assert_int_equal(n->where[card] == seat, s->hand[seat] >> card & 1);
            assert_int_equal(n->taken_by[card] == seat, s->taken[seat] >> card & 1);
        }
        if (n->step == 'p')
            assert_int_equal(n->in_trick[seat], leads(s) ? -1 : s->trick[seat] - 1);
    }
}

/* One random move of both. */
static void naive_step(struct naive *n, struct state *s, struct luck *luck)
{
    uint32_t asked = actors(s);
    move_t list[MOVES_MAX];

    if (asked == BIT(CHANCE)) {
        uint32_t weight[MOVES_MAX];
        int count = chance(s, list, weight), deck = n->step == 'd' ? 50 : 10;
        move_t m = list[luck_below(luck, (uint32_t)count)];

        assert_int_equal(naive_next_to_draw(n), s->turn);
        assert_int_equal(count, deck - n->drawn);
        naive_draw(n, m - (n->step == 'd' ? MOVE_CARD : n->step == 'g' ? MOVE_GOAL : MOVE_BID));
        apply(s, CHANCE, m, NULL);
        for (deck = n->step == 'd' ? 50 : 10; strchr("dgb", n->step) && n->drawn == deck - 1; deck = 10) {
            uint64_t all = n->step == 'd' ? ALL_CARDS : ALL_PIECES;

            for (int card = 0; card < 50 && n->step == 'd'; card++)
                all &= n->where[card] == IN_DECK ? ALL_CARDS : ~((uint64_t)1 << card);
            for (int seat = 0; seat < n->seats && n->step != 'd'; seat++)
                for (int k = 0; k < (n->step == 'g' ? n->goals : n->bids)[seat]; k++)
                    all &= ~((uint64_t)1 << (n->step == 'g' ? n->goal : n->bid)[seat][k]);
            assert_int_equal(count_cards(all), 1);
            naive_draw(n, bit_lowest64(all));
        }
    } else {
        int seat = bit_nth(asked, luck_below(luck, (uint32_t)bit_count(asked))), count = moves(s, seat, list);
        move_t m = list[luck_below(luck, (uint32_t)count)];

        for (int other = 0; other < n->seats; other++)
            assert_int_equal(naive_owes(n, other), asked >> other & 1);
        check_moves(n, seat, list, count);
        naive_move(n, seat, m);
        apply(s, seat, m, NULL);
    }
}

static void random_games_agree_with_a_second_table(void **unused)
{
    struct luck luck = {11};
    int longest = 0, goals_kept[10] = {0}, twenty = 0;

    (void)unused;
    for (int game = 0; game < 900; game++) {
        struct setup setup = {.seats = (uint8_t)(3 + game % 3)};
        struct naive n = {.over_at = 30, .hands_most = 20, .cards = 10, .seats = 3 + game % 3};
        struct state s;

        start(&s, &setup);
        naive_hand(&n);
        while (actors(&s)) {
            naive_step(&n, &s, &luck);
            check_table(&n, &s);
            if (game % 9 == 0 && n.step == 'd' && n.drawn == 0) /* games that would not end by the score */
                for (int seat = 0; seat < n.seats; seat++)
                    s.score[seat] = (uint8_t)(n.score[seat] = n.score[seat] % 20);
        }
        assert_int_equal(n.step, 'o');
        longest = s.hands > longest ? s.hands : longest;
        twenty += s.hands == 20;
        for (int seat = 0; seat < n.seats; seat++)
            goals_kept[n.kept_goal[seat]]++;
    }
    assert_int_equal(longest, 20);
    assert_true(twenty > 50);
    for (int goal = 0; goal < 10; goal++)
        assert_true(goals_kept[goal] > 100);
}

/* ---- house rules ------------------------------------------------------------------------------ */

static struct setup setup_with(int seats, const char *id, int number)
{
    struct setup setup = {.seats = (uint8_t)seats};

    for (int i = 0; i < game_pesky.options_n; i++) {
        const struct option *option = &game_pesky.options[i];

        for (int index = 0; strcmp(option->id, id) == 0 && index < option_values(option); index++)
            if (option_number(option, index) == number)
                setup.option[i] = (uint8_t)index;
    }
    return setup;
}

/* Whole games beside the second table, of which only the one number differs from the others; and how many hands they
 * have. What bots are told stays in its bounds. */
static void play_with(const char *id, int number, int least_hands, int most_hands)
{
    struct luck luck = {17};

    for (int game = 0; game < 30; game++) {
        struct setup setup = setup_with(3 + game % 3, id, number);
        struct naive n = {.over_at = 30, .hands_most = 20, .cards = 10, .seats = 3 + game % 3};
        int32_t points[SEATS_MAX];
        struct state s;

        *(strcmp(id, "score") == 0 ? &n.over_at : strcmp(id, "hands") == 0 ? &n.hands_most : &n.cards) = number;
        start(&s, &setup);
        naive_hand(&n);
        while (actors(&s)) {
            naive_step(&n, &s, &luck);
            check_table(&n, &s);
            assert_in_range(standing(&s, points), 1, 20 * POINT);
        }
        assert_int_equal(n.step, 'o');
        assert_in_range(s.hands, least_hands, most_hands);
    }
}

/* A hand adds 10 at most: to be over 10 takes two hands, and to be over 60 seven. */
static void score_is_what_has_to_be_passed_to_end_the_game(void **unused)
{
    (void)unused;
    play_with("score", 10, 2, 20);
    play_with("score", 30, 4, 20);
    play_with("score", 60, 7, 20);
}

static void hands_is_how_many_there_are_at_most(void **unused)
{
    (void)unused;
    play_with("hands", 1, 1, 1);
    play_with("hands", 2, 2, 2);
    play_with("hands", 20, 4, 20);
}

static void cards_is_how_many_are_dealt_to_each(void **unused)
{
    (void)unused;
    for (int n = 4; n <= 10; n++)
        play_with("cards", n, 4, 20); /* to be over 30 takes four hands */
}

static void all_other_cards_stay_unseen(void **unused)
{
    (void)unused;
    for (int seats = 3; seats <= 5; seats++)
        for (int n = 4; n <= 9; n++) {
            struct setup setup = setup_with(seats, "cards", n);
            struct state s;
            int draws = 0;

            start(&s, &setup);
            for (; s.phase == DEAL; draws++)
                apply(&s, CHANCE, draw(&s, 0), NULL);
            assert_int_equal(draws, n * seats);
            assert_int_equal(count_cards(s.deck), 50 - n * seats);
            for (int seat = 0; seat < seats; seat++)
                assert_int_equal(count_cards(s.hand[seat]), n);
        }
}

/* Of 15 cards that is 7. */
static void half_the_cards_is_half_of_those_dealt_rounded_down(void **unused)
{
    static const struct {
        int seats, each, half;
    } dealt[] = {{3, 4, 6},  {3, 5, 7},  {3, 7, 10}, {3, 9, 13}, {4, 5, 10},
                 {4, 7, 14}, {5, 5, 12}, {5, 8, 20}, {5, 9, 22}};

    (void)unused;
    for (size_t i = 0; i < sizeof dealt / sizeof dealt[0]; i++)
        for (int taken = 0; taken <= 50; taken++) {
            int apart = abs(taken - dealt[i].half), cards_in_all = dealt[i].seats * dealt[i].each;

            assert_int_equal(hand_score(goal_called("half the cards"), CARD_BIT(taken) - 1, 4, cards_in_all),
                             apart < 10 ? apart : 10);
        }
}

static void the_words_name_the_numbers_of_the_house(void **unused)
{
    struct setup one = setup_with(5, "hands", 1), sixty = setup_with(5, "score", 60);
    struct facts facts = {0};
    struct state s, fresh;

    (void)unused;
    start(&fresh, &one);
    s = last_card(example_taken, example_goal, example_bid);
    s.more_hands = fresh.more_hands;
    apply(&s, 4, (move_t)(MOVE_CARD + C("R19")), &facts);
    assert_string_equal(line_of(&facts, T_OVER_HANDS, -1), "1 hand has been played: the game is over");

    start(&fresh, &sixty);
    for (int before = 50; before <= 51; before++) { /* seat 4 gets 10 more */
        s = last_card(example_taken, example_goal, example_bid);
        s.more_score = fresh.more_score;
        s.score[4] = (uint8_t)before;
        facts_clear(&facts);
        apply(&s, 4, (move_t)(MOVE_CARD + C("R19")), &facts);
        assert_int_equal(s.phase, before == 51 ? OVER : HAND_OVER);
    }
    assert_string_equal(line_of(&facts, T_OVER_SCORE, -1), "A score is over 60: the game is over");
}

/* ---- what can be known of the cards ---------------------------------------------------------------- */

/* What everybody has seen in this hand: who played which card, and what had been led. */
struct seen {
    int seats, cards, n; /* cards to each */
    struct {
        int seat, card, led; /* suit */
    } play[50];
};

/* Makes a random move and writes down what all see of it. */
static void seen_step(struct seen *seen, struct state *s, struct luck *luck)
{
    struct state before = *s;
    uint64_t gone = 0;

    random_step(s, luck);
    if (before.phase != PLAY || s->phase != PLAY) {
        seen->n = 0;
        seen->seats = s->seats;
        seen->cards = 10 + s->more_cards;
        return;
    }
    for (int seat = 0; seat < s->seats; seat++)
        gone |= before.hand[seat] & ~s->hand[seat];
    assert_int_equal(count_cards(gone), 1);
    seen->play[seen->n].seat = before.turn;
    seen->play[seen->n].card = bit_lowest64(gone);
    seen->play[seen->n].led = suit_of(seen->play[seen->n - seen->n % seen->seats].card);
    seen->n++;
}

/* Whether by what was seen this seat may hold this card. */
static bool may_hold(const struct seen *seen, int seat, int card)
{
    for (int i = 0; i < seen->n; i++)
        if (seen->play[i].seat == seat && seen->play[i].led == suit_of(card) &&
            suit_of(seen->play[i].card) != seen->play[i].led)
            return false;
    return true;
}

/* The hands that a viewer does not see, and the cards it has not seen; what is in no hand is the deck. */
struct puzzle {
    int hands, cards, seat[5], size[5], card[50];
};

static struct puzzle puzzle_of(const struct seen *seen, const struct state *s, int viewer)
{
    struct puzzle p = {0};
    bool known[50] = {false};

    for (int i = 0; i < seen->n; i++)
        known[seen->play[i].card] = true;
    for (int card = 0; card < 50; card++)
        if (!known[card] && !(viewer < s->seats && s->hand[viewer] >> card & 1))
            p.card[p.cards++] = card;
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == viewer)
            continue;
        p.seat[p.hands] = seat;
        p.size[p.hands] = seen->cards;
        for (int i = 0; i < seen->n; i++)
            p.size[p.hands] -= seen->play[i].seat == seat;
        p.hands++;
    }
    return p;
}

/* All worlds, found by giving every card to everybody who may hold it. */
enum { WORLDS_MAX = 1 << 15, WORLD_SLOTS = 1 << 17 };

struct world {
    uint64_t hand[5];
};

static struct {
    int n, most;
    struct world world[WORLDS_MAX];
    double share[WORLDS_MAX];
    int slot[WORLD_SLOTS]; /* index + 1 */
} worlds;

static int *world_slot(const struct world *w)
{
    uint64_t key = 0;
    uint32_t i;

    for (int seat = 0; seat < 5; seat++)
        key = luck_stir(key + w->hand[seat] * 3 + 1);
    for (i = (uint32_t)key % WORLD_SLOTS; worlds.slot[i]; i = (i + 1) % WORLD_SLOTS)
        if (memcmp(&worlds.world[worlds.slot[i] - 1], w, sizeof *w) == 0)
            break;
    return &worlds.slot[i];
}

/* The cards from number `at` on; `left` is how many fit into the deck. Stops when there are too many worlds. */
static void imagine(const struct seen *seen, struct puzzle *p, struct world *w, int at, int left)
{
    if (worlds.n > worlds.most)
        return;
    if (at == p->cards) {
        if (worlds.n < worlds.most) {
            worlds.world[worlds.n] = *w;
            *world_slot(w) = worlds.n + 1;
        }
        worlds.n++;
        return;
    }
    for (int h = 0; h < p->hands; h++) {
        uint64_t card = (uint64_t)1 << p->card[at];

        if (p->size[h] == 0 || !may_hold(seen, p->seat[h], p->card[at]))
            continue;
        p->size[h]--;
        w->hand[p->seat[h]] |= card;
        imagine(seen, p, w, at + 1, left);
        w->hand[p->seat[h]] ^= card;
        p->size[h]++;
    }
    if (left > 0)
        imagine(seen, p, w, at + 1, left - 1);
}

/* False if there are more than so many. */
static bool imagine_all(const struct seen *seen, const struct state *s, int viewer, int most)
{
    struct puzzle p = puzzle_of(seen, s, viewer);
    struct world w = {{0}};
    int left = p.cards;

    for (int h = 0; h < p.hands; h++)
        left -= p.size[h];
    assert_int_equal(left, 50 - seen->cards * s->seats);
    if (viewer < s->seats)
        w.hand[viewer] = s->hand[viewer];
    worlds.n = 0;
    worlds.most = most;
    memset(worlds.slot, 0, sizeof worlds.slot);
    memset(worlds.share, 0, sizeof worlds.share);
    imagine(seen, &p, &w, 0, left);
    return worlds.n <= most;
}

/* The index of a redealt world; all but the others' hands and the deck is as it was. */
static int world_index(const struct state *s, const struct state *dealt)
{
    struct world w = {{0}};
    struct state rest = *dealt;
    uint64_t all = s->deck, again = dealt->deck;
    int *slot;

    for (int seat = 0; seat < s->seats; seat++) {
        all |= s->hand[seat];
        assert_int_equal(again & dealt->hand[seat], 0);
        again |= dealt->hand[seat];
        w.hand[seat] = dealt->hand[seat];
        rest.hand[seat] = s->hand[seat];
    }
    rest.deck = s->deck;
    assert_true(all == again);
    assert_memory_equal(&rest, s, sizeof rest);
    slot = world_slot(&w);
    assert_true(*slot > 0); /* nothing that cannot be */
    return *slot - 1;
}

static uint32_t others_of(const struct state *s, int viewer)
{
    return (BIT(s->seats) - 1) & ~BIT(viewer);
}

static int groups_of(const struct state *s, int viewer)
{
    struct group group[GROUPS_MAX];
    uint64_t unseen = s->deck;

    for (FOR_BITS(seat, others_of(s, viewer)))
        unseen |= s->hand[seat];
    return find_groups(s, others_of(s, viewer), unseen, group);
}

/* Redeals with every possible luck: each world has exactly the same probability. False if that is too much work. */
static bool check_exactly(const struct state *s, int viewer, int most_lucks)
{
    int lucks = 0;

    tape_start();
    do {
        struct state dealt = *s;

        tape.at = 0;
        veil_cards(&dealt, others_of(s, viewer), NULL);
        worlds.share[world_index(s, &dealt)] += tape_probability();
        if (++lucks > most_lucks) {
            tape.on = false;
            return false;
        }
    } while (tape_next());
    for (int i = 0; i < worlds.n; i++)
        if (worlds.share[i] * worlds.n < 1 - 1e-9 || worlds.share[i] * worlds.n > 1 + 1e-9)
            fail_msg("world %d of %d: %.12f", i, worlds.n, worlds.share[i] * worlds.n);
    return true;
}

/* Late positions of random games, for every seat and the spectator: all possible luck against all possible worlds. */
static void every_possible_deal_is_exactly_equally_likely(void **unused)
{
    enum { MOST_WORLDS = 700, MOST_LUCKS = 25000 };
    struct luck luck = {21};
    int checked[4][7] = {{0}}, spectated[7] = {0};

    (void)unused;
    for (int game = 0; game < 240; game++) {
        struct setup setup = {.seats = (uint8_t)(game % 4 == 0 ? 3 : game % 4 == 1 ? 4 : 5)};
        struct seen seen = {.seats = setup.seats, .cards = 10};
        struct state s;

        start(&s, &setup);
        while (actors(&s)) {
            seen_step(&seen, &s, &luck);
            if (s.phase != PLAY || s.tricks < 6)
                continue;
            for (int viewer = 0; viewer <= SPECTATOR; viewer++) {
                int groups;

                if ((viewer >= s.seats && viewer < SPECTATOR) || luck_below(&luck, 4) > 0)
                    continue;
                groups = groups_of(&s, viewer);
                if ((viewer == SPECTATOR ? spectated[groups] : checked[s.seats - 3][groups]) >= 15)
                    continue;
                if (!imagine_all(&seen, &s, viewer, MOST_WORLDS) || !check_exactly(&s, viewer, MOST_LUCKS))
                    continue;
                if (viewer == SPECTATOR)
                    spectated[groups]++;
                else
                    checked[s.seats - 3][groups]++;
            }
        }
    }
    /* With five seats and any number of groups, at a seat and beside the table. */
    for (int groups = 0; groups <= 4; groups++)
        assert_true(checked[2][groups] >= 10);
    for (int groups = 1; groups <= 5; groups++)
        assert_true(spectated[groups] >= 3);
}

/* With ordinary luck, where there are more worlds. */
static void middling_positions_are_redealt_uniformly(void **unused)
{
    enum { LEAST = 300, MOST = 4000, EACH = 12 };
    struct luck luck = {5}, redeal = {6};
    int checked[6] = {0};

    (void)unused;
    for (int game = 0; game < 400; game++) {
        struct setup setup = {.seats = (uint8_t)(3 + game % 3)};
        struct seen seen = {.seats = setup.seats, .cards = 10};
        struct state s;

        start(&s, &setup);
        while (actors(&s)) {
            int viewer, groups;
            double chi = 0;

            seen_step(&seen, &s, &luck);
            viewer = luck_below(&luck, 3) == 0 ? SPECTATOR : (int)luck_below(&luck, s.seats);
            if (s.phase != PLAY || s.tricks < 4 || (groups = groups_of(&s, viewer)) < 1 || checked[groups] >= 8)
                continue;
            if (!imagine_all(&seen, &s, viewer, MOST) || worlds.n < LEAST)
                continue;
            for (int i = 0; i < worlds.n * EACH; i++) {
                struct state dealt = s;

                veil_cards(&dealt, others_of(&s, viewer), &redeal);
                worlds.share[world_index(&s, &dealt)]++;
            }
            for (int i = 0; i < worlds.n; i++)
                chi += (worlds.share[i] - EACH) * (worlds.share[i] - EACH) / EACH;
            if (chi > chi_square_limit(worlds.n - 1))
                fail_msg("chi-square %.1f with %d degrees of freedom", chi, worlds.n - 1);
            checked[groups]++;
        }
    }
    for (int groups = 1; groups <= 4; groups++)
        assert_true(checked[groups] >= 4);
}

/* ---- counting the worlds a second time ------------------------------------------------------------- */

typedef unsigned __int128 huge;

/* Seat by seat, suit by suit, remembering what is left of each suit. */
static struct {
    bool known[5][6][11][16][21];
    huge ways[5][6][11][16][21];
} memo;

static huge choose(int n, int k)
{
    huge c = 1;

    if (k < 0 || k > n)
        return 0;
    for (int i = 1; i <= k; i++)
        c = c * (huge)(n - k + i) / (huge)i;
    return c;
}

static huge worlds_from(const struct seen *seen, const struct puzzle *p, int h, int g, int y, int b, int r)
{
    int size, allowed[4];
    huge ways = 0;

    if (h == p->hands)
        return 1;
    if (memo.known[h][g][y][b][r])
        return memo.ways[h][g][y][b][r];
    size = p->size[h];
    for (int suit = 0; suit < 4; suit++)
        allowed[suit] = may_hold(seen, p->seat[h], suit_first[suit]);
    for (int i = 0; i <= (allowed[0] ? g : 0); i++)
        for (int j = 0; j <= (allowed[1] ? y : 0); j++)
            for (int k = 0; k <= (allowed[2] ? b : 0); k++) {
                int l = size - i - j - k;

                if (l < 0 || l > (allowed[3] ? r : 0))
                    continue;
                ways += choose(g, i) * choose(y, j) * choose(b, k) * choose(r, l) *
                        worlds_from(seen, p, h + 1, g - i, y - j, b - k, r - l);
            }
    memo.known[h][g][y][b][r] = true;
    memo.ways[h][g][y][b][r] = ways;
    return ways;
}

static huge count_worlds(const struct seen *seen, const struct state *s, int viewer)
{
    struct puzzle p = puzzle_of(seen, s, viewer);
    int left[4] = {0};

    for (int i = 0; i < p.cards; i++)
        left[suit_of(p.card[i])]++;
    memset(memo.known, 0, sizeof memo.known);
    return worlds_from(seen, &p, 0, left[0], left[1], left[2], left[3]);
}

/* What the program counts: the ways of the groups; and within them and for the others the hands one after the other. */
static huge program_count(const struct state *s, int viewer, int *groups_found, bool *wide)
{
    static struct binomial c;
    struct group group[GROUPS_MAX];
    struct division d;
    uint64_t unseen = s->deck;
    uint32_t free_seats = others_of(s, viewer);
    huge ways = 1;
    int groups, left;

    for (FOR_BITS(seat, others_of(s, viewer)))
        unseen |= s->hand[seat];
    left = count_cards(unseen);
    *groups_found = groups = find_groups(s, others_of(s, viewer), unseen, group);
    if (groups == 1)
        ways = choose(count_cards(group[0].may_hold), group[0].size);
    if (groups >= 2) {
        struct wide sum;

        fill_binomial(&c, left);
        for (int suit = 0; suit < 4; suit++)
            d.left[suit] = (uint8_t)count_cards(unseen & suit_cards[suit]);
        set_digits(&d, group, groups - 2);
        sum = count_ways(&c, group, groups, (struct wide){UINT64_MAX, UINT64_MAX}, &d);
        ways = (huge)sum.high << 64 | sum.low;
    }
    *wide = ways >> 64 != 0;
    for (int g = 0; g < groups; g++) {
        int in_group = group[g].size;

        for (FOR_BITS(seat, group[g].seats)) {
            ways *= choose(in_group, count_cards(s->hand[seat]));
            in_group -= count_cards(s->hand[seat]);
        }
        left -= group[g].size;
        free_seats &= ~(uint32_t)group[g].seats;
    }
    for (FOR_BITS(seat, free_seats)) {
        ways *= choose(left, count_cards(s->hand[seat]));
        left -= count_cards(s->hand[seat]);
    }
    return ways;
}

/* All positions of random hands, early ones too, where there are more than 2^64 worlds; with 10 cards each and with
 * fewer. */
static void the_worlds_are_counted_right(void **unused)
{
    struct luck luck = {31};
    int checked[6] = {0}, with_fewer[6] = {0};

    (void)unused;
    for (int game = 0; game < 72; game++) {
        int each = game < 36 ? 10 : 4 + game / 6 % 6;
        struct setup setup = setup_with(3 + game % 3, "cards", each);
        struct seen seen = {.seats = setup.seats, .cards = each};
        struct state s;

        start(&s, &setup);
        while (actors(&s)) {
            seen_step(&seen, &s, &luck);
            if (s.phase != PLAY)
                continue;
            for (int viewer = 0; viewer <= SPECTATOR; viewer++) {
                int groups;
                bool wide;

                if ((viewer >= s.seats && viewer < SPECTATOR) || luck_below(&luck, 8) > 0)
                    continue;
                assert_true(program_count(&s, viewer, &groups, &wide) == count_worlds(&seen, &s, viewer));
                (each == 10 ? checked : with_fewer)[groups]++;
            }
        }
    }
    for (int groups = 0; groups <= 4; groups++)
        assert_true(checked[groups] > 10 && with_fewer[groups] > (groups == 4 ? 4 : 10));
}

/* A position in which the ways of the groups are counted in two words: at four seats 0, 1 and 2 have shown different
 * voids of green and yellow in the first two tricks, and these suits are as short as can be. Yellow is trump. */
static struct state extreme_position(struct seen *seen)
{
    static const char *const played[8] = {"G1", "Y10", "G2", "Y1", "Y9", "G3", "R2", "Y2"};
    struct state s = playing(4, YELLOW, 3);
    int seat = 3;

    /* Seat 0: no green. Seat 1: no yellow. Seat 2: neither. */
    give(&s, 0, "Y10 Y9 Y8 B1 B2 B3 B4 B5 B6 B7");
    give(&s, 1, "G2 G3 G4 B8 B9 B10 B11 B12 B13 B14");
    give(&s, 2, "Y1 R2 R3 R4 R5 R6 R7 R8 R9 R10");
    give(&s, 3, "G1 Y2 Y3 Y4 R11 R12 R13 R14 R15 R16");
    *seen = (struct seen){.seats = 4, .cards = 10};
    for (int i = 0; i < 8; i++, seat = (seat + 1) % 4) {
        move_t list[MOVES_MAX];
        bool legal = false;

        seat = i == 4 ? 0 : seat; /* who has won the trick */
        assert_int_equal(actors(&s), BIT(seat));
        for (int n = moves(&s, seat, list); n > 0; n--)
            legal = legal || list[n - 1] == MOVE_CARD + C(played[i]);
        assert_true(legal);
        apply(&s, seat, (move_t)(MOVE_CARD + C(played[i])), NULL);
        seen->play[i].seat = seat;
        seen->play[i].card = C(played[i]);
        seen->play[i].led = suit_of(C(played[i - i % 4]));
    }
    seen->n = 8;
    return s;
}

static void a_spectator_may_face_more_than_64_bits_of_ways(void **unused)
{
    struct seen seen;
    struct state s = extreme_position(&seen);
    struct luck luck = {1};
    int groups;
    bool wide;

    (void)unused;
    assert_true(program_count(&s, SPECTATOR, &groups, &wide) == count_worlds(&seen, &s, SPECTATOR));
    assert_int_equal(groups, 3);
    assert_true(wide);
    for (int i = 0; i < 2000; i++) {
        struct state dealt = s;

        veil(&dealt, SPECTATOR, &luck);
        for (int seat = 0; seat < 4; seat++) {
            assert_int_equal(count_cards(dealt.hand[seat]), 8);
            for (int card = 0; card < 50; card++)
                if (dealt.hand[seat] >> card & 1)
                    assert_true(may_hold(&seen, seat, card));
        }
    }
}

/* How a division is chosen there: how many blue cards seat 2 gets, against the exact share of the worlds. Here the
 * ways are counted in two words. */
static void ways_in_two_words_are_drawn_fairly(void **unused)
{
    enum { REDEALS = 40000 };
    struct seen seen;
    struct state s = extreme_position(&seen);
    struct luck luck = {77};
    struct puzzle p = puzzle_of(&seen, &s, SPECTATOR);
    int left[4] = {0}, counted[9] = {0}, freedom = -1;
    double chi = 0, all = (double)count_worlds(&seen, &s, SPECTATOR), rare = 0, rare_counted = 0;

    (void)unused;
    for (int i = 0; i < p.cards; i++)
        left[suit_of(p.card[i])]++;
    for (int i = 0; i < REDEALS; i++) {
        struct state dealt = s;

        veil_cards(&dealt, BIT(4) - 1, &luck);
        counted[count_cards(dealt.hand[2] & suit_cards[BLUE])]++;
    }
    /* Seat 2 first, then the others: the worlds with so many blue cards in its hand. */
    p.seat[2] = p.seat[3];
    p.hands = 3;
    for (int blue = 0; blue <= 8; blue++) {
        double expected;

        memset(memo.known, 0, sizeof memo.known);
        expected = REDEALS *
                   (double)(choose(left[2], blue) * choose(left[3], 8 - blue) *
                            worlds_from(&seen, &p, 0, left[0], left[1], left[2] - blue, left[3] - 8 + blue)) /
                   all;
        if (expected < 8) {
            rare += expected;
            rare_counted += counted[blue];
            continue;
        }
        chi += (counted[blue] - expected) * (counted[blue] - expected) / expected;
        freedom++;
    }
    assert_true(freedom >= 5);
    assert_true(chi < chi_square_limit(freedom));
    assert_true(rare_counted < 8 * (rare + 8));
}

/* The hands that a viewer does not see when so many cards have been played; which seats have one card less in the
 * running trick does not matter. */
static int hands_after(int seats, int each, bool seated, int played, int size[5])
{
    int hands = 0;

    for (int seat = seated; seat < seats; seat++)
        size[hands++] = each - played / seats - (seat - seated < played % seats);
    return hands;
}

/* The most ways to serve two groups, whatever their voids are, when at least so many cards have been played. */
static double most_for_two_groups(int seats, int each, bool seated, int least_played)
{
    double most = 0;

    for (int played = least_played; played <= (each - 1) * seats; played++) {
        int hand[5] = {0}, hands = hands_after(seats, each, seated, played, hand), all = 50 - each * seats, ways = 1;

        for (int h = 0; h < hands; h++) {
            all += hand[h];
            ways *= 3;
        }
        for (int assigned = 0; assigned < ways; assigned++) { /* each hand is in one of the groups or in none */
            int size[3] = {0};
            double count;

            for (int h = 0, rest = assigned; h < hands; h++, rest /= 3)
                size[rest % 3] += hand[h];
            count = (double)choose(all, size[1]) * (double)choose(all - size[1], size[2]);
            most = count > most ? count : most;
        }
    }
    return most;
}

/* Two different sets of voids take two suits led: a trick and two cards. So this holds for the last two groups, and for
 * the two before them, which take even more. The most are 1.78 * 10^19 of 1.84 * 10^19: at four seats with 9 cards
 * each, after 6 cards, two groups that get 15 of 44 cards each. */
static void the_ways_of_two_groups_fit_one_word(void **unused)
{
    double most = 0;

    (void)unused;
    for (int seats = 3; seats <= 5; seats++)
        for (int each = 4; each <= 10; each++)
            for (int seated = 0; seated <= 1; seated++) {
                double count = most_for_two_groups(seats, each, seated, seats + 2);

                most = count > most ? count : most;
            }
    assert_true(most > 1.78e19 && most == (double)choose(44, 15) * (double)choose(29, 15)); /* it is no idle claim */
    assert_true(most < 2.0 * (double)((uint64_t)1 << 63));
}

/* Five groups are a spectator's, at five seats. Five different sets of voids take three suits and at least seven voids,
 * so two tricks and three cards. Of three suits, the first two groups have two voids each, one of them in common: the
 * first cannot take a card of its two suits, and the second none of the suit in common. With a fourth suit three tricks
 * and two cards have been played, and nothing needs to be said about which cards a group takes. */
static void the_ways_of_three_groups_before_the_last_two_fit_one_word(void **unused)
{
    double most = 0;

    (void)unused;
    for (int each = 4; each <= 10; each++)
        for (int played = 13; played <= 5 * (each - 1); played++) {
            int hand[5], hands = hands_after(5, each, false, played, hand), all = 50 - played;

            for (int a = 0; a < hands; a++)
                for (int b = 0; b < hands; b++)
                    for (int c = 0; c < hands; c++) {
                        int spared = played < 17;
                        double count = (double)choose(all - 2 * spared, hand[a]) *
                                       (double)choose(all - hand[a] - spared, hand[b]) *
                                       (double)choose(all - hand[a] - hand[b], hand[c]);

                        if (a != b && a != c && b != c)
                            most = count > most ? count : most;
                    }
        }
    assert_true(most > 1e18);
    assert_true(most < 2.0 * (double)((uint64_t)1 << 63));
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void wide_numbers_are_right(void **unused)
{
    struct luck luck = {9};

    (void)unused;
    for (int i = 0; i < 200000; i++) {
        uint64_t a = luck_word64(&luck) >> luck_below(&luck, 64), b = luck_word64(&luck) >> luck_below(&luck, 64);
        huge product = (huge)a * b;
        struct wide p = wide_product(a, b), q = {b, a}, sum = wide_sum(p, (struct wide){a >> 1, b});
        huge expected = product + ((huge)(a >> 1) << 64) + b;

        assert_true(p.high == (uint64_t)(product >> 64) && p.low == (uint64_t)product);
        assert_true(sum.high == (uint64_t)(expected >> 64) && sum.low == (uint64_t)expected);
        assert_int_equal(wide_less(p, q), product < ((huge)b << 64 | a));
        assert_false(wide_less(p, p));
    }
}

static void wide_draws_are_below_and_uniform(void **unused)
{
    static const struct wide limits[] = {{0, 1}, {0, 2}, {0, 3},          {0, 5}, {0, 1000}, {0, UINT64_MAX}, {1, 0},
                                         {1, 1}, {5, 7}, {UINT64_MAX, 9}, {2, 0}, {3, 0},    {0, 0x100000000}};
    struct luck luck = {10};
    int counted[5] = {0}, high[3] = {0};

    (void)unused;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        for (int k = 0; k < 2000; k++)
            assert_true(wide_less(wide_below(&luck, limits[i]), limits[i]));
    for (int i = 0; i < 50000; i++) {
        counted[wide_below(&luck, (struct wide){0, 5}).low]++;
        high[wide_below(&luck, (struct wide){3, 0}).high]++;
    }
    for (int i = 0; i < 5; i++)
        assert_in_range(counted[i], 10000 - 500, 10000 + 500);
    for (int i = 0; i < 3; i++)
        assert_in_range(high[i], 16667 - 550, 16667 + 550);
}

static void the_nth_card_of_a_set_is_found(void **unused)
{
    struct luck luck = {12};

    (void)unused;
    for (int i = 0; i < 20000; i++) {
        uint64_t set = luck_word64(&luck) & luck_word64(&luck) >> luck_below(&luck, 40), left;
        uint32_t n = 0;

        set |= i % 3 ? 0 : luck_word64(&luck);
        set &= ALL_CARDS;
        for (left = set; left; left &= left - 1)
            assert_int_equal(nth_card(set, n++), bit_lowest64(left));
        assert_int_equal(count_cards(set), n);
    }
    for (uint32_t n = 0; n < 50; n++)
        assert_int_equal(nth_card(ALL_CARDS, n), n);
}

/* ---- what can be known of goals and bids -------------------------------------------------------------- */

/* Redeals goals or bids with every possible luck and counts pairs of what seat 1 keeps and returns. `shown`: as after
 * the bids were revealed. */
static void pairs_of_seat_1(int viewer, bool shown, double share[10][10])
{
    memset(share, 0, 100 * sizeof share[0][0]);
    tape_start();
    do {
        uint16_t drawn[5] = {BIT(0) | BIT(3), BIT(1) | BIT(4), BIT(2)};
        uint8_t kept[5] = {1, 2, 3};
        uint32_t all;

        tape.at = 0;
        veil_pieces(drawn, kept, 7 & ~BIT(viewer), viewer < 3 ? drawn[viewer] : 0, shown, NULL);
        all = (uint32_t)(drawn[0] | drawn[1] | drawn[2]);
        assert_int_equal(bit_count(all), 5);
        assert_int_equal(bit_count(drawn[0]), 2);
        assert_int_equal(bit_count(drawn[1]), 2);
        assert_int_equal(drawn[2], BIT(kept[2] - 1));
        assert_true(drawn[0] >> (kept[0] - 1) & 1 && drawn[1] >> (kept[1] - 1) & 1);
        assert_true(viewer != 0 || (drawn[0] == (BIT(0) | BIT(3)) && kept[0] == 1));
        assert_true(viewer != 2 || kept[2] == 3);
        assert_true(!shown || (kept[0] == 1 && kept[1] == 2 && kept[2] == 3));
        share[kept[1] - 1][bit_lowest(drawn[1] & ~BIT(kept[1] - 1))] += tape_probability();
    } while (tape_next());
}

static bool nearly(double a, double b)
{
    return a > b - 1e-9 && a < b + 1e-9;
}

/* Goals: the viewer has seen its own, kept and returned, and nothing else. */
static void goals_of_others_are_any_that_were_not_seen(void **unused)
{
    double share[10][10];

    (void)unused;
    for (int viewer = 0; viewer <= SPECTATOR; viewer += viewer == 0 ? 2 : 6) {
        uint32_t seen = viewer == 0 ? BIT(0) | BIT(3) : viewer == 2 ? BIT(2) : 0;
        int unseen = 10 - bit_count(seen);

        pairs_of_seat_1(viewer, false, share);
        for (int kept = 0; kept < 10; kept++)
            for (int returned = 0; returned < 10; returned++) {
                bool can_be = kept != returned && !(seen & (BIT(kept) | BIT(returned)));

                assert_true(nearly(share[kept][returned], can_be ? 1.0 / (unseen * (unseen - 1)) : 0));
            }
    }
}

/* Bids after they are revealed: what was returned is any that was neither shown nor returned by the viewer. */
static void returned_bids_are_any_that_were_not_seen(void **unused)
{
    double share[10][10];

    (void)unused;
    for (int viewer = 0; viewer <= SPECTATOR; viewer += viewer == 0 ? 2 : 6) {
        uint32_t seen = BIT(0) | BIT(1) | BIT(2) | (viewer == 0 ? BIT(3) : 0);
        int unseen = 10 - bit_count(seen);

        pairs_of_seat_1(viewer, true, share);
        for (int returned = 0; returned < 10; returned++)
            assert_true(nearly(share[1][returned], seen & BIT(returned) ? 0 : 1.0 / unseen));
    }
}

/* Everything of one hand, in all its phases: what is redealt fits what the viewer knows, and all of it varies. */
static void redealing_keeps_what_is_known_in_every_phase(void **unused)
{
    struct luck luck = {14}, redeal = {15};
    int moved[8] = {0};

    (void)unused;
    for (int game = 0; game < 90; game++) {
        struct setup setup = setup_with(3 + game % 3, "cards", game < 60 ? 10 : 4 + game / 3 % 6);
        struct state s, view, dealt;

        start(&s, &setup);
        for (int seat = 0; seat < setup.seats; seat++)
            s.score[seat] = (uint8_t)luck_below(&luck, 31);
        while (actors(&s) && s.hands == 1) {
            int viewer = (int)luck_below(&luck, setup.seats + 1);

            random_step(&s, &luck);
            if (s.phase == OVER || s.hands > 1)
                break;
            viewer = viewer == setup.seats ? SPECTATOR : viewer;
            game_view(&game_pesky, &s, viewer, &view);
            dealt = view;
            veil(&dealt, viewer, &redeal);
            moved[s.phase] += memcmp(&dealt, &view, sizeof view) != 0;
            if (viewer < setup.seats) {
                assert_true(dealt.hand[viewer] == s.hand[viewer]);
                assert_int_equal(dealt.goals[viewer], s.goals[viewer]);
                assert_int_equal(dealt.bids[viewer], s.bids[viewer]);
                assert_int_equal(dealt.goal[viewer], view.goal[viewer]);
            }
            for (int seat = 0; seat < setup.seats; seat++) {
                assert_int_equal(count_cards(dealt.hand[seat]), count_cards(s.hand[seat]));
                assert_int_equal(bit_count(dealt.goals[seat]), bit_count(s.goals[seat]));
                assert_int_equal(bit_count(dealt.bids[seat]), bit_count(s.bids[seat]));
                assert_int_equal(dealt.goal[seat] == 0, view.goal[seat] == 0);
                assert_true(dealt.goal[seat] == 0 || dealt.goals[seat] >> (dealt.goal[seat] - 1) & 1);
                assert_true(s.phase < TRUMP || dealt.bid[seat] == s.bid[seat]);
                assert_true(dealt.taken[seat] == s.taken[seat]);
                for (int other = 0; other < seat; other++)
                    assert_int_equal((dealt.goals[seat] & dealt.goals[other]) | (dealt.bids[seat] & dealt.bids[other]),
                                     0);
            }
        }
    }
    for (int phase = DEAL; phase <= PLAY; phase++)
        assert_true(moved[phase] > 3);
}

static void a_referee_knows_all(void **unused)
{
    struct luck luck = {14}, redeal = {15};
    struct setup setup = {.seats = 4};
    struct state s, before;

    (void)unused;
    start(&s, &setup);
    while (actors(&s)) {
        random_step(&s, &luck);
        before = s;
        veil(&s, REFEREE, &redeal);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

static void cards_goals_and_bids_are_touched_where_they_lie(void **unused)
{
    struct state s = with_scores(3, (int[5]){20, 12, 0});
    struct touch out[TOUCH_MAX] = {{0}};
    move_t list[MOVES_MAX];

    (void)unused;
    draw_all(&s);
    assert_int_equal(touch(&s, 1, PASS, out), 0);
    assert_int_equal(touch(&s, 1, MOVE_MORE_GOAL, out), 1);
    assert_int_equal(out[0].place, PLACE_GOALS);
    assert_int_equal(touch(&s, 1, MOVE_MORE_BID, out), 1);
    assert_int_equal(out[0].place, PLACE_BIDS);
    apply(&s, 1, PASS, NULL);
    draw_all(&s);
    moves(&s, 0, list);
    assert_int_equal(touch(&s, 0, list[0], out), 1);
    assert_int_equal(out[0].place, PLACE_GOAL);
    assert_int_equal(out[0].thing, THING_GOAL + list[0] - MOVE_GOAL);
    apply(&s, 0, list[0], NULL);
    moves(&s, 0, list);
    assert_int_equal(touch(&s, 0, list[1], out), 1);
    assert_int_equal(out[0].place, PLACE_BID);
    apply(&s, 0, list[1], NULL);
    assert_int_equal(touch(&s, s.turn, MOVE_TRUMP, out), 0);
    apply(&s, s.turn, MOVE_TRUMP, NULL);
    moves(&s, s.turn, list);
    assert_int_equal(touch(&s, s.turn, list[3], out), 1);
    assert_int_equal(out[0].place, PLACE_HAND + s.turn);
    assert_int_equal(out[0].thing, list[3] - MOVE_CARD);
}

static const struct scene *seen_by(const struct state *s, int viewer)
{
    static struct scene seen;
    struct state view;

    game_view(&game_pesky, s, viewer, &view);
    memset(&seen, 0, sizeof seen);
    scene(&view, viewer, &seen);
    return &seen;
}

/* The counter of the table, or of a seat, with these words: its value and limit, or {-1, -1} if there is none. */
struct count {
    int value, limit;
};

static struct count count_of(const struct state *s, int viewer, int seat, const char *words)
{
    const struct scene *seen = seen_by(s, viewer);

    for (int i = 0; i < seen->counters; i++) {
        const struct scene_counter *counter = &seen->counter[i];

        if (counter->scope == (seat == NOBODY ? SCOPE_TABLE : SCOPE_SEAT) && (seat == NOBODY || counter->of == seat) &&
            strcmp(texts[counter->words.text], words) == 0)
            return (struct count){counter->value, counter->limit};
    }
    return (struct count){-1, -1};
}

#define assert_count(s, viewer, seat, words, wanted, most)                                                             \
    do {                                                                                                               \
        struct count counted = count_of((s), (viewer), (seat), (words));                                               \
                                                                                                                       \
        assert_int_equal(counted.value, (wanted));                                                                     \
        assert_int_equal(counted.limit, (most));                                                                       \
    } while (0)

static const struct plan counted_plan = {
    .hand = {"G1 G2 G3 Y1 Y2 Y3 B1 B2 B3 B4", "G4 G5 Y4 Y5 B5 B6 B7 B8 B9 B10", "R1 R2 R3 R4 R5 R6 R7 R8 R9 Y10"},
    .goal = {"half the cards", "points 0", "0 cards"},
    .bid = {4, -9, 11}};

/* Tricks are counted in the open, and so are cards; but how many somebody wants is secret. */
static void the_table_counts_hands_tricks_and_scores(void **unused)
{
    static const int viewers[] = {0, 1, 2, SPECTATOR, REFEREE};
    struct trial t;
    const struct state *s;

    (void)unused;
    begin(&t, "pesky-gnomes:3", &counted_plan);
    s = state_of(&t);
    assert_count(s, 0, NOBODY, "hand", 1, NO_LIMIT);
    assert_count(s, 0, NOBODY, "trick", -1, -1);
    trial_do(&t, "0", "name red as trump");
    assert_count(s, 1, NOBODY, "trick", 1, 10);
    trick(&t, 0, "B4 B7 R7");
    assert_count(s, 1, NOBODY, "trick", 1, 10); /* it still lies there */
    trick(&t, 2, "R9 B3");
    for (int i = 0; i < 5; i++) {
        int viewer = viewers[i];
        bool knows_0 = viewer == 0 || viewer == REFEREE, knows_2 = viewer == 2 || viewer == REFEREE;

        assert_count(s, viewer, NOBODY, "trick", 2, 10);
        for (int seat = 0; seat < 3; seat++) {
            assert_count(s, viewer, seat, "score", 0, 30);
            assert_count(s, viewer, seat, "tricks taken", seat == 2, NO_LIMIT);
            assert_count(s, viewer, seat, "added by this hand", -1, -1);
        }
        assert_count(s, viewer, 0, "cards taken", knows_0 ? 0 : -1, knows_0 ? 15 : -1);
        assert_count(s, viewer, 1, "cards taken", -1, -1);
        assert_count(s, viewer, 2, "cards taken", knows_2 ? 3 : -1, knows_2 ? 0 : -1);
    }
    trial_end(&t);
}

static void after_a_hand_the_table_counts_what_it_added(void **unused)
{
    static const int added[5] = {9, 4, 10, 10, 10};
    struct state s = last_card(example_taken, example_goal, example_bid);

    (void)unused;
    s.score[0] = 3;
    apply(&s, 4, (move_t)(MOVE_CARD + C("R19")), NULL);
    for (int viewer = 0; viewer < 5; viewer++)
        for (int seat = 0; seat < 5; seat++) {
            assert_count(&s, viewer, seat, "added by this hand", added[seat], 10);
            assert_count(&s, viewer, seat, "score", added[seat] + (seat == 0 ? 3 : 0), 30);
        }
    assert_count(&s, 0, 3, "cards taken", 0, 25); /* half the cards: no secret any more */
    assert_count(&s, 0, NOBODY, "trick", 10, 10);
}

static void counters_go_by_the_house_rules(void **unused)
{
    struct setup three = setup_with(4, "hands", 3), forty = setup_with(4, "score", 40);
    struct state s;

    (void)unused;
    start(&s, &three);
    assert_count(&s, SPECTATOR, NOBODY, "hand", 1, 3);
    assert_count(&s, SPECTATOR, 2, "score", 0, 30);
    start(&s, &forty);
    assert_count(&s, SPECTATOR, NOBODY, "hand", 1, NO_LIMIT);
    assert_count(&s, SPECTATOR, 2, "score", 0, 40);
    s = playing(4, RED, 0);
    s.more_cards = 5 - 10;
    s.goal[1] = (uint8_t)(goal_called("half the cards") + 1);
    assert_count(&s, SPECTATOR, NOBODY, "trick", 1, 5);
    assert_count(&s, 1, 1, "cards taken", 0, 10);
}

/* What a viewer tries to do, "" if nothing. */
static const char *goal_words(const struct state *s, int viewer)
{
    static char words[256];
    struct speech plain = speech_plain(&game_pesky);
    struct text out = text_in(words, sizeof words);

    words[0] = '\0';
    phrase_put(&out, &plain, seen_by(s, viewer)->goal);
    return words;
}

static const char *goal_with(const char *goal, int bid)
{
    struct state s = playing(4, RED, 0);

    s.goal[1] = (uint8_t)(goal_called(goal) + 1);
    s.goals[1] = (uint16_t)BIT(s.goal[1] - 1);
    s.bid[1] = (uint8_t)(token_of(bid) + 1);
    s.bids[1] = (uint16_t)BIT(s.bid[1] - 1);
    return goal_words(&s, 1);
}

/* Points: what is missing from the bid to the goal has to come from cards. */
static void goals_say_what_has_to_be_taken(void **unused)
{
    (void)unused;
    assert_string_equal(goal_with("points -10", 4),
                        "take cards worth -14 points in all: your bid of +4 makes that -10");
    assert_string_equal(goal_with("points +5", -8), "take cards worth +13 points in all: your bid of -8 makes that +5");
    assert_string_equal(goal_with("half the cards", 4), "win exactly 5 of the 10 tricks: half the cards");
    assert_string_equal(goal_with("10 yellow and blue cards", 4), "take exactly 10 yellow and blue cards");
    assert_string_equal(goal_with("10 red cards", 4), "take exactly 10 red cards");
    assert_string_equal(goal_with("0 cards", 4), "win no trick at all");
    assert_string_equal(goal_with("no goal", -6),
                        "hinder the others: 6 will be added to your score, whatever you take");
    assert_string_equal(goal_with("no goal", -13),
                        "hinder the others: 10 will be added to your score, whatever you take");
}

static const char *goal_of_half(int seats, int each)
{
    struct state s = playing(seats, RED, 0);

    s.more_cards = (int8_t)(each - 10);
    s.goal[1] = (uint8_t)(goal_called("half the cards") + 1);
    s.goals[1] = (uint16_t)BIT(s.goal[1] - 1);
    return goal_words(&s, 1);
}

/* Nothing is promised that tricks of so many cards cannot be: the numbers of tricks that leave the least difference. */
static void goals_of_half_the_cards_name_the_tricks_that_come_nearest(void **unused)
{
    (void)unused;
    for (int seats = 3; seats <= 5; seats++)
        for (int each = 4; each <= 10; each++) {
            int half = each * seats / 2, least = 50, nearest = 0, so_near = 0;
            char words[128];

            for (int tricks = each; tricks >= 0; tricks--) {
                int apart = abs(tricks * seats - half);

                so_near = apart < least ? 1 : so_near + (apart == least);
                nearest = apart <= least ? tricks : nearest;
                least = apart <= least ? apart : least;
            }
            if (least == 0)
                snprintf(words, sizeof words, "win exactly %d of the %d tricks: half the cards", nearest, each);
            else if (so_near == 1)
                snprintf(words, sizeof words, "win exactly %d of the %d tricks: nearest to half the cards, %d", nearest,
                         each, half);
            else
                snprintf(words, sizeof words, "win %d or %d of the %d tricks: half the cards, %d, lies just between",
                         nearest, nearest + 1, each, half);
            assert_string_equal(goal_of_half(seats, each), words);
            assert_true(so_near == 1 || (so_near == 2 && seats == 4));
        }
    assert_string_equal(goal_of_half(3, 5), "win exactly 2 of the 5 tricks: nearest to half the cards, 7");
    assert_string_equal(goal_of_half(4, 5), "win 2 or 3 of the 5 tricks: half the cards, 10, lies just between");
    assert_string_equal(goal_of_half(5, 8), "win exactly 4 of the 8 tricks: half the cards");
}

static const char *first_note(const struct state *s, int viewer)
{
    static char words[256];
    struct speech speech = speech_plain(&game_pesky);
    struct text text = text_in(words, sizeof words);

    speech.viewer = viewer;
    phrase_put(&text, &speech, seen_by(s, viewer)->note[0].phrase);
    return words;
}

/* In the last four of 20; of three from the start. */
static void the_limit_of_hands_is_said_when_it_is_near(void **unused)
{
    struct setup three = setup_with(4, "hands", 3);
    struct state s = playing(4, RED, 0);

    (void)unused;
    s.hands = 16;
    assert_string_equal(first_note(&s, 1), "hand 16; seat 2 named red as trump");
    assert_count(&s, 1, NOBODY, "hand", 16, NO_LIMIT);
    s.hands = 17;
    assert_string_equal(first_note(&s, 2), "hand 17 of at most 20, then the lowest score wins; you named red as trump");
    assert_count(&s, 1, NOBODY, "hand", 17, 20);
    s.trump = NO_TRUMP;
    assert_string_equal(first_note(&s, 1), "hand 17 of at most 20, then the lowest score wins; seat 2 named no trump");
    s.phase = OVER;
    assert_string_equal(first_note(&s, 1), "hand 17; seat 2 named no trump");
    start(&s, &three);
    assert_string_equal(first_note(&s, 1), "hand 1 of at most 3: then the lowest score wins");
    assert_string_equal(goal_words(&s, 1), "have the lowest score when one is over 30, or after hand 3");
}

static void goals_follow_what_a_seat_has_drawn(void **unused)
{
    static const char wins[] = "have the lowest score when one is over 30",
                      keeps[] = "keep the goal and the bid that suit your cards best";
    struct state s = with_scores(3, (int[5]){20, 0, 0});
    move_t list[MOVES_MAX];

    (void)unused;
    assert_string_equal(goal_words(&s, 0), wins);
    while (s.phase == DEAL)
        apply(&s, CHANCE, draw(&s, 0), NULL);
    apply(&s, CHANCE, (move_t)(MOVE_GOAL + goal_called("points 0")), NULL);
    assert_string_equal(goal_words(&s, 0), keeps);
    apply(&s, CHANCE, (move_t)(MOVE_GOAL + goal_called("no goal")), NULL);
    apply(&s, CHANCE, (move_t)(MOVE_GOAL + goal_called("points +5")), NULL);
    assert_string_equal(goal_words(&s, 1), "take cards that are worth +5 points together with your bid");
    assert_string_equal(goal_words(&s, 2), wins); /* has drawn nothing yet */
    draw_all(&s);
    assert_string_equal(goal_words(&s, 0), keeps);
    apply(&s, 0, (move_t)(MOVE_GOAL + goal_called("no goal")), NULL);
    assert_string_equal(goal_words(&s, 0), "get a bid near 0: your tricks do not count");
    moves(&s, 0, list);
    apply(&s, 0, list[0], NULL);
    assert_true(strncmp(goal_words(&s, 0), "hinder the others: ", 19) == 0);
    assert_string_equal(goal_words(&s, SPECTATOR), "");
    assert_string_equal(goal_words(&s, REFEREE), "");
}

/* Whoever looks: a hand is a zone of its seat with the place of that hand, and what lies before a seat has no cards of
 * it. After the last trick there are none. */
static void a_hand_is_in_the_zone_of_hands_for_every_viewer(void **unused)
{
    static const int viewers[] = {0, 1, 2, SPECTATOR, REFEREE};
    struct luck luck = {8};
    struct setup setup = {.seats = 3};
    struct state s;

    (void)unused;
    start(&s, &setup);
    for (; s.hands == 1 && actors(&s); random_step(&s, &luck)) {
        for (size_t i = 0; i < sizeof viewers / sizeof viewers[0]; i++) {
            const struct scene *seen = seen_by(&s, viewers[i]);
            int hands = 0, place = 0;

            for (int z = 0; z < seen->zones; place += seen->zone[z++].places) {
                const struct scene_zone *zone = &seen->zone[z];

                for (int k = 0; k < zone->places; k++) {
                    int of = seen->place[place + k].id - PLACE_HAND;
                    bool hand = of >= 0 && of < 5;

                    assert_int_equal(strcmp(zone->is->id, "hand") == 0, hand);
                    assert_int_equal(zone->is->role == ROLE_HAND, hand);
                    assert_true(!hand || zone->owner == of);
                    hands += hand;
                }
            }
            assert_int_equal(hands, s.phase == HAND_OVER ? 0 : 3);
        }
    }
    assert_int_equal(s.hands, 2);
}

/* ---- what goes where -------------------------------------------------------------------------- */

/* Transfer number k: so many of this thing from a place to another, told to these. */
static void check_transfer(const struct facts *facts, int k, uint32_t to_whom, int thing, int from, int to)
{
    const struct transfer *transfer = &facts->transfer[k];

    assert_true(k < facts->transfers);
    assert_int_equal(transfer->thing, thing);
    assert_int_equal(transfer->count, 1);
    assert_int_equal(transfer->from, from);
    assert_int_equal(transfer->to, to);
    assert_int_equal(facts->fact[transfer->fact].to, to_whom);
}

static void what_is_dealt_and_drawn_goes_to_its_owner_in_secret(void **unused)
{
    struct state s = with_scores(3, (int[5]){0, 0, 0});
    struct facts facts = {0};

    (void)unused;
    apply(&s, CHANCE, (move_t)(MOVE_CARD + C("B8")), &facts);
    assert_int_equal(facts.transfers, 2);
    check_transfer(&facts, 0, ONLY(0), C("B8"), PLACE_DECK, PLACE_HAND + 0);
    check_transfer(&facts, 1, ALL_BUT(0), CARD_BACK, PLACE_DECK, PLACE_HAND + 0);
    while (s.phase == DEAL)
        apply(&s, CHANCE, draw(&s, 0), NULL);
    apply(&s, CHANCE, draw(&s, 0), NULL);
    facts_clear(&facts);
    apply(&s, CHANCE, (move_t)(MOVE_GOAL + goal_called("0 cards")), &facts);
    assert_int_equal(facts.transfers, 2);
    check_transfer(&facts, 0, ONLY(1), THING_GOAL + goal_called("0 cards"), PLACE_GOALS, PLACE_GOAL + 1);
    check_transfer(&facts, 1, ALL_BUT(1), GOAL_BACK, PLACE_GOALS, PLACE_GOAL + 1);
    while (s.phase == DRAW_GOALS)
        apply(&s, CHANCE, draw(&s, 0), NULL);
    facts_clear(&facts);
    apply(&s, CHANCE, (move_t)(MOVE_BID + token_of(-9)), &facts);
    assert_int_equal(facts.transfers, 2);
    check_transfer(&facts, 0, ONLY(0), THING_BID + token_of(-9), PLACE_BIDS, PLACE_BID + 0);
    check_transfer(&facts, 1, ALL_BUT(0), BID_BACK, PLACE_BIDS, PLACE_BID + 0);
}

/* The first that is led puts the trick before away, face down; a card goes from the hand to the trick. */
static void a_card_goes_to_the_trick_and_a_trick_to_its_winner(void **unused)
{
    struct state s = playing(3, NO_TRUMP, 0);
    struct facts facts = {0};

    (void)unused;
    give(&s, 0, "Y1 B1 B2");
    give(&s, 1, "Y9 R4 R5");
    give(&s, 2, "Y2 G1 G2");
    apply(&s, 0, (move_t)(MOVE_CARD + C("Y1")), &facts);
    assert_int_equal(facts.transfers, 1);
    check_transfer(&facts, 0, EVERYBODY, C("Y1"), PLACE_HAND + 0, PLACE_TRICK + 0);
    apply(&s, 1, (move_t)(MOVE_CARD + C("Y9")), NULL);
    facts_clear(&facts);
    apply(&s, 2, (move_t)(MOVE_CARD + C("Y2")), &facts);
    assert_int_equal(facts.transfers, 1); /* seat 1 wins, and the trick lies there */
    check_transfer(&facts, 0, EVERYBODY, C("Y2"), PLACE_HAND + 2, PLACE_TRICK + 2);
    facts_clear(&facts);
    apply(&s, 1, (move_t)(MOVE_CARD + C("R4")), &facts);
    assert_int_equal(facts.transfers, 4);
    for (int seat = 0; seat < 3; seat++)
        check_transfer(&facts, seat, EVERYBODY, CARD_BACK, PLACE_TRICK + seat, PLACE_TAKEN + 1);
    check_transfer(&facts, 3, EVERYBODY, C("R4"), PLACE_HAND + 1, PLACE_TRICK + 1);
}

/* In the open while the seat has still to choose, or when all have; not while it waits and may change its mind. */
static void what_is_not_kept_is_returned(void **unused)
{
    struct state s = with_scores(3, (int[5]){20, 0, 20});
    struct facts facts = {0};
    move_t list[MOVES_MAX];

    (void)unused;
    draw_all(&s);
    moves(&s, 0, list);
    apply(&s, 0, list[0], &facts);
    assert_int_equal(facts.transfers, 1);
    check_transfer(&facts, 0, ONLY(0), THING_GOAL + list[1] - MOVE_GOAL, PLACE_GOAL + 0, PLACE_RETURNED + 0);
    moves(&s, 0, list);
    facts_clear(&facts);
    apply(&s, 0, list[1], &facts);
    assert_int_equal(facts.transfers, 0); /* seat 2 has not chosen yet */
    moves(&s, 2, list);
    apply(&s, 2, list[1], NULL);
    moves(&s, 2, list);
    facts_clear(&facts);
    apply(&s, 2, list[1], &facts);
    assert_int_equal(s.phase, TRUMP);
    /* Of seats 0 and 2 the others see a goal card and a token go by their backs; all three tokens are turned up. */
    assert_int_equal(facts.transfers, 1 + 3 + 1 + 3);
    check_transfer(&facts, 0, ONLY(2), THING_BID + list[0] - MOVE_BID, PLACE_BID + 2, PLACE_RETURNED + 2);
    check_transfer(&facts, 1, ALL_BUT(0), GOAL_BACK, PLACE_GOAL + 0, PLACE_RETURNED + 0);
    check_transfer(&facts, 2, ALL_BUT(0), BID_BACK, PLACE_BID + 0, PLACE_RETURNED + 0);
    check_transfer(&facts, 3, ALL_BUT(0), THING_BID + s.bid[0] - 1, PLACE_BID + 0, PLACE_BID + 0);
    check_transfer(&facts, 4, ALL_BUT(1), THING_BID + s.bid[1] - 1, PLACE_BID + 1, PLACE_BID + 1);
    check_transfer(&facts, 7, ALL_BUT(2), THING_BID + s.bid[2] - 1, PLACE_BID + 2, PLACE_BID + 2);
}

/* Everything that lay open goes back: 30 cards of three seats, their goals and tokens. */
static void the_first_card_of_a_hand_clears_the_table(void **unused)
{
    int gone[PLACE_BIDS + 1] = {0};
    struct state s = with_scores(3, (int[5]){0});
    struct facts facts = {0};
    move_t list[MOVES_MAX];

    (void)unused;
    draw_all(&s);
    while (s.phase != HAND_OVER) {
        moves(&s, s.turn, list);
        apply(&s, s.turn, list[0], NULL);
    }
    apply(&s, CHANCE, draw(&s, 0), &facts);
    for (int i = 0; i < facts.transfers; i++) {
        const struct transfer *transfer = &facts.transfer[i];

        if (facts.fact[transfer->fact].to != EVERYBODY)
            continue;
        assert_int_equal(transfer->to, transfer->thing < CARDS       ? PLACE_DECK
                                       : transfer->thing < THING_BID ? PLACE_GOALS
                                                                     : PLACE_BIDS);
        gone[transfer->to]++;
    }
    assert_int_equal(gone[PLACE_DECK], 30);
    assert_int_equal(gone[PLACE_GOALS], 3);
    assert_int_equal(gone[PLACE_BIDS], 3);
}

static void after_the_hand_what_was_returned_goes_back_to_the_others(void **unused)
{
    struct state s = last_card(example_taken, example_goal, example_bid);
    struct facts facts = {0};
    int turned[5];

    (void)unused;
    s.goals[0] |= (uint16_t)BIT(goal_called("0 cards"));
    s.bids[0] |= (uint16_t)BIT(token_of(11));
    apply(&s, 4, (move_t)(MOVE_CARD + C("R19")), &facts);
    /* The last card of trick 9; that trick is put away; five cards of trick 10; the goal cards are turned up, and what
     * was returned goes, by its back. */
    for (int seat = 0; seat < 5; seat++) /* and the cards of the tricks that were put away are turned up */
        turned[seat] = count_cards(s.taken[seat]) - (seat == s.best ? 5 : 0);
    assert_int_equal(facts.transfers, 1 + 5 + 5 + 5 + 2 + turned[0] + turned[1] + turned[2] + turned[3] + turned[4]);
    check_transfer(&facts, 0, EVERYBODY, C("R19"), PLACE_HAND + 4, PLACE_TRICK + 4);
    check_transfer(&facts, 5, EVERYBODY, CARD_BACK, PLACE_TRICK + 4, PLACE_TAKEN + 4);
    check_transfer(&facts, 6, EVERYBODY, C("R20"), PLACE_HAND + 4, PLACE_TRICK + 4);
    check_transfer(&facts, 10, EVERYBODY, C("R12"), PLACE_HAND + 3, PLACE_TRICK + 3);
    check_transfer(&facts, 11, EVERYBODY, THING_GOAL + s.goal[0] - 1, PLACE_GOAL + 0, PLACE_GOAL + 0);
    check_transfer(&facts, 12 + turned[0], EVERYBODY, GOAL_BACK, PLACE_RETURNED + 0, PLACE_GOALS);
    check_transfer(&facts, 13 + turned[0], EVERYBODY, BID_BACK, PLACE_RETURNED + 0, PLACE_BIDS);
    check_transfer(&facts, 14 + turned[0], EVERYBODY, THING_GOAL + s.goal[1] - 1, PLACE_GOAL + 1, PLACE_GOAL + 1);
}

/* ---- words about things ----------------------------------------------------------------------- */

static const char *about_in(const struct setup *setup, int thing)
{
    static char said[512];
    struct speech plain = speech_plain(&game_pesky);
    struct text out = text_in(said, sizeof said);

    phrase_put(&out, &plain, about(setup, thing));
    return said;
}

static bool about_has(int seats, int thing, const char *words)
{
    return strstr(about_in(&(struct setup){.seats = (uint8_t)seats}, thing), words) != NULL;
}

static void cards_are_explained_with_their_points_and_suit(void **unused)
{
    (void)unused;
    assert_true(about_has(3, C("B7"), "-7 points"));
    assert_true(about_has(3, C("B7"), "blue goes up to 15"));
    assert_true(about_has(3, C("G5"), "+3 points"));
    assert_true(about_has(3, C("R10"), "+7 points"));
    assert_true(about_has(3, C("R10"), "red goes up to 20"));
    assert_true(about_has(3, C("Y8"), "0 points"));
    assert_true(about_has(3, C("Y8"), "yellow goes up to 10"));
    assert_int_equal(about(&(struct setup){.seats = 3}, CARD_BACK).text, NO_TEXT);
}

static void goals_and_bids_are_explained_with_what_they_count(void **unused)
{
    static const char *const goal[5] = {"points 0", "points -10", "points +10", "points +5", "points -5"};
    static const char *const makes[5] = {"make 0 together", "make -10 together", "make +10 together",
                                         "make +5 together", "make -5 together"};

    (void)unused;
    for (int i = 0; i < 5; i++) {
        assert_true(about_has(4, THING_GOAL + goal_called(goal[i]), makes[i]));
        assert_true(about_has(4, THING_GOAL + goal_called(goal[i]), "your bid"));
    }
    for (int seats = 3; seats <= 5; seats++) {
        static const char *const half[6] = {[3] = "15 of them", [4] = "20 of them", [5] = "25 of them"};

        assert_true(about_has(seats, THING_GOAL + goal_called("half the cards"), half[seats]));
        assert_true(about_has(seats, THING_GOAL + goal_called("half the cards"), "5 tricks"));
    }
    assert_true(about_has(4, THING_GOAL + goal_called("10 yellow and blue cards"), "10 cards of these two suits"));
    assert_true(about_has(4, THING_GOAL + goal_called("10 red cards"), "10 red cards"));
    assert_true(about_has(4, THING_GOAL + goal_called("0 cards"), "no cards"));
    assert_true(about_has(4, THING_GOAL + goal_called("no goal"), "your bid without its sign, at most 10"));
    assert_true(about_has(4, THING_BID + token_of(-13), "second-highest bid names trump"));
}

/* Without a goal it is the bid that is added, of -13 and +11 no more than 10. */
static void bids_are_explained_with_what_they_add_without_a_goal(void **unused)
{
    (void)unused;
    for (int token = 0; token < 10; token++) {
        int without_sign = abs(tokens[token]);
        char words[64];

        snprintf(words, sizeof words, "adds %d to your score.", without_sign > 10 ? 10 : without_sign);
        assert_true(about_has(4, THING_BID + token, words));
    }
}

static void half_the_cards_is_explained_for_every_number_of_cards(void **unused)
{
    int half = THING_GOAL + goal_called("half the cards");

    (void)unused;
    for (int seats = 3; seats <= 5; seats++)
        for (int each = 4; each <= 10; each++) {
            struct setup setup = setup_with(seats, "cards", each);
            char words[128];

            if (each % 2 == 0)
                snprintf(words, sizeof words, "take half of the cards dealt, %d of them, which is %d tricks.",
                         each * seats / 2, each / 2);
            else if (seats == 4)
                snprintf(words, sizeof words, "take half of the %d cards dealt: %d, just between %d and %d tricks.",
                         each * 4, each * 2, each / 2, each / 2 + 1);
            else
                snprintf(words, sizeof words,
                         "take half of the %d cards dealt, rounded down: %d. Nearest are %d tricks, "
                         "%d cards.",
                         each * seats, (each * seats - 1) / 2, each / 2, each / 2 * seats);
            assert_true(strstr(about_in(&setup, half), words) != NULL);
            assert_true(strlen(about_in(&setup, half)) <= ABOUT_MAX);
        }
}

/* ---- what bots are told ---------------------------------------------------------------------- */

enum {
    GOAL_OF_0 = 0,
    GOAL_OF_MINUS_10 = 1,
    GOAL_OF_HALF = 2,
    GOAL_OF_PLUS_10 = 5,
    GOAL_OF_10_RED = 8,
    GOAL_OF_NO_CARDS = 9
};

static int32_t expected(const struct state *s, int seat)
{
    int32_t points[SEATS_MAX];

    assert_true(standing(s, points) >= 1);
    return points[seat];
}

/* Random games: the score where nothing is open, and else at least the score and at most 10 more; and stages are up to
 * the draw of goals and bids, and from there to the end of the hand. */
static void what_is_expected_lies_between_no_difference_and_10(void **unused)
{
    struct luck luck = {41};

    (void)unused;
    for (int game = 0; game < 60; game++) {
        struct setup setup = setup_with(SEATS_LEAST + game % 3, "cards", game < 30 ? 10 : 4 + game / 3 % 6);
        struct state s;

        start(&s, &setup);
        while (true) {
            uint32_t before = stage(&s);
            int phase = s.phase;

            for (int seat = 0; seat < s.seats; seat++) {
                int32_t added = expected(&s, seat) - POINT * s.score[seat];

                assert_in_range(added, 0, s.phase >= HAND_OVER ? 0 : 10 * POINT);
            }
            if (actors(&s) == 0)
                break;
            random_step(&s, &luck);
            assert_int_equal(stage(&s) - before,
                             (phase < KEEP && s.phase >= KEEP) || (phase < HAND_OVER && s.phase >= HAND_OVER));
        }
    }
}

static void two_to_choose_from_are_expected_to_be_better_than_one(void **unused)
{
    int32_t worth[3];

    (void)unused;
    for (move_t m = PASS; m <= MOVE_MORE_BID; m++) {
        struct state s = with_scores(4, (int[5]){15, 0, 0, 0});

        draw_all(&s);
        apply(&s, 0, m, NULL);
        worth[m] = expected(&s, 0);
    }
    assert_true(worth[MOVE_MORE_GOAL] < worth[MOVE_MORE_BID]);
    assert_true(worth[MOVE_MORE_BID] < worth[PASS]);
}

/* All draws of so many goal cards and bid tokens, one by one. */
static double mean_of_draws(int goals_n, int bids_n, int each)
{
    struct state s = {.seats = 3, .more_cards = (int8_t)(each - 10)};
    double sum = 0, n = 0;

    for (uint32_t drawn = 0; drawn <= ALL_PIECES; drawn++) {
        for (uint32_t bids = 0; bids <= ALL_PIECES && bit_count(drawn) == goals_n; bids++) {
            if (bit_count(bids) != bids_n)
                continue;
            s.goals[0] = (uint16_t)drawn;
            s.bids[0] = (uint16_t)bids;
            sum += best_prospect(&s, 0);
            n++;
        }
    }
    return sum / n;
}

static void what_is_expected_of_a_draw_is_the_mean_of_all_draws(void **unused)
{
    (void)unused;
    for (int each = 4; each <= 10; each++)
        for (int goals_n = 1; goals_n <= 2; goals_n++)
            for (int bids_n = 1; bids_n <= 2; bids_n++) {
                double off = mean_of_draws(goals_n, bids_n, each) - prospect_of_draw(goals_n, bids_n, each);

                assert_true(off > -10 && off < 10);
            }
}

/* The box has bids +1 (the first) and -13 (the last). */
static void a_bid_that_fits_the_goal_is_expected_to_be_better(void **unused)
{
    struct state s = with_scores(3, (int[5]){20, 0, 0});
    struct state good, bad;

    (void)unused;
    draw_all(&s);
    s.goals[0] = BIT(GOAL_OF_0) | BIT(GOAL_OF_HALF);
    s.bids[0] = BIT(0) | BIT(9);
    good = bad = s;
    apply(&good, 0, MOVE_GOAL + GOAL_OF_0, NULL);
    apply(&bad, 0, MOVE_GOAL + GOAL_OF_HALF, NULL);
    assert_true(expected(&good, 0) < expected(&bad, 0));
    bad = good;
    apply(&good, 0, MOVE_BID + 0, NULL);
    apply(&bad, 0, MOVE_BID + 9, NULL);
    assert_true(expected(&good, 0) < expected(&bad, 0));
}

/* What seat 0 may expect with this goal and a bid of +1 when it has played this card as the last one to red 5 (+3) and
 * red 7 (-7); none of its cards is high. */
static int32_t after_card(int goal, const char *card)
{
    struct state s = playing(3, NO_TRUMP, 1);

    s.goal[0] = (uint8_t)(goal + 1);
    give(&s, 0, "R4 R8 B2 B4");
    give(&s, 1, "R5 R19 B14 B15");
    give(&s, 2, "R7 R20 B12 B13");
    s.tricks = DEALT - 4;
    apply(&s, 1, (move_t)(MOVE_CARD + bit_lowest64(cards("R5"))), NULL);
    apply(&s, 2, (move_t)(MOVE_CARD + bit_lowest64(cards("R7"))), NULL);
    apply(&s, 0, (move_t)(MOVE_CARD + bit_lowest64(cards(card))), NULL);
    return expected(&s, 0);
}

static void a_trick_is_expected_to_be_good_for_those_who_need_it(void **unused)
{
    (void)unused;
    assert_true(after_card(GOAL_OF_10_RED, "R8") < after_card(GOAL_OF_10_RED, "R4"));
    assert_true(after_card(GOAL_OF_NO_CARDS, "R4") < after_card(GOAL_OF_NO_CARDS, "R8"));
    assert_true(after_card(GOAL_OF_MINUS_10, "R8") < after_card(GOAL_OF_MINUS_10, "R4"));
    assert_true(after_card(GOAL_OF_PLUS_10, "R4") < after_card(GOAL_OF_PLUS_10, "R8"));
}

/* ---- what is foreseen ------------------------------------------------------------------------ */

static void lay_match(struct trial *t, const char *id, const struct state *s)
{
    trial_start(t, id);
    memcpy(t->match.state, s, sizeof *s);
}

/* All that a trick needs is known to whoever plays its last card: the highest trump wins, or the highest of the suit
 * led. Seat 2 counts its cards, for it wants half of them. */
static void the_last_card_of_a_trick_foresees_who_wins_it(void **unused)
{
    struct state s = playing(3, BLUE, 0);
    struct trial t;
    const struct preview *p;

    (void)unused;
    give(&s, 0, "R10 Y1 Y2");
    give(&s, 1, "R15 Y4 Y5");
    give(&s, 2, "R20 R3 B1");
    lay_match(&t, "pesky-gnomes:3", &s);
    p = trial_foresees(&t, 0, "play red 10 (+7)", "You lead red 10 (+7).");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p), "");
    plays(&t, 0, "R10");
    plays(&t, 1, "R15");
    p = trial_foresees(&t, 2, "play red 20", "You play red 20. You win trick 1. Tricks taken +1, cards taken +3.");
    assert_int_equal(p->next, NEXT_OWN); /* the winner leads */
    assert_string_equal(trial_changes(&t, p), "Tricks taken of seat 2 +1; Cards taken of seat 2 +3");
    p = trial_foresees(&t, 2, "play red 3 (-3)", "You play red 3 (-3). Seat 1 wins trick 1.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p), "Tricks taken of seat 1 +1");
    plays(&t, 2, "R20");
    p = trial_foresees(&t, 2, "play blue 1", "You lead blue 1.");
    assert_int_equal(p->next, NEXT_OTHER);
    assert_string_equal(trial_changes(&t, p), "Trick +1");
    trial_end(&t);
}

static void a_trump_is_foreseen_to_win_and_a_card_of_another_suit_is_not(void **unused)
{
    struct state s = playing(3, BLUE, 0);
    struct trial t;
    const struct preview *p;

    (void)unused;
    give(&s, 0, "R20 Y1");
    give(&s, 1, "R15 Y4");
    give(&s, 2, "G5 B1");
    lay_match(&t, "pesky-gnomes:3", &s);
    plays(&t, 0, "R20");
    plays(&t, 1, "R15");
    p = trial_foresees(&t, 2, "play blue 1", "You play blue 1. You win trick 1. Tricks taken +1, cards taken +3.");
    assert_int_equal(p->next, NEXT_OWN);
    p = trial_foresees(&t, 2, "play green 5 (+3)", "You play green 5 (+3). Seat 0 wins trick 1.");
    assert_int_equal(p->next, NEXT_OTHER);
    trial_end(&t);
}

/* The tenth trick plays itself: whoever leads it knows its own card, but not those of the others, and no goal. */
static void of_the_tenth_trick_only_ones_own_card_is_foreseen(void **unused)
{
    struct state s = last_card(example_taken, example_goal, example_bid);
    struct trial t;
    const struct preview *p;

    (void)unused;
    lay_match(&t, "pesky-gnomes:5", &s);
    p = trial_foresees(&t, 4, "play red 19",
                       "Score: you +10. You play red 19. You win trick 9. You lead red 20. Tricks taken +2. Then "
                       "something hidden comes to light. The hand is over, and the next one is dealt.");
    assert_true(p->reveals);
    assert_int_equal(p->next, NEXT_CHANCE);
    /* Without a goal, 13 count as 10 whatever the others hold. */
    assert_string_equal(trial_changes(&t, p), "Trick +1; Score of seat 4 +10; Tricks taken of seat 4 +2; "
                                              "Added by this hand of seat 4 is 10");
    trial_end(&t);
}

/* Of what is decided and kept at the same time only one's own choice; and it is the same whatever others have chosen.
 */
static void of_sealed_choices_only_ones_own_is_foreseen(void **unused)
{
    struct state s = with_scores(3, (int[]){12, 15, 25});
    struct trial t;
    const struct preview *p;

    (void)unused;
    draw_all(&s);
    for (move_t other = PASS; other <= MOVE_MORE_BID; other++) {
        lay_match(&t, "pesky-gnomes:3", &s);
        p = trial_foresees(&t, 0, "take one more goal card", "You take one more goal card.");
        assert_int_equal(p->next, NEXT_SEALED);
        apply(t.match.state, 1, other, NULL);
        p = trial_foresees(&t, 0, "take one more goal card", "You take one more goal card.");
        assert_int_equal(p->next, NEXT_SEALED);
        p = trial_foresees(&t, 0, "take neither", "You take neither one more goal card nor one more bid token.");
        assert_int_equal(p->next, NEXT_SEALED);
        trial_end(&t);
    }
}

/* Nobody else is asked: what is decided is heard at once, and then the draw comes, of which nothing is known. */
static void a_lone_decision_is_foreseen_up_to_the_draw(void **unused)
{
    struct state s = with_scores(3, (int[]){12, 0, 0});
    struct trial t;
    const struct preview *p;

    (void)unused;
    draw_all(&s);
    lay_match(&t, "pesky-gnomes:3", &s);
    p = trial_foresees(&t, 0, "take one more bid token", "You take one more bid token. The goal cards are drawn.");
    assert_int_equal(p->next, NEXT_CHANCE);
    trial_end(&t);
}

/* The goal card first, then the bid token, and then all bids are revealed: one's own is known. */
static void what_is_kept_is_foreseen_and_the_bids_of_others_are_not(void **unused)
{
    struct state s = with_scores(3, (int[]){0, 25, 0});
    struct trial t;
    const struct preview *p;

    (void)unused;
    draw_all(&s); /* goals and bids in the order of the box: one for seat 0, two for seat 1, one for seat 2 */
    lay_match(&t, "pesky-gnomes:3", &s);
    p = trial_foresees(&t, 1, "keep the goal: half the cards", "You keep the goal: half the cards.");
    assert_int_equal(p->next, NEXT_OWN);
    trial_do(&t, "1", "keep the goal: half the cards");
    p = trial_foresees(&t, 1, "keep the bid +4",
                       "You keep the goal: half the cards. You bid +4. Then something hidden comes to light.");
    assert_true(p->reveals);
    assert_int_equal(p->next, NEXT_HIDDEN); /* who names trump depends on the bids */
    trial_end(&t);
}

static void naming_trump_is_foreseen_with_the_lead_to_come(void **unused)
{
    static const struct plan plan = {.goal = {"points 0", "points -10", "no goal"}, .bid = {1, 4, 6}};
    struct trial t;
    const struct preview *p;

    (void)unused;
    begin(&t, "pesky-gnomes:3", &plan);
    p = trial_foresees(&t, 1, "name blue as trump", "You name blue as trump.");
    assert_int_equal(p->next, NEXT_OWN); /* and leads the first trick */
    p = trial_foresees(&t, 1, "name no trump", "You name no trump.");
    assert_int_equal(p->next, NEXT_OWN);
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_has_50_cards_10_goal_cards_and_10_bid_tokens),
        cmocka_unit_test(fourteen_cards_have_points_and_their_sum_is_0),
        cmocka_unit_test(each_gets_ten_cards_and_the_others_stay_unseen),
        cmocka_unit_test(every_card_is_equally_likely),
        cmocka_unit_test(only_the_owner_is_told_its_cards_goal_and_bid),
        cmocka_unit_test(below_10_one_goal_card_and_one_bid_token_and_nobody_is_asked),
        cmocka_unit_test(from_10_to_19_a_seat_decides_before_it_sees_a_goal_or_bid),
        cmocka_unit_test(decisions_are_sealed_until_the_last_and_then_told_to_all),
        cmocka_unit_test(what_was_decided_is_what_is_drawn),
        cmocka_unit_test(all_keep_at_once_goal_first_then_bid),
        cmocka_unit_test(a_change_of_mind_gives_the_whole_choice_back_and_no_more),
        cmocka_unit_test(from_20_on_two_of_each_without_a_decision),
        cmocka_unit_test(five_seats_with_two_of_each_use_all_goal_cards_and_bid_tokens),
        cmocka_unit_test(what_is_returned_is_known_to_its_owner_only),
        cmocka_unit_test(goals_are_secret_and_bids_are_revealed_together),
        cmocka_unit_test(a_bid_is_unseen_until_all_have_one),
        cmocka_unit_test(the_second_highest_bid_names_trump),
        cmocka_unit_test(the_namer_chooses_a_suit_or_none_and_leads),
        cmocka_unit_test(follow_suit_if_you_can_otherwise_play_anything),
        cmocka_unit_test(a_forced_card_is_a_decision_and_the_tenth_trick_plays_itself),
        cmocka_unit_test(the_highest_of_the_suit_led_or_the_highest_trump_wins),
        cmocka_unit_test(all_tricks_of_three_cards_have_the_right_winner),
        cmocka_unit_test(the_board_counts_tricks_and_shows_no_card_of_them),
        cmocka_unit_test(a_trick_lies_on_the_table_until_the_next_is_led),
        cmocka_unit_test(the_board_shows_no_empty_heaps),
        cmocka_unit_test(examples_of_the_rules),
        cmocka_unit_test(point_goals_compare_points_and_bid_with_the_goal),
        cmocka_unit_test(card_goals_count_such_cards),
        cmocka_unit_test(half_the_cards_is_five_for_each_seat),
        cmocka_unit_test(no_goal_is_the_bid_without_its_sign),
        cmocka_unit_test(differences_are_added_and_explained_to_all),
        cmocka_unit_test(the_next_hand_begins_with_everything_shuffled),
        cmocka_unit_test(the_hand_that_was_scored_can_be_looked_at),
        cmocka_unit_test(a_score_over_30_ends_the_game),
        cmocka_unit_test(after_20_hands_the_game_is_over),
        cmocka_unit_test(the_lowest_score_wins_and_ties_share),
        cmocka_unit_test(when_the_game_is_over_all_goals_are_open),
        cmocka_unit_test(random_games_agree_with_a_second_table),
        cmocka_unit_test(score_is_what_has_to_be_passed_to_end_the_game),
        cmocka_unit_test(hands_is_how_many_there_are_at_most),
        cmocka_unit_test(cards_is_how_many_are_dealt_to_each),
        cmocka_unit_test(all_other_cards_stay_unseen),
        cmocka_unit_test(half_the_cards_is_half_of_those_dealt_rounded_down),
        cmocka_unit_test(the_words_name_the_numbers_of_the_house),
        cmocka_unit_test(every_possible_deal_is_exactly_equally_likely),
        cmocka_unit_test(middling_positions_are_redealt_uniformly),
        cmocka_unit_test(the_worlds_are_counted_right),
        cmocka_unit_test(a_spectator_may_face_more_than_64_bits_of_ways),
        cmocka_unit_test(ways_in_two_words_are_drawn_fairly),
        cmocka_unit_test(the_ways_of_two_groups_fit_one_word),
        cmocka_unit_test(the_ways_of_three_groups_before_the_last_two_fit_one_word),
        cmocka_unit_test(wide_numbers_are_right),
        cmocka_unit_test(wide_draws_are_below_and_uniform),
        cmocka_unit_test(the_nth_card_of_a_set_is_found),
        cmocka_unit_test(goals_of_others_are_any_that_were_not_seen),
        cmocka_unit_test(returned_bids_are_any_that_were_not_seen),
        cmocka_unit_test(redealing_keeps_what_is_known_in_every_phase),
        cmocka_unit_test(a_referee_knows_all),
        cmocka_unit_test(cards_goals_and_bids_are_touched_where_they_lie),
        cmocka_unit_test(the_table_counts_hands_tricks_and_scores),
        cmocka_unit_test(after_a_hand_the_table_counts_what_it_added),
        cmocka_unit_test(the_limit_of_hands_is_said_when_it_is_near),
        cmocka_unit_test(counters_go_by_the_house_rules),
        cmocka_unit_test(goals_say_what_has_to_be_taken),
        cmocka_unit_test(goals_of_half_the_cards_name_the_tricks_that_come_nearest),
        cmocka_unit_test(goals_follow_what_a_seat_has_drawn),
        cmocka_unit_test(a_hand_is_in_the_zone_of_hands_for_every_viewer),
        cmocka_unit_test(what_is_dealt_and_drawn_goes_to_its_owner_in_secret),
        cmocka_unit_test(a_card_goes_to_the_trick_and_a_trick_to_its_winner),
        cmocka_unit_test(what_is_not_kept_is_returned),
        cmocka_unit_test(the_first_card_of_a_hand_clears_the_table),
        cmocka_unit_test(after_the_hand_what_was_returned_goes_back_to_the_others),
        cmocka_unit_test(cards_are_explained_with_their_points_and_suit),
        cmocka_unit_test(goals_and_bids_are_explained_with_what_they_count),
        cmocka_unit_test(bids_are_explained_with_what_they_add_without_a_goal),
        cmocka_unit_test(half_the_cards_is_explained_for_every_number_of_cards),
        cmocka_unit_test(what_is_expected_lies_between_no_difference_and_10),
        cmocka_unit_test(two_to_choose_from_are_expected_to_be_better_than_one),
        cmocka_unit_test(what_is_expected_of_a_draw_is_the_mean_of_all_draws),
        cmocka_unit_test(a_bid_that_fits_the_goal_is_expected_to_be_better),
        cmocka_unit_test(a_trick_is_expected_to_be_good_for_those_who_need_it),
        cmocka_unit_test(the_last_card_of_a_trick_foresees_who_wins_it),
        cmocka_unit_test(a_trump_is_foreseen_to_win_and_a_card_of_another_suit_is_not),
        cmocka_unit_test(of_the_tenth_trick_only_ones_own_card_is_foreseen),
        cmocka_unit_test(of_sealed_choices_only_ones_own_is_foreseen),
        cmocka_unit_test(a_lone_decision_is_foreseen_up_to_the_draw),
        cmocka_unit_test(what_is_kept_is_foreseen_and_the_bids_of_others_are_not),
        cmocka_unit_test(naming_trump_is_foreseen_with_the_lead_to_come),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
