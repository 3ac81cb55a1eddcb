/* The tree of executions.
 *
 * Invariants, at every step `depth` of the path.
 * - last[t] is the index of t's last event, -1 if there is none, and steps[t] is how many there are: an event's
 * `before` leads to the one before it, so that the events of a thread form a chain.
 * - The strategy chooses a thread that is alive and can go on: it is enabled at the node, or free.  A free thread that
 *   waits in a loop is not enabled; only purity.c, which repeats an execution step by step, chooses such a thread.
 * - What is counted at a node (shadows, loops that wait, the log) only grows along the path, so that going back to a
 *   node is cutting to its counts.
 * - Events up to `processed` have their clocks; none beyond the path has.
 */
#include "target/explore/tree.h"

#include <string.h>

#include "target/explore/progress.h"
#include "target/explore/resume.h"
#include "target/explore/scenario.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap.h"
#include "target/runtime/image.h"
#include "target/runtime/order_parts.h"
#include "target/runtime/retry.h"
#include "target/runtime/world/world.h"

lc_tree lc_t LC_STATE = {0};

enum { SHADOWS = 1 << 20, SHADOWS_AT_ONCE = 1 << 12 };

void lc_tree_init(uint32_t max_depth) {
    lc_t.events = lc_reserve((max_depth + 1) * sizeof *lc_t.events);
    lc_t.nodes = lc_reserve((max_depth + 1) * sizeof *lc_t.nodes);
    lc_t.shadows = lc_reserve(SHADOWS * sizeof *lc_t.shadows);
    lc_t.spins = lc_reserve(LC_SPINS_MAX * sizeof *lc_t.spins);
    lc_happens_init();
    lc_order_init();
}

/* Without reduction clocks tell only which plain accesses race. */
static bool clocks_matter(void) {
    return lc_t.shadows_matter && (lc_t.strategy->race || (lc_m.plain && !lc_m.all_plain));
}

void lc_tree_begin(const lc_strategy *strategy) {
    lc_t.strategy = strategy;
    lc_m.remembers = strategy->reduces;
    lc_m.tries_all = strategy->knows_states;
    lc_m.retry = lc_t.loops && !strategy->knows_states;
    lc_m.races = lc_t.races && strategy != &lc_serial; /* that is for what is right, not for what is wrong */
    lc_t.shadows_matter = strategy->race || (strategy->clocks && !(lc_m.races && lc_t.races_end));
    lc_t.clocks_urgent = strategy->race != NULL;
    lc_tree_restart();
    lc_t.new_races = lc_t.cycles = lc_t.mistaken = false;
    lc_t.gave_up = strategy->knows_states && clocks_matter();
    if (strategy->start) strategy->start();
}

void lc_tree_restart(void) {
    lc_m.fresh = -1;
    lc_t.anew = false;
    lc_resume_clear();
    lc_progress_restart();
    lc_t.processed = 0;
    lc_t.shadow_count = 0;
    lc_t.spin_count = 0;
    lc_t.spinning = lc_t.stale = lc_t.observed = 0;
    lc_r.length = 0;
    memset(lc_t.last, 0xff, sizeof lc_t.last);
    memset(lc_t.born, 0xff, sizeof lc_t.born);
    memset(lc_t.steps, 0, sizeof lc_t.steps);
    lc_happens_clear();
    lc_order_clear();
}

void lc_tree_cut(uint32_t depth) {
    for (uint32_t i = (uint32_t)lc_m.depth; i-- > depth;) {
        const lc_step_event *e = &lc_t.events[i];
        assert(lc_t.last[e->thread] == (int32_t)i && lc_t.steps[e->thread] == e->number);
        lc_t.last[e->thread] = e->before;
        lc_t.steps[e->thread]--;
    }
    lc_m.depth = (int32_t)depth;
    lc_resume_cut(depth);
    lc_progress_forget((int32_t)depth);
    if (lc_t.processed > depth) {
        lc_t.processed = depth;
        lc_happens_undo(lc_t.nodes[depth].undo);
    }
    assert(lc_t.processed <= depth);
    assert(lc_t.events[depth].shadows <= lc_t.shadow_count && lc_t.nodes[depth].spin_count <= lc_t.spin_count);
    lc_order_undo(lc_t.nodes[depth].order);
    lc_t.shadow_count = lc_t.events[depth].shadows;
    lc_r.length = lc_t.nodes[depth].log_length;
    lc_t.spin_count = lc_t.nodes[depth].spin_count;
}

void lc_tree_again(void) {
    if (lc_m.depth == 0 || !lc_resume_has_beginning()) {
        lc_tree_restart();
        return;
    }
    lc_progress_restart();
    lc_tree_cut(0);
    lc_m.fresh = 0;
    lc_t.anew = true;
}

void lc_tree_branch(uint32_t depth, unsigned thread, unsigned choice) {
    assert(depth < (uint32_t)lc_m.depth);
    lc_t.length = lc_m.depth;
    lc_progress_leave((int32_t)depth);
    lc_tree_cut(depth);
    lc_m.path[depth] = (uint8_t)thread;
    lc_m.choices[depth] = (uint8_t)choice;
    lc_m.fresh = (int32_t)depth;
}

void lc_tree_shadows_matter(void) {
    if (lc_known() || !lc_t.strategy->clocks) return;
    lc_t.shadows_matter = true;
    lc_t.gave_up |= lc_t.strategy->knows_states && clocks_matter();
}

static void process(uint32_t until) {
    assert(until <= (uint32_t)lc_m.depth);
    if (lc_t.processed < until) lc_happens_add(lc_t.processed, until);
}

/* The event of the step that a thread is about to take. */
static inline void fill_in(lc_step_event *e, unsigned next, bool after_all) {
    const lc_thread *t = &lc_m.threads[next];
    assert(lc_t.last[next] < lc_m.depth && (lc_t.last[next] < 0) == !lc_t.steps[next]);
    e->step = t->pending;
    e->after = 0;
    e->state = 0;
    e->after_step = -1;
    e->before = lc_t.last[next];
    e->shadows = lc_t.shadow_count;
    e->number = (int16_t)(lc_t.steps[next] + 1);
    e->thread = (uint8_t)next;
    e->after_all = after_all;
    e->calls = t->call_pending;
    e->returns = false;
    e->tried = 0;
    e->after_size = 0;
}

/* Who waits at the end for what somebody else took could have been first: these steps race, too, though they never came
 * to be taken. */
static void process_waiting(void) {
    for (lc_mask left = lc_m.waiting; left; left &= (lc_mask)(left - 1)) {
        fill_in(&lc_t.events[lc_m.depth], (unsigned)__builtin_ctz(left), false);
        uint32_t mark = lc_happens_mark();
        lc_happens_add((uint32_t)lc_m.depth, (uint32_t)lc_m.depth + 1);
        lc_happens_undo(mark);
    }
}

/* A step with which the execution fails, and ends, depends on all that others would still have done. */
static void process_failure(void) {
    if (!lc_m.depth) return;
    lc_node *node = &lc_t.nodes[lc_m.depth - 1];
    node->fatal |= (lc_mask)(1u << lc_t.events[lc_m.depth - 1].thread);
    if (lc_t.strategy->race) node->todo |= node->enabled & (lc_mask)~node->sleep;
}

void lc_tree_run(void (*body)(void)) {
    lc_t.spinning = lc_t.stale = lc_t.observed = 0;
    lc_t.quiet = lc_m.fresh;
    lc_progress_begin();
    if (lc_resume_begin(lc_t.length)) lc_machine_resume();
    else {
        lc_image_restore();
        lc_heap_reset();
        lc_r.open = 0;
        lc_t.returned = false;
        lc_machine_run(body);
    }
    if (lc_m.outcome != LC_FAILED && lc_world_forked()) {
        lc_explorer.report_failure(LC_FAILS_UNSUPPORTED, 0, 0, lc_world_forked_words);
        lc_m.outcome = LC_FAILED;
    }
    lc_progress_finish();
    if (lc_order_matters_more() && (lc_t.cycles || lc_t.strategy->knows_states)) lc_progress_mistaken();
    if (clocks_matter()) process((uint32_t)lc_m.depth);
    if (lc_t.strategy->race && (lc_m.outcome != LC_REDUNDANT || lc_t.stale)) process_waiting();
    if (lc_m.outcome == LC_FAILED || lc_m.outcome == LC_ALLOWED) process_failure();
}

/* The first thread has waited until this one, which spins, was idle (lc_thread_join_all): its round cannot be left out.
 */
static bool was_awaited(unsigned thread) {
    for (int32_t i = lc_t.last[0]; i > lc_t.last[thread]; i = lc_t.events[i].before)
        if (lc_t.events[i].access == LC_JOIN && lc_t.events[i].address == LC_THREADS) return true;
    return false;
}

/* Those who waited for something to change, and it has: under reduction they are not run any more. */
static void wake_up(void) {
    for (lc_mask left = lc_t.spinning; left; left &= (lc_mask)(left - 1)) {
        unsigned t = (unsigned)__builtin_ctz(left);
        if (!lc_watch_changed(&lc_t.spins[lc_t.spin_of[t]].watch)) continue;
        lc_t.spinning &= (lc_mask) ~(1u << t);
        if (lc_t.strategy->reduces && !was_awaited(t)) lc_t.stale |= (lc_mask)(1u << t);
    }
}

static lc_mask enabled_now(void) {
    if (lc_t.spinning) wake_up();
    if (lc_t.observed) lc_locks_bring_back();
    lc_mask in_vain = lc_t.spinning | lc_t.stale, enabled = lc_m.free & (lc_mask)~in_vain;
    for (lc_mask left = lc_m.waiting & (lc_mask)~in_vain; left; left &= (lc_mask)(left - 1)) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const lc_thread *t = &lc_m.threads[i];
        if (t->ready(t->ready_argument)) enabled |= (lc_mask)(1u << i);
    }
    return enabled;
}

/* The steps up to here were not looked at, because they are known: neither who spins. */
static void restore_spinning(const lc_node *node) {
    lc_t.spinning = node->spinning;
    lc_t.stale = node->stale;
    lc_t.observed = node->observed;
    for (uint32_t i = 0; i < node->spin_count; i++) lc_t.spin_of[lc_t.spins[i].thread] = i;
}

/* An operation has ended, and none is running: nor must a resident be in the midst of something. */
static void check_invariant(void) {
    if (lc_t.spinning) wake_up();
    if (!lc_thread_residents_rest()) return;
    lc_t.returned = false;
    if (!lc_scenario_invariant()) lc_machine_fail(LC_FAILS_INVARIANT, 0, 0, LC_INVARIANT_FAILS);
}

/* The invariant may use thread-local variables of the thread that runs it, so it is checked before their destructors.
 * In the part of an execution that is known it was checked before. */
void lc_tree_thread_ends(void) {
    if (!lc_t.returned || !lc_t.invariant || lc_r.open) return;
    if (lc_known()) lc_t.returned = false;
    else check_invariant();
}

/* Nobody else could go on while these went round.  Only who waits for that can now: the first thread (threads.c). */
static lc_mask enabled_besides(lc_mask idle) {
    lc_mask spinning = lc_t.spinning;
    lc_t.spinning |= idle;
    lc_mask enabled = lc_m.threads[0].ready && lc_m.threads[0].ready(lc_m.threads[0].ready_argument);
    if (!enabled) lc_stop(LC_STUCK);
    lc_t.spinning = spinning;
    return enabled;
}

/* Who goes on at a node that is new. */
static inline unsigned choose(uint32_t depth, lc_node *node) {
    lc_mask enabled = enabled_now();
    node->alone = false;
    if (__builtin_expect(!enabled, false)) {
        if (lc_t.stale || !(enabled = lc_patience_ends())) lc_stop(lc_t.stale ? LC_REDUNDANT : LC_STUCK);
        node->alone = true;
    }
    node->enabled = enabled;
    node->sleep = node->done = node->returned = node->was_read = node->fatal = 0;
    unsigned previous = depth ? lc_m.path[depth - 1] : UINT8_MAX;
    node->previous = (uint8_t)previous;
    node->yields = depth && lc_m.threads[previous].pending.shown == LC_STEP_SLEEP;
    node->spinning = lc_t.spinning;
    node->stale = lc_t.stale;
    node->observed = lc_t.observed;
    node->spin_count = lc_t.spin_count;
    node->order = lc_order_mark();
    node->log_length = lc_r.length;
    lc_m.choices[depth] = 0;
    lc_mask idle = lc_progress_check(depth);
    if (__builtin_expect(idle, false)) node->enabled = enabled_besides(idle);
    int chosen = lc_t.strategy->choose(depth, node);
    if (__builtin_expect(chosen < 0, false)) lc_stop(LC_REDUNDANT);
    assert((node->enabled | lc_m.free) >> chosen & 1);
    lc_m.path[depth] = (uint8_t)chosen;
    lc_t.anew = false;
    return (unsigned)chosen;
}

unsigned lc_tree_choose_thread(void) {
    uint32_t depth = (uint32_t)lc_m.depth;
    if (lc_t.clocks_urgent && clocks_matter()) process(depth);
    if (__builtin_expect(lc_t.returned && lc_t.invariant, false) && !lc_r.open) check_invariant();
    if (__builtin_expect(lc_m.depth >= lc_m.max_depth, false)) lc_stop(LC_TOO_LONG);
    lc_node *node = &lc_t.nodes[depth];
    unsigned next;
    if (lc_m.depth == lc_m.fresh && !lc_t.anew) {
        next = lc_m.path[depth];
        restore_spinning(node);
        if (lc_t.strategy->knows_states) lc_progress_ask(depth);
        if (lc_m.threads[next].life != LC_ALIVE) lc_diverged(depth);
    } else next = choose(depth, node);
    assert(lc_m.threads[next].life == LC_ALIVE);
    if (__builtin_expect(lc_t.steps[next] == LC_STEPS_MAX, false)) lc_stop(LC_TOO_LONG);
    fill_in(&lc_t.events[depth], next, node->alone);
    lc_m.prints[depth] = lc_print_of(&lc_m.threads[next].pending);
    lc_t.last[next] = (int32_t)depth;
    lc_t.steps[next]++;
    lc_m.depth = (int32_t)depth + 1;
    return next;
}

/* ---- what the current step turns out to be ---- */

static lc_step_event *current_step(void) {
    return lc_m.depth > 0 && !lc_known() && lc_m.watching ? &lc_t.events[lc_m.depth - 1] : NULL;
}

void lc_tree_returned(void) {
    lc_step_event *e = current_step();
    if (e) e->returns = true;
    lc_t.returned = true;
}

void lc_tree_was_read(void) {
    if (lc_m.speculating) return;
    lc_self()->reading = true;
    lc_step_event *e = current_step();
    if (!e || lc_m.frozen) return;
    /* Who finds done what a lock is taken for still could have come first. */
    e->access = e->access == LC_ACQUIRE ? LC_SHARE : LC_READ;
}

void lc_tree_tried_lock(bool taken) {
    if (lc_m.speculating) return;
    lc_step_event *e = current_step();
    if (e) e->tried = taken ? LC_TOOK : LC_MISSED;
    if (!taken) lc_self()->tried = true;
}

void lc_tree_comes_after(const void *object, uint32_t size) {
    lc_step_event *e = current_step();
    if (!e) return;
    assert(size <= UINT8_MAX);
    e->after = (uintptr_t)object;
    e->after_size = (uint8_t)size;
}

void lc_tree_comes_after_step(int32_t step) {
    lc_step_event *e = current_step();
    if (e) e->after_step = step;
}

void lc_tree_thread_started(unsigned thread) {
    lc_t.born[thread] = lc_m.depth - 1;
    lc_t.last[thread] = -1;
    lc_t.steps[thread] = 0;
}

lc_mask lc_tree_spinning(void) { return lc_t.spinning; }

bool lc_tree_timed_out_repeatedly(unsigned thread) {
    enum { TIMES = 3 };
    unsigned times = 0;
    for (int32_t i = lc_m.depth - 1; i >= 0 && lc_m.threads[lc_m.path[i]].resident; i--)
        times += lc_m.path[i] == thread && lc_t.nodes[i].alone;
    return times >= TIMES;
}

/* A thread goes on and on without a step.  It may wait in a loop for what another one writes: what is read only while
 * it waits cannot race as long as the thread does not let others go on.  So what it read last is to be a step. */
static void make_last_steps(void) {
    enum { LAST = 64 };
    uint32_t first = lc_t.events[lc_m.depth - 1].shadows;
    if (lc_t.shadow_count - first > LAST) first = lc_t.shadow_count - LAST;
    for (uint32_t i = first; i < lc_t.shadow_count; i++)
        if (!lc_t.shadows[i].writes) lc_racy_found(lc_t.shadows[i].pc);
}

void lc_tree_shadow(uintptr_t address, uint32_t size, bool writes, uintptr_t pc) {
    if (lc_known() || lc_m.depth == 0) return;
    if (lc_t.shadow_count == SHADOWS) {
        make_last_steps();
        lc_stop(lc_t.new_races ? LC_REDUNDANT : LC_TOO_LONG);
    }
    if (lc_t.shadow_count == SHADOWS_AT_ONCE) lc_t.clocks_urgent = true;
    lc_t.shadows[lc_t.shadow_count++] = (lc_shadow){.address = address, .pc = pc, .size = size, .writes = writes};
}

/* A volatile variable is mostly read in a loop to wait for another thread, and then there is no need to go round a
 * million times to find out. */
void lc_tree_volatile_read(uintptr_t address, uintptr_t pc) {
    enum { LOOKS = 1 << 10, ROUNDS = LOOKS / 16 };
    if (lc_known() || lc_m.depth == 0) return;
    uint32_t first = lc_t.events[lc_m.depth - 1].shadows, count = lc_t.shadow_count, rounds = 0;
    if (count - first < LOOKS || ++lc_t.volatile_reads % LOOKS) return;
    for (uint32_t i = count - LOOKS; i < count; i++) {
        const lc_shadow *s = &lc_t.shadows[i];
        if (s->writes) return;
        rounds += s->pc == pc && s->address == address;
    }
    if (rounds < ROUNDS) return;
    make_last_steps();
    if (lc_t.new_races) lc_stop(LC_REDUNDANT);
}

void lc_tree_stack_is_shared(void) {
    if (!lc_m.stacks_shared) lc_racy_stacks();
}

/* ---- loops that wait ---- */

/* The first of the steps by which the current thread has only read; *rounds: how often it was at `pc` since. */
static int32_t round_from(uintptr_t pc, unsigned *rounds) {
    enum { FAR = 1000 };
    int32_t first = -1;
    *rounds = 0;
    unsigned steps = 0;
    for (int32_t i = lc_t.last[lc_m.current]; i >= 0 && steps < FAR; i = lc_t.events[i].before, steps++) {
        const lc_step_event *e = &lc_t.events[i];
        if (e->returns || (e->access != LC_READ && e->access != LC_LOCAL)) break;
        *rounds += e->pc == pc && (!lc_user.wanted || e->sp == (uint32_t)lc_user.sp);
        first = i;
        if (e->calls) break;
    }
    return first;
}

/* If so these steps race, and the execution in which it reads later is explored. */
bool lc_tree_overtaken(int32_t first) {
    for (int32_t mine = lc_t.last[lc_m.current]; mine >= first; mine = lc_t.events[mine].before) {
        const lc_step_event *read = &lc_t.events[mine];
        for (int32_t i = mine + 1; i < lc_m.depth; i++) {
            const lc_step_event *e = &lc_t.events[i];
            if (e->thread != read->thread && e->access != LC_READ && e->access != LC_LOCAL &&
                e->address < read->address + read->size && read->address < e->address + e->size)
                return true;
        }
    }
    return false;
}

bool lc_tree_reads_again(uintptr_t pc) {
    unsigned rounds;
    int32_t first = round_from(pc, &rounds);
    /* Without reduction there is only the question whether it goes on for ever, and most loops end after a round.  A
     * loop that counts its rounds is never in the same state: it is tried less and less often. */
    bool reduces = lc_t.strategy->reduces;
    if (rounds == 1 && !reduces) lc_retry_pass(pc);
    if (rounds < (reduces ? 1 : 2) || ((rounds & (rounds - 1)) && !lc_retry_met(pc))) return true;
    if (!lc_retry_knows(lc_t.events[first].pc)) {
        /* To note registers at every access costs a tenth of all speed, and loops that end do so sooner. */
        if (!reduces && rounds < 8) return true;
        lc_racy_loop(lc_t.events[first].pc);
        lc_stop(LC_REDUNDANT); /* the tree is started again */
    }
    /* Without a stack pointer it was not noted what the thread knows: it called something that does not note it. */
    if (!lc_user.wanted || !lc_user.sp || lc_t.spin_count == LC_SPINS_MAX) return true;
    lc_spin *spin = &lc_t.spins[lc_t.spin_count];
    enum lc_retry_result result = lc_retry_try(&spin->watch, pc, reduces);
    if (lc_m.speculating) return false;
    lc_mask bit = (lc_mask)(1u << lc_m.current);
    if (result == LC_SPINS) {
        lc_progress_spins();
        spin->thread = lc_m.current;
        spin->observers = 0;
        lc_t.spin_of[lc_m.current] = lc_t.spin_count++;
        lc_t.spinning |= bit;
    } else if (result == LC_STALE && lc_tree_overtaken(first)) lc_t.stale |= bit;
    return true;
}

void lc_tree_in_vain(void) {
    if (lc_m.retry && !lc_known() && lc_m.watching && lc_t.strategy->reduces)
        lc_t.stale |= (lc_mask)(1u << lc_m.current);
}
