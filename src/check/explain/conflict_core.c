#include "check/explain/conflict_core.h"

/* The value an operation adds, removes or observes; LINCE_NO_VALUE: none, or unknown. */
static lince_value value_of(const lc_binding *b, uint32_t op) {
    lc_meaning m;
    lc_mean(b, op, &m);
    if (m.last != LINCE_NO_VALUE) return m.last;
    return m.pure && m.result == m.method->pure_result ? LINCE_NO_VALUE : m.result;
}

/* A pending removal may be that of any value. */
static void note_value_of(lc_poly *p, const lc_part *part, uint32_t also) {
    lince_value v = value_of(p->binding, also);
    for (uint32_t i = 0; i < part->event_count && v != LINCE_NO_VALUE; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        lc_meaning m;
        lc_mean(p->binding, op, &m);
        bool known = lc_event_what(part->events[i]) == LC_RETURN || m.last != LINCE_NO_VALUE;
        if (known && value_of(p->binding, op) == v) p->note[op] = true;
    }
    p->note[also] = true;
}

bool lc_conflict_core_find(lc_conflict_core *core, lc_judge *j, const lc_part *part, uint32_t also) {
    lc_poly *p = &j->poly;
    *core = (lc_conflict_core){.part = *part};
    for (uint32_t i = 0; i < part->event_count; i++) p->note[lc_event_op(part->events[i])] = false;
    for (uint32_t i = 0; i < p->core.count; i++) p->note[p->core.at[i]] = true;
    if (also != LC_NEVER && !p->note[also]) note_value_of(p, part, also);
    for (uint32_t i = 0; i < part->event_count; i++)
        if (p->note[lc_event_op(part->events[i])] &&
            (!lc_push(j->budget, &core->events, part->events[i]) || !lc_push(j->budget, &core->places, i)))
            return false;
    core->part.events = core->events.at;
    core->part.event_count = core->events.count;
    return true;
}

static bool values_are_droppable(const lc_binding *b, const lc_part *part) {
    const lc_instance *instance = b->objects.at[part->object].instance;
    const lince_spec *spec = instance->spec;
    bool all = spec->traits & LINCE_DROPPABLE_VALUES;
    for (uint32_t i = 0; i < spec->method_count; i++)
        all = all && (lc_role_moves(spec->methods[i].role) || lc_is_beside_kind(instance, i));
    return all;
}

/* First notes for each operation whether it returns after the core begins, or never; then for each value whether one of
 * its operations does. */
bool lc_conflict_core_surroundings(lc_conflict_core *around, const lc_conflict_core *core, lc_judge *j,
                                   const lc_part *part) {
    *around = (lc_conflict_core){.part = *part};
    if (!core->events.count || !values_are_droppable(j->binding, part)) return false;
    uint32_t *late = j->poly.note, begin = core->places.at[0];
    lc_map64 lasting;
    lc_map64_init(&lasting, j->budget);
    for (uint32_t i = 0; i < part->event_count; i++)
        late[lc_event_op(part->events[i])] = lc_event_what(part->events[i]) == LC_INVOKE || i >= begin;
    for (uint32_t i = 0; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        if (lc_event_what(part->events[i]) != LC_INVOKE || !late[op]) continue;
        lince_value v = value_of(j->binding, op);
        if (v != LINCE_NO_VALUE) lc_map64_put(&lasting, v, 1);
    }
    bool fine = true;
    for (uint32_t i = 0; i < part->event_count && fine; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        lince_value v = value_of(j->binding, op);
        if (v == LINCE_NO_VALUE ? !late[op] : lc_map64_get(&lasting, v) == LC_NOT_MAPPED) continue;
        fine = lc_push(j->budget, &around->events, part->events[i]) && lc_push(j->budget, &around->places, i);
    }
    lc_map64_free(&lasting);
    around->part.events = around->events.at;
    around->part.event_count = around->events.count;
    return fine && !lc_exhausted(j->budget);
}

void lc_conflict_core_free(lc_conflict_core *core, lc_budget *budget) {
    lc_vec_free(budget, &core->events);
    lc_vec_free(budget, &core->places);
}
