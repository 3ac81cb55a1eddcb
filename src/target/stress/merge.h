/* From the records of each thread to the history of the run. */
#ifndef LC_TARGET_STRESS_MERGE_H
#define LC_TARGET_STRESS_MERGE_H

#include "target/explore/record.h"

enum { LCT_MERGED = 1 << 14 };

typedef struct lct_merged {
    uint32_t length;
    bool off; /* stamps contradict a known order: processors do not agree on the time */
    bool cut; /* there are more events than fit */
    lct_log_entry log[LCT_MERGED];
} lct_merged;

/* Reads the board, whose content may be damaged. */
void lct_merge(lct_merged *);
/* A number for it: equal for equal interval orders, as in record.h. */
lct_digest lct_merged_digest(const lct_merged *, const char *scenario);

/* The delay added to the stamp of a return, because clocks cannot resolve less (lc_stamp_grain). */
extern uint64_t lct_run_leap __attribute__((visibility("hidden")));

#endif
