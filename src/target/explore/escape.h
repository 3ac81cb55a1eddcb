/* Is there a way out?  Asked before a livelock is told. */
#ifndef LC_TARGET_EXPLORE_ESCAPE_H
#define LC_TARGET_EXPLORE_ESCAPE_H

#include <stdbool.h>
#include <stdint.h>

/* From step `depth` of the current execution on: is there another that does not go round for ever?  Between executions;
 * afterwards the current one is what it was. */
bool lc_escapes(int32_t depth);

#endif
