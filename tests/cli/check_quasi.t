# Quasi linearizability: what `lince check --criterion quasi:FACTORS` accepts, says and refuses. The examples are those of
# the paper it comes from (Zhang, Chattopadhyay and Wang: "Round-Up").

# ---- figure 3: a queue of segments of two holds 1, 2, 3, 4; which orders of deq are 1-quasi linearizable? ----

= figure3.hist
# H1-a: linearizable
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T1 invoke enq(4)
T1 return
T2 invoke deq()
T2 return 1
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 3
T2 invoke deq()
T2 return 4
---
# H1-b: the last two change places
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T1 invoke enq(4)
T1 return
T2 invoke deq()
T2 return 1
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 4
T2 invoke deq()
T2 return 3
---
# H1-c: the first two
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T1 invoke enq(4)
T1 return
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 1
T2 invoke deq()
T2 return 3
T2 invoke deq()
T2 return 4
---
# H1-d: both
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T1 invoke enq(4)
T1 return
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 1
T2 invoke deq()
T2 return 4
T2 invoke deq()
T2 return 3
$ for c in linearizable quasi:0 quasi:1 quasi:enq=0,deq=1 quasi:enq=0,deq=0; do echo $c; "$SOURCE"/tests/cli/check_verdicts --criterion $c figure3.hist; done
linearizable
1 ok
2 violation
3 violation
4 violation
quasi:0
1 ok
2 violation
3 violation
4 violation
quasi:1
1 ok
2 ok
3 ok
4 ok
quasi:enq=0,deq=1
1 ok
2 ok
3 ok
4 ok
quasi:enq=0,deq=0
1 ok
2 violation
3 violation
4 violation
? 1

$ lince check --criterion quasi:min figure3.hist
figure3.hist#1: ok — quasi linearizable as a queue with factor 0 (8 operations, {time})
figure3.hist#2: ok — quasi linearizable as a queue with factor 1, no less (8 operations, {time})
figure3.hist#3: ok — quasi linearizable as a queue with factor 1, no less (8 operations, {time})
figure3.hist#4: ok — quasi linearizable as a queue with factor 1, no less (8 operations, {time})
4 ok, 0 violations, 0 unknown (1 file, {time})
? 0

# ---- figure 4: deq always takes the second element, and 1 is overtaken for ever ----

= figure4.hist
# four times, and then it leaves after all
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T1 invoke enq(4)
T1 return
T1 invoke enq(5)
T1 return
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 3
T2 invoke deq()
T2 return 4
T2 invoke deq()
T2 return 5
T2 invoke deq()
T2 return 1
---
# it never leaves
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T1 invoke enq(4)
T1 return
T1 invoke enq(5)
T1 return
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 3
T2 invoke deq()
T2 return 4
T2 invoke deq()
T2 return 5
$ lince check --criterion quasi:enq=0,deq=1 figure4.hist
figure4.hist#1: violation — not quasi:enq=0,deq=1 linearizable as a queue (10 operations, {time})
figure4.hist#2: violation — not quasi:enq=0,deq=1 linearizable as a queue (9 operations, {time})

figure4.hist#1:
  quasi:enq=0,deq=1 is too strict, quasi:enq=0,deq=4 is enough: deq() → 1 by T2
  was overtaken 4 times.

  These 6 operations alone already conflict:

    T1  ├─ enq(1) ─┤ ├─ enq(4) ─┤ ├─ enq(5) ─┤
    T2                                         ├─ deq() → 4 ─┤ ├─ deq() → 5 ─┤

    T2  ├─ deq() → 1 ─┤

figure4.hist#2:
  quasi:enq=0,deq=1 is too strict, quasi:enq=4,deq=1 is enough: enq(1) by T1
  overtook 4 others.

  These 3 operations alone already conflict:

    T1  ├─ enq(1) ─┤ ├─ enq(2) ─┤
    T2                            ├─ deq() → 2 ─┤

0 ok, 2 violations, 0 unknown (1 file, {time})
? 1

$ lince check --criterion quasi:enq=0,deq=min figure4.hist
figure4.hist#1: ok — quasi linearizable as a queue with enq=0,deq=4, no less (10 operations, {time})
figure4.hist#2: violation — not quasi linearizable as a queue with enq=0,deq=min, however large `min` is (9 operations, {time})

figure4.hist#2:
  no order that time allows is within quasi:enq=0,deq=min of a legal one,
  however large `min` is.

  These 3 operations alone already conflict:

    T1  ├─ enq(1) ─┤ ├─ enq(2) ─┤
    T2                            ├─ deq() → 2 ─┤

1 ok, 1 violation, 0 unknown (1 file, {time})
? 1

# If all operations count, 1 may be added later.
$ lince check --criterion quasi:min figure4.hist
figure4.hist#1: ok — quasi linearizable as a queue with factor 2, no less (10 operations, {time})
figure4.hist#2: ok — quasi linearizable as a queue with factor 4, no less (9 operations, {time})
2 ok, 0 violations, 0 unknown (1 file, {time})
? 0

# ---- restrictions 1 and 2 for K = 1: what deq may skip, and how often it may be skipped ----

= restrictions.hist
# History 0
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T2 invoke deq()
T2 return 1
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 3
---
# History 1: ok
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 1
T2 invoke deq()
T2 return 3
---
# History 2: ok
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T2 invoke deq()
T2 return 1
T2 invoke deq()
T2 return 3
T2 invoke deq()
T2 return 2
---
# History 3: deq returns what is two steps away
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T2 invoke deq()
T2 return 3
T2 invoke deq()
T2 return 1
T2 invoke deq()
T2 return 2
---
# History 4: the first element is too late
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 3
T2 invoke deq()
T2 return 1
---
# History 5: both
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T2 invoke deq()
T2 return 3
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 1
$ "$SOURCE"/tests/cli/check_verdicts --criterion quasi:enq=0,deq=1 restrictions.hist
1 ok
2 ok
3 ok
4 violation
5 violation
6 violation
? 1

$ "$SOURCE"/tests/cli/check_verdicts --criterion quasi:enq=0,deq=2 restrictions.hist
1 ok
2 ok
3 ok
4 ok
5 ok
6 ok
? 0

$ lince check --criterion quasi:enq=0,deq=1 --no-explanation restrictions.hist
restrictions.hist#1: ok — quasi:enq=0,deq=1 linearizable as a queue (6 operations, {time})
restrictions.hist#2: ok — quasi:enq=0,deq=1 linearizable as a queue (6 operations, {time})
restrictions.hist#3: ok — quasi:enq=0,deq=1 linearizable as a queue (6 operations, {time})
restrictions.hist#4: violation — not quasi:enq=0,deq=1 linearizable as a queue (6 operations, {time})
restrictions.hist#5: violation — not quasi:enq=0,deq=1 linearizable as a queue (6 operations, {time})
restrictions.hist#6: violation — not quasi:enq=0,deq=1 linearizable as a queue (6 operations, {time})
3 ok, 3 violations, 0 unknown (1 file, {time})
? 1

# ---- methods that are not listed may be anywhere ----

= three.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T2 invoke deq()
T2 return 3
$ for c in quasi:deq=0 quasi:enq=0 quasi:enq=0,deq=0 quasi:{enq,deq}=0 quasi:{enq,deq}=3,deq=0 quasi:2 quasi:3; do lince check --criterion $c --no-explanation three.hist; done
three.hist: ok — quasi:deq=0 linearizable as a queue (4 operations, {time})
three.hist: violation — not quasi:enq=0 linearizable as a queue (4 operations, {time})
three.hist: violation — not quasi:enq=0,deq=0 linearizable as a queue (4 operations, {time})
three.hist: violation — not quasi:{enq,deq}=0 linearizable as a queue (4 operations, {time})
three.hist: ok — quasi:{enq,deq}=3,deq=0 linearizable as a queue (4 operations, {time})
three.hist: ok — quasi:2 linearizable as a queue (4 operations, {time})
three.hist: ok — quasi:3 linearizable as a queue (4 operations, {time})
? 0

# ---- the smallest factor ----

$ lince check --criterion quasi:min three.hist
three.hist: ok — quasi linearizable as a queue with factor 2, no less (4 operations, {time})
? 0

$ lince check --criterion 'quasi:min(deq)' three.hist
three.hist: ok — quasi linearizable as a queue with deq=0 (4 operations, {time})
? 0

$ lince check --criterion quasi:min'(enq,deq)' three.hist
three.hist: ok — quasi linearizable as a queue with {enq,deq}=2, no less (4 operations, {time})
? 0

$ lince check --criterion quasi:enq=0,deq=min three.hist
three.hist: violation — not quasi linearizable as a queue with enq=0,deq=min, however large `min` is (4 operations, {time})
  no order that time allows is within quasi:enq=0,deq=min of a legal one,
  however large `min` is.

  These 3 operations alone already conflict:

    T1  ├─ enq(2) ─┤ ├─ enq(3) ─┤
    T2                            ├─ deq() → 3 ─┤
? 1

$ lince check --criterion quasi:deq=0,enq=min --witness three.hist
three.hist: ok — quasi linearizable as a queue with deq=0,enq=2, no less (4 operations, {time})
  1  T1  enq(3) (2 places earlier)
  2  T1  enq(1) (1 place later)
  3  T1  enq(2) (1 place later)
  4  T2  deq() → 3
? 0

= linearizable.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T2 invoke deq()
T2 return 1
T2 invoke deq()
T2 return 2
$ lince check --criterion quasi:min --witness linearizable.hist
linearizable.hist: ok — quasi linearizable as a queue with factor 0 (4 operations, {time})
  1  T1  enq(1)
  2  T1  enq(2)
  3  T2  deq() → 1
  4  T2  deq() → 2
? 0

# What nobody added cannot leave, however far things are moved.
= unknown.hist
spec queue
T1 invoke enq(1)
T1 return
T2 invoke deq()
T2 return 2
$ lince check --criterion quasi:5 unknown.hist; lince check --criterion quasi:min unknown.hist
unknown.hist: violation — not quasi:5 linearizable as a queue (2 operations, {time})
  no order of the operations is legal, however far they are moved.

  This operation alone is wrong:

    T2  ├─ deq() → 2 ─┤
unknown.hist: violation — not quasi linearizable as a queue with any factor (2 operations, {time})
  no order of the operations is legal, however far they are moved.

  This operation alone is wrong:

    T2  ├─ deq() → 2 ─┤
? 1

# ---- pending operations ----

= pending.hist
# a pending deq may have taken the 1
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T3 invoke deq()
T2 invoke deq()
T2 return 2
---
# a pending read may take a place, but that never helps anybody
spec register
T1 invoke write(1)
T1 return
T2 invoke read()
T2 crash
T1 invoke read()
T1 return nil
$ "$SOURCE"/tests/cli/check_verdicts --criterion quasi:0 pending.hist; "$SOURCE"/tests/cli/check_verdicts --criterion quasi:1 pending.hist
1 ok
2 violation
1 ok
2 ok
? 0

# ---- each object on its own ----

= objects.hist
spec a=queue
spec b=stack
T1 invoke a.enq(1)
T1 return
T1 invoke b.push(1)
T1 return
T1 invoke a.enq(2)
T1 return
T1 invoke b.push(2)
T1 return
T2 invoke a.deq()
T2 return 2
T2 invoke b.pop()
T2 return 2
T2 invoke a.deq()
T2 return 1
T2 invoke b.pop()
T2 return 1
$ lince check --criterion quasi:0 objects.hist
objects.hist: violation — not quasi:0 linearizable as queue,stack (8 operations, {time})
  object a: quasi:0 is too strict, quasi:1 is enough: a.deq() → 1 by T2 was
  overtaken once.

  These 4 operations alone already conflict:

    T1  ├─ enq(1) ─┤ ├─ enq(2) ─┤
    T2                            ├─ deq() → 2 ─┤ ├─ deq() → 1 ─┤
? 1

$ lince check --criterion quasi:min --witness objects.hist
objects.hist: ok — quasi linearizable as queue,stack with factor 1, no less (8 operations, {time})
  1  T1  a.enq(1)
  2  T1  b.push(1)
  3  T1  a.enq(2)
  4  T1  b.push(2)
  5  T2  b.pop() → 2
  6  T2  a.deq() → 1 (1 place earlier)
  7  T2  a.deq() → 2 (1 place later)
  8  T2  b.pop() → 1
? 0

$ lince check --criterion quasi:enq=0,deq=0 objects.hist
objects.hist: violation — not quasi:enq=0,deq=0 linearizable as queue,stack (8 operations, {time})
  object a: quasi:enq=0,deq=0 is too strict, quasi:enq=1,deq=0 is enough:
  a.enq(2) by T1 was overtaken once.

  These 4 operations alone already conflict:

    T1  ├─ enq(1) ─┤ ├─ enq(2) ─┤
    T2                            ├─ deq() → 2 ─┤ ├─ deq() → 1 ─┤
? 1

$ lince check --criterion quasi:enq=0,deq=1,push=0,pop=0 --no-explanation objects.hist; lince check --criterion quasi:push=0,pop=0,deq=0 --witness objects.hist
objects.hist: ok — quasi:enq=0,deq=1,push=0,pop=0 linearizable as queue,stack (8 operations, {time})
objects.hist: ok — quasi:push=0,pop=0,deq=0 linearizable as queue,stack (8 operations, {time})
  1  T1  b.push(1)
  2  T1  a.enq(2)
  3  T1  a.enq(1)
  4  T1  b.push(2)
  5  T2  a.deq() → 2
  6  T2  b.pop() → 2
  7  T2  a.deq() → 1
  8  T2  b.pop() → 1
? 0

# ---- for programs ----

$ lince check --json --criterion quasi:1 figure3.hist | sed -n '4s/"seconds".*"quasi"/"quasi"/p' | sed 's/,"explain_seconds".*//'
{"file":"figure3.hist","history":4,"spec":"queue","criterion":"quasi:1","verdict":"ok","operations":8,"algorithm":"search","quasi":{"smallest":null,"at_least":0,"enough":null,"never":false,"moved":[{"op":4,"real":5,"legal":6},{"op":5,"real":6,"legal":5},{"op":6,"real":7,"legal":8},{"op":7,"real":8,"legal":7}]},"violation":null,"unknown_reason":null
? 0

$ lince check --json --criterion quasi:enq=0,deq=min figure4.hist | sed 's/.*"criterion"/"criterion"/; s/"operations".*"quasi"/"quasi"/; s/,"violation".*//'
"criterion":"quasi:enq=0,deq=min","verdict":"ok","quasi":{"smallest":"enq=0,deq=4","at_least":4,"enough":4,"never":false,"moved":[{"op":5,"real":1,"legal":2},{"op":6,"real":2,"legal":3},{"op":7,"real":3,"legal":4},{"op":8,"real":4,"legal":5},{"op":9,"real":5,"legal":1}]}
"criterion":"quasi:enq=0,deq=min","verdict":"violation","quasi":{"smallest":null,"at_least":0,"enough":null,"never":true,"moved":[]}
? 0

$ lince check --quiet --criterion quasi:enq=0,deq=1 restrictions.hist
? 1

# ---- what is cut out of a violation is one ----

$ lince check --criterion quasi:enq=0,deq=1 --explain part.hist --quiet restrictions.hist; cat part.hist
# A violation; to see it again: lince check --criterion quasi:enq=0,deq=1 part.hist
# From restrictions.hist, history 4.
# quasi:enq=0,deq=1 is too strict, quasi:enq=0,deq=2 is enough: deq() → 3 by T2 overtook 2 others.
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T2 invoke deq()
T2 return 3
T2 invoke deq()
T2 return 1
T2 invoke deq()
T2 return 2
---
# From restrictions.hist, history 5.
# quasi:enq=0,deq=1 is too strict, quasi:enq=0,deq=2 is enough: deq() → 1 by T2 was overtaken 2 times.
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 3
T2 invoke deq()
T2 return 1
---
# From restrictions.hist, history 6.
# quasi:enq=0,deq=1 is too strict, quasi:enq=0,deq=2 is enough: deq() → 1 by T2 was overtaken 2 times.
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke enq(3)
T1 return
T2 invoke deq()
T2 return 3
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 1
? 0

$ lince check --criterion quasi:enq=0,deq=1 --no-explanation part.hist
part.hist#1: violation — not quasi:enq=0,deq=1 linearizable as a queue (6 operations, {time})
part.hist#2: violation — not quasi:enq=0,deq=1 linearizable as a queue (6 operations, {time})
part.hist#3: violation — not quasi:enq=0,deq=1 linearizable as a queue (6 operations, {time})
0 ok, 3 violations, 0 unknown (1 file, {time})
? 1

$ lince check --criterion quasi:enq=0,deq=1 --thorough figure4.hist --explain more.hist --quiet; lince check --criterion quasi:enq=0,deq=1 --no-explanation more.hist
more.hist#1: violation — not quasi:enq=0,deq=1 linearizable as a queue (6 operations, {time})
more.hist#2: violation — not quasi:enq=0,deq=1 linearizable as a queue (3 operations, {time})
0 ok, 2 violations, 0 unknown (1 file, {time})
? 1

# ---- when memory or time is out there are bounds; time may be out before anything is read ----

$ (echo spec stack; for i in $(seq 60); do echo "T1 invoke push($i)"; echo T1 return; done; for i in $(seq 60); do echo 'T2 invoke pop()'; echo T2 return $i; done) > long.hist; lince check --criterion quasi:min --max-memory 3M long.hist; lince check --criterion quasi:min --timeout 0.2 long.hist | sed 's/; the smallest factor is at least [1-9][0-9]*//; s/ and at most [1-9][0-9]*//'
long.hist: unknown — the memory limit was reached; the smallest factor is at least 4 (120 operations, {time})
long.hist: unknown — the time limit was reached ({number} operations, {time})
? 0

$ lince check --criterion quasi:min --max-memory 3M --json long.hist | sed 's/.*"quasi":/"quasi":/; s/,"explain_seconds.*//'
"quasi":{"smallest":null,"at_least":4,"enough":null,"never":false,"moved":[]},"violation":null,"unknown_reason":"memory"
? 0

# Nothing is claimed to be enough that nobody has tried, wherever memory ends.
$ (echo spec queue; for i in $(seq 2000); do echo "T1 invoke enq($i)"; echo T1 return; done; for i in $(seq 1 2 2000); do echo 'T2 invoke deq()'; echo T2 return $((i + 1)); echo 'T2 invoke deq()'; echo T2 return $i; done) > pairs.hist; for m in $(seq 200 50 2000); do lince check --criterion quasi:min --max-memory ${m}K --timeout 5 pairs.hist; done | grep -c "at most 0\|factor 0"
0
? 1

# ---- what is refused ----

$ for c in quasi quasi: quasi:x quasi:-1 quasi:1.5 quasi:deq quasi:deq= quasi:deq=x quasi:{enq,deq}; do lince check --criterion "$c" three.hist; echo $?; done
lince: --criterion: 'quasi' is not one of its values; choose linearizable, sequential, quasi:FACTORS, sync, two-step, interval or refine:K
2
lince: --criterion: something must follow the colon of 'quasi:'
2
lince: quasi factors 'x': '=' is missing; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors '-1': '=' is missing; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors '1.5': '=' is missing; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors 'deq': '=' is missing; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors 'deq=': a number is missing; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors 'deq=x': a number is missing; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors '{enq,deq}': '=' is missing; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
? 0

$ for c in quasi:{}=1 quasi:deq=1, quasi:2,deq=1 'quasi:min(' 'quasi:min()' quasi:deq=min,enq=min quasi:99999999999 quasi:a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1; do lince check --criterion "$c" three.hist; echo $?; done
lince: quasi factors '{}=1': the name of an operation is missing; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors 'deq=1,': the name of an operation is missing; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors '2,deq=1': '=' is missing; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors 'min(': after 'min(' come names of operations and ')'; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors 'min()': after 'min(' come names of operations and ')'; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors 'deq=min,enq=min': only one factor can be sought at a time; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors '99999999999': the number is too large; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
lince: quasi factors 'a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1': too many sets; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min
2
? 0

$ lince check --criterion quasi:dek=1 three.hist
lince: three.hist: quasi factors: queue has no operation dek (it has enq, deq, peek)
? 2

$ lince check --criterion quasi:read=1 three.hist
lince: three.hist: quasi factors: queue has no operation read (it has enq, deq, peek)
? 2

$ lince check --criterion quasi:1 --algorithm poly three.hist
lince: three.hist: no polynomial algorithm is known for quasi linearizability
? 2

# ---- of a program ----

$ lince test --criterion quasi:2 --spec queue "$SOURCE"/subjects/right/quasi_queue.c
{any}/subjects/right/quasi_queue.c: quasi_queue: ok — quasi:2 linearizable as a queue: {any} executions, {number} histories, all interleavings of 4 scenarios up to 2 threads x 3 calls ({time})
? 0

# The reason is about operations that are shown, where several were overtaken equally often.
$ lince check -c quasi:0 $SOURCE/examples/histories/queue-relaxed.hist | tail -n +2
  quasi:0 is too strict, quasi:1 is enough: deq() → 3 by T1 was overtaken once.

  These 4 operations alone already conflict:

    T1                                            ├─ deq() → 3 ─┤
    T2  ├─ enq(3) ─┤ ├─ enq(4) ─┤ ├─ deq() → 4 ─┤
? 0
