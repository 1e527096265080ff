/* hint.c: `wabe hint`: what a bot would do at some point of a record, and why. */
#include "tools.h"

#include <stdlib.h>
#include <string.h>

#include "../bots/hint.h"
#include "think.h"

struct hint {
    const struct command *command;
    const char *as; /* or NULL: whoever is asked first */
    uint64_t until, milliseconds, seed;
    bool json;
};

static uint32_t asked_after(const struct match *match, uint32_t n)
{
    _Alignas(8) unsigned char state[STATE_MAX];

    match_state_at(match, n, state);
    return match->deal.game->actors(state) & ~BIT(CHANCE);
}

/* Where somebody decides: after n moves or the first time after that, else the last time before. False if nobody ever
 * does. */
static bool find_decision(const struct match *match, uint32_t *n)
{
    for (uint32_t i = *n; i <= match->n; i++) {
        if (asked_after(match, i)) {
            *n = i;
            return true;
        }
    }
    for (uint32_t i = *n; i > 0; i--) {
        if (asked_after(match, i - 1)) {
            *n = i - 1;
            return true;
        }
    }
    return false;
}

/* Whom to ask: the seat that was named, or the first that owes a decision. DONE, or the code of the mistake. */
static int find_seat(const struct hint *hint, const struct match *match, uint32_t n, int *seat)
{
    uint32_t asked = asked_after(match, n);
    int seats = match->deal.setup.seats;

    *seat = bit_lowest(asked);
    if (!hint->as)
        return DONE;
    for (*seat = 0; *seat < seats; ++*seat)
        if (strcmp(hint->as, actor_word(*seat)) == 0)
            break;
    if (*seat == seats)
        return cli_fail(hint->command, MISUSED, "--as is a seat of this table (the last is %d), not '%s'", seats - 1,
                        hint->as);
    if (!(asked & BIT(*seat)))
        return cli_fail(hint->command, FAILED, "seat %d owes no decision after %u moves; seat %d does", *seat, n,
                        bit_lowest(asked));
    return DONE;
}

static void put_reason(struct text *out, const struct question *question, const struct answer *answer,
                       const struct reason *reason)
{
    char line[64];

    if (answer->simulations == 0)
        snprintf(line, sizeof line, "        %6.0f%%          ", 100 * reason->weight);
    else if (reason->visits == 0)
        snprintf(line, sizeof line, "%7s %6.0f%% %8u  ", "-", 100 * reason->weight, 0u);
    else
        snprintf(line, sizeof line, "%7.1f %6.0f%% %8u  ", question->seats > 1 ? 100 * reason->value : reason->value,
                 100 * reason->weight, reason->visits);
    text_put(out, line);
}

void hint_put(struct text *out, const struct match *match, const struct question *question, const struct answer *answer,
              int most)
{
    struct speech speech = match_speech(match, question->seat);
    uint16_t order[MOVES_MAX];

    hint_order(answer, order);
    if (answer->simulations > 0)
        text_put(out, "  value   plays   visits\n");
    for (int i = 0; i < answer->n && i < most; i++) {
        const struct reason *reason = &answer->reason[order[i]];

        put_reason(out, question, answer, reason);
        sentence_put(out, &speech, question->game->say(question->state, question->seat, reason->move));
        text_char(out, '\n');
    }
    if (answer->n > most) {
        text_put(out, "and ");
        text_number(out, answer->n - most);
        text_put(out, " more\n");
    }
}

static void print_answer(const struct match *match, const struct question *question, const struct answer *answer,
                         uint32_t n)
{
    struct speech plain = match_speech(match, SPECTATOR);
    char name[NAME_SIZE + 16], words[512];
    struct text who = text_in(name, sizeof name), text = text_in(words, sizeof words);

    seat_put(&who, &plain, question->seat);
    phrase_put(&text, &plain, question->game->say(question->state, question->seat, answer->move));
    printf("after %u %s %s is asked: %s", n, n == 1 ? "move" : "moves", name, words);
    if (answer->n == 1)
        printf(" (the only option)");
    else if (answer->simulations > 0)
        printf(" (%u %s)", answer->simulations, answer->simulations == 1 ? "simulation" : "simulations");
    printf("\n");
    if (answer->n > 1) {
        char reasons[HINT_TEXT_MAX];
        struct text out = text_in(reasons, sizeof reasons);

        hint_put(&out, match, question, answer, HINT_REASONS);
        fputs(reasons, stdout);
    }
}

static int ask(const struct hint *hint, const struct match *match, const struct bot *bot)
{
    static struct question question;
    static struct answer answer;
    static char memory[HINT_JSON_MAX];
    const struct deal *deal = &match->deal;
    _Alignas(8) unsigned char state[STATE_MAX];
    uint32_t n = hint->until == NOT_GIVEN ? match->n : (uint32_t)hint->until;
    int seat = 0, code;

    if (!find_decision(match, &n))
        return cli_fail(hint->command, FAILED, "nobody decides anything in this record");
    code = find_seat(hint, match, n, &seat);
    if (code != DONE)
        return code;
    match_state_at(match, n, state);
    question_make(&question, deal->game, deal->setup.seats, state, seat, hint->seed);
    think(bot, &question, (uint32_t)hint->milliseconds, &answer);
    if (hint->json) {
        struct text out = text_in(memory, sizeof memory);

        hint_json(&out, &question, &answer);
        if (out.full)
            return cli_fail(hint->command, FAILED, "the reasons are too long");
        puts(memory);
    } else {
        print_answer(match, &question, &answer, n);
    }
    return DONE;
}

int command_hint(const struct command *command, int argc, char **argv)
{
    struct hint hint = {.command = command, .until = NOT_GIVEN};
    const char *name = "hard";
    const struct cli_option options[] = {
        {"until", "N", "after the first N moves, or the next decision (the last one)", NUMBER, &hint.until, 0,
         UINT32_MAX},
        {"as", "SEAT", "a seat that owes a decision there (the first)", WORD, &hint.as, 0, 0},
        {"bot", "BOT", "who is asked: easy, normal, hard (the default), expert, ...", WORD, &name, 0, 0},
        {"ms", "N", "how long it may think, instead of its iterations", NUMBER, &hint.milliseconds, 1, 600000},
        {"seed", "N", "of its luck (0)", NUMBER, &hint.seed, 0, UINT64_MAX - 1},
        {"json", NULL, "as JSON (docs/bots.md)", FLAG, &hint.json, 0, 0},
        {0},
    };
    struct words operands;
    struct match *match;
    struct bot bot;
    struct why why;
    int code;

    if (!cli_read(command, options, argc, argv, 1, 1, &operands, &code))
        return code;
    match = read_match(command, operands.word[0]);
    if (!match)
        return FAILED;
    if (!bot_read(&bot, match->deal.game, name, &why))
        code = cli_fail(command, MISUSED, "%s", why.text);
    else if (hint.until != NOT_GIVEN && hint.until > match->n)
        code = cli_fail(command, MISUSED, "the record has only %u moves", match->n);
    else
        code = ask(&hint, match, &bot);
    free(match);
    return code;
}
