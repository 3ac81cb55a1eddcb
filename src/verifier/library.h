/* From answers to the structures of <lince/verifier.h>. */
#ifndef LC_VERIFIER_LIBRARY_H
#define LC_VERIFIER_LIBRARY_H

#include <lince/verifier.h>

#include "verifier/session.h"

/* A result and all that it points to. */
typedef struct lcv_result {
    lince_model_result shown; /* first: the caller has a pointer to it */
    lc_arena memory;
    LC_VEC(const lince_model_answer *) answers;
    LC_VEC(lince_history *) histories;
    LC_VEC(lince_result *) results;
    bool cut; /* memory ran out */
} lcv_result;

lcv_result *lcv_result_new(void); /* NULL: out of memory */
/* NULL: out of memory, which is noted. */
const lince_model_assertion *lcv_result_assertion(lcv_result *, const lcm_model *, const lcm_assertion *,
                                                  uint32_t number);
/* Adds an answer, whose history and its check become those of the result; NULL as above. */
const lince_model_answer *lcv_result_add(lcv_result *, const lince_model_assertion *, lcv_answer *);
/* No answer is added any more. */
void lcv_result_settle(lcv_result *);

lince_model_counts lcv_counts(const lcm_figures *);

#endif
