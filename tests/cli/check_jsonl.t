# JSON lines: one event a line, or one operation a line with the times of its call and return.

# ---- events ----

= events.jsonl
{"process": 0, "type": "invoke", "f": "enq", "value": 5}
{"process": 1, "type": "invoke", "f": "deq", "value": null}
{"process": 0, "type": "ok", "f": "enq", "value": 5}
{"process": 1, "type": "ok", "f": "deq", "value": 5}
$ "$SOURCE"/tests/cli/check_verdicts --spec queue events.jsonl
1 ok
? 0

$ sed '$ s/5/6/' events.jsonl > wrong.jsonl; "$SOURCE"/tests/cli/check_verdicts --spec queue wrong.jsonl
1 violation
? 1

# info is a crash: now, later or never; the process may go on.
= info.jsonl
{"process": 0, "type": "invoke", "f": "enq", "value": 5}
{"process": 0, "type": "info", "f": "enq", "value": 5}
{"process": 0, "type": "invoke", "f": "deq"}
{"process": 0, "type": "ok", "f": "deq", "value": "EMPTY"}
{"process": 0, "type": "invoke", "f": "deq"}
{"process": 0, "type": "ok", "f": "deq", "value": 5}
$ "$SOURCE"/tests/cli/check_verdicts --spec queue info.jsonl
1 ok
? 0

# ok is not, and fail did not happen.
$ for t in ok fail; do sed "2 s/info/$t/" info.jsonl > other.jsonl; "$SOURCE"/tests/cli/check_verdicts --spec queue other.jsonl; done
1 violation
1 violation
? 1

# The value may be an array where an operation has several arguments ...
= arguments.jsonl
{"process": 0, "type": "invoke", "f": "put", "value": ["k", [1, 2]]}
{"process": 0, "type": "ok", "f": "put"}
{"process": 0, "type": "invoke", "f": "cas", "value": ["k", [1, 2], 3]}
{"process": 0, "type": "ok", "f": "cas", "value": true}
{"process": 0, "type": "invoke", "f": "get", "value": "k"}
{"process": 0, "type": "ok", "f": "get", "value": 3}
$ "$SOURCE"/tests/cli/check_verdicts --spec map arguments.jsonl
1 ok
? 0

# ... and where it has one, an array is that one: another key.
$ sed 's/"value": "k"/"value": ["k"]/' arguments.jsonl > array.jsonl; "$SOURCE"/tests/cli/check_verdicts --spec map array.jsonl
1 violation
? 1

$ sed '3 s/2\]/4]/' arguments.jsonl > wrong.jsonl; "$SOURCE"/tests/cli/check_verdicts --spec map wrong.jsonl
1 violation
? 1

# ... and is one value where it has one.
= list.jsonl
{"process": 0, "type": "invoke", "f": "write", "value": [1, 2]}
{"process": 0, "type": "ok", "f": "write", "value": [1, 2]}
{"process": 0, "type": "invoke", "f": "read"}
{"process": 0, "type": "ok", "f": "read", "value": [1, 2]}
$ "$SOURCE"/tests/cli/check_verdicts --spec register list.jsonl; sed '$ s/2/3/' list.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 ok
1 violation
? 1

# Optional: object, time, index; anything else is not looked at.
= optional.jsonl
{"process": 0, "type": "invoke", "f": "enq", "value": 1, "object": "p", "time": 17, "index": 0, "note": {"a": 1.5}}
{"process": 0, "type": "ok", "f": "enq", "value": 1, "object": "p", "time": 18.5, "index": 1}
{"type": "invoke", "object": "q", "f": "deq", "process": "worker"}
{"type": "ok", "object": "q", "f": "deq", "process": "worker", "value": "EMPTY"}
$ "$SOURCE"/tests/cli/check_verdicts --spec queue optional.jsonl; sed 's/"q"/"p"/' optional.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec queue -
1 ok
1 violation
? 1

$ lince check --json --spec p=queue --spec q=stack optional.jsonl
lince: optional.jsonl:3: {any}deq{any}
? 2

# The order of the lines counts, not that of the times.
= times.jsonl
{"process": 0, "type": "invoke", "f": "write", "value": 1, "time": 40}
{"process": 0, "type": "ok", "f": "write", "value": 1, "time": 30}
{"process": 1, "type": "invoke", "f": "read", "time": 10}
{"process": 1, "type": "ok", "f": "read", "value": null, "time": 20}
$ "$SOURCE"/tests/cli/check_verdicts --spec register times.jsonl
1 violation
? 1

# ---- operations ----

= operations.jsonl
{"process": 0, "f": "enq", "args": [5], "ret": [], "call": 10, "return": 20}
{"process": 1, "f": "deq", "args": [], "ret": [5], "call": 12, "return": 40}
$ "$SOURCE"/tests/cli/check_verdicts --spec queue operations.jsonl
1 ok
? 0

$ sed 's/\[5\], "call": 12/["EMPTY"], "call": 21/' operations.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec queue -
1 violation
? 1

# By their times, in whatever order the lines are.
$ sed 's/\[5\], "call": 12/["EMPTY"], "call": 21/' operations.jsonl | tac | "$SOURCE"/tests/cli/check_verdicts --spec queue -
1 violation
? 1

# Times are numbers of any kind.
= numbers.jsonl
{"process": 0, "f": "write", "args": [1], "call": -2.5, "return": 0.25}
{"process": 1, "f": "read", "ret": [null], "call": 0.5, "return": 1e3}
$ "$SOURCE"/tests/cli/check_verdicts --spec register numbers.jsonl; sed 's/0.5/0.125/' numbers.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 violation
1 ok
? 0

# Large ones are compared exactly.
= large.jsonl
{"process": 0, "f": "write", "args": [1], "call": 0, "return": 9223372036854775806}
{"process": 1, "f": "read", "ret": [null], "call": 9223372036854775807, "return": 9223372036854775807}
$ "$SOURCE"/tests/cli/check_verdicts --spec register large.jsonl; sed 's/806/807/' large.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 violation
1 ok
? 0

# Without a return it is pending: right with and without it.
= pending.jsonl
{"process": 0, "f": "enq", "args": [5], "call": 10}
{"process": 1, "f": "deq", "args": [], "ret": [5], "call": 100, "return": 101}
$ "$SOURCE"/tests/cli/check_verdicts --spec queue pending.jsonl; sed 's/\[5\], "call": 100/["EMPTY"], "call": 100/' pending.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec queue -; sed 's/100/1/;s/101/2/' pending.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec queue -
1 ok
1 ok
1 violation
? 1

# Two operations overlap when one's return time is the other's call time: either may come first.
= tie.jsonl
{"process": 0, "f": "write", "args": [1], "ret": [], "call": 0, "return": 5}
{"process": 1, "f": "read", "args": [], "ret": [null], "call": 5, "return": 9}
$ "$SOURCE"/tests/cli/check_verdicts --spec register tie.jsonl; sed 's/null/1/' tie.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 ok
1 ok
? 0

$ sed 's/"call": 5/"call": 6/' tie.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 violation
? 1

# All that touch one instant overlap each other there.
= instant.jsonl
{"process": 0, "f": "enq", "args": [1], "call": 0, "return": 5}
{"process": 1, "f": "enq", "args": [2], "call": 5, "return": 5}
{"process": 2, "f": "enq", "args": [3], "call": 5, "return": 9}
{"process": 3, "f": "deq", "ret": [3], "call": 20, "return": 21}
{"process": 3, "f": "deq", "ret": [2], "call": 22, "return": 23}
{"process": 3, "f": "deq", "ret": [1], "call": 24, "return": 25}
$ "$SOURCE"/tests/cli/check_verdicts --spec queue instant.jsonl
1 ok
? 0

# Operations of one process are ordered even on a tie ...
$ sed 's/"process": 1/"process": 0/' tie.jsonl > same.jsonl; "$SOURCE"/tests/cli/check_verdicts --spec register same.jsonl; sed 's/null/1/' same.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec register -
1 violation
1 ok
? 0

$ sed 's/"process": [12]/"process": 0/' instant.jsonl > same.jsonl; "$SOURCE"/tests/cli/check_verdicts --spec queue same.jsonl
1 violation
? 1

$ sed 's/\[3\], "call": 20/[1], "call": 20/;s/\[1\], "call": 24/[3], "call": 24/' same.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec queue -
1 ok
? 0

# ... under each criterion, and in the order of the lines where all times are equal.
= equal.jsonl
{"process": 0, "f": "write", "args": [1], "call": 5, "return": 5}
{"process": 0, "f": "write", "args": [2], "call": 5, "return": 5}
{"process": 0, "f": "read", "ret": [2], "call": 5, "return": 5}
{"process": 1, "f": "read", "ret": [1], "call": 5, "return": 5}
$ for c in linearizable sequential; do "$SOURCE"/tests/cli/check_verdicts --criterion $c --spec register equal.jsonl; sed 's/\[2\], "call": 5, "return": 5}/[1], "call": 5, "return": 5}/' equal.jsonl | "$SOURCE"/tests/cli/check_verdicts --criterion $c --spec register -; sed '3 s/2/1/' equal.jsonl | "$SOURCE"/tests/cli/check_verdicts --criterion $c --spec register -; done
1 ok
1 ok
1 violation
1 ok
1 ok
1 violation
? 1

# Also where the tie is with an operation of another process between them.
= chain.jsonl
{"process": 0, "f": "write", "args": [1], "call": 0, "return": 5}
{"process": 1, "f": "write", "args": [2], "call": 5, "return": 5}
{"process": 0, "f": "read", "ret": [null], "call": 5, "return": 9}
$ "$SOURCE"/tests/cli/check_verdicts --spec register chain.jsonl; for v in 1 2; do sed "s/null/$v/" chain.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec register -; done
1 violation
1 ok
1 ok
? 0

# Really overlapping they are malformed, and so is what returns before it was called.
= overlap.jsonl
{"process": 0, "f": "write", "args": [1], "call": 0, "return": 5}
{"process": 1, "f": "write", "args": [1], "call": 0, "return": 5}
{"process": 0, "f": "write", "args": [2], "call": 4, "return": 9}
$ lince check --spec register overlap.jsonl
lince: overlap.jsonl:3: {any}
? 2

= backwards.jsonl
{"process": 0, "f": "write", "args": [1], "call": 0, "return": 5}
{"process": 0, "f": "write", "args": [1], "call": 9, "return": 8}
$ lince check --spec register backwards.jsonl
lince: backwards.jsonl:2: {any}
? 2

# Several arguments and results.
= map.jsonl
{"process": 0, "f": "put", "args": ["k", [1, 2]], "ret": [], "call": 0, "return": 1}
{"process": 0, "f": "get", "args": ["k"], "ret": [[1, 2]], "call": 2, "return": 3}
{"process": 0, "f": "cas", "args": ["k", [1, 2], "x"], "ret": [true], "call": 4, "return": 5}
{"process": 0, "f": "get", "args": ["k"], "ret": ["x"], "call": 6, "return": 7, "object": null}
$ "$SOURCE"/tests/cli/check_verdicts --spec map map.jsonl; sed 's/true/false/' map.jsonl | "$SOURCE"/tests/cli/check_verdicts --spec map -
1 ok
1 violation
? 1

# ---- what is malformed ----

= good
{"process": 0, "type": "invoke", "f": "enq", "value": 5}
$ for line in '{"process": 0, "type": "invoke", "f": "enq"' '{"type": "invoke", "f": "enq", "value": 5}' '{"process": 1, "f": "enq", "value": 5}' '{"process": 1, "type": "invoke", "value": 5}' '{"process": 1, "type": "begin", "f": "enq", "value": 5}' '{"process": 1, "type": "invoke", "f": 5, "value": 5}' '{"process": [], "type": "invoke", "f": "enq", "value": 5}' '{"process": 1, "type": "invoke", "f": "enq", "value": {"a": 1}}' '5' '"enq"' '[]' '{} {}' 'nonsense' '{"process": 0, "type": "invoke", "f": "enq", "value": 6}' '{"process": 1, "type": "ok", "f": "enq", "value": 6}' '{"process": 0, "type": "ok", "f": "deq", "value": 6}' '{"process": 1, "type": "invoke", "f": "enq", "value": 5} x' '{"process": 1, "type": "invoke", "f": "enq", "value": "\ud800"}' '{"process": 1, "type": "invoke", "f": "enq", "value": 05}'; do { cat good; printf '%s\n' "$line"; } > bad.jsonl; lince check -q --spec queue bad.jsonl 2> message; echo "$? $(grep -c '^lince: bad.jsonl:2: ' message) $line"; done
2 1 {"process": 0, "type": "invoke", "f": "enq"
2 1 {"type": "invoke", "f": "enq", "value": 5}
2 1 {"process": 1, "f": "enq", "value": 5}
2 1 {"process": 1, "type": "invoke", "value": 5}
2 1 {"process": 1, "type": "begin", "f": "enq", "value": 5}
2 1 {"process": 1, "type": "invoke", "f": 5, "value": 5}
2 1 {"process": [], "type": "invoke", "f": "enq", "value": 5}
2 1 {"process": 1, "type": "invoke", "f": "enq", "value": {"a": 1}}
2 1 5
2 1 "enq"
2 1 []
2 1 {} {}
2 1 nonsense
2 1 {"process": 0, "type": "invoke", "f": "enq", "value": 6}
2 1 {"process": 1, "type": "ok", "f": "enq", "value": 6}
2 1 {"process": 0, "type": "ok", "f": "deq", "value": 6}
2 1 {"process": 1, "type": "invoke", "f": "enq", "value": 5} x
2 1 {"process": 1, "type": "invoke", "f": "enq", "value": "\ud800"}
2 1 {"process": 1, "type": "invoke", "f": "enq", "value": 05}
? 0

= good
{"process": 0, "f": "enq", "args": [1], "ret": [], "call": 1, "return": 2}
$ for line in '{"process": 0, "f": "enq", "args": [1], "ret": [], "return": 4}' '{"process": 0, "f": "enq", "args": [1], "ret": [], "call": "3", "return": 4}' '{"process": 0, "f": "enq", "args": [1], "ret": [], "call": 3, "return": true}' '{"process": 0, "args": [1], "ret": [], "call": 3, "return": 4}' '{"f": "enq", "args": [1], "ret": [], "call": 3, "return": 4}' '{"process": 0, "f": "enq", "args": [1.5], "ret": [], "call": 3, "return": 4}' '{"process": 0, "f": "enq", "args": [1, 2], "ret": [], "call": 3, "return": 4}' '{"process": 0, "f": "enq", "args": [1], "ret": [7], "call": 3, "return": 4}' '{"process": 0, "f": "deq", "args": [], "ret": [], "call": 3, "return": 4}' '{"process": 0, "f": "pop_all", "args": [], "ret": [], "call": 3, "return": 4}'; do { cat good; printf '%s\n' "$line"; } > bad.jsonl; lince check -q --spec queue bad.jsonl 2> message; echo "$? $(grep -c '^lince: bad.jsonl:2: ' message) $line"; done
2 1 {"process": 0, "f": "enq", "args": [1], "ret": [], "return": 4}
2 1 {"process": 0, "f": "enq", "args": [1], "ret": [], "call": "3", "return": 4}
2 1 {"process": 0, "f": "enq", "args": [1], "ret": [], "call": 3, "return": true}
2 1 {"process": 0, "args": [1], "ret": [], "call": 3, "return": 4}
2 1 {"f": "enq", "args": [1], "ret": [], "call": 3, "return": 4}
2 1 {"process": 0, "f": "enq", "args": [1.5], "ret": [], "call": 3, "return": 4}
2 1 {"process": 0, "f": "enq", "args": [1, 2], "ret": [], "call": 3, "return": 4}
2 1 {"process": 0, "f": "enq", "args": [1], "ret": [7], "call": 3, "return": 4}
2 1 {"process": 0, "f": "deq", "args": [], "ret": [], "call": 3, "return": 4}
2 1 {"process": 0, "f": "pop_all", "args": [], "ret": [], "call": 3, "return": 4}
? 0
