// models:                                sc  tso  rc11       c11
// options: --allow data-race
// expect:                                ok  ok   assertion  assertion
// expect: PUBLISH=release                ok  ok   assertion  assertion
// expect: PUBLISH=release READ=acquire   ok  ok   ok:6       ok:6
// A push stores the old top into its own node before it publishes that, and does so again after a round that failed.
// Where nothing orders the publication, a reader sees the store of the round that failed.
#include <assert.h>
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUBLISH
#define PUBLISH relaxed
#endif
#ifndef READ
#define READ relaxed
#endif
#define PASTE(order) memory_order_##order
#define ORDER(order) PASTE(order)

struct node {
    _Atomic(struct node *) next;
};
static struct node first, second;
static _Atomic(struct node *) top;

static void setup(void) { atomic_init(&top, &first); }

static void push(void) {
    struct node *node = malloc(sizeof *node), *old;
    if (!node) return;
    atomic_init(&node->next, &second);
    do {
        old = atomic_load_explicit(&top, memory_order_relaxed);
        atomic_store_explicit(&node->next, old, memory_order_relaxed);
    } while (!atomic_compare_exchange_strong_explicit(&top, &old, node, ORDER(PUBLISH), memory_order_relaxed));
}

static void replace(void) { atomic_store_explicit(&top, &second, memory_order_relaxed); }

// The only push comes after the replacement if the replacement makes it fail: then its node was never before `first`.
static void look(void) {
    struct node *node = atomic_load_explicit(&top, ORDER(READ));
    if (node == &first || node == &second) return;
    struct node *next = atomic_load_explicit(&node->next, memory_order_relaxed);
    struct node *again = atomic_load_explicit(&node->next, memory_order_acquire);
    assert(!(next == &first && again == &second));
}

LINCE_TEST(own_store) {
    lince_test_setup(setup);
    lince_test_thread(push);
    lince_test_thread(replace);
    lince_test_thread(look);
}
