/* Values with equal or similar text that are different: 1 and true, "1" and 1, nil and EMPTY. */
#ifndef LC_REPORT_ALIKE_H
#define LC_REPORT_ALIKE_H

#include "check/result.h"
#include "report/style.h"

/* The recorder may have meant another value than the one that cannot be explained.  A sentence about it, or nothing. */
void lcr_put_alike(lince_text *, const lcr_style *, const lince_history *, const lc_violation *);

#endif
