#include "target/explore/progress.h"

#include <stdio.h>
#include <string.h>

#include "target/explore/escape.h"
#include "target/explore/keep.h"
#include "target/explore/merge.h"
#include "target/explore/stage.h"
#include "target/explore/worker.h"
#include "target/runtime/explorer.h"
#include "target/runtime/order.h"
#include "target/runtime/snapshot.h"

enum {
    HEADS = 64,
    ROOM = 256 * 1024 /* for a snapshot; a program with more memory is not examined */
};

/* Where a cycle begins on the current path. */
typedef struct head {
    int32_t depth;
    bool ends; /* some execution from there on ended in another way, or it is not known that none does */
} head;

/* The state before a step. */
typedef struct seen {
    lct_digest state;
    bool known;
} seen;

static struct {
    char *memory;
    bool too_large;
    bool eager;    /* it is worth looking at once */
    bool looking;  /* at the next step */
    seen *states;  /* by depth */
    int32_t valid; /* those below this depth are of the current path */
    int32_t from;  /* the current state is that of this step; -1: of none that is known */
    bool came_back;
    uint32_t mistakes; /* in this scenario: */
    uint32_t mistaken_in;
    head heads[HEADS];
    uint32_t head_count;
} p LCT_STATE = {.from = -1};

static bool is_eager(void) { return p.eager || lct_w.claim || lct_t.strategy->compares_states || lct_t.merging; }

/* ---- states ---- */

/* The time makes no difference to a thread that does not look, and the number of looks is part of the state. */
static bool take_timeless(lct_tape *tape) {
    int64_t clocks[LCT_THREADS];
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        clocks[i] = lct_m.threads[i].clock;
        lct_m.threads[i].clock = 0;
    }
    bool taken = lct_snapshot_take(tape);
    for (unsigned i = 0; i < lct_m.thread_count; i++) lct_m.threads[i].clock = clocks[i];
    return taken;
}

static bool current_state(lct_digest *digest) {
    if (!p.memory) {
        p.memory = lct_reserve(ROOM);
        p.states = lct_reserve(((size_t)lct_m.max_depth + 1) * sizeof *p.states);
    }
    lct_tape tape = {.at = p.memory, .end = p.memory + ROOM};
    bool fits = lct_t.merging                     ? lct_merge_describe(&tape)
                : lct_t.strategy->compares_states ? lct_snapshot_describe(&tape)
                                                  : take_timeless(&tape);
    if (!fits) return false;
    if (!lct_t.merging || lct_merge_has_clocks()) lct_order_save(&tape);
    if (tape.full) return false;
    *digest = lct_digest_bytes(p.memory, (size_t)(tape.at - p.memory));
    return true;
}

static bool is_same(lct_digest a, lct_digest b) { return a.a == b.a && a.b == b.b; }

/* The step before which everything was as it is now, with no operation begun or ended since; -1: none. */
static int32_t same_before(lct_digest state) {
    for (int32_t i = lct_m.depth - 1; i >= 0 && !lct_t.events[i].calls && !lct_t.events[i].returns; i--)
        if (i < p.valid && p.states[i].known && is_same(p.states[i].state, state)) return i;
    return -1;
}

bool lct_progress_look(void) {
    if (!p.looking) return false;
    p.looking = false;
    lct_digest state;
    if (!current_state(&state)) {
        p.too_large = true;
        return true;
    }
    p.from = same_before(state);
    for (; p.valid < lct_m.depth; p.valid++) p.states[p.valid].known = false;
    p.states[lct_m.depth] = (seen){state, true};
    p.valid = lct_m.depth + 1;
    return true;
}

/* ---- their meaning ---- */

static const char *claim(void) { return lct_w.claim == LCT_CLAIM_LOCK_FREE ? "lock-free" : "obstruction-free"; }

static const char *operation_of(unsigned thread) {
    const lct_thread *t = &lct_m.threads[thread];
    return t->in_operation ? lct_r.names[t->call.name] : "what it does";
}

/* Blames a thread, which need not be the current one. */
_Noreturn static void refuted_by(unsigned thread, const char *how) {
    lct_m.current = (uint8_t)thread;
    lct_machine_fail(LCT_FAILS_PROGRESS, lct_m.threads[thread].pending.pc, lct_m.threads[thread].pending.address,
                     "not %s: %s %s, and cannot end %s by itself", claim(), lct_thread_name(thread), how,
                     operation_of(thread));
}

_Noreturn static void goes_round(unsigned thread) {
    char words[200];
    snprintf(words, sizeof words,
             "%s loops forever in %s: it comes back to the same state, and no other thread can go on",
             lct_thread_name(thread), operation_of(thread));
    if (lct_waits_round(thread, words)) lct_stop(LCT_STUCK);
    lct_m.current = (uint8_t)thread;
    lct_machine_fail(LCT_FAILS_LIVELOCK, lct_m.threads[thread].pending.pc, lct_m.threads[thread].pending.address, "%s",
                     words);
}

void lct_progress_refuted(unsigned thread) {
    static const char *const back = "the threads come back to the same state without having ended an operation";
    if (thread >= LCT_THREADS && lct_w.claim) lct_machine_fail(LCT_FAILS_PROGRESS, 0, 0, "not lock-free: %s", back);
    if (thread >= LCT_THREADS) lct_machine_fail(LCT_FAILS_LIVELOCK, 0, 0, "%s, and will forever", back);
    if (lct_w.claim) refuted_by(thread, lct_m.waiting >> thread & 1 ? "waits" : "goes round a loop");
    goes_round(thread);
}

void lct_progress_spins(void) {
    if (lct_w.claim && lct_self()->in_operation) refuted_by(lct_m.current, "goes round a loop");
}

static void check_waiting(void) {
    for (lct_mask left = lct_m.waiting; left; left &= (lct_mask)(left - 1)) {
        unsigned i = lct_first(left);
        const lct_thread *t = &lct_m.threads[i];
        if (t->in_operation && !t->ready(t->ready_argument) && !lct_thread_is_dropped(t)) refuted_by(i, "waits");
    }
}

/* The threads that take the steps of the cycle; `*others`: another thread or another choice was possible. */
static lct_mask moving_threads(int32_t from, int32_t to, bool *others) {
    lct_mask moving = 0, able = 0;
    *others = lct_patience_ends() != 0;
    for (int32_t i = from; i < to; i++) {
        moving |= lct_bit(lct_m.path[i]);
        able |= lct_t.nodes[i].enabled | lct_t.nodes[i].stale | lct_t.nodes[i].observed;
        *others |= lct_t.events[i].values > 1;
    }
    *others |= able != moving;
    return moving;
}

/* ---- cycles that other threads can leave ---- */

/* The heads stay ordered by depth. */
static void add_head(int32_t depth) {
    uint32_t i = p.head_count;
    while (i && p.heads[i - 1].depth > depth) i--;
    if (i && p.heads[i - 1].depth == depth) return;
    if (p.head_count == HEADS) i = 0; /* an old one that is forgotten is taken not to be a livelock */
    else memmove(&p.heads[i + 1], &p.heads[i], (p.head_count++ - i) * sizeof *p.heads);
    p.heads[i] = (head){.depth = depth};
}

void lct_progress_restart(void) {
    p.head_count = 0;
    p.valid = 0;
    p.eager = false;
}

/* Executions that each go round once more than the one before have few steps of their own: now and then those that they
 * share count, too. */
static bool was_quiet_before(void) {
    enum { SELDOM = 64 };
    int32_t fresh = lct_m.fresh;
    return fresh >= LCT_QUIET && lct_w.execution % SELDOM == 0 &&
           lct_t.nodes[fresh - LCT_QUIET].log_length == lct_t.nodes[fresh].log_length;
}

void lct_progress_begin(void) {
    if (was_quiet_before()) lct_t.quiet = lct_m.fresh - LCT_QUIET;
    p.looking = p.came_back = false;
    lct_m.sweeps = is_eager() || (lct_t.strategy->graphs && lct_user.wanted); /* which compare states, too */
    lct_t.wary = is_eager() || lct_w.claim;
    p.from = -1;
}

void lct_progress_finish(void) {
    if (p.came_back && !lct_execution_is_dropped()) return;
    for (uint32_t i = 0; i < p.head_count; i++) p.heads[i].ends = true;
}

void lct_progress_forget(int32_t depth) {
    if (p.valid > depth + 1) p.valid = depth + 1;
    while (p.head_count && p.heads[p.head_count - 1].depth > depth) p.head_count--;
}

void lct_progress_livelock(int32_t from) {
    if (lct_w.failed || lct_escapes(from)) return;
    char message[200];
    snprintf(message, sizeof message,
             "from step %d on the threads loop forever in every schedule: no operation ends any more", from + 1);
    if (lct_waits_round(LCT_THREADS, message)) {
        lct_keep_stuck();
        return;
    }
    lct_explorer.report_failure(LCT_FAILS_LIVELOCK, 0, 0, message);
}

void lct_progress_leave(int32_t depth) {
    for (; p.head_count && p.heads[p.head_count - 1].depth > depth; p.head_count--)
        if (!p.heads[p.head_count - 1].ends) lct_progress_livelock(p.heads[p.head_count - 1].depth);
}

static bool are_residents(lct_mask threads) {
    for (; threads; threads &= (lct_mask)(threads - 1))
        if (!lct_m.threads[lct_first(threads)].resident) return false;
    return true;
}

static lct_mask came_back(int32_t from, int32_t to) {
    bool others;
    lct_mask moving = moving_threads(from, to, &others);
    bool residents = are_residents(moving);
    if (residents && !others) return moving;
    bool one = !(moving & (moving - 1));
    unsigned first = lct_first(moving);
    if (lct_w.claim && one && lct_m.threads[first].in_operation) refuted_by(first, "goes round a loop");
    if (lct_w.claim == LCT_CLAIM_LOCK_FREE && !residents) lct_progress_refuted(LCT_THREADS);
    if (one && !others) {
        if (lct_execution_is_dropped()) lct_stop(LCT_STUCK);
        goes_round(first);
    }
    lct_t.cycles = true;
    if (!lct_t.strategy->complete || lct_t.strategy->compares_states) return 0;
    if (lct_t.strategy->clocks) { /* with turns in a fixed order there is nothing to choose */
        for (int32_t i = from; i < to; i++) lct_t.nodes[i].todo |= lct_t.nodes[i].enabled;
        lct_t.nodes[from].yields = true; /* a thread that goes round gives way */
    }
    add_head(from);
    p.came_back = p.eager = true;
    lct_stop(LCT_REDUNDANT);
}

lct_mask lct_progress_look_out(uint32_t depth) {
    if (lct_m.tracing) return 0; /* there the end is known */
    if (!lct_m.retry && !lct_w.claim) return 0;
    lct_mask idle = 0;
    if (p.from >= 0) {
        int32_t from = p.from;
        p.from = -1;
        idle = came_back(from, (int32_t)depth);
    }
    if (lct_w.claim && lct_m.waiting) check_waiting();
    if (lct_t.strategy->compares_states) return idle; /* it checks by itself */
    if (is_eager() || (int32_t)depth - lct_t.quiet >= LCT_QUIET) lct_progress_want_state(depth);
    return idle;
}

void lct_progress_want_state(uint32_t depth) {
    if (p.too_large || !lct_snapshot_is_possible()) return;
    p.looking = lct_m.sweeps = lct_t.wary = true;
    lct_m.snapshot_at = (int32_t)depth + 1;
}

/* Findings are kept from then on, unless so much memory is in use that they are dropped (order_cells.c): then states
 * are not compared any more. */
void lct_progress_mistaken(void) {
    enum { OFTEN = 1000 };
    if (p.too_large) return;
    p.mistakes = p.mistaken_in == lct_w.scenario ? p.mistakes + 1 : 1;
    p.mistaken_in = lct_w.scenario;
    if (p.mistakes == OFTEN) p.too_large = true;
    lct_t.new_races = lct_t.mistaken = true;
}

bool lct_progress_state(uint32_t depth, lct_digest *state) {
    if ((int32_t)depth >= p.valid || !p.states[depth].known) return false;
    *state = p.states[depth].state;
    return true;
}
