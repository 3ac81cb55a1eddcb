/* What tests of men and women do; the object is included before. */
#ifndef SUBJECTS_SYNC_MEN_WOMEN_TEST_H
#define SUBJECTS_SYNC_MEN_WOMEN_TEST_H

#include <lince/test.h>

static struct men_women people;
static void setup(void) { men_women_init(&people); }
static long man(long id) { return men_women_man(&people, id); }
static long woman(long id) { return men_women_woman(&people, id); }

static void operations(void) {
    lince_test_spec("men-women");
    lince_test_setup(setup);
    lince_test_op("man", man);
    lince_test_op("woman", woman);
}

static void men_women_test(void) {
    operations();
    lince_test_scenario("man(1) | man(2) | woman(11)");
    lince_test_scenario("man(1) | woman(11) | woman(12)");
    lince_test_scenario("man(1) man(2) | woman(11) woman(12)");
    lince_test_scenario("man(1) | man(2) | woman(11) woman(12)");
    lince_test_scenario("man(1) | man(2) | woman(11) | woman(12)");
    lince_test_scenario("man(1) man(2) | man(3) | woman(11) woman(12)");
}

static void men_women_many(void) {
    operations();
    lince_test_scenario(
        "man(1) man(2) man(3) man(4) | man(5) man(6) man(7) man(8) | "
        "woman(11) woman(12) woman(13) woman(14) | woman(15) woman(16) woman(17) woman(18)");
}

#endif
