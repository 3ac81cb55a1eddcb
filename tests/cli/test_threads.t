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
#include <pthread.h>
#include <stdatomic.h>
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
static void *help(void *unused) { return unused; }
static void grow(void) {
    pthread_t helpers[20];
    for (int i = 0; i < 20; i++) pthread_create(&helpers[i], 0, help, 0);
    for (int i = 0; i < 20; i++) pthread_join(helpers[i], 0);
}
LINCE_TEST(grows) {
    lince_test_op("inc", take_two);
    lince_test_op("grow", grow);
    lince_test_scenario("inc() | inc()");
    lince_test_scenario("grow()");
}
LINCE_TEST(sized) {
    lince_test_op("take", take);
    lince_test_size(MOST, 1);
}
= deadlock.c
#include <pthread.h>
static pthread_mutex_t locks[N];
static pthread_barrier_t seated;
static void *eat(void *number) {
    long i = (long)number;
    pthread_mutex_lock(&locks[i]);
    pthread_barrier_wait(&seated);
    pthread_mutex_lock(&locks[(i + 1) % N]);
    pthread_mutex_unlock(&locks[(i + 1) % N]);
    pthread_mutex_unlock(&locks[i]);
    return 0;
}
int main(void) {
    pthread_t threads[N];
    pthread_barrier_init(&seated, 0, N);
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

$ for n in 15 16 20 60; do for p in apart relay; do lince test $p.c -- -DN=$n; done; done; lince test relay.c --memory rc11 --graphs -- -DN=127
apart.c: main: ok — no failure: 4,001 executions, 0 histories, all interleavings ({time})
relay.c: main: ok — no failure: 4,001 executions, 0 histories, all interleavings ({time})
apart.c: main: ok — no failure: 4,001 executions, 0 histories, all interleavings ({time})
relay.c: main: ok — no failure: 4,001 executions, 0 histories, all interleavings ({time})
apart.c: main: ok — no failure: 4,001 executions, 0 histories, all interleavings ({time})
relay.c: main: ok — no failure: 4,001 executions, 0 histories, all interleavings ({time})
apart.c: main: ok — no failure: 4,001 executions, 0 histories, all interleavings ({time})
relay.c: main: ok — no failure: 4,001 executions, 0 histories, all interleavings ({time})
relay.c: main: ok — no failure: 1 execution, 0 histories, under rc11: 1 execution graph, all there are ({time})
? 0
$ for n in 20 60; do for p in apart relay; do lince test $p.c --memory rc11 --graphs -- -DN=$n; done; done
apart.c: main: ok — no failure: 1 execution, 0 histories, under rc11: 1 execution graph, all there are ({time})
relay.c: main: ok — no failure: 1 execution, 0 histories, under rc11: 1 execution graph, all there are ({time})
apart.c: main: ok — no failure: 1 execution, 0 histories, under rc11: 1 execution graph, all there are ({time})
relay.c: main: ok — no failure: 1 execution, 0 histories, under rc11: 1 execution graph, all there are ({time})
? 0
$ for n in 20 60; do for p in apart relay; do lince test $p.c --memory rc11 -S dpor -- -DN=$n -DWRONG 2>&1 | head -n 1; done; done
apart.c: main: violation under rc11 — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
relay.c: main: violation under rc11 — data race: T20 writes what T19 wrote, and nothing orders the two ({any})
apart.c: main: violation under rc11 — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
relay.c: main: violation under rc11 — data race: T60 writes what T59 wrote, and nothing orders the two ({any})
? 0
$ lince test apart.c -- -DN=128 | head -n 1
apart.c: main: unknown — the test is too large: pthread_create: more than 127 threads in one execution ({any})
? 0

# It is said nowhere but with --verbose.
$ lince test apart.c -- -DN=20 2>&1
apart.c: main: ok — no failure: 4,001 executions, 0 histories, all interleavings ({time})
? 0
$ for n in 15 16; do lince test --verbose apart.c -- -DN=$n | grep larger; done
               127  threads have room: it was linked with the larger runtime
? 0

# A trace names the larger runtime, and is replayed with it, also where a thread beyond the usual ones is to go on.
$ lince test relay.c --trace t.trace -- -DN=60 -DWRONG > /dev/null 2>&1; grep '^threads' t.trace; grep -c 'T60' t.trace; lince test --replay t.trace 2>&1 | grep 'violation'
threads many
6
relay.c: main: violation — an assertion failed: relay.c:23: assertion `queue[i] == i` does not hold ({any})
? 0

# The tests of one program, one after another; each as before.
$ for t in few functions sized; do lince test threads.c --filter $t -S random --max-executions 20 -- -DMOST=20; done
threads.c: few: ok — linearizable: {any}
threads.c: functions: ok — no failure: {any}
threads.c: sized: ok — linearizable: {any}
? 0
$ lince test threads.c --filter sized -- -DMOST=128
lince: threads.c:26: test sized: lince_test_size(128, 1): there can be 1 to 127 threads
? 2
$ lince test threads.c --filter few --scenario 'inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc() | inc()' -S random -j1 --max-executions 10 -- -DMOST=2
threads.c: few: ok — {any}
? 0

# Histories of the part that is started over are not kept.
$ lince test threads.c --filter grows --histories all.hist -S dpor -- -DMOST=2; grep '^#' all.hist | sort
threads.c: grows: ok — linearizable: 6 executions, 3 histories, all interleavings of 2 scenarios up to 2 threads x 1 call ({time})
# grow()
# inc() | inc()
# inc() | inc()
? 0

# Threads beyond the first 64 in reports.
$ lince test deadlock.c -- -DN=70 | grep -A9 'They wait in a circle: '
  They wait in a circle: T1 for T2, T2 for T3, T3 for T4, T4 for T5, T5 for T6,
    T6 for T7, T7 for T8, T8 for T9, T9 for T10, T10 for T11, T11 for T12, T12
    for T13, T13 for T14, T14 for T15, T15 for T16, T16 for T17, T17 for T18,
    T18 for T19, T19 for T20, T20 for T21, T21 for T22, T22 for T23, T23 for
    T24, T24 for T25, T25 for T26, T26 for T27, T27 for T28, T28 for T29, T29
    for T30, T30 for T31, T31 for T32, T32 for T33, T33 for T34, T34 for T35,
    T35 for T36, T36 for T37, T37 for T38, T38 for T39, T39 for T40, T40 for
    T41, T41 for T42, T42 for T43, T43 for T44, T44 for T45, T45 for T46, T46
    for T47, T47 for T48, T48 for T49, T49 for T50, T50 for T51, T51 for T52,
    T52 for T53, T53 for T54, T54 for T55, T55 for T56, T56 for T57, T57 for
? 0
$ lince test deadlock.c --json -- -DN=70 | grep -o '"by":.."thread":70'
"by":[{"thread":70
? 0

# Objects in which each thread has a place.
$ for w in 1 2; do lince test locks.c -S pct --max-executions 5 -- -DN=40 -DWRITER=$w 2>&1 | head -n 1; done
locks.c: main: ok — no failure: 5 executions, 0 histories, coverage: sampled ({time})
locks.c: main: violation — data race: T40 writes what T1 read, and nothing orders the two ({any})
? 0

# Programs that are linked by a build system.
$ lince cc -DN=20 apart.c -o few && lince test ./few | head -n 1
./few: main: unknown — the test is too large: pthread_create: more than 15 threads in one execution; 'lince cc' links for more with LINCE_THREADS=127 in the environment ({any})
? 0
$ LINCE_THREADS=127 lince cc -DN=20 apart.c -o many && lince test ./many
./many: main: ok — no failure: 4,001 executions, 0 histories, all interleavings ({time})
? 0
$ LINCE_THREADS=127 lince cc -DN=20 -DWRONG apart.c -o wrong && lince test ./wrong | head -n 1
./wrong: main: violation — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
? 0
$ LINCE_THREADS=128 lince cc -DN=20 apart.c -o none
lince: LINCE_THREADS must be a number from 1 to 127
? 2
