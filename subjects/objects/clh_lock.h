/* Craig; Landin and Hagersten: a queue of threads, each waiting for the flag of the one in front of it.
 *
 * Mistake, by macro:
 *     CLH_LOCK_OWN  a thread goes on with its own node instead of that of its predecessor: it may raise its flag again
 *                   before the thread behind it has seen that it was lowered */
#ifndef SUBJECTS_CLH_LOCK_H
#define SUBJECTS_CLH_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>

struct clh_node {
    atomic_bool held;
};

struct clh_lock {
    _Atomic(struct clh_node *) tail; /* at first a node that no thread holds */
};

struct clh_thread {
    struct clh_node *own, *before;
};

static inline void clh_lock(struct clh_lock *lock, struct clh_thread *thread) {
    atomic_store(&thread->own->held, true);
    thread->before = atomic_exchange(&lock->tail, thread->own);
    while (atomic_load(&thread->before->held)) {}
}

static inline void clh_unlock(struct clh_thread *thread) {
    struct clh_node *own = thread->own;
#ifndef CLH_LOCK_OWN
    thread->own = thread->before;
#endif
    atomic_store(&own->held, false);
}

#endif
