/* fuzz_markdown: any bytes as a page, the first of them being the width: drawn within the picture, in as many rows as
 * it says, and every heading on one of them. */
#include <stdio.h>
#include <stdlib.h>

#include "../src/term/markdown.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "expected: %s\n", what);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { HEADINGS = 8 };
    int columns = MARKDOWN_COLUMNS_MIN + (size > 0 ? data[0] % (MARKDOWN_COLUMNS_MAX - MARKDOWN_COLUMNS_MIN + 1) : 0);
    const char *page = (const char *)data + (size > 0);
    size_t n = size - (size > 0);
    struct markdown_heading at[HEADINGS];
    struct cells cells = cells_in(NULL, columns, 0);
    int rows = markdown_draw(page, n, &cells), headings;
    struct cell *memory = calloc((size_t)rows * (size_t)columns + 1, sizeof *memory);

    check(memory != NULL, "memory");
    cells = cells_in(memory, columns, rows);
    check(markdown_draw(page, n, &cells) == rows, "the same number of rows again");
    check(cells.lost == 0, "nothing beyond the picture");
    headings = markdown_headings(page, n, columns, at, HEADINGS);
    for (int i = 0; i < headings && i < HEADINGS; i++)
        check(at[i].row >= 0 && at[i].row < rows && at[i].level >= 1 && at[i].level <= 6, "a heading in the page");
    free(memory);
    return 0;
}
