# Values that are only passed on are not told apart: the states are fewer, and a run is still one of the model.
= cells.lin
var x = 0;
var y = 0;
P() = []v:{1..4}@in.v{x = v;} -> (([]w:{1..4}@in.w{y = w;} -> out.x -> out.y -> P()) [] out.x -> P());
S() = []v:{1..4}@in.v -> T(v);
T(v) = ([]w:{1..4}@in.w -> out.w -> out.v -> S()) [] out.v -> S();
Sum() = []v:{1..4}@in.v{x = v;} -> out.(x + 1) -> Sum();
#assert P() refines S();
#assert P() reaches x == y && x != 0;
#assert Sum() deadlockfree;
$ lince model --stats cells.lin | grep -E "states of the i|interchangeable|reductions"
                 4  states of the implementation
                 4  values that are interchangeable
  reductions: live-reset, order, values, antichain
                 5  states of the implementation
                 4  values that are interchangeable
  reductions: live-reset, order, values
                 5  states of the implementation
  reductions: live-reset, order
? 0
$ lince model --stats --no-value-symmetry cells.lin | grep -E "states of the i|interchangeable|reductions"
                21  states of the implementation
  reductions: live-reset, order, antichain
                25  states of the implementation
  reductions: live-reset, order
                 5  states of the implementation
  reductions: live-reset, order
? 0
$ lince model -a 1 cells.lin; lince model -a 2 cells.lin
cells.lin: P() refines S(): violation — a trace that is not one of S() (4 states, 4 pairs, 11 transitions, {time})
    1  P()  in.1   x = 1
    2  P()  in.2   y = 2
    3  P()  out.1
            ^ the specification allows only out.2 here
cells.lin: P() reaches x == y && x != 0: ok — reached after 2 steps (5 states, 15 transitions, {time})
    1  P()  in.1  x = 1
    2  P()  in.1  y = 1
  Here it holds.
  state at the end: x = 1, y = 1
? 0
$ lince model --json cells.lin | grep -o '"merged_values":[0-9]*'; lince model --json --no-symmetry cells.lin | grep -o '"merged_values":[0-9]*'
"merged_values":4
"merged_values":4
"merged_values":0
"merged_values":0
"merged_values":0
"merged_values":0
? 0
