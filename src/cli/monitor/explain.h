/* Why a followed object is wrong, with a drawing of the operations that are still known. */
#ifndef LC_CLI_MONITOR_EXPLAIN_H
#define LC_CLI_MONITOR_EXPLAIN_H

#include <lince/follow.h>

#include "base/text.h"
#include "report/style.h"

void lcc_explain_violation(lince_text *, const lcr_style *, const lince_follow_violation *);

#endif
