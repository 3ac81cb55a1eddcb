# Histories whose operations have a partial order: lines of `before` state it.
= pairs.hist
spec queue
order partial
T1 invoke enq(1)
T1 return
T2 invoke enq(2)
T2 return
T3 invoke deq()
T3 return 2
T4 invoke deq()
T4 return 1
before T1:1 T3:1
before T2:1 T4:1
= ordered.hist
spec queue
order partial
T1 invoke enq(1)
T1 return
T2 invoke enq(2)
T2 return
T3 invoke deq()
T3 return 2
T4 invoke deq()
T4 return EMPTY
before T1:1 T2:1
before T2:1 T3:1
$ lince check pairs.hist; lince show pairs.hist
pairs.hist: ok — linearizable as a queue (4 operations, {time})
pairs.hist: 4 operations, 4 threads, 1 object

T1  ├─ enq(1) ─┤
T2               ├─ enq(2) ─┤
T3                            ├─ deq() → 2 ─┤
T4                                            ├─ deq() → 1 ─┤

  The time line shows one schedule. Clients can rely on less: T1 enq(1) comes
  before T3 deq() → 2, T2 enq(2) comes before T4 deq() → 1; no other operations
  of different threads are ordered.
? 0

# Less order permits more; the order of the lines alone is a violation.
$ grep -v -e order -e before pairs.hist | lince check - | head -n 1; lince check ordered.hist
-: violation — not linearizable as a queue (4 operations, {time})
ordered.hist: violation — not linearizable as a queue (4 operations, {time})
  no order of all operations respects happens-before and the specification.

  These 3 operations alone already conflict:

    T1  ├─ enq(1) ─┤
    T2               ├─ enq(2) ╌╌╌╌╌⋯
    T3               ├─ deq() → 2 ─┤

  The time line shows one schedule. Clients can rely on less: T1 enq(1) comes
  before T2 enq(2), T2 enq(2) comes before T3 deq() → 2; no other operations of
  different threads are ordered.
? 1

# JSON, and back.
$ lince show --format jsonl ordered.hist | tee ordered.jsonl; lince check --spec queue ordered.jsonl | head -n 1; lince show --format hist ordered.jsonl | diff - ordered.hist; lince show --format edn ordered.hist
{"type": "partial-order"}
{"process": "T1", "type": "invoke", "f": "enq", "value": 1}
{"process": "T1", "type": "ok", "f": "enq"}
{"process": "T2", "type": "invoke", "f": "enq", "value": 2}
{"process": "T2", "type": "ok", "f": "enq"}
{"process": "T3", "type": "invoke", "f": "deq"}
{"process": "T3", "type": "ok", "f": "deq", "value": 2}
{"process": "T4", "type": "invoke", "f": "deq"}
{"process": "T4", "type": "ok", "f": "deq", "value": "EMPTY"}
{"type": "before", "first": ["T1", 1], "second": ["T2", 1]}
{"type": "before", "first": ["T2", 1], "second": ["T3", 1]}
ordered.jsonl: violation — not linearizable as a queue (4 operations, {time})
1c1
< style jepsen
---
> spec queue
lince: the operations have a partial order: only hist and jsonl can express that
? 2

# An excerpt has the order of its operations.
$ lince check --quiet --explain why.hist ordered.hist; cat why.hist; lince check why.hist | head -n 1
# A violation; to see it again: lince check why.hist
# From ordered.hist.
# no order of all operations respects happens-before and the specification.
spec queue
order partial
T1 invoke enq(1)
T1 return
T2 invoke enq(2)
T3 invoke deq()
T3 return 2
before T1:1 T2:1
before T1:1 T3:1
why.hist: violation — not linearizable as a queue (3 operations, {time})
? 0

# The lines must agree with the order, criteria about intervals refuse it, and a stream has none.
$ (cat pairs.hist; echo "before T3:1 T1:1") | lince check -; lince check --criterion quasi:1 pairs.hist; lince formula --check pairs.hist queue 1; lince monitor --spec queue pairs.hist
lince: -:13: deq() has not returned when enq(1) is called (line 3): lines must be in an order that the partial order permits
lince: pairs.hist: quasi is about intervals, and the history has a partial order
lince: pairs.hist: formulas count over intervals, and the history has a partial order
lince: pairs.hist:2: a partial order is known only at the end: give the history to 'lince check'
? 2

# The histories of a test are written with their order: here two pairs, each ordered, and no pair before the other.
= pairs.c
#include <lince/test.h>
#include <stdatomic.h>

static atomic_long p, q;
static void write_p(long v) { atomic_store_explicit(&p, v, memory_order_release); }
static long read_p(void) { return atomic_load_explicit(&p, memory_order_acquire); }
static void write_q(long v) { atomic_store_explicit(&q, v, memory_order_release); }
static long read_q(void) { return atomic_load_explicit(&q, memory_order_acquire); }
LINCE_TEST(pairs) {
    lince_test_op("p.write", write_p);
    lince_test_op("p.read", read_p);
    lince_test_op("q.write", write_q);
    lince_test_op("q.read", read_q);
    lince_test_spec("register:init=0");
    lince_test_scenario("p.write(1) | q.write(1) | p.read() | q.read()");
}
$ lince test --memory rc11 --histories all.hist pairs.c | grep -o "pairs: ok"; sed -n '/order/,/^---/p' all.hist; lince check --spec register:init=0 all.hist | tail -n 1 | cut -d "(" -f 1
pairs: ok
order partial
T1 invoke p.write(1)
T1 return
T2 invoke q.write(1)
T2 return
T3 invoke p.read()
T3 return 1
T4 invoke q.read()
T4 return 1
before T1:1 T3:1
before T2:1 T4:1
---
4 ok, 0 violations, 0 unknown 
? 0
