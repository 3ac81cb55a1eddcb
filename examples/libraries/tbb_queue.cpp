// needs: oneapi/tbb/concurrent_queue.h
// flags: -std=c++17
// expect: ok exhaustive
// options: --memory sc --filter numbers
// expect: violation
// options: --memory rc11 --filter numbers
// expect: ok exhaustive
// options: --memory sc --filter strings
// expect: violation
// options: --memory rc11 --filter strings
/* TBB: concurrent_queue.  It is all in the headers but for where memory comes from.  That is libtbb, which was not
 * compiled for testing and keeps memory that is not put back between executions; so here it comes from malloc.
 *
 * Under the memory model of C11 a removal may find the queue empty though something is inside: it reads the head with a
 * relaxed load, and so may see an old tail behind a new head (later versions load with acquire). */
#include <cstdlib>
#include <lince/test.h>
#include <oneapi/tbb/concurrent_queue.h>
#include <string>

namespace tbb::detail::r1 {
void *cache_aligned_allocate(std::size_t size) { return std::aligned_alloc(128, (size + 127) / 128 * 128); }
void cache_aligned_deallocate(void *memory) { std::free(memory); }
void throw_exception(exception_id) { std::abort(); }
} // namespace tbb::detail::r1

template <class T> static void test(tbb::concurrent_queue<T> &queue) {
    lince_test_spec("queue");
    lince_test_method<void(const T &)>("enq", queue, &tbb::concurrent_queue<T>::push);
    lince_test_method("deq", queue, &tbb::concurrent_queue<T>::try_pop);
    lince_test_scenario("enq(1); enq(2) | deq() deq()");
    lince_test_scenario("enq(1); enq(2) deq() | deq()");
    lince_test_scenario("; enq(1) | enq(2); deq() deq()");
}
static tbb::concurrent_queue<long> numbers;
static tbb::concurrent_queue<std::string> strings;
LINCE_TEST(numbers) { test(numbers); }
LINCE_TEST(strings) { test(strings); }
