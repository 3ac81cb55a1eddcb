/* Spin locks: mutexes of one int, the owner's number + 1. */
#include <errno.h>
#include <pthread.h>

#include "target/runtime/explorer.h"
#include "target/runtime/sync/sync.h"

static bool is_free(const void *l) { return !*(const volatile int *)l; }
static int mine(void) { return (int)lc_me() + 1; }

bool lc_waits_for_spin(const lc_thread *t, lc_waited *w) {
    if (t->ready != is_free) return false;
    int owner = *(const volatile int *)t->ready_argument;
    *w = (lc_waited){
        .what = "spin lock", .object = (uintptr_t)t->ready_argument, .has = owner ? lc_bit((unsigned)owner - 1) : 0};
    return true;
}

static void check(pthread_spinlock_t *l, const char *function, uintptr_t pc) {
    lc_object((const void *)l, sizeof *l, pc);
    if ((unsigned)*l > LC_THREADS)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)l, "%s: the spin lock was never initialised", function);
}

LC_REPLACES int pthread_spin_init(pthread_spinlock_t *l, int shared) {
    (void)shared;
    lc_has_effect();
    lc_object((const void *)l, sizeof *l, LC_CALLER);
    *l = 0;
    return 0;
}

LC_REPLACES int pthread_spin_destroy(pthread_spinlock_t *l) {
    check(l, "pthread_spin_destroy", LC_CALLER);
    lc_act(LC_WRITE, LC_STEP_NOTE, (const void *)l, 1, LC_CALLER);
    if (!is_free((const void *)l))
        lc_machine_fail(LC_FAILS_MISUSE, LC_CALLER, (uintptr_t)l, "pthread_spin_destroy: %s still has the lock",
                        lc_thread_name((unsigned)*l - 1));
    return 0;
}

LC_REPLACES int pthread_spin_lock(pthread_spinlock_t *l) {
    static const char function[] = "pthread_spin_lock";
    uintptr_t pc = LC_CALLER;
    check(l, function, pc);
    if (*l == mine() && !lc_waits_for_itself())
        lc_machine_fail(LC_FAILS_DEADLOCK, pc, (uintptr_t)l, "%s: %s waits for itself: it already has the lock",
                        function, lc_thread_name(lc_me()));
    lc_until(LC_ACQUIRE, LC_STEP_ACQUIRE, (const void *)l, is_free, (const void *)l, pc);
    check(l, function, pc);
    *l = mine();
    lc_acquires(l, 1);
    lc_told(LC_STEP_ACQUIRE, (const void *)l, 0, 1, pc, function);
    return 0;
}

LC_ATTEMPT(int, pthread_spin_trylock, pthread_spinlock_t *l) {
    static const char function[] = "pthread_spin_trylock";
    uintptr_t pc = LC_CALLER;
    check(l, function, pc);
    lc_attempt((const void *)l, 1, pc);
    check(l, function, pc);
    if (!is_free((const void *)l)) {
        lc_explorer.was_read();
        lc_told(LC_STEP_TRY_FAILED, (const void *)l, 1, 1, pc, function);
        return EBUSY;
    }
    lc_has_effect();
    *l = mine();
    lc_acquires(l, 1);
    lc_told(LC_STEP_TRY, (const void *)l, 0, 1, pc, function);
    return 0;
}

LC_REPLACES int pthread_spin_unlock(pthread_spinlock_t *l) {
    static const char function[] = "pthread_spin_unlock";
    uintptr_t pc = LC_CALLER;
    check(l, function, pc);
    if (*l != mine())
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)l, "%s: %s does not have the lock", function,
                        lc_thread_name(lc_me()));
    lc_act(LC_RELEASE, LC_STEP_RELEASE, (const void *)l, 1, pc);
    check(l, function, pc);
    *l = 0;
    lc_releases(l, 1);
    lc_told(LC_STEP_RELEASE, (const void *)l, 1, 0, pc, function);
    return 0;
}
