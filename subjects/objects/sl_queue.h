/* A queue as a linked list, for one thread: `sl-queue` of the Scal suite.  Nothing in it is atomic, which is the
 * mistake as soon as a second thread comes. */
#ifndef SUBJECTS_SL_QUEUE_H
#define SUBJECTS_SL_QUEUE_H

#include <stdbool.h>
#include <stdlib.h>

struct sl_node {
    long value;
    struct sl_node *next;
};

struct sl_queue {
    struct sl_node *head, *tail; /* head is a dummy */
};

static inline struct sl_node *sl_node_new(long value) {
    struct sl_node *node = malloc(sizeof *node);
    node->value = value;
    node->next = NULL;
    return node;
}

static inline void sl_queue_init(struct sl_queue *q) { q->head = q->tail = sl_node_new(0); }

static inline void sl_queue_enq(struct sl_queue *q, long value) {
    struct sl_node *node = sl_node_new(value);
    q->tail->next = node;
    q->tail = node;
}

static inline bool sl_queue_deq(struct sl_queue *q, long *value) {
    struct sl_node *next = q->head->next;
    if (!next) return false;
    *value = next->value;
    q->head = next;
    return true;
}

#endif
