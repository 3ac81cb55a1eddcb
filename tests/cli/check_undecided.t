# An answer that is not known comes with what was too hard, and what would help.

$ python3 -c 'for i in range(14): print("T%d invoke p.push_front(%d)" % (i, i % 7))' > hard.hist; python3 -c 'for i in range(12): print("T%d return" % i)' >> hard.hist; for v in 0 1 2 3 9; do printf 'T0 invoke p.pop_back()\nT0 return %s\nT1 invoke c.inc()\nT1 return\n' $v; done >> hard.hist; lince check --max-memory 300K --spec p=deque --spec c=counter hard.hist | head -2; lince check --max-memory 300K --spec p=deque --spec c=counter --json hard.hist | grep -o '"undecided":"[^"]*"'
hard.hist: unknown — the memory limit was reached (24 operations, {time})
  1 of 2 parts is undecided, object p: 19 operations, at most 14 open at once, 2
"undecided":"1 of 2 parts is undecided, object p: 19 operations, at most 14 open at once, 2 of which never returned. It was not decided in polynomial time: no polynomial algorithm is known for this object. The search visited {number} configurations and got past {number} of 17 returns. It gets easier with fewer operations that never return, fewer threads, or a shorter history"
? 0
