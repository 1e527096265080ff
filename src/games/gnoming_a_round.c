/* gnoming_a_round.c: Gnoming A Round, golf with cards for 2 to 7 (Grandpa Beck's Games). Rules:
 * docs/rules/gnoming-a-round.md.
 *
 * Three rounds, or up to nine. Each seat has nine cards in a 3x3 grid, face down and unknown even to their owner. In a
 * turn one draws a card, puts it in the place of another or discards it, and what was replaced may bounce to another
 * place. When somebody's cards are all face up, the others have one more turn; lines of equal cards, negative
 * cards and few points are good.
 *
 * Unusual: a face-down card is nowhere in the state: it is drawn when it is turned, out of a pool that holds all
 * cards that nobody has seen, those of the draw pile included. When the discards are shuffled into a new draw pile
 * its cards are known, so it gets a pool of its own, and the face-down cards keep the first one. Of all cards only
 * the one drawn from the pile is known to one seat alone, until it is put down or discarded.
 *
 * A grid is one number with four bits for each place, so that looking for face-down cards, mulligans or a card that
 * matches is a few operations on all nine places at once.
 */
#include "game.h"

/* ---- components: what an owner of the box may want to correct ------------------------------------ */

/* The cards: name, mark, the points of one outside a set, how many. The counts are the publisher's. */
#define BOX(X)                                                                                                         \
    X(NEGATIVE_4, "-4", "-4", -4, 3)                                                                                   \
    X(NEGATIVE_3, "-3", "-3", -3, 5)                                                                                   \
    X(NEGATIVE_2, "-2", "-2", -2, 8)                                                                                   \
    X(NEGATIVE_1, "-1", "-1", -1, 6)                                                                                   \
    X(POSITIVE_3, "3", "3", 3, 14)                                                                                     \
    X(POSITIVE_4, "4", "4", 4, 14)                                                                                     \
    X(POSITIVE_5, "5", "5", 5, 14)                                                                                     \
    X(POSITIVE_6, "6", "6", 6, 14)                                                                                     \
    X(POSITIVE_7, "7", "7", 7, 13)                                                                                     \
    X(POSITIVE_8, "8", "8", 8, 13)                                                                                     \
    X(HAZARD, "hazard", "H", 10, 3)                                                                                    \
    X(MULLIGAN, "mulligan", "M", 0, 3)

enum { ROUNDS = 3, ROUNDS_MAX = 9, TURNS_MAX = 60, BONUS = 5 };

/* Nine is half a course of golf; the state keeps the scores of all rounds. With 0 it does not matter who
 * ends a round; 10 is already as much as a hazard costs. */
enum { OPTION_ROUNDS, OPTION_BONUS, OPTIONS_N };

static const struct option options[] = {
    [OPTION_ROUNDS] = OPTION_NUMBER("rounds", "Rounds", 1, ROUNDS_MAX, ROUNDS),
    [OPTION_BONUS] = OPTION_NUMBER("bonus", "Points off or on for whoever ends a round", 0, 10, BONUS),
};

/* A card is its number in this list from 1 on, which is also its thing; 0 is a face-down one, or none. */
enum {
    FACE_DOWN,
#define CARD_ID(id, name, mark, points, count) id,
    BOX(CARD_ID) THINGS_N
#undef CARD_ID
};

#define AND_MORE(id, name, mark, points, count) +count
enum { SEATS = 7, SIDE = 3, PLACES = SIDE * SIDE, BOX_CARDS = 0 BOX(AND_MORE) };
#undef AND_MORE

static const struct thing things[THINGS_N] = {
    [FACE_DOWN] = {"card", "?", THING_CARD, COLOUR_NONE, NO_NUMBER, FACE_DOWN},
#define CARD_THING(id, name, mark, points, count)                                                                      \
    [id] = {name, mark, THING_CARD, COLOUR_NONE, id < HAZARD ? points : NO_NUMBER, FACE_DOWN},
    BOX(CARD_THING)
#undef CARD_THING
};

static const uint8_t box_cards[THINGS_N] = {
#define CARD_COUNT(id, name, mark, points, count) [id] = count,
    BOX(CARD_COUNT)
#undef CARD_COUNT
};

static const int8_t card_points[THINGS_N] = {
#define CARD_POINTS(id, name, mark, points, count) [id] = points,
    BOX(CARD_POINTS)
#undef CARD_POINTS
};

/* The zones of the table. */
enum { Z_GRID, Z_DRAW, Z_DISCARDS, Z_BENEATH, Z_OUT, Z_HAND, ZONES_N };

static const struct zone zones[] = {
    [Z_GRID] = {"grid", ZONE_GRID, ROLE_TABLEAU},
    [Z_DRAW] = {"deck", ZONE_PILE, ROLE_DECK},
    [Z_DISCARDS] = {"discards", ZONE_ROW, ROLE_DISCARD},
    [Z_BENEATH] = {"beneath", ZONE_PILE, ROLE_DISCARD},
    [Z_OUT] = {"out", ZONE_BOX, ROLE_ASIDE},
    [Z_HAND] = {"hand", ZONE_HAND, ROLE_HAND},
};

/* Their places. A discard pile has its top card there, and the others beneath. */
enum { LEFT, RIGHT, PILES };
enum { PLACE_DRAW, PLACE_DISCARDS, PLACE_BENEATH = PLACE_DISCARDS + PILES, PLACE_OUT, PLACE_HAND, PLACE_GRID };

static bool is_positive(int card)
{
    return card >= POSITIVE_3 && card <= POSITIVE_8;
}

static bool is_negative(int card)
{
    return card >= NEGATIVE_4 && card <= NEGATIVE_1;
}

/* ---- pools ----------------------------------------------------------------------------------- */

/* How many of each card lie unseen: four bits for each, those of the first eight cards in the lower halves of the bytes
 * and those of the others in the upper halves, so that both are eight bytes that can be added up by multiplying. */
#define LOWER(pool)                               ((pool) & 15 * EACH_BYTE)
#define UPPER(pool)                               ((pool) >> 4 & 15 * EACH_BYTE)
#define POOL_SHIFT(card)                          (8 * ((card) - 1) - ((card) > 8 ? 60 : 0))
#define POOL_OF(card, n)                          ((uint64_t)(n) << POOL_SHIFT(card))
#define POOL_COUNT(id, name, mark, points, count) +POOL_OF(id, count)
#define POOL_BOX                                  (0 BOX(POOL_COUNT))

#define TOO_MANY(id, name, mark, points, count) +(count > 15)
_Static_assert((0 BOX(TOO_MANY)) == 0 && BOX_CARDS < 128, "counts of four bits, sums of seven");
#undef TOO_MANY

static int unseen_count(uint64_t pool, int card)
{
    return (int)(pool >> POOL_SHIFT(card) & 15);
}

static uint32_t unseen_size(uint64_t pool)
{
    return (uint32_t)((LOWER(pool) + UPPER(pool)) * EACH_BYTE >> 56);
}

/* Card number r of the pool, sorted: as many of the running sums of both halves are at most r as there are cards
 * before it. */
static int unseen_nth(uint64_t pool, uint32_t r)
{
    uint64_t lower = LOWER(pool) * EACH_BYTE, upper = UPPER(pool) * EACH_BYTE + (lower >> 56) * EACH_BYTE;

    return 1 + bytes_not_above(lower, r) + bytes_not_above(upper, r);
}

/* Whether all cards of this pool, which is not empty, are alike. */
static bool unseen_alike(uint64_t pool)
{
    return (pool & ~((uint64_t)15 << (bit_lowest64(pool) & ~3))) == 0;
}

/* ---- words ----------------------------------------------------------------------------------- */

#define TEXTS(X)                                                                                                       \
    X(NONE, "")                                                                                                        \
    X(A1, "A1")                                                                                                        \
    X(B1, "B1")                                                                                                        \
    X(C1, "C1")                                                                                                        \
    X(A2, "A2")                                                                                                        \
    X(B2, "B2")                                                                                                        \
    X(C2, "C2")                                                                                                        \
    X(A3, "A3")                                                                                                        \
    X(B3, "B3")                                                                                                        \
    X(C3, "C3")                                                                                                        \
    X(ROW_1, "row 1")                                                                                                  \
    X(ROW_2, "row 2")                                                                                                  \
    X(ROW_3, "row 3")                                                                                                  \
    X(COLUMN_A, "column A")                                                                                            \
    X(COLUMN_B, "column B")                                                                                            \
    X(COLUMN_C, "column C")                                                                                            \
    X(LEFT, "left")                                                                                                    \
    X(RIGHT, "right")                                                                                                  \
    X(SAY_STARTS, "{seat} starts")                                                                                     \
    X(SAY_FIRST, "turn up the {thing} for a discard pile")                                                             \
    X(SAY_TURN_CARD, "{text} of {seat} is the {thing}")                                                                \
    X(SAY_DRAW_CARD, "{seat} draws the {thing}")                                                                       \
    X(SAY_TURN_OVER, "the card from {text} is the {thing}")                                                            \
    X(SAY_TURN, "turn up {text}")                                                                                      \
    X(SAY_TURN_NONE, "turn up none")                                                                                   \
    X(SAY_PILE, "draw from the draw pile")                                                                             \
    X(SAY_TAKE, "take the {thing} from the {text} pile")                                                               \
    X(SAY_PUT, "put it at {text}")                                                                                     \
    X(SAY_BOUNCE, "bounce it to {text}")                                                                               \
    X(SAY_DISCARD, "discard it on the {text} pile")                                                                    \
    X(SAY_DISCARD_HAZARD, "discard the hazard")                                                                        \
    X(ROUND, "round {n} of {n}: everybody gets nine cards face down")                                                  \
    X(STARTS, "{seat} [start|starts]")                                                                                 \
    X(FIRST, "the {thing} starts the {text} discard pile")                                                             \
    X(FIRST_HAZARD, "a hazard is turned up for a discard pile and leaves play")                                        \
    X(CHOOSES, "{seat} [choose|chooses] {text}")                                                                       \
    X(CHOOSES_TWO, "{seat} [choose|chooses] {text} and {text}")                                                        \
    X(TURNS_UP, "{seat} [turn|turns] up {text}: {thing}")                                                              \
    X(TURNS_NONE, "{seat} [turn|turns] up no card")                                                                    \
    X(RESHUFFLED, "the draw pile is empty: {n} [discard becomes|discards are shuffled and become] the new one")        \
    X(DRAWS, "{seat} [draw|draws] from the draw pile")                                                                 \
    X(DRAWS_CARD, "{seat} [draw|draws] the {thing} from the draw pile")                                                \
    X(TAKES, "{seat} [take|takes] the {thing} from the {text} pile")                                                   \
    X(PUTS, "{seat} [put|puts] the {thing} at {text} on a face-down card")                                             \
    X(PUTS_FOR, "{seat} [put|puts] the {thing} at {text} in place of the {thing}")                                     \
    X(BOUNCES, "{seat} [bounce|bounces] the {thing} to {text} on a face-down card")                                    \
    X(BOUNCES_FOR, "{seat} [bounce|bounces] the {thing} to {text} in place of the {thing}")                            \
    X(TURNED_OVER, "the replaced card is turned over: {thing}")                                                        \
    X(MAY_BOUNCE, "the replaced card is turned over: {thing}, which may bounce")                                       \
    X(DISCARDS, "{seat} [discard|discards] the {thing} on the {text} pile")                                            \
    X(STARTS_PILE, "{seat} [discard|discards] the {thing}, which starts the {text} pile again")                        \
    X(HAZARD_OUT, "{seat} [discard|discards] a {thing}, which leaves play")                                            \
    X(GOES_OUT, "{seat} [have|has] no face-down card left: everybody else has one more turn")                          \
    X(NOBODY_OUT, "everybody has had {n} turns and nobody has gone out")                                               \
    X(ROUND_OVER, "the round is over")                                                                                 \
    X(SET, "{seat's} {text} is a set of {thing}s: {n}")                                                                \
    X(SCORES, "{seat} [score|scores] {n}: sets {n}, other positive cards {n}, negative cards {n}")                     \
    X(SCORES_HAZARD, "{seat} [score|scores] {n}: sets {n}, other positive cards {n}, negative cards {n}, hazards {n}") \
    X(LOWEST, "{seat} ended the round and nobody has less: {n} off, which makes {n}")                                  \
    X(NOT_LOWEST, "{seat} ended the round and {seat} [have|has] less: {n} more, which makes {n}")                      \
    X(GRID_TITLE, "{seat}")                                                                                            \
    X(GRID_TITLE_1, "{seat} ({n})")                                                                                    \
    X(GRID_TITLE_2, "{seat} ({n}, {n})")                                                                               \
    X(GRID_TITLE_3, "{seat} ({n}, {n}, {n})")                                                                          \
    X(GRID_TITLE_MORE, "{seat} (…, {n}, {n}, {n})")                                                                    \
    X(PILE_TITLE, "draw pile")                                                                                         \
    X(DISCARDS_TITLE, "discard piles")                                                                                 \
    X(LEFT_LABEL, "left ({n})")                                                                                        \
    X(RIGHT_LABEL, "right ({n})")                                                                                      \
    X(BENEATH_TITLE, "under their top cards")                                                                          \
    X(OUT_TITLE, "out of play")                                                                                        \
    X(HAND_TITLE, "{seat's} card in hand")                                                                             \
    X(NOTE_ROUND, "round {n} of {n}")                                                                                  \
    X(NOTE_ROUND_OVER, "round {n} of {n} is over: these are the cards that were scored")                               \
    X(NOTE_TURN, "round {n} of {n}, turn {n}; {seat} started")                                                         \
    X(NOTE_OUT, "{seat} [have|has] gone out: everybody else has one last turn")                                        \
    X(NOTE_MULLIGANS, "{seat} [have|has] {n} mulligans face up: one must be replaced, none may be taken")              \
    X(NOTE_SECOND, "only one mulligan may be face up: this one replaces it or is discarded")                           \
    X(NOTE_THIRD, "only one mulligan may be face up: this one replaces one of them or is discarded")                   \
    X(PROMPT_STARTER, "the starting seat is drawn")                                                                    \
    X(PROMPT_NEXT, "the next round begins")                                                                            \
    X(PROMPT_FIRST, "the discard piles are started")                                                                   \
    X(PROMPT_TWO, "all turn up two of their cards, chosen blind")                                                      \
    X(PROMPT_FIRST_CARD, "turn up two of your cards: which is the first?")                                             \
    X(PROMPT_SECOND_CARD, "turn up two of your cards: which is the second?")                                           \
    X(PROMPT_TURN_CARD, "the chosen cards are turned up")                                                              \
    X(PROMPT_DRAW, "{seat} [draw|draws] from the draw pile or [take|takes] the top card of a discard pile")            \
    X(PROMPT_PLAY_UNSEEN, "{seat} puts the drawn card in their grid or discards it")                                   \
    X(PROMPT_PLAY_DRAWN, "{seat} drew the {thing}[: put| and puts] it in [the|their] grid or [discard|discards] it")   \
    X(PROMPT_KEEP_DRAWN, "{seat} drew the {thing}[: put| and puts] it in [the|their] grid")                            \
    X(PROMPT_PLAY_TAKEN, "{seat} took the {thing}[: put| and puts] it in [the|their] grid")                            \
    X(PROMPT_TURN_OVER, "the card from {text} is turned over")                                                         \
    X(PROMPT_BOUNCE, "{seat} may bounce the {thing} from {text} to another place, or discard it")                      \
    X(PROMPT_DISCARD, "{seat} [discard|discards] the {thing} on a discard pile")                                       \
    X(PROMPT_HAZARD, "after a hazard: whoever has two face-down cards or more may turn one up")                        \
    X(PROMPT_YOU_HAZARD, "after a hazard: you may turn up one of your face-down cards")                                \
    X(PROMPT_REST, "all face-down cards are turned up")                                                                \
    X(PROMPT_OVER, "the game is over")                                                                                 \
    X(TOTAL_1, "{seat}: {n} in the only round")                                                                        \
    X(TOTAL_2, "{seat}: {n} and {n} in the two rounds, {n} in all")                                                    \
    X(TOTAL_3, "{seat}: {n}, {n} and {n} in the three rounds, {n} in all")                                             \
    X(TOTAL_4, "{seat}: {n}, {n}, {n} and {n} in the four rounds, {n} in all")                                         \
    X(FIRST_FIVE, "{seat}: {n}, {n}, {n}, {n} and {n} in rounds 1 to 5")                                               \
    X(TOTAL_5, "{seat}: {n} in all five rounds")                                                                       \
    X(TOTAL_6, "{seat}: {n} in round 6, {n} in all")                                                                   \
    X(TOTAL_7, "{seat}: {n} and {n} in rounds 6 and 7, {n} in all")                                                    \
    X(TOTAL_8, "{seat}: {n}, {n} and {n} in rounds 6 to 8, {n} in all")                                                \
    X(TOTAL_9, "{seat}: {n}, {n}, {n} and {n} in rounds 6 to 9, {n} in all")                                           \
    X(TIE_1, "those with {n} share their place")                                                                       \
    X(TIE_2, "of those with {n}, whoever has the lower second round is ahead; equals share")                           \
    X(TIE_3, "of those with {n}, whoever has the lower third round is ahead; equals share")                            \
    X(TIE_MORE, "of those with {n}, whoever has the lower last round is ahead; equals share")                          \
    X(GOAL_TOTAL, "have the fewest points after {n} [round|rounds]: you have {n}, the best other {n}")                 \
    X(GOAL_ROUND, "go out with few points: you show {n}, with {n} [card|cards] still face down")                       \
    X(GOAL_LAST, "end your last turn below {seat's} {n} [point|points]: you show {n}, with {n} face down")             \
    X(GOAL_OUT, "be the lowest of this round with {n}: {n} [point|points] less if you are, as many more if not")       \
    X(GOAL_LAST_TURN, "end the round with few points in your last turn: you show {n}")                                 \
    X(GOAL_WAIT, "everybody else has one last turn: you have {n}")                                                     \
    X(COUNT_ROUND, "round")                                                                                            \
    X(COUNT_TURN, "turn")                                                                                              \
    X(COUNT_PILE, "cards in this pile")                                                                                \
    X(COUNT_SCORE, "score of round {n}")                                                                               \
    X(COUNT_SCORES, "score of rounds 1 to {n}")                                                                        \
    X(COUNT_SHOWN, "points face up")                                                                                   \
    X(COUNT_DOWN, "face-down cards")                                                                                   \
    X(COUNT_MULLIGANS, "mulligans face up")                                                                            \
    X(ABOUT_POSITIVE, "a positive card: {n} points, but three equal ones in a row or column are a set and score {n}"   \
                      " together. Found face down, it may bounce if your grid shows another one")                      \
    X(ABOUT_NEGATIVE, "a negative card: it always counts {n}, wherever it lies. The row and the column with it are no" \
                      " sets, and it never bounces")                                                                   \
    X(ABOUT_HAZARD, "adds {n} points in your grid, and spoils sets. Discarded it leaves play, and all other players"   \
                    " may turn up one of their face-down cards, but never the last one")                               \
    X(ABOUT_MULLIGAN, "wild: stands for any positive card, one in its row and another in its column; 0 outside of"     \
                      " sets. Only one may lie face up in your grid when your turn ends. It never bounces, and no"     \
                      " card because of it")                                                                           \
    X(NOTE_LAST_TURNS, "round {n} of {n}, turn {n} of at most {n}, then the round ends; {seat} started")

enum {
#define TEXT_ID(id, words) T_##id,
    TEXTS(TEXT_ID) TEXTS_N
#undef TEXT_ID
};

static const char *const texts[] = {
#define TEXT_WORDS(id, words) words,
    TEXTS(TEXT_WORDS)
#undef TEXT_WORDS
};

enum { T_PLACE = T_A1, T_ROW = T_ROW_1, T_COLUMN = T_COLUMN_A };

_Static_assert(T_C3 - T_PLACE == PLACES - 1, "a text for each place");
_Static_assert(T_ROW_3 - T_ROW == SIDE - 1 && T_COLUMN_C - T_COLUMN == SIDE - 1, "a text for each line");

/* Of so many rounds at most each is told by itself, at the grids and by counters: of these a scene has room for 48, and
 * in a turn each of seven seats has two or three more. */
enum { ROUNDS_TOLD = 3 };

_Static_assert(T_GRID_TITLE_MORE - T_GRID_TITLE == ROUNDS_TOLD + 1 && T_TIE_MORE - T_TIE_1 == ROUNDS_TOLD &&
                   T_TOTAL_4 - T_TOTAL_1 == 3 && T_TOTAL_9 - T_TOTAL_5 == 4,
               "titles, ties and totals for each number of rounds");

/* ---- state ----------------------------------------------------------------------------------- */

/* Up to TURN_REST it is chance that acts. In ROUND_OVER the cards that were scored still lie there, until the first
 * card of the next round is turned. TURN_TWO, TURN_HAZARD and TURN_REST turn up what is in `pending`, after SET_UP,
 * after HAZARD and when the round is over; TURN_OVER turns over the card that has been replaced. */
enum phase {
    DRAW_STARTER,
    ROUND_OVER,
    FIRST_DISCARDS,
    DRAW_CARD,
    TURN_OVER,
    TURN_TWO,
    TURN_HAZARD,
    TURN_REST,
    SET_UP,
    DRAW,
    PLAY,
    BOUNCE,
    DISCARD,
    HAZARD_STEP,
    OVER
};

enum { STACK_WORDS = 6, STACK_CARDS = STACK_WORDS * 16 };

_Static_assert(STACK_CARDS >= BOX_CARDS - 2 * PLACES, "all cards that are in nobody's grid");

struct state {
    uint64_t grid[SEATS]; /* four bits for each place, row by row: the card, or 0 while it is face down */
    uint64_t pool[2];     /* unseen cards: all of them; and the draw pile once discards were shuffled into it */
    uint64_t
        stack[STACK_WORDS]; /* the discards, four bits each: the left pile from the first on, the right from the last */
    uint16_t choice[SEATS]; /* places chosen unseen, or to be turned up; NO_CARD for none */
    uint16_t turns;         /* finished in this round, by all together */
    int8_t score[ROUNDS][SEATS]; /* of the first rounds, by score_of; 0 of those that are not over */
    uint8_t stacked[PILES];      /* cards on each discard pile */
    uint8_t pile;                /* cards in the draw pile */
    uint8_t fresh;               /* which pool the draw pile is in: 1 after the first shuffling */
    uint8_t gone;                /* hazards out of play */
    uint8_t hand;                /* the card that was drawn or replaced and is to be put somewhere; 0: none */
    uint8_t drawn;               /* in PLAY: it came from the draw pile, and only its drawer knows it */
    uint8_t place;               /* where the last card was put in this turn; 0 before that */
    uint8_t asked;               /* who owes a decision, as actors has it */
    uint8_t pending;             /* the seats of which cards are to be turned up */
    uint8_t phase, seats, turn, round;
    uint8_t starter; /* of the first round */
    uint8_t out;     /* who has gone out, from 1; 0: nobody */
    int8_t rounds;   /* that are played, beyond ROUNDS */
    int8_t bonus;    /* of whoever ends a round, beyond BONUS */
    uint8_t zero;
    int8_t later[ROUNDS_MAX - ROUNDS][SEATS]; /* scores of later rounds: the state has grown by them */
    uint8_t zeros[6];
};

_Static_assert(sizeof(struct state) == 224, "no padding");

enum { NO_CARD = 1 << PLACES };

static int rounds_of(const struct state *s)
{
    return ROUNDS + s->rounds;
}

static int bonus_of(const struct state *s)
{
    return BONUS + s->bonus;
}

/* The scores of a round, by seat. */
static int8_t *scores_of(struct state *s, int round)
{
    return round < ROUNDS ? s->score[round] : s->later[round - ROUNDS];
}

static int8_t score_of(const struct state *s, int round, int seat)
{
    return round < ROUNDS ? s->score[round][seat] : s->later[round - ROUNDS][seat];
}

/* ---- grids ----------------------------------------------------------------------------------- */

#define EACH_PLACE ((uint64_t)0x111111111u)

static int card_at(uint64_t grid, int place)
{
    return (int)(grid >> 4 * place & 15);
}

static void lay_card(struct state *s, int seat, int place, int card)
{
    s->grid[seat] = (s->grid[seat] & ~((uint64_t)15 << 4 * place)) | (uint64_t)card << 4 * place;
}

/* The places with this card, or the face-down ones: the lowest bit of each. */
static uint64_t places_with(uint64_t grid, int card)
{
    uint64_t differs = grid ^ (uint64_t)card * EACH_PLACE;

    differs |= differs >> 2;
    return ~(differs | differs >> 1) & EACH_PLACE;
}

static uint64_t face_down(uint64_t grid)
{
    return places_with(grid, FACE_DOWN);
}

static int places_n(uint64_t places)
{
    return (int)(places * EACH_PLACE >> 4 * (PLACES - 1) & 15);
}

static int lowest_place(uint64_t places)
{
    return bit_lowest64(places) / 4;
}

/* The same as a set with one bit for each place. */
static uint32_t place_set(uint64_t places)
{
    uint32_t set = 0;

    for (int place = 0; place < PLACES; place++)
        set |= (uint32_t)(places >> 4 * place & 1) << place;
    return set;
}

/* ---- piles ----------------------------------------------------------------------------------- */

/* Where a card lies in the stack, counted from the bottom of its pile. */
static int stack_at(int pile, int n)
{
    return pile == LEFT ? n : STACK_CARDS - 1 - n;
}

static int discard_at(const struct state *s, int pile, int n)
{
    int at = stack_at(pile, n);

    return (int)(s->stack[at / 16] >> 4 * (at % 16) & 15);
}

/* The top card of a discard pile, or 0. */
static int top_of(const struct state *s, int pile)
{
    return s->stacked[pile] ? discard_at(s, pile, s->stacked[pile] - 1) : 0;
}

static void discard_on(struct state *s, int pile, int card)
{
    int at = stack_at(pile, s->stacked[pile]++);

    s->stack[at / 16] |= (uint64_t)card << 4 * (at % 16);
}

static void take_from(struct state *s, int pile)
{
    int at = stack_at(pile, --s->stacked[pile]);

    s->stack[at / 16] &= ~((uint64_t)15 << 4 * (at % 16));
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static const char *start(void *state, const struct setup *setup)
{
    struct state *s = state;

    *s = (struct state){
        .asked = BIT(CHANCE),
        .phase = DRAW_STARTER,
        .seats = setup->seats,
        .rounds = (int8_t)(option_number(&options[OPTION_ROUNDS], setup->option[OPTION_ROUNDS]) - ROUNDS),
        .bonus = (int8_t)(option_number(&options[OPTION_BONUS], setup->option[OPTION_BONUS]) - BONUS),
    };
    return NULL;
}

static void contents(const struct setup *setup, uint16_t count[])
{
    (void)setup;
    for (int card = 0; card < THINGS_N; card++)
        count[card] = box_cards[card];
}

static struct phrase about(const struct setup *setup, int thing)
{
    int points = card_points[thing];

    (void)setup;
    return is_positive(thing)   ? PHRASE(T_ABOUT_POSITIVE, points, -points)
           : is_negative(thing) ? PHRASE(T_ABOUT_NEGATIVE, points)
           : thing == HAZARD    ? PHRASE(T_ABOUT_HAZARD, points)
                                : PHRASE(thing == MULLIGAN ? T_ABOUT_MULLIGAN : T_NONE);
}

static void ask_chance(struct state *s, enum phase phase)
{
    s->phase = (uint8_t)phase;
    s->asked = BIT(CHANCE);
}

static void ask_turn(struct state *s, enum phase phase)
{
    s->phase = (uint8_t)phase;
    s->asked = (uint8_t)BIT(s->turn);
}

/* Of a discard pile the place has one card: another comes up from beneath. */
static void tell_uncovered(const struct state *s, int pile, struct facts *facts)
{
    if (facts && s->stacked[pile])
        fact_transfer(facts, top_of(s, pile), 1, PLACE_BENEATH, PLACE_DISCARDS + pile);
}

/* All cards of the last round come back to the draw pile. The grids get as many new ones as they had: their places show
 * backs then. */
static void tell_gathered(const struct state *s, struct facts *facts)
{
    int beneath = 0;

    for (int pile = 0; pile < PILES; pile++) {
        int cards = s->stacked[pile];

        fact_transfer(facts, top_of(s, pile), cards > 0, PLACE_DISCARDS + pile, PLACE_DRAW);
        beneath += cards - (cards > 0);
    }
    fact_transfer(facts, FACE_DOWN, beneath, PLACE_BENEATH, PLACE_DRAW);
    fact_transfer(facts, HAZARD, s->gone, PLACE_OUT, PLACE_DRAW);
    for (int place = 0; place < PLACES * s->seats; place++)
        fact_transfer(facts, FACE_DOWN, 1, s->round == 0 ? PLACE_DRAW : PLACE_GRID + place, PLACE_GRID + place);
}

static void begin_round(struct state *s, struct facts *facts)
{
    TELL(facts, EVERYBODY, 0, T_ROUND, s->round + 1, rounds_of(s));
    if (facts)
        tell_gathered(s, facts);
    for (int seat = 0; seat < s->seats; seat++)
        s->grid[seat] = 0;
    for (int i = 0; i < STACK_WORDS; i++)
        s->stack[i] = 0;
    s->pool[0] = POOL_BOX;
    s->pool[1] = 0;
    s->pile = (uint8_t)(BOX_CARDS - PLACES * s->seats);
    s->stacked[LEFT] = s->stacked[RIGHT] = 0;
    s->fresh = s->gone = s->out = 0;
    s->turns = 0;
    s->turn = (uint8_t)((s->starter + s->round) % s->seats);
    TELL(facts, EVERYBODY, 0, T_STARTS, s->turn);
    ask_chance(s, FIRST_DISCARDS);
}

/* Two cards are turned to start the discard piles; a hazard leaves play. */
static void first_discard(struct state *s, int card, struct facts *facts)
{
    int pile = s->stacked[LEFT] == 0 ? LEFT : RIGHT;

    s->pile--;
    if (card == HAZARD) {
        s->gone++;
        TELL(facts, EVERYBODY, 0, T_FIRST_HAZARD);
        fact_transfer(facts, HAZARD, 1, PLACE_DRAW, PLACE_OUT);
        return;
    }
    discard_on(s, pile, card);
    TELL(facts, EVERYBODY, 0, T_FIRST, card, T_LEFT + pile);
    fact_transfer(facts, card, 1, PLACE_DRAW, PLACE_DISCARDS + pile);
    if (pile == RIGHT) {
        s->phase = SET_UP;
        s->asked = (uint8_t)(BIT(s->seats) - 1);
    }
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* 0 is to turn up no card after a hazard. A place is one to put a card at or to turn up. */
enum {
    MOVE_PLACE = 1,
    MOVE_DISCARD = MOVE_PLACE + PLACES, /* + pile */
    MOVE_DISCARD_HAZARD = MOVE_DISCARD + PILES,
    MOVE_PILE,
    MOVE_TAKE,                         /* + pile */
    MOVE_CARD = MOVE_TAKE + PILES - 1, /* + card */
    MOVE_SEAT = MOVE_CARD + THINGS_N,
    MOVES_N = MOVE_SEAT + SEATS
};

/* What can be done with a card in hand, as a set: a bit for each place, then for each move that discards. */
#define ALL_PLACES    (BIT(PLACES) - 1u)
#define ON_PILE(pile) BIT(PLACES + (pile))
#define ON_BOTH       (ON_PILE(LEFT) | ON_PILE(RIGHT))
#define OUT_OF_PLAY   BIT(PLACES + PILES)

/* A discard starts an empty pile again; if both are empty, either. */
static uint32_t discards(const struct state *s)
{
    bool left = s->stacked[LEFT] != 0, right = s->stacked[RIGHT] != 0;

    return s->hand == HAZARD ? OUT_OF_PLAY : left == right ? ON_BOTH : left ? ON_PILE(RIGHT) : ON_PILE(LEFT);
}

/* Putting down the drawn card, or rejecting it if it came from the draw pile. Only what leaves the fewest mulligans
 * face up is legal, but none is no better than one: with a mulligan in hand one more, or as many if it replaces one
 * or is rejected; with two or more face up one less, if the card replaces one of them. */
static uint32_t plays(const struct state *s)
{
    uint64_t mulligans = places_with(s->grid[s->turn], MULLIGAN);
    uint32_t rejecting = s->drawn ? discards(s) : 0;

    if (s->hand == MULLIGAN && mulligans)
        return place_set(mulligans) | rejecting;
    if (s->hand != MULLIGAN && (mulligans & (mulligans - 1)))
        return place_set(mulligans);
    return ALL_PLACES | rejecting;
}

static uint32_t bounces(const struct state *s)
{
    return (ALL_PLACES & ~BIT(s->place)) | discards(s);
}

/* Whether the top of this pile may be taken: there is one, and it is no mulligan where two or more are face up. */
static bool may_take(const struct state *s, int pile)
{
    int top = top_of(s, pile);

    return top != 0 && (top != MULLIGAN || places_n(places_with(s->grid[s->turn], MULLIGAN)) < 2);
}

static uint32_t actors(const void *state)
{
    return ((const struct state *)state)->asked;
}

static int moves(const void *state, int seat, move_t out[])
{
    const struct state *s = state;
    int n = 0;

    switch (s->phase) {
    case SET_UP:
        return moves_of(ALL_PLACES & ~(uint32_t)s->choice[seat], MOVE_PLACE, out);
    case HAZARD_STEP:
        out[0] = PASS;
        return 1 + moves_of(place_set(face_down(s->grid[seat])), MOVE_PLACE, out + 1);
    case DRAW:
        out[n++] = MOVE_PILE;
        out[n] = MOVE_TAKE + LEFT;
        n += may_take(s, LEFT);
        out[n] = MOVE_TAKE + RIGHT;
        return n + may_take(s, RIGHT);
    case PLAY:
        return moves_of(plays(s), MOVE_PLACE, out);
    case BOUNCE:
        return moves_of(bounces(s), MOVE_PLACE, out);
    default: /* DISCARD */
        return moves_of(discards(s), MOVE_PLACE, out);
    }
}

/* Which pool a card comes out of that is drawn or turned. */
static int pool_now(const struct state *s)
{
    return s->phase == DRAW_CARD ? s->fresh : 0;
}

/* What chance draws from, but for the starting seat. */
static uint64_t drawn_from(const struct state *s)
{
    return s->phase == ROUND_OVER ? POOL_BOX : s->pool[pool_now(s)];
}

static uint32_t odds(const void *state)
{
    const struct state *s = state;

    return s->phase == DRAW_STARTER ? s->seats : unseen_size(drawn_from(s));
}

static move_t draw(const void *state, uint32_t r)
{
    const struct state *s = state;

    return (move_t)(s->phase == DRAW_STARTER ? MOVE_SEAT + (int)r : MOVE_CARD + unseen_nth(drawn_from(s), r));
}

static int chance(const void *state, move_t out[], uint32_t weight[])
{
    const struct state *s = state;
    int n = 0;

    for (int seat = 0; seat < s->seats && s->phase == DRAW_STARTER; seat++) {
        out[n] = (move_t)(MOVE_SEAT + seat);
        weight[n++] = 1;
    }
    for (int card = FACE_DOWN + 1; card < THINGS_N && s->phase != DRAW_STARTER; card++) {
        out[n] = (move_t)(MOVE_CARD + card);
        weight[n] = (uint32_t)unseen_count(drawn_from(s), card);
        n += weight[n] != 0;
    }
    return n;
}

enum { SOURCE_STARTER, SOURCE_PILE, SOURCE_GRIDS, SOURCES_N };

static uint8_t source(const void *state)
{
    const struct state *s = state;

    return s->phase == DRAW_STARTER ? SOURCE_STARTER : s->phase <= DRAW_CARD ? SOURCE_PILE : SOURCE_GRIDS;
}

/* ---- the score of a round -------------------------------------------------------------------- */

/* Lines are the rows from the top and then the columns from the left. */
enum { LINES = 2 * SIDE };

/* The card of which three make this line a set, mulligans standing in for any; 0 if it is none, as long as a card of it
 * lies face down. Three mulligans are 0 points in any case. */
static int set_of(uint64_t grid, int line)
{
    int first = line < SIDE ? SIDE * line : line - SIDE, step = line < SIDE ? 1 : SIDE, set = 0;

    for (int i = 0; i < SIDE; i++) {
        int card = card_at(grid, first + i * step);

        if (card == MULLIGAN || (set && card == set))
            continue;
        if (set || !is_positive(card))
            return 0;
        set = card;
    }
    return set;
}

/* The places of each line, as a set. */
static uint32_t line_places(int line)
{
    return line < SIDE ? 0007u << SIDE * line : 0111u << (line - SIDE);
}

struct tally {
    int sets, others, negatives, hazards, score;
};

static struct tally count_grid(uint64_t grid)
{
    struct tally tally = {0, 0, 0, 0, 0};
    uint32_t in_sets = 0;

    for (int line = 0; line < LINES; line++) {
        int set = set_of(grid, line);

        tally.sets -= card_points[set];
        in_sets |= set ? line_places(line) : 0;
    }
    for (int place = 0; place < PLACES; place++) {
        int card = card_at(grid, place), points = card_points[card];

        tally.hazards += card == HAZARD ? points : 0;
        tally.negatives += is_negative(card) ? points : 0;
        tally.others += is_positive(card) && !(in_sets & BIT(place)) ? points : 0;
    }
    tally.score = tally.sets + tally.others + tally.negatives + tally.hazards;
    return tally;
}

static void tell_tally(const struct state *s, int seat, struct facts *facts)
{
    struct tally tally = count_grid(s->grid[seat]);

    for (int line = 0; line < LINES; line++) {
        int set = set_of(s->grid[seat], line);

        if (set)
            TELL(facts, EVERYBODY, 0, T_SET, seat, T_ROW + line, set, -card_points[set]);
    }
    TELL(facts, EVERYBODY, 0, tally.hazards ? T_SCORES_HAZARD : T_SCORES, seat, tally.score, tally.sets, tally.others,
         tally.negatives, tally.hazards);
}

/* The seat that ended the round gets a bonus if nobody has less than it, otherwise a penalty; there is one. */
static void score_out(struct state *s, struct facts *facts)
{
    int8_t *score = scores_of(s, s->round);
    int seat = s->out - 1, lowest = 0, bonus = bonus_of(s);

    for (int other = 1; other < s->seats; other++)
        if (score[other] < score[lowest])
            lowest = other;
    if (score[seat] == score[lowest]) {
        score[seat] = (int8_t)(score[seat] - bonus);
        TELL(facts, EVERYBODY, 0, T_LOWEST, seat, bonus, score[seat]);
    } else {
        score[seat] = (int8_t)(score[seat] + bonus);
        TELL(facts, EVERYBODY, 0, T_NOT_LOWEST, seat, lowest, bonus, score[seat]);
    }
}

static void score_round(struct state *s, struct facts *facts)
{
    for (int seat = 0; seat < s->seats; seat++) {
        scores_of(s, s->round)[seat] = (int8_t)count_grid(s->grid[seat]).score;
        if (facts)
            tell_tally(s, seat, facts);
    }
    if (s->out && bonus_of(s))
        score_out(s, facts);
    if (s->round + 1 < rounds_of(s)) {
        s->round++;
        ask_chance(s, ROUND_OVER);
    } else {
        s->phase = OVER;
        s->asked = 0;
    }
}

/* ---- a turn: draw ---------------------------------------------------------------------------- */

/* All discards but the top cards become the draw pile. Whatever happens, enough cards are in nobody's grid. */
static void reshuffle(struct state *s, struct facts *facts)
{
    uint64_t pool = 0;

    for (int pile = 0; pile < PILES; pile++) {
        int top = top_of(s, pile);

        for (int n = 0; n + 1 < s->stacked[pile]; n++)
            pool += POOL_OF(discard_at(s, pile, n), 1);
        while (s->stacked[pile])
            take_from(s, pile);
        if (top)
            discard_on(s, pile, top);
    }
    s->fresh = 1;
    s->pool[1] = pool;
    s->pile = (uint8_t)unseen_size(pool);
    TELL(facts, EVERYBODY, 0, T_RESHUFFLED, s->pile);
    fact_transfer(facts, FACE_DOWN, s->pile, PLACE_BENEATH, PLACE_DRAW);
}

static void draw_from_pile(struct state *s, struct facts *facts)
{
    TELL(facts, EVERYBODY, FACT_SILENT, T_DRAWS, s->turn);
    ask_chance(s, DRAW_CARD);
}

static void begin_turn(struct state *s, struct facts *facts)
{
    if (s->pile == 0)
        reshuffle(s, facts);
    if (may_take(s, LEFT) || may_take(s, RIGHT))
        ask_turn(s, DRAW);
    else
        draw_from_pile(s, facts);
}

static void draw_card(struct state *s, int card, struct facts *facts)
{
    s->pile--;
    s->hand = (uint8_t)card;
    s->drawn = true;
    TELL(facts, ONLY(s->turn), 0, T_DRAWS_CARD, s->turn, card);
    fact_transfer(facts, card, 1, PLACE_DRAW, PLACE_HAND);
    TELL(facts, ALL_BUT(s->turn), 0, T_DRAWS, s->turn);
    fact_transfer(facts, FACE_DOWN, 1, PLACE_DRAW, PLACE_HAND);
    ask_turn(s, PLAY);
}

/* ---- the end of a turn ----------------------------------------------------------------------- */

/* What is still face down is turned up where it lies, and the round is scored. */
static void end_round(struct state *s, struct facts *facts)
{
    for (int seat = 0; seat < s->seats; seat++)
        s->pending |= (uint8_t)(face_down(s->grid[seat]) ? BIT(seat) : 0);
    if (s->pending == 0) {
        score_round(s, facts);
        return;
    }
    TELL(facts, EVERYBODY, 0, T_ROUND_OVER);
    ask_chance(s, TURN_REST);
}

static void end_turn(struct state *s, struct facts *facts)
{
    int next = left_of(s->turn, s->seats);

    s->turns++;
    s->place = 0;
    if (!s->out && face_down(s->grid[s->turn]) == 0) {
        s->out = (uint8_t)(s->turn + 1);
        TELL(facts, EVERYBODY, 0, T_GOES_OUT, s->turn);
    }
    if (!s->out && s->turns == TURNS_MAX * s->seats) {
        TELL(facts, EVERYBODY, 0, T_NOBODY_OUT, TURNS_MAX);
        end_round(s, facts);
    } else if (s->out == next + 1) {
        end_round(s, facts);
    } else {
        s->turn = (uint8_t)next;
        begin_turn(s, facts);
    }
}

/* ---- a turn: discard ------------------------------------------------------------------------- */

/* A hazard leaves play, and all others who have two face-down cards or more may turn one up. */
static void discard_hazard(struct state *s, uint16_t flags, struct facts *facts)
{
    TELL(facts, EVERYBODY, flags, T_HAZARD_OUT, s->turn, HAZARD);
    fact_transfer(facts, HAZARD, 1, PLACE_HAND, PLACE_OUT);
    s->hand = 0;
    s->gone++;
    s->asked = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (seat != s->turn && places_n(face_down(s->grid[seat])) >= 2)
            s->asked |= (uint8_t)BIT(seat);
    s->phase = HAZARD_STEP;
    if (s->asked == 0)
        end_turn(s, facts);
}

/* The card that was on top goes beneath. */
static void tell_discard(const struct state *s, int pile, uint16_t flags, struct facts *facts)
{
    int place = PLACE_DISCARDS + pile, top = top_of(s, pile);

    TELL(facts, EVERYBODY, flags, top ? T_DISCARDS : T_STARTS_PILE, s->turn, s->hand, T_LEFT + pile);
    fact_transfer(facts, top, top != 0, place, PLACE_BENEATH);
    fact_transfer(facts, s->hand, 1, PLACE_HAND, place);
}

static void discard(struct state *s, int pile, uint16_t flags, struct facts *facts)
{
    if (facts)
        tell_discard(s, pile, flags, facts);
    discard_on(s, pile, s->hand);
    s->hand = 0;
    end_turn(s, facts);
}

/* The card in hand can only be discarded. */
static void left_over(struct state *s, struct facts *facts)
{
    uint32_t ways = discards(s);

    if (ways == OUT_OF_PLAY)
        discard_hazard(s, 0, facts);
    else if (ways == ON_BOTH)
        ask_turn(s, DISCARD);
    else
        discard(s, ways == ON_PILE(LEFT) ? LEFT : RIGHT, 0, facts);
}

/* ---- a turn: play and bounce ----------------------------------------------------------------- */

/* Puts the card in hand at a place. A face-up card there is discarded, a face-down one turned over first. */
static void tell_put(const struct state *s, int place, int replaced, uint16_t flags, struct facts *facts)
{
    int words = s->phase == BOUNCE ? T_BOUNCES : T_PUTS, words_for = s->phase == BOUNCE ? T_BOUNCES_FOR : T_PUTS_FOR;
    int on_table = PLACE_GRID + PLACES * s->turn + place;

    TELL(facts, EVERYBODY, flags, replaced ? words_for : words, s->turn, s->hand, T_PLACE + place, replaced);
    fact_transfer(facts, s->hand, 1, PLACE_HAND, on_table);
    fact_transfer(facts, replaced, 1, on_table, PLACE_HAND);
}

static void put(struct state *s, int place, uint16_t flags, struct facts *facts)
{
    int replaced = card_at(s->grid[s->turn], place);

    if (facts)
        tell_put(s, place, replaced, flags, facts);
    lay_card(s, s->turn, place, s->hand);
    s->hand = (uint8_t)replaced;
    s->place = (uint8_t)place;
    if (replaced)
        left_over(s, facts);
    else
        ask_chance(s, TURN_OVER);
}

/* A replaced face-down card may bounce if it is positive and the grid, with the card just put down, has one like it. */
static void turn_over(struct state *s, int card, struct facts *facts)
{
    bool may_bounce = is_positive(card) && places_with(s->grid[s->turn], card);

    TELL(facts, EVERYBODY, 0, may_bounce ? T_MAY_BOUNCE : T_TURNED_OVER, card);
    fact_turn(facts, card, PLACE_HAND);
    s->hand = (uint8_t)card;
    if (may_bounce)
        ask_turn(s, BOUNCE);
    else
        left_over(s, facts);
}

static void take(struct state *s, int pile, struct facts *facts)
{
    uint32_t ways;

    s->hand = (uint8_t)top_of(s, pile);
    take_from(s, pile);
    TELL(facts, EVERYBODY, 0, T_TAKES, s->turn, s->hand, T_LEFT + pile);
    fact_transfer(facts, s->hand, 1, PLACE_DISCARDS + pile, PLACE_HAND);
    tell_uncovered(s, pile, facts);
    ask_turn(s, PLAY);
    ways = plays(s);
    if ((ways & (ways - 1)) == 0) /* a mulligan that must replace the one that is face up */
        put(s, bit_lowest(ways), 0, facts);
}

/* What to do with the card in hand, in PLAY, BOUNCE and DISCARD. A card from the draw pile is seen by all only now. */
static void use_card(struct state *s, move_t m, struct facts *facts)
{
    uint16_t flags = s->drawn ? FACT_REVEALS : 0;

    s->drawn = false;
    if (m < MOVE_DISCARD)
        put(s, m - MOVE_PLACE, flags, facts);
    else if (m == MOVE_DISCARD_HAZARD)
        discard_hazard(s, flags, facts);
    else
        discard(s, m - MOVE_DISCARD, flags, facts);
}

/* ---- choosing unseen, and turning up --------------------------------------------------------- */

/* Whoever has chosen a card has been told so; for the others it is news. */
static void reveal(struct state *s, struct facts *facts)
{
    for (int seat = 0; seat < s->seats; seat++) {
        uint32_t chosen = s->choice[seat];
        int first = chosen ? bit_lowest(chosen) : 0;

        if (chosen == NO_CARD) {
            s->choice[seat] = 0;
            TELL(facts, ONLY(seat), 0, T_TURNS_NONE, seat);
            TELL(facts, ALL_BUT(seat), FACT_REVEALS, T_TURNS_NONE, seat);
        } else if (chosen) {
            s->pending |= (uint8_t)BIT(seat);
            if (s->phase == SET_UP)
                TELL(facts, ALL_BUT(seat), FACT_REVEALS | FACT_SILENT, T_CHOOSES_TWO, seat, T_PLACE + first,
                     T_PLACE + bit_nth(chosen, 1));
            else
                TELL(facts, ALL_BUT(seat), FACT_REVEALS | FACT_SILENT, T_CHOOSES, seat, T_PLACE + first);
        }
    }
    if (s->pending)
        ask_chance(s, s->phase == SET_UP ? TURN_TWO : TURN_HAZARD);
    else
        end_turn(s, facts);
}

/* Two places in the set-up, one by one; one or none after a hazard. */
static void choose(struct state *s, int seat, move_t m, struct facts *facts)
{
    bool half = s->phase == SET_UP && s->choice[seat] == 0;

    s->choice[seat] |= (uint16_t)(m == PASS ? NO_CARD : BIT(m - MOVE_PLACE));
    if (m == PASS)
        TELL(facts, ONLY(seat), FACT_SILENT, T_TURNS_NONE, seat);
    else
        TELL(facts, ONLY(seat), FACT_SILENT, T_CHOOSES, seat, T_PLACE + m - MOVE_PLACE);
    if (half)
        return;
    s->asked &= (uint8_t)~BIT(seat);
    if (s->asked == 0)
        reveal(s, facts);
}

static uint32_t sealed(const void *state)
{
    const struct state *s = state;
    uint32_t seats = 0;

    if (s->phase != SET_UP && s->phase != HAZARD_STEP)
        return 0;
    for (int seat = 0; seat < s->seats; seat++)
        seats |= s->choice[seat] ? BIT(seat) : 0;
    return seats;
}

static void reopen(void *state, uint32_t seats)
{
    struct state *s = state;

    for (FOR_BITS(seat, sealed(s) & seats)) {
        s->choice[seat] = 0;
        s->asked |= (uint8_t)BIT(seat);
    }
}

static int pending_seat(const struct state *s)
{
    return bit_lowest(s->pending);
}

static int pending_place(const struct state *s)
{
    int seat = pending_seat(s);

    return s->phase == TURN_REST ? lowest_place(face_down(s->grid[seat])) : bit_lowest(s->choice[seat]);
}

/* A hazard that is turned up so has no effect. */
static void turn_up(struct state *s, int card, struct facts *facts)
{
    int seat = pending_seat(s), place = pending_place(s);

    TELL(facts, EVERYBODY, 0, T_TURNS_UP, seat, T_PLACE + place, card);
    fact_turn(facts, card, PLACE_GRID + PLACES * seat + place);
    lay_card(s, seat, place, card);
    s->choice[seat] &= (uint16_t)~BIT(place);
    if (s->phase == TURN_REST ? face_down(s->grid[seat]) == 0 : s->choice[seat] == 0)
        s->pending &= (uint8_t)~BIT(seat);
    if (s->pending)
        return;
    if (s->phase == TURN_TWO)
        begin_turn(s, facts);
    else if (s->phase == TURN_HAZARD)
        end_turn(s, facts);
    else
        score_round(s, facts);
}

/* ---- play ------------------------------------------------------------------------------------ */

/* A card comes out of its pool. */
static void chance_card(struct state *s, int card, struct facts *facts)
{
    if (s->phase == ROUND_OVER)
        begin_round(s, facts);
    s->pool[pool_now(s)] -= POOL_OF(card, 1);
    switch (s->phase) {
    case FIRST_DISCARDS:
        first_discard(s, card, facts);
        break;
    case DRAW_CARD:
        draw_card(s, card, facts);
        break;
    case TURN_OVER:
        turn_over(s, card, facts);
        break;
    default:
        turn_up(s, card, facts);
        break;
    }
}

static void apply(void *state, int actor, move_t m, struct facts *facts)
{
    struct state *s = state;

    switch (s->phase) {
    case DRAW_STARTER:
        s->starter = (uint8_t)(m - MOVE_SEAT);
        begin_round(s, facts);
        break;
    case SET_UP:
    case HAZARD_STEP:
        choose(s, actor, m, facts);
        break;
    case DRAW:
        if (m == MOVE_PILE)
            draw_from_pile(s, facts);
        else
            take(s, m - MOVE_TAKE, facts);
        break;
    case PLAY:
    case BOUNCE:
    case DISCARD:
        use_card(s, m, facts);
        break;
    default:
        chance_card(s, m - MOVE_CARD, facts);
        break;
    }
    while (s->asked == BIT(CHANCE) && unseen_alike(drawn_from(s)))
        chance_card(s, unseen_nth(drawn_from(s), 0), facts);
}

/* ---- what is hidden -------------------------------------------------------------------------- */

static bool knows_hand(const struct state *s, int viewer)
{
    return !s->drawn || viewer == s->turn || viewer == REFEREE;
}

/* The card that somebody has drawn from the pile: any of those it was drawn from. */
static void veil(void *state, int viewer, struct luck *luck)
{
    struct state *s = state;
    uint64_t *pool = &s->pool[s->fresh];

    if (knows_hand(s, viewer))
        return;
    *pool += POOL_OF(s->hand, 1);
    s->hand = (uint8_t)unseen_nth(*pool, luck_below(luck, unseen_size(*pool)));
    *pool -= POOL_OF(s->hand, 1);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* At the end s->round is the last one. */
static int total_of(const struct state *s, int seat)
{
    int total = 0;

    for (int round = 0; round <= s->round; round++)
        total += score_of(s, round, seat);
    return total;
}

/* Scores of rounds from this one on, and the total: as many as the text has. */
static struct phrase scores_line(const struct state *s, int seat, uint16_t text, int first, int n)
{
    int16_t arg[PHRASE_ARGS] = {(int16_t)seat, NO_ARG, NO_ARG, NO_ARG, NO_ARG, NO_ARG};

    for (int i = 0; i < n; i++)
        arg[1 + i] = score_of(s, first + i, seat);
    if (text != T_FIRST_FIVE && text != T_TOTAL_1)
        arg[1 + n] = (int16_t)total_of(s, seat);
    return PHRASE(text, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
}

/* A phrase has room for five scores, or four and the total. */
static void total_lines(const struct state *s, int seat, struct result *out)
{
    int rounds = rounds_of(s);

    if (rounds < 5) {
        result_line(out, seat, scores_line(s, seat, (uint16_t)(T_TOTAL_1 + rounds - 1), 0, rounds));
        return;
    }
    result_line(out, seat, scores_line(s, seat, T_FIRST_FIVE, 0, 5));
    result_line(out, seat, scores_line(s, seat, (uint16_t)(T_TOTAL_5 + rounds - 5), 5, rounds - 5));
}

static void result(const void *state, struct result *out)
{
    const struct state *s = state;
    int rounds = rounds_of(s);

    for (int seat = 0; seat < s->seats; seat++) {
        out->score[seat] = total_of(s, seat);
        out->tie[seat][0] = -score_of(s, rounds - 1, seat); /* the lower one goes first */
        total_lines(s, seat, out);
    }
    result_ties(out, s->seats, rounds > ROUNDS_TOLD ? T_TIE_MORE : (uint16_t)(T_TIE_1 + rounds - 1));
}

/* ---- the table ------------------------------------------------------------------------------- */

/* How many rounds are scored. */
static int rounds_over(const struct state *s)
{
    return s->phase == OVER ? rounds_of(s) : s->round;
}

/* A grid for each seat, under its name and the scores of its rounds, of many the last ones. */
static void scene_grids(const struct state *s, struct scene *out)
{
    int over = rounds_over(s), first = over > ROUNDS_TOLD ? over - ROUNDS_TOLD : 0;
    int title = over > ROUNDS_TOLD ? T_GRID_TITLE_MORE : T_GRID_TITLE + over;

    for (int seat = 0; seat < s->seats; seat++) {
        scene_zone(
            out, &zones[Z_GRID], seat,
            PHRASE(title, seat, score_of(s, first, seat), score_of(s, first + 1, seat), score_of(s, first + 2, seat)));
        for (int place = 0; place < PLACES; place++) {
            scene_place(out, PLACE_GRID + PLACES * seat + place, place % SIDE * 2, place / SIDE * 2,
                        PHRASE(T_PLACE + place));
            scene_piece(out, card_at(s->grid[seat], place), 1, 0);
        }
    }
}

/* The cards under the top ones are shown sorted, by their numbers. */
static void scene_beneath(const struct state *s, struct scene *out)
{
    int count[THINGS_N] = {0}, cards = 0;

    for (int pile = 0; pile < PILES; pile++)
        for (int n = 0; n + 1 < s->stacked[pile]; n++, cards++)
            count[discard_at(s, pile, n)]++;
    if (cards == 0)
        return;
    scene_pile(out, &zones[Z_BENEATH], NOBODY, PHRASE(T_BENEATH_TITLE), PLACE_BENEATH);
    for (int card = 0; card < THINGS_N; card++)
        scene_piece(out, card, count[card], 0);
}

static void scene_piles(const struct state *s, struct scene *out)
{
    scene_pile(out, &zones[Z_DRAW], NOBODY, PHRASE(T_PILE_TITLE), PLACE_DRAW);
    scene_piece(out, FACE_DOWN, s->pile, 0);
    scene_zone(out, &zones[Z_DISCARDS], NOBODY, PHRASE(T_DISCARDS_TITLE));
    for (int pile = 0; pile < PILES; pile++) {
        scene_place(out, PLACE_DISCARDS + pile, 2 * pile, 0, PHRASE(T_LEFT_LABEL + pile, s->stacked[pile]));
        scene_piece(out, top_of(s, pile), s->stacked[pile] ? 1 : 0, 0);
        scene_count(out, SCOPE_PLACE, s->stacked[pile], NO_LIMIT, PHRASE(T_COUNT_PILE));
    }
    scene_beneath(s, out);
    if (s->gone) {
        scene_pile(out, &zones[Z_OUT], NOBODY, PHRASE(T_OUT_TITLE), PLACE_OUT);
        scene_piece(out, HAZARD, s->gone, 0);
    }
}

/* A replaced card is in hand before it is turned over, too. */
static void scene_hand(const struct state *s, int viewer, struct scene *out)
{
    if (s->hand == 0 && s->phase != TURN_OVER)
        return;
    scene_pile(out, &zones[Z_HAND], s->turn, PHRASE(T_HAND_TITLE, s->turn), PLACE_HAND);
    scene_piece(out, knows_hand(s, viewer) ? s->hand : FACE_DOWN, 1, 0);
}

/* Why not everything can be played. Whoever does not know the card in hand is told nothing about it: a mulligan could
 * still be discarded. */
static void note_mulligans(const struct state *s, int viewer, struct scene *out)
{
    int up = places_n(places_with(s->grid[s->turn], MULLIGAN));

    if (!knows_hand(s, viewer))
        return;
    if (up > 0 && s->phase == PLAY && s->hand == MULLIGAN)
        scene_note(out, s->turn, PHRASE(up == 1 ? T_NOTE_SECOND : T_NOTE_THIRD));
    else if (up > 1)
        scene_note(out, s->turn, PHRASE(T_NOTE_MULLIGANS, s->turn, up));
}

/* Whether somebody has a turn. */
static bool in_turn(const struct state *s)
{
    switch (s->phase) {
    case DRAW_CARD:
    case TURN_OVER:
    case TURN_HAZARD:
    case DRAW:
    case PLAY:
    case BOUNCE:
    case DISCARD:
    case HAZARD_STEP:
        return true;
    default:
        return false;
    }
}

/* Before the first turn, in the last turns and after them the number of the turn means nothing. */
static bool counts_turns(const struct state *s)
{
    return in_turn(s) && !s->out;
}

static int turn_number(const struct state *s)
{
    return s->turns / s->seats + 1;
}

static void note_turn(const struct state *s, struct scene *out)
{
    int round = s->round + 1, turn = turn_number(s), starter = (s->starter + s->round) % s->seats;

    scene_note(out, NOBODY,
               limit_in_sight(turn, TURNS_MAX)
                   ? PHRASE(T_NOTE_LAST_TURNS, round, rounds_of(s), turn, TURNS_MAX, starter)
                   : PHRASE(T_NOTE_TURN, round, rounds_of(s), turn, starter));
}

static void scene_notes(const struct state *s, int viewer, struct scene *out)
{
    if (counts_turns(s))
        note_turn(s, out);
    else if (s->phase == ROUND_OVER)
        scene_note(out, NOBODY, PHRASE(T_NOTE_ROUND_OVER, s->round, rounds_of(s)));
    else
        scene_note(out, NOBODY, PHRASE(T_NOTE_ROUND, s->round + 1, rounds_of(s)));
    if (s->out && s->phase != ROUND_OVER && s->phase != OVER)
        scene_note(out, s->out - 1, PHRASE(T_NOTE_OUT, s->out - 1));
    if (s->phase == DRAW || s->phase == PLAY)
        note_mulligans(s, viewer, out);
}

/* What a seat shows in this round. Going out ends it; more than one mulligan may not stay. */
static void count_seat(const struct state *s, int seat, struct scene *out)
{
    uint64_t grid = s->grid[seat];
    int mulligans = places_n(places_with(grid, MULLIGAN));

    scene_count_seat(out, seat, 0, count_grid(grid).score, NO_LIMIT, PHRASE(T_COUNT_SHOWN));
    scene_count_seat(out, seat, 0, places_n(face_down(grid)), 0, PHRASE(T_COUNT_DOWN));
    if (mulligans)
        scene_count_seat(out, seat, 0, mulligans, 1, PHRASE(T_COUNT_MULLIGANS));
}

/* The rounds that are over, each by itself; where they are many, those before the last two together. */
static void count_rounds(const struct state *s, int seat, struct scene *out)
{
    int over = rounds_over(s), round = 0, together = 0;

    if (over > ROUNDS_TOLD) {
        for (; round < over - (ROUNDS_TOLD - 1); round++)
            together += score_of(s, round, seat);
        scene_count_seat(out, seat, 0, together, NO_LIMIT, PHRASE(T_COUNT_SCORES, round));
    }
    for (; round < over; round++)
        scene_count_seat(out, seat, 0, score_of(s, round, seat), NO_LIMIT, PHRASE(T_COUNT_SCORE, round + 1));
}

static void scene_counters(const struct state *s, struct scene *out)
{
    bool scored = s->phase == ROUND_OVER || s->phase == OVER;

    scene_count(out, SCOPE_TABLE, s->phase == ROUND_OVER ? s->round : s->round + 1, rounds_of(s),
                PHRASE(T_COUNT_ROUND));
    if (counts_turns(s))
        scene_count_far(out, turn_number(s), TURNS_MAX, PHRASE(T_COUNT_TURN));
    for (int seat = 0; seat < s->seats; seat++) {
        count_rounds(s, seat, out);
        if (!scored)
            count_seat(s, seat, out);
    }
}

/* Somebody has gone out: whether this seat still has its last turn, or has it now. */
static bool has_last_turn(const struct state *s, int seat)
{
    return (seat + s->seats - s->turn) % s->seats < (s->out - 1 + s->seats - s->turn) % s->seats;
}

/* In a turn it is the round that matters, and between rounds how it stands. */
static struct phrase goal(const struct state *s, int viewer, const int32_t score[])
{
    uint64_t grid = s->grid[viewer];
    int shown = count_grid(grid).score, best = INT16_MAX;

    if (counts_turns(s))
        return PHRASE(T_GOAL_ROUND, shown, places_n(face_down(grid)));
    if (in_turn(s) && s->out == viewer + 1)
        return bonus_of(s) ? PHRASE(T_GOAL_OUT, shown, bonus_of(s)) : PHRASE(T_GOAL_WAIT, shown);
    if (in_turn(s) && has_last_turn(s, viewer))
        return bonus_of(s) ? PHRASE(T_GOAL_LAST, s->out - 1, count_grid(s->grid[s->out - 1]).score, shown,
                                    places_n(face_down(grid)))
                           : PHRASE(T_GOAL_LAST_TURN, shown);
    for (int seat = 0; seat < s->seats; seat++)
        best = seat != viewer && score[seat] < best ? score[seat] : best;
    return PHRASE(T_GOAL_TOTAL, rounds_of(s), (int16_t)score[viewer], (int16_t)best);
}

static struct phrase prompt_chance(const struct state *s)
{
    switch (s->phase) {
    case DRAW_STARTER:
        return PHRASE(T_PROMPT_STARTER);
    case ROUND_OVER:
        return PHRASE(T_PROMPT_NEXT);
    case FIRST_DISCARDS:
        return PHRASE(T_PROMPT_FIRST);
    case DRAW_CARD:
        return PHRASE(T_DRAWS, s->turn);
    case TURN_OVER:
        return PHRASE(T_PROMPT_TURN_OVER, T_PLACE + s->place);
    case TURN_REST:
        return PHRASE(T_PROMPT_REST);
    default:
        return PHRASE(T_PROMPT_TURN_CARD);
    }
}

/* With two mulligans or more face up, a drawn card cannot be discarded. */
static struct phrase prompt_play(const struct state *s, int viewer)
{
    if (!knows_hand(s, viewer))
        return PHRASE(T_PROMPT_PLAY_UNSEEN, s->turn);
    return PHRASE(!s->drawn                  ? T_PROMPT_PLAY_TAKEN
                  : (plays(s) & ~ALL_PLACES) ? T_PROMPT_PLAY_DRAWN
                                             : T_PROMPT_KEEP_DRAWN,
                  s->turn, s->hand);
}

static struct phrase prompt(const struct state *s, int viewer)
{
    bool you = viewer < s->seats && (s->asked & BIT(viewer));

    switch (s->phase) {
    case SET_UP:
        return PHRASE(!you ? T_PROMPT_TWO : s->choice[viewer] ? T_PROMPT_SECOND_CARD : T_PROMPT_FIRST_CARD);
    case DRAW:
        return PHRASE(T_PROMPT_DRAW, s->turn);
    case PLAY:
        return prompt_play(s, viewer);
    case BOUNCE:
        return PHRASE(T_PROMPT_BOUNCE, s->turn, s->hand, T_PLACE + s->place);
    case DISCARD:
        return PHRASE(T_PROMPT_DISCARD, s->turn, s->hand);
    case HAZARD_STEP:
        return PHRASE(you ? T_PROMPT_YOU_HAZARD : T_PROMPT_HAZARD);
    case OVER:
        return PHRASE(T_PROMPT_OVER);
    default:
        return prompt_chance(s);
    }
}

static void scene(const void *state, int viewer, struct scene *out)
{
    const struct state *s = state;

    if (s->phase == DRAW_STARTER) {
        scene_pile(out, &zones[Z_DRAW], NOBODY, PHRASE(T_PILE_TITLE), PLACE_DRAW);
        scene_piece(out, FACE_DOWN, BOX_CARDS, 0);
    } else {
        scene_notes(s, viewer, out);
        scene_grids(s, out);
        scene_piles(s, out);
        scene_hand(s, viewer, out);
        scene_counters(s, out);
    }
    out->scored = true;
    for (int seat = 0; seat < s->seats; seat++)
        out->score[seat] = total_of(s, seat);
    out->prompt = prompt(s, viewer);
    if (viewer < s->seats && s->phase != OVER)
        out->goal = goal(s, viewer, out->score);
}

static struct phrase say_chance(const struct state *s, move_t m)
{
    int card = m - MOVE_CARD;

    switch (s->phase) {
    case DRAW_STARTER:
        return PHRASE(T_SAY_STARTS, m - MOVE_SEAT);
    case ROUND_OVER:
    case FIRST_DISCARDS:
        return PHRASE(T_SAY_FIRST, card);
    case DRAW_CARD:
        return PHRASE(T_SAY_DRAW_CARD, s->turn, card);
    case TURN_OVER:
        return PHRASE(T_SAY_TURN_OVER, T_PLACE + s->place, card);
    default:
        return PHRASE(T_SAY_TURN_CARD, T_PLACE + pending_place(s), pending_seat(s), card);
    }
}

static struct phrase say(const void *state, int actor, move_t m)
{
    const struct state *s = state;
    int pile = m - (s->phase == DRAW ? MOVE_TAKE : MOVE_DISCARD);

    if (actor == CHANCE)
        return say_chance(s, m);
    if (m == PASS)
        return PHRASE(T_SAY_TURN_NONE);
    if (m == MOVE_PILE)
        return PHRASE(T_SAY_PILE);
    if (m == MOVE_DISCARD_HAZARD)
        return PHRASE(T_SAY_DISCARD_HAZARD);
    if (s->phase == DRAW)
        return PHRASE(T_SAY_TAKE, top_of(s, pile), T_LEFT + pile);
    if (m >= MOVE_DISCARD)
        return PHRASE(T_SAY_DISCARD, T_LEFT + pile);
    return PHRASE(s->phase == PLAY     ? T_SAY_PUT
                  : s->phase == BOUNCE ? T_SAY_BOUNCE
                                       : T_SAY_TURN,
                  T_PLACE + m - MOVE_PLACE);
}

/* Piles and places; to turn up no card and to discard a hazard are buttons. */
static int touch(const void *state, int seat, move_t m, struct touch out[TOUCH_MAX])
{
    (void)state;
    if (m == PASS || m == MOVE_DISCARD_HAZARD)
        return 0;
    out[0] = (struct touch){(uint16_t)(m < MOVE_DISCARD ? PLACE_GRID + PLACES * seat + m - MOVE_PLACE
                                       : m == MOVE_PILE ? PLACE_DRAW
                                       : m > MOVE_PILE  ? PLACE_DISCARDS + m - MOVE_TAKE
                                                        : PLACE_DISCARDS + m - MOVE_DISCARD),
                            NOTHING};
    return 1;
}

/* A round is at most: hazards and two cards turned for the discard piles; the choices of the set-up; every card of the
 * grids turned once, and put somewhere if it was turned over; for each hazard a choice of each other seat; and in each
 * turn, also a last one after the limit, drawing, the card drawn, playing and discarding. */
enum {
    HAZARDS = (int)(POOL_BOX >> POOL_SHIFT(HAZARD) & 15),
    ROUND_MOVES = HAZARDS + PILES + 2 * SEATS + 2 * PLACES * SEATS + HAZARDS * (SEATS - 1) +
                  (TURNS_MAX * SEATS + SEATS - 1) * 4,
};

/* ---- what bots are told ---------------------------------------------------------------------- */

/* In hundredths of a point. A face-down card is worth what is likely to lie there in the end. */
enum { HIDDEN_WORTH = 350, THIRD_TURNS = 5 };

static int32_t card_worth(int card)
{
    return card == FACE_DOWN ? HIDDEN_WORTH : card_points[card] * POINT;
}

/* Whether two cards of a line can be part of one set. */
static bool fit(int a, int b)
{
    return a == b ? is_positive(a) : (a == MULLIGAN && is_positive(b)) || (b == MULLIGAN && is_positive(a));
}

/* What three cards are worth beyond what each is worth: a set takes its cards off and scores. Two that fit are as good
 * as a set in some of the cases, the more turns there are to find the third. */
static int32_t line_worth(int a, int b, int c, int turns)
{
    int third = c, set;
    int32_t worth;

    if (!fit(a, b)) {
        if (fit(a, c)) {
            third = b;
            b = c;
        } else if (fit(b, c)) {
            third = a;
            a = c;
        } else {
            return 0;
        }
    }
    set = a == MULLIGAN ? b : a;
    worth = -(card_points[set] * POINT + card_worth(a) + card_worth(b) + card_worth(third));
    return fit(set, third) ? worth : worth < 0 ? worth * turns / (turns + THIRD_TURNS) : 0;
}

static int32_t row_worth(uint64_t grid, int row, int turns)
{
    int first = SIDE * row;

    return line_worth(card_at(grid, first), card_at(grid, first + 1), card_at(grid, first + 2), turns);
}

static int32_t column_worth(uint64_t grid, int column, int turns)
{
    return line_worth(card_at(grid, column), card_at(grid, column + SIDE), card_at(grid, column + 2 * SIDE), turns);
}

static int32_t grid_worth(uint64_t grid, int turns)
{
    int32_t worth = 0;

    for (int place = 0; place < PLACES; place++)
        worth += card_worth(card_at(grid, place));
    for (int i = 0; i < SIDE; i++)
        worth += row_worth(grid, i, turns) + column_worth(grid, i, turns);
    return worth;
}

struct best {
    int place;
    int32_t gain; /* low is good */
};

/* Where among these places a card does best. */
static struct best best_place(uint64_t grid, int card, uint32_t places, int turns)
{
    struct best best = {NOBODY, 0};
    int32_t row[SIDE], column[SIDE];

    for (int i = 0; i < SIDE; i++) {
        row[i] = row_worth(grid, i, turns);
        column[i] = column_worth(grid, i, turns);
    }
    for (FOR_BITS(place, places)) {
        int old = card_at(grid, (int)place), r = (int)place / SIDE, c = (int)place % SIDE;
        uint64_t next = grid ^ (uint64_t)(old ^ card) << 4 * place;
        int32_t gain = card_worth(card) - card_worth(old) + row_worth(next, r, turns) - row[r] +
                       column_worth(next, c, turns) - column[c];

        if (best.place == NOBODY || gain < best.gain)
            best = (struct best){(int)place, gain};
    }
    return best;
}

/* How many more turns a seat has. Before somebody has gone out: somebody will when the last card is turned. */
static int turns_left(const struct state *s, int seat)
{
    int turns = PLACES;

    if (s->out) {
        int ahead = seat - s->turn + (seat < s->turn ? s->seats : 0);
        int last = s->out - 1 - s->turn + (s->out - 1 < s->turn ? s->seats : 0);

        return ahead == 0 ? s->phase == DRAW || s->phase == DRAW_CARD : ahead < last;
    }
    for (int other = 0; other < s->seats; other++) {
        int down = places_n(face_down(s->grid[other]));

        turns = down < turns ? down : turns;
    }
    return turns;
}

/* What the seat whose turn it is gains by the card in its hand. */
static int32_t hand_gain(const struct state *s, int turns)
{
    uint32_t ways = s->phase == PLAY ? plays(s) : bounces(s);
    int32_t gain = best_place(s->grid[s->turn], s->hand, ways & ALL_PLACES, turns).gain;

    return gain > 0 && ways & ~ALL_PLACES ? 0 : gain;
}

/* By how much the difference of two seats may change in so many rounds. In games of greedy bots its standard deviation
 * is 20 points for one round, 35 for three and 57 for nine: it grows with the root of their number. */
static const int16_t may_change[ROUNDS_MAX + 1] = {400, 1100, 1800, 2500, 2900, 3200, 3500, 3800, 4100, 4300};

static int32_t standing(const void *state, int32_t out[])
{
    const struct state *s = state;
    int32_t spread = may_change[0];

    for (int seat = 0; seat < s->seats; seat++)
        out[seat] = POINT * total_of(s, seat);
    if (s->phase == OVER)
        return spread;
    spread = may_change[rounds_of(s) - s->round];
    if (s->phase == DRAW_STARTER || s->phase == ROUND_OVER)
        return spread;
    for (int seat = 0; seat < s->seats; seat++) {
        int turns = turns_left(s, seat);

        out[seat] += grid_worth(s->grid[seat], turns);
        if (seat == s->turn && (s->phase == PLAY || s->phase == BOUNCE))
            out[seat] += hand_gain(s, turns);
    }
    return spread;
}

static uint32_t stage(const void *state)
{
    return ((const struct state *)state)->round;
}

enum { TAKE_GAIN = -300, KEEP_GAIN = -100 };

static move_t draw_by_habit(const struct state *s)
{
    int turns = turns_left(s, s->turn);
    int32_t least = TAKE_GAIN;
    move_t move = MOVE_PILE;

    for (int pile = 0; pile < PILES; pile++) {
        if (may_take(s, pile)) {
            int32_t gain = best_place(s->grid[s->turn], top_of(s, pile), ALL_PLACES, turns).gain;

            if (gain < least) {
                least = gain;
                move = (move_t)(MOVE_TAKE + pile);
            }
        }
    }
    return move;
}

static move_t put_by_habit(const struct state *s, struct luck *luck)
{
    uint32_t ways = s->phase == PLAY ? plays(s) : s->phase == BOUNCE ? bounces(s) : discards(s);
    uint32_t rejecting = ways & ~ALL_PLACES;

    if (ways & ALL_PLACES) {
        struct best best = best_place(s->grid[s->turn], s->hand, ways & ALL_PLACES, turns_left(s, s->turn));

        if (rejecting == 0 || best.gain < KEEP_GAIN)
            return (move_t)(MOVE_PLACE + best.place);
    }
    return (move_t)(MOVE_PLACE +
                    (rejecting == ON_BOTH ? PLACES + (int)luck_below(luck, PILES) : bit_lowest(rejecting)));
}

static move_t habit(const void *state, int seat, struct luck *luck)
{
    const struct state *s = state;
    uint32_t places;

    switch (s->phase) {
    case SET_UP:
    case HAZARD_STEP:
        places = s->phase == SET_UP ? ALL_PLACES & ~(uint32_t)s->choice[seat] : place_set(face_down(s->grid[seat]));
        return (move_t)(MOVE_PLACE + bit_nth(places, luck_below(luck, (uint32_t)bit_count(places))));
    case DRAW:
        return draw_by_habit(s);
    default:
        return put_by_habit(s, luck);
    }
}

const struct game game_gnoming_a_round = {
    .id = "gnoming-a-round",
    .title = "Gnoming A Round",
    .box = "Gnoming A Round",
    .blurb = "Golf with cards: replace, match lines, bounce, go out low.",
    .seats_min = 2,
    .seats_max = SEATS,
    .minutes = 30,
    .sources = SOURCES_N,
    .flags = GAME_HIDDEN | GAME_SEALED | GAME_LOWEST_WINS,
    .version = 1,
    .state_size = sizeof(struct state),
    .state_first = offsetof(struct state, later),
    .moves_max = THINGS_N - 1,
    .move_ids = MOVES_N,
    .length_max = 1 + ROUNDS_MAX * ROUND_MOVES,
    .options = options,
    .options_n = OPTIONS_N,
    .things = things,
    .things_n = THINGS_N,
    .zones = zones,
    .zones_n = ZONES_N,
    .texts = texts,
    .texts_n = TEXTS_N,
    .start = start,
    .contents = contents,
    .about = about,
    .actors = actors,
    .moves = moves,
    .chance = chance,
    .source = source,
    .odds = odds,
    .draw = draw,
    .apply = apply,
    .sealed = sealed,
    .reopen = reopen,
    .veil = veil,
    .result = result,
    .scene = scene,
    .say = say,
    .touch = touch,
    .standing = standing,
    .stage = stage,
    .reach = 24,
    .habit = habit,
    .effort = 400,
    .patience = 8,
};
