/* The limits of a search: memory, time and work.  Every search holds a meter and reads it once a round:
 *
 *     if ((s->halt = lc_meter_read(&s->meter, s->visited, s->visited % PATIENCE == 0)) != LC_GO_ON) return LC_HALTED;
 */
#ifndef LC_BASE_METER_H
#define LC_BASE_METER_H

#include <stdbool.h>

#include "base/clock.h"
#include "base/memory.h"

typedef struct lc_meter {
    lc_budget *budget;  /* NULL: as much memory as there is */
    lc_limits limits;   /* the deadline and interrupts */
    uint64_t allowance; /* the search's count of its work must not get beyond it; UINT64_MAX: any work */
} lc_meter;

static inline lc_meter lc_meter_of(lc_budget *budget, const lc_limits *limits) {
    return (lc_meter){.budget = budget, .limits = *limits, .allowance = UINT64_MAX};
}

/* Is memory or time out, or is an interrupt requested?  Reads the clock. */
static inline lc_halt lc_halt_now(const lc_budget *budget, const lc_limits *limits) {
    return lc_exhausted(budget) ? LC_NO_MEMORY : lc_limits_reached(limits);
}

/* The same, or is `work` all that is allowed?  The clock is read only if `look`: it costs more than a step. */
static inline lc_halt lc_meter_read(const lc_meter *m, uint64_t work, bool look) {
    if (lc_exhausted(m->budget)) return LC_NO_MEMORY;
    if (work >= m->allowance) return LC_SPENT;
    return look ? lc_limits_reached(&m->limits) : LC_GO_ON;
}

#endif
