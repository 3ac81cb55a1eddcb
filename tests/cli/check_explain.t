# --explain: the operations that conflict, in a file of their own that is a violation, too.
= wrong.hist
spec queue
T1 invoke enq(1)
T1 return
T3 invoke enq(3)
T1 invoke enq(2)
T1 return
T3 return
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return EMPTY
$ lince check -q --explain why.hist wrong.hist; echo $?; cat why.hist; lince check -q why.hist
1
# A violation; to see it again: lince check why.hist
# From wrong.hist.
# {any}.
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T2 invoke deq()
T2 return 2
? 1

# Nothing is violated: nothing is written, and what is there stays.
= right.hist
spec queue
T1 invoke enq(1)
T1 return
$ rm why.hist; lince check -q --explain why.hist right.hist; ls why.hist 2>&1 | grep -c 'No such'; echo old > old.hist; lince check -q --explain old.hist right.hist; cat old.hist
1
old
? 0

# Several violations are several histories, in the order of the files; an old file is replaced.
= three.hist
spec register
T1 invoke read()
T1 return 1
---
T1 invoke read()
T1 return nil
---
spec counter
a invoke get()
a return 7
$ lince check -q --explain old.hist wrong.hist right.hist three.hist; echo $?; sed 1d old.hist; lince check --json old.hist | grep -o '"verdict":"[a-z]*"'
1
# From wrong.hist.
# {any}.
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T2 invoke deq()
T2 return 2
---
# From three.hist, history 1.
# {any}.
spec register
T1 invoke read()
T1 return 1
---
# From three.hist, history 3.
# {any}.
spec counter
a invoke get()
a return 7
"verdict":"violation"
"verdict":"violation"
"verdict":"violation"
? 0

# Whatever else is printed, it is written; `-` is standard output.
$ rm old.hist; lince check --json --explain old.hist wrong.hist > /dev/null; lince check --explain - wrong.hist | tail -n 6 > shown; tail -n 6 old.hist | cmp - shown
? 0

# What the verdict depends on besides the file is in the command.
= init.hist
T1 invoke read()
T1 return ""
$ lince check -q --spec register --init '"a b"' --explain why.hist init.hist; head -n 1 why.hist; lince check -q --init '"a b"' why.hist
# A violation; to see it again: lince check --init '"a b"' why.hist
? 1

= sequential.hist
spec register
T1 invoke write(1)
T1 return
T1 invoke read()
T1 return nil
$ lince check -q --criterion sequential --explain "it's why.hist" sequential.hist; head -n 1 it*why.hist; lince check -q --criterion sequential it*why.hist
# A violation; to see it again: lince check --criterion sequential 'it'\''s why.hist'
? 1

$ cp "$LINCE_BUILD/examples/plugin/tickets.so" .; lince check -q --spec ./tickets.so --explain why.hist "$SOURCE/examples/plugin/tickets.hist"; sed 2d why.hist; lince check -q --spec ./tickets.so why.hist
# A violation; to see it again: lince check --spec ./tickets.so why.hist
# take() by A returned 7, but no order of the operations so far allows anything but 1 or 2.
A invoke take()
A return 7
? 1

# Objects with specifications of their own, each with its parameters.
= objects.hist
spec a=queue:capacity=1
spec b=register
spec c=semaphore:n=1
T1 invoke a.enq(1)
T1 return true
T1 invoke b.write(1)
T1 return
T2 invoke a.enq(2)
T2 return true
T2 invoke b.read()
T2 return nil
T2 invoke c.wait()
T2 return
$ lince check -q --explain why.hist objects.hist; sed 1d why.hist; lince check -q why.hist
# From objects.hist.
# {any}.
spec queue:capacity=1
T1 invoke a.enq(1)
T1 return true
T2 invoke a.enq(2)
T2 return true
? 1

$ lince check -q --criterion sequential --explain why.hist objects.hist; sed 1d why.hist; lince check -q --criterion sequential why.hist
# From objects.hist.
# no order of all operations respects every thread's own order and the specification.
spec a=queue:capacity=1
spec c=semaphore:n=1
T1 invoke a.enq(1)
T1 return true
T2 invoke a.enq(2)
T2 return true
T2 invoke c.wait()
? 1

# Names that a `spec` line cannot have become others.
= objects.jsonl
{"process": "T", "f": "enq", "args": [1], "ret": [true], "call": 0, "return": 1, "object": "a"}
{"process": "T", "f": "write", "args": [1], "ret": [], "call": 2, "return": 3, "object": "c:d"}
{"process": "T", "f": "read", "args": [], "ret": [2], "call": 4, "return": 5, "object": "c:d"}
$ lince check -q --criterion sequential --spec a=queue:capacity=1 --spec register --explain why.hist objects.jsonl; sed 1d why.hist; lince check -q --criterion sequential why.hist
# From objects.jsonl.
# no order of all operations respects every thread's own order and the specification.
# The object c:d is called object-1 here.
spec a=queue:capacity=1
spec object-1=register
T invoke a.enq(1)
T crash
T invoke object-1.read()
T return 2
? 1

# Jepsen's failed compare-and-set ran, and its result is not mistaken for an echo of the arguments.
= failed.log
INFO  jepsen.util - 0	:invoke	:write	true
INFO  jepsen.util - 0	:ok	:write	true
INFO  jepsen.util - 1	:invoke	:cas	[true false]
INFO  jepsen.util - 1	:fail	:cas	[true false]
$ lince check -q --spec cas-register --explain why.hist failed.log; sed 1d why.hist; lince check -q why.hist
# From failed.log.
# {any}.
spec cas-register
style jepsen-log
0 invoke write(true)
0 return true
1 invoke cas([true, false])
1 fail
? 1

$ sed 's/.* - \([01]\)\t:\([a-z]*\)\t:\([a-z]*\)\t\(.*\)/{:process \1, :type :\2, :f :\3, :value \4}/' failed.log > failed.edn; lince check -q --spec cas-register --fail-returns cas --explain why.hist failed.edn; head -n 1 why.hist; lince check -q --fail-returns cas why.hist
# A violation; to see it again: lince check --fail-returns cas why.hist
? 1

# In plain histories it is written as what it is.
= failed.hist
spec cas-register
T1 invoke cas(nil, 1)
T1 fail
$ lince check -q --fail-returns cas --explain why.hist failed.hist; sed 1d why.hist; lince check -q why.hist
# From failed.hist.
# {any}.
spec cas-register
T1 invoke cas(nil, 1)
T1 return false
? 1

# Names and values that a .hist file cannot have, and strings of JSON that stand for symbols.
= names.jsonl
{"process": "the first", "type": "invoke", "f": "enq", "value": "EMPTY"}
{"process": "the first", "type": "ok", "f": "enq", "value": "EMPTY"}
{"process": "thread-1", "type": "invoke", "f": "enq", "value": "a \"b\"\n"}
{"process": "thread-1", "type": "ok", "f": "enq"}
{"process": "the first", "type": "invoke", "f": "deq"}
{"process": "the first", "type": "ok", "f": "deq", "value": "EMPTY"}
$ lince check -q --spec queue --explain why.hist names.jsonl; sed 1d why.hist; lince check -q why.hist
# From names.jsonl.
# {any}.
# The thread the first is called thread-1_ here.
spec queue
style jepsen
thread-1_ invoke enq("EMPTY")
thread-1_ return "EMPTY"
thread-1_ invoke deq()
thread-1_ return EMPTY
? 1

# A string that spells a special result but repeats the argument stays what it is.
= echo.jsonl
{"process": 0, "type": "invoke", "f": "add", "value": "false"}
{"process": 0, "type": "ok", "f": "add", "value": "false"}
{"process": 0, "type": "invoke", "f": "contains", "value": "false"}
{"process": 0, "type": "ok", "f": "contains", "value": false}
$ lince check -q --spec set --explain why.hist echo.jsonl; sed 1,2d why.hist; lince check -q why.hist
# {any}.
spec set
style jepsen
0 invoke add("false")
0 return "false"
0 invoke contains("false")
0 return false
? 1

= names.edn
{:process "a b", :type :invoke, :f :write, :value :12}
{:process "a b", :type :ok, :f :write, :value :12}
{:process 1, :type :invoke, :f :read}
{:process 1, :type :ok, :f :read, :value 12}
$ lince check -q --spec register --explain why.hist names.edn; sed 1d why.hist; lince check -q why.hist
# From names.edn.
# {any}.
spec register
style jepsen
1 invoke read()
1 return 12
? 1

$ sed 's/:value \(.*\)}/:value [["k l" 1] \1]}/; s/read}/read, :value [["k l" 1] nil]}/' names.edn > keys.edn; lince check -q --spec register --independent --explain why.hist keys.edn; sed 1d why.hist; lince check -q why.hist
# From keys.edn.
# {any}.
# The object ["k l", 1] is called object-1 here.
spec register
style jepsen
1 invoke object-1.read(nil)
1 return 12
? 1

# Operations of a process that touch in one instant: the return of the first comes before the call of the second, and
# what overlapped with it otherwise still does.
= ties.jsonl
{"process": 0, "f": "add", "args": [1], "ret": [], "call": 0, "return": 5}
{"process": 0, "f": "get", "args": [], "ret": [0], "call": 5, "return": 8}
{"process": 1, "f": "add", "args": [2], "ret": [], "call": 5, "return": 7}
$ lince check -q --spec counter --explain why.hist ties.jsonl; sed 1d why.hist; lince check -q why.hist
# From ties.jsonl.
# get() by 0 returned 0, but no order of the operations so far allows anything but 1 or 3.
spec counter
0 invoke add(1)
0 return
0 invoke get()
0 return 0
? 1

# What cannot be written is said.
$ lince check -q --explain nowhere/why.hist wrong.hist
lince: cannot write nowhere/why.hist: No such file or directory
? 2

$ lince check -q --explain why.hist --no-explanation wrong.hist
lince: --explain and --no-explanation exclude each other
? 2

# What could have been returned goes by all that happened, where that is not much; else by what is drawn.
$ { echo spec queue; for i in $(seq 3); do printf 'A invoke enq(%d)\nA return\n' $i; done; printf 'A invoke deq()\nA return 3\n'; } > short.hist; lince check short.hist | sed -n '/could/p;/picture/p'
  A  deq() → 3  could have returned 1
? 0
$ { echo spec queue; for i in $(seq 120); do printf 'A invoke enq(%d)\nA return\n' $i; done; printf 'A invoke deq()\nA return 3\n'; } > long.hist; lince check long.hist | sed -n '/could/p;/picture/p'
  As far as this picture goes:
  A  deq() → 3  could have returned 1
? 0

# Of values that are very large only both ends are shown, in states and reasons, too.
$ { printf 'spec register\nT1 invoke write("'; yes 0123456789 | head -200000 | tr -d '\n'; printf '")\nT1 return\nT2 invoke read()\nT2 return "'; yes abcdefghij | head -200000 | tr -d '\n'; printf '"\n'; } > large.hist; lince check large.hist > said; echo "$? $(wc -c < large.hist) $(test $(wc -c < said) -lt 4000 && echo short)"; grep -c '"01234.*…' said; grep -o '"abcde.*hij"  could have returned' said
1 4000074 short
2
"abcdefghij…cdefghijabcdefghij"  could have returned
? 0

# Of a register with cas, values that have nothing to do with it are left out, with all that replaced them.
= stale.hist
spec cas-register
A invoke write(7)
A return
B invoke write(1)
B crash
C invoke write(2)
C crash
D invoke cas(1, 2)
D crash
E invoke cas(2, 3)
E crash
F invoke cas(2, 1)
F return false
G invoke write(8)
G return
H invoke write(3)
H crash
H invoke cas(7, 1)
H crash
G invoke read()
G return 7
$ lince check --json stale.hist | grep -o '"conflict":.*"deepest"' | grep -o '"f":"[a-z]*","args":[^]]*\]'
"f":"write","args":[7]
"f":"write","args":[8]
"f":"read","args":[]
? 0

# What an object holds at first may have blanks, and all else that values can have: what is written is read as the same.
= seven.hist
T1 invoke read()
T1 return 7
$ for v in '"a b"' '[1, [2, "x ] y"]]' '"a # b/c"' '"a \" b"' '"a=b:c d"'; do rm -f why.hist; lince check -q --spec "register:init=$v" --explain why.hist seven.hist; echo $?; sed -n 's/^spec //p' why.hist; lince check -q why.hist; echo $?; sed "s/return 7/return $(printf %s "$v" | sed 's/[\\/&]/\\&/g')/" why.hist | lince check -q - && echo same; done
1
register:init="a b"
1
same
1
register:init=[1, [2, "x ] y"]]
1
same
1
register:init="a # b/c"
1
same
1
register:init="a \" b"
1
same
1
register:init="a=b:c d"
1
same
? 0

# Behind it there may be a comment, and nothing else; only what is built in can be named.
$ printf 'spec a=register:init="a b"  # two words\nT1 invoke a.read()\nT1 return "a b"\n' | lince check -q - && echo ok; for s in 'register:init="a b" c' 'register:init="a b' 'register:init=[1 2' 'queue:capacity=2 3' 'x.lin#Q:init="a b"' './x.so:init="a b"'; do echo "spec $s" | lince check --allow-empty -; done
ok
lince: -:1: nothing can follow a specification, found `c`
lince: -:1: parameter init of register: a string without its closing quote
lince: -:1: parameter init of register: expected `,` or `]` in a list, found `2`
lince: -:1: nothing can follow a specification, found `3`
lince: -:1: a history can name built-in specifications only: name x.lin#Q:init="a b" with --spec
lince: -:1: a history cannot bring a plug-in along: name ./x.so:init="a b" with --spec, if you trust it
? 2

# Of long values in the reason both ends are said, each on its own, so that the sentence around them stays whole.
$ big() { yes "$1" | head -n 300 | tr -d '\n'; }; printf 'spec queue\nA invoke enq("%s")\nA return\nA invoke enq("%s")\nA return\nA invoke deq()\nA return "%s"\n' "$(big abcdef)" "$(big é)" "$(big é)" > long.hist; lince check --width 1000 long.hist | sed -n 2p; lince check --json long.hist | grep -o '"reason":"[^"]*\\"[a-f]*…[a-f]*\\") by A' | wc -c
  not first in, first out: enq("abcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefa…cdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdef") by A returned before enq("ééééééééééééééééééééééééééé…ééééééééééééééééééééééééééééé") by A was called, yet deq() → "ééééééééééééééééééééééééééééé…éééééééééééééééééééééééééééééé" by A returned while the former was still inside.
141
? 0

# An operation that is wrong by itself could have returned many things if nothing else had happened: nothing is said.
$ { echo spec register; for i in $(seq 110); do printf 'A invoke write(1)\nA return\n'; done; printf 'A invoke read()\nA return 777\n'; } > nowhere.hist; lince check nowhere.hist | sed -n '/alone/p;/could/p;/picture/p'
  This operation alone is wrong:
? 0

# Of a key that was added and removed again only the last operation is shown, and what is said holds with the others, too.
$ printf 'spec set\nA invoke add(2)\nA return true\nB invoke remove(2)\nB return true\nA invoke contains(2)\nA return true\n' | lince check - | sed -n 2,3p
  key 2: found while absent: contains(2) → true by A returned although 2 was
  absent: no addition can have happened by then that was not undone.
? 0

# One story: it fails at the first deq, so that is in the conflict, and nothing after it. The other deq is open then: what
# it returns later is not known yet.
= story.hist
spec queue
A invoke enq(1)
A return
A invoke enq(2)
A return
A invoke enq(3)
A return
C invoke deq()
B invoke deq()
B return 3
B invoke deq()
B return 2
B invoke deq()
B return 1
C return EMPTY

$ lince check --explain why.hist story.hist; lince check why.hist | sed -n 's/.*\(It fails.*\)/\1/p'
story.hist: violation — not linearizable as a queue (7 operations, {time})
  not first in, first out: enq(1) by A returned before enq(3) by A was called,
  yet deq() → 3 by B returned while the former was still inside, which
  operations that did not return cannot have changed.
  It fails after 9 of 14 events, in line 10: the return of B deq() → 3.

  These 5 operations alone already conflict:

    A  ├─ enq(1) ─┤ ├─ enq(2) ─┤ ├─ enq(3) ─┤
    B                                         ├─ deq() → 3 ─┤
    C                                         ├─ deq() ╌╌╌╌╌╌⋯

  B  deq() → 3  could have returned 1 or 2

  A longest order that works before that:
    1  A  enq(1)
    2  A  enq(2)
    3  A  enq(3)
  It leaves the state [1, 2, 3].
It fails at the last of 9 events, in line 13: the return of B deq() → 3.
? 0

$ lince check --json story.hist | grep -o '"ret":[^,]*,"call":6,"return":[^,]*,"line":8,"pending":[a-z]*'
"ret":null,"call":6,"return":null,"line":8,"pending":true
? 0

# An operation that fails at last belongs to it: until then it explained the others.
= failed-last.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T2 return 1
T3 invoke enq(2)
T3 return
T1 fail
T3 invoke deq()
T3 return 2

$ lince check --explain why.hist failed-last.hist; sed 1,3d why.hist; lince check why.hist | sed -n 's/.*\(It fails.*\)/\1/p'
failed-last.hist: violation — not linearizable as a queue (3 operations, {time})
  removed but never added: deq() → 1 by T2 removed a value that was never added;
  enq(1) by T1 could have explained it, but failed.
  It fails after 6 of 8 events, in line 7: the failure of T1 enq(1).

  These 2 operations alone already conflict:

    T1  ├─ enq(1) ────✗
    T2  ├─ deq() → 1 ─┤

  T2  deq() → 1  could have returned EMPTY

  A longest order that works before that:
    1  T1  enq(1) (not returned yet)
    2  T2  deq() → 1
    3  T3  enq(2)
  It leaves the state [2].
spec queue
T1 invoke enq(1)
T2 invoke deq()
T2 return 1
T1 fail
It fails at the last of 4 events, in line 8: the failure of T1 enq(1).
? 0

$ lince check --json failed-last.hist | grep -o '"line":2,"pending":[a-z]*,"failed":[a-z]*'
"line":2,"pending":false,"failed":true
? 0

# A counter: what the sentence claims is true of the history, however little of it is shown.
$ { echo spec counter; for i in $(seq 30); do printf 'A invoke inc()\nA return\n'; done; printf 'B invoke get()\nB return 40\n'; } > many.hist; lince check --width 200 many.hist | sed -n '2p;/alone/p'
  counted too many: get() → 40 by B, but fewer than 40 increments can have happened by then.
  This operation alone is wrong:
? 0

$ { echo spec counter; for i in $(seq 1200); do printf 'A invoke inc()\nA return\n'; done; printf 'A invoke get()\nA return 1200\nB invoke get()\nB return 1160\n'; } > few.hist; lince check --width 200 few.hist | sed -n '2p;/alone/p'
  going back: get() → 1200 by A returned before get() → 1160 by B was called, but there are only increments.
  These 2 operations alone already conflict:
? 0
