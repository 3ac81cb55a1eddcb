/* From the records of each thread to the history of the run. */
#ifndef LC_TARGET_STRESS_MERGE_H
#define LC_TARGET_STRESS_MERGE_H

#include "target/explore/record.h"

enum { LC_MERGED = 1 << 14 };

typedef struct lc_merged {
    uint32_t length;
    bool off; /* stamps contradict a known order: processors do not agree on the time */
    bool cut; /* there are more events than fit */
    lc_log_entry log[LC_MERGED];
} lc_merged;

/* Reads the board, whose content may be damaged. */
void lc_merge(lc_merged *);
/* A number for it: equal for equal interval orders, as in record.h. */
lc_digest lc_merged_digest(const lc_merged *, const char *scenario);

/* The delay added to the stamp of a return, because clocks cannot resolve less (lc_stamp_grain). */
extern uint64_t lc_run_leap __attribute__((visibility("hidden")));

#endif
