// expect: ok exhaustive
// options: --strategy dpor
// executions: 20
// histories: 26
/* POSIX semaphores: room for two of three threads, one of which only tries. */
#include <lince/test.h>
#include <semaphore.h>

static sem_t semaphore;

static void setup(void) { sem_init(&semaphore, 0, 2); }
static void wait_(void) { sem_wait(&semaphore); }
static bool trywait(void) { return !sem_trywait(&semaphore); }
static void post(void) { sem_post(&semaphore); }

LINCE_TEST(semaphore) {
    lince_test_spec("semaphore:n=2");
    lince_test_setup(setup);
    lince_test_op("wait", wait_);
    lince_test_op("trywait", trywait);
    lince_test_op("post", post);
    lince_test_scenario("wait() post() | wait() post() | trywait()");
    lince_test_scenario("wait() wait(); wait() | wait() | post() post()");
}
