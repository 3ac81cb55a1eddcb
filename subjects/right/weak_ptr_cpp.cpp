// expect: ok exhaustive
/* std::weak_ptr: whoever is last, of shared and of weak owners, frees; who comes too late gets nothing. */
#include <lince/test.h>
#include <memory>

static std::shared_ptr<long> owner;
static std::weak_ptr<long> watchers[2];

static void setup() {
    owner = std::make_shared<long>(5);
    for (auto &w : watchers) w = owner;
}

static void watch(int i) {
    if (auto copy = watchers[i].lock()) lince_assert(*copy == 5);
    watchers[i].reset();
}

LINCE_TEST(weak_ptr) {
    lince_test_setup(setup);
    lince_test_no_leaks();
    lince_test_thread([] { watch(0); });
    lince_test_thread([] { watch(1); });
    lince_test_thread([] { owner.reset(); });
}
