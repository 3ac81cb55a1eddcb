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
$ lince test --trace lost.trace lost.c -- -DSTEP=1 > first; tail -n 1 first; grep -v -e ^program -e ^source lost.trace | head -n 6
  To see it again: lince test --replay lost.trace lost.c -- -DSTEP=1
lince trace 1
test lost
file lost.c
flag -DSTEP=1
signature {word}
scenario ; inc() | inc(); get()
? 0

# Whoever typed where the command is can copy what it says, blanks and all.
$ ln -s "$(command -v lince)" 'the lince'; './the lince' test --trace other.trace lost.c -- -DSTEP=1 | tail -n 1; rm other.trace 'the lince'
  To see it again: './the lince' test --replay other.trace lost.c -- -DSTEP=1
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
lince: warning: the program has changed since the trace was written, but not its sources: other flags, another compiler or another Lince; it is followed as long as its steps are the same
? 0

$ lince test --replay lost.trace --spec bag lost.c -- -DSTEP=1 2>&1 | tail -n 1
lince: {any}bag has no operation inc (it has put, take)
? 0

# All events are in the trace, with what they did and where.
$ lince test -c linearizable --trace lost.trace lost.c -- -DSTEP=1 > /dev/null; grep -e ^source -e ^schedule -e '^event ' lost.trace
source {word} lost.c
schedule T1 T2x2 T1 T0
event 1 T1 call | inc()
event 1 T1 load | load n = 0 | inc lost.c:6
event 2 T2 call | inc()
event 2 T2 load | load n = 0 | inc lost.c:6
event 3 T2 store | store n: 0 → 1 | inc lost.c:8
event 3 T2 return | inc() returns
event 3 T2 exit | the thread ends
event 4 T1 store | store n: 1 → 1 | inc lost.c:8
event 4 T1 return | inc() returns
event 4 T1 exit | the thread ends
event 5 T0 call | get()
event 5 T0 load | load n = 1 | get lost.c:10
event 5 T0 return | get() → 1
? 0

# So they are after a replay, also where somebody has changed the schedule.
$ lince test --replay lost.trace --trace again.trace >/dev/null 2>&1; cmp lost.trace again.trace; sed 's/^schedule.*/schedule T1x2 T2x2 T0/' lost.trace > other.trace; lince test --replay other.trace --trace other.trace > /dev/null 2>&1; grep -e '^event [345]' other.trace
event 3 T2 call | inc()
event 3 T2 load | load n = 1 | inc lost.c:6
event 4 T2 store | store n: 1 → 2 | inc lost.c:8
event 4 T2 return | inc() returns
event 4 T2 exit | the thread ends
event 5 T0 call | get()
event 5 T0 load | load n = 2 | get lost.c:10
event 5 T0 return | get() → 2
? 0

# Time travel: where everybody stands after a step.
$ lince test --replay lost.trace --step 3 2>/dev/null
lost.c: lost: after step 3 of 5

  T1            T2
  inc()
  │ load n = 0                       1  lost.c:6  long old = atomic_load(&n);
  └─────────────→
  │             inc()
  │             │ load n = 0         2  lost.c:6  long old = atomic_load(&n);
  │             │ store n: 0 → 1     3  lost.c:8  atomic_store(&n, old + STEP);
  │             inc() returns

  main: waits for join
  T1 in inc: next store n
      inc                   lost.c:8              atomic_store(&n, old + STEP);
  T2: has ended
? 0

$ lince test --replay lost.trace --step 1 --json 2>/dev/null | python3 -c "import json, sys; look = json.load(sys.stdin); print(look['step'], look['steps'], len(look['interleaving'])); [print(t['thread'], t['state'], t['operation'], t['next'], [f['line'] for f in t['frames'] if f['file'].endswith('lost.c')]) for t in look['threads']]"
1 5 2
0 waits None join []
1 ready inc store n [8]
2 ready inc load n [6]
? 0

$ lince test --replay lost.trace --step 100 2>/dev/null | tail -n 3; lince test --step 3 lost.c
  main: has ended
  T1: has ended
  T2: has ended
lince: --step is for --replay
? 2

# Whose frames these are is not told by the names of folders: these are Lince's own, too.
$ mkdir -p src/explore src/runtime/sync; for d in src/explore src/runtime/sync; do cp lost.c $d; lince test --trace own.trace $d/lost.c -- -DSTEP=1 >/dev/null; lince test --replay own.trace --step 1 2>/dev/null | tail -n 4; grep -c '| inc lost.c:8' own.trace; done
  T1 in inc: next store n
      inc                   lost.c:8              atomic_store(&n, old + STEP);
  T2 in inc: next load n
      inc                   lost.c:6              long old = atomic_load(&n);
2
  T1 in inc: next store n
      inc                   lost.c:8              atomic_store(&n, old + STEP);
  T2 in inc: next load n
      inc                   lost.c:6              long old = atomic_load(&n);
2
? 0

# A program that has changed is followed as long as its steps are the same, and what has changed is said.
= step.h
#define AT_ONCE 0
= changed.c
#include "step.h"
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static void inc(void) {
    long old = atomic_load(&n);
    if (AT_ONCE) atomic_fetch_add(&n, 1);
    else atomic_store(&n, old + 1);
}
static long get(void) { return atomic_load(&n); }
LINCE_TEST(changed) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_scenario("; inc() | inc(); get()");
}
$ lince test --trace changed.trace -q changed.c; echo $?; lince test -q --replay changed.trace; echo $?; lince test --trace changed.trace changed.c > /dev/null; grep ^source changed.trace
1
1
source {word} changed.c
source {word} step.h
? 0

$ echo '#define AT_ONCE 1' > step.h; lince test --replay changed.trace
lince: warning: the program has changed since the trace was written: step.h; it is followed as long as its steps are the same
changed.c: changed: after step 3 of 5

  T1            T2
  inc()
  │ load n = 0                     1  changed.c:6  long old = atomic_load(&n);
  └─────────────→
  │             inc()
  │             │ load n = 0       2  changed.c:6  long old = atomic_load(&n);
  │             │ add n: 0 → 1     3  changed.c:7  if (AT_ONCE) atomic_fetch_ad…

lince: changed.trace: step 3 is not that of the trace, which has T2: store; now it is T2: add (the program has changed since the trace was written: step.h)
? 2

# What others do the same way is no obstacle.
$ (echo '#define AT_ONCE 0'; echo 'int more = 3;') > step.h; echo 'int and_more;' >> changed.c; lince test --replay changed.trace 2>&1 | grep -e warning -e violation
lince: warning: the program has changed since the trace was written: changed.c, step.h; it is followed as long as its steps are the same
changed.c: changed: violation — not linearizable as a counter (1 execution, 1 history, {time})
? 0

# What is done before the first step of an operation, and by a thread before its own first one, is compared as well.
= early.c
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(long *) last;
static void *volatile sink;
static void put(long value) {
    long *cell = malloc(sizeof *cell);
    *cell = value;
    atomic_load(&last);
#ifdef FREES
    sink = malloc(1);
#endif
    atomic_store(&last, cell);
}
static void *other(void *unused) {
    sink = malloc(2);
    put(1);
    return unused;
}
LINCE_TEST(early) {
    lince_test_op("put", put, lince_unique);
    lince_test_scenario("put(1) | put(2)");
}
static void start(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    put(2);
    pthread_join(thread, NULL);
    lince_assert(*last == 2);
}
LINCE_TEST(threads) {
    lince_test_thread(start);
}
$ lince test --filter threads --trace early.trace -q early.c; lince test --replay early.trace | sed -n 1p; sed -n '/^event /s/ |.*//p' early.trace | sort -k 2n -s -c; lince test --replay early.trace early.c -- -DFREES 2>&1 | tail -n 1
early.c: threads: violation — an assertion failed: {any}
lince: early.trace: step {number} is not that of the trace, which has {word}: store; now it is {word}: malloc (the program has changed since the trace was written, but not its sources: other flags, another compiler or another Lince)
? 0

$ sed -i 's/^test.*/test other/' lost.trace; lince test --replay lost.trace lost.c -- -DSTEP=1
lince: there is no test called 'other', only lost
? 2

$ echo nonsense > bad.trace; lince test --replay bad.trace lost.c; lince test --replay none.trace lost.c
lince: bad.trace:1: {any}
lince: none.trace: {any}No such file or directory
? 2


# However many places there are where plain accesses are steps.
= places.c
#include <lince/test.h>
#include <pthread.h>
#define TEN(x, i) x(i) x(i + 1) x(i + 2) x(i + 3) x(i + 4) x(i + 5) x(i + 6) x(i + 7) x(i + 8) x(i + 9)
#define FIFTY(x, i) TEN(x, i) TEN(x, i + 10) TEN(x, i + 20) TEN(x, i + 30) TEN(x, i + 40)
#define ALL(x) FIFTY(x, 0) FIFTY(x, 50) FIFTY(x, 100)
#define WRITE(i) cells[i] = 1;
#define READ(i) sum += cells[149 - (i)];
static int cells[150];
static void *writer(void *unused) {
    ALL(WRITE)
    return unused;
}
int main(void) {
    pthread_t thread;
    int sum = 0;
    pthread_create(&thread, NULL, writer, NULL);
    ALL(READ)
    pthread_join(thread, NULL);
    lince_assert(sum != 1);
}
$ lince test --no-data-races --trace places.trace places.c > first; grep -c "another way" first; lince test --replay places.trace places.c | head -n 1
0
places.c: main: violation — an assertion failed: places.c:19: assertion `sum != 1` does not hold (1 execution, 0 histories, {time})
? 0
