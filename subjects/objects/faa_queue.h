/* The queue of P. Ramalhete and A. Correia (2016): a list of arrays of cells.  A cell is drawn by counting up the index
 * of its array, so that threads rarely get into each other's way.  A deq that comes to its cell too early marks it, and
 * the enq that finds the mark draws another one.
 *
 * Arrays are not given back.  Mistake, by macro:
 *     FAA_QUEUE_PUSHED_FIRST  deq reads how many were put in before how many were taken out: by then values that came
 *                             meanwhile count as taken but not as put in, and the queue seems empty */
#ifndef SUBJECTS_FAA_QUEUE_H
#define SUBJECTS_FAA_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { FAA_QUEUE_CELLS = 3, FAA_QUEUE_TOO_EARLY = -1 };

struct faa_array {
    atomic_int put, taken;
    atomic_long cells[FAA_QUEUE_CELLS]; /* 0: nothing yet */
    _Atomic(struct faa_array *) next;
};

struct faa_queue {
    _Atomic(struct faa_array *) head, tail;
};

static inline void faa_queue_init(struct faa_queue *q) {
    struct faa_array *first = calloc(1, sizeof *first);
    atomic_store(&q->head, first);
    atomic_store(&q->tail, first);
}

/* Another array with the value in it behind one that is full; false if somebody else has added one. */
static inline bool faa_queue_extend(struct faa_queue *q, struct faa_array *full, long value) {
    struct faa_array *next = atomic_load(&full->next);
    if (next) {
        atomic_compare_exchange_strong(&q->tail, &full, next);
        return false;
    }
    struct faa_array *fresh = calloc(1, sizeof *fresh);
    atomic_init(&fresh->cells[0], value);
    atomic_init(&fresh->put, 1);
    if (!atomic_compare_exchange_strong(&full->next, &next, fresh)) {
        free(fresh);
        return false;
    }
    atomic_compare_exchange_strong(&q->tail, &full, fresh);
    return true;
}

static inline void faa_queue_enq(struct faa_queue *q, long value) {
    for (;;) {
        struct faa_array *tail = atomic_load(&q->tail);
        int cell = atomic_fetch_add(&tail->put, 1);
        long nothing = 0;
        if (cell < FAA_QUEUE_CELLS ? atomic_compare_exchange_strong(&tail->cells[cell], &nothing, value)
                                   : faa_queue_extend(q, tail, value))
            return;
    }
}

static inline bool faa_array_is_empty(struct faa_array *a) {
#ifdef FAA_QUEUE_PUSHED_FIRST
    int put = atomic_load(&a->put), taken = atomic_load(&a->taken);
#else
    int taken = atomic_load(&a->taken), put = atomic_load(&a->put);
#endif
    return taken >= put && !atomic_load(&a->next);
}

static inline bool faa_queue_deq(struct faa_queue *q, long *value) {
    for (;;) {
        struct faa_array *head = atomic_load(&q->head);
        if (faa_array_is_empty(head)) return false;
        int cell = atomic_fetch_add(&head->taken, 1);
        if (cell < FAA_QUEUE_CELLS) {
            *value = atomic_exchange(&head->cells[cell], FAA_QUEUE_TOO_EARLY);
            if (*value) return true;
        } else {
            struct faa_array *next = atomic_load(&head->next);
            if (!next) return false;
            atomic_compare_exchange_strong(&q->head, &head, next);
        }
    }
}

#endif
