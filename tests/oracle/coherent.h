/* Does an explanation tell one story?  The definition in check/explain/explain.h, executed. */
#ifndef LC_TESTS_ORACLE_COHERENT_H
#define LC_TESTS_ORACLE_COHERENT_H

#include "check/result.h"
#include "oracle.h"

/* The criterion, by brute force: is the history correct?  `context` is the caller's. */
typedef bool oracle_criterion(const history *, const void *context);

/* The history must violate the criterion, which may be `sharper` about a shorter history: refine(k) is.  NULL, or the
 * first fault found. */
const char *oracle_coherence_fault(const history *, const lc_violation *, oracle_criterion *, const void *context,
                                   bool sharper);

/* ---- in pieces ---- */

/* The operations of the conflict as a history of its own: pending ones without their end, failed ones with it.
 * `number[i]` is the new number of operation i, -1: it is not there.  False: the conflict is not one of this history.
 */
bool oracle_conflict(const history *, const lc_violation *, history *conflict, int *number);

/* Calls `each` with every history that a reduction leaves, until it returns false: without an operation that changes
 * nothing, without a key, a value, some values of a register with cas, or, unless `keep_returns`, without a return.
 * None touches `pinned`; -1: no operation is pinned.  False: `each` returned false. */
bool oracle_reductions(const history *, int pinned, bool keep_returns, bool (*each)(void *context, const history *),
                       void *context);

#endif
