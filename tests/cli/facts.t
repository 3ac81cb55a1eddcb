# Specifications that declare what they are: decided like the built-in ones, and refused where it is not true.
= line.c
#include <lince/spec.h>
#include <string.h>
enum { JOIN, SERVE };
static void init(lince_step *s) { lince_emit(s, NULL, 0, NULL); }
static void emit(lince_step *s, const lince_value *items, size_t count, lince_value result) {
    lince_results r = {{result}};
    lince_emit(s, items, count * sizeof *items, &r);
}
static void next(lince_step *s) {
    const lince_value *items = s->state;
    size_t count = s->size / sizeof *items;
    if (s->calls->method == JOIN) {
        lince_value *more = lince_scratch(s, (count + 1) * sizeof *more);
        if (count) memcpy(more, items, count * sizeof *more);
        more[count] = s->calls->args[0];
        emit(s, more, count + 1, LINCE_NO_VALUE);
    } else if (!count) emit(s, items, 0, LINCE_EMPTY);
    else emit(s, items + 1, count - 1, items[0]);
}
static const lince_method methods[] = {
    [JOIN] = {.name = "join", .args_min = 1, .args_max = 1, .role = LINCE_ROLE_ADD},
    [SERVE] = {.name = "serve", .results_min = 1, .results_max = 1, .role = LINCE_ROLE_REMOVE}};
LINCE_API const lince_spec lince_plugin = {.abi = LINCE_SPEC_ABI, .name = "line", .methods = methods, .method_count = 2,
                                           .is = WHAT, .init = init, .next = next};
= line.lin
object Line is queue {
    var q : seq;
    op join(v) as enq { q = append(q, v); }
    op serve() as deq {
        if (length(q) == 0) { return EMPTY; }
        var x = first(q);
        q = butfirst(q);
        return x;
    }
}
= line.hist
T1 invoke join(1)
T2 invoke serve()
T1 return
T1 invoke join(2)
T1 return
T2 return 2
T1 invoke serve()
T1 return EMPTY
$ for is in QUEUE STACK SET OTHER; do cc -DWHAT=LINCE_IS_$is -shared -fPIC -I "$SOURCE"/include -o $is.so line.c; done; lince check --spec ./QUEUE.so line.hist
line.hist: violation — not linearizable as ./QUEUE.so (4 operations, {time})
  not first in, first out: join(1) by T1 returned before join(2) by T1 was
  called, yet serve() → 2 by T2 returned while the former was still inside.
  It fails after 6 of 8 events, in line 6: the return of T2 serve() → 2.

  These 3 operations alone already conflict:

    T1  ├─ join(1) ─┤ ├─ join(2) ─┤
    T2  ├─ serve() → 2 ───────────┤

  T2  serve() → 2  could have returned 1 or EMPTY

  A longest order that works before that:
    1  T1  join(1)
    2  T1  join(2)
  It leaves the state 01 00 00 80 02 00 00 80.
? 1
$ for s in ./QUEUE.so ./OTHER.so line.lin#Line; do lince check --json --spec $s line.hist | sed 's/.*\("verdict":"[a-z]*"\).*\("algorithm":"[a-z]*"\).*/\1 \2/'; done
"verdict":"violation" "algorithm":"poly"
"verdict":"violation" "algorithm":"search"
"verdict":"violation" "algorithm":"poly"
? 0

# What is declared is compared with what the object does.
$ lince check --spec ./STACK.so line.hist
lince: ./STACK.so: line is declared to be a stack, but does not behave like one: after join(3), join(4): serve() returns 3, where a stack returns 4
? 2
$ lince check --spec ./SET.so line.hist
lince: ./SET.so: line is declared to be a set, but no operation of a set is like its method join, which has 1 argument and 0 results; they are add(v) → true or false, remove(v) → true or false, contains(v) → true or false
? 2
= wrong.lin
object Pile is stack {
    var q : seq;
    op push(v) { q = append(q, v); }
    op pop() { if (length(q) == 0) { return EMPTY; } var x = first(q); q = butfirst(q); return x; }
}
object Small is queue(2) {
    var q : seq;
    op enq(v) { if (length(q) == 3) { return false; } q = append(q, v); return true; }
    op deq() { if (length(q) == 0) { return EMPTY; } var x = first(q); q = butfirst(q); return x; }
}
object Long is queue {
    var q : seq;
    op enq(v) { q = append(q, v); }
    op deq(n) { return length(q); }
}
object Gate is mutex {
    var held = 1;
    op lock() { require held == 0; held = 1; }
    op unlock() { held = 0; }
}
object Cash is semaphore(3) {
    var n = 2;
    op wait() { require n > 0; n = n - 1; }
    op post() { n = n + 1; }
}
object Poor is queue {
    var q : seq;
    op enq(v) { q = append(q, v); }
    op deq() { var x = first(q); q = butfirst(q); return x; }
}
$ for o in Pile Small Long Gate Cash Poor; do lince check --spec wrong.lin#$o line.hist; echo $?; done
lince: wrong.lin:1: Pile is declared to be a stack, but does not behave like one: after push(3), push(4): pop() returns 3, where a stack returns 4
2
lince: wrong.lin:6: Small is declared to be a queue, but does not behave like one: after enq(2) → true, enq(2) → true: enq(3) returns true, where a queue returns false
2
lince: wrong.lin:11: Long is declared to be a queue, but no operation of a queue is like its method deq, which has 1 argument and 1 result; they are enq(v), deq() → v or EMPTY, peek() → v or EMPTY
2
lince: wrong.lin:16: Gate is declared to be a mutex, but does not behave like one: unlock() returns nothing, where a mutex has no step
2
lince: wrong.lin:21: Cash is declared to be a semaphore, but does not behave like one: after wait(), wait(): wait() has no step, where a semaphore returns nothing
2
lince: wrong.lin:29: first of an empty sequence: check its length before, or `require length(...) > 0;`
2
? 0
= words.lin
object Line is queu { var q : seq; op enq(v) { q = append(q, v); } }
$ lince specs words.lin
lince: words.lin:1: column 16: no object is a 'queu'; did you mean 'queue'?
? 2
$ echo 'object A is set(3) { var x = 0; op add(v) { x = v; } }' > words.lin; lince specs words.lin; echo 'object A is queue { var x = 0; op put(v) as push_back { x = v; } }' > words.lin; lince specs words.lin; echo 'object A { var x = 0; op put(v) as enq { x = v; } }' > words.lin; lince specs words.lin
lince: words.lin:1: column 13: a set has no size
lince: words.lin:1: column 45: a queue has no operation 'push_back'; it has enq(v), deq() → v or EMPTY, peek() → v or EMPTY
lince: words.lin:1: column 33: first declare the kind of the object, as in `object A is queue`
? 2

# An operation besides those of the kind: the history that calls it is searched, and its result counts.
= sized.lin
object Sized is queue {
    var q : seq;
    var all = 0;
    op join(v) as enq { q = append(q, v); all = all + 1; }
    op serve() as deq {
        all = all + 1;
        if (length(q) == 0) { return EMPTY; }
        var x = first(q);
        q = butfirst(q);
        return x;
    }
    op size() { return length(q); }
    op calls() { return all; }
}
= sized.hist
T1 invoke serve()
T1 return EMPTY
T1 invoke join(1)
T1 return
T1 invoke size()
T1 return 1
T1 invoke calls()
T1 return 2
---
T1 invoke serve()
T1 return EMPTY
T1 invoke calls()
T1 return 0
---
T1 invoke join(1)
T2 invoke size()
T2 return 2
T1 return
---
T1 invoke serve()
T1 return EMPTY
T1 invoke join(1)
T1 return
T2 invoke serve()
T2 return 1
$ for f in sized.hist line.hist; do lince check --json --spec sized.lin#Sized $f | sed 's/.*\("verdict":"[a-z]*"\).*\("algorithm":"[a-z]*"\).*/\1 \2/'; done
"verdict":"ok" "algorithm":"search"
"verdict":"violation" "algorithm":"search"
"verdict":"violation" "algorithm":"search"
"verdict":"ok" "algorithm":"poly"
"verdict":"violation" "algorithm":"poly"
? 0
$ lince monitor --spec sized.lin#Sized sized.hist 2>&1 | head -n 4
sized.hist:13: violation — not linearizable as sized.lin#Sized (history 2, 6 operations)
  calls() by T1 returned 0, but no order of the operations so far allows
  anything but 1.
  It fails at the last of 4 events: the return of T1 calls() → 0.
? 0

# The model in a test, too.
= tests.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long head, tail, cells[32];
static void join(long v) { long at = atomic_fetch_add(&tail, 1); atomic_store(&cells[at % 32], v); }
static long serve(void) {
    long at = atomic_load(&head);
    if (at == atomic_load(&tail)) return lince_empty;
    atomic_store(&head, at + 1);
    return atomic_load(&cells[at % 32]);
}
static struct { int count; long at[16]; } model;
static void model_join(long v) { model.at[model.count++] = v; }
static long model_serve(void) {
    if (!model.count) return lince_empty;
#ifdef WRONG
    long v = model.at[--model.count];
    model.at[model.count] = 0;
#else
    long v = model.at[0];
    model.count--;
    for (int i = 0; i < model.count; i++) model.at[i] = model.at[i + 1];
    model.at[model.count] = 0;
#endif
    return v;
}
#ifdef SIZED
static long size(void) { return atomic_load(&tail) - atomic_load(&head) + SIZED; }
static long model_size(void) { return model.count; }
LINCE_TEST(sized) {
    lince_test_op("join", join, lince_unique);
    lince_test_op("serve", serve);
    lince_test_op("size", size);
    lince_test_model(&model, sizeof model);
    lince_test_model_is("queue");
    lince_test_model_op("join", model_join);
    lince_test_model_op("serve", model_serve);
    lince_test_model_op("size", model_size);
    lince_test_model_as("join", "enq");
    lince_test_model_as("serve", "deq");
    lince_test_scenario("join(1) size() | join(2)");
}
#endif
LINCE_TEST(line) {
    lince_test_op("join", join, lince_unique);
    lince_test_op("serve", serve);
    lince_test_model(&model, sizeof model);
    lince_test_model_is("queue");
    lince_test_model_op("join", model_join);
    lince_test_model_op("serve", model_serve);
    lince_test_model_as("join", "enq");
    lince_test_model_as("serve", "deq");
    lince_test_scenario("join(1) | serve()");
}
#ifdef ODD
LINCE_TEST(odd) {
    lince_test_op("serve", serve);
    lince_test_model(&model, sizeof model);
    lince_test_model_op("serve", model_serve);
    lince_test_model_is("fifo");
}
#endif
$ lince test tests.c 2>&1 | head -n 3; lince test -q tests.c -- -DWRONG; lince test --filter odd tests.c -- -DODD; lince test --filter sized tests.c -- -DSIZED=0; lince test --filter sized tests.c -- -DSIZED=1 2>&1 | head -n 2
tests.c: line: violation — not linearizable as its model ({any})
  Scenario: join(1) | serve()

lince: tests.c:43: the model of test line: line is declared to be a queue, but does not behave like one: after join(3), join(4): serve() returns 4, where a queue returns 3
lince: tests.c:55: test odd: lince_test_model_is: no object is a "fifo"; it can be a bag, counter, deque, map, mutex, pqueue, queue, register, rwlock, semaphore, set, snzi or stack
tests.c: sized: ok — linearizable as its model: {number} executions, {number} histories, all interleavings ({time})
tests.c: sized: violation — not linearizable as its model ({any})
  Scenario: size()
? 0
