/* What the algorithms for synchronisation objects answer. */
#ifndef LC_CHECK_SYNC_ANSWER_H
#define LC_CHECK_SYNC_ANSWER_H

#include "check/search/linearize.h"

typedef struct lc_sync_answer {
    lc_halt halt; /* after LC_HALTED */
    /* After LC_HOLDS: who met, one synchronisation after the other, in an order that explains the part. */
    LC_VEC(uint32_t) met;  /* operations of the history */
    LC_VEC(uint32_t) ends; /* per synchronisation: where its operations end in `met` */
    LC_VEC(uint8_t) parts; /* per operation in `met`: a lince_part; empty: all are whole */
    /* After LC_VIOLATED: the furthest return, counted in the part, that nobody could get past; LC_NEVER: all that
     * returned can be explained, but not that the others have not. */
    uint32_t furthest;
    /* Then, if there are any: pending operations of the history that could have met in the end. */
    LC_VEC(uint32_t) stuck;
    /* Or, if that is known: operations that could have met only these partners, among whom there is nobody left for the
     * first of them.  The two do not overlap, and both together are a violation without anybody else. */
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
