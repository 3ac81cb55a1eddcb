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
nothing.c: the first line does not say what to expect
? 1

$ "$SOURCE/tests/subjects/run" "$(command -v lince)" order.c
order.c:1: options before the first expect
? 1
