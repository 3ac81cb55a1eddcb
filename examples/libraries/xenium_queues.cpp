// needs: xenium/michael_scott_queue.hpp
// flags: -std=c++17 -include array
// expect: ok exhaustive
// options: --filter michael_scott
// expect: ok exhaustive
// options: --memory rc11 --filter michael_scott
// expect: ok exhaustive
// options: --filter ramalhete
/* Xenium: the queues of Michael and Scott, whose nodes are counted, and of Ramalhete, whose nodes are freed when an
 * epoch is over.  If one were freed too early, its use would be reported. */
#include <lince/test.h>
#include <xenium/michael_scott_queue.hpp>
#include <xenium/ramalhete_queue.hpp>
#include <xenium/reclamation/generic_epoch_based.hpp>
#include <xenium/reclamation/lock_free_ref_count.hpp>

static long numbers[4]; /* queues of pointers keep marks in them, so they must be real ones */

template <class Q> struct tested {
    static inline Q queue;
    static void enq(long value) { queue.push(numbers + value); }
    static long deq() {
        long *found;
        return queue.try_pop(found) ? found - numbers : lince_empty;
    }
    static void describe() {
        lince_test_spec("queue");
        lince_test_op("enq", enq, lince_range(0, 3));
        lince_test_op("deq", deq);
        lince_test_scenario("enq(0); enq(1) deq() | deq()");
    }
};
using counts = xenium::policy::reclaimer<xenium::reclamation::lock_free_ref_count<>>;
using epochs = xenium::policy::reclaimer<xenium::reclamation::epoch_based<>>;
LINCE_TEST(michael_scott) { tested<xenium::michael_scott_queue<long *, counts>>::describe(); }
LINCE_TEST(ramalhete) {
    tested<xenium::ramalhete_queue<long *, epochs, xenium::policy::entries_per_node<2>>>::describe();
}
