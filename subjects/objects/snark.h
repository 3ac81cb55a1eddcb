/* Snark, a deque by compare-and-swap of two places (D. L. Detlefs, C. H. Flood, A. T. Garthwaite, P. A. Martin,
 * N. N. Shavit and G. L. Steele, DISC 2000), and its repair (S. Doherty et al., SPAA 2004).
 *
 * A list in both directions with a hat at either end; a link of a node to itself says that there is nothing beyond.  A
 * value is the number of its node and is pushed once only; 0 is the dummy that an empty deque is made of.
 *
 * Both ends may pop the last value at the same time: the one that claims it has it, and the other finds nothing.
 * Mistakes, by macro; with both of them it is Snark as published:
 *     SNARK_OLD_HAT   EMPTY is believed of a node that is not the end any more
 *     SNARK_NO_CLAIM  no value is claimed; if both hats are on one node a pop moves both.  A hat may move on in
 * between: the other end then pops what has been popped */
#ifndef SUBJECTS_SNARK_H
#define SUBJECTS_SNARK_H

#include <assert.h>

#include "dcas.h"

enum { SNARK_NODES = 8, SNARK_DUMMY = 0 };
enum snark_side { SNARK_LEFT, SNARK_RIGHT };

struct snark {
    atomic_int hats[2];
    atomic_int links[SNARK_NODES][2];
    atomic_bool claimed[SNARK_NODES];
};

/* All of it is zero, which is right for the dummy and the hats. */
static inline void snark_init(struct snark *d) { *d = (struct snark){0}; }

static inline bool snark_dcas(struct snark *d, atomic_int *a, atomic_int *b, int old_a, int old_b, int new_a,
                              int new_b) {
    return dcas(d, sizeof *d, a, b, old_a, old_b, new_a, new_b);
}

static inline void snark_push(struct snark *d, enum snark_side here, int node) {
    enum snark_side there = !here;
    assert(node < SNARK_NODES);
    for (;;) {
        int hat = atomic_load(&d->hats[here]), beyond = atomic_load(&d->links[hat][here]);
        if (beyond == hat) {
            atomic_store(&d->links[node][there], SNARK_DUMMY);
            int other = atomic_load(&d->hats[there]);
            if (snark_dcas(d, &d->hats[here], &d->hats[there], hat, other, node, node)) return;
        } else {
            atomic_store(&d->links[node][there], hat);
            if (snark_dcas(d, &d->hats[here], &d->links[hat][here], hat, beyond, node, node)) return;
        }
    }
}

/* The number of the node, or 0 if the deque is empty. */
static inline int snark_pop(struct snark *d, enum snark_side here) {
    enum snark_side there = !here;
    for (;;) {
        int hat = atomic_load(&d->hats[here]);
#ifdef SNARK_NO_CLAIM
        int other = atomic_load(&d->hats[there]);
#endif
        if (atomic_load(&d->links[hat][here]) == hat) {
#ifndef SNARK_OLD_HAT
            if (atomic_load(&d->hats[here]) != hat) continue;
#endif
            return 0;
        }
#ifdef SNARK_NO_CLAIM
        if (hat == other) {
            if (snark_dcas(d, &d->hats[here], &d->hats[there], hat, other, SNARK_DUMMY, SNARK_DUMMY)) return hat;
            continue;
        }
#endif
        int next = atomic_load(&d->links[hat][there]);
        if (!snark_dcas(d, &d->hats[here], &d->links[hat][there], hat, next, next, hat)) continue;
#ifdef SNARK_NO_CLAIM
        atomic_store(&d->links[hat][here], SNARK_DUMMY);
        return hat;
#else
        return atomic_exchange(&d->claimed[hat], true) ? 0 : hat;
#endif
    }
}

#endif
