/* study.h: what `wabe study` finds out about a game, and who writes it down. */
#ifndef WABE_STUDY_H
#define WABE_STUDY_H

#include "bout.h"
#include "figures.h"

enum {
    WHOLE = 420,         /* of a win: divisible by every number of seats that may share it */
    POINTS = 10,         /* at which a game is looked at, the last at its end */
    ARMS_MAX = 32,       /* set-ups that are compared */
    ACTIONS_MAX = 20000, /* different moves of one set-up that are told apart */
    SKILLS_MAX = 3,
};

/* ---- actions ---- */

/* A kind of move: the text by which a game names it with what it is about, but for seats. `whole` stands for all of one
 * text together. */
struct action_key {
    uint16_t text;
    uint16_t whole;
    int16_t arg[PHRASE_ARGS];
};

/* A table of things that are found by the key they begin with. */
struct lookup {
    unsigned char *items;
    int n, room, most;
    size_t size;     /* of an item */
    int *slot;       /* 1 + the number of an item, or 0 */
    uint32_t slots;  /* a power of two, or 0 */
    uint64_t missed; /* for which there was no room */
};

struct action {
    struct action_key key;
    uint64_t uses, offers; /* decisions */
    struct ratio choice;   /* uses per offer, by games */
    struct contrast
        contrast; /* seats that used it against seats that could have and did not: wins, or scores if solo */
};

/* ---- one set-up ---- */

/* What is compared between set-ups, a whole number for each game. */
enum metric {
    METRIC_FIRST,  /* what the first seat won above its fair share, of WHOLE */
    METRIC_START,  /* the same of the seat that made the first decision of its own */
    METRIC_SHARED, /* several in the first place, or in a solo game a win; of WHOLE */
    METRIC_SCORE,  /* of all seats on average, times WHOLE */
    METRIC_MARGIN,
    METRIC_MOVES,
    METRIC_DECISIONS,
    METRIC_HALF, /* whether the winner led at half time, of WHOLE */
    METRICS
};

enum { NO_METRIC = INT32_MIN }; /* in this game there was nothing to measure */

struct sums {
    uint64_t n;
    int64_t sum, squares;
};

enum judged { JUDGED_NOT, JUDGED_BY_STANDING, JUDGED_BY_BOTS };

struct arm {
    struct deal deal;
    char label[64]; /* the value that is varied */
    uint64_t games;

    int64_t wins[SEATS_MAX];             /* of WHOLE */
    uint64_t starts[SEATS_MAX], started; /* who made the first decision of its own; games where somebody did */
    int64_t distance_wins[SEATS_MAX];    /* by seats after that one */
    uint64_t shared, missed;
    int64_t bot_wins[SEATS_MAX]; /* by bots, where they differ */

    struct spread moves, decisions, own_decisions;
    struct spread score[SEATS_MAX], winner, others, margin;
    struct spread options, options_at[POINTS];

    enum judged judged;
    uint64_t led; /* games in which it could be said who led */
    int64_t leads[POINTS], fair_leads;
    struct spread changes; /* of the lead */

    struct lookup actions; /* of struct action */

    struct sums metric[METRICS];
    struct sums paired[METRICS]; /* this one less the first arm, game by game */
};

/* ---- the whole ---- */

struct skill {
    struct bots bots; /* one of the first among the second */
    uint64_t deals;
    struct sums wins;   /* a deal: of WHOLE, of all seats that the first took in turn */
    struct sums better; /* solo: the score of the first less that of the second */
};

struct study {
    const struct command *command;
    struct deal deal; /* of the first game */
    struct bots bots; /* by seats; in the next game each sits one further */
    bool differ;      /* they are not all the same */
    uint64_t games;   /* that were asked for */
    int threads;
    const char *vary; /* an option, "seats", or NULL */
    char reproduce[1024];

    uint64_t played;
    struct arm arm[ARMS_MAX];
    int arms;
    char left_out[512]; /* values that the game refuses together with the others */
    bool interrupted;

    struct skill skill[SKILLS_MAX];
    int skills;
    bool no_skill;
};

static inline bool study_solo(const struct arm *arm)
{
    return arm->deal.setup.seats == 1;
}

/* The item with this key; a new one of zero bytes if there is none yet; NULL if there is no room for it. */
void *lookup_find(struct lookup *lookup, const struct action_key *key);
void lookup_free(struct lookup *lookup);

/* The words of an action, with "a player" for seats, and for a whole text with what else it would name. */
void action_put(struct text *out, const struct game *game, const struct action_key *key);

/* A game's actions as the page and the JSON have them: by text, the whole before its parts, ascending. */
struct finding {
    const struct action *action;
    struct estimate choice, difference;
    double used, unused; /* mean outcome of both groups */
    double chance;
    bool same; /* a part that is all of its text: nothing that its whole does not say */
    bool tested, kept;
};
struct finding *study_findings(const struct arm *arm, int *n, int *tested, int *kept);

/* One metric of a set-up. */
struct estimate study_metric(const struct arm *arm, enum metric metric);

/* What the stronger level of a pair wins; alone, how much more it scores. By deals: the games of one are not
 * independent. */
struct estimate study_skill(const struct study *study, const struct skill *skill);

struct estimate sums_mean(const struct sums *sums, double scale);

/* The difference of one metric between an arm and the first one, in units of the metric itself. */
struct estimate study_difference(const struct study *study, int arm, enum metric metric);

void study_page(FILE *out, const struct study *study);
void study_json(FILE *out, const struct study *study);

#endif
