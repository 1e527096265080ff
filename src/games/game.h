/* game.h: the contract between the rules of one game and everything else.
 *
 * A game is one C file that exports one `const struct game`. It knows its own rules and nothing
 * about people, pixels, files or the network; nothing outside knows its rules. docs/design.md says
 * why the contract is as it is; template.c is a whole game in miniature to start from.
 *
 * The state of a game is a plain struct of fixed size: fixed-width integers only, no pointers, no
 * padding, nothing outside it. Copying it is copying bytes, and equal positions with equal memories
 * are equal bytes on every machine. Rules files are freestanding C11: this header, luck.h, bits.h
 * and the small headers beside them are all they include.
 *
 * Hot: actors, moves, odds, draw, apply (with NULL for facts), sealed, reopen, veil, and what is for bots. The rest
 * runs at the speed of people.
 */
#ifndef WABE_GAME_H
#define WABE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bits.h"
#include "luck.h"

/* ---- who ------------------------------------------------------------------------------------- */

enum {
    SEATS_MAX = 7, /* seats are 0 .. seats - 1, clockwise */
    CHANCE = 7,    /* the actor that deals, draws and rolls */
    SPECTATOR = 8, /* a viewer who holds nothing: sees what a bystander at the table sees */
    REFEREE = 9,   /* a viewer who sees all that anybody knows */
    VIEWERS_MAX = 10,
    NOBODY = -1,
};

/* The next seat clockwise, without a branch that would often be guessed wrong. */
static inline int left_of(int seat, int seats)
{
    return (seat + 1) * (seat + 1 < seats);
}

#define ALL_SEATS (BIT(SEATS_MAX) - 1u)
#define EVERYBODY (BIT(VIEWERS_MAX) - 1u)
/* The audience of a private fact, and of what the others hear instead. */
#define ONLY(seat)    (BIT(seat) | BIT(REFEREE))
#define ALL_BUT(seat) (EVERYBODY & ~ONLY(seat))

/* ---- moves ----------------------------------------------------------------------------------- */

/* A move names a thing ("green 3"), never a position in something hidden, so that it means the same
 * in every world that a viewer thinks possible. Small decisions: a turn with several parts is several
 * moves with short lists. */
typedef uint16_t move_t;

enum { PASS = 0 }; /* in every game 0 is pass, skip, no; a game without passing leaves 0 unused */

/* The members of a set as moves, ascending: first + member. Returns their number. */
static inline int moves_of(uint32_t set, int first, move_t out[])
{
    int n = 0;

    for (; set; set &= set - 1)
        out[n++] = (move_t)(first + bit_lowest(set));
    return n;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Everything a game says to people (the name of a move, an event, a prompt, a line of the score) is a
 * phrase: a number in the game's table of texts, and arguments. A text has placeholders that take the
 * arguments in order:
 *     {seat}    a seat: the player's name, or "you"; {seat's}: "Ann's", or "your"
 *     {thing}   one of the game's things, by its name
 *     {colour}  one of the colours below
 *     {n}       a number          {+n}  a number with its sign
 *     {die}     what a die shows: front ends let it roll
 *     {text}    another text of the same table, one of plain words without placeholders and forms
 * and forms [a|b]: after a {seat}, a for the viewer in person and b for anybody else ("{seat}
 * [play|plays]"); after a number, a for 1 and b for any other.
 *
 * Texts begin with a small letter: prompts, titles, labels, notes, facts and lines of the result get their capital
 * when they are shown. The words of a move are used twice: as notation, in records and where moves are typed, with
 * "seat 0" for {seat} and b of its forms, the same for everybody; and on buttons, with names, "you" and a capital. What
 * stands in brackets at their end, "play {thing} on {thing} ({+n})", is what the move is worth or does: pages write it
 * at what one touches last for it. */
enum {
    PHRASE_ARGS = 6,
    NO_TEXT = 0,     /* text 0 of every game is "" and says nothing */
    NO_ARG = -32768, /* where a phrase has no argument: a placeholder that finds none is a fault */
};

struct phrase {
    uint16_t text;                /* NO_TEXT: there is nothing to say */
    int16_t arg[PHRASE_ARGS + 1]; /* NO_ARG after those that were given; the last is always one */
};

/* PHRASE(text, arguments...) */
#define PHRASE(...)                            PHRASE_WITH(__VA_ARGS__, NO_ARG, NO_ARG, NO_ARG, NO_ARG, NO_ARG, NO_ARG, NO_ARG)
#define PHRASE_WITH(id, a, b, c, d, e, f, ...) ((struct phrase){(uint16_t)(id), {(a), (b), (c), (d), (e), (f), NO_ARG}})

enum colour {
#define COLOURS(X)                                                                                                     \
    X(NONE, "none")                                                                                                    \
    X(GREEN, "green")                                                                                                  \
    X(YELLOW, "yellow")                                                                                                \
    X(PURPLE, "purple")                                                                                                \
    X(RED, "red")                                                                                                      \
    X(VIOLET, "violet")                                                                                                \
    X(BLUE, "blue")                                                                                                    \
    X(GRAY, "gray")                                                                                                    \
    X(BLACK, "black")                                                                                                  \
    X(GOLD, "gold")                                                                                                    \
    X(BROWN, "brown")                                                                                                  \
    X(WHITE, "white")
#define COLOUR_ID(id, name) COLOUR_##id,
    COLOURS(COLOUR_ID) COLOURS_N
#undef COLOUR_ID
};

/* ---- things ---------------------------------------------------------------------------------- */

enum thing_kind { THING_CARD, THING_GEM, THING_PAWN, THING_TOKEN, THING_DIE };

enum { NO_NUMBER = -32768, NO_BACK = 0xffff, UNLIMITED = 0xffff };

/* A kind of piece in the box: its table is the list of components. A back is a thing too (what a
 * face-down card looks like); a thing with a back can lie hidden, and then only its back is shown. */
struct thing {
    const char *name; /* "green 3": the rulebook's word, unique in the game; brackets at its end are not on the face */
    const char *mark; /* "G3": for boards drawn in text, unique in the game; "Y20:3": pages have the 3 at the foot */
    uint8_t kind, colour;
    int16_t number; /* or NO_NUMBER */
    uint16_t back;  /* the thing it looks like from behind; its own index: it is a back; or NO_BACK */
};

/* ---- what a viewer learns -------------------------------------------------------------------- */

enum {
    FACT_REVEALS = 1, /* something hidden has become known: a move with this cannot be taken back among people */
    FACT_SILENT =
        2, /* part of what the viewer knows, but not for the log: seen on the table, or one's own sealed choice */
};

/* While a sealed step waits for others, a choice tells nobody but its maker, and that silently: its first fact is
 * TELL(facts, ONLY(actor), FACT_SILENT, ...). It may be left out where the choice always has two options or more and
 * the reveal tells all of it to everybody; it is what says that a choice with a single option is a sealed one, and what
 * the maker knows of a choice that stays hidden. */

struct fact {
    struct phrase phrase;
    uint16_t to; /* who learns it: a bit per viewer */
    uint16_t flags;
};

/* What a fact says besides its words, so that a page can show it: so many of a thing have gone from a place of the
 * scene to another; from a place to itself: they were turned over there, and show this now. It says no more than the
 * words do, and what the listener sees come of them on the table (the trick before is put away, the card below lies
 * open): where the listener does not know the card, the thing is its back. All that a move tells of a place is all that
 * has changed in number there, in the order in which it happened; a move that does not tell what came and went at a
 * place says nothing of it. */
struct transfer {
    uint16_t thing, count;
    uint16_t from, to; /* ids of places */
    uint16_t fact;     /* to which it belongs */
};

enum { FACTS_MAX = 96, TRANSFERS_MAX = 128 };

struct facts {
    uint16_t n, transfers;
    uint16_t lost;       /* what found no room: the tests demand that it stays 0 */
    uint16_t words_only; /* not 0: whoever listens has no use for transfers, and is told none */
    struct fact fact[FACTS_MAX];
    struct transfer transfer[TRANSFERS_MAX]; /* in the order of their facts */
};

static inline void facts_clear(struct facts *facts)
{
    facts->n = facts->transfers = facts->lost = facts->words_only = 0;
}

/* Ask this before working out what only transfers say. */
static inline bool facts_transfers(const struct facts *facts)
{
    return facts && !facts->words_only;
}

static inline void fact_add(struct facts *out, uint32_t to, uint16_t flags, struct phrase phrase)
{
    if (out->n < FACTS_MAX)
        out->fact[out->n++] = (struct fact){phrase, (uint16_t)to, flags};
    else
        out->lost++;
}

/* Of the fact that was told last; nothing for a count of 0. */
static inline void fact_transfer(struct facts *out, int thing, int count, int from, int to)
{
    if (!facts_transfers(out) || count == 0)
        return;
    if (out->transfers < TRANSFERS_MAX && out->n > 0)
        out->transfer[out->transfers++] = (struct transfer){(uint16_t)thing, (uint16_t)count, (uint16_t)from,
                                                            (uint16_t)to, (uint16_t)(out->n - 1)};
    else
        out->lost++;
}

/* Likewise: this thing was turned over on its place. */
static inline void fact_turn(struct facts *out, int thing, int place)
{
    fact_transfer(out, thing, 1, place, place);
}

/* TELL(facts, audience, flags, text, arguments...): nothing is built where nobody listens. */
#define TELL(out, to, flags, ...)                                                                                      \
    do {                                                                                                               \
        if (out)                                                                                                       \
            fact_add((out), (to), (flags), PHRASE(__VA_ARGS__));                                                       \
    } while (0)

/* ---- how it ended ---------------------------------------------------------------------------- */

enum { TIES_MAX = 3, LINES_MAX = 160 };

struct result {
    int32_t score[SEATS_MAX];
    int32_t tie[SEATS_MAX][TIES_MAX]; /* compared in order where scores are equal; higher is better; 0 if unused */
    uint8_t missed;                   /* a solo seat that did not reach what the rules call a win */
    uint16_t lines, lost;
    struct {
        struct phrase phrase;
        int8_t seat;   /* or NOBODY */
    } line[LINES_MAX]; /* how it came about, in the order in which one would explain it; at least one */
};

static inline void result_line(struct result *out, int seat, struct phrase phrase)
{
    if (out->lines < LINES_MAX) {
        out->line[out->lines].phrase = phrase;
        out->line[out->lines++].seat = (int8_t)seat;
    } else {
        out->lost++;
    }
}

/* How ties are broken, said once for each score that several seats have: a text about that score. */
static inline void result_ties(struct result *out, int seats, uint16_t text)
{
    for (int seat = 0; seat < seats; seat++) {
        int before = 0, after = 0;

        for (int other = 0; other < seats; other++) {
            before += other < seat && out->score[other] == out->score[seat];
            after += other > seat && out->score[other] == out->score[seat];
        }
        if (before == 0 && after > 0)
            result_line(out, NOBODY, PHRASE(text, (int16_t)out->score[seat]));
    }
}

/* ---- what a table looks like ----------------------------------------------------------------- */

#include "scene.h"

/* ---- setting up ------------------------------------------------------------------------------ */

enum { OPTIONS_MAX = 8, OPTION_VALUES = 256 };

struct choice {
    const char *id;    /* "advanced" */
    const char *title; /* "Advanced: a secret point card for each"; what follows a colon explains the word before it */
};

/* One of some choices, or a number in a range: a number that the rules page names and that people who study the game
 * want to vary. */
struct option {
    const char *id, *title;
    const struct choice *choices; /* the first is the default; NULL: a number */
    uint8_t choices_n;            /* at least 2; of a number 0 */
    int16_t least, greatest,
        number; /* of a number: its range, and the default, as the page says; at most OPTION_VALUES */
};

#define OPTION_CHOICE(id, title, choices)                 {(id), (title), (choices), sizeof(choices) / sizeof(choices)[0], 0, 0, 0}
#define OPTION_NUMBER(id, title, least, greatest, number) {(id), (title), NULL, 0, (least), (greatest), (number)}

struct setup {
    uint8_t seats;
    uint8_t option[OPTIONS_MAX]; /* for each option of the game the index of its value; 0 is the default */
};

/* How many values an option has. */
static inline int option_values(const struct option *option)
{
    return option->choices ? option->choices_n : option->greatest - option->least + 1;
}

/* The values of a number: the default, then the others, ascending. */
static inline int option_number(const struct option *option, int index)
{
    int value = option->least + index - 1;

    return index == 0 ? option->number : value + (value >= option->number);
}

/* ---- a game ---------------------------------------------------------------------------------- */

enum {
    STATE_MAX = 1024, /* bytes */
    MOVES_MAX = 512,  /* options of one decision, outcomes of one chance */
    SOURCES_MAX = 8,  /* decks, dice and bags of one game */
    THINGS_MAX = 160,
    BLURB_MAX = 60,
    ABOUT_MAX = 200,
};

/* What a reader of the list of games wants to know, and what generic code may rely on; the battery
 * checks that they are true. */
enum {
    GAME_HIDDEN = 1,        /* somebody knows what another does not; sealed choices alone are not meant */
    GAME_SEALED = 2,        /* there are steps where several choose unseen */
    GAME_OPEN = 4,          /* there are steps where several owe a choice that is heard at once */
    GAME_LOWEST_WINS = 8,   /* the lowest score is the best */
    GAME_FORCED_ASKED = 16, /* a choice with one option, or a chance with one outcome, is asked all the same: the page
                               says so, or it would tell what is hidden */
    GAME_LONG_MEMORY = 32,  /* who holds what would take all that ever happened to say exactly: veil deals possible
                              worlds only, in proportions that the game describes */
    GAME_STAKES = 64        /* seats play for the points that they win and lose, and who is first does not count */
};

/* A field that may be NULL or 0 says so; every other one must be there. The battery reads the table before it calls
 * anything, and names what is missing. */
struct game {
    /* What it is. */
    const char *id;               /* "pesky-gnomes": a-z, 0-9 and -, the same as in games.def */
    const char *title;            /* "Those Pesky Garden Gnomes" */
    const char *box;              /* the box it comes in */
    const char *blurb;            /* one line, at most BLURB_MAX characters */
    uint8_t seats_min, seats_max; /* from 1 to SEATS_MAX; with every number every seat is asked sooner or later */
    uint8_t minutes;              /* for people; at least 1 */
    uint8_t sources;              /* of chance, at most SOURCES_MAX; 0 in a game without chance */
    uint16_t flags;               /* GAME_..., or 0 */
    uint16_t version;             /* from 1; raised when the same moves would mean something else */
    uint16_t state_size;          /* bytes, at most STATE_MAX */
    uint16_t state_first;         /* of a state that has grown: its bytes at first; else 0. What lies behind them is not
                                     in its fingerprint while it is all 0, so that tables that servers keep go on */
    uint16_t moves_max;           /* no list of moves or outcomes is longer; at most MOVES_MAX */
    uint32_t move_ids;            /* every move is below */
    uint32_t length_max;          /* no game has more moves, chance included, whatever happens */
    const struct option *options; /* NULL and 0 in a game without options */
    uint8_t options_n;            /* at most OPTIONS_MAX */
    const struct thing *things;   /* NULL and 0 in a game without pieces */
    uint16_t things_n;            /* at most THINGS_MAX */
    const struct zone *zones;     /* all that its scenes can have */
    uint8_t zones_n;              /* at most ZONES_MAX */
    const char *const *texts;     /* text 0 is "" */
    uint16_t texts_n;

    /* Set-up. Writes the whole state (the memory may hold anything), before the first chance move.
     * NULL, or a sentence that says why this setup cannot be played. Seats and options are in range. */
    const char *(*start)(void *s, const struct setup *setup);

    /* How many of each thing are on the table for this setup, UNLIMITED where the box may be
     * replenished. Backs are not counted. All counts are 0 before the call; a game without things does nothing. */
    void (*contents)(const struct setup *setup, uint16_t count[]);

    /* What a thing is and does in this setup, for somebody who points at it: plain words, at most ABOUT_MAX characters,
     * true to the rules page. Every thing that lies on the table in some setup has some; a back has NO_TEXT. NULL in a
     * game without things. */
    struct phrase (*about)(const struct setup *setup, int thing);

    /* Who owes a decision: a bit per seat, or BIT(CHANCE) alone; 0 when the game is over. It depends
     * on what is public only. */
    uint32_t (*actors)(const void *s);

    /* All legal moves of a seat that owes a decision, ascending; lists have room for MOVES_MAX. A public decision has
     * two options or more: the rules themselves play a single one (but see GAME_FORCED_ASKED). */
    int (*moves)(const void *s, int seat, move_t out[]);

    /* When chance is to act: all outcomes, ascending, two or more (but see GAME_FORCED_ASKED), with their weights above
     * 0; and what is drawn from: below sources. Both are NULL in a game without chance. */
    int (*chance)(const void *s, move_t out[], uint32_t weight[]);
    uint8_t (*source)(const void *s);
    /* The same without a list: the sum of the weights, and the outcome that number r (below that sum)
     * falls on when the weights are laid end to end. For speed alone: both, or both NULL. */
    uint32_t (*odds)(const void *s);
    move_t (*draw)(const void *s, uint32_t r);

    /* Make a legal move of a seat that owes one, or an outcome of chance. Deterministic. What each
     * viewer learns is added to facts, unless that is NULL; the state does not depend on it. */
    void (*apply)(void *s, int actor, move_t m, struct facts *facts);

    /* Steps in which several seats choose unseen (GAME_SEALED; else both are NULL). sealed: the seats
     * whose choice of this step lies face down. reopen: as if these seats had not chosen yet in this
     * step. Choosing again, in any order, gives the same bytes. A step ends with its last choice. */
    uint32_t (*sealed)(const void *s);
    void (*reopen)(void *s, uint32_t seats);

    /* Redeal, fairly, all that this viewer cannot know, keeping all that it can. Called, like scene,
     * on a view: the others' sealed choices of the running step have been taken back. The result
     * depends on nothing that the viewer does not know. A game without GAME_HIDDEN does nothing here. */
    void (*veil)(void *s, int viewer, struct luck *luck);

    /* The score of a game that is over. Cleared before the call. */
    void (*result)(const void *s, struct result *out);

    /* What this viewer sees. Cleared before the call. There is always a prompt; titles of zones and labels of places
     * may be NO_TEXT. */
    void (*scene)(const void *s, int viewer, struct scene *out);

    /* The words for a legal move or an outcome of chance: unique among the options of its decision. */
    struct phrase (*say)(const void *s, int actor, move_t m);

    /* What one would touch on the table to make this move, in order; their number. 0: the move is a button. All of it
     * is in the scene of that seat: a place, or a thing on it. No two moves of a decision have the same touches, but
     * those of one may begin those of another: the shorter move is then a button once they are made. A move is made as
     * soon as no other begins like what was touched. docs/scene.md says how buttons are grouped. */
    int (*touch)(const void *s, int seat, move_t m, struct touch out[TOUCH_MAX]);

    /* ---- for bots: what makes them better at this game than simulation alone; each may be NULL or 0 ---- */

    /* How it stands: for each seat the final score to be expected, in hundredths of a point (POINT), and at the end the
     * score itself. Returns how much the difference between two seats may still change, or at the end what difference
     * is a clear one; at least 1. In a solo game: what difference of scores matters. */
    int32_t (*standing)(const void *s, int32_t out[]);

    /* What a seat that thinks holds against staying in a position that is not over, in the points of standing: they are
     * taken from its own, in its own eyes only. So bots leave a stand-off in which every way out looks worse to them
     * than to stay for ever. At least 0. It looks only at what the seat knows. */
    int32_t (*contempt)(const void *s, int seat);

    /* The number of the hand or round that is being played: simulations end with it, and standing says what it was
     * worth. It never falls. */
    uint32_t (*stage)(const void *s);
    /* Likewise simulations end after so many moves; 0: not before the end of the stage or the game. */
    uint16_t reach;

    /* A sensible move of a seat that owes one, found quickly: what players in simulated games do. It looks only at what
     * the seat knows. */
    move_t (*habit)(const void *s, int seat, struct luck *luck);

    /* Simulations for a decision of a normal opponent: a millisecond or two; hard ones make 16 times as many. */
    uint32_t effort;

    /* Milliseconds within which nearly all of these decisions are made, on a machine that has other things to do too,
     * at the largest table: some times what they take on average. When a bot's answer is due follows from it
     * (src/bots/pace.h). 0: not measured. */
    uint16_t patience;
};

enum { POINT = 100 };

#endif
