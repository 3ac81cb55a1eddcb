/* A semaphore with a name, which every operation looks up. */
#include <fcntl.h>
#include <semaphore.h>

static int change(int by) {
    sem_t *s = sem_open("/lince-lock", 0);
    if (s == SEM_FAILED) return -1;
    int error = by > 0 ? sem_post(s) : sem_wait(s);
    sem_close(s);
    return error;
}

#define MAKE lince_assert(sem_open("/lince-lock", O_CREAT | O_EXCL, 0600, FIRST) != SEM_FAILED)
#define TAKE lince_assert(change(-1) == 0)
#define GIVE lince_assert(change(1) == 0)
#include "kernel_lock.h"
