/* Explaining a violation by the operations that are still known. */
#ifndef LC_FOLLOW_EXCERPT_H
#define LC_FOLLOW_EXCERPT_H

#include "check/result.h"
#include "follow/run.h"

/* The excerpt judged like any other history, because that explains best.  NULL: it proves nothing by itself. */
lince_result *lcf_excerpt_judge(const lcf_run *, const lcf_object *, const lco_online_violation *);

typedef LC_VEC(uint32_t) lcf_numbers;
/* Adds the operations of the excerpt that concern the key of its last event; all of them if it has none. */
void lcf_excerpt_related(lcf_numbers *, const lcf_object *, const lco_online_violation *);

#endif
