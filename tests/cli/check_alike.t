# Values that look alike and are not the same, and results that are nothing.
= true.hist
spec set
T1 invoke add(1)
T1 return 1
= false.hist
spec mutex
T1 invoke trylock()
T1 return 0
= string.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke deq()
T1 return "1"
= case.hist
spec queue
T1 invoke deq()
T1 return empty
= nil.hist
spec stack
T1 invoke pop()
T1 return nil
= none.hist
spec queue
T1 invoke deq()
T1 return -1
= zero.hist
spec register
T1 invoke read()
T1 return 0
= quoted.hist
spec map
T1 invoke get("k")
T1 return "nil"
$ for f in true false string case nil quoted; do lince check $f.hist | grep -A 1 'could have returned'; done
  T1  add(1) → 1  could have returned true
  The number 1 is not the symbol true; if that was meant, write true.
  T1  trylock() → 0  could have returned true
  The number 0 is not the symbol false; if that was meant, write false.
  T1  deq() → "1"  could have returned 1
  The string "1" is not the number 1; if that was meant, write 1.
  T1  deq() → empty  could have returned EMPTY
  The symbol empty is not the symbol EMPTY; if that was meant, write EMPTY.
  T1  pop() → nil  could have returned EMPTY
  The symbol nil is not the symbol EMPTY; if that was meant, write EMPTY.
  T1  get("k") → "nil"  could have returned nil
  The string "nil" is not the symbol nil; if that was meant, write nil.
? 0

# Numbers that say that there is nothing, in code; or what was there from the beginning.
$ for f in none zero; do lince check $f.hist | grep -A 3 'could have returned'; done
  T1  deq() → -1  could have returned EMPTY
  The number -1 is not the symbol EMPTY; if that was meant, write EMPTY (in a
  test: return lince_empty).

  T1  read() → 0  could have returned nil
  The number 0 is not the symbol nil; if that was meant, write nil (in a test:
  return lince_nil). If it is the initial value of a register or map, declare
  it: register:init=0, map:init=0, or --init=0 for all.
? 0

# Nothing of the kind where it is something else that is wrong.
= other.hist
spec queue
T1 invoke enq("a")
T1 return
T1 invoke deq()
T1 return 7
= twice.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke deq()
T1 return 1
T1 invoke deq()
T1 return 1
$ lince check other.hist twice.hist | grep -e 'is not the'
? 1

# The monitor says it, too.
$ lince monitor --once true.hist | grep 'is not the'
  The number 1 is not the symbol true; if that was meant, write true.
? 0

= missing.hist
spec map
T1 invoke get(1)
T1 return
= truth.hist
spec set
T1 invoke add(1)
T1 return
= empty.hist
spec queue
T1 invoke deq()
T1 return
= surplus.hist
spec queue
T1 invoke enq(1)
T1 return nil
$ lince check missing.hist truth.hist empty.hist surplus.hist
lince: missing.hist:3: get should return 1 result, not 0; if there was nothing, write nil
lince: truth.hist:3: add should return 1 result, not 0; write true or false
lince: empty.hist:3: deq should return 1 result, not 0; if there was nothing, write EMPTY
lince: surplus.hist:3: enq should return nothing, but returned nil; leave nil out
? 2

# In Jepsen's words nothing is null, and no result of operations that have none.
= put.jsonl
{"process": 0, "type": "invoke", "f": "put", "value": 1}
{"process": 0, "type": "ok", "f": "put", "value": null}
{"process": 0, "type": "invoke", "f": "take"}
{"process": 0, "type": "ok", "f": "take", "value": "1"}
$ lince check --spec bag put.jsonl | grep -e 'put' -e 'is not the'
put.jsonl: violation — not linearizable as a bag (2 operations, {time})
  The string "1" is not the number 1; if that was meant, write 1.
    1  0  put(1)
? 0
= get.jsonl
{"process": 0, "type": "invoke", "f": "put", "value": ["k", 1]}
{"process": 0, "type": "ok", "f": "put", "value": null}
{"process": 0, "type": "invoke", "f": "get", "value": "k"}
{"process": 0, "type": "ok", "f": "get", "value": null}
$ lince check --spec map get.jsonl | grep -e 'get.*nil.*could' -e ' put'
  key "k": a value that came back: put("k", 1) by 0 returned before get("k") →
    0  ├─ put("k", 1) ─┤ ├─ get("k") → nil ─┤
  0  get("k") → nil  could have returned 1
    1  0  put("k", 1)
? 0
