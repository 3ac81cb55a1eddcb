/* Calls that no caller may make: `unlock` of a lock that is free.
 *
 * Such a call has no step, and neither has a `lock` of a lock that is held.  But a lock that lets `lock` return there
 * is wrong, and if `unlock` returns there the caller is: from then on, anything may happen.  So a history is misuse if
 * operations can be ordered up to a point where one that is the caller's duty (lc_is_duty) has no step.
 *
 * In a history whose threads unlock only locks that they have locked there is no such order: before any `unlock` of a
 * thread there is its own `lock`, so as long as every operation has had a step the lock is held.
 */
#ifndef LC_CHECK_DRIVER_MISUSE_H
#define LC_CHECK_DRIVER_MISUSE_H

#include "spec/specs.h"

typedef struct lc_misuse {
    bool found;
    uint32_t op;
} lc_misuse;

typedef struct lc_misuse_rules {
    bool program_order; /* the criterion is `sequential` */
    bool open;          /* the execution failed, perhaps in the middle of such a call */
    lince_value init;   /* LINCE_NO_VALUE: none */
} lc_misuse_rules;

/* A history that violates its criterion, or ends in a failure.  Long histories are taken for no misuse. */
lince_status lc_check_misuse(const lince_history *, const lince_specs *, const lc_misuse_rules *, lc_misuse *,
                             lince_error *);

#endif
