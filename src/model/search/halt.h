/* The meter of the searches in models, and the reason why one stopped before it was done. */
#ifndef LC_MODEL_SEARCH_HALT_H
#define LC_MODEL_SEARCH_HALT_H

#include "base/meter.h"
#include "model/finding.h"

static inline lc_meter lcm_meter_of(const lcm_search_limits *l, lc_budget *budget) {
    const lc_limits limits = {.deadline = l->deadline, .interrupt = l->stop};
    return lc_meter_of(budget, &limits);
}

static inline lcm_reason lcm_reason_of(lc_halt halt) {
    switch (halt) {
    case LC_GO_ON: return LCM_R_NONE;
    case LC_NO_MEMORY: return LCM_R_MEMORY;
    case LC_INTERRUPTED: return LCM_R_INTERRUPTED;
    case LC_TIMED_OUT:
    case LC_SPENT: break;
    }
    return LCM_R_TIME;
}

/* Of a search without an allowance of work.  Reads the clock. */
static inline lcm_reason lcm_halt_reason(const lc_meter *m) { return lcm_reason_of(lc_meter_read(m, 0, true)); }
static inline bool lcm_halted(const lc_meter *m) { return lcm_halt_reason(m) != LCM_R_NONE; }

#endif
