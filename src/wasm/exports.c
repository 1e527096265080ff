#include "exports.h"

#include "../bots/hint.h"
#include "../bots/pace.h"
#include "../table/about.h"
#include "../table/blake2b.h"
#include "../table/bytes.h"
#include "../table/fair.h"
#include "../table/fair_check.h"
#include "../table/preview.h"
#include "../table/record.h"
#include "../table/sitting.h"
#include "../table/view.h"
#include "edition.h"

static char input[WABE_INPUT], output[WABE_OUTPUT];

static struct table {
    struct match match;
    void *memory;
    size_t room;
    bool used;
    struct sitting sitting; /* its match is NULL until somebody asks what is next */
    struct cue cue;         /* the last one */
} tables[WABE_MATCHES];

/* ---- memory ---------------------------------------------------------------------------------- */

#if defined(__wasm__)
extern unsigned char __heap_base; /* the linker puts it behind everything else */

static void *more_memory(size_t n)
{
    enum { PAGE = 65536 };
    static uintptr_t top;
    uintptr_t at = top ? top : ((uintptr_t)&__heap_base + 7) & ~(uintptr_t)7;
    size_t end = at + n, have = __builtin_wasm_memory_size(0) * (size_t)PAGE;

    if (end < at)
        return NULL;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == (size_t)-1)
        return NULL;
    top = (end + 7) & ~(uintptr_t)7;
    return (void *)at;
}
#else
#include <stdlib.h>

static void *more_memory(size_t n)
{
    return calloc(1, n);
}
#endif

/* ---- text ------------------------------------------------------------------------------------ */

static struct text begin(void)
{
    return text_in(output, sizeof output);
}

/* Writes why something is refused, for `line` of a record (0: for none), where it was played by other rules of `game`.
 */
static int refuse_for(const struct why *why, uint32_t line, const struct game *game)
{
    struct text out = begin();

    text_char(&out, '{');
    json_key_string(&out, "code", code_word(why->code));
    if (line > 0)
        json_key_number(&out, "line", line);
    if (game)
        json_key_string(&out, "game", game->id);
    if (why->seat >= 0)
        json_key_number(&out, "seat", why->seat);
    json_key_string(&out, "why", why->text);
    text_char(&out, '}');
    return -1;
}

static int refuse(enum why_code code, const char *sentence)
{
    struct why why;

    why_refuse(&why, code, sentence);
    return refuse_for(&why, 0, NULL);
}

/* The input, ended in any case. */
static size_t input_length(void)
{
    input[WABE_INPUT - 1] = 0;
    return text_length(input);
}

char *wabe_input(void)
{
    return input;
}

const char *wabe_output(void)
{
    return output;
}

int wabe_games(void)
{
    struct text out = begin();

    about_games(&out);
    return (int)out.used;
}

int wabe_edition(void)
{
    struct text out = begin();

    text_put(&out, WABE_EDITION);
    return (int)out.used;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static struct match *match_at(int handle)
{
    if (handle < 0 || handle >= WABE_MATCHES || !tables[handle].used) {
        refuse(CODE_BAD, "there is no such match");
        return NULL;
    }
    return &tables[handle].match;
}

/* A free table with enough memory, or -1. */
static int free_table(const struct game *game)
{
    size_t n = match_memory(game);

    for (int i = 0; i < WABE_MATCHES; i++) {
        if (tables[i].used)
            continue;
        if (tables[i].room < n) {
            tables[i].memory = more_memory(n);
            tables[i].room = tables[i].memory ? n : 0;
            if (!tables[i].memory)
                return refuse(CODE_LIMIT, "there is not enough memory for another match");
        }
        return i;
    }
    return refuse(CODE_LIMIT, "too many matches are open");
}

/* A match begins or goes on here (a record may end where chance was to act), and nobody sits at it yet. */
static int lay(int handle)
{
    match_settle(&tables[handle].match);
    tables[handle].sitting.match = NULL;
    tables[handle].used = true;
    return handle;
}

int wabe_open(void)
{
    struct deal deal;
    struct why why;
    int handle;

    input_length();
    if (!deal_read(&deal, input, &why))
        return refuse_for(&why, 0, NULL);
    handle = free_table(deal.game);
    if (handle < 0)
        return handle;
    match_start(&tables[handle].match, &deal, tables[handle].memory);
    return lay(handle);
}

static int refuse_record(const struct record_why *why)
{
    return refuse_for(&why->why, why->line, why->other);
}

int wabe_load(void)
{
    struct record_why why;
    struct deal deal;
    size_t n = input_length();
    int handle;

    if (!record_deal(&deal, input, n, &why))
        return refuse_record(&why);
    handle = free_table(deal.game);
    if (handle < 0)
        return handle;
    if (!record_load(&tables[handle].match, input, n, tables[handle].memory, &why))
        return refuse_record(&why);
    return lay(handle);
}

void wabe_close(int handle)
{
    if (match_at(handle))
        tables[handle].used = false;
}

static bool is_seat(const struct match *match, int seat)
{
    return (seat >= 0 && seat < match->deal.setup.seats) ||
           refuse(CODE_BAD, "there is no such seat at this table") >= 0;
}

bool wabe_name(int handle, int seat)
{
    struct match *match = match_at(handle);
    size_t n = input_length();

    if (!match)
        return false;
    if (!is_seat(match, seat))
        return false;
    if (!record_name_ok(input, n)) {
        refuse(CODE_BAD, "a name is text on one line, at most 31 bytes long");
        return false;
    }
    memcpy(match->names[seat], input, n + 1);
    return true;
}

bool wabe_bot(int handle, int seat)
{
    struct match *match = match_at(handle);
    size_t n = input_length();
    struct why why;
    struct bot bot;

    if (!match || !is_seat(match, seat))
        return false;
    if (n >= BOT_WORDS_SIZE)
        return refuse(CODE_BAD, "that is too long for a bot") >= 0;
    if (n > 0 && !bot_read(&bot, match->deal.game, input, &why))
        return refuse_for(&why, 0, NULL) >= 0;
    memcpy(match->bots[seat], input, n + 1);
    return true;
}

void wabe_name_bots(int handle)
{
    struct match *match = match_at(handle);

    if (match)
        turn_name_bots(match);
}

void wabe_people(int handle, uint32_t seats)
{
    struct match *match = match_at(handle);

    if (match)
        match->people = seats & (BIT(match->deal.setup.seats) - 1);
}

static void put_seat(struct text *out, const char *key, int seat)
{
    json_key(out, key);
    if (seat == NOBODY)
        text_put(out, "null");
    else
        text_number(out, seat);
}

static void put_seats(struct text *out, const char *key, uint32_t seats)
{
    json_key(out, key);
    text_char(out, '[');
    for (FOR_BITS(seat, seats)) {
        json_comma(out);
        text_number(out, seat);
    }
    text_char(out, ']');
}

/* A list of names or words, one for each seat. */
static void put_words(struct text *out, const char *key, int seats, const char *first, size_t step)
{
    json_key(out, key);
    text_char(out, '[');
    for (int seat = 0; seat < seats; seat++) {
        json_comma(out);
        json_quoted(out, first + (size_t)seat * step);
    }
    text_char(out, ']');
}

int wabe_about(int handle)
{
    struct match *match = match_at(handle);
    char id[DEAL_TEXT_MAX];
    struct text name = text_in(id, sizeof id), out;
    int next;

    if (!match)
        return -1;
    out = begin();
    next = turn_next(match);
    match_put_id(&name, match);
    text_char(&out, '{');
    json_key_string(&out, "id", id);
    json_key_string(&out, "game", match->deal.game->id);
    json_key_number(&out, "seats", match->deal.setup.seats);
    options_json(&out, match->deal.game, &match->deal.setup);
    json_key(&out, "seed");
    if (match_has_seed(match)) {
        text_char(&out, '"');
        text_unsigned(&out, match->deal.seed);
        text_char(&out, '"');
    } else {
        text_put(&out, "null");
    }
    put_words(&out, "names", match->deal.setup.seats, match->names[0], NAME_SIZE);
    put_words(&out, "bots", match->deal.setup.seats, match->bots[0], BOT_WORDS_SIZE);
    put_seats(&out, "people", match->people);
    json_key_number(&out, "takebacks", match->takebacks);
    json_key_number(&out, "n", match->n);
    json_key_number(&out, "known", match->known);
    json_key_truth(&out, "over", match_over(match));
    json_key_truth(&out, "closed", match_closed(match));
    put_seat(&out, "next", next);
    json_key_number(&out, "viewer", turn_viewer(match));
    json_key_truth(&out, "curtain", turn_has_curtain(match));
    text_char(&out, '}');
    return (int)out.used;
}

/* ---- playing --------------------------------------------------------------------------------- */

uint32_t wabe_length(int handle)
{
    struct match *match = match_at(handle);

    return match ? match->n : 0;
}

uint32_t wabe_decision(int handle)
{
    struct match *match = match_at(handle);

    return match ? match->decision : 0;
}

bool wabe_over(int handle)
{
    struct match *match = match_at(handle);

    return !match || match_over(match);
}

int wabe_actor(int handle, uint32_t index)
{
    struct match *match = match_at(handle);

    if (!match)
        return -1;
    return index < match->n ? match->step[index].actor : refuse(CODE_BAD, "the match has not come that far");
}

uint64_t wabe_hash(int handle, uint32_t n)
{
    struct match *match = match_at(handle);
    _Alignas(8) unsigned char state[STATE_MAX];
    struct match past;

    if (!match)
        return 0;
    if (n > match->n) {
        refuse(CODE_BAD, "the match has not come that far");
        return 0;
    }
    match_state_at(match, n, state);
    past = *match;
    past.state = state;
    return match_hash(&past);
}

static bool said(bool ok, const struct why *why)
{
    if (!ok)
        refuse_for(why, 0, NULL);
    return ok;
}

bool wabe_play(int handle, int seat, uint32_t decision, uint32_t move)
{
    struct match *match = match_at(handle);
    struct why why;

    return match && said(match_play(match, seat, decision, move > UINT16_MAX ? UINT16_MAX : (move_t)move, &why), &why);
}

int wabe_read_move(int handle, int seat)
{
    struct match *match = match_at(handle);
    struct why why;
    move_t move;

    input_length();
    return match && said(match_read_move(match, seat, input, &move, &why), &why) ? move : -1;
}

bool wabe_retract(int handle, int seat)
{
    struct match *match = match_at(handle);
    struct why why;

    return match && said(match_retract(match, seat, &why), &why);
}

bool wabe_undo(int handle, int seat, uint32_t index)
{
    struct match *match = match_at(handle);
    struct why why;

    return match && said(match_undo(match, seat, index, &why), &why);
}

bool wabe_may_undo(int handle, int seat)
{
    struct match *match = match_at(handle);
    uint32_t index = MATCH_LAST;
    struct why why;

    return match && is_seat(match, seat) && said(match_may_undo(match, seat, &index, &why), &why);
}

/* ---- sitting at it ---------------------------------------------------------------------------- */

/* Whoever is first to ask sits down. */
static struct sitting *sitting_at(int handle)
{
    struct match *match = match_at(handle);

    if (!match)
        return NULL;
    if (!tables[handle].sitting.match) {
        sitting_begin(&tables[handle].sitting, match);
        sitting_next(&tables[handle].sitting, &tables[handle].cue);
    }
    return &tables[handle].sitting;
}

void wabe_passes(int handle, bool passes)
{
    struct sitting *sitting = sitting_at(handle);

    if (sitting)
        sitting->passes = passes;
}

void wabe_shown(int handle)
{
    struct sitting *sitting = sitting_at(handle);

    if (sitting)
        sitting_shown(sitting, &tables[handle].cue);
}

void wabe_taken(int handle)
{
    struct sitting *sitting = sitting_at(handle);

    if (sitting)
        sitting_taken(sitting);
}

static move_t move_of(uint32_t move)
{
    return move > UINT16_MAX ? UINT16_MAX : (move_t)move;
}

bool wabe_choose(int handle, int seat, uint32_t decision, uint32_t move)
{
    struct sitting *sitting = sitting_at(handle);
    struct why why;

    return sitting && said(sitting_play(sitting, seat, decision, move_of(move), &why), &why);
}

bool wabe_hear(int handle, uint32_t move)
{
    struct sitting *sitting = sitting_at(handle);
    struct why why;

    return sitting && said(sitting_hear(sitting, move_of(move), &why), &why);
}

bool wabe_answer_due(int handle)
{
    struct sitting *sitting = sitting_at(handle);
    struct why why;

    return sitting && said(sitting_answer(sitting, &why), &why);
}

bool wabe_back(int handle, uint32_t index)
{
    struct sitting *sitting = sitting_at(handle);
    struct why why;

    return sitting && said(sitting_undo(sitting, index, &why), &why);
}

bool wabe_forward(int handle)
{
    struct sitting *sitting = sitting_at(handle);
    struct why why;

    return sitting && said(sitting_redo(sitting, &why), &why);
}

/* ---- looking --------------------------------------------------------------------------------- */

static struct view view;

static bool is_viewer(const struct match *match, int viewer)
{
    return viewer >= 0 && (viewer < match->deal.setup.seats || viewer == SPECTATOR || viewer == REFEREE);
}

/* Prepares the view; NULL if there is none. */
static const struct view *look(int handle, int viewer, uint32_t n)
{
    struct match *match = match_at(handle);

    if (!match)
        return NULL;
    if (n > match->n || !is_viewer(match, viewer)) {
        refuse(CODE_BAD, "there is no such view");
        return NULL;
    }
    if (n == match->n)
        view_make(&view, match, viewer);
    else
        view_make_at(&view, match, viewer, n);
    return &view;
}

int wabe_view(int handle, int viewer, uint32_t n)
{
    const struct view *seen = look(handle, viewer, n);
    struct text out;

    if (!seen)
        return -1;
    out = begin();
    view_json(seen, &out);
    return (int)out.used;
}

int wabe_look(int handle, int viewer, uint32_t from, uint32_t to)
{
    struct match *match = match_at(handle);
    struct text out;
    struct cue cue;

    if (!match)
        return -1;
    if (from >= to || to > match->n || !is_viewer(match, viewer))
        return refuse(CODE_BAD, "there are no such moves to look at");
    sitting_look(match, viewer, from, to, &cue);
    out = begin();
    text_char(&out, '{');
    json_key_number(&out, "to", cue.to);
    json_key_number(&out, "lines", cue.lines);
    json_key_truth(&out, "over", cue.over);
    json_key_truth(&out, "hold", cue.hold);
    json_key_truth(&out, "pause", cue.pause);
    json_key_number(&out, "news", sitting_news_of(match, viewer, cue.to));
    text_char(&out, '}');
    return (int)out.used;
}

/* What the viewer sees and is told when these moves are shown. */
static void put_sight(struct text *out, int handle, const struct cue *cue)
{
    json_key(out, "view");
    view_json(look(handle, cue->viewer, cue->to), out);
    json_key(out, "log");
    match_log_json(&tables[handle].match, cue->viewer, cue->from, cue->to, out);
}

int wabe_next(int handle)
{
    static const char *const names[CUE_KINDS] = {
#define CUE_NAME(id, name) name,
        CUES(CUE_NAME)
#undef CUE_NAME
    };
    struct sitting *sitting = sitting_at(handle);
    struct cue *cue = &tables[handle].cue;
    struct text out;

    if (!sitting)
        return -1;
    sitting_next(sitting, cue);
    out = begin();
    text_char(&out, '{');
    json_key_string(&out, "is", names[cue->is]);
    json_key_number(&out, "viewer", cue->viewer);
    put_seat(&out, "seat", cue->seat);
    put_seat(&out, "changes", cue->changes);
    json_key_number(&out, "from", cue->from);
    json_key_number(&out, "to", cue->to);
    json_key_number(&out, "n", sitting->match->n);
    json_key_number(&out, "decision", sitting->match->decision);
    json_key_truth(&out, "hold", cue->hold);
    json_key_truth(&out, "pause", cue->pause);
    put_seats(&out, "bots", cue->bots);
    json_key_truth(&out, "undo", sitting_may_undo(sitting));
    json_key_truth(&out, "redo", sitting_may_redo(sitting));
    json_key_number(&out, "news", sitting_news(sitting, cue->to));
    if (cue->is == CUE_SHOW)
        put_sight(&out, handle, cue);
    text_char(&out, '}');
    return (int)out.used;
}

int wabe_preview(int handle, int seat, uint32_t move)
{
    static struct preview preview;
    struct match *match = match_at(handle);
    move_t list[MOVES_MAX];
    struct text out;
    int n, i = 0;

    if (!match || !is_seat(match, seat))
        return -1;
    n = match_moves(match, seat, list);
    while (i < n && list[i] != move)
        i++;
    if (i == n)
        return refuse(CODE_RULE, "that move is not possible now");
    preview_make(&preview, match, seat, list[i]);
    out = begin();
    preview_json(&preview, &out);
    return (int)out.used;
}

int wabe_things(int handle)
{
    struct match *match = match_at(handle);
    struct text out;

    if (!match)
        return -1;
    out = begin();
    about_things(&out, match->deal.game, &match->deal.setup);
    return (int)out.used;
}

int wabe_log(int handle, int viewer, uint32_t from, uint32_t to)
{
    struct match *match = match_at(handle);
    struct text out;

    if (!match)
        return -1;
    if (from > to || to > match->n || !is_viewer(match, viewer))
        return refuse(CODE_BAD, "there is no such log");
    out = begin();
    match_log_json(match, viewer, from, to, &out);
    return out.full ? refuse(CODE_LIMIT, "the log is too long; ask for a part of it") : (int)out.used;
}

int wabe_record(int handle)
{
    struct match *match = match_at(handle);
    struct text out;

    if (!match)
        return -1;
    out = begin();
    record_put(&out, match);
    return out.full ? refuse(CODE_LIMIT, "the record is too long") : (int)out.used;
}

/* ---- luck ------------------------------------------------------------------------------------ */

int wabe_verify(int handle)
{
    struct match *match = match_at(handle);
    struct text out;
    struct why why;
    int draws = 0;
    bool fits;

    if (!match)
        return -1;
    fits = match->fair.is ? fair_check(match, &why)
                          : why_refuse(&why, CODE_BAD, "this record has no proof of its luck");
    for (uint32_t i = 0; i < match->n; i++)
        draws += match->step[i].actor == CHANCE;
    out = begin();
    text_char(&out, '{');
    json_key_truth(&out, "fits", fits);
    json_key_number(&out, "draws", draws);
    json_key_string(&out, "text", why.text);
    text_char(&out, '}');
    return (int)out.used;
}

static int put_digits(const uint8_t hash[FAIR_COMMITMENT])
{
    struct text out = begin();

    text_bytes(&out, hash, FAIR_COMMITMENT);
    return (int)out.used;
}

int wabe_commitment(uint32_t attempt, int seat)
{
    uint8_t bytes[FAIR_SECRET], hash[FAIR_COMMITMENT];

    if (input_length() < FAIR_TABLE || !fair_read_hex(bytes, seat < 0 ? FAIR_SECRET : FAIR_NONCE, input + FAIR_TABLE))
        return refuse(CODE_BAD, "there is nothing to commit to");
    if (seat < 0)
        fair_commitment(input, attempt, bytes, hash);
    else
        fair_seat_commitment(input, attempt, seat, bytes, hash);
    return put_digits(hash);
}

int wabe_digest(void)
{
    uint8_t hash[FAIR_COMMITMENT];

    blake2b(hash, sizeof hash, NULL, 0, (const uint8_t *)input, input_length());
    return put_digits(hash);
}

/* ---- bots ------------------------------------------------------------------------------------ */

static struct {
    bool asked;
    struct bot bot;
    struct question question;
    struct answer answer;
    int tree;      /* the one that grows */
    uint32_t left; /* simulations that it still needs */
    void *memory;
    size_t room;
} thinker;

static void next_tree(void)
{
    bool more = thinker.tree < thinker.bot.trees && bot_needs_trees(&thinker.bot);

    thinker.left = more ? thinker.bot.iterations : 0;
    if (more)
        tree_begin(thinker.memory, &thinker.bot, &thinker.question, thinker.tree);
}

bool wabe_ask(int handle, int seat, uint64_t seed)
{
    struct match *match = match_at(handle);
    struct why why;
    size_t n;

    thinker.asked = false;
    input_length();
    if (!match)
        return false;
    if (seat < 0 || seat >= match->deal.setup.seats || !(match->deal.game->actors(match->state) & BIT(seat)))
        return refuse(CODE_STATE, "this seat owes no decision") >= 0;
    if (!bot_read(&thinker.bot, match->deal.game, input, &why))
        return refuse_for(&why, 0, NULL) >= 0;
    n = bot_memory(&thinker.bot, match->deal.setup.seats);
    if (thinker.room < n) {
        void *memory = more_memory(n);

        if (!memory)
            return refuse(CODE_LIMIT, "there is not enough memory for so strong a bot") >= 0;
        thinker.memory = memory;
        thinker.room = n;
    }
    question_make(&thinker.question, match->deal.game, match->deal.setup.seats, match->state, seat, seed);
    answer_begin(&thinker.answer, &thinker.question);
    thinker.asked = true;
    thinker.tree = 0;
    next_tree();
    return true;
}

uint64_t wabe_seed(int handle, int seat)
{
    struct match *match = match_at(handle);

    return match ? turn_seed(match, seat) : 0;
}

/* The match, if this seat owes a decision; or NULL. */
static const struct match *asked_at(int handle, int seat)
{
    const struct match *match = match_at(handle);

    return match && is_seat(match, seat) && match->deal.game->actors(match->state) & BIT(seat) ? match : NULL;
}

uint32_t wabe_due(int handle, int seat, uint32_t taken)
{
    const struct match *match = asked_at(handle, seat);

    return match && match->people ? (uint32_t)pace_due(0, taken, pace_period(match, seat, NULL)) : 0;
}

uint32_t wabe_think(uint32_t simulations)
{
    uint32_t now = simulations < thinker.left ? simulations : thinker.left;
    uint32_t later;

    if (!thinker.asked || thinker.left == 0)
        return 0;
    tree_grow(thinker.memory, now);
    thinker.left -= now;
    if (thinker.left == 0) {
        answer_add(&thinker.answer, thinker.memory);
        thinker.tree++;
        next_tree();
    }
    later = thinker.bot.trees - (uint32_t)thinker.tree;
    return thinker.left + (later > 1 ? (later - 1) * thinker.bot.iterations : 0);
}

int wabe_answer(void)
{
    struct text out = begin();

    if (!thinker.asked)
        return refuse(CODE_STATE, "nothing has been asked");
    if (thinker.left > 0)
        answer_add(&thinker.answer, thinker.memory);
    answer_finish(&thinker.answer, &thinker.bot, &thinker.question);
    thinker.asked = false;
    hint_json(&out, &thinker.question, &thinker.answer);
    return (int)out.used;
}
