/* What the tests of containers have in common: one object, and its functions as operations.
 *
 * QUEUE(ms_queue) makes `enq` and `deq` of ms_queue_enq and ms_queue_deq, STACK(treiber) makes `push` and `pop` of
 * treiber_push and treiber_pop; queue_operations() and stack_operations() tell the test about them. */
#ifndef SUBJECTS_CONTAINERS_H
#define SUBJECTS_CONTAINERS_H

#include <lince/test.h>

#define CONTAINER(kind, add, remove)                                                                                   \
    static struct kind object;                                                                                         \
    static void setup(void) { kind##_init(&object); }                                                                  \
    static void add(long value) { kind##_##add(&object, value); }                                                      \
    static long remove(void) {                                                                                         \
        long value;                                                                                                    \
        return kind##_##remove(&object, &value) ? value : lince_empty;                                                 \
    }                                                                                                                  \
    static void add##_##remove##_operations(void) {                                                                    \
        lince_test_setup(setup);                                                                                       \
        lince_test_op(#add, add, lince_unique);                                                                        \
        lince_test_op(#remove, remove);                                                                                \
    }

#define QUEUE(kind)        CONTAINER(kind, enq, deq)
#define STACK(kind)        CONTAINER(kind, push, pop)
#define queue_operations() enq_deq_operations()
#define stack_operations() push_pop_operations()

#endif
