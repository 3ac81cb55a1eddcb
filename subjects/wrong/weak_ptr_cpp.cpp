// expect: failure use-after-free
// options: --allow data-race
// expect: failure data-race
/* Whether there is something left is asked, and then it is used without keeping it. */
#include <lince/test.h>
#include <memory>

static std::shared_ptr<long> owner;
static std::weak_ptr<long> watcher;
static long *plain;

static void setup() {
    owner = std::make_shared<long>(5);
    watcher = owner;
    plain = owner.get();
}

LINCE_TEST(weak_ptr) {
    lince_test_setup(setup);
    lince_test_thread([] {
        bool there = !watcher.expired();
        watcher.reset();
        if (there) lince_assert(*plain == 5);
    });
    lince_test_thread([] { owner.reset(); });
}
