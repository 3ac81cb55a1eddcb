# The first tests for newcomers print what their comments say.
$ cd "$SOURCE/examples/test" && lince test queue.c
queue.c: queue: ok — linearizable as a queue: {any}all interleavings of 81 scenarios up to 2 threads x 2 calls ({time})
? 0

$ cd "$SOURCE/examples/test" && lince test stack.c
stack.c: stack: violation — not linearizable as a stack ({any})
  Scenario: ; push(1) | push(2); pop() pop()

    T1    ├─ push(1) ─┤
    T2    ├─ push(2) ─┤
    main                ├─ pop() → 1 ─┤ ├─ pop() → EMPTY ─┤
...
? 1

$ cd "$SOURCE/examples/test" && lince test --spec counter program.c
program.c: main: violation — not linearizable as a counter ({any})
...
  get() by main returned 1, but no order of the operations so far allows
  anything but 0.
...
? 1

$ cd "$SOURCE/examples/test" && lince test buffer.cpp
buffer.cpp: buffer: violation — a deadlock: nobody can go on: thread 1 waits in put, thread 3 waits in take ({any})
...
? 1

$ cd "$SOURCE/examples/test" && lince test queues.cpp -- -std=c++17
queues.cpp: locked: ok — linearizable as a queue: {any}
queues.cpp: hurried: violation — not linearizable as a queue ({any})
...
  removed but never added: deq() → 0 by T1 removed what nobody had added.
...
? 1

$ cd "$SOURCE/examples/test" && lince test model.c
model.c: cloakroom: violation — not linearizable as its model ({any})
...
    T1  ├─ hang() ╌⋯ ├─ hang() → 1 ─────────────────────────────┤
    T2               ├─ fetch(0) → true ─┤ ├─ fetch(1) → false ─┤
...
? 1
