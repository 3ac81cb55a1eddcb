# The best of the states that are reached: with min(x), with max(x).

= bridge.lin
// Four people cross a bridge by night, at most two at a time, and always with the only torch.
var time[4] = [1, 2, 5, 10];
var over[4];
var torch = 0;
var cost : {0..60} = 0;
#define all (over[0] + over[1] + over[2] + over[3] == 4);
Cross() = ([] i:{0..3}; j:{0..3} @ ([torch == 0 && i <= j && over[i] + over[j] == 0 && cost <= 40]
            cross.i.j{over[i] = 1; over[j] = 1; torch = 1; cost = cost + time[j];} -> Cross()))
       [] ([] i:{0..3} @ ([torch == 1 && over[i] == 1 && cost <= 40]
            back.i{over[i] = 0; torch = 0; cost = cost + time[i];} -> Cross()));
#assert Cross() reaches all with min(cost);
#assert Cross() reaches all with max(cost);
#assert Cross() reaches all && cost < 17 with max(cost);
#assert Cross() reaches true with max(over[0] - over[3]); // expect: ok
$ lince model bridge.lin
bridge.lin: Cross() reaches all with min(cost): ok — reached after 5 steps, with min(cost) = 17 (998 states, 2,483 transitions, {time})
    1  Cross()  cross.0.1  over[0] = 1, over[1] = 1, torch = 1, cost = 2
    2  Cross()  back.1     over[1] = 0, torch = 0, cost = 4
    3  Cross()  cross.2.3  over[2] = 1, over[3] = 1, torch = 1, cost = 14
    4  Cross()  back.0     over[0] = 0, torch = 0, cost = 15
    5  Cross()  cross.0.1  over[0] = 1, over[1] = 1, torch = 1, cost = 17
  Here it holds.
  state at the end: time = [1, 2, 5, 10], over = [1, 1, 1, 1], torch = 1,
    cost = 17

bridge.lin: Cross() reaches all with max(cost): ok — reached after 5 steps, with max(cost) = 50 (998 states, 2,483 transitions, {time})
    1  Cross()  cross.1.3  over[1] = 1, over[3] = 1, torch = 1, cost = 10
    2  Cross()  back.3     over[3] = 0, torch = 0, cost = 20
    3  Cross()  cross.0.3  over[0] = 1, over[3] = 1, torch = 1, cost = 30
    4  Cross()  back.3     over[3] = 0, torch = 0, cost = 40
    5  Cross()  cross.2.3  over[2] = 1, over[3] = 1, torch = 1, cost = 50
  Here it holds.
  state at the end: time = [1, 2, 5, 10], over = [1, 1, 1, 1], torch = 1,
    cost = 50

bridge.lin: Cross() reaches all && cost < 17 with max(cost): violation — no state satisfies it (998 states, 2,483 transitions, {time})
bridge.lin: Cross() reaches true with max(over[0] - over[3]): ok — reached after 1 step, with max(over[0] - over[3]) = 1 (998 states, 2,483 transitions, {time})
    1  Cross()  cross.0.0  over[0] = 1, torch = 1, cost = 1
  Here it holds.
  state at the end: time = [1, 2, 5, 10], over = [1, 0, 0, 0], torch = 1,
    cost = 1

3 ok, 1 violation, 0 unknown
? 1

# Where not everything could be seen, the best so far is not the answer.
= endless.lin
var x;
P() = a{x = x + 1;} -> P();
#assert P() reaches x < 4 with max(x * 2);
$ lince model --max-memory 5M endless.lin
endless.lin: P() reaches x < 4 with max(x * 2): unknown — the memory limit was reached; so far, max(x * 2) = 6 ({any}{time})
? 3
$ lince model --max-memory 5M --json endless.lin | grep -o '"verdict":"[a-z]*"\|"best":[0-9a-z]*\|"unknown_reason":"[a-z]*"'
"verdict":"unknown"
"best":6
"unknown_reason":"memory"
? 0

# A value that cannot be computed ends the search, as in a condition.
= wrong.lin
var x : {0..3} = 3;
P() = [x > 0] a{x = x - 1;} -> P();
#assert P() reaches true with max(6 / x);
$ lince model wrong.lin
lince: wrong.lin:3: division by zero
    #assert P() reaches true with max(6 / x);
                                        ^
    1  P()  a  x = 2
    2  P()  a  x = 1
    3  P()  a  x = 0
            ^ division by zero
? 2

# Of any number of copies nobody can say what is best.
= copies.lin
var x;
P() = a{x = 1 - x;} -> P();
#assert (|||{..}@P()) reaches true with max(x);
$ lince model copies.lin
lince: copies.lin:3: a smallest or largest value cannot be found for any number of copies; write how many there are: '|||{3}@'
? 2
