#include "check/poly/poly.h"

#include <string.h>

#include "check/explain/describe.h"

const char lc_poly_repeated[] = "a value is added more than once";

/* ---- which decider ---- */

/* Of queues and stacks those without a capacity. */
static lc_decider *const deciders[] = {
    [LINCE_IS_BAG] = lc_poly_bag,       [LINCE_IS_COUNTER] = lc_poly_counter,     [LINCE_IS_MAP] = lc_poly_cell,
    [LINCE_IS_MUTEX] = lc_poly_mutex,   [LINCE_IS_PQUEUE] = lc_poly_pqueue,       [LINCE_IS_QUEUE] = lc_poly_queue,
    [LINCE_IS_REGISTER] = lc_poly_cell, [LINCE_IS_SEMAPHORE] = lc_poly_semaphore, [LINCE_IS_SET] = lc_poly_set,
    [LINCE_IS_STACK] = lc_poly_stack,
};

lc_outcome lc_poly_cell(lc_poly *p, const lc_part *part) {
    for (uint32_t i = 0; i < part->event_count; i++) {
        lc_meaning m;
        lc_mean(p->binding, lc_event_op(part->events[i]), &m);
        if (m.method->role == LINCE_ROLE_APPEND) return lc_poly_log(p, part);
        if (m.method->role == LINCE_ROLE_CAS) return lc_poly_chain(p, part);
    }
    return lc_poly_register(p, part);
}

static lc_decider *decider_of(const lc_binding *b, const lc_part *part) {
    if (part->object == LC_ALL_OBJECTS) return NULL;
    const lc_instance *instance = b->objects.at[part->object].instance;
    return lc_is_bounded(instance) ? NULL : deciders[instance->is];
}

/* ---- beginning and end ---- */

void lc_poly_init(lc_poly *p, const lc_binding *b, const lc_limits *limits, lc_budget *budget) {
    *p = (lc_poly){.budget = budget, .binding = b, .limits = *limits, .most_attempts = LC_POLY_ATTEMPTS};
}

void lc_poly_free(lc_poly *p) {
    lc_vec_free(p->budget, &p->order);
    lc_vec_free(p->budget, &p->core);
    lc_text_free(&p->reason);
    lc_release(p->budget, p->note, p->note_count * sizeof *p->note);
    for (size_t i = 0; i < LC_POLY_SCRATCHES; i++) lc_vec_free(p->budget, &p->scratch[i]);
}

static bool make_room_for_notes(lc_poly *p) {
    size_t count = p->binding->history->ops.count;
    if (p->note_count >= count) return true;
    uint32_t *note = lc_resize(p->budget, p->note, p->note_count * sizeof *p->note, count * sizeof *p->note);
    if (!note) return false;
    memset(note + p->note_count, 0, (count - p->note_count) * sizeof *note);
    p->note = note;
    p->note_count = count;
    return true;
}

/* Operations of one thread that touch in an instant are ordered, though their intervals overlap: deciders do not see
 * that.  An order that respects it nevertheless is fine; and leaving a constraint out makes no violation. */
static bool respects_ties(lc_poly *p) {
    const lince_history *h = p->binding->history;
    if (!h->ties.count) return true;
    for (uint32_t i = 0; i < p->order.count; i++) p->note[p->order.at[i]] = i;
    for (uint32_t i = 0; i < p->order.count; i++) {
        for (uint32_t op = lc_tied_to(h, p->order.at[i]); op != LC_NEVER; op = lc_tied_to(h, op)) {
            uint32_t place = p->note[op];
            if (place > i && place < p->order.count && p->order.at[place] == op) return false;
        }
    }
    return true;
}

lc_outcome lc_poly_decide(lc_poly *p, const lc_part *part) {
    lc_decider *decide = decider_of(p->binding, part);
    p->halt = LC_GO_ON;
    p->part = part;
    p->order.count = p->core.count = 0;
    p->pattern = NULL;
    lc_text_clear(&p->reason);
    if (!decide) return lc_poly_not_for_me(p, "no polynomial algorithm is known for this object");
    if (!make_room_for_notes(p)) return lc_poly_halt(p, LC_NO_MEMORY);
    lc_outcome outcome = decide(p, part);
    if (lc_exhausted(p->budget)) return lc_poly_halt(p, LC_NO_MEMORY);
    if (outcome == LC_HOLDS && !respects_ties(p))
        return lc_poly_not_for_me(p, "operations of one thread touch in an instant");
    return outcome;
}

/* ---- for the deciders ---- */

lc_outcome lc_poly_not_for_me(lc_poly *p, const char *why) {
    p->why_not = why;
    return LC_UNDECIDED;
}

lc_outcome lc_poly_halt(lc_poly *p, lc_halt halt) {
    p->halt = halt;
    return LC_HALTED;
}

bool lc_poly_limit_reached(lc_poly *p) {
    p->halt = lc_halt_now(p->budget, &p->limits);
    return p->halt != LC_GO_ON;
}

void lc_poly_explain(lc_poly *p, const char *text) { lc_text_puts(&p->reason, text); }

/* An operation that has not returned in this part has no result, even if it returns later. */
static bool returns(const lc_part *part, uint32_t op) {
    uint32_t i = part->event_count;
    while (i && part->events[i - 1] != lc_make_event(op, LC_RETURN)) i--;
    return i > 0;
}

void lc_poly_explain_op(lc_poly *p, uint32_t op) {
    const lince_history *h = p->binding->history;
    (returns(p->part, op) ? lc_describe_op : lc_describe_call)(&p->reason, h, &h->ops.at[op]);
}

bool lc_poly_blame(lc_poly *p, uint32_t op) { return lc_push(p->budget, &p->core, op); }
