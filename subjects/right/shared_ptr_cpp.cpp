// expect: ok exhaustive
// options: --strategy dpor
/* std::shared_ptr: the last owner frees, whoever that is.  A copy is made under a lock. */
#include <atomic>
#include <lince/test.h>
#include <memory>
#include <mutex>

struct counted {
    static std::atomic<int> alive;
    long value;
    explicit counted(long v) : value(v) { alive++; }
    ~counted() { alive--; }
};
std::atomic<int> counted::alive{0};

static std::mutex lock;
static std::shared_ptr<counted> current;

static void setup() { current = std::make_shared<counted>(0); }

static void write(long value) {
    auto fresh = std::make_shared<counted>(value);
    std::lock_guard<std::mutex> guard(lock);
    current.swap(fresh);
}

static long read() {
    std::shared_ptr<counted> copy;
    {
        std::lock_guard<std::mutex> guard(lock);
        copy = current;
    }
    return copy->value; /* others may have replaced it by now */
}

static bool one_is_left() { return counted::alive == 1; }

LINCE_TEST(shared_ptr) {
    lince_test_spec("register");
    lince_test_setup(setup);
    lince_test_op("write", write, lince_unique);
    lince_test_op("read", read);
    lince_test_invariant(one_is_left);
    lince_test_scenario("write(1); write(2) | read() read()");
    lince_test_scenario("write(1); write(2) | write(3) | read()");
}
