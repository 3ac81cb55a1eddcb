/* Threads of an execution: how they begin, end, and wait for each other's ends. */
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/explorer.h"
#include "target/runtime/order.h"
#include "target/runtime/retry.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/tls.h"
#include "target/runtime/versions.h"

static void thread_main(void *self) {
    lct_thread *t = self;
    lct_thread_exit(t->start(t->argument));
}

const char *lct_thread_name(unsigned number) {
    static char names[LCT_THREADS][sizeof "T127"] LCT_STATE = {"main"};
    assert(number < LCT_THREADS);
    char *name = names[number], *at = name;
    if (*name) return name;
    *at++ = 'T'; /* not by snprintf, which the code under test may be about to call */
    if (number >= 100) *at++ = (char)('0' + number / 100);
    if (number >= 10) *at++ = (char)('0' + number / 10 % 10);
    *at++ = (char)('0' + number % 10);
    *at = '\0';
    return name;
}

void lct_thread_shortage(void) {
    if (!lct_m.relinks) return;
    lct_m.in_code = false;
    _exit(LCT_EXIT_THREADS);
}

void lct_thread_reserve(unsigned count) {
    assert(lct_m.thread_count == 1 && count < LCT_THREADS);
    for (unsigned i = 1; i <= count; i++) {
        lct_thread_clear(&lct_m.threads[i]);
        lct_m.threads[i].clock = 0;
    }
    lct_m.thread_count = (uint8_t)(count + 1);
}

int lct_thread_start(void *(*start)(void *), void *argument) {
    lct_settle();
    if (lct_m.speculating) lct_retry_abandon();
    if (lct_m.thread_count == LCT_THREADS) {
        lct_thread_shortage();
        return -1;
    }
    unsigned number = lct_m.thread_count++;
    lct_thread_start_as(number, start, argument);
    return (int)number;
}

void lct_thread_start_as(unsigned number, void *(*start)(void *), void *argument) {
    lct_thread *t = &lct_m.threads[number];
    assert(number < lct_m.thread_count && t->life == LCT_UNUSED);
    lct_calls_thread(t, number);
    lct_tls_thread(number);
    t->start = start;
    t->argument = argument;
    t->life = LCT_ALIVE;
    t->resident = lct_m.setting_up || lct_self()->resident;
    t->helper = t->resident || lct_self()->in_operation || lct_self()->helper;
    lct_m.free |= lct_bit(number);
    lct_m.unjoined++;
    lct_m.watching = true;
    if (!lct_is_prefix()) lct_explorer.thread_started(number);
    lct_order_born(number);
    lct_thread_fiber(t, thread_main, t);
    /* It runs up to its first step at once: until then the time at which it runs cannot be observed. */
    lct_m.starter = (int8_t)lct_m.current;
    lct_switch(number);
}

static bool all_have_ended(const void *self) {
    (void)self;
    return !((lct_m.free | lct_m.waiting) & (lct_mask)~lct_bit(0));
}

void lct_thread_exit(void *result) {
    lct_settle();
    if (lct_m.speculating) lct_retry_abandon();
    unsigned number = lct_m.current;
    lct_thread *t = lct_self();
    if (number == 0) {
        if (!all_have_ended(NULL)) lct_point(LCT_END, LCT_STEP_EXIT, 0, 1, true, LCT_CALLER);
        if (lct_m.inspect && !lct_execution_is_dropped()) lct_m.inspect();
        lct_stop(LCT_COMPLETE);
    }
    lct_explorer.thread_ends();
    lct_calls_thread_end();
    t->result = result;
    t->life = LCT_FINISHED;
    t->pending = (lct_step){.pc = 1}; /* no step is like this */
    lct_m.free &= (lct_mask)~lct_bit(number);
    if (t->detached) t->joined = true;
    lct_take_turn();
    __builtin_unreachable();
}

static bool never(const void *unused) {
    (void)unused;
    return false;
}

void lct_thread_drop(uintptr_t pc) {
    lct_wait(LCT_LOCAL, LCT_STEP_WAIT, NULL, never, NULL, pc);
    __builtin_unreachable();
}

bool lct_thread_is_dropped(const lct_thread *t) { return t->life == LCT_ALIVE && t->ready == never; }

bool lct_execution_is_dropped(void) {
    for (unsigned i = 0; i < lct_m.thread_count; i++)
        if (lct_thread_is_dropped(&lct_m.threads[i])) return true;
    return false;
}

static bool has_ended(const void *thread) { return ((const lct_thread *)thread)->life == LCT_FINISHED; }

/* Has the thread nothing to do until another one gives it something?  A thread that waits for a lock is idle only if
 * its owner is a thread that can still give it back: the first thread, or one that is idle itself, such as the one that
 * waits for work while the next in line waits for its place.  A thread that waits for a time has something to do when
 * it comes.
 */
static bool is_idle(unsigned number, lct_mask idle) {
    const lct_thread *t = &lct_m.threads[number];
    if (!t->detached && !t->resident) return false;
    if (lct_explorer.spinning() >> number & 1) return true;
    if (!t->ready || t->ready(t->ready_argument) || lct_thread_is_dropped(t)) return false;
    if (t->resident && lct_sync.patient & lct_bit(number) && lct_patience_ends() &&
        !lct_explorer.timed_out_repeatedly(number))
        return false;
    return !(lct_waits_for(t).has & ~idle);
}

static bool are_idle(lct_mask left) {
    lct_mask idle = 1;
    for (lct_mask before = 0; left && left != before;) {
        before = left;
        for (unsigned i = 1; i < lct_m.thread_count; i++)
            if (left >> i & 1 && is_idle(i, idle)) {
                idle |= lct_bit(i);
                left &= (lct_mask)~lct_bit(i);
            }
    }
    return !left;
}

/* No thread but the first one has anything to do. */
static bool all_are_idle(const void *self) {
    (void)self;
    return are_idle((lct_m.free | lct_m.waiting) & (lct_mask)~lct_bit(0));
}

bool lct_thread_residents_rest(void) {
    lct_mask residents = 0;
    for (unsigned i = 1; i < lct_m.thread_count; i++)
        if (lct_m.threads[i].resident && lct_m.threads[i].life == LCT_ALIVE) residents |= lct_bit(i);
    return are_idle(residents);
}

bool lct_waits_for_join(const lct_thread *t, lct_waited *w) {
    if (t->ready != has_ended && t->ready != all_have_ended && t->ready != all_are_idle) return false;
    *w = (lct_waited){.what = "end"};
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        const lct_thread *other = &lct_m.threads[i];
        bool meant = t->ready == has_ended ? other == t->ready_argument : i && other != t;
        if (meant && other->life == LCT_ALIVE) w->has |= lct_bit(i);
    }
    return true;
}

static void joined(lct_thread *t) {
    t->joined = true;
    lct_order_ended((unsigned)(t - lct_m.threads));
    lct_m.watching = --lct_m.unjoined > 0;
}

void lct_thread_join(unsigned number, uintptr_t pc) {
    lct_thread *t = &lct_m.threads[number];
    lct_wait(LCT_JOIN, LCT_STEP_JOIN, (const void *)(uintptr_t)number, has_ended, t, pc);
    if (!t->joined) joined(t);
}

void lct_thread_join_all(bool idle, uintptr_t pc) {
    lct_wait(LCT_JOIN, LCT_STEP_JOIN, (const void *)(uintptr_t)LCT_JOIN_ALL, idle ? all_are_idle : all_have_ended, NULL,
             pc);
    for (unsigned i = 1; i < lct_m.thread_count; i++) {
        lct_thread *t = &lct_m.threads[i];
        if (t->life == LCT_ALIVE || (t->resident && t->life == LCT_FINISHED)) lct_order_ended(i);
        else if (t->life == LCT_FINISHED && !t->joined) joined(t);
    }
}
