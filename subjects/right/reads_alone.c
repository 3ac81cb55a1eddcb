// expect: ok exhaustive
/* Before the threads and after them one reads for long, without writing, and comes to an end: it does not wait. */
#include <lince/test.h>

#include <stdatomic.h>
#include <stdlib.h>

enum { LENGTH = 50000 };

struct node {
    _Atomic(struct node *) next;
};
static _Atomic(struct node *) first;

static void setup(void) {
    struct node *all = calloc(LENGTH, sizeof *all);
    for (int i = 0; i + 1 < LENGTH; i++) atomic_init(&all[i].next, &all[i + 1]);
    first = all;
}
static void put(void) {
    struct node *n = malloc(sizeof *n), *was = first;
    do n->next = was;
    while (!atomic_compare_exchange_weak(&first, &was, n));
}
static int length(void) {
    int count = 0;
    for (struct node *n = first; n; n = n->next) count++;
    return count;
}

LINCE_TEST(list) {
    lince_test_setup(setup);
    lince_test_op("put", put);
    lince_test_op("length", length);
    lince_test_scenario("length(); put() | put(); length()");
}
