# Interval linearizability: an operation may take part in several synchronizations.

# The history of the paper's figure 17, twice.  The child's operation is in two steps.
= signal.hist
spec signal
C invoke signal_up_and_wait()
P invoke wait_for_signal_up()
P return
P invoke signal_down()
P return
C return
C invoke signalUpAndWait()
P invoke waitForSignalUp()
P return
P invoke signalDown()
C return
P return
$ lince check --witness signal.hist
signal.hist: ok — interval linearizable as a signal (6 operations, {time})
  1  C  signal_up_and_wait()
     P  wait_for_signal_up()
  2  C  signal_up_and_wait()
     P  signal_down()
  3  C  signalUpAndWait()
     P  waitForSignalUp()
  4  C  signalUpAndWait()
     P  signalDown()
? 0
$ lince check --json signal.hist | python3 -c 'import json, sys; v = json.load(sys.stdin); print(v["criterion"], v["verdict"], [[o["op"] for o in group] for group in v["witness"]])'
interval ok [[0, 1], [0, 2], [3, 4], [3, 5]]
? 0

# What it forbids: a child that does not wait, a signal that is down before it is up, a parent that does not wait, and
# one signal for two children.
= wrong.hist
spec signal
C invoke signal_up_and_wait()
P invoke wait_for_signal_up()
P return
C return
P invoke signal_down()
P return
---
C invoke signal_up_and_wait()
P invoke signal_down()
P return
C return
P invoke wait_for_signal_up()
P return
---
P invoke wait_for_signal_up()
P return
C invoke signal_up_and_wait()
P invoke signal_down()
P return
C return
---
C invoke signal_up_and_wait()
D invoke signal_up_and_wait()
P invoke wait_for_signal_up()
P return
P invoke signal_down()
P return
C return
D return
$ "$SOURCE"/tests/cli/check_verdicts wrong.hist
1 violation
2 violation
3 violation
4 violation
? 1
$ head -7 wrong.hist | lince check -
-: violation — not interval linearizable as a signal (3 operations, {time})
  signal_up_and_wait() by C returned, but no synchronizations so far allow that.
  It fails after 4 of 6 events, in line 5: the return of C signal_up_and_wait().

  This operation alone is wrong:

    C  ├─ signal_up_and_wait() ─┤

  Synchronizations that work before that:
    1  C  signal_up_and_wait() (not returned yet)
       P  wait_for_signal_up()
? 1

# Progress: who still waits may have begun.
= stuck.hist
spec signal
C invoke signal_up_and_wait()
P invoke wait_for_signal_up()
P return
---
C invoke signal_up_and_wait()
P invoke wait_for_signal_up()
P return
P invoke signal_down()
---
C invoke signal_up_and_wait()
P invoke wait_for_signal_up()
P return
P invoke signal_down()
P return
---
C invoke signal_up_and_wait()
C crash
P invoke wait_for_signal_up()
---
C invoke signal_up_and_wait()
P invoke wait_for_signal_up()
$ "$SOURCE"/tests/cli/check_verdicts stuck.hist; "$SOURCE"/tests/cli/check_verdicts --progress stuck.hist
1 ok
2 ok
3 ok
4 ok
5 ok
1 ok
2 violation
3 violation
4 ok
5 violation
? 1
$ sed -n '1p; 6,9p' stuck.hist | lince check --progress -; sed -n '1p; 11,15p' stuck.hist | lince check --progress -
-: violation — not synchronization progressible as a signal (3 operations, {time})
  the pending operations signal_up_and_wait() by C and signal_down() by P should
  have synchronized.

  These 3 operations alone already conflict:

    C  ├─ signal_up_and_wait() ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌⋯
    P  ├─ wait_for_signal_up() ─┤ ├─ signal_down() ╌╌⋯
-: violation — not synchronization progressible as a signal (3 operations, {time})
  signal_up_and_wait() by C must have synchronized with signal_down() by P, but
  has not returned.

  These 3 operations alone already conflict:

    C  ├─ signal_up_and_wait() ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌⋯
    P  ├─ wait_for_signal_up() ─┤ ├─ signal_down() ─┤
? 1

# Nothing else covers such an object, and interval covers all others.
$ for c in sync two-step sequential quasi:1; do lince check --criterion $c signal.hist; done; lince check --algorithm sweep signal.hist; lince check --algorithm poly signal.hist
lince: signal.hist: operations of signal span several synchronizations, which sync does not cover: use --criterion interval
lince: signal.hist: operations of signal span several synchronizations, which two-step does not cover: use --criterion interval
lince: signal.hist:2: operations of signal take effect together, which this criterion does not cover
lince: signal.hist:2: operations of signal take effect together, which this criterion does not cover
lince: signal.hist: the algorithms sweep, matching and cover are for objects whose operations wait for each other, and the criterion sync
lince: signal.hist: the algorithm does not apply: operations that span several synchronizations can only be searched for; use --algorithm auto
? 2
= others.hist
spec s=signal
spec c=channel
spec q=queue
C invoke s.signal_up_and_wait()
P invoke s.wait_for_signal_up()
A invoke c.send(1)
P return
P invoke c.receive()
P return 1
A return
P invoke s.signal_down()
P return
C return
P invoke q.deq()
P return EMPTY
$ lince check --witness others.hist
others.hist: ok — interval linearizable as signal,channel,queue (6 operations, {time})
  1  C  s.signal_up_and_wait()
     P  s.wait_for_signal_up()
  2  A  c.send(1)
     P  c.receive() → 1
  3  C  s.signal_up_and_wait()
     P  s.signal_down()
  4  P  q.deq() → EMPTY
? 0
= plain.hist
spec c=channel
spec q=queue
A invoke c.send(1)
P invoke c.receive()
P return 1
A return
P invoke q.deq()
P return EMPTY
$ lince check --criterion interval --witness plain.hist; sed 's/return 1/return 2/' plain.hist | lince check --criterion interval --quiet -
plain.hist: ok — interval linearizable as channel,queue (3 operations, {time})
  1  A  c.send(1)
     P  c.receive() → 1
  2  P  q.deq() → EMPTY
? 1

# A thread's operations that touch in an instant keep their order: here the signal goes down before it was up.  By two
# threads the same is fine.
= ties.jsonl
{"process": 0, "f": "signal_up_and_wait", "args": [], "ret": [], "call": 0, "return": 9}
{"process": 1, "f": "signal_down", "args": [], "ret": [], "call": 1, "return": 5}
{"process": 1, "f": "wait_for_signal_up", "args": [], "ret": [], "call": 5, "return": 8}
$ lince check --spec signal --quiet ties.jsonl; echo $?; sed '2s/"process": 1/"process": 2/' ties.jsonl > free.jsonl; lince check --spec signal --quiet free.jsonl; echo $?; sed '2s/signal_down/X/; 3s/wait_for_signal_up/signal_down/; s/X/wait_for_signal_up/' ties.jsonl > turned.jsonl; lince check --spec signal --quiet turned.jsonl; echo $?
1
0
0
? 0

# Limits hold. Time may be out before anything is read.
$ python3 -c 'for i in range(92): print("T%d" % (i % 46), "invoke " + ("signal_up_and_wait()", "wait_for_signal_up()", "signal_down()")[i % 46 % 3] if i < 46 else "return")' > hard.hist; lince check --spec signal --timeout 0.2 hard.hist; lince check --spec signal --max-memory 2M hard.hist
hard.hist: unknown — the time limit was reached ({number} operations, {time})
hard.hist: unknown — the memory limit was reached (46 operations, {time})
? 3
