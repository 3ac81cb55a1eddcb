# Which algorithm decides synchronization objects, and what is said where the one that was asked for does not apply.

= channel.hist
spec channel
T1 invoke send(1)
T2 invoke receive()
T1 return
T2 return 1
= filter.hist
spec filter-channel
T1 invoke send(3)
T2 invoke receive(1, 3)
T1 return
T2 return 3
= abc.hist
spec abc
T1 invoke a(1)
T2 invoke b(2)
T3 invoke c(3)
T1 return 2, 3
T2 return 1, 3
T3 return 1, 2
= counter.hist
spec counter-channel
T1 invoke send(1)
T2 invoke receive()
T1 return 1
T2 return 1, 1
$ for f in channel filter abc counter; do lince check -v $f.hist | grep -E 'hist:|  algorithm'; done
channel.hist: ok — synchronization linearizable as a channel (2 operations, {time})
             sweep  algorithm
filter.hist: ok — synchronization linearizable as a filter-channel (2 operations, {time})
          matching  algorithm
abc.hist: ok — synchronization linearizable as an abc (3 operations, {time})
            search  algorithm
counter.hist: ok — synchronization linearizable as a counter-channel (2 operations, {time})
            search  algorithm
? 0

$ for f in channel filter; do lince check --algorithm poly -v $f.hist | grep -E 'hist:|  algorithm'; done
channel.hist: ok — synchronization linearizable as a channel (2 operations, {time})
             sweep  algorithm
filter.hist: ok — synchronization linearizable as a filter-channel (2 operations, {time})
          matching  algorithm
? 0

$ for a in sweep matching cover search; do lince check --algorithm $a -v channel.hist | grep -E 'hist:|  algorithm'; done
channel.hist: ok — synchronization linearizable as a channel (2 operations, {time})
             sweep  algorithm
channel.hist: ok — synchronization linearizable as a channel (2 operations, {time})
          matching  algorithm
channel.hist: ok — synchronization linearizable as a channel (2 operations, {time})
             cover  algorithm
channel.hist: ok — synchronization linearizable as a channel (2 operations, {time})
            search  algorithm
? 0

$ lince check --algorithm sweep filter.hist
lince: filter.hist: the algorithm does not apply: arguments and results do not determine the partners; use --algorithm auto
? 2

$ lince check --algorithm matching abc.hist
lince: abc.hist: the algorithm does not apply: more than two operations take a step together; use --algorithm auto
? 2

$ lince check --algorithm poly abc.hist
lince: abc.hist: the algorithm does not apply: more than two operations take a step together; use --algorithm auto
? 2

$ lince check --algorithm cover counter.hist
lince: counter.hist: the algorithm does not apply: the steps of operations depend on earlier steps; use --algorithm auto
? 2

$ lince check --algorithm poly counter.hist
lince: counter.hist: the algorithm does not apply: the steps of operations depend on earlier steps; use --algorithm auto
? 2

# The same, but wrong: each algorithm says so.
= channel-wrong.hist
spec channel
T1 invoke send(1)
T1 return
T2 invoke receive()
T2 return 1
= filter-wrong.hist
spec filter-channel
T1 invoke send(3)
T2 invoke receive(1, 2)
T1 return
T2 return 3
= abc-wrong.hist
spec abc
T1 invoke a(1)
T2 invoke b(2)
T3 invoke c(3)
T1 return 2, 3
T2 return 1, 3
T3 return 2, 2
$ for f in channel filter abc; do lince check -v --no-explanation $f-wrong.hist | grep -E 'hist:|  algorithm'; done
channel-wrong.hist: violation — not synchronization linearizable as a channel (2 operations, {time})
             sweep  algorithm
filter-wrong.hist: violation — not synchronization linearizable as a filter-channel (2 operations, {time})
          matching  algorithm
abc-wrong.hist: violation — not synchronization linearizable as an abc (3 operations, {time})
            search  algorithm
? 0

$ for f in channel filter abc; do lince check --algorithm cover --no-explanation $f-wrong.hist; done
channel-wrong.hist: violation — not synchronization linearizable as a channel (2 operations, {time})
filter-wrong.hist: violation — not synchronization linearizable as a filter-channel (2 operations, {time})
abc-wrong.hist: violation — not synchronization linearizable as an abc (3 operations, {time})
? 1

# Progress: to wait for one that crashed is fine, but not to wait for each other.
= waits.hist
spec channel
T1 invoke send(1)
T2 invoke receive()
T2 crash
= both-wait.hist
spec channel
T1 invoke send(1)
T2 invoke receive()
$ for a in sweep matching cover search; do lince check --progress --algorithm $a --no-explanation waits.hist both-wait.hist; done
waits.hist: ok — synchronization linearizable and progressible as a channel (2 operations, {time})
both-wait.hist: violation — not synchronization progressible as a channel (2 operations, {time})
1 ok, 1 violation, 0 unknown (2 files, {time})
waits.hist: ok — synchronization linearizable and progressible as a channel (2 operations, {time})
both-wait.hist: violation — not synchronization progressible as a channel (2 operations, {time})
1 ok, 1 violation, 0 unknown (2 files, {time})
waits.hist: ok — synchronization linearizable and progressible as a channel (2 operations, {time})
both-wait.hist: violation — not synchronization progressible as a channel (2 operations, {time})
1 ok, 1 violation, 0 unknown (2 files, {time})
waits.hist: ok — synchronization linearizable and progressible as a channel (2 operations, {time})
both-wait.hist: violation — not synchronization progressible as a channel (2 operations, {time})
1 ok, 1 violation, 0 unknown (2 files, {time})
? 1

# A meeting with somebody that never returns.
= unfinished.hist
spec channel
T1 invoke send(1)
T2 invoke receive()
T2 return 1
= crashed.hist
spec channel
T1 invoke send(1)
T2 invoke receive()
T2 return 1
T1 crash
$ for a in sweep matching cover search; do lince check --progress --algorithm $a --no-explanation unfinished.hist crashed.hist; done
unfinished.hist: violation — not synchronization progressible as a channel (2 operations, {time})
crashed.hist: ok — synchronization linearizable and progressible as a channel (2 operations, {time})
1 ok, 1 violation, 0 unknown (2 files, {time})
unfinished.hist: violation — not synchronization progressible as a channel (2 operations, {time})
crashed.hist: ok — synchronization linearizable and progressible as a channel (2 operations, {time})
1 ok, 1 violation, 0 unknown (2 files, {time})
unfinished.hist: violation — not synchronization progressible as a channel (2 operations, {time})
crashed.hist: ok — synchronization linearizable and progressible as a channel (2 operations, {time})
1 ok, 1 violation, 0 unknown (2 files, {time})
unfinished.hist: violation — not synchronization progressible as a channel (2 operations, {time})
crashed.hist: ok — synchronization linearizable and progressible as a channel (2 operations, {time})
1 ok, 1 violation, 0 unknown (2 files, {time})
? 1

$ lince check unfinished.hist
unfinished.hist: ok — synchronization linearizable as a channel (2 operations, {time})
? 0

# NONE says that nobody came, so nobody gets it from another, whether that has returned or not.
= none.hist
spec timeout-channel
T1 invoke send(NONE)
T2 invoke receive()
T1 return true
$ for a in auto matching cover search; do lince check --algorithm $a --no-explanation none.hist; done
none.hist: violation — not synchronization linearizable as a timeout-channel (2 operations, {time})
none.hist: violation — not synchronization linearizable as a timeout-channel (2 operations, {time})
none.hist: violation — not synchronization linearizable as a timeout-channel (2 operations, {time})
none.hist: violation — not synchronization linearizable as a timeout-channel (2 operations, {time})
? 1

$ lince check --algorithm sweep none.hist
lince: none.hist: the algorithm does not apply: an operation gave a value that means that there was no meeting; use --algorithm auto
? 2

# Operations that touch in an instant are left to the search.
= touch.jsonl
{"process": 0, "f": "send", "args": [1], "ret": [], "call": 1, "return": 2}
{"process": 0, "f": "send", "args": [2], "ret": [], "call": 2, "return": 3}
{"process": 1, "f": "receive", "args": [], "ret": [1], "call": 1, "return": 2}
{"process": 2, "f": "receive", "args": [], "ret": [2], "call": 1, "return": 3}
$ lince check --spec channel -v touch.jsonl | grep -E 'jsonl:|  algorithm'
touch.jsonl: ok — synchronization linearizable as a channel (4 operations, {time})
            search  algorithm
? 0

$ lince check --spec channel --algorithm matching touch.jsonl
lince: touch.jsonl: the algorithm does not apply: operations of one thread touch in an instant; use --algorithm auto
? 2

# A limit holds also where a single return has more groups to choose from than anybody can look at.
$ (echo spec combining-barrier:n=16,f=sum; for i in $(seq 48); do echo "T$i invoke sync($((i * i * i * 97 % 10007)))"; done; for i in $(seq 48); do echo "T$i return 70000"; done) >many.hist
? 0

$ for a in auto search; do timeout 20 lince check --algorithm $a --timeout 1 many.hist; done
many.hist: unknown — the time limit was reached (48 operations, {time})
many.hist: unknown — the time limit was reached (48 operations, {time})
? 3

$ lince check --algorithm cover many.hist
lince: many.hist: the algorithm does not apply: there are too many groups of operations that could have met; use --algorithm auto
? 2
