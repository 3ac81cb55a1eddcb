// needs: concurrentqueue/concurrentqueue.h
// expect: ok exhaustive
// options: --memory sc
// expect: ok exhaustive
// options: --memory rc11
/* moodycamel's ConcurrentQueue with elements that have strings, for one producer. */
#include <concurrentqueue/concurrentqueue.h>
#include <lince/test.h>
#include <string>

struct item {
    long id;
    std::string name;
};
typedef moodycamel::ConcurrentQueue<item> item_queue;
static item_queue queue(8, 4, 4);

LINCE_TEST(structs) {
    lince_test_spec("queue");
    lince_test_method<bool(const item &)>("enq", queue, &item_queue::enqueue);
    lince_test_method<bool(item &)>("deq", queue, &item_queue::try_dequeue);
    lince_test_scenario("; enq(1) enq(2) | deq() deq()");
}
