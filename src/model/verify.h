/* One assertion of a model, from its text to a finding. */
#ifndef LC_MODEL_VERIFY_H
#define LC_MODEL_VERIFY_H

#include <lince/error.h>

#include "history/history.h"
#include "lang/syntax.h"
#include "model/compile/system.h"
#include "model/finding.h"
#include "model/linear/linearizes.h"

typedef struct lcm_verify_options {
    lcm_search_limits limits; /* without a budget: each verification has its own */
    size_t max_memory;        /* 0: as much as there is */
    uint32_t fairness;        /* lcm_fairness, for temporal formulas */
    lcm_choices choices;
} lcm_verify_options;

typedef struct lcm_verification {
    lc_budget budget;
    lcm_alphabet alphabet;
    lcm_system *system, *other; /* of the process, and of the specification if that is one */
    bool by_object;
    lcm_linearization linear; /* instead of these where an object is the specification; its finding is moved here */
    const lcm_lts *lts;       /* the system of which the finding's path is a run */
    lcm_finding finding;
    struct lcm_hidden *hidden; /* of the system, if states that differ in hidden variables only count as one */
    bool symmetric;            /* identical processes were not distinguished */
    bool any_number;           /* the process has any number of copies of another: */
    uint32_t copies;           /* the finding is about this many; 0: about all numbers */
    bool points_wrong;         /* the process linearizes the specification, but not at these points */
    lince_history *history;    /* calls and returns on the path; NULL: it is not about them */
    const char *reductions[8]; /* those that were applied, for --json */
    uint32_t reduction_count;
    lince_text native; /* for people: the result of native code; empty: it was not wanted, or not in time */
    double seconds;
    size_t memory; /* at most */
} lcm_verification;

/* The error is about the model, which cannot be compiled; that it fails while it runs is a finding.  In any case there
 * is a verification to be freed, unless not even for that there is memory: then it is NULL. */
lince_status lcm_verify(lcm_verification **, const lcm_model *, const lcm_assertion *, const lcm_verify_options *,
                        lince_error *);
void lcm_verification_free(lcm_verification *);

#endif
