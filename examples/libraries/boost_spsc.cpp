// needs: boost/lockfree/spsc_queue.hpp
// expect: ok exhaustive
// expect: violation
// options: --allow data-race --scenario '; enq(1) | enq(2); deq() deq()'
/* Boost.Lockfree: the queue of one producer and one consumer; two producers lose a value. */
#include <boost/lockfree/spsc_queue.hpp>
#include <lince/test.h>

static boost::lockfree::spsc_queue<long, boost::lockfree::capacity<2>> queue;

static bool enq(long value) { return queue.push(value); }
static long deq() {
    long value;
    return queue.pop(value) ? value : lince_empty;
}

LINCE_TEST(boost_spsc) {
    lince_test_spec("queue:capacity=2");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("; enq(1) enq(2) enq(3) | deq() deq() deq()");
}
