/* study_json.c: all numbers of a study, for programs. What cannot be said is null. */
#include "study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"

static const char *const metric_keys[METRICS] = {
    [METRIC_FIRST] = "first_seat_above_fair",
    [METRIC_START] = "starter_above_fair",
    [METRIC_SHARED] = "shared",
    [METRIC_SCORE] = "score",
    [METRIC_MARGIN] = "margin",
    [METRIC_MOVES] = "moves",
    [METRIC_DECISIONS] = "decisions",
    [METRIC_HALF] = "winner_leads_at_half",
};

static void put_string(FILE *out, const char *s)
{
    char room[2048];
    struct text text = text_in(room, sizeof room);

    json_quoted(&text, s);
    fputs(room, out);
}

static void put_number(FILE *out, double value, bool known)
{
    if (known && isfinite(value))
        fprintf(out, "%.9g", value);
    else
        fputs("null", out);
}

static void put_estimate(FILE *out, const char *key, struct estimate e)
{
    fprintf(out, "\"%s\":{\"value\":", key);
    put_number(out, e.value, e.known);
    fputs(",\"low\":", out);
    put_number(out, e.low, e.known && e.interval);
    fputs(",\"high\":", out);
    put_number(out, e.high, e.known && e.interval);
    fputs("}", out);
}

static void put_spread(FILE *out, const char *key, const struct spread *spread)
{
    bool any = spread->total > 0;

    fprintf(out, "\"%s\":{", key);
    put_estimate(out, "mean", spread_mean(spread));
    fputs(",\"deviation\":", out);
    put_number(out, spread_deviation(spread), spread->total > 1);
    fputs(",\"median\":", out);
    put_number(out, (double)spread_quantile(spread, 0.5), any);
    fputs(",\"least\":", out);
    put_number(out, (double)spread_quantile(spread, 0), any);
    fputs(",\"most\":", out);
    put_number(out, (double)spread_quantile(spread, 1), any);
    fputs(",\"counts\":[", out);
    for (int i = 0; i < spread->n; i++)
        fprintf(out, "%s[%lld,%llu]", i ? "," : "", (long long)spread->at[i].value,
                (unsigned long long)spread->at[i].count);
    fputs("]}", out);
}

static void put_seats(FILE *out, const struct study *study, const struct arm *arm)
{
    fputs("\"seats\":[", out);
    for (int i = 0; i < arm->deal.setup.seats; i++) {
        fprintf(out, "%s{\"seat\":%d,", i ? "," : "", i);
        put_estimate(out, "wins", share_of((double)arm->wins[i] / WHOLE, (double)arm->games));
        fprintf(out, ",\"starts\":%llu,", (unsigned long long)arm->starts[i]);
        put_spread(out, "score", &arm->score[i]);
        fputs("}", out);
    }
    fprintf(out, "],\n\"started\":%llu,\"after_starter\":[", (unsigned long long)arm->started);
    for (int i = 0; i < arm->deal.setup.seats; i++) {
        fprintf(out, "%s{\"distance\":%d,", i ? "," : "", i);
        put_estimate(out, "wins", share_of((double)arm->distance_wins[i] / WHOLE, (double)arm->started));
        fputs("}", out);
    }
    fputs("]", out);
    if (!study->differ)
        return;
    fputs(",\n\"bots\":[", out);
    for (int i = 0; i < study->bots.n; i++) {
        fprintf(out, "%s{\"bot\":", i ? "," : "");
        put_string(out, study->bots.name[i]);
        fputs(",", out);
        put_estimate(out, "wins", share_of((double)arm->bot_wins[i] / WHOLE, (double)arm->games));
        fputs("}", out);
    }
    fputs("]", out);
}

static void put_lead(FILE *out, const struct arm *arm)
{
    static const char *const by[] = {"nothing", "standing", "bots"};

    fprintf(out, "\"lead\":{\"judged_by\":\"%s\",\"games\":%llu,\"by_lot\":", by[arm->judged],
            (unsigned long long)arm->led);
    put_number(out, arm->led ? (double)arm->fair_leads / WHOLE / (double)arm->led : 0, arm->led > 0);
    fputs(",\"points\":[", out);
    for (int i = 0; i < POINTS && arm->led > 0; i++) {
        fprintf(out, "%s{\"part\":%.1f,", i ? "," : "", (double)(i + 1) / POINTS);
        put_estimate(out, "winner_leads", share_of((double)arm->leads[i] / WHOLE, (double)arm->led));
        fputs("}", out);
    }
    fputs("],", out);
    put_spread(out, "changes", &arm->changes);
    fputs("}", out);
}

static void put_options(FILE *out, const struct arm *arm)
{
    put_spread(out, "options", &arm->options);
    fputs(",\n\"forced\":", out);
    put_number(out, arm->options.total ? (double)spread_between(&arm->options, 1, 1) / (double)arm->options.total : 0,
               arm->options.total > 0);
    fputs(",\n\"options_by_part\":[", out);
    for (int i = 0; i < POINTS; i++) {
        fprintf(out, "%s{\"from\":%.1f,", i ? "," : "", (double)i / POINTS);
        put_spread(out, "options", &arm->options_at[i]);
        fputs("}", out);
    }
    fputs("]", out);
}

static void put_action(FILE *out, const struct arm *arm, const struct finding *finding)
{
    const struct action *action = finding->action;
    char words[256];
    struct text text = text_in(words, sizeof words);

    action_put(&text, arm->deal.game, &action->key);
    fputs("{\"move\":", out);
    put_string(out, words);
    fputs(",\"text\":", out);
    put_string(out, arm->deal.game->texts[action->key.text]);
    fprintf(out, ",\"whole\":%s,\"uses\":%llu,\"offers\":%llu,", action->key.whole ? "true" : "false",
            (unsigned long long)action->uses, (unsigned long long)action->offers);
    put_estimate(out, "chosen_when_offered", finding->choice);
    fprintf(out, ",\"seats_with\":%lld,\"seats_without\":%lld,\"with\":", (long long)action->contrast.n[0],
            (long long)action->contrast.n[1]);
    put_number(out, finding->used, action->contrast.n[0] > 0);
    fputs(",\"without\":", out);
    put_number(out, finding->unused, action->contrast.n[1] > 0);
    fputs(",", out);
    put_estimate(out, "difference", finding->difference);
    fputs(",\"chance\":", out);
    put_number(out, finding->chance, finding->tested);
    fprintf(out, ",\"beyond_luck\":%s}", finding->kept ? "true" : "false");
}

static void put_actions(FILE *out, const struct arm *arm)
{
    int n, tested, kept;
    struct finding *finding = study_findings(arm, &n, &tested, &kept);

    fprintf(out, "\"compared\":%d,\"beyond_luck\":%d,\"actions_missed\":%llu,\n\"actions\":[", tested, kept,
            (unsigned long long)arm->actions.missed);
    for (int i = 0; i < n; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_action(out, arm, &finding[i]);
    }
    fputs("]", out);
    free(finding);
}

static void put_metrics(FILE *out, const struct study *study, int number)
{
    fputs("\"metrics\":{", out);
    for (int i = 0; i < METRICS; i++) {
        fprintf(out, "%s\"%s\":{", i ? "," : "", metric_keys[i]);
        put_estimate(out, "mean", study_metric(&study->arm[number], (enum metric)i));
        if (study->vary && number > 0) {
            fputs(",", out);
            put_estimate(out, "difference", study_difference(study, number, (enum metric)i));
        }
        fputs("}", out);
    }
    fputs("}", out);
}

static void put_arm(FILE *out, const struct study *study, int number)
{
    const struct arm *arm = &study->arm[number];
    char id[DEAL_TEXT_MAX];
    struct text text = text_in(id, sizeof id);

    deal_put(&text, &arm->deal);
    fputs("{\"id\":", out);
    put_string(out, id);
    fputs(",\"value\":", out);
    put_string(out, arm->label);
    fprintf(out, ",\"games\":%llu,", (unsigned long long)arm->games);
    put_estimate(out, "shared", share_of((double)arm->shared, (double)arm->games));
    if (study_solo(arm)) {
        fputs(",", out);
        put_estimate(out, "won", share_of((double)(arm->games - arm->missed), (double)arm->games));
    }
    fputs(",\n", out);
    put_seats(out, study, arm);
    fputs(",\n", out);
    put_spread(out, "moves", &arm->moves);
    fputs(",\n", out);
    put_spread(out, "decisions", &arm->decisions);
    fputs(",\n", out);
    put_spread(out, "decisions_of_a_seat", &arm->own_decisions);
    fputs(",\n", out);
    put_spread(out, "winners", &arm->winner);
    fputs(",\n", out);
    put_spread(out, "others", &arm->others);
    fputs(",\n", out);
    put_spread(out, "margin", &arm->margin);
    fputs(",\n", out);
    put_lead(out, arm);
    fputs(",\n", out);
    put_options(out, arm);
    fputs(",\n", out);
    put_metrics(out, study, number);
    fputs(",\n", out);
    put_actions(out, arm);
    fputs("}", out);
}

static void put_skills(FILE *out, const struct study *study)
{
    int seats = study->deal.setup.seats;

    fputs("\"skill\":[", out);
    for (int i = 0; i < study->skills && study->skill[i].deals > 0; i++) {
        const struct skill *skill = &study->skill[i];

        fputs(i ? ",{\"stronger\":" : "{\"stronger\":", out);
        put_string(out, skill->bots.name[0]);
        fputs(",\"weaker\":", out);
        put_string(out, skill->bots.name[1]);
        fprintf(out, ",\"deals\":%llu,", (unsigned long long)skill->deals);
        put_estimate(out, seats > 1 ? "wins" : "better", study_skill(study, skill));
        fputs("}", out);
    }
    fputs("]", out);
}

void study_json(FILE *out, const struct study *study)
{
    fprintf(out, "{\"study\":1,\"program\":\"%s\",\"game\":\"%s\",\"version\":%d,\n\"command\":", WABE_VERSION,
            study->deal.game->id, study->deal.game->version);
    put_string(out, study->reproduce);
    fprintf(out, ",\"games\":%llu,\"seed\":\"%llu\",\"interrupted\":%s,\"players\":[",
            (unsigned long long)study->played, (unsigned long long)study->deal.seed,
            study->interrupted ? "true" : "false");
    for (int i = 0; i < study->bots.n; i++) {
        char made[128];
        struct text text = text_in(made, sizeof made);

        bot_put(&text, &study->bots.bot[i]);
        fputs(i ? ",{\"name\":" : "{\"name\":", out);
        put_string(out, study->bots.name[i]);
        fputs(",\"bot\":", out);
        put_string(out, made);
        fputs("}", out);
    }
    fputs("],\"vary\":", out);
    if (study->vary)
        put_string(out, study->vary);
    else
        fputs("null", out);
    fputs(",\n", out);
    put_skills(out, study);
    fputs(",\n\"setups\":[\n", out);
    for (int i = 0; i < study->arms; i++) {
        fputs(i ? ",\n" : "", out);
        put_arm(out, study, i);
    }
    fputs("]}\n", out);
}
