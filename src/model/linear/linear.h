/* The linearizable specification of an object, as a transition system.
 *
 * Section 3.2 of Liu, Chen, Liu, Sun: Model Checking Linearizability via Refinement (FM 2009).  Each process is idle,
 * or has called an operation, or the operation has taken effect and its results wait to be returned.  Calls and returns
 * are seen, taking effect is hidden.  An implementation is linearizable if and only if its traces are traces of this
 * system (Theorem 1).  Where operations wait for each other, several of those that were called take effect in one
 * hidden step, which makes it the specification of synchronization linearizability (Lawrence and Lowe: Synchronization
 * objects, section 2).
 *
 * Departures from the paper: processes and arguments need not be known beforehand, for calls are taken as they come
 * (lcm_lts.after); and with points (Theorem 2) calls and returns stay visible, so that a wrong point is found where
 * it is, and operations without a point still take effect unseen.
 *
 * For progress the same system is refined in failures (section 3 of the synchronization paper, Definitions 8 and 9):
 * when all operations have taken effect that can, and results wait, the object must return one of them; which one is
 * its own choice.  Calls are not required.  So there is a state for each choice, where that return is all that is
 * insisted on.
 *
 * Which events are which: `OP_inv` calls, `OP_res` returns, `OP_lin` or one named by the assertion is a point.  Behind
 * the name stands the process, then arguments, or results, or at a point both or nothing.  Without a process, the
 * operations of this name are a process of their own.
 *
 * The states are numbers in tables here, so that all searches of it share them.
 */
#ifndef LC_MODEL_LINEAR_LINEAR_H
#define LC_MODEL_LINEAR_LINEAR_H

#include <lince/history.h>

#include "lang/syntax.h"
#include "model/compile/system.h"
#include "model/finding.h"
#include "model/lts.h"
#include "spec/spec.h"

typedef struct lcm_linear lcm_linear;

typedef struct lcm_linear_wish {
    const lcm_model *model;
    const lcm_assertion *assertion; /* for its process, its points, and its place in messages */
    const lc_instance *instance;
    lcm_alphabet *alphabet;
    lc_budget *budget;
    bool points;   /* those of the assertion are seen */
    bool progress; /* see above; excludes points */
} lcm_linear_wish;

/* The error: an event of an operation has the wrong number of values, or the process does nothing with the object. */
lince_status lcm_linear_make(lcm_linear **, const lcm_linear_wish *, lince_error *);
void lcm_linear_free(lcm_linear *);
/* From now on it follows turns of the implementation (NULL: no longer).  Can it, as far as processes are concerned? */
struct lcm_symmetry;
bool lcm_linear_can_follow(const lcm_linear *, const struct lcm_symmetry *);
void lcm_linear_follow(lcm_linear *, const struct lcm_symmetry *);
const lcm_lts *lcm_linear_lts(const lcm_linear *);
/* For each of the model's event names: is it seen?  All other events are to be hidden. */
const bool *lcm_linear_seen(const lcm_linear *);
/* Likewise: is it a return?  A specification that allows one allows it later too: an operation that returns later
 * overlaps with more.  (Not so with `progress`, where an operation that returns late may be stuck.) */
const bool *lcm_linear_returns(const lcm_linear *);
/* Likewise: the owner of its calls and returns: LCM_NUMBERED if the first number is the owner, else a number of its
 * own. */
const uint32_t *lcm_linear_owners(const lcm_linear *);
/* Did something go wrong that makes all answers worthless: the object cannot be evaluated, a result has no number in
 * the model, a process called before it returned? */
bool lcm_linear_failed(lcm_linear *, lince_error *);

/* The calls and returns of a run as a history, with symbols where the object returns symbols; NULL: out of memory.
 * Process 1 is `P1`; operations without one belong to a thread of their name. */
lince_history *lcm_linear_history(lcm_linear *, const lcm_path *);
bool lcm_linear_is_event(const lcm_linear *, lcm_label); /* of such a history */

/* The returns of which one must be possible behind a run, where the wish was for progress.  They are on no budget.
 * False: memory is out. */
typedef LC_VEC(lcm_label) lcm_due;
bool lcm_linear_due(lcm_linear *, const lcm_path *, lcm_due *);

#endif
