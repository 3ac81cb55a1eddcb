# More threads than the usual runtime has room for: the command links the program with a larger one, and starts over.
= apart.c
#include <assert.h>
#include <pthread.h>
static int done[N];
static void *work(void *own) {
#ifdef WRONG
    own = done;
#endif
    ++*(int *)own;
    return 0;
}
int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, work, &done[i]);
    for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++) assert(done[i] == 1);
}
= relay.c
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
/* Thread i waits for thread i - 1, and adds its number to a queue. */
static pthread_t threads[N];
static atomic_int length;
static long queue[N];
static void *add(void *number) {
    long own = (long)number;
#ifdef WRONG
    if (own && own != N - 1) pthread_join(threads[own - 1], 0);
#else
    if (own) pthread_join(threads[own - 1], 0);
#endif
    int at = atomic_load(&length);
    queue[at] = own;
    atomic_store(&length, at + 1);
    return 0;
}
int main(void) {
    for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, add, (void *)i);
    pthread_join(threads[N - 1], 0);
    for (long i = 0; i < N; i++) assert(queue[i] == i);
}
= threads.c
#include <lince/test.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int next;
static void take(void) { (void)atomic_fetch_add(&next, 1); }
static int take_two(void) { return atomic_fetch_add(&next, 2) / 2; }
LINCE_TEST(few) {
    lince_test_op("inc", take_two);
    lince_test_size(2, 1);
}
LINCE_TEST(functions) {
    for (int i = 0; i < 20; i++) lince_test_thread(take);
}
LINCE_TEST(sized) {
    lince_test_op("take", take);
    lince_test_size(MOST, 1);
}
= deadlock.c
#include <pthread.h>
static pthread_mutex_t locks[N];
static void *eat(void *number) {
    long i = (long)number;
    pthread_mutex_lock(&locks[i]);
    pthread_mutex_lock(&locks[(i + 1) % N]);
    pthread_mutex_unlock(&locks[(i + 1) % N]);
    pthread_mutex_unlock(&locks[i]);
    return 0;
}
int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++) pthread_mutex_init(&locks[i], 0);
    for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, eat, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
}
= locks.c
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value, arrived;
static void *use(void *number) {
    long own = (long)number;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    assert(value == 0 || value == 1);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    if (own == N - 1) {
        if (WRITER == 1) pthread_rwlock_wrlock(&lock);
        if (WRITER == 2) pthread_rwlock_rdlock(&lock);
        value = 2;
        value = 1;
        pthread_rwlock_unlock(&lock);
    }
    pthread_barrier_wait(&barrier);
    assert(value == 1);
    pthread_mutex_lock(&mutex);
    if (++arrived == N) pthread_cond_broadcast(&changed);
    while (arrived < N) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_t threads[N];
    pthread_barrier_init(&barrier, 0, N);
    for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, use, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
}

$ for n in 15 16 20 60 127; do for p in apart relay; do lince test $p.c -- -DN=$n; done; done
? 0
$ for n in 20 60; do for p in apart relay; do lince test $p.c --memory rc11 --graphs -- -DN=$n; done; done
? 0
$ for n in 20 60; do for p in apart relay; do lince test $p.c --memory rc11 -S dpor -- -DN=$n -DWRONG 2>&1 | head -n 1; done; done
? 0
$ lince test apart.c -- -DN=128 | head -n 1
? 0

# It is said nowhere but with --verbose.
$ lince test apart.c -- -DN=20 2>&1
? 0
$ for n in 15 16; do lince test --verbose apart.c -- -DN=$n | grep larger; done
? 0

# A trace names the larger runtime, and is replayed with it, also where a thread beyond the usual ones is to go on.
$ lince test relay.c --trace t.trace -- -DN=60 -DWRONG > /dev/null 2>&1; grep '^threads' t.trace; grep -c 'T60' t.trace; lince test --replay t.trace 2>&1 | grep 'violation'
? 0

# The tests of one program, one after another; each as before.
$ lince test threads.c -- -DMOST=20
? 0
$ lince test threads.c -- -DMOST=128
? 0
$ lince test threads.c --filter few --scenario 'inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc()' -S pct --max-executions 10 -- -DMOST=2
? 0

# Histories of the part that is started over are not kept.
$ lince test threads.c --filter functions --histories all.hist -S random --max-executions 5 -- -DMOST=2 > /dev/null; grep -c . all.hist
? 0

# Threads beyond the first 64 in reports.
$ lince test deadlock.c -S dpor -- -DN=70 | grep -o 'They wait in a circle: .*'
? 0
$ lince test deadlock.c -S dpor --json -- -DN=70 | grep -o '"by":."thread":70' | head -n 1
? 0

# Objects in which each thread has a place.
$ for w in 1 2; do lince test locks.c -S pct --max-executions 20 -- -DN=40 -DWRITER=$w 2>&1 | head -n 1; done
? 0

# Programs that are linked by a build system.
$ lince cc -DN=20 apart.c -o few && lince test ./few | head -n 1
? 0
$ LINCE_THREADS=127 lince cc -DN=20 apart.c -o many && lince test ./many
? 0
$ LINCE_THREADS=127 lince cc -DN=20 -DWRONG apart.c -o wrong && lince test ./wrong | head -n 1
? 0
$ LINCE_THREADS=128 lince cc -DN=20 apart.c -o none
? 0
