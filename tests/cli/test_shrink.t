# From the failure that was found to the smallest one like it.
= lost.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static void inc(void) { long old = atomic_load(&n); atomic_store(&n, old + 1); }
static long get(void) { return atomic_load(&n); }
LINCE_TEST(lost) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_scenario("inc() get(); inc() get() inc() | get() inc() inc() | inc() inc() get() | get() get(); get()");
}
= golden.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static void inc(void) { atomic_fetch_add(&n, 1); }
static long get(void) { return atomic_load(&n); }
LINCE_TEST(lost) {
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_scenario("inc() get(); inc() get() inc() | get() inc() inc() | inc() inc() get() | get() get(); get()");
}
= lock.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int held;
static bool take(void) { if (atomic_load(&held)) return false; atomic_store(&held, 1); return true; }
static void give(void) { atomic_store(&held, 0); }
LINCE_TEST(lock) {
    lince_test_spec("mutex");
    lince_test_op("trylock", take);
    lince_test_op("unlock", give);
    lince_test_scenario("trylock() unlock() trylock() | trylock() | trylock() trylock()");
}
= philosophers.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *const mutexes[] = {&a, &b};
static void lock(int n) { pthread_mutex_lock(mutexes[n]); }
static void unlock(int n) { pthread_mutex_unlock(mutexes[n]); }
LINCE_TEST(philosophers) {
    lince_test_op("lock", lock, lince_range(0, 1));
    lince_test_op("unlock", unlock, lince_range(0, 1));
    lince_test_scenario("lock(0) unlock(0); lock(0) lock(1) unlock(1) unlock(0) | lock(1) lock(0) unlock(0) unlock(1)");
}
= turns.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int n, m;
static void one(void) {
    for (int i = 0; i < 5; i++) {
        lince_op_begin("inc");
        int old = n;
        m++;
        n = old + 1;
        lince_op_end();
    }
}
static void check(void) { lince_op_begin("get"); lince_op_end(n); }
LINCE_TEST(turns) { lince_test_spec("counter"); lince_test_thread(one); lince_test_thread(one); lince_test_finally(check); }
= key.c
#include <assert.h>
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int at[10];
static void use(int key, int how) { (void)how; assert(atomic_exchange(&at[key], 1) == 0); atomic_store(&at[key], 0); }
LINCE_TEST(key) {
    lince_test_op("use", use, lince_range(0, 9), lince_unique);
    lince_test_scenario("use(7, 40); use(7, 50) | use(7, 60) use(8, 9)");
}
= look.py
import json, sys
for line in sys.stdin:
    t = json.loads(line)
    s = t["shrunk"]
    print(t["scenario"], s and [s["from"], s["to"], s["candidates"] > 0, s["complete"]])
$ lince test lost.c | head -n 4
lost.c: lost: violation — not linearizable as a counter ({any})
  Scenario: ; inc() | inc(); get()
  Shrunk from 4 threads, 14 operations to 2 threads, 3 operations, 1 preemption
    ({number} candidates, {time}).
? 0

$ lince test --trace t lost.c | tail -n 2; lince test --replay t lost.c >replayed; echo $?; sed -n 2p replayed
  To test it from now on: lince_test_scenario("; inc() | inc(); get()");
  To see it again: lince test --replay t lost.c
1
  Scenario: ; inc() | inc(); get()
? 0

$ lince test --json lost.c | python3 look.py; lince test --json --no-shrink lost.c | python3 look.py; lince test --json --shrink 0 lost.c | python3 look.py
; inc() | inc(); get() [{'threads': 4, 'operations': 14, 'preemptions': 1}, {'threads': 2, 'operations': 3, 'preemptions': 1}, True, True]
inc() get(); inc() get() inc() | get() inc() inc() | inc() inc() get() | get() get(); get() None
inc() get(); inc() get() inc() | get() inc() inc() | inc() inc() get() | get() get(); get() None
? 0

# What is minimal already is not spoken of, and a scenario of the test need not be told how to get into it.
$ lince test --scenario '; inc() | inc(); get()' lost.c | grep -e Shrunk -e 'from now on'; sed -i 's/"inc() get();.*"/"; inc() | inc(); get()"/' lost.c; lince test lost.c | grep -e Shrunk -e 'from now on'
  To test it from now on: lince_test_scenario("; inc() | inc(); get()");
? 1

# By another object, which is asked what it does in each candidate.
$ lince test --scenario 'inc(); inc() get() | get() inc(); get()' --golden golden.c lost.c | sed -n 2,3p
  Scenario: ; inc() | inc(); get()
  Shrunk from 2 threads, 6 operations to 2 threads, 3 operations, 1 preemption
? 0

# No time: what is told is what was found.
$ lince test --json --shrink 0.000001 --scenario '; inc() inc() | inc(); get()' lost.c | python3 look.py
; inc() inc() | inc(); get() [{'threads': 2, 'operations': 4, 'preemptions': 1}, {'threads': 2, 'operations': 4, 'preemptions': 1}, False, False]
? 0

# Leaving out calls must not break the test instead: nobody unlocks what is not locked.
$ lince test lock.c | sed -n 2p
  Scenario: trylock() | trylock()
? 0

# Nor lock what nobody unlocks.
$ lince test philosophers.c | sed -n 2,3p
  Scenario: lock(0) lock(1) unlock(1) unlock(0) | lock(1) lock(0) unlock(0)
    unlock(1)
? 0

# Arguments are as small as can be, all that are equal at once.
$ lince test key.c | sed -n 2p
  Scenario: use(0, 10) | use(0, 11)
? 0

# Threads of the test's own: fewer preemptions.
$ lince test --json --strategy random turns.c | python3 -c 'import json, sys; s = json.load(sys.stdin)["shrunk"]; print(s["from"]["preemptions"] > 1, s["to"]["preemptions"])'; lince test --strategy random turns.c | sed -n 2,3p
True 1
  Scenario: threads
  Shrunk from {number} preemptions to 1 preemption (0 candidates, {time}).
? 0

# Of all failures the first.
$ lince test --all-failures lost.c --scenario '; inc() | inc(); get() get()' | grep -e Scenario -e Shrunk -e Also -e more
  Scenario: ; inc() | inc(); get()
  Shrunk from 2 threads, 4 operations to 2 threads, 3 operations, 1 preemption
? 0
