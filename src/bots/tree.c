/* tree.c: information-set Monte Carlo tree search over the contract.
 *
 * Every simulation deals anew what the seat cannot know and plays on from there. Each seat has its own tree: a node is
 * what that seat has learned since the question (its facts), so that no seat ever acts on what it cannot know, and
 * chance and the others' visible moves branch it as they should. Every seat wants what is best for itself (judge.h). A
 * simulation goes down the trees, adds at most one node to each, plays on by the game's habit or at random to the end
 * (of the stage, of the reach, of the game), and what that was worth to each seat is added along the seat's own path.
 *
 * Where a seat chooses alone, the option with the best upper bound is tried; the width of the bound follows the spread
 * of the values seen at the node, so that no constant has to be fitted to a game. Where several choose unseen, that
 * would be predictable: there each seat plays by regret matching, whose average is what it answers with.
 *
 * All arithmetic is additions, multiplications, divisions and square roots of doubles in a fixed order: the same
 * everywhere.
 */
#include "bot.h"

#include <float.h>

#include "../table/bytes.h"
#include "../table/hash.h"
#include "judge.h"
#include "tree.h"

_Static_assert(FLT_EVAL_METHOD == 0, "doubles are computed as doubles: decisions are the same everywhere");

enum {
    NODES_MAX = 1 << 20,
    PATH_MAX = 256,    /* decisions of one simulation inside the trees */
    SCRATCH_MAX = 2048 /* options of those among them where several choose at once */
};

/* How wide the bound is, in standard deviations of what was seen. */
#define WIDTH 1.2
/* Where several choose at once: part of the tries that are made at random, so that everything is looked at. */
#define EXPLORE 0.15
/* So often a seat does at a node what is its habit, before it looks at everything: at nodes that are seen a few times,
 * trying out what is bad would hide what the moves before it are worth. */
#define HABITUAL 16

struct edge {
    move_t move;
    uint16_t unused;
    uint32_t visits;    /* simulations through it */
    uint32_t available; /* simulations in which it could be chosen */
    uint32_t unused2;
    double total;  /* of the values */
    double regret; /* where several choose at once: not having played it more often; and how often it was played */
    double played;
};

struct node {
    uint64_t key;
    uint32_t edges; /* the first; they are in the order of their moves */
    uint16_t n, unused;
    uint32_t visits;
    uint32_t together; /* several choose at once */
    double total, squares;
};

/* An option as it was weighed in this simulation. */
struct weighed {
    uint32_t edge;
    double part;   /* how often regret wants it */
    double chance; /* how often it is tried */
};

struct passed {
    uint32_t node, edge;
    uint16_t first, n; /* of the weighed; n = 0 where a seat chose alone */
    uint8_t seat;
};

struct tree {
    const struct game *game;
    struct luck luck;
    uint32_t stage;
    uint8_t seats, seat;
    uint32_t simulations;

    uint32_t nodes, nodes_room, edges, edges_room, slots; /* slots: a power of two */
    struct node *node;
    struct edge *edge;
    uint32_t *slot; /* a table of nodes by key; 0 is empty, else the number + 1 */

    uint64_t key[SEATS_MAX]; /* of what each seat has learned in the running simulation */
    uint32_t grown;          /* seats whose tree has got a node in it */
    int passed_n, weighed_n;
    struct passed passed[PATH_MAX];
    struct weighed weighed[SCRATCH_MAX];
    struct facts facts;

    _Alignas(8) unsigned char state[STATE_MAX]; /* of the running simulation */
    _Alignas(8) unsigned char root[STATE_MAX];
};

/* ---- memory ---------------------------------------------------------------------------------- */

/* Every simulation adds at most a node for each seat; of many seats not all come so far. Larger trees than NODES_MAX go
 * on learning without growing. */
static uint32_t nodes_for(const struct bot *bot, int seats)
{
    uint32_t n = bot->iterations * (uint32_t)(seats < 4 ? seats : 4) + 64;

    return n < NODES_MAX ? n : NODES_MAX;
}

static uint32_t edges_for(uint32_t nodes)
{
    return nodes * 8 + 4 * MOVES_MAX;
}

static uint32_t slots_for(uint32_t nodes)
{
    uint32_t slots = 64;

    while (slots < nodes * 2)
        slots *= 2;
    return slots;
}

size_t tree_memory(const struct bot *bot, int seats)
{
    uint32_t nodes = nodes_for(bot, seats);

    return sizeof(struct tree) + nodes * sizeof(struct node) + edges_for(nodes) * sizeof(struct edge) +
           slots_for(nodes) * sizeof(uint32_t);
}

void tree_begin(void *memory, const struct bot *bot, const struct question *question, int number)
{
    struct tree *tree = memory;

    tree->game = question->game;
    tree->seats = question->seats;
    tree->seat = question->seat;
    tree->luck = luck_at(question->seed, (uint32_t)number + 1, 0);
    tree->simulations = 0;
    tree->nodes_room = nodes_for(bot, question->seats);
    tree->edges_room = edges_for(tree->nodes_room);
    tree->slots = slots_for(tree->nodes_room);
    tree->nodes = tree->edges = 0;
    tree->node = (struct node *)(tree + 1);
    tree->edge = (struct edge *)(tree->node + tree->nodes_room);
    tree->slot = (uint32_t *)(tree->edge + tree->edges_room);
    memset(tree->slot, 0, tree->slots * sizeof *tree->slot);
    memcpy(tree->root, question->state, tree->game->state_size);
    tree->stage = tree->game->stage ? tree->game->stage(tree->root) : 0;
}

/* The node of this key, or the empty slot where it belongs. */
static uint32_t *find_slot(const struct tree *tree, uint64_t key)
{
    uint32_t at = (uint32_t)key & (tree->slots - 1);

    while (tree->slot[at] != 0 && tree->node[tree->slot[at] - 1].key != key)
        at = (at + 1) & (tree->slots - 1);
    return &tree->slot[at];
}

/* A block of edges for these moves, keeping what `old` had learned of them and of others; false if there is no room. */
static bool lay_edges(struct tree *tree, struct node *node, const move_t move[], int n)
{
    const struct edge *old = tree->edge + node->edges;
    struct edge *to = tree->edge + tree->edges;
    int have = node->n, i = 0, k = 0, made = 0;

    if (tree->edges + (uint32_t)(n + have) > tree->edges_room)
        return false;
    while (i < n || k < have) {
        if (k < have && (i == n || old[k].move <= move[i])) {
            i += i < n && old[k].move == move[i];
            to[made++] = old[k++];
        } else {
            to[made++] = (struct edge){.move = move[i++]};
        }
    }
    node->edges = tree->edges;
    node->n = (uint16_t)made;
    tree->edges += (uint32_t)made;
    return true;
}

static struct node *add_node(struct tree *tree, uint32_t *slot, uint64_t key, const move_t move[], int n)
{
    struct node *node = &tree->node[tree->nodes];

    if (tree->nodes == tree->nodes_room)
        return NULL;
    *node = (struct node){.key = key};
    if (!lay_edges(tree, node, move, n))
        return NULL;
    *slot = ++tree->nodes;
    return node;
}

/* Where among the node's edges each of these moves is; edges are added where one is new. */
static bool match_edges(struct tree *tree, struct node *node, const move_t move[], int n, uint16_t at[])
{
    for (int tries = 0; tries < 2; tries++) {
        const struct edge *edge = tree->edge + node->edges;
        int i = 0;

        for (int k = 0; k < node->n && i < n; k++)
            if (edge[k].move == move[i])
                at[i++] = (uint16_t)k;
        if (i == n)
            return true;
        if (!lay_edges(tree, node, move, n))
            return false;
    }
    return false;
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static double root(double x)
{
    return x > 0 ? __builtin_sqrt(x) : 0;
}

/* The natural logarithm of a whole number from 1 on, good to a thousandth. */
static double logarithm(uint32_t n)
{
    int bits = 0;
    double x, t;

    while (n >> bits > 1)
        bits++;
    x = n / (double)((uint64_t)1 << bits); /* 1 to 2 */
    t = (x - 1) / (x + 1);
    return bits * 0.6931471805599453 + 2 * t * (1 + t * t * (1.0 / 3 + t * t * 0.2));
}

/* From 0 on and below 1. */
static double portion(struct luck *luck)
{
    return luck_word(luck) / 4294967296.0;
}

/* ---- choosing -------------------------------------------------------------------------------- */

/* One seat chooses alone: the best upper bound. An option that was never tried counts as half a try of the node's mean.
 */
static int choose_alone(struct tree *tree, const struct node *node, int n, const uint16_t at[])
{
    struct edge *edge = tree->edge + node->edges;
    double mean = node->visits ? node->total / node->visits : 0;
    double width = WIDTH * root(node->visits ? node->squares / node->visits - mean * mean : 0);
    double best = 0, log_of = 0;
    int chosen = -1;
    uint32_t start = luck_below(&tree->luck, (uint32_t)n), available = 0; /* which log_of is of: mostly one for all */

    if (width < 1e-4)
        width = 1e-4;
    for (int i = 0; i < n; i++) {
        int k = (int)start + i < n ? (int)start + i : (int)start + i - n;
        struct edge *e = &edge[at[k]];
        double tries = e->visits ? e->visits : 0.5;
        double bound;

        if (++e->available != available) {
            available = e->available;
            log_of = logarithm(available + 1);
        }
        bound = (e->visits ? e->total / e->visits : mean) + width * root(log_of / tries);
        if (chosen < 0 || bound > best) {
            best = bound;
            chosen = k;
        }
    }
    return chosen;
}

/* Several choose at once: in proportion to regret. */
static int choose_together(struct tree *tree, const struct node *node, int n, const uint16_t at[])
{
    struct weighed *weighed = tree->weighed + tree->weighed_n;
    double sum = 0, point, weight = node->visits + 1;
    int chosen = n - 1;

    for (int i = 0; i < n; i++)
        sum += tree->edge[node->edges + at[i]].regret;
    for (int i = 0; i < n; i++) {
        struct edge *e = &tree->edge[node->edges + at[i]];
        double part = sum > 0 ? e->regret / sum : 1.0 / n;

        e->available++;
        e->played += weight * part;
        weighed[i] = (struct weighed){node->edges + at[i], part, (1 - EXPLORE) * part + EXPLORE / n};
    }
    point = portion(&tree->luck);
    for (int i = 0; i < n; i++) {
        if (point < weighed[i].chance) {
            chosen = i;
            break;
        }
        point -= weighed[i].chance;
    }
    return chosen;
}

/* The decision of a seat inside its tree; false where the tree ends. */
static bool choose(struct tree *tree, int seat, bool together, const move_t move[], int n, move_t *out)
{
    uint64_t key = tree->key[seat] ^ (uint64_t)(seat + 1) * LUCK_STEP;
    uint32_t *slot = find_slot(tree, key);
    struct passed *passed = &tree->passed[tree->passed_n];
    struct node *node;
    uint16_t at[MOVES_MAX];
    int chosen = 0;

    if (tree->passed_n == PATH_MAX || (together && tree->weighed_n + n > SCRATCH_MAX))
        return false;
    if (*slot == 0) {
        if ((tree->grown & BIT(seat)) || !(node = add_node(tree, slot, key, move, n)))
            return false;
        tree->grown |= BIT(seat);
        node->together = together;
    } else {
        node = &tree->node[*slot - 1];
    }
    if (!match_edges(tree, node, move, n, at))
        return false;
    passed->node = (uint32_t)(node - tree->node);
    passed->seat = (uint8_t)seat;
    passed->first = (uint16_t)tree->weighed_n;
    passed->n = 0;
    if (together) {
        chosen = choose_together(tree, node, n, at);
        passed->n = (uint16_t)n;
        tree->weighed_n += n;
    } else if (tree->game->habit && node->visits < (tree->passed_n == 0 ? 1 : HABITUAL)) {
        move_t first = tree->game->habit(tree->state, seat, &tree->luck);

        while (chosen < n - 1 && move[chosen] != first)
            chosen++;
        for (int i = 0; i < n; i++)
            tree->edge[node->edges + at[i]].available++;
    } else {
        chosen = choose_alone(tree, node, n, at);
    }
    passed->edge = node->edges + at[chosen];
    tree->passed_n++;
    *out = move[chosen];
    return true;
}

/* ---- learning -------------------------------------------------------------------------------- */

static void learn_regret(struct tree *tree, const struct passed *passed, double value)
{
    const struct weighed *weighed = tree->weighed + passed->first;
    const struct node *node = &tree->node[passed->node];
    double mean = node->visits ? node->total / node->visits : value;
    double expected = 0, gain[MOVES_MAX];

    /* What each option would have brought: what it did bring, or what is known of it so far. To divide what was brought
     * by how often it is tried would be right on average, but with a few hundred tries and many options one stroke of
     * luck would outweigh all that was learned. */
    for (int i = 0; i < passed->n; i++) {
        const struct edge *e = &tree->edge[weighed[i].edge];

        gain[i] = weighed[i].edge == passed->edge ? value : e->visits ? e->total / e->visits : mean;
        expected += weighed[i].part * gain[i];
    }
    for (int i = 0; i < passed->n; i++) {
        struct edge *e = &tree->edge[weighed[i].edge];

        e->regret += gain[i] - expected;
        if (e->regret < 0)
            e->regret = 0;
    }
}

static void learn(struct tree *tree, const double value[])
{
    for (int i = 0; i < tree->passed_n; i++) {
        const struct passed *passed = &tree->passed[i];
        struct node *node = &tree->node[passed->node];
        struct edge *edge = &tree->edge[passed->edge];
        double v = value[passed->seat];

        if (passed->n > 0)
            learn_regret(tree, passed, v);
        node->visits++;
        node->total += v;
        node->squares += v * v;
        edge->visits++;
        edge->total += v;
    }
}

/* ---- a simulation ---------------------------------------------------------------------------- */

/* Everybody notes what he has learned. In a game without secrets that is the table itself, so that different ways to
 * the same position meet. */
static void note_facts(struct tree *tree, int actor, move_t move)
{
    const struct facts *facts = &tree->facts;

    if (actor != CHANCE)
        tree->key[actor] = luck_stir(tree->key[actor] ^ ((uint64_t)move << 8 | 1));
    for (int i = 0; i < facts->n; i++) {
        uint64_t fact = hash_bytes(HASH_START, &facts->fact[i].phrase, sizeof facts->fact[i].phrase);

        for (FOR_BITS(seat, facts->fact[i].to & (BIT(tree->seats) - 1)))
            tree->key[seat] = luck_stir(tree->key[seat] ^ fact);
    }
}

static void note_view(struct tree *tree, int seat)
{
    _Alignas(8) unsigned char view[STATE_MAX];
    const void *seen = tree->state;

    if (tree->game->sealed && tree->game->sealed(tree->state)) {
        game_view(tree->game, tree->state, seat, view);
        seen = view;
    }
    tree->key[seat] = hash_bytes(HASH_START, seen, tree->game->state_size);
}

static bool stops(const struct tree *tree, uint32_t moves)
{
    const struct game *game = tree->game;

    return (game->reach && moves >= game->reach) || (game->stage && game->stage(tree->state) != tree->stage);
}

static move_t any_of(const move_t list[], int n, struct luck *luck)
{
    return n == 1 ? list[0] : list[luck_below(luck, (uint32_t)n)];
}

/* From where the trees end to where simulations end. */
static void play_out(struct tree *tree, uint32_t moves)
{
    const struct game *game = tree->game;
    move_t list[MOVES_MAX];
    uint32_t asked;

    for (; (asked = game->actors(tree->state)) != 0 && !stops(tree, moves); moves++) {
        int actor = bit_lowest(asked);
        move_t move;

        if (actor == CHANCE)
            move = game_draw(game, tree->state, luck_below(&tree->luck, game_odds(game, tree->state)));
        else if (game->habit)
            move = game->habit(tree->state, actor, &tree->luck);
        else
            move = any_of(list, game->moves(tree->state, actor, list), &tree->luck);
        game->apply(tree->state, actor, move, NULL);
    }
}

static void simulate(struct tree *tree)
{
    const struct game *game = tree->game;
    bool secrets = game->flags & GAME_HIDDEN;
    double value[SEATS_MAX] = {0};
    uint32_t asked, moves = 0;

    memcpy(tree->state, tree->root, game->state_size);
    game->veil(tree->state, tree->seat, &tree->luck);
    memset(tree->key, 0, sizeof tree->key);
    tree->grown = 0;
    tree->passed_n = tree->weighed_n = 0;
    for (; (asked = game->actors(tree->state)) != 0 && !stops(tree, moves); moves++) {
        /* Whoever is asked goes first, before it hears what others say at the same time. */
        int actor = moves == 0 ? tree->seat : bit_lowest(asked), n;
        move_t list[MOVES_MAX], move;

        if (actor == CHANCE) {
            move = game_draw(game, tree->state, luck_below(&tree->luck, game_odds(game, tree->state)));
        } else {
            n = game->moves(tree->state, actor, list);
            move = list[0];
            if (n > 1 || moves == 0) { /* the question's node is there in any case */
                bool together = tree_together(game, tree->state, actor, list[0]);

                if (!secrets)
                    note_view(tree, actor);
                if (!choose(tree, actor, together, list, n, &move))
                    break;
            }
        }
        facts_clear(&tree->facts);
        tree->facts.words_only = 1;
        game->apply(tree->state, actor, move, secrets ? &tree->facts : NULL);
        if (secrets)
            note_facts(tree, actor, move);
    }
    play_out(tree, moves);
    judge(game, tree->seats, tree->state, tree->seat, value);
    learn(tree, value);
    tree->simulations++;
}

/* Whether this seat chooses at once with others and unseen. */
bool tree_together(const struct game *game, const void *state, int seat, move_t any)
{
    _Alignas(8) unsigned char next[STATE_MAX];
    uint32_t others = (game->actors(state) | game_sealed(game, state)) & ~BIT(seat);

    if (!game->sealed || others == 0)
        return false;
    if (!(game->flags & GAME_OPEN) || game->sealed(state))
        return true;
    memcpy(next, state, game->state_size);
    game->apply(next, seat, any, NULL);
    return game->sealed(next) & BIT(seat);
}

void tree_grow(void *memory, uint32_t simulations)
{
    while (simulations-- > 0)
        simulate(memory);
}

/* ---- looking --------------------------------------------------------------------------------- */

void answer_add(struct answer *out, const void *memory)
{
    const struct tree *tree = memory;
    const struct node *node = tree->node; /* the first one ever made is the question's */
    const struct edge *edge;

    out->simulations += tree->simulations;
    if (tree->nodes == 0)
        return;
    edge = tree->edge + node->edges;
    for (int i = 0, k = 0; i < out->n; i++) {
        while (k < node->n && edge[k].move < out->reason[i].move)
            k++;
        if (k < node->n && edge[k].move == out->reason[i].move) {
            out->reason[i].visits += edge[k].visits;
            out->reason[i].value += edge[k].total;
            out->reason[i].weight += node->together ? edge[k].played : edge[k].visits;
        }
    }
}
