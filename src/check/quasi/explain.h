/* Saying why a history is not quasi linearizable, or how it is. */
#ifndef LC_CHECK_QUASI_EXPLAIN_H
#define LC_CHECK_QUASI_EXPLAIN_H

#include "check/driver/job.h"
#include "check/quasi/smallest.h"

/* After LC_HOLDS: the operations that are not in their places. */
void lc_quasi_list_moved(const lc_quasi_search *, lc_quasi_finding *);

/* The violation of this part: which factor would be enough, who would be overtaken how often, and a few operations that
 * are a violation by themselves. */
void lc_quasi_explain(lc_job *, lc_quasi_search *, uint32_t part);

#endif
