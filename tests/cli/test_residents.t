# Threads that belong to the object: its setup starts them, and they go on after it.

# A thread that the setup starts may go on after it, and need not end.
= background.c
#include <lince/test.h>
#include <pthread.h>
static pthread_t thread;
static void *run(void *nothing) {
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&m);
    while (LASTS) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return nothing;
}
static void setup(void) {
    pthread_create(&thread, NULL, run, NULL);
    if (!LASTS) pthread_join(thread, NULL);
}
static void op(void) {}
LINCE_TEST(background) {
    lince_test_setup(setup);
    lince_test_op("op", op);
}
$ for lasts in 0 1; do lince test background.c -- -DLASTS=$lasts; done
background.c: background: ok — linearizable: 26 executions, 13 histories, all interleavings of 5 scenarios up to 2 threads x 2 calls ({any})
background.c: background: ok — linearizable: 101 executions, 13 histories, all interleavings of 5 scenarios up to 2 threads x 2 calls ({any})
? 0

# It is told from those of the scenario, whose numbers are as ever; and its wake-up is one that can be lost.
$ cp "$SOURCE"/subjects/wrong/resident_pool.c pool.c; lince test --trace pool.trace pool.c | sed -n '/no thread can/p; /pthread_create/p; /waits for the/p'
pool.c: resident_pool: violation — a deadlock: no thread can go on: T2 waits in square for a condition variable, T3 (of the setup) waits for a condition variable ({any})
  no thread can go on: T2 waits in square for a condition variable, T3 (of the
    pthread_create T3 (setup)       pool.c:52  static void make(void) { pthread…
  T2 waits for the condition variable result:
  T3 waits for the condition variable work:
? 0
$ lince test --replay pool.trace pool.c | head -n 1; lince test --replay pool.trace --step 3 pool.c | tail -n 12
pool.c: resident_pool: violation — a deadlock: no thread can go on: T2 waits in square for a condition variable, T3 (of the setup) waits for a condition variable ({any})
  T1
  square(2)
  │ pthread_mutex_lock(mutex)     2  pool.c:43  pthread_mutex_lock(&mutex);
  │ pthread_cond_signal(work)     3  pool.c:46  pthread_cond_signal(&work);

  main: waits for join
  T1 in square: next wait(result)
      square                pool.c:47             while (!t.done) pthread_cond_wait(&result, &mutex);
  T2 in square: waits for acquire(mutex)
      square                pool.c:43             pthread_mutex_lock(&mutex);
  T3: waits for acquire(mutex)
      serve                 pool.c:28             pthread_mutex_lock(&mutex);
? 0
$ cp "$SOURCE"/subjects/wrong/resident_leader.c leader.c; lince test leader.c | head -n 1
leader.c: resident_leader: violation — a deadlock: no thread can go on: T2 (of the setup) waits for a mutex that T1 has ({any})
? 0
$ lince test --strategy stress --max-executions 2000 pool.c | head -n 1
pool.c: resident_pool: violation — a deadlock: no thread can go on: T{number} waits in square, T3 waits ({any})
? 0

# Nobody says that such a thread has lost something, and those that are left when operations wait are no deadlock.
= courier.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int sent, arrived;
static void *carry(void *nothing) {
    pthread_mutex_lock(&m);
    for (;;) {
        while (!sent) pthread_cond_wait(&c, &m);
        sent--, arrived++;
        TELL(&c);
    }
    return nothing;
}
static void setup(void) {
    pthread_t courier;
    pthread_create(&courier, NULL, carry, NULL);
}
static void post(void) {
    pthread_mutex_lock(&m);
    sent++;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
}
static void wait(void) {
    pthread_mutex_lock(&m);
    while (!arrived) pthread_cond_wait(&c, &m);
    arrived--;
    pthread_mutex_unlock(&m);
}
LINCE_TEST(courier) {
    lince_test_spec("semaphore:n=0");
    lince_test_setup(setup);
    lince_test_blocking();
    lince_test_op("post", post);
    lince_test_op("wait", wait);
    lince_test_scenario("wait() | wait() | post()");
}
$ for how in broadcast signal; do lince test courier.c -- -DTELL=pthread_cond_$how | head -n 1; done
courier.c: courier: ok — linearizable as a semaphore:n=0: 370 executions, 12 histories, all interleavings ({any})
courier.c: courier: ok — linearizable as a semaphore:n=0: 370 executions, 12 histories, all interleavings ({any})
? 0
$ lince test courier.c -- '-DTELL(c)=(void)c' | head -n 1
courier.c: courier: violation — an operation waits though it could return: T1 waits forever in wait(), though by now it could return ({any})
? 0
$ lince test --strategy stress --max-executions 100 courier.c -- -DTELL=pthread_cond_broadcast
courier.c: courier: ok — linearizable as a semaphore:n=0: 100 executions, {any}, coverage: sampled ({any})
? 0

# An invariant is asked about when they rest as well.
= between.c
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int in, out;
static void *run(void *nothing) {
    for (;;)
        if (atomic_load(&in) != atomic_load(&out)) atomic_fetch_add(&out, 1);
    return nothing;
}
static void setup(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
}
static void inc(void) { atomic_fetch_add(&in, BY); }
static bool same(void) { return in == out && in <= 2; }
LINCE_TEST(between) {
    lince_test_spec("counter");
    lince_test_setup(setup);
    lince_test_op("inc", inc);
    lince_test_invariant(same);
    lince_test_scenario("inc() | inc()");
}
$ for by in 1 2; do lince test between.c -- -DBY=$by | head -n 1; done
between.c: between: ok — linearizable as a counter: 20 executions, 3 histories, all interleavings ({any})
between.c: between: violation — the invariant does not hold, and no operation is running ({any})
? 0

# Where one waits in a loop, execution graphs do not show when it is at rest: the verdict names the reason, and is not `ok`
# for want of executions.  By default schedules are explored, and the verdict names what that takes for granted.
$ cp "$SOURCE"/subjects/right/resident_server.c server.c; lince test --memory sc --graphs server.c | head -n 1
server.c: resident_server: unknown — this cannot be tested: a thread of the setup waits in a loop, which has no place in an execution graph; --memory sc without --graphs explores interleavings ({any})
? 0
