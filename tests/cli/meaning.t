# What histories mean: each rule with what it accepts and what it does not. Every history of a file is one case; the
# comment before it says which rule, and `right` or `wrong` what the verdict must be.

# ---- fail, crash, pending ----

= fail.hist
# fail: it did not happen, so nothing of it can be seen: right
spec queue
T1 invoke enq(1)
T1 fail
T2 invoke deq()
T2 return EMPTY
---
# wrong: its element comes out
T1 invoke enq(1)
T1 fail
T2 invoke deq()
T2 return 1
---
# a failed deq takes nothing: right
T1 invoke enq(1)
T1 return
T2 invoke deq()
T2 fail
T1 invoke deq()
T1 return 1
---
# wrong: it took the element all the same
T1 invoke enq(1)
T1 return
T2 invoke deq()
T2 fail
T1 invoke deq()
T1 return EMPTY
---
# after a fail the thread goes on: right
T1 invoke enq(1)
T1 fail
T1 invoke enq(2)
T1 return
T1 invoke deq()
T1 return 2
$ "$SOURCE"/tests/cli/check_verdicts fail.hist
1 ok
2 violation
3 ok
4 violation
5 ok
? 1

$ "$SOURCE"/tests/cli/check_verdicts --criterion sequential fail.hist
1 ok
2 violation
3 ok
4 violation
5 ok
? 1

# In a Jepsen log a failed :cas ran and returned false: wrong where it had to succeed, right where it had not.
= cas-must-succeed.log
INFO  jepsen.util - 0	:invoke	:write	1
INFO  jepsen.util - 0	:ok	:write	1
INFO  jepsen.util - 1	:invoke	:cas	[1 2]
INFO  jepsen.util - 1	:fail	:cas	[1 2]
$ "$SOURCE"/tests/cli/check_verdicts --spec cas-register cas-must-succeed.log
1 violation
? 1

= cas-must-not-succeed.log
INFO  jepsen.util - 0	:invoke	:write	1
INFO  jepsen.util - 0	:ok	:write	1
INFO  jepsen.util - 1	:invoke	:cas	[3 2]
INFO  jepsen.util - 1	:fail	:cas	[3 2]
$ "$SOURCE"/tests/cli/check_verdicts --spec cas-register cas-must-not-succeed.log
1 ok
? 0

# The exception is for :cas alone: a failed :write of a log did not happen, a failed :read saw nothing.
= write.log
INFO  jepsen.util - 0	:invoke	:write	1
INFO  jepsen.util - 0	:fail	:write	1
INFO  jepsen.util - 0	:invoke	:read	nil
INFO  jepsen.util - 0	:fail	:read	nil
INFO  jepsen.util - 1	:invoke	:read	nil
INFO  jepsen.util - 1	:ok	:read	nil
$ "$SOURCE"/tests/cli/check_verdicts --spec cas-register write.log
1 ok
? 0

$ sed 's/:ok.*/:ok	:read	1/' write.log > wrong.log; "$SOURCE"/tests/cli/check_verdicts --spec cas-register wrong.log
1 violation
? 1

# In other formats a failed cas did not happen either, unless --fail-returns says that it returned false.
= cas.hist
spec cas-register
T1 invoke write(1)
T1 return
T2 invoke cas(1, 2)
T2 fail
---
T1 invoke write(1)
T1 return
T2 invoke cas(3, 2)
T2 fail
$ "$SOURCE"/tests/cli/check_verdicts cas.hist
1 ok
2 ok
? 0

$ "$SOURCE"/tests/cli/check_verdicts --fail-returns cas cas.hist
1 violation
2 ok
? 1

$ "$SOURCE"/tests/cli/check_verdicts --criterion sequential --fail-returns cas cas.hist
1 ok
2 ok
? 0

= cas.edn
{:process 0, :type :invoke, :f :write, :value 1}
{:process 0, :type :ok, :f :write, :value 1}
{:process 1, :type :invoke, :f :cas, :value [1 2]}
{:process 1, :type :fail, :f :cas, :value [1 2]}
$ "$SOURCE"/tests/cli/check_verdicts --spec cas-register cas.edn; "$SOURCE"/tests/cli/check_verdicts --fail-returns cas --spec cas-register cas.edn
1 ok
1 violation
? 1

# --fail-returns holds for the method it names, and may be given several times.
= try.hist
spec a=mutex
spec b=set
T1 invoke a.lock()
T1 return
T2 invoke a.trylock()
T2 fail
T1 invoke b.add(1)
T1 fail
---
T2 invoke a.trylock()
T2 fail
T1 invoke b.add(1)
T1 return true
$ for m in trylock add; do echo $m; "$SOURCE"/tests/cli/check_verdicts --fail-returns $m try.hist; done
trylock
1 ok
2 violation
add
1 violation
2 ok
? 1

$ "$SOURCE"/tests/cli/check_verdicts --fail-returns trylock --fail-returns add try.hist
1 violation
2 violation
? 1

= crash.hist
# after a crash the thread may call again, and the crashed operation takes effect later: right
spec queue
T1 invoke enq(1)
T1 crash
T1 invoke deq()
T1 return EMPTY
T1 invoke deq()
T1 return 1
---
# or at once: right
T1 invoke enq(1)
T1 crash
T1 invoke deq()
T1 return 1
---
# or never: right
T1 invoke enq(1)
T1 crash
T1 invoke deq()
T1 return EMPTY
---
# but only once: wrong
T1 invoke enq(1)
T1 crash
T1 invoke deq()
T1 return 1
T1 invoke deq()
T1 return 1
---
# and not before it was called: wrong
T1 invoke deq()
T1 return 1
T1 invoke enq(1)
T1 crash
---
# two crashed operations of one thread are concurrent with each other: right
T1 invoke enq(1)
T1 crash
T1 invoke enq(2)
T1 crash
T1 invoke deq()
T1 return 2
T1 invoke deq()
T1 return 1
---
# two that returned are not: wrong
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke deq()
T1 return 2
T1 invoke deq()
T1 return 1
---
# a crashed operation whose thread never returns to it comes after all that the thread did before: wrong
T1 invoke enq(1)
T1 return
T1 invoke deq()
T1 return EMPTY
T1 invoke deq()
T1 crash
$ "$SOURCE"/tests/cli/check_verdicts crash.hist
1 ok
2 ok
3 ok
4 violation
5 violation
6 ok
7 violation
8 violation
? 1

# Also under the sequential criterion the crashed operation stays concurrent with everything after it.
$ "$SOURCE"/tests/cli/check_verdicts --criterion sequential crash.hist
1 ok
2 ok
3 ok
4 violation
5 violation
6 ok
7 violation
8 violation
? 1

= pending.hist
# pending: dropped: right
spec queue
T1 invoke enq(1)
T2 invoke deq()
T2 return EMPTY
---
# completed: right
T1 invoke enq(1)
T2 invoke deq()
T2 return 1
---
# a result is pending too: it may be whatever is legal, here the element: right
T1 invoke enq(1)
T1 return
T2 invoke deq()
T3 invoke deq()
T3 return EMPTY
---
# or nothing: right
T1 invoke enq(1)
T1 return
T2 invoke deq()
T3 invoke deq()
T3 return 1
---
# one pending deq takes one element, not two: wrong
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T2 invoke deq()
T3 invoke deq()
T3 return EMPTY
---
# two pending ones do: right
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T2 invoke deq()
T4 invoke deq()
T3 invoke deq()
T3 return EMPTY
---
# a pending deq takes the first, not the second: wrong
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T2 invoke deq()
T3 invoke deq()
T3 return 1
T3 invoke deq()
T3 return EMPTY
T3 invoke deq()
T3 return 2
---
# completed once, not twice: wrong
T1 invoke enq(1)
T2 invoke deq()
T2 return 1
T2 invoke deq()
T2 return 1
$ "$SOURCE"/tests/cli/check_verdicts pending.hist
1 ok
2 ok
3 ok
4 ok
5 violation
6 ok
7 violation
8 violation
? 1

# Sequentially, T3's deq that returned EMPTY may come before the elements of another thread.
$ "$SOURCE"/tests/cli/check_verdicts --criterion sequential pending.hist
1 ok
2 ok
3 ok
4 ok
5 ok
6 ok
7 ok
8 violation
? 1

# A pending operation that is not enabled is dropped; one that is may have taken its step.
= pending-lock.hist
spec mutex
T1 invoke lock()
T1 return
T2 invoke lock()
T3 invoke trylock()
T3 return false
---
T2 invoke lock()
T3 invoke trylock()
T3 return false
---
T2 invoke lock()
T3 invoke trylock()
T3 return true
---
# wrong: nobody is there who could hold it
T1 invoke lock()
T1 return
T2 invoke unlock()
T1 invoke lock()
T1 return
T3 invoke lock()
T3 return
$ "$SOURCE"/tests/cli/check_verdicts pending-lock.hist
1 ok
2 ok
3 ok
4 violation
? 1

# The order of calls and returns: linearizable keeps it between threads, sequential only within a thread.
= order.hist
# another thread reads before what was written is there: wrong, but sequential
spec register
T1 invoke write(1)
T1 return
T2 invoke read()
T2 return nil
---
# the thread itself does: wrong for both
T1 invoke write(1)
T1 return
T1 invoke read()
T1 return nil
---
# they overlap: right
T1 invoke write(1)
T2 invoke read()
T1 return
T2 return nil
---
# another thread sees two writes the wrong way round: wrong for both
T1 invoke write(1)
T1 return
T1 invoke write(2)
T1 return
T2 invoke read()
T2 return 2
T2 invoke read()
T2 return 1
---
# a value that nobody wrote: wrong for both
T1 invoke write(1)
T2 invoke read()
T2 return 2
T1 return
$ "$SOURCE"/tests/cli/check_verdicts order.hist
1 violation
2 violation
3 ok
4 violation
5 violation
? 1

$ "$SOURCE"/tests/cli/check_verdicts --criterion sequential order.hist
1 ok
2 violation
3 ok
4 violation
5 violation
? 1

# Objects that are sequential one by one need not be so together (each thread adds to both, and finds itself second in
# the one it added to first).
= together.hist
spec queue
T1 invoke p.enq(1)
T1 return
T1 invoke q.enq(1)
T1 return
T2 invoke q.enq(2)
T2 return
T2 invoke p.enq(2)
T2 return
T1 invoke p.deq()
T1 return 2
T2 invoke q.deq()
T2 return 1
$ "$SOURCE"/tests/cli/check_verdicts --criterion sequential together.hist
1 violation
? 1

$ awk '/invoke/ { skip = /q\./ } !skip' together.hist > p.hist; awk '/invoke/ { skip = /p\./ } !skip' together.hist > q.hist; "$SOURCE"/tests/cli/check_verdicts --criterion sequential p.hist q.hist
1 ok
1 ok
? 0

# ---- steps ----

= thread.hist
# steps never see the thread: what one locked another unlocks: right
spec mutex
T1 invoke lock()
T1 return
T2 invoke unlock()
T2 return
T3 invoke lock()
T3 return
---
# lock only when free, also for the thread that holds it: wrong
T1 invoke lock()
T1 return
T1 invoke lock()
T1 return
---
# unlock only when held: wrong
T1 invoke unlock()
T1 return
---
# once is not twice: wrong
T1 invoke lock()
T1 return
T1 invoke unlock()
T1 return
T1 invoke unlock()
T1 return
---
# trylock returns false when held: right
T1 invoke lock()
T1 return
T1 invoke trylock()
T1 return false
---
# and only then: wrong
T1 invoke trylock()
T1 return false
---
# true when free: right
T1 invoke trylock()
T1 return true
T2 invoke trylock()
T2 return false
---
# and only then: wrong
T1 invoke lock()
T1 return
T1 invoke trylock()
T1 return true
$ "$SOURCE"/tests/cli/check_verdicts thread.hist
1 ok
2 violation
3 violation
4 violation
5 ok
6 violation
7 ok
8 violation
? 1

= semaphore.hist
# n is the initial value: right
T1 invoke wait()
T1 return
T1 invoke wait()
T1 return
T1 invoke trywait()
T1 return false
---
# wait only above zero: wrong
T1 invoke wait()
T1 return
T1 invoke wait()
T1 return
T1 invoke wait()
T1 return
---
# trywait returns false only at zero: wrong
T1 invoke wait()
T1 return
T1 invoke trywait()
T1 return false
---
# and true only above it: wrong
T1 invoke wait()
T1 return
T1 invoke trywait()
T1 return true
T1 invoke trywait()
T1 return true
---
# post goes beyond n, without a bound: right
T1 invoke post()
T1 return
T1 invoke post()
T1 return
T1 invoke wait()
T1 return
T1 invoke wait()
T1 return
T1 invoke wait()
T1 return
T1 invoke trywait()
T1 return true
T1 invoke trywait()
T1 return false
$ "$SOURCE"/tests/cli/check_verdicts --spec semaphore:n=2 semaphore.hist
1 ok
2 violation
3 violation
4 violation
5 ok
? 1

# With n = 0 only what was posted can be waited for.
= zero.hist
T1 invoke wait()
T2 invoke post()
T2 return
T1 return
---
T1 invoke wait()
T1 return
T2 invoke post()
T2 return
$ "$SOURCE"/tests/cli/check_verdicts --spec semaphore:n=0 zero.hist
1 ok
2 violation
? 1

= snzi.hist
# depart at zero has no step: wrong
spec snzi
T1 invoke depart()
T1 return
---
# it waits for an arrival that is concurrent: right
T1 invoke depart()
T2 invoke arrive()
T2 return
T1 return
---
# but not for two departures: wrong
T1 invoke depart()
T2 invoke arrive()
T3 invoke depart()
T2 return
T1 return
T3 return
$ "$SOURCE"/tests/cli/check_verdicts snzi.hist
1 violation
2 ok
3 violation
? 1

# ---- the failing prefix ----

# A violation names the smallest failing prefix for linearizable, and none for sequential: that is not prefix-closed.
= prefix.hist
spec queue
T1 invoke enq(1)
T1 return
T2 invoke deq()
T2 return 2
T1 invoke deq()
T1 return 1
$ lince check --json prefix.hist | grep -o '"prefix_events":[^,]*'
"prefix_events":4
? 0

$ lince check --json --criterion sequential prefix.hist | grep -o '"prefix_events":[^,]*'
"prefix_events":null
? 0

$ (cat prefix.hist; echo T3 invoke 'enq(2)'; echo T3 return) > later.hist; "$SOURCE"/tests/cli/check_verdicts later.hist; "$SOURCE"/tests/cli/check_verdicts --criterion sequential later.hist
1 violation
1 ok
? 0

# Nor is quasi linearizability: what is added later may be what was taken before.
$ lince check --json --criterion quasi:3 prefix.hist | grep -o '"prefix_events":[^,]*'; "$SOURCE"/tests/cli/check_verdicts --criterion quasi:3 later.hist
"prefix_events":null
1 ok
? 0

# ---- what cannot be judged is refused, never guessed ----

$ for c in refine refine: refine:x refine:-1 refine:4096; do lince check --criterion $c prefix.hist; echo $?; done
lince: --criterion: 'refine' is not one of its values; choose linearizable, sequential, quasi:FACTORS, sync, two-step, interval or refine:K
2
lince: --criterion: something must follow the colon of 'refine:'
2
lince: refine needs a length from 0 to 4095, such as refine:2, not x
2
lince: refine needs a length from 0 to 4095, such as refine:2, not -1
2
lince: refine needs a length from 0 to 4095, such as refine:2, not 4096
2
? 0

$ for s in channel exchanger barrier:n=2 signal; do lince check --spec $s prefix.hist; echo $?; done
lince: {any}
2
lince: {any}
2
lince: {any}
2
lince: {any}
2
? 0
