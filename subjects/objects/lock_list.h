/* A set as a sorted list that is locked hand over hand: whoever looks at a node holds its lock and has taken it while
 * holding that of the node before (R. Bayer and M. Schkolnick, 1977).
 *
 * Mistakes, by macro (B6 of Bouajjani et al., POPL 2015):
 *     LOCK_LIST_MISPLACED_LOCK  the first node is read before the head is locked: it may be gone already
 *     LOCK_LIST_KEEPS_NODES     no mistake: removed nodes are not freed, so that the one above shows in the results */
#ifndef SUBJECTS_LOCK_LIST_H
#define SUBJECTS_LOCK_LIST_H

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct lock_list_node {
    long value;
    pthread_mutex_t lock;
    struct lock_list_node *next;
};

struct lock_list {
    struct lock_list_node *head; /* smaller than all; the last node is larger than all */
};

/* Two neighbours, both locked. */
struct lock_list_place {
    struct lock_list_node *before, *at;
};

static inline struct lock_list_node *lock_list_node_new(long value, struct lock_list_node *next) {
    struct lock_list_node *node = malloc(sizeof *node);
    node->value = value;
    node->next = next;
    pthread_mutex_init(&node->lock, NULL);
    return node;
}

static inline void lock_list_init(struct lock_list *set) {
    set->head = lock_list_node_new(LONG_MIN, lock_list_node_new(LONG_MAX, NULL));
}

/* Where a value is or would be: `at` is the first node that is not smaller. */
static inline struct lock_list_place lock_list_find(struct lock_list *set, long value) {
    struct lock_list_place place = {set->head, NULL};
#ifdef LOCK_LIST_MISPLACED_LOCK
    place.at = place.before->next;
    pthread_mutex_lock(&place.before->lock);
#else
    pthread_mutex_lock(&place.before->lock);
    place.at = place.before->next;
#endif
    pthread_mutex_lock(&place.at->lock);
    while (place.at->value < value) {
        pthread_mutex_unlock(&place.before->lock);
        place.before = place.at;
        place.at = place.at->next;
        pthread_mutex_lock(&place.at->lock);
    }
    return place;
}

static inline void lock_list_leave(struct lock_list_place place) {
    pthread_mutex_unlock(&place.at->lock);
    pthread_mutex_unlock(&place.before->lock);
}

static inline bool lock_list_add(struct lock_list *set, long value) {
    struct lock_list_place place = lock_list_find(set, value);
    bool absent = place.at->value != value;
    if (absent) place.before->next = lock_list_node_new(value, place.at);
    lock_list_leave(place);
    return absent;
}

static inline bool lock_list_remove(struct lock_list *set, long value) {
    struct lock_list_place place = lock_list_find(set, value);
    bool present = place.at->value == value;
    if (present) place.before->next = place.at->next;
    lock_list_leave(place);
#ifndef LOCK_LIST_KEEPS_NODES
    if (present) { /* nobody waits for its lock: one would have to hold that of the node before */
        pthread_mutex_destroy(&place.at->lock);
        free(place.at);
    }
#endif
    return present;
}

static inline bool lock_list_contains(struct lock_list *set, long value) {
    struct lock_list_place place = lock_list_find(set, value);
    bool present = place.at->value == value;
    lock_list_leave(place);
    return present;
}

#endif
