/* What tests of one family do. */
#ifndef SUBJECTS_SYNC_ONE_FAMILY_TEST_H
#define SUBJECTS_SYNC_ONE_FAMILY_TEST_H

#include <lince/test.h>

#include "families.h"

static struct families family;
static void setup(void) { families_init(&family); }
static long meet(long id) { return families_meet(&family, (int)id, 0, 4); }

static void operations(void) {
    lince_test_spec("one-family:n=4");
    lince_test_setup(setup);
    lince_test_op("sync", meet);
}

static void one_family_test(void) {
    operations();
    lince_test_scenario("sync(0) | sync(1)");
    lince_test_scenario("sync(0) sync(0) | sync(1) sync(1) | sync(2)");
    lince_test_scenario("sync(0) | sync(1) | sync(2) | sync(3)");
    lince_test_scenario("sync(0) sync(0) | sync(1) sync(1) | sync(2) sync(2)");
}

static void one_family_many(void) {
    operations();
    lince_test_scenario(
        "sync(0) sync(0) sync(0) | sync(1) sync(1) sync(1) | "
        "sync(2) sync(2) sync(2) | sync(3) sync(3) sync(3)");
}

#endif
