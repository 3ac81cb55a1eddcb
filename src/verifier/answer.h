/* The result for one assertion. */
#ifndef LC_VERIFIER_ANSWER_H
#define LC_VERIFIER_ANSWER_H

#include <lince/check.h>

#include "check/result.h"
#include "model/verify.h"
#include "verifier/steps.h"

typedef struct lcv_answer {
    const lcm_model *model;
    const lcm_assertion *assertion;
    uint32_t number;   /* of the assertion, from 1 */
    uint32_t fairness; /* lcm_fairness, for temporal formulas */
    lcm_verification *run;
    lcv_steps steps;
    lince_verdict verdict;
    bool broken; /* the model is wrong: it cannot be compiled, or fails at the end of the steps */
    lcm_place place;
    lince_error error;
    lince_result *judged; /* the check of the run's calls and returns; NULL: it is not about them */
} lcv_answer;

void lcv_answer_free(lcv_answer *);

/* Checks the calls and returns of a run, if it is about them; `deadline` 0: none. */
void lcv_answer_judge(lcv_answer *, size_t max_memory, double deadline, const volatile int *interrupt);
/* The conflict among them; NULL: it is not about them, or there was no time for the search. */
const lc_violation *lcv_answer_conflict(const lcv_answer *);

/* `Impl() linearizes Queue`: without `#assert`. */
const char *lcv_assertion_text(const lcm_assertion *);
const char *lcv_criterion_name(const lcm_assertion *); /* a word for scripts */
/* Its specification: `Queue`, or the process `Spec()`.  Nothing if it is measured by itself. */
void lcv_put_specification(lince_text *, const lcm_model *, const lcm_assertion *);
/* The kind of the end, a word for scripts; NULL: there is none. */
const char *lcv_reason_name(const lcv_answer *);

/* The labels that were possible instead, in the order of their texts. */
typedef LC_VEC(char *) lcv_labels;
void lcv_list_allowed(lcv_labels *, const lcv_answer *);
void lcv_labels_free(lcv_labels *);

#endif
