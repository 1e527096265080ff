/* bench.c: `wabe bench`: how fast complete random games are played through the ordinary contract. */
#include "tools.h"

#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../table/hash.h"

enum { SLICES = 7, FINGERPRINT_GAMES = 200 };

struct tally {
    uint64_t games, moves, decisions;
};

/* One complete game, up to its last state. */
static void play(const struct game *game, const struct setup *setup, struct luck *luck, struct tally *tally,
                 unsigned char state[STATE_MAX])
{
    move_t list[MOVES_MAX];
    uint32_t asked;

    game->start(state, setup);
    while ((asked = game->actors(state)) != 0) {
        int actor = CHANCE;
        move_t move;

        if (asked != BIT(CHANCE)) {
            int n;

            actor = bit_lowest(asked);
            n = game->moves(state, actor, list);
            move = list[n > 1 ? luck_below(luck, (uint32_t)n) : 0];
            tally->decisions += n > 1;
        } else if (game->draw) {
            move = game->draw(state, luck_below(luck, game->odds(state)));
        } else {
            move = game_draw(game, state, luck_below(luck, game_odds(game, state)));
        }
        game->apply(state, actor, move, NULL);
        tally->moves++;
    }
    tally->games++;
}

/* The calibration: sorting small numbers by insertion, a mixture of arithmetic, memory and branches that cannot be
 * foreseen, as games are. It never changes, so that its speed is a property of the machine. */
static uint64_t calibration_step(struct luck *luck)
{
    uint8_t number[16];
    uint64_t word = luck_word64(luck), sum = 0;

    for (int i = 0; i < 16; i++) {
        uint8_t next = (uint8_t)(word >> (4 * i) & 15);
        int k = i;

        for (; k > 0 && number[k - 1] > next; k--)
            number[k] = number[k - 1];
        number[k] = next;
    }
    for (int i = 0; i < 16; i++)
        sum = sum * 31 + number[i];
    return sum;
}

static double calibrate(double seconds)
{
    struct luck luck = {1};
    volatile uint64_t sink = 0;
    uint64_t steps = 0;
    double began = seconds_now(), now;

    do {
        for (int i = 0; i < 1000; i++)
            sink += calibration_step(&luck);
        steps += 1000;
    } while ((now = seconds_now()) - began < seconds);
    return (double)steps / (now - began);
}

struct row {
    const struct game *game;
    struct setup setup;
    char id[DEAL_TEXT_MAX];         /* the game, and its options where they are not the default ones */
    double games, moves, decisions; /* a second: medians */
    double calibration;             /* steps a second, in between */
    uint64_t fingerprint;
};

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double values[SLICES])
{
    qsort(values, SLICES, sizeof values[0], by_size);
    return values[SLICES / 2];
}

static void measure(struct row *row, double seconds)
{
    double plays[SLICES], moves[SLICES], decisions[SLICES], calibration[SLICES];
    struct luck luck = {2026};
    _Alignas(8) unsigned char state[STATE_MAX];
    struct tally fixed = {0};
    uint64_t last = HASH_START;

    for (uint32_t i = 0; i < FINGERPRINT_GAMES; i++) {
        struct luck seeded = luck_at(i, 0, 0);

        play(row->game, &row->setup, &seeded, &fixed, state);
        last = game_hash(row->game, state, last);
    }
    row->fingerprint = last + fixed.moves * LUCK_STEP;
    for (int slice = 0; slice < SLICES; slice++) {
        struct tally tally = {0};
        double began, took;

        calibration[slice] = calibrate(seconds / SLICES / 4);
        began = seconds_now();
        do {
            for (int i = 0; i < 20; i++)
                play(row->game, &row->setup, &luck, &tally, state);
            took = seconds_now() - began;
        } while (took < seconds / SLICES);
        plays[slice] = (double)tally.games / took;
        moves[slice] = (double)tally.moves / took;
        decisions[slice] = (double)tally.decisions / took;
    }
    row->games = median(plays);
    row->moves = median(moves);
    row->decisions = median(decisions);
    row->calibration = median(calibration);
}

static bool has_options(const struct row *row)
{
    bool any = false;

    for (int i = 0; i < row->game->options_n; i++)
        any = any || row->setup.option[i] != 0;
    return any;
}

static void print_row(const struct row *row, bool json, bool first)
{
    if (json)
        printf(
            "%s\n{\"game\":\"%s\",\"setup\":\"%s\",\"seats\":%d,\"games_per_s\":%.0f,\"moves_per_s\":%.0f,\"decisions_"
            "per_s\":%.0f,"
            "\"state_bytes\":%d,\"calibration_per_s\":%.0f,\"moves_per_calibration\":%.3f,\"fingerprint\":\"%016llx\"}",
            first ? "" : ",", row->game->id, row->id, row->setup.seats, row->games, row->moves, row->decisions,
            row->game->state_size, row->calibration, row->moves / row->calibration,
            (unsigned long long)row->fingerprint);
    else
        printf("%-16s %5d %10.0f %10.2f %10.2f %6d %10.2f %8.2f  %016llx\n", has_options(row) ? row->id : row->game->id,
               row->setup.seats, row->games, row->moves / 1e6, row->decisions / 1e6, row->game->state_size,
               row->calibration / 1e6, row->moves / row->calibration, (unsigned long long)row->fingerprint);
    fflush(stdout);
}

static void bench_deal(const struct deal *deal, double seconds, bool json, bool *first)
{
    struct row row = {.game = deal->game, .setup = deal->setup};
    struct text id = text_in(row.id, sizeof row.id);

    deal_put(&id, deal);
    *strchr(row.id, '#') = 0;
    measure(&row, seconds);
    print_row(&row, json, *first);
    *first = false;
}

/* ---- bots -------------------------------------------------------------------------------------- */

/* Simulations a second: at the first decision of a game, and at decisions all along a random game. */
struct bot_row {
    double first, along, milliseconds; /* milliseconds: of a decision of the level `normal`, all along */
};

/* Positions where a seat has a choice: the first, and then some, evenly from one random game. */
enum { QUESTIONS = 16 };

static int make_questions(const struct game *game, const struct setup *setup, struct question question[QUESTIONS])
{
    _Alignas(8) unsigned char state[STATE_MAX];
    move_t list[MOVES_MAX];
    uint32_t asked, decisions = 0, taken = 0;

    /* The first time counts the decisions, the second takes them. */
    for (int round = 0; round < 2; round++) {
        struct luck luck = {2027};
        uint32_t k = 0;

        game->start(state, setup);
        while ((asked = game->actors(state)) != 0) {
            int actor = bit_lowest(asked);
            int n = game_options(game, state, actor, list, NULL);
            move_t move = actor == CHANCE ? game_draw(game, state, luck_below(&luck, game_odds(game, state)))
                                          : list[luck_below(&luck, (uint32_t)n)];

            if (actor != CHANCE && n > 1) {
                if (round == 1 && taken < QUESTIONS && k * QUESTIONS >= taken * decisions)
                    question_make(&question[taken++], game, setup->seats, state, actor, k);
                k++;
            }
            game->apply(state, actor, move, NULL);
        }
        decisions = k;
    }
    return (int)taken;
}

static double think_speed(const struct bot *bot, const struct question question[], int n, double seconds, void *memory)
{
    static struct answer answer;
    uint64_t simulations = 0;
    double began = seconds_now(), took;

    do {
        for (int i = 0; i < n; i++) {
            bot_think(bot, &question[i], memory, &answer);
            simulations += answer.simulations;
        }
        took = seconds_now() - began;
    } while (took < seconds);
    return (double)simulations / took;
}

static void measure_bots(struct bot_row *row, const struct deal *deal, double seconds)
{
    static struct question question[QUESTIONS];
    struct bot bot = bot_level(deal->game, 1);
    int n = make_questions(deal->game, &deal->setup, question);
    void *memory = need_memory(bot_memory(&bot, deal->setup.seats));
    double first[SLICES], along[SLICES];

    for (int slice = 0; slice < SLICES; slice++) {
        first[slice] = think_speed(&bot, question, 1, seconds / SLICES / 2, memory);
        along[slice] = think_speed(&bot, question, n, seconds / SLICES / 2, memory);
    }
    free(memory);
    row->first = median(first);
    row->along = median(along);
    row->milliseconds = 1e3 * bot.iterations / row->along;
}

static void bench_bots(const struct deal *deal, double seconds, bool json, bool *first)
{
    struct bot_row row;
    char name[DEAL_TEXT_MAX];
    struct text id = text_in(name, sizeof name);
    double calibration = calibrate(seconds / 4);

    deal_put(&id, deal);
    *strchr(name, '#') = 0;
    measure_bots(&row, deal, seconds);
    if (json)
        printf("%s\n{\"game\":\"%s\",\"setup\":\"%s\",\"seats\":%d,\"first_per_s\":%.0f,\"simulations_per_s\":%.0f,"
               "\"normal_ms\":%.3f,\"calibration_per_s\":%.0f}",
               *first ? "" : ",", deal->game->id, name, deal->setup.seats, row.first, row.along, row.milliseconds,
               calibration);
    else
        printf("%-28s %5d %12.0f %12.0f %12.2f %10.2f\n", name, deal->setup.seats, row.first, row.along,
               row.milliseconds, calibration / 1e6);
    fflush(stdout);
    *first = false;
}

typedef void bench_row(const struct deal *deal, double seconds, bool json, bool *first);

/* One row for each number of seats, with the default options. */
static void bench_game(const struct game *game, double seconds, bench_row *row, bool json, bool *first)
{
    for (uint8_t seats = game->seats_min; seats <= game->seats_max; seats++) {
        struct deal deal = {.game = game, .setup = {.seats = seats}};
        struct why why;

        if (game_setup_ok(game, &deal.setup, &why))
            row(&deal, seconds, json, first);
    }
}

int command_bench(const struct command *command, int argc, char **argv)
{
    uint64_t milliseconds = 1000;
    bool json = false, bots = false, first = true;
    bench_row *row;
    const struct cli_option options[] = {
        {"bots", NULL, "how fast bots think: simulations a second", FLAG, &bots, 0, 0},
        {"json", NULL, "as JSON", FLAG, &json, 0, 0},
        {"ms", "N", "milliseconds for each row (1000)", NUMBER, &milliseconds, 1, 600000},
        {0},
    };
    struct words operands;
    struct deal deal[32];
    struct why why;
    int code;

    if (!cli_read(command, options, argc, argv, 0, 32, &operands, &code))
        return code;
    for (int i = 0; i < operands.n; i++) {
        if (!deal_read(&deal[i], operands.word[i], &why))
            return cli_fail(command, MISUSED, "%s", why.text);
        if (strchr(operands.word[i], '#'))
            return cli_fail(command, MISUSED, "all seeds are measured alike: '%s' needs no '#'", operands.word[i]);
    }
    row = bots ? bench_bots : bench_deal;
    if (json)
        printf("[");
    else if (bots)
        printf("%-28s %5s %12s %12s %12s %10s\n", "game", "seats", "first/s", "sims/s", "normal, ms", "Mcalib./s");
    else
        printf("%-16s %5s %10s %10s %10s %6s %10s %8s  %s\n", "game", "seats", "games/s", "Mmoves/s", "Mdecis./s",
               "bytes", "Mcalib./s", "ratio", "fingerprint");
    for (int i = 0; i < operands.n; i++) {
        if (strchr(operands.word[i], ':'))
            row(&deal[i], (double)milliseconds / 1e3, json, &first);
        else
            bench_game(deal[i].game, (double)milliseconds / 1e3, row, json, &first);
    }
    for (int i = 0; games[i] && operands.n == 0; i++)
        bench_game(games[i], (double)milliseconds / 1e3, row, json, &first);
    if (json)
        printf("\n]\n");
    return DONE;
}
