// models:                 sc     tso    rc11   c11
// expect:                 ok     ok     ok     ok
// expect: WEAK=READER     ok     freed  freed  freed
// expect: WEAK=RECLAIMER  ok     freed  freed  freed
// expect: WEAK=LEAVE      freed  freed  freed  freed
/* Read-copy update with one reader: the updater frees the old node if no reader is inside.
 *
 * READER: no full barrier where the reader enters; RECLAIMER: none between the update and the look at the reader.
 * The node is freed while it is used. Repair: the seq_cst fences, both.
 * LEAVE: the reader leaves with a relaxed store: nothing orders its use before free. Repair: release. */
#include <stdlib.h>

#include "weak.h"

enum { NONE, READER, RECLAIMER, LEAVE };

struct node {
    atomic_int value;
};
static _Atomic(struct node *) current;
static struct node *old, *new;
static atomic_bool inside;

static void setup(void) {
    old = malloc(sizeof *old);
    new = malloc(sizeof *new);
    atomic_init(&old->value, 1);
    atomic_init(&new->value, 2);
    atomic_store(&current, old);
}

static void reader(void) {
    atomic_store_explicit(&inside, true, memory_order_relaxed);
    FENCE_AT(READER, seq_cst);
    struct node *node = atomic_load_explicit(&current, memory_order_acquire);
    lince_assert(atomic_load_explicit(&node->value, memory_order_relaxed));
    atomic_store_explicit(&inside, false, AT(LEAVE, release));
}

static void updater(void) {
    atomic_store_explicit(&current, new, memory_order_release);
    FENCE_AT(RECLAIMER, seq_cst);
    if (!atomic_load_explicit(&inside, memory_order_acquire)) free(old);
}

LINCE_TEST(epoch) {
    lince_test_setup(setup);
    lince_test_thread(reader);
    lince_test_thread(updater);
}
