# A test that declares no size grows, until it fails or its budget is spent.
= none.c
#include <lince/test.h>
static long zero(void) { return 0; }
LINCE_TEST(none) { lince_test_spec("counter"); lince_test_op("get", zero); lince_test_protocol("get"); }
LINCE_TEST(sized) { lince_test_spec("counter"); lince_test_op("get", zero); lince_test_size(3, 1); }
LINCE_TEST(written) { lince_test_spec("counter"); lince_test_op("get", zero); lince_test_scenario("get() | get()"); }
= fifth.c
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int calls;
static void hit(void) { if (atomic_fetch_add(&calls, 1) == 4) abort(); }
LINCE_TEST(fifth) { lince_test_op("hit", hit); }
= once.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static long next(void) { return atomic_fetch_add(&n, 1); }
LINCE_TEST(once) { lince_test_op("next", next); lince_test_protocol("next"); }
= large.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static void much(void) { for (int i = 0; i < 14; i++) atomic_fetch_add(&n, 1); }
LINCE_TEST(large) { lince_test_op("much", much); }
= first.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static void next(void) { for (int i = 0; i < 5; i++) atomic_fetch_add(&n, 1); }
LINCE_TEST(first) { lince_test_op("next", next); }
$ lince test --budget 60 none.c
none.c: none: ok — linearizable as a counter: {number} executions, {number} histories, all interleavings of 4x4 threads x calls ({time})
none.c: sized: ok — linearizable as a counter: {number} executions, {number} histories, all interleavings of 3 scenarios up to 3 threads x 1 call ({time})
none.c: written: ok — linearizable as a counter: {number} executions, {number} histories, all interleavings ({time})
3 ok, 0 violations, 0 unknown
? 0

$ lince test fifth.c; LINCE_BUDGET= lince test --no-shrink fifth.c | head -n 2; lince test --budget 5 --no-shrink fifth.c > /dev/null
fifth.c: fifth: ok — linearizable: {number} executions, {number} histories, all interleavings of 5 scenarios up to 2 threads x 2 calls ({time})
fifth.c: fifth: violation — a crash: abort was called ({any})
  Scenario: hit() hit() hit() | hit() hit()
? 1

# The same whatever the number of processes.
$ for j in 1 2 5; do lince test --jobs $j --budget 60 once.c | sed 's/ ([^(]*$//'; done | sort | uniq -c
      3 once.c: once: ok — linearizable: {number} executions, {number} histories, all interleavings of 4x4 threads x calls
? 0

# Not even one call each can be explored: no answer.
$ lince test --budget 0.2 large.c; lince test --budget 0.2 --json large.c | grep -o '"unknown_reason":"[a-z]*"'
large.c: large: unknown — the budget was spent before the smallest size was complete (--budget): {number} executions, {number} histories, no violation so far, {any}complete for 1 of 2 scenarios of 2x1 ({time})
"unknown_reason":"budget"
? 0

# One call each, and not two.
$ lince test --budget 0.5 first.c; lince test --budget 0.5 --json first.c | grep -o '"coverage":"[a-z]*"'
first.c: first: ok — linearizable: {number} executions, {number} histories, all interleavings of 2x1 threads x calls, {number} of 3 scenarios of 2x2 ({time})
"coverage":"exhaustive"
? 0

# Options that fix how far it goes.
$ lince test --budget 60 --max-executions 2 fifth.c | sed 's/: [0-9].*//'; lince test --budget 60 --strategy dpor fifth.c
fifth.c: fifth: unknown — the limit of executions was reached
fifth.c: fifth: ok — linearizable: {number} executions, {number} histories, all interleavings of 5 scenarios up to 2 threads x 2 calls ({time})
? 0

$ lince test --budget 60 --filter none --json none.c | grep -o '"sizes":.*"stages"' | sed 's/,"stages"//'
"sizes":[{"threads":2,"calls":1,"scenarios":2,"complete":2,"whole":true},{"threads":2,"calls":2,"scenarios":0,"complete":0,"whole":true},{"threads":3,"calls":1,"scenarios":1,"complete":1,"whole":true},{"threads":2,"calls":3,"scenarios":0,"complete":0,"whole":true},{"threads":3,"calls":2,"scenarios":0,"complete":0,"whole":true},{"threads":3,"calls":3,"scenarios":0,"complete":0,"whole":true},{"threads":4,"calls":1,"scenarios":1,"complete":1,"whole":true},{"threads":2,"calls":4,"scenarios":0,"complete":0,"whole":true},{"threads":4,"calls":2,"scenarios":0,"complete":0,"whole":true},{"threads":4,"calls":4,"scenarios":0,"complete":0,"whole":true}]
? 0

$ lince test --budget much none.c; LINCE_BUDGET=1s lince test none.c; lince test --budget -1 none.c
lince: --budget: 'much' is not a number of seconds
lince: LINCE_BUDGET: '1s' is not a number of seconds
lince: --budget: '-1' is not a number of seconds
? 2
