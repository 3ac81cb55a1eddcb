/* The entry points of gcc 12 and clang 14, and of newer ones as far as they are documented.
 *
 * An atomic access is a step, then done here.  A plain access is announced before the code does it; it is a step only
 * if it was found to race with another (or if all are wanted), because otherwise no other thread can observe when it
 * happens: a program without races has only executions that interleave its synchronization.  Accesses to the thread's
 * own stack and thread-local variables are left out until some thread is seen to look at another one's.
 */
#include "target/runtime/tsan.h"

#include <string.h>

#include "target/explore/control.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap.h"
#include "target/runtime/image.h"
#include "target/runtime/machine.h"
#include "target/runtime/order.h"
#include "target/runtime/override.h"
#include "target/runtime/retry.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/tls.h"
#include "target/runtime/versions.h"
#include "target/runtime/weaker.h"

#define ENTRY __attribute__((visibility("default")))

/* Not declared anywhere: the compiler makes the calls. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Plain accesses there are steps. */
static inline bool is_step(lct_touch touch, uintptr_t pc) {
    return lct_m.all_plain || (lct_m.some_promoted && lct_explorer.is_promoted(pc)) ||
           ((lct_m.tries_all || lct_m.weak) && touch >= LCT_TOUCH_LOAD);
}

/* Does it belong to the current thread, on its stack or as a thread-local variable? */
static bool is_current_threads(uintptr_t address) {
    return address - lct_m.stack_low < lct_m.stack_size || address - lct_m.tls_low < lct_m.tls_size;
}

/* It belongs to the current thread, and no other thread was ever seen to look there.  But a thread that is tried out
 * leaves its variables as they were, so its writes must be known; its stack is put back as a whole. */
static bool is_private(uintptr_t address) {
    if (lct_m.stacks_shared) return false;
    return address - lct_m.stack_low < lct_m.stack_size ||
           (address - lct_m.tls_low < lct_m.tls_size && !lct_m.speculating);
}

/* Does it belong to another one in the same way? */
static bool is_of_another(uintptr_t address) {
    bool some = address - (uintptr_t)lct_m.stacks < LCT_THREADS * (lct_m.stack_size + 4096);
    return (some || lct_tls_thread_of(address) >= 0) && !is_current_threads(address);
}

/* Each thread has something else there. */
static bool is_exchanged(uintptr_t address) {
    return __builtin_expect(lct_m.swaps, false) && lct_tls_is_exchanged(address);
}

static inline void check(uintptr_t address, uint64_t size, bool writes, uintptr_t pc) {
    if (__builtin_expect(lct_heap_bad(address, size), false)) lct_heap_complain(address, size, writes, pc);
    if (lct_tls_may_be_gone(address) && lct_tls_is_gone(address)) lct_tls_complain(address, size, writes, pc);
}

/* And then it is neither of these. */
static bool is_on_heap(uintptr_t address) { return address - lct_heap.base < lct_heap.size; }

/* A volatile access that races is communication without an order; so is a plain one where that is allowed. */
static void note_race(bool writes, lct_touch touch, uintptr_t address, uintptr_t pc) {
    if (lct_m.weak) return; /* they are steps whether they race or not, and taken as they are */
    if (touch >= LCT_TOUCH_LOAD)
        lct_weaker(writes ? LCT_WEAKER_VOLATILE_STORE : LCT_WEAKER_VOLATILE_LOAD, __ATOMIC_RELAXED, address, pc);
    else if (!lct_m.races && lct_m.some_promoted && lct_explorer.is_promoted(pc))
        lct_weaker(writes ? LCT_WEAKER_PLAIN_STORE : LCT_WEAKER_PLAIN_LOAD, __ATOMIC_RELAXED, address, pc);
}

static void trace_plain(uintptr_t address, uint32_t size, lct_touch touch, uintptr_t pc) {
    if (!lct_m.tracing) return;
    bool writes = touch == LCT_TOUCH_WRITE || touch == LCT_TOUCH_STORE;
    uint64_t value = 0;
    memcpy(&value, (const void *)address, size < 8 ? size : 8);
    if (touch >= LCT_TOUCH_LOAD) lct_m.traced_order = LCT_TRACED_VOLATILE;
    lct_trace(writes ? LCT_STEP_WRITE : LCT_STEP_READ, address, size, value, value, pc, "");
}

__attribute__((noinline)) static void plain_step(uintptr_t address, uint32_t size, lct_touch touch, uintptr_t pc) {
    bool writes = touch == LCT_TOUCH_WRITE || touch == LCT_TOUCH_STORE;
    if (lct_m.speculating) {
        if (writes) lct_retry_write(address, size);
        bool noted = lct_user.noted;
        lct_user.noted = 0;
        if (noted) lct_retry_keep_arguments(1);
        if (is_step(touch, pc)) lct_retry_point(writes ? LCT_LOCAL : LCT_READ, address, size, pc, noted);
        return;
    }
    if (!is_on_heap(address)) {
        if (is_exchanged(address)) return;
        if (is_of_another(address)) lct_explorer.stack_is_shared();
    }
    bool step = is_step(touch, pc);
    /* A new thread runs up to its first step at once; so any effect on other threads must come after one. */
    if (lct_m.starter >= 0 && !step) {
        if (lct_heap_is_own(address) || is_current_threads(address)) return;
        lct_point(LCT_LOCAL, LCT_STEP_NOTE, 0, 0, true, pc);
    }
    if (!step) {
        if (touch >= LCT_TOUCH_LOAD) lct_explorer.shadows_matter();
        lct_explorer.shadow(address, size, writes, pc);
        if (touch == LCT_TOUCH_LOAD) lct_explorer.volatile_read(address, pc);
        return;
    }
    lct_point(writes ? LCT_WRITE : LCT_READ, writes ? LCT_STEP_WRITE : LCT_STEP_READ, address, size, false, pc);
    note_race(writes, touch, address, pc);
    if (!lct_m.weak) trace_plain(address, size, touch, pc);
}

/* Under a weak memory model: does a plain access take part, so that it may read an older value?  Of those that are not
 * volatile the ones that race, if that is allowed, or if they race with inline assembly. */
static bool is_weak_plain(uintptr_t address, lct_touch touch, uintptr_t pc) {
    return lct_is_weak() && lct_m.plain && is_step(touch, pc) && !is_exchanged(address);
}

/* The step of such an access.  Volatile variables are relaxed atomics, as the kernel takes them; in programs with
 * inline assembly they order as x86 does.  True: whether it races is known. */
static bool lend_plain(uintptr_t address, uint32_t size, lct_touch touch, uintptr_t pc) {
    bool writes = touch == LCT_TOUCH_WRITE || touch == LCT_TOUCH_STORE, is_volatile = touch >= LCT_TOUCH_LOAD;
    if (!lct_versions_fit(address, size)) {
        lct_weaker(LCT_WEAKER_LARGE, __ATOMIC_RELAXED, address, pc);
        if (writes) lct_weak_plain_write(address, size);
        lct_weak_large(address, size, pc);
        return false;
    }
    bool plain_races = lct_m.races && !is_volatile;
    lct_native n = {.address = address, .pc = pc, .size = size, .order = __ATOMIC_RELAXED};
    if (lct_m.assembly) n.order = writes ? __ATOMIC_RELEASE : __ATOMIC_ACQUIRE;
    n.raced = plain_races ? LCT_RACED_NOT : lct_m.assembly && is_volatile ? LCT_RACED_ASSEMBLY : LCT_RACED_ATOMIC;
    if (writes) lct_lend_store(&n, NULL);
    else lct_lend_load(&n);
    return !plain_races;
}

/* Nothing new can come of a plain access in the part of an execution that is known, unless it is a step. */
static inline bool is_idle(lct_touch touch, uintptr_t pc) {
    return lct_is_prefix() && !lct_m.speculating && lct_m.starter < 0 && (!lct_m.plain || !is_step(touch, pc));
}

/* A thread that reads a volatile variable of its own again and again, without a step, may wait there for another
 * thread, which has its address and does not come to run.  One that also writes counts, to let time pass. */
static void count_private_reads(bool writes) {
    enum { MANY = 10000 };
    static struct {
        uint64_t epoch;
        int32_t depth, looks;
    } own LCT_STATE = {0};
    if (!lct_m.watching || lct_m.frozen || lct_m.speculating) return;
    if (writes || own.epoch != lct_m.epoch || own.depth != lct_m.depth) own.looks = 0;
    own.epoch = lct_m.epoch;
    own.depth = lct_m.depth;
    if (++own.looks < MANY) return;
    lct_explorer.stack_is_shared();
    lct_stop(LCT_REDUNDANT); /* the tree is started again */
}

/* It takes part in what is explored or looked for. */
static void access_memory(uintptr_t address, uint32_t size, lct_touch touch, uintptr_t pc) {
    bool writes = touch == LCT_TOUCH_WRITE || touch == LCT_TOUCH_STORE;
    if (lct_m.watching && lct_m.plain && !lct_m.frozen) plain_step(address, size, touch, pc);
    /* Now, as the access is about to happen: another thread may have freed it while this one waited for its turn. */
    check(address, size, writes, pc);
    if (writes) lct_retry_writes(address, size);
    if (__builtin_expect(lct_m.weak, 0) && is_weak_plain(address, touch, pc)) {
        bool judged = lend_plain(address, size, touch, pc);
        trace_plain(address, size, touch, pc);
        if (judged) return;
    } else if (writes) lct_weak_plain_write(address, size);
    if (!lct_order_matters() || (!is_on_heap(address) && is_exchanged(address))) return;
    if (lct_m.assembly && touch >= LCT_TOUCH_LOAD)
        lct_order_assembly(writes ? LCT_ATOMIC_STORE : LCT_ATOMIC_LOAD, address, size);
    else lct_race_access(touch, address, size, pc);
    lct_sweep();
}

static inline void plain(const volatile void *at, uint32_t size, lct_touch touch, uintptr_t pc) {
    uintptr_t address = (uintptr_t)at;
    bool writes = touch == LCT_TOUCH_WRITE || touch == LCT_TOUCH_STORE;
    lct_settle();
    if (touch >= LCT_TOUCH_LOAD && lct_m.in_code && is_private(address)) count_private_reads(writes);
    if (is_private(address) || (lct_m.in_code && is_idle(touch, pc))) {
        if (writes) lct_retry_writes(address, size);
        return;
    }
    if (!lct_m.in_code) return;
    int none = 0; /* an order that there is not: only fences can be added */
    LCT_OVERRIDE(by, pc, none, none);
    access_memory(address, size, touch, pc);
    LCT_OVERRIDDEN(by);
}

bool lct_is_private(uintptr_t address) { return is_private(address); }

void lct_access_range(uintptr_t address, uint64_t size, bool writes, uintptr_t pc) {
    if (size) plain((void *)address, (uint32_t)size, writes ? LCT_TOUCH_WRITE : LCT_TOUCH_READ, pc);
}

#define PLAIN(n)                                                                                                       \
    ENTRY void LCT_ENTRY(read##n)(void *a) { plain(a, n, LCT_TOUCH_READ, LCT_CALLER); }                                \
    ENTRY void __tsan_write##n(void *a) { plain(a, n, LCT_TOUCH_WRITE, LCT_CALLER); }                                  \
    ENTRY void LCT_ENTRY(unaligned_read##n)(void *a) { plain(a, n, LCT_TOUCH_READ, LCT_CALLER); }                      \
    ENTRY void __tsan_unaligned_write##n(void *a) { plain(a, n, LCT_TOUCH_WRITE, LCT_CALLER); }                        \
    ENTRY void LCT_ENTRY(volatile_read##n)(void *a) { plain(a, n, LCT_TOUCH_LOAD, LCT_CALLER); }                       \
    ENTRY void __tsan_volatile_write##n(void *a) { plain(a, n, LCT_TOUCH_STORE, LCT_CALLER); }                         \
    ENTRY void LCT_ENTRY(unaligned_volatile_read##n)(void *a) { plain(a, n, LCT_TOUCH_LOAD, LCT_CALLER); }             \
    ENTRY void __tsan_unaligned_volatile_write##n(void *a) { plain(a, n, LCT_TOUCH_STORE, LCT_CALLER); }               \
    ENTRY void __tsan_read_write##n(void *a) {                                                                         \
        plain(a, n, LCT_TOUCH_READ, LCT_CALLER);                                                                       \
        plain(a, n, LCT_TOUCH_WRITE, LCT_CALLER);                                                                      \
    }                                                                                                                  \
    ENTRY void __tsan_unaligned_read_write##n(void *a) {                                                               \
        plain(a, n, LCT_TOUCH_READ, LCT_CALLER);                                                                       \
        plain(a, n, LCT_TOUCH_WRITE, LCT_CALLER);                                                                      \
    }                                                                                                                  \
    ENTRY void __tsan_read##n##_pc(void *a, void *pc) { plain(a, n, LCT_TOUCH_READ, (uintptr_t)pc); }                  \
    ENTRY void __tsan_write##n##_pc(void *a, void *pc) { plain(a, n, LCT_TOUCH_WRITE, (uintptr_t)pc); }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

ENTRY void __tsan_read_range(void *a, unsigned long size) { lct_access_range((uintptr_t)a, size, false, LCT_CALLER); }
ENTRY void __tsan_write_range(void *a, unsigned long size) { lct_access_range((uintptr_t)a, size, true, LCT_CALLER); }
ENTRY void __tsan_vptr_update(void **a, void *value) {
    if (*a != value) plain(a, sizeof *a, LCT_TOUCH_WRITE, LCT_CALLER);
}
ENTRY void __tsan_vptr_read(void **a) { plain(a, sizeof *a, LCT_TOUCH_READ, LCT_CALLER); }

ENTRY void __tsan_init(void) { lct_image_add_object(__builtin_return_address(0)); }
ENTRY void __tsan_func_entry(void *pc) { (void)pc; }
ENTRY void __tsan_func_exit(void) {}
ENTRY void __tsan_ignore_thread_begin(void) {}
ENTRY void __tsan_ignore_thread_end(void) {}

/* ---- atomics ---- */

static inline void atomic_point(lct_access access, uint8_t shown, const volatile void *at, uint32_t size,
                                uintptr_t pc) {
    if (!lct_m.in_code) return;
    lct_settle();
    uintptr_t address = (uintptr_t)at;
    if (!lct_is_prefix() && lct_m.watching && is_of_another(address)) lct_explorer.stack_is_shared();
    lct_point(access, shown, address, size, true, pc);
    if (lct_is_prefix()) return;
    check(address, size, access == LCT_WRITE, pc);
}

void lct_atomic_point(lct_access access, uint8_t shown, uintptr_t address, uint32_t size, uintptr_t pc) {
    atomic_point(access, shown, (const volatile void *)address, size, pc);
}

static inline void ordered(lct_atomic what, const volatile void *at, uint32_t size, int order, uintptr_t pc) {
    if (!lct_order_matters() || is_exchanged((uintptr_t)at)) return;
    lct_order_atomic(what, (uintptr_t)at, size, order, pc);
    lct_sweep();
}

/* Thread-local variables that threads exchange have no other readers. */
static inline bool is_weak(const volatile void *at) {
    return __builtin_expect(lct_is_weak(), false) && !is_exchanged((uintptr_t)at);
}

/* Memory that is about to be written by an access that is no step, or where memory alone is looked at. */
#define written(a, size) (lct_weak_plain_write((uintptr_t)(a), size), a)

#define TRACE(kind, before, after, order)                                                                              \
    if (lct_m.tracing && lct_m.in_code)                                                                                \
    lct_m.traced_order = (uint8_t)((order & 7) + 1),                                                                   \
    lct_trace(kind, (uintptr_t)a, sizeof *a, (uint64_t)(before), (uint64_t)(after), pc, "")

/* A store or a read-modify-write that left the value as it was: among sequentially consistent steps it cannot be
 * distinguished from a load, but for C11 it may be a release.
 */
void lct_changed_nothing(void) {
    lct_explorer.was_read();
    if (!lct_m.tries_all) lct_explorer.shadows_matter(); /* else a step right after it is seen to race */
}

/* The same for a store, unless data races are looked for: a load that comes after it, and not before, learns from
 * this store alone, and no more from the one before.  Where loops that wait are looked for, each begins behind it, as
 * behind every store. */
static void store_value(bool changed) {
    if (changed || lct_m.races) return;
    lct_changed_nothing();
    lct_self()->reading = false;
}

#define RMW(n, T, name, KIND, expression)                                                                              \
    ENTRY T LCT_ENTRY(atomic##n##_##name)(volatile T * a, T v, int order) {                                            \
        uintptr_t pc = LCT_CALLER;                                                                                     \
        LCT_OVERRIDE(by, pc, order, order);                                                                            \
        atomic_point(LCT_WRITE, KIND, a, sizeof *a, pc);                                                               \
        bool weak = is_weak(a);                                                                                        \
        T old = weak ? (T)lct_weak_update((uintptr_t)a, sizeof *a, order) : *a, new = (T)(expression);                 \
        if (new == old) lct_changed_nothing();                                                                         \
        TRACE(KIND, old, new, order);                                                                                  \
        if (weak) lct_weak_updated((uintptr_t)a, sizeof *a, new, order, pc);                                           \
        else *written(a, sizeof *a) = new;                                                                             \
        if (!weak) ordered(LCT_ATOMIC_RMW, a, sizeof *a, order, pc);                                                   \
        lct_ordered_as(LCT_WEAKER_RMW, order, a, pc);                                                                  \
        LCT_OVERRIDDEN(by);                                                                                            \
        return old;                                                                                                    \
    }

#define CAS(n, T)                                                                                                      \
    static inline T cas##n(volatile T *a, T expected, T v, int order, int failure, uintptr_t pc) {                     \
        LCT_OVERRIDE(by, pc, order, failure);                                                                          \
        atomic_point(LCT_WRITE, LCT_STEP_CAS, a, sizeof *a, pc);                                                       \
        bool weak = is_weak(a);                                                                                        \
        T old = weak ? (T)lct_weak_compare((uintptr_t)a, sizeof *a, expected, order, failure) : *a;                    \
        if (old == expected) {                                                                                         \
            if (v == old) lct_changed_nothing();                                                                       \
            TRACE(LCT_STEP_CAS, old, v, order);                                                                        \
            if (weak) lct_weak_updated((uintptr_t)a, sizeof *a, v, order, pc);                                         \
            else *written(a, sizeof *a) = v;                                                                           \
            if (!weak) ordered(LCT_ATOMIC_RMW, a, sizeof *a, order, pc);                                               \
            lct_ordered_as(LCT_WEAKER_CAS, order, a, pc);                                                              \
        } else {                                                                                                       \
            lct_explorer.was_read();                                                                                   \
            TRACE(LCT_STEP_CAS_FAILED, old, expected, failure);                                                        \
            if (weak) lct_weak_compared((uintptr_t)a, sizeof *a, failure, pc);                                         \
            else ordered(LCT_ATOMIC_LOAD, a, sizeof *a, failure, pc);                                                  \
            lct_ordered_as(LCT_WEAKER_CAS_FAILED, failure, a, pc);                                                     \
        }                                                                                                              \
        LCT_OVERRIDDEN(by);                                                                                            \
        return old;                                                                                                    \
    }                                                                                                                  \
    static inline int cas_at##n(volatile T *a, T *expected, T v, int order, int failure, uintptr_t pc) {               \
        plain(expected, sizeof *expected, LCT_TOUCH_READ, pc);                                                         \
        T wanted = *expected, old = cas##n(a, wanted, v, order, failure, pc);                                          \
        if (old == wanted) return 1;                                                                                   \
        plain(expected, sizeof *expected, LCT_TOUCH_WRITE, pc);                                                        \
        *expected = old;                                                                                               \
        return 0;                                                                                                      \
    }                                                                                                                  \
    ENTRY int LCT_ENTRY(atomic##n##_compare_exchange_strong)(volatile T * a, T * expected, T v, int order,             \
                                                             int failure) {                                            \
        return cas_at##n(a, expected, v, order, failure, LCT_CALLER);                                                  \
    }                                                                                                                  \
    static inline void missed##n(volatile T *a, T expected, int order, int failure, uintptr_t pc) {                    \
        LCT_OVERRIDE(by, pc, order, failure);                                                                          \
        atomic_point(LCT_READ, LCT_STEP_CAS, a, sizeof *a, pc);                                                        \
        bool weak = is_weak(a);                                                                                        \
        T old = weak ? (T)lct_weak_load((uintptr_t)a, sizeof *a, failure, pc) : *a;                                    \
        TRACE(LCT_STEP_CAS_FAILED, old, expected, failure);                                                            \
        if (!weak) ordered(LCT_ATOMIC_LOAD, a, sizeof *a, failure, pc);                                                \
        lct_ordered_as(LCT_WEAKER_CAS_FAILED, failure, a, pc);                                                         \
        LCT_OVERRIDDEN(by);                                                                                            \
        lct_self()->reading = false;              /* what may still fail is part of its state */                       \
        if (old != expected) lct_thread_drop(pc); /* it would have failed anyway */                                    \
    }                                                                                                                  \
    ENTRY int LCT_ENTRY(atomic##n##_compare_exchange_weak)(volatile T * a, T * expected, T v, int order,               \
                                                           int failure) {                                              \
        if (__builtin_expect(lct_calls.spurious, 0) && lct_misses()) {                                                 \
            plain(expected, sizeof *expected, LCT_TOUCH_READ, LCT_CALLER);                                             \
            missed##n(a, *expected, order, failure, LCT_CALLER);                                                       \
            plain(expected, sizeof *expected, LCT_TOUCH_WRITE, LCT_CALLER);                                            \
            return 0;                                                                                                  \
        }                                                                                                              \
        return cas_at##n(a, expected, v, order, failure, LCT_CALLER);                                                  \
    }                                                                                                                  \
    ENTRY T LCT_ENTRY(atomic##n##_compare_exchange_val)(volatile T * a, T expected, T v, int order, int failure) {     \
        return cas##n(a, expected, v, order, failure, LCT_CALLER);                                                     \
    }

#define ATOMIC(n, T)                                                                                                   \
    ENTRY T LCT_ENTRY(atomic##n##_load)(const volatile T *a, int order) {                                              \
        uintptr_t pc = LCT_CALLER;                                                                                     \
        LCT_OVERRIDE(by, pc, order, order);                                                                            \
        atomic_point(LCT_READ, LCT_STEP_LOAD, a, sizeof *a, pc);                                                       \
        bool weak = is_weak(a);                                                                                        \
        T value = weak ? (T)lct_weak_load((uintptr_t)a, sizeof *a, order, pc) : *a;                                    \
        TRACE(LCT_STEP_LOAD, value, value, order);                                                                     \
        if (!weak) ordered(LCT_ATOMIC_LOAD, a, sizeof *a, order, pc);                                                  \
        lct_ordered_as(LCT_WEAKER_LOAD, order, a, pc);                                                                 \
        LCT_OVERRIDDEN(by);                                                                                            \
        return value;                                                                                                  \
    }                                                                                                                  \
    ENTRY void __tsan_atomic##n##_store(volatile T *a, T v, int order) {                                               \
        uintptr_t pc = LCT_CALLER;                                                                                     \
        LCT_OVERRIDE(by, pc, order, order);                                                                            \
        atomic_point(LCT_WRITE, LCT_STEP_STORE, a, sizeof *a, pc);                                                     \
        bool weak = is_weak(a);                                                                                        \
        T old = *a;                                                                                                    \
        if (!weak) store_value(old != v);                                                                              \
        if (weak) lct_weak_store((uintptr_t)a, sizeof *a, v, order, pc);                                               \
        else *written(a, sizeof *a) = v;                                                                               \
        TRACE(LCT_STEP_STORE, old, v, order);                                                                          \
        if (!weak) ordered(LCT_ATOMIC_STORE, a, sizeof *a, order, pc);                                                 \
        lct_ordered_as(LCT_WEAKER_STORE, order, a, pc);                                                                \
        LCT_OVERRIDDEN(by);                                                                                            \
    }                                                                                                                  \
    RMW(n, T, exchange, LCT_STEP_EXCHANGE, v)                                                                          \
    RMW(n, T, fetch_add, LCT_STEP_ADD, old + v)                                                                        \
    RMW(n, T, fetch_sub, LCT_STEP_SUB, old - v)                                                                        \
    RMW(n, T, fetch_and, LCT_STEP_AND, old &v)                                                                         \
    RMW(n, T, fetch_or, LCT_STEP_OR, old | v)                                                                          \
    RMW(n, T, fetch_xor, LCT_STEP_XOR, old ^ v)                                                                        \
    RMW(n, T, fetch_nand, LCT_STEP_NAND, ~(old & v))                                                                   \
    CAS(n, T)

ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 lct_wide;
ATOMIC(128, lct_wide)
#endif

/* No step: under sequential consistency a fence orders nothing that is not in order already. */
ENTRY void __tsan_atomic_thread_fence(int order) {
    uintptr_t pc = LCT_CALLER;
    LCT_OVERRIDE(by, pc, order, order);
    lct_trace_fence(order, pc);
    lct_order_fence(order);
    lct_ordered_as(LCT_WEAKER_FENCE, order, NULL, pc);
    LCT_OVERRIDDEN(by);
}
ENTRY void __tsan_atomic_signal_fence(int order) { (void)order; }
