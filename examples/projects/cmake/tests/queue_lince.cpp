// The same queue used by several threads, under every interleaving that matters.
#include "queue.hpp"

#include <lince/test.h>

static Queue<long> *q;

static void setup() { q = new Queue<long>; }
static void put(long value) { q->put(value); }
static long try_take() { return q->try_take().value_or(lince_empty); }
static long take() { return q->take(); }

LINCE_TEST(queue) {
    lince_test_spec("queue");
    lince_test_setup(setup);
    lince_test_op("put", put, lince_unique);
    lince_test_op("take", try_take);
}

// Who waits is woken: were it not so, this would be a deadlock.
LINCE_TEST(waiting) {
    lince_test_spec("queue");
    lince_test_setup(setup);
    lince_test_op("put", put, lince_unique);
    lince_test_op("take", take);
    lince_test_scenario("put(1) put(2) | take() | take()");
}
