/* Memory models: which versions the current step may read, or be placed after.
 *
 * Coherence has been checked already (versions.h), exactly as C11 and RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer:
 * Repairing Sequential Consistency in C/C++11, PLDI 2017) have it; in all models happens-before is part of the order.
 * The newest version is always permitted: the step is the last one of the graph, so that no edge leaves it.  An older
 * one adds edges from the step to all newer versions; they close a cycle if one of these was written before the step:
 *
 *   - Sequential consistency: before is program order, reads-from, modification order and from-read, together.
 *   - Total store order (Sewell, Sarkar, Owens, Zappa Nardelli, Myreen: x86-TSO, CACM 2010): the same, but a load does
 *     not come after the stores of its own thread that have not been drained, and a load of such a store is no edge.
 *   - RC11: only operations of seq_cst are ordered beyond happens-before: graph_psc.c.
 */
#include "target/explore/graph.h"

bool lct_graph_same_object(uint32_t a, uint32_t b) {
    const lct_step_event *x = &lct_t.events[a], *y = &lct_t.events[b];
    return x->address < y->address + y->size && y->address < x->address + x->size;
}

int32_t lct_graph_last_before(unsigned thread, uint32_t step) {
    int32_t last = lct_t.last[thread];
    while (last >= (int32_t)step) last = lct_t.events[last].before;
    return last;
}

/* ---- the past of a step ---- */

enum { STEPS = 1 << 20 };
static struct {
    uint32_t *seen; /* of each step: the search that met it */
    uint32_t search;
    uint32_t *left;
    uint32_t count;
} b LCT_STATE = {0};

static LCT_INLINE void meet(int32_t step) {
    if (step < 0 || b.seen[step] == b.search) return;
    assert(step < lct_m.depth && b.count < STEPS);
    b.seen[step] = b.search;
    b.left[b.count++] = (uint32_t)step;
}

static inline bool is_met(int32_t step) { return step >= 0 && b.seen[step] == b.search; }

/* ---- the steps right before one in the order ---- */

/* Some of these are -1: there is none. */
typedef void (*visitor)(int32_t step);

/* The last step of a thread that has ended, or creates another one, and with it all before: its buffer is empty. */
static LCT_INLINE void visit_with_buffer(visitor visit, int32_t step) {
    visit(step);
    if (step >= 0 && lct_m.weak == LCT_WEAK_TSO) visit(lct_g.at[step].last_store);
}

/* Before its part of the graph begins. */
static LCT_INLINE void visit_creator(visitor visit, unsigned thread) { visit_with_buffer(visit, lct_t.born[thread]); }

static LCT_INLINE void visit_buffered(visitor visit, int32_t before, unsigned thread, bool writes) {
    if (before < 0) {
        visit_creator(visit, thread);
        return;
    }
    const lct_graph_step *s = &lct_g.at[before];
    visit(s->last_load);
    visit(writes ? s->last_store : s->drained);
    if (s->last_load < 0 && (writes ? s->last_store : s->drained) < 0) visit_creator(visit, thread);
}

/* In program order. */
static LCT_INLINE void visit_own(visitor visit, int32_t before, unsigned thread, bool writes) {
    if (lct_m.weak == LCT_WEAK_TSO) visit_buffered(visit, before, thread, writes);
    else if (before >= 0) visit(before);
    else visit_creator(visit, thread);
}

static LCT_INLINE void visit_version(visitor visit, uint32_t version, unsigned reader, bool reads_only) {
    const lct_version *v = &lct_versions.at[version];
    if (!version || (lct_m.weak == LCT_WEAK_TSO && reads_only && v->thread == reader)) return;
    visit(v->step);
}

/* The version before it in modification order, and its readers. */
static LCT_INLINE void visit_overwritten(visitor visit, uint32_t version) {
    uint32_t older = lct_versions.at[version].older;
    if (!older) return;
    assert(lct_versions.at[older].rank < lct_versions.at[version].rank && lct_versions.at[older].newer == version);
    visit(lct_versions.at[older].step);
    for (int32_t i = lct_versions.at[older].reader; i >= 0; i = lct_versions.next_reader[i]) visit(i);
}

static void visit_joined(visitor visit, const lct_step_event *e, uint32_t step) {
    for (unsigned t = 0; t < lct_m.thread_count; t++)
        if (t != e->thread && (e->after_all || e->address >= LCT_THREADS || e->address == t))
            visit_with_buffer(visit, lct_graph_last_before(t, step));
}

static void visit_objects(visitor visit, uint32_t step) {
    for (uint32_t i = step; i-- > 0;)
        if (lct_g.at[i].kind == LCT_GRAPH_OBJECT && lct_graph_same_object(i, step)) visit((int32_t)i);
}

static LCT_INLINE void visit_predecessors(visitor visit, uint32_t step) {
    const lct_graph_step *s = &lct_g.at[step];
    const lct_step_event *e = &lct_t.events[step];
    bool writes = s->kind != LCT_GRAPH_LOAD || s->locked;
    visit_own(visit, e->before, e->thread, writes);
    if (s->kind == LCT_GRAPH_LOAD || s->kind == LCT_GRAPH_UPDATE)
        visit_version(visit, lct_versions.source[step], e->thread, !writes);
    if (s->kind == LCT_GRAPH_STORE || s->kind == LCT_GRAPH_UPDATE) visit_overwritten(visit, lct_versions.result[step]);
    if (s->kind == LCT_GRAPH_OBJECT) visit_objects(visit, step);
    if (e->access == LCT_JOIN || e->after_all) visit_joined(visit, e, step);
    if (e->after_step >= 0) visit(e->after_step);
}

/* ---- searches ---- */

static void begin_search(void) {
    if (!b.seen) {
        b.seen = lct_reserve(STEPS * sizeof *b.seen);
        b.left = lct_reserve(STEPS * sizeof *b.left);
    }
    if (!++b.search) b.search = 1;
    b.count = 0;
}

/* Meets all steps before the current one, or some of them up to the one that wrote the newest version. */
static void search(const lct_weak_access *a) {
    const lct_step_event *e = &lct_t.events[lct_m.depth - 1];
    int32_t newest = lct_versions.at[lct_versions.locations[a->location].newest].step;
    begin_search();
    visit_own(meet, e->before, e->thread, a->kind != LCT_WEAK_LOAD || a->locked);
    while (b.count && !is_met(newest)) visit_predecessors(meet, b.left[--b.count]);
}

/* Those up to the first whose version is before the step; a store has no candidates among the taken ones. */
static uint64_t up_to_met(const lct_weak_access *a) {
    uint64_t ages = 0;
    uint32_t candidate = 0;
    search(a);
    for (uint32_t i = lct_versions.locations[a->location].newest; i && candidate < a->count;
         i = lct_versions.at[i].older) {
        if (a->candidates[candidate] == i) ages |= (uint64_t)1 << candidate++;
        if (is_met(lct_versions.at[i].step)) break;
    }
    return ages;
}

uint64_t lct_graph_allowed(const lct_weak_access *a) {
    uint64_t all = a->count == 64 ? UINT64_MAX : ((uint64_t)1 << a->count) - 1;
    if (lct_m.weak == LCT_WEAK_SC || lct_m.weak == LCT_WEAK_TSO) return up_to_met(a);
    return all & lct_graph_psc(a, all);
}

/* ---- marks ---- */

enum { LATE = 256 };
typedef struct late {
    uint32_t step, before; /* the second one is later on the path, and comes before the first one */
} late;

static struct {
    uint64_t *marks;
    uint64_t now;  /* of the current step, */
    uint32_t step; /* which is this one */
    bool begins;   /* each step is met for the first time */
    uint32_t first, late_count;
    late late[LATE];
} m LCT_STATE = {0};

static LCT_INLINE void take_marks(int32_t step) {
    if (step < 0) return;
    m.now |= m.marks[step];
    if (__builtin_expect((uint32_t)step < m.step || !m.begins, true)) return;
    if (m.late_count < LATE) m.late[m.late_count] = (late){m.step, (uint32_t)step};
    m.late_count++;
    if (m.step < m.first) m.first = m.step;
}

/* The first step that lacks marks of a later one of the path. */
static uint32_t first_that_lacks(uint32_t depth) {
    uint32_t first = depth;
    if (m.late_count > LATE) return m.first;
    for (uint32_t i = 0; i < m.late_count; i++)
        if (m.marks[m.late[i].before] & ~m.marks[m.late[i].step] && m.late[i].step < first) first = m.late[i].step;
    return first;
}

/* Most steps come after earlier ones of the path alone.  Only a read of an older version, or a store before a newer
 * one, comes before an earlier step. */
void lct_graph_spread(uint64_t *marks) {
    uint32_t depth = (uint32_t)lct_m.depth;
    m.marks = marks;
    m.begins = true;
    m.late_count = 0;
    m.first = depth;
    for (uint32_t from = 0; from < depth;) {
        bool grows = false;
        for (m.step = from; m.step < depth; m.step++) {
            m.now = marks[m.step];
            visit_predecessors(take_marks, m.step);
            grows |= m.now != marks[m.step];
            marks[m.step] = m.now;
        }
        m.begins = false;
        from = grows ? first_that_lacks(depth) : depth;
    }
}
