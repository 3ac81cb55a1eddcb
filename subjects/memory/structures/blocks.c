// models:                     sc     tso    rc11       c11
// expect:                     ok     ok     ok         ok
// expect: WEAK=PUBLISH        ok     ok     data-race  data-race
// expect: WEAK=RETURN         freed  freed  freed      freed
// expect: WEAK=STALE          freed  freed  freed      freed
/* Blocks that threads hand to each other and back. All that they contain is atomic, and read with relaxed orders.
 *
 * PUBLISH: the pointer is published with a relaxed store: the reader may see the block as it was before its allocation.
 * RETURN: the reader does not say that it is done: the block is freed while it reads.
 * STALE: the reader looks at the block once more after it has returned it, and reads the next owner's. */
#include <stdlib.h>

#include "weak.h"

enum { NONE, PUBLISH, RETURN, STALE };

struct node {
    atomic_int value;
};
static _Atomic(struct node *) published;
static atomic_int done;

static void owner(void) {
    struct node *n = malloc(sizeof *n);
    atomic_store_explicit(&n->value, 0, memory_order_relaxed);
    atomic_store_explicit(&n->value, 7, memory_order_relaxed);
    atomic_store_explicit(&published, n, AT(PUBLISH, release));
    if (WEAK != RETURN && !atomic_load_explicit(&done, memory_order_acquire)) return;
    free(n);
    n = calloc(1, sizeof *n);
    lince_assert(atomic_load_explicit(&n->value, memory_order_relaxed) == 0);
    atomic_store_explicit(&n->value, 9, memory_order_relaxed);
    lince_assert(atomic_load_explicit(&n->value, memory_order_relaxed) == 9);
    free(n);
}

static void reader(void) {
    struct node *n = atomic_load_explicit(&published, memory_order_acquire);
    if (!n) return;
    lince_assert(atomic_load_explicit(&n->value, memory_order_relaxed) == 7);
    atomic_store_explicit(&done, 1, memory_order_release);
    if (WEAK == STALE) (void)atomic_load_explicit(&n->value, memory_order_relaxed);
}

LINCE_TEST(blocks) {
    lince_test_thread(owner);
    lince_test_thread(reader);
}
