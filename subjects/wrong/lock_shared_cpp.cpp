// expect: violation
// flags: -std=c++17
/* Writers take the lock of readers. */
#include <lince/test.h>

#include <shared_mutex>

static std::shared_mutex m;

LINCE_TEST(lock_shared) {
    lince_test_spec("rwlock");
    lince_test_op("lock_shared", [] { m.lock_shared(); });
    lince_test_op("unlock_shared", [] { m.unlock_shared(); });
    lince_test_op("lock_exclusive", [] { m.lock_shared(); });
    lince_test_op("unlock_exclusive", [] { m.unlock_shared(); });
}
