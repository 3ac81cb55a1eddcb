// needs: ck_rwlock.h
// expect: ok exhaustive
// options: --filter right
// expect: violation
// options: --allow data-race --filter wrong
/* Concurrency Kit: a register of two halves under a reader-writer lock; and with a writer who takes it as a reader. */
#include <ck_rwlock.h>
#include <lince/test.h>

static ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
static long first, second;
static void store(long value) { first = value, second = value; }
static void write(long value) {
    ck_rwlock_write_lock(&lock);
    store(value);
    ck_rwlock_write_unlock(&lock);
}

static void write_as_reader(long value) {
    ck_rwlock_read_lock(&lock);
    store(value);
    ck_rwlock_read_unlock(&lock);
}

static long read(void) {
    ck_rwlock_read_lock(&lock);
    long value = first == second ? first : -1; /* torn */
    ck_rwlock_read_unlock(&lock);
    return value;
}

static void test(void (*writer)(long)) {
    lince_test_spec("register");
    lince_test_op("write", writer, lince_unique);
    lince_test_op("read", read);
    lince_test_scenario("write(1); write(2) | read() read() | write(3)");
}
LINCE_TEST(right) { test(write); }
LINCE_TEST(wrong) { test(write_as_reader); }
