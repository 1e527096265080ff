/* set_clock.c: clocks that a test can set, for a program that is started with this library before its others
 * (LD_PRELOAD). The file that WABE_TEST_CLOCK names has two numbers of 64 bits: by how many milliseconds the wall clock
 * and the clock that nobody sets differ from those of the machine. tests/wire.mjs writes it. */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *differ; /* the wall clock's, the other's; NULL: as the machine has them */

__attribute__((constructor)) static void find_file(void)
{
    const char *path = getenv("WABE_TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *map = file < 0 ? MAP_FAILED : mmap(NULL, 2 * sizeof *differ, PROT_READ, MAP_SHARED, file, 0);

    if (file >= 0)
        close(file);
    if (map != MAP_FAILED)
        differ = map;
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    int64_t milliseconds = 0;
    int failed = (int)syscall(SYS_clock_gettime, clock, out);

    if (differ && clock == CLOCK_REALTIME)
        milliseconds = differ[0];
    if (differ && (clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME))
        milliseconds = differ[1];
    if (failed)
        return failed;
    out->tv_sec += milliseconds / 1000;
    out->tv_nsec += milliseconds % 1000 * 1000000;
    if (out->tv_nsec < 0 || out->tv_nsec >= 1000000000) {
        int carry = out->tv_nsec < 0 ? -1 : 1;

        out->tv_sec += carry;
        out->tv_nsec -= carry * 1000000000L;
    }
    return 0;
}
