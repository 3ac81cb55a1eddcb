/* Explaining a violation by the operations that are still known. */
#ifndef LC_CLI_MONITOR_EXCERPT_H
#define LC_CLI_MONITOR_EXCERPT_H

#include "check/result.h"
#include "cli/monitor/lookout.h"

/* The excerpt judged like any other history, because that explains best.  NULL: it proves nothing by itself. */
lince_result *lc_excerpt_judge(const lc_lookout *, const lc_object *, const lc_online_violation *);
/* Why, with a drawing; the result may be NULL. */
void lc_excerpt_explain(lince_text *, const lc_lookout *, const lc_object *, const lc_online_violation *,
                        const lince_result *);

#endif
