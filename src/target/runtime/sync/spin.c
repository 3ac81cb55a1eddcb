/* Spin locks: mutexes of one int, the owner's number + 1. */
#include <errno.h>
#include <pthread.h>

#include "target/runtime/explorer.h"
#include "target/runtime/sync/sync.h"

static bool is_free(const void *l) { return !*(const volatile int *)l; }
static int mine(void) { return (int)lct_me() + 1; }

bool lct_waits_for_spin(const lct_thread *t, lct_waited *w) {
    if (t->ready != is_free) return false;
    int owner = *(const volatile int *)t->ready_argument;
    *w = (lct_waited){
        .what = "spin lock", .object = (uintptr_t)t->ready_argument, .has = owner ? lct_bit((unsigned)owner - 1) : 0};
    return true;
}

static void check(pthread_spinlock_t *l, const char *function, uintptr_t pc) {
    lct_object((const void *)l, sizeof *l, pc);
    if ((unsigned)*l > LCT_THREADS)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)l, "%s: the spin lock was never initialized", function);
}

LCT_REPLACES int pthread_spin_init(pthread_spinlock_t *l, int shared) {
    (void)shared;
    lct_has_effect();
    lct_object((const void *)l, sizeof *l, LCT_CALLER);
    *l = 0;
    return 0;
}

LCT_REPLACES int pthread_spin_destroy(pthread_spinlock_t *l) {
    check(l, "pthread_spin_destroy", LCT_CALLER);
    lct_act(LCT_WRITE, LCT_STEP_NOTE, (const void *)l, 1, LCT_CALLER);
    if (!is_free((const void *)l))
        lct_machine_fail(LCT_FAILS_MISUSE, LCT_CALLER, (uintptr_t)l, "pthread_spin_destroy: %s still has the lock",
                         lct_thread_name((unsigned)*l - 1));
    return 0;
}

LCT_REPLACES int pthread_spin_lock(pthread_spinlock_t *l) {
    static const char function[] = "pthread_spin_lock";
    uintptr_t pc = LCT_CALLER;
    check(l, function, pc);
    if (*l == mine() && !lct_waits_for_itself())
        lct_machine_fail(LCT_FAILS_DEADLOCK, pc, (uintptr_t)l, "%s: %s waits for itself: it already has the lock",
                         function, lct_thread_name(lct_me()));
    lct_until(LCT_ACQUIRE, LCT_STEP_ACQUIRE, (const void *)l, is_free, (const void *)l, pc);
    check(l, function, pc);
    *l = mine();
    lct_acquires(l, 1);
    lct_trace_object(LCT_STEP_ACQUIRE, (const void *)l, 0, 1, pc, function);
    return 0;
}

LCT_ATTEMPT(int, pthread_spin_trylock, pthread_spinlock_t *l) {
    static const char function[] = "pthread_spin_trylock";
    uintptr_t pc = LCT_CALLER;
    check(l, function, pc);
    lct_attempt((const void *)l, 1, pc);
    check(l, function, pc);
    if (!is_free((const void *)l)) {
        lct_explorer.was_read();
        lct_trace_object(LCT_STEP_TRY_FAILED, (const void *)l, 1, 1, pc, function);
        return EBUSY;
    }
    lct_has_effect();
    *l = mine();
    lct_acquires(l, 1);
    lct_trace_object(LCT_STEP_TRY, (const void *)l, 0, 1, pc, function);
    return 0;
}

LCT_REPLACES int pthread_spin_unlock(pthread_spinlock_t *l) {
    static const char function[] = "pthread_spin_unlock";
    uintptr_t pc = LCT_CALLER;
    check(l, function, pc);
    if (*l != mine())
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)l, "%s: %s does not have the lock", function,
                         lct_thread_name(lct_me()));
    lct_act(LCT_RELEASE, LCT_STEP_RELEASE, (const void *)l, 1, pc);
    check(l, function, pc);
    *l = 0;
    lct_releases(l, 1);
    lct_trace_object(LCT_STEP_RELEASE, (const void *)l, 1, 0, pc, function);
    return 0;
}
