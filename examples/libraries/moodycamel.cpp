/* moodycamel's ConcurrentQueue: what one producer enqueues comes out in order; of several producers it says that it is
 * not linearizable: it is a queue for each of them. */
#include <concurrentqueue/concurrentqueue.h>
#include <lince/test.h>

static moodycamel::ConcurrentQueue<long> queue(32);

static void enq(long value) { queue.enqueue(value); }
static long deq() {
    long value;
    return queue.try_dequeue(value) ? value : lince_empty;
}

LINCE_TEST(moodycamel) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("; enq(1) enq(2) | deq() deq()");
}
