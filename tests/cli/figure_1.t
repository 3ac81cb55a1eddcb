# The program of figure 1 of "Tractable refinement checking for concurrent objects": all its histories.  Those that are
# not linearizable are seen with k = 1, and none with k = 0.  (A search without reduction finds the same histories.)
$ lince test --json --strategy dpor --retry off --no-data-races --no-use-after-free --heap fifo --all-failures --histories all.hist $SOURCE/subjects/wrong/figure_1.c | grep -o '"histories":[0-9]*,"violations":[0-9]*'
"histories":173,"violations":2
? 0

$ which() { lince check --json --spec stack --criterion $1 all.hist | grep '"verdict":"violation"' | grep -o '"history":[0-9]*'; }; which linearizable >exact; which refine:0 >zero; which refine:1 >one; wc -l <exact; wc -l <zero; cmp exact one
2
0
? 0

$ lince check --spec stack --criterion linearizable --quiet all.hist
? 1
