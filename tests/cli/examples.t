# The first tests for newcomers print what their comments say.
$ cd "$SOURCE/examples/test" && lince test queue.c
queue.c: queue: ok — linearizable as a queue: {any}all interleavings of 81 scenarios up to 2 threads x 2 calls ({time})
lince: warning: {any}queue.c:32: memory allocated here is lost{any}
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
program.c: main: violation — data race: T1 reads what T2 wrote, and nothing orders the two ({any})
...
  T2: write visitors (8 bytes, not atomic)
    program.c:30          goes
  T1: read visitors (8 bytes, not atomic)
    program.c:22          comes
...
? 1

$ cd "$SOURCE/examples/test" && lince test --spec counter --no-data-races program.c
program.c: main: violation — not linearizable as a counter ({any})
...
  counted too many: get() → 1 by main, but the counter cannot have been so high
  by then, whichever open operations had taken effect.
...
? 1

$ cd "$SOURCE/examples/test" && lince test buffer.cpp
buffer.cpp: buffer: violation — a deadlock: no thread can go on: T1 waits in put for a condition variable, T3 waits in take for a condition variable ({any})
...
? 1

$ cd "$SOURCE/examples/test" && lince test queues.cpp -- -std=c++17
queues.cpp: locked: ok — linearizable as a queue: {any}
queues.cpp: hurried: violation — not linearizable as a queue ({any})
...
  removed but never added: deq() → 0 by T1 removed a value that was never added.
...
? 1

$ cd "$SOURCE/examples/test" && lince test model.c
model.c: cloakroom: violation — not linearizable as its model ({any})
...
    T1    ├─ hang() → 1 ─────────────────────────────┤
    T2    ├─ fetch(0) → true ─┤ ├─ fetch(1) → false ─┤
...
? 1
