# Formulas that see violations by counting.
= wrong.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke enq(2)
T1 return
T2 invoke deq()
T2 return 2
T2 invoke deq()
T2 return EMPTY
---
spec q=queue
spec s=stack
T1 invoke s.push(1)
T1 return
T1 invoke q.enq(1)
T1 return
T2 invoke q.deq()
T2 return EMPTY
T2 invoke s.pop()
T2 return EMPTY
= right.hist
spec queue
T1 invoke enq(1)
T1 return
T3 invoke deq()
T2 invoke deq()
T2 return EMPTY

$ lince formula queue 1
// Psi_rv: an element was removed before it was added, or more often
   ((exists y.
        removes(y)
        and #(removing(y), 0, 0) > total(adding(y), 0, 1) - #(adding(y), 1, 1))
    or (exists y.
        removes(y) and total(removing(y), 0, 1) > total(adding(y), 0, 1)))
// Psi_ev: nothing was found although an element was there all the time
or (exists x, e.
      empty(e)
      and #(e, 1, 1) >= 1
      and adds(x)
      and (#(adding(x), 0, 0) > total(removing(x), 0, 1) + total(taking(x), 0, 1)
        or #(adding(x), 0, 0) > total(adding(x), 0, 1)))
// Psi_pv: an element was seen that was not there
or ((exists y.
        peeks(y)
        and #(y, 0, 0) >= 1
        and total(adding(y), 0, 1) - #(adding(y), 1, 1) <= 0)
    or (exists y. peeks(y) and #(y, 0, 1) >= 1 and total(adding(y), 0, 1) <= 0)
    or (exists y.
        peeks(y)
        and #(y, 1, 1) >= 1
        and total(adding(y), 0, 1) <= #(removing(y), 0, 0)))
// Psi_fv: an element was removed before one that had been added earlier
or (exists x1, y2.
      adds(x1)
      and (#(adding(x1), 0, 0) > total(removing(x1), 0, 1) + total(taking(x1), 0, 1)
        or #(adding(x1), 0, 0) > total(adding(x1), 0, 1))
      and removes(y2)
      and total(removing(y2), 0, 1) > total(adding(y2), 0, 1) - #(adding(y2), 1, 1))
// Psi_all: no order explains when elements came and went, and when there were none
or ((exists x. removes(x) and total(removing(x), 0, 1) > total(adding(x), 0, 1))
    or (exists x.
        adds(x)
        and total(adding(x), 0, 1) <= 1
        and #(x, 1, 1) >= 1
        and #(removing(x), 0, 0) >= 1)
    or (exists a, b.
        adds(a)
        and total(adding(a), 0, 1) <= 1
        and adds(b)
        and total(adding(b), 0, 1) <= 1
        and #(a, 0, 0) >= 1
        and total(removing(a), 0, 1) = 0
        and total(taking(a), 0, 1) = 0
        and #(b, 1, 1) >= 1
        and total(removing(b), 0, 1) >= 1)
    or (exists y.
        empty(y)
        and #(y, 1, 1) >= 1
        and (exists x.
            adds(x)
            and total(adding(x), 0, 1) <= 1
            and #(x, 0, 0) >= 1
            and total(removing(x), 0, 1) = 0
            and total(taking(x), 0, 1) = 0)))
? 0

$ lince formula bag 0
// Psi_rv: an element was removed before it was added, or more often
   (exists y. removes(y) and #(removing(y), 0, 0) > #(adding(y), 0, 0))
// Psi_ev: nothing was found although an element was there all the time
or (false)
// Psi_all: no order explains when elements came and went, and when there were none
or (exists x. removes(x) and #(removing(x), 0, 0) > #(adding(x), 0, 0))
? 0

$ lince formula --json bag 0
{"spec":"bag","length":0,"formulas":[{"name":"Psi_rv","meaning":"an element was removed before it was added, or more often","formula":"exists y. removes(y) and #(removing(y), 0, 0) > #(adding(y), 0, 0)"},{"name":"Psi_ev","meaning":"nothing was found although an element was there all the time","formula":"false"},{"name":"Psi_all","meaning":"no order explains when elements came and went, and when there were none","formula":"exists x. removes(x) and #(removing(x), 0, 0) > #(adding(x), 0, 0)"}]}
? 0

# What is printed reads back, and says the same.
$ lince formula queue 2 > queue.ocl; lince formula --formula queue.ocl --width 70 2 > again; lince formula --formula again --width 70 2 | cmp - again && wc -l < again
125
? 0

$ lince formula --check wrong.hist 2
wrong.hist#1: violation: Psi_fv holds with k = 2 after line 7
  x1 = enq(1), y2 = deq() => 2, with enq(2)
  an element was removed before one that had been added earlier
wrong.hist#2: violation: Psi_ev holds with k = 2 after line 18, object q
  x = enq(1), e = deq() => EMPTY
  nothing was found although an element was there all the time
? 1

# What is far back is forgotten.
$ lince formula --check wrong.hist 1
wrong.hist#1: violation: Psi_ev holds with k = 1 after line 9
  x = enq(1), e = deq() => EMPTY
  nothing was found although an element was there all the time
wrong.hist#2: violation: Psi_ev holds with k = 1 after line 18, object q
  x = enq(1), e = deq() => EMPTY
  nothing was found although an element was there all the time
? 1

$ lince formula --check wrong.hist --end 2
wrong.hist#1: violation: Psi_ev holds with k = 2 at the end
  x = enq(1), e = deq() => EMPTY
  nothing was found although an element was there all the time
wrong.hist#2: violation: Psi_ev holds with k = 2 at the end, object s
  x = push(1), e = pop() => EMPTY
  nothing was found although an element was there all the time
? 1

$ lince formula --check right.hist --check - queue 3 < right.hist
right.hist: ok: no formula holds with k = 3, which does not prove that it is correct
-: ok: no formula holds with k = 3, which does not prove that it is correct
? 0

$ lince formula --json --check wrong.hist --check right.hist 1 | sed 's/"seconds":[^,]*/"seconds":0/'
{"file":"wrong.hist","history":1,"spec":"queue","length":1,"verdict":"violation","operations":4,"seconds":0,"violation":{"formula":"Psi_ev","meaning":"nothing was found although an element was there all the time","object":"","event":7,"line":9,"instance":{"x":"enq(1)","e":"deq() => EMPTY"}}}
{"file":"wrong.hist","history":2,"spec":"stack,queue","length":1,"verdict":"violation","operations":4,"seconds":0,"violation":{"formula":"Psi_ev","meaning":"nothing was found although an element was there all the time","object":"q","event":5,"line":18,"instance":{"x":"enq(1)","e":"deq() => EMPTY"}}}
{"file":"right.hist","history":1,"spec":"queue","length":1,"verdict":"ok","operations":3,"seconds":0,"violation":null}
? 0

$ lince formula -q --check wrong.hist 1
? 1

# Errors are told all the same.
$ lince formula -q --check nowhere.hist 1
lince: nowhere.hist: cannot open: No such file or directory
? 2

$ sed 1,12d wrong.hist > objects.hist; lince formula -s q=queue -s s=stack --check objects.hist 1
objects.hist: violation: Psi_ev holds with k = 1 after line 6, object q
  x = enq(1), e = deq() => EMPTY
  nothing was found although an element was there all the time
? 1

# Locks and semaphores have grammars, and formulas are derived from them if Lince was built with Z3.
= lock.hist
spec mutex
T1 invoke lock()
T1 return
T2 invoke lock()
T2 return
$ lince formula --check lock.hist 1 2>&1 | grep -c 'violation: not Psi holds with k = 1 after line 5\|needs Z3'
1
? 0

# Grammars of one's own.
$ lince formula 0 --grammar 'S -> a( ;'
lince: grammar:1: column 9: here should be a value
? 2

= endless.grammar
# never terminates
S -> lock() T ;
T -> unlock() S ;
$ lince formula 0 --grammar endless.grammar
lince: endless.grammar:2: the grammar derives no word: S never terminates
? 2

$ lince formula 0 --grammar semaphore:n=99
lince: semaphore:n=99: the grammar of semaphore needs n, a number from 0 to 16: semaphore:n=2
? 2

$ lince formula 0 --grammar semaphore:n=1 --formula true
lince: formula: give --formula or --grammar, not both
? 2

= plain.grammar
S -> lock() unlock() S | ;
$ lince formula --check lock.hist 1 --grammar plain.grammar 2>&1 | grep -c 'violation: not Psi holds with k = 1 after line 5\|needs Z3'
1
? 0

# One's own.
$ lince formula --check right.hist 1 --formula 'exists x. adds(x) and not exists y. match(x, y)'
right.hist: violation: formula holds with k = 1 after line 3
  x = enq(1)
? 1

$ lince formula --check right.hist 1 --formula '#(deq() => EMPTY, 1, 1) = 1 and #(enq(1), 0, 0) = 1 and total(deq() => pending, 0, k) = 1'
right.hist: violation: formula holds with k = 1 after line 6
? 1

$ lince formula --check wrong.hist 1 --formula 'exists x, y. match(x, y) and before(y, x)'
wrong.hist#1: ok: no formula holds with k = 1, which does not prove that it is correct
wrong.hist#2: ok: no formula holds with k = 1, which does not prove that it is correct
? 0

$ lince formula 3 --formula 'exists x. some i in 1..k. #(x, i, i) >= i'
exists x. #(x, 1, 1) >= 1 or #(x, 2, 2) >= 2 or #(x, 3, 3) >= 3
? 0

$ printf 'exists x. adds(x) and\n #(x, 0, 2) >= 1' > own; lince formula 1 --formula own
lince: own:2: column 2: the interval [0, 2] does not lie between 0 and the length k = 1
? 2

# Mistakes.
$ lince formula
lince: formula: name a specification and a length, as in 'lince formula queue 2'
? 2

$ lince formula queue
lince: formula: name the length after the specification, as in 'lince formula queue 2'
? 2

$ lince formula 2
lince: formula: name a specification before the length, as in 'lince formula queue 2'
? 2

$ lince formula queue 5000
lince: formula: the length k is a number from 0 to 4095, not '5000'
? 2

$ lince formula -s stack -s stack 1
lince: two specifications for all objects: name one as OBJECT=stack
? 2

$ lince formula set 1
lince: no formulas are known for set; give one of your own with --formula
? 2

$ lince formula quue 1
lince: there is no specification called `quue`: did you mean queue?
? 2

$ lince formula stack 300
lince: Psi_ev is too large for k = 300; use a smaller k
? 2

$ lince formula --check missing.hist queue 1
lince: missing.hist: cannot open: No such file or directory
? 2

$ lince formula --check right.hist stack 1
lince: right.hist:2: stack has no operation enq (it has push, pop, peek)
? 2

$ sed 1d right.hist | lince formula --check - 1
lince: -:1: no specification: use --spec NAME or a line `spec NAME`; its operations fit bag, pqueue, queue, terminating-queue
? 2

$ lince formula 1 --formula 'exists x. adds(x) and pendin(x)'
lince: formula:1: column 23: 'pendin' is not known; did you mean 'pending'?
? 2

$ lince formula 1 --formula .
lince: .: cannot read: Is a directory
? 2

# Limits.
$ lince formula --check wrong.hist --max-memory 1 1
lince: wrong.hist:2: the memory limit was reached while reading
? 3

$ lince formula --check right.hist 3 --timeout 0.1 --formula "exists $(seq -f 'v%g' -s, 1 40). $(seq -f '#(v%g, 0, 0)' -s' + ' 1 40) > 99"
right.hist: unknown: a limit was reached before an answer
? 3

# The last family is complete: every wrong history of that length, also where several elements take turns at being there.
= turns.hist
spec queue
T1 invoke enq(1)
T1 return
T2 invoke deq()
T1 invoke enq(2)
T1 return
T1 invoke deq()
T1 return 1
T2 return EMPTY
T1 invoke deq()
T1 return 2
$ lince formula --check turns.hist 3
turns.hist: violation: Psi_all holds with k = 3 after line 9
  y = deq() => EMPTY, x = enq(1), x = enq(2), with deq() => 1
  no order explains when elements came and went, and when there were none
? 1
$ lince formula --check turns.hist 3 --complete
turns.hist: violation: Psi holds with k = 3 after line 9
  y = deq() => EMPTY, x = enq(1), x = enq(2), with deq() => 1
  no order explains it
? 1
$ lince formula --check turns.hist 3 --patterns
turns.hist: violation: Psi holds with k = 3 after line 9
  y = deq() => EMPTY, x1 = enq(1), x2 = enq(2), with deq() => 1
  it contains a bad pattern
? 1
$ lince formula --check turns.hist 2 --complete
turns.hist: violation: Psi holds with k = 2 after line 9
  y = deq() => EMPTY, x = enq(1), x = enq(2), with deq() => 1
  no order explains it
? 1
$ lince formula --check right.hist 3 --complete
right.hist: ok: no formula holds with k = 3, which does not prove that it is correct
? 0
$ lince formula queue 1 --complete > own; lince formula 1 --formula own | head -1
(exists x. removes(x) and total(removing(x), 0, 1) > total(adding(x), 0, 1))
? 0
$ lince formula stack 2 --patterns
// Psi: it contains a bad pattern
(exists x. removes(x) and total(removing(x), 0, 2) > total(adding(x), 0, 2))
or (exists x.
    adds(x)
    and total(adding(x), 0, 2) <= 1
    and total(x, 1, 2) >= 1
    and #(removing(x), 0, 0) >= 1)
or (exists x.
    adds(x)
    and total(adding(x), 0, 2) <= 1
    and #(x, 2, 2) >= 1
    and total(removing(x), 0, 1) >= 1)
or (exists y, x.
    empty(y)
    and #(y, 1, 1) >= 1
    and adds(x)
    and total(adding(x), 0, 2) <= 1
    and #(x, 0, 0) >= 1
    and total(removing(x), 0, 2) = #(removing(x), 2, 2)
    and (#(removing(x), 2, 2) >= 1
      or total(taking(x), 0, 2) = #(taking(x), 2, 2)))
or (exists y, x.
    empty(y)
    and #(y, 2, 2) >= 1
    and adds(x)
    and total(adding(x), 0, 2) <= 1
    and total(x, 0, 1) >= 1
    and total(removing(x), 0, 2) = 0
    and total(taking(x), 0, 2) = 0)
or (exists y, x.
    empty(y)
    and total(y, 1, 2) >= 1
    and adds(x)
    and total(adding(x), 0, 2) <= 1
    and #(x, 0, 0) >= 1
    and total(removing(x), 0, 2) = 0
    and total(taking(x), 0, 2) = 0)
or (exists y, x1, x2.
    empty(y)
    and total(y, 1, 2) >= 1
    and adds(x1)
    and total(adding(x1), 0, 2) <= 1
    and #(x1, 0, 0) >= 1
    and total(removing(x1), 0, 2) = #(removing(x1), 2, 2)
    and (#(removing(x1), 2, 2) >= 1
      or total(taking(x1), 0, 2) = #(taking(x1), 2, 2))
    and adds(x2)
    and total(adding(x2), 0, 2) <= 1
    and total(x2, 0, 1) >= 1
    and total(removing(x2), 0, 2) = 0
    and total(taking(x2), 0, 2) = 0)
or (exists x1, x2.
    adds(x1)
    and total(adding(x1), 0, 2) <= 1
    and #(x1, 0, 0) >= 1
    and #(removing(x1), 2, 2) >= 1
    and adds(x2)
    and total(adding(x2), 0, 2) <= 1
    and #(x2, 1, 1) >= 1
    and total(removing(x2), 0, 2) = 0
    and total(taking(x2), 0, 2) = 0)
? 0
$ lince formula stack 30 --patterns
lince: there are 77211322018901 patterns for k = 30; use a smaller k, or --complete
? 2
$ lince formula queue 100 --complete
lince: complete formulas are for lengths up to 62, not 100; use a smaller k
? 2
$ lince formula register 2 --complete
lince: no complete formula is known for register, only for bag, queue and stack without a capacity
? 2
$ lince formula queue 2 --complete --formula true
lince: formula: --complete and --patterns are formulas of their own; use one of --formula, --grammar, --complete and --patterns
? 2

# What is open at once does not cost its square.
$ python3 -c 'n = 8000; print("spec queue"); [print(f"T{i} invoke enq({i})") for i in range(n)]; [print(f"T{i} return") for i in range(n)]; [print(f"T{i} invoke deq()") for i in range(n)]; [print(f"T{i} return {i}") for i in range(n)]' > open.hist; ulimit -t 10; lince formula queue 2 --check open.hist
open.hist: ok: no formula holds with k = 2, which does not prove that it is correct
? 0
