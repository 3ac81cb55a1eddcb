/* The operations of the time-stamped stack for its tests: each thread pushes onto a list of its own. */
#ifndef SUBJECTS_TS_STACK_TEST_H
#define SUBJECTS_TS_STACK_TEST_H

#include <lince/test.h>

#include "ts_stack.h"

static struct ts_stack object;

static void setup(void) { ts_stack_init(&object); }
static void push(long value) { ts_stack_push(&object, lince_thread_number(), value); }
static long pop(void) {
    long value;
    return ts_stack_pop(&object, &value) ? value : lince_empty;
}

static void ts_stack_operations(void) {
    lince_test_spec("stack");
    lince_test_setup(setup);
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", pop);
}

#endif
