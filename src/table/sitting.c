#include "sitting.h"

#include "bytes.h"

enum { MUCH = 3 }; /* lines about the end of a hand or round that are too many to be read in passing */

static const char stuck[] = "after this move chance is to act, and this record has its luck from outside ('luck "
                            "given'): nobody could go on with it";

static bool is_person(const struct sitting *s, int seat)
{
    return seat >= 0 && seat < SEATS_MAX && s->match->people & BIT(seat);
}

uint32_t sitting_end(const struct match *match)
{
    return game_sealed(match->deal.game, match->state) ? match->running : match->n;
}

void sitting_begin(struct sitting *s, struct match *match)
{
    *s = (struct sitting){
        .match = match, .viewer = turn_viewer(match), .last = NOBODY, .sits = NOBODY, .asks_at = UINT32_MAX};
    s->handed = !turn_has_curtain(match);
    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++)
        s->shown[viewer] = sitting_end(match);
    for (uint32_t i = 0; i < match->n; i++)
        if (is_person(s, match->step[i].actor))
            s->last = match->step[i].actor;
}

/* ---- what is next ----------------------------------------------------------------------------- */

struct count {
    int viewer;
    uint16_t lines;
};

static void count_lines(void *self, uint32_t index, const struct step *step, const struct facts *facts)
{
    struct count *count = self;

    (void)index;
    (void)step;
    for (int i = 0; i < facts->n; i++)
        count->lines = (uint16_t)(count->lines + ((facts->fact[i].to & BIT(count->viewer)) != 0 &&
                                                  !(facts->fact[i].flags & FACT_SILENT)));
}

static uint16_t lines_of(const struct match *match, int viewer, uint32_t from, uint32_t to)
{
    struct count count = {viewer, 0};

    match_tell(match, from, to, count_lines, &count);
    return count.lines;
}

/* Whether this person alone has decided among these moves. */
static bool are_own(const struct match *match, int viewer, uint32_t from, uint32_t to)
{
    bool own = false;

    if (viewer < 0 || viewer >= SEATS_MAX || !(match->people & BIT(viewer)))
        return false;
    for (uint32_t i = from; i < to; i++) {
        if (match->step[i].actor != viewer && match->step[i].actor != CHANCE)
            return false;
        own |= match->step[i].actor == viewer;
    }
    return own;
}

/* Whether the viewer owes a decision does not depend on who else has chosen, unseen. */
void sitting_look(const struct match *match, int viewer, uint32_t from, uint32_t end, struct cue *out)
{
    bool over, owes;
    uint32_t to = turn_stop(match, from, end, &over);
    uint16_t lines = lines_of(match, viewer, from, to);

    owes = to == sitting_end(match) && are_own(match, viewer, from, to) &&
           match->deal.game->actors(match->state) & BIT(viewer);
    *out = (struct cue){.is = CUE_SHOW,
                        .viewer = (int8_t)viewer,
                        .seat = NOBODY,
                        .changes = NOBODY,
                        .from = from,
                        .to = to,
                        .lines = lines,
                        .over = over,
                        .hold = over && lines >= MUCH && match->people,
                        .pause = lines > 0 && !owes};
}

/* The next moves of which the viewer is told something; false if there are none. */
static bool shows(struct sitting *s, struct cue *out)
{
    uint32_t *from = &s->shown[s->viewer], end = sitting_end(s->match);

    if (*from > end)
        *from = end;
    for (; *from < end; *from = out->to) {
        sitting_look(s->match, s->viewer, *from, end, out);
        out->hold = out->hold || (s->reads && out->lines > s->reads && s->match->people);
        if (out->lines > 0)
            return true;
    }
    return false;
}

/* Other eyes: they have seen what was on the screen. */
static void see(struct sitting *s, int viewer)
{
    s->shown[viewer] = s->shown[s->viewer];
    s->viewer = viewer;
}

/* Nothing of this person's stays on the screen. */
static void leave_screen(struct sitting *s)
{
    s->handed = false;
    see(s, SPECTATOR);
}

bool sitting_may_pass(const struct match *match, int seat, bool unseen)
{
    move_t move[MOVES_MAX];

    return (unseen || !turn_has_curtain(match)) && match->n == match->known && match_moves(match, seat, move) == 1 &&
           move[0] == PASS;
}

/* Where somebody has gone back to, and forward again, a person is asked too. */
static bool passes(const struct sitting *s, int seat)
{
    return s->passes && is_person(s, seat) && s->asks_at != s->match->n && sitting_may_pass(s->match, seat, false);
}

static bool can_undo(const struct sitting *s, int seat)
{
    uint32_t index = MATCH_LAST;
    struct why why;

    return is_person(s, seat) && match_may_undo(s->match, seat, &index, &why);
}

/* Who sat before the screen last and may still choose again. */
static int changes(const struct sitting *s, int next)
{
    return s->last != next && can_undo(s, s->last) ? s->last : NOBODY;
}

/* Bots are asked anew where the match stands elsewhere. */
static void ask_bots(struct sitting *s, int seat)
{
    if (s->bots && s->bots_n == s->match->n)
        return;
    s->bots = s->left = s->match->deal.game->actors(s->match->state) & turn_together(s->match, seat);
    s->bots_n = s->match->n;
}

static void next_decision(struct sitting *s, int next, struct cue *out)
{
    out->seat = (int8_t)next;
    if (!is_person(s, next)) {
        ask_bots(s, next);
        out->is = s->left ? CUE_BOT : CUE_DUE;
        out->seat = (int8_t)bit_lowest(s->left ? s->left : s->bots);
        out->bots = s->bots;
    } else if (passes(s, next)) {
        out->is = CUE_PASS;
    } else if (turn_has_curtain(s->match) && !(s->handed && s->viewer == next) && s->sits != next) {
        out->is = CUE_CURTAIN;
        out->changes = (int8_t)changes(s, next);
    } else {
        see(s, next);
        s->handed = true;
        out->is = CUE_ASK;
    }
}

void sitting_next(struct sitting *s, struct cue *out)
{
    int next = turn_next(s->match);
    bool away = turn_has_curtain(s->match) && s->handed && s->viewer != next;

    if (away)
        leave_screen(s);
    if (shows(s, out))
        return;
    *out = (struct cue){.seat = NOBODY, .changes = NOBODY};
    if (next != NOBODY) {
        next_decision(s, next, out);
    } else {
        out->is = CUE_OVER;
        see(s, turn_viewer(s->match));
    }
    out->viewer = (int8_t)s->viewer;
    out->from = out->to = s->shown[s->viewer];
}

/* ---- what was done ---------------------------------------------------------------------------- */

void sitting_shown(struct sitting *s, const struct cue *cue)
{
    if (cue->is != CUE_SHOW)
        return;
    s->shown[s->viewer] = cue->to;
    for (uint32_t i = cue->from; i < cue->to && !s->handed; i++)
        if (cue->over || (s->match->step[i].actor != s->sits && is_person(s, s->match->step[i].actor)))
            s->sits = NOBODY;
}

/* Before the curtain falls nobody's eyes are opened. */
void sitting_taken(struct sitting *s)
{
    struct cue cue;

    sitting_next(s, &cue);
    if (cue.is != CUE_CURTAIN)
        return;
    see(s, cue.seat);
    s->handed = true;
    s->sits = cue.seat;
}

/* Whether chance would have to act after these moves, and cannot. What the rules do not allow is for others to refuse.
 */
static bool would_be_stuck(const struct match *match, uint32_t seats, const move_t move[SEATS_MAX])
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = match->deal.game;

    if (match->well)
        return false;
    memcpy(state, match->state, game->state_size);
    for (FOR_BITS(seat, seats)) {
        if (!(game->actors(state) & BIT(seat)) || !game_legal(game, state, (int)seat, move[seat]))
            return false;
        game->apply(state, (int)seat, move[seat], NULL);
    }
    return game->actors(state) == BIT(CHANCE);
}

bool sitting_play(struct sitting *s, int seat, uint32_t decision, move_t move, struct why *why)
{
    move_t moves[SEATS_MAX] = {0};

    if (seat < 0 || seat >= SEATS_MAX)
        return why_refuse(why, CODE_STATE, "there is no such seat at this table");
    moves[seat] = move;
    if (would_be_stuck(s->match, BIT(seat), moves))
        return why_refuse(why, CODE_STATE, stuck);
    if (!match_play(s->match, seat, decision, move, why))
        return false;
    s->asks_at = UINT32_MAX;
    if (is_person(s, seat))
        s->last = seat;
    return true;
}

bool sitting_hear(struct sitting *s, move_t move, struct why *why)
{
    int seat = s->left ? bit_lowest(s->left) : NOBODY;

    if (seat == NOBODY)
        return why_refuse(why, CODE_STATE, "no bot has been asked");
    if (!game_legal(s->match->deal.game, s->match->state, seat, move))
        return why_refuse(why, CODE_RULE, "the rules do not allow that move now");
    if (turn_is_part(s->match, seat, move)) {
        bool ok = match_play(s->match, seat, s->match->decision, move, why);

        s->bots_n = s->match->n;
        return ok;
    }
    s->answer[seat] = move;
    s->left &= ~BIT(seat);
    return true;
}

bool sitting_answer(struct sitting *s, struct why *why)
{
    uint32_t bots = s->bots;

    if (!bots || s->left || s->bots_n != s->match->n)
        return why_refuse(why, CODE_STATE, "the bots have not decided yet");
    if (would_be_stuck(s->match, bots, s->answer))
        return why_refuse(why, CODE_STATE, stuck);
    s->bots = s->left = 0;
    for (FOR_BITS(seat, bots))
        if (!match_play(s->match, (int)seat, s->match->decision, s->answer[seat], why))
            return false;
    return true;
}

/* ---- the way back ----------------------------------------------------------------------------- */

int sitting_undoer(const struct sitting *s)
{
    bool shared = bit_count(s->match->people) > 1 && !turn_has_curtain(s->match);

    if (!is_person(s, s->viewer))
        return s->last;
    return shared && is_person(s, s->last) && !can_undo(s, s->viewer) ? s->last : s->viewer;
}

bool sitting_may_undo(const struct sitting *s)
{
    return can_undo(s, sitting_undoer(s));
}

bool sitting_may_redo(const struct sitting *s)
{
    struct why why;

    return is_person(s, sitting_undoer(s)) && match_may_redo(s->match, sitting_undoer(s), &why);
}

/* The table as it is now; between people with secrets, whoever sits before it need not be the one who chooses again. */
static void back_at(struct sitting *s, int seat)
{
    s->bots = s->left = 0;
    s->asks_at = s->match->n;
    s->handed = !turn_has_curtain(s->match) || (s->handed && s->viewer == seat);
    s->viewer = s->handed ? seat : SPECTATOR;
    s->sits = s->handed ? seat : NOBODY;
    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++)
        s->shown[viewer] = sitting_end(s->match);
}

bool sitting_undo(struct sitting *s, uint32_t index, struct why *why)
{
    int seat = sitting_undoer(s);

    if (!is_person(s, seat))
        return why_refuse(why, CODE_STATE, "nobody here has a move that could be taken back");
    if (!match_undo(s->match, seat, index, why))
        return false;
    back_at(s, seat);
    return true;
}

bool sitting_redo(struct sitting *s, struct why *why)
{
    int seat = sitting_undoer(s), next;

    if (!is_person(s, seat))
        return why_refuse(why, CODE_STATE, "nobody here has a move that could be taken back");
    if (!match_redo(s->match, seat, why))
        return false;
    while ((next = turn_next(s->match)) != NOBODY && !is_person(s, next) && match_forward(s->match))
        ;
    back_at(s, seat);
    return true;
}

uint32_t sitting_news_of(const struct match *match, int viewer, uint32_t n)
{
    enum { LONG_AGO = 60 };
    _Alignas(8) unsigned char state[STATE_MAX];
    uint32_t from = n;

    while (from > 0 && n - from < LONG_AGO && match->step[from - 1].actor != viewer)
        from--;
    if (from > 0 && match->step[from - 1].actor == viewer)
        from--;
    return match_state_at(match, from, state);
}

uint32_t sitting_news(const struct sitting *s, uint32_t n)
{
    return sitting_news_of(s->match, is_person(s, s->viewer) ? s->viewer : s->last, n);
}
