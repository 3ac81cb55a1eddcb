/* The explorer, as the runtime sees it: every call from the runtime to the strategies is one of this table.
 *
 * The explorer calls the runtime like any library.  The other direction is these functions alone, so that a unit test
 * of the memory or of the locks can take the explorer's place, and so that this page lists everything that the runtime
 * needs of it; tests/symbols compares both directions with the symbols of the objects.  A call reads one address
 * more than a direct call does, and no pointer to a table.
 *
 * Most functions are called only while an execution runs, on the stack of the current thread (`take_snapshot`: on the
 * explorer's own).  Before main, constructors may cause calls that announce accesses and report failures.
 */
#ifndef LC_TARGET_RUNTIME_EXPLORER_H
#define LC_TARGET_RUNTIME_EXPLORER_H

#include "target/runtime/machine.h"

struct lct_weak_access; /* versions.h */

/* In is_promoted, with a place of the code: stores there are effects, because other threads see them (retry.h). */
#define LCT_SEEN_STORE ((uintptr_t)1 << 61)

typedef struct lct_explorer_calls {
    /* ---- the schedule ---- */

    /* Chooses the thread of the next step and begins that step; or ends the execution. */
    unsigned (*choose_thread)(void);
    /* All threads stand still where a snapshot was wanted (lct_m.snapshot_at). */
    void (*take_snapshot)(void);
    /* The current step has started this thread. */
    void (*thread_started)(unsigned thread);
    /* The current thread has run to its end.  Its thread-local variables still exist. */
    void (*thread_ends)(void);
    /* The threads that go round a loop until another thread changes something. */
    lct_mask (*spinning)(void);
    /* Has the timeout of this thread expired again and again, while only residents took steps? */
    bool (*timed_out_repeatedly)(unsigned thread);
    /* The current thread, which has only read since its last effect, is about to read at `pc`: looks for a loop. False:
     * the round was run speculatively, and the step is the one that was announced. */
    bool (*reads_again)(uintptr_t pc);
    /* The current thread, whose attempts at a lock failed before, is about to make another one: looks for a loop.  The
     * state that is returned goes to `locks_with` once the step has begun; 0: none. */
    uint64_t (*locks_again)(uintptr_t pc);
    void (*locks_with)(uint64_t state);
    /* The current step was an attempt at a lock. */
    void (*tried_lock)(bool taken);

    /* The current thread does something whose result depends on its number; `by_name`: only as a name does. */
    void (*identified)(bool by_name);
    /* It has waited for the end of this thread, and gets its result. */
    void (*results_differ)(unsigned thread);

    /* ---- dependencies of the current step ---- */

    /* It was announced as a write, and changed nothing (a failed compare-and-swap). */
    void (*was_read)(void);
    /* It also comes after the last release of each of these bytes. */
    void (*comes_after)(const void *object, uint32_t size);
    /* Under sequential consistency: the same, but after the nth of its releases only, counted from the last one. */
    void (*comes_after_release)(const void *object, uint32_t nth);
    /* It also comes after this step of the execution (lct_m.depth - 1 right after that was taken). */
    void (*comes_after_step)(int32_t step);

    /* ---- weak memory ---- */

    /* Which of the candidates does the current step read, or take its place after?  May end the execution.  A store
     * that was executed before gets its former *rank. */
    unsigned (*choose_version)(const struct lct_weak_access *, uint64_t *rank);
    /* The step has done it; `kind` is LCT_WEAK_LOAD now if it wrote nothing. */
    void (*version_accessed)(const struct lct_weak_access *);
    /* The current thread executes a fence. */
    void (*fence)(int order);
    /* The current step may read what this one stored as no effect: from now on its stores are effects. */
    void (*store_is_seen)(int32_t step);
    /* Atomic accesses overlap in part: ends the execution, and the tree starts again with 16 bytes as one location. */
    void (*merge_bytes)(uintptr_t address);
    /* What the current step does has no place in an execution graph: ends the execution. */
    void (*beyond_graphs)(uintptr_t pc, uintptr_t address, const char *what) __attribute__((noreturn));

    /* ---- plain accesses ---- */

    /* Are the plain accesses at `pc` steps, because they were found to race? */
    bool (*is_promoted)(uintptr_t pc);
    /* Makes them steps, from the next pass over the schedules on. */
    void (*promote)(uintptr_t pc);
    /* A plain access that is no step, and that may race. */
    void (*shadow)(uintptr_t address, uint32_t size, bool writes, uintptr_t pc);
    /* That access was a read of a volatile variable: looks for a loop. */
    void (*volatile_read)(uintptr_t address, uintptr_t pc);
    /* Plain accesses that race, as happens.c sees it, are data races, too, because the order of C11 is the weaker one;
     * and the first of them ends the execution.  So where data races are looked for and nothing is reduced, shadows
     * need not be compared.  From now on they are: there was something that order.h takes for ordered, or leaves out.
     */
    void (*shadows_matter)(void);
    /* A thread accesses the stack of another one, or its thread-local variables. */
    void (*stack_is_shared)(void);

    /* ---- histories, traces and failures ---- */

    /* The first step of the operation of this thread begins: its call is recorded. */
    void (*call_begins)(unsigned thread);
    /* The current thread begins its step, in an execution that is traced. */
    void (*step_begins)(void);
    /* Adds the effect of the current step to the trace. */
    void (*trace_step)(uint8_t shown, uintptr_t address, uint32_t size, uint64_t before, uint64_t after, uintptr_t pc,
                       const char *text);
    /* How many lines the trace has so far. */
    uint64_t (*trace_length)(void);
    /* Has the command given up the execution at this very step?  An lct_given_up_kind of target/explore/control.h. */
    unsigned (*given_up)(void);
    /* Reports a failure, an lct_failure of control.h; the runtime then ends the execution. */
    void (*report_failure)(int kind, uintptr_t pc, uintptr_t address, const char *message);
} lct_explorer_calls;

/* Defined by the explorer, and the only symbol of it that the runtime uses.  It is initialized statically, because
 * constructors of libraries call the runtime before main. */
extern lct_explorer_calls lct_explorer __attribute__((visibility("hidden")));

#endif
