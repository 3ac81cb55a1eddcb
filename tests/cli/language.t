# What the language means, construct by construct: each model says what is to be expected of it, right beside wrong.
= operators.lin
var x = 0;

// a -> P; Q is (a -> P); Q, and the end of the first is not seen.
S1() = a -> Skip; b -> Stop;
S2() = a -> b -> Stop;
#assert S1() refines S2(); // expect: ok
#assert S2() refines S1(); // expect: ok
#assert S2() refines<FD> S1(); // expect: ok

// Side by side, and together on what both know.
I() = (a -> Stop) ||| (a -> Stop);
J() = (a -> Stop) || (a -> Stop);
#assert I() refines J(); // expect: violation
#assert J() refines I(); // expect: ok

// n processes: an event needs all who know it, and only those.
N1() = (a -> b -> Stop) || (b -> c -> Stop) || (c -> a -> Stop);
N2() = (a -> b -> Stop) || (b -> c -> Stop) || (c -> d -> Stop);
#assert N1() |= [] !a; // expect: ok
#assert N2() |= <> d; // expect: ok

// Steps with statements are never shared.
D() = (a{x = x + 1;} -> Stop) || (a{x = x + 1;} -> Stop);
#assert D() reaches x == 2; // expect: ok
#assert D() reaches x == 3; // expect: violation

// Who decides.
Ext() = (a -> Stop) [] (b -> Stop);
Int() = (a -> Stop) <> (b -> Stop);
#assert Int() refines Ext(); // expect: ok
#assert Int() refines<F> Ext(); // expect: violation
#assert Ext() refines<F> Int(); // expect: ok
#assert Ext() deterministic; // expect: ok
#assert Int() deterministic; // expect: violation

// A hidden step decides [] but not [*].
G() = (tau -> a -> Stop) [] (b -> Stop);
H() = (tau -> a -> Stop) [*] (b -> Stop);
#assert G() refines<F> H(); // expect: violation
#assert H() refines<F> G(); // expect: ok
#assert G() refines H(); // expect: ok

// At any time.
In() = (a -> b -> Stop) interrupt (c -> Stop);
InT() = a -> (b -> c -> Stop [] c -> Stop) [] c -> Stop;
#assert In() refines InT(); // expect: ok
#assert InT() refines In(); // expect: ok

// Hidden with any values, and with these.
Hd() = (a -> b.0 -> b.1 -> a.5.6 -> Stop) \ {a, b.0};
HdT() = b.1 -> Stop;
#assert Hd() refines HdT(); // expect: ok
#assert HdT() refines Hd(); // expect: ok
#assert (Hd() \ {b.*}) refines Stop; // expect: ok
#assert (Hd() \ {b.0.1}) refines Stop; // expect: violation

#assert Hd() |= [] !b.1; // expect: violation
#assert Hd() |= [] !b.0; // expect: ok

// Together to the end.
Tm() = Skip ||| (a -> Skip);
TmT() = a -> Skip;
#assert Tm() refines TmT(); // expect: ok
#assert Tm() deadlockfree; // expect: ok
#assert Tm() |= a -> <> terminate; // expect: ok
#assert Tm() |= <> terminate; // expect: ok
#assert Tm() |= [] !terminate; // expect: violation
#assert Tm() nonterminating; // expect: violation
#assert (a -> Stop) deadlockfree; // expect: violation
Loop() = a -> Loop();
#assert Loop() nonterminating; // expect: ok

// Endless hidden steps.
Quiet() = Loop() \ {a};
#assert Quiet() divergencefree; // expect: violation
#assert Loop() divergencefree; // expect: ok

// An index is the same as writing it out.
Ix() = []k:{0,2};l:{k..2}@e.k.l -> Stop;
IxT() = e.0.0 -> Stop [] e.0.1 -> Stop [] e.0.2 -> Stop [] e.2.2 -> Stop;
#assert Ix() refines IxT(); // expect: ok
#assert IxT() refines Ix(); // expect: ok
Three() = |||{3}@D1();
D1() = tau{x = x + 1;} -> Skip;
#assert Three() reaches x == 3; // expect: ok
#assert Three() reaches x == 4; // expect: violation
$ lince model --expect operators.lin > out && tail -n 1 out
27 ok, 12 violations, 0 unknown
? 0

= branches.lin
var x = 0;
var y = 0;
Set() = set{y = 1;} -> Stop;

// `if` tests in a step of its own, `ifa` with the next one.
If() = if (y == 0) {a -> Stop} else {b -> Stop};
Ifa() = ifa (y == 0) {a -> Stop} else {b -> Stop};
AtOnce() = a -> set -> Stop [] set -> b -> Stop;
IfSet() = If() ||| Set();
IfaSet() = Ifa() ||| Set();
#assert IfSet() refines AtOnce(); // expect: violation
#assert IfaSet() refines AtOnce(); // expect: ok

// `ifb` waits, a guard as well.
IfbSet() = (ifb (y == 1) {a -> Stop}) ||| Set();
GuardSet() = ([y == 1] a -> Stop) ||| Set();
After() = set -> a -> Stop;
#assert IfbSet() refines After(); // expect: ok
#assert GuardSet() refines After(); // expect: ok
#assert After() refines IfbSet(); // expect: ok

// The first whose condition holds; without default or else, the end.
Case() = case { x == 1 : a -> Stop x == 0 : b -> Skip x < 5 : c -> Stop default : d -> Stop };
#assert Case() |= <> b; // expect: ok
#assert Case() deadlockfree; // expect: ok
None() = case { x == 1 : a -> Stop };
#assert None() deadlockfree; // expect: ok
NoneThen() = case { x == 1 : a -> Skip  x == 2 : b -> Skip }; done -> NoneThen();
#assert NoneThen() |= [] <> done; // expect: ok
NoElse() = if (x == 1) {a -> Stop};
#assert NoElse() deadlockfree; // expect: ok
Chain() = if (x == 1) {a -> Stop} else if (x == 0) {b -> Skip} else {c -> Stop};
#assert Chain() |= <> b; // expect: ok

// While somebody in an atomic can go on, nobody else does.
Whole() = atomic {a1 -> a2 -> Skip} ||| (b -> Skip);
Torn() = (a1 -> a2 -> Skip) ||| (b -> Skip);
First() = a1 -> a2 -> b -> Skip;
#assert Whole() refines First(); // expect: ok
#assert Torn() refines First(); // expect: violation

// Arguments are looked at when the first step is taken.
Say(v) = e.v -> Stop;
Lazy() = Say(y) ||| Set();
Late() = e.0 -> set -> Stop [] set -> e.1 -> Stop;
#assert Lazy() refines Late(); // expect: ok
#assert Late() refines Lazy(); // expect: ok

// One step, with local variables, and the values of the event from before it.
Work() = w.x{var t = 0; var u[3]; while (t < 3) { u[t] = t; t++; } x = u[1] + u[2]; if (x > 2) {x += 4;} else x = 9;} -> Work2();
Work2() = w.x -> Stop;
#assert Work() refines WorkT(); // expect: ok
WorkT() = w.0 -> w.7 -> Stop;
$ lince model --expect branches.lin > out && tail -n 1 out
14 ok, 2 violations, 0 unknown
? 0

= messages.lin
#define K 2;
enum {ask, reply};
channel c 0;
channel b 2;
channel d[2] 0;
var got = 0;

// Both sides meet: one step, c.1.2.
Meet() = (c!1.2 -> Stop) ||| (c?x.y{got = x + y;} -> Stop);
#assert Meet() refines MeetT(); // expect: ok
MeetT() = c.1.2 -> Stop;
#assert Meet() reaches got == 3; // expect: ok
Alone() = c!1.2 -> Stop;
#assert Alone() refines Stop; // expect: ok

// First in, first out; two fit.
Fill() = b!1 -> b!2 -> b!3 -> Stop;
#assert Fill() |= [] !b!3; // expect: ok
#assert Fill() |= <> b!2; // expect: ok
Pass() = Fill() ||| (b?x -> b?y{got = 10 * x + y;} -> Stop);
#assert Pass() reaches got == 12; // expect: ok
#assert Pass() reaches got == 21; // expect: violation
Full() = b!1 -> [call(cfull, b)] full -> Stop [] [call(ccount, b) == 1 && call(cpeek, b) == 1] one -> Stop;
#assert Full() |= <> one; // expect: violation
Ask() = b!1 -> ([call(cfull, b)] full -> Skip [] [call(ccount, b) == 1 && call(cpeek, b) == 1] one -> Skip);
#assert Ask() |= <> one; // expect: ok

// Constants must be equal, names receive, guards choose.
Tags() = (b!reply -> Stop) ||| (b?ask -> a -> Stop [] b?reply -> r -> Stop);
#assert Tags() |= <> r; // expect: ok
#assert Tags() |= [] !a; // expect: ok
Picky() = (d[1]!5 -> Stop [] d[1]!7 -> Stop) ||| (d[1]?[v > K + 3]v -> e.v -> Stop);
#assert Picky() |= <> e.7; // expect: ok
Exact(n) = (d[0]!n -> Stop) ||| (d[0]?(K + 1) -> e -> Skip);
#assert Exact(3) |= <> e; // expect: ok
#assert Exact(2) |= <> e; // expect: violation
Shadow() = (b!4 -> Stop) ||| (b?got -> e.got -> Stop);
#assert Shadow() |= <> e.4; // expect: ok
#assert Shadow() reaches got == 4; // expect: violation
$ lince model --expect messages.lin > out && tail -n 1 out
lince: messages.lin:37: column 33: `?got` receives any value, and hides the variable 'got' from here on without changing it; use another name, or compare with it in a guard, as in `c?[v == got]v`
    Shadow() = (b!4 -> Stop) ||| (b?got -> e.got -> Stop);
                                    ^
12 ok, 4 violations, 0 unknown
? 0

= matches.lin
// A name that has a value is compared: a parameter, an index, what was received before, in an expression too.
channel c 0;
channel d 0;
channel b 1;
Got(i) = c?i -> got -> Skip;
Seen(i) = c?i -> e.i -> (c?(i) -> Skip [] c?i -> Skip);
#assert (c!1 -> Stop) ||| Got(0) |= [] !got; // expect: ok
#assert (c!1 -> Stop) ||| Got(1) |= <> got; // expect: ok
Next(i) = c?i+1 -> got -> Skip;
#assert (c!1 -> Stop) ||| Next(0) |= <> got; // expect: ok
#assert (c!1 -> Stop) ||| Next(1) deadlockfree; // expect: violation
Pick() = []k:{0..2}@c?k -> got -> e.k -> Skip;
#assert (c!1 -> Stop) ||| Pick() |= <> e.1; // expect: ok
#assert (c!3 -> Stop) ||| Pick() |= [] !got; // expect: ok
Twice() = c?x -> d?x -> same -> e.x -> Skip;
#assert (c!1 -> d!1 -> Stop) ||| Twice() |= <> same; // expect: ok
#assert (c!1 -> d!2 -> Stop) ||| Twice() |= [] !same; // expect: ok
// The scope of a name is what follows its input, and no more.
Again() = (c?x -> Skip); (c?x -> e.x -> Skip);
#assert (c!1 -> c!2 -> Stop) ||| Again() |= <> e.2; // expect: ok
Either() = (c?x -> e.x -> Skip) [] (d?x -> f.x -> Skip);
#assert (d!2 -> Stop) ||| Either() |= <> f.2; // expect: ok
Beside() = c?x -> ((d?x -> same -> Skip) ||| (d?y -> e.y -> Skip));
#assert (c!1 -> d!2 -> d!2 -> Stop) ||| Beside() |= [] !same; // expect: ok
// An index hides a parameter of its name; what a process is called with is its own.
Inner(i) = []i:{3..4}@c?i -> e.i -> Skip;
#assert (c!4 -> Stop) ||| Inner(0) |= <> e.4; // expect: ok
Called(x) = d?y -> e.x.y -> Skip;
Calls() = c?y -> Called(y);
#assert (c!1 -> d!2 -> Stop) ||| Calls() |= <> e.1.2; // expect: ok
$ lince model --expect --quiet matches.lin
? 0
$ lince model --assert 1 matches.lin
lince: matches.lin:6: column 13: 'i' is a parameter, so `?i` waits for this value; use another name to receive any value, or write `?(i)` if this is meant
    Seen(i) = c?i -> e.i -> (c?(i) -> Skip [] c?i -> Skip);
                ^
lince: matches.lin:15: column 20: 'x' was received before, so `?x` waits for this value; use another name to receive any value, or write `?(x)` if this is meant
    Twice() = c?x -> d?x -> same -> e.x -> Skip;
                       ^
matches.lin: (c!1 -> Stop) ||| Got(0) |= [] !got: ok — it holds of every run (1 state, 1 pair, 0 transitions, {time})
? 0

= interrupts.lin
// A step that is not seen does not interrupt; one that is seen does, and so does the end.
P() = a -> P();
#assert P() interrupt (tau -> Stop) deadlockfree; // expect: ok
#assert P() interrupt (tau -> b -> Stop) deadlockfree; // expect: violation
#assert P() interrupt (tau -> b -> Stop) |= [] (b -> X [] !a); // expect: ok
Ends() = (P() interrupt (tau -> Skip)); (c -> Stop);
#assert Ends() |= [] !c; // expect: violation
#assert P() interrupt ((b -> Stop) \ {b}) deadlockfree; // expect: ok
#assert P() interrupt (case { 0 : b -> Stop }) deadlockfree; // expect: ok
Spec() = a -> Spec() [] b -> Stop;
Taken() = P() interrupt (tau -> b -> Stop);
#assert Taken() refines<F> Spec(); // expect: ok
#assert Spec() refines<F> Taken(); // expect: ok
#assert P() interrupt ((tau -> b -> Stop) interrupt (tau -> c -> Stop)) |= [] (b -> X [] !a); // expect: ok
#assert P() interrupt ((tau -> b -> Stop) interrupt (tau -> c -> Stop)) |= [] (b -> X !c); // expect: violation
$ lince model --expect --quiet interrupts.lin
? 0

= alphabets.lin
// Each process may wait for an event it never does; an index set may be empty for one of them.
P(i) = a.i -> stop -> Skip;
#alphabet P {stop, k:{0..i}@a.k};
Both() = P(0) || P(1);
#assert Both() refines BothT(); // expect: ok
#assert Both() deadlockfree; // expect: violation
BothT() = a.1 -> Stop;
#assert Both() |= [] !a.0; // expect: ok
Q(i) = stop -> Skip;
#alphabet Q {k:{0..i - 1}@a.k, stop};
Pair() = Q(0) || Q(1);
#assert Pair() refines PairT(); // expect: ok
PairT() = stop -> Skip;
$ lince model --expect alphabets.lin > out && tail -n 1 out
3 ok, 1 violation, 0 unknown
? 0

# What the manual page shows.
$ lince man language | sed -n '/^\.Bd/,/^\.Ed/{/^\.Ed/q;/^\.Bd/d;p}' > example.lin; lince model --expect example.lin > out && tail -n 1 out
2 ok, 1 violation, 0 unknown
? 0

= queue.hist
T1 invoke enq(1)
T1 return
T1 invoke deq()
T1 return 1
T1 invoke deq()
T1 return EMPTY
$ lince man language | sed -n '/^object Queue/,/^\.Ed/{/^\.Ed/q;p}' > objects.lin; lince check --quiet --spec objects.lin#Queue queue.hist; echo $?; sed 's/return 1/return 2/' queue.hist | lince check --quiet --spec objects.lin#Queue -
0
? 1
