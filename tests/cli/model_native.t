# Native code shows in nothing but the time: the same verdicts, figures, steps and failures of models.
= toy.lin
var x = 3;
var A[4];
channel c 1;
P(i) = [x > 0] a.i{A[x] = i; x = x - 1;} -> c!x -> P(i) [] c?y -> b.i.y -> P(i);
Wild() = a{x = x + 1000;} -> Wild() [] d{x = A[1] / (x - 1003);} -> Wild();
#assert P(0) ||| P(1) deadlockfree;
#assert P(0) ||| P(1) reaches A[1] == 1 && A[2] == 0;
#assert P(1) |= []<>b.1.2;
#assert P(0) ||| P(1) refines P(1);
#assert Wild() deadlockfree;
= same.py
import json
def shown(name):
    for line in open(name):
        a = json.loads(line)
        yield {k: v for k, v in a.items() if k not in ("seconds", "memory_bytes", "store_bytes")}
one, other = list(shown("never.json")), list(shown("always.json"))
print(len(one), "the same" if one == other else "DIFFERENT", [a["verdict"] for a in one])
$ for n in never always; do lince model --json --native $n toy.lin > $n.json 2> $n.err; echo $?; done; python3 same.py; cmp never.err always.err; cat always.err
2
2
5 the same ['violation', 'ok', 'violation', 'violation', 'unknown']
lince: toy.lin:5: division by zero
? 0

# What came of it is told with --stats; without a compiler there is a reason instead.
$ lince model --native always --stats -a 2 toy.lin | grep native
                    native code after {time}
? 0

$ LINCE_CC=/nowhere/cc XDG_CACHE_HOME=$PWD/empty lince model --native always --stats -a 2 toy.lin | grep -E "native|reaches"
toy.lin: P(0) ||| P(1) reaches A[1] == 1 && A[2] == 0: ok — reached after 4 steps ({any} transitions, {time})
                    no native code: the compiler /nowhere/cc is not there: install one (on Debian: apt install gcc libc6-dev), or set CC
? 0

$ LINCE_CC=/nowhere/cc XDG_CACHE_HOME=$PWD/empty lince model --native never --stats -a 2 toy.lin | grep native
? 1
