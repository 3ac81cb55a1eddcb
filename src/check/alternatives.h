/* What an operation could have returned instead. */
#ifndef LC_CHECK_ALTERNATIVES_H
#define LC_CHECK_ALTERNATIVES_H

#include "check/linearize.h"

/* The results of a completed operation with which its (violated) part would hold, as text: `1, 2 or EMPTY`.  NULL:
 * there are none or, if `known` is false, a limit was reached before they were found.  To be freed. */
char *lc_alternatives(lc_search *, const lc_part *, uint32_t op, bool *known);

#endif
