/* Minimizing a violation.
 *
 * Leaving out operations freely would shrink every violation of a queue to a lone `deq → 1`.  A *reduction* is a change
 * that keeps a correct history correct, so that the conflict being wrong proves that the whole is wrong:
 *
 *   - leave out an operation that changes nothing (take it out of a linearization and all else stays legal);
 *   - leave out all operations of one key, or of one value of a container for which that is harmless (the specification
 *     declares so), or of some values of a register with cas (replaced.c);
 *   - take an operation's return away: a pending operation may still take effect, so any order that explained the
 *     history before does so now.
 *
 * The result of an operation counts only if it returned in the part: which value a pending removal takes is unknown,
 * though it may return one later in the history.
 *
 * A part that is a smallest failing prefix ends with the event that makes it fail, and holds without it.  The operation
 * of that event is *pinned*: no reduction touches it.  Then every reduction of the part holds without that event, too,
 * because it is a reduction of a part that holds.  (Without the pin the violation that is left could be another one: of
 * enq(1) enq(2) enq(3), deq → 2 and an overlapping deq that returns 3 last, leaving out 3 leaves a violation that does
 * not exist before the last return, as the open deq might have taken 1.)  Where the event is the failure of an
 * operation, that is not in the part: reductions do not see it, and the rest is decided with it pending as well.
 *
 * Cutting the suffix is the caller's.  Each kind is tried on groups of operations at a time, as in delta debugging
 * (Zeller and Hildebrandt 2002), until no single one is left to reduce.
 *
 * At last pending operations are left out as long as the rest still holds without its last event and no reduction of it
 * is violated.  Leaving out a pending operation never makes a violated part hold, so this is no reduction: an operation
 * that is left out could not have helped; one that stays either explains the other operations, or must be reckoned
 * with, since without it fewer operations would seem to be enough.
 */
#include "check/explain/minimize.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "check/explain/replaced.h"

typedef struct job {
    lc_minimal *m;
    const lc_part *part;
    lc_binding *binding;
    const lc_reduction *how;
    lc_budget *budget;
    bool halted, changed;
    enum { REDUCE, PROBE, LEAVE_PENDING } mode; /* PROBE: nothing is kept, the question is whether it could be */
    bool reducible;                             /* the answer of a probe */
} job;

typedef lc_fate_group group;

static const lc_label *label_at(const job *j, uint32_t i) {
    return &j->binding->labels.at[lc_label_op(j->binding, j->m->ops.at[i])];
}

/* ---- the rest ---- */

static bool list_ops(job *j) {
    for (uint32_t i = 0; i < j->part->event_count; i++)
        if (lc_event_what(j->part->events[i]) == LC_INVOKE &&
            (!lc_push(j->budget, &j->m->ops, lc_event_op(j->part->events[i])) ||
             !lc_push(j->budget, &j->m->fates, LC_MADE_PENDING) || !lc_push(j->budget, &j->m->returned, false)))
            return false;
    for (uint32_t i = 0; i < j->part->event_count; i++) {
        uint32_t op = lc_event_op(j->part->events[i]), low = 0, high = j->m->ops.count;
        while (high - low > 1) {
            uint32_t middle = low + (high - low) / 2;
            if (j->m->ops.at[middle] <= op) low = middle;
            else high = middle;
        }
        if (!lc_push(j->budget, &j->m->of_event, low)) return false;
        if (lc_event_what(j->part->events[i]) != LC_RETURN) continue;
        j->m->fates.at[low] = LC_KEPT;
        j->m->returned.at[low] = true;
    }
    return true;
}

static bool rebuild(job *j) {
    lc_minimal *m = j->m;
    m->events.count = 0;
    for (uint32_t i = 0; i < j->part->event_count; i++) {
        lc_fate fate = (lc_fate)m->fates.at[m->of_event.at[i]];
        if (fate == LC_DROPPED) continue;
        if (fate == LC_MADE_PENDING && lc_event_what(j->part->events[i]) == LC_RETURN) continue;
        if (!lc_push(j->budget, &m->events, j->part->events[i])) return false;
    }
    return true;
}

lc_part lc_minimal_part(const lc_minimal *m, const lc_part *whole) {
    lc_part left = *whole;
    left.events = m->events.at;
    left.event_count = m->events.count;
    return left;
}

/* Decides the rest.  LC_HALTED ends the minimization. */
static lc_outcome decide(job *j, lc_decide *by) {
    lc_outcome outcome = LC_HALTED;
    if (rebuild(j)) {
        lc_part left = lc_minimal_part(j->m, j->part);
        outcome = by(j->how->context, &left);
    }
    if (outcome != LC_HOLDS && outcome != LC_VIOLATED) j->halted = true;
    return outcome;
}

static void reduce_all(job *);

/* May what is left stay like this? */
static bool is_fine(job *j) {
    if (j->mode != LEAVE_PENDING)
        return decide(j, j->how->decide) == LC_VIOLATED && (!j->how->wary || decide(j, j->how->rest) == LC_HOLDS);
    if (decide(j, j->how->rest) != LC_HOLDS) return false;
    j->mode = PROBE;
    j->reducible = false;
    reduce_all(j);
    j->mode = LEAVE_PENDING;
    return !j->reducible && !j->halted;
}

/* ---- one kind of reduction ---- */

/* Gives these groups' operations a fate; undone if that may not be, and after a probe. */
static bool try_fate(job *j, const uint32_t *members, const group *groups, uint32_t count, lc_fate fate) {
    LC_VEC(uint8_t) before = {0};
    bool changes = false;
    for (uint32_t g = 0; g < count && !j->halted; g++)
        for (uint32_t i = 0; i < groups[g].count && !j->halted; i++) {
            uint8_t *now = &j->m->fates.at[members[groups[g].first + i]];
            if (!lc_push(j->budget, &before, *now)) j->halted = true;
            else if (*now < fate) {
                *now = (uint8_t)fate;
                changes = true;
            }
        }
    bool kept = !j->halted && changes && is_fine(j);
    if (j->mode == PROBE) {
        j->reducible |= kept;
        kept = false;
    }
    /* Backwards, because one may be in several groups. */
    uint32_t done = before.count, beyond = 0;
    for (uint32_t g = 0; g < count; g++) beyond += groups[g].count;
    for (uint32_t g = count; g-- > 0 && !kept;)
        for (uint32_t i = groups[g].count; i-- > 0;)
            if (--beyond < done) j->m->fates.at[members[groups[g].first + i]] = before.at[beyond];
    if (kept) j->changed = true;
    lc_vec_free(j->budget, &before);
    return kept;
}

/* The groups are ordered by time.  The relevant operations are mostly at the end: first try to do with the last few,
 * then with more, so that the cost is that of the operations needed.  Then chunks, half of them at first, single ones
 * at last. */
static void reduce(job *j, const uint32_t *members, const group *groups, uint32_t count, lc_fate fate) {
    for (uint32_t i = 0; j->mode == PROBE && i < count && !j->halted && !j->reducible; i++)
        try_fate(j, members, groups + i, 1, fate);
    if (j->mode == PROBE) return;
    for (uint32_t keep = 4; keep < count / 2 && !j->halted; keep *= 4)
        if (try_fate(j, members, groups, count - keep, fate)) {
            groups += count - keep;
            count = keep;
        }
    for (uint32_t size = count; size > 0 && !j->halted; size = size == 1 ? 0 : (size + 1) / 2)
        for (uint32_t end = count; end > 0 && !j->halted;) {
            uint32_t start = end > size ? end - size : 0;
            try_fate(j, members, groups + start, end - start, fate);
            end = start;
        }
}

/* Each operation that `eligible` accepts, as a group of its own. */
static void reduce_singles(job *j, bool (*eligible)(const job *, uint32_t), lc_fate fate) {
    lc_member_list members = {0};
    lc_group_list groups = {0};
    for (uint32_t i = 0; i < j->m->ops.count && !j->halted; i++)
        if (j->m->ops.at[i] != j->how->pinned && eligible(j, i) &&
            (!lc_push(j->budget, &groups, (group){members.count, 1, i}) || !lc_push(j->budget, &members, i)))
            j->halted = true;
    if (groups.count) reduce(j, members.at, groups.at, groups.count, fate);
    lc_vec_free(j->budget, &members);
    lc_vec_free(j->budget, &groups);
}

/* Of an operation that returned in the part, whether its return is still there or not; but a probe is about the
 * operations that are left alone. */
static bool knows_result(const job *j, uint32_t i) {
    return j->mode == PROBE ? j->m->fates.at[i] == LC_KEPT : j->m->returned.at[i];
}

/* Where operations take effect together, another one may need one that changes nothing. */
static bool is_pure(const job *j, uint32_t i) {
    const lc_label *label = label_at(j, i);
    bool alone = !lc_spec_is_sync(j->binding->objects.at[label->object].instance->spec);
    bool pure = knows_result(j, i) ? label->pure : lc_label_method(j->binding, label)->pure;
    return j->m->fates.at[i] != LC_DROPPED && pure && alone;
}
static bool is_pending(const job *j, uint32_t i) { return j->m->fates.at[i] == LC_MADE_PENDING; }
static bool returns(const job *j, uint32_t i) { return j->m->fates.at[i] == LC_KEPT; }

/* ---- values of a container ---- */

/* How the operations of an object can be grouped by their subject, so that a whole group may go: by key if all have
 * one; else by value if all of them add, remove or observe one value of a container that does not mind losing it. */
enum { BY_KEY = 1, BY_CONTENT = 2 };
typedef LC_VEC(uint8_t) ways; /* per object */

static bool list_ways(job *j, ways *w) {
    for (uint32_t i = 0; i < j->binding->objects.count; i++)
        if (!lc_push(j->budget, w, BY_KEY | BY_CONTENT)) return false;
    for (uint32_t i = 0; i < j->m->ops.count; i++) {
        if (j->m->fates.at[i] == LC_DROPPED) continue;
        const lc_label *label = label_at(j, i);
        uint32_t traits = j->binding->objects.at[label->object].instance->spec->traits;
        bool keyed = label->key != LINCE_NO_VALUE;
        bool content =
            !keyed && traits & LINCE_DROPPABLE_VALUES && lc_role_moves(lc_label_method(j->binding, label)->role);
        w->at[label->object] &= (uint8_t)((keyed ? BY_KEY : 0) | (content ? BY_CONTENT : 0));
    }
    return true;
}

/* The value an operation is about; LINCE_NO_VALUE: none or unknown. */
static lince_value value_of(const job *j, uint32_t i) {
    const lc_label *label = label_at(j, i);
    lc_call call;
    lc_label_call(label, &call);
    if (call.call.argc) return call.call.args[call.call.argc - 1];
    if (!knows_result(j, i)) return LINCE_NO_VALUE;
    return label->pure && lc_label_method(j->binding, label)->pure_result == call.results[0] ? LINCE_NO_VALUE
                                                                                             : call.results[0];
}

typedef struct valued {
    uint32_t object;
    lince_value value;
    uint32_t op;
} valued;

static int by_value(const void *a, const void *b) {
    const valued *x = a, *y = b;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return LC_ORDER(x->op, y->op);
}

/* Groups with the pinned operation stay. */
static uint32_t without_pinned(const job *j, const uint32_t *members, group *groups, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t g = 0; g < count; g++) {
        bool pinned = false;
        for (uint32_t i = 0; i < groups[g].count; i++)
            pinned |= j->m->ops.at[members[groups[g].first + i]] == j->how->pinned;
        if (!pinned) groups[kept++] = groups[g];
    }
    return kept;
}

static int by_time(const void *a, const void *b) {
    const group *x = a, *y = b;
    return LC_ORDER(x->last, y->last);
}

static void reduce_values(job *j) {
    ways w = {0};
    LC_VEC(valued) all = {0};
    lc_member_list members = {0};
    lc_group_list groups = {0};
    j->halted = !list_ways(j, &w);
    for (uint32_t i = 0; i < j->m->ops.count && !j->halted; i++) {
        const lc_label *label = label_at(j, i);
        uint8_t way = w.at[label->object];
        valued v = {label->object, way & BY_KEY ? label->key : way ? value_of(j, i) : LINCE_NO_VALUE, i};
        if (j->m->fates.at[i] != LC_DROPPED && v.value != LINCE_NO_VALUE && !lc_push(j->budget, &all, v))
            j->halted = true;
    }
    lc_vec_free(j->budget, &w);
    if (all.count) qsort(all.at, all.count, sizeof *all.at, by_value);
    for (uint32_t i = 0; i < all.count && !j->halted; i++) {
        bool same = i && all.at[i].value == all.at[i - 1].value && all.at[i].object == all.at[i - 1].object;
        if (!same && !lc_push(j->budget, &groups, (group){.first = i})) j->halted = true;
        if (j->halted) break;
        groups.at[groups.count - 1].count++;
        groups.at[groups.count - 1].last = all.at[i].op;
        if (!lc_push(j->budget, &members, all.at[i].op)) j->halted = true;
    }
    if (!j->halted) groups.count = without_pinned(j, members.at, groups.at, groups.count);
    if (groups.count && !j->halted) {
        qsort(groups.at, groups.count, sizeof *groups.at, by_time);
        reduce(j, members.at, groups.at, groups.count, LC_DROPPED);
    }
    lc_vec_free(j->budget, &all);
    lc_vec_free(j->budget, &members);
    lc_vec_free(j->budget, &groups);
}

static void reduce_replaced(job *j) {
    lc_member_list members = {0};
    lc_group_list groups = {0};
    if (!lc_replaced_groups(j->m, j->binding, j->budget, &members, &groups)) j->halted = true;
    else groups.count = without_pinned(j, members.at, groups.at, groups.count);
    if (groups.count && !j->halted) {
        qsort(groups.at, groups.count, sizeof *groups.at, by_time);
        reduce(j, members.at, groups.at, groups.count, LC_DROPPED);
    }
    lc_vec_free(j->budget, &members);
    lc_vec_free(j->budget, &groups);
}

/* Everything that can be reduced, once. */
static void reduce_all(job *j) {
    reduce_values(j);
    if (!j->halted) reduce_replaced(j);
    if (!j->halted) reduce_singles(j, is_pure, LC_DROPPED);
    if (!j->halted && !j->how->keep_returns) reduce_singles(j, returns, LC_MADE_PENDING);
}

bool lc_minimize(lc_minimal *m, const lc_part *part, const lc_reduction *how, lc_binding *binding, lc_budget *budget) {
    *m = (lc_minimal){0};
    job j = {.m = m, .part = part, .binding = binding, .how = how, .budget = budget};
    if (!lc_label_events(binding, part->events, part->event_count) || !list_ops(&j)) return false;
    do {
        j.changed = false;
        reduce_all(&j);
    } while (j.changed && !j.halted);
    if (how->rest && !j.halted) {
        j.mode = LEAVE_PENDING;
        do {
            j.changed = false;
            reduce_singles(&j, is_pending, LC_DROPPED);
        } while (j.changed && !j.halted);
    }
    m->complete = !j.halted;
    return rebuild(&j);
}

void lc_minimal_free(lc_minimal *m, lc_budget *budget) {
    lc_vec_free(budget, &m->ops);
    lc_vec_free(budget, &m->fates);
    lc_vec_free(budget, &m->returned);
    lc_vec_free(budget, &m->of_event);
    lc_vec_free(budget, &m->events);
}
