/* The answer to an assertion as text, JSON and a section of the page. */
#ifndef LC_VERIFIER_PRINT_PRINT_H
#define LC_VERIFIER_PRINT_PRINT_H

#include "report/style.h"
#include "report/writer.h"
#include "verifier/answer.h"

/* `no deadlock`, `not linearizable as a Queue`: the text behind the verdict. */
void lcv_put_outcome(lince_text *, const lcr_style *, const lcv_answer *);
/* A sentence about the end of the run, without a full stop: `nothing can happen any more`. */
void lcv_put_reason(lince_text *, const lcv_answer *);

/* `peterson.lin: P() deadlockfree: ok — no deadlock (20 states, 39 transitions, 0.2 ms)` */
void lcv_print_verdict(lince_text *, const lcr_style *, const lcv_answer *);
/* The run that shows it, if there is one: a table of steps, with the middle of a long one only if `all` are wanted,
 * then the history of calls and returns. */
void lcv_print_steps(lince_text *, const lcr_style *, const lcv_answer *, bool all);
void lcv_print_statistics(lince_text *, const lcr_style *, const lcv_answer *);
void lcv_print_json(lince_text *, const lcv_answer *);

/* The parts of these: `20 states, 39 transitions, 0.2 ms`; the reason as a sentence; the comparison of
 * --expect, which is empty if the model is wrong. */
void lcv_put_effort(lince_text *, const lcv_answer *);
void lcv_put_sentence(lince_text *, const lcr_style *, const lcv_answer *);
bool lcv_is_expected(const lcv_answer *);
void lcv_put_expectation(lince_text *, const lcv_answer *);

/* A section of the page; `expect`: with the comparison. */
void lcv_print_section(lince_text *, const lcv_answer *, bool expect);

/* The line of a place with a caret below it; nothing if the place is not known. */
void lcv_put_place(lince_text *, const lcr_style *, const lcm_model *, lcm_place);

#endif
