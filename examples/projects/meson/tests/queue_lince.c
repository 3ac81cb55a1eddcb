/* The same queue used by several threads, under every interleaving that matters. */
#include "queue.h"

#include <lince/test.h>

static struct queue *q;

static void setup(void) { q = queue_new(); }
static void put(long value) { queue_put(q, value); }
static long take(void) {
    long value;
    return queue_take(q, &value) ? value : lince_empty;
}

LINCE_TEST(queue) {
    lince_test_spec("queue");
    lince_test_setup(setup);
    lince_test_op("put", put, lince_unique);
    lince_test_op("take", take);
}

LINCE_TEST(queue_three_threads) {
    lince_test_spec("queue");
    lince_test_setup(setup);
    lince_test_op("put", put, lince_unique);
    lince_test_op("take", take);
    lince_test_scenario("put(1) | put(2) | take() take()");
}
