#include "check/bounded_width/bounded_width.h"

/* Work between two looks at the clock: about a configuration each. */
enum { PATIENCE = 256 };

void lc_bounded_width_init(lc_bounded_width *w, const lc_binding *binding, const lc_limits *limits, lc_budget *budget) {
    *w = (lc_bounded_width){.budget = budget, .binding = binding, .meter = lc_meter_of(budget, limits)};
    lc_moves_init(&w->moves, budget);
}

void lc_bounded_width_free(lc_bounded_width *w) {
    lc_moves_free(&w->moves);
    lc_vec_free(w->budget, &w->order);
}

bool lc_bounded_width_stopped(lc_bounded_width *w, uint64_t work) {
    w->unlooked += work;
    bool look = w->unlooked >= PATIENCE;
    if (look) w->unlooked = 0;
    w->halt = lc_meter_read(&w->meter, w->visited, look);
    return w->halt != LC_GO_ON;
}

/* However operations are ordered, no operation can remove a value that was not added often enough. */
static bool lacks_additions(const lc_moves *m) {
    for (uint32_t v = 0; v < m->values.count; v++)
        if (m->values.at[v].removed > m->values.at[v].added) return true;
    return false;
}

static lc_outcome decide(lc_bounded_width *w, const lc_part *part) {
    if (part->object == LC_ALL_OBJECTS || w->binding->history->ties.count) return LC_UNDECIDED;
    const lc_instance *instance = w->binding->objects.at[part->object].instance;
    bool queue = instance->is == LINCE_IS_QUEUE, stack = instance->is == LINCE_IS_STACK;
    if ((!queue && !stack) || lc_is_bounded(instance)) return LC_UNDECIDED;
    if (!lc_moves_read(&w->moves, w->binding, part)) return LC_UNDECIDED;
    if (lacks_additions(&w->moves)) return LC_VIOLATED;
    return queue ? lc_bounded_width_queue(w) : lc_bounded_width_stack(w);
}

lc_outcome lc_bounded_width_decide(lc_bounded_width *w, const lc_part *part) {
    w->halt = LC_GO_ON;
    w->order.count = 0;
    lc_outcome outcome = decide(w, part);
    if (!lc_exhausted(w->budget)) return outcome;
    w->halt = LC_NO_MEMORY;
    return LC_HALTED;
}
