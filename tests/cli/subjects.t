# The test of the subjects notices a subject that is not what it says.
= counter.c
// expect: ok exhaustive
// options: --strategy dpor
// expect: violation
// expect: failure deadlock
// expect: ok exhaustive
// options: --strategy dpor
// executions: 1000000
// expect: ok exhaustive
// options: --strategy dpor --scenario 'inc() | get()'
// histories: 3
// expect: ok exhaustive
// options: --strategy bounded --preemptions 0
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
= nothing.c
int main(void) { return 0; }
= missing.c
// needs: no/such/header.h
// expect: ok
#include <no/such/header.h>
= flags.c
// needs: stdio.h
// flags: -DRESULT=1
// expect: ok
// expect: violation
// options: --scenario '; put(2) take()'
#include <lince/test.h>
static long take(void) { return RESULT; }
static void put(long value) { (void)value; }
LINCE_TEST(flags) {
    lince_test_spec("bag");
    lince_test_op("take", take);
    lince_test_op("put", put, lince_unique);
    lince_test_scenario("; put(1) take()");
}
= order.c
// options: --strategy dpor
// expect: ok
int main(void) { return 0; }
$ "$SOURCE/tests/subjects/run" "$(command -v lince)" counter.c
1..6
ok 1 - {any}/counter.c --strategy dpor -> ok exhaustive
not ok 2 - {any}/counter.c -> violation
# exit status 0, not 1
# ok, not violation
not ok 3 - {any}/counter.c -> failure deadlock
# exit status 0, not 1
# ok, not failure
not ok 4 - {any}/counter.c --strategy dpor -> ok exhaustive
# {number} executions, not 1000000
not ok 5 - {any}/counter.c --strategy dpor --scenario inc() | get() -> ok exhaustive
# 2 histories, not 3
not ok 6 - {any}/counter.c --strategy bounded --preemptions 0 -> ok exhaustive
# coverage bounded:0, not exhaustive
? 1

$ "$SOURCE/tests/subjects/run" "$(command -v lince)" nothing.c
nothing.c: the first lines do not say what to expect
? 1

$ "$SOURCE/tests/subjects/run" "$(command -v lince)" order.c
order.c:1: options before the first expect
? 1

# What is not installed is not tested; flags are for the compiler; times are told if they are asked for.
$ "$SOURCE/tests/subjects/run" "$(command -v lince)" missing.c
1..1
ok 1 - {any}/missing.c -> ok # SKIP no/such/header.h is not installed
? 0

$ "$SOURCE/tests/subjects/run" --times "$(command -v lince)" flags.c
1..2
ok 1 - {any}/flags.c -> ok
# {any} s, {number} executions, {number} steps
ok 2 - {any}/flags.c --scenario ; put(2) take() -> violation
# {any} s, {number} executions, {number} steps
? 0
