# Each sequential specification with what it allows and what it does not.

= register.hist
spec register
T1 invoke read()
T1 return nil
T1 invoke write(1)
T1 return
T1 invoke write(2)
T1 return
T1 invoke read()
T1 return 2
---
T1 invoke write(1)
T1 return
T1 invoke write(2)
T1 return
T1 invoke read()
T1 return 1
---
T1 invoke read()
T1 return 0
$ "$SOURCE"/tests/cli/check_verdicts register.hist; "$SOURCE"/tests/cli/check_verdicts --spec cas-register register.hist
1 ok
2 violation
3 violation
1 ok
2 violation
3 violation
? 1

= cas-register.hist
spec cas-register
T1 invoke cas(nil, 1)
T1 return true
T1 invoke cas(2, 3)
T1 return false
T1 invoke cas(1, 4)
T1 return true
T1 invoke read()
T1 return 4
---
T1 invoke cas(1, 2)
T1 return true
---
T1 invoke cas(nil, 2)
T1 return false
---
T1 invoke write(1)
T1 return
T2 invoke cas(1, 2)
T3 invoke cas(1, 3)
T2 return true
T3 return true
$ "$SOURCE"/tests/cli/check_verdicts cas-register.hist
1 ok
2 violation
3 violation
4 violation
? 1

= counter.hist
spec counter
T1 invoke get()
T1 return 0
T1 invoke inc()
T1 return
T1 invoke inc()
T1 return
T1 invoke dec()
T1 return
T1 invoke add(-5)
T1 return
T1 invoke fetch_add(10)
T1 return -4
T1 invoke get()
T1 return 6
---
T1 invoke inc()
T1 return
T1 invoke dec()
T1 return
T1 invoke get()
T1 return 1
---
T1 invoke fetch_add(3)
T1 return 3
---
T1 invoke fetch_add(1)
T2 invoke fetch_add(1)
T1 return 0
T2 return 0
---
T1 invoke add(2)
T2 invoke get()
T2 return 1
T1 return
$ "$SOURCE"/tests/cli/check_verdicts counter.hist
1 ok
2 violation
3 violation
4 violation
5 violation
? 1

= queue.hist
spec queue
T1 invoke deq()
T1 return EMPTY
T1 invoke enq(1)
T1 return
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke deq()
T1 return 1
T1 invoke deq()
T1 return 1
T1 invoke deq()
T1 return 2
T1 invoke deq()
T1 return EMPTY
---
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke deq()
T1 return 2
---
T1 invoke enq(1)
T1 return
T1 invoke deq()
T1 return EMPTY
---
T1 invoke enq(1)
T1 return
T2 invoke deq()
T3 invoke deq()
T2 return 1
T3 return 1
$ "$SOURCE"/tests/cli/check_verdicts queue.hist
1 ok
2 violation
3 violation
4 violation
? 1

= stack.hist
spec stack
T1 invoke pop()
T1 return EMPTY
T1 invoke push(1)
T1 return
T1 invoke push(2)
T1 return
T1 invoke pop()
T1 return 2
T1 invoke pop()
T1 return 1
T1 invoke pop()
T1 return EMPTY
---
T1 invoke push(1)
T1 return
T1 invoke push(2)
T1 return
T1 invoke pop()
T1 return 1
---
T1 invoke push(1)
T1 return
T1 invoke pop()
T1 return EMPTY
$ "$SOURCE"/tests/cli/check_verdicts stack.hist
1 ok
2 violation
3 violation
? 1

# With a capacity adding returns true, or false when full; without one it returns nothing.
= bounded.hist
spec q=queue:capacity=2
spec s=stack:capacity=1
T1 invoke q.enq(1)
T1 return true
T1 invoke q.enq(2)
T1 return true
T1 invoke q.enq(3)
T1 return false
T1 invoke q.deq()
T1 return 1
T1 invoke q.enq(4)
T1 return true
T1 invoke q.deq()
T1 return 2
T1 invoke q.deq()
T1 return 4
T1 invoke q.deq()
T1 return EMPTY
T1 invoke s.push(1)
T1 return true
T1 invoke s.push(2)
T1 return false
T1 invoke s.pop()
T1 return 1
---
T1 invoke q.enq(1)
T1 return true
T1 invoke q.enq(2)
T1 return false
---
T1 invoke q.enq(1)
T1 return true
T1 invoke q.enq(2)
T1 return true
T1 invoke q.enq(3)
T1 return true
---
T1 invoke s.push(1)
T1 return false
---
T1 invoke s.push(1)
T1 return true
T1 invoke s.push(2)
T1 return true
$ "$SOURCE"/tests/cli/check_verdicts bounded.hist
1 ok
2 violation
3 violation
4 violation
5 violation
? 1

$ lince check --spec q=queue --spec s=stack bounded.hist
lince: bounded.hist:8: enq{any}
? 2

= deque.hist
spec deque
T1 invoke pop_front()
T1 return EMPTY
T1 invoke pop_back()
T1 return EMPTY
T1 invoke push_back(2)
T1 return
T1 invoke push_front(1)
T1 return
T1 invoke push_back(3)
T1 return
T1 invoke pop_front()
T1 return 1
T1 invoke pop_back()
T1 return 3
T1 invoke pop_back()
T1 return 2
---
T1 invoke push_back(1)
T1 return
T1 invoke push_back(2)
T1 return
T1 invoke pop_back()
T1 return 1
---
T1 invoke push_front(1)
T1 return
T1 invoke push_front(2)
T1 return
T1 invoke pop_front()
T1 return 1
---
T1 invoke push_front(1)
T1 return
T1 invoke pop_back()
T1 return EMPTY
$ "$SOURCE"/tests/cli/check_verdicts deque.hist
1 ok
2 violation
3 violation
4 violation
? 1

= pqueue.hist
spec pqueue
T1 invoke delmin()
T1 return EMPTY
T1 invoke insert(3)
T1 return
T1 invoke insert(-1)
T1 return
T1 invoke insert(2)
T1 return
T1 invoke delmin()
T1 return -1
T1 invoke delmin()
T1 return 2
T1 invoke delmin()
T1 return 3
---
# with a priority of its own
T1 invoke insert(10, "a")
T1 return
T1 invoke insert(9, "b")
T1 return
T1 invoke delmin()
T1 return "b"
T1 invoke delmin()
T1 return "a"
---
# equal priorities in any order
T1 invoke insert(1, "a")
T1 return
T1 invoke insert(1, "b")
T1 return
T1 invoke insert(0, "c")
T1 return
T1 invoke delmin()
T1 return "c"
T1 invoke delmin()
T1 return "b"
T1 invoke delmin()
T1 return "a"
---
# and in the other
T1 invoke insert(1, "a")
T1 return
T1 invoke insert(1, "b")
T1 return
T1 invoke delmin()
T1 return "a"
T1 invoke delmin()
T1 return "b"
---
# wrong: not the smallest, although numbers sort otherwise as text
T1 invoke insert(10)
T1 return
T1 invoke insert(9)
T1 return
T1 invoke delmin()
T1 return 10
---
T1 invoke insert(10, "a")
T1 return
T1 invoke insert(9, "b")
T1 return
T1 invoke delmin()
T1 return "a"
---
T1 invoke insert(1)
T1 return
T1 invoke delmin()
T1 return EMPTY
---
# a priority is not what comes out
T1 invoke insert(1, "a")
T1 return
T1 invoke delmin()
T1 return 1
$ "$SOURCE"/tests/cli/check_verdicts pqueue.hist
1 ok
2 ok
3 ok
4 ok
5 violation
6 violation
7 violation
8 violation
? 1

= set.hist
spec set
T1 invoke contains(1)
T1 return false
T1 invoke add(1)
T1 return true
T1 invoke add(1)
T1 return false
T1 invoke contains(1)
T1 return true
T1 invoke contains(2)
T1 return false
T1 invoke remove(1)
T1 return true
T1 invoke remove(1)
T1 return false
T1 invoke contains(1)
T1 return false
---
T1 invoke add(1)
T1 return false
---
T1 invoke remove(1)
T1 return true
---
T1 invoke add(1)
T1 return true
T1 invoke contains(1)
T1 return false
---
T1 invoke add(1)
T2 invoke add(1)
T1 return true
T2 return true
$ "$SOURCE"/tests/cli/check_verdicts set.hist
1 ok
2 violation
3 violation
4 violation
5 violation
? 1

= bag.hist
spec bag
T1 invoke take()
T1 return EMPTY
T1 invoke put(1)
T1 return
T1 invoke put(2)
T1 return
T1 invoke put(1)
T1 return
T1 invoke take()
T1 return 2
T1 invoke take()
T1 return 1
T1 invoke take()
T1 return 1
T1 invoke take()
T1 return EMPTY
---
T1 invoke put(1)
T1 return
T1 invoke take()
T1 return EMPTY
---
T1 invoke put(1)
T1 return
T1 invoke take()
T1 return 1
T1 invoke take()
T1 return 1
---
T1 invoke put(1)
T1 return
T1 invoke take()
T1 return 2
$ "$SOURCE"/tests/cli/check_verdicts bag.hist
1 ok
2 violation
3 violation
4 violation
? 1

= map.hist
spec map
T1 invoke get("a")
T1 return nil
T1 invoke put("a", 1)
T1 return
T1 invoke get("b")
T1 return nil
T1 invoke get("a")
T1 return 1
T1 invoke cas("a", 2, 3)
T1 return false
T1 invoke cas("a", 1, "x")
T1 return true
T1 invoke append("a", "y")
T1 return
T1 invoke get("a")
T1 return "xy"
T1 invoke del("a")
T1 return true
T1 invoke del("a")
T1 return false
T1 invoke get("a")
T1 return nil
---
T1 invoke put("a", 1)
T1 return
T1 invoke get("a")
T1 return nil
---
T1 invoke put("a", 1)
T1 return
T1 invoke get("b")
T1 return 1
---
T1 invoke put("a", 1)
T1 return
T1 invoke del("a")
T1 return false
---
T1 invoke del("a")
T1 return true
---
T1 invoke put("a", 1)
T1 return
T1 invoke cas("a", 2, 3)
T1 return true
---
T1 invoke put("a", 1)
T1 return
T1 invoke cas("a", 1, 3)
T1 return false
---
T1 invoke put("a", "x")
T1 return
T1 invoke append("a", "y")
T1 return
T1 invoke get("a")
T1 return "yx"
---
# keys are equal by kind and content
T1 invoke put(1, "x")
T1 return
T1 invoke get("1")
T1 return "x"
$ "$SOURCE"/tests/cli/check_verdicts map.hist; "$SOURCE"/tests/cli/check_verdicts --no-partition map.hist
1 ok
2 violation
3 violation
4 violation
5 violation
6 violation
7 violation
8 violation
9 violation
1 ok
2 violation
3 violation
4 violation
5 violation
6 violation
7 violation
8 violation
9 violation
? 1

= mutex.hist
spec mutex
T1 invoke lock()
T1 return
T1 invoke trylock()
T1 return false
T1 invoke unlock()
T1 return
T1 invoke trylock()
T1 return true
T2 invoke lock()
T1 invoke unlock()
T1 return
T2 return
---
T1 invoke lock()
T2 invoke lock()
T1 return
T2 return
$ "$SOURCE"/tests/cli/check_verdicts mutex.hist
1 ok
2 violation
? 1

= rwlock.hist
spec rwlock
T1 invoke rdlock()
T1 return
T2 invoke rdlock()
T2 return
T3 invoke wrlock()
T1 invoke rdunlock()
T1 return
T2 invoke rdunlock()
T2 return
T3 return
T3 invoke wrunlock()
T3 return
---
# a writer beside a reader
T1 invoke rdlock()
T1 return
T2 invoke wrlock()
T2 return
---
# a reader beside a writer
T1 invoke wrlock()
T1 return
T2 invoke rdlock()
T2 return
---
# two writers
T1 invoke wrlock()
T1 return
T2 invoke wrlock()
T2 return
---
# unlocked without having been locked
T1 invoke rdunlock()
T1 return
---
T1 invoke wrunlock()
T1 return
---
# one kind of lock, the other kind of unlock
T1 invoke rdlock()
T1 return
T1 invoke wrunlock()
T1 return
---
T1 invoke wrlock()
T1 return
T1 invoke rdunlock()
T1 return
$ "$SOURCE"/tests/cli/check_verdicts rwlock.hist
1 ok
2 violation
3 violation
4 violation
5 violation
6 violation
7 violation
8 violation
? 1

= semaphore.hist
spec semaphore:n=1
T1 invoke wait()
T1 return
T1 invoke trywait()
T1 return false
T1 invoke post()
T1 return
T1 invoke trywait()
T1 return true
---
T1 invoke wait()
T1 return
T1 invoke wait()
T1 return
$ "$SOURCE"/tests/cli/check_verdicts semaphore.hist
1 ok
2 violation
? 1

= snzi.hist
spec snzi
T1 invoke query()
T1 return false
T1 invoke arrive()
T1 return
T2 invoke arrive()
T2 return
T1 invoke depart()
T1 return
T1 invoke query()
T1 return true
T2 invoke depart()
T2 return
T1 invoke query()
T1 return false
---
T1 invoke query()
T1 return true
---
T1 invoke arrive()
T1 return
T1 invoke query()
T1 return false
$ "$SOURCE"/tests/cli/check_verdicts snzi.hist
1 ok
2 violation
3 violation
? 1

# ---- other words for the same operations ----

= aliases.hist
spec q=queue
spec m=mutex
spec p=pqueue
spec s=set
spec n=semaphore:n=1
spec r=register
T1 invoke q.enqueue(1)
T1 return
T1 invoke q.dequeue()
T1 return 1
T1 invoke m.acquire()
T1 return
T1 invoke m.release()
T1 return
T1 invoke p.insert(1)
T1 return
T1 invoke s.insert(1)
T1 return true
T1 invoke n.acquire()
T1 return
T1 invoke n.release()
T1 return
---
T1 invoke q.enqueue(1)
T1 return
T1 invoke q.dequeue()
T1 return EMPTY
---
T1 invoke m.acquire()
T1 return
T1 invoke m.acquire()
T1 return
---
T1 invoke m.release()
T1 return
---
T1 invoke s.insert(1)
T1 return false
---
T1 invoke n.acquire()
T1 return
T1 invoke n.acquire()
T1 return
---
# an operation and its alias are one operation
T1 invoke q.enq(1)
T1 return
T1 invoke q.enqueue(2)
T1 return
T1 invoke q.deq()
T1 return 2
$ "$SOURCE"/tests/cli/check_verdicts aliases.hist
1 ok
2 violation
3 violation
4 violation
5 violation
6 violation
7 violation
? 1

# --fail-returns takes either name.
= alias-fail.hist
spec set
T1 invoke insert(1)
T1 fail
$ lince check -q alias-fail.hist; echo $?; lince check -q --fail-returns add alias-fail.hist; echo $?; lince check -q --fail-returns insert alias-fail.hist; echo $?
0
1
1
? 0

# ---- names, parameters, operations that are not there ----

$ for s in Queue queues queue: queue:capacity queue:capacity=1,capacity=2 queue:capacity=99999999999999999999 register:n=1 semaphore semaphore:n=-1 ''; do lince check --spec "$s" queue.hist > out 2> message; echo "$? $(grep -c '^lince: ' message) $s"; done
2 1 Queue
2 1 queues
2 1 queue:
2 1 queue:capacity
2 1 queue:capacity=1,capacity=2
2 1 queue:capacity=99999999999999999999
2 1 register:n=1
2 1 semaphore
2 1 semaphore:n=-1
2 1 
? 0

# An operation the specification does not have; the message names it and what there is.
$ printf 'T1 invoke push(1)\nT1 return\nT1 invoke swap()\n' | lince check --spec stack -
lince: {any}:3: {any}stack{any}swap{any}push, pop, peek{any}
? 2

# Each operation with one argument too few and one too many, and with a result too few and too many.
= arity
for o in $2; do
    name=${o%%/*}; rest=${o#*/}; args=${rest%%/*}; results=${rest#*/}
    for n in 0 1 2 3 4; do
        list=$(seq -s, $n)
        printf 'T1 invoke %s(%s)\n' $name "$list" | lince check -q --spec $1 - 2> message; status=$?
        [ $n = $args ] && expected=0 || expected=2
        [ $status = $expected ] || echo "$name with $n arguments: $status"
        [ $status = 0 ] || grep -q "^lince: .*:1: $name should take" message || cat message
    done
    list=$(seq -s, $args)
    for n in 0 1 2 3; do
        [ $results = 0 ] && [ "$(seq -s, $n)" = "$list" ] && continue
        printf 'T1 invoke %s(%s)\nT1 return %s\n' $name "$list" "$(seq -s, 8 $((7 + n)))" | lince check -q --spec $1 - 2> message; status=$?
        [ $n = $results ] && [ $status = 2 ] && echo "$name with $n results: $status"
        [ $n = $results ] || [ $status = 2 ] || echo "$name with $n results: $status"
        [ $status != 2 ] || grep -q "^lince: .*:2: $name should return" message || cat message
    done
done
$ sh arity cas-register 'read/0/1 write/1/0 cas/2/1'
? 0

$ sh arity counter 'inc/0/0 dec/0/0 add/1/0 get/0/1 fetch_add/1/1'
? 0

$ sh arity queue 'enq/1/0 deq/0/1 peek/0/1'
? 0

$ sh arity stack:capacity=3 'push/1/1 pop/0/1 peek/0/1'
? 0

$ sh arity deque 'push_front/1/0 push_back/1/0 pop_front/0/1 pop_back/0/1'
? 0

$ sh arity set 'add/1/1 remove/1/1 contains/1/1'
? 0

$ sh arity bag 'put/1/0 take/0/1'
? 0

$ sh arity map 'get/1/1 put/2/0 append/2/0 del/1/1 cas/3/1'
? 0

$ sh arity mutex 'lock/0/0 trylock/0/1 unlock/0/0'
? 0

$ sh arity rwlock 'rdlock/0/0 wrlock/0/0 rdunlock/0/0 wrunlock/0/0'
? 0

$ sh arity semaphore:n=1 'wait/0/0 trywait/0/1 post/0/0'
? 0

$ sh arity snzi 'arrive/0/0 depart/0/0 query/0/1'
? 0

# ---- a specification of one's own ----

$ cc -shared -fPIC -I "$SOURCE"/include -o tickets.so "$SOURCE"/examples/plugin/tickets.c && "$SOURCE"/tests/cli/check_verdicts --spec ./tickets.so:first=7 "$SOURCE"/examples/plugin/tickets.hist; head -7 "$SOURCE"/examples/plugin/tickets.hist | "$SOURCE"/tests/cli/check_verdicts --spec ./tickets.so:first=7 -
1 violation
1 ok
? 0

$ for s in ./tickets.so:first=x ./tickets.so:last=1 ./missing.so ./aliases.hist; do lince check --spec $s "$SOURCE"/examples/plugin/tickets.hist; done
lince: {any}x{any}
lince: {any}last{any}
lince: {any}missing.so{any}
lince: {any}aliases.hist{any}
? 2

# Objects whose operations wait for each other.
$ cp "$SOURCE"/examples/plugin/deals.hist "$SOURCE"/examples/plugin/places.hist .; for p in deals places; do cc -shared -fPIC -I "$SOURCE"/include -o $p.so "$SOURCE"/examples/plugin/$p.c; done; for c in sync two-step interval; do lince check --criterion $c --quiet --spec ./deals.so deals.hist; echo $?; lince check --criterion $c --quiet --spec ./places.so:n=2 places.hist; echo $?; done; lince check --spec ./deals.so deals.hist
1
1
1
1
1
1
deals.hist: violation — not synchronization linearizable as ./deals.so (6 operations, {time})
  number() by Ned returned 1, but no synchronizations so far allow that.
  It fails at the last of 12 events, in line 13: the return of Ned number() → 1.

  These 4 operations alone already conflict:

    Bob  ├─ buy(100) ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌⋯
    Ned  ├─ number() ╌╌╌╌╌╌╌╌╌╌⋯ ├─ number() → 1 ─┤
    Sue  ├─ sell(house) → 100 ─┤

  Ned  number() → 1  could have returned 2

  Synchronizations that work before that:
    1  Sue  sell(house) → 100
       Bob  buy(100) → house
       Ned  number() → 1
    2  Bob  sell(house) → 120
       Tom  buy(120) → house
       Ned  number() (not returned yet)
? 1

$ sed -i '$s/1/2/' deals.hist; sed -i '$s/2/1/' places.hist; for c in sync two-step; do lince check --criterion $c --witness --spec ./deals.so deals.hist; lince check --criterion $c --witness --spec ./places.so:n=2 places.hist; done
deals.hist: ok — synchronization linearizable as ./deals.so (6 operations, {time})
  1  Sue  sell(house) → 100
     Bob  buy(100) → house
     Ned  number() → 1
  2  Bob  sell(house) → 120
     Tom  buy(120) → house
     Ned  number() → 2
places.hist: ok — synchronization linearizable as ./places.so:n=2 (2 operations, {time})
  1  A  sync() → 2
     B  sync() → 1
deals.hist: ok — two-step linearizable as ./deals.so (6 operations, {time})
  1  Sue  sell(house) → 100
     Bob  buy(100) → house
     Ned  number() → 1
  2  Bob  sell(house) → 120
     Tom  buy(120) → house
     Ned  number() → 2
places.hist: ok — two-step linearizable as ./places.so:n=2 (2 operations, {time})
  1  B  sync() → 1
     A  sync() → 2
? 0

# Limits hold also where very many groups could meet at once.
= crowd.c
#include <lince/spec.h>
static void init(lince_step *s) { lince_emit(s, NULL, 0, NULL); }
static void next(lince_step *s) {
    if (s->count == 15) lince_emit(s, NULL, 0, NULL);
}
static const lince_method methods[] = {{.name = "sync", .args_min = 1, .args_max = 1}};
LINCE_API const lince_spec lince_plugin = {.abi = LINCE_SPEC_ABI, .name = "crowd", .methods = methods, .method_count = 1,
    .arity_min = 1, .arity_max = 256, .init = init, .next = next};
$ cc -shared -fPIC -I "$SOURCE"/include -o crowd.so crowd.c; python3 -c 'for i in range(60): print("T%d" % (i % 30), "invoke sync(%d)" % i if i < 30 else "return")' > crowd.hist; lince check --spec ./crowd.so --timeout 0.2 crowd.hist; lince check --spec ./crowd.so --max-memory 20M crowd.hist
crowd.hist: unknown — the time limit was reached ({number} operations, {time})
crowd.hist: unknown — the memory limit was reached (30 operations, {time})
? 3

# For one object among others.
= tickets.hist
spec queue
T1 invoke t.take()
T1 return 1
T1 invoke enq(1)
T1 return
$ "$SOURCE"/tests/cli/check_verdicts --spec t=./tickets.so tickets.hist; sed 's/return 1/return 2/' tickets.hist | "$SOURCE"/tests/cli/check_verdicts --spec t=./tickets.so -
1 ok
1 violation
? 1

# Objects that have specifications of their own: a name is told once.
= objects.hist
spec a=queue
spec b=stack
spec c=queue
T1 invoke a.enq(1)
T1 return
T1 invoke b.push(1)
T1 return
T1 invoke c.enq(1)
T1 return
$ lince check objects.hist | sed 's/, [^,]*)$/)/'; lince formula --json --check objects.hist 1 | cut -d, -f3,4
objects.hist: ok — linearizable as queue,stack (3 operations)
"spec":"queue,stack"
? 0

$ (seq -f 'spec o%.0f=queue' 100000; echo T1 invoke o1.enq\(1\)) > many.hist; lince check many.hist | sed 's/, [^,]*)$/)/'
many.hist: ok — linearizable as a queue (1 operation)
? 0

$ (seq -f 'spec o%.0f=queue' 100; echo spec o7=stack) | lince check -
lince: -:101: a second `spec` line for the same object (the first is line 7)
? 2
