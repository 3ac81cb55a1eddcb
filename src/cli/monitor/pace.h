/* The pace of writing a file that changes more often than it is read: soon after the first change, then with pauses
 * that grow with the time of writing. */
#ifndef LC_CLI_MONITOR_PACE_H
#define LC_CLI_MONITOR_PACE_H

#include <stdbool.h>

#define LC_PACE_PAUSE 1.0 /* seconds between two at least */
enum { LC_PACE_SHARE = 30 /* and as many times the duration of the last writing */ };

typedef struct lc_pace {
    bool stale; /* something has changed since */
    double due; /* when it may be written again */
} lc_pace;      /* starts empty when zeroed; the clock is the caller's */

static inline bool lc_pace_is_due(const lc_pace *p, double now) { return p->stale && now >= p->due; }

static inline void lc_pace_wrote(lc_pace *p, double began, double now) {
    double most = (now - began) * LC_PACE_SHARE;
    p->stale = false;
    p->due = now + (most > LC_PACE_PAUSE ? most : LC_PACE_PAUSE);
}

#endif
