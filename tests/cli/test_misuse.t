# What tests call, called wrongly: a message that says where, and the call it was in.
= misuse.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static void nameless(void) { lince_op_begin(0, 1); }
static void ends(void) { lince_op_end(); }
static void inner(void) { lince_op_begin("inner"); }
static void early(void) { lince_op_end(); atomic_fetch_add(&n, 1); }
static void nothing(void) { lince_note(0); }
static void chooses(void) { lince_choose(0); }
static void describes(void) { lince_test_spec("queue"); }
LINCE_TEST(nameless) { lince_test_thread(nameless); }
LINCE_TEST(ends) { lince_test_thread(ends); }
LINCE_TEST(inner) { lince_test_op("outer", inner); }
LINCE_TEST(early) { lince_test_op("early", early); }
LINCE_TEST(nothing) { lince_test_thread(nothing); }
LINCE_TEST(chooses) { lince_test_thread(chooses); }
LINCE_TEST(describes) { lince_test_thread(describes); }
$ lince test --no-shrink misuse.c | grep -e violation -e 'misuse.c:[0-9]*)' -e 'It was at'
misuse.c: nameless: violation — a misuse: lince_op_begin is given no name: it is NULL ({any})
  T1: lince_op_begin is given no name: it is NULL (misuse.c:4)
misuse.c: ends: violation — a misuse: lince_op_end outside of an operation ({any})
  T1: lince_op_end outside of an operation (misuse.c:5)
misuse.c: inner: violation — a misuse: operation inner begins inside operation outer of the same thread ({any})
    (misuse.c:6)
misuse.c: early: violation — a misuse: the function of an operation has called lince_op_end: it ends when the function returns ({any})
misuse.c: nothing: violation — a misuse: lince_note is given no text: it is NULL ({any})
  T1: lince_note is given no text: it is NULL (misuse.c:8)
misuse.c: chooses: violation — a misuse: lince_choose(0): there is nothing to choose from ({any})
  T1: lince_choose(0): there is nothing to choose from (misuse.c:9)
misuse.c: describes: violation — a misuse: lince_test_spec is called outside of LINCE_TEST ({any})
0 ok, 7 violations, 0 unknown
? 0

# The same with threads that nobody controls.
$ lince test --strategy stress --timeout 5 misuse.c | grep -e violation
misuse.c: nameless: violation — a misuse: lince_op_begin is given no name: it is NULL ({any})
misuse.c: ends: violation — a misuse: lince_op_end outside of an operation ({any})
misuse.c: inner: violation — a misuse: operation inner begins inside another one of the same thread ({any})
misuse.c: early: violation — a misuse: the function of an operation has called lince_op_end: it ends when the function returns ({any})
misuse.c: chooses: violation — a misuse: lince_choose(0): there is nothing to choose from ({any})
misuse.c: describes: violation — a misuse: lince_test_spec is called outside of LINCE_TEST ({any})
1 ok, 6 violations, 0 unknown
? 0

# In a description, all mistakes at once.
= wrong.c
#include <lince/test.h>
static void f(void) {}
LINCE_TEST(wrong) {
    lince_test_spec(0);
    lince_test_setup(0);
    lince_test_thread(0);
    lince_test_op(0, f);
    lince_test_op("g", (void (*)(void))0);
    lince_test_scenario(0);
    lince_test_size(-1, 2);
}
$ lince test wrong.c
lince: wrong.c:3: test wrong: lince_test_spec is given NULL
lince: wrong.c:3: test wrong: lince_test_setup is given NULL
lince: wrong.c:3: test wrong: lince_test_thread is given NULL
lince: wrong.c:3: test wrong: lince_test_op: `NULL` cannot be the name of an operation: up to 100 characters, no blanks, none of #(),;[]{|}" and something on either side of a `.`
lince: wrong.c:3: test wrong: lince_test_op: operation g has no function
lince: wrong.c:3: test wrong: lince_test_scenario is given NULL
lince: wrong.c:3: test wrong: lince_test_size(-1, 2): there can be 1 to 15 threads
? 2

# What fails before the first step of an operation shows which one it was.
= before.c
#include <assert.h>
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static void put(long v) { assert(v != 2); atomic_fetch_add(&n, 1); }
static void spin(void) { for (volatile long k = 0;; k++) {} }
LINCE_TEST(asserts) { lince_test_op("put", put, lince_range(1, 2)); lince_test_scenario("put(1) | put(2)"); }
LINCE_TEST(spins) { lince_test_spec("counter"); lince_test_op("inc", spin); lince_test_scenario("inc()"); }
$ lince test --filter asserts before.c | sed '/To /d'
before.c: asserts: violation — an assertion failed: before.c:5: assertion `v != 2` does not hold ({any})
  Scenario: put(2)
  Shrunk from 2 threads, 2 operations to 1 thread, 1 operation, 0 preemptions (3
    candidates, {time}).

    T1  ├─ put(2) ╌╌⋯

  before.c:5: assertion `v != 2` does not hold.

  T1
  put(2)
  T1: before.c:5: assertion `v != 2` does not hold

? 0
$ lince test --filter spins --no-shrink before.c | sed '/To /d'
before.c: spins: violation — an endless loop: T1 runs on and on without touching anything that other threads can see ({any})
  Scenario: inc()

    T1  ├─ inc() ╌╌⋯

  T1 runs on and on without touching anything that other threads can see.
  If it waits for a variable that another thread writes, that has to be atomic:
  any other the compiler may read once and never again.

  T1
  inc()
  T1 runs on and on without touching anything that other threads can see
    (before.c:6)

? 0

# The processor's time of a process that was seen to go back, or to leap, makes no endless loop of one that takes long.
= clock.c
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
int clock_gettime(clockid_t clock, struct timespec *t) {
    static long calls;
    if (clock == CLOCK_PROCESS_CPUTIME_ID) return *t = (struct timespec){5000 + atol(getenv("LEAP")) * ++calls, 0}, 0;
    return ((int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime"))(clock, t);
}
= slow.c
#define _GNU_SOURCE
#include <lince/test.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static void slow(void) {
    struct timespec until;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &until);
    long ns = until.tv_nsec + 250000000;
    until = (struct timespec){until.tv_sec + ns / 1000000000, ns % 1000000000};
    while (syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL)) {}
}
LINCE_TEST(slow) { lince_test_thread(slow); }
$ cc -shared -fPIC -o clock.so clock.c && for leap in -1 9; do LEAP=$leap lince test slow.c -- -Wl,--no-as-needed $PWD/clock.so 2>&1 | grep slow:; done
slow.c: slow: ok — {any}
slow.c: slow: ok — {any}
? 0

# A livelock after an operation that returned is the same one when it is run again.
= round.c
#include <lince/test.h>
#include <stdatomic.h>
atomic_long taken, tries;
static void inc(void) { while (atomic_exchange(&taken, 1)) atomic_store(&tries, 1); }
LINCE_TEST(round) { lince_test_spec("counter"); lince_test_op("inc", inc); lince_test_scenario("inc(); inc()"); }
$ lince test round.c | sed '/To /d'
round.c: round: violation — a livelock: T1 loops forever in inc: it comes back to the same state, and no other thread can go on ({any})
  Scenario: inc() inc()

    T1  ├─ inc() ─┤ ├─ inc() ╌╌⋯

  T1 loops forever in inc: it comes back to the same state, and no other thread
  can go on.

  T1
  inc()
  │ exchange taken: 0 → 1          round.c:4  static void inc(void) { while (at…
  inc() returns
  inc()
  │ exchange taken: 1 → 1          round.c:4  static void inc(void) { while (at…
  │ store tries: 0 → 1             round.c:4
  │ exchange taken: 1 → 1          round.c:4
  │ store tries: 1 → 1             round.c:4
  │ … these 2 steps 32 times more

  T1 waits in a loop, where it reads tries:
      at round.c:4 in inc

? 0
