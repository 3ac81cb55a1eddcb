/* The pace of writing a file that changes more often than it is read: soon after the first change, then with pauses
 * that grow with the time of writing. */
#ifndef LC_CLI_MONITOR_PACE_H
#define LC_CLI_MONITOR_PACE_H

#include <stdbool.h>

#define LCC_PACE_PAUSE 1.0 /* seconds between two at least */
enum { LCC_PACE_SHARE = 30 /* and as many times the duration of the last writing */ };

typedef struct lcc_pace {
    bool stale; /* something has changed since */
    double due; /* when it may be written again */
} lcc_pace;     /* starts empty when zeroed; the clock is the caller's */

static inline bool lcc_pace_is_due(const lcc_pace *p, double now) { return p->stale && now >= p->due; }

static inline void lcc_pace_wrote(lcc_pace *p, double began, double now) {
    double most = (now - began) * LCC_PACE_SHARE;
    p->stale = false;
    p->due = now + (most > LCC_PACE_PAUSE ? most : LCC_PACE_PAUSE);
}

#endif
