/* test_fair: the luck of the server is what docs/protocol.md says, and a record of it shows every draw that is not.
 *
 * test_fair DEAL MOVES [1]: writes the record of a match by random moves that was ended after so many moves at the
 * latest; 1: by the scheme before.
 */
#include "help.h"

#include <sodium.h>

#include "../src/table/blake2b.h"
#include "../src/table/fair.h"
#include "../src/table/fair_check.h"
#include "../src/table/record.h"
#include "../src/table/turns.h"

/* ---- the hash ------------------------------------------------------------------------------------ */

static void fill(uint8_t *out, size_t n, uint32_t seed)
{
    uint32_t a = 0xdead4bad * seed, b = 1;

    for (size_t i = 0; i < n; i++) {
        uint32_t sum = a + b;

        a = b;
        b = sum;
        out[i] = (uint8_t)(sum >> 24);
    }
}

/* RFC 7693: appendix A, and the sum over many lengths of appendix E. */
static void the_hash_is_that_of_the_rfc(void **unused)
{
    static const size_t lengths[] = {0, 3, 128, 129, 255, 1024}, sizes[] = {20, 32, 48, 64};
    uint8_t in[1024], key[64], hash[64], all[2 * 6 * (20 + 32 + 48 + 64)];
    char hex[2 * sizeof hash + 1];
    size_t n = 0;

    (void)unused;
    blake2b(hash, 64, NULL, 0, (const uint8_t *)"abc", 3);
    fair_hex(hex, hash, 64);
    assert_string_equal(hex, "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                             "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 6; i++) {
            fill(in, lengths[i], (uint32_t)lengths[i]);
            blake2b(all + n, sizes[s], NULL, 0, in, lengths[i]);
            n += sizes[s];
            fill(key, sizes[s], (uint32_t)sizes[s]);
            blake2b(all + n, sizes[s], key, sizes[s], in, lengths[i]);
            n += sizes[s];
        }
    }
    assert_int_equal(n, sizeof all);
    blake2b(hash, 32, NULL, 0, all, n);
    fair_hex(hex, hash, 32);
    assert_string_equal(hex, "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475");
}

static void the_hash_is_that_of_libsodium(void **unused)
{
    uint8_t in[300], key[64], own[64], other[64];

    (void)unused;
    fill(in, sizeof in, 7);
    fill(key, sizeof key, 8);
    for (size_t n = 0; n <= sizeof in; n++) {
        for (size_t size = crypto_generichash_BYTES_MIN; size <= 64; size += 12) {
            for (size_t keyed = 0; keyed <= 64; keyed += 16) {
                blake2b(own, size, key, keyed, in, n);
                assert_int_equal(crypto_generichash(other, size, in, n, keyed ? key : NULL, keyed), 0);
                assert_memory_equal(own, other, size);
            }
        }
    }
}

/* ---- draws --------------------------------------------------------------------------------------- */

#define TABLE "k7q2m9xw3rbt5c4d"

/* The numbers were found by Python:
 *     s = bytes(range(32)); n = bytes(range(16)) + bytes(16) + bytes(range(100, 116))
 *     h = lambda m: hashlib.blake2b(m, digest_size=32, key=s).digest()[:8]
 *     hashlib.blake2b(s, digest_size=32).hexdigest()                               the commitment
 *     hex(int.from_bytes(h(b"wabe luck 1" + n + struct.pack("<II", j, k)), "little"))  draw k of source j
 *     hex(int.from_bytes(h(b"wabe bots 1"), "little"))                              the seed of the bots
 * so that seats 0 and 2 of three have nonces. */
static void make_well(struct fair *out)
{
    uint8_t secret[FAIR_SECRET];

    for (int i = 0; i < FAIR_SECRET; i++)
        secret[i] = (uint8_t)i;
    fair_old_well(out, secret, 3);
    for (int i = 0; i < FAIR_NONCE; i++) {
        out->nonce[0][i] = (uint8_t)i;
        out->nonce[2][i] = (uint8_t)(100 + i);
    }
}

static uint64_t draw(const struct fair *fair, uint32_t source, uint32_t index)
{
    return fair->well.at(&fair->well, source, index).state;
}

static void the_scheme_before_has_its_formulas_still(void **unused)
{
    struct fair fair;
    uint8_t commitment[FAIR_COMMITMENT];
    char hex[2 * FAIR_COMMITMENT + 1];

    (void)unused;
    make_well(&fair);
    assert_true(draw(&fair, 0, 0) == 0x62e60ed33d020570);
    assert_true(draw(&fair, 0, 1) == 0x280844a30f532110);
    assert_true(draw(&fair, 1, 0) == 0xf805a0139a9bf300);
    assert_true(draw(&fair, 3, 70000) == 0xb667df48d4c21ced);
    assert_true(fair_seed(fair.secret) == 0xdde16697fad5c1ca);
    fair_old_commitment(fair.secret, commitment);
    fair_hex(hex, commitment, sizeof commitment);
    assert_string_equal(hex, "cb2f5160fc1f7e05a55ef49d340b48da2e5a78099d53393351cd579dd42503d6");
}

/* The same with attempt 3 of a table, and a bot on seat 1; by Python, T being the table and a struct.pack("<I", 3):
 *     h(b"wabe secret 2" + T + a + s)                        the commitment, without a key
 *     h(b"wabe seat 2" + T + a + i + nonce)                  that of seat i, likewise
 *     h(b"wabe bot 2" + T + a + i)[:16]                      the nonce of the bot, by the secret
 *     h(b"wabe luck 2" + T + a + nonces + pack("<II", j, k)) a draw, by the secret */
static void make_second(struct fair *out)
{
    struct fair first;

    make_well(&first);
    fair_well(out, TABLE, 3, first.secret, 3);
    memcpy(out->nonce, first.nonce, sizeof first.nonce);
    fair_bot_nonce(TABLE, 3, out->secret, 1, out->nonce[1]);
}

static void draws_and_commitments_are_those_of_the_formulas(void **unused)
{
    struct fair fair;
    uint8_t hash[FAIR_COMMITMENT];
    char hex[2 * FAIR_COMMITMENT + 1];

    (void)unused;
    make_second(&fair);
    assert_true(draw(&fair, 0, 0) == 0x9eff20ec69143706);
    assert_true(draw(&fair, 0, 1) == 0x9b33325c42ca093a);
    assert_true(draw(&fair, 1, 0) == 0x821fa86d7bde6b91);
    assert_true(draw(&fair, 3, 70000) == 0x7d409464cc62ac3e);
    fair_hex(hex, fair.nonce[1], FAIR_NONCE);
    assert_string_equal(hex, "362de1a04a9543c8076bb4e2e217ce38");
    fair_commitment(TABLE, 3, fair.secret, hash);
    fair_hex(hex, hash, sizeof hash);
    assert_string_equal(hex, "a574c0f7a27b9eb6bc0839395b841d54011edd68027f4bad825cd5c4e3124a88");
    fair_seat_commitment(TABLE, 3, 2, fair.nonce[2], hash);
    fair_hex(hex, hash, sizeof hash);
    assert_string_equal(hex, "05a39abd1a47d4fb8ed8dc0c1e62abdc1a34aeb9e76a71d5fd139491ee0cdcd2");
    fair_secret(fair.secret, TABLE, 3, hash);
    fair_hex(hex, hash, sizeof hash);
    assert_string_equal(hex, "af3fcd89f22c0bf9905a191838965f4ef730e57b38e623765edc77ae0725252e");
}

/* A nonce that fits here fits at no other seat, attempt or table. */
static void a_commitment_is_for_one_seat_of_one_attempt(void **unused)
{
    uint8_t nonce[FAIR_NONCE] = {1, 2, 3}, hash[5][FAIR_COMMITMENT];

    (void)unused;
    fair_seat_commitment(TABLE, 3, 2, nonce, hash[0]);
    fair_seat_commitment(TABLE, 3, 1, nonce, hash[1]);
    fair_seat_commitment(TABLE, 4, 2, nonce, hash[2]);
    fair_seat_commitment("k7q2m9xw3rbt5c4e", 3, 2, nonce, hash[3]);
    nonce[15] ^= 1;
    fair_seat_commitment(TABLE, 3, 2, nonce, hash[4]);
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < a; b++)
            assert_memory_not_equal(hash[a], hash[b], FAIR_COMMITMENT);
}

static void check_every_bit(const struct fair *well)
{
    struct fair fair = *well, other;
    uint64_t first = draw(&fair, 0, 0);

    for (size_t i = 0; i < 8 * sizeof fair.secret; i++) {
        other = fair;
        other.secret[i / 8] ^= (uint8_t)(1u << i % 8);
        assert_true(draw(&other, 0, 0) != first);
    }
    for (size_t i = 0; i < 3 * 8 * FAIR_NONCE; i++) {
        other = fair;
        other.nonce[i / 8 / FAIR_NONCE][i / 8 % FAIR_NONCE] ^= (uint8_t)(1u << i % 8);
        assert_true(draw(&other, 0, 0) != first);
    }
    other = fair;
    other.seats = 4;
    assert_true(draw(&other, 0, 0) != first);
}

static void every_bit_of_secret_and_nonces_matters(void **unused)
{
    struct fair fair, other;

    (void)unused;
    make_well(&fair);
    check_every_bit(&fair);
    make_second(&fair);
    check_every_bit(&fair);
    other = fair;
    other.attempt++;
    assert_true(draw(&other, 0, 0) != draw(&fair, 0, 0));
    other = fair;
    other.table[15]++;
    assert_true(draw(&other, 0, 0) != draw(&fair, 0, 0));
}

static void hexadecimal_digits_are_read_and_nothing_else(void **unused)
{
    uint8_t bytes[3] = {0};
    char hex[7];

    (void)unused;
    assert_true(fair_read_hex(bytes, 3, "00aFf9"));
    assert_memory_equal(bytes, "\x00\xaf\xf9", 3);
    fair_hex(hex, bytes, 3);
    assert_string_equal(hex, "00aff9");
    assert_true(fair_read_hex(bytes, 0, ""));
    assert_false(fair_read_hex(bytes, 3, ""));
    assert_false(fair_read_hex(bytes, 3, "00aff"));
    assert_false(fair_read_hex(bytes, 3, "00aff90"));
    assert_false(fair_read_hex(bytes, 3, "00aff9 "));
    assert_false(fair_read_hex(bytes, 3, "00aff:"));
    assert_false(fair_read_hex(bytes, 3, "00aff@"));
    assert_false(fair_read_hex(bytes, 3, "00affg"));
    assert_false(fair_read_hex(bytes, 3, "00aff`"));
    assert_false(fair_read_hex(bytes, 3, "0x00af"));
    assert_false(fair_read_hex(bytes, 3, "-0aff9"));
}

/* ---- records ------------------------------------------------------------------------------------- */

/* A match as a server plays and ends it, by random moves: people on all seats but the second. */
static void play(struct match *match, struct fair *fair, const struct deal *deal, void *memory, uint32_t moves,
                 int scheme)
{
    struct luck luck = {deal->seed};
    uint8_t secret[FAIR_SECRET];
    struct why why;

    for (int i = 0; i < FAIR_SECRET; i++)
        secret[i] = (uint8_t)luck_word(&luck);
    if (scheme == 1)
        fair_old_well(fair, secret, deal->setup.seats);
    else
        fair_well(fair, TABLE, 2, secret, deal->setup.seats);
    match_start(match, deal, memory);
    match->well = &fair->well;
    match->people = (BIT(deal->setup.seats) - 1) & ~BIT(1);
    for (FOR_BITS(seat, match->people))
        for (int i = 0; i < FAIR_NONCE; i++)
            fair->nonce[seat][i] = (uint8_t)luck_word(&luck);
    if (scheme == 2 && deal->setup.seats > 1)
        fair_bot_nonce(TABLE, 2, secret, 1, fair->nonce[1]);
    match_settle(match);
    while (!match_over(match) && match->n < moves) {
        int seat = bit_lowest(deal->game->actors(match->state));
        move_t move[MOVES_MAX];
        int n = match_moves(match, seat, move);

        if (!match_play(match, seat, match->decision, move[luck_below(&luck, (uint32_t)n)], &why))
            fail_msg("%s: %s", deal->game->id, why.text);
    }
    match->fair = (struct match_fair){.is = true, .scheme = scheme, .nonces = match->people};
    memcpy(match->fair.secret, secret, sizeof secret);
    memcpy(match->fair.nonce, fair->nonce, sizeof fair->nonce);
    memset(match->fair.nonce[1], 0, FAIR_NONCE);
    if (scheme == 1) {
        fair_old_commitment(secret, match->fair.commitment);
        return;
    }
    memcpy(match->fair.table, TABLE, FAIR_TABLE);
    match->fair.attempt = 2;
    match->fair.commitments = match->people;
    fair_commitment(TABLE, 2, secret, match->fair.commitment);
    for (FOR_BITS(seat, match->people))
        fair_seat_commitment(TABLE, 2, (int)seat, fair->nonce[seat], match->fair.committed[seat]);
}

/* The record of such a match; to be freed. */
static char *record_of(const struct match *match)
{
    size_t room = record_room(match);
    char *record = calloc(1, room);
    struct text out = text_in(record, room);

    record_put(&out, match);
    assert_false(out.full);
    return record;
}

/* A match and what it became by its record. */
struct pair {
    struct fair fair;
    struct match played, loaded;
    char *record;
    void *memory[2];
};

static void pair_make(struct pair *pair, const struct deal *deal, uint32_t moves, int scheme)
{
    struct record_why why;

    for (int i = 0; i < 2; i++)
        pair->memory[i] = calloc(1, match_memory(deal->game));
    play(&pair->played, &pair->fair, deal, pair->memory[0], moves, scheme);
    pair->record = record_of(&pair->played);
    if (!record_load(&pair->loaded, pair->record, strlen(pair->record), pair->memory[1], &why))
        fail_msg("%s: line %u: %s", deal->game->id, why.line, why.why.text);
}

static void pair_end(struct pair *pair)
{
    free(pair->record);
    free(pair->memory[0]);
    free(pair->memory[1]);
}

static void pair_of(struct pair *pair, const char *id, uint32_t moves)
{
    struct deal deal;
    struct why why;

    assert_true(deal_read(&deal, id, &why));
    pair_make(pair, &deal, moves, 2);
}

static uint32_t count_draws(const struct match *match)
{
    uint32_t draws = 0;

    for (uint32_t i = 0; i < match->n; i++)
        draws += match->step[i].actor == CHANCE;
    return draws;
}

/* Every draw in turn becomes another one that would have been possible there; each is found. */
static void check_every_draw(struct match *match)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    char start[64];
    struct why why;

    for (uint32_t i = 0; i < match->n; i++) {
        move_t option[MOVES_MAX], own = match->step[i].move;
        int n;

        if (match->step[i].actor != CHANCE)
            continue;
        match_state_at(match, i, state);
        n = game_options(match->deal.game, state, CHANCE, option, NULL);
        if (n == 1) /* nothing else is possible */
            continue;
        match->step[i].move = option[0] == own ? option[n - 1] : option[0];
        assert_false(fair_check(match, &why));
        snprintf(start, sizeof start, "move %u is '", i + 1);
        assert_memory_equal(why.text, start, strlen(start));
        assert_non_null(strstr(why.text, "', but the secret and the nonces give '"));
        match->step[i].move = own;
    }
}

static void records_of_every_game_hold_their_proof(void **unused)
{
    (void)unused;
    for (int g = 0; games[g]; g++) {
        for (struct deal deal = {.game = games[g], .seed = 1}; game_next_setup(games[g], &deal.setup); deal.seed++) {
            char start[64], *again;
            struct pair pair;
            struct why why;

            pair_make(&pair, &deal, UINT32_MAX, 1 + (int)(deal.seed % 2));
            assert_true(match_over(&pair.loaded));
            again = record_of(&pair.loaded);
            assert_string_equal(again, pair.record);
            free(again);
            if (!fair_check(&pair.loaded, &why))
                fail_msg("%s: %s", games[g]->id, why.text);
            snprintf(start, sizeof start, "All %u draws follow from", count_draws(&pair.loaded));
            if (count_draws(&pair.loaded) > 1)
                assert_memory_equal(why.text, start, strlen(start));
            check_every_draw(&pair.loaded);
            pair_end(&pair);
        }
    }
}

static void what_does_not_fit_is_named(void **unused)
{
    struct pair pair;
    struct match_fair good;
    struct why why;

    (void)unused;
    pair_of(&pair, "mimsy:3", UINT32_MAX);
    good = pair.loaded.fair;
    assert_true(fair_check(&pair.loaded, &why));
    assert_non_null(strstr(why.text, " draws follow from the secret and the nonces of 2 seats; the commitment is "));
    assert_non_null(strstr(why.text, ", of attempt 2 to start at table " TABLE));

    pair.loaded.fair.commitment[31] ^= 1;
    assert_false(fair_check(&pair.loaded, &why));
    assert_non_null(strstr(why.text, "the commitment does not fit the secret"));
    pair.loaded.fair = good;

    pair.loaded.fair.secret[0] ^= 1;
    assert_false(fair_check(&pair.loaded, &why));
    assert_non_null(strstr(why.text, "the commitment does not fit the secret"));
    pair.loaded.fair = good;

    pair.loaded.fair.attempt = 1;
    assert_false(fair_check(&pair.loaded, &why));
    assert_non_null(strstr(why.text, "the commitment does not fit the secret"));
    pair.loaded.fair = good;

    pair.loaded.fair.nonce[2][15] ^= 1;
    assert_false(fair_check(&pair.loaded, &why));
    assert_string_equal(why.text, "seat 2 has revealed another nonce than it had committed to");
    fair_seat_commitment(TABLE, 2, 2, pair.loaded.fair.nonce[2], pair.loaded.fair.committed[2]); /* both of them */
    assert_false(fair_check(&pair.loaded, &why));
    assert_non_null(strstr(why.text, "but the secret and the nonces give"));
    pair.loaded.fair = good;

    pair.loaded.fair.commitments = BIT(0);       /* its line is missing */
    assert_true(fair_check(&pair.loaded, &why)); /* which it still fits */
    pair.loaded.fair.committed[2][0] ^= 1;
    assert_false(fair_check(&pair.loaded, &why));
    pair.loaded.fair = good;
    pair.loaded.fair.commitments |= BIT(1); /* of zeros: a bot has none */
    assert_false(fair_check(&pair.loaded, &why));
    assert_string_equal(why.text, "seat 1 has revealed another nonce than it had committed to");
    pair.loaded.fair = good;

    pair.loaded.fair.nonces = BIT(0);
    assert_false(fair_check(&pair.loaded, &why));
    assert_string_equal(why.text, "seat 2 is a person's and has no nonce");
    pair.loaded.fair.nonces = BIT(0) | BIT(1) | BIT(2);
    assert_false(fair_check(&pair.loaded, &why));
    assert_string_equal(why.text, "seat 1 is no person's, but has a nonce");
    pair_end(&pair);
}

static void the_seed_of_a_match_on_a_server_is_not_told(void **unused)
{
    char id[DEAL_TEXT_MAX];
    struct text out = text_in(id, sizeof id);
    struct pair pair;

    (void)unused;
    pair_of(&pair, "mimsy:3#77", 20);
    assert_false(match_has_seed(&pair.played) || match_has_seed(&pair.loaded));
    pair.played.fair.is = false; /* as long as it runs */
    match_put_id(&out, &pair.played);
    text_char(&out, ' ');
    match_put_id(&out, &pair.loaded);
    assert_null(strchr(id, '#'));
    assert_null(strstr(pair.record, "77\n"));
    pair_end(&pair);
}

static void a_record_of_a_server_is_looked_at_and_not_changed(void **unused)
{
    static const char closed[] = "this match was played on a server: its record can be looked at, not changed";
    struct pair pair;
    struct match *match = &pair.loaded;
    move_t move[MOVES_MAX];
    struct why why;
    int seat;

    (void)unused;
    pair_of(&pair, "mimsy:3", 30);
    assert_true(match_closed(match) && !match_over(match) && !match_closed(&pair.played));
    seat = bit_lowest(match->deal.game->actors(match->state));
    assert_true(match_moves(match, seat, move) > 0);
    assert_false(match_play(match, seat, match->decision, move[0], &why));
    assert_string_equal(why.text, closed);
    assert_false(match_undo(match, seat, MATCH_LAST, &why));
    assert_string_equal(why.text, closed);
    assert_false(match_retract(match, seat, &why));
    assert_string_equal(why.text, closed);
    assert_int_equal(turn_next(match), NOBODY);
    assert_true(fair_check(match, &why));
    pair_end(&pair);

    pair_of(&pair, "mimsy:3", UINT32_MAX); /* nor when it is over */
    assert_false(match_undo(match, 0, MATCH_LAST, &why));
    assert_string_equal(why.text, closed);
    pair_end(&pair);
}

static int write_record(const char *id, const char *moves, int scheme)
{
    struct deal deal;
    struct pair pair;
    struct why why;

    assert_true(deal_read(&deal, id, &why));
    pair_make(&pair, &deal, (uint32_t)strtoul(moves, NULL, 10), scheme);
    fputs(pair.record, stdout);
    pair_end(&pair);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hash_is_that_of_the_rfc),
        cmocka_unit_test(the_hash_is_that_of_libsodium),
        cmocka_unit_test(the_scheme_before_has_its_formulas_still),
        cmocka_unit_test(draws_and_commitments_are_those_of_the_formulas),
        cmocka_unit_test(a_commitment_is_for_one_seat_of_one_attempt),
        cmocka_unit_test(every_bit_of_secret_and_nonces_matters),
        cmocka_unit_test(hexadecimal_digits_are_read_and_nothing_else),
        cmocka_unit_test(records_of_every_game_hold_their_proof),
        cmocka_unit_test(what_does_not_fit_is_named),
        cmocka_unit_test(the_seed_of_a_match_on_a_server_is_not_told),
        cmocka_unit_test(a_record_of_a_server_is_looked_at_and_not_changed),
    };

    return argc >= 3 ? write_record(argv[1], argv[2], argc > 3 ? 1 : 2) : cmocka_run_group_tests(tests, NULL, NULL);
}
