// models:               sc     tso    rc11   c11
// expect:               ok     ok     ok     ok
// expect: WEAK=LEAVE    freed  freed  freed  freed
// expect: WEAK=ACQUIRE  freed  freed  freed  freed
// expect: WEAK=FENCE    ok     ok     ok     ok
/* An object that its last user frees.
 *
 * LEAVE: the count is decremented by a relaxed operation; ACQUIRE: by a release one. Nothing
 * orders the other thread's use of the object before free. Repair: acq_rel, or, FENCE, release with an
 * acquire fence before free. */
#include <stdlib.h>

#include "weak.h"

enum { NONE, LEAVE, ACQUIRE, FENCE };

static struct object { atomic_int users, used; } * object;

static void setup(void) {
    object = malloc(sizeof *object);
    atomic_init(&object->users, 2);
    atomic_init(&object->used, 0);
}

static void use(void) {
    atomic_store_explicit(&object->used, 1, memory_order_relaxed);
    memory_order order = WEAK == ACQUIRE || WEAK == FENCE ? memory_order_release : AT(LEAVE, acq_rel);
    if (atomic_fetch_sub_explicit(&object->users, 1, order) > 1) return;
    if (WEAK == FENCE) atomic_thread_fence(memory_order_acquire);
    free(object);
}

LINCE_TEST(reference_count) {
    lince_test_setup(setup);
    lince_test_thread(use);
    lince_test_thread(use);
}
