# The memory model: its words are those of --memory, and a word that is none is refused before anything is compiled.
= sb.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void first(void) {
    atomic_store(&x, 1);
    a = atomic_load(&y);
}
static void second(void) {
    atomic_store(&y, 1);
    b = atomic_load(&x);
}
static void check(void) { lince_assert(a || b); }
LINCE_TEST(sb) {
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_finally(check);
}
$ lince test --memory x86 sb.c
lince: --memory: 'x86' is not one of its values; choose sc, tso, rc11, c11 or auto
? 2

# Where all orders are seq_cst every model has the same executions.
$ for model in auto sc tso rc11 c11; do lince test --memory $model sb.c | grep -o "sb: ok"; done
sb: ok
sb: ok
sb: ok
sb: ok
sb: ok
? 0

# Real threads have the machine's own memory.
$ lince test --strategy stress --memory rc11 sb.c; lince test --strategy stress --graphs sb.c
lince: --memory and --strategy stress exclude each other: real threads have the machine's memory
lince: --graphs and --strategy stress exclude each other: runs of real threads are no execution graphs
? 2

# A trace has the memory model of its execution; without the key that is sequential consistency.
$ sed 's/a || b/a \&\& b/' sb.c > wrong.c; lince test --memory sc --trace wrong.trace wrong.c | head -n 1; grep -c '^memory' wrong.trace; sed -i 's/^memory .*/memory x86/; /^max-steps/a memory weak' wrong.trace; lince test --replay wrong.trace wrong.c
wrong.c: sb: violation — an assertion failed: wrong.c:13: assertion `a && b` does not hold ({any})
0
lince: wrong.trace:{number}: `memory` must be one of sc, tso, rc11, c11
? 2

# JSON names the models that were explored, and that of a failure.
= models.py
import json, sys
for line in sys.stdin:
    result = json.loads(line)
    print(*result["memory"]["models"], result["memory_model"], result["needs_weak_memory"])
$ lince test --memory sc --json sb.c | python3 models.py; lince test --memory sc --json wrong.c | python3 models.py
sc None False
sc sc False
? 0

# The file for graphs is there as a whole or not at all.
$ lince test --graphs-to nowhere/graphs.txt sb.c
lince: {any}nowhere/graphs.txt: {any}
? 2
