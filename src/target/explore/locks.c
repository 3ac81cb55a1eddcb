/* Loops that take locks: a thread that has one, does not get another, gives the first back and starts over, as
 * std::lock does.  Two of them can keep each other from getting on as long as they like, so that such executions have
 * no end.
 *
 * A round of such a loop is *futile* if the thread comes back to the same place in the same state (registers, stack,
 * variables of its own), with the same locks, and has not done anything in between but read, lock and unlock.  Without
 * that round the execution would have gone on in the same way, unless another thread noticed that it had a lock: a
 * thread that waits for a lock does not notice, one whose attempt to take it fails does.  So the meaning of a futile
 * round depends on that:
 *
 *  - No thread noticed, and the memory that the loop reads has not changed: it will go round until that does.  It spins
 *    (retry.h).
 *  - No thread noticed, but something has changed: the futile look races with that, and under reduction the execution
 *    in which it looked later is explored as well.  It is stale (retry.h).
 *  - A thread noticed, and has done something since that other threads can notice: it goes on.
 *  - A thread noticed but has done nothing so far.  Under reduction the loop rests until it does.  If it does not,
 *    because it rests for the same reason, or its rounds are futile as well, then leaving out all of these rounds
 *    changes nothing, and the execution is redundant.
 *
 * It rests only where it has no lock that it took on the way, because other threads may need it to go on.
 */
#include "target/explore/tree.h"
#include "target/runtime/tls.h"

enum { FAR = 1000, LOCKS = 16 };

/* A lock in a round, from its end: is it had at the end, and how often was it taken more than given back? */
typedef struct held {
    uintptr_t address;
    int balance;
} held;

typedef struct round {
    int32_t first; /* its first step */
    held locks[LOCKS];
    unsigned count;
} round;

static lct_mask bit(unsigned thread) { return lct_bit(thread); }

static bool on_stack_of(unsigned thread, uintptr_t address) {
    return address - (uintptr_t)lct_m.threads[thread].stack < lct_m.stack_size;
}

static bool takes(const lct_step_event *e) { return e->access == LCT_ACQUIRE || e->tried == LCT_TOOK; }

/* Can other threads notice it, except by locks? */
static bool has_effect(int32_t step) {
    const lct_step_event *e = &lct_t.events[step];
    if (e->returns) return true;
    if (!e->tried && e->access != LCT_ACQUIRE && e->access != LCT_RELEASE && e->access != LCT_READ &&
        e->access != LCT_LOCAL)
        return true;
    for (uint32_t i = e->shadows, end = lct_shadows_end((uint32_t)step); i < end; i++)
        if (lct_t.shadows[i].writes && !on_stack_of(e->thread, lct_t.shadows[i].address)) return true;
    return false;
}

/* The whole state of the thread, except memory that other threads can see. */
static uint64_t state_of(const lct_thread *t) {
    uint64_t hash = (uint64_t)t->clock ^ t->random * 0x9e3779b97f4a7c15u;
#define ADD(word) hash = (hash ^ (word)) * 0xff51afd7ed558ccdu, hash ^= hash >> 32
    for (unsigned i = 0; i < sizeof lct_user.registers / sizeof *lct_user.registers; i++) ADD(lct_user.registers[i]);
    for (uintptr_t at = lct_user.sp; at + 8 <= lct_m.stack_high; at += 8) ADD(*(const uint64_t *)at);
    for (const lct_tls_piece *p = lct_tls.pieces, *end = p + lct_tls.count; p < end; p++) {
        const unsigned char *own = (const unsigned char *)lct_tls_at(p, lct_m.current);
        for (size_t i = 0; i < p->size; i++) ADD(own[i]);
    }
#undef ADD
    return hash ? hash : 1;
}

/* Going back from the end of a round: notes the step's effect on a lock.  False: it cannot be futile. */
static bool note_lock(round *r, const lct_step_event *e) {
    bool taken = takes(e);
    if (!taken && e->access != LCT_RELEASE) return true;
    held *h = r->locks;
    while (h < r->locks + r->count && h->address != e->address) h++;
    if (h == r->locks + r->count) {
        if (taken || r->count == LOCKS) return false; /* the last thing it did was to take it: it has it now */
        *h = (held){.address = e->address};
        r->count++;
    }
    h->balance += taken ? 1 : -1;
    return true;
}

static bool balanced(const round *r) {
    for (unsigned i = 0; i < r->count; i++)
        if (r->locks[i].balance) return false;
    return true;
}

/* The current thread is in a state in which it was before, and has had no effect since. */
static bool find_round(round *r, uintptr_t pc, uint64_t state) {
    unsigned steps = 0;
    for (int32_t i = lct_t.last[lct_m.current]; i >= 0 && steps < FAR; i = lct_t.events[i].before, steps++) {
        const lct_step_event *e = &lct_t.events[i];
        if (has_effect(i) || !note_lock(r, e)) return false;
        if (e->pc == pc && e->state == state && balanced(r)) {
            r->first = i;
            return true;
        }
        if (e->calls) return false;
    }
    return false;
}

/* Before registers are noted: has it failed to get a lock twice since it had an effect? */
static bool keeps_failing(void) {
    unsigned failures = 0, steps = 0;
    for (int32_t i = lct_t.last[lct_m.current]; i >= 0 && steps < FAR; i = lct_t.events[i].before, steps++) {
        if (has_effect(i)) return false;
        if (lct_t.events[i].tried == LCT_MISSED && ++failures == 2) return true;
        if (lct_t.events[i].calls) return false;
    }
    return false;
}

/* Did the current thread have the lock that step `step` of another one failed to get? */
static bool had(const round *r, int32_t step) {
    const lct_step_event *missed = &lct_t.events[step];
    for (int32_t i = step - 1; i >= r->first; i--) {
        const lct_step_event *e = &lct_t.events[i];
        if (e->thread == lct_m.current && e->address == missed->address && (takes(e) || e->access == LCT_RELEASE))
            return takes(e);
    }
    return false;
}

/* Did one of these threads do something from this step on? */
static bool anybody_acts(lct_mask threads, int32_t from) {
    for (lct_mask left = threads; left; left &= (lct_mask)(left - 1))
        if (lct_m.threads[lct_first(left)].life != LCT_ALIVE) return true;
    for (int32_t i = from; i < lct_m.depth; i++)
        if (threads & bit(lct_t.events[i].thread) && has_effect(i)) return true;
    return false;
}

/* The threads that noticed; *acted: one did something since. */
static lct_mask observers_of(const round *r, bool *acted) {
    lct_mask seen = 0;
    *acted = false;
    for (int32_t i = r->first + 1; i < lct_m.depth; i++) {
        const lct_step_event *e = &lct_t.events[i];
        if (e->thread == lct_m.current || e->tried != LCT_MISSED || !had(r, i)) continue;
        seen |= bit(e->thread);
        if (anybody_acts(bit(e->thread), i)) *acted = true;
    }
    return seen;
}

static bool add_to_watch(lct_spin_watch *w, uintptr_t address, uint32_t size) {
    enum { AT_ONCE = sizeof w->at[0].value };
    for (; size > AT_ONCE; size -= AT_ONCE, address += AT_ONCE)
        if (!add_to_watch(w, address, AT_ONCE)) return false;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->at[i].address == address && w->at[i].size == size) return true;
    if (w->count == LCT_WATCHED) return false;
    w->at[w->count].address = address;
    w->at[w->count].size = size;
    __builtin_memcpy(w->at[w->count].value, (const void *)address, size);
    w->count++;
    return true;
}

/* The memory that the thread looked at in the round.  False: too much. */
static bool watch_round(lct_spin_watch *w, const round *r) {
    w->count = 0;
    for (int32_t i = lct_t.last[lct_m.current]; i >= r->first; i = lct_t.events[i].before) {
        const lct_step_event *e = &lct_t.events[i];
        if ((e->access == LCT_READ || e->tried == LCT_MISSED) && !add_to_watch(w, e->address, e->size)) return false;
        for (uint32_t s = e->shadows, end = lct_shadows_end((uint32_t)i); s < end; s++)
            if (!on_stack_of(lct_m.current, lct_t.shadows[s].address) &&
                !add_to_watch(w, lct_t.shadows[s].address, lct_t.shadows[s].size))
                return false;
    }
    return true;
}

static void rest(lct_mask *how, lct_mask observers) {
    lct_spin *spin = &lct_t.spins[lct_t.spin_count];
    spin->thread = lct_m.current;
    spin->observers = observers;
    spin->since = lct_m.depth;
    lct_t.spin_of[lct_m.current] = lct_t.spin_count++;
    *how |= bit(lct_m.current);
}

static void come_round(uintptr_t pc, uint64_t state) {
    round r = {.count = 0};
    if (!find_round(&r, pc, state)) return;
    bool acted;
    lct_mask observers = observers_of(&r, &acted);
    if (acted) return;
    if (!observers && !lct_tree_overtaken(r.first)) {
        if (watch_round(&lct_t.spins[lct_t.spin_count].watch, &r)) rest(&lct_t.spinning, 0);
    } else if (lct_t.strategy->reduces) {
        lct_t.stale |= bit(lct_m.current);
        if (observers) rest(&lct_t.observed, observers);
    }
}

uint64_t lct_tree_locks_again(uintptr_t pc) {
    if (!lct_t.strategy->clocks || !lct_m.plain) return 0;
    if (!lct_user.wanted && !lct_is_prefix() && keeps_failing()) {
        lct_promote_loop(pc);
        lct_stop(LCT_REDUNDANT); /* the tree is started again, with registers */
    }
    if (!lct_user.noted) return 0;
    lct_retry_keep_arguments(0);
    uint64_t state = state_of(lct_self());
    if (!lct_is_prefix() && lct_t.spin_count < LCT_SPINS_MAX) come_round(pc, state);
    return state;
}

/* Also of a step that is known: the unused part of the stack may differ in every execution. */
void lct_tree_locks_with(uint64_t state) {
    if (state && lct_m.depth > 0) lct_t.events[lct_m.depth - 1].state = state;
}

void lct_locks_bring_back(void) {
    for (lct_mask left = lct_t.observed; left; left &= (lct_mask)(left - 1)) {
        unsigned t = lct_first(left);
        const lct_spin *spin = &lct_t.spins[lct_t.spin_of[t]];
        if (!anybody_acts(spin->observers, spin->since)) continue;
        lct_t.observed &= (lct_mask)~bit(t);
        lct_t.stale &= (lct_mask)~bit(t);
    }
}
