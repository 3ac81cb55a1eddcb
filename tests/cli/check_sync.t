# Objects whose operations wait for each other: what `lince check` says about them, with and without --progress.
# Of each there is a right history, a wrong one, and one in which all that returned is right but somebody is stuck.

= channel.hist
spec channel
T1 invoke send(1)
T2 invoke receive()
T2 return 1
T1 return
---
spec channel
T1 invoke send(1)
T1 return
T2 invoke receive()
T2 return 1
---
spec channel
T1 invoke send(1)
T2 invoke receive()
= filter-channel.hist
spec filter-channel
T1 invoke send(3)
T2 invoke receive(1, 3)
T1 return
T2 return 3
---
spec filter-channel
T1 invoke send(4)
T2 invoke receive(1, 3)
T1 return
T2 return 4
---
spec filter-channel
T1 invoke send(2)
T2 invoke receive(1, 3)
T3 invoke send(4)
= men-women.hist
spec men-women
T1 invoke man(1)
T2 invoke woman(7)
T1 return 7
T2 return 1
---
spec men-women
T1 invoke man(1)
T2 invoke woman(7)
T3 invoke man(2)
T1 return 7
T3 return 7
T2 return 1
---
spec men-women
T1 invoke man(1)
T2 invoke woman(7)
T1 return 7
= exchanger.hist
spec exchanger
T1 invoke exchange(1)
T2 invoke exchange(2)
T1 return 2
T2 return 1
---
spec exchanger
T1 invoke exchange(13)
T2 invoke exchange(70)
T2 return 13
T3 invoke exchange(76)
T4 invoke exchange(58)
T4 return 76
T3 return 58
T1 return 58
---
spec exchanger
T1 invoke exchange(1)
T2 invoke exchange(2)
T3 invoke exchange(3)
= counter-channel.hist
spec counter-channel
T1 invoke send(5)
T2 invoke receive()
T1 return 1
T2 return 5 1
---
spec counter-channel
T1 invoke send(5)
T2 invoke receive()
T1 return 1
T2 return 5 2
---
spec counter-channel
T1 invoke send(5)
T2 invoke receive()
T3 invoke send(6)
T4 invoke receive()
T1 return 2
T2 return 5 2
= two-families.hist
spec two-families:n=2
T1 invoke a(1)
T2 invoke b(1)
T1 return 1
T2 return 1
T1 invoke a(1)
T2 invoke b(1)
---
spec two-families:n=2
T1 invoke a(1)
T2 invoke b(1)
T1 return 1
T2 return 1
T1 invoke a(1)
T2 invoke b(1)
T1 return 1
T2 return 1
---
spec two-families:n=2
T1 invoke a(1)
T2 invoke b(1)
T1 return 1
T2 return 1
T1 invoke a(1)
T2 invoke b(2)
= one-family.hist
spec one-family:n=3
T1 invoke sync(1)
T2 invoke sync(2)
T1 return 2
T2 return 1
T1 invoke sync(1)
T2 invoke sync(2)
---
spec one-family:n=3
T1 invoke sync(1)
T2 invoke sync(2)
T1 return 2
T2 return 1
T1 invoke sync(1)
T2 invoke sync(2)
T2 return 1
T1 return 2
---
spec one-family:n=3
T1 invoke sync(1)
T2 invoke sync(2)
T1 return 2
T2 return 1
T1 invoke sync(1)
T3 invoke sync(3)
= abc.hist
spec abc
T1 invoke a(1)
T2 invoke b(2)
T3 invoke c(3)
T1 return 2 3
T2 return 1 3
T3 return 1 2
---
spec abc
T1 invoke a(1)
T2 invoke b(2)
T3 invoke c(3)
T1 return 2 3
T2 return 1 3
T3 return 2 1
---
spec abc
T1 invoke a(1)
T2 invoke b(2)
T3 invoke c(3)
T1 return 2 3
T3 return 1 2
= barrier.hist
spec barrier:n=3
T1 invoke sync()
T2 invoke sync()
T3 invoke sync()
T2 return
T1 return
T3 return
---
spec barrier:n=3
T1 invoke sync()
T2 invoke sync()
T2 return
T3 invoke sync()
T1 return
T3 return
---
spec barrier:n=3
T1 invoke sync()
T2 invoke sync()
T3 invoke sync()
= combining-barrier.hist
spec combining-barrier:n=2,f=max
T1 invoke sync(4)
T2 invoke sync(9)
T1 return 9
T2 return 9
---
spec combining-barrier:n=2,f=max
T1 invoke sync(4)
T2 invoke sync(9)
T1 return 4
T2 return 9
---
spec combining-barrier:n=2,f=max
T1 invoke sync(4)
T2 invoke sync(9)
T2 return 9
= enrollable-barrier.hist
spec enrollable-barrier
T1 invoke enrol(1)
T1 return
T2 invoke enrol(2)
T2 return
T1 invoke sync(1)
T2 invoke sync(2)
T1 return
T2 return
---
spec enrollable-barrier
T1 invoke enrol(1)
T1 return
T2 invoke enrol(2)
T2 return
T1 invoke sync(1)
T1 return
---
spec enrollable-barrier
T1 invoke enrol(1)
T1 return
T2 invoke enrol(2)
T2 return
T1 invoke sync(1)
T2 invoke resign(2)
T2 return
= timeout-channel.hist
spec timeout-channel
T1 invoke send(1)
T1 return false
T2 invoke receive()
T2 return NONE
T1 invoke send(2)
T2 invoke receive()
T1 return true
T2 return 2
---
spec timeout-channel
T1 invoke send(1)
T2 invoke receive()
T1 return false
T2 return 1
---
spec timeout-channel
T1 invoke send(1)
= timeout-exchanger.hist
spec timeout-exchanger
T1 invoke exchange(1)
T2 invoke exchange(2)
T1 return NONE
T2 return NONE
---
spec timeout-exchanger
T1 invoke exchange(1)
T2 invoke exchange(2)
T1 return 2
T2 return NONE
---
spec timeout-exchanger
T1 invoke exchange(1)
T2 invoke exchange(2)
T1 return 2
= closeable-channel.hist
spec closeable-channel
T1 invoke send(1)
T2 invoke receive()
T3 invoke close()
T2 return 1
T3 return
T1 return
T2 invoke receive()
T2 return CLOSED
---
spec closeable-channel
T1 invoke send(1)
T2 invoke receive()
T3 invoke close()
T2 return 1
T3 return
T1 return CLOSED
---
spec closeable-channel
T1 invoke send(1)
T3 invoke close()
T3 return
= terminating-queue.hist
spec terminating-queue:n=2
T1 invoke enqueue(5)
T1 return
T2 invoke dequeue()
T2 return 5
T1 invoke dequeue()
T2 invoke dequeue()
T1 return NONE
T2 return NONE
---
spec terminating-queue:n=2
T1 invoke dequeue()
T1 return NONE
T2 invoke enqueue(5)
T2 return
---
spec terminating-queue:n=2
T1 invoke enqueue(5)
T1 return
T2 invoke dequeue()
= broadcast.hist
spec broadcast:n=2
T1 invoke send(1)
T2 invoke receive()
T3 invoke receive()
T1 return
T2 return 1
T3 return 1
---
spec broadcast:n=2
T1 invoke send(1)
T2 invoke receive()
T1 return
T2 return 1
---
spec broadcast:n=2
T1 invoke send(1)
T2 invoke receive()
T3 invoke receive()
$ for f in channel filter-channel men-women exchanger counter-channel two-families one-family abc; do for p in "" --progress; do "$SOURCE"/tests/cli/check_verdicts $p $f.hist | sed "s/^/$f $p /"; done; done
channel  1 ok
channel  2 violation
channel  3 ok
channel --progress 1 ok
channel --progress 2 violation
channel --progress 3 violation
filter-channel  1 ok
filter-channel  2 violation
filter-channel  3 ok
filter-channel --progress 1 ok
filter-channel --progress 2 violation
filter-channel --progress 3 violation
men-women  1 ok
men-women  2 violation
men-women  3 ok
men-women --progress 1 ok
men-women --progress 2 violation
men-women --progress 3 violation
exchanger  1 ok
exchanger  2 violation
exchanger  3 ok
exchanger --progress 1 ok
exchanger --progress 2 violation
exchanger --progress 3 violation
counter-channel  1 ok
counter-channel  2 violation
counter-channel  3 ok
counter-channel --progress 1 ok
counter-channel --progress 2 violation
counter-channel --progress 3 violation
two-families  1 ok
two-families  2 violation
two-families  3 ok
two-families --progress 1 ok
two-families --progress 2 violation
two-families --progress 3 violation
one-family  1 ok
one-family  2 violation
one-family  3 ok
one-family --progress 1 ok
one-family --progress 2 violation
one-family --progress 3 violation
abc  1 ok
abc  2 violation
abc  3 ok
abc --progress 1 ok
abc --progress 2 violation
abc --progress 3 violation
? 0
$ for f in barrier combining-barrier enrollable-barrier timeout-channel timeout-exchanger closeable-channel terminating-queue broadcast; do for p in "" --progress; do "$SOURCE"/tests/cli/check_verdicts $p $f.hist | sed "s/^/$f $p /"; done; done
barrier  1 ok
barrier  2 violation
barrier  3 ok
barrier --progress 1 ok
barrier --progress 2 violation
barrier --progress 3 violation
combining-barrier  1 ok
combining-barrier  2 violation
combining-barrier  3 ok
combining-barrier --progress 1 ok
combining-barrier --progress 2 violation
combining-barrier --progress 3 violation
enrollable-barrier  1 ok
enrollable-barrier  2 violation
enrollable-barrier  3 ok
enrollable-barrier --progress 1 ok
enrollable-barrier --progress 2 violation
enrollable-barrier --progress 3 violation
timeout-channel  1 ok
timeout-channel  2 violation
timeout-channel  3 ok
timeout-channel --progress 1 ok
timeout-channel --progress 2 violation
timeout-channel --progress 3 violation
timeout-exchanger  1 ok
timeout-exchanger  2 violation
timeout-exchanger  3 ok
timeout-exchanger --progress 1 ok
timeout-exchanger --progress 2 violation
timeout-exchanger --progress 3 violation
closeable-channel  1 ok
closeable-channel  2 violation
closeable-channel  3 ok
closeable-channel --progress 1 ok
closeable-channel --progress 2 violation
closeable-channel --progress 3 violation
terminating-queue  1 ok
terminating-queue  2 violation
terminating-queue  3 ok
terminating-queue --progress 1 ok
terminating-queue --progress 2 violation
terminating-queue --progress 3 violation
broadcast  1 ok
broadcast  2 violation
broadcast  3 ok
broadcast --progress 1 ok
broadcast --progress 2 violation
broadcast --progress 3 violation
? 0

# The criterion is implied; it may also be named, and it is what was used.

$ for c in linearizable sync; do lince check --json --criterion $c channel.hist | sed 's/.*\("criterion":"[a-z]*"\).*\("verdict":"[a-z]*"\).*/\1 \2/'; done
"criterion":"sync" "verdict":"ok"
"criterion":"sync" "verdict":"violation"
"criterion":"sync" "verdict":"ok"
"criterion":"sync" "verdict":"ok"
"criterion":"sync" "verdict":"violation"
"criterion":"sync" "verdict":"ok"
? 0
$ lince check --criterion sequential channel.hist
lince: channel.hist:2: operations of channel take effect together, which this criterion does not cover
? 2
$ lince check --criterion quasi:1 channel.hist
lince: channel.hist:2: operations of channel take effect together, which this criterion does not cover
? 2

# ---- what is told ----

= ok.hist
spec exchanger
T1 invoke exchange(1)
T2 invoke exchange(2)
T3 invoke exchange(3)
T4 invoke exchange(4)
T1 return 3
T2 return 4
T3 return 1
T4 return 2
$ lince check ok.hist
ok.hist: ok — synchronization linearizable as an exchanger (4 operations, {time})
? 0
$ lince check --progress ok.hist
ok.hist: ok — synchronization linearizable and progressible as an exchanger (4 operations, {time})
? 0
$ lince check -w ok.hist
ok.hist: ok — synchronization linearizable as an exchanger (4 operations, {time})
  1  T1  exchange(1) → 3
     T3  exchange(3) → 1
  2  T2  exchange(2) → 4
     T4  exchange(4) → 2
? 0
$ lince check --json ok.hist | sed 's/.*"witness":\(.*\),"progress".*/\1/; s/"process"/\n&/g'
[[{"op":0,
"process":"T1","f":"exchange","args":[1],"ret":[3],"call":0,"return":4,"line":2},{"op":2,
"process":"T3","f":"exchange","args":[3],"ret":[1],"call":2,"return":6,"line":4}],[{"op":1,
"process":"T2","f":"exchange","args":[2],"ret":[4],"call":1,"return":5,"line":3},{"op":3,
"process":"T4","f":"exchange","args":[4],"ret":[2],"call":3,"return":7,"line":5}]]
? 0
$ lince check --quiet channel.hist
? 1

# The figures of the paper: an exchange that meets nobody (9), two who should have met (10).

= figure9.hist
spec exchanger
T0 invoke exchange(13)
T1 invoke exchange(70)
T1 return 13
T2 invoke exchange(76)
T3 invoke exchange(58)
T3 return 76
T2 return 58
T0 return 58
= figure10.hist
spec channel
T0 invoke send(48)
T1 invoke receive()
T2 invoke send(92)
T3 invoke receive()
T1 return 48
T0 return
$ lince check figure9.hist
figure9.hist: violation — not synchronization linearizable as an exchanger (4 operations, {time})
...
? 1
$ lince check figure10.hist
figure10.hist: ok — synchronization linearizable as a channel (4 operations, {time})
? 0
$ lince check --progress figure10.hist
figure10.hist: violation — not synchronization progressible as a channel (4 operations, {time})
...
? 1
$ lince check --json --progress figure10.hist | sed 's/.*\("verdict":"[a-z]*"\).*\("progress":[a-z]*,"stuck":[a-z]*\).*\("prefix_events":[a-z0-9]*\).*/\1 \2 \3/'
"verdict":"violation" "progress":true,"stuck":true "prefix_events":null
? 0
$ lince check --json --progress figure9.hist | sed 's/.*\("verdict":"[a-z]*"\).*\("progress":[a-z]*,"stuck":[a-z]*\).*\("prefix_events":[a-z0-9]*\).*/\1 \2 \3/'
"verdict":"violation" "progress":true,"stuck":false "prefix_events":8
? 0

# Of two equal exchanges that both could have met somebody, the one that is blamed is not said to have met nobody, and
# all it could have returned is told.

= equal.hist
spec combining-barrier:n=2,f=sum
T5 invoke sync(2)
T5 crash
T4 invoke sync(2)
T3 invoke sync(1)
T4 return 2
$ lince check equal.hist
equal.hist: violation — not synchronization linearizable as a combining-barrier:n=2,f=sum (3 operations, {time})
...
  T4  sync(2) → 2  could have returned 3 or 4
? 1

# ---- crashed operations ----
# It may have happened; nobody waits for it, and nothing is expected of it.

= crash.hist
spec channel
T1 invoke send(1)
T1 crash
T2 invoke receive()
T2 return 1
---
# it cannot have met both
spec channel
T1 invoke send(1)
T1 crash
T2 invoke receive()
T2 return 1
T2 invoke receive()
T2 return 1
---
# the receive waits, and nobody else does
spec channel
T1 invoke send(1)
T1 crash
T2 invoke receive()
---
# one that is open should have returned
spec channel
T1 invoke send(1)
T2 invoke receive()
T2 return 1
---
# a failed one has not happened
spec channel
T1 invoke send(1)
T1 fail
T2 invoke receive()
T2 return 1
$ for p in "" --progress; do "$SOURCE"/tests/cli/check_verdicts $p crash.hist | sed "s/^/$p /"; done
 1 ok
 2 violation
 3 ok
 4 ok
 5 violation
--progress 1 ok
--progress 2 violation
--progress 3 ok
--progress 4 violation
--progress 5 violation
? 0

# ---- next to nothing ----

= empty.hist
spec channel
= one.hist
spec barrier:n=2
T1 invoke sync()
---
spec barrier:n=2
T1 invoke sync()
T1 return
---
spec barrier:n=1
T1 invoke sync()
---
spec barrier:n=1
T1 invoke sync()
T1 return
$ lince check --allow-empty empty.hist
empty.hist: ok — linearizable (0 operations, {time})
? 0
$ lince check --progress --allow-empty empty.hist
empty.hist: ok — synchronization linearizable and progressible (0 operations, {time})
? 0
$ for p in "" --progress; do "$SOURCE"/tests/cli/check_verdicts $p one.hist | sed "s/^/$p /"; done
 1 ok
 2 violation
 3 ok
 4 ok
--progress 1 ok
--progress 2 violation
--progress 3 violation
--progress 4 ok
? 0

# ---- other words for the same ----

= words.hist
spec c=channel
spec b=barrier:n=2
spec e=enrollable-barrier
spec q=terminating-queue:n=1
T1 invoke c.put(1)
T2 invoke c.recv()
T1 return ok
T2 return 1
T1 invoke b.wait()
T2 invoke b.arrive_and_wait()
T1 return
T2 return
T1 invoke e.register(1)
T1 return
T1 invoke e.await(1)
T1 return
T1 invoke q.enq(5)
T1 return
T2 invoke q.take()
T2 return 5
T2 invoke q.get()
T2 return NONE
T1 invoke e.deregister(1)
T1 return
$ lince check --progress words.hist
words.hist: ok — synchronization linearizable and progressible as channel,barrier:n=2,enrollable-barrier,terminating-queue:n=1 (10 operations, {time})
? 0

# ---- several objects ----

= several.hist
spec c=channel
spec m=mutex
T1 invoke m.lock()
T1 return
T2 invoke c.send(1)
T3 invoke c.receive()
T4 invoke m.lock()
T2 return
T3 return 1
T1 invoke c.receive()
---
# T4 should have the lock
spec c=channel
spec m=mutex
T1 invoke m.lock()
T1 return
T4 invoke m.lock()
T1 invoke m.unlock()
T1 return
T1 invoke c.receive()
---
# they are at different channels
spec channel
T1 invoke a.send(1)
T2 invoke b.receive()
T1 return
T2 return 1
$ for p in "" --progress; do "$SOURCE"/tests/cli/check_verdicts $p several.hist | sed "s/^/$p /"; done
 1 ok
 2 ok
 3 violation
--progress 1 ok
--progress 2 violation
--progress 3 violation
? 0

# ---- operations that take effect one by one ----

= single.hist
# the lock is held
spec mutex
T1 invoke lock()
T1 return
T2 invoke lock()
---
# the lock is free
spec mutex
T1 invoke lock()
T1 return
T2 invoke lock()
T1 invoke unlock()
T1 return
---
spec semaphore:n=1
T1 invoke wait()
T1 return
T2 invoke wait()
---
spec semaphore:n=1
T1 invoke wait()
T1 return
T2 invoke post()
T2 return
T2 invoke wait()
---
# nobody holds it
spec mutex
T1 invoke unlock()
T1 return
$ for p in "" --progress; do "$SOURCE"/tests/cli/check_verdicts --criterion sync $p single.hist | sed "s/^/$p /"; done
 1 ok
 2 ok
 3 ok
 4 ok
 5 violation
--progress 1 ok
--progress 2 violation
--progress 3 ok
--progress 4 violation
--progress 5 violation
? 0

# ---- instants that touch ----
# Those that touch overlap, and so may meet; a thread's own operations keep their order.  P3 meets P1 and then, in the same
# instant, P4.

= touch.jsonl
{"process": 4, "f": "receive", "args": [], "call": 2, "ret": [2], "return": 4}
{"process": 1, "f": "send", "args": [1], "call": 3, "ret": [], "return": 4}
{"process": 3, "f": "receive", "args": [], "call": 3, "ret": [1], "return": 4}
{"process": 3, "f": "send", "args": [2], "call": 4, "ret": [], "return": 5}
= itself.jsonl
{"process": 1, "f": "send", "args": [1], "call": 1, "ret": [], "return": 2}
{"process": 1, "f": "receive", "args": [], "call": 2, "ret": [1], "return": 3}
$ lince check --spec channel -w touch.jsonl
touch.jsonl: ok — synchronization linearizable as a channel (4 operations, {time})
  1  1  send(1)
     3  receive() → 1
  2  3  send(2)
     4  receive() → 2
? 0
$ lince check --spec channel itself.jsonl
itself.jsonl: violation — not synchronization linearizable as a channel (2 operations, {time})
...
? 1

# P1 and P2 send the same, and P3 has to take that of P2, though P1 returns first: else P2 and P4 wait for each other.

= twins.jsonl
{"process": 1, "f": "send", "args": [1], "call": 0, "ret": [], "return": 5}
{"process": 2, "f": "send", "args": [1], "call": 0, "ret": [], "return": 5}
{"process": 3, "f": "receive", "args": [], "call": 0, "ret": [1], "return": 1}
{"process": 4, "f": "send", "args": [2], "call": 4, "ret": [], "return": 5}
{"process": 2, "f": "receive", "args": [], "call": 5, "ret": [2], "return": 6}
{"process": 4, "f": "receive", "args": [], "call": 5, "ret": [1], "return": 6}
$ lince check --spec channel -w twins.jsonl
twins.jsonl: ok — synchronization linearizable as a channel (6 operations, {time})
  1  2  send(1)
     3  receive() → 1
  2  4  send(2)
     2  receive() → 2
  3  1  send(1)
     4  receive() → 1
? 0

# ---- what is refused ----

= q.hist
spec queue
T1 invoke enq(1)
T1 return
= c.hist
spec channel
T1 invoke send(1)
T2 invoke receive()
T1 return
T2 return 1
= open.hist
T1 invoke sync()
= nothing-sent.hist
spec channel
T1 invoke send()
T1 return
= too-much.hist
spec channel
T1 invoke receive(1)
T1 return 1
= nothing-received.hist
spec channel
T1 invoke send(1)
T2 invoke receive()
T1 return
T2 return
= unknown.hist
spec channel
T1 invoke push(1)
T1 return
$ lince check --spec barrier open.hist
lince: barrier needs a parameter: write barrier:n=N
? 2
$ lince check --spec barrier:n=0 open.hist
lince: parameter n of barrier cannot be `0`: it is a number from 1 to 256
? 2
$ lince check --spec barrier:n=257 open.hist
lince: parameter n of barrier cannot be `257`: it is a number from 1 to 256
? 2
$ lince check --spec barrier:n=two open.hist
lince: parameter n of barrier cannot be `two`: it is a number from 1 to 256
? 2
$ lince check --spec barrier:m=2 open.hist
lince: barrier has no parameter `m`: it takes n=N
? 2
$ lince check --spec broadcast:n=0 c.hist
lince: parameter n of broadcast cannot be `0`: it is a number from 1 to 255
? 2
$ lince check --spec combining-barrier:n=2 open.hist
lince: combining-barrier needs a parameter: write combining-barrier:f=sum|min|max
? 2
$ lince check --spec combining-barrier:n=2,f=median open.hist
lince: parameter f of combining-barrier cannot be `median`: it is one of sum|min|max
? 2
$ lince check --spec terminating-queue q.hist
lince: terminating-queue needs a parameter: write terminating-queue:n=N
? 2
$ lince check --spec two-families open.hist
lince: two-families needs a parameter: write two-families:n=N
? 2
$ lince check nothing-sent.hist
lince: nothing-sent.hist:2: send should take 1 argument, not 0
? 2
$ lince check too-much.hist
lince: too-much.hist:2: receive should take no argument, but was given 1
? 2
$ lince check nothing-received.hist
lince: nothing-received.hist:5: receive should return 1 result, not 0
? 2
$ lince check unknown.hist
lince: unknown.hist:2: channel has no operation push (it has send, receive)
? 2
$ for c in sequential quasi:1 two-step; do lince check --criterion $c --progress q.hist; echo $?; done
lince: q.hist: progress can be required with the criteria sync and interval only, not with sequential
2
lince: q.hist: progress can be required with the criteria sync and interval only, not with quasi
2
lince: q.hist: progress can be required with the criteria sync and interval only, not with two-step
2
? 0
$ lince check --algorithm sweep q.hist
lince: q.hist: the algorithms sweep, matching and cover are for objects whose operations wait for each other, and the criterion sync
? 2
$ lince check --criterion sync --progress --algorithm sweep q.hist 2>&1 | sed 's/apply: .*; use/apply: ...; use/'
lince: q.hist: the algorithm does not apply: ...; use --algorithm auto
? 0
$ for a in sweep matching cover; do lince check --algorithm $a counter-channel.hist 2>&1 | sed 's/apply: .*; use/apply: ...; use/'; done
lince: counter-channel.hist: the algorithm does not apply: ...; use --algorithm auto
lince: counter-channel.hist: the algorithm does not apply: ...; use --algorithm auto
lince: counter-channel.hist: the algorithm does not apply: ...; use --algorithm auto
? 0
$ lince check --algorithm walk c.hist
lince: --algorithm: 'walk' is not one of its values; choose auto, search, poly, sweep, matching or cover
? 2

# A map is split by its keys, and each step has one operation.
= map.hist
spec map
T1 invoke put(a, 1)
T1 return
T2 invoke put(b, 2)
T2 return
T3 invoke get(a)
T3 return 1

$ lince check --criterion sync --verbose map.hist | grep -E 'ok|parts checked'
map.hist: ok — synchronization linearizable as a map (3 operations, {time})
{any}2{any}parts checked on their own
? 0

$ lince check --criterion sync --json map.hist | grep -o '\],\[' | wc -l
2
? 0
