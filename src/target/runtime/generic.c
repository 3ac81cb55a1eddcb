/* Atomics of any size: accesses that compilers leave to libatomic, because no instruction performs them, such as a
 * struct of three ints that is _Atomic.  There they are done under a lock that no other code can see, so here each is
 * one step.
 *
 * The plain accesses to the source and the destination are announced before the step: nothing may come between the step
 * and its effect. */
#include <string.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/explorer.h"
#include "target/runtime/order.h"
#include "target/runtime/tls.h"
#include "target/runtime/tsan.h"
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
    memcpy(at, by, size);
    trace_access(shown, at, size, before, beginning(by, size), pc);
    ordered(what, at, size, order, pc);
}

GENERIC(void, load, size_t size, const void *at, void *to, int order) {
    uintptr_t pc = LCT_CALLER;
    if (!size) return;
    is_written(to, size, pc);
    lct_atomic_point(LCT_READ, LCT_STEP_LOAD, (uintptr_t)at, (uint32_t)size, pc);
    memcpy(to, at, size);
    trace_access(LCT_STEP_LOAD, at, size, beginning(to, size), beginning(to, size), pc);
    ordered(LCT_ATOMIC_LOAD, at, size, order, pc);
    lct_ordered_as(LCT_WEAKER_LOAD, order, at, pc);
}

GENERIC(void, store, size_t size, void *at, const void *from, int order) {
    uintptr_t pc = LCT_CALLER;
    if (!size) return;
    is_read(from, size, pc);
    lct_atomic_point(LCT_WRITE, LCT_STEP_STORE, (uintptr_t)at, (uint32_t)size, pc);
    replaces(LCT_STEP_STORE, LCT_ATOMIC_STORE, at, from, size, order, pc);
    lct_ordered_as(LCT_WEAKER_STORE, order, at, pc);
}

GENERIC(void, exchange, size_t size, void *at, const void *from, void *to, int order) {
    uintptr_t pc = LCT_CALLER;
    if (!size) return;
    is_read(from, size, pc);
    is_written(to, size, pc);
    lct_atomic_point(LCT_WRITE, LCT_STEP_EXCHANGE, (uintptr_t)at, (uint32_t)size, pc);
    if (!memcmp(at, from, size)) lct_changed_nothing();
    memcpy(to, at, size);
    replaces(LCT_STEP_EXCHANGE, LCT_ATOMIC_RMW, at, from, size, order, pc);
    lct_ordered_as(LCT_WEAKER_RMW, order, at, pc);
}

GENERIC(bool, compare_exchange, size_t size, void *at, void *expected, const void *by, int order, int failure) {
    uintptr_t pc = LCT_CALLER;
    enum { USUAL = 256 };
    char found[USUAL];
    if (!size) return true;
    is_read(by, size, pc);
    if (size > USUAL) is_written(expected, size, pc); /* earlier than it is, and perhaps it is not */
    else is_read(expected, size, pc);
    lct_atomic_point(LCT_WRITE, LCT_STEP_CAS, (uintptr_t)at, (uint32_t)size, pc);
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
