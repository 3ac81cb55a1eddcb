/* The relation "weaker than" between histories.
 *
 * Definition 4.2 of Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects": h is
 * weaker than r iff there is an injection g from the operations of r to those of h such that
 *   - every operation of h that returned is in the image of g: operations outside of it are pending;
 *   - if g(x) precedes g(y) in h, then x precedes y in r: h orders nothing that r does not order;
 *   - g(x) has the method and the arguments of x, and its results unless it is pending.
 * So an operation of h that never returned may be missing in r, be pending there as well, or have returned anything: r
 * may give it any effect, because no operation observed its result.  An operation that is pending in r can be matched
 * by a pending one only; that it may have had its effect does not make it a returned one.
 *
 * The relation is a preorder.  An object that permits a history permits the weaker ones.
 */
#ifndef LC_HISTORY_WEAKER_H
#define LC_HISTORY_WEAKER_H

#include "history/counts.h"
#include "history/interval.h"
#include "history/labels.h"

typedef struct lc_order_op {
    uint32_t label, call; /* equal: it is pending */
    lc_interval time;
    uint32_t before, behind; /* how many precede it; how many that returned it precedes */
} lc_order_op;

/* A history ready to be compared: its operations by the beginning of their intervals. */
typedef struct lc_order {
    lc_order_op *ops;
    uint32_t count, returned;
} lc_order;

bool lc_order_of(lc_order *, const lc_counts *, const lc_op_labels *); /* false: out of memory */
void lc_order_free(lc_order *);

typedef enum lc_weaker { LC_NOT_WEAKER, LC_WEAKER, LC_WEAKER_UNKNOWN /* out of memory */ } lc_weaker;

/* Is h weaker than r, or equivalent?  Labels are those of the same lc_op_labels.  `depth`, which may be NULL: how many
 * operations of r found a partner at the best attempt. */
lc_weaker lc_is_weaker(const lc_order *h, const lc_order *r, uint32_t *depth);

#endif
