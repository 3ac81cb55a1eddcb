/* Looking at an execution that is replayed: where its threads stand, for the command and for a debugger.
 *
 * A debugger does not see these threads, and the runtime may have no debugging information.  So it reads everything
 * from one variable of fixed layout, lct_debug, and stops at one function that does nothing, lct_debug_stop.  It writes
 * the place of the next stop into the same variable, because a query at each step would take a thousand times longer.
 * src/tester/driver/debugger.py is the other side.
 */
#include "target/explore/worker.h"

enum { EACH_STEP = 1, EACH_SWITCH = 2 };

/* All members are 64 bits wide. */
struct lct_debug {
    /* Written by the debugger. */
    uint64_t wanted; /* stop before this step; 0: none */
    uint64_t each;   /* stop before each step, or where the thread changes; 0: neither */
    /* Written here. */
    uint64_t step, steps, thread, previous; /* about to be taken, in all, its thread, and that of the step before */
    uint64_t in_thread;                     /* 0: the execution is over, or has not begun */
    const char *failure;                    /* NULL: none */
    uint64_t count;                         /* of the threads that there are */
    struct {
        uint64_t state; /* an lct_thread_state */
        const void *sp; /* see fiber.c; not of the one that runs */
        uint64_t pc, kind, address, size;
        const char *call; /* the operation it is in; NULL: none */
    } threads[LCT_THREADS];
};
_Static_assert(sizeof(struct lct_debug) == 8 * (9 + 7 * LCT_THREADS), "as debugger.py reads it");

extern struct lct_debug lct_debug __attribute__((visibility("hidden")));
struct lct_debug lct_debug LCT_STATE = {0};

void lct_debug_stop(void) __attribute__((visibility("hidden"), noinline));
void lct_debug_stop(void) { __asm__ volatile("" ::: "memory"); }

/* ---- where threads stand ---- */

static enum lct_thread_state state_of(unsigned thread) {
    const lct_thread *t = &lct_m.threads[thread];
    if (t->life != LCT_ALIVE) return LCT_THREAD_ENDED;
    if (lct_m.outcome == LCT_FAILED && thread == lct_m.current) return LCT_THREAD_FAILED;
    if (lct_m.outcome == LCT_COMPLETE) return LCT_THREAD_ENDED;
    return t->ready && !t->ready(t->ready_argument) ? LCT_THREAD_WAITS : LCT_THREAD_READY;
}

static const char *call_of(unsigned thread) {
    const lct_thread *t = &lct_m.threads[thread];
    return t->in_operation ? lct_r.names[t->call.name] : NULL;
}

void lct_send_threads(void) {
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        const lct_thread *t = &lct_m.threads[i];
        if (t->life == LCT_UNUSED) continue;
        uintptr_t frames[LCT_FRAMES], low = (uintptr_t)t->stack;
        size_t count = lct_callers(t->pending.pc, lct_fiber_frame(&t->fiber), low, low + lct_m.stack_size, frames);
        lct_send_thread(&(lct_thread_report){.thread = i,
                                             .state = state_of(i),
                                             .kind = t->pending.shown,
                                             .address = t->pending.address,
                                             .size = t->pending.size,
                                             .pc = t->pending.pc,
                                             .call = call_of(i),
                                             .frames = frames,
                                             .frame_count = t->pending.pc ? count : 0});
    }
}

/* ---- stopping ---- */

static void stop(void) {
    bool in_thread = lct_m.outcome == LCT_RUNNING;
    lct_debug.count = lct_m.thread_count;
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        const lct_thread *t = &lct_m.threads[i];
        bool failed = in_thread && lct_debug.failure && i == lct_m.current;
        lct_debug.threads[i].state = failed ? LCT_THREAD_FAILED : state_of(i);
        lct_debug.threads[i].sp = t->fiber.sp;
        lct_debug.threads[i].pc = t->pending.pc;
        lct_debug.threads[i].kind = t->pending.shown;
        lct_debug.threads[i].address = t->pending.address;
        lct_debug.threads[i].size = t->pending.size;
        lct_debug.threads[i].call = call_of(i);
    }
    lct_debug.step = (uint64_t)lct_m.depth;
    lct_debug.thread = lct_m.current;
    lct_debug.in_thread = in_thread;
    lct_debug_stop();
}

void lct_debug_begin(void) {
    const lct_control *control = lct_w.control;
    if (!control->config.debugged) return;
    for (uint32_t i = 0; i < control->schedule_length; i++) lct_debug.steps += !(control->schedule[i] & 0x80);
    lct_m.depth = 0;
    lct_m.thread_count = 0;
    stop();
}

void lct_debug_step_begins(void) {
    if (!lct_w.control->config.debugged) return;
    bool switched = lct_debug.previous != lct_m.current;
    if (lct_debug.wanted == (uint64_t)lct_m.depth || lct_debug.each == EACH_STEP ||
        (lct_debug.each == EACH_SWITCH && switched))
        stop();
    lct_debug.previous = lct_m.current;
}

void lct_debug_failure(const char *message) {
    if (!lct_w.control->config.debugged) return;
    lct_debug.failure = message;
    stop();
    lct_debug.failure = NULL;
}
