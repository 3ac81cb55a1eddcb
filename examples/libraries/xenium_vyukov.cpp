// needs: xenium/vyukov_bounded_queue.hpp
// flags: -std=c++17
// expect: ok exhaustive
// options: --filter strong
// expect: violation
// options: --filter weak
/* Xenium: Vyukov's bounded queue.  It waits for others who are not done yet; the weak form does not, and finds the
 * queue empty or full when it is neither, as its documentation says. */
#include <lince/test.h>
#include <xenium/vyukov_bounded_queue.hpp>

template <class Q> struct tested {
    static inline Q queue{4};
    static bool enq(long value) { return queue.try_push(value); }
    static long deq() {
        long found;
        return queue.try_pop(found) ? found : lince_empty;
    }
    static void describe() {
        lince_test_spec("queue:capacity=4");
        lince_test_op("enq", enq, lince_unique);
        lince_test_op("deq", deq);
        lince_test_scenario("enq(0) enq(1) enq(2); enq(3) enq(4) deq() | deq() deq()");
        lince_test_scenario("enq(0); enq(1) deq() deq() | enq(2)");
    }
};
using weak_policy = xenium::policy::default_to_weak<true>;
LINCE_TEST(strong) { tested<xenium::vyukov_bounded_queue<long>>::describe(); }
LINCE_TEST(weak) { tested<xenium::vyukov_bounded_queue<long, weak_policy>>::describe(); }
