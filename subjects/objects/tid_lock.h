/* A recursive lock that knows its owner by the number that the system gives a thread. */
#define _GNU_SOURCE
#include <lince/test.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int owner;
static int depth;
static long count;

static void lock(void) {
    int me = MY_NUMBER, nobody = 0;
    if (atomic_load(&owner) != me) {
        while (!atomic_compare_exchange_weak(&owner, &nobody, me)) {
            nobody = 0;
            syscall(SYS_sched_yield);
        }
    }
    depth++;
}

static void unlock(void) {
    if (!--depth) atomic_store(&owner, 0);
}

static long next(void) {
    lock();
    lock();
    long mine = ++count;
    unlock();
    unlock();
    return mine;
}

LINCE_TEST(tid_lock) { lince_test_op("next", next); }
