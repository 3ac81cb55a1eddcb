#include "target/runtime/sync/sync.h"
#include "target/runtime/explorer.h"

lct_sync_state lct_sync LCT_STATE = {0};

void lct_sync_begin(void) {
    lct_sync.woken = 0;
    lct_sync.parked = lct_sync.queuing = 0;
    lct_sync.patient = 0;
    lct_sync.waited = 0;
}

static uint8_t at_most_255(uint32_t n) { return (uint8_t)(n < UINT8_MAX ? n : UINT8_MAX); }

void lct_sync_thread(unsigned number) {
    lct_sync.robust[number] = NULL;
    lct_sync.early[number] = at_most_255(lct_calls.early);
    lct_sync.spurious[number] = at_most_255(lct_calls.spurious);
}

bool lct_misses(void) {
    unsigned me = lct_me();
    if (!lct_sync.spurious[me] || lct_m.weak == LCT_WEAK_TSO || !lct_choose_to_fail()) return false;
    lct_sync.spurious[me]--;
    return true;
}

/* A choice among n within the current step.  Only the current thread is enabled, so that the strategy has to go on with
 * it: no other thread runs in between. */
static unsigned choose_now(unsigned n, uintptr_t pc) {
    lct_mask free = lct_m.free, waiting = lct_m.waiting;
    lct_m.free = lct_bit(lct_m.current);
    lct_m.waiting = 0;
    unsigned chosen = lct_choose(n, pc);
    lct_m.free = free;
    lct_m.waiting = waiting;
    return chosen;
}

unsigned lct_choose_thread(lct_mask among, uintptr_t pc) {
    assert(among);
    unsigned count = lct_count(among);
    for (unsigned skip = count > 1 ? choose_now(count, pc) : 0; skip; skip--) among &= (lct_mask)(among - 1);
    return lct_first(among);
}

void lct_wake(unsigned thread) {
    lct_sync.woken |= lct_bit(thread);
    lct_sync.woken_by[thread] = lct_m.depth - 1;
}

void lct_wakes_up(void) {
    unsigned me = lct_m.current;
    lct_sync.woken &= (lct_mask)~lct_bit(me);
    lct_explorer.comes_after_step(lct_sync.woken_by[me]);
}

/* Learnt like a plain access that races, at a place where there is no code. */
enum { AS_A_WHOLE = 2 };

bool lct_is_whole(bool attempts) {
    if (!lct_m.weak) return false;
    if (attempts) lct_explorer.promote(AS_A_WHOLE);
    return lct_m.some_promoted && lct_explorer.is_promoted(AS_A_WHOLE);
}

/* ---- deadlines ---- */

lct_mask lct_patience_ends(void) {
    if (!lct_sync.patient || lct_sync.waited == LCT_WAITED) return 0;
    unsigned first = lct_first(lct_sync.patient);
    for (unsigned t = first + 1; t < LCT_THREADS; t++)
        if (lct_sync.patient & lct_bit(t) && lct_sync.until[t] < lct_sync.until[first]) first = t;
    return lct_bit(first);
}

bool lct_until_time(lct_access access, const void *object, uint32_t size, lct_ready ready, const void *argument,
                    lct_deadline deadline, uintptr_t pc) {
    unsigned me = lct_me();
    int64_t until = lct_time_of(deadline.clock, deadline.time);
    if (lct_sync.early[me] || !lct_m.in_code) {
        lct_act(LCT_WRITE, LCT_STEP_TRY, object, size, pc);
        if (ready(argument)) return true;
        if (lct_m.in_code) lct_sync.early[me]--;
    } else {
        lct_sync.patient |= lct_bit(me);
        lct_sync.until[me] = until;
        lct_until(access, LCT_STEP_TRY, object, ready, argument, pc);
        lct_sync.patient &= (lct_mask)~lct_bit(me);
        if (ready(argument)) return true;
        lct_sync.waited++;
    }
    lct_time_reach(until);
    return false;
}
