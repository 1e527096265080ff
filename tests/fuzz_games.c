/* fuzz_games: bytes choose a game, its setup and what is done at the table: moves on offer, moves that are not, changes
 * of mind, undo, looking as anybody, saving and loading, redealing. Whatever they are, nothing crashes, what is on
 * offer is accepted, what is refused changes nothing, and a match that was saved loads as it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/table/record.h"
#include "../src/table/view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define EXPECT(what)                                                                                                   \
    do {                                                                                                               \
        if (!(what)) {                                                                                                 \
            fprintf(stderr, "expected: %s\n", #what);                                                                  \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

struct bytes {
    const uint8_t *at, *end;
};

static unsigned next(struct bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

/* The game whose id and an end of line the bytes begin with, as in the corpus, where it must not depend on the order of
 * the list; else the first byte chooses one. */
static const struct game *choose_game(struct bytes *bytes)
{
    int n = 0;

    for (; games[n]; n++) {
        size_t length = strlen(games[n]->id);

        if ((size_t)(bytes->end - bytes->at) > length && memcmp(bytes->at, games[n]->id, length) == 0 &&
            bytes->at[length] == '\n') {
            bytes->at += length + 1;
            return games[n];
        }
    }
    return games[next(bytes) % (unsigned)n];
}

static void choose_setup(struct bytes *bytes, struct deal *deal)
{
    unsigned skip;

    deal->game = choose_game(bytes);
    skip = next(bytes) % 64;
    do {
        if (!game_next_setup(deal->game, &deal->setup))
            memset(&deal->setup, 0, sizeof deal->setup);
    } while (deal->setup.seats == 0 || skip-- > 0);
    deal->seed = next(bytes);
}

static void save_and_load(const struct match *match)
{
    size_t room = record_room(match) + 1;
    char *text = malloc(room);
    void *memory = calloc(1, match_memory(match->deal.game));
    struct text out = text_in(text, room);
    struct match loaded;
    struct record_why why;

    EXPECT(text && memory);
    record_put(&out, match);
    EXPECT(!out.full);
    EXPECT(record_load(&loaded, text, out.used, memory, &why));
    EXPECT(match_hash(&loaded) == match_hash(match));
    free(text);
    free(memory);
}

static void look(struct match *match, unsigned viewer)
{
    static struct view view;
    static char memory[VIEW_JSON_MAX];
    struct text out = text_in(memory, sizeof memory);

    if (viewer >= match->deal.setup.seats && viewer < SPECTATOR)
        viewer = SPECTATOR;
    view_make(&view, match, (int)viewer);
    view_json(&view, &out);
    EXPECT(!out.full);
    out = text_in(memory, sizeof memory);
    view_text(&view, true, &out);
    EXPECT(!out.full);
    EXPECT(view.scene.lost == 0);
}

static void redeal(const struct match *match, unsigned viewer, unsigned seed)
{
    _Alignas(8) unsigned char state[STATE_MAX], again[STATE_MAX];
    struct luck luck = {seed}, same = {seed};
    size_t size = match->deal.game->state_size;

    if (viewer >= match->deal.setup.seats)
        viewer = SPECTATOR;
    game_view(match->deal.game, match->state, (int)viewer, state);
    memcpy(again, state, size);
    match->deal.game->veil(state, (int)viewer, &luck);
    match->deal.game->veil(again, (int)viewer, &same);
    EXPECT(memcmp(state, again, size) == 0);
    EXPECT(match->deal.game->actors(state) != 0 || match_over(match));
}

static void play(struct match *match, struct bytes *bytes)
{
    uint32_t can = match->deal.game->actors(match->state) | game_sealed(match->deal.game, match->state);
    int seat = bit_nth(can, next(bytes) % (unsigned)bit_count(can));
    move_t move[MOVES_MAX];
    int n = match_moves(match, seat, move);
    struct why why;

    EXPECT(n > 0);
    EXPECT(match_play(match, seat, match->decision, move[next(bytes) % (unsigned)n], &why));
}

static void try_anything(struct match *match, struct bytes *bytes)
{
    int seat = (int)(next(bytes) % 16) - 4;
    uint32_t decision = match->decision + next(bytes) % 4;
    move_t move = (move_t)(next(bytes) | next(bytes) << 8);
    uint64_t hash = match_hash(match);
    uint32_t n = match->n;
    struct why why = {""};

    if (!match_play(match, seat, decision, move, &why)) {
        EXPECT(why.text[0]);
        EXPECT(match_hash(match) == hash && match->n == n);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes bytes = {data, data + size};
    struct deal deal = {0};
    struct match match;
    struct why why;
    void *memory;

    choose_setup(&bytes, &deal);
    memory = calloc(1, match_memory(deal.game));
    EXPECT(memory);
    match_start(&match, &deal, memory);
    match.people = next(&bytes) & (BIT(deal.setup.seats) - 1);
    match_settle(&match);
    while (bytes.at < bytes.end) {
        unsigned what = next(&bytes) % 16, which = next(&bytes);

        if (what < 9 && !match_over(&match))
            play(&match, &bytes);
        else if (what == 9)
            try_anything(&match, &bytes);
        else if (what == 10)
            match_retract(&match, (int)(which % 8), &why);
        else if (what == 11)
            match_undo(&match, (int)(which % 16) - 4, which < 128 ? MATCH_LAST : which - 128, &why);
        else if (what == 12)
            match_redo(&match, (int)(which % 8), &why);
        else if (what == 13)
            look(&match, which % VIEWERS_MAX);
        else if (what == 14)
            redeal(&match, which % 8, which);
        else if (which < 32) /* it takes its time */
            save_and_load(&match);
    }
    save_and_load(&match);
    free(memory);
    return 0;
}
