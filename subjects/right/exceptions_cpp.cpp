// expect: ok exhaustive
// options: --strategy dpor
/* Exceptions: thrown by one thread while others handle theirs, kept, thrown again, and objects destroyed on the way. */
#include <atomic>
#include <exception>
#include <lince/test.h>
#include <stdexcept>
#include <string>
#include <vector>

static std::atomic<int> alive{0}, turns{0};

struct counted {
    std::vector<std::string> names{"something", "that is too long to be kept without memory of its own"};
    counted() { alive++; }
    ~counted() { alive--; }
};

static long deep(int n) {
    counted c;
    if (n == 0) throw std::runtime_error("turn " + std::to_string(turns.load() >= 0));
    return deep(n - 1) + 1;
}

static bool fails() {
    std::exception_ptr kept;
    try {
        deep(2);
    } catch (...) {
        turns++;
        kept = std::current_exception();
    }
    try {
        std::rethrow_exception(kept);
    } catch (const std::runtime_error &e) {
        turns++;
        return std::string(e.what()) == "turn 1" && std::uncaught_exceptions() == 0;
    }
}

LINCE_TEST(exceptions) {
    lince_test_op("fails", fails);
    lince_test_scenario("fails() | fails()");
    lince_test_invariant([] { return alive == 0; });
}
