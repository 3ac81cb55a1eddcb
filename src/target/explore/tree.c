/* The tree of executions.
 *
 * Invariants, at every step `depth` of the path.
 * - last[t] is the index of t's last event, -1 if there is none, and steps[t] is how many there are: an event's
 * `before` leads to the one before it, so that the events of a thread form a chain.
 * - The strategy chooses a thread that is alive and can go on: it is enabled at the node, or free.  A free thread that
 *   waits in a loop is not enabled; only purity.c, which repeats an execution step by step, chooses such a thread.
 * - The counts at a node (shadows, loops that wait, the log) only grow along the path, so that going back to a node is
 *   cutting to its counts.
 * - Events up to `processed` have their clocks; none beyond the path has.
 */
#include "target/explore/tree.h"

#include <string.h>

#include "target/explore/graph.h"
#include "target/explore/graph_symmetry.h"
#include "target/explore/merge.h"
#include "target/explore/progress.h"
#include "target/explore/resume.h"
#include "target/explore/scenario.h"
#include "target/explore/worker.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap.h"
#include "target/runtime/image.h"
#include "target/runtime/order_parts.h"
#include "target/runtime/retry.h"
#include "target/runtime/world/world.h"

lct_tree lct_t LCT_STATE = {0};

enum { SHADOWS = 1 << 20, SHADOWS_AT_ONCE = 1 << 12 };

void lct_tree_init(uint32_t max_depth) {
    lct_t.events = lct_reserve((max_depth + LCT_THREADS) * sizeof *lct_t.events);
    lct_t.nodes = lct_reserve((max_depth + 1) * sizeof *lct_t.nodes);
    lct_t.shadows = lct_reserve(SHADOWS * sizeof *lct_t.shadows);
    lct_t.spins = lct_reserve(LCT_SPINS_MAX * sizeof *lct_t.spins);
    lct_happens_init();
    lct_order_init();
}

/* Without reduction clocks show only which plain accesses race. */
static bool clocks_matter(void) {
    return lct_t.shadows_matter && (lct_t.strategy->race || (lct_m.plain && !lct_m.all_plain));
}

/* Most tests never need them. */
static void need_versions(void) {
    if (!lct_versions.at) lct_versions_init((uint32_t)lct_m.max_depth);
    if (!lct_g.at) lct_graph_init((uint32_t)lct_m.max_depth);
}

/* Invariants are checked where no operation runs, which equivalent schedules differ in.  Claims of progress are not
 * refuted by calls and returns: a thread is seen to wait in some schedule if two steps race for what it waits for, and
 * a cycle has none. */
void lct_tree_depend(void) {
    lct_t.linked = lct_t.strategy == &lct_dpor && (lct_t.links || lct_t.lists) && !lct_t.invariant;
}

void lct_tree_begin(const lct_strategy *strategy) {
    lct_t.strategy = strategy;
    lct_m.remembers = strategy->reduces || strategy->graphs;
    lct_m.tries_all = strategy->compares_states;
    lct_m.retry = lct_t.loops && !strategy->compares_states;
    lct_m.merges = lct_t.rounds && !strategy->compares_states;
    lct_m.weak = lct_t.weak;
    lct_t.merging = false;
    lct_tree_depend();
    if (lct_m.weak) need_versions();
    lct_m.races = lct_t.races && strategy != &lct_serial; /* that one collects correct behaviour, not errors */
    lct_t.shadows_matter = strategy->race || (strategy->clocks && !(lct_m.races && lct_t.races_end));
    lct_t.clocks_urgent = strategy->race != NULL;
    lct_tree_restart();
    lct_t.new_races = lct_t.cycles = lct_t.mistaken = false;
    lct_t.gave_up = strategy->compares_states && clocks_matter();
    lct_symmetry_begin();
    if (strategy->start) strategy->start();
}

void lct_tree_restart(void) {
    lct_m.fresh = -1;
    lct_t.anew = false;
    lct_resume_clear();
    lct_progress_restart();
    lct_t.processed = 0;
    lct_t.shadow_count = 0;
    lct_t.spin_count = 0;
    lct_t.spinning = lct_t.stale = lct_t.observed = 0;
    lct_r.length = 0;
    memset(lct_t.last, 0xff, sizeof lct_t.last);
    memset(lct_t.born, 0xff, sizeof lct_t.born);
    memset(lct_t.steps, 0, sizeof lct_t.steps);
    lct_happens_clear();
    lct_order_clear();
    lct_versions_clear();
    lct_graph_clear();
}

void lct_tree_cut(uint32_t depth) {
    for (uint32_t i = (uint32_t)lct_m.depth; i-- > depth;) {
        const lct_step_event *e = &lct_t.events[i];
        assert(lct_t.last[e->thread] == (int32_t)i && lct_t.steps[e->thread] == e->number);
        lct_t.last[e->thread] = e->before;
        lct_t.steps[e->thread]--;
    }
    lct_m.depth = (int32_t)depth;
    lct_resume_cut(depth);
    lct_progress_forget((int32_t)depth);
    if (lct_t.processed > depth) {
        lct_t.processed = depth;
        lct_happens_undo(lct_t.nodes[depth].undo);
    }
    assert(lct_t.processed <= depth);
    assert(lct_t.events[depth].shadows <= lct_t.shadow_count && lct_t.nodes[depth].spin_count <= lct_t.spin_count);
    lct_order_undo(lct_t.nodes[depth].order);
    lct_versions_undo(lct_t.nodes[depth].versions);
    lct_graph_cut(depth);
    lct_t.shadow_count = lct_t.events[depth].shadows;
    lct_r.length = lct_t.nodes[depth].log_length;
    lct_t.spin_count = lct_t.nodes[depth].spin_count;
}

void lct_tree_resample(void) {
    if (lct_m.depth == 0 || !lct_resume_has_beginning()) {
        lct_tree_restart();
        return;
    }
    lct_progress_restart();
    lct_tree_cut(0);
    lct_m.fresh = 0;
    lct_t.anew = true;
}

void lct_tree_branch(uint32_t depth, unsigned thread, unsigned choice) {
    /* In a graph the last step may have turned out to be impossible before it began: then there is nothing to cut. */
    assert(depth < (uint32_t)lct_m.depth || (lct_t.strategy->graphs && depth == (uint32_t)lct_m.depth));
    lct_t.length = lct_m.depth;
    lct_progress_leave((int32_t)depth);
    if (depth < (uint32_t)lct_m.depth) lct_tree_cut(depth);
    lct_m.path[depth] = (uint8_t)thread;
    lct_m.choices[depth] = (uint8_t)choice;
    lct_m.fresh = (int32_t)depth;
}

void lct_tree_shadows_matter(void) {
    if (lct_is_prefix() || !lct_t.strategy->clocks) return;
    lct_t.shadows_matter = true;
    lct_t.gave_up |= lct_t.strategy->compares_states && clocks_matter();
}

static void process(uint32_t until) {
    assert(until <= (uint32_t)lct_m.depth);
    if (lct_t.processed < until) lct_happens_add(lct_t.processed, until);
}

/* The event of the step that a thread is about to take. */
static inline void fill_in(lct_step_event *e, unsigned next, bool after_all) {
    const lct_thread *t = &lct_m.threads[next];
    assert(lct_t.last[next] < lct_m.depth && (lct_t.last[next] < 0) == !lct_t.steps[next]);
    e->step = t->pending;
    e->after = 0;
    e->state = 0;
    e->after_step = -1;
    e->before = lct_t.last[next];
    e->shadows = lct_t.shadow_count;
    e->number = (int16_t)(lct_t.steps[next] + 1);
    e->thread = (uint8_t)next;
    e->after_all = after_all;
    e->calls = t->call_pending;
    e->returns = false;
    e->tried = 0;
    e->after_size = 0;
    e->waits = t->ready && e->access >= LCT_WRITE && e->access <= LCT_SHARE;
}

const lct_step_event *lct_tree_expect(uint32_t at, unsigned thread) {
    assert(at < (uint32_t)lct_m.max_depth + LCT_THREADS);
    fill_in(&lct_t.events[at], thread, false);
    return &lct_t.events[at];
}

/* A thread that waits at the end for an object that another thread took could have been first: these steps race, too,
 * though they never came to be taken. */
static void process_waiting(void) {
    for (lct_mask left = lct_m.waiting; left; left &= (lct_mask)(left - 1)) {
        fill_in(&lct_t.events[lct_m.depth], lct_first(left), false);
        uint32_t mark = lct_happens_mark();
        lct_happens_add((uint32_t)lct_m.depth, (uint32_t)lct_m.depth + 1);
        lct_happens_undo(mark);
    }
}

/* A step with which the execution fails, and ends, depends on all steps that other threads would still have taken. */
static void process_failure(void) {
    if (!lct_m.depth) return;
    lct_node *node = &lct_t.nodes[lct_m.depth - 1];
    node->fatal |= lct_bit(lct_t.events[lct_m.depth - 1].thread);
    if (lct_t.strategy->race) node->todo |= node->enabled & (lct_mask)~node->sleep;
}

/* An execution that has come to its end is not one of the test if a thread has dropped it.  A failure before that end
 * is one: the thread could have stood still before it came to lince_assume. */
static void drop(void) {
    lct_t.dropped = (lct_m.outcome == LCT_COMPLETE || lct_m.outcome == LCT_STUCK) && lct_execution_is_dropped();
    if (!lct_t.dropped) return;
    lct_m.outcome = LCT_REDUNDANT;
    lct_g.blocked = 1;
}

void lct_tree_run(void (*body)(void)) {
    lct_t.spinning = lct_t.stale = lct_t.observed = 0;
    lct_t.quiet = lct_m.fresh;
    lct_g.blocked = 0;
    lct_progress_begin();
    if (lct_resume_begin(lct_t.length)) lct_machine_resume();
    else {
        lct_image_restore();
        lct_heap_reset();
        lct_r.open = 0;
        lct_t.returned = false;
        lct_machine_run(body);
    }
    if (lct_m.outcome != LCT_FAILED && lct_world_forked()) {
        lct_explorer.report_failure(LCT_FAILS_UNSUPPORTED, 0, 0, lct_world_forked_words);
        lct_m.outcome = LCT_FAILED;
    }
    drop();
    lct_progress_finish();
    if (lct_m.weak) lct_graph_finish();
    bool compared = lct_t.cycles || lct_t.strategy->compares_states || (lct_t.merging && lct_merge_has_clocks());
    if (lct_order_matters_more() && compared) lct_progress_mistaken();
    if (clocks_matter()) process((uint32_t)lct_m.depth);
    if (lct_t.strategy->race && (lct_m.outcome != LCT_REDUNDANT || lct_t.stale || lct_t.dropped)) process_waiting();
    if (lct_m.outcome == LCT_FAILED || lct_m.outcome == LCT_ALLOWED) process_failure();
}

/* The first thread has waited until this one, which spins, was idle (lct_thread_join_all): its round cannot be left
 * out.
 */
static bool was_awaited(unsigned thread) {
    for (int32_t i = lct_t.last[0]; i > lct_t.last[thread]; i = lct_t.events[i].before)
        if (lct_t.events[i].access == LCT_JOIN && lct_t.events[i].address == LCT_JOIN_ALL) return true;
    return false;
}

/* Threads that waited for a change that has happened: under reduction they are not run any more. */
static void wake_up(void) {
    for (lct_mask left = lct_t.spinning; left; left &= (lct_mask)(left - 1)) {
        unsigned t = lct_first(left);
        if (!lct_watch_changed(&lct_t.spins[lct_t.spin_of[t]].watch)) continue;
        lct_t.spinning &= (lct_mask)~lct_bit(t);
        if (lct_t.strategy->reduces && !was_awaited(t)) lct_t.stale |= lct_bit(t);
    }
}

static LCT_INLINE lct_mask enabled_now(void) {
    if (lct_t.spinning && !lct_t.strategy->graphs) wake_up();
    if (lct_t.observed) lct_locks_bring_back();
    lct_mask in_vain = lct_t.spinning | lct_t.stale, enabled = lct_m.free & (lct_mask)~in_vain;
    for (lct_mask left = lct_m.waiting & (lct_mask)~in_vain; left; left &= (lct_mask)(left - 1)) {
        unsigned i = lct_first(left);
        const lct_thread *t = &lct_m.threads[i];
        if (t->ready(t->ready_argument)) enabled |= lct_bit(i);
    }
    return enabled;
}

/* The steps up to here were not examined, because they are known: neither were the spinning threads. */
static void restore_spinning(const lct_node *node) {
    lct_t.spinning = node->spinning;
    lct_t.stale = node->stale;
    lct_t.observed = node->observed;
    for (uint32_t i = 0; i < node->spin_count; i++) lct_t.spin_of[lct_t.spins[i].thread] = i;
}

/* A prescribed step of a graph was taken before: its thread does not wait in a loop, whatever a comparison of stacks
 * finds this time.  They contain words that were never written, which are as former executions left them. */
static void go_on_as_prescribed(uint32_t depth) {
    if (!lct_t.strategy->graphs || depth >= lct_g.length) return;
    lct_t.spinning &= (lct_mask)~lct_bit(lct_g.at[depth].thread);
    lct_t.stale &= (lct_mask)~lct_bit(lct_g.at[depth].thread);
}

/* An operation has ended, and none is running: nor must a resident be in the midst of something. */
static void check_invariant(void) {
    if (lct_t.spinning && !lct_t.strategy->graphs) wake_up();
    if (!lct_thread_residents_rest()) return;
    lct_t.returned = false;
    if (!lct_scenario_invariant()) lct_machine_fail(LCT_FAILS_INVARIANT, 0, 0, LCT_INVARIANT_FAILS);
}

/* The invariant may use thread-local variables of the thread that runs it, so it is checked before their destructors.
 * In the part of an execution that is known it was checked before. */
void lct_tree_thread_ends(void) {
    if (!lct_t.returned || !lct_t.invariant || lct_r.open) return;
    if (lct_is_prefix()) lct_t.returned = false;
    else check_invariant();
}

/* No other thread could go on while these went round.  Only a thread that waits for that can now: the first thread
 * (threads.c). */
static lct_mask enabled_besides(lct_mask idle) {
    lct_mask spinning = lct_t.spinning;
    lct_t.spinning |= idle;
    lct_mask enabled = lct_m.threads[0].ready && lct_m.threads[0].ready(lct_m.threads[0].ready_argument);
    if (!enabled) lct_stop(LCT_STUCK);
    lct_t.spinning = spinning;
    return enabled;
}

/* The thread of a known step of a graph cannot go on here. */
__attribute__((noinline)) static bool is_disabled(unsigned thread) { return !(enabled_now() >> thread & 1); }

/* The thread that goes on at a new node. */
static inline unsigned choose(uint32_t depth, lct_node *node) {
    go_on_as_prescribed(depth);
    lct_mask enabled = enabled_now();
    node->alone = false;
    if (__builtin_expect(!enabled, false)) {
        if (lct_t.strategy->graphs && (lct_t.stale || !lct_graph_hangs())) {
            lct_g.blocked++;
            lct_stop(LCT_REDUNDANT);
        }
        if (lct_t.stale || !(enabled = lct_patience_ends())) lct_stop(lct_t.stale ? LCT_REDUNDANT : LCT_STUCK);
        node->alone = true;
    }
    node->enabled = enabled;
    node->sleep = node->done = node->returned = node->was_read = node->fatal = 0;
    unsigned previous = depth ? lct_m.path[depth - 1] : UINT8_MAX;
    node->previous = (uint8_t)previous;
    node->yields = depth && lct_m.threads[previous].pending.shown == LCT_STEP_SLEEP;
    node->spinning = lct_t.spinning;
    node->stale = lct_t.stale;
    node->observed = lct_t.observed;
    node->spin_count = lct_t.spin_count;
    node->order = lct_order_mark();
    node->log_length = lct_r.length;
    node->versions = lct_versions_mark();
    node->fences = lct_g.fence_count;
    lct_m.choices[depth] = 0;
    lct_mask idle = lct_m.weak ? 0 : lct_progress_check(depth);
    if (__builtin_expect(idle != 0, false)) node->enabled = enabled_besides(idle);
    int chosen = lct_t.strategy->choose(depth, node);
    if (__builtin_expect(chosen < 0, false)) lct_stop(LCT_REDUNDANT);
    assert((node->enabled | lct_m.free) >> chosen & 1);
    if (lct_m.weak && !lct_t.strategy->graphs) lct_graph_follow(depth, (unsigned)chosen);
    lct_m.path[depth] = (uint8_t)chosen;
    lct_t.anew = false;
    return (unsigned)chosen;
}

unsigned lct_tree_choose_thread(void) {
    uint32_t depth = (uint32_t)lct_m.depth;
    if (lct_t.clocks_urgent && clocks_matter()) process(depth);
    if (__builtin_expect(lct_t.returned && lct_t.invariant, false) && !lct_r.open) check_invariant();
    if (__builtin_expect(lct_m.depth >= lct_m.max_depth, false)) lct_stop(LCT_TOO_LONG);
    lct_node *node = &lct_t.nodes[depth];
    unsigned next;
    if (lct_m.depth == lct_m.fresh && !lct_t.anew) {
        next = lct_m.path[depth];
        restore_spinning(node);
        go_on_as_prescribed(depth);
        if (lct_t.strategy->compares_states || lct_t.merging) lct_progress_want_state(depth);
        if (lct_m.threads[next].life != LCT_ALIVE) lct_diverged(depth);
        if (lct_t.strategy->graphs && is_disabled(next)) lct_stop(LCT_REDUNDANT);
    } else next = choose(depth, node);
    assert(lct_m.threads[next].life == LCT_ALIVE);
    if (__builtin_expect(lct_t.steps[next] == LCT_STEPS_MAX, false)) lct_stop(LCT_TOO_LONG);
    fill_in(&lct_t.events[depth], next, node->alone);
    lct_m.prints[depth] = lct_print_of(&lct_m.threads[next].pending);
    lct_t.last[next] = (int32_t)depth;
    lct_t.steps[next]++;
    lct_m.depth = (int32_t)depth + 1;
    return next;
}

/* ---- findings about the current step ---- */

static lct_step_event *current_step(void) {
    return lct_m.depth > 0 && !lct_is_prefix() && lct_m.watching ? &lct_t.events[lct_m.depth - 1] : NULL;
}

void lct_tree_returned(void) {
    lct_step_event *e = current_step();
    if (e) e->returns = true;
    lct_t.returned = true;
}

void lct_tree_was_read(void) {
    if (lct_m.speculating) return;
    lct_self()->reading = true;
    lct_step_event *e = current_step();
    if (!e || lct_m.frozen) return;
    /* A thread that finds the work of the lock done could still have come first. */
    e->access = e->access == LCT_ACQUIRE ? LCT_SHARE : LCT_READ;
}

void lct_tree_tried_lock(bool taken) {
    if (lct_m.speculating) return;
    lct_step_event *e = current_step();
    if (e) e->tried = taken ? LCT_TOOK : LCT_MISSED;
    if (!taken) lct_self()->tried = true;
}

void lct_tree_comes_after(const void *object, uint32_t size) {
    lct_step_event *e = current_step();
    if (!e) return;
    assert(size <= UINT8_MAX);
    e->after = (uintptr_t)object;
    e->after_size = (uint8_t)size;
}

void lct_tree_comes_after_release(const void *object, uint32_t nth) {
    lct_step_event *e = current_step();
    assert(nth);
    if (!e || lct_m.weak) return;
    for (int32_t i = lct_m.depth - 1; i-- > 0;) {
        const lct_step_event *f = &lct_t.events[i];
        if (f->access != LCT_RELEASE || f->address != (uintptr_t)object || --nth) continue;
        e->after_step = i;
        return;
    }
}

void lct_tree_comes_after_step(int32_t step) {
    lct_step_event *e = current_step();
    if (e) e->after_step = step;
}

void lct_tree_thread_started(unsigned thread) {
    lct_t.born[thread] = lct_m.depth - 1;
    lct_t.last[thread] = -1;
    lct_t.steps[thread] = 0;
    lct_graph_thread_started(thread);
    lct_symmetry_started(thread);
}

lct_mask lct_tree_spinning(void) { return lct_t.spinning; }

bool lct_tree_timed_out_repeatedly(unsigned thread) {
    enum { TIMES = 3 };
    unsigned times = 0;
    for (int32_t i = lct_m.depth - 1; i >= 0 && lct_m.threads[lct_m.path[i]].resident; i--)
        times += lct_m.path[i] == thread && lct_t.nodes[i].alone;
    return times >= TIMES;
}

/* A thread goes on and on without a step.  It may wait in a loop for the write of another one: a read that occurs only
 * while it waits cannot race as long as the thread does not let other threads go on.  So its last read becomes a step.
 */
static void make_last_steps(void) {
    enum { LAST = 64 };
    uint32_t first = lct_t.events[lct_m.depth - 1].shadows;
    if (lct_t.shadow_count - first > LAST) first = lct_t.shadow_count - LAST;
    for (uint32_t i = first; i < lct_t.shadow_count; i++)
        if (!lct_t.shadows[i].writes) lct_promote(lct_t.shadows[i].pc);
}

void lct_tree_shadow(uintptr_t address, uint32_t size, bool writes, uintptr_t pc) {
    if (lct_is_prefix() || lct_m.depth == 0) return;
    if (lct_t.shadow_count == SHADOWS) {
        make_last_steps();
        lct_stop(lct_t.new_races ? LCT_REDUNDANT : LCT_TOO_LONG);
    }
    if (lct_t.shadow_count == SHADOWS_AT_ONCE) lct_t.clocks_urgent = true;
    lct_t.shadows[lct_t.shadow_count++] = (lct_shadow){.address = address, .pc = pc, .size = size, .writes = writes};
}

/* A volatile variable is mostly read in a loop to wait for another thread, and then there is no need to go round a
 * million times to find out. */
void lct_tree_volatile_read(uintptr_t address, uintptr_t pc) {
    enum { LOOKS = 1 << 10, ROUNDS = LOOKS / 16 };
    if (lct_is_prefix() || lct_m.depth == 0) return;
    uint32_t first = lct_t.events[lct_m.depth - 1].shadows, count = lct_t.shadow_count, rounds = 0;
    if (count - first < LOOKS || ++lct_t.volatile_reads % LOOKS) return;
    for (uint32_t i = count - LOOKS; i < count; i++) {
        const lct_shadow *s = &lct_t.shadows[i];
        if (s->writes) return;
        rounds += s->pc == pc && s->address == address;
    }
    if (rounds < ROUNDS) return;
    make_last_steps();
    if (lct_t.new_races) lct_stop(LCT_REDUNDANT);
}

void lct_tree_stack_is_shared(void) {
    if (!lct_m.stacks_shared) lct_promote_stacks();
}

/* ---- loops that wait ---- */

void lct_tree_store_is_seen(int32_t step) {
    assert(step >= 0 && step < lct_m.depth);
    lct_promote(lct_t.events[step].pc | LCT_SEEN_STORE);
    if (!lct_t.new_races) lct_t.gave_up = true; /* there is no room for the finding */
    lct_stop(LCT_REDUNDANT);
}

/* Is it a store that counts as no effect? */
static bool is_own_store(uint32_t step) {
    if (!lct_m.weak || lct_t.events[step].shown != LCT_STEP_STORE) return false;
    uint32_t version = lct_versions.result[step];
    return version && lct_versions.at[version].flags & LCT_VERSION_OWN;
}

/* The first of the steps by which the current thread has only read; *rounds: how often it was at `pc` since. */
static int32_t round_from(uintptr_t pc, unsigned *rounds) {
    enum { FAR = 1000 };
    int32_t first = -1;
    *rounds = 0;
    unsigned steps = 0;
    for (int32_t i = lct_t.last[lct_m.current]; i >= 0 && steps < FAR; i = lct_t.events[i].before, steps++) {
        const lct_step_event *e = &lct_t.events[i];
        if (!e->pc && e->values && !lct_m.choices[i]) continue; /* lct_choose_to_fail: it did not */
        bool effect = (e->access != LCT_READ && e->access != LCT_LOCAL) || lct_is_silent_store(e);
        if (e->returns || !e->pc || (effect && !is_own_store((uint32_t)i))) break;
        *rounds += e->pc == pc && (!lct_user.wanted || e->sp == (uint32_t)lct_user.sp);
        first = i;
        if (e->calls) break;
    }
    return first;
}

/* If so these steps race, and the execution in which it reads later is explored. */
bool lct_tree_overtaken(int32_t first) {
    for (int32_t mine = lct_t.last[lct_m.current]; mine >= first; mine = lct_t.events[mine].before) {
        const lct_step_event *read = &lct_t.events[mine];
        for (int32_t i = mine + 1; i < lct_m.depth; i++) {
            const lct_step_event *e = &lct_t.events[i];
            if (e->thread != read->thread && e->access != LCT_READ && e->access != LCT_LOCAL &&
                e->address < read->address + read->size && read->address < e->address + e->size)
                return true;
        }
    }
    return false;
}

/* Had the current thread, after its last effect, read at once what it has read last of each location, would it be where
 * it is now?  Then the rounds before are left out: without them the rest of the graph is consistent, too. */
static bool was_in_vain(uintptr_t pc, int32_t first) {
    lct_retry_value values[LCT_WATCHED];
    unsigned count = 0, steps = 0;
    for (int32_t i = lct_t.last[lct_m.current]; i >= first; i = lct_t.events[i].before, steps++) {
        const lct_step_event *e = &lct_t.events[i];
        if (!lct_versions.source[i]) continue;
        int32_t by = lct_versions.at[lct_versions.source[i]].step;
        if (by >= first && lct_t.events[by].thread == lct_m.current) continue; /* it would store that itself */
        unsigned k = 0;
        while (k < count && values[k].address != e->address) k++;
        if (k < count) continue;
        if (count == LCT_WATCHED || e->size > sizeof values->value) return false;
        lct_word value = lct_version_bytes(lct_versions.source[i], e->address, e->size);
        values[count] = (lct_retry_value){.address = e->address, .size = e->size};
        memcpy(values[count++].value, &value, e->size);
    }
    return lct_retry_would_come(pc, values, count, steps);
}

/* In an execution graph rounds of a loop that end in a state in which the thread was before are not repeated: the
 * thread is blocked.  The graphs in which the reads of these rounds read something else are explored by themselves.
 * That it comes back is no reason to leave anything out: the thread may have to wait for ever. */
static bool goes_round(uintptr_t pc, int32_t first) {
    if (!lct_user.wanted || !lct_user.sp || lct_t.spin_count == LCT_SPINS_MAX) return true;
    /* Whether it is at rest would depend on which values it has read. */
    if (lct_self()->resident) lct_graph_leave(pc, lct_self()->pending.address, "a thread of the setup waits in a loop");
    unsigned visits = lct_retry_came_round(pc);
    if (!visits) {
        if (lct_retry_knows_all() && was_in_vain(pc, first)) lct_t.stale |= lct_bit(lct_m.current);
        return true;
    }
    lct_spin *spin = &lct_t.spins[lct_t.spin_count];
    int32_t since = lct_t.last[lct_m.current];
    while (since > first && (lct_t.events[since].pc != pc || --visits)) since = lct_t.events[since].before;
    *spin = (lct_spin){.thread = lct_m.current, .since = since};
    lct_t.spin_of[lct_m.current] = lct_t.spin_count++;
    lct_t.spinning |= lct_bit(lct_m.current);
    return true;
}

bool lct_tree_reads_again(uintptr_t pc) {
    unsigned rounds;
    int32_t first = round_from(pc, &rounds);
    /* Without reduction there is only the question whether it goes on forever, and most loops end after a round.  A
     * loop that counts its rounds is never in the same state: it is tried less and less often. */
    bool reduces = lct_t.strategy->reduces || lct_t.strategy->graphs;
    if (rounds == 1 && !reduces) lct_retry_pass(pc);
    if (lct_t.strategy->graphs && !rounds) {
        if (lct_user.wanted) lct_retry_came_round(pc); /* the next visit is compared with this one */
        return true;
    }
    if (lct_t.strategy->graphs && lct_retry_has_start(lct_t.events[first].pc)) return goes_round(pc, first);
    if (rounds < (reduces ? 1 : 2) || ((rounds & (rounds - 1)) && !lct_retry_met(pc))) return true;
    if (!lct_retry_has_start(lct_t.events[first].pc)) {
        /* To note registers at every access costs a tenth of all speed, and loops that end do so sooner. */
        if (!reduces && rounds < 8) return true;
        lct_promote_loop(lct_t.events[first].pc);
        lct_stop(LCT_REDUNDANT); /* the tree is started again */
    }
    /* Without a stack pointer the state of the thread was not saved: it called something that does not save it. */
    if (!lct_user.wanted || !lct_user.sp || lct_t.spin_count == LCT_SPINS_MAX) return true;
    lct_spin *spin = &lct_t.spins[lct_t.spin_count];
    enum lct_retry_result result = lct_retry_try(&spin->watch, pc, reduces);
    if (lct_m.speculating) return false;
    lct_mask bit = lct_bit(lct_m.current);
    if (result == LCT_SPINS) {
        lct_progress_spins();
        spin->thread = lct_m.current;
        spin->observers = 0;
        lct_t.spin_of[lct_m.current] = lct_t.spin_count++;
        lct_t.spinning |= bit;
    } else if (result == LCT_STALE && lct_tree_overtaken(first)) lct_t.stale |= bit;
    return true;
}

void lct_tree_in_vain(void) {
    if (lct_m.retry && !lct_is_prefix() && lct_m.watching && lct_t.strategy->reduces)
        lct_t.stale |= lct_bit(lct_m.current);
}
