/* The queue of Michael and Scott with two locks: those who put and those who take do not disturb each other.  The first
 * node is a dummy, so that the two ends never meet in one that holds a value. */
#include "queue.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    long value;
    _Atomic(struct node *) next; /* the last one's is written under one lock and read under the other */
};

struct queue {
    struct node *head, *tail;
    pthread_mutex_t head_lock, tail_lock;
};

struct queue *queue_new(void) {
    struct queue *q = malloc(sizeof *q);
    if (!q) return NULL;
    q->head = q->tail = calloc(1, sizeof *q->head);
    if (!q->head) {
        free(q);
        return NULL;
    }
    pthread_mutex_init(&q->head_lock, NULL);
    pthread_mutex_init(&q->tail_lock, NULL);
    return q;
}

void queue_free(struct queue *q) {
    for (struct node *node = q->head, *next; node; node = next) {
        next = atomic_load(&node->next);
        free(node);
    }
    pthread_mutex_destroy(&q->head_lock);
    pthread_mutex_destroy(&q->tail_lock);
    free(q);
}

bool queue_put(struct queue *q, long value) {
    struct node *node = calloc(1, sizeof *node);
    if (!node) return false;
    node->value = value;
    pthread_mutex_lock(&q->tail_lock);
    atomic_store(&q->tail->next, node);
    q->tail = node;
    pthread_mutex_unlock(&q->tail_lock);
    return true;
}

bool queue_take(struct queue *q, long *value) {
    pthread_mutex_lock(&q->head_lock);
    struct node *dummy = q->head, *first = atomic_load(&dummy->next);
    if (first) {
        *value = first->value;
        q->head = first;
    }
    pthread_mutex_unlock(&q->head_lock);
    if (first) free(dummy);
    return first;
}
