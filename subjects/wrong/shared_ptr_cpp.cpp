// expect: failure data-race
// expect: failure use-after-free
// options: --no-data-races
/* A raw pointer is kept while the last owner lets go. */
#include <lince/test.h>
#include <memory>
#include <mutex>

static std::mutex lock;
static std::shared_ptr<long> current;

static void setup() { current = std::make_shared<long>(0); }

static void write(long value) {
    auto fresh = std::make_shared<long>(value);
    std::lock_guard<std::mutex> guard(lock);
    current.swap(fresh);
}

static long read() {
    long *raw;
    {
        std::lock_guard<std::mutex> guard(lock);
        raw = current.get();
    }
    return *raw;
}

LINCE_TEST(shared_ptr) {
    lince_test_spec("register");
    lince_test_setup(setup);
    lince_test_op("write", write, lince_unique);
    lince_test_op("read", read);
    lince_test_scenario("write(1); write(2) | read()");
}
