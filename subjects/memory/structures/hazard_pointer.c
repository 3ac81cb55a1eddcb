// models:                 sc  tso    rc11   c11
// expect:                 ok  ok     ok     ok
// expect: WEAK=READER     ok  freed  freed  freed
// expect: WEAK=RECLAIMER  ok  ok     freed  freed
/* A hazard pointer: a reader announces the node it is about to use, and looks whether it is still there.
 *
 * READER: no fence between the announcement and the second look; RECLAIMER: none between the removal and the look
 * at the announcement, for which an exchange that is acq_rel does not stand (on x86 it does). The node is freed
 * while it is used. Repair: the seq_cst fence. */
#include <stdlib.h>

#include "weak.h"

enum { NONE, READER, RECLAIMER };

struct node {
    atomic_int value;
};
static _Atomic(struct node *) current, hazard;

static void setup(void) {
    struct node *node = malloc(sizeof *node);
    atomic_init(&node->value, 1);
    atomic_store(&current, node);
}

static void reader(void) {
    struct node *node = atomic_load_explicit(&current, memory_order_acquire);
    atomic_store_explicit(&hazard, node, memory_order_relaxed);
    FENCE_AT(READER, seq_cst);
    if (node && node == atomic_load_explicit(&current, memory_order_acquire))
        lince_assert(atomic_load_explicit(&node->value, memory_order_relaxed) == 1);
    atomic_store_explicit(&hazard, NULL, memory_order_release);
}

static void reclaimer(void) {
    struct node *node = atomic_exchange_explicit(&current, NULL, memory_order_acq_rel);
    FENCE_AT(RECLAIMER, seq_cst);
    if (atomic_load_explicit(&hazard, memory_order_acquire) != node) free(node);
}

LINCE_TEST(hazard_pointer) {
    lince_test_setup(setup);
    lince_test_thread(reader);
    lince_test_thread(reclaimer);
}
