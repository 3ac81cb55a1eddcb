/* One bucket of a resizable lock-free hash table (liburcu's cds_lfht): a list of nodes, with two flags in each link.
 *
 * REMOVED says that the node is not in the list any more, whoever passes by unlinks it.  Several threads may set it for
 * one node; the one that sets OWNER is the one that has removed it.  Replacing a node is one compare-and-swap of its
 * link, to the new node with both flags.  Nodes are not given back.  Mistake, by macro:
 *     BUCKET_FORGETS_OWNER  replacing sets REMOVED only: a removal that began before may still become the owner, and
 *                           both have removed the node */
#ifndef SUBJECTS_BUCKET_H
#define SUBJECTS_BUCKET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { BUCKET_REMOVED = 1, BUCKET_OWNER = 2 };

struct bucket_node {
    _Atomic(uintptr_t) next; /* with flags */
    long key, value;
};

struct bucket {
    _Atomic(uintptr_t) first; /* without */
};

static inline void bucket_init(struct bucket *b) { atomic_store(&b->first, 0); }

static inline struct bucket_node *bucket_node_of(uintptr_t link) {
    return (struct bucket_node *)(link & ~(uintptr_t)(BUCKET_REMOVED | BUCKET_OWNER));
}

static inline struct bucket_node *bucket_new(long key, long value) {
    struct bucket_node *node = malloc(sizeof *node);
    node->key = key, node->value = value;
    return node;
}

/* The node with the key, or NULL; what is removed is unlinked on the way. */
static inline struct bucket_node *bucket_find(struct bucket *b, long key) {
    _Atomic(uintptr_t) *from = &b->first;
    uintptr_t here = atomic_load(from);
    while (bucket_node_of(here)) {
        struct bucket_node *node = bucket_node_of(here);
        uintptr_t next = atomic_load(&node->next);
        if (next & BUCKET_REMOVED) {
            uintptr_t after = (uintptr_t)bucket_node_of(next);
            if (atomic_compare_exchange_strong(from, &here, after)) here = after;
            else from = &b->first, here = atomic_load(from); /* what comes before may be removed as well */
            continue;
        }
        if (node->key == key) return node;
        from = &node->next, here = next;
    }
    return NULL;
}

/* For keys that are not there yet. */
static inline void bucket_add(struct bucket *b, long key, long value) {
    struct bucket_node *node = bucket_new(key, value);
    uintptr_t first = atomic_load(&b->first);
    do atomic_store(&node->next, first);
    while (!atomic_compare_exchange_weak(&b->first, &first, (uintptr_t)node));
}

/* Puts a new node into the place of this one; false if it has been removed. */
static inline bool bucket_replace(struct bucket_node *old, long value) {
    struct bucket_node *new = bucket_new(old->key, value);
    uintptr_t next = atomic_load(&old->next), flags = BUCKET_REMOVED;
#ifndef BUCKET_FORGETS_OWNER
    flags |= BUCKET_OWNER;
#endif
    do {
        if (next & BUCKET_REMOVED) {
            free(new);
            return false;
        }
        atomic_store(&new->next, next);
    } while (!atomic_compare_exchange_weak(&old->next, &next, (uintptr_t) new | flags)); /* takes effect here */
    return true;
}

/* False if somebody else has removed it. */
static inline bool bucket_remove(struct bucket_node *node) {
    if (atomic_load(&node->next) & BUCKET_REMOVED) return false;
    atomic_fetch_or(&node->next, BUCKET_REMOVED); /* takes effect here, for the one that becomes the owner */
    return !(atomic_fetch_or(&node->next, BUCKET_OWNER) & BUCKET_OWNER);
}

#endif
