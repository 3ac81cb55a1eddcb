# History text: one event a line.

# # starts a comment, blank lines are ignored.
= comments.hist
# before the first line

   # with blanks before it
spec queue   # what it is

T1 invoke enq(5)# at once
	T1	return		# tabs

T2   invoke   deq ( )
T2 return 5 #
#
$ "$SOURCE"/tests/cli/check_verdicts comments.hist
1 ok
? 0

$ sed 's/return 5/return EMPTY/' comments.hist > wrong.hist; "$SOURCE"/tests/cli/check_verdicts wrong.hist
1 violation
? 1

# Lines may end in CR LF, and the last one need not end.
$ sed 's/$/\r/' comments.hist > crlf.hist; "$SOURCE"/tests/cli/check_verdicts crlf.hist; printf 'spec queue\nT1 invoke deq()\nT1 return 5' | "$SOURCE"/tests/cli/check_verdicts -
1 ok
1 violation
? 1

# A # within a string is no comment.
= hash.hist
spec register
T1 invoke write("a#b")
T1 return
T1 invoke read()
T1 return "a#b"
---
T1 invoke write("a#b")
T1 return
T1 invoke read()
T1 return "a"   # b"
$ "$SOURCE"/tests/cli/check_verdicts hash.hist
1 ok
2 violation
? 1

# A line --- separates histories: each starts afresh, with no operation open and its threads at rest.
= separate.hist
spec queue
T1 invoke enq(1)
T1 return
T2 invoke deq()
---
T1 invoke deq()
T1 return EMPTY
T2 invoke deq()
T2 return EMPTY
--- # and a comment
T1 invoke deq()
T1 return 1
$ "$SOURCE"/tests/cli/check_verdicts separate.hist
1 ok
2 ok
3 violation
? 1

= across.hist
spec queue
T1 invoke enq(1)
---
T1 return
$ lince check -q across.hist
lince: across.hist:4: {any}T1{any}
? 2

# A thread is any token without white space.
= threads.hist
spec queue
T#1 invoke enq(1)
"x" invoke enq(2)
17 invoke enq(3)
é invoke enq(4)
invoke invoke enq(5)
(a,b) invoke enq(6)
T#1 return
"x" return
17 return
é return
invoke return
(a,b) return
T#1 invoke deq()
T#1 return 6
$ "$SOURCE"/tests/cli/check_verdicts threads.hist
1 ok
? 0

# A thread has one open operation at a time.
= second.hist
spec queue
T1 invoke enq(1)
T2 invoke enq(2)
T1 invoke deq()
$ lince check second.hist
lince: second.hist:4: {any}T1{any}
? 2

= second-object.hist
spec queue
T1 invoke p.enq(1)
T1 invoke q.enq(2)
$ lince check second-object.hist
lince: second-object.hist:3: {any}T1{any}
? 2

# Nothing returns, crashes or fails that is not open.
$ for e in return crash fail; do printf 'spec queue\nT1 invoke enq(1)\nT1 return\nT1 %s\n' $e | lince check -; printf 'spec queue\nT1 invoke enq(1)\nT2 %s\n' $e | lince check -; done
lince: {any}:4: {any}T1{any}
lince: {any}:3: {any}T2{any}
lince: {any}:4: {any}T1{any}
lince: {any}:3: {any}T2{any}
lince: {any}:4: {any}T1{any}
lince: {any}:3: {any}T2{any}
? 2

# An operation is a name, or object.name; arguments are separated by commas; () may be left out.
= objects.hist
spec q=queue
spec m=map
T1 invoke q.enq(1)
T1 return
T1 invoke m.put("q.enq", 2)
T1 return
T1 invoke q.deq
T1 return 1
T1 invoke m.get( "q.enq" )
T1 return 2
$ "$SOURCE"/tests/cli/check_verdicts objects.hist
1 ok
? 0

# Each object is one of its own ...
= two.hist
spec queue
T1 invoke p.enq(1)
T1 return
T1 invoke q.deq()
T1 return EMPTY
---
T1 invoke p.enq(1)
T1 return
T1 invoke q.deq()
T1 return 1
$ "$SOURCE"/tests/cli/check_verdicts two.hist
1 ok
2 violation
? 1

# ... and so is the nameless one, which all operations without an object share.
= nameless.hist
spec queue
T1 invoke enq(1)
T1 return
T2 invoke q.deq()
T2 return EMPTY
T2 invoke deq()
T2 return 1
---
T1 invoke enq(1)
T1 return
T2 invoke q.deq()
T2 return 1
$ "$SOURCE"/tests/cli/check_verdicts nameless.hist
1 ok
2 violation
? 1

# A return carries zero or more values: spec counter has operations with none and with one.
= results.hist
spec counter
T1 invoke add(-3)
T1 return
T1 invoke fetch_add(5)
T1 return -3
T1 invoke get()
T1 return 2
$ "$SOURCE"/tests/cli/check_verdicts results.hist
1 ok
? 0

# Values: integers, symbols, strings with JSON escapes, lists. All of them can be elements.
= values.hist
spec bag
T1 invoke put(-17)
T1 return
T1 invoke put(some-symbol)
T1 return
T1 invoke put("a \"quoted\" \\ \/ \b\f\n\r\t \u00e9 \ud83d\ude00 string")
T1 return
T1 invoke put([])
T1 return
T1 invoke put([1, [two, "three"]])
T1 return
T1 invoke take()
T1 return "a \"quoted\" \\ / \u0008\u000c\u000a\u000d\u0009 é 😀 string"
T1 invoke take()
T1 return [1,[two,"three"]]
T1 invoke take()
T1 return []
T1 invoke take()
T1 return some-symbol
T1 invoke take()
T1 return -17
T1 invoke take()
T1 return EMPTY
$ "$SOURCE"/tests/cli/check_verdicts values.hist
1 ok
? 0

# An operation still open at the end is pending, like one that crashed.
= open.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T2 return 1
---
T1 invoke enq(1)
T1 crash
T2 invoke deq()
T2 return 1
---
T1 invoke enq(1)
T2 invoke deq()
T2 return EMPTY
---
T1 invoke enq(1)
T1 crash
T2 invoke deq()
T2 return EMPTY
$ "$SOURCE"/tests/cli/check_verdicts open.hist
1 ok
2 ok
3 ok
4 ok
? 0

# ---- spec lines ----

# A spec line names the specification; --spec overrides it.
= named.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T1 invoke deq()
T1 return 2
$ lince check --json named.hist | grep -o '"spec":"[^"]*"\|"verdict":"[^"]*"'
"spec":"queue"
"verdict":"violation"
? 0

$ lince check --json --spec bag named.hist | grep -o '"spec":"[^"]*"\|"verdict":"[^"]*"'
"spec":"bag"
"verdict":"ok"
? 0

# One of one object.
= one.hist
spec a=queue
spec b=bag
T1 invoke a.enq(1)
T1 return
T1 invoke b.enq(1)
T1 return
T1 invoke b.enq(2)
T1 return
T1 invoke b.deq()
T1 return 2
T1 invoke a.deq()
T1 return 1
$ "$SOURCE"/tests/cli/check_verdicts one.hist; "$SOURCE"/tests/cli/check_verdicts --spec b=queue one.hist; "$SOURCE"/tests/cli/check_verdicts --spec b=stack --spec a=bag one.hist 2> /dev/null
1 ok
1 violation
? 2

# A spec line for one object takes precedence over the one for all; so does --spec.
= mixed.hist
spec queue
spec b=bag
T1 invoke a.enq(1)
T1 return
T1 invoke b.enq(1)
T1 return
T1 invoke b.enq(2)
T1 return
T1 invoke b.deq()
T1 return 2
$ "$SOURCE"/tests/cli/check_verdicts mixed.hist; "$SOURCE"/tests/cli/check_verdicts --spec queue --spec b=queue mixed.hist; "$SOURCE"/tests/cli/check_verdicts --spec queue --spec b=bag mixed.hist
1 ok
1 violation
1 ok
? 0

# Parameters belong to the name.
= params.hist
spec q=queue:capacity=1
spec s=semaphore:n=1
T1 invoke q.enq(1)
T1 return true
T1 invoke q.enq(2)
T1 return false
T1 invoke s.wait()
T1 return
T1 invoke s.trywait()
T1 return false
$ "$SOURCE"/tests/cli/check_verdicts params.hist; "$SOURCE"/tests/cli/check_verdicts --spec q=queue:capacity=2 params.hist; "$SOURCE"/tests/cli/check_verdicts --spec s=semaphore:n=2 params.hist
1 ok
1 violation
1 violation
? 1

# Only before the first event.
= late.hist
T1 invoke enq(1)
T1 return
spec queue
$ lince check late.hist
lince: late.hist:3: {any}spec{any}
? 2

# What is missing or wrong is said with its line.
$ printf 'T1 invoke enq(1)\n' | lince check -
lince: {any}:1: {any}--spec{any}
? 2

$ printf 'spec a=queue\nT1 invoke b.enq(1)\n' | lince check -
lince: {any}:2: {any}b{any}
? 2

$ for s in nonsense queue:size=3 queue:capacity=x queue:capacity=-1 semaphore semaphore:n= ''; do printf '\nspec %s\nT1 invoke enq(1)\n' "$s" | lince check -; done
lince: {any}:2: {any}nonsense{any}
lince: {any}:2: {any}size{any}
lince: {any}:2: {any}x{any}
lince: {any}:2: {any}-1{any}
lince: {any}:2: {any}n{any}
lince: {any}:2: {any}
lince: {any}:2: {any}
? 2

# Nothing that a history names is loaded or run: a plug-in comes from the command line only.
= evil.c
#include <stdio.h>
__attribute__((constructor)) static void run(void) { fclose(fopen("ran", "w")); }
$ cc -shared -fPIC -o evil.so evil.c && for s in ./evil.so evil.so "$PWD/evil.so" q=./evil.so ./evil.so#Queue ././evil; do printf 'spec %s\nT1 invoke q.enq(1)\n' "$s" | lince check -; done; test -e ran
lince: {any}:1: {any}
lince: {any}:1: {any}
lince: {any}:1: {any}
lince: {any}:1: {any}
lince: {any}:1: {any}
lince: {any}:1: {any}
? 1

# It would have run.
$ printf 'T1 invoke enq(1)\n' | lince check --spec ./evil.so -; test -e ran
lince: {any}
? 0
