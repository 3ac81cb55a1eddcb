/* From histories to their counting representation. */
#ifndef LC_HISTORY_REPRESENT_H
#define LC_HISTORY_REPRESENT_H

#include "history/counts.h"
#include "history/labels.h"

/* Of a history whose operations are ordered by their events alone, without ties.  False: out of memory. */
bool lc_represent(lc_counts *, const lince_history *, lc_op_labels *);

#endif
