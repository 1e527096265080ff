/* fuzz_record: any bytes as a record: refused with a line and a sentence, or read and written back as a record that is
 * read again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/table/record.h"

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
    const char *text = (const char *)data;
    struct record_why why = {0, {""}};
    struct match match, again;
    struct deal deal;
    void *memory, *memory2;
    bool ok;

    if (!record_deal(&deal, text, size, &why)) {
        check(why.why.text[0] != 0, "a reason");
        return 0;
    }
    memory = calloc(1, match_memory(deal.game));
    memory2 = calloc(1, match_memory(deal.game));
    check(memory && memory2, "memory");
    ok = record_load(&match, text, size, memory, &why);
    check(ok || (why.why.text[0] && why.line > 0), "a line and a reason");
    if (ok) {
        size_t room = record_room(&match) + 1;
        char *written = malloc(room);
        struct text out = text_in(written, room);

        check(written != NULL, "memory");
        record_put(&out, &match);
        check(!out.full, "room for the record");
        check(record_load(&again, written, out.used, memory2, &why), "a record that reads back");
        check(match_hash(&match) == match_hash(&again) && match.n == again.n, "the same match");
        free(written);
    }
    free(memory);
    free(memory2);
    return 0;
}
