/* The nonblocking queue of M. M. Michael and M. L. Scott (1996): a list with a dummy node at its head, and a tail that
 * may be one node behind and is helped along by whoever finds it so.
 *
 * Nodes are not given back.  Mistake, by macro:
 *     MS_QUEUE_FREES  deq frees the old dummy, which others may be about to read */
#ifndef SUBJECTS_MS_QUEUE_H
#define SUBJECTS_MS_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct ms_node {
    long value;
    _Atomic(struct ms_node *) next;
};

struct ms_queue {
    _Atomic(struct ms_node *) head, tail;
};

static inline struct ms_node *ms_node_new(long value) {
    struct ms_node *node = malloc(sizeof *node);
    node->value = value;
    atomic_store(&node->next, NULL);
    return node;
}

static inline void ms_queue_init(struct ms_queue *q) {
    struct ms_node *dummy = ms_node_new(0);
    atomic_store(&q->head, dummy);
    atomic_store(&q->tail, dummy);
}

static inline void ms_queue_enq(struct ms_queue *q, long value) {
    struct ms_node *node = ms_node_new(value);
    for (;;) {
        struct ms_node *tail = atomic_load(&q->tail), *next = atomic_load(&tail->next);
        if (tail != atomic_load(&q->tail)) continue;
        if (next) atomic_compare_exchange_strong(&q->tail, &tail, next);
        else if (atomic_compare_exchange_strong(&tail->next, &next, node)) { /* takes effect here */
            atomic_compare_exchange_strong(&q->tail, &tail, node);
            return;
        }
    }
}

static inline bool ms_queue_deq(struct ms_queue *q, long *value) {
    for (;;) {
        struct ms_node *head = atomic_load(&q->head), *tail = atomic_load(&q->tail);
        struct ms_node *next = atomic_load(&head->next); /* takes effect here if empty, */
        if (head != atomic_load(&q->head)) continue;
        if (head == tail) {
            if (!next) return false;
            atomic_compare_exchange_strong(&q->tail, &tail, next);
        } else {
            *value = next->value;
            if (!atomic_compare_exchange_strong(&q->head, &head, next)) continue; /* else here */
#ifdef MS_QUEUE_FREES
            free(head);
#endif
            return true;
        }
    }
}

#endif
