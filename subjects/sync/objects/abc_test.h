/* What tests of three that meet do. */
#ifndef SUBJECTS_SYNC_ABC_TEST_H
#define SUBJECTS_SYNC_ABC_TEST_H

#include <lince/test.h>

#include "abc.h"

static struct abc people;
static void setup(void) { abc_init(&people); }

static long meet(void (*comes)(struct abc *, long, long *, long *), long id) {
    long one, other;
    comes(&people, id, &one, &other);
    lince_also_returns(other);
    return one;
}
static long a(long id) { return meet(abc_a, id); }
static long b(long id) { return meet(abc_b, id); }
static long c(long id) { return meet(abc_c, id); }

static void operations(void) {
    lince_test_spec("abc");
    lince_test_setup(setup);
    lince_test_op("a", a);
    lince_test_op("b", b);
    lince_test_op("c", c);
}

static void abc_test(void) {
    operations();
    lince_test_scenario("a(1) | a(2) | b(11) b(12) | c(21)");
    lince_test_scenario("a(1) a(2) | b(11) b(12) | c(21) c(22)");
    lince_test_scenario("a(1) a(2) | a(3) | b(11) b(12) | b(13) | c(21) | c(22)");
}

static void abc_many(void) {
    operations();
    lince_test_scenario(
        "a(1) a(2) a(3) a(4) | a(5) a(6) a(7) a(8) | b(11) b(12) b(13) b(14) | "
        "b(15) b(16) b(17) b(18) | c(21) c(22) c(23) c(24) | c(25) c(26) c(27) c(28)");
}

#endif
