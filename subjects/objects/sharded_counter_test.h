/* The operations of the counter in shards for its tests. */
#ifndef SUBJECTS_SHARDED_COUNTER_TEST_H
#define SUBJECTS_SHARDED_COUNTER_TEST_H

#include <lince/test.h>

#include "sharded_counter.h"

static struct sharded_counter object;

static void setup(void) { sharded_counter_init(&object); }
static void inc(void) { sharded_counter_add(&object, lince_thread_number(), 1); }
static void dec(void) { sharded_counter_add(&object, lince_thread_number(), -1); }
static long get(void) { return sharded_counter_get(&object, lince_thread_number()); }

static void sharded_counter_operations(void) {
    lince_test_spec("counter");
    lince_test_setup(setup);
    lince_test_op("inc", inc);
    lince_test_op("dec", dec);
    lince_test_op("get", get);
}

#endif
