# Temporal formulas: which runs count, and the runs that are told.
= lock.lin
// Who wants the lock can be overtaken for ever, unless those who can move again and again do.
var held = 0;
Process(i) = want.i -> [held == 0] enter.i{held = 1;} -> leave.i{held = 0;} -> Process(i);
System() = Process(0) ||| Process(1);
#assert System() |= [](want.0 -> <>enter.0);
$ lince model lock.lin
lock.lin: System() |= [](want.0 -> <>enter.0): violation — it does not hold of every run ({any} transition{any}, {time})
    1  Process(0)  want.0
  ╭ 2  Process(1)  want.1
  │ 3  Process(1)  enter.1  held = 1
  ╰ 4  Process(1)  leave.1  held = 0
  A run that repeats this loop forever violates the formula.
? 1
$ lince model --fairness weak lock.lin
lock.lin: System() |= [](want.0 -> <>enter.0): violation — it does not hold of every run under weak fairness ({any} transition{any}, {time})
    1  Process(0)  want.0
  ╭ 2  Process(1)  want.1
  │ 3  Process(1)  enter.1  held = 1
  ╰ 4  Process(1)  leave.1  held = 0
  A run that repeats this loop forever violates the formula.
? 1
$ lince model --fairness strong lock.lin
lock.lin: System() |= [](want.0 -> <>enter.0): ok — it holds of every run under strong fairness ({any} transition{any}, {time})
? 0

= ends.lin
// A run that ends: its last state stays, and no event happens any more.
var x = 0;
Twice() = a -> a{x = 1;} -> Stop;
Once() = a -> Skip;
#assert Twice() |= []<>a;
#assert Twice() |= <>[](x == 1);
#assert Once() |= <>terminate;
#assert Once() |= []<>a;
#assert Once() |= [](a -> X a);
$ lince model ends.lin
ends.lin: Twice() |= []<>a: violation — it does not hold of every run ({any} transition{any}, {time})
    1  Twice()  a
    2  Twice()  a  x = 1
  The run ends here in a deadlock, and violates the formula.
  state at the end: x = 1

ends.lin: Twice() |= <>[](x == 1): ok — it holds of every run ({any} transition{any}, {time})
ends.lin: Once() |= <>terminate: ok — it holds of every run ({any} transition{any}, {time})
ends.lin: Once() |= []<>a: violation — it does not hold of every run ({any} transition{any}, {time})
    1  Once()  a
    2  Once()  terminate
  The run ends here, and violates the formula.
  state at the end: x = 0

ends.lin: Once() |= [](a -> X a): violation — it does not hold of every run ({any} transition{any}, {time})
    1  Once()  a
    2  Once()  terminate
  With any continuation, the formula does not hold.
  state at the end: x = 0

2 ok, 3 violations, 0 unknown
? 1

= numbers.lin
// An event is one label, and hidden steps are steps.
P() = a.1 -> tau -> a.2 -> P();
#assert P() |= []<>a.1;
#assert P() |= []<>a.3;
#assert P() |= [](a.1 -> X a.2);
#assert P() |= [](a.1 -> X X a.2);
$ lince model numbers.lin
numbers.lin: P() |= []<>a.1: ok — it holds of every run ({any} transition{any}, {time})
numbers.lin: P() |= []<>a.3: violation — it does not hold of every run ({any} transition{any}, {time})
  ╭ 1  P()  a.1
  │ 2  P()  (tau)
  ╰ 3  P()  a.2
  A run that repeats this loop forever violates the formula.

numbers.lin: P() |= [](a.1 -> X a.2): violation — it does not hold of every run ({any} transition{any}, {time})
    1  P()  a.1
    2  P()  (tau)
  With any continuation, the formula does not hold.

numbers.lin: P() |= [](a.1 -> X X a.2): ok — it holds of every run ({any} transition{any}, {time})
2 ok, 2 violations, 0 unknown
? 1

= vague.lin
// A condition without a value is an error, not an answer.
var i = 0;
var A[2];
P() = next{i = i + 1;} -> P();
#assert P() |= [](A[i] == 0);
#assert P() |= <>(i == 2);
#assert P() reaches A[i] == 7;
$ lince model vague.lin
lince: vague.lin:5: there is no element 2, the array has elements 0 to 1
    #assert P() |= [](A[i] == 0);
                      ^
    1  P()  next  i = 1
    2  P()  next  i = 2
            ^ there is no element 2, the array has elements 0 to 1
vague.lin: P() |= <>(i == 2): ok — it holds of every run ({any} transition{any}, {time})
lince: vague.lin:7: there is no element 2, the array has elements 0 to 1
    #assert P() reaches A[i] == 7;
                        ^
    1  P()  next  i = 1
    2  P()  next  i = 2
            ^ there is no element 2, the array has elements 0 to 1
1 ok, 0 violations, 0 unknown, 2 errors
? 2

= large.lin
// More operators than anybody waits for.
P() = a -> b -> P();
#assert P() |= X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X b)))))))))))))))))))))))))))))))))))));
$ lince model large.lin
large.lin: P() |= X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X b))))))))))))))))))))))))))))))))))))): unknown — the formula has too many parts ({any} transition{any}, {time})
? 3
