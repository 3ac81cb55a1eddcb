/* The operations of the stack with pops of several values for its tests, and a model of them; two values are returned
 * as one number.
 *
 * What they return are the values of a stack.  But they may also return nothing though something is there: values that
 * somebody is about to pop are off the length already, and values that are pushed get onto it last. */
#ifndef SUBJECTS_BULK_STACK_TEST_H
#define SUBJECTS_BULK_STACK_TEST_H

#include <lince/test.h>

#include "bulk_stack.h"

static struct bulk_stack object;

static void setup(void) { bulk_stack_init(&object); }
static bool push(long value) { return bulk_stack_push(&object, value); }
static long pop(void) {
    long value;
    return bulk_stack_pop(&object, 1, &value) ? value : lince_empty;
}
static long pop_two(void) {
    long values[2];
    return bulk_stack_pop(&object, 2, values) ? values[0] * 10 + values[1] : lince_empty;
}

static struct { long count, values[BULK_STACK_SIZE]; } model;

static bool model_push(long value) {
    if (model.count == BULK_STACK_SIZE || lince_choose(2)) return false;
    model.values[model.count++] = value;
    return true;
}

static long model_pop(void) {
    if (model.count < 1 || lince_choose(2)) return lince_empty;
    long value = model.values[--model.count];
    model.values[model.count] = 0;
    return value;
}

static long model_pop_two(void) {
    if (model.count < 2 || lince_choose(2)) return lince_empty;
    model.count -= 2;
    long *two = &model.values[model.count], value = two[1] * 10 + two[0];
    two[0] = two[1] = 0;
    return value;
}

static void bulk_stack_operations(void) {
    lince_test_setup(setup);
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", pop);
    lince_test_op("pop_two", pop_two);
    lince_test_model(&model, sizeof model);
    lince_test_model_op("push", model_push);
    lince_test_model_op("pop", model_pop);
    lince_test_model_op("pop_two", model_pop_two);
}

#endif
