#include "markdown.h"

#include "prose.h"

enum {
    DEPTH_MAX = 8,  /* lists and quotes within each other */
    TABLE_MAX = 32, /* columns */
    ROOM_MIN = 20,  /* columns that are left to a text, however deep it stands */
};

/* ---- lines of the source ---- */

struct line {
    size_t at, end;
    int column; /* of `at`, by which tabs are measured */
};

/* A list item or a quote, in which the present line stands. */
struct box {
    bool quote;
    int indent;           /* of an item: by how much its lines are indented */
    int left, bar, first; /* column of its text; of a quote: column of its bar, and the first row of it */
};

struct page {
    const char *s;
    size_t n, at;
    struct cells *out;
    int columns, row;
    struct box box[DEPTH_MAX];
    int depth;
    bool gap;  /* a blank row comes before the next block */
    int begun; /* the row has a mark already, and the next block begins in this column; or 0 */
    struct markdown_heading *headings;
    int headings_max, headings_n;
};

static struct line line_at(const struct page *p, size_t at)
{
    size_t end = at;

    while (end < p->n && p->s[end] != '\n')
        end++;
    return (struct line){at, end, 0};
}

/* Skips blanks, at most so many columns of them; returns how many. */
static int skip_blanks(const struct page *p, struct line *line, int most)
{
    int start = line->column;

    while (line->at < line->end && is_blank(p->s[line->at]) && line->column - start < most) {
        line->column += p->s[line->at] == '\t' ? 4 - line->column % 4 : 1;
        line->at++;
    }
    return line->column - start;
}

static int indent_of(const struct page *p, struct line line)
{
    return skip_blanks(p, &line, 1000);
}

static bool is_empty(const struct page *p, struct line line)
{
    while (line.at < line.end && is_blank(p->s[line.at]))
        line.at++;
    return line.at == line.end;
}

static void skip_quote(const struct page *p, struct line *line)
{
    skip_blanks(p, line, 3);
    line->at++;
    line->column++;
    skip_blanks(p, line, 1);
}

static bool is_quote(const struct page *p, struct line line)
{
    return skip_blanks(p, &line, 4) < 4 && line.at < line.end && p->s[line.at] == '>';
}

/* Of how many boxes the line is a part; it moves to where its own text begins. */
static int match_boxes(const struct page *p, struct line *line)
{
    for (int i = 0; i < p->depth; i++) {
        const struct box *box = &p->box[i];

        if (box->quote) {
            if (!is_quote(p, *line))
                return i;
            skip_quote(p, line);
        } else if (!is_empty(p, *line)) {
            if (indent_of(p, *line) < box->indent)
                return i;
            skip_blanks(p, line, box->indent);
        }
    }
    return p->depth;
}

enum block { PARAGRAPH, INDENTED, QUOTE, ITEM, HEADING, FENCE, RULE, TABLE };

/* Bytes of the mark of a list item, with text behind it; 0 if it is none. A paragraph is interrupted by a number only
 * if it is 1, since others may just stand at the beginning of a line. */
static int item_mark(const struct page *p, struct line line, bool in_paragraph)
{
    const char *s = p->s + line.at;
    size_t room = line.end - line.at, n = 0;

    if (room > 0 && (s[0] == '-' || s[0] == '*' || s[0] == '+')) {
        n = 1;
    } else {
        while (n < room && n < 9 && is_digit(s[n]))
            n++;
        if (n == 0 || n == room || (s[n] != '.' && s[n] != ')') || (in_paragraph && (n != 1 || s[0] != '1')))
            return 0;
        n++;
    }
    if (n >= room || !is_blank(s[n]))
        return 0;
    line.at += n;
    return is_empty(p, line) ? 0 : (int)n;
}

static int heading_level(const struct page *p, struct line line)
{
    int level = 0;

    while (line.at < line.end && p->s[line.at] == '#') {
        line.at++;
        level++;
    }
    return level <= 6 && (line.at == line.end || is_blank(p->s[line.at])) ? level : 0;
}

/* Length of the marks that begin or end a block of code, or 0. */
static int fence_length(const struct page *p, struct line line)
{
    char mark = line.at < line.end ? p->s[line.at] : 0;
    int n = 0;

    if (mark != '`' && mark != '~')
        return 0;
    while (line.at < line.end && p->s[line.at] == mark) {
        line.at++;
        n++;
    }
    for (; mark == '`' && line.at < line.end; line.at++)
        if (p->s[line.at] == '`')
            return 0;
    return n >= 3 ? n : 0;
}

static bool is_rule(const struct page *p, struct line line)
{
    char mark = line.at < line.end ? p->s[line.at] : 0;
    int n = 0;

    if (mark != '-' && mark != '*' && mark != '_')
        return false;
    for (; line.at < line.end; line.at++) {
        if (p->s[line.at] == mark)
            n++;
        else if (!is_blank(p->s[line.at]))
            return false;
    }
    return n >= 3;
}

/* ---- tables ---- */

static bool ends_with_bar(const struct page *p, struct line cell)
{
    return cell.end > cell.at && p->s[cell.end - 1] == '|' && (cell.end - 1 == cell.at || p->s[cell.end - 2] != '\\');
}

/* The next cell of a row, without the blanks around it; the last one takes what is left of the line. False if there is
 * none. */
static bool next_cell(const struct page *p, struct line *line, bool last, struct line *out)
{
    *out = *line;
    while (line->end > out->at && is_blank(p->s[line->end - 1]))
        line->end--;
    if (line->at == line->end)
        return false;
    while (line->at < line->end && (last || p->s[line->at] != '|'))
        line->at += p->s[line->at] == '\\' && line->at + 1 < line->end ? 2 : 1;
    out->end = line->at;
    if (line->at < line->end)
        line->at++;
    else if (last && ends_with_bar(p, *out))
        out->end--;
    while (out->at < out->end && is_blank(p->s[out->at]))
        out->at++;
    while (out->end > out->at && is_blank(p->s[out->end - 1]))
        out->end--;
    return true;
}

/* A row begins behind its first bar. */
static struct line row_of(const struct page *p, struct line line)
{
    skip_blanks(p, &line, 1000);
    if (line.at < line.end && p->s[line.at] == '|')
        line.at++;
    return line;
}

static int count_cells(const struct page *p, struct line line)
{
    struct line row = row_of(p, line), cell;
    int n = 0;

    while (n <= TABLE_MAX && next_cell(p, &row, false, &cell))
        n++;
    return n;
}

static bool has_bar(const struct page *p, struct line line)
{
    while (line.at < line.end && p->s[line.at] != '|')
        line.at++;
    return line.at < line.end;
}

/* The line under the head of a table: |---|:--:|--:|. Returns the number of columns, or 0 if it is none. */
static int read_aligns(const struct page *p, struct line line, enum align align[TABLE_MAX])
{
    struct line row = row_of(p, line), cell;
    int n = 0;

    if (!has_bar(p, line))
        return 0;
    for (; next_cell(p, &row, false, &cell); n++) {
        bool left = cell.at < cell.end && p->s[cell.at] == ':';
        bool right = cell.at < cell.end && p->s[cell.end - 1] == ':';

        cell.at += left;
        cell.end -= right && cell.end > cell.at;
        if (n == TABLE_MAX || cell.at == cell.end)
            return 0;
        for (; cell.at < cell.end; cell.at++)
            if (p->s[cell.at] != '-')
                return 0;
        align[n] = !right ? LEFT : left ? CENTRE : RIGHT;
    }
    return n;
}

static int page_left(const struct page *p)
{
    return p->depth > 0 ? p->box[p->depth - 1].left : 0;
}

/* Columns of the table whose head this line is, or 0. Each must find room. */
static int table_columns(const struct page *p, struct line line, enum align align[TABLE_MAX])
{
    struct line under = line_at(p, line.end + (line.end < p->n));
    int n;

    if (!has_bar(p, line) || match_boxes(p, &under) < p->depth)
        return 0;
    n = read_aligns(p, under, align);
    return n == count_cells(p, line) && n * 3 <= p->columns - page_left(p) ? n : 0;
}

struct table {
    int n, gap, left;
    int width[TABLE_MAX];
    enum align align[TABLE_MAX];
    size_t body; /* where its rows begin */
};

/* The widest column of those that are wider than their longest words, or of all. */
static int widest_column(const struct table *t, const int longest[])
{
    int widest = -1;

    for (int i = 0; i < t->n; i++)
        if ((!longest || t->width[i] > longest[i]) && (widest < 0 || t->width[i] > t->width[widest]))
            widest = i;
    return widest;
}

/* Makes the columns as narrow as they have to be, the widest first. Words are broken only if nothing else helps, and
 * those of the head before the others. */
static void fit_table(struct table *t, const int head[], const int body[], int room)
{
    int longest[TABLE_MAX], whole = 0, all = 0;

    for (int i = 0; i < t->n; i++) {
        longest[i] = head[i] > body[i] ? head[i] : body[i];
        whole += longest[i];
        all += t->width[i];
    }
    t->gap = whole + 2 * (t->n - 1) <= room ? 2 : 1;
    for (; all + t->gap * (t->n - 1) > room; all--) {
        int widest = widest_column(t, longest);

        if (widest < 0)
            widest = widest_column(t, body);
        t->width[widest >= 0 ? widest : widest_column(t, NULL)]--;
    }
}

static struct prose cell_words(const struct page *p, struct line cell, uint8_t ink)
{
    struct prose w = prose_of(p->s, cell.at, cell.end);

    w.table = true;
    w.ink = ink;
    return w;
}

static void measure_row(const struct page *p, struct table *t, struct line line, int longest[])
{
    struct line row = row_of(p, line), cell;

    for (int i = 0; i < t->n && next_cell(p, &row, i == t->n - 1, &cell); i++) {
        int word, width = prose_width(cell_words(p, cell, INK_PLAIN), &word);

        if (width > t->width[i])
            t->width[i] = width;
        if (word > longest[i])
            longest[i] = word;
    }
}

/* Returns the row after it. */
static int draw_row(struct page *p, const struct table *t, struct line line, int row, uint8_t ink)
{
    struct line rest = row_of(p, line), cell;
    int column = t->left, next = row + 1;

    for (int i = 0; i < t->n && next_cell(p, &rest, i == t->n - 1, &cell); i++) {
        int end = column + t->width[i];

        if (t->width[i] > 0) {
            int after = prose_flow(p->out, cell_words(p, cell, ink), row, column, column, end, t->align[i]);

            if (after > next)
                next = after;
        }
        column = end + t->gap;
    }
    return next;
}

/* The next row of the table behind its head; false at its end. */
static bool next_row(const struct page *p, size_t *at, struct line *row)
{
    *row = line_at(p, *at);
    if (*at >= p->n || match_boxes(p, row) < p->depth || !has_bar(p, *row))
        return false;
    *at = row->end + 1;
    return true;
}

/* Where the next block begins: its row, and the column of its first line. */
static int begin(struct page *p, int *column)
{
    *column = p->begun ? p->begun : page_left(p);
    if (!p->begun && p->gap && p->row > 0)
        p->row++;
    p->begun = 0;
    p->gap = false;
    return p->row;
}

/* The same for what does not go on beside a mark unless all of its lines can. */
static int begin_whole(struct page *p, int *column)
{
    p->gap = true;
    begin(p, column);
    if (*column != page_left(p))
        p->row++;
    *column = page_left(p);
    return p->row;
}

static void draw_table(struct page *p, struct line head)
{
    struct table t = {.left = 0};
    int head_words[TABLE_MAX] = {0}, words[TABLE_MAX] = {0}, row;
    struct line line;
    size_t at;
    bool titled = false;

    row = begin_whole(p, &t.left);
    t.n = table_columns(p, head, t.align);
    t.body = line_at(p, head.end + 1).end + 1;
    measure_row(p, &t, head, head_words);
    for (int i = 0; i < t.n; i++)
        titled = titled || t.width[i] > 0;
    for (at = t.body; next_row(p, &at, &line);)
        measure_row(p, &t, line, words);
    fit_table(&t, head_words, words, p->columns - t.left);
    if (titled) {
        int column = t.left;

        row = draw_row(p, &t, head, row, INK_STRONG);
        for (int i = 0; i < t.n; column += t.width[i++] + t.gap)
            for (int k = 0; k < t.width[i]; k++)
                put(p->out, row, column + k, cell_of('-', INK_FAINT));
        row++;
    }
    for (at = t.body; next_row(p, &at, &line);)
        row = draw_row(p, &t, line, row, INK_PLAIN);
    p->at = at;
    p->row = row;
    p->gap = true;
}

/* ---- blocks ---- */

static enum block block_at(const struct page *p, struct line line, bool in_paragraph)
{
    enum align align[TABLE_MAX];

    if (skip_blanks(p, &line, 4) >= 4)
        return in_paragraph ? PARAGRAPH : INDENTED;
    if (is_quote(p, line) && p->depth < DEPTH_MAX)
        return QUOTE;
    if (heading_level(p, line))
        return HEADING;
    if (fence_length(p, line))
        return FENCE;
    if (is_rule(p, line))
        return RULE;
    if (p->depth < DEPTH_MAX && item_mark(p, line, in_paragraph))
        return ITEM;
    return table_columns(p, line, align) ? TABLE : PARAGRAPH;
}

/* Leaves the boxes in which the next line does not stand. A quote has a bar beside all of its rows. */
static void close_boxes(struct page *p, int depth)
{
    for (; p->depth > depth; p->depth--) {
        const struct box *box = &p->box[p->depth - 1];

        for (int row = box->first; box->quote && row < p->row; row++)
            put(p->out, row, box->bar, cell_of('|', INK_FAINT));
    }
}

/* A mark of so many columns; returns where it stands. */
static int begin_mark(struct page *p, int width)
{
    int column;

    begin(p, &column);
    if (column + width < p->columns)
        return column;
    p->row++;
    return page_left(p);
}

/* Text in the new box begins `width` columns farther right, as long as there is room. */
static void open_box(struct page *p, bool quote, int indent, int column, int width)
{
    int left = column + width;
    bool room = p->columns - left >= ROOM_MIN;

    p->box[p->depth] = (struct box){quote, indent, room ? left : page_left(p), column, p->row};
    p->begun = left;
    p->depth++;
}

static void open_item(struct page *p, struct line *line)
{
    int indent = skip_blanks(p, line, 3), mark = item_mark(p, *line, false), column = begin_mark(p, mark + 1), blanks;
    struct line after;

    for (int i = 0; i < mark; i++)
        put(p->out, p->row, column + i, cell_of((unsigned char)p->s[line->at + (size_t)i], INK_FAINT));
    line->at += (size_t)mark;
    line->column += mark;
    after = *line;
    blanks = skip_blanks(p, &after, 5);
    if (blanks > 4) /* the mark is followed by a block of code */
        blanks = skip_blanks(p, line, 1);
    else
        *line = after;
    open_box(p, false, indent + mark + blanks, column, mark + 1);
}

static void open_quote(struct page *p, struct line *line)
{
    int column = begin_mark(p, 2);

    skip_quote(p, line);
    open_box(p, true, 0, column, 2);
}

static int quotes_of(const struct page *p)
{
    int n = 0;

    for (int i = 0; i < p->depth; i++)
        n += p->box[i].quote;
    return n;
}

static void draw_paragraph(struct page *p, struct line line)
{
    size_t end = line.end;
    struct prose w;
    int column, row = begin(p, &column);

    skip_blanks(p, &line, 1000);
    for (p->at = end + 1; p->at < p->n; p->at = end + 1) {
        struct line next = line_at(p, p->at);
        bool inside = match_boxes(p, &next) == p->depth;
        enum block block = is_empty(p, next) ? RULE : block_at(p, next, inside);

        if (block != PARAGRAPH && block != INDENTED)
            break;
        end = next.end;
    }
    w = prose_of(p->s, line.at, end);
    w.quotes = quotes_of(p);
    p->row = prose_flow(p->out, w, row, column, page_left(p), p->columns, LEFT);
}

static void draw_heading(struct page *p, struct line line)
{
    int level, column, row, width, longest;
    struct prose w;

    skip_blanks(p, &line, 3);
    level = heading_level(p, line);
    p->at = line.end + 1;
    line.at += (size_t)level;
    while (line.end > line.at && is_blank(p->s[line.end - 1]))
        line.end--;
    w = prose_of(p->s, line.at, line.end);
    w.ink = INK_HEADING;
    row = begin_whole(p, &column);
    if (p->headings_n++ < p->headings_max)
        p->headings[p->headings_n - 1] = (struct markdown_heading){row, level};
    width = least(prose_width(w, &longest), p->columns - column);
    p->row = prose_flow(p->out, w, row, column, page_left(p), p->columns, LEFT);
    if (level <= 2) {
        for (int i = 0; i < width; i++)
            put(p->out, p->row, column + i, cell_of(level == 1 ? '=' : '-', INK_FAINT));
        p->row++;
    }
    p->gap = true;
}

static void draw_rule(struct page *p, struct line line)
{
    int column, row;

    row = begin_whole(p, &column);
    for (int i = column; i < p->columns; i++)
        put(p->out, row, i, cell_of('-', INK_FAINT));
    p->row++;
    p->gap = true;
    p->at = line.end + 1;
}

/* ---- blocks of code ---- */

struct code {
    struct line first; /* the line that begins it, within its boxes */
    bool started;
    size_t at;
    int fence, indent; /* marks around it, or 0; blanks before its lines that are not a part of it */
};

static struct code code_at(const struct page *p, struct line line, bool fenced)
{
    struct code code = {.first = line, .at = line.end + 1, .indent = 4};

    if (fenced) {
        code.started = true;
        code.indent = skip_blanks(p, &code.first, 3);
        code.fence = fence_length(p, code.first);
    }
    return code;
}

static bool ends_fence(const struct page *p, const struct code *code, struct line line)
{
    int n;

    if (skip_blanks(p, &line, 4) >= 4 || line.at == line.end || p->s[line.at] != p->s[code->first.at])
        return false;
    n = fence_length(p, line);
    line.at += (size_t)n;
    return n >= code->fence && is_empty(p, line);
}

/* The next line of the block; false at its end. */
static bool next_code(const struct page *p, struct code *code, struct line *line)
{
    if (!code->started) {
        code->started = true;
        *line = code->first;
    } else {
        if (code->at >= p->n)
            return false;
        *line = line_at(p, code->at);
        if (match_boxes(p, line) < p->depth)
            return false;
        if (!code->fence && indent_of(p, *line) < 4 && !is_empty(p, *line))
            return false;
        code->at = line->end + 1;
        if (code->fence && ends_fence(p, code, *line))
            return false;
    }
    skip_blanks(p, line, code->indent);
    while (line->end > line->at && is_blank(p->s[line->end - 1]))
        line->end--;
    return true;
}

/* One character of code, or one blank of a tab, which is then read again. */
static uint32_t code_character(const struct page *p, struct line *line, int column)
{
    if (p->s[line->at] == '\t') {
        line->at += column % 4 == 3;
        return ' ';
    }
    if (is_blank(p->s[line->at])) {
        line->at++;
        return ' ';
    }
    return prose_character(p->s, &line->at, line->end);
}

static int code_width(const struct page *p, struct code code)
{
    struct line line;
    int widest = 0;

    while (next_code(p, &code, &line)) {
        int width = 0;

        for (; line.at < line.end && width < MARKDOWN_COLUMNS_MAX; width++)
            code_character(p, &line, width);
        if (width > widest)
            widest = width;
    }
    return widest;
}

/* Lines stay as they are; only one that is too long goes on in the next row. */
static void draw_code(struct page *p, struct line start, bool fenced)
{
    struct code code = code_at(p, start, fenced);
    struct line line;
    int left, row, room, empty = 0;
    bool beside_mark = p->begun == page_left(p);

    row = begin_whole(p, &left);
    room = p->columns - left - code_width(p, code);
    left += room > 4 ? 4 : room > 0 ? room : 0;
    while (next_code(p, &code, &line)) {
        if (line.at == line.end) {
            empty++;
            continue;
        }
        row += empty;
        empty = 0;
        for (int k = 0, column = left; line.at < line.end; k++, column++) {
            if (column == p->columns) {
                column = left;
                row++;
            }
            put(p->out, row, column, cell_of(code_character(p, &line, k), INK_CODE));
        }
        row++;
    }
    if (row == p->row && beside_mark) /* of a block without lines the mark is all that is seen */
        row++;
    p->at = code.at;
    p->row = row;
    p->gap = true;
}

/* ---- the page ---- */

/* Draws the block that begins in the present line and moves on behind it. */
static void draw_block(struct page *p)
{
    struct line line = line_at(p, p->at);

    close_boxes(p, match_boxes(p, &line));
    if (is_empty(p, line)) {
        p->gap = true;
        p->at = line.end + 1;
        return;
    }
    for (;;) {
        enum block block = block_at(p, line, false);

        switch (block) {
        case QUOTE:
            open_quote(p, &line);
            break;
        case ITEM:
            open_item(p, &line);
            break;
        case HEADING:
            draw_heading(p, line);
            return;
        case RULE:
            draw_rule(p, line);
            return;
        case TABLE:
            draw_table(p, line);
            return;
        case INDENTED:
        case FENCE:
            draw_code(p, line, block == FENCE);
            return;
        default:
            draw_paragraph(p, line);
            return;
        }
    }
}

static int draw_page(struct page *p)
{
    while (p->at < p->n)
        draw_block(p);
    close_boxes(p, 0);
    return p->row;
}

static int columns_for(int columns)
{
    return columns < MARKDOWN_COLUMNS_MIN ? MARKDOWN_COLUMNS_MIN : least(columns, MARKDOWN_COLUMNS_MAX);
}

int markdown_draw(const char *text, size_t n, struct cells *out)
{
    struct page p = {.s = text, .n = n, .out = out, .columns = columns_for(out->columns)};

    return draw_page(&p);
}

int markdown_headings(const char *text, size_t n, int columns, struct markdown_heading out[], int max)
{
    struct cells nowhere = cells_in(NULL, columns_for(columns), 0);
    struct page p = {
        .s = text, .n = n, .out = &nowhere, .columns = columns_for(columns), .headings = out, .headings_max = max};

    draw_page(&p);
    return p.headings_n;
}
