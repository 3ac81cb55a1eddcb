// needs: xenium/kirsch_kfifo_queue.hpp
// flags: -std=c++17 -include array
// expect: ok exhaustive
// options: --filter unbounded
// expect: ok exhaustive
// options: --filter bounded
// expect: violation
// options: --filter unbounded --criterion linearizable
// expect: violation
// options: --filter bounded --criterion linearizable
/* Xenium: Kirsch's k-FIFO is no queue, but with segments of k = 2 nothing is more than one place from where a queue has
 * it.  Where in a segment it begins to look it takes from the processor's clock; here all choices are tried. */
#include <cstdlib>
#include <lince/test.h>
#include <xenium/utils.hpp>
namespace xenium::utils {
inline std::uint64_t chosen() { return std::uint64_t(lince_choose(2)); }
} // namespace xenium::utils
#define random chosen
#include <xenium/kirsch_bounded_kfifo_queue.hpp>
#include <xenium/kirsch_kfifo_queue.hpp>
#include <xenium/reclamation/generic_epoch_based.hpp>
static xenium::kirsch_kfifo_queue<long *, xenium::policy::reclaimer<xenium::reclamation::epoch_based<>>> unbounded(2);
static xenium::kirsch_bounded_kfifo_queue<long *> bounded(2, 2);
static long numbers[3]; /* there are marks in the pointers, so they must be real ones */
static void push_unbounded(long value) { unbounded.push(numbers + value); }
static void push_bounded(long value) { lince_assert(bounded.try_push(numbers + value)); }
template <auto &queue> static long pop() {
    long *found;
    return queue.try_pop(found) ? found - numbers : lince_empty;
}
static void test(void (*enq)(long), long (*deq)()) {
    lince_test_spec("queue");
    lince_test_criterion("quasi:1");
    lince_test_op("enq", enq, lince_range(0, 2));
    lince_test_op("deq", deq);
    lince_test_scenario("enq(0) enq(1); enq(2) deq() | deq(); deq()");
}
LINCE_TEST(unbounded) { test(push_unbounded, pop<unbounded>); }
LINCE_TEST(bounded) { test(push_bounded, pop<bounded>); }
