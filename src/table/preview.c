#include "preview.h"

#include "bytes.h"

static const char *const next_names[PREVIEW_NEXTS] = {
#define NEXT_NAME(id, name) name,
    NEXTS(NEXT_NAME)
#undef NEXT_NAME
};

/* Leaves the facts that this seat is told, with their transfers. */
static void keep_told(struct facts *facts, int seat)
{
    uint16_t number[FACTS_MAX], n = 0, transfers = 0;

    for (uint16_t i = 0; i < facts->n; i++) {
        number[i] = n;
        if (facts->fact[i].to & BIT(seat))
            facts->fact[n++] = facts->fact[i];
        else
            number[i] = FACTS_MAX;
    }
    for (uint16_t i = 0; i < facts->transfers; i++) {
        struct transfer transfer = facts->transfer[i];

        if (number[transfer.fact] == FACTS_MAX)
            continue;
        transfer.fact = number[transfer.fact];
        facts->transfer[transfers++] = transfer;
    }
    facts->n = n;
    facts->transfers = transfers;
}

/* Leaves the first n facts. */
static void keep_first(struct facts *facts, int n)
{
    uint16_t transfers = 0;

    while (transfers < facts->transfers && facts->transfer[transfers].fact < n)
        transfers++;
    facts->n = (uint16_t)n;
    facts->transfers = transfers;
}

/* Whether the seat sees what goes where it comes from, on a place of this owner or, with NOBODY, on any. */
static bool is_seen(const struct scene *scene, int owner, const struct transfer *transfer)
{
    int place = 0, piece = 0;

    for (int zone = 0; zone < scene->zones; zone++) {
        for (int i = 0; i < scene->zone[zone].places; i++, place++) {
            for (int k = 0; k < scene->place[place].pieces; k++, piece++)
                if ((owner == NOBODY || scene->zone[zone].owner == owner) && scene->place[place].id == transfer->from &&
                    scene->piece[piece].thing == transfer->thing && scene->piece[piece].count >= transfer->count)
                    return true;
        }
    }
    return false;
}

/* Whether a transfer goes on with what one before it has brought. */
static bool goes_on(const struct facts *facts, int transfer)
{
    for (int i = 0; i < transfer; i++)
        if (facts->transfer[i].to == facts->transfer[transfer].from &&
            facts->transfer[i].thing == facts->transfer[transfer].thing)
            return true;
    return false;
}

/* Whether all that goes with this fact shows its back, or goes from where the seat sees it, be it on the way. */
static bool goes_unseen_or_seen(const struct preview *preview, const struct facts *facts, int fact)
{
    const struct thing *things = preview->match->deal.game->things;

    for (int i = 0; i < facts->transfers; i++) {
        const struct transfer *transfer = &facts->transfer[i];

        if (transfer->fact == fact && things[transfer->thing].back != transfer->thing &&
            !is_seen(&preview->before, NOBODY, transfer) && !goes_on(facts, i))
            return false;
    }
    return true;
}

/* Whether this thing goes from a place of the seat's own where it sees what it is. */
static bool goes_from_own(const struct preview *preview, const struct facts *facts, int fact, int thing)
{
    for (int i = 0; i < facts->transfers; i++)
        if (facts->transfer[i].fact == fact && facts->transfer[i].thing == thing &&
            is_seen(&preview->before, preview->seat, &facts->transfer[i]))
            return true;
    return false;
}

static bool lies_open(const struct scene *scene, int thing)
{
    for (int piece = 0; piece < scene->pieces; piece++)
        if (scene->piece[piece].thing == thing)
            return true;
    return false;
}

/* Whether a fact brings something to light that the seat does not know yet. What it plays from its own hand is news for
 * the others only: then the fact names such things, and besides them only what lies before its eyes. */
static bool reveals(const struct preview *preview, const struct facts *facts, int fact)
{
    uint16_t named[PHRASE_ARGS];
    int seat, n = phrase_names(preview->match->deal.game, facts->fact[fact].phrase, &seat, named), own = 0;

    if (preview->known || !(facts->fact[fact].flags & FACT_REVEALS))
        return false;
    for (int i = 0; i < n; i++) {
        if (goes_from_own(preview, facts, fact, named[i]))
            own++;
        else if (!lies_open(&preview->before, named[i]))
            return true;
    }
    return own == 0 || !goes_unseen_or_seen(preview, facts, fact);
}

/* How many facts are the same in both, and come before something hidden comes to light. */
static int same_facts(const struct preview *preview, const struct facts *a, const struct facts *b)
{
    int n = 0;

    while (n < a->n && n < b->n && !reveals(preview, a, n) && !reveals(preview, b, n) &&
           memcmp(&a->fact[n].phrase, &b->fact[n].phrase, sizeof a->fact[n].phrase) == 0)
        n++;
    return n;
}

static void see(const struct game *game, const void *state, int seat, struct scene *out)
{
    _Alignas(8) unsigned char view[STATE_MAX];

    game_view(game, state, seat, view);
    memset(out, 0, sizeof *out);
    game->scene(view, seat, out);
}

static enum preview_next next_in(const struct game *game, const void *state, int seat)
{
    uint32_t asked = game->actors(state);

    if (asked == 0)
        return NEXT_OVER;
    if (asked == BIT(CHANCE))
        return NEXT_CHANCE;
    if (asked & BIT(seat))
        return NEXT_OWN;
    return game_sealed(game, state) & BIT(seat) ? NEXT_SEALED : NEXT_OTHER;
}

/* ---- counters and scores ---------------------------------------------------------------------- */

/* What this counter is on another scene; false if it is not there. */
static bool is_on(const struct scene *scene, const struct preview_change *change, int32_t *value, int32_t *limit)
{
    const struct scene_counter *counter = &change->counter;

    if (counter->words.text == NO_TEXT) {
        *value = scene->score[counter->of];
        *limit = NO_LIMIT;
        return scene->scored;
    }
    for (int i = 0; i < scene->counters; i++) {
        const struct scene_counter *other = &scene->counter[i];
        const struct scene_zone *zone = other->scope == SCOPE_ZONE ? &scene->zone[other->of] : NULL;

        if (other->scope != counter->scope || memcmp(&other->words, &counter->words, sizeof other->words) != 0)
            continue;
        if (zone ? zone->is != change->zone->is || zone->owner != change->zone->owner : other->of != counter->of)
            continue;
        *value = other->value;
        *limit = other->limit;
        return true;
    }
    return false;
}

static void add_change(struct preview *out, struct preview_change change)
{
    int32_t before, limit;

    change.fresh = !is_on(&out->before, &change, &before, &limit);
    if (!change.fresh && before == change.counter.value && limit == change.counter.limit)
        return;
    change.by = change.fresh ? 0 : change.counter.value - before;
    out->change[out->changes++] = change;
}

/* Whether a counter says the score of this seat. */
static bool is_counted(const struct scene *scene, int seat)
{
    for (int i = 0; i < scene->counters; i++)
        if (scene->counter[i].flags & COUNTER_SCORE && scene->counter[i].of == seat)
            return true;
    return false;
}

/* Counters and scores that are other ones after the move. */
static void make_changes(struct preview *out)
{
    const struct scene *after = &out->after;

    for (int seat = 0; seat < out->match->deal.setup.seats && after->scored; seat++)
        if (!is_counted(after, seat))
            add_change(out, (struct preview_change){.counter = {.value = after->score[seat],
                                                                .limit = NO_LIMIT,
                                                                .of = (uint16_t)seat,
                                                                .scope = SCOPE_SEAT,
                                                                .flags = COUNTER_SCORE}});
    for (int i = 0; i < after->counters; i++)
        add_change(out, (struct preview_change){
                            .counter = after->counter[i],
                            .zone = after->counter[i].scope == SCOPE_ZONE ? &after->zone[after->counter[i].of] : NULL});
}

/* Leaves the changes that are the same in another world. */
static void keep_changes(struct preview *out, const struct scene *world)
{
    uint16_t n = 0;

    for (int i = 0; i < out->changes; i++) {
        int32_t value, limit;

        if (is_on(world, &out->change[i], &value, &limit) && value == out->change[i].counter.value &&
            limit == out->change[i].counter.limit)
            out->change[n++] = out->change[i];
    }
    out->changes = n;
}

/* ---- worlds ----------------------------------------------------------------------------------- */

/* A world that the seat thinks possible. */
static void redeal(const struct preview *preview, const void *view, uint64_t number, void *state)
{
    const struct game *game = preview->match->deal.game;
    struct luck luck = {number};

    memcpy(state, view, game->state_size);
    game->veil(state, preview->seat, &luck);
}

/* Whether all worlds are one. They are compared with each other, for the view still has what is to be dealt anew. Few
 * would not do: of two worlds the less likely one may be rare. Where there are several, the first few mostly differ. */
static bool is_known(const struct preview *preview, const void *view)
{
    _Alignas(8) unsigned char first[STATE_MAX], state[STATE_MAX];
    const struct game *game = preview->match->deal.game;

    if (!(game->flags & GAME_HIDDEN))
        return true;
    redeal(preview, view, 0, first);
    for (uint64_t i = 1; i < PREVIEW_SURE; i++) {
        redeal(preview, view, i, state);
        if (memcmp(first, state, game->state_size) != 0)
            return false;
    }
    return true;
}

/* How the game ended in this world; not cleared, and false, while it goes on. */
static bool end_in(const struct game *game, const void *state, struct result *out)
{
    if (game->actors(state) != 0)
        return false;
    memset(out, 0, sizeof *out);
    game->result(state, out);
    return true;
}

static bool same_end(const struct result *a, const struct result *b)
{
    return memcmp(a->score, b->score, sizeof a->score) == 0 && memcmp(a->tie, b->tie, sizeof a->tie) == 0 &&
           a->missed == b->missed;
}

/* Makes the move in one world; its facts and how the table looks then. */
static void make_world(const struct preview *preview, const void *view, uint64_t number, void *state,
                       struct facts *facts, struct scene *scene)
{
    const struct game *game = preview->match->deal.game;

    redeal(preview, view, number, state);
    facts_clear(facts);
    game->apply(state, preview->seat, preview->move, facts);
    keep_told(facts, preview->seat);
    see(game, state, preview->seat, scene);
}

/* What differs from the first world is left out. */
static void compare_world(struct preview *out, const void *state)
{
    int same = same_facts(out, &out->facts, &out->told);
    enum preview_next next = next_in(out->match->deal.game, state, out->seat);

    if (same < out->facts.n || same < out->told.n || next != out->next)
        out->reveals = true;
    if (next != out->next)
        out->next = NEXT_HIDDEN;
    keep_first(&out->facts, same);
    keep_changes(out, &out->other);
    out->decided = out->decided && end_in(out->match->deal.game, state, &out->ends) &&
                   same_end(&out->result, &out->ends);
    if (memcmp(&out->then, &out->other.prompt, sizeof out->then) != 0)
        out->then = (struct phrase){0};
}

/* How many worlds tell enough. After something hidden, and in how a game ends, they differ in rare things too, and few
 * would not show it; but once all that follows is open, no world can change that. */
static uint64_t worlds_of(const struct preview *preview)
{
    if (preview->known)
        return 1;
    if (preview->decided || (preview->reveals && (preview->changes > 0 || preview->next != NEXT_HIDDEN)))
        return PREVIEW_SURE;
    return PREVIEW_WORLDS;
}

void preview_make(struct preview *out, const struct match *match, int seat, move_t move)
{
    _Alignas(8) unsigned char view[STATE_MAX], state[STATE_MAX];
    const struct game *game = match->deal.game;

    out->match = match;
    out->seat = seat;
    out->move = move;
    out->changes = 0;
    game_view(game, match->state, seat, view);
    see(game, view, seat, &out->before);
    out->known = is_known(out, view);
    make_world(out, view, 0, state, &out->facts, &out->after);
    out->next = (uint8_t)next_in(game, state, seat);
    out->then = out->after.prompt;
    out->decided = end_in(game, state, &out->result);
    make_changes(out);
    out->reveals = same_facts(out, &out->facts, &out->facts) < out->facts.n;
    keep_first(&out->facts, same_facts(out, &out->facts, &out->facts));
    for (uint64_t i = 1; i < worlds_of(out); i++) {
        make_world(out, view, i, state, &out->told, &out->other);
        compare_world(out, state);
    }
    if (out->next != NEXT_CHANCE)
        out->then = (struct phrase){0};
    if (out->decided)
        game_ranks(game, match->deal.setup.seats, &out->result, out->rank);
}

/* ---- in words --------------------------------------------------------------------------------- */

/* Which facts are shown: those that would be read aloud; where there are none, as of a sealed choice or the first step
 * of an action, all. What is said of the chance to come is not said twice. */
static bool is_shown(const struct preview *preview, int fact)
{
    uint16_t silent = FACT_SILENT;

    for (int i = 0; i < preview->facts.n; i++)
        silent &= preview->facts.fact[i].flags;
    return (silent || !(preview->facts.fact[fact].flags & FACT_SILENT)) &&
           memcmp(&preview->facts.fact[fact].phrase, &preview->then, sizeof preview->then) != 0;
}

static void put_change(struct text *out, const struct preview *preview, const struct preview_change *change)
{
    struct speech speech = match_speech(preview->match, preview->seat);
    char words[512];
    struct text text = text_in(words, sizeof words);

    json_comma(out);
    text_char(out, '{');
    counter_json(out, &change->counter, change->zone);
    if (change->counter.words.text != NO_TEXT) {
        sentence_put(&text, &speech, change->counter.words);
        json_key_string(out, "text", words);
    }
    if (!change->fresh)
        json_key_number(out, "by", change->by);
    text_char(out, '}');
}

static void put_end(struct text *out, const struct preview *preview)
{
    json_key(out, "result");
    text_char(out, '[');
    for (int seat = 0; seat < preview->match->deal.setup.seats; seat++) {
        json_comma(out);
        text_char(out, '{');
        json_key_number(out, "seat", seat);
        json_key_number(out, "rank", preview->rank[seat]);
        json_key_number(out, "score", preview->result.score[seat]);
        text_char(out, '}');
    }
    text_char(out, ']');
}

void preview_json(const struct preview *preview, struct text *out)
{
    const struct match *match = preview->match;
    struct speech speech = match_speech(match, preview->seat);
    char words[512];
    struct text text = text_in(words, sizeof words);

    text_char(out, '{');
    json_key_number(out, "move", preview->move);
    json_key(out, "log");
    text_char(out, '[');
    for (int i = 0; i < preview->facts.n; i++)
        if (is_shown(preview, i))
            fact_json(out, &speech, 0, &preview->facts, i);
    text_char(out, ']');
    if (preview->changes) {
        json_key(out, "changes");
        text_char(out, '[');
        for (int i = 0; i < preview->changes; i++)
            put_change(out, preview, &preview->change[i]);
        text_char(out, ']');
    }
    if (preview->reveals)
        json_key_true(out, "reveals");
    json_key_string(out, "next", next_names[preview->next]);
    if (preview->decided)
        put_end(out, preview);
    if (preview->then.text != NO_TEXT) {
        sentence_put(&text, &speech, preview->then);
        json_key_string(out, "then", words);
    }
    text_char(out, '}');
}

/* Some cards have names that end a sentence by themselves. */
static void put_sentence(struct text *out, const struct speech *speech, struct phrase phrase)
{
    if (out->used)
        text_char(out, ' ');
    sentence_put(out, speech, phrase);
    if (out->used && out->at[out->used - 1] != '!' && out->at[out->used - 1] != '?')
        text_char(out, '.');
}

/* "Score: you +3, Bo -1." or where there was none before "Score: you 12, Bo 9.": at the beginning, since the rest may
 * be too long to be shown. */
static void put_scores(const struct preview *preview, const struct speech *speech, struct text *out)
{
    bool first = true;

    for (int i = 0; i < preview->changes; i++) {
        const struct preview_change *change = &preview->change[i];

        if (!(change->counter.flags & COUNTER_SCORE) || (change->by == 0 && !change->fresh))
            continue;
        text_put(out, !first ? ", " : out->used == 0 ? "Score: " : " Score: ");
        seat_put(out, speech, change->counter.of);
        text_put(out, change->by > 0 ? " +" : " ");
        text_number(out, change->fresh ? change->counter.value : change->by);
        first = false;
    }
    if (!first)
        text_char(out, '.');
}

/* "Points face up +7, face-down cards now 0.": the other counters of whoever could make the move. */
static void put_own_counters(const struct preview *preview, const struct speech *speech, struct text *out)
{
    bool first = true;

    for (int i = 0; i < preview->changes; i++) {
        const struct preview_change *change = &preview->change[i];

        if (change->counter.scope != SCOPE_SEAT || change->counter.of != preview->seat ||
            change->counter.flags & COUNTER_SCORE || change->by == 0)
            continue;
        text_put(out, out->used == 0 ? "" : first ? " " : ", ");
        if (first)
            sentence_put(out, speech, change->counter.words);
        else
            phrase_put(out, speech, change->counter.words);
        text_put(out, change->counter.value == 0 ? " now " : change->by > 0 ? " +" : " ");
        text_number(out, change->counter.value == 0 ? 0 : change->by);
        first = false;
    }
    if (!first)
        text_char(out, '.');
}

/* "You win." Alone, the score says it. */
static void put_winners(const struct preview *preview, const struct speech *speech, struct text *out)
{
    int seats = preview->match->deal.setup.seats, winners = 0, said = 0;

    if (!preview->decided || seats == 1)
        return;
    for (int seat = 0; seat < seats; seat++)
        winners += preview->rank[seat] == 1;
    for (int seat = 0; seat < seats; seat++) {
        if (preview->rank[seat] != 1)
            continue;
        text_put(out, said == 0 ? "" : said + 1 == winners ? " and " : ", ");
        seat_put(out, speech, seat);
        said++;
    }
    text_capital(out, 0);
    text_put(out, winners > 1 ? " share first place." : preview->rank[preview->seat] == 1 ? " win." : " wins.");
}

void preview_text(const struct preview *preview, struct text *out)
{
    struct speech speech = match_speech(preview->match, preview->seat);

    put_winners(preview, &speech, out);
    put_scores(preview, &speech, out);
    for (int i = 0; i < preview->facts.n; i++)
        if (is_shown(preview, i))
            put_sentence(out, &speech, preview->facts.fact[i].phrase);
    put_own_counters(preview, &speech, out);
    if (preview->reveals)
        text_put(out, out->used ? " Then something hidden comes to light." : "Something hidden comes to light.");
    if (preview->then.text != NO_TEXT)
        put_sentence(out, &speech, preview->then);
}
