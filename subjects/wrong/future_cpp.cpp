// expect: failure exception
/* std::promise: two keep the same one, and the second has an exception to catch. */
#include <future>
#include <lince/test.h>

static std::promise<long> promise;

LINCE_TEST(promise) {
    lince_test_op("keep", [](long value) { promise.set_value(value); });
    lince_test_scenario("keep(1) | keep(2)");
}
