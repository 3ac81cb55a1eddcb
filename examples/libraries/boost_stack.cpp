// needs: boost/lockfree/stack.hpp
// expect: failure data-race
// options: --filter stack
// expect: ok exhaustive
// options: --allow data-race --filter stack
// expect: ok exhaustive
// options: --memory rc11 --allow data-race --filter stack
// expect: violation
// options: --allow data-race --filter unsynchronized
/* Boost.Lockfree: the stack, with nodes it keeps for itself and uses again; and its unsynchronized_pop, which must not
 * be used while others pop. */
#include <boost/lockfree/stack.hpp>
#include <lince/test.h>

static boost::lockfree::stack<long> stack(4);

static void push(long value) { stack.push(value); }
static long pop() {
    long value;
    return stack.pop(value) ? value : lince_empty;
}
static long pop_unsynchronized() {
    long value;
    return stack.unsynchronized_pop(value) ? value : lince_empty;
}

static void test(long (*remove)()) {
    lince_test_spec("stack");
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", remove);
    lince_test_scenario("push(1) push(2); pop() pop() push(3) | pop(); pop() pop()");
    lince_test_scenario("push(1); push(2) | pop() | pop()");
}
LINCE_TEST(stack) { test(pop); }
LINCE_TEST(unsynchronized) { test(pop_unsynchronized); }
