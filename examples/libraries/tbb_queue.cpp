// needs: oneapi/tbb/concurrent_queue.h
// flags: -std=c++17
// expect: ok exhaustive
// options: --memory sc
// expect: violation
// options: --memory rc11
/* TBB: concurrent_queue.  It is all in the headers but for where memory comes from.  That is libtbb, which was not
 * compiled for testing and keeps memory that is not put back between executions; so here it comes from malloc.
 *
 * Under the memory model of C11 a removal may find the queue empty though something is inside: it reads the head with a
 * relaxed load, and so may see an old tail behind a new head (later versions load with acquire). */
#include <cstdlib>
#include <lince/test.h>
#include <oneapi/tbb/concurrent_queue.h>

namespace tbb::detail::r1 {
void *cache_aligned_allocate(std::size_t size) { return std::aligned_alloc(128, (size + 127) / 128 * 128); }
void cache_aligned_deallocate(void *memory) { std::free(memory); }
void throw_exception(exception_id) { std::abort(); }
} // namespace tbb::detail::r1

static tbb::concurrent_queue<long> queue;

static void enq(long value) { queue.push(value); }
static long deq() {
    long value;
    return queue.try_pop(value) ? value : lince_empty;
}

LINCE_TEST(tbb_queue) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1); enq(2) | deq() deq()");
    lince_test_scenario("enq(1); enq(2) deq() | deq()");
    lince_test_scenario("; enq(1) | enq(2); deq() deq()");
}
