/* Loops that take locks: a thread that has one, does not get another, gives the first back and starts over, as
 * std::lock does.  Two of them can keep each other from getting on as long as they like, so that such executions have
 * no end.
 *
 * A round of such a loop is *in vain* if the thread comes back to the same place in the same state (registers, stack,
 * variables of its own), with the same locks, and has not done anything in between but read, lock and unlock.  Without
 * that round the execution would have gone on in the same way, unless somebody noticed that it had a lock: who waits
 * for a lock does not, who tries in vain to take it does.  So what a round in vain means depends on that:
 *
 *  - Nobody noticed, and what it looked at has not changed: it will go round until that does.  It spins (retry.h).
 *  - Nobody noticed, but something has changed: what it looked at in vain races with that, and under reduction the
 *    execution in which it looked later is explored as well.  It is stale (retry.h).
 *  - Somebody noticed, and has done something since that others can notice: it goes on.
 *  - Somebody noticed but has done nothing so far.  Under reduction it rests until they do.  If they do not, because
 *    they rest for the same reason, or come round in vain as well, then leaving out all of these rounds changes
 *    nothing, and the execution is redundant.
 *
 * It rests only where it has no lock that it took on the way, because others may need it to go on.
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

static lc_mask bit(unsigned thread) { return (lc_mask)(1u << thread); }

static bool on_stack_of(unsigned thread, uintptr_t address) {
    return address - (uintptr_t)lc_m.threads[thread].stack < lc_m.stack_size;
}

static bool takes(const lc_step_event *e) { return e->access == LC_ACQUIRE || e->tried == LC_TOOK; }

/* Can others notice it, other than by locks? */
static bool has_effect(int32_t step) {
    const lc_step_event *e = &lc_t.events[step];
    if (e->returns) return true;
    if (!e->tried && e->access != LC_ACQUIRE && e->access != LC_RELEASE && e->access != LC_READ &&
        e->access != LC_LOCAL)
        return true;
    for (uint32_t i = e->shadows, end = lc_shadows_end((uint32_t)step); i < end; i++)
        if (lc_t.shadows[i].writes && !on_stack_of(e->thread, lc_t.shadows[i].address)) return true;
    return false;
}

/* All that the thread knows, but for memory that others can see. */
static uint64_t state_of(const lc_thread *t) {
    uint64_t hash = (uint64_t)t->clock ^ t->random * 0x9e3779b97f4a7c15u;
#define ADD(word) hash = (hash ^ (word)) * 0xff51afd7ed558ccdu, hash ^= hash >> 32
    for (unsigned i = 0; i < sizeof lc_user.registers / sizeof *lc_user.registers; i++) ADD(lc_user.registers[i]);
    for (uintptr_t at = lc_user.sp; at + 8 <= lc_m.stack_high; at += 8) ADD(*(const uint64_t *)at);
    for (const lc_own_piece *p = lc_own.pieces, *end = p + lc_own.count; p < end; p++) {
        const unsigned char *own = (const unsigned char *)lc_own_at(p, lc_m.current);
        for (size_t i = 0; i < p->size; i++) ADD(own[i]);
    }
#undef ADD
    return hash ? hash : 1;
}

/* Going back from the end of a round: notes what the step did with a lock.  False: it cannot be in vain. */
static bool note_lock(round *r, const lc_step_event *e) {
    bool taken = takes(e);
    if (!taken && e->access != LC_RELEASE) return true;
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
    for (int32_t i = lc_t.last[lc_m.current]; i >= 0 && steps < FAR; i = lc_t.events[i].before, steps++) {
        const lc_step_event *e = &lc_t.events[i];
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
    for (int32_t i = lc_t.last[lc_m.current]; i >= 0 && steps < FAR; i = lc_t.events[i].before, steps++) {
        if (has_effect(i)) return false;
        if (lc_t.events[i].tried == LC_MISSED && ++failures == 2) return true;
        if (lc_t.events[i].calls) return false;
    }
    return false;
}

/* Did the current thread have the lock that step `step` of another one failed to get? */
static bool had(const round *r, int32_t step) {
    const lc_step_event *missed = &lc_t.events[step];
    for (int32_t i = step - 1; i >= r->first; i--) {
        const lc_step_event *e = &lc_t.events[i];
        if (e->thread == lc_m.current && e->address == missed->address && (takes(e) || e->access == LC_RELEASE))
            return takes(e);
    }
    return false;
}

/* Did one of these threads do something from this step on? */
static bool anybody_acts(lc_mask threads, int32_t from) {
    for (lc_mask left = threads; left; left &= (lc_mask)(left - 1))
        if (lc_m.threads[__builtin_ctz(left)].life != LC_ALIVE) return true;
    for (int32_t i = from; i < lc_m.depth; i++)
        if (threads & bit(lc_t.events[i].thread) && has_effect(i)) return true;
    return false;
}

/* Who noticed; *acted: and did something since. */
static lc_mask observers_of(const round *r, bool *acted) {
    lc_mask seen = 0;
    *acted = false;
    for (int32_t i = r->first + 1; i < lc_m.depth; i++) {
        const lc_step_event *e = &lc_t.events[i];
        if (e->thread == lc_m.current || e->tried != LC_MISSED || !had(r, i)) continue;
        seen |= bit(e->thread);
        if (anybody_acts(bit(e->thread), i)) *acted = true;
    }
    return seen;
}

static bool add_to_watch(lc_spin_watch *w, uintptr_t address, uint32_t size) {
    enum { AT_ONCE = sizeof w->at[0].value };
    for (; size > AT_ONCE; size -= AT_ONCE, address += AT_ONCE)
        if (!add_to_watch(w, address, AT_ONCE)) return false;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->at[i].address == address && w->at[i].size == size) return true;
    if (w->count == LC_WATCHED) return false;
    w->at[w->count].address = address;
    w->at[w->count].size = size;
    __builtin_memcpy(w->at[w->count].value, (const void *)address, size);
    w->count++;
    return true;
}

/* What the thread looked at in the round.  False: too much. */
static bool watch_round(lc_spin_watch *w, const round *r) {
    w->count = 0;
    for (int32_t i = lc_t.last[lc_m.current]; i >= r->first; i = lc_t.events[i].before) {
        const lc_step_event *e = &lc_t.events[i];
        if ((e->access == LC_READ || e->tried == LC_MISSED) && !add_to_watch(w, e->address, e->size)) return false;
        for (uint32_t s = e->shadows, end = lc_shadows_end((uint32_t)i); s < end; s++)
            if (!on_stack_of(lc_m.current, lc_t.shadows[s].address) &&
                !add_to_watch(w, lc_t.shadows[s].address, lc_t.shadows[s].size))
                return false;
    }
    return true;
}

static void rest(lc_mask *how, lc_mask observers) {
    lc_spin *spin = &lc_t.spins[lc_t.spin_count];
    spin->thread = lc_m.current;
    spin->observers = observers;
    spin->since = lc_m.depth;
    lc_t.spin_of[lc_m.current] = lc_t.spin_count++;
    *how |= bit(lc_m.current);
}

static void come_round(uintptr_t pc, uint64_t state) {
    round r = {.count = 0};
    if (!find_round(&r, pc, state)) return;
    bool acted;
    lc_mask observers = observers_of(&r, &acted);
    if (acted) return;
    if (!observers && !lc_tree_overtaken(r.first)) {
        if (watch_round(&lc_t.spins[lc_t.spin_count].watch, &r)) rest(&lc_t.spinning, 0);
    } else if (lc_t.strategy->reduces) {
        lc_t.stale |= bit(lc_m.current);
        if (observers) rest(&lc_t.observed, observers);
    }
}

uint64_t lc_tree_locks_again(uintptr_t pc) {
    if (!lc_t.strategy->clocks || !lc_m.plain) return 0;
    if (!lc_user.wanted && !lc_known() && keeps_failing()) {
        lc_racy_loop(pc);
        lc_stop(LC_REDUNDANT); /* the tree is started again, with registers */
    }
    if (!lc_user.noted) return 0;
    uint64_t state = state_of(lc_self());
    if (!lc_known() && lc_t.spin_count < LC_SPINS_MAX) come_round(pc, state);
    return state;
}

/* Also of a step that is known: what lies unused on the stack may be something else in every execution. */
void lc_tree_locks_with(uint64_t state) {
    if (state && lc_m.depth > 0) lc_t.events[lc_m.depth - 1].state = state;
}

void lc_locks_bring_back(void) {
    for (lc_mask left = lc_t.observed; left; left &= (lc_mask)(left - 1)) {
        unsigned t = (unsigned)__builtin_ctz(left);
        const lc_spin *spin = &lc_t.spins[lc_t.spin_of[t]];
        if (!anybody_acts(spin->observers, spin->since)) continue;
        lc_t.observed &= (lc_mask)~bit(t);
        lc_t.stale &= (lc_mask)~bit(t);
    }
}
