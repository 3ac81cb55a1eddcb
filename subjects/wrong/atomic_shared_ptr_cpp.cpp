// expect: failure data-race
// options: -- -std=c++20
// expect: failure use-after-free
// options: --allow data-race -- -std=c++20
/* A std::shared_ptr that is not atomic: a copy of it takes part too late, when the last owner has let go. */
#include <atomic>
#include <lince/test.h>
#include <memory>

static std::shared_ptr<long> current;

LINCE_TEST(shared_ptr) {
    lince_test_spec("register");
    lince_test_op("write", [](long value) { current = std::make_shared<long>(value); });
    lince_test_op("read", [] {
        auto mine = current;
        return mine ? *mine : lince_nil;
    });
    lince_test_scenario("write(1); write(2) | read()");
}
