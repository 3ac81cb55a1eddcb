/* The state before a step, as far as the rest of a tree depends on it, under reduction: more than the state of the code
 * under test.
 *
 * A thread that waits in a loop (target/runtime/retry.h) is left out from some point on, and is run again only if
 * something changes.  So the state contains which threads wait, and for each thread that has only read since its last
 * effect all that will decide whether it waits: the state it had then, where it read since, and whether another thread
 * has changed something that it had read.  Virtual time is part of it as soon as a clock can be read.
 */
#include "target/explore/merge.h"
#include "target/explore/record.h"
#include "target/explore/scenario.h"
#include "target/runtime/annotations.h"
#include "target/runtime/retry.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/weaker.h"

static void put(lct_tape *tape, uint64_t word) { lct_tape_put(tape, &word, sizeof word); }

static bool only_reads(const lct_step_event *e) {
    return !e->returns && (e->access == LCT_READ || e->access == LCT_LOCAL) && !lct_is_silent_store(e);
}

/* Since step `from` of another thread: was something written that it had read? */
static bool was_changed(const lct_step_event *read, int32_t from) {
    for (int32_t i = from; i < lct_m.depth; i++) {
        const lct_step_event *e = &lct_t.events[i];
        if (e->thread != read->thread && e->access != LCT_READ && e->access != LCT_LOCAL &&
            e->address < read->address + read->size && read->address < e->address + e->size)
            return true;
    }
    return false;
}

/* The steps by which a thread has only read, the latest first. */
static void put_reads(lct_tape *tape, unsigned thread) {
    bool changed = false;
    for (int32_t i = lct_t.last[thread]; i >= 0; i = lct_t.events[i].before) {
        const lct_step_event *e = &lct_t.events[i];
        if (!only_reads(e)) break;
        put(tape, e->pc);
        put(tape, (uint64_t)e->size << 32 | e->sp);
        put(tape, e->address);
        changed = changed || was_changed(e, i + 1);
        if (e->calls) break;
    }
    put(tape, changed);
}

/* The first thread has waited until this one was idle: see tree.c. */
static bool was_awaited(unsigned thread) {
    for (int32_t i = lct_t.last[0]; i > lct_t.last[thread]; i = lct_t.events[i].before)
        if (lct_t.events[i].access == LCT_JOIN && lct_t.events[i].address == LCT_JOIN_ALL) return true;
    return false;
}

static void put_watch(lct_tape *tape, unsigned thread) {
    const lct_spin_watch *w = &lct_t.spins[lct_t.spin_of[thread]].watch;
    put(tape, was_awaited(thread));
    put(tape, w->count);
    lct_tape_put(tape, w->at, w->count * sizeof *w->at);
}

bool lct_merge_describe(lct_tape *tape) {
    if (!lct_snapshot_describe(tape)) return false;
    lct_tape_put(tape, &lct_t.spinning, sizeof lct_t.spinning);
    lct_tape_put(tape, &lct_t.stale, sizeof lct_t.stale);
    put(tape, lct_t.returned);
    for (unsigned t = 0; t < lct_m.thread_count; t++) {
        const lct_thread *thread = &lct_m.threads[t];
        put(tape, (uint64_t)thread->clock);
        if (thread->life != LCT_ALIVE) continue;
        put(tape, thread->reading);
        put(tape, thread->reading || thread->places == UINT64_MAX ? thread->places : 0);
        if (lct_t.spinning >> t & 1) put_watch(tape, t);
        else if (thread->reading && lct_user.wanted) put_reads(tape, t);
    }
    lct_retry_save(tape);
    return !tape->full;
}

/* Does an operation of this kind and order both acquire and release, as far as it reads and writes? */
static bool is_strong(uint32_t kind, uint32_t order) {
    switch (kind) {
    case LCT_WEAKER_LOAD:
    case LCT_WEAKER_CAS_FAILED:
        return order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
    case LCT_WEAKER_STORE: return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
    case LCT_WEAKER_RMW:
    case LCT_WEAKER_CAS: return order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
    default: return kind == LCT_WEAKER_FENCE || kind == LCT_WEAKER_LARGE; /* the latter is seq_cst */
    }
}

bool lct_merge_needs_clocks(void) {
    static uint32_t looked_at LCT_STATE = 0;
    static bool weaker LCT_STATE = false;
    if (!lct_m.races) return false;
    if (lct_annotated) return true; /* races that are ignored order nothing */
    if (lct_weaker_count() == looked_at) return weaker;
    looked_at = lct_weaker_count();
    weaker = looked_at == LCT_WEAKER_MOST;
    for (uint32_t i = 0; i < LCT_WEAKER_SLOTS && !weaker; i++) {
        uint64_t key = lct_weaker_keys[i];
        weaker = key && !is_strong(lct_weaker_kind_of(key), lct_weaker_order_of(key));
    }
    return weaker;
}
