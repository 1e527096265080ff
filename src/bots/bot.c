#include "bot.h"

#include "../table/bytes.h"
#include "judge.h"
#include "tree.h"

/* ---- who ------------------------------------------------------------------------------------- */

const char *const level_names[LEVELS] = {"easy", "normal", "hard", "expert"};

enum {
    EFFORT_DEFAULT = 400, /* for games that say nothing about it */
    GREEDY_DEALS = 8,     /* worlds that a greedy bot looks at */
};

/* Iterations are the game's effort times `times` and divided by `by`. */
static const struct {
    uint8_t times, by, trees, noise;
} level_table[LEVELS] = {
    {1, 10, 1, 25},
    {1, 1, 1, 0},
    {16, 1, 1, 0},
    {16, 1, 4, 0},
};

static uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

struct bot bot_level(const struct game *game, int level)
{
    uint32_t effort = game->effort ? game->effort : EFFORT_DEFAULT;

    return (struct bot){.kind = BOT_ISMCTS,
                        .trees = level_table[level].trees,
                        .noise = level_table[level].noise,
                        .iterations = most(effort * level_table[level].times / level_table[level].by, 1)};
}

static const struct setting {
    const char *name;
    uint64_t min, max;
} settings[] = {{"iterations", 1, ITERATIONS_MAX}, {"trees", 1, TREES_MAX}, {"noise", 0, 100}};

static void set(struct bot *bot, int which, uint64_t value)
{
    if (which == 0)
        bot->iterations = (uint32_t)value;
    else if (which == 1)
        bot->trees = (uint8_t)value;
    else
        bot->noise = (uint8_t)value;
}

/* One "name=number" of n bytes. */
static bool read_setting(struct bot *bot, const char *text, size_t n, struct why *why)
{
    struct text out = text_why(why);
    uint64_t value;

    for (int i = 0; i < (int)(sizeof settings / sizeof settings[0]); i++) {
        size_t name = text_length(settings[i].name);

        if (n <= name || memcmp(text, settings[i].name, name) != 0 || text[name] != '=')
            continue;
        if (text_read_number(text + name + 1, n - name - 1, settings[i].max, &value) && value >= settings[i].min) {
            set(bot, i, value);
            return true;
        }
        text_put(&out, settings[i].name);
        text_put(&out, " of a bot is a number from ");
        text_unsigned(&out, settings[i].min);
        text_put(&out, " to ");
        text_unsigned(&out, settings[i].max);
        return false;
    }
    text_put(&out, "'");
    text_part(&out, text, n);
    text_put(&out, "' is nothing that can be said of a bot: there are iterations=N, trees=N and noise=N");
    return false;
}

static bool read_settings(struct bot *bot, const char *at, struct why *why)
{
    while (true) {
        size_t n = 0;

        while (at[n] && at[n] != ',')
            n++;
        if (!read_setting(bot, at, n, why))
            return false;
        if (!at[n])
            return true;
        at += n + 1;
    }
}

bool bot_read(struct bot *out, const struct game *game, const char *text, struct why *why)
{
    struct text sentence = text_why(why);

    for (int level = 0; level < LEVELS; level++) {
        if (text_same(text, level_names[level])) {
            *out = bot_level(game, level);
            return true;
        }
    }
    *out = (struct bot){.kind = BOT_RANDOM};
    if (text_same(text, "random"))
        return true;
    out->kind = BOT_GREEDY;
    if (text_same(text, "greedy"))
        return true;
    *out = bot_level(game, 1);
    if (text_same(text, "ismcts"))
        return true;
    if (text_starts(text, "ismcts:"))
        return read_settings(out, text + 7, why);
    text_put(&sentence, "there is no bot '");
    text_put(&sentence, text);
    text_put(&sentence,
             "'; there are easy, normal, hard, expert, random, greedy and ismcts:iterations=N,trees=N,noise=N");
    return false;
}

void bot_put(struct text *out, const struct bot *bot)
{
    if (bot->kind != BOT_ISMCTS) {
        text_put(out, bot->kind == BOT_RANDOM ? "random" : "greedy");
        return;
    }
    text_put(out, "ismcts:iterations=");
    text_unsigned(out, bot->iterations);
    text_put(out, ",trees=");
    text_unsigned(out, bot->trees);
    text_put(out, ",noise=");
    text_unsigned(out, bot->noise);
}

/* ---- question and answer --------------------------------------------------------------------- */

/* The luck of bots is apart from that of the deal, whose sources have small numbers, even if both have one seed. */
#define BOT_LUCK 0x80000000u

void question_make(struct question *out, const struct game *game, int seats, const void *state, int seat, uint64_t seed)
{
    struct luck luck;

    out->game = game;
    out->seats = (uint8_t)seats;
    out->seat = (uint8_t)seat;
    out->seed = luck_at(seed, BOT_LUCK, 0).state;
    memset(out->state, 0, sizeof out->state);
    game_view(game, state, seat, out->state);
    luck = luck_at(out->seed, 0, 0);
    game->veil(out->state, seat, &luck);
}

void answer_begin(struct answer *out, const struct question *question)
{
    move_t list[MOVES_MAX];

    out->n = (uint16_t)question->game->moves(question->state, question->seat, list);
    out->simulations = 0;
    for (int i = 0; i < out->n; i++)
        out->reason[i] = (struct reason){.move = list[i]};
}

bool bot_needs_trees(const struct bot *bot)
{
    return bot->kind == BOT_ISMCTS;
}

/* What each option leads to at once, in a few of the worlds that are possible. */
static void look_ahead(const struct question *question, struct answer *out)
{
    const struct game *game = question->game;
    struct luck luck = luck_at(question->seed, 1, 0);
    _Alignas(8) unsigned char world[STATE_MAX], next[STATE_MAX];
    double value[SEATS_MAX];

    for (int deal = 0; deal < GREEDY_DEALS; deal++) {
        memcpy(world, question->state, game->state_size);
        game->veil(world, question->seat, &luck);
        for (int i = 0; i < out->n; i++) {
            memcpy(next, world, game->state_size);
            game->apply(next, question->seat, out->reason[i].move, NULL);
            if (game->actors(next) == BIT(CHANCE))
                game->apply(next, CHANCE, game_draw(game, next, luck_below(&luck, game_odds(game, next))), NULL);
            if (judge(game, question->seats, next, question->seat, value))
                out->reason[i].value += value[question->seat];
            out->reason[i].visits++;
            out->simulations++;
        }
    }
}

/* Where a seat chooses alone it plays what was tried most; where several choose at once, what regret matching played on
 * average, without what it played rarely. */
static void weigh(const struct question *question, struct answer *out)
{
    bool together = tree_together(question->game, question->state, question->seat, out->reason[0].move);
    double most = 0, sum = 0;

    for (int i = 0; i < out->n; i++)
        if (out->reason[i].weight > most)
            most = out->reason[i].weight;
    for (int i = 0; i < out->n; i++) {
        if (out->reason[i].weight < (together ? most / 4 : most))
            out->reason[i].weight = 0;
        sum += out->reason[i].weight;
    }
    for (int i = 0; i < out->n; i++)
        out->reason[i].weight /= sum;
}

static void weigh_best(struct answer *out)
{
    double best = out->reason[0].value, n = 0;

    for (int i = 0; i < out->n; i++)
        if (out->reason[i].value > best)
            best = out->reason[i].value;
    for (int i = 0; i < out->n; i++)
        n += out->reason[i].value == best;
    for (int i = 0; i < out->n; i++)
        out->reason[i].weight = out->reason[i].value == best ? 1 / n : 0;
}

static void weigh_evenly(struct answer *out)
{
    for (int i = 0; i < out->n; i++)
        out->reason[i].weight = 1.0 / out->n;
}

static move_t draw_by_weight(const struct answer *answer, struct luck *luck)
{
    double point = luck_word(luck) / 4294967296.0;

    for (int i = 0; i < answer->n; i++) {
        if (point < answer->reason[i].weight)
            return answer->reason[i].move;
        point -= answer->reason[i].weight;
    }
    for (int i = answer->n - 1; i > 0; i--) /* the weights add up to 1 but for rounding */
        if (answer->reason[i].weight > 0)
            return answer->reason[i].move;
    return answer->reason[0].move;
}

void answer_finish(struct answer *out, const struct bot *bot, const struct question *question)
{
    struct luck luck = luck_at(question->seed, 0, 1);

    if (bot->kind == BOT_GREEDY)
        look_ahead(question, out);
    if (out->simulations == 0)
        weigh_evenly(out);
    else if (bot->kind == BOT_GREEDY)
        weigh_best(out);
    else
        weigh(question, out);
    for (int i = 0; i < out->n; i++)
        if (out->reason[i].visits > 0)
            out->reason[i].value /= out->reason[i].visits;
    for (int i = 0; i < out->n; i++)
        out->reason[i].weight = (out->reason[i].weight * (100 - bot->noise) + 1.0 * bot->noise / out->n) / 100;
    out->move = draw_by_weight(out, &luck);
}

size_t bot_memory(const struct bot *bot, int seats)
{
    return bot->kind == BOT_ISMCTS ? tree_memory(bot, seats) : 8;
}

void bot_think(const struct bot *bot, const struct question *question, void *memory, struct answer *out)
{
    answer_begin(out, question);
    for (int i = 0; bot_needs_trees(bot) && i < bot->trees; i++) {
        tree_begin(memory, bot, question, i);
        tree_grow(memory, bot->iterations);
        answer_add(out, memory);
    }
    answer_finish(out, bot, question);
}

bool answer_forced(const struct question *question, struct answer *out)
{
    answer_begin(out, question);
    if (out->n > 1)
        return false;
    out->reason[0].weight = 1;
    out->move = out->reason[0].move;
    return true;
}
