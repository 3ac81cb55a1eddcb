/* What tests of a barrier of those enrolled do. */
#ifndef SUBJECTS_SYNC_ENROLLABLE_BARRIER_TEST_H
#define SUBJECTS_SYNC_ENROLLABLE_BARRIER_TEST_H

#include <lince/test.h>

#include "enrollable_barrier.h"

static struct enrollable_barrier barrier;
static void setup(void) { enrollable_barrier_init(&barrier); }
static void meet(long id) { (void)id, enrollable_barrier_sync(&barrier); }
static void enrol(long id) { (void)id, enrollable_barrier_enrol(&barrier); }
static void resign(long id) { (void)id, enrollable_barrier_resign(&barrier); }

static void operations(void) {
    lince_test_spec("enrollable-barrier");
    lince_test_setup(setup);
    lince_test_op("sync", meet);
    lince_test_op("enrol", enrol);
    lince_test_op("resign", resign);
}

static void enrollable_barrier_test(void) {
    operations();
    lince_test_scenario("enrol(1) enrol(2); sync(1) sync(1) | sync(2) sync(2)");
    lince_test_scenario("enrol(1) enrol(2); sync(1) sync(1) | sync(2) resign(2)");
    lince_test_scenario("enrol(1) sync(1) resign(1) | enrol(2) sync(2) resign(2)");
    lince_test_scenario("enrol(1) enrol(2); sync(1) sync(1) | sync(2) | enrol(3)");
    lince_test_scenario("enrol(1) sync(1) resign(1) | enrol(2) sync(2) resign(2) | enrol(3) sync(3) resign(3)");
}

static void enrollable_barrier_many(void) {
    operations();
    lince_test_scenario(
        "enrol(1) sync(1) sync(1) resign(1) | enrol(2) sync(2) sync(2) resign(2) | "
        "enrol(3) sync(3) sync(3) resign(3) | enrol(4) sync(4) sync(4) resign(4)");
}

#endif
