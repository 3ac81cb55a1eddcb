/* The random dequeued queue of Y. Afek, G. Korland and E. Yanovsky (OPODIS 2010): a queue like Michael and Scott's in
 * which deq takes any of the first K + 1 nodes after the head by marking it, and the head moves over marked nodes.  A
 * value is overtaken by at most K others.  Nodes are not given back.
 *
 * Mistake, by macro (figure 4 of Zhang, Chattopadhyay and Wang's Round-Up):
 *     RD_QUEUE_SLIDES  deq takes any of the first K + 1 values that are there now, not of the nodes that were next when
 *                      all before them had gone: a value may be overtaken for ever */
#ifndef SUBJECTS_RD_QUEUE_H
#define SUBJECTS_RD_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "pick.h"

#ifndef RD_QUEUE_K
#define RD_QUEUE_K 2
#endif

struct rd_node {
    long value;
    atomic_bool taken;
    _Atomic(struct rd_node *) next;
};

struct rd_queue {
    _Atomic(struct rd_node *) head, tail; /* all up to and including the head are taken */
};

static inline struct rd_node *rd_node_new(long value) {
    struct rd_node *node = calloc(1, sizeof *node);
    node->value = value;
    return node;
}

static inline void rd_queue_init(struct rd_queue *q) {
    struct rd_node *dummy = rd_node_new(0);
    atomic_store(&q->head, dummy);
    atomic_store(&q->tail, dummy);
}

static inline void rd_queue_enq(struct rd_queue *q, long value) {
    struct rd_node *node = rd_node_new(value);
    for (;;) {
        struct rd_node *tail = atomic_load(&q->tail), *next = NULL;
        bool added = atomic_compare_exchange_strong(&tail->next, &next, node); /* takes effect here */
        atomic_compare_exchange_strong(&q->tail, &tail, added ? node : next);
        if (added) return;
    }
}

/* The nodes after the head, at most K + 1 of them, the last one last. */
static inline int rd_queue_window(struct rd_node *head, struct rd_node *nodes[RD_QUEUE_K + 1]) {
    int count = 0;
    while (count <= RD_QUEUE_K) {
        struct rd_node *next = atomic_load(&head->next);
        if (!next) break;
        head = next;
#ifdef RD_QUEUE_SLIDES
        if (atomic_load(&head->taken) && atomic_load(&head->next)) continue;
#endif
        nodes[count++] = head;
    }
    return count;
}

static inline bool rd_queue_deq(struct rd_queue *q, long *value) {
    for (;;) {
        struct rd_node *head = atomic_load(&q->head), *nodes[RD_QUEUE_K + 1];
        int count = rd_queue_window(head, nodes);
        if (!count) return false; /* takes effect where the window's end was read */
        for (int i = 0, first = pick(count); i < count; i++) {
            struct rd_node *node = nodes[(first + i) % count];
            if (atomic_load(&node->taken) || atomic_exchange(&node->taken, true)) continue; /* takes effect here */
            *value = node->value;
            return true;
        }
        /* All of them are taken.  If nothing has come behind them since, the queue is empty. */
        struct rd_node *last = nodes[count - 1];
        if (!atomic_load(&last->next)) return false;
        atomic_compare_exchange_strong(&q->head, &head, last);
    }
}

#endif
