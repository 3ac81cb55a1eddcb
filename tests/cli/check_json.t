# The verdict as JSON: the fields that programs may rely on, and their types.

= shape.py
import json
import sys

OPTIONAL = object()


def is_count(x):
    return type(x) is int and x >= 0


def is_seconds(x):
    return type(x) in (int, float) and x >= 0


def is_operation(o):
    """The shape of an operation in JSON lines: it can be read again."""
    return (type(o["process"]) is str and type(o["f"]) is str and type(o["args"]) is list
            and (o["ret"] is None or type(o["ret"]) is list) and is_count(o["call"])
            and (o["return"] is None or o["return"] > o["call"]))


def check(v):
    assert type(v["file"]) is str and type(v["spec"]) is str and type(v["algorithm"]) is str
    assert is_count(v["history"]) and v["history"] >= 1
    assert v["criterion"] in ("linearizable", "sequential")
    assert v["verdict"] in ("ok", "violation", "unknown")
    assert is_count(v["operations"]) and is_count(v["memory_bytes"]) and is_seconds(v["seconds"])
    assert v["witness"] is None or (type(v["witness"]) is list and all(map(is_operation, v["witness"])))
    assert v["violation"] is None or type(v["violation"]) is dict
    assert (v["witness"] is not None) == (v["verdict"] == "ok")
    assert (v["violation"] is not None) == (v["verdict"] == "violation")
    if v["violation"]:
        conflict = v["violation"]["conflict"]
        assert conflict and all(map(is_operation, conflict))
        assert (v["violation"]["prefix_events"] is None) == (v["criterion"] == "sequential")


for line in sys.stdin:
    verdict = json.loads(line)
    check(verdict)
    if len(sys.argv) > 1:
        print(*(verdict[key] for key in sys.argv[1:]))

= queue.hist
spec queue
T1 invoke enq(1)
T2 invoke enq(2)
T2 return
T1 return
T2 invoke deq()
T2 return 2
---
# the last event is one too many
T1 invoke enq(1)
T1 return
T2 invoke deq()
T2 return 1
T2 invoke deq()
T3 invoke enq("a \"b\"")
T3 crash
T2 return 3
T1 invoke deq()
$ lince check --json queue.hist | python3 shape.py file history spec criterion verdict operations
queue.hist 1 queue linearizable ok 3
queue.hist 2 queue linearizable violation 5
? 0

$ lince check --json --criterion sequential queue.hist | python3 shape.py history criterion verdict
1 sequential ok
2 sequential violation
? 0

# Failed operations did not happen, so they are not counted.
= failed.hist
spec queue
T1 invoke enq(1)
T1 fail
T1 invoke enq(2)
T1 return
$ lince check --json failed.hist | python3 shape.py operations
1
? 0

$ lince check --json --max-memory 1 queue.hist | python3 shape.py history verdict
1 unknown
? 0

# The witness lists operations in linearized order: here 2 before 1, and no operation twice.
$ lince check --json queue.hist | python3 -c 'import json, sys; print([(o["process"], o["f"], o["args"], o["ret"]) for o in json.loads(sys.stdin.readline())["witness"]])'
[('T2', 'enq', [2], []), ('T1', 'enq', [1], []), ('T2', 'deq', [], [2])]
? 0

# A pending operation is in the witness only where it was needed.
= pending.hist
spec register
T1 invoke write(1)
T2 invoke write(2)
T3 invoke read()
T3 return 2
T3 invoke read()
T3 return 2
$ lince check --json pending.hist | python3 -c 'import json, sys; w = [(o["f"], o["args"]) for o in json.loads(sys.stdin.readline())["witness"]]; print(("write", [2]) in w, w.count(("read", [])))'
True 2
? 0

# The violation holds the operations that conflict, and the smallest prefix that fails.
$ lince check --json queue.hist | python3 -c 'import json, sys; v = json.loads(sys.stdin.readlines()[1])["violation"]; print(v["prefix_events"], v["line"], v["culprit"], [(o["op"], o["line"], o["call"], o["return"]) for o in v["conflict"]])'
8 17 2 [(2, 14, 4, 7)]
? 0

# An operation that is not pending has a return, also one that failed because it returned false.
= failed-cas.hist
spec cas-register
T1 invoke write(1)
T1 return
T2 invoke cas(1, 2)
T2 fail
$ lince check --json --fail-returns cas failed-cas.hist | python3 -c 'import json, sys; print([(o["f"], o["pending"], o["ret"], o["return"]) for o in json.loads(sys.stdin.readline())["violation"]["conflict"]])'
[('write', False, [], 1), ('cas', False, [False], 3)]
? 0

# Values: integers, symbols and strings, lists; nil, true and false as JSON has them.
= values.hist
spec register
T1 invoke write([1, "a\u0001é\"", [nil], true, word])
T1 return
T1 invoke read()
T1 return [1, "a\u0001é\"", [nil], true, word]
T1 invoke write(-9223372036854775808)
T1 return
$ lince check --json values.hist | python3 -c 'import json, sys; w = json.loads(sys.stdin.readline())["witness"]; print(w[0]["args"] == w[1]["ret"], ascii(w[0]["args"]), w[2]["args"])'
True [[1, 'a\x01\xe9"', [None], True, 'word']] [-9223372036854775808]
? 0

# Objects are named, several specifications too, and a file of any name.
= t"w\o é.hist
spec a=queue
spec b=stack
T1 invoke a.enq(1)
T1 return
T1 invoke b.pop()
T1 return EMPTY
---
T1 invoke a.enq(1)
T1 return
T1 invoke b.pop()
T1 return 1
$ lince check --json 't"w\o é.hist' | python3 shape.py file history verdict
t"w\o é.hist 1 ok
t"w\o é.hist 2 violation
? 0

$ lince check --json 't"w\o é.hist' | python3 -c 'import json, sys; a, b = map(json.loads, sys.stdin); print(sorted(o["object"] for o in a["witness"]), b["violation"]["object"], [o["object"] for o in b["violation"]["conflict"]])'
['a', 'b'] b ['b']
? 0

# Standard input has a name, too.
$ lince check --json - < failed.hist | python3 shape.py verdict && lince check --json - < failed.hist | python3 -c 'import json, sys; assert json.loads(sys.stdin.read())["file"]'
ok
? 0

# --witness prints the order; a violation is explained without being asked.
$ sed '/---/,$ d' queue.hist > right.hist; lince check --witness right.hist
right.hist: ok{any}
...
{any}T2{any}enq(2)
{any}T1{any}enq(1)
{any}T2{any}deq(){any}2
? 0

$ lince check right.hist
right.hist: ok{any}
? 0

$ { echo spec queue; sed '1,/---/ d' queue.hist; } > wrong.hist; lince check wrong.hist
wrong.hist: violation{any}
...
{any}deq(){any}3{any}
...
? 1

# A history that is too large to be read has a verdict, with its number.
$ { cat right.hist; echo ---; for i in $(seq 5000); do echo "T1 invoke enq($i)"; echo T1 return; done; } > large.hist; lince check --max-memory 50K --json large.hist | python3 shape.py history verdict
1 ok
2 unknown
? 0
