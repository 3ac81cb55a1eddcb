/* The operations of the stack with hazard pointers for its tests: it wants to know which thread calls. */
#ifndef SUBJECTS_HAZARD_STACK_TEST_H
#define SUBJECTS_HAZARD_STACK_TEST_H

#include <lince/test.h>

#include "hazard_stack.h"

static struct hazard_stack object;

static void setup(void) { hazard_stack_init(&object); }
static void push(long value) { hazard_stack_push(&object, value); }
static long pop(void) {
    long value;
    return hazard_stack_pop(&object, lince_thread_number(), &value) ? value : lince_empty;
}

static void hazard_stack_operations(void) {
    lince_test_spec("stack");
    lince_test_setup(setup);
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", pop);
}

#endif
