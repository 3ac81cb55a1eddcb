/* What threads that cannot go on wait for: told by the function that says when they can. */
#include "target/runtime/sync/sync.h"

lc_waited lc_waits_for(const lc_thread *t) {
    static bool (*const kinds[])(const lc_thread *, lc_waited *) = {
        lc_waits_for_mutex,   lc_waits_for_cond,      lc_waits_for_rwlock, lc_waits_for_spin,   lc_waits_for_once,
        lc_waits_for_barrier, lc_waits_for_semaphore, lc_waits_for_futex,  lc_waits_for_thread, lc_waits_for_join,
        lc_waits_for_wire,    lc_waits_for_signal,    lc_waits_for_ipc};
    lc_waited w = {0};
    if (t->ready)
        for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (kinds[i](t, &w)) return w;
    return (lc_waited){0};
}
