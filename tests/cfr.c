#include "cfr.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/table/hash.h"

enum { NONE = UINT32_MAX, END = NOBODY };

/* Children stand together and after their parent. */
struct node {
    uint32_t parent, first; /* NONE at the root; the first child */
    uint32_t set;           /* of a decision */
    uint32_t like;          /* the next node of the same set, or NONE */
    uint16_t n;             /* children */
    move_t move;            /* from the parent to here */
    int8_t actor;           /* a seat, CHANCE or END */
    double odds;            /* of the move to here, where chance made it; else 1 */
    double value;           /* of an end, for seat 0 */
};

/* An information set. Its options are numbered from `option` on among those of all sets. */
struct set {
    uint64_t key;
    uint32_t option, node; /* its first node */
    int seat, n;
    unsigned char *view;
    struct step *history;
    uint32_t history_n;
};

struct cfr {
    const struct game *game;
    enum cfr_aim aim;
    struct node *node;
    uint32_t nodes, nodes_room, nodes_max;
    struct set *set;
    uint32_t sets, sets_room;
    uint32_t *slot, slots; /* set + 1 by key */
    move_t *move;          /* of all options */
    uint32_t options, options_room;
    double *regret, *change, *now, *sum; /* likewise: regrets, what the running round adds, policy, weighed policies */
    uint32_t rounds;
};

static void *need(void *memory, size_t n)
{
    memory = realloc(memory, n ? n : 1);
    if (!memory) {
        fprintf(stderr, "the solver needs more memory\n");
        exit(1);
    }
    return memory;
}

static double *need_zeros(uint32_t n)
{
    double *zeros = need(NULL, n * sizeof *zeros);

    for (uint32_t i = 0; i < n; i++)
        zeros[i] = 0;
    return zeros;
}

static double for_seat(int seat, double value)
{
    return seat == 0 ? value : -value;
}

/* ---- the tree -------------------------------------------------------------------------------- */

/* Room for n children of this node; false if the tree would be too large. */
static bool add_children(struct cfr *cfr, uint32_t parent, int n, struct why *why)
{
    if ((uint64_t)cfr->nodes + (uint32_t)n > cfr->nodes_max) {
        snprintf(why->text, sizeof why->text, "the tree of %s has more than %u nodes", cfr->game->id, cfr->nodes_max);
        return false;
    }
    if (cfr->nodes + (uint32_t)n > cfr->nodes_room) {
        cfr->nodes_room = (cfr->nodes + (uint32_t)n) * 2;
        cfr->node = need(cfr->node, cfr->nodes_room * sizeof *cfr->node);
    }
    if (parent != NONE) {
        cfr->node[parent].first = cfr->nodes;
        cfr->node[parent].n = (uint16_t)n;
    }
    for (int i = 0; i < n; i++)
        cfr->node[cfr->nodes++] = (struct node){.parent = parent, .set = NONE, .like = NONE, .actor = END, .odds = 1};
    return true;
}

/* The moves that lead to a node. */
static struct step *history_of(const struct cfr *cfr, uint32_t node, uint32_t *n)
{
    struct step *step;
    uint32_t i = 0;

    for (uint32_t at = node; cfr->node[at].parent != NONE; at = cfr->node[at].parent)
        i++;
    *n = i;
    step = need(NULL, i * sizeof *step);
    for (uint32_t at = node; i > 0; at = cfr->node[at].parent)
        step[--i] = (struct step){cfr->node[at].move, (uint8_t)cfr->node[cfr->node[at].parent].actor, 0};
    return step;
}

/* Where the set with this key is or would be. */
static uint32_t *find_slot(const struct cfr *cfr, uint64_t key)
{
    uint32_t i = (uint32_t)key & (cfr->slots - 1);

    while (cfr->slot[i] && cfr->set[cfr->slot[i] - 1].key != key)
        i = (i + 1) & (cfr->slots - 1);
    return &cfr->slot[i];
}

/* Room for one set more, with at most half of the slots taken. */
static void make_room(struct cfr *cfr)
{
    if (cfr->sets < cfr->sets_room)
        return;
    cfr->sets_room = cfr->sets_room ? cfr->sets_room * 2 : 64;
    cfr->set = need(cfr->set, cfr->sets_room * sizeof *cfr->set);
    cfr->slots = cfr->sets_room * 2;
    cfr->slot = need(cfr->slot, cfr->slots * sizeof *cfr->slot);
    memset(cfr->slot, 0, cfr->slots * sizeof *cfr->slot);
    for (uint32_t i = 0; i < cfr->sets; i++)
        *find_slot(cfr, cfr->set[i].key) = i + 1;
}

static void add_set(struct cfr *cfr, uint64_t key, uint32_t node, const void *state, const move_t move[], int n)
{
    struct set *set;
    int seat = cfr->node[node].actor;

    if (cfr->options + (uint32_t)n > cfr->options_room) {
        cfr->options_room = cfr->options_room * 2 + MOVES_MAX;
        cfr->move = need(cfr->move, cfr->options_room * sizeof *cfr->move);
    }
    set = &cfr->set[cfr->sets++];
    *set = (struct set){.key = key, .option = cfr->options, .node = node, .seat = seat, .n = n};
    memcpy(cfr->move + cfr->options, move, (size_t)n * sizeof *move);
    cfr->options += (uint32_t)n;
    set->view = need(NULL, cfr->game->state_size);
    game_view(cfr->game, state, seat, set->view);
    set->history = history_of(cfr, node, &set->history_n);
}

/* Puts a decision into its information set; false if the others there have other moves. */
static bool join_set(struct cfr *cfr, uint64_t key, uint32_t node, const void *state, const move_t move[], int n,
                     struct why *why)
{
    uint32_t *slot;
    struct set *set;

    make_room(cfr);
    slot = find_slot(cfr, key);
    if (*slot == 0) {
        add_set(cfr, key, node, state, move, n);
        *slot = cfr->sets;
        cfr->node[node].set = cfr->sets - 1;
        return true;
    }
    set = &cfr->set[*slot - 1];
    if (set->seat != cfr->node[node].actor || set->n != n ||
        memcmp(cfr->move + set->option, move, (size_t)n * sizeof *move) != 0) {
        snprintf(why->text, sizeof why->text,
                 "%s: seat %d cannot tell two positions apart and has different moves there", cfr->game->id,
                 cfr->node[node].actor);
        return false;
    }
    cfr->node[node].set = *slot - 1;
    cfr->node[node].like = cfr->node[set->node].like;
    cfr->node[set->node].like = node;
    return true;
}

static double value_of(const struct cfr *cfr, const void *state)
{
    struct result result;
    uint8_t rank[SEATS_MAX];

    memset(&result, 0, sizeof result);
    cfr->game->result(state, &result);
    if (cfr->aim == CFR_POINTS)
        return for_seat(cfr->game->flags & GAME_LOWEST_WINS ? 1 : 0, (result.score[0] - result.score[1]) / 2.0);
    game_ranks(cfr->game, 2, &result, rank);
    return rank[1] - rank[0]; /* they are 1 and 1, or 1 and 2 */
}

/* The tree below a node whose state this is; key: what each seat knows there. */
static bool grow(struct cfr *cfr, uint32_t node, const void *state, const uint64_t key[2], struct why *why)
{
    _Alignas(8) unsigned char next[STATE_MAX];
    const struct game *game = cfr->game;
    uint32_t asked = game->actors(state), weight[MOVES_MAX], sum = 0;
    move_t move[MOVES_MAX];
    int actor, n;

    if (asked == 0) {
        cfr->node[node].value = value_of(cfr, state);
        return true;
    }
    actor = bit_lowest(asked);
    n = game_options(game, state, actor, move, weight);
    cfr->node[node].actor = (int8_t)actor;
    if (actor != CHANCE && !join_set(cfr, key[actor], node, state, move, n, why))
        return false;
    if (!add_children(cfr, node, n, why))
        return false;
    for (int i = 0; i < n && actor == CHANCE; i++)
        sum += weight[i];
    for (int i = 0; i < n; i++) {
        uint32_t child = cfr->node[node].first + (uint32_t)i;
        uint64_t told[2];
        struct facts facts;

        cfr->node[child].move = move[i];
        if (actor == CHANCE)
            cfr->node[child].odds = (double)weight[i] / sum;
        facts_clear(&facts);
        memcpy(next, state, game->state_size);
        game->apply(next, actor, move[i], &facts);
        for (int seat = 0; seat < 2; seat++) {
            told[seat] = facts_key(key[seat], &facts, seat);
            if (seat == actor)
                told[seat] = hash_bytes(told[seat], &move[i], sizeof move[i]);
        }
        if (!grow(cfr, child, next, told, why))
            return false;
    }
    return true;
}

struct cfr *cfr_open(const struct game *game, const struct setup *setup, enum cfr_aim aim, uint32_t nodes_max,
                     struct why *why)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    uint64_t key[2];
    struct cfr *cfr;

    if (!game_setup_ok(game, setup, why))
        return NULL;
    if (setup->seats != 2) {
        snprintf(why->text, sizeof why->text, "only games for two are solved, and these are %d seats", setup->seats);
        return NULL;
    }
    cfr = need(NULL, sizeof *cfr);
    *cfr = (struct cfr){.game = game, .aim = aim, .nodes_max = nodes_max};
    game->start(state, setup);
    for (uint64_t seat = 0; seat < 2; seat++)
        key[seat] = hash_bytes(HASH_START, &seat, sizeof seat);
    if (!add_children(cfr, NONE, 1, why) || !grow(cfr, 0, state, key, why)) {
        cfr_close(cfr);
        return NULL;
    }
    cfr->regret = need_zeros(cfr->options);
    cfr->change = need_zeros(cfr->options);
    cfr->now = need_zeros(cfr->options);
    cfr->sum = need_zeros(cfr->options);
    return cfr;
}

void cfr_close(struct cfr *cfr)
{
    if (!cfr)
        return;
    for (uint32_t i = 0; i < cfr->sets; i++) {
        free(cfr->set[i].view);
        free(cfr->set[i].history);
    }
    free(cfr->node);
    free(cfr->set);
    free(cfr->slot);
    free(cfr->move);
    free(cfr->regret);
    free(cfr->change);
    free(cfr->now);
    free(cfr->sum);
    free(cfr);
}

struct cfr_size cfr_size(const struct cfr *cfr)
{
    struct cfr_size size = {0};

    for (uint32_t i = 0; i < cfr->nodes; i++) {
        size.chances += cfr->node[i].actor == CHANCE;
        size.ends += cfr->node[i].actor == END;
        size.decisions += cfr->node[i].set != NONE;
    }
    for (uint32_t i = 0; i < cfr->sets; i++)
        size.sets[cfr->set[i].seat]++;
    return size;
}

/* ---- policies -------------------------------------------------------------------------------- */

struct cfr_asked cfr_ask(const struct cfr *cfr, uint32_t set)
{
    const struct set *s = &cfr->set[set];

    return (struct cfr_asked){.set = set,
                              .seat = s->seat,
                              .key = s->key,
                              .view = s->view,
                              .n = s->n,
                              .move = cfr->move + s->option,
                              .history = s->history,
                              .history_n = s->history_n};
}

/* Asks the policy for every set. */
static bool read_policy(const struct cfr *cfr, cfr_policy *policy, void *self, double probability[], struct why *why)
{
    for (uint32_t i = 0; i < cfr->sets; i++) {
        struct cfr_asked asked = cfr_ask(cfr, i);
        double *p = probability + cfr->set[i].option, sum = 0;
        bool ok = true;

        policy(self, &asked, p);
        for (int k = 0; k < asked.n; k++) {
            ok = ok && p[k] >= 0;
            sum += p[k];
        }
        if (!ok || !(sum > 1 - 1e-9 && sum < 1 + 1e-9)) {
            snprintf(why->text, sizeof why->text, "the policy writes no probabilities for information set %u (sum %g)",
                     i, sum);
            return false;
        }
    }
    return true;
}

/* How likely the move to this node is by the rules of chance or by the policy of whoever makes it. */
static double likely(const struct cfr *cfr, uint32_t child, const double probability[])
{
    const struct node *parent = &cfr->node[cfr->node[child].parent];

    return parent->actor == CHANCE ? cfr->node[child].odds
                                   : probability[cfr->set[parent->set].option + child - parent->first];
}

/* The value of the root where both follow the policy: from the leaves up, since children stand after their parents. */
static double value_at_root(const struct cfr *cfr, const double probability[])
{
    double *value = need_zeros(cfr->nodes), root;

    for (uint32_t i = cfr->nodes; i-- > 0;) {
        if (cfr->node[i].actor == END)
            value[i] = cfr->node[i].value;
        if (i > 0)
            value[cfr->node[i].parent] += likely(cfr, i, probability) * value[i];
    }
    root = value[0];
    free(value);
    return root;
}

/* The best answer of one seat to the policy of the other. */
struct answer {
    const struct cfr *cfr;
    const double *probability;
    int seat;
    double *reach; /* of each node: how likely the other and chance are to come there */
    double *value; /* of each node, for the seat */
    bool *known;
    int *choice; /* of each set of the seat, or -1 */
};

static double answer_value(struct answer *a, uint32_t node);

/* The option that is best on average over all positions that the seat cannot tell apart. What comes later for the seat
 * is settled first: it forgets nothing, so the same set never comes up again below itself. */
static int answer_choice(struct answer *a, uint32_t set)
{
    const struct cfr *cfr = a->cfr;
    double best = 0;

    if (a->choice[set] >= 0)
        return a->choice[set];
    for (int k = 0; k < cfr->set[set].n; k++) {
        double sum = 0;

        for (uint32_t node = cfr->set[set].node; node != NONE; node = cfr->node[node].like)
            sum += a->reach[node] * answer_value(a, cfr->node[node].first + (uint32_t)k);
        if (k == 0 || sum > best) {
            best = sum;
            a->choice[set] = k;
        }
    }
    return a->choice[set];
}

static double answer_value(struct answer *a, uint32_t node)
{
    const struct node *n = &a->cfr->node[node];
    double value = 0;

    if (a->known[node])
        return a->value[node];
    if (n->actor == END)
        value = for_seat(a->seat, n->value);
    else if (n->actor == a->seat)
        value = answer_value(a, n->first + (uint32_t)answer_choice(a, n->set));
    else
        for (uint32_t child = n->first; child < n->first + n->n; child++)
            value += likely(a->cfr, child, a->probability) * answer_value(a, child);
    a->known[node] = true;
    return a->value[node] = value;
}

static double best_answer(const struct cfr *cfr, int seat, const double probability[])
{
    struct answer a = {.cfr = cfr, .probability = probability, .seat = seat};
    double value;

    a.reach = need_zeros(cfr->nodes);
    a.value = need_zeros(cfr->nodes);
    a.known = need(NULL, cfr->nodes * sizeof *a.known);
    a.choice = need(NULL, cfr->sets * sizeof *a.choice);
    for (uint32_t i = 0; i < cfr->nodes; i++) {
        uint32_t parent = cfr->node[i].parent;

        a.known[i] = false;
        a.reach[i] = i == 0 ? 1 : a.reach[parent] * (cfr->node[parent].actor == seat ? 1 : likely(cfr, i, probability));
    }
    for (uint32_t i = 0; i < cfr->sets; i++)
        a.choice[i] = -1;
    value = answer_value(&a, 0);
    free(a.reach);
    free(a.value);
    free(a.known);
    free(a.choice);
    return value;
}

bool cfr_worth(const struct cfr *cfr, cfr_policy *policy, void *self, struct cfr_worth *out, struct why *why)
{
    double *probability = need_zeros(cfr->options);
    bool ok = read_policy(cfr, policy, self, probability, why);

    if (ok) {
        out->value = value_at_root(cfr, probability);
        for (int seat = 0; seat < 2; seat++)
            out->best[seat] = best_answer(cfr, seat, probability);
        out->exploitability = (out->best[0] + out->best[1]) / 2;
    }
    free(probability);
    return ok;
}

/* ---- solving --------------------------------------------------------------------------------- */

/* Weights as probabilities, uniform where all are 0. */
static void normalize(const double weight[], int n, double out[])
{
    double sum = 0;

    for (int k = 0; k < n; k++)
        sum += weight[k];
    for (int k = 0; k < n; k++)
        out[k] = sum > 0 ? weight[k] / sum : 1.0 / n;
}

/* The value of a node for a seat by the policies of now; on the way, for each of its decisions, how much better each
 * option is than the policy, weighed by how likely the others make the node; and the policy itself for the average,
 * weighed by how likely the seat itself makes it. */
static double walk(struct cfr *cfr, uint32_t node, int seat, double own, double others)
{
    const struct node *n = &cfr->node[node];
    double value = 0, each[MOVES_MAX];
    uint32_t option;

    if (n->actor == END)
        return for_seat(seat, n->value);
    if (n->actor != seat) {
        for (uint32_t child = n->first; child < n->first + n->n; child++) {
            double p = likely(cfr, child, cfr->now);

            value += p * walk(cfr, child, seat, own, others * p);
        }
        return value;
    }
    option = cfr->set[n->set].option;
    for (uint32_t k = 0; k < n->n; k++) {
        each[k] = walk(cfr, n->first + k, seat, own * cfr->now[option + k], others);
        value += cfr->now[option + k] * each[k];
    }
    for (uint32_t k = 0; k < n->n; k++) {
        cfr->change[option + k] += others * (each[k] - value);
        cfr->sum[option + k] += cfr->rounds * own * cfr->now[option + k];
    }
    return value;
}

void cfr_solve(struct cfr *cfr, uint32_t rounds)
{
    while (rounds-- > 0) {
        cfr->rounds++;
        for (int seat = 0; seat < 2; seat++) {
            for (uint32_t i = 0; i < cfr->sets; i++)
                normalize(cfr->regret + cfr->set[i].option, cfr->set[i].n, cfr->now + cfr->set[i].option);
            walk(cfr, 0, seat, 1, 1);
            for (uint32_t i = 0; i < cfr->options; i++) {
                double regret = cfr->regret[i] + cfr->change[i];

                cfr->regret[i] = regret > 0 ? regret : 0;
                cfr->change[i] = 0;
            }
        }
    }
}

void cfr_average(void *self, const struct cfr_asked *asked, double probability[])
{
    const struct cfr *cfr = self;

    normalize(cfr->sum + cfr->set[asked->set].option, asked->n, probability);
}
