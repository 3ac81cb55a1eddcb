# Stepping through a model, and drawing it.
= fork.lin
var x = 0;
var A[2];
Left() = l{x = x + 1;} -> [x < 2] m.x -> Skip;
Right() = r{A[1] = 3;} -> Skip;
Both() = Left() ||| Right();
Stuck() = s -> Stop;
Wrong() = w{x = 1 / x;} -> Stop [] ok -> Stop;
Wide() = v{x = x * 10 + 1;} -> Wide();
With(i) = e.i -> Stop;
Walk() = |||i:{0..5}@Loop(i);
Loop(i) = e.i -> f.i -> Loop(i);
#assert Both() deadlockfree;
= script
1
state
2
x
9
back
trace
random 10
b 2
restart
help
q
$ lince model --simulate fork.lin < script
after 0 steps: x = 0, A = [0, 0]
  1  Left()   l → x = 1
  2  Right()  r → A[1] = 3
> 1
after 1 step: x = 1, A = [0, 0]
  1  Left()   m.1
  2  Right()  r → A[1] = 3
> state
after 1 step: x = 1, A = [0, 0]
  1  Left()   m.1
  2  Right()  r → A[1] = 3
> 2
after 2 steps: x = 1, A = [0, 3]
  1  Left()  m.1
> x
What is 'x'? Type a number, or help.
> 9
There is no step 9 here.
> back
after 1 step: x = 1, A = [0, 0]
  1  Left()   m.1
  2  Right()  r → A[1] = 3
> trace
  1  Left()  l → x = 1
> random 10
after 4 steps: x = 1, A = [0, 3]
The process has ended.
> b 2
after 2 steps: x = 1, A = [0, 3]
  1  Left()  m.1
> restart
after 0 steps: x = 0, A = [0, 0]
  1  Left()   l → x = 1
  2  Right()  r → A[1] = 3
> help
  N           take step N of the list
  random [N]  take a step, or N of them, at random
  back [N]    take back a step, or N of them
  restart     take back all of them
  trace       show the steps taken
  state       show the state and the possible steps
  quit        end; so does the end of the input
Words may be cut to their first letters.
> q
? 0

$ printf '1\n' | lince model -i --process Stuck fork.lin; echo $?; printf '1' | lince model -i -p Wrong fork.lin
after 0 steps: x = 0, A = [0, 0]
  1  Stuck()  s
> 1
after 1 step: x = 0, A = [0, 0]
Nothing can happen any more: a deadlock.
> 
0
after 0 steps: x = 0, A = [0, 0]
  1  Wrong()  ok
  !  Wrong()  w  cannot be taken: fork.lin:7: division by zero
> 1
after 1 step: x = 0, A = [0, 0]
Nothing can happen any more: a deadlock.
> 
? 0

# Values that need more room do not disturb.
$ printf 'random 8\nback 7\ntrace\n' | lince model -i -p Wide fork.lin
after 0 steps: x = 0, A = [0, 0]
  1  Wide()  v → x = 1
> random 8
after 8 steps: x = 11111111, A = [0, 0]
  1  Wide()  v → x = 111111111
> back 7
after 1 step: x = 1, A = [0, 0]
  1  Wide()  v → x = 11
> trace
  1  Wide()  v → x = 1
> 
? 0

# The same seed, the same run.
$ for seed in 1 1 2 3; do echo r 30 | lince model -i -p Walk --seed $seed fork.lin | cksum; done | uniq -c | awk '{print $1}'
2
1
1
? 0

$ lince model --dot - fork.lin
digraph "Both()" {
  graph [fontname="sans-serif", labelloc=t, label="Both()"];
  node [shape=box, style="rounded,filled", fillcolor="#eaf1fb", color="#4a7fc9", fontname="monospace", fontsize=10];
  edge [fontname="monospace", fontsize=9, color="#444c56", arrowsize=0.7];
  start [shape=point, label=""];
  start -> s0;
  s0 [label="x = 0\nA = [0, 0]", tooltip="x = 0, A = [0, 0]"];
  s0 -> s1 [label="l"];
  s0 -> s2 [label="r"];
  s1 [label="x = 1\nA = [0, 0]", tooltip="x = 1, A = [0, 0]"];
  s1 -> s3 [label="m.1"];
  s1 -> s4 [label="r"];
  s2 [label="x = 0\nA = [0, 3]", tooltip="x = 0, A = [0, 3]"];
  s2 -> s4 [label="l"];
  s3 [label="x = 1\nA = [0, 0]", tooltip="x = 1, A = [0, 0]"];
  s3 -> s5 [label="r"];
  s4 [label="x = 1\nA = [0, 3]", tooltip="x = 1, A = [0, 3]"];
  s4 -> s5 [label="m.1"];
  s5 [label="x = 1\nA = [0, 3]", tooltip="x = 1, A = [0, 3]"];
  s5 -> s6 [label="terminate"];
  s6 [label="x = 1\nA = [0, 3]", tooltip="x = 1, A = [0, 3]", peripheries=2];
}
? 0

$ lince model --dot graph.dot -p Wide --max-states 3 fork.lin; grep -c -e '->' graph.dot; lince model --dot - -p Wide --max-states 2 fork.lin | grep label=.Wide; lince model --dot - -p Wrong fork.lin > /dev/null
graph.dot: 3 states, 2 steps: there are more, --max-states draws them
3
lince: only the first 2 states are drawn
  graph [fontname="sans-serif", labelloc=t, label="Wide() (the first 2 states)"];
lince: fork.lin:7: division by zero
? 2

$ lince model -i -p With fork.lin; lince model -i -p Bth fork.lin; lince model -i -p Unlikely fork.lin; lince model -i none.lin
lince: --process With: it has parameters; define a process that gives them, such as 'Look() = With(0);'
lince: --process Bth: there is no such process; did you mean Both?
lince: --process Unlikely: there is no such process
lince: none.lin: cannot open: No such file or directory
? 2
