// models:                         sc           tso          rc11         c11
// expect:                         ok           ok:12        ok:12        ok:12
// expect: WAKER_FIRST             ok           ok:12        ok:12        ok:12
// expect: WEAK=WAKER              ok           deadlock     deadlock     deadlock
// expect: WEAK=WAKER WAKER_FIRST  ok           deadlock     deadlock     deadlock
// expect: WEAK=LATE               deadlock     deadlock     deadlock     deadlock
/* A thread that sleeps in the kernel until there is work.  It says so before, and the kernel looks at the word once
 * more; the system call is a full barrier.  The other thread wakes it only if it sleeps.
 *
 * WAKER: no fence between the store of the work and the look whether there is a sleeper: the store is still on its way
 * when the sleeper looks, and the thread sleeps forever.  Repair: the seq_cst fence.
 * LATE: the waker looks before it stores: bad under SC already. */
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "weak.h"

enum { NONE, WAKER, LATE };

static atomic_int work, asleep;

static void sleeper(void) {
    atomic_store_explicit(&asleep, 1, memory_order_relaxed);
    while (!atomic_load_explicit(&work, memory_order_acquire)) syscall(SYS_futex, &work, FUTEX_WAIT, 0, 0, 0, 0);
}

static void waker(void) {
    int early = atomic_load_explicit(&asleep, memory_order_relaxed);
    atomic_store_explicit(&work, 1, memory_order_release);
    FENCE_AT(WAKER, seq_cst);
    if (WEAK == LATE ? early : atomic_load_explicit(&asleep, memory_order_relaxed))
        syscall(SYS_futex, &work, FUTEX_WAKE, 1, 0, 0, 0);
}

LINCE_TEST(futex_sleeper) {
#ifdef WAKER_FIRST /* other graphs are revisits then */
    lince_test_thread(waker);
#endif
    lince_test_thread(sleeper);
#ifndef WAKER_FIRST
    lince_test_thread(waker);
#endif
}
