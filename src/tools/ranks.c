/* ranks.c: the only file that knows MPI. */
#define _POSIX_C_SOURCE 200809L

#include "arena.h"

#include <string.h>

#ifdef WABE_MPI

#include <mpi.h>

/* One speaks for all: what the others would say is the same. */
void ranks_begin(void)
{
    MPI_Init(NULL, NULL);
    if (ranks_number() > 0 && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
        MPI_Abort(MPI_COMM_WORLD, FAILED);
}

void ranks_end(void)
{
    MPI_Finalize();
}

int ranks_number(void)
{
    int number;

    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    return number;
}

int ranks_count(void)
{
    int count;

    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

bool ranks_all(bool mine)
{
    int all, one = mine;

    MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    return all;
}

void ranks_share(const void *mine, size_t size, void *all)
{
    MPI_Allgather(mine, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, MPI_COMM_WORLD);
}

#else

void ranks_begin(void)
{
}

void ranks_end(void)
{
}

int ranks_number(void)
{
    return 0;
}

int ranks_count(void)
{
    return 1;
}

bool ranks_all(bool mine)
{
    return mine;
}

void ranks_share(const void *mine, size_t size, void *all)
{
    memcpy(all, mine, size);
}

#endif
