# A trace is run again.
= lost.c
#include <lince/test.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_long n;
static void inc(void) {
    long old = atomic_load(&n);
    fprintf(stderr, "inc sees %ld\n", old);
    atomic_store(&n, old + STEP);
}
static long get(void) { return atomic_load(&n); }
LINCE_TEST(lost) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_scenario("; inc() | inc(); get()");
}
$ lince test --trace lost.trace lost.c -- -DSTEP=1 > first; tail -n 1 first; head -n 5 lost.trace
  To see it again: lince test --replay lost.trace lost.c -- -DSTEP=1
lince trace 1
test lost
file lost.c
flag -DSTEP=1
scenario ; inc() | inc(); get()
? 0

# The same steps; what the program prints is seen now.
$ lince test --replay lost.trace lost.c -- -DSTEP=1 > second 2> printed; echo $?; cat printed; tail -n +2 first > a; tail -n +2 second > b; cmp a b
1
inc sees 0
inc sees 0
? 0

# The trace knows what it is of.
$ lince test --replay lost.trace 2>/dev/null | head -n 1
lost.c: lost: violation — not linearizable as a counter (1 execution, 1 history, {time})
? 0

# An execution that is right is shown, too.
$ sed -i 's/^schedule.*/schedule T1x2 T2x2 T0/' lost.trace; lince test --replay lost.trace 2>/dev/null | sed -n '1p;/store/p'
lost.c: lost: ok — linearizable as a counter: 1 execution, 1 history ({time})
  │ store n: 0 → 1 {any}
{any}│ store n: 1 → 2 {any}
? 0

$ lince test --replay lost.trace lost.c -- -DSTEP=2 2>&1 >/dev/null | grep warning
lince: warning: the program has changed since the trace was written: it may go another way
? 0

$ lince test --replay lost.trace --spec bag lost.c -- -DSTEP=1 2>&1 | tail -n 1
lince: {any}bag has no operation inc (it has put, take)
? 0

$ sed -i 's/^test.*/test other/' lost.trace; lince test --replay lost.trace lost.c -- -DSTEP=1
lince: there is no test called 'other', only lost
? 2

$ echo nonsense > bad.trace; lince test --replay bad.trace lost.c; lince test --replay none.trace lost.c
lince: bad.trace:1: {any}
lince: none.trace: {any}No such file or directory
? 2

# Under the debugger.
$ lince test --trace lost.trace -q lost.c -- -DSTEP=1; if command -v gdb >/dev/null; then echo 'run' | lince test --replay lost.trace --gdb lost.c -- -DSTEP=1 2>&1 | grep -c -e 'inc sees' ; else echo 2; fi
2
? 0
