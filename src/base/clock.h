/* Time, and when to stop. */
#ifndef LC_BASE_CLOCK_H
#define LC_BASE_CLOCK_H

#include <stdint.h>

double lc_now(void); /* seconds on a clock that never goes back */

/* Why long work should stop before it is done. */
typedef enum lc_halt { LC_GO_ON = 0, LC_TIMED_OUT, LC_INTERRUPTED, LC_NO_MEMORY, LC_SPENT } lc_halt;

typedef struct lc_limits {
    double deadline;               /* on lc_now's clock; 0: none */
    const volatile int *interrupt; /* set by a signal handler or another thread; NULL: none */
    void (*tick)(void *context);   /* called now and then, e.g. to show progress; may be NULL */
    void *context;
} lc_limits;

/* The count at which work has to stop that is at `done` and may do so much more; UINT64_MAX: no limit. */
static inline uint64_t lc_allowance(uint64_t done, uint64_t more) {
    return more < UINT64_MAX - done ? done + more : UINT64_MAX;
}

/* Reads the clock: call it every few dozen microseconds of work. */
lc_halt lc_limits_reached(const lc_limits *);

#endif
