/* The objects for which blocked threads wait: identified by the function that decides when they can go on. */
#include "target/runtime/sync/sync.h"

lct_waited lct_waits_for(const lct_thread *t) {
    static bool (*const kinds[])(const lct_thread *, lct_waited *) = {
        lct_waits_for_mutex,   lct_waits_for_cond,      lct_waits_for_rwlock, lct_waits_for_spin,   lct_waits_for_once,
        lct_waits_for_barrier, lct_waits_for_semaphore, lct_waits_for_futex,  lct_waits_for_thread, lct_waits_for_join,
        lct_waits_for_wire,    lct_waits_for_signal,    lct_waits_for_ipc};
    lct_waited w = {0};
    if (t->ready)
        for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (kinds[i](t, &w)) return w;
    return (lct_waited){0};
}
