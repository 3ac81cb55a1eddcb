# lince test: right and wrong objects, told apart.
= counter.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static void inc(void) { atomic_fetch_add(&n, 1); }
static long get(void) { return atomic_load(&n); }
LINCE_TEST(counter) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
}
= lost.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static void inc(void) {
    long old = atomic_load(&n);
    atomic_store(&n, old + 1);
}
static long get(void) { return atomic_load(&n); }
LINCE_TEST(lost) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_scenario("; inc() | inc(); get()");
}
= both.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static void inc(void) { atomic_fetch_add(&n, 1); }
static long get(void) { return atomic_load(&n); }
static void set(void) { atomic_store(&n, atomic_load(&n) + 1); }
LINCE_TEST(right) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
}
LINCE_TEST(wrong) {
    lince_test_spec("counter");
    lince_test_op("inc", set);
    lince_test_op("get", get);
    lince_test_scenario("; inc() | inc(); get()");
}
$ lince test counter.c
counter.c: counter: ok — linearizable as a counter: {any} executions, {number} histories, all interleavings of {number} scenarios up to 2 threads x 2 calls ({time})
? 0

$ lince test lost.c
lost.c: lost: violation — not linearizable as a counter ({any} executions, {number} histories, {time})
  Scenario: ; inc() | inc(); get()

  counted too few: get() → 1 by main was called when at least 2 increments must
  have happened.
  It fails at the last of 6 events: the return of main get() → 1.

  These 3 operations alone already conflict:

    T1    ├─ inc() ─┤
    T2    ├─ inc() ─┤
    main              ├─ get() → 1 ─┤

  main  get() → 1  could have returned 2

  A longest order that works before that:
...

  T1{any}T2{any}
...
  │ load n = 0 {any} lost.c:5  long old = atomic_load(&n);
...
  │ store n: 1 → 1 {any} lost.c:6  atomic_store(&n, old + 1);
...

  To see it again: lince test --replay {word}/.cache/lince/traces/lost-{word}.trace lost.c
? 1

# The same for any number of workers, and the same every time.
$ for jobs in 1 2 5; do lince test --jobs $jobs lost.c | tail -n +2 > out-$jobs; done; cmp out-1 out-2 && cmp out-2 out-5
? 0

$ lince test both.c | grep -e ^both.c -e unknown
both.c: right: ok — linearizable as a counter: {any}
both.c: wrong: violation — not linearizable as a counter ({any})
1 ok, 1 violation, 0 unknown
? 0

$ lince test --list both.c
both.c:7: right: inc(), get() as counter
both.c:12: wrong: inc(), get() as counter
? 0

$ lince test --filter 'r*' both.c; lince test --filter 'n*' both.c
both.c: right: ok — {any}
lince: no test is called 'n*', only right, wrong
? 2

# A scenario of one's own, and a specification that comes before the test's.
$ lince test --scenario 'inc() | get()' lost.c; lince test --jobs 1 --spec semaphore:n=0 counter.c
lost.c: lost: ok — linearizable as a counter: {any} executions, {number} histories, all interleavings ({time})
lince: counter.c: counter: semaphore has no operation inc (it has wait, trywait, post)
? 2

$ lince test --scenario 'inc() | put(1)' lost.c
lince: --scenario: column 9: there is no operation `put`: the test has inc, get
? 2

$ lince test --quiet lost.c; echo $?; lince test --quiet counter.c
1
? 0

# What was tried is said as it is.
$ lince test --strategy bounded --preemptions 1 counter.c
counter.c: counter: ok — linearizable as a counter: {any} histories, all interleavings with up to 1 preemption of {any} ({time})
? 0

$ lince test --strategy pct --max-executions 1000 counter.c
counter.c: counter: ok — linearizable as a counter: {any} histories, coverage: sampled ({time})
? 0

$ lince test --strategy exhaustive --max-executions 20 counter.c
counter.c: counter: unknown — the limit of executions was reached: {any} executions, {any}, no violation so far, {any} ({time})
? 3

$ lince test --strategy serial counter.c
counter.c: counter: ok — linearizable as a counter: {any}, all serial executions of {any} ({time})
? 0

$ lince test --strategy guess counter.c
lince: --strategy: 'guess' is not one of its values; choose default, bounded, dpor, rounds, pct, random, serial, exhaustive, states or stress
? 2

# For programs.
= look.py
import json, sys
for line in sys.stdin:
    t = json.loads(line)
    print(t["file"], t["history"], t["test"], t["spec"], t["criterion"], t["verdict"], t["coverage"], t["scenario"])
    print(t["executions"] > 0, t["histories"] > 0, t["schedules_per_second"] > 0, t["scenarios"]["tried"],
          [s["name"] for s in t["stages"]][:1], t["failure"], t["trace"] is not None)
    v = t["violation"]
    print(v and [(c["process"], c["f"], c["ret"]) for c in v["conflict"]], t["interleaving"] and len(t["interleaving"]) > 5)
$ lince test --json --strategy dpor both.c | python3 look.py
both.c 1 right counter linearizable ok exhaustive None
True True True {number} ['dpor'] None False
None None
both.c 2 wrong counter linearizable violation {word} ; inc() | inc(); get()
True True True {number} ['dpor'] None True
[('T1', 'inc', []), ('T2', 'inc', []), ('main', 'get', [1])] True
? 0

$ lince test
lince: test: name a FILE to test; 'lince help first-test' shows how to write one
? 2

$ lince test --gdb counter.c; lince test --golden a.c --reference b.c counter.c; lince test --golden a.c --spec queue counter.c
lince: --gdb is for --replay
lince: --golden and --reference exclude each other
lince: --golden and --spec exclude each other
? 2

$ lince test --verbose counter.c | tail -n +2 | head -n 3
{any}  executions
{any}  given up, because other executions cover them
{any}  cut, because they were too long
? 0
