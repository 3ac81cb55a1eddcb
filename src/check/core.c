#include "check/core.h"

bool lc_core_take(lc_core *core, lc_judge *j, const lc_part *part) {
    lc_poly *p = &j->poly;
    *core = (lc_core){.part = *part};
    for (uint32_t i = 0; i < part->event_count; i++) p->note[lc_event_op(part->events[i])] = false;
    for (uint32_t i = 0; i < p->core.count; i++) p->note[p->core.at[i]] = true;
    for (uint32_t i = 0; i < part->event_count; i++)
        if (p->note[lc_event_op(part->events[i])] &&
            (!lc_push(j->budget, &core->events, part->events[i]) || !lc_push(j->budget, &core->places, i)))
            return false;
    core->part.events = core->events.at;
    core->part.event_count = core->events.count;
    return true;
}

void lc_core_free(lc_core *core, lc_budget *budget) {
    lc_vec_free(budget, &core->events);
    lc_vec_free(budget, &core->places);
}
