#include "help.h"

#include "../src/games/pesky.c"

static void it_starts(void **unused)
{
    struct trial t;

    (void)unused;
    trial_start(&t, "pesky-gnomes");
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_starts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
