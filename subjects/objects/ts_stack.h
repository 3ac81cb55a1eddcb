/* The time-stamped stack of M. Dodds, A. Haas and C. M. Kirsch (POPL 2015): each thread pushes onto a list of its own,
 * pushed values get a time, and pop takes the youngest of all lists.  EMPTY is returned if no list held anything and
 * none has been pushed to meanwhile.
 *
 * A node is taken by its mark; taking it out of the list comes afterwards and is never waited for.  The top of a list
 * carries a version, so that a list which was filled and emptied is not taken for one that stayed empty.  Nodes are not
 * given back.  TS_STACK_CLOCK takes the time from the machine's clock instead of a counter.  Mistake, by macro:
 *     TS_STACK_TOP_ONLY  the youngest of a list is looked for at its top only: if that has been taken but not yet taken
 *                        out, the list seems empty though there is something below */
#ifndef SUBJECTS_TS_STACK_H
#define SUBJECTS_TS_STACK_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "word.h"

enum { TS_STACK_LISTS = 3 };

struct ts_node {
    long value;
    struct ts_node *below;
    atomic_long time;
    atomic_bool taken;
};

struct ts_stack {
    _Atomic(word) tops[TS_STACK_LISTS];
    atomic_long clock;
};

static inline void ts_stack_init(struct ts_stack *s) {
    for (int i = 0; i < TS_STACK_LISTS; i++) atomic_store(&s->tops[i], 0);
    atomic_store(&s->clock, 0);
}

static inline long ts_now(struct ts_stack *s) {
#ifdef TS_STACK_CLOCK
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (void)s, (long)now.tv_sec * 1000000000 + now.tv_nsec;
#else
    return atomic_fetch_add(&s->clock, 1);
#endif
}

static inline struct ts_node *ts_node_of(word top) { return (struct ts_node *)word_value(top); }

/* The first node from here on that has not been taken. */
static inline struct ts_node *ts_left(struct ts_node *node) {
    while (node && atomic_load(&node->taken)) node = node->below;
    return node;
}

static inline struct ts_node *ts_youngest(word top) {
#ifdef TS_STACK_TOP_ONLY
    struct ts_node *node = ts_node_of(top);
    return node && !atomic_load(&node->taken) ? node : NULL;
#else
    return ts_left(ts_node_of(top));
#endif
}

static inline void ts_stack_push(struct ts_stack *s, int list, long value) {
    struct ts_node *node = malloc(sizeof *node);
    word top = atomic_load(&s->tops[list]);
    node->value = value;
    node->below = ts_left(ts_node_of(top));
    atomic_init(&node->time, LONG_MAX); /* younger than anything that has a time */
    atomic_init(&node->taken, false);
    /* Nobody else pushes here.  If a node is taken out at the same time, that is undone, but it stays marked. */
    atomic_store(&s->tops[list], word_after(top, (uint64_t)node));
    atomic_store(&node->time, ts_now(s));
}

static inline bool ts_take(struct ts_stack *s, int list, word top, struct ts_node *node, long *value) {
    if (atomic_exchange(&node->taken, true)) return false;
    *value = node->value;
    atomic_compare_exchange_strong(&s->tops[list], &top, word_after(top, (uint64_t)ts_left(node->below)));
    return true;
}

static inline bool ts_stack_pop(struct ts_stack *s, long *value) {
    long start = ts_now(s);
    for (;;) {
        word tops[TS_STACK_LISTS];
        struct ts_node *youngest = NULL;
        int from = 0;
        long time = -1;
        for (int i = 0; i < TS_STACK_LISTS && time < start; i++) {
            tops[i] = atomic_load(&s->tops[i]);
            struct ts_node *node = ts_youngest(tops[i]);
            long its_time = node ? atomic_load(&node->time) : -1;
            if (its_time <= time) continue;
            youngest = node, from = i, time = its_time; /* not older than this pop: it will do */
        }
        if (youngest) {
            if (ts_take(s, from, tops[from], youngest, value)) return true;
        } else {
            bool changed = false;
            for (int i = 0; i < TS_STACK_LISTS && !changed; i++) changed = atomic_load(&s->tops[i]) != tops[i];
            if (!changed) return false;
        }
    }
}

#endif
