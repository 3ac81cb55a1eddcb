#include "target/runtime/sync/sync.h"
#include "target/runtime/explorer.h"

lc_sync_state lc_sync LC_STATE = {0};

void lc_sync_begin(void) {
    lc_sync.woken = 0;
    lc_sync.parked = 0;
    lc_sync.patient = 0;
    lc_sync.waited = 0;
}

static uint8_t at_most_255(uint32_t n) { return (uint8_t)(n < UINT8_MAX ? n : UINT8_MAX); }

void lc_sync_thread(unsigned number) {
    lc_sync.robust[number] = NULL;
    lc_sync.early[number] = at_most_255(lc_calls.early);
    lc_sync.spurious[number] = at_most_255(lc_calls.spurious);
}

/* A choice among n within the current step.  Only the current thread is enabled, so that the strategy has to go on with
 * it: nobody else runs in between. */
static unsigned choose_now(unsigned n, uintptr_t pc) {
    lc_mask free = lc_m.free, waiting = lc_m.waiting;
    lc_m.free = lc_bit(lc_m.current);
    lc_m.waiting = 0;
    unsigned chosen = lc_choose(n, pc);
    lc_m.free = free;
    lc_m.waiting = waiting;
    return chosen;
}

unsigned lc_choose_thread(lc_mask among, uintptr_t pc) {
    assert(among);
    unsigned count = (unsigned)__builtin_popcount(among);
    for (unsigned skip = count > 1 ? choose_now(count, pc) : 0; skip; skip--) among &= (lc_mask)(among - 1);
    return (unsigned)__builtin_ctz(among);
}

void lc_wake(unsigned thread) {
    lc_sync.woken |= lc_bit(thread);
    lc_sync.woken_by[thread] = lc_m.depth - 1;
}

void lc_wakes_up(void) {
    unsigned me = lc_m.current;
    lc_sync.woken &= (lc_mask)~lc_bit(me);
    lc_explorer.comes_after_step(lc_sync.woken_by[me]);
}

/* ---- deadlines ---- */

lc_mask lc_patience_ends(void) {
    if (!lc_sync.patient || lc_sync.waited == LC_WAITED) return 0;
    unsigned first = (unsigned)__builtin_ctz(lc_sync.patient);
    for (unsigned t = first + 1; t < LC_THREADS; t++)
        if (lc_sync.patient & lc_bit(t) && lc_sync.until[t] < lc_sync.until[first]) first = t;
    return lc_bit(first);
}

bool lc_until_time(lc_access access, const void *object, uint32_t size, lc_ready ready, const void *argument,
                   lc_deadline deadline, uintptr_t pc) {
    unsigned me = lc_me();
    int64_t until = lc_time_of(deadline.clock, deadline.time);
    if (lc_sync.early[me] || !lc_m.in_code) {
        lc_act(LC_WRITE, LC_STEP_TRY, object, size, pc);
        if (ready(argument)) return true;
        if (lc_m.in_code) lc_sync.early[me]--;
    } else {
        lc_sync.patient |= lc_bit(me);
        lc_sync.until[me] = until;
        lc_until(access, LC_STEP_TRY, object, ready, argument, pc);
        lc_sync.patient &= (lc_mask)~lc_bit(me);
        if (ready(argument)) return true;
        lc_sync.waited++;
    }
    lc_time_reach(until);
    return false;
}
