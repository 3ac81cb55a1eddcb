/* As much of a counting representation as formulas can tell from all of it, kept up while a history goes on.
 *
 * A formula with d variables cannot tell more than d elements of a class from d of them (structure.h).  Most elements
 * of a long history are settled: all their operations have the interval [0, 0], and few classes hold all of them.  So a
 * summary lists the labels of a few settled elements of each class, and of those that are not settled; it is short
 * however long the history is, and asking after every return whether a formula holds costs what is open or recent, not
 * what has ever happened.  For formulas without constants.
 */
#ifndef LC_LOGIC_SUMMARY_H
#define LC_LOGIC_SUMMARY_H

#include "history/counting.h"
#include "logic/labels.h"

typedef struct lc_summary_element {
    uint32_t first; /* its labels, a chain */
    uint32_t class; /* LC_NOT_SETTLED: it is in `active` */
    uint32_t place; /* in `active`, or among the elements of its class */
} lc_summary_element;
#define LC_NOT_SETTLED UINT32_MAX

typedef LC_VEC(uint32_t) lc_summary_class; /* its elements */

typedef struct lc_summary {
    const lc_counting *counting;
    const lc_labels *labels; /* may grow */
    lc_budget *budget;
    uint32_t copies;
    lc_map64 numbers; /* element to number */
    LC_VEC(lc_summary_element) elements;
    LC_VEC(uint32_t) next;   /* per label: the next of its element, LC_NO_LABEL: none; LC_UNLABELLED: not met so far */
    LC_VEC(uint32_t) active; /* elements */
    LC_VEC(uint32_t) others; /* labels about no element */
    lc_intern class_keys;
    LC_VEC(lc_summary_class) classes;
    LC_VEC(uint64_t) key;
} lc_summary;

/* For formulas that have fewer than `copies` variables at a time (lc_evaluator_copies). */
void lc_summary_init(lc_summary *, const lc_counting *, const lc_labels *, uint32_t copies, lc_budget *);
void lc_summary_free(lc_summary *);

/* Operations of this label were counted or are no longer: to be said of both labels of an operation that returns. */
void lc_summary_touch(lc_summary *, uint32_t label);

/* What is to be evaluated instead of lc_counting_list.  False: out of memory. */
bool lc_summary_list(lc_summary *, lc_counts *);

#endif
