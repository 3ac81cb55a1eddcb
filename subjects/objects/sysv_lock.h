/* A semaphore of System V that begins with FIRST. */
#include <sys/sem.h>

static int id;

static int change(short by) {
    struct sembuf operation = {.sem_num = 0, .sem_op = by};
    return semop(id, &operation, 1);
}

#define MAKE                                                                                                           \
    lince_assert((id = semget(IPC_PRIVATE, 1, 0600)) >= 0);                                                            \
    lince_assert(semctl(id, 0, SETVAL, (union { int value; }){FIRST}) == 0)
#define TAKE lince_assert(change(-1) == 0)
#include "kernel_lock.h"
