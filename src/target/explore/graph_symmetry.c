/* Equal threads: of the graphs that differ in the names of such threads alone, one is explored.
 *
 * Two threads are equal if they run the same function with the same argument (or the same calls), and the thread that
 * creates them, one right after the other, does nothing in between, nor between their ends, if it waits for these.
 * Exchange the names of two equal threads in an execution graph of the program, and it is one again.  So of each orbit
 * a *sorted* graph suffices (the idea is that of Kokologiannakis, Marmanis, Vafeiadis: SPORE, PLDI 2024; what follows
 * differs in when a step is in order with its twin).
 *
 * As long as two neighbours t < u have done the same, step n of t is the *twin* of step n of u.  To have done the same
 * is to have read the same version, or each the same own one, or to have written to a place of its own.  A graph is
 * sorted if
 *
 *   (1) no step of u is there without its twin, and no twin comes after the step, in program order, reads-from and
 *       these very relations;
 *   (2) where both access the same location, u's step does not stand before its twin in modification order: it does not
 *       read an older version, nor is its write placed before that of the twin.
 *
 * Each orbit has a sorted graph: take the threads that have done the same up to step n.  Their steps n access one
 * location, or each a place of its own.  Their places in modification order sort them, and this goes with (1): a step
 * e is before the step f of another one of these threads only by the version that f reads, which is not older than that
 * of e.  (*) Those that are equal in it are sorted by step n + 1, and so on.
 *
 * TruSt explores all consistent graphs, each once, if consistency is closed under dropping last steps, and if a step
 * that reads the newest version and writes the newest one can always be added.  Both hold for "consistent and sorted"
 * if twins belong to the past of a step (lct_graph_step.past): a smaller sorted graph is sorted, and what is newest is
 * not before its twin.  So sorted graphs are explored by the same algorithm with another past, the order in which steps
 * are added included: twins come first.  A revisit cannot take the twin of a step that it keeps.
 *
 * (*) This is so unless a write takes a place before a version that was read in its own past, which is possible in
 * models weaker than SC without synchronization between them.  Where such a write is met, in a tree with equal threads,
 * the tree is started again without symmetry; and one is met if there is any, because the part of a graph up to the
 * first one has a sorted graph in its orbit.
 *
 * Whatever shows that threads are not equal after all has the same consequence: a step that is not that of its twin; a
 * thread that asks for its number, or draws a random one; a result that is passed to the thread that waits for its end;
 * and, unless symmetry is `names`, memory that it allocates, or a stack that is shared, because code could compare the
 * addresses.  With `names` arguments that are unique, and numbers and addresses of threads, are taken for mere names,
 * which is for the user to know.
 */
#include "target/explore/graph_symmetry.h"

#include "target/explore/scenario.h"
#include "target/explore/worker.h"
#include "target/runtime/heap.h"

/* Places where there is no code, one for each thread: what is found there, that it is not equal to its neighbour, is
 * found for all workers. */
enum { ASYMMETRIC = 256 };

static struct {
    uint8_t twin[LCT_THREADS], creator[LCT_THREADS];
    bool on, used, names;
} y LCT_STATE = {.on = false};

void lct_symmetry_begin(void) {
    uint32_t wanted = lct_t.strategy->graphs ? lct_w.control->config.symmetry : LCT_SYMMETRY_OFF;
    for (unsigned t = 0; t < LCT_THREADS; t++) y.twin[t] = LCT_GRAPH_NONE;
    y.names = wanted == LCT_SYMMETRY_NAMES;
    y.used = false;
    y.on = wanted != LCT_SYMMETRY_OFF && lct_m.plain && (y.names || !lct_m.stacks_shared);
}

uint32_t lct_symmetry_used(void) {
    return !y.used ? LCT_SYMMETRY_OFF : y.names ? LCT_SYMMETRY_NAMES : LCT_SYMMETRY_EQUAL;
}

static bool is_equal(unsigned thread) { return thread < LCT_THREADS && y.twin[thread] != LCT_GRAPH_NONE; }

/* It is not equal to the one before it. */
static _Noreturn void start_again(unsigned thread) {
    lct_promote(ASYMMETRIC + thread);
    if (!lct_t.new_races) lct_t.gave_up = true; /* there is no room for the finding */
    lct_stop(LCT_REDUNDANT);
}

/* No threads are. */
static void give_up(void) {
    for (unsigned u = 2; u < lct_m.thread_count; u++)
        if (is_equal(u)) lct_promote(ASYMMETRIC + u);
    if (!lct_t.new_races) lct_t.gave_up = true;
}

/* This thread differs from those beside it. */
static void differs(unsigned thread) {
    if (!y.on || lct_is_prefix() || !(is_equal(thread) || is_equal(thread + 1))) return;
    if (is_equal(thread)) lct_promote(ASYMMETRIC + thread);
    if (is_equal(thread + 1)) lct_promote(ASYMMETRIC + thread + 1);
    if (!lct_t.new_races) lct_t.gave_up = true;
    lct_stop(LCT_REDUNDANT);
}

/* ---- which threads are equal ---- */

static bool touches(uint32_t step) { return lct_shadows_end(step) != lct_t.events[step].shadows; }

/* Has the current thread, since its step `from`, only created threads? */
static bool only_creates(int32_t from) {
    for (int32_t i = lct_t.last[lct_m.current]; i >= 0 && i >= from; i = lct_t.events[i].before) {
        const lct_step_event *e = &lct_t.events[i];
        if (e->shown != LCT_STEP_NOTE && e->shown != LCT_STEP_CREATE) return false;
        if (touches((uint32_t)i)) return false;
    }
    return true;
}

void lct_symmetry_started(unsigned thread) {
    y.creator[thread] = lct_m.current;
    y.twin[thread] = LCT_GRAPH_NONE;
    if (!y.on || thread < 2 || lct_is_promoted(ASYMMETRIC + thread)) return;
    const lct_thread *u = &lct_m.threads[thread], *t = u - 1;
    if (t->life != LCT_ALIVE || y.creator[thread - 1] != lct_m.current || t->start != u->start) return;
    if (u->resident || t->resident || u->detached || t->detached) return;
    if (t->argument != u->argument && !lct_scenario_equal(t->argument, u->argument, y.names)) return;
    if (!only_creates(lct_t.born[thread - 1])) return;
    y.twin[thread] = (uint8_t)(thread - 1);
    y.used = true;
}

void lct_symmetry_identified(bool by_name) {
    if (!lct_m.in_code || lct_m.speculating || (by_name && y.names)) return;
    differs(lct_m.current);
}

void lct_symmetry_result(unsigned thread) {
    if (lct_m.in_code) differs(thread);
}

/* ---- twins ---- */

int32_t lct_symmetry_twin(unsigned thread, uint32_t depth) {
    if (!y.on || !is_equal(thread)) return LCT_TWIN_NONE;
    int32_t before = lct_graph_last_before(thread, depth);
    if (before >= 0 && !lct_g.at[before].same) return LCT_TWIN_NONE;
    int number = before >= 0 ? lct_t.events[before].number + 1 : 1;
    int32_t i = lct_graph_last_before(y.twin[thread], depth);
    while (i >= 0 && lct_t.events[i].number > number) i = lct_t.events[i].before;
    return i >= 0 && lct_t.events[i].number == number ? i : LCT_TWIN_MISSING;
}

lct_mask lct_symmetry_waiting(lct_mask enabled, uint32_t depth) {
    lct_mask waiting = 0;
    if (!y.used) return 0;
    for (lct_mask left = enabled; left; left &= (lct_mask)(left - 1))
        if (lct_symmetry_twin(lct_first(left), depth) == LCT_TWIN_MISSING) waiting |= lct_bit(lct_first(left));
    return waiting;
}

/* Do two addresses mean the same, the first one to thread u and the other one to its neighbour? */
static bool is_own_place(uintptr_t mine, uintptr_t other, unsigned u) {
    uintptr_t stack = (uintptr_t)lct_m.threads[u].stack, stack_of_other = (uintptr_t)lct_m.threads[y.twin[u]].stack;
    if (mine - stack < lct_m.stack_size) return mine - stack == other - stack_of_other;
    return lct_heap_is_same_place(mine, u, other, y.twin[u]);
}

/* Neither a write nor a plain access of the creator may come between the ends of equal threads. */
static void compare_joins(uint32_t step, unsigned thread, const lct_step *pending) {
    bool joins = pending->access == LCT_JOIN, ends = pending->access == LCT_END;
    int32_t last = lct_graph_last_before(thread, step);
    for (unsigned u = 2; u < lct_m.thread_count; u++) {
        if (!is_equal(u)) continue;
        const lct_thread *a = &lct_m.threads[u - 1], *b = &lct_m.threads[u];
        bool one_of_them = joins && (pending->address == u || pending->address == u - 1);
        if (y.creator[u] != thread && one_of_them) start_again(u);
        if (y.creator[u] != thread || a->joined == b->joined) continue;
        if (!joins && !ends) start_again(u);
        if (last >= 0 && touches((uint32_t)last)) start_again(u);
    }
}

void lct_symmetry_compare(uint32_t step) {
    if (!y.used) return;
    lct_graph_step *s = &lct_g.at[step];
    const lct_step *mine = &lct_m.threads[s->thread].pending;
    if (!is_equal(s->thread)) compare_joins(step, s->thread, mine);
    if (s->twin < 0) return;
    const lct_step_event *other = &lct_t.events[s->twin];
    bool same = mine->pc == other->pc && mine->shown == other->shown && mine->size == other->size &&
                mine->values == other->values;
    /* A failed compare-and-swap is shown as such only when it is traced. */
    if (!same || (mine->address != other->address && !is_own_place(mine->address, other->address, s->thread)))
        start_again(s->thread);
}

/* ---- order ---- */

uint64_t lct_symmetry_permitted(const lct_graph_step *s, const lct_weak_access *a, uint64_t ages) {
    if (s->twin < 0) return ages;
    const lct_graph_step *other = &lct_g.at[s->twin];
    if (other->kind < LCT_GRAPH_LOAD || other->kind > LCT_GRAPH_UPDATE || other->location != a->location) return ages;
    assert((a->kind == LCT_WEAK_STORE) == (other->kind == LCT_GRAPH_STORE));
    uint64_t oldest = a->kind == LCT_WEAK_STORE ? other->rank : other->source_rank;
    for (uint32_t i = 1; i < a->count && i < 64; i++)
        if (lct_versions.at[a->candidates[i]].rank < oldest) ages &= ~((uint64_t)1 << i);
    return ages;
}

static int32_t source_of(uint32_t step) { return lct_versions.at[lct_versions.source[step]].step; }

/* Each has read its own write, or what was there before. */
static bool reads_own(uint32_t step, uint32_t other) {
    int32_t a = source_of(step), b = source_of(other);
    if (a < 0 || b < 0) return a == b;
    return lct_t.events[a].thread == lct_t.events[step].thread &&
           lct_t.events[b].thread == lct_t.events[other].thread && lct_t.events[a].number == lct_t.events[b].number;
}

/* The write stands before a version that is in its past, or was read there: see (*). */
static bool stands_before_its_past(uint32_t step) {
    if (lct_g.at[step].kind != LCT_GRAPH_STORE && lct_g.at[step].kind != LCT_GRAPH_UPDATE) return false;
    uint32_t own = lct_versions.result[step];
    for (uint32_t i = lct_versions.at[own].newer; i; i = lct_versions.at[i].newer) {
        int32_t by = lct_versions.at[i].step;
        if (by >= 0 && lct_graph_in(&lct_g.at[step].past, &lct_g.at[by])) return true;
        for (int32_t k = lct_versions.at[i].reader; k >= 0; k = lct_versions.next_reader[k])
            if (lct_graph_in(&lct_g.at[step].past, &lct_g.at[k])) return true;
    }
    return false;
}

bool lct_symmetry_is_same(uint32_t step) {
    const lct_graph_step *s = &lct_g.at[step], *other = &lct_g.at[s->twin];
    if (y.used && stands_before_its_past(step)) give_up();
    if (s->twin < 0 || s->kind != other->kind) return false;
    switch ((enum lct_graph_kind)s->kind) {
    case LCT_GRAPH_OTHER: return true;
    case LCT_GRAPH_CHOICE: return s->choice == other->choice;
    case LCT_GRAPH_LOAD:
        if (s->location == other->location) return lct_versions.source[step] == lct_versions.source[(uint32_t)s->twin];
        return reads_own(step, (uint32_t)s->twin);
    case LCT_GRAPH_STORE: return s->location != other->location;
    default: return false;
    }
}
