#include "record.h"

#include "bytes.h"

/* ---- writing --------------------------------------------------------------------------------- */

enum { HEADER_ROOM = 4096 };

size_t record_room(const struct match *match)
{
    return HEADER_ROOM + (size_t)match->n * (MOVE_TEXT_MAX + sizeof "chance \n");
}

static void put_line(struct text *out, const char *key, const char *value)
{
    text_put(out, key);
    text_char(out, ' ');
    text_put(out, value);
    text_char(out, '\n');
}

static void put_number(struct text *out, const char *key, uint64_t value)
{
    text_put(out, key);
    text_char(out, ' ');
    text_unsigned(out, value);
    text_char(out, '\n');
}

/* A line of a seat for each of these. */
static void put_bytes(struct text *out, const char *key, uint32_t seats, const uint8_t *first, size_t n)
{
    for (FOR_BITS(seat, seats)) {
        text_put(out, key);
        text_number(out, seat);
        text_char(out, ' ');
        text_bytes(out, first + (size_t)seat * n, n);
        text_char(out, '\n');
    }
}

static void put_fair(struct text *out, const struct match_fair *fair)
{
    text_put(out, "luck fair ");
    if (fair->scheme == 2) {
        text_put(out, "2 ");
        text_put(out, fair->table);
        text_char(out, ' ');
        text_unsigned(out, fair->attempt);
        text_char(out, ' ');
    }
    text_bytes(out, fair->commitment, sizeof fair->commitment);
    text_char(out, ' ');
    text_bytes(out, fair->secret, sizeof fair->secret);
    text_char(out, '\n');
    put_bytes(out, "nonce ", fair->nonces, fair->nonce[0], FAIR_NONCE);
    put_bytes(out, "commitment ", fair->commitments, fair->committed[0], FAIR_COMMITMENT);
}

static void put_header(struct text *out, const struct match *match)
{
    const struct game *game = match->deal.game;

    put_number(out, "wabe record", RECORD_FORMAT);
    text_put(out, "game ");
    put_number(out, game->id, game->version);
    put_number(out, "seats", match->deal.setup.seats);
    for (int i = 0; i < game->options_n; i++) {
        const struct option *option = &game->options[i];

        if (!option->choices && match->deal.setup.option[i] == 0)
            continue; /* so that a game may get one, and its old records stay as they were written */
        text_put(out, "option ");
        text_put(out, option->id);
        text_char(out, ' ');
        option_value_put(out, option, match->deal.setup.option[i]);
        text_char(out, '\n');
    }
    if (match->fair.is)
        put_fair(out, &match->fair);
    else if (match_has_seed(match))
        put_number(out, "luck local", match->deal.seed);
    else
        text_put(out, "luck given\n");
    for (int seat = 0; seat < match->deal.setup.seats; seat++) {
        if (match->names[seat][0]) {
            text_put(out, "name ");
            put_line(out, actor_word(seat), match->names[seat]);
        }
    }
    for (int seat = 0; seat < match->deal.setup.seats; seat++) {
        if (match->bots[seat][0]) {
            text_put(out, "bot ");
            put_line(out, actor_word(seat), match->bots[seat]);
        }
    }
    if (match->people) {
        text_put(out, "people");
        for (FOR_BITS(seat, match->people)) {
            text_char(out, ' ');
            text_number(out, seat);
        }
        text_char(out, '\n');
    }
    if (match->takebacks)
        put_number(out, "takebacks", match->takebacks);
}

static void put_result(struct text *out, const struct match *match)
{
    struct result result;
    uint8_t rank[SEATS_MAX];

    memset(&result, 0, sizeof result);
    match->deal.game->result(match->state, &result);
    game_ranks(match->deal.game, match->deal.setup.seats, &result, rank);
    for (int seat = 0; seat < match->deal.setup.seats; seat++) {
        text_put(out, "result ");
        text_number(out, seat);
        text_put(out, " rank ");
        text_number(out, rank[seat]);
        text_put(out, " score ");
        text_number(out, result.score[seat]);
        text_char(out, '\n');
    }
}

static void put_move(struct text *out, const struct game *game, const void *state, int actor, move_t move)
{
    struct speech plain = speech_plain(game);

    text_put(out, actor_word(actor));
    text_char(out, ' ');
    phrase_put(out, &plain, game->say(state, actor, move));
}

void record_put(struct text *out, const struct match *match)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = match->deal.game;

    put_header(out, match);
    text_put(out, "moves\n");
    game->start(state, &match->deal.setup);
    for (uint32_t i = 0; i < match->n; i++) {
        put_move(out, game, state, match->step[i].actor, match->step[i].move);
        text_char(out, '\n');
        game->apply(state, match->step[i].actor, match->step[i].move, NULL);
    }
    if (match_over(match))
        put_result(out, match);
    put_number(out, "end", match->n);
}

/* ---- reading --------------------------------------------------------------------------------- */

enum { LINE_MAX_SIZE = 256 };

struct reader {
    const char *at, *end;
    uint32_t line_number;
    char line[LINE_MAX_SIZE];
    struct record_why *why;
};

/* Some editors begin a file with a byte order mark: it is no part of the record. */
static struct reader reader_of(const char *text, size_t n, struct record_why *why)
{
    size_t mark = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

    why->other = NULL;
    return (struct reader){.at = text + mark, .end = text + n, .why = why};
}

static bool refuse(struct reader *reader, const char *before, const char *what, const char *after)
{
    struct text out = text_why(&reader->why->why);

    reader->why->line = reader->line_number > 0 ? reader->line_number : 1;
    text_put(&out, before);
    text_part(&out, what, text_length(what) < 80 ? text_length(what) : 80);
    text_put(&out, after);
    return false;
}

/* What a move cannot be read for is often the end of a file that was cut off. */
static bool refuse_move(struct reader *reader, const char *before, const char *what, const char *after)
{
    struct text out = text_why(&reader->why->why);

    refuse(reader, before, what, after);
    if (reader->at == reader->end && reader->end[-1] != '\n') {
        out.used = text_length(out.at);
        text_put(&out, "; the file ends in the middle of this line");
    }
    return false;
}

/* The next line that says something, without its end; false at the end of the text or at a line that is
 * none (the reason is given then, and *bad is set). */
static bool next_line(struct reader *reader, bool *bad)
{
    *bad = false;
    for (;;) {
        size_t n = 0;

        if (reader->at == reader->end)
            return false;
        reader->line_number++;
        for (; reader->at < reader->end && *reader->at != '\n'; reader->at++) {
            char c = *reader->at;

            if (c == 0) {
                *bad = true;
                return refuse(reader, "this is not text", "", "");
            }
            if (n + 1 >= LINE_MAX_SIZE) {
                *bad = true;
                return refuse(reader, "this line is too long", "", "");
            }
            reader->line[n++] = c;
        }
        if (reader->at < reader->end)
            reader->at++;
        while (n > 0 && (reader->line[n - 1] == '\r' || reader->line[n - 1] == ' ' || reader->line[n - 1] == '\t'))
            n--;
        reader->line[n] = 0;
        if (!text_is_line(reader->line)) {
            *bad = true;
            return refuse(reader, "this is not text", "", "");
        }
        if (n > 0 && reader->line[0] != '#')
            return true;
    }
}

/* Like next_line, where the end of the text is an error too. */
static bool need_line(struct reader *reader)
{
    bool bad;

    if (next_line(reader, &bad))
        return true;
    if (!bad)
        refuse(reader, reader->line_number ? "the record breaks off here" : "there is no record: the file is empty", "",
               "");
    return false;
}

/* If the line is `key` and a value, returns the value; else NULL. */
static char *value_of(struct reader *reader, const char *key)
{
    size_t n = text_length(key);

    return text_starts(reader->line, key) && reader->line[n] == ' ' ? reader->line + n + 1 : NULL;
}

/* Cuts the line at the next blank and returns what comes after it; NULL if there is nothing. */
static char *cut(char *words)
{
    while (*words && *words != ' ')
        words++;
    if (!*words)
        return NULL;
    *words++ = 0;
    return *words ? words : NULL;
}

static bool read_number(const char *word, uint64_t max, uint64_t *out)
{
    return word && text_read_number(word, text_length(word), max, out);
}

/* Text on one line, of fewer than `size` bytes (at most LINE_MAX_SIZE), with no blank at its ends. */
static bool words_ok(const char *words, size_t n, size_t size)
{
    char line[LINE_MAX_SIZE];

    if (n == 0 || n >= size || words[0] == ' ' || words[n - 1] == ' ')
        return false;
    memcpy(line, words, n);
    line[n] = 0;
    return text_length(line) == n && text_is_line(line);
}

bool record_name_ok(const char *name, size_t n)
{
    return words_ok(name, n, NAME_SIZE);
}

bool record_bot_ok(const char *words, size_t n)
{
    return words_ok(words, n, BOT_WORDS_SIZE);
}

static bool read_title(struct reader *reader)
{
    uint64_t format;
    char *value;

    if (!need_line(reader))
        return false;
    value = value_of(reader, "wabe record");
    if (!value)
        return refuse(reader, "a record begins with the line 'wabe record 1'", "", "");
    if (!read_number(value, UINT32_MAX, &format) || format != RECORD_FORMAT)
        return refuse(reader, "this is record format ", value, ", and this program reads format 1");
    return true;
}

static bool refuse_version(struct reader *reader, const char *number, const struct game *game)
{
    struct text out = text_why(&reader->why->why);

    refuse(reader, "it was played by version ", number, " of the rules of ");
    out.used = text_length(out.at);
    text_put(&out, game->title);
    text_put(&out, ", and this program has version ");
    text_unsigned(&out, game->version);
    reader->why->other = game;
    reader->why->why.code = CODE_VERSION;
    return false;
}

static bool read_game(struct reader *reader, struct deal *deal)
{
    uint64_t version;
    char *id, *number;

    if (!need_line(reader))
        return false;
    id = value_of(reader, "game");
    number = id ? cut(id) : NULL;
    if (!read_number(number, UINT16_MAX, &version))
        return refuse(reader, "here stands 'game', the game's id and the version of its rules", "", "");
    deal->game = game_by_id(id);
    if (!deal->game)
        return refuse(reader, "there is no game '", id, "'");
    if (version != deal->game->version)
        return refuse_version(reader, number, deal->game);
    return true;
}

static bool read_seats(struct reader *reader, struct deal *deal)
{
    uint64_t seats;

    if (!need_line(reader))
        return false;
    if (!read_number(value_of(reader, "seats"), SEATS_MAX, &seats))
        return refuse(reader, "here stands 'seats' and their number, without zeros in front", "", "");
    deal->setup.seats = (uint8_t)seats;
    return true;
}

/* What a header says beyond the deal, and which lines there have been: each may stand there once. */
struct header {
    struct deal deal;
    bool luck, given, people, takebacks;
    uint32_t options, named, bots_seats;
    uint32_t people_seats, takebacks_n;
    struct match_fair fair;
    char names[SEATS_MAX][NAME_SIZE];
    char bots[SEATS_MAX][BOT_WORDS_SIZE];
};

static bool twice(struct reader *reader)
{
    return refuse(reader, "this has been said already", "", "");
}

static bool read_option(struct reader *reader, struct header *header, char *option)
{
    const struct game *game = header->deal.game;
    char *value = cut(option);

    if (!value)
        return refuse(reader, "option '", option, "' has no value");
    if (!deal_set(&header->deal, option, value, &reader->why->why)) {
        reader->why->line = reader->line_number;
        return false;
    }
    for (int i = 0; i < game->options_n; i++) {
        if (!text_equal(game->options[i].id, option))
            continue;
        if (header->options & BIT(i))
            return twice(reader);
        header->options |= BIT(i);
    }
    return true;
}

/* Scheme 2 names the table and the attempt before the rest, which is returned; NULL if it does not. */
static char *read_place(struct match_fair *fair, char *table)
{
    char *attempt = cut(table), *rest = attempt ? cut(attempt) : NULL;
    uint64_t number;

    if (!rest || text_length(table) != FAIR_TABLE || !read_number(attempt, UINT32_MAX, &number))
        return NULL;
    memcpy(fair->table, table, FAIR_TABLE);
    fair->attempt = (uint32_t)number;
    fair->scheme = 2;
    return rest;
}

static bool read_fair(struct reader *reader, struct match_fair *fair, char *commitment)
{
    char *secret = commitment ? cut(commitment) : NULL;

    fair->is = true;
    fair->scheme = 1;
    if (secret && text_equal(commitment, "2")) {
        commitment = read_place(fair, secret);
        secret = commitment ? cut(commitment) : NULL;
    }
    if (!secret || !text_read_bytes(commitment, fair->commitment, sizeof fair->commitment) ||
        !text_read_bytes(secret, fair->secret, sizeof fair->secret))
        return refuse(reader,
                      "after 'luck fair' (and '2', the table and the attempt) stand the commitment and the secret, 64 "
                      "hexadecimal digits each",
                      "", "");
    return true;
}

static bool read_luck(struct reader *reader, struct header *header, char *kind)
{
    char *rest = cut(kind);

    if (header->luck)
        return twice(reader);
    header->luck = true;
    if (text_equal(kind, "fair"))
        return read_fair(reader, &header->fair, rest);
    header->given = text_equal(kind, "given") && !rest;
    if (!header->given && !(text_equal(kind, "local") && read_number(rest, UINT64_MAX, &header->deal.seed)))
        return refuse(reader, "luck is 'local' and a seed, or 'fair' with its proof, or 'given'", "", "");
    return true;
}

/* The bytes of a seat: its nonce, or its commitment to it. */
static bool read_seat_bytes(struct reader *reader, const struct header *header, char *word, uint8_t *first, size_t n,
                            uint32_t *seats)
{
    const char *what = n == FAIR_NONCE ? "a nonce" : "a commitment of a seat";
    char *bytes = cut(word);
    uint64_t seat;

    if (header->fair.scheme < (n == FAIR_NONCE ? 1 : 2))
        return refuse(reader, what, " stands after 'luck fair", n == FAIR_NONCE ? "'" : " 2'");
    if (!bytes || !read_number(word, header->deal.setup.seats - 1u, &seat) ||
        !text_read_bytes(bytes, first + seat * n, n))
        return refuse(reader, what, " stands after its seat, in ",
                      n == FAIR_NONCE ? "32 hexadecimal digits" : "64 hexadecimal digits");
    if (*seats & BIT(seat))
        return twice(reader);
    *seats |= BIT(seat);
    return true;
}

static bool read_name(struct reader *reader, struct header *header, char *word)
{
    char *name = cut(word);
    uint64_t seat;

    if (!name || !read_number(word, header->deal.setup.seats - 1u, &seat) || !record_name_ok(name, text_length(name)))
        return refuse(reader, "a name stands after its seat, in at most 31 bytes", "", "");
    if (header->named & BIT(seat))
        return twice(reader);
    header->named |= BIT(seat);
    memcpy(header->names[seat], name, text_length(name) + 1);
    return true;
}

/* Of a seat that is said to be a person's and a bot's, the later line is wrong. */
static bool refuse_both(struct reader *reader)
{
    return refuse(reader, "a seat is played by a person or by a bot, not by both", "", "");
}

static bool read_bot(struct reader *reader, struct header *header, char *word)
{
    char *words = cut(word);
    uint64_t seat;

    if (!words || !read_number(word, header->deal.setup.seats - 1u, &seat) || !record_bot_ok(words, text_length(words)))
        return refuse(reader, "the words for a bot stand after its seat, in at most 63 bytes", "", "");
    if (header->bots_seats & BIT(seat))
        return twice(reader);
    if (header->people_seats & BIT(seat))
        return refuse_both(reader);
    header->bots_seats |= BIT(seat);
    memcpy(header->bots[seat], words, text_length(words) + 1);
    return true;
}

static bool read_people(struct reader *reader, struct header *header, char *word)
{
    uint64_t seat;

    if (header->people)
        return twice(reader);
    header->people = true;
    while (word) {
        char *rest = cut(word);

        if (!read_number(word, header->deal.setup.seats - 1u, &seat) || (header->people_seats & BIT(seat)))
            return refuse(reader, "'people' lists seats of this table, each once", "", "");
        header->people_seats |= BIT(seat);
        word = rest;
    }
    return header->people_seats & header->bots_seats ? refuse_both(reader) : true;
}

static bool read_takebacks(struct reader *reader, struct header *header, const char *word)
{
    uint64_t number;

    if (header->takebacks)
        return twice(reader);
    header->takebacks = true;
    if (!read_number(word, UINT32_MAX, &number))
        return refuse(reader, "'takebacks' is a number", "", "");
    header->takebacks_n = (uint32_t)number;
    return true;
}

/* A line of the header after the seats. */
static bool read_header_line(struct reader *reader, struct header *header)
{
    char *value;

    if ((value = value_of(reader, "option")) != NULL)
        return read_option(reader, header, value);
    if ((value = value_of(reader, "luck")) != NULL)
        return read_luck(reader, header, value);
    if ((value = value_of(reader, "nonce")) != NULL)
        return read_seat_bytes(reader, header, value, header->fair.nonce[0], FAIR_NONCE, &header->fair.nonces);
    if ((value = value_of(reader, "commitment")) != NULL)
        return read_seat_bytes(reader, header, value, header->fair.committed[0], FAIR_COMMITMENT,
                               &header->fair.commitments);
    if ((value = value_of(reader, "name")) != NULL)
        return read_name(reader, header, value);
    if ((value = value_of(reader, "bot")) != NULL)
        return read_bot(reader, header, value);
    if ((value = value_of(reader, "people")) != NULL)
        return read_people(reader, header, value);
    if ((value = value_of(reader, "takebacks")) != NULL)
        return read_takebacks(reader, header, value);
    return refuse(reader, "'", reader->line, "' is no line of a record's header");
}

static bool read_header(struct reader *reader, struct header *header)
{
    struct deal *deal = &header->deal;

    memset(header, 0, sizeof *header);
    if (!read_title(reader) || !read_game(reader, deal) || !read_seats(reader, deal))
        return false;
    if (deal->setup.seats < deal->game->seats_min || deal->setup.seats > deal->game->seats_max) {
        reader->why->line = reader->line_number;
        return game_setup_ok(deal->game, &deal->setup, &reader->why->why);
    }
    for (;;) {
        if (!need_line(reader))
            return false;
        if (text_equal(reader->line, "moves"))
            break;
        if (!read_header_line(reader, header))
            return false;
    }
    if (!header->luck)
        return refuse(reader, "the header names no luck", "", "");
    reader->why->line = reader->line_number;
    return game_setup_ok(deal->game, &deal->setup, &reader->why->why);
}

bool record_deal(struct deal *out, const char *text, size_t n, struct record_why *why)
{
    struct reader reader = reader_of(text, n, why);
    struct header header;
    bool ok = read_header(&reader, &header);

    *out = header.deal;
    return ok;
}

/* Which option of this actor has these words. */
static bool find_move(const struct match *match, int actor, const char *words, move_t *out)
{
    struct speech plain = speech_plain(match->deal.game);
    move_t move[MOVES_MAX];
    char said[LINE_MAX_SIZE];
    int n = game_options(match->deal.game, match->state, actor, move, NULL);

    for (int i = 0; i < n; i++) {
        struct text text = text_in(said, sizeof said);

        phrase_put(&text, &plain, match->deal.game->say(match->state, actor, move[i]));
        if (text_equal(said, words)) {
            *out = move[i];
            return true;
        }
    }
    return false;
}

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* How many characters two texts have in common from the beginning, whether capitals or not. */
static size_t in_common(const char *a, const char *b)
{
    size_t n = 0;

    while (a[n] && small(a[n]) == small(b[n]))
        n++;
    return n;
}

/* Adds what would be possible here, the options that begin most like these words first, as many as have room. */
static void put_possible(struct text *out, const struct match *match, int actor, const char *words)
{
    enum { TAIL = 16 }; /* " and 511 more" */
    struct speech plain = speech_plain(match->deal.game);
    move_t move[MOVES_MAX];
    char said[LINE_MAX_SIZE];
    int n = game_options(match->deal.game, match->state, actor, move, NULL), told = 0;
    size_t most = 0;

    for (int round = 0; round < 3; round++) { /* the greatest likeness; those who have it; the others */
        for (int i = 0; i < n; i++) {
            struct text text = text_in(said, sizeof said);
            size_t likeness;

            phrase_put(&text, &plain, match->deal.game->say(match->state, actor, move[i]));
            likeness = in_common(said, words);
            if (round == 0)
                most = likeness > most ? likeness : most;
            if (round == 0 || (likeness == most) != (round == 1) || out->used + text.used + TAIL >= out->size)
                continue;
            text_put(out, told++ ? ", '" : "; possible: '");
            text_put(out, said);
            text_char(out, '\'');
        }
    }
    if (told > 0 && told < n) {
        text_put(out, " and ");
        text_number(out, n - told);
        text_put(out, " more");
    }
}

static bool refuse_words(struct reader *reader, const struct match *match, int actor, const char *words)
{
    struct text out = text_why(&reader->why->why);

    refuse_move(reader, "'", words, "' is not possible here");
    out.used = text_length(out.at);
    if (actor != CHANCE || !match->well) {
        put_possible(&out, match, actor, words);
    } else {
        struct speech plain = speech_plain(match->deal.game);

        text_put(&out, "; the luck of the header gives '");
        phrase_put(&out, &plain, match->deal.game->say(match->state, CHANCE, match_next_draw(match)));
        text_char(&out, '\'');
    }
    return false;
}

/* Who is to move, for a sentence. */
static bool refuse_turn(struct reader *reader, const struct match *match, uint64_t seat)
{
    struct text out = text_why(&reader->why->why);
    const char *between = "";

    refuse(reader, seat == CHANCE ? "chance has nothing to decide here" : "it is not this seat's turn",
           "; after the lines before it the turn is that of ", "");
    out.used = text_length(out.at);
    for (FOR_BITS(actor, match->deal.game->actors(match->state))) {
        text_put(&out, between);
        text_put(&out, actor == CHANCE ? "" : "seat ");
        text_put(&out, actor_word((int)actor));
        between = ", ";
    }
    if (match->deal.game->actors(match->state) == BIT(CHANCE) && !match->well)
        put_possible(&out, match, CHANCE, "");
    return false;
}

static bool read_move(struct reader *reader, struct match *match)
{
    const struct game *game = match->deal.game;
    char *words = cut(reader->line);
    uint64_t seat = CHANCE;
    move_t move;

    if (!text_equal(reader->line, "chance") && !read_number(reader->line, SEATS_MAX - 1, &seat))
        return refuse_move(reader, "a move begins with a seat or 'chance', not with '", reader->line, "'");
    if (seat != CHANCE && seat >= match->deal.setup.seats)
        return refuse(reader, "there is no seat ", reader->line, " at this table; the first is seat 0");
    if (!words)
        return refuse_move(reader, "there is no move after '", reader->line, "'");
    if (game->actors(match->state) == 0)
        return refuse(reader, "the game is over before this move", "", "");
    if (!(game->actors(match->state) & BIT(seat)))
        return refuse_turn(reader, match, seat);
    if (game_sealed(game, match->state) && match->step[match->n - 1].actor > seat)
        return refuse(reader, "choices that are made at the same time stand in the order of the seats", "", "");
    if (!find_move(match, (int)seat, words, &move))
        return refuse_words(reader, match, (int)seat, words);
    if (seat == CHANCE && match->well && match_next_draw(match) != move)
        return refuse(reader, "'", words, "' is not what the luck of the header gives here");
    reader->why->line = reader->line_number;
    return match_force(match, (int)seat, move, &reader->why->why);
}

static bool read_result(struct reader *reader, const struct match *match)
{
    char expected[512];
    struct text out = text_in(expected, sizeof expected);
    char *at = expected;

    if (!match_over(match))
        return refuse(reader, "here stands a result, but the game is not over", "", "");
    put_result(&out, match);
    for (int seat = 0; seat < match->deal.setup.seats; seat++) {
        char *line = at;

        while (*at != '\n')
            at++;
        *at++ = 0;
        if (!text_equal(reader->line, line))
            return refuse(reader, "by the rules this line is '", line, "'");
        if (!need_line(reader))
            return false;
    }
    return true;
}

bool record_load(struct match *match, const char *text, size_t n, void *memory, struct record_why *why)
{
    struct reader reader = reader_of(text, n, why);
    struct header header;
    uint64_t moves;
    char *value;
    bool bad;

    if (!read_header(&reader, &header))
        return false;
    match_start(match, &header.deal, memory);
    memcpy(match->names, header.names, sizeof match->names);
    memcpy(match->bots, header.bots, sizeof match->bots);
    match->people = header.people_seats;
    match->takebacks = header.takebacks_n;
    match->fair = header.fair;
    if (header.given || header.fair.is)
        match->well = NULL;
    for (;;) {
        if (!need_line(&reader))
            return false;
        if (text_starts(reader.line, "result ") || text_starts(reader.line, "end "))
            break;
        if (!read_move(&reader, match))
            return false;
    }
    if (text_starts(reader.line, "result ")) {
        if (!read_result(&reader, match))
            return false;
    } else if (match_over(match)) {
        return refuse(&reader, "the game is over, but the record has no result", "", "");
    }
    value = value_of(&reader, "end");
    if (!read_number(value, UINT32_MAX, &moves))
        return refuse(&reader, "here the record should end with 'end' and the number of moves", "", "");
    if (moves != match->n) {
        struct text out = text_why(&reader.why->why);

        refuse(&reader, "the record ends with '", reader.line, "', but it has ");
        out.used = text_length(out.at);
        text_unsigned(&out, match->n);
        text_put(&out, match->n == 1 ? " move" : " moves");
        return false;
    }
    if (next_line(&reader, &bad))
        return refuse(&reader, "there is something after the end", "", "");
    return !bad;
}
