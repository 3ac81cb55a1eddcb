/* The operations of the queue with hazard pointers for its tests: they need the number of the calling thread. */
#ifndef SUBJECTS_HAZARD_QUEUE_TEST_H
#define SUBJECTS_HAZARD_QUEUE_TEST_H

#include <lince/test.h>

#include "hazard_queue.h"

static struct hazard_queue object;

static void setup(void) { hazard_queue_init(&object); }
static void enq(long value) { hazard_queue_enq(&object, lince_thread_number(), value); }
static long deq(void) {
    long value;
    return hazard_queue_deq(&object, lince_thread_number(), &value) ? value : lince_empty;
}

static void hazard_queue_operations(void) {
    lince_test_spec("queue");
    lince_test_setup(setup);
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) deq() | enq(2) deq()");
}

#endif
