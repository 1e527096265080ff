/* test_planted: the battery finds what it is for. Each toy is the template with one fault; each must fail the
 * point that is meant to find it, and pass the points before it. Prints TAP. */
#include <stdio.h>
#include <string.h>

#include "battery.h"

#include "../src/games/template.c"

/* The list of games is the toy at hand, so that its records are read by its own rules. */
static struct game toy;
const struct game *const games[] = {&toy, NULL};

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
                TELL(facts, EVERYBODY, FACT_REVEALS, T_SEES, seat, s->seen[seat] - 1, left_of(s, seat));
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

static void scene_too_wide(const void *state, int viewer, struct scene *out)
{
    scene(state, viewer, out);
    scene_zone(out, ZONE_GRID, NOBODY, PHRASE(T_DECK_TITLE));
    for (int i = 0; i < 30; i++)
        scene_place(out, 100 + i, 2 * i, 0, PHRASE(T_NONE));
}

static void apply_without_flag(void *state, int actor, move_t m, struct facts *facts)
{
    apply(state, actor, m, facts);
    for (int i = 0; facts && i < facts->n; i++)
        facts->fact[i].flags &= (uint16_t)~FACT_REVEALS;
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
    if (s->rounds[0] > rounds)
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
    for (int p = 0; p < battery_n; p++) {
        struct setup setup = {0};

        while (game_next_setup(game, &setup))
            if (setup.seats < 4 && !battery[p].run(game, &setup, &effort, &marks, fault))
                return battery[p].number;
    }
    return 0;
}

static void expect(const char *what, int point)
{
    static struct fault fault;
    char line[256];
    int failed;

    fault.text[0] = 0;
    failed = first_failure(&toy, &fault);
    if (point)
        snprintf(line, sizeof line, "%s: fails point %d", what, point);
    else
        snprintf(line, sizeof line, "%s: fails nothing", what);
    if (failed != point)
        snprintf(line + strlen(line), sizeof line - strlen(line), " (failed point %d)", failed);
    report(failed == point, line, fault.text);
}

int main(void)
{
/* A toy: the template with one function exchanged. */
#define EXPECT(what, point, ...)                                                                                       \
    do {                                                                                                               \
        toy = game_template;                                                                                           \
        __VA_ARGS__;                                                                                                   \
        expect(what, point);                                                                                           \
    } while (0)

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
    EXPECT("a scene that loses a piece", 6, toy.scene = scene_losing);
    EXPECT("rules that make a piece", 6, toy.apply = apply_losing);
    EXPECT("moves out of order", 1, toy.moves = moves_unsorted);
    EXPECT("a quick draw that is not the list", 1, (toy.odds = odds_wrong, toy.draw = draw_wrong));
    EXPECT("a game without an end", 1, toy.apply = apply_endless);
    EXPECT("a length_max that is too small", 1, toy.length_max = 20);
    EXPECT("a flag that is missing", 1, toy.flags = GAME_SEALED);
    EXPECT("moves with the same words", 2, toy.say = say_alike);
    EXPECT("outcomes of chance with the same words", 2, toy.say = say_chance_alike);
    EXPECT("a board that is too wide", 2, toy.scene = scene_too_wide);
    EXPECT("touches that are not there", 2, toy.touch = touch_elsewhere);
    EXPECT("a state that depends on who listens", 2, toy.apply = apply_by_listener);
    EXPECT("a state that depends on who chose last", 3, toy.apply = apply_in_order);
    EXPECT("a result without an explanation", 8, toy.result = result_silent);

    printf("1..%d\n", number);
    return failures ? 1 : 0;
}
