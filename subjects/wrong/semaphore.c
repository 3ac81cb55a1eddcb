// expect: violation
/* A semaphore of one's own: a thread sees that there is room and takes it in two steps. */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_int room = 1;

static bool trywait(void) {
    if (atomic_load(&room) == 0) return false;
    atomic_fetch_sub(&room, 1);
    return true;
}

static void post(void) { atomic_fetch_add(&room, 1); }

LINCE_TEST(semaphore) {
    lince_test_spec("semaphore:n=1");
    lince_test_op("trywait", trywait);
    lince_test_op("post", post);
    lince_test_scenario("trywait() | trywait()");
}
