# What the values of histories mean: each rule with what it accepts and what it does not. Every history of a file is one
# case; the comment before it says which rule, and `right` or `wrong` what the verdict must be.

# ---- values ----

= kinds.hist
# equality is by kind and content: right
spec register
T1 invoke write("1")
T1 return
T1 invoke read()
T1 return "1"
---
# an integer is not a string: wrong
T1 invoke write(1)
T1 return
T1 invoke read()
T1 return "1"
---
# a symbol is not a string: wrong
T1 invoke write(a)
T1 return
T1 invoke read()
T1 return "a"
---
# a list is not what it holds: wrong
T1 invoke write([1])
T1 return
T1 invoke read()
T1 return 1
---
# lists by their items: right
T1 invoke write([1, ["a", b], []])
T1 return
T1 invoke read()
T1 return [1,["a",b],[]]
---
# also by their kinds: wrong
T1 invoke write([1, ["a", b]])
T1 return
T1 invoke read()
T1 return [1, ["a", "b"]]
---
# and their order: wrong
T1 invoke write([1, 2])
T1 return
T1 invoke read()
T1 return [2, 1]
---
# one string with other escapes: right
T1 invoke write("a/\u00e9\n")
T1 return
T1 invoke read()
T1 return "\u0061\/é\u000a"
---
# letters count: wrong
T1 invoke write("a")
T1 return
T1 invoke read()
T1 return "A"
---
# the initial nil is a symbol, and no string: wrong
T1 invoke read()
T1 return "nil"
---
# but this: right
T1 invoke read()
T1 return nil
---
# the ends of the integers: right
T1 invoke write(-9223372036854775808)
T1 return
T1 invoke read()
T1 return -9223372036854775808
T1 invoke write(9223372036854775807)
T1 return
T1 invoke read()
T1 return 9223372036854775807
---
# integers near each other: wrong
T1 invoke write(9223372036854775807)
T1 return
T1 invoke read()
T1 return 9223372036854775806
$ "$SOURCE"/tests/cli/check_verdicts kinds.hist
1 ok
2 violation
3 violation
4 violation
5 ok
6 violation
7 violation
8 ok
9 violation
10 violation
11 ok
12 ok
13 violation
? 1

# true, false and null of JSON are symbols ...
= symbols.jsonl
{"process": 0, "type": "invoke", "f": "read"}
{"process": 0, "type": "ok", "f": "read", "value": null}
{"process": 0, "type": "invoke", "f": "cas", "value": [null, true]}
{"process": 0, "type": "ok", "f": "cas", "value": true}
{"process": 0, "type": "invoke", "f": "cas", "value": [false, 1]}
{"process": 0, "type": "ok", "f": "cas", "value": false}
{"process": 0, "type": "invoke", "f": "read"}
{"process": 0, "type": "ok", "f": "read", "value": true}
$ "$SOURCE"/tests/cli/check_verdicts --spec cas-register symbols.jsonl
1 ok
? 0

# ... and not the strings that spell them.
$ sed '$ s/true/"true"/' symbols.jsonl > strings.jsonl; "$SOURCE"/tests/cli/check_verdicts --spec cas-register strings.jsonl
1 violation
? 1

$ sed '2 s/null/"nil"/' symbols.jsonl > strings.jsonl; "$SOURCE"/tests/cli/check_verdicts --spec cas-register strings.jsonl
1 violation
? 1

# Those of EDN, and its keywords, are symbols too.
= symbols.edn
{:process 0, :type :invoke, :f :read, :value nil}
{:process 0, :type :ok, :f :read, :value nil}
{:process 0, :type :invoke, :f :write, :value :a}
{:process 0, :type :ok, :f :write, :value :a}
{:process 0, :type :invoke, :f :read, :value nil}
{:process 0, :type :ok, :f :read, :value a}
{:process 0, :type :invoke, :f :write, :value true}
{:process 0, :type :ok, :f :write, :value true}
{:process 0, :type :invoke, :f :read, :value nil}
{:process 0, :type :ok, :f :read, :value true}
$ "$SOURCE"/tests/cli/check_verdicts --spec register symbols.edn
1 ok
? 0

$ sed '6 s/ a}/ "a"}/' symbols.edn > strings.edn; "$SOURCE"/tests/cli/check_verdicts --spec register strings.edn
1 violation
? 1

# A JSON string that spells the sentinel is the sentinel.
= sentinel.jsonl
{"process": 0, "type": "invoke", "f": "enq", "value": 1}
{"process": 0, "type": "ok", "f": "enq", "value": 1}
{"process": 0, "type": "invoke", "f": "deq"}
{"process": 0, "type": "ok", "f": "deq", "value": 1}
{"process": 0, "type": "invoke", "f": "deq"}
{"process": 0, "type": "ok", "f": "deq", "value": "EMPTY"}
$ "$SOURCE"/tests/cli/check_verdicts --spec queue sentinel.jsonl
1 ok
? 0

$ sed '3,4 d' sentinel.jsonl > wrong.jsonl; "$SOURCE"/tests/cli/check_verdicts --spec queue wrong.jsonl
1 violation
? 1

$ sed 's/EMPTY/empty/' sentinel.jsonl > other.jsonl; "$SOURCE"/tests/cli/check_verdicts --spec queue other.jsonl
1 violation
? 1

= sentinel-ops.jsonl
{"process": 0, "f": "pop", "args": [], "ret": ["EMPTY"], "call": 1, "return": 2}
$ "$SOURCE"/tests/cli/check_verdicts --spec stack sentinel-ops.jsonl
1 ok
? 0

# In .hist, where symbols can be written, a string is a string.
= sentinel.hist
spec queue
T1 invoke deq()
T1 return EMPTY
---
T1 invoke deq()
T1 return "EMPTY"
---
T1 invoke enq("EMPTY")
T1 return
T1 invoke deq()
T1 return "EMPTY"
T1 invoke deq()
T1 return EMPTY
$ "$SOURCE"/tests/cli/check_verdicts sentinel.hist
1 ok
2 violation
3 ok
? 1

# Numbers that are not 64-bit integers are malformed.
$ for v in 9223372036854775808 -9223372036854775809 1.5 1e3 99999999999999999999999; do printf 'T1 invoke write(%s)\n' $v | lince check --spec register -; done
lince: {any}:1: {any}9223372036854775808{any}
lince: {any}:1: {any}-9223372036854775809{any}
lince: {any}:1: {any}1.5{any}
lince: {any}:1: {any}1e3{any}
lince: {any}:1: {any}99999999999999999999999{any}
? 2

$ for v in 9223372036854775808 1.5 1e300; do printf '{"process": 0, "type": "invoke", "f": "write", "value": %s}\n' $v | lince check --spec register -; done
lince: {any}:1: {any}
lince: {any}:1: {any}
lince: {any}:1: {any}
? 2

$ for v in 9223372036854775808 1.5 1/2; do printf '{:process 0, :type :invoke, :f :write, :value %s}\n' $v | lince check --spec register -; done
lince: {any}:1: {any}9223372036854775808{any}
lince: {any}:1: {any}1.5{any}
lince: {any}:1: {any}1/2{any}
? 2

# ---- results that say nothing ----

# ok and true from an operation without result are ignored.
= ok.hist
spec queue
T1 invoke enq(1)
T1 return ok
T1 invoke enq(2)
T1 return true
T1 invoke deq()
T1 return 1
---
T1 invoke enq(1)
T1 return ok
T1 invoke deq()
T1 return EMPTY
$ "$SOURCE"/tests/cli/check_verdicts ok.hist
1 ok
2 violation
? 1

# But not where a result is expected.
= ok-result.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke deq()
T1 return ok
$ "$SOURCE"/tests/cli/check_verdicts ok-result.hist
1 violation
? 1

# In Jepsen's formats a result echoes the arguments.
= echo.edn
{:process 0, :type :invoke, :f :write, :value 3}
{:process 0, :type :ok, :f :write, :value 3}
{:process 0, :type :invoke, :f :cas, :value [3 4]}
{:process 0, :type :ok, :f :cas, :value [3 4]}
{:process 0, :type :invoke, :f :read, :value nil}
{:process 0, :type :ok, :f :read, :value 4}
$ "$SOURCE"/tests/cli/check_verdicts --spec cas-register echo.edn
1 ok
? 0

# A cas that echoes succeeded.
$ sed 's/\[3 4\]/[5 4]/' echo.edn > wrong.edn; "$SOURCE"/tests/cli/check_verdicts --spec cas-register wrong.edn
1 violation
? 1

= echo.jsonl
{"process": 0, "type": "invoke", "f": "put", "value": ["k", 3]}
{"process": 0, "type": "ok", "f": "put", "value": ["k", 3]}
{"process": 0, "type": "invoke", "f": "get", "value": "k"}
{"process": 0, "type": "ok", "f": "get", "value": 3}
$ "$SOURCE"/tests/cli/check_verdicts --spec map echo.jsonl
1 ok
? 0

# Whether enq(false) was acknowledged or returned false is not known where it says false: both must be wrong.
= full.jsonl
{"process": 0, "type": "invoke", "f": "enq", "value": 1}
{"process": 0, "type": "ok", "f": "enq", "value": 1}
{"process": 0, "type": "invoke", "f": "enq", "value": false}
{"process": 0, "type": "ok", "f": "enq", "value": false}
$ for n in 1 2; do "$SOURCE"/tests/cli/check_verdicts --spec queue:capacity=$n full.jsonl; done
1 ok
1 ok
? 0

# Any other surplus result is malformed.
$ sed '2 s/3/5/' echo.edn > surplus.edn; lince check --spec cas-register surplus.edn
lince: surplus.edn:2: {any}write{any}
? 2

$ for r in 7 false EMPTY '"ok"' 'ok, ok' '[]'; do printf 'T1 invoke enq(1)\nT1 return %s\n' "$r" | lince check --spec queue -; done
lince: {any}:2: enq{any}
lince: {any}:2: enq{any}
lince: {any}:2: enq{any}
lince: {any}:2: enq{any}
lince: {any}:2: enq{any}
lince: {any}:2: enq{any}
? 2

$ printf 'T1 invoke enq(1)\nT1 return\nT1 invoke deq()\nT1 return 1, 1\n' | lince check --spec queue -
lince: {any}:4: deq{any}
? 2

# ---- --init ----

= init.hist
spec r=register
spec c=cas-register
spec m=map
T1 invoke r.read()
T1 return 7
---
T1 invoke c.cas(7, 8)
T1 return true
T1 invoke c.read()
T1 return 8
---
T1 invoke m.get("k")
T1 return 7
T1 invoke m.put("k", 1)
T1 return
T1 invoke m.get("k")
T1 return 1
T1 invoke m.del("k")
T1 return true
T1 invoke m.get("k")
T1 return 7
T1 invoke m.del("k")
T1 return false
$ "$SOURCE"/tests/cli/check_verdicts --init 7 init.hist
1 ok
2 ok
3 ok
? 0

$ "$SOURCE"/tests/cli/check_verdicts init.hist; "$SOURCE"/tests/cli/check_verdicts -q --init '"7"' init.hist
1 violation
2 violation
3 violation
? 1

# Without it registers and absent keys hold nil; --init takes any value.
$ for v in nil '""' '[1, "a"]' -3 EMPTY; do sed "s/7/$v/;s/8/$v/" init.hist > v.hist; "$SOURCE"/tests/cli/check_verdicts --init "$v" v.hist; done
1 ok
2 ok
3 ok
1 ok
2 ok
3 ok
1 ok
2 ok
3 ok
1 ok
2 ok
3 ok
1 ok
2 ok
3 ok
? 0

$ sed "s/7/nil/" init.hist > v.hist; "$SOURCE"/tests/cli/check_verdicts v.hist
1 ok
2 ok
3 ok
? 0

$ lince check --init '[1' init.hist
lince: --init: {any}
? 2

# The same as a parameter, for one object: there it counts more than --init.
$ sed '/^spec/s/$/:init=7/' init.hist > v.hist; "$SOURCE"/tests/cli/check_verdicts v.hist; "$SOURCE"/tests/cli/check_verdicts -q --init 3 v.hist
1 ok
2 ok
3 ok
? 0
$ for v in nil '""' '[1,"a"]' -3 EMPTY '"a,b:c/d=#\""'; do printf '%s\n' 'T1 invoke read()' "T1 return $v" | "$SOURCE"/tests/cli/check_verdicts --spec "register:init=$v" -; done
1 ok
1 ok
1 ok
1 ok
1 ok
1 ok
? 0
$ printf 'spec a=register:init=1\nspec b=cas-register\nT1 invoke a.read()\nT1 return 1\nT1 invoke b.cas(5, 6)\nT1 return true\n' > both.hist; lince check --init 5 both.hist; lince check --init 4 both.hist | head -n 2
both.hist: ok — linearizable as register:init=1,cas-register (2 operations, {any})
both.hist: violation — not linearizable as register:init=1,cas-register (2 operations, {any})
  object b: a value from nowhere: b.cas(5, 6) → true by T1: no operation writes
? 0
$ printf 'T1 invoke write(1)\nT2 invoke read()\nT2 return 0\nT1 return\nT2 invoke read()\nT2 return 0\n' > late.hist; for a in auto poly search; do lince check --spec register:init=0 --algorithm $a late.hist | head -n 1; done
late.hist: violation — not linearizable as a register:init=0 (3 operations, {any})
late.hist: violation — not linearizable as a register:init=0 (3 operations, {any})
late.hist: violation — not linearizable as a register:init=0 (3 operations, {any})
? 0
$ for s in register:init= register:init=1,init=2 'map:init=[1' register:n=1 queue:init=1 counter:init=1 register:init; do lince check --spec "$s" both.hist; done
lince: parameter init of register: expected a value, found the end of the text
lince: parameter init of register is given twice
lince: parameter init of map: expected `,` or `]` in a list, found the end of the text
lince: register has no parameter `n`: it takes init=VALUE
lince: queue has no parameter `init`: it takes capacity=N
lince: counter has no parameter `init`: it takes none
lince: parameter init of register has no value: write init=VALUE
? 2
$ printf 'T1 invoke read()\nT1 return 0\n' | lince monitor --spec register:init=0 -; printf 'T1 invoke read()\nT1 return 0\n' | lince monitor --spec 'register:init="0"' -
-: ok — linearizable as a register:init=0 (1 operation, {any})
lince: -:1: register:init="0": a monitor takes an integer of 31 bits, nil, true or false
? 2

# It changes nothing for objects that hold no value at first.
$ printf 'T1 invoke deq()\nT1 return EMPTY\n' | "$SOURCE"/tests/cli/check_verdicts --spec queue --init 7 -
1 ok
? 0

# append concatenates strings, from the initial value on.
= append.hist
spec map
T1 invoke append("k", "b")
T1 return
T1 invoke append("k", "")
T1 return
T1 invoke append("k", "c")
T1 return
T1 invoke get("k")
T1 return "abc"
T1 invoke put("k", "x")
T1 return
T1 invoke append("k", "yz")
T1 return
T1 invoke get("k")
T1 return "xyz"
$ "$SOURCE"/tests/cli/check_verdicts --init '"a"' append.hist; "$SOURCE"/tests/cli/check_verdicts --init '""' append.hist
1 ok
1 violation
? 1

$ sed 's/"abc"/"bc"/' append.hist > bc.hist; "$SOURCE"/tests/cli/check_verdicts --init '""' bc.hist
1 ok
? 0
