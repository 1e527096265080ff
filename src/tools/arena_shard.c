/* arena_shard.c: the sums of one shard as a file, and the files of all shards as one arena.
 *
 * The file is JSON with its keys in a fixed order. The reader expects exactly that, with any blanks in between, and
 * says what it expected where it found something else. */
#include "arena.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing --------------------------------------------------------------------------------- */

static void write_pair(const struct arena *arena, int i)
{
    const struct pair_sums *sums = &arena->sums.pair[i];
    bool first = true;

    printf("%s\n{\"won\":[", i > 0 ? "," : "");
    for (uint32_t k = 0; k <= arena->full; k++) {
        if (sums->won[k] > 0) {
            printf("%s[%u,%" PRIu64 "]", first ? "" : ",", k, sums->won[k]);
            first = false;
        }
    }
    printf("],\"score\":[%" PRId64 ",%" PRId64 "],\"apart\":%" PRIu64 ",\"decisions\":[%" PRIu64 ",%" PRIu64 "]}",
           sums->score[0], sums->score[1], sums->apart, sums->decisions[0], sums->decisions[1]);
}

void shard_write(const struct arena *arena)
{
    char id[DEAL_TEXT_MAX], made[BOT_TEXT_MAX];
    struct text text = text_in(id, sizeof id);

    deal_put(&text, &arena->deal);
    printf("{\"arena_shard\":1,\"shard\":%" PRIu64 ",\"shards\":%" PRIu64 ",\"id\":\"%s\",\"version\":%u,\"bots\":[",
           arena->shard, arena->shards, id, arena->deal.game->version);
    for (int i = 0; i < arena->bots.n; i++) {
        text = text_in(made, sizeof made);
        bot_put(&text, &arena->bots.bot[i]);
        printf("%s[\"%s\",\"%s\"]", i > 0 ? "," : "", arena->bots.name[i], made);
    }
    printf("],\"games\":%" PRIu64 ",\"margin\":", arena->games);
    if (arena->margin == NO_MARGIN)
        printf("null");
    else
        printf("%" PRIu64, arena->margin);
    printf(",\"deals\":%" PRIu64 ",\n\"pairs\":[", arena->sums.deals);
    for (int i = 0; i < arena->pairs; i++)
        write_pair(arena, i);
    printf("],\n\"score_squares\":[");
    for (int a = 0; a < arena->bots.n; a++)
        printf("%s%" PRIu64, a > 0 ? "," : "", arena->sums.score_squares[a]);
    printf("],\n\"together\":[");
    for (int a = 0; a < arena->bots.n; a++)
        for (int b = 0; b < arena->bots.n; b++)
            printf("%s%" PRIu64, a + b > 0 ? "," : "", arena->sums.together[a][b]);
    printf("],\n\"seconds\":[%.6f", arena->sums.seconds);
    for (int i = 0; i < arena->pairs; i++)
        printf(",%.6f,%.6f", arena->sums.pair[i].seconds[0], arena->sums.pair[i].seconds[1]);
    printf("]}\n");
}

/* ---- reading --------------------------------------------------------------------------------- */

/* After the first mistake, which has been explained, everything is refused. */
struct reader {
    const struct command *command;
    const char *path, *text, *at;
    bool ok;
};

static bool mistake(struct reader *r, const char *what)
{
    int line = 1;

    for (const char *c = r->text; c < r->at; c++)
        line += *c == '\n';
    if (r->ok)
        cli_fail(r->command, FAILED, "%s: line %d: %s", r->path, line, what);
    r->ok = false;
    return false;
}

static void skip_blanks(struct reader *r)
{
    r->at += strspn(r->at, " \t\r\n");
}

/* Whether this comes next; it is then behind us. */
static bool comes(struct reader *r, const char *token)
{
    size_t n = strlen(token);

    skip_blanks(r);
    if (!r->ok || strncmp(r->at, token, n) != 0)
        return false;
    r->at += n;
    return true;
}

static void need(struct reader *r, const char *token)
{
    char what[64];

    snprintf(what, sizeof what, "here should be %s", token);
    if (r->ok && !comes(r, token))
        mistake(r, what);
}

static void need_key(struct reader *r, const char *key)
{
    char token[32];

    snprintf(token, sizeof token, "\"%s\"", key);
    need(r, token);
    need(r, ":");
}

static uint64_t need_number(struct reader *r, uint64_t max)
{
    uint64_t value = 0;
    size_t n;

    skip_blanks(r);
    n = strspn(r->at, "0123456789");
    if (r->ok && !text_read_number(r->at, n, max, &value))
        mistake(r, "here should be a whole number, and not so large a one");
    r->at += r->ok ? n : 0;
    return value;
}

static int64_t need_signed(struct reader *r, uint64_t max)
{
    bool minus = comes(r, "-");
    int64_t value = (int64_t)need_number(r, max);

    return minus ? -value : value;
}

static double need_seconds(struct reader *r)
{
    size_t n;
    double value = 0;

    skip_blanks(r);
    n = strspn(r->at, "0123456789.");
    if (r->ok && n > 0 && n < 32)
        value = strtod(r->at, NULL);
    else
        mistake(r, "here should be seconds");
    r->at += r->ok ? n : 0;
    return value;
}

/* Nothing that is written here needs a backslash. */
static void need_string(struct reader *r, char out[], size_t size)
{
    size_t n;

    need(r, "\"");
    n = strcspn(r->at, "\"\\\n");
    if (r->ok && (r->at[n] != '"' || n >= size))
        mistake(r, "here should be a short text");
    if (!r->ok)
        return;
    memcpy(out, r->at, n);
    out[n] = 0;
    r->at += n + 1;
}

static void read_bots(struct reader *r, struct arena *arena)
{
    char made[BOT_TEXT_MAX], now[BOT_TEXT_MAX];

    need_key(r, "bots");
    need(r, "[");
    do {
        struct text text = text_in(now, sizeof now);
        int i = arena->bots.n;
        struct why why;

        if (i == BOTS_MAX) {
            mistake(r, "these are too many bots");
            return;
        }
        need(r, "[");
        need_string(r, arena->bots.name[i], BOT_TEXT_MAX);
        need(r, ",");
        need_string(r, made, sizeof made);
        need(r, "]");
        if (r->ok && !bot_read(&arena->bots.bot[i], arena->deal.game, arena->bots.name[i], &why))
            mistake(r, why.text);
        if (!r->ok)
            return;
        bot_put(&text, &arena->bots.bot[i]);
        if (!text_equal(now, made))
            mistake(r, "this bot is another one in this version of the program");
        arena->bots.n++;
    } while (comes(r, ","));
    need(r, "]");
    if (arena->bots.n < 2)
        mistake(r, "here should be two bots or more");
}

static void read_question(struct reader *r, struct arena *arena)
{
    char id[DEAL_TEXT_MAX] = "";
    struct why why;

    need(r, "{");
    need_key(r, "arena_shard");
    need(r, "1");
    need(r, ",");
    need_key(r, "shard");
    arena->shard = need_number(r, WORDS_MAX);
    need(r, ",");
    need_key(r, "shards");
    arena->shards = need_number(r, WORDS_MAX);
    if (arena->shard >= arena->shards)
        mistake(r, "there is no such shard");
    need(r, ",");
    need_key(r, "id");
    need_string(r, id, sizeof id);
    if (r->ok && (!deal_read(&arena->deal, id, &why) || !game_setup_ok(arena->deal.game, &arena->deal.setup, &why)))
        mistake(r, why.text);
    need(r, ",");
    need_key(r, "version");
    if (r->ok && need_number(r, UINT16_MAX) != arena->deal.game->version)
        mistake(r, "this program has another version of the game");
    need(r, ",");
    if (r->ok)
        read_bots(r, arena);
    need(r, ",");
    need_key(r, "games");
    arena->games = need_number(r, ARENA_GAMES_MAX);
    if (arena->games == 0)
        mistake(r, "here should be one game or more");
    need(r, ",");
    need_key(r, "margin");
    arena->margin = comes(r, "null") ? NO_MARGIN : need_number(r, 49);
    need(r, ",");
    need_key(r, "deals");
    arena->sums.deals = need_number(r, ARENA_GAMES_MAX);
    need(r, ",");
}

static void read_wins(struct reader *r, struct arena *arena, uint64_t won[])
{
    uint64_t least = 0, deals = 0;

    need_key(r, "won");
    need(r, "[");
    if (!comes(r, "]")) {
        do {
            uint64_t k, count;

            need(r, "[");
            k = need_number(r, arena->full);
            need(r, ",");
            count = need_number(r, arena->sums.deals);
            need(r, "]");
            if (k < least || count == 0)
                mistake(r, "these numbers are not in order");
            if (!r->ok)
                return;
            won[k] = count;
            least = k + 1;
            deals += count;
        } while (comes(r, ","));
        need(r, "]");
    }
    if (deals != arena->sums.deals)
        mistake(r, "the deals do not add up");
}

static void read_pair(struct reader *r, struct arena *arena, struct pair_sums *sums)
{
    uint64_t most = DEAL_SCORE_MAX * arena->sums.deals;

    need(r, "{");
    read_wins(r, arena, sums->won);
    need(r, ",");
    need_key(r, "score");
    need(r, "[");
    sums->score[0] = need_signed(r, most);
    need(r, ",");
    sums->score[1] = need_signed(r, most);
    need(r, "]");
    need(r, ",");
    need_key(r, "apart");
    sums->apart = need_number(r, INT64_MAX);
    need(r, ",");
    need_key(r, "decisions");
    need(r, "[");
    sums->decisions[0] = need_number(r, INT64_MAX);
    need(r, ",");
    sums->decisions[1] = need_number(r, INT64_MAX);
    need(r, "]");
    need(r, "}");
}

static void read_numbers(struct reader *r, struct arena *arena)
{
    need_key(r, "pairs");
    for (int i = 0; i < arena->pairs; i++) {
        need(r, i > 0 ? "," : "[");
        read_pair(r, arena, &arena->sums.pair[i]);
    }
    need(r, "]");
    need(r, ",");
    need_key(r, "score_squares");
    for (int a = 0; a < arena->bots.n; a++) {
        need(r, a > 0 ? "," : "[");
        arena->sums.score_squares[a] = need_number(r, INT64_MAX);
    }
    need(r, "]");
    need(r, ",");
    need_key(r, "together");
    for (int a = 0; a < arena->bots.n; a++) {
        for (int b = 0; b < arena->bots.n; b++) {
            need(r, a + b > 0 ? "," : "[");
            arena->sums.together[a][b] = need_number(r, INT64_MAX);
        }
    }
    need(r, "]");
    need(r, ",");
    need_key(r, "seconds");
    need(r, "[");
    arena->sums.seconds = need_seconds(r);
    for (int i = 0; i < arena->pairs; i++) {
        for (int side = 0; side < 2; side++) {
            need(r, ",");
            arena->sums.pair[i].seconds[side] = need_seconds(r);
        }
    }
    need(r, "]");
    need(r, "}");
    skip_blanks(r);
    if (*r->at)
        mistake(r, "here should be nothing more");
}

/* One file; its arena has memory only if this is true. */
static bool read_shard(const struct command *command, const char *path, struct arena *out)
{
    size_t size;
    char *text = read_whole(command, path, &size);
    struct reader r = {.command = command, .path = path, .text = text, .at = text, .ok = text};

    *out = (struct arena){.command = command};
    if (!text)
        return false;
    if (strlen(text) != size)
        mistake(&r, "this is no text");
    read_question(&r, out);
    if (r.ok) {
        arena_prepare(out);
        read_numbers(&r, out);
        if (r.ok && out->sums.deals != arena_share(out)) {
            cli_fail(command, FAILED, "%s: only %" PRIu64 " of %" PRIu64 " deals were played: play this shard again",
                     path, out->sums.deals, arena_share(out));
            r.ok = false;
        }
        if (!r.ok)
            arena_end(out);
    }
    free(text);
    return r.ok;
}

/* ---- merging --------------------------------------------------------------------------------- */

static bool same_question(const struct arena *a, const struct arena *b)
{
    char first[DEAL_TEXT_MAX], second[DEAL_TEXT_MAX];
    struct text x = text_in(first, sizeof first), y = text_in(second, sizeof second);
    bool same = a->bots.n == b->bots.n && a->games == b->games && a->margin == b->margin && a->shards == b->shards;

    deal_put(&x, &a->deal);
    deal_put(&y, &b->deal);
    for (int i = 0; i < a->bots.n && same; i++)
        same = text_equal(a->bots.name[i], b->bots.name[i]);
    return same && text_equal(first, second);
}

static void add_sums(struct arena *arena, const struct sums *more)
{
    struct sums *sums = &arena->sums;

    sums->deals += more->deals;
    sums->seconds += more->seconds;
    for (int i = 0; i < arena->pairs; i++) {
        for (uint32_t k = 0; k <= arena->full; k++)
            sums->pair[i].won[k] += more->pair[i].won[k];
        sums->pair[i].apart += more->pair[i].apart;
        for (int side = 0; side < 2; side++) {
            sums->pair[i].score[side] += more->pair[i].score[side];
            sums->pair[i].decisions[side] += more->pair[i].decisions[side];
            sums->pair[i].seconds[side] += more->pair[i].seconds[side];
        }
    }
    for (int a = 0; a < arena->bots.n; a++) {
        sums->score_squares[a] += more->score_squares[a];
        for (int b = 0; b < arena->bots.n; b++)
            sums->together[a][b] += more->together[a][b];
    }
}

/* Adds one more file; seen: the files of each shard. */
static bool merge_one(struct arena *arena, const char *path, const char *seen[])
{
    struct arena part;
    bool ok = false;

    if (!read_shard(arena->command, path, &part))
        return false;
    if (!same_question(arena, &part))
        cli_fail(arena->command, FAILED, "%s: this is a shard of another question than %s", path, seen[arena->shard]);
    else if (seen[part.shard])
        cli_fail(arena->command, FAILED, "%s: this is shard %" PRIu64 " once more, after %s", path, part.shard,
                 seen[part.shard]);
    else
        ok = true;
    if (ok) {
        seen[part.shard] = path;
        add_sums(arena, &part.sums);
    }
    arena_end(&part);
    return ok;
}

bool shards_merge(struct arena *arena, const char *const path[], int n)
{
    const char *seen[WORDS_MAX] = {0};

    if (!read_shard(arena->command, path[0], arena))
        return false;
    seen[arena->shard] = path[0];
    for (int i = 1; i < n; i++)
        if (!merge_one(arena, path[i], seen))
            return false;
    for (uint64_t i = 0; i < arena->shards; i++) {
        if (!seen[i]) {
            cli_fail(arena->command, FAILED, "shard %" PRIu64 " of %" PRIu64 " is missing", i, arena->shards);
            return false;
        }
    }
    return true;
}
