/* golden DIR compare|write|show GAME...: a playthrough of a game, readable by a person, compared with the one in the
 * tree. For every setup a game with fixed luck: each move with the number of its alternatives and what is told to whom;
 * for the default options also boards as a seat sees them; the result; the fingerprint of the last state. Of a long
 * game the beginning and the end can be read, and the middle is a fingerprint of its text, so that a change there is
 * found too; of a game with very many setups, those with other options are a fingerprint altogether. `show` prints all
 * of it. It changes only when somebody means it to: then `ninja -C build/gcc
 * golden-update` writes it anew, and the change is reviewed like code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/table/hash.h"
#include "../src/table/view.h"

enum { ROOM = 1 << 22, BOARDS_EVERY = 25, FIRST = 120, LAST = 30 /* moves that are shown */, SETUPS_MANY = 20 };

static void put_indented(struct text *out, const char *lines)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");

        text_put(out, n ? "    | " : "    |");
        text_part(out, lines, n);
        text_char(out, '\n');
        lines += n + (lines[n] == '\n');
    }
}

static void put_board(struct text *out, const struct match *match, int viewer, bool with_moves)
{
    static struct view view;
    static char board[VIEW_TEXT_MAX];
    struct text text = text_in(board, sizeof board);

    view_make(&view, match, viewer);
    view_text(&view, with_moves, &text);
    put_indented(out, board);
}

static void put_move(struct text *out, const struct match *match, int actor, move_t move)
{
    struct speech plain = speech_plain(match->deal.game);
    move_t list[MOVES_MAX];

    text_number(out, match->n + 1);
    text_put(out, ". ");
    text_put(out, actor_word(actor));
    text_put(out, ": ");
    phrase_put(out, &plain, match->deal.game->say(match->state, actor, move));
    text_put(out, "  (1 of ");
    text_number(out, game_options(match->deal.game, match->state, actor, list, NULL));
    text_put(out, ")\n");
}

struct telling {
    struct text *out;
    const struct game *game;
};

/* What is told, and to whom if not to all; ~ is silent, ! brings something hidden to light. */
static void put_facts(void *self, uint32_t index, const struct step *step, const struct facts *facts)
{
    struct telling *telling = self;
    struct text *out = telling->out;
    struct speech plain = speech_plain(telling->game);

    (void)index;
    (void)step;
    for (int i = 0; i < facts->n; i++) {
        const struct fact *fact = &facts->fact[i];

        text_put(out, "      ");
        if (fact->flags & FACT_SILENT)
            text_put(out, "~ ");
        if (fact->flags & FACT_REVEALS)
            text_put(out, "! ");
        if (fact->to != EVERYBODY) {
            text_put(out, "to");
            for (FOR_BITS(viewer, fact->to & ~BIT(CHANCE))) {
                text_char(out, ' ');
                text_put(out, actor_word((int)viewer));
            }
            text_put(out, ": ");
        }
        sentence_put(out, &plain, fact->phrase);
        text_put(out, "\n");
    }
}

/* Of the moves, which begin at start[0], start[1], ..., leaves the first and the last ones and a fingerprint of those
 * between. */
static void shorten(struct text *out, const size_t *start, uint32_t moves, uint32_t first, uint32_t last)
{
    size_t from = start[first], to = start[moves - last], rest = out->used - to;
    char *end = malloc(rest);
    uint64_t middle = hash_bytes(HASH_START, out->at + from, to - from);

    memcpy(end, out->at + to, rest);
    out->used = from;
    text_put(out, "moves ");
    text_number(out, first + 1);
    text_put(out, " to ");
    text_number(out, moves - last);
    text_put(out, ": ");
    text_hex(out, middle);
    text_put(out, "\n");
    text_part(out, end, rest);
    free(end);
}

static void put_game(struct text *out, const struct deal *deal, int setups, bool whole)
{
    const struct game *game = deal->game;
    struct luck luck = {deal->seed};
    struct match match;
    void *memory = calloc(1, match_memory(game));
    struct telling telling = {out, game};
    size_t *start = calloc(game->length_max + 1, sizeof *start);
    bool plain = true;
    uint32_t board_at = 0;

    for (int i = 0; i < OPTIONS_MAX; i++)
        plain = plain && deal->setup.option[i] == 0;
    text_put(out, "== ");
    deal_put(out, deal);
    text_put(out, "\n");
    match_start(&match, deal, memory);
    while (!match_over(&match)) {
        int actor = bit_lowest(game->actors(match.state));
        struct why why;
        move_t list[MOVES_MAX], move;

        start[match.n] = out->used;
        if (plain && actor != CHANCE && match.n >= board_at) {
            put_board(out, &match, actor, true);
            board_at = match.n + BOARDS_EVERY;
        }
        if (actor == CHANCE)
            move = match_next_draw(&match);
        else
            move = list[luck_below(&luck, (uint32_t)game->moves(match.state, actor, list))];
        put_move(out, &match, actor, move);
        if (!match_force(&match, actor, move, &why)) {
            fprintf(stderr, "%s\n", why.text);
            exit(1);
        }
        match_tell(&match, match.n - 1, match.n, put_facts, &telling);
    }
    start[match.n] = out->used;
    if (!plain && setups > SETUPS_MANY && !whole)
        shorten(out, start, match.n, 0, 0);
    else if (match.n > FIRST + LAST && !whole)
        shorten(out, start, match.n, FIRST, LAST);
    put_board(out, &match, SPECTATOR, false);
    text_put(out, "state ");
    text_hex(out, match_hash(&match));
    text_put(out, "\n\n");
    free(start);
    free(memory);
}

static char *playthrough(const struct game *game, bool whole, size_t *size)
{
    char *memory = calloc(1, ROOM);
    struct text out = text_in(memory, ROOM);
    struct deal deal = {game, {0}, 2001};
    struct setup setup = {0};
    int setups = 0;

    while (game_next_setup(game, &setup))
        setups++;
    while (game_next_setup(game, &deal.setup))
        put_game(&out, &deal, setups, whole);
    if (out.full) {
        fprintf(stderr, "the playthrough of %s is too long\n", game->id);
        exit(1);
    }
    *size = out.used;
    return memory;
}

static int compare(const char *path, const char *now, size_t size)
{
    FILE *file = fopen(path, "rb");
    char *golden = calloc(1, ROOM);
    size_t n = file ? fread(golden, 1, ROOM - 1, file) : 0, at = 0, line = 1, start = 0;

    if (file)
        fclose(file);
    if (file && n == size && memcmp(golden, now, n) == 0) {
        free(golden);
        return 0;
    }
    while (at < n && at < size && golden[at] == now[at]) {
        if (golden[at++] == '\n') {
            line++;
            start = at;
        }
    }
    printf(
        "%s differs from line %zu on:\n  was: %.*s\n  now: %.*s\n"
        "If that is meant: ninja -C build/gcc golden-update, and review the change. Where only a fingerprint of moves\n"
        "differs, compare what 'golden DIR show GAME' prints before and after.\n",
        path, line, (int)strcspn(golden + start, "\n"), golden + start, (int)strcspn(now + start, "\n"), now + start);
    free(golden);
    return 1;
}

int main(int argc, char **argv)
{
    int code = 0;

    if (argc < 3) {
        fprintf(stderr, "golden DIR compare|write|show GAME...\n");
        return 2;
    }
    for (int i = 3; i < argc; i++) {
        const struct game *game = game_by_id(argv[i]);
        char path[4096], *now;
        size_t size;

        if (!game) {
            fprintf(stderr, "there is no game '%s'\n", argv[i]);
            return 2;
        }
        snprintf(path, sizeof path, "%s/%s.txt", argv[1], game->id);
        now = playthrough(game, strcmp(argv[2], "show") == 0, &size);
        if (strcmp(argv[2], "show") == 0) {
            fwrite(now, 1, size, stdout);
        } else if (strcmp(argv[2], "write") == 0) {
            FILE *file = fopen(path, "wb");

            if (!file || fwrite(now, 1, size, file) != size || fclose(file) != 0) {
                perror(path);
                return 1;
            }
        } else {
            code |= compare(path, now, size);
        }
        free(now);
    }
    return code;
}
