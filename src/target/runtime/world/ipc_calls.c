/* The functions of libc for the objects that ipc.c models. */
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

LCT_REPLACES int semget(key_t key, int count, int flags) {
    return (int)result(lct_semget(key, count, flags, LCT_CALLER));
}

LCT_ATTEMPT(int, semop, int set, struct sembuf *operations, size_t count) {
    return (int)result(lct_semop(set, operations, count, NULL, "semop", LCT_CALLER));
}

LCT_REPLACES int semtimedop(int set, struct sembuf *operations, size_t count, const struct timespec *time) {
    return (int)result(lct_semop(set, operations, count, time, "semtimedop", LCT_CALLER));
}

/* The last argument is a union as large as a pointer, and not there for some commands; reading it does no harm. */
LCT_REPLACES int semctl(int set, int which, int command, ...) {
    va_list more;
    va_start(more, command);
    long argument = va_arg(more, long);
    va_end(more);
    return (int)result(lct_semctl(set, which, command, argument, LCT_CALLER));
}

LCT_REPLACES int msgget(key_t key, int flags) { return (int)result(lct_msgget(key, flags, LCT_CALLER)); }

LCT_REPLACES int msgsnd(int queue, const void *message, size_t size, int flags) {
    return (int)result(lct_msgsnd(queue, message, size, flags, LCT_CALLER));
}

LCT_ATTEMPT(ssize_t, msgrcv, int queue, void *message, size_t size, long type, int flags) {
    return result(lct_msgrcv(queue, message, size, type, flags, LCT_CALLER));
}

LCT_REPLACES int msgctl(int queue, int command, struct msqid_ds *about) {
    return (int)result(lct_msgctl(queue, command, about, LCT_CALLER));
}
