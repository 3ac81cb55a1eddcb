/* Looking at an execution that is replayed: where its threads stand, for the command and for a debugger.
 *
 * A debugger does not know of our threads, and the runtime may have no debugging information.  So it is told what it
 * needs by one variable of fixed layout, lc_debug, and stops at one function that does nothing, lc_debug_stop.  It says
 * in the same variable where it wants to stop next, because it would take a thousand times longer to ask it each time.
 * src/tester/driver/debugger.py is the other side.
 */
#include "target/explore/worker.h"

enum { EACH_STEP = 1, EACH_SWITCH = 2 };

/* All members are 64 bits wide. */
struct lc_debug {
    /* Written by the debugger. */
    uint64_t wanted; /* stop before this step; 0: none */
    uint64_t each;   /* stop before each step, or where the thread changes; 0: neither */
    /* Written here. */
    uint64_t step, steps, thread, previous; /* about to be taken, in all, by whom, and who took the one before it */
    uint64_t in_thread;                     /* 0: the execution is over, or has not begun */
    const char *failure;                    /* NULL: none */
    struct {
        uint64_t state; /* an lc_thread_state */
        const void *sp; /* see fiber.c; not of the one that runs */
        uint64_t pc, kind, address, size;
        const char *call; /* the operation it is in; NULL: none */
    } threads[LC_THREADS];
    uint64_t count;
};
_Static_assert(sizeof(struct lc_debug) == 8 * (8 + 7 * LC_THREADS + 1), "as debugger.py reads it");

extern struct lc_debug lc_debug __attribute__((visibility("hidden")));
struct lc_debug lc_debug LC_STATE = {0};

void lc_debug_stop(void) __attribute__((visibility("hidden"), noinline));
void lc_debug_stop(void) { __asm__ volatile("" ::: "memory"); }

/* ---- where threads stand ---- */

static enum lc_thread_state state_of(unsigned thread) {
    const lc_thread *t = &lc_m.threads[thread];
    if (t->life != LC_ALIVE) return LC_THREAD_ENDED;
    if (lc_m.outcome == LC_FAILED && thread == lc_m.current) return LC_THREAD_FAILED;
    if (lc_m.outcome == LC_COMPLETE) return LC_THREAD_ENDED;
    return t->ready && !t->ready(t->ready_argument) ? LC_THREAD_WAITS : LC_THREAD_READY;
}

static const char *call_of(unsigned thread) {
    const lc_thread *t = &lc_m.threads[thread];
    return t->in_operation ? lc_r.names[t->call.name] : NULL;
}

void lc_say_threads(void) {
    for (unsigned i = 0; i < lc_m.thread_count; i++) {
        const lc_thread *t = &lc_m.threads[i];
        if (t->life == LC_UNUSED) continue;
        uintptr_t frames[LC_FRAMES], low = (uintptr_t)t->stack;
        size_t count = lc_callers(t->pending.pc, lc_fiber_frame(&t->fiber), low, low + lc_m.stack_size, frames);
        lc_say_thread(&(lc_thread_report){.thread = i,
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
    bool in_thread = lc_m.outcome == LC_RUNNING;
    lc_debug.count = lc_m.thread_count;
    for (unsigned i = 0; i < lc_m.thread_count; i++) {
        const lc_thread *t = &lc_m.threads[i];
        bool failed = in_thread && lc_debug.failure && i == lc_m.current;
        lc_debug.threads[i].state = failed ? LC_THREAD_FAILED : state_of(i);
        lc_debug.threads[i].sp = t->fiber.sp;
        lc_debug.threads[i].pc = t->pending.pc;
        lc_debug.threads[i].kind = t->pending.shown;
        lc_debug.threads[i].address = t->pending.address;
        lc_debug.threads[i].size = t->pending.size;
        lc_debug.threads[i].call = call_of(i);
    }
    lc_debug.step = (uint64_t)lc_m.depth;
    lc_debug.thread = lc_m.current;
    lc_debug.in_thread = in_thread;
    lc_debug_stop();
}

void lc_debug_begin(void) {
    const lc_control *control = lc_w.control;
    if (!control->config.debugged) return;
    for (uint32_t i = 0; i < control->schedule_length; i++) lc_debug.steps += !(control->schedule[i] & 0x80);
    lc_m.depth = 0;
    lc_m.thread_count = 0;
    stop();
}

void lc_debug_step_begins(void) {
    if (!lc_w.control->config.debugged) return;
    bool switched = lc_debug.previous != lc_m.current;
    if (lc_debug.wanted == (uint64_t)lc_m.depth || lc_debug.each == EACH_STEP ||
        (lc_debug.each == EACH_SWITCH && switched))
        stop();
    lc_debug.previous = lc_m.current;
}

void lc_debug_failure(const char *message) {
    if (!lc_w.control->config.debugged) return;
    lc_debug.failure = message;
    stop();
    lc_debug.failure = NULL;
}
