# Models that are wrong: where, why, and how it comes about.
= syntax.lin
var x = 0;
P() = a{x = y;} -> P();
#assert P() deadlockfree;
$ lince model syntax.lin
lince: syntax.lin:2: column 13: 'y' is not declared; write `var y = 0;` or `#define y 0;` for it
    P() = a{x = y;} -> P();
                ^
? 2

# Of a long line the part in question; nothing that would disturb a terminal.
$ python3 -c "print('P() = ' + 'a -> ' * 100 + 'b{x = 1;} -> ' + 'a -> ' * 100 + 'Stop;')" > long.lin; lince model long.lin; printf 'P() = \033[31m -> Stop;\n' > escape.lin; lince model escape.lin 2>&1 | cat -v | tail -n 2 | head -n 1
lince: long.lin:1: column 509: 'x' is not declared; write `var x = 0;` or `#define x 0;` for it
-> a -> a -> a -> a -> a -> a -> a -> b{x = 1;} -> a -> a -> a -> a -> a -> a ->
                                        ^
    P() =  [31m -> Stop;
? 0

= runs.lin
var x = 0;
var A[3];
var small:{0..2} = 0;
channel c 2;
Index(i) = b.i{A[i] = 1;} -> Index(i + 1);
Zero() = c!1 -> c!2 -> c?y -> d.y{x = 10 / (y - 1);} -> Zero();
Range() = up{small = small + 1;} -> Range();
Big() = twice{if (x == 0) {x = 1;} x = x * 1000;} -> Big();
Round() = for_ever{while (x == 0) {var t = 1;}} -> Round();
Fine() = a -> Fine();
Many() = Many() ||| a -> Stop;
#assert Index(0) deadlockfree;
#assert Zero() deadlockfree;
#assert Range() deadlockfree;
#assert Big() deadlockfree;
#assert Round() deadlockfree;
#assert Fine() deadlockfree;
#assert Many() deadlockfree;
$ lince model runs.lin
lince: runs.lin:5: there is no element 3, the array has elements 0 to 2
    Index(i) = b.i{A[i] = 1;} -> Index(i + 1);
                   ^
    1  Index(0)  b.0  A[0] = 1
    2  Index(0)  b.1  A[1] = 1
    3  Index(0)  b.2  A[2] = 1
    4  Index(0)  b.3
                 ^ there is no element 3, the array has elements 0 to 2
lince: runs.lin:6: division by zero
    Zero() = c!1 -> c!2 -> c?y -> d.y{x = 10 / (y - 1);} -> Zero();
                                             ^
    1  Zero()  c!1  c = [1]
    2  Zero()  c!2  c = [1, 2]
    3  Zero()  c?1  c = [2]
    4  Zero()  d.1
               ^ division by zero
lince: runs.lin:7: small would become 3, which is not in its range {0..2}
    Range() = up{small = small + 1;} -> Range();
                 ^
    1  Range()  up  small = 1
    2  Range()  up  small = 2
    3  Range()  up
                ^ small would become 3, which is not in its range {0..2}
lince: runs.lin:8: the result does not fit in 32 bits
    Big() = twice{if (x == 0) {x = 1;} x = x * 1000;} -> Big();
                                             ^
    1  Big()  twice  x = 1000
    2  Big()  twice  x = 1000000
    3  Big()  twice  x = 1000000000
    4  Big()  twice
              ^ the result does not fit in 32 bits
lince: runs.lin:9: this loop does not seem to end (1,000,000 rounds)
    Round() = for_ever{while (x == 0) {var t = 1;}} -> Round();
                       ^
    1  Round()  for_ever
                ^ this loop does not seem to end (1,000,000 rounds)
runs.lin: Fine() deadlockfree: ok — no deadlock ({any} transition{any}, {time})
lince: runs.lin:18: there is no end to the processes that this one starts beside each other (more than 40)
1 ok, 0 violations, 0 unknown, 6 errors
? 2

= show.py
import json
for line in open("out.json"):
    a = json.loads(line)
    e = a["error"]
    print(a["assertion"], a["verdict"], a["violation"], e and (e["line"], e["column"], e["steps"], e["message"][:30]))
$ lince model --json runs.lin 2>/dev/null > out.json; echo $?; python3 show.py
2
1 unknown None (5, 16, 4, 'there is no element 3, the arr')
2 unknown None (6, 42, 4, 'division by zero')
3 unknown None (7, 14, 3, 'small would become 3, which is')
4 unknown None (8, 42, 4, 'the result does not fit in 32 ')
5 unknown None (9, 20, 1, 'this loop does not seem to end')
6 ok None None
7 unknown None (18, 0, 0, 'there is no end to the process')
? 0

# In the specification.
= spec.lin
var A[2];
Good() = a -> Good();
Bad(i) = a{A[i] = 1;} -> Bad(i + 1);
#assert Good() refines Bad(0);
$ lince model spec.lin
lince: spec.lin:3: there is no element 2, the array has elements 0 to 1
    Bad(i) = a{A[i] = 1;} -> Bad(i + 1);
               ^
    1  Bad(0)  a  A[0] = 1
    2  Bad(0)  a  A[1] = 1
    3  Bad(0)  a
               ^ there is no element 2, the array has elements 0 to 1
? 2

# Limits: what was seen so far.
= large.lin
#define N 40;
var x[N];
P(i) = step.i{x[i] = (x[i] + 1) % 100;} -> P(i);
All() = |||i:{0..N - 1}@P(i);
#assert All() deadlockfree;
$ lince model --timeout 0.3 large.lin
large.lin: All() deadlockfree: unknown — the time limit was reached ({word} states, {word} transitions, {time})
? 3

$ lince model --max-memory 20M large.lin
large.lin: All() deadlockfree: unknown — the memory limit was reached ({word} states, {word} transitions, {time})
? 3

$ lince model --max-memory 20M --json large.lin | python3 -c 'import json, sys; a = json.loads(sys.stdin.read()); print(a["verdict"], a["unknown_reason"], a["states"] > 1000, a["violation"], a["error"])'
unknown memory True None None
? 0

# Ctrl-C asks for what is known so far.
$ timeout --foreground --preserve-status -s INT 1 lince model large.lin
large.lin: All() deadlockfree: unknown — interrupted ({word} states, {word} transitions, {time})
? 3

# The worst counts: wrong models, then violations, then what is unknown.
$ printf 'var x = 0;\nP() = a -> Stop;\nQ() = a{x = 1 / x;} -> Q();\n#assert P() deadlockfree;\n#assert Q() deadlockfree;\n' > two.lin; lince model -q two.lin 2>/dev/null; echo $?; lince model -q -a 1 two.lin; echo $?; lince model -q --expect -a 1 two.lin; echo $?; lince model -q --expect two.lin 2>/dev/null
2
1
1
? 2

# Limits hold while a model is compiled too, and what is too large says so.
= grows.lin
P() = (a -> P()) interrupt (b -> P());
#assert P() deadlockfree;
= alphabet.lin
#alphabet P {x:{0..1000};y:{0..1000};z:{0..1000}@a.x.y.z};
P() = a.1.1.1 -> P();
#assert (P() || P()) deadlockfree;
= hidden.lin
var v = 0;
P(x) = (a.x -> P(v)) \ {b.x};
#assert (P(v) || P(v)) deadlockfree;
$ lince model --timeout 0.2 --max-memory 4G grows.lin
grows.lin: P() deadlockfree: unknown — the time limit was reached ({any} states, {any} transitions, {time})
? 3
$ lince model alphabet.lin
lince: alphabet.lin:1: column 50: an alphabet has at most 1000000 events
    #alphabet P {x:{0..1000};y:{0..1000};z:{0..1000}@a.x.y.z};
                                                     ^
? 2
$ lince model hidden.lin
lince: hidden.lin:2: column 25: the hidden events must be known before the model runs
    P(x) = (a.x -> P(v)) \ {b.x};
                            ^
? 2

# One process calls twice: that the second call can come before the first return is noticed, whoever makes it and however
# its process is computed.
= twice.lin
object Count { var n = 0; op inc() { n = n + 1; return n; } }
var m = 0;
First() = inc_inv.0 -> t{m = 1;} -> inc_res.0.1 -> Stop;
Second() = [m == 1] inc_inv.0 -> inc_res.0.2 -> Stop;
#assert (First() ||| Second()) linearizes Count;
= computed.lin
object Count { var n = 0; op inc() { n = n + 1; return n; } }
var m = 0;
First() = inc_inv.0 -> t{m = 1;} -> inc_res.0.1 -> Stop;
Computed() = [m == 1] inc_inv.(m - 1) -> inc_res.(m - 1).2 -> Stop;
#assert (First() ||| Computed()) linearizes Count;
= another.lin
object Count { var n = 0; op inc() { n = n + 1; return n; } }
var m = 0;
First() = inc_inv.0 -> t{m = 1;} -> inc_res.0.1 -> Stop;
Another() = [m == 1] inc_inv.1 -> inc_res.1.2 -> Stop;
#assert (First() ||| Another()) linearizes Count;
$ lince model twice.lin
lince: twice.lin:5: inc is called in process 0 while inc there has not returned
    1  First()   inc_inv.0
    2  First()   (t)        m = 1
    3  Second()  inc_inv.0
                 ^ inc is called in process 0 while inc there has not returned
? 2
$ lince model computed.lin
lince: computed.lin:5: inc is called in process 0 while inc there has not returned
    1  First()     inc_inv.0
    2  First()     (t)        m = 1
    3  Computed()  inc_inv.0
                   ^ inc is called in process 0 while inc there has not returned
? 2
$ lince model another.lin
another.lin: (First() ||| Another()) linearizes Count: ok — linearizable as Count (6 states, 6 pairs, 5 transitions, {time})
? 0

# A receiver that cannot say whether it takes a message.
= receiver.lin
channel c 0;
var z = 0;
Receive() = [1 / z == 1] c?v -> Stop;
Send() = c!1 -> Stop;
#assert (Send() ||| Receive()) deadlockfree;
$ lince model receiver.lin
lince: receiver.lin:3: division by zero
    Receive() = [1 / z == 1] c?v -> Stop;
                   ^
    1  Receive()  (c)
                  ^ division by zero
? 2

# Many processes that only call the next one; and one that calls itself.
= chain
for i in $(seq 0 699); do echo "P$i() = P$((i + 1))()$1;"; done; echo "P700() = $2; #assert P0() deadlockfree;"
$ sh chain '' 'a -> P0()' | lince model -
-: P0() deadlockfree: ok — no deadlock (1 state, 1 transition, {time})
? 0
$ sh chain ' [] b -> Stop' 'a -> P0()' | lince model -
lince: -:251: column 10: too many processes call each other here without taking a step in between; leave some out
    P250() = P251() [] b -> Stop;
             ^
? 2
$ sh chain '' 'P0()' | lince model -
lince: -:501: column 10: this process calls itself without taking a step in between
    P500() = P501();
             ^
? 2

# A hidden event that nobody does: told if it looks like a slip, and only then.
= hidden.lin
channel c 0;
channel d[2] 1;
P() = timeout -> request1 -> c!1 -> d[0]!1 -> P();
Q() = timeout -> request1 -> Q() [] c?x -> Q() [] d[0]?x -> Q();
Slip() = (P() || Q()) \ {timeuot, request2, c, d, d[1]!, terminate, another};
Fine() = (P() || Q()) \ {timeout, timeuot, request2, c.1};
#assert Slip() deadlockfree;
#assert Fine() deadlockfree;
$ lince model hidden.lin
lince: hidden.lin:5: column 26: no process does 'timeuot', which is hidden here; did you mean 'timeout'?
    Slip() = (P() || Q()) \ {timeuot, request2, c, d, d[1]!, terminate, another}
                             ^
hidden.lin: Slip() deadlockfree: ok — no deadlock (8 states, 10 transitions, {time})
hidden.lin: Fine() deadlockfree: ok — no deadlock (8 states, 10 transitions, {time})
2 ok, 0 violations, 0 unknown
? 0
$ lince model --quiet hidden.lin
? 0

# Too large: with #defines, or without any.
$ { printf 'P() = Skip'; yes ' [] a.1 -> b -> c -> Skip' | head -n 600000 | tr -d '\n'; echo ';'; echo '#assert P() deadlockfree;'; } > large.lin; lince model large.lin 2>&1 | head -n 1; { echo '#define N 3;'; cat large.lin; } > larger.lin; lince model larger.lin 2>&1 | head -n 1
lince: large.lin:1: column 11111037: the model is too large
lince: larger.lin:2: column 11111027: the model is too large, with all that #defines stand for written out
? 0

# In an input a name receives by itself only; what has no value cannot be compared with.
= unknown.lin
channel c 1;
P() = c?x+1 -> Skip;
$ lince model unknown.lin
lince: unknown.lin:2: column 9: 'x' has no value here: a name receives only by itself, as in `c?x`; an expression of it is compared in a guard, as in `c?[v == x + 1]x.v`
    P() = c?x+1 -> Skip;
            ^
? 2

= same_input.lin
channel c 1;
P() = c?x.(x + 1) -> Skip;
$ lince model same_input.lin
lince: same_input.lin:2: column 12: 'x' has no value here: a name receives only by itself, as in `c?x`; an expression of it is compared in a guard, as in `c?[v == x + 1]x.v`
    P() = c?x.(x + 1) -> Skip;
               ^
? 2

= received_twice.lin
channel c 1;
P(y) = c?y.x.y.x -> Skip;
$ lince model received_twice.lin
lince: received_twice.lin:2: column 16: 'x' is received twice; use two names and compare them in a guard
    P(y) = c?y.x.y.x -> Skip;
                   ^
? 2

# PAT's readers expect something else.
= variable.lin
channel c 1;
var g = 1;
P() = c?(g) -> Stop [] c?g+0 -> Stop [] c?(g + call(ccount, c)) -> Stop;
#assert P() deadlockfree;
$ lince model variable.lin
lince: variable.lin:3: column 9: `(g)` waits for the value of the variable 'g', but in PAT it receives any value; `c?[v == g]v` means the same in both
    P() = c?(g) -> Stop [] c?g+0 -> Stop [] c?(g + call(ccount, c)) -> Stop;
            ^
variable.lin: P() deadlockfree: violation — a deadlock at once (1 state, 0 transitions, {time})
  at the beginning: g = 1, c = []
  Nothing can happen any more, and the process has not ended.
? 1

# A value that was changed by `++` is assigned to a variable, not to an element.
= increments.lin
var x = 0;
var a[2];
P() = e{a[x] = x++;} -> Skip;
$ lince model increments.lin
lince: increments.lin:3: column 17: write two statements, as in `x = x + 1; y[i] = x;`, so that it is clear which comes first
    P() = e{a[x] = x++;} -> Skip;
                    ^
? 2

= number_increments.lin
var x = 0;
P() = e{x = (x + 1)++;} -> Skip;
$ lince model number_increments.lin
lince: number_increments.lin:2: column 20: only a variable is changed by '++'
    P() = e{x = (x + 1)++;} -> Skip;
                       ^
? 2

# The steps that lead to an operation that is called twice, and the return that no process does.
= misspelt.lin
var r[2];
var x = 0;
P(i) = inc_inv.i -> t.i{r[i] = x; x = (x + 1) % 3;} -> inc_ret.i.r[i] -> P(i);
object C { var n = 0; op inc() { var k = n; n = (n + 1) % 3; return k; } }
#assert (P(0) ||| P(1)) linearizes C;
#assert (P(0) ||| P(1)) progresses C;
$ lince model --jobs 1 misspelt.lin
lince: misspelt.lin:5: inc is called in one process while inc there has not returned: no process does 'inc_res'; did you mean 'inc_ret'?
    1  P(1)  inc_inv.1
    2  P(1)  (t.1)          x = 1
    3  P(1)  (inc_ret.1.0)
    4  P(1)  inc_inv.1
             ^ inc is called in one process while inc there has not returned: no
               process does 'inc_res'; did you mean 'inc_ret'?
lince: misspelt.lin:6: inc is called in process 0 while inc there has not returned: no process does 'inc_res'; did you mean 'inc_ret'?
    1  P(0)  inc_inv.0
    2  P(0)  (t.0)          x = 1
    3  P(0)  (inc_ret.0.0)
    4  P(0)  inc_inv.0
             ^ inc is called in process 0 while inc there has not returned: no
               process does 'inc_res'; did you mean 'inc_ret'?
0 ok, 0 violations, 0 unknown, 2 errors
? 2
$ lince model --jobs 1 --no-symmetry --no-order-reduction --no-visible-reduction --assert 2 misspelt.lin
lince: misspelt.lin:6: inc is called in process 0 while inc there has not returned: no process does 'inc_res'; did you mean 'inc_ret'?
    1  P(0)  inc_inv.0
    2  P(0)  (t.0)          x = 1
    3  P(0)  (inc_ret.0.0)
    4  P(0)  inc_inv.0
             ^ inc is called in process 0 while inc there has not returned: no
               process does 'inc_res'; did you mean 'inc_ret'?
? 2

# A loop is shown with what is in the variables, also where a variable will not be read any more.
= rounds.lin
var x = 0;
var m[2];
P(i) = t.i{m[i] = x; x = (x + 1) % 2;} -> [m[i] >= 0] e.i -> P(i);
S() = P(0) ||| P(1);
#assert S() |= []<>e.0;
$ lince model rounds.lin
rounds.lin: S() |= []<>e.0: violation — it does not hold of every run (16 states, 30 pairs, 32 transitions, {time})
    1  P(1)  t.1  x = 1
  ╭ 2  P(1)  e.1
  │ 3  P(1)  t.1  x = 0, m[1] = 1
  │ 4  P(1)  e.1
  ╰ 5  P(1)  t.1  x = 1, m[1] = 0
  A run that repeats this loop forever violates the formula.
? 1
