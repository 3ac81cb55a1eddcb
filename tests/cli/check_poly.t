# Polynomial time: what is decided so, what is said, and histories on which other tools go wrong.

# A published checker accepts this: both elements are there, and the second leaves first.
= second-first.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke deq()
T1 return 2
$ lince check second-first.hist
second-first.hist: violation — not linearizable as a queue (3 operations, {time})
  not first in, first out: enq(1) by T1 returned before enq(2) by T1 was called,
  yet deq() → 2 by T1 returned while the former was still inside.
  It fails at the last of 6 events, in line 7: the return of T1 deq() → 2.

  These 3 operations alone already conflict:

    T1  ├─ enq(1) ─┤ ├─ enq(2) ─┤ ├─ deq() → 2 ─┤

  T1  deq() → 2  could have returned 1

  A longest order that works before that:
    1  T1  enq(1)
    2  T1  enq(2)
  It leaves the state [1, 2].
? 1

# The elements overlap, but their removals do not: the whole pattern.
= overtaken.hist
spec queue
T1 invoke enq(1)
T1 return
T2 invoke enq(2)
T3 invoke deq()
T2 return
T3 return 2
T3 invoke deq()
T3 return 1
$ lince check -v overtaken.hist
overtaken.hist: violation — not linearizable as a queue (4 operations, {time})
  not first in, first out: enq(1) by T1 returned before enq(2) by T2 was called,
  yet deq() → 2 by T3 returned while the former was still inside.
  It fails after 6 of 8 events, in line 7: the return of T3 deq() → 2.

  These 3 operations alone already conflict:

    T1  ├─ enq(1) ─┤
    T2               ├─ enq(2) ─┤
    T3               ├─ deq() → 2 ─┤

  T3  deq() → 2  could have returned 1

  A longest order that works before that:
    1  T1  enq(1)
    2  T2  enq(2)
  It leaves the state [1, 2].
                 1  parts checked on their own
                 1  of them decided in polynomial time
                 0  of them decided in time exponential in the concurrency only
                 0  of them decided by search
                 0  configurations visited
                 0  configurations met again, or dominated, and cut
                 0  states of the object
                 0  steps of the specification that were computed
                 0  most operations open at once in a part that was searched
{any}  for the verdict
{any}  for the explanation
{any}  of memory at most, the history included
              poly  algorithm
? 1

# Another one accepts this, in sequence: there is something, but nothing is found.
= not-empty.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke deq()
T1 return EMPTY
$ lince check not-empty.hist
not-empty.hist: violation — not linearizable as a queue (2 operations, {time})
  nothing found though something was inside: deq() → EMPTY by T1 found nothing,
  although enq(1) by T1 had returned before and its value was still inside.
  It fails at the last of 4 events, in line 5: the return of T1 deq() → EMPTY.

  These 2 operations alone already conflict:

    T1  ├─ enq(1) ─┤ ├─ deq() → EMPTY ─┤

  T1  deq() → EMPTY  could have returned 1

  A longest order that works before that:
    1  T1  enq(1)
  It leaves the state [1].
? 1

# One crashes on removals that find nothing.
= empty.hist
spec queue
T1 invoke deq()
T2 invoke deq()
T2 return EMPTY
T1 return EMPTY
T1 invoke enq(1)
T2 invoke deq()
T1 return
T2 return EMPTY
T2 invoke deq()
T2 return 1
T1 invoke deq()
T1 return EMPTY
$ lince check -v --witness empty.hist
empty.hist: ok — linearizable as a queue (6 operations, {time})
  1  T1  deq() → EMPTY
  2  T2  deq() → EMPTY
  3  T2  deq() → EMPTY
  4  T1  enq(1)
  5  T2  deq() → 1
  6  T1  deq() → EMPTY
                 1  parts checked on their own
                 1  of them decided in polynomial time
                 0  of them decided in time exponential in the concurrency only
                 0  of them decided by search
                 0  configurations visited
                 0  configurations met again, or dominated, and cut
                 0  states of the object
                 0  steps of the specification that were computed
                 0  most operations open at once in a part that was searched
{any}  for the verdict
{any}  for the explanation
{any}  of memory at most, the history included
              poly  algorithm
? 0

# One hangs on somebody who keeps looking.
$ (echo spec queue; echo T1 invoke 'enq(1)'; echo T1 return; echo T2 invoke 'deq()'; for i in $(seq 2000); do echo T3 invoke 'peek()'; echo T3 return 1; done; echo T2 return 1; echo T3 invoke 'peek()'; echo T3 return EMPTY) > peeks.hist; lince check peeks.hist; sed 's/EMPTY/1/' peeks.hist > stale.hist; lince check stale.hist | head -1
peeks.hist: ok — linearizable as a queue (2,003 operations, {time})
stale.hist: violation — not linearizable as a queue (2,003 operations, {time})
? 0

# One exits with 0 whatever it finds.
$ lince check --quiet second-first.hist; echo $?; lince check --quiet empty.hist; echo $?
1
0
? 0

# A stack.
= crossing.hist
spec stack
T1 invoke push(1)
T1 return
T2 invoke push(2)
T2 return
T1 invoke pop()
T1 return 1
T2 invoke pop()
T2 return 2
$ lince check crossing.hist
crossing.hist: violation — not linearizable as a stack (4 operations, {time})
  not last in, first out: push(1) by T1 returned before push(2) by T2 was
  called, and that returned before pop() → 1 by T1 was called, which took the
  former although the latter lay above it and was still inside.
  It fails after 6 of 8 events, in line 7: the return of T1 pop() → 1.

  These 3 operations alone already conflict:

    T1  ├─ push(1) ─┤               ├─ pop() → 1 ─┤
    T2                ├─ push(2) ─┤

  T1  pop() → 1  could have returned 2

  A longest order that works before that:
    1  T1  push(1)
    2  T2  push(2)
  It leaves the state [1, 2].
? 1

# A stack in which three elements are needed to see it.
= chain.hist
spec stack
T1 invoke push(1)
T1 return
T2 invoke push(2)
T1 invoke pop()
T2 return
T3 invoke push(3)
T3 return
T1 return 1
T2 invoke pop()
T4 invoke push(4)
T2 return 2
T4 return
T3 invoke pop()
T3 return 3
$ lince check chain.hist; lince check --algorithm search chain.hist
chain.hist: violation — not linearizable as a stack (7 operations, {time})
  not last in, first out: push(2) by T2 returned before push(3) by T3 was
  called, and that returned before pop() → 2 by T2 was called, which took the
  former although the latter lay above it and was still inside.
  It fails after 11 of 14 events, in line 12: the return of T2 pop() → 2.

  These 3 operations alone already conflict:

    T2  ├─ push(2) ─┤               ├─ pop() → 2 ─┤
    T3                ├─ push(3) ─┤

  T2  pop() → 2  could have returned 3 or 4

  A longest order that works before that:
    1  T1  push(1)
    2  T1  pop() → 1
    3  T2  push(2)
    4  T3  push(3)
  It leaves the state [2, 3].
chain.hist: violation — not linearizable as a stack (7 operations, {time})
  pop() by T2 returned 2, but no order of the operations so far allows anything
  but 3 or 4.
  It fails after 11 of 14 events, in line 12: the return of T2 pop() → 2.

  These 3 operations alone already conflict:

    T2  ├─ push(2) ─┤               ├─ pop() → 2 ─┤
    T3                ├─ push(3) ─┤

  T2  pop() → 2  could have returned 3 or 4

  A longest order that works before that:
    1  T1  push(1)
    2  T1  pop() → 1
    3  T2  push(2)
    4  T3  push(3)
  It leaves the state [2, 3].
? 1

# A priority queue, a bag, a set, a register, a lock, a semaphore, a counter.
= others.hist
spec p=pqueue
spec b=bag
spec s=set
spec r=register
spec m=mutex
spec q=semaphore:n=1
spec c=counter
A invoke p.insert(2)
A return
A invoke p.insert(1)
A return
A invoke p.delmin()
A return 2
---
spec b=bag
A invoke b.put(1)
A return
A invoke b.take()
A return 1
B invoke b.take()
B return 1
---
spec s=set
A invoke s.add(1)
A return true
B invoke s.contains(1)
B return false
---
spec r=register
A invoke r.write(1)
A return
B invoke r.write(2)
B return
C invoke r.read()
C return 1
---
spec m=mutex
A invoke m.lock()
A return
B invoke m.lock()
B return
---
spec q=semaphore:n=1
A invoke q.wait()
A return
B invoke q.wait()
B return
---
spec c=counter
A invoke c.inc()
A return
B invoke c.get()
B return 0
$ lince check others.hist
others.hist#1: violation — not linearizable as a pqueue (3 operations, {time})
others.hist#2: violation — not linearizable as a bag (3 operations, {time})
others.hist#3: violation — not linearizable as a set (2 operations, {time})
others.hist#4: violation — not linearizable as a register (3 operations, {time})
others.hist#5: violation — not linearizable as a mutex (2 operations, {time})
others.hist#6: violation — not linearizable as a semaphore:n=1 (2 operations, {time})
others.hist#7: violation — not linearizable as a counter (2 operations, {time})

others.hist#1:
  object p: not the smallest first: p.delmin() → 2 by A removed it although
  something smaller was inside all the while: p.insert(1) by A had returned
  before and its value was still inside.
  It fails at the last of 6 events, in line 13: the return of A delmin() → 2.

  These 3 operations alone already conflict:

    A  ├─ insert(2) ─┤ ├─ insert(1) ─┤ ├─ delmin() → 2 ─┤

  A  delmin() → 2  could have returned 1

  A longest order that works before that:
    1  A  insert(2)
    2  A  insert(1)
  It leaves the state [1, 2].

others.hist#2:
  object b: removed twice: b.take() → 1 by A and b.take() → 1 by B removed the
  same element, which was added only once.
  It fails at the last of 6 events, in line 21: the return of B take() → 1.

  These 3 operations alone already conflict:

    A  ├─ put(1) ─┤ ├─ take() → 1 ─┤
    B                                ├─ take() → 1 ─┤

  B  take() → 1  could have returned EMPTY

  A longest order that works before that:
    1  A  put(1)
    2  A  take() → 1
  It leaves the state {}.

others.hist#3:
  object s, key 1: missed while present: s.contains(1) → false by B returned
  although 1 was present: s.add(1) → true by A came before, and no removal can
  have happened since.
  It fails at the last of 4 events, in line 27: the return of
  B contains(1) → false.

  These 2 operations alone already conflict:

    A  ├─ add(1) → true ─┤
    B                      ├─ contains(1) → false ─┤

  B  contains(1) → false  could have returned true

  A longest order that works before that:
    1  A  add(1) → true
  It leaves the state {1}.

others.hist#4:
  object r: a value that came back: r.write(1) by A returned before r.write(2)
  by B was called, and r.write(2) by B returned before r.read() → 1 by C was
  called, but 1 was written only once and cannot come back.
  It fails at the last of 6 events, in line 35: the return of C read() → 1.

  These 3 operations alone already conflict:

    A  ├─ write(1) ─┤
    B                 ├─ write(2) ─┤
    C                                ├─ read() → 1 ─┤

  C  read() → 1  could have returned 2

  A longest order that works before that:
    1  A  write(1)
    2  B  write(2)
  It leaves the state 2.

others.hist#5:
  object m: taken while held: m.lock() by B returned although the lock was held:
  m.lock() by A came before, and no release can have happened since.
  It fails at the last of 4 events, in line 41: the return of B lock().

  These 2 operations alone already conflict:

    A  ├─ lock() ─┤
    B               ├─ lock() ─┤

  A longest order that works before that:
    1  A  lock()
  It leaves the state held.

others.hist#6:
  object q: more waits than there was to take: q.wait() by B returned although
  nothing was left: it starts at 1, 2 waits returned and no post was called.
  It fails at the last of 4 events, in line 47: the return of B wait().

  These 2 operations alone already conflict:

    A  ├─ wait() ─┤
    B               ├─ wait() ─┤

  A longest order that works before that:
    1  A  wait()
  It leaves the state 0.

others.hist#7:
  object c: counted too few: c.get() → 0 by B was called when at least 1
  increment must have happened.
  It fails at the last of 4 events, in line 53: the return of B get() → 0.

  These 2 operations alone already conflict:

    A  ├─ inc() ─┤
    B              ├─ get() → 0 ─┤

  B  get() → 0  could have returned 1

  A longest order that works before that:
    1  A  inc()
  It leaves the state 1.

0 ok, 7 violations, 0 unknown (1 file, {time})
? 1

# Operations that did not return may have helped, or not.
= helped.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T2 invoke deq()
T2 crash
T3 invoke deq()
T3 return 2
$ lince check --witness helped.hist; sed 's/^T2 invoke deq()$/T2 invoke enq(3)/' helped.hist > lost.hist; lince check --algorithm poly lost.hist | head -3
helped.hist: ok — linearizable as a queue (4 operations, {time})
  1  T1  enq(1)
  2  T1  enq(2)
  3  T2  deq() (crashed)
  4  T3  deq() → 2
lost.hist: violation — not linearizable as a queue (4 operations, {time})
  not first in, first out: enq(1) by T1 returned before enq(2) by T1 was called,
  yet deq() → 2 by T3 returned while the former was still inside.
? 0

# Insisting on polynomial time where there is none.
= twice.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(1)
T1 return
T1 invoke deq()
T1 return 1
---
spec cas-register
T1 invoke cas(nil, 1)
T1 return true
---
spec deque
T1 invoke push_front(1)
T1 return
---
spec map
T1 invoke put(7, 1)
T1 return
T2 invoke append(7, "x")
T2 return
---
spec a=queue
spec b=snzi
T1 invoke a.enq(1)
T1 return
T1 invoke b.arrive()
T1 return
$ for i in 1 2 3 4 5; do awk -v n=$i 'BEGIN{RS="---\n"} NR==n' twice.hist > one.hist; lince check --algorithm poly one.hist; done
lince: one.hist: no polynomial algorithm applies: a value is added more than once; use --algorithm auto or search
one.hist: ok — linearizable as a cas-register (1 operation, {time})
lince: one.hist: no polynomial algorithm applies: no polynomial algorithm is known for this object; use --algorithm auto or search
lince: one.hist:2: no polynomial algorithm applies to key 7: something else than strings is put or appended; use --algorithm auto or search
lince: one.hist:5: no polynomial algorithm applies to object b: no polynomial algorithm is known for this object; use --algorithm auto or search
? 2

$ lince check --algorithm poly --criterion sequential empty.hist
lince: empty.hist: no polynomial algorithm is known for sequential consistency
? 2

# Left alone it takes what fits, part by part.
= mixed.hist
spec a=queue
spec b=queue
spec c=snzi
T1 invoke a.enq(1)
T1 return
T1 invoke b.enq(1)
T1 return
T2 invoke b.enq(1)
T2 return
T1 invoke c.arrive()
T1 return
$ lince check -v mixed.hist | grep -E 'ok|decided|algorithm'; lince check --json --algorithm search mixed.hist | grep -o '"algorithm":"[^"]*"'
mixed.hist: ok — linearizable as queue,snzi (4 operations, {time})
                 1  of them decided in polynomial time
                 1  of them decided in time exponential in the concurrency only
                 1  of them decided by search
  poly,width,search  algorithm
"algorithm":"search"
? 0
