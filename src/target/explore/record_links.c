/* A client adds edges from the ends of operations to beginnings of other operations.  With them, the graph is
 * consistent if (see graph_model.c for the axioms)
 *
 *   - program order, reads-from and the edges have no cycle;
 *   - happens-before and the edges, and then at most one step of extended coherence order, have none;
 *   - the order of seq_cst operations has none.
 *
 * An operation begins with its first step and ends with its last one, or a fence behind that.  A cycle alternates edges
 * with paths from a beginning to an end, and it is enough to record which kinds of paths there are between which
 * operations.  For coherence the extremes of each variable are enough: along a path from x one gets to y in one step if
 * y reads or writes a later version than x does, or reads what x writes.
 *
 * Sequential consistency and total store order have one order of all steps that may not have a cycle: of schedules that
 * of dependent steps.  The order of the seq_cst operations of RC11 is not computed that closely: where there are at
 * least two of them, links that include all orders show which edges are certainly possible.
 */
#include "target/explore/record_links.h"

#include <string.h>

#include "target/explore/control.h"
#include "target/explore/graph.h"
#include "target/explore/record_sync.h"
#include "target/runtime/machine.h"

enum { PLACES = 256 };

/* Of one variable, among the steps behind a beginning or before an end; of an end the largest, of a beginning the
 * smallest ranks. */
typedef struct extreme {
    uint64_t written, read;
    bool writes, reads;
} extreme;

static struct {
    uint32_t locations[PLACES], count;
    uint8_t place[1 << 12]; /* of each step */
    extreme begin[LCT_LINKED_MOST][PLACES], end[LCT_LINKED_MOST][PLACES];
    lct_clock until[LCT_LINKED_MOST]; /* all that happens before the end of an operation */
    uint64_t *begun;                  /* of each step: the operations that have begun before it, one bit each */
} l LCT_STATE = {0};

static bool accesses(const lct_graph_step *s) { return s->kind >= LCT_GRAPH_LOAD && s->kind <= LCT_GRAPH_UPDATE; }

/* Without steps of its own an operation of the first thread stands where it was called: before or after all other
 * operations. */
static bool in_time(const lct_operation *a, const lct_operation *b) { return a->alone || a->last < 0 || b->first < 0; }

/* It waits for its first step, and will be behind everything. */
static bool has_begun(const lct_operation *b) { return b->first < 0 || lct_t.events[b->first].thread == b->thread; }

static bool number_places(void) {
    uint32_t steps = (uint32_t)lct_m.depth;
    l.count = 0;
    if (steps > sizeof l.place / sizeof *l.place) return false;
    for (uint32_t i = 0; i < steps; i++) {
        uint32_t k = 0;
        if (!accesses(&lct_g.at[i])) continue;
        while (k < l.count && l.locations[k] != lct_g.at[i].location) k++;
        if (k == PLACES) return false;
        if (k == l.count) l.locations[l.count++] = lct_g.at[i].location;
        assert(k < l.count && l.count <= PLACES);
        l.place[i] = (uint8_t)k;
    }
    return true;
}

/* Fences behind the last step may be those of the client: then fewer edges count as possible than are. */
static lct_clock end_of(const lct_operation *a) {
    assert(a->last >= 0 && a->last < lct_m.depth);
    const lct_graph_step *last = &lct_g.at[a->last];
    lct_clock until = last->hb;
    for (uint32_t i = 0; i < lct_g.fence_count; i++)
        if (lct_g.fences[i].thread == last->thread && lct_g.fences[i].number == last->number)
            until = lct_clock_join(until, lct_g.fences[i].hb);
    return until;
}

static bool is_behind(const lct_operation *b, const lct_graph_step *s) {
    const lct_graph_step *first = &lct_g.at[b->first];
    if (s->thread == first->thread) return s->number >= first->number;
    return lct_clock_at(&s->hb, first->thread) >= first->tick;
}

static bool is_before_end(const lct_operation *a, const lct_clock *until, const lct_graph_step *s) {
    const lct_graph_step *last = &lct_g.at[a->last];
    if (s->thread == last->thread) return s->number <= last->number;
    return lct_clock_at(until, s->thread) >= s->tick;
}

static void lower(extreme *e, const lct_graph_step *s) {
    if (s->kind != LCT_GRAPH_LOAD && (!e->writes || s->rank < e->written)) e->writes = true, e->written = s->rank;
    if (s->kind != LCT_GRAPH_STORE && (!e->reads || s->source_rank < e->read))
        e->reads = true, e->read = s->source_rank;
}

static void raise(extreme *e, const lct_graph_step *s) {
    if (s->kind != LCT_GRAPH_LOAD && (!e->writes || s->rank > e->written)) e->writes = true, e->written = s->rank;
    if (s->kind != LCT_GRAPH_STORE && (!e->reads || s->source_rank > e->read))
        e->reads = true, e->read = s->source_rank;
}

static void find_extremes(const lct_operation *op, uint32_t i) {
    memset(l.begin[i], 0, l.count * sizeof **l.begin);
    memset(l.end[i], 0, l.count * sizeof **l.end);
    if (op->last >= 0 && op->returned) l.until[i] = end_of(op);
    for (int32_t k = 0; k < lct_m.depth; k++) {
        const lct_graph_step *s = &lct_g.at[k];
        if (!accesses(s)) continue;
        if (op->first >= 0 && is_behind(op, s)) lower(&l.begin[i][l.place[k]], s);
        if (op->returned && op->last >= 0 && is_before_end(op, &l.until[i], s)) raise(&l.end[i][l.place[k]], s);
    }
}

static bool is_eco(uint32_t begin, uint32_t end) {
    for (uint32_t k = 0; k < l.count; k++) {
        const extreme *x = &l.begin[begin][k], *y = &l.end[end][k];
        if (x->writes && ((y->writes && x->written < y->written) || (y->reads && x->written <= y->read))) return true;
        if (x->reads && ((y->writes && x->read < y->written) || (y->reads && x->read < y->read))) return true;
    }
    return false;
}

/* ---- all orders ---- */

/* Marks each step with the operations of which it comes after some step, or is one.  Under TSO program order is no part
 * of the order, and each step of an operation, or behind it, counts. */
static void find_begun(const lct_operation *ops, uint32_t count) {
    enum { STEPS = 1 << 20 };
    if (!l.begun) l.begun = lct_reserve(STEPS * sizeof *l.begun);
    assert(count <= LCT_LINKED_MOST && lct_m.depth <= STEPS);
    memset(l.begun, 0, (uint32_t)lct_m.depth * sizeof *l.begun);
    for (uint32_t b = 0; b < count; b++) {
        if (ops[b].first < 0 || !has_begun(&ops[b])) continue;
        int32_t i = lct_m.weak == LCT_WEAK_TSO ? lct_t.last[ops[b].thread] : ops[b].first;
        for (; i >= ops[b].first; i = lct_t.events[i].before) l.begun[i] |= (uint64_t)1 << b;
    }
    lct_graph_spread(l.begun);
}

/* The operations of which some step comes before the end of this one.  Stores of its thread may be buffered, but a
 * client that lets another thread go on stores, too, and stores are drained in their order. */
static uint64_t begun_before(const lct_operation *a) {
    uint64_t begun = 0;
    for (int32_t i = a->last; i >= 0; i = lct_t.events[i].before) {
        begun |= l.begun[i];
        if (lct_m.weak != LCT_WEAK_TSO) break;
    }
    return begun;
}

static uint32_t count_sc(void) {
    uint32_t count = 0;
    for (int32_t i = 0; i < lct_m.depth; i++) count += accesses(&lct_g.at[i]) && lct_g.at[i].order == __ATOMIC_SEQ_CST;
    for (uint32_t i = 0; i < lct_g.fence_count; i++) count += lct_g.fences[i].order == __ATOMIC_SEQ_CST;
    return count;
}

/* ---- links ---- */

/* In all equivalent schedules. */
static bool is_in_past(const lct_operation *a, const lct_operation *b) {
    const lct_step_event *first = &lct_t.events[b->first];
    return lct_clock_at(&lct_t.events[a->last].clock, first->thread) >= first->number;
}

static uint8_t link_of(const lct_operation *ops, uint32_t begin, uint32_t end) {
    const lct_operation *b = &ops[begin], *a = &ops[end];
    assert(a->returned && a->last >= 0 && b->first >= 0 && a != b);
    uint8_t link = 0;
    if (!lct_m.weak) return is_in_past(a, b) ? LCT_LINK_PAST : 0;
    if (lct_graph_in(&lct_g.at[a->last].own_past, &lct_g.at[b->first])) link |= LCT_LINK_PAST;
    if (is_before_end(a, &l.until[end], &lct_g.at[b->first])) link |= LCT_LINK_HB;
    if (is_eco(begin, end)) link |= LCT_LINK_ECO;
    return link;
}

bool lct_find_links(lct_links *links, const lct_operation *ops, uint32_t count) {
    enum { EVERY = LCT_LINK_PAST | LCT_LINK_HB | LCT_LINK_ECO | LCT_LINK_ALL };
    bool total = !lct_m.weak || lct_m.weak == LCT_WEAK_SC || lct_m.weak == LCT_WEAK_TSO;
    if (count > LCT_LINKED_MOST || (!total && !number_places())) return false;
    links->psc = !total && count_sc() > 1;
    for (uint32_t i = 0; i < count && !total; i++) find_extremes(&ops[i], i);
    bool all = lct_m.weak && (total || links->psc);
    if (all) find_begun(ops, count);
    for (uint32_t a = 0; a < count; a++) {
        uint64_t begun = all && ops[a].returned ? begun_before(&ops[a]) : 0;
        for (uint32_t b = 0; b < count; b++) {
            uint8_t *link = &links->at[b * count + a];
            if (!ops[a].returned) *link = 0;
            else if (!has_begun(&ops[b]) || b == a) *link = EVERY;
            else if (in_time(&ops[a], &ops[b])) *link = b < a ? EVERY : 0;
            else {
                bool after = begun >> b & 1;
                *link = lct_m.weak && total ? (after ? LCT_LINK_PAST : 0) : link_of(ops, b, a);
                if (after) *link |= LCT_LINK_ALL;
            }
            if (b != a && lct_sync_orders(ops[a].call, ops[a].end, ops[b].call, ops[b].end)) *link |= LCT_LINK_LOCK;
        }
    }
    return true;
}
