# What lince says about itself.
$ lince --version
lince 0.2.0
? 0

$ lince
Usage: lince COMMAND [options] ...

Finds out whether concurrent objects are correct.

Commands:
  check       check recorded histories against a specification
  test        run tests of C or C++ code under all interleavings
  cc          compile C as the compiler would, for 'lince test'
  c++         compile C++ as the compiler would, for 'lince test'
  model       check the assertions of a model, or step through it
  monitor     follow events while they are written, report the first violation
  show        draw a history, or print it in another format
  formula     print or evaluate formulas that see violations by counting
  emit        write C that watches an object, for verifiers of C
  specs       list the built-in specifications, or the objects of models
  help        explain a command or a topic

Topics:
  formats     How histories are written
  criteria    Correctness criteria
  language    How models are written
  exit        The meaning of the exit status

Guide:
  first-history   A first history
  first-test      A first test of your own queue
  counterexample  Reading a counterexample
  waiting         Channels, barriers and locks: operations that wait
  relaxed         Relaxed queues
  weak-memory     Weak memory
  models          Models: before there is code
  monitoring      Monitoring in production
  specifications  Your own specification
  counting        Violations by counting
  limits          Limits, and the meaning of 'ok'
  figures         How fast it is

'lince help NAME' explains a command or a topic, or shows a chapter of the
guide; if you are new here, begin with first-history or first-test. 'lince
--version' prints the version.
? 2

# The same on standard output when it was asked for, and nothing on standard error.
$ lince help 2>/dev/null | head -n 3; lince --help 2>/dev/null | head -n 1; lince -h 2>/dev/null | head -n 1
Usage: lince COMMAND [options] ...

Finds out whether concurrent objects are correct.
Usage: lince COMMAND [options] ...
Usage: lince COMMAND [options] ...
? 0

$ lince 2>/dev/null
? 2

$ lince check --help | head -n 10
Usage: lince check [options] FILE...

Check recorded histories against a specification.

Options:
  -s, --spec SPEC         the specification of the object:
                          '[OBJECT=]NAME[:param=value,...]' for a built-in
                          specification, '[OBJECT=]./FILE.so' for one of your
                          own in C, '[OBJECT=]FILE.lin#Name' for an object of a
                          model; overrides that of the file (may be repeated)
? 0

$ lince help check > a; lince check -h > b; lince check --spec queue --help nonsense > c; cmp a b && cmp a c
? 0

# It is as wide as the terminal, within reason; tests/cli/terminal looks at all of it.
$ for w in 10 40 60 80 500; do COLUMNS=$w lince help criteria | awk '{ if (length > n) n = length } END { print n }'; done
40
40
60
80
100
? 0

# What is to be copied is never broken.
$ COLUMNS=40 lince help check | grep 'init 0'
  lince check --spec register --init 0 --json *.jsonl | jq .verdict
? 0

$ for topic in check test show formula specs help formats criteria language exit; do lince help $topic | head -n 1; done
Usage: lince check [options] FILE...
Usage: lince test [options] FILE... [-- COMPILER FLAGS]
Usage: lince show [options] FILE
Usage: lince formula [options] [SPEC] K
Usage: lince specs [NAME | FILE.lin]...
Usage: lince help [NAME]
How histories are written
Correctness criteria
How models are written
The meaning of the exit status
? 0

$ lince help exit
The meaning of the exit status

  0  everything holds
  1  a violation was found
  2  bad usage or malformed input; standard error has place and reason
  3  unknown: a limit (--timeout, --max-memory, --max-executions) or Ctrl-C came
     before an answer; 'lince monitor' ends with it after gaps, and Ctrl-C is
     its usual end

With several files or histories the exit status is that of the most serious one:
2, then 1, then 3, then 0.
? 0

# A chapter of the guide: headings underlined, blocks indented, links without their marks.
$ lince help limits | sed -n '1,3p;/^.lince check/,/^$/p'; lince help first-test | grep -n -e '```' -e '\.md)' -e '^#'
Limits, and the meaning of `ok`

A tool like this is useful only if the meaning of its answers is clear. Lince
`lince check`
-------------

? 1

$ lince help first-test | sed -n '/^The test$/,/include/p'
The test
--------
...
    #include <lince/test.h>
? 0

# Topics are written for 80 columns.
$ for topic in formats criteria exit check test show formula emit specs; do lince help $topic; done | awk 'length > 80'
? 0

$ lince help nonsense
lince: there is no help on 'nonsense'; 'lince help' lists all topics
? 2

$ lince help fromats
lince: there is no help on 'fromats'; did you mean 'formats'?
? 2

$ lince help counterexmaple
lince: there is no help on 'counterexmaple'; did you mean 'counterexample'?
? 2

$ lince help check show
lince: help: 'show' is too much
? 2
