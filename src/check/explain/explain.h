/* Explaining a violation: the operations that conflict, the results they could have returned, how far an order gets.
 *
 * Where the criterion is prefix-closed there is a smallest failing prefix, and the explanation is about this prefix
 * alone.  It ends with the *culprit's* return, or its failure.  The *conflict* consists of operations of the prefix,
 * some of them without their return, such that
 *
 *   - the culprit is among them, with the event at which the prefix ends, and nothing that happened after that event;
 *   - as a history of their own they violate the specification, and without that last event they do not: cut out of the
 *     history and checked again, they fail at the same event;
 *   - none can be spared: each reduction (minimize.c) that leaves the culprit as it is leaves a history that is
 * correct.  Of a conflict that is an instance of a known pattern this holds for leaving out operations; their returns
 * are kept, as the pattern is reported as a whole.
 *
 * An operation that is open where the prefix ends is pending in the conflict, and its later result is used nowhere.
 * The reason names operations of the conflict only.  Each result in *could have returned*, put in place of the
 * operation's own, makes the prefix correct (if `apart`: the conflict).
 *
 * All of it is bounded by work.  If that is spent first, `minimal` is false; the first two points hold nevertheless as
 * long as `smallest` is true and a few operations could be found at all.
 */
#ifndef LC_CHECK_EXPLAIN_EXPLAIN_H
#define LC_CHECK_EXPLAIN_EXPLAIN_H

#include "check/explain/failing.h"
#include "check/explain/prefix.h"
#include "check/result.h"
#include "check/search/sequential.h"

lc_outcome lc_decide_sequential(void *sequencer, const lc_part *);

/* Another way to decide some operations of the failing prefix as a history of their own, if that is not the judge's: in
 * the order of the history, which may not be that of the prefix. */
typedef struct lc_alone_deciders {
    lc_decide *decide, *rest;
    void *context;
    lc_part all; /* operations of the prefix; may be too many to be decided */
} lc_alone_deciders;

/* Fills in a violation of linearizability, but for how much of the history it takes, from the failing prefix of a part,
 * which took `visited` configurations to find.  `allowance` is how many may be visited now.  The
 * deciders are NULL where the judge decides the operations alone as it does in the prefix.  Of the failed operations
 * only those that matter to the conflict are left. */
void lc_explain(lc_violation *, lc_judge *, lc_failing *, const lc_alone_deciders *, uint64_t visited,
                uint64_t allowance);

/* The same for all objects at once: only the conflict and, where real time counts, the order that works.  `failing` is
 * NULL where there is no failing prefix; then it is about the whole. */
void lc_explain_whole(lc_violation *, lc_sequencer *, const lc_failing *, const lc_part *whole, uint64_t allowance);

/* The operations that are left, and those that failed last. */
void lc_describe_conflict(lc_violation *, const lc_minimal *, const lc_failing *);

lc_violation *lc_violation_new(bool thorough);
void lc_violation_free(lc_violation *);

#endif
