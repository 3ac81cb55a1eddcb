/* A counting representation made small.
 *
 * Formulas depend on properties of labels (lc_fact), on their number in each interval (their profile), and on whether
 * two are about the same element.  Exchanging two elements whose labels have the same facts and profiles changes
 * nothing that a formula can see.  So elements are put into classes, and where a variable is to stand for some label of
 * an element that no other variable is about, one element of a class is as good as all of them.  For a given length
 * there are few classes, for any length of the history, and the cost of evaluation is that of the classes; to put n
 * labels into classes takes O(n log n).
 */
#ifndef LC_COUNTING_FORMULA_STRUCTURE_H
#define LC_COUNTING_FORMULA_STRUCTURE_H

#include "base/intern.h"
#include "counting/formula/labels.h"
#include "history/counting.h"

/* How many operations have which intervals. */
typedef struct lc_profile_part {
    uint32_t from, to;
    uint64_t count;
} lc_profile_part;
typedef struct lc_profile {
    const lc_profile_part *at;
    uint32_t count;
    uint32_t least_from, greatest_to; /* of all of them */
} lc_profile;

/* Labels with the same facts and the same profile. */
typedef struct lc_sort {
    uint32_t is;
    uint32_t profile;
} lc_sort;

/* Elements with the same sorts of labels; and, in classes of their own that have no elements, labels about none. */
typedef struct lc_element_class {
    const uint32_t *sorts; /* ascending, each once */
    uint32_t sort_count;
    bool about_element;
    uint32_t adding, removing; /* profiles of all labels that add, that removed, one of these elements */
    uint32_t count;            /* of elements */
    uint32_t first, last;      /* the elements to be used: a chain in `elements` */
} lc_element_class;

typedef struct lc_class_element {
    uint32_t labels, label_count; /* in `labels`, by their sorts */
    uint32_t next;                /* of its class; UINT32_MAX: none */
} lc_class_element;

typedef struct lc_sorted_label {
    uint32_t element, sort, label;
} lc_sorted_label;

#define LC_NOWHERE UINT32_MAX

/* Where a label is: an element of a class, and one of its sorts. */
typedef struct lc_label_spot {
    uint32_t class; /* LC_NOWHERE: it does not occur */
    uint32_t copy;  /* which element of the class */
    uint32_t sort;
} lc_label_spot;

typedef struct lc_structure {
    lc_budget *budget;
    uint32_t length;
    lc_intern profile_keys, sort_keys, class_keys;
    LC_VEC(lc_profile) profiles; /* 0: that of nothing */
    LC_VEC(lc_sort) sorts;
    LC_VEC(lc_element_class) classes;
    LC_VEC(lc_class_element) elements; /* some of each class: the requested number */
    LC_VEC(lc_sorted_label) labels;
    LC_VEC(lc_label_spot) named; /* where the labels are that were named */
    uint32_t taking;             /* profile of all removals that have not returned */
    LC_VEC(lc_profile_part) parts;
} lc_structure;

/* `named` are labels whose elements are distinguished from all others' (LC_NO_LABEL: one that does not occur); of other
 * classes `copies` elements are kept.  Operations that have not returned end at `length`, k.  False: out of memory. */
bool lc_structure_init(lc_structure *, const lc_counts *, const lc_labels *, uint32_t length, const uint32_t *named,
                       uint32_t named_count, uint32_t copies, lc_budget *);
void lc_structure_free(lc_structure *);

/* A label that is there. */
uint32_t lc_structure_label(const lc_structure *, lc_label_spot);

#endif
