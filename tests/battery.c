#include "battery.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/table/hash.h"
#include "../src/table/record.h"

/* Sanitized builds look for other faults than worlds dealt in the wrong proportion. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
enum { WORLDS_SHORT = 20000 };
#else
enum { WORLDS_SHORT = 400000 };
#endif

const struct effort effort_short = {24, 24, 2, WORLDS_SHORT, 6000};
const struct effort effort_long = {200, 60, 12, 600000, 30000};

/* ---- tools ----------------------------------------------------------------------------------- */

static bool found(struct fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool found(struct fault *fault, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(fault->text, sizeof fault->text, format, args);
    va_end(args);
    return false;
}

static void *need(size_t n)
{
    void *memory = calloc(1, n ? n : 1);

    if (!memory) {
        fprintf(stderr, "the battery needs more memory\n");
        exit(1);
    }
    return memory;
}

static void mark(uint32_t *highest, size_t value)
{
    if (value > *highest)
        *highest = (uint32_t)value;
}

static const char *name_of(const struct game *game, const struct setup *setup)
{
    static char name[DEAL_TEXT_MAX];
    struct text text = text_in(name, sizeof name);
    struct deal deal = {game, *setup, 0};

    deal_put(&text, &deal);
    *strchr(name, '#') = 0;
    return name;
}

/* ---- histories ------------------------------------------------------------------------------- */

/* How the seats of a random game choose. Stubborn players find the limits of length. */
enum policy { AT_RANDOM, THE_FIRST, THE_LAST };

static enum policy policy_of(int i)
{
    return i % 8 == 6 ? THE_FIRST : i % 8 == 7 ? THE_LAST : AT_RANDOM;
}

/* A game as it was played: every move, every state, and a fingerprint of what each viewer was told. */
struct history {
    const struct game *game;
    struct setup setup;
    uint32_t n;
    struct step *step;
    unsigned char *state; /* n + 1 of them */
    uint64_t (*told)[VIEWERS_MAX];
};

static void *state_of(const struct history *h, uint32_t i)
{
    return h->state + (size_t)i * h->game->state_size;
}

static uint64_t told_to(const struct facts *facts, int viewer)
{
    return facts_key(HASH_START, facts, viewer);
}

static int pick_actor(uint32_t asked, struct luck *luck)
{
    return bit_nth(asked, luck_below(luck, (uint32_t)bit_count(asked)));
}

static move_t pick_move(const struct game *game, const void *state, int actor, enum policy policy, struct luck *luck)
{
    move_t move[MOVES_MAX];
    int n;

    if (actor == CHANCE)
        return game_draw(game, state, luck_below(luck, game_odds(game, state)));
    n = game->moves(state, actor, move);
    return policy == THE_FIRST ? move[0] : policy == THE_LAST ? move[n - 1] : move[luck_below(luck, (uint32_t)n)];
}

/* Plays one game; false if it is longer than it may be. */
static bool play_history(struct history *h, const struct game *game, const struct setup *setup, int number,
                         struct fault *fault)
{
    struct luck luck = luck_at(20261115, 0, (uint32_t)number);
    uint32_t room = 64, asked;
    struct facts facts;

    *h = (struct history){.game = game, .setup = *setup};
    h->step = need(room * sizeof *h->step);
    h->state = need((room + 1) * (size_t)game->state_size);
    h->told = need(room * sizeof *h->told);
    game->start(h->state, setup);
    while ((asked = game->actors(state_of(h, h->n))) != 0) {
        int actor = pick_actor(asked, &luck);
        move_t move = pick_move(game, state_of(h, h->n), actor, policy_of(number), &luck);

        if (h->n == game->length_max)
            return found(fault, "%s: game %d is longer than %u moves", name_of(game, setup), number, game->length_max);
        if (h->n + 1 == room) {
            room *= 2;
            h->step = realloc(h->step, room * sizeof *h->step);
            h->state = realloc(h->state, (room + 1) * (size_t)game->state_size);
            h->told = realloc(h->told, room * sizeof *h->told);
        }
        memcpy(state_of(h, h->n + 1), state_of(h, h->n), game->state_size);
        facts.n = facts.lost = 0;
        game->apply(state_of(h, h->n + 1), actor, move, &facts);
        for (int viewer = 0; viewer < VIEWERS_MAX; viewer++)
            h->told[h->n][viewer] = told_to(&facts, viewer);
        h->step[h->n++] = (struct step){move, (uint8_t)actor, 0};
    }
    return true;
}

static void forget_history(struct history *h)
{
    free(h->step);
    free(h->state);
    free(h->told);
}

/* A match whose chance is given from outside, so that it can follow any history. */
static void *follow(struct match *match, const struct game *game, const struct setup *setup)
{
    struct deal deal = {game, *setup, 0};
    void *memory = need(match_memory(game));

    match_start(match, &deal, memory);
    match->well = NULL;
    return memory;
}

static void describe(char *out, size_t size, const struct history *h, uint32_t i)
{
    struct text text = text_in(out, size);
    struct speech plain = speech_plain(h->game);

    text_put(&text, actor_word(h->step[i].actor));
    text_char(&text, ' ');
    phrase_put(&text, &plain, h->game->say(state_of(h, i), h->step[i].actor, h->step[i].move));
}

/* ---- 1: lists, lengths and what the game says of itself --------------------------------------- */

static bool check_list(const struct game *game, const void *state, int actor, struct marks *marks, struct fault *fault)
{
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX];
    int n = game_options(game, state, actor, move, weight);

    mark(&marks->moves, (size_t)n);
    if (n < (actor == CHANCE ? 2 : 1) || n > game->moves_max)
        return found(fault, "%s: %s has %d options", game->id, actor_word(actor), n);
    for (int i = 0; i < n; i++) {
        if (move[i] >= game->move_ids)
            return found(fault, "%s: move %d is not below move_ids", game->id, move[i]);
        if (i > 0 && move[i] <= move[i - 1])
            return found(fault, "%s: moves %d, %d are not ascending", game->id, move[i - 1], move[i]);
        if (actor == CHANCE && weight[i] == 0)
            return found(fault, "%s: an outcome of chance has weight 0", game->id);
    }
    return true;
}

/* The quick way of drawing agrees with the list, for every number. */
static bool check_draw(const struct game *game, const void *state, struct fault *fault)
{
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX], r = 0;
    int n = game->chance(state, move, weight);

    if (game->source(state) >= game->sources)
        return found(fault, "%s: source %d does not exist", game->id, game->source(state));
    for (int i = 0; i < n; i++)
        for (uint32_t k = 0; k < weight[i]; k++)
            if (game_draw(game, state, r++) != move[i])
                return found(fault, "%s: draw(%u) is not outcome %d of the list", game->id, r - 1, move[i]);
    if (r != game_odds(game, state))
        return found(fault, "%s: odds are %u, the weights add up to %u", game->id, game_odds(game, state), r);
    return true;
}

/* A public choice with one option is played by the rules; a sealed one is owed all the same. A choice is sealed
 * if the first that is told of it is told to its maker alone. */
static bool check_single(const struct history *h, uint32_t i, struct fault *fault)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    move_t move[MOVES_MAX];
    struct facts facts = {0};
    int actor = h->step[i].actor;

    if (actor == CHANCE || (h->game->flags & GAME_FORCED_ASKED) || h->game->moves(state_of(h, i), actor, move) > 1)
        return true;
    memcpy(state, state_of(h, i), h->game->state_size);
    h->game->apply(state, actor, h->step[i].move, &facts);
    if (facts.n > 0 && facts.fact[0].to == ONLY(actor) && (facts.fact[0].flags & FACT_SILENT))
        return true;
    return found(fault, "%s: at move %u there is only one option, and it is asked for", h->game->id, i);
}

static uint32_t flags_seen(const struct history *h, uint32_t i)
{
    uint32_t asked = h->game->actors(state_of(h, i)), flags = 0;
    bool was_sealed = game_sealed(h->game, state_of(h, i)) || game_sealed(h->game, state_of(h, i + 1));

    if (was_sealed)
        flags |= GAME_SEALED;
    if ((asked & (asked - 1)) != 0 && !was_sealed)
        flags |= GAME_OPEN;
    for (int viewer = 0; viewer < h->setup.seats; viewer++)
        if (h->told[i][viewer] != h->told[i][REFEREE] && !was_sealed)
            flags |= GAME_HIDDEN;
    return flags;
}

static bool point_lists(const struct game *game, const struct setup *setup, const struct effort *effort,
                        struct marks *marks, struct fault *fault)
{
    unsigned char a[STATE_MAX], b[STATE_MAX];
    uint32_t flags = 0;
    bool ok = true;

    if (game->state_size > STATE_MAX || game->moves_max > MOVES_MAX || game->sources > SOURCES_MAX ||
        game->things_n > THINGS_MAX || game->options_n > OPTIONS_MAX || game->seats_max > SEATS_MAX)
        return found(fault, "%s: a number in its table is above the limit", game->id);
    memset(a, 0xaa, sizeof a);
    memset(b, 0x55, sizeof b);
    game->start(a, setup);
    game->start(b, setup);
    if (memcmp(a, b, game->state_size) != 0)
        return found(fault, "%s: start leaves bytes as they were", game->id);
    if (a[game->state_size] != 0xaa)
        return found(fault, "%s: start writes beyond the state", game->id);
    for (int g = 0; g < effort->games && ok; g++) {
        struct history h;

        ok = play_history(&h, game, setup, g, fault);
        mark(&marks->length, h.n);
        for (uint32_t i = 0; i < h.n && ok; i++) {
            uint32_t asked = game->actors(state_of(&h, i));

            if ((asked & BIT(CHANCE)) && asked != BIT(CHANCE))
                ok = found(fault, "%s: chance is asked together with seats", game->id);
            if (asked & ~(BIT(setup->seats) - 1) & ~BIT(CHANCE))
                ok = found(fault, "%s: a seat is asked that is not at the table", game->id);
            if (ok && (flags_seen(&h, i) & GAME_OPEN) &&
                game->actors(state_of(&h, i + 1)) != (asked & ~BIT(h.step[i].actor)))
                ok = found(fault, "%s: an open step does not wait for all its answers", game->id);
            for (FOR_BITS(actor, asked))
                ok = ok && check_list(game, state_of(&h, i), (int)actor, marks, fault);
            if (ok && asked == BIT(CHANCE))
                ok = check_draw(game, state_of(&h, i), fault);
            ok = ok && check_single(&h, i, fault);
            flags |= flags_seen(&h, i);
        }
        forget_history(&h);
    }
    marks->flags |= flags;
    if (ok && (flags & ~(uint32_t)game->flags & (GAME_SEALED | GAME_OPEN | GAME_HIDDEN)))
        ok = found(fault, "%s: flags are %u, but %u were seen", name_of(game, setup), game->flags, flags);
    return ok;
}

/* ---- 2: words -------------------------------------------------------------------------------- */

static bool touch_ok(const struct view *view, const struct touch *touch)
{
    const struct scene_piece *piece = view->scene.piece;

    for (int p = 0; p < view->scene.places; piece += view->scene.place[p].pieces, p++) {
        if (view->scene.place[p].id != touch->place)
            continue;
        if (touch->thing == NOTHING)
            return true;
        for (int i = 0; i < view->scene.place[p].pieces; i++)
            if (piece[i].thing == touch->thing)
                return true;
    }
    return false;
}

/* Texts of the options differ, read back as themselves, and the things to touch are there. */
static bool check_offers(const struct match *match, int seat, struct marks *marks, struct fault *fault)
{
    static struct view view;
    static char words[MOVES_MAX][MOVE_TEXT_MAX];
    const struct game *game = match->deal.game;
    struct speech plain = speech_plain(game);
    struct why why;

    view_make(&view, match, seat);
    if (!(game->actors(match->state) & BIT(seat)) != (view.offers == 0) && !game_sealed(game, match->state))
        return found(fault, "%s: seat %d has %d moves on offer", game->id, seat, view.offers);
    for (int i = 0; i < view.offers; i++) {
        struct text text = text_in(words[i], sizeof words[i]);
        move_t move;

        if (!phrase_put(&text, &plain, view.offer[i].phrase) || text.full || text.used == 0)
            return found(fault, "%s: move %d has no proper text ('%s')", game->id, view.offer[i].move, words[i]);
        mark(&marks->words, text.used);
        for (int k = 0; k < i; k++)
            if (text_same(words[i], words[k]))
                return found(fault, "%s: two moves are called '%s'", game->id, words[i]);
        if (!match_read_move(match, seat, words[i], &move, &why) || move != view.offer[i].move)
            return found(fault, "%s: '%s' is not read back as itself", game->id, words[i]);
        mark(&marks->touches, view.offer[i].touches);
        for (int k = 0; k < view.offer[i].touches; k++)
            if (!touch_ok(&view, &view.offer[i].touch[k]))
                return found(fault, "%s: '%s' touches what is not there (place %d, thing %d)", game->id, words[i],
                             view.offer[i].touch[k].place, view.offer[i].touch[k].thing);
        for (int k = 0; k < i; k++)
            if (view.offer[i].touches > 0 && view.offer[i].touches == view.offer[k].touches &&
                memcmp(view.offer[i].touch, view.offer[k].touch, view.offer[i].touches * sizeof(struct touch)) == 0)
                return found(fault, "%s: '%s' and '%s' are made by the same touches", game->id, words[i], words[k]);
    }
    return true;
}

/* Outcomes of chance have texts of their own, too. */
static bool check_chance_words(const struct match *match, struct marks *marks, struct fault *fault)
{
    static char words[MOVES_MAX][MOVE_TEXT_MAX];
    const struct game *game = match->deal.game;
    struct speech plain = speech_plain(game);
    move_t move[MOVES_MAX];
    int n = game_options(game, match->state, CHANCE, move, NULL);

    for (int i = 0; i < n; i++) {
        struct text text = text_in(words[i], sizeof words[i]);

        if (!phrase_put(&text, &plain, game->say(match->state, CHANCE, move[i])) || text.full || text.used == 0)
            return found(fault, "%s: outcome %d has no proper text ('%s')", game->id, move[i], words[i]);
        mark(&marks->words, text.used);
        for (int k = 0; k < i; k++)
            if (text_same(words[i], words[k]))
                return found(fault, "%s: two outcomes are called '%s'", game->id, words[i]);
    }
    return true;
}

/* Reads one JSON value and returns what comes after it; NULL if it is none. */
static const char *json_value(const char *at)
{
    char close = *at == '{' ? '}' : ']';
    bool object = *at == '{';

    if (*at == '"') {
        for (at++; *at != '"'; at++) {
            if ((unsigned char)*at < 0x20)
                return NULL;
            if (*at == '\\' && !strchr("\"\\/bfnrtu", *++at))
                return NULL;
        }
        return at + 1;
    }
    if (*at == '-' || (*at >= '0' && *at <= '9'))
        return at + 1 + strspn(at + 1, "0123456789");
    if (strncmp(at, "true", 4) == 0 || strncmp(at, "null", 4) == 0)
        return at + 4;
    if (*at != '{' && *at != '[')
        return NULL;
    if (*++at == close)
        return at + 1;
    for (;;) {
        if (object && (*at != '"' || !(at = json_value(at)) || *at++ != ':'))
            return NULL;
        at = json_value(at);
        if (!at || (*at != ',' && *at != close))
            return NULL;
        if (*at++ == close)
            return at;
    }
}

enum { COLUMNS = 80 };

static bool check_width(const struct match *match, int viewer, const char *board, struct fault *fault)
{
    char line[1024];

    while (*board) {
        size_t n = strcspn(board, "\n");

        snprintf(line, sizeof line, "%.*s", (int)n, board);
        if (text_width(line) > COLUMNS)
            return found(fault, "%s: a line of the board of viewer %s is wider than %d: %s", match->deal.game->id,
                         actor_word(viewer), COLUMNS, line);
        board += n + (board[n] == '\n');
    }
    return true;
}

/* Names as people choose them: long, with quotes, backslashes and letters from anywhere. */
static void give_names(struct match *match)
{
    static const char *const names[SEATS_MAX] = {"Christopher Bartholomew-Jones 2",
                                                 "\"Quote\" \\ back",
                                                 "Ren\303\251e",
                                                 "\xe6\x9d\x8e",
                                                 "A",
                                                 "{seat} [a|b]",
                                                 "O'Neill"};

    for (int seat = 0; seat < SEATS_MAX; seat++)
        strcpy(match->names[seat], names[seat]);
}

/* Every phrase of a scene can be said; ids of places are unique; nothing found no room. */
static bool check_scene(const struct match *match, int viewer, struct marks *marks, struct fault *fault)
{
    static struct view view;
    static char out[VIEW_JSON_MAX];
    const struct game *game = match->deal.game;
    struct speech speech = match_speech(match, viewer);
    struct text text = text_in(out, sizeof out);
    bool ok = true;

    view_make(&view, match, viewer);
    if (view.scene.lost)
        return found(fault, "%s: %d parts of the scene found no room", game->id, view.scene.lost);
    ok = sentence_put(&text, &speech, view.scene.prompt) && text.used > 0;
    for (int i = 0; i < view.scene.zones; i++)
        ok = ok && sentence_put(&text, &speech, view.scene.zone[i].title);
    for (int i = 0; i < view.scene.notes; i++)
        ok = ok && sentence_put(&text, &speech, view.scene.note[i].phrase);
    for (int i = 0; i < view.scene.places; i++) {
        ok = ok && sentence_put(&text, &speech, view.scene.place[i].label);
        for (int k = 0; k < i; k++)
            if (view.scene.place[i].id == view.scene.place[k].id)
                return found(fault, "%s: two places have the id %d", game->id, view.scene.place[i].id);
    }
    for (int i = 0; i < view.scene.pieces; i++)
        if (view.scene.piece[i].thing >= game->things_n)
            return found(fault, "%s: there is no thing %d", game->id, view.scene.piece[i].thing);
    if (!ok)
        return found(fault, "%s: a phrase of the scene does not fit its text: %s", game->id, out);
    text = text_in(out, sizeof out);
    view_json(&view, &text);
    if (text.full)
        return found(fault, "%s: the scene is longer than VIEW_JSON_MAX", game->id);
    if (!json_value(out) || *json_value(out))
        return found(fault, "%s: the scene is not JSON: %s", game->id, out);
    text = text_in(out, VIEW_TEXT_MAX);
    view_text(&view, true, &text);
    if (text.full)
        return found(fault, "%s: the board is longer than VIEW_TEXT_MAX", game->id);
    if (!check_width(match, viewer, out, fault))
        return false;
    mark(&marks->zones, view.scene.zones);
    mark(&marks->places, view.scene.places);
    mark(&marks->pieces, view.scene.pieces);
    mark(&marks->notes, view.scene.notes);
    mark(&marks->lines, view.result.lines);
    return true;
}

/* What a move tells can be said; making it without a listener gives the same bytes; a sealed choice tells
 * nobody else. */
static bool check_facts(const struct history *h, uint32_t i, struct marks *marks, struct fault *fault)
{
    _Alignas(8) unsigned char with[STATE_MAX], without[STATE_MAX];
    const struct game *game = h->game;
    struct facts facts = {0};
    int actor = h->step[i].actor;
    bool goes_on;

    memcpy(with, state_of(h, i), game->state_size);
    memcpy(without, state_of(h, i), game->state_size);
    game->apply(with, actor, h->step[i].move, &facts);
    game->apply(without, actor, h->step[i].move, NULL);
    if (memcmp(with, without, game->state_size) != 0)
        return found(fault, "%s: the state depends on who listens", game->id);
    if (facts.lost)
        return found(fault, "%s: %d facts found no room", game->id, facts.lost);
    mark(&marks->facts, facts.n);
    goes_on = game_sealed(game, with) != 0;
    for (int k = 0; k < facts.n; k++) {
        char line[512];

        for (int viewer = 0; viewer < VIEWERS_MAX; viewer++) {
            struct speech speech = {game, NULL, viewer};
            struct text text = text_in(line, sizeof line);

            if (!sentence_put(&text, &speech, facts.fact[k].phrase) || text.full || text.used == 0)
                return found(fault, "%s: a fact cannot be said: '%s'", game->id, line);
        }
        /* What a seat is told the referee is told too, unless it is what the public hears instead. */
        if (!(facts.fact[k].to & (BIT(REFEREE) | BIT(SPECTATOR))))
            return found(fault, "%s: the referee is not told: '%s'", game->id, line);
        if (goes_on && ((facts.fact[k].to & ~ONLY(actor)) || !(facts.fact[k].flags & FACT_SILENT)))
            return found(fault, "%s: a sealed choice is told to others before its time: '%s'", game->id, line);
    }
    return true;
}

static bool point_words(const struct game *game, const struct setup *setup, const struct effort *effort,
                        struct marks *marks, struct fault *fault)
{
    bool ok = true;

    for (int i = 0; i < game->texts_n; i++)
        if (!phrase_text_ok(game->texts[i]))
            return found(fault, "%s: text %d is not well made: '%s'", game->id, i, game->texts[i]);
    if (text_width(game->blurb) > BLURB_MAX)
        return found(fault, "%s: the one line about it is too long", game->id);
    for (int i = 0; i < game->things_n; i++)
        for (int k = 0; k < i; k++)
            if (text_same(game->things[i].name, game->things[k].name) ||
                text_equal(game->things[i].mark, game->things[k].mark))
                return found(fault, "%s: things %d and %d have the same name or mark", game->id, k, i);
    for (int g = 0; g < effort->games / 3 + 1 && ok; g++) {
        struct history h;
        struct match match;
        void *memory = follow(&match, game, setup);
        struct why why;

        if (g % 2)
            give_names(&match);
        ok = play_history(&h, game, setup, g, fault);
        for (uint32_t i = 0; ok; i++) {
            ok = check_chance_words(&match, marks, fault);
            for (int viewer = 0; viewer < VIEWERS_MAX && ok; viewer++)
                if (viewer < setup->seats || viewer >= SPECTATOR)
                    ok = check_scene(&match, viewer, marks, fault);
            for (int seat = 0; seat < setup->seats && ok; seat++)
                ok = check_offers(&match, seat, marks, fault);
            if (i == h.n || !ok)
                break;
            ok = check_facts(&h, i, marks, fault);
            if (ok && !match_force(&match, h.step[i].actor, h.step[i].move, &why))
                ok = found(fault, "%s: a legal move is refused: %s", game->id, why.text);
        }
        forget_history(&h);
        free(memory);
    }
    return ok;
}

/* ---- 3: the same moves give the same bytes ---------------------------------------------------- */

static bool same_state(const struct match *match, const void *state)
{
    return memcmp(match->state, state, match->deal.game->state_size) == 0;
}

/* A sealed step, chosen in another order, some choices changed and changed back, gives the same bytes, and what
 * all are told at its end is the same. */
static bool check_sealed_step(const struct history *h, uint32_t from, uint32_t to, struct luck *luck,
                              struct fault *fault)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = h->game;
    uint32_t left = 0;
    struct facts facts = {0};

    memcpy(state, state_of(h, from), game->state_size);
    for (uint32_t i = from; i < to; i++)
        left |= BIT(h->step[i].actor);
    while (left) {
        int seat = pick_actor(left, luck);

        left &= ~BIT(seat);
        for (uint32_t i = from; i < to; i++) {
            if (h->step[i].actor != seat)
                continue;
            facts.n = 0;
            game->apply(state, seat, h->step[i].move, &facts);
        }
        if (left && luck_below(luck, 2) == 0) {
            game->reopen(state, BIT(seat));
            if (!(game->actors(state) & BIT(seat)) || (game_sealed(game, state) & BIT(seat)))
                return found(fault, "%s: reopening does not ask seat %d again", game->id, seat);
            left |= BIT(seat);
        }
    }
    if (memcmp(state, state_of(h, to), game->state_size) != 0)
        return found(fault, "%s: a sealed step depends on the order of choosing (moves %u to %u)", game->id, from, to);
    for (int viewer = h->setup.seats; viewer < VIEWERS_MAX; viewer++)
        if (viewer != REFEREE && told_to(&facts, viewer) != h->told[to - 1][viewer])
            return found(fault, "%s: what a reveal tells depends on who chose last", game->id);
    return true;
}

static bool check_sealed_steps(const struct history *h, struct luck *luck, struct fault *fault)
{
    uint32_t from = 0;

    for (uint32_t i = 0; i < h->n; i++) {
        bool before = game_sealed(h->game, state_of(h, i)) != 0, after = game_sealed(h->game, state_of(h, i + 1)) != 0;

        if (!before && after)
            from = i;
        if (before && !after && !check_sealed_step(h, from, i + 1, luck, fault))
            return false;
    }
    return true;
}

static bool check_record(const struct match *match, struct fault *fault)
{
    size_t room = record_room(match) + 1;
    char *text = need(room), *again = need(room);
    void *memory = need(match_memory(match->deal.game));
    struct text out = text_in(text, room);
    struct record_why why;
    struct match loaded;
    bool ok = true;

    record_put(&out, match);
    if (out.full)
        ok = found(fault, "record_room is too small");
    else if (!record_load(&loaded, text, out.used, memory, &why))
        ok = found(fault, "its own record is refused at line %u: %s", why.line, why.why.text);
    else if (!same_state(&loaded, match->state))
        ok = found(fault, "the record leads to another state");
    if (ok) {
        out = text_in(again, room);
        record_put(&out, &loaded);
        if (strcmp(text, again) != 0)
            ok = found(fault, "a record that was read is written differently");
    }
    free(text);
    free(again);
    free(memory);
    return ok;
}

/* Plays by the ways that a front end has, with changes of mind, and looks at the record now and then. */
static bool check_live(const struct game *game, const struct setup *setup, int number, struct fault *fault)
{
    struct luck luck = luck_at(7, 1, (uint32_t)number);
    struct deal deal = {game, *setup, luck_word64(&luck)};
    struct match match;
    void *memory = need(match_memory(game));
    _Alignas(8) unsigned char before[STATE_MAX];
    move_t move[MOVES_MAX];
    struct why why;
    bool ok = true;

    match_start(&match, &deal, memory);
    match_settle(&match);
    while (ok && !match_over(&match)) {
        uint32_t asked = game->actors(match.state), can = asked | game_sealed(game, match.state);
        int seat = pick_actor(can, &luck), n = match_moves(&match, seat, move);

        if (n < 1) {
            ok = found(fault, "%s: seat %d is asked and has no moves", game->id, seat);
        } else if (luck_below(&luck, 40) == 0) {
            match_retract(&match, seat, &why);
        } else if (!match_play(&match, seat, match.decision, move[luck_below(&luck, (uint32_t)n)], &why)) {
            ok = found(fault, "%s: a move on offer is refused: %s", game->id, why.text);
        }
        if (ok && luck_below(&luck, 16) == 0)
            ok = check_record(&match, fault);
        if (ok && luck_below(&luck, 16) == 0) {
            uint32_t decision = match.decision, n_before = match.n, back = luck_below(&luck, match.n + 1);

            memcpy(before, match.state, game->state_size);
            match_rewind(&match, back);
            if (match.n != back || match.decision <= decision)
                ok = found(fault, "%s: going back does not give a new decision", game->id);
            while (match_forward(&match))
                ;
            if (match.n != n_before || !same_state(&match, before))
                ok = found(fault, "%s: undo and redo lead to another state", game->id);
        }
    }
    ok = ok && check_record(&match, fault);
    free(memory);
    return ok;
}

static bool point_bytes(const struct game *game, const struct setup *setup, const struct effort *effort,
                        struct marks *marks, struct fault *fault)
{
    struct luck luck = {3};
    bool ok = true;

    (void)marks;
    for (int g = 0; g < effort->games && ok; g++) {
        struct history h;
        struct match match;
        void *memory = follow(&match, game, setup);
        struct why why;
        uint32_t i;

        ok = play_history(&h, game, setup, g, fault);
        for (i = 0; i < h.n && ok; i++) {
            match_force(&match, h.step[i].actor, h.step[i].move, &why);
            if (!same_state(&match, state_of(&h, i + 1)))
                ok = found(fault, "%s: the same moves give other bytes", game->id);
        }
        for (int k = 0; k < 8 && ok; k++) {
            uint32_t back = luck_below(&luck, h.n + 1);

            match_state_at(&match, back, state_of(&h, 0));
            match_rewind(&match, back);
            if (!same_state(&match, state_of(&h, 0)))
                ok = found(fault, "%s: going back to move %u gives other bytes", game->id, back);
            if (ok && game_sealed(game, match.state) == 0 && back > 0 && !same_state(&match, state_of(&h, back)))
                ok = found(fault, "%s: move %u was another state when it was played", game->id, back);
            while (match_forward(&match))
                ;
        }
        game->start(state_of(&h, 0), setup);
        ok = ok && check_record(&match, fault) && check_sealed_steps(&h, &luck, fault) &&
             check_live(game, setup, g, fault);
        forget_history(&h);
        free(memory);
    }
    return ok;
}

/* ---- 4: nobody learns what they must not ------------------------------------------------------- */

/* All that a viewer is shown: the scene and the moves as JSON, the board as text, and the log of the last move. */
struct shown {
    char text[VIEW_JSON_MAX + VIEW_TEXT_MAX + 8192];
};

/* Shows the match as if it stood at `state`. */
static void show_state(struct text *out, struct match *match, void *state, int viewer)
{
    static struct view view;
    unsigned char *kept = match->state;

    match->state = state;
    view_make(&view, match, viewer);
    view_json(&view, out);
    text_char(out, '\n');
    view_text(&view, true, out);
    match->state = kept;
}

static void show(struct shown *out, struct match *match, int viewer)
{
    struct text text = text_in(out->text, sizeof out->text);

    show_state(&text, match, match->state, viewer);
    if (match->n > 0 && !game_sealed(match->deal.game, match->state))
        match_log_json(match, viewer, match->n - 1, match->n, &text);
}

static void veiled(const struct match *match, int viewer, uint64_t seed, void *out)
{
    struct luck luck = {seed};

    game_view(match->deal.game, match->state, viewer, out);
    match->deal.game->veil(out, viewer, &luck);
}

static bool differ(struct fault *fault, const struct history *h, uint32_t i, int viewer, const char *what,
                   const char *a, const char *b)
{
    size_t k = 0, from;
    char move[256] = "the set-up";

    while (a[k] && a[k] == b[k])
        k++;
    from = k > 60 ? k - 60 : 0;
    if (i > 0)
        describe(move, sizeof move, h, i - 1);
    return found(fault, "%s: %s, viewer %s, after move %u (%s):\n#   ...%.160s\n#   ...%.160s",
                 name_of(h->game, &h->setup), what, actor_word(viewer), i, move, a + from, b + from);
}

/* Redealing keeps what the viewer sees and who is asked, whatever the luck. */
static bool check_veil_keeps(const struct history *h, struct match *match, uint32_t i, int viewer, struct fault *fault)
{
    static struct shown real, redealt;
    _Alignas(8) unsigned char state[STATE_MAX], view[STATE_MAX];
    struct text text = text_in(real.text, sizeof real.text);

    game_view(h->game, match->state, viewer, view);
    show_state(&text, match, view, viewer);
    for (uint64_t k = 0; k < 2; k++) {
        veiled(match, viewer, i * 2 + k, state);
        if (h->game->actors(state) != h->game->actors(view) ||
            game_sealed(h->game, state) != game_sealed(h->game, view))
            return found(fault, "%s: veil changes who is asked, viewer %s, after move %u", name_of(h->game, &h->setup),
                         actor_word(viewer), i);
        text = text_in(redealt.text, sizeof redealt.text);
        show_state(&text, match, state, viewer);
        if (strcmp(real.text, redealt.text) != 0)
            return differ(fault, h, i, viewer, "veil changes what the viewer sees", real.text, redealt.text);
    }
    return true;
}

/* A move of this actor in the twin that tells the viewer the same as the recorded one; the recorded one itself
 * if that fits and `other` is false. False if there is none. */
static bool find_twin_move(const struct history *h, const struct match *twin, uint32_t i, int viewer, bool other,
                           struct luck *luck, move_t *out, bool *reveals)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = h->game;
    move_t move[MOVES_MAX], fitting[MOVES_MAX];
    int n = game_options(game, twin->state, h->step[i].actor, move, NULL), fit = 0;
    bool recorded = false;

    *reveals = false;
    for (int k = 0; k < n; k++) {
        struct facts facts = {0};

        memcpy(state, twin->state, game->state_size);
        game->apply(state, h->step[i].actor, move[k], &facts);
        if (told_to(&facts, viewer) != h->told[i][viewer]) {
            *reveals = *reveals || move[k] == h->step[i].move;
            continue;
        }
        if (move[k] == h->step[i].move)
            recorded = true;
        else
            fitting[fit++] = move[k];
    }
    if (recorded && (!other || fit == 0)) {
        *out = h->step[i].move;
        return !other;
    }
    if (fit == 0)
        return false;
    *out = fitting[luck_below(luck, (uint32_t)fit)];
    return true;
}

static bool was_told(const struct facts *facts, int viewer, struct phrase phrase)
{
    for (int i = 0; i < facts->n; i++)
        if ((facts->fact[i].to & BIT(viewer)) && memcmp(&facts->fact[i].phrase, &phrase, sizeof phrase) == 0)
            return true;
    return false;
}

/* The recorded move is possible in both worlds and tells the viewer different things: something hidden has come to
 * light, and what is told in one world and not in the other must say so, because undo depends on it. */
static bool check_reveal_flag(const struct history *h, const struct match *twin, uint32_t i, int viewer,
                              struct fault *fault)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    struct facts facts = {0}, twins = {0};

    if (h->step[i].actor == CHANCE)
        return true;
    memcpy(state, state_of(h, i), h->game->state_size);
    h->game->apply(state, h->step[i].actor, h->step[i].move, &facts);
    memcpy(state, twin->state, h->game->state_size);
    h->game->apply(state, h->step[i].actor, h->step[i].move, &twins);
    for (int k = 0; k < facts.n; k++)
        if ((facts.fact[k].flags & FACT_REVEALS) && (facts.fact[k].to & BIT(viewer)) &&
            !was_told(&twins, viewer, facts.fact[k].phrase))
            return true;
    for (int k = 0; k < twins.n; k++)
        if ((twins.fact[k].flags & FACT_REVEALS) && (twins.fact[k].to & BIT(viewer)) &&
            !was_told(&facts, viewer, twins.fact[k].phrase))
            return true;
    return found(fault, "%s: move %u tells viewer %s something hidden without FACT_REVEALS",
                 name_of(h->game, &h->setup), i, actor_word(viewer));
}

/* One twin history: the same as the record up to move `from`, which is another one that the viewer cannot tell
 * from it; from then on as near to the record as that world allows. */
static bool check_twin(const struct history *h, const uint64_t *base, int viewer, uint32_t from, struct luck *luck,
                       struct fault *fault)
{
    static struct shown shown, real;
    _Alignas(8) unsigned char a[STATE_MAX], b[STATE_MAX];
    const struct game *game = h->game;
    struct match twin, match;
    void *memory = follow(&twin, game, &h->setup), *memory2 = follow(&match, game, &h->setup);
    struct why why;
    move_t move;
    bool reveals, ok = true;

    for (uint32_t i = 0; i < from; i++)
        match_force(&twin, h->step[i].actor, h->step[i].move, &why);
    for (uint32_t i = from; i < h->n && ok; i++) {
        if (!find_twin_move(h, &twin, i, viewer, i == from, luck, &move, &reveals)) {
            if (reveals && i > from)
                ok = check_reveal_flag(h, &twin, i, viewer, fault);
            break;
        }
        match_force(&twin, h->step[i].actor, move, &why);
        if (game->actors(twin.state) != game->actors(state_of(h, i + 1))) {
            ok = found(fault, "%s: who is asked after move %u depends on what viewer %s cannot know",
                       name_of(game, &h->setup), i, actor_word(viewer));
            break;
        }
        show(&shown, &twin, viewer);
        veiled(&twin, viewer, i + 1, a);
        if (hash_bytes(hash_bytes(HASH_START, shown.text, strlen(shown.text)), a, game->state_size) == base[i + 1])
            continue;
        /* Something differs: find out what, slowly. */
        while (match.n <= i)
            match_force(&match, h->step[match.n].actor, h->step[match.n].move, &why);
        show(&real, &match, viewer);
        veiled(&match, viewer, i + 1, b);
        ok = strcmp(real.text, shown.text) != 0
                 ? differ(fault, h, i + 1, viewer, "a leak", real.text, shown.text)
                 : found(fault, "%s: veil depends on what viewer %s cannot know (after move %u)",
                         name_of(game, &h->setup), actor_word(viewer), i);
    }
    free(memory);
    free(memory2);
    return ok;
}

/* The steps that could have been another one without the viewer noticing. */
static int unseen_steps(const struct history *h, int viewer, uint32_t out[])
{
    _Alignas(8) unsigned char state[STATE_MAX];
    move_t move[MOVES_MAX];
    int n = 0;

    for (uint32_t i = 0; i < h->n; i++) {
        int options;

        if (h->step[i].actor == viewer)
            continue;
        options = game_options(h->game, state_of(h, i), h->step[i].actor, move, NULL);
        for (int k = 0; k < options; k++) {
            struct facts facts = {0};

            if (move[k] == h->step[i].move)
                continue;
            memcpy(state, state_of(h, i), h->game->state_size);
            h->game->apply(state, h->step[i].actor, move[k], &facts);
            if (told_to(&facts, viewer) == h->told[i][viewer]) {
                out[n++] = i;
                break;
            }
        }
    }
    return n;
}

static bool check_viewer(const struct history *h, int viewer, const struct effort *effort, struct luck *luck,
                         struct fault *fault)
{
    static struct shown shown;
    _Alignas(8) unsigned char state[STATE_MAX];
    uint64_t *base = need((h->n + 1) * sizeof *base);
    uint32_t *unseen = need((h->n + 1) * sizeof *unseen);
    struct match match;
    void *memory = follow(&match, h->game, &h->setup);
    struct why why;
    bool ok = true;
    int n = unseen_steps(h, viewer, unseen);

    for (uint32_t i = 0; i <= h->n && n > 0; i++) {
        show(&shown, &match, viewer);
        veiled(&match, viewer, i, state);
        base[i] = hash_bytes(hash_bytes(HASH_START, shown.text, strlen(shown.text)), state, h->game->state_size);
        if (i < h->n)
            match_force(&match, h->step[i].actor, h->step[i].move, &why);
    }
    for (int t = 0; t < effort->twins && n > 0 && ok; t++)
        ok = check_twin(h, base, viewer, unseen[luck_below(luck, (uint32_t)n)], luck, fault);
    match_rewind(&match, 0);
    for (uint32_t i = 0; i <= h->n && ok; i++) {
        ok = check_veil_keeps(h, &match, i, viewer, fault);
        if (i < h->n)
            match_force(&match, h->step[i].actor, h->step[i].move, &why);
    }
    free(base);
    free(unseen);
    free(memory);
    return ok;
}

static bool point_leaks(const struct game *game, const struct setup *setup, const struct effort *effort,
                        struct marks *marks, struct fault *fault)
{
    struct luck luck = {4};
    bool ok = true;

    (void)marks;
    for (int g = 0; g < effort->games / 3 + 1 && ok; g++) {
        struct history h;

        ok = play_history(&h, game, setup, g, fault);
        for (int viewer = 0; viewer <= SPECTATOR && ok; viewer++)
            if (viewer < setup->seats || viewer == SPECTATOR)
                ok = check_viewer(&h, viewer, effort, &luck, fault);
        forget_history(&h);
    }
    return ok;
}

/* ---- 5: redealing is fair ----------------------------------------------------------------------- */

/* What a viewer can believe: every state that fits all that it was told, with its probability. Kept move by move,
 * exactly: chance by its weights, choices that the viewer does not see uniform over their options, moves that it
 * sees only as possible or not. */
struct belief {
    size_t size, n, room, slots;
    unsigned char *state;
    double *weight;
    uint32_t *slot; /* index + 1 by hash */
};

static void belief_start(struct belief *b, size_t size)
{
    *b = (struct belief){.size = size, .room = 64, .slots = 256};
    b->state = need(b->room * size);
    b->weight = need(b->room * sizeof *b->weight);
    b->slot = need(b->slots * sizeof *b->slot);
}

static void belief_end(struct belief *b)
{
    free(b->state);
    free(b->weight);
    free(b->slot);
}

static uint32_t *belief_slot(struct belief *b, const void *state)
{
    size_t i = hash_bytes(HASH_START, state, b->size) & (b->slots - 1);

    while (b->slot[i] && memcmp(b->state + (size_t)(b->slot[i] - 1) * b->size, state, b->size) != 0)
        i = (i + 1) & (b->slots - 1);
    return &b->slot[i];
}

static void belief_grow(struct belief *b)
{
    b->room *= 2;
    b->slots *= 2;
    b->state = realloc(b->state, b->room * b->size);
    b->weight = realloc(b->weight, b->room * sizeof *b->weight);
    free(b->slot);
    b->slot = need(b->slots * sizeof *b->slot);
    for (size_t i = 0; i < b->n; i++)
        *belief_slot(b, b->state + i * b->size) = (uint32_t)i + 1;
}

static void belief_add(struct belief *b, const void *state, double weight)
{
    uint32_t *slot = belief_slot(b, state);

    if (!*slot) {
        if (b->n == b->room) {
            belief_grow(b);
            slot = belief_slot(b, state);
        }
        memcpy(b->state + b->n * b->size, state, b->size);
        b->weight[b->n] = 0;
        *slot = (uint32_t)++b->n;
    }
    b->weight[*slot - 1] += weight;
}

/* One move further. */
static void belief_step(const struct belief *from, struct belief *to, const struct history *h, uint32_t i, int viewer)
{
    static _Alignas(8) unsigned char fitting[MOVES_MAX][STATE_MAX];
    const struct game *game = h->game;
    int actor = h->step[i].actor;

    for (size_t e = 0; e < from->n; e++) {
        const unsigned char *state = from->state + e * from->size;
        move_t move[MOVES_MAX];
        uint32_t weight[MOVES_MAX], fitting_weight[MOVES_MAX];
        double total = 0;
        int fit = 0, n = game_options(game, state, actor, move, weight);

        for (int k = 0; k < n; k++) {
            struct facts facts;

            total += actor == CHANCE ? weight[k] : 1;
            facts.n = facts.lost = 0;
            memcpy(fitting[fit], state, game->state_size);
            game->apply(fitting[fit], actor, move[k], &facts);
            if (told_to(&facts, viewer) == h->told[i][viewer])
                fitting_weight[fit++] = weight[k];
        }
        for (int k = 0; k < fit; k++)
            belief_add(to, fitting[k],
                       from->weight[e] * (actor == CHANCE ? fitting_weight[k] / total
                                          : fit == 1      ? 1
                                                          : 1 / total));
    }
}

/* How many standard deviations a chi-square statistic lies above what chance would give. */
static double chi_square_excess(double chi, int freedom)
{
    double k = 2.0 / (9.0 * freedom);

    return (cbrt(chi / freedom) - (1 - k)) / sqrt(k);
}

enum { BUCKETS = 64, FEW_WORLDS = 3000 };

/* Draws redeals and compares their frequencies with the belief: state by state where they are few, in random
 * buckets of states otherwise. None may be impossible. */
static bool compare_veil(const struct history *h, uint32_t i, int viewer, const struct belief *belief, int samples,
                         struct fault *fault)
{
    _Alignas(8) unsigned char state[STATE_MAX], view[STATE_MAX];
    struct belief views;
    double expected[BUCKETS * 4] = {0}, counted[BUCKETS * 4] = {0}, total = 0, chi = 0, rare = 0, rare_counted = 0;
    struct luck luck = luck_at(5, (uint32_t)viewer, i);
    size_t buckets;
    int freedom = -1;
    bool ok = true;

    belief_start(&views, belief->size);
    for (size_t e = 0; e < belief->n; e++) {
        memcpy(state, belief->state + e * belief->size, belief->size);
        game_view(h->game, state, viewer, view);
        belief_add(&views, view, belief->weight[e]);
        total += belief->weight[e];
    }
    buckets = views.n <= BUCKETS * 4 ? views.n : BUCKETS;
    for (size_t e = 0; e < views.n; e++)
        expected[views.n == buckets ? e : hash_bytes(9, views.state + e * views.size, views.size) % BUCKETS] +=
            views.weight[e] / total * samples;
    game_view(h->game, state_of(h, i), viewer, view);
    for (int k = 0; k < samples && ok; k++) {
        uint32_t slot;

        memcpy(state, view, h->game->state_size);
        h->game->veil(state, viewer, &luck);
        slot = *belief_slot(&views, state);
        if (slot == 0)
            ok = found(
                fault,
                "%s: after move %u veil deals a world that contradicts what viewer %s was told: it forgets, or the "
                "log tells too much",
                name_of(h->game, &h->setup), i, actor_word(viewer));
        else
            counted[views.n == buckets ? slot - 1 : hash_bytes(9, state, views.size) % BUCKETS]++;
    }
    for (size_t k = 0; k < buckets && ok; k++) {
        if (expected[k] < 8) { /* too rare to stand alone */
            rare += expected[k];
            rare_counted += counted[k];
            continue;
        }
        chi += (counted[k] - expected[k]) * (counted[k] - expected[k]) / expected[k];
        freedom++;
    }
    if (rare >= 8) {
        chi += (rare_counted - rare) * (rare_counted - rare) / rare;
        freedom++;
    }
    if (ok && freedom > 0 && chi_square_excess(chi, freedom) > 5)
        ok = found(fault,
                   "%s: veil for viewer %s after move %u is not fair: chi-square %.1f with %d degrees of freedom",
                   name_of(h->game, &h->setup), actor_word(viewer), i, chi, freedom);
    belief_end(&views);
    return ok;
}

/* Follows one viewer's belief through a game and compares at some of its moments. */
static bool follow_belief(const struct history *h, int viewer, const struct effort *effort, struct luck *luck,
                          struct marks *marks, int *compared, struct fault *fault)
{
    struct belief now, next;
    bool ok = true;
    uint32_t often = h->n / 12 + 1;

    belief_start(&now, h->game->state_size);
    belief_add(&now, state_of(h, 0), 1);
    for (uint32_t i = 0; i < h->n && ok; i++) {
        belief_start(&next, h->game->state_size);
        belief_step(&now, &next, h, i, viewer);
        belief_end(&now);
        now = next;
        if (now.n > (size_t)effort->worlds)
            break;
        if (now.n > 1 && luck_below(luck, often) == 0) {
            ok = compare_veil(h, i + 1, viewer, &now, effort->samples, fault);
            mark(&marks->beliefs, now.n);
            ++*compared;
        } else if (now.n <= FEW_WORLDS) { /* at least nothing impossible, also where everything is known */
            ok = compare_veil(h, i + 1, viewer, &now, 30, fault);
            *compared += now.n > 1;
        }
    }
    belief_end(&now);
    return ok;
}

/* Chance draws by its weights. */
static bool check_chance(const struct history *h, uint32_t i, struct fault *fault)
{
    enum { DRAWS = 3000 };
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX], counted[MOVES_MAX] = {0};
    int n = h->game->chance(state_of(h, i), move, weight);
    uint32_t odds = game_odds(h->game, state_of(h, i));
    double chi = 0;

    for (uint32_t k = 0; k < DRAWS; k++) {
        struct luck luck = luck_at(i, h->game->source(state_of(h, i)), k);
        move_t drawn = game_draw(h->game, state_of(h, i), luck_below(&luck, odds));

        for (int m = 0; m < n; m++)
            counted[m] += move[m] == drawn;
    }
    for (int m = 0; m < n; m++) {
        double expected = (double)DRAWS * weight[m] / odds;

        chi += (counted[m] - expected) * (counted[m] - expected) / expected;
    }
    return chi_square_excess(chi, n - 1) < 5 ||
           found(fault, "%s: chance at move %u does not follow its weights: chi-square %.1f with %d degrees of freedom",
                 h->game->id, i, chi, n - 1);
}

static bool point_fair(const struct game *game, const struct setup *setup, const struct effort *effort,
                       struct marks *marks, struct fault *fault)
{
    struct luck luck = {5};
    int compared = 0;
    bool ok = true;

    for (int g = 0; g < effort->beliefs && ok; g++) {
        struct history h;

        ok = play_history(&h, game, setup, g, fault);
        for (uint32_t i = 0; i < h.n && i < 200 && ok; i++)
            if (h.step[i].actor == CHANCE)
                ok = check_chance(&h, i, fault);
        /* Each game is followed by one seat, another one for each game and setup, and by the spectator. */
        ok = ok &&
             follow_belief(&h, (g + setup->option[0] + 1) % setup->seats, effort, &luck, marks, &compared, fault) &&
             follow_belief(&h, SPECTATOR, effort, &luck, marks, &compared, fault);
        forget_history(&h);
    }
    if (ok && (game->flags & GAME_HIDDEN) && compared == 0)
        ok = found(fault, "%s: no position was small enough to compare", name_of(game, setup));
    return ok;
}

/* ---- 6: no piece is lost ------------------------------------------------------------------------ */

static bool check_pieces(const struct match *match, int viewer, const uint16_t box[], struct fault *fault)
{
    static struct view view;
    const struct game *game = match->deal.game;
    uint32_t known[THINGS_MAX] = {0}, of_back[THINGS_MAX] = {0}, in_box[THINGS_MAX] = {0};
    bool unlimited[THINGS_MAX] = {false};

    view_make(&view, match, viewer);
    for (int i = 0; i < view.scene.pieces; i++)
        known[view.scene.piece[i].thing] += view.scene.piece[i].count;
    for (int t = 0; t < game->things_n; t++) {
        int back = game->things[t].back == NO_BACK ? t : game->things[t].back;

        of_back[back] += known[t];
        if (back == t && game->things[t].back != NO_BACK)
            continue; /* the back itself */
        if (box[t] == UNLIMITED)
            unlimited[back] = true;
        else if (known[t] > box[t])
            return found(fault, "%s: %s sees %u × %s, and the box has %u", game->id, actor_word(viewer), known[t],
                         game->things[t].name, box[t]);
        else
            in_box[back] += box[t];
    }
    for (int t = 0; t < game->things_n; t++)
        if (!unlimited[t] && of_back[t] != in_box[t])
            return found(fault, "%s: %s sees %u × %s and its like, and the box has %u", game->id, actor_word(viewer),
                         of_back[t], game->things[t].name, in_box[t]);
    return true;
}

static bool point_pieces(const struct game *game, const struct setup *setup, const struct effort *effort,
                         struct marks *marks, struct fault *fault)
{
    uint16_t box[THINGS_MAX] = {0};
    bool ok = true;

    (void)marks;
    game->contents(setup, box);
    for (int g = 0; g < effort->games && ok; g++) {
        struct history h;
        struct match match;
        void *memory = follow(&match, game, setup);
        struct why why;

        ok = play_history(&h, game, setup, g, fault);
        for (uint32_t i = 0; i <= h.n && ok; i++) {
            for (int viewer = 0; viewer < VIEWERS_MAX && ok; viewer++)
                if (viewer < setup->seats || viewer >= SPECTATOR)
                    ok = check_pieces(&match, viewer, box, fault);
            if (i < h.n)
                match_force(&match, h.step[i].actor, h.step[i].move, &why);
        }
        forget_history(&h);
        free(memory);
    }
    return ok;
}

/* ---- 7: what is not allowed is refused ----------------------------------------------------------- */

static bool refuses(struct match *match, int seat, uint32_t decision, move_t move, struct fault *fault)
{
    struct match kept = *match;
    _Alignas(8) unsigned char before[STATE_MAX];
    struct why why = {""};

    memcpy(before, match->state, match->deal.game->state_size);
    if (match_play(match, seat, decision, move, &why))
        return found(fault, "%s: seat %d may play %d in decision %u", match->deal.game->id, seat, move, decision);
    if (!why.text[0])
        return found(fault, "%s: a move is refused without a word", match->deal.game->id);
    if (!same_state(match, before) || memcmp(match, &kept, sizeof kept) != 0)
        return found(fault, "%s: a refused move changes the match", match->deal.game->id);
    return true;
}

static bool check_refusals(struct match *match, struct fault *fault)
{
    const struct game *game = match->deal.game;
    move_t legal[MOVES_MAX], move;
    struct why why = {""};
    bool ok = true;

    for (int seat = -1; seat <= match->deal.setup.seats && ok; seat++) {
        int n = match_moves(match, seat, legal), k = 0;

        for (uint32_t m = 0; m < game->move_ids + 3 && ok; m++) {
            if (k < n && legal[k] == m)
                k++;
            else
                ok = refuses(match, seat, match->decision, (move_t)m, fault);
        }
        if (ok && n > 0)
            ok = refuses(match, seat, match->decision - 1, legal[0], fault) &&
                 refuses(match, seat, match->decision + 1, legal[0], fault);
        if (ok && match_read_move(match, seat, "no such move", &move, &why))
            ok = found(fault, "%s: nonsense is taken for a move", game->id);
        if (ok && !why.text[0])
            ok = found(fault, "%s: nonsense is refused without a word", game->id);
    }
    return ok;
}

static bool point_refusals(const struct game *game, const struct setup *setup, const struct effort *effort,
                           struct marks *marks, struct fault *fault)
{
    bool ok = true;

    (void)marks;
    for (int g = 0; g < effort->games / 4 + 1 && ok; g++) {
        struct history h;
        struct match match;
        void *memory = follow(&match, game, setup);
        struct why why;

        ok = play_history(&h, game, setup, g, fault);
        for (uint32_t i = 0; i <= h.n && ok; i++) {
            if (i % 5 == 0 || i == h.n)
                ok = check_refusals(&match, fault);
            if (i < h.n)
                match_force(&match, h.step[i].actor, h.step[i].move, &why);
        }
        if (ok && match_force(&match, CHANCE, 1, &why))
            ok = found(fault, "%s: chance plays on after the end", game->id);
        forget_history(&h);
        free(memory);
    }
    return ok;
}

/* ---- 8: results ------------------------------------------------------------------------------- */

/* Whether seat a stands before seat b, written a second time, from the words of the rules. */
static bool before(const struct game *game, const struct result *r, int a, int b)
{
    int64_t keys[2][1 + TIES_MAX];

    for (int i = 0; i < 2; i++) {
        int seat = i ? b : a;

        keys[i][0] = game->flags & GAME_LOWEST_WINS ? -(int64_t)r->score[seat] : r->score[seat];
        for (int k = 0; k < TIES_MAX; k++)
            keys[i][k + 1] = r->tie[seat][k];
    }
    for (int k = 0; k <= TIES_MAX; k++)
        if (keys[0][k] != keys[1][k])
            return keys[0][k] > keys[1][k];
    return false;
}

static bool check_result(const struct game *game, const struct setup *setup, const void *state, struct fault *fault)
{
    struct result result;
    uint8_t rank[SEATS_MAX] = {0};
    int seats = setup->seats, order[SEATS_MAX];
    struct speech plain = speech_plain(game);

    memset(&result, 0, sizeof result);
    game->result(state, &result);
    game_ranks(game, seats, &result, rank);
    if (result.lost || result.lines == 0)
        return found(fault, "%s: the result has %d lines, %d lost", game->id, result.lines, result.lost);
    for (int i = 0; i < result.lines; i++) {
        char line[512];
        struct text text = text_in(line, sizeof line);

        if (!sentence_put(&text, &plain, result.line[i].phrase) || text.full || text.used == 0)
            return found(fault, "%s: a line of the result cannot be said: '%s'", game->id, line);
    }
    if (seats == 1)
        return rank[0] == (result.missed ? 2 : 1) || found(fault, "%s: solo rank %d", game->id, rank[0]);
    for (int i = 0; i < seats; i++)
        order[i] = i;
    for (int i = 1; i < seats; i++)
        for (int k = i; k > 0 && before(game, &result, order[k], order[k - 1]); k--) {
            int swap = order[k];

            order[k] = order[k - 1];
            order[k - 1] = swap;
        }
    for (int i = 0, expected = 1; i < seats; i++) {
        if (i > 0 && before(game, &result, order[i - 1], order[i]))
            expected = i + 1;
        if (rank[order[i]] != expected)
            return found(fault, "%s: seat %d has rank %d, by score and tie-breaks %d", name_of(game, setup), order[i],
                         rank[order[i]], expected);
    }
    return true;
}

static bool point_results(const struct game *game, const struct setup *setup, const struct effort *effort,
                          struct marks *marks, struct fault *fault)
{
    bool ok = true;

    (void)marks;
    for (int g = 0; g < effort->games * 4 && ok; g++) {
        struct history h;

        ok = play_history(&h, game, setup, g, fault);
        ok = ok && check_result(game, setup, state_of(&h, h.n), fault);
        forget_history(&h);
    }
    return ok;
}

/* ------------------------------------------------------------------------------------------------- */

const struct point battery[] = {
    {1, "games end in time, lists are proper, the table of the game is true", point_lists},
    {2, "texts are unique and read back, scenes can be drawn and touched", point_words},
    {3, "the same moves give the same bytes, by every way", point_bytes},
    {4, "nobody is shown what they must not know", point_leaks},
    {5, "hidden things are redealt fairly, chance follows its weights", point_fair},
    {6, "no piece is lost or made", point_pieces},
    {7, "what is not allowed is refused and changes nothing", point_refusals},
    {8, "ranks follow from scores and tie-breaks", point_results},
};
const int battery_n = sizeof battery / sizeof battery[0];
