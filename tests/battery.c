#include "battery.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/table/board.h"
#include "../src/table/hash.h"
#include "../src/table/preview.h"
#include "../src/table/record.h"
#include "../src/table/sitting.h"

/* Sanitized builds look for other faults than worlds dealt in the wrong proportion or words that are missing: for those
 * it is enough that all code is run, in many positions. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
const struct effort effort_short = {SEATS_MAX, 9, 8, 1, 20000, 2000, 30};
const struct effort effort_long = {SEATS_MAX, 40, 16, 2, 60000, 4000, 80};
#else
const struct effort effort_short = {SEATS_MAX, 24, 24, 2, 150000, 6000, 80};
const struct effort effort_long = {SEATS_MAX, 100, 60, 12, 600000, 30000, 800};
#endif
const struct effort effort_quick = {SEATS_MAX, 3, 4, 1, 20000, 4000, 20};

struct wires wires = {wire_now, wire_step, wire_turn};
void (*previews)(struct preview *out, const struct match *match, int seat, move_t move) = preview_make;

/* ---- tools ----------------------------------------------------------------------------------- */

static void *need(size_t n)
{
    void *memory = calloc(1, n ? n : 1);

    if (!memory) {
        fprintf(stderr, "the battery needs more memory\n");
        exit(1);
    }
    return memory;
}

static void *need_more(void *memory, size_t n)
{
    memory = realloc(memory, n);
    if (!memory) {
        fprintf(stderr, "the battery needs more memory\n");
        exit(1);
    }
    return memory;
}

static void mark(uint32_t *highest, size_t value)
{
    if (value > *highest)
        *highest = (uint32_t)value;
}

/* An actor or a viewer as a sentence has it. */
static const char *who(int actor)
{
    static const char *const words[VIEWERS_MAX] = {"seat 0", "seat 1", "seat 2", "seat 3",        "seat 4",
                                                   "seat 5", "seat 6", "chance", "the spectator", "the referee"};

    return actor >= 0 && actor < VIEWERS_MAX ? words[actor] : "nobody";
}

/* The flags by their names. */
static const char *flag_names(uint32_t flags)
{
    static const struct {
        uint32_t flag;
        const char *name;
    } names[] = {{GAME_HIDDEN, "GAME_HIDDEN"},
                 {GAME_SEALED, "GAME_SEALED"},
                 {GAME_OPEN, "GAME_OPEN"},
                 {GAME_LOWEST_WINS, "GAME_LOWEST_WINS"},
                 {GAME_FORCED_ASKED, "GAME_FORCED_ASKED"},
                 {GAME_LONG_MEMORY, "GAME_LONG_MEMORY"},
                 {GAME_STAKES, "GAME_STAKES"}};
    static char words[2][160];
    static int turn;
    struct text out = text_in(words[turn ^= 1], sizeof words[0]);

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!(flags & names[i].flag))
            continue;
        text_put(&out, out.used ? " | " : "");
        text_put(&out, names[i].name);
    }
    text_put(&out, out.used ? "" : "none");
    return words[turn];
}

/* ---- faults ------------------------------------------------------------------------------------ */

/* Where the battery is: the setup, and the game that is played or looked at with the number of moves made. Whoever
 * walks through a game keeps it true, and found() alone turns it into the way to come there again. */
static struct {
    const struct game *game;
    struct setup setup; /* of 0 seats: nothing has been set up */
    uint64_t seed;
    const struct step *step; /* NULL: no game */
    uint32_t n;
    char twin[256];       /* the world that this game is compared with, or "" */
    struct game at_table; /* the game as if it were for this number of seats only: phrases may name no other seat */
} here;

static void here_at(const struct step *step, uint32_t n)
{
    here.step = step;
    here.n = n;
}

static void put_move(struct text *out, const struct game *game, const void *state, int actor, move_t move)
{
    struct speech plain = speech_plain(game);

    text_put(out, who(actor));
    text_put(out, ": ");
    phrase_put(out, &plain, game->say(state, actor, move));
}

/* The game up to here as a record, and the words of its last move. */
static void record_here(const struct deal *deal, struct text *record, struct text *last)
{
    struct match match;
    void *memory = need(match_memory(deal->game));
    struct why why;

    match_start(&match, deal, memory);
    for (uint32_t i = 0; i < here.n; i++) {
        int actor = here.step[i].actor;

        *last = text_in(last->at, last->size);
        put_move(last, deal->game, match.state, actor, here.step[i].move);
        if (!match_force(&match, actor, here.step[i].move, &why))
            break;
    }
    record_put(record, &match);
    free(memory);
}

static bool found(struct fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says what is wrong and how to come there again. */
static bool found(struct fault *fault, const char *format, ...)
{
    struct deal deal = {here.game, here.setup, here.seed};
    char id[DEAL_TEXT_MAX], last[256] = "";
    struct text id_text = text_in(id, sizeof id), last_text = text_in(last, sizeof last),
                record = text_in(fault->record, sizeof fault->record);
    size_t used;
    va_list args;

    va_start(args, format);
    vsnprintf(fault->text, sizeof fault->text, format, args);
    va_end(args);
    used = strlen(fault->text);
    if (here.setup.seats == 0)
        return false;
    deal_put(&id_text, &deal);
    if (!here.step) {
        *strchr(id, '#') = 0;
        snprintf(fault->text + used, sizeof fault->text - used, "\n#   in %s", id);
        return false;
    }
    record_here(&deal, &record, &last_text);
    if (record.full)
        fault->record[0] = 0;
    snprintf(fault->text + used, sizeof fault->text - used, "%s\n#   in %s after move %u%s%s%s", here.twin, id, here.n,
             last[0] ? " (" : "", last, last[0] ? ")" : "");
    return false;
}

/* ---- histories ------------------------------------------------------------------------------- */

/* How the seats of a random game choose. Stubborn players find the limits of length. */
enum policy { AT_RANDOM, THE_FIRST, THE_LAST };

static enum policy policy_of(int i)
{
    return i % 8 == 6 ? THE_FIRST : i % 8 == 7 ? THE_LAST : AT_RANDOM;
}

/* Games are looked at move by move at first, and further on less closely: little there is new, and some games are long.
 * The number between two looks has no factor in common with the moves of a turn, usually 2, 3 or 4. Where it begins
 * differs from game to game, so that many games are looked at everywhere. */
enum { LOOK_RARELY = 7, FAR_ON = 800, PREVIEWS = 12 /* of one decision */ };

static bool looked_at(uint32_t i, uint32_t n, int game, const struct effort *effort)
{
    return i < (uint32_t)effort->closely || (i + (uint32_t)game) % LOOK_RARELY == 0 || i == n;
}

/* A game as it was played: every move, every state, and a fingerprint of what each viewer was told. */
struct history {
    const struct game *game;
    struct setup setup;
    uint32_t n;
    struct step *step;
    unsigned char *state; /* n + 1 of them */
    uint64_t (*told)[VIEWERS_MAX];
    uint64_t (*moved)[VIEWERS_MAX]; /* likewise of what facts carry besides their words */
};

static void *state_of(const struct history *h, uint32_t i)
{
    return h->state + (size_t)i * h->game->state_size;
}

static uint64_t told_to(const struct facts *facts, int viewer)
{
    return facts_key(HASH_START, facts, viewer);
}

static uint64_t moved_for(const struct facts *facts, int viewer)
{
    uint64_t key = HASH_START;

    for (int i = 0; i < facts->transfers; i++)
        if (facts->fact[facts->transfer[i].fact].to & BIT(viewer))
            key = hash_bytes(key, &facts->transfer[i], offsetof(struct transfer, fact));
    return key;
}

static int pick_actor(uint32_t asked, struct luck *luck)
{
    return bit_nth(asked, luck_below(luck, (uint32_t)bit_count(asked)));
}

/* Those who are asked can be: seats at this table, or chance alone where the game has it. */
static bool check_asked(const struct history *h, uint32_t asked, struct fault *fault)
{
    uint32_t seats = BIT(h->setup.seats) - 1;

    if (asked == BIT(CHANCE) && !h->game->chance)
        return found(fault, "actors names chance, and the game has no function chance");
    if ((asked & BIT(CHANCE)) && asked != BIT(CHANCE))
        return found(fault, "chance is asked together with seats");
    if (asked & ~seats & ~BIT(CHANCE))
        return found(fault, "seat %d is asked, and the table has %d seats", bit_lowest(asked & ~seats & ~BIT(CHANCE)),
                     h->setup.seats);
    return true;
}

/* What this actor does: chance by the luck of the game's seed as in a match, a seat by its policy. */
static bool pick_move(const struct history *h, int actor, enum policy policy, uint32_t drawn[], struct luck *luck,
                      move_t *out, struct fault *fault)
{
    const struct game *game = h->game;
    const void *state = state_of(h, h->n);
    move_t move[MOVES_MAX];
    int n;

    if (actor == CHANCE) {
        uint8_t source = game->source(state);
        uint32_t odds = game_odds(game, state);
        struct luck draw;

        if (source >= game->sources)
            return found(fault, "chance draws from source %d, and sources is %d", source, game->sources);
        if (odds == 0)
            return found(fault, "chance is asked and has no outcome");
        draw = luck_at(here.seed, source, drawn[source]++);
        *out = game_draw(game, state, luck_below(&draw, odds));
        return true;
    }
    n = game->moves(state, actor, move);
    if (n < 1)
        return found(fault, "seat %d is asked and has no moves", actor);
    *out = policy == THE_FIRST ? move[0] : policy == THE_LAST ? move[n - 1] : move[luck_below(luck, (uint32_t)n)];
    return true;
}

/* Plays the game with this number as its seed; false if it is longer than it may be, or asks the impossible. */
static bool play_history(struct history *h, const struct game *game, const struct setup *setup, int number,
                         struct fault *fault)
{
    struct luck luck = luck_at(20261115, 0, (uint32_t)number);
    uint32_t room = 64, asked, drawn[SOURCES_MAX] = {0};
    struct facts facts;

    *h = (struct history){.game = game, .setup = *setup};
    h->step = need(room * sizeof *h->step);
    h->state = need((room + 1) * (size_t)game->state_size);
    h->told = need(room * sizeof *h->told);
    h->moved = need(room * sizeof *h->moved);
    game->start(h->state, setup);
    here.seed = (uint64_t)number;
    here_at(h->step, 0);
    while ((asked = game->actors(state_of(h, h->n))) != 0) {
        int actor;
        move_t move = PASS;

        if (!check_asked(h, asked, fault))
            return false;
        if (h->n == game->length_max)
            return found(fault, "the game is longer than length_max, %u moves", game->length_max);
        actor = pick_actor(asked, &luck);
        if (!pick_move(h, actor, policy_of(number), drawn, &luck, &move, fault))
            return false;
        if (h->n + 1 == room) {
            room *= 2;
            h->step = need_more(h->step, room * sizeof *h->step);
            h->state = need_more(h->state, (room + 1) * (size_t)game->state_size);
            h->told = need_more(h->told, room * sizeof *h->told);
            h->moved = need_more(h->moved, room * sizeof *h->moved);
        }
        memcpy(state_of(h, h->n + 1), state_of(h, h->n), game->state_size);
        facts_clear(&facts);
        game->apply(state_of(h, h->n + 1), actor, move, &facts);
        for (int viewer = 0; viewer < VIEWERS_MAX; viewer++) {
            h->told[h->n][viewer] = told_to(&facts, viewer);
            h->moved[h->n][viewer] = moved_for(&facts, viewer);
        }
        h->step[h->n++] = (struct step){move, (uint8_t)actor, 0};
        here_at(h->step, h->n);
    }
    return true;
}

static void forget_history(struct history *h)
{
    here_at(NULL, 0);
    free(h->step);
    free(h->state);
    free(h->told);
    free(h->moved);
}

/* A match whose chance is given from outside, so that it can follow any history. */
static void *follow(struct match *match, const struct game *game, const struct setup *setup)
{
    struct deal deal = {game, *setup, 0};
    void *memory = need(match_memory(game));

    match_start(match, &deal, memory);
    match->well = NULL;
    match->people = BIT(setup->seats) - 1;
    return memory;
}

/* ---- 1: what the game says of itself ----------------------------------------------------------- */

/* A line of text that is there. */
static bool check_line(const char *what, const char *line, struct fault *fault)
{
    if (!line)
        return found(fault, "%s is NULL", what);
    if (!line[0])
        return found(fault, "%s is empty", what);
    return text_is_line(line) || found(fault, "%s is not a line of UTF-8: '%s'", what, line);
}

/* A word that can stand in a game id: small letters, digits and hyphens. */
static bool check_id(const char *what, const char *id, struct fault *fault)
{
    return check_line(what, id, fault) && (id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-")] == 0 ||
                                           found(fault, "%s has other characters than a-z, 0-9 and -: '%s'", what, id));
}

static bool check_number(const char *what, uint32_t number, uint32_t min, uint32_t max, struct fault *fault)
{
    return (number >= min && number <= max) ||
           found(fault, "%s is %u, and must be from %u to %u", what, number, min, max);
}

static bool check_callbacks(const struct game *game, struct fault *fault)
{
    const struct {
        const char *name;
        bool there;
    } required[] = {
        {"start", game->start != NULL}, {"contents", game->contents != NULL}, {"actors", game->actors != NULL},
        {"moves", game->moves != NULL}, {"apply", game->apply != NULL},       {"veil", game->veil != NULL},
        {"scene", game->scene != NULL}, {"result", game->result != NULL},     {"say", game->say != NULL},
        {"touch", game->touch != NULL}, {"zones", game->zones != NULL},       {"about", game->about || !game->things_n},
    };

    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++)
        if (!required[i].there)
            return found(fault, "%s is NULL", required[i].name);
    if (!game->chance != !game->source || !game->chance != !game->sources)
        return found(fault, "chance is %s, source is %s and sources is %d: a game has all three or none of them",
                     game->chance ? "given" : "NULL", game->source ? "given" : "NULL", game->sources);
    if (!game->odds != !game->draw || (game->odds && !game->chance))
        return found(fault, "odds is %s and draw is %s: a game with chance has both or neither, another one neither",
                     game->odds ? "given" : "NULL", game->draw ? "given" : "NULL");
    if (!game->sealed != !game->reopen || !game->sealed != !(game->flags & GAME_SEALED))
        return found(fault, "sealed is %s, reopen is %s and GAME_SEALED is %s: a game has all three or none of them",
                     game->sealed ? "given" : "NULL", game->reopen ? "given" : "NULL",
                     game->flags & GAME_SEALED ? "set" : "not set");
    if (game->contempt && !game->standing)
        return found(fault, "contempt is taken from standing, which is NULL");
    if ((game->stage || game->reach) && !game->standing)
        return found(fault,
                     "stage or reach ends simulations early, and standing, which says what they were worth, is NULL");
    return true;
}

/* A range with more than one number, the default among them. */
static bool check_range(const struct option *option, size_t *longest, struct fault *fault)
{
    if (option->least >= option->greatest || option->choices_n)
        return found(fault, "option '%s' has no choices and is a number from %d to %d: it needs two of either",
                     option->id, option->least, option->greatest);
    if (option->number < option->least || option->number > option->greatest)
        return found(fault, "option '%s' is from %d to %d, and its default is %d", option->id, option->least,
                     option->greatest, option->number);
    *longest = sizeof "-32768";
    return option->greatest - option->least < OPTION_VALUES ||
           found(fault, "option '%s' has more than %d values", option->id, OPTION_VALUES);
}

static bool check_choices(const struct option *option, size_t *longest, struct fault *fault)
{
    if (!option->choices)
        return check_range(option, longest, fault);
    if (option->choices_n < 2)
        return found(fault, "option '%s' has %d choices, and needs two", option->id, option->choices_n);
    for (int i = 0; i < option->choices_n; i++) {
        const struct choice *choice = &option->choices[i];

        if (!check_id("the id of a choice", choice->id, fault) ||
            !check_line("the title of a choice", choice->title, fault))
            return false;
        for (int k = 0; k < i; k++)
            if (text_equal(choice->id, option->choices[k].id))
                return found(fault, "option '%s' has two choices '%s'", option->id, choice->id);
        if (strlen(choice->id) > *longest)
            *longest = strlen(choice->id);
    }
    return true;
}

/* Options are well made, and the longest id of a deal still fits. */
static bool check_options(const struct game *game, struct fault *fault)
{
    size_t length = strlen(game->id) + sizeof ":7#18446744073709551615", longest = 0;

    if (game->options_n > 0 && !game->options)
        return found(fault, "options is NULL, and options_n is %d", game->options_n);
    for (int i = 0; i < game->options_n; i++) {
        const struct option *option = &game->options[i];

        longest = 0;
        if (!check_id("the id of an option", option->id, fault) ||
            !check_line("the title of an option", option->title, fault) || !check_choices(option, &longest, fault))
            return false;
        for (int k = 0; k < i; k++)
            if (text_equal(option->id, game->options[k].id))
                return found(fault, "there are two options '%s'", option->id);
        length += strlen(option->id) + longest + 2;
    }
    return length <= DEAL_TEXT_MAX || found(fault, "with all options the game's id is longer than %d", DEAL_TEXT_MAX);
}

static bool check_things(const struct game *game, struct fault *fault)
{
    if (game->things_n > 0 && !game->things)
        return found(fault, "things is NULL, and things_n is %d", game->things_n);
    for (int i = 0; i < game->things_n; i++) {
        const struct thing *thing = &game->things[i];

        if (!check_line("the name of a thing", thing->name, fault) ||
            !check_line("the mark of a thing", thing->mark, fault))
            return false;
        if (thing->kind > THING_DIE || thing->colour >= COLOURS_N)
            return found(fault, "'%s' is of kind %d and colour %d: there is no such kind or colour", thing->name,
                         thing->kind, thing->colour);
        if (thing->back != NO_BACK && (thing->back >= game->things_n || game->things[thing->back].back != thing->back))
            return found(fault, "the back of '%s' is thing %d, which is no back", thing->name, thing->back);
        for (int k = 0; k < i; k++)
            if (text_same(thing->name, game->things[k].name) || text_equal(thing->mark, game->things[k].mark))
                return found(fault, "things %d '%s' and %d '%s' have the same name or mark", k, game->things[k].name, i,
                             thing->name);
    }
    return true;
}

static bool check_zones(const struct game *game, struct fault *fault)
{
    for (int i = 0; i < game->zones_n; i++) {
        const struct zone *zone = &game->zones[i];

        if (!check_id("the id of a zone", zone->id, fault))
            return false;
        if (zone->kind >= ZONE_KINDS || zone->role >= ZONE_ROLES)
            return found(fault, "zone '%s' is of kind %d and role %d: there is no such kind or role", zone->id,
                         zone->kind, zone->role);
        for (int k = 0; k < i; k++)
            if (text_equal(zone->id, game->zones[k].id))
                return found(fault, "there are two zones '%s'", zone->id);
    }
    return true;
}

static bool check_texts(const struct game *game, struct fault *fault)
{
    if (!game->texts || game->texts_n == 0)
        return found(fault, "there are no texts: texts is %s and texts_n is %d", game->texts ? "given" : "NULL",
                     game->texts_n);
    for (int i = 0; i < game->texts_n; i++) {
        if (!game->texts[i])
            return found(fault, "text %d is NULL", i);
        if (!text_is_line(game->texts[i]))
            return found(fault, "text %d is not a line of UTF-8: '%s'", i, game->texts[i]);
        if (!phrase_text_ok(game->texts[i]))
            return found(fault, "text %d has an unknown placeholder, an unfinished form or too many arguments: '%s'", i,
                         game->texts[i]);
    }
    return !game->texts[NO_TEXT][0] ||
           found(fault, "text 0 is kept for NO_TEXT and must be empty: '%s'", game->texts[NO_TEXT]);
}

/* The table of the game is true as far as reading it tells: nothing of the game is called here, and everything after
 * it may rely on this. `listed` is the id in the list of games. */
static bool check_table(const struct game *game, const char *listed, struct fault *fault)
{
    const uint32_t flags = GAME_HIDDEN | GAME_SEALED | GAME_OPEN | GAME_LOWEST_WINS | GAME_FORCED_ASKED |
                           GAME_LONG_MEMORY | GAME_STAKES;

    if (!check_id("id", game->id, fault) || !check_number("the length of id", (uint32_t)strlen(game->id), 1, 39, fault))
        return false;
    if (!text_equal(game->id, listed))
        return found(fault, "games.def says \"%s\", and id is \"%s\": they must be the same", listed, game->id);
    if (!check_line("title", game->title, fault) || !check_line("box", game->box, fault) ||
        !check_line("blurb", game->blurb, fault))
        return false;
    if (text_width(game->blurb) > BLURB_MAX)
        return found(fault, "blurb has %d characters, and BLURB_MAX is %d", text_width(game->blurb), BLURB_MAX);
    if (game->flags & ~flags)
        return found(fault, "flags has bits that mean nothing: %u", game->flags & ~flags);
    return check_number("seats_min", game->seats_min, 1, SEATS_MAX, fault) &&
           check_number("seats_max", game->seats_max, game->seats_min, SEATS_MAX, fault) &&
           check_number("minutes", game->minutes, 1, UINT8_MAX, fault) &&
           check_number("version", game->version, 1, UINT16_MAX, fault) &&
           check_number("sources", game->sources, 0, SOURCES_MAX, fault) &&
           check_number("state_size", game->state_size, 1, STATE_MAX, fault) &&
           check_number("state_first", game->state_first, 0, game->state_size - 1, fault) &&
           check_number("moves_max", game->moves_max, 1, MOVES_MAX, fault) &&
           check_number("move_ids", game->move_ids, 1, UINT16_MAX + 1, fault) &&
           check_number("length_max", game->length_max, 1, UINT32_MAX, fault) &&
           check_number("options_n", game->options_n, 0, OPTIONS_MAX, fault) &&
           check_number("things_n", game->things_n, 0, THINGS_MAX, fault) && check_callbacks(game, fault) &&
           check_number("zones_n", game->zones_n, 1, ZONES_MAX, fault) && check_options(game, fault) &&
           check_things(game, fault) && check_zones(game, fault) && check_texts(game, fault);
}

/* start writes the whole state and nothing else. The memory is large enough for whatever state_size could have been,
 * so that this comes before any other call of start. */
static bool check_start(const struct game *game, const struct setup *setup, struct fault *fault)
{
    static _Alignas(8) unsigned char a[UINT16_MAX + 1], b[UINT16_MAX + 1];
    size_t written = sizeof a;

    memset(a, 0xaa, sizeof a);
    memset(b, 0x55, sizeof b);
    game->start(a, setup);
    game->start(b, setup);
    while (written > 0 && a[written - 1] == 0xaa && b[written - 1] == 0x55)
        written--;
    if (written > game->state_size)
        return found(fault, "start writes %zu bytes, and state_size is %d", written, game->state_size);
    for (size_t i = 0; i < game->state_size; i++)
        if (a[i] != b[i])
            return found(fault, "start leaves byte %zu of the state as it was", i);
    return true;
}

static bool check_starts(const struct game *game, struct fault *fault)
{
    for (uint8_t seats = game->seats_min; seats <= game->seats_max; seats++) {
        _Alignas(8) static unsigned char state[UINT16_MAX + 1];

        here.setup = (struct setup){.seats = seats};
        if (!game->start(state, &here.setup) && !check_start(game, &here.setup, fault))
            return false;
    }
    here.setup = (struct setup){0};
    return true;
}

static bool check_list(const struct game *game, const void *state, int actor, struct marks *marks, struct fault *fault)
{
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX];
    int n = game_options(game, state, actor, move, weight);
    int least = actor == CHANCE && !(game->flags & GAME_FORCED_ASKED) ? 2 : 1;

    mark(&marks->moves, (size_t)n);
    if (n < least)
        return found(fault, "%s has %d option%s, and must have %d", who(actor), n, n == 1 ? "" : "s", least);
    if (n > game->moves_max)
        return found(fault, "%s has %d options, and moves_max is %d", who(actor), n, game->moves_max);
    for (int i = 0; i < n; i++) {
        if (move[i] >= game->move_ids)
            return found(fault, "%s has move %d, and move_ids is %u", who(actor), move[i], game->move_ids);
        if (i > 0 && move[i] <= move[i - 1])
            return found(fault, "the moves of %s are not ascending: %d, %d", who(actor), move[i - 1], move[i]);
        if (actor == CHANCE && weight[i] == 0)
            return found(fault, "outcome %d of chance has weight 0", move[i]);
    }
    return true;
}

/* The quick way of drawing agrees with the list, for every number. */
static bool check_draw(const struct game *game, const void *state, struct fault *fault)
{
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX], r = 0;
    int n = game->chance(state, move, weight);

    for (int i = 0; i < n; i++)
        for (uint32_t k = 0; k < weight[i]; k++)
            if (game_draw(game, state, r++) != move[i])
                return found(fault, "draw(%u) is not outcome %d of the list", r - 1, move[i]);
    if (r != game_odds(game, state))
        return found(fault, "odds are %u, the weights add up to %u", game_odds(game, state), r);
    return true;
}

/* A public choice with one option is played by the rules; a sealed one is owed all the same. A choice is sealed
 * if the first that is told of it is told to its maker alone. */
static bool check_single(const struct history *h, uint32_t i, struct fault *fault)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    move_t move[MOVES_MAX];
    struct facts facts = {0};
    int actor = h->step[i].actor;

    if (actor == CHANCE || (h->game->flags & GAME_FORCED_ASKED) || h->game->moves(state_of(h, i), actor, move) > 1)
        return true;
    memcpy(state, state_of(h, i), h->game->state_size);
    h->game->apply(state, actor, h->step[i].move, &facts);
    if (facts.n > 0 && facts.fact[0].to == ONLY(actor) && (facts.fact[0].flags & FACT_SILENT))
        return true;
    return found(fault,
                 "seat %d is asked for its only option, move %d: the rules play that themselves (if it is a sealed "
                 "choice, the first fact of it is ONLY(seat) and FACT_SILENT)",
                 actor, h->step[i].move);
}

static uint32_t flags_seen(const struct history *h, uint32_t i)
{
    uint32_t asked = h->game->actors(state_of(h, i)), flags = 0;
    bool was_sealed = game_sealed(h->game, state_of(h, i)) || game_sealed(h->game, state_of(h, i + 1));

    if (was_sealed)
        flags |= GAME_SEALED;
    if ((asked & (asked - 1)) != 0 && !was_sealed)
        flags |= GAME_OPEN;
    for (int viewer = 0; viewer < h->setup.seats; viewer++)
        if (h->told[i][viewer] != h->told[i][REFEREE] && !was_sealed)
            flags |= GAME_HIDDEN;
    return flags;
}

static bool check_lists_at(const struct history *h, uint32_t i, struct marks *marks, struct fault *fault)
{
    const struct game *game = h->game;
    uint32_t asked = game->actors(state_of(h, i)), flags = flags_seen(h, i);

    here_at(h->step, i);
    marks->asked[h->setup.seats] |= asked;
    marks->flags |= flags;
    for (FOR_BITS(actor, asked))
        if (!check_list(game, state_of(h, i), (int)actor, marks, fault))
            return false;
    if (asked == BIT(CHANCE) && !check_draw(game, state_of(h, i), fault))
        return false;
    if (!check_single(h, i, fault))
        return false;
    here_at(h->step, i + 1);
    if ((flags & GAME_OPEN) && game->actors(state_of(h, i + 1)) != (asked & ~BIT(h->step[i].actor)))
        return found(fault,
                     "several were asked openly, and after the answer of %s the step does not wait for all others",
                     who(h->step[i].actor));
    if (flags & ~(uint32_t)game->flags)
        return found(fault, "this move shows %s, and the flags are %s", flag_names(flags & ~(uint32_t)game->flags),
                     flag_names(game->flags));
    return true;
}

static bool point_lists(const struct game *game, const struct setup *setup, const struct effort *effort,
                        struct marks *marks, struct fault *fault)
{
    bool ok = check_start(game, setup, fault);

    marks->setups[setup->seats]++;
    for (int g = 0; g < effort->games && ok; g++) {
        struct history h;

        ok = play_history(&h, game, setup, g, fault);
        mark(&marks->length, h.n);
        for (uint32_t i = 0; i < h.n && ok; i++)
            ok = check_lists_at(&h, i, marks, fault);
        forget_history(&h);
    }
    return ok;
}

/* After all setups: what the table promises was seen. */
static bool check_seen(const struct game *game, const struct marks *marks, struct fault *fault)
{
    uint32_t never = game->flags & (GAME_HIDDEN | GAME_SEALED | GAME_OPEN) & ~marks->flags;

    if (never)
        return found(fault, "the flags have %s, and no game showed it", flag_names(never));
    for (int seats = 1; seats <= SEATS_MAX; seats++) {
        uint32_t silent = (BIT(seats) - 1) & ~marks->asked[seats];

        if (marks->setups[seats] && silent)
            return found(fault, "with %d seats, seat %d is never asked for anything (seats_max is %d)", seats,
                         bit_lowest(silent), game->seats_max);
    }
    return true;
}

/* ---- 2: words -------------------------------------------------------------------------------- */

/* Writes a phrase for this reader; a fault if an argument is missing, does not fit its text or names a seat that is not
 * at this table, or if there are no words. */
static bool check_phrase(const char *what, const struct speech *speech, struct phrase phrase, char *out, size_t size,
                         struct fault *fault)
{
    struct speech at_table = {&here.at_table, speech->names, speech->viewer};
    struct text text = text_in(out, size);

    if (phrase.text >= speech->game->texts_n)
        return found(fault, "%s has text %d, and there are %d", what, phrase.text, speech->game->texts_n);
    if (!phrase_put(&text, &at_table, phrase))
        return found(fault, "%s has an argument that does not fit its text '%s', or too few: it would read '%s'", what,
                     speech->game->texts[phrase.text], out);
    if (text.full)
        return found(fault, "%s is longer than %zu bytes: '%s...'", what, size, out);
    return text.used > 0 || found(fault, "%s is empty (text %d)", what, phrase.text);
}

/* What lies on the table in this setup is explained: in a few words, and a back not at all. */
static bool check_about(const struct game *game, const struct setup *setup, struct fault *fault)
{
    struct speech plain = speech_plain(game);
    uint16_t count[THINGS_MAX] = {0};
    char words[512];

    game->contents(setup, count);
    for (int thing = 0; thing < game->things_n; thing++) {
        struct phrase phrase = game->about(setup, thing);

        if (phrase.text == NO_TEXT && count[thing] == 0)
            continue;
        if (phrase.text == NO_TEXT)
            return found(fault, "'%s' lies on the table, and about says nothing of it", game->things[thing].name);
        if (game->things[thing].back == thing)
            return found(fault, "'%s' is a back, and about says something of it", game->things[thing].name);
        if (!check_phrase("what about says", &plain, phrase, words, sizeof words, fault))
            return false;
        if (text_width(words) > ABOUT_MAX)
            return found(fault, "about has %d characters for '%s', and ABOUT_MAX is %d", text_width(words),
                         game->things[thing].name, ABOUT_MAX);
    }
    return true;
}

static bool touch_ok(const struct view *view, const struct touch *touch)
{
    const struct scene_piece *piece = view->scene.piece;

    for (int p = 0; p < view->scene.places; piece += view->scene.place[p].pieces, p++) {
        if (view->scene.place[p].id != touch->place)
            continue;
        if (touch->thing == NOTHING)
            return true;
        for (int i = 0; i < view->scene.place[p].pieces; i++)
            if (piece[i].thing == touch->thing)
                return true;
    }
    return false;
}

static const char *thing_name(const struct game *game, int thing)
{
    return thing == NOTHING ? "no thing" : thing < game->things_n ? game->things[thing].name : "an unknown thing";
}

/* Texts of the options differ, read back as themselves, and the things to touch are there. */
static bool check_offers(const struct match *match, int seat, struct marks *marks, struct fault *fault)
{
    static struct view view;
    static char words[MOVES_MAX][MOVE_TEXT_MAX];
    const struct game *game = match->deal.game;
    struct speech plain = speech_plain(game);
    struct why why;

    view_make(&view, match, seat);
    if (!(game->actors(match->state) & BIT(seat)) != (view.offers == 0) && !game_sealed(game, match->state))
        return found(fault, "seat %d has %d moves on offer", seat, view.offers);
    for (int i = 0; i < view.offers; i++) {
        move_t move;

        if (!check_phrase("a move", &plain, view.offer[i].phrase, words[i], sizeof words[i], fault))
            return false;
        mark(&marks->words, strlen(words[i]));
        for (int k = 0; k < i; k++)
            if (text_same(words[i], words[k]))
                return found(fault, "two moves are called '%s'", words[i]);
        if (!match_read_move(match, seat, words[i], &move, &why) || move != view.offer[i].move)
            return found(fault, "'%s' is not read back as itself", words[i]);
        mark(&marks->touches, view.offer[i].touches);
        if (view.offer[i].touches > TOUCH_MAX)
            return found(fault, "'%s' has %d touches, and TOUCH_MAX is %d", words[i], view.offer[i].touches, TOUCH_MAX);
        for (int k = 0; k < view.offer[i].touches; k++)
            if (!touch_ok(&view, &view.offer[i].touch[k]))
                return found(fault, "'%s' touches what is not there: %s, place %d", words[i],
                             thing_name(game, view.offer[i].touch[k].thing), view.offer[i].touch[k].place);
        for (int k = 0; k < i; k++)
            if (view.offer[i].touches > 0 && view.offer[i].touches == view.offer[k].touches &&
                memcmp(view.offer[i].touch, view.offer[k].touch, view.offer[i].touches * sizeof(struct touch)) == 0)
                return found(fault, "'%s' and '%s' are made by the same touches", words[i], words[k]);
    }
    return true;
}

/* Outcomes of chance have texts of their own, too. */
static bool check_chance_words(const struct match *match, struct marks *marks, struct fault *fault)
{
    static char words[MOVES_MAX][MOVE_TEXT_MAX];
    const struct game *game = match->deal.game;
    struct speech plain = speech_plain(game);
    move_t move[MOVES_MAX];
    int n = game_options(game, match->state, CHANCE, move, NULL);

    for (int i = 0; i < n; i++) {
        if (!check_phrase("an outcome of chance", &plain, game->say(match->state, CHANCE, move[i]), words[i],
                          sizeof words[i], fault))
            return false;
        mark(&marks->words, strlen(words[i]));
        for (int k = 0; k < i; k++)
            if (text_same(words[i], words[k]))
                return found(fault, "two outcomes are called '%s'", words[i]);
    }
    return true;
}

/* Reads one JSON value and returns what comes after it; NULL if it is none. */
static const char *json_value(const char *at)
{
    char close = *at == '{' ? '}' : ']';
    bool object = *at == '{';

    if (*at == '"') {
        for (at++; *at != '"'; at++) {
            if ((unsigned char)*at < 0x20)
                return NULL;
            if (*at == '\\' && !strchr("\"\\/bfnrtu", *++at))
                return NULL;
        }
        return at + 1;
    }
    if (*at == '-' || (*at >= '0' && *at <= '9'))
        return at + 1 + strspn(at + 1, "0123456789");
    if (strncmp(at, "true", 4) == 0 || strncmp(at, "null", 4) == 0)
        return at + 4;
    if (*at != '{' && *at != '[')
        return NULL;
    if (*++at == close)
        return at + 1;
    for (;;) {
        if (object && (*at != '"' || !(at = json_value(at)) || *at++ != ':'))
            return NULL;
        at = json_value(at);
        if (!at || (*at != ',' && *at != close))
            return NULL;
        if (*at++ == close)
            return at;
    }
}

enum { COLUMNS = 80 };

static bool check_width(int viewer, const char *board, struct fault *fault)
{
    char line[1024];

    while (*board) {
        size_t n = strcspn(board, "\n");

        snprintf(line, sizeof line, "%.*s", (int)n, board);
        if (text_width(line) > COLUMNS)
            return found(fault, "a line of the board for %s is wider than %d: %s", who(viewer), COLUMNS, line);
        board += n + (board[n] == '\n');
    }
    return true;
}

/* Names as people choose them: long, with quotes, backslashes and letters from anywhere. */
static void give_names(struct match *match)
{
    static const char *const names[SEATS_MAX] = {"Christopher Bartholomew-Jones 2",
                                                 "\"Quote\" \\ back",
                                                 "Ren\303\251e",
                                                 "\xe6\x9d\x8e",
                                                 "A",
                                                 "{seat} [a|b]",
                                                 "O'Neill"};

    for (int seat = 0; seat < SEATS_MAX; seat++)
        strcpy(match->names[seat], names[seat]);
}

static bool is_place(const struct scene *scene, int id)
{
    for (int i = 0; i < scene->places; i++)
        if (scene->place[i].id == id)
            return true;
    return false;
}

static bool check_links(const struct scene *scene, struct fault *fault)
{
    for (int i = 0; i < scene->links; i++) {
        const struct scene_link *link = &scene->link[i];

        if (link->kind >= LINK_KINDS)
            return found(fault, "a link is of kind %d, which does not exist", link->kind);
        if (link->from == link->to)
            return found(fault, "a link leads from place %d to itself", link->from);
        if (!is_place(scene, link->from) || !is_place(scene, link->to))
            return found(fault, "a link leads from place %d to place %d, and not both are on the scene", link->from,
                         link->to);
    }
    return true;
}

static bool same_counter(const struct scene_counter *a, const struct scene_counter *b)
{
    return a->scope == b->scope && a->of == b->of && memcmp(&a->words, &b->words, sizeof a->words) == 0;
}

/* Counters have words and belong to something that is there, and what they belong to and their words tell them apart.
 */
static bool check_counters(const struct scene *scene, const struct speech *speech, struct fault *fault)
{
    char words[512];

    for (int i = 0; i < scene->counters; i++) {
        const struct scene_counter *counter = &scene->counter[i];
        int of = counter->of;
        bool there = counter->scope == SCOPE_TABLE   ? of == 0
                     : counter->scope == SCOPE_SEAT  ? of < here.setup.seats
                     : counter->scope == SCOPE_ZONE  ? of < scene->zones
                     : counter->scope == SCOPE_PLACE ? is_place(scene, of)
                                                     : false;

        if (!check_phrase("the words of a counter", speech, counter->words, words, sizeof words, fault))
            return false;
        if (!there)
            return found(fault, "the counter '%s' belongs to nothing on the scene", words);
        if ((counter->flags & COUNTER_SCORE) && counter->scope != SCOPE_SEAT)
            return found(fault, "the counter '%s' is a score, and of no seat", words);
        for (int k = 0; k < i; k++)
            if (same_counter(counter, &scene->counter[k]))
                return found(fault, "two counters are called '%s' and belong to the same", words);
    }
    return true;
}

/* Every phrase of a scene can be said; ids of places are unique, and links join two of them; nothing found no room. */
static bool check_scene_parts(const struct scene *scene, const struct speech *speech, struct fault *fault)
{
    char words[512];

    if (scene->lost)
        return found(fault, "%d parts of the scene found no room", scene->lost);
    if (!check_phrase("the prompt", speech, scene->prompt, words, sizeof words, fault))
        return false;
    for (int i = 0; i < scene->zones; i++) {
        const struct scene_zone *zone = &scene->zone[i];

        if (zone->is < speech->game->zones || zone->is >= speech->game->zones + speech->game->zones_n)
            return found(fault, "a zone of the scene is none of the game's zones");
        for (int k = 0; k < i; k++)
            if (zone->is == scene->zone[k].is && zone->owner == scene->zone[k].owner)
                return found(fault, "the scene has the zone '%s' twice for %s", zone->is->id, who(zone->owner));
        if (scene->zone[i].title.text != NO_TEXT &&
            !check_phrase("the title of a zone", speech, scene->zone[i].title, words, sizeof words, fault))
            return false;
    }
    for (int i = 0; i < scene->notes; i++)
        if (!check_phrase("a note", speech, scene->note[i].phrase, words, sizeof words, fault))
            return false;
    for (int i = 0; i < scene->places; i++) {
        if (scene->place[i].label.text != NO_TEXT &&
            !check_phrase("the label of a place", speech, scene->place[i].label, words, sizeof words, fault))
            return false;
        for (int k = 0; k < i; k++)
            if (scene->place[i].id == scene->place[k].id)
                return found(fault, "two places have the id %d", scene->place[i].id);
    }
    for (int i = 0; i < scene->pieces; i++)
        if (scene->piece[i].thing >= speech->game->things_n)
            return found(fault, "a piece is thing %d, and things_n is %d", scene->piece[i].thing,
                         speech->game->things_n);
    return check_links(scene, fault) && check_counters(scene, speech, fault);
}

/* A seat has something to aim at until the game is over, and no longer; those who only look have not. */
static bool check_goal(const struct view *view, const struct speech *speech, struct fault *fault)
{
    enum { GOAL_MAX = 100 };
    struct phrase goal = view->scene.goal;
    char words[512];

    if (goal.text == NO_TEXT)
        return view->over || view->viewer >= SPECTATOR || found(fault, "%s has no goal", who(view->viewer));
    if (view->over || view->viewer >= SPECTATOR)
        return found(fault, "%s has a goal%s", who(view->viewer), view->over ? ", and the game is over" : "");
    if (!check_phrase("a goal", speech, goal, words, sizeof words, fault))
        return false;
    return text_width(words) <= GOAL_MAX || found(fault, "a goal has more than %d characters: '%s'", GOAL_MAX, words);
}

/* The scene is whole, as JSON and as a board too. */
static bool check_scene(const struct match *match, int viewer, struct marks *marks, struct fault *fault)
{
    static struct view view;
    static char out[VIEW_JSON_MAX];
    struct speech speech = match_speech(match, viewer);
    struct text text;
    const char *end;

    view_make(&view, match, viewer);
    if (!check_scene_parts(&view.scene, &speech, fault) || !check_goal(&view, &speech, fault))
        return false;
    text = text_in(out, sizeof out);
    view_json(&view, &text);
    if (text.full)
        return found(fault, "the scene is longer than VIEW_JSON_MAX");
    end = json_value(out);
    if (!end || *end)
        return found(fault, "the scene is not JSON: %s", out);
    text = text_in(out, VIEW_TEXT_MAX);
    view_text(&view, true, &text);
    if (text.full)
        return found(fault, "the board is longer than VIEW_TEXT_MAX");
    if (!check_width(viewer, out, fault))
        return false;
    if (!board_fits(&view, COLUMNS))
        return found(fault, "a map for %s is wider than %d columns", who(viewer), COLUMNS);
    mark(&marks->zones, view.scene.zones);
    mark(&marks->places, view.scene.places);
    mark(&marks->pieces, view.scene.pieces);
    mark(&marks->notes, view.scene.notes);
    mark(&marks->counters, view.scene.counters);
    mark(&marks->links, view.scene.links);
    mark(&marks->lines, view.result.lines);
    return true;
}

/* Who has no use for transfers is told the same facts, and the state is the same. */
static bool check_words_only(const struct game *game, const void *before, int actor, move_t move,
                             const struct facts *told, const void *after, struct fault *fault)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    struct facts facts = {.words_only = 1};

    memcpy(state, before, game->state_size);
    game->apply(state, actor, move, &facts);
    if (memcmp(state, after, game->state_size) != 0)
        return found(fault, "the state depends on whether transfers are wanted");
    if (facts.transfers)
        return found(fault, "%d transfers are told where none are wanted", facts.transfers);
    for (int i = 0; i < facts.n; i++)
        if (i >= told->n || memcmp(&facts.fact[i], &told->fact[i], sizeof facts.fact[i]) != 0)
            return found(fault, "fact %d of the move is another one where no transfers are wanted", i);
    return facts.n == told->n || found(fault, "facts of the move are missing where no transfers are wanted");
}

/* What a move tells can be said; making it without a listener gives the same bytes; a sealed choice tells
 * nobody else. */
static bool check_facts(const struct history *h, uint32_t i, struct marks *marks, struct fault *fault)
{
    _Alignas(8) unsigned char with[STATE_MAX], without[STATE_MAX];
    const struct game *game = h->game;
    struct facts facts = {0};
    int actor = h->step[i].actor;
    bool goes_on;

    memcpy(with, state_of(h, i), game->state_size);
    memcpy(without, state_of(h, i), game->state_size);
    game->apply(with, actor, h->step[i].move, &facts);
    game->apply(without, actor, h->step[i].move, NULL);
    if (memcmp(with, without, game->state_size) != 0)
        return found(fault, "the state depends on who listens");
    if (facts.lost)
        return found(fault, "%d facts and transfers of the move found no room: FACTS_MAX is %d, TRANSFERS_MAX %d",
                     facts.lost, FACTS_MAX, TRANSFERS_MAX);
    if (!check_words_only(game, state_of(h, i), actor, h->step[i].move, &facts, with, fault))
        return false;
    mark(&marks->facts, facts.n);
    mark(&marks->transfers, facts.transfers);
    goes_on = game_sealed(game, with) != 0;
    for (int k = 0; k < facts.transfers; k++)
        if (facts.transfer[k].thing >= game->things_n)
            return found(fault, "a fact moves thing %d, and things_n is %d", facts.transfer[k].thing, game->things_n);
    for (int k = 0; k < facts.n; k++) {
        char line[512];

        for (int viewer = 0; viewer < VIEWERS_MAX; viewer++) {
            struct speech speech = {game, NULL, viewer};

            if (!check_phrase("a fact", &speech, facts.fact[k].phrase, line, sizeof line, fault))
                return false;
        }
        /* What a seat is told the referee is told too, unless it is what the public hears instead. */
        if (!(facts.fact[k].to & (BIT(REFEREE) | BIT(SPECTATOR))))
            return found(fault, "neither the referee nor the spectator is told: '%s'", line);
        if (goes_on && (facts.fact[k].to & ~ONLY(actor)))
            return found(fault, "the sealed choice of %s is told to %s before the step is over: '%s'", who(actor),
                         who(bit_lowest(facts.fact[k].to & ~ONLY(actor))), line);
        if (goes_on && !(facts.fact[k].flags & FACT_SILENT))
            return found(fault, "what %s is told of its own sealed choice is not FACT_SILENT: '%s'", who(actor), line);
    }
    return true;
}

/* What can be done here, and what everybody sees. */
static bool check_position_words(const struct match *match, int seats, struct marks *marks, struct fault *fault)
{
    bool ok = check_chance_words(match, marks, fault);

    for (int seat = 0; seat < seats && ok; seat++)
        ok = check_offers(match, seat, marks, fault);
    for (int viewer = 0; viewer < VIEWERS_MAX && ok; viewer++)
        if (viewer < seats || viewer >= SPECTATOR)
            ok = check_scene(match, viewer, marks, fault);
    return ok;
}

static bool point_words(const struct game *game, const struct setup *setup, const struct effort *effort,
                        struct marks *marks, struct fault *fault)
{
    bool ok = game->things_n == 0 || check_about(game, setup, fault);

    for (int g = 0; g < effort->games / 3 + 1 && ok; g++) {
        struct history h;
        struct match match;
        void *memory = follow(&match, game, setup);
        struct why why;

        if (g % 2)
            give_names(&match);
        ok = play_history(&h, game, setup, g, fault);
        for (uint32_t i = 0; ok; i++) {
            here_at(h.step, i);
            ok = !looked_at(i, h.n, g, effort) || check_position_words(&match, setup->seats, marks, fault);
            if (i == h.n || !ok)
                break;
            here_at(h.step, i + 1);
            ok = check_facts(&h, i, marks, fault);
            if (ok && !match_force(&match, h.step[i].actor, h.step[i].move, &why))
                ok = found(fault, "a legal move is refused: %s", why.text);
        }
        forget_history(&h);
        free(memory);
    }
    return ok;
}

/* ---- 3: the same moves give the same bytes ---------------------------------------------------- */

static bool same_state(const struct match *match, const void *state)
{
    return memcmp(match->state, state, match->deal.game->state_size) == 0;
}

/* A sealed step, chosen in another order, some choices changed and changed back, gives the same bytes, and what
 * all are told at its end is the same. */
static bool check_sealed_step(const struct history *h, uint32_t from, uint32_t to, struct luck *luck,
                              struct fault *fault)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = h->game;
    uint32_t left = 0;
    struct facts facts = {0};

    here_at(h->step, to);
    memcpy(state, state_of(h, from), game->state_size);
    for (uint32_t i = from; i < to; i++)
        left |= BIT(h->step[i].actor);
    while (left) {
        int seat = pick_actor(left, luck);

        left &= ~BIT(seat);
        for (uint32_t i = from; i < to; i++) {
            if (h->step[i].actor != seat)
                continue;
            facts_clear(&facts);
            game->apply(state, seat, h->step[i].move, &facts);
        }
        if (left && luck_below(luck, 2) == 0) {
            game->reopen(state, BIT(seat));
            if (!(game->actors(state) & BIT(seat)) || (game_sealed(game, state) & BIT(seat)))
                return found(fault, "reopening does not ask seat %d again", seat);
            left |= BIT(seat);
        }
    }
    if (memcmp(state, state_of(h, to), game->state_size) != 0)
        return found(fault, "a sealed step depends on the order of choosing (moves %u to %u)", from + 1, to);
    for (int viewer = h->setup.seats; viewer < VIEWERS_MAX; viewer++)
        if (viewer != REFEREE && told_to(&facts, viewer) != h->told[to - 1][viewer])
            return found(fault, "what a reveal tells depends on who chose last");
    return true;
}

static bool check_sealed_steps(const struct history *h, struct luck *luck, struct fault *fault)
{
    uint32_t from = 0;

    for (uint32_t i = 0; i < h->n; i++) {
        bool before = game_sealed(h->game, state_of(h, i)) != 0, after = game_sealed(h->game, state_of(h, i + 1)) != 0;

        if (!before && after)
            from = i;
        if (before && !after && !check_sealed_step(h, from, i + 1, luck, fault))
            return false;
    }
    return true;
}

static bool check_record(const struct match *match, struct fault *fault)
{
    size_t room = record_room(match) + 1;
    char *text = need(room), *again = need(room);
    void *memory = need(match_memory(match->deal.game));
    struct text out = text_in(text, room);
    struct record_why why;
    struct match loaded;
    bool ok = true;

    record_put(&out, match);
    if (out.full)
        ok = found(fault, "record_room is too small");
    else if (!record_load(&loaded, text, out.used, memory, &why))
        ok = found(fault, "its own record is refused at line %u: %s", why.line, why.why.text);
    else if (!same_state(&loaded, match->state))
        ok = found(fault, "the record leads to another state");
    if (ok) {
        out = text_in(again, room);
        record_put(&out, &loaded);
        if (strcmp(text, again) != 0)
            ok = found(fault, "a record that was read is written differently");
    }
    free(text);
    free(again);
    free(memory);
    return ok;
}

/* Plays by the ways that a front end has, with changes of mind, and looks at the record now and then. */
static bool check_live(const struct game *game, const struct setup *setup, int number, struct fault *fault)
{
    struct luck luck = luck_at(7, 1, (uint32_t)number);
    struct deal deal = {game, *setup, (uint64_t)number};
    struct match match;
    void *memory = need(match_memory(game));
    _Alignas(8) unsigned char before[STATE_MAX];
    move_t move[MOVES_MAX];
    struct why why;
    bool ok = true;

    match_start(&match, &deal, memory);
    match_settle(&match);
    here.seed = deal.seed;
    while (ok && !match_over(&match)) {
        uint32_t asked = game->actors(match.state), can = asked | game_sealed(game, match.state);
        int seat = pick_actor(can, &luck), n = match_moves(&match, seat, move);
        uint32_t seldom = match.n < FAR_ON ? 16 : 16 * LOOK_RARELY;

        here_at(match.step, match.n);
        if (n < 1) {
            ok = found(fault, "seat %d is asked and has no moves", seat);
        } else if (luck_below(&luck, 40) == 0) {
            match_retract(&match, seat, &why);
        } else if (!match_play(&match, seat, match.decision, move[luck_below(&luck, (uint32_t)n)], &why)) {
            ok = found(fault, "a move on offer is refused: %s", why.text);
        }
        if (ok && luck_below(&luck, seldom) == 0)
            ok = check_record(&match, fault);
        if (ok && luck_below(&luck, seldom) == 0) {
            uint32_t decision = match.decision, n_before = match.n, back = luck_below(&luck, match.n + 1);

            memcpy(before, match.state, game->state_size);
            match_rewind(&match, back);
            if (match.n != back || match.decision <= decision)
                ok = found(fault, "going back does not give a new decision");
            while (match_forward(&match))
                ;
            if (match.n != n_before || !same_state(&match, before))
                ok = found(fault, "undo and redo lead to another state");
        }
    }
    here_at(match.step, match.n);
    ok = ok && check_record(&match, fault);
    here_at(NULL, 0);
    free(memory);
    return ok;
}

static bool point_bytes(const struct game *game, const struct setup *setup, const struct effort *effort,
                        struct marks *marks, struct fault *fault)
{
    struct luck luck = {3};
    bool ok = true;

    (void)marks;
    for (int g = 0; g < effort->games && ok; g++) {
        struct history h;
        struct match match;
        void *memory = follow(&match, game, setup);
        struct why why;
        uint32_t i;

        ok = play_history(&h, game, setup, g, fault);
        for (i = 0; i < h.n && ok; i++) {
            here_at(h.step, i + 1);
            match_force(&match, h.step[i].actor, h.step[i].move, &why);
            if (!same_state(&match, state_of(&h, i + 1)))
                ok = found(fault, "the same moves give other bytes");
        }
        for (int k = 0; k < 8 && ok; k++) {
            uint32_t back = luck_below(&luck, h.n + 1);

            match_state_at(&match, back, state_of(&h, 0));
            match_rewind(&match, back);
            if (!same_state(&match, state_of(&h, 0)))
                ok = found(fault, "going back to move %u gives other bytes", back);
            if (ok && game_sealed(game, match.state) == 0 && back > 0 && !same_state(&match, state_of(&h, back)))
                ok = found(fault, "move %u was another state when it was played", back);
            while (match_forward(&match))
                ;
        }
        game->start(state_of(&h, 0), setup);
        ok = ok && check_record(&match, fault) && check_sealed_steps(&h, &luck, fault) &&
             check_live(game, setup, g, fault);
        forget_history(&h);
        free(memory);
    }
    return ok;
}

/* ---- 4: nobody learns what they must not ------------------------------------------------------- */

/* All that a viewer is shown: the scene and the moves as JSON, the board as text, and the log of the last move. */
struct shown {
    char text[VIEW_JSON_MAX + VIEW_TEXT_MAX + 8192];
};

/* The view of the match as if it stood at `state`. */
static const struct view *view_in(struct match *match, void *state, int viewer)
{
    static struct view view;
    unsigned char *kept = match->state;

    match->state = state;
    view_make(&view, match, viewer);
    match->state = kept;
    return &view;
}

/* Shows the match as if it stood at `state`. */
static void show_state(struct text *out, struct match *match, void *state, int viewer)
{
    const struct view *view;
    unsigned char *kept = match->state;

    view = view_in(match, state, viewer);
    match->state = state;
    view_json(view, out);
    text_char(out, '\n');
    view_text(view, true, out);
    match->state = kept;
}

static void show(struct shown *out, struct match *match, int viewer)
{
    struct text text = text_in(out->text, sizeof out->text);

    show_state(&text, match, match->state, viewer);
    if (match->n > 0 && !game_sealed(match->deal.game, match->state))
        match_log_json(match, viewer, match->n - 1, match->n, &text);
}

/* A fingerprint of a view, part by part, since there are gaps between some of them: all that is shown is made of this,
 * and to put it into words takes many times as long. */
static uint64_t key_number(uint64_t key, int64_t number)
{
    return luck_stir(key ^ (uint64_t)number);
}

static uint64_t key_phrase(uint64_t key, struct phrase phrase)
{
    _Static_assert(sizeof phrase == (PHRASE_ARGS + 2) * 2, "no gaps");
    return hash_bytes(key, &phrase, sizeof phrase);
}

static uint64_t key_scene(uint64_t key, const struct scene *scene)
{
    const uint16_t n[] = {scene->zones,    scene->places, scene->pieces, scene->notes,
                          scene->counters, scene->links,  scene->lost,   scene->scored * 2 + scene->quiet};

    _Static_assert(sizeof *scene->place == sizeof(struct phrase) + 8 && sizeof *scene->piece == 6 &&
                       sizeof *scene->counter == sizeof(struct phrase) + 12 && sizeof *scene->link == 6,
                   "no gaps");
    key = hash_bytes(key, n, sizeof n);
    key = key_phrase(key_phrase(key, scene->prompt), scene->goal);
    if (scene->scored)
        key = hash_bytes(key, scene->score, sizeof scene->score);
    for (int i = 0; i < scene->zones; i++) {
        const struct scene_zone *zone = &scene->zone[i];

        key = key_number(key_phrase(key, zone->title), (intptr_t)zone->is);
        key = key_number(key, zone->owner * 65536 + zone->places);
    }
    key = hash_bytes(key, scene->place, scene->places * sizeof *scene->place);
    key = hash_bytes(key, scene->piece, scene->pieces * sizeof *scene->piece);
    key = hash_bytes(key, scene->counter, scene->counters * sizeof *scene->counter);
    key = hash_bytes(key, scene->link, scene->links * sizeof *scene->link);
    for (int i = 0; i < scene->notes; i++)
        key = key_number(key_phrase(key, scene->note[i].phrase), scene->note[i].seat);
    return key;
}

static uint64_t key_result(uint64_t key, const struct result *result, const uint8_t rank[])
{
    key = hash_bytes(key, rank, SEATS_MAX);
    key = hash_bytes(key, result->score, sizeof result->score);
    key = hash_bytes(key, result->tie, sizeof result->tie);
    key = key_number(key_number(key_number(key, result->missed), result->lines), result->lost);
    for (int i = 0; i < result->lines; i++)
        key = key_number(key_phrase(key, result->line[i].phrase), result->line[i].seat);
    return key;
}

static uint64_t view_key(const struct view *view)
{
    uint64_t key = key_scene(HASH_START, &view->scene);

    key = key_number(key_number(key_number(key, view->n), view->asked), view->waiting);
    key = key_number(key_number(key_number(key, view->present), view->over), view->match->decision);
    if (view->over)
        key = key_result(key, &view->result, view->rank);
    for (int i = 0; i < view->face_downs; i++)
        key = key_number(key_phrase(key, view->face_down[i].phrase), view->face_down[i].seat);
    for (int i = 0; i < view->offers; i++) {
        const struct offer *offer = &view->offer[i];

        key = key_number(key_phrase(key, offer->phrase), (int64_t)offer->move * 2 + offer->chosen);
        key = hash_bytes(key, offer->touch, offer->touches * sizeof *offer->touch);
    }
    return key_number(key_number(key, view->face_downs), view->offers);
}

static void veiled(const struct match *match, int viewer, uint64_t seed, void *out)
{
    struct luck luck = {seed};

    game_view(match->deal.game, match->state, viewer, out);
    match->deal.game->veil(out, viewer, &luck);
}

/* Shows the first place where two texts differ. */
static bool differ(struct fault *fault, int viewer, const char *what, const char *a, const char *b)
{
    size_t k = 0, from;

    while (a[k] && a[k] == b[k])
        k++;
    from = k > 60 ? k - 60 : 0;
    return found(fault, "%s: %s is shown\n#   ...%.160s\n#   ...%.160s", what, who(viewer), a + from, b + from);
}

/* What the server sends to a viewer: all of it, or what is new since `from` moves were shown, at most SENT messages. */
enum { SENT = 4, ALL_OF_IT = -1 };

/* What is shown and sent is made of views, which are compared always: for words and bytes one twin and one game of so
 * many are enough, and one redeal of so many moves. */
enum { SENT_TWINS = 12, SENT_GAMES = 8, SHOWN_REDEALS = 8 };

struct sent {
    char text[WIRE_MAX];
};

/* The table at which people play this match; with windows of a fixed length or without. */
static const struct room *room_of(const struct match *match, bool fixed)
{
    static struct room room;

    room = (struct room){.state = STORE_PLAYING, .memory = match->state, .match = *match, .held = NOBODY};
    room.settings = (struct settings){.deal = match->deal, .window = fixed ? WINDOW_MOST : 0, .undo = true};
    for (int seat = 0; seat < match->deal.setup.seats; seat++)
        room.seat[seat].is = SEAT_PERSON;
    return &room;
}

static void send_to(struct sent *out, const struct match *match, int viewer, int64_t from)
{
    struct text text = text_in(out->text, sizeof out->text);
    struct wire_turn turn = wires.turn(room_of(match, from == ALL_OF_IT), viewer);
    uint32_t at = (uint32_t)from;

    if (from == ALL_OF_IT)
        wires.now(&text, "table", match, viewer, turn);
    for (int i = 0; from != ALL_OF_IT && i < SENT && (i == 0 || at < sitting_end(match)); i++)
        wires.step(&text, "table", match, viewer, turn, &at);
}

/* The server sends the same in both worlds: everything, and step by step since they have parted. */
static bool check_sent(const struct match *match, const struct match *twin, int viewer, uint32_t shown,
                       struct fault *fault)
{
    static struct sent real, other;
    const int64_t from[] = {ALL_OF_IT, shown};

    for (int i = 0; i < 2; i++) {
        send_to(&real, match, viewer, from[i]);
        send_to(&other, twin, viewer, from[i]);
        if (strcmp(real.text, other.text) != 0)
            return differ(fault, viewer, "a leak on the wire", real.text, other.text);
    }
    return true;
}

/* Takes out who has not chosen yet: in a window that is never told, elsewhere always. */
static void hide_waiting(struct sent *sent)
{
    char *from = strstr(sent->text, "\"waiting\":["), *to = from ? strchr(from, ']') : NULL;

    if (to && !strstr(sent->text, "\"quiet\":true"))
        memmove(from, to, strlen(to) + 1);
}

/* While others choose unseen, nothing new is sent but that they have. `before` is what was sent before, or empty. */
static bool check_unseen(const struct match *match, int actor, int viewer, struct sent *before, struct fault *fault)
{
    static struct sent now;
    bool chosen = game_sealed(match->deal.game, match->state) != 0;

    if (!(match->deal.game->flags & GAME_SEALED) || bit_count(match->deal.game->actors(match->state)) + chosen < 2) {
        before->text[0] = 0;
        return true;
    }
    send_to(&now, match, viewer, sitting_end(match));
    hide_waiting(&now);
    if (chosen && actor != viewer && before->text[0] && strcmp(before->text, now.text) != 0)
        return differ(fault, viewer, "a choice that shows on the wire", before->text, now.text);
    memcpy(before->text, now.text, strlen(now.text) + 1);
    return true;
}

/* Redealing keeps what the viewer sees and who is asked, whatever the luck. Where nothing is redealt, nothing
 * should differ, and it is enough to look now and then. */
static bool check_veil_keeps(const struct history *h, struct match *match, uint32_t i, int viewer, struct fault *fault)
{
    static struct shown real, redealt;
    _Alignas(8) unsigned char state[STATE_MAX], view[STATE_MAX];
    struct text text = text_in(real.text, sizeof real.text), out;

    here_at(h->step, i);
    game_view(h->game, match->state, viewer, view);
    for (uint64_t k = 0; k < 2; k++) {
        veiled(match, viewer, i * 2 + k, state);
        if (memcmp(state, view, h->game->state_size) == 0 && (i % SHOWN_REDEALS != 0 || k != 0))
            continue;
        if (h->game->actors(state) != h->game->actors(view) ||
            game_sealed(h->game, state) != game_sealed(h->game, view))
            return found(fault, "veil for %s changes who is asked", who(viewer));
        if (i % SHOWN_REDEALS != 0 && view_key(view_in(match, view, viewer)) == view_key(view_in(match, state, viewer)))
            continue;
        if (text.used == 0)
            show_state(&text, match, view, viewer);
        out = text_in(redealt.text, sizeof redealt.text);
        show_state(&out, match, state, viewer);
        if (strcmp(real.text, redealt.text) != 0)
            return differ(fault, viewer, "veil changes what the viewer sees", real.text, redealt.text);
        if (i % SHOWN_REDEALS != 0)
            return found(fault, "veil changes what the view of %s is made of", who(viewer));
    }
    return true;
}

/* A move of this actor in the twin that tells the viewer the same as the recorded one; the recorded one itself
 * if that fits and `other` is false. False if there is none. */
static bool find_twin_move(const struct history *h, const struct match *twin, uint32_t i, int viewer, bool other,
                           struct luck *luck, move_t *out, bool *reveals)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = h->game;
    move_t move[MOVES_MAX], fitting[MOVES_MAX];
    int n = game_options(game, twin->state, h->step[i].actor, move, NULL), fit = 0;
    bool recorded = false;

    *reveals = false;
    for (int k = 0; k < n; k++) {
        struct facts facts = {0};

        memcpy(state, twin->state, game->state_size);
        game->apply(state, h->step[i].actor, move[k], &facts);
        if (told_to(&facts, viewer) != h->told[i][viewer]) {
            *reveals = *reveals || move[k] == h->step[i].move;
            continue;
        }
        if (move[k] == h->step[i].move)
            recorded = true;
        else
            fitting[fit++] = move[k];
    }
    if (recorded && (!other || fit == 0)) {
        *out = h->step[i].move;
        return !other;
    }
    if (fit == 0)
        return false;
    *out = fitting[luck_below(luck, (uint32_t)fit)];
    return true;
}

/* The words are the same in both worlds: so is all else that the facts carry. */
static bool check_no_more(const struct history *h, const struct match *twin, uint32_t i, int viewer, move_t move,
                          struct fault *fault)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    struct facts facts;

    facts_clear(&facts);
    memcpy(state, twin->state, h->game->state_size);
    h->game->apply(state, h->step[i].actor, move, &facts);
    return moved_for(&facts, viewer) == h->moved[i][viewer] ||
           found(fault, "the transfers of facts tell %s more than their words do", who(viewer));
}

static bool was_told(const struct facts *facts, int viewer, struct phrase phrase)
{
    for (int i = 0; i < facts->n; i++)
        if ((facts->fact[i].to & BIT(viewer)) && memcmp(&facts->fact[i].phrase, &phrase, sizeof phrase) == 0)
            return true;
    return false;
}

/* The recorded move is possible in both worlds and tells the viewer different things: something hidden has come to
 * light, and what is told in one world and not in the other must say so, because undo depends on it. */
static bool check_reveal_flag(const struct history *h, const struct match *twin, uint32_t i, int viewer,
                              struct fault *fault)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    struct facts facts = {0}, twins = {0};

    if (h->step[i].actor == CHANCE)
        return true;
    memcpy(state, state_of(h, i), h->game->state_size);
    h->game->apply(state, h->step[i].actor, h->step[i].move, &facts);
    memcpy(state, twin->state, h->game->state_size);
    h->game->apply(state, h->step[i].actor, h->step[i].move, &twins);
    for (int k = 0; k < facts.n; k++)
        if ((facts.fact[k].flags & FACT_REVEALS) && (facts.fact[k].to & BIT(viewer)) &&
            !was_told(&twins, viewer, facts.fact[k].phrase))
            return true;
    for (int k = 0; k < twins.n; k++)
        if ((twins.fact[k].flags & FACT_REVEALS) && (twins.fact[k].to & BIT(viewer)) &&
            !was_told(&facts, viewer, twins.fact[k].phrase))
            return true;
    return found(fault, "the move tells %s something hidden without FACT_REVEALS", who(viewer));
}

/* The game is compared with one in which this move is made instead of the next. */
static void here_with_twin(const struct match *twin, move_t move)
{
    struct text text = text_in(here.twin, sizeof here.twin);

    text_put(&text, "\n#   compared with the same game where move ");
    text_unsigned(&text, twin->n + 1);
    text_put(&text, " is ");
    put_move(&text, twin->deal.game, twin->state, here.step[twin->n].actor, move);
}

/* All that a viewer is to see along a game, with a redeal, as a fingerprint for each number of moves made: worked out
 * where a twin comes by, since in a long game most twins are soon found out. */
struct shown_along {
    const struct history *h;
    int viewer;
    struct match match;
    void *memory; /* of the match */
    uint64_t *print;
    bool *made;
};

static uint64_t fingerprint(struct match *match, int viewer)
{
    _Alignas(8) unsigned char state[STATE_MAX];

    veiled(match, viewer, match->n, state);
    return hash_bytes(view_key(view_in(match, match->state, viewer)), state, match->deal.game->state_size);
}

static uint64_t fingerprint_at(struct shown_along *along, uint32_t n)
{
    struct why why;

    if (along->made[n])
        return along->print[n];
    if (along->match.n > n) { /* from the beginning, because going back would change the number of the decision */
        free(along->memory);
        along->memory = follow(&along->match, along->h->game, &along->h->setup);
    }
    while (along->match.n < n &&
           match_force(&along->match, along->h->step[along->match.n].actor, along->h->step[along->match.n].move, &why))
        ;
    along->made[n] = true;
    return along->print[n] = fingerprint(&along->match, along->viewer);
}

/* Both worlds put into words for the viewer: the match goes on to where its twin is. */
static bool check_shown(const struct history *h, struct match *match, struct match *twin, int viewer,
                        struct fault *fault)
{
    static struct shown real, other;
    struct why why;

    while (match->n < twin->n && match_force(match, h->step[match->n].actor, h->step[match->n].move, &why))
        ;
    show(&real, match, viewer);
    show(&other, twin, viewer);
    return strcmp(real.text, other.text) == 0 || differ(fault, viewer, "a leak", real.text, other.text);
}

/* The words are the same, and yet something differs. */
static bool what_differs(struct match *match, struct match *twin, int viewer, struct fault *fault)
{
    uint64_t key = view_key(view_in(match, match->state, viewer));

    return key == view_key(view_in(twin, twin->state, viewer))
               ? found(fault, "veil depends on what %s cannot know", who(viewer))
               : found(fault, "what the view of %s is made of depends on what it cannot know", who(viewer));
}

/* One twin history: the same as the record up to move `from`, which is another one that the viewer cannot tell
 * from it; from then on as near to the record as that world allows. */
static bool check_twin(const struct history *h, struct shown_along *along, int viewer, uint32_t from, bool sends,
                       struct luck *luck, struct fault *fault)
{
    const struct game *game = h->game;
    struct match twin, match;
    void *memory = follow(&twin, game, &h->setup), *memory2 = follow(&match, game, &h->setup);
    uint32_t shown_before;
    struct why why;
    move_t move;
    bool reveals, ok = true;

    for (uint32_t i = 0; i < from; i++)
        match_force(&twin, h->step[i].actor, h->step[i].move, &why);
    shown_before = sitting_end(&twin);
    for (uint32_t i = from; i < h->n && ok; i++) {
        here_at(h->step, i + 1);
        if (!find_twin_move(h, &twin, i, viewer, i == from, luck, &move, &reveals)) {
            if (reveals && i > from)
                ok = check_reveal_flag(h, &twin, i, viewer, fault);
            break;
        }
        if (i == from)
            here_with_twin(&twin, move);
        if (!check_no_more(h, &twin, i, viewer, move, fault)) {
            ok = false;
            break;
        }
        match_force(&twin, h->step[i].actor, move, &why);
        if (game->actors(twin.state) != game->actors(state_of(h, i + 1))) {
            ok = found(fault, "who is asked depends on what %s cannot know", who(viewer));
            break;
        }
        if (fingerprint(&twin, viewer) != fingerprint_at(along, i + 1))
            ok = check_shown(h, &match, &twin, viewer, fault) && what_differs(&match, &twin, viewer, fault);
        else if (sends)
            ok = check_shown(h, &match, &twin, viewer, fault);
    }
    if (ok && sends && twin.n > from)
        ok = check_sent(&match, &twin, viewer, shown_before, fault);
    here.twin[0] = 0;
    free(memory);
    free(memory2);
    return ok;
}

/* The steps that could have been another one without the viewer noticing. */
static int unseen_steps(const struct history *h, int viewer, uint32_t out[])
{
    _Alignas(8) unsigned char state[STATE_MAX];
    move_t move[MOVES_MAX];
    int n = 0;

    for (uint32_t i = 0; i < h->n; i++) {
        int options;

        if (h->step[i].actor == viewer)
            continue;
        options = game_options(h->game, state_of(h, i), h->step[i].actor, move, NULL);
        for (int k = 0; k < options; k++) {
            struct facts facts = {0};

            if (move[k] == h->step[i].move)
                continue;
            memcpy(state, state_of(h, i), h->game->state_size);
            h->game->apply(state, h->step[i].actor, move[k], &facts);
            if (told_to(&facts, viewer) == h->told[i][viewer]) {
                out[n++] = i;
                break;
            }
        }
    }
    return n;
}

static bool check_viewer(const struct history *h, int viewer, const struct effort *effort, struct luck *luck,
                         struct fault *fault)
{
    static struct sent sent;
    struct shown_along along = {.h = h, .viewer = viewer};
    uint32_t *unseen = need((h->n + 1) * sizeof *unseen);
    struct match match;
    void *memory = follow(&match, h->game, &h->setup);
    struct why why;
    bool ok = true;
    int n = unseen_steps(h, viewer, unseen);

    along.memory = follow(&along.match, h->game, &h->setup);
    along.print = need((h->n + 1) * sizeof *along.print);
    along.made = need((h->n + 1) * sizeof *along.made);
    for (int t = 0; t < effort->twins && n > 0 && ok; t++)
        ok = check_twin(h, &along, viewer, unseen[luck_below(luck, (uint32_t)n)], t % SENT_TWINS == 0, luck, fault);
    sent.text[0] = 0;
    for (uint32_t i = 0; i <= h->n && ok; i++) {
        ok = (!looked_at(i, h->n, (int)here.seed, effort) || check_veil_keeps(h, &match, i, viewer, fault)) &&
             (i == 0 || here.seed % SENT_GAMES != 0 ||
              check_unseen(&match, h->step[i - 1].actor, viewer, &sent, fault));
        if (i < h->n)
            match_force(&match, h->step[i].actor, h->step[i].move, &why);
    }
    free(along.memory);
    free(along.print);
    free(along.made);
    free(unseen);
    free(memory);
    return ok;
}

static bool point_leaks(const struct game *game, const struct setup *setup, const struct effort *effort,
                        struct marks *marks, struct fault *fault)
{
    struct luck luck = {4};
    bool ok = true;

    (void)marks;
    for (int g = 0; g < effort->games / 3 + 1 && ok; g++) {
        struct history h;

        ok = play_history(&h, game, setup, g, fault);
        for (int viewer = 0; viewer <= SPECTATOR && ok; viewer++)
            if (viewer < setup->seats || viewer == SPECTATOR)
                ok = check_viewer(&h, viewer, effort, &luck, fault);
        forget_history(&h);
    }
    return ok;
}

/* ---- 5: redealing is fair ----------------------------------------------------------------------- */

/* What a viewer can believe: every state that fits all that it was told, with its probability. Kept move by move,
 * exactly: chance by its weights, choices that the viewer does not see uniform over their options, moves that it
 * sees only as possible or not. */
struct belief {
    size_t size, n, room, slots;
    unsigned char *state;
    double *weight;
    uint64_t *key;  /* of each state its hash: no state is looked at that has another one */
    uint32_t *slot; /* index + 1 by hash */
};

static void belief_start(struct belief *b, size_t size)
{
    *b = (struct belief){.size = size, .room = 64, .slots = 256};
    b->state = need(b->room * size);
    b->weight = need(b->room * sizeof *b->weight);
    b->key = need(b->room * sizeof *b->key);
    b->slot = need(b->slots * sizeof *b->slot);
}

static void belief_end(struct belief *b)
{
    free(b->state);
    free(b->weight);
    free(b->key);
    free(b->slot);
}

static uint32_t *belief_slot(struct belief *b, const void *state, uint64_t key)
{
    size_t i = key & (b->slots - 1);

    while (b->slot[i] && (b->key[b->slot[i] - 1] != key ||
                          memcmp(b->state + (size_t)(b->slot[i] - 1) * b->size, state, b->size) != 0))
        i = (i + 1) & (b->slots - 1);
    return &b->slot[i];
}

static void belief_grow(struct belief *b)
{
    b->room *= 2;
    b->slots *= 2;
    b->state = need_more(b->state, b->room * b->size);
    b->weight = need_more(b->weight, b->room * sizeof *b->weight);
    b->key = need_more(b->key, b->room * sizeof *b->key);
    free(b->slot);
    b->slot = need(b->slots * sizeof *b->slot);
    for (size_t n = 0; n < b->n; n++) { /* all of them differ */
        size_t i = b->key[n] & (b->slots - 1);

        while (b->slot[i])
            i = (i + 1) & (b->slots - 1);
        b->slot[i] = (uint32_t)n + 1;
    }
}

static void belief_add(struct belief *b, const void *state, double weight)
{
    uint64_t key = hash_bytes(HASH_START, state, b->size);
    uint32_t *slot = belief_slot(b, state, key);

    if (!*slot) {
        if (b->n == b->room) {
            belief_grow(b);
            slot = belief_slot(b, state, key);
        }
        memcpy(b->state + b->n * b->size, state, b->size);
        b->key[b->n] = key;
        b->weight[b->n] = 0;
        *slot = (uint32_t)++b->n;
    }
    b->weight[*slot - 1] += weight;
}

/* One move further; it may stop when there are more worlds than this. */
static void belief_step(const struct belief *from, struct belief *to, const struct history *h, uint32_t i, int viewer,
                        size_t most)
{
    static _Alignas(8) unsigned char fitting[MOVES_MAX][STATE_MAX];
    const struct game *game = h->game;
    int actor = h->step[i].actor;

    for (size_t e = 0; e < from->n && to->n <= most; e++) {
        const unsigned char *state = from->state + e * from->size;
        move_t move[MOVES_MAX];
        uint32_t weight[MOVES_MAX], fitting_weight[MOVES_MAX];
        double total = 0;
        int fit = 0, n = game_options(game, state, actor, move, weight);

        for (int k = 0; k < n; k++) {
            struct facts facts;

            total += actor == CHANCE ? weight[k] : 1;
            facts_clear(&facts);
            memcpy(fitting[fit], state, game->state_size);
            game->apply(fitting[fit], actor, move[k], &facts);
            if (told_to(&facts, viewer) == h->told[i][viewer])
                fitting_weight[fit++] = weight[k];
        }
        for (int k = 0; k < fit; k++)
            belief_add(to, fitting[k],
                       from->weight[e] * (actor == CHANCE ? fitting_weight[k] / total
                                          : fit == 1      ? 1
                                                          : 1 / total));
    }
}

/* How many standard deviations a chi-square statistic lies above what chance would give. */
static double chi_square_excess(double chi, int freedom)
{
    double k = 2.0 / (9.0 * freedom);

    return (cbrt(chi / freedom) - (1 - k)) / sqrt(k);
}

enum { BUCKETS = 64, FEW_WORLDS = 3000 };

/* Draws redeals and compares their frequencies with the belief: state by state where they are few, in random
 * buckets of states otherwise. None may be impossible. */
static bool compare_veil(const struct history *h, uint32_t i, int viewer, const struct belief *belief, int samples,
                         struct fault *fault)
{
    _Alignas(8) unsigned char state[STATE_MAX], view[STATE_MAX];
    struct belief views;
    double expected[BUCKETS * 4] = {0}, counted[BUCKETS * 4] = {0}, total = 0, chi = 0, rare = 0, rare_counted = 0;
    struct luck luck = luck_at(5, (uint32_t)viewer, i);
    size_t buckets;
    int freedom = -1;
    bool ok = true;

    here_at(h->step, i);
    belief_start(&views, belief->size);
    for (size_t e = 0; e < belief->n; e++) {
        memcpy(state, belief->state + e * belief->size, belief->size);
        game_view(h->game, state, viewer, view);
        belief_add(&views, view, belief->weight[e]);
        total += belief->weight[e];
    }
    buckets = views.n <= BUCKETS * 4 ? views.n : BUCKETS;
    for (size_t e = 0; e < views.n; e++)
        expected[views.n == buckets ? e : hash_bytes(9, views.state + e * views.size, views.size) % BUCKETS] +=
            views.weight[e] / total * samples;
    game_view(h->game, state_of(h, i), viewer, view);
    for (int k = 0; k < samples && ok; k++) {
        uint32_t slot;

        memcpy(state, view, h->game->state_size);
        h->game->veil(state, viewer, &luck);
        slot = *belief_slot(&views, state, hash_bytes(HASH_START, state, views.size));
        if (slot == 0)
            ok = found(fault,
                       "veil deals a world that contradicts what %s was told: it forgets, or the log tells too much",
                       who(viewer));
        else
            counted[views.n == buckets ? slot - 1 : hash_bytes(9, state, views.size) % BUCKETS]++;
    }
    for (size_t k = 0; k < buckets && ok; k++) {
        if (expected[k] < 8) { /* too rare to stand alone */
            rare += expected[k];
            rare_counted += counted[k];
            continue;
        }
        chi += (counted[k] - expected[k]) * (counted[k] - expected[k]) / expected[k];
        freedom++;
    }
    if (rare >= 8) {
        chi += (rare_counted - rare) * (rare_counted - rare) / rare;
        freedom++;
    }
    if (ok && freedom > 0 && !(h->game->flags & GAME_LONG_MEMORY) && chi_square_excess(chi, freedom) > 5)
        ok = found(fault, "veil for %s is not fair: chi-square %.1f with %d degrees of freedom", who(viewer), chi,
                   freedom);
    belief_end(&views);
    return ok;
}

/* Positions whose worlds were compared with veil, and those in which the viewer did not know everything. */
struct followed {
    int compared, uncertain;
};

/* Follows one viewer's belief through a game and compares at some of its moments. */
static bool follow_belief(const struct history *h, int viewer, const struct effort *effort, struct luck *luck,
                          struct marks *marks, struct followed *followed, struct fault *fault)
{
    struct belief now, next;
    bool ok = true;
    uint32_t often = h->n / 12 + 1;

    belief_start(&now, h->game->state_size);
    belief_add(&now, state_of(h, 0), 1);
    for (uint32_t i = 0; i < h->n && ok; i++) {
        belief_start(&next, h->game->state_size);
        belief_step(&now, &next, h, i, viewer, (size_t)effort->worlds);
        belief_end(&now);
        now = next;
        followed->uncertain += now.n > 1;
        if (now.n > (size_t)effort->worlds)
            break;
        if (now.n > 1 && luck_below(luck, often) == 0) {
            ok = compare_veil(h, i + 1, viewer, &now, effort->samples, fault);
            mark(&marks->beliefs, now.n);
            followed->compared++;
        } else if (now.n <= FEW_WORLDS) { /* at least nothing impossible, also where everything is known */
            ok = compare_veil(h, i + 1, viewer, &now, 30, fault);
            followed->compared += now.n > 1;
        }
    }
    belief_end(&now);
    return ok;
}

/* Chance draws by its weights. */
static bool check_chance(const struct history *h, uint32_t i, struct fault *fault)
{
    enum { DRAWS = 3000 };
    move_t move[MOVES_MAX];
    uint32_t weight[MOVES_MAX], counted[MOVES_MAX] = {0};
    int n = h->game->chance(state_of(h, i), move, weight);
    uint32_t odds = game_odds(h->game, state_of(h, i));
    double chi = 0;

    here_at(h->step, i);
    for (uint32_t k = 0; k < DRAWS; k++) {
        struct luck luck = luck_at(i, h->game->source(state_of(h, i)), k);
        move_t drawn = game_draw(h->game, state_of(h, i), luck_below(&luck, odds));

        for (int m = 0; m < n; m++)
            counted[m] += move[m] == drawn;
    }
    for (int m = 0; m < n; m++) {
        double expected = (double)DRAWS * weight[m] / odds;

        chi += (counted[m] - expected) * (counted[m] - expected) / expected;
    }
    return n == 1 || chi_square_excess(chi, n - 1) < 5 ||
           found(fault, "chance does not follow its weights: chi-square %.1f with %d degrees of freedom", chi, n - 1);
}

static bool point_fair(const struct game *game, const struct setup *setup, const struct effort *effort,
                       struct marks *marks, struct fault *fault)
{
    struct luck luck = {5};
    struct followed followed = {0, 0};
    bool ok = true;

    for (int g = 0; g < effort->beliefs && ok; g++) {
        struct history h;

        ok = play_history(&h, game, setup, g, fault);
        for (uint32_t i = 0; i < h.n && i < 200 && ok; i++)
            if (h.step[i].actor == CHANCE)
                ok = check_chance(&h, i, fault);
        /* Each game is followed by one seat, another one for each game and setup, and by the spectator. */
        ok = ok &&
             follow_belief(&h, (g + setup->option[0] + 1) % setup->seats, effort, &luck, marks, &followed, fault) &&
             follow_belief(&h, SPECTATOR, effort, &luck, marks, &followed, fault);
        forget_history(&h);
    }
    /* Alone at the table nothing may be hidden, and then each position is one world. */
    if (ok && (game->flags & GAME_HIDDEN) && (setup->seats > 1 || followed.uncertain > 0) && followed.compared == 0)
        ok = found(fault, "no position had few enough worlds to compare veil with (at most %d)", effort->worlds);
    return ok;
}

/* ---- 6: no piece is lost ------------------------------------------------------------------------ */

static bool check_pieces(const struct match *match, int viewer, const uint16_t box[], struct fault *fault)
{
    static struct view view;
    const struct game *game = match->deal.game;
    uint32_t known[THINGS_MAX] = {0}, of_back[THINGS_MAX] = {0}, in_box[THINGS_MAX] = {0};
    bool unlimited[THINGS_MAX] = {false};

    view_make(&view, match, viewer);
    for (int i = 0; i < view.scene.pieces; i++)
        known[view.scene.piece[i].thing] += view.scene.piece[i].count;
    for (int t = 0; t < game->things_n; t++) {
        int back = game->things[t].back == NO_BACK ? t : game->things[t].back;

        of_back[back] += known[t];
        if (back == t && game->things[t].back != NO_BACK)
            continue; /* the back itself */
        if (box[t] == UNLIMITED)
            unlimited[back] = true;
        else if (known[t] > box[t])
            return found(fault, "%s sees %u × %s, and the box has %u", who(viewer), known[t], game->things[t].name,
                         box[t]);
        else
            in_box[back] += box[t];
    }
    for (int t = 0; t < game->things_n; t++)
        if (!unlimited[t] && of_back[t] != in_box[t])
            return found(fault, "%s sees %u × %s and its like, and the box has %u", who(viewer), of_back[t],
                         game->things[t].name, in_box[t]);
    return true;
}

static bool point_pieces(const struct game *game, const struct setup *setup, const struct effort *effort,
                         struct marks *marks, struct fault *fault)
{
    uint16_t box[THINGS_MAX] = {0};
    bool ok = true;

    (void)marks;
    game->contents(setup, box);
    for (int g = 0; g < effort->games && ok; g++) {
        struct history h;
        struct match match;
        void *memory = follow(&match, game, setup);
        struct why why;

        ok = play_history(&h, game, setup, g, fault);
        for (uint32_t i = 0; i <= h.n && ok; i++) {
            here_at(h.step, i);
            for (int viewer = 0; viewer < VIEWERS_MAX && ok; viewer++)
                if (viewer < setup->seats || viewer >= SPECTATOR)
                    ok = check_pieces(&match, viewer, box, fault);
            if (i < h.n)
                match_force(&match, h.step[i].actor, h.step[i].move, &why);
        }
        forget_history(&h);
        free(memory);
    }
    return ok;
}

/* ---- 7: what is not allowed is refused ----------------------------------------------------------- */

static bool refuses(struct match *match, int seat, uint32_t decision, move_t move, struct fault *fault)
{
    struct match kept = *match;
    _Alignas(8) unsigned char before[STATE_MAX];
    struct why why = {""};

    memcpy(before, match->state, match->deal.game->state_size);
    if (match_play(match, seat, decision, move, &why))
        return found(fault, "seat %d may play %d in decision %u", seat, move, decision);
    if (!why.text[0])
        return found(fault, "a move is refused without a word");
    if (!same_state(match, before) || memcmp(match, &kept, sizeof kept) != 0)
        return found(fault, "a refused move changes the match");
    return true;
}

static bool check_refusals(struct match *match, struct fault *fault)
{
    const struct game *game = match->deal.game;
    move_t legal[MOVES_MAX], move;
    struct why why = {""};
    bool ok = true;

    for (int seat = -1; seat <= match->deal.setup.seats && ok; seat++) {
        int n = match_moves(match, seat, legal), k = 0;

        for (uint32_t m = 0; m < game->move_ids + 3 && m <= UINT16_MAX && ok; m++) {
            if (k < n && legal[k] == m)
                k++;
            else
                ok = refuses(match, seat, match->decision, (move_t)m, fault);
        }
        if (ok && n > 0)
            ok = refuses(match, seat, match->decision - 1, legal[0], fault) &&
                 refuses(match, seat, match->decision + 1, legal[0], fault);
        if (ok && match_read_move(match, seat, "no such move", &move, &why))
            ok = found(fault, "nonsense is taken for a move");
        if (ok && !why.text[0])
            ok = found(fault, "nonsense is refused without a word");
    }
    return ok;
}

static bool point_refusals(const struct game *game, const struct setup *setup, const struct effort *effort,
                           struct marks *marks, struct fault *fault)
{
    bool ok = true;

    (void)marks;
    for (int g = 0; g < effort->games / 4 + 1 && ok; g++) {
        struct history h;
        struct match match;
        void *memory = follow(&match, game, setup);
        struct why why;

        ok = play_history(&h, game, setup, g, fault);
        for (uint32_t i = 0; i <= h.n && ok; i++) {
            here_at(h.step, i);
            if (i % 5 == 0 || i == h.n)
                ok = check_refusals(&match, fault);
            if (i < h.n)
                match_force(&match, h.step[i].actor, h.step[i].move, &why);
        }
        if (ok && match_force(&match, CHANCE, 1, &why))
            ok = found(fault, "chance plays on after the end");
        forget_history(&h);
        free(memory);
    }
    return ok;
}

/* ---- 8: results ------------------------------------------------------------------------------- */

/* Whether seat a stands before seat b, written a second time, from the words of the rules. */
static bool before(const struct game *game, const struct result *r, int a, int b)
{
    int64_t keys[2][1 + TIES_MAX];

    for (int i = 0; i < 2; i++) {
        int seat = i ? b : a;

        keys[i][0] = game->flags & GAME_LOWEST_WINS ? -(int64_t)r->score[seat] : r->score[seat];
        for (int k = 0; k < TIES_MAX; k++)
            keys[i][k + 1] = r->tie[seat][k];
    }
    for (int k = 0; k <= TIES_MAX; k++)
        if (keys[0][k] != keys[1][k])
            return keys[0][k] > keys[1][k];
    return false;
}

/* Where a scene shows scores, whoever looks: when the game is over they are those of the result. */
static bool check_scores(const struct game *game, const struct setup *setup, const void *state,
                         const struct result *result, struct fault *fault)
{
    static struct scene scene;

    for (int viewer = 0; viewer < VIEWERS_MAX; viewer++) {
        if (viewer >= setup->seats && viewer < SPECTATOR)
            continue;
        memset(&scene, 0, sizeof scene);
        game->scene(state, viewer, &scene);
        for (int seat = 0; seat < setup->seats; seat++)
            if (scene.scored && scene.score[seat] != result->score[seat])
                return found(fault, "at the end %s sees %d as the score of seat %d, and the result says %d",
                             who(viewer), scene.score[seat], seat, result->score[seat]);
        for (int i = 0; i < scene.counters; i++)
            if ((scene.counter[i].flags & COUNTER_SCORE) &&
                scene.counter[i].value != result->score[scene.counter[i].of])
                return found(
                    fault, "at the end %s sees a counter of %d as the score of seat %d, and the result says %d",
                    who(viewer), scene.counter[i].value, scene.counter[i].of, result->score[scene.counter[i].of]);
    }
    return true;
}

static bool check_result(const struct game *game, const struct setup *setup, const void *state, struct fault *fault)
{
    struct result result;
    uint8_t rank[SEATS_MAX] = {0};
    int seats = setup->seats, order[SEATS_MAX];
    struct speech plain = speech_plain(game);

    memset(&result, 0, sizeof result);
    game->result(state, &result);
    game_ranks(game, seats, &result, rank);
    if (result.lost || result.lines == 0)
        return found(fault, "the result has %d lines, and must have from 1 to %d", result.lines + result.lost,
                     LINES_MAX);
    for (int i = 0; i < result.lines; i++) {
        char line[512];

        if (!check_phrase("a line of the result", &plain, result.line[i].phrase, line, sizeof line, fault))
            return false;
    }
    if (!check_scores(game, setup, state, &result, fault))
        return false;
    if (seats == 1)
        return rank[0] == (result.missed ? 2 : 1) || found(fault, "solo rank %d", rank[0]);
    for (int i = 0; i < seats; i++)
        order[i] = i;
    for (int i = 1; i < seats; i++)
        for (int k = i; k > 0 && before(game, &result, order[k], order[k - 1]); k--) {
            int swap = order[k];

            order[k] = order[k - 1];
            order[k - 1] = swap;
        }
    for (int i = 0, expected = 1; i < seats; i++) {
        if (i > 0 && before(game, &result, order[i - 1], order[i]))
            expected = i + 1;
        if (rank[order[i]] != expected)
            return found(fault, "seat %d has rank %d, by score and tie-breaks %d", order[i], rank[order[i]], expected);
    }
    return true;
}

static bool point_results(const struct game *game, const struct setup *setup, const struct effort *effort,
                          struct marks *marks, struct fault *fault)
{
    bool ok = true;

    (void)marks;
    for (int g = 0; g < effort->games * 4 && ok; g++) {
        struct history h;

        ok = play_history(&h, game, setup, g, fault);
        ok = ok && check_result(game, setup, state_of(&h, h.n), fault);
        forget_history(&h);
    }
    return ok;
}

/* ---- 10: what bots are told -------------------------------------------------------------------- */

static bool check_standing(const struct game *game, const struct setup *setup, const void *state, struct fault *fault)
{
    struct result result;
    int32_t points[SEATS_MAX];
    int32_t spread = game->standing(state, points);

    if (spread < 1)
        return found(fault, "standing returns %d, and must return 1 or more", spread);
    if (game->actors(state) != 0)
        return true;
    memset(&result, 0, sizeof result);
    game->result(state, &result);
    for (int seat = 0; seat < setup->seats; seat++)
        if (points[seat] != POINT * result.score[seat])
            return found(fault, "at the end standing says %d for seat %d, and its score is %d", points[seat], seat,
                         result.score[seat]);
    return true;
}

/* The habit gives a legal move, and the same one in every world that the seat cannot tell from this one. */
static bool check_habit(const struct game *game, const void *state, int seat, uint32_t number, struct fault *fault)
{
    _Alignas(8) unsigned char world[STATE_MAX];
    struct luck luck = {number}, same = {number}, deal = {number};
    move_t move = game->habit(state, seat, &luck);

    if (!game_legal(game, state, seat, move))
        return found(fault, "the habit of seat %d is move %d, which is not legal", seat, move);
    game_view(game, state, seat, world);
    game->veil(world, seat, &deal);
    if (game->habit(world, seat, &same) != move)
        return found(fault, "the habit of seat %d depends on what the seat does not know", seat);
    return true;
}

/* Contempt is never a joy, and the same in every world that the seat cannot tell from this one. */
static bool check_contempt(const struct game *game, const void *state, int seat, uint32_t number, struct fault *fault)
{
    _Alignas(8) unsigned char world[STATE_MAX];
    struct luck deal = {number};
    int32_t points = game->contempt(state, seat);

    if (points < 0)
        return found(fault, "the contempt of seat %d is %d, and must be 0 or more", seat, points);
    game_view(game, state, seat, world);
    game->veil(world, seat, &deal);
    if (game->contempt(world, seat) != points)
        return found(fault, "the contempt of seat %d depends on what the seat does not know", seat);
    return true;
}

static bool check_bots_at(const struct history *h, uint32_t i, struct fault *fault)
{
    const struct game *game = h->game;
    const void *state = state_of(h, i);

    here_at(h->step, i);
    if (game->standing && !check_standing(game, &h->setup, state, fault))
        return false;
    if (game->stage && i > 0 && game->stage(state) < game->stage(state_of(h, i - 1)))
        return found(fault, "the stage falls from %u to %u", game->stage(state_of(h, i - 1)), game->stage(state));
    for (int seat = 0; seat < h->setup.seats && game->contempt && game->actors(state); seat++)
        if (!check_contempt(game, state, seat, i, fault))
            return false;
    for (FOR_BITS(seat, game->actors(state) & ~BIT(CHANCE)))
        if (game->habit && !check_habit(game, state, (int)seat, i, fault))
            return false;
    return true;
}

static bool point_bots(const struct game *game, const struct setup *setup, const struct effort *effort,
                       struct marks *marks, struct fault *fault)
{
    bool ok = true;

    (void)marks;
    for (int g = 0; g < effort->games && ok; g++) {
        struct history h;

        ok = play_history(&h, game, setup, g, fault);
        for (uint32_t i = 0; i <= h.n && ok; i++)
            ok = check_bots_at(&h, i, fault);
        forget_history(&h);
    }
    return ok;
}

/* ---- 11: what facts carry besides their words --------------------------------------------------- */

static void look(const struct game *game, const void *state, int viewer, struct scene *out)
{
    _Alignas(8) unsigned char view[STATE_MAX];

    memset(out, 0, sizeof *out);
    game_view(game, state, viewer, view);
    game->scene(view, viewer, out);
}

/* What lies on a place; nothing where the place is not there. */
struct heap {
    int32_t n, of[THINGS_MAX];
    bool endless; /* some of it never runs out */
    bool backs;   /* the viewer does not know all of it */
};

static void heap_on(const struct game *game, const struct scene *scene, int place, struct heap *out)
{
    const struct scene_piece *piece = scene->piece;

    *out = (struct heap){0};
    for (int p = 0; p < scene->places; p++) {
        for (int i = 0; i < scene->place[p].pieces; i++, piece++) {
            if (scene->place[p].id != place)
                continue;
            out->endless |= piece->count == UNLIMITED;
            out->backs |= game->things[piece->thing].back == piece->thing;
            out->n += piece->count;
            out->of[piece->thing] += piece->count;
        }
    }
}

/* Whether a viewer sees this thing on this place. */
static bool shows(const struct game *game, const void *state, int viewer, int thing, int place)
{
    static struct scene scene;
    const struct scene_piece *piece = scene.piece;
    bool there = false;

    look(game, state, viewer, &scene);
    for (int p = 0; p < scene.places; p++)
        for (int i = 0; i < scene.place[p].pieces; i++, piece++)
            there = there || (scene.place[p].id == place && piece->thing == thing);
    return there;
}

/* Whether something leaves a place after this transfer. */
static bool goes_on(const struct facts *facts, int transfer)
{
    for (int k = transfer + 1; k < facts->transfers; k++)
        if (facts->transfer[k].from == facts->transfer[transfer].to && facts->transfer[k].to != facts->transfer[k].from)
            return true;
    return false;
}

/* What was turned over on its place, and stays there, shows what the fact says. */
static bool check_turned(const struct history *h, uint32_t i, int viewer, const struct facts *facts, int transfer,
                         struct fault *fault)
{
    const struct transfer *turn = &facts->transfer[transfer];

    return turn->from != turn->to || goes_on(facts, transfer) ||
           shows(h->game, state_of(h, i + 1), viewer, turn->thing, turn->to) ||
           found(fault, "by its facts, %s is turned over on place %d, and %s does not see it there",
                 h->game->things[turn->thing].name, turn->to, who(viewer));
}

/* What the viewer is told of a place is what has changed there: in number, and, unless something lies there face down
 * or was turned over, thing by thing. */
static bool check_place(const struct game *game, int viewer, const struct facts *facts, int place,
                        const struct scene *before, const struct scene *after, struct fault *fault)
{
    struct heap is, then;
    bool open;

    heap_on(game, before, place, &is);
    heap_on(game, after, place, &then);
    open = !is.backs && !then.backs;
    if (is.endless || then.endless)
        return true;
    for (int k = 0; k < facts->transfers; k++) {
        const struct transfer *transfer = &facts->transfer[k];
        int come = (transfer->to == place) - (transfer->from == place);

        if (!(facts->fact[transfer->fact].to & BIT(viewer)) || (transfer->to != place && transfer->from != place))
            continue;
        open = open && come != 0 && game->things[transfer->thing].back != transfer->thing;
        is.n += come * transfer->count;
        is.of[transfer->thing] += come * transfer->count;
    }
    if (is.n != then.n)
        return found(fault, "by its facts, place %d has %d pieces then, and %s sees %d there", place, is.n, who(viewer),
                     then.n);
    for (int thing = 0; thing < game->things_n && open; thing++)
        if (is.of[thing] != then.of[thing])
            return found(fault, "by its facts, place %d has %d of %s then, and %s sees %d there", place, is.of[thing],
                         game->things[thing].name, who(viewer), then.of[thing]);
    return true;
}

/* Where a move tells a viewer what came and went, that is what has changed on the table. */
static bool check_transfers(const struct history *h, uint32_t i, int viewer, const struct facts *facts,
                            struct fault *fault)
{
    static struct scene before, after;
    bool ok = true;

    look(h->game, state_of(h, i), viewer, &before);
    look(h->game, state_of(h, i + 1), viewer, &after);
    for (int k = 0; k < facts->transfers && ok; k++) {
        const struct transfer *transfer = &facts->transfer[k];

        if (facts->fact[transfer->fact].to & BIT(viewer))
            ok = check_turned(h, i, viewer, facts, k, fault) &&
                 check_place(h->game, viewer, facts, transfer->from, &before, &after, fault) &&
                 check_place(h->game, viewer, facts, transfer->to, &before, &after, fault);
    }
    return ok;
}

static bool check_carried(const struct history *h, uint32_t i, struct fault *fault)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    struct facts facts;
    bool ok = true;

    facts_clear(&facts);
    memcpy(state, state_of(h, i), h->game->state_size);
    h->game->apply(state, h->step[i].actor, h->step[i].move, &facts);
    for (int viewer = 0; viewer < VIEWERS_MAX && ok && facts.transfers; viewer++)
        if (viewer < h->setup.seats || viewer >= SPECTATOR)
            ok = check_transfers(h, i, viewer, &facts, fault);
    return ok;
}

static bool point_carried(const struct game *game, const struct setup *setup, const struct effort *effort,
                          struct marks *marks, struct fault *fault)
{
    bool ok = true;

    (void)marks;
    for (int g = 0; g < effort->games && ok; g++) {
        struct history h;

        ok = play_history(&h, game, setup, g, fault);
        for (uint32_t i = 0; i < h.n && ok; i++) {
            here_at(h.step, i + 1);
            ok = !looked_at(i, h.n, g, effort) || check_carried(&h, i, fault);
        }
        forget_history(&h);
    }
    return ok;
}

/* ---- 12: previews ------------------------------------------------------------------------------- */

static void preview_bytes(struct text *out, const struct match *match, int seat, move_t move)
{
    static struct preview preview;

    previews(&preview, match, seat, move);
    preview_json(&preview, out);
    preview_text(&preview, out);
}

/* All that a seat could ask about here. */
static uint64_t previews_key(const struct match *match, int seat)
{
    static char words[PREVIEW_JSON_MAX + PREVIEW_TEXT_MAX];
    _Alignas(8) unsigned char view[STATE_MAX];
    move_t move[MOVES_MAX];
    uint64_t key = HASH_START;
    int n;

    game_view(match->deal.game, match->state, seat, view);
    n = game_options(match->deal.game, view, seat, move, NULL);
    for (int i = 0; i < n; i += 1 + n / PREVIEWS) {
        struct text text = text_in(words, sizeof words);

        preview_bytes(&text, match, seat, move[i]);
        key = hash_bytes(key, words, text.used);
    }
    return key;
}

/* What the move tells its maker in truth, in the order in which it is told. */
static void tell_maker(const struct match *match, int seat, move_t move, void *state, struct facts *facts)
{
    facts_clear(facts);
    memcpy(state, match->state, match->deal.game->state_size);
    match->deal.game->apply(state, seat, move, facts);
}

/* The pieces that go with a fact of the preview are those that go with it in truth. */
static bool same_transfers(const struct facts *a, int fact, const struct facts *b, int other)
{
    int i = 0, k = 0;

    for (;;) {
        while (i < a->transfers && a->transfer[i].fact != fact)
            i++;
        while (k < b->transfers && b->transfer[k].fact != other)
            k++;
        if (i == a->transfers || k == b->transfers)
            return i == a->transfers && k == b->transfers;
        if (memcmp(&a->transfer[i++], &b->transfer[k++], offsetof(struct transfer, fact)) != 0)
            return false;
    }
}

/* The preview says what is then told, and no word of it is wrong; `whole`: there is nothing that the seat does not
 * know, so it says all. */
static bool check_promise(const struct preview *preview, const struct facts *facts, bool whole, struct fault *fault)
{
    struct speech plain = speech_plain(preview->match->deal.game);
    int told = 0;

    for (int i = 0; i < facts->n; i++) {
        char line[512];
        struct text text = text_in(line, sizeof line);
        struct phrase phrase = facts->fact[i].phrase;

        if (!(facts->fact[i].to & BIT(preview->seat)))
            continue;
        phrase_put(&text, &plain, phrase);
        if (told < preview->facts.n && memcmp(&preview->facts.fact[told].phrase, &phrase, sizeof phrase) != 0)
            return found(fault, "the preview for seat %d promises something else than '%s'", preview->seat, line);
        if (told < preview->facts.n && !same_transfers(&preview->facts, told, facts, i))
            return found(fault, "the preview for seat %d has other pieces move than '%s'", preview->seat, line);
        if (told == preview->facts.n && whole)
            return found(fault, "the preview for seat %d does not say '%s', and nothing is hidden", preview->seat,
                         line);
        told++;
    }
    return told >= preview->facts.n || found(fault, "the preview for seat %d says %d things, and the move tells %d",
                                             preview->seat, preview->facts.n, told);
}

/* Scores as counters without words, then the counters of a scene: number i, or false after the last. */
static bool nth_counter(const struct scene *scene, int seats, int i, struct preview_change *out)
{
    int scores = scene->scored ? seats : 0;

    *out = (struct preview_change){0};
    if (i < scores) {
        out->counter = (struct scene_counter){
            .value = scene->score[i], .limit = NO_LIMIT, .of = (uint16_t)i, .scope = SCOPE_SEAT};
        return true;
    }
    if (i - scores >= scene->counters)
        return false;
    out->counter = scene->counter[i - scores];
    out->zone = out->counter.scope == SCOPE_ZONE ? &scene->zone[out->counter.of] : NULL;
    return true;
}

static bool is_that_counter(const struct preview_change *a, const struct preview_change *b)
{
    bool zones = a->zone && b->zone && a->zone->is == b->zone->is && a->zone->owner == b->zone->owner;

    return a->counter.scope == b->counter.scope &&
           memcmp(&a->counter.words, &b->counter.words, sizeof a->counter.words) == 0 &&
           (a->counter.scope == SCOPE_ZONE ? zones : a->counter.of == b->counter.of);
}

/* The same counter on another scene; false if it is not there. */
static bool on_scene(const struct scene *scene, int seats, const struct preview_change *wanted,
                     struct preview_change *out)
{
    for (int i = 0; nth_counter(scene, seats, i, out); i++)
        if (is_that_counter(out, wanted))
            return true;
    return false;
}

static bool same_count(const struct preview_change *a, const struct preview_change *b)
{
    return a->counter.value == b->counter.value && a->counter.limit == b->counter.limit;
}

/* What it says of counters and scores is what is seen then. */
static bool check_promised_changes(const struct preview *preview, const struct scene *before, const struct scene *after,
                                   struct fault *fault)
{
    int seats = preview->match->deal.setup.seats;

    for (int i = 0; i < preview->changes; i++) {
        const struct preview_change *change = &preview->change[i];
        struct preview_change was, is;
        bool there = on_scene(before, seats, change, &was), ok = on_scene(after, seats, change, &is);

        ok = ok && change->fresh == !there && same_count(&is, change);
        if (there)
            ok = ok && is.counter.value - was.counter.value == change->by && !same_count(&is, &was);
        if (!ok)
            return found(fault, "the preview for seat %d promises a counter or score of %d", preview->seat,
                         change->counter.value);
    }
    return true;
}

/* Whether this is the score of a seat without words, and a counter says it, too. */
static bool is_said_twice(const struct preview_change *score, const struct scene *scene)
{
    if (score->counter.words.text != NO_TEXT)
        return false;
    for (int i = 0; i < scene->counters; i++)
        if (scene->counter[i].flags & COUNTER_SCORE && scene->counter[i].of == score->counter.of)
            return true;
    return false;
}

/* The state after the move in a world that the seat thinks possible. */
static void make_in_world(const struct preview *preview, uint64_t seed, void *world)
{
    veiled(preview->match, preview->seat, seed, world);
    preview->match->deal.game->apply(world, preview->seat, preview->move, NULL);
}

/* A counter that is another one then, in this world and in all that the preview may have looked at, is not left out. */
static bool check_no_change_left_out(const struct preview *preview, const struct scene *before,
                                     const struct scene *after, struct fault *fault)
{
    static struct scene scene;
    _Alignas(8) unsigned char world[STATE_MAX];
    const struct game *game = preview->match->deal.game;
    int seats = preview->match->deal.setup.seats;
    struct preview_change is, was, other;
    bool said;

    for (int i = 0; nth_counter(after, seats, i, &is); i++) {
        said = is_said_twice(&is, after) || (on_scene(before, seats, &is, &was) && same_count(&was, &is));
        for (int k = 0; k < preview->changes && !said; k++)
            said = is_that_counter(&preview->change[k], &is);
        for (uint64_t seed = 0; seed < PREVIEW_SURE && !said; seed++) {
            make_in_world(preview, seed, world);
            look(game, world, preview->seat, &scene);
            said = !on_scene(&scene, seats, &is, &other) || !same_count(&other, &is);
        }
        if (!said)
            return found(fault, "the preview for seat %d does not say that a counter or score is %d then",
                         preview->seat, is.counter.value);
    }
    return true;
}

/* What comes after the move. */
static enum preview_next next_after(const struct game *game, const void *state, int seat)
{
    uint32_t actors = game->actors(state);

    return actors == 0                            ? NEXT_OVER
           : actors & BIT(CHANCE)                 ? NEXT_CHANCE
           : actors & BIT(seat)                   ? NEXT_OWN
           : game_sealed(game, state) & BIT(seat) ? NEXT_SEALED
                                                  : NEXT_OTHER;
}

/* What comes next is said if it is the same in all worlds. */
static bool check_next_not_left_out(const struct preview *preview, const void *state, struct fault *fault)
{
    _Alignas(8) unsigned char world[STATE_MAX];
    const struct game *game = preview->match->deal.game;
    enum preview_next next = next_after(game, state, preview->seat);

    if (preview->next != NEXT_HIDDEN)
        return true;
    for (uint64_t seed = 0; seed < PREVIEW_SURE; seed++) {
        make_in_world(preview, seed, world);
        if (next_after(game, world, preview->seat) != next)
            return true;
    }
    return found(fault, "the preview for seat %d does not say that %d comes next", preview->seat, (int)next);
}

/* Scores and tie-breaks, from which places follow. */
static bool ends_alike(const struct game *game, const void *a, const void *b)
{
    static struct result one, other;

    if (game->actors(a) != 0 || game->actors(b) != 0)
        return false;
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    game->result(a, &one);
    game->result(b, &other);
    return memcmp(one.score, other.score, sizeof one.score) == 0 && memcmp(one.tie, other.tie, sizeof one.tie) == 0 &&
           one.missed == other.missed;
}

/* How the game ends is said if that is the same in all worlds. */
static bool check_end_not_left_out(const struct preview *preview, const void *state, struct fault *fault)
{
    _Alignas(8) unsigned char world[STATE_MAX];
    const struct game *game = preview->match->deal.game;

    if (preview->decided || game->actors(state) != 0)
        return true;
    for (uint64_t seed = 0; seed < PREVIEW_SURE; seed++) {
        make_in_world(preview, seed, world);
        if (!ends_alike(game, world, state))
            return true;
    }
    return found(fault, "the preview for seat %d does not say how the game ends", preview->seat);
}

static bool check_promised_end(const struct preview *preview, const void *state, bool whole, struct fault *fault)
{
    static struct result result;
    const struct game *game = preview->match->deal.game;
    int seats = preview->match->deal.setup.seats;
    uint8_t rank[SEATS_MAX];

    if (game->actors(state) != 0)
        return !preview->decided ||
               found(fault, "the preview for seat %d says how the game ends, and it goes on", preview->seat);
    if (!preview->decided)
        return !whole || found(fault, "the preview for seat %d does not say how the game ends, and nothing is hidden",
                               preview->seat);
    memset(&result, 0, sizeof result);
    game->result(state, &result);
    game_ranks(game, seats, &result, rank);
    for (int seat = 0; seat < seats; seat++)
        if (preview->rank[seat] != rank[seat] || preview->result.score[seat] != result.score[seat])
            return found(fault, "the preview for seat %d says that seat %d ends as number %d, and it ends as number %d",
                         preview->seat, seat, preview->rank[seat], rank[seat]);
    return true;
}

static bool check_promised_next(const struct preview *preview, const void *state, const struct scene *after, bool whole,
                                struct fault *fault)
{
    enum preview_next next = next_after(preview->match->deal.game, state, preview->seat);
    bool open = preview->then.text == NO_TEXT && (!whole || next != NEXT_CHANCE);

    if (preview->reveals && whole)
        return found(fault, "the preview for seat %d hides something, and nothing is hidden", preview->seat);
    if (preview->next == NEXT_HIDDEN ? whole : preview->next != next)
        return found(fault, "the preview for seat %d says that %d comes next, and %d does", preview->seat,
                     preview->next, (int)next);
    return open || (next == NEXT_CHANCE && memcmp(&preview->then, &after->prompt, sizeof after->prompt) == 0) ||
           found(fault, "the preview for seat %d expects something else of chance", preview->seat);
}

/* Whether there is nothing here that the seat does not know. */
static bool knows_all(const struct match *match, int seat)
{
    _Alignas(8) unsigned char world[STATE_MAX];

    for (uint64_t seed = 0; seed < PREVIEW_SURE; seed++) {
        veiled(match, seat, seed, world);
        if (memcmp(world, match->state, match->deal.game->state_size) != 0)
            return false;
    }
    return true;
}

/* Whoever looks at a move reads something about it. */
static bool check_words_of_preview(const struct preview *preview, struct fault *fault)
{
    const struct game *game = preview->match->deal.game;
    struct speech plain = speech_plain(game);
    char words[PREVIEW_TEXT_MAX], move[MOVE_TEXT_MAX];
    struct text said = text_in(words, sizeof words), text = text_in(move, sizeof move);

    preview_text(preview, &said);
    if (said.used > 0)
        return true;
    phrase_put(&text, &plain, game->say(preview->match->state, preview->seat, preview->move));
    return found(fault, "the preview of '%s' for seat %d says nothing", move, preview->seat);
}

/* A move that is made now, with what was said of it before. */
static bool check_preview(const struct match *match, int seat, move_t move, bool closely, struct fault *fault)
{
    static struct preview preview;
    static struct scene before, after;
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = match->deal.game;
    struct facts facts;
    bool whole = knows_all(match, seat);

    previews(&preview, match, seat, move);
    if (!check_words_of_preview(&preview, fault))
        return false;
    tell_maker(match, seat, move, state, &facts);
    if (game_sealed(game, match->state) && !game_sealed(game, state))
        return true; /* it is the last of several sealed choices: what the others have chosen is not foreseen */
    look(game, match->state, seat, &before);
    look(game, state, seat, &after);
    return check_promise(&preview, &facts, whole, fault) &&
           check_promised_next(&preview, state, &after, whole, fault) &&
           check_promised_changes(&preview, &before, &after, fault) &&
           check_promised_end(&preview, state, whole, fault) &&
           (!closely ||
            (check_end_not_left_out(&preview, state, fault) && check_next_not_left_out(&preview, state, fault) &&
             check_no_change_left_out(&preview, &before, &after, fault)));
}

/* In a world that the seat cannot tell from this one, the same is said, and comes true there as well. */
static bool check_preview_twins(const struct match *match, int seat, move_t move, uint32_t number, struct fault *fault)
{
    _Alignas(8) unsigned char world[STATE_MAX];
    struct match twin = *match;

    veiled(match, seat, PREVIEW_SURE + number, world);
    twin.state = world;
    return (previews_key(match, seat) == previews_key(&twin, seat) ||
            found(fault, "what is foreseen for seat %d depends on what it does not know", seat)) &&
           check_preview(&twin, seat, move, false, fault);
}

static bool point_previews(const struct game *game, const struct setup *setup, const struct effort *effort,
                           struct marks *marks, struct fault *fault)
{
    bool ok = true;

    (void)marks;
    for (int g = 0; g < effort->games / 2 + 1 && ok; g++) {
        struct history h;
        struct match match;
        void *memory = follow(&match, game, setup);
        struct why why;

        ok = play_history(&h, game, setup, g, fault);
        for (uint32_t i = 0; i < h.n && ok; i++) {
            int actor = h.step[i].actor;

            here_at(h.step, i);
            if (actor != CHANCE && looked_at(i, h.n, g, effort))
                ok = check_preview(&match, actor, h.step[i].move, i % LOOK_RARELY == 0 || i + 1 == h.n, fault) &&
                     (i % LOOK_RARELY != 0 || check_preview_twins(&match, actor, h.step[i].move, i, fault));
            match_force(&match, actor, h.step[i].move, &why);
        }
        forget_history(&h);
        free(memory);
    }
    return ok;
}

/* ------------------------------------------------------------------------------------------------- */

const struct point battery[] = {
    {1, "the table of the game is true, games end in time, lists are proper", point_lists},
    {2, "texts are unique and read back, scenes can be drawn and touched", point_words},
    {3, "the same moves give the same bytes, by every way", point_bytes},
    {4, "nobody is shown what they must not know", point_leaks},
    {5, "hidden things are redealt fairly, chance follows its weights", point_fair},
    {6, "no piece is lost or made", point_pieces},
    {7, "what is not allowed is refused and changes nothing", point_refusals},
    {8, "ranks follow from scores and tie-breaks, and the table shows these scores", point_results},
    {10, "what bots are told is true, and no more than a seat knows", point_bots},
    {11, "what facts say of pieces that come and go is what the table shows", point_carried},
    {12, "what is foreseen of a move comes true, and tells nothing", point_previews},
};
const int battery_n = sizeof battery / sizeof battery[0];

static void here_in(const struct game *game, const struct setup *setup)
{
    here.game = game;
    here.setup = *setup;
    here.at_table = *game;
    here.at_table.seats_max = setup->seats;
    here.twin[0] = 0;
    here_at(NULL, 0);
}

/* The more setups a game has, the less is done for each of them. */
static struct effort effort_each(const struct game *game, const struct effort *effort)
{
    enum { SETUPS_FULL = 10 };
    struct effort each = *effort;
    struct setup setup = {0};
    int setups = 0;

    while (game_next_setup(game, &setup))
        setups++;
    setup = (struct setup){0};
    while (game_next_extreme(game, &setup))
        setups++;
    if (setups > SETUPS_FULL) {
        each.games = 1 + each.games * SETUPS_FULL / (3 * setups);
        each.twins = 1 + each.twins * SETUPS_FULL / setups;
        each.beliefs = 1 + each.beliefs * SETUPS_FULL / setups;
        each.worlds = (int)((int64_t)each.worlds * SETUPS_FULL / setups);
    }
    if (game->flags & GAME_LONG_MEMORY) /* worlds must be possible, but are not weighed: fewer do */
        each.worlds /= 4;
    return each;
}

bool battery_run(const struct point *point, const struct game *game, const char *listed, const struct effort *effort,
                 struct marks *marks, struct fault *fault)
{
    struct setup setup = {0};
    struct effort each;
    bool ok = true;
    int setups = 0;

    fault->text[0] = fault->record[0] = 0;
    here_in(game, &setup);
    if (point->run == point_lists && (!check_table(game, listed, fault) || !check_starts(game, fault)))
        return false;
    each = effort_each(game, effort);
    while (ok && game_next_setup(game, &setup)) {
        if (setup.seats > effort->seats)
            break;
        here_in(game, &setup);
        ok = point->run(game, &setup, &each, marks, fault);
        setups++;
    }
    setup = (struct setup){0};
    while (ok && game_next_extreme(game, &setup)) {
        if (setup.seats > effort->seats)
            break;
        here_in(game, &setup);
        ok = point->run(game, &setup, &each, marks, fault);
    }
    if (!ok)
        return false;
    here_in(game, &(struct setup){0});
    if (setups == 0)
        return found(fault, "start accepts no setup");
    return point->run != point_lists || check_seen(game, marks, fault);
}
