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
#include "target/runtime/heap.h"
#include "target/runtime/retry.h"
#include "target/runtime/tls.h"
#include "target/runtime/versions.h"

lct_machine lct_m LCT_STATE = {0};

enum { PAGE = 4096 };

/* Stacks stand one after another, each above a page that must not be touched. */
static char *stack_of(unsigned thread) { return lct_m.stacks + thread * (lct_m.stack_size + PAGE) + PAGE; }

static int wants_code_on_stacks(struct dl_phdr_info *module, size_t size, void *context) {
    (void)size, (void)context;
    for (unsigned i = 0; i < module->dlpi_phnum; i++)
        if (module->dlpi_phdr[i].p_type == PT_GNU_STACK && module->dlpi_phdr[i].p_flags & PF_X) return 1;
    return 0;
}

void lct_machine_init(size_t stack_size, int32_t max_depth) {
    lct_m.stack_size = (stack_size + PAGE - 1) / PAGE * PAGE;
    lct_m.max_depth = max_depth;
    lct_m.fresh = -1;
    lct_m.snapshot_at = -1;
    lct_m.starter = -1;
    lct_m.path = lct_reserve((size_t)max_depth + 1);
    lct_m.choices = lct_reserve((size_t)max_depth + 1);
    lct_m.prints = lct_reserve(((size_t)max_depth + 1) * sizeof *lct_m.prints);
    lct_m.stacks = lct_reserve(LCT_THREADS * (lct_m.stack_size + PAGE));
    /* gcc puts a piece of code on the stack where the address of a nested function is taken. */
    int may = PROT_READ | PROT_WRITE | (dl_iterate_phdr(wants_code_on_stacks, NULL) ? PROT_EXEC : 0);
    for (unsigned i = 0; i < LCT_THREADS; i++) {
        lct_m.threads[i].stack = stack_of(i);
        if (may & PROT_EXEC) lct_protect(stack_of(i), lct_m.stack_size, may);
        lct_protect(stack_of(i) - PAGE, PAGE, PROT_NONE);
    }
    lct_retry_init();
}

/* ---- switching ---- */

void lct_become(unsigned next) {
    lct_m.current = (uint8_t)next;
    lct_m.stack_low = (uintptr_t)lct_m.threads[next].stack;
    lct_m.stack_high = lct_m.stack_low + lct_m.stack_size;
    lct_m.tls_low = (uintptr_t)lct_tls.low[next];
}

/* Goes away from a thread, and comes back when it is to go on. */
static inline void leave(lct_thread *t, const lct_fiber *to) {
    lct_fiber_switch(&t->fiber, to);
    while (__builtin_expect(lct_m.visit != NULL, false)) {
        lct_m.visit();
        lct_fiber_switch(&t->fiber, &lct_m.home);
    }
}

void lct_thread_visit(unsigned number, void (*visit)(void)) {
    assert(!lct_m.in_code && lct_m.threads[number].life == LCT_ALIVE);
    lct_m.visit = visit;
    lct_become(number);
    lct_fiber_switch(&lct_m.home, &lct_m.threads[number].fiber);
    lct_m.visit = NULL;
}

void lct_switch(unsigned next) {
    lct_thread *from = lct_self(), *to = &lct_m.threads[next];
    if (lct_m.swaps) {
        lct_tls_put_away(lct_m.current);
        lct_tls_get_out(next);
    }
    lct_become(next);
    leave(from, &to->fiber);
}

/* The frames that the thread pushes next have slots that are never written.  They must not hold remains of the
 * explorer's own calls, nor of another execution: equal states would differ by them. */
__attribute__((noinline)) void lct_sweep_stack(void) {
    char unused[LCT_SWEPT];
    memset(unused, 0, sizeof unused);
    __asm__ volatile("" : : "r"(unused) : "memory");
}

void lct_thread_fiber(lct_thread *t, void (*entry)(void *), void *argument) {
    if (lct_m.sweeps) memset(t->stack + lct_m.stack_size - LCT_SWEPT, 0, LCT_SWEPT);
    lct_fiber_make(&t->fiber, t->stack, lct_m.stack_size, entry, argument);
}

/* A snapshot is to be taken. */
static const lct_fiber *stop_for_snapshot(void) {
    lct_m.snapshot_at = -1;
    lct_m.snapshot_due = true;
    if (lct_m.swaps) lct_tls_put_away(lct_m.current);
    return &lct_m.home;
}

/* The thread that runs from now on; NULL: the current thread.  Not inlined: values in registers here are not kept on
 * the stack. */
__attribute__((noinline)) static const lct_fiber *next_to_run(void) {
    unsigned next;
    if (lct_m.depth == lct_m.snapshot_at) return stop_for_snapshot();
    if (LCT_LIKELY(lct_m.depth < lct_m.fresh)) {
        next = lct_m.path[lct_m.depth];
        if (lct_m.prints[lct_m.depth] != lct_print_of(&lct_m.threads[next].pending))
            lct_diverged((uint32_t)lct_m.depth);
        lct_m.depth++;
    } else next = lct_explorer.choose_thread();
    if (next == lct_m.current) return NULL;
    if (lct_m.swaps) {
        lct_tls_put_away(lct_m.current);
        lct_tls_get_out(next);
    }
    lct_become(next);
    return &lct_m.threads[next].fiber;
}

/* All threads leave from the same place, whether a snapshot is taken or another thread runs: a state must not depend on
 * the thread that came to it last.  After a snapshot, and whenever that is loaded, the next thread is chosen. */
static void wait_for_turn(void) {
    lct_thread *t = lct_self();
    do {
        const lct_fiber *to = next_to_run();
        if (!to) return;
        lct_m.decides = false;
        leave(t, to);
    } while (lct_m.decides);
}

/* The stack is swept when the thread goes on, not when it leaves: a snapshot may have been loaded meanwhile, and that
 * puts back only the part in use. */
void lct_take_turn(void) {
    if (lct_m.starter >= 0) {
        unsigned starter = (unsigned)lct_m.starter;
        lct_m.starter = -1;
        lct_switch(starter);
    } else wait_for_turn();
    lct_sweep();
}

__attribute__((noinline)) static void begin_call(void) {
    lct_explorer.call_begins(lct_m.current);
    lct_sweep();
}

/* After it: the step begins. */
static inline void begin_step(const lct_thread *t) {
    if (__builtin_expect(lct_m.tracing, false)) lct_explorer.step_begins();
    if (t->call_pending) begin_call();
}

/* A thread that has not stood before a step at `pc` since its last effect has gone round no loop.  Most never have, and
 * to look through its steps takes longer. */
static inline bool is_revisited(lct_thread *t, uintptr_t pc) {
    uint64_t bit = (uint64_t)1 << (pc * 0x9e3779b97f4a7c15u >> 58);
    bool again = t->places & bit;
    t->places |= bit;
    return again;
}

/* The only thread takes no steps, unless it does one thing after another that changes nothing, such as reading, or
 * trying to take a lock: if it waits, there is no thread that could do the awaited action, and that is found and
 * reported as for other threads.  A thread that has much to read gets past it.
 *
 * Whether something that can write did is known afterwards: a step that did not counts as a read
 * (lct_explorer.was_read). */
static bool is_in_vain(lct_access access) {
    enum { MANY = 10000, STEPS = 1000 };
    lct_thread *t = lct_self();
    if (t->wrote_alone && !t->reading) lct_m.alone_reads = 0;
    t->wrote_alone = access != LCT_READ && access != LCT_LOCAL;
    if (lct_m.alone_reads <= MANY + STEPS) lct_m.alone_reads++;
    bool steps = lct_m.alone_reads > MANY && lct_m.alone_reads <= MANY + STEPS;
    if (steps ? lct_m.alone_reads == MANY + 1 : t->wrote_alone) t->reading = false;
    return steps;
}

/* A loop that reads one place a limited number of times, and then gives up: `for (n = 0; n < 10000 && !ready; n++)`.
 * Each round differs from another one by the counter alone, so no state comes back, and a change by another thread may
 * come in the midst of any of them: as many executions as there are rounds, each with as many steps.
 *
 * When so many steps in a row, at one place of the program, have read one value there, the thread goes on without a
 * turn of its own as long as it does the same: no other thread comes in between.  Each of these executions exists.
 * Executions in which another thread comes between later rounds are left out; they differ from the explored ones by
 * the number of rounds, which matters only to code that uses the counter after the loop.  So the verdict states that
 * there were such rounds.
 *
 * It depends on nothing but the thread's own steps, so that reduction and replays take the rounds together in the same
 * way: all of them are one step that reads.  A loop without a counter waits, and is recognized before (retry.h). */
enum {
    ROUNDS = 10,
    ROUNDS_MOST = 1 << 16, /* without interruption; a loop that has more is no counted one */
    ROUNDS_ENDLESS = ROUNDS + 1
};

/* A thread's `rounds` are a part of its state, so they stay as they are where rounds are not counted, and in an endless
 * loop: otherwise no state would come back. */
static bool merges_round(lct_thread *t, lct_access access, uintptr_t address, uint32_t size, uintptr_t pc) {
    static uint32_t uninterrupted LCT_STATE = 0;
    const lct_step *last = &t->pending;
    uint64_t value = 0;
    if (!lct_m.merges || lct_m.weak || !lct_m.watching) return false;
    bool again = t->reading && access == LCT_READ && last->access == LCT_READ && last->pc == pc &&
                 last->address == address && last->size == size && size <= sizeof value;
    if (again) memcpy(&value, (const void *)address, size);
    if (!again || !t->rounds || value != t->seen) {
        t->rounds = again;
        t->seen = value;
        return false;
    }
    if (t->rounds < ROUNDS) {
        t->rounds++;
        uninterrupted = 0;
        return false;
    }
    if (t->rounds == ROUNDS_ENDLESS) return false;
    if (++uninterrupted > ROUNDS_MOST) {
        t->rounds = ROUNDS_ENDLESS;
        return false;
    }
    lct_m.merged = true;
    return true;
}

/* Under weak memory: does the thread write a block of its own, of which no other thread has read what it wrote there
 * unless that happened before?  Then the store is no effect: see retry.h. */
static bool is_own_store(lct_access access, uint8_t shown, uintptr_t address, uint32_t size, uintptr_t pc) {
    return lct_m.weak && access == LCT_WRITE && shown == LCT_STEP_STORE && lct_m.retry && lct_heap_is_own(address) &&
           lct_versions_fit(address, size) && !lct_explorer.is_promoted(pc | LCT_SEEN_STORE);
}

/* The first step of a thread that is tried out, and the others. */
static void try_first(lct_access access, bool own, uintptr_t address, uint32_t size) {
    if (own) lct_retry_own_store(address, size);
    else lct_retry_step(access, address, size);
}

static void try_step(lct_access access, bool own, uintptr_t address, uint32_t size, uintptr_t pc, bool noted) {
    lct_retry_point(own ? LCT_LOCAL : access, address, size, pc, noted);
    if (own) lct_retry_own_store(address, size);
}

/* The arguments of the entry point that decide, besides memory, what such a step does. */
static unsigned arguments_of(uint8_t shown) {
    switch (shown) {
    case LCT_STEP_READ:
    case LCT_STEP_WRITE:
    case LCT_STEP_LOAD: return 1;
    case LCT_STEP_CAS:
    case LCT_STEP_CAS_FAILED: return 3;
    default: return shown < LCT_STEP_CAS ? 2 : 0;
    }
}

void lct_point(lct_access access, uint8_t shown, uintptr_t address, uint32_t size, bool atomic, uintptr_t pc) {
    bool noted = lct_user.noted;
    lct_user.noted = 0;
    if (noted) lct_retry_keep_arguments(arguments_of(shown));
    lct_settle();
    bool own = is_own_store(access, shown, address, size, pc);
    if (lct_m.speculating) {
        try_step(access, own, address, size, pc, noted);
        return;
    }
    if (lct_m.frozen || (!lct_m.watching && !is_in_vain(access))) return;
    lct_thread *t = lct_self();
    if (merges_round(t, access, address, size, pc)) return;
    t->pending = (lct_step){.address = address,
                            .pc = pc,
                            .size = size,
                            .access = (uint8_t)(lct_m.watching || access == LCT_LOCAL ? access : LCT_READ),
                            .shown = shown,
                            .atomic = atomic,
                            .sp = noted ? (uint32_t)lct_user.sp : 0};
    if (!t->reading) {
        t->reading = true;
        if (~t->places) t->places = 0;
        is_revisited(t, pc);
        if (lct_user.wanted) {
            lct_retry_begin(pc);
            if (lct_m.speculating) {
                try_first(access, own, address, size);
                return;
            }
        }
    } else if ((is_revisited(t, pc) || lct_m.weak) && lct_m.retry && access != LCT_LOCAL && noted >= lct_user.wanted) {
        if (lct_is_prefix()) {
            if (lct_m.weak && lct_user.wanted) lct_retry_came_round(pc); /* the next visit is compared with this one */
        } else if (!lct_explorer.reads_again(pc)) {
            try_first(access, own, address, size);
            return;
        }
    }
    lct_take_turn();
    begin_step(t);
    t->own_store = own;
    if (own) lct_retry_writes(address, size);
    else if (access != LCT_READ && access != LCT_LOCAL) t->reading = false;
}

void lct_wait(lct_access access, uint8_t shown, const void *object, lct_ready ready, const void *argument,
              uintptr_t pc) {
    lct_user.noted = 0;
    lct_settle();
    if (lct_m.speculating) lct_retry_abandon();
    if (!lct_m.watching && ready(argument)) return;
    if (lct_m.frozen) {
        if (ready(argument)) return;
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)object,
                         "a wait inside lince_atomic_begin and lince_atomic_end");
    }
    lct_thread *t = lct_self();
    lct_mask bit = lct_bit(lct_m.current);
    t->pending = (lct_step){
        .address = (uintptr_t)object, .pc = pc, .size = 1, .access = (uint8_t)access, .shown = shown, .atomic = true};
    t->ready = ready;
    t->ready_argument = argument;
    lct_m.free &= (lct_mask)~bit;
    lct_m.waiting |= bit;
    lct_take_turn();
    t->ready = NULL;
    t->reading = false;
    if (access == LCT_LOCAL) t->places = UINT64_MAX; /* no effect either: its earlier reads still count */
    lct_m.free |= bit;
    lct_m.waiting &= (lct_mask)~bit;
    begin_step(t);
}

unsigned lct_choose(unsigned n, uintptr_t pc) {
    lct_settle();
    if (lct_m.speculating) lct_retry_abandon();
    if (n < 2) return 0;
    if (n > 127) lct_machine_fail(LCT_FAILS_LIMIT, pc, 0, "a choice among %u; there can be 127", n);
    lct_thread *t = lct_self();
    t->pending = (lct_step){.pc = pc, .shown = LCT_STEP_CHOICE, .atomic = true, .values = (uint8_t)n};
    lct_take_turn();
    begin_step(t);
    t->reading = false;
    t->places = UINT64_MAX; /* no effect either, see lct_wait */
    unsigned value = lct_m.choices[lct_m.depth - 1];
    if (lct_m.tracing) lct_trace(LCT_STEP_CHOICE, 0, 0, n, value, pc, "");
    return value;
}

bool lct_choose_to_fail(void) {
    lct_settle();
    if (!lct_m.in_code || !lct_m.watching || lct_m.frozen || lct_m.speculating) return false;
    lct_thread *t = lct_self();
    lct_user_state noted = lct_user; /* for the access; other threads run meanwhile */
    t->pending = (lct_step){.shown = LCT_STEP_CHOICE, .atomic = true, .values = 2};
    lct_take_turn();
    begin_step(t);
    noted.wanted = lct_user.wanted;
    lct_user = noted;
    return lct_m.choices[lct_m.depth - 1];
}

/* ---- executions ---- */

static void first_main(void *unused) {
    (void)unused;
    lct_m.body();
    lct_thread_exit(NULL);
}

void lct_thread_clear(lct_thread *t) {
    t->life = LCT_UNUSED;
    t->in_operation = t->call_pending = t->detached = t->joined = t->awaited = t->reading = t->tried = false;
    t->helper = t->resident = false;
    t->wrote_alone = t->own_store = false;
    t->rounds = 0;
    t->made_at = 0;
    t->places = 0;
    t->ready = NULL;
}

/* Lets the current thread go on, until the execution is over. */
static void run_on(void) {
    int saved = errno; /* the explorer shares it with the first thread */
    lct_m.epoch++;
    lct_m.outcome = LCT_RUNNING;
    if (lct_m.swaps) lct_tls_get_out(lct_m.current);
    for (;;) {
        lct_m.snapshot_due = false;
        lct_m.in_code = lct_m.decides = true;
        lct_fiber_switch(&lct_m.home, &lct_self()->fiber);
        lct_m.in_code = false;
        if (!lct_m.snapshot_due) break;
        lct_explorer.take_snapshot();
    }
    lct_m.watching = false;
    errno = saved;
}

void lct_machine_resume(void) { run_on(); }

void lct_machine_run(void (*body)(void)) {
    for (unsigned i = 0; i < lct_m.thread_count; i++) lct_thread_clear(&lct_m.threads[i]);
    lct_m.depth = 0;
    lct_m.thread_count = 1;
    lct_m.unjoined = 0;
    lct_m.alone_reads = 0;
    lct_m.setting_up = false;
    lct_m.looks = 0;
    lct_m.frozen = 0;
    lct_m.starter = -1;
    lct_m.watching = false;
    lct_m.free = 1;
    lct_m.waiting = 0;
    lct_m.body = body;
    lct_calls_begin();
    lct_thread *first = &lct_m.threads[0];
    lct_calls_thread(first, 0);
    lct_tls_thread(0);
    first->life = LCT_ALIVE;
    lct_thread_fiber(first, first_main, NULL);
    lct_become(0);
    run_on();
}

void lct_stop(enum lct_execution_outcome outcome) {
    lct_settle();
    lct_m.outcome = (uint8_t)outcome;
    lct_m.in_code = false;
    leave(lct_self(), &lct_m.home); /* it never goes on, but where it stands can be looked at */
    __builtin_trap(); /* the call is not the last thing in here, or a look at the stack would find the next function */
}

void lct_machine_fail(int kind, uintptr_t pc, uintptr_t address, const char *format, ...) {
    lct_settle();
    if (lct_m.speculating) lct_retry_abandon();
    char message[512];
    bool inside = lct_m.in_code;
    if (inside && lct_is_allowed(kind)) lct_stop(LCT_ALLOWED);
    lct_m.in_code = false;
    lct_m.watching = false;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (lct_explorer.report_failure) lct_explorer.report_failure(kind, pc, address, message);
    else fprintf(stderr, "lince: %s\n", message); /* before main */
    if (!inside) _exit(70);
    lct_stop(LCT_FAILED);
}

void lct_diverged(uint32_t step) {
    lct_machine_fail(
        LCT_FAILS_NONDETERMINISM, lct_self()->pending.pc, 0,
        "step %u differs from that of an earlier run of the same schedule: the test depends on something that is not "
        "restored between executions, such as real time, addresses or the state of a library",
        step + 1);
}

void lct_trace_fence(int order, uintptr_t pc) {
    if (!lct_m.tracing || !lct_m.in_code) return;
    lct_m.traced_order = (uint8_t)((order & 7) + 1);
    lct_trace(LCT_STEP_FENCE, 0, 0, 0, 0, pc, "");
}

void lct_trace(uint8_t shown, uintptr_t address, uint32_t size, uint64_t before, uint64_t after, uintptr_t pc,
               const char *text) {
    if (lct_m.tracing) lct_explorer.trace_step(shown, address, size, before, after, pc, text);
}
