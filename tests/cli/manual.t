# Manual pages: complete, and in order as far as mandoc can tell.
$ for page in lince check test model monitor show formula emit specs liblince liblince-monitor liblince-tester liblince-verifier follow spec testing history language; do lince man $page > $page.mdoc && head -n 3 $page.mdoc | grep -v Dd; done
.Dt LINCE 1
.Os Lince 0.2.0
.Dt LINCE-CHECK 1
.Os Lince 0.2.0
.Dt LINCE-TEST 1
.Os Lince 0.2.0
.Dt LINCE-MODEL 1
.Os Lince 0.2.0
.Dt LINCE-MONITOR 1
.Os Lince 0.2.0
.Dt LINCE-SHOW 1
.Os Lince 0.2.0
.Dt LINCE-FORMULA 1
.Os Lince 0.2.0
.Dt LINCE-EMIT 1
.Os Lince 0.2.0
.Dt LINCE-SPECS 1
.Os Lince 0.2.0
.Dt LIBLINCE 3
.Os Lince 0.2.0
.Dt LIBLINCE-MONITOR 3
.Os Lince 0.2.0
.Dt LIBLINCE-TESTER 3
.Os Lince 0.2.0
.Dt LIBLINCE-VERIFIER 3
.Os Lince 0.2.0
.Dt LINCE-FOLLOW 3
.Os Lince 0.2.0
.Dt LINCE-SPEC 3
.Os Lince 0.2.0
.Dt LINCE-TESTING 3
.Os Lince 0.2.0
.Dt LINCE-HISTORY 5
.Os Lince 0.2.0
.Dt LINCE-LANGUAGE 5
.Os Lince 0.2.0
? 0

$ if command -v mandoc > /dev/null; then mandoc -T lint -W warning *.mdoc; fi
? 0

# Nothing is left to be filled in.
$ grep -n '^@' *.mdoc
? 1

$ grep -A 5 -e '-timeout' check.mdoc
.It Fl -timeout Ar SECONDS
Answer \fBunknown\fP when a history, a test or an assertion takes longer than this.
.It Fl -max-memory Ar SIZE
Answer \fBunknown\fP when a history, a test or an assertion needs more memory than this, such as \fB500M\fP or \fB4G\fP.
.It Fl j , Fl -jobs Ar N
Work with N threads or processes (default: one a core).
? 0

$ lince man lince > a; lince man > b; cmp a b && for name in lince-check check.1 lince-check.1; do lince man $name | cmp - check.mdoc; done
? 0

$ lince man check.3 2>&1 | head -n 1
lince: there is no manual page 'check.3'; there are {any}
? 0

$ lince man nonsense
lince: there is no manual page 'nonsense'; there are lince.1 lince-check.1 lince-test.1 lince-model.1 lince-monitor.1 lince-show.1 lince-formula.1 lince-emit.1 lince-specs.1 liblince.3 liblince-monitor.3 liblince-tester.3 liblince-verifier.3 lince-follow.3 lince-spec.3 lince-testing.3 lince-history.5 lince-language.5
? 2

$ lince man lince-show.1 | sed -n 2p
.Dt LINCE-SHOW 1
? 0

# The examples of lince-spec(3) do what they say.
= switch.hist
T1 invoke press()
T1 return
T1 invoke look()
T1 return false
$ sed -n '/^#include <lince/,/^\.Ed/{/^\.Ed/q;p}' spec.mdoc > switch.c; ${CC:-cc} -Wall -Werror -I "$SOURCE/include" -shared -fPIC -o switch.so switch.c
? 0

$ lince check --quiet --spec ./switch.so switch.hist
? 1

$ sed 's/false/true/' switch.hist > good.hist; lince check --quiet --spec ./switch.so good.hist
? 0

= channel.hist
T1 invoke send(1)
T2 invoke receive()
T1 return
T2 return 1
$ sed '1,/^\.Ed/d' spec.mdoc | sed -n '/^#include <lince/,/^\.Ed/{/^\.Ed/q;p}' > channel.c; ${CC:-cc} -Wall -Werror -I "$SOURCE/include" -shared -fPIC -o channel.so channel.c && lince check --spec ./channel.so channel.hist; sed 's/return 1/return 2/' channel.hist | lince check --quiet --spec ./channel.so -
channel.hist: ok — synchronization linearizable as ./channel.so (2 operations, {time})
? 1

# What lince-history(5) and the topic show can be read.
$ lince man history | awk '/^\.Bd/ { n++; p = 1; next } /^\.Ed/ { p = 0 } p { print > ("shown" n) }'; for i in 1 2 3 4 5 6 7 8; do lince show --format jsonl shown$i | tail -n 1; done
{"process": "T4", "type": "fail", "f": "enq"}
{"type": "before", "first": ["T1", 1], "second": ["T2", 2]}
{"process": 0, "type": "invoke", "f": "enq", "value": 5}
{"process": 0, "type": "ok", "f": "deq", "value": 5}
{"process": 0, "type": "ok", "f": "push", "ret": [3]}
{"type": "before", "first": [1, 1], "second": [2, 1]}
{"process": 0, "type": "invoke", "f": "read", "value": null}
{"process": 0, "type": "ok", "f": "cas", "value": false}
? 0

$ lince help formats | sed -n '/^    spec queue/,/^    ---/s/^    //p' | lince show -
-: 5 operations, 4 threads, 2 objects, 1 crashed, 1 failed

T1  ├─ enq(5) ─┤
T2  ├─ deq() → 5 ─┤ ├─ q.deq() → EMPTY ─┤
T3                                        ├─ enq(7) ─×
T4                                                     ├─ enq(9) ─✗

× crashed: may or may not have happened
✗ failed: did not happen

# the return of T2 deq() → 5: results after the word, separated by commas
# the call of T2 q.deq(): an operation of the object q
# the crash of T3 enq(7): outcome unknown: now, later or never
# the failure of T4 enq(9): known not to have happened
? 0
