/* The operations of the elimination stack of cells for its tests: it wants to know which thread calls. */
#ifndef SUBJECTS_ELIMINATION_CELLS_TEST_H
#define SUBJECTS_ELIMINATION_CELLS_TEST_H

#include <lince/test.h>

#include "elimination_cells.h"

static struct elimination_cells object;

static void setup(void) { elimination_cells_init(&object); }
static void push(long value) { elimination_cells_push(&object, lince_thread_number(), value); }
static long pop(void) {
    long value;
    return elimination_cells_pop(&object, lince_thread_number(), &value) ? value : lince_empty;
}

static void elimination_cells_operations(void) {
    lince_test_spec("stack");
    lince_test_setup(setup);
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", pop);
}

#endif
