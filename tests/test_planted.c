/* test_planted: the battery finds what it is for. Each toy is the template with one fault; each must fail the
 * point that is meant to find it, and pass the points before it. Prints TAP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/table/record.h"
#include "battery.h"

#include "../src/games/template.c"

/* The list of games is the toy at hand, so that its records are read by its own rules. */
static struct game toy;
const struct game *const games[] = {&toy, NULL};

static const struct zone elsewhere = {"elsewhere", ZONE_PILE, ROLE_DECK};

/* ---- scenes and logs that tell too much -------------------------------------------------------- */

static void scene_with_deck(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_note(out, NOBODY, PHRASE(T_ROUNDS, 0, bit_lowest(undealt(state))));
}

static void scene_with_prompt(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    if (s->phase == PLAY && (s->hand[0] & BIT(12)))
        out->prompt = PHRASE(T_PROMPT_DEAL);
}

static void scene_with_choices(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    scene_note(out, NOBODY, PHRASE(T_ROUNDS, 1, s->seen[1]));
}

static void change_audience(struct facts *facts, int text, uint32_t to)
{
    for (int i = 0; facts && i < facts->n; i++)
        if (facts->fact[i].phrase.text == text)
            facts->fact[i].to = (uint16_t)to;
}

static void apply_telling_looks(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    change_audience(facts, T_SEES, EVERYBODY);
}

static void apply_telling_deals(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    change_audience(facts, T_DEALT, EVERYBODY);
}

static void apply_telling_choices(void *state, int actor, move_t m, struct facts *facts)
{
    bool sealed_choice = ((struct state *)state)->phase == PLAY;

    apply(state, actor, m, facts);
    if (sealed_choice)
        TELL(facts, EVERYBODY, 0, T_CHOOSES, actor, m - MOVE_CARD);
}

/* At the end all is told: nobody's cards are left to redeal, but the veil does not know. */
static void apply_telling_all(void *state, int actor, move_t m, struct facts *facts)
{
    const struct state *s = state;

    apply(state, actor, m, facts);
    if (s->phase == OVER)
        for (int seat = 0; seat < s->seats; seat++)
            if (s->seen[seat])
                TELL(facts, EVERYBODY, FACT_REVEALS, T_SEES, seat, s->seen[seat] - 1, left_of(seat, s->seats));
}

/* A reveal that flags what everybody could foresee, and not what was hidden. */
static void apply_flagging_another(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    for (int i = 0; facts && i < facts->n; i++) {
        facts->fact[i].flags &= (uint16_t)~FACT_REVEALS;
        if (facts->fact[i].phrase.text == T_PASSES)
            facts->fact[i].flags |= FACT_REVEALS;
    }
}

static void apply_not_telling_the_referee(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    for (int i = 0; facts && i < facts->n; i++)
        if (facts->fact[i].phrase.text == T_DEALT)
            facts->fact[i].to &= (uint16_t)~BIT(REFEREE);
}

static struct phrase say_chance_alike(const void *state, int actor, move_t m)
{
    return actor == CHANCE ? PHRASE(T_SAY_LOOK) : say(state, actor, m);
}

/* The template's zones, and a map. */
static struct zone with_map[ZONES_N + 1];

static void scene_too_wide(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    for (int i = 0; i < out->zones; i++)
        out->zone[i].is = &with_map[out->zone[i].is - zones];
    scene_zone(out, &with_map[ZONES_N], NOBODY, PHRASE(T_DECK_TITLE));
    for (int i = 0; i < 30; i++)
        scene_place(out, 100 + i, 2 * i, 0, PHRASE(T_NONE));
}

static void apply_without_flag(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    for (int i = 0; facts && i < facts->n; i++)
        facts->fact[i].flags &= (uint16_t)~FACT_REVEALS;
}

/* ---- what bots are told ------------------------------------------------------------------------- */

static int32_t standing_without_rounds(const void *state, int32_t out[])
{
    const struct state *s = state;
    int32_t spread = standing(state, out);

    for (int seat = 0; seat < s->seats; seat++)
        out[seat] -= s->rounds[seat] == s->cards;
    return spread;
}

static int32_t standing_settled(const void *state, int32_t out[])
{
    standing(state, out);
    return actors(state) != 0;
}

static int32_t contempt_wrong(const void *state, int seat)
{
    return -((const struct state *)state)->rounds[seat];
}

static int32_t contempt_peeking(const void *state, int seat)
{
    const struct state *s = state;

    return (int32_t)s->hand[seat ? 0 : s->seats - 1];
}

static uint32_t stage_falling(const void *state)
{
    return 5u - ((const struct state *)state)->phase;
}

static move_t habit_illegal(const void *state, int seat, struct luck *luck)
{
    const struct state *s = state;

    return s->phase == LOOK ? MOVE_LOOK : (move_t)(MOVE_CARD + random_card(s->hand[seat] | s->played[seat], luck));
}

static move_t habit_peeking(const void *state, int seat, struct luck *luck)
{
    const struct state *s = state;

    return s->phase == LOOK ? (s->hand[left_of(seat, s->seats)] & BIT(CARDS - 1) ? MOVE_LOOK : PASS)
                            : habit(state, seat, luck);
}

/* What another has chosen and not shown yet. */
static move_t habit_peeking_at_choices(const void *state, int seat, struct luck *luck)
{
    const struct state *s = state;
    move_t move = habit(state, seat, luck);

    return s->choice[left_of(seat, s->seats)] ? (move_t)(MOVE_CARD + bit_lowest(s->hand[seat])) : move;
}

/* ---- veils -------------------------------------------------------------------------------------- */

static void veil_nothing(void *state, int viewer, struct luck *luck)
{
    (void)state;
    (void)viewer;
    (void)luck;
}

static void veil_forgetting(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;
    uint8_t seen = viewer < SEATS ? s->seen[viewer] : 0;

    if (seen)
        s->seen[viewer] = 0;
    veil(state, viewer, luck);
    if (seen)
        s->seen[viewer] = seen;
}

/* Does not show the card that was looked at, so that only the comparison of worlds can find a veil that
 * forgets it. */
static void scene_forgetting(const void *state, int viewer, struct scene *out)
{
    struct state s = *(const struct state *)state;

    if (viewer < SEATS)
        s.seen[viewer] = 0;
    scene(&s, viewer, out);
}

static void veil_leaking(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;
    uint8_t seen = s->seen[0];

    veil(state, viewer, luck);
    if (viewer != 0 && seen && (s->hand[1] & BIT(seen - 1)))
        s->seen[0] = seen;
}

static void veil_unfair(void *state, int viewer, struct luck *luck)
{
    struct state kept = *(struct state *)state, *s = state;

    veil(state, viewer, luck);
    if (luck_below(luck, 2) == 0 && bit_count(s->hand[1]) > 0 && bit_lowest(s->hand[1]) < 4) {
        *s = kept;
        veil(state, viewer, luck); /* low cards are half as likely */
    }
}

/* ---- tables that are not true -------------------------------------------------------------------- */

/* The template's table with one entry exchanged. */
static void with_text(int text, const char *words)
{
    static const char *changed[TEXTS_N];

    memcpy(changed, texts, sizeof changed);
    changed[text] = words;
    toy.texts = changed;
}

static void with_thing(int thing, const char *name, uint8_t kind, uint8_t colour, uint16_t back)
{
    static struct thing changed[THINGS_N];

    memcpy(changed, things, sizeof changed);
    changed[thing] = (struct thing){name, "x", kind, colour, NO_NUMBER, back};
    toy.things = changed;
}

static void with_options(const struct option *changed, uint8_t n)
{
    toy.options = changed;
    toy.options_n = n;
}

static void with_option(const char *id, const char *title, const struct choice *choices, uint8_t choices_n)
{
    static struct option changed;

    changed = (struct option){id, title, choices, choices_n, 0, 0, 0};
    toy.options = &changed;
}

static void with_number(int least, int greatest, int number)
{
    static struct option changed;

    changed = (struct option)OPTION_NUMBER("hand", "Hand", (int16_t)least, (int16_t)greatest, (int16_t)number);
    toy.options = &changed;
}

/* As many cards as the option says, and the deck has 13. */
static const char *start_for_large_hands(void *state, const struct setup *setup)
{
    start(state, setup);
    ((struct state *)state)->cards = (uint8_t)option_number(toy.options, setup->option[0]);
    return NULL;
}

static void with_zone(const char *id, uint8_t kind, uint8_t role)
{
    static struct zone changed[ZONES_N];

    memcpy(changed, zones, sizeof changed);
    changed[1] = (struct zone){id, kind, role};
    toy.zones = changed;
}

static const struct choice hand_sizes[] = {{"2", "Two cards"}, {"3", "Three cards"}};
static const struct choice alike[] = {{"2", "Two cards"}, {"2", "Three cards"}};
static const struct choice nameless[] = {{"2", ""}, {"3", "Three cards"}};
static const struct option twice[] = {OPTION_CHOICE("hand", "Cards", hand_sizes),
                                      OPTION_CHOICE("hand", "Fingers", hand_sizes)};
static const struct option lengthy[] = {
    OPTION_CHOICE("the-number-of-cards-that-everybody-gets-into-a-hand-at-the-start", "Cards", hand_sizes),
    OPTION_CHOICE("the-number-of-cards-that-everybody-gets-into-a-hand-later-on", "More cards", hand_sizes),
};

/* Rules for two that say they are for more. */
static const char *start_for_two(void *state, const struct setup *setup)
{
    struct setup two = *setup;

    two.seats = 2;
    return start(state, &two);
}

static const char *start_leaving(void *state, const struct setup *setup)
{
    struct state *s = state;
    uint8_t left = s->zero[2];

    start(state, setup);
    s->zero[2] = left;
    return NULL;
}

static const char *start_refusing(void *state, const struct setup *setup)
{
    start(state, setup);
    return "not today";
}

static uint32_t actors_too_many(const void *state)
{
    const struct state *s = state;

    return s->phase == LOOK ? BIT(s->seats) : actors(state);
}

static uint32_t actors_with_chance(const void *state)
{
    const struct state *s = state;

    return s->phase == LOOK ? BIT(s->turn) | BIT(CHANCE) : actors(state);
}

static uint8_t source_beyond(const void *state)
{
    return (uint8_t)(source(state) + 1);
}

static int chance_one(const void *state, move_t out[], uint32_t weight[])
{
    chance(state, out, weight);
    return 1;
}

static int chance_none(const void *state, move_t out[], uint32_t weight[])
{
    const struct state *s = state;

    return s->phase == SHOW ? 0 : chance(state, out, weight);
}

static int moves_none(const void *state, int seat, move_t out[])
{
    const struct state *s = state;

    return s->phase == LOOK ? 0 : moves(state, seat, out);
}

/* Nothing is told of sealed choices: the one for the last card looks like a public one. */
static void apply_not_telling_choices(void *state, int actor, move_t m, struct facts *facts)
{
    struct facts all = {0};

    apply(state, actor, m, &all);
    for (int i = 0; facts && i < all.n; i++)
        if (all.fact[i].phrase.text != T_CHOOSES)
            facts->fact[facts->n++] = all.fact[i];
}

/* ---- phrases that do not fit their texts ---------------------------------------------------------- */

static struct phrase say_with_placeholder(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    return s->phase == LOOK && m == MOVE_LOOK ? PHRASE(T_PROMPT_PLAY, T_LOOKS) : say(state, actor, m);
}

static struct phrase say_chance_with_placeholder(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    return s->phase == DRAW_STARTER ? PHRASE(T_PROMPT_PLAY, T_SAY_STARTS) : say(state, actor, m);
}

static void apply_with_placeholder(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    if (actor == CHANCE)
        TELL(facts, EVERYBODY, 0, T_PROMPT_PLAY, T_WINS);
}

static void scene_with_placeholder(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    out->prompt = PHRASE(T_PROMPT_PLAY, T_PROMPT_PLAY);
}

static void scene_with_forms(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_note(out, NOBODY, PHRASE(T_PROMPT_PLAY, T_ROUNDS));
}

static void scene_naming_nobody(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    out->zone[0].title = PHRASE(T_HAND_TITLE, s->seats);
}

static void scene_naming_nothing(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    out->place[0].label = PHRASE(T_LOWEST, 0, THINGS_N);
}

static void scene_without_text(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_note(out, NOBODY, PHRASE(TEXTS_N));
}

static void scene_lacking_a_number(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_note(out, NOBODY, PHRASE(T_ROUNDS, 0));
}

static struct phrase say_lacking_a_thing(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    return s->phase == SHOW ? PHRASE(T_SAY_SHOW) : say(state, actor, m);
}

static void apply_lacking_a_seat(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    for (int i = 0; facts && i < facts->n; i++)
        if (facts->fact[i].phrase.text == T_LOOKS)
            facts->fact[i].phrase = PHRASE(T_LOOKS, actor);
}

static void result_lacking_a_number(const void *state, struct result *out)
{
    result(state, out);
    out->line[0].phrase = PHRASE(T_ROUNDS, 0);
}

static void scene_without_words(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    out->prompt = PHRASE(NO_TEXT);
}

static void scene_of_no_zone(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    out->zone[0].is = &elsewhere;
}

static void scene_of_one_zone_twice(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_pile(out, &zones[Z_DECK], NOBODY, PHRASE(T_DECK_TITLE), 100);
}

/* ---- counters and goals ---- */

static void scene_counting_a_hand(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    scene_count(out, SCOPE_TABLE, s->hand[1] >> 12 & 1, NO_LIMIT, PHRASE(T_COUNT_ROUNDS));
}

static void scene_limiting_by_a_hand(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    scene_count(out, SCOPE_TABLE, 1, 2 + (s->hand[0] >> 12 & 1), PHRASE(T_COUNT_ROUNDS));
}

static void scene_counting_another_end(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    if (s->phase == OVER && viewer == SPECTATOR)
        out->counter[1].value++;
}

static void scene_counting_nothing(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_count_seat(out, SEATS_MAX, 0, 1, NO_LIMIT, PHRASE(T_COUNT_ROUNDS));
}

static void scene_counting_twice(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_count_seat(out, 0, 0, 1, NO_LIMIT, PHRASE(T_COUNT_ROUNDS));
}

static void scene_counting_without_words(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_count(out, SCOPE_PLACE, 1, NO_LIMIT, PHRASE(NO_TEXT));
}

static void scene_scoring_the_table(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_count(out, SCOPE_TABLE, 1, NO_LIMIT, PHRASE(T_COUNT_ROUNDS));
    out->counter[out->counters - 1].flags = COUNTER_SCORE;
}

static void scene_of_many_counters(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    for (int i = 0; i < SCENE_COUNTERS; i++)
        scene_count(out, SCOPE_TABLE, i, NO_LIMIT, PHRASE(T_ROUNDS, 0, i));
}

static void scene_aiming_at_a_hand(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    if (viewer < s->seats && s->phase != OVER)
        out->goal = PHRASE(T_GOAL, s->hand[left_of(viewer, s->seats)] >> 12 & 1);
}

static void scene_without_goal(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    if (viewer == 1)
        out->goal = PHRASE(NO_TEXT);
}

static void scene_with_a_goal_at_the_end(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    if (viewer < s->seats)
        out->goal = PHRASE(T_GOAL, 2);
}

static void scene_with_a_goal_for_all(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    if (s->phase != OVER)
        out->goal = PHRASE(T_GOAL, 2);
}

/* ---- facts that carry something ---- */

/* The words are the same whatever is dealt. */
static void apply_moving_more_than_it_says(void *state, int actor, move_t m, struct facts *facts)
{
    bool deals = ((struct state *)state)->phase == DEAL;

    apply(state, actor, m, facts);
    if (!deals)
        return;
    TELL(facts, EVERYBODY, FACT_SILENT, T_PROMPT_DEAL);
    fact_transfer(facts, m - MOVE_CARD, 1, 100, 101);
}

static void apply_moving_too_many(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    if (facts && facts->transfers > 1)
        facts->transfer[0].count = 2;
}

static void apply_moving_another_card(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    for (int i = 0; facts && i < facts->transfers; i++)
        if (facts->transfer[i].to >= PLACE_PLAYED)
            facts->transfer[i].thing = (uint16_t)((facts->transfer[i].thing + 1) % CARDS);
}

static void apply_moving_nothing_known(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    if (facts && facts->transfers > 0)
        facts->transfer[0].thing = THINGS_N;
}

static void apply_turning_nothing(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    if (facts && facts->transfers > 0)
        facts->transfer[0].to = facts->transfer[0].from;
}

static void apply_moving_without_end(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    for (int i = 0; facts && facts->n > 0 && i < TRANSFERS_MAX; i++)
        fact_transfer(facts, 1, 1, 100 + i, 101 + i);
}

/* To whom no transfers are of use. */
static void apply_saying_less_without_transfers(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts && facts->words_only && actor != CHANCE ? NULL : facts);
}

static void apply_saying_other_words_without_transfers(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    if (facts && facts->words_only && facts->n > 0)
        facts->fact[0].flags ^= FACT_SILENT;
}

static void apply_moving_unasked(void *state, int actor, move_t m, struct facts *facts)
{
    if (facts)
        facts->words_only = 0;
    apply(state, actor, m, facts);
}

static void apply_minding_transfers(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    apply(state, actor, m, facts);
    if (facts && facts->words_only && s->phase == OVER)
        s->zero[0] = 1;
}

/* ---- words about things ---- */

static struct phrase about_silent(const struct setup *setup, int thing)
{
    return thing == 7 ? PHRASE(NO_TEXT) : about(setup, thing);
}

static struct phrase about_back(const struct setup *setup, int thing)
{
    (void)setup;
    (void)thing;
    return PHRASE(T_ABOUT_CARD);
}

static struct phrase about_lacking(const struct setup *setup, int thing)
{
    return thing == 7 ? PHRASE(T_GOAL) : about(setup, thing);
}

static void scene_linking_nowhere(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_link(out, out->place[0].id, 100, LINK_BRIDGE);
}

static void scene_linking_itself(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_link(out, out->place[0].id, out->place[0].id, LINK_SLIDE);
}

static void scene_of_no_link(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_link(out, out->place[0].id, out->place[1].id, LINK_KINDS);
}

static void scene_of_many_links(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    for (int i = 0; i <= SCENE_LINKS; i++)
        scene_link(out, out->place[0].id, out->place[1].id, LINK_BRIDGE);
}

static void result_with_placeholder(const void *state, struct result *out)
{
    result(state, out);
    result_line(out, NOBODY, PHRASE(T_PROMPT_PLAY, T_ROUNDS));
}

static void apply_aloud(void *state, int actor, move_t m, struct facts *facts)
{
    const struct state *s = state;
    bool several = s->phase == PLAY && bit_count(s->hand[actor]) > 1;

    apply(state, actor, m, facts);
    if (several && facts)
        facts->fact[0].flags = 0; /* what the choice tells its maker */
}

/* ---- pieces, lists, bytes, words ------------------------------------------------------------------ */

static void scene_losing(const void *state, int viewer, struct scene *out)
{
    struct state s = *(const struct state *)state;

    scene(&s, viewer, out);
    if (s.phase == OVER && out->pieces > 0)
        out->piece[out->pieces - 1].count--;
}

static void apply_losing(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;
    int rounds = s->rounds[0];

    apply(state, actor, m, facts);
    if (s->rounds[0] > rounds && s->phase == OVER && !s->seen[0] && !s->seen[1] && !s->seen[2])
        s->played[1] |= s->played[0]; /* cards that lie elsewhere already */
}

static int moves_unsorted(const void *state, int seat, move_t out[])
{
    int n = moves(state, seat, out);

    if (n > 2) {
        move_t swap = out[0];

        out[0] = out[1];
        out[1] = swap;
    }
    return n;
}

static uint32_t odds_wrong(const void *state)
{
    const struct state *s = state;

    return s->phase == DEAL ? (uint32_t)bit_count(undealt(s)) : s->phase == SHOW ? (uint32_t)s->cards : 4u;
}

static move_t draw_wrong(const void *state, uint32_t r)
{
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX];
    int n = chance(state, move, weight);

    return move[(int)r < n ? r : 0];
}

static struct phrase say_alike(const void *state, int actor, move_t m)
{
    const struct state *s = state;

    return s->phase == PLAY ? PHRASE(T_SAY_LOOK) : say(state, actor, m);
}

static int touch_elsewhere(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    int n = touch(state, seat, m, out);

    if (n > 0 && out[0].thing != NOTHING)
        out[0].place = PLACE_DECK;
    return n;
}

static int touch_too_much(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    touch(state, seat, m, out);
    return TOUCH_MAX + 1;
}

/* The state remembers who chose last. */
static void apply_in_order(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    if (s->phase == PLAY)
        s->zero[0] = (uint8_t)actor;
    apply(state, actor, m, facts);
}

static void apply_by_listener(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    apply(state, actor, m, facts);
    if (facts && s->phase == OVER)
        s->zero[0] = 1;
}

/* A seat is asked twice whether it wants to look, if its hand is good. */
static void apply_asking(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    if (s->phase == LOOK && m == PASS && s->zero[0] == 0 && (s->hand[actor] & BIT(12))) {
        s->zero[0] = 1;
        TELL(facts, EVERYBODY, 0, T_PASSES, actor);
        return;
    }
    apply(state, actor, m, facts);
}

/* A game without an end: passing does not pass the turn. */
static void apply_endless(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    if (s->phase == LOOK && m == PASS)
        TELL(facts, EVERYBODY, 0, T_PASSES, actor);
    else
        apply(state, actor, m, facts);
}

static void result_silent(const void *state, struct result *out)
{
    result(state, out);
    out->lines = 0;
}

/* The spectator sees a round too many at the end. */
static void scene_scoring_another_end(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    if (s->phase == OVER && viewer == SPECTATOR)
        out->score[1]++;
}

/* Scores while the game goes on are what the game makes of them; where none are shown there is nothing to compare. */
static void scene_scoring_in_its_own_way(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    out->scored = s->phase != OVER;
    out->score[0] += 10;
}

/* ---------------------------------------------------------------------------------------------------- */

static int number, failures;

static void report(bool ok, const char *what, const char *fault)
{
    printf("%s %d - %s\n", ok ? "ok" : "not ok", ++number, what);
    if (fault[0])
        printf("# %s\n", fault);
    failures += !ok;
    fflush(stdout);
}

/* The first point of the battery that this game fails, or 0. */
static int first_failure(const struct game *game, struct fault *fault)
{
    struct effort effort = effort_short;
    struct marks marks = {0};

    effort.worlds = 40000;
    effort.seats = 3;
    for (int p = 0; p < battery_n; p++)
        if (!battery_run(&battery[p], game, game_template.id, &effort, &marks, fault))
            return battery[p].number;
    return 0;
}

/* `words`: what the message must say. */
static void expect(const char *what, int point, const char *words)
{
    static struct fault fault;
    char line[256];
    int failed;

    failed = first_failure(&toy, &fault);
    if (point)
        snprintf(line, sizeof line, "%s: fails point %d", what, point);
    else
        snprintf(line, sizeof line, "%s: fails nothing", what);
    if (failed != point)
        snprintf(line + strlen(line), sizeof line - strlen(line), " (failed point %d)", failed);
    if (!strstr(fault.text, words))
        snprintf(line + strlen(line), sizeof line - strlen(line), " (says nothing of '%s')", words);
    report(failed == point && strstr(fault.text, words), line, fault.text);
}

/* The record of a fault leads back to it: here the end of a game, whose table lacks a card. */
static void expect_record(void)
{
    static struct fault fault;
    struct match match;
    struct record_why why = {0};
    void *memory = calloc(1, match_memory(&game_template));
    bool ok;

    toy = game_template;
    toy.scene = scene_losing;
    ok = first_failure(&toy, &fault) == 6 && strstr(fault.text, "in template:2#0 after move ") &&
         record_load(&match, fault.record, strlen(fault.record), memory, &why) && match_over(&match) && match.well;
    report(ok, "the record of a fault leads back to it", ok ? "" : why.why.text);
    toy.seats_min = 0;
    first_failure(&toy, &fault);
    report(fault.record[0] == 0, "a fault in no match has no record", "");
    free(memory);
}

/* ---- what the server sends ---- */

/* How many moves there are in truth, and not how many are shown. */
static struct wire_view now_with_length(struct text *out, const char *table, const struct match *match, int viewer,
                                        struct wire_turn turn)
{
    struct wire_view part = wire_now(out, table, match, viewer, turn);

    text_unsigned(out, match->n);
    return part;
}

static struct wire_view step_with_length(struct text *out, const char *table, const struct match *match, int viewer,
                                         struct wire_turn turn, uint32_t *at)
{
    struct wire_view part = wire_step(out, table, match, viewer, turn, at);

    text_unsigned(out, match->n);
    return part;
}

/* The last move, whoever made it: also what lies face down. */
static struct wire_view now_with_move(struct text *out, const char *table, const struct match *match, int viewer,
                                      struct wire_turn turn)
{
    struct wire_view part = wire_now(out, table, match, viewer, turn);

    text_unsigned(out, match->n > 0 ? match->step[match->n - 1].move : 0);
    return part;
}

static struct wire_view step_to_the_referee(struct text *out, const char *table, const struct match *match, int viewer,
                                            struct wire_turn turn, uint32_t *at)
{
    (void)viewer;
    return wire_step(out, table, match, REFEREE, turn, at);
}

/* Who may take something back when others have chosen. */
static struct wire_turn turn_after_others(const struct room *room, int viewer)
{
    struct wire_turn turn = wire_turn(room, viewer);

    turn.undo |= (game_sealed(room->match.deal.game, room->match.state) & ~BIT(viewer)) != 0;
    return turn;
}

/* Whoever is asked may pass by itself, if the truth is like that. */
static struct wire_turn turn_by_the_truth(const struct room *room, int viewer)
{
    struct wire_turn turn = wire_turn(room, viewer);

    if (turn.cue == CUE_ASK && match_hash(&room->match) & 1)
        turn.cue = CUE_PASS;
    return turn;
}

/* ---- previews ---- */

static void preview_of_the_truth(struct preview *out, const struct match *match, int seat, move_t move)
{
    _Alignas(8) unsigned char copy[STATE_MAX];

    preview_make(out, match, seat, move);
    memcpy(copy, match->state, sizeof(struct state));
    out->facts.n = out->facts.transfers = 0;
    apply(copy, seat, move, &out->facts);
}

static void preview_promising(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    TELL(&out->facts, ONLY(seat), 0, T_WINS, seat);
}

static void preview_promising_points(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    out->change[out->changes++] = (struct preview_change){
        .counter = {.words = PHRASE(T_COUNT_ROUNDS), .value = 9, .of = (uint16_t)seat, .scope = SCOPE_SEAT}, .by = 9};
}

/* A counter that a public move changes: whose turn it is, 1 for that seat and 0 for all others. */
static void scene_counting_turns(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    for (int seat = 0; seat < s->seats; seat++)
        scene_count_seat(out, seat, 0, s->phase == LOOK && seat == s->turn, 1, PHRASE(T_SAY_LOOK));
}

static void preview_for_the_wrong_seat(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    for (int i = 0; i < out->changes; i++)
        out->change[i].counter.of = (uint16_t)!out->change[i].counter.of;
}

static void preview_adding_wrongly(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    for (int i = 0; i < out->changes; i++)
        out->change[i].by = 2 * out->change[i].by;
}

static void preview_without_limits(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    for (int i = 0; i < out->changes; i++)
        out->change[i].counter.limit = NO_LIMIT;
}

static void preview_without_changes(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    out->changes = 0;
}

/* A counter that only whoever is on turn has. */
static void scene_counting_for_a_turn(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    scene(state, viewer, out);
    if (s->phase == LOOK)
        scene_count_seat(out, s->turn, 0, 1, 1, PHRASE(T_SAY_LOOK));
}

static void preview_without_what_is_new(struct preview *out, const struct match *match, int seat, move_t move)
{
    uint16_t n = 0;

    preview_make(out, match, seat, move);
    for (int i = 0; i < out->changes; i++)
        if (!out->change[i].fresh)
            out->change[n++] = out->change[i];
    out->changes = n;
}

static void preview_of_old_counters(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    for (int i = 0; i < out->changes; i++)
        out->change[i].fresh = false;
}

static void preview_ending(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    out->next = NEXT_OVER;
}

static void preview_expecting(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    if (out->next == NEXT_CHANCE)
        out->then = PHRASE(T_PROMPT_OVER);
}

static void preview_moving(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    if (out->facts.n > 0)
        fact_transfer(&out->facts, BACK, 1, PLACE_DECK, PLACE_HAND);
}

static void preview_silent(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    out->facts.n = out->facts.transfers = 0;
}

static void preview_hiding(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    out->next = NEXT_HIDDEN;
    out->then = (struct phrase){0};
}

static void preview_revealing(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    out->reveals = true;
}

/* The template ends with sealed choices, of which nothing is foreseen: this ends in the open. */
static void apply_ending_with_a_pass(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    apply(state, actor, m, facts);
    if (actor != CHANCE && m == PASS)
        s->phase = OVER;
}

/* The last is first. */
static void preview_of_another_winner(struct preview *out, const struct match *match, int seat, move_t move)
{
    int seats = match->deal.setup.seats;

    preview_make(out, match, seat, move);
    for (int other = 0; other < seats && out->decided; other++)
        out->rank[other] = (uint8_t)(seats + 1 - out->rank[other]);
}

static void preview_that_is_over(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    out->decided = true;
}

static void preview_without_winners(struct preview *out, const struct match *match, int seat, move_t move)
{
    preview_make(out, match, seat, move);
    out->decided = false;
}

/* The first fault that the point about previews finds in the toy, or NULL; the other points are not asked. */
static const char *preview_fault(void)
{
    static struct fault fault;
    static struct marks marks;
    bool failed = false;

    for (int i = 0; i < battery_n; i++)
        if (battery[i].number == 12)
            failed = !battery_run(&battery[i], &toy, "template", &effort_quick, &marks, &fault);
    return failed ? fault.text : NULL;
}

static void expect_preview(const char *what, const char *words)
{
    const char *fault = preview_fault();
    char line[256];

    snprintf(line, sizeof line, "%s: fails point 12, %s", what, words);
    report(fault && strstr(fault, words), line, fault ? fault : "it holds");
}

static void expect_preview_to_hold(const char *what)
{
    const char *fault = preview_fault();

    report(!fault, what, fault ? fault : "");
}

int main(void)
{
/* A toy: the template with one part exchanged. */
#define EXPECT_SAYS(what, point, words, ...)                                                                           \
    do {                                                                                                               \
        toy = game_template;                                                                                           \
        __VA_ARGS__;                                                                                                   \
        expect(what, point, words);                                                                                    \
    } while (0)
#define EXPECT(what, point, ...) EXPECT_SAYS(what, point, "", __VA_ARGS__)
/* A field of the table exchanged: point 1 says so before anything is called. */
#define EXPECT_TABLE(words, ...) EXPECT_SAYS("." #__VA_ARGS__, 1, words, toy.__VA_ARGS__)

    EXPECT("the template", 0, (void)0);
    EXPECT("a scene that shows the deck", 4, toy.scene = scene_with_deck);
    EXPECT("a prompt that depends on a hand", 4, toy.scene = scene_with_prompt);
    EXPECT("a scene that shows what another has looked at", 4, toy.scene = scene_with_choices);
    EXPECT("a log that tells all what one has looked at", 5, toy.apply = apply_telling_looks);
    EXPECT("a log that tells all what is dealt", 5, toy.apply = apply_telling_deals);
    EXPECT("a log that tells all there is to know at the end", 5, toy.apply = apply_telling_all);
    EXPECT("a log that tells of sealed choices", 2, toy.apply = apply_telling_choices);
    EXPECT("a fact that the referee does not hear", 2, toy.apply = apply_not_telling_the_referee);
    EXPECT("a reveal that flags something else", 4, toy.apply = apply_flagging_another);
    EXPECT("a reveal that does not say so", 4, toy.apply = apply_without_flag);
    EXPECT("a question that depends on a hand", 4, (toy.apply = apply_asking, toy.length_max *= 2));
    EXPECT("a veil that does nothing", 4, toy.veil = veil_nothing);
    EXPECT("a veil that forgets what is seen on the table", 4, toy.veil = veil_forgetting);
    EXPECT("a veil that forgets what was only told", 5, (toy.veil = veil_forgetting, toy.scene = scene_forgetting));
    EXPECT("a veil that leaks", 4, toy.veil = veil_leaking);
    EXPECT("a veil that prefers some worlds", 5, toy.veil = veil_unfair);
    EXPECT("the same in a game that says so", 0, (toy.veil = veil_unfair, toy.flags |= GAME_LONG_MEMORY));
    EXPECT("a veil that forgets in a game that says so", 5,
           (toy.veil = veil_forgetting, toy.scene = scene_forgetting, toy.flags |= GAME_LONG_MEMORY));
    EXPECT("a scene that loses a piece", 6, toy.scene = scene_losing);
    EXPECT("rules that make a piece", 6, toy.apply = apply_losing);
    EXPECT("moves out of order", 1, toy.moves = moves_unsorted);
    EXPECT("a quick draw that is not the list", 1, (toy.odds = odds_wrong, toy.draw = draw_wrong));
    EXPECT("a game without an end", 1, toy.apply = apply_endless);
    EXPECT("a length_max that is too small", 1, toy.length_max = 20);
    EXPECT_SAYS("a flag that is missing", 1, "shows GAME_HIDDEN, and the flags are GAME_SEALED",
                toy.flags = GAME_SEALED);
    EXPECT("moves with the same words", 2, toy.say = say_alike);
    EXPECT("outcomes of chance with the same words", 2, toy.say = say_chance_alike);
    memcpy(with_map, zones, sizeof zones);
    with_map[ZONES_N] = (struct zone){"map", ZONE_GRID, ROLE_BOARD};
    EXPECT("a board that is too wide", 2,
           (toy.scene = scene_too_wide, toy.zones = with_map, toy.zones_n = ZONES_N + 1));
    EXPECT("touches that are not there", 2, toy.touch = touch_elsewhere);
    EXPECT("a state that depends on who listens", 2, toy.apply = apply_by_listener);
    EXPECT("a state that depends on who chose last", 3, toy.apply = apply_in_order);
    EXPECT("a result without an explanation", 8, toy.result = result_silent);
    EXPECT_SAYS("scores on the table that are not those of the result", 8, "at the end the spectator sees",
                toy.scene = scene_scoring_another_end);
    EXPECT("other scores before the end, and none at the end", 0, toy.scene = scene_scoring_in_its_own_way);
    EXPECT_SAYS("a standing that is not the score at the end", 10, "at the end standing says",
                toy.standing = standing_without_rounds);
    EXPECT_SAYS("a standing without a spread", 10, "standing returns 0", toy.standing = standing_settled);
    EXPECT_SAYS("a contempt that is a joy", 10, "must be 0 or more", toy.contempt = contempt_wrong);
    EXPECT_SAYS("a contempt that knows hands", 10, "does not know", toy.contempt = contempt_peeking);
    EXPECT_SAYS("a contempt without a standing", 1, "contempt is taken from standing",
                (toy.contempt = contempt_wrong, toy.standing = NULL));
    EXPECT_SAYS("a stage that falls", 10, "the stage falls", toy.stage = stage_falling);
    EXPECT_SAYS("a habit that is not allowed", 10, "which is not legal", toy.habit = habit_illegal);
    EXPECT_SAYS("a habit that knows hands", 10, "does not know", toy.habit = habit_peeking);
    EXPECT_SAYS("a habit that knows sealed choices", 10, "does not know", toy.habit = habit_peeking_at_choices);
    EXPECT_SAYS("simulations that end without a judgement", 1, "standing, which says",
                (toy.reach = 3, toy.standing = NULL));

    EXPECT_TABLE("start is NULL", start = NULL);
    EXPECT_TABLE("contents is NULL", contents = NULL);
    EXPECT_TABLE("actors is NULL", actors = NULL);
    EXPECT_TABLE("moves is NULL", moves = NULL);
    EXPECT_TABLE("apply is NULL", apply = NULL);
    EXPECT_TABLE("veil is NULL", veil = NULL);
    EXPECT_TABLE("result is NULL", result = NULL);
    EXPECT_TABLE("scene is NULL", scene = NULL);
    EXPECT_TABLE("say is NULL", say = NULL);
    EXPECT_TABLE("touch is NULL", touch = NULL);
    EXPECT_TABLE("chance is NULL, source is given", chance = NULL);
    EXPECT_TABLE("source is NULL", source = NULL);
    EXPECT_TABLE("sources is 0", sources = 0);
    EXPECT_TABLE("odds is given and draw is NULL", odds = odds_wrong);
    EXPECT_TABLE("sealed is NULL", sealed = NULL);
    EXPECT_TABLE("reopen is NULL", reopen = NULL);
    EXPECT_TABLE("GAME_SEALED is not set", flags = GAME_HIDDEN);
    EXPECT_TABLE("bits that mean nothing: 128", flags |= 128);
    EXPECT_TABLE("id is NULL", id = NULL);
    EXPECT_TABLE("id has other characters", id = "Tum tum");
    EXPECT_TABLE("games.def says \"template\", and id is \"tumtum\"", id = "tumtum");
    EXPECT_TABLE("the length of id is 43", id = "a-game-whose-id-is-longer-than-an-id-may-be");
    EXPECT_TABLE("title is NULL", title = NULL);
    EXPECT_TABLE("title is not a line of UTF-8", title = "Tum\xfftum");
    EXPECT_TABLE("box is empty", box = "");
    EXPECT_TABLE("blurb is NULL", blurb = NULL);
    EXPECT_TABLE("BLURB_MAX is 60", blurb = "A line about a game that goes on and on, longer than lines may be.");
    EXPECT_TABLE("seats_min is 0, and must be from 1 to 7", seats_min = 0);
    EXPECT_TABLE("seats_max is 8", seats_max = 8);
    EXPECT_TABLE("seats_max is 1, and must be from 2 to 7", seats_max = 1);
    EXPECT_TABLE("minutes is 0", minutes = 0);
    EXPECT_TABLE("version is 0", version = 0);
    EXPECT_TABLE("sources is 9", sources = 9);
    EXPECT_TABLE("state_size is 2000, and must be from 1 to 1024", state_size = 2000);
    EXPECT_TABLE("state_first is 36, and must be from 0 to 35", state_first = 36);
    EXPECT_TABLE("start writes 36 bytes, and state_size is 32", state_size = 32);
    EXPECT_TABLE("moves_max is 1000", moves_max = 1000);
    EXPECT_TABLE("chance has 13 options, and moves_max is 3", moves_max = 3);
    EXPECT_TABLE("and move_ids is 6", move_ids = 6);
    EXPECT_TABLE("length_max is 0", length_max = 0);
    EXPECT_TABLE("options_n is 9", options_n = 9);
    EXPECT_TABLE("options is NULL", options = NULL);
    EXPECT_TABLE("things_n is 161", things_n = 161);
    EXPECT_TABLE("things is NULL", things = NULL);
    EXPECT_TABLE("zones is NULL", zones = NULL);
    EXPECT_TABLE("zones_n is 0", zones_n = 0);
    EXPECT_TABLE("about is NULL", about = NULL);
    EXPECT_TABLE("there are no texts", texts = NULL);
    EXPECT_SAYS("a text that is missing", 1, "text 3 is NULL", with_text(3, NULL));
    EXPECT_SAYS("a text that is not UTF-8", 1, "text 3 is not a line", with_text(3, "l\xf6\xf6k"));
    EXPECT_SAYS("a text with a placeholder that nobody knows", 1, "'look at {card}'", with_text(3, "look at {card}"));
    EXPECT_SAYS("a text 0 with words", 1, "text 0 is kept for NO_TEXT", with_text(0, "nothing"));
    EXPECT_SAYS("two things with one name", 1, "same name or mark", with_thing(5, "card 1", 0, 0, BACK));
    EXPECT_SAYS("a thing that is not UTF-8", 1, "the name of a thing", with_thing(5, "\xff", 0, 0, BACK));
    EXPECT_SAYS("a thing of no kind", 1, "of kind 9", with_thing(5, "six", 9, 0, BACK));
    EXPECT_SAYS("a thing of no colour", 1, "colour 99", with_thing(5, "six", 0, 99, BACK));
    EXPECT_SAYS("a back that is none", 1, "which is no back", with_thing(5, "six", 0, 0, 3));
    EXPECT_SAYS("an option with one choice", 1, "needs two", with_option("hand", "Hand", hand_sizes, 1));
    EXPECT_SAYS("an option with equal choices", 1, "two choices '2'", with_option("hand", "Hand", alike, 2));
    EXPECT_SAYS("a choice without a title", 1, "title of a choice", with_option("hand", "Hand", nameless, 2));
    EXPECT_SAYS("an option without a title", 1, "title of an option", with_option("hand", NULL, hand_sizes, 2));
    EXPECT_SAYS("an id that cannot be typed", 1, "id of an option", with_option("a=b", "Hand", hand_sizes, 2));
    EXPECT_SAYS("two options with one id", 1, "two options 'hand'", with_options(twice, 2));
    EXPECT_SAYS("options that make an id too long", 1, "longer than 160", with_options(lengthy, 2));
    EXPECT_SAYS("a number without a range", 1, "needs two of either", with_number(2, 2, 2));
    EXPECT_SAYS("a default that is not in the range", 1, "its default is 4", with_number(2, 3, 4));
    EXPECT_SAYS("a range that is too wide", 1, "more than 256 values", with_number(2, 300, 2));
    EXPECT_SAYS("a number that cannot be played", 1, "has no outcome",
                (with_number(2, 6, 2), toy.start = start_for_large_hands, toy.length_max = 100));
    EXPECT_SAYS("two zones with one id", 1, "two zones 'deck'", with_zone("deck", ZONE_PILE, ROLE_DECK));
    EXPECT_SAYS("a zone without an id", 1, "the id of a zone", with_zone("", ZONE_PILE, ROLE_DECK));
    EXPECT_SAYS("a zone of no kind", 1, "no such kind or role", with_zone("hand", ZONE_KINDS, ROLE_HAND));
    EXPECT_SAYS("a zone of no role", 1, "no such kind or role", with_zone("hand", ZONE_HAND, ZONE_ROLES));
    EXPECT_SAYS("a flag that never shows", 1, "GAME_OPEN, and no game showed it", toy.flags |= GAME_OPEN);
    EXPECT_SAYS("a seat that is never asked", 1, "with 3 seats, seat 2 is never asked", toy.start = start_for_two);
    EXPECT_SAYS("a start that leaves a byte", 1, "leaves byte 35", toy.start = start_leaving);
    EXPECT_SAYS("a start that refuses all", 1, "accepts no setup", toy.start = start_refusing);
    EXPECT_SAYS("a seat that is not at the table", 1, "seat 2 is asked", toy.actors = actors_too_many);
    EXPECT_SAYS("chance among the seats", 1, "together with seats", toy.actors = actors_with_chance);
    EXPECT_SAYS("chance in a game without", 1, "no function chance",
                (toy.chance = NULL, toy.source = NULL, toy.sources = 0));
    EXPECT_SAYS("a source that does not exist", 1, "source 3, and sources is 3", toy.source = source_beyond);
    EXPECT_SAYS("chance with one outcome", 1, "has 1 option, and must have 2", toy.chance = chance_one);
    EXPECT_SAYS("chance without an outcome", 1, "has no outcome", toy.chance = chance_none);
    EXPECT_SAYS("a seat without moves", 1, "is asked and has no moves", toy.moves = moves_none);
    EXPECT_SAYS("sealed choices that are told to nobody", 1, "only option", toy.apply = apply_not_telling_choices);
    EXPECT_SAYS("a sealed choice that is told aloud", 2, "is not FACT_SILENT", toy.apply = apply_aloud);
    EXPECT_SAYS("a placeholder in a move", 2, "a move has an argument", toy.say = say_with_placeholder);
    EXPECT_SAYS("a placeholder in an outcome", 2, "an outcome of chance has", toy.say = say_chance_with_placeholder);
    EXPECT_SAYS("a placeholder in a fact", 2, "the {seat} [take|takes]", toy.apply = apply_with_placeholder);
    EXPECT_SAYS("a placeholder in a prompt", 2, "the prompt has an argument", toy.scene = scene_with_placeholder);
    EXPECT_SAYS("a form in a note", 2, "a note has an argument", toy.scene = scene_with_forms);
    EXPECT_SAYS("a placeholder in the result", 8, "a line of the result has", toy.result = result_with_placeholder);
    EXPECT_SAYS("a title that names a seat too many", 2, "'seat 2's hand'", toy.scene = scene_naming_nobody);
    EXPECT_SAYS("a label that names no thing", 2, "lowest card was ?'", toy.scene = scene_naming_nothing);
    EXPECT_SAYS("a note that lacks a number", 2, "taken ? rounds'", toy.scene = scene_lacking_a_number);
    EXPECT_SAYS("an outcome that lacks a thing", 2, "'show ?'", toy.say = say_lacking_a_thing);
    EXPECT_SAYS("a fact that lacks a seat", 2, "at a card of ?'", toy.apply = apply_lacking_a_seat);
    EXPECT_SAYS("a line of the result that lacks a number", 8, "has taken ? rounds'",
                toy.result = result_lacking_a_number);
    EXPECT_SAYS("a note without a text", 2, "a note has text ", toy.scene = scene_without_text);
    EXPECT_SAYS("a prompt without words", 2, "the prompt is empty", toy.scene = scene_without_words);
    EXPECT_SAYS("more touches than there may be", 2, "has 5 touches", toy.touch = touch_too_much);
    EXPECT_SAYS("a zone that the table does not have", 2, "none of the game's zones", toy.scene = scene_of_no_zone);
    EXPECT_SAYS("a zone that is there twice", 2, "the zone 'deck' twice", toy.scene = scene_of_one_zone_twice);
    EXPECT("a counter that knows a hand", 4, toy.scene = scene_counting_a_hand);
    EXPECT("a limit that knows a hand", 4, toy.scene = scene_limiting_by_a_hand);
    EXPECT_SAYS("a score by a counter that is not that of the result", 8, "sees a counter of",
                toy.scene = scene_counting_another_end);
    EXPECT_SAYS("a counter of a seat that is not there", 2, "belongs to nothing", toy.scene = scene_counting_nothing);
    EXPECT_SAYS("two counters of one name", 2, "two counters are called", toy.scene = scene_counting_twice);
    EXPECT_SAYS("a counter without words", 2, "the words of a counter is empty",
                toy.scene = scene_counting_without_words);
    EXPECT_SAYS("a score of the table", 2, "is a score, and of no seat", toy.scene = scene_scoring_the_table);
    EXPECT_SAYS("more counters than there may be", 2, "found no room", toy.scene = scene_of_many_counters);
    EXPECT("a goal that knows a hand", 4, toy.scene = scene_aiming_at_a_hand);
    EXPECT_SAYS("a seat without a goal", 2, "seat 1 has no goal", toy.scene = scene_without_goal);
    EXPECT_SAYS("a goal when the game is over", 2, "and the game is over", toy.scene = scene_with_a_goal_at_the_end);
    EXPECT_SAYS("a goal for those who only look", 2, "the spectator has a goal", toy.scene = scene_with_a_goal_for_all);
    EXPECT_SAYS("a goal that takes several lines", 2, "a goal has more than 100 characters",
                with_text(T_GOAL,
                          "take most of the {n} rounds, for whoever takes most of them has won the game, and whoever "
                          "does not has lost it"));
    EXPECT_SAYS("a fact that moves more than it says", 4, "more than their words",
                toy.apply = apply_moving_more_than_it_says);
    EXPECT_SAYS("a fact that moves too many", 11, "by its facts, place", toy.apply = apply_moving_too_many);
    EXPECT_SAYS("a fact that moves another thing than what lies there then", 11, "by its facts, place",
                toy.apply = apply_moving_another_card);
    EXPECT_SAYS("a fact that moves no thing", 2, "a fact moves thing 14", toy.apply = apply_moving_nothing_known);
    EXPECT_SAYS("a fact that turns over what is not there", 11, "is turned over on place",
                toy.apply = apply_turning_nothing);
    EXPECT_SAYS("more transfers than there may be", 2, "found no room", toy.apply = apply_moving_without_end);
    EXPECT_SAYS("facts that are missing without transfers", 2, "are missing where no transfers",
                toy.apply = apply_saying_less_without_transfers);
    EXPECT_SAYS("facts that are others without transfers", 2, "another one where no transfers",
                toy.apply = apply_saying_other_words_without_transfers);
    EXPECT_SAYS("transfers that nobody wants", 2, "where none are wanted", toy.apply = apply_moving_unasked);
    EXPECT_SAYS("a state that minds transfers", 2, "whether transfers are wanted", toy.apply = apply_minding_transfers);
    EXPECT_SAYS("a thing that nothing is said about", 2, "'card 8' lies on the table", toy.about = about_silent);
    EXPECT_SAYS("words about a back", 2, "is a back", toy.about = about_back);
    EXPECT_SAYS("words about a thing that lack a number", 2, "what about says has", toy.about = about_lacking);
    EXPECT_SAYS("too many words about a thing", 2, "ABOUT_MAX is 200",
                with_text(T_ABOUT_CARD,
                          "a card that is said so much about that nobody who points at it for a moment, with a "
                          "mouse or with a finger, would ever read all of it to the end, be it as true and as "
                          "well meant and as carefully put into words as it may be"));
    EXPECT_SAYS("a link to a place that is not there", 2, "to place 100, and not both",
                toy.scene = scene_linking_nowhere);
    EXPECT_SAYS("a link from a place to itself", 2, "to itself", toy.scene = scene_linking_itself);
    EXPECT_SAYS("a link of no kind", 2, "a link is of kind", toy.scene = scene_of_no_link);
    EXPECT_SAYS("more links than there may be", 2, "found no room", toy.scene = scene_of_many_links);
    expect_record();
    wires = (struct wires){now_with_length, step_with_length, wire_turn};
    EXPECT_SAYS("a server that counts what lies face down", 4, "a choice that shows on the wire", (void)0);
    wires = (struct wires){now_with_move, wire_step, wire_turn};
    EXPECT_SAYS("a server that sends moves", 4, "a leak on the wire", (void)0);
    wires = (struct wires){wire_now, step_to_the_referee, wire_turn};
    EXPECT_SAYS("a server that sends all to all", 4, "a leak on the wire", (void)0);
    wires = (struct wires){wire_now, wire_step, turn_after_others};
    EXPECT_SAYS("a server that lets one take back when others have chosen", 4, "a choice that shows on the wire",
                (void)0);
    wires = (struct wires){wire_now, wire_step, turn_by_the_truth};
    EXPECT_SAYS("a server that passes by what others hold", 4, "a leak on the wire", (void)0);

    wires = (struct wires){wire_now, wire_step, wire_turn};
    previews = preview_of_the_truth;
    EXPECT_SAYS("a preview that knows the match", 12, "", (void)0);
    previews = preview_promising;
    EXPECT_SAYS("a preview that promises too much", 12, "the preview for seat", (void)0);
    previews = preview_promising_points;
    EXPECT_SAYS("a preview that promises points", 12, "promises a counter or score of 9", (void)0);
    previews = preview_make;
    EXPECT("a counter that a public move changes", 0, toy.scene = scene_counting_turns);
    previews = preview_for_the_wrong_seat;
    EXPECT_SAYS("a preview that counts for another seat", 12, "promises a counter", toy.scene = scene_counting_turns);
    previews = preview_adding_wrongly;
    EXPECT_SAYS("a preview that adds wrongly", 12, "promises a counter", toy.scene = scene_counting_turns);
    previews = preview_without_limits;
    EXPECT_SAYS("a preview that forgets a limit", 12, "promises a counter", toy.scene = scene_counting_turns);
    previews = preview_without_changes;
    EXPECT_SAYS("a preview that leaves a counter out", 12, "does not say that a counter",
                toy.scene = scene_counting_turns);
    previews = preview_make;
    EXPECT("a counter that comes and goes", 0, toy.scene = scene_counting_for_a_turn);
    previews = preview_without_what_is_new;
    EXPECT_SAYS("a preview that leaves a new counter out", 12, "does not say that a counter",
                toy.scene = scene_counting_for_a_turn);
    previews = preview_of_old_counters;
    EXPECT_SAYS("a preview that takes a new counter for an old one", 12, "promises a counter",
                toy.scene = scene_counting_for_a_turn);
    previews = preview_ending;
    EXPECT_SAYS("a preview that ends the game", 12, "comes next", (void)0);
    previews = preview_expecting;
    EXPECT_SAYS("a preview that expects something else of chance", 12, "of chance", (void)0);
    previews = preview_moving;
    EXPECT_SAYS("a preview in which other pieces move", 12, "has other pieces move", (void)0);
    previews = preview_hiding;
    EXPECT_SAYS("a preview that hides what comes next in all worlds", 12, "does not say that", (void)0);
    previews = preview_that_is_over;
    EXPECT_SAYS("a preview that ends a game that goes on", 12, "and it goes on", (void)0);
    toy = game_template;
    toy.apply = apply_ending_with_a_pass;
    previews = preview_of_another_winner;
    expect_preview("a preview in which another one wins", "ends as number");
    previews = preview_without_winners;
    expect_preview("a preview that does not say who wins", "does not say how the game ends");
    previews = preview_make;
    expect_preview_to_hold("a game that ends in the open");
    toy = game_template;
    toy.veil = veil_nothing; /* as if all hands lay open: a preview has to say all that happens */
    previews = preview_silent;
    expect_preview("a preview that says nothing where nothing is hidden", "and nothing is hidden");
    previews = preview_hiding;
    expect_preview("a preview that hides where nothing is hidden", "comes next");
    previews = preview_revealing;
    expect_preview("a preview that says that something comes to light where nothing is hidden", "hides something");
    previews = preview_make;

    printf("1..%d\n", number);
    return failures ? 1 : 0;
}
