/* The entry points of gcc 12 and clang 14, and of newer ones as far as they are documented.
 *
 * An atomic access is a step, then done here.  A plain access is announced before the code does it; it is a step only
 * if it was found to race with another (or if all are wanted), because otherwise no other thread can tell when it
 * happens: a program without races has only executions that interleave its synchronisation.  Accesses to the thread's
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
#include "target/runtime/retry.h"
#include "target/runtime/tls.h"
#include "target/runtime/weaker.h"

#define ENTRY __attribute__((visibility("default")))

/* Not declared anywhere: the compiler makes the calls. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Plain accesses there are steps. */
static inline bool is_step(lc_touch touch, uintptr_t pc) {
    return lc_m.all_plain || (lc_m.some_racy && lc_explorer.is_promoted(pc)) ||
           (lc_m.tries_all && touch >= LC_TOUCH_LOAD);
}

/* Does it belong to the current thread, on its stack or as a thread-local variable? */
static bool is_own(uintptr_t address) {
    return address - lc_m.stack_low < lc_m.stack_size || address - lc_m.own_low < lc_m.own_size;
}

/* It belongs to the current thread, and nobody else was ever seen to look there.  But a thread that is tried out leaves
 * its variables as they were, so its writes must be known; its stack is put back as a whole. */
static bool is_private(uintptr_t address) {
    if (lc_m.stacks_shared) return false;
    return address - lc_m.stack_low < lc_m.stack_size || (address - lc_m.own_low < lc_m.own_size && !lc_m.speculating);
}

/* Does it belong to another one in the same way? */
static bool is_of_another(uintptr_t address) {
    bool some = address - (uintptr_t)lc_m.stacks < LC_THREADS * (lc_m.stack_size + 4096);
    return (some || lc_own_thread_of(address) >= 0) && !is_own(address);
}

/* Each thread has something else there. */
static bool is_exchanged(uintptr_t address) {
    return __builtin_expect(lc_m.swaps, false) && lc_own_is_exchanged(address);
}

static inline void check(uintptr_t address, uint64_t size, bool writes, uintptr_t pc) {
    if (__builtin_expect(lc_heap_bad(address, size), false)) lc_heap_complain(address, size, writes, pc);
    if (lc_own_may_be_gone(address) && lc_own_is_gone(address)) lc_own_complain(address, size, writes, pc);
}

/* And then it is neither of these. */
static bool is_on_heap(uintptr_t address) { return address - lc_heap.base < lc_heap.size; }

/* A volatile access that races is communication without an order; so is a plain one where that is allowed. */
static void note_race(bool writes, lc_touch touch, uintptr_t address, uintptr_t pc) {
    if (touch >= LC_TOUCH_LOAD)
        lc_weaker(writes ? LC_WEAKER_VOLATILE_STORE : LC_WEAKER_VOLATILE_LOAD, __ATOMIC_RELAXED, address, pc);
    else if (!lc_m.races && lc_m.some_racy && lc_explorer.is_promoted(pc))
        lc_weaker(writes ? LC_WEAKER_PLAIN_STORE : LC_WEAKER_PLAIN_LOAD, __ATOMIC_RELAXED, address, pc);
}

__attribute__((noinline)) static void plain_step(uintptr_t address, uint32_t size, lc_touch touch, uintptr_t pc) {
    bool writes = touch == LC_TOUCH_WRITE || touch == LC_TOUCH_STORE;
    if (lc_m.speculating) {
        if (writes) lc_retry_write(address, size);
        bool noted = lc_user.noted;
        lc_user.noted = 0;
        if (is_step(touch, pc)) lc_retry_point(writes ? LC_LOCAL : LC_READ, address, size, pc, noted);
        return;
    }
    if (!is_on_heap(address)) {
        if (is_exchanged(address)) return;
        if (is_of_another(address)) lc_explorer.stack_is_shared();
    }
    bool step = is_step(touch, pc);
    /* A new thread runs up to its first step at once; so what others could notice must come after one. */
    if (lc_m.starter >= 0 && !step) {
        if (lc_heap_is_own(address) || is_own(address)) return;
        lc_point(LC_LOCAL, LC_STEP_NOTE, 0, 0, true, pc);
    }
    if (!step) {
        if (touch >= LC_TOUCH_LOAD) lc_explorer.shadows_matter();
        lc_explorer.shadow(address, size, writes, pc);
        if (touch == LC_TOUCH_LOAD) lc_explorer.volatile_read(address, pc);
        return;
    }
    lc_point(writes ? LC_WRITE : LC_READ, writes ? LC_STEP_WRITE : LC_STEP_READ, address, size, false, pc);
    note_race(writes, touch, address, pc);
    if (!lc_m.tracing) return;
    uint64_t value = 0;
    memcpy(&value, (const void *)address, size < 8 ? size : 8);
    lc_tell(writes ? LC_STEP_WRITE : LC_STEP_READ, address, size, value, value, pc, "");
}

/* Nothing new can come of a plain access in the part of an execution that is known, unless it is a step. */
static inline bool is_idle(lc_touch touch, uintptr_t pc) {
    return lc_known() && !lc_m.speculating && lc_m.starter < 0 && (!lc_m.plain || !is_step(touch, pc));
}

/* Who reads a volatile variable of its own again and again, without a step, may wait there for another thread, which
 * has its address and does not come to run.  Who also writes one counts, to let time pass. */
static void look_at_own(bool writes) {
    enum { MANY = 10000 };
    static struct {
        uint64_t epoch;
        int32_t depth, looks;
    } own LC_STATE = {0};
    if (!lc_m.watching || lc_m.frozen || lc_m.speculating) return;
    if (writes || own.epoch != lc_m.epoch || own.depth != lc_m.depth) own.looks = 0;
    own.epoch = lc_m.epoch;
    own.depth = lc_m.depth;
    if (++own.looks < MANY) return;
    lc_explorer.stack_is_shared();
    lc_stop(LC_REDUNDANT); /* the tree is started again */
}

static inline void plain(const volatile void *at, uint32_t size, lc_touch touch, uintptr_t pc) {
    uintptr_t address = (uintptr_t)at;
    bool writes = touch == LC_TOUCH_WRITE || touch == LC_TOUCH_STORE;
    if (touch >= LC_TOUCH_LOAD && lc_m.in_code && is_private(address)) look_at_own(writes);
    if (is_private(address) || (lc_m.in_code && is_idle(touch, pc))) {
        if (writes) lc_retry_writes(address, size);
        return;
    }
    if (!lc_m.in_code) return;
    if (lc_m.watching && lc_m.plain && !lc_m.frozen) plain_step(address, size, touch, pc);
    /* Now, when the access is about to happen: others may have freed it while the thread waited for its turn. */
    check(address, size, writes, pc);
    if (writes) lc_retry_writes(address, size);
    if (!lc_order_matters() || (!is_on_heap(address) && is_exchanged(address))) return;
    if (lc_m.assembly && touch >= LC_TOUCH_LOAD)
        lc_order_assembly(writes ? LC_ATOMIC_STORE : LC_ATOMIC_LOAD, address, size);
    else lc_race_access(touch, address, size, pc);
    lc_sweep();
}

bool lc_is_private(uintptr_t address) { return is_private(address); }

void lc_access_range(uintptr_t address, uint64_t size, bool writes, uintptr_t pc) {
    if (size) plain((void *)address, (uint32_t)size, writes ? LC_TOUCH_WRITE : LC_TOUCH_READ, pc);
}

#define PLAIN(n)                                                                                                       \
    ENTRY void LC_ENTRY(read##n)(void *a) { plain(a, n, LC_TOUCH_READ, LC_CALLER); }                                   \
    ENTRY void __tsan_write##n(void *a) { plain(a, n, LC_TOUCH_WRITE, LC_CALLER); }                                    \
    ENTRY void LC_ENTRY(unaligned_read##n)(void *a) { plain(a, n, LC_TOUCH_READ, LC_CALLER); }                         \
    ENTRY void __tsan_unaligned_write##n(void *a) { plain(a, n, LC_TOUCH_WRITE, LC_CALLER); }                          \
    ENTRY void LC_ENTRY(volatile_read##n)(void *a) { plain(a, n, LC_TOUCH_LOAD, LC_CALLER); }                          \
    ENTRY void __tsan_volatile_write##n(void *a) { plain(a, n, LC_TOUCH_STORE, LC_CALLER); }                           \
    ENTRY void LC_ENTRY(unaligned_volatile_read##n)(void *a) { plain(a, n, LC_TOUCH_LOAD, LC_CALLER); }                \
    ENTRY void __tsan_unaligned_volatile_write##n(void *a) { plain(a, n, LC_TOUCH_STORE, LC_CALLER); }                 \
    ENTRY void __tsan_read_write##n(void *a) {                                                                         \
        plain(a, n, LC_TOUCH_READ, LC_CALLER);                                                                         \
        plain(a, n, LC_TOUCH_WRITE, LC_CALLER);                                                                        \
    }                                                                                                                  \
    ENTRY void __tsan_unaligned_read_write##n(void *a) {                                                               \
        plain(a, n, LC_TOUCH_READ, LC_CALLER);                                                                         \
        plain(a, n, LC_TOUCH_WRITE, LC_CALLER);                                                                        \
    }                                                                                                                  \
    ENTRY void __tsan_read##n##_pc(void *a, void *pc) { plain(a, n, LC_TOUCH_READ, (uintptr_t)pc); }                   \
    ENTRY void __tsan_write##n##_pc(void *a, void *pc) { plain(a, n, LC_TOUCH_WRITE, (uintptr_t)pc); }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

ENTRY void __tsan_read_range(void *a, unsigned long size) { lc_access_range((uintptr_t)a, size, false, LC_CALLER); }
ENTRY void __tsan_write_range(void *a, unsigned long size) { lc_access_range((uintptr_t)a, size, true, LC_CALLER); }
ENTRY void __tsan_vptr_update(void **a, void *value) {
    if (*a != value) plain(a, sizeof *a, LC_TOUCH_WRITE, LC_CALLER);
}
ENTRY void __tsan_vptr_read(void **a) { plain(a, sizeof *a, LC_TOUCH_READ, LC_CALLER); }

ENTRY void __tsan_init(void) { lc_image_add_object(__builtin_return_address(0)); }
ENTRY void __tsan_func_entry(void *pc) { (void)pc; }
ENTRY void __tsan_func_exit(void) {}
ENTRY void __tsan_ignore_thread_begin(void) {}
ENTRY void __tsan_ignore_thread_end(void) {}

/* ---- atomics ---- */

static inline void atomic_point(lc_access access, uint8_t shown, const volatile void *at, uint32_t size, uintptr_t pc) {
    if (!lc_m.in_code) return;
    uintptr_t address = (uintptr_t)at;
    if (!lc_known() && lc_m.watching && is_of_another(address)) lc_explorer.stack_is_shared();
    lc_point(access, shown, address, size, true, pc);
    if (lc_known()) return;
    check(address, size, access == LC_WRITE, pc);
}

void lc_atomic_point(lc_access access, uint8_t shown, uintptr_t address, uint32_t size, uintptr_t pc) {
    atomic_point(access, shown, (const volatile void *)address, size, pc);
}

static inline void ordered(lc_atomic what, const volatile void *at, uint32_t size, int order, uintptr_t pc) {
    if (!lc_order_matters() || is_exchanged((uintptr_t)at)) return;
    lc_order_atomic(what, (uintptr_t)at, size, order, pc);
    lc_sweep();
}

#define TELL(kind, before, after)                                                                                      \
    if (lc_m.tracing && lc_m.in_code)                                                                                  \
    lc_tell(kind, (uintptr_t)a, sizeof *a, (uint64_t)(before), (uint64_t)(after), pc, "")

/* A read-modify-write that left the value as it was: nobody can tell it from a load, but for C11 it may be a release.
 */
void lc_changed_nothing(void) {
    lc_explorer.was_read();
    if (!lc_m.tries_all) lc_explorer.shadows_matter(); /* else what comes right after what is seen to race */
}

#define RMW(n, T, name, KIND, expression)                                                                              \
    ENTRY T LC_ENTRY(atomic##n##_##name)(volatile T * a, T v, int order) {                                             \
        uintptr_t pc = LC_CALLER;                                                                                      \
        atomic_point(LC_WRITE, KIND, a, sizeof *a, pc);                                                                \
        T old = *a, new = (T)(expression);                                                                             \
        if (new == old) lc_changed_nothing();                                                                          \
        *a = new;                                                                                                      \
        TELL(KIND, old, new);                                                                                          \
        ordered(LC_ATOMIC_RMW, a, sizeof *a, order, pc);                                                               \
        lc_ordered_as(LC_WEAKER_RMW, order, a, pc);                                                                    \
        return old;                                                                                                    \
    }

#define CAS(n, T)                                                                                                      \
    static inline T cas##n(volatile T *a, T expected, T v, int order, int failure, uintptr_t pc) {                     \
        atomic_point(LC_WRITE, LC_STEP_CAS, a, sizeof *a, pc);                                                         \
        T old = *a;                                                                                                    \
        if (old == expected) {                                                                                         \
            if (v == old) lc_changed_nothing();                                                                        \
            *a = v;                                                                                                    \
            TELL(LC_STEP_CAS, old, v);                                                                                 \
            ordered(LC_ATOMIC_RMW, a, sizeof *a, order, pc);                                                           \
            lc_ordered_as(LC_WEAKER_CAS, order, a, pc);                                                                \
        } else {                                                                                                       \
            lc_explorer.was_read();                                                                                    \
            TELL(LC_STEP_CAS_FAILED, old, expected);                                                                   \
            ordered(LC_ATOMIC_LOAD, a, sizeof *a, failure, pc);                                                        \
            lc_ordered_as(LC_WEAKER_CAS_FAILED, failure, a, pc);                                                       \
        }                                                                                                              \
        return old;                                                                                                    \
    }                                                                                                                  \
    static inline int cas_at##n(volatile T *a, T *expected, T v, int order, int failure, uintptr_t pc) {               \
        plain(expected, sizeof *expected, LC_TOUCH_READ, pc);                                                          \
        T wanted = *expected, old = cas##n(a, wanted, v, order, failure, pc);                                          \
        if (old == wanted) return 1;                                                                                   \
        plain(expected, sizeof *expected, LC_TOUCH_WRITE, pc);                                                         \
        *expected = old;                                                                                               \
        return 0;                                                                                                      \
    }                                                                                                                  \
    ENTRY int LC_ENTRY(atomic##n##_compare_exchange_strong)(volatile T * a, T * expected, T v, int order,              \
                                                            int failure) {                                             \
        return cas_at##n(a, expected, v, order, failure, LC_CALLER);                                                   \
    }                                                                                                                  \
    ENTRY int LC_ENTRY(atomic##n##_compare_exchange_weak)(volatile T * a, T * expected, T v, int order, int failure) { \
        return cas_at##n(a, expected, v, order, failure, LC_CALLER);                                                   \
    }                                                                                                                  \
    ENTRY T LC_ENTRY(atomic##n##_compare_exchange_val)(volatile T * a, T expected, T v, int order, int failure) {      \
        return cas##n(a, expected, v, order, failure, LC_CALLER);                                                      \
    }

#define ATOMIC(n, T)                                                                                                   \
    ENTRY T LC_ENTRY(atomic##n##_load)(const volatile T *a, int order) {                                               \
        uintptr_t pc = LC_CALLER;                                                                                      \
        atomic_point(LC_READ, LC_STEP_LOAD, a, sizeof *a, pc);                                                         \
        T value = *a;                                                                                                  \
        TELL(LC_STEP_LOAD, value, value);                                                                              \
        ordered(LC_ATOMIC_LOAD, a, sizeof *a, order, pc);                                                              \
        lc_ordered_as(LC_WEAKER_LOAD, order, a, pc);                                                                   \
        return value;                                                                                                  \
    }                                                                                                                  \
    ENTRY void __tsan_atomic##n##_store(volatile T *a, T v, int order) {                                               \
        uintptr_t pc = LC_CALLER;                                                                                      \
        atomic_point(LC_WRITE, LC_STEP_STORE, a, sizeof *a, pc);                                                       \
        T old = *a;                                                                                                    \
        *a = v;                                                                                                        \
        TELL(LC_STEP_STORE, old, v);                                                                                   \
        ordered(LC_ATOMIC_STORE, a, sizeof *a, order, pc);                                                             \
        lc_ordered_as(LC_WEAKER_STORE, order, a, pc);                                                                  \
    }                                                                                                                  \
    RMW(n, T, exchange, LC_STEP_EXCHANGE, v)                                                                           \
    RMW(n, T, fetch_add, LC_STEP_ADD, old + v)                                                                         \
    RMW(n, T, fetch_sub, LC_STEP_SUB, old - v)                                                                         \
    RMW(n, T, fetch_and, LC_STEP_AND, old &v)                                                                          \
    RMW(n, T, fetch_or, LC_STEP_OR, old | v)                                                                           \
    RMW(n, T, fetch_xor, LC_STEP_XOR, old ^ v)                                                                         \
    RMW(n, T, fetch_nand, LC_STEP_NAND, ~(old & v))                                                                    \
    CAS(n, T)

ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 lc_wide;
ATOMIC(128, lc_wide)
#endif

/* No step: under sequential consistency a fence orders nothing that is not in order already. */
ENTRY void __tsan_atomic_thread_fence(int order) {
    lc_order_fence(order);
    lc_ordered_as(LC_WEAKER_FENCE, order, NULL, LC_CALLER);
}
ENTRY void __tsan_atomic_signal_fence(int order) { (void)order; }
