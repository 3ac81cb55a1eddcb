# Temporal formulas: which runs count, and the runs that are told.
= lock.lin
// Who wants the lock can be overtaken for ever, unless those who can move again and again do.
var held = 0;
Process(i) = want.i -> [held == 0] enter.i{held = 1;} -> leave.i{held = 0;} -> Process(i);
System() = Process(0) ||| Process(1);
#assert System() |= [](want.0 -> <>enter.0);
$ lince model lock.lin
$ lince model --fairness weak lock.lin
$ lince model --fairness strong lock.lin

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

= numbers.lin
// An event is one label: a is not a.1, and hidden steps are steps.
P() = a.1 -> tau -> a.2 -> P();
#assert P() |= []<>a.1;
#assert P() |= []<>a;
#assert P() |= [](a.1 -> X a.2);
#assert P() |= [](a.1 -> X X a.2);
$ lince model numbers.lin

= vague.lin
// A condition without a value is an error, not an answer.
var i = 0;
var A[2];
P() = next{i = i + 1;} -> P();
#assert P() |= [](A[i] == 0);
#assert P() |= <>(i == 2);
$ lince model vague.lin

= large.lin
// More operators than anybody waits for.
P() = a -> b -> P();
#assert P() |= X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X(b U X(a U X b)))))))))))))))))))))))))))))))))))));
$ lince model large.lin
