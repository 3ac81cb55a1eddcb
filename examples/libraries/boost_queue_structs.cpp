// needs: boost/lockfree/queue.hpp
// expect: failure data-race
// options: --memory sc
// expect: ok exhaustive
// options: --memory sc --allow data-race
// expect: ok exhaustive
// options: --memory rc11 --allow data-race
/* Boost.Lockfree: the queue with elements of two words.  As with numbers, a removal may load from a node that another
 * one has taken and put back among the free ones, where it is written plainly; it notices, and throws away what it
 * loaded. */
#include <boost/lockfree/queue.hpp>
#include <lince/test.h>

struct item {
    long id;
    double weight;
};
typedef boost::lockfree::queue<item> item_queue;
static item_queue queue(4);

LINCE_TEST(structs) {
    lince_test_spec("queue");
    lince_test_method<bool(const item &)>("enq", queue, &item_queue::push);
    lince_test_method<bool(item &)>("deq", queue, &item_queue::pop);
    lince_test_scenario("enq(1); enq(2) deq() | deq()");
    lince_test_scenario("enq(1); enq(2) | deq() | deq()");
}
