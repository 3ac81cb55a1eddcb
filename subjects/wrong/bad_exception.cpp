// expect: failure exception
/* An exception that nobody catches, if one thread is faster. */
#include <atomic>
#include <lince/test.h>
#include <stdexcept>

static std::atomic<bool> first{false};

static void one() { first = true; }
static void other() {
    if (!first) throw std::runtime_error("too early");
}

LINCE_TEST(bad_exception) {
    lince_test_thread(one);
    lince_test_thread(other);
}
