#include "target/runtime/snapshot.h"

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/heap.h"
#include "target/runtime/machine.h"
#include "target/runtime/region.h"
#include "target/runtime/retry.h"
#include "target/runtime/tls.h"

static bool forbidden LCT_STATE = false;

void lct_snapshot_forbid(void) { forbidden = true; }
void lct_snapshot_allow(void) { forbidden = false; }
/* Where retry.h cannot copy stacks, no snapshot is possible. */
bool lct_snapshot_is_possible(void) { return LCT_RETRY_POSSIBLE && !forbidden; }

/* The part of the machine that belongs to one execution, besides its threads and how many steps they have taken: of two
 * moments with the same future snapshots are the same. */
typedef struct moment {
    lct_mask free, waiting;
    uint8_t current, frozen, thread_count, unjoined;
    uint32_t looks, alone_reads;
    bool watching, setting_up;
} moment;

static void put_now(lct_tape *tape, unsigned current) {
    moment m;
    memset(&m, 0, sizeof m); /* also the padding between its members, which is compared, too */
    m.free = lct_m.free;
    m.waiting = lct_m.waiting;
    m.current = (uint8_t)current;
    m.frozen = lct_m.frozen;
    m.thread_count = lct_m.thread_count;
    m.unjoined = lct_m.unjoined;
    m.watching = lct_m.watching;
    m.setting_up = lct_m.setting_up;
    m.looks = lct_m.looks;
    m.alone_reads = lct_m.alone_reads;
    lct_tape_put(tape, &m, sizeof m);
}

static void go_back_to(const moment *m) {
    lct_m.free = m->free;
    lct_m.waiting = m->waiting;
    lct_m.frozen = m->frozen;
    lct_m.unjoined = m->unjoined;
    lct_m.watching = m->watching;
    lct_m.setting_up = m->setting_up;
    lct_m.looks = m->looks;
    lct_m.alone_reads = m->alone_reads;
    for (unsigned i = m->thread_count; i < lct_m.thread_count; i++) lct_thread_clear(&lct_m.threads[i]);
    lct_m.thread_count = m->thread_count;
    lct_become(m->current);
}

/* The threads that go on at some time; the current thread does even if it has ended: it chooses the next one. */
static bool goes_on(const lct_thread *t) { return t->life == LCT_ALIVE || t == lct_self(); }

/* Whose thread-local variables matter: those of an ended thread may be used only if that is allowed. */
static bool keeps_tls(void) { return lct_is_allowed(LCT_FAILS_USE_AFTER_FREE); }
static bool has_tls(const lct_thread *t) { return goes_on(t) || keeps_tls(); }

static size_t stack_used(const lct_thread *t) { return (size_t)(t->stack + lct_m.stack_size - (char *)t->fiber.sp); }

bool lct_snapshot_take(lct_tape *tape) {
    put_now(tape, lct_m.current);
    lct_tape_put(tape, lct_m.threads, lct_m.thread_count * sizeof *lct_m.threads);
    for (lct_thread *t = lct_m.threads, *end = t + lct_m.thread_count; t < end && !tape->full; t++) {
        if (goes_on(t)) lct_tape_put(tape, t->fiber.sp, stack_used(t));
        if (has_tls(t)) lct_tls_save(tape, (unsigned)(t - lct_m.threads));
    }
    lct_calls_save(tape);
    lct_retry_save(tape);
    lct_heap_save(tape);
    lct_region_save(tape);
    return !tape->full;
}

static void describe(lct_thread *d, const lct_thread *t) {
    memcpy(d, t, sizeof *d);
    if (t->life != LCT_ALIVE) d->fiber.sp = NULL;
    d->reading = d->tried = false;
    d->places = 0;
    d->clock = 0;
    d->pending.sp = 0;
}

bool lct_snapshot_describe(lct_tape *tape) {
    put_now(tape, 0);
    for (lct_thread *t = lct_m.threads, *end = t + lct_m.thread_count; t < end && !tape->full; t++) {
        lct_thread d;
        describe(&d, t);
        lct_tape_put(tape, &d, sizeof d);
        if (t->life == LCT_ALIVE) lct_tape_put(tape, t->fiber.sp, stack_used(t));
        if (t->life == LCT_ALIVE || keeps_tls()) lct_tls_save(tape, (unsigned)(t - lct_m.threads));
    }
    lct_calls_describe(tape);
    lct_heap_save(tape);
    lct_region_save(tape);
    return !tape->full;
}

void lct_snapshot_load(lct_tape *tape) {
    moment m;
    lct_tape_get(tape, &m, sizeof m);
    go_back_to(&m);
    lct_tape_get(tape, lct_m.threads, m.thread_count * sizeof *lct_m.threads);
    for (lct_thread *t = lct_m.threads, *end = t + m.thread_count; t < end; t++) {
        if (goes_on(t)) lct_tape_get(tape, t->fiber.sp, stack_used(t));
        if (has_tls(t)) lct_tls_load(tape, (unsigned)(t - lct_m.threads));
    }
    lct_calls_load(tape);
    lct_retry_load(tape);
    lct_heap_load(tape);
    lct_region_load(tape);
}
