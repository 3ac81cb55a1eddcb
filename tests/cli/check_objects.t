# Objects of models as specifications: FILE.lin#Name.

= objects.lin
object Queue {
    var q : seq;
    op enq(v) { q = append(q, v); }
    op deq() { if (length(q) == 0) { return EMPTY; } var x = first(q); q = butfirst(q); return x; }
}
object Careless {
    var q : seq;
    op enq(v) { q = append(q, v); }
    op deq() { var x = first(q); q = butfirst(q); return x; }
}
object Channel { op send(x); op receive();  together send(x), receive() { return receive x; } }
= good.hist
T1 invoke enq(1)
T1 return
T2 invoke deq()
T1 invoke enq(2)
T1 return
T2 return 1
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return EMPTY
= bad.hist
T1 invoke enq(1)
T1 return
T2 invoke deq()
T1 invoke enq(2)
T1 return
T2 return 2
$ lince check --spec objects.lin#Queue good.hist
good.hist: ok — linearizable as objects.lin#Queue (5 operations, {time})
? 0
$ lince check --spec objects.lin#Queue bad.hist
bad.hist: violation — not linearizable as objects.lin#Queue (3 operations, {time})
  deq() by T2 returned 2, but no order of the operations so far allows anything
  but 1.
  It fails at the last of 6 events, in line 6: the return of T2 deq() → 2.

  These 3 operations alone already conflict:

    T1  ├─ enq(1) ─┤ ├─ enq(2) ╌╌╌╌╌⋯
    T2               ├─ deq() → 2 ─┤

  T2  deq() → 2  could have returned 1

  A longest order that works before that:
    1  T1  enq(1)
    2  T1  enq(2)
  It leaves the state [1, 2].
? 1
$ lince monitor --once --spec objects.lin#Queue good.hist
good.hist: ok — linearizable as objects.lin#Queue (5 operations, {time})
? 0
$ lince monitor --once --spec objects.lin#Queue bad.hist
bad.hist:6: violation — not linearizable as objects.lin#Queue (3 operations)
  deq() by T2 returned 2, but no order of the operations so far allows anything
  but 1.
  It fails at the last of 6 events: the return of T2 deq() → 2.

  These 3 operations alone already conflict:

    T1  ├─ enq(1) ─┤ ├─ enq(2) ╌╌╌╌╌⋯
    T2               ├─ deq() → 2 ─┤

  T2  deq() → 2  could have returned 1

  A longest order that works before that:
    1  T1  enq(1)
    2  T1  enq(2)
  It leaves the state [1, 2].
? 1

# Operations that wait for each other.
= meet.hist
T1 invoke send(1)
T2 invoke receive()
T1 return
T2 return 1
---
T1 invoke send(1)
T2 invoke receive()
T1 return
T2 return 2
---
T1 invoke send(1)
T2 invoke receive()
$ "$SOURCE"/tests/cli/check_verdicts --spec objects.lin#Channel meet.hist
1 ok
2 violation
3 ok
? 1
$ lince check --progress --spec objects.lin#Channel meet.hist 2>&1 | tail -8
  synchronized.

  These 2 operations alone already conflict:

    T1  ├─ send(1) ╌╌╌╌⋯
    T2  ├─ receive() ╌╌⋯

1 ok, 2 violations, 0 unknown (1 file, {time})
? 0

# An object may have a file for itself.
= queue.lin
object Queue { var q : seq;
    op enq(v) { q = append(q, v); }
    op deq() { if (length(q) == 0) { return EMPTY; } var x = first(q); q = butfirst(q); return x; } }
$ lince check --spec queue.lin good.hist
good.hist: ok — linearizable as a queue.lin (5 operations, {time})
? 0

# What there is.
$ lince specs objects.lin queue.lin
objects.lin#Queue  enq(v), deq() → result
objects.lin#Careless  enq(v), deq() → result
objects.lin#Channel  send(x), receive() → result: they wait for each other
queue.lin#Queue  enq(v), deq() → result
? 0
$ lince specs nowhere.lin
lince: nowhere.lin: cannot open: No such file or directory
? 2

# What is wrong with it is told where it is.
$ lince check --spec objects.lin#Careless good.hist
lince: objects.lin:9: first of an empty sequence: check its length before, or `require length(...) > 0;`
? 2
$ lince check --json --spec objects.lin#Careless good.hist
lince: objects.lin:9: first of an empty sequence: check its length before, or `require length(...) > 0;`
? 2
$ lince monitor --once --spec objects.lin#Careless good.hist
lince: objects.lin:9: first of an empty sequence: check its length before, or `require length(...) > 0;`
? 2
$ lince check --spec objects.lin good.hist
lince: objects.lin: this model has 3 objects: choose one, as objects.lin#Queue
? 2
$ lince check --spec objects.lin#Queu good.hist
lince: objects.lin: there is no object Queu in this model: did you mean Queue?
? 2
$ lince check --spec nowhere.lin#Queue good.hist
lince: nowhere.lin: cannot open: No such file or directory
? 2
$ lince check --spec objects.lin#Queue:n=2 good.hist
lince: Queue has no parameter `n`: it takes none
? 2
= wrong.lin
object Queue { op enq(v { } }
$ lince check --spec wrong.lin#Queue good.hist
lince: wrong.lin:1: column 29: '}' does not close the '(' of line 1, column 22
? 2
= none.lin
var x = 0;
$ lince check --spec none.lin good.hist
lince: none.lin: there is no `object` in this model that could be a specification
? 2
= own.hist
spec objects.lin#Queue
T1 invoke enq(1)
$ lince check own.hist
lince: own.hist:1: a history can name built-in specifications only: name objects.lin#Queue with --spec
? 2

# Tests of code take them as well.
= test.lin
object Queue { var q : seq;
    op enq(v) { q = append(q, v); }
    op deq() { if (length(q) == 0) { return EMPTY; } var x = first(q); q = butfirst(q); return x; } }
object Stack { var q : seq;
    op enq(v) { q = prepend(q, v); }
    op deq() { if (length(q) == 0) { return EMPTY; } var x = first(q); q = butfirst(q); return x; } }
$ lince test --spec test.lin#Queue "$SOURCE"/examples/test/queue.c 2>&1 | head -1
{any}/queue.c: queue: ok — linearizable as test.lin#Queue: {any}, all interleavings of 81 scenarios up to 2 threads x 2 calls ({time})
? 0
$ lince test --spec test.lin#Stack "$SOURCE"/examples/test/queue.c 2>&1 | head -1
{any}/queue.c: queue: violation — not linearizable as test.lin#Stack ({any})
? 0
$ lince test --spec objects.lin#Careless "$SOURCE"/examples/test/queue.c
lince: objects.lin:9: first of an empty sequence: check its length before, or `require length(...) > 0;`
? 2
