# An execution under the debugger. Where there is no gdb with Python, nothing is said about it.
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
= debug
#!/bin/sh
# debug TRACE [OPTION...] < COMMANDS: what gdb says of our own, or what is wanted where it cannot be asked.
trace=$1
shift
if [ "$(gdb -nx -batch -ex 'python print(1)' 2>/dev/null)" = 1 ]; then
    lince test --replay "$trace" --gdb "$@" 2>&1 | sed 's/^(gdb) //' |
        grep -v -e '^Reading symbols' -e '^lince-switch, ' -e Continuing -e '^\[Thread' -e '^Using host' -e '^warning' -e '^\[Inferior' -e '^(gdb)'
else
    cat wanted
fi
$ chmod +x debug; lince test --trace lost.trace -q lost.c; lince test --gdb lost.c
lince: --gdb is for --replay
? 2

# It stops at each switch.
= wanted
step 1 of 5: T1 in inc, about to load n
      inc                  lost.c:5  long old = atomic_load(&n);
step 2 of 5: T2 in inc, about to load n, after a switch from T1
      inc                  lost.c:5  long old = atomic_load(&n);
step 4 of 5: T1 in inc, about to store n, after a switch from T2
      inc                  lost.c:6  atomic_store(&n, old + 1);
step 5 of 5: main, about to join, after a switch from T1
the execution is over; lince-goto N goes to step N of it
$ printf 'lince-switch\ncontinue\nlince-switch\nlince-switch\n' | ./debug lost.trace > got; diff wanted got
? 0

# Step by step, forwards and backwards.
= wanted
step 3 of 5: T2 in inc, about to store n
      inc                  lost.c:6  atomic_store(&n, old + 1);
$1 = 0
step 4 of 5: T1 in inc, about to store n, after a switch from T2
      inc                  lost.c:6  atomic_store(&n, old + 1);
$2 = 1
step 3 of 5: T2 in inc, about to store n
      inc                  lost.c:6  atomic_store(&n, old + 1);
$3 = 0
step 1 of 5: T1 in inc, about to load n
      inc                  lost.c:5  long old = atomic_load(&n);
step 5 of 5: main, about to join, after a switch from T1
$ printf 'print n\nlince-step\nprint n\nlince-back\nprint n\nlince-goto 1\nlince-goto 5\n' | ./debug lost.trace --step 3 > got; diff wanted got
? 0

# All threads, those that do not run as well.
= wanted
step 4 of 5: T1 in inc, about to store n, after a switch from T2
      inc                  lost.c:6  atomic_store(&n, old + 1);
  main: waits for join
* T1 in inc: about to store n
      inc                  lost.c:6  atomic_store(&n, old + 1);
  T2: has ended
step 2 of 5: T2 in inc, about to load n, after a switch from T1
      inc                  lost.c:5  long old = atomic_load(&n);
  main: waits for join
  T1 in inc: about to store n
      inc                  lost.c:6  atomic_store(&n, old + 1);
* T2 in inc: about to load n
      inc                  lost.c:5  long old = atomic_load(&n);
steps are counted from 1
expected a number, not x
$ printf 'lince-threads\nlince-back 2\nlince-threads\nlince-goto 0\nlince-goto x\n' | ./debug lost.trace --step 4 > got; diff wanted got
? 0

# A failure is a place to stop at: here with the stacks of those that wait for each other.
= dead.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *x, pthread_mutex_t *y) {
    pthread_mutex_lock(x);
    pthread_mutex_lock(y);
    pthread_mutex_unlock(y);
    pthread_mutex_unlock(x);
}
static void ab(void) { both(&a, &b); }
static void ba(void) { both(&b, &a); }
LINCE_TEST(dead) {
    lince_test_op("ab", ab);
    lince_test_op("ba", ba);
    lince_test_scenario("ab() | ba()");
}
= wanted
step 2 of 2: T2 in ba, about to acquire b, after a switch from T1
      both                 dead.c:5  pthread_mutex_lock(x);
  main: waits for join
  T1 in ab: waits for acquire b
      both                 dead.c:6  pthread_mutex_lock(y);
      ab                   dead.c:10  static void ab(void) { both(&a, &b); }
  T2 in ba: waits for acquire a
      both                 dead.c:6  pthread_mutex_lock(y);
      ba                   dead.c:11  static void ba(void) { both(&b, &a); }
$ lince test --trace dead.trace -q dead.c; printf 'lince-switch\nlince-threads\n' | ./debug dead.trace --step 2 | grep -v '^after step 2' > got; diff wanted got
? 0

# The same without a debugger.
$ lince test --replay dead.trace --step 2 | tail -n 7
  main: waits for join
  T1 in ab: waits for acquire(b)
      both                  dead.c:6              pthread_mutex_lock(y);
      ab                    dead.c:10             static void ab(void) { both(&a, &b); }
  T2 in ba: waits for acquire(a)
      both                  dead.c:6              pthread_mutex_lock(y);
      ba                    dead.c:11             static void ba(void) { both(&b, &a); }
? 0

# What the debugger is taught has the same steps as the runtime.
= kinds.py
import os
import re

source = os.environ["SOURCE"]
with open(source + "/src/target/explore/control.h", encoding="utf-8") as file:
    names = re.findall(r"\bLCT_STEP_(\w+)", file.read().split("enum lct_step_kind {")[1].split("LCT_STEP_KINDS")[0])
with open(source + "/src/tester/driver/debugger.py", encoding="utf-8") as file:
    kinds = re.search(r'^KINDS = """(.*?)"""', file.read(), re.S | re.M).group(1).split()
for name, kind in zip(names, kinds):
    if name.lower().replace("_failed", "") != kind.lower():
        print(name, "is not", kind)
print(len(names) - len(kinds), "more")
$ python3 kinds.py
0 more
? 0
