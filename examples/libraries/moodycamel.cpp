// needs: concurrentqueue/concurrentqueue.h
// expect: ok exhaustive
// options: --filter one_producer
// expect: ok exhaustive
// options: --memory rc11 --filter one_producer
// expect: ok exhaustive
// options: --memory rc11 --filter one_nameless
// expect: violation
// options: --filter two_producers
// expect: ok exhaustive
// options: --filter two_producers --spec bag
// expect: ok exhaustive
// options: --filter one_nameless
// expect: violation
// options: --filter two_nameless
// expect: ok exhaustive
// options: --filter two_nameless --spec bag
// expect: violation
// options: --memory rc11 --filter two_nameless --spec bag
/* moodycamel's ConcurrentQueue: what one producer enqueues comes out in order.  What several producers enqueue does
 * not, as its documentation says: it is a queue for each of them, so the whole is not linearizable; but a bag.  Who has
 * no token is recognized by the address of a thread-local variable.  Under the memory model of C11 it is no bag
 * either: a thread that finds one producer's queue empty by a relaxed load may find that of another one empty by an old
 * tail. */
#include <concurrentqueue/concurrentqueue.h>
#include <lince/test.h>

static moodycamel::ConcurrentQueue<long> queue(8, 4, 4);
static moodycamel::ProducerToken tokens[] = {moodycamel::ProducerToken(queue), moodycamel::ProducerToken(queue),
                                             moodycamel::ProducerToken(queue)};

static void enq(long value) { queue.enqueue(tokens[lince_thread_number()], value); }
static void enq_nameless(long value) { queue.enqueue(value); }
static long deq() {
    long value;
    return queue.try_dequeue(value) ? value : lince_empty;
}

static void test(void (*add)(long), const char *scenario) {
    lince_test_spec("queue");
    lince_test_op("enq", add, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario(scenario);
}
LINCE_TEST(one_producer) { test(enq, "; enq(1) enq(2) | deq() deq()"); }
LINCE_TEST(two_producers) { test(enq, "; enq(1) | enq(2) deq() deq()"); }
LINCE_TEST(one_nameless) { test(enq_nameless, "; enq(1) enq(2) | deq() deq()"); }
LINCE_TEST(two_nameless) { test(enq_nameless, "enq(1) deq() | enq(2) deq()"); }
