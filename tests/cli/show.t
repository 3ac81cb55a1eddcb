# Drawings and conversions.
= two.hist
spec queue
T1 invoke enq(1)
T2 invoke deq()
T1 return
T2 return 1
---
T1 invoke enq("a b")
T1 crash
$ lince show --format hist two.hist
? 0
