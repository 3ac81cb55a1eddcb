# Real threads.  What they do is left to chance, so what must be found gets a budget that is far more than it takes.
= counter.c
#include <lince/test.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_long n;
static long next(void) {
#ifdef WRONG
    long old = atomic_load(&n);
    sched_yield();
    atomic_store(&n, old + 1);
    return old;
#else
    return atomic_fetch_add(&n, 1);
#endif
}
static long add(long by) { (void)by; return next(); }
LINCE_TEST(counter) {
    lince_test_spec("counter");
    lince_test_op("fetch_add", add, lince_range(1, 1));
    lince_test_size(3, 3);
}
= queue.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long items[64], head, tail;
static void enq(long v) {
    pthread_mutex_lock(&lock);
    items[tail++] = v;
    pthread_mutex_unlock(&lock);
}
static long deq(void) {
    pthread_mutex_lock(&lock);
    long some = head < tail;
#ifdef WRONG
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    long v = some ? items[head++] : lince_empty;
    pthread_mutex_unlock(&lock);
    return v;
}
LINCE_TEST(queue) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
}
= channel.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long slot;
static int stage; /* 0: empty, 1: full, 2: taken */
static void wake(void) {
#ifdef WRONG
    pthread_cond_signal(&changed); /* which may wake one who cannot go on */
#else
    pthread_cond_broadcast(&changed);
#endif
}
static void send(long v) {
    pthread_mutex_lock(&lock);
    while (stage) pthread_cond_wait(&changed, &lock);
    slot = v, stage = 1;
    wake();
    while (stage != 2) pthread_cond_wait(&changed, &lock);
    stage = 0;
    wake();
    pthread_mutex_unlock(&lock);
}
static long receive(void) {
    pthread_mutex_lock(&lock);
    while (stage != 1) pthread_cond_wait(&changed, &lock);
    long v = slot;
    stage = 2;
    wake();
    pthread_mutex_unlock(&lock);
    return v;
}
LINCE_TEST(channel) {
    lince_test_spec("channel");
    lince_test_op("send", send, lince_unique);
    lince_test_op("receive", receive);
    lince_test_scenario("send(1) send(2) | receive() receive() | send(3) send(4) | receive()");
}

$ lince test --strategy stress --max-executions 150 counter.c
counter.c: counter: ok — linearizable as a counter: 150 executions, {any}, coverage: sampled ({time})
? 0

$ lince test --strategy stress --max-executions 50000 counter.c -- -DWRONG
counter.c: counter: violation — not linearizable as a counter ({any})
  Scenario: {any}
...
  Real threads cannot be made to do the same again.
  To try every interleaving of the scenario: lince test --scenario {any} counter.c -- -DWRONG
? 1

# The command it prints finds it as well.
$ lince test --quiet $(lince test --strategy stress --max-executions 50000 counter.c -- -DWRONG | sed -n "s/.*scenario: lince test //p" | sed "s/--scenario.*' //"); echo $?
1
? 0

$ lince test --strategy stress --max-executions 150 queue.c
queue.c: queue: ok — linearizable as a queue: 150 executions, {any}, coverage: sampled ({time})
? 0

$ lince test --strategy stress --max-executions 50000 queue.c -- -DWRONG | head -1
queue.c: queue: violation — not linearizable as a queue ({any})
? 0

# Operations that wait for each other: who finds nobody waits, and that is right; who could meet must.
$ lince test --strategy stress --max-executions 150 channel.c
channel.c: channel: ok — synchronization linearizable and progressible as a channel: 150 executions, {any}, coverage: sampled ({time})
? 0

$ lince test --strategy stress --max-executions 150 --scenario 'send(1) | send(2) | receive()' channel.c
channel.c: channel: ok — synchronization linearizable and progressible as a channel: 150 executions, {any}, coverage: sampled ({time})
? 0

$ lince test --strategy stress --max-executions 50000 channel.c -- -DWRONG | head -1
channel.c: channel: violation — an operation waits though it could return: {any} ({any})
? 0

# Several workers; the time as a budget; all failures.
$ lince test --strategy stress --jobs 2 --max-executions 100 queue.c
queue.c: queue: ok — linearizable as a queue: 100 executions, {any}, coverage: sampled ({time})
? 0

$ lince test --strategy stress --max-executions 0 --timeout 1 queue.c
queue.c: queue: ok — linearizable as a queue: {any}, coverage: sampled ({time})
? 0

$ lince test --strategy stress --all-failures --max-executions 100 counter.c -- -DWRONG | head -1
counter.c: counter: violation — not linearizable as a counter (100 executions, {any}, of which {any}
? 0

# An interrupt tells what is known by then.
$ timeout --foreground --preserve-status -s INT 2 lince test --strategy stress --max-executions 0 queue.c
queue.c: queue: unknown — interrupted: {any}, no violation so far, coverage: sampled ({time})
? 3

# For programs.
= look.py
import json, sys
t = json.loads(sys.stdin.read())
keys = ["verdict", "coverage", "executions", "trace", "replay"]
print(*(t[key] for key in keys), t["schedules_per_second"] > 0, t["histories"] > 0, t["failure"] and t["failure"]["kind"],
      "explore" in t, sep=", ")
$ lince test --strategy stress --json --max-executions 100 queue.c | python3 look.py
ok, sampled, 100, None, None, True, True, None, False
? 0

$ lince test --strategy stress --json --max-executions 50000 channel.c -- -DWRONG | python3 look.py
violation, sampled, {number}, None, None, {word} True, blocked, True
? 0

# Histories are written as they are for other strategies.
$ lince test --strategy stress --quiet --max-executions 100 --histories all.hist queue.c && lince check --quiet --spec queue all.hist; echo $?
0
? 0

# Failures of the program.
= failures.c
#include <assert.h>
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static void relock(void) { pthread_mutex_lock(&a); pthread_mutex_lock(&a); }
static void nothing(void) {}
static void null(void) { *(volatile int *)8 = 1; }
static void asserts(void) { assert(1 + 1 == 3); }
static void lince_asserts(void) { lince_assert(1 + 1 == 4); }
static void aborts(void) { abort(); }
static void ends(void) { exit(5); }
static void spins(void) { for (volatile int i = 0; ; i = 0) {} }
static bool never(void) { return false; }
static void *deep(void *p) { volatile char room[1 << 16]; room[0] = 1; return room[0] ? deep((void *)room) : p; }
static void overflows(void) { deep(NULL); }
#define TEST(name) LINCE_TEST(name) { lince_test_thread(name); lince_test_thread(nothing); }
TEST(relock)
TEST(null)
TEST(asserts)
TEST(lince_asserts)
TEST(aborts)
TEST(ends)
TEST(overflows)
LINCE_TEST(invariant) { lince_test_thread(nothing); lince_test_invariant(never); }
LINCE_TEST(setup) { lince_test_thread(nothing); lince_test_setup(asserts); }
LINCE_TEST(spins) { lince_test_thread(spins); }
$ lince test --strategy stress failures.c | grep '^failures'
failures.c: relock: violation — a deadlock: no thread can go on: T1 waits ({any})
failures.c: null: violation — crash: a null pointer was followed (address 0x8) ({any})
failures.c: asserts: violation — an assertion failed: failures.c:10: assertion `1 + 1 == 3` does not hold ({any})
failures.c: lince_asserts: violation — an assertion failed: failures.c:11: assertion `1 + 1 == 4` does not hold ({any})
failures.c: aborts: violation — crash: the program, or libc on its behalf, called abort ({any})
failures.c: ends: violation — the program ended in the middle, with exit status 5 ({any})
failures.c: overflows: violation — crash: Segmentation fault ({any})
failures.c: invariant: violation — the invariant does not hold ({any})
failures.c: setup: violation — an assertion failed: failures.c:10: assertion `1 + 1 == 3` does not hold ({any})
failures.c: spins: violation — no progress: no operation was called or returned for 2 s of processor time: T1 has not ended ({any})
? 0

$ lince test --strategy stress --filter relock --allow deadlock --max-executions 20 failures.c
failures.c: relock: ok — no failure but those allowed: 20 executions, {any}, coverage: sampled ({time})
? 0

# Every run starts from the same memory, whatever the last one did; a wait with a time limit is not stuck; blocking
# signals is no crash.
= fresh.c
#include <lince/test.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static int runs;
static __thread int own;
static int *block;
static void *other(void *p) { lince_assert(lince_thread_number() == 3); return p; }
static void setup(void) {
    pthread_t thread;
    block = calloc(1, sizeof *block);
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
}
static void use(void) {
    lince_assert(own++ == 0);
    if (lince_thread_number() == 1) {
        lince_assert(runs++ == 0);
        lince_assert((*block)++ == 0);
    } else lince_assert(lince_thread_number() == 2);
}
LINCE_TEST(fresh) { lince_test_setup(setup); lince_test_thread(use); lince_test_thread(use); }
static void patient(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec = until.tv_nsec + 20000000 < 1000000000 ? until.tv_nsec + 20000000 : 0;
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &until);
    usleep(20000);
}
LINCE_TEST(patient) { lince_test_thread(patient); lince_test_thread(patient); }
static void deaf(void) {
    sigset_t all, old;
    sigfillset(&all);
    for (volatile int i = 0; i < 5; i++) {
        pthread_sigmask(SIG_SETMASK, &all, &old);
        pthread_sigmask(SIG_SETMASK, &old, NULL);
    }
}
LINCE_TEST(deaf) { lince_test_thread(deaf); lince_test_thread(deaf); }
$ lince test --strategy stress --max-executions 30 fresh.c
fresh.c: fresh: ok — no failure: 30 executions, {any}, coverage: sampled ({time})
fresh.c: patient: ok — no failure: 30 executions, {any}, coverage: sampled ({time})
fresh.c: deaf: ok — no failure: 30 executions, {any}, coverage: sampled ({time})
3 ok, 0 violations, 0 unknown
? 0

# Without a specification: the object's own sequential behaviour; a model; a program of its own; C++, and a blank in the
# path.
= twice.c
#include <lince/test.h>
#include <stdatomic.h>
#include <sched.h>
static atomic_long n;
static long next(void) {
    long old = atomic_load(&n);
    sched_yield();
#ifdef WRONG
    atomic_store(&n, old + 1);
    return old;
#else
    return atomic_fetch_add(&n, 1) + 0 * old;
#endif
}
LINCE_TEST(itself) { lince_test_op("next", next); }
static long state;
static long model_next(void) { return state++; }
LINCE_TEST(model) {
    lince_test_op("next", next);
    lince_test_model(&state, sizeof state);
    lince_test_model_op("next", model_next);
}
$ lince test --strategy stress --max-executions 100 twice.c
twice.c: itself: ok — linearizable: 100 executions, {any}, coverage: sampled ({time})
twice.c: model: ok — linearizable as its model: 100 executions, {any}, coverage: sampled ({time})
2 ok, 0 violations, 0 unknown
? 0

$ lince test --strategy stress --max-executions 50000 twice.c -- -DWRONG | grep '^twice'
twice.c: itself: violation — not linearizable ({any})
twice.c: model: violation — not linearizable as its model ({any})
? 0

= program.cpp
#include <lince/test.h>
#include <mutex>
#include <thread>
static std::mutex lock;
static long n;
static void inc() {
    lince_op_begin("inc");
    { std::lock_guard<std::mutex> hold(lock); n++; }
    lince_op_end();
}
int main() {
    std::thread one(inc), two(inc);
    one.join();
    two.join();
    lince_op_begin("get");
    lince_op_end(n);
    return n == 2 ? 0 : 1;
}
$ mkdir 'a folder' && mv program.cpp 'a folder' && lince test --strategy stress --spec counter --max-executions 50 'a folder/program.cpp'
a folder/program.cpp: main: ok — linearizable as a counter: 50 executions, {any}, coverage: sampled ({time})
? 0

# What makes no sense.
$ for option in '--preemptions 2' '--replay x' '--trace x' '--claim lock-free' --leaks '--random-choices 2' '--reference counter.c'; do lince test --strategy stress $option counter.c; echo $?; done
lince: --preemptions and --strategy stress exclude each other: they are not counted
2
lince: --replay and --strategy stress exclude each other: its threads are not controlled
2
lince: --trace and --strategy stress exclude each other: there are no steps to write down
2
lince: --claim and --strategy stress exclude each other: it takes a controlled scheduler
2
lince: --leaks and --strategy stress exclude each other: it takes a controlled heap
2
lince: --random-choices and --strategy stress exclude each other: they are not enumerated
2
lince: --reference and --strategy stress exclude each other: name a --spec, or a --golden object
2
? 0

$ lince test --strategy stress --scenario 'push(1)' queue.c
lince: --scenario: column 1: there is no operation `push`: the test has enq, deq
? 2

$ lince cc -o linked counter.c && lince test --strategy stress linked
lince: linked: --strategy stress needs the sources: this program was linked for another one
? 2

# A thread is interrupted by running it instruction by instruction.  Virtual processors now and then do not say that this
# is why they stopped: then the system says so in another word.  Instructions for debuggers are still told.
= trap.c
#define _GNU_SOURCE
#include <lince/test.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
static void stop(void) {
#ifdef FOR_DEBUGGERS
    __asm__ volatile("int3");
#else
    siginfo_t info = {.si_signo = SIGTRAP, .si_code = TRAP_BRKPT};
    syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), SIGTRAP, &info);
#endif
}
LINCE_TEST(trap) {
    lince_test_thread(stop);
    lince_test_thread(stop);
}
$ lince test --strategy stress --max-executions 20 trap.c; lince test --strategy stress --max-executions 20 trap.c -- -DFOR_DEBUGGERS | sed 's/ (.*//;q'
trap.c: trap: ok — no failure: 20 executions, {any}, coverage: sampled ({time})
trap.c: trap: violation — crash: the program trapped
? 0

# What stands where lince would leave its orders must be lince's, and of this version.
= size.c
#include <target/explore/control.h>
#include <stdio.h>
int main(void) { return printf("%zu", sizeof(lct_control)) < 0; }
= orders.py
import os, struct, sys
MINE, SIZE = 0x1ce7e57, int(os.popen("${CC:-cc} -I$SOURCE/src -I$SOURCE/include size.c -o size && ./size").read())
for name, text in ("short", b""), ("of others", struct.pack("II", 7, SIZE)), ("another version", struct.pack("II", MINE, 8)):
    with open("orders", "wb") as file:
        file.write(text)
        file.truncate(0 if name == "short" else 1 << 26)
    orders = os.open("orders", os.O_RDWR)
    os.dup2(orders, 198)
    print(name, os.spawnl(os.P_WAIT, sys.argv[1], "program"), flush=True)
$ python3 orders.py "$(lince test --strategy stress --max-executions 10 --keep counter.c | sed -n 's/.*: \(.*\)/\1/p;q')"
program: built for `lince test --strategy stress`, which runs it
short 2
program: built for `lince test --strategy stress`, which runs it
of others 2
program: built for `lince test --strategy stress`, which runs it
another version 2
? 0

$ lince test --strategy stress --list channel.c
{any}channel.c:{number}: channel: send(a), receive() as channel
? 0
