#include "target/runtime/snapshot.h"

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/heap.h"
#include "target/runtime/machine.h"
#include "target/runtime/region.h"
#include "target/runtime/retry.h"
#include "target/runtime/tls.h"

static bool forbidden LC_STATE = false;

void lc_snapshot_forbid(void) { forbidden = true; }
void lc_snapshot_allow(void) { forbidden = false; }
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

static void put_now(lc_tape *tape, unsigned current) {
    moment m;
    memset(&m, 0, sizeof m); /* also what lies between its members, which is compared, too */
    m.free = lc_m.free;
    m.waiting = lc_m.waiting;
    m.current = (uint8_t)current;
    m.frozen = lc_m.frozen;
    m.thread_count = lc_m.thread_count;
    m.unjoined = lc_m.unjoined;
    m.watching = lc_m.watching;
    m.setting_up = lc_m.setting_up;
    m.looks = lc_m.looks;
    m.alone_reads = lc_m.alone_reads;
    lc_tape_put(tape, &m, sizeof m);
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
static bool keeps_own(void) { return lc_is_allowed(LC_FAILS_USE_AFTER_FREE); }
static bool has_own(const lc_thread *t) { return goes_on(t) || keeps_own(); }

static size_t stack_used(const lc_thread *t) { return (size_t)(t->stack + lc_m.stack_size - (char *)t->fiber.sp); }

bool lc_snapshot_take(lc_tape *tape) {
    put_now(tape, lc_m.current);
    lc_tape_put(tape, lc_m.threads, lc_m.thread_count * sizeof *lc_m.threads);
    for (lc_thread *t = lc_m.threads, *end = t + lc_m.thread_count; t < end && !tape->full; t++) {
        if (goes_on(t)) lc_tape_put(tape, t->fiber.sp, stack_used(t));
        if (has_own(t)) lc_own_save(tape, (unsigned)(t - lc_m.threads));
    }
    lc_calls_save(tape);
    lc_retry_save(tape);
    lc_heap_save(tape);
    lc_region_save(tape);
    return !tape->full;
}

static void describe(lc_thread *d, const lc_thread *t) {
    memcpy(d, t, sizeof *d);
    if (t->life != LC_ALIVE) d->fiber.sp = NULL;
    d->reading = d->tried = false;
    d->places = 0;
    d->clock = 0;
    d->pending.sp = 0;
}

bool lc_snapshot_describe(lc_tape *tape) {
    put_now(tape, 0);
    for (lc_thread *t = lc_m.threads, *end = t + lc_m.thread_count; t < end && !tape->full; t++) {
        lc_thread d;
        describe(&d, t);
        lc_tape_put(tape, &d, sizeof d);
        if (t->life == LC_ALIVE) lc_tape_put(tape, t->fiber.sp, stack_used(t));
        if (t->life == LC_ALIVE || keeps_own()) lc_own_save(tape, (unsigned)(t - lc_m.threads));
    }
    lc_calls_describe(tape);
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
