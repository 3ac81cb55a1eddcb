/* Synchronization objects without state: deciding which operations met.
 *
 * Whether operations synchronize depends on them alone, so the order of synchronizations is irrelevant to the
 * specification.  A part holds if its operations can be put into groups: each that returned in exactly one, each that
 * did not in at most one, and each group such that it has a step and all its intervals overlap.
 *
 * Such groups explain the part in the order of their last calls.  Let each group synchronize right after the last call
 * among its members.  Intervals that overlap in pairs have a moment in common, and the last call is one: no member of
 * the group has returned by then, for an operation that returned before a call does not overlap the caller.  So every
 * synchronization lies inside the intervals of its members, and they come in the order in which they are listed.
 */
#ifndef LC_CHECK_SYNC_STATELESS_H
#define LC_CHECK_SYNC_STATELESS_H

#include "base/meter.h"
#include "check/sync/answer.h"

#define LC_ALONE UINT32_MAX

/* An operation of the part.  They are numbered in the order of their calls. */
typedef struct lc_sync_op {
    uint32_t op;         /* of the history */
    uint32_t call, ends; /* where in the part it is called and returns; LC_NEVER: it does not return there */
    uint32_t mate;       /* where groups are pairs: its partner; or LC_ALONE */
} lc_sync_op;

/* Can be used for one part after another; it keeps its memory. */
typedef struct lc_stateless {
    lc_budget *budget;
    lc_binding *binding;
    bool progress;
    lc_sync_answer answer;

    const lc_part *part;
    const lc_instance *instance;
    uint32_t least, most; /* how many meet */
    LC_VEC(lc_sync_op) ops;
    bool only_crashed; /* of the operations that did not return, only those that crashed may have had a partner */

    /* For running the specification: its only state, and the label of each operation. */
    lc_space space;
    uint32_t state;
    LC_VEC(uint32_t) label;
    lc_meter meter;   /* its allowance: how many choices an algorithm that may take exponential time has for a part */
    uint64_t visited; /* choices so far */

    uint32_t *note; /* per operation of the history, if it is in the part: its number there */
    size_t note_count;
} lc_stateless;

void lc_stateless_init(lc_stateless *, lc_binding *, const lc_tuning *, const lc_limits *, bool progress, lc_budget *);
void lc_stateless_free(lc_stateless *);

/* An algorithm: LC_HOLDS, LC_VIOLATED, LC_HALTED or LC_UNDECIDED, with the answer.  It is called with `ops` filled in
 * and an empty answer. */
typedef lc_outcome lc_grouping(lc_stateless *);
lc_grouping lc_sweep;    /* of LINCE_PAIRS specifications */
lc_grouping lc_matching; /* where one or two take a step */
lc_grouping lc_cover;    /* any */

/* The answer of the algorithm for the part, with progress if that was requested. */
lc_outcome lc_stateless_decide(lc_stateless *, const lc_part *, lc_grouping *);

/* ---- for the algorithms ---- */

lc_outcome lc_not_for_me(lc_stateless *, const char *why);
lc_outcome lc_halt_grouping(lc_stateless *, lc_halt);
/* Is it time to stop?  Cheap enough to be called in every round. */
static inline bool lc_grouping_stopped(lc_stateless *s, uint64_t round) {
    enum { PATIENCE = 1 << 12 };
    if (round % PATIENCE != PATIENCE - 1) return false;
    s->answer.halt = lc_halt_now(s->budget, &s->meter.limits);
    return s->answer.halt != LC_GO_ON;
}

/* May it have had a partner: it returned, or it is unknown whether it did. */
bool lc_takes_part(const lc_stateless *, uint32_t i);
/* Turns to the object and labels the operations; pending ones have no results.  False: out of memory. */
bool lc_query_specification(lc_stateless *);
/* Of one that returned: can it have done so without a partner? */
bool lc_steps_alone(lc_stateless *, uint32_t i);
/* The answer after LC_HOLDS, from the mates: operations that returned without one took a step alone. */
lc_outcome lc_put_pairs(lc_stateless *);
/* The answer after LC_VIOLATED. */
lc_outcome lc_fails_at(lc_stateless *, uint32_t i);

/* progress.c: after LC_HOLDS, are there operations that wait in the end although they could have met? */
lc_outcome lc_progress(lc_stateless *);

#endif
