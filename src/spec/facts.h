/* The declarations of a specification about itself, and their check. */
#ifndef LC_SPEC_FACTS_H
#define LC_SPEC_FACTS_H

#include "spec/spec.h"

/* A table in which the facts that follow from the kind are filled in. */
typedef struct lc_table {
    lince_spec spec;
    lince_method methods[LC_METHODS_MAX];
    uint32_t rows[LC_METHODS_MAX]; /* of each method: the row of the kind's operation that it is, or LC_NO_METHOD */
} lc_table;

/* Compares steps of the instance, whose table is filled in, except those of operations that the kind lacks, with those
 * of the built-in specification of its kind, on random sequences of operations.  The error of LINCE_BAD_INPUT shows a
 * sequence whose last operation has other results in one of them than in the other. */
lince_status lc_facts_check(const lc_instance *, const lince_spec *builtin, lince_error *);

/* Tries the facts that a specification of no kind declares, on random operations: those of operations that take effect
 * one by one, and of those that do so together.  The error of LINCE_BAD_INPUT shows operations that contradict one. */
lince_status lc_facts_check_traits(const lc_instance *, lince_error *);
lince_status lc_facts_check_groups(const lc_instance *, lince_error *);

/* Makes the value that a register or map holds at first the `init` of the instance, unless the user gives it
 * (LINCE_HAS_INIT). */
lince_status lc_facts_find_initial(lc_instance *, const lince_spec *builtin);

#endif
