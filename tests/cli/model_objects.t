# Objects as specifications of processes.

= lock.lin
object Lock {
    var held = 0;
    op lock() { require held == 0; held = 1; }
    op unlock() { require held == 1; held = 0; }
}
var h = 0;
var asleep[2];
User(i) = lock_inv.i -> Try(i); unlock_inv.i -> free.i{h = 0;} -> unlock_res.i -> User(i);
Try(i) = ifa (h == 0) { take.i{h = 1;} -> lock_res.i -> Skip }
         else { sleep.i{if (h == 1) {asleep[i] = 1;}} -> [asleep[i] == 0] wake.i -> Try(i) };
#assert (User(0) ||| User(1)) linearizes Lock;
#assert (User(0) ||| User(1)) progresses Lock;
$ lince model lock.lin
lock.lin: (User(0) ||| User(1)) linearizes Lock: ok — linearizable as Lock ({any})
lock.lin: (User(0) ||| User(1)) progresses Lock: violation — not synchronization progressible as Lock ({any})
    1  User(1)  lock_inv.1
    2  User(1)  (take.1)      h = 1
    3  User(0)  lock_inv.0
    4  User(1)  lock_res.1
    5  User(1)  (;)
    6  User(1)  unlock_inv.1
    7  User(0)  (sleep.0)     asleep[0] = 1
    8  User(1)  (free.1)      h = 0
    9  User(1)  unlock_res.1
  No operation returns any more, though lock_res.0 must be possible.
  state at the end: h = 0, asleep = [1, 0]

  the pending operation lock() by P0 should have returned.

  These 3 operations alone already conflict:

    P0  ├─ lock() ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌⋯
    P1  ├─ lock() ─┤ ├─ unlock() ─┤

1 ok, 1 violation, 0 unknown
? 1

# A point that comes too early is no violation of linearizability.
= points.lin
#define EMPTY -1;
var full = 0;
object Cell { var c : seq;  op put(v) { c = [v]; }  op get() { if (length(c) == 0) { return EMPTY; } return first(c); } }
Putter() = put_inv.0.7 -> put_lin.0.7 -> tau{full = 1;} -> put_res.0 -> Skip;
Getter() = get_inv.1 -> (if (full == 1) { get_res.1.7 -> Skip } else { get_res.1.EMPTY -> Skip });
#assert (Putter() ||| Getter()) linearizes Cell;
#assert (Putter() ||| Getter()) linearizes Cell at points {put_lin};
$ lince model points.lin
points.lin: (Putter() ||| Getter()) linearizes Cell: ok — linearizable as Cell ({any})
points.lin: (Putter() ||| Getter()) linearizes Cell at points {put_lin}: violation — linearizable as Cell, but not at these points ({any})
    1  Putter()  put_inv.0.7
    2  Putter()  put_lin.0.7
    3  Getter()  get_inv.1
    4  Getter()  (else)
    5  Getter()  get_res.1.-1
                 ^ the specification allows only get_res.1.7 or put_res.0 here

  The calls and returns:
    P0  ├─ put(7) ╌╌╌╌╌╌╌╌╌⋯
    P1  ├─ get() → EMPTY ─┤

1 ok, 1 violation, 0 unknown
? 1

# Whatever an operation may do at its point.
= bag.lin
P() = put_inv.0.1 -> put_res.0 -> put_inv.0.2 -> put_res.0 -> take_inv.0 -> take_lin.0 ->
    (take_res.0.1 -> Skip [] take_res.0.2 -> Skip);
#assert P() linearizes bag at points {take_lin};
$ lince model bag.lin
bag.lin: P() linearizes bag at points {take_lin}: ok — linearizable as a bag, at these points ({any})
? 0

# A call of what no specification has is a mistake, also where there are several specifications.
= several.lin
P() = enq_inv.0.1 -> enq_res.0 -> get_inv.0 -> get_res.0.2 -> Stop;
Q() = enq_inv.0.1 -> enq_res.0.true -> Stop;
#assert P() linearizes queue;
#assert Q() linearizes queue:capacity=2;
$ lince model several.lin 2>&1
lince: several.lin:3: queue has no operation get, which get_inv calls
lince: several.lin:4: queue:capacity=2 has no operation get, which get_inv calls
0 ok, 0 violations, 0 unknown, 2 errors
? 2

# What makes no sense is said where it is.
= errors.lin
object Array { var a[2];
    op at(i) { return a[i]; } }
P() = at_inv.0.5 -> at_res.0.5 -> Skip;
Q() = deq_inv.0 -> deq_res.0.1 -> Skip;
R() = at_inv.0 -> at_res.0.1 -> Skip;
S() = at_inv.0.1 -> at_inv.0.1 -> Skip;
#assert P() linearizes Array;
#assert Q() linearizes queue;
#assert Q() linearizes queeu;
#assert R() linearizes Array;
#assert S() linearizes Array;
#assert Q() linearizes Array;
$ lince model errors.lin 2>&1
lince: errors.lin:2: a[5] does not exist: a has 2 elements
    1  P()  at_inv.0.5
            ^ a[5] does not exist: a has 2 elements
lince: errors.lin:8: deq of queue may return EMPTY here, which is no number in this model: add `#define EMPTY -1;`, with the number by which the process reports it
    1  Q()  deq_inv.0
            ^ deq of queue may return EMPTY here, which is no number in this
              model: add `#define EMPTY -1;`, with the number by which the
              process reports it
lince: errors.lin:9: there is no specification called `queeu`: did you mean queue?
lince: errors.lin:5: at_inv has no process behind its name, only the arguments of at of Array, but in line 5 there is one: name it in all events of at, or in none
lince: errors.lin:11: at is called in process 0 while at there has not returned: no process does 'at_res'
    1  S()  at_inv.0.1
    2  S()  at_inv.0.1
            ^ at is called in process 0 while at there has not returned: no
              process does 'at_res'
lince: errors.lin:12: this process calls no operation of Array: calls are events such as at_inv.p.v, for process p
0 ok, 0 violations, 0 unknown, 6 errors
? 2
