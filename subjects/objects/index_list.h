/* A free list of indices in shared memory, as communication middleware keeps for its chunks (iceoryx's LoFFLi): the
 * head is an index and a counter in one word, and the counter changes with it, so that a head which was away and came
 * back is not taken for the old one.
 *
 * Mistake, by macro:
 *     INDEX_LIST_OWN_COUNTER  the new counter is counted up from the thread's own last try: after a failed
 *                             compare-and-swap it is behind, and the head gets a counter that it had before (ABA) */
#ifndef SUBJECTS_INDEX_LIST_H
#define SUBJECTS_INDEX_LIST_H

#include <stdatomic.h>
#include <stdbool.h>

#include "word.h"

enum { INDEX_LIST_SIZE = 5 };

struct index_list {
    _Atomic(word) head; /* INDEX_LIST_SIZE: none */
    _Atomic(uint64_t) next[INDEX_LIST_SIZE];
};

static inline void index_list_init(struct index_list *l) {
    atomic_store(&l->head, 0);
    for (uint64_t i = 0; i < INDEX_LIST_SIZE; i++) atomic_store(&l->next[i], i + 1);
}

/* What may replace `head`; `last` is what this thread has tried before. */
static inline word index_list_after(word head, word last, uint64_t index) {
#ifdef INDEX_LIST_OWN_COUNTER
    (void)head;
    return word_after(last, index);
#else
    (void)last;
    return word_after(head, index);
#endif
}

static inline bool index_list_take(struct index_list *l, long *index) {
    word head = atomic_load(&l->head), new = head;
    do {
        if (word_value(head) == INDEX_LIST_SIZE) return false;
        new = index_list_after(head, new, atomic_load(&l->next[word_value(head)]));
    } while (!atomic_compare_exchange_weak(&l->head, &head, new)); /* takes effect here, or where it was loaded */
    *index = (long)word_value(head);
    return true;
}

static inline void index_list_give(struct index_list *l, long index) {
    word head = atomic_load(&l->head), new = head;
    do {
        atomic_store(&l->next[index], word_value(head));
        new = index_list_after(head, new, (uint64_t)index);
    } while (!atomic_compare_exchange_weak(&l->head, &head, new)); /* takes effect here */
}

#endif
