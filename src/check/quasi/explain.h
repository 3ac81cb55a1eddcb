/* Explanations of quasi linearizability and its violations. */
#ifndef LC_CHECK_QUASI_EXPLAIN_H
#define LC_CHECK_QUASI_EXPLAIN_H

#include "check/driver/job.h"
#include "check/quasi/smallest.h"

/* After LC_HOLDS: the operations that are not in their places. */
void lc_quasi_list_moved(const lc_quasi_search *, lc_quasi_finding *);

/* The violation of this part: the factor that would be enough, the operations that would be overtaken and how often,
 * and a few operations that are a violation by themselves. */
void lc_quasi_explain(lc_job *, lc_quasi_search *, uint32_t part);

#endif
