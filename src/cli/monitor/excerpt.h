/* Explaining a violation by the operations that are still known. */
#ifndef LC_CLI_MONITOR_EXCERPT_H
#define LC_CLI_MONITOR_EXCERPT_H

#include "check/result.h"
#include "cli/monitor/lookout.h"

/* The excerpt judged like any other history, because that explains best.  NULL: it proves nothing by itself. */
lince_result *lcc_excerpt_judge(const lcc_lookout *, const lcc_object *, const lco_online_violation *);
/* Why, with a drawing; the result may be NULL. */
void lcc_excerpt_explain(lince_text *, const lcc_lookout *, const lcc_object *, const lco_online_violation *,
                         const lince_result *);

#endif
