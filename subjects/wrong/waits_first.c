// expect: failure assertion
// options: --strategy dpor
// expect: failure assertion
// options: --strategy dpor --history-edges
// expect: failure assertion
// options: --strategy dpor --merging always
/* What the second thread waits for is there from the beginning: it may come first, and then nothing is set.  Reduction
 * that compares a step with the release alone, which enables it, does not see that. */
#include <lince/test.h>
#include <sys/sem.h>

static int lock, value;

static void change(short by) {
    struct sembuf operation = {.sem_num = 0, .sem_op = by};
    lince_assert(semop(lock, &operation, 1) == 0);
}

static void set(void) {
    change(-1);
    value = 1;
    change(1);
}

static void get(void) {
    change(-1);
    lince_assert(value == 1);
    change(1);
}

static void setup(void) {
    lock = semget(IPC_PRIVATE, 1, 0600);
    change(1);
}

LINCE_TEST(waits_first) {
    lince_test_setup(setup);
    lince_test_thread(set);
    lince_test_thread(get);
}
