# The exit status is the most serious of all: 2, then 1, then 3, then 0.
= good.hist
spec register
T1 invoke write(1)
T1 return
T1 invoke read()
T1 return 1
= wrong.hist
spec register
T1 invoke write(1)
T1 return
T1 invoke read()
T1 return 2
= malformed.hist
spec register
T1 return 2
$ for files in good.hist wrong.hist malformed.hist 'good.hist wrong.hist' 'wrong.hist good.hist' 'good.hist malformed.hist' 'malformed.hist wrong.hist good.hist'; do lince check --quiet $files 2>/dev/null; echo "$? $files"; done
0 good.hist
1 wrong.hist
2 malformed.hist
1 good.hist wrong.hist
1 wrong.hist good.hist
2 good.hist malformed.hist
2 malformed.hist wrong.hist good.hist
? 0

# Many operations at once: too many orders for a fifth of a second, and too much to remember for a memory that is ample
# for the others.
$ { echo spec stack; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do echo "T$i invoke push($i)"; done; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do echo "T$i return"; done; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13; do echo "T$i invoke pop()"; done; echo 'U invoke pop()'; echo 'U return 99'; } > hard.hist; lince check --quiet --algorithm search --no-memo --timeout 0.2 hard.hist; echo $?; lince check --quiet --algorithm search --max-memory 400K hard.hist good.hist; echo $?; lince check --quiet --algorithm search --max-memory 400K hard.hist wrong.hist; echo $?
3
3
1
? 0

# Several histories in one file count like several files.
$ { cat good.hist; echo ---; cat wrong.hist; } > both.hist; lince check --quiet both.hist
? 1

$ lince check --quiet nowhere.hist good.hist
lince: nowhere.hist: cannot open: No such file or directory
? 2

$ lince check
lince: {any}
? 2
