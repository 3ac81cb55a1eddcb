# Two-step linearizability: the same verdicts as sync, by another way.

# The channel of the paper's section 4.1, and the same with a value that nobody sent.
= channel.hist
spec channel
A invoke send(3)
B invoke receive()
A return
B return 3
---
A invoke send(3)
B invoke receive()
B return 4
$ lince check --criterion two-step --witness channel.hist
channel.hist#1: ok — two-step linearizable as a channel (2 operations, {time})
  1  A  send(3)
     B  receive() → 3
channel.hist#2: violation — not two-step linearizable as a channel (2 operations, {time})

channel.hist#2:
  receive() by B returned 4, but does not synchronize with any other operation.
  It fails at the last of 3 events, in line 9: the return of B receive() → 4.

  This operation alone is wrong:

    B  ├─ receive() → 4 ─┤

  B  receive() → 4  could have returned 3

1 ok, 1 violation, 0 unknown (1 file, {time})
? 1

# Figure 7: a send that timed out, then a receive that did.  Their two steps stay within their own intervals, so nothing
# can come between them.
= timeout.hist
spec timeout-channel
A invoke send(3)
A return false
B invoke receive()
B return NONE
---
A invoke send(3)
B invoke receive()
A return true
B return 3
---
A invoke send(3)
B invoke receive()
A return true
B return NONE
---
A invoke send(3)
A return true
B invoke receive()
B return 3
$ "$SOURCE"/tests/cli/check_verdicts --criterion two-step timeout.hist
1 ok
2 ok
3 violation
4 violation
? 1

# Operations that never returned may have synchronized, with each other, too.
= pending.hist
spec closeable-channel
A invoke send(1)
B invoke receive()
C invoke close()
C crash
D invoke send(2)
D return CLOSED
B return 1
---
A invoke send(1)
C invoke close()
C crash
D invoke send(2)
D return CLOSED
B invoke receive()
B return 1
---
A invoke send(1)
D invoke send(2)
D return CLOSED
$ "$SOURCE"/tests/cli/check_verdicts --criterion two-step pending.hist; "$SOURCE"/tests/cli/check_verdicts --criterion sync pending.hist
1 ok
2 violation
3 violation
1 ok
2 violation
3 violation
? 1

# Objects whose operations take effect one by one, beside others.
= mixed.hist
spec c=channel
spec q=queue
A invoke c.send(1)
B invoke c.receive()
C invoke q.enq(5)
C return
A return
B return 1
A invoke q.deq()
A return 5
$ lince check --criterion two-step --json mixed.hist | sed 's/.*"verdict": *"\([a-z]*\)".*"algorithm": *"\([^"]*\)".*/\1 \2/'; sed 's/return 5/return 6/' mixed.hist | lince check --criterion two-step -q - ; echo $?
ok two-step
1
? 0

# A thread's operations that touch in an instant keep their order.
= ties.jsonl
{"process": 0, "f": "send", "args": [1], "ret": [], "call": 0, "return": 5}
{"process": 0, "f": "send", "args": [2], "ret": [], "call": 5, "return": 9}
{"process": 1, "f": "receive", "args": [], "ret": [1], "call": 1, "return": 5}
{"process": 1, "f": "receive", "args": [], "ret": [2], "call": 5, "return": 8}
$ for c in sync two-step; do lince check --spec channel --criterion $c ties.jsonl; done; sed 's/"ret": \[1\]/"ret": [9]/; s/"ret": \[2\]/"ret": [1]/; s/"ret": \[9\]/"ret": [2]/' ties.jsonl > crossed.jsonl; for c in sync two-step; do lince check --spec channel --criterion $c --quiet crossed.jsonl; echo $?; done
ties.jsonl: ok — synchronization linearizable as a channel (4 operations, {time})
ties.jsonl: ok — two-step linearizable as a channel (4 operations, {time})
1
1
? 0

# It is about safety, and it is a search.
$ lince check --criterion two-step --progress channel.hist; lince check --criterion two-step --algorithm sweep channel.hist; lince check --criterion two-step --algorithm poly channel.hist
lince: channel.hist: progress can be required with the criteria sync and interval only, not with two-step
lince: channel.hist: two-step is decided by search only: leave out --algorithm
lince: channel.hist: two-step is decided by search only: leave out --algorithm
? 2

# Limits hold. Time may be out before anything is read.
$ python3 -c 'for i in range(48): print("T%d" % (i % 24), "invoke exchange(%d)" % (i % 3) if i < 24 else "return %d" % (5 if i == 47 else i % 2))' > hard.hist; lince check --criterion two-step --spec exchanger --timeout 0.2 hard.hist; lince check --criterion two-step --spec exchanger --max-memory 3M hard.hist; lince check --spec exchanger --quiet hard.hist; echo $?
hard.hist: unknown — the time limit was reached ({number} operations, {time})
hard.hist: unknown — the memory limit was reached (24 operations, {time})
1
? 0
