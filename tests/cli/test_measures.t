# What an object is measured by: nothing but itself, another object, a model.
= counter.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static long next(void) { return atomic_fetch_add(&n, 1); }
LINCE_TEST(counter) { lince_test_op("next", next); }
= twice.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static long next(void) {
    long old = atomic_load(&n);
    atomic_store(&n, old + 1);
    return old;
}
LINCE_TEST(counter) { lince_test_op("next", next); }
= skips.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static long next(void) { return atomic_fetch_add(&n, 2); }
LINCE_TEST(counter) { lince_test_op("next", next); }
$ lince test counter.c; lince test skips.c
counter.c: counter: ok — linearizable: {any}
skips.c: counter: ok — linearizable: {any}
? 0

$ lince test twice.c | sed -n '1p;/returned/p'
twice.c: counter: violation — not linearizable ({any})
{any}next() by {word} returned 0,{any}
...
? 0

$ lince test --golden counter.c twice.c | head -n 1; lince test --golden counter.c skips.c | head -n 1; lince test --golden counter.c counter.c
twice.c: counter: violation — not linearizable as counter.c ({any})
skips.c: counter: violation — not linearizable as counter.c ({any})
counter.c: counter: ok — linearizable as counter.c: {any}
? 0

# A reference may be as wrong as it likes: only what it does not do is new.
$ lince test --reference twice.c twice.c; lince test --reference twice.c counter.c; lince test --reference counter.c twice.c | sed -n '1p;/explains/p'
twice.c: counter: ok — refines twice.c: {any}
counter.c: counter: ok — refines twice.c: {any}
twice.c: counter: violation — does not refine counter.c ({any})
  No execution of counter.c explains this history.
? 0

$ lince test --reference "$SOURCE/subjects/right/treiber_2.c" counter.c
lince: counter.c: counter: the object that it is compared with has no such scenario: {any}
? 2

$ lince test --criterion sequential counter.c; lince test --spec register --init 3 counter.c
counter.c: counter: ok — sequentially consistent: {any}
lince: counter.c: counter: register has no operation next (it has read, write)
? 2

# Operations that wait for each other do nothing alone.
= barrier.c
#include <lince/test.h>
#include <pthread.h>
static pthread_barrier_t b;
static void setup(void) { pthread_barrier_init(&b, NULL, 2); }
static void both(void) { pthread_barrier_wait(&b); }
LINCE_TEST(barrier) {
    lince_test_setup(setup);
    lince_test_op("sync", both);
    lince_test_scenario("sync() | sync()");
}
$ lince test barrier.c
lince: warning: no operation returns when it runs alone: name a specification, or nothing but failures is found
barrier.c: barrier: ok — no failure: {any}
? 0

# A model in the test file.
= model.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static long next(void) { return atomic_fetch_add(&n, STEP); }
static long state;
static long model_next(void) { return state++; }
LINCE_TEST(counter) {
    lince_test_op("next", next);
    lince_test_model(&state, sizeof state);
    lince_test_model_op("next", model_next);
}
$ lince test model.c -- -DSTEP=1; lince test model.c -- -DSTEP=2 | head -n 1; lince cc -DSTEP=1 -o program model.c; lince test ./program
model.c: counter: ok — linearizable as its model: {any}
model.c: counter: violation — not linearizable as its model ({any})
lince: model.c: counter: its model is in its source: name the sources, or a --spec
? 2

# What a model is compiled with knows all that a test can say.
= claims.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long n;
static long next(void) { return atomic_fetch_add(&n, 1); }
static long state;
static long model_next(void) { return state++; }
LINCE_TEST(lock_free) {
    lince_test_op("next", next);
    lince_test_lock_free();
    lince_test_model(&state, sizeof state);
    lince_test_model_op("next", model_next);
}
LINCE_TEST(obstruction_free) {
    lince_test_op("next", next);
    lince_test_obstruction_free();
    lince_test_model(&state, sizeof state);
    lince_test_model_op("next", model_next);
}
$ lince test claims.c
claims.c: lock_free: ok — linearizable as its model: {any}
claims.c: obstruction_free: ok — linearizable as its model: {any}
2 ok, 0 violations, 0 unknown
? 0

# An object that others are measured by may free memory, and needs no scenarios of its own.
= list.c
#include <lince/test.h>
#include <pthread.h>
#include <stdlib.h>
struct node { long value; struct node *next; };
static struct node *top;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void push(long v) {
    struct node *n = malloc(sizeof *n);
    n->value = v;
    pthread_mutex_lock(&lock);
    n->next = top;
    top = n;
    pthread_mutex_unlock(&lock);
}
static long pop(void) {
    long value = lince_empty;
    pthread_mutex_lock(&lock);
    struct node *n = top;
    if (n) {
        top = n->next;
        value = n->value;
        free(n);
    }
    pthread_mutex_unlock(&lock);
    return value;
}
LINCE_TEST(list) {
    lince_test_op("push", push);
    lince_test_op("pop", pop);
#ifdef SCENARIO
    lince_test_scenario("push(7); pop() push(8) | pop(); pop()");
#endif
}
= other.c
#define SCENARIO
#include "list.c"
$ lince test --golden list.c list.c; lince test --golden list.c other.c
list.c: list: ok — linearizable as list.c: {any}
list.c: list: ok — linearizable as list.c: {any}
? 0

$ lince test --golden counter.c list.c
lince: list.c: list: the object that it is compared with has no such scenario: {any}: column 1: there is no operation `p{any}
? 2

$ lince test --golden list.c --scenario 'push(1' list.c
lince: --scenario: column 7: expected `,` or `)`, found the end
? 2
