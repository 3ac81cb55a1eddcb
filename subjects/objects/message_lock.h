/* A message in a queue of System V, or TOKENS of them: who has received one has the lock. */
#include <sys/msg.h>

static int id;
struct token {
    long type;
    char byte;
};

static int put(void) {
    struct token t = {.type = 1};
    return msgsnd(id, &t, 1, 0);
}

static long get(void) {
    struct token t;
    return msgrcv(id, &t, 1, 0, 0);
}

#define MAKE                                                                                                           \
    lince_assert((id = msgget(IPC_PRIVATE, 0600)) >= 0);                                                               \
    for (int i = 0; i < TOKENS; i++) lince_assert(put() == 0)
#define TAKE lince_assert(get() == 1)
#define GIVE lince_assert(put() == 0)
#include "kernel_lock.h"
