/* arena_report.c: what follows from the deals of an arena, as tables and as JSON. */
#include "arena.h"

#include <math.h>
#include <stdlib.h>

/* ---- what follows ---------------------------------------------------------------------------- */

enum verdict { UNDECIDED, ABOVE, BELOW };

struct pair_result {
    double wins; /* share of the first */
    struct interval wins_95;
    double apart; /* the first's mean score less the second's */
    struct interval apart_95;
    enum verdict verdict;
};

struct bot_result {
    uint64_t games;
    double wins, score, elo, decisions, seconds; /* decisions of a seat in a game; seconds for one */
    struct interval wins_95, score_95, elo_95;
};

struct report {
    struct pair_result pair[PAIRS_MAX];
    struct bot_result bot[BOTS_MAX];
};

/* The share of wins that the question is about. */
static double mark(const struct arena *arena)
{
    return arena->margin == NO_MARGIN ? 0.5 : 0.5 - (double)arena->margin / 100;
}

/* Seats that a bot has on a deal against one other. */
static double seats_held(const struct arena *arena)
{
    int seats = arena->deal.setup.seats;

    return seats == 1 ? 1 : seats * arena->deal_games / 2;
}

/* What the first of a pair won, each value once; memory that the caller frees. */
static struct tally *tally_of(const struct arena *arena, int pair, int *n)
{
    const uint64_t *won = arena->sums.pair[pair].won;
    struct tally *tally = need_memory((arena->full + 1) * sizeof *tally);

    *n = 0;
    for (uint32_t i = 0; i <= arena->full; i++)
        if (won[i] > 0)
            tally[(*n)++] = (struct tally){(double)i / arena->full, won[i]};
    return tally;
}

static enum verdict evident(const struct tally *tally, int n, double m)
{
    return evidence_above(tally, n, m) >= EVIDENCE_ENOUGH   ? ABOVE
           : evidence_below(tally, n, m) >= EVIDENCE_ENOUGH ? BELOW
                                                            : UNDECIDED;
}

bool arena_sure(const struct arena *arena)
{
    bool sure = true;

    for (int i = 0; i < arena->pairs && sure; i++) {
        int n;
        struct tally *tally = tally_of(arena, i, &n);

        sure = evident(tally, n, mark(arena)) != UNDECIDED;
        free(tally);
    }
    return sure;
}

/* An interval for a fixed number of deals is narrower; one that looked when to stop needs the other kind. */
static void judge_wins(const struct arena *arena, const struct tally *tally, int n, struct pair_result *out)
{
    double deals = (double)arena->sums.deals, sum = 0, squares = 0, m = mark(arena);

    for (int i = 0; i < n; i++) {
        sum += tally[i].value * (double)tally[i].count;
        squares += tally[i].value * tally[i].value * (double)tally[i].count;
    }
    out->wins = sum / deals;
    if (arena->until_sure) {
        out->wins_95 = sequence_interval(tally, n);
        out->verdict = evident(tally, n, m);
    } else {
        out->wins_95 = share_interval(deals, sum, squares);
        out->verdict = out->wins_95.low > m ? ABOVE : out->wins_95.high < m ? BELOW : UNDECIDED;
    }
}

static void judge_pair(const struct arena *arena, int pair, struct pair_result *out)
{
    const struct pair_sums *sums = &arena->sums.pair[pair];
    double deals = (double)arena->sums.deals, held = seats_held(arena);
    double apart = (double)(sums->score[0] - sums->score[1]) / held;
    int n;
    struct tally *tally = tally_of(arena, pair, &n);

    judge_wins(arena, tally, n, out);
    free(tally);
    out->apart = apart / deals;
    out->apart_95 = mean_interval(deals, apart, (double)sums->apart / (held * held));
}

static void judge_bot(const struct arena *arena, int bot, struct bot_result *out)
{
    const struct sums *sums = &arena->sums;
    double deals = (double)sums->deals, others = arena->bots.n - 1, held = seats_held(arena) * others;
    double full = arena->full * others, won = 0, score = 0, decisions = 0, seconds = 0;

    for (int i = 0; i < arena->pairs; i++) {
        for (int side = 0; side < 2; side++) {
            const struct pair_sums *pair = &sums->pair[i];

            if (arena->pair[i][side] != bot)
                continue;
            for (uint32_t k = 0; k <= arena->full; k++)
                won += (double)(side == 0 ? k : arena->full - k) * (double)pair->won[k];
            score += (double)pair->score[side];
            decisions += (double)pair->decisions[side];
            seconds += pair->seconds[side];
        }
    }
    out->games = sums->deals * (arena->deal.setup.seats == 1 ? 1 : (uint64_t)(arena->deal_games * (int)others));
    out->wins = won / full / deals;
    out->wins_95 = share_interval(deals, won / full, (double)sums->together[bot][bot] / (full * full));
    out->score = score / held / deals;
    out->score_95 = mean_interval(deals, score / held, (double)sums->score_squares[bot] / (held * held));
    out->decisions = decisions / held / deals;
    out->seconds = decisions > 0 ? seconds / decisions : 0;
}

/* ---- strength -------------------------------------------------------------------------------- */

/* What a won against b, of 1. */
static double share_against(const struct arena *arena, const struct report *report, int a, int b)
{
    for (int i = 0; i < arena->pairs; i++) {
        if (arena->pair[i][0] == a && arena->pair[i][1] == b)
            return report->pair[i].wins;
        if (arena->pair[i][0] == b && arena->pair[i][1] == a)
            return 1 - report->pair[i].wins;
    }
    return 0;
}

/* The bots that this one has beaten, or who have been beaten by those, and so on: a bit each. */
static uint32_t beaten_by(const struct arena *arena, const struct report *report, int bot)
{
    uint32_t reached = BIT(bot);

    for (int round = 0; round < arena->bots.n; round++)
        for (int a = 0; a < arena->bots.n; a++)
            for (int b = 0; b < arena->bots.n; b++)
                if (reached & BIT(a) && share_against(arena, report, a, b) > 0)
                    reached |= BIT(b);
    return reached;
}

/* Between two bots it is the share of wins, said in other words. */
static void rate_two(struct report *report)
{
    const struct pair_result *pair = &report->pair[0];

    report->bot[1].elo = elo_of_share(1 - pair->wins);
    report->bot[1].elo_95 = (struct interval){elo_of_share(1 - pair->wins_95.high),
                                              elo_of_share(1 - pair->wins_95.low)};
}

struct strengths {
    double strength[BOTS_MAX], error[BOTS_MAX];
};

/* The strengths of some bots (bit 0 among them), after deals have been added on which every pair tosses a coin: four of
 * them are what share_interval adds, and they keep everything finite. Without coins, bots that are left out have won
 * all or nothing against the others: that is constant and adds no scatter. */
static void fit(const struct arena *arena, const struct report *report, uint32_t bots, int coins, struct strengths *out)
{
    double deals = (double)arena->sums.deals, all = deals + coins, full = arena->full, half = (arena->bots.n - 1) / 2.0;
    double won[PLAYERS_MAX] = {0}, covariance[PLAYERS_MAX][PLAYERS_MAX], strength[PLAYERS_MAX], error[PLAYERS_MAX];
    int n = 0;

    for (FOR_BITS(a, bots)) {
        double mean = (report->bot[a].wins * 2 * half * deals + coins * half) / all;
        int k = 0;

        for (FOR_BITS(b, bots)) {
            double other = (report->bot[b].wins * 2 * half * deals + coins * half) / all;
            double coin = half * half + (a == b ? half / 2 : -0.25);
            double products = (double)arena->sums.together[a][b] / (full * full) + coins * coin;

            covariance[n][k++] = (products / all - mean * other) / (all - 1);
            if (a != b)
                won[n] += (share_against(arena, report, (int)a, (int)b) * deals + coins / 2.0) / all;
        }
        n++;
    }
    bradley_terry(n, won, strength);
    bradley_terry_errors(n, strength, covariance, error);
    for (FOR_BITS(a, bots)) {
        int k = bit_count(bots & (BIT(a) - 1));

        out->strength[a] = strength[k];
        out->error[a] = error[k];
    }
}

/* The first bot is 0. Where no wins lead from one bot to the other and back, the difference is infinite, and the
 * interval has the one end that the coins give; else it is wide enough for both, with coins and without. */
static void rate_many(const struct arena *arena, struct report *report)
{
    const double scale = 400 / log(10);
    double t = scale * student_quantile(0.975, (double)arena->sums.deals - 1);
    uint32_t everybody = BIT(arena->bots.n) - 1, below = beaten_by(arena, report, 0), above = 0;
    struct strengths plain, coined;

    for (int i = 0; i < arena->bots.n; i++)
        if (beaten_by(arena, report, i) & BIT(0))
            above |= BIT(i);
    fit(arena, report, below & above, 0, &plain);
    fit(arena, report, everybody, 4, &coined);
    for (int i = 1; i < arena->bots.n; i++) {
        double middle = scale * coined.strength[i], half = t * coined.error[i];
        struct bot_result *bot = &report->bot[i];

        bot->elo = !(above & BIT(i)) ? -INFINITY : !(below & BIT(i)) ? INFINITY : scale * plain.strength[i];
        bot->elo_95 = (struct interval){middle - half, middle + half};
        if (isfinite(bot->elo)) {
            bot->elo_95.low = fmin(bot->elo_95.low, bot->elo - t * plain.error[i]);
            bot->elo_95.high = fmax(bot->elo_95.high, bot->elo + t * plain.error[i]);
        }
        if (!(above & BIT(i)) || arena->sums.deals < 2)
            bot->elo_95.low = -INFINITY;
        if (!(below & BIT(i)) || arena->sums.deals < 2)
            bot->elo_95.high = INFINITY;
    }
}

static void judge(const struct arena *arena, struct report *out)
{
    *out = (struct report){0};
    for (int i = 0; i < arena->pairs; i++)
        judge_pair(arena, i, &out->pair[i]);
    for (int i = 0; i < arena->bots.n; i++)
        judge_bot(arena, i, &out->bot[i]);
    if (arena->bots.n == 2) {
        for (int side = 0; side < 2 && arena->until_sure; side++) {
            struct interval first = out->pair[0].wins_95;

            out->bot[side].wins_95 = side == 0 ? first : (struct interval){1 - first.high, 1 - first.low};
        }
        rate_two(out);
    } else {
        rate_many(arena, out);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* What is infinite has no number. */
static void json_value(const char *key, double value, int digits)
{
    if (isfinite(value))
        printf(",\"%s\":%.*f", key, digits, value);
    else
        printf(",\"%s\":null", key);
}

static void json_interval(const char *key, struct interval interval, int digits)
{
    printf(",\"%s\":[", key);
    if (isfinite(interval.low))
        printf("%.*f,", digits, interval.low);
    else
        printf("null,");
    if (isfinite(interval.high))
        printf("%.*f]", digits, interval.high);
    else
        printf("null]");
}

static const char *verdict_word(const struct arena *arena, enum verdict verdict)
{
    static const char *const word[2][3] = {{"undecided", "stronger", "weaker"}, {"undecided", "not worse", "worse"}};

    return word[arena->margin != NO_MARGIN][verdict];
}

static void json_question(const struct arena *arena)
{
    char id[DEAL_TEXT_MAX];
    struct text text = text_in(id, sizeof id);

    deal_put(&text, &arena->deal);
    printf("{\"id\":\"%s\",\"version\":%u,\"games\":%llu,\"deal_games\":%d,\"margin\":", id, arena->deal.game->version,
           (unsigned long long)arena->games, arena->deal_games);
    if (arena->margin == NO_MARGIN)
        printf("null");
    else
        printf("%llu", (unsigned long long)arena->margin);
    printf(",\"until_sure\":%s,\"interrupted\":%s,\"deals\":%llu", arena->until_sure ? "true" : "false",
           arena->interrupted ? "true" : "false", (unsigned long long)arena->sums.deals);
}

static void json_bot(const struct arena *arena, int i, const struct bot_result *bot)
{
    char made[BOT_TEXT_MAX];
    struct text text = text_in(made, sizeof made);

    bot_put(&text, &arena->bots.bot[i]);
    printf("%s\n{\"name\":\"%s\",\"bot\":\"%s\"", i > 0 ? "," : "", arena->bots.name[i], made);
    if (arena->sums.deals > 0) {
        printf(",\"games\":%llu", (unsigned long long)bot->games);
        json_value("wins", bot->wins, 6);
        json_interval("wins_95", bot->wins_95, 6);
        json_value("score", bot->score, 4);
        json_interval("score_95", bot->score_95, 4);
        json_value("elo", bot->elo, 1);
        json_interval("elo_95", bot->elo_95, 1);
        json_value("decisions", bot->decisions, 3);
    }
    printf("}");
}

static void json_pair(const struct arena *arena, int i, const struct pair_result *pair)
{
    printf("%s\n{\"first\":%d,\"second\":%d,\"games\":%llu", i > 0 ? "," : "", arena->pair[i][0], arena->pair[i][1],
           (unsigned long long)(arena->sums.deals * (uint64_t)arena->deal_games));
    if (arena->sums.deals > 0) {
        json_value("wins", pair->wins, 6);
        json_interval("wins_95", pair->wins_95, 6);
        json_value("score_difference", pair->apart, 4);
        json_interval("score_difference_95", pair->apart_95, 4);
    }
    printf(",\"verdict\":\"%s\"}", verdict_word(arena, pair->verdict));
}

void arena_json(const struct arena *arena, bool times)
{
    struct report report = {0};

    if (arena->sums.deals > 0)
        judge(arena, &report);
    json_question(arena);
    printf(",\n\"bots\":[");
    for (int i = 0; i < arena->bots.n; i++)
        json_bot(arena, i, &report.bot[i]);
    printf("],\n\"pairs\":[");
    for (int i = 0; i < arena->pairs; i++)
        json_pair(arena, i, &report.pair[i]);
    printf("]");
    if (times) {
        printf(",\n\"times\":{\"seconds\":%.3f,\"decision_ms\":[", arena->sums.seconds);
        for (int i = 0; i < arena->bots.n; i++)
            printf("%s%.4f", i > 0 ? "," : "", 1e3 * report.bot[i].seconds);
        printf("]}");
    }
    printf("}\n");
}

/* ---- tables ---------------------------------------------------------------------------------- */

static char letter(int bot)
{
    return (char)('A' + bot);
}

static void put_span(int width, struct interval interval, double scale, int digits)
{
    char span[64];

    if (isfinite(interval.low) || isfinite(interval.high))
        snprintf(span, sizeof span, "%.*f..%.*f", digits, scale * interval.low, digits, scale * interval.high);
    else
        snprintf(span, sizeof span, "?");
    printf(" %*s", width, span);
}

static void table_head(const struct arena *arena, bool times)
{
    char text[DEAL_TEXT_MAX];
    struct text out = text_in(text, sizeof text);
    unsigned long long deals = (unsigned long long)arena->sums.deals;

    deal_put(&out, &arena->deal);
    printf("%s: %llu %s, each played in %d games by every pair: %llu games a pair", text, deals,
           deals == 1 ? "deal" : "deals", arena->deal_games, deals * (unsigned long long)arena->deal_games);
    if (times)
        printf(", %.1f s", arena->sums.seconds);
    printf("\n");
}

/* Who they are, and what they did. */
static void table_who(const struct arena *arena, const struct report *report, bool times)
{
    for (int i = 0; i < arena->bots.n; i++) {
        char made[BOT_TEXT_MAX];
        struct text out = text_in(made, sizeof made);
        double ms = 1e3 * report->bot[i].seconds;

        bot_put(&out, &arena->bots.bot[i]);
        printf("  %c  %s", letter(i), arena->bots.name[i]);
        if (!text_equal(made, arena->bots.name[i]))
            printf(" (%s)", made);
        printf(": %.1f decisions a game", report->bot[i].decisions);
        if (times)
            printf(", %.*f ms each", ms < 1 ? 4 : 1, ms);
        printf("\n");
    }
}

/* "+120", or what it is certainly more or less than where it is infinite. */
static void put_elo(const struct bot_result *bot)
{
    char word[32];

    if (isfinite(bot->elo))
        snprintf(word, sizeof word, "%+.0f", round(bot->elo) + 0.0); /* no -0 */
    else if (bot->elo > 0 && isfinite(bot->elo_95.low))
        snprintf(word, sizeof word, "> %+.0f", bot->elo_95.low);
    else if (bot->elo < 0 && isfinite(bot->elo_95.high))
        snprintf(word, sizeof word, "< %+.0f", bot->elo_95.high);
    else
        snprintf(word, sizeof word, "?");
    printf(" %7s", word);
    put_span(12, bot->elo_95, 1, 0);
}

static void table_bots(const struct arena *arena, const struct report *report)
{
    printf("\nbot   games   wins %12s   score %14s     Elo %12s\n", "95%", "95%", "95%");
    for (int i = 0; i < arena->bots.n; i++) {
        const struct bot_result *bot = &report->bot[i];

        printf("%-3c %7llu %5.1f%%", letter(i), (unsigned long long)bot->games, 100 * bot->wins);
        put_span(12, bot->wins_95, 100, 1);
        printf(" %7.2f", bot->score);
        put_span(14, bot->score_95, 1, 2);
        if (i == 0)
            printf(" %7d", 0);
        else
            put_elo(bot);
        printf("\n");
    }
}

static void put_verdict(const struct arena *arena, int i, enum verdict verdict)
{
    char first = letter(arena->pair[i][0]), second = letter(arena->pair[i][1]);

    if (verdict == UNDECIDED)
        printf("  undecided\n");
    else if (arena->margin == NO_MARGIN)
        printf("  %c is stronger\n", verdict == ABOVE ? first : second);
    else
        printf("  %c is %s than %c by more than %llu points\n", first, verdict == ABOVE ? "not worse" : "worse", second,
               (unsigned long long)arena->margin);
}

static void table_pairs(const struct arena *arena, const struct report *report)
{
    printf("\npair     wins %12s   score %14s\n", "95%", "95%");
    for (int i = 0; i < arena->pairs; i++) {
        const struct pair_result *pair = &report->pair[i];

        printf("%c : %c  %5.1f%%", letter(arena->pair[i][0]), letter(arena->pair[i][1]), 100 * pair->wins);
        put_span(12, pair->wins_95, 100, 1);
        printf(" %+7.2f", pair->apart);
        put_span(14, pair->apart_95, 1, 2);
        put_verdict(arena, i, pair->verdict);
    }
}

void arena_table(const struct arena *arena, bool times)
{
    struct report report;

    table_head(arena, times);
    if (arena->interrupted)
        printf("interrupted: this is what was finished\n");
    if (arena->sums.deals == 0) {
        printf("no deal was finished\n");
        return;
    }
    judge(arena, &report);
    table_who(arena, &report, times);
    table_bots(arena, &report);
    table_pairs(arena, &report);
}
