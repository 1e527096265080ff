/* study.c: `wabe study`: many games between bots, and what a designer can learn from them. */
#define _POSIX_C_SOURCE 200809L

#include "study.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stats.h"
#include "study_game.h"

enum {
    GAMES_MAX = 1000000,  /* sums of squares stay within 64 bits */
    SKILL_DEALS_MAX = 200 /* for one pair of levels */
};

/* ---- figures that page and JSON share -------------------------------------------------------- */

struct estimate sums_mean(const struct sums *sums, double scale)
{
    return mean_of((double)sums->n, (double)sums->sum / scale, (double)sums->squares / scale / scale);
}

/* What one unit of a metric is divided by to be shown. */
static double metric_scale(enum metric metric)
{
    return metric == METRIC_MARGIN || metric == METRIC_MOVES || metric == METRIC_DECISIONS ? 1 : WHOLE;
}

struct estimate study_metric(const struct arm *arm, enum metric metric)
{
    const struct sums *sums = &arm->metric[metric];

    if (metric == METRIC_SHARED || metric == METRIC_HALF)
        return share_of((double)sums->sum / WHOLE, (double)sums->n);
    return sums_mean(sums, metric_scale(metric));
}

struct estimate study_difference(const struct study *study, int arm, enum metric metric)
{
    double scale = metric_scale(metric);

    if (strcmp(study->vary, "seats") != 0)
        return sums_mean(&study->arm[arm].paired[metric], scale);
    return apart(sums_mean(&study->arm[arm].metric[metric], scale), sums_mean(&study->arm[0].metric[metric], scale));
}

struct estimate study_skill(const struct study *study, const struct skill *skill)
{
    double n = (double)skill->wins.n, scale = (double)WHOLE * study->deal.setup.seats;
    double sum = (double)skill->wins.sum / scale, squares = (double)skill->wins.squares / scale / scale;
    struct interval interval;

    if (study->deal.setup.seats == 1 || skill->deals == 0)
        return sums_mean(&skill->better, 1);
    interval = share_interval(n, sum, squares);
    return (struct estimate){sum / n, interval.low < 0 ? 0 : interval.low, interval.high > 1 ? 1 : interval.high, true,
                             true};
}

static int by_key(const void *a, const void *b)
{
    const struct action_key *one = &((const struct finding *)a)->action->key;
    const struct action_key *two = &((const struct finding *)b)->action->key;

    if (one->text != two->text)
        return one->text < two->text ? -1 : 1;
    if (one->whole != two->whole)
        return one->whole ? -1 : 1;
    for (int i = 0; i < PHRASE_ARGS; i++)
        if (one->arg[i] != two->arg[i])
            return one->arg[i] < two->arg[i] ? -1 : 1;
    return 0;
}

/* A text that always names the same thing is tested once. The whole stands before its parts. */
static void find_same(struct finding *finding, int n)
{
    const struct action *all = NULL;

    for (int i = 0; i < n; i++) {
        const struct action *action = finding[i].action;

        if (action->key.whole)
            all = action;
        finding[i].same = !action->key.whole && all && all->key.text == action->key.text && all->uses == action->uses &&
                          all->offers == action->offers;
        finding[i].tested = finding[i].tested && !finding[i].same;
    }
}

/* Those with enough games on both sides are tested together. */
static void test_findings(struct finding *finding, int n, int *tested, int *kept)
{
    double *chance = need_memory((size_t)n * sizeof *chance);
    bool *keep = need_memory((size_t)n * sizeof *keep);

    *tested = 0;
    for (int i = 0; i < n; i++)
        if (finding[i].tested)
            chance[(*tested)++] = finding[i].chance;
    *kept = keep_discoveries(chance, *tested, 0.05, keep);
    for (int i = 0, k = 0; i < n; i++)
        if (finding[i].tested)
            finding[i].kept = keep[k++];
    free(chance);
    free(keep);
}

struct finding *study_findings(const struct arm *arm, int *n, int *tested, int *kept)
{
    const struct action *action = (const struct action *)(const void *)arm->actions.items;
    double scale = study_solo(arm) ? 1 : WHOLE;
    struct finding *out;

    *n = arm->actions.n;
    out = need_memory((size_t)*n * sizeof *out);
    for (int i = 0; i < *n; i++) {
        const struct contrast *contrast = &action[i].contrast;
        struct finding *finding = &out[i];

        finding->action = &action[i];
        finding->choice = ratio_of(&action[i].choice);
        finding->difference = contrast_of(contrast, &finding->chance);
        finding->difference.value /= scale;
        finding->difference.low /= scale;
        finding->difference.high /= scale;
        finding->used = contrast->n[0] ? (double)contrast->sum[0] / (double)contrast->n[0] / scale : 0;
        finding->unused = contrast->n[1] ? (double)contrast->sum[1] / (double)contrast->n[1] / scale : 0;
        finding->tested = finding->difference.interval && contrast->n[0] >= CONTRAST_LEAST &&
                          contrast->n[1] >= CONTRAST_LEAST;
    }
    if (*n > 0)
        qsort(out, (size_t)*n, sizeof *out, by_key);
    find_same(out, *n);
    test_findings(out, *n, tested, kept);
    return out;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* What the workers share: a bout for each, and sheets for the games that are not added up yet. */
struct works {
    struct study *study;
    struct skill *skill; /* the pair that is being played, or NULL */
    struct bout *bout;   /* of each worker */
    struct sheet (*sheet)[ARMS_MAX];
    struct {
        int64_t wins, better;
    } *score; /* of each deal of a pair */
    const char *what;
    uint64_t jobs;
    double began, shown;
    bool bar;
};

static void progress(struct works *works, uint64_t done)
{
    enum { WIDTH = 40 };
    int filled = (int)(done * WIDTH / works->jobs);

    if (!works->bar || (done < works->jobs && seconds_now() - works->shown < 0.1))
        return;
    works->shown = seconds_now();
    fprintf(stderr, "\r[");
    for (int i = 0; i < WIDTH; i++)
        fputc(i < filled ? '=' : ' ', stderr);
    fprintf(stderr, "] %s: %llu of %llu, %.0f s", works->what, (unsigned long long)done,
            (unsigned long long)works->jobs, works->shown - works->began);
    if (done == works->jobs)
        fprintf(stderr, "\r\033[K");
    fflush(stderr);
}

/* Bots that differ sit one seat further in each game, so that seats and bots can be told apart. Otherwise it is the
 * game that `wabe sim` plays with this bot and seed. */
static bool play_arm(const struct study *study, struct bout *bout, const struct arm *arm, uint64_t job,
                     struct sheet *sheet)
{
    const struct bot *player[SEATS_MAX];
    uint32_t voice[SEATS_MAX];
    struct deal deal = arm->deal;
    struct result result;
    int seats = deal.setup.seats, turn = study->differ ? (int)(job % (uint64_t)seats) : 0;

    deal.seed += job;
    sheet_begin(sheet);
    for (int seat = 0; seat < seats; seat++) {
        voice[seat] = (uint32_t)((seat + seats - turn) % seats);
        sheet->bot[seat] = (uint8_t)voice[seat];
        player[seat] = &study->bots.bot[study->bots.n == 1 ? 0 : voice[seat]];
    }
    if (!bout_play(bout, study->command, &deal, player, voice, sheet_watch, sheet, &result, sheet->rank))
        return false;
    memcpy(sheet->score, result.score, sizeof sheet->score);
    sheet->missed = result.missed;
    sheet_close(sheet, &bout->match);
    return true;
}

static bool work_games(void *self, int worker, uint64_t job)
{
    struct works *works = self;
    struct sheet *sheet = works->sheet[job % CREW_SLOTS];
    bool ok = true;

    for (int i = 0; i < works->study->arms && ok; i++)
        ok = play_arm(works->study, &works->bout[worker], &works->study->arm[i], job, &sheet[i]);
    return ok;
}

static void add_metrics(struct arm *arm, const int64_t own[], const int64_t first[])
{
    for (int i = 0; i < METRICS; i++) {
        if (own[i] == NO_METRIC)
            continue;
        sums_add(&arm->metric[i], own[i]);
        if (first[i] != NO_METRIC)
            sums_add(&arm->paired[i], own[i] - first[i]);
    }
}

static bool done_games(void *self, uint64_t job)
{
    struct works *works = self;
    struct study *study = works->study;
    struct sheet *sheet = works->sheet[job % CREW_SLOTS];
    int64_t first[METRICS], own[METRICS];

    for (int i = 0; i < study->arms; i++) {
        arm_add(&study->arm[i], &sheet[i], own);
        if (i == 0)
            memcpy(first, own, sizeof first);
        add_metrics(&study->arm[i], own, first);
        sheet_free(&sheet[i]);
    }
    study->played++;
    progress(works, job + 1);
    return true;
}

/* ---- skill ----------------------------------------------------------------------------------- */

/* One of the first bot in each seat in turn, the others are of the second; the same deal for all of them. Alone: the
 * first and then the second. */
static bool work_skill(void *self, int worker, uint64_t job)
{
    struct works *works = self;
    const struct skill *skill = works->skill;
    struct deal deal = works->study->deal;
    int seats = deal.setup.seats;
    int64_t wins = 0, better = 0;

    deal.seed += job;
    for (int turn = 0; turn < (seats == 1 ? 2 : seats); turn++) {
        const struct bot *player[SEATS_MAX];
        uint32_t voice[SEATS_MAX];
        uint8_t rank[SEATS_MAX];
        struct result result;
        int winners = 0;

        for (int seat = 0; seat < seats; seat++) {
            voice[seat] = (uint32_t)((seat + seats - turn % seats) % seats);
            player[seat] = &skill->bots.bot[seats == 1 ? turn : voice[seat] > 0];
        }
        if (!bout_play(&works->bout[worker], works->study->command, &deal, player, voice, NULL, NULL, &result, rank))
            return false;
        for (int seat = 0; seat < seats; seat++)
            winners += rank[seat] == 1;
        if (seats == 1)
            better += turn == 0 ? result.score[0] : -result.score[0];
        else if (rank[turn] == 1)
            wins += WHOLE / winners;
    }
    works->score[job % CREW_SLOTS].wins = wins;
    works->score[job % CREW_SLOTS].better = better;
    return true;
}

static bool done_skill(void *self, uint64_t job)
{
    struct works *works = self;

    sums_add(&works->skill->wins, works->score[job % CREW_SLOTS].wins);
    sums_add(&works->skill->better, works->score[job % CREW_SLOTS].better);
    works->skill->deals++;
    progress(works, job + 1);
    return true;
}

/* The level that is studied (or a normal one) against the one below it, and against chance. */
static bool choose_skills(struct study *study)
{
    int level = study->differ ? 1 : 0;
    char list[SKILLS_MAX][2 * BOT_TEXT_MAX];

    for (int i = 0; i < LEVELS; i++)
        if (!study->differ && strcmp(study->bots.name[0], level_names[i]) == 0)
            level = i;
    snprintf(list[0], sizeof list[0], "%s,random", level_names[level]);
    snprintf(list[1], sizeof list[1], "%s,%s", level_names[level > 0 ? level : 1],
             level_names[level > 0 ? level - 1 : 0]);
    study->skills = 2;
    for (int i = 0; i < study->skills; i++)
        if (!bots_read(study->command, study->deal.game, list[i], &study->skill[i].bots))
            return false;
    return true;
}

/* ---- running --------------------------------------------------------------------------------- */

static void begin_works(struct works *works, const char *what, uint64_t jobs, const struct bots *bots)
{
    works->what = what;
    works->jobs = jobs;
    works->began = works->shown = seconds_now();
    works->bar = isatty(STDERR_FILENO);
    works->bout = need_memory((size_t)works->study->threads * sizeof works->bout[0]);
    for (int i = 0; i < works->study->threads; i++)
        bout_begin(&works->bout[i], works->study->deal.game, bots->bot, bots->n);
}

static void end_works(struct works *works, uint64_t done)
{
    if (done < works->jobs && works->bar)
        fprintf(stderr, "\r\033[K");
    for (int i = 0; i < works->study->threads; i++)
        bout_end(&works->bout[i]);
    free(works->bout);
}

/* False if something went wrong and was explained; an interrupt is nothing wrong. */
static bool play_games(struct study *study)
{
    struct works works = {.study = study};

    begin_works(&works, "games", study->games, &study->bots);
    works.sheet = need_memory(CREW_SLOTS * sizeof works.sheet[0]);
    crew_run(study->threads, study->games, work_games, done_games, &works);
    end_works(&works, study->played);
    for (int i = 0; i < CREW_SLOTS; i++)
        for (int k = 0; k < study->arms; k++)
            sheet_free(&works.sheet[i][k]);
    free(works.sheet);
    return study->played == study->games || crew_interrupted();
}

static bool play_skill(struct study *study, struct skill *skill)
{
    struct works works = {.study = study, .skill = skill};
    uint64_t deals = study->games / (2u * study->deal.setup.seats);

    deals = deals < 1 ? 1 : deals > SKILL_DEALS_MAX ? SKILL_DEALS_MAX : deals;
    begin_works(&works, "levels", deals, &skill->bots);
    works.score = need_memory(CREW_SLOTS * sizeof works.score[0]);
    crew_run(study->threads, deals, work_skill, done_skill, &works);
    end_works(&works, skill->deals);
    free(works.score);
    return skill->deals == deals || crew_interrupted();
}

static bool play_all(struct study *study)
{
    if (!play_games(study))
        return false;
    for (int i = 0; i < study->skills && !crew_interrupted(); i++)
        if (!play_skill(study, &study->skill[i]))
            return false;
    study->interrupted = crew_interrupted();
    return true;
}

/* ---- what is asked for ----------------------------------------------------------------------- */

static struct arm *new_arm(struct study *study, const struct setup *setup, const char *label)
{
    struct arm *arm = &study->arm[study->arms++];

    arm->deal = study->deal;
    arm->deal.setup = *setup;
    arm->actions.size = sizeof(struct action);
    arm->actions.most = ACTIONS_MAX;
    snprintf(arm->label, sizeof arm->label, "%s", label);
    return arm;
}

/* One more value of what is varied, or a remark that the game does not have it so. */
static void try_arm(struct study *study, const struct setup *setup, const char *label)
{
    struct why why;
    size_t used = strlen(study->left_out);

    if (game_setup_ok(study->deal.game, setup, &why))
        new_arm(study, setup, label);
    else
        snprintf(study->left_out + used, sizeof study->left_out - used, "%s%s (%s)", used ? "; " : "", label, why.text);
}

static bool vary_seats(struct study *study)
{
    const struct game *game = study->deal.game;
    struct setup setup = study->deal.setup;

    if (game->seats_min == game->seats_max) {
        cli_fail(study->command, MISUSED, "%s is for %d %s only: there is nothing to vary", game->title,
                 game->seats_min, game->seats_min == 1 ? "seat" : "seats");
        return false;
    }
    if (study->differ) {
        cli_fail(study->command, MISUSED, "--vary seats takes one bot for all seats");
        return false;
    }
    for (setup.seats = game->seats_min; setup.seats <= game->seats_max; setup.seats++) {
        char label[16];

        snprintf(label, sizeof label, "%d %s", setup.seats, setup.seats == 1 ? "seat" : "seats");
        try_arm(study, &setup, label);
    }
    return true;
}

static void value_of(const struct option *option, int index, char *out, size_t size)
{
    struct text text = text_in(out, size);

    option_value_put(&text, option, index);
}

/* The value of the set-up comes first: the others are compared with it. */
static bool vary_option(struct study *study, int option)
{
    const struct option *o = &study->deal.game->options[option];
    int own = study->deal.setup.option[option];
    char value[64];

    value_of(o, own, value, sizeof value);
    new_arm(study, &study->deal.setup, value);
    for (int i = 0; i < option_values(o) && study->arms < ARMS_MAX; i++) {
        struct setup setup = study->deal.setup;

        setup.option[option] = (uint8_t)i;
        value_of(o, i, value, sizeof value);
        if (i != own)
            try_arm(study, &setup, value);
    }
    if (study->arms > 1)
        return true;
    cli_fail(study->command, MISUSED, "there is only one value of %s to play with the other options: %s", o->id,
             study->left_out);
    return false;
}

static bool choose_arms(struct study *study)
{
    const struct game *game = study->deal.game;

    if (!study->vary) {
        new_arm(study, &study->deal.setup, "");
        return true;
    }
    for (int i = 0; i < game->options_n; i++)
        if (strcmp(game->options[i].id, study->vary) == 0)
            return vary_option(study, i);
    if (strcmp(study->vary, "seats") == 0)
        return vary_seats(study);
    if (game->options_n == 0)
        cli_fail(study->command, MISUSED, "%s has no options: only --vary seats has a meaning, not '%s'", game->title,
                 study->vary);
    else
        cli_fail(study->command, MISUSED,
                 "%s has no option '%s'; --vary takes seats or one of those that 'games' lists", game->title,
                 study->vary);
    return false;
}

static bool choose_bots(struct study *study, const char *list, const char *level)
{
    int seats = study->deal.setup.seats;

    if (list && level) {
        cli_fail(study->command, MISUSED, "--bots and --level say both who plays: choose one");
        return false;
    }
    if (!bots_read(study->command, study->deal.game, list ? list : level ? level : "normal", &study->bots))
        return false;
    if (study->bots.n != 1 && (level || study->bots.n != seats)) {
        cli_fail(study->command, MISUSED, "%s takes one bot%s, not %d", level ? "--level" : "--bots",
                 level ? "" : " for all seats or one for each", study->bots.n);
        return false;
    }
    for (int i = 1; i < study->bots.n; i++)
        study->differ = study->differ || strcmp(study->bots.name[i], study->bots.name[0]) != 0;
    return true;
}

/* ---- files ----------------------------------------------------------------------------------- */

struct target {
    char path[4096], part[4096 + 32];
};

static void name_target(struct target *target, const char *stem, int length, const char *end)
{
    snprintf(target->path, sizeof target->path, "%.*s%s", length, stem, end);
    snprintf(target->part, sizeof target->part, "%s.%ld.part", target->path, (long)getpid());
}

/* page.html and page.json. */
static bool choose_targets(const struct study *study, const char *out, struct target target[2])
{
    size_t length = out ? strlen(out) : 0;

    if (out && (length < 6 || length > 4000 || strcmp(out + length - 5, ".html") != 0)) {
        cli_fail(study->command, MISUSED, "--out is the page and ends with .html, not '%s'; the JSON gets its name",
                 out);
        return false;
    }
    name_target(&target[0], out ? out : study->deal.game->id, out ? (int)length - 5 : 64, ".html");
    name_target(&target[1], out ? out : study->deal.game->id, out ? (int)length - 5 : 64, ".json");
    return true;
}

/* Better to know before the games than after them. */
static bool can_write(const struct study *study, const struct target target[2])
{
    FILE *file = fopen(target[0].part, "wb");

    if (!file) {
        cli_fail(study->command, FAILED, "cannot write '%s': %s", target[0].path, strerror(errno));
        return false;
    }
    fclose(file);
    remove(target[0].part);
    return true;
}

static bool write_part(const struct study *study, const struct target *target,
                       void (*write)(FILE *out, const struct study *study))
{
    FILE *file = fopen(target->part, "wb");
    bool ok = file != NULL;

    if (file) {
        write(file, study);
        ok = !ferror(file);
        ok = fclose(file) == 0 && ok;
    }
    if (!ok)
        cli_fail(study->command, FAILED, "cannot write '%s': %s", target->path, strerror(errno));
    return ok;
}

/* Both files are complete before either replaces an older one. */
static bool write_targets(const struct study *study, const struct target target[2])
{
    bool ok = write_part(study, &target[0], study_page) && write_part(study, &target[1], study_json);

    for (int i = 0; i < 2 && ok; i++) {
        ok = rename(target[i].part, target[i].path) == 0;
        if (!ok)
            cli_fail(study->command, FAILED, "cannot write '%s': %s", target[i].path, strerror(errno));
    }
    for (int i = 0; i < 2 && !ok; i++)
        remove(target[i].part);
    return ok;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* The command that makes the same page again, from what has been played. */
static void put_reproduce(struct study *study, const char *bots, const char *level)
{
    char id[DEAL_TEXT_MAX];
    struct text text = text_in(id, sizeof id);

    deal_put(&text, &study->deal);
    snprintf(study->reproduce, sizeof study->reproduce, "wabe study %s --games %llu %s %s%s%s%s", id,
             (unsigned long long)study->played, bots ? "--bots" : "--level",
             bots    ? bots
             : level ? level
                     : "normal",
             study->vary ? " --vary " : "", study->vary ? study->vary : "",
             study->no_skill && !study->vary ? " --no-skill" : "");
}

static int finish(struct study *study, const struct target target[2], const char *bots, const char *level)
{
    if (study->played == 0)
        return cli_fail(study->command, 130, "interrupted before the first game was over; nothing is written");
    put_reproduce(study, bots, level);
    if (!write_targets(study, target))
        return FAILED;
    printf("%s: %llu %s; the page is %s, its numbers are in %s\n", study->deal.game->title,
           (unsigned long long)study->played, study->played == 1 ? "game" : "games", target[0].path, target[1].path);
    return study->interrupted ? 130 : DONE;
}

int command_study(const struct command *command, int argc, char **argv)
{
    struct study *study = need_memory(sizeof *study);
    struct deal_options how = {.seats = NOT_GIVEN};
    const char *bots = NULL, *level = NULL, *out = NULL;
    uint64_t wanted = 1000, threads = (uint64_t)crew_size();
    const struct cli_option options[] = {
        {"seats", "N", "how many seats (the fewest possible)", NUMBER, &how.seats, 1, DEAL_SEATS_MAX},
        {"set", "OPTION=VALUE", "choose a variant or house rule; may be repeated", WORDS, &how.set, 0, 0},
        {"games", "N", "how many games (1000)", NUMBER, &wanted, 1, GAMES_MAX},
        {"seed", "S", "seed of the first game (0)", WORD, &how.seed, 0, 0},
        {"level", "NAME", "who plays: random, easy, normal, hard or expert (normal)", WORD, &level, 0, 0},
        {"bots", "LIST", "one bot for all seats, or one for each, between commas", WORD, &bots, 0, 0},
        {"vary", "OPTION", "compare all values of an option, or all numbers of seats", WORD, &study->vary, 0, 0},
        {"no-skill", NULL, "leave out the games of level against level", FLAG, &study->no_skill, 0, 0},
        {"threads", "N", "games played at once (one for each core)", NUMBER, &threads, 1, CREW_MAX},
        {"out", "FILE.html", "where the page goes (the game's id with .html)", WORD, &out, 0, 0},
        {0},
    };
    struct words operands;
    struct target target[2];
    int code = MISUSED;

    study->command = command;
    if (!cli_read(command, options, argc, argv, 1, 1, &operands, &code)) {
        free(study);
        return code;
    }
    study->games = wanted;
    study->threads = (int)threads;
    if (cli_deal(command, operands.word[0], &how, &study->deal) && choose_bots(study, bots, level) &&
        choose_arms(study) && choose_targets(study, out, target) &&
        (study->vary || study->no_skill || choose_skills(study))) {
        code = FAILED;
        if (can_write(study, target) && play_all(study))
            code = finish(study, target, bots, level);
    }
    for (int i = 0; i < study->arms; i++)
        arm_free(&study->arm[i]);
    free(study);
    return code;
}
