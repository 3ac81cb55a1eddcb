/* The meaning of a label to formulas: its effect on a container, its element, and its text.
 *
 * A label is a number from any source: the binding of a history, or a monitor that treats several values as one.
 */
#ifndef LC_COUNTING_FORMULA_LABELS_H
#define LC_COUNTING_FORMULA_LABELS_H

#include "base/text.h"
#include "counting/formula/formula.h"
#include "spec/bind.h"

/* An operation's label in short. */
typedef struct lc_fact {
    uint32_t element; /* equal iff it is the same one; LINCE_NO_VALUE: it is about none, or about which is not known */
    uint16_t is;      /* bits 1 << LC_P_adds … */
} lc_fact;
static inline bool lc_fact_is(lc_fact f, lc_predicate p) { return f.is >> p & 1; }

/* The operation of a method with this last argument and, unless it is pending, this first result; LINCE_NO_VALUE where
 * there is none. */
lc_fact lc_fact_of(const lince_method *, lince_value last_argument, bool pending, lince_value first_result);

/* The labels there are. */
typedef struct lc_labels {
    const lc_fact *facts; /* per label */
    uint32_t count;
    /* How a label reads, `deq() => 1`, by parts that are empty at first; false: it has not returned.  Needed where
     * formulas have constants and to print the labels that were found. */
    bool (*read)(const void *context, uint32_t label, lince_text *method, lince_text *args, lince_text *results);
    const void *context;
} lc_labels;
void lc_labels_print(lince_text *, const lc_labels *, uint32_t label);

/* Those of a binding from `base` on, which is number 0.  Labels that the binding makes later are not among them.  It
 * stays where it is made.  False: out of memory. */
typedef struct lc_bound_labels {
    const lc_binding *binding;
    uint32_t base;
    LC_VEC(lc_fact) facts;
    lc_labels labels;
} lc_bound_labels;
bool lc_bound_labels_init(lc_bound_labels *, const lc_binding *, uint32_t base);
void lc_bound_labels_free(lc_bound_labels *);

#endif
