#include "phrase.h"

#include "bytes.h"

static const char *const colour_names[COLOURS_N] = {
#define COLOUR_NAME(id, name) name,
    COLOURS(COLOUR_NAME)
#undef COLOUR_NAME
};

const char *colour_name(int colour)
{
    return colour >= 0 && colour < COLOURS_N ? colour_names[colour] : "?";
}

const char *actor_word(int actor)
{
    static const char *const words[VIEWERS_MAX] = {"0", "1", "2", "3", "4", "5", "6", "chance", "spectator", "referee"};

    return actor >= 0 && actor < VIEWERS_MAX ? words[actor] : "nobody";
}

struct speech speech_plain(const struct game *game)
{
    return (struct speech){game, NULL, NOBODY};
}

enum slot {
    SLOT_SEAT,
    SLOT_SEATS_OWN,
    SLOT_THING,
    SLOT_COLOUR,
    SLOT_NUMBER,
    SLOT_SIGNED,
    SLOT_DIE,
    SLOT_TEXT,
    SLOT_NONE
};

static bool is_number(enum slot slot)
{
    return slot == SLOT_NUMBER || slot == SLOT_SIGNED || slot == SLOT_DIE;
}

static bool is_die(enum slot slot)
{
    return slot == SLOT_DIE;
}

/* Which placeholder stands at `at`, and where it ends. */
static enum slot slot_at(const char *at, const char **end)
{
    static const struct {
        const char *word;
        enum slot slot;
    } slots[] = {
        {"{seat}", SLOT_SEAT}, {"{seat's}", SLOT_SEATS_OWN}, {"{thing}", SLOT_THING}, {"{colour}", SLOT_COLOUR},
        {"{n}", SLOT_NUMBER},  {"{+n}", SLOT_SIGNED},        {"{die}", SLOT_DIE},     {"{text}", SLOT_TEXT},
    };

    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++) {
        if (text_starts(at, slots[i].word)) {
            *end = at + text_length(slots[i].word);
            return slots[i].slot;
        }
    }
    return SLOT_NONE;
}

void seat_put(struct text *out, const struct speech *speech, int seat)
{
    if (seat == speech->viewer) {
        text_put(out, "you");
    } else if (speech->names && seat >= 0 && seat < SEATS_MAX && speech->names[seat][0]) {
        text_put(out, speech->names[seat]);
    } else {
        text_put(out, "seat ");
        text_number(out, seat);
    }
}

/* Words only: a text inside a text has no arguments of its own. */
static bool is_plain(const char *words)
{
    while (*words && *words != '{' && *words != '[')
        words++;
    return *words == 0;
}

/* Fills one placeholder; false if the argument does not fit or there is none. */
static bool slot_put(struct text *out, const struct speech *speech, enum slot slot, int arg)
{
    const struct game *game = speech->game;

    switch (arg == NO_ARG ? SLOT_NONE : slot) {
    case SLOT_SEAT:
        seat_put(out, speech, arg);
        return arg >= 0 && arg < game->seats_max;
    case SLOT_SEATS_OWN:
        if (arg == speech->viewer) {
            text_put(out, "your");
        } else {
            seat_put(out, speech, arg);
            text_put(out, "'s");
        }
        return arg >= 0 && arg < game->seats_max;
    case SLOT_THING:
        if (arg < 0 || arg >= game->things_n)
            break;
        text_put(out, game->things[arg].name);
        return true;
    case SLOT_COLOUR:
        if (arg < 0 || arg >= COLOURS_N)
            break;
        text_put(out, colour_names[arg]);
        return true;
    case SLOT_SIGNED:
        if (arg > 0)
            text_char(out, '+');
        text_number(out, arg);
        return true;
    case SLOT_NUMBER:
    case SLOT_DIE:
        text_number(out, arg);
        return true;
    case SLOT_TEXT:
        if (arg < 0 || arg >= game->texts_n)
            break;
        text_put(out, game->texts[arg]);
        return is_plain(game->texts[arg]);
    case SLOT_NONE:
        break;
    }
    text_char(out, '?');
    return false;
}

/* [a|b]: writes a or b and returns the end of the form. */
static const char *form_put(struct text *out, const char *at, bool first)
{
    bool in_first = true;

    for (at++; *at && *at != ']'; at++) {
        if (*at == '|')
            in_first = false;
        else if (in_first == first)
            text_char(out, *at);
    }
    return *at ? at + 1 : at;
}

/* Which part of a text is written: from and to, as positions in it; dots: "…" for numbers, with the forms for several.
 */
struct extent {
    size_t from, to;
    bool dots;
};

static bool put_extent(struct text *out, const struct speech *speech, struct phrase phrase, struct extent extent)
{
    const char *words = speech->game->texts[phrase.text], *at = words;
    char nothing[1];
    bool ok = true, first = false;
    int args = 0;

    while (*at) {
        struct text unseen = text_in(nothing, sizeof nothing);
        size_t from = (size_t)(at - words);
        struct text *to = from >= extent.from && from < extent.to ? out : &unseen;
        enum slot slot = *at == '{' ? slot_at(at, &at) : SLOT_NONE;
        bool number = is_number(slot);

        if (slot != SLOT_NONE) {
            int arg = phrase.arg[args < PHRASE_ARGS ? args : PHRASE_ARGS];

            args++;
            if (number && extent.dots)
                text_put(to, "\xe2\x80\xa6");
            else
                ok = slot_put(to, speech, slot, arg) && ok;
            if (slot == SLOT_SEAT || slot == SLOT_SEATS_OWN)
                first = arg == speech->viewer;
            else if (number)
                first = arg == 1 && !extent.dots;
        } else if (*at == '[') {
            at = form_put(to, at, first);
        } else {
            text_char(to, *at++);
        }
    }
    return ok;
}

bool phrase_put(struct text *out, const struct speech *speech, struct phrase phrase)
{
    return phrase.text < speech->game->texts_n && put_extent(out, speech, phrase, (struct extent){0, SIZE_MAX, false});
}

void phrase_group_put(struct text *out, const struct speech *speech, struct phrase phrase)
{
    size_t from = out->used;

    put_extent(out, speech, phrase, (struct extent){0, SIZE_MAX, true});
    text_capital(out, from);
}

bool phrase_tag_put(struct text *out, const struct speech *speech, struct phrase phrase)
{
    const char *words = speech->game->texts[phrase.text];
    size_t end = text_length(words), at = end;

    if (end == 0 || words[end - 1] != ')')
        return false;
    while (at > 0 && words[at - 1] != '(')
        at--;
    if (at > 0)
        put_extent(out, speech, phrase, (struct extent){at, end - 1, false});
    return at > 0;
}

bool phrase_own_put(struct text *out, const struct speech *speech, struct phrase phrase)
{
    static const char *const owners[] = {"{seat's} ", "{seat}, ", "{seat} ", "{seat}"};
    const char *words = speech->game->texts[phrase.text];
    size_t from = out->used;

    for (size_t i = 0; i < sizeof owners / sizeof owners[0]; i++) {
        if (!text_starts(words, owners[i]))
            continue;
        put_extent(out, speech, phrase, (struct extent){text_length(owners[i]), SIZE_MAX, false});
        text_capital(out, from);
        return true;
    }
    return false;
}

bool phrase_number_put(struct text *out, const struct speech *speech, struct phrase phrase)
{
    const char *words = speech->game->texts[phrase.text], *at = words;
    size_t found = 0;
    int n = 0;

    while (*at) {
        size_t here = (size_t)(at - words);
        enum slot slot = *at == '{' ? slot_at(at, &at) : SLOT_NONE;

        if (is_number(slot)) {
            found = here;
            n++;
        }
        at += slot == SLOT_NONE;
    }
    if (n == 1)
        put_extent(out, speech, phrase, (struct extent){found, found + 1, false});
    return n == 1;
}

/* How many arguments of a kind a phrase has, and the first of them. */
static int count_args(const struct game *game, struct phrase phrase, bool (*fits)(enum slot), int *first)
{
    const char *at = phrase.text < game->texts_n ? game->texts[phrase.text] : "";
    int n = 0;

    for (int args = 0; *at && args < PHRASE_ARGS;) {
        enum slot slot = *at == '{' ? slot_at(at, &at) : SLOT_NONE;
        int arg = phrase.arg[args];

        if (slot == SLOT_NONE) {
            at++;
            continue;
        }
        args++;
        if (fits(slot) && n++ == 0)
            *first = arg;
    }
    return n;
}

int phrase_numbers(const struct game *game, struct phrase phrase, int *first)
{
    return count_args(game, phrase, is_number, first);
}

bool phrase_die(const struct game *game, struct phrase phrase, int *pips)
{
    return count_args(game, phrase, is_die, pips) > 0;
}

bool sentence_put(struct text *out, const struct speech *speech, struct phrase phrase)
{
    size_t from = out->used;
    bool ok = phrase_put(out, speech, phrase);

    text_capital(out, from);
    return ok;
}

int phrase_names(const struct game *game, struct phrase phrase, int *seat, uint16_t things[PHRASE_ARGS])
{
    const char *at = phrase.text < game->texts_n ? game->texts[phrase.text] : "";
    int n = 0;

    *seat = NOBODY;
    for (int args = 0; *at && args < PHRASE_ARGS;) {
        enum slot slot = *at == '{' ? slot_at(at, &at) : SLOT_NONE;
        int arg = phrase.arg[args];

        if (slot == SLOT_NONE) {
            at++;
            continue;
        }
        args++;
        if ((slot == SLOT_SEAT || slot == SLOT_SEATS_OWN) && *seat == NOBODY)
            *seat = arg;
        else if (slot == SLOT_THING && arg >= 0 && arg < game->things_n)
            things[n++] = (uint16_t)arg;
    }
    return n;
}

/* Whether one of the words of a name is this one. */
static bool has_word(const char *name, const char *word)
{
    size_t n = text_length(word);

    for (const char *at = name; text_length(at) >= n; at++)
        if ((at == name || at[-1] == ' ') && memcmp(at, word, n) == 0 && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}

bool thing_title_put(struct text *out, const struct thing *thing)
{
    char name[128], number[16];
    size_t n = text_length(thing->name), end = 0;
    struct text text = text_in(name, sizeof name), digits = text_in(number, sizeof number);

    while (end < n && thing->name[end] != '(')
        end++;
    if (end < n && thing->name[n - 1] == ')')
        for (n = end; n > 0 && thing->name[n - 1] == ' ';)
            n--;
    text_part(&text, thing->name, n);
    text_number(&digits, thing->number);
    if ((thing->colour != COLOUR_NONE && has_word(name, colour_name(thing->colour))) || text_same(name, number))
        return false;
    text_put(out, name);
    return true;
}

bool thing_sign_put(struct text *out, const struct thing *thing)
{
    const char *sign = thing->mark;

    if (thing->number != NO_NUMBER) {
        if (sign[0] != '+')
            return false;
        text_char(out, '+');
        text_number(out, thing->number);
        return true;
    }
    if (thing->colour != COLOUR_NONE && (sign[0] | 0x20) == colour_name(thing->colour)[0])
        sign++;
    text_put(out, sign);
    return sign[0] != 0;
}

const char *thing_second(const struct thing *thing)
{
    const char *mark = thing->mark;

    while (*mark && *mark != ':')
        mark++;
    return *mark ? mark + 1 : mark;
}

static bool has_common_back(const struct game *game, int thing)
{
    return game->things[thing].back == NO_BACK || text_same(game->things[game->things[thing].back].mark, "?");
}

void json_thing(struct text *out, const struct game *game, int thing)
{
    static const char *const kinds[] = {"card", "gem", "pawn", "token", "die"};
    const struct thing *it = &game->things[thing];
    char words[32], name[128];
    struct text sign = text_in(words, sizeof words), title = text_in(name, sizeof name);

    json_key_string(out, "thing", it->name);
    json_key_string(out, "mark", it->mark);
    json_key_string(out, "kind", kinds[it->kind]);
    if (it->colour != COLOUR_NONE)
        json_key_string(out, "colour", colour_name(it->colour));
    if (it->number != NO_NUMBER)
        json_key_number(out, "number", it->number);
    if (it->back == thing)
        json_key_true(out, "back");
    else if (thing_sign_put(&sign, it))
        json_key_string(out, "sign", words);
    if (it->back != thing && it->kind == THING_CARD && thing_title_put(&title, it))
        json_key_string(out, "title", name);
    if (thing_second(it)[0])
        json_key_string(out, "second", thing_second(it));
    if (it->kind == THING_CARD && !has_common_back(game, thing))
        json_key_true(out, "other");
}

bool phrase_text_ok(const char *at)
{
    int args = 0;

    while (*at) {
        if (*at == '{') {
            if (slot_at(at, &at) == SLOT_NONE || ++args > PHRASE_ARGS)
                return false;
        } else if (*at == '[') {
            int bars = 0;

            if (args == 0)
                return false;
            for (at++; *at && *at != ']'; at++) {
                if (*at == '{' || *at == '[')
                    return false;
                bars += *at == '|';
            }
            if (!*at || bars != 1)
                return false;
            at++;
        } else if (*at == '}' || *at == ']') {
            return false;
        } else {
            at++;
        }
    }
    return true;
}
