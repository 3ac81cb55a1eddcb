#include "runtime/snapshot.h"

#include "explore/control.h"
#include "runtime/calls.h"
#include "runtime/heap.h"
#include "runtime/machine.h"
#include "runtime/own.h"
#include "runtime/region.h"
#include "runtime/retry.h"

static bool forbidden LC_STATE = false;

void lc_snapshot_forbid(void) { forbidden = true; }
/* Where retry.h cannot copy stacks, nobody can. */
bool lc_snapshot_is_possible(void) { return LC_RETRY_POSSIBLE && !forbidden; }

/* What of the machine belongs to one execution, besides its threads and how many steps they have taken: of two moments
 * with the same future snapshots are the same. */
typedef struct moment {
    lc_mask free, waiting;
    uint8_t current, frozen, thread_count, unjoined;
    uint32_t looks, alone_reads;
    bool watching, setting_up;
} moment;

static moment now(void) {
    return (moment){.free = lc_m.free,
                    .waiting = lc_m.waiting,
                    .current = lc_m.current,
                    .frozen = lc_m.frozen,
                    .thread_count = lc_m.thread_count,
                    .unjoined = lc_m.unjoined,
                    .watching = lc_m.watching,
                    .setting_up = lc_m.setting_up,
                    .looks = lc_m.looks,
                    .alone_reads = lc_m.alone_reads};
}

static void go_back_to(const moment *m) {
    lc_m.free = m->free;
    lc_m.waiting = m->waiting;
    lc_m.frozen = m->frozen;
    lc_m.unjoined = m->unjoined;
    lc_m.watching = m->watching;
    lc_m.setting_up = m->setting_up;
    lc_m.looks = m->looks;
    lc_m.alone_reads = m->alone_reads;
    for (unsigned i = m->thread_count; i < lc_m.thread_count; i++) lc_thread_clear(&lc_m.threads[i]);
    lc_m.thread_count = m->thread_count;
    lc_become(m->current);
}

/* Who goes on at some time; the current thread does even if it has ended: it chooses who is next. */
static bool goes_on(const lc_thread *t) { return t->life == LC_ALIVE || t == lc_self(); }

/* Whose thread-local variables matter: others may use those of a thread that has ended only if that is allowed. */
static bool has_own(const lc_thread *t) { return goes_on(t) || lc_is_allowed(LC_FAILS_USE_AFTER_FREE); }

static size_t stack_used(const lc_thread *t) { return (size_t)(t->stack + lc_m.stack_size - (char *)t->fiber.sp); }

bool lc_snapshot_take(lc_tape *tape) {
    moment m = now();
    lc_tape_put(tape, &m, sizeof m);
    lc_tape_put(tape, lc_m.threads, m.thread_count * sizeof *lc_m.threads);
    for (lc_thread *t = lc_m.threads, *end = t + m.thread_count; t < end && !tape->full; t++) {
        if (goes_on(t)) lc_tape_put(tape, t->fiber.sp, stack_used(t));
        if (has_own(t)) lc_own_save(tape, (unsigned)(t - lc_m.threads));
    }
    lc_calls_save(tape);
    lc_retry_save(tape);
    lc_heap_save(tape);
    lc_region_save(tape);
    return !tape->full;
}

void lc_snapshot_load(lc_tape *tape) {
    moment m;
    lc_tape_get(tape, &m, sizeof m);
    go_back_to(&m);
    lc_tape_get(tape, lc_m.threads, m.thread_count * sizeof *lc_m.threads);
    for (lc_thread *t = lc_m.threads, *end = t + m.thread_count; t < end; t++) {
        if (goes_on(t)) lc_tape_get(tape, t->fiber.sp, stack_used(t));
        if (has_own(t)) lc_own_load(tape, (unsigned)(t - lc_m.threads));
    }
    lc_calls_load(tape);
    lc_retry_load(tape);
    lc_heap_load(tape);
    lc_region_load(tape);
}
