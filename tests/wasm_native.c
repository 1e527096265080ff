/* wasm_native: shows records through the functions that the browser has, compiled natively. tests/wasm.mjs does the
 * same with the wasm module and compares every byte. */
#include <stdio.h>
#include <string.h>

#include "../src/wasm/exports.h"

static void show(const char *what, int length)
{
    printf("%s %d\n%s\n", what, length, wabe_output());
}

static int show_record(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t n;
    int match;

    if (!file) {
        perror(path);
        return 1;
    }
    n = fread(wabe_input(), 1, WABE_INPUT - 1, file);
    wabe_input()[n] = 0;
    fclose(file);
    match = wabe_load();
    printf("load %d\n", match);
    if (match < 0) {
        printf("%s\n", wabe_output());
        return 0;
    }
    for (uint32_t i = 0; i <= wabe_length(match); i++) {
        printf("move %u hash %016llx\n", i, (unsigned long long)wabe_hash(match, i));
        for (int viewer = 0; viewer < 10; viewer++) {
            if (viewer != (int)(i % 10) && i >= 40 && i % 7 != 0 && i != wabe_length(match))
                continue; /* everybody sees the beginning, the end and much between; each move is seen by one */
            show("view", wabe_view(match, viewer, i));
        }
        printf("actor %d\n", wabe_actor(match, i));
        if (i < wabe_length(match))
            show("look", wabe_look(match, i % 10 == 7 ? 9 : (int)(i % 10), i, wabe_length(match)));
        show("log", i ? wabe_log(match, i % 10 == 7 ? 9 : (int)(i % 10), i - 1, i) : wabe_log(match, 9, 0, 0));
    }
    show("look", wabe_look(match, 0, 3, 3));
    show("about", wabe_about(match));
    show("record", wabe_record(match));
    printf("verify %d ", wabe_verify(match));
    printf("%s\n", wabe_output());
    strcpy(wabe_input(), "k7q2m9xw3rbt5c4d00112233445566778899aabbccddeeff");
    show("commitment", wabe_commitment(3, 2));
    show("digest", wabe_digest());
    show("none", wabe_commitment(3, -1));
    show("edition", wabe_edition());
    wabe_close(match);
    return 0;
}

/* What bots answer to whoever is asked: one that stops early, and one that has several trees. */
static void show_bots(int match)
{
    static const char *const bot[] = {"random", "greedy", "ismcts:iterations=60,trees=2,noise=10",
                                      "ismcts:iterations=1000"};

    for (int seat = 0; seat < 7; seat++) {
        for (int i = 0; i < 4; i++) {
            uint32_t left = 1;

            strcpy(wabe_input(), bot[i]);
            if (!wabe_ask(match, seat, (uint64_t)(100 * i + seat))) {
                printf("%s\n", wabe_output());
                continue;
            }
            for (int part = 0; part < 6 && left > 0; part++)
                printf("left %u\n", left = wabe_think(25));
            show("answer", wabe_answer());
        }
    }
}

/* A match from its id, played by the first move of the lowest seat that is asked, with some mistakes. */
static void show_play(const char *id)
{
    int match;

    strcpy(wabe_input(), id);
    match = wabe_open();
    printf("open %s %d\n", id, match);
    if (match < 0) {
        printf("%s\n", wabe_output());
        return;
    }
    strcpy(wabe_input(), "hard");
    printf("bot %d %d\n", wabe_bot(match, 1), wabe_bot(match, 7));
    strcpy(wabe_input(), "strong");
    printf("bot %d %s\n", wabe_bot(match, 0), wabe_output());
    wabe_people(match, 1);
    wabe_name_bots(match);
    show("about", wabe_about(match));
    for (int step = 0; step < 40 && !wabe_over(match); step++) {
        if (step % 8 == 0)
            show_bots(match);
        for (int seat = 0; seat < 7; seat++) {
            bool played = false;

            for (uint32_t move = 0; move < 64 && !played; move++)
                played = wabe_play(match, seat, wabe_decision(match), move);
            printf("seat %d played %d decision %u hash %016llx\n", seat, played, wabe_decision(match),
                   (unsigned long long)wabe_hash(match, wabe_length(match)));
            if (!played)
                printf("%s\n", wabe_output());
            printf("may undo %d seed %016llx\n", wabe_may_undo(match, seat),
                   (unsigned long long)wabe_seed(match, seat));
        }
        show("next", wabe_next(match));
        wabe_shown(match);
        if (step % 7 == 3) {
            printf("undo %d\n", wabe_undo(match, 0, UINT32_MAX));
            printf("back %d\n", wabe_back(match, UINT32_MAX));
            show("next", wabe_next(match));
            printf("forward %d\n", wabe_forward(match));
        }
    }
    show("about", wabe_about(match));
    show("record", wabe_record(match));
    wabe_close(match);
}

int main(int argc, char **argv)
{
    int code = 0;

    show("games", wabe_games());
    for (int i = 1; i < argc && code == 0; i++) {
        if (strchr(argv[i], '/'))
            code = show_record(argv[i]);
        else
            show_play(argv[i]);
    }
    return code;
}
