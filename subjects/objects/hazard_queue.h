/* The queue of Michael and Scott whose nodes are given back, with two hazard pointers for each thread, and a scan of
 * all of them whenever a node is retired.  Mistake, by macro: HAZARD_QUEUE_TRUSTS  a node is announced but not looked
 * for again: it may have been freed before */
#ifndef SUBJECTS_HAZARD_QUEUE_H
#define SUBJECTS_HAZARD_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { HAZARD_QUEUE_THREADS = 3, HAZARD_QUEUE_SLOTS = 2, HAZARD_QUEUE_RETIRED = 16 };

struct hq_node {
    long value;
    _Atomic(struct hq_node *) next;
};

struct hazard_queue {
    _Atomic(struct hq_node *) head, tail;
    _Atomic(struct hq_node *) hazards[HAZARD_QUEUE_THREADS][HAZARD_QUEUE_SLOTS];
    struct hq_node *retired[HAZARD_QUEUE_THREADS][HAZARD_QUEUE_RETIRED]; /* each thread's own */
    int count[HAZARD_QUEUE_THREADS];
};

static inline struct hq_node *hq_node_new(long value) {
    struct hq_node *node = malloc(sizeof *node);
    node->value = value;
    atomic_store(&node->next, NULL);
    return node;
}

static inline void hazard_queue_init(struct hazard_queue *q) {
    struct hq_node *dummy = hq_node_new(0);
    atomic_store(&q->head, dummy);
    atomic_store(&q->tail, dummy);
}

static inline struct hq_node *hq_protect(struct hazard_queue *q, int me, int slot, _Atomic(struct hq_node *) *from) {
    struct hq_node *node = atomic_load(from);
    for (;;) {
        atomic_store(&q->hazards[me][slot], node);
#ifdef HAZARD_QUEUE_TRUSTS
        return node;
#endif
        struct hq_node *again = atomic_load(from);
        if (again == node) return node;
        node = again;
    }
}

static inline void hq_clear(struct hazard_queue *q, int me) {
    for (int slot = 0; slot < HAZARD_QUEUE_SLOTS; slot++) atomic_store(&q->hazards[me][slot], NULL);
}

static inline bool hq_is_announced(struct hazard_queue *q, struct hq_node *node) {
    for (int i = 0; i < HAZARD_QUEUE_THREADS; i++)
        for (int slot = 0; slot < HAZARD_QUEUE_SLOTS; slot++)
            if (atomic_load(&q->hazards[i][slot]) == node) return true;
    return false;
}

static inline void hq_retire(struct hazard_queue *q, int me, struct hq_node *node) {
    int kept = 0, count = q->count[me];
    q->retired[me][count++] = node;
    for (int i = 0; i < count; i++) {
        struct hq_node *old = q->retired[me][i];
        if (hq_is_announced(q, old)) q->retired[me][kept++] = old;
        else free(old);
    }
    q->count[me] = kept;
}

static inline void hazard_queue_enq(struct hazard_queue *q, int me, long value) {
    struct hq_node *node = hq_node_new(value);
    for (;;) {
        struct hq_node *tail = hq_protect(q, me, 0, &q->tail), *next = atomic_load(&tail->next);
        if (next) atomic_compare_exchange_strong(&q->tail, &tail, next);
        else if (atomic_compare_exchange_strong(&tail->next, &next, node)) { /* takes effect here */
            atomic_compare_exchange_strong(&q->tail, &tail, node);
            break;
        }
    }
    hq_clear(q, me);
}

static inline bool hazard_queue_deq(struct hazard_queue *q, int me, long *value) {
    for (;;) {
        struct hq_node *head = hq_protect(q, me, 0, &q->head), *tail = atomic_load(&q->tail);
        struct hq_node *next = hq_protect(q, me, 1, &head->next); /* takes effect here if empty, */
        if (head != atomic_load(&q->head)) continue;
        if (!next) {
            hq_clear(q, me);
            return false;
        }
        if (head == tail) {
            atomic_compare_exchange_strong(&q->tail, &tail, next);
            continue;
        }
        if (!atomic_compare_exchange_strong(&q->head, &head, next)) continue; /* else here */
        *value = next->value;
        hq_clear(q, me);
        hq_retire(q, me, head);
        return true;
    }
}

#endif
