/* help.h: playing a game by its words in a test.
 *
 *     struct trial t;
 *     trial_start(&t, "mimsy:3:variant=advanced");
 *     trial_do(&t, "chance", "deal the green Jabberwocky to seat 0");
 *     trial_do(&t, "0", "take yellow 2");
 *     assert_string_equal(trial_prompt(&t, 0), "...");
 *     trial_end(&t);
 *
 * Chance does nothing by itself here: trial_do("chance", ...) says what happens, and trial_luck lets it go on
 * at random until a seat is asked. Every step is checked by the rules; a test stops with the reason if a move
 * is refused.
 *
 * In the tests of the games [R] marks a ruling: what was settled here, because the printed rules are silent,
 * garbled or contradict themselves. */
#ifndef WABE_HELP_H
#define WABE_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/table/preview.h"
#include "../src/table/view.h"

struct trial {
    struct match match;
    void *memory;
    struct luck luck;
    char text[1 << 16];
};

static inline void trial_start(struct trial *t, const char *id)
{
    struct deal deal;
    struct why why;

    if (!deal_read(&deal, id, &why))
        fail_msg("%s: %s", id, why.text);
    t->memory = calloc(1, match_memory(deal.game));
    assert_non_null(t->memory);
    match_start(&t->match, &deal, t->memory);
    t->match.well = NULL;
    t->luck = (struct luck){deal.seed};
}

static inline void trial_end(struct trial *t)
{
    free(t->memory);
}

static inline const struct game *trial_game(const struct trial *t)
{
    return t->match.deal.game;
}

static inline int actor_of(const char *word)
{
    for (int actor = 0; actor < VIEWERS_MAX; actor++)
        if (strcmp(word, actor_word(actor)) == 0)
            return actor;
    fail_msg("'%s' is no actor", word);
    return NOBODY;
}

/* The option with these words of an actor that is asked in this state; its number, or -1. */
static inline int state_find(const struct game *game, const void *state, int actor, const char *words)
{
    struct speech plain = speech_plain(game);
    move_t move[MOVES_MAX];
    int n = game->actors(state) & BIT(actor) ? game_options(game, state, actor, move, NULL) : 0;

    for (int i = 0; i < n; i++) {
        char said[256];
        struct text text = text_in(said, sizeof said);

        phrase_put(&text, &plain, game->say(state, actor, move[i]));
        if (strcmp(said, words) == 0)
            return move[i];
    }
    return -1;
}

static inline int trial_find(struct trial *t, const char *actor, const char *words)
{
    return state_find(trial_game(t), t->match.state, actor_of(actor), words);
}

static inline bool trial_can(struct trial *t, const char *actor, const char *words)
{
    return trial_find(t, actor, words) >= 0;
}

static inline void trial_do(struct trial *t, const char *actor, const char *words)
{
    int move = trial_find(t, actor, words);
    struct why why;

    if (move < 0)
        fail_msg("%s cannot '%s' at move %u", actor, words, t->match.n);
    if (!match_force(&t->match, actor_of(actor), (move_t)move, &why))
        fail_msg("%s '%s' at move %u: %s", actor, words, t->match.n, why.text);
}

/* How many options this actor has. */
static inline int trial_options(const struct trial *t, const char *actor)
{
    move_t move[MOVES_MAX];

    return game_options(trial_game(t), t->match.state, actor_of(actor), move, NULL);
}

static inline bool trial_asked(const struct trial *t, const char *actor)
{
    return (trial_game(t)->actors(t->match.state) & BIT(actor_of(actor))) != 0;
}

/* Chance acts at random until a seat is asked or the game is over. */
static inline void trial_luck(struct trial *t)
{
    struct why why;

    while (trial_asked(t, "chance"))
        if (!match_force(&t->match, CHANCE,
                         game_draw(trial_game(t), t->match.state,
                                   luck_below(&t->luck, game_odds(trial_game(t), t->match.state))),
                         &why))
            fail_msg("%s", why.text);
}

/* What this viewer reads in the log of the last move, lines ended by newlines. */
static inline const char *trial_log(struct trial *t, const char *viewer)
{
    struct text text = text_in(t->text, sizeof t->text);

    match_log(&t->match, actor_of(viewer), t->match.n - 1, t->match.n, false, &text);
    return t->text;
}

static inline const char *trial_prompt(struct trial *t, const char *viewer)
{
    static struct view view;
    struct speech speech = match_speech(&t->match, actor_of(viewer));
    struct text text = text_in(t->text, sizeof t->text);

    view_make(&view, &t->match, actor_of(viewer));
    sentence_put(&text, &speech, view.scene.prompt);
    return t->text;
}

/* The counter with these words of something on the table, as this viewer sees it; NULL if there is none. Good until the
 * next call. */
static inline const struct scene_counter *trial_counter(struct trial *t, const char *viewer, int scope, int of,
                                                        const char *words)
{
    static struct view view;

    view_make(&view, &t->match, actor_of(viewer));
    for (int i = 0; i < view.scene.counters; i++) {
        const struct scene_counter *counter = &view.scene.counter[i];

        if (counter->scope == scope && counter->of == of &&
            strcmp(trial_game(t)->texts[counter->words.text], words) == 0)
            return counter;
    }
    return NULL;
}

static inline const char *trial_goal(struct trial *t, const char *viewer)
{
    static struct view view;
    struct speech speech = speech_plain(trial_game(t));
    struct text text = text_in(t->text, sizeof t->text);

    speech.viewer = actor_of(viewer);
    view_make(&view, &t->match, speech.viewer);
    assert_true(phrase_put(&text, &speech, view.scene.goal));
    return t->text;
}

/* The table and what is said of it, in text, without the moves on offer. */
static inline const char *trial_board(struct trial *t, const char *viewer)
{
    static struct view view;
    struct text text = text_in(t->text, sizeof t->text);

    view_make(&view, &t->match, actor_of(viewer));
    view_text(&view, false, &text);
    return t->text;
}

/* What a seat foresees of its move with these words, in sentences; the preview itself is good until the next call. */
static inline const struct preview *trial_foresees(struct trial *t, int seat, const char *move_text,
                                                   const char *expected)
{
    static struct preview preview;
    int move = state_find(trial_game(t), t->match.state, seat, move_text);
    struct text text = text_in(t->text, sizeof t->text);

    if (move < 0)
        fail_msg("seat %d cannot '%s' at move %u", seat, move_text, t->match.n);
    preview_make(&preview, &t->match, seat, (move_t)move);
    preview_text(&preview, &text);
    assert_string_equal(t->text, expected);
    return &preview;
}

/* The counters and scores that are others then: "Turn +1; Cards of hand 0 -1; Points of seat 1 -3; score of seat 0 +1";
 * behind a zone stands its owner, and -1 where it is nobody's. */
static inline const char *trial_changes(struct trial *t, const struct preview *preview)
{
    static const char *const scopes[] = {[SCOPE_SEAT] = "seat", [SCOPE_PLACE] = "place"};
    struct speech speech = match_speech(&t->match, preview->seat);
    struct text text = text_in(t->text, sizeof t->text);

    for (int i = 0; i < preview->changes; i++) {
        const struct preview_change *change = &preview->change[i];
        const struct scene_zone *zone = change->zone;
        char words[256], of[64] = "";
        struct text said = text_in(words, sizeof words);

        sentence_put(&said, &speech, change->counter.words);
        if (change->counter.scope != SCOPE_TABLE)
            snprintf(of, sizeof of, " of %s %d", zone ? zone->is->id : scopes[change->counter.scope],
                     zone ? zone->owner : change->counter.of);
        if (change->fresh)
            snprintf(words + said.used, sizeof words - said.used, "%s%s is %d", said.used ? "" : "score", of,
                     change->counter.value);
        else if (change->by == 0)
            snprintf(words + said.used, sizeof words - said.used, "%s of at most %d", of, change->counter.limit);
        else
            snprintf(words + said.used, sizeof words - said.used, "%s%s %+d", said.used ? "" : "score", of, change->by);
        text_put(&text, i ? "; " : "");
        text_put(&text, words);
    }
    return t->text;
}

/* How many of this thing the viewer sees on the table (a back by its own name). */
static inline int trial_count(struct trial *t, const char *viewer, const char *thing)
{
    static struct view view;
    int n = 0;

    view_make(&view, &t->match, actor_of(viewer));
    for (int i = 0; i < view.scene.pieces; i++)
        if (strcmp(trial_game(t)->things[view.scene.piece[i].thing].name, thing) == 0)
            n += view.scene.piece[i].count;
    return n;
}

static inline struct result trial_result(const struct trial *t, uint8_t rank[SEATS_MAX])
{
    struct result result;

    assert_true(match_over(&t->match));
    memset(&result, 0, sizeof result);
    trial_game(t)->result(t->match.state, &result);
    game_ranks(trial_game(t), t->match.deal.setup.seats, &result, rank);
    return result;
}

/* The square root, by Newton: tests of games are not linked with the mathematics of the C library. */
static inline double root(double x)
{
    double r = x > 1 ? x : 1;

    for (int i = 0; i < 40; i++)
        r = (r + x / r) / 2;
    return r;
}

/* What a chi-square statistic exceeds by chance only once in some million times (five standard deviations, by the
 * approximation of Wilson and Hilferty). */
static inline double chi_square_limit(int freedom)
{
    double k = 2.0 / (9.0 * freedom), r = 1 - k + 5 * root(k);

    return freedom * r * r * r;
}

#endif
