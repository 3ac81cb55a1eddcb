# Many files: directories, several files at once, histories of one file at once; everything in the order it was named.
$ mkdir -p runs/deep/er runs/.git runs/none
? 0

= runs/b.hist
spec queue
T1 invoke enq(1)
T1 return
T2 invoke deq()
T2 return 2
= runs/a.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T1 return
T2 return 1
= runs/deep/er/z.jsonl
{"process": 0, "type": "invoke", "f": "enq", "value": 5}
{"process": 0, "type": "ok", "f": "enq", "value": 5}
= runs/deep/two.txt
spec queue
T1 invoke enq(1)
T1 return
---
T1 invoke deq()
T1 return 1
= runs/deep.hist
spec queue
= runs/.hidden.hist
nonsense
= runs/.git/log.hist
nonsense
= runs/notes.md
nonsense
= runs/hist
nonsense
$ zstd -q runs/a.hist -o runs/c.edn.zst; ln -s ../a.hist runs/deep/link.log; ln -s .. runs/deep/up; lince check --allow-empty --spec queue runs
runs/a.hist: ok — linearizable as a queue (2 operations, {time})
runs/b.hist: violation — not linearizable as a queue (2 operations, {time})
runs/c.edn.zst: ok — linearizable as a queue (2 operations, {time})
runs/deep.hist: ok — linearizable (0 operations, {time})
runs/deep/er/z.jsonl: ok — linearizable as a queue (1 operation, {time})
runs/deep/link.log: ok — linearizable as a queue (2 operations, {time})
runs/deep/two.txt#1: ok — linearizable as a queue (1 operation, {time})
runs/deep/two.txt#2: violation — not linearizable as a queue (1 operation, {time})

runs/b.hist:
  {any}
...

runs/deep/two.txt#2:
  {any}
...

6 ok, 2 violations, 0 unknown (7 files, {time})
? 1

# A file that is named is checked whatever it is called; a directory may end in a slash.
$ lince check runs/hist; lince check -q --allow-empty --spec queue runs/
lince: runs/hist:1: {any}
? 1

$ cp runs/a.hist runs/none/.strange; lince check -q runs/none/.strange
? 0

# A directory of one file still is one.
$ mkdir one; cp runs/b.hist one; lince check one
one/b.hist: violation — not linearizable as a queue (2 operations, {time})

one/b.hist:
  {any}
...

0 ok, 1 violation, 0 unknown (1 file, {time})
? 1

# One file with one history is answered as if there were no others: the explanation follows, and no summary.
$ lince check one/b.hist | sed -n '2p;$p' | cut -c 1-2; lince check one/b.hist | grep -c unknown
{any}
{any}
0
? 1

# Where there is no history there is nothing to say, but that; the other operands are judged.
$ lince check runs/none
lince: runs/none: there is no history in this directory: {any}
? 2

$ lince check runs/a.hist runs/none one 2>&1 | head -n 4
runs/a.hist: ok — linearizable as a queue (2 operations, {time})
lince: runs/none: there is no history in this directory: {any}
one/b.hist: violation — not linearizable as a queue (2 operations, {time})

? 0

# What is malformed is said in its place, and the rest is judged.
= bad.hist
spec queue
T1 invoke enq(1)
T1 return
---
T2 return
---
T1 invoke enq(2)
$ lince check runs/a.hist bad.hist one/b.hist missing.hist runs/a.hist
runs/a.hist: ok — linearizable as a queue (2 operations, {time})
bad.hist#1: ok — linearizable as a queue (1 operation, {time})
lince: bad.hist:5: {any}
one/b.hist: violation — not linearizable as a queue (2 operations, {time})
lince: missing.hist: cannot open: No such file or directory
runs/a.hist: ok — linearizable as a queue (2 operations, {time})

one/b.hist:
  {any}
...

3 ok, 1 violation, 0 unknown, 2 errors (5 files, {time})
? 2

# The same when it is the specification that does not understand: what follows in that file is left.
= stranger.hist
spec queue
T1 invoke enq(1)
---
T1 invoke lock()
---
T1 invoke deq()
T1 return 7
$ lince check --jobs 1 stranger.hist runs/a.hist > 1 2>&1; for jobs in 2 8; do lince check --jobs $jobs stranger.hist runs/a.hist > $jobs 2>&1; done; sed -i 's/[0-9.]* ms//' 1 2 8; cmp 1 2; cmp 1 8; cat 1
stranger.hist#1: ok — linearizable as a queue (1 operation, )
lince: stranger.hist:4: queue has no operation lock {any}
runs/a.hist: ok — linearizable as a queue (2 operations, )
2 ok, 0 violations, 0 unknown, 1 error (2 files, )
? 0

# --json has one object a line, in order; --quiet has the exit status only.
$ lince check --json --allow-empty --spec queue runs bad.hist one 2> messages | python3 -c 'import json, sys; [print(v["file"], v["history"], v["verdict"], bool(v["violation"])) for v in map(json.loads, sys.stdin)]'; cat messages
runs/a.hist 1 ok False
runs/b.hist 1 violation True
runs/c.edn.zst 1 ok False
runs/deep.hist 1 ok False
runs/deep/er/z.jsonl 1 ok False
runs/deep/link.log 1 ok False
runs/deep/two.txt 1 ok False
runs/deep/two.txt 2 violation True
bad.hist 1 ok False
one/b.hist 1 violation True
lince: bad.hist:5: thread T2 returns, but has no open operation
? 0

$ lince check -q --allow-empty --spec queue runs one
? 1

# What else was asked for follows the verdict: the order of what holds, the counters.
$ lince check --witness runs/a.hist one/b.hist | head -n 4; lince check --verbose runs/a.hist one/b.hist | grep -c 'for the verdict'
runs/a.hist: ok — linearizable as a queue (2 operations, {time})
  1  T1  enq(1)
  2  T2  deq() → 1
one/b.hist: violation — not linearizable as a queue (2 operations, {time})
2
? 0

# The output does not depend on the number of threads, but for what it cost.
= many.py
import os
import random
import re
import subprocess
import sys

random.seed(7)
os.mkdir("many")


def history():
    lines, items, threads = [], [], {}
    for step in range(random.randrange(4, 40)):
        thread = "T%d" % random.randrange(4)
        if thread in threads:
            lines.append("%s return %s" % (thread, threads.pop(thread)))
        elif random.random() < 0.5:
            items.append(step)
            threads[thread] = ""
            lines.append("%s invoke enq(%d)" % (thread, step))
        else:
            taken = items.pop(0 if random.random() < 0.97 else -1) if items else "EMPTY"
            threads[thread] = taken
            lines.append("%s invoke deq()" % thread)
    return "\n".join(lines) + "\n"


for number in range(60):
    with open("many/%02d.hist" % number, "w") as file:
        parts = [history() for _ in range(random.choice([1, 1, 1, 5, 30]))]
        if number % 10 == 3:
            parts.insert(len(parts) // 2, "T1 return 3\n")
        if number % 10 == 6:
            parts.insert(len(parts) // 2, "T1 invoke lock()\n")
        file.write("spec queue\n" + "---\n".join(parts))


def run(jobs, *options):
    done = subprocess.run(["lince", "check", "--jobs", str(jobs), *options, "many", "many/05.hist"], capture_output=True)
    costs = rb'[0-9.]+ m?s\b|"(explain_)?seconds":[0-9.]+|"memory_bytes":[0-9]+'
    return re.sub(costs, b"", done.stdout), done.stderr, done.returncode


for options in [], ["--json"], ["--witness"], ["--no-explanation"], ["-q"]:
    first = run(1, *options)
    print(" ".join(options), len(first[1].splitlines()), first[2], all(run(jobs, *options) == first for jobs in (2, 3, 8)))
$ python3 many.py
 12 2 True
--json 12 2 True
--witness 12 2 True
--no-explanation 12 2 True
-q 12 2 True
? 0

# So it is for a file of many histories, on standard input, too; which is read once, whoever names it twice.
$ cat many/0[0124578].hist | sed 's/^spec queue$/---/' > all.txt; for jobs in 1 2 8; do lince check --jobs $jobs --spec queue - < all.txt | sed 's/[0-9.]* m*s)//'; done | sort | uniq -c | awk '{ print $1 % 3 }' | sort | uniq -c | wc -l
1
? 0

$ lince check --jobs 8 --allow-empty - - < runs/a.hist
-: ok — linearizable as a queue (2 operations, {time})
-: ok — linearizable (0 operations, {time})
2 ok, 0 violations, 0 unknown (2 files, {time})
? 0

# What cannot be entered is said, and does not hide the rest.
$ mkdir -p locked/in; cp runs/a.hist locked; chmod 0 locked/in; if [ -r locked/in ]; then echo "lince: locked/in: cannot read this directory: Permission denied"; lince check locked; else lince check locked 2>&1; fi | sort -r | head -n 2; chmod 755 locked/in
locked/a.hist: ok — {any}
lince: locked/in: cannot read this directory: Permission denied
? 0
