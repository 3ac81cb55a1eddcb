/* Threads of an execution: how they begin, end, and wait for each other's ends. */
#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/explorer.h"
#include "target/runtime/order.h"
#include "target/runtime/retry.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/tls.h"

static void thread_main(void *self) {
    lc_thread *t = self;
    lc_thread_exit(t->start(t->argument));
}

void lc_thread_reserve(unsigned count) {
    assert(lc_m.thread_count == 1 && count < LC_THREADS);
    for (unsigned i = 1; i <= count; i++) {
        lc_thread_clear(&lc_m.threads[i]);
        lc_m.threads[i].clock = 0;
    }
    lc_m.thread_count = (uint8_t)(count + 1);
}

int lc_thread_start(void *(*start)(void *), void *argument) {
    if (lc_m.speculating) lc_retry_abandon();
    if (lc_m.thread_count == LC_THREADS) return -1;
    unsigned number = lc_m.thread_count++;
    lc_thread_start_as(number, start, argument);
    return (int)number;
}

void lc_thread_start_as(unsigned number, void *(*start)(void *), void *argument) {
    lc_thread *t = &lc_m.threads[number];
    assert(number < lc_m.thread_count && t->life == LC_UNUSED);
    lc_calls_thread(t, number);
    lc_own_thread(number);
    t->start = start;
    t->argument = argument;
    t->life = LC_ALIVE;
    t->resident = lc_m.setting_up || lc_self()->resident;
    t->helper = t->resident || lc_self()->in_operation || lc_self()->helper;
    lc_m.free |= (lc_mask)(1u << number);
    lc_m.unjoined++;
    lc_m.watching = true;
    if (!lc_known()) lc_explorer.thread_started(number);
    lc_order_born(number);
    lc_thread_fiber(t, thread_main, t);
    /* It runs up to its first step at once: until then nobody can tell when it runs. */
    lc_m.starter = (int8_t)lc_m.current;
    lc_switch(number);
}

static bool all_have_ended(const void *self) {
    (void)self;
    return !((lc_m.free | lc_m.waiting) & ~1u);
}

void lc_thread_exit(void *result) {
    if (lc_m.speculating) lc_retry_abandon();
    unsigned number = lc_m.current;
    lc_thread *t = lc_self();
    if (number == 0) {
        if (!all_have_ended(NULL)) lc_point(LC_END, LC_STEP_EXIT, 0, 1, true, LC_CALLER);
        if (lc_m.inspect) lc_m.inspect();
        lc_stop(LC_COMPLETE);
    }
    lc_explorer.thread_ends();
    lc_calls_thread_end();
    t->result = result;
    t->life = LC_FINISHED;
    t->pending = (lc_step){.pc = 1}; /* no step is like this */
    lc_m.free &= (lc_mask) ~(1u << number);
    if (t->detached) t->joined = true;
    lc_take_turn();
    __builtin_unreachable();
}

static bool has_ended(const void *thread) { return ((const lc_thread *)thread)->life == LC_FINISHED; }

/* Has the thread nothing to do until somebody gives it something?  Who waits for a lock is idle only if somebody has it
 * who can still give it back: the first thread, or one that is idle itself, such as the one that waits for work while
 * the next in line waits for its place.  Who waits for a time has something to do when it comes. */
static bool is_idle(unsigned number, lc_mask idle) {
    const lc_thread *t = &lc_m.threads[number];
    if (!t->detached && !t->resident) return false;
    if (lc_explorer.spinning() >> number & 1) return true;
    if (!t->ready || t->ready(t->ready_argument)) return false;
    if (t->resident && lc_sync.patient & lc_bit(number) && lc_patience_ends() &&
        !lc_explorer.timed_out_repeatedly(number))
        return false;
    return !(lc_waits_for(t).has & ~idle);
}

static bool are_idle(lc_mask left) {
    lc_mask idle = 1;
    for (lc_mask before = 0; left && left != before;) {
        before = left;
        for (unsigned i = 1; i < lc_m.thread_count; i++)
            if (left >> i & 1 && is_idle(i, idle)) {
                idle |= lc_bit(i);
                left &= (lc_mask)~lc_bit(i);
            }
    }
    return !left;
}

/* Nobody but the first thread has anything to do. */
static bool all_are_idle(const void *self) {
    (void)self;
    return are_idle((lc_m.free | lc_m.waiting) & (lc_mask)~1u);
}

bool lc_thread_residents_rest(void) {
    lc_mask residents = 0;
    for (unsigned i = 1; i < lc_m.thread_count; i++)
        if (lc_m.threads[i].resident && lc_m.threads[i].life == LC_ALIVE) residents |= lc_bit(i);
    return are_idle(residents);
}

bool lc_waits_for_join(const lc_thread *t, lc_waited *w) {
    if (t->ready != has_ended && t->ready != all_have_ended && t->ready != all_are_idle) return false;
    *w = (lc_waited){.what = "end"};
    for (unsigned i = 0; i < lc_m.thread_count; i++) {
        const lc_thread *other = &lc_m.threads[i];
        bool meant = t->ready == has_ended ? other == t->ready_argument : i && other != t;
        if (meant && other->life == LC_ALIVE) w->has |= lc_bit(i);
    }
    return true;
}

static void joined(lc_thread *t) {
    t->joined = true;
    lc_order_ended((unsigned)(t - lc_m.threads));
    lc_m.watching = --lc_m.unjoined > 0;
}

void lc_thread_join(unsigned number, uintptr_t pc) {
    lc_thread *t = &lc_m.threads[number];
    lc_wait(LC_JOIN, LC_STEP_JOIN, (const void *)(uintptr_t)number, has_ended, t, pc);
    if (!t->joined) joined(t);
}

void lc_thread_join_all(bool idle, uintptr_t pc) {
    lc_wait(LC_JOIN, LC_STEP_JOIN, (const void *)(uintptr_t)LC_THREADS, idle ? all_are_idle : all_have_ended, NULL, pc);
    for (unsigned i = 1; i < lc_m.thread_count; i++) {
        lc_thread *t = &lc_m.threads[i];
        if (t->life == LC_ALIVE || (t->resident && t->life == LC_FINISHED)) lc_order_ended(i);
        else if (t->life == LC_FINISHED && !t->joined) joined(t);
    }
}
