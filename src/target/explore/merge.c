/* Source-DPOR that does not explore a state twice.
 *
 * Executions that are not equivalent come through few states: a value that a thread reads and only compares, for
 * instance, leaves no difference.  From equal states the same steps can follow, so when all continuations of a node
 * have been explored, its state is stored, and an execution that comes to it again ends there.  (Yang, Chen,
 * Gopalakrishnan and Kirby: Efficient Stateful Dynamic Partial Order Reduction, SPIN 2008; with source sets Cirisci,
 * Enea, Farzan and Mutluergil: A Pragmatic Approach to Stateful Partial Order Reduction, VMCAI 2023.)  But the steps
 * that are not repeated race with those of the path.  These races are reported from a summary of them (summary.c).
 *
 * Theorem.  Every state, history and failure that source-DPOR without merging finds is found.  Let n be a node whose
 * state was stored, n' a later one in the same state.  Imagine that below n' exactly the executions below n were run,
 * node by node with the same threads.  This is a run of source-DPOR from n' on:
 *   - They can be run, because the state (merge_state.c) contains all on which they depend, and that includes the
 *     decisions of the explorer: which threads wait in a loop, and everything that will decide whether one does.
 *   - Races among their steps are the same as below n, and have the same initials: a step between two other ones in the
 *     happens-before order lies between them in time, too.  So each node has its threads for these races.
 *   - Sleep sets may be smaller than allowed; that of n must be contained in that of n'.
 *   - The races of a step below n' with a step e of the path are found from the summary, each with a clock that
 *     contains at most the steps in the real one; further races only add threads to nodes.  At the node of e an initial
 *     is added: of the steps of the path behind e if any of them is independent of e, and otherwise each thread that
 *     could begin.  If one of these was added before, that is enough only if it is the only one.
 *   - Plain accesses that are no steps are part of the summary, and become steps if they race.
 * By induction over the order in which nodes are finished the result is a run of reduction without merging, from which
 * only repetitions were cut.  Histories are part of the state, and the graph of states has no cycles.
 *
 * Some executions are not covered by this: those that come back to a state they were in (the steps of the cycle would
 * be missing in the summaries of its nodes), attempts at locks that fail (whether a thread waits depends on the steps
 * of all threads, see locks.c), threads of the setup, programs that end while threads run, dropped executions.  From
 * there on the tree is explored without merging.  Nodes that were stored contain nothing of that kind, so their states
 * stay covered.  Claims, invariants and uninstrumented code are never explored with merging.
 *
 * Data races.  Where all atomic operations acquire and release and no step is of those below, an execution with a data
 * race exists if and only if one exists in which two such accesses are next to each other (Boehm and Adve, PLDI 2008):
 * without the steps that do not happen before either of them the rest is still an execution, because reads happen after
 * the writes they read, and each step that waits happens after the one that it waits for.  So clocks are not part of
 * states.  Accesses that can be next to each other race for reduction, too: if the summary shows that of two steps, or
 * if there are other orders or steps that were not known when states were stored, the tree is explored without merging,
 * or with clocks.
 *
 * Calls and returns are dependent here (happens.c), because the history is part of the state: links between operations
 * would be the order of steps, of which states contain nothing.
 *
 * Each worker has states of its own.  Where workers share a tree, only those below its upper part are stored.
 */
#include "target/explore/merge.h"

#include <string.h>

#include "target/explore/progress.h"
#include "target/explore/worker.h"

enum {
    DUE = 500, /* executions without merging, which most scenarios never reach */
    FIRST_STATES = 1 << 12,
    MOST_STATES = 1 << 19,
    ROOM = 512 << 20, /* bytes that a worker must have for its tables */
    CHECKED = 8       /* of so many known states one is explored all the same, where that is wanted */
};

typedef struct known_state {
    lct_digest key; /* zero: a free slot */
    lct_mask sleep;
    bool partly; /* an execution below was given up because a thread had waited without success */
    lct_summary summary;
} known_state;

/* A node of the path. */
typedef struct level {
    lct_digest key;
    bool keyed, partly;
    lct_summary own, below; /* of its finished steps; of all that followed the current one so far */
} level;

static struct {
    bool on;     /* in this tree, so far */
    bool failed; /* an assumption was wrong in this tree: the rest of it, or all, is explored without merging */
    bool begun;  /* and since then executions of the tree may have ended in known states */
    bool clocks; /* states contain clocks */
    bool known;  /* the last execution ended in a known state */
    bool shared; /* the stage that is shared merges states */
    bool loose;  /* some step depended on one that it does not happen after, see below */
    uint64_t executions;
    known_state *states;
    uint32_t count, room;
    level *levels;
    int32_t checking; /* the node whose state is known and which is explored all the same; -1: none */
    bool compares;    /* with this summary: */
    lct_summary expected;
    uint64_t hits;
} m LCT_STATE = {.checking = -1};

static uint32_t mode(void) { return lct_w.control->config.merging; }
bool lct_merge_has_clocks(void) { return m.clocks; }

/* ---- when ---- */

static bool is_possible(void) {
    if (!lct_w.control) return false; /* tests of the runtime explore without one */
    if (!lct_t.loops || lct_t.invariant || lct_w.claim || lct_t.uninstrumented || lct_t.weak) return false;
    uint64_t memory = lct_w.control->config.memory_bytes;
    return mode() != LCT_MERGING_OFF && !(memory && memory < ROOM);
}

static bool is_strange(const lct_step_event *e) { return e->access == LCT_END || e->tried == LCT_MISSED; }

/* The steps that the last execution did not share with the one before. */
static int32_t first_new(void) { return lct_m.fresh < 0 ? 0 : lct_m.fresh; }

/* Can it depend on a step of another thread without happening after it?  An attempt that fails can, and so can a thread
 * that is woken, or whose time is over only when no other thread can go on; an access that races, where that is
 * ignored or was reported before; and a call that gets memory, or does not, depending on other calls. */
static bool is_loose(const lct_step_event *e) {
    if (e->after_step >= 0 || e->after_all) return true;
    switch (e->shown) {
    case LCT_STEP_READ:
    case LCT_STEP_WRITE:
    case LCT_STEP_TRY:
    case LCT_STEP_SIGNAL:
    case LCT_STEP_WAIT:
    case LCT_STEP_MALLOC:
    case LCT_STEP_FREE: return true;
    case LCT_STEP_NOTE: return e->access != LCT_LOCAL;
    default: return false;
    }
}

static bool needs_clocks(void) {
    for (int32_t i = first_new(); i < lct_m.depth && !m.loose; i++) m.loose = is_loose(&lct_t.events[i]);
    return lct_m.races && (m.loose || lct_merge_needs_clocks());
}

/* Does the last execution show something that is not covered? */
static bool met_limits(void) {
    if (lct_t.cycles || lct_t.observed || lct_t.dropped || lct_m.outcome == LCT_TOO_LONG || !lct_summary_fits())
        return true;
    for (unsigned i = 0; i < lct_m.thread_count; i++)
        if (lct_m.threads[i].resident) return true;
    for (int32_t i = first_new(); i < lct_m.depth; i++)
        if (is_strange(&lct_t.events[i])) return true;
    return false;
}

/* Are states merged where workers share the scenario? */
static uint64_t *shared_bits(void) { return &lct_w.control->merging[lct_w.scenario / 64]; }
static uint64_t shared_bit(void) { return (uint64_t)1 << lct_w.scenario % 64; }

static void begin(void) {
    size_t levels = (size_t)lct_m.max_depth + 2;
    if (!m.room) {
        m.room = FIRST_STATES;
        m.states = lct_reserve(m.room * sizeof *m.states);
        m.levels = lct_reserve(levels * sizeof *m.levels);
    } else {
        memset(m.states, 0, m.room * sizeof *m.states);
        memset(m.levels, 0, levels * sizeof *m.levels);
    }
    lct_summary_forget();
    m.count = 0;
    m.hits = 0;
    m.checking = -1;
    m.on = m.begun = lct_t.merging = true;
    m.known = false;
    m.clocks = lct_m.races && (m.loose || lct_merge_needs_clocks());
    lct_t.linked = false;
    __atomic_fetch_or(shared_bits(), shared_bit(), __ATOMIC_RELAXED);
}

/* From here on the tree is explored without, and merging does not start again. */
static void stop(void) {
    m.on = lct_t.merging = false;
    m.failed = true;
    __atomic_fetch_and(shared_bits(), ~shared_bit(), __ATOMIC_RELAXED);
}

void lct_merge_share(void) {
    m.shared = is_possible() && __atomic_load_n(shared_bits(), __ATOMIC_RELAXED) & shared_bit();
}

void lct_merge_start(void) {
    m.on = m.failed = m.known = m.begun = false;
    m.executions = 0;
    if (lct_t.counting || lct_t.split) {
        if (m.shared) lct_t.linked = false; /* the part above is the same for all */
        if (m.shared && !lct_t.counting) begin();
    }
}

/* Where workers share the tree it cannot be started again: the stage is. */
static bool fail(void) {
    stop();
    m.begun = false;
    if (lct_t.split) lct_t.mistaken = true;
    else lct_tree_depend();
    return !lct_t.split;
}

bool lct_merge_turns(void) {
    if (m.on && m.failed) return fail();
    if (needs_clocks() && m.begun && !m.clocks) {
        if (lct_t.split || !m.on) return fail();
        begin();
        return true;
    }
    if (m.on || m.failed || lct_t.split || !is_possible()) return false;
    m.failed = met_limits();
    if (m.failed || ++m.executions < (mode() == LCT_MERGING_AUTO ? DUE : 1)) return false;
    begin();
    return true;
}

/* ---- states ---- */

static known_state *slot_of(lct_digest key) {
    uint32_t last = m.room - 1, i = (uint32_t)key.a & last;
    while ((m.states[i].key.a | m.states[i].key.b) && (m.states[i].key.a != key.a || m.states[i].key.b != key.b))
        i = (i + 1) & last;
    return &m.states[i];
}

static bool is_used(const known_state *k) { return k->key.a | k->key.b; }

static void make_room(void) {
    known_state *old = m.states;
    uint32_t before = m.room;
    m.room *= 2;
    m.states = lct_reserve(m.room * sizeof *m.states);
    for (uint32_t i = 0; i < before; i++)
        if (is_used(&old[i])) *slot_of(old[i].key) = old[i];
    lct_unreserve(old, before * sizeof *old);
}

static void store(level *l, lct_mask sleep) {
    if (m.count * 2 >= m.room && m.room < 2 * MOST_STATES) make_room();
    known_state *k = slot_of(l->key);
    if (!is_used(k)) {
        if (m.count == MOST_STATES) return; /* a state that is not stored is explored again */
        m.count++;
    } else lct_summary_free(&k->summary);
    *k = (known_state){.key = l->key, .sleep = sleep, .partly = l->partly, .summary = l->own};
    l->own = 0;
}

/* ---- the path ---- */

static void find_key(uint32_t depth, level *l) {
    lct_digest history = lct_record_digest();
    l->keyed = depth > lct_t.split && lct_progress_state(depth, &l->key);
    if (!l->keyed) return;
    l->key.a = lct_digest_mix(l->key.a, history.a);
    l->key.b = lct_digest_mix(l->key.b, history.b);
    l->key.a |= !(l->key.a | l->key.b);
}

/* Is this state known, and to be explored all the same?  Where threads sleep or wait in a loop, executions are given
 * up as covered, and which of their steps come before that depends on the order of exploration. */
static bool is_checked(uint32_t depth, const lct_node *node, const known_state *k) {
    if (mode() != LCT_MERGING_CHECKED || ++m.hits % CHECKED) return false;
    m.checking = (int32_t)depth;
    m.compares = !node->sleep && !k->partly;
    lct_summary_add(&m.expected, k->summary);
    return true;
}

bool lct_merge_enter(uint32_t depth, const lct_node *node) {
    level *l = &m.levels[depth];
    m.known = false;
    if (!m.on) return true;
    lct_summary_free(&l->own);
    lct_summary_free(&l->below);
    l->partly = false;
    find_key(depth, l);
    if (!l->keyed || m.checking >= 0) return true;
    const known_state *k = slot_of(l->key);
    if (!is_used(k) || k->sleep & (lct_mask)~node->sleep || is_checked(depth, node, k)) return true;
    if (!lct_summary_races(k->summary)) m.failed = true;
    lct_summary_add(&m.levels[depth - 1].below, k->summary);
    m.levels[depth - 1].partly |= k->partly;
    m.known = true;
    return false;
}

void lct_merge_ended(void) {
    if (!m.on) return;
    if (met_limits()) stop();
    bool known = m.known;
    m.known = false;
    if (!m.on || known || !lct_m.depth) return;
    m.levels[lct_m.depth - 1].partly |= lct_t.stale != 0;
    if (lct_m.outcome == LCT_REDUNDANT && !lct_t.stale) return;
    for (lct_mask left = lct_m.waiting; left; left &= (lct_mask)(left - 1))
        lct_summary_add_pending(&m.levels[lct_m.depth - 1].below, lct_first(left));
}

void lct_merge_step_done(uint32_t depth) {
    if (!m.on) return;
    level *l = &m.levels[depth];
    if (!lct_t.split || depth > lct_t.split) lct_summary_prepend(&l->own, &lct_t.events[depth], depth, l->below);
    lct_summary_free(&l->below);
}

static void finish_check(level *l) {
    if (m.compares && !l->partly && !lct_summary_covers(m.expected, l->own))
        lct_bug("a summary has all races", __FILE__, __LINE__);
    lct_summary_free(&m.expected);
    m.checking = -1;
}

void lct_merge_node_done(uint32_t depth) {
    if (!m.on) return;
    level *l = &m.levels[depth];
    bool checked = m.checking == (int32_t)depth;
    if (checked) finish_check(l);
    if (depth > lct_t.split) {
        lct_summary_add(&m.levels[depth - 1].below, l->own);
        m.levels[depth - 1].partly |= l->partly;
    }
    if (!lct_summary_fits()) stop();
    if (!l->keyed || checked || m.checking >= 0 || !m.on) return;
    store(l, lct_t.nodes[depth].sleep);
}

void lct_merge_new_history(void) {
    if (m.on && m.checking >= 0) lct_bug("all histories behind a known state are known", __FILE__, __LINE__);
}
