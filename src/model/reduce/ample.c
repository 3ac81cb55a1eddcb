/* Partial-order reduction: where it is enough to look at one process.
 *
 * Paper: Liu, Chen, Liu, Sun, Model Checking Linearizability via Refinement, section 4.2, figures 3 and 4.  A slot at a
 * location is *ample* if all it can do there is independent of everything that other slots can ever do, and is not
 * seen; then its steps alone are taken, and the others' wait.  Dependency is static here: no other slot writes a field
 * that an action reads, and none reads or writes a field that it writes.  So "all that could be enabled there" is
 * enabled now, or will stay as it is until this slot moves.
 *
 * Cycle proviso.  A process must not wait forever while other processes go round in circles.  The paper checks whether
 * a step leads back to the search stack; breadth-first search has none, and its contents would depend on the order.
 * Instead the control graph of each slot is cut: no cycle of it consists of ample locations only.  A cycle of states
 * goes round a cycle of locations in each slot that moves, so on it stands a slot that leaves a location which is not
 * ample, and the state where it does was looked at fully.  (Kurshan, Levin, Minea, Peled, Yenigün: Static partial order
 * reduction, TACAS 1998.)
 *
 * Seen events.  Figure 4 takes a visible event e alone if nothing else depends on it, in the implementation and in all
 * states of the specification.  That is used here in its static form: the wish names events (`early`) such that
 * whenever the specification allows ... e f ..., with f of another process, it allows ... f e ... too.  The responses
 * of a linearizable specification are such: an operation that returns later only overlaps with more.  So runs in which
 * e comes as soon as it can fail if any do. */
#include <string.h>

#include "model/compile/slots.h"

typedef struct touched {
    uint32_t *reader, *writer; /* for each field the slot that does, `NOBODY` or SEVERAL */
    bool *watched;             /* a condition looks at it */
} touched;

enum { NOBODY = UINT32_MAX, SEVERAL = UINT32_MAX - 1 };

static void note(uint32_t *by, uint32_t slot) { *by = *by == NOBODY || *by == slot ? slot : SEVERAL; }

static touched look_at_all(lcm_builder *b, const lcm_system *s) {
    uint32_t count = s->fields.count + 1;
    touched t = {lcm_room(b, count * sizeof *t.reader), lcm_room(b, count * sizeof *t.writer), lcm_room(b, count)};
    for (uint32_t i = 0; i < count; i++) t.reader[i] = t.writer[i] = NOBODY;
    for (uint32_t i = 0; i < s->actions.count; i++) {
        const lcm_action *a = &s->actions.at[i];
        for (uint32_t k = 0; k < a->read_count; k++) note(&t.reader[a->reads[k]], a->slot);
        for (uint32_t k = 0; k < a->write_count; k++) note(&t.writer[a->writes[k]], a->slot);
    }
    for (uint32_t i = 0; i < s->conditions.count; i++) lcm_mark_reads(s, s->conditions.at[i], t.watched);
    return t;
}

/* Its location and registers are its own: other slots write them only while it is not in use. */
static bool is_own(const lcm_system *s, uint32_t slot, uint32_t field) {
    const lcm_slot *own = &s->slots.at[slot];
    return field >= own->field && field <= own->field + own->registers;
}

static bool is_independent(const lcm_system *s, const touched *t, const lcm_action *a) {
    for (uint32_t k = 0; k < a->read_count; k++) {
        uint32_t field = a->reads[k], writer = t->writer[field];
        if (!is_own(s, a->slot, field) && writer != NOBODY && writer != a->slot) return false;
    }
    for (uint32_t k = 0; k < a->write_count; k++) {
        uint32_t field = a->writes[k], reader = t->reader[field], writer = t->writer[field];
        if (is_own(s, a->slot, field)) continue;
        if (t->watched[field] || (reader != NOBODY && reader != a->slot) || writer != a->slot) return false;
    }
    return true;
}

/* Which events may come early, and whose they are, by their names in the alphabet; or the conditions that allow them
 * to. */
typedef struct eagerness {
    bool *early;
    uint32_t *owner;
    bool events_ignored; /* events are not observed */
    const lcm_system *specification;
    touched touched; /* by its actions */
} eagerness;

/* False: it is not known whose event this is. */
static bool owner_of(const lcm_system *s, const eagerness *e, const lcm_action *a, uint64_t *owner) {
    *owner = e->owner[a->name];
    if (*owner != LCM_NUMBERED) return true;
    if (a->count == 0 || a->numbers == LCM_NO_CODE || s->code.words.at[a->numbers] != LCM_I_NUMBER) return false;
    *owner = (uint64_t)1 << 32 | s->code.words.at[a->numbers + 1];
    return true;
}

/* Could both be the same event?  Numbers that are not known could be anything. */
static bool may_match(const lcm_system *s, const lcm_action *a, const lcm_system *t, const lcm_action *b) {
    if (a->kind == LCM_ACT_SEND || a->kind == LCM_ACT_RECEIVE) {
        /* Both ends of a channel are one event, and the numbers of a receiver are not known. */
        return (b->kind == LCM_ACT_SEND || b->kind == LCM_ACT_RECEIVE) && a->name == b->name;
    }
    if (a->kind != b->kind || a->name != b->name || a->count != b->count) return false;
    if (a->label != LCM_NO_LABEL && b->label != LCM_NO_LABEL) return a->label == b->label;
    if (a->count == 0 || a->numbers == LCM_NO_CODE || b->numbers == LCM_NO_CODE) return true;
    const uint32_t *x = s->code.words.at + a->numbers, *y = t->code.words.at + b->numbers;
    return x[0] != LCM_I_NUMBER || y[0] != LCM_I_NUMBER || x[1] == y[1];
}

/* Are all hidden steps of a slot from a location on, up to its next visible step, independent of the other slots? */
static bool rests(const lcm_system *s, const touched *t, uint32_t slot, uint32_t location, uint32_t *effort) {
    const lcm_location *l = &s->slots.at[slot].locations.at[location];
    if (l->is_fork || *effort == 0) return false; /* entering a fork writes fields other slots write */
    --*effort;
    for (uint32_t i = 0; i < l->count; i++) {
        const lcm_action *a = &s->actions.at[s->slots.at[slot].actions.at[l->first + i]];
        if (a->hidden && (!is_independent(s, t, a) || !rests(s, t, slot, a->target, effort))) return false;
    }
    return true;
}

/* Figure 4's conditions on the specification: the event is one slot's alone, independent of the other slots, and so are
 * this slot's steps until it is seen again; and no action of another slot of the implementation is ever this slot's. */
static bool may_be_delayed(lcm_builder *b, const eagerness *e, const lcm_action *a) {
    const lcm_system *s = b->system, *spec = e->specification;
    uint32_t slot = LCM_NO_SLOT;
    for (uint32_t i = 0; i < spec->actions.count; i++) {
        const lcm_action *c = &spec->actions.at[i];
        if (c->hidden || !may_match(s, a, spec, c)) continue;
        /* A joint event is several slots'; unless those beside have no such step, and then it never happens. */
        if (c->joint || (slot != LCM_NO_SLOT && slot != c->slot)) return false;
        uint32_t effort = 1000;
        if (!is_independent(spec, &e->touched, c) || !rests(spec, &e->touched, c->slot, c->target, &effort))
            return false;
        slot = c->slot;
    }
    if (slot == LCM_NO_SLOT || spec->has_atomic) return false;
    for (uint32_t i = 0; i < s->actions.count; i++) {
        const lcm_action *f = &s->actions.at[i];
        lcm_mind_limits(b);
        if (f->slot == a->slot || f->hidden) continue;
        for (uint32_t k = 0; k < spec->actions.count; k++)
            if (spec->actions.at[k].slot == slot && !spec->actions.at[k].hidden &&
                may_match(s, f, spec, &spec->actions.at[k]))
                return false;
    }
    return true;
}

static bool may_come_early(lcm_builder *b, const eagerness *e, const lcm_action *a) {
    const lcm_system *s = b->system;
    uint64_t owner, other;
    if (e->events_ignored) return true;
    if (e->specification && a->kind == LCM_ACT_EVENT) return may_be_delayed(b, e, a);
    if (!e->early || a->kind != LCM_ACT_EVENT || !e->early[a->name] || !owner_of(s, e, a, &owner)) return false;
    for (uint32_t i = 0; i < s->actions.count; i++) {
        const lcm_action *c = &s->actions.at[i];
        lcm_mind_limits(b);
        if (c->slot == a->slot || c->hidden || c->kind != LCM_ACT_EVENT) continue;
        if (!owner_of(s, e, c, &other) || other == owner) return false;
    }
    return true;
}

static bool is_candidate(lcm_builder *b, const touched *t, uint32_t slot, const lcm_location *l, const eagerness *e) {
    const lcm_system *s = b->system;
    if (l->is_fork || l->count == 0) return false;
    for (uint32_t i = 0; i < l->count; i++) {
        const lcm_action *a = &s->actions.at[s->slots.at[slot].actions.at[l->first + i]];
        if (a->joint || a->kind == LCM_ACT_TICK || a->kind == LCM_ACT_SEND || a->kind == LCM_ACT_RECEIVE) return false;
        if (!is_independent(s, t, a) || (!a->hidden && !may_come_early(b, e, a))) return false;
    }
    return true;
}

/* Depth first through ample locations: where an edge leads back to one that is being visited, its origin is not ample.
 */
typedef struct cut {
    const lcm_system *system;
    lcm_slot *slot;
    uint8_t *visited; /* 1: being visited, 2: done */
    uint32_t *stack, *at;
} cut;

static void cut_from(cut *c, uint32_t root) {
    uint32_t depth = 0;
    c->stack[0] = root, c->at[0] = 0, c->visited[root] = 1;
    for (;;) {
        uint32_t location = c->stack[depth];
        lcm_location *l = &c->slot->locations.at[location];
        if (!l->ample || c->at[depth] == l->count) {
            c->visited[location] = 2;
            if (depth-- == 0) return;
            continue;
        }
        uint32_t action = c->slot->actions.at[l->first + c->at[depth]++];
        uint32_t target = c->system->actions.at[action].target;
        if (!c->slot->locations.at[target].ample) continue;
        if (c->visited[target] == 1) l->ample = false;
        else if (c->visited[target] == 0) {
            c->visited[target] = 1;
            depth++;
            c->stack[depth] = target, c->at[depth] = 0;
        }
    }
}

void lcm_find_ample(lcm_builder *b, const lcm_system_wish *wish) {
    lcm_system *s = b->system;
    /* An atomic process goes before all other processes: a process that is independent of it must not. */
    if (s->has_atomic) return;
    touched t = look_at_all(b, s);
    eagerness e = {.events_ignored = wish->events_ignored, .specification = wish->specification};
    if (e.specification) e.touched = look_at_all(b, e.specification);
    if (wish->early && wish->owners) {
        uint32_t names = s->alphabet->names.items.count;
        e.early = lcm_room(b, names + 1);
        e.owner = lcm_room(b, (names + 1) * sizeof *e.owner);
        for (uint32_t i = 0; i < b->model->event_names.count; i++) {
            uint32_t name = lcm_alphabet_name(s->alphabet, b->model->event_names.at[i]);
            if (name >= names) continue;
            e.early[name] = wish->early[i];
            e.owner[name] = wish->owners[i];
        }
    }
    for (uint32_t i = 0; i < s->slots.count; i++) {
        lcm_slot *slot = &s->slots.at[i];
        uint32_t count = slot->locations.count;
        for (uint32_t k = 0; k < count; k++)
            slot->locations.at[k].ample = is_candidate(b, &t, i, &slot->locations.at[k], &e);
        cut c = {s, slot, lcm_room(b, count), lcm_room(b, (count + 1) * sizeof *c.stack),
                 lcm_room(b, (count + 1) * sizeof *c.at)};
        for (uint32_t k = 0; k < count; k++)
            if (slot->locations.at[k].ample && c.visited[k] == 0) cut_from(&c, k);
        for (uint32_t k = 0; k < count; k++) s->reduces |= slot->locations.at[k].ample;
    }
}
