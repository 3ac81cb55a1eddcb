/* Threads without a specification that call an operation only if they meet: if one runs after the other they do not.
 * Before this is included, increase() counts up and returns what there was. */
#ifndef SUBJECTS_LATE_CALLS_H
#define SUBJECTS_LATE_CALLS_H

#include <lince/test.h>
#include <stdatomic.h>

static atomic_int begun, met;

static void call(void) {
    lince_op_begin("increase");
    lince_op_end(increase());
}

static void first(void) {
    if (!atomic_load(&begun)) return;
    atomic_store(&met, 1);
    call();
}

static void second(void) {
    atomic_store(&begun, 1);
    if (atomic_load(&met)) call();
}

static void late_calls(void) {
    lince_test_thread(first);
    lince_test_thread(second);
}

#endif
