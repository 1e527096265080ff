#include "text.h"

struct text text_in(char *memory, size_t size)
{
    memory[0] = 0;
    return (struct text){memory, size, 0, false};
}

const char *code_word(enum why_code code)
{
    static const char *const words[CODES_N] = {
#define CODE_WORD(id, word) word,
        CODES(CODE_WORD)
#undef CODE_WORD
    };

    return words[code];
}

struct text text_why(struct why *why)
{
    why->code = CODE_BAD;
    why->seat = -1;
    return text_in(why->text, sizeof why->text);
}

bool why_refuse(struct why *why, enum why_code code, const char *sentence)
{
    struct text out = text_why(why);

    text_put(&out, sentence);
    why->code = (uint8_t)code;
    return false;
}

void text_part(struct text *out, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        text_char(out, s[i]);
}

void text_put(struct text *out, const char *s)
{
    while (*s)
        text_char(out, *s++);
}

void text_unsigned(struct text *out, uint64_t n)
{
    char digits[20];
    int used = 0;

    do {
        digits[used++] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    while (used > 0)
        text_char(out, digits[--used]);
}

void text_number(struct text *out, int64_t n)
{
    if (n < 0) {
        text_char(out, '-');
        text_unsigned(out, 0 - (uint64_t)n);
    } else {
        text_unsigned(out, (uint64_t)n);
    }
}

void text_hex(struct text *out, uint64_t n)
{
    for (int shift = 60; shift >= 0; shift -= 4)
        text_char(out, "0123456789abcdef"[(n >> shift) & 15]);
}

void text_pad(struct text *out, char c, int n)
{
    for (int i = 0; i < n; i++)
        text_char(out, c);
}

void text_wrapped(struct text *out, const char *words, int column, int indent)
{
    bool begun = false;

    while (*words) {
        char word[256]; /* longer than any word of a game or name */
        struct text text = text_in(word, sizeof word);

        while (*words && *words != ' ' && text.used + 1 < sizeof word)
            text_char(&text, *words++);
        words += *words == ' ';
        if (begun && column + 1 + text_width(word) > TEXT_COLUMNS) {
            text_char(out, '\n');
            text_pad(out, ' ', indent);
            column = indent;
        } else if (begun) {
            text_char(out, ' ');
            column++;
        }
        text_put(out, word);
        column += text_width(word);
        begun = true;
    }
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void text_capital(struct text *out, size_t from)
{
    if (from < out->used && is_lower(out->at[from]))
        out->at[from] = (char)(out->at[from] - 'a' + 'A');
}

void json_quoted(struct text *out, const char *s)
{
    text_char(out, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;

        if (c == '"' || c == '\\') {
            text_char(out, '\\');
            text_char(out, *s);
        } else if (c < 0x20) {
            text_put(out, "\\u00");
            text_char(out, "0123456789abcdef"[c >> 4]);
            text_char(out, "0123456789abcdef"[c & 15]);
        } else {
            text_char(out, *s);
        }
    }
    text_char(out, '"');
}

void json_comma(struct text *out)
{
    char before = out->used > 0 ? out->at[out->used - 1] : '[';

    if (before != '[' && before != '{')
        text_char(out, ',');
}

void json_key(struct text *out, const char *key)
{
    json_comma(out);
    json_quoted(out, key);
    text_char(out, ':');
}

void json_key_string(struct text *out, const char *key, const char *value)
{
    json_key(out, key);
    json_quoted(out, value);
}

void json_key_true(struct text *out, const char *key)
{
    json_key_truth(out, key, true);
}

void json_key_truth(struct text *out, const char *key, bool value)
{
    json_key(out, key);
    text_put(out, value ? "true" : "false");
}

void json_key_number(struct text *out, const char *key, int64_t value)
{
    json_key(out, key);
    text_number(out, value);
}

bool text_same(const char *a, const char *b)
{
    while (is_blank(*a))
        a++;
    while (is_blank(*b))
        b++;
    while (*a && *b) {
        if (is_blank(*a) && is_blank(*b)) {
            while (is_blank(*a))
                a++;
            while (is_blank(*b))
                b++;
        } else if (lower(*a) == lower(*b)) {
            a++;
            b++;
        } else {
            return false;
        }
    }
    while (is_blank(*a))
        a++;
    while (is_blank(*b))
        b++;
    return !*a && !*b;
}

bool text_equal(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

bool text_starts(const char *s, const char *start)
{
    while (*start && *s == *start) {
        s++;
        start++;
    }
    return !*start;
}

size_t text_length(const char *s)
{
    size_t n = 0;

    while (s[n])
        n++;
    return n;
}

/* The blocks of characters that terminals show two columns wide; and of marks that stand over or between others. */
int rune_width(uint32_t c)
{
    static const uint32_t wide[][2] = {{0x1100, 0x115f},  {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97c},
                                       {0xac00, 0xd7a3},  {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff01, 0xff60},
                                       {0xffe0, 0xffe6},  {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff},
                                       {0x20000, 0x3fffd}};
    static const uint32_t mark[][2] = {{0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd},
                                       {0x0610, 0x061a}, {0x064b, 0x065f}, {0x200b, 0x200f},
                                       {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};

    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (c >= wide[i][0] && c <= wide[i][1])
            return 2;
    for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
        if (c >= mark[i][0] && c <= mark[i][1])
            return 0;
    return 1;
}

int text_width(const char *s)
{
    int width = 0;

    while (*s) {
        if ((unsigned char)*s < 0x80) {
            width++;
            s++;
        } else {
            uint32_t c = text_character(&s);

            width += c == TEXT_BAD ? 1 : rune_width(c);
        }
    }
    return width;
}

void text_rune(struct text *out, uint32_t c)
{
    char bytes[4];
    size_t n = 0;

    if (c < 0x80) {
        text_char(out, (char)c);
        return;
    }
    if (c >= 0x10000) {
        bytes[n++] = (char)(0xf0 | c >> 18);
        bytes[n++] = (char)(0x80 | (c >> 12 & 0x3f));
    } else if (c >= 0x800) {
        bytes[n++] = (char)(0xe0 | c >> 12);
    }
    if (c >= 0x800)
        bytes[n++] = (char)(0x80 | (c >> 6 & 0x3f));
    else
        bytes[n++] = (char)(0xc0 | c >> 6);
    bytes[n++] = (char)(0x80 | (c & 0x3f));
    text_part(out, bytes, n);
}

uint32_t text_character(const char **at)
{
    static const uint32_t shortest[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *s = (const unsigned char *)*at;
    int more = s[0] < 0x80 ? 0 : s[0] < 0xc0 ? -1 : s[0] < 0xe0 ? 1 : s[0] < 0xf0 ? 2 : s[0] < 0xf8 ? 3 : -1;
    uint32_t c = more <= 0 ? s[0] : s[0] & (0x3fu >> more);

    *at += 1;
    if (more < 0)
        return TEXT_BAD;
    for (int i = 1; i <= more; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return TEXT_BAD;
        c = c << 6 | (s[i] & 0x3fu);
    }
    if (c < shortest[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return TEXT_BAD;
    *at += more;
    return c;
}

bool text_is_line(const char *s)
{
    while (*s) {
        uint32_t c = text_character(&s);

        if (c == TEXT_BAD || (c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0) || (c >= 0x200e && c <= 0x200f) ||
            (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
            return false;
    }
    return true;
}

bool text_read_number(const char *s, size_t n, uint64_t max, uint64_t *out)
{
    uint64_t value = 0;

    if (n == 0 || (n > 1 && s[0] == '0'))
        return false;
    for (size_t i = 0; i < n; i++) {
        unsigned digit = (unsigned)(s[i] - '0');

        if (digit > 9 || digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

void text_bytes(struct text *out, const uint8_t *bytes, size_t n)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        text_char(out, digits[bytes[i] >> 4]);
        text_char(out, digits[bytes[i] & 15]);
    }
}

/* What one hexadecimal digit is worth; 16 if it is none. */
static unsigned hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

bool text_read_bytes(const char *s, uint8_t *out, size_t n)
{
    if (text_length(s) != 2 * n)
        return false;
    for (size_t i = 0; i < n; i++) {
        unsigned high = hex_digit(s[2 * i]), low = hex_digit(s[2 * i + 1]);

        if (high > 15 || low > 15)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
