/* What tests of an exchanger that gives up do. */
#ifndef SUBJECTS_SYNC_TIMEOUT_EXCHANGER_TEST_H
#define SUBJECTS_SYNC_TIMEOUT_EXCHANGER_TEST_H

#include <lince/test.h>

#include "timeout_exchanger.h"

static struct timeout_exchanger exchanger;
static void setup(void) { timeout_exchanger_init(&exchanger); }
static long exchange(long x) {
    long y;
    return timeout_exchanger_exchange(&exchanger, x, &y) ? y : lince_none;
}

static void operations(void) {
    lince_test_spec("timeout-exchanger");
    lince_test_setup(setup);
    lince_test_op("exchange", exchange);
}

static void timeout_exchanger_test(void) {
    operations();
    lince_test_scenario("exchange(1) exchange(2) | exchange(3) exchange(4)");
    lince_test_scenario("exchange(1) | exchange(2) | exchange(3)");
    lince_test_scenario("exchange(1) exchange(2) | exchange(3) exchange(4) | exchange(5)");
}

static void timeout_exchanger_many(void) {
    operations();
    lince_test_scenario(
        "exchange(1) exchange(2) exchange(3) exchange(4) | exchange(5) exchange(6) exchange(7) exchange(8) | "
        "exchange(9) exchange(10) exchange(11) exchange(12) | "
        "exchange(13) exchange(14) exchange(15) exchange(16)");
}

#endif
