/* Two-step linearizability (Lawrence and Lowe, sections 4 and 6): the question of synchronization linearizability,
 * turned into one that the search for linearizations can answer.
 *
 * The construction (section 4.4).  Each operation takes effect in two steps, both inside its own interval.  In the
 * first it takes its place in the group that is forming; in the second it gets its result.  When the group is complete,
 * the second step of one of its members performs the synchronization, and the results of the other members are due from
 * then on; their second steps fetch them, one by one.  From the first place that is taken to the synchronization
 * nothing else happens.  two_step_spec.c makes the specification of this from that of any object: its state is the
 * object's with the group so far and the operations whose results are due.
 *
 * Why that is the same (proposition 14, and its like for 4.4).  Given synchronizations that explain the history,
 * replace each by the first steps of those that take part, a second step that performs it, and the other second steps,
 * all where the synchronization was: inside all their intervals.  Given a linearization of the steps, let each
 * synchronization happen where it was performed.  There every operation in the group has taken its place, so it has
 * been called, and has its second step still to come, so it has not returned.
 *
 * Where there is a choice that does not matter, the specification makes it.
 * - Places are taken by the order of methods, and among those of one method by that of returns (unless the object is
 *   LINCE_ORDERED: then the order matters, and all are tried).  They are taken all in one instant.
 * - The last one that takes a place performs the synchronization: its second step can follow its first directly.
 * - Of those whose results are due, the one that returns first fetches its own first.  Fetching changes nothing for any
 *   other operation, so one that returns earlier may as well have done so.
 *
 * A pending operation has two pending steps.  It may take a place and perform, but its result is unknown, so nothing is
 * ever due to it.
 *
 * Section 6 of the paper writes the two steps into a log one after the other, the second when the operation has
 * returned, and finds that this fails where it depends on time how many synchronize: a send that timed out may be
 * logged so late that a receive comes in between (figure 7).  Nothing is logged twice here.  Both steps share the
 * interval of the operation, as section 4 has it, so that the second can be as early as it needs to be; and the search
 * tries every outcome of a step, so the specification need not be deterministic.
 *
 * Cost.  There are twice as many operations open as there are threads, and each prefix of each group is a
 * configuration, where the search for synchronizations sees whole groups only.  This is a cross-check, not the way to a
 * quick answer.
 */
#include "check/sync/two_step.h"

#include <assert.h>

static void take_specification(lc_two_step *t) {
    lc_values_init(&t->steps.values, &t->binding->values, t->budget);
    lc_intern_init(&t->steps.label_keys, t->budget);
    (void)lc_push(t->budget, &t->steps.objects, (lc_bound_object){.instance = &t->spec.instance, .keyless = true});
}

void lc_two_step_init(lc_two_step *t, lc_binding *binding, const lc_tuning *tuning, const lc_limits *limits,
                      lc_budget *budget) {
    *t = (lc_two_step){.budget = budget, .binding = binding};
    lc_two_step_spec_init(&t->spec, binding, budget);
    t->steps = (lc_binding){.history = &t->history, .budget = budget};
    take_specification(t);
    lc_search_init(&t->search, &t->steps, tuning, limits, budget);
}

void lc_two_step_free(lc_two_step *t) {
    lc_search_free(&t->search);
    lc_binding_free(&t->steps);
    lc_two_step_spec_free(&t->spec);
    lc_sync_answer_free(&t->answer, t->budget);
    lc_vec_free(t->budget, &t->history.ties);
    lc_vec_free(t->budget, &t->events);
    lc_vec_free(t->budget, &t->ops);
    lc_vec_free(t->budget, &t->returns);
}

/* ---- from the part to its steps ---- */

/* The place of an operation in `ops`, which ascends; LC_NEVER: it is not there. */
static uint32_t place_of(const lc_two_step *t, uint32_t op) {
    uint32_t low = 0, high = t->ops.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (t->ops.at[middle] <= op) low = middle;
        else high = middle;
    }
    return low < t->ops.count && t->ops.at[low] == op ? low : LC_NEVER;
}

/* The events twice over: where an operation is called both its steps are, and likewise where it returns. */
static bool list_events(lc_two_step *t, const lc_part *part) {
    t->events.count = t->ops.count = t->returns.count = 0;
    for (uint32_t i = 0; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]), place = t->ops.count;
        lc_event_kind kind = lc_event_what(part->events[i]);
        if (kind == LC_INVOKE) {
            if (!lc_push(t->budget, &t->ops, op) || !lc_push(t->budget, &t->returns, LC_NEVER)) return false;
        } else {
            uint32_t label = lc_label_op(t->binding, op);
            place = place_of(t, op);
            assert(place != LC_NEVER);
            t->returns.at[place] = t->spec.labels.count;
            if (label == LC_NO_LABEL || !lc_push(t->budget, &t->spec.labels, label)) return false;
        }
        for (uint32_t step = LC_FIRST_STEP; step <= LC_SECOND_STEP; step++)
            if (!lc_push(t->budget, &t->events, lc_make_event(2 * place + step, kind))) return false;
    }
    return true;
}

/* Where an operation follows another of its thread although they touch in an instant, its first step follows the
 * other's second.  Those in between that play no part here, or do not return here, order nothing. */
static bool tie_steps(lc_two_step *t) {
    const lince_history *h = t->binding->history;
    t->history.ties.count = 0;
    for (uint32_t i = 0; i < t->ops.count && h->ties.count; i++)
        for (uint32_t op = lc_tied_to(h, t->ops.at[i]); op != LC_NEVER; op = lc_tied_to(h, op)) {
            uint32_t before = place_of(t, op);
            if (before == LC_NEVER || t->returns.at[before] == LC_NEVER) continue;
            lc_tie tie = {2 * i + LC_FIRST_STEP, 2 * before + LC_SECOND_STEP};
            if (!lc_push(t->budget, &t->history.ties, tie)) return false;
            break;
        }
    return true;
}

/* The label of a step: a number as its argument, results unknown. */
static bool add_step(lc_two_step *t, uint32_t row, uint32_t member) {
    lc_binding *b = &t->steps;
    uint32_t content[] = {row, false, 1, member, LINCE_NO_VALUE};
    uint32_t label = lc_intern_add(&b->label_keys, content, sizeof content);
    if (label == LC_NOT_INTERNED) return false;
    const uint32_t *kept = lc_intern_get(&b->label_keys, label)->bytes;
    if (label == b->labels.count && !lc_push(t->budget, &b->labels, (lc_label){.content = kept})) return false;
    return lc_push(t->budget, &b->label_of, label);
}

static bool label_steps(lc_two_step *t) {
    t->steps.labels.count = t->steps.label_of.count = 0;
    lc_intern_clear(&t->steps.label_keys);
    for (uint32_t i = 0; i < t->ops.count; i++) {
        uint32_t member = t->returns.at[i];
        if (member == LC_NEVER) {
            uint32_t label = lc_label_op(t->binding, t->ops.at[i]);
            if (label != LC_NO_LABEL) label = lc_pending_label(t->binding, label);
            if (label == LC_NO_LABEL) return false;
            member = label | LC_MEMBER_PENDING;
        }
        if (!add_step(t, LC_FIRST_STEP, member) || !add_step(t, LC_SECOND_STEP, member)) return false;
    }
    return true;
}

/* ---- and back ---- */

/* A second step performs the synchronization if an operation has taken a place and it has not been performed. */
static void list_groups(lc_two_step *t) {
    lc_sync_answer *a = &t->answer;
    uint32_t performed = 0;
    for (uint32_t i = 0; i < t->search.order.count; i++) {
        uint32_t step = t->search.line.ops.at[t->search.order.at[i]].op;
        if (step % 2 == LC_FIRST_STEP) (void)lc_push(t->budget, &a->met, t->ops.at[step / 2]);
        else if (a->met.count > performed) (void)lc_push(t->budget, &a->ends, performed = a->met.count);
    }
    a->met.count = performed; /* a group that never came together */
}

lc_outcome lc_two_step_run(lc_two_step *t, const lc_part *part) {
    lc_sync_answer *a = &t->answer;
    lc_sync_answer_clear(a);
    lc_two_step_spec_reset(&t->spec, t->binding->objects.at[part->object].instance);
    if (!list_events(t, part) || !tie_steps(t) || !label_steps(t) || !t->steps.objects.count) {
        a->halt = LC_NO_MEMORY;
        return LC_HALTED;
    }
    lc_part steps = {.object = 0, .events = t->events.at, .event_count = t->events.count};
    lc_outcome outcome = lc_linearize(&t->search, &steps);
    a->halt = t->search.halt;
    a->furthest = t->search.place.furthest / 2;
    if (outcome == LC_HOLDS) list_groups(t);
    if (outcome != LC_HOLDS || !lc_exhausted(t->budget)) return outcome;
    a->halt = LC_NO_MEMORY;
    return LC_HALTED;
}
