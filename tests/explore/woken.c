/* Data races behind an order that synchronizes nothing: see merging. */
#define _GNU_SOURCE
#include <lince/test.h>

#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t posted, counted;
static atomic_int flag, word;
int raced; /* not static: it is never read */

/* Of three threads the first writes, raises a flag and does something that the third notices; the second reads the
 * flag and posts what the third waits for before it writes, too.  So whether the two are ordered depends on the flag
 * that the second read, of which nothing is left. */
static void *second(void *unused) {
    (void)unused;
    atomic_load_explicit(&flag, memory_order_acquire);
    sem_post(&posted);
    return NULL;
}

static void writes(void) {
    raced = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
}

static void writes_too(bool noticed) {
    sem_wait(&posted);
    if (noticed) raced = 2;
}

static long run(void *(*first)(void *), void *(*third)(void *)) {
    void *(*const all[])(void *) = {third, first, second};
    pthread_t threads[3];
    sem_init(&posted, 0, 0);
    sem_init(&counted, 0, 0);
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, all[i], NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}

#define TEST(name, does, notices)                                                                                      \
    static void *first_##name(void *unused) {                                                                          \
        writes();                                                                                                      \
        does;                                                                                                          \
        return unused;                                                                                                 \
    }                                                                                                                  \
    static void *third_##name(void *unused) {                                                                          \
        notices;                                                                                                       \
        return unused;                                                                                                 \
    }                                                                                                                  \
    static long run_##name(void) { return run(first_##name, third_##name); }                                           \
    LINCE_TEST(name) {                                                                                                 \
        lince_test_op("run", run_##name);                                                                              \
        lince_test_scenario("; run();");                                                                               \
    }

static void wait_for_signal(void) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&cond, &mutex);
    pthread_mutex_unlock(&mutex);
}

static bool sleeps(void) { return !syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0); }

static bool is_counted(void) {
    int value;
    sem_getvalue(&counted, &value);
    return value;
}

static bool is_raised(void) { return atomic_load_explicit(&word, memory_order_relaxed); }
static void raise_it(void) { atomic_store_explicit(&word, 1, memory_order_relaxed); }

TEST(cond, pthread_cond_signal(&cond), (wait_for_signal(), writes_too(true)))
TEST(futex, syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0), writes_too(sleeps()))
TEST(attempt, pthread_mutex_lock(&mutex), writes_too(pthread_mutex_trylock(&mutex)))
TEST(value, sem_post(&counted), writes_too(is_counted()))
TEST(relaxed, raise_it(), writes_too(is_raised()))

/* No merging covers that an attempt fails, which happens only after the other orders of what follows. */
static atomic_int value;
static long attempt(void) {
    bool locked = !pthread_mutex_trylock(&mutex);
    long result = atomic_fetch_add(&value, 1);
    if (locked) pthread_mutex_unlock(&mutex);
    return result;
}
static long add(void) { return atomic_fetch_add(&value, 1); }
LINCE_TEST(attempts) {
    lince_test_op("attempt", attempt);
    lince_test_op("add", add);
    lince_test_scenario("; attempt() add() | attempt() add();");
}
