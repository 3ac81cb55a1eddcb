# Verdicts on models as JSON: one object a line, the shape that scripts rely on.
= toy.lin
var x = 0;
channel c 1;
P() = a{x = 1;} -> tau -> c!7 -> c?y -> b.y.2 -> Stop;
Loop() = a -> tau -> Loop();
object Cell { var v = 0; op write(n) { v = n; } op read() { return v; } }
Twice() = write_inv.0.5 -> write_res.0 -> read_inv.1 -> hidden -> read_res.1.6 -> Stop;
#assert P() deadlockfree; // expect: violation
#assert P() reaches (x == 1);
#assert P() |= []<>a;
#assert Loop() |= <>b.7.2;
#assert P() refines Loop();
#assert Twice() linearizes Cell;
$ lince model --json --jobs 1 toy.lin > out.json; echo $?; sed -n 1p out.json
1
{"file":"toy.lin","assertion":1,"text":"P() deadlockfree","line":7,"spec":null,"criterion":"deadlockfree","verdict":"violation","expected":"violation","states":{number},"transitions":{number},"pairs":{number},"pruned":0,"specification_states":0,"normal_states":0,"depth":{number},"automaton_states":0,"merged_values":0,"store_bytes":{number},"seconds":{number},"memory_bytes":{number},"reductions":[{any}],"witness":null,"violation":{"kind":"deadlock","reason":"nothing can happen any more, and the process has not ended","steps":5,"path":[{"process":"P()","event":"a","hidden":false,"changes":{"x":1}},{"process":"P()","event":"tau","hidden":true,"changes":{}},{"process":"P()","event":"c!7","hidden":false,"changes":{"c":"[7]"}},{"process":"P()","event":"c?7","hidden":false,"changes":{"c":"[]"}},{"process":"P()","event":"b.7.2","hidden":false,"changes":{}}],"loop":null,"allowed":[],"history":[]},"error":null,"unknown_reason":null}
? 0

= show.py
import json
for line in open("out.json"):
    a = json.loads(line)
    shown = {k: a[k] for k in ("assertion", "text", "line", "spec", "criterion", "verdict", "expected")}
    print(json.dumps(shown))
    for name in ("witness", "violation"):
        if a[name]:
            v = dict(a[name])
            for step in v.pop("path"):
                print("   ", step["process"], "(%s)" % step["event"] if step["hidden"] else step["event"], step["changes"])
            print("   ", name, json.dumps(v))
$ python3 show.py
{"assertion": 1, "text": "P() deadlockfree", "line": 7, "spec": null, "criterion": "deadlockfree", "verdict": "violation", "expected": "violation"}
    P() a {'x': 1}
    P() (tau) {}
    P() c!7 {'c': '[7]'}
    P() c?7 {'c': '[]'}
    P() b.7.2 {}
    violation {"kind": "deadlock", "reason": "nothing can happen any more, and the process has not ended", "steps": 5, "loop": null, "allowed": [], "history": []}
{"assertion": 2, "text": "P() reaches (x == 1)", "line": 8, "spec": null, "criterion": "reaches", "verdict": "ok", "expected": null}
    P() a {'x': 1}
    witness {"steps": 1, "loop": null}
{"assertion": 3, "text": "P() |= []<>a", "line": 9, "spec": null, "criterion": "ltl", "verdict": "violation", "expected": null}
    P() a {'x': 1}
    P() (tau) {}
    P() c!7 {'c': '[7]'}
    P() c?7 {'c': '[]'}
    P() b.7.2 {}
    violation {"kind": "deadlock", "reason": "the run ends here in a deadlock, and violates the formula", "steps": 5, "loop": null, "allowed": [], "history": []}
{"assertion": 4, "text": "Loop() |= <>b.7.2", "line": 10, "spec": null, "criterion": "ltl", "verdict": "violation", "expected": null}
    Loop() a {}
    Loop() (tau) {}
    violation {"kind": "cycle", "reason": "a run that repeats this loop forever violates the formula", "steps": 2, "loop": 0, "allowed": [], "history": []}
{"assertion": 5, "text": "P() refines Loop()", "line": 11, "spec": "Loop()", "criterion": "refines", "verdict": "violation", "expected": null}
    P() a {'x': 1}
    P() (tau) {}
    P() c!7 {'c': '[7]'}
    violation {"kind": "trace", "reason": "the specification allows only a here", "steps": 3, "loop": null, "allowed": ["a"], "history": []}
{"assertion": 6, "text": "Twice() linearizes Cell", "line": 12, "spec": "Cell", "criterion": "linearizable", "verdict": "violation", "expected": null}
    Twice() write_inv.0.5 {}
    Twice() write_res.0 {}
    Twice() read_inv.1 {}
    Twice() (hidden) {}
    Twice() read_res.1.6 {}
    violation {"kind": "trace", "reason": "the specification allows only the return read_res.1.5 here", "steps": 5, "loop": null, "allowed": ["read_res.1.5"], "history": ["P0 invoke write(5)", "P0 return", "P1 invoke read()", "P1 return 6"]}
? 0

# Nothing else is printed, and each line has the same members.
$ lince model --json toy.lin 2>&1 | python3 -c 'import json, sys; print(len({tuple(json.loads(line)) for line in sys.stdin}))'; lince model --json --quiet toy.lin | wc -l
1
6
? 0

# The history of a violation is one that lince check refutes.
$ lince model --json -a linearizes toy.lin | python3 -c 'import json, sys; print("\n".join(json.loads(sys.stdin.read())["violation"]["history"]))' > why.hist; cat why.hist; lince check --spec toy.lin#Cell why.hist | head -n 1
P0 invoke write(5)
P0 return
P1 invoke read()
P1 return 6
why.hist: violation — not linearizable as toy.lin#Cell (2 operations, {time})
? 0
