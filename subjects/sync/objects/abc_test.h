/* What tests of three that meet do. */
#ifndef SUBJECTS_SYNC_ABC_TEST_H
#define SUBJECTS_SYNC_ABC_TEST_H

#include <lince/test.h>

#include "abc.h"

static struct abc people;
static void setup(void) { abc_init(&people); }

static void meet(const char *kind, void (*comes)(struct abc *, long, long *, long *), long id) {
    long one, other;
    lince_op_begin(kind, id);
    comes(&people, id, &one, &other);
    lince_op_end(one, other);
}

static void a_1(void) { meet("a", abc_a, 1); }
static void a_2(void) { meet("a", abc_a, 2); }
static void a_twice(void) { a_1(), a_2(); }
static void b_twice(void) { meet("b", abc_b, 11), meet("b", abc_b, 12); }
static void c_once(void) { meet("c", abc_c, 21); }
static void c_twice(void) { meet("c", abc_c, 21), meet("c", abc_c, 22); }

static void more(const char *kind, void (*comes)(struct abc *, long, long *, long *)) {
    for (int i = 0; i < 4; i++) meet(kind, comes, 10 * lince_thread_number() + i);
}
static void more_a(void) { more("a", abc_a); }
static void more_b(void) { more("b", abc_b); }
static void more_c(void) { more("c", abc_c); }

static void operations(void) {
    lince_test_spec("abc");
    lince_test_setup(setup);
}

static void abc_test(void) {
    operations();
    lince_test_thread(a_1);
    lince_test_thread(a_2);
    lince_test_thread(b_twice);
    lince_test_thread(c_once);
}

static void abc_twice(void) {
    operations();
    lince_test_thread(a_twice);
    lince_test_thread(b_twice);
    lince_test_thread(c_twice);
}

static void abc_many(void) {
    operations();
    lince_test_thread(more_a);
    lince_test_thread(more_a);
    lince_test_thread(more_b);
    lince_test_thread(more_b);
    lince_test_thread(more_c);
    lince_test_thread(more_c);
}

#endif
