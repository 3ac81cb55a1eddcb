/* The operations of the ring for one producer and one consumer for its tests. */
#ifndef SUBJECTS_SPSC_RING_TEST_H
#define SUBJECTS_SPSC_RING_TEST_H

#include <lince/test.h>

#include "spsc_ring.h"

static struct spsc_ring object;

static void setup(void) { spsc_ring_init(&object); }
static bool enq(long value) { return spsc_ring_enq(&object, value); }
static long deq(void) {
    long value;
    return spsc_ring_deq(&object, &value) ? value : lince_empty;
}

static void spsc_ring_operations(void) {
    lince_test_spec("queue:capacity=2");
    lince_test_setup(setup);
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
}

#endif
