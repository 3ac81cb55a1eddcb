/* Should a search stop before it is done? */
#ifndef LC_MODEL_SEARCH_HALT_H
#define LC_MODEL_SEARCH_HALT_H

#include "base/meter.h"
#include "model/finding.h"

static inline lc_limits lcm_limits_of(const lcm_search_limits *l) {
    return (lc_limits){.deadline = l->deadline, .interrupt = l->stop};
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

static inline bool lcm_halted(const lcm_search_limits *l, const lc_budget *budget) {
    lc_limits limits = lcm_limits_of(l);
    return lc_halt_now(budget, &limits) != LC_GO_ON;
}

/* Why lcm_halted was true. */
static inline lcm_reason lcm_halt_reason(const lcm_search_limits *l, const lc_budget *budget) {
    if (lc_exhausted(budget)) return LCM_R_MEMORY;
    return l->stop && *l->stop ? LCM_R_INTERRUPTED : LCM_R_TIME;
}

#endif
