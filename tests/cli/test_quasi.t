# Quasi linearizability of code: with a specification, with a golden object, with nothing.
= strict.c
/* A queue, for one thread at a time. */
#include <lince/test.h>
static long values[64];
static int head, tail;
static void enq(long v) { values[tail++] = v; }
static long deq(void) { return head == tail ? lince_empty : values[head++]; }
LINCE_TEST(queue) {
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
}
= relaxed.c
/* Values come in groups of FAR: any of the first group may be taken.  LAX: any of the first FAR values. */
#include <lince/test.h>
#include <pthread.h>
static long values[64];
static int group[64], count, added;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void enq(long v) {
    pthread_mutex_lock(&lock);
    group[count] = added++ / FAR;
    values[count++] = v;
    pthread_mutex_unlock(&lock);
}
static long deq(void) {
    long value = lince_empty;
    pthread_mutex_lock(&lock);
    if (count) {
        int near = 1;
#ifdef LAX
        near = count < FAR ? count : FAR;
#else
        while (near < count && group[near] == group[0]) near++;
#endif
        int which = lince_choose(near);
        value = values[which];
        count--;
        for (int i = which; i < count; i++) values[i] = values[i + 1], group[i] = group[i + 1];
    }
    pthread_mutex_unlock(&lock);
    return value;
}
LINCE_TEST(queue) {
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
#ifdef SCENARIO
    lince_test_scenario(SCENARIO);
#endif
}
$ lince test --golden strict.c --criterion quasi:1 relaxed.c -- -DFAR=2; lince test --golden strict.c relaxed.c -- -DFAR=2 | head -n 1
relaxed.c: queue: ok — quasi:1 linearizable as strict.c: {any}, all interleavings of 81 scenarios up to 2 threads x 2 calls ({time})
relaxed.c: queue: violation — not linearizable as strict.c ({any})
? 0

# What is wrong is told with the factor, who is overtaken how often, and what would be enough.  Generated scenarios are
# balanced, and smaller ones, too.
$ lince test --golden strict.c --criterion quasi:1 relaxed.c -- -DFAR=3 | grep -v '│'
relaxed.c: queue: violation — not quasi:1 linearizable as strict.c ({any})
  Scenario: enq(1) enq(2) enq(3) deq() deq() deq()

  quasi:1 is too strict, quasi:2 is enough: deq() → 1 by T1 was overtaken 2
  times.

  These 6 operations alone already conflict:
...
  T1
  enq(1)
  enq(1) returns
  enq(2)
  enq(2) returns
  enq(3)
  enq(3) returns
  deq()
  deq() → 3
  deq()
  deq() → 2
  deq()
  deq() → 1

  To test it from now on: lince_test_scenario("enq(1) enq(2) enq(3) deq() deq() deq()");
  To see it again: lince test --criterion quasi:1 --golden strict.c --replay {any}.trace relaxed.c -- -DFAR=3
? 0

= explained.py
import json, sys
for line in sys.stdin:
    o = json.loads(line)
    told = [word for word in ("enough", "by T1 was overtaken 2 times") if word in o["violation"]["reason"]]
    print(o["criterion"], o["verdict"], o["scenario"], o["quasi"]["enough"], *told, sep="; ")
$ for way in '--golden strict.c' '--spec queue'; do lince test --json $way --criterion quasi:1 relaxed.c -- -DFAR=3; done | python3 explained.py
quasi:1; violation; enq(1) enq(2) enq(3) deq() deq() deq(); 2; enough; by T1 was overtaken 2 times
quasi:1; violation; enq(1) enq(2) enq(3) deq() deq() deq(); 2; enough; by T1 was overtaken 2 times
? 0

# The two ways agree on every history, also where there are fewer removals than additions, and results that no order of
# the threads' calls has.
= agree
for scenario in 'enq(1) enq(2) | deq() deq()' 'enq(1) enq(2) enq(3); deq() | deq(); deq()' 'enq(3) enq(4) | enq(5) deq()'; do
    for factors in 0 1 2 deq=1,enq=0 deq=2 '{enq,deq}=1'; do
        for way in '--golden strict.c' '--spec queue'; do
            lince test $way --json --no-shrink --all-failures --criterion "quasi:$factors" --scenario "$scenario" \
                relaxed.c -- -DFAR=4 -DLAX 2>/dev/null | python3 -c 'import json, sys
for line in sys.stdin:
    o = json.loads(line)
    print(o["verdict"], o["histories"], o["violations"], o["unknown_reason"])'
        done | uniq | wc -l
    done
done | sort | uniq -c
$ sh agree
     18 1
? 0

# "Out of thin air": deq() returns 4 in no order that keeps that of the threads.
$ lince test --golden strict.c --criterion quasi:1 relaxed.c -- -DFAR=2 '-DSCENARIO="enq(3) enq(4) | enq(5) deq()"'
lince: warning: the scenario `enq(3) enq(4) | enq(5) deq()` adds 3 times and removes 1 time: elements that stay in the object are not checked
relaxed.c: queue: ok — quasi:1 linearizable as strict.c: {any}
? 0

# A strict object need not stand every order of the calls: one that it fails in is none to be measured by.
= picky.c
#include <assert.h>
#include <lince/test.h>
static long values[64];
static int head, tail;
static void enq(long v) { values[tail++] = v; }
static long deq(void) {
    assert(head < tail);
    return values[head++];
}
LINCE_TEST(queue) {
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) enq(2) enq(3); deq() | deq(); deq()");
}
$ for k in 1 2; do lince test --golden picky.c --criterion quasi:$k relaxed.c -- -DFAR=3 '-DSCENARIO="enq(1) enq(2) enq(3); deq() | deq(); deq()"' | head -n 1; done
relaxed.c: queue: violation — not quasi:1 linearizable as picky.c ({any})
relaxed.c: queue: ok — quasi:2 linearizable as picky.c: {any}
? 0

# The smallest factor of all histories.
$ lince test --golden strict.c --criterion quasi:min --scenario 'enq(1) enq(2) enq(3); deq() | deq(); deq()' relaxed.c -- -DFAR=3; lince test --spec queue --criterion quasi:min --scenario 'enq(1) enq(2) enq(3); deq() | deq(); deq()' relaxed.c -- -DFAR=3
relaxed.c: queue: ok — quasi linearizable as strict.c with factor 2, no less: {any}
relaxed.c: queue: ok — quasi linearizable as a queue with factor 2, no less: {any}
? 0

# A relaxed object says little about itself.
$ lince test --criterion quasi:1 --scenario 'enq(1) enq(2); deq() | deq()' relaxed.c -- -DFAR=2; lince test --criterion quasi:1 --scenario 'enq(1) enq(2); deq() | deq()' relaxed.c -- -DFAR=1
lince: warning: the same calls one after another do not always return the same, so the object is too lax a measure of itself: name a strict one with --golden, or a --spec
relaxed.c: queue: ok — quasi:1 linearizable: {any}
relaxed.c: queue: ok — quasi:1 linearizable: {any}
? 0

# Nothing but an object and a factor: two threads may take the same value.
= twice.c
#include <lince/test.h>
#include <stdatomic.h>
static long values[64];
static atomic_int head, tail;
static void enq(long v) {
    int at = atomic_fetch_add(&tail, 1);
    __atomic_store_n(&values[at], v, __ATOMIC_SEQ_CST);
}
static long deq(void) {
    int at = atomic_load(&head);
    if (at == atomic_load(&tail)) return lince_empty;
    atomic_store(&head, at + 1);
    return __atomic_load_n(&values[at], __ATOMIC_SEQ_CST);
}
LINCE_TEST(twice) {
    lince_test_criterion("quasi:1");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
}
$ lince test --trace twice.trace twice.c | sed -n '1p;/Scenario/p'; lince test --replay twice.trace | head -n 1
twice.c: twice: violation — not quasi:1 linearizable ({any})
  Scenario: enq(1) | deq()
twice.c: twice: violation — not quasi:1 linearizable ({any})
? 0

# Scenarios are balanced under quasi linearizability, or if the test says so; all of these are.
= balance.py
import re, sys
for line in sys.stdin:
    if line.startswith("#"):
        print("even" if len(re.findall("enq|push", line)) == len(re.findall("deq|pop", line)) else "uneven")
= balanced.c
#include <lince/test.h>
static void push(long v) { (void)v; }
static long pop(void) { return 1; }
static long size(void) { return 0; }
LINCE_TEST(said) {
    lince_test_op("pop", pop);
    lince_test_op("push", push);
    lince_test_op("size", size);
    lince_test_balanced("push", "pop");
}
= misnamed.c
#include <lince/test.h>
static void push(long v) { (void)v; }
LINCE_TEST(misnamed) {
    lince_test_op("push", push);
    lince_test_balanced("push", "pop");
}
$ lince test -q --histories all.hist twice.c; python3 balance.py < all.hist | sort -u; lince test -q --histories all.hist balanced.c; python3 balance.py < all.hist | sort -u
even
even
? 0

$ lince test -q --criterion linearizable --histories all.hist twice.c; python3 balance.py < all.hist | sort -u
even
uneven
? 0

$ lince test misnamed.c
lince: misnamed.c:3: test misnamed: lince_test_balanced: there is no operation pop
? 2

# Threads that the test wrote cannot be made to call in another order: then it is not known, and not a false alarm.  The
# order enq(1) enq(3) enq(2) is the only one that explains the results.
= threads.c
#include <lince/test.h>
static long values[64];
static int head, tail;
static void enq(long v) {
    lince_op_begin("enq", v);
    values[tail++] = v;
    lince_op_end();
}
static void deq(void) {
    static const int mixed[] = {2, 0, 1};
    lince_op_begin("deq");
    long v = head == tail ? lince_empty : values[STRICT ? head : mixed[head]];
    head += head < tail;
    lince_op_end(v);
}
static void all(void) { enq(1), enq(2), enq(3), deq(), deq(), deq(); }
LINCE_TEST(threads) {
    lince_test_thread(all);
#ifdef CALLABLE
    lince_test_op("enq", just_enq);
    lince_test_op("deq", just_deq);
#endif
}
= golden.c
#undef STRICT
#define STRICT 1
#include "threads.c"
= callable.c
#include <lince/test.h>
#undef STRICT
#define STRICT 1
#define CALLABLE
static long stored[64];
static int first, last;
static void just_enq(long v) { stored[last++] = v; }
static long just_deq(void) { return first == last ? lince_empty : stored[first++]; }
#include "threads.c"
$ lince test --golden golden.c --criterion quasi:1 threads.c -- -DSTRICT=0
threads.c: threads: unknown — the permitted results depend on calls in orders in which they could not be run: name a specification: {any}, no violation so far, {any}
? 3

$ lince test --spec queue --criterion quasi:1 threads.c -- -DSTRICT=0; lince test --golden callable.c --criterion quasi:1 threads.c -- -DSTRICT=0
threads.c: threads: ok — quasi:1 linearizable as a queue: {any}
threads.c: threads: ok — quasi:1 linearizable as callable.c: {any}
? 0

$ lince test --golden callable.c --criterion quasi:0 threads.c -- -DSTRICT=0 | head -n 1
threads.c: threads: violation — not quasi:0 linearizable as callable.c ({any})
? 0

# Histories that come again are not judged again, unless that is to be measured.
= count.py
import json, sys
o = [json.loads(line) for line in sys.stdin]
print(o[0]["verdict"] == o[1]["verdict"], o[0]["histories"] < o[1]["histories"], o[0]["configurations"] < o[1]["configurations"],
      o[0]["sequential_histories"], o[0]["sequential_different"])
$ for o in --seed=1 --no-deduplication; do lince test --json --golden strict.c --criterion quasi:1 $o --scenario 'enq(1) enq(2) enq(3) enq(4); deq() deq() | deq() deq()' relaxed.c -- -DFAR=2; done | python3 count.py
True True True 6 1
? 0

$ lince test --verbose --golden strict.c --criterion quasi:1 --scenario 'enq(1) enq(2); deq() | deq()' relaxed.c -- -DFAR=2 | grep -E 'sequential|orders|config'
                 2  sequential histories, which define the permitted results
                 0  other orders of calls that were run one after another
{any}  configurations visited by the checker
                 0  configurations met again, which were recognized
? 0

$ lince test --golden strict.c --criterion quasi:frob=1 relaxed.c -- -DFAR=2; lince test --criterion quasi:2, strict.c
lince: relaxed.c: queue: quasi factors: sequential-run has no operation frob (it has {any})
lince: strict.c: queue: quasi factors '2,': '=' is missing; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
? 2
