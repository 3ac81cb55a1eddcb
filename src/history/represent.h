/* From histories to their counting representation, and back. */
#ifndef LC_HISTORY_REPRESENT_H
#define LC_HISTORY_REPRESENT_H

#include "history/counts.h"
#include "history/labels.h"

/* Of a history whose operations are ordered by their events alone, without ties.  False: out of memory. */
bool lc_represent(lc_counts *, const lince_history *, lc_op_labels *);
/* Some history with this representation, a thread for each operation.  NULL: out of memory. */
lince_history *lc_history_of_counts(const lc_counts *, const lc_op_labels *);

#endif
