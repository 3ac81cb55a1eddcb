# lince monitor: events are judged as they come.  What a writer can do to it is in monitor_writers.

= right.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T1 return
T2 return 1
# a comment
T2 invoke deq()
T2 return EMPTY
= wrong.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T2 invoke deq()
T2 return 2
$ lince monitor --once right.hist
right.hist: ok — linearizable as a queue (3 operations, {time})
? 0

# Standard input is the default, and ends where it ends.
$ cat right.hist | lince monitor; lince monitor - < right.hist
-: ok — linearizable as a queue (3 operations, {time})
-: ok — linearizable as a queue (3 operations, {time})
? 0

# Operations that only look are judged from the first one on, and values that repeat are counted.
= peek.hist
spec queue
T2 invoke peek()
T2 return 7
= again.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke deq()
T1 return 2
$ lince monitor --once peek.hist | head -n 1; lince monitor --once again.hist | head -n 1
peek.hist:3: violation — not linearizable as a queue (1 operation)
again.hist:9: violation — not linearizable as a queue (4 operations)
? 0

# At a violation: why, and where.  A file that is followed is not waited for any longer.
$ lince monitor --dump recent.hist wrong.hist
wrong.hist:7: violation — not linearizable as a queue (3 operations)
  not first in, first out: enq(1) by T1 returned before enq(2) by T1 was called,
  yet deq() → 2 by T2 returned while the former was still inside.
  It fails at the last of 6 events: the return of T2 deq() → 2.

  These 3 operations alone already conflict:

    T1  ├─ enq(1) ─┤ ├─ enq(2) ─┤
    T2                            ├─ deq() → 2 ─┤

  T2  deq() → 2  could have returned 1

  A longest order that works before that:
    1  T1  enq(1)
    2  T1  enq(2)
  It leaves the state [1, 2].

To see it again: lince check recent.hist
? 1

# The dump is a violation by itself, and names its specification.
$ grep -v '^#' recent.hist | head -n 1; grep 'again' recent.hist; lince check --quiet recent.hist
spec queue
# A violation; to see it again: lince check recent.hist
? 1

$ lince monitor --quiet --once right.hist; echo $?; lince monitor --quiet wrong.hist
0
? 1

# --spec overrides that of the stream.
$ lince monitor --once --spec bag wrong.hist
wrong.hist: ok — linearizable as a bag (3 operations, {time})
? 0

# Nobody said what it is; what it is cannot do that; what it is cannot be monitored.
$ grep -v spec right.hist | lince monitor
lince: -:1: no specification: use --spec NAME or a line `spec NAME`; its operations fit bag, pqueue, queue, terminating-queue
? 2

$ grep -v spec right.hist | lince monitor --spec set
lince: -:1: set has no operation enq (it has add, remove, contains)
? 2

$ printf 'T1 invoke sync(1)\n' | lince monitor --spec enrollable-barrier
lince: -:1: enrollable-barrier cannot be monitored: its operations take effect together, in a way that depends on earlier steps; record its histories and check them
? 2

# A stream names what is built in, never a plug-in.
$ printf 'spec ./evil.so\nT1 invoke f()\n' | lince monitor
lince: -:1: a history cannot bring a plug-in along: name ./evil.so with --spec, if you trust it
? 2

# Lines that are malformed end it, with the place; what came before is told first.
= bad.hist
spec queue
T1 invoke enq(1)
T1 return nonsense
T1 invoke deq()
$ lince monitor --once bad.hist
lince: bad.hist:3: enq should return nothing, but returned nonsense
? 2

$ (cat wrong.hist; echo rubbish) | lince monitor | head -n 1
-:7: violation — not linearizable as a queue (3 operations)
? 0

$ printf 'spec queue\nT1 invoke enq(1)\nT1 invoke enq(2)\n' | lince monitor
lince: -:3: thread T1 invokes an operation while the one it invoked in line 2 is still open
? 2

$ printf 'spec queue\nT1 return\n' | lince monitor
lince: -:2: thread T1 returns, but has no open operation
? 2

# They can be skipped.  Then it is not known what was missed: the enqueue may not have happened.
$ lince monitor --once --skip-bad-lines bad.hist
bad.hist:3: gap — enq should return nothing, but returned nonsense
bad.hist: unknown — no violation seen, but not everything was checked (1 operation checked exactly, 1 not at all, 1 gap, {time})
? 3

# Behind a gap an operation that was under way may return, once; and what was inside is not known until the queue was empty.
= gap.hist
spec queue
T1 invoke enq(1)
gap
T1 return
T2 invoke deq()
T2 return 7
T2 invoke deq()
T2 return EMPTY
T2 invoke enq(8)
T2 return
T2 invoke deq()
T2 return EMPTY
$ lince monitor --once gap.hist | head -n 2
gap.hist:3: gap — the stream marks missing events here
gap.hist:12: violation — not linearizable as a queue (5 operations)
? 0

$ sed -n 1,8p gap.hist | lince monitor
-:3: gap — the stream marks missing events here
-: unknown — no violation seen, but not everything was checked (1 operation checked exactly, 2 not at all, 1 gap, {time})
? 3

$ sed 5,8d gap.hist | sed 's/^T2 return$/&\nT1 return/' | lince monitor
-:3: gap — the stream marks missing events here
lince: -:7: thread T1 returns, but has no open operation
? 2

# What crashed before a gap may take effect behind it, and nothing else may.
= crashed.hist
spec register
T2 invoke write(7)
T2 crash
gap
T1 invoke read()
T1 return 5
T2 invoke read()
T2 return 5
T1 invoke read()
T1 return 6
$ lince monitor --once crashed.hist | head -n 4
crashed.hist:4: gap — the stream marks missing events here
crashed.hist:10: violation — not linearizable as a register (3 operations)
  read() by T1 returned 6, but no order of the operations so far allows anything
  but 5 or 7; also under way: write(7) by T2.
? 0

$ sed 's/return 6/return 7/' crashed.hist | lince monitor
-:4: gap — the stream marks missing events here
-: unknown — no violation seen, but not everything was checked (2 operations checked exactly, 2 not at all, 1 gap, {time})
? 3

# A history has no gaps, nor has one in JSON.
$ lince check gap.hist
lince: gap.hist:3: events are missing here; only 'lince monitor' can go on behind a gap
? 2

$ printf '{"type": "gap"}\n' > gap.jsonl; lince check --spec queue gap.jsonl
lince: gap.jsonl:1: events are missing here; only 'lince monitor' can go on behind a gap
? 2

# A thread may be called gap.
$ printf 'spec queue\ngap invoke enq(1)\ngap return\n' | lince monitor
-: ok — linearizable as a queue (1 operation, {time})
? 0

# The last line must be complete.
$ printf 'spec queue\nT1 invoke enq(1)\nT1 return' | lince monitor
-:3: gap — the last line is incomplete, and was not looked at
-: unknown — no violation seen, but not everything was checked (1 operation checked exactly, 1 gap, {time})
? 3

# JSON lines, one event each.
= right.jsonl
{"process": 0, "type": "invoke", "f": "enq", "value": 5}
{"process": 0, "type": "ok", "f": "enq", "value": 5}
{"process": 1, "type": "invoke", "f": "deq"}
{"process": 1, "type": "ok", "f": "deq", "value": 5}
{"process": "nemesis", "type": "info", "f": "kill"}
{"process": 1, "type": "invoke", "f": "deq"}
{"process": 1, "type": "ok", "f": "deq", "value": "EMPTY"}
$ lince monitor --spec queue --once right.jsonl
right.jsonl: ok — linearizable as a queue (3 operations, {time})
? 0

$ sed 's/"EMPTY"/5/' right.jsonl | lince monitor --spec queue | head -n 1
-:7: violation — not linearizable as a queue (3 operations)
? 0

$ printf '{"type": "gap"}\n{"process": 0, "type": "ok"}\n' | lince monitor --spec queue
-:1: gap — the stream marks missing events here
-:2: gap — an operation ended here whose call is missing
-: unknown — no violation seen, but not everything was checked (0 operations checked exactly, 2 gaps, {time})
? 3

# Whole operations are in order only at the end, and other formats are not followed.
$ printf '{"process": 0, "f": "deq", "args": [], "ret": [5], "call": 12, "return": 40}\n' | lince monitor --spec queue
lince: -:1: whole operations ("call") are known in their order only at the end: give them to 'lince check', or write events ("type")
? 2

$ printf '{:process 0, :type :invoke, :f :read, :value nil}\n' | lince monitor --spec register
lince: -:1: this is neither `.hist` text nor JSON lines, and other formats cannot be followed
? 2

$ printf 'spec queue\nT1 invoke enq(1)\n' | zstd -q | lince monitor
lince: -:1: this is compressed, which cannot be followed: unpack it first, `zstdcat FILE | lince monitor`
? 2

# A line --- begins another history: the objects are as they were at first, and nothing is open.
= several.hist
spec queue
T1 invoke enq(1)
T1 return
T2 invoke deq()
---
T2 invoke deq()
T2 return EMPTY
---
spec stack
T1 invoke push(1)
T1 return
T1 invoke push(2)
T1 return
T1 invoke pop()
T1 return 1
$ lince monitor --once several.hist | head -n 1
several.hist:15: violation — not linearizable as a stack (history 3, 3 operations)
? 0

$ head -n 13 several.hist | lince monitor
-: ok — linearizable (5 operations, {time})
? 0

# Objects have a checker each.
= objects.hist
spec a=queue
spec b=stack
T1 invoke a.enq(1)
T2 invoke b.push(1)
T1 return
T2 return
T1 invoke b.push(2)
T1 return
T2 invoke b.pop()
T2 return 2
T1 invoke a.deq()
T1 return EMPTY
$ lince monitor --once objects.hist | sed -n 1,3p
objects.hist:12: violation — not linearizable as a queue (object a, 2 operations)
  nothing found though something was inside: deq() → EMPTY by T1 found nothing,
  although enq(1) by T1 had returned before and its value was still inside.
? 0

$ sed 's/EMPTY/1/' objects.hist | lince monitor
-: ok — linearizable (5 operations, {time})
? 0

# --keep-going tells each violation, and goes on when the object is at rest.
= twice.hist
spec register
T1 invoke write(1)
T1 return
T1 invoke read()
T1 return 2
T1 invoke read()
T1 return 3
T1 invoke write(4)
T1 return
T1 invoke read()
T1 return 5
$ lince monitor --once --keep-going twice.hist | grep -v '^ ' | grep .
twice.hist:5: violation — not linearizable as a register (2 operations)
twice.hist:11: violation — not linearizable as a register (3 operations)
twice.hist: violation — 2 violations (4 operations checked exactly, 1 not at all, {time})
? 0

# What failed did not happen, unless it returned false; what crashed may have.
= fail.hist
spec cas-register
T1 invoke write(1)
T1 return
T2 invoke cas(1, 2)
T2 fail
T3 invoke write(3)
T3 crash
T3 invoke read()
T3 return 3
T3 invoke read()
T3 return 3
$ lince monitor --once fail.hist; lince monitor --once --fail-returns cas fail.hist | head -n 1
fail.hist: ok — linearizable as a cas-register (4 operations, {time})
fail.hist:5: violation — not linearizable as a cas-register (2 operations)
? 0

$ printf 'T1 invoke read()\nT1 return 7\n' | lince monitor --spec register --init 7
-: ok — linearizable as a register (1 operation, {time})
? 0

$ lince monitor --spec register --init '"x"' right.hist
lince: --init: a monitor takes an integer of 31 bits, nil, true or false
? 2

# One JSON object a line, and nothing else.
$ cat wrong.hist | lince monitor --json | python3 -c 'import json, sys; [print(o["event"], o["verdict"], o["operations"]) for o in map(json.loads, sys.stdin)]'
violation violation 3
summary violation 3
? 0

$ cat gap.hist | lince monitor --json --keep-going | python3 -c 'import json, sys; [print(o["event"], o.get("line"), o.get("verdict")) for o in map(json.loads, sys.stdin)]'
gap 3 None
violation 12 violation
summary None violation
? 0

$ lince monitor --once --json --verbose right.hist
{"event":"summary","file":"right.hist","histories":1,"criterion":"linearizable","verdict":"ok","violations":0,"operations":3,"events":6,"exactly":3,"in_part":0,"by_length":0,"not_at_all":0,"gaps":0,"length":2,"seconds":{number},"memory_bytes":{number}}
? 0

$ lince monitor --once --verbose right.hist
right.hist: 6 events ({number} a second), 3 operations checked exactly, {size}
right.hist: ok — linearizable as a queue (3 operations, {time})
? 0

# Objects whose operations wait for each other, if they have no state.
$ printf 'T1 invoke send(1)\nT2 invoke receive()\nT1 return\nT2 return 2\n' | lince monitor --spec channel | head -n 1
-:4: violation — not synchronization linearizable as a channel (2 operations)
? 0

# Ctrl-C is the usual end; --timeout is a limit.
$ timeout --foreground --preserve-status -s INT 0.5 lince monitor right.hist
right.hist: ok — linearizable as a queue (3 operations, {time})
? 0

$ lince monitor --timeout 0.3 right.hist
right.hist: unknown — no violation seen, but not everything was checked: the time limit was reached (3 operations checked exactly, {time})
? 3

$ timeout --foreground --preserve-status -s INT 2 lince monitor --stats 0.4 right.hist
right.hist: 6 events ({number} a second), 3 operations checked exactly, {size}
right.hist: 6 events ({number} a second), 3 operations checked exactly, {size}
...
right.hist: ok — linearizable as a queue (3 operations, {time})
? 0

# Wrong use.
$ lince monitor nosuch.hist; lince monitor .; lince monitor a b; lince monitor --follow --once right.hist
lince: nosuch.hist: cannot open: No such file or directory
lince: .: this is a directory; name a file in it
lince: monitor: name one FILE, unix:PATH, or - for standard input
lince: --follow and --once exclude each other
? 2

$ lince monitor --criterion refine:x right.hist; lince monitor --criterion refine:1 --length 2 right.hist; lince monitor --criterion sequential right.hist
lince: --criterion refine:x: write a number of steps, such as refine:2
lince: --length and --criterion refine:K exclude each other
lince: --criterion: 'sequential' is not one of its values; choose linearizable or refine:K
? 2

$ lince monitor unix:right.hist; lince monitor unix:
lince: right.hist: this exists and is no socket: name another path
lince: unix:: a socket needs a path of 1 to 107 bytes
? 2

$ lince monitor --junit out.xml --quiet wrong.hist; grep -c '<failure' out.xml
1
? 0

# A dump that cannot be written is said, at once or with the violation.
$ lince monitor --dump no/such/dir.hist wrong.hist; lince monitor --dump /dev/full wrong.hist > out; head -n 1 out
lince: cannot write no/such/dir.hist: No such file or directory
lince: cannot write /dev/full: No space left on device
wrong.hist:7: violation — not linearizable as a queue (3 operations)
? 0

# By counting classes of values: memory that does not grow with what is inside, and less that is seen.
= classes.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T2 invoke deq()
T2 return 2
$ lince monitor --once --classes 8 classes.hist | head -3; lince monitor --once --classes 1 classes.hist; lince monitor --once --classes 4 --spec register classes.hist
classes.hist:7: violation — not even refine(2) as a queue (3 operations)
  not first in, first out: enq(1) by T1 returned before enq(2) by T1 was called,
  yet deq() → 2 by T2 returned while the former was still inside.
classes.hist: unknown — no violation seen, but not everything was checked (0 operations checked exactly, 3 by refine(2) only, {time})
lince: classes.hist:2: values of register cannot be put into classes: that is for queues and stacks
? 2

# Of operations that meet the same is said as by lince check, alone and beside others.
= met.hist
spec c=channel
spec q=queue
A invoke c.send(1)
B invoke c.receive()
B return 1
A return
A invoke q.enq(1)
A return
= missed.hist
spec channel
A invoke send(1)
B invoke receive()
B return 2
A return
$ lince monitor --once met.hist; lince monitor --once --json met.hist | grep -o '"criterion":"[a-z:]*"'
met.hist: ok — synchronization linearizable (3 operations, {time})
"criterion":"sync"
? 0
$ lince monitor --once missed.hist | head -1; lince monitor --once --json missed.hist | grep -o '"criterion":"[a-z:]*"'
missed.hist:4: violation — not synchronization linearizable as a channel (2 operations)
"criterion":"sync"
"criterion":"sync"
? 0
$ lince check missed.hist | head -1
missed.hist: violation — not synchronization linearizable as a channel (2 operations, {time})
? 0

# Long after the beginning, what is written down begins where the state was known; and what is said of it is true of all
# that happened.
$ (echo spec register; for i in $(seq 400); do echo "T1 invoke write($i)"; echo "T1 return"; done; echo "T2 invoke read()"; echo "T2 return 5") > long.hist
? 0
$ lince monitor --once --dump long.dump long.hist | head -3; lince check long.dump | head -1; grep -c . long.dump
long.hist:803: violation — not linearizable as a register (401 operations)
  read() by T2 returned 5, but no order of the operations so far allows anything
  but 400.
long.dump: violation — not linearizable as a register (255 operations, {time})
514
? 0

# A dump begins in the state that the object was in, where the recent operations do not lead there.
$ (echo spec counter; for i in $(seq 1500); do printf 'T1 invoke inc()\nT1 return\n'; done; printf 'T2 invoke get()\nT2 return 7\n') > counted.hist
? 0
$ lince monitor --once --dump counted.dump counted.hist | head -1; lince check counted.dump | head -1; grep setup counted.dump
counted.hist:3003: violation — not linearizable as a counter (1,501 operations)
counted.dump: violation — not linearizable as a counter (2 operations, {time})
setup invoke add(1500)
setup return
? 0
