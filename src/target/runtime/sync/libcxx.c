/* Code that libc++ has in its library instead of its headers, where it would be seen: arrival at a std::barrier, where
 * the last thread is found, and the weak owners of the object of a std::shared_ptr.  (std::call_once is in once.c.)
 *
 * Names and layouts are those of the first version of its binary interface, which is the one that is shipped.  Programs
 * with another library do not call these. */
#include <stdlib.h>

#include "target/runtime/heap_calls.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/tsan.h"

#define NAMED(name) __asm__(name) LCT_REPLACES

/* One atomic operation that reads and writes, and may be followed by more of the same step. */
static void step_on(long *at, uintptr_t pc) {
    lct_has_effect();
    lct_atomic_point(LCT_WRITE, LCT_STEP_ADD, (uintptr_t)at, sizeof *at, pc);
}

static void step_done(const long *at, long before, uintptr_t pc) {
    if (lct_order_matters()) lct_order_atomic(LCT_ATOMIC_RMW, (uintptr_t)at, sizeof *at, __ATOMIC_ACQ_REL, pc);
    if (lct_m.tracing && lct_m.in_code)
        lct_trace(LCT_STEP_ADD, (uintptr_t)at, sizeof *at, (uint64_t)before, (uint64_t)*at, pc, "");
}

/* ---- std::weak_ptr ---- */

/* Both counts are one less than the owners. */
typedef struct owners {
    void *const *table; /* of virtual functions */
    long shared, weak;
} owners;

enum { ON_ZERO_WEAK = 4 };

owners *lct_libcxx_lock(owners *) NAMED("_ZNSt3__119__shared_weak_count4lockEv");
owners *lct_libcxx_lock(owners *o) {
    uintptr_t pc = LCT_CALLER;
    step_on(&o->shared, pc);
    long before = o->shared;
    if (before != -1) o->shared++;
    step_done(&o->shared, before, pc);
    return before != -1 ? o : NULL;
}

void lct_libcxx_release_weak(owners *) NAMED("_ZNSt3__119__shared_weak_count14__release_weakEv");
void lct_libcxx_release_weak(owners *o) {
    uintptr_t pc = LCT_CALLER;
    step_on(&o->weak, pc);
    long before = o->weak--;
    step_done(&o->weak, before, pc);
    if (before == 0) ((void (*)(owners *))(uintptr_t)o->table[ON_ZERO_WEAK])(o);
}

/* ---- std::barrier ---- */

/* Its library uses a tree; a counter gives the same result. */
typedef struct arrivals {
    const ptrdiff_t *expected; /* of this phase */
    long count;
} arrivals;

arrivals *lct_libcxx_barrier_make(const ptrdiff_t *) NAMED("_ZNSt3__134__construct_barrier_algorithm_baseERl");
arrivals *lct_libcxx_barrier_make(const ptrdiff_t *expected) {
    arrivals *a = lct_malloc(sizeof *a, 0, LCT_CALLER, "std::barrier");
    if (!a) abort();
    *a = (arrivals){.expected = expected};
    return a;
}

bool lct_libcxx_barrier_arrive(arrivals *, unsigned char)
    NAMED("_ZNSt3__131__arrive_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseEh");
bool lct_libcxx_barrier_arrive(arrivals *a, unsigned char phase) {
    (void)phase;
    uintptr_t pc = LCT_CALLER;
    step_on(&a->count, pc);
    long before = a->count++;
    bool last = a->count >= *a->expected;
    if (last) a->count = 0;
    step_done(&a->count, before, pc);
    return last;
}

void lct_libcxx_barrier_end(arrivals *)
    NAMED("_ZNSt3__132__destroy_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseE");
void lct_libcxx_barrier_end(arrivals *a) { lct_free(a, LCT_CALLER, "std::barrier"); }
