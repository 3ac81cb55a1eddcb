/* The part of a counting representation that determines the truth of formulas, kept up to date as a history grows.
 *
 * A formula with d variables cannot distinguish d elements of a class from more than d (structure.h).  So elements are
 * kept in classes of those with the same counters, and a summary lists the labels of a few of each; its size does not
 * depend on the length of the history or on the number of open operations, and evaluating a formula after every return
 * costs the number of classes.  The counters of an element change when one of its operations is called or returns, and
 * when a step begins, unless all of them are settled: those that returned lie at [0, 0], and those that are open have
 * begun at 0.  Most of a long history is; all other elements are updated in each step.  For formulas without constants.
 */
#ifndef LC_COUNTING_FORMULA_SUMMARY_H
#define LC_COUNTING_FORMULA_SUMMARY_H

#include "counting/formula/labels.h"
#include "history/counting.h"

typedef struct lc_summary_element {
    uint32_t first; /* its labels, a chain */
    uint32_t class; /* LC_NO_CLASS: it is in `active` */
    uint32_t place; /* in `active`, or among the elements of its class */
} lc_summary_element;
#define LC_NO_CLASS UINT32_MAX

typedef struct lc_summary_class {
    LC_VEC(uint32_t) elements;
    bool settled;
} lc_summary_class;

/* A count of a label: so many operations with this interval. */
typedef struct lc_summary_count {
    uint64_t interval, count;
} lc_summary_count;

typedef struct lc_summary {
    const lc_counting *counting;
    const lc_labels *labels; /* may grow */
    lc_budget *budget;
    uint32_t copies;
    lc_map64 numbers; /* element to number */
    LC_VEC(lc_summary_element) elements;
    LC_VEC(uint32_t) next;   /* per label: the next of its element, LC_NO_LABEL: none; LC_UNLABELLED: not met so far */
    LC_VEC(uint32_t) active; /* elements whose class is to be found out */
    LC_VEC(uint32_t) others; /* labels about no element */
    lc_intern profiles;      /* of labels: lists of counts */
    lc_intern class_keys;    /* for each label of an element its facts and its profile, sorted */
    LC_VEC(lc_summary_class) classes;
    LC_VEC(lc_summary_count) profile; /* being made */
    LC_VEC(uint64_t) key;
    uint64_t step; /* in which the classes were made */
} lc_summary;

/* For formulas that have fewer than `copies` variables at a time (lc_evaluator_copies). */
void lc_summary_init(lc_summary *, const lc_counting *, const lc_labels *, uint32_t copies, lc_budget *);
void lc_summary_free(lc_summary *);

/* The counters of this label changed: to be called for both labels of an operation that returns. */
void lc_summary_touch(lc_summary *, uint32_t label);

/* The list to evaluate instead of lc_counting_list.  False: out of memory. */
bool lc_summary_list(lc_summary *, lc_counts *);

#endif
