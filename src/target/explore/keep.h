/* The history of an execution that has ended is sent to the command, unless it is known. */
#ifndef LC_TARGET_EXPLORE_KEEP_H
#define LC_TARGET_EXPLORE_KEEP_H

#include <stdbool.h>

/* Of the current execution; where the order of calls and returns is not explored, of all equivalent schedules. */
void lct_keep_history(bool serial);
/* The current execution loops forever, and that is how its operations wait. */
void lct_keep_stuck(void);

#endif
