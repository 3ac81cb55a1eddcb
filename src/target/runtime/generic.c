/* Atomics of any size: accesses that compilers leave to libatomic, because no instruction performs them, such as a
 * struct of three ints that is _Atomic.  There they are done under a lock that no other code can see, so here each is
 * one step.
 *
 * Under a weak memory model those of at most 16 bytes are accesses to versions; larger ones read and write the newest
 * values, and are reported as taken for seq_cst.
 *
 * The plain accesses to the source and the destination are announced before the step: nothing may come between the step
 * and its effect. */
#include <string.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/explorer.h"
#include "target/runtime/order.h"
#include "target/runtime/override.h"
#include "target/runtime/tls.h"
#include "target/runtime/tsan.h"
#include "target/runtime/versions.h"
#include "target/runtime/weaker.h"

/* The names belong to the compiler; where loops are recognized, entry.S has them. */
#if defined __x86_64__ || defined __aarch64__
#define GENERIC(type, name, ...)                                                                                       \
    type lct_generic_##name(__VA_ARGS__);                                                                              \
    type lct_generic_##name(__VA_ARGS__)
#else
#define GENERIC(type, name, ...)                                                                                       \
    LCT_REPLACES type lct_generic_##name(__VA_ARGS__) __asm__("__atomic_" #name);                                      \
    LCT_REPLACES type lct_generic_##name(__VA_ARGS__)
#endif

static void is_read(const void *at, size_t size, uintptr_t pc) { lct_access_range((uintptr_t)at, size, false, pc); }
static void is_written(void *at, size_t size, uintptr_t pc) { lct_access_range((uintptr_t)at, size, true, pc); }

static void each_piece(lct_atomic what, uintptr_t address, size_t size, int order, uintptr_t pc) {
    for (; size > LCT_ORDER_MOST; address += LCT_ORDER_MOST, size -= LCT_ORDER_MOST)
        lct_order_atomic(what, address, LCT_ORDER_MOST, order, pc);
    lct_order_atomic(what, address, (uint32_t)size, order, pc);
}

static void ordered(lct_atomic what, const void *at, size_t size, int order, uintptr_t pc) {
    uintptr_t address = (uintptr_t)at;
    if (!lct_order_matters() || (lct_m.swaps && lct_tls_is_exchanged(address))) return;
    /* The knowledge of all pieces is acquired before any of it is published. */
    if (what == LCT_ATOMIC_RMW && size > LCT_ORDER_MOST) each_piece(LCT_ATOMIC_LOAD, address, size, order, pc);
    each_piece(what, address, size, order, pc);
}

/* ---- under weak memory models ---- */

static bool is_weak(const void *at) { return lct_is_weak() && !(lct_m.swaps && lct_tls_is_exchanged((uintptr_t)at)); }

/* To be called when the step has begun.  Is it the access to a version? */
static bool has_versions(const void *at, size_t size, int order, uintptr_t pc) {
    if (!is_weak(at)) return false;
    if (lct_versions_fit((uintptr_t)at, size)) return true;
    lct_ordered_as(LCT_WEAKER_LARGE, order, at, pc);
    lct_weak_large((uintptr_t)at, size, pc);
    return false;
}

static lct_word word_of(const void *from, size_t size) {
    lct_word value = 0;
    memcpy(&value, from, size);
    return value;
}

/* As far as it is shown. */
static uint64_t beginning(const void *at, size_t size) {
    uint64_t value = 0;
    memcpy(&value, at, size < sizeof value ? size : sizeof value);
    return value;
}

static void trace_access(uint8_t shown, const void *at, size_t size, uint64_t before, uint64_t after, uintptr_t pc) {
    if (lct_m.in_code) lct_trace(shown, (uintptr_t)at, (uint32_t)size, before, after, pc, "");
}

static void replaces(uint8_t shown, lct_atomic what, void *at, const void *by, size_t size, int order, uintptr_t pc) {
    uint64_t before = beginning(at, size);
    lct_weak_plain_write((uintptr_t)at, size);
    memcpy(at, by, size);
    trace_access(shown, at, size, before, beginning(by, size), pc);
    ordered(what, at, size, order, pc);
}

GENERIC(void, load, size_t size, const void *at, void *to, int order) {
    uintptr_t pc = LCT_CALLER;
    if (!size) return;
    is_written(to, size, pc);
    LCT_OVERRIDE(by, pc, order, order);
    lct_atomic_point(LCT_READ, LCT_STEP_LOAD, (uintptr_t)at, (uint32_t)size, pc);
    if (has_versions(at, size, order, pc)) {
        lct_word value = lct_weak_load((uintptr_t)at, (uint32_t)size, order, pc);
        memcpy(to, &value, size);
    } else {
        memcpy(to, at, size);
        ordered(LCT_ATOMIC_LOAD, at, size, order, pc);
    }
    trace_access(LCT_STEP_LOAD, at, size, beginning(to, size), beginning(to, size), pc);
    lct_ordered_as(LCT_WEAKER_LOAD, order, at, pc);
    LCT_OVERRIDDEN(by);
}

GENERIC(void, store, size_t size, void *at, const void *from, int order) {
    uintptr_t pc = LCT_CALLER;
    if (!size) return;
    is_read(from, size, pc);
    LCT_OVERRIDE(by, pc, order, order);
    lct_atomic_point(LCT_WRITE, LCT_STEP_STORE, (uintptr_t)at, (uint32_t)size, pc);
    if (has_versions(at, size, order, pc)) {
        uint64_t before = beginning(at, size);
        lct_weak_store((uintptr_t)at, (uint32_t)size, word_of(from, size), order, pc);
        trace_access(LCT_STEP_STORE, at, size, before, beginning(from, size), pc);
    } else replaces(LCT_STEP_STORE, LCT_ATOMIC_STORE, at, from, size, order, pc);
    lct_ordered_as(LCT_WEAKER_STORE, order, at, pc);
    LCT_OVERRIDDEN(by);
}

GENERIC(void, exchange, size_t size, void *at, const void *from, void *to, int order) {
    uintptr_t pc = LCT_CALLER;
    if (!size) return;
    is_read(from, size, pc);
    is_written(to, size, pc);
    LCT_OVERRIDE(by, pc, order, order);
    lct_atomic_point(LCT_WRITE, LCT_STEP_EXCHANGE, (uintptr_t)at, (uint32_t)size, pc);
    if (has_versions(at, size, order, pc)) {
        lct_word old = lct_weak_update((uintptr_t)at, (uint32_t)size, order), new = word_of(from, size);
        if (new == old) lct_changed_nothing();
        trace_access(LCT_STEP_EXCHANGE, at, size, (uint64_t)old, (uint64_t) new, pc);
        lct_weak_updated((uintptr_t)at, (uint32_t)size, new, order, pc);
        memcpy(to, &old, size);
    } else {
        if (!memcmp(at, from, size)) lct_changed_nothing();
        memcpy(to, at, size);
        replaces(LCT_STEP_EXCHANGE, LCT_ATOMIC_RMW, at, from, size, order, pc);
    }
    lct_ordered_as(LCT_WEAKER_RMW, order, at, pc);
    LCT_OVERRIDDEN(by);
}

static bool weak_compare_exchange(void *at, void *expected, const void *by, uint32_t size, int order, int failure,
                                  uintptr_t pc) {
    lct_word wanted = word_of(expected, size), new = word_of(by, size);
    lct_word old = lct_weak_compare((uintptr_t)at, size, wanted, order, failure);
    if (old == wanted) {
        if (new == old) lct_changed_nothing();
        trace_access(LCT_STEP_CAS, at, size, (uint64_t)old, (uint64_t) new, pc);
        lct_weak_updated((uintptr_t)at, size, new, order, pc);
        lct_ordered_as(LCT_WEAKER_CAS, order, at, pc);
        return true;
    }
    lct_explorer.was_read();
    trace_access(LCT_STEP_CAS_FAILED, at, size, (uint64_t)old, (uint64_t)wanted, pc);
    lct_weak_compared((uintptr_t)at, size, failure, pc);
    lct_ordered_as(LCT_WEAKER_CAS_FAILED, failure, at, pc);
    is_written(expected, size, pc);
    memcpy(expected, &old, size);
    return false;
}

static bool compare_exchange(size_t size, void *at, void *expected, const void *by, int order, int failure,
                             uintptr_t pc) {
    enum { USUAL = 256 };
    char found[USUAL];
    is_read(by, size, pc);
    if (size > USUAL) is_written(expected, size, pc); /* earlier than it is, and perhaps it is not */
    else is_read(expected, size, pc);
    lct_atomic_point(LCT_WRITE, LCT_STEP_CAS, (uintptr_t)at, (uint32_t)size, pc);
    if (has_versions(at, size, order, pc))
        return weak_compare_exchange(at, expected, by, (uint32_t)size, order, failure, pc);
    if (!memcmp(at, expected, size)) {
        if (!memcmp(at, by, size)) lct_changed_nothing();
        replaces(LCT_STEP_CAS, LCT_ATOMIC_RMW, at, by, size, order, pc);
        lct_ordered_as(LCT_WEAKER_CAS, order, at, pc);
        return true;
    }
    lct_explorer.was_read();
    trace_access(LCT_STEP_CAS_FAILED, at, size, beginning(at, size), beginning(expected, size), pc);
    ordered(LCT_ATOMIC_LOAD, at, size, failure, pc);
    lct_ordered_as(LCT_WEAKER_CAS_FAILED, failure, at, pc);
    if (size > USUAL) {
        memcpy(expected, at, size);
    } else {
        memcpy(found, at, size);
        is_written(expected, size, pc); /* other threads may come before */
        memcpy(expected, found, size);
    }
    return false;
}

GENERIC(bool, compare_exchange, size_t size, void *at, void *expected, const void *by, int order, int failure) {
    uintptr_t pc = LCT_CALLER;
    if (!size) return true;
    LCT_OVERRIDE(other, pc, order, failure);
    bool done = compare_exchange(size, at, expected, by, order, failure, pc);
    LCT_OVERRIDDEN(other);
    return done;
}
