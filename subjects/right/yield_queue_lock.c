// expect: ok exhaustive
// steps: 200000
/* A lock that is a queue: a thread waits until the node before its own is at the head, and yields meanwhile. */
#include <lince/test.h>

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
};
static _Atomic(struct node *) head, tail;

static void setup(void) {
    struct node *first = calloc(1, sizeof *first);
    atomic_store(&head, first);
    atomic_store(&tail, first);
}

static void lock(void) {
    struct node *mine = calloc(1, sizeof *mine), *before = atomic_exchange(&tail, mine);
    atomic_store(&before->next, mine);
    while (atomic_load(&head) != before) sched_yield();
}

/* Of three that lock, none unlocks: one gets in, two wait for ever, as a mutex allows. */
LINCE_TEST(yield_queue_lock) {
    lince_test_spec("mutex");
    lince_test_setup(setup);
    lince_test_op("lock", lock);
    lince_test_scenario("lock() | lock() | lock()");
}
