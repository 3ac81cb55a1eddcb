# Models: verdicts, and the runs that show them.
= lock.lin
// A lock that looks before it leaps: both may look at once.
#define N 2;
var held = 0;
var inside = 0;

User(i) = [held == 0] look.i -> take.i{held = 1; inside = inside + 1;} -> leave.i{inside = inside - 1; held = 0;} -> User(i);
Good(i) = [held == 0] take.i{held = 1; inside = inside + 1;} -> leave.i{inside = inside - 1; held = 0;} -> Good(i);
Users() = |||i:{0..N - 1}@User(i);
Goods() = |||i:{0..N - 1}@Good(i);
Quiet() = Goods() \ {leave};

#define both (inside > 1);
#assert Goods() reaches both; // expect: violation
#assert Users() reaches both; // expect: ok
#assert Goods() deadlockfree; // expect: ok
#assert Goods() |= []!both; // expect: ok
#assert Users() |= []!both; // expect: violation
#assert Goods() |= []<>take.1; // expect: violation
$ lince model lock.lin
lock.lin: Goods() reaches both: violation — no state satisfies it ({any} transition{any}, {time})
lock.lin: Users() reaches both: ok — reached after 4 steps ({any} transition{any}, {time})
    1  User(0)  look.0
    2  User(1)  look.1
    3  User(1)  take.1  held = 1, inside = 1
    4  User(0)  take.0  inside = 2
  Here it holds.
  state at the end: held = 1, inside = 2

lock.lin: Goods() deadlockfree: ok — no deadlock ({any} transition{any}, {time})
lock.lin: Goods() |= []!both: ok — it holds of every run ({any} transition{any}, {time})
lock.lin: Users() |= []!both: violation — it does not hold of every run ({any} transition{any}, {time})
    1  User(0)  look.0
    2  User(1)  look.1
    3  User(0)  take.0  held = 1, inside = 1
    4  User(1)  take.1  inside = 2
  With any continuation, the formula does not hold.
  state at the end: held = 1, inside = 2

lock.lin: Goods() |= []<>take.1: violation — it does not hold of every run ({any} transition{any}, {time})
  ╭ 1  Good(0)  take.0   held = 1, inside = 1
  ╰ 2  Good(0)  leave.0  held = 0, inside = 0
  A run that repeats this loop forever violates the formula.

3 ok, 3 violations, 0 unknown
? 1

$ lince model lock.lin --expect --jobs 1; echo $?; lince model lock.lin --expect --fairness strong | grep "not as"; lince model lock.lin --expect --fairness strong --quiet
lock.lin: Goods() reaches both: violation — no state satisfies it ({any} transition{any}, {time})
  as expected
lock.lin: Users() reaches both: ok — reached after 4 steps ({any} transition{any}, {time})
  as expected
lock.lin: Goods() deadlockfree: ok — no deadlock ({any} transition{any}, {time})
  as expected
lock.lin: Goods() |= []!both: ok — it holds of every run ({any} transition{any}, {time})
  as expected
lock.lin: Users() |= []!both: violation — it does not hold of every run ({any} transition{any}, {time})
  as expected
lock.lin: Goods() |= []<>take.1: violation — it does not hold of every run ({any} transition{any}, {time})
  as expected
3 ok, 3 violations, 0 unknown
0
  not as expected: line 18 expects violation
? 1

# Which: by number, by text, in a list.
$ lince model -a 3 --assert reaches lock.lin | grep -v '^ '; lince model --list lock.lin; lince model --list --json -a 1 lock.lin
lock.lin: Goods() reaches both: violation — no state satisfies it ({any} transition{any}, {time})
lock.lin: Users() reaches both: ok — reached after 4 steps ({any} transition{any}, {time})

lock.lin: Goods() deadlockfree: ok — no deadlock ({any} transition{any}, {time})
2 ok, 1 violation, 0 unknown
  1  line 13    Goods() reaches both  (expected: violation)
  2  line 14    Users() reaches both  (expected: ok)
  3  line 15    Goods() deadlockfree  (expected: ok)
  4  line 16    Goods() |= []!both  (expected: ok)
  5  line 17    Users() |= []!both  (expected: violation)
  6  line 18    Goods() |= []<>take.1  (expected: violation)
{"file":"lock.lin","assertion":1,"text":"Goods() reaches both","line":13,"criterion":"reaches","expected":"violation"}
? 0

$ lince model -a 7 lock.lin; lince model -a 0 lock.lin; lince model -a nonsense lock.lin
lince: --assert 7: lock.lin has 6 assertions; --list shows them
lince: --assert 0: lock.lin has 6 assertions; --list shows them
lince: --assert nonsense: no assertion of lock.lin contains that; --list shows them
? 2

# Refinement, refusals, divergence, determinism, ends.
= more.lin
A() = a -> b -> A();
AB() = a -> b -> AB() [] b -> AB();
Either() = a -> (b -> Either() <> a -> Either());
Buffer() = in -> tau -> out -> Buffer();
Spin() = a -> Around();
Around() = tau -> Around() [] b -> Around();
Twice() = a -> Skip [] a -> b -> Skip;
Short() = a -> b -> Skip;
Two() = (a -> b -> Stop) || (b -> a -> Stop);
#assert A() refines AB();
#assert AB() refines A();
#assert Either() refines<F> AB();
#assert Spin() divergencefree;
#assert Spin() refines<FD> AB();
#assert Twice() deterministic;
#assert Short() nonterminating;
#assert Short() deadlockfree;
#assert Two() deadlockfree;
#assert A() deterministic;
$ lince model more.lin
more.lin: A() refines AB(): ok — every trace is one of AB() ({any} transition{any}, {time})
more.lin: AB() refines A(): violation — a trace that is not one of A() ({any} transition{any}, {time})
    1  AB()  b
             ^ the specification allows only a here

more.lin: Either() refines<F> AB(): violation — it refuses an event that AB() must accept ({any} transition{any}, {time})
  Here it can only do a, and the specification must accept more.

more.lin: Spin() divergencefree: violation — it can go on forever unseen ({any} transition{any}, {time})
    1  Spin()  a
  ↻ 2  Spin()  (tau)
  This loop of hidden steps can go on forever.

more.lin: Spin() refines<FD> AB(): violation — it refuses an event that AB() must accept ({any} transition{any}, {time})
  Here it can only do a, and the specification must accept more.

more.lin: Twice() deterministic: violation — not deterministic ({any} transition{any}, {time})
    1  Twice()  a
  After these visible steps b can happen, and can be refused as well.

more.lin: Short() nonterminating: violation — it ends after 3 steps ({any} transition{any}, {time})
    1  Short()  a
    2  Short()  b
    3  Short()  terminate
  The process has ended, and nothing can happen any more.

more.lin: Short() deadlockfree: ok — no deadlock ({any} transition{any}, {time})
more.lin: Two() deadlockfree: violation — a deadlock at once ({any} transition{any}, {time})
  Nothing can happen any more, and the process has not ended.

more.lin: A() deterministic: ok — deterministic ({any} transition{any}, {time})
3 ok, 7 violations, 0 unknown
? 1

# Objects: calls and returns are drawn, too.
= register.lin
#define nobody -1;
var value = nobody;
Writer(i) = write_inv.i.i -> set.i{value = i;} -> write_res.i -> Writer(i);
Reader() = read_inv.7 -> peek -> read_res.7.value -> Reader();
Late() = read_inv.7 -> peek -> ([value != nobody] read_res.7.(1 - value) -> Late() [] [value == nobody] read_res.7.value -> Late());
object Cell { var v = nobody; op write(x) { v = x; } op read() { return v; } }
Good() = Writer(0) ||| Writer(1) ||| Reader();
Bad() = Writer(0) ||| Writer(1) ||| Late();
#assert Good() linearizes Cell; // expect: ok
#assert Bad() linearizes Cell; // expect: violation
$ lince model register.lin
register.lin: Good() linearizes Cell: ok — linearizable as Cell ({any} transition{any}, {time})
register.lin: Bad() linearizes Cell: violation — not linearizable as Cell ({any} transition{any}, {time})
    1  Writer(1)  write_inv.1.1
    2  Late()     read_inv.7
    3  Writer(1)  (set.1)        value = 1
    4  Late()     (peek)
    5  Late()     read_res.7.0
                  ^ the specification allows only the returns read_res.7.-1,
                    read_res.7.1 or write_res.1 here

  The calls and returns:
    P1  ├─ write(1) ╌╌╌╌⋯
    P7  ├─ read() → 0 ─┤

  read() by P7 returned 0, but no order of the operations so far allows anything
  but -1 or 1.
  It fails at the last of 3 events: the return of P7 read() → 0.

  This operation alone is wrong:

    P7  ├─ read() → 0 ─┤

  P7  read() → 0  could have returned -1 or 1

  Nothing needs to have happened before that. The initial state is -1.

1 ok, 1 violation, 0 unknown
? 1

# Constants from the command line.
$ lince model -a 1 -D N=3 lock.lin; lince model -D N=x lock.lin; lince model -D M=1 lock.lin; lince model -D =1 lock.lin
lock.lin: Goods() reaches both: violation — no state satisfies it ({any} transition{any}, {time})
lince: -D N=x: write NAME=NUMBER, such as -D N=3
lince: -D M=1: lock.lin has no '#define M'
lince: -D =1: write NAME=NUMBER, such as -D N=3
? 2

# Figures; JUnit.  Pages are in html.t.
$ lince model --stats -a 3 --no-order-reduction --no-visible-reduction --no-symmetry --no-counting lock.lin; lince model --junit - -q -a 1 lock.lin | grep -o '<failure type="[a-z]*"'
lock.lin: Goods() deadlockfree: ok — no deadlock (3 states, 4 transitions, {time})
                 3  states of the implementation
                 4  steps taken
                 3  pairs of a state and a set of states of the specification
                 1  steps to the farthest state
{any}  bytes that hold states and pairs
{any}{time}  for the verdict
{any}{size}  of memory at most
  reductions: live-reset
<failure type="violation"
? 0

# What does not go together.
$ lince model; lince model a.lin b.lin; lince model --simulate --json lock.lin; lince model --process Users lock.lin; lince model --json --html - lock.lin
lince: model: name one FILE with a model, or - for standard input
lince: model: name one FILE with a model, or - for standard input
lince: --simulate and --dot give no verdicts to report
lince: --process goes with --simulate or --dot
lince: --html - and --json exclude each other
? 2

# From standard input.
$ lince model - < lock.lin | tail -n 1; printf 'P() = a -> Stop;\n#assert P() deadlockfree;\n' | lince model -D N=1 -; printf 'P() = ;\n' | lince model -; lince model --simulate - < lock.lin
3 ok, 3 violations, 0 unknown
lince: -D N=1: - has no '#define N'
lince: -:1: column 7: a process belongs here, not ';'
    P() = ;
          ^
lince: --simulate reads standard input itself: name a FILE with the model
? 2

$ lince model nonesuch.lin
lince: nonesuch.lin: cannot open: No such file or directory
? 2

$ echo 'P() = a -> P();' > none.lin; lince model none.lin
lince: none.lin: there is nothing to check: write '#assert Process() deadlockfree;' or the like
? 2

# Where orders were left out, the run that is told is a shortest one all the same, and the figures are the verdict's.
= longer.lin
var x = 0;
Idle() = tau -> tau -> tau -> Stop;
System() = Idle() ||| (a{x = 1;} -> Stop);
Silent() = Idle() ||| (b -> Stop);
#assert System() reaches (x == 1);
#assert (System() \ {a}) refines Stop;
#assert Silent() refines Stop;
$ lince model longer.lin
longer.lin: System() reaches (x == 1): ok — reached after 1 step (5 states, 4 transitions, {time})
    1  System()  a  x = 1
  Here it holds.
  state at the end: x = 1

longer.lin: (System() \ {a}) refines Stop: ok — every trace is one of Stop (5 states, 5 pairs, 4 transitions, {time})
longer.lin: Silent() refines Stop: violation — a trace that is not one of Stop (4 states, 4 pairs, 4 transitions, {time})
    1  Silent()  b
                 ^ the specification allows no event at all here

2 ok, 1 violation, 0 unknown
? 1

# What a step changes stands in a column of its own, on as many lines as it needs.
= wide.lin
var apples = 0; var pears = 0; var cherries = 0; var oranges = 0; var lemons = 0; var grapes = 0; var plums = 0;
P() = harvest{apples = 1; pears = 2; cherries = 3; oranges = 4; lemons = 5; grapes = 6; plums = 7;} -> Stop;
#assert P() deadlockfree;
$ lince model wide.lin | sed -n 2,3p
    1  P()  harvest  apples = 1, pears = 2, cherries = 3, oranges = 4,
                     lemons = 5, grapes = 6, plums = 7
? 0

# Processes that are alike are found wherever they are: in a group inside of something larger, and under || where no event
# of theirs is shared.  Those that differ in one number are not alike.
= groups.lin
var n = 0;
P() = push{if (n < 2) {n++;}} -> done -> P() [] pop{if (n > 0) {n--;}} -> done -> P();
Q(i) = push{if (n < i) {n++;}} -> done -> Q(i) [] pop{if (n > 0) {n--;}} -> done -> Q(i);
Env() = tick{n = 0;} -> Env();
Group() = |||{4}@P();
Flat() = P() ||| P() ||| P() ||| P() ||| Env();
Inside() = Env() ||| Group();
Beside() = (Group() \ {done}) || Env();
Unlike() = (|||i:{1..4}@Q(i)) ||| Env();
#assert Flat() reaches n > 2;
#assert Inside() reaches n > 2;
#assert Beside() reaches n > 2;
#assert Unlike() reaches n > 4;
$ lince model --jobs 1 groups.lin
groups.lin: Flat() reaches n > 2: violation — no state satisfies it (7 states, 31 transitions, {time})
groups.lin: Inside() reaches n > 2: violation — no state satisfies it (7 states, 31 transitions, {time})
groups.lin: Beside() reaches n > 2: violation — no state satisfies it (7 states, 31 transitions, {time})
groups.lin: Unlike() reaches n > 4: violation — no state satisfies it (37 states, 77 transitions, {time})
0 ok, 4 violations, 0 unknown
? 1
$ lince model --jobs 1 --no-symmetry groups.lin
groups.lin: Flat() reaches n > 2: violation — no state satisfies it (19 states, 43 transitions, {time})
groups.lin: Inside() reaches n > 2: violation — no state satisfies it (19 states, 43 transitions, {time})
groups.lin: Beside() reaches n > 2: violation — no state satisfies it (19 states, 43 transitions, {time})
groups.lin: Unlike() reaches n > 4: violation — no state satisfies it (37 states, 77 transitions, {time})
0 ok, 4 violations, 0 unknown
? 1
