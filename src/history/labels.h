/* Labels: all properties of an operation besides its time, as a number with the same meaning in several histories.
 * Object, method, arguments and results; an operation that has not returned has the label of its call. */
#ifndef LC_HISTORY_LABELS_H
#define LC_HISTORY_LABELS_H

#include "history/history.h"

typedef struct lc_op_label {
    uint32_t name; /* object, NUL, method */
    lince_value args, results;
} lc_op_label;

typedef struct lc_op_labels {
    lince_values values;
    lc_intern names, labels;
    LC_VEC(uint32_t) calls; /* per label, its call */
} lc_op_labels;

void lc_op_labels_init(lc_op_labels *);
void lc_op_labels_free(lc_op_labels *);

/* LC_NOT_INTERNED: out of memory. */
uint32_t lc_op_label_of(lc_op_labels *, const lince_history *, const lc_op *);

/* The label of the call alone, which is that of an operation that has not returned. */
static inline uint32_t lc_op_label_call(const lc_op_labels *l, uint32_t label) { return l->calls.at[label]; }

#endif
