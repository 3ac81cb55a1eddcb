/* What tests of a barrier do. */
#ifndef SUBJECTS_SYNC_BARRIER_TEST_H
#define SUBJECTS_SYNC_BARRIER_TEST_H

#include <lince/test.h>

#include "barrier.h"

static struct barrier barrier;
static void two(void) { barrier_init(&barrier, 2); }
static void four(void) { barrier_init(&barrier, 4); }
static void meet(void) { barrier_sync(&barrier); }

static void barrier_test(void) {
    lince_test_spec("barrier:n=2");
    lince_test_setup(two);
    lince_test_op("sync", meet);
    lince_test_scenario("sync() | sync() | sync()");
    lince_test_scenario("sync() sync() | sync() sync()");
    lince_test_scenario("sync() sync() | sync() sync() | sync() sync()");
}

static void barrier_many(void) {
    lince_test_spec("barrier:n=4");
    lince_test_setup(four);
    lince_test_op("sync", meet);
    lince_test_scenario(
        "sync() sync() sync() sync() | sync() sync() sync() sync() | "
        "sync() sync() sync() sync() | sync() sync() sync() sync()");
}

#endif
