// needs: concurrentqueue/concurrentqueue.h
// expect: ok exhaustive
// options: --filter one_producer
// expect: violation
// options: --filter two_producers
// expect: ok exhaustive
// options: --filter two_producers --spec bag
/* moodycamel's ConcurrentQueue: what one producer enqueues comes out in order.  What several producers enqueue does
 * not, as its documentation says: it is a queue for each of them, so the whole is not linearizable; but a bag. */
#include <concurrentqueue/concurrentqueue.h>
#include <lince/test.h>

static moodycamel::ConcurrentQueue<long> queue(8, 4, 0);
static moodycamel::ProducerToken tokens[] = {moodycamel::ProducerToken(queue), moodycamel::ProducerToken(queue),
                                             moodycamel::ProducerToken(queue)};

static void enq(long value) { queue.enqueue(tokens[lince_thread_number()], value); }
static long deq() {
    long value;
    return queue.try_dequeue(value) ? value : lince_empty;
}

static void test(const char *scenario) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario(scenario);
}
LINCE_TEST(one_producer) { test("; enq(1) enq(2) | deq() deq()"); }
LINCE_TEST(two_producers) { test("; enq(1) | enq(2) deq() deq()"); }
