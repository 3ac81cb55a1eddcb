#include "base/clock.h"

#include <time.h>

double lc_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

lc_halt lc_limits_reached(const lc_limits *l) {
    if (l->tick) l->tick(l->context);
    if (l->interrupt && __atomic_load_n(l->interrupt, __ATOMIC_RELAXED)) return LC_INTERRUPTED;
    if (l->deadline != 0 && lc_now() >= l->deadline) return LC_TIMED_OUT;
    return LC_GO_ON;
}
