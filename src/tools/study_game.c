#include "study_game.h"

#include <stdlib.h>
#include <string.h>

/* ---- looking things up ----------------------------------------------------------------------- */

static uint32_t key_hash(const struct action_key *key)
{
    uint64_t hash = key->text * 2u + key->whole;

    for (int i = 0; i < PHRASE_ARGS; i++)
        hash = luck_stir(hash * 65537u + (uint16_t)key->arg[i]);
    return (uint32_t)(luck_stir(hash) >> 32);
}

static void lookup_grow(struct lookup *lookup)
{
    int room = lookup->room ? lookup->room * 2 : 64;
    unsigned char *items = need_memory((size_t)room * lookup->size);

    if (lookup->n > 0)
        memcpy(items, lookup->items, (size_t)lookup->n * lookup->size);
    free(lookup->items);
    free(lookup->slot);
    lookup->items = items;
    lookup->room = room;
    lookup->slots = (uint32_t)room * 2;
    lookup->slot = need_memory(lookup->slots * sizeof lookup->slot[0]);
    for (int i = 0; i < lookup->n; i++) {
        uint32_t at = key_hash((const struct action_key *)(const void *)(items + (size_t)i * lookup->size));

        while (lookup->slot[at & (lookup->slots - 1)])
            at++;
        lookup->slot[at & (lookup->slots - 1)] = i + 1;
    }
}

void *lookup_find(struct lookup *lookup, const struct action_key *key)
{
    uint32_t at = key_hash(key);
    unsigned char *item;

    if (lookup->n == lookup->room)
        lookup_grow(lookup);
    for (;; at++) {
        int found = lookup->slot[at & (lookup->slots - 1)];

        if (!found)
            break;
        item = lookup->items + (size_t)(found - 1) * lookup->size;
        if (memcmp(item, key, sizeof *key) == 0)
            return item;
    }
    if (lookup->n == lookup->most) {
        lookup->missed++;
        return NULL;
    }
    item = lookup->items + (size_t)lookup->n * lookup->size;
    memcpy(item, key, sizeof *key);
    lookup->slot[at & (lookup->slots - 1)] = ++lookup->n;
    return item;
}

void lookup_free(struct lookup *lookup)
{
    free(lookup->items);
    free(lookup->slot);
    lookup->items = NULL;
    lookup->slot = NULL;
    lookup->n = lookup->room = 0;
    lookup->slots = 0;
}

/* ---- the kinds of moves ---------------------------------------------------------------------- */

/* The next placeholder of a text, and where it ends; NULL behind the last. */
static const char *next_slot(const char *at, const char **end)
{
    const char *open = strchr(at, '{');

    if (open)
        *end = strchr(open, '}') + 1;
    return open;
}

static bool names_seat(const char *slot)
{
    return strncmp(slot, "{seat", 5) == 0;
}

/* The key of a move, alone or with all of its text; false if these two are the same, because the text names nothing but
 * seats. */
static bool key_of(struct action_key *key, const struct game *game, struct phrase phrase, bool whole)
{
    const char *end = game->texts[phrase.text], *slot;
    bool parts = false;

    memset(key, 0, sizeof *key);
    key->text = phrase.text;
    key->whole = whole;
    for (int i = 0; i < PHRASE_ARGS && (slot = next_slot(end, &end)); i++) {
        if (names_seat(slot))
            continue;
        parts = true;
        if (!whole)
            key->arg[i] = phrase.arg[i];
    }
    return parts;
}

static void put_slot(struct text *out, const char *slot, const char *end)
{
    if (names_seat(slot)) {
        text_put(out, "a player");
        if (slot[5] == '\'')
            text_put(out, "'s");
        return;
    }
    text_put(out, "‹");
    if (slot[1] == 'n' || slot[1] == '+')
        text_put(out, "number");
    else if (slot[1] == 't' && slot[2] == 'e')
        text_put(out, "…");
    else
        text_part(out, slot + 1, (size_t)(end - slot) - 2);
    text_put(out, "›");
}

void action_put(struct text *out, const struct game *game, const struct action_key *key)
{
    static const char names[SEATS_MAX][NAME_SIZE] = {"a player"};
    struct speech speech = {game, names, NOBODY};
    struct phrase phrase = {.text = key->text};
    const char *at = game->texts[key->text];

    memcpy(phrase.arg, key->arg, sizeof key->arg);
    if (!key->whole) {
        phrase_put(out, &speech, phrase);
        return;
    }
    while (*at) {
        if (*at == '{') {
            const char *slot = next_slot(at, &at);

            put_slot(out, slot, at);
        } else if (*at == '[') { /* the form for anybody and any number */
            at = strchr(at, '|') + 1;
            text_part(out, at, strcspn(at, "]"));
            at = strchr(at, ']') + 1;
        } else {
            text_char(out, *at++);
        }
    }
}

/* ---- while a game is played ------------------------------------------------------------------ */

/* An action in one game, by seats. */
struct seen {
    struct action_key key;
    uint32_t offered_at, used_at; /* the decision that was counted last: several options may be one action */
    uint32_t offers[SEATS_MAX], uses[SEATS_MAX];
};

void sheet_begin(struct sheet *sheet)
{
    memset(sheet, 0, sizeof *sheet);
    sheet->start = NOBODY;
    sheet->actions.size = sizeof(struct seen);
    sheet->actions.most = ACTIONS_MAX;
}

void sheet_free(struct sheet *sheet)
{
    free(sheet->noted);
    sheet->noted = NULL;
    lookup_free(&sheet->actions);
}

static void note_action(struct sheet *sheet, const struct action_key *key, int seat, bool used)
{
    struct seen *seen = lookup_find(&sheet->actions, key);

    if (!seen)
        return;
    if (seen->offered_at != sheet->n) {
        seen->offered_at = sheet->n;
        seen->offers[seat]++;
    }
    if (used && seen->used_at != sheet->n) {
        seen->used_at = sheet->n;
        seen->uses[seat]++;
    }
}

static struct noted *note_decision(struct sheet *sheet)
{
    if (sheet->n == sheet->room) {
        struct noted *larger;

        sheet->room = sheet->room ? sheet->room * 2 : 128;
        larger = need_memory(sheet->room * sizeof *larger);
        if (sheet->n > 0)
            memcpy(larger, sheet->noted, sheet->n * sizeof *larger);
        free(sheet->noted);
        sheet->noted = larger;
    }
    return &sheet->noted[sheet->n++];
}

static double value_of(const struct answer *answer)
{
    for (int i = 0; i < answer->n; i++)
        if (answer->reason[i].move == answer->move)
            return answer->reason[i].value;
    return 0;
}

void sheet_watch(void *self, const struct match *match, int seat, const struct answer *answer)
{
    struct sheet *sheet = self;
    const struct game *game = match->deal.game;
    struct noted *noted = note_decision(sheet);
    move_t move[MOVES_MAX];
    int n = game_options(game, match->state, seat, move, NULL);

    *noted = (struct noted){.at = match->n,
                            .options = (uint16_t)n,
                            .seat = (uint8_t)seat,
                            .valued = n > 1 && answer->simulations > 0,
                            .value = value_of(answer)};
    if (sheet->start == NOBODY && match->decision != sheet->decision && bit_count(game->actors(match->state)) == 1)
        sheet->start = seat;
    sheet->decision = match->decision;
    for (int i = 0; i < n && n > 1; i++) {
        struct phrase phrase = game->say(match->state, seat, move[i]);
        struct action_key key;

        key_of(&key, game, phrase, true);
        note_action(sheet, &key, seat, move[i] == answer->move);
        if (key_of(&key, game, phrase, false))
            note_action(sheet, &key, seat, move[i] == answer->move);
    }
}

/* ---- who led --------------------------------------------------------------------------------- */

/* The seats with the best value. */
static uint32_t best_of(const double value[], int seats, bool lowest)
{
    uint32_t best = BIT(0);

    for (int seat = 1; seat < seats; seat++) {
        double ahead = value[seat] - value[bit_lowest(best)];

        if (lowest)
            ahead = -ahead;
        if (ahead > 0)
            best = BIT(seat);
        else if (!(ahead < 0))
            best |= BIT(seat);
    }
    return best;
}

/* Who leads now, and whether that is another than before: ties change nothing. */
static void look(struct sheet *sheet, uint32_t leaders, uint32_t *last)
{
    if (bit_count(leaders) != 1)
        return;
    sheet->changes += *last && *last != leaders;
    *last = leaders;
}

/* Whoever plays alone counts as the winner here: whether the game was won is another question. */
static uint32_t winners_of(const struct sheet *sheet, int seats)
{
    uint32_t winners = seats == 1 ? BIT(0) : 0;

    for (int seat = 0; seat < seats; seat++)
        if (sheet->rank[seat] == 1)
            winners |= BIT(seat);
    return winners;
}

/* Notes the lead at each point that is reached with so many moves. */
static void lead_at(struct sheet *sheet, uint32_t moves, int *point, uint32_t leaders, uint32_t winners)
{
    while (*point < POINTS && (uint64_t)moves * POINTS >= (uint64_t)sheet->moves * (uint64_t)(*point + 1))
        sheet->leads[(*point)++] = WHOLE * bit_count(leaders & winners) / bit_count(leaders);
}

static void judge_by_standing(struct sheet *sheet, const struct match *match)
{
    const struct game *game = match->deal.game;
    int seats = match->deal.setup.seats, point = 0;
    uint32_t last = 0, winners = winners_of(sheet, seats);
    _Alignas(8) unsigned char state[STATE_MAX];

    sheet->judged = JUDGED_BY_STANDING;
    match_state_at(match, 0, state);
    for (uint32_t i = 0; i < match->n; i++) {
        int32_t score[SEATS_MAX] = {0};
        double value[SEATS_MAX];
        uint32_t leaders;

        game->apply(state, match->step[i].actor, match->step[i].move, NULL);
        game->standing(state, score);
        for (int seat = 0; seat < seats; seat++)
            value[seat] = score[seat];
        leaders = best_of(value, seats, game->flags & GAME_LOWEST_WINS);
        look(sheet, leaders, &last);
        lead_at(sheet, i + 1, &point, leaders, winners);
    }
}

/* As the seats saw it when each decided last; before all of them have, nobody is ahead. */
static void judge_by_bots(struct sheet *sheet, int seats)
{
    uint32_t last = 0, winners = winners_of(sheet, seats), leaders = BIT(seats) - 1, heard = 0;
    double value[SEATS_MAX] = {0};
    int point = 0;

    for (uint32_t i = 0; i < sheet->n; i++) {
        const struct noted *noted = &sheet->noted[i];

        lead_at(sheet, noted->at, &point, leaders, winners);
        if (!noted->valued)
            continue;
        value[noted->seat] = noted->value;
        heard |= BIT(noted->seat);
        if (heard == BIT(seats) - 1) {
            leaders = best_of(value, seats, false);
            look(sheet, leaders, &last);
        }
    }
    lead_at(sheet, sheet->moves, &point, leaders, winners);
    if (heard == BIT(seats) - 1)
        sheet->judged = JUDGED_BY_BOTS;
}

void sheet_close(struct sheet *sheet, const struct match *match)
{
    int seats = match->deal.setup.seats;

    sheet->moves = match->n;
    if (seats > 1 && match->deal.game->standing)
        judge_by_standing(sheet, match);
    else if (seats > 1)
        judge_by_bots(sheet, seats);
}

/* ---- adding up ------------------------------------------------------------------------------- */

void sums_add(struct sums *sums, int64_t value)
{
    sums->n++;
    sums->sum += value;
    sums->squares += value * value;
}

/* How far the winner is ahead of the next; 0 where several have won. */
static int64_t margin_of(const struct sheet *sheet, int seats)
{
    int first = NOBODY, next = NOBODY;
    int64_t ahead;

    for (int seat = 0; seat < seats; seat++) {
        if (sheet->rank[seat] == 1 && first != NOBODY)
            return 0;
        if (sheet->rank[seat] == 1)
            first = seat;
        else if (next == NOBODY || sheet->rank[seat] < sheet->rank[next])
            next = seat;
    }
    ahead = (int64_t)sheet->score[first] - sheet->score[next];
    return ahead < 0 ? -ahead : ahead;
}

static void add_scores(struct arm *arm, const struct sheet *sheet, uint32_t winners)
{
    int seats = arm->deal.setup.seats, won = bit_count(winners);

    for (int seat = 0; seat < seats; seat++) {
        bool wins = winners & BIT(seat);
        int share = wins ? WHOLE / won : 0;

        arm->wins[seat] += share;
        arm->bot_wins[sheet->bot[seat]] += share;
        spread_add(&arm->score[seat], sheet->score[seat]);
        spread_add(wins ? &arm->winner : &arm->others, sheet->score[seat]);
        if (sheet->start != NOBODY)
            arm->distance_wins[(seat - sheet->start + seats) % seats] += share;
    }
    if (sheet->start != NOBODY) {
        arm->starts[sheet->start]++;
        arm->started++;
    }
    arm->shared += won > 1;
    arm->missed += sheet->missed;
    if (seats > 1)
        spread_add(&arm->margin, margin_of(sheet, seats));
}

/* Returns the number of decisions between several options. */
static int64_t add_decisions(struct arm *arm, const struct sheet *sheet)
{
    int64_t own[SEATS_MAX] = {0}, all = 0;

    for (uint32_t i = 0; i < sheet->n; i++) {
        const struct noted *noted = &sheet->noted[i];

        own[noted->seat] += noted->options > 1;
        all += noted->options > 1;
        spread_add(&arm->options, noted->options);
        spread_add(&arm->options_at[(uint64_t)noted->at * POINTS / sheet->moves], noted->options);
    }
    for (int seat = 0; seat < arm->deal.setup.seats; seat++)
        spread_add(&arm->own_decisions, own[seat]);
    spread_add(&arm->moves, sheet->moves);
    spread_add(&arm->decisions, all);
    return all;
}

static void add_action(struct arm *arm, const struct sheet *sheet, const struct seen *seen, uint32_t winners)
{
    struct action *action = lookup_find(&arm->actions, &seen->key);
    int64_t n[2] = {0}, sum[2] = {0}, squares = 0, uses = 0, offers = 0;
    int seats = arm->deal.setup.seats;

    if (!action)
        return;
    for (int seat = 0; seat < seats; seat++) {
        int group = seen->uses[seat] == 0;
        int64_t won = winners & BIT(seat) ? WHOLE / bit_count(winners) : 0;

        if (seen->offers[seat] == 0)
            continue;
        won = seats == 1 ? sheet->score[seat] : won;
        n[group]++;
        sum[group] += won;
        squares += won * won;
        uses += seen->uses[seat];
        offers += seen->offers[seat];
    }
    action->uses += (uint64_t)uses;
    action->offers += (uint64_t)offers;
    ratio_add(&action->choice, uses, offers);
    contrast_add(&action->contrast, n, sum, squares);
}

static void add_lead(struct arm *arm, const struct sheet *sheet, uint32_t winners)
{
    if (sheet->judged == JUDGED_NOT)
        return;
    arm->judged = sheet->judged;
    arm->led++;
    arm->fair_leads += WHOLE * bit_count(winners) / arm->deal.setup.seats;
    for (int i = 0; i < POINTS; i++)
        arm->leads[i] += sheet->leads[i];
    spread_add(&arm->changes, sheet->changes);
}

void arm_add(struct arm *arm, const struct sheet *sheet, int64_t metric[METRICS])
{
    int seats = arm->deal.setup.seats;
    uint32_t winners = winners_of(sheet, seats);
    int64_t scores = 0, share = WHOLE / bit_count(winners);
    const struct seen *seen = (const struct seen *)(const void *)sheet->actions.items;

    arm->games++;
    add_scores(arm, sheet, winners);
    add_lead(arm, sheet, winners);
    for (int i = 0; i < sheet->actions.n; i++)
        add_action(arm, sheet, &seen[i], winners);
    arm->actions.missed += sheet->actions.missed;
    for (int seat = 0; seat < seats; seat++)
        scores += sheet->score[seat];
    metric[METRIC_FIRST] = (winners & BIT(0) ? share : 0) - WHOLE / seats;
    metric[METRIC_START] = sheet->start == NOBODY ? NO_METRIC
                                                  : (winners & BIT(sheet->start) ? share : 0) - WHOLE / seats;
    metric[METRIC_SHARED] = (seats == 1 ? !sheet->missed : bit_count(winners) > 1) ? WHOLE : 0;
    metric[METRIC_SCORE] = scores * (WHOLE / seats);
    metric[METRIC_MARGIN] = seats == 1 ? NO_METRIC : margin_of(sheet, seats);
    metric[METRIC_MOVES] = sheet->moves;
    metric[METRIC_DECISIONS] = add_decisions(arm, sheet);
    metric[METRIC_HALF] = sheet->judged == JUDGED_NOT ? NO_METRIC : sheet->leads[POINTS / 2 - 1];
}

void arm_free(struct arm *arm)
{
    struct spread *const all[] = {&arm->moves,  &arm->decisions, &arm->own_decisions, &arm->winner,
                                  &arm->others, &arm->margin,    &arm->options,       &arm->changes};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        spread_free(all[i]);
    for (int i = 0; i < SEATS_MAX; i++)
        spread_free(&arm->score[i]);
    for (int i = 0; i < POINTS; i++)
        spread_free(&arm->options_at[i]);
    lookup_free(&arm->actions);
}
