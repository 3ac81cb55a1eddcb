# The page: every command that has something to show writes the same.
= q.hist
# enq is not atomic
spec queue
T1 invoke enq(1)   # "first" <b>
T1 return
T2 invoke enq("</script>")
T2 return
# n1 is cut off
T3 invoke deq()
T3 return "</script>"
---
T1 invoke enq(1)
T1 return
T1 invoke deq()
T1 crash
# the end
= map.hist
spec map
T1 invoke put(1, 2)
T2 invoke get(1)
T2 return 3
T1 return
= read.py
# page.py PAGE [MEMBER...]: what is in a page, a line a section; of sections and histories these members.
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") if sys.argv[1] != "-" else sys.stdin as file:
    text = file.read()
data = json.loads(re.search(r'type="application/json"[^>]*>(.*?)</script', text, re.S).group(1))
print(data["command"], "|", data["title"])
for s in data["sections"]:
    h = s["history"]
    print(" ", s["kind"], "|", s["title"], "|", s["result"] and s["result"]["verdict"], "|", s["headline"], "|", s["summary"])
    for name in sys.argv[2:]:
        for place in s, h or {}:
            if name in place:
                print("   ", name, json.dumps(place[name], ensure_ascii=False))
$ lince check -q --html page.html q.hist; echo $?; python3 read.py page.html notes culprits instead fails_at order state outcome annotations
1
lince check -q --html page.html q.hist | q.hist
  check | q.hist#1 | violation | not linearizable as a queue | 3 operations, {time}
    notes ["It fails at the last of 6 events, in line 9: the return of T3 deq() → \"</script>\"."]
    culprits [0, 1, 2]
    instead {"2": "1"}
    fails_at 5
    order [[0], [1]]
    state "[1, \"</script>\"]"
    outcome "rrr"
    annotations [{"at": 0, "thread": null, "text": "enq is not atomic"}, {"at": 0, "thread": 0, "text": "\"first\" <b>"}, {"at": 4, "thread": null, "text": "n1 is cut off"}]
  check | q.hist#2 | ok | linearizable as a queue | 2 operations, {time}
    notes []
    culprits []
    instead {}
    fails_at null
    order [[0]]
    state null
    outcome "rc"
    annotations [{"at": 4, "thread": null, "text": "the end"}]
? 0

# What was checked with what: keys, groups, places.
$ lince check -q --html page.html map.hist; python3 read.py page.html keys
lince check -q --html page.html map.hist | map.hist
  check | map.hist | violation | not linearizable as a map | 2 operations, {time}
    keys ["1", "1"]
? 0

= meet.hist
spec exchanger
T1 invoke exchange(1)
T2 invoke exchange(2)
T1 return 2
T2 return 1
= late.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke deq()
T1 return 2
$ lince check -q --html page.html meet.hist; python3 read.py page.html order; lince check -q -c quasi:1 --html page.html late.hist; python3 read.py page.html order moved
lince check -q --html page.html meet.hist | meet.hist
  check | meet.hist | ok | synchronization linearizable as an exchanger | 2 operations, {time}
    order [[0, 1]]
lince check -q -c quasi:1 --html page.html late.hist | late.hist
  check | late.hist | ok | quasi:1 linearizable as a queue | 3 operations, {time}
    order [[1], [0], [2]]
    moved {"0": 1, "1": -1}
? 0

# Several files, one of them not understood, one not there.
= bad.hist
T1 return 5
$ lince check -q --html page.html q.hist bad.hist no.hist; echo $?; python3 read.py page.html
lince: bad.hist:1: thread T1 returns, but has no open operation
lince: no.hist: cannot open: No such file or directory
2
lince check -q --html page.html q.hist bad.hist no.hist | q.hist and 2 more
  check | q.hist#1 | violation | not linearizable as a queue | 3 operations, {time}
  check | q.hist#2 | ok | linearizable as a queue | 2 operations, {time}
  check | bad.hist | None | line 1: thread T1 returns, but has no open operation | not checked
  check | no.hist | None | cannot open: No such file or directory | not checked
? 0

# On standard output there is the page and nothing else; but messages are.
$ lince check --html - map.hist > page.html; echo $?; python3 read.py page.html; lince check --html - --json map.hist; lince check --html - --junit - map.hist; lince check --html - bad.hist > page.html
1
lince check --html - map.hist | map.hist
  check | map.hist | violation | not linearizable as a map | 2 operations, {time}
lince: --html - and --json exclude each other
lince: --html - and --junit - exclude each other
lince: bad.hist:1: thread T1 returns, but has no open operation
? 2

# What cannot be written is said at once, and where that is known only later the verdict as well.
$ lince check --html no/such/page.html map.hist 2> /dev/null; lince check --html /dev/full map.hist 2> /dev/null | head -n 1; lince check -q --html no/such/page.html map.hist; echo $?; lince check -q --html /dev/full map.hist; echo $?; ls
map.hist: violation — not linearizable as a map (2 operations, {time})
lince: cannot write no/such/page.html: No such file or directory
2
lince: cannot write /dev/full: No space left on device
2
bad.hist
late.hist
map.hist
meet.hist
page.html
q.hist
read.py
? 0

# Limits: what is not known is on the page, too.
$ lince check -q --timeout 0.000001 --html page.html map.hist; echo $?; python3 read.py page.html
3
lince check -q --timeout 0.000001 --html page.html map.hist | map.hist
  check | map.hist | unknown | the time limit was reached | 0 operations, {time}
? 0

# show: the history alone; what a nemesis did, and when things happened.
= n.edn
[{:process :nemesis, :type :info, :f :start, :value {:n1 #{:n2 "x"}}, :time 3}
 {:process 0, :type :invoke, :f :write, :value 1, :time 10}
 {:process :nemesis, :type :info, :f :stop, :value nil}
 {:process 0, :type :ok, :f :write, :value 1, :time 99}
 {:process 1, :type :invoke, :f :read, :value nil}]
= n.log
INFO  jepsen.util - 0 :invoke :write 1
INFO  jepsen.util - :nemesis :info :start "Cut off {:n1 #{:n2}}"
INFO  jepsen.util - 0 :ok :write 1
= n.jsonl
{"process": "nemesis", "type": "info", "f": "kill", "value": ["n1", {"a": 1.5}]}
{"process": 0, "type": "invoke", "f": "write", "value": 5, "time": 5}
{"process": 0, "type": "ok", "f": "write", "value": 5, "time": 7.25}
= t.jsonl
{"process": 0, "f": "enq", "args": [5], "ret": [], "call": 12, "return": 40.5}
{"process": 1, "f": "deq", "args": [], "call": 52}
$ for f in n.edn n.log n.jsonl t.jsonl; do lince show --html page.html $f; python3 read.py page.html annotations call_time end_time; done; lince show --html - --history 2 q.hist | python3 read.py - annotations
lince show --html page.html n.edn | n.edn
  show | n.edn | None | None | 2 operations, 2 threads, 1 object, 1 pending
    annotations [{"at": 0, "thread": null, "text": "nemesis: start {:n1 #{:n2 \"x\"}}"}, {"at": 1, "thread": null, "text": "nemesis: stop"}]
    call_time [10, null]
    end_time [99, null]
lince show --html page.html n.log | n.log
  show | n.log | None | None | 1 operation, 1 thread, 1 object
    annotations [{"at": 1, "thread": null, "text": "nemesis: start \"Cut off {:n1 #{:n2}}\""}]
lince show --html page.html n.jsonl | n.jsonl
  show | n.jsonl | None | None | 1 operation, 1 thread, 1 object
    annotations [{"at": 0, "thread": null, "text": "nemesis: kill [\"n1\",{\"a\":1.5}]"}]
    call_time [5]
    end_time [7.25]
lince show --html page.html t.jsonl | t.jsonl
  show | t.jsonl | None | None | 2 operations, 2 threads, 1 object, 1 pending
    call_time [12, 52]
    end_time [40.5, null]
lince show --html - --history 2 q.hist | q.hist
  show | q.hist#2 | None | None | 2 operations, 1 thread, 1 object, 1 crashed
    annotations [{"at": 4, "thread": null, "text": "the end"}]
? 0

$ lince show --html a --svg b q.hist; lince show --html a --format hist q.hist; lince show --html no/such/page.html q.hist
lince: --html and --svg exclude each other
lince: --html and --format exclude each other
lince: cannot write no/such/page.html: No such file or directory
? 2

# Remarks below a drawing, in the terminal and in SVG; many are only counted.
$ lince show q.hist; lince show n.edn; lince show --svg - --history 1 q.hist | grep -o 'remark".*'; (for i in 1 2 3 4 5 6 7 8 9; do echo "T1 invoke f() # $i"; echo T1 return; done) | lince show - | tail -n 2
q.hist#1: 3 operations, 3 threads, 1 object

T1  ├─ enq(1) ─┤
T2               ├─ enq("</script>") ─┤
T3                                      ├─ deq() → "</script>" ─┤

# at the beginning: enq is not atomic
# the call of T1 enq(1): "first" <b>
# before the call of T3 deq(): n1 is cut off

q.hist#2: 2 operations, 1 thread, 1 object, 1 crashed

T1  ├─ enq(1) ─┤ ├─ deq() ─×

× crashed: may or may not have happened

# at the end: the end
n.edn: 2 operations, 2 threads, 1 object, 1 pending

0  ├─ write(1) ─┤
1                 ├─ read() ╌╌⋯

⋯ never returned

# at the beginning: nemesis: start {:n1 #{:n2 "x"}}
# before the return of 0 write(1): nemesis: stop
remark" x="44" y="142" xml:space="preserve">at the beginning: enq is not atomic</text>
remark" x="44" y="163" xml:space="preserve">the call of T1 enq(1): &quot;first&quot; &lt;b&gt;</text>
remark" x="44" y="184" xml:space="preserve">before the call of T3 deq(): n1 is cut off</text>

9 remarks in the file; --html shows them
? 0

# Verdicts do not depend on whether a page is wanted, and remarks are on nobody's budget.
$ (echo spec queue; for i in 1 2 3; do echo "# `head -c 100000 /dev/zero | tr '\0' x`"; done; echo 'T1 invoke enq(1)'; echo T1 return) > long.hist; lince check --max-memory 100K long.hist; lince check --max-memory 100K --html page.html long.hist; python3 read.py page.html notes
long.hist: ok — linearizable as a queue (1 operation, {time})
long.hist: ok — linearizable as a queue (1 operation, {time})
lince check --max-memory 100K --html page.html long.hist | long.hist
  check | long.hist | ok | linearizable as a queue | 1 operation, {time}
    notes ["Not all remarks and times of the file are here: there are too many."]
? 0

# monitor: each violation, then all together.
= m.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke deq()
T1 return 2
gap
T1 invoke deq()
T1 return EMPTY
$ lince monitor -q --once --html page.html m.hist; echo $?; python3 read.py page.html notes culprits reason; lince monitor -q --keep-going --once --html page.html m.hist; python3 read.py page.html notes; grep -v gap q.hist | head -n 5 | lince monitor --html - - | python3 read.py -; lince monitor --once --html /dev/full m.hist 2> /dev/null | head -n 1; lince monitor -q --once --html no/such/page.html m.hist; echo $?
1
lince monitor -q --once --html page.html m.hist | m.hist
  monitor | m.hist:7 | violation | not linearizable as a queue | 3 operations
    notes ["It fails at the last of 6 events: the return of T1 deq() → 2."]
    culprits [0, 1, 2]
    reason "not first in, first out: enq(1) by T1 returned before enq(2) by T1 was called, yet deq() → 2 by T1 returned while the former was still inside."
lince monitor -q --keep-going --once --html page.html m.hist | m.hist
  monitor | m.hist:7 | violation | not linearizable as a queue | 3 operations
    notes ["It fails at the last of 6 events: the return of T1 deq() → 2."]
  monitor | m.hist | violation | 1 violation | 3 operations checked exactly, 1 not at all, 1 gap, {time}
    notes ["m.hist:8: gap: the stream marks missing events here"]
lince monitor --html - - | standard input
  monitor | - | ok | linearizable as a queue | 2 operations, {time}
m.hist:7: violation — not linearizable as a queue (3 operations)
lince: cannot write no/such/page.html: No such file or directory
2
? 0

$ lince monitor --once --html page.html no.hist; echo $?; python3 read.py page.html; lince monitor --dump - --html - m.hist
lince: no.hist: cannot open: No such file or directory
2
lince monitor --once --html page.html no.hist | no.hist
  monitor | no.hist | None | it could not be followed to its end | no verdict
lince: --dump - and --html - exclude each other
? 2

# model: steps and, where there are calls and returns, the history they belong to.
= lock.lin
var held = 0;
var inside = 0;
User(i) = [held == 0] look.i -> take.i{held = 1; inside = inside + 1;} -> leave.i{inside = inside - 1; held = 0;} -> User(i);
Users() = |||i:{0..1}@User(i);
#define both (inside > 1);
#assert Users() |= []!both; // expect: violation
#assert Users() |= []<>look.1;
#assert Users() deadlockfree;
$ lince model -q --html page.html lock.lin; echo $?; python3 read.py page.html reason notes model_start model_steps loop; lince model -q --expect -a 1 --html - lock.lin | python3 read.py - notes
1
lince model -q --html page.html lock.lin | lock.lin
  model | Users() |= []!both | violation | it does not hold of every run | {any} transitions, {time}; line 6
    reason "With any continuation, the formula does not hold."
    notes []
    model_start [["held", "0"], ["inside", "0"]]
    model_steps [{"process": "User(0)", "event": "look.0", "changes": [], "hidden": false, "op": null}, {"process": "User(1)", "event": "look.1", "changes": [], "hidden": false, "op": null}, {"process": "User(0)", "event": "take.0", "changes": [["held", "1"], ["inside", "1"]], "hidden": false, "op": null}, {"process": "User(1)", "event": "take.1", "changes": [["inside", "2"]], "hidden": false, "op": null}]
    loop null
  model | Users() |= []<>look.1 | violation | it does not hold of every run | {any} transitions, {time}; line 7
    reason "A run that repeats this loop forever violates the formula."
    notes []
    model_start [["held", "0"], ["inside", "0"]]
    model_steps [{"process": "User(0)", "event": "look.0", "changes": [], "hidden": false, "op": null}, {"process": "User(0)", "event": "take.0", "changes": [["held", "1"], ["inside", "1"]], "hidden": false, "op": null}, {"process": "User(0)", "event": "leave.0", "changes": [["held", "0"], ["inside", "0"]], "hidden": false, "op": null}]
    loop 0
  model | Users() deadlockfree | ok | no deadlock | {any} transitions, {time}; line 8
    reason null
    notes []
    model_start null
    model_steps null
    loop null
lince model -q --expect -a 1 --html - lock.lin | lock.lin
  model | Users() |= []!both | violation | it does not hold of every run | {any} transitions, {time}; line 6
    notes ["as expected"]
? 0

$ lince model -q --html page.html -a 1 $SOURCE/examples/models/stack_wrong.lin; python3 read.py page.html reason notes culprits thread model_steps | sed "s,$SOURCE/,,g"; lince model --html - --json lock.lin; lince model --html a --dot b lock.lin
lince model -q --html page.html -a 1 examples/models/stack_wrong.lin | examples/models/stack_wrong.lin
  model | Stack() linearizes Height | violation | not linearizable as Height | {any} transitions, {time}; line 29
    reason "push() by P0 returned 1, but no order of the operations so far allows anything but 2."
    notes ["The specification allows only the return push_res.0.2 here.", "It fails at the last of 4 events: the return of P0 push() → 1."]
    culprits [0, 1]
    thread [0, 1]
    model_steps [{"process": "Process(0)", "event": "push_inv.0", "changes": [], "hidden": false, "op": 0}, {"process": "Process(0)", "event": "read_top.0", "changes": [], "hidden": true, "op": 0}, {"process": "Process(1)", "event": "push_inv.1", "changes": [], "hidden": false, "op": 1}, {"process": "Process(1)", "event": "read_top.1", "changes": [], "hidden": true, "op": 1}, {"process": "Process(1)", "event": "push_lin.1.1", "changes": [["H", "1"], ["seen[1]", "1"]], "hidden": true, "op": 1}, {"process": "Process(1)", "event": "push_res.1.1", "changes": [], "hidden": false, "op": 1}, {"process": "Process(0)", "event": "push_lin.0.1", "changes": [["seen[0]", "1"]], "hidden": true, "op": 0}, {"process": "Process(0)", "event": "push_res.0.1", "changes": [], "hidden": false, "op": 0}]
lince: --html - and --json exclude each other
lince: --simulate and --dot give no verdicts to report
? 2

# Steps that are points, and are seen, belong to operations as others do.
$ lince model -q --html page.html -a 2 $SOURCE/examples/models/stack_points_wrong.lin; python3 read.py page.html model_steps | grep -oE '"event": "[^"]*"|"op": [0-9a-z]+' | paste -d ' ' - -
"event": "push_inv.0" "op": 0
"event": "read_top.0" "op": 0
"event": "push_lin.0.1" "op": 0
"event": "push_res.0.1" "op": 0
"event": "pop_inv.1" "op": 1
"event": "pop_inv.0" "op": 2
"event": "pop_reads.0.1" "op": 2
"event": "pop_reads.1.1" "op": 1
? 0

# test: steps with what they do to memory, the operations they belong to, and the source around them.
= s.c
#include <lince/test.h>
#include <stdatomic.h>

static _Atomic long n;

static long fetch_add(long by) {
    long seen = atomic_load(&n);
    atomic_store(&n, seen + by);
    return seen;
}
static void once(void) { fetch_add(1); }

LINCE_TEST(counter) {
    lince_test_spec("counter");
    lince_test_op("fetch_add", fetch_add, lince_range(1, 1));
    lince_test_scenario("fetch_add(1) | fetch_add(1)");
}
LINCE_TEST(nothing) { lince_test_thread(once); }
= r.c
#include <lince/test.h>
static long shared;
static void one(void) { shared++; }
LINCE_TEST(race) { lince_test_thread(one); lince_test_thread(one); }
= d.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void ab(void) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); }
static void ba(void) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); }
LINCE_TEST(dead) { lince_test_thread(ab); lince_test_thread(ba); }
= steps.py
# The steps of the first section that has some.
import json
import re

with open("page.html", encoding="utf-8") as file:
    data = json.loads(re.search(r'type="application/json"[^>]*>(.*?)</script', file.read(), re.S).group(1))
s = next(s for s in data["sections"] if s["steps"])
for step in s["steps"]:
    where = s["sources"].get(step.get("file"))
    print("T%d" % step["thread"], step["text"], step["cells"], step["op"],
          where and where["lines"][step["line"] - where["first"]].strip())
$ lince test -q --html page.html s.c; echo $?; python3 read.py page.html reason notes culprits outcome; python3 steps.py
1
lince test -q --html page.html s.c | s.c
  test | s.c: counter | violation | not linearizable as a counter | {any} histories, {time}
    reason "a lost update: fetch_add(1) → 0 by T1 and fetch_add(1) → 0 by T2 found the same value, so one increment was lost."
    notes ["Scenario: fetch_add(1) | fetch_add(1)", "It fails at the last of 4 events: the return of T1 fetch_add(1) → 0.", "To see it again: lince test --replay {word} s.c"]
    culprits [0, 1]
    outcome "rr"
  test | s.c: nothing | ok | no failure | {any} histories, all interleavings, {time}
    reason null
    notes []
T1 fetch_add(1) [] 0 None
T1 load n = 0 [['n', '0', '0']] 0 long seen = atomic_load(&n);
T2 fetch_add(1) [] 1 None
T2 load n = 0 [['n', '0', '0']] 1 long seen = atomic_load(&n);
T2 store n: 0 → 1 [['n', '0', '1']] 1 atomic_store(&n, seen + by);
T2 fetch_add(1) → 0 [] 1 None
T2 the thread ends [] None None
T1 store n: 1 → 1 [['n', '1', '1']] 0 atomic_store(&n, seen + by);
T1 fetch_add(1) → 0 [] 0 None
T1 the thread ends [] None None
? 0

$ lince test -q --html page.html r.c; python3 read.py page.html reason notes; python3 steps.py; lince test -q --html page.html d.c; python3 read.py page.html reason notes; python3 steps.py
lince test -q --html page.html r.c | r.c
  test | r.c: race | violation | data race: T2 reads what T1 wrote, and nothing orders the two | {any} histories, {time}
    reason "data race: T2 reads what T1 wrote, and nothing orders the two."
    notes ["Scenario: threads", "  T1: write shared (8 bytes, not atomic)\n    r.c:3                 one\n  T2: read shared (8 bytes, not atomic)\n    r.c:3                 one", "To see it again: lince test --replay {word} r.c"]
T1 write shared (8 bytes) [] None static void one(void) { shared++; }
T1 the thread ends [] None None
T2 read shared (8 bytes) [] None static void one(void) { shared++; }
T2 data race: T2 reads what T1 wrote, and nothing orders the two [] None static void one(void) { shared++; }
lince test -q --html page.html d.c | d.c
  test | d.c: dead | violation | a deadlock: no thread can go on: T1 waits for a mutex that T2 has, T2 waits for a mutex that T1 has | {any} histories, {time}
    reason "no thread can go on: T1 waits for a mutex that T2 has, T2 waits for a mutex that T1 has."
    notes ["Scenario: threads", "  T1 waits for the mutex b, which T2 took at d.c:5:\n      at d.c:4 in ab\n  T2 waits for the mutex a, which T1 took at d.c:4:\n      at d.c:5 in ba\n  They wait in a circle: T1 for T2, T2 for T1.", "To see it again: lince test --replay {word} d.c"]
T1 pthread_mutex_lock(a) [] None static void ab(void) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); }
T2 pthread_mutex_lock(b) [] None static void ba(void) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); }
? 0

# A trace that was written down, replayed; what does not compile; what does not go together.
= wrong.c
int x = ;
$ lince test -q --trace s.trace s.c; lince test --replay s.trace --html - s.c | python3 read.py - fails_at; lince test --html page.html wrong.c > /dev/null 2>&1; echo $?; python3 read.py page.html; lince test --html a --list s.c; lince test --html - --json s.c
lince test --replay s.trace --html - s.c | s.c
  test | s.c: counter | violation | not linearizable as a counter | {any} history, {time}
    fails_at 3
2
lince test --html page.html wrong.c | wrong.c
  test | wrong.c | None | the compiler refuses this: see above | not tested
lince: --html and --list exclude each other
lince: --html - and --json exclude each other
? 2
