/* Everything a thread has that is not memory of the program: its values of keys, errno, cleanup handlers, thread-local
 * variables, open files.  An execution that goes on from the middle must find all of it as it was. */
#include <errno.h>
#include <fcntl.h>
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_key_t key;
static _Thread_local long mine = 7;
static atomic_long shared, cleaned;

static void count(void *value) { atomic_fetch_add(&cleaned, (long)value); }
static void make_key(void) { pthread_key_create(&key, count); }

static long keep(long n) {
    long before = (long)pthread_getspecific(key);
    pthread_setspecific(key, (void *)(before + n));
    errno = (int)(before + n);
    mine += n;
    long seen = atomic_fetch_add(&shared, n);
    lince_assert(errno == before + n && (long)pthread_getspecific(key) == before + n && mine == 7 + before + n);
    atomic_fetch_add(&shared, -n);
    lince_assert(errno == before + n && mine == 7 + before + n);
    return seen;
}

static void *leaves(void *unused) {
    pthread_cleanup_push(count, (void *)100);
    atomic_fetch_add(&shared, 1);
    pthread_setspecific(key, (void *)1000);
    atomic_fetch_add(&shared, -1);
    pthread_exit(NULL);
    pthread_cleanup_pop(0);
    return unused;
}

static long spawn(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, leaves, NULL);
    long seen = atomic_load(&shared);
    pthread_join(thread, NULL);
    lince_assert(atomic_load(&cleaned) >= 1100);
    return seen;
}

static long uses_file(void) {
    int fd = open("/dev/null", O_WRONLY);
    long seen = atomic_fetch_add(&shared, 1);
    lince_assert(write(fd, "x", 1) == 1);
    atomic_fetch_add(&shared, -1);
    lince_assert(close(fd) == 0);
    return seen;
}

LINCE_TEST(keys_and_errno) {
    lince_test_setup(make_key);
    lince_test_op("keep", keep, lince_range(1, 2));
    lince_test_scenario("keep(1) keep(2) | keep(2) keep(1)");
}

LINCE_TEST(ends_of_threads) {
    lince_test_setup(make_key);
    lince_test_op("spawn", spawn);
    lince_test_op("keep", keep, lince_range(1, 2));
    lince_test_scenario("spawn() | keep(1)");
}

LINCE_TEST(files) {
    lince_test_setup(make_key);
    lince_test_op("uses_file", uses_file);
    lince_test_op("keep", keep, lince_range(1, 2));
    lince_test_scenario("uses_file() keep(1) | uses_file()");
}
