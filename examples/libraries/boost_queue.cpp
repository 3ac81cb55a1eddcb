// needs: boost/lockfree/queue.hpp
// expect: failure data-race
// options: --filter queue
// expect: ok exhaustive
// options: --allow data-race --filter queue
// expect: ok exhaustive
// options: --memory rc11 --allow data-race --filter queue
// expect: violation
// options: --allow data-race --filter unsynchronized
/* Boost.Lockfree: the queue, with nodes it keeps for itself and uses again; and its unsynchronized_pop, which must not
 * be used while others pop. */
#include <boost/lockfree/queue.hpp>
#include <lince/test.h>

static boost::lockfree::queue<long> queue(4);

static void enq(long value) { queue.push(value); }
static long deq() {
    long value;
    return queue.pop(value) ? value : lince_empty;
}
static long deq_unsynchronized() {
    long value;
    return queue.unsynchronized_pop(value) ? value : lince_empty;
}

static void test(long (*remove)()) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", remove);
    lince_test_scenario("enq(1); enq(2) deq() | deq()");
    lince_test_scenario("enq(1); enq(2) | deq() | deq()");
}
LINCE_TEST(queue) { test(deq); }
LINCE_TEST(unsynchronized) { test(deq_unsynchronized); }
