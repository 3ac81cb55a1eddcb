/* What tests of an exchanger do. */
#ifndef SUBJECTS_SYNC_EXCHANGER_TEST_H
#define SUBJECTS_SYNC_EXCHANGER_TEST_H

#include <lince/test.h>

#include "exchanger.h"

static struct exchanger exchanger;
static void setup(void) { exchanger_init(&exchanger); }
static long exchange(long x) { return exchanger_exchange(&exchanger, x); }

static void operations(void) {
    lince_test_spec("exchanger");
    lince_test_setup(setup);
    lince_test_op("exchange", exchange);
}

static void exchanger_test(void) {
    operations();
    lince_test_scenario("exchange(1) | exchange(2) | exchange(3)");
    lince_test_scenario("exchange(1) exchange(2) | exchange(3) exchange(4)");
    lince_test_scenario("exchange(1) | exchange(2) | exchange(3) | exchange(4)");
    lince_test_scenario("exchange(1) exchange(2) | exchange(3) exchange(4) | exchange(5) | exchange(6)");
}

static void exchanger_many(void) {
    operations();
    lince_test_scenario(
        "exchange(1) | exchange(2) | exchange(3) | exchange(4) | "
        "exchange(5) | exchange(6) | exchange(7) | exchange(8)");
}

#endif
