/* The result for one assertion, and its output. */
#ifndef LC_CLI_MODEL_ANSWER_H
#define LC_CLI_MODEL_ANSWER_H

#include <lince/lince.h>

#include "check/result.h"
#include "cli/cli.h"
#include "cli/model/steps.h"
#include "cli/model_options.h"
#include "model/verify.h"
#include "report/writer.h"

typedef struct lcc_model_answer {
    const lcc_model_settings *settings;
    const lcm_model *model;
    const lcm_assertion *assertion;
    uint32_t number; /* of the assertion, from 1 */
    lcm_verification *run;
    lcc_model_steps steps;
    lince_verdict verdict;
    bool broken; /* the model is wrong: it cannot be compiled, or fails at the end of the steps */
    lcm_place place;
    lince_error error;
    lince_result *judged; /* the check of the run's calls and returns; NULL: it is not about them */
} lcc_model_answer;

/* Checks the calls and returns of a run, if it is about them; `deadline` 0: none. */
void lcc_model_judge(lcc_model_answer *, double deadline, const volatile int *interrupt);
/* The conflict among them; NULL: it is not about them, or there was no time for the search. */
const lc_violation *lcc_model_conflict(const lcc_model_answer *);

/* `Impl() linearizes Queue`: without `#assert`. */
const char *lcc_model_text(const lcm_assertion *);
const char *lcc_model_criterion(const lcm_assertion *); /* a word for scripts */
/* Its specification: `Queue`, or the process `Spec()`.  Nothing if it is measured by itself. */
void lcc_model_put_spec(lince_text *, const lcc_model_answer *);

/* `no deadlock`, `not linearizable as a Queue`: the text behind the verdict. */
void lcc_model_put_outcome(lince_text *, const lcr_style *, const lcc_model_answer *);
/* A sentence about the end of the run, without a full stop: `nothing can happen any more`. */
void lcc_model_put_reason(lince_text *, const lcc_model_answer *);
/* The labels that were possible instead, in the order of their texts. */
typedef LC_VEC(char *) lcc_model_labels;
void lcc_model_list_allowed(lcc_model_labels *, const lcc_model_answer *);
void lcc_model_labels_free(lcc_model_labels *);

/* `peterson.lin: P() deadlockfree: ok — no deadlock (20 states, 39 transitions, 0.2 ms)` */
void lcc_model_report_verdict(lince_text *, const lcr_style *, const lcc_model_answer *);
/* The run that shows it, if there is one: a table of steps, then the history of calls and returns. */
void lcc_model_report_steps(lince_text *, const lcr_style *, const lcc_model_answer *);
void lcc_model_report_statistics(lince_text *, const lcr_style *, const lcc_model_answer *);
void lcc_model_report_json(lince_text *, const lcc_model_answer *);

/* The parts of these: `20 states, 39 transitions, 0.2 ms`; the reason as a sentence; the comparison with --expect, if
 * given. */
void lcc_model_put_effort(lince_text *, const lcc_model_answer *);
void lcc_model_put_sentence(lince_text *, const lcr_style *, const lcc_model_answer *);
bool lcc_model_is_expected(const lcc_model_answer *);
void lcc_model_put_expectation(lince_text *, const lcc_model_answer *);

/* A section of the page. */
void lcc_model_section(lince_text *, const lcc_model_answer *);

/* The line of a place with a caret below it; nothing if the place is not known. */
void lcc_model_put_place(lince_text *, const lcr_style *, const lcm_model *, lcm_place);

#endif
