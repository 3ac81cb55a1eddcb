/* What tests of a barrier that adds up do. */
#ifndef SUBJECTS_SYNC_COMBINING_BARRIER_TEST_H
#define SUBJECTS_SYNC_COMBINING_BARRIER_TEST_H

#include <lince/test.h>

#include "combining_barrier.h"

static struct combining_barrier barrier;
static void two(void) { combining_barrier_init(&barrier, 2); }
static void four(void) { combining_barrier_init(&barrier, 4); }
static long meet(long x) { return combining_barrier_sync(&barrier, x); }

static void combining_barrier_test(void) {
    lince_test_spec("combining-barrier:n=2,f=sum");
    lince_test_setup(two);
    lince_test_op("sync", meet);
    lince_test_scenario("sync(1) | sync(2) | sync(4)");
    lince_test_scenario("sync(1) sync(2) | sync(4) sync(8)");
    lince_test_scenario("sync(1) sync(2) | sync(4) sync(8) | sync(16) sync(32)");
}

static void combining_barrier_many(void) {
    lince_test_spec("combining-barrier:n=4,f=sum");
    lince_test_setup(four);
    lince_test_op("sync", meet);
    lince_test_scenario(
        "sync(1) sync(2) sync(3) sync(4) | sync(10) sync(20) sync(30) sync(40) | "
        "sync(100) sync(200) sync(300) sync(400) | sync(1000) sync(2000) sync(3000) sync(4000)");
}

#endif
