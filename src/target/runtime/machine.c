#define _GNU_SOURCE
#include "target/runtime/machine.h"

#include <errno.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/explorer.h"
#include "target/runtime/retry.h"
#include "target/runtime/tls.h"

lc_machine lc_m LC_STATE = {0};
lc_explorer_calls lc_explorer LC_STATE = {0};

void lc_explorer_install(const lc_explorer_calls *calls) { lc_explorer = *calls; }

enum { PAGE = 4096 };

/* Stacks stand one after another, each above a page that must not be touched. */
static char *stack_of(unsigned thread) { return lc_m.stacks + thread * (lc_m.stack_size + PAGE) + PAGE; }

static int wants_code_on_stacks(struct dl_phdr_info *module, size_t size, void *context) {
    (void)size, (void)context;
    for (unsigned i = 0; i < module->dlpi_phnum; i++)
        if (module->dlpi_phdr[i].p_type == PT_GNU_STACK && module->dlpi_phdr[i].p_flags & PF_X) return 1;
    return 0;
}

void lc_machine_init(size_t stack_size, int32_t max_depth) {
    lc_m.stack_size = (stack_size + PAGE - 1) / PAGE * PAGE;
    lc_m.max_depth = max_depth;
    lc_m.fresh = -1;
    lc_m.snapshot_at = -1;
    lc_m.starter = -1;
    lc_m.path = lc_reserve((size_t)max_depth + 1);
    lc_m.choices = lc_reserve((size_t)max_depth + 1);
    lc_m.prints = lc_reserve(((size_t)max_depth + 1) * sizeof *lc_m.prints);
    lc_m.stacks = lc_reserve(LC_THREADS * (lc_m.stack_size + PAGE));
    /* gcc puts a piece of code on the stack where the address of a nested function is taken. */
    int may = PROT_READ | PROT_WRITE | (dl_iterate_phdr(wants_code_on_stacks, NULL) ? PROT_EXEC : 0);
    for (unsigned i = 0; i < LC_THREADS; i++) {
        lc_m.threads[i].stack = stack_of(i);
        if (may & PROT_EXEC) lc_protect(stack_of(i), lc_m.stack_size, may);
        lc_protect(stack_of(i) - PAGE, PAGE, PROT_NONE);
    }
    lc_retry_init();
}

/* ---- switching ---- */

void lc_become(unsigned next) {
    lc_m.current = (uint8_t)next;
    lc_m.stack_low = (uintptr_t)lc_m.threads[next].stack;
    lc_m.stack_high = lc_m.stack_low + lc_m.stack_size;
    lc_m.own_low = (uintptr_t)lc_own.low[next];
}

/* Goes away from a thread, and comes back when it is to go on. */
static inline void leave(lc_thread *t, const lc_fiber *to) {
    lc_fiber_switch(&t->fiber, to);
    while (__builtin_expect(lc_m.visit != NULL, false)) {
        lc_m.visit();
        lc_fiber_switch(&t->fiber, &lc_m.home);
    }
}

void lc_thread_visit(unsigned number, void (*visit)(void)) {
    assert(!lc_m.in_code && lc_m.threads[number].life == LC_ALIVE);
    lc_m.visit = visit;
    lc_become(number);
    lc_fiber_switch(&lc_m.home, &lc_m.threads[number].fiber);
    lc_m.visit = NULL;
}

void lc_switch(unsigned next) {
    lc_thread *from = lc_self(), *to = &lc_m.threads[next];
    if (lc_m.swaps) {
        lc_own_put_away(lc_m.current);
        lc_own_get_out(next);
    }
    lc_become(next);
    leave(from, &to->fiber);
}

/* The frames that the thread pushes next have slots that are never written.  They must not hold remains of the
 * explorer's own calls, nor of another execution: equal states would differ by them. */
__attribute__((noinline)) void lc_sweep_stack(void) {
    char unused[LC_SWEPT];
    memset(unused, 0, sizeof unused);
    __asm__ volatile("" : : "r"(unused) : "memory");
}

void lc_thread_fiber(lc_thread *t, void (*entry)(void *), void *argument) {
    if (lc_m.sweeps) memset(t->stack + lc_m.stack_size - LC_SWEPT, 0, LC_SWEPT);
    lc_fiber_make(&t->fiber, t->stack, lc_m.stack_size, entry, argument);
}

/* A snapshot is to be taken. */
static const lc_fiber *stand_still(void) {
    lc_m.snapshot_at = -1;
    lc_m.asks_snapshot = true;
    if (lc_m.swaps) lc_own_put_away(lc_m.current);
    return &lc_m.home;
}

/* Who runs from now on; NULL: the current thread.  Not inlined: what is in registers here is not kept on the stack. */
__attribute__((noinline)) static const lc_fiber *next_to_run(void) {
    unsigned next;
    if (lc_m.depth == lc_m.snapshot_at) return stand_still();
    if (LC_LIKELY(lc_m.depth < lc_m.fresh)) {
        next = lc_m.path[lc_m.depth];
        if (lc_m.prints[lc_m.depth] != lc_print_of(&lc_m.threads[next].pending)) lc_diverged((uint32_t)lc_m.depth);
        lc_m.depth++;
    } else next = lc_explorer.choose_thread();
    if (next == lc_m.current) return NULL;
    if (lc_m.swaps) {
        lc_own_put_away(lc_m.current);
        lc_own_get_out(next);
    }
    lc_become(next);
    return &lc_m.threads[next].fiber;
}

/* All threads leave from the same place, whether a snapshot is taken or another thread runs: a state must not depend on
 * the thread that came to it last.  After a snapshot, and whenever that is loaded, the next thread is chosen. */
static void wait_for_turn(void) {
    lc_thread *t = lc_self();
    do {
        const lc_fiber *to = next_to_run();
        if (!to) return;
        lc_m.decides = false;
        leave(t, to);
    } while (lc_m.decides);
}

/* The stack is swept when the thread goes on, not when it leaves: a snapshot may have been loaded meanwhile, and that
 * puts back only what is in use. */
void lc_take_turn(void) {
    if (lc_m.starter >= 0) {
        unsigned starter = (unsigned)lc_m.starter;
        lc_m.starter = -1;
        lc_switch(starter);
    } else wait_for_turn();
    lc_sweep();
}

/* After it: the step begins. */
static void begin_step(lc_thread *t) {
    if (lc_m.tracing) lc_explorer.step_begins();
    if (t->call_pending) lc_explorer.call_begins(lc_m.current);
}

/* A thread that has not stood before a step at `pc` since its last effect has gone round no loop.  Most never have, and
 * to look through its steps takes longer. */
static inline bool comes_again(lc_thread *t, uintptr_t pc) {
    uint64_t bit = (uint64_t)1 << (pc * 0x9e3779b97f4a7c15u >> 58);
    bool again = t->places & bit;
    t->places |= bit;
    return again;
}

/* The only thread takes no steps, unless it does one thing after another that changes nothing, such as reading, or
 * trying to take a lock: if it waits, nobody is there who could do what it waits for, and that is found out and told as
 * of other threads.  A thread that has much to read gets past it.
 *
 * Whether something that can write did is known afterwards: what did not was read (lc_explorer.was_read). */
static bool is_in_vain(lc_access access) {
    enum { MANY = 10000, STEPS = 1000 };
    lc_thread *t = lc_self();
    if (t->wrote_alone && !t->reading) lc_m.alone_reads = 0;
    t->wrote_alone = access != LC_READ && access != LC_LOCAL;
    if (lc_m.alone_reads <= MANY + STEPS) lc_m.alone_reads++;
    bool steps = lc_m.alone_reads > MANY && lc_m.alone_reads <= MANY + STEPS;
    if (steps ? lc_m.alone_reads == MANY + 1 : t->wrote_alone) t->reading = false;
    return steps;
}

void lc_point(lc_access access, uint8_t shown, uintptr_t address, uint32_t size, bool atomic, uintptr_t pc) {
    bool noted = lc_user.noted;
    lc_user.noted = 0;
    if (lc_m.speculating) {
        lc_retry_point(access, address, size, pc, noted);
        return;
    }
    if (lc_m.frozen || (!lc_m.watching && !is_in_vain(access))) return;
    lc_thread *t = lc_self();
    t->pending = (lc_step){.address = address,
                           .pc = pc,
                           .size = size,
                           .access = (uint8_t)(lc_m.watching || access == LC_LOCAL ? access : LC_READ),
                           .shown = shown,
                           .atomic = atomic,
                           .sp = noted ? (uint32_t)lc_user.sp : 0};
    if (!t->reading) {
        t->reading = true;
        if (~t->places) t->places = 0;
        comes_again(t, pc);
        if (lc_user.wanted) {
            lc_retry_begin(pc);
            if (lc_m.speculating) {
                lc_retry_step(access, address, size);
                return;
            }
        }
    } else if (comes_again(t, pc) && lc_m.retry && access != LC_LOCAL && noted >= lc_user.wanted && !lc_known() &&
               !lc_explorer.reads_again(pc)) {
        lc_retry_step(access, address, size);
        return;
    }
    lc_take_turn();
    begin_step(t);
    if (access != LC_READ && access != LC_LOCAL) t->reading = false;
}

void lc_wait(lc_access access, uint8_t shown, const void *object, lc_ready ready, const void *argument, uintptr_t pc) {
    lc_user.noted = 0;
    if (lc_m.speculating) lc_retry_abandon();
    if (!lc_m.watching && ready(argument)) return;
    if (lc_m.frozen) {
        if (ready(argument)) return;
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)object,
                        "a wait inside lince_atomic_begin and lince_atomic_end");
    }
    lc_thread *t = lc_self();
    lc_mask bit = (lc_mask)(1u << lc_m.current);
    t->pending = (lc_step){
        .address = (uintptr_t)object, .pc = pc, .size = 1, .access = (uint8_t)access, .shown = shown, .atomic = true};
    t->ready = ready;
    t->ready_argument = argument;
    lc_m.free &= (lc_mask)~bit;
    lc_m.waiting |= bit;
    lc_take_turn();
    t->ready = NULL;
    t->reading = false;
    if (access == LC_LOCAL) t->places = UINT64_MAX; /* no effect either: what it read before still counts */
    lc_m.free |= bit;
    lc_m.waiting &= (lc_mask)~bit;
    begin_step(t);
}

unsigned lc_choose(unsigned n, uintptr_t pc) {
    if (lc_m.speculating) lc_retry_abandon();
    if (n < 2) return 0;
    if (n > 127) lc_machine_fail(LC_FAILS_LIMIT, pc, 0, "a choice among %u; there can be 127", n);
    lc_thread *t = lc_self();
    t->pending = (lc_step){.pc = pc, .shown = LC_STEP_CHOICE, .atomic = true, .values = (uint8_t)n};
    lc_take_turn();
    begin_step(t);
    t->reading = false;
    t->places = UINT64_MAX; /* no effect either, see lc_wait */
    unsigned value = lc_m.choices[lc_m.depth - 1];
    if (lc_m.tracing) lc_tell(LC_STEP_CHOICE, 0, 0, n, value, pc, "");
    return value;
}

/* ---- executions ---- */

static void first_main(void *unused) {
    (void)unused;
    lc_m.body();
    lc_thread_exit(NULL);
}

void lc_thread_clear(lc_thread *t) {
    t->life = LC_UNUSED;
    t->in_operation = t->call_pending = t->detached = t->joined = t->awaited = t->reading = t->tried = false;
    t->helper = t->resident = false;
    t->wrote_alone = false;
    t->made_at = 0;
    t->places = 0;
    t->ready = NULL;
}

/* Lets the current thread go on, until the execution is over. */
static void run_on(void) {
    int saved = errno; /* the explorer shares it with the first thread */
    lc_m.epoch++;
    lc_m.outcome = LC_RUNNING;
    if (lc_m.swaps) lc_own_get_out(lc_m.current);
    for (;;) {
        lc_m.asks_snapshot = false;
        lc_m.in_code = lc_m.decides = true;
        lc_fiber_switch(&lc_m.home, &lc_self()->fiber);
        lc_m.in_code = false;
        if (!lc_m.asks_snapshot) break;
        lc_explorer.take_snapshot();
    }
    lc_m.watching = false;
    errno = saved;
}

void lc_machine_resume(void) { run_on(); }

void lc_machine_run(void (*body)(void)) {
    for (unsigned i = 0; i < lc_m.thread_count; i++) lc_thread_clear(&lc_m.threads[i]);
    lc_m.depth = 0;
    lc_m.thread_count = 1;
    lc_m.unjoined = 0;
    lc_m.alone_reads = 0;
    lc_m.setting_up = false;
    lc_m.looks = 0;
    lc_m.frozen = 0;
    lc_m.starter = -1;
    lc_m.watching = false;
    lc_m.free = 1;
    lc_m.waiting = 0;
    lc_m.body = body;
    lc_calls_begin();
    lc_thread *first = &lc_m.threads[0];
    lc_calls_thread(first, 0);
    lc_own_thread(0);
    first->life = LC_ALIVE;
    lc_thread_fiber(first, first_main, NULL);
    lc_become(0);
    run_on();
}

void lc_stop(enum lc_execution_outcome outcome) {
    lc_m.outcome = (uint8_t)outcome;
    lc_m.in_code = false;
    leave(lc_self(), &lc_m.home); /* it never goes on, but where it stands can be looked at */
    __builtin_trap();             /* and the call is not the last thing in here, or whoever looks would take it for the
                                     next function */
}

void lc_machine_fail(int kind, uintptr_t pc, uintptr_t address, const char *format, ...) {
    if (lc_m.speculating) lc_retry_abandon();
    char message[512];
    bool inside = lc_m.in_code;
    if (inside && lc_is_allowed(kind)) lc_stop(LC_ALLOWED);
    lc_m.in_code = false;
    lc_m.watching = false;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (lc_explorer.report_failure) lc_explorer.report_failure(kind, pc, address, message);
    else fprintf(stderr, "lince: %s\n", message); /* before main */
    if (!inside) _exit(70);
    lc_stop(LC_FAILED);
}

void lc_diverged(uint32_t step) {
    lc_machine_fail(
        LC_FAILS_NONDETERMINISM, lc_self()->pending.pc, 0,
        "step %u is not what it was when the same schedule was run before: the test depends on something that is not "
        "restored between executions, such as real time, addresses or the state of a library",
        step + 1);
}

void lc_tell(uint8_t shown, uintptr_t address, uint32_t size, uint64_t before, uint64_t after, uintptr_t pc,
             const char *text) {
    if (lc_m.tracing) lc_explorer.trace_step(shown, address, size, before, after, pc, text);
}
