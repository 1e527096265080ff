/* text.h: writing text into memory that the caller owns. Freestanding, so that the page in the browser
 * writes the same bytes as the program. */
#ifndef WABE_TEXT_H
#define WABE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Always ends with a zero byte. When the room runs out, the rest is dropped and `full` is set. */
struct text {
    char *at;
    size_t size, used;
    bool full;
};

/* What kind of reason something is refused for. The words are those of docs/protocol.md, which says what they mean;
 * here and in pages without a server there are the first five. */
enum why_code {
#define CODES(X)                                                                                                       \
    X(BAD, "bad") /* cannot be read, or names what does not exist */                                                   \
    X(STALE, "stale")                                                                                                  \
    X(RULE, "rule")                                                                                                    \
    X(STATE, "state")                                                                                                  \
    X(VERSION, "version") /* played by other rules than there are now */                                               \
    X(STRANGER, "stranger") X(UNKNOWN, "unknown") X(NAME, "name") X(HOST, "host") X(LIMIT, "limit") X(BUSY, "busy")
#define CODE_ID(id, word) CODE_##id,
    CODES(CODE_ID) CODES_N
#undef CODE_ID
};

const char *code_word(enum why_code code);

/* A sentence for a person, usually the reason why something was refused. */
struct why {
    char text[256];
    uint8_t code; /* enum why_code */
    int8_t seat;  /* because of whom; or -1 */
};

struct text text_in(char *memory, size_t size);
struct text text_why(struct why *why); /* the code is CODE_BAD, until another is set */
bool why_refuse(struct why *why, enum why_code code, const char *sentence); /* false */

enum { TEXT_COLUMNS = 80 }; /* of a terminal, where texts are laid out in lines */

/* Here because it is what everything is written with. */
static inline void text_char(struct text *out, char c)
{
    if (out->used + 1 < out->size) {
        out->at[out->used++] = c;
        out->at[out->used] = 0;
    } else {
        out->full = true;
    }
}

void text_put(struct text *out, const char *s);
void text_part(struct text *out, const char *s, size_t n);
void text_number(struct text *out, int64_t n);
void text_unsigned(struct text *out, uint64_t n);
void text_hex(struct text *out, uint64_t n); /* 16 digits */
void text_pad(struct text *out, char c, int n);
/* Words from this column on, in lines of at most TEXT_COLUMNS; the later ones begin with so many blanks. */
void text_wrapped(struct text *out, const char *words, int column, int indent);
void text_capital(struct text *out, size_t from); /* the letter at `from` becomes a capital */

/* JSON: a string with its quotes; a comma unless this is the first of a list ('[' or '{' stands before). */
void json_quoted(struct text *out, const char *s);
void json_comma(struct text *out);
void json_key(struct text *out, const char *key); /* with the comma before it */
void json_key_string(struct text *out, const char *key, const char *value);
void json_key_true(struct text *out, const char *key);
void json_key_truth(struct text *out, const char *key, bool value);
void json_key_number(struct text *out, const char *key, int64_t value);

/* Comparing what people type: letters without case, runs of blanks as one, none at the ends. */
bool text_same(const char *a, const char *b);
bool text_equal(const char *a, const char *b); /* byte for byte */
bool text_starts(const char *s, const char *start);
size_t text_length(const char *s);
int text_width(const char *s); /* columns of a terminal that a line of UTF-8 takes */
int rune_width(uint32_t c);    /* of one character: 2 for those of East Asia and pictures, 0 for marks over others */

void text_rune(struct text *out, uint32_t c); /* one character as UTF-8 */

/* One character of UTF-8 from *at, which moves on; a byte that begins none in its shortest form is TEXT_BAD. */
#define TEXT_BAD 0xffffffffu
uint32_t text_character(const char **at);

/* Whether these bytes are a line that can be shown: UTF-8 without control characters and without marks that turn the
 * direction of writing. Tabs are allowed. */
bool text_is_line(const char *s);

/* A whole number in decimal digits only, without zeros in front, at most `max`; false if it is anything else. */
bool text_read_number(const char *s, size_t n, uint64_t max, uint64_t *out);

/* Bytes as two hexadecimal digits each, in small letters; reading them takes capitals too, and nothing but 2 n digits.
 */
void text_bytes(struct text *out, const uint8_t *bytes, size_t n);
bool text_read_bytes(const char *s, uint8_t *out, size_t n);

#endif
