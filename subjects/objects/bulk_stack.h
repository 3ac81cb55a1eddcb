/* A lock-free stack from which several values are popped at once (DPDK's rte_stack): values are pushed in nodes from a
 * list of unused ones, and either list is changed by compare-and-swap of its top, which carries a version.
 *
 * Whoever pops first takes as many off the length, so that what it looks for is there.  While it goes down the list
 * nodes may be popped by others and linked elsewhere; if it comes to an end too early it starts over.  Mistake, by
 * macro:
 *     BULK_STACK_OLD_TOP  from the top it has read before, which leads to the same end again: it goes round for ever */
#ifndef SUBJECTS_BULK_STACK_H
#define SUBJECTS_BULK_STACK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "word.h"

enum { BULK_STACK_SIZE = 3 };

struct bulk_node {
    _Atomic(struct bulk_node *) next;
    atomic_long value;
};

struct bulk_list {
    _Atomic(word) top;
    atomic_int length;
};

struct bulk_stack {
    struct bulk_list used, unused;
    struct bulk_node nodes[BULK_STACK_SIZE];
};

/* `first` to `last` are linked already. */
static inline void bulk_list_push(struct bulk_list *l, struct bulk_node *first, struct bulk_node *last, int count) {
    word top = atomic_load(&l->top);
    do atomic_store(&last->next, (struct bulk_node *)word_value(top));
    while (!atomic_compare_exchange_weak(&l->top, &top, word_after(top, (uint64_t)first)));
    atomic_fetch_add(&l->length, count);
}

/* The first of `count` nodes and what is in them; NULL if there are not as many. */
static inline struct bulk_node *bulk_list_pop(struct bulk_list *l, int count, long *values, struct bulk_node **last) {
    int length = atomic_load(&l->length);
    do
        if (length < count) return NULL;
    while (!atomic_compare_exchange_weak(&l->length, &length, length - count));
    word top = atomic_load(&l->top);
    for (;;) {
        struct bulk_node *node = (struct bulk_node *)word_value(top);
        int found = 0;
        for (; found < count && node; node = atomic_load(&node->next)) {
            if (values) values[found] = atomic_load(&node->value);
            *last = node;
            found++;
        }
        if (found == count) {
            if (atomic_compare_exchange_weak(&l->top, &top, word_after(top, (uint64_t)node))) break;
        } else {
#ifndef BULK_STACK_OLD_TOP
            top = atomic_load(&l->top);
#endif
        }
    }
    return (struct bulk_node *)word_value(top);
}

static inline void bulk_stack_init(struct bulk_stack *s) {
    s->used = s->unused = (struct bulk_list){0};
    for (int i = 0; i < BULK_STACK_SIZE; i++) bulk_list_push(&s->unused, &s->nodes[i], &s->nodes[i], 1);
}

/* False if it is full. */
static inline bool bulk_stack_push(struct bulk_stack *s, long value) {
    struct bulk_node *last, *node = bulk_list_pop(&s->unused, 1, NULL, &last);
    if (!node) return false;
    atomic_store(&node->value, value);
    bulk_list_push(&s->used, node, node, 1);
    return true;
}

/* All or none. */
static inline bool bulk_stack_pop(struct bulk_stack *s, int count, long *values) {
    struct bulk_node *last, *first = bulk_list_pop(&s->used, count, values, &last);
    if (first) bulk_list_push(&s->unused, first, last, count);
    return first;
}

#endif
