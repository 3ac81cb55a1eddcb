/* What tests of locks do: a number that is read and written in two plain steps inside the lock.  Before this is
 * included, enter() and leave() say how. */
#ifndef SUBJECTS_GUARDED_COUNTER_H
#define SUBJECTS_GUARDED_COUNTER_H

#include <lince/test.h>

static long guarded;

static long fetch_add(long amount) {
    enter();
    long old = guarded;
    guarded = old + amount;
    leave();
    return old;
}

static void guarded_counter_operations(void) {
    lince_test_spec("counter");
    lince_test_op("fetch_add", fetch_add, lince_range(1, 1));
}

#endif
