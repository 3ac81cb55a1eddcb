/* The queue with two locks of M. M. Michael and M. L. Scott (1996): one lock for the head and one for the tail, which
 * never meet because of a dummy node.  Nodes are not given back.
 *
 * Mistakes, by macro (bug B1 of Bouajjani et al., POPL 2015: taking a lock is not atomic):
 *     TWO_LOCK_QUEUE_BAD_HEAD  of the head: two threads remove the same value
 *     TWO_LOCK_QUEUE_BAD_TAIL  of the tail: two threads append to the same node, and one value is lost */
#ifndef SUBJECTS_TWO_LOCK_QUEUE_H
#define SUBJECTS_TWO_LOCK_QUEUE_H

#include <stdlib.h>

#include "spin_lock.h"

#ifdef TWO_LOCK_QUEUE_BAD_HEAD
#define lock_head spin_lock_two_steps
#else
#define lock_head spin_lock
#endif
#ifdef TWO_LOCK_QUEUE_BAD_TAIL
#define lock_tail spin_lock_two_steps
#else
#define lock_tail spin_lock
#endif

struct two_lock_node {
    long value;
    _Atomic(struct two_lock_node *) next;
};

struct two_lock_queue {
    struct two_lock_node *head, *tail;
    struct spin_lock head_lock, tail_lock;
};

static inline struct two_lock_node *two_lock_node_new(long value) {
    struct two_lock_node *node = malloc(sizeof *node);
    node->value = value;
    atomic_init(&node->next, NULL);
    return node;
}

static inline void two_lock_queue_init(struct two_lock_queue *q) {
    q->head = q->tail = two_lock_node_new(0);
    spin_unlock(&q->head_lock);
    spin_unlock(&q->tail_lock);
}

static inline void two_lock_queue_enq(struct two_lock_queue *q, long value) {
    struct two_lock_node *node = two_lock_node_new(value);
    lock_tail(&q->tail_lock);
    atomic_store(&q->tail->next, node); /* takes effect here */
    q->tail = node;
    spin_unlock(&q->tail_lock);
}

static inline bool two_lock_queue_deq(struct two_lock_queue *q, long *value) {
    lock_head(&q->head_lock);
    struct two_lock_node *next = atomic_load(&q->head->next); /* takes effect here */
    if (next) {
        *value = next->value;
        q->head = next;
    }
    spin_unlock(&q->head_lock);
    return next;
}

#endif
