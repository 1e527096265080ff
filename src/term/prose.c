#include "prose.h"

enum { SPAN_MAX = 2048 }; /* bytes that something in a line may reach, so that no page takes long */

static bool is_punctuation(char c)
{
    return c > ' ' && c < 0x7f && !is_digit(c) && !((c | 32) >= 'a' && (c | 32) <= 'z');
}

uint32_t prose_character(const char *s, size_t *at, size_t to)
{
    char bytes[5] = {0};
    const char *end = bytes;
    uint32_t c;

    for (size_t i = 0; i < 4 && *at + i < to; i++)
        bytes[i] = s[*at + i];
    c = text_character(&end);
    *at += (size_t)(end - bytes);
    bytes[end - bytes] = 0;
    return c != 0 && c != '\t' && text_is_line(bytes) ? c : '?';
}

struct prose prose_of(const char *s, size_t from, size_t to)
{
    return (struct prose){.s = s, .from = from, .at = from, .to = to, .ink = INK_PLAIN};
}

static size_t run_at(const struct prose *w, size_t at)
{
    size_t n = 1;

    while (at + n < w->to && w->s[at + n] == w->s[at])
        n++;
    return n;
}

static size_t span_end(const struct prose *w, size_t from)
{
    return w->to - from > SPAN_MAX ? from + SPAN_MAX : w->to;
}

/* Backquotes: code, if as many follow later, or just characters. */
static void read_ticks(struct prose *w)
{
    size_t n = run_at(w, w->at), end = span_end(w, w->at);

    w->plain = w->at + n;
    for (size_t i = w->at + n; i < end;) {
        size_t more = w->s[i] == '`' ? run_at(w, i) : 0;

        if (more == n) {
            w->ticks = w->code_ticks = n;
            w->code_end = i;
            return;
        }
        i += more ? more : 1;
    }
}

/* The backquotes that code has begun with (0: it is no code), after n more of them. */
static size_t toggle_ticks(size_t ticks, size_t n)
{
    return ticks == 0 ? n : ticks == n ? 0 : ticks;
}

/* Whether the marks at `at` can begin and end something, by what stands beside them. */
static bool can_open(const struct prose *w, size_t at, size_t n)
{
    char before = at > w->from ? w->s[at - 1] : ' ', after = at + n < w->to ? w->s[at + n] : ' ';
    bool outside = is_blank(before) || is_punctuation(before);

    return !is_blank(after) && (outside || (!is_punctuation(after) && w->s[at] == '*'));
}

static bool can_close(const struct prose *w, size_t at, size_t n)
{
    char before = at > w->from ? w->s[at - 1] : ' ', after = at + n < w->to ? w->s[at + n] : ' ';
    bool outside = is_blank(after) || is_punctuation(after);

    return !is_blank(before) && (outside || (!is_punctuation(before) && w->s[at] == '*'));
}

/* Whether a mark of this length (2 strong, 1 stressed) that begins before `from` is closed somewhere. */
static bool is_closed(const struct prose *w, char mark, size_t length, size_t from)
{
    size_t end = span_end(w, from), ticks = 0;

    for (size_t i = from; i < end;) {
        size_t n = w->s[i] == mark || w->s[i] == '`' ? run_at(w, i) : 1;

        if (w->s[i] == '`')
            ticks = toggle_ticks(ticks, n);
        else if (w->s[i] == '\\')
            n = 2;
        else if (w->s[i] == mark && ticks == 0 && can_close(w, i, n) && (length == 2 ? n >= 2 : n != 2))
            return true;
        i += n;
    }
    return false;
}

static void read_marks(struct prose *w)
{
    char mark = w->s[w->at];
    size_t n = run_at(w, w->at), end = w->at + n;
    bool opens = can_open(w, w->at, n), closes = can_close(w, w->at, n);

    if (closes && w->strong == mark && n >= 2) {
        w->strong = 0;
        n -= 2;
    }
    if (closes && w->stress == mark && n >= 1) {
        w->stress = 0;
        n--;
    }
    if (opens && !w->strong && n >= 2 && is_closed(w, mark, 2, end)) {
        w->strong = mark;
        n -= 2;
    }
    if (opens && !w->stress && (n == 1 || n == 3) && is_closed(w, mark, 1, end)) {
        w->stress = mark;
        n--;
    }
    w->at = end - n;
    w->plain = end;
}

/* The end of what a bracket opens, where its closing one stands; 0 if there is none. */
static size_t bracket_end(const struct prose *w, size_t at, char open, char close)
{
    size_t end = span_end(w, at), ticks = 0;
    int depth = 0;

    for (size_t i = at; i < end;) {
        size_t n = w->s[i] == '`' ? run_at(w, i) : w->s[i] == '\\' ? 2 : 1;

        if (w->s[i] == '`')
            ticks = toggle_ticks(ticks, n);
        else if (ticks == 0 && w->s[i] == open)
            depth++;
        else if (ticks == 0 && w->s[i] == close && --depth == 0)
            return i;
        i += n;
    }
    return 0;
}

/* A link, [words](address), or just a bracket. */
static void read_bracket(struct prose *w)
{
    size_t start = w->at + (w->s[w->at] == '!'), close, end;

    if (start >= w->to || w->s[start] != '[')
        return;
    w->plain = start + 1;
    if (w->link_end)
        return;
    close = bracket_end(w, start, '[', ']');
    if (!close || close + 1 >= w->to || w->s[close + 1] != '(')
        return;
    end = bracket_end(w, close + 1, '(', ')');
    if (!end)
        return;
    w->at = start + 1;
    w->link_end = close;
    w->link_next = end + 1;
}

/* From the end of a line to the words of the next. */
static void next_line(struct prose *w)
{
    w->at++;
    for (int quotes = w->quotes; w->at < w->to; w->at++) {
        if (w->s[w->at] == '>' && quotes > 0)
            quotes--;
        else if (!is_blank(w->s[w->at]))
            break;
    }
}

static uint8_t ink_of(const struct prose *w)
{
    return w->ink == INK_PLAIN && (w->strong || w->stress) ? INK_STRONG : w->ink;
}

/* A character of code. */
static struct cell code_next(struct prose *w)
{
    if (w->table && w->s[w->at] == '\\' && w->at + 1 < w->code_end && w->s[w->at + 1] == '|')
        w->at++;
    return cell_of(prose_character(w->s, &w->at, w->to), w->ink == INK_HEADING ? INK_HEADING : INK_CODE);
}

/* Reads markup at the present place; false if a character stands there, to be shown as it is. */
static bool read_markup(struct prose *w)
{
    size_t before = w->at;
    bool begun = false;

    if (w->code_end && w->at == w->code_end) {
        w->ticks = w->code_ticks;
        w->plain = w->at + w->ticks;
        w->code_end = 0;
        return true;
    }
    if (w->link_end && w->at == w->link_end && !w->code_end) {
        w->at = w->link_next;
        w->link_end = 0;
        return true;
    }
    if (w->code_end || w->at < w->plain)
        return false;
    switch (w->s[w->at]) {
    case '`':
        read_ticks(w);
        begun = w->ticks > 0;
        break;
    case '*':
    case '_':
        read_marks(w);
        break;
    case '!':
    case '[':
        read_bracket(w);
        break;
    case '\\':
        if (w->at + 1 < w->to && is_punctuation(w->s[w->at + 1]))
            w->plain = ++w->at + 1;
        break;
    default:
        break;
    }
    return begun || w->at != before;
}

/* The next character; a blank for any number of them, '\n' where a line has to end. False at the end. */
static bool prose_next(struct prose *w, struct cell *out)
{
    while (w->at < w->to) {
        char c = w->s[w->at];

        if (w->ticks > 0) {
            w->ticks--;
            w->at++;
            *out = cell_of('`', w->ink == INK_HEADING ? INK_HEADING : INK_FAINT);
            return true;
        }
        if (c == '\n') {
            bool hard = w->at >= w->from + 2 && w->s[w->at - 1] == ' ' && w->s[w->at - 2] == ' ' && !w->code_end;

            next_line(w);
            *out = cell_of(hard ? '\n' : ' ', ink_of(w));
            return true;
        }
        if (is_blank(c)) {
            w->at++;
            *out = cell_of(' ', w->code_end ? INK_CODE : ink_of(w));
            return true;
        }
        if (read_markup(w))
            continue;
        *out = w->code_end ? code_next(w) : cell_of(prose_character(w->s, &w->at, w->to), ink_of(w));
        return true;
    }
    return false;
}

int prose_width(struct prose w, int *longest)
{
    struct cell cell;
    int all = 0, word = 0;

    *longest = 0;
    while (prose_next(&w, &cell)) {
        if (cell.c == ' ' || cell.c == '\n') {
            word = 0;
            continue;
        }
        all = least(all + 1 + (word == 0 && all > 0), MARKDOWN_COLUMNS_MAX);
        word = least(word + 1, MARKDOWN_COLUMNS_MAX);
        if (word > *longest)
            *longest = word;
    }
    return all;
}

/* ---- words in lines ---- */

struct flow {
    struct cells *out;
    int row, column; /* where the present line begins */
    int left, end;   /* of the lines after it */
    enum align align;
    int used, letters; /* of the line, and of the word that may still fit on it */
    bool blank;        /* between the two */
    uint8_t blank_ink;
    struct cell line[MARKDOWN_COLUMNS_MAX], word[MARKDOWN_COLUMNS_MAX];
};

static void flow_line(struct flow *f)
{
    int room = f->end - f->column - f->used;
    int shift = f->align == RIGHT ? room : f->align == CENTRE ? room / 2 : 0;

    for (int i = 0; i < f->used; i++)
        put(f->out, f->row, f->column + shift + i, f->line[i]);
    f->row++;
    f->column = f->left;
    f->used = 0;
}

static void flow_word(struct flow *f)
{
    bool blank = f->blank && f->used > 0;

    if (f->letters == 0)
        return;
    if (f->column + f->used + blank + f->letters > f->end && (f->used > 0 || f->column > f->left)) {
        flow_line(f);
        blank = false;
    }
    if (blank)
        f->line[f->used++] = cell_of(' ', f->blank_ink);
    for (int i = 0; i < f->letters; i++)
        f->line[f->used++] = f->word[i];
    f->letters = 0;
    f->blank = false;
}

int prose_flow(struct cells *out, struct prose w, int row, int column, int left, int end, enum align align)
{
    struct flow f = {.out = out, .row = row, .column = column, .left = left, .end = end, .align = align};
    struct cell cell;

    while (prose_next(&w, &cell)) {
        if (cell.c == ' ' || cell.c == '\n') {
            flow_word(&f);
            f.blank = true;
            f.blank_ink = cell.ink;
            if (cell.c == '\n' && f.used > 0)
                flow_line(&f);
            continue;
        }
        f.word[f.letters++] = cell;
        if (f.letters == f.end - f.left) /* too long for any line: it goes on in the next */
            flow_word(&f);
    }
    flow_word(&f);
    flow_line(&f);
    return f.row;
}
