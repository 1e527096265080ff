/* names.c: asked when somebody takes a name, sits down or says something: rare, so that lists are simply walked
 * through. */
#include "names.h"

#include <string.h>

#include "../table/text.h"
#include "names_table.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

struct range {
    uint32_t from, to;
};

static bool is_in(const struct range *list, size_t n, uint32_t c)
{
    for (size_t i = 0; i < n; i++)
        if (c >= list[i].from && c <= list[i].to)
            return true;
    return false;
}

enum { JOINER = 0x200d, AS_PICTURE = 0xfe0f, SYMBOLS = 0x2190, NO_SYMBOLS = 0x2c00, PICTURES = 0x1f000 };

/* What nobody sees, or everybody sees as something else: signs that steer the writing, fillers, private characters. */
static bool is_unseen(uint32_t c)
{
    static const struct range list[] = {{0x00, 0x1f},       {0x7f, 0x9f},
                                        {0xad, 0xad},       {0x34f, 0x34f},
                                        {0x600, 0x605},     {0x61c, 0x61c},
                                        {0x6dd, 0x6dd},     {0x70f, 0x70f},
                                        {0x115f, 0x1160},   {0x17b4, 0x17b5},
                                        {0x180b, 0x180f},   {0x200b, 0x200f},
                                        {0x2028, 0x202e},   {0x2060, 0x206f},
                                        {0x2800, 0x2800},   {0x3164, 0x3164},
                                        {0xd800, 0xf8ff},   {0xfe00, 0xfe0f},
                                        {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
                                        {0xfff0, 0xffff},   {0x110bd, 0x110bd},
                                        {0x13430, 0x1345f}, {0x1bca0, 0x1bca3},
                                        {0x1d173, 0x1d17a}, {0xe0000, UINT32_MAX /* TEXT_BAD */}};

    return is_in(list, COUNT(list), c);
}

static bool is_odd_blank(uint32_t c)
{
    return c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f || c == 0x3000;
}

/* Letters in circles, of mathematics, small capitals, Roman numerals: all look like plain ones. Flags are made of some.
 */
static bool is_symbol_letter(uint32_t c)
{
    static const struct range list[] = {{0x1d00, 0x1dbf}, {0x2071, 0x209c},   {0x2100, 0x218f},
                                        {0x2460, 0x24ff}, {0x1d400, 0x1d7ff}, {0x1f100, 0x1f1e5}};

    return is_in(list, COUNT(list), c);
}

/* Over, under and through the character before. */
static bool is_mark(uint32_t c)
{
    static const struct range list[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x1ab0, 0x1aff},
                                        {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f}};

    return is_in(list, COUNT(list), c);
}

/* 0: it stands beside letters of all scripts, as digits do. */
static unsigned script_of(uint32_t c)
{
    for (size_t i = 0; i < COUNT(scripts); i++)
        if (c >= scripts[i].from && c <= scripts[i].to)
            return scripts[i].script;
    return 0;
}

/* Latin letters stand among those of the East, which look like nothing else. */
static bool may_mix(unsigned a, unsigned b)
{
    unsigned west = script_of('a'), east = script_of(0x4e00);

    return a == b || (a == west && b == east) || (a == east && b == west);
}

/* What its letters are. */
static const char *letters_fault(const char *name)
{
    unsigned script = 0;
    uint32_t before = 0;
    int marks = 0;

    while (*name) {
        uint32_t c = text_character(&name);
        bool after_picture = (before >= SYMBOLS && before < NO_SYMBOLS) || before >= PICTURES || before == AS_PICTURE;
        unsigned other = script_of(c);

        if ((c == JOINER || c == AS_PICTURE) && after_picture)
            other = 0;
        else if (is_unseen(c))
            return "has characters that cannot be seen";
        if (is_odd_blank(c))
            return "has a blank that is not the usual one";
        if (is_symbol_letter(c))
            return "has letters that are symbols: type plain ones";
        marks = is_mark(c) ? marks + 1 : 0;
        if (marks > 2 || (marks > 0 && before == 0))
            return "has more marks than letters can bear";
        if (other && script && !may_mix(script, other))
            return "has letters of several alphabets: stay with one";
        script = script ? script : other;
        before = c;
    }
    return NULL;
}

/* ---- what looks the same ---- */

/* Letters of other alphabets, as they are drawn; large ones beside large ones. */
static const struct {
    uint16_t c;
    char like;
} lookalikes[] = {
    /* Latin */
    {0x131, 'i'},
    {0x1c0, 'l'},
    {0x251, 'a'},
    {0x261, 'g'},
    {0x269, 'i'},
    /* Greek */
    {0x391, 'A'},
    {0x392, 'B'},
    {0x395, 'E'},
    {0x396, 'Z'},
    {0x397, 'H'},
    {0x399, 'I'},
    {0x39a, 'K'},
    {0x39c, 'M'},
    {0x39d, 'N'},
    {0x39f, 'O'},
    {0x3a1, 'P'},
    {0x3a4, 'T'},
    {0x3a5, 'Y'},
    {0x3a7, 'X'},
    {0x386, 'A'},
    {0x388, 'E'},
    {0x389, 'H'},
    {0x38a, 'I'},
    {0x38c, 'O'},
    {0x38e, 'Y'},
    {0x3aa, 'I'},
    {0x3ab, 'Y'},
    {0x3b1, 'a'},
    {0x3b3, 'y'},
    {0x3b9, 'i'},
    {0x3ba, 'k'},
    {0x3bd, 'v'},
    {0x3bf, 'o'},
    {0x3c1, 'p'},
    {0x3c3, 'o'},
    {0x3c5, 'u'},
    {0x3c7, 'x'},
    {0x3ac, 'a'},
    {0x3af, 'i'},
    {0x390, 'i'},
    {0x3ca, 'i'},
    {0x3cc, 'o'},
    {0x3cd, 'u'},
    {0x3b0, 'u'},
    {0x3cb, 'u'},
    {0x3f2, 'c'},
    {0x3f3, 'j'},
    {0x3f9, 'C'},
    /* Cyrillic */
    {0x400, 'E'},
    {0x401, 'E'},
    {0x405, 'S'},
    {0x406, 'I'},
    {0x407, 'I'},
    {0x408, 'J'},
    {0x410, 'A'},
    {0x412, 'B'},
    {0x415, 'E'},
    {0x41a, 'K'},
    {0x41c, 'M'},
    {0x41d, 'H'},
    {0x41e, 'O'},
    {0x420, 'P'},
    {0x421, 'C'},
    {0x422, 'T'},
    {0x423, 'Y'},
    {0x425, 'X'},
    {0x42c, 'b'},
    {0x430, 'a'},
    {0x433, 'r'},
    {0x435, 'e'},
    {0x43a, 'k'},
    {0x43e, 'o'},
    {0x440, 'p'},
    {0x441, 'c'},
    {0x443, 'y'},
    {0x445, 'x'},
    {0x44c, 'b'},
    {0x450, 'e'},
    {0x451, 'e'},
    {0x455, 's'},
    {0x456, 'i'},
    {0x457, 'i'},
    {0x458, 'j'},
    {0x4ae, 'Y'},
    {0x4af, 'y'},
    {0x4ba, 'h'},
    {0x4bb, 'h'},
    {0x4c0, 'l'},
    {0x4cf, 'l'},
    {0x501, 'd'},
    {0x51a, 'Q'},
    {0x51b, 'q'},
    {0x51c, 'W'},
    {0x51d, 'w'},
    /* Armenian */
    {0x54d, 'U'},
    {0x555, 'O'},
    {0x566, 'q'},
    {0x570, 'h'},
    {0x578, 'n'},
    {0x57d, 'u'},
    {0x581, 'g'},
    {0x585, 'o'},
    /* Cherokee */
    {0x13a0, 'D'},
    {0x13a1, 'R'},
    {0x13a2, 'T'},
    {0x13a5, 'i'},
    {0x13aa, 'A'},
    {0x13ab, 'J'},
    {0x13ac, 'E'},
    {0x13b3, 'W'},
    {0x13b7, 'M'},
    {0x13bb, 'H'},
    {0x13c0, 'G'},
    {0x13c3, 'Z'},
    {0x13cf, 'b'},
    {0x13d2, 'R'},
    {0x13d4, 'W'},
    {0x13d9, 'V'},
    {0x13da, 'S'},
    {0x13de, 'L'},
    {0x13df, 'C'},
    {0x13e2, 'P'},
    {0x13e6, 'K'},
    {0x13f4, 'B'}};

static uint32_t small(uint32_t c)
{
    static const struct range pairs[] = {{0x100, 0x137}, {0x14a, 0x177}, {0x1e00, 0x1eff},
                                         {0x460, 0x481}, {0x48a, 0x4bf}, {0x4d0, 0x52f}};

    if ((c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7) || (c >= 0x391 && c <= 0x3ab) ||
        (c >= 0x410 && c <= 0x42f) || (c >= 0xff21 && c <= 0xff3a))
        return c + 0x20;
    if (c >= 0x400 && c <= 0x40f)
        return c + 0x50;
    if (c >= 0x531 && c <= 0x556)
        return c + 0x30;
    return is_in(pairs, COUNT(pairs), c) ? c | 1 : c;
}

/* As it is drawn: a plain letter, if there is one. */
static uint32_t plain(uint32_t c)
{
    char under = c >= LATIN_FIRST && c < LATIN_FIRST + sizeof latin - 1 ? latin[c - LATIN_FIRST]
                 : c >= MORE_LATIN_FIRST && c < MORE_LATIN_FIRST + sizeof more_latin - 1
                     ? more_latin[c - MORE_LATIN_FIRST]
                     : '.';

    if (c > 0xff00 && c < 0xff5f)
        c -= 0xff00 - ' ';
    if (under != '.')
        c = (uint32_t)under;
    for (size_t i = 0; i < COUNT(lookalikes); i++)
        if (lookalikes[i].c == c)
            c = (uint32_t)lookalikes[i].like;
    return c == '0' || c == 'O' ? 'o' : c == '1' || c == 'I' || c == '|' || c == 'l' ? 'l' : small(c);
}

/* The next character that can be seen, blanks being one; 0 at the end. */
static uint32_t next_seen(const char **name, bool *blank)
{
    *blank = false;
    while (**name) {
        uint32_t c = text_character(name);

        if (c == ' ' || c == '\t' || is_odd_blank(c))
            *blank = true;
        else if (!is_unseen(c) && !is_mark(c))
            return c;
    }
    return 0;
}

void name_looks(char out[NAME_LOOKS_SIZE], const char *name)
{
    struct text text = text_in(out, NAME_LOOKS_SIZE);
    bool blank, first = true;
    uint32_t c;

    out[0] = 0;
    while ((c = next_seen(&name, &blank)) != 0) {
        char before = text.used > 0 && !blank ? text.at[text.used - 1] : 0;

        c = plain(c);
        if (blank && !first)
            text_char(&text, ' ');
        first = false;
        if (before == 'r' && c == 'n')
            text.at[text.used - 1] = 'm';
        else if (before == 'v' && c == 'v')
            text.at[text.used - 1] = 'w';
        else
            text_rune(&text, c);
    }
}

static bool same_but_for_case(const char *a, const char *b)
{
    bool blank_a, blank_b, first = true;
    uint32_t c;

    do {
        c = next_seen(&a, &blank_a);
        if (small(c) != small(next_seen(&b, &blank_b)) || (c && !first && blank_a != blank_b))
            return false;
        first = false;
    } while (c);
    return true;
}

bool names_alike(const char *a, const char *b)
{
    char one[NAME_LOOKS_SIZE], two[NAME_LOOKS_SIZE];

    name_looks(one, a);
    name_looks(two, b);
    return same_but_for_case(a, b) || strcmp(one, two) == 0;
}

/* ---- both ---- */

/* Whether one of these words is that of the pages for a program that plays. */
static bool has_bot(const char *looks)
{
    while (*looks) {
        size_t n = strcspn(looks, " ");

        if (n == 3 && strncmp(looks, "bot", 3) == 0)
            return true;
        looks += n + strspn(looks + n, " ");
    }
    return false;
}

const char *name_fault(const char *name)
{
    char looks[NAME_LOOKS_SIZE];
    const char *fault = letters_fault(name);

    if (fault)
        return fault;
    name_looks(looks, name);
    if (strpbrk(looks, "()[]"))
        return "has brackets: what stands in brackets is said by the table itself";
    return has_bot(looks) ? "says that you are a bot" : NULL;
}
