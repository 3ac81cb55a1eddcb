// needs: xenium/kirsch_kfifo_queue.hpp
// flags: -std=c++17 -include array
// expect: violation
// options: --filter unbounded
// expect: violation
// options: --filter bounded
// expect: ok exhaustive
// options: --filter unbounded --spec bag
// expect: ok exhaustive
// options: --filter bounded --spec bag
/* Xenium: Kirsch's k-FIFO lets values overtake each other within a segment of k.  So it is no queue, and is not meant
 * to be one; as a bag, it loses and doubles nothing.  (A criterion between the two is planned.)  Where in a segment it
 * begins to look it takes from the processor's clock; here that is a choice, and all are tried. */
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
static long numbers[2]; /* there are marks in the pointers, so they must be real ones */
static void push_unbounded(long value) { unbounded.push(numbers + value); }
static void push_bounded(long value) { lince_assert(bounded.try_push(numbers + value)); }
template <auto &queue> static long pop() {
    long *found;
    return queue.try_pop(found) ? found - numbers : lince_empty;
}
static void test(void (*enq)(long), long (*deq)()) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_range(0, 1));
    lince_test_op("deq", deq);
    lince_test_scenario("enq(0); enq(1) deq() | deq()");
}
LINCE_TEST(unbounded) { test(push_unbounded, pop<unbounded>); }
LINCE_TEST(bounded) { test(push_bounded, pop<bounded>); }
