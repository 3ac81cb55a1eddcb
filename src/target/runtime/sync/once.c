/* Actions that are done once: pthread_once, std::call_once of libc++ (that of libstdc++ calls pthread_once), and static
 * variables of C++ functions that are initialized when first used.
 *
 * The first caller takes it like a lock and gives it back when it has done it.  A caller that finds it done has merely
 * looked.  If the function throws an exception, or ends the thread, the next caller tries again. */
#ifndef __EXCEPTIONS
#error "to be compiled with -fexceptions: exceptions pass through it"
#endif
#include <pthread.h>

#include "target/runtime/explorer.h"
#include "target/runtime/sync/sync.h"

/* As in glibc, so that a constructor's use of it counts. */
enum { NEW = 0, RUNNING = 1, DONE = 2 };

/* RUNNING | number << 2 while a thread is at it. */
static bool is_settled(const void *once) { return (*(const pthread_once_t *)once & 3) != RUNNING; }

static void check_once(const pthread_once_t *once, uintptr_t pc) {
    lct_object(once, sizeof *once, pc);
    if ((unsigned)*once >> 2 >= LCT_THREADS || (*once & 3) == 3)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)once, "pthread_once: the control was never initialized");
    if (*once == (RUNNING | (int)lct_me() << 2))
        lct_machine_fail(LCT_FAILS_DEADLOCK, pc, (uintptr_t)once,
                         "pthread_once: %s waits for itself: it is running the function", lct_thread_name(lct_me()));
}

typedef struct attempt {
    pthread_once_t *once;
    int after;
    uintptr_t pc;
} attempt;

static void finish(attempt *a) {
    lct_act(LCT_RELEASE, LCT_STEP_RELEASE, a->once, 1, a->pc);
    *a->once = a->after;
    lct_releases(a->once, 1);
    lct_trace_object(LCT_STEP_RELEASE, a->once, RUNNING, (uint64_t)a->after, a->pc, "pthread_once");
}

LCT_REPLACES int pthread_once(pthread_once_t *once, void (*function)(void)) {
    uintptr_t pc = LCT_CALLER;
    check_once(once, pc);
    lct_until(LCT_ACQUIRE, LCT_STEP_ACQUIRE, once, is_settled, once, pc);
    lct_object(once, sizeof *once, pc);
    lct_acquires(once, 1);
    if (*once == DONE) {
        lct_explorer.was_read();
        lct_trace_object(LCT_STEP_TRY_FAILED, once, DONE, DONE, pc, "pthread_once");
        return 0;
    }
    lct_trace_object(LCT_STEP_ACQUIRE, once, NEW, RUNNING, pc, "pthread_once");
    attempt a __attribute__((cleanup(finish))) = {once, NEW, pc};
    *once = RUNNING | (int)lct_me() << 2;
    function();
    a.after = DONE;
    return 0;
}

/* ---- libc++ ---- */

/* The compiled code looks for this before it calls. */
static const unsigned long CALLED = ~0ul;

static bool is_call_settled(const void *flag) {
    unsigned long state = *(const unsigned long *)flag;
    return state == CALLED || (state & 3) != RUNNING;
}

typedef struct call {
    unsigned long *flag, after;
    uintptr_t pc;
} call;

static void finish_call(call *c) {
    lct_act(LCT_RELEASE, LCT_STEP_RELEASE, c->flag, 1, c->pc);
    *c->flag = c->after;
    lct_releases(c->flag, sizeof *c->flag);
    lct_trace_object(LCT_STEP_RELEASE, c->flag, RUNNING, c->after, c->pc, "std::call_once");
}

void lct_libcxx_call_once(unsigned long *, void *,
                          void (*)(void *)) __asm__("_ZNSt3__111__call_onceERVmPvPFvS2_E") LCT_REPLACES;
void lct_libcxx_call_once(unsigned long *flag, void *argument, void (*function)(void *)) {
    uintptr_t pc = LCT_CALLER;
    lct_object(flag, sizeof *flag, pc);
    if (*flag == (RUNNING | (unsigned long)lct_me() << 2))
        lct_machine_fail(LCT_FAILS_DEADLOCK, pc, (uintptr_t)flag,
                         "std::call_once: %s waits for itself: it is running the function", lct_thread_name(lct_me()));
    lct_until(LCT_ACQUIRE, LCT_STEP_ACQUIRE, flag, is_call_settled, flag, pc);
    lct_object(flag, sizeof *flag, pc);
    lct_acquires(flag, sizeof *flag);
    if (*flag == CALLED) {
        lct_explorer.was_read();
        lct_trace_object(LCT_STEP_TRY_FAILED, flag, DONE, DONE, pc, "std::call_once");
        return;
    }
    lct_trace_object(LCT_STEP_ACQUIRE, flag, NEW, RUNNING, pc, "std::call_once");
    call c __attribute__((cleanup(finish_call))) = {flag, NEW, pc};
    *flag = RUNNING | (unsigned long)lct_me() << 2;
    function(argument);
    c.after = CALLED;
}

/* ---- static variables of functions ---- */

/* The compiled code reads the first byte: 1 when it is initialized.  The second one is ours: the number + 1 of the
 * thread that is at it. */
typedef struct guard {
    uint8_t done;
    uint8_t owner;
} guard;

int __cxa_guard_acquire(uint64_t *);
void __cxa_guard_release(uint64_t *);
void __cxa_guard_abort(uint64_t *);

static bool guard_is_settled(const void *g) { return !((const guard *)g)->owner; }

bool lct_waits_for_once(const lct_thread *t, lct_waited *w) {
    unsigned owner;
    if (t->ready == is_settled) owner = (unsigned)*(const pthread_once_t *)t->ready_argument >> 2;
    else if (t->ready == is_call_settled) owner = (unsigned)(*(const unsigned long *)t->ready_argument >> 2);
    else if (t->ready == guard_is_settled) owner = ((const guard *)t->ready_argument)->owner - 1u;
    else return false;
    *w = (lct_waited){.what = t->ready == is_settled        ? "pthread_once"
                              : t->ready == is_call_settled ? "std::call_once"
                                                            : "initialization of a static variable",
                      .object = (uintptr_t)t->ready_argument,
                      .has = lct_bit(owner % LCT_THREADS)};
    return true;
}

LCT_REPLACES int __cxa_guard_acquire(uint64_t *object) {
    static const char function[] = "static initialization";
    uintptr_t pc = LCT_CALLER;
    guard *g = (guard *)object;
    if (g->owner == lct_me() + 1)
        lct_machine_fail(LCT_FAILS_DEADLOCK, pc, (uintptr_t)g, "a static variable is used while %s initializes it",
                         lct_thread_name(lct_me()));
    lct_until(LCT_ACQUIRE, LCT_STEP_ACQUIRE, g, guard_is_settled, g, pc);
    lct_acquires(g, 1);
    if (g->done) {
        lct_explorer.was_read();
        lct_trace_object(LCT_STEP_TRY_FAILED, g, 1, 1, pc, function);
        return 0;
    }
    g->owner = (uint8_t)(lct_me() + 1);
    lct_trace_object(LCT_STEP_ACQUIRE, g, 0, 1, pc, function);
    return 1;
}

static void guard_give_back(guard *g, bool done, uintptr_t pc) {
    lct_act(LCT_RELEASE, LCT_STEP_RELEASE, g, 1, pc);
    g->owner = 0;
    g->done = done;
    lct_releases(g, 1);
    lct_trace_object(LCT_STEP_RELEASE, g, 0, done, pc, "static initialization");
}

LCT_REPLACES void __cxa_guard_release(uint64_t *object) { guard_give_back((guard *)object, true, LCT_CALLER); }
LCT_REPLACES void __cxa_guard_abort(uint64_t *object) { guard_give_back((guard *)object, false, LCT_CALLER); }
