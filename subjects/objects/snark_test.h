/* The operations of Snark for its tests. */
#ifndef SUBJECTS_SNARK_TEST_H
#define SUBJECTS_SNARK_TEST_H

#include "snark.h"

static struct snark object;

static void setup(void) { snark_init(&object); }
static void push_front(long value) { snark_push(&object, SNARK_LEFT, (int)value); }
static void push_back(long value) { snark_push(&object, SNARK_RIGHT, (int)value); }
static long pop(enum snark_side side) {
    int value = snark_pop(&object, side);
    return value ? value : lince_empty;
}
static long pop_front(void) { return pop(SNARK_LEFT); }
static long pop_back(void) { return pop(SNARK_RIGHT); }

static void snark_operations(void) {
    lince_test_spec("deque");
    lince_test_setup(setup);
    lince_test_op("push_front", push_front, lince_unique);
    lince_test_op("push_back", push_back, lince_unique);
    lince_test_op("pop_front", pop_front);
    lince_test_op("pop_back", pop_back);
}

#endif
