# Jepsen's EDN histories, and its logs.

# One map a line ...
= lines.edn
{:process 0, :type :invoke, :f :write, :value 1, :time 1, :index 0}
{:process 1, :type :invoke, :f :read, :value nil, :time 2, :index 1}
{:process 0, :type :ok, :f :write, :value 1, :time 3, :index 2}
{:process 1, :type :ok, :f :read, :value nil, :time 4, :index 3}
$ "$SOURCE"/tests/cli/check_verdicts --spec register lines.edn; sed '4 s/nil/2/' lines.edn | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 ok
1 violation
? 1

# ... or one vector of such maps, or a list of them.
$ (echo '['; cat lines.edn; echo ']') > vector.edn; (echo '('; cat lines.edn; echo ')') > list.edn; tr '\n' ' ' < vector.edn > flat.edn; "$SOURCE"/tests/cli/check_verdicts --spec register vector.edn list.edn flat.edn; sed 's/:ok, :f :read, :value nil/:ok, :f :read, :value 2/' flat.edn | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 ok
1 ok
1 ok
1 violation
? 1

# Nemesis processes are skipped, whatever they carry.
= nemesis.edn
{:process :nemesis, :type :info, :f :start, :value nil}
{:process 0, :type :invoke, :f :write, :value 1}
{:process :nemesis, :type :info, :f :start, :value "Cut off {:n1 #{:n2 :n3}}"}
{:process 0, :type :ok, :f :write, :value 1}
{:process :nemesis, :type :info, :f :stop, :value {:n1 1.5, :n2 #{:a}}}
{:process 1, :type :invoke, :f :read, :value nil}
{:process 1, :type :ok, :f :read, :value 1}
$ lince check --json --spec register nemesis.edn | grep -o '"verdict":"ok","operations":2'
"verdict":"ok","operations":2
? 0

$ sed '$ s/1}/2}/' nemesis.edn | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 violation
? 1

# info is a crash: the process may call again, and the operation may happen later or never.
= info.edn
{:process 0, :type :invoke, :f :write, :value 1}
{:process 0, :type :info, :f :write, :value :timed-out}
{:process 0, :type :invoke, :f :read, :value nil}
{:process 0, :type :ok, :f :read, :value nil}
{:process 0, :type :invoke, :f :read, :value nil}
{:process 0, :type :ok, :f :read, :value 1}
$ "$SOURCE"/tests/cli/check_verdicts --spec register info.edn; sed 's/:info, :f :write, :value :timed-out/:ok, :f :write, :value 1/' info.edn | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 ok
1 violation
? 1

# :key is the first argument of a map's operation.
= key.edn
{:process 0, :type :invoke, :f :put, :key "a", :value 1}
{:process 0, :type :ok, :f :put, :key "a", :value 1}
{:process 0, :type :invoke, :f :get, :key "b", :value nil}
{:process 0, :type :ok, :f :get, :key "b", :value nil}
{:process 0, :type :invoke, :f :get, :key "a", :value nil}
{:process 0, :type :ok, :f :get, :key "a", :value 1}
{:process 0, :type :invoke, :f :cas, :key "a", :value [1 2]}
{:process 0, :type :ok, :f :cas, :key "a", :value [1 2]}
{:process 0, :type :invoke, :f :get, :key "a", :value nil}
{:process 0, :type :ok, :f :get, :key "a", :value 2}
$ "$SOURCE"/tests/cli/check_verdicts --spec map key.edn; sed '4 s/nil/1/' key.edn | "$SOURCE"/tests/cli/check_verdicts --spec map -; sed '10 s/2}/1}/' key.edn | "$SOURCE"/tests/cli/check_verdicts --spec map -
1 ok
1 violation
1 violation
? 1

# Lists and vectors wrap alike: as arguments, as values.
= wrap.edn
{:process 0, :type :invoke, :f :write, :value (1 [2 3])}
{:process 0, :type :ok, :f :write, :value [1 (2 3)]}
{:process 0, :type :invoke, :f :cas, :value ([1 [2 3]] 4)}
{:process 0, :type :ok, :f :cas, :value [(1 (2 3)) 4]}
{:process 0, :type :invoke, :f :read, :value nil}
{:process 0, :type :ok, :f :read, :value 4}
$ "$SOURCE"/tests/cli/check_verdicts --spec cas-register wrap.edn; sed 's/4/(4)/;$ s/(4)/4/' wrap.edn | "$SOURCE"/tests/cli/check_verdicts --spec cas-register -
1 ok
1 violation
? 1

# A call that carries the value that it will return.
= carried.edn
{:process 0, :type :invoke, :f :write, :value 1}
{:process 0, :type :ok, :f :write, :value 1}
{:process 0, :type :invoke, :f :read, :value 1}
{:process 0, :type :ok, :f :read, :value 1}
$ "$SOURCE"/tests/cli/check_verdicts --spec register carried.edn; sed '3,4 s/1}/2}/' carried.edn | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 ok
1 violation
? 1

# Independent keys: [k v] is the value v at the key k, and each key is judged on its own.
= independent.edn
{:process 0, :type :invoke, :f :write, :value [:x 1]}
{:process 0, :type :ok, :f :write, :value [:x 1]}
{:process 0, :type :invoke, :f :read, :value [:y nil]}
{:process 0, :type :ok, :f :read, :value [:y nil]}
{:process 0, :type :invoke, :f :cas, :value [:x [1 2]]}
{:process 0, :type :ok, :f :cas, :value [:x [1 2]]}
{:process 0, :type :invoke, :f :read, :value [:x nil]}
{:process 0, :type :ok, :f :read, :value [:x 2]}
$ "$SOURCE"/tests/cli/check_verdicts --independent --spec cas-register independent.edn; for line in 4 8; do sed "$line s/ [n2][il]*\]/ 1]/" independent.edn | "$SOURCE"/tests/cli/check_verdicts --independent --spec cas-register -; done
1 ok
1 violation
1 violation
? 1

# Without --independent the pairs are values of one register.
$ "$SOURCE"/tests/cli/check_verdicts --spec register independent.edn 2> message; cat message
lince: independent.edn:5: {any}cas{any}
? 0

$ head -4 independent.edn | "$SOURCE"/tests/cli/check_verdicts --spec register -; sed -n '1,2 p; 7,$ p' independent.edn | sed 's/:x 2/:x 1/' | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 violation
1 ok
? 0

# The same keys in JSON lines.
= independent.jsonl
{"process": 0, "type": "invoke", "f": "write", "value": [7, 1]}
{"process": 0, "type": "ok", "f": "write", "value": [7, 1]}
{"process": 0, "type": "invoke", "f": "read", "value": [8, null]}
{"process": 0, "type": "ok", "f": "read", "value": [8, null]}
$ "$SOURCE"/tests/cli/check_verdicts --independent --spec register independent.jsonl; sed 's/8/7/' independent.jsonl | "$SOURCE"/tests/cli/check_verdicts --independent --spec register -
1 ok
1 violation
? 1

# A value that is no pair is malformed there.
= pair.edn
{:process 0, :type :invoke, :f :write, :value [:x 1]}
{:process 0, :type :ok, :f :write, :value [:x 1]}
{:process 0, :type :invoke, :f :write, :value 1}
$ lince check --independent --spec register pair.edn
lince: pair.edn:3: {any}
? 2

# Comments, discarded forms and commas are blanks; other keys are skipped.
= edn.edn
; a comment
#_{:process 0, :type :invoke, :f :write, :value 9}
{:f :write :type :invoke :value 1 :process 0 :error [:timeout {:a 1.5 "b" #{1/2}}] :link nil}
{:process 0 :type :ok :f :write :value 1} #_ [{] }] ; here
{:process 0 :type :invoke :f :read}
{:process 0 :type :ok :f :read :value 1}
$ sed 's/#_ .*//' edn.edn | "$SOURCE"/tests/cli/check_verdicts --spec register -; lince check --spec register edn.edn
1 ok
lince: edn.edn:4: {any}
? 2

# ---- malformed EDN ----

= good
{:process 0, :type :invoke, :f :write, :value 5}
$ for line in '{:process 1, :type :invoke, :f :write, :value 5' '{:process 1, :type :invoke, :f :write, :value}' '{:process 1, :type :begin, :f :write, :value 5}' '{:type :invoke, :f :write, :value 5}' '{:process 1, :f :write, :value 5}' '{:process 1, :type :invoke, :value 5}' '{:process 1, :type :invoke, :f :write, :value [5}' '{:process 1, :type :invoke, :f :write, :value "5}' '{:process 1, :type :invoke, :f :write, :value 5]' '{:process 1, :type :invoke, :f :write, :value {:a 1}}' '{:process 1, :type :invoke, :f :write, :value 1.5}' 'nonsense' '5' '}' '{:process 0, :type :invoke, :f :read, :value nil}' '{:process 1, :type :ok, :f :read, :value nil}' '{:process 0, :type :ok, :f :read, :value nil}' '{:process 1, :type :invoke, :f :pop, :value nil}' '{:process 1, :type :invoke, :f :cas, :value [1]}' '{:process 1, :type :invoke, :f :cas, :value [1 2 3]}' '{:process 1.5, :type :invoke, :f :read, :value nil}'; do { cat good; printf '%s\n' "$line"; } > bad.edn; lince check -q --spec cas-register bad.edn 2> message; echo "$? $(grep -c '^lince: bad.edn:[23]: ' message) $line"; done
2 1 {:process 1, :type :invoke, :f :write, :value 5
2 1 {:process 1, :type :invoke, :f :write, :value}
2 1 {:process 1, :type :begin, :f :write, :value 5}
2 1 {:type :invoke, :f :write, :value 5}
2 1 {:process 1, :f :write, :value 5}
2 1 {:process 1, :type :invoke, :value 5}
2 1 {:process 1, :type :invoke, :f :write, :value [5}
2 1 {:process 1, :type :invoke, :f :write, :value "5}
2 1 {:process 1, :type :invoke, :f :write, :value 5]
2 1 {:process 1, :type :invoke, :f :write, :value {:a 1}}
2 1 {:process 1, :type :invoke, :f :write, :value 1.5}
2 1 nonsense
2 1 5
2 1 }
2 1 {:process 0, :type :invoke, :f :read, :value nil}
2 1 {:process 1, :type :ok, :f :read, :value nil}
2 1 {:process 0, :type :ok, :f :read, :value nil}
2 1 {:process 1, :type :invoke, :f :pop, :value nil}
2 1 {:process 1, :type :invoke, :f :cas, :value [1]}
2 1 {:process 1, :type :invoke, :f :cas, :value [1 2 3]}
2 1 {:process 1.5, :type :invoke, :f :read, :value nil}
? 0

# ---- logs ----

# What Jepsen prints while it runs: lines that are no operations are skipped, info is a crash, the nemesis is no client.
= run.log
INFO  jepsen.core - Worker 0 starting
INFO  jepsen.util - :nemesis	:info	:start	nil
INFO  jepsen.util - 0	:invoke	:write	3
INFO  jepsen.util - 1	:invoke	:cas	[3 4]
INFO  jepsen.util - 1	:info	:cas	:timed-out
INFO  jepsen.util - 0	:ok	:write	3
INFO  jepsen.util - 6	:invoke	:read	nil
INFO  jepsen.util - 6	:ok	:read	3
INFO  jepsen.util - 6	:invoke	:read	nil
INFO  jepsen.util - 6	:ok	:read	4
INFO  jepsen.core - nothing more
$ lince check --json --spec cas-register run.log | grep -o '"verdict":"ok","operations":4'
"verdict":"ok","operations":4
? 0

$ sed '10 s/4/3/' run.log | "$SOURCE"/tests/cli/check_verdicts --spec cas-register -; sed '5 s/.*/INFO  jepsen.util - 1	:ok	:cas	[3 4]/' run.log > ok.log; "$SOURCE"/tests/cli/check_verdicts --spec cas-register ok.log
1 ok
1 violation
? 1

$ "$SOURCE"/tests/cli/check_verdicts --format jepsen-log --spec cas-register run.log; lince check -q --format edn --spec cas-register run.log
1 ok
lince: run.log:1: {any}
? 2

$ (cat run.log; echo 'INFO  jepsen.util - 6	:ok	:read	4') > twice.log; lince check --spec cas-register twice.log
lince: twice.log:12: {any}6{any}
? 2

# A tagged tuple is one of independent keys, and then all are: no option is needed.
= tagged.edn
{:process 0, :type :invoke, :f :read, :value [0 nil]}
{:process 0, :type :ok, :f :read, :value #jepsen.independent/tuple [0 nil]}
{:process 0, :type :invoke, :f :write, :value #jepsen.independent/tuple [1 4]}
{:process 0, :type :ok, :f :write, :value #jepsen.independent/tuple [1 4]}
{:process 0, :type :invoke, :f :read, :value [0 nil]}
{:process 0, :type :ok, :f :read, :value [0 nil]}
$ lince check --spec cas-register tagged.edn; lince show -f hist tagged.edn
tagged.edn: ok — linearizable as a cas-register (3 operations, {time})
style jepsen
0 invoke 0.read(nil)
0 return nil
0 invoke 1.write(4)
0 return 4
0 invoke 0.read(nil)
0 return nil
? 0

$ sed 's/#jepsen.independent.tuple //; s/ 4\]/ 5]/' tagged.edn | lince check --spec cas-register - | grep -A1 pair
  Every value is a pair: if its first item is one of Jepsen's independent keys,
  use --independent.
? 0

$ sed 's/\[0 nil\]}/7}/' tagged.edn | lince check --spec cas-register -
lince: -:1: the value of an invocation must be a pair [key value], for line 2 has a tuple of independent keys
? 2

# A file without a single event is malformed, in every format.
= nothing
# no event
$ for f in auto hist; do lince check -f $f nothing; echo $?; done; for f in edn jsonl jepsen-log; do lince check -f $f - < /dev/null; echo $?; done; printf 'spec queue\n---\n---\n' | lince check -; lince show nothing; lince monitor --once --spec queue nothing
lince: nothing: there is no event in it; if a recording may be empty, use --allow-empty
2
lince: nothing: there is no event in it; if a recording may be empty, use --allow-empty
2
lince: -: there is no event in it; if a recording may be empty, use --allow-empty
2
lince: -: there is no event in it; if a recording may be empty, use --allow-empty
2
lince: -: there is no event in it; if a recording may be empty, use --allow-empty
2
lince: -: there is no event in it; if a recording may be empty, use --allow-empty
lince: nothing: there is no event in it; if a recording may be empty, use --allow-empty
lince: nothing: there is no event in it; if a recording may be empty, use --allow-empty
? 2

$ printf 'spec queue\n---\nT1 invoke enq(1)\n' | lince check -q -; echo $?; lince check -q --allow-empty nothing; lince monitor -q --once --allow-empty --spec queue nothing
0
? 0
