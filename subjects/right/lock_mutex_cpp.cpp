// expect: ok exhaustive
/* std::mutex, by its specification. */
#include <lince/test.h>

#include <mutex>

static std::mutex m;

LINCE_TEST(lock_mutex) {
    lince_test_spec("mutex");
    lince_test_op("lock", [] { m.lock(); });
    lince_test_op("try_lock", [] { return m.try_lock(); });
    lince_test_op("unlock", [] { m.unlock(); });
}
