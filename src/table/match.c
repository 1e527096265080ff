#include "match.h"

#include "bytes.h"
#include "hash.h"

static const struct game *game_of(const struct match *match)
{
    return match->deal.game;
}

static size_t state_room(const struct game *game)
{
    return (game->state_size + 7u) & ~(size_t)7;
}

size_t match_memory(const struct game *game)
{
    return state_room(game) + game->length_max * sizeof(struct step);
}

static struct luck local_at(const struct well *self, uint32_t source, uint32_t index)
{
    return luck_at(((const struct well_local *)self)->seed, source, index);
}

static void begin_again(struct match *match)
{
    game_of(match)->start(match->state, &match->deal.setup);
    memset(match->drawn, 0, sizeof match->drawn);
    match->n = match->running = 0;
}

void match_start(struct match *match, const struct deal *deal, void *memory)
{
    memset(match, 0, sizeof *match);
    match->deal = *deal;
    match->local = (struct well_local){{local_at}, deal->seed};
    match->well = &match->local.well;
    match->state = memory;
    match->step = (struct step *)(void *)((unsigned char *)memory + state_room(deal->game));
    match->decision = 1;
    begin_again(match);
}

bool match_over(const struct match *match)
{
    return game_of(match)->actors(match->state) == 0;
}

bool match_has_seed(const struct match *match)
{
    return match->well && match->well->at == local_at;
}

bool match_closed(const struct match *match)
{
    return match->fair.is && !match->well;
}

/* ---- making moves ---------------------------------------------------------------------------- */

/* The moves of a sealed step are kept in the order of the seats, each seat's own in the order made, so that a record
 * does not tell who was quicker. */
static void put_in_order(struct match *match)
{
    uint32_t i = match->n - 1;
    struct step moving = match->step[i];

    for (; i > match->running && match->step[i - 1].actor > moving.actor; i--)
        match->step[i] = match->step[i - 1];
    match->step[i] = moving;
}

/* Make a move that is known to be legal. */
static void make(struct match *match, int actor, move_t move, struct facts *facts)
{
    const struct game *game = game_of(match);
    uint32_t asked = game->actors(match->state);
    bool sealed = game_sealed(game, match->state) != 0, goes_on;

    if (actor == CHANCE)
        match->drawn[game->source(match->state)]++;
    game->apply(match->state, actor, move, facts);
    match->step[match->n++] = (struct step){move, (uint8_t)actor, 0};
    if (sealed)
        put_in_order(match);

    /* A simultaneous step goes on while sealed choices lie there, or while the others who were asked
     * openly still owe their answer. */
    goes_on = game_sealed(game, match->state) != 0 ||
              ((asked & (asked - 1)) != 0 && game->actors(match->state) == (asked & ~BIT(actor)));
    if (!goes_on) {
        match->running = match->n;
        match->decision++;
    }
}

static void make_new(struct match *match, int actor, move_t move)
{
    make(match, actor, move, NULL);
    match->known = match->n;
}

move_t match_next_draw(const struct match *match)
{
    const struct game *game = game_of(match);
    uint8_t source = game->source(match->state);
    struct luck luck = match->well->at(match->well, source, match->drawn[source]);

    return game_draw(game, match->state, luck_below(&luck, game_odds(game, match->state)));
}

void match_chance(struct match *match)
{
    make_new(match, CHANCE, match_next_draw(match));
}

void match_settle(struct match *match)
{
    if (match->well)
        while (game_of(match)->actors(match->state) == BIT(CHANCE) && match->n < game_of(match)->length_max)
            match_chance(match);
}

/* ---- what a seat may do ---------------------------------------------------------------------- */

static const char closed[] = "this match was played on a server: its record can be looked at, not changed";

static bool can_change(const struct match *match, int seat)
{
    return (game_sealed(game_of(match), match->state) & ~game_of(match)->actors(match->state) & BIT(seat)) != 0;
}

int match_moves(const struct match *match, int seat, move_t out[])
{
    _Alignas(8) unsigned char view[STATE_MAX];

    if (seat < 0 || seat >= match->deal.setup.seats)
        return 0;
    game_view(game_of(match), match->state, seat, view);
    return game_options(game_of(match), view, seat, out, NULL);
}

static void move_put(struct text *out, const struct match *match, const void *state, int actor, move_t move)
{
    struct speech plain = speech_plain(game_of(match));

    phrase_put(out, &plain, game_of(match)->say(state, actor, move));
}

/* Never, if the game keeps its word; the list of moves has no more room. */
static const char too_long[] = "the match is longer than its game can be";

/* Why a seat cannot move at all now, or NULL if it can. */
static const char *why_not_now(const struct match *match, int seat)
{
    uint32_t asked = game_of(match)->actors(match->state);

    if (seat < 0 || seat >= match->deal.setup.seats)
        return "there is no such seat at this table";
    if (asked == 0)
        return "the game is over";
    if (match_closed(match))
        return closed;
    if (match->n >= game_of(match)->length_max)
        return too_long;
    if (asked == BIT(CHANCE))
        return "it is chance's turn";
    if (!(asked & BIT(seat)) && !can_change(match, seat))
        return "it is not this seat's turn";
    return NULL;
}

bool match_read_move(const struct match *match, int seat, const char *words, move_t *out, struct why *why)
{
    _Alignas(8) unsigned char view[STATE_MAX];
    move_t move[MOVES_MAX];
    char said[256];
    struct text sentence = text_why(why);
    const char *not_now = why_not_now(match, seat);
    int n;

    if (not_now)
        return why_refuse(why, match_closed(match) ? CODE_STATE : CODE_RULE, not_now);
    game_view(game_of(match), match->state, seat, view);
    n = game_options(game_of(match), view, seat, move, NULL);
    for (int i = 0; i < n; i++) {
        struct text text = text_in(said, sizeof said);

        move_put(&text, match, view, seat, move[i]);
        if (text_same(said, words)) {
            *out = move[i];
            return true;
        }
    }
    text_put(&sentence, "'");
    text_part(&sentence, words, text_length(words) < 60 ? text_length(words) : 60);
    text_put(&sentence, "' is not a move here; one of the ");
    text_number(&sentence, n);
    text_put(&sentence, " is '");
    move_put(&sentence, match, view, seat, move[0]);
    text_put(&sentence, "'");
    return false;
}

static void take_out(struct match *match, int seat)
{
    uint32_t kept = match->running;

    game_of(match)->reopen(match->state, BIT(seat));
    for (uint32_t i = match->running; i < match->n; i++)
        if (match->step[i].actor != seat)
            match->step[kept++] = match->step[i];
    match->n = match->known = kept;
}

bool match_play(struct match *match, int seat, uint32_t decision, move_t move, struct why *why)
{
    _Alignas(8) unsigned char view[STATE_MAX];
    const char *not_now = why_not_now(match, seat);

    if (not_now)
        return why_refuse(why, match_closed(match) ? CODE_STATE : CODE_RULE, not_now);
    if (decision != match->decision)
        return why_refuse(why, CODE_STALE, "that move was meant for another moment of the game; look again");
    game_view(game_of(match), match->state, seat, view);
    if (!game_legal(game_of(match), view, seat, move))
        return why_refuse(why, CODE_RULE, "the rules do not allow that move now");
    if (can_change(match, seat))
        take_out(match, seat);
    make_new(match, seat, move);
    match_settle(match);
    return true;
}

static bool has_chosen(const struct match *match, int seat)
{
    return seat >= 0 && seat < match->deal.setup.seats && game_sealed(game_of(match), match->state) & BIT(seat);
}

bool match_retract(struct match *match, int seat, struct why *why)
{
    if (match_closed(match))
        return why_refuse(why, CODE_STATE, closed);
    if (!has_chosen(match, seat))
        return why_refuse(why, CODE_RULE, "there is no hidden choice to take back");
    take_out(match, seat);
    return true;
}

bool match_force(struct match *match, int actor, move_t move, struct why *why)
{
    uint32_t asked = game_of(match)->actors(match->state);

    if (asked == 0)
        return why_refuse(why, CODE_RULE, "the game is over");
    if (match->n >= game_of(match)->length_max)
        return why_refuse(why, CODE_RULE, too_long);
    if (actor < 0 || actor > CHANCE || !(asked & BIT(actor)))
        return why_refuse(why, CODE_RULE,
                          actor == CHANCE ? "chance has nothing to decide here" : "it is not this seat's turn");
    if (!game_legal(game_of(match), match->state, actor, move))
        return why_refuse(why, CODE_RULE, "the rules do not allow that move now");
    make_new(match, actor, move);
    return true;
}

/* ---- undo ------------------------------------------------------------------------------------ */

static void redo_one(struct match *match)
{
    make(match, match->step[match->n].actor, match->step[match->n].move, NULL);
}

/* Chance would fall the same way again: go on to where somebody decides. */
static void redo_chance(struct match *match)
{
    while (match->n < match->known && match->step[match->n].actor == CHANCE)
        redo_one(match);
}

void match_rewind(struct match *match, uint32_t n)
{
    begin_again(match);
    while (match->n < n)
        redo_one(match);
    match->decision++;
}

struct reveals {
    bool any;
};

static void hear_reveals(void *self, uint32_t index, const struct step *step, const struct facts *facts)
{
    struct reveals *reveals = self;

    (void)index;
    (void)step;
    for (int i = 0; i < facts->n; i++)
        if (facts->fact[i].flags & FACT_REVEALS)
            reveals->any = true;
}

static bool refuse_person(const struct match *match, int seat, struct why *why)
{
    struct speech speech = match_speech(match, NOBODY);
    struct text out = text_why(why);

    seat_put(&out, &speech, seat);
    text_capital(&out, 0);
    text_put(&out, " has moved since, so your move stays");
    why->code = CODE_RULE;
    why->seat = (int8_t)seat;
    return false;
}

/* One past this seat's last move; 0 if it has made none. */
static uint32_t after_last_move(const struct match *match, int seat)
{
    uint32_t end = match->n;

    while (end > 0 && match->step[end - 1].actor != seat)
        end--;
    return end;
}

/* Seats whose moves cannot be undone by this one: other people, and where hands are hidden bots as well, because what
 * they play was hidden before. */
static uint32_t not_to_be_undone(const struct match *match, int seat)
{
    uint32_t others = match->people & ~BIT(seat);

    return others && (game_of(match)->flags & GAME_HIDDEN) ? ALL_SEATS & ~BIT(seat) : others;
}

bool match_may_undo(const struct match *match, int seat, uint32_t *index, struct why *why)
{
    uint32_t others, after, end, asked = game_of(match)->actors(match->state);
    struct reveals reveals = {false};

    if (seat < 0 || seat >= match->deal.setup.seats)
        return why_refuse(why, CODE_RULE, "there is no such seat at this table");
    if (match_closed(match))
        return why_refuse(why, CODE_STATE, closed);
    if (*index == MATCH_LAST && has_chosen(match, seat)) {
        *index = match->running;
        return true;
    }
    others = not_to_be_undone(match, seat);
    after = after_last_move(match, seat);
    if (*index == MATCH_LAST) {
        if (after == 0)
            return why_refuse(why, CODE_RULE, "there is no move of yours to take back");
        *index = after - 1;
    }
    if (*index >= match->n)
        return why_refuse(why, CODE_RULE, "the game has not come that far");
    if (!others)
        return true;
    if (*index + 1 != after)
        return why_refuse(why, CODE_RULE, "with other people at the table only your own last move can be taken back");
    /* Choices of the running step that lie face down are not counted: the answer is the same whoever has chosen. */
    end = game_sealed(game_of(match), match->state) ? match->running : match->n;
    for (uint32_t i = after; i < end; i++) {
        int actor = match->step[i].actor;

        if (actor == CHANCE)
            return why_refuse(why, CODE_RULE, "cards or dice have fallen since, so your move stays");
        if (others & BIT(actor))
            return refuse_person(match, actor, why);
    }
    match_tell(match, *index, end, hear_reveals, &reveals);
    if (reveals.any)
        return why_refuse(why, CODE_RULE, "something hidden has come to light since, so your move stays");
    asked |= game_sealed(game_of(match), match->state);
    if ((asked & others) && (asked & (asked - 1)))
        return why_refuse(why, CODE_RULE, "others are choosing at the same time, so your move stays");
    return true;
}

bool match_undo(struct match *match, int seat, uint32_t index, struct why *why)
{
    if (index == MATCH_LAST && has_chosen(match, seat))
        return match_retract(match, seat, why);
    if (!match_may_undo(match, seat, &index, why))
        return false;
    match_rewind(match, index);
    redo_chance(match);
    if (!(match->people & ~BIT(seat)))
        match->takebacks++;
    return true;
}

bool match_may_redo(const struct match *match, int seat, struct why *why)
{
    if (match->n >= match->known)
        return why_refuse(why, CODE_RULE, "there is nothing to do again");
    return !(match->people & ~BIT(seat)) || match->step[match->n].actor == seat ||
           why_refuse(why, CODE_RULE, "with other people at the table only who took a move back can make it again");
}

bool match_redo(struct match *match, int seat, struct why *why)
{
    return match_may_redo(match, seat, why) && match_forward(match);
}

bool match_forward(struct match *match)
{
    if (match->n >= match->known)
        return false;
    redo_one(match);
    redo_chance(match);
    return true;
}

/* ---- looking --------------------------------------------------------------------------------- */

uint32_t match_state_at(const struct match *match, uint32_t n, void *out)
{
    const struct game *game = game_of(match);
    uint32_t running = 0;

    if (n == match->n) {
        memcpy(out, match->state, game->state_size);
        return match->running;
    }
    game->start(out, &match->deal.setup);
    for (uint32_t i = 0; i < n; i++) {
        if (game_sealed(game, out) == 0)
            running = i;
        game->apply(out, match->step[i].actor, match->step[i].move, NULL);
    }
    return game_sealed(game, out) ? running : n;
}

void match_tell(const struct match *match, uint32_t from, uint32_t to, match_hear *hear, void *self)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    struct facts facts;

    match_state_at(match, from, state);
    for (uint32_t i = from; i < to; i++) {
        facts_clear(&facts);
        game_of(match)->apply(state, match->step[i].actor, match->step[i].move, &facts);
        hear(self, i, &match->step[i], &facts);
    }
}

enum log_form { LOG_PLAIN, LOG_NUMBERED, LOG_JSON };

struct log {
    struct text *out;
    struct speech speech;
    enum log_form form;
};

enum { MARGIN = 7 };

/* The number of the move in that many columns before its first sentence, blanks before the others. */
static void put_margin(struct text *out, uint32_t number, bool first)
{
    char digits[12];
    struct text text = text_in(digits, sizeof digits);

    if (first)
        text_unsigned(&text, number);
    text_pad(out, ' ', MARGIN - 2 - (int)text.used);
    text_put(out, digits);
    text_put(out, "  ");
}

static void transfer_json(struct text *out, const struct game *game, const struct transfer *transfer)
{
    json_comma(out);
    text_char(out, '{');
    json_key_string(out, "thing", game->things[transfer->thing].name);
    json_key_number(out, "count", transfer->count);
    json_key_number(out, "from", transfer->from);
    json_key_number(out, "to", transfer->to);
    text_char(out, '}');
}

static void put_transfers(struct text *out, const struct game *game, const struct facts *facts, int fact)
{
    bool any = false;

    for (int i = 0; i < facts->transfers; i++) {
        if (facts->transfer[i].fact != fact)
            continue;
        if (!any) {
            json_key(out, "moved");
            text_char(out, '[');
        }
        any = true;
        transfer_json(out, game, &facts->transfer[i]);
    }
    if (any)
        text_char(out, ']');
}

void fact_json(struct text *out, const struct speech *speech, uint32_t number, const struct facts *facts, int fact)
{
    const struct game *game = speech->game;
    struct phrase phrase = facts->fact[fact].phrase;
    char line[512];
    struct text text = text_in(line, sizeof line);
    uint16_t things[PHRASE_ARGS];
    int seat, n = phrase_names(game, phrase, &seat, things), first = 0, numbers = phrase_numbers(game, phrase, &first),
              pips;

    json_comma(out);
    text_char(out, '{');
    if (number > 0)
        json_key_number(out, "n", number);
    sentence_put(&text, speech, phrase);
    json_key_string(out, "text", line);
    if (seat != NOBODY)
        json_key_number(out, "seat", seat);
    if (n > 0) {
        json_key(out, "things");
        text_char(out, '[');
        for (int i = 0; i < n; i++) {
            json_comma(out);
            text_char(out, '{');
            json_thing(out, game, things[i]);
            text_char(out, '}');
        }
        text_char(out, ']');
    }
    if (numbers > 0)
        json_key_true(out, "counts");
    if (numbers == 1)
        json_key_number(out, "number", first);
    if (phrase_die(game, phrase, &pips))
        json_key_number(out, "die", pips);
    put_transfers(out, game, facts, fact);
    text_char(out, '}');
}

static void hear_log(void *self, uint32_t index, const struct step *step, const struct facts *facts)
{
    struct log *log = self;
    char line[512];
    bool first = true;

    (void)step;
    for (int i = 0; i < facts->n; i++) {
        const struct fact *fact = &facts->fact[i];
        struct text text = text_in(line, sizeof line);

        if (!(fact->to & BIT(log->speech.viewer)) || (fact->flags & FACT_SILENT))
            continue;
        if (log->form == LOG_JSON) {
            fact_json(log->out, &log->speech, index + 1, facts, i);
        } else {
            sentence_put(&text, &log->speech, fact->phrase);
            if (log->form == LOG_NUMBERED)
                put_margin(log->out, index + 1, first);
            first = false;
            if (log->form == LOG_NUMBERED)
                text_wrapped(log->out, line, MARGIN, MARGIN + 2);
            else
                text_put(log->out, line);
            text_char(log->out, '\n');
        }
    }
}

void match_log(const struct match *match, int viewer, uint32_t from, uint32_t to, bool numbered, struct text *out)
{
    struct log log = {out, match_speech(match, viewer), numbered ? LOG_NUMBERED : LOG_PLAIN};

    match_tell(match, from, to, hear_log, &log);
}

void match_log_json(const struct match *match, int viewer, uint32_t from, uint32_t to, struct text *out)
{
    struct log log = {out, match_speech(match, viewer), LOG_JSON};

    text_char(out, '[');
    match_tell(match, from, to, hear_log, &log);
    text_char(out, ']');
}

uint64_t facts_key(uint64_t key, const struct facts *facts, int viewer)
{
    for (int i = 0; i < facts->n; i++)
        if (facts->fact[i].to & BIT(viewer))
            key = hash_bytes(key, &facts->fact[i].phrase, sizeof facts->fact[i].phrase);
    return key;
}

void match_put_id(struct text *out, const struct match *match)
{
    char id[DEAL_TEXT_MAX];
    struct text text = text_in(id, sizeof id);
    size_t n = 0;

    deal_put(&text, &match->deal);
    while (id[n] && (match_has_seed(match) || id[n] != '#'))
        n++;
    text_part(out, id, n);
}

uint64_t match_hash(const struct match *match)
{
    return game_hash(game_of(match), match->state, HASH_START);
}

struct speech match_speech(const struct match *match, int viewer)
{
    return (struct speech){game_of(match), (const char(*)[NAME_SIZE])match->names, viewer};
}
