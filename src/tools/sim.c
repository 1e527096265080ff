/* sim.c: `wabe sim`: games at random or by bots, their records and their traces. */
#define _POSIX_C_SOURCE 200809L

#include "bout.h"
#include "stats.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../table/record.h"
#include "../table/view.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

struct sim {
    const struct command *command;
    struct deal deal; /* of the next game */
    uint64_t games;
    struct bots bots;   /* one for each seat; none: the moves are random */
    const char *record; /* a folder, or NULL */
    FILE *trace;        /* or NULL */
    bool quiet;         /* no summary: the trace has the standard output */

    uint64_t played, moves, decisions, shortest, longest;
    uint64_t shared;                                 /* games with several in the first place */
    double wins[SEATS_MAX], wins_squared[SEATS_MAX]; /* a shared first place is a part of a win */
    double score[SEATS_MAX];
};

/* ---- traces ---------------------------------------------------------------------------------- */

static void flush_line(FILE *file, struct text *line)
{
    text_char(line, '\n');
    fwrite(line->at, 1, line->used, file);
    *line = text_in(line->at, line->size);
}

static void trace_header(struct text *out, const struct deal *deal)
{
    char id[DEAL_TEXT_MAX];
    struct text text = text_in(id, sizeof id);

    deal_put(&text, deal);
    text_char(out, '{');
    json_key_number(out, "trace", 1);
    json_key_string(out, "id", id);
    json_key_string(out, "game", deal->game->id);
    json_key_number(out, "version", deal->game->version);
    json_key_number(out, "seats", deal->setup.seats);
    options_json(out, deal->game, &deal->setup);
    text = text_in(id, sizeof id);
    text_unsigned(&text, deal->seed);
    json_key_string(out, "seed", id);
    text_char(out, '}');
}

static void json_move_text(struct text *out, const struct match *match, int actor, move_t move)
{
    struct speech plain = speech_plain(match->deal.game);
    char words[MOVE_TEXT_MAX];
    struct text text = text_in(words, sizeof words);

    phrase_put(&text, &plain, match->deal.game->say(match->state, actor, move));
    json_quoted(out, words);
}

static void trace_options(struct text *out, const struct match *match)
{
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX];

    json_key(out, "options");
    text_char(out, '{');
    for (FOR_BITS(actor, match->deal.game->actors(match->state))) {
        int n = game_options(match->deal.game, match->state, (int)actor, move, weight);

        json_key(out, actor_word((int)actor));
        text_char(out, '[');
        for (int i = 0; i < n; i++) {
            json_comma(out);
            if (actor == CHANCE) {
                text_char(out, '[');
                json_move_text(out, match, CHANCE, move[i]);
                text_char(out, ',');
                text_unsigned(out, weight[i]);
                text_char(out, ']');
            } else {
                json_move_text(out, match, (int)actor, move[i]);
            }
        }
        text_char(out, ']');
    }
    text_char(out, '}');
}

static void trace_step(struct text *out, const struct match *match, int actor, move_t move)
{
    static struct view view;

    view_make(&view, match, REFEREE);
    text_char(out, '{');
    json_key_number(out, "n", match->n);
    json_key(out, "actors");
    text_char(out, '[');
    for (FOR_BITS(a, match->deal.game->actors(match->state))) {
        json_comma(out);
        json_quoted(out, actor_word((int)a));
    }
    text_char(out, ']');
    trace_options(out, match);
    if (actor == CHANCE)
        json_key_number(out, "source", match->deal.game->source(match->state));
    json_key_string(out, "actor", actor_word(actor));
    json_key(out, "move");
    json_move_text(out, match, actor, move);
    json_key(out, "scene");
    view_scene_json(&view, out);
    text_char(out, '}');
}

static void trace_result(struct text *out, const struct match *match, const struct result *result, const uint8_t rank[])
{
    struct speech plain = speech_plain(match->deal.game);

    text_char(out, '{');
    json_key_number(out, "moves", match->n);
    json_key(out, "result");
    text_char(out, '[');
    for (int seat = 0; seat < match->deal.setup.seats; seat++) {
        json_comma(out);
        text_char(out, '{');
        json_key_number(out, "seat", seat);
        json_key_number(out, "rank", rank[seat]);
        json_key_number(out, "score", result->score[seat]);
        text_char(out, '}');
    }
    text_char(out, ']');
    json_key(out, "lines");
    text_char(out, '[');
    for (int i = 0; i < result->lines; i++) {
        char words[512];
        struct text text = text_in(words, sizeof words);

        sentence_put(&text, &plain, result->line[i].phrase);
        json_comma(out);
        json_quoted(out, words);
    }
    text_put(out, "]}");
}

/* ---- records --------------------------------------------------------------------------------- */

/* mimsy:3:variant=advanced#42 becomes mimsy-3-variant=advanced-42.wabe, whole or not at all, also if two runs write it
 * at once. */
static bool write_record(const struct sim *sim, const struct match *match)
{
    char id[DEAL_TEXT_MAX], path[4096], part[4096 + 32];
    struct text name = text_in(id, sizeof id);
    size_t room = record_room(match) + 1;
    char *text = need_memory(room);
    struct text out = text_in(text, room);
    FILE *file;
    bool ok;

    deal_put(&name, &match->deal);
    for (char *c = id; *c; c++)
        if (*c == ':' || *c == '#' || *c == ',')
            *c = '-';
    snprintf(path, sizeof path, "%s/%s.wabe", sim->record, id);
    record_put(&out, match);
    snprintf(part, sizeof part, "%s.%ld.part", path, (long)getpid());
    file = fopen(part, "wb");
    ok = file && fwrite(text, 1, out.used, file) == out.used;
    if (file)
        ok = fclose(file) == 0 && ok;
    ok = ok && rename(part, path) == 0;
    if (!ok) {
        cli_fail(sim->command, FAILED, "cannot write '%s': %s", path, strerror(errno));
        if (file)
            remove(part);
    }
    free(text);
    return ok;
}

static bool make_folder(const struct sim *sim)
{
    struct stat found;

    if (mkdir(sim->record, 0777) == 0 || (errno == EEXIST && stat(sim->record, &found) == 0 && S_ISDIR(found.st_mode)))
        return true;
    cli_fail(sim->command, FAILED, "cannot make the folder '%s': %s", sim->record, strerror(errno));
    return false;
}

/* ---- games ----------------------------------------------------------------------------------- */

static void add_up(struct sim *sim, const struct match *match, const struct result *result, const uint8_t rank[])
{
    int winners = 0;

    sim->played++;
    sim->moves += match->n;
    if (sim->played == 1 || match->n < sim->shortest)
        sim->shortest = match->n;
    if (match->n > sim->longest)
        sim->longest = match->n;
    for (int seat = 0; seat < match->deal.setup.seats; seat++)
        winners += rank[seat] == 1;
    for (int seat = 0; seat < match->deal.setup.seats; seat++) {
        double win = rank[seat] == 1 ? 1.0 / winners : 0;

        sim->score[seat] += result->score[seat];
        sim->wins[seat] += win;
        sim->wins_squared[seat] += win * win;
    }
    sim->shared += winners > 1;
}

/* What the actor does, where `luck` is that of random players, and `asked` counts the questions to each bot. */
static move_t choose(struct sim *sim, struct bout *bout, int actor, struct luck *luck, uint32_t asked[])
{
    const struct game *game = sim->deal.game;
    move_t list[MOVES_MAX];
    uint32_t n;

    if (actor == CHANCE)
        return match_next_draw(&bout->match);
    if (sim->bots.n > 0) {
        bout_ask(bout, actor, &sim->bots.bot[actor], (uint32_t)actor, asked[actor]++);
        sim->decisions += bout->answer.n > 1;
        return bout->answer.move;
    }
    n = (uint32_t)game->moves(bout->match.state, actor, list);
    sim->decisions += n > 1;
    return list[luck_below(luck, n)];
}

static bool play_one(struct sim *sim, struct bout *bout, struct text *line)
{
    const struct game *game = sim->deal.game;
    struct match *match = &bout->match;
    struct luck luck = luck_at(sim->deal.seed, 0xffffffffu, 0); /* of the players: no source has that number */
    uint32_t questions[SEATS_MAX] = {0};
    struct result result;
    uint8_t rank[SEATS_MAX];

    match_start(match, &sim->deal, bout->match_memory);
    _Static_assert(sizeof match->bots[0] == sizeof sim->bots.name[0], "a record has room for the words of a bot");
    memcpy(match->bots, sim->bots.name, (size_t)sim->bots.n * sizeof match->bots[0]);
    if (sim->trace) {
        trace_header(line, &sim->deal);
        flush_line(sim->trace, line);
    }
    while (!match_over(match)) {
        uint32_t asked = game->actors(match->state);
        int actor = bit_nth(asked, luck_below(&luck, (uint32_t)bit_count(asked)));
        move_t move = choose(sim, bout, actor, &luck, questions);
        struct why why;

        if (sim->trace) {
            trace_step(line, match, actor, move);
            if (line->full) {
                cli_fail(sim->command, FAILED, "a line of the trace is too long");
                return false;
            }
            flush_line(sim->trace, line);
        }
        if (!match_force(match, actor, move, &why)) {
            cli_fail(sim->command, FAILED, "game %llu, move %u: %s", (unsigned long long)sim->deal.seed, match->n,
                     why.text);
            return false;
        }
    }
    memset(&result, 0, sizeof result);
    game->result(match->state, &result);
    game_ranks(game, sim->deal.setup.seats, &result, rank);
    add_up(sim, match, &result, rank);
    if (sim->trace) {
        trace_result(line, match, &result, rank);
        flush_line(sim->trace, line);
        if (ferror(sim->trace)) {
            cli_fail(sim->command, FAILED, "the trace could not be written: %s", strerror(errno));
            return false;
        }
    }
    return !sim->record || write_record(sim, match);
}

/* Half of the interval in which the true share of wins lies with 95%. */
static double uncertainty(const struct sim *sim, int seat)
{
    struct interval wins = share_interval((double)sim->played, sim->wins[seat], sim->wins_squared[seat]);

    return (wins.high - wins.low) / 2;
}

static void print_json(const struct sim *sim, const char *id, double seconds)
{
    double n = sim->played > 0 ? (double)sim->played : 1;

    printf("{\"id\":\"%s\",\"games\":%llu,\"seconds\":%.3f,\"moves\":%.3f,\"moves_min\":%llu,\"moves_max\":%llu,"
           "\"decisions\":%.3f,\"shared\":%.5f,\"seats\":[",
           id, (unsigned long long)sim->played, seconds, (double)sim->moves / n, (unsigned long long)sim->shortest,
           (unsigned long long)sim->longest, (double)sim->decisions / n, (double)sim->shared / n);
    for (int seat = 0; seat < sim->deal.setup.seats; seat++)
        printf("%s{\"seat\":%d,\"wins\":%.5f,\"wins_95\":%.5f,\"score\":%.4f}", seat > 0 ? "," : "", seat,
               sim->wins[seat] / n, sim->played > 0 ? uncertainty(sim, seat) : 0, sim->score[seat] / n);
    printf("]}\n");
}

static void summary(const struct sim *sim, const char *id, double seconds)
{
    double n = (double)sim->played;

    printf("%s: %llu %s%s in %.2f s\n", id, (unsigned long long)sim->played, sim->bots.n > 0 ? "" : "random ",
           sim->played == 1 ? "game" : "games", seconds);
    for (int seat = 0; seat < sim->bots.n; seat++)
        printf("seat %d: %s\n", seat, sim->bots.name[seat]);
    if (sim->played == 0)
        return;
    printf("a game: %.1f moves (%llu to %llu), %.1f of them decisions between several options\n",
           (double)sim->moves / n, (unsigned long long)sim->shortest, (unsigned long long)sim->longest,
           (double)sim->decisions / n);
    printf("%-8s %9s %9s %14s\n", "seat", "wins", "95%", "mean score");
    for (int seat = 0; seat < sim->deal.setup.seats; seat++)
        printf("%-8d %8.1f%%    ±%4.1f%% %14.2f\n", seat, 100 * sim->wins[seat] / n, 100 * uncertainty(sim, seat),
               sim->score[seat] / n);
    if (sim->deal.setup.seats > 1)
        printf("first place shared: %.1f%% of the games\n", 100 * (double)sim->shared / n);
    if (sim->record)
        printf("records: %s/*.wabe\n", sim->record);
}

static bool run(struct sim *sim, double began)
{
    enum { LINE = VIEW_JSON_MAX * 4 };
    struct bout *bout = need_memory(sizeof *bout);
    char *buffer = sim->trace ? need_memory(LINE) : NULL;
    struct text line = buffer ? text_in(buffer, LINE) : (struct text){0};
    bool ok = true, bar = isatty(STDERR_FILENO) && !sim->quiet;
    double shown = began;

    bout_begin(bout, sim->deal.game, sim->bots.bot, sim->bots.n);
    for (uint64_t i = 0; i < sim->games && ok && !interrupted; i++, sim->deal.seed++) {
        ok = play_one(sim, bout, &line);
        if (bar && ((i & 63) == 0 || sim->bots.n > 0) && seconds_now() - shown > 0.1) {
            show_progress(sim->played, sim->games, "games", began, false);
            shown = seconds_now();
        }
    }
    if (bar && shown > began)
        show_progress(sim->played, sim->games, "games", began, true);
    bout_end(bout);
    free(bout);
    free(buffer);
    return ok;
}

/* One bot for each seat, or one for all. */
static bool seat_bots(struct sim *sim, const char *list)
{
    int seats = sim->deal.setup.seats;

    if (!bots_read(sim->command, sim->deal.game, list, &sim->bots))
        return false;
    if (sim->bots.n != 1 && sim->bots.n != seats) {
        cli_fail(sim->command, MISUSED, "--bots is one bot, or one for each of the %d seats, not %d", seats,
                 sim->bots.n);
        return false;
    }
    for (; sim->bots.n < seats; sim->bots.n++) {
        sim->bots.bot[sim->bots.n] = sim->bots.bot[0];
        memcpy(sim->bots.name[sim->bots.n], sim->bots.name[0], BOT_TEXT_MAX);
    }
    return true;
}

int command_sim(const struct command *command, int argc, char **argv)
{
    struct sim sim = {.command = command, .games = 1000};
    struct deal_options how = {.seats = NOT_GIVEN};
    const char *trace = NULL, *bots = NULL;
    bool json = false;
    const struct cli_option options[] = {
        {"seats", "N", "how many seats (the fewest possible)", NUMBER, &how.seats, 1, DEAL_SEATS_MAX},
        {"set", "OPTION=VALUE", "choose a variant or house rule; may be repeated", WORDS, &how.set, 0, 0},
        {"games", "N", "how many games (1000)", NUMBER, &sim.games, 1, UINT32_MAX},
        {"seed", "S", "seed of the first game (0)", WORD, &how.seed, 0, 0},
        {"bots", "A,B,...", "who plays, one for each seat or one for all, as in arena (random moves)", WORD, &bots, 0,
         0},
        {"record", "DIR", "write the record of each game into this folder", WORD, &sim.record, 0, 0},
        {"json", NULL, "the summary as JSON", FLAG, &json, 0, 0},
        {"trace", "FILE", "write every step of every game as JSON Lines; - is the standard output", WORD, &trace, 0, 0},
        {0},
    };
    struct words operands;
    char id[DEAL_TEXT_MAX];
    struct text text = text_in(id, sizeof id);
    double began;
    int code;
    bool ok;

    if (!cli_read(command, options, argc, argv, 1, 1, &operands, &code))
        return code;
    if (json && trace && strcmp(trace, "-") == 0)
        return cli_fail(command, MISUSED, "--json and --trace - cannot both have the standard output");
    if (!cli_deal(command, operands.word[0], &how, &sim.deal))
        return MISUSED;
    if (bots && !seat_bots(&sim, bots))
        return MISUSED;
    if (sim.record && !make_folder(&sim))
        return FAILED;
    if (trace) {
        sim.quiet = strcmp(trace, "-") == 0;
        sim.trace = sim.quiet ? stdout : fopen(trace, "wb");
        if (!sim.trace)
            return cli_fail(command, FAILED, "cannot write '%s': %s", trace, strerror(errno));
    }
    deal_put(&text, &sim.deal);
    signal(SIGINT, on_interrupt);
    began = seconds_now();
    ok = run(&sim, began);
    if (sim.trace && !sim.quiet && fclose(sim.trace) != 0 && ok)
        return cli_fail(command, FAILED, "cannot write '%s': %s", trace, strerror(errno));
    if (!ok)
        return FAILED;
    if (json)
        print_json(&sim, id, seconds_now() - began);
    else if (!sim.quiet)
        summary(&sim, id, seconds_now() - began);
    return interrupted ? 130 : DONE;
}
