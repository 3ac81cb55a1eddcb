/* Values of a register with cas that can be left out of a history together. */
#ifndef LC_CHECK_EXPLAIN_REPLACED_H
#define LC_CHECK_EXPLAIN_REPLACED_H

#include "check/explain/minimize.h"

/* Of a history of one such register with few values: groups of operations, as numbers in `ops` of the minimal, each of
 * which keeps a correct history correct when it is left out, and so do several.  They may overlap.  None elsewhere.
 * False: out of memory. */
bool lc_replaced_groups(const lc_minimal *, lc_binding *, lc_budget *, lc_member_list *, lc_group_list *);

#endif
