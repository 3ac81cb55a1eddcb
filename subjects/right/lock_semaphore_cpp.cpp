// expect: ok exhaustive
// flags: -std=c++20
/* std::counting_semaphore, by its specification.  One thread waits: where two do, some versions of libstdc++ let one
 * sleep on a value that was taken and given back meanwhile. */
#include <lince/test.h>

#include <semaphore>

static std::counting_semaphore<8> s(0);

LINCE_TEST(lock_semaphore) {
    lince_test_spec("semaphore:n=0");
    lince_test_op("acquire", [] { s.acquire(); });
    lince_test_op("try_acquire", [] { return s.try_acquire(); });
    lince_test_op("release", [] { s.release(); });
    lince_test_scenario("acquire() acquire() | release() release()");
    lince_test_scenario("acquire() acquire() | release() try_acquire()");
}
