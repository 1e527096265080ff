/* fuzz_deal: any text as a game id: refused with a sentence, or read and written as an id that reads as the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/table/deal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *id = malloc(size + 1), written[DEAL_TEXT_MAX];
    struct text out = text_in(written, sizeof written);
    struct deal deal, again;
    struct why why = {""};
    bool fine;

    if (!id)
        abort();
    memcpy(id, data, size);
    id[size] = 0;
    if (deal_read(&deal, id, &why)) {
        deal_put(&out, &deal);
        fine = !out.full && deal_read(&again, written, &why) && memcmp(&deal, &again, sizeof deal) == 0;
    } else {
        fine = why.text[0] != 0;
    }
    if (!fine) {
        fprintf(stderr, "'%s' became '%s': %s\n", id, written, why.text);
        abort();
    }
    free(id);
    return 0;
}
