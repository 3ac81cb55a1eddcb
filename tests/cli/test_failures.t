# What goes wrong without a specification, and tests that cannot be run.
= deadlock.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void ab(void) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); }
static void ba(void) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); }
LINCE_TEST(locks) { lince_test_thread(ab); lince_test_thread(ba); }
= ordered.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void ab(void) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); }
LINCE_TEST(locks) { lince_test_thread(ab); lince_test_thread(ab); }
= null.c
#include <lince/test.h>
#include <stdatomic.h>
#include <stddef.h>
static int x;
static _Atomic(int *) p = &x;
static void use(void) { *atomic_load(&p) = 1; }
static void drop(void) { atomic_store(&p, NULL); }
LINCE_TEST(null) { lince_test_thread(use); lince_test_thread(drop); }
= assertion.c
#include <assert.h>
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int n;
static void one(void) { int old = atomic_load(&n); atomic_store(&n, old + 1); }
static void check(void) { assert(n == 2); }
LINCE_TEST(assertion) { lince_test_thread(one); lince_test_thread(one); lince_test_finally(check); }
$ lince test deadlock.c | sed '/To see/d'
deadlock.c: locks: violation — a deadlock: {any} ({any})
  Scenario: threads

  no thread can go on: T1 waits for a mutex that T2 has, T2 waits for a mutex
  that T1 has.

  T1{any}T2{any}
  pthread_mutex_lock(a) {any} deadlock.c:4{any}
{any}
{any}  pthread_mutex_lock(b) {any} deadlock.c:5{any}

  T1 waits for the mutex b, which T2 took at deadlock.c:5:
      at deadlock.c:4 in ab
  T2 waits for the mutex a, which T1 took at deadlock.c:4:
      at deadlock.c:5 in ba
  They wait in a circle: T1 for T2, T2 for T1.

? 0

$ lince test deadlock.c >/dev/null
? 1

$ lince test ordered.c
ordered.c: locks: ok — no failure: {any}, all interleavings ({time})
? 0

$ lince test --json null.c | python3 -c 'import json, sys; t = json.load(sys.stdin); f = t["failure"]; print(t["verdict"], f["kind"], f["file"].split("/")[-1], f["line"], f["function"], t["violation"])'
violation crash null.c 6 use None
? 0

$ lince test assertion.c | head -n 1
assertion.c: assertion: violation — an assertion failed: {any} ({any})
? 0

# A limit is no answer.
$ lince test --timeout 0.2 --strategy exhaustive --retry off "$SOURCE/subjects/right/ms_queue_3.c"
{any}/ms_queue_3.c: ms_queue: unknown — the time limit was reached: {any}, no violation so far, {any} ({time})
lince: warning: {any}/ms_queue.h:23: memory allocated here is lost{any}
? 3

# Mistakes in a test.
= mistakes.c
#include <lince/test.h>
static void enq(long v) { (void)v; }
LINCE_TEST(mistakes) {
    lince_test_spec("quue");
    lince_test_op("enq", enq);
}
LINCE_TEST(criterion) {
    lince_test_spec("queue");
    lince_test_criterion("linear");
    lince_test_op("enq", enq);
}
LINCE_TEST(scenario) {
    lince_test_spec("queue");
    lince_test_op("enq", enq);
    lince_test_scenario("enq(1) | deq()");
}
$ lince test mistakes.c
lince: mistakes.c:3: mistakes: lince_test_spec: {any}queue{any}
lince: mistakes.c:7: criterion: lince_test_criterion: 'linear' is not one of its values; choose linearizable, sequential, quasi:FACTORS, sync, two-step, interval or refine:K
lince: mistakes.c:12: test scenario: scenario `enq(1) | deq()`: column 10: there is no operation `deq`: the test has enq
0 ok, 0 violations, 0 unknown, 3 errors
? 2

= empty.c
#include <lince/test.h>
int nothing;
$ lince test empty.c
lince: empty.c: there is no test here: write LINCE_TEST(name) { ... }, or a main
? 2

# What fails before there are steps, or never comes to one, has a place all the same.
= place.c
#include <lince/test.h>
static int *nothing;
static void breaks(void) {
    *nothing = 1;
}
static void spins(int value) {
    for (;;) {}
}
static void rests(void) {}
LINCE_TEST(early) { lince_test_setup(breaks); lince_test_op("rests", rests); }
LINCE_TEST(never) { lince_test_spec("queue"); lince_test_op("enq", spins); lince_test_scenario("enq(1)"); }
$ lince test place.c | grep -o -e 'It was at.*' -e '(place.c:[0-9]*)'
It was at place.c:4, in breaks
(place.c:7)
? 0

$ lince test -q --html - place.c | grep -o 'It was at [a-z.]*:[0-9]*'
It was at place.c:4
? 0

# Who comes second to what is done once has not failed; who tries a lock in vain has.
= once.c
#include <lince/test.h>
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void first(void) { pthread_mutex_lock(&lock); }
static void tries(void) {
    pthread_once(&once, first);
    pthread_once(&once, first);
    lince_assert(pthread_mutex_trylock(&lock) == 0);
}
LINCE_TEST(second) { lince_test_thread(tries); }
$ lince test once.c | grep -oE 'pthread_(once|mutex_trylock)[(][a-z]*[)].( fails|fails| done before)'
pthread_once(once): done before
pthread_mutex_trylock(lock) fails
? 0
