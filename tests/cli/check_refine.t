# refine(k): the last k steps after every return.

# It takes two steps to see that 1 was there before 2; with nothing known of the order, nothing is wrong with it.
= fifo.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return 1
$ for k in 0 1; do lince check --criterion refine:$k fifo.hist; echo $?; done
fifo.hist: ok — refine:0 as a queue, which misses that it is not linearizable (4 operations, {time})
0
fifo.hist: ok — refine:1 as a queue, which misses that it is not linearizable (4 operations, {time})
0
? 0

$ lince check --criterion refine:2 fifo.hist
fifo.hist: violation — not refine:2 as a queue (4 operations, {time})
  not first in, first out: enq(1) by T1 returned before enq(2) by T1 was called,
  yet deq() → 2 by T2 returned while the former was still inside.
  It fails after 6 of 8 events, in line 7: the return of T2 deq() → 2.
  Psi_fv: x1 = enq(1), y2 = deq() => 2, with enq(2): an element was removed
  before one that had been added earlier.

  These 3 operations alone already conflict:

    T1  ├─ enq(1) ─┤ ├─ enq(2) ─┤
    T2                            ├─ deq() → 2 ─┤

  T2  deq() → 2  could have returned 1

  A longest order that works before that:
    1  T1  enq(1)
    2  T1  enq(2)
  It leaves the state [1, 2].
? 1

$ lince check --json --criterion refine:2 fifo.hist | grep -o '"criterion":[^,]*\|"linearizable":[^,]*\|"formula":"[^"]*"\|"prefix_events":[^,]*'
"criterion":"refine:2"
"linearizable":false
"formula":"Psi_fv: x1 = enq(1), y2 = deq() => 2, with enq(2): an element was removed before one that had been added earlier"
"prefix_events":6
? 0

$ lince check --json --criterion refine:1 fifo.hist | grep -o '"verdict":[^,]*\|"linearizable":[^,]*'
"verdict":"ok"
"linearizable":false
? 0

# A history that is linearizable is so for every k, and that is said.
= right.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T1 return
T2 return 1
$ lince check --criterion refine:0 --witness right.hist
right.hist: ok — refine:0 as a queue, and linearizable (2 operations, {time})
  1  T1  enq(1)
  2  T2  deq() → 1
? 0

# What is seen at one return may be forgotten at the next: the last steps of this one are right.
= early.hist
spec queue
T1 invoke enq(1)
T1 return
T2 invoke deq()
T2 return EMPTY
T2 invoke deq()
T2 return 1
T1 invoke enq(2)
T1 return
T1 invoke deq()
T1 return 2
$ lince check --criterion refine:1 early.hist
early.hist: violation — not refine:1 as a queue (5 operations, {time})
  nothing found though something was inside: deq() → EMPTY by T2 found nothing,
  although enq(1) by T1 had returned before and its value was still inside.
  It fails after 4 of 10 events, in line 5: the return of T2 deq() → EMPTY.
  Psi_ev: x = enq(1), e = deq() => EMPTY: nothing was found although an element
  was there all the time.

  These 2 operations alone already conflict:

    T1  ├─ enq(1) ─┤
    T2               ├─ deq() → EMPTY ─┤

  T2  deq() → EMPTY  could have returned 1

  A longest order that works before that:
    1  T1  enq(1)
  It leaves the state [1].
? 1

# The chain of the paper's figure 5: something is always inside, but never the same for long.
= chain.py
import sys
n = int(sys.argv[1])
print("spec queue\nT1 invoke enq(1)\nT1 return\nE invoke deq()")
for i in range(2, n + 1):
    print(f"T1 invoke enq({i})\nT1 return\nT2 invoke deq()\nT2 return {i - 1}")
print(f"E return EMPTY\nT2 invoke deq()\nT2 return {n}")
$ for n in 1 2 3 4; do python3 chain.py $n > chain.hist; for k in 0 1 2 3 4 5 6 7; do lince check --quiet --criterion refine:$k chain.hist && echo "$n is missed by $k"; done; done; true
1 is missed by 0
2 is missed by 0
2 is missed by 1
3 is missed by 0
3 is missed by 1
3 is missed by 2
3 is missed by 3
4 is missed by 0
4 is missed by 1
4 is missed by 2
4 is missed by 3
4 is missed by 4
4 is missed by 5
? 0

# Before it fails an operation may have happened; afterwards it has not, which the next return shows.
= open.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T2 return 1
= failed.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T2 return 1
T1 fail
= then.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T2 return 1
T1 fail
T2 invoke deq()
T2 return EMPTY
$ for file in open failed then; do lince check --criterion refine:2 $file.hist | head -1; done
open.hist: ok — refine:2 as a queue, and linearizable (2 operations, {time})
failed.hist: ok — refine:2 as a queue, which misses that it is not linearizable (1 operation, {time})
then.hist: violation — not refine:2 as a queue (2 operations, {time})
? 0

# Keys share the steps of their object.
= keys.hist
spec set
T1 invoke add(1)
T1 return true
T1 invoke add(2)
T1 return true
T2 invoke contains(1)
T2 return false
$ for k in 0 1 2; do lince check --criterion refine:$k keys.hist | head -2; done
keys.hist: ok — refine:0 as a set, which misses that it is not linearizable (3 operations, {time})
keys.hist: violation — not refine:1 as a set (3 operations, {time})
  key 1: missed while present: contains(1) → false by T2 returned although 1 was
keys.hist: violation — not refine:2 as a set (3 operations, {time})
  key 1: missed while present: contains(1) → false by T2 returned although 1 was
? 0

# An operation of another key shows what a failure meant.
= fails.hist
spec set
T1 invoke add(1)
T2 invoke contains(1)
T2 return true
T1 fail
T2 invoke contains(2)
T2 return false
$ lince check --criterion refine:2 fails.hist | head -4
fails.hist: violation — not refine:2 as a set (2 operations, {time})
  key 1: found while absent: contains(1) → true by T2 returned although 1 was
  absent: no addition can have happened by then that was not undone; add(1) by
  T1 could have explained it, but failed.
? 0

# The initial value is wrong after any write, also if what was written has long been read.
= initial.py
print("spec register")
for i in range(40): print(f"T1 invoke write({i})\nT1 return\nT2 invoke read()\nT2 return {i}")
print("T2 invoke read()\nT2 return nil")
$ python3 initial.py > initial.hist; lince check --criterion refine:1 initial.hist | head -5
initial.hist: violation — not refine:1 as a register (81 operations, {time})
  a value that came back: write(0) by T1 returned before read() → nil by T2 was
  called, but nil was only there at the beginning.
  It fails at the last of 162 events, in line 163: the return of
  T2 read() → nil.
? 0

# Objects whose operations wait for each other are not meant.
= channel.hist
spec channel
A invoke send(1)
B invoke receive()
A return
B return 1
$ lince check --criterion refine:2 channel.hist; lince check --criterion refine:2 --algorithm poly fifo.hist
lince: channel.hist:2: operations of channel take effect together, which this criterion does not cover
lince: fifo.hist: no polynomial algorithm is known for refine(k) in general: leave out --algorithm
? 2

# A long history that is wrong in the beginning only, where one step does not see it: what has come and gone is left out,
# of a register as well.
= long.py
import subprocess, sys
chain = subprocess.run([sys.executable, "chain.py", "8"], capture_output=True, text=True).stdout
print(chain, end="")
for i in range(10, 20000):
    print(f"T1 invoke enq({i})\nT2 invoke deq()\nT1 return\nT2 return {i}")
= register.py
print("spec register\nT1 invoke write(1)\nT1 return\nT1 invoke write(2)\nT1 return\nR invoke read()")
print("T1 invoke write(3)\nT1 return\nT1 invoke write(4)\nT1 return\nR return 1")
for i in range(20000):
    print(f"T1 invoke write({i % 7})\nT2 invoke read()\nT1 return\nT2 return {i % 7}")
$ for what in long register; do python3 $what.py > $what.hist; lince check --criterion refine:1 --timeout 60 $what.hist; done
long.hist: ok — refine:1 as a queue, which misses that it is not linearizable (39,997 operations, {time})
register.hist: ok — refine:1 as a register, which misses that it is not linearizable (40,005 operations, {time})
? 0

# ---- a failure that means false is a return ----

= cas.hist
spec cas-register
T1 invoke write(1)
T1 return
T2 invoke cas(1, 2)
T2 fail
T3 invoke read()
T3 return 1
$ for k in 0 1; do lince check --no-explanation --criterion refine:$k --fail-returns cas cas.hist; done; lince check --criterion refine:1 cas.hist
cas.hist: ok — refine:0 as a cas-register, which misses that it is not linearizable (3 operations, {time})
cas.hist: violation — not refine:1 as a cas-register (3 operations, {time})
cas.hist: ok — refine:1 as a cas-register, and linearizable (2 operations, {time})
? 0

# ---- time that passed with operations that failed has not passed ----

# Without those two, enq(2) comes one step after enq(1), and deq one step after that: A_1 forgets which was first.
= failed.hist
spec queue
T1 invoke enq(1)
T4 invoke enq(9)
T5 invoke enq(8)
T1 return
T2 invoke deq()
T4 return
T3 invoke deq()
T5 return
T1 invoke enq(2)
T1 return
T3 fail
T2 fail
T6 invoke deq()
T6 return 2
$ for k in 1 2; do lince check --no-explanation --criterion refine:$k failed.hist; done
failed.hist: ok — refine:1 as a queue, which misses that it is not linearizable (5 operations, {time})
failed.hist: violation — not refine:2 as a queue (5 operations, {time})
? 1
