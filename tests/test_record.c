/* test_record: records are read back as they were, and damaged ones are refused with the line and the reason. */
#include "help.h"

#include "../src/table/record.h"

static char text[1 << 16];
static size_t size;

/* A finished match of the template game, by the local luck. */
static void write_one(const char *id)
{
    struct luck luck = {1};
    struct match match;
    struct deal deal;
    struct why why;
    struct text out = text_in(text, sizeof text);
    void *memory;

    assert_true(deal_read(&deal, id, &why));
    memory = calloc(1, match_memory(deal.game));
    match_start(&match, &deal, memory);
    match_settle(&match);
    strcpy(match.names[0], "Ann B\xc3\xa9la");
    match.people = 3;
    while (!match_over(&match)) {
        int seat = bit_lowest(deal.game->actors(match.state));
        move_t move[MOVES_MAX];
        int n = match_moves(&match, seat, move);

        assert_true(match_play(&match, seat, match.decision, move[luck_below(&luck, (uint32_t)n)], &why));
    }
    record_put(&out, &match);
    assert_false(out.full);
    size = out.used;
    free(memory);
}

/* NULL if the text is accepted, else "line N: reason". */
static const char *read_one(const char *from, size_t n)
{
    static char said[400];
    struct record_why why = {0, {""}};
    struct match match;
    struct deal deal;
    void *memory;
    bool ok;

    snprintf(said, sizeof said, "nothing");
    if (!record_deal(&deal, from, n, &why)) {
        snprintf(said, sizeof said, "line %u: %s", why.line, why.why.text);
        return said;
    }
    memory = calloc(1, match_memory(deal.game));
    ok = record_load(&match, from, n, memory, &why);
    snprintf(said, sizeof said, "line %u: %s", why.line, why.why.text);
    free(memory);
    return ok ? NULL : said;
}

/* Replaces the first `what` by `with` and expects this answer. */
static void damage(const char *what, const char *with, const char *answer)
{
    static char damaged[1 << 16];
    char *at = strstr(text, what);
    const char *said;

    assert_non_null(at);
    snprintf(damaged, sizeof damaged, "%.*s%s%s", (int)(at - text), text, with, at + strlen(what));
    said = read_one(damaged, strlen(damaged));
    if (!said)
        fail_msg("'%s' instead of '%s' is accepted", with, what);
    assert_string_equal(said, answer);
}

/* The same, and nothing is wrong with it. */
static void accept(const char *what, const char *with)
{
    static char other[1 << 16];
    char *at = strstr(text, what);

    assert_non_null(at);
    snprintf(other, sizeof other, "%.*s%s%s", (int)(at - text), text, with, at + strlen(what));
    assert_null(read_one(other, strlen(other)));
}

static void a_record_is_a_header_moves_result_and_end(void **unused)
{
    static const char expected[] = "wabe record 1\n"
                                   "game template 1\n"
                                   "seats 2\n"
                                   "option hand 3\n"
                                   "luck local 5\n"
                                   "name 0 Ann B\xc3\xa9la\n"
                                   "people 0 1\n"
                                   "moves\n"
                                   "chance deal card ";

    (void)unused;
    write_one("template:2:hand=3#5");
    assert_memory_equal(text, expected, sizeof expected - 1);
    assert_non_null(strstr(text, "\nresult 0 rank "));
    assert_non_null(strstr(text, "\nend "));
    assert_null(read_one(text, size));
}

/* So that a game may get another number, and its old records stay as they were. */
static void a_number_that_is_the_default_is_not_written(void **unused)
{
    (void)unused;
    write_one("template:2#5");
    assert_null(strstr(text, "option"));
    damage("luck local 5", "option hand 4\nluck local 5", "line 4: option 'hand' is a whole number from 2 to 3");
    damage("luck local 5", "option hand 02\nluck local 5", "line 4: option 'hand' is a whole number from 2 to 3");
    accept("luck local 5", "option hand 2\nluck local 5");
}

static void blank_lines_comments_and_carriage_returns_do_no_harm(void **unused)
{
    static char again[1 << 16];
    size_t n = 0;

    (void)unused;
    write_one("template:3#6");
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\n') {
            memcpy(again + n, "\r\n\n# note\n", 10);
            n += 10;
        } else {
            again[n++] = text[i];
        }
    }
    assert_null(read_one(again, n));
}

static void a_byte_order_mark_before_it_does_no_harm(void **unused)
{
    static char marked[sizeof text + 8];

    (void)unused;
    write_one("template:2#5");
    snprintf(marked, sizeof marked, "\xef\xbb\xbf%s", text);
    assert_null(read_one(marked, strlen(marked)));
    assert_string_equal(read_one("\xef\xbb\xbf", 3), "line 1: there is no record: the file is empty");
    snprintf(marked, sizeof marked, "\xef\xbb\xbf\xef\xbb\xbf%s", text);
    assert_non_null(read_one(marked, strlen(marked)));
}

static void headers_that_do_not_fit_are_refused(void **unused)
{
    (void)unused;
    write_one("template:2:hand=3#5");
    damage("wabe record 1", "some other file", "line 1: a record begins with the line 'wabe record 1'");
    damage("wabe record 1", "wabe record 2", "line 1: this is record format 2, and this program reads format 1");
    damage("game template 1", "game chess 1", "line 2: there is no game 'chess'");
    damage("game template 1", "game template",
           "line 2: here stands 'game', the game's id and the version of its rules");
    damage("game template 1", "game template 9",
           "line 2: it was played by version 9 of the rules of Tumtum, and this program has version 1");
    damage("seats 2", "seats two", "line 3: here stands 'seats' and their number, without zeros in front");
    damage("seats 2", "seats 5", "line 3: Tumtum is for 2 to 4 seats, not 5");
    damage("option hand 3", "option hand 7", "line 4: option 'hand' is a whole number from 2 to 3");
    damage("option hand 3", "option hand", "line 4: option 'hand' has no value");
    damage("option hand 3", "option feet 3", "line 4: Tumtum has these options: hand=2..3");
    damage("luck local 5", "luck local", "line 5: luck is 'local' and a seed, or 'fair' with its proof, or 'given'");
    damage("luck local 5", "luck given 5", "line 5: luck is 'local' and a seed, or 'fair' with its proof, or 'given'");
    damage("luck local 5\n", "", "line 7: the header names no luck");
    damage("name 0", "name 2", "line 6: a name stands after its seat, in at most 31 bytes");
    damage("people 0 1", "people 0 4", "line 7: 'people' lists seats of this table, each once");
    damage("people 0 1", "people 0 0", "line 7: 'people' lists seats of this table, each once");
    damage("people 0 1", "people 0\npeople 1", "line 8: this has been said already");
    damage("people 0 1", "name 0 Bob", "line 7: this has been said already");
    damage("people 0 1", "option hand 3", "line 7: this has been said already");
    damage("people 0 1", "luck given", "line 7: this has been said already");
    damage("people 0 1", "luck local 5", "line 7: this has been said already");
    damage("people 0 1", "takebacks 1\ntakebacks 1", "line 8: this has been said already");
    damage("people 0 1", "name 1 \xc0\x9b[2J", "line 7: this is not text");
    damage("wabe record 1", "wabe record 01", "line 1: this is record format 01, and this program reads format 1");
    damage("seats 2", "seats 02", "line 3: here stands 'seats' and their number, without zeros in front");
    damage("people 0 1", "bot 2 hard", "line 7: the words for a bot stand after its seat, in at most 63 bytes");
    damage("people 0 1", "bot 1", "line 7: the words for a bot stand after its seat, in at most 63 bytes");
    damage("people 0 1", "bot 1 0123456789012345678901234567890123456789012345678901234567890123",
           "line 7: the words for a bot stand after its seat, in at most 63 bytes");
    damage("people 0 1", "bot 1 hard\nbot 1 hard", "line 8: this has been said already");
    damage("people 0 1", "bot 1 hard\npeople 0 1", "line 8: a seat is played by a person or by a bot, not by both");
    damage("people 0 1", "people 1\nbot 1 hard", "line 8: a seat is played by a person or by a bot, not by both");
    damage("people 0 1", "weather fine", "line 7: 'weather fine' is no line of a record's header");
}

static void moves_that_break_the_rules_are_refused(void **unused)
{
    const char *said;
    char *line;

    (void)unused;
    write_one("template:2:hand=3#5");
    line = strstr(text, "chance deal");
    memcpy(line, "1 xxxx", 6);
    said = read_one(text, size);
    assert_string_equal(said,
                        "line 9: it is not this seat's turn; after the lines before it the turn is that of chance");
    memcpy(line, "2 xxxx", 6);
    assert_string_equal(read_one(text, size), "line 9: there is no seat 2 at this table; the first is seat 0");

    write_one("template:2:hand=3#5");
    memcpy(strstr(text, "chance deal"), "dealer", 6);
    assert_string_equal(read_one(text, size), "line 9: a move begins with a seat or 'chance', not with 'dealer'");

    write_one("template:2:hand=3#5");
    memcpy(strstr(text, "chance deal") + 7, "DEAL", 4);
    assert_true(strncmp(read_one(text, size), "line 9: 'DEAL card", 18) == 0);
    assert_non_null(strstr(read_one(text, size), "' is not possible here; the luck of the header gives 'deal card"));
}

/* Of a move that cannot be, the answer tells what can, the likest first: here the same in small letters. */
static void what_is_possible_is_told(void **unused)
{
    char small[64], *line;
    const char *said;
    size_t n;

    (void)unused;
    write_one("template:2#5");
    line = strstr(text, "\n0 ") + 3;
    n = strcspn(line, "\n");
    snprintf(small, sizeof small, "possible: '%.*s'", (int)n, line);
    for (size_t i = 0; i < n; i++)
        line[i] = line[i] >= 'a' && line[i] <= 'z' ? (char)(line[i] - 'a' + 'A') : line[i];
    said = read_one(text, size);
    assert_non_null(strstr(said, small));

    /* The same at the end of a file that was cut off. */
    write_one("template:2#5");
    line = strstr(text, "\n0 ") + 4;
    said = read_one(text, (size_t)(line - text));
    assert_non_null(strstr(said, "is not possible here; the file ends in the middle of this line; possible: '"));
    said = read_one(text, (size_t)(strstr(text, "chance ") + 3 - text));
    assert_non_null(strstr(said, "not with 'cha'; the file ends in the middle of this line"));
    assert_string_equal(read_one(text, 0), "line 1: there is no record: the file is empty");
}

/* Where several owe a choice, all of them are named. */
/* Whoever writes down a match from a real table forgets such a line most easily. */
static void a_missing_line_of_chance_is_told_with_what_could_stand_there(void **unused)
{
    static char given[] = "wabe record 1\n"
                          "game mimsy 2\n"
                          "seats 2\n"
                          "luck given\n"
                          "moves\n"
                          "0 take yellow 2\n"
                          "end 1\n";

    (void)unused;
    assert_string_equal(read_one(given, strlen(given)),
                        "line 6: it is not this seat's turn; after the lines before it the turn is that of chance; "
                        "possible: 'deal the green Jabberwocky to seat 0', 'deal the yellow Jabberwocky to seat 0', "
                        "'deal the purple Jabberwocky to seat 0'");
}

static void all_whose_turn_it_is_are_named(void **unused)
{
    char *announces;

    (void)unused;
    write_one("slithy:3#1");
    announces = strstr(text, "0 announce"); /* seat 2 deals, so seats 0 and 1 owe an announcement */
    assert_non_null(announces);
    *announces = '2';
    assert_non_null(strstr(read_one(text, size), "it is not this seat's turn; after the lines before it the turn is "
                                                 "that of seat 0, seat 1"));
}

static void sealed_choices_stand_in_the_order_of_the_seats(void **unused)
{
    char *one, *two, *end, lines[3][64];

    (void)unused;
    write_one("template:2#5");
    one = strstr(text, "\n0 play ") + 1;
    two = strchr(one, '\n') + 1;
    end = strchr(two, '\n') + 1;
    snprintf(lines[0], sizeof lines[0], "%.*s", (int)(two - one), one);
    snprintf(lines[1], sizeof lines[1], "%.*s", (int)(end - two), two);
    memcpy(one, lines[1], strlen(lines[1]));
    memcpy(one + strlen(lines[1]), lines[0], strlen(lines[0]));
    assert_non_null(
        strstr(read_one(text, size), "choices that are made at the same time stand in the order of the seats"));
}

static void chance_must_follow_the_luck_of_the_header(void **unused)
{
    (void)unused;
    write_one("template:2#5");
    *strstr(text, "luck local 5") = '#'; /* a comment now */
    memcpy(strstr(text, "name 0 Ann"), "luck local 6\n#", 11 + 3);
    assert_non_null(strstr(read_one(text, size), "is not what the luck of the header gives here"));
}

static void given_luck_takes_chance_as_it_is(void **unused)
{
    static char given[1 << 16];
    char *at;

    (void)unused;
    write_one("template:2#5");
    at = strstr(text, "luck local 5");
    snprintf(given, sizeof given, "%.*sluck given%s", (int)(at - text), text, at + strlen("luck local 5"));
    assert_null(read_one(given, strlen(given)));
}

#define HASH_1  "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define HASH_2  "f0e0d0c0b0a090807060504030201000f0e0d0c0b0a090807060504030201000"
#define NONCE_0 "nonce 0 000102030405060708090a0b0c0d0e0f\n"
#define NONCE_1 "nonce 1 ffeeddccbbaa99887766554433221100\n"

/* A record of a server, as far as records know: what the secret gives is not their business. */
static void write_fair(void)
{
    static char fair[1 << 16];
    char *at;

    write_one("template:2#5");
    at = strstr(text, "luck local 5\n");
    snprintf(fair, sizeof fair, "%.*sluck fair " HASH_1 " " HASH_2 "\n" NONCE_0 NONCE_1 "%s", (int)(at - text), text,
             at + strlen("luck local 5\n"));
    memcpy(text, fair, strlen(fair) + 1);
    size = strlen(text);
}

static void the_proof_of_fair_luck_is_kept_as_it_is(void **unused)
{
    static char again[sizeof text];
    struct text out = text_in(again, sizeof again);
    struct record_why why;
    struct match match;
    struct deal deal;
    void *memory;

    (void)unused;
    write_fair();
    assert_true(record_deal(&deal, text, size, &why));
    memory = calloc(1, match_memory(deal.game));
    assert_true(record_load(&match, text, size, memory, &why));
    assert_true(match.fair.is && match.well == NULL);
    assert_int_equal(match.fair.nonces, 3);
    assert_int_equal(match.fair.commitment[1], 0x11);
    assert_int_equal(match.fair.secret[0], 0xf0);
    assert_int_equal(match.fair.nonce[1][15], 0);
    assert_int_equal(match.fair.nonce[0][15], 0x0f);
    record_put(&out, &match);
    assert_string_equal(again, text);
    free(memory);
}

static void a_proof_that_is_none_is_refused(void **unused)
{
    static const char *const bad_luck[] = {
        "luck fair",
        "luck fair " HASH_1,
        "luck fair " HASH_1 "00 " HASH_2,
        "luck fair " HASH_1 " " HASH_2 "00",
        "luck fair " HASH_1 " " HASH_2 " x",
        "luck fair x" HASH_1 " " HASH_2,
        "luck fair " HASH_1 "  " HASH_2,
    };
    static const char *const bad_nonce[] = {"nonce 1",
                                            "nonce 1 00",
                                            "nonce 2 ffeeddccbbaa99887766554433221100",
                                            "nonce x ffeeddccbbaa99887766554433221100",
                                            "nonce 1 ffeeddccbbaa9988776655443322110g",
                                            "nonce 1 ffeeddccbbaa99887766554433221100ff",
                                            "nonce ffeeddccbbaa99887766554433221100"};

    (void)unused;
    write_fair();
    for (size_t i = 0; i < sizeof bad_luck / sizeof bad_luck[0]; i++)
        damage("luck fair " HASH_1 " " HASH_2, bad_luck[i],
               "line 4: after 'luck fair' (and '2', the table and the attempt) stand the commitment and the secret, 64 "
               "hexadecimal digits each");
    for (size_t i = 0; i < sizeof bad_nonce / sizeof bad_nonce[0]; i++)
        damage("nonce 1 ffeeddccbbaa99887766554433221100", bad_nonce[i],
               "line 6: a nonce stands after its seat, in 32 hexadecimal digits");
    damage(NONCE_1, NONCE_0, "line 6: this has been said already");
    damage(NONCE_1, "luck given\n", "line 6: this has been said already");
    damage("luck fair " HASH_1 " " HASH_2, "luck local 5", "line 5: a nonce stands after 'luck fair'");
    damage("luck fair " HASH_1 " " HASH_2, "luck given", "line 5: a nonce stands after 'luck fair'");
}

#define SECOND    "luck fair 2 k7q2m9xw3rbt5c4d 3 " HASH_1 " " HASH_2
#define COMMITTED "commitment 1 " HASH_2

/* The same by scheme 2. */
static void write_second(void)
{
    static char fair[1 << 16];
    char *at;

    write_one("template:2#5");
    at = strstr(text, "luck local 5\n");
    snprintf(fair, sizeof fair, "%.*s" SECOND "\n" NONCE_0 NONCE_1 "commitment 0 " HASH_1 "\n" COMMITTED "\n%s",
             (int)(at - text), text, at + strlen("luck local 5\n"));
    memcpy(text, fair, strlen(fair) + 1);
    size = strlen(text);
}

static void the_proof_of_the_second_scheme_is_kept_as_it_is(void **unused)
{
    static const char *const bad_luck[] = {"luck fair 2",
                                           "luck fair 2 k7q2m9xw3rbt5c4d",
                                           "luck fair 2 k7q2m9xw3rbt5c4d 3",
                                           "luck fair 2 " HASH_1 " " HASH_2,
                                           "luck fair 2 k7q2m9xw3rbt5c4 3 " HASH_1 " " HASH_2,
                                           "luck fair 2 k7q2m9xw3rbt5c4d x " HASH_1 " " HASH_2,
                                           "luck fair 2 k7q2m9xw3rbt5c4d 03 " HASH_1 " " HASH_2,
                                           "luck fair 2 k7q2m9xw3rbt5c4d 3 " HASH_1,
                                           SECOND " x"};
    static char again[sizeof text];
    struct text out = text_in(again, sizeof again);
    struct record_why why;
    struct match match;
    struct deal deal;
    void *memory;

    (void)unused;
    write_second();
    assert_true(record_deal(&deal, text, size, &why));
    memory = calloc(1, match_memory(deal.game));
    assert_true(record_load(&match, text, size, memory, &why));
    assert_int_equal(match.fair.scheme, 2);
    assert_string_equal(match.fair.table, "k7q2m9xw3rbt5c4d");
    assert_int_equal(match.fair.attempt, 3);
    assert_int_equal(match.fair.commitments, 3);
    assert_int_equal(match.fair.committed[1][0], 0xf0);
    record_put(&out, &match);
    assert_string_equal(again, text);
    free(memory);
    for (size_t i = 0; i < sizeof bad_luck / sizeof bad_luck[0]; i++)
        damage(SECOND, bad_luck[i],
               "line 4: after 'luck fair' (and '2', the table and the attempt) stand the commitment and the secret, 64 "
               "hexadecimal digits each");
    damage(COMMITTED, "commitment 1 00",
           "line 8: a commitment of a seat stands after its seat, in 64 hexadecimal digits");
    damage(COMMITTED, "commitment 2 " HASH_2,
           "line 8: a commitment of a seat stands after its seat, in 64 hexadecimal digits");
    damage(COMMITTED, "commitment 0 " HASH_2, "line 8: this has been said already");
    damage(SECOND, "luck fair " HASH_1 " " HASH_2, "line 7: a commitment of a seat stands after 'luck fair 2'");
}

static void results_and_ends_are_checked(void **unused)
{
    char *result;

    (void)unused;
    write_one("template:2#5");
    result = strstr(text, "result 0 rank ");
    result[14] = result[14] == '1' ? '2' : '1';
    assert_non_null(strstr(read_one(text, size), "by the rules this line is 'result 0 rank"));

    write_one("template:2#5");
    strcpy(strstr(text, "end "), "end 1\n");
    assert_non_null(strstr(read_one(text, strlen(text)), "the record ends with 'end 1', but it has "));

    write_one("template:2#5");
    memmove(strstr(text, "result 0"), strstr(text, "end "), strlen(strstr(text, "end ")) + 1);
    assert_non_null(strstr(read_one(text, strlen(text)), "the game is over, but the record has no result"));

    write_one("template:2#5");
    strcat(text, "0 pass\n");
    assert_non_null(strstr(read_one(text, strlen(text)), "there is something after the end"));
}

static void a_record_that_breaks_off_anywhere_is_refused(void **unused)
{
    (void)unused;
    write_one("template:3:hand=3#8");
    for (size_t n = 0; n + 1 < size; n++)
        if (!read_one(text, n))
            fail_msg("the first %zu of %zu bytes are accepted", n, size);
}

static void a_record_that_misses_any_line_but_a_name_is_refused(void **unused)
{
    static char shorter[1 << 16];

    (void)unused;
    write_one("template:3:hand=3#8");
    for (char *line = text; *line;) {
        char *end = strchr(line, '\n') + 1;
        bool optional = strncmp(line, "name ", 5) == 0 || strncmp(line, "people ", 7) == 0;

        snprintf(shorter, sizeof shorter, "%.*s%s", (int)(line - text), text, end);
        if (!read_one(shorter, strlen(shorter)) != optional)
            fail_msg("without the line '%.*s' it is %s", (int)(end - line - 1), line,
                     optional ? "refused" : "accepted");
        line = end;
    }
}

static void what_is_not_text_is_refused(void **unused)
{
    static const char zeros[64] = {0};
    static char long_line[5000];

    (void)unused;
    assert_string_equal(read_one("", 0), "line 1: there is no record: the file is empty");
    assert_string_equal(read_one(zeros, sizeof zeros), "line 1: this is not text");
    memset(long_line, 'x', sizeof long_line);
    assert_string_equal(read_one(long_line, sizeof long_line), "line 1: this line is too long");
}

static void an_unfinished_match_can_be_saved_in_the_middle_of_a_sealed_step(void **unused)
{
    struct match match, loaded;
    struct deal deal;
    struct why why;
    struct record_why record_why;
    struct text out = text_in(text, sizeof text);
    void *memory, *memory2;
    move_t move[MOVES_MAX];

    (void)unused;
    assert_true(deal_read(&deal, "template:3#5", &why));
    memory = calloc(1, match_memory(deal.game));
    memory2 = calloc(1, match_memory(deal.game));
    match_start(&match, &deal, memory);
    match_settle(&match);
    for (int i = 0; i < 3; i++)
        assert_true(match_play(&match, bit_lowest(deal.game->actors(match.state)), match.decision, PASS, &why));
    assert_true(match_moves(&match, 2, move) == 2);
    assert_true(match_play(&match, 2, match.decision, move[1], &why));
    {
        move_t quick[MOVES_MAX];

        match_moves(&match, 0, quick);
        assert_true(match_play(&match, 0, match.decision, quick[0], &why)); /* later, but written first */
    }
    record_put(&out, &match);
    assert_true(record_load(&loaded, text, out.used, memory2, &record_why));
    assert_true(match_hash(&loaded) == match_hash(&match));
    assert_true(match_retract(&loaded, 2, &why)); /* and goes on where it was */
    assert_true(match_play(&loaded, 2, loaded.decision, move[0], &why));
    free(memory);
    free(memory2);
}

static void a_record_says_which_bots_play(void **unused)
{
    struct match match, loaded;
    struct deal deal;
    struct why why;
    struct record_why record_why;
    struct text out = text_in(text, sizeof text);
    void *memory;

    (void)unused;
    assert_true(deal_read(&deal, "template:3#5", &why));
    memory = calloc(1, match_memory(deal.game));
    match_start(&match, &deal, memory);
    for (int seat = 0; seat < 3; seat++)
        assert_string_equal(match.bots[seat], "");
    strcpy(match.bots[2], "ismcts:iterations=500,trees=2");
    memset(match.bots[0], 'x', BOT_WORDS_SIZE - 1); /* whatever it means: as long as may be */
    match.people = BIT(1);
    record_put(&out, &match);
    assert_non_null(strstr(text, "\nbot 0 xxx"));
    assert_non_null(strstr(text, "\nbot 2 ismcts:iterations=500,trees=2\npeople 1\nmoves\n"));
    assert_true(record_load(&loaded, text, out.used, memory, &record_why));
    assert_memory_equal(loaded.bots, match.bots, sizeof match.bots);
    assert_true(loaded.people == BIT(1));
    assert_true(record_bot_ok("hard", 4));
    assert_false(record_bot_ok("", 0));
    assert_false(record_bot_ok("hard ", 5));
    assert_false(record_bot_ok("ha\x1brd", 5));
    free(memory);
}

static void names_are_lines_of_text(void **unused)
{
    (void)unused;
    assert_true(record_name_ok("Ann", 3));
    assert_true(record_name_ok("Ann B\xc3\xa9la", 9));
    assert_false(record_name_ok("", 0));
    assert_false(record_name_ok(" Ann", 4));
    assert_false(record_name_ok("Ann ", 4));
    assert_false(record_name_ok("A\nB", 3));
    assert_false(record_name_ok("A\0B", 3));
    assert_false(record_name_ok("\xff\xfe", 2));
    assert_false(record_name_ok("0123456789012345678901234567890123", 34));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_a_header_moves_result_and_end),
        cmocka_unit_test(a_number_that_is_the_default_is_not_written),
        cmocka_unit_test(blank_lines_comments_and_carriage_returns_do_no_harm),
        cmocka_unit_test(a_byte_order_mark_before_it_does_no_harm),
        cmocka_unit_test(headers_that_do_not_fit_are_refused),
        cmocka_unit_test(moves_that_break_the_rules_are_refused),
        cmocka_unit_test(what_is_possible_is_told),
        cmocka_unit_test(a_missing_line_of_chance_is_told_with_what_could_stand_there),
        cmocka_unit_test(all_whose_turn_it_is_are_named),
        cmocka_unit_test(sealed_choices_stand_in_the_order_of_the_seats),
        cmocka_unit_test(chance_must_follow_the_luck_of_the_header),
        cmocka_unit_test(given_luck_takes_chance_as_it_is),
        cmocka_unit_test(the_proof_of_fair_luck_is_kept_as_it_is),
        cmocka_unit_test(a_proof_that_is_none_is_refused),
        cmocka_unit_test(the_proof_of_the_second_scheme_is_kept_as_it_is),
        cmocka_unit_test(results_and_ends_are_checked),
        cmocka_unit_test(a_record_that_breaks_off_anywhere_is_refused),
        cmocka_unit_test(a_record_that_misses_any_line_but_a_name_is_refused),
        cmocka_unit_test(what_is_not_text_is_refused),
        cmocka_unit_test(an_unfinished_match_can_be_saved_in_the_middle_of_a_sealed_step),
        cmocka_unit_test(a_record_says_which_bots_play),
        cmocka_unit_test(names_are_lines_of_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
