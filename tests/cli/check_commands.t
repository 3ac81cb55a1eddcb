# lince check as a command: its exit status, its streams, several files and histories.

= right.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T1 return
T2 return 1
$ lince check right.hist
right.hist: ok{any}(2 operations, {time})
? 0

= wrong.hist
spec queue
T1 invoke enq(1)
T1 return
T2 invoke deq()
T2 return EMPTY
$ lince check wrong.hist
wrong.hist: violation{any}(2 operations, {time})
...
? 1

= bad.hist
spec queue
T1 return
$ lince check bad.hist
lince: bad.hist:2: {any}T1{any}
? 2

# A history that is too large for what it may use has no answer.
$ { echo spec queue; for i in $(seq 5000); do echo "T1 invoke enq($i)"; echo T1 return; done; } > large.hist; lince check --max-memory 50K large.hist
large.hist: unknown{any}memory{any}
? 3

# Of several the exit status is the most serious: 2, then 1, then 3, then 0; whatever the order, all are judged.
$ for files in 'right right' 'right large' 'large right' 'right wrong' 'wrong right' 'large wrong' 'wrong large' 'wrong bad' 'bad wrong' 'large bad' 'bad large' 'right bad' 'bad right' 'right large wrong bad'; do set --; for f in $files; do set -- "$@" $f.hist; done; lince check -q --max-memory 50K "$@" 2> message; echo "$files: $? $(grep -c 'lince: bad.hist:2: ' message)"; done
right right: 0 0
right large: 3 0
large right: 3 0
right wrong: 1 0
wrong right: 1 0
large wrong: 1 0
wrong large: 1 0
wrong bad: 2 1
bad wrong: 2 1
large bad: 2 1
bad large: 2 1
right bad: 2 1
bad right: 2 1
right large wrong bad: 2 1
? 0

$ lince check --max-memory 50K --json bad.hist large.hist wrong.hist right.hist 2> message | sed 's/.*"file":"\([^"]*\)".*"verdict":"\([a-z]*\)".*/\1 \2/'; cat message
large.hist unknown
wrong.hist violation
right.hist ok
lince: bad.hist:2: {any}
? 0

# The same of several histories in one file.
$ { cat right.hist; echo ---; tail -n +2 wrong.hist; echo ---; tail -n +2 right.hist; } > three.hist; lince check --json three.hist | grep -o '"history":.\|"verdict":"[a-z]*"'
"history":1
"verdict":"ok"
"history":2
"verdict":"violation"
"history":3
"verdict":"ok"
? 0

$ lince check -q three.hist
? 1

$ { cat three.hist; echo ---; echo T1 return; } > four.hist; lince check -q four.hist
lince: four.hist:17: {any}
? 2

# Standard input is called -, alone or among files.
$ lince check - < wrong.hist | head -1
{any}: violation{any}
? 0

$ lince check -q - < wrong.hist; echo $?; cat right.hist | lince check -q -; echo $?; lince check -q right.hist - wrong.hist < bad.hist; echo $?
1
0
lince: {any}:2: {any}
2
? 0

$ lince check -q ./- < right.hist
lince: ./-: {any}No such file{any}
? 2

# The format is found by content, whatever the name is.
$ lince show --format jsonl right.hist > data.hist; lince show --format edn right.hist > data.jsonl; lince check -q --spec queue data.hist data.jsonl
? 0

# Options may follow files; after -- everything is a file.
$ lince check wrong.hist -q
? 1

$ lince check -q -- right.hist -q
lince: -q: {any}No such file{any}
? 2

# --json: one object a line on standard output and nothing else there, messages on standard error.
$ lince check --json right.hist three.hist 2> message | python3 -c 'import json, sys; print([json.loads(line)["verdict"] for line in sys.stdin])'; cat message
['ok', 'ok', 'violation', 'ok']
? 0

$ lince check --json bad.hist 2> message; echo $?; cat message
2
lince: bad.hist:2: {any}
? 0

# --quiet prints nothing but errors; --verbose more than usual.
$ lince check --quiet three.hist
? 1

$ lince check --quiet bad.hist
lince: bad.hist:2: {any}
? 2

$ test $(lince check --verbose right.hist | wc -l) -gt $(lince check right.hist | wc -l)
? 0

# No colour and no progress line where there is no terminal.
$ lince check three.hist 2>&1 | grep -c "$(printf '\033')\|$(printf '\r')"
0
? 1

# Limits that are not reached change nothing.
$ lince check -q --timeout 60 --max-memory 1G --jobs 2 right.hist; echo $?; lince check -q --timeout 60 --max-memory 1G --jobs 2 wrong.hist
0
? 1

# Both names of the algorithm that there is give the same verdict.
$ for a in auto search; do lince check -q --algorithm $a right.hist; echo $?; lince check -q --algorithm $a wrong.hist; echo $?; done
0
1
0
1
? 0

# What is wrong with the command itself.
$ lince check
lince: check: {any}
? 2

$ lince check --spec nonsense right.hist
lince: {any}nonsense{any}
? 2

$ lince check --spec queue=queue=queue right.hist
lince: {any}
? 2

$ lince check --criterion nonsense right.hist
lince: {any}nonsense{any}
? 2

$ lince check --timeout -1 right.hist
lince: {any}-1{any}
? 2

$ lince check --jobs -1 right.hist
lince: {any}-1{any}
? 2

$ lince check missing.hist
lince: missing.hist: {any}No such file or directory
? 2

$ mkdir directory; lince check directory
lince: directory: {any}directory{any}
? 2
