# Objects whose operations wait for each other.
= channel.c
#include <lince/test.h>
#include <pthread.h>
#include <stdbool.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static bool full, taken;
static long slot, passed;
#ifdef ONE
#define wake pthread_cond_signal
#else
#define wake pthread_cond_broadcast
#endif
static long offer(long x) {
    pthread_mutex_lock(&m);
    while (full) pthread_cond_wait(&c, &m);
    full = true, taken = false, slot = x;
    pthread_cond_broadcast(&c);
#ifndef HURRY
    while (!taken) pthread_cond_wait(&c, &m);
#endif
    full = false;
    pthread_cond_broadcast(&c);
#ifdef LATE
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
#endif
    long n = passed;
    pthread_mutex_unlock(&m);
    return n;
}
static long take(long *n) {
    pthread_mutex_lock(&m);
    while (!full || taken) pthread_cond_wait(&c, &m);
    taken = true;
    *n = ++passed;
    long x = slot;
    wake(&c);
#ifndef KEEP
    pthread_mutex_unlock(&m);
#endif
    return x;
}
static void put(long x) { offer(x); }
static long get(void) { long n; return take(&n); }
static long get_both(void) {
    long n, x = take(&n);
    lince_also_returns(n);
    return x;
}
LINCE_TEST(channel) {
    lince_test_spec("channel");
    lince_test_op("send", put);
    lince_test_op("receive", get);
}
LINCE_TEST(counter) {
    lince_test_spec("counter-channel");
    lince_test_op("send", offer);
    lince_test_op("receive", get_both);
}
$ lince test channel.c
channel.c: channel: ok — synchronization linearizable and progressible as a channel: {any} histories, all interleavings of 83 scenarios up to 3 threads x 2 calls ({time})
channel.c: counter: ok — synchronization linearizable and progressible as a counter-channel: {any} histories, all interleavings of 83 scenarios up to 3 threads x 2 calls ({time})
2 ok, 0 violations, 0 unknown
? 0

# A sender that does not wait has met nobody.
$ lince test --filter channel channel.c -- -DHURRY | sed -n '1,2p'
channel.c: channel: violation — not synchronization linearizable as a channel ({any})
  Scenario: send(1)
? 0

# The counter is read too late: as a channel it is right.
$ lince test channel.c -- -DLATE | sed -n '1,3p'
channel.c: channel: ok — synchronization linearizable and progressible as a channel: {any}
channel.c: counter: violation — not synchronization linearizable as a counter-channel ({any})
  Scenario: {any}
? 0

# Who is woken may be the wrong one: nobody goes on, though what has met should return.
$ lince test --filter channel --trace stuck.trace channel.c -- -DONE | sed -n '1,7p;/T. waits /p'
channel.c: channel: violation — an operation waits though it could return: {any}
  Scenario: send(1) | send(2) | receive()

    T1  ├─ send(1) ╌╌╌╌╌╌╌╌⋯
    T2  ├─ send(2) ╌╌╌╌╌╌╌╌⋯
    T3  ├─ receive() → 1 ─┤

  T1 waits for the condition variable c:
  T2 waits for the condition variable c:
? 0

$ lince test --replay stuck.trace channel.c -- -DONE | sed -n '1,2p'; lince test --quiet --replay stuck.trace channel.c -- -DONE
channel.c: channel: violation — an operation waits though it could return: {any} (1 execution, 1 history, {time})
  Scenario: send(1) | send(2) | receive()
? 1

$ lince test --json --filter channel channel.c -- -DONE | python3 -c 'import json, sys; t = json.load(sys.stdin); print(t["criterion"], t["verdict"], t["violation"], t["failure"]["kind"])'; lince test --json --filter channel channel.c -- -DHURRY | python3 -c 'import json, sys; t = json.load(sys.stdin); print(t["criterion"], t["verdict"], t["violation"] is None, t["failure"])'
sync violation None blocked
sync violation False None
? 0

# The first step of an operation may be the one it waits with: it was called all the same.
$ lince test --filter channel --scenario "send(1) | receive() | receive()" channel.c -- -DKEEP | sed -n '1,2p'; lince test --filter channel --allow blocked channel.c -- -DONE
channel.c: channel: violation — an operation waits though it could return: {any}
  Scenario: send(1) | receive()
channel.c: channel: ok — synchronization linearizable as a channel: {any}
? 0

# Other criteria.
$ lince test --filter channel --criterion two-step channel.c; lince test --filter channel --criterion interval channel.c; lince test --filter channel --criterion linearizable channel.c
channel.c: channel: ok — two-step linearizable and progressible as a channel: {any}
channel.c: channel: ok — interval linearizable and progressible as a channel: {any}
channel.c: channel: ok — synchronization linearizable and progressible as a channel: {any}
? 0

$ lince test --filter channel --criterion quasi:1 channel.c; lince test --filter channel --criterion sequential channel.c; lince test --filter channel --criterion refine channel.c
lince: channel.c:50: channel: operations of channel take effect together, which the criterion quasi does not cover: choose sync, two-step or interval
lince: channel.c:50: channel: operations of channel take effect together, which the criterion sequential does not cover: choose sync, two-step or interval
lince: --criterion: 'refine' is not one of its values; choose linearizable, sequential, quasi:FACTORS, sync, two-step, interval or refine:K
? 2

$ lince test --filter channel --criterion two-step channel.c -- -DONE | head -n 1; lince test --filter channel --criterion two-step channel.c -- -DHURRY | head -n 1
channel.c: channel: violation — an operation waits though it could return: {any}
channel.c: channel: violation — not two-step linearizable as a channel ({any})
? 0

# Too few threads to meet: that all wait is right, and says nothing.
$ lince test --filter channel --scenario "send(1) | send(2)" channel.c
lince: warning: no operation returned in any execution: are there as many threads as it takes to meet, and operations that can?
channel.c: channel: ok — synchronization linearizable and progressible as a channel: {any}
? 0

# Without a specification nobody knows that operations meet.
= nameless.c
#include <lince/test.h>
#define lince_test_spec(name) (void)0
#include "channel.c"
$ lince test --filter channel nameless.c | sed -n '1,8p'
channel.c: channel: violation — a deadlock: no thread can go on: T1 waits in send for a condition variable ({any})
  Scenario: send(1)

    T1  ├─ send(1) ╌╌⋯

  no thread can go on: T1 waits in send for a condition variable.
  If operations may wait for other ones that never come, declare it by
  lince_test_blocking(); if they take effect together, as those of a channel,
? 0

# Operations that take effect one by one, judged by progress: a lock that is not given back to who waits.
= semaphore.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int n;
static void p(void) {
    pthread_mutex_lock(&m);
    while (!n) pthread_cond_wait(&c, &m);
    n--;
    pthread_mutex_unlock(&m);
}
static void v(void) {
    pthread_mutex_lock(&m);
    n++;
    if (n == 1 || !LOSE) pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
}
LINCE_TEST(semaphore) {
    lince_test_spec("semaphore:n=0");
    lince_test_criterion("sync");
    lince_test_op("wait", p);
    lince_test_op("post", v);
    lince_test_scenario("wait() | wait() | post() | post()");
}
$ lince test semaphore.c -- -DLOSE=0; lince test semaphore.c -- -DLOSE=1 | sed -n '1,2p'
semaphore.c: semaphore: ok — synchronization linearizable and progressible as a semaphore:n=0: {any}
semaphore.c: semaphore: violation — an operation waits though it could return: {any}
  Scenario: {any}
? 0

# Threads that wait in loops: for a partner, and by making the same offer again and again.  Two that withdraw their offers
# come back to the same states by very many ways, but there are few states.
= spinning.c
#include <lince/test.h>
#include <stdatomic.h>
_Atomic long slot, done, offered, answer;
static atomic_flag sends = ATOMIC_FLAG_INIT, receives = ATOMIC_FLAG_INIT;
static void put(long x) {
    while (atomic_flag_test_and_set(&sends)) {}
    atomic_store(&slot, x);
    while (!atomic_load(&done)) {}
    atomic_store(&done, 0);
    atomic_flag_clear(&sends);
}
static long get(void) {
    long x;
    while (atomic_flag_test_and_set(&receives)) {}
    while (!(x = atomic_load(&slot))) {}
    atomic_store(&slot, 0);
    if (!LOSE) atomic_store(&done, 1);
    atomic_flag_clear(&receives);
    return x;
}
static long collect(void) {
    long y;
    while (!(y = atomic_load(&answer))) {}
    atomic_store(&answer, 0);
    atomic_store(&offered, 0);
    return y;
}
static long exchange(long x) {
    for (;;) {
        long seen = 0, mine = x;
        if (atomic_compare_exchange_strong(&offered, &seen, x)) {
            if (atomic_load(&answer) || !atomic_compare_exchange_strong(&offered, &mine, 0)) return collect();
        } else if (seen > 0 && atomic_compare_exchange_strong(&offered, &seen, -1)) {
            atomic_store(&answer, LOSE ? 7 : x);
            return seen;
        }
    }
}
LINCE_TEST(channel) {
    lince_test_spec("channel");
    lince_test_op("send", put);
    lince_test_op("receive", get);
    lince_test_scenario("send(1) | receive() | send(2)");
}
LINCE_TEST(exchanger) {
    lince_test_spec("exchanger");
    lince_test_op("exchange", exchange);
    lince_test_size(2, 1);
}
$ lince test --max-executions 20000 spinning.c -- -DLOSE=0; lince test --no-shrink spinning.c -- -DLOSE=1 | grep violation
spinning.c: channel: ok — synchronization linearizable and progressible as a channel: {any}, all interleavings{any}
spinning.c: exchanger: ok — synchronization linearizable and progressible as an exchanger: {any}, all interleavings{any}
2 ok, 0 violations, 0 unknown
spinning.c: channel: violation — an operation waits though it could return: {any}
spinning.c: exchanger: violation — not synchronization linearizable as an exchanger ({any})
0 ok, 2 violations, 0 unknown
? 0

# Who they are: each thread has a number of its own.
= pairs.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static long first, second;
static long exchange(long id) {
    pthread_mutex_lock(&m);
    while (second) pthread_cond_wait(&c, &m);
    long other = first;
    if (first) {
        second = id;
        pthread_cond_broadcast(&c);
    } else {
        first = id;
        while (!second) pthread_cond_wait(&c, &m);
        other = second;
        first = 0;
        second = KEEP ? other : 0;
        pthread_cond_broadcast(&c);
    }
    pthread_mutex_unlock(&m);
    return other;
}
LINCE_TEST(pairs) {
    lince_test_spec("exchanger");
    lince_test_op("exchange", exchange, lince_thread_id);
}
$ lince test pairs.c -- -DKEEP=0; lince test pairs.c -- -DKEEP=1 | sed -n '1,2p'; lince test --json pairs.c -- -DKEEP=1 | grep -o '"scenario":"[^"]*"' | head -n 1
pairs.c: pairs: ok — synchronization linearizable and progressible as an exchanger: {any}
pairs.c: pairs: violation — an operation waits though it could return: {any}
  Scenario: {any}
"scenario":"{any}exchange(1){any}exchange(2){any}"
? 0

# A model of operations that take effect together.
= models.c
#include <assert.h>
#include "channel.c"
static void pass(lince_party *p) { lince_returns(&p[1], p[0].args[0]); }
static long count;
static void pass_and_count(lince_party *p) {
    lince_returns(&p[0], ++count);
    lince_returns(&p[1], p[0].args[0]);
    lince_returns(&p[1], count);
}
LINCE_TEST(model) {
    lince_test_op("send", put);
    lince_test_op("receive", get);
    lince_test_model_meet(pass, "send", "receive");
}
LINCE_TEST(model_with_state) {
    lince_test_op("send", offer);
    lince_test_op("receive", get_both);
    lince_test_model(&count, sizeof count);
    lince_test_model_meet(pass_and_count, "send", "receive");
}
static int waiting, rounds;
static void meet(void) {
    pthread_mutex_lock(&m);
    int mine = rounds;
    if (++waiting == 3) {
        waiting = 0;
        rounds++;
        pthread_cond_broadcast(&c);
    }
#ifndef HURRY
    while (mine == rounds) pthread_cond_wait(&c, &m);
#else
    if (waiting == 1 && mine == rounds) pthread_cond_wait(&c, &m);
#endif
    pthread_mutex_unlock(&m);
}
static void together(lince_party *p) { assert(p->of == 3); }
LINCE_TEST(model_of_three) {
    lince_test_op("sync", meet);
    lince_test_model_group(together, "sync", 2, 4);
    lince_test_size(4, 1);
}
static bool try_put(long x) {
    pthread_mutex_lock(&m);
    bool free = !full;
    if (free) {
        full = true, taken = false, slot = x;
        pthread_cond_broadcast(&c);
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        free = taken;
#ifdef LATE
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
#endif
        full = false;
    }
    pthread_mutex_unlock(&m);
    return free;
}
static long try_get(void) {
    pthread_mutex_lock(&m);
    long x = lince_none;
    if (full && !taken) taken = true, x = slot;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return x;
}
static void hand_over(lince_party *p) {
    lince_returns(&p[0], true);
    lince_returns(&p[1], p[0].args[0]);
}
static bool give_up(long x) { return !x && x; }
static long find_nothing(void) { return lince_none; }
LINCE_TEST(model_that_gives_up) {
    lince_test_op("send", try_put);
    lince_test_op("receive", try_get);
    lince_test_model_meet(hand_over, "send", "receive");
    lince_test_model_op("send", give_up);
    lince_test_model_op("receive", find_nothing);
    lince_test_size(2, 1);
}
$ lince test --filter 'model*' models.c
models.c: model: ok — synchronization linearizable and progressible as its model: {any}
models.c: model_with_state: ok — synchronization linearizable and progressible as its model: {any}
models.c: model_of_three: ok — synchronization linearizable and progressible as its model: {any}
models.c: model_that_gives_up: ok — synchronization linearizable and progressible as its model: {any}
4 ok, 0 violations, 0 unknown
? 0

$ lince test --filter 'model*' models.c -- -DHURRY | grep ' — '
models.c: model: violation — not synchronization linearizable as its model ({any})
models.c: model_with_state: violation — not synchronization linearizable as its model ({any})
models.c: model_of_three: violation — not synchronization linearizable as its model ({any})
models.c: model_that_gives_up: ok — synchronization linearizable and progressible as its model: {any}
? 0

$ lince test --filter 'model_*' models.c -- -DLATE | grep ' — '
models.c: model_with_state: violation — not synchronization linearizable as its model ({any})
models.c: model_of_three: ok — synchronization linearizable and progressible as its model: {any}
models.c: model_that_gives_up: violation — not synchronization linearizable as its model ({any})
? 0

# The same in C++, and what is not allowed.
= exchanger.cpp
#include <lince/test.h>
#include <condition_variable>
#include <mutex>
static std::mutex m;
static std::condition_variable c;
static bool offered, taken;
static int left, right;
static int exchange(int x) {
    std::unique_lock<std::mutex> hold(m);
    c.wait(hold, [] { return !taken; });
    if (offered) {
        taken = true;
        right = x;
        c.notify_all();
        return left;
    }
    offered = true;
    left = x;
    c.wait(hold, [] { return taken; });
    offered = taken = false;
    c.notify_all();
    return right;
}
LINCE_TEST(right) {
    lince_test_op("exchange", exchange);
    lince_test_model_meet([](lince_party *p) {
        lince_returns(&p[0], p[1].args[0]);
        lince_returns(&p[1], p[0].args[0]);
    }, "exchange", "exchange");
    lince_test_size(3, 1);
}
LINCE_TEST(wrong) {
    lince_test_op("exchange", exchange);
    lince_test_model_meet([](lince_party *p) {
        lince_returns(&p[0], p[1].args[0]);
        lince_returns(&p[1], p[1].args[0]);
    }, "exchange", "exchange");
    lince_test_size(3, 1);
}
$ lince test exchanger.cpp | grep ' — '
exchanger.cpp: right: ok — synchronization linearizable and progressible as its model: {any}
exchanger.cpp: wrong: violation — not synchronization linearizable as its model ({any})
? 0

= mistakes.c
#include <lince/test.h>
static void sync(void) {}
static void meet(lince_party *p) { (void)p; }
LINCE_TEST(alone) {
    lince_test_op("sync", sync);
    lince_test_model_meet(meet, "sync");
}
LINCE_TEST(unknown) {
    lince_test_op("sync", sync);
    lince_test_model_meet(meet, "sync", "send");
}
LINCE_TEST(few) {
    lince_test_op("sync", sync);
    lince_test_model_group(meet, "sync", 3, 2);
}
LINCE_TEST(missing) {
    lince_test_op("sync", sync);
    lince_test_op("other", sync);
    lince_test_model_group(meet, "sync", 2, 2);
}
$ lince test mistakes.c
lince: mistakes.c:4: test alone: lince_test_model_meet: 1 operation: 2 to 15 can meet, and one alone is a lince_test_model_op
lince: mistakes.c:8: test unknown: operation send meets other operations in the model, but the test has none of that name
lince: mistakes.c:12: test few: lince_test_model_group: 3 to 2 of sync: from 1 to 15 can meet
lince: mistakes.c:16: test missing: the model has no operation other: add lince_test_model_op("other", ...)
0 ok, 0 violations, 0 unknown, 4 errors
? 2

= results.c
#include <lince/test.h>
static long four(void) { for (int i = 0; i < 3; i++) lince_also_returns(i); return 3; }
static void none(void) { lince_also_returns(1); }
LINCE_TEST(four) { lince_test_op("four", four); }
LINCE_TEST(outside) { lince_test_thread(none); }
$ lince test results.c | grep ' — '
results.c: four: violation — a misuse: operation four has 4 results: there can be 3 ({any})
results.c: outside: violation — a misuse: lince_also_returns outside of an operation ({any})
? 0

# In which order a thread may call operations: what is made smaller keeps to it.
= enrolled.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int enrolled, waiting, round;
static void next_round(void) {
    waiting = 0;
    round++;
    pthread_cond_broadcast(&c);
}
static void enrol(long id) {
    (void)id;
    pthread_mutex_lock(&m);
    enrolled++;
    pthread_mutex_unlock(&m);
}
static void resign(long id) {
    (void)id;
    pthread_mutex_lock(&m);
    enrolled--;
    if (!FORGET && waiting && waiting == enrolled) next_round();
    pthread_mutex_unlock(&m);
}
static void sync(long id) {
    (void)id;
    pthread_mutex_lock(&m);
    int mine = round;
    if (++waiting == enrolled) next_round();
    while (mine == round) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
}
LINCE_TEST(enrolled) {
    lince_test_spec("enrollable-barrier");
    lince_test_op("enrol", enrol, lince_thread_id);
    lince_test_op("sync", sync, lince_thread_id);
    lince_test_op("resign", resign, lince_thread_id);
    lince_test_protocol("enrol sync* resign");
    lince_test_size(2, 3);
}
$ lince test enrolled.c -- -DFORGET=0; lince test enrolled.c -- -DFORGET=1 | sed -n '1,2p'
enrolled.c: enrolled: ok — synchronization linearizable and progressible as an enrollable-barrier: {any}, all interleavings of 5 scenarios up to 2 threads x 3 calls ({time})
enrolled.c: enrolled: violation — an operation waits though it could return: {any}
  Scenario: enrol(1) sync(1) resign(1) | enrol(2) resign(2)
? 0

# It is a mistake not to keep to it oneself.
= order.c
#define FORGET 0
#include "enrolled.c"
LINCE_TEST(written) {
    lince_test_spec("enrollable-barrier");
    lince_test_op("enrol", enrol, lince_thread_id);
    lince_test_op("sync", sync, lince_thread_id);
    lince_test_protocol("enrol sync");
    lince_test_scenario("enrol(1) sync(1) | sync(2)");
}
LINCE_TEST(misspelt) {
    lince_test_op("enrol", enrol, lince_thread_id);
    lince_test_protocol("enrol resign");
}
$ lince test --filter written order.c; lince test --filter misspelt order.c
lince: order.c:3: test written: scenario `enrol(1) sync(1) | sync(2)`: a thread does not keep to the order `enrol sync`
lince: order.c:10: test misspelt: lince_test_protocol: column 7: there is no operation resign
? 2

# Operations that take effect one by one and may wait: one that waits with its first step was called.
= queue.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void enq(long x) {
    (void)x;
    pthread_mutex_lock(&m);
    if (!FORGET) pthread_mutex_unlock(&m);
}
LINCE_TEST(queue) {
    lince_test_spec("queue");
    lince_test_blocking();
    lince_test_op("enq", enq);
    lince_test_scenario("enq(1) | enq(2)");
}
$ lince test queue.c -- -DFORGET=0; lince test --no-shrink queue.c -- -DFORGET=1 | sed -n '1,5p'
queue.c: queue: ok — linearizable as a queue: {any}
queue.c: queue: violation — an operation waits though it could return: T{number} waits forever in enq({number}), though by now it could return ({any})
  Scenario: enq(1) | enq(2)

{any}
{any}
? 0

# Threads of the test's own, and programs; what waits and is no operation is a deadlock as ever.
= own.c
#include "channel.c"
static void give(void) {
    long x = lince_thread_number();
    lince_op_begin("send", x);
    put(x);
    lince_op_end();
}
static void find(void) {
    lince_op_begin("receive");
    long x = get();
    lince_op_end(x);
}
static void wait(void) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
}
LINCE_TEST(own) {
    lince_test_spec("channel");
    lince_test_thread(give);
    lince_test_thread(find);
    lince_test_thread(give);
}
LINCE_TEST(waiting) {
    lince_test_spec("channel");
    lince_test_thread(give);
    lince_test_thread(wait);
}
LINCE_TEST(at_the_end) {
    lince_test_spec("channel");
    lince_test_op("send", put);
    lince_test_op("receive", get);
    lince_test_scenario("send(1) | receive()");
    lince_test_finally(wait);
}
$ lince test --filter own own.c; lince test --filter own own.c -- -DONE | head -n 1; lince test --filter waiting own.c | head -n 1; lince test --filter at_the_end own.c | head -n 1
own.c: own: ok — synchronization linearizable and progressible as a channel: {any}
own.c: own: violation — an operation waits though it could return: {any}
own.c: waiting: violation — a deadlock: no thread can go on: {any}
own.c: at_the_end: violation — a deadlock: no thread can go on: main waits for a condition variable ({any})
? 0

= main.c
#include <lince/test.h>
#undef LINCE_TEST
#define LINCE_TEST(name) static inline void test_##name(void)
#include "channel.c"
static void *give(void *x) {
    lince_op_begin("send", (long)x);
    put((long)x);
    lince_op_end();
    return NULL;
}
int main(void) {
    pthread_t t[2];
    for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, give, (void *)(i + 1));
    lince_op_begin("receive");
    long x = get();
    lince_op_end(x);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
$ lince test --spec channel main.c; lince test --spec channel main.c -- -DONE | head -n 1
main.c: main: ok — synchronization linearizable and progressible as a channel: {any}
main.c: main: violation — an operation waits though it could return: {any}
? 0

# Operations that take part in two synchronizations.
= signal.c
#include <lince/test.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool up, met;

static void up_and_wait(void) {
    pthread_mutex_lock(&lock);
    up = true;
    pthread_cond_broadcast(&changed);
#ifndef HURRIES
    while (up) pthread_cond_wait(&changed, &lock);
#endif
    pthread_mutex_unlock(&lock);
}

static void wait_for_up(void) {
    pthread_mutex_lock(&lock);
    while (!up) pthread_cond_wait(&changed, &lock);
    met = true;
    pthread_mutex_unlock(&lock);
}

static void down(void) {
    pthread_mutex_lock(&lock);
    up = met = false;
#ifndef FORGETS
    pthread_cond_broadcast(&changed);
#endif
    pthread_mutex_unlock(&lock);
}

LINCE_TEST(signal) {
    lince_test_spec("signal");
    lince_test_op("signal_up_and_wait", up_and_wait);
    lince_test_op("wait_for_signal_up", wait_for_up);
    lince_test_op("signal_down", down);
    lince_test_scenario("signal_up_and_wait() | wait_for_signal_up() signal_down()");
}

$ lince test signal.c
signal.c: signal: ok — interval linearizable and progressible as a signal: {number} executions, {any}, all interleavings ({time})
? 0

$ lince test signal.c --no-shrink -- -DFORGETS | head -n 1
signal.c: signal: violation — an operation waits though it could return: {any}signal_up_and_wait(){any}
? 0

$ lince test signal.c --no-shrink -- -DHURRIES | head -n 1
signal.c: signal: violation — not interval linearizable as a signal ({any})
? 0

# A model says itself where an operation waits: who waits though the model lets him return CLOSED waits in vain.
= close.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static bool over;
static long receive(void) {
    pthread_mutex_lock(&m);
    while (!over) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return lince_closed;
}
static void close(void) {
    pthread_mutex_lock(&m);
    over = true;
    TELL(&c);
    pthread_mutex_unlock(&m);
}
static struct {
    int over;
} model;
static long model_receive(void) {
    if (!model.over) lince_retry();
    return lince_closed;
}
static void model_close(void) { model.over = 1; }
LINCE_TEST(close) {
    lince_test_op("receive", receive);
    lince_test_op("close", close);
    lince_test_model(&model, sizeof model);
    lince_test_model_op("receive", model_receive);
    lince_test_model_op("close", model_close);
    lince_test_blocking();
    lince_test_scenario("receive() | receive() | close()");
}
$ for how in broadcast signal; do lince test close.c -- -DTELL=pthread_cond_$how | grep ' — '; done
close.c: close: ok — linearizable as its model: {any}
close.c: close: violation — an operation waits though it could return: T{number} waits forever in receive(), though by now it could return CLOSED ({any})
? 0

# A lock that makes readers wait behind a writer is one of those there are, unless it is said to be another.
= prefers.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int readers, waiting;
static bool writer;
static void rdlock(void) {
    pthread_mutex_lock(&m);
    while (writer || waiting) pthread_cond_wait(&c, &m);
    readers++;
    pthread_mutex_unlock(&m);
}
static void wrlock(void) {
    pthread_mutex_lock(&m);
    waiting++;
    while (writer || readers) pthread_cond_wait(&c, &m);
    waiting -= !FORGETS;
    writer = true;
    pthread_mutex_unlock(&m);
}
static void rdunlock(void) {
    pthread_mutex_lock(&m);
    readers--;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
}
static void wrunlock(void) {
    pthread_mutex_lock(&m);
    writer = false;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
}
LINCE_TEST(prefers) {
    lince_test_spec("rwlock");
    lince_test_blocking();
    lince_test_op("rdlock", rdlock);
    lince_test_op("wrlock", wrlock);
    lince_test_op("rdunlock", rdunlock);
    lince_test_op("wrunlock", wrunlock);
    lince_test_scenario("rdlock(); rdlock() | wrlock()");
    lince_test_scenario("wrlock() wrunlock() | rdlock() rdunlock()");
}
$ lince test prefers.c -- -DFORGETS=0; lince test --spec rwlock:prefers=readers prefers.c -- -DFORGETS=0 | head -n 1
prefers.c: prefers: ok — linearizable as a rwlock: 10 executions, 6 histories, all interleavings of 2 scenarios up to 2 threads x 2 calls ({any})
prefers.c: prefers: violation — an operation waits though it could return: T1 waits forever in rdlock(), though by now it could return ({any})
? 0
$ lince test prefers.c -- -DFORGETS=1 | head -n 1
prefers.c: prefers: violation — an operation waits though it could return: T1 waits forever in rdlock(), though by now it could return ({any})
? 0

# Nor is what is not modelled a mistake of the code.
= cancels.c
#include <lince/test.h>
#include <pthread.h>
static void *run(void *nothing) { return nothing; }
static void cancels(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
}
LINCE_TEST(cancels) { lince_test_thread(cancels); }
$ lince test cancels.c > out; echo $?; head -n 1 out
3
cancels.c: cancels: unknown — this cannot be tested: pthread_cancel was called: cancelling threads is not modelled ({any})
? 0
