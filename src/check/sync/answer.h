/* The answer of the algorithms for synchronization objects. */
#ifndef LC_CHECK_SYNC_ANSWER_H
#define LC_CHECK_SYNC_ANSWER_H

#include "check/search/linearize.h"

typedef struct lc_sync_answer {
    lc_halt halt; /* after LC_HALTED */
    /* After LC_HOLDS: the groups that met, one synchronization after the other, in an order that explains the part. */
    LC_VEC(uint32_t) met;  /* operations of the history */
    LC_VEC(uint32_t) ends; /* per synchronization: the end of its operations in `met` */
    LC_VEC(uint8_t) parts; /* per operation in `met`: a lince_part; empty: all are whole */
    /* After LC_VIOLATED: the furthest return, counted in the part, that no configuration could pass; LC_NEVER: all
     * operations that returned can be explained, but not that the open ones have not. */
    uint32_t furthest;
    /* Then, if there are any: pending operations of the history that could have met in the end. */
    LC_VEC(uint32_t) stuck;
    /* Or, if that is known: operations that could have met only these partners, of which none is left for the first of
     * them.  The two do not overlap, and together they are a violation by themselves. */
    LC_VEC(uint32_t) blame;
    LC_VEC(uint32_t) partners;
    const char *why_not; /* after LC_UNDECIDED: why this algorithm does not apply */
} lc_sync_answer;

static inline void lc_sync_answer_clear(lc_sync_answer *a) {
    a->halt = LC_GO_ON;
    a->met.count = a->ends.count = a->parts.count = a->stuck.count = a->blame.count = a->partners.count = 0;
    a->furthest = 0;
    a->why_not = NULL;
}

static inline void lc_sync_answer_free(lc_sync_answer *a, lc_budget *budget) {
    lc_vec_free(budget, &a->met);
    lc_vec_free(budget, &a->ends);
    lc_vec_free(budget, &a->parts);
    lc_vec_free(budget, &a->stuck);
    lc_vec_free(budget, &a->blame);
    lc_vec_free(budget, &a->partners);
}

#endif
