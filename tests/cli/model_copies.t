# Any number of copies of a process: |||{..}@P().

= lock.lin
// A lock, and one whose test and set are two steps.
var held = 0;
var inside = 0;
Client() = want -> [held == 0] enter{held = 1; inside++;} -> leave{inside--; held = 0;} -> Client();
Hasty() = [held == 0] tau -> enter{held = 1; inside++;} -> leave{inside--; held = 0;} -> Hasty();
Turns() = enter -> leave -> Turns();
#define two (inside == 2);
#define three (inside == 3);
#assert ((|||{..}@Client()) \ {want}) refines Turns();
#assert (|||{..}@Client()) reaches two;
#assert (|||{..}@Client()) deadlockfree;
#assert (|||{..}@Hasty()) refines Turns();
#assert (|||{..}@Hasty()) reaches three;
$ lince model lock.lin
lock.lin: ((|||{..}@Client()) \ {want}) refines Turns(): ok — every trace is one of Turns(), with any number of copies (6 states, 6 pairs, 11 transitions, {time})
lock.lin: (|||{..}@Client()) reaches two: violation — no state satisfies it, with any number of copies (6 states, 11 transitions, {time})
lock.lin: (|||{..}@Client()) deadlockfree: ok — no deadlock, with any number of copies (23 states, 53 transitions, {time})
lock.lin: (|||{..}@Hasty()) refines Turns(): violation — a trace that is not one of Turns(), with 2 copies (5 states, 5 pairs, 9 transitions, {time})
    1  Hasty()  (tau)
    2  Hasty()  (tau)
    3  Hasty()  enter  held = 1, inside = 1
    4  Hasty()  enter  inside = 2
                ^ the specification allows only leave here

lock.lin: (|||{..}@Hasty()) reaches three: ok — reached after 6 steps, with 3 copies (12 states, 32 transitions, {time})
    1  Hasty()  (tau)
    2  Hasty()  (tau)
    3  Hasty()  (tau)
    4  Hasty()  enter  held = 1, inside = 1
    5  Hasty()  enter  inside = 2
    6  Hasty()  enter  inside = 3
  Here it holds.
  state at the end: held = 1, inside = 3

3 ok, 2 violations, 0 unknown
? 1

= room.lin
// Room for three: counting up to one or two is not exact enough, and then `room` would grow without end.
var room = 3;
Guest() = [room > 0] enter{room--;} -> leave{room++;} -> Guest();
#define none (room < 0);
#define full (room == 0);
#define more (room > 3);
#assert (|||{..}@Guest()) reaches none;
#assert (|||{..}@Guest()) reaches more;
#assert (|||{..}@Guest()) reaches full;
#assert (|||{..}@Guest()) nonterminating;
// Wrong with three copies, but not with two: the third finds the door closed for ever.
var steps = 0;
Step() = [steps < 3] step{steps++;} -> ([steps < 3] back{steps--;} -> Step());
#assert (|||{..}@Step()) deadlockfree;
// One more could always begin: it is stuck only if there are no more.
var passing = 0;
Pass() = go{if (passing < 2) {passing++;}} -> [passing == 1] back{passing--;} -> Pass();
#assert (|||{..}@Pass()) deadlockfree;
$ lince model room.lin
room.lin: (|||{..}@Guest()) reaches none: violation — no state satisfies it, with any number of copies (4 states, 6 transitions, {time})
room.lin: (|||{..}@Guest()) reaches more: violation — no state satisfies it, with any number of copies (4 states, 6 transitions, {time})
room.lin: (|||{..}@Guest()) reaches full: ok — reached after 3 steps, with 3 copies (4 states, 12 transitions, {time})
    1  Guest()  enter  room = 2
    2  Guest()  enter  room = 1
    3  Guest()  enter  room = 0
  Here it holds.
  state at the end: room = 0, steps = 0, passing = 0

room.lin: (|||{..}@Guest()) nonterminating: ok — it never ends, with any number of copies (13 states, 21 transitions, {time})
room.lin: (|||{..}@Step()) deadlockfree: violation — a deadlock after 3 steps, with 3 copies (4 states, 9 transitions, {time})
    1  Step()  step  steps = 1
    2  Step()  step  steps = 2
    3  Step()  step  steps = 3
  Nothing can happen any more, and the process has not ended.
  state at the end: room = 3, steps = 3, passing = 0

room.lin: (|||{..}@Pass()) deadlockfree: violation — a deadlock after 2 steps, with 2 copies (3 states, 4 transitions, {time})
    1  Pass()  go  passing = 1
    2  Pass()  go  passing = 2
  Nothing can happen any more, and the process has not ended.
  state at the end: room = 3, steps = 0, passing = 2

2 ok, 4 violations, 0 unknown
? 1
$ lince model -a 5 --json room.lin | grep -o '"copies":[0-9a-z]*\|"reductions":[^]]*'; lince model -a 1 --json room.lin | grep -o '"copies":[0-9a-z]*'
"copies":3
"reductions":["live-reset","order","counting","symmetry"
"copies":null
? 0

= end.lin
// All copies end together, and so does what is beside them.
Once() = a -> Skip;
Some() = a -> Some() [] Skip;
Never() = a -> Never();
Beside() = b -> Skip;
#assert (|||{..}@Once()) refines Some();
#assert (|||{..}@Once()) refines Never();
#assert ((|||{..}@Once()) ||| Beside()) deadlockfree;
#assert (|||{..}@Once()) nonterminating;
$ lince model end.lin
end.lin: (|||{..}@Once()) refines Some(): ok — every trace is one of Some(), with any number of copies (4 states, 4 pairs, 5 transitions, {time})
end.lin: (|||{..}@Once()) refines Never(): violation — a trace that is not one of Never(), with 1 copy (2 states, 2 pairs, 2 transitions, {time})
    1  Once()  a
    2  main    terminate
               ^ the specification allows only a here

end.lin: ((|||{..}@Once()) ||| Beside()) deadlockfree: ok — no deadlock, with any number of copies (11 states, 19 transitions, {time})
end.lin: (|||{..}@Once()) nonterminating: violation — it ends after 2 steps, with 1 copy (3 states, 2 transitions, {time})
    1  Once()  a
    2  main    terminate
  The process has ended, and nothing can happen any more.

2 ok, 2 violations, 0 unknown
? 1

= fails.lin
// Only the third copy divides by zero.
var x = 2;
Down() = [x >= 0] down{x = x - 1; if (x < 0) {x = 1 / (x + 1);}} -> Stop;
#define never (x > 2);
#assert (|||{..}@Down()) reaches never;
$ lince model fails.lin
lince: fails.lin:3: division by zero
    Down() = [x >= 0] down{x = x - 1; if (x < 0) {x = 1 / (x + 1);}} -> Stop;
                                                        ^
    1  Down()  down  x = 1
    2  Down()  down  x = 0
    3  Down()  down
               ^ division by zero
? 2

= not.lin
// Where copies cannot be counted.
channel c 0;
P() = a -> P();
Q() = P() ||| P();
S() = c!1 -> S();
R() = c?x -> R();
O() = a -> Skip;
A() = atomic {a -> b -> Skip};
#assert (|||{..}@P()) divergencefree;
#assert P() refines (|||{..}@P());
#assert (|||{..}@Q()) deadlockfree;
#assert ((|||{..}@S()) ||| R()) deadlockfree;
#assert ((|||{..}@O()); P()) deadlockfree;
#assert (b -> (|||{..}@P())) deadlockfree;
#assert ((|||{..}@P()) ||| (|||{..}@O())) deadlockfree;
#assert ((|||{..}@P()) ||| A()) deadlockfree;
#assert ((|||{..}@P()) [] O()) deadlockfree;
#assert ((|||{..}@P()) interrupt O()) deadlockfree;
#assert (|||{..}@P()) |= []<>a;
$ lince model -q not.lin
lince: not.lin:9: column 10: only 'deadlockfree', 'nonterminating', 'reaches' and the left side of 'refines' can be about any number of copies; write how many there are: '|||{3}@'
lince: not.lin:10: column 22: only 'deadlockfree', 'nonterminating', 'reaches' and the left side of 'refines' can be about any number of copies; write how many there are: '|||{3}@'
lince: not.lin:11: copies that start processes in parallel cannot be counted; write how many there are: '|||{3}@'
lince: not.lin:12: copies that take steps together with other processes cannot be counted; write how many there are: '|||{3}@'
lince: not.lin:13: nothing can come after any number of copies; write how many there are: '|||{3}@'
lince: not.lin:14: any number of copies must be there from the beginning; write how many there are: '|||{3}@'
lince: not.lin:15: there can be any number of copies of only one process; write how many there are: '|||{3}@'
lince: not.lin:16: any number of copies cannot be counted where there is 'atomic'; write how many there are: '|||{3}@'
lince: not.lin:17: any number of copies, '|||{..}@', must be there from the beginning and run beside everything else; here write how many there are
lince: not.lin:18: any number of copies, '|||{..}@', must be there from the beginning and run beside everything else; here write how many there are
lince: not.lin:19: column 10: only 'deadlockfree', 'nonterminating', 'reaches' and the left side of 'refines' can be about any number of copies; write how many there are: '|||{3}@'
? 2
$ lince model -q --no-counting lock.lin -a 1
lince: lock.lin:9: any number of copies must be counted: leave out --no-counting, or write how many there are
? 2
$ printf 'P() = ||{..}@Stop;\n' > only.lin; lince model only.lin
lince: only.lin:1: column 10: only '|||' can have any number of copies; write how many there are
    P() = ||{..}@Stop;
             ^
? 2
$ lince model --simulate not.lin -a 1 < /dev/null
lince: not.lin:9: column 10: only 'deadlockfree', 'nonterminating', 'reaches' and the left side of 'refines' can be about any number of copies; write how many there are: '|||{3}@'
? 2

# As many copies as are written, without numbers in their events: states that differ in who is who are one, in traces too.
= three.lin
var held = 0;
Client() = want -> [held == 0] enter{held = 1;} -> leave{held = 0;} -> Client();
Turns() = enter -> leave -> Turns();
Late() = enter -> enter -> Late();
#assert ((|||{3}@Client()) \ {want}) refines Turns();
#assert ((|||{3}@Client()) \ {want}) refines Late();
$ lince model --no-order-reduction three.lin; lince model --no-symmetry --no-order-reduction three.lin -a 1
three.lin: ((|||{3}@Client()) \ {want}) refines Turns(): ok — every trace is one of Turns() (7 states, 7 pairs, 18 transitions, {time})
three.lin: ((|||{3}@Client()) \ {want}) refines Late(): violation — a trace that is not one of Late() (4 states, 4 pairs, 12 transitions, {time})
    1  Client()  (want)
    2  Client()  enter   held = 1
    3  Client()  leave   held = 0
                 ^ the specification allows only enter here

1 ok, 1 violation, 0 unknown
three.lin: ((|||{3}@Client()) \ {want}) refines Turns(): ok — every trace is one of Turns() (20 states, 20 pairs, 48 transitions, {time})
? 0

= large.lin
// Room for more than are tried: that there is never more of it takes more exact counting than is done.
var room = 20;
Guest() = [room > 0] enter{room--;} -> leave{room++;} -> Guest();
#define more (room > 20);
#assert (|||{..}@Guest()) reaches more;
$ lince model large.lin
large.lin: (|||{..}@Guest()) reaches more: unknown — right for up to 12 copies, and not settled for more ({number} states, {number} transitions, {time})
? 3
$ lince model --json large.lin | grep -o '"verdict":"[a-z]*"\|"copies":[0-9]*\|"unknown_reason":"[a-z]*"'
"verdict":"unknown"
"copies":12
"unknown_reason":"copies"
? 0

# Copies that could end wait for one that has not begun, and never can.
= waits.lin
var x = 0;
P() = [x == 0] a{x = 1;} -> Skip;
Q() = [x < 2] a{x = x + 1;} -> b -> Skip;
Fine() = [x == 0] a{x = 1;} -> Skip [] [x == 1] Skip;
#assert |||{..}@P() deadlockfree;
#assert |||{..}@Q() deadlockfree;
#assert |||{..}@P() nonterminating;
#assert |||{..}@Fine() deadlockfree;
$ lince model waits.lin
waits.lin: |||{..}@P() deadlockfree: violation — a deadlock after 1 step, with 2 copies (2 states, 2 transitions, {time})
    1  P()  a  x = 1
  Nothing can happen any more, and the process has not ended.
  state at the end: x = 1

waits.lin: |||{..}@Q() deadlockfree: violation — a deadlock after 4 steps, with 3 copies (5 states, 7 transitions, {time})
    1  Q()  a  x = 1
    2  Q()  b
    3  Q()  a  x = 2
    4  Q()  b
  Nothing can happen any more, and the process has not ended.
  state at the end: x = 2

waits.lin: |||{..}@P() nonterminating: violation — it ends after 2 steps, with 1 copy (3 states, 2 transitions, {time})
    1  P()   a          x = 1
    2  main  terminate
  The process has ended, and nothing can happen any more.
  state at the end: x = 1

waits.lin: |||{..}@Fine() deadlockfree: ok — no deadlock, with any number of copies (4 states, 4 transitions, {time})
1 ok, 3 violations, 0 unknown
? 1
