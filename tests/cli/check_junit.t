# Verdicts on histories for CI systems.
= one.hist
spec queue
T1 invoke enq(1)
T1 return
T1 invoke deq()
T1 return 1
= two.hist
spec queue
T1 invoke enq("<&]]>\u0001")
T1 return
T1 invoke deq()
T1 return EMPTY
---
T1 invoke enq(1)
T1 return
= bad.hist
spec queue
T1 return 5
= read.py
import sys
import xml.etree.ElementTree as xml

root = xml.parse(sys.argv[1]).getroot()
for suite in root:
    print(suite.get("name"), *(suite.get(key) for key in ("tests", "failures", "errors", "skipped")))
    for case in suite:
        for child in case:
            print(" ", case.get("classname"), case.get("name"), child.tag, child.get("type"), "|", child.get("message"),
                  "|", len((child.text or "").split("\n")) > 5)
$ lince check -q --junit out.xml one.hist two.hist bad.hist; echo $?; python3 read.py out.xml
lince: bad.hist:2: thread T1 returns, but has no open operation
2
one.hist 1 0 0 0
  one history 1 system-out None | None | False
two.hist 2 1 0 0
  two history 1 failure violation | two.hist#1: violation — not linearizable as a queue (2 operations, {time}) | True
  two history 2 system-out None | None | False
bad.hist 1 0 1 0
  bad history 1 error error | line 2: thread T1 returns, but has no open operation | False
? 0

$ lince check -q --timeout 0.000001 --junit out.xml one.hist; echo $?; python3 read.py out.xml; lince check --json --junit - one.hist
3
one.hist 1 0 1 0
  one history 1 error unknown | one.hist: unknown — the time limit was reached{any} | False
lince: --junit - and --json exclude each other
? 2
