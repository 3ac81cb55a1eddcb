# Drawings and conversions.
= two.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T1 return
T2 return 1
---
T1 invoke enq("a b")
T1 crash
$ lince show two.hist
two.hist#1: 2 operations, 2 threads, 1 object

T1  ├─ enq(1) ─┤
T2  ├─ deq() → 1 ─┤

two.hist#2: 1 operation, 1 thread, 1 object, 1 crashed

T1  ├─ enq("a b") ─×

× crashed: may or may not have happened
? 0

$ lince show --ascii --history 1 two.hist
two.hist#1: 2 operations, 2 threads, 1 object

T1  |- enq(1) -|
T2  |- deq() -> 1 -|
? 0

# Only ASCII where the locale is not UTF-8, and never wider than asked for.
$ LC_ALL=C lince show two.hist | LC_ALL=C grep -c '[^ -~]'
0
? 1

$ for i in 1 2 3 4 5 6 7 8 9; do echo "T$i invoke enq($i)"; echo "T$i return"; done > long.hist; lince show --ascii --width 50 long.hist | awk 'length > 50'
? 0

# Formats.
$ lince show --format hist two.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T1 return
T2 return 1
---
spec queue
T1 invoke enq("a b")
T1 crash
? 0

$ lince show --format jsonl --history 1 two.hist
{"process": "T1", "type": "invoke", "f": "enq", "value": 1}
{"process": "T2", "type": "invoke", "f": "deq"}
{"process": "T1", "type": "ok", "f": "enq"}
{"process": "T2", "type": "ok", "f": "deq", "value": 1}
? 0

# There and back again: what comes from Jepsen's formats says that it does.
$ sed '1d;/---/,$d' two.hist > one.hist; for f in jsonl edn; do lince show --format $f one.hist > one.$f; lince show --format hist --input-format $f one.$f > back; diff back one.hist; done
1d0
< style jepsen
1d0
< style jepsen
? 1

$ lince show --format hist < one.jsonl - | cmp - back
? 0

$ zstd -q one.edn; lince show --format hist one.edn.zst | cmp - back
? 0

$ lince show --format jsonl back | cmp - one.jsonl
? 0

# A result that repeats the argument, or nil, is none in Jepsen's words.  Where it may be one, other words are used.
= repeated.hist
T1 invoke push(3)
T1 return 3
T1 invoke push([4])
T1 fail
T1 invoke pop()
T1 crash
$ for f in jsonl edn; do lince show --format $f repeated.hist > repeated.$f; cat repeated.$f; lince show --format hist repeated.$f | cmp - repeated.hist; lince check --quiet --spec stack:capacity=1 repeated.hist; echo $?; lince check --quiet --spec stack:capacity=1 repeated.$f; echo $?; done
{"process": "T1", "type": "invoke", "f": "push", "args": [3]}
{"process": "T1", "type": "ok", "f": "push", "ret": [3]}
{"process": "T1", "type": "invoke", "f": "push", "args": [[4]]}
{"process": "T1", "type": "fail", "f": "push"}
{"process": "T1", "type": "invoke", "f": "pop", "args": []}
{"process": "T1", "type": "info", "f": "pop"}
1
1
{:process "T1", :type :invoke, :f :push, :args [3]}
{:process "T1", :type :ok, :f :push, :ret [3]}
{:process "T1", :type :invoke, :f :push, :args [[4]]}
{:process "T1", :type :fail, :f :push}
{:process "T1", :type :invoke, :f :pop, :args []}
{:process "T1", :type :info, :f :pop}
1
1
? 0
$ for e in 'push("a")/"a"' 'push(a)/a' 'push([1, 2])/[1, 2]' 'push(1)/nil' 'try_lock()/nil' 'get([3])/3' 'put(1, 5)/5' 'put(1, 5)/1, 5' 'put(1, 5)/[1, 5]'; do printf 'T1 invoke %s\nT1 return %s\n' "${e%/*}" "${e#*/}" > two.lines; for f in jsonl edn; do lince show --format $f two.lines > two.$f; grep -c ret two.$f; lince show --format hist two.$f | diff two.lines - ; done; done
1
1
1
1,2c1,2
< T1 invoke push(a)
< T1 return a
---
> T1 invoke push("a")
> T1 return "a"
1
1
1
1
1
1
1
1
1
1
1
1
1
1
1
? 0

# So are streams.
$ lince monitor --once --quiet --spec stack:capacity=1 repeated.jsonl
? 1

# What nobody can misunderstand is written in Jepsen's words.
= reads.hist
T1 invoke read()
T1 return nil
T1 invoke write(1)
T1 return
T1 invoke read()
T1 return 1
T1 invoke put(1, 5)
T1 return 4
$ lince show --format jsonl reads.hist | grep -c value; lince show --format edn reads.hist | grep -c ret
5
0
? 1

# One way of saying it a history.
= both.jsonl
{"process": 0, "type": "invoke", "f": "push", "args": [3]}
{"process": 0, "type": "ok", "f": "push", "value": 3}
$ lince check --spec stack both.jsonl
lince: both.jsonl:2: the first invocation of this history has `args`, so all of them have `args`, and what they return is `ret`; here is a `value` or `key` instead
? 2
= both.edn
{:process 0, :type :invoke, :f :push, :args [3]}
{:process 0, :type :ok, :f :push}
{:process 0, :type :invoke, :f :push, :key 3}
$ lince check --spec stack both.edn; sed 's/\[3\]/3/' both.edn | lince check --spec stack -; sed 's/\[3\]/[1.5]/' both.edn | lince check --spec stack -
lince: both.edn:3: the first invocation of this history has `args`, so all of them have `args`, and what they return is `ret`; here is a `value` or `key` instead
lince: -:1: :args must be a vector of values
lince: -:1: :args must be a vector of values
? 2

# An `args` beside a value is a member like any other.
$ printf '{"process": 0, "type": "invoke", "f": "push", "value": 3, "args": [4]}\n{"process": 0, "type": "ok", "f": "push", "value": 3, "ret": [4]}\n' > other.jsonl; lince show --format hist other.jsonl; sed 's/"process"/:process/;s/"type"/:type/;s/"f"/:f/;s/"value"/:value/;s/"args"/:args/;s/"ret"/:ret/;s/"push"/:push/;s/"invoke"/:invoke/;s/"ok"/:ok/;s/: / /g' other.jsonl > other.edn; lince show --format hist other.edn
style jepsen
0 invoke push(3)
0 return 3
style jepsen
0 invoke push(3)
0 return 3
? 0

= run.log
INFO  jepsen.util - 0	:invoke	:write	3
INFO  jepsen.util - 1	:invoke	:cas	[3 4]
INFO  jepsen.util - 1	:fail	:cas	[3 4]
INFO  jepsen.util - 0	:ok	:write	3
$ lince show --format hist run.log
style jepsen-log
0 invoke write(3)
1 invoke cas([3, 4])
1 fail
0 return 3
? 0

# Files are written whole, with the usual permissions, through links, or not at all.
$ umask 022; lince show --svg one.svg one.hist && head -c 4 one.svg && ls -l one.svg | cut -c -10
<svg-rw-r--r--
? 0

$ ln -s one.svg link.svg && chmod 600 one.svg && lince show --svg link.svg one.hist && test -L link.svg && ls -l one.svg | cut -c -10
-rw-------
? 0

$ lince show --svg - one.hist | cmp - one.svg
? 0

$ mkfifo pipe; cat pipe > copy & lince show --svg pipe one.hist; wait; cmp copy one.svg && test -p pipe
? 0

# No draft is left lying about.
$ ls | grep 'svg\.'
? 1

$ lince show --svg missing/one.svg one.hist
lince: cannot write missing/one.svg: No such file or directory
? 2

$ lince show --svg /dev/full one.hist
lince: cannot write /dev/full: No space left on device
? 2

$ lince show one.hist > /dev/full
lince: cannot write to standard output: No space left on device
? 2

# What cannot be shown.
$ lince show --format edn two.hist
lince: two.hist holds 2 histories, and this shows one; choose it with --history N
? 2

$ lince show --history 3 two.hist
lince: two.hist: there is no history 3, only 2
? 2

$ lince show --svg x.svg --format hist one.hist
lince: --svg and --format exclude each other
? 2

$ lince show nowhere.hist
lince: nowhere.hist: cannot open: No such file or directory
? 2

# A file that is wrong at its end prints nothing of its beginning.
$ { cat two.hist; echo T9 return; } > bad.hist; lince show bad.hist
lince: bad.hist:{number}: {any}T9{any}
? 2
