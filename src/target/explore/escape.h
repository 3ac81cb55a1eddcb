/* Is there a way out?  Checked before a livelock is reported. */
#ifndef LC_TARGET_EXPLORE_ESCAPE_H
#define LC_TARGET_EXPLORE_ESCAPE_H

#include <stdbool.h>
#include <stdint.h>

/* From step `depth` of the current execution on: is there another that does not loop forever?  Between executions;
 * afterwards the current one is unchanged. */
bool lct_escapes(int32_t depth);

#endif
