/* Should a search stop before it is done? */
#ifndef LC_MODEL_SEARCH_HALT_H
#define LC_MODEL_SEARCH_HALT_H

#include "base/meter.h"
#include "model/finding.h"

static inline bool lcm_halted(const lcm_search_limits *l, const lc_budget *budget) {
    return lc_halt_now(budget, &(lc_limits){.deadline = l->deadline, .interrupt = l->stop}) != LC_GO_ON;
}

/* Why lcm_halted was true. */
static inline lcm_reason lcm_halt_reason(const lcm_search_limits *l, const lc_budget *budget) {
    if (lc_exhausted(budget)) return LCM_R_MEMORY;
    return l->stop && *l->stop ? LCM_R_INTERRUPTED : LCM_R_TIME;
}

#endif
