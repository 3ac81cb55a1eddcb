/* What tests of two families do: those from 0 on are one, those from 2 on the other. */
#ifndef SUBJECTS_SYNC_TWO_FAMILIES_TEST_H
#define SUBJECTS_SYNC_TWO_FAMILIES_TEST_H

#include <lince/test.h>

#include "families.h"

static struct families families;
static void setup(void) { families_init(&families); }
static long a(long id) { return families_meet(&families, (int)id, 2, 4) - 2; }
static long b(long id) { return families_meet(&families, (int)id + 2, 0, 2); }

static void operations(void) {
    lince_test_spec("two-families:n=2");
    lince_test_setup(setup);
    lince_test_op("a", a);
    lince_test_op("b", b);
}

static void two_families_test(void) {
    operations();
    lince_test_scenario("a(0) a(0) | b(0) | b(1)");
    lince_test_scenario("a(0) | a(1) | b(0) b(0)");
    lince_test_scenario("a(0) | a(1) | b(0) | b(1)");
    lince_test_scenario("a(0) a(0) | a(1) a(1) | b(0) b(0) | b(1) b(1)");
}

static void two_families_many(void) {
    operations();
    lince_test_scenario("a(0) a(0) | a(1) a(1) | b(0) b(0) | b(1) b(1)");
}

#endif
