# What is wrong on the command line is said in one line, with exit status 2.
$ lince chekc x.hist
lince: 'chekc' is not a command; did you mean 'check'?
? 2

$ lince frobnicate
lince: 'frobnicate' is not a command; 'lince help' lists them
? 2

$ lince --frobnicate
lince: unknown option --frobnicate; 'lince help' lists the commands
? 2

$ : > run.hist; lince run.hist
lince: 'run.hist' is not a command; did you mean 'lince check run.hist'?
? 2

$ : > run.lin; lince run.lin; : > run.cpp; lince run.cpp
lince: 'run.lin' is not a command; did you mean 'lince model run.lin'?
lince: 'run.cpp' is not a command; did you mean 'lince test run.cpp'?
? 2

# A file for another command, going by its name, is not read as what it is not.
$ touch run.c run.trace; for c in check show monitor model; do lince $c run.c; done
lince: run.c: this is C, going by its name: 'lince test' is for that
lince: run.c: this is C, going by its name: 'lince test' is for that
lince: run.c: this is C, going by its name: 'lince test' is for that
lince: run.c: this is C, going by its name: 'lince test' is for that
? 2
$ for c in check show monitor test; do lince $c run.lin; done
lince: run.lin: this is a model, going by its name: 'lince model' is for that
lince: run.lin: this is a model, going by its name: 'lince model' is for that
lince: run.lin: this is a model, going by its name: 'lince model' is for that
lince: run.lin: this is a model, going by its name: 'lince model' is for that
? 2
$ lince test run.hist; lince model run.hist; lince check run.trace; lince test run.trace
lince: run.hist: this is a history, going by its name: 'lince check' is for that
lince: run.hist: this is a history, going by its name: 'lince check' is for that
lince: run.trace: this is a trace, going by its name: 'lince test --replay' is for that
lince: run.trace: this is a trace, going by its name: 'lince test --replay' is for that
? 2
$ mkdir runs.c; lince check runs.c/
lince: runs.c/: there is no history in this directory: no name ends in .hist, .jsonl, .json, .edn, .log or .txt, with or without .zst
? 2
$ lince check nowhere.c
lince: nowhere.c: this is C, going by its name: 'lince test' is for that
? 2

$ lince check --timeout 5x x.hist
lince: --timeout: '5x' is not a number of seconds
? 2

$ lince check --timeuot 5 x.hist
lince: unknown option --timeuot; did you mean --timeout?
? 2

$ lince check --max-memory=4X x.hist
lince: --max-memory: '4X' is not a size (write a number of bytes, or 500M, 4G)
? 2

$ lince check --jobs many x.hist
lince: --jobs: 'many' is not a number
? 2

$ lince check --spec
lince: --spec needs a value
? 2

$ lince check --quiet=yes x.hist
lince: --quiet takes no value
? 2

$ lince check -y x.hist
lince: unknown option -y; 'lince check --help' lists them
? 2

# What is meant for the compiler stands behind --; ours come first.
$ for flag in -O2 -DN=2 -Iinclude -Wall -g -pthread -lpthread -std=c11 -std=gnu++17; do lince test x.c $flag; done
lince: -O2 is for the compiler: write such flags at the end, behind '--'
lince: -DN=2 is for the compiler: write such flags at the end, behind '--'
lince: -Iinclude is for the compiler: write such flags at the end, behind '--'
lince: -Wall is for the compiler: write such flags at the end, behind '--'
lince: -g is for the compiler: write such flags at the end, behind '--'
lince: -pthread is for the compiler: write such flags at the end, behind '--'
lince: -lpthread is for the compiler: write such flags at the end, behind '--'
lince: -std=c11 is for the compiler: write such flags at the end, behind '--'
lince: -std=gnu++17 is for the compiler: write such flags at the end, behind '--'
? 2

$ lince test -lq -p 2 -sq=queue x.c -- -O2
lince: x.c: cannot open: No such file or directory
? 2

$ lince check --criterion refine:3 x.hist
lince: x.hist: cannot open: No such file or directory
? 2

$ lince check --criterion serializable x.hist
lince: --criterion: 'serializable' is not one of its values; choose linearizable, sequential, quasi:FACTORS, sync, two-step, interval or refine:K
? 2

$ lince check --algorithm fast x.hist
lince: --algorithm: 'fast' is not one of its values; choose auto, search, poly, sweep, matching or cover
? 2

$ lince check --format xml x.hist
lince: --format: 'xml' is not one of its values; choose auto, hist, jsonl, edn or jepsen-log
? 2

$ lince show
lince: show: name one FILE, or - for standard input
? 2

$ lince specs quue
lince: specs: there is no specification called 'quue'; did you mean 'queue'?
? 2
