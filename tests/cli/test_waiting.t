# Waiting is judged by the specification, scenarios complete protocols, and shrinking keeps what scenarios promise.

# A lock, as the guide has it: nothing declares that operations wait.
= mutex.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&m); }
static void unlock(void) { pthread_mutex_unlock(&m); }
LINCE_TEST(pmutex) {
    lince_test_spec("mutex");
    lince_test_op("lock", lock);
    lince_test_op("unlock", unlock);
    lince_test_protocol("(lock unlock)*");
}
$ lince test mutex.c
mutex.c: pmutex: ok — linearizable as a mutex: 21 executions, 13 histories, all interleavings of 5 scenarios up to 2 threads x 4 calls ({time})
? 0

# Without a protocol the specification implies one; trylock decides whether there is something to unlock.
= locks.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&m); }
static bool trylock(void) { return pthread_mutex_trylock(&m) == 0; }
static void unlock(void) { pthread_mutex_unlock(&m); }
LINCE_TEST(plain) {
    lince_test_spec("mutex");
    lince_test_op("lock", lock);
    lince_test_op("unlock", unlock);
}
LINCE_TEST(tries) {
    lince_test_spec("mutex");
    lince_test_op("lock", lock);
    lince_test_op("trylock", trylock);
    lince_test_op("unlock", unlock);
}
LINCE_TEST(left_held) {
    lince_test_spec("mutex");
    lince_test_op("lock", lock);
    lince_test_op("unlock", unlock);
    lince_test_scenario("lock() | lock()");
    lince_test_scenario("lock() lock()");
}
LINCE_TEST(sequential) {
    lince_test_spec("mutex");
    lince_test_criterion("sequential");
    lince_test_op("lock", lock);
    lince_test_op("unlock", unlock);
    lince_test_scenario("lock() unlock() | lock()");
}
$ lince test locks.c; lince test --json --filter tries locks.c | grep -o '"protocol":[^,]*'; lince test --verbose --filter plain locks.c | sed -n 2p
locks.c: plain: ok — linearizable as a mutex: 21 executions, 13 histories, all interleavings of 5 scenarios up to 2 threads x 4 calls ({time})
locks.c: tries: ok — linearizable as a mutex: 605 executions, 277 histories, all interleavings of 65 scenarios up to 2 threads x 4 calls ({time})
locks.c: left_held: ok — linearizable and progressible as a mutex: 6 executions, 3 histories, all interleavings of 2 scenarios up to 2 threads x 2 calls ({time})
locks.c: sequential: ok — sequentially consistent and progressible as a mutex: 4 executions, 2 histories, all interleavings ({time})
4 ok, 0 violations, 0 unknown
"protocol":"(lock unlock | trylock=true unlock | trylock=false)*"
                    threads of generated scenarios keep to (lock unlock)*, as the specification implies
? 0

# A call that is for the caller to see to is a mistake of the scenario: pthread_mutex_unlock finds it, and so does a history.
= misuse.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int held;
static void lock(void) { while (atomic_exchange(&held, 1)) {} }
static void unlock(void) { atomic_store(&held, 0); }
LINCE_TEST(twice) { lince_test_spec("mutex"); lince_test_op("lock", lock); lince_test_op("unlock", unlock); lince_test_scenario("lock() unlock() unlock()"); }
LINCE_TEST(handed_over) { lince_test_spec("mutex"); lince_test_op("lock", lock); lince_test_op("unlock", unlock); lince_test_scenario("lock(); lock() | unlock()"); }
$ lince test misuse.c; lince test --filter plain --scenario "lock() | unlock()" locks.c
lince: misuse.c: twice: scenario `lock() unlock() unlock()`: unlock() by T1 is called where the specification has no step for it: it is a misuse of the object, and not judged; lince_test_protocol declares in which order operations may be called
misuse.c: handed_over: ok — linearizable as a mutex: 3 executions, 2 histories, all interleavings ({time})
1 ok, 0 violations, 0 unknown, 1 error
lince: locks.c: plain: scenario `lock() | unlock()`: unlock() by T2 is called where the specification has no step for it: it is a misuse of the object, and not judged; lince_test_protocol declares in which order operations may be called
? 2

# A model that says where operations wait; one that does not, and a deadlock is one; a lost wake-up.
= models.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static long items[4], count;
static void put(long x) {
    pthread_mutex_lock(&m);
    while (count == 1) pthread_cond_wait(&c, &m);
    items[count++] = x;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
}
static long take(void) {
    pthread_mutex_lock(&m);
    while (!count) pthread_cond_wait(&c, &m);
    long x = items[--count];
#ifndef FORGET
    pthread_cond_broadcast(&c);
#endif
    pthread_mutex_unlock(&m);
    return x;
}
static struct { long item, count; } model;
static void model_put(long x) { if (model.count == 1) lince_retry(); model.item = x; model.count = 1; }
static long model_take(void) { if (!model.count) lince_retry(); long x = model.item; model.item = 0; model.count = 0; return x; }
LINCE_TEST(cell) {
    lince_test_op("put", put, lince_unique);
    lince_test_op("take", take);
    lince_test_model(&model, sizeof model);
    lince_test_model_op("put", model_put);
    lince_test_model_op("take", model_take);
    lince_test_size(3, 2);
}
/* no waiting in the model: a deadlock stays one */
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static long x, y, mx;
static long move(long which) {
    pthread_mutex_lock(which ? &a : &b);
    pthread_mutex_lock(which ? &b : &a);
    long r = x++; y--;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return r;
}
static long m_move(long w) { (void)w; return mx++; }
LINCE_TEST(two_locks) {
    lince_test_op("move", move, lince_range(0, 1));
    lince_test_model(&mx, sizeof mx);
    lince_test_model_op("move", m_move);
}
$ lince test models.c | grep ' — '; lince test --filter cell models.c -- -DFORGET | sed -n '1,2p'
models.c: cell: ok — linearizable and progressible as its model: 10,682 executions, 4,381 histories, all interleavings of 249 scenarios up to 3 threads x 2 calls ({time})
models.c: two_locks: violation — a deadlock: no thread can go on: T1 waits in move for a mutex that T2 has, T2 waits in move for a mutex that T1 has ({any})
models.c: cell: violation — a deadlock: no thread can go on: T1 waits in put for a condition variable ({any})
  Scenario: put(1); put(2) | take()
? 0

# The same as an object of the language of models, and as a plug-in.
= cell.lin
object Cell {
  var full = 0;
  var item = 0;
  op put(x) { require full == 0; full = 1; item = x; }
  op take() { require full == 1; full = 0; return item; }
}
$ lince test --filter cell --spec cell.lin#Cell models.c | grep ' — '; lince test --filter cell --spec cell.lin#Cell models.c -- -DFORGET | head -n 1
models.c: cell: ok — linearizable and progressible as cell.lin#Cell: 10,682 executions, 4,381 histories, all interleavings of 249 scenarios up to 3 threads x 2 calls ({time})
models.c: cell: violation — a deadlock: no thread can go on: T1 waits in put for a condition variable ({any})
? 0
= plugin.c
#include <lince/spec.h>
#include <string.h>
enum { PUT, TAKE };
static void init(lince_step *step) {
    lince_results none = {{LINCE_NO_VALUE}};
    lince_value empty = LINCE_NO_VALUE;
    lince_emit(step, &empty, sizeof empty, &none);
}
static void next(lince_step *step) {
    lince_value inside, empty = LINCE_NO_VALUE;
    memcpy(&inside, step->state, sizeof inside);
    lince_results none = {{LINCE_NO_VALUE}}, one = {{inside, LINCE_NO_VALUE}};
    if (step->calls->method == PUT && inside == empty) lince_emit(step, &step->calls->args[0], sizeof inside, &none);
    if (step->calls->method == TAKE && inside != empty) lince_emit(step, &empty, sizeof empty, &one);
}
static const lince_method methods[] = {{.name = "put", .args_min = 1, .args_max = 1}, {.name = "take", .results_min = 1, .results_max = 1}};
const lince_spec lince_plugin = {.abi = LINCE_SPEC_ABI, .name = "cell", .summary = "put(x), take()", .methods = methods, .method_count = 2, .init = init, .next = next};
$ cc -shared -fPIC -I$SOURCE/include -o cell.so plugin.c && lince test --filter cell --spec ./cell.so models.c | grep ' — '; lince test --filter cell --spec ./cell.so models.c -- -DFORGET | head -n 1
models.c: cell: ok — linearizable and progressible as ./cell.so: 10,682 executions, 4,381 histories, all interleavings of 249 scenarios up to 3 threads x 2 calls ({time})
models.c: cell: violation — a deadlock: no thread can go on: T1 waits in put for a condition variable ({any})
? 0

# Two locks in two orders: each lets its operations wait, and code that threads are made of is wrong all the same.
= two.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
#define DO(o, name) static void o##_##name(void) { lince_op_begin(#o "." #name); pthread_mutex_##name(&o); lince_op_end(); }
DO(a, lock) DO(a, unlock) DO(b, lock) DO(b, unlock)
static void one(void) { a_lock(); b_lock(); b_unlock(); a_unlock(); }
static void other(void) { b_lock(); a_lock(); a_unlock(); b_unlock(); }
static void holds(void) { a_lock(); }
LINCE_TEST(circle) { lince_test_spec("mutex"); lince_test_thread(one); lince_test_thread(other); }
LINCE_TEST(left_held) { lince_test_spec("mutex"); lince_test_thread(one); lince_test_thread(holds); }
static void al(void) { pthread_mutex_lock(&a); }
static void au(void) { pthread_mutex_unlock(&a); }
static void bl(void) { pthread_mutex_lock(&b); }
static void bu(void) { pthread_mutex_unlock(&b); }
LINCE_TEST(calls) { lince_test_spec("mutex"); lince_test_op("a.lock", al); lince_test_op("a.unlock", au); lince_test_op("b.lock", bl); lince_test_op("b.unlock", bu); 
  lince_test_scenario("a.lock() b.lock() b.unlock() a.unlock() | b.lock() a.lock() a.unlock() b.unlock()"); lince_test_size(2,2); }
$ lince test two.c | grep ' — '
two.c: circle: violation — a deadlock: no thread can go on: T1 waits in b.lock for a mutex that T2 has, T2 waits in a.lock for a mutex that T1 has ({any})
two.c: left_held: ok — linearizable and progressible as a mutex: 4 executions, 2 histories, all interleavings ({time})
two.c: calls: ok — linearizable and progressible as a mutex: 20 executions, 18 histories, all interleavings of 6 scenarios up to 2 threads x 4 calls ({time})
? 0

# A deadlock of an object whose specification lets nothing wait is what it was, and can be allowed.
= cross.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void inc(void) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); }
static void dec(void) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); }
LINCE_TEST(cross) { lince_test_spec("counter"); lince_test_op("inc", inc); lince_test_op("dec", dec); }
$ lince test --trace cross.trace cross.c | sed -n '1,2p'; lince test --replay cross.trace cross.c | sed -n '1,2p'; lince test --allow deadlock cross.c
cross.c: cross: violation — a deadlock: no thread can go on: T1 waits in inc for a mutex that T2 has, T2 waits in dec for a mutex that T1 has ({any})
  Scenario: inc() | dec()
cross.c: cross: violation — a deadlock: no thread can go on: T1 waits in inc for a mutex that T2 has, T2 waits in dec for a mutex that T1 has ({any})
  Scenario: inc() | dec()
cross.c: cross: ok — linearizable as a counter: 175 executions, 113 histories, all interleavings of 27 scenarios up to 2 threads x 2 calls ({time})
? 0

# Protocols that depend on results: a thread stops after CLOSED, and unlocks only what it has got.
= results.c
/* A pipe that must not be used once it said CLOSED: receive asserts that. */
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long items, over[16];
static bool closed;
static long receive(void) {
    long r;
    lince_assert(!over[lince_thread_number()]);
    pthread_mutex_lock(&m);
    r = items ? items-- : closed ? lince_closed : lince_none;
    pthread_mutex_unlock(&m);
    if (r == lince_closed) over[lince_thread_number()] = 1;
    return r;
}
static void put(void) { pthread_mutex_lock(&m); items++; pthread_mutex_unlock(&m); }
static void shut(void) { pthread_mutex_lock(&m); closed = true; pthread_mutex_unlock(&m); }
LINCE_TEST(stops) {
    lince_test_op("receive", receive);
    lince_test_op("put", put);
    lince_test_op("close", shut);
    lince_test_protocol("(receive!=CLOSED)* | put* | close");
    lince_test_size(2, 3);
}
LINCE_TEST(goes_on) {
    lince_test_op("receive", receive);
    lince_test_op("put", put);
    lince_test_op("close", shut);
    lince_test_protocol("receive* | put* | close");
    lince_test_size(2, 3);
}
$ lince test results.c | sed -n '1,3p'
results.c: stops: ok — linearizable: 421 executions, 242 histories, all interleavings of 35 scenarios up to 2 threads x 3 calls ({time})
results.c: goes_on: violation — an assertion failed: results.c:9: assertion `!over[lince_thread_number()]` does not hold ({any})
  Scenario: close(); receive() receive()
? 0
= tryer.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int held;
static bool trylock(void) {
#ifdef TWO
    if (atomic_load(&held)) return false; atomic_store(&held, 1); return true;
#else
    return !atomic_exchange(&held, 1);
#endif
}
static void unlock(void) { lince_assert(atomic_load(&held)); atomic_store(&held, 0); }
LINCE_TEST(tryer) { lince_test_spec("mutex"); lince_test_op("trylock", trylock); lince_test_op("unlock", unlock); }
$ lince test tryer.c; lince test --trace try.trace tryer.c -- -DTWO | sed -n '1,2p'; lince test --replay try.trace tryer.c -- -DTWO | sed -n '1,2p'; lince test --filter tryer --scenario "trylock() unlock() | trylock() unlock()" --histories out.hist tryer.c > /dev/null; grep -c '^T. invoke unlock' out.hist
tryer.c: tryer: ok — linearizable as a mutex: 130 executions, 59 histories, all interleavings of 14 scenarios up to 2 threads x 4 calls ({time})
tryer.c: tryer: violation — an assertion failed: tryer.c:11: assertion `atomic_load(&held)` does not hold ({any})
  Scenario: trylock() unlock() | trylock() unlock()
tryer.c: tryer: violation — an assertion failed: tryer.c:11: assertion `atomic_load(&held)` does not hold ({any})
  Scenario: trylock() unlock() | trylock() unlock()
8
? 0
= mistakes.c
#include <lince/test.h>
static void lock(void) {}
static bool try_it(void) { return true; }
LINCE_TEST(nothing) { lince_test_op("lock", lock); lince_test_protocol("lock=true"); }
LINCE_TEST(no_result) { lince_test_op("try", try_it); lince_test_protocol("try=yes"); }
LINCE_TEST(too_long) { lince_test_op("lock", lock); lince_test_protocol("lock lock lock"); lince_test_size(2, 2); }
$ lince test mistakes.c
lince: mistakes.c:4: test nothing: lince_test_protocol: operation lock returns nothing that it could depend on
lince: mistakes.c:5: test no_result: lince_test_protocol: column 1: `yes` is no result: a number of 64 bits, nil, true, false, ok, EMPTY, NONE or CLOSED
lince: mistakes.c:6: test too_long: lince_test_protocol: no thread comes to the end of `lock lock lock` in 2 calls: it takes 3
0 ok, 0 violations, 0 unknown, 3 errors
? 2

# Each thread still uses its own number once the failure is small.
= ids.c
/* Peterson-like: each thread may only use its own number. Wrong only between two threads: not atomic increment. */
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n, owner[8];
static long next(long me) {                       /* me: the caller's number */
    lince_assert(!atomic_load(&owner[me]) || atomic_load(&owner[me]) == lince_thread_number()); /* contract of the object */
    atomic_store(&owner[me], lince_thread_number());
    long v = atomic_fetch_add(&n, 1); return v == 1 && me == 3 ? 7 : v;   /* wrong for thread 3 */
}
static long k;
static long m_next(long me) { (void)me; return k++; }
LINCE_TEST(ids) { lince_test_op("next", next, lince_thread_id); lince_test_model(&k, sizeof k); lince_test_model_op("next", m_next); lince_test_scenario("next(1) | next(2) | next(3)"); lince_test_size(3, 1); }
LINCE_TEST(ids2) { lince_test_op("next", next, lince_thread_id); lince_test_model(&k, sizeof k); lince_test_model_op("next", m_next); lince_test_size(3, 2); }
$ lince test --filter ids2 ids.c | sed -n '1,3p'; lince test --json ids.c | grep -o '"scenario":"[^"]*"' | sort -u
ids.c: ids2: violation — not linearizable as its model ({any})
  Scenario: next(1) | next(2) | next(3)

"scenario":"next(1) | next(2) | next(3)"
? 0

# A loop that counts its rounds and gives up: the rounds after the tenth are one step, and leave no history out.
= rounds.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int flag;
static long wait(void) {
    for (int i = 0; i < 14; i++)
        if (atomic_load(&flag)) return 1;
    return 0;
}
static void set(void) { atomic_fetch_xor(&flag, 1); }
LINCE_TEST(rounds) {
    lince_test_op("wait", wait);
    lince_test_op("set", set);
}
$ for w in off auto; do lince test --retry $w --histories $w.hist rounds.c | grep -o 'with rounds.*on'; awk -v RS='---\n' '{gsub(/\n/,";"); print}' $w.hist | sort -u > $w.txt; done; cmp off.txt auto.txt && test -s auto.txt
with rounds of counted loops together from the 11th on
? 0

# The spin of a semaphore, 10,000 rounds before a thread sleeps; and one that does not wake the first thread.
= spin.c
#include <lince/test.h>
#include <semaphore.h>
#include <stdatomic.h>
static atomic_int count;
static sem_t asleep;
static void setup(void) { sem_init(&asleep, 0, 0); }
static void wait(void) {
    for (int spins = 10000; spins--;) {
        int there = atomic_load(&count);
        if (there > 0 && atomic_compare_exchange_strong(&count, &there, there - 1)) return;
    }
    if (atomic_fetch_sub(&count, 1) <= 0) sem_wait(&asleep);
}
static void post(void) {
    int before = atomic_fetch_add(&count, 1);
    if (before < LEAST) sem_post(&asleep);
}
LINCE_TEST(spin) {
    lince_test_setup(setup);
    lince_test_spec("semaphore:n=0");
    lince_test_op("wait", wait);
    lince_test_op("post", post);
}
$ lince test spin.c -- -DLEAST=0; lince test spin.c -- -DLEAST=-1 | head -n 1
spin.c: spin: ok — linearizable and progressible as a semaphore:n=0: {number} executions, {number} histories, all interleavings of 27 scenarios up to 2 threads x 2 calls, with rounds of counted loops together from the 11th on ({time})
spin.c: spin: violation — an operation waits though it could return: {any}
? 0

$ lince test --json spin.c -- -DLEAST=0 | grep -o '"rounds_merged":[a-z]*'
"rounds_merged":true
? 0
