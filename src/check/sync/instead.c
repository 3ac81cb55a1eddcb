/* If a part would hold with another result of an operation, then that result is given by some group with it, in some
 * state; and steps that lead up to that do not depend on it, so the search that found the part violated has been in
 * that state.  So all groups in all these states are evaluated, and their results are tried. */
#include "check/sync/instead.h"

#include <stdlib.h>

#include "check/explain/alternatives.h"

enum { NEIGHBOURS = 40, STATES = 200 };

/* ---- the operations it could have met ---- */

static bool add(lc_groups *g, lc_binding *b, uint32_t op, uint32_t label, bool first) {
    if (label == LC_NO_LABEL || g->open.count == NEIGHBOURS) return false;
    uint32_t row = b->labels.at[label].content[0];
    return lc_push(g->space->budget, &g->open,
                   (lc_open_op){.label = label, .row = row, .ends = first ? 0 : op + 1, .op = op});
}

bool lc_sync_neighbours(lc_groups *g, lc_binding *b, const lc_part *part, uint32_t op, uint32_t label,
                        uint32_t *place) {
    const lc_op *ops = b->history->ops.at;
    bool *returns = calloc(b->history->ops.count, sizeof *returns), enough = returns; /* in this part */
    for (uint32_t i = 0; i < part->event_count && enough; i++)
        if (lc_event_what(part->events[i]) == LC_RETURN) returns[lc_event_op(part->events[i])] = true;
    g->open.count = 0;
    for (uint32_t i = 0; i < part->event_count && enough; i++) {
        uint32_t other = lc_event_op(part->events[i]);
        if (lc_event_what(part->events[i]) != LC_INVOKE || ops[other].call > ops[op].end) continue;
        if (returns[other] && ops[other].end < ops[op].call) continue;
        uint32_t its = other == op ? label : lc_label_op(b, other);
        if (its != LC_NO_LABEL && !returns[other] && other != op) its = lc_pending_label(b, its);
        enough = add(g, b, other, its, other == op);
    }
    free(returns);
    if (!enough) return false;
    lc_groups_ready(g);
    for (*place = 0; g->open.at[*place].op != op;) ++*place;
    return true;
}

/* ---- the results they would have given it ---- */

typedef struct asking {
    lc_sync_search *search;
    uint32_t label;
    lc_alternatives_list *out;
} asking;

static bool note_group(void *context, const uint32_t *members, uint32_t count, lc_next next) {
    asking *a = context;
    uint32_t labels[LC_ARITY_MAX];
    (void)next;
    for (uint32_t i = 0; i < count; i++) labels[i] = a->search->groups.open.at[members[i]].label;
    lc_space_meet_results(&a->search->space, a->search->groups.state, labels, count, a->label, lc_alternatives_note,
                          a->out);
    return !a->out->too_many;
}

/* The values must outlive the search's states, so they move down to the binding's pool, and the states are made anew.
 */
static bool collect(lc_sync_search *s, const lc_part *part, uint32_t op, uint32_t label, lc_alternatives_list *out) {
    lc_binding *b = s->binding;
    lince_values kept;
    lc_values_init(&kept, &b->values, s->budget);
    *out = (lc_alternatives_list){.from = &s->space.values, .values = &kept};
    asking a = {s, label, out};
    uint32_t place, states = s->space.states.items.count;
    bool few = states <= STATES && lc_sync_neighbours(&s->groups, b, part, op, label, &place);
    for (uint32_t state = 0; state < states && few; state++)
        few = lc_groups_find(&s->groups, state, place, LC_NOBODY, note_group, &a);
    lc_space_free(&s->space);
    lc_values_move_down(&b->values, &kept);
    lc_values_destroy(&kept);
    lc_space_init(&s->space, b, s->budget);
    out->from = out->values = &b->values;
    return few && !lc_exhausted(s->budget);
}

char *lc_sync_instead(lc_sync_search *s, const lc_part *part, uint32_t op) {
    lc_binding *b = s->binding;
    uint32_t label = lc_label_op(b, op);
    if (label == LC_NO_LABEL || lc_sync_search_run(s, part) != LC_VIOLATED) return NULL;
    uint32_t unknown = lc_pending_label(b, label);
    lc_alternatives_list candidates, fitting = {.from = &b->values, .values = &b->values};
    bool known = unknown != LC_NO_LABEL && collect(s, part, op, unknown, &candidates);
    if (unknown == LC_NO_LABEL) return NULL;
    for (uint32_t i = 0; i < candidates.all.count && known; i++) {
        uint32_t other = lc_label_with(b, label, &candidates.all.at[i]);
        if (other == label) continue;
        b->label_of.at[op] = other;
        lc_outcome outcome = other == LC_NO_LABEL ? LC_HALTED : lc_sync_search_run(s, part);
        if (outcome == LC_HOLDS) lc_alternatives_note(&fitting, &candidates.all.at[i]);
        known = outcome == LC_HOLDS || outcome == LC_VIOLATED;
    }
    b->label_of.at[op] = label;
    char *words = known ? lc_alternatives_words(&fitting) : NULL;
    lc_vec_free(NULL, &candidates.all);
    lc_vec_free(NULL, &fitting.all);
    return words;
}
