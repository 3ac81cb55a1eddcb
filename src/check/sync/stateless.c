/* The common parts of the algorithms for objects without state: reading the part, and reporting the answer. */
#include "check/sync/stateless.h"

#include <assert.h>

void lc_stateless_init(lc_stateless *s, lc_binding *binding, const lc_tuning *tuning, const lc_limits *limits,
                       bool progress, lc_budget *budget) {
    *s = (lc_stateless){
        .budget = budget, .binding = binding, .meter = lc_meter_of(budget, limits), .progress = progress};
    lc_space_init(&s->space, binding, budget);
    s->space.forget = tuning->no_memo;
}

void lc_stateless_free(lc_stateless *s) {
    lc_sync_answer_free(&s->answer, s->budget);
    lc_space_free(&s->space);
    lc_vec_free(s->budget, &s->ops);
    lc_vec_free(s->budget, &s->label);
    lc_release(s->budget, s->note, s->note_count * sizeof *s->note);
}

lc_outcome lc_not_for_me(lc_stateless *s, const char *why) {
    s->answer.why_not = why;
    return LC_UNDECIDED;
}

lc_outcome lc_halt_grouping(lc_stateless *s, lc_halt halt) {
    s->answer.halt = halt;
    return LC_HALTED;
}

/* ---- the part ---- */

static bool make_room(lc_stateless *s) {
    size_t count = s->binding->history->ops.count;
    if (!lc_reserve(s->budget, &s->ops, s->part->event_count)) return false;
    if (count <= s->note_count) return true;
    uint32_t *note = lc_resize(s->budget, s->note, s->note_count * sizeof *note, count * sizeof *note);
    if (!note) return false;
    s->note = note;
    s->note_count = count;
    return true;
}

static lc_outcome read_part(lc_stateless *s) {
    s->ops.count = 0;
    if (!make_room(s)) return lc_halt_grouping(s, LC_NO_MEMORY);
    for (uint32_t place = 0; place < s->part->event_count; place++) {
        uint32_t op = lc_event_op(s->part->events[place]);
        if (lc_grouping_stopped(s, place)) return LC_HALTED;
        if (lc_event_what(s->part->events[place]) == LC_RETURN) {
            s->ops.at[s->note[op]].ends = place;
            continue;
        }
        s->note[op] = s->ops.count;
        s->ops.at[s->ops.count++] = (lc_sync_op){.op = op, .call = place, .ends = LC_NEVER, .mate = LC_ALONE};
    }
    return LC_HOLDS;
}

bool lc_takes_part(const lc_stateless *s, uint32_t i) {
    const lince_history *h = s->binding->history;
    const lc_sync_op *o = &s->ops.at[i];
    return o->ends != LC_NEVER || !s->only_crashed || lc_op_outcome(h, &h->ops.at[o->op]) == LC_CRASH;
}

bool lc_query_specification(lc_stateless *s) {
    lc_space_reset(&s->space, s->instance);
    lc_next start = lc_space_start(&s->space);
    if (lc_exhausted(s->budget)) return false;
    assert(start != LC_NO_STEP);
    s->state = lc_next_state(&s->space, start, 0);
    s->label.count = 0;
    if (!lc_reserve(s->budget, &s->label, s->ops.count)) return false;
    for (uint32_t i = 0; i < s->ops.count; i++) {
        uint32_t label = lc_label_op(s->binding, s->ops.at[i].op);
        if (label != LC_NO_LABEL && s->ops.at[i].ends == LC_NEVER) label = lc_pending_label(s->binding, label);
        if (label == LC_NO_LABEL) return false;
        s->label.at[s->label.count++] = label;
    }
    return true;
}

bool lc_steps_alone(lc_stateless *s, uint32_t i) {
    return s->least == 1 && lc_space_next(&s->space, s->state, s->label.at[i]) != LC_NO_STEP;
}

/* Which return of the part this operation's is. */
static uint32_t number_of_return(const lc_stateless *s, uint32_t i) {
    uint32_t number = 0;
    for (uint32_t place = 0; place < s->ops.at[i].ends; place++)
        number += lc_event_what(s->part->events[place]) == LC_RETURN;
    return number;
}

/* ---- the answer ---- */

lc_outcome lc_put_pairs(lc_stateless *s) {
    lc_sync_answer *a = &s->answer;
    if (!lc_reserve(s->budget, &a->met, s->ops.count) || !lc_reserve(s->budget, &a->ends, s->ops.count))
        return lc_halt_grouping(s, LC_NO_MEMORY);
    for (uint32_t i = 0; i < s->ops.count; i++) {
        const lc_sync_op *o = &s->ops.at[i];
        if (o->mate == LC_ALONE ? o->ends == LC_NEVER : o->mate > i) continue;
        if (o->mate != LC_ALONE) a->met.at[a->met.count++] = s->ops.at[o->mate].op;
        a->met.at[a->met.count++] = o->op;
        a->ends.at[a->ends.count++] = a->met.count;
    }
    return LC_HOLDS;
}

lc_outcome lc_fails_at(lc_stateless *s, uint32_t i) {
    s->answer.furthest = number_of_return(s, i);
    return LC_VIOLATED;
}

/* With progress, an operation that met another has returned, so that of those that did not only crashed ones may help.
 * If that is not enough, the rest may help, too: then all that returned can be explained, but not that these have
 * not. */
static lc_outcome without_progress(lc_stateless *s, lc_grouping *decide) {
    uint32_t furthest = s->answer.furthest;
    s->only_crashed = false;
    lc_sync_answer_clear(&s->answer);
    lc_outcome outcome = decide(s);
    if (outcome == LC_HALTED) return outcome;
    if (outcome != LC_VIOLATED) {
        lc_sync_answer_clear(&s->answer);
        s->answer.furthest = outcome == LC_HOLDS ? LC_NEVER : furthest;
    }
    return LC_VIOLATED;
}

lc_outcome lc_stateless_decide(lc_stateless *s, const lc_part *part, lc_grouping *decide) {
    lc_sync_answer_clear(&s->answer);
    s->part = part;
    s->instance = s->binding->objects.at[part->object].instance;
    s->only_crashed = s->progress;
    lc_instance_arity(s->instance, &s->least, &s->most);
    if (s->binding->history->ties.count) return lc_not_for_me(s, "operations of one thread touch in an instant");
    lc_outcome outcome = read_part(s);
    if (outcome == LC_HOLDS) outcome = decide(s);
    if (outcome == LC_HOLDS && s->progress) outcome = lc_progress(s);
    else if (outcome == LC_VIOLATED && s->progress) outcome = without_progress(s, decide);
    return lc_exhausted(s->budget) ? lc_halt_grouping(s, LC_NO_MEMORY) : outcome;
}
