/* study_page.c: the page of a study. Every section begins with what was found, in words; then a picture; then a table.
 */
#include "study.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "plot.h"

enum {
    CELLS_MAX = 26,      /* of a histogram */
    STRONGEST = 14,      /* actions in the picture */
    LISTED_MAX = 400,    /* actions in the long table */
    GAMES_TO_JUDGE = 30, /* before it is said that something is an advantage */
    SENTENCE = 1200,
};

struct page {
    FILE *out;
    const struct study *study;
    const struct arm *arm;
    int seats;
    struct finding *finding; /* of the arm's actions */
    int findings, tested, kept;
};

/* ---- numbers in words ------------------------------------------------------------------------ */

struct said {
    char at[32];
};

/* Two of them with words between. */
struct span {
    char at[96];
};

static struct said percent(double share, int digits)
{
    struct said said;
    double shown = share * 100, least = 0.5 * pow(10, -digits);

    snprintf(said.at, sizeof said.at, "%s%.*f%%", shown <= -least ? "−" : "", digits, fabs(shown));
    return said;
}

/* With three significant digits or so. */
static int digits_of(double value)
{
    return fabs(value) >= 100 ? 0 : fabs(value) >= 1 ? 1 : 2;
}

static struct said number(double value, int digits)
{
    struct said said;

    snprintf(said.at, sizeof said.at, "%s%.*f", value <= -0.5 * pow(10, -digits) ? "−" : "", digits, fabs(value));
    return said;
}

static struct said whole(uint64_t n)
{
    struct said said;

    snprintf(said.at, sizeof said.at, "%llu", (unsigned long long)n);
    return said;
}

static int share_digits(struct estimate e)
{
    return e.interval && e.high - e.low < 0.02 ? 1 : 0;
}

/* "between 53% and 59%" */
static struct span between_shares(struct estimate e)
{
    struct span said;
    int digits = share_digits(e);

    snprintf(said.at, sizeof said.at, "between %s and %s", percent(e.low, digits).at, percent(e.high, digits).at);
    return said;
}

static struct span between(struct estimate e)
{
    struct span said = {"with one game there is no telling how sure that is"};
    int digits = digits_of(e.value);

    if (e.interval)
        snprintf(said.at, sizeof said.at, "between %s and %s", number(e.low, digits).at, number(e.high, digits).at);
    return said;
}

/* "53.1 to 59.0%", for tables. */
static struct span range(struct estimate e, bool share)
{
    struct span said = {"–"};

    if (e.interval && share)
        snprintf(said.at, sizeof said.at, "%s to %s", percent(e.low, 1).at, percent(e.high, 1).at);
    else if (e.interval)
        snprintf(said.at, sizeof said.at, "%s to %s", number(e.low, 2).at, number(e.high, 2).at);
    return said;
}

static struct said points(double difference)
{
    struct said said = percent(difference, 1);
    size_t n = strlen(said.at);

    said.at[n - 1] = 0; /* points of a percentage are no percentage */
    return said;
}

static const char *plural(uint64_t n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

/* Adds to a sentence. */
static void say(char *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(char *to, const char *format, ...)
{
    size_t used = strlen(to);
    va_list args;

    va_start(args, format);
    vsnprintf(to + used, SENTENCE - used, format, args);
    va_end(args);
}

/* ---- parts of the page ----------------------------------------------------------------------- */

static void open_section(const struct page *page, const char *id, const char *heading, const char *finding)
{
    fprintf(page->out, "<section id=\"%s\">\n<h2>%s</h2>\n<p class=\"finding\">", id, heading);
    html_put(page->out, finding);
    fputs("</p>\n", page->out);
}

static void close_section(const struct page *page)
{
    fputs("</section>\n", page->out);
}

static void put_note(const struct page *page, const char *note)
{
    fputs("<p class=\"note\">", page->out);
    html_put(page->out, note);
    fputs("</p>\n", page->out);
}

static void open_figures(const struct page *page)
{
    fputs("<div class=\"figures\">\n", page->out);
}

static void close_figures(const struct page *page)
{
    fputs("</div>\n", page->out);
}

static void open_figure(const struct page *page, const struct plot *plot)
{
    fputs("<figure>\n<figcaption>", page->out);
    html_put(page->out, plot->title);
    fputs("</figcaption>\n", page->out);
}

static void close_figure(const struct page *page)
{
    fputs("</figure>\n", page->out);
}

static void open_table(const struct page *page, const char *about, const char *const head[], int n)
{
    fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>", page->out);
    html_put(page->out, about);
    fputs("</caption>\n<thead><tr>", page->out);
    for (int i = 0; i < n; i++) {
        fputs("<th scope=\"col\">", page->out);
        html_put(page->out, head[i]);
        fputs("</th>", page->out);
    }
    fputs("</tr></thead>\n<tbody>\n", page->out);
}

static void close_table(const struct page *page)
{
    fputs("</tbody></table></div>\n", page->out);
}

static void open_row(const struct page *page, const char *label)
{
    fputs("<tr><th scope=\"row\">", page->out);
    html_put(page->out, label);
    fputs("</th>", page->out);
}

static void cell(const struct page *page, const char *words)
{
    fputs("<td>", page->out);
    html_put(page->out, words);
    fputs("</td>", page->out);
}

static void close_row(const struct page *page)
{
    fputs("</tr>\n", page->out);
}

/* ---- what was played ------------------------------------------------------------------------- */

static void put_term(const struct page *page, const char *term, const char *words)
{
    fprintf(page->out, "<dt>%s</dt><dd>", term);
    html_put(page->out, words);
    fputs("</dd>\n", page->out);
}

static void put_options(const struct page *page)
{
    const struct game *game = page->study->deal.game;

    for (int i = 0; i < game->options_n; i++) {
        const struct option *option = &game->options[i];
        int index = page->study->deal.setup.option[i];
        char words[256];
        struct text text = text_in(words, sizeof words);
        bool varied = page->study->vary && strcmp(page->study->vary, option->id) == 0;

        text_put(&text, option->id);
        text_put(&text, varied ? ": all values" : "=");
        if (!varied) {
            option_value_put(&text, option, index);
            text_put(&text, " (");
            text_put(&text, option->choices ? option->choices[index].title : option->title);
            text_put(&text, ")");
        }
        put_term(page, "Option", words);
    }
}

static void put_bots(const struct page *page)
{
    const struct study *study = page->study;

    for (int i = 0; i < (study->differ ? study->bots.n : 1); i++) {
        char made[128], words[256];
        struct text text = text_in(made, sizeof made);

        bot_put(&text, &study->bots.bot[i]);
        snprintf(words, sizeof words, "%s (%s)", study->bots.name[i], made);
        put_term(page, study->differ ? "Bot" : "Bots", strcmp(study->bots.name[i], made) == 0 ? made : words);
    }
    if (study->differ)
        put_term(page, "Places", "in each game every bot sits one seat further than in the game before");
}

static void put_played(const struct page *page)
{
    const struct study *study = page->study;
    const struct game *game = study->deal.game;
    char words[256];

    fputs("<section id=\"played\">\n<h2>What was played</h2>\n<dl>\n", page->out);
    snprintf(words, sizeof words, "%s, version %d of its rules", game->title, game->version);
    put_term(page, "Game", words);
    if (!study->vary || strcmp(study->vary, "seats") != 0)
        put_term(page, "Seats", whole((uint64_t)page->seats).at);
    put_options(page);
    put_bots(page);
    snprintf(words, sizeof words, "%s%s, with the seeds from %llu on", whole(study->played).at,
             study->vary ? " for each value" : "", (unsigned long long)study->deal.seed);
    put_term(page, "Games", words);
    fputs("<dt>Command</dt><dd><code>", page->out);
    html_put(page->out, study->reproduce);
    fputs("</code></dd>\n", page->out);
    put_term(page, "Program", "Wabe " WABE_VERSION);
    if (study->left_out[0])
        put_term(page, "Left out", study->left_out);
    fputs("</dl>\n", page->out);
    if (study->interrupted && study->played == study->games) {
        put_note(page, "The run was interrupted during the games of level against level.");
    } else if (study->interrupted) {
        snprintf(words, sizeof words, "The run was interrupted: of %llu games %llu %s over, and the page tells of %s.",
                 (unsigned long long)study->games, (unsigned long long)study->played,
                 plural(study->played, "was", "were"), plural(study->played, "that one", "those"));
        put_note(page, words);
    }
    close_section(page);
}

/* ---- seats ----------------------------------------------------------------------------------- */

static struct estimate seat_share(const struct arm *arm, int seat)
{
    return share_of((double)arm->wins[seat] / WHOLE, (double)arm->games);
}

static struct estimate distance_share(const struct arm *arm, int distance)
{
    return share_of((double)arm->distance_wins[distance] / WHOLE, (double)arm->started);
}

/* What to make of a share from so many games. */
static const char *verdict(struct estimate e, double fair, uint64_t n, const char *more, const char *less,
                           const char *even)
{
    return n < GAMES_TO_JUDGE ? "there are too few games to tell" : e.low > fair ? more : e.high < fair ? less : even;
}

static void say_seats(const struct page *page, char *to)
{
    struct estimate first = seat_share(page->arm, 0);
    double fair = 1.0 / page->seats;

    say(to, "The first seat (seat 0) wins %s of the games, %s; a fair share would be %s: %s.",
        percent(first.value, share_digits(first)).at, between_shares(first).at, percent(fair, share_digits(first)).at,
        verdict(first, fair, page->arm->games, "sitting there is an advantage", "sitting there is a disadvantage",
                "these games show no advantage of sitting there"));
    for (int seat = 1; seat < page->seats && page->seats > 2 && page->arm->games >= GAMES_TO_JUDGE; seat++) {
        struct estimate e = seat_share(page->arm, seat);

        if (e.low > fair || e.high < fair)
            say(to, " Seat %d wins %s than its share: %s, %s.", seat, e.low > fair ? "more" : "less",
                percent(e.value, share_digits(e)).at, between_shares(e).at);
    }
}

/* The seat that starts always, or NOBODY. */
static int sole_starter(const struct arm *arm)
{
    for (int seat = 0; seat < arm->deal.setup.seats; seat++)
        if (arm->starts[seat] == arm->games)
            return seat;
    return NOBODY;
}

static void say_start(const struct page *page, char *to)
{
    const struct arm *arm = page->arm;
    int sole = sole_starter(arm);
    struct estimate e = distance_share(arm, 0);

    if (arm->started == 0) {
        say(to, "Nobody ever decides alone, so that there is no starting player.");
    } else if (sole != NOBODY) {
        say(to, "Seat %d always makes the first decision of its own: seats and turn order are the same thing.", sole);
    } else {
        say(to,
            "The starting player (who is the first to make a decision of its own; not always the same seat) wins %s, "
            "%s: %s.",
            percent(e.value, share_digits(e)).at, between_shares(e).at,
            verdict(e, 1.0 / page->seats, arm->started, "going first is an advantage", "going first is a disadvantage",
                    "these games show no advantage of going first"));
    }
}

static void plot_shares(const struct page *page, const char *id, const char *title, const char *const label[],
                        const struct estimate e[])
{
    struct plot_row row[SEATS_MAX];
    struct said said[SEATS_MAX];
    char about[SENTENCE] = "", fair[80];
    struct plot plot = {.id = id,
                        .title = title,
                        .about = about,
                        .unit = UNIT_PERCENT,
                        .marked = true,
                        .mark = 1.0 / page->seats,
                        .mark_label = fair,
                        .x = "share of the games won"};

    snprintf(fair, sizeof fair, "fair share %s", percent(plot.mark, 0).at);
    for (int i = 0; i < page->seats; i++) {
        said[i] = percent(e[i].value, 1);
        row[i] = (struct plot_row){label[i], said[i].at, e[i].value, e[i].low, e[i].high, e[i].interval, TONE_MAIN};
        plot.to = fmax(plot.to, e[i].high);
        say(about, "%s%s %s, %s", i ? "; " : "", label[i], said[i].at, between_shares(e[i]).at);
    }
    open_figure(page, &plot);
    plot_rows(page->out, &plot, row, page->seats, false);
    close_figure(page);
}

static void table_shares(const struct page *page, const char *about, const char *first, const char *const label[],
                         const struct estimate e[], bool starts)
{
    const char *const head[] = {first, "wins", "95% interval", starts ? "starts" : "games"};

    open_table(page, about, head, 4);
    for (int i = 0; i < page->seats; i++) {
        open_row(page, label[i]);
        cell(page, percent(e[i].value, 1).at);
        cell(page, range(e[i], true).at);
        cell(page, starts ? percent((double)page->arm->starts[i] / (double)page->arm->games, 1).at
                          : whole(page->arm->started).at);
        close_row(page);
    }
    close_table(page);
}

static void put_seats(const struct page *page)
{
    static const char *const seat[SEATS_MAX] = {"seat 0", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6"};
    static const char *const distance[SEATS_MAX] = {"starter", "1 after", "2 after", "3 after",
                                                    "4 after", "5 after", "6 after"};
    const struct arm *arm = page->arm;
    struct estimate by_seat[SEATS_MAX], by_distance[SEATS_MAX];
    bool split = arm->started > 0 && sole_starter(arm) == NOBODY;
    char finding[SENTENCE] = "";

    for (int i = 0; i < page->seats; i++) {
        by_seat[i] = seat_share(arm, i);
        by_distance[i] = distance_share(arm, i);
    }
    say_seats(page, finding);
    say(finding, " ");
    say_start(page, finding);
    open_section(page, "seats", "Seats and turn order", finding);
    open_figures(page);
    plot_shares(page, "p-seats", "Wins by seat", seat, by_seat);
    if (split)
        plot_shares(page, "p-turn", "Wins by distance from the starting player", distance, by_distance);
    close_figures(page);
    table_shares(page, "Wins by seat; a shared first place counts as a part of a win", "seat", seat, by_seat, true);
    if (split)
        table_shares(page, "Wins by turn order", "seat", distance, by_distance, false);
    close_section(page);
}

/* ---- bots, where they differ ----------------------------------------------------------------- */

static void put_players(const struct page *page)
{
    const struct study *study = page->study;
    const char *label[SEATS_MAX];
    struct estimate e[SEATS_MAX];
    char finding[SENTENCE] = "";
    int best = 0;

    for (int i = 0; i < page->seats; i++) {
        label[i] = study->bots.name[i];
        e[i] = share_of((double)page->arm->bot_wins[i] / WHOLE, (double)page->arm->games);
        best = e[i].value > e[best].value ? i : best;
    }
    say(finding, "The bot that wins most is %s with %s of the games, %s.", label[best],
        percent(e[best].value, share_digits(e[best])).at, between_shares(e[best]).at);
    open_section(page, "players", "The bots", finding);
    open_figures(page);
    plot_shares(page, "p-players", "Wins by bot", label, e);
    close_figures(page);
    close_section(page);
}

/* ---- distributions --------------------------------------------------------------------------- */

/* A histogram of one or two distributions as shares of each. */
static void plot_spreads(const struct page *page, struct plot plot, const struct spread *const spread[],
                         const char *const label[], int n)
{
    double height[2][CELLS_MAX + 2];
    struct plot_cells series[2];
    struct spread both = {0};
    int64_t width, first;
    int cells;

    for (int k = 0; k < n; k++)
        for (int i = 0; i < spread[k]->n; i++)
            spread_add(&both, spread[k]->at[i].value);
    if (both.n == 0)
        return;
    width = spread_cell(&both, CELLS_MAX);
    first = (int64_t)floor((double)both.at[0].value / (double)width) * width;
    cells = (int)((both.at[both.n - 1].value - first) / width) + 1;
    for (int k = 0; k < n; k++) {
        series[k] = (struct plot_cells){label ? label[k] : NULL, height[k], k == 0 ? TONE_MAIN : TONE_OTHER};
        for (int i = 0; i < cells; i++)
            height[k][i] = spread[k]->total
                               ? (double)spread_between(spread[k], first + i * width, first + (i + 1) * width - 1) /
                                     (double)spread[k]->total
                               : 0;
    }
    plot.unit = UNIT_PERCENT;
    open_figure(page, &plot);
    plot_histogram(page->out, &plot, series, n, cells, (double)first, (double)width);
    close_figure(page);
    spread_free(&both);
}

static void plot_spread(const struct page *page, const char *id, const char *title, const char *x,
                        const struct spread *spread)
{
    char about[SENTENCE] = "";

    say(about, "From %lld to %lld; half of them at most %lld, on average %s.", (long long)spread_quantile(spread, 0),
        (long long)spread_quantile(spread, 1), (long long)spread_quantile(spread, 0.5),
        number(spread_mean(spread).value, 2).at);
    plot_spreads(page, (struct plot){.id = id, .title = title, .about = about, .x = x},
                 (const struct spread *const[]){spread}, NULL, 1);
}

static void row_spread(const struct page *page, const char *label, const struct spread *spread)
{
    struct estimate mean = spread_mean(spread);
    char tenths[96];

    if (!mean.known)
        return;
    open_row(page, label);
    cell(page, number(mean.value, 2).at);
    cell(page, range(mean, false).at);
    cell(page, number((double)spread_quantile(spread, 0.5), 0).at);
    snprintf(tenths, sizeof tenths, "%s to %s", number((double)spread_quantile(spread, 0.05), 0).at,
             number((double)spread_quantile(spread, 0.95), 0).at);
    cell(page, tenths);
    cell(page, number((double)spread_quantile(spread, 0), 0).at);
    cell(page, number((double)spread_quantile(spread, 1), 0).at);
    close_row(page);
}

static void open_spreads(const struct page *page, const char *about, const char *first)
{
    const char *const head[] = {first, "mean", "95% interval", "median", "nine in ten", "least", "most"};

    open_table(page, about, head, 7);
}

/* ---- length ---------------------------------------------------------------------------------- */

static void say_length(const struct page *page, char *to)
{
    const struct arm *arm = page->arm;
    struct estimate moves = spread_mean(&arm->moves), decisions = spread_mean(&arm->decisions);
    struct estimate own = spread_mean(&arm->own_decisions);

    say(to, "A game takes %s moves on average, chance included, %s", number(moves.value, digits_of(moves.value)).at,
        between(moves).at);
    if (arm->games > 1)
        say(to, "; nine games in ten take %lld to %lld", (long long)spread_quantile(&arm->moves, 0.05),
            (long long)spread_quantile(&arm->moves, 0.95));
    say(to, ". %s of the moves are decisions between several options",
        number(decisions.value, digits_of(decisions.value)).at);
    if (page->seats > 1)
        say(to, ", %s for each player", number(own.value, digits_of(own.value)).at);
    say(to, ".");
}

static void put_length(const struct page *page)
{
    const struct arm *arm = page->arm;
    char finding[SENTENCE] = "";

    say_length(page, finding);
    open_section(page, "length", "How long it takes", finding);
    open_figures(page);
    plot_spread(page, "p-moves", "Moves of a game", "moves, chance included", &arm->moves);
    plot_spread(page, "p-decisions", "Decisions of a game", "decisions between several options", &arm->decisions);
    if (page->seats > 1)
        plot_spread(page, "p-own", "Decisions of one seat in a game", "decisions between several options",
                    &arm->own_decisions);
    close_figures(page);
    open_spreads(page, "Length", "in a game");
    row_spread(page, "moves", &arm->moves);
    row_spread(page, "decisions", &arm->decisions);
    if (page->seats > 1)
        row_spread(page, "decisions of a seat", &arm->own_decisions);
    close_table(page);
    close_section(page);
}

/* ---- scores ---------------------------------------------------------------------------------- */

static void say_solo_score(const struct page *page, char *to)
{
    const struct arm *arm = page->arm;
    struct estimate score = spread_mean(&arm->score[0]);
    struct estimate won = share_of((double)(arm->games - arm->missed), (double)arm->games);

    say(to, "%s of the games are won, %s. The score is %s on average, %s.", percent(won.value, share_digits(won)).at,
        between_shares(won).at, number(score.value, digits_of(score.value)).at, between(score).at);
}

static void say_scores(const struct page *page, char *to)
{
    const struct arm *arm = page->arm;
    struct estimate winner = spread_mean(&arm->winner), others = spread_mean(&arm->others);
    struct estimate margin = spread_mean(&arm->margin), shared = share_of((double)arm->shared, (double)arm->games);

    if (page->seats == 1) {
        say_solo_score(page, to);
        return;
    }
    say(to, "Winners score %s on average", number(winner.value, digits_of(winner.value)).at);
    if (others.known)
        say(to, " and the others %s", number(others.value, digits_of(others.value)).at);
    if (page->study->deal.game->flags & GAME_LOWEST_WINS)
        say(to, " (the lowest score wins)");
    say(to,
        "; between the first and the second place lie %s %s on average, %s. The first place is shared in %s of the "
        "games, %s.",
        number(margin.value, digits_of(margin.value)).at, margin.value == 1 ? "point" : "points", between(margin).at,
        percent(shared.value, share_digits(shared)).at, between_shares(shared).at);
}

static void plot_seat_scores(const struct page *page)
{
    struct plot_range range_of[SEATS_MAX];
    char label[SEATS_MAX][16], about[SENTENCE] = "";
    struct plot plot = {.id = "p-ranges", .title = "Scores by seat", .about = about, .x = "score"};

    for (int i = 0; i < page->seats; i++) {
        const struct spread *spread = &page->arm->score[i];

        snprintf(label[i], sizeof label[i], "seat %d", i);
        range_of[i] = (struct plot_range){label[i],
                                          (double)spread_quantile(spread, 0.05),
                                          (double)spread_quantile(spread, 0.25),
                                          (double)spread_quantile(spread, 0.5),
                                          (double)spread_quantile(spread, 0.75),
                                          (double)spread_quantile(spread, 0.95)};
        plot.from = i == 0 ? range_of[i].low : fmin(plot.from, range_of[i].low);
        plot.to = i == 0 ? range_of[i].high : fmax(plot.to, range_of[i].high);
        say(about, "%sSeat %d: median %.0f, nine in ten from %.0f to %.0f.", i ? " " : "", i, range_of[i].middle,
            range_of[i].low, range_of[i].high);
    }
    open_figure(page, &plot);
    plot_ranges(page->out, &plot, range_of, page->seats);
    fputs("<p class=\"key\">Line: nine in ten; bar: the middle half; mark: the median.</p>\n", page->out);
    close_figure(page);
}

static void plot_winners(const struct page *page)
{
    static const char *const label[] = {"winners", "the others"};
    const struct arm *arm = page->arm;
    char about[SENTENCE] = "";

    say(about, "Winners: median %lld. The others: median %lld.", (long long)spread_quantile(&arm->winner, 0.5),
        (long long)spread_quantile(&arm->others, 0.5));
    plot_spreads(
        page,
        (struct plot){.id = "p-winners", .title = "Scores of winners and of the others", .about = about, .x = "score"},
        (const struct spread *const[]){&arm->winner, &arm->others}, label, 2);
}

static void put_scores(const struct page *page)
{
    const struct arm *arm = page->arm;
    char finding[SENTENCE] = "";

    say_scores(page, finding);
    open_section(page, "scores", "Scores", finding);
    open_figures(page);
    if (page->seats == 1) {
        plot_spread(page, "p-score", "Score of a game", "score", &arm->score[0]);
    } else {
        plot_winners(page);
        plot_spread(page, "p-margin", "From the first to the second place", "points between them", &arm->margin);
        plot_seat_scores(page);
    }
    close_figures(page);
    open_spreads(page, "Scores", page->seats == 1 ? "" : "of");
    for (int i = 0; i < page->seats; i++) {
        char label[16];

        snprintf(label, sizeof label, "seat %d", i);
        row_spread(page, page->seats == 1 ? "score" : label, &arm->score[i]);
    }
    if (page->seats > 1) {
        row_spread(page, "winners", &arm->winner);
        row_spread(page, "the others", &arm->others);
        row_spread(page, "first to second", &arm->margin);
    }
    close_table(page);
    close_section(page);
}

/* ---- decisiveness ---------------------------------------------------------------------------- */

static struct estimate lead_share(const struct arm *arm, int point)
{
    return share_of((double)arm->leads[point] / WHOLE, (double)arm->led);
}

static void say_lead(const struct page *page, char *to)
{
    const struct arm *arm = page->arm;
    struct estimate half = lead_share(arm, POINTS / 2 - 1), changes = spread_mean(&arm->changes);
    double fair = arm->led ? (double)arm->fair_leads / WHOLE / (double)arm->led : 0;

    if (arm->led == 0) {
        say(to, "Who leads during a game cannot be said: the game has no judgement of its own, and these bots do not "
                "tell what they think of their chances.");
        return;
    }
    say(to,
        "At half time the later winner leads in %s of the games, %s; by lot it would be %s. The lead changes %s %s "
        "in a game on average: %s.",
        percent(half.value, share_digits(half)).at, between_shares(half).at, percent(fair, 0).at,
        number(changes.value, 1).at, fabs(changes.value - 1) < 0.05 ? "time" : "times",
        arm->led < GAMES_TO_JUDGE   ? "there are too few games to tell more"
        : half.low > 0.5 + fair / 2 ? "much is decided by then"
        : half.low > fair           ? "the first half counts, and the second can still turn the game"
                                    : "at half time the game is still open");
}

static void put_lead(const struct page *page)
{
    const struct arm *arm = page->arm;
    double y[POINTS], low[POINTS], high[POINTS];
    struct plot_line line = {NULL, y, low, high, TONE_MAIN};
    char finding[SENTENCE] = "", about[SENTENCE] = "", fair[80];
    struct plot plot = {.id = "p-lead",
                        .title = "How often the later winner leads",
                        .about = about,
                        .x = "part of the game that is played",
                        .unit = UNIT_PERCENT,
                        .to = 1,
                        .marked = true,
                        .mark_label = fair};
    const char *const head[] = {"of the game", "winner leads", "95% interval"};

    say_lead(page, finding);
    open_section(page, "lead", "How early it is decided", finding);
    if (arm->led > 0) {
        plot.mark = (double)arm->fair_leads / WHOLE / (double)arm->led;
        snprintf(fair, sizeof fair, "by lot %s", percent(plot.mark, 0).at);
        for (int i = 0; i < POINTS; i++) {
            struct estimate e = lead_share(arm, i);

            y[i] = e.value;
            low[i] = e.low;
            high[i] = e.high;
            say(about, "%sAfter %d%%: %s", i ? ". " : "", 100 * (i + 1) / POINTS, percent(e.value, 0).at);
        }
        open_figures(page);
        open_figure(page, &plot);
        plot_lines(page->out, &plot, &line, 1, POINTS);
        close_figure(page);
        plot_spread(page, "p-changes", "Changes of the lead in a game", "changes", &arm->changes);
        close_figures(page);
        open_table(page, "How often the later winner leads", head, 3);
        for (int i = 0; i < POINTS; i++) {
            char label[16];

            snprintf(label, sizeof label, "%d%%", 100 * (i + 1) / POINTS);
            open_row(page, label);
            cell(page, percent(y[i], 1).at);
            cell(page, range(lead_share(arm, i), true).at);
            close_row(page);
        }
        close_table(page);
        put_note(page, arm->judged == JUDGED_BY_STANDING
                           ? "Who leads is the judgement of the rules file: the final score that each seat may expect. "
                             "Where several are level at the top, each counts as a part."
                           : "Who leads is what the bots thought: the seat that gave itself the best chances when it "
                             "decided last. Each saw only its own side of the table.");
    }
    close_section(page);
}

/* ---- skill ----------------------------------------------------------------------------------- */

static void say_skill_solo(const struct page *page, const struct skill *skill, char *to)
{
    struct estimate e = study_skill(page->study, skill);

    say(to, "%sThe %s bot scores %s points %s than the %s one on the same deals, %s.", to[0] ? " " : "",
        skill->bots.name[0], number(fabs(e.value), digits_of(e.value)).at, e.value < 0 ? "less" : "more",
        skill->bots.name[1], between(e).at);
}

static void say_skill_pair(const struct page *page, const struct skill *skill, char *to)
{
    struct estimate e = study_skill(page->study, skill);
    double fair = 1.0 / page->seats;

    if (page->seats == 1) {
        say_skill_solo(page, skill, to);
        return;
    }
    if (page->seats == 2)
        say(to, "%sThe %s bot beats the %s one in %s of the games", to[0] ? " " : "", skill->bots.name[0],
            skill->bots.name[1], percent(e.value, 0).at);
    else
        say(to, "%sOne %s bot among %d %s ones wins %s of the games", to[0] ? " " : "", skill->bots.name[0],
            page->seats - 1, skill->bots.name[1], percent(e.value, 0).at);
    say(to, ", %s, where %s would be even: %s.", between_shares(e).at, percent(fair, 0).at,
        verdict(e, fair, skill->deals * (uint64_t)page->seats, "playing better pays", "playing better does not pay",
                "that may be luck, and more games are needed to tell"));
}

static int skills_played(const struct page *page)
{
    int n = 0;

    while (n < page->study->skills && page->study->skill[n].deals > 0)
        n++;
    return n;
}

static void say_skill(const struct page *page, char *to)
{
    for (int i = 0; i < skills_played(page); i++)
        say_skill_pair(page, &page->study->skill[i], to);
}

static void put_skill(const struct page *page)
{
    struct plot_row row[SKILLS_MAX];
    char label[SKILLS_MAX][2 * BOT_TEXT_MAX + 16], finding[SENTENCE] = "", about[SENTENCE] = "";
    struct said said[SKILLS_MAX];
    bool solo = page->seats == 1;
    struct plot plot = {.id = "p-skill",
                        .title = solo ? "Points more on the same deals" : "Wins of the stronger level",
                        .about = about,
                        .unit = solo ? UNIT_PLAIN : UNIT_PERCENT,
                        .to = solo ? 0 : 1,
                        .marked = true,
                        .mark = solo ? 0 : 1.0 / page->seats,
                        .mark_label = "even"};
    const char *const head[] = {"", solo ? "more points" : "wins", "95% interval", "deals"};
    int n = skills_played(page);

    say_skill(page, finding);
    open_section(page, "skill", "Skill or luck", finding);
    for (int i = 0; i < n; i++) {
        const struct skill *skill = &page->study->skill[i];
        struct estimate e = study_skill(page->study, skill);

        snprintf(label[i], sizeof label[i], "%s against %s", skill->bots.name[0], skill->bots.name[1]);
        said[i] = solo ? number(e.value, 1) : percent(e.value, 1);
        row[i] = (struct plot_row){label[i], said[i].at, e.value, e.low, e.high, e.interval, TONE_MAIN};
        plot.from = fmin(plot.from, e.low);
        plot.to = fmax(plot.to, e.high);
        say(about, "%s%s: %s", i ? "; " : "", label[i], said[i].at);
    }
    open_figures(page);
    open_figure(page, &plot);
    plot_rows(page->out, &plot, row, n, true);
    close_figure(page);
    close_figures(page);
    open_table(page,
               solo ? "Points that the first scores more than the second"
                    : "One of the first among the second, in each seat in turn on the same deals",
               head, 4);
    for (int i = 0; i < n; i++) {
        open_row(page, label[i]);
        cell(page, said[i].at);
        cell(page, range((struct estimate){row[i].value, row[i].low, row[i].high, true, row[i].interval}, !solo).at);
        cell(page, whole(page->study->skill[i].deals).at);
        close_row(page);
    }
    close_table(page);
    close_section(page);
}

/* ---- actions --------------------------------------------------------------------------------- */

static struct span difference_words(const struct page *page, const struct finding *finding)
{
    struct span said = {"–"};
    struct said value;

    if (finding->difference.known) {
        value = page->seats == 1 ? number(finding->difference.value, 2) : points(finding->difference.value);
        snprintf(said.at, sizeof said.at, "%s%s", value.at[0] >= '0' && value.at[0] <= '9' ? "+" : "", value.at);
    }
    return said;
}

static void put_words_of(const struct page *page, const struct finding *finding, char out[128])
{
    struct text text = text_in(out, 128);

    action_put(&text, page->study->deal.game, &finding->action->key);
}

/* The most telling ones: first those that luck explains least. */
static int by_chance(const void *a, const void *b)
{
    const struct finding *one = *(const struct finding *const *)a, *two = *(const struct finding *const *)b;

    if (one->chance != two->chance)
        return one->chance < two->chance ? -1 : 1;
    return one < two ? -1 : one > two;
}

static int by_difference(const void *a, const void *b)
{
    const struct finding *one = *(const struct finding *const *)a, *two = *(const struct finding *const *)b;

    if (one->difference.value != two->difference.value)
        return one->difference.value > two->difference.value ? -1 : 1;
    return one < two ? -1 : one > two;
}

/* Up to STRONGEST tested actions, the best first. */
static int choose_strongest(const struct page *page, const struct finding *chosen[])
{
    const struct finding **all = need_memory((size_t)page->findings * sizeof *all);
    int n = 0, taken;

    for (int i = 0; i < page->findings; i++)
        if (page->finding[i].tested)
            all[n++] = &page->finding[i];
    if (n > 0)
        qsort(all, (size_t)n, sizeof *all, by_chance);
    taken = n < STRONGEST ? n : STRONGEST;
    if (taken > 0)
        qsort(all, (size_t)taken, sizeof *all, by_difference);
    memcpy(chosen, all, (size_t)taken * sizeof *all);
    free(all);
    return taken;
}

static void say_actions(const struct page *page, char *to)
{
    const struct finding *best = NULL;
    char words[128];

    for (int i = 0; i < page->findings; i++)
        if (page->finding[i].kept && (!best || page->finding[i].chance < best->chance))
            best = &page->finding[i];
    if (page->tested == 0) {
        say(to,
            "There are too few games to compare those who made a kind of move with those who could have and did not.");
        return;
    }
    say(to, "%d %s of moves could be compared; ", page->tested, plural((uint64_t)page->tested, "kind", "kinds"));
    if (!best) {
        say(to, "none of them goes with %s more than luck would explain.", page->seats == 1 ? "the score" : "winning");
        return;
    }
    put_words_of(page, best, words);
    say(to, "%d of them %s with %s more than luck would explain. The clearest is “%s”: ", page->kept,
        plural((uint64_t)page->kept, "goes", "go"), page->seats == 1 ? "the score" : "winning or losing", words);
    if (page->seats == 1)
        say(to, "games with it end with %s on average, games where it was possible and not done with %s.",
            number(best->used, digits_of(best->used)).at, number(best->unused, digits_of(best->unused)).at);
    else
        say(to,
            "who does it wins %s, who could have and did not wins %s (a difference of %s percentage points, between %s "
            "and %s).",
            percent(best->used, 0).at, percent(best->unused, 0).at, difference_words(page, best).at,
            points(best->difference.low).at, points(best->difference.high).at);
}

static void plot_actions(const struct page *page, const struct finding *const chosen[], int n)
{
    struct plot_row row[STRONGEST];
    char label[STRONGEST][128], about[SENTENCE] = "";
    struct span said[STRONGEST];
    bool solo = page->seats == 1;
    struct plot plot = {.id = "p-actions",
                        .title = solo ? "Difference of the score"
                                      : "Difference of the share of wins, in percentage points",
                        .about = about,
                        .unit = solo ? UNIT_PLAIN : UNIT_PERCENT,
                        .marked = true,
                        .mark_label = "none",
                        .x = "with it, less those who could have and did not"};

    for (int i = 0; i < n; i++) {
        const struct estimate *e = &chosen[i]->difference;

        put_words_of(page, chosen[i], label[i]);
        said[i] = difference_words(page, chosen[i]);
        row[i] = (struct plot_row){
            label[i], said[i].at, e->value, e->low, e->high, true, chosen[i]->kept ? TONE_MAIN : TONE_QUIET};
        plot.from = fmin(plot.from, e->low);
        plot.to = fmax(plot.to, e->high);
        say(about, "%s%s %s", i ? "; " : "", label[i], said[i].at);
    }
    open_figures(page);
    open_figure(page, &plot);
    plot_rows(page->out, &plot, row, n, true);
    fputs("<p class=\"key\"><span class=\"dot t0\"></span> beyond luck, all comparisons together "
          "<span class=\"dot t3\"></span> may be luck</p>\n",
          page->out);
    close_figure(page);
    close_figures(page);
}

static void row_action(const struct page *page, const struct finding *finding)
{
    const struct action *action = finding->action;
    bool solo = page->seats == 1;
    char words[128];

    put_words_of(page, finding, words);
    open_row(page, words);
    cell(page, number((double)action->uses / (double)page->arm->games, 2).at);
    cell(page, number((double)action->offers / (double)page->arm->games, 2).at);
    cell(page, percent(finding->choice.value, 1).at);
    cell(page, action->contrast.n[0] == 0 ? "–" : solo ? number(finding->used, 2).at : percent(finding->used, 1).at);
    cell(page, action->contrast.n[1] == 0 ? "–"
               : solo                     ? number(finding->unused, 2).at
                                          : percent(finding->unused, 1).at);
    cell(page, difference_words(page, finding).at);
    if (finding->difference.interval && !solo) {
        char interval[208];

        snprintf(interval, sizeof interval, "%s to %s", points(finding->difference.low).at,
                 points(finding->difference.high).at);
        cell(page, interval);
    } else {
        cell(page, range(finding->difference, false).at);
    }
    cell(page, finding->same ? "as above" : !finding->tested ? "too few" : finding->kept ? "yes" : "no");
    close_row(page);
}

static void table_actions(const struct page *page, const char *about, bool parts)
{
    const char *const won = page->seats == 1 ? "score with" : "wins with";
    const char *const head[] = {"move",    "made per game", "offered per game", "chosen if offered", won,
                                "without", "difference",    "95% interval",     "beyond luck"};
    int rows = 0;

    open_table(page, about, head, 9);
    for (int i = 0; i < page->findings && rows < LISTED_MAX; i++) {
        if (!parts && !page->finding[i].action->key.whole)
            continue;
        row_action(page, &page->finding[i]);
        rows++;
    }
    close_table(page);
}

static void put_actions(const struct page *page)
{
    const struct finding *strongest[STRONGEST];
    char finding[SENTENCE] = "", note[SENTENCE] = "";
    int n = choose_strongest(page, strongest);

    say_actions(page, finding);
    open_section(page, "actions", "What players do, and whether it wins", finding);
    if (n > 0)
        plot_actions(page, strongest, n);
    say(note,
        "Compared are seats that were offered such a move in a game: those that made it at least once with those "
        "that never did. That it goes with winning does not say that it is why: who is ahead may be able to afford "
        "it, and whoever is offered it often is more likely to make it. Among %d comparisons about %.0f would look "
        "clear at 95%% by luck alone; “beyond luck” are those that remain when at most one in twenty of them "
        "may be luck (Benjamini and Hochberg).",
        page->tested, ceil(page->tested / 20.0));
    put_note(page, note);
    table_actions(page, "By kind of move", false);
    if (page->arm->actions.missed > 0)
        put_note(page,
                 "There are more different moves than can be told apart here; some of the rarer ones are missing.");
    if (page->findings > 0) {
        fputs("<details><summary>Every move by what it is about</summary>\n", page->out);
        table_actions(page, page->findings > LISTED_MAX ? "The first of them; the JSON has all" : "All moves", true);
        fputs("</details>\n", page->out);
    }
    close_section(page);
}

/* ---- branching ------------------------------------------------------------------------------- */

static void say_options(const struct page *page, char *to)
{
    const struct spread *options = &page->arm->options;
    struct estimate mean = spread_mean(options);
    uint64_t forced = spread_between(options, 1, 1);

    if (options->total == 0) {
        say(to, "Nobody decides anything in this game.");
        return;
    }
    say(to, "A player who is asked has %s options on average; half of the time %lld or fewer, at most %lld.",
        number(mean.value, digits_of(mean.value)).at, (long long)spread_quantile(options, 0.5),
        (long long)spread_quantile(options, 1));
    if (forced == 0)
        say(to, " No question has a single answer.");
    else
        say(to, " %s of the questions have a single answer.",
            percent((double)forced / (double)options->total, forced * 100 < options->total ? 1 : 0).at);
}

static void put_options_by_progress(const struct page *page)
{
    static const char *const label[] = {"mean", "median"};
    double mean[POINTS], median[POINTS];
    struct plot_line line[2] = {{label[0], mean, NULL, NULL, TONE_MAIN}, {label[1], median, NULL, NULL, TONE_OTHER}};
    char about[SENTENCE] = "";
    struct plot plot = {.id = "p-progress",
                        .title = "Options of a decision along the game",
                        .about = about,
                        .x = "part of the game that is played"};

    for (int i = 0; i < POINTS; i++) {
        const struct spread *spread = &page->arm->options_at[i];

        mean[i] = spread->total ? spread_mean(spread).value : 0;
        median[i] = (double)spread_quantile(spread, 0.5);
        plot.to = fmax(plot.to, fmax(mean[i], median[i]));
        say(about, "%sUp to %d%%: mean %s, median %.0f", i ? ". " : "", 100 * (i + 1) / POINTS, number(mean[i], 1).at,
            median[i]);
    }
    open_figure(page, &plot);
    plot_lines(page->out, &plot, line, 2, POINTS);
    close_figure(page);
}

static void put_branching(const struct page *page)
{
    const char *const head[] = {"of the game", "questions per game", "mean", "median", "most", "single answer"};
    const struct arm *arm = page->arm;
    char finding[SENTENCE] = "";

    say_options(page, finding);
    open_section(page, "options", "How much there is to choose from", finding);
    open_figures(page);
    put_options_by_progress(page);
    plot_spread(page, "p-options", "Options of a decision", "options", &arm->options);
    close_figures(page);
    open_table(page, "Options along the game", head, 6);
    for (int i = 0; i < POINTS; i++) {
        const struct spread *spread = &arm->options_at[i];
        char label[32];

        snprintf(label, sizeof label, "%d to %d%%", 100 * i / POINTS, 100 * (i + 1) / POINTS);
        open_row(page, label);
        cell(page, number((double)spread->total / (double)arm->games, 2).at);
        cell(page, spread->total ? number(spread_mean(spread).value, 2).at : "–");
        cell(page, spread->total ? whole((uint64_t)spread_quantile(spread, 0.5)).at : "–");
        cell(page, spread->total ? whole((uint64_t)spread_quantile(spread, 1)).at : "–");
        cell(page, spread->total ? percent((double)spread_between(spread, 1, 1) / (double)spread->total, 1).at : "–");
        close_row(page);
    }
    close_table(page);
    close_section(page);
}

/* ---- comparing set-ups ----------------------------------------------------------------------- */

static const struct {
    const char *id, *heading, *what;
    bool share;
} metric_words[METRICS] = {
    [METRIC_FIRST] = {"first", "The first seat", "what the first seat wins above its fair share", true},
    [METRIC_START] = {"start", "The starting player", "what the starting player wins above a fair share", true},
    [METRIC_SHARED] = {"shared", "Shared first places", "games with a shared first place", true},
    [METRIC_SCORE] = {"score", "Scores", "the mean score of all seats", false},
    [METRIC_MARGIN] = {"margin", "From the first to the second place", "points between the first and the second place",
                       false},
    [METRIC_MOVES] = {"moves", "Moves of a game", "moves of a game", false},
    [METRIC_DECISIONS] = {"decisions", "Decisions of a game", "decisions between several options", false},
    [METRIC_HALF] = {"half", "The winner leads at half time", "games in which the later winner leads at half time",
                     true},
};

static const char *metric_what(const struct page *page, enum metric metric)
{
    return metric == METRIC_SHARED && page->seats == 1 ? "games that are won" : metric_words[metric].what;
}

static struct said metric_said(enum metric metric, double value)
{
    return metric_words[metric].share ? percent(value, 1) : number(value, 2);
}

/* With its sign, and in points where it is about shares. */
static struct span change_said(enum metric metric, double value)
{
    struct said bare = metric_words[metric].share ? points(value) : number(value, 2);
    struct span said;

    snprintf(said.at, sizeof said.at, "%s%s", isdigit((unsigned char)bare.at[0]) ? "+" : "", bare.at);
    return said;
}

/* "variant=basic", "3 seats" */
static struct span arm_name(const struct study *study, int arm)
{
    struct span said;
    bool seats = strcmp(study->vary, "seats") == 0;

    snprintf(said.at, sizeof said.at, "%.24s%s%s", seats ? "" : study->vary, seats ? "" : "=", study->arm[arm].label);
    return said;
}

/* "Moves of a game: 41.20 with variant=basic, between 40.00 and 42.40; with variant=advanced 3.10 more, ..." */
static void say_comparison(const struct page *page, enum metric metric, char *to)
{
    const struct study *study = page->study;
    const char *unit = metric_words[metric].share ? " percentage points" : "";
    struct estimate base = study_metric(&study->arm[0], metric);
    int clear = 0;

    say(to, "%s: %s with %s", metric_what(page, metric), metric_said(metric, base.value).at, arm_name(study, 0).at);
    to[0] = (char)toupper((unsigned char)to[0]);
    if (base.interval)
        say(to, ", between %s and %s", metric_said(metric, base.low).at, metric_said(metric, base.high).at);
    for (int i = 1; i < study->arms; i++) {
        struct estimate e = study_difference(study, i, metric);
        double least = fmin(fabs(e.low), fabs(e.high)), most = fmax(fabs(e.low), fabs(e.high));

        if (!e.interval || (e.low <= 0 && e.high >= 0))
            continue;
        say(to, "; with %s %s%s %s (between %s and %s)", arm_name(study, i).at,
            change_said(metric, fabs(e.value)).at + 1, unit, e.value < 0 ? "less" : "more",
            change_said(metric, least).at + 1, change_said(metric, most).at + 1);
        clear++;
    }
    if (clear == 0)
        say(to, "; these games show no clear difference %s",
            study->arms > 2 ? "with any other value" : "with the other value");
    say(to, ".");
}

static void plot_comparison(const struct page *page, enum metric metric)
{
    const struct study *study = page->study;
    struct plot_row row[ARMS_MAX];
    struct said said[ARMS_MAX];
    char about[SENTENCE] = "", id[32];
    struct plot plot = {.id = id,
                        .title = metric_what(page, metric),
                        .about = about,
                        .unit = metric_words[metric].share ? UNIT_PERCENT : UNIT_PLAIN};
    int n = 0;

    snprintf(id, sizeof id, "p-%s", metric_words[metric].id);
    for (int i = 0; i < study->arms; i++) {
        struct estimate e = study_metric(&study->arm[i], metric);

        if (!e.known)
            continue;
        said[n] = metric_said(metric, e.value);
        plot.from = n == 0 ? e.low : fmin(plot.from, e.low);
        plot.to = n == 0 ? e.high : fmax(plot.to, e.high);
        say(about, "%s%s: %s", n ? "; " : "", study->arm[i].label, said[n].at);
        row[n] = (struct plot_row){study->arm[i].label, said[n].at, e.value, e.low, e.high, e.interval, TONE_MAIN};
        n++;
    }
    open_figures(page);
    open_figure(page, &plot);
    plot_rows(page->out, &plot, row, n, true);
    close_figure(page);
    close_figures(page);
}

static void table_comparison(const struct page *page, enum metric metric)
{
    const struct study *study = page->study;
    bool share = metric_words[metric].share;
    const char *const head[] = {study->vary, "mean", "95% interval", "difference", "95% interval"};

    open_table(page, metric_words[metric].heading, head, 5);
    for (int i = 0; i < study->arms; i++) {
        struct estimate e = study_metric(&study->arm[i], metric);
        struct estimate change = study_difference(study, i, metric);
        char interval[208] = "–";

        if (!e.known)
            continue;
        if (change.interval)
            snprintf(interval, sizeof interval, "%s to %s", change_said(metric, change.low).at,
                     change_said(metric, change.high).at);
        open_row(page, study->arm[i].label);
        cell(page, metric_said(metric, e.value).at);
        cell(page, range(e, share).at);
        cell(page, i == 0 ? "" : change_said(metric, change.value).at);
        cell(page, i == 0 ? "" : interval);
        close_row(page);
    }
    close_table(page);
}

/* Whether there is something to compare: a solo game has no seats, and its wins are not those of several. */
static bool compares(const struct study *study, enum metric metric)
{
    int solo = 0;
    bool others = false;

    for (int i = 0; i < study->arms; i++) {
        solo += study_solo(&study->arm[i]);
        others = others || (i > 0 && study->arm[i].metric[metric].n > 0);
    }
    if (solo > 0 && (metric == METRIC_FIRST || metric == METRIC_START))
        return false;
    if (solo > 0 && solo < study->arms && metric == METRIC_SHARED)
        return false;
    return others && study->arm[0].metric[metric].n > 0;
}

static void table_arm_seats(const struct page *page)
{
    static const char *const head[] = {"", "seat 0", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6"};
    int most = 0;

    for (int i = 0; i < page->study->arms; i++)
        most = page->study->arm[i].deal.setup.seats > most ? page->study->arm[i].deal.setup.seats : most;
    open_table(page, "Wins by seat", head, most + 1);
    for (int i = 0; i < page->study->arms; i++) {
        const struct arm *arm = &page->study->arm[i];

        open_row(page, arm->label);
        for (int seat = 0; seat < most; seat++)
            cell(page, seat < arm->deal.setup.seats ? percent(seat_share(arm, seat).value, 1).at : "");
        close_row(page);
    }
    close_table(page);
}

static void put_comparisons(const struct page *page)
{
    bool seats = strcmp(page->study->vary, "seats") == 0;
    int sections = 0;

    for (int i = 0; i < METRICS; i++)
        sections += compares(page->study, (enum metric)i);
    for (int i = 0; i < METRICS; i++) {
        char finding[SENTENCE] = "";

        if (!compares(page->study, (enum metric)i))
            continue;
        say_comparison(page, (enum metric)i, finding);
        open_section(page, metric_words[i].id,
                     i == METRIC_SHARED && page->seats == 1 ? "Wins" : metric_words[i].heading, finding);
        plot_comparison(page, (enum metric)i);
        table_comparison(page, (enum metric)i);
        if (i == METRIC_FIRST)
            table_arm_seats(page);
        close_section(page);
    }
    fprintf(page->out,
            "<p class=\"note\">%s With %d comparisons of each value, about one in twenty looks clear by luck "
            "alone. The JSON has everything else that was counted for each value.</p>\n",
            seats
                ? "Different numbers of seats are different games: their differences are not paired."
                : "Every value was played on the same seeds by the same bots, and differences are taken game by game: "
                  "what luck did to both cancels out as far as the games run alike.",
            sections);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fdfdfb;--ink:#1d2226;--soft:#59636b;--line:#dfe3e3;--panel:#f3f5f4;"
    "--t0:#0072b2;--t1:#c25a00;--t2:#00805d;--t3:#9aa3a8}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#14181b;--ink:#e6e9ea;--soft:#a3adb3;--line:#30383d;"
    "--panel:#1d2327;--t0:#56b4e9;--t1:#e69f00;--t2:#3fc79a;--t3:#6b757b}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,"
    "sans-serif;-webkit-text-size-adjust:100%}\n"
    "main{max-width:1020px;margin:0 auto;padding:2.5rem 1.25rem 4rem}\n"
    "h1{font-size:2rem;line-height:1.2;margin:0 0 .25rem;font-weight:650}\n"
    "h2{font-size:1.3rem;margin:0 0 .5rem;font-weight:650}\n"
    ".under{color:var(--soft);margin:0 0 2rem}\n"
    "section{border-top:1px solid var(--line);padding:1.75rem 0 1.25rem}\n"
    ".short{background:var(--panel);border-radius:8px;padding:1.1rem 1.3rem;margin:0 0 2rem}\n"
    ".short h2{font-size:1rem}\n.short ul{margin:0;padding-left:1.15rem}\n.short li{margin:.45rem 0}\n"
    ".short a{color:inherit;font-weight:600;text-decoration-color:var(--t3);text-underline-offset:3px}\n"
    ".finding{font-size:1.08rem;max-width:46rem;margin:0 0 1.25rem}\n"
    ".note,.key{color:var(--soft);font-size:.88rem;max-width:46rem}\n.key{margin:.4rem 0 0}\n"
    ".figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:1.75rem 2.25rem;"
    "margin:0 0 1.5rem}\n"
    "figure{margin:0;max-width:34rem}\nfigcaption{font-weight:600;font-size:.95rem;margin:0 0 .4rem}\n"
    "figcaption:first-letter{text-transform:uppercase}\n"
    ".scroll{overflow-x:auto;margin:0 0 1.25rem}\n"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\n"
    "caption{text-align:left;color:var(--soft);padding:0 0 .35rem}\n"
    "th,td{padding:.32rem .9rem .32rem 0;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}\n"
    "th:first-child{text-align:left}\nthead "
    "th{font-weight:600;vertical-align:bottom;white-space:normal;line-height:1.3}\n"
    "tbody th{font-weight:400;white-space:normal;min-width:7rem}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.25rem;margin:0}\n"
    "dt{color:var(--soft)}\ndd{margin:0;overflow-wrap:anywhere}\n"
    "code{font:.88em ui-monospace,monospace}\n"
    "summary{cursor:pointer;margin:.5rem 0}\n"
    ".dot{display:inline-block;width:.7em;height:.7em;border-radius:50%}\n"
    ".dot.t0{background:var(--t0)}\n.dot.t3{background:var(--t3);margin-left:.8em}\n"
    "@media (max-width:34rem){body{font-size:16px}dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}"
    "main{padding-top:1.5rem}h1{font-size:1.6rem}th,td{padding-right:.6rem}tbody th{min-width:4.5rem}}\n"
    "@media print{section{break-inside:avoid-page}details{display:none}}\n";

static void put_point(const struct page *page, const char *id, const char *topic,
                      void (*words)(const struct page *page, char *to))
{
    char finding[SENTENCE] = "";

    words(page, finding);
    fprintf(page->out, "<li><a href=\"#%s\">%s</a> ", id, topic);
    html_put(page->out, finding);
    fputs("</li>\n", page->out);
}

static void put_short(const struct page *page)
{
    fputs("<div class=\"short\">\n<h2>In short</h2>\n<ul>\n", page->out);
    if (page->seats > 1) {
        put_point(page, "seats", "Seats.", say_seats);
        if (page->arm->led > 0)
            put_point(page, "lead", "Tension.", say_lead);
    }
    put_point(page, "scores", "Scores.", say_scores);
    put_point(page, "length", "Length.", say_length);
    if (skills_played(page) > 0)
        put_point(page, "skill", "Skill.", say_skill);
    put_point(page, "actions", "Moves.", say_actions);
    put_point(page, "options", "Choice.", say_options);
    fputs("</ul>\n</div>\n", page->out);
}

static void open_page(const struct page *page)
{
    const struct study *study = page->study;

    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          page->out);
    html_put(page->out, study->deal.game->title);
    fprintf(page->out, ": a study</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<main>\n<h1>", style, plot_style);
    html_put(page->out, study->deal.game->title);
    fprintf(page->out, ": a study</h1>\n<p class=\"under\">%llu %s ", (unsigned long long)study->played,
            plural(study->played, "game", "games"));
    if (study->vary) {
        fputs("of bots for each value of ", page->out);
        html_put(page->out, study->vary);
    } else {
        fprintf(page->out, "with %d %s; bots: ", page->seats, plural((uint64_t)page->seats, "seat", "seats"));
        html_put(page->out, study->differ ? "different ones" : study->bots.name[0]);
    }
    fputs("</p>\n", page->out);
}

static void close_page(const struct page *page)
{
    fputs(
        "<section id=\"reading\">\n<h2>How to read this</h2>\n<p class=\"note\">All players are programs. They show "
        "what "
        "the rules reward when everybody plays as well as these bots; people tire, bluff, feel sorry for each other "
        "and like some moves more than others. “Between” gives the limits within which the true number lies with 95%, "
        "as far as luck goes: more games make them narrower, and nothing makes bots into people. A shared first "
        "place counts as a part of a win.</p>\n</section>\n</main>\n</body>\n</html>\n",
        page->out);
}

static void put_sections(const struct page *page)
{
    if (page->seats > 1)
        put_seats(page);
    if (page->study->differ)
        put_players(page);
    if (page->seats > 1)
        put_lead(page);
    put_scores(page);
    put_length(page);
    if (skills_played(page) > 0)
        put_skill(page);
    put_actions(page);
    put_branching(page);
}

void study_page(FILE *out, const struct study *study)
{
    struct page page = {.out = out, .study = study, .arm = &study->arm[0]};

    page.seats = page.arm->deal.setup.seats;
    open_page(&page);
    if (study->vary) {
        put_played(&page);
        put_comparisons(&page);
    } else {
        page.finding = study_findings(page.arm, &page.findings, &page.tested, &page.kept);
        put_short(&page);
        put_played(&page);
        put_sections(&page);
        free(page.finding);
    }
    close_page(&page);
}
