/* replay.c: `wabe replay`: a record, checked and shown. */
#include "term.h"

#include <stdlib.h>
#include <string.h>

#include "../table/fair.h"
#include "../table/fair_check.h"
#include "../table/view.h"

static bool read_viewer(const struct command *command, const char *word, int seats, int *out)
{
    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++) {
        if (strcmp(word, actor_word(viewer)) == 0 && (viewer < seats || viewer >= SPECTATOR)) {
            *out = viewer;
            return true;
        }
    }
    if (seats == 1)
        cli_fail(command, MISUSED, "--as is a seat (here only 0), spectator or referee, not '%s'", word);
    else
        cli_fail(command, MISUSED, "--as is a seat (0 to %d), spectator or referee, not '%s'", seats - 1, word);
    return false;
}

/* On one line where it fits. */
static void put_title(struct text *out, const struct match *match, uint32_t n)
{
    char id[DEAL_TEXT_MAX], played[80];
    struct text text = text_in(id, sizeof id), rest = text_in(played, sizeof played);
    size_t start = out->used;

    match_put_id(&text, match);
    text_unsigned(&rest, match->n);
    text_put(&rest, match->n == 1 ? " move, " : " moves, ");
    text_put(&rest, match_over(match) ? "finished" : "not finished");
    if (match->takebacks) {
        text_put(&rest, ", ");
        text_unsigned(&rest, match->takebacks);
        text_put(&rest, " taken back");
    }
    if (n < match->n) {
        text_put(&rest, "; shown after move ");
        text_unsigned(&rest, n);
    }
    text_put(out, match->deal.game->title);
    text_put(out, ": ");
    text_put(out, id);
    text_put(out, text_width(out->at + start) + 2 + text_width(played) > TEXT_COLUMNS ? "\n" : ", ");
    text_put(out, played);
    text_char(out, '\n');
}

/* The log, if wished, and the table after n moves. */
static int show(const struct command *command, const struct match *match, int viewer, uint32_t n, bool log, bool json)
{
    static struct view view;
    size_t room = VIEW_JSON_MAX + (size_t)n * 2048;
    char *memory = need_memory(room);
    struct text out = text_in(memory, room);

    view_make_at(&view, match, viewer, n);
    if (json) {
        text_char(&out, '{');
        json_key(&out, "log");
        match_log_json(match, viewer, 0, n, &out);
        json_key(&out, "view");
        view_json(&view, &out);
        text_put(&out, "}\n");
    } else {
        put_title(&out, match, n);
        text_char(&out, '\n');
        if (log) {
            match_log(match, viewer, 0, n, true, &out);
            text_char(&out, '\n');
        }
        view_text(&view, true, &out);
    }
    if (!out.full)
        show_long(memory, out.used);
    free(memory);
    return out.full ? cli_fail(command, FAILED, "this is too much to show; try --until") : DONE;
}

/* Whether the commitment that somebody was shown is that of the record. */
static bool is_commitment(const struct command *command, const struct match *match, const char *hex)
{
    uint8_t wanted[FAIR_COMMITMENT];
    char own[2 * FAIR_COMMITMENT + 1];

    if (fair_read_hex(wanted, sizeof wanted, hex) && memcmp(wanted, match->fair.commitment, sizeof wanted) == 0)
        return true;
    fair_hex(own, match->fair.commitment, sizeof match->fair.commitment);
    cli_fail(command, FAILED, "the luck is not fair: the commitment of the record is %s, not %s", own, hex);
    return false;
}

/* SEAT=HEX: the seat, and the bytes. Or -1. */
static int read_nonce(const char *word, uint8_t nonce[FAIR_NONCE])
{
    bool is = word[0] >= '0' && word[0] < '0' + SEATS_MAX && word[1] == '=' &&
              fair_read_hex(nonce, FAIR_NONCE, word + 2);

    return is ? word[0] - '0' : -1;
}

/* Whether the nonce that somebody threw is that of this seat in the record. */
static bool is_nonce(const struct command *command, const struct match *match, const char *word)
{
    uint8_t nonce[FAIR_NONCE];
    int seat = read_nonce(word, nonce);

    if (seat >= 0 && match->fair.nonces & BIT(seat) && memcmp(nonce, match->fair.nonce[seat], sizeof nonce) == 0)
        return true;
    cli_fail(command, FAILED, "the luck is not fair: the nonce %s is not in the record", word);
    return false;
}

/* Says whether the luck follows from what the header tells. commitment, nonce: NULL, or what somebody was shown and has
 * thrown. */
static int verify(const struct command *command, const struct match *match, const char *commitment, const char *nonce)
{
    struct why why;

    if (!match->fair.is && (commitment || nonce))
        return cli_fail(command, FAILED, "this record has no %s: it was not played on a server",
                        commitment ? "commitment" : "nonce");
    if (match_has_seed(match)) {
        printf("All draws follow from the seed %llu (luck local).\n", (unsigned long long)match->deal.seed);
        return DONE;
    }
    if (!match->fair.is)
        return cli_fail(command, FAILED, "there is nothing to verify: the luck was written down by hand (luck given)");
    if ((commitment && !is_commitment(command, match, commitment)) || (nonce && !is_nonce(command, match, nonce)))
        return FAILED;
    if (!fair_check(match, &why))
        return cli_fail(command, FAILED, "the luck is not fair: %s", why.text);
    printf("%s.\n", why.text);
    return DONE;
}

/* Wishes that contradict each other. silent: what shows nothing, or NULL. */
static bool wishes_fit(const struct command *command, const char *silent, bool json, bool board, bool until)
{
    if (silent && (json || board || until))
        cli_fail(command, MISUSED, "%s shows nothing, so %s has no meaning with it", silent,
                 json    ? "--json"
                 : board ? "--board"
                         : "--until");
    else if (json && board)
        cli_fail(command, MISUSED, "--json has the log beside the table, so --board has no meaning with it");
    else
        return true;
    return false;
}

static bool proof_fits(const struct command *command, const char *commitment, const char *nonce, bool verifying)
{
    uint8_t bytes[FAIR_COMMITMENT];

    if ((commitment || nonce) && !verifying)
        cli_fail(command, MISUSED, "--%s has a meaning with --verify only", commitment ? "commitment" : "nonce");
    else if (commitment && !fair_read_hex(bytes, sizeof bytes, commitment))
        cli_fail(command, MISUSED, "--commitment is 64 hexadecimal digits, not '%s'", commitment);
    else if (nonce && read_nonce(nonce, bytes) < 0)
        cli_fail(command, MISUSED, "--nonce is a seat and 32 hexadecimal digits, as in 0=..., not '%s'", nonce);
    else
        return true;
    return false;
}

int command_replay(const struct command *command, int argc, char **argv)
{
    uint64_t until = NOT_GIVEN;
    const char *as = NULL, *commitment = NULL, *nonce = NULL;
    bool check = false, verifying = false, json = false, board = false, plain = false;
    const struct cli_option options[] = {
        {"until", "N", "show the table after the first N moves", NUMBER, &until, 0, UINT32_MAX},
        {"as", "VIEWER", "as a seat (0, 1, ...), spectator or referee (the default, when the game is over)", WORD, &as,
         0, 0},
        {"board", NULL, "only the table, without the log", FLAG, &board, 0, 0},
        {"plain", NULL, "print the log and the table, also in a terminal", FLAG, &plain, 0, 0},
        {"check", NULL, "only check it", FLAG, &check, 0, 0},
        {"verify", NULL, "only check it, and the luck of a match on a server too", FLAG, &verifying, 0, 0},
        {"commitment", "HEX", "with --verify: the commitment that was shown before the match", WORD, &commitment, 0, 0},
        {"nonce", "SEAT=HEX", "with --verify: the nonce that your client threw for its seat", WORD, &nonce, 0, 0},
        {"json", NULL, "the log and the table as JSON (docs/scene.md)", FLAG, &json, 0, 0},
        {0},
    };
    struct words operands;
    struct match *match;
    int code, viewer;

    if (!cli_read(command, options, argc, argv, 1, 1, &operands, &code))
        return code;
    if (!wishes_fit(command,
                    check       ? "--check"
                    : verifying ? "--verify"
                                : NULL,
                    json, board, until != NOT_GIVEN) ||
        !proof_fits(command, commitment, nonce, verifying))
        return MISUSED;
    match = read_match(command, operands.word[0]);
    if (!match)
        return FAILED;
    code = DONE;
    viewer = match_over(match) || match_closed(match) ? REFEREE : turn_viewer(match);
    if (as && !read_viewer(command, as, match->deal.setup.seats, &viewer))
        code = MISUSED;
    else if (until != NOT_GIVEN && until > match->n)
        code = cli_fail(command, MISUSED, "the record has only %u moves", match->n);
    else if (verifying)
        code = verify(command, match, commitment, nonce);
    else if (!check && !json && !board && !must_be_plain(plain)) {
        code = browse_on_screen(match, viewer, until == NOT_GIVEN ? 0 : (uint32_t)until);
    } else if (!check) {
        code = show(command, match, viewer, until == NOT_GIVEN ? match->n : (uint32_t)until, !board, json);
    } else {
        char title[512];
        struct text out = text_in(title, sizeof title);

        put_title(&out, match, match->n);
        fputs(title, stdout);
    }
    free(match);
    return code;
}
