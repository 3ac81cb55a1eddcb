/* The functions of libc for what ipc.c models. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

#include "target/runtime/calls.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/world/ipc.h"

static long result(long value) {
    if (value >= 0) return value;
    errno = (int)-value;
    return -1;
}

LC_REPLACES int semget(key_t key, int count, int flags) { return (int)result(lc_semget(key, count, flags, LC_CALLER)); }

LC_ATTEMPT(int, semop, int set, struct sembuf *operations, size_t count) {
    return (int)result(lc_semop(set, operations, count, NULL, "semop", LC_CALLER));
}

LC_REPLACES int semtimedop(int set, struct sembuf *operations, size_t count, const struct timespec *time) {
    return (int)result(lc_semop(set, operations, count, time, "semtimedop", LC_CALLER));
}

/* The last argument is a union as large as a pointer, and not there for some commands; reading it does no harm. */
LC_REPLACES int semctl(int set, int which, int command, ...) {
    va_list more;
    va_start(more, command);
    long argument = va_arg(more, long);
    va_end(more);
    return (int)result(lc_semctl(set, which, command, argument, LC_CALLER));
}

LC_REPLACES int msgget(key_t key, int flags) { return (int)result(lc_msgget(key, flags, LC_CALLER)); }

LC_REPLACES int msgsnd(int queue, const void *message, size_t size, int flags) {
    return (int)result(lc_msgsnd(queue, message, size, flags, LC_CALLER));
}

LC_ATTEMPT(ssize_t, msgrcv, int queue, void *message, size_t size, long type, int flags) {
    return result(lc_msgrcv(queue, message, size, type, flags, LC_CALLER));
}

LC_REPLACES int msgctl(int queue, int command, struct msqid_ds *about) {
    return (int)result(lc_msgctl(queue, command, about, LC_CALLER));
}
