/* The races of summaries with the steps of a path. */
#include "target/explore/happens_parts.h"
#include "target/explore/summary_parts.h"

/* An access behind the path. */
typedef struct virtual_step {
    lct_waiting_step waiting; /* the first, to get here from it; only if it waits */
    const lct_known_access *access;
    lct_clock clock;
    lct_mask movers;
} virtual_step;

typedef void visit(lct_last_use, virtual_step *);

static void visit_readers(const lct_location *l, unsigned thread, visit *v, virtual_step *context) {
    for (lct_mask left = lct_other_readers(l, thread); left; left &= (lct_mask)(left - 1))
        v(l->read[lct_first(left)], context);
}

/* The steps of the path on which an access directly depends; without the release that it only comes after, if it is
 * `racing`. */
static void each_dependence(const lct_known_access *a, bool racing, visit *v, virtual_step *context) {
    if (a->kind == LCT_A_CALL || a->kind == LCT_A_RETURN) {
        const lct_last_use *last = a->kind == LCT_A_CALL ? lct_h.returns : lct_h.calls;
        for (unsigned t = 0; t < lct_m.thread_count; t++)
            if (t != a->thread) v(last[t], context);
        return;
    }
    for (uintptr_t at = a->address, end = at + a->size; at < end;) {
        const lct_location *l = &lct_h.locations[lct_location_at(&at, end)];
        bool takes = a->kind == LCT_ACQUIRES || a->kind == LCT_SHARES;
        if (!takes || !racing) v(l->write, context);
        if (takes) v(l->taken, context);
        if (a->kind != LCT_READS && a->kind != LCT_SHARES && a->kind != LCT_PLAIN_READS)
            visit_readers(l, a->thread, v, context);
    }
}

static void join(lct_last_use earlier, virtual_step *v) {
    if (earlier < 0) return;
    const lct_step_event *e = lct_event_of(earlier);
    v->clock = lct_clock_join(v->clock, e->clock);
    int16_t ticks = lct_ticks_needed(earlier);
    if (lct_clock_at(&v->clock, e->thread) < ticks) ((int16_t *)&v->clock)[e->thread] = ticks;
}

/* All steps of a thread, with the plain accesses that follow them. */
static void join_thread(virtual_step *v, unsigned thread) {
    if (thread >= lct_m.thread_count) return;
    if (lct_t.last[thread] >= 0) join(lct_use_shadow((uint32_t)lct_t.last[thread]), v);
    else if (lct_t.born[thread] >= 0) join(lct_use_shadow((uint32_t)lct_t.born[thread]), v);
}

static void find_clock(virtual_step *v, const lct_element *e) {
    v->clock = (lct_clock){0};
    join_thread(v, v->access->thread);
    for (unsigned t = 0; t < lct_m.thread_count; t++)
        if (e->knows >> t & 1) join_thread(v, t);
    const uint64_t *imports = lct_sums.sets[e->imports];
    for (unsigned w = 0; w < LCT_WORDS; w++)
        for (uint64_t left = imports[w]; left; left &= left - 1)
            each_dependence(&lct_sums.accesses[w * 64 + (unsigned)__builtin_ctzll(left)], false, join, v);
}

/* A plain access that is no step: those that race become steps, and the tree is started again. */
static void compare_plain(lct_last_use earlier, virtual_step *v) {
    if (earlier < 0 || lct_is_after(&v->clock, earlier, v->access->thread)) return;
    lct_promote(v->access->pc);
    if (lct_is_shadow(earlier)) lct_shadow_races(earlier, v->access->address, v->access->size);
}

/* The steps after `earlier` that do not depend on it: who can begin with them?  `*later`: the threads of all. */
static lct_mask initials_after(uint32_t earlier, lct_mask *later) {
    const lct_step_event *e = &lct_t.events[earlier];
    lct_mask seen = 0, initials = 0;
    int16_t first[LCT_THREADS];
    *later = lct_bit(e->thread);
    for (uint32_t i = earlier + 1; i < (uint32_t)lct_m.depth; i++) {
        const lct_step_event *f = &lct_t.events[i];
        *later |= lct_bit(f->thread);
        if (seen >> f->thread & 1 || lct_is_before(e, f)) continue;
        bool initial = true;
        for (lct_mask left = seen; left && initial; left &= (lct_mask)(left - 1)) {
            unsigned t = lct_first(left);
            initial = lct_clock_at(&f->clock, t) < first[t];
        }
        seen |= lct_bit(f->thread);
        first[f->thread] = f->number;
        if (initial) initials |= lct_bit(f->thread);
    }
    return initials;
}

/* As in dpor.c.  If the path has no step that could come first, all steps after `earlier` come after it, and one of the
 * first steps of the threads that have not moved since could. */
static void reverse(uint32_t earlier, const virtual_step *v) {
    if (earlier < lct_t.split) return;
    lct_node *node = &lct_t.nodes[earlier];
    lct_mask later, initials = initials_after(earlier, &later), covered = node->todo | node->done | node->sleep;
    if (initials & covered) return;
    if (initials & node->enabled) {
        initials &= node->enabled;
        node->todo |= initials & (lct_mask)-initials;
        return;
    }
    lct_mask wanted = (v->movers | lct_bit(v->access->thread)) & (lct_mask)~later;
    if (!wanted || initials || wanted & (lct_mask)~node->enabled) node->todo |= node->enabled;
    else if (wanted & (lct_mask)(wanted - 1) || !(wanted & covered)) node->todo |= wanted;
}

typedef struct virtual_races {
    virtual_step step; /* the first, to get here from it */
    lct_last_use at[4 * LCT_THREADS];
    unsigned count;
    bool too_many; /* of many bytes */
} virtual_races;

static void collect(lct_last_use earlier, virtual_step *v) {
    virtual_races *r = (virtual_races *)v;
    if (earlier < 0) return;
    if (r->count == sizeof r->at / sizeof *r->at) r->too_many = true;
    else r->at[r->count++] = earlier;
}

static void reverse_waiting(uint32_t earlier, const lct_waiting_step *w) { reverse(earlier, (const virtual_step *)w); }

/* Whether its thread could go on at earlier nodes is not known: it may not be its next step. */
static void find_races_of_waiting(virtual_step *v) {
    static const uint8_t accesses[] = {
        [LCT_READS] = LCT_READ, [LCT_WRITES] = LCT_WRITE, [LCT_ACQUIRES] = LCT_ACQUIRE, [LCT_SHARES] = LCT_SHARE};
    const lct_known_access *a = v->access;
    lct_step_event e = {.thread = a->thread, .calls = a->kind == LCT_A_CALL, .returns = a->kind == LCT_A_RETURN};
    if (!e.calls && !e.returns) {
        assert(a->kind < sizeof accesses && a->kind != LCT_RELEASES);
        e.access = accesses[a->kind];
        e.address = a->address;
        e.size = a->size;
    }
    v->waiting = (lct_waiting_step){.step = &e, .before = v->clock, .came_after = INT32_MAX};
    lct_happens_waiting(&v->waiting, (uint32_t)lct_m.depth, reverse_waiting);
}

static bool is_memory(const lct_step_event *e) { return e->access == LCT_READ || e->access == LCT_WRITE; }

/* The latest first: one that is before a later one is ordered already. */
static bool find_races(virtual_races *r) {
    const lct_known_access *a = r->step.access;
    bool fine = !r->too_many;
    if (a->waits) find_races_of_waiting(&r->step);
    for (unsigned i = 1; i < r->count; i++) {
        lct_last_use moving = r->at[i];
        unsigned k = i;
        for (; k && r->at[k - 1] < moving; k--) r->at[k] = r->at[k - 1];
        r->at[k] = moving;
    }
    for (unsigned i = 0; i < r->count; i++) {
        if (lct_is_after(&r->step.clock, r->at[i], a->thread)) continue;
        const lct_step_event *e = lct_event_of(r->at[i]);
        if (lct_is_shadow(r->at[i])) lct_shadow_races(r->at[i], a->address, a->size);
        else {
            if (!a->waits) reverse(lct_step_of(r->at[i]), &r->step);
            fine &= a->kind > LCT_WRITES || !is_memory(e) || (e->atomic && !a->plain) || !lct_m.races;
        }
        r->step.clock = lct_clock_join(r->step.clock, e->clock);
    }
    return fine;
}

bool lct_summary_races(lct_summary list) {
    bool fine = true;
    for (uint32_t i = list; i; i = lct_sums.elements[i].next) {
        const lct_element *e = &lct_sums.elements[i];
        virtual_races r = {.step = {.access = &lct_sums.accesses[e->access], .movers = e->movers}};
        find_clock(&r.step, e);
        if (r.step.access->kind >= LCT_PLAIN_READS) each_dependence(r.step.access, true, compare_plain, &r.step);
        else {
            each_dependence(r.step.access, true, collect, &r.step);
            fine &= find_races(&r);
        }
    }
    return fine;
}
