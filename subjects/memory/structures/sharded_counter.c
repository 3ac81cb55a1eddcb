// models:              sc         tso        rc11       c11
// expect:              ok:6       ok:6       ok:6       ok:6
// expect: WEAK=SHARDS  violation  violation  violation  violation
/* A counter of which each thread increments a part of its own; get adds up the parts with relaxed loads. The right
 * one has a single part.
 *
 * SHARDS: get may see a later increment and miss an earlier one, which a client can order. No order of the accesses
 * repairs that. */
#include "weak.h"

enum { NONE, SHARDS };

static atomic_long parts[4];

static void add(long number) {
    int part = WEAK == SHARDS ? lince_thread_number() : 0;
    atomic_fetch_add_explicit(&parts[part], number, memory_order_relaxed);
}

static long get(void) {
    long sum = 0;
    for (int i = 0; i < (WEAK == SHARDS ? 4 : 1); i++) sum += atomic_load_explicit(&parts[i], memory_order_relaxed);
    return sum;
}

LINCE_TEST(sharded_counter) {
    lince_test_spec("counter");
    lince_test_op("add", add, lince_range(1, 2));
    lince_test_op("get", get);
    lince_test_scenario("add(1) | add(2) | get()");
}
