// expect: ok exhaustive
// flags: -std=c++17
/* std::shared_mutex, by its specification. */
#include <lince/test.h>

#include <shared_mutex>

static std::shared_mutex m;

LINCE_TEST(lock_shared) {
    lince_test_spec("rwlock");
    lince_test_op("lock_shared", [] { m.lock_shared(); });
    lince_test_op("unlock_shared", [] { m.unlock_shared(); });
    lince_test_op("lock_exclusive", [] { m.lock(); });
    lince_test_op("unlock_exclusive", [] { m.unlock(); });
}
